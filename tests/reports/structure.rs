//! Modules import strictly downward, and no file grows too long. That the library knows no terminal
//! is checked by the compiler and by lints: without the feature `cli` it has none of the crates for
//! it, and it may not print.

use super::imports::Sources;
use super::{files_below, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The ranks of the library's modules, lowest first; a module may use those of lower ranks only.
const RANKS: &[&[&str]] = &[
    &["escape", "name", "random"],
    &["card", "tally", "lanes", "file"],
    &["hand", "stats", "run"],
    &["symmetry", "detect"],
    &["measure"],
    &["deal", "exact", "cap"],
    &["check", "next", "extreme", "stopping"],
    &["game", "puzzle"],
    &["verify", "oeis", "bench", "simulation"],
    &["report"],
];

/// The command line, above all other modules.
const COMMAND_LINE: &[&str] = &["cli", "main"];

/// Files that belong to no module, and programs and packages on top of the library.
const OTHERS: &[&str] = &["lib", "build", "benches", "examples", "python"];

fn rank(module: &str) -> Option<usize> {
    RANKS.iter().position(|modules| modules.contains(&module))
}

/// Every Rust file below `src/`, with the module that it belongs to.
fn sources() -> Vec<(String, PathBuf, String)> {
    let root = root().join("src");
    let file = |path: PathBuf| {
        let inside = path.strip_prefix(&root).unwrap();
        let inside = inside.strip_prefix("engine").unwrap_or(inside);
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).unwrap();
        (module, path, text)
    };
    let found: Vec<_> = files_below(&root, "rs").into_iter().map(file).collect();
    assert!(found.len() > 30, "the sources were found");
    found
}

#[test]
fn every_module_is_listed_and_every_listed_module_exists() {
    let modules: BTreeSet<String> = sources().into_iter().map(|(module, ..)| module).collect();
    for module in &modules {
        let known = rank(module).is_some()
            || COMMAND_LINE.contains(&module.as_str())
            || OTHERS.contains(&module.as_str());
        assert!(known, "`{module}` is not in the list of modules; give it a rank");
    }
    for module in RANKS.iter().copied().flatten().chain(COMMAND_LINE).chain(OTHERS) {
        assert!(modules.contains(*module), "`{module}` is listed and does not exist");
    }
}

/// The formatter wraps code, and no comments.
#[test]
fn comments_have_at_most_100_columns() {
    let is_long = |line: &&str| line.trim_start().starts_with("//") && line.chars().count() > 100;
    for (_, path, text) in sources() {
        let long: Vec<&str> = text.lines().filter(is_long).collect();
        assert!(long.is_empty(), "{}: {long:?}", path.display());
    }
}

/// The name of the type that a line of code defines. Associated types belong to their traits.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let is_visibility = |word: &&str| word.starts_with("pub") || word.ends_with(')');
    let keyword = words.find(|word| !is_visibility(word))?;
    let rest = words.next()?;
    let is_type = ["struct", "enum", "trait"].contains(&keyword)
        || keyword == "type" && !line.starts_with(' ');
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (is_type && name.starts_with(char::is_uppercase)).then_some(name)
}

#[test]
fn a_name_belongs_to_one_type() {
    let mut places = BTreeMap::<String, Vec<PathBuf>>::new();
    for (_, path, text) in sources() {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for name in code.lines().filter_map(defined) {
            places.entry(name.to_owned()).or_default().push(path.clone());
        }
    }
    assert!(places.len() > 400, "the types were found");
    for (name, paths) in places {
        assert!(paths.len() == 1, "`{name}` has several types: {paths:?}");
    }
}

#[test]
fn modules_import_strictly_downward() {
    let library = Sources::library();
    for file in library.modules().filter(|file| !file.is_empty()) {
        let Some(own) = rank(&file[0]) else { continue };
        for used in library.imports(file) {
            let allowed = used[0] == file[0] || rank(&used[0]).is_some_and(|rank| rank < own);
            assert!(allowed, "`{}` must not import `{}`", file.join("::"), used.join("::"));
        }
    }
    for (module, path, text) in sources() {
        let named = rank(&module).is_none() || !text.contains("super::super::");
        assert!(named, "{}: name the module", path.display());
    }
}

#[test]
fn files_stay_short_and_the_entry_shorter() {
    for (module, path, text) in sources() {
        let most = if module == "main" { 40 } else { 400 };
        let lines = text.lines().count();
        assert!(lines <= most, "{} has {lines} lines, at most {most}", path.display());
    }
}
