//! The answer of a search.

use crate::card::Card;
use crate::tally::Merge;

/// The first deal that is an answer: its number, counted from 0, and its cards in dealing order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstHit(pub Option<(u128, Vec<Card>)>);

impl Merge for FirstHit {
    fn merge(&mut self, other: Self) {
        self.0 = match (self.0.take(), other.0) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_hit_counts() {
        let hit = |deal| FirstHit(Some((deal, vec![Card::default()])));
        for (a, b) in
            [(hit(3), hit(7)), (hit(7), hit(3)), (hit(3), FirstHit(None)), (FirstHit(None), hit(3))]
        {
            let mut sum = a;
            sum.merge(b);
            assert_eq!(sum, hit(3));
        }
        let mut none = FirstHit::default();
        none.merge(FirstHit::default());
        assert_eq!(none, FirstHit(None));
    }
}
