//! Text tables with as many columns as the width allows; bars fill the remaining space.
//!
//! A `Grid` is described by its columns, each with a title and a function from rows to cells. The
//! render target decides its look: colours, bars and width on a terminal, every column in Markdown.

use super::column::{Column, wrapped};
use super::field::Field;
use crate::report::escape;

/// Output format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderTarget {
    /// Plain text, with bars next to the numbers.
    Text {
        /// The number of terminal columns, or `None` for unlimited width.
        width: Option<usize>,
        /// Whether the terminal shows colours.
        colours: bool,
    },
    /// A Markdown document.
    Markdown,
}

impl RenderTarget {
    /// Plain text of unlimited width without colours.
    pub const PLAIN: Self = Self::Text { width: None, colours: false };

    /// Creates the target of a terminal with this many columns, without colours.
    #[must_use]
    pub const fn terminal(width: usize) -> Self {
        Self::Text { width: Some(width), colours: false }
    }

    /// Returns whether the target is a Markdown document.
    #[must_use]
    pub fn is_markdown(self) -> bool {
        self == Self::Markdown
    }

    /// Escapes a line of untrusted text for this target.
    #[must_use]
    pub fn escaped(self, line: &str) -> String {
        if self.is_markdown() { escape::markdown(line) } else { escape::line(line) }
    }
}

/// Wraps sentences at the width of the terminal, if the target has one.
#[must_use]
pub fn fill(text: &str, target: RenderTarget) -> String {
    match target {
        RenderTarget::Text { width: Some(columns), .. } => wrapped(text, columns),
        _ => text.to_owned(),
    }
}

/// Replaces spaces within numbers in the tables of a Markdown document with no-break spaces:
/// `3.2302 %`, `1 in 30.96`, `7.711 ± 0.002`, `3.22 to 3.25 %`.
#[must_use]
pub fn with_no_break_spaces(markdown: &str) -> String {
    const NO_BREAK_SPACE: &str = "\u{a0}";
    let mut text = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let is_title = lines.peek().is_some_and(|next| next.starts_with("|-"));
        let is_row = line.starts_with('|') && !is_title;
        text += &match is_row {
            true => [" %", " ± ", " to ", "1 in "].iter().fold(line.to_owned(), |line, joined| {
                line.replace(joined, &joined.replace(' ', NO_BREAK_SPACE))
            }),
            false => line.to_owned(),
        };
        text.push('\n');
    }
    text
}

/// Highest rank of table columns that repeat information of others. To make room for bars, columns
/// with at least half of this rank are dropped, the highest rank first.
pub(super) const REPEATED: usize = usize::MAX;

const GAP: usize = 2;
const MAX_BAR: usize = 32;
const MIN_BAR: usize = 6;
/// Maximum width of columns and bars in characters if the target does not limit it.
const MAX_WIDTH: usize = 100;

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const RESET: &str = "\u{1b}[0m";

/// Table that is built column by column from rows.
pub(super) struct Grid<'a, R> {
    rows: &'a [R],
    cells: GridCells,
}

impl<'a, R> Grid<'a, R> {
    /// Creates a table without columns.
    pub(super) fn new(rows: &'a [R]) -> Self {
        Self { rows, cells: GridCells { height: rows.len(), ..GridCells::default() } }
    }

    /// Adds a column of numbers that is always shown, however narrow the terminal is.
    pub(super) fn column<C: Into<Option<String>>>(
        self,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.ranked(0, title, cell)
    }

    /// Adds a column of text that is always shown, however narrow the terminal is.
    pub(super) fn text<C: Into<Option<String>>>(self, title: &str, cell: impl Fn(&R) -> C) -> Self {
        self.ranked_text(0, title, cell)
    }

    /// Adds a column of numbers. If space is short, columns with a higher rank are dropped first. A
    /// column of rank 0 is always shown; others are omitted if all their cells are empty.
    pub(super) fn ranked<C: Into<Option<String>>>(
        self,
        rank: usize,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.push_column((rank, true), title, &|row| cell(row).into())
    }

    /// Adds a column of text. If space is short, columns with a higher rank are dropped first. A
    /// column of rank 0 is always shown; others are omitted if all their cells are empty.
    pub(super) fn ranked_text<C: Into<Option<String>>>(
        self,
        rank: usize,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.push_column((rank, false), title, &|row| cell(row).into())
    }

    /// Adds a column with the title, rank and alignment from the description of a CSV column.
    pub(super) fn described(self, field: &Field, cell: impl Fn(&R) -> Option<String>) -> Self {
        self.push_column((field.rank, field.is_number()), &field.title(), &cell)
    }

    /// Adds a column. Takes a trait object, so that it is compiled once per row type, not per
    /// column.
    fn push_column(
        mut self,
        (rank, right): (usize, bool),
        title: &str,
        cell: &dyn Fn(&R) -> Option<String>,
    ) -> Self {
        let cells: Vec<String> =
            self.rows.iter().map(|row| cell(row).unwrap_or_default()).collect();
        if rank == 0 || cells.iter().any(|cell| !cell.is_empty()) {
            self.cells.columns.push(Column { title: title.to_owned(), cells, rank, right });
        }
        self
    }

    /// Adds a bar to each row. The bars are shown if there is room for them.
    pub(super) fn bars(mut self, bar: impl Fn(&R) -> f64) -> Self {
        self.cells.bars = self.rows.iter().map(bar).collect();
        self
    }

    /// Shows the rows for which `bold` returns `true` in bold.
    pub(super) fn bold(mut self, bold: impl Fn(&R) -> bool) -> Self {
        self.cells.bold = self.rows.iter().map(bold).collect();
        self
    }

