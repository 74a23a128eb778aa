//! Positions of a game: the cards that complete sets on the table, and the number of sets after the
//! next cards are dealt.
//!
//! The next `k` cards are uniform among the cards that are neither on the table nor gone. All
//! choices are enumerated: for each card of the deck, the number of sets that it completes with two
//! cards on the table is updated as cards are put there and taken back. So the last card of a
//! choice costs one look-up.
//!
//! ```
//! use setodds_engine::{card::Deck, next::Position};
//! let table: Vec<_> = [0, 1].map(|it| Deck::GAME.cards().nth(it).expect("a card")).to_vec();
//! let position = Position::new(Deck::GAME, &table, &[])?;
//! assert_eq!(position.choices(1)?, Some(79));
//! assert_eq!(position.after(1)?.count(1), 1);
//! # Ok::<(), setodds_engine::next::PositionError>(())
//! ```

mod opening;

pub use opening::{Opening, OpeningError};

use crate::card::{Card, CardError, Deck, ThirdCards};
use crate::combinations::binomial;
use crate::hand::ultrasets::pairs_by_third;
use crate::hand::{CardSet, sets};
use crate::tally::Tally;

/// A position of a game: the cards on the table, and the cards that may be dealt next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    deck: Deck,
    table: Vec<Card>,
    unseen: Vec<Card>,
}

/// Error for a position or a deal that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A card is given twice.
    #[error(
        "card {} is given twice, on the table or among the cards that are gone; remove one",
        .0.index()
    )]
    Twice(Card),
    /// The number of cards to deal exceeds the number of cards left.
    #[error(
        "cannot deal {0} card{s}: {1} {are} neither on the table nor gone; deal fewer",
        s = if *.0 == 1 { "" } else { "s" },
        are = if *.1 == 1 { "is" } else { "are" }
    )]
    TooMany(usize, usize),
    /// A card is not in the deck.
    #[error(transparent)]
    Card(#[from] CardError),
}

/// Card that may be dealt next, and the pairs on the table that it completes to sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub card: Card,
    /// For each set that the card completes, the positions of its two other cards on the table.
    pub pairs: Vec<[usize; 2]>,
}

impl Position {
    /// Creates a position from the cards on the table and the cards that are gone, that is, neither
    /// on the table nor left to deal.
    ///
    /// # Errors
    ///
    /// Returns an error if a card is given twice, or is not in the deck.
    pub fn new(deck: Deck, table: &[Card], gone: &[Card]) -> Result<Self, PositionError> {
        let mut seen: CardSet = CardSet::default();
        for &card in table.iter().chain(gone) {
            if !seen.insert(Card::new(card.index(), deck)?) {
                return Err(PositionError::Twice(card));
            }
        }
        let unseen = deck.cards().filter(|&card| !seen.contains(card)).collect();
        Ok(Self { deck, table: table.to_vec(), unseen })
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the cards on the table.
    #[must_use]
    pub fn table(&self) -> &[Card] {
        &self.table
    }

    /// Returns the cards that may be dealt next, in ascending order of their indices.
    #[must_use]
    pub fn unseen(&self) -> &[Card] {
        &self.unseen
    }

    /// Returns the number of sets on the table.
    #[must_use]
    pub fn sets(&self) -> usize {
        sets(&self.table, self.deck).count()
    }

    /// Returns the cards that may be dealt next and complete at least one set with the table, each
    /// with its pairs; those that complete the most sets come first.
    #[must_use]
    pub fn completions(&self) -> Vec<Completion> {
        let mut pairs = pairs_by_third(&self.table, self.deck);
        let mut all = Vec::new();
        for &card in &self.unseen {
            let pairs = std::mem::take(&mut pairs[card.index()]);
            if !pairs.is_empty() {
                all.push(Completion { card, pairs });
            }
        }
        all.sort_by_key(|it| std::cmp::Reverse(it.pairs.len()));
        all
    }

    /// Returns the number of ways to choose the next `cards` cards, or `None` if its calculation
    /// overflows 128 bits.
    ///
    /// # Errors
    ///
    /// Returns an error if fewer cards are left to deal.
    pub fn choices(&self, cards: usize) -> Result<Option<u128>, PositionError> {
        let left = self.unseen.len();
        if cards > left {
            return Err(PositionError::TooMany(cards, left));
        }
        Ok(binomial(left, cards))
    }

    /// Tallies all choices of the next `cards` cards by the number of sets on the resulting table.
    ///
    /// # Errors
    ///
    /// Returns an error if fewer cards are left to deal.
    pub fn after(&self, cards: usize) -> Result<Tally, PositionError> {
        self.choices(cards)?;
        let mut walk = TableWalk::new(self.deck, &self.table);
        walk.deal(&self.unseen, cards, self.sets());
        Ok(walk.counts.into())
    }
}

/// Table to which cards are added and from which they are removed again during the enumeration.
struct TableWalk {
    thirds: &'static ThirdCards,
    table: Vec<Card>,
    /// For each card, the number of pairs on the table that it completes to a set.
    completed: Vec<usize>,
    /// For each number of sets on the table, the number of complete choices of the next cards that
    /// lead to it.
    counts: Vec<u128>,
}

impl TableWalk {
    fn new(deck: Deck, table: &[Card]) -> Self {
        let mut walk = Self {
            thirds: ThirdCards::for_deck(deck),
            table: Vec::new(),
            completed: vec![0; deck.size()],
            counts: vec![0; deck.sets() + 1],
        };
        table.iter().for_each(|&card| walk.put(card));
        walk
    }

