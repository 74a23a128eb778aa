//! Derives the two types of each hand size that were not counted, and large hands from small ones.
//!
//! Consider the hyperplanes that contain points of a hand. The deck of v = 3^n cards has
//! h = (v - 1)/2 families of three parallel hyperplanes. Two points are in the same hyperplane in
//! g = (v/3 - 1)/2 of the families, and so are the three points of a line; three points that are
//! not on a line are in g' = (v/9 - 1)/2. Let a family divide a hand of `k` cards with `s` sets
//! into parts of the sizes x, y, z. Then, over the families,
//! ```text
//! sum 1             = h
//! sum x^2+y^2+z^2   = hk + g k(k - 1)
//! sum x^3+y^3+z^3   = hk + 3g k(k - 1) + 6 (g' (C(k,3) - s) + g s)
//! ```
//!
//! because both sides of the last two equations count ordered pairs and triples of points, equal or
//! not, in one part. All families are equivalent, so over all hands with `s` sets each sum is `h`
//! times that over the last feature alone, whose parts are the layers. With N hands, Y(t) of them
//! of type t,
//!
//! ```text
//! sum Y(t) = N,   h sum Y(t) q(t) = N Q,   h sum Y(t) c(t) = N R(s)
//! ```
//!
//! where q and c are the sums of squares and of cubes, and Q and R the right sides above: three
//! equations for N and two unknown Y. Their determinant is linear in `s`, so it vanishes for at
//! most one `s`, unless it is identically zero. The N that remains undetermined follows from
//! C(v,k).

use super::cover::LayerSizes;
use super::error::{Contradiction, LayersError};
use setodds_engine::card::Deck;
use setodds_engine::combinations::binomial;
use setodds_engine::tally::{Tallies, Tally};

/// Equations for the hands of one size in which two types are unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equations {
    deck: Deck,
    cards: usize,
    unknown: [LayerSizes; 2],
}

/// Returns the two most expensive types of hands, which come first in `types`, or `None` if
/// their numbers of hands do not follow from those of the other types.
pub(super) fn most_expensive(deck: Deck, types: &[LayerSizes]) -> Option<[LayerSizes; 2]> {
    let &[first, second, _, ..] = types else { return None };
    let equations = Equations { deck, cards: first.cards(), unknown: [first, second] };
    let regular = |&sets: &usize| equations.determinant(sets) != 0;
    ((0..3).filter(regular).count() >= 2).then_some(equations.unknown)
}

impl Equations {
    /// Returns the constants h, Q and R(s) of the equations for hands with `sets` sets.
    fn sides(&self, sets: usize) -> [i128; 3] {
        let (size, cards) = (self.deck.size() as i128, self.cards as i128);
        let [h, g, lower] = [size, size / 3, size / 9].map(|points| (points - 1) / 2);
        let (pairs, triples) = (cards * (cards - 1), cards * (cards - 1) * (cards - 2) / 6);
        let sets = sets as i128;
        let cubes = 3 * g * pairs + 6 * (lower * (triples - sets) + g * sets);
        [h, h * cards + g * pairs, h * cards + cubes]
    }

    /// Returns the determinant of the equations for hands with `sets` sets, after elimination of Y
    /// of the first type by the first equation.
    fn determinant(&self, sets: usize) -> i128 {
        let [h, squares, cubes] = self.sides(sets);
        let [[q1, c1], [q2, c2]] = self.unknown.map(|of| [of.power_sum(2), of.power_sum(3)]);
        (c2 - c1) * (squares - h * q1) - (q2 - q1) * (cubes - h * c1)
    }

    /// Returns the number of hands with `sets` sets, from the sums of Y, Y q and Y c over the known
    /// types, or `None` if the determinant vanishes.
    fn hands(&self, sets: usize, [y, yq, yc]: [i128; 3]) -> Result<Option<u128>, LayersError> {
        let [h, ..] = self.sides(sets);
        let [[q1, c1], [q2, c2]] = self.unknown.map(|of| [of.power_sum(2), of.power_sum(3)]);
        let right = h * ((c2 - c1) * (yq - q1 * y) - (q2 - q1) * (yc - c1 * y));
        let error = |what| LayersError { cards: self.cards, what };
        match (self.determinant(sets), right) {
            (0, 0) => Ok(None),
            (0, _) => Err(error(Contradiction::Equations)),
            (determinant, _) if right % determinant != 0 => Err(error(Contradiction::Fraction)),
            (determinant, _) => u128::try_from(right / determinant)
                .map(Some)
                .map_err(|_| error(Contradiction::Negative)),
        }
    }
}

/// Returns the number of hands of one size for each number of sets, derived from the counted types.
pub(super) fn hands(
    deck: Deck,
    cards: usize,
    counted: &Tallies<LayerSizes>,
    unknown: Option<[LayerSizes; 2]>,
) -> Result<Tally, LayersError> {
    let types: Vec<(LayerSizes, &Tally)> =
        counted.iter().filter(|(of, _)| of.cards() == cards).collect();
    let most = types.iter().filter_map(|(_, tally)| tally.largest()).max().unwrap_or(0);
    // Two cards share at most one set.
    let most = unknown.map_or(most, |_| cards * cards.saturating_sub(1) / 6);
    let sum = |sets: usize, of: &dyn Fn(LayerSizes) -> i128| -> i128 {
        let hands = |(it, tally): &(LayerSizes, &Tally)| tally.count(sets) * it.orders();
        types.iter().map(|entry| of(entry.0) * hands(entry).cast_signed()).sum()
    };
    let (mut tally, mut open) = (Tally::default(), None);
    for sets in 0..=most {
        let all = sum(sets, &|_| 1);
        let found = match unknown {
            None => Some(all.cast_unsigned()),
            Some(unknown) => {
                let powers = [2, 3].map(|power| sum(sets, &|of| of.power_sum(power)));
                let sums = [all, powers[0], powers[1]];
                Equations { deck, cards, unknown }.hands(sets, sums)?
            }
        };
        match found {
            Some(hands) => tally.add(sets, hands),
            None => open = Some(sets),
        }
    }
    if let Some(sets) = open {
        let all = binomial(deck.size(), cards).unwrap_or(0);
        let what = Contradiction::NegativeRest;
        let rest = all.checked_sub(tally.total()).ok_or(LayersError { cards, what })?;
        tally.add(sets, rest);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_whole_and_not_negative() {
        let (deck, cards) = (Deck::new(3).unwrap(), 6);
        let types: Vec<LayerSizes> = LayerSizes::all(9, cards).collect();
        let equations = Equations { deck, cards, unknown: [types[0], types[1]] };
        let hands = |y| equations.hands(1, [y, 0, 0]);
        let (one, whole) = (equations.determinant(1), hands(0));
        assert_ne!(one, 0);
        assert_eq!(whole, Ok(Some(0)));
        // The right side is proportional to Y, so it is divisible for multiples of the determinant.
        let fractions = (1..one.abs())
            .filter(|&y| hands(y).is_err_and(|error| error.what == Contradiction::Fraction));
        assert!(fractions.count() > 0);
        let both = [one, -one].map(hands);
        assert!(both.iter().filter(|hands| hands.is_ok()).count() == 1);
        let negative = both.into_iter().find_map(Result::err).unwrap();
        assert_eq!(negative.what, Contradiction::Negative);
    }
}
