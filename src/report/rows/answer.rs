//! Answers to questions about hands of one size, one row each.

use crate::measure::{Key, Measure};
use crate::report::csv::row;
use crate::report::field::{CARDS, EXACT, FEATURES, Field, PROBABILITY, TEXT};
use crate::report::kind::Kind;
use crate::report::known::{Known, has_counts};
use crate::report::number::{count, grouped, hold, odds_in_words, plural};
use crate::report::question::{Given, Question, SetCounts};
use crate::stats::Ratio;

/// Answer to a question about the number of sets in hands of one size.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The number of features of the deck.
    pub features: usize,
    /// The number of cards in the hand.
    pub cards: usize,
    pub question: Question,
    /// The probability that the question asks for.
    pub probability: Ratio,
}

row! {
    /// Row of the CSV for an answer about the number of sets; its fields are the columns, in order.
    pub struct AnswerRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The range of numbers of sets that the question asks about: `0`, `3+`, `2-4`.
        pub sets: String = TEXT.key(),
        /// The condition, such as `12:0`; empty if there is none.
        pub given: Option<String> = TEXT.key().optional(),
        /// The number of hands with such numbers of sets; under a condition, the numerator of the
        /// probability.
        pub count: u128 = EXACT,
        /// The number of all hands, or 1 if it exceeds 128 bits; under a condition, the denominator
        /// of the probability.
        pub total: u128 = EXACT.ranked(1),
        /// The count divided by the total.
        pub probability: f64 = PROBABILITY,
    }
}

impl Kind for AnswerRow {
    const WORDS: &'static str = "the answers of `odds --sets`";
    const INSTEAD: &'static str = "`--x cards --y probability` draws a column";
}

/// Answer to a question about the value of another measure in hands of one size.
#[derive(Clone, Debug)]
pub struct ValueAnswer {
    /// The number of features of the deck.
    pub features: usize,
    /// The hand size and the measure.
    pub key: Key,
    /// The range of values that the question asks about.
    pub value: SetCounts,
    /// The probability of a value in that range.
    pub probability: Ratio,
}

row! {
    /// Row of the CSV for an answer about another measure; its fields are the columns, in order.
    pub struct ValueAnswerRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The measure that the question is about.
        pub measure: Measure = Field::names(&Measure::NAMES).key(),
        /// The range of values that the question asks about: `0`, `3+`, `2-4`.
        pub value: String = TEXT.key(),
        /// The number of hands with such a value; for `set-types`, of cards that differ from a
        /// given card in so many features; empty for `greedy-cap`.
        pub count: Option<u128> = EXACT.optional(),
        /// The number of all hands; for `set-types`, of all cards but a given one; empty for
        /// `greedy-cap`.
        pub total: Option<u128> = EXACT.ranked(1).optional(),
        /// The count divided by the total.
        pub probability: f64 = PROBABILITY,
    }
}

impl Kind for ValueAnswerRow {
    const WORDS: &'static str = "the answers of `odds --value`";
    const INSTEAD: &'static str = "`odds --measure NAME --format csv` without --value can be drawn";
}

impl ValueAnswer {
    /// Computes the probability that a measure has a value in a range, from its known distribution.
    #[must_use]
    pub fn new(known: &Known, value: SetCounts) -> Self {
        let (asked, others): (Vec<_>, Vec<_>) =
            known.values.iter().partition(|(it, _)| value.contains(*it));
        let asked = || asked.iter().map(|&&(_, probability)| probability);
        let probability = if has_counts(known.key.measure) {
            let counts = asked().map(Ratio::numerator).sum();
            let totals = known.values.iter().map(|(_, probability)| probability.denominator());
            Ratio::new(counts, totals.max().unwrap_or(1))
        } else if others.iter().all(|(_, probability)| probability.numerator() == 0) {
            // The sum of rounded decimals may differ from 1.
            Ratio::new(1, 1)
        } else {
            let sum = asked().try_fold(Ratio::ZERO, Ratio::checked_add);
            sum.expect("sums of decimals fit into 128 bits")
        };
        Self { features: known.deck.features(), key: known.key, value, probability }
    }

    /// Converts the answer to a row of the CSV.
    #[must_use]
    pub fn row(&self) -> ValueAnswerRow {
        let (probability, Key { cards, measure }) = (self.probability, self.key);
        let counted = |count| has_counts(measure).then_some(count);
        ValueAnswerRow {
            features: self.features,
            cards,
            measure,
            value: self.value.to_string(),
            count: counted(probability.numerator()),
            total: counted(probability.denominator()),
            probability: probability.value(),
        }
    }

