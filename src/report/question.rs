//! Answers questions such as "how likely do 15 cards hold no set, given that the first 12 hold
//! none?" from the exact tables.
//!
//! A hand of k cards without a set has no set among its first j cards, so
//!
//! ```text
//! P(k cards hold none | the first j hold none) = P(k cards hold none) / P(j cards hold none).
//! ```
//!
//! Nothing else follows from the distributions of single hand sizes: other conditions need the
//! joint distribution of the sets in the first cards and in all cards, which is counted
//! ([`crate::next::Opening`]).

use crate::card::Deck;
use crate::combinations::binomial;
use crate::exact::impossible::impossible;
use crate::exact::known;
use crate::hand::sizes::Sizes;
use crate::measure::Key;
use crate::report::number::{hold, plural};
use crate::stats::Ratio;
use crate::tally::Tallies;
use setodds_engine::read_as_written;
use std::fmt;
use std::str::FromStr;

/// Range of numbers of sets: `0`, `3+`, `2-4`.
///
/// ```
/// use setodds::report::question::SetCounts;
/// let counts: SetCounts = "3+".parse()?;
/// assert!(counts.contains(3) && !counts.contains(2));
/// # Ok::<(), setodds::report::question::QuestionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetCounts {
    least: usize,
    /// The maximum of the range, or `None` if there is no upper limit.
    most: Option<usize>,
}

impl SetCounts {
    /// The range that contains only 0.
    pub const NONE: Self = Self { least: 0, most: Some(0) };
    /// The range of all numbers from 1 on.
    pub const SOME: Self = Self { least: 1, most: None };

    /// Returns whether the range contains a number of sets.
    #[must_use]
    pub fn contains(self, sets: usize) -> bool {
        sets >= self.least && self.most.is_none_or(|most| sets <= most)
    }

    /// Describes the range in words: `no set`, `exactly 1 set`, `3 sets or more`, `at most 3 sets`,
    /// `2 to 4 sets`.
    pub(crate) fn in_words(self) -> String {
        match (self.least, self.most) {
            (0, Some(0)) => "no set".to_owned(),
            (0, None) => "any number of sets".to_owned(),
            (least, None) => format!("{} or more", plural(least, "set")),
            (least, Some(most)) if least == most => format!("exactly {}", plural(most, "set")),
            (0, Some(most)) => format!("at most {}", plural(most, "set")),
            (least, Some(most)) => format!("{least} to {most} sets"),
        }
    }
}

read_as_written!(SetCounts, Given);

impl FromStr for SetCounts {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let number = |part: &str| {
            let digits = part.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = plain.then(|| digits.parse().ok()).flatten();
            number.ok_or_else(|| {
                QuestionError(format!(
                    "`{text}` is not a valid number or range; give one like 0, 3+ for 3 and more, \
                     or 2-4 (0-3 for at most 3)"
                ))
            })
        };
        if let Some(least) = text.trim().strip_suffix('+') {
            return Ok(Self { least: number(least)?, most: None });
        }
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(QuestionError(format!(
                "the range {first}-{last} runs backwards; write {last}-{first}"
            )));
        }
        Ok(Self { least: first, most: Some(last) })
    }
}

impl fmt::Display for SetCounts {
    /// Writes `0`, `3+` or `2-4`; with `{:#}` in words: `3 or more`, `2 to 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (more, to) = if f.alternate() { (" or more", " to ") } else { ("+", "-") };
        match self.most {
            None => write!(f, "{}{more}", self.least),
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{}{to}{most}", self.least),
        }
    }
}

/// Condition on the number of sets in the first cards, written as `12:0`, `12:1+` or `9:0-2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Given {
    /// The number of first cards to which the condition applies.
    pub cards: usize,
    /// The range of numbers of sets that the first cards may hold.
    pub sets: SetCounts,
}

impl FromStr for Given {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let parts = text.split_once(':').and_then(|(cards, sets)| {
            Some(Self { cards: cards.trim().parse().ok()?, sets: sets.trim().parse().ok()? })
        });
        parts.ok_or_else(|| {
            QuestionError(format!(
                "`{text}` is not a valid condition; write CARDS:SETS, like 12:0: the first 12 \
                 cards hold no set, or 12:2+"
            ))
        })
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cards, self.sets)
    }
}

/// Question about the number of sets in hands, optionally under a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The range of numbers of sets in the whole hand.
    pub sets: SetCounts,
    /// The condition on the first cards, or `None`.
    pub given: Option<Given>,
}

/// Error for an invalid question, or for one whose answer is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QuestionError(String);

