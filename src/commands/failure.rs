//! Failures of commands and their exit codes.

use std::fmt::Display;

/// Creates a [`Failure::Usage`] with a message; takes the arguments of `format!`.
macro_rules! usage_error {
    ($($words:tt)*) => {
        $crate::commands::failure::Failure::Usage(format!($($words)*))
    };
}

/// The failure of a command, with its message.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Invalid usage: exit code 2.
    Usage(String),
    /// Shards are missing: exit code 3, so that a script can wait for them.
    Missing(String),
    /// Any other failure: exit code 1.
    Failed(String),
    /// Interrupted by Ctrl-C: exit code 130. The text says how far the run got, such as `after 3
    /// deals`.
    Interrupted(String),
    /// Stopped by a signal of the scheduler after saving progress: exit code 75, a temporary
    /// failure. Running the same command again resumes it. The text says how far the run got.
    Saved(String),
    /// Another process has locked the same file: exit code 75, a temporary failure.
    Busy(String),
    /// The reader of stdout has closed the pipe, as in `| head`: exit code 0 without a message.
    ClosedPipe,
}

impl Failure {
    /// Returns the failure of an interrupted computation that has no partial result.
    pub(crate) fn without_result() -> Self {
        Self::Interrupted("before the end, without a result".to_owned())
    }
}

/// Extension of `Result` that converts its error into a [`Failure`].
pub(crate) trait OrFail<T> {
    /// Converts an error into a usage error.
    fn or_usage(self) -> Result<T, Failure>;
    /// Converts an error into a failure for which the user is not to blame.
    fn or_failed(self) -> Result<T, Failure>;
}

impl<T, E: Display> OrFail<T> for Result<T, E> {
    fn or_usage(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Usage(error.to_string()))
    }

    fn or_failed(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Failed(error.to_string()))
    }
}

/// Refuses options that exclude each other.
pub(crate) fn exclusive(options: &[(&str, bool)]) -> Result<(), Failure> {
    let mut given = options.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name);
    match (given.next(), given.next()) {
        (Some(one), Some(other)) => {
            Err(usage_error!("{one} cannot be used with {other}; leave one of them out"))
        }
        _ => Ok(()),
    }
}

/// Refuses an option that has an effect only together with another one.
pub(crate) fn needs(
    (option, is_given): (&str, bool),
    (other, is_there): (&str, bool),
) -> Result<(), Failure> {
    if is_given && !is_there {
        return Err(usage_error!("{option} goes with {other}; give both, or leave it out"));
    }
    Ok(())
}
