//! Numbers of the game that are proved by going through all classes of hands.

use super::disjoint::{holds_disjoint, sets_of, sets_within};
use super::{classes, indices, rows_of};
use setodds_engine::card::{Card, Deck};
use setodds_engine::measure::Measure;
use setodds_engine::symmetry::Family;

const DECK: Deck = Deck::GAME;

/// Whether some hand of `cards` cards holds `most` disjoint sets and no more: a cap, to which
/// `most` disjoint sets are added.
fn some_hand_holds(most: usize, cards: usize, caps: &[Vec<u128>], sets: &[u128]) -> bool {
    caps[cards - 3 * most].iter().any(|&cap| can_be_extended(cap, sets, 0, most, sets))
}

/// Whether sets of the candidates, `most - added`, can be added to a hand that has `added`, so that
/// it holds no more disjoint ones than were added.
fn can_be_extended(
    hand: u128,
    candidates: &[u128],
    added: usize,
    most: usize,
    sets: &[u128],
) -> bool {
    if added == most {
        return true;
    }
    let fits = |&set: &u128| {
        set & hand == 0 && !holds_disjoint(&sets_within(hand | set, sets), added + 2, DECK)
    };
    // What does not fit now fits no larger hand.
    let fitting: Vec<u128> = candidates.iter().copied().filter(fits).collect();
    let enough = fitting.len() >= most - added;
    let mut next = fitting.iter().enumerate();
    enough
        && next.any(|(place, &set)| {
            can_be_extended(hand | set, &fitting[place + 1..], added + 1, most, sets)
        })
}

/// `R(m)` cards always hold `m` disjoint sets. If R(m - 1) is right, a hand of R(m) cards holds
/// m - 1; if it held no more, the other cards would be a cap.
fn always_hold(numbers: impl Iterator<Item = (usize, usize)>) {
    let (caps, sets) = (classes(DECK, Family::Caps, 21), sets_of(DECK));
    for (wanted, cards) in numbers {
        assert!(!some_hand_holds(wanted - 1, cards, &caps, &sets), "{wanted} in {cards} cards");
    }
}

