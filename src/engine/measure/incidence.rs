//! The sets of 512 hands at once: for every set of the deck, the hands that hold it.
//!
//! A hand is one bit, so whether hands hold a set takes two operations for all of them, whatever
//! their size: the hands that hold the first card, and the second, and the third. To count the sets
//! of each hand takes about four more ([`BitCounts`]). Cards in sets are found card by card: those
//! of the hands that hold two others with which the card is a set. That takes two operations a pair
//! of others, and four to find the cards in two sets, too.

use crate::card::{Deck, digits_that_differ};
use crate::lanes::{Arithmetic, BitCounts, Bits, InstructionSet, Task};
use crate::tally::Tally;

/// The numbers of the three cards of a set.
type Numbers = [u16; 3];

/// Of more sets the counts seldom tell how they meet.
const MOST_FEW: usize = 5;

/// The hands of a batch, and what is counted of them.
#[derive(Debug)]
pub(super) struct Incidence {
    instructions: InstructionSet,
    /// The sets of the deck by type, each type filled up to a multiple of eight.
    sets: Vec<[Numbers; 8]>,
    /// Where the sets of each type end.
    ends: Vec<usize>,
    /// For each card, the hands that hold it; the card beyond the deck is in none.
    holders: Vec<Bits>,
    /// For each card the pairs that are a set with it.
    pairs: Vec<Vec<[u16; 2]>>,
    pub(super) found: Found,
}

/// Which cards are counted, apart from sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    /// None.
    None,
    /// Those in one set at least.
    One,
    /// Those in one set at least, and those in two.
    Two,
}

/// How a measure is found of all hands of a batch.
pub(super) struct InBatch {
    /// The counts of cards that it takes.
    pub(super) marks: Marks,
    /// Tallies it for these hands of one size, and returns those of which the counts do not tell.
    pub(super) tally: fn(&Found, usize, &Bits, &mut Tally) -> Bits,
}

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The number of sets of each hand.
    pub(super) sets: BitCounts,
    /// The number of cards of each hand in one set at least, and in two.
    pub(super) cards_in_sets: [BitCounts; 2],
    /// The number of sets of each type in all hands, types from 1 on.
    pub(super) types: Vec<u64>,
}

impl Incidence {
    pub(super) fn new(deck: Deck, instructions: InstructionSet) -> Self {
        let (mut sets, mut ends) = (Vec::new(), Vec::new());
        let blank = [u16::try_from(deck.size()).unwrap_or_default(); 3];
        for mut of_type in by_type(deck) {
            of_type.resize(of_type.len().next_multiple_of(8), blank);
            sets.extend_from_slice(of_type.as_chunks().0);
            ends.push(sets.len());
        }
        let mut pairs = vec![Vec::new(); deck.size()];
        for [a, b, c] in by_type(deck).into_iter().flatten() {
            for [card, others @ ..] in [[a, b, c], [b, a, c], [c, a, b]] {
                pairs[usize::from(card)].push(others);
            }
        }
        Self {
            instructions,
            sets,
            ends,
            holders: vec![Bits::default(); deck.size() + 1],
            pairs,
            found: Found::default(),
        }
    }

    /// Forgets all hands.
    pub(super) fn clear(&mut self) {
        self.holders.fill(Bits::default());
    }

    /// Gives a card to each of the first hands of a group of 64.
    pub(super) fn insert(&mut self, group: usize, cards: &[u16]) {
        let mut hand = 1;
        for &card in cards {
            self.holders[usize::from(card)].insert(group, hand);
            hand <<= 1;
        }
    }

    /// Counts the sets of all hands, and if wanted the cards in sets.
    pub(super) fn count(&mut self, marks: Marks) {
        self.found = Found::default();
        let mut start = 0;
        for place in 0..self.ends.len() {
            let end = self.ends[place];
            let before = self.found.sets.sum();
            let (sets, holders, counts) =
                (&self.sets[start..end], &self.holders, &mut self.found.sets);
            self.instructions.run(SetCounts { sets, holders, counts });
            self.found.types.push(self.found.sets.sum() - before);
            start = end;
        }
        let cards = CardCounts {
            pairs: &self.pairs,
            holders: &self.holders,
            counts: &mut self.found.cards_in_sets,
        };
        match marks {
            Marks::None => {}
            Marks::One => self.instructions.run(Marking::<1>(cards)),
            Marks::Two => self.instructions.run(Marking::<2>(cards)),
        }
    }
}

