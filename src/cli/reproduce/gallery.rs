//! The documents of a directory, and following what stands in them.

use super::script::{Kind, Step, fill, steps, tables};
use crate::cli::failure::{Failure, OrFail};
use crate::cli::output::write_whole;
use crate::file::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// Files by their names, and whether they are what they were.
pub(super) type Found = Vec<(String, bool)>;

/// Files, and what is in those that are there.
type Contents = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Documents with their steps.
pub(super) struct Gallery {
    /// Where commands run.
    root: PathBuf,
    /// The Markdown files, from there.
    pub(super) documents: Vec<PathBuf>,
    /// The steps in the order in which they are followed, each once.
    pub(super) steps: Vec<Step>,
}

impl Gallery {
    /// Reads the documents of a directory.
    pub(super) fn open(directory: &Path) -> Result<Self, Failure> {
        let (root, name) = root_and_name(directory).ok_or_else(|| {
            usage_error!(
                "`{}` is not a directory of documents; name one, such as `reports`",
                directory.display()
            )
        })?;
        let mut documents = Vec::new();
        collect(&root, &name, &mut documents).or_failed()?;
        documents.extend(Some(PathBuf::from("README.md")).filter(|it| root.join(it).is_file()));
        documents.sort();
        let mut gallery = Self { root, documents, steps: Vec::new() };
        let (mut all, mut known) = (Vec::new(), BTreeSet::new());
        for document in &gallery.documents {
            let own = steps(document, &gallery.read(document)?);
            all.extend(own.map_err(|error| unreadable(document, &error))?);
        }
        all.retain(|step| {
            step.paths().all(|path| below(&name, path)) && known.insert(step.words.clone())
        });
        all.sort_by_key(Step::kind);
        gallery.steps = all;
        Ok(gallery)
    }

    fn read(&self, document: &Path) -> Result<String, Failure> {
        let text = fs::read_to_string(self.root.join(document));
        text.map_err(|error| format!("cannot read `{}`: {error}", document.display())).or_usage()
    }

    /// The seconds that a step took, by the record beside one of the files that it makes.
    pub(super) fn took(&self, step: &Step) -> Option<f64> {
        if step.kind() > Kind::Measured {
            return None;
        }
        let records = self.files(step, &self.root).ok()?.into_iter();
        let records = records.map(|path| self.root.join(path).with_extension("run.json"));
        records.filter_map(|path| fs::read(path).ok()).find_map(|text| {
            let record: serde_json::Value = serde_json::from_slice(&text).ok()?;
            record["run"]["elapsed_seconds"].as_f64()
        })
    }

    /// Runs a step; elsewhere, if that is given. Which of the files that it makes are what they
    /// were?
    pub(super) fn follow(&self, step: &Step, elsewhere: Option<&Path>) -> Result<Found, Failure> {
        if elsewhere.is_some() && step.kind() == Kind::Measured {
            return Ok(Found::new());
        }
        let before = self.made(step, &self.root)?;
        if let Some(elsewhere) = elsewhere {
            for path in step.paths().map(|path| elsewhere.join(path)) {
                fs::create_dir_all(path.parent().unwrap_or(elsewhere)).or_failed()?;
            }
            self.run(step, &step.with_paths(|path| elsewhere.join(path).display().to_string()))?;
        } else {
            self.run(step, &step.words)?;
        }
        let after = self.made(step, elsewhere.unwrap_or(&self.root))?.into_iter();
        let same = |(path, text): (PathBuf, _)| {
            (path.display().to_string(), before.get(&path) == Some(&text))
        };
        Ok(after.map(same).collect())
    }

    /// The files that a step makes, as it names them; of a directory all that are in it.
    fn files(&self, step: &Step, root: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
        let mut files = BTreeSet::new();
        for path in step.outputs().iter().map(PathBuf::from) {
            if root.join(&path).is_dir() {
                let entries = fs::read_dir(root.join(&path)).or_failed()?.flatten();
                files.extend(entries.map(|entry| path.join(entry.file_name())));
            } else {
                files.insert(path);
            }
        }
        Ok(files)
    }

    /// What is in the files that are the same each time: all but records and documents, which say
    /// when they were made.
    fn made(&self, step: &Step, root: &Path) -> Result<Contents, Failure> {
        const SAME: [&str; 4] = ["csv", "svg", "png", "html"];
        let mut files = self.files(step, root)?;
        files.retain(|path| SAME.iter().any(|it| path.extension().is_some_and(|own| own == *it)));
        Ok(files.into_iter().map(|path| (path.clone(), fs::read(root.join(path)).ok())).collect())
    }

    /// Makes the tables of a document anew.
    pub(super) fn fill(&self, document: &Path, check: bool) -> Result<Found, Failure> {
        let text = self.read(document)?;
        let steps = tables(document, &text).map_err(|error| unreadable(document, &error))?;
        let run = |step: &Step| self.run(step, &step.words);
        let made = steps.iter().map(run).collect::<Result<Vec<String>, Failure>>()?;
        if made.is_empty() {
            return Ok(Found::new());
        }
        let filled = fill(&text, &made);
        let is_same = filled == text;
        if !is_same && !check {
            let target = Target::prepare(&self.root.join(document)).or_failed()?;
            write_whole(&target, &filled)?;
        }
        Ok(vec![(document.display().to_string(), is_same)])
    }

    /// Runs this program with other words, and takes what it prints. What computes long shows how
    /// far it is.
    fn run(&self, step: &Step, words: &[String]) -> Result<String, Failure> {
        let long = step.kind() < Kind::Drawn && step.words.first().is_some_and(|it| it != "table");
        let program = std::env::current_exe().or_failed()?;
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.root).stdin(Stdio::null());
        command.stderr(if long { Stdio::inherit() } else { Stdio::piped() });
        let output = command.output().or_failed()?;
        match output.status.code() {
            Some(0) => Ok(String::from_utf8(output.stdout).or_failed()?),
            Some(130) => Err(Failure::Interrupted),
            _ => Err(Failure::Failed(format!(
                "`{step}` ({}, line {}) failed\n{}",
                step.document.display(),
                step.line,
                String::from_utf8_lossy(&output.stderr).trim_end()
            ))),
        }
    }
}

fn unreadable(document: &Path, error: &str) -> Failure {
    usage_error!("{}, {error}", document.display())
}

/// Where a directory lies, and its name there; `.` and `..` have one, too.
fn root_and_name(directory: &Path) -> Option<(PathBuf, PathBuf)> {
    let place = match directory.file_name() {
        Some(_) => directory.to_owned(),
        None => directory.canonicalize().ok()?,
    };
    let name = place.file_name().filter(|_| place.is_dir()).map(PathBuf::from)?;
    let parent = place.parent().filter(|path| !path.as_os_str().is_empty());
    Some((parent.map_or_else(|| PathBuf::from("."), Path::to_owned), name))
}

/// Whether a path leads below a directory, and not out of it again.
fn below(directory: &Path, path: &str) -> bool {
    let path = Path::new(path);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    plain && path != directory && path.starts_with(directory)
}

/// The Markdown files below a directory, as paths from the root; links to directories are not
/// followed.
fn collect(root: &Path, directory: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(directory))? {
        let entry = entry?;
        let path = directory.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            collect(root, &path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_below_the_directory_is_written() {
        let below = |path| below(Path::new("reports"), path);
        assert!(below("reports/a.csv") && below("reports/a/b"));
        for path in ["reports", "a.csv", "reports/../a.csv", "/reports/a.csv", "reports2/a", "-"] {
            assert!(!below(path), "{path}");
        }
    }
}
