//! Properties of hands that follow from the geometry of the deck: affine maps preserve sets,
//! features and values can be permuted, the order of cards is irrelevant, and a hand determines the
//! number of sets in its complement.

use proptest::prelude::{Just, ProptestConfig, Strategy as Arbitrary, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};
use setodds_engine::card::{Card, Deck};
use setodds_engine::check::HandsCheck;
use setodds_engine::detect::Strategy;
use setodds_engine::hand::near_sets::near_sets;
use setodds_engine::hand::sets;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::hand::ultrasets;
use setodds_engine::measure::{Key, Measure, Measurer};
use setodds_engine::next::Position;
use setodds_engine::symmetry::AffineMap;
use setodds_engine::tally::Tallies;

/// Generates a deck, and a hand of at most `most` of its cards (by features, from 2 on), in any
/// order.
fn deck_and_hand(most: [usize; 5]) -> impl Arbitrary<Value = (Deck, Vec<Card>)> {
    (2_usize..=6).prop_flat_map(move |features| {
        let deck = Deck::new(features).unwrap();
        let cards: Vec<Card> = deck.cards().collect();
        (Just(deck), prop::sample::subsequence(cards, 0..=most[features - 2]).prop_shuffle())
    })
}

/// Generates three of nine cards.
fn deal() -> impl Arbitrary<Value = Vec<Card>> {
    let cards: Vec<Card> = Deck::new(2).unwrap().cards().collect();
    prop::sample::subsequence(cards, 3).prop_shuffle()
}

/// Returns an affine map of a deck from images of the origin and the unit points. An image in the
/// flat of those before it is replaced by the next card outside the flat.
fn affine_map(deck: Deck, images: &[usize]) -> AffineMap {
    let mut frame: Vec<Card> = Vec::new();
    for image in &images[..=deck.features()] {
        let cards: Vec<Card> = deck.cards().collect();
        let mut from = (0..cards.len()).map(|step| cards[(image + step) % cards.len()]);
        let is_outside = |card: &Card| {
            let longer = [&frame[..], &[*card]].concat();
            AffineMap::to_frame(&longer).is_some()
        };
        frame.push(from.find(is_outside).unwrap());
    }
    AffineMap::to_frame(&frame).unwrap()
}

/// Returns a card with permuted features, and permuted values of each feature.
fn renamed(card: Card, deck: Deck, features: &[usize], values: &[[u8; 3]]) -> Card {
    let digits: Vec<u8> = card.digits(deck).collect();
    let order = features.iter().filter(|&&feature| feature < deck.features());
    Card::from_digits(order.map(|&it| values[it][usize::from(digits[it])]))
}

