//! What can be computed block by block, and who may watch.

use super::{Partial, Plan};
use crate::tally::Merge;

/// A computation that can be done block by block.
pub trait Kernel: Sync {
    /// What a block is counted into.
    type Tally: Merge + Send;

    /// What a thread keeps from block to block, so that it is not built anew for each: room, tables.
    type Workspace<'a>
    where
        Self: 'a;

    /// The blocks there are.
    fn plan(&self) -> &Plan;

    /// A workspace that has seen no block.
    fn workspace(&self) -> Self::Workspace<'_>;

    /// The tally of one block: a function of its number alone, whatever blocks the workspace has
    /// seen.
    fn run<'a>(&'a self, block: u64, workspace: &mut Self::Workspace<'a>) -> Self::Tally;
}

/// Sees the result grow. It is called from working threads, one at a time, and others wait for it
/// with what they have: it should look, perhaps copy, and be gone.
pub trait Observer<T>: Sync {
    /// Some blocks have been added.
    fn observe(&self, partial: &Partial<T>);
}

/// Two observers.
#[derive(Clone, Copy, Debug)]
pub struct Both<A, B>(pub A, pub B);

impl<T, A: Observer<T>, B: Observer<T>> Observer<T> for Both<A, B> {
    fn observe(&self, partial: &Partial<T>) {
        self.0.observe(partial);
        self.1.observe(partial);
    }
}

impl<T, O: Observer<T> + ?Sized> Observer<T> for &O {
    fn observe(&self, partial: &Partial<T>) {
        (**self).observe(partial);
    }
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<T> Observer<T> for Silent {
    fn observe(&self, _: &Partial<T>) {}
}
