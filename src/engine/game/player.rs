//! Plays games one at a time, by any rules.
//!
//! Cards are dealt one by one: the third card of each new card and each card on the table is looked
//! up. So the sets are in the order of the scheme, by the last dealt of their cards and then by the
//! one dealt before it. A table that goes back into the deck is shuffled with the random words of
//! the game.

use super::counts::Counts;
use super::policy::Policy;
use super::rules::{Arrival, DEALT, Rules, WhenStuck};
use super::splitmix::SplitMix64;
use super::tallies::Ending;
use crate::card::{Card, MAX_FEATURES, ThirdCards, digits_that_differ};
use std::cmp::Reverse;

/// Sentinel for the time at which a card was dealt, for cards that are not on the table: later than
/// any other time.
const ABSENT: u32 = u32::MAX;

/// Game in progress: the table, the deck, and the time at which each card was dealt.
#[derive(Debug)]
pub(super) struct Player {
    rules: Rules,
    /// The number of cards in a unit of the deck and of the table: 3 or 1.
    unit: usize,
    policy: Policy,
    thirds: &'static ThirdCards,
    /// Cards on the table in the order of dealing.
    table: Vec<Card>,
    /// Cards still to be dealt, in reverse: the next one is the last element.
    deck: Vec<Card>,
    /// Time at which each card was dealt; [`ABSENT`] for cards that are not on the table.
    dealt: Vec<u32>,
    /// The number of cards dealt so far.
    deals: u32,
    /// Sets on the table, each with its cards in the order dealt.
    sets: Vec<[Card; 3]>,
    arrival: Arrival,
    ending: Ending,
    /// The codes of the cards by index, with two bits for each digit.
    codes: Vec<u16>,
    /// The number of sets that contain each card; zero between uses.
    degrees: Vec<usize>,
    /// Weight of each set on the table for the policy.
    weights: Vec<u64>,
}

impl Player {
    pub(super) fn new(rules: Rules, policy: Policy) -> Self {
        let deck = rules.deck();
        Self {
            rules,
            unit: rules.unit(),
            policy,
            thirds: ThirdCards::for_deck(deck),
            table: Vec::new(),
            deck: Vec::new(),
            dealt: vec![ABSENT; deck.size()],
            deals: 0,
            sets: Vec::new(),
            arrival: Arrival::Dealt,
            ending: Ending::default(),
            codes: deck.cards().map(|card| card.code(deck)).collect(),
            degrees: vec![0; deck.size()],
            weights: Vec::new(),
        }
    }

    /// Plays a complete game with a deck, dealt from its first card to its last, and returns its
    /// ending.
    pub(super) fn play(
        &mut self,
        deck: &[Card],
        mut rng: SplitMix64,
        counts: &mut Counts,
    ) -> Ending {
        self.reset_to(&[], deck.iter().copied());
        self.deal(self.rules.start());
        while self.turn(&mut rng, counts) {}
        self.ending
    }