impl Question {
    /// Returns the probability from the exact tables, for a question that does not [need
    /// counting](Self::needs_counting). Without a condition, the numerator and denominator are the
    /// matching hands and all hands.
    ///
    /// # Errors
    ///
    /// Fails if the condition cannot hold or the answer is not known.
    ///
    /// ```
    /// use setodds::{Deck, report::question::Question};
    /// let question = Question { sets: "0".parse()?, given: Some("12:0".parse()?) };
    /// let answer = question.answer(Deck::GAME, 15)?;
    /// assert_eq!((answer.numerator(), answer.denominator()), (99_022_742, 8_770_938_979));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, deck: Deck, cards: usize) -> Result<Ratio, QuestionError> {
        let Some(Given { cards: first, .. }) = self.given else {
            return probability(deck, cards, self.sets).ok_or_else(|| unknown_error(deck, cards));
        };
        self.check_condition(deck, cards)?;
        match self.sets {
            SetCounts::NONE => probability_still_none(deck, first, cards),
            _ => probability_still_none(deck, first, cards).map(Ratio::complement),
        }
    }

    /// Returns whether the tables of single hand sizes do not determine the answer, so that the
    /// joint distribution of the first cards and all cards must be counted.
    #[must_use]
    pub fn needs_counting(self) -> bool {
        let told = [SetCounts::NONE, SetCounts::SOME].contains(&self.sets);
        self.given.is_some_and(|given| given.sets != SetCounts::NONE || !told)
    }

    /// Returns the probability from the joint distribution: tallies of the sets in all cards, by
    /// the number of sets in the first cards. Returns 0 for a question without a condition.
    ///
    /// # Errors
    ///
    /// Fails if the condition never holds.
    pub fn answer_from_joint(self, joint: &Tallies<usize>) -> Result<Ratio, QuestionError> {
        let Some(given) = self.given else { return Ok(Ratio::ZERO) };
        let first = joint.iter().filter(|&(sets, _)| given.sets.contains(sets));
        let (mut asked, mut all) = (0, 0);
        for (sets, count) in first.flat_map(|(_, tally)| tally.iter()) {
            all += count;
            asked += if self.sets.contains(sets) { count } else { 0 };
        }
        if all == 0 { Err(never_error(given)) } else { Ok(Ratio::new(asked, all)) }
    }

    /// Checks that some hand meets the condition.
    ///
    /// # Errors
    ///
    /// Fails if the hand has fewer cards than the condition, or if the first cards are known never
    /// to hold such a number of sets.
    pub fn check_condition(self, deck: Deck, cards: usize) -> Result<(), QuestionError> {
        let Some(given @ Given { cards: first, sets }) = self.given else { return Ok(()) };
        let most = deck.largest_cap();
        if first > cards {
            return Err(QuestionError(format!(
                "a hand of {} has no first {}; give a condition on at most {cards}",
                plural(cards, "card"),
                plural(first, "card")
            )));
        }
        if first > most && sets == SetCounts::NONE {
            return Err(QuestionError(format!(
                "{first} cards always hold a set, so none is not a valid condition; \
                 give it for at most {most} cards"
            )));
        }
        let counts = known::counts(deck, first);
        let holds = counts.is_none_or(|counts| hands_with(&counts, sets) > 0);
        if holds { Ok(()) } else { Err(never_error(given)) }
    }
}

/// Returns the error for a condition on the first cards that never holds.
fn never_error(Given { cards, sets }: Given) -> QuestionError {
    QuestionError(format!(
        "{} never {} {}; give another condition",
        plural(cards, "card"),
        hold(cards),
        sets.in_words()
    ))
}

/// Returns the error for a hand size without an exact table; it lists the sizes that have one.
#[must_use]
pub fn unknown_error(deck: Deck, cards: usize) -> QuestionError {
    let known = (0..=deck.size()).filter(|&cards| known::counts(deck, cards).is_some());
    let (features, known) = (deck.features(), known.collect::<Sizes>());
    QuestionError(format!(
        "how many sets {cards} cards of {features} features hold is not known exactly (it is for \
         {known} cards); `setodds simulate --cards {cards} --features {features}` estimates it in \
         seconds"
    ))
}

/// Returns the number of hands whose number of sets is in a range, given the counts of hands with
/// 0, 1, 2, ... sets.
fn hands_with(counts: &[u128], sets: SetCounts) -> u128 {
    let asked = counts.iter().enumerate().filter(|&(value, _)| sets.contains(value));
    asked.map(|(_, &hands)| hands).sum()
}

/// Returns the exact probability of a range of numbers of sets, or `None` if it is not known.
fn probability(deck: Deck, cards: usize, sets: SetCounts) -> Option<Ratio> {
    let all = binomial(deck.size(), cards);
    let never = Ratio::new(0, all.unwrap_or(1));
    match known::counts(deck, cards) {
        Some(counts) => Some(Ratio::new(hands_with(&counts, sets), all?)),
        None if !sets.contains(0) && sets.most.is_none() && sets.least <= 1 => {
            probability(deck, cards, SetCounts::NONE).map(Ratio::complement)
        }
        None if sets.least == 0 && sets.most.is_none() => Some(never.complement()),
        None => {
            let most = sets.most.filter(|&most| most == sets.least)?;
            impossible(deck, Key::sets(cards), most).map(|_| never)
        }
    }
}

