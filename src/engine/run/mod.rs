//! Running a computation: numbered blocks of work, in parallel, merged into one exact result.
//!
//! The module knows nothing of cards. A computation is a [`Kernel`]: a pure function from the
//! number of a block to a tally. A [`Plan`] says how many blocks there are and what they belong
//! to; a [`Partial`] is the merged tally of the blocks finished so far:
//!
//! ```text
//! Plan -> blocks -> Kernel::run(block) -> tally -> merged into Partial (plan, finished, tally)
//! ```
//!
//! Because tallies merge as a commutative monoid and a block's tally depends on its number alone,
//! a finished partial is the same whatever the number of threads and whoever did which block. A
//! result, an interrupted run and a share of a run are all the same type: to resume is to run the
//! missing blocks, to share is [`execute_blocks`], to join is [`Partial::merge`], which refuses
//! another plan and overlap, to go on beyond the end is [`Partial::extended`], and to let it be the
//! end is [`Partial::truncated`].
//!
//! # Files
//!
//! A partial result can be written to a file and read again, as text with a checksum ([`Saved`],
//! [`Header`], [`Record`]). A [`Checkpoint`] is such a file that one process replaces again and
//! again while it works; a [`Shard`] is one of the equal parts of a plan that are computed
//! elsewhere. How one knows that nothing is lost or counted twice: a run that is killed fifty
//! times, shares of any cut in any order, and a file that is changed in any byte are tests
//! (`tests/engine/saved`, `tests/cli/killed.rs`), and their results are compared byte for byte with
//! those of one run.

mod blocks;
mod checkpoint;
mod control;
mod engine;
mod header;
mod kernel;
mod partial;
mod plan;
mod queue;
mod record;
mod saved;
mod share;

pub use blocks::Blocks;
pub use checkpoint::{Checkpoint, CheckpointError, Checkpointer};
pub use control::{StopFlag, Threads};
pub use engine::{Outcome, RunError, ThreadPool, execute, execute_blocks};
pub use header::Header;
pub use kernel::{Both, Kernel, Observer, Silent};
pub use partial::{MergeError, Partial};
pub use plan::{Job, Plan};
pub use record::Record;
pub use saved::{Saved, SavedError, SavedErrorKind, write, write_body, write_tallies};
pub use share::{Shard, ShardError};
