//! Merging parts in any division and order, counting nothing twice.

use super::{file, part, read, simulation, text};
use crate::cli::saved::{Header, Saved, write};
use crate::measure::Key;
use crate::run::{Blocks, Job, Kernel, Partial, Plan, Shard};
use crate::tally::Tallies;
use proptest::prelude::*;

#[test]
fn a_thousand_shards_in_any_order_are_the_whole() {
    let small = simulation(3);
    // The same job with a thousand times as many blocks, too many to deal in a test.
    let plan = small.plan().with_units(16_384 * 1000);
    let mut numbers: Vec<u64> = (1..=1000).collect();
    // A fixed irregular order: multiplication by 377 modulo the prime 1009.
    numbers.sort_by_key(|number| number * 377 % 1009);
    let mut all: Partial<Tallies<Key>> = Partial::new(plan.clone());
    let block = |number: u64| {
        let own = Shard::new(number, 1000).unwrap().blocks(&plan);
        assert_eq!(own.len(), 1);
        let mut tallies = Tallies::default();
        tallies.entry(Key::sets(12)).add(usize::try_from(number % 14).unwrap(), 16_384);
        (own, tallies)
    };
    for number in numbers {
        let (own, tallies) = block(number);
        let counted = counted(&plan, &own, &tallies);
        let own_shard = Shard::new(number, 1000).unwrap();
        let partial = read(&shard(&counted, own_shard), &plan).unwrap();
        assert!(!all.is_complete());
        all.merge(partial).unwrap();
    }
    assert!(all.is_complete());
    let tally = all.into_tally();
    for value in 0..14_u64 {
        let shards = (1..=1000).filter(|number| number % 14 == value).count() as u128;
        let count = tally.get(Key::sets(12)).unwrap().count(usize::try_from(value).unwrap());
        assert_eq!(count, 16_384 * shards);
    }
}

/// Returns blocks with invented tallies, read back from a file.
fn counted(plan: &Plan, blocks: &Blocks, tallies: &Tallies<Key>) -> Partial<Tallies<Key>> {
    struct Given<'a>(&'a Plan, &'a Tallies<Key>);
    impl Kernel for Given<'_> {
        type Tally = Tallies<Key>;

        fn plan(&self) -> &Plan {
            self.0
        }

        fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
            |_| self.1.clone()
        }
    }
    part(&Given(plan, tallies), blocks)
}

fn shard(partial: &Partial<Tallies<Key>>, number: Shard) -> Vec<u8> {
    let mut text = Vec::new();
    write(&Header::of(partial, Vec::new(), Some(number)), partial, &mut text).unwrap();
    text
}

#[test]
fn counts_beyond_64_bits_are_kept_and_reported() {
    // 2 x 10^20 deals in two blocks of 10^20, which is 2^66.4.
    let count = 100_000_000_000_000_000_000_u128;
    let plan = Plan::new(Job::new("huge"), 2, 1);
    let (mut all, key) = (Partial::new(plan.clone()), Key::sets(12));
    for number in [1, 2] {
        let mut tallies = Tallies::default();
        tallies.entry(key).add(0, count / 31 * u128::from(number));
        tallies.entry(key).add(3, count - count / 31 * u128::from(number));
        let own_shard = Shard::new(number, 2).unwrap();
        let partial = counted(&plan, &own_shard.blocks(&plan), &tallies);
        all.merge(read(&shard(&partial, own_shard), &plan).unwrap()).unwrap();
    }
    let tallies = all.into_tally();
    let tally = tallies.get(key).unwrap();
    assert_eq!((tally.count(0), tally.total()), (3 * (count / 31), 2 * count));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_cut_of_a_run_is_the_run(cuts in prop::collection::vec(0_u64..11, 0..5)) {
        let simulation = simulation(5);
        let plan = simulation.plan();
        let all_blocks = plan.blocks();
        let mut ends: Vec<u64> = cuts.into_iter().map(|end| end.min(all_blocks)).collect();
        ends.push(all_blocks);
        ends.sort_unstable();
        let mut files = Vec::new();
        for (number, &end) in ends.iter().enumerate() {
            let start = if number == 0 { 0 } else { ends[number - 1] };
            let blocks = Blocks::below(end).without(&Blocks::below(start));
            files.push(file(&text(&part(&simulation, &blocks), None)));
        }
        let mut all = Partial::new(plan.clone());
        for file in files.iter().rev() {
            all.merge(Saved::open(file.path()).unwrap().load(plan).unwrap()).unwrap();
        }
        prop_assert_eq!(all, part(&simulation, &Blocks::below(all_blocks)));
    }
}
