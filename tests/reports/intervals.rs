//! Intervals in results are as wide as the results vary.

use setodds::card::Deck;
use setodds::deal::{Seed, deal_block};
use setodds::detect::Strategy;
use setodds::game::{GameKey, Games, Policy, Rules};
use setodds::hand::sizes::Sizes;
use setodds::measure::{Key, Measure, Measurer};
use setodds::report::distribution::{Distribution, Origin};
use setodds::report::games::Played;
use setodds::run::Kernel;
use setodds::stats::proportion::Interval;
use setodds::stats::{Confidence, power};
use setodds::tally::{Merge, Tallies};

fn set_types(deck: Deck, cards: usize) -> Measurer {
    let measures = [Measure::SetTypes].into_iter().collect();
    Measurer::new(deck, Sizes::one(cards), measures, Strategy::default()).unwrap()
}

/// The proportions of the types in many samples of a few hands lie around the exact ones as the
/// intervals say: their distances, in standard errors, have the mean square 1.
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

/// 80 and 81 cards always have the same share of each type.
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

/// The rows of the table `types` at the end of the game: count, total, share and limits.
fn types_at_the_end(games: &Games, tallies: &Tallies<GameKey>) -> Vec<[f64; 5]> {
    let (rules, policies, confidence) = (games.rules(), games.policies(), Confidence::default());
    let played = Played { rules, policies, tallies, confidence };
    let last = played.types().into_iter().filter(|row| row.in_deck == 0);
    last.map(|row| {
        let Interval { low, high } = row.limits().unwrap();
        [row.count as f64, row.total as f64, row.probability, low, high]
    })
    .collect()
}

/// At the end of a game several sets are taken, whose types depend on one another, most so in small
/// decks by a policy that looks at them. Of many samples of games, the shares lie around the common
/// one as the intervals say: their distances, in standard errors, have the mean square 1. For
/// independent observations they would be too far away.
#[test]
fn intervals_of_types_are_as_wide_as_the_shares_vary() {
    let rules = Rules::new(Deck::new(3).unwrap(), Rules::START).unwrap();
    let games = Games::new(rules, &[Policy::Similar], Seed(5), 200 * 4096).unwrap();
    let (mut all, mut samples, mut worker) = (Tallies::default(), Vec::new(), games.worker());
    for block in 0..games.plan().blocks() {
        let sample = worker(block);
        samples.extend(types_at_the_end(&games, &sample));
        all.merge(sample);
    }
    let expected = types_at_the_end(&games, &all);
    assert_eq!((expected.len(), samples.len()), (3, 600));
    let (mut squares, mut independent) = (0.0, 0.0);
    for ([_, total, share, low, high], [_, _, p, ..]) in samples.iter().zip(expected.iter().cycle())
    {
        squares += power(1.96 * (share - p) * 2.0 / (high - low), 2) / 600.0;
        independent += power(share - p, 2) / (p * (1.0 - p) / total) / 600.0;
    }
    assert!((0.93..=1.07).contains(&squares.sqrt()), "{}", squares.sqrt());
    assert!(independent.sqrt() > 1.07, "{}", independent.sqrt());
}
