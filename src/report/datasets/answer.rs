//! Answers to questions about hands of some size, a line each.

use crate::measure::{Key, Measure};
use crate::report::csv::{by_name, row};
use crate::report::known::Known;
use crate::report::number::{grouped, plural};
use crate::report::odds::{fraction, in_words};
use crate::report::question::{Given, Question, SetCounts};
use crate::stats::Ratio;

/// What was asked of a hand size, and the answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// The question.
    pub question: Question,
    /// The answer.
    pub probability: Ratio,
}

row! {
    /// An answer as a row of the CSV, columns in this order.
    pub struct AnswerRow {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the hand.
        pub cards: usize,
        /// The numbers of sets that are asked for: `0`, `3+`, `2-4`.
        pub sets: String,
        /// What is presupposed, as `12:0`; missing when nothing is.
        pub given: Option<String>,
        /// Such hands; with a presupposition the fraction's upper part.
        pub count: u128,
        /// All hands, or 1 where their number passes 128 bits; with a presupposition the fraction's
        /// lower part.
        pub total: u128,
        /// `count / total`.
        pub probability: f64,
    }
}

row! {
    /// An answer about another measure: a row of the CSV, columns in this order.
    pub struct ValueAnswer {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the hand.
        pub cards: usize,
        /// The measure.
        #[serde(with = "by_name")]
        pub measure: Measure,
        /// The values that are asked for: `0`, `3+`, `2-4`.
        #[serde(with = "by_name")]
        pub value: SetCounts,
        /// What has such a value: hands; of `set-types` directions in the deck; of `greedy-cap` the
        /// probability in units of 10^-30, rounded.
        pub count: u128,
        /// All of them; of `greedy-cap` 10^30.
        pub total: u128,
        /// `count / total`.
        pub probability: f64,
    }
}

impl ValueAnswer {
    /// How likely a known distribution has these values.
    #[must_use]
    pub fn of(known: &Known, value: SetCounts) -> Self {
        let rows = known.rows();
        let asked = rows.iter().filter(|row| value.contains(row.value));
        let count = asked.map(|row| row.count).sum();
        let total = rows.iter().map(|row| row.total).max().unwrap_or(1);
        let Key { cards, measure } = known.key;
        let (features, probability) = (known.deck.features(), Ratio::new(count, total).value());
        Self { features, cards, measure, value, count, total, probability }
    }

    /// The sentence: `in-sets of 12 cards is 9 or more with probability ...`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { cards, measure, value, count, total, .. } = *self;
        let probability = Ratio::new(count, total);
        let lead = format!("`{measure}` of {} is", plural(cards, "card"));
        let value = format!("{value:#}");
        // The rounded probabilities of `greedy-cap` sum to 1 exactly, as a test shows.
        match (count, total - count) {
            (0, _) => format!("{lead} never {value}."),
            (_, 0) => format!("{lead} always {value}."),
            _ if measure == Measure::GreedyCap => {
                format!("{lead} {value} with probability {}.", in_words(probability))
            }
            _ => format!("{lead} {value} {}.", with_probability(probability)),
        }
    }
}

impl Answer {
    /// The row of the CSV.
    #[must_use]
    pub fn row(&self) -> AnswerRow {
        let Question { sets, given } = self.question;
        AnswerRow {
            features: self.features,
            cards: self.cards,
            sets: sets.to_string(),
            given: given.map(|given| given.to_string()),
            count: self.probability.numerator(),
            total: self.probability.denominator(),
            probability: self.probability.value(),
        }
    }

