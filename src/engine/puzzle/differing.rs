//! Whether an affine map carries a hand to one whose sets all differ in some number of features.
//!
//! The cards of a set are `a`, `a + d` and `a + 2d`: they differ in the features in which the
//! direction `d` has a digit other than 0. A translation leaves directions as they are, so the
//! question is where a linear map can carry those of a hand. The images of some that span all are
//! chosen one by one, among the points with the wanted number of digits other than 0; a choice
//! fails as soon as it carries another direction to any other point.

use crate::card::{Card, Deck, digits_that_differ};
use crate::detect::Strategy;
use crate::stats::Ratio;
use crate::symmetry::sum;
use std::collections::BTreeSet;

/// Whether some affine map carries a hand to one whose sets all differ in `features` features.
pub(super) fn can_differ(deck: Deck, hand: &[Card], features: usize) -> bool {
    ImageSearch::new(deck, hand, features).succeeds(&IDENTITY_OF_ZERO)
}

/// The proportion of affine maps that carry a hand to one whose sets all differ in `features`
/// features; so it is the proportion of such hands in the class of the hand.
pub(super) fn proportion(deck: Deck, hand: &[Card], features: usize) -> Ratio {
    let search = ImageSearch::new(deck, hand, features);
    // All one-to-one linear maps of the span of the directions: each of them is a part of equally
    // many linear maps of the whole space.
    let (mut span, mut all) = (IDENTITY_OF_ZERO.to_vec(), 1);
    while let Some(next) = search.next_direction(&span) {
        all *= (deck.size() - span.len()) as u128;
        span = extended(&span, (next, next));
    }
    Ratio::new(search.count(&IDENTITY_OF_ZERO), all)
}

/// The linear map of the point zero alone.
const IDENTITY_OF_ZERO: [(Card, Card); 1] = [(Card::at(0), Card::at(0))];

struct ImageSearch {
    directions: BTreeSet<Card>,
    /// The points that a direction may be carried to.
    images: BTreeSet<Card>,
}

impl ImageSearch {
    fn new(deck: Deck, hand: &[Card], features: usize) -> Self {
        let sets = Strategy::default().detector(deck).sets(hand);
        // From a to b: as a + a is -a, `b + a + a` is b - a.
        let direction = |[a, b, _]: [usize; 3]| sum(hand[b], sum(hand[a], hand[a]));
        let differs = |point: &Card| digits_that_differ(point.code(deck), 0) == features;
        Self {
            directions: sets.into_iter().map(direction).collect(),
            images: deck.cards().filter(differs).collect(),
        }
    }

    /// The first direction that a linear map of a subspace, given by its points and their images,
    /// does not carry anywhere.
    fn next_direction(&self, map: &[(Card, Card)]) -> Option<Card> {
        let is_mapped = |point: &Card| map.iter().any(|(from, _)| from == point);
        self.directions.iter().find(|point| !is_mapped(point)).copied()
    }

    /// The extensions of a linear map of a subspace to one more direction that are one-to-one and
    /// carry directions to such points alone.
    fn extensions(
        &self,
        map: &[(Card, Card)],
        next: Card,
    ) -> impl Iterator<Item = Vec<(Card, Card)>> {
        let is_free = |image: &&Card| map.iter().all(|(_, to)| to != *image);
        let allowed =
            |(from, to): &(Card, Card)| !self.directions.contains(from) || self.images.contains(to);
        let larger = move |&image: &Card| extended(map, (next, image));
        let all = self.images.iter().filter(is_free).map(larger);
        all.filter(move |larger| larger.iter().all(allowed))
    }

    /// Whether a linear map of a subspace can be extended to all directions.
    fn succeeds(&self, map: &[(Card, Card)]) -> bool {
        let Some(next) = self.next_direction(map) else { return true };
        // Features and the values of a feature can be exchanged, so the first image is any.
        let tried = if map.len() == 1 { 1 } else { usize::MAX };
        self.extensions(map, next).take(tried).any(|larger| self.succeeds(&larger))
    }

    /// The number of extensions of a linear map of a subspace to all directions.
    fn count(&self, map: &[(Card, Card)]) -> u128 {
        let Some(next) = self.next_direction(map) else { return 1 };
        let mut counts = self.extensions(map, next).map(|larger| self.count(&larger));
        // With each first image there are equally many.
        if map.len() == 1 {
            counts.next().map_or(0, |count| count * self.images.len() as u128)
        } else {
            counts.sum()
        }
    }
}

/// The linear map that carries one more point to its image.
fn extended(map: &[(Card, Card)], (point, image): (Card, Card)) -> Vec<(Card, Card)> {
    let add = |pairs: &[(Card, Card)]| -> Vec<_> {
        pairs.iter().map(|&(from, to)| (sum(from, point), sum(to, image))).collect()
    };
    let once = add(map);
    let twice = add(&once);
    [map, &once, &twice].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{ThreadPool, Threads};
    use crate::symmetry::{AffineMap, Space, classes_within};

    /// All classes of small hands against all linear maps.
    #[test]
    fn what_can_differ_is_what_a_linear_map_makes_differ() {
        let pool = ThreadPool::new(Threads::ONE).unwrap();
        for (features, cards) in [(2, 5), (3, 7)] {
            let deck = Deck::new(features).unwrap();
            let maps = AffineMap::linear_maps(u32::try_from(features).unwrap());
            let detector = Strategy::Naive.detector(deck);
            let bounds = vec![0..=deck.sets(); cards];
            for class in classes_within(&Space::new(deck), &bounds, &pool) {
                let hand: Vec<Card> = class.form.iter().collect();
                let sets = detector.sets(&hand);
                for wanted in 1..=features {
                    let differs = |map: &AffineMap, [a, b, _]: [usize; 3]| {
                        let [a, b] = [a, b].map(|place| map.image(hand[place]).code(deck));
                        digits_that_differ(a, b) == wanted
                    };
                    let fits = |map: &&AffineMap| sets.iter().all(|&set| differs(map, set));
                    let expected = maps.iter().filter(fits).count();
                    assert_eq!(can_differ(deck, &hand, wanted), expected > 0, "{hand:?} {wanted}");
                    let expected = Ratio::new(expected as u128, maps.len() as u128);
                    assert_eq!(proportion(deck, &hand, wanted), expected, "{hand:?} {wanted}");
                }
            }
        }
    }

    /// Nine cards with twelve sets are a plane. It has four directions; where a feature does not
    /// tell its cards apart in one of them, it does in the other three, or in none. So four
    /// features serve each direction once, and eight would be needed for more.
    #[test]
    fn the_sets_of_a_plane_differ_in_three_features() {
        let plane: Vec<Card> = (0..9).map(Card::at).collect();
        for features in 2..=6 {
            let deck = Deck::new(features).unwrap();
            let possible: Vec<usize> =
                (1..=features).filter(|&it| can_differ(deck, &plane, it)).collect();
            let expected: &[usize] = if features < 4 { &[] } else { &[3] };
            assert_eq!(possible, expected, "{features} features");
        }
        // Of the 130 planes through a point, the 8 that are the tetracode up to signs of digits:
        // spanned by (1, 0, a, b) and (0, 1, c, d), none of them 0, nor ad - bc.
        assert_eq!(proportion(Deck::GAME, &plane, 3), Ratio::new(8, 130));
    }
}