/// What so few sets have in common that their numbers tell how they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FewSets {
    /// The most that are pairwise disjoint.
    pub(super) disjoint: usize,
    /// The fewest cards that meet all.
    pub(super) transversal: usize,
}

impl FewSets {
    /// Of so many sets, with so many cards in one set at least, and in two.
    fn of(sets: usize, in_one: usize, in_two: usize) -> Option<Self> {
        let (disjoint, transversal) = match (3 * sets - in_one, in_two) {
            // At most two of them meet.
            (excess @ 0..=1, _) => (sets - excess, sets - excess),
            // Three share a card.
            (2, 1) => (sets - 2, sets - 2),
            // The second meets the first and the third; or each meets both others.
            (2, _) if sets == 3 => (2, 2),
            (3, _) if sets == 3 => (1, 2),
            // Of four, all share a card; or one meets all others; or each meets two others, or
            // three, where the other is disjoint from one.
            (3, 1) if sets == 4 => (1, 1),
            (5, 4) | (6, _) if sets == 4 => (1, 2),
            (3, 2) | (4 | 5, _) if sets == 4 => (2, 2),
            _ => return None,
        };
        Some(Self { disjoint, transversal })
    }
}

impl Found {
    /// Shows all hands with the same few sets; returns those with others.
    pub(super) fn few_sets(&self, hands: &Bits, mut see: impl FnMut(FewSets, &Bits)) -> Bits {
        let [one, two] = &self.cards_in_sets;
        let mut others = Bits::default();
        self.sets.each(hands, |sets, hands| {
            if sets > MOST_FEW {
                others = others.or(hands);
                return;
            }
            one.each(hands, |in_one, hands| {
                two.each(hands, |in_two, hands| match FewSets::of(sets, in_one, in_two) {
                    Some(few) => see(few, hands),
                    None => others = others.or(hands),
                });
            });
        });
        others
    }
}

/// The sets of a deck by the number of features in which their cards differ, from 1 on.
fn by_type(deck: Deck) -> Vec<Vec<Numbers>> {
    let mut sets = vec![Vec::new(); deck.features()];
    for a in deck.cards() {
        for b in deck.cards().skip(a.index() + 1) {
            let third = a.third(b);
            if third > b {
                let kind = digits_that_differ(a.code(deck), b.code(deck));
                let number = |index| u16::try_from(index).unwrap_or_default();
                sets[kind - 1].push([a, b, third].map(|card| number(card.index())));
            }
        }
    }
    sets
}

/// Counts sets.
struct SetCounts<'a> {
    sets: &'a [[Numbers; 8]],
    holders: &'a [Bits],
    counts: &'a mut BitCounts,
}

impl Task for SetCounts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, arithmetic: impl Arithmetic) {
        for eight in self.sets {
            let mut held = [Bits::default(); 8];
            for (held, cards) in held.iter_mut().zip(eight) {
                let [a, b, c] = cards.map(|card| &self.holders[usize::from(card)]);
                *held = a.and(b).and(c);
            }
            self.counts.add(&held, arithmetic);
        }
    }
}

/// Counts cards in sets.
struct CardCounts<'a> {
    pairs: &'a [Vec<[u16; 2]>],
    holders: &'a [Bits],
    counts: &'a mut [BitCounts; 2],
}

/// The same, those in up to so many sets.
struct Marking<'a, const MARKS: usize>(CardCounts<'a>);

impl<const MARKS: usize> Task for Marking<'_, MARKS> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, arithmetic: impl Arithmetic) {
        let CardCounts { pairs, holders, counts } = self.0;
        for (pairs, own) in pairs.chunks(8).zip(holders.chunks(8)) {
            let mut marked = [[Bits::default(); 8]; 2];
            for (place, (pairs, own)) in pairs.iter().zip(own).enumerate() {
                let [mut one, mut two] = [Bits::default(); 2];
                for &others in pairs {
                    let [b, c] = others.map(|card| &holders[usize::from(card)]);
                    let both = b.and(c);
                    if MARKS > 1 {
                        two = two.or(&one.and(&both));
                    }
                    one = one.or(&both);
                }
                marked[0][place] = one.and(own);
                marked[1][place] = two.and(own);
            }
            for (counts, marked) in counts.iter_mut().zip(&marked).take(MARKS) {
                counts.add(marked, arithmetic);
            }
        }
    }
}
