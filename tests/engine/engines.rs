//! Every engine of this machine finds the same hands, counts and games.

use setodds_engine::card::Deck;
use setodds_engine::deal::{Engine, InstructionSet, Seed};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::Exhaustive;
use setodds_engine::exact::hands::Enumeration;
use setodds_engine::game::{GameKey, Games, Policy, Rules, Subject};
use setodds_engine::puzzle::{Puzzle, Target, solve};
use setodds_engine::run::{Kernel, StopFlag, ThreadPool, Threads, execute};

/// Includes hands whose numbers of sets do not fit into a byte.
#[test]
fn the_first_hand_is_found_whatever_the_engine() {
    for (cards, sets) in [(9, 4), (12, 7), (45, 180)] {
        let hits = Engine::available().map(|engine| {
            let puzzle = Puzzle::new(Deck::GAME, Target { cards, sets }, Seed(2), 100_000).unwrap();
            let puzzle = puzzle.with_engine(engine).unwrap();
            solve(&puzzle, &ThreadPool::new(Threads::ONE).unwrap(), &StopFlag::default(), &|_| {})
                .unwrap()
                .tally()
        });
        let hits: Vec<_> = hits.collect();
        assert!(hits[0].0.is_some() && hits.iter().all(|hit| *hit == hits[0]), "{cards}");
    }
}

#[test]
fn all_hands_are_counted_as_by_definition() {
    for (features, sizes) in [(2, "0-9"), (3, "0-6,25"), (4, "0-4"), (5, "3"), (6, "2")] {
        let deck = Deck::new(features).unwrap();
        let new = |strategy| Enumeration::new(deck, sizes.parse().unwrap(), strategy).unwrap();
        let naive = new(Strategy::Naive);
        let expected = execute(&naive, Threads::available()).unwrap().tally();
        assert!(naive.finish(&expected).is_ok(), "{features}");
        for strategy in [Strategy::PackedMask, Strategy::ThirdCard] {
            for set in InstructionSet::available().map(Some).chain([None]) {
                let hands = new(strategy).with_lanes(set).unwrap();
                assert_eq!(hands.lanes(), set);
                let tally = execute(&hands, Threads::available()).unwrap().tally();
                assert_eq!(tally, expected, "{features} features, {strategy}, {set:?}");
            }
        }
    }
}

/// Covers the first, the last and other blocks, so that lanes begin at hands far from each other.
#[test]
fn blocks_of_hands_are_counted_as_by_definition() {
    for (features, sizes) in [(4, "7"), (5, "5"), (6, "4")] {
        let deck = Deck::new(features).unwrap();
        let new = |strategy| Enumeration::new(deck, sizes.parse().unwrap(), strategy).unwrap();
        let naive = new(Strategy::Naive);
        let last = naive.plan().blocks() - 1;
        let blocks = [0, last / 2, last / 2 + 1, last];
        let expected = blocks.map(naive.worker());
        for strategy in [Strategy::PackedMask, Strategy::ThirdCard] {
            for set in InstructionSet::available() {
                let hands = new(strategy).with_lanes(Some(set)).unwrap();
                assert_eq!(blocks.map(hands.worker()), expected, "{features} {strategy} {set}");
            }
        }
    }
}

/// Covers rare ways of leaving the lanes: tables of 18 and 21 cards, and games that come back. All
/// policies fill a round and begin another; one policy plays more games.
#[test]
fn lanes_play_what_one_plays_alone() {
    for (policies, number) in [(&Policy::ALL[..], 4396), (&[Policy::First], 30_000)] {
        let played = |engine| {
            let games = Games::new(Rules::default(), policies, Seed(3), number).unwrap();
            execute(&games.with_engine(engine).unwrap(), Threads::ONE).unwrap().into_tally()
        };
        let alone = played(Engine::Scalar);
        for set in InstructionSet::available() {
            assert!(played(Engine::Lanes(set)) == alone, "{set}");
        }
        let largest = GameKey { policy: Policy::First, of: Subject::LargestTable };
        let is_rare_seen = alone.get(largest).unwrap().count(18) > 100;
        assert!(is_rare_seen || number < 30_000);
    }
}