#[test]
fn up_to_27_cards_always_hold_as_many_disjoint_sets() {
    always_hold((1..).zip([21, 22, 23, 25, 27]));
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn up_to_34_cards_always_hold_as_many_disjoint_sets() {
    always_hold((6..).zip([29, 32, 34]));
}

/// The extension finds the hands that there are.
#[test]
fn a_card_less_does_not_hold_as_many_disjoint_sets() {
    let (caps, sets) = (classes(DECK, Family::Caps, 21), sets_of(DECK));
    for (wanted, cards) in (1..).zip([21, 22, 23]) {
        assert!(some_hand_holds(wanted - 1, cards - 1, &caps, &sets), "{wanted} in {cards} cards");
    }
}

/// Hands that lack few cards, by the classes of the missing ones.
#[test]
fn all_large_hands_have_the_disjoint_sets_of_the_table() {
    let (classes, sets) = (classes(DECK, Family::Hands, 10), sets_of(DECK));
    let whole = (1_u128 << DECK.size()) - 1;
    for row in rows_of(Measure::DisjointSets).iter().filter(|row| row.cards >= 71) {
        let hands = classes[DECK.size() - row.cards].iter().map(|missing| whole & !missing);
        for hand in hands {
            assert!(holds_disjoint(&sets_within(hand, &sets), row.least, DECK), "{}", row.cards);
        }
    }
}

/// The largest hand in which the cards of a cap are in no set: no other card completes two of
/// them, and no two others are completed by one of them.
#[test]
fn hands_have_the_fewest_cards_in_sets() {
    let third = thirds();
    let mut largest = [DECK.size(); 21];
    for (size, caps) in classes(DECK, Family::Caps, 20).iter().enumerate().skip(1) {
        largest[size] = caps.iter().map(|&cap| size + most_beside(cap, &third)).max().unwrap();
    }
    for row in rows_of(Measure::InSets) {
        let outside = (0..=20).rev().find(|&size| largest[size] >= row.cards).unwrap();
        assert_eq!((row.least, row.most), (row.cards - outside, row.cards - outside));
    }
}

/// The most cards that can be added to a cap so that its cards stay in no set.
fn most_beside(cap: u128, third: &[Vec<usize>]) -> usize {
    let mut open = ((1_u128 << DECK.size()) - 1) & !cap;
    for a in indices(cap) {
        for b in indices(cap).filter(|&b| b != a) {
            open &= !(1 << third[a][b]);
        }
    }
    let with = |card: usize| indices(cap).fold(0, |all, of| all | 1 << third[of][card]);
    let adjacent: Vec<u128> = (0..DECK.size()).map(with).collect();
    let mut best = 0;
    most_independent(open, 0, &adjacent, &mut best);
    best
}

/// The largest independent set of a graph, by branching on the vertex with the most neighbours.
fn most_independent(open: u128, taken: usize, adjacent: &[u128], best: &mut usize) {
    let vertices = open.count_ones() as usize;
    *best = (*best).max(taken);
    let degree = |&card: &usize| (adjacent[card] & open).count_ones() as usize;
    let Some(busiest) = indices(open).max_by_key(degree) else { return };
    if let Some(free) = indices(open).find(|card| degree(card) <= 1) {
        return most_independent(open & !(adjacent[free] | 1 << free), taken + 1, adjacent, best);
    }
    // Each vertex that is left out removes at most as many edges as the busiest one has.
    let edges = indices(open).map(|card| degree(&card)).sum::<usize>() / 2;
    if taken + vertices - edges.div_ceil(degree(&busiest)) <= *best {
        return;
    }
    let rest = open & !(1 << busiest);
    most_independent(rest & !adjacent[busiest], taken + 1, adjacent, best);
    most_independent(rest, taken, adjacent, best);
}

/// The third card of each pair.
fn thirds() -> Vec<Vec<usize>> {
    let third = |a: Card| DECK.cards().map(|b| a.third(b).index()).collect();
    DECK.cards().map(third).collect()
}

/// Hands without a ghost set end with 12 cards. If they span the deck, an affine map carries five
/// of their cards to 0 and the four unit vectors; if not, they lie in a deck of three features,
/// where the exact distributions have none of 10 cards.
#[test]
fn thirteen_cards_always_hold_a_ghost_set() {
    let third = thirds();
    let mut found = Spanning { third, largest: 0 };
    let frame = [0, 1, 3, 9, 27];
    let sums = frame.iter().fold([1, 0, 0, 0, 0, 0], |sums, &card| found.with(&sums, card));
    found.extend(frame.iter().fold(0, |hand, card| hand | 1 << card), &sums, 0);
    assert_eq!(found.largest, 12);
    let three = Deck::new(3).unwrap();
    assert_eq!(super::exact_lowest(three, Measure::GhostSets, 10).min(1), 1);
}

/// The search for hands without a ghost set that span the deck.
struct Spanning {
    third: Vec<Vec<usize>>,
    largest: usize,
}

impl Spanning {
    /// The sums of 0 to 5 cards, when a card joins those of whose sums these are the bits.
    fn with(&self, sums: &[u128; 6], card: usize) -> [u128; 6] {
        let opposite = |of: usize| self.third[0][of];
        let plus = |sum: usize| 1 << opposite(self.third[sum][card]);
        let mut new = *sums;
        for chosen in 1..6 {
            new[chosen] |= indices(sums[chosen - 1]).fold(0, |all, sum| all | plus(sum));
        }
        new
    }

    /// Adds each later card that makes no ghost set with five others.
    fn extend(&mut self, hand: u128, sums: &[u128; 6], from: usize) {
        self.largest = self.largest.max(hand.count_ones() as usize);
        for card in from..DECK.size() {
            let makes_one = sums[5] >> self.third[0][card] & 1 == 1;
            if hand >> card & 1 == 0 && !makes_one {
                self.extend(hand | 1 << card, &self.with(sums, card), card + 1);
            }
        }
    }
}
