//! Runs commands for other programs, such as the Python module: JSON options in, a report out.

use crate::commands::caller::{Caller, ShowProgress, Stage};
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::run::Run;
use crate::commands::simulate::SimulatedBlocks;
use crate::report::escape::excerpt;
use crate::report::result::{End, Report};
use crate::run::StopFlag;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The state that a calling program shares with a running command: the stop flag and the progress.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// Flag that stops the command early when it is set.
    pub stop: StopFlag,
    /// The progress of the command.
    pub done: Done,
    warnings: Arc<Mutex<Vec<String>>>,
}

/// Fraction of a command that is done, from 0 to 1. Any thread can read it.
#[derive(Clone, Debug, Default)]
pub struct Done(Arc<AtomicU64>);

/// Error of a command called from another program, with its message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The command name or an option is not valid.
    #[error("{0}")]
    Usage(String),
    /// The command failed, or was stopped.
    #[error("{0}")]
    Failed(String),
}

impl Done {
    /// Returns the fraction that is done, from 0 to 1.
    #[must_use]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }
}

impl ShowProgress for Done {
    fn show(&self, stage: &Stage<'_>) {
        self.0.store(stage.fraction_done().to_bits(), Ordering::Relaxed);
    }
}

impl Caller for Asking {
    fn warning(&self, text: &dyn Display) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        warnings.push(text.to_string());
    }

    fn reading(&self, text: &dyn Display) {
        self.warning(text);
    }

    fn progress(&self) -> Box<dyn ShowProgress + '_> {
        Box::new(self.done.clone())
    }

    fn stop(&self) -> Result<StopFlag, Failure> {
        Ok(self.stop.clone())
    }
}

/// Defines a function for each command, and `answer`, which finds a command by its name.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($Args:ident),)+) => {
        $(
            #[doc = concat!("Runs `", stringify!($name), "` with options, a map of their names.")]
            ///
            /// # Errors
            ///
            /// When an option is not valid, or the command fails.
            $(#[$attribute])*
            pub fn $name(options: impl Serialize) -> Result<Report, CommandError> {
                match serde_json::to_value(options) {
                    Ok(Value::Object(options)) => {
                        answer(stringify!($name), options, &Asking::default())
                    }
                    _ => Err(CommandError::Usage("options are a map of their names".to_owned())),
                }
            }
        )+

        /// Runs the command with this name. Options have the names of the command line, with `_`
        /// for `-`. The options with cards are texts: `hands` of `find`, `table` and `gone` of
        /// `next`, `data` of `check`.
        ///
        /// # Errors
        ///
        /// When an option is not valid, or the command fails or is stopped.
        pub fn answer(
            command: &str,
            options: Map<String, Value>,
            asking: &Asking,
        ) -> Result<Report, CommandError> {
            let context = Context::new(words(command, &options), asking.clone());
            let report = match command {
                $(
                    $(#[$attribute])*
                    stringify!($name) => {
                        read::<super::$name::$Args>(command, options)?.run(&context)?
                    }
                )+
                _ => return Err(CommandError::Usage(format!("`{command}` is not a command"))),
            };
            complete(report, asking)
        }
    };
}

// The WebAssembly module has only commands that finish in moments.
commands! {
    deal(DealArgs),
    find(FindArgs),
    next(NextArgs),
    odds(OddsArgs),
    puzzle(PuzzleArgs),
    simulate(SimulateArgs),
    #[cfg(not(target_family = "wasm"))]
    caps(CapsArgs),
    #[cfg(not(target_family = "wasm"))]
    check(CheckArgs),
    #[cfg(not(target_family = "wasm"))]
    classes(ClassesArgs),
    #[cfg(not(target_family = "wasm"))]
    enumerate(EnumerateArgs),
    #[cfg(not(target_family = "wasm"))]
    extremes(ExtremesArgs),
    #[cfg(not(target_family = "wasm"))]
    play(PlayArgs),
}

/// Returns a complete report together with the collected warnings. A partial or failed report is
/// returned as an error.
fn complete(mut report: Report, asking: &Asking) -> Result<Report, CommandError> {
    match &report.end {
        End::Complete => {}
        End::Partial(_) => return Err(stopped()),
        End::Failed(text) => return Err(CommandError::Failed(text.clone())),
    }
    let mut warnings = asking.warnings.lock().unwrap_or_else(PoisonError::into_inner);
    report.warnings.splice(..0, warnings.drain(..));
    Ok(report)
}

