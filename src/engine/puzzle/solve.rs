//! The run of a puzzle: blocks in parallel, lowest first, until there is a hit.

use super::{FirstHit, Puzzle};
use crate::run::{Blocks, Kernel, Observer, Partial, Plan, RunError};
use crate::run::{StopFlag, ThreadPool, Threads};

/// Solves a puzzle: runs it until a hand is found, all deals are done, or `stop` is requested.
///
/// # Errors
///
/// When the threads cannot be started.
pub fn solve(
    puzzle: &Puzzle,
    threads: Threads,
    stop: &StopFlag,
    observer: &Observer<'_, FirstHit>,
) -> Result<Partial<FirstHit>, RunError> {
    let mut partial = Partial::new(puzzle.plan.clone());
    // A flag of its own: the caller's may serve other searches, which a hit here must not stop.
    let end = StopFlag::default();
    let observed = |partial: &Partial<FirstHit>| {
        observer(partial);
        if stop.is_requested() {
            end.request();
        }
    };
    if !stop.is_requested() {
        let (kernel, all) = (UntilHit { puzzle, end: &end }, puzzle.plan.all_blocks());
        let pool = ThreadPool::new(threads)?;
        pool.resume(&kernel, &mut partial, &all, &end, &observed)?;
        if partial.tally().0.is_some() {
            let below = Blocks::below(partial.finished().end());
            pool.resume(puzzle, &mut partial, &below, &StopFlag::default(), observer)?;
        }
    }
    Ok(partial)
}

/// Ends its run with a hit.
struct UntilHit<'a> {
    puzzle: &'a Puzzle,
    end: &'a StopFlag,
}

impl Kernel for UntilHit<'_> {
    type Tally = FirstHit;

    fn plan(&self) -> &Plan {
        &self.puzzle.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> FirstHit {
        let mut search = self.puzzle.worker();
        move |block| {
            let hit = search(block);
            if hit.0.is_some() {
                self.end.request();
            }
            hit
        }
    }
}