    fn put(&mut self, card: Card) {
        for third in self.thirds.with_each(card, &self.table) {
            self.completed[third.index()] += 1;
        }
        self.table.push(card);
    }

    fn take_back(&mut self, card: Card) {
        self.table.pop();
        for third in self.thirds.with_each(card, &self.table) {
            self.completed[third.index()] -= 1;
        }
    }

    /// Enumerates all choices of `left` of the given cards, dealt to a table with `sets` sets, and
    /// counts them by the resulting number of sets.
    fn deal(&mut self, cards: &[Card], left: usize, sets: usize) {
        match left {
            0 => self.counts[sets] += 1,
            // The last card need not be put on the table.
            1 => {
                for card in cards {
                    self.counts[sets + self.completed[card.index()]] += 1;
                }
            }
            _ => {
                // Enough cards must be left for the rest.
                let firsts = (cards.len() + 1).saturating_sub(left);
                for (place, &card) in cards.iter().enumerate().take(firsts) {
                    let more = self.completed[card.index()];
                    self.put(card);
                    self.deal(&cards[place + 1..], left - 1, sets + more);
                    self.take_back(card);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::Combinations;
    use crate::detect::Strategy;
    use crate::exact::known;
    use crate::stats::Ratio;

    /// Counts every choice by the definition of a set.
    fn by_definition(position: &Position, cards: usize) -> Tally {
        let detector = Strategy::Naive.detector(position.deck);
        let mut tally = Tally::default();
        let mut next = Combinations::starting_at(0, cards, position.unseen.iter().copied());
        loop {
            tally.record(detector.count(&[position.table.as_slice(), next.get()].concat()));
            if next.advance().is_none() {
                return tally;
            }
        }
    }

    #[test]
    fn choices_are_counted_as_by_definition() {
        for (features, table, gone, next) in [
            (2, 3, 1, 5),
            (3, 9, 0, 4),
            (3, 0, 20, 7),
            (4, 12, 9, 2),
            (5, 12, 0, 1),
            (4, 2, 0, 0),
            (4, 3, 0, 77),
        ] {
            let deck = Deck::new(features).unwrap();
            let cards: Vec<Card> =
                deck.cards().map(|it| Card::at(it.index() * 7 % deck.size())).collect();
            let (table, gone) = cards[..table + gone].split_at(table);
            let position = Position::new(deck, table, gone).unwrap();
            let tally = position.after(next).unwrap();
            assert_eq!(tally, by_definition(&position, next), "{position:?}");
            assert_eq!(Some(tally.total()), position.choices(next).unwrap());
        }
    }

    /// Checks, over all tables without a set, the number of choices that add none.
    #[test]
    fn all_tables_together_give_what_is_known_of_larger_hands() {
        let deck = Deck::new(2).unwrap();
        let detector = Strategy::Naive.detector(deck);
        let mut hands = Combinations::starting_at(0, 3, deck.cards());
        let (mut none, mut all) = (0, 0);
        loop {
            if detector.count(hands.get()) == 0 {
                let after = Position::new(deck, hands.get(), &[]).unwrap().after(1).unwrap();
                (none, all) = (none + after.count(0), all + after.total());
            }
            if hands.advance().is_none() {
                break;
            }
        }
        let [three, four] = [3, 4].map(|cards| {
            known::probability(deck, crate::measure::Key::sets(cards), 0).unwrap().value()
        });
        assert!((Ratio::new(none, all).value() - four / three).abs() < 1e-12);
    }

    #[test]
    fn completions_are_the_third_cards_that_are_left() {
        let cards: Vec<Card> = [0, 1, 3, 4, 6].map(Card::at).to_vec();
        let position = Position::new(Deck::GAME, &cards, &[Card::at(2)]).unwrap();
        let found = position.completions();
        let pairs =
            |card| found.iter().find(|it| it.card == Card::at(card)).map(|it| &it.pairs[..]);
        assert_eq!(pairs(8), Some(&[[1, 2], [0, 3]][..]));
        assert_eq!(pairs(2), None, "it is gone");
        assert_eq!(found[0].card, Card::at(5));
        let all: usize = found.iter().map(|it| it.pairs.len()).sum();
        assert_eq!(
            position.after(1).unwrap().iter().map(|(n, c)| n as u128 * c).sum::<u128>(),
            all as u128 + position.sets() as u128 * position.unseen().len() as u128
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let card = Card::at(7);
        let twice = Position::new(Deck::GAME, &[card], &[card]);
        assert!(twice.unwrap_err().to_string().starts_with("card 7 is given twice"));
        let position = Position::new(Deck::GAME, &[card], &[]).unwrap();
        assert_eq!(position.after(81), Err(PositionError::TooMany(81, 80)));
        let small = Deck::new(2).unwrap();
        for (table, gone) in [(&[Card::at(9)][..], &[][..]), (&[], &[Card::at(9)])] {
            let error = Position::new(small, table, gone).unwrap_err();
            assert_eq!(error, PositionError::Card(CardError { index: 9, size: 9 }));
        }
    }
}