/// Computes a range of blocks of a simulation that several workers share.
///
/// # Errors
///
/// When an option is not valid.
pub fn simulate_blocks(
    options: Map<String, Value>,
    blocks: Range<u64>,
) -> Result<SimulatedBlocks, CommandError> {
    simulation(options, |args, context| args.blocks(blocks, context))
}

/// Merges blocks written by [`simulate_blocks`]. Returns the merged blocks and the report on them.
///
/// # Errors
///
/// When an option is not valid, or the blocks belong to another simulation.
pub fn merge_blocks(
    options: Map<String, Value>,
    parts: &[String],
) -> Result<(String, Report), CommandError> {
    simulation(options, |args, context| args.merged(parts, context))
}

fn simulation<T>(
    options: Map<String, Value>,
    of: impl FnOnce(&super::simulate::SimulateArgs, &Context) -> Result<T, Failure>,
) -> Result<T, CommandError> {
    let context = Context::new(words("simulate", &options), Asking::default());
    Ok(of(&read("simulate", options)?, &context)?)
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Usage(text) => Self::Usage(text),
            Failure::Missing(text) | Failure::Failed(text) | Failure::Busy(text) => {
                Self::Failed(text)
            }
            Failure::Interrupted(_) | Failure::Saved(_) | Failure::ClosedPipe => stopped(),
        }
    }
}

fn stopped() -> CommandError {
    CommandError::Failed("the run was stopped before its end".to_owned())
}

/// The names of the options of all commands.
const OPTIONS: [&str; 40] = [
    "as",
    "caps",
    "cards",
    "completing",
    "confidence",
    "count",
    "data",
    "days",
    "deal",
    "deals",
    "engine",
    "fail_below",
    "features",
    "force",
    "from",
    "games",
    "given",
    "gone",
    "hand_a_line",
    "hands",
    "measure",
    "method",
    "numbers_from",
    "one_hand",
    "policy",
    "refill",
    "representatives",
    "seed",
    "sets",
    "start",
    "strategy",
    "table",
    "threads",
    "ultrasets",
    "until",
    "value",
    "values",
    "when_stuck",
    "why",
    "without",
];

/// Deserializes the options of a command from a JSON object with a single option.
fn alone<A: DeserializeOwned>(name: &str, value: &Value) -> serde_json::Result<A> {
    serde_json::from_value(json!({ name: value }))
}

/// Returns whether a command has an option of this name. No option accepts an object, so success
/// means that an unknown name was ignored.
fn has_option<A: DeserializeOwned>(name: &str) -> bool {
    alone::<A>(name, &json!({})).is_err()
}

/// Deserializes the options of a command. Each option is first read alone, so that error messages
/// name it.
fn read<A: DeserializeOwned>(command: &str, mut options: Map<String, Value>) -> Result<A, Failure> {
    for (name, value) in &options {
        if !has_option::<A>(name) {
            let own: Vec<&str> = OPTIONS.into_iter().filter(|name| has_option::<A>(name)).collect();
            return Err(usage_error!(
                "`{command}` has no option `{}`; it has {}",
                excerpt(name),
                own.join(", ")
            ));
        }
        if value.is_null() {
            continue;
        }
        alone::<A>(name, value).map_err(|error| usage_error!("{name}: {error}"))?;
    }
    options.retain(|_, value| !value.is_null());
    serde_json::from_value(Value::Object(options)).map_err(|error| usage_error!("{error}"))
}

