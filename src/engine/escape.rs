//! Text from outside, made fit for where it is shown.
//!
//! Names of files, headers, cells and cards may hold anything: a megabyte, characters that move the
//! cursor of a terminal, marks that mean something in HTML or Markdown. Messages show an
//! [`excerpt`]; terminals get [`line`] or [`lines`], pictures and pages [`xml`], documents
//! [`markdown`]. CSV and JSON keep every character.

use std::fmt::Write;

/// What a message quotes: one line of at most 60 characters.
///
/// ```
/// use setodds_engine::escape::excerpt;
/// assert_eq!(excerpt("red\u{1b}[31m"), r"red\u{1b}[31m");
/// assert_eq!(excerpt(&"0".repeat(1000)), "0".repeat(60) + "...");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => line(&text[..end]) + "...",
        None => line(text),
    }
}

/// Text in one line, in which all that a terminal would not show as a character is written out:
/// `\n`, `\u{1b}`.
#[must_use]
pub fn line(text: &str) -> String {
    written_out(text, is_hidden)
}

/// The same for text of several lines.
#[must_use]
pub fn lines(text: &str) -> String {
    written_out(text, |character| is_hidden(character) && character != '\n')
}

/// A message with the whole of its beginning and its end, whatever was quoted in between.
#[must_use]
pub fn message(text: &str) -> String {
    const BEGINNING: usize = 3000;
    const END: usize = 1000;
    let count = text.chars().count();
    if count <= BEGINNING + END {
        return lines(text);
    }
    let beginning: String = text.chars().take(BEGINNING).collect();
    let end: String = text.chars().skip(count - END).collect();
    format!("{} [...] {}", lines(&beginning), lines(&end))
}

fn written_out(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            write!(shown, "{}", character.escape_default()).expect("text can always grow");
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Control characters, line separators, and marks that change the direction of text.
fn is_hidden(character: char) -> bool {
    let marks = matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}');
    character.is_control() || marks || matches!(character, '\u{2066}'..='\u{2069}')
}

/// Text of an XML or HTML document, in an element or in an attribute.
///
/// ```
/// assert_eq!(setodds_engine::escape::xml("<a \"b\">\0"), "&lt;a &quot;b&quot;&gt;\u{fffd}");
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
#[must_use]
pub const fn valid_in_xml(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'.. => character,
        _ => '\u{fffd}',
    }
}

/// Text in a line of Markdown, such as a heading or a cell of a table; backticks stay, as what
/// stands between them harms nothing.
///
/// ```
/// assert_eq!(setodds_engine::escape::markdown("a|b\n<i>"), r"a\|b\\n&lt;i>");
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
    fn terminals_show_every_character() {
        let text = "a\u{1b}]0;x\u{7}b\r\n\u{9b}2J\u{202e}c\tü ☃";
        assert_eq!(line(text), r"a\u{1b}]0;x\u{7}b\r\n\u{9b}2J\u{202e}c\tü ☃");
        assert_eq!(lines("a\nb\u{8}"), "a\nb\\u{8}");
        assert_eq!(line(&line(text)), line(text));
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
