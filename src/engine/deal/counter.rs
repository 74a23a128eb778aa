//! Sets counted in 64 hands at a time: in hands that are dealt on the way, or in hands that were
//! dealt before and kept. The hands can be shown in batches, for other measures.

use super::generators::Generators;
use super::histogram::Histogram;
use super::lane_dealer::LaneDealer;
use super::triples::{BlockCounts, TripleSizes};
use super::{Seed, deals_per_block};
use crate::card::Card;
use crate::detect::Strategy;
use crate::detect::lane_tests::{CardsInSets, LaneTest, MAX_HAND, WithTest, running_totals};
use crate::lanes::{Arithmetic, BATCH, Element, InstructionSet, LANES, Lanes, Task};
use crate::measure::Batch;
use crate::pack::Pack;
use std::slice::ChunksExact;
use std::sync::Arc;

/// Counts the sets of hands in lanes, block by block, by one strategy.
pub(crate) trait LaneCounter: Send + Sync {
    /// A counter of the same hands for another thread.
    fn fork(&self) -> Box<dyn LaneCounter>;

    /// Keeps the hands of all blocks, of the largest size, one hand after the other: from now on
    /// these are counted.
    fn keep(&mut self, blocks: &[Vec<Card>]);

    /// Counts the first hands of a block, and shows them in batches if that is wanted.
    fn count(&mut self, block: u64, hands: u64, see: OnBatch<'_>) -> &BlockCounts;

    /// Shows the number of sets in each of the first hands of a block, of the largest size, in the
    /// order of dealing; and the hands if that is wanted.
    fn for_each_batch(&mut self, block: u64, hands: u64, see: OnBatch<'_>);
}

/// Sees hands, batch by batch.
type OnBatch<'a> = &'a mut dyn FnMut(&Batch<'_>);

/// The hands to count, and the way to count them.
#[derive(Clone, Debug)]
pub(crate) struct LaneSettings {
    pub(crate) pack: Pack,
    /// How many cards are dealt.
    pub(crate) cards: usize,
    /// The hand sizes whose sets are counted.
    pub(crate) sizes: TripleSizes,
    pub(crate) seed: Seed,
    pub(crate) set: InstructionSet,
    /// Whether the cards before the first set are counted, too.
    pub(crate) clear: bool,
    /// Whether the hands are shown.
    pub(crate) shown: bool,
}

impl LaneSettings {
    /// Returns the counter that uses a strategy, if the strategy has lanes.
    ///
    /// # Panics
    ///
    /// If sets are to be counted among more than [`MAX_HAND`] cards: the number of sets of a
    /// hand would wrap.
    pub(crate) fn counter(self, strategy: Strategy) -> Option<Box<dyn LaneCounter>> {
        let left = self.sizes.most_left(self.pack.deck());
        let largest = self.sizes.dealt.largest().max(self.sizes.in_sets.largest()).max(left);
        assert!(largest <= MAX_HAND, "lanes cannot count the sets of {largest} cards");
        strategy.in_lanes(self.pack.deck(), self)
    }
}

impl WithTest for LaneSettings {
    type Output = Box<dyn LaneCounter>;

    fn with<T: LaneTest>(self, test: T) -> Box<dyn LaneCounter> {
        // A hand with a card more than the largest cap always holds a set: it need not be counted.
        let without_set = if self.clear { self.pack.deck().largest_cap() } else { 0 };
        let cards = self.sizes.dealt.largest().max(without_set);
        let left = self.sizes.most_left(self.pack.deck());
        let sizes = &self.sizes;
        let [sets, leaving, in_sets] = [&sizes.dealt, &sizes.leaving, &sizes.in_sets]
            .map(|sizes| vec![Histogram::default(); sizes.iter().len()]);
        let clear = self.clear.then(Histogram::default);
        Box::new(Counter {
            test,
            dealer: LaneDealer::new(&self.pack, self.cards),
            kept: None,
            shown: Vec::new(),
            encoded: vec![T::Card::default(); cards.max(left)],
            totals: vec![Lanes::default(); cards],
            left: vec![Lanes::default(); left],
            left_totals: vec![Lanes::default(); left],
            counts: BlockCounts { sets, left: leaving, in_sets, clear },
            in_sets: CardsInSets::new(sizes.in_sets.largest()),
            each: None,
            settings: self,
        })
    }
}

#[derive(Clone)]
struct Counter<T: LaneTest> {
    settings: LaneSettings,
    test: T,
    dealer: LaneDealer<T::Number>,
    /// Hands that were dealt before, `cards` lanes for each 64 of them.
    kept: Option<Arc<[Lanes<T::Number>]>>,
    /// The cards of a batch, if it is shown.
    shown: Vec<Lanes<u16>>,
    /// Scratch: the cards of 64 hands as the test wants them.
    encoded: Vec<T::Card>,
    /// The number of sets up to each card.
    totals: Vec<Lanes<T::Code>>,
    /// Scratch: the cards that hands leave, the last one dealt first.
    left: Vec<Lanes<T::Number>>,
    /// The number of sets up to each of them.
    left_totals: Vec<Lanes<T::Code>>,
    /// Scratch: which cards are in sets.
    in_sets: CardsInSets<T>,
    counts: BlockCounts,
    /// The number of sets of each hand, if that is wanted instead of counts.
    each: Option<Vec<u8>>,
}

impl<T: LaneTest> LaneCounter for Counter<T> {
    fn fork(&self) -> Box<dyn LaneCounter> {
        Box::new(self.clone())
    }

    fn keep(&mut self, blocks: &[Vec<Card>]) {
        let size = self.settings.cards;
        let batch = |cards: &[Card]| {
            // The lanes beyond the last hand hold any card.
            let card = |place: usize| cards.get(place).copied().unwrap_or_default();
            let number = |place| {
                let number = T::Number::try_from(card(place).index());
                number.ok().expect("numbers of lanes have room for the cards of the deck")
            };
            let lanes = |place| Lanes::from_fn(|lane| number(lane * size + place));
            (0..size).map(lanes).collect::<Vec<_>>()
        };
        let batches = blocks.iter().flat_map(|cards| cards.chunks(LANES * size));
        self.kept = Some(batches.flat_map(batch).collect());
    }

    fn count(&mut self, block: u64, hands: u64, see: OnBatch<'_>) -> &BlockCounts {
        self.histograms().for_each(Histogram::clear);
        self.run(block, hands, see);
        self.histograms().for_each(Histogram::finish);
        &self.counts
    }

    fn for_each_batch(&mut self, block: u64, hands: u64, see: OnBatch<'_>) {
        self.each = Some(Vec::new());
        self.run(block, hands, see);
        self.each = None;
    }
}

impl<T: LaneTest> Counter<T> {
    fn histograms(&mut self) -> impl Iterator<Item = &mut Histogram> {
        let BlockCounts { sets, left, in_sets, clear } = &mut self.counts;
        sets.iter_mut().chain(left).chain(in_sets).chain(clear)
    }

    fn run(&mut self, block: u64, hands: u64, see: OnBatch<'_>) {
        let LaneSettings { set, seed, cards, shown, .. } = self.settings;
        let kept = self.kept.clone();
        let mut source = match &kept {
            None => LaneHands::Dealt(Generators::of_block(seed, block)),
            Some(kept) => {
                let batches = block * (deals_per_block(cards) / LANES as u64);
                let first = usize::try_from(batches).map_or(kept.len(), |batches| batches * cards);
                LaneHands::Kept(kept[first..].chunks_exact(cards))
            }
        };
        // Hands that are not shown are counted in one go.
        for hands in parts(hands, if shown { BATCH } else { usize::MAX }) {
            source = set.run(CountTask { counter: self, source, hands });
            if shown || self.each.is_some() {
                let sets = self.each.as_deref().unwrap_or_default();
                see(&Batch { columns: &self.shown, sets, cards, hands });
                self.shown.clear();
                self.each.iter_mut().for_each(Vec::clear);
            }
        }
    }

    /// Counts the first `hands` of 64 hands whose sets are in `totals`.
    #[inline(always)]
    fn record(&mut self, hands: usize) {
        let BlockCounts { sets, left, clear, .. } = &mut self.counts;
        let (sizes, whole) = (&self.settings.sizes, self.settings.pack.deck().size());
        for (cards, histogram) in sizes.dealt.iter().zip(sets) {
            record_last(cards, &self.totals, histogram, hands);
        }
        if !left.is_empty() {
            for (cards, histogram) in sizes.leaving.iter().zip(left) {
                record_last(whole - cards, &self.left_totals, histogram, hands);
            }
        }
        if let Some(clear) = clear {
            let mut without = Lanes::<T::Code>::default();
            for total in &self.totals {
                without.add(&total.map(|sets| T::Code::from(sets == T::Code::default())));
            }
            clear.record(&without, hands);
        }
    }
}

/// Counts the first `hands` of 64 hands of `cards` cards by their sets.
#[inline(always)]
fn record_last<T: Element>(cards: usize, totals: &[Lanes<T>], into: &mut Histogram, hands: usize) {
    match cards.checked_sub(1) {
        Some(last) => into.record(&totals[last], hands),
        None => into.record(&Lanes::<u8>::default(), hands),
    }
}

/// The cards of hands, 64 hands at a time.
#[expect(clippy::large_enum_variant, reason = "one for each block, on the stack")]
enum LaneHands<'a, N> {
    Dealt(Generators),
    Kept(ChunksExact<'a, Lanes<N>>),
}

/// The one way through hands in lanes.
struct CountTask<'a, 'b, T: LaneTest> {
    counter: &'a mut Counter<T>,
    source: LaneHands<'b, T::Number>,
    hands: usize,
}

impl<'b, T: LaneTest> Task for CountTask<'_, 'b, T> {
    /// The source, after the hands just counted.
    type Output = LaneHands<'b, T::Number>;

    #[inline(always)]
    fn run<A: Arithmetic>(mut self, arithmetic: A) -> Self::Output {
        for hands in parts(self.hands as u64, LANES) {
            let counter = &mut *self.counter;
            let Counter { settings, test, dealer, encoded, in_sets, each, shown, .. } = counter;
            let (totals, left, left_totals) =
                (&mut counter.totals[..], &mut counter.left[..], &mut counter.left_totals[..]);
            let cards = match &mut self.source {
                LaneHands::Dealt(generators) => dealer.deal(generators, arithmetic),
                LaneHands::Kept(batches) => batches.next().expect("there is a batch for all hands"),
            };
            if settings.shown {
                shown.extend(cards.iter().map(|cards| cards.map(Into::into)));
            }
            let sizes = &settings.sizes;
            let counted = sizes.in_sets.iter().zip(&mut counter.counts.in_sets);
            count_in_sets(test, cards, hands, in_sets, counted, arithmetic);
            let dealt = &cards[..totals.len()];
            running_totals(test, dealt, encoded, totals, arithmetic);
            if !left.is_empty() {
                left.iter_mut().zip(cards.iter().rev()).for_each(|(left, card)| *left = *card);
                running_totals(test, left, encoded, left_totals, arithmetic);
            }
            if let Some(each) = each {
                // A hand of no cards holds no set.
                let last = totals.last().copied().unwrap_or_default();
                each.extend_from_slice(&last.map(T::Code::low_byte).0[..hands]);
            } else {
                self.counter.record(hands);
            }
        }
        self.source
    }
}

/// Counts cards in sets in the first `hands` of 64 hands, for hands of some sizes.
#[inline(always)]
fn count_in_sets<'a, T: LaneTest, A: Arithmetic>(
    test: &T,
    cards: &[Lanes<T::Number>],
    hands: usize,
    in_sets: &mut CardsInSets<T>,
    sizes: impl Iterator<Item = (usize, &'a mut Histogram)>,
    arithmetic: A,
) {
    in_sets.clear();
    let mut added = 0;
    for (size, histogram) in sizes {
        for card in &cards[added..size] {
            in_sets.add(test, card, arithmetic);
        }
        added = size;
        histogram.record(&in_sets.number(), hands);
    }
}

/// Parts of `most` hands, the last perhaps of fewer.
pub(super) fn parts(hands: u64, most: usize) -> impl Iterator<Item = usize> {
    let starts = (0..hands).step_by(most);
    starts.map(move |start| usize::try_from(hands - start).map_or(most, |left| left.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::hand::sizes::Sizes;

    fn settings(deck: Deck, cards: usize) -> LaneSettings {
        let (sizes, seed, set) = (Sizes::one(cards).into(), Seed(1), InstructionSet::Baseline);
        LaneSettings { pack: deck.into(), cards, sizes, seed, set, clear: false, shown: false }
    }

    /// Otherwise a run in lanes would silently count hand by hand.
    #[test]
    fn strategies_with_lanes_have_a_counter() {
        for strategy in Strategy::ALL {
            for deck in Deck::all() {
                let has_counter = settings(deck, 3).counter(strategy).is_some();
                assert_eq!(has_counter, strategy.has_lanes(), "{strategy} {deck:?}");
            }
        }
    }

    #[test]
    fn the_largest_hand_has_a_counter() {
        assert!(settings(Deck::GAME, MAX_HAND).counter(Strategy::default()).is_some());
    }

    #[test]
    #[should_panic(expected = "cannot count the sets of 41 cards")]
    fn larger_hands_have_none() {
        settings(Deck::GAME, MAX_HAND + 1).counter(Strategy::default());
    }

    /// Neither among the cards that hands leave.
    #[test]
    #[should_panic(expected = "cannot count the sets of 41 cards")]
    fn hands_that_leave_more_have_none() {
        let dealt = Deck::GAME.size();
        let mut settings = settings(Deck::GAME, dealt);
        (settings.sizes.dealt, settings.sizes.leaving) =
            ([].into_iter().collect(), [dealt - MAX_HAND - 1].into_iter().collect());
        settings.counter(Strategy::default());
    }
}
