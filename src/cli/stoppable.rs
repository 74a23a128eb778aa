//! Writing of large results, which a signal can stop.

use crate::cli::failure::Failure;
use crate::cli::message;
use crate::run::StopFlag;
use std::io::{self, Write};

/// A writer that fails when a stop is requested. A small result is always written completely.
pub(crate) struct Stoppable<'a> {
    to: &'a mut dyn Write,
    stop: Option<&'a StopFlag>,
    /// The bytes that are written even if a stop is requested.
    small: usize,
}

impl<'a> Stoppable<'a> {
    pub(crate) fn new(to: &'a mut dyn Write, stop: Option<&'a StopFlag>) -> Self {
        const SMALL: usize = 1 << 20;
        Self { to, stop, small: SMALL }
    }
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.small == 0 && self.stop.is_some_and(StopFlag::is_requested) {
            return Err(io::Error::other("interrupted"));
        }
        let written = self.to.write(bytes)?;
        self.small = self.small.saturating_sub(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The failure of a writer: an interruption if a stop was requested, or else its own.
pub(crate) fn why(failure: Failure, stop: Option<&StopFlag>) -> Failure {
    if !stop.is_some_and(StopFlag::is_requested) {
        return failure;
    }
    message::interrupted("while the result was written: what stands on stdout is incomplete");
    Failure::Interrupted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_is_stopped_and_what_is_small_is_not() {
        let stop = StopFlag::default();
        let mut to = Vec::new();
        let mut writer = Stoppable::new(&mut to, Some(&stop));
        stop.request();
        let block = [b'x'; 1 << 16];
        let written = (0..100).take_while(|_| writer.write_all(&block).is_ok()).count();
        assert_eq!((written, to.len()), (16, 1 << 20));
        let mut writer = Stoppable::new(&mut to, None);
        assert!((0..100).all(|_| writer.write_all(&block).is_ok()));
    }
}
