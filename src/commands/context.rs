//! The context of a command: its words and its caller.

use crate::commands::caller::{Caller, ShowProgress};
use crate::commands::failure::Failure;
use crate::commands::words::with_seed;
use crate::deal::Seed;
use crate::report::provenance::shell_words;
use crate::run::StopFlag;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// The context in which a command runs: its command line and its caller.
pub(crate) struct Context {
    /// The words of the command line after the name of the program.
    words: Vec<String>,
    caller: Box<dyn Caller>,
    /// For each option whose input was given as text, the card numbers that stand for it in the
    /// recorded command line.
    named: Mutex<BTreeMap<&'static str, String>>,
    /// State with which the program saves and merges runs.
    #[cfg(feature = "cli")]
    pub(crate) program: crate::cli::program::Program,
}

impl Context {
    /// Creates the context of a command from the words of its command line.
    pub(crate) fn new(words: Vec<String>, caller: impl Caller + 'static) -> Self {
        let caller = Box::new(caller);
        Self {
            words,
            caller,
            named: Mutex::default(),
            #[cfg(feature = "cli")]
            program: crate::cli::program::Program::default(),
        }
    }

    /// Returns the words of the command line, beginning with `setodds`. `seed` is added unless the
    /// command has a seed, and card numbers stand for inputs that were given as text.
    pub(crate) fn command_words(&self, seed: Option<Seed>) -> Vec<String> {
        let program = ["setodds".to_owned()].into_iter();
        let mut words = with_seed(program.chain(self.words.iter().cloned()).collect(), seed);
        for (option, numbers) in &*self.named.lock().unwrap_or_else(PoisonError::into_inner) {
            if let Some(at) = words.iter().position(|word| word == option) {
                words[at + 1].clone_from(numbers);
            }
        }
        words
    }

    /// Returns the command line for the record of a result, quoted in the same way on every system.
    pub(crate) fn command(&self, seed: Option<Seed>) -> String {
        shell_words(self.command_words(seed))
    }

    /// Returns the flag by which the caller of a command may request a stop.
    pub(crate) fn stop(&self) -> Result<StopFlag, Failure> {
        self.caller.stop()
    }

    /// Returns the failure of a run that was stopped. The failure asks for a rerun only if more
    /// progress was saved than at the start; otherwise a scheduler would rerun the command forever.
    pub(crate) fn stopped(&self, has_saved_more: bool, text: String) -> Failure {
        self.caller.stopped(has_saved_more, text)
    }

    /// Returns the display for the progress of a computation.
    pub(crate) fn progress(&self) -> Box<dyn ShowProgress + '_> {
        self.caller.progress()
    }

    /// Shows a warning: the result is doubtful, or something may go wrong later.
    pub(crate) fn warning(&self, text: impl Display) {
        self.caller.warning(&text);
    }

    /// Reports how an input with cards was read.
    pub(crate) fn reading(&self, text: impl Display) {
        self.caller.reading(&text);
    }

    /// Shows a note, unless `--quiet` is given.
    pub(crate) fn note(&self, text: impl Display) {
        self.caller.note(&text, false);
    }

    /// Shows a note even with `--quiet`, such as the coverage of a partial result.
    pub(crate) fn always(&self, text: impl Display) {
        self.caller.note(&text, true);
    }

    /// Shows the seed of a run. A randomly chosen seed is shown even with `--quiet`, since it could
    /// not be reused otherwise.
    pub(crate) fn seed(&self, text: impl Display, is_random: bool) {
        self.caller.note(&text, is_random);
    }

    /// Returns whether all rows of the result are written to a file, not only a readable table.
    pub(crate) fn has_all_rows(&self) -> bool {
        #[cfg(feature = "cli")]
        return self.program.has_all_rows;
        #[cfg(not(feature = "cli"))]
        false
    }

    /// Returns the seed of a run and whether it was chosen at random. A given seed is preferred to
    /// the seed of the checkpoint.
    pub(crate) fn seed_of_run(&self, given: Option<Seed>) -> Result<(Seed, bool), Failure> {
        #[cfg(feature = "cli")]
        let given = self.program.source.seed(given)?;
        Ok((given.unwrap_or_else(Seed::fresh), given.is_none()))
    }

    /// Shows the seed of a run if it was chosen at random, unless a summary will show it.
    pub(crate) fn show_random_seed(&self, seed: Seed, is_random: bool) {
        if is_random && !self.caller.shows_summaries() {
            self.always(format_args!("seed {seed}"));
        }
    }

    /// Records the card numbers that stand for the input of `option` in the recorded command line.
    pub(crate) fn name_cards(&self, option: &'static str, numbers: String) {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(option, numbers);
    }
}
