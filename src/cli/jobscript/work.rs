//! The command that is to be cut into shards, as it stands behind `--`.
//!
//! It is read with the program's own parser, so that what a task would refuse is refused here. Then
//! `-o` is taken out of its words, and `--format`, since a shard writes its part and the merge the
//! result, and a seed is put in where one is needed, since all shards must be of one sample.

use crate::cli::command_line;
use crate::cli::failure::Failure;
use crate::cli::output::refuse_file_name;
use crate::cli::path_options::value_places;
use anyhow::anyhow;
use clap::ArgMatches;
use clap::parser::ValueSource;
use setodds::deal::Seed;
use setodds::run::Threads;
use std::path::{Path, PathBuf};

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
            return Err(usage(format!("{word:?} holds a character that ends a line")));
        }
        let matches = parse(words).unwrap_or_else(|error| error.exit());
        let (name, matches) = matches.subcommand().expect("the parser asks for a command");
        refuse_what_cannot_be_sharded(name, matches)?;
        let (mut rest, results) = split_at(words, "output", Some('o'));
        if results.len() != matches.get_many::<PathBuf>("output").map_or(0, Iterator::count) {
            return Err(usage("write `-o` apart from other options, as in `-q -o result.csv`"));
        }
        let added = seed(matches);
        rest.extend(added.clone());
        let (rest, forms) = split_at(&rest, "format", None);
        let results = results_of(name, results)?;
        let threads = matches.get_one::<Threads>("threads").filter(|_| typed(matches, "threads"));
        let (form, threads) = (forms.last().cloned(), threads.map(|threads| threads.count()));
        Ok(Self { words: rest, results, form, added, threads })
    }
}

fn usage(message: impl std::fmt::Display) -> Failure {
    Failure::Usage(anyhow!("{message}"))
}

/// Characters that would end the line of a comment, or of a text in YAML.
pub(super) fn is_awkward(c: char) -> bool {
    c.is_control() || "\u{2028}\u{2029}\u{feff}".contains(c)
}

fn parse(words: &[String]) -> Result<ArgMatches, clap::Error> {
    let program = "setodds".to_owned();
    command_line().try_get_matches_from([&program].into_iter().chain(words))
}

/// Whether the option stands in the words, not in the environment only.
fn typed(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).is_ok()
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn refuse_what_cannot_be_sharded(name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    match name {
        "simulate" | "enumerate" | "play" => {}
        "caps" | "classes" => {
            return Err(usage(format!(
                "`{name}` cannot be cut into shards: each size needs all classes of the size before; run it \
                 as one job with --checkpoint"
            )));
        }
        _ => {
            return Err(usage(format!(
                "`{name}` is for one machine; simulate, enumerate and play can be cut into shards"
            )));
        }
    }
    match IMPOSSIBLE.iter().find(|(id, _)| typed(matches, id)) {
        Some((_, why)) => Err(usage(why)),
        None => Ok(()),
    }
}

/// The seed where one is needed and the words have none: that of the environment, or a fresh one.
fn seed(matches: &ArgMatches) -> Vec<String> {
    if matches.try_contains_id("seed").is_err() || typed(matches, "seed") {
        return Vec::new();
    }
    let given = matches.get_one::<Seed>("seed").copied();
    vec!["--seed".to_owned(), given.unwrap_or_else(Seed::fresh).to_string()]
}

/// The words without an option that has a value, in any of its spellings, and its values. The words
/// must be correct.
fn split_at(words: &[String], long: &str, short: Option<char>) -> (Vec<String>, Vec<String>) {
    let places = value_places(words, long, short);
    let values = places.iter().map(|&(word, start)| words[word][start..].to_owned()).collect();
    let is_part = |word| {
        places.iter().any(|&(value, start)| value == word || start == 0 && value == word + 1)
    };
    let rest = words.iter().enumerate().filter(|&(place, _)| !is_part(place));
    (rest.map(|(_, word)| word.clone()).collect(), values)
}

/// Where the merge writes: what was said, or the usual name.
fn results_of(name: &str, results: Vec<String>) -> Result<Vec<String>, Failure> {
    if results.iter().any(|path| path == "-" || Path::new(path).starts_with("/dev")) {
        return Err(usage("the merge job writes a file; give -o a name, like result.csv"));
    }
    if name == "play" {
        results.iter().try_for_each(|path| refuse_file_name(Path::new(path)))?;
    }
    if !results.is_empty() {
        return Ok(results);
    }
    Ok(vec![if name == "play" { "result" } else { "result.csv" }.to_owned()])
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
        for output in ["-o a.csv", "-oa.csv", "-o=a.csv", "--output a.csv", "--output=a.csv"] {
            let work = read(&format!("simulate --cards 12 {output} --seed 1 -q"));
            assert_eq!(work.words, words("simulate --cards 12 --seed 1 -q"), "{output}");
            assert_eq!((work.results, work.form), (words("a.csv"), None), "{output}");
            assert_eq!((work.added.len(), work.threads), (0, None));
        }
        let work = read("simulate --seed 1 -o a.csv --threads 3 -o b.json");
        assert_eq!((work.results, work.threads), (words("a.csv b.json"), Some(3)));
        let work = read("simulate --seed 1 --format=csv -o a");
        assert_eq!((work.words, work.form), (words("simulate --seed 1"), Some("csv".to_owned())));
        assert_eq!(read("enumerate --cards 3").results, ["result.csv"]);
        assert_eq!(read("play --seed 1").results, ["result"]);
        assert!(Work::read(&words("simulate -qo a.csv")).is_err());
    }

    #[test]
    fn a_seed_is_drawn_once_for_all_where_one_is_needed() {
        let work = read("simulate --cards 12");
        assert_eq!(work.added.len(), 2);
        assert_eq!(work.words, [words("simulate --cards 12"), work.added].concat());
        assert!(read("play").words.contains(&"--seed".to_owned()));
        assert_eq!(read("enumerate --cards 3").words, words("enumerate --cards 3"));
    }

    #[test]
    fn what_cannot_be_sharded_is_refused() {
        let cases = [
            ("caps", "each size needs all classes"),
            ("classes --cards 4", "--checkpoint"),
            ("odds 12", "one machine"),
            ("simulate --until 1%", "give --deals"),
            ("play --table stages", "leave out --table"),
            ("simulate -o -", "give -o a name"),
            ("simulate -o /dev/stdout", "give -o a name"),
        ];
        for (text, message) in cases {
            let Err(Failure::Usage(error)) = Work::read(&words(text)) else { panic!("{text}") };
            assert!(error.to_string().contains(message), "{text}: {error}");
        }
        assert!(Work::read(&["simulate".to_owned(), "-o".to_owned(), "a\nb".to_owned()]).is_err());
    }
}
