//! Lines of cards.

use super::digits::{self, count_up};
use super::words::{self, Lexicon, NotWords};
use super::{Form, ReadError, Reader, codes, csv, json};
use setodds_engine::escape::excerpt;
use std::borrow::Cow;

/// Whether a line is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start()
        .strip_prefix('#')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// The lines of a text with their numbers, without those that are comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.split('\n')).filter(|(_, line)| !is_comment(line))
}

/// What parts the parts of a line.
const SIGNS: [char; 4] = [',', ';', '|', '\t'];

/// What stands instead of a line of cards, and what to give in its place.
fn other_format(line: &str) -> Option<&'static str> {
    let is_rule = line.chars().count() > 2 && line.chars().all(|it| "-=+|_*: ".contains(it));
    if line.starts_with("```") || line.starts_with("~~~") {
        Some("is a code fence: leave it out")
    } else if line.to_ascii_lowercase().starts_with("sep=") {
        Some("is a line for spreadsheets: leave it out")
    } else if is_rule && line.contains(['|', '+']) {
        Some("is the rule of a table: give CSV with a header")
    } else if is_rule {
        Some("is a rule: leave it out, and part hands with blank lines")
    } else if line.starts_with('|') && line.ends_with('|') {
        Some("is a row of a table: give CSV with a header")
    } else if line.starts_with("- ") || line.starts_with("* ") || line.starts_with("• ") {
        Some("is an item of a list, as in YAML: give the cards alone, one a line")
    } else if line.contains('(') && !line.starts_with('(') {
        Some("is a call in a program: give words, a code, digits or a number for each card")
    } else if line.contains(": ") || line.ends_with(':') {
        Some("has a label: give the card alone, or JSON")
    } else if line.contains('#') {
        Some("has a `#`: a comment is a line of its own that begins with `# `")
    } else {
        None
    }
}

/// The digits of a text of single digits with blanks or commas between them.
fn single_digits(text: &str) -> Option<Vec<u8>> {
    let parts: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let digit = |part: &str| match part.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    parts.into_iter().map(digit).collect()
}

/// The inside of a pair of brackets.
fn in_brackets(text: &str) -> Option<&str> {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inside('[', ']').or_else(|| inside('(', ')'))
}

