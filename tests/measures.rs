//! Every measure is what its definition says: compared with oracles written from the definitions
//! alone, on all hands of small decks and on random hands of others.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::{Just, ProptestConfig, Strategy as Arbitrary, prop};
use proptest::proptest;
use setodds::card::{Card, Deck};
use setodds::deal::{Seed, Simulation, deal_block};
use setodds::detect::{Detector, Strategy};
use setodds::exact::measures;
use setodds::hand::combinations::{Combinations, binomial};
use setodds::hand::sizes::Sizes;
use setodds::measure::{CapFinder, Key, Measure, MeasureError, Measurer, Measures};
use setodds::report::distribution::{Distribution, Origin};
use setodds::run::Kernel;
use setodds::stats::{Confidence, Ratio};
use setodds::tally::{Monoid, Tallies, Tally};
use std::collections::HashMap;

/// The definitions, with the naive detector.
struct Oracle {
    deck: Deck,
    naive: Box<dyn Detector>,
}

impl Oracle {
    fn new(deck: Deck) -> Self {
        Self { deck, naive: Strategy::Naive.detector(deck, 0) }
    }

    /// What a hand adds to the tally of a measure.
    fn outcomes(&self, measure: Measure, hand: &[Card]) -> Vec<usize> {
        let sets = self.naive.sets(hand);
        match measure {
            Measure::Sets => vec![sets.len()],
            Measure::FirstSet => {
                let holds = |cards: &usize| !self.naive.sets(&hand[..*cards]).is_empty();
                vec![(0..=hand.len()).find(holds).unwrap()]
            }
            Measure::InSets => {
                let inside = |place: &usize| sets.iter().any(|set| set.contains(place));
                vec![(0..hand.len()).filter(inside).count()]
            }
            Measure::DisjointSets => vec![most_disjoint(&sets)],
            Measure::SetTypes => {
                sets.iter().map(|&[a, b, _]| self.kind(hand[a], hand[b])).collect()
            }
            Measure::LargestCap => vec![largest_cap(&sets, hand.len())],
            Measure::GreedyCap => vec![self.greedy_cap(hand).len()],
        }
    }

    /// The cards that make no set with two of those before them that do not, either.
    fn greedy_cap(&self, hand: &[Card]) -> Vec<Card> {
        let mut kept = Vec::new();
        for &card in hand {
            kept.push(card);
            if !self.naive.sets(&kept).is_empty() {
                kept.pop();
            }
        }
        kept
    }

    fn kind(&self, a: Card, b: Card) -> usize {
        a.digits(self.deck).zip(b.digits(self.deck)).filter(|(a, b)| a != b).count()
    }
}

/// The first card of all that are left is in one of its sets or in none.
fn most_disjoint(sets: &[[usize; 3]]) -> usize {
    fn most(left: u64, sets: &[(u64, u64)], known: &mut HashMap<u64, usize>) -> usize {
        if left == 0 || sets.is_empty() {
            return 0;
        }
        if let Some(&most) = known.get(&left) {
            return most;
        }
        let first = left & left.wrapping_neg();
        let mut best = most(left & !first, sets, known);
        for &(lowest, set) in sets {
            if lowest == first && set & !left == 0 {
                best = best.max(1 + most(left & !set, sets, known));
            }
        }
        known.insert(left, best);
        best
    }
    let bits = |&[a, b, c]: &[usize; 3]| (1 << a, 1 << a | 1 << b | 1 << c);
    let sets: Vec<(u64, u64)> = sets.iter().map(bits).collect();
    let all = sets.iter().fold(0, |all, &(_, set)| all | set);
    most(all, &sets, &mut HashMap::new())
}

