//! Tests of the engine as a whole: methods against each other, against definitions and published
//! values.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod deals;
mod decks;
mod engines;
mod exact;
mod exact_tables;
mod games;
mod intervals;
mod laws;
mod measures;
mod naive_games;
mod published_values;
mod sequences;
mod statistics;

#[path = "../published/mod.rs"]
mod published;

use setodds_engine::run::{Blocks, Kernel, Partial, StopFlag, ThreadPool, Threads};

fn threads(count: usize) -> Threads {
    Threads::new(count.try_into().unwrap())
}

/// Runs some blocks of a kernel.
fn part<K: Kernel>(kernel: &K, blocks: &Blocks) -> Partial<K::Tally> {
    let (pool, stop) = (ThreadPool::new(threads(2)).unwrap(), StopFlag::default());
    let mut partial = Partial::new(kernel.plan().clone());
    pool.resume(kernel, &mut partial, blocks, &stop, &|_| {}).unwrap();
    partial
}
