//! A column of a table of text: numbers stand at the right, text may be broken.

/// A blank that text is not broken at.
const FIGURE_SPACE: &str = "\u{2007}";

/// Text broken between words; what is one word, such as a path, stays one, and a number stays with
/// its unit: `3.2302 %`, `1 in 30.96`, `29.96 : 1`, `p = 0.922`.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let text =
        [" %", " : 1", "1 : ", "1 in ", " = "].iter().fold(text.to_owned(), |text, joined| {
            text.replace(joined, &joined.replace(' ', FIGURE_SPACE))
        });
    let options = textwrap::Options::new(width).break_words(false);
    textwrap::fill(&text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
        .replace(FIGURE_SPACE, " ")
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
    /// The width of the column, without the gap between columns.
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
