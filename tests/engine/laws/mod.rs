//! Property tests of hands, runs and text formats.

mod hands;
mod runs;
mod texts;
