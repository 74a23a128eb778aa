//! How fast each kernel is on one thread, with every instruction set of this machine: strategies,
//! measures, policies of games, and exact counts, beside plain loops. A kernel is compared with the
//! naive path before it is timed, and panics where it differs; plain loops deal hands of their own.
//!
//! ```sh
//! cargo bench -p setodds-engine                    # all, in a minute after the build
//! cargo bench -p setodds-engine -- measures        # one group
//! cargo bench -p setodds-engine -- 'games.*Clear'  # what a regular expression finds
//! ```

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use setodds_engine::bench::{Candidate, PlainDeals};
use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::{
    Deals, Engine, InstructionSet, Seed, Statistic, deal_block, deals_per_block,
};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::classes::ByClasses;
use setodds_engine::exact::hands::{Enumeration, Walk};
use setodds_engine::exact::layers::Layers;
use setodds_engine::exact::{Exhaustive, known};
use setodds_engine::game::{GameEngine, Games, Policy, Rules};
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure, Measurer, Measures};
use setodds_engine::run::{Kernel, StopFlag, ThreadPool, Threads};
use setodds_engine::symmetry::{Family, Search, Space};
use setodds_engine::tally::{Frequencies, Merge, Tallies};
use std::io::{self, Write};

/// The cards of the hands whose sets are counted.
const CARDS: usize = 12;
/// The random seed of all deals and games.
const SEED: Seed = Seed(1);
/// The games of each policy: a batch in lanes.
const GAMES: u64 = 1024;
/// Hand sizes that the naive path counts in half a second, from a deck of three features.
const SMALL: &str = "0-7";
/// Hand sizes of the game's deck that are counted exactly.
const TIMED: &str = "0-12";

/// Instructions for a deal or a game with AVX2, tallying included: what a run takes more than one
/// of a fifth of its length, divided by the difference of their deals or games. The shorter run had
/// 131,072 deals (65,536 for ultrasets and from 40 cards on) or 4,096 games.
///
/// ```sh
/// valgrind --tool=callgrind --callgrind-out-file=/dev/null setodds simulate --cards 12 \
///     --deals 131072 --threads 1 --seed 1 --engine lanes-avx2
/// ```
const INSTRUCTIONS: [(&str, u32); 18] = [
    ("12 cards", 113),
    ("12 cards, packed mask", 189),
    ("12 cards of five features", 213),
    ("40 cards", 728),
    ("81 cards", 1_205),
    ("in-sets", 195),
    ("set-types", 281),
    ("disjoint-sets", 847),
    ("largest-cap", 828),
    ("ultrasets", 1_589),
    ("greedy-cap", 2_897),
    ("games by first", 5_197),
    ("games by random", 5_502),
    ("games by most-left", 8_415),
    ("games by fewest-left", 9_526),
    ("games by similar", 8_435),
    ("games by different", 8_199),
    ("games by clear", 35_219),
];

fn main() -> io::Result<()> {
    divan::main();
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "\nInstructions for a deal or a game with AVX2; a core does 3 to 6 in a cycle."
    )?;
    INSTRUCTIONS.iter().try_for_each(|(kernel, number)| writeln!(output, "{kernel:<26}{number:>7}"))
}

/// The tally of all blocks.
fn tally<K: Kernel>(kernel: &K) -> K::Tally {
    let (mut all, mut worker) = (K::Tally::default(), kernel.worker());
    (0..kernel.plan().blocks()).for_each(|block| all.merge(worker(block)));
    all
}

/// Times all blocks, and counts the units of the plan.
fn time<K: Kernel>(bencher: Bencher<'_, '_>, kernel: &K) {
    let (mut worker, plan) = (kernel.worker(), kernel.plan());
    let units = u64::try_from(plan.units()).unwrap();
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        (0..plan.blocks()).for_each(|block| _ = black_box(worker(block)));
    });
}

/// A block of deals.
fn deals(measure: Measure, cards: usize, strategy: Strategy, engine: Engine) -> Deals {
    let measures = [measure].into_iter().collect();
    let measurer = Measurer::new(Deck::GAME, Sizes::one(cards), measures, strategy).unwrap();
    Deals::new(measurer, SEED, deals_per_block(cards)).unwrap().with_engine(engine).unwrap()
}

/// Deals and measures as the naive strategy does hand by hand.
fn dealt(bencher: Bencher<'_, '_>, measure: Measure, strategy: Strategy, engine: Engine) {
    let cards = if measure == Measure::Sets { CARDS } else { measure.usual_size(Deck::GAME) };
    let kernel = deals(measure, cards, strategy, engine);
    let naive = deals(measure, cards, Strategy::Naive, Engine::Scalar);
    assert_eq!(tally(&kernel), tally(&naive));
    time(bencher, &kernel);
}

#[divan::bench(args = Candidate::all(CARDS), max_time = 0.5)]
fn strategies(bencher: Bencher<'_, '_>, candidate: Candidate) {
    match candidate {
        Candidate::Strategy(strategy, engine) => dealt(bencher, Measure::Sets, strategy, engine),
        Candidate::Plain(plain) => {
            time(bencher, &PlainDeals::new(plain, Deck::GAME, CARDS, SEED, deals_per_block(CARDS)));
        }
    }
}

/// Every measure by every engine.
fn all_measures() -> impl Iterator<Item = (Measure, Engine)> {
    let by_engines = |&measure| Engine::available().map(move |engine| (measure, engine));
    Measure::ALL.iter().flat_map(by_engines)
}

#[divan::bench(args = all_measures(), max_time = 0.5)]
fn measures(bencher: Bencher<'_, '_>, (measure, engine): (Measure, Engine)) {
    dealt(bencher, measure, Strategy::default(), engine);
}

