//! Finds the commands in the README, the reports, the frequently asked questions and the
//! transcripts.
//!
//! * A line of a `sh` block that begins with `setodds` and writes below `reports/` is a step.
//! * The text between `<!-- setodds table ... -->` and `<!-- end -->` is a table, the output of
//!   that command.
//! * The text below `$ setodds ...` in a `console` block is a transcript of that command on a
//!   terminal, which begins with `? CODE` if the command fails. In it, `...` matches any lines, and
//!   `[..]` matches any part of a line.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Command in a document.
#[derive(Clone, Debug)]
pub(super) struct Step {
    document: PathBuf,
    line: usize,
    /// The words of the command, without the name of the program.
    pub(super) words: Vec<String>,
}

/// Kind of result of a step, in the order in which steps run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Numbers,
    /// Times, which differ in each run.
    Times,
    Picture,
}

/// Lines of a document that a command prints.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) step: Step,
    pub(super) is_transcript: bool,
    /// The index range of the lines in the document.
    lines: Range<usize>,
}

/// Document with its commands.
#[derive(Debug)]
pub(super) struct Document {
    /// The path of the document, relative to the root.
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) steps: Vec<Step>,
    pub(super) blocks: Vec<Block>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({}, line {})", self.command(), self.document.display(), self.line)
    }
}

/// Splits a command into words; a text in double quotes is one word.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('"').enumerate() {
        if place % 2 == 0 {
            words.extend(part.split_whitespace().map(str::to_owned));
        } else {
            words.push(part.to_owned());
        }
    }
    words
}

impl Step {
    fn new(document: &Path, line: usize, command: &str) -> Self {
        let command = command.split(" # ").next().unwrap();
        let words = words(command).into_iter().skip(1).collect();
        Self { document: document.to_owned(), line, words }
    }

    pub(super) fn command(&self) -> String {
        format!("setodds {}", self.words.join(" "))
    }

    /// Returns the files and directories that the command writes.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Path> {
        let pairs = self.words.windows(2).filter(|pair| pair[0] == "-o");
        pairs.map(|pair| Path::new(&pair[1]))
    }

    pub(super) fn kind(&self) -> Kind {
        match self.words[0].as_str() {
            "bench" => Kind::Times,
            "plot" => Kind::Picture,
            _ => Kind::Numbers,
        }
    }
}

impl Document {
    fn new(path: PathBuf, text: String) -> Self {
        let (mut steps, mut blocks, mut fence) = (Vec::new(), Vec::new(), None);
        let lines: Vec<&str> = text.lines().collect();
        for (index, &line) in lines.iter().enumerate() {
            let step = |command| Step::new(&path, index + 1, command);
            let block = |command, end, is_transcript| {
                let length = lines[index + 1..].iter().position(|&line| line == end);
                let length = length.unwrap_or_else(|| panic!("no `{end}` below {}", step(command)));
                let lines = index + 1..index + 1 + length;
                Block { step: step(command), is_transcript, lines }
            };
            if let Some(language) = line.strip_prefix("```") {
                fence = fence.is_none().then_some(language);
            } else if fence == Some("sh") && line.starts_with("setodds ") {
                steps.push(step(line));
            } else if fence == Some("console")
                && let Some(command) = line.strip_prefix("$ ")
                && command.starts_with("setodds ")
            {
                blocks.push(block(command, "```", true));
            } else if let Some(command) = line.strip_prefix("<!-- ")
                && let Some(command) = command.strip_suffix(" -->")
                && command.starts_with("setodds ")
            {
                blocks.push(block(command, "<!-- end -->", false));
            }
        }
        steps.retain(|step| step.outputs().any(|path| path.starts_with("reports")));
        Self { path, text, steps, blocks }
    }

    /// Returns the lines of a block.
    pub(super) fn shown(&self, block: &Block) -> String {
        let lines = self.text.lines().skip(block.lines.start).take(block.lines.len());
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Returns the text of the document with new lines for each block, in the order of the blocks.
    pub(super) fn with(&self, made: &[String]) -> String {
        let mut text = String::new();
        let mut made = self.blocks.iter().map(|block| &block.lines).zip(made).peekable();
        for (index, line) in self.text.lines().enumerate() {
            let begun = made.next_if(|(lines, _)| lines.start == index);
            text += begun.map_or("", |(_, made)| made);
            if !self.blocks.iter().any(|block| block.lines.contains(&index)) {
                text += &format!("{line}\n");
            }
        }
        text
    }
}

/// Path of the transcripts, whose commands run on a terminal of unlimited width.
pub(super) const TRANSCRIPTS: &str = "tests/cli/transcripts.md";

/// Returns the README, the documents below `reports/`, the frequently asked questions and the
/// transcripts, as far as they exist.
pub(super) fn documents(root: &Path) -> Vec<Document> {
    let reports = super::files_below(&root.join("reports"), "md");
    let others = ["README.md", "src/report/faq.md", TRANSCRIPTS].map(|path| root.join(path));
    let document = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        Document::new(path.strip_prefix(root).unwrap().to_owned(), text)
    };
    others.into_iter().filter(|path| path.exists()).chain(reports).map(document).collect()
}

/// Returns whether lines match a pattern, in which `...` matches any lines.
pub(super) fn fit(pattern: &[&str], lines: &[&str]) -> bool {
    match (pattern, lines) {
        ([], _) => lines.is_empty(),
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skipped| fit(rest, &lines[skipped..])),
        ([first, rest @ ..], [line, lines @ ..]) => fits(first, line) && fit(rest, lines),
        _ => false,
    }
}

/// Returns whether a line matches a pattern, in which `[..]` matches any part of the line.
pub(super) fn fits(pattern: &str, line: &str) -> bool {
    let Some((before, after)) = pattern.split_once("[..]") else { return pattern == line };
    let Some(rest) = line.strip_prefix(before) else { return false };
    (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(after, rest)))
}

#[test]
fn patterns_fit_lines() {
    let pattern = ["a [..] b, [..]", "...", "c"];
    for (lines, expected) in [
        (&["a x y b, z", "c"][..], true),
        (&["a  b, ", "1", "2", "c"], true),
        (&["a b, z", "c"], false),
        (&["a x b, z", "d"], false),
        (&["a x b, z", "c", "1"], false),
    ] {
        assert_eq!(fit(&pattern, lines), expected, "{lines:?}");
    }
}

#[test]
fn commands_and_what_they_show_are_found() {
    const TEXT: &str = "\
```sh
setodds odds 3 -o reports/a.csv -o reports/a.md   # a remark
setodds odds 3
setodds odds 3 -o a.csv
```

```console
$ setodds odds 4
old
```
<!-- setodds table reports/a.csv -->
<!-- end -->
";
    let document = Document::new(PathBuf::from("a.md"), TEXT.to_owned());
    let steps: Vec<String> = document.steps.iter().map(Step::to_string).collect();
    assert_eq!(steps, ["`setodds odds 3 -o reports/a.csv -o reports/a.md` (a.md, line 2)"]);
    let made = ["new\n".to_owned(), "| |\n".to_owned()];
    assert_eq!(document.shown(&document.blocks[0]), "old\n");
    assert_eq!(document.blocks[1].step.words, ["table", "reports/a.csv"]);
    let expected = TEXT.replace("old\n", "new\n").replace("<!-- end", "| |\n<!-- end");
    assert_eq!(document.with(&made), expected);
}
