//! Pieces of HTML.

use super::sources::Source;
pub(super) use crate::report::escape::xml as escape;

/// A table of text; the first cell of a row is its name.
pub(super) fn table(id: &str, caption: &str, titles: &[&str], rows: &[Vec<String>]) -> String {
    let title = |title: &&str| format!(r#"<th scope="col">{}</th>"#, escape(title));
    let cell = |(place, text): (usize, &String)| {
        if place == 0 {
            format!(r#"<th scope="row">{}</th>"#, escape(text))
        } else {
            format!("<td>{}</td>", escape(text))
        }
    };
    let row = |row: &Vec<String>| {
        format!("<tr>{}</tr>", row.iter().enumerate().map(cell).collect::<String>())
    };
    let table = format!(
        r#"<table id="{id}"><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table>"#,
        escape(caption),
        titles.iter().map(title).collect::<String>(),
        rows.iter().map(row).collect::<String>()
    );
    wide(caption, &table)
}

/// Something that can be scrolled sideways where it is too wide.
pub(super) fn wide(label: &str, content: &str) -> String {
    let label = escape(label);
    format!(r#"<div class="wide" tabindex="0" role="region" aria-label="{label}">{content}</div>"#)
}

/// Something that is unfolded when one wants it.
pub(super) fn folded(summary: &str, content: &str) -> String {
    format!("<details><summary>{}</summary>{content}</details>", escape(summary))
}

/// Which file a chart shows, a button that saves it, and the command that made it.
pub(super) fn made(sources: &[&Source]) -> String {
    let one = |source: &&Source| {
        let made = made_by(source).unwrap_or_default();
        let path = escape(&source.path);
        format!(
            r#"<li><button type="button" class="save" data-file="{path}" hidden>Save CSV</button> <span class="file">{path}</span> {made}</li>"#
        )
    };
    format!(r#"<ul class="made">{}</ul>"#, sources.iter().map(one).collect::<String>())
}

/// The command that made a file, where that is known.
pub(super) fn made_by(source: &Source) -> Option<String> {
    let command = escape(source.command()?);
    Some(format!(r#"<span class="by">made by</span> <code>{command}</code>"#))
}

/// A section with a heading.
pub(super) fn section(id: &str, heading: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n{content}\n</section>\n",
        escape(heading)
    )
}