/// All choices of cards for small hands; else the last card of all that are left is in the cap or
/// not, and if it is, of each of its sets another one is missing.
fn largest_cap(sets: &[[usize; 3]], cards: usize) -> usize {
    fn most(places: usize, chosen: u64, sets: &[u64], known: usize) -> usize {
        let size = chosen.count_ones() as usize;
        if size + places <= known {
            return known;
        }
        let Some(last) = places.checked_sub(1) else { return size };
        let with = chosen | 1 << last;
        let fits = sets.iter().all(|&set| set & with != set);
        let known = if fits { most(last, with, sets, known) } else { known };
        most(last, chosen, sets, known)
    }
    let bits = |&[a, b, c]: &[usize; 3]| 1_u64 << a | 1 << b | 1 << c;
    let sets: Vec<u64> = sets.iter().map(bits).collect();
    if cards <= 12 {
        let caps = (0..1_u64 << cards).filter(|&hand| sets.iter().all(|&set| set & hand != set));
        return caps.map(|hand| hand.count_ones() as usize).max().unwrap();
    }
    most(cards, 0, &sets, 0)
}

/// The measures that are there for hands of one size.
fn served(deck: Deck, cards: usize) -> Vec<Measure> {
    let all = Measure::ALL.iter().copied();
    all.filter(|measure| measure.sizes(deck).contains(&cards)).collect()
}

fn measurer(deck: Deck, sizes: Sizes, measures: &[Measure]) -> Measurer {
    let measures = measures.iter().copied().collect();
    Measurer::new(deck, sizes, measures, Strategy::default()).unwrap()
}

/// The tallies of all hands of one size, each compared with the oracle.
fn all_hands(features: usize, cards: usize) -> Tallies<Key> {
    let deck = Deck::new(features).unwrap();
    let (oracle, served) = (Oracle::new(deck), served(deck, cards));
    let measurer = measurer(deck, Sizes::one(cards), &served);
    let mut recorder = measurer.recorder();
    let mut expected: Vec<Tally> = vec![Tally::default(); served.len()];
    let mut hands = Combinations::starting_at(0, cards, deck);
    loop {
        recorder.record(hands.hand());
        for (&measure, tally) in served.iter().zip(&mut expected) {
            oracle.outcomes(measure, hands.hand()).iter().for_each(|&value| tally.record(value));
        }
        if !hands.advance() {
            break;
        }
    }
    let tallies = recorder.finish();
    for (&measure, tally) in served.iter().zip(&expected) {
        let found = tallies.get(Key { cards, measure }).cloned().unwrap_or_default();
        assert_eq!(&found, tally, "{features} {cards} {measure}");
    }
    tallies
}

/// What is said to be known equals what all hands say.
fn check_known(features: usize, tallies: &Tallies<Key>) -> usize {
    let deck = Deck::new(features).unwrap();
    let same = |one: Ratio, other: Ratio| one.part * other.whole == other.part * one.whole;
    let mut known = 0;
    for (key, tally) in tallies.iter().filter(|(_, tally)| tally.total() > 0) {
        // The hands of a size, in all orders, turn their sets up alike; those in rising order do not.
        if key.measure == Measure::FirstSet {
            continue;
        }
        for value in 0..=tally.largest().unwrap() + 1 {
            let found = Ratio::new(tally.count(value), tally.total());
            if let Some(exact) = measures::probability(deck, key, value) {
                assert!(same(exact, found), "{features} {key:?} {value}: {exact:?} {found:?}");
                known += 1;
            }
        }
        if let Some(exact) = measures::mean(deck, key) {
            let sum = tally.iter().map(|(value, count)| value as u128 * count).sum();
            assert!(same(exact, Ratio::new(sum, tally.total())), "{features} {key:?}: {exact:?}");
        }
        if let Some(all) = measures::distribution(deck, key) {
            let sum: f64 = all.iter().map(|ratio| ratio.value()).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{key:?}");
        }
    }
    known
}

#[test]
fn all_hands_of_two_features() {
    let known: usize = (0..=9).map(|cards| check_known(2, &all_hands(2, cards))).sum();
    assert!(known > 100, "{known}");
}

#[test]
fn all_small_hands_of_three_features() {
    let known: usize = (0..=6).map(|cards| check_known(3, &all_hands(3, cards))).sum();
    assert!(known > 40, "{known}");
}

