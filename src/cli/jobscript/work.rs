//! The command that is to be cut into shards, as it stands behind `--`.
//!
//! A shard writes its part and the merge the result, so `-o` and `--format` are for the merge. A
//! seed is put in where one is needed, since all shards must be of one sample.

use crate::cli::failure::Failure;
use crate::cli::output::refuse_file_name;
use crate::cli::parsed::{Parsed, parsed};
use crate::deal::Seed;
use crate::run::Threads;
use std::path::Path;

/// Options that a shard, or the whole, cannot have, and why.
const IMPOSSIBLE: [(&str, &str); 5] = [
    ("shard", "the script itself names the shards; leave out --shard"),
    ("checkpoint", "each part is its own checkpoint; leave out --checkpoint"),
    ("fresh", "the tasks resume where they stopped; leave out --fresh, or use another --directory"),
    (
        "until",
        "where --until ends depends on all deals, so they cannot be cut into shards; give --deals",
    ),
    ("table", "the merge writes all tables to the directory of -o; leave out --table"),
];

/// A command that can be cut into shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Work {
    /// What each shard is told, without the program, the shard and where its part goes.
    pub(super) words: Vec<String>,
    /// Where the merge writes.
    pub(super) results: Vec<String>,
    /// Their form, if the command says.
    pub(super) form: Option<String>,
    /// The words of the seed, where it was added.
    pub(super) added: Vec<String>,
    /// The threads of a shard, if the command says.
    pub(super) threads: Option<usize>,
}

impl Work {
    /// Reads the words behind `--`; wrong ones end the program as they do elsewhere.
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        if let Some(word) = words.iter().find(|word| word.contains(is_awkward)) {
            return Err(usage_error!("{word:?} holds a character that ends a line"));
        }
        let mut command = parsed(words).unwrap_or_else(|error| error.exit());
        refuse_what_cannot_be_sharded(&command)?;
        let results = results_of(&command)?;
        let form = command.values("format").map(<[String]>::concat);
        let threads = command.values("threads").and(command.matches.get_one::<Threads>("threads"));
        let threads = threads.map(|threads| threads.count());
        let added = seed(&command);
        command.given.retain(|it| !matches!(it.long.as_deref(), Some("output" | "format")));
        Ok(Self { words: [command.words(), added.clone()].concat(), results, form, added, threads })
    }
}

/// Characters that would end the line of a comment, or of a text in YAML.
pub(super) fn is_awkward(c: char) -> bool {
    c.is_control() || "\u{2028}\u{2029}\u{feff}".contains(c)
}

fn refuse_what_cannot_be_sharded(command: &Parsed) -> Result<(), Failure> {
    let name = &command.name;
    match name.as_str() {
        "simulate" | "enumerate" | "play" => {}
        "caps" | "classes" => {
            return Err(usage_error!(
                "`{name}` cannot be cut into shards: each size needs all classes of the size \
                 before; run it as one job with --checkpoint"
            ));
        }
        _ => {
            return Err(usage_error!(
                "`{name}` is for one machine; simulate, enumerate and play can be cut into shards"
            ));
        }
    }
    let found = IMPOSSIBLE.iter().find(|(option, _)| command.values(option).is_some());
    found.map_or(Ok(()), |(_, why)| Err(usage_error!("{why}")))
}

/// The seed where one is needed and the words have none: that of the environment, or a fresh one.
fn seed(command: &Parsed) -> Vec<String> {
    let is_sample = matches!(command.name.as_str(), "simulate" | "play");
    if !is_sample || command.values("seed").is_some() {
        return Vec::new();
    }
    let seed = command.matches.get_one::<Seed>("seed").copied().unwrap_or_else(Seed::fresh);
    vec!["--seed".to_owned(), seed.to_string()]
}

/// Where the merge writes: what was said, or the usual name.
fn results_of(command: &Parsed) -> Result<Vec<String>, Failure> {
    let results = command.values("output").unwrap_or_default();
    if results.iter().any(|path| path == "-" || Path::new(path).starts_with("/dev")) {
        return Err(usage_error!("the merge job writes a file; give -o a name, like result.csv"));
    }
    let is_play = command.name == "play";
    if is_play {
        results.iter().try_for_each(|path| refuse_file_name(Path::new(path)))?;
    }
    match results {
        [] => Ok(vec![if is_play { "result" } else { "result.csv" }.to_owned()]),
        _ => Ok(results.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn read(text: &str) -> Work {
        Work::read(&words(text)).unwrap()
    }

    #[test]
    fn the_result_is_for_the_merge_and_all_else_for_the_shards() {
        let work = read("simulate --cards 12 -qo a.csv --seed 1");
        assert_eq!(work.words, words("simulate --cards 12 --seed 1 --quiet"));
        assert_eq!((work.results, work.form), (words("a.csv"), None));
        assert_eq!((work.added.len(), work.threads), (0, None));
        let work = read("simulate --seed 1 -o a.csv --threads 3 -o b.json");
        assert_eq!((work.results, work.threads), (words("a.csv b.json"), Some(3)));
        let work = read("simulate --seed 1 --format=csv -o a");
        assert_eq!((work.words, work.form), (words("simulate --seed 1"), Some("csv".to_owned())));
        assert_eq!(read("enumerate --cards 3").results, ["result.csv"]);
        assert_eq!(read("play --seed 1").results, ["result"]);
    }
}