/// Returns the command line that is equivalent to a command and its JSON options. For cards that
/// were given as text, it has stdin or a file named after the option.
fn words(command: &str, options: &Map<String, Value>) -> Vec<String> {
    let mut words = vec![command.to_owned()];
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    for (name, value) in options {
        let option = format!("--{}", name.replace('_', "-"));
        match (command, name.as_str(), value) {
            (_, _, Value::Bool(false) | Value::Null) => {}
            ("odds", "cards", value) => words.insert(1, text(value)),
            ("find", "hands", _) | ("next", "table", _) | ("check", "data", _) => {
                words.insert(1, "-".to_owned());
            }
            (_, "gone" | "without", _) => words.extend([option, name.clone()]),
            (_, _, Value::Bool(true)) => words.push(option),
            (_, _, Value::Array(list)) => {
                words.extend([option, list.iter().map(text).collect::<Vec<_>>().join(",")]);
            }
            (_, _, value) => words.extend([option, text(value)]),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(command: &str, options: Value) -> String {
        let Value::Object(options) = options else { panic!("{options}") };
        answer(command, options, &Asking::default()).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_option() {
        for (command, options, expected) in [
            ("odds", json!({ "card": 12 }), "`odds` has no option `card`"),
            ("odds", json!({ "cards": "x" }), "cards: `x` is not"),
            ("odds", json!({ "cards": 12, "sets": [0, "y"] }), "sets: `y` is not"),
            ("odds", json!({ "features": 7 }), "features: a deck has 2 to 6 features, not 7"),
            ("simulate", json!({ "threads": 0 }), "threads: `0` is not"),
            ("deal", json!({ "sets": 1 }), "sets: invalid type"),
            ("deal", json!({ "cards": "x" }), "cards: `x` is not a valid number"),
            ("odds", json!({ "crads": null }), "`odds` has no option `crads`"),
            ("odds", json!({ "cards": 12.5 }), "cards: `12.5` is not"),
            ("odds", json!({ "cards": [[12, 15], 18] }), "cards: invalid type: sequence"),
            ("simulate", json!({ "measure": [] }), "measure: the list is empty"),
            ("simulate", json!({ "seed": 1.0e20 }), "seed: `1e20` is not"),
            ("check", json!({ "data": "", "fail_below": 7 }), "fail_below: `7` is not"),
            ("puzzle", json!({ "nine": true }), "`puzzle` has no option `nine`"),
            ("find", json!({}), "hands: the input is empty"),
            ("plot", json!({}), "`plot` is not a command"),
        ] {
            let message = error(command, options);
            assert!(message.starts_with(expected), "{message}");
        }
    }

    /// The error for an unknown option lists all options that the command line has and another
    /// program can give.
    #[test]
    #[cfg(feature = "cli")]
    fn an_unknown_option_is_answered_with_the_others() {
        assert_eq!(
            error("caps", json!({ "card": 3 })),
            "`caps` has no option `card`; it has cards, features, force, representatives, threads"
        );
        let line = crate::commands::line::context_of_test().program.line;
        let commands = ["caps", "check", "classes", "deal", "enumerate", "extremes", "find"];
        for command in commands.into_iter().chain(["next", "odds", "play", "puzzle", "simulate"]) {
            let unknown = error(command, json!({ "no": 1 }));
            let (_, listed) = unknown.split_once("; it has ").unwrap();
            let listed: Vec<&str> = listed.split(", ").collect();
            for option in line.find_subcommand(command).unwrap().get_arguments() {
                let name = option.get_long().unwrap_or(option.get_id().as_str()).replace('-', "_");
                let is_known = !error(command, json!({ &name: {} })).contains("has no option");
                assert_eq!(listed.contains(&&*name), is_known, "{command} {name}");
            }
        }
    }

    /// A run with lost cards given as text is recorded with their card numbers.
    #[test]
    fn the_recorded_command_runs_again() {
        for (command, options, expected) in [
            (
                "deal",
                json!({ "without": "@5 @0", "seed": 1 }),
                "setodds deal --seed 1 --without @0,5",
            ),
            (
                "deal",
                json!({ "without": "@0,5", "seed": 1 }),
                "setodds deal --seed 1 --without @0,5",
            ),
            (
                "next",
                json!({ "table": "@0\n@1\n@5", "gone": "@7\n@8" }),
                "setodds next - --gone @7,8",
            ),
        ] {
            let Value::Object(options) = options else { panic!("{options}") };
            let report = answer(command, options, &Asking::default()).unwrap();
            let others: Value =
                serde_json::from_str(&report.json_of_other_tables().unwrap()).unwrap();
            assert_eq!(others["provenance"]["command"], expected);
        }
    }

    #[test]
    fn options_are_the_words_of_the_command_line() {
        let options = json!({ "cards": [12, 15], "until": "1%", "sets": true, "caps": false });
        let Value::Object(options) = options else { panic!("{options}") };
        let written = words("simulate", &options).join(" ");
        assert_eq!(written, "simulate --cards 12,15 --sets --until 1%");
        let Value::Object(options) = json!({ "cards": 12, "sets": 0 }) else { panic!("an object") };
        assert_eq!(words("odds", &options).join(" "), "odds 12 --sets 0");
    }
}
