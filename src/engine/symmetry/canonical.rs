//! Canonical forms and symmetries of hands.
//!
//! # Algorithm
//!
//! A *frame* of a hand is a maximal sequence of its points in which each point is outside the flat
//! spanned by the points before it. Exactly one affine map of the flat of the hand carries a frame
//! to the points 0, 1, 3, 9, ...; it carries the hand to a hand that contains these points. The
//! least of the images under all frames (as a number) would be a canonical form, but 12 cards have
//! up to 95,040 frames. Only frames selected by an affine-invariant rule are tried:
//!
//! 1. *Colours.* A point of the hand is coloured by how many other pairs share the third points of
//!    its pairs, and once more by the distribution of the colours of these pairs. If points are
//!    still alike, they are coloured by the distribution of the colours over the hyperplanes and
//!    their parallels.
//! 2. *Cells.* The next point of a frame is taken from the smallest set of equally coloured points
//!    outside the flat so far (from the one with the least colour, if there are several). If the
//!    set has several points, each is tried: it gets a colour of its own, and all points are
//!    coloured again.
//! 3. *Traces.* The sums of the colours along each branch are compared first, so that most branches
//!    end early; then the images are compared.
//!
//! Colours are 64-bit hashes. A hash collision makes the search look at more frames than necessary;
//! the form stays canonical, because colours are equal for all images of a hand.
//!
//! The maps of the flat that fix the hand permute the frames with the best trace and image, and
//! exactly one map carries any such frame to any other. Hence the number of these frames is the
//! order of this group. Multiplied by the number of maps that fix every point of the flat
//! (`fixing_flat`), it is the order of the stabilizer. Two such frames determine one map of the
//! group, and frames equivalent under known maps are counted without a visit.
//!
//! # Verification
//!
//! Tests check that random maps do not change the form; that hands of small decks have the same
//! form if and only if some map carries one to the other (all maps are tried); and that the number
//! of forms agrees with `class_numbers` and their orbits add up to all hands.

use super::labelling::Labelling;
use super::{AffineMap, Space};
use crate::card::{Card, Deck};
use crate::combinations::binomial;
use crate::hand::CardSet;
use crate::stats::to_float;

/// Canonical form of a hand and its symmetry data under the affine maps of the deck.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::symmetry::{Space, canonical};
///
/// let deck = Deck::GAME;
/// let set = canonical(&Space::new(deck), &deck.cards().take(3).collect());
/// assert_eq!(set.orbit, 1080);
/// assert_eq!(set.stabilizer * set.orbit, 1_965_150_720);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Canonical form, the representative of the class of the hand.
    pub form: CardSet,
    /// The number of affine maps that carry the hand onto itself.
    pub stabilizer: u128,
    /// The number of hands in the class.
    pub orbit: u128,
    /// The dimension of the smallest flat that contains the hand: 0 for a card, 1 for a set; `None`
    /// for the empty hand.
    pub dimension: Option<usize>,
    /// The number of orbits of the stabilizer among the cards of the hand; 1 if the stabilizer is
    /// transitive on them.
    pub card_orbits: usize,
}

impl Canonical {
    /// Returns the probability that a random hand of the same size belongs to the class.
    #[must_use]
    pub fn probability(&self, deck: Deck) -> f64 {
        let (size, cards) = (deck.size(), self.form.len());
        if let Some(hands) = binomial(size, cards) {
            return to_float(self.orbit) / to_float(hands);
        }
        // Too many hands for an integer: multiply by the factors of the binomial coefficient one by
        // one.
        let factor =
            |place: usize| to_float((place + 1) as u128) / to_float((size - place) as u128);
        (0..cards).map(factor).fold(to_float(self.orbit), |product, factor| product * factor)
    }
}

