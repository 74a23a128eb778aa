//! Published numbers beside those that were counted.

use super::columns::{self, Style};
use super::csv::Row;
use super::number::grouped;
use crate::verify::Comparison;

impl Row for Comparison {
    const COLUMNS: &'static [&'static str] =
        &["what", "source", "expected", "got", "standard_errors", "agrees"];
}

/// All lines, and how many agree.
#[must_use]
pub fn table(lines: &[Comparison], style: Style) -> String {
    let row = |line: &Comparison| {
        let Comparison { what, source, expected, got, standard_errors, agrees } = line.clone();
        let verdict = match agrees {
            Some(true) => "agrees",
            Some(false) => "DIFFERS",
            None => "not computed",
        };
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
pub fn verdict(lines: &[Comparison]) -> String {
    let number = |agrees| lines.iter().filter(|line| line.agrees == agrees).count();
    let (agree, not_computed) = (number(Some(true)), number(None));
    let [all, agree, rest] =
        [lines.len() - not_computed, agree, not_computed].map(|number| grouped(number as u128));
    let others = if not_computed == 0 { String::new() } else { format!("; {rest} not computed") };
    format!("{agree} of {all} published numbers agree{others}.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(got: &str, standard_errors: Option<f64>) -> Comparison {
        let text = |text: &str| text.to_owned();
        let agrees = (!got.is_empty()).then_some(got == "1080");
        Comparison {
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
        let lines = [line("1080", None), line("", None)];
        assert!(table(&lines, Style::Terminal).contains("not computed\n"));
        assert_eq!(verdict(&lines), "1 of 1 published numbers agree; 1 not computed.\n");
    }
}
