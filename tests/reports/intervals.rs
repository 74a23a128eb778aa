//! Compares the width of intervals in results with the variation of the results.

use setodds::report::distribution::{Distribution, Origin};
use setodds_engine::card::Deck;
use setodds_engine::deal::{Seed, deal_block};
use setodds_engine::detect::Strategy;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure, Measurer};
use setodds_engine::stats::{Confidence, power};

fn set_types(deck: Deck, cards: usize) -> Measurer {
    let measures = [Measure::SetTypes].into_iter().collect();
    Measurer::new(deck, Sizes::one(cards), measures, Strategy::default()).unwrap()
}

/// Compares the proportions of types in many samples of a few hands with the exact proportions: the
/// distances, in standard errors, have the mean square 1.
#[test]
fn intervals_of_set_types_are_as_wide_as_the_shares_vary() {
    const SAMPLES: u64 = 300;
    const HANDS: u64 = 40;
    for (features, cards) in [(2, 5), (2, 7), (3, 12), (3, 20), (4, 12), (4, 40), (4, 60), (5, 60)]
    {
        let (deck, key) = (Deck::new(features).unwrap(), Key { cards, measure: Measure::SetTypes });
        let measurer = set_types(deck, cards);
        let (mut squares, mut distances) = (0.0, 0.0);
        for sample in 0..SAMPLES {
            let mut recorder = measurer.recorder();
            deal_block(Seed(1), sample, deck, cards, HANDS, |hand| recorder.record(hand));
            let tallies = recorder.finish();
            let (tally, origin) =
                (tallies.get(key).unwrap(), Origin::Sampled(Confidence::default()));
            for row in (Distribution { pack: deck.into(), key, tally, origin }).rows() {
                let half_width = (row.ci_high.unwrap() - row.ci_low.unwrap()) / 2.0;
                let distance = row.probability - row.exact_probability.unwrap();
                squares += power(1.96 * distance / half_width, 2);
                distances += 1.0;
            }
        }
        let deviation = (squares / distances).sqrt();
        assert!((0.92..=1.08).contains(&deviation), "{features} {cards}: {deviation}");
    }
}

/// The proportion of each type is the same in all hands of 80 and of 81 cards.
#[test]
fn what_does_not_vary_has_no_interval() {
    let deck = Deck::GAME;
    for cards in [80, 81] {
        let measurer = set_types(deck, cards);
        let (mut recorder, key) = (measurer.recorder(), Key { cards, measure: Measure::SetTypes });
        deal_block(Seed(1), 0, deck, cards, 3, |hand| recorder.record(hand));
        let tallies = recorder.finish();
        let (tally, origin) = (tallies.get(key).unwrap(), Origin::Sampled(Confidence::default()));
        for row in (Distribution { pack: deck.into(), key, tally, origin }).rows() {
            assert_eq!((row.ci_low, row.ci_high), (None, None), "{cards} cards");
            assert_eq!(row.exact_probability, Some(row.probability), "{cards} cards");
        }
    }
}
