//! Counts sets in 512 hands at once: for every set of the deck, finds the hands that hold it.
//!
//! Each hand is one bit. From the bit planes of the numbers of all first cards, about two
//! operations per card of the deck compute which hands have it as their first card, and likewise
//! for the other positions. The hands that hold a set are the intersection of the hands that hold
//! its first, second and third card: two operations for all hands, whatever their size. Counting
//! the sets of each hand takes about four more ([`BitCounts`]). Marking the cards that are in sets
//! takes another operation per card, and marking those in two sets two more. Given these marks,
//! seven operations find the pendant sets, which have exactly one card in another set.

use super::few_sets::FewSets;
use crate::card::{Card, Deck, digits_that_differ};
use crate::hand;
use crate::lanes::{
    Arithmetic, BitCounts, Bits, Element, InstructionSet, Lanes, Task, each_number,
    optimization_barrier,
};
use crate::tally::Tally;

/// The cards of a batch of 512 hands, and the counts of their sets.
#[derive(Debug)]
pub(super) struct Incidence {
    instructions: InstructionSet,
    /// The sets of the deck in blocks of eight, sorted by type (the number of features in which
    /// their cards differ); each type is padded to a multiple of eight sets.
    sets: Vec<[[u16; 3]; 8]>,
    /// For each type of set, the index after its last block.
    ends: Vec<usize>,
    /// For each card, the hands that hold it. One more entry, for the card used as padding, stays
    /// empty.
    holders: Vec<Holders>,
    pub(super) counts: BatchCounts,
}

/// The hands of a batch that hold a given card.
#[derive(Clone, Copy, Debug, Default)]
struct Holders {
    all: Bits,
    /// The hands in which the given card is in one set or more.
    in_one: Bits,
    /// The hands in which the given card is in two sets or more.
    in_two: Bits,
}

/// Which cards in sets are counted, in addition to the number of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    /// Counts sets, but no cards.
    None,
    /// Counts sets, and the cards in one set or more.
    One,
    /// Counts sets, the cards in one set or more, the cards in two or more, and the pendant sets,
    /// which have exactly one card in another set.
    Two,
}

/// Evaluation of a measure for all hands of a batch at once.
pub(super) struct BatchEvaluation {
    /// Which cards in sets must be counted for the evaluation.
    pub(super) marks: Marks,
    /// Tallies the measure for the given hands from the counts; takes the counts, the hand size,
    /// the hands and the tally, and returns the hands for which the counts do not determine the
    /// measure.
    pub(super) tally: fn(&BatchCounts, usize, &Bits, &mut Tally) -> Bits,
}

/// Counts of sets and of cards in sets for all hands of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchCounts {
    /// The number of sets of each hand.
    pub(super) sets: BitCounts,
    /// The number of cards of each hand in one set or more, and the number in two or more.
    pub(super) cards_in_sets: [BitCounts; 2],
    /// The number of pendant sets of each hand: sets with exactly one card in another set.
    pub(super) pendants: BitCounts,
    /// The number of sets of each type, summed over all hands; the first entry is type 1.
    pub(super) types: Vec<u64>,
}

impl Incidence {
    pub(super) fn new(deck: Deck, instructions: InstructionSet) -> Self {
        let (mut sets, mut ends) = (Vec::new(), Vec::new());
        let blank = [u16::try_from(deck.size()).expect("a deck has 729 cards"); 3];
        for mut of_type in sets_by_type(deck) {
            of_type.resize(of_type.len().next_multiple_of(8), blank);
            sets.extend_from_slice(of_type.as_chunks().0);
            ends.push(sets.len());
        }
        Self {
            instructions,
            sets,
            ends,
            holders: vec![Holders::default(); deck.size() + 1],
            counts: BatchCounts::default(),
        }
    }

    /// Removes all cards from all hands.
    pub(super) fn clear(&mut self) {
        self.holders.fill(Holders::default());
    }

    /// Adds a card to each of the given hands; `numbers` holds the number of the card for each hand
    /// of the batch, in groups of 64 hands.
    pub(super) fn insert(&mut self, hands: &Bits, numbers: [&Lanes<u16>; 8]) {
        self.instructions.run(Insertion { hands, numbers, holders: &mut self.holders });
    }

    /// Counts the sets of all hands, and the cards in sets as far as `marks` requires.
    pub(super) fn count(&mut self, marks: Marks) {
        self.counts = BatchCounts::default();
        if marks > Marks::None {
            for Holders { in_one, in_two, .. } in &mut self.holders {
                [*in_one, *in_two] = [Bits::default(); 2];
            }
        }
        let mut start = 0;
        for place in 0..self.ends.len() {
            let end = self.ends[place];
            let before = self.counts.sets.sum();
            let (sets, holders, counts) =
                (&self.sets[start..end], &mut self.holders, &mut self.counts.sets);
            match marks {
                Marks::None => self.instructions.run(SetCounting::<0> { sets, holders, counts }),
                Marks::One => self.instructions.run(SetCounting::<1> { sets, holders, counts }),
                Marks::Two => self.instructions.run(SetCounting::<2> { sets, holders, counts }),
            }
            self.counts.types.push(self.counts.sets.sum() - before);
            start = end;
        }
        if marks > Marks::None {
            let (sets, holders, counts) = (&self.sets, &self.holders, &mut self.counts);
            self.instructions.run(CardCounts { holders, counts });
            if marks > Marks::One {
                let counts = &mut counts.pendants;
                self.instructions.run(PendantCounts { sets, holders, counts });
            }
        }
    }
}