/// The variance of the share of a type, as the documentation of `set_types` derives it:
/// `p(1 - p) v(v - 1)/6 (h(3) - 3 h(5) + 2 h(6))`.
#[test]
fn sets_of_a_hand_are_as_dependent_as_documented() {
    for (features, cards) in [(2, 5), (2, 6), (2, 8), (2, 9), (3, 5), (3, 6)] {
        let deck = Deck::new(features).unwrap();
        let (oracle, size) = (Oracle::new(deck), deck.size() as f64);
        for kind in 1..=features {
            let key = Key { cards, measure: Measure::SetTypes };
            let p = measures::probability(deck, key, kind).unwrap().value();
            let mut squares = 0.0;
            let mut hands = Combinations::starting_at(0, cards, deck);
            loop {
                let kinds = oracle.outcomes(Measure::SetTypes, hands.hand());
                let deviation =
                    kinds.iter().map(|&it| f64::from(u8::from(it == kind)) - p).sum::<f64>();
                squares += deviation * deviation;
                if !hands.advance() {
                    break;
                }
            }
            let found = squares / binomial(deck.size(), cards).unwrap() as f64;
            let h = |m: usize| -> f64 {
                (0..m).map(|i| (cards as f64 - i as f64).max(0.0) / (size - i as f64)).product()
            };
            let dependent = h(3) - 3.0 * h(5) + 2.0 * h(6);
            let expected = p * (1.0 - p) * size * (size - 1.0) / 6.0 * dependent;
            assert!((found - expected).abs() < 1e-9, "{features} {cards} {kind}: {found}");
        }
    }
    let share = |from: f64| (12.0 - from) / (81.0 - from);
    let factor = 1.0 - share(3.0) * share(4.0) * (3.0 - 2.0 * share(5.0));
    assert!((factor - 0.9662).abs() < 5e-5, "{factor}");
}

/// What a dealt hand, whose first cards serve the smaller sizes, gives for each size.
fn check(features: usize, hand: &[Card], sizes: &[usize]) {
    let deck = Deck::new(features).unwrap();
    let oracle = Oracle::new(deck);
    let all: Sizes = sizes.iter().copied().chain([hand.len()]).collect();
    let together = measurer(deck, all.clone(), &served(deck, hand.len()));
    let mut recorder = together.recorder();
    // Nothing of a hand is left for the next one.
    recorder.record(&hand.iter().rev().copied().collect::<Vec<_>>());
    recorder.record(hand);
    let tallies = recorder.finish();
    for cards in all.iter() {
        // The oracle of caps takes too long for larger hands.
        let quick = |measure: &Measure| *measure != Measure::LargestCap || cards <= 20;
        for measure in served(deck, cards).into_iter().filter(quick) {
            let reversed: Vec<Card> = hand.iter().rev().take(cards).copied().collect();
            let mut expected = oracle.outcomes(measure, &hand[..cards]);
            expected.extend(oracle.outcomes(measure, &reversed));
            let expected: Tally = expected.into_iter().collect();
            let found = tallies.get(Key { cards, measure }).cloned().unwrap_or_default();
            assert_eq!(found, expected, "{features} {cards} {measure}");

            let alone = measurer(deck, Sizes::one(cards), &[measure]);
            let mut recorder = alone.recorder();
            recorder.record(&reversed);
            recorder.record(&hand[..cards]);
            let alone = recorder.finish();
            assert_eq!(alone.get(Key { cards, measure }).cloned().unwrap_or_default(), expected);
        }
        let [sets, kinds] = [Measure::Sets, Measure::SetTypes]
            .map(|measure| tallies.get(Key { cards, measure }).cloned().unwrap_or_default());
        let sum: u128 = sets.iter().map(|(value, count)| value as u128 * count).sum();
        assert_eq!(kinds.total(), sum);
    }
}

