//! The sets of 512 hands at once: for every set of the deck, the hands that hold it.
//!
//! A hand is one bit. The bits of the numbers of all hands' first cards tell which hands have which
//! card first, in about two operations a card, and so on to the last. So whether hands hold a set
//! takes two operations for all of them, whatever their size: the hands that hold the first card,
//! and the second, and the third. To count the sets of each hand takes about four more
//! ([`BitCounts`]). The hands that hold a set hold its three cards in a set: another operation for
//! each card, and two more for the cards in two sets. With these, seven operations find the sets of
//! which one card alone is in another set.

use super::few_sets::FewSets;
use crate::card::{Card, Deck, digits_that_differ};
use crate::hand;
use crate::lanes::{
    Arithmetic, BitCounts, Bits, Element, InstructionSet, Lanes, Task, each_number,
    optimization_barrier,
};
use crate::tally::Tally;

/// The hands of a batch, and what is counted of them.
#[derive(Debug)]
pub(super) struct Incidence {
    instructions: InstructionSet,
    /// The sets of the deck by type, each type filled up to a multiple of eight.
    sets: Vec<[[u16; 3]; 8]>,
    /// Where the sets of each type end.
    ends: Vec<usize>,
    /// For each card, the hands that hold it; the card beyond the deck is in none.
    holders: Vec<Holders>,
    pub(super) counts: BatchCounts,
}

/// The hands that hold a card.
#[derive(Clone, Copy, Debug, Default)]
struct Holders {
    all: Bits,
    /// The hands in which the card is in one set or more.
    in_one: Bits,
    /// The hands in which the card is in two sets or more.
    in_two: Bits,
}

/// The cards that are counted, apart from sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    /// No cards.
    None,
    /// Cards in one set or more.
    One,
    /// Cards in one set or more, and in two or more; and the sets with one card alone in another.
    Two,
}

/// How a measure is found of all hands of a batch.
pub(super) struct InBatch {
    /// The counts of cards that it takes.
    pub(super) marks: Marks,
    /// Tallies the measure for these hands of one size; returns the hands that the counts leave
    /// undecided.
    pub(super) tally: fn(&BatchCounts, usize, &Bits, &mut Tally) -> Bits,
}

/// The numbers of sets and cards that were counted.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchCounts {
    /// The number of sets of each hand.
    pub(super) sets: BitCounts,
    /// The number of cards of each hand in one set or more, and in two or more.
    pub(super) cards_in_sets: [BitCounts; 2],
    /// The number of pendant sets of each hand: one card alone is in another set.
    pub(super) pendants: BitCounts,
    /// The number of sets of each type in all hands, types from 1 on.
    pub(super) types: Vec<u64>,
}

impl Incidence {
    pub(super) fn new(deck: Deck, instructions: InstructionSet) -> Self {
        let (mut sets, mut ends) = (Vec::new(), Vec::new());
        let blank = [u16::try_from(deck.size()).expect("a deck has 729 cards"); 3];
        for mut of_type in by_type(deck) {
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

    /// Forgets all hands.
    pub(super) fn clear(&mut self) {
        self.holders.fill(Holders::default());
    }

    /// Gives a card to each of these hands, by groups of 64.
    pub(super) fn insert(&mut self, hands: &Bits, numbers: [&Lanes<u16>; 8]) {
        self.instructions.run(Insertion { hands, numbers, holders: &mut self.holders });
    }

    /// Counts the sets of all hands, and if wanted the cards in sets.
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
    /// Shows each value that is known of few sets, and which of these hands have it; returns those
    /// of which it is not known.
    pub(super) fn few_sets(
        &self,
        hands: &Bits,
        value: impl Fn(FewSets) -> Option<usize>,
        mut see: impl FnMut(usize, &Bits),
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
                            Some(value) => see(value, hands),
                            None => others = others.or(hands),
                        }
                    });
                });
            });
        });
        others
    }
}

/// The sets of a deck by the number of features in which their cards differ, from 1 on. Those of
/// the same direction follow one another: they share no card, so that none waits for another.
fn by_type(deck: Deck) -> Vec<Vec<[u16; 3]>> {
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

/// Gives cards to hands.
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

/// Counts sets, and notes the cards in one set or more, or also those in two or more.
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

/// Counts cards in one set or more, and in two or more.
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

/// Counts pendant sets.
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
