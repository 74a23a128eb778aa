//! The sets of 512 hands at once: for every set of the deck, the hands that hold it.
//!
//! A hand is one bit. The bits of the numbers of all hands' first cards tell which hands have which
//! card first, in about two operations a card, and so on to the last. So whether hands hold a set
//! takes two operations for all of them, whatever their size: the hands that hold the first card,
//! and the second, and the third. To count the sets of each hand takes about four more
//! ([`BitCounts`]). The hands that hold a set hold its three cards in a set: another operation for
//! each card, and one more for the cards in two sets. With these, five operations find the sets of
//! which one card alone is in another set.

use crate::card::{Card, Deck, digits_that_differ};
use crate::lanes::{
    Arithmetic, BitCounts, Bits, Element, InstructionSet, Lanes, Task, each_number, one_by_one,
};
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
    /// The hands of each card; the card beyond the deck is in none.
    cards: Vec<Hands>,
    pub(super) found: Found,
}

/// The hands that hold a card.
#[derive(Clone, Copy, Debug, Default)]
struct Hands {
    all: Bits,
    /// Those in which it is in one set at least.
    in_one: Bits,
    /// Those in which it is in two.
    in_two: Bits,
}

/// Which cards are counted, apart from sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    /// None.
    None,
    /// Those in one set at least.
    One,
    /// Those in one set at least, and those in two; and sets with one card in two.
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
    /// The number of sets of each hand of which one card alone is in another set.
    pub(super) leaves: BitCounts,
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
        Self {
            instructions,
            sets,
            ends,
            cards: vec![Hands::default(); deck.size() + 1],
            found: Found::default(),
        }
    }

    /// Forgets all hands.
    pub(super) fn clear(&mut self) {
        self.cards.fill(Hands::default());
    }

    /// Gives a card to each of these hands, by groups of 64.
    pub(super) fn insert(&mut self, hands: &Bits, numbers: [&Lanes<u16>; 8]) {
        self.instructions.run(Insertion { hands, numbers, cards: &mut self.cards });
    }

    /// Counts the sets of all hands, and if wanted the cards in sets.
    pub(super) fn count(&mut self, marks: Marks) {
        self.found = Found::default();
        for Hands { in_one, in_two, .. } in &mut self.cards {
            [*in_one, *in_two] = [Bits::default(); 2];
        }
        let mut start = 0;
        for place in 0..self.ends.len() {
            let end = self.ends[place];
            let before = self.found.sets.sum();
            let (sets, cards, counts) =
                (&self.sets[start..end], &mut self.cards, &mut self.found.sets);
            match marks {
                Marks::None => self.instructions.run(SetCounts::<0> { sets, cards, counts }),
                Marks::One => self.instructions.run(SetCounts::<1> { sets, cards, counts }),
                Marks::Two => self.instructions.run(SetCounts::<2> { sets, cards, counts }),
            }
            self.found.types.push(self.found.sets.sum() - before);
            start = end;
        }
        if marks > Marks::None {
            let (sets, cards, found) = (&self.sets, &self.cards, &mut self.found);
            self.instructions.run(CardCounts { cards, found });
            if marks > Marks::One {
                self.instructions.run(LeafCounts { sets, cards, counts: &mut found.leaves });
            }
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
    /// Of up to five sets, with so many cards in one set at least, and in two, and so many sets of
    /// which one card alone is in another set.
    ///
    /// Disjoint sets have three cards each, and as many cards meet all. Where sets share cards, both
    /// numbers are less by what a test finds in all ways in which five sets can meet. Of the rarest
    /// ways, and those in which others have the same numbers, nothing is told.
    fn of(sets: usize, in_one: usize, in_two: usize, leaves: usize) -> Option<Self> {
        let (apart, meeting) = match (3 * sets - in_one, in_two, leaves) {
            (0, ..) => (0, 0),
            (1, ..) | (2, 2, 2) | (3, 3, 3) => (1, 1),
            (3, 3, 0) => (2, 1),
            (2, ..) | (3, 2, 3) | (3, 3, _) | (5, 5, 2) => (2, 2),
            (3, ..) | (4, 2, _) | (5, 3, _) | (6, 4, _) => (3, 3),
            (4, 1, _) => (4, 4),
            (4, 3, 3) | (4, 4, 2) => return None,
            (4, ..) => (2, 2),
            (5, 4, 0) | (6, 6, 1) => (3, 2),
            (5, 5, _) if sets == 4 => (2, 2),
            (6, ..) if sets == 4 => (3, 2),
            _ => return None,
        };
        Some(Self { disjoint: sets - apart, transversal: sets - meeting })
    }
}

impl Found {
    /// Shows all hands with the same few sets; returns those with others.
    pub(super) fn few_sets(&self, hands: &Bits, mut see: impl FnMut(FewSets, &Bits)) -> Bits {
        let [one, two] = self.cards_in_sets.each_ref().map(BitCounts::used);
        let leaves = self.leaves.used();
        let mut others = Bits::default();
        self.sets.each(hands, |sets, hands| {
            if sets > MOST_FEW {
                others = others.or(hands);
                return;
            }
            each_number(one, hands, |in_one, hands| {
                each_number(two, hands, |in_two, hands| {
                    each_number(leaves, hands, |leaves, hands| {
                        match FewSets::of(sets, in_one, in_two, leaves) {
                            Some(few) => see(few, hands),
                            None => others = others.or(hands),
                        }
                    });
                });
            });
        });
        others
    }
}

/// The sets of a deck by the number of features in which their cards differ, from 1 on. Those of the
/// same direction follow one another: they have no card in common, so that none waits for another.
fn by_type(deck: Deck) -> Vec<Vec<Numbers>> {
    let opposite = |card: Card| Card::at(0).third(card);
    let mut sets = vec![Vec::new(); deck.features()];
    for a in deck.cards() {
        for b in deck.cards().skip(a.index() + 1) {
            let third = a.third(b);
            if third > b {
                let difference = opposite(a).third(b);
                let direction = difference.min(opposite(difference));
                let kind = digits_that_differ(a.code(deck), b.code(deck));
                let number = |card: Card| u16::try_from(card.index()).unwrap_or_default();
                sets[kind - 1].push((direction, [a, b, third].map(number)));
            }
        }
    }
    sets.iter_mut().for_each(|of_type| of_type.sort_by_key(|&(direction, _)| direction));
    let numbers = |of_type: Vec<(Card, Numbers)>| of_type.into_iter().map(|(_, set)| set).collect();
    sets.into_iter().map(numbers).collect()
}

/// Gives cards to hands.
struct Insertion<'a> {
    hands: &'a Bits,
    numbers: [&'a Lanes<u16>; 8],
    cards: &'a mut [Hands],
}

impl Task for Insertion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, _: impl Arithmetic) {
        let Self { hands, numbers, cards } = self;
        let planes = Bits::planes(&numbers.map(|lanes| lanes.map(u16::low_byte)));
        let [lower, higher] =
            [&planes[..4], &planes[4..]].map(|planes| hands.combinations::<16>(planes));
        let mut highest = [*hands; 4];
        if cards.len() > 256 {
            let bytes = numbers.map(|lanes| lanes.map(|number| (number >> 8).low_byte()));
            highest = hands.combinations(&Bits::planes(&bytes)[..2]);
        }
        for (cards, highest) in cards.chunks_mut(256).zip(&highest) {
            for (cards, higher) in cards.chunks_mut(16).zip(&higher) {
                let higher = higher.and(highest);
                for (card, lower) in cards.iter_mut().zip(&lower) {
                    card.all = card.all.or(&lower.and(&higher));
                    one_by_one();
                }
            }
        }
    }
}

