//! A Markdown document that says how all it shows is made.
//!
//! * A line of a ```` ```sh ```` block that begins with `setodds` is a step, if it names with `-o`
//!   what it makes and needs no shell (pipes, redirections). Lines that end with `\` go on; ` # `
//!   begins a remark.
//! * What stands between a comment `<!-- setodds table ... -->` and `<!-- end -->` is what that
//!   command prints.

use crate::cli::mistake::first_line;
use crate::cli::parsed::{Parsed, parsed};
use crate::report::provenance::shell_words;
use std::fmt;
use std::path::{Path, PathBuf};

/// A command of a document.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) document: PathBuf,
    /// Its line, from 1.
    pub(super) line: usize,
    /// Its words, without the name of the program.
    pub(super) words: Vec<String>,
    parsed: Parsed,
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

impl Step {
    fn parse(document: &Path, line: usize, text: &str) -> Result<Self, String> {
        let words = split(line, text)?;
        let parsed = parsed(&words).map_err(|error| {
            format!("line {line}: `{text}` is not a valid command: {}", first_line(&error))
        })?;
        Ok(Self { document: document.to_owned(), line, words, parsed })
    }

    /// What it writes, as it names it.
    pub(super) fn outputs(&self) -> &[String] {
        self.parsed.values("output").unwrap_or_default()
    }

    /// The paths of all its options: results, and a checkpoint.
    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.parsed.given.iter().filter(|option| option.is_path).flat_map(|option| &option.values)
    }

    /// The words of the same step with other paths.
    pub(super) fn with_paths(&self, other: impl Fn(&str) -> String) -> Vec<String> {
        let mut command = self.parsed.clone();
        for option in command.given.iter_mut().filter(|option| option.is_path) {
            option.values.iter_mut().for_each(|path| *path = other(path));
        }
        command.words()
    }

    pub(super) fn kind(&self) -> Kind {
        match self.parsed.name.as_str() {
            "plot" => Kind::Drawn,
            "page" => Kind::Page,
            "bench" => Kind::Measured,
            _ => Kind::Computed,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setodds {}", shell_words(&self.words))
    }
}

/// The steps of a document that make something.
pub(super) fn steps(document: &Path, text: &str) -> Result<Vec<Step>, String> {
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
            let needs_shell = |word: &String| ["|", ">", ">>", "<"].contains(&word.as_str());
            if !split(number, &command)?.iter().any(needs_shell) {
                steps.push(Step::parse(document, number, &command)?);
            }
        }
    }
    steps.retain(|step| !step.outputs().is_empty());
    Ok(steps)
}

/// The words of a command as a shell would split them, without the name of the program.
fn split(line: usize, text: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("line {line}: `{text}` has a quotation mark too few or too many");
    let words = shlex::split(text).ok_or_else(wrong)?;
    Ok(words.into_iter().skip(1).collect())
}

const BEGINS: &str = "<!-- setodds ";
const ENDS: &str = "<!-- end -->";

/// The command of a table, in the comment above it.
fn table(line: &str) -> Option<&str> {
    line.strip_prefix(BEGINS)?.strip_suffix(" -->")
}

/// The steps that make the tables of a document.
pub(super) fn tables(document: &Path, text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(command) = table(line) else { continue };
        let command = format!("setodds {command}");
        let step = Step::parse(document, number, &command)?;
        if step.parsed.name != "table" {
            return Err(format!(
                "line {number}: `{command}` makes no table; between comments stands `setodds table`"
            ));
        }
        if step.paths().next().is_some() {
            return Err(format!(
                "line {number}: `{command}` writes a file; a table goes into the document, so \
                 leave out --output"
            ));
        }
        if !lines.any(|(line, _)| line == ENDS) {
            return Err(format!(
                "line {number}: a table begins here and ends nowhere; put `{ENDS}` on a line of \
                 its own behind it"
            ));
        }
        steps.push(step);
    }
    Ok(steps)
}

/// The document with other tables.
pub(super) fn fill(text: &str, tables: &[String]) -> String {
    let (mut filled, mut tables) = (String::with_capacity(text.len()), tables.iter());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        filled += &format!("{line}\n");
        if let Some(table) = table(line).and_then(|_| tables.next()) {
            lines.find(|&line| line == ENDS);
            filled += &format!("\n{}\n\n{ENDS}\n", table.trim_end());
        }
    }
    filled
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
        let steps = steps(Path::new("a.md"), DOCUMENT).unwrap();
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert_eq!((steps[0].line, steps[0].kind()), (6, Kind::Computed));
        assert_eq!(steps[0].outputs(), ["a.csv", "a b.md"]);
        assert_eq!(steps[0].to_string(), "setodds enumerate --cards 3 -o a.csv -o 'a b.md'");
        let elsewhere = steps[0].with_paths(|path| format!("x/{path}"));
        assert_eq!(elsewhere[3..], ["--output", "x/a.csv", "--output", "x/a b.md"]);
    }

    #[test]
    fn tables_are_made_anew_and_all_else_stays() {
        let steps = tables(Path::new("a.md"), DOCUMENT).unwrap();
        assert_eq!(steps[0].words.join("+"), "table+a.csv+--cards+3");
        let filled = fill(DOCUMENT, &["new\n".to_owned()]);
        assert!(filled.ends_with("-->\n\nnew\n\n<!-- end -->\nafter\n"), "{filled}");
        assert_eq!(filled.replace("\nnew\n\n", "old\n"), DOCUMENT);
        assert_eq!(fill(&filled, &["new".to_owned()]), filled);
    }

    #[test]
    fn what_cannot_be_followed_is_named() {
        let said = |text: &str| tables(Path::new("a.md"), text).unwrap_err();
        let endless = said("a\n<!-- setodds table x.csv -->\n");
        assert!(endless.starts_with("line 2: a table begins here and ends nowhere"), "{endless}");
        let written = "<!-- setodds table a.csv --output=../x.md -->\n<!-- end -->\n";
        assert!(said(written).ends_with("leave out --output"));
        let step =
            |command: &str| steps(Path::new("a.md"), &format!("```sh\nsetodds {command}\n```\n"));
        let quotes = step("odds 'a -o x").unwrap_err();
        let wrong = "line 2: `setodds odds 'a -o x` has a quotation mark too few or too many";
        assert_eq!(quotes, wrong);
        let unknown = step("odds 12 -o x.csv --nothing").unwrap_err();
        assert!(unknown.ends_with("not a valid command: unexpected argument '--nothing' found"));
        assert!(step("odds 12 --nothing -o x.csv | less").unwrap().is_empty());
        assert_eq!(step("simulate -qo x.csv").unwrap()[0].outputs(), ["x.csv"]);
    }
}
