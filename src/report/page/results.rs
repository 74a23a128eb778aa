//! A place for each CSV, by directory: its words, its chart, its table, and its command. The script
//! draws what is opened.

use super::files::File;
use super::html::{escape, section};
use super::packed::{Packed, element, packed};
use crate::report::number::plural;
use std::fmt::Write;

/// The section, and what the script unpacks for it; nothing without results.
pub(super) fn results(files: &[File<'_>]) -> (String, String) {
    if files.is_empty() {
        return (String::new(), String::new());
    }
    let all = packed(files);
    let mut numbered: Vec<(usize, &File<'_>)> = files.iter().enumerate().collect();
    numbered.sort_by_key(|&(_, file)| directory(file));
    let is_beside = |one: &(usize, &File<'_>), other: &(usize, &File<'_>)| {
        directory(one.1) == directory(other.1)
    };
    let groups: Vec<_> = numbered.chunk_by(is_beside).collect();
    let group = |members: &&[(usize, &File<'_>)]| {
        let results: String =
            members.iter().map(|&(number, file)| result(number, file, &all[number])).collect();
        if groups.len() == 1 {
            return results;
        }
        let name = match directory(members[0].1) {
            "" => "here",
            directory => directory,
        };
        let count = plural(members.len(), "result");
        format!(
            "<details class=\"group\"><summary><h3>{}</h3> <span>{count}</span></summary>\n\
             {results}</details>\n",
            escape(name)
        )
    };
    let groups: String = groups.iter().map(group).collect();
    let content = format!(
        "<p>Every CSV of setodds below the directory. Exact numbers are counts of all hands; \
         simulated ones come with intervals. Deals are a function of the seed alone, so that the \
         command of a result gives the same numbers again, on any machine with any number of \
         threads; only times differ.</p>\n{groups}"
    );
    (section("results", "All results", &content), elements(&all))
}

fn directory<'a>(file: &File<'a>) -> &'a str {
    file.source.name.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// A result, whose number names its elements.
fn result(number: usize, file: &File<'_>, packed: &Packed) -> String {
    let kind = sentence(&file.kind.replace('`', ""));
    let path = escape(file.source.name);
    let title = file.chart.as_ref().map(|chart| escape(&chart.title));
    let title = title.unwrap_or_else(|| escape(&kind));
    let mut words = format!("{kind}; {}.", file.origin());
    for rules in &file.rules {
        let _ = write!(words, " Games by other rules: {rules}.");
    }
    if file.chart.is_some() && packed.chart.is_none() {
        let name = file.source.name;
        let _ = write!(words, " Its picture is too large for this page: setodds plot {name}.");
    }
    let command = file.command().map_or_else(String::new, |command| {
        format!("<span class=\"by\">made by</span> <code>{}</code>", escape(command))
    });
    let save = match packed.csv {
        Some(_) => format!(
            "<button type=\"button\" class=\"save\" data-save=\"{number}\" hidden>Save CSV</button>"
        ),
        None => format!(
            "<span>{} kB, too large for this page;</span>",
            file.source.text.len().div_ceil(1000)
        ),
    };
    format!(
        "<details class=\"result\" data-result=\"{number}\"><summary>{title} <span \
         class=\"file\">{path}</span></summary>\n<p>{}</p>\n<p class=\"made\">{save} {command}</p>\
         \n<div class=\"shown\"></div></details>\n",
        escape(&words)
    )
}

/// The kind with a capital, and without its article.
fn sentence(kind: &str) -> String {
    let kind = ["a ", "the "].iter().find_map(|article| kind.strip_prefix(article)).unwrap_or(kind);
    let mut letters = kind.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The elements of all results.
fn elements(all: &[Packed]) -> String {
    let each = all.iter().enumerate().flat_map(|(number, packed)| {
        let parts = [("chart", packed.chart.as_ref()), ("csv", packed.csv.as_ref())];
        let table = [("table", Some(&packed.table))];
        let parts = table.into_iter().chain(parts);
        parts.filter_map(move |(name, letters)| Some((format!("{name}-{number}"), letters?)))
    });
    each.map(|(id, letters)| element(&id, letters)).collect()
}