    /// Returns the answer as a sentence, such as `in-sets of 12 cards is 9 or more with probability
    /// ...`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (Key { cards, measure }, probability) = (self.key, self.probability);
        let lead = format!("`{measure}` of {} is", plural(cards, "card"));
        let value = format!("{:#}", self.value);
        match (probability.numerator(), probability.complement().numerator()) {
            (0, _) => format!("{lead} never {value}."),
            (_, 0) => format!("{lead} always {value}."),
            _ if has_counts(measure) => {
                format!("{lead} {value} {}.", with_probability(probability))
            }
            _ => {
                let (decimals, words) = (probability.value(), odds_in_words(probability));
                format!("{lead} {value} with probability {decimals}: {words}.")
            }
        }
    }
}

impl Answer {
    /// Converts the answer to a row of the CSV.
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

    /// Returns the answer as a sentence.
    ///
    /// ```
    /// use setodds::{Ratio, report::answer::Answer, report::question::Question};
    /// let question = Question { sets: "0".parse()?, given: None };
    /// let probability = Ratio::new(1_579_500, 1_663_740);
    /// let answer = Answer { features: 4, cards: 4, question, probability };
    /// assert_eq!(
    ///     answer.sentence(),
    ///     "4 cards hold no set in 1,579,500 of 1,663,740 hands: 94.937 %, 1 in 1.053 \
    ///      (18.75 : 1 on)."
    /// );
    /// # Ok::<(), setodds::report::question::QuestionError>(())
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.question.given {
            Some(given) if given.sets == SetCounts::NONE && !self.question.needs_counting() => {
                self.sentence_given_no_set(given.cards)
            }
            Some(given) => self.conditional_sentence(given),
            None => self.unconditional_sentence(),
        }
    }

    fn unconditional_sentence(&self) -> String {
        let (hands, all) = (self.probability.numerator(), self.probability.denominator());
        let cards = plural(self.cards, "card");
        let hold = hold(self.cards);
        let sets = self.question.sets.in_words();
        match (hands, all - hands) {
            (0, _) if self.question.sets == SetCounts::NONE => {
                format!("{cards} always {hold} a set.")
            }
            (0, _) => format!("{cards} never {hold} {sets}."),
            (_, 0) => format!("{cards} always {hold} {sets}."),
            _ => {
                let (hands, all) = (grouped(hands), count(all, "hand"));
                format!(
                    "{cards} {hold} {sets} in {hands} of {all}: {}.",
                    odds_in_words(self.probability)
                )
            }
        }
    }

    fn sentence_given_no_set(&self, first: usize) -> String {
        let cards = self.cards;
        let verb = hold(first);
        let first = if first == cards { String::new() } else { format!("the first {first} of ") };
        let (none, some) = match cards {
            1 => ("it holds none".to_owned(), "it holds a set".to_owned()),
            _ => (format!("all {cards} hold none"), format!("the {cards} hold a set")),
        };
        let asks_for_none = self.question.sets == SetCounts::NONE;
        let (then, otherwise) = if asks_for_none { (none, some) } else { (some, none) };
        let then = match (self.probability.numerator(), self.probability.complement().numerator()) {
            (0, _) => format!("{otherwise}, always"),
            (_, 0) => format!("{then}, always"),
            _ => format!("{then} {}", with_probability(self.probability)),
        };
        format!("If {first}{} {verb} no set, {then}.", plural(cards, "card"))
    }

    fn conditional_sentence(&self, Given { cards, sets }: Given) -> String {
        let (first, hold) = (plural(cards, "card"), hold(cards));
        let lead = format!("If the first {first} {hold} {}, all {}", sets.in_words(), self.cards);
        let asked = self.question.sets.in_words();
        match (self.probability.numerator(), self.probability.complement().numerator()) {
            (0, _) => format!("{lead} never hold {asked}."),
            (_, 0) => format!("{lead} always hold {asked}."),
            _ => format!("{lead} hold {asked} {}.", with_probability(self.probability)),
        }
    }
}

fn with_probability(probability: Ratio) -> String {
    format!("with probability {probability}: {}", odds_in_words(probability))
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
            (1, "0", Some("1:0"), "If 1 card holds no set, it holds none, always."),
            (
                2,
                "0",
                Some("1:0"),
                "If the first 1 of 2 cards holds no set, all 2 hold none, always.",
            ),
        ] {
            assert_eq!(say(cards, sets, given), sentence);
        }
    }

    #[test]
    fn probabilities_of_random_caps_are_decimals_that_sum_to_one() {
        for deck in Deck::all().take(3) {
            let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
            let known = Known::measure(deck, key).unwrap();
            let say = |values: &str| ValueAnswer::new(&known, values.parse().unwrap()).sentence();
            let all = format!("`greedy-cap` of {} cards is always 0 or more.", deck.size());
            assert_eq!(say("0+"), all);
            assert!(say("1").ends_with(" cards is never 1."));
            match deck.features() {
                3 => assert_eq!(
                    say("9"),
                    "`greedy-cap` of 27 cards is 9 with probability 0.30548373195432016: \
                     30.548 %, 1 in 3.273 (2.273 : 1 against)."
                ),
                4 => assert!(say("20").ends_with(": 0.12740 %, 1 in 784.9 (783.9 : 1 against).")),
                _ => {}
            }
        }
    }
}
