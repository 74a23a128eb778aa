//! Published numbers beside those that were counted.

use super::Listed;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::Row;
use crate::report::field::{DIFFERENCE, Field, LOGICAL, TEXT};
use crate::report::number::grouped;
use crate::verify::Comparison;

impl Row for Comparison {
    const FIELDS: &'static [Field] = &[
        TEXT.key().at("what", "What is compared.", ""),
        TEXT.key().at("source", "Where it is published.", ""),
        TEXT.at("expected", "The published value.", ""),
        TEXT.at("got", "The computed value; empty where it was not computed.", ""),
        DIFFERENCE.optional().at(
            "standard_errors",
            "The difference in standard errors, where games were played.",
            "",
        ),
        LOGICAL.optional().at("agrees", "Whether both agree; empty where not computed.", ""),
        TEXT.optional().at("witness", "A hand that shows that the published value is wrong.", ""),
    ];
}

impl Listed for Comparison {
    fn draw(lines: &[Self], target: RenderTarget) -> String {
        let verdict = |line: &Self| match line.agrees {
            Some(true) => "agrees",
            Some(false) if line.witness.is_some() => "refuted",
            Some(false) => "DIFFERS",
            None => "not computed",
        };
        // Where both agree, one of them is enough.
        let got = if lines.iter().any(|line| line.agrees == Some(false)) { 0 } else { 3 };
        Grid::of(lines)
            .text("what", |line| line.what.clone())
            .ranked_text(2, "source", |line| line.source.clone())
            .column("expected", |line| line.expected.clone())
            .ranked(got, "got", |line| line.got.clone())
            .ranked(1, "standard errors", |line| line.standard_errors.map(|it| format!("{it:.2}")))
            .text("verdict", |line| verdict(line).to_owned())
            .draw(target)
    }
}

/// How many agree, in a sentence.
#[must_use]
pub fn verdict(lines: &[Comparison]) -> String {
    let number = |agrees| lines.iter().filter(|line| line.agrees == agrees).count();
    let (agree, not_computed) = (number(Some(true)), number(None));
    let refuted = lines.iter().filter(|line| line.witness.is_some()).count();
    let [all, agree, rest] =
        [lines.len() - not_computed, agree, not_computed].map(|number| grouped(number as u128));
    let others = if not_computed == 0 { String::new() } else { format!("; {rest} not computed") };
    let wrong = match refuted {
        0 => String::new(),
        _ => format!(
            "; {refuted} {} wrong, as a hand shows",
            if refuted == 1 { "is" } else { "are" }
        ),
    };
    format!("{agree} of {all} published numbers agree{wrong}{others}.\n")
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
            witness: None,
        }
    }

    #[test]
    fn what_differs_stands_out() {
        let lines = [line("1080", Some(0.123)), line("1079", None)];
        let expected = "what  source  expected   got  standard errors  verdict\n\
                        sets  all         1080  1080             0.12  agrees\n\
                        sets  all         1080  1079                   DIFFERS\n";
        assert_eq!(Comparison::draw(&lines, RenderTarget::terminal(100)), expected);
        assert_eq!(verdict(&lines), "1 of 2 published numbers agree.\n");
        let narrow = Comparison::draw(&lines, RenderTarget::terminal(36));
        assert_eq!(narrow.lines().next(), Some("what  expected   got  verdict"));
        let lines = [line("1080", None), line("", None)];
        let narrow = Comparison::draw(&lines, RenderTarget::terminal(36));
        assert_eq!(narrow.lines().next(), Some("what  expected  verdict"));
        assert!(Comparison::draw(&lines, RenderTarget::terminal(100)).contains("not computed\n"));
        assert_eq!(verdict(&lines), "1 of 1 published numbers agree; 1 not computed.\n");
    }
}
