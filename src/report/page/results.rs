//! Every result below the directory, as `setodds table` shows it: on a screen, as on paper it would
//! fill a book.

use super::Texts;
use super::html::{escape, folded, made_by, section, wide};
use super::sources::{PageError, Source, recognised};
use crate::report::columns::RenderTarget;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::datasets::{self, Choice};

/// The lines that are shown of a longer table.
const MOST_LINES: usize = 90;

/// The section: a folded table for each result, in the order of their names.
pub(super) fn results(texts: &Texts) -> Result<String, PageError> {
    let tables = recognised(texts).map(|found| result(texts, &found));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    if tables.is_empty() {
        return Ok(String::new());
    }
    let content = format!(
        "<p>Every CSV below the directory that setodds has written, as <code>setodds table \
         FILE</code> shows it; of tables with more than {MOST_LINES} lines the beginning.</p>\n{}",
        tables.join("\n")
    );
    Ok(section("results", "All results", &content))
}

fn result(texts: &Texts, found: &Recognised<'_>) -> Result<String, PageError> {
    let (path, what) = (found.source.name, found.dataset.words().replace('`', ""));
    let made = Source::new(texts, path, String::new())?;
    let confidence = made.confidence().unwrap_or_default();
    let choice = Choice { confidence, ..Choice::default() };
    let table = match datasets::table(&[found.source], &choice, RenderTarget::PLAIN) {
        Ok(table) => cut(&table, path),
        Err(TableError::Empty(_)) => "no rows\n".to_owned(),
        Err(error) => return Err(error.into()),
    };
    let command = made_by(&made).map_or_else(String::new, |command| format!("<p>{command}</p>"));
    let content = command + &wide(path, &format!("<pre>{}</pre>", escape(&table)));
    Ok(folded(&format!("{path}: {what}"), &content))
}

/// The beginning of a table that is too long to be shown.
fn cut(table: &str, path: &str) -> String {
    let lines = table.lines().count();
    if lines <= MOST_LINES {
        return table.to_owned();
    }
    let shown: String = table.split_inclusive('\n').take(MOST_LINES).collect();
    format!("{shown}... and {} more lines: setodds table {path}\n", lines - MOST_LINES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::tests::reports as texts;

    #[test]
    fn every_result_is_there_and_nothing_else() {
        let html = results(&texts(&[
            ("classes.csv", "features,cards,hands,classes\n4,12,70724320184700,41407\n"),
            (
                "extremes.csv",
                "features,cards,extreme,sets,hands,witness\n4,3,most,1,1080,0000 0110 0220\n",
            ),
            ("empty.csv", "hand,card,digits,bits,index\n"),
            ("mine.csv", "a,b\n1,2\n"),
            ("mine.txt", "hand,card,digits,bits,index\n"),
        ]));
        let html = html.unwrap();
        assert!(html.contains("classes.csv: the numbers of classes --count"), "{html}");
        assert!(html.contains("70,724,320,184,700") && html.contains("0000 0110 0220"), "{html}");
        assert!(html.contains("no rows") && !html.contains("mine."), "{html}");
        assert_eq!(results(&Texts::new()), Ok(String::new()));
    }

    #[test]
    fn long_tables_are_cut() {
        let rows: String = (0..200).map(|row| format!("{row},1,a,b,c\n")).collect();
        let html = results(&texts(&[("s.csv", &format!("hand,set,card1,card2,card3\n{rows}"))]));
        let html = html.unwrap();
        assert!(html.contains("... and 111 more lines: setodds table s.csv"), "{html}");
    }
}
