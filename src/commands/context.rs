//! The surroundings of a command: its words, and its caller.

use crate::commands::caller::{Caller, ShowProgress};
use crate::commands::failure::Failure;
use crate::commands::words::with_seed;
use crate::deal::Seed;
use crate::report::provenance::shell_words;
use crate::run::StopFlag;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// The surroundings of a command.
pub(crate) struct Context {
    /// The words of the command line after the name of the program.
    words: Vec<String>,
    caller: Box<dyn Caller>,
    /// The numbers of cards that were given as a text, by their option.
    named: Mutex<BTreeMap<&'static str, String>>,
    /// The data with which the program saves and merges runs.
    #[cfg(feature = "cli")]
    pub(crate) program: crate::cli::program::Program,
}

impl Context {
    /// Returns the surroundings of a command that is written in these words.
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

    /// Returns the command line, word by word, with the seed if it was chosen at random, and the
    /// numbers of cards that were given as a text.
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

    /// Returns the command line as records have it: alike on every system.
    pub(crate) fn command(&self, seed: Option<Seed>) -> String {
        shell_words(self.command_words(seed))
    }

    /// Returns the request to stop that the caller may make.
    pub(crate) fn stop(&self) -> Result<StopFlag, Failure> {
        self.caller.stop()
    }

    /// Returns the failure of a run that was asked to stop, with how far it came. It asks for a
    /// rerun only if it has saved more than there was at the start: otherwise a scheduler would
    /// rerun it forever.
    pub(crate) fn stopped(&self, has_saved_more: bool, text: String) -> Failure {
        self.caller.stopped(has_saved_more, text)
    }

    /// Returns what shows how far a computation is.
    pub(crate) fn progress(&self) -> Box<dyn ShowProgress + '_> {
        self.caller.progress()
    }

    /// Warns of what makes a result doubtful or may go wrong later.
    pub(crate) fn warning(&self, text: impl Display) {
        self.caller.warning(&text);
    }

    /// Says how an input with cards was read.
    pub(crate) fn reading(&self, text: impl Display) {
        self.caller.reading(&text);
    }

    /// Says anything else, unless `--quiet` is given.
    pub(crate) fn note(&self, text: impl Display) {
        self.caller.note(&text, false);
    }

    /// Says what `--quiet` does not suppress, such as how much a partial result covers.
    pub(crate) fn always(&self, text: impl Display) {
        self.caller.note(&text, true);
    }

    /// Says the seed: even with `--quiet` if it was chosen at random, since it could not be used
    /// again otherwise.
    pub(crate) fn seed(&self, text: impl Display, is_random: bool) {
        self.caller.note(&text, is_random);
    }

    /// Returns whether all rows of the result are written somewhere, and not only what people read.
    pub(crate) fn has_all_rows(&self) -> bool {
        #[cfg(feature = "cli")]
        return self.program.has_all_rows;
        #[cfg(not(feature = "cli"))]
        false
    }

    /// Returns the seed of a run: the given one, that of the file in which it is saved, or else one
    /// that is chosen at random; and whether it is that.
    pub(crate) fn seed_of_run(&self, given: Option<Seed>) -> Result<(Seed, bool), Failure> {
        #[cfg(feature = "cli")]
        let given = self.program.source.seed(given)?;
        Ok((given.unwrap_or_else(Seed::fresh), given.is_none()))
    }

    /// Says a seed that was chosen at random, if no summary will say it.
    pub(crate) fn tell_seed(&self, seed: Seed, is_random: bool) {
        if is_random && !self.caller.shows_summaries() {
            self.always(format_args!("seed {seed}"));
        }
    }

    /// Records the numbers of the cards that another program has given as a text.
    pub(crate) fn name_cards(&self, option: &'static str, numbers: String) {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(option, numbers);
    }
}
