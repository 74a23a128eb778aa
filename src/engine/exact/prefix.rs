//! All hands by shared prefixes, the last card of a hand never dealt.
//!
//! Of `k - 1` cards it is known, for every card of the deck, how many sets it makes with two of
//! them. So all hands that have one card more are counted at once: `s` sets among the cards plus
//! `i` that the new card makes, as often as there are cards outside that make `i`. When a card is
//! added, the third cards of the new pairs make one set more each: `k - 2` steps for about `v - k`
//! hands.

use crate::card::{Card, Deck, ThirdCards};
use crate::hand::combinations::Combinations;
use crate::tally::Tally;

/// All hands of a deck.
#[derive(Debug)]
pub(super) struct Prefixes {
    cards: Vec<Card>,
    /// For each two cards the one that makes a set with them.
    thirds: ThirdCards,
    most_sets: usize,
}

impl Prefixes {
    pub(super) fn new(deck: Deck) -> Self {
        let cards = deck.cards().collect();
        Self { cards, thirds: ThirdCards::new(deck), most_sets: deck.sets() }
    }

    /// Counts the hands of `cards` cards that have a card more than one of these prefixes: each
    /// hand once for every prefix that it has.
    pub(super) fn count(&self, cards: usize, first: u128, prefixes: u128, tally: &mut Tally) {
        let mut chosen = Combinations::starting_at(first, cards - 1, self.cards.iter().copied());
        let mut prefix = Prefix::new(&self.thirds);
        let (mut counts, mut left) = (vec![0; self.most_sets + 2], prefixes);
        if chosen.get().is_empty() {
            prefix.record(&mut counts);
            left = 0;
        }
        // The lowest card changes with each prefix, the others stay for a while.
        let others = |chosen: &Combinations<Card>, changed: usize| -> Vec<Card> {
            chosen.get()[1..=changed].iter().rev().copied().collect()
        };
        let mut new = if left > 0 { others(&chosen, chosen.get().len() - 1) } else { Vec::new() };
        while left > 0 {
            new.iter().for_each(|&card| prefix.push(card));
            let run = chosen.run().iter().take(usize::try_from(left).unwrap_or(usize::MAX));
            left -= run.len() as u128;
            run.for_each(|&card| prefix.record_with(card, &mut counts));
            let Some(changed) = chosen.advance_beyond(1) else { break };
            (0..changed).for_each(|_| prefix.pop());
            new = others(&chosen, changed);
        }
        counts.iter().enumerate().for_each(|(sets, &hands)| tally.add(sets, hands.into()));
    }
}

/// Cards of which all hands are counted that have a card more.
struct Prefix<'a> {
    thirds: &'a ThirdCards,
    cards: Vec<Card>,
    /// The sets among the cards.
    sets: usize,
    /// The sets that each card of the deck makes with two of the cards.
    makes: Vec<u16>,
    inside: Vec<bool>,
    /// How many cards outside make 0, 1, 2, ... sets.
    outside: Vec<u32>,
}

impl<'a> Prefix<'a> {
    fn new(thirds: &'a ThirdCards) -> Self {
        let size = thirds.size();
        // Two sets that a card makes have only that card in common.
        let mut outside = vec![0; size / 2 + 2];
        outside[0] = u32::try_from(size).unwrap_or(u32::MAX);
        let (cards, makes, inside) = (Vec::new(), vec![0; size], vec![false; size]);
        Self { thirds, cards, sets: 0, makes, inside, outside }
    }

    #[inline]
    fn push(&mut self, card: Card) {
        let made = usize::from(self.makes[card.index()]);
        self.sets += made;
        self.outside[made] -= 1;
        self.inside[card.index()] = true;
        let thirds = self.thirds.row(card);
        for &other in &self.cards {
            let third = thirds[other.index()].index();
            let made = usize::from(self.makes[third]);
            self.makes[third] += 1;
            if !self.inside[third] {
                self.outside[made] -= 1;
                self.outside[made + 1] += 1;
            }
        }
        self.cards.push(card);
    }

    /// Takes the last card off again.
    #[inline]
    fn pop(&mut self) {
        let Some(card) = self.cards.pop() else { return };
        let thirds = self.thirds.row(card);
        for &other in &self.cards {
            let third = thirds[other.index()].index();
            self.makes[third] -= 1;
            let made = usize::from(self.makes[third]);
            if !self.inside[third] {
                self.outside[made + 1] -= 1;
                self.outside[made] += 1;
            }
        }
        let made = usize::from(self.makes[card.index()]);
        self.sets -= made;
        self.outside[made] += 1;
        self.inside[card.index()] = false;
    }

    /// Counts the hands with a card more by their sets.
    #[inline]
    fn record(&self, counts: &mut [u64]) {
        let counts = counts[self.sets..].iter_mut();
        for (count, &cards) in counts.zip(&self.outside).take(self.cards.len() / 2 + 1) {
            *count += u64::from(cards);
        }
    }

    /// Counts the hands with this card and one more by their sets, as if it were added and taken
    /// off again.
    #[inline]
    fn record_with(&self, card: Card, counts: &mut [u64]) {
        let own = usize::from(self.makes[card.index()]);
        let counts = &mut counts[self.sets + own..];
        for (count, &cards) in counts.iter_mut().zip(&self.outside).take(self.cards.len() / 2 + 1) {
            *count += u64::from(cards);
        }
        counts[own] -= 1;
        let thirds = self.thirds.row(card);
        for &other in &self.cards {
            let third = thirds[other.index()].index();
            if !self.inside[third] {
                let made = usize::from(self.makes[third]);
                counts[made] -= 1;
                counts[made + 1] += 1;
            }
        }
    }
}