    /// The sentence.
    ///
    /// ```
    /// use setodds::{report::answer::Answer, report::question::Question, stats::Ratio};
    /// let question = Question { sets: "0".parse()?, given: None };
    /// let probability = Ratio::new(1_579_500, 1_663_740);
    /// let answer = Answer { features: 4, cards: 4, question, probability };
    /// assert_eq!(
    ///     answer.sentence(),
    ///     "4 cards hold no set in 1,579,500 of 1,663,740 hands: 94.937 %, 1 in 1.053 (18.75 : 1 on)."
    /// );
    /// # Ok::<(), setodds::report::question::QuestionError>(())
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.question.given {
            Some(given) if given.sets == SetCounts::NONE && !self.question.needs_counting() => {
                self.presupposing(given.cards)
            }
            Some(given) => self.given(given),
            None => self.outright(),
        }
    }

    fn outright(&self) -> String {
        let (hands, all) = (self.probability.numerator(), self.probability.denominator());
        let cards = plural(self.cards, "card");
        let hold = if self.cards == 1 { "holds" } else { "hold" };
        let sets = self.question.sets.in_words();
        match (hands, all - hands) {
            (0, _) if self.question.sets == SetCounts::NONE => {
                format!("{cards} always {hold} a set.")
            }
            (0, _) => format!("{cards} never {hold} {sets}."),
            (_, 0) => format!("{cards} always {hold} {sets}."),
            _ => {
                let (hands, all, odds) = (grouped(hands), grouped(all), in_words(self.probability));
                format!("{cards} {hold} {sets} in {hands} of {all} hands: {odds}.")
            }
        }
    }

    fn presupposing(&self, first: usize) -> String {
        let cards = self.cards;
        let first = if first == cards { String::new() } else { format!("the first {first} of ") };
        let (none, some) = (format!("all {cards} hold none"), format!("the {cards} hold a set"));
        let asks_for_none = self.question.sets == SetCounts::NONE;
        let (then, otherwise) = if asks_for_none { (none, some) } else { (some, none) };
        let then = match (self.probability.numerator(), self.probability.complement().numerator()) {
            (0, _) => format!("{otherwise}, always"),
            (_, 0) => format!("{then}, always"),
            _ => format!("{then} {}", with_probability(self.probability)),
        };
        format!("If {first}{cards} cards hold no set, {then}.")
    }

    fn given(&self, Given { cards, sets }: Given) -> String {
        let hold = if cards == 1 { "card holds" } else { "cards hold" };
        let lead = format!("If the first {cards} {hold} {}, all {}", sets.in_words(), self.cards);
        let asked = self.question.sets.in_words();
        match (self.probability.numerator(), self.probability.complement().numerator()) {
            (0, _) => format!("{lead} never hold {asked}."),
            (_, 0) => format!("{lead} always hold {asked}."),
            _ => format!("{lead} hold {asked} {}.", with_probability(self.probability)),
        }
    }
}

fn with_probability(probability: Ratio) -> String {
    format!("with probability {}: {}", fraction(probability), in_words(probability))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    fn say(cards: usize, sets: &str, given: Option<&str>) -> String {
        let given = given.map(|given| given.parse().unwrap());
        let question = Question { sets: sets.parse().unwrap(), given };
        let probability = question.answer(Deck::GAME, cards).unwrap();
        Answer { features: 4, cards, question, probability }.sentence()
    }

    #[test]
    fn every_answer_is_a_sentence() {
        for (cards, sets, given, sentence) in [
            (21, "0", None, "21 cards always hold a set."),
            (12, "15", None, "12 cards never hold exactly 15 sets."),
            (1, "0", None, "1 card always holds no set."),
            (
                15,
                "1+",
                Some("12:0"),
                "If the first 12 of 15 cards hold no set, the 15 hold a set with probability \
                 8671916237/8770938979: 98.871 %, 1 in 1.011 (87.57 : 1 on).",
            ),
            (
                21,
                "0",
                Some("12:0"),
                "If the first 12 of 21 cards hold no set, the 21 hold a set, always.",
            ),
            (12, "0", Some("12:0"), "If 12 cards hold no set, all 12 hold none, always."),
        ] {
            assert_eq!(say(cards, sets, given), sentence);
        }
    }

    #[test]
    fn rounded_probabilities_have_no_fraction_and_sum_to_one() {
        for deck in Deck::all().take(3) {
            let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
            let known = Known::measure(deck, key).unwrap();
            let say = |values: &str| ValueAnswer::of(&known, values.parse().unwrap()).sentence();
            let all = format!("`greedy-cap` of {} cards is always 0 or more.", deck.size());
            assert_eq!(say("0+"), all);
            if deck == Deck::GAME {
                assert_eq!(
                    say("20"),
                    "`greedy-cap` of 81 cards is 20 with probability 0.12740 %, 1 in 784.9 (783.9 \
                     : 1 against)."
                );
            }
        }
    }
}
