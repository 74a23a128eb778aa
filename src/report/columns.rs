//! Tables of text: as many columns as the width allows, the rest of it for bars.
//!
//! A `Grid` is described by its columns, each a title and how a row shows in it; where it is
//! drawn decides how it looks: colours, bars and width on a terminal, every column as Markdown.

use super::column::{Column, wrapped};
use super::field::Field;
use crate::report::escape;

/// What a table is written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderTarget {
    /// Columns of text, with bars beside the numbers.
    Text {
        /// The columns of the terminal; missing where nothing limits them.
        width: Option<usize>,
        /// Whether it shows colours.
        colours: bool,
    },
    /// A Markdown document.
    Markdown,
    /// A web page, whose script lays the cells out.
    Page,
}

impl RenderTarget {
    /// Text that nothing limits.
    pub const PLAIN: Self = Self::Text { width: None, colours: false };

    /// A terminal with this many columns.
    #[must_use]
    pub const fn terminal(width: usize) -> Self {
        Self::Text { width: Some(width), colours: false }
    }

    /// Whether it is a Markdown document.
    #[must_use]
    pub fn is_markdown(self) -> bool {
        self == Self::Markdown
    }
}

/// Sentences, broken between words where a terminal ends.
#[must_use]
pub fn fill(text: &str, target: RenderTarget) -> String {
    match target {
        RenderTarget::Text { width: Some(columns), .. } => wrapped(text, columns),
        _ => text.to_owned(),
    }
}

/// The rank of columns that say what others say: they go where there is no room for bars, one
/// after the other, those with lower ranks down to half of this last.
pub(super) const REPEATED: usize = usize::MAX;

const GAP: usize = 2;
const WIDEST_BAR: usize = 32;
const NARROWEST_BAR: usize = 6;
/// The columns of numbers and bars that nothing else limits.
const WIDEST: usize = 100;

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const RESET: &str = "\u{1b}[0m";

/// A table of some rows.
pub(super) struct Grid<'a, R> {
    rows: &'a [R],
    cells: GridCells,
}

impl<'a, R> Grid<'a, R> {
    /// A table without columns.
    pub(super) fn of(rows: &'a [R]) -> Self {
        Self { rows, cells: GridCells { height: rows.len(), ..GridCells::default() } }
    }

    /// Adds a column of numbers that is always there.
    pub(super) fn column<C: Into<Option<String>>>(
        self,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.ranked(0, title, cell)
    }

    /// Adds a column of text that is always there.
    pub(super) fn text<C: Into<Option<String>>>(self, title: &str, cell: impl Fn(&R) -> C) -> Self {
        self.ranked_text(0, title, cell)
    }

    /// Adds a column of numbers that is left out where it is empty, and by rank where room is short.
    pub(super) fn ranked<C: Into<Option<String>>>(
        self,
        rank: usize,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.with((rank, true), title, &|row| cell(row).into())
    }

    /// Adds a column of text that is left out where it is empty, and by rank where room is short.
    pub(super) fn ranked_text<C: Into<Option<String>>>(
        self,
        rank: usize,
        title: &str,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.with((rank, false), title, &|row| cell(row).into())
    }

    /// Adds a column as it is described.
    pub(super) fn described(self, field: &Field, cell: impl Fn(&R) -> Option<String>) -> Self {
        self.with((field.rank, field.is_number()), &field.title(), &cell)
    }

