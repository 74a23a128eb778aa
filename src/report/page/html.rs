//! Pieces of HTML.

use super::sources::Source;
use crate::report::columns::Grid;
pub(super) use crate::report::escape::xml as escape;

/// A table with its caption.
pub(super) fn table<R>(id: &str, caption: &str, grid: Grid<'_, R>) -> String {
    let (title, rows) = (escape(caption), grid.html());
    wide(caption, &format!("<table id=\"{id}\"><caption>{title}</caption>{rows}</table>"))
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
        "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n\
         {content}\n</section>\n",
        escape(heading)
    )
}
