//! How hard the sets of a table are to find.
//!
//! Jacob and Hochstein, "Set recognition as a window to perceptual and cognitive processes"
//! (Perception & Psychophysics 70, 2008, pages 1165 to 1184), measured players at tables of 12
//! cards: sets whose cards share values are preferred and found sooner than sets whose cards
//! differ, and the more sets there are, the sooner one is found, as in a race of independent
//! searches. The [index](Difficulty::index) makes a number of this, and is a model:
//!
//! * Three cards that differ in `d` features attract the eye in proportion to 1/d.
//! * The eye falls on sets, and on near misses: three cards that fail to be a set in one feature.
//!   That near misses take time is an assumption.
//! * Each look is independent of those before. The index is the mean number of looks until a set is
//!   seen: the attraction of all sets and near misses, divided by that of the sets.
//!
//! So it rises with the features that differ in the sets and with the near misses, and falls with
//! the number of sets. One that is twice as high does not mean that people need twice the time.

use super::{Construction, Puzzle, solve};
use crate::card::{Card, Deck, MOST_FEATURES};
use crate::deal::{Seed, deal_block};
use crate::detect::Detector;
use crate::name::named_enum;
use crate::run::{RunError, StopFlag, Threads};
use crate::stats::{Ratio, to_float};

/// The sets and the near misses of some cards, by the number of features in which their cards
/// differ.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, puzzle::Difficulty};
/// // The first three cards are a set and differ in one feature; the last three fail in one
/// // feature, and differ in two.
/// let hand = [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 1, 0]].map(Card::from_digits);
/// let difficulty = Difficulty::of(&hand, Deck::GAME);
/// assert_eq!((difficulty.sets(), difficulty.near_misses()), (1, 1));
/// assert_eq!(difficulty.index(), Some(1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// The number of sets whose cards differ in 1, 2, ... features.
    pub sets_by_differing: [usize; MOST_FEATURES],
    /// The number of near misses whose cards differ in 1, 2, ... features: three cards that fail to
    /// be a set in one feature.
    pub near_misses_by_differing: [usize; MOST_FEATURES],
}

impl Difficulty {
    /// Looks at all triples of some cards.
    #[must_use]
    pub fn of(hand: &[Card], deck: Deck) -> Self {
        // One bit of three for each feature.
        let one_hot = |card: &Card| card.digits(deck).fold(0_u32, |code, it| code << 3 | 1 << it);
        let codes: Vec<u32> = hand.iter().map(one_hot).collect();
        let mut found = Self::default();
        for (last, &c) in codes.iter().enumerate() {
            for (second, &b) in codes[..last].iter().enumerate() {
                for &a in &codes[..second] {
                    // A feature in which two cards agree and the third does not leaves one bit.
                    let fails = ((a | b | c) ^ (a ^ b ^ c)).count_ones();
                    if fails <= 1 {
                        let alike = (a & b & c).count_ones() as usize;
                        let differing = deck.features() - alike;
                        found.of_kind(fails == 0)[differing - 1] += 1;
                    }
                }
            }
        }
        found
    }

    fn of_kind(&mut self, is_set: bool) -> &mut [usize; MOST_FEATURES] {
        if is_set { &mut self.sets_by_differing } else { &mut self.near_misses_by_differing }
    }

    /// The number of sets.
    #[must_use]
    pub fn sets(&self) -> usize {
        self.sets_by_differing.iter().sum()
    }

    /// The number of near misses.
    #[must_use]
    pub fn near_misses(&self) -> usize {
        self.near_misses_by_differing.iter().sum()
    }

    /// The index of difficulty, 1 or more: the attraction of all sets and near misses, divided by
    /// that of the sets. `None` without sets.
    #[must_use]
    pub fn index(&self) -> Option<f64> {
        let [sets, misses] =
            [&self.sets_by_differing, &self.near_misses_by_differing].map(attraction);
        (sets > 0).then(|| Ratio::new(sets + misses, sets).value())
    }
}

/// The sum of 1/d over triples that differ in `d` features, times 60.
fn attraction(counts: &[usize; MOST_FEATURES]) -> u128 {
    /// The least common multiple of 1 to 6.
    const ALL: u128 = 60;
    (1..).zip(counts).map(|(differing, &count)| ALL / differing * count as u128).sum()
}

