//! A Markdown document that says how all it shows is made.
//!
//! * A line of a ```` ```sh ```` block that begins with `setodds` is a step, if it names with `-o`
//!   what it makes. Lines that end with `\` go on; ` # ` begins a remark.
//! * What stands between a comment `<!-- setodds table ... -->` and `<!-- end -->` is what that
//!   command prints.

use crate::cli::path_options::{PathOption, path_options, value_places};
use setodds::report::provenance::shell_words;
use std::fmt;

/// A command of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Its line, from 1.
    pub(super) line: usize,
    /// Its words, without the name of the program.
    pub(super) words: Vec<String>,
    /// The options that name a file or a directory.
    paths: Vec<PathOption>,
}

/// What a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Numbers.
    Computed,
    /// Times, which are others each time.
    Measured,
    /// A picture of numbers.
    Drawn,
    /// The page, of all numbers.
    Page,
}

/// A document that cannot be followed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ScriptError {
    #[error("line {0}: `{1}` has a quotation mark too few or too many")]
    Quotes(usize, String),
    #[error(
        "line {0}: a table begins here and ends nowhere; put `<!-- end -->` on a line of its own behind it"
    )]
    Open(usize),
    #[error("line {0}: `{1}` makes no table; between comments stands `setodds table`")]
    NoTable(usize, String),
    #[error("line {0}: `{1}` is not a valid command: {2}")]
    Invalid(usize, String, String),
    #[error("line {0}: `{1}` writes a file; a table goes into the document, so leave out --{2}")]
    Written(usize, String, String),
}

impl Step {
    fn parse(line: usize, text: &str) -> Result<Self, ScriptError> {
        let words = shlex::split(text);
        let words = words.ok_or_else(|| ScriptError::Quotes(line, text.to_owned()))?;
        let words: Vec<String> = words.into_iter().skip(1).collect();
        let paths = path_options(&words)
            .map_err(|reason| ScriptError::Invalid(line, text.to_owned(), reason))?;
        Ok(Self { line, words, paths })
    }

    /// What it writes, as it names it.
    pub(super) fn outputs(&self) -> Vec<&str> {
        let outputs = self.paths.iter().filter(|option| option.long == "output");
        outputs.flat_map(|option| &option.values).map(String::as_str).collect()
    }

    /// The paths of all its options: results, and a checkpoint.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().flat_map(|option| &option.values).map(String::as_str)
    }

    /// The words of the same step with other paths.
    pub(super) fn with_paths(&self, other: impl Fn(&str) -> String) -> Vec<String> {
        let mut words = self.words.clone();
        for option in &self.paths {
            for (word, start) in value_places(&self.words, &option.long, option.short) {
                let path = other(&self.words[word][start..]);
                words[word].replace_range(start.., &path);
            }
        }
        words
    }

    pub(super) fn kind(&self) -> Kind {
        match self.words.first().map(String::as_str) {
            Some("plot") => Kind::Drawn,
            Some("page") => Kind::Page,
            Some("bench") => Kind::Measured,
            _ => Kind::Computed,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setodds {}", shell_words(&self.words))
    }
}

/// The steps that make something.
pub(super) fn steps(text: &str) -> Result<Vec<Step>, ScriptError> {
    let (mut inside, mut steps) = (false, Vec::new());
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line.starts_with("```") {
            inside = !inside && line == "```sh";
        } else if inside && line.starts_with("setodds ") {
            let mut command = line.to_owned();
            while let Some(start) = command.strip_suffix('\\') {
                let next = lines.next().map_or("", |(line, _)| line);
                command = format!("{}{}", start, next.trim_start());
            }
            match Step::parse(number, &command) {
                // Such as a pipe: only a shell can follow it.
                Err(ScriptError::Invalid(..)) if !seems_to_write(&command) => {}
                step => steps.push(step?),
            }
        }
    }
    steps.retain(|step| !step.outputs().is_empty());
    Ok(steps)
}

/// Whether a command that cannot be parsed has something like `-o`, or `-qo`.
fn seems_to_write(command: &str) -> bool {
    let short = |word: &str| word.starts_with('-') && !word.starts_with("--") && word.contains('o');
    command.split_whitespace().any(|word| short(word) || word.starts_with("--output"))
}

const BEGINS: &str = "<!-- setodds ";
const ENDS: &str = "<!-- end -->";