/// A hand of different cards in some order, and some smaller sizes.
fn hand(
    features: usize,
    most: usize,
) -> impl Arbitrary<Value = (Vec<Card>, Vec<prop::sample::Index>)> {
    let cards: Vec<Card> = Deck::new(features).unwrap().cards().collect();
    let most = cards.len().min(most);
    let hand = prop::sample::subsequence(cards, 0..=most).prop_shuffle();
    (hand, prop::collection::vec(proptest::arbitrary::any::<prop::sample::Index>(), 0..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The cap itself: a hand of that size without a set, of which one card less gives one less or as
    /// many, and the cards that it admits.
    #[test]
    fn caps_of_hands_are_largest_caps(
        (features, (hand, _)) in
            (2_usize..=6).prop_flat_map(|n| (Just(n), hand(n, [9, 18, 20, 24, 26][n - 2])))
    ) {
        let deck = Deck::new(features).unwrap();
        let (oracle, finder) = (Oracle::new(deck), CapFinder::new(deck));
        let caps = finder.caps(&hand).unwrap();
        let cap: Vec<Card> = caps.largest().iter().map(|&place| hand[place]).collect();
        assert!(caps.largest().is_sorted() && oracle.naive.sets(&cap).is_empty());
        assert_eq!(vec![cap.len()], oracle.outcomes(Measure::LargestCap, &hand));
        assert_eq!(caps.is_cap(), oracle.naive.sets(&hand).is_empty());
        let joins = |card: &Card| {
            let more: Vec<Card> = hand.iter().copied().chain([*card]).collect();
            !hand.contains(card) && oracle.naive.sets(&more).is_empty()
        };
        let admitted = caps.is_cap().then(|| deck.cards().filter(joins).count());
        assert_eq!((caps.admitted(), caps.is_complete()), (admitted, admitted == Some(0)));
        if let Some(less) = hand.len().checked_sub(1) {
            let less = finder.caps(&hand[..less]).unwrap().largest().len();
            assert!(less == cap.len() || less + 1 == cap.len());
        }
    }

    #[test]
    fn random_hands_of_every_deck(
        (features, (hand, sizes)) in
            (2_usize..=6).prop_flat_map(|n| (Just(n), hand(n, [9, 24, 27, 34, 45][n - 2])))
    ) {
        let sizes: Vec<usize> = sizes.iter().map(|size| size.index(hand.len() + 1)).collect();
        check(features, &hand, &sizes);
    }
}

/// The first set, over all orders of the cards, as the exact distribution says.
#[test]
fn the_first_set_has_the_known_distribution() {
    // By hand: 12 of 84 triples are sets; of 126 hands of four cards 54 hold none, of five none.
    let deck = Deck::new(2).unwrap();
    let key = Key { cards: 5, measure: Measure::FirstSet };
    for (value, parts) in [0, 0, 0, 12, 36, 36, 0].into_iter().enumerate() {
        let exact = measures::probability(deck, key, value).unwrap();
        assert_eq!(exact.part * 84, parts * exact.whole, "{value}");
    }
    let key = Key { cards: 21, measure: Measure::FirstSet };
    let known = |value| measures::probability(Deck::GAME, key, value);
    assert_eq!(known(3).unwrap().reduced(), Ratio::new(1, 79));
    let all: u128 = (0..=81).map(|value| known(value).unwrap().reduced().part.min(1)).sum();
    assert_eq!(all, 19, "from 3 to 21 cards");
    // The published expectation, 8.2391779622804 cards.
    let expected = Ratio::new(1_483_035_297_619_892_223, 179_997_968_779_087_690);
    assert_eq!(measures::mean(Deck::GAME, key), Some(expected));
    let none_of_twelve = 1.0 - (3..=12).map(|value| known(value).unwrap().value()).sum::<f64>();
    let exact = 2_284_535_476_080.0 / 70_724_320_184_700.0;
    assert!((none_of_twelve - exact).abs() < 1e-15);
    assert_eq!(known(22), Some(Ratio::new(0, 1)));
    let small = Deck::new(3).unwrap();
    assert!(measures::mean(small, Key { cards: 10, measure: Measure::FirstSet }).is_some());
}

/// Random deals against everything that is known.
#[test]
fn simulated_measures_fit() {
    for (features, sizes) in [(2, "4,9"), (3, "4-5,10"), (4, "5,12,21")] {
        let deck = Deck::new(features).unwrap();
        let sizes: Sizes = sizes.parse().unwrap();
        let measures = served(deck, sizes.largest());
        let simulation =
            Simulation::new(measurer(deck, sizes, &measures), Seed(5), 200_000).unwrap();
        let mut fits = 0;
        let tallies = simulation.run(0, &mut simulation.workspace());
        for (key, tally) in tallies.iter().filter(|(_, tally)| tally.total() > 0) {
            let origin = Origin::Sampled(Confidence::default());
            let summary = Distribution { deck, key, tally, origin }.summary();
            if let Some(fit) = summary.fit {
                assert!(fit.p_value > 1e-5, "{features} {key:?} {fit:?}");
                fits += 1;
            }
            if let (Some(exact), Some(error)) =
                (summary.exact_mean, summary.moments.standard_error())
            {
                let deviation = (summary.moments.mean - exact.value()).abs();
                assert!(deviation <= 5.0 * error + 1e-12, "{features} {key:?} {summary:?}");
            }
        }
        assert!(fits >= 3, "{features}: {fits}");
    }
}

#[test]
fn whole_decks_can_be_taken_apart() {
    for features in 2..=4 {
        let deck = Deck::new(features).unwrap();
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::DisjointSets]);
        let mut recorder = measurer.recorder();
        recorder.record(&deck.cards().collect::<Vec<_>>());
        let key = Key { cards: deck.size(), measure: Measure::DisjointSets };
        assert_eq!(recorder.finish().get(key).unwrap().count(deck.size() / 3), 1);
    }
}