/// How many hands a hand is compared with.
const SAMPLE: usize = 299;

/// Deals of each hand of the sample: rarer hands have no levels.
const DEALS: u64 = 10_000_000;

/// The seed of the sample.
const SAMPLE_SEED: Seed = Seed(0);

named_enum! {
    /// The third of the hands of some kind, by their index of difficulty.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Level: "difficulty" {
        /// The third with the lowest index.
        Easy = "easy",
        /// The third between.
        Medium = "medium",
        /// The third with the highest index.
        Hard = "hard",
    }
}

/// The limits between easy, medium and hard hands of some kind: the thirds of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// The indices of the sample, the lowest first.
    indices: Vec<f64>,
}

impl Levels {
    /// The levels of which some hands are a sample; `None` if a hand has no set.
    #[must_use]
    pub fn of(hands: impl IntoIterator<Item = Vec<Card>>, deck: Deck) -> Option<Self> {
        let index = |hand: Vec<Card>| Difficulty::of(&hand, deck).index();
        let indices = hands.into_iter().map(index).collect::<Option<Vec<f64>>>();
        let mut indices = indices.filter(|all| !all.is_empty())?;
        indices.sort_by(f64::total_cmp);
        Some(Self { indices })
    }

    /// The highest index of easy hands, and the lowest of hard ones.
    #[must_use]
    pub fn limits(&self) -> [f64; 2] {
        let last = self.indices.len() - 1;
        [last / 3, last - last / 3].map(|place| self.indices[place])
    }

    /// The level of a hand with some index. Where a third of the sample or more has the same lowest
    /// index, that is easy.
    #[must_use]
    pub fn level(&self, index: f64) -> Level {
        let [low, high] = self.limits();
        match index {
            _ if index <= low => Level::Easy,
            _ if index < high => Level::Medium,
            _ => Level::Hard,
        }
    }

    /// Whether some hand of the sample has the level.
    #[must_use]
    pub fn has(&self, level: Level) -> bool {
        self.indices.iter().any(|&index| self.level(index) == level)
    }

    /// The proportion of the sample with a lower index.
    #[must_use]
    pub fn easier_than(&self, index: f64) -> f64 {
        let easier = self.indices.partition_point(|&other| other < index);
        to_float(easier as u128) / to_float(self.indices.len() as u128)
    }

    /// The levels of random hands of `cards` cards with a set, as the first deals of a seed give
    /// them; `None` if none of them has one.
    #[must_use]
    pub fn of_random(deck: Deck, cards: usize) -> Option<Self> {
        /// Blocks that are looked at: of small hands few hold a set.
        const BLOCKS: u64 = 256;
        let mut indices = Vec::new();
        for block in 0..BLOCKS {
            deal_block(SAMPLE_SEED, block, deck, cards, SAMPLE as u64, |hand| {
                if indices.len() < SAMPLE {
                    indices.extend(Difficulty::of(hand, deck).index());
                }
            });
        }
        indices.sort_by(f64::total_cmp);
        (!indices.is_empty()).then_some(Self { indices })
    }
}

impl Puzzle {
    /// Asks for hands of one level of difficulty.
    #[doc(hidden)]
    #[must_use]
    pub fn of_level(self, levels: Levels, level: Level) -> Self {
        Self { level: Some((levels, level)), ..self }
    }