/// Returns the probability of no set in all cards, given that the first cards hold none.
fn probability_still_none(deck: Deck, first: usize, cards: usize) -> Result<Ratio, QuestionError> {
    let none = |cards| {
        known::probability(deck, Key::sets(cards), 0).ok_or_else(|| unknown_error(deck, cards))
    };
    let (before, after) = (none(first)?, none(cards)?);
    let inverse = Ratio::new(before.denominator(), before.numerator());
    after.checked_mul(inverse).ok_or_else(|| unknown_error(deck, cards))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(cards: usize, sets: &str, given: Option<&str>) -> Result<Ratio, QuestionError> {
        let given = given.map(|given| given.parse().unwrap());
        Question { sets: sets.parse().unwrap(), given }.answer(Deck::GAME, cards)
    }

    #[test]
    fn set_counts_round_trip() {
        for (text, words) in [
            ("0", "no set"),
            ("1", "exactly 1 set"),
            ("6", "exactly 6 sets"),
            ("0+", "any number of sets"),
            ("1+", "1 set or more"),
            ("3+", "3 sets or more"),
            ("0-1", "at most 1 set"),
            ("0-3", "at most 3 sets"),
            ("2-4", "2 to 4 sets"),
        ] {
            let counts: SetCounts = text.parse().unwrap();
            assert_eq!((counts.in_words().as_str(), counts.to_string().as_str()), (words, text));
        }
        assert_eq!(" 2 - 4 ".parse::<SetCounts>().unwrap().to_string(), "2-4");
        assert_eq!("3-3".parse::<SetCounts>().unwrap().to_string(), "3");
    }

    #[test]
    fn invalid_text_is_refused() {
        for text in ["", "-3", "+", "+3", "3-", "three", "1.5", "3++", "1-2-3", "1-2+", "9e9"] {
            let message = text.parse::<SetCounts>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("`{text}` is not a valid number or range")));
        }
        let message = "4-2".parse::<SetCounts>().unwrap_err().to_string();
        assert_eq!(message, "the range 4-2 runs backwards; write 2-4");
        for text in ["12", "12:", ":0", "0", "twelve:0", "12:-1", "12:0:0"] {
            let message = text.parse::<Given>().unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("`{text}` is not a valid condition")),
                "{message}"
            );
        }
        for text in ["12:0", "12:1+", "9:0-1"] {
            assert_eq!(text.parse::<Given>().unwrap().to_string(), text);
        }
    }

    /// Settergren's counts, added by hand.
    #[test]
    fn hands_with_the_given_numbers_of_sets_are_counted() {
        let all = 70_724_320_184_700;
        for (sets, hands) in [
            ("0", 2_284_535_476_080),
            ("1+", all - 2_284_535_476_080),
            ("3+", 39_714_025_747_500),
            ("2-4", 50_483_474_402_400),
            ("14+", 3_032_640),
            ("15", 0),
            ("0-99", all),
        ] {
            assert_eq!(ask(12, sets, None), Ok(Ratio::new(hands, all)), "{sets}");
        }
    }

    /// Quotients of Knuth's and Settergren's counts, computed by another program.
    #[test]
    fn conditional_probabilities_are_quotients() {
        for (cards, given, part, whole) in [
            (15, "12:0", 99_022_742, 8_770_938_979),
            (12, "9:0", 33_145_893, 304_988_026),
            (18, "12:0", 9_975, 22_701_253_828),
            (20, "12:0", 19, 4_222_433_212_008),
            (21, "12:0", 0, 1),
            (12, "12:0", 1, 1),
        ] {
            let expected = Ratio::new(part, whole);
            assert_eq!(ask(cards, "0", Some(given)), Ok(expected), "{cards} {given}");
            assert_eq!(ask(cards, "1+", Some(given)), Ok(expected.complement()));
        }
        for first in ["0:0", "1:0", "2:0"] {
            let (with, without) = (ask(12, "0", Some(first)), ask(12, "0", None));
            assert_eq!(with, without);
        }
    }

    #[test]
    fn unknown_sizes_are_errors_unless_the_answer_follows() {
        let (deck, given) = (Deck::new(5).unwrap(), None);
        let five = |sets: &str| Question { sets: sets.parse().unwrap(), given }.answer(deck, 100);
        assert!(five("2+").is_err());
        assert_eq!(five("1+").unwrap().complement(), Ratio::ZERO);
        assert_eq!(five("1634").unwrap(), Ratio::ZERO);
        let large = Deck::new(6).unwrap();
        let question = Question { sets: SetCounts::SOME, given: None };
        assert_eq!(question.answer(large, 400), Ok(Ratio::new(1, 1)));
        assert!(question.answer(large, 100).is_err());
    }
}