#[test]
fn measures_are_refused_where_they_are_not_there() {
    let new = |features, sizes: &str, measures: &[Measure]| {
        let measures: Measures = measures.iter().copied().collect();
        let deck = Deck::new(features).unwrap();
        Measurer::new(deck, sizes.parse().unwrap(), measures, Strategy::Naive)
    };
    let first = [Measure::Sets, Measure::FirstSet];
    let error = new(4, "3-20", &first).unwrap_err();
    assert!(matches!(error, MeasureError::TooSmall { measure: Measure::FirstSet, least: 21, .. }));
    assert!(new(4, "3-21", &first).is_ok());
    for (features, least) in [(2, 5), (3, 10), (4, 21), (5, 46), (6, 113)] {
        assert!(new(features, &least.to_string(), &first).is_ok());
        assert!(new(features, &(least - 1).to_string(), &first).is_err());
    }
    assert!(matches!(new(4, "82", &[Measure::Sets]), Err(MeasureError::Sizes(_))));
    assert!(new(4, "0-2", &[Measure::SetTypes]).is_err());
    let error = new(6, "729", &[Measure::DisjointSets]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("`disjoint-sets` is there for hands of up to 128 cards, not 729")
    );
}

/// Hands that fill a deck, or a flat of a larger one.
#[test]
fn whole_decks_have_their_largest_caps() {
    for features in 2..=3 {
        let deck = Deck::new(features).unwrap();
        let all: Vec<Card> = deck.cards().collect();
        let caps = CapFinder::new(deck).caps(&all).unwrap();
        assert_eq!((caps.largest().len(), caps.admitted()), (deck.largest_cap(), None));
        let cap: Vec<Card> = caps.largest().iter().map(|&place| all[place]).collect();
        assert!(CapFinder::new(deck).caps(&cap).unwrap().is_complete());
        for wider in (features + 1..=6).map(|features| Deck::new(features).unwrap()) {
            let flat: Vec<Card> = wider.cards().take(deck.size()).collect();
            let caps = CapFinder::new(wider).caps(&flat).unwrap();
            assert_eq!(caps.largest().len(), deck.largest_cap());
        }
    }
    let hand: Vec<Card> = Deck::GAME.cards().take(46).collect();
    let error = CapFinder::new(Deck::GAME).caps(&hand).unwrap_err().to_string();
    assert!(
        error.contains("`largest-cap` is there for hands of up to 45 cards, not 46"),
        "{error}"
    );
}