/// What a statistic of the caller's own costs beside its function, by its values: few, thousands,
/// and numbers far apart.
#[divan::bench(args = ["parity", "sum", "far apart"], max_time = 0.5)]
fn statistics(bencher: Bencher<'_, '_>, values: &str) {
    let of = move |hand: &[Card]| {
        let first = hand[0].index() as u64;
        match values {
            "parity" => first % 2,
            "sum" => 81 * first + hand[1].index() as u64,
            _ => first << 40,
        }
    };
    let (deck, length) = (Deck::GAME, deals_per_block(CARDS));
    let kernel = Statistic::new("bench", deck, CARDS, SEED, length, of).unwrap();
    let mut naive = Frequencies::default();
    deal_block(SEED, 0, deck, CARDS, length, |hand| naive.add(of(hand), 1));
    assert_eq!(tally(&kernel), naive);
    time(bencher, &kernel);
}

fn played(policy: Policy, engine: GameEngine) -> Games {
    Games::new(Rules::default(), &[policy], SEED, GAMES).unwrap().with_engine(engine).unwrap()
}

/// Every policy by every engine that plays it.
fn all_games() -> impl Iterator<Item = (Policy, GameEngine)> {
    let engines = || {
        let vectors = InstructionSet::available().map(GameEngine::Lanes);
        [GameEngine::Naive, GameEngine::Incremental].into_iter().chain(vectors)
    };
    let all = Policy::ALL.into_iter().flat_map(move |it| engines().map(move |by| (it, by)));
    all.filter(|&(_, engine)| engine.playing(Rules::default()) == engine)
}

#[divan::bench(args = all_games(), max_time = 0.5)]
fn games(bencher: Bencher<'_, '_>, (policy, engine): (Policy, GameEngine)) {
    let (kernel, naive) = (played(policy, engine), played(policy, GameEngine::Naive));
    for block in 0..naive.plan().blocks() {
        assert!(kernel.traces(block) == naive.traces(block), "a game of block {block} differs");
    }
    time(bencher, &kernel);
}

fn counted<K: Exhaustive>(kernel: &K) -> Tallies<Key> {
    kernel.finish(&tally(kernel)).unwrap()
}

/// Small hands of three features.
fn hands_of_three(walk: Walk) -> Enumeration {
    Enumeration::new(Deck::new(3).unwrap(), SMALL.parse().unwrap(), walk).unwrap()
}

/// Small hands of three features, one by one, each counted by a strategy.
fn hand_by_hand(strategy: Strategy) -> Enumeration {
    hands_of_three(Walk::EachHand(strategy)).with_lanes(None).unwrap()
}

/// Compares counts of the game's deck with the tables, which other computations have made.
fn check_game(counted: &Tallies<Key>) {
    for (key, tally) in counted.iter() {
        let counts = known::counts(Deck::GAME, key.cards).unwrap();
        assert!((0..counts.len()).all(|sets| tally.count(sets) == counts[sets]), "{key:?}");
    }
}

/// Every way of going through all hands, with every instruction set.
fn all_walks() -> impl Iterator<Item = (Walk, Option<InstructionSet>)> {
    let each = |&strategy: &Strategy| {
        let sets = InstructionSet::available().map(Some).chain([None]);
        sets.map(move |set| (Walk::EachHand(strategy), set))
    };
    let all = Strategy::ALL.iter().flat_map(each).chain([(Walk::Prefixes, None)]);
    all.filter(|&(walk, set)| hands_of_three(walk).with_lanes(set).is_ok())
}

#[divan::bench(args = all_walks(), max_time = 0.5)]
fn exact_hands(bencher: Bencher<'_, '_>, (walk, set): (Walk, Option<InstructionSet>)) {
    let kernel = hands_of_three(walk).with_lanes(set).unwrap();
    assert_eq!(counted(&kernel), counted(&hand_by_hand(Strategy::Naive)));
    time(bencher, &kernel);
}

#[divan::bench(args = InstructionSet::available(), max_time = 2)]
fn exact_layers(bencher: Bencher<'_, '_>, set: InstructionSet) {
    let layers = |deck, sizes: &str| {
        let layers = Layers::new(deck, sizes.parse().unwrap(), Threads::available());
        layers.unwrap().with_instructions(set)
    };
    let small = layers(Deck::new(3).unwrap(), SMALL);
    assert_eq!(counted(&small), counted(&hand_by_hand(Strategy::Naive)));
    let kernel = layers(Deck::GAME, TIMED);
    check_game(&counted(&kernel));
    time(bencher, &kernel);
}

/// Calls a function with the hands of some sizes, to be counted by classes.
fn with_classes(deck: Deck, sizes: &str, then: impl FnOnce(&ByClasses)) {
    let mut all = ByClasses::new(deck, sizes.parse().unwrap(), &Measures::default()).unwrap();
    let (space, pool) = (Space::new(deck), ThreadPool::new(Threads::available()).unwrap());
    let mut search = Search::new(&space, Family::Hands);
    all.add(&search).unwrap();
    while search.cards() < all.most() {
        search.step(&pool, &StopFlag::default());
        all.add(&search).unwrap();
    }
    then(&all);
}

#[divan::bench(max_time = 2)]
fn exact_classes(bencher: Bencher<'_, '_>) {
    with_classes(Deck::new(3).unwrap(), SMALL, |small| {
        assert_eq!(counted(small), counted(&hand_by_hand(Strategy::Naive)));
    });
    with_classes(Deck::GAME, TIMED, |kernel| {
        check_game(&counted(kernel));
        time(bencher, kernel);
    });
}
