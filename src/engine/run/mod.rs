//! Runs computations: numbered blocks of work, in parallel, merged into one exact result.
//!
//! The module does not depend on cards. A computation is a [`Kernel`]: a pure function from a block
//! number to a tally. A [`Plan`] holds the job, the number of blocks and the work units per block,
//! which each kernel chooses. A [`Partial`] is the merged tally of the blocks finished so far:
//!
//! ```text
//! Plan -> blocks -> Kernel::worker -> tally -> merged into Partial (plan, finished, tally)
//! ```
//!
//! Tallies form a commutative monoid, and a block's tally depends only on its number. A partial
//! result is therefore independent of the number of threads and of the machine that computed each
//! block. Complete results, interrupted runs and shards of a run are all of type [`Partial`]:
//! [`execute`] computes all blocks, [`ThreadPool::resume`] computes missing blocks,
//! [`Partial::merge`] joins parts and rejects another plan or an overlap, [`Partial::extended`]
//! continues in a longer plan, and [`Partial::truncate`] ends a plan early.
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::deal::{Deals, Seed};
//! use setodds_engine::detect::Strategy;
//! use setodds_engine::measure::{Measurer, Measures};
//! use setodds_engine::run::{Kernel, Partial, Shard, StopFlag, ThreadPool, Threads, execute};
//!
//! let (threads, measures) = (Threads::available(), Measures::default());
//! let measurer = Measurer::new(Deck::GAME, "12".parse()?, measures, Strategy::default())?;
//! let deals = Deals::new(measurer, Seed(1), 100_000)?;
//! let whole = execute(&deals, threads)?;
//! // The same in two parts, each of which may be computed elsewhere.
//! let (pool, mut merged) = (ThreadPool::new(threads)?, Partial::new(deals.plan().clone()));
//! for number in 1..=2 {
//!     let blocks = Shard::new(number, 2)?.blocks(deals.plan());
//!     let mut part = Partial::new(deals.plan().clone());
//!     pool.resume(&deals, &mut part, &blocks, &StopFlag::default(), &|_| {})?;
//!     merged.merge(part)?;
//! }
//! assert!(merged.is_complete());
//! assert_eq!(merged.tally(), whole.tally());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many threads
//!
//! A thread takes blocks for about a millisecond at a time (a single block if it takes longer) and
//! flushes its results every 50 milliseconds. A flush therefore merges some 50 ranges into the list
//! of all finished blocks, which has gaps where other threads are still at work, in time linear in
//! both. The cost is measured with simulated workers that take and flush in turn on a single
//! thread:
//!
//! ```sh
//! cargo test -p setodds-engine --lib what_a_flush_costs -- --ignored --nocapture
//! ```
//!
//! | threads | ranges | taking one | a flush | per range | of a thread | lock taken |
//! |---|---|---|---|---|---|---|
//! | 4 | 50 | 31 ns | 1.5 µs | 31 ns | 0.006 % | 0.01 % |
//! | 16 | 50 | 22 ns | 1.9 µs | 37 ns | 0.006 % | 0.06 % |
//! | 64 | 50 | 21 ns | 2.7 µs | 55 ns | 0.008 % | 0.35 % |
//! | 128 | 50 | 24 ns | 3.8 µs | 77 ns | 0.010 % | 0.98 % |
//! | 192 | 50 | 20 ns | 3.6 µs | 72 ns | 0.009 % | 1.37 % |
//! | 256 | 50 | 20 ns | 4.0 µs | 81 ns | 0.010 % | 2.07 % |
//! | 64 | 1250 | 24 ns | 120.1 µs | 96 ns | 0.300 % | 15.38 % |
//!
//! (A core of an Intel Xeon, Emerald Rapids.) `ranges` is the number of ranges per flush. `of a
//! thread` is the proportion of a thread's time spent on taking and flushing: about 0.01 % at most,
//! and 0.3 % in the last row, which is for blocks of 40 microseconds, hands of 12 cards, taken one
//! by one. `lock taken` is the proportion of time in which some thread flushes. A thread that finds
//! the lock taken continues its work, so even that time is not lost.
//!
//! # Files
//!
//! A partial result can be written as text and read back: [`SavedTally`] is implemented by tallies,
//! and [`Blocks`], [`Job`] and [`Shard`] have text forms. `setodds::cli::saved` writes and reads
//! such files.

mod blocks;
mod executor;
mod partial;
mod plan;
mod saved;
mod threads;

pub use blocks::Blocks;
pub use executor::{Instant, Kernel, Observer, Outcome, RunError, ThreadPool, execute};
pub use partial::{MergeError, Partial};
pub use plan::{Job, Plan, PlanDifference, Shard, ShardError};
pub use saved::{SavedTally, TALLY, read_tally, write_tallies};
pub use threads::{StartError, StopFlag, Threads};