/// Every deal gives a complete cap, the one that the definition gives.
#[test]
fn greedy_caps_are_complete_and_those_of_the_definition() {
    for (features, deals) in [(2, 200), (3, 200), (4, 50), (5, 5), (6, 1)] {
        let deck = Deck::new(features).unwrap();
        let (oracle, finder) = (Oracle::new(deck), CapFinder::new(deck));
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::GreedyCap]);
        let (mut recorder, mut expected) = (measurer.recorder(), Tally::default());
        deal_block(Seed(8), 0, deck, deck.size(), deals, |hand| {
            let cap = oracle.greedy_cap(hand);
            let mut alone = measurer.recorder();
            alone.record(hand);
            let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
            assert_eq!(alone.finish().get(key).unwrap().largest(), Some(cap.len()));
            if let Ok(caps) = finder.caps(&cap) {
                assert!(caps.is_complete(), "{cap:?}");
            }
            recorder.record(hand);
            expected.record(cap.len());
        });
        let tallies = recorder.finish();
        let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
        assert_eq!(tallies.get(key), Some(&expected));
    }
}

/// The exact distribution of greedy caps: from each cap, each card that can join is equally likely.
/// Of the caps as sets of cards, as an integer of one bit a card, size by size.
fn growing_caps(deck: Deck) -> Vec<f64> {
    let cards: Vec<Card> = deck.cards().collect();
    let third = |a: usize, b: usize| 1_u32 << cards[a].third(cards[b], deck).index();
    let members = |cap: u32| (0..cards.len()).filter(move |&card| cap >> card & 1 == 1);
    let (mut sizes, mut caps) = (Vec::new(), HashMap::from([(0_u32, 1.0)]));
    while !caps.is_empty() {
        let (mut complete, mut larger) = (0.0, HashMap::new());
        for (&cap, &probability) in &caps {
            let pairs = members(cap).flat_map(|a| members(cap).map(move |b| (a, b)));
            let barred = pairs.fold(cap, |barred, (a, b)| barred | third(a, b));
            let free: Vec<usize> = members(!barred).collect();
            if free.is_empty() {
                complete += probability;
            }
            for &card in &free {
                *larger.entry(cap | 1 << card).or_insert(0.0) += probability / free.len() as f64;
            }
        }
        sizes.push(complete);
        caps = larger;
    }
    sizes
}

#[test]
fn greedy_caps_have_the_distribution_of_growing_caps() {
    for (features, deals) in [(2, 2_000), (3, 400_000)] {
        let deck = Deck::new(features).unwrap();
        let exact = growing_caps(deck);
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::GreedyCap]);
        let simulation = Simulation::new(measurer, Seed(9), deals).unwrap();
        let (mut tally, mut workspace) = (Tallies::default(), simulation.workspace());
        let blocks = 0..simulation.plan().blocks();
        blocks.for_each(|block| tally.merge(simulation.run(block, &mut workspace)));
        let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
        for (value, &p) in exact.iter().enumerate() {
            let share = tally.get(key).unwrap().count(value) as f64 / deals as f64;
            let error = (p * (1.0 - p) / deals as f64).sqrt();
            assert!((share - p).abs() <= 4.5 * error + 1e-12, "{features} {value}: {share} {p}");
            let known = measures::probability(deck, key, value);
            assert!(known.is_none_or(|known| (known.value() - p).abs() < 1e-9), "{value}");
        }
    }
}

/// What only the whole deck has goes with what large hands are too much for.
#[test]
fn greedy_caps_go_with_caps_of_small_hands() {
    let both = [Measure::LargestCap, Measure::GreedyCap];
    let measurer = measurer(Deck::GAME, "12,81".parse().unwrap(), &both);
    let keys: Vec<Key> = measurer.keys().collect();
    let key = |cards, measure| Key { cards, measure };
    assert_eq!(keys, [key(12, Measure::LargestCap), key(81, Measure::GreedyCap)]);
    let new = |sizes: &str, measures: &[Measure]| {
        let measures: Measures = measures.iter().copied().collect();
        Measurer::new(Deck::GAME, sizes.parse().unwrap(), measures, Strategy::Naive).unwrap_err()
    };
    let too_large = |error| matches!(error, MeasureError::TooLarge { most: 36, .. });
    assert!(too_large(new("12,37,81", &both)) && too_large(new("81", &both)));
    assert!(too_large(new("12,81", &[Measure::LargestCap])));
    let error = new("12", &both).to_string();
    assert!(error.starts_with("`greedy-cap` is defined for the whole deck"), "{error}");
}
