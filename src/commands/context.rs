//! The surroundings of a command: how it was called, and where its messages, its progress and its
//! requests to stop go and come from.

use crate::commands::failure::Failure;
use crate::commands::progress::ShowProgress;
use crate::deal::Seed;
use crate::report::provenance::shell_words;
use crate::run::StopFlag;
use std::fmt::Display;

/// The side of a command that its caller sees: the program on its terminal, or another program.
pub(crate) trait Caller: Send + Sync {
    /// Warns of what makes a result doubtful or may go wrong later.
    fn warning(&self, text: &dyn Display);

    /// Says anything else; even if it is to be quiet where `always` says so.
    fn note(&self, _text: &dyn Display, _always: bool) {}

    /// Says how an input with cards was read.
    fn reading(&self, text: &dyn Display) {
        self.note(text, false);
    }

    /// Returns whether it shows the sentences of a report.
    fn shows_summaries(&self) -> bool {
        true
    }

    /// Returns what shows how far a computation is.
    fn progress(&self) -> Box<dyn ShowProgress + '_>;

    /// Returns the request to stop that it may make.
    fn stop(&self) -> Result<StopFlag, Failure>;

    /// Returns the failure of a run that was asked to stop, with how far it came, and whether it
    /// has saved more than there was at the start.
    fn stopped(&self, _has_saved_more: bool, text: String) -> Failure {
        Failure::Interrupted(text)
    }
}

/// The surroundings of a command.
pub(crate) struct Context {
    /// The words of the command line after the name of the program.
    words: Vec<String>,
    caller: Box<dyn Caller>,
    /// What the program itself needs to save and merge runs.
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
            #[cfg(feature = "cli")]
            program: crate::cli::program::Program::default(),
        }
    }

    /// Returns the command line, word by word, with the seed if it was chosen at random.
    pub(crate) fn command_words(&self, seed: Option<Seed>) -> Vec<String> {
        let program = ["setodds".to_owned()].into_iter();
        with_seed(program.chain(self.words.iter().cloned()).collect(), seed)
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
    /// that is chosen at random, which is said if no summary will say it.
    pub(crate) fn seed_of_run(&self, given: Option<Seed>) -> Result<Seed, Failure> {
        #[cfg(feature = "cli")]
        let given = self.program.source.seed(given)?;
        match given {
            Some(seed) => Ok(seed),
            None => {
                let seed = Seed::fresh();
                if !self.caller.shows_summaries() {
                    self.always(format_args!("seed {seed}"));
                }
                Ok(seed)
            }
        }
    }
}

/// Returns the words with the seed, unless they have one. `--` ends the options.
pub(crate) fn with_seed(mut words: Vec<String>, seed: Option<Seed>) -> Vec<String> {
    let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
    if let Some(seed) = seed.filter(|_| !has_seed) {
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, ["--seed".to_owned(), seed.to_string()]);
    }
    words
}
