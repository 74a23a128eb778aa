//! Error messages and exit codes of failed commands.

use crate::cli::message;
use crate::commands::failure::Failure;
use std::io;

impl Failure {
    /// Prints the error message and returns the exit code of the process. A closed pipe is a
    /// success, without a message.
    pub(crate) fn report(self) -> u8 {
        let (error, code) = match self {
            Self::Usage(error) => (error, 2),
            Self::Missing(error) => (error, 3),
            Self::Failed(error) => (error, 1),
            Self::Busy(error) => (error, 75),
            Self::Interrupted(text) => {
                message::interrupted(text);
                return 130;
            }
            Self::Saved(text) => {
                message::interrupted(text);
                return 75;
            }
            Self::ClosedPipe => return 0,
        };
        // If stderr is closed, only the exit code reports the failure.
        message::error(error);
        code
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Failed(format!("writing the output failed: {error}"))
        }
    }
}