impl BatchCounts {
    /// Evaluates a measure, which `value` selects, for the given hands with at most
    /// [`FewSets::MAX`] sets: calls `visit` with each value and the hands that have it. Returns the
    /// hands with more sets and those whose value the counts do not determine.
    pub(super) fn few_sets(
        &self,
        hands: &Bits,
        value: impl Fn(FewSets) -> Option<usize>,
        mut visit: impl FnMut(usize, &Bits),
    ) -> Bits {
        let [one, two] = self.cards_in_sets.each_ref().map(BitCounts::used);
        let pendants = self.pendants.used();
        let mut others = Bits::default();
        self.sets.each(hands, |sets, hands| {
            if sets > FewSets::MAX {
                others = others.or(hands);
                return;
            }
            each_number(one, hands, |in_one, hands| {
                each_number(two, hands, |in_two, hands| {
                    each_number(pendants, hands, |pendants, hands| {
                        match value(FewSets::look_up(sets, in_one, in_two, pendants)) {
                            Some(value) => visit(value, hands),
                            None => others = others.or(hands),
                        }
                    });
                });
            });
        });
        others
    }
}

/// Returns the sets of a deck grouped by type, the number of features in which their cards differ,
/// starting with 1. Within a type, parallel sets are consecutive: they share no card, so the
/// processor can update their marks independently.
fn sets_by_type(deck: Deck) -> Vec<Vec<[u16; 3]>> {
    let opposite = |card: Card| Card::at(0).third(card);
    let cards: Vec<Card> = deck.cards().collect();
    let mut sets = vec![Vec::new(); deck.features()];
    for set in hand::sets(&cards, deck) {
        let [a, b, _] = set.map(Card::at);
        let difference = opposite(a).third(b);
        let direction = difference.min(opposite(difference));
        let kind = digits_that_differ(a.code(deck), b.code(deck));
        let numbers = set.map(|index| u16::try_from(index).expect("a deck has 729 cards"));
        sets[kind - 1].push((direction, numbers));
    }
    let mut all = Vec::new();
    for mut of_type in sets {
        of_type.sort_by_key(|&(direction, _)| direction);
        all.push(of_type.into_iter().map(|(_, numbers)| numbers).collect());
    }
    all
}

/// Task that adds one card to each of the given hands.
struct Insertion<'a> {
    hands: &'a Bits,
    numbers: [&'a Lanes<u16>; 8],
    holders: &'a mut [Holders],
}

impl Task for Insertion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let Self { hands, numbers, holders } = self;
        let planes = Bits::planes(&numbers.map(|lanes| lanes.map(u16::low_byte)));
        let [lower, higher] =
            [&planes[..4], &planes[4..]].map(|planes| hands.combinations::<16>(planes));
        let mut highest = [*hands; 4];
        if holders.len() > 256 {
            let bytes = numbers.map(|lanes| lanes.map(|number| (number >> 8).low_byte()));
            highest = hands.combinations(&Bits::planes(&bytes)[..2]);
        }
        for (holders, highest) in holders.chunks_mut(256).zip(&highest) {
            for (holders, higher) in holders.chunks_mut(16).zip(&higher) {
                let higher = higher.and(highest);
                for (holders, lower) in holders.iter_mut().zip(&lower) {
                    holders.all = holders.all.or(&lower.and(&higher));
                    optimization_barrier();
                }
            }
        }
    }
}

/// Task that counts sets and marks cards: none for `MARKS` = 0, those in one set or more for 1, and
/// also those in two sets or more for 2.
struct SetCounting<'a, const MARKS: usize> {
    sets: &'a [[[u16; 3]; 8]],
    holders: &'a mut [Holders],
    counts: &'a mut BitCounts,
}

impl<const MARKS: usize> Task for SetCounting<'_, MARKS> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        for eight in self.sets {
            let mut held = [Bits::default(); 8];
            for (held, numbers) in held.iter_mut().zip(eight) {
                let [a, b, c] = numbers.map(|number| &self.holders[usize::from(number)].all);
                let hands = a.and(b).and(c);
                for number in numbers.iter().take(3 * MARKS) {
                    let holders = &mut self.holders[usize::from(*number)];
                    if MARKS > 1 {
                        holders.in_two = holders.in_two.or(&holders.in_one.and(&hands));
                    }
                    holders.in_one = holders.in_one.or(&hands);
                }
                *held = hands;
            }
            self.counts.add(&held, arithmetic);
        }
    }
}

/// Task that counts the cards in one set or more, and those in two or more.
struct CardCounts<'a> {
    holders: &'a [Holders],
    counts: &'a mut BatchCounts,
}

impl Task for CardCounts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let [one, two] = &mut self.counts.cards_in_sets;
        for holders in self.holders.chunks(8) {
            let [mut in_one, mut in_two] = [[Bits::default(); 8]; 2];
            for (holders, (one, two)) in holders.iter().zip(in_one.iter_mut().zip(&mut in_two)) {
                (*one, *two) = (holders.in_one, holders.in_two);
            }
            one.add(&in_one, arithmetic);
            two.add(&in_two, arithmetic);
        }
    }
}

/// Task that counts pendant sets, which have exactly one card in another set.
struct PendantCounts<'a> {
    sets: &'a [[[u16; 3]; 8]],
    holders: &'a [Holders],
    counts: &'a mut BitCounts,
}

impl Task for PendantCounts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        for eight in self.sets {
            let mut pendants = [Bits::default(); 8];
            for (pendant, numbers) in pendants.iter_mut().zip(eight) {
                let [a, b, c] = numbers.map(|number| &self.holders[usize::from(number)]);
                let held = a.all.and(&b.all).and(&c.all);
                let [a, b, c] = [a, b, c].map(|holders| &holders.in_two);
                *pendant = held.and(&a.xor(b).xor(c)).and_not(&a.and(b));
            }
            self.counts.add(&pendants, arithmetic);
        }
    }
}
