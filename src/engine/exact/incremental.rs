//! All hands card by card, the last card of a hand never dealt: the fast way hand by hand.
//!
//! Of `k - 1` cards it is known, for every card of the deck, how many sets it makes with two of them.
//! So all hands that have one card more are counted at once: `s` sets among the cards plus `i` that
//! the new card makes, as often as there are cards outside that make `i`. Every hand is met in this
//! way once for each of its `k` cards, so each count is divided by `k`, without a rest, which is a
//! check. When a card is added, the third cards of the new pairs make one set more each: `k - 2` steps
//! for about `v - k` hands.
//!
//! # Frames
//!
//! Affine maps carry any three cards that are no set into any other three (Artin, "Geometric algebra":
//! the affine group is transitive on affine frames, and here a frame of a plane is extended to one of
//! the space). So of the hands with `s` sets equally many contain each such frame, and if `M` of them
//! contain one, `N` hands with `s` sets satisfy
//!
//! ```text
//! N (C(k,3) - s) = M v (v - 1)(v - 3)/6
//! ```
//!
//! because both sides count pairs of a hand and a frame in it. From four cards on every hand contains
//! a frame, so it is enough to count the hands around one: about (v/k)^3 times fewer.
//!
//! Both ways must give C(v,k) hands with the closed moments ([`mod@super::check`]), and equal those of the
//! strategies, which share nothing with them but the deck.

use super::check::{CheckError, check};
use super::hands::EnumerationError;
use super::{Exhaustive, Method};
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::combinations::{Subsets, binomial};
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure};
use crate::run::{Job, Kernel, Plan, Threads};
use crate::stats::to_float;
use crate::tally::{Tallies, Tally};
use std::time::{Duration, Instant};

/// The stems in a block: some milliseconds' work.
const STEMS_PER_BLOCK: u64 = 1 << 18;

/// Which hands are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// All.
    Nothing,
    /// Those that contain a certain frame: three cards that are no set.
    Frame,
}

impl Around {
    /// The cards that all hands have in common.
    const fn cards(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Frame => 3,
        }
    }

    /// The method that does so.
    #[must_use]
    pub const fn method(self) -> Method {
        match self {
            Self::Nothing => Method::Hands,
            Self::Frame => Method::Frames,
        }
    }
}

/// The name of the way in which the work is cut and put in order.
const SCHEME: &str = "stems-v1";

/// The hands of some sizes, counted card by card.
#[derive(Debug)]
pub struct Incremental {
    deck: Deck,
    sizes: Sizes,
    around: Around,
    /// The cards by place: those of the frame come last.
    cards: Vec<usize>,
    /// For each two cards the one that makes a set with them.
    thirds: ThirdCards,
    /// The sizes that are counted, each with the number of its first stem in the row of all.
    starts: Vec<(usize, u128)>,
    plan: Plan,
}

impl Incremental {
    /// The hands of these sizes.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, or the hands cannot be numbered.
    pub fn new(deck: Deck, sizes: Sizes, around: Around) -> Result<Self, EnumerationError> {
        let sizes = sizes.within(deck)?;
        let (mut starts, mut end) = (Vec::new(), 0_u128);
        for cards in sizes.iter().filter(|&cards| cards > around.cards()) {
            starts.push((cards, end));
            let stems = binomial(deck.size() - around.cards(), cards - 1 - around.cards());
            let next = stems.and_then(|stems| end.checked_add(stems));
            let numbered = next.filter(|&end| end <= u128::from(u64::MAX));
            end = numbered.ok_or(EnumerationError::TooMany { cards, size: deck.size() })?;
        }
        let job = Job::new("enumerate")
            .with("method", around.method())
            .with("scheme", SCHEME)
            .with("features", deck.features())
            .with("cards", &sizes)
            .with("measure", Measure::Sets);
        let plan = Plan::new(job, end, STEMS_PER_BLOCK);
        let (cards, thirds) = (places(deck, around), ThirdCards::new(deck));
        Ok(Self { deck, sizes, around, cards, thirds, starts, plan })
    }

    /// About how long it takes on so many threads, of which `available` run at once: the first stems
    /// of the largest hands, scaled up. Nothing when that passes the range of a duration.
    #[must_use]
    pub fn estimate(&self, threads: Threads, available: Threads) -> Option<Duration> {
        const TRIAL: u128 = 20_000;
        // Hands of the frame's cards and fewer are known without counting.
        let Some(&(cards, first)) = self.starts.last() else { return Some(Duration::ZERO) };
        let stems = (self.plan.units() - first).min(TRIAL);
        let (started, mut tally) = (Instant::now(), Tally::default());
        self.count(cards, 0, stems, &mut self.workspace(), &mut tally);
        std::hint::black_box(tally);
        let seconds = started.elapsed().as_secs_f64() * to_float(self.plan.units());
        let at_once = threads.count().min(available.count()) as u128;
        Duration::try_from_secs_f64(seconds / to_float(stems * at_once)).ok()
    }

