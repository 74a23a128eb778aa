//! Deals: neither engines nor strategies nor threads change a tally.

use setodds_engine::card::Deck;
use setodds_engine::deal::{Deals, DealsError, Engine, InstructionSet, Seed, deal_block};
use setodds_engine::detect::Strategy;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure, MeasureError, Measurer};
use setodds_engine::pack::Pack;
use setodds_engine::run::{Kernel, execute};
use setodds_engine::tally::{Tallies, Tally};

fn simulation(
    (pack, sizes): (impl Into<Pack>, &str),
    measures: impl IntoIterator<Item = Measure>,
    strategy: Strategy,
    deals: u64,
) -> Deals {
    let (sizes, measures) = (sizes.parse().unwrap(), measures.into_iter().collect());
    let measurer = Measurer::new(pack, sizes, measures, strategy).unwrap();
    Deals::new(measurer, Seed(42), deals).unwrap()
}

fn run(simulation: &Deals, threads: usize) -> Tallies<Key> {
    execute(simulation, crate::threads(threads)).unwrap().into_tally()
}

#[test]
fn neither_threads_nor_strategies_nor_other_sizes_change_a_tally() {
    let sets = |sizes, strategy, threads| {
        let game = (Deck::GAME, sizes);
        run(&simulation(game, [Measure::Sets], strategy, 20_000), threads)
    };
    let (alone, several) = (sets("12", Strategy::Naive, 1), sets("3,9,12", Strategy::Naive, 2));
    assert_eq!(alone.get(Key::sets(12)), several.get(Key::sets(12)));
    assert!(several.iter().all(|(_, tally)| tally.total() == 20_000));
    for strategy in Strategy::ALL {
        assert_eq!(sets("12", strategy, 7), alone, "{strategy}");
        assert_eq!(sets("3,9,12", strategy, 3), several, "{strategy}");
    }
}

/// Compares all measures, alone and together, on every engine with the naive strategy.
fn check_engines(of: (Pack, &str), deals: u64) {
    let largest = of.1.parse::<Sizes>().unwrap().largest();
    let served = |it: &Measure| {
        let measurer = Measurer::new(
            of.0,
            of.1.parse().unwrap(),
            [*it].into_iter().collect(),
            Strategy::default(),
        );
        it.sizes(of.0.deck()).contains(&largest)
            && !matches!(measurer, Err(MeasureError::FullDeck(..)))
    };
    let all: Vec<Measure> = Measure::ALL.into_iter().filter(served).collect();
    let naive = run(&simulation(of, all.clone(), Strategy::Naive, deals), 1);
    let check = |measures: &[Measure], strategy: Strategy| {
        let own = naive.iter().filter(|(key, _)| measures.contains(&key.measure));
        let expected: Tallies<Key> = own.map(|(key, tally)| (key, tally.clone())).collect();
        for engine in Engine::available() {
            let simulation = simulation(of, measures.to_vec(), strategy, deals);
            let simulation = simulation.with_engine(engine).unwrap();
            assert_eq!(simulation.engine(), engine);
            assert_eq!(simulation.instruction_set(), engine.dealing_set());
            let what = format!("{strategy} {engine} {of:?} {measures:?}");
            assert_eq!(run(&simulation, 1), expected, "{what}");
        }
    };
    for strategy in Strategy::ALL.into_iter().filter(|strategy| strategy.has_lanes()) {
        check(&all, strategy);
        // Other measures do not depend on the strategy.
        let by_strategy = [Measure::Sets, Measure::FirstSet];
        let is_alone = |it: &&Measure| strategy == Strategy::default() || by_strategy.contains(it);
        all.iter().filter(is_alone).for_each(|&measure| check(&[measure], strategy));
    }
}

