//! Hands with a prescribed number of sets, made without dealing.
//!
//! All hands of a class (see [`crate::symmetry`]) have the same number of sets. So a hand is
//! uniformly distributed among all with the wanted number when its class is drawn in proportion to
//! the hands of the class, and a random affine map is applied to one of them.
//!
//! The classes are found card by card. A card of a hand of `k` cards with `s` sets is in 3s/k of
//! them on average, so there is a card that is in no more, and one that is in no less. Hands with
//! at least `s` sets therefore come from hands of one card less with at least s - floor(3s/k), and
//! hands with at most `s` sets from hands with at most s - ceil(3s/k). Where a number of sets is
//! rare, one of the two ways leads over few classes. The exact tables tell how many they are:
//! nearly all classes have as many hands as there are affine maps.

use super::Wanted;
use super::differing::{can_differ, proportion};
use crate::card::{Card, Deck};
use crate::deal::Seed;
use crate::exact::check::{CheckError, Contradiction};
use crate::exact::known::{counts, hands_with, sets_left};
use crate::hand::CardSet;
use crate::hand::combinations::binomial;
use crate::random::{below_wide, index};
use crate::run::{RunError, ThreadPool, Threads};
use crate::symmetry::{AffineMap, Class, Space, classes_within, group_order};
use rand::Rng;
use std::ops::RangeInclusive;

/// Hands are made instead of dealt where fewer than one deal in this number is an answer.
const RARE: u128 = 1_000_000_000;

/// The most classes on the way, approximately: a matter of seconds.
const MOST_CLASSES: u128 = 100_000;

/// The purpose of the random numbers.
const PURPOSE: &[u8; 16] = b"constructed hand";

/// All hands of a size with some number of sets, by classes.
#[derive(Clone, Debug)]
pub struct Construction {
    deck: Deck,
    classes: Vec<Class>,
    /// For each class, the number of hands up to its last one.
    ends: Vec<u128>,
    /// The number of its random words: each deck, hand size and number of sets has its own.
    stream: u64,
    /// Whether the cards that a hand leaves in the deck are constructed, as they are fewer.
    leaves: bool,
    /// The number of all hands of the size, whatever their sets.
    deals: u128,
    /// The number of features in which the cards of each set must differ, if that matters.
    differing: Option<usize>,
}

/// Why hands cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructionError {
    /// The threads could not be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The classes do not have as many hands as there are: a defect of the program.
    #[error(transparent)]
    Check(#[from] CheckError),
}

impl Construction {
    /// The hands that are wanted, if it is exactly known that fewer than one deal in a billion is
    /// one, and they can be made in seconds.
    ///
    /// ```
    /// use setodds_engine::{card::Deck, deal::Seed, puzzle::{Construction, Wanted}, run::Threads};
    /// let deck = Deck::new(5)?;
    /// // The planes of AG(5,3), 9 cards with 12 sets: one deal in 200 billion.
    /// let plane = Wanted { cards: 9, sets: 12 };
    /// let planes = Construction::of_rare(deck, plane, Threads::ONE)?.expect("a rare hand");
    /// assert_eq!(planes.hands(), 27 * 121 * 80 / 8);
    /// assert_eq!(planes.hand(Seed(1)).len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the threads cannot be started, or for a defect of the program.
    pub fn of_rare(
        deck: Deck,
        wanted: Wanted,
        threads: Threads,
    ) -> Result<Option<Self>, ConstructionError> {
        Self::rarer_than(RARE, deck, wanted, threads)
    }

    /// The hands that are wanted, if it is exactly known that at most one deal in `deals` is one,
    /// and they can be made in seconds.
    ///
    /// # Errors
    ///
    /// When the threads cannot be started, or for a defect of the program.
    pub fn rarer_than(
        deals: u128,
        deck: Deck,
        wanted: Wanted,
        threads: Threads,
    ) -> Result<Option<Self>, ConstructionError> {
        let Wanted { cards, sets } = wanted;
        let known = hands_with(deck, cards, sets).zip(binomial(deck.size(), cards));
        let is_rare = known.is_some_and(|(hands, all)| hands > 0 && all / hands >= deals);
        if is_rare { Self::new(deck, wanted, threads) } else { Ok(None) }
    }

    /// The hands that are wanted, however rare they are.
    fn new(
        deck: Deck,
        wanted: Wanted,
        threads: Threads,
    ) -> Result<Option<Self>, ConstructionError> {
        let Wanted { cards, sets } = wanted;
        let left = deck.size() - cards;
        let leaves = left < cards;
        let fewer = match leaves {
            true => sets_left(deck, cards, sets).map(|sets| Wanted { cards: left, sets }),
            false => Some(wanted),
        };
        let bounds = fewer.and_then(|fewer| cheapest_bounds(deck, fewer));
        let known = bounds.zip(binomial(deck.size(), cards));
        let Some((bounds, deals)) = known else { return Ok(None) };
        let pool = ThreadPool::new(threads)?;
        let classes = classes_within(&Space::new(deck), &bounds, &pool);
        let (ends, stream) = (ends(deck, &classes), stream(deck, wanted));
        let construction = Self { deck, classes, ends, stream, leaves, deals, differing: None };
        if Some(construction.hands()) != hands_with(deck, cards, sets) {
            return Err(CheckError { cards, what: Contradiction::ClassHands }.into());
        }
        Ok(Some(construction))
    }

