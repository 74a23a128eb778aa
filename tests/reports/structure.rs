//! Modules import strictly downward, and no file grows too long. That the library knows no terminal
//! is checked by the compiler and by lints: without the feature `cli` it has none of the crates for
//! it, and it may not print.

use super::imports::paths;
use super::{files_below, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The ranks of the library's modules, lowest first; a module may use those of lower ranks only.
const RANKS: &[&[&str]] = &[
    &["escape", "name"],
    &["card", "tally", "lanes", "file"],
    &["hand", "stats", "run"],
    &["symmetry", "detect"],
    &["measure"],
    &["deal", "exact", "cap"],
    &["game", "next", "puzzle", "extreme", "stopping"],
    &["verify", "bench", "simulation"],
    &["report"],
];

/// The files of the binary, above all modules.
const BINARY: &[&str] = &["cli", "main"];

/// Files that belong to no module, and packages on top of the library.
const OTHERS: &[&str] = &["lib", "build", "python", "wasm"];

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

/// The lines that are code, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"))
}

/// The modules that are named, as in `crate::card` or `crate::{card, hand}`.
fn modules(text: &str) -> BTreeSet<String> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let paths = paths(&code).into_iter().filter(|path| path.len() > 1 && path[0] == "crate");
    let modules = paths.map(|mut path| path.swap_remove(1));
    modules.filter(|module| module.starts_with(|c: char| c.is_lowercase())).collect()
}

#[test]
fn imports_are_read_from_any_form() {
    let text = "use crate::{card::{Card, Deck}, hand};\n// crate::cli\nlet x = crate::run::go();";
    assert_eq!(modules(text), ["card", "hand", "run"].map(str::to_owned).into());
}

#[test]
fn every_module_is_listed_and_every_listed_module_exists() {
    let modules: BTreeMap<String, ()> = sources().into_iter().map(|(m, ..)| (m, ())).collect();
    for module in modules.keys() {
        let known = rank(module).is_some()
            || BINARY.contains(&module.as_str())
            || OTHERS.contains(&module.as_str());
        assert!(known, "`{module}` is not in the list of modules; give it a rank");
    }
    for module in RANKS.iter().copied().flatten().chain(BINARY).chain(OTHERS) {
        assert!(modules.contains_key(*module), "`{module}` is listed and does not exist");
    }
}

#[test]
fn modules_import_strictly_downward() {
    for (module, path, text) in sources() {
        let Some(own) = rank(&module) else { continue };
        for used in modules(&text) {
            let allowed = used == module || rank(&used).is_some_and(|rank| rank < own);
            assert!(allowed, "{}: `{module}` must not import `{used}`", path.display());
        }
        assert!(!text.contains("super::super::"), "{}: name the module", path.display());
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
