//! Plays one game by any rules: any number of cards at the start and at a deal, or cards dealt anew.
//!
//! Cards are dealt one by one: a new card is looked up with each card on the table, and the sets
//! stand in the order of the naive game, by the last dealt of their cards and then by the one dealt
//! before it. The order in which the deck lies and the random words are those of all players; a
//! table that goes back into the deck is shuffled by the random words of the game.

use super::counts::Counts;
use super::policy::{Policy, SeenSet};
use super::progress::Ending;
use super::rules::{Arrival, Rules, WhenStuck};
use super::splitmix::SplitMix64;
use crate::card::{Card, ThirdCards, digits_that_differ};

/// The table, the deck, and when each card was dealt.
pub(super) struct Player {
    rules: Rules,
    policy: Policy,
    thirds: &'static ThirdCards,
    table: Vec<Card>,
    /// The cards still to be dealt, in reverse: the next one is the last element.
    deck: Vec<Card>,
    /// For each card when it was dealt; 0 for cards that are not on the table.
    dealt: Vec<usize>,
    /// Cards that were dealt so far.
    deals: usize,
    sets: Vec<[Card; 3]>,
    /// The cards by index, as codes with two bits for each digit.
    codes: Vec<u16>,
    /// The sets of each card, zero between uses.
    degrees: Vec<usize>,
    seen: Vec<SeenSet>,
}

impl Player {
    pub(super) fn new(rules: Rules, policy: Policy) -> Self {
        let deck = rules.deck();
        Self {
            rules,
            policy,
            thirds: ThirdCards::of(deck),
            table: Vec::new(),
            deck: Vec::new(),
            dealt: vec![0; deck.size()],
            deals: 0,
            sets: Vec::new(),
            codes: deck.cards().map(|card| card.code(deck)).collect(),
            degrees: vec![0; deck.size()],
            seen: Vec::new(),
        }
    }

    /// Plays the deck, from its first card to its last.
    pub(super) fn play(
        &mut self,
        cards: &[Card],
        mut rng: SplitMix64,
        counts: &mut Counts,
    ) -> Ending {
        let (rules, unit) = (self.rules, self.rules.unit());
        self.clear();
        self.deck.extend(cards.iter().rev());
        self.deal(rules.start());
        let (mut arrival, mut ending) = (Arrival::Dealt, Ending::default());
        loop {
            ending.largest_table = ending.largest_table.max(self.table.len());
            let in_deck = self.deck.len();
            counts.table_seen(in_deck / unit, self.table.len() / unit, arrival, self.sets.len());
            let dealt = if self.sets.is_empty() {
                ending.is_stuck(in_deck + self.table.len());
                if !self.continues(ending.extra_deals) {
                    ending.cards_left = in_deck + self.table.len();
                    return ending;
                }
                ending.extra_deals += 1;
                self.deal_when_stuck(&mut rng)
            } else {
                self.take(&mut rng);
                ending.sets_taken += 1;
                self.deal(rules.refill().saturating_sub(self.table.len()))
            };
            arrival = if dealt > 0 { Arrival::Dealt } else { Arrival::Taken };
        }
    }

    fn clear(&mut self) {
        self.deck.clear();
        self.table.clear();
        self.sets.clear();
        self.dealt.fill(0);
        self.deals = 0;
    }

    /// Deals up to `cards` cards; returns how many the deck had.
    fn deal(&mut self, cards: usize) -> usize {
        let left = self.deck.len().saturating_sub(cards);
        let before = self.table.len();
        while self.deck.len() > left
            && let Some(card) = self.deck.pop()
        {
            let (dealt, row) = (&self.dealt, self.thirds.row(card));
            for &second in &self.table {
                let first = row[second.index()];
                if (1..dealt[second.index()]).contains(&dealt[first.index()]) {
                    self.sets.push([first, second, card]);
                }
            }
            self.deals += 1;
            self.dealt[card.index()] = self.deals;
            self.table.push(card);
        }
        self.table.len() - before
    }