    /// Whether a hand has the level that is asked for, if one is.
    pub(super) fn has_level(&self, hand: &[Card]) -> bool {
        self.level.as_ref().is_none_or(|(levels, level)| {
            let index = Difficulty::of(hand, self.deck).index();
            index.is_some_and(|index| levels.level(index) == *level)
        })
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The levels of the hands of a list that the puzzle asks for, whatever its own level: those of
    /// 299 hands drawn by seed 0. `None` if they have no set, or the list has none of its type.
    #[doc(hidden)]
    #[must_use]
    pub fn levels_of(&self, list: &Construction, detector: &dyn Detector) -> Option<Levels> {
        /// Hands that are drawn; those of another type are left out.
        const DRAWN: usize = 1_000_000;
        let all = self.numbered(1);
        let wanted =
            list.draws(SAMPLE_SEED).take(DRAWN).filter(|hand| all.is_wanted(hand, detector));
        Levels::of(wanted.take(SAMPLE), self.deck)
    }

    /// One of the puzzles of the sample.
    fn numbered(&self, number: u64) -> Self {
        let seed = Self::seed_of(SAMPLE_SEED, number);
        let puzzle = Self::new(*self.simulation.measurer().pack(), self.wanted, seed, DEALS);
        Self { differing: self.differing, ..puzzle.expect("as valid as this one") }
    }

    /// The levels of the hands that the puzzle asks for, whatever its own level: those of 299
    /// numbered puzzles of seed 0. `None` if they are too rare, have no set, or `stop` is set.
    ///
    /// # Errors
    ///
    /// When the threads cannot be started.
    #[doc(hidden)]
    pub fn levels(&self, threads: Threads, stop: &StopFlag) -> Result<Option<Levels>, RunError> {
        self.levels_by(|puzzle| {
            let found = solve(puzzle, threads, stop, &|_| {})?.into_tally().0;
            Ok(found.map(|(_, hand)| hand))
        })
    }

    /// The levels of the hands that the puzzle asks for, as `find` solves the 299 numbered puzzles
    /// of seed 0. `None` if it does not solve one, or if the hands have no set.
    ///
    /// # Errors
    ///
    /// Those of `find`.
    #[doc(hidden)]
    pub fn levels_by<E>(
        &self,
        mut find: impl FnMut(&Self) -> Result<Option<Vec<Card>>, E>,
    ) -> Result<Option<Levels>, E> {
        let mut hands = Vec::new();
        for number in 1..=SAMPLE as u64 {
            match find(&self.numbered(number))? {
                Some(hand) => hands.push(hand),
                None => return Ok(None),
            }
        }
        Ok(Levels::of(hands, self.deck))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_thirds_and_the_lowest_index_is_easy() {
        let levels = Levels { indices: vec![1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0] };
        assert!(levels.limits().iter().eq(&[2.0, 4.0]));
        let level = |index| levels.level(index);
        assert_eq!([0.5, 2.0].map(level), [Level::Easy; 2]);
        assert_eq!([2.5, 3.5].map(level), [Level::Medium; 2]);
        assert_eq!([4.0, 9.0].map(level), [Level::Hard; 2]);
        let easier = [1.0, 2.0, 9.0].map(|index| levels.easier_than(index));
        assert!(easier.iter().eq(&[0.0, 2.0 / 7.0, 1.0]));
        let even = Levels { indices: vec![1.0; 5] };
        let has = [Level::Easy, Level::Medium, Level::Hard].map(|level| even.has(level));
        assert_eq!(has, [true, false, false]);
    }

    #[test]
    fn random_hands_have_levels_if_one_holds_a_set() {
        let levels = Levels::of_random(Deck::GAME, 12).unwrap();
        assert_eq!(levels.indices.len(), SAMPLE);
        assert!([Level::Easy, Level::Medium, Level::Hard].iter().all(|&it| levels.has(it)));
        assert_eq!(Levels::of_random(Deck::GAME, 2), None);
    }

    #[test]
    fn triples_are_counted_by_the_features_that_differ() {
        let hand = [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [2, 2, 2, 0]];
        let found = Difficulty::of(&hand.map(Card::from_digits), Deck::GAME);
        assert_eq!(found.sets_by_differing, [0, 0, 0, 1, 0, 0]);
        // The first two cards with the last one fail in the last feature alone, and differ in all.
        assert_eq!(found.near_misses_by_differing, [0, 0, 0, 1, 0, 0]);
        assert_eq!(found.index(), Some(2.0));
        // The more features differ, the less a triple attracts: 1 + 1/4 + 2/6 in place of 1.
        let near_misses_by_differing = [0, 0, 0, 1, 0, 2];
        let near = Difficulty { sets_by_differing: [1, 0, 0, 0, 0, 0], near_misses_by_differing };
        assert_eq!(near.index(), Some(95.0 / 60.0));
        let none = Difficulty::of(
            &hand[..2].iter().copied().map(Card::from_digits).collect::<Vec<_>>(),
            Deck::GAME,
        );
        assert_eq!((none.sets(), none.near_misses(), none.index()), (0, 0, None));
    }
}