impl Reader<'_> {
    /// Reads an input. The error of an unknown word has the `--values` that would read it.
    pub(super) fn text(&mut self, text: &str) -> Result<(), ReadError> {
        self.any(text).map_err(|mut error| {
            if error.is_unknown && matches!(self.lexicon, Lexicon::Dictionary) {
                let mut again = Reader::new(self.deck, self.options, self.input);
                again.collected = Some(Vec::new());
                if again.any(text).is_ok() {
                    let cards = again.collected.unwrap_or_default();
                    error.values = words::values_of(&cards, self.deck.features());
                }
            }
            error
        })
    }

    /// Reads JSON, CSV or lines.
    fn any(&mut self, text: &str) -> Result<(), ReadError> {
        let mut text = Cow::Borrowed(text.trim_start_matches('\u{feff}'));
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n").into();
        }
        let first = lines(&text).map(|it| it.1.trim()).find(|line| !line.is_empty());
        let Some(first) = first else { return Ok(()) };
        let is_card = || {
            let inside = in_brackets(first.trim_end_matches([',', ';'])).and_then(single_digits);
            inside.is_some_and(|digits| digits.len() == self.deck.features())
        };
        if first.starts_with(['[', '{', '(']) && !is_card() {
            return json::read(&text, self);
        }
        if let Some(header) = csv::Header::of(&text, first) {
            return csv::read(&text, &header, self);
        }
        self.lines(&text)
    }

    fn lines(&mut self, text: &str) -> Result<(), ReadError> {
        let end = end_of_lines(text);
        let mut firsts = Vec::new();
        for (number, line) in lines(text) {
            let line = line.trim();
            if line.is_empty() {
                self.read.end_group(None);
                continue;
            }
            let first = self.read.ids.len();
            self.line(end.and_then(|end| line.strip_suffix(end)).unwrap_or(line), number)?;
            self.read.end_line(number);
            firsts.push(self.read.ids[first]);
        }
        self.read.end_group(None);
        self.refuse_row_numbers(&firsts)
    }

    /// Refuses row numbers before the cards of each line.
    pub(super) fn refuse_row_numbers(&self, firsts: &[u32]) -> Result<(), ReadError> {
        if count_up(firsts.iter().map(|id| self.bare_number(*id))) {
            let entry = &self.read.entries[firsts[0] as usize];
            let text = excerpt(&entry.text);
            return Err(entry.error(format!(
                "each line begins with the next number, from `{text}` on: row numbers or a header? \
                 Leave them out; numbers of cards are marked: @{text}"
            )));
        }
        Ok(())
    }

    /// Adds the cards of a line.
    pub(super) fn line(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let text = text.trim();
        if self.push_known(text) {
            return Ok(());
        }
        let input = self.input;
        let wrong = |message: String| Err(ReadError::new(input, line, message));
        if text.is_empty() {
            return wrong("a sign or a text without a card; leave it out".to_owned());
        }
        if let Some(why) = other_format(text) {
            return wrong(format!("`{}` {why}", excerpt(text)));
        }
        let bracketed = in_brackets(text);
        let mut signs = SIGNS.into_iter().filter(|&sign| text.contains(sign));
        let sign = signs.next();
        if let (Some(sign), Some(other)) = (sign, signs.next()) {
            let both = format!("`{}` and `{}`", sign.escape_debug(), other.escape_debug());
            return wrong(format!("`{}` has {both}; part cards with one sign", excerpt(text)));
        }
        if !matches!(sign, Some(';' | '|'))
            && matches!(self.lexicon, Lexicon::Dictionary)
            && let Some(figures) = single_digits(bracketed.unwrap_or(text))
            && self.figures(text, &figures, bracketed.is_some(), line)?
        {
            return Ok(());
        }
        if text.starts_with(['[', '(']) {
            return wrong(format!(
                "`{}` is not a list of {} digits; give JSON if there are lists of cards",
                excerpt(text),
                self.deck.features()
            ));
        }
        let first = self.read.ids.len();
        match sign {
            Some('\t') if !self.is_of_words(text.split('\t')) => self.blanks(text, line)?,
            Some(sign) => self.signs(text, sign, line)?,
            None => self.blanks(text, line)?,
        }
        self.refuse_counted(first, text, line)
    }

    /// Adds a text that must be one card.
    pub(super) fn one(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let before = self.read.ids.len();
        self.line(text, line)?;
        match self.read.ids.len() - before {
            1 => Ok(()),
            cards => Err(self.error(
                line,
                format!("`{}` is {cards} cards; give a text for each", excerpt(text)),
            )),
        }
    }

    /// Refuses the cards of a line or list, from a position on, if they are numbers that count up.
    pub(super) fn refuse_counted(
        &self,
        first: usize,
        text: &str,
        line: u64,
    ) -> Result<(), ReadError> {
        if count_up(self.read.ids[first..].iter().map(|id| self.bare_number(*id))) {
            return Err(self.counted(text, line));
        }
        Ok(())
    }

    /// The number of an entry that is one without a mark.
    fn bare_number(&self, id: u32) -> Option<u32> {
        match self.read.entries[id as usize].form {
            Form::Number { number, is_marked: false } => Some(number),
            _ => None,
        }
    }

    fn counted(&self, text: &str, line: u64) -> ReadError {
        let message = "counts up: row numbers or a header? Mark numbers of cards: @0 @1 @2";
        self.error(line, format!("`{}` {message}", excerpt(text)))
    }

    /// Adds the card of single digits, if they are one.
    pub(super) fn figures(
        &mut self,
        text: &str,
        figures: &[u8],
        is_bracketed: bool,
        line: u64,
    ) -> Result<bool, ReadError> {
        let features = self.deck.features();
        if figures.len() < 2 {
            return Ok(false);
        }
        if count_up(figures.iter().map(|&it| Some(it.into()))) {
            return Err(self.counted(text, line));
        }
        let joined: String = figures.iter().map(|&digit| char::from(b'0' + digit)).collect();
        if figures.len() == features && features > 3 {
            let form = digits::digits(&joined, self.deck);
            let form = form.map_err(|message| self.error(line, message))?;
            self.push(text, form, line);
            return Ok(true);
        }
        if figures.len() == features {
            return Err(self.error(
                line,
                format!(
                    "`{}` may be a card or numbers: join digits, or mark numbers with @",
                    excerpt(text)
                ),
            ));
        }
        if let Some(card) = digits::bits(&joined, self.deck) {
            self.push(text, Form::Bits(card), line);
            return Ok(true);
        }
        if is_bracketed {
            return Err(self.error(
                line,
                format!(
                    "`{}` has {} digits; a card of this deck has {features}",
                    excerpt(text),
                    figures.len()
                ),
            ));
        }
        Ok(false)
    }

    /// Whether a part without blanks is a card that is not in words, or a hyphenated one.
    fn is_card(&self, part: &str) -> bool {
        self.known.contains_key(part) && !self.lexicon.knows(part)
            || self.lexicon.joins(part)
            || digits::is_number_like(part) && !part.bytes().all(|it| it.is_ascii_digit())
            || part.len() >= self.deck.features()
                && part.bytes().all(|it| it.is_ascii_digit())
                && !self.lexicon.knows(part)
            || !self.lexicon.knows(part) && codes::is_code(part, self.deck)
            || self.is_hyphenated(part)
    }

    fn is_hyphenated(&self, part: &str) -> bool {
        part.contains(['-', '_']) && self.lexicon.card(part, None, self.deck.features()).is_ok()
    }

    /// Whether the parts are words, and at least one of them is no figure.
    fn is_of_words<'a>(&self, parts: impl Iterator<Item = &'a str>) -> bool {
        let mut has_word = false;
        for word in parts.flat_map(str::split_whitespace) {
            if self.is_card(word) && !self.is_hyphenated(word) {
                return false;
            }
            has_word |= !word.bytes().all(|it| it.is_ascii_digit());
        }
        has_word
    }

    /// Adds the cards of a line of parts between blanks.
    fn blanks(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let first = self.read.ids.len();
        if text.split_whitespace().all(|part| self.push_known(part)) {
            return Ok(());
        }
        self.read.ids.truncate(first);
        let parts: Vec<&str> = text.split_whitespace().collect();
        if self.bits_and_words(text, &parts, line)? {
            return Ok(());
        }
        self.parts(text, &parts, None, line)
    }

    /// Adds parts without blanks: each a card, or all of them the words of one.
    pub(super) fn parts(
        &mut self,
        text: &str,
        parts: &[&str],
        sign: Option<char>,
        line: u64,
    ) -> Result<(), ReadError> {
        let is_figure = |part: &str| part.bytes().all(|it| it.is_ascii_digit());
        let cards = parts.iter().filter(|part| self.is_card(part)).count();
        let words = (parts.iter())
            .filter(|part| !is_figure(part) && !self.is_card(part) && self.lexicon.knows(part))
            .count();
        let figures = parts.iter().filter(|part| is_figure(part)).count();
        if cards > words || words == 0 && figures == parts.len() || parts.len() == 1 {
            for part in parts {
                self.card(part, None, line)?;
            }
            return Ok(());
        }
        self.card(text, sign, line)
    }

    /// Adds a card of bits with its words behind them, as in an APL session.
    fn bits_and_words(&mut self, text: &str, parts: &[&str], line: u64) -> Result<bool, ReadError> {
        let features = self.deck.features();
        let bits = 3 * features;
        let (joined, words) = if parts.len() > bits && parts[..bits].iter().all(|it| it.len() == 1)
        {
            (parts[..bits].concat(), &parts[bits..])
        } else if parts.len() > 1 && parts[0].len() == bits && !self.is_card(parts[1]) {
            (parts[0].to_owned(), &parts[1..])
        } else {
            return Ok(false);
        };
        let Some(card) = digits::bits(&joined, self.deck) else { return Ok(false) };
        let words = words.join(" ");
        let named = match Lexicon::Dictionary.card(&words, None, features) {
            Ok(named) => named,
            Err(NotWords::Unknown(word)) => return Err(self.unknown(&word, line)),
            Err(NotWords::Wrong(message)) => return Err(self.error(line, message)),
        };
        let differs = |word: &&words::Word| {
            word.feature >= features || card.digit(word.feature, self.deck) != word.value
        };
        if let Some(word) = named.words.iter().find(differs) {
            let message = format!("`{}` is not what the bits before it say", excerpt(&word.text));
            return Err(self.error(line, message));
        }
        self.push(text, Form::Bits(card), line);
        Ok(true)
    }

    /// Adds the cards of a line of parts between signs.
    fn signs(&mut self, text: &str, sign: char, line: u64) -> Result<(), ReadError> {
        let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
        if parts.contains(&"") {
            let sign = sign.escape_debug();
            return Err(self.error(
                line,
                format!(
                    "`{}` has an empty part at a `{sign}`; remove the sign, or fill the part",
                    excerpt(text)
                ),
            ));
        }
        if parts.iter().any(|part| part.contains(char::is_whitespace)) {
            for part in parts {
                self.card(part, None, line)?;
            }
            return Ok(());
        }
        self.parts(text, &parts, Some(sign), line)
    }
}

/// The comma or semicolon at the end of every line, which the last may lack.
fn end_of_lines(text: &str) -> Option<char> {
    let mut ends = lines(text).map(|it| it.1.trim_end()).filter(|line| !line.trim().is_empty());
    let mut ends = ends.by_ref().map(|line| line.chars().next_back());
    let first = ends.next()??;
    if ![',', ';'].contains(&first) {
        return None;
    }
    let mut is_over = false;
    for end in ends {
        if is_over {
            return None;
        }
        is_over = end != Some(first);
    }
    Some(first)
}