/// Counts sets, and notes the cards in one set at least, or also those in two.
struct SetCounts<'a, const MARKS: usize> {
    sets: &'a [[Numbers; 8]],
    cards: &'a mut [Hands],
    counts: &'a mut BitCounts,
}

impl<const MARKS: usize> Task for SetCounts<'_, MARKS> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, arithmetic: impl Arithmetic) {
        for eight in self.sets {
            let mut held = [Bits::default(); 8];
            for (held, numbers) in held.iter_mut().zip(eight) {
                let [a, b, c] = numbers.map(|number| &self.cards[usize::from(number)].all);
                let hands = a.and(b).and(c);
                for number in numbers.iter().take(3 * MARKS) {
                    let card = &mut self.cards[usize::from(*number)];
                    if MARKS > 1 {
                        card.in_two = card.in_two.or(&card.in_one.and(&hands));
                    }
                    card.in_one = card.in_one.or(&hands);
                }
                *held = hands;
            }
            self.counts.add(&held, arithmetic);
        }
    }
}

/// Counts cards in one set at least, and in two.
struct CardCounts<'a> {
    cards: &'a [Hands],
    found: &'a mut Found,
}

impl Task for CardCounts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, arithmetic: impl Arithmetic) {
        let [one, two] = &mut self.found.cards_in_sets;
        for cards in self.cards.chunks(8) {
            let [mut in_one, mut in_two] = [[Bits::default(); 8]; 2];
            for (card, (one, two)) in cards.iter().zip(in_one.iter_mut().zip(&mut in_two)) {
                (*one, *two) = (card.in_one, card.in_two);
            }
            one.add(&in_one, arithmetic);
            two.add(&in_two, arithmetic);
        }
    }
}

