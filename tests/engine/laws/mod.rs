//! Laws that hold of every hand, run and text, on random ones.

mod hands;
mod runs;
mod texts;