    /// Compiled once for a type of rows, not for each column.
    fn with(
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

    /// Gives each row a bar, where there is room for bars.
    pub(super) fn bars(mut self, bar: impl Fn(&R) -> f64) -> Self {
        self.cells.bars = self.rows.iter().map(bar).collect();
        self
    }

    /// Makes rows stand out.
    pub(super) fn bold(mut self, bold: impl Fn(&R) -> bool) -> Self {
        self.cells.bold = self.rows.iter().map(bold).collect();
        self
    }

    /// The table as text.
    pub(super) fn draw(self, target: RenderTarget) -> String {
        match target {
            RenderTarget::Markdown => self.cells.markdown(),
            RenderTarget::Page => self.cells.tabbed(),
            RenderTarget::Text { width, colours } => self.cells.text(width, colours),
        }
    }

    /// The head and the body of a table of a web page; the first cell of a row is its name.
    pub(super) fn html(self) -> String {
        self.cells.html()
    }
}

/// What stands in a table.
#[derive(Default)]
struct GridCells {
    /// The number of rows.
    height: usize,
    columns: Vec<Column>,
    bars: Vec<f64>,
    bold: Vec<bool>,
}

impl GridCells {
    /// The width of all cells, with the gaps after columns.
    fn width(&self) -> usize {
        self.columns.iter().map(|column| column.width() + GAP).sum()
    }

    fn html(mut self) -> String {
        self.escape(escape::xml);
        let title = |column: &Column| format!("<th scope=\"col\">{}</th>", column.title);
        let titles: String = self.columns.iter().map(title).collect();
        let row = |row: usize| {
            let mut cells = self.columns.iter().map(|column| &column.cells[row]);
            let name = cells.next().map_or("", |name| name);
            let others: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
            format!("<tr><th scope=\"row\">{name}</th>{others}</tr>")
        };
        let rows: String = (0..self.height).map(row).collect();
        format!("<thead><tr>{titles}</tr></thead><tbody>{rows}</tbody>")
    }

    /// Lines whose cells begin with a tab each: the titles, with `>` before that of a column of
    /// numbers and `<` before others, then the rows.
    fn tabbed(mut self) -> String {
        self.escape(escape::line);
        let title = |column: &Column| {
            let side = if column.right { '>' } else { '<' };
            format!("\t{side}{}", column.title)
        };
        let titles: String = self.columns.iter().map(title).collect();
        let cell = |column: &Column, row: usize| format!("\t{}", column.cells[row]);
        let line = |row: usize| -> String {
            self.columns.iter().map(|column| cell(column, row)).chain(["\n".to_owned()]).collect()
        };
        titles + "\n" + &(0..self.height).map(line).collect::<String>()
    }

    fn markdown(mut self) -> String {
        self.escape(escape::markdown);
        let line = |cells: String| format!("| {cells} |\n");
        let widths = self.widths();
        let end = |column: &Column| if column.right { ":" } else { "-" };
        let rule = self.columns.iter().zip(&widths);
        let rule = rule.map(|(column, width)| "-".repeat(width + 1) + end(column));
        let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
        let rows = (0..self.height).map(|row| line(self.padded(Some(row), 0, &widths).join(" | ")));
        line(self.padded(None, 0, &widths).join(" | ")) + &rule + &rows.collect::<String>()
    }

