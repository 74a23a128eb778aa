//! Enumeration of the combinations of a fixed size, in the order of their ranks.
//!
//! The `k`-subsets of `v` cards are in colexicographic order: the rank of `c1 < c2 < ... < ck` is
//! C(c1,1) + C(c2,2) + ... + C(ck,k). The order does not depend on `v`, unranking proceeds down
//! from the largest card, and advancing to the next subset changes little more than one card on
//! average.

/// Returns the binomial coefficient C(n, k), or `None` if an intermediate product, at most `n *
/// C(n, k)`, overflows 128 bits.
#[must_use]
pub fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for step in 1..=k.min(n - k) {
        // C(n, step) = C(n, step - 1) * (n - step + 1) / step, exact at every step.
        value = value.checked_mul((n - step + 1) as u128)? / step as u128;
    }
    Some(value)
}

/// The combinations of a fixed number of items from a list, visited in colexicographic order,
/// starting at any rank.
///
/// ```
/// use setodds_engine::{card::Deck, combinations::Combinations};
/// let mut hands = Combinations::starting_at(0, 3, Deck::new(2)?.cards());
/// let mut count = 1;
/// while hands.advance().is_some() {
///     count += 1;
/// }
/// assert_eq!(count, 84);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Combinations<T> {
    items: Vec<T>,
    /// The indices of the chosen items in the list, in increasing order.
    places: Vec<usize>,
    chosen: Vec<T>,
}

impl<T: Copy> Combinations<T> {
    /// Returns the combinations of `count` of the items, starting with the combination of the given
    /// rank.
    ///
    /// # Panics
    ///
    /// Panics if `rank` is not below the number of combinations, or if that number overflows 128
    /// bits.
    #[must_use]
    pub fn starting_at(rank: u128, count: usize, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        let total = binomial(items.len(), count);
        assert!(total.is_some_and(|total| rank < total), "the rank is below C(v, k)");
        let places = unrank(rank, count, items.len());
        let chosen = places.iter().map(|&place| items[place]).collect();
        Self { items, places, chosen }
    }

    /// Returns the chosen items of the current combination, in list order.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &[T] {
        &self.chosen
    }

    /// Skips all combinations that differ from the current one only in the first `count` items,
    /// then behaves as [`advance`](Self::advance).
    #[inline]
    pub(crate) fn advance_beyond(&mut self, count: usize) -> Option<usize> {
        for position in (0..count.min(self.places.len())).rev() {
            self.places[position] = self.limit(position) - 1;
        }
        self.advance()
    }

    /// Advances to the next combination and returns the highest position at which the item changed.
    /// Returns `None` and changes nothing at the last combination.
    #[inline]
    pub fn advance(&mut self) -> Option<usize> {
        let highest = (0..self.places.len()).find(|&i| self.places[i] + 1 < self.limit(i))?;
        self.places[highest] += 1;
        self.places[..highest].iter_mut().zip(0..).for_each(|(place, lowest)| *place = lowest);
        for (item, &place) in self.chosen.iter_mut().zip(&self.places[..=highest]) {
            *item = self.items[place];
        }
        Some(highest)
    }

    /// Returns the exclusive upper bound for the index of the item at `position`: the index of the
    /// next item, or the length of the list for the last one.
    #[inline]
    fn limit(&self, position: usize) -> usize {
        self.places.get(position + 1).copied().unwrap_or(self.items.len())
    }
}

/// Returns the increasing indices of the combination of `count` out of `size` items with the given
/// rank. From the last index down, each is the largest `c` with C(c, i) at most the remaining rank.
fn unrank(mut rank: u128, count: usize, size: usize) -> Vec<usize> {
    let mut places = vec![0; count];
    let mut below = size;
    for i in (1..=count).rev() {
        // The answer is at most the total, which fits 128 bits, so a coefficient that overflows
        // cannot be the answer.
        let fits = |c: usize| binomial(c, i).is_some_and(|count| count <= rank);
        let place = (0..below).rev().find(|&c| fits(c)).expect("C(i - 1, i) = 0 always fits");
        rank -= binomial(place, i).expect("it has just been computed");
        places[i - 1] = place;
        below = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};

    fn rank(hand: &[Card]) -> u128 {
        hand.iter().zip(1..).map(|(card, i)| binomial(card.index(), i).unwrap()).sum()
    }

    #[test]
    fn binomials_follow_pascal() {
        for n in 1..=81 {
            for k in 1..=n {
                let above = binomial(n - 1, k - 1).unwrap() + binomial(n - 1, k).unwrap();
                assert_eq!(binomial(n, k), Some(above));
            }
        }
        assert_eq!((binomial(5, 6), binomial(0, 0)), (Some(0), Some(1)));
        assert_eq!((binomial(729, 364), binomial(729, 728)), (None, Some(729)));
    }

    #[test]
    fn all_hands_come_once_in_the_order_of_their_ranks() {
        for (features, cards) in [(2, 0), (2, 1), (2, 4), (2, 9), (3, 3), (3, 5), (4, 3)] {
            let deck = Deck::new(features).unwrap();
            let total = binomial(deck.size(), cards).unwrap();
            let mut hands = Combinations::starting_at(0, cards, deck.cards());
            for expected in 0..total {
                assert_eq!(rank(hands.get()), expected);
                assert!(hands.get().is_sorted() && hands.get().len() == cards);
                assert_eq!(hands.advance().is_some(), expected + 1 < total);
            }
        }
    }

    /// Compares jumps with single steps, from each combination of three out of seven items.
    #[test]
    fn jumps_are_those_of_single_steps() {
        let mut choices = Combinations::starting_at(0, 3, 0..7);
        loop {
            for count in 0..=4 {
                let [mut jump, mut slow] = [choices.clone(), choices.clone()];
                let beyond =
                    std::iter::from_fn(|| slow.advance()).find(|&highest| highest >= count);
                assert_eq!(jump.advance_beyond(count), beyond);
                assert!(beyond.is_none() || jump.get() == slow.get());
            }
            if choices.advance().is_none() {
                break;
            }
        }
    }

    #[test]
    fn any_rank_can_be_the_start() {
        let total = binomial(81, 12).unwrap();
        for start in [0, 1, 12_345, 70_000_000_000_000, total - 1] {
            let hands = Combinations::starting_at(start, 12, Deck::GAME.cards());
            assert_eq!(rank(hands.get()), start);
        }
    }
}
