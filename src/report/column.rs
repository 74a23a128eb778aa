//! A column of a table of text: numbers stand at the right, text may be broken.

/// Text broken between words; what is one word, such as a path, stays one.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width).break_words(false);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

/// A column of a table; columns with a higher rank go first when space is short.
pub(super) struct Column {
    pub(super) title: String,
    pub(super) cells: Vec<String>,
    pub(super) rank: usize,
    /// Whether its cells stand at the right, as numbers do.
    pub(super) right: bool,
}

impl Column {
    /// Numbers stand at the right.
    pub(super) fn new(title: &str, cells: Vec<String>, rank: usize) -> Self {
        let mut filled = cells.iter().filter(|cell| !cell.is_empty()).peekable();
        let right = filled.peek().is_some() && filled.all(|cell| is_number(cell));
        Self { title: title.to_owned(), cells, rank, right }
    }

    /// Without the gap between columns.
    pub(super) fn width(&self) -> usize {
        let lines = self.cells.iter().chain([&self.title]).flat_map(|cell| cell.split('\n'));
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// The least width that text may be broken to: that of the title, or `most`; numbers are not.
    pub(super) fn least(&self, most: usize) -> usize {
        let width = self.width();
        if self.right { width } else { width.min(most.max(self.title.chars().count())) }
    }

    /// Breaks text between words.
    pub(super) fn wrap(&mut self, width: usize) {
        let cells = self.cells.iter_mut().filter(|cell| cell.chars().count() > width);
        cells.for_each(|cell| *cell = wrapped(cell, width));
    }
}

/// Whether a cell is a number, such as `+0.51 ± 0.02` or `1 in 30.96`; cards in a row are none.
fn is_number(cell: &str) -> bool {
    const UNITS: [&str; 8] = ["%", "±", "in", "to", "on", ":", "against", "points"];
    let words: Vec<&str> = cell.split(' ').collect();
    are_digits(words[0])
        && words.iter().all(|word| are_digits(word) || UNITS.contains(word))
        && words.windows(2).all(|pair| !(are_digits(pair[0]) && are_digits(pair[1])))
}

/// Whether a word is digits with their signs; the digits of a card may begin with 0.
fn are_digits(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    let first = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let is_card = digits.strip_prefix('0').is_some_and(first);
    first(digits) && !is_card && digits.chars().all(|c| "0123456789.,+-/e".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_at_the_right() {
        for cell in ["12", "-0.5", "+0.51 ± 0.02", "1 in 30.96", "3.2 to 3.3 %", "1.2e9", "220/79"]
        {
            assert!(is_number(cell), "{cell}");
        }
        for cell in
            ["", "random", "0000 0001", "1, 2", "third-card", "2 red ovals", "@70", "012", "1.part"]
        {
            assert!(!is_number(cell), "{cell}");
        }
    }
}
