//! The canonical hand of a class, and the symmetries of a hand.
//!
//! # How
//!
//! A *frame* of a hand is a sequence of its points, each outside the flat of those before it, that
//! cannot be extended. Exactly one affine map of the flat of the hand carries a frame to the points
//! 0, 1, 3, 9, ...; it carries the hand to a hand with these points. Of the images under all frames
//! the least one (as a number) would be a canonical form, but 12 cards have up to 95,040 frames.
//! Only frames selected by an affine-invariant rule are tried:
//!
//! 1. *Colours.* A point of the hand is coloured by how often the third points of its pairs are
//!    third points of other pairs, too, and once more by how the colours of these pairs are spread.
//!    If points are still alike, they are coloured by how the colours are spread over the
//!    hyperplanes and their parallels.
//! 2. *Cells.* The next point of a frame comes from the smallest set of equally coloured points
//!    outside the flat so far (from the one with the least colour, if there are several). If it has
//!    several points, each is tried: it gets a colour of its own, and all are coloured again, seen
//!    from there.
//! 3. *Traces.* The sums of the colours along the way are compared first, so that most ways end
//!    early; then the images.
//!
//! Colours are 64-bit mixtures of what they stand for. When two mixtures collide, more frames are
//! looked at than necessary; the form stays canonical, as colours are the same for all images of a
//! hand.
//!
//! The frames with the best trace and image are carried into one another by the maps of the flat
//! that leave the hand as it is, each by one: so their number is the order of this group, and times
//! the maps that leave each point of the flat where it is (`fixing_flat`) it is the order of the
//! stabilizer. Two such frames give one of these maps, and frames that known maps carry to others
//! are counted without looking at them.
//!
//! # How one knows that it is right
//!
//! Random maps do not change the form; hands have the same form if and only if some map carries one
//! into the other (by trying all maps, for small decks); the number of forms is that of
//! [`super::burnside`], and their orbits add up to all hands.

use super::Space;
use super::labelling::Labelling;
use crate::card::Card;
use crate::hand::CardSet;

/// A hand under the symmetries of the deck.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The hand that stands for the class.
    pub form: CardSet,
    /// The number of affine maps that carry the hand into itself.
    pub stabilizer: u128,
    /// The number of hands in the class.
    pub orbit: u128,
}

/// The canonical form of a hand: equal for two hands if and only if an affine map carries one to
/// the other. It takes microseconds for most hands, and little more for symmetric ones. For hands
/// of more than half the deck, the complement's canonical form is complemented.
///
/// # Panics
///
/// When there are cards that the deck of the space does not have.
#[must_use]
pub fn canonical(space: &Space, hand: &CardSet) -> Canonical {
    let deck = space.deck();
    let all: CardSet = deck.cards().collect();
    assert!((*hand - all).is_empty(), "the cards of a hand are in the deck");
    if 2 * hand.len() > deck.size() {
        let others = canonical(space, &(all - *hand));
        return Canonical { form: all - others.form, ..others };
    }
    let points: Vec<Card> = hand.iter().collect();
    let class = Labelling::new(space).class(&points);
    Canonical { form: class.form, stabilizer: class.stabilizer(deck), orbit: class.hands(deck) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::symmetry::tests::all_maps;
    use crate::symmetry::{AffineMap, group_order};
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::LazyLock;

    fn deck(features: usize) -> Deck {
        Deck::new(features).unwrap()
    }

    /// Hands of a deck, and points that are a frame most of the time.
    fn hands_and_frames() -> impl Strategy<Value = (Deck, BTreeSet<usize>, Vec<usize>)> {
        (2..=6_usize).prop_flat_map(|features| {
            let size = deck(features).size();
            let hand = prop::collection::btree_set(0..size, 0..=size.min(18));
            let frame = prop::collection::vec(0..size, features + 1);
            (Just(deck(features)), hand, frame)
        })
    }

    /// The space of a deck, made once.
    fn space(deck: Deck) -> &'static Space {
        static SPACES: LazyLock<Vec<Space>> =
            LazyLock::new(|| Deck::all().map(Space::new).collect());
        &SPACES[deck.features() - 2]
    }

    fn card(index: usize, deck: Deck) -> Card {
        Card::new(index, deck).unwrap()
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
            prop_assert_eq!(own, canonical(space, &map.unwrap().image_of(&hand)));
            prop_assert_eq!(own, canonical(space, &own.form));
            prop_assert_eq!(own.form.len(), hand.len());
            prop_assert_eq!(own.stabilizer * own.orbit, group_order(deck));
        }
    }

    /// The least image of a hand as a number, by trying all maps, and how many maps leave it as it
    /// is.
    fn by_all_maps(maps: &[Vec<Card>], hand: u32) -> (u32, u128) {
        let image = |map: &Vec<Card>| -> u32 {
            let points = map.iter().enumerate().filter(|(point, _)| hand >> point & 1 == 1);
            points.map(|(_, image)| 1 << image.index()).sum()
        };
        let least = maps.iter().map(image).min().unwrap();
        (least, maps.iter().filter(|map| image(map) == hand).count() as u128)
    }

    fn compare_with_all_maps(deck: Deck, hands: impl Iterator<Item = u32>) {
        let (maps, mut forms) = (all_maps(deck), BTreeMap::new());
        assert_eq!(maps.len() as u128, group_order(deck));
        for hand in hands {
            let (least, stabilizer) = by_all_maps(&maps, hand);
            let cards: CardSet =
                deck.cards().filter(|card| hand >> card.index() & 1 == 1).collect();
            let own = canonical(space(deck), &cards);
            assert_eq!(own.stabilizer, stabilizer, "{hand:b}");
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

    /// The cards whose last digits are given: flats, and unions of parallel ones.
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
            assert_eq!(hyperplane, form(&[2], 1));
            assert_eq!(hyperplane.form, deck.cards().take(deck.size() / 3).collect());
            // Flats of dimension n - 2: (3^n - 1)(3^(n-1) - 1)/16 directions, 9 of each.
            let flats = 9 * (size - 1) * (size / 3 - 1) / 16;
            assert_eq!(form(&[4], 2).orbit, flats);
            // C(9,2) pairs of parallel ones.
            assert_eq!(form(&[0, 5], 2).orbit, flats / 9 * 36);
            // C(9,3) triples of parallel ones, less 12 that make a hyperplane.
            assert_eq!(form(&[0, 1, 3], 2).orbit, flats / 9 * 72);
        }
    }
}