/// Covers short last blocks, hand sizes from 0 on, and decks of all sizes.
#[test]
fn no_engine_changes_a_tally() {
    for (features, sizes, deals) in [
        (2, "0-9", 2_001),
        (3, "5,27", 600),
        (4, "0-15", 2_001),
        (4, "12", 17_001),
        (4, "21,27", 100),
        (4, "40", 600),
        (3, "0-27", 600),
        (4, "81", 600),
        (4, "5,35-50,81", 70),
        (5, "3,9", 2_001),
        (5, "50", 600),
        (6, "12", 2_001),
        (6, "40", 70),
    ] {
        check_engines((Deck::new(features).unwrap().into(), sizes), deals);
    }
    for (features, missing, sizes, deals) in [
        (2, "@0,4,8", "0-6", 2_001),
        (4, "@0-53", "9,21", 600),
        // All hands of 27 cards are the same hand here, whose largest cap takes long.
        (4, "@0-53", "9,21,27", 70),
        (4, "@80", "12,21", 2_001),
        (5, "@7,11,100-200", "12", 600),
        (6, "@1-728", "1", 70),
    ] {
        let pack = Pack::read(Deck::new(features).unwrap(), missing).unwrap();
        check_engines((pack, sizes), deals);
    }
    let naive = simulation((Deck::GAME, "12"), [Measure::Sets], Strategy::Naive, 1);
    let lanes = Engine::Lanes(InstructionSet::Baseline);
    assert_eq!(naive.with_engine(lanes).unwrap_err(), DealsError::Engine(lanes));
}

/// Large decks are dealt from one position after another, in lanes of any width.
#[test]
fn hands_dealt_one_by_one_are_those_of_every_engine() {
    for (features, cards) in [(4, 81), (5, 12), (5, 40), (5, 243), (6, 40), (6, 200)] {
        let deck = Deck::new(features).unwrap();
        let sizes = cards.to_string();
        let new = || simulation((deck, &sizes), [Measure::Sets], Strategy::ThirdCard, 100);
        let (naive, mut expected) = (Strategy::Naive.detector(deck), Tally::default());
        let (deals, mut count) = (new(), |hand: &[_]| expected.record(naive.count(hand)));
        for block in 0..deals.plan().blocks() {
            let deals = deals.plan().units_in(block);
            deal_block(Seed(42), block, deck, cards, deals, &mut count);
        }
        for engine in Engine::available() {
            let tallies = run(&new().with_engine(engine).unwrap(), 1);
            assert_eq!(tallies.get(Key::sets(cards)), Some(&expected), "{engine} {features}");
        }
    }
}

/// Covers all measures except the one that is defined for the whole deck only.
#[test]
fn one_deal_serves_every_measure() {
    let served = || Measure::ALL.iter().copied().filter(|it| it.sizes(Deck::GAME).contains(&21));
    let game = (Deck::GAME, "12,21");
    let together = run(&simulation(game, served(), Strategy::PackedMask, 20_000), 1);
    assert_eq!(run(&simulation(game, served(), Strategy::DigitSum, 20_000), 5), together);
    for measure in served() {
        let alone = run(&simulation(game, [measure], Strategy::PackedMask, 20_000), 2);
        for (key, tally) in alone.iter() {
            assert_eq!(together.get(key), Some(tally), "{key:?}");
        }
    }
    assert_eq!(together.iter().count(), 2 * served().count() - 1);
    assert_eq!(served().count(), Measure::ALL.len() - 1);
}

#[test]
fn the_plan_names_the_measures() {
    let job = |measures: &[Measure]| {
        let measures = measures.iter().copied();
        let simulation = simulation((Deck::GAME, "12"), measures, Strategy::Naive, 1);
        simulation.plan().job().to_string()
    };
    let expected = "simulate scheme=v1 features=4 cards=12 measure=sets seed=42";
    assert_eq!(job(&[Measure::Sets]), expected);
    let two = [Measure::InSets, Measure::Sets];
    assert_eq!(job(&two), expected.replace("=sets", "=sets,in-sets"));
    let pack = Pack::read(Deck::GAME, "@0,27-80").unwrap();
    let without = simulation((pack, "12"), [Measure::Sets], Strategy::Naive, 1);
    let job = without.plan().job().to_string();
    assert_eq!(job, format!("{expected} without=@0,27-80"));
}
