//! Escaping of untrusted text for messages and terminals.
//!
//! File names, headers, cells and card names may contain anything: a megabyte of text, or
//! characters that move the cursor of a terminal. Messages quote an [`excerpt`]; terminal output
//! uses [`line()`].

/// Escapes text for a message: one line, with `...` in place of all after 60 characters of the
/// input.
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

/// Escapes text to one line: all [hidden](is_hidden) characters become escapes such as `\n` and
/// `\u{1b}`.
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

/// Returns whether a character could hide text, reorder it, end a line or control a terminal:
/// control characters, line separators, direction marks and invisible characters; also two
/// noncharacters that XML forbids. Joiners and variation selectors do not count as hidden, because
/// some scripts and emoji need them.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    let is_separator_or_direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_blank = matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{200b}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    // Noncharacters are forbidden in XML.
    let is_noncharacter = matches!(character, '\u{fffe}' | '\u{ffff}');
    character.is_control() || is_separator_or_direction || is_blank || is_noncharacter
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

    #[test]
    fn text_of_any_script_is_left_alone() {
        for text in
            ["שלוש", "ثلاثة", "तीन", "می\u{200c}خواهم", "三張", "👩\u{200d}🔬 ❤\u{fe0f}", "e\u{301}"]
        {
            assert_eq!(line(text), text);
        }
        for hidden in ["\u{61c}", "\u{2069}", "\u{200b}", "\u{ad}", "\u{e0041}", "\u{ffff}"] {
            assert_eq!(line(hidden), hidden.escape_unicode().to_string());
        }
    }
}