    /// The classes that have hands whose sets all differ in `features` features, with all of their
    /// hands; `None` if no class has.
    #[must_use]
    pub fn differing(self, features: usize) -> Option<Self> {
        let can = |class: &&Class| can_differ(self.deck, &self.member(class), features);
        let classes: Vec<Class> = self.classes.iter().filter(can).copied().collect();
        let (ends, differing) = (ends(self.deck, &classes), Some(features));
        (!classes.is_empty()).then_some(Self { classes, ends, differing, ..self })
    }

    /// A hand of a class.
    fn member(&self, class: &Class) -> Vec<Card> {
        self.deck.cards().filter(is_held(&class.form, self.leaves)).collect()
    }

    /// The number of hands.
    #[must_use]
    pub fn hands(&self) -> u128 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether at most one deal in a billion is one of the hands; after [`Self::differing`], one
    /// whose sets all differ so.
    #[must_use]
    pub fn is_rare(&self) -> bool {
        let most = self.deals / RARE;
        let Some(features) = self.differing.filter(|_| self.hands() > most) else {
            return self.hands() <= most;
        };
        // Counted until they are too many.
        let mut fitting = 0;
        self.classes.iter().all(|class| {
            let proportion = proportion(self.deck, &self.member(class), features);
            let (fit, maps) = (proportion.numerator(), proportion.denominator());
            let hands = class.hands(self.deck);
            fitting += hands / maps * fit + hands % maps * fit / maps;
            fitting <= most
        })
    }

    /// One of the hands in random order, all of them equally likely: a function of the seed.
    #[must_use]
    pub fn hand(&self, seed: Seed) -> Vec<Card> {
        let mut random = seed.stream(PURPOSE, self.stream);
        self.draw(|| random.next_u64())
    }

    /// Independent random hands of a seed, without end; the first is [`Self::hand`].
    pub fn draws(&self, seed: Seed) -> impl Iterator<Item = Vec<Card>> + '_ {
        let mut random = seed.stream(PURPOSE, self.stream);
        std::iter::repeat_with(move || self.draw(|| random.next_u64()))
    }

    fn draw(&self, mut word: impl FnMut() -> u64) -> Vec<Card> {
        let number = below_wide(self.hands(), &mut word);
        let class = &self.classes[self.ends.partition_point(|&end| end <= number)];
        let image = random_map(self.deck, &mut word).image_of(&class.form);
        let mut hand: Vec<Card> = self.deck.cards().filter(is_held(&image, self.leaves)).collect();
        for last in (1..hand.len()).rev() {
            hand.swap(last, index(last + 1, &mut word));
        }
        hand
    }
}

/// For each class the number of hands up to its last one.
fn ends(deck: Deck, classes: &[Class]) -> Vec<u128> {
    let mut hands = 0;
    let end = |class: &Class| {
        hands += class.hands(deck);
        hands
    };
    classes.iter().map(end).collect()
}

/// Whether a hand holds a card: the cards of a form, or those that it leaves in the deck.
fn is_held(form: &CardSet, leaves: bool) -> impl Fn(&Card) -> bool + '_ {
    move |&card| form.contains(card) != leaves
}

/// The features, then three digits for the cards, then six for the sets.
const fn stream(deck: Deck, Wanted { cards, sets }: Wanted) -> u64 {
    (deck.features() as u64 * 1000 + cards as u64) * 1_000_000 + sets as u64
}

/// A random affine map, all of them equally likely: where it carries a frame, any other frame does.
fn random_map(deck: Deck, mut word: impl FnMut() -> u64) -> AffineMap {
    loop {
        let card = |_| Card::at(index(deck.size(), &mut word));
        let frame: Vec<Card> = (0..=deck.features()).map(card).collect();
        if let Some(map) = AffineMap::to_frame(&frame) {
            return map;
        }
    }
}

/// The bounds of the number of sets in hands of 1, 2, ... cards on the way that leads over fewer
/// classes; nothing if they are too many, or not known.
fn cheapest_bounds(
    deck: Deck,
    Wanted { cards, sets }: Wanted,
) -> Option<Vec<RangeInclusive<usize>>> {
    let (mut least, mut most) = (sets, sets);
    let (mut many, mut few) = (Vec::new(), Vec::new());
    for cards in (1..=cards).rev() {
        many.push(least..=sets);
        few.push(0..=most);
        least -= 3 * least / cards;
        most -= (3 * most).div_ceil(cards);
    }
    // In the end, exactly the number that is wanted.
    few.first_mut().into_iter().for_each(|all| *all = sets..=sets);
    let ways = [many, few].map(|mut bounds| {
        bounds.reverse();
        bounds
    });
    let cheapest = ways.into_iter().filter_map(|way| Some((classes(deck, &way)?, way)));
    let (classes, way) = cheapest.min_by_key(|&(classes, _)| classes)?;
    (classes <= MOST_CLASSES).then_some(way)
}

/// Approximately the classes of hands of 1, 2, ... cards within bounds, if their hands are known.
fn classes(deck: Deck, bounds: &[RangeInclusive<usize>]) -> Option<u128> {
    let of_size = |(cards, bounds): (usize, &RangeInclusive<usize>)| {
        let within = |(sets, hands): (usize, u128)| bounds.contains(&sets).then_some(hands);
        let hands: u128 = counts(deck, cards)?.into_iter().enumerate().filter_map(within).sum();
        Some(hands / group_order(deck))
    };
    (1..).zip(bounds).map(of_size).sum()
}

#[cfg(test)]
mod tests;
