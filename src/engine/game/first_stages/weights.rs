//! How likely it is that a set was taken before a table came about.

use super::DEALT;
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::combinations::binomial;

/// The ways in which a table can have come about by a first set, with some work done once.
pub(super) struct FirstSets {
    /// The number of cards on the table.
    places: usize,
    /// The sets of the table, as places.
    sets: Vec<u32>,
    /// For each card the pairs on the table that it completes, as places.
    pairs: Vec<Vec<u32>>,
    /// For each three cards of the table the sets without any of them.
    sets_without: Vec<u8>,
    /// For each card, and each three cards of the table, the pairs without any of them.
    pairs_without: Vec<Vec<u8>>,
    /// By the number of sets, from one on: the weight of each.
    shares: Vec<u64>,
}

impl FirstSets {
    pub(super) fn new(table: &[Card], deck: Deck, thirds: &ThirdCards, unit: u64) -> Self {
        let (mut pairs, mut sets) = (vec![Vec::new(); deck.size()], Vec::new());
        for (second, &card) in table.iter().enumerate() {
            for (first, &other) in table[..second].iter().enumerate() {
                let third = thirds.third(card, other);
                pairs[third.index()].push(1 << first | 1 << second);
                if let Some(place) = table[..first].iter().position(|&it| it == third) {
                    sets.push(1 << place | 1 << first | 1 << second);
                }
            }
        }
        let places = table.len();
        let threes = (0..1_u32 << places).filter(|it| it.count_ones() as usize == DEALT);
        let threes: Vec<u32> = threes.collect();
        let sets_without = without_each(&threes, &sets);
        let pairs_without = pairs.iter().map(|pairs| without_each(&threes, pairs)).collect();
        let most = (places + DEALT) * (places + DEALT) / 6 + 1;
        let shares = (1..=most as u64).map(|sets| unit / sets).collect();
        Self { places, sets, pairs, sets_without, pairs_without, shares }
    }

    /// The weights of a set of other cards, from the first cards and from three more.
    pub(super) fn weights(&self, set: [Card; 3]) -> SetWeights {
        let [one, two, three] = set.map(|card| &self.pairs_without[card.index()]);
        let others = self.sets_without.iter().zip(one).zip(two).zip(three);
        let from_first = others
            .map(|(((sets, one), two), three)| self.shares[usize::from(sets + one + two + three)]);
        let mut sets = self.sets.clone();
        sets.push(0b111 << self.places);
        for (place, card) in (self.places..).zip(set) {
            sets.extend(self.pairs[card.index()].iter().map(|pair| pair | 1 << place));
        }
        let ways = hitting(&sets, 0, 0, DEALT, self.places + DEALT);
        [from_first.sum(), ways * self.shares[sets.len() - 1]]
    }
}

/// For each three places the number of sets, or pairs, without any of them.
fn without_each(threes: &[u32], sets: &[u32]) -> Vec<u8> {
    let without = |three: u32| sets.iter().map(|&set| u8::from(set & three == 0)).sum();
    threes.iter().map(|&three| without(three)).collect()
}

/// The number of ways to choose `left` more of the places so that each set has a chosen one.
/// `excluded` ones may not be chosen.
pub(super) fn hitting(sets: &[u32], chosen: u32, excluded: u32, left: usize, places: usize) -> u64 {
    let Some(set) = sets.iter().find(|&&set| set & chosen == 0) else {
        let free = places - (chosen | excluded).count_ones() as usize;
        return binomial(free, left).and_then(|ways| u64::try_from(ways).ok()).unwrap_or(0);
    };
    if left == 0 {
        return 0;
    }
    // By the first place of the set that is chosen, so that each way is met once.
    let (mut rest, mut excluded, mut ways) = (set & !excluded, excluded, 0);
    while rest != 0 {
        let place = rest & rest.wrapping_neg();
        ways += hitting(sets, chosen | place, excluded, left - 1, places);
        (rest, excluded) = (rest ^ place, excluded | place);
    }
    ways
}

/// Two weights of a set that was taken: from the first cards or from three more, and from the first
/// cards alone.
pub(super) type SetWeights = [u64; 2];

/// The weights of sets, to be added over those that avoid three cards.
pub(super) struct Weights {
    pub(super) all: SetWeights,
    pub(super) by_card: Vec<SetWeights>,
    /// For each two cards, the weights of the set through both.
    by_pair: Vec<SetWeights>,
}

impl Weights {
    pub(super) fn new(deck: Deck) -> Self {
        let size = deck.size();
        Self { all: [0; 2], by_card: vec![[0; 2]; size], by_pair: vec![[0; 2]; size * size] }
    }

    pub(super) fn add(&mut self, set: [Card; 3], weights: SetWeights) {
        self.all = plus(self.all, weights);
        for card in set {
            let sum = &mut self.by_card[card.index()];
            *sum = plus(*sum, weights);
            for other in set.into_iter().filter(|&other| other != card) {
                self.through_mut(card)[other.index()] = weights;
            }
        }
    }

    pub(super) fn through(&self, card: Card) -> &[SetWeights] {
        let size = self.by_card.len();
        &self.by_pair[card.index() * size..][..size]
    }

    fn through_mut(&mut self, card: Card) -> &mut [SetWeights] {
        let size = self.by_card.len();
        &mut self.by_pair[card.index() * size..][..size]
    }
}

pub(super) fn plus(one: SetWeights, other: SetWeights) -> SetWeights {
    [one[0] + other[0], one[1] + other[1]]
}

pub(super) fn minus(one: SetWeights, other: SetWeights) -> SetWeights {
    [one[0] - other[0], one[1] - other[1]]
}
