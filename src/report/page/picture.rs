//! Charts and what else depends on a choice, of which the script shows what is chosen.

use crate::report::chart::{Chart, Look, PictureStyle, svg};

/// A chart twice, for wide windows and for telephones.
pub(super) fn picture(chart: &Chart) -> String {
    let drawn = |class: &str, width, height| {
        let style = PictureStyle { look: Look::Page, width: Some(width), height: Some(height) };
        format!("<div class=\"{class}\">{}</div>", svg(chart, style))
    };
    drawn("large", 880, 380) + &drawn("small", 350, 330)
}

/// Something that is shown when a choice is made; whether it is at first.
pub(super) fn shown_for((name, value): (&str, &str), first: bool, content: &str) -> String {
    let hidden = if first { "" } else { " hidden" };
    format!(
        "<div data-for-{name}=\"{}\"{hidden}>{content}</div>\n",
        crate::report::escape::xml(value)
    )
}