    /// Leaves out columns until the rest fits, and fills what is left with bars.
    fn text(mut self, limit: Option<usize>, coloured: bool) -> String {
        self.escape(escape::line);
        limit.into_iter().for_each(|width| self.fit(width));
        let space = limit.unwrap_or(WIDEST).saturating_sub(self.width()).min(WIDEST_BAR);
        let space = if space < NARROWEST_BAR { 0 } else { space };
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

    /// Leaves out columns by rank; where that is not enough, the widest text is broken.
    fn fit(&mut self, width: usize) {
        let bars = if self.bars.is_empty() { 0 } else { NARROWEST_BAR };
        self.leave_out(width.saturating_sub(bars), REPEATED / 2);
        self.leave_out(width, 1);
        let total =
            |most: usize| self.columns.iter().map(|column| column.least(most) + GAP).sum::<usize>();
        if let Some(most) = (1..=width).rev().find(|&most| total(most) <= width) {
            self.columns.iter_mut().for_each(|column| column.wrap(column.least(most)));
        }
    }

    /// Leaves out columns, those with the highest rank first, as far as it is `least` or more.
    fn leave_out(&mut self, width: usize, least: usize) {
        while self.width() > width {
            let ranks = self.columns.iter().map(|column| column.rank);
            let Some(last) = ranks.max().filter(|&rank| rank >= least) else { break };
            self.columns.retain(|column| column.rank != last);
        }
    }

    /// Cells may hold anything that stands in a file.
    fn escape(&mut self, escape: impl Fn(&str) -> String) {
        for column in &mut self.columns {
            column.cells.iter_mut().chain([&mut column.title]).for_each(|it| *it = escape(it));
        }
    }

    fn widths(&self) -> Vec<usize> {
        self.columns.iter().map(Column::width).collect()
    }

    /// A line of the cells of a row, or the titles, each as wide as its column.
    fn padded(&self, row: Option<usize>, part: usize, widths: &[usize]) -> Vec<String> {
        let cell = |(column, width): (&Column, &usize)| {
            let cell = row.map_or(&column.title, |row| &column.cells[row]);
            let cell = cell.split('\n').nth(part).unwrap_or_default();
            // A format takes no width above 65,535.
            let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
            if column.right { blanks + cell } else { format!("{cell}{blanks}") }
        };
        self.columns.iter().zip(widths).map(cell).collect()
    }
}

/// A line of a terminal.
fn line(cells: &str, bar: &str, bold: bool, coloured: bool) -> String {
    if !coloured {
        return format!("{}\n", format!("{cells}  {bar}").trim_end());
    }
    let cells = if bar.is_empty() { cells.trim_end().to_owned() } else { format!("{cells}  ") };
    let text = if bold { format!("{BOLD}{cells}{RESET}") } else { cells };
    if bar.is_empty() { text + "\n" } else { format!("{text}{CYAN}{bar}{RESET}\n") }
}

/// A bar of `fraction` of the width, to an eighth of a character.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number between 0 and eight times the width"
)]
fn bar(fraction: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let steps = (fraction.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    // What has been seen at all is never drawn as nothing.
    let steps = if fraction > 0.0 && width > 0 { steps.max(1) } else { 0 };
    format!("{}{}", "█".repeat(steps / 8), EIGHTHS[steps % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_at_the_edge_of_a_terminal_only() {
        let text = "one two three\nfour\n";
        assert_eq!(fill(text, RenderTarget::PLAIN), text);
        assert_eq!(fill(text, RenderTarget::terminal(8)), "one two\nthree\nfour\n");
    }

    #[test]
    fn the_widest_text_is_broken_where_leaving_out_does_not_help() {
        let rows = [("12", "0000 0001 0010 0011"), ("3", "0000")];
        let grid = Grid::of(&rows).column("n", |row| row.0.to_owned());
        let grid = grid.text("cards", |row| row.1.to_owned());
        let text = " n  cards\n12  0000 0001\n    0010 0011\n 3  0000\n";
        assert_eq!(grid.draw(RenderTarget::terminal(15)), text);
    }

    #[test]
    fn bars_grow_with_the_share_and_show_the_smallest() {
        for (fraction, text) in [(1.0, "████"), (0.5, "██"), (1e-9, "▏"), (0.0, "")] {
            assert_eq!(bar(fraction, 4), text);
        }
    }

    #[test]
    fn a_table_is_drawn_for_its_target() {
        let rows = [(1, 25.0), (2, 50.0)];
        let grid = || {
            let grid = Grid::of(&rows).column("cards", |row| row.0.to_string());
            let grid = grid.column("share", |row| format!("{} %", row.1));
            grid.bars(|row| row.1).bold(|row| row.0 == 2)
        };
        let narrow = "cards  share\n    1   25 %\n    2   50 %\n";
        for (target, text) in [
            (RenderTarget::terminal(19), narrow),
            (
                RenderTarget::terminal(24),
                "cards  share\n    1   25 %  █████\n    2   50 %  ██████████\n",
            ),
            (
                RenderTarget::Text { width: Some(24), colours: true },
                "\u{1b}[1mcards  share\u{1b}[0m\n    1   25 %  \u{1b}[36m█████\u{1b}[0m\n\
                 \u{1b}[1m    2   50 %  \u{1b}[0m\u{1b}[36m██████████\u{1b}[0m\n",
            ),
            (
                RenderTarget::Markdown,
                "| cards | share |\n|------:|------:|\n|     1 |  25 % |\n|     2 |  50 % |\n",
            ),
            (RenderTarget::Page, "\t>cards\t>share\n\t1\t25 %\n\t2\t50 %\n"),
        ] {
            assert_eq!(grid().draw(target), text);
        }
    }

    /// Column widths are computed once and are unbounded.
    #[test]
    fn tables_may_be_long_and_cells_wide() {
        let rows = vec!["x"; 50_000];
        let drawn = Grid::of(&rows).column("a", |row| (*row).to_owned());
        assert_eq!(drawn.draw(RenderTarget::terminal(80)).lines().count(), 50_001);
        let wide = ["x".repeat(70_000)];
        let drawn = Grid::of(&wide).column("a", String::clone);
        assert!(drawn.draw(RenderTarget::terminal(80)).contains(&wide[0]));
    }

    #[test]
    fn columns_go_by_rank_where_they_are_empty_or_too_wide() {
        let rows = [("a", "")];
        let grid = || {
            let grid = Grid::of(&rows).text("one", |row| row.0.to_owned());
            let grid = grid.ranked_text(1, "two", |row| row.0.to_owned());
            grid.ranked_text(1, "none", |row| row.1.to_owned())
        };
        assert_eq!(grid().draw(RenderTarget::terminal(10)), "one  two\na    a\n");
        assert_eq!(grid().draw(RenderTarget::terminal(9)), "one\na\n");
        assert_eq!(grid().draw(RenderTarget::Markdown).lines().next(), Some("| one | two |"));
    }

    /// Bars are dearer than what is said twice, and everything else is dearer than bars.
    #[test]
    fn repeated_columns_make_room_for_bars_one_by_one() {
        let rows = [1.0];
        let grid = || {
            let grid = Grid::of(&rows).ranked(1, "exact", |_| "x".to_owned());
            let grid = grid.ranked(REPEATED, "count", |_| "x".to_owned());
            grid.ranked(REPEATED - 1, "odds", |_| "x".to_owned()).bars(|&row| row)
        };
        for (width, header, has_bars) in [
            (26, "exact  count  odds", true),
            (25, "exact  odds", true),
            (18, "exact", true),
            (12, "exact", false),
        ] {
            let text = grid().draw(RenderTarget::terminal(width));
            assert_eq!(text.lines().next(), Some(header));
            assert_eq!(text.contains('█'), has_bars, "{text}");
        }
    }

    #[test]
    fn cells_of_any_content_stay_in_their_place() {
        let rows = [["<b>|\n", "\u{1b}[2J"]];
        let grid = || {
            let grid = Grid::of(&rows).text("a|b", |row| row[0].to_owned());
            grid.text("c", |row| row[1].to_owned())
        };
        let text = grid().draw(RenderTarget::Text { width: None, colours: true });
        assert_eq!(text, "\u{1b}[1ma|b     c\u{1b}[0m\n<b>|\\n  \\u{1b}[2J\n");
        let page = grid().draw(RenderTarget::Page);
        assert_eq!(page, "\t<a|b\t<c\n\t<b>|\\n\t\\u{1b}[2J\n");
        assert_eq!(
            grid().draw(RenderTarget::Markdown),
            "| a\\|b        | c           |\n|-------------|-------------|\n\
             | &lt;b>\\|\\\\n | \\\\u{1b}\\[2J |\n"
        );
    }
}
