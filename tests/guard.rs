//! Child processes that end with the test.

use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output};

/// Child process that is killed when the guard is dropped, so that a failed test leaves no process
/// running.
pub(crate) struct ChildGuard(Option<Child>);

impl ChildGuard {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self(Some(command.spawn().expect("the program starts")))
    }

    /// Waits for the process to end and returns the output from its pipes.
    pub(crate) fn wait_with_output(mut self) -> Output {
        self.0.take().expect("it is taken once").wait_with_output().expect("its end is seen")
    }
}

impl Deref for ChildGuard {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().expect("it is taken at the end")
    }
}

impl DerefMut for ChildGuard {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().expect("it is taken at the end")
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
