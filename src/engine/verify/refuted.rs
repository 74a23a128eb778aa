//! Published numbers that are wrong, each with a hand that shows it.
//!
//! J. Vinci's Table 1 of 2009 has 6, 7 and 8 as the fewest sets of 22, 23 and 24 cards. They are 4,
//! 5 and 6. By complements the most sets of 59, 58 and 57 cards are two higher, too.

use super::Comparison;
use crate::card::{Card, Deck};
use crate::detect::Strategy;

/// The size of a hand, the fewest sets that are published for it, and a hand with fewer.
const FEWEST: [(usize, usize, &str); 3] = [
    (
        22,
        6,
        "0000 0002 0021 0112 0121 0201 0202 0220 1001 1010 1012 1112 1121 1222 2001 2010 2012 2102 \
         2110 2111 2201 2220",
    ),
    (
        23,
        7,
        "0000 0001 0020 0022 0101 0102 0110 0112 0221 0222 1000 1010 1012 1101 1112 1121 1122 1200 \
         1210 1221 2012 2121 2200",
    ),
    (
        24,
        8,
        "0000 0010 0011 0101 0102 0121 0200 0210 0211 1000 1020 1100 1101 1211 1221 1222 2001 2011 \
         2012 2110 2121 2210 2220 2221",
    ),
];

/// The wrong numbers, beside those of the sets that the hands hold by the definition.
#[must_use]
pub fn refuted() -> Vec<Comparison> {
    let line = |(cards, fewest, hand): (usize, usize, &str)| {
        let deck = Deck::GAME;
        let card = |digits| Card::new(usize::from_str_radix(digits, 3).ok()?, deck).ok();
        let cards_of_hand: Option<Vec<Card>> = hand.split(' ').map(card).collect();
        let sets = cards_of_hand.map(|hand| Strategy::Naive.detector(deck).count(&hand));
        let what = format!("4 features: fewest sets in {cards} cards, refuted by a hand");
        let got = sets.map(|sets| sets.to_string());
        let line = Comparison::equal(what, "vinci", fewest.to_string(), got);
        let is_wrong = sets.is_some_and(|sets| sets < fewest);
        Comparison { witness: is_wrong.then(|| hand.to_owned()), ..line }
    };
    FEWEST.map(line).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::known::counts;

    #[test]
    fn witnesses_hold_the_fewest_sets() {
        for (line, cards) in refuted().iter().zip(22..) {
            let counts = counts(Deck::GAME, cards).unwrap();
            let fewest = counts.iter().position(|&hands| hands > 0).unwrap();
            assert_eq!(line.got, fewest.to_string());
            let witness = line.witness.as_ref().unwrap();
            assert_eq!(witness.split(' ').count(), cards);
            assert!(line.agrees == Some(false) && !line.differs());
        }
    }
}
