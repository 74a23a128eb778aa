//! How many cards always hold some number of sets, or another value: a line each.

use super::Listed;
use super::as_it_is;
use super::caps::written;
use crate::extreme::Guarantee;
use crate::measure::Measure;
use crate::report::columns::{RenderTarget, fill};
use crate::report::csv::{by_name, row};
use crate::report::escape;
use crate::report::field::{CARDS, FEATURES, Field, NUMBER, TEXT};
use crate::report::number::plural;

row! {
    /// How many cards always have a value of a measure: a row of the CSV, columns in this order.
    pub struct GuaranteeRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// The measure.
        #[serde(with = "by_name")]
        pub measure: Measure = Field::names(&Measure::NAMES).key(),
        /// The value that all hands have or exceed.
        pub value: usize = NUMBER.key(),
        /// The fewest cards that always have the value; a lower bound if the number is not exactly
        /// known.
        pub cards: usize = CARDS,
        /// An upper bound of the fewest cards, which is `cards` if the number is exactly known.
        pub cards_at_most: usize = CARDS,
        /// The value of the witness, which is lower; empty without a witness.
        pub witness_value: Option<usize> = NUMBER.ranked(2),
        /// A hand of one card less than `cards`: its cards as digits; empty if none is known.
        pub witness: Option<String> = TEXT.ranked(4),
        /// The reason of both bounds.
        pub reason: String = TEXT.ranked(3),
    }
}

impl From<Guarantee> for GuaranteeRow {
    fn from(found: Guarantee) -> Self {
        let Guarantee { deck, measure, value, at_least, at_most, example, .. } = found;
        Self {
            features: deck.features(),
            measure,
            value,
            cards: at_least,
            cards_at_most: at_most,
            witness_value: example.as_ref().map(|_| found.example_value),
            witness: example.map(|cards| written(cards.into_iter(), deck)),
            reason: found.reason.to_owned(),
        }
    }
}

impl GuaranteeRow {
    /// `3 disjoint sets`.
    fn held(&self, value: usize) -> String {
        match self.measure {
            Measure::InSets => format!("{} in sets", plural(value, "card")),
            Measure::DisjointSets => plural(value, "disjoint set"),
            Measure::Ultrasets => plural(value, "ultraset"),
            Measure::GhostSets => plural(value, "ghost set"),
            _ => plural(value, "set"),
        }
    }

    /// The answer, the reason, and the witness below.
    fn sentence(&self, target: RenderTarget) -> String {
        let Self { cards, cards_at_most: most, .. } = *self;
        let (held, reason) = (self.held(self.value), escape::line(&self.reason));
        let answer = if cards == most {
            format!("{} always hold {held}: {reason}.", plural(cards, "card"))
        } else {
            format!(
                "{} always hold {held}, fewer than {cards} do not, and what lies between is not \
                 known: {reason}.",
                plural(most, "card")
            )
        };
        let Some((value, witness)) = self.witness_value.zip(self.witness.as_ref()) else {
            return fill(&answer, target) + "\n";
        };
        let hold = if cards == 2 { "card holds" } else { "cards hold" };
        let example = format!("These {} {hold} {}:", cards - 1, self.held(value));
        let [answer, example, witness] =
            [answer, example, escape::line(witness)].map(|text| fill(&text, target));
        format!("{answer}\n\n{example}\n{witness}\n")
    }
}

impl Listed for GuaranteeRow {
    /// One answer as a sentence with its witness; several as a table, which Markdown has always.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        match rows {
            [row] if !target.is_markdown() => row.sentence(target),
            _ => as_it_is::rows(rows, target),
        }
    }
}