/// Returns the values of all measures that a hand has.
fn measured(deck: Deck, hand: &[Card], wanted: impl Fn(Measure) -> bool) -> Tallies<Key> {
    let measures = Measure::ALL.iter().copied();
    let measures = measures.filter(|&it| wanted(it) && it.sizes(deck).contains(&hand.len()));
    let sizes = Sizes::one(hand.len());
    let measurer = Measurer::new(deck, sizes, measures.collect(), Strategy::default()).unwrap();
    let mut recorder = measurer.recorder();
    recorder.record(hand);
    recorder.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Each card is in (v - 1)/2 sets, and each pair in one set. So the number of sets that contain
    /// a card of the hand is known; all other sets are in the rest of the deck.
    #[test]
    fn the_rest_of_the_deck_has_the_other_sets(
        (deck, hand) in deck_and_hand([9, 27, 81, 243, 100]),
        strategy in prop::sample::select(Strategy::ALL.to_vec()),
    ) {
        let strategy = if deck.features() > 4 { Strategy::default() } else { strategy };
        let detector = strategy.detector(deck);
        let rest: Vec<Card> = deck.cards().filter(|card| !hand.contains(card)).collect();
        let (cards, pairs) = (hand.len(), hand.len() * hand.len().saturating_sub(1) / 2);
        let touched = cards * (deck.size() - 1) / 2 + detector.count(&hand) - pairs;
        prop_assert_eq!(detector.count(&rest) + touched, deck.sets());
    }

    #[test]
    fn affine_maps_change_no_count(
        (deck, hand) in deck_and_hand([9, 24, 24, 24, 24]),
        images in prop::collection::vec(0_usize..729, 7),
    ) {
        let map = affine_map(deck, &images);
        let moved: Vec<Card> = hand.iter().map(|&card| map.image(card)).collect();
        let is_invariant = |it: Measure| it.is_affine_invariant() || it == Measure::FirstSet;
        let values = |hand: &[Card]| measured(deck, hand, is_invariant);
        prop_assert_eq!(values(&hand), values(&moved));
        for strategy in Strategy::ALL {
            let detector = strategy.detector(deck);
            prop_assert_eq!(detector.count(&hand), detector.count(&moved), "{}", strategy);
        }
        prop_assert!(sets(&hand, deck).eq(sets(&moved, deck)));
        let ultrasets = |hand: &[Card]| ultrasets::ultrasets(hand, deck).count();
        prop_assert_eq!(ultrasets(&hand), ultrasets(&moved));
    }

    /// Checks that the names and the order of features are irrelevant.
    #[test]
    fn features_and_values_can_be_permuted(
        (deck, hand) in deck_and_hand([9, 24, 24, 24, 24]),
        features in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(),
        values in prop::collection::vec(Just([0, 1, 2]).prop_shuffle(), 6),
    ) {
        let moved: Vec<Card> =
            hand.iter().map(|&card| renamed(card, deck, &features, &values)).collect();
        let all = |hand: &[Card]| measured(deck, hand, |_| true);
        prop_assert_eq!(all(&hand), all(&moved));
        prop_assert_eq!(near_sets(&hand, deck), near_sets(&moved, deck));
    }

    /// Checks that only the first set and the greedy cap depend on the order of the cards.
    #[test]
    fn cards_come_in_any_order(
        (deck, hand, other) in deck_and_hand([9, 24, 24, 24, 24]).prop_flat_map(|(deck, hand)| {
            (Just(deck), Just(hand.clone()), Just(hand).prop_shuffle())
        }),
    ) {
        let is_free = |it| !matches!(it, Measure::FirstSet | Measure::GreedyCap);
        let all = |hand: &[Card]| measured(deck, hand, is_free);
        prop_assert_eq!(all(&hand), all(&other));
        let sorted = |mut cards: Vec<Card>| {
            cards.sort_unstable();
            cards
        };
        let sorted_sets = |hand: &[Card]| {
            let cards = sets(hand, deck).map(|set| sorted(set.map(|place| hand[place]).to_vec()));
            let mut sets: Vec<Vec<Card>> = cards.collect();
            sets.sort_unstable();
            sets
        };
        prop_assert_eq!(sorted_sets(&hand), sorted_sets(&other));
        let completing = |hand: &[Card]| {
            let position = Position::new(deck, hand, &[]).unwrap();
            let completions = position.completions().into_iter();
            completions.map(|it| (it.card, it.pairs.len())).collect::<Vec<_>>()
        };
        prop_assert_eq!(completing(&hand), completing(&other));
    }

    /// Checks that the order of hands is irrelevant, and that the positions of their cards do not
    /// change the count of each card.
    #[test]
    fn hands_to_be_checked_come_in_any_order(
        (hands, other) in prop::collection::vec(deal(), 45..80)
            .prop_flat_map(|hands| (Just(hands.clone()), Just(hands).prop_shuffle())),
        by in 0_usize..3,
    ) {
        let check = |hands: &[Vec<Card>]| {
            let mut check = HandsCheck::new(Deck::new(2).unwrap(), 3);
            hands.iter().for_each(|hand| check.add(hand));
            check
        };
        let [own, shuffled] = [&hands, &other].map(|hands| check(hands));
        prop_assert_eq!(&own, &shuffled);
        let turned: Vec<Vec<Card>> =
            hands.iter().map(|hand| [&hand[by..], &hand[..by]].concat()).collect();
        prop_assert_eq!(own.cells(), check(&turned).cells());
        prop_assert_eq!(own.cards_fit(), check(&turned).cards_fit());
        prop_assert!(own.cards_fit().is_some());
        prop_assert_eq!(own.cells().iter().map(|cell| cell.count).sum::<u64>(), 3 * own.hands());
    }
}
