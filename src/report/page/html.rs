//! Pieces of HTML.

use crate::report::columns::Grid;
pub(super) use crate::report::escape::xml as escape;

/// A table with its caption, which can be scrolled sideways where it is too wide.
pub(super) fn table<R>(caption: &str, grid: Grid<'_, R>) -> String {
    let (title, rows) = (escape(caption), grid.html());
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\
         <table><caption>{title}</caption>{rows}</table></div>"
    )
}

/// A section with a heading.
pub(super) fn section(id: &str, heading: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n\
         {content}\n</section>\n",
        escape(heading)
    )
}
