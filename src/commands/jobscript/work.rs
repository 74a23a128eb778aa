//! The command after `--` on the command line of `setodds jobscript`, which is split into shards.
//!
//! A shard writes a part and the merge writes the result, so `-o` and `--format` belong to the
//! merge. A random seed is added where one is needed, since all shards must belong to the same
//! sample.

use crate::cli::files::Files;
use crate::cli::output::{Format, OutputArgs};
use crate::cli::parsed::{Argument, Parsed, parsed, without_usage};
use crate::commands::context::Context;
use crate::commands::enumerate::EnumerateArgs;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::play::PlayArgs;
use crate::commands::simulate::SimulateArgs;
use crate::deal::Seed;
use crate::report::escape::is_hidden;
use crate::report::games::TableKind;
use clap::FromArgMatches;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names of the options that affect how a computation runs, which are passed to each shard.
const SHARD_OPTIONS: [&str; 5] = ["color", "engine", "progress", "quiet", "threads"];

/// Names of the output options, which are passed to the merge.
const MERGE_OPTIONS: [&str; 2] = ["format", "output"];

/// Command that is run in shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShardedCommand {
    /// The command-line arguments common to all shards, without the program name, `--shard` and
    /// `-o`.
    pub(super) words: Vec<String>,
    /// The names of the files, or of the directory, that the merge writes.
    pub(super) results: Vec<String>,
    /// The argument of `--without`, a file name or card numbers.
    without: Option<String>,
    /// The argument of `--format` for the merge.
    form: Option<String>,
}

impl ShardedCommand {
    /// Parses the words of the command to run in shards, with or without a leading `setodds`.
    pub(super) fn read(words: &[String], context: &Context) -> Result<Self, Failure> {
        let words = words.strip_prefix(&["setodds".to_owned()]).unwrap_or(words);
        if words.is_empty() {
            return Err(usage_error!("name a command after `--`: simulate, enumerate or play"));
        }
        // Such characters could end a comment or a YAML string, or disguise what the script does.
        if let Some(word) = words.iter().find(|word| word.contains(is_hidden)) {
            return Err(usage_error!(
                "`{word}` holds a character that ends a line or is not shown; choose another name"
            ));
        }
        let mut command = parsed(words, &context.program.line).map_err(|it| refused(&it))?;
        refuse_what_cannot_be_sharded(&command)?;
        let results = results_of(&command)?;
        let form = command.values("format").map(<[String]>::concat);
        let without = command.values("without").map(<[String]>::concat);
        if without.as_deref() == Some("-") {
            return Err(usage_error!(
                "the shards have no stdin; give --without a file, or the numbers of the cards, \
                 like @1,2"
            ));
        }
        let seed = seed(&command);
        command.given.retain(|it| !it.is_one_of(&MERGE_OPTIONS));
        let words = [command.words(), seed].concat();
        let shard = ["--shard", "1/1"].map(str::to_owned);
        let shard = parsed(&[&words[..], &shard].concat(), &context.program.line)
            .map_err(|it| refused(&it))?;
        check(&shard, context)?;
        Ok(Self { words, results, without, form })
    }

    /// Returns the output options of the merge as command-line arguments.
    pub(super) fn output(&self) -> Vec<String> {
        let results = self.results.iter().map(|path| ["-o", path]);
        let form = self.form.iter().map(|form| ["--format", form]);
        results.chain(form).flatten().map(str::to_owned).collect()
    }

    /// Returns the files that the shards read and the files that the merge writes.
    pub(super) fn files(&self) -> Result<Files, Failure> {
        let mut files = Files::reading(self.without.iter().filter(|name| !name.starts_with('@')));
        files.write(Path::new(&self.parts()), "the directory of the parts")?;
        for result in &self.results {
            let path = Path::new(result);
            files.write(path, "a result")?;
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
                files.write(&path.with_extension("run.json"), "the record of a result")?;
            } else if self.form.as_deref() == Some("csv") {
                files.write(Path::new(&format!("{result}.run.json")), "the record of a result")?;
            }
            for table in TableKind::ALL.into_iter().filter(|_| self.words[0] == "play") {
                files.write(&path.join(format!("{table}.csv")), "a result")?;
                files.write(&path.join(format!("{table}.run.json")), "the record of a result")?;
            }
        }
        Ok(files)
    }

    /// Returns the name of the directory of the parts: NAME-parts next to the first result,
    /// NAME.csv.
    pub(super) fn parts(&self) -> String {
        let first = Path::new(&self.results[0]);
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        first.with_file_name(format!("{stem}-parts")).display().to_string()
    }

    /// Returns the names of the directories that must exist, for the parts and for the results.
    pub(super) fn directories(&self) -> Vec<String> {
        let of_results = self.results.iter().filter_map(|path| Path::new(path).parent());
        let of_results = of_results.map(|path| path.display().to_string());
        let all: BTreeSet<String> = of_results.chain([self.parts()]).collect();
        all.into_iter().filter(|path| !path.is_empty()).collect()
    }
}