    /// Counts the hands that have a card more than one of these stems.
    fn count(&self, cards: usize, first: u128, stems: u128, stem: &mut Stem, tally: &mut Tally) {
        let free = self.cards.len() - self.around.cards();
        let mut places = Subsets::starting_at(first, cards - 1 - self.around.cards(), free);
        while stem.pop() {}
        self.cards[free..].iter().for_each(|&card| stem.push(card));
        let (mut counts, mut left) = (vec![0; self.deck.sets() + 2], stems);
        if places.get().is_empty() {
            stem.record(&mut counts);
            left = 0;
        }
        // The lowest card changes with each stem, the others stay for a while.
        let others = |places: &Subsets, changed: usize| -> Vec<usize> {
            places.get()[1..=changed].iter().rev().map(|&place| self.cards[place]).collect()
        };
        let mut new = if left > 0 { others(&places, places.get().len() - 1) } else { Vec::new() };
        while left > 0 {
            new.iter().for_each(|&card| stem.push(card));
            let run = places.run().take(usize::try_from(left).unwrap_or(usize::MAX));
            left -= run.len() as u128;
            run.for_each(|place| stem.record_with(self.cards[place], &mut counts));
            let Some(changed) = places.advance_beyond_run() else { break };
            (0..changed).for_each(|_| _ = stem.pop());
            new = others(&places, changed);
        }
        counts.iter().enumerate().for_each(|(sets, &hands)| tally.add(sets, hands.into()));
    }

    /// How many hands there are for a number of countings: each was met once for each card that is
    /// not of the frame, and if only those around a frame were met, there are more elsewhere.
    fn hands(&self, cards: usize, sets: usize, met: u128) -> Option<u128> {
        let (size, cards) = (self.deck.size() as u128, cards as u128);
        let own = cards - self.around.cards() as u128;
        let (times, all) = match self.around {
            Around::Nothing => (own, 1),
            Around::Frame => {
                let frames = cards * (cards - 1) * (cards - 2) / 6 - sets as u128;
                (own * frames, size * (size - 1) * (size - 3) / 6)
            }
        };
        let met = met.checked_mul(all)?;
        met.is_multiple_of(times).then_some(met / times)
    }
}

/// The cards, those of the frame last: 0, 1 and 3, which are no set in any deck.
fn places(deck: Deck, around: Around) -> Vec<usize> {
    let frame: &[usize] = if around == Around::Frame { &[0, 1, 3] } else { &[] };
    let others = (0..deck.size()).filter(|card| !frame.contains(card));
    others.chain(frame.iter().copied()).collect()
}

/// Cards of which all hands are counted that have a card more.
#[derive(Debug)]
pub struct Stem<'a> {
    thirds: &'a ThirdCards,
    cards: Vec<usize>,
    /// The sets among the cards.
    sets: usize,
    /// The sets that each card of the deck makes with two of the cards.
    makes: Vec<u16>,
    inside: Vec<bool>,
    /// How many cards outside make 0, 1, 2, ... sets.
    outside: Vec<u32>,
}

impl<'a> Stem<'a> {
    fn new(thirds: &'a ThirdCards) -> Self {
        let size = thirds.size();
        // Two sets that a card makes have only that card in common.
        let mut outside = vec![0; size / 2 + 2];
        outside[0] = u32::try_from(size).unwrap_or(u32::MAX);
        let (cards, makes, inside) = (Vec::new(), vec![0; size], vec![false; size]);
        Self { thirds, cards, sets: 0, makes, inside, outside }
    }

    #[inline]
    fn push(&mut self, card: usize) {
        let made = usize::from(self.makes[card]);
        self.sets += made;
        self.outside[made] -= 1;
        self.inside[card] = true;
        let thirds = self.thirds.row(Card::at(card));
        for &other in &self.cards {
            let third = thirds[other].index();
            let made = usize::from(self.makes[third]);
            self.makes[third] += 1;
            if !self.inside[third] {
                self.outside[made] -= 1;
                self.outside[made + 1] += 1;
            }
        }
        self.cards.push(card);
    }

    /// Takes the last card off again, if there is one.
    #[inline]
    fn pop(&mut self) -> bool {
        let Some(card) = self.cards.pop() else { return false };
        let thirds = self.thirds.row(Card::at(card));
        for &other in &self.cards {
            let third = thirds[other].index();
            self.makes[third] -= 1;
            let made = usize::from(self.makes[third]);
            if !self.inside[third] {
                self.outside[made + 1] -= 1;
                self.outside[made] += 1;
            }
        }
        let made = usize::from(self.makes[card]);
        self.sets -= made;
        self.outside[made] += 1;
        self.inside[card] = false;
        true
    }

    /// Counts the hands with a card more by their sets.
    #[inline]
    fn record(&self, counts: &mut [u64]) {
        let counts = counts[self.sets..].iter_mut();
        for (count, &cards) in counts.zip(&self.outside).take(self.cards.len() / 2 + 1) {
            *count += u64::from(cards);
        }
    }

