//! Which file imports which, and that no files import each other in a circle.

use super::{files_below, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The module path of a file, `["exact", "known"]` for `exact/known.rs`.
type Module = Vec<String>;

/// One crate: its modules, their code without comments, and what each passes on from a child.
pub(super) struct Sources {
    code: BTreeMap<Module, String>,
    exports: BTreeMap<(Module, String), Module>,
}

impl Sources {
    /// The library with its engine, whose modules it passes on as its own; with unit tests.
    pub(super) fn library() -> Self {
        let source = root().join("src");
        let engine = source.join("engine");
        let mut texts = texts(&source, Some(&engine));
        texts.extend(self::texts(&engine, None));
        Self::new(texts.into_iter().map(|(module, text)| (module, without_comments(&text))))
    }

    /// One crate, without unit tests, in which `super` is the file itself.
    fn read(root: &Path, except: Option<&Path>) -> Self {
        let code = |text: &str| without_comments(text.split(TESTS).next().unwrap());
        Self::new(texts(root, except).into_iter().map(|(module, text)| (module, code(&text))))
    }

    fn new(code: impl Iterator<Item = (Module, String)>) -> Self {
        let mut sources = Self { code: code.collect(), exports: BTreeMap::new() };
        let mut exports = BTreeMap::new();
        for (module, text) in &sources.code {
            for path in paths(text) {
                let child = [module.as_slice(), &path[..1]].concat();
                if path.len() > 1 && sources.code.contains_key(&child) {
                    let item = path.last().unwrap().clone();
                    exports.insert((module.clone(), item), child);
                }
            }
        }
        sources.exports = exports;
        sources
    }

    /// The modules.
    pub(super) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.code.keys()
    }

    /// The module in which a path that is written in a module leads to an item.
    fn target(&self, from: &Module, path: &[String]) -> Option<Module> {
        let (mut at, mut rest) = match path[0].as_str() {
            "crate" => (Module::new(), &path[1..]),
            "super" => (from[..from.len() - 1].to_vec(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            _ => (from.clone(), path),
        };
        while rest.first().is_some_and(|name| name == "super") {
            at.pop();
            rest = &rest[1..];
        }
        while let [name, later @ ..] = rest {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.code.contains_key(&child) {
                at = child;
            } else if let Some(export) = self.exports.get(&(at.clone(), name.clone())) {
                return Some(export.clone());
            } else {
                break;
            }
            rest = later;
        }
        self.code.contains_key(&at).then_some(at)
    }

    /// The modules that one imports, but for those that it lies in.
    pub(super) fn imports(&self, module: &Module) -> BTreeSet<Module> {
        let targets = paths(&self.code[module]).into_iter();
        let targets = targets.filter_map(|path| self.target(module, &path));
        targets.filter(|target| !module.starts_with(target)).collect()
    }

    /// Modules that import each other in a circle.
    fn circle(&self) -> Option<Vec<Module>> {
        let mut done = BTreeSet::new();
        self.code.keys().find_map(|module| self.circle_from(module, &mut Vec::new(), &mut done))
    }

    fn circle_from(
        &self,
        module: &Module,
        above: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(start) = above.iter().position(|other| other == module) {
            return Some(above[start..].to_vec());
        }
        if done.contains(module) {
            return None;
        }
        above.push(module.clone());
        let imports = self.imports(module);
        let circle = imports.iter().find_map(|next| self.circle_from(next, above, done));
        above.pop();
        done.insert(module.clone());
        circle
    }
}

/// What the unit tests of a file begin with.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// The text of each module below a directory.
fn texts(root: &Path, except: Option<&Path>) -> BTreeMap<Module, String> {
    let mut files = files_below(root, "rs");
    files.retain(|path| except.is_none_or(|except| !path.starts_with(except)));
    let module = |path: PathBuf| {
        let inside = path.strip_prefix(root).unwrap().with_extension("");
        let names = inside.iter().map(|name| name.to_str().unwrap().to_owned());
        let module = names.filter(|name| !["mod", "lib"].contains(&&**name)).collect();
        (module, fs::read_to_string(&path).unwrap())
    };
    files.into_iter().map(module).collect()
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths in some code: those of its `use` items, and those that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = code.match_indices("use ").map(|(at, word)| at + word.len());
    for start in starts {
        let line = code[..start].rsplit('\n').next().unwrap().trim_start();
        if line == "use " || (line.starts_with("pub") && line.ends_with(" use ")) {
            let end = code[start..].find(';').map_or(code.len(), |end| start + end);
            expand(&code[start..end], &mut Vec::new(), &mut found);
        }
    }
    for word in ["crate::", "super::"] {
        for (start, _) in code.match_indices(word) {
            let path: String = code[start..]
                .chars()
                .take_while(|c| c.is_alphanumeric() || "_:".contains(*c))
                .collect();
            let path = path.trim_end_matches(':');
            found.push(path.split("::").map(str::to_owned).collect());
        }
    }
    found
}

/// The paths of a tree like `a::{b, c::{d, e}}`.
fn expand(tree: &str, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let names = tree.split(" as ").next().unwrap().split("::");
        let names = names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let path: Vec<String> = before.iter().cloned().chain(names).collect();
        if !path.is_empty() {
            found.push(path);
        }
        return;
    };
    let length = before.len();
    before.extend(head.split("::").map(|name| name.trim().to_owned()).filter(|it| !it.is_empty()));
    let (mut depth, mut start) = (0, 0);
    let group = group.trim_end().trim_end_matches('}');
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&group[start..at], before, found);
                start = at + 1;
            }
            _ => {}
        }
    }
    expand(&group[start..], before, found);
    before.truncate(length);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let source = root().join("src");
    let engine = source.join("engine");
    for (root, except) in [(&engine, None), (&source, Some(&*engine))] {
        let sources = Sources::read(root, except);
        assert!(sources.code.len() > 30, "the sources were found");
        let edges: usize = sources.code.keys().map(|module| sources.imports(module).len()).sum();
        assert!(edges > sources.code.len(), "the imports were found");
        assert_eq!(sources.circle(), None, "in {}", root.display());
    }
}

#[test]
fn imports_are_read_from_any_form() {
    let text = "use super::b::B;\nuse crate::{c::{C, D}, d};\nlet x = crate::e::go();";
    let files = [("a", text), ("b", ""), ("c", ""), ("d", ""), ("e", "")];
    let module = |name: &str| vec![name.to_owned()];
    let code = files.iter().map(|(name, text)| (module(name), (*text).to_owned()));
    let imports = Sources::new(code.chain([(Module::new(), String::new())])).imports(&module("a"));
    assert!(imports.into_iter().eq(["b", "c", "d", "e"].map(module)));
}

#[test]
fn circles_are_found_by_whatever_name() {
    let module = |name: &str| name.split('/').map(str::to_owned).collect::<Module>();
    let circle = |files: &[(&str, &str)]| {
        let code = files.iter().map(|(name, text)| (module(name), (*text).to_owned()));
        Sources::new(code).circle()
    };
    let parent = ("a", "mod b;\nmod c;\npub use b::B;\nuse c::C;");
    let b = ("a/b", "use super::{c::{C, D}, Other};");
    assert_eq!(circle(&[parent, b, ("a/c", "use super::Other;")]), None);
    let both = vec![module("a/b"), module("a/c")];
    for text in [
        "use super::B;",
        "use crate::a::B;",
        "fn f() { super::b::go() }",
        "use super::b;",
        "use super::super::a::b::B;",
    ] {
        assert_eq!(circle(&[parent, b, ("a/c", text)]), Some(both.clone()), "{text}");
    }
}