/// Counts sets of which one card alone is in another set.
struct LeafCounts<'a> {
    sets: &'a [[Numbers; 8]],
    cards: &'a [Hands],
    counts: &'a mut BitCounts,
}

impl Task for LeafCounts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, arithmetic: impl Arithmetic) {
        for eight in self.sets {
            let mut leaves = [Bits::default(); 8];
            for (leaf, numbers) in leaves.iter_mut().zip(eight) {
                let [a, b, c] = numbers.map(|number| &self.cards[usize::from(number)]);
                let held = a.all.and(&b.all).and(&c.all);
                let [a, b, c] = [a, b, c].map(|card| &card.in_two);
                *leaf = held.and(&a.xor(b).xor(c)).and_not(&a.and(b));
            }
            self.counts.add(&leaves, arithmetic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of points, a bit each.
    type Sets<'a> = &'a [u32];

    fn most_disjoint(sets: Sets<'_>, used: u32) -> usize {
        let Some((&set, rest)) = sets.split_first() else { return 0 };
        let without = most_disjoint(rest, used);
        if set & used == 0 { without.max(1 + most_disjoint(rest, used | set)) } else { without }
    }

    fn least_transversal(sets: Sets<'_>, taken: u32) -> usize {
        let Some(set) = sets.iter().find(|&&set| set & taken == 0) else { return 0 };
        let points = (0..u32::BITS).map(|point| 1 << point).filter(|point| set & point != 0);
        points.map(|point| 1 + least_transversal(sets, taken | point)).min().unwrap()
    }

    fn told(sets: Sets<'_>) -> Option<FewSets> {
        let in_sets = |least: usize| -> u32 {
            let holding = |point: u32| sets.iter().filter(|&set| set >> point & 1 == 1).count();
            (0..u32::BITS).filter(|&point| holding(point) >= least).map(|point| 1 << point).sum()
        };
        let [one, two] = [1, 2].map(in_sets);
        let leaves = sets.iter().filter(|&set| (set & two).count_ones() == 1).count();
        FewSets::of(sets.len(), one.count_ones() as usize, two.count_ones() as usize, leaves)
    }

    /// All ways in which up to five sets can meet, any two in one card at most.
    fn check(sets: &mut Vec<u32>) {
        let disjoint = most_disjoint(sets, 0);
        let transversal = least_transversal(sets, 0);
        match told(sets) {
            Some(few) => assert_eq!(few, FewSets { disjoint, transversal }, "{sets:?}"),
            None => assert_eq!(sets.len(), MOST_FEW, "{sets:?}"),
        }
        if sets.len() == MOST_FEW {
            return;
        }
        let points = sets.iter().fold(0, |all, set| all | set).count_ones();
        let meets_once = |old: u32, sets: Sets<'_>| {
            old.count_ones() <= 3 && sets.iter().all(|set| (set & old).count_ones() <= 1)
        };
        for old in (0..1_u32 << points).filter(|&old| meets_once(old, sets)).collect::<Vec<_>>() {
            let new = (1 << (3 - old.count_ones())) - 1;
            sets.push(old | new << points);
            check(sets);
            sets.pop();
        }
    }

    #[test]
    fn numbers_tell_how_few_sets_meet() {
        check(&mut Vec::new());
    }
}