    /// Counts the hands with this card and one more by their sets, as if it were added and taken off
    /// again.
    #[inline]
    fn record_with(&self, card: usize, counts: &mut [u64]) {
        let own = usize::from(self.makes[card]);
        let counts = &mut counts[self.sets + own..];
        for (count, &cards) in counts.iter_mut().zip(&self.outside).take(self.cards.len() / 2 + 1) {
            *count += u64::from(cards);
        }
        counts[own] -= 1;
        let thirds = self.thirds.row(Card::at(card));
        for &other in &self.cards {
            let third = thirds[other].index();
            if !self.inside[third] {
                let made = usize::from(self.makes[third]);
                counts[made] -= 1;
                counts[made + 1] += 1;
            }
        }
    }
}

impl Kernel for Incremental {
    type Tally = Tallies<Key>;
    type Workspace<'a> = Stem<'a>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn workspace(&self) -> Stem<'_> {
        Stem::new(&self.thirds)
    }

    fn run<'a>(&'a self, block: u64, stem: &mut Stem<'a>) -> Tallies<Key> {
        let first = self.plan.first_unit(block);
        let last = first + u128::from(self.plan.units_in(block));
        let mut tallies = Tallies::default();
        for (number, &(cards, start)) in self.starts.iter().enumerate() {
            let end = self.starts.get(number + 1).map_or(self.plan.units(), |&(_, start)| start);
            let (from, to) = (first.max(start), last.min(end));
            if from < to {
                let tally = tallies.of(Key::sets(cards));
                self.count(cards, from - start, to - from, stem, tally);
            }
        }
        tallies
    }
}

impl Exhaustive for Incremental {
    fn leaves(&self) -> u128 {
        let fixed = self.around.cards();
        let hands = |&(cards, _): &(usize, _)| binomial(self.deck.size() - fixed, cards - fixed);
        self.starts.iter().filter_map(hands).sum()
    }

    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        let mut finished = Tallies::default();
        for cards in self.sizes.iter() {
            let error = CheckError { cards, what: "a count cannot be divided" };
            let tally = finished.of(Key::sets(cards));
            if cards <= self.around.cards() {
                // Nothing to count: of three cards all or none are a set.
                let sets = if cards == 3 { self.deck.sets() as u128 } else { 0 };
                tally.add(0, binomial(self.deck.size(), cards).unwrap_or_default() - sets);
                tally.add(1, sets);
            }
            for (sets, met) in counted.get(Key::sets(cards)).into_iter().flat_map(Tally::iter) {
                tally.add(sets, self.hands(cards, sets, met).ok_or(error.clone())?);
            }
            check(self.deck, cards, tally)?;
        }
        Ok(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::Strategy;
    use crate::exact::hands::Enumeration;
    use crate::run::{Partial, Silent, StopFlag, execute};

    fn count<E: Exhaustive>(method: &E) -> Tallies<Key> {
        let mut partial = Partial::new(method.plan().clone());
        execute(method, &mut partial, Threads::available(), &StopFlag::default(), &Silent).unwrap();
        method.finish(&partial.tally()).unwrap()
    }

    #[test]
    fn both_ways_agree_with_the_definition() {
        for (features, sizes) in [(2, "0-9"), (3, "0-6,25"), (4, "0-4"), (5, "3"), (6, "2")] {
            let (deck, sizes) = (Deck::new(features).unwrap(), sizes.parse::<Sizes>().unwrap());
            let by_hand = Enumeration::new(deck, sizes.clone(), Strategy::Naive).unwrap();
            let expected = count(&by_hand);
            for around in [Around::Nothing, Around::Frame] {
                let method = Incremental::new(deck, sizes.clone(), around).unwrap();
                assert_eq!(count(&method), expected, "{features} {around:?}");
            }
        }
    }

    #[test]
    fn frames_reach_further() {
        let hands = |features, cards| {
            let deck = Deck::new(features).unwrap();
            let method = Incremental::new(deck, Sizes::one(cards), Around::Frame).unwrap();
            count(&method).get(Key::sets(cards)).unwrap().iter().map(|(_, hands)| hands).collect()
        };
        let five: Vec<u128> = hands(5, 6);
        assert_eq!(five.iter().sum::<u128>(), binomial(243, 6).unwrap());
        let game: Vec<u128> = hands(4, 8);
        assert_eq!(game[..3], [14_587_567_020, 12_981_215_520, 3_996_514_080]);
    }

    #[test]
    fn a_count_that_cannot_be_divided_is_an_error() {
        let deck = Deck::new(2).unwrap();
        let method = Incremental::new(deck, Sizes::one(5), Around::Nothing).unwrap();
        let mut wrong = Tallies::default();
        wrong.of(Key::sets(5)).add(1, 7);
        let error = method.finish(&wrong).unwrap_err();
        assert_eq!((error.cards, error.what), (5, "a count cannot be divided"));
    }
}
