//! Every result below the directory, as `setodds table` shows it: on a screen, as on paper it would
//! fill a book.

use super::html::{escape, folded, made_by, section, wide};
use super::sources::File;
use super::tables::MOST_LINES;

/// The section: a folded table for each result, in the order of their names.
pub(super) fn results(files: &[File<'_>]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let tables: Vec<String> = files.iter().map(result).collect();
    let content = format!(
        "<p>Every CSV below the directory that setodds has written, as <code>setodds table \
         FILE</code> shows it; of tables with more than {MOST_LINES} lines the beginning.</p>\n{}",
        tables.join("\n")
    );
    section("results", "All results", &content)
}

fn result(File { found, source, table }: &File<'_>) -> String {
    let (path, what) = (found.source.name, found.dataset.words().replace('`', ""));
    let command = made_by(source).map_or_else(String::new, |command| format!("<p>{command}</p>"));
    let content = command + &wide(path, &format!("<pre>{}</pre>", escape(table)));
    folded(&format!("{path}: {what}"), &content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::sources::Files;
    use crate::report::page::tests::reports as texts;

    #[test]
    fn every_result_is_there_and_nothing_else() {
        let texts = texts(&[
            ("classes.csv", "features,cards,hands,classes\n4,12,70724320184700,41407\n"),
            (
                "extremes.csv",
                "features,cards,extreme,sets,hands,witness\n4,3,most,1,1080,0000 0110 0220\n",
            ),
            ("empty.csv", "hand,card,digits,bits,index\n"),
            ("mine.csv", "a,b\n1,2\n"),
            ("mine.txt", "hand,card,digits,bits,index\n"),
        ]);
        let Files { files, left_out } = Files::of(&texts);
        let html = results(&files);
        assert!(html.contains("classes.csv: the numbers of classes --count"), "{html}");
        assert!(html.contains("70,724,320,184,700") && html.contains("0000 0110 0220"), "{html}");
        assert!(html.contains("no rows") && !html.contains("mine."), "{html}");
        let [left_out] = &left_out[..] else { panic!("{left_out:?}") };
        assert!(left_out.starts_with("mine.csv, line 1: no table of setodds has"), "{left_out}");
        assert_eq!(results(&[]), "");
    }

    #[test]
    fn long_tables_are_cut() {
        let rows: String = (0..200).map(|row| format!("{row},1,a,b,c\n")).collect();
        let texts = texts(&[("s.csv", &format!("hand,set,card1,card2,card3\n{rows}"))]);
        let html = results(&Files::of(&texts).files);
        assert!(html.contains("... and 111 more lines: setodds table s.csv"), "{html}");
    }
}