/// The document with every table made anew.
pub(super) fn fill<E: From<ScriptError>>(
    text: &str,
    mut table: impl FnMut(&Step) -> Result<String, E>,
) -> Result<String, E> {
    let mut filled = String::with_capacity(text.len());
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        filled += &format!("{line}\n");
        let command = line.strip_prefix(BEGINS).and_then(|rest| rest.strip_suffix(" -->"));
        let Some(command) = command else { continue };
        let step = Step::parse(number, &format!("setodds {command}"))?;
        if step.words.first().is_none_or(|word| word != "table") {
            return Err(ScriptError::NoTable(number, step.to_string()).into());
        }
        if let Some(option) = step.paths.first() {
            let (text, option) = (step.to_string(), option.long.clone());
            return Err(ScriptError::Written(number, text, option).into());
        }
        if !lines.any(|(line, _)| line == ENDS) {
            return Err(ScriptError::Open(number).into());
        }
        filled += &format!("\n{}\n\n{ENDS}\n", table(&step)?.trim_end());
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "\
# Title

setodds odds 12 -o not-a-block.md

```sh
setodds enumerate --cards 3 -o a.csv \\
  -o 'a b.md'   # a remark
setodds odds 12
cargo test -o x
```

```console
setodds odds 12 -o no.md
```

<!-- setodds table a.csv --cards 3 -->
old
<!-- end -->
after
";

    #[test]
    fn steps_are_the_commands_that_make_something() {
        let steps = steps(DOCUMENT).unwrap();
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert_eq!((steps[0].line, steps[0].kind()), (6, Kind::Computed));
        assert_eq!(steps[0].outputs(), ["a.csv", "a b.md"]);
        assert_eq!(steps[0].to_string(), "setodds enumerate --cards 3 -o a.csv -o 'a b.md'");
        let elsewhere = steps[0].with_paths(|path| format!("x/{path}"));
        assert_eq!(elsewhere[3..], ["-o", "x/a.csv", "-o", "x/a b.md"]);
    }

    #[test]
    fn tables_are_made_anew_and_all_else_stays() {
        let make = |step: &Step| Ok::<_, ScriptError>(format!("{}\n", step.words.join("+")));
        let filled = fill(DOCUMENT, make).unwrap();
        let new = "-->\n\ntable+a.csv+--cards+3\n\n<!-- end -->\nafter\n";
        assert!(filled.ends_with(new), "{filled}");
        assert_eq!(filled.replace("\ntable+a.csv+--cards+3\n\n", "old\n"), DOCUMENT);
        assert_eq!(fill(&filled, make).unwrap(), filled);
    }

    #[test]
    fn what_cannot_be_followed_is_named() {
        let make = |_: &Step| Ok::<_, ScriptError>(String::new());
        let said = |text: &str| fill(text, make).unwrap_err().to_string();
        assert!(said("a\n<!-- setodds table x.csv -->\n").starts_with("line 2: a table begins"));
        assert!(said("<!-- setodds odds 12 -->\n<!-- end -->\n").contains("makes no table"));
        let quotes = steps("```sh\nsetodds odds 'a -o x\n```\n").unwrap_err();
        assert!(quotes.to_string().starts_with("line 2: `setodds odds 'a"), "{quotes}");
        let written = "<!-- setodds table a.csv --output=../x.md -->\n<!-- end -->\n";
        assert!(said(written).ends_with("leave out --output"));
        let step = |command: &str| steps(&format!("```sh\nsetodds {command}\n```\n"));
        let unknown = step("odds 12 -o x.csv --nothing").unwrap_err().to_string();
        assert!(unknown.ends_with("not a valid command: unexpected argument '--nothing' found"));
        let joined = step("simulate -qo x.csv").unwrap_err().to_string();
        assert!(joined.ends_with("write -o apart from other options, like `-o x.csv`"), "{joined}");
        assert_eq!(step("odds 12 --nothing | less"), Ok(Vec::new()));
    }

    #[test]
    fn every_spelling_of_a_path_is_found() {
        for option in
            ["-o a/x.csv", "-oa/x.csv", "-o=a/x.csv", "--output a/x.csv", "--output=a/x.csv"]
        {
            let text = format!("```sh\nsetodds simulate {option} --checkpoint=b/c --seed 1\n```\n");
            let steps = steps(&text).unwrap();
            assert_eq!(steps[0].outputs(), ["a/x.csv"], "{option}");
            let mut paths: Vec<&str> = steps[0].paths().collect();
            paths.sort_unstable();
            assert_eq!(paths, ["a/x.csv", "b/c"], "{option}");
            let words = steps[0].with_paths(|path| format!("t/{path}")).join(" ");
            let option = option.replace("a/", "t/a/");
            assert_eq!(words, format!("simulate {option} --checkpoint=t/b/c --seed 1"));
        }
    }
}
