//! Escapes untrusted text for each place in which it is shown.
//!
//! File names, headers, cells and cards may contain anything: a megabyte of text, characters that
//! move the terminal's cursor or reverse the text direction, markup. [`line()`] makes them visible,
//! and everything else builds on it: messages quote an [`excerpt`] and pass through [`message`],
//! pictures and pages use [`xml`], documents use [`markdown`]. CSV and JSON keep every character.

pub use setodds_engine::escape::{excerpt, is_hidden, line};

/// Escapes each line of a multi-line text as [`line()`] does, and keeps the line breaks.
#[must_use]
pub fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Escapes a message as one line; the middle of a very long message is replaced by `[...]`.
#[must_use]
pub fn message(text: &str) -> String {
    const BEGINNING: usize = 3000;
    const END: usize = 1000;
    let starts = || text.char_indices().map(|(start, _)| start);
    match (starts().nth(BEGINNING), starts().nth_back(END - 1)) {
        (Some(start), Some(end)) if start < end => {
            format!("{} [...] {}", line(&text[..start]), line(&text[end..]))
        }
        _ => line(text),
    }
}

/// Escapes a text for an element or an attribute of an XML or HTML document; line breaks stay.
///
/// ```
/// assert_eq!(setodds::report::escape::xml("<a \"b\">\0"), r"&lt;a &quot;b&quot;&gt;\u{0}");
/// ```
#[must_use]
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in lines(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// Escapes a text for a line of Markdown, such as a heading, a sentence or a cell of a table.
/// Backticks stay, because code spans are harmless.
///
/// ```
/// assert_eq!(setodds::report::escape::markdown("a|b\n<i>"), r"a\|b\\n&lt;i>");
/// ```
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let shown = line(text);
    let mut characters = shown.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '&' => escaped += "&amp;",
            // `<` before a space does not open a tag: `p < 0.01`.
            '<' if characters.peek() != Some(&' ') => escaped += "&lt;",
            '\\' | '|' | '*' | '_' | '[' | ']' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines() {
        assert_eq!(lines("a\nb\u{8}"), "a\nb\\u{8}");
    }

    #[test]
    fn messages_keep_their_ends() {
        let long = message(&format!("error: {}; give less", "x".repeat(5_000_000)));
        assert!(long.starts_with("error: xxx") && long.ends_with("; give less"), "{long}");
        assert!(long.len() < 5000);
        assert_eq!(message("no\nerror: such"), r"no\nerror: such");
    }

    #[test]
    fn documents_hold_valid_characters_alone() {
        for character in ['\0', '\u{b}', '\u{1b}', '\u{9b}', '\u{202e}', '\u{fffe}', '\u{ffff}'] {
            assert_eq!(xml(&format!("a{character}b")), format!("a{}b", character.escape_unicode()));
        }
        assert_eq!(xml("a\n\u{fffd}\u{10ffff}"), "a\n\u{fffd}\u{10ffff}");
        assert_eq!(markdown("|\r\n*_[x](y)\0"), r"\|\\r\\n\*\_\[x\](y)\\u{0}");
        assert_eq!(markdown("p < 1, a <b"), "p < 1, a &lt;b");
    }
}