/// Refuses a command that every shard would refuse. The engine is not checked, since shards run on
/// other machines.
fn check(Parsed { name, matches, .. }: &Parsed, context: &Context) -> Result<(), Failure> {
    match name.as_str() {
        "simulate" => SimulateArgs::from_arg_matches(matches).or_usage()?.check(context),
        "enumerate" => EnumerateArgs::from_arg_matches(matches).or_usage()?.check(),
        _ => PlayArgs::from_arg_matches(matches).or_usage()?.check(),
    }
}

fn refuse_what_cannot_be_sharded(command: &Parsed) -> Result<(), Failure> {
    let name = &command.name;
    match name.as_str() {
        "simulate" | "enumerate" | "play" => {}
        "caps" | "classes" => {
            return Err(usage_error!(
                "`{name}` cannot be sharded: each size needs all classes of the size before; run \
                 it as one job with --checkpoint"
            ));
        }
        _ => {
            return Err(usage_error!(
                "`{name}` cannot be sharded; only simulate, enumerate and play can"
            ));
        }
    }
    if command.values("until").is_some() {
        return Err(usage_error!(
            "--until depends on all deals, so it cannot be sharded; give --deals"
        ));
    }
    let is_possible = |it: &&Argument| {
        it.affects_result || it.is_one_of(&SHARD_OPTIONS) || it.is_one_of(&MERGE_OPTIONS)
    };
    match command.given.iter().find(|it| !is_possible(it)) {
        None => Ok(()),
        Some(argument) => Err(usage_error!(
            "the script itself says how the shards are saved and what the merge writes; leave out \
             --{}",
            argument.long.as_deref().unwrap_or_default()
        )),
    }
}

/// Returns the error for a command after `--` that clap rejects.
fn refused(error: &clap::Error) -> Failure {
    if !error.use_stderr() {
        let right = "it shows help or a version; run it without a script";
        return usage_error!("the command after `--` computes nothing: {right}");
    }
    let text = without_usage(error);
    let in_a_line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<String> = text.split("\n\n").map(in_a_line).collect();
    usage_error!("the command after `--` is not valid: {}", parts.join("; "))
}

/// Returns a `--seed` option with a random seed if the command draws a random sample and has no
/// seed; otherwise an empty list.
fn seed(command: &Parsed) -> Vec<String> {
    let is_sample = matches!(command.name.as_str(), "simulate" | "play");
    if !is_sample || command.values("seed").is_some() {
        return Vec::new();
    }
    vec!["--seed".to_owned(), Seed::fresh().to_string()]
}

/// Returns the output files of the merge: those of `-o`, or a default name.
fn results_of(command: &Parsed) -> Result<Vec<String>, Failure> {
    let results = command.values("output").unwrap_or_default();
    let is_no_file = |path: &String| path.starts_with('-') || Path::new(path).starts_with("/dev");
    if results.iter().any(is_no_file) {
        return Err(usage_error!("the merge job writes a file; give -o a name, like result.csv"));
    }
    let form = command.matches.get_one::<Format>("format").copied();
    let is_play = command.name == "play";
    let results = match results {
        [] => vec![if is_play { "result" } else { "result.csv" }.to_owned()],
        _ => results.to_vec(),
    };
    let output = OutputArgs::of(results.iter().map(PathBuf::from).collect(), form);
    if is_play {
        output.refuse_csvs(&output.directory()?.1)?;
    } else {
        output.refuse_unknown_endings()?;
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn read(text: &str) -> ShardedCommand {
        let context = crate::commands::line::context_of_test();
        ShardedCommand::read(&words(text), &context).unwrap()
    }

    #[test]
    fn words_that_are_not_a_command_are_an_error() {
        let context = crate::commands::line::context_of_test();
        for (text, message) in [
            ("simulate --deels 1k", "unexpected argument '--deels' found; tip: a similar argument"),
            ("simulate --cards 0-x", "invalid value '0-x' for '--cards <K>'"),
            ("jobscript", "arguments were not provided: --scheduler <"),
            ("simulate --help", "the command after `--` computes nothing"),
            ("--version", "the command after `--` computes nothing"),
        ] {
            match ShardedCommand::read(&words(text), &context) {
                Err(Failure::Usage(error)) => assert!(error.contains(message), "{text}: {error}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_result_is_for_the_merge_and_all_else_for_the_shards() {
        let work = read("simulate --cards 12 -qo out/a.csv --seed 1");
        assert_eq!(work.words, words("simulate --cards 12 --seed 1 --quiet"));
        assert_eq!((work.output(), work.parts()), (words("-o out/a.csv"), "out/a-parts".into()));
        assert_eq!(work.directories(), ["out", "out/a-parts"]);
        let work = read("simulate --seed 1 -o a.csv --threads 3 -o b/b.json");
        assert_eq!(work.words, words("simulate --seed 1 --threads 3"));
        assert_eq!(work.output(), words("-o a.csv -o b/b.json"));
        assert_eq!(work.directories(), ["a-parts", "b"]);
        let work = read("setodds simulate --seed 1 --format=csv -o a");
        assert_eq!(work.words, words("simulate --seed 1"), "the word `setodds` is dropped");
        assert_eq!(work.output(), words("-o a --format csv"));
        assert_eq!(read("enumerate --cards 3").results, ["result.csv"]);
        assert_eq!(read("play --seed 1").results, ["result"]);
    }
}
