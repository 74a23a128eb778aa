//! Pieces of HTML.

use super::sources::Source;
pub(super) use crate::escape::xml as escape;

/// A table of text; the first cell of a row is its name. It can be scrolled sideways where it is
/// too wide.
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
    format!(
        r#"<div class="wide" tabindex="0" role="region" aria-label="{0}"><table id="{id}"><caption>{0}</caption><thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>"#,
        escape(caption),
        titles.iter().map(title).collect::<String>(),
        rows.iter().map(row).collect::<String>()
    )
}

/// Something that is unfolded when one wants it.
pub(super) fn folded(summary: &str, content: &str) -> String {
    format!("<details><summary>{}</summary>{content}</details>", escape(summary))
}

/// Which file a chart shows, a button that saves it, and the command that made it.
pub(super) fn made(sources: &[&Source]) -> String {
    let one = |source: &&Source| {
        let made = source.command().map_or_else(String::new, |command| {
            format!(r#"<span class="by">made by</span> <code>{}</code>"#, escape(command))
        });
        let path = escape(&source.path);
        format!(
            r#"<li><button type="button" class="save" data-file="{path}" hidden>Save CSV</button> <span class="file">{path}</span> {made}</li>"#
        )
    };
    format!(r#"<ul class="made">{}</ul>"#, sources.iter().map(one).collect::<String>())
}

/// A section with a heading.
pub(super) fn section(id: &str, heading: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n{content}\n</section>\n",
        escape(heading)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(escape(r#"<a href="x">&</a>"#), "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
        assert_eq!(escape("a\0b"), "a\u{fffd}b");
    }
}
