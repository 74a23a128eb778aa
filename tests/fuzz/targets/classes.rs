//! Parses any lines as classes of hands; a search continues from accepted classes, or finds
//! nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds_engine::run::{StopFlag, ThreadPool, Threads};
use setodds_engine::symmetry::{Family, KnownClasses, Search, Space};
use std::num::NonZeroUsize;
use std::sync::LazyLock;

static SPACE: LazyLock<Space> = LazyLock::new(|| Space::new(Deck::GAME));
static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPool::new(Threads::new(NonZeroUsize::MIN)).expect("one thread"));

/// Half of the maximum number of lines: larger hands, or more of them, take too long for one input.
const MAX_CARDS: usize = 20;

fuzz_target!(|text: &str| {
    let mut levels = KnownClasses::default();
    for line in text.lines().take(2 * MAX_CARDS) {
        if levels.read_line(line, &SPACE).is_none() {
            return;
        }
    }
    let mut search = Search::new(&SPACE, Family::Caps);
    while let Some(classes) = levels.of_size(search.cards() + 1) {
        search.advance(classes.clone()).expect("lines are read of this deck");
    }
    if search.cards() <= 20 {
        search.step(&POOL, &StopFlag::default());
    }
});