    /// Takes a set.
    fn take(&mut self, rng: &mut SplitMix64) {
        let number = self.choose(rng);
        let set = self.sets[number];
        self.table.retain(|card| !set.contains(card));
        self.sets.retain(|other| !other.iter().any(|card| set.contains(card)));
        set.iter().for_each(|card| self.dealt[card.index()] = 0);
    }

    /// Returns the number of the set that the policy chooses.
    fn choose(&mut self, rng: &mut SplitMix64) -> usize {
        let Self { rules, policy, dealt, sets, codes, degrees, seen, .. } = self;
        if *policy == Policy::Random {
            // Nothing has to be known of the sets.
            return rng.index(sets.len());
        }
        sets.iter().flatten().for_each(|card| degrees[card.index()] += 1);
        seen.clear();
        seen.extend(sets.iter().map(|set| {
            let [a, b, c] = set.map(Card::index);
            SeenSet {
                differing: digits_that_differ(codes[a], codes[b]),
                degrees: degrees[a] + degrees[b] + degrees[c],
                dealt: [dealt[a], dealt[b], dealt[c]],
            }
        }));
        sets.iter().flatten().for_each(|card| degrees[card.index()] = 0);
        policy.choose(rules.deck().features(), seen, rng)
    }

    /// Whether the game continues at a table without a set, after `extra_deals` earlier ones.
    fn continues(&self, extra_deals: usize) -> bool {
        match self.rules.when_stuck() {
            WhenStuck::Stop => false,
            WhenStuck::Deal => !self.deck.is_empty(),
            WhenStuck::Redeal => {
                // A set may be left that no table of a few cards ever shows.
                let patient = extra_deals < self.rules.deck().size();
                patient && !self.deck.is_empty() && self.has_set_left()
            }
        }
    }

    /// Whether there is a set among the cards on the table and in the deck.
    fn has_set_left(&self) -> bool {
        let left: Vec<Card> = self.table.iter().chain(&self.deck).copied().collect();
        let completed =
            |&a: &Card| left.iter().any(|&b| a != b && left.contains(&self.thirds.third(a, b)));
        left.len() > self.rules.deck().largest_cap() || left.iter().any(completed)
    }

    /// Deals more cards, or all of them anew; how many.
    fn deal_when_stuck(&mut self, rng: &mut SplitMix64) -> usize {
        if self.rules.when_stuck() == WhenStuck::Deal {
            return self.deal(self.rules.deal());
        }
        for card in self.table.drain(..) {
            self.dealt[card.index()] = 0;
            self.deck.push(card);
        }
        for place in (1..self.deck.len()).rev() {
            self.deck.swap(place, rng.index(place + 1));
        }
        self.deal(self.rules.refill())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::deal::{Seed, deal_block};
    use crate::game::naive;
    use crate::game::splitmix::BlockRngs;

    /// The games of some decks, as numbers.
    fn games(
        rules: Rules,
        policy: Policy,
        mut play: impl FnMut(&[Card], SplitMix64, &mut Counts) -> Ending,
    ) -> Vec<u64> {
        let (mut counts, mut rngs) = (Counts::new(rules, policy), BlockRngs::new(Seed(5), 0));
        counts.trace();
        deal_block(Seed(5), 0, rules.deck(), rules.deck().size(), 20, |cards| {
            let ending = play(cards, rngs.next(), &mut counts);
            counts.game_ended(0, ending);
        });
        counts.traces().to_vec()
    }

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

    #[test]
    fn usual_rules_are_played_as_by_definition() {
        for (features, start) in [(3, 12), (3, 27), (4, 12), (4, 21), (5, 12)] {
            let rules = Rules::new(Deck::new(features).unwrap(), start).unwrap();
            for policy in Policy::ALL {
                let mut player = Player::new(rules, policy);
                let own = games(rules, policy, |deck, rng, to| player.play(deck, rng, to));
                let naive =
                    games(rules, policy, |deck, rng, to| naive::play(rules, deck, rng, policy, to));
                assert_eq!(own, naive, "{features} features, {start} cards, {policy}");
            }
        }
    }
}
