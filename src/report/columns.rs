//! Columns of text: as many as the width allows, the rest of it for bars.

use crate::escape;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// What a table is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain columns, for a terminal.
    Terminal,
    /// A Markdown table.
    Markdown,
}

/// A column of a table; columns with a higher rank go first when space is short.
pub(super) struct Column {
    title: String,
    cells: Vec<String>,
    rank: u8,
}

impl Column {
    pub(super) fn new(rank: u8, title: &str, cells: impl Iterator<Item = String>) -> Self {
        Self { title: title.to_owned(), cells: cells.collect(), rank }
    }

    /// Without the gap between columns.
    fn width(&self) -> usize {
        let lengths = self.cells.iter().chain([&self.title]).map(|cell| cell.chars().count());
        lengths.max().unwrap_or(0)
    }
}

/// The rank of columns that say what others say.
pub(super) const REPEATED: u8 = 5;

const GAP: usize = 2;
const WIDEST_BAR: usize = 32;
const NARROWEST_BAR: usize = 6;

/// A column without content, such as exact values where none is known, has no use.
pub(super) fn with_content(mut columns: Vec<Column>) -> Vec<Column> {
    columns.retain(|column| column.cells.iter().any(|cell| !cell.is_empty()));
    columns
}

/// Any table: titles, and rows of as many cells; nothing is left out, whatever the width.
#[must_use]
pub fn plain(titles: &[&str], rows: &[Vec<String>], style: Style) -> String {
    let cells = |place: usize| rows.iter().map(move |row| row[place].clone());
    let columns = titles.iter().enumerate();
    let columns: Vec<Column> =
        columns.map(|(place, title)| Column::new(0, title, cells(place))).collect();
    draw(&columns, CellAlignment::Left, style)
}

/// The same without the columns that are empty.
pub(super) fn without_empty(titles: &[String], rows: &[Vec<String>], style: Style) -> String {
    let cells = |place: usize| rows.iter().map(move |row| row[place].clone());
    let columns = titles.iter().enumerate();
    let columns = columns.map(|(place, title)| Column::new(0, title, cells(place)));
    draw(&with_content(columns.collect()), CellAlignment::Left, style)
}

/// A table for a terminal with a bar beside each of its rows, where there is room for bars.
#[must_use]
pub fn beside(table: &str, values: &[f64], width: usize) -> String {
    let widest = table.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let space = width.saturating_sub(widest + GAP).min(WIDEST_BAR);
    if space < NARROWEST_BAR {
        return table.to_owned();
    }
    let largest = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let bars = values.iter().map(|value| bar(value / largest, space));
    let bars = std::iter::once(String::new()).chain(bars);
    let line = |(line, bar): (&str, String)| format!("{line:widest$}  {bar}");
    table.lines().zip(bars).map(line).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Leaves out columns until the rest fits, and fills what is left with bars.
pub(super) fn render(columns: Vec<Column>, shares: &[f64], width: usize) -> String {
    render_aligned(columns, shares, width, CellAlignment::Right)
}

/// The same, where what another column says in other words makes room for bars.
pub(super) fn render_with_bars(mut columns: Vec<Column>, shares: &[f64], width: usize) -> String {
    let used: usize = columns.iter().map(|column| column.width() + GAP).sum();
    if used + NARROWEST_BAR > width {
        columns.retain(|column| column.rank < REPEATED);
    }
    render(columns, shares, width)
}

/// The same as [`render`] with cells at either side of their columns.
pub(super) fn render_aligned(
    mut columns: Vec<Column>,
    shares: &[f64],
    width: usize,
    alignment: CellAlignment,
) -> String {
    let used =
        |columns: &[Column]| columns.iter().map(|column| column.width() + GAP).sum::<usize>();
    while used(&columns) > width {
        let Some(last) = columns.iter().map(|column| column.rank).max().filter(|&rank| rank > 0)
        else {
            break;
        };
        columns.retain(|column| column.rank != last);
    }
    let space = width.saturating_sub(used(&columns)).min(WIDEST_BAR);
    if space >= NARROWEST_BAR {
        let largest = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        columns.push(Column::new(0, "", shares.iter().map(|share| bar(share / largest, space))));
    }
    draw(&columns, alignment, Style::Terminal)
}

pub(super) fn draw(columns: &[Column], alignment: CellAlignment, style: Style) -> String {
    let (preset, padding) = match style {
        Style::Terminal => (presets::NOTHING, (0, 2)),
        Style::Markdown => (presets::ASCII_MARKDOWN, (1, 1)),
    };
    // Cells may hold anything that stands in a file.
    let escaped = |cell: &str| match style {
        Style::Terminal => escape::line(cell),
        Style::Markdown => escape::markdown(cell),
    };
    let mut table = Table::new();
    table.load_style(preset).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().map(|column| escaped(&column.title)));
    let rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..rows {
        table.add_row(columns.iter().map(|column| escaped(&column.cells[row])));
    }
    for (place, column) in columns.iter().enumerate() {
        if let Some(layout) = table.column_mut(place) {
            layout.set_padding(padding);
            let is_bar = column.title.is_empty();
            layout.set_cell_alignment(if is_bar { CellAlignment::Left } else { alignment });
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
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
    let steps = if fraction > 0.0 { steps.max(1) } else { 0 };
    format!("{}{}", "█".repeat(steps / 8), EIGHTHS[steps % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_the_share_and_show_the_smallest() {
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(1e-9, 4), "▏");
        assert_eq!(bar(0.0, 4), "");
    }

    #[test]
    fn bars_stand_beside_a_table_where_there_is_room() {
        let table = "cards  share\n1      25 %\n2      50 %\n";
        let wide = beside(table, &[0.25, 0.5], 24);
        assert_eq!(wide, "cards  share\n1      25 %   █████\n2      50 %   ██████████\n");
        assert_eq!(beside(table, &[0.25, 0.5], 19), table);
    }

    #[test]
    fn plain_tables_keep_their_cells() {
        let rows = [vec!["1".to_owned(), "two red".to_owned()]];
        let draw = |style| plain(&["card", "words"], &rows, style);
        assert_eq!(draw(Style::Terminal), "card  words\n1     two red\n");
        assert_eq!(
            draw(Style::Markdown),
            "| card | words   |\n|------|---------|\n| 1    | two red |\n"
        );
    }

    #[test]
    fn cells_of_any_content_stay_in_their_place() {
        let rows = [vec!["<b>|\n".to_owned(), "\u{1b}[2J".to_owned()]];
        let draw = |style| plain(&["a|b", "c"], &rows, style);
        assert_eq!(draw(Style::Terminal), "a|b     c\n<b>|\\n  \\u{1b}[2J\n");
        assert_eq!(
            draw(Style::Markdown),
            "| a\\|b        | c           |\n|-------------|-------------|\n\
             | &lt;b>\\|\\\\n | \\\\u{1b}\\[2J |\n"
        );
    }
}
