//! Escapes text from outside for the place where it is shown.
//!
//! Names of files, headers, cells and cards may hold anything: a megabyte, characters that move the
//! cursor of a terminal, markup. Messages show an [`excerpt`]; terminals get [`line()`] or
//! [`lines`], pictures and pages [`xml`], documents [`markdown`]. CSV and JSON keep every
//! character.

pub use setodds_engine::escape::{excerpt, line};

/// Text of several lines, each as [`line()`] shows it.
#[must_use]
pub fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A message of which the middle is left out if it is very long, whatever was quoted in it.
#[must_use]
pub fn message(text: &str) -> String {
    const BEGINNING: usize = 3000;
    const END: usize = 1000;
    let starts = || text.char_indices().map(|(start, _)| start);
    match (starts().nth(BEGINNING), starts().nth_back(END - 1)) {
        (Some(start), Some(end)) if start < end => {
            format!("{} [...] {}", lines(&text[..start]), lines(&text[end..]))
        }
        _ => lines(text),
    }
}

/// Text of an XML or HTML document, in an element or in an attribute.
///
/// ```
/// assert_eq!(setodds::report::escape::xml("<a \"b\">\0"), "&lt;a &quot;b&quot;&gt;\u{fffd}");
/// ```
#[must_use]
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            other => escaped.push(valid_in_xml(other)),
        }
    }
    escaped
}

/// The character, or U+FFFD for one that no XML document may hold, not even escaped: `Char` in
/// section 2.2 of XML 1.0.
const fn valid_in_xml(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'.. => character,
        _ => '\u{fffd}',
    }
}

/// Text in a line of Markdown, such as a heading or a cell of a table; backticks stay, as what
/// stands between them harms nothing.
///
/// ```
/// assert_eq!(setodds::report::escape::markdown("a|b\n<i>"), r"a\|b\\n&lt;i>");
/// ```
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in line(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
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
        assert_eq!(message("short\n"), "short\n");
    }

    #[test]
    fn documents_hold_valid_characters_alone() {
        for character in ['\0', '\u{b}', '\u{1b}', '\u{fffe}', '\u{ffff}'] {
            assert_eq!(xml(&format!("a{character}b")), "a\u{fffd}b");
        }
        assert_eq!(xml("a\t\n\u{fffd}\u{10ffff}"), "a\t\n\u{fffd}\u{10ffff}");
        assert_eq!(markdown("|\r\n*_[x](y)\0"), r"\|\\r\\n\*\_\[x\](y)\\u{0}");
    }
}
