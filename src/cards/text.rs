//! Reads cards from lines of text.

use super::digits::{self, is_consecutive};
use super::words::{self, Word};
use super::{Form, ReadError, Reader, codes, csv, json, lines};
use setodds_engine::escape::excerpt;
use std::borrow::Cow;

/// Characters that may separate cards, or the words of a card, in an input line.
const SEPARATORS: [char; 4] = [',', ';', '|', '\t'];

/// Recognizes an input line of another file format. Returns the problem and the remedy for the
/// error message, or `None` if the line is of no such format.
fn other_format(line: &str) -> Option<&'static str> {
    let is_rule = line.chars().count() > 2 && line.chars().all(|it| "-=+|_*: ".contains(it));
    if line.starts_with("```") || line.starts_with("~~~") {
        Some("is a code fence: leave it out")
    } else if line.to_ascii_lowercase().starts_with("sep=") {
        Some("is a line for spreadsheets: leave it out")
    } else if is_rule && line.contains(['|', '+']) {
        Some("is the rule of a table: give CSV with a header")
    } else if is_rule {
        Some("is a rule: leave it out, and separate hands with blank lines")
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

/// Parses single digits separated by spaces or commas, or returns `None` if the text contains
/// anything else.
fn single_digits(text: &str) -> Option<Vec<u8>> {
    let digit = |part: &str| match part.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    if text.contains(',') {
        text.split(',').map(|part| digit(part.trim())).collect()
    } else {
        text.split_whitespace().map(digit).collect()
    }
}

/// Returns the text inside a pair of brackets, or `None` if the text is not in brackets.
fn in_brackets(text: &str) -> Option<&str> {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inside('[', ']').or_else(|| inside('(', ')'))
}

impl Reader<'_> {
    /// Reads the cards of an input. If a word is unknown, the error suggests a `--values` option
    /// with which the input can be read.
    pub(super) fn text(&mut self, text: &str) -> Result<(), ReadError> {
        self.read_any(text).map_err(|mut error| {
            if error.is_unknown && self.options.values.is_none() {
                let mut again = Reader::new(self.deck, self.options, self.input);
                again.collected = Some(Vec::new());
                if again.read_any(text).is_ok() {
                    let cards = again.collected.unwrap_or_default();
                    error.values = words::suggested_values(&cards, self.deck.features());
                }
            }
            error
        })
    }

    /// Reads the cards of an input as JSON, CSV or lines of text, whichever its first line
    /// indicates.
    fn read_any(&mut self, text: &str) -> Result<(), ReadError> {
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
        if let Some(header) = csv::Header::parse(&text, first) {
            return csv::read(&text, &header, self);
        }
        self.lines(&text)
    }

    fn lines(&mut self, text: &str) -> Result<(), ReadError> {
        let end = end_of_lines(text);
        for (number, line) in lines(text) {
            let line = line.trim();
            if line.is_empty() {
                self.read.end_group(None);
                continue;
            }
            self.line(end.and_then(|end| line.strip_suffix(end)).unwrap_or(line), number)?;
            self.read.end_line(number);
        }
        self.read.end_group(None);
        self.refuse_row_numbers()
    }

    /// Rejects inputs in which each line, row or list begins with a row number.
    pub(super) fn refuse_row_numbers(&self) -> Result<(), ReadError> {
        let mut first = 0;
        let ends = self.read.lines.iter();
        let firsts = ends.map(|&end| self.read.ids[std::mem::replace(&mut first, end) as usize]);
        if is_consecutive(firsts.map(|id| self.bare_number(id))) {
            let entry = &self.read.entries[self.read.ids[0] as usize];
            let text = excerpt(&entry.text);
            return Err(entry.error(format!(
                "each line begins with the next number, from `{text}` on: row numbers or a header? \
                 Leave them out; numbers of cards are marked: @{text}"
            )));
        }
        Ok(())
    }

    /// Rejects a line or list whose cards from the position `first` on are consecutive numbers.
    fn refuse_consecutive(&self, first: usize, text: &str, line: u64) -> Result<(), ReadError> {
        if is_consecutive(self.read.ids[first..].iter().map(|id| self.bare_number(*id))) {
            return Err(self.consecutive_error(text, line));
        }
        Ok(())
    }

    fn consecutive_error(&self, text: &str, line: u64) -> ReadError {
        let why = "counts up: row numbers or a header? Mark numbers of cards: @0 @1 @2";
        self.wrong(line, text, why)
    }

    /// Returns the number of a card that is written as a number without the mark `@`, or `None` if
    /// the card is written otherwise.
    fn bare_number(&self, id: u32) -> Option<u32> {
        match self.read.entries[id as usize].form {
            Form::Number { number, is_marked: false } => Some(number),
            _ => None,
        }
    }

    /// Adds the cards of an input line.
    pub(super) fn line(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let text = text.trim();
        if self.push_known(text) {
            return Ok(());
        }
        if text.is_empty() {
            return Err(self.error(line, "a separator or a text without a card; leave it out"));
        }
        if let Some(why) = other_format(text) {
            return Err(self.wrong(line, text, why));
        }
        let mut signs = SEPARATORS.into_iter().filter(|&sign| text.contains(sign));
        let sign = signs.next();
        if let (Some(sign), Some(other)) = (sign, signs.next()) {
            let [sign, other] = [sign, other].map(char::escape_debug);
            let why = format!("has `{sign}` and `{other}`; separate cards with only one of them");
            return Err(self.wrong(line, text, why));
        }
        let inside = in_brackets(text);
        if !matches!(sign, Some(';' | '|'))
            && self.options.values.is_none()
            && let Some(figures) = single_digits(inside.unwrap_or(text))
            && self.add_separate_digits(text, &figures, line)?
        {
            return Ok(());
        }
        if text.starts_with(['[', '(']) {
            let features = self.deck.features();
            let why = format!("is not a list of {features} digits; give JSON if there are lists");
            return Err(self.wrong(line, text, why));
        }
        let first = self.read.ids.len();
        match sign {
            Some(sign) => self.add_separated(text, sign, line)?,
            None => self.add_spaced(text, line)?,
        }
        self.refuse_consecutive(first, text, line)
    }

    /// Adds the card of a text that must be exactly one card.
    pub(super) fn one(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let before = self.read.ids.len();
        self.line(text, line)?;
        self.refuse_several(before, text, line)
    }

    /// Rejects a text that was read as several cards. `before` is the number of cards before the
    /// text.
    pub(super) fn refuse_several(
        &self,
        before: usize,
        text: &str,
        line: u64,
    ) -> Result<(), ReadError> {
        match self.read.ids.len() - before {
            1 => Ok(()),
            cards => {
                let why = format!("is {cards} cards; give a text for each");
                Err(self.wrong(line, text, why))
            }
        }
    }

    /// Adds a card written as separate digits or bits. Returns `false` if the digits are not one
    /// card.
    fn add_separate_digits(
        &mut self,
        text: &str,
        figures: &[u8],
        line: u64,
    ) -> Result<bool, ReadError> {
        let features = self.deck.features();
        if figures.len() < 2 {
            return Ok(false);
        }
        if is_consecutive(figures.iter().map(|&it| Some(it.into()))) {
            return Err(self.consecutive_error(text, line));
        }
        let joined: String = figures.iter().map(|&digit| char::from(b'0' + digit)).collect();
        let form = if figures.len() == features {
            if features < 4 {
                let why = "may be a card or numbers: join digits, or mark numbers with @";
                return Err(self.wrong(line, text, why));
            }
            self.digits(text, &joined, line)?
        } else {
            let Some(card) = digits::bits(&joined, self.deck) else { return Ok(false) };
            Form::Bits(card)
        };
        self.push(text, form, line);
        Ok(true)
    }

    /// Returns whether a text without spaces looks like a whole card: digits, a code, a number,
    /// hyphenated words or joined characters from `--values`.
    fn is_card(&self, part: &str) -> bool {
        let is_figures = part.bytes().all(|it| it.is_ascii_digit());
        let is_number = digits::is_number_like(part);
        self.is_joined_card(part)
            || part.contains(['-', '_']) && self.words(part, None, 0).is_ok()
            || !self.is_known(part)
                && (codes::is_code(part, self.deck)
                    || is_number && (!is_figures || part.len() >= self.deck.features()))
    }

    /// Adds the cards of an input line in which only spaces separate words and cards.
    fn add_spaced(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let first = self.read.ids.len();
        if text.split_whitespace().all(|part| self.push_known(part)) {
            return Ok(());
        }
        self.read.ids.truncate(first);
        let parts: Vec<&str> = text.split_whitespace().collect();
        if self.add_bits_and_words(text, &parts, line)? {
            return Ok(());
        }
        self.add_parts(text, &parts, None, line)
    }

    /// Adds the cards of a list of texts without spaces: either each text is a card, or together
    /// the texts are the words of one card.
    fn add_parts(
        &mut self,
        text: &str,
        parts: &[&str],
        sign: Option<char>,
        line: u64,
    ) -> Result<(), ReadError> {
        let is_own = self.options.values.is_some();
        let is_number = |part: &str| {
            part.bytes().all(|it| it.is_ascii_digit()) && !(is_own && self.is_known(part))
        };
        let (mut cards, mut words, mut numbers) = (0, 0, 0);
        for part in parts {
            if self.is_card(part) {
                cards += 1;
            } else if is_number(part) {
                numbers += 1;
            } else if self.is_known(part) {
                words += 1;
            }
        }
        let are_numbers = words == 0 && cards + numbers == parts.len();
        if cards > words || are_numbers || parts.len() == 1 {
            for part in parts {
                self.card(part, None, line)?;
            }
            return Ok(());
        }
        self.card(text, sign, line)
    }

    /// Adds a card written as bits followed by its words, as in an APL session. Returns `false` if
    /// the line is not written in this way.
    fn add_bits_and_words(
        &mut self,
        text: &str,
        parts: &[&str],
        line: u64,
    ) -> Result<bool, ReadError> {
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
        let named = self.words(&words.join(" "), None, line)?;
        let differs = |word: &&Word| {
            word.feature >= features || card.digit(word.feature, self.deck) != word.value
        };
        if let Some(word) = named.words.iter().find(differs) {
            return Err(self.wrong(line, &word.text, "contradicts the bits before it"));
        }
        self.push(text, Form::Bits(card), line);
        Ok(true)
    }

    /// Adds the cards of an input line that is separated by the character `sign`.
    fn add_separated(&mut self, text: &str, sign: char, line: u64) -> Result<(), ReadError> {
        let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
        if parts.contains(&"") {
            let sign = sign.escape_debug();
            let why = format!(
                "has an empty part at a `{sign}`; remove the separator, or fill in the part"
            );
            return Err(self.wrong(line, text, why));
        }
        if parts.iter().any(|part| part.contains(char::is_whitespace)) {
            return parts.into_iter().try_for_each(|part| self.card(part, None, line));
        }
        self.add_parts(text, &parts, Some(sign), line)
    }
}

/// Returns the comma or semicolon that ends every line of a text, or `None`. The last line may lack
/// it.
fn end_of_lines(text: &str) -> Option<char> {
    let all = lines(text).map(|it| it.1.trim()).filter(|line| !line.is_empty());
    let ends: Vec<Option<char>> = all.map(|line| line.chars().next_back()).collect();
    let (_, before) = ends.split_last()?;
    let end = ends[0].filter(|end| [',', ';'].contains(end))?;
    before.iter().all(|it| *it == Some(end)).then_some(end)
}
