//! Measures the cost of many threads without many cores: simulated workers take ranges and merge
//! them in turn on a single thread.

use super::queue::Queue;
use super::{FLUSH, lock};
use crate::run::{Blocks, Job, Partial, Plan};
use crate::tally::Tally;
use std::sync::Mutex;
use std::time::Instant;

/// Simulated workers of a run that never ends.
struct Workers {
    /// The number of workers.
    number: usize,
    /// The number of ranges that each worker takes between two flushes, such as 50 ranges of a
    /// millisecond.
    ranges: usize,
    /// The number of blocks in a range, such as 25 for hands of 12 cards with AVX-512, which take
    /// 40 microseconds per block.
    blocks: u64,
}

/// Total cost of the work of simulated workers.
#[derive(Debug, Default)]
struct Cost {
    /// The number of ranges that were taken.
    taken: usize,
    /// The mean time for taking a range, in nanoseconds: one value for each time that every worker
    /// takes one.
    taking: Vec<f64>,
    /// The time of each flush, in nanoseconds.
    flushing: Vec<f64>,
    /// The number of ranges that were moved in lists of finished blocks.
    moved: usize,
}

impl Workers {
    /// Lets each worker take a range, in an order that changes, then merges the results of some
    /// workers, different ones each time, into the common result. Repeats this until those of every
    /// worker have been merged `rounds` times. Returns the cost.
    fn work(&self, rounds: usize) -> Cost {
        let plan = Plan::new(Job::new("many"), u128::from(u64::MAX), 1);
        let queue = Mutex::new(Queue::new(&plan.all_blocks(), self.number));
        let common = Mutex::new(Partial::<Tally>::new(plan.clone()));
        let mut all = Blocks::default();
        let mut own: Vec<_> = (0..self.number).map(|_| Partial::new(plan.clone())).collect();
        let (mut order, mut cost): (Vec<_>, _) = ((0..self.number).collect(), Cost::default());
        let tally: Tally = (0..14).collect();
        for step in 0..rounds * self.ranges {
            shuffle(&mut order, step);
            let started = Instant::now();
            let taken: Vec<_> = order.iter().map(|_| lock(&queue).take(self.blocks)).collect();
            cost.taking.push(started.elapsed().as_secs_f64() * 1e9 / taken.len() as f64);
            cost.taken += taken.len();
            for (&worker, range) in order.iter().zip(taken) {
                range.unwrap().for_each(|block| own[worker].add(block, tally.clone()));
            }
            // Scattered numbers, so that neighbours do not flush one after the other.
            for worker in (0..self.number).filter(|it| (it * 7919 + step) % self.ranges == 0) {
                let own = std::mem::replace(&mut own[worker], Partial::new(plan.clone()));
                cost.moved += all.merge(own.finished()).unwrap();
                let started = Instant::now();
                lock(&common).merge(own).unwrap();
                cost.flushing.push(started.elapsed().as_secs_f64() * 1e9);
            }
        }
        cost
    }
}

/// Shuffles a list of worker numbers; the order depends on the seed only.
fn shuffle(order: &mut [usize], seed: usize) {
    let mut random = seed as u64;
    for last in (1..order.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        order.swap(last, usize::try_from(random >> 33).unwrap() % (last + 1));
    }
}

/// Returns the number of block ranges that merging moves in memory, per range that a worker takes.
fn moved(number: usize, ranges: usize) -> f64 {
    let cost = Workers { number, ranges, blocks: 2 }.work(4);
    cost.moved as f64 / cost.taken as f64
}

#[test]
fn what_is_moved_is_linear_in_the_ranges() {
    for number in [64, 256] {
        let (few, many) = (moved(number, 50), moved(number, 400));
        assert!(many < 1.1 * few, "{number} workers: {few} and {many} moved for each range");
        assert!(few < number as f64 / 2.0, "{number} workers: {few} moved for each range");
    }
}

/// Returns the median, which is robust to other load on the machine.
fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Prints the table of costs in the documentation of [`crate::run`].
#[test]
#[ignore = "a benchmark"]
#[expect(clippy::print_stdout, reason = "what a benchmark is for")]
fn what_a_flush_costs() {
    println!("| threads | ranges | taking one | a flush | per range | of a thread | lock taken |");
    for (number, ranges) in
        [(4, 50), (16, 50), (64, 50), (128, 50), (192, 50), (256, 50), (64, 1250)]
    {
        let cost = Workers { number, ranges, blocks: 25 }.work(20);
        let (take, flush) = (median(&cost.taking), median(&cost.flushing));
        println!(
            "| {number} | {ranges} | {take:.0} ns | {:.1} µs | {:.0} ns | {:.3} % | {:.2} % |",
            flush / 1e3,
            flush / ranges as f64,
            100.0 * (take * ranges as f64 + flush) / FLUSH.as_secs_f64() / 1e9,
            100.0 * flush * number as f64 / FLUSH.as_secs_f64() / 1e9,
        );
    }
}