    /// Formats the table as text for a render target.
    pub(super) fn draw(mut self, target: RenderTarget) -> String {
        // Cells may hold arbitrary text from a file.
        for column in &mut self.cells.columns {
            for text in column.cells.iter_mut().chain([&mut column.title]) {
                *text = target.escaped(text);
            }
        }
        match target {
            RenderTarget::Markdown => self.cells.markdown(),
            RenderTarget::Text { width, colours } => self.cells.text(width, colours),
        }
    }
}

/// Cells of a table, all converted to text.
#[derive(Default)]
struct GridCells {
    /// The number of rows of the table.
    height: usize,
    columns: Vec<Column>,
    bars: Vec<f64>,
    bold: Vec<bool>,
}

impl GridCells {
    /// Returns the total width of the columns, including the gaps after them.
    fn width(&self) -> usize {
        self.columns.iter().map(|column| column.width() + GAP).sum()
    }

    fn markdown(self) -> String {
        let line = |cells: String| format!("| {cells} |\n");
        let widths = self.widths();
        let end = |column: &Column| if column.right { ":" } else { "-" };
        let rule = self.columns.iter().zip(&widths);
        let rule = rule.map(|(column, width)| "-".repeat(width + 1) + end(column));
        let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
        let rows = (0..self.height).map(|row| line(self.padded(Some(row), 0, &widths).join(" | ")));
        line(self.padded(None, 0, &widths).join(" | ")) + &rule + &rows.collect::<String>()
    }

    /// Formats the table as plain text: drops columns until the remaining ones fit, and fills the
    /// remaining width with bars.
    fn text(mut self, limit: Option<usize>, coloured: bool) -> String {
        limit.into_iter().for_each(|width| self.fit(width));
        let space = limit.unwrap_or(MAX_WIDTH).saturating_sub(self.width()).min(MAX_BAR);
        let space = if space < MIN_BAR { 0 } else { space };
        let largest = self.bars.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let widths = self.widths();
        let header = line(&self.padded(None, 0, &widths).join("  "), "", true, coloured);
        (0..self.height).fold(header, |text, row| {
            let bar = self.bars.get(row).map_or_else(String::new, |it| bar(it / largest, space));
            let bold = self.bold.get(row) == Some(&true);
            let height = self.columns.iter().map(|column| column.cells[row].lines().count());
            (0..height.max().unwrap_or(1).max(1)).fold(text, |text, part| {
                let bar = if part == 0 { &*bar } else { "" };
                let cells = self.padded(Some(row), part, &widths).join("  ");
                text + &line(&cells, bar, bold, coloured)
            })
        })
    }

    /// Drops columns by rank; if the table still does not fit, wraps the widest text.
    fn fit(&mut self, width: usize) {
        let bars = if self.bars.is_empty() { 0 } else { MIN_BAR };
        self.drop_columns(width.saturating_sub(bars), REPEATED / 2);
        self.drop_columns(width, 1);
        let total = |most: usize| {
            self.columns.iter().map(|column| column.min_width(most) + GAP).sum::<usize>()
        };
        if let Some(most) = (1..=width).rev().find(|&most| total(most) <= width) {
            self.columns.iter_mut().for_each(|column| column.wrap(column.min_width(most)));
        }
    }

    /// Drops columns of the table, the highest rank first but none with a rank below `least`, until
    /// the table fits.
    fn drop_columns(&mut self, width: usize, least: usize) {
        while self.width() > width {
            let ranks = self.columns.iter().map(|column| column.rank);
            let Some(last) = ranks.max().filter(|&rank| rank >= least) else { break };
            self.columns.retain(|column| column.rank != last);
        }
    }

    fn widths(&self) -> Vec<usize> {
        self.columns.iter().map(Column::width).collect()
    }

    /// Returns the line with index `part` of a row's cells, or of the column titles if `row` is
    /// `None`, padded to the column widths.
    fn padded(&self, row: Option<usize>, part: usize, widths: &[usize]) -> Vec<String> {
        let cell = |(column, width): (&Column, &usize)| {
            let cell = row.map_or(&column.title, |row| &column.cells[row]);
            let cell = cell.split('\n').nth(part).unwrap_or_default();
            // Padding in a format string is limited to 65,535 columns.
            let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
            if column.right { blanks + cell } else { format!("{cell}{blanks}") }
        };
        self.columns.iter().zip(widths).map(cell).collect()
    }
}

/// Formats one line of a text table and the bar next to it, in bold and colour if requested.
fn line(cells: &str, bar: &str, bold: bool, coloured: bool) -> String {
    if !coloured {
        return format!("{}\n", format!("{cells}  {bar}").trim_end());
    }
    let cells = if bar.is_empty() { cells.trim_end().to_owned() } else { format!("{cells}  ") };
    let text = if bold { format!("{BOLD}{cells}{RESET}") } else { cells };
    if bar.is_empty() { text + "\n" } else { format!("{text}{CYAN}{bar}{RESET}\n") }
}

/// Returns a bar of block characters that covers `fraction` of the width, rounded to an eighth of a
/// character.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number between 0 and eight times the width"
)]
fn bar(fraction: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let steps = (fraction.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    // A value above zero always gets a visible bar.
    let steps = if fraction > 0.0 && width > 0 { steps.max(1) } else { 0 };
    format!("{}{}", "█".repeat(steps / 8), EIGHTHS[steps % 8])
}

#[cfg(test)]
mod tests;
