//! Columns of a text table: numbers are right-aligned, and text may wrap.

/// Character that replaces spaces within numbers and before units while text is wrapped.
const FIGURE_SPACE: &str = "\u{2007}";

/// Wraps text between words. A long word, such as a path, is not broken, and a number stays with
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

/// Column of a text table. Columns with a higher rank are dropped first when space is short.
pub(super) struct Column {
    pub(super) title: String,
    pub(super) cells: Vec<String>,
    pub(super) rank: usize,
    /// Whether the cells are right-aligned, as numbers are.
    pub(super) right: bool,
}

impl Column {
    /// Returns the width of the column, without the gap between columns.
    pub(super) fn width(&self) -> usize {
        let lines = self.cells.iter().chain([&self.title]).flat_map(|cell| cell.split('\n'));
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// Returns the minimum width to which the column may be wrapped: the width of the title or
    /// `most`, whichever is larger, but at most the full width. Numbers do not wrap.
    pub(super) fn min_width(&self, most: usize) -> usize {
        let width = self.width();
        if self.right { width } else { width.min(most.max(self.title.chars().count())) }
    }

    /// Wraps cells that are wider than `width`.
    pub(super) fn wrap(&mut self, width: usize) {
        let cells = self.cells.iter_mut().filter(|cell| cell.chars().count() > width);
        cells.for_each(|cell| *cell = wrapped(cell, width));
    }
}