/// Returns the canonical form of a hand, equal for two hands if and only if an affine map carries
/// one to the other. Takes microseconds for most hands, and little more for symmetric ones. A hand
/// of more than half the deck gets the complement of the canonical form of its complement.
///
/// # Panics
///
/// Panics if the hand contains cards outside the deck of the space.
#[must_use]
pub fn canonical(space: &Space, hand: &CardSet) -> Canonical {
    let deck = space.deck();
    let all: CardSet = deck.cards().collect();
    assert!((*hand - all).is_empty(), "the cards of a hand are in the deck");
    // Maps carry complements to complements, and fewer points have fewer frames.
    let is_large = 2 * hand.len() > deck.size();
    let smaller = if is_large { all - *hand } else { *hand };
    let mut labelling = Labelling::new(space);
    let class = labelling.class(&smaller.iter().collect::<Vec<Card>>());
    let (form, dimension) = match is_large {
        true => (all - class.form, Some(deck.features())),
        false => (class.form, class.dimension().map(|dimension| dimension as usize)),
    };
    let card_orbits = labelling.orbits(&form, class.dimension());
    let map = AffineMap::to_frame(&labelling.frame()).expect("the points are a frame");
    assert!(map.image_of(&form) == *hand, "the map carries the form to the hand");
    let (stabilizer, orbit) = (class.stabilizer(deck), class.hands(deck));
    Canonical { form, stabilizer, orbit, dimension, card_orbits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::combinations::Combinations;
    use crate::symmetry::tests::all_maps;
    use crate::symmetry::{class_numbers, group_order};
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::LazyLock;

    fn deck(features: usize) -> Deck {
        Deck::new(features).unwrap()
    }

    /// Generates hands of a deck, and points that usually form a frame.
    fn hands_and_frames() -> impl Strategy<Value = (Deck, BTreeSet<usize>, Vec<usize>)> {
        (2..=6_usize).prop_flat_map(|features| {
            let size = deck(features).size();
            let hand = prop::collection::btree_set(0..size, 0..=size.min(18));
            let frame = prop::collection::vec(0..size, features + 1);
            (Just(deck(features)), hand, frame)
        })
    }

    /// Returns the space of a deck, which is built once.
    fn space(deck: Deck) -> &'static Space {
        static SPACES: LazyLock<Vec<Space>> =
            LazyLock::new(|| Deck::all().map(Space::new).collect());
        &SPACES[deck.features() - 2]
    }

    fn card(index: usize, deck: Deck) -> Card {
        Card::new(index, deck).unwrap()
    }

    /// Returns the fields that all hands of a class have in common.
    fn invariants(hand: &Canonical) -> (CardSet, [u128; 2], Option<usize>, usize) {
        (hand.form, [hand.stabilizer, hand.orbit], hand.dimension, hand.card_orbits)
    }

    proptest! {
        #[test]
        fn no_map_changes_the_form((deck, hand, frame) in hands_and_frames()) {
            let space = space(deck);
            let frame: Vec<Card> = frame.into_iter().map(|index| card(index, deck)).collect();
            let hand: CardSet = hand.into_iter().map(|index| card(index, deck)).collect();
            let map = AffineMap::to_frame(&frame);
            prop_assume!(map.is_some());
            let own = canonical(space, &hand);
            let moved = map.unwrap().image_of(&hand);
            let found = canonical(space, &moved);
            prop_assert_eq!(invariants(&own), invariants(&found));
            prop_assert_eq!(invariants(&own), invariants(&canonical(space, &own.form)));
            prop_assert_eq!(own.form.len(), hand.len());
            prop_assert_eq!(own.stabilizer * own.orbit, group_order(deck));
        }
    }

    /// Returns, by trying all maps, the least image of a hand as a number, the order of its
    /// stabilizer, and the number of orbits of the stabilizer on its points.
    fn by_all_maps(maps: &[Vec<Card>], hand: u32) -> (u32, u128, usize) {
        let points = || (0..32_usize).filter(|point| hand >> point & 1 == 1);
        let image =
            |map: &Vec<Card>| -> u32 { points().map(|point| 1 << map[point].index()).sum() };
        let least = maps.iter().map(image).min().unwrap();
        let fixing: Vec<&Vec<Card>> = maps.iter().filter(|map| image(map) == hand).collect();
        let lowest = |point: usize| fixing.iter().map(|map| map[point].index()).min();
        let orbits = points().filter(|&point| lowest(point) == Some(point)).count();
        (least, fixing.len() as u128, orbits)
    }

    fn compare_with_all_maps(deck: Deck, hands: impl Iterator<Item = u32>) {
        let (maps, mut forms) = (all_maps(deck), BTreeMap::new());
        assert_eq!(maps.len() as u128, group_order(deck));
        for hand in hands {
            let (least, stabilizer, orbits) = by_all_maps(&maps, hand);
            let cards: CardSet =
                deck.cards().filter(|card| hand >> card.index() & 1 == 1).collect();
            let own = canonical(space(deck), &cards);
            assert_eq!((own.stabilizer, own.card_orbits), (stabilizer, orbits), "{hand:b}");
            let form: u32 = own.form.iter().map(|card| 1 << card.index()).sum();
            assert_eq!(*forms.entry(least).or_insert(form), form, "{hand:b}");
        }
        let different: BTreeSet<u32> = forms.values().copied().collect();
        assert_eq!(different.len(), forms.len(), "the form separates the classes");
    }

    #[test]
    fn forms_separate_what_no_map_joins() {
        compare_with_all_maps(deck(2), 0..1 << 9);
        let some = (1..5_u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> 5);
        // A plane, two lines, parallel lines, a plane and a line, one point of each of nine lines.
        let symmetric = [0o777, 0o7007, 0o70_000_007, 0o7_000_777, 0o111_111_111, 0o1_000_777];
        compare_with_all_maps(deck(3), some.chain(symmetric));
    }

    /// Checks over all hands of a size that each class occurs as often as its orbit size says, and
    /// that the number of classes is that of Burnside's lemma.
    #[test]
    fn orbits_are_as_large_as_they_are_met() {
        for (features, cards) in [(2, 4), (2, 7), (3, 4), (3, 23), (4, 3), (5, 2), (5, 241)] {
            let deck = deck(features);
            let missing = cards.min(deck.size() - cards);
            let mut hands = Combinations::starting_at(0, missing, deck.cards());
            let (mut met, all) = (BTreeMap::new(), deck.cards().collect::<CardSet>());
            loop {
                let hand: CardSet = hands.get().iter().copied().collect();
                let hand = if missing < cards { all - hand } else { hand };
                let Canonical { form, orbit, .. } = canonical(space(deck), &hand);
                *met.entry((form, orbit)).or_insert(0_u128) += 1;
                if hands.advance().is_none() {
                    break;
                }
            }
            assert!(met.iter().all(|((_, orbit), times)| orbit == times), "{cards} of {features}");
            assert_eq!(BigUint::from(met.len()), class_numbers(deck)[cards]);
        }
    }

    #[test]
    fn probabilities_are_those_of_the_orbits() {
        // A set, the smallest and the largest hands, and a hyperplane: C(729, 243) = 1.04 * 10^200.
        for (features, cards, hands, all) in [
            (4, 3, 1080.0, 85_320.0),
            (4, 0, 1.0, 1.0),
            (4, 1, 81.0, 81.0),
            (4, 80, 81.0, 81.0),
            (4, 81, 1.0, 1.0),
            (6, 243, 1092.0, 1.039_43e200),
        ] {
            let hand = deck(features).cards().take(cards).collect();
            let found = canonical(space(deck(features)), &hand).probability(deck(features));
            assert!((found * all / hands - 1.0).abs() < 1e-3, "{cards} of {features}: {found}");
        }
    }

    /// Returns the cards whose last digits are one of `ends`: a flat, or a union of parallel flats.
    fn ending_in(deck: Deck, ends: &[usize], digits: u32) -> CardSet {
        let modulus = 3_usize.pow(digits);
        deck.cards().filter(|card| ends.contains(&(card.index() % modulus))).collect()
    }

    #[test]
    fn symmetric_hands_of_large_decks_take_no_time() {
        for features in [5, 6] {
            let deck = deck(features);
            let size = deck.size() as u128;
            let form =
                |ends: &[usize], digits| canonical(space(deck), &ending_in(deck, ends, digits));
            let hyperplane = form(&[0], 1);
            assert_eq!(hyperplane.orbit, 3 * (size - 1) / 2);
            assert_eq!(hyperplane.stabilizer * hyperplane.orbit, group_order(deck));
            assert_eq!(invariants(&hyperplane), invariants(&form(&[2], 1)));
            assert_eq!(hyperplane.form, deck.cards().take(deck.size() / 3).collect());
            // Flats of dimension n - 2: (3^n - 1)(3^(n-1) - 1)/16 directions, 9 of each.
            let flats = 9 * (size - 1) * (size / 3 - 1) / 16;
            assert_eq!(form(&[4], 2).orbit, flats);
            // C(9,2) pairs of parallel flats.
            assert_eq!(form(&[0, 5], 2).orbit, flats / 9 * 36);
            // C(9,3) triples of parallel flats, except 12 that form a hyperplane.
            assert_eq!(form(&[0, 1, 3], 2).orbit, flats / 9 * 72);
        }
    }
}