    /// Continues a game whose table contains no set, until the table has at most the starting size
    /// after a deal, or the game is over. Returns whether the game continues.
    pub(super) fn resume(
        &mut self,
        table: &[Card],
        deck: impl DoubleEndedIterator<Item = Card>,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> bool {
        self.reset_to(table, deck);
        self.deal_when_stuck(rng);
        while self.turn(rng, counts) {
            if self.arrival == Arrival::Dealt && self.table.len() <= self.rules.start() {
                return true;
            }
        }
        false
    }

    /// Returns the number of cards in the deck.
    pub(super) const fn in_deck(&self) -> usize {
        self.deck.len()
    }

    /// Returns an iterator over the [codes](Card::code) of the cards on the table, in the order of
    /// dealing.
    pub(super) fn table_codes(&self) -> impl Iterator<Item = u16> {
        self.table.iter().map(|card| self.codes[card.index()])
    }

    /// Returns the ending of the game, or its state so far.
    pub(super) const fn ending(&self) -> Ending {
        self.ending
    }

    /// Resets the player to a deck, and a table that contains no set.
    fn reset_to(&mut self, table: &[Card], deck: impl DoubleEndedIterator<Item = Card>) {
        self.deck.clear();
        self.deck.extend(deck.rev());
        self.table.clear();
        self.table.extend(table);
        self.sets.clear();
        self.dealt.fill(ABSENT);
        self.deals = 0;
        for card in table {
            self.deals += 1;
            self.dealt[card.index()] = self.deals;
        }
        (self.arrival, self.ending) = (Arrival::Dealt, Ending::default());
    }

    /// Plays one turn: takes a set and refills the table, or deals if there is no set. Returns
    /// whether the game continues.
    fn turn(&mut self, rng: &mut SplitMix64, counts: &mut Counts) -> bool {
        let [in_deck, table] = [self.deck.len(), self.table.len()];
        // A division by a constant is much faster.
        let units = |cards| if self.unit == DEALT { cards / DEALT } else { cards };
        counts.table_seen(units(in_deck), units(table), self.arrival, self.sets.len());
        self.ending.largest_table = self.ending.largest_table.max(table);
        let dealt = if self.sets.is_empty() {
            self.ending.mark_stuck(in_deck + table);
            if !self.continues() {
                self.ending.cards_left = in_deck + table;
                return false;
            }
            self.deal_when_stuck(rng)
        } else {
            self.take(rng);
            self.deal(self.rules.refill().saturating_sub(self.table.len()))
        };
        self.arrival = if dealt > 0 { Arrival::Dealt } else { Arrival::Taken };
        true
    }

    /// Deals up to `cards` cards and records the sets that they form. Returns the number dealt.
    fn deal(&mut self, cards: usize) -> usize {
        let dealt = cards.min(self.deck.len());
        for card in self.deck.drain(self.deck.len() - dealt..).rev() {
            let (row, mut found) = (self.thirds.row(card), self.sets.len());
            // Written unconditionally, kept only if it is a set: the branch would be unpredictable.
            self.sets.resize(found + self.table.len(), [card; 3]);
            for &second in &self.table {
                let first = row[second.index()];
                self.sets[found] = [first, second, card];
                let is_set = self.dealt[first.index()] < self.dealt[second.index()];
                found += usize::from(is_set);
            }
            self.sets.truncate(found);
            self.deals += 1;
            self.dealt[card.index()] = self.deals;
            self.table.push(card);
        }
        dealt
    }

    /// Takes a set and removes all sets that share a card with it.
    fn take(&mut self, rng: &mut SplitMix64) {
        let place = self.choose(rng);
        for card in self.sets[place] {
            self.dealt[card.index()] = ABSENT;
        }
        let Self { table, sets, dealt, .. } = self;
        retain(table, |card| dealt[card.index()] != ABSENT);
        retain(sets, |set| {
            let [a, b, c] = set.map(|card| dealt[card.index()]);
            a.max(b).max(c) != ABSENT
        });
        self.ending.sets_taken += 1;
    }

    /// Returns the position of the set that the policy takes.
    fn choose(&mut self, rng: &mut SplitMix64) -> usize {
        let Self { rules, policy, dealt, sets, codes, degrees, weights, .. } = self;
        match policy {
            Policy::Random => return rng.index(sets.len()),
            Policy::First => {
                keep_best(sets, weights, |set| Reverse(set.map(|card| dealt[card.index()])));
            }
            Policy::MostLeft | Policy::FewestLeft => {
                sets.iter().flatten().for_each(|card| degrees[card.index()] += 1);
                keep_best(sets, weights, |set| {
                    policy.score(set.iter().map(|card| degrees[card.index()]).sum::<usize>())
                });
                sets.iter().flatten().for_each(|card| degrees[card.index()] = 0);
            }
            Policy::Similar | Policy::Different => {
                let features = rules.deck().features();
                weights.clear();
                weights.extend(sets.iter().map(|[a, b, _]| {
                    let differing = digits_that_differ(codes[a.index()], codes[b.index()]);
                    POWERS[policy.exponent(differing, features)]
                }));
            }
        }
        let mut rest = rng.below(weights.iter().sum());
        for (place, &weight) in weights.iter().enumerate() {
            match rest.checked_sub(weight) {
                Some(less) => rest = less,
                None => return place,
            }
        }
        unreachable!("a number below the sum of the weights is passed")
    }

    /// Returns whether the game continues at a table without a set.
    fn continues(&self) -> bool {
        match self.rules.when_stuck() {
            WhenStuck::Stop => false,
            WhenStuck::Deal => !self.deck.is_empty(),
            WhenStuck::Redeal => {
                // A remaining set may never appear on a small table.
                let patient = self.ending.extra_deals < self.rules.cards();
                patient && !self.deck.is_empty() && self.has_set_left()
            }
        }
    }

    /// Returns whether the cards on the table and in the deck contain a set.
    fn has_set_left(&self) -> bool {
        let left: Vec<Card> = self.table.iter().chain(&self.deck).copied().collect();
        let completed =
            |&a: &Card| left.iter().any(|&b| a != b && left.contains(&self.thirds.third(a, b)));
        left.len() > self.rules.deck().largest_cap() || left.iter().any(completed)
    }

    /// Deals more cards to a table without a set, or redeals the table. Returns the number of
    /// cards dealt.
    fn deal_when_stuck(&mut self, rng: &mut SplitMix64) -> usize {
        self.ending.extra_deals += 1;
        if self.rules.when_stuck() == WhenStuck::Deal {
            return self.deal(self.rules.deal());
        }
        for card in self.table.drain(..) {
            self.dealt[card.index()] = ABSENT;
            self.deck.push(card);
        }
        for place in (1..self.deck.len()).rev() {
            self.deck.swap(place, rng.index(place + 1));
        }
        self.deal(self.rules.refill())
    }
}

/// Powers of three up to the maximum number of features.
const POWERS: [u64; MAX_FEATURES + 1] = [1, 3, 9, 27, 81, 243, 729];

/// Retains the items for which `stays` returns `true`, like `Vec::retain`, but without a branch for
/// each item.
fn retain<T: Copy>(items: &mut Vec<T>, stays: impl Fn(T) -> bool) {
    let mut kept = 0;
    for place in 0..items.len() {
        let item = items[place];
        items[kept] = item;
        kept += usize::from(stays(item));
    }
    items.truncate(kept);
}

/// Assigns the weight 1 to the sets with the highest score, and 0 to all others.
fn keep_best<S: Ord>(sets: &[[Card; 3]], weights: &mut Vec<u64>, score: impl Fn(&[Card; 3]) -> S) {
    let best = sets.iter().map(&score).max();
    weights.clear();
    weights.extend(sets.iter().map(|set| u64::from(Some(score(set)) == best)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_may_be_left_on_the_table_and_in_the_deck() {
        let cards = |indices: &[usize]| indices.iter().map(|&index| Card::at(index)).collect();
        let mut player = Player::new(Rules::default(), Policy::Random);
        for (table, deck, expected) in [
            (&[0, 1, 3, 4][..], &[][..], false),
            (&[0, 1, 3, 4], &[9], false),
            (&[0, 1, 3, 4], &[2], true),
            (&[0], &[1, 2], true),
        ] {
            (player.table, player.deck) = (cards(table), cards(deck));
            assert_eq!(player.has_set_left(), expected, "{table:?} {deck:?}");
        }
    }
}
