//! Runs searches with every engine of this machine.

use setodds_engine::card::Deck;
use setodds_engine::deal::{Engine, Seed};
use setodds_engine::puzzle::{Puzzle, Target, solve};
use setodds_engine::run::{StopFlag, ThreadPool, Threads};

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
