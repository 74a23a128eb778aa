//! Published numbers beside those that were counted.

use super::columns::{self, Style};
use super::csv::Row;
use super::number::grouped;
use crate::verify::Line;

impl Row for Line {
    const COLUMNS: &'static [&'static str] =
        &["what", "source", "expected", "got", "standard_errors", "agrees"];
}

/// All lines, and how many agree.
#[must_use]
pub fn table(lines: &[Line], style: Style) -> String {
    let row = |line: &Line| {
        let Line { what, source, expected, got, standard_errors, agrees } = line.clone();
        let verdict = if agrees { "agrees" } else { "DIFFERS" };
        let away = standard_errors.map_or_else(String::new, |away| format!("{away:.2}"));
        vec![what, source, expected, got, away, verdict.to_owned()]
    };
    let rows: Vec<_> = lines.iter().map(row).collect();
    let names = ["what", "source", "expected", "got", "standard errors", "verdict"];
    let table = columns::plain(&names, &rows, style);
    format!("{table}\n{}", verdict(lines))
}

/// How many agree, in a sentence.
#[must_use]
pub fn verdict(lines: &[Line]) -> String {
    let number = |number: usize| grouped(number as u128);
    let agree = lines.iter().filter(|line| line.agrees).count();
    format!("{} of {} published numbers agree.\n", number(agree), number(lines.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(got: &str, standard_errors: Option<f64>) -> Line {
        let text = |text: &str| text.to_owned();
        let agrees = got == "1080";
        Line {
            what: text("sets"),
            source: text("all"),
            expected: text("1080"),
            got: text(got),
            standard_errors,
            agrees,
        }
    }

    #[test]
    fn what_differs_stands_out() {
        let lines = [line("1080", Some(0.123)), line("1079", None)];
        let expected = "what  source  expected  got   standard errors  verdict\n\
                        sets  all     1080      1080  0.12             agrees\n\
                        sets  all     1080      1079                   DIFFERS\n\n\
                        1 of 2 published numbers agree.\n";
        assert_eq!(table(&lines, Style::Terminal), expected);
    }
}
