//! Text from outside, escaped for messages and terminals.
//!
//! Names of files, headers, cells and cards may hold anything: a megabyte, or characters that move
//! the cursor of a terminal. Messages show an [`excerpt`], terminals get a [`line()`].

/// Text quoted in a message: one line of at most 60 characters.
///
/// ```
/// use setodds_engine::escape::excerpt;
/// assert_eq!(excerpt("red\u{1b}[31m"), r"red\u{1b}[31m");
/// assert_eq!(excerpt(&"0".repeat(1000)), "0".repeat(60) + "...");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => line(&text[..end]) + "...",
        None => line(text),
    }
}

/// Text in one line, with escapes such as `\n` and `\u{1b}` for all characters that a terminal does
/// not show.
#[must_use]
pub fn line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Control characters, line separators, byte-order marks, blanks without width, and marks that
/// change the direction of text.
fn is_hidden(character: char) -> bool {
    let marks = matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}');
    let blanks = matches!(character, '\u{200b}' | '\u{2060}' | '\u{feff}');
    character.is_control() || marks || blanks || matches!(character, '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_show_every_character() {
        let text = "a\u{1b}]0;x\u{7}b\r\n\u{9b}2J\u{202e}c\tü ☃";
        assert_eq!(line(text), r"a\u{1b}]0;x\u{7}b\r\n\u{9b}2J\u{202e}c\tü ☃");
        assert_eq!(line(&line(text)), line(text));
    }
}
