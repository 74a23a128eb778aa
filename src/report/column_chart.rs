//! Charts of columns that the user chooses: one line for each column, and for each deck, policy or
//! other key that distinguishes the rows of a table.

use crate::report::cell::Cell;
use crate::report::chart::{Axis, Chart, Mark, Point, Series, Unit, heights};
use crate::report::csv::Row;
use crate::report::escape::excerpt;
use crate::report::estimate::limits;
use crate::report::field::{Field, FieldKind};
use crate::report::groups::by_key;
use crate::report::sheet::{
    CsvText, Rows, TableError, decimal_point, duplicate_column, names, texts,
};
use crate::stats::proportion::Interval;
use csv::StringRecord;
use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;

/// Maximum number of lines in a chart of chosen columns; more would repeat a colour and a marker.
const MAX_LINES: usize = 8;
/// Maximum number of rows in each CSV file from another program; a chart of more points would not
/// be legible.
const MAX_ROWS: usize = 100_000;
/// Maximum number of points of a line that is drawn with dots; a line with more points has none.
const MAX_DOTS: usize = 40;

/// Column of hand sizes as an x axis, with the title of that axis.
pub(crate) const BY_SIZE: (&str, &str) = ("cards", "cards in the hand");

/// Selection of columns for a chart: one for the x axis, others for the y axis.
#[derive(Clone, Debug)]
pub(crate) struct Plot<'a> {
    /// The column of the x axis and the title of that axis.
    pub(crate) x: (&'a str, &'a str),
    /// The columns of the y axis, each with its name in the legend.
    pub(crate) curves: Vec<(&'a str, &'a str)>,
    /// The title of the y axis.
    pub(crate) y: &'a str,
    /// Whether the y axis is logarithmic.
    pub(crate) log: bool,
}

impl<'a> Plot<'a> {
    /// Creates a linear plot of some columns with their names.
    pub(crate) fn lines(x: (&'a str, &'a str), curves: &[(&'a str, &'a str)]) -> Self {
        Self { x, curves: curves.to_vec(), y: "number", log: false }
    }

    /// Sets the title of the y axis.
    pub(crate) fn against(self, y: &'a str) -> Self {
        Self { y, ..self }
    }

    /// Makes the y axis logarithmic.
    pub(crate) fn log(self) -> Self {
        Self { log: true, ..self }
    }

    /// Draws a chart of the selected columns of rows of one kind.
    pub(crate) fn draw<R: Row>(
        &self,
        rows: &[R],
        title: &str,
        caption: String,
    ) -> Result<Chart, TableError> {
        let text = |cell: Cell| cell.text().map_or_else(String::new, Cow::into_owned);
        let rows =
            rows.iter().cloned().map(|row| row.cells().into_iter().map(text).collect()).collect();
        self.draw_table(&ChartTable::new(R::FIELDS, String::new(), rows), title, caption)
    }

    fn draw_table(
        &self,
        table: &ChartTable,
        title: &str,
        caption: String,
    ) -> Result<Chart, TableError> {
        let series = table.series(self)?;
        let is_share = |(column, _): &(&str, &str)| Ok(table.numeric(column)?.1.is_share);
        let shares = self.curves.iter().map(is_share).collect::<Result<Vec<_>, TableError>>()?;
        let are_shares = shares.into_iter().all(|is_share| is_share);
        let y = match (are_shares, self.log) {
            (true, log) => Axis::shares(self.y, log, &series),
            (false, true) => Axis::powers_of_ten(self.y, Unit::Number, heights(&series)),
            (false, false) if heights(&series).any(|it| it < 0.0) => {
                Axis::around_zero(self.y, heights(&series))
            }
            (false, false) => Axis::from_zero(self.y, Unit::Number, heights(&series)),
        };
        let places = || series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let x = if places().all(|x| x.fract().abs() < f64::EPSILON) {
            Axis::across(self.x.1, &series)
        } else {
            Axis::around_zero(self.x.1, places())
        };
        Ok(Chart::new(title, caption, [x, y], series))
    }
}

/// Draws a chart of the columns chosen by the user from files with the same kind of table.
pub(crate) fn chosen(
    fields: &[Field],
    files: &[Rows<'_, StringRecord>],
    (x, y): (&str, &[String]),
    log: bool,
    caption: String,
) -> Result<Chart, TableError> {
    let rows = files.iter().flat_map(|file| &file.rows);
    let rows = rows.map(|row| row.iter().map(str::to_owned).collect()).collect();
    ChartTable::new(fields, names(files), rows).draw(x, y, log, caption)
}

/// Draws a chart of the columns chosen by the user from CSV files of any origin. Fails if no row
/// has a number in both columns.
pub(crate) fn chosen_of_any(
    sources: &[CsvText<'_>],
    x: &str,
    y: &[String],
    log: bool,
) -> Result<Chart, TableError> {
    let table = ChartTable::read(sources)?;
    let caption = format!("{}.", table.names);
    let chart = table.draw(x, y, log, caption)?;
    if chart.is_empty() {
        return Err(TableError::Unsuitable(format!(
            "there is nothing to draw: no row of {} has a number in both columns",
            table.names
        )));
    }
    Ok(chart)
}

/// Column of a table that a chart can show.
struct ChartColumn {
    name: String,
    title: String,
    is_number: bool,
    /// Whether the column is a key, which distinguishes rows.
    is_key: bool,
    /// Whether the values of the column are proportions.
    is_share: bool,
}

impl ChartColumn {
    /// Creates a chart column from the description of a column in one of the program's own tables.
    fn described(field: &Field) -> Self {
        Self {
            name: field.name.to_owned(),
            title: field.title(),
            is_number: field.is_number(),
            is_key: field.is_key(),
            is_share: field.kind == FieldKind::Probability,
        }
    }

    /// Creates a chart column for a CSV from another program. A column with a name is a key if some
    /// cell is not a number or all cells are empty.
    fn guessed<'a>(name: &str, mut cells: impl Iterator<Item = &'a str> + Clone) -> Self {
        /// Largest number accepted in a CSV from another program; it exceeds any count of this
        /// program.
        const MAX_NUMBER: f64 = 4e38;
        let is_number = |cell: &str| {
            let number = cell.parse::<f64>();
            cell.is_empty() || number.is_ok_and(|it| it.abs() <= MAX_NUMBER)
        };
        let is_empty = cells.clone().all(str::is_empty);
        let is_number = !is_empty && cells.all(is_number);
        Self {
            name: name.to_owned(),
            title: excerpt(&name.replace('_', " ")),
            is_number,
            is_key: !is_number && !name.is_empty(),
            is_share: false,
        }
    }
}

/// Columns and rows of one or more CSV files, as text.
struct ChartTable {
    /// The names of the files, joined for messages.
    names: String,
    columns: Vec<ChartColumn>,
    rows: Vec<Vec<String>>,
}

impl ChartTable {
    /// Creates a table from rows of the program's own tables.
    fn new(fields: &[Field], names: String, rows: Vec<Vec<String>>) -> Self {
        Self { names, columns: fields.iter().map(ChartColumn::described).collect(), rows }
    }

    /// Reads CSV files of any origin that have the same columns.
    fn read(sources: &[CsvText<'_>]) -> Result<Self, TableError> {
        let names: Vec<&str> = sources.iter().map(|source| source.name).collect();
        let names = names.join(", ");
        let (mut header, mut rows) = (Vec::new(), Vec::new());
        for source in sources {
            let (own, more) = texts(*source, MAX_ROWS)?;
            if !rows.is_empty() && own != header {
                return Err(TableError::Unsuitable(format!(
                    "{} and {} have different columns; give them one by one",
                    sources[0].name, source.name
                )));
            }
            header = own;
            rows.extend(more);
        }
        let column = |(place, name): (usize, &String)| {
            ChartColumn::guessed(name, rows.iter().map(|row| row[place].as_str()))
        };
        Ok(Self { names, columns: header.iter().enumerate().map(column).collect(), rows })
    }

    /// Draws a chart of the columns `y` against the column `x`. Fails if `y` names a column twice,
    /// if a column is missing, not numeric or twice in the header, or if a logarithmic axis would
    /// hide values.
    fn draw(&self, x: &str, y: &[String], log: bool, caption: String) -> Result<Chart, TableError> {
        let mut known = HashSet::new();
        if let Some(again) = y.iter().find(|column| !known.insert(*column)) {
            let again = excerpt(again);
            return Err(TableError::Unsuitable(format!("--y names the column `{again}` twice")));
        }
        let is_twice =
            |name: &&str| self.columns.iter().filter(|column| column.name == **name).count() > 1;
        if let Some(twice) = iter::once(x).chain(y.iter().map(String::as_str)).find(is_twice) {
            return Err(TableError::Unsuitable(format!(
                "{}: {}",
                self.names,
                duplicate_column(twice)
            )));
        }
        let titles: Vec<&str> = y.iter().map(|column| self.title(column)).collect();
        let (x_title, y_title) = (self.title(x), titles.join(", "));
        let curves = y.iter().map(String::as_str).zip(titles).collect();
        let plot = Plot { x: (x, x_title), curves, y: &y_title, log };
        if log && has_hidden_points(&self.series(&plot)?) {
            return Err(TableError::Unsuitable(format!(
                "{} has values of {y_title} that powers of ten cannot show: 0 or less; leave out \
                 --log",
                self.names
            )));
        }
        plot.draw_table(self, &format!("{y_title} by {x_title}"), caption)
    }

    fn column(&self, name: &str) -> Option<(usize, &ChartColumn)> {
        self.columns.iter().enumerate().find(|(_, column)| column.name == name)
    }

    fn title<'a>(&'a self, name: &'a str) -> &'a str {
        self.column(name).map_or(name, |(_, column)| &column.title)
    }

    /// Finds a numeric column by its name. For other names, the error lists all numeric columns or
    /// quotes a cell with a decimal comma.
    fn numeric(&self, name: &str) -> Result<(usize, &ChartColumn), TableError> {
        let found = self.column(name);
        if let Some(found) = found.filter(|(_, column)| column.is_number) {
            return Ok(found);
        }
        let mut cells = self.rows.iter().filter_map(|row| row.get(found?.0)).map(String::as_str);
        let with_point = |cell: &str| Some((excerpt(cell), excerpt(&decimal_point(cell)?)));
        if let Some((cell, point)) = cells.find_map(with_point) {
            return Err(TableError::Unsuitable(format!(
                "{}: `{cell}` in the column `{}` has a decimal comma; write {point} instead",
                self.names,
                excerpt(name)
            )));
        }
        let all = self.columns.iter().filter(|column| column.is_number);
        let all: Vec<&str> = all.map(|column| column.name.as_str()).collect();
        Err(TableError::Unsuitable(format!(
            "{} has no numeric column `{}`; give {}",
            self.names,
            excerpt(name),
            excerpt(&all.join(", "))
        )))
    }

    /// Returns the name of the chart series to which a row belongs, made of the keys that vary
    /// between rows.
    fn kind(varying: &[(usize, &ChartColumn)], row: &[String]) -> String {
        let word = |&(place, column): &(usize, &ChartColumn)| match column {
            ChartColumn { is_number: false, .. } => excerpt(&row[place]),
            // Column titles are plurals, such as `sets`, except `value`.
            _ if column.name == "value" => format!("value {}", row[place]),
            _ => format!("{} {}", row[place], column.title),
        };
        varying.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    fn series(&self, plot: &Plot<'_>) -> Result<Vec<Series>, TableError> {
        let (x, _) = self.numeric(plot.x.0)?;
        let is_drawn = |name: &str| name == plot.x.0 || plot.curves.iter().any(|it| it.0 == name);
        // Keys that are not plotted and vary between rows name the series.
        let keys = self.columns.iter().enumerate().filter(|(_, column)| column.is_key);
        let varies = |place: usize| self.rows.iter().any(|row| row[place] != self.rows[0][place]);
        let varying: Vec<(usize, &ChartColumn)> =
            keys.filter(|(place, column)| !is_drawn(&column.name) && varies(*place)).collect();
        let groups = by_key(&self.rows, |row| Self::kind(&varying, row));
        let mut series = Vec::new();
        for (column, name) in &plot.curves {
            let (y, _) = self.numeric(column)?;
            for (kind, rows) in &groups {
                let parts = [if plot.curves.len() > 1 { name } else { "" }, kind.as_str()];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                let points = rows.iter().filter_map(|row| self.point(row, [x, y])).collect();
                series.push(line(&parts.join(", "), series.len(), points));
            }
        }
        series.retain(|series| !series.points.is_empty());
        if series.len() > MAX_LINES {
            return Err(TableError::Unsuitable(format!(
                "{} lines (at most {MAX_LINES}) would be drawn, one for each {}; plot fewer rows",
                series.len(),
                varying.iter().map(|(_, column)| &*column.title).collect::<Vec<_>>().join(", ")
            )));
        }
        Ok(series)
    }

    /// Returns the point of a row in a chart, with a confidence interval if its value has one, or
    /// `None` if a coordinate is not a number.
    fn point(&self, row: &[String], [x, y]: [usize; 2]) -> Option<Point> {
        let number = |place: usize| row[place].parse::<f64>().ok().filter(|it| it.is_finite());
        let limit = |name: &str| self.column(name).and_then(|(place, _)| number(place));
        let has_interval = ["probability", "mean", "difference"].contains(&&*self.columns[y].name);
        let interval: Option<Interval> = limits(limit("ci_low"), limit("ci_high"));
        let interval = interval.filter(|_| has_interval);
        Some(Point::new(number(x)?, number(y)?).with_interval(interval))
    }
}

/// Returns whether a logarithmic axis would hide points that must be shown: negative values, or all
/// points of a line.
fn has_hidden_points(series: &[Series]) -> bool {
    let is_hidden = |series: &Series| {
        series.points.iter().any(|point| point.y < 0.0)
            || series.points.iter().all(|point| point.y <= 0.0)
    };
    series.iter().any(is_hidden)
}

/// Creates a chart series sorted by x; it consists of dots without a line if several points have
/// the same x.
fn line(name: &str, ink: usize, mut points: Vec<Point>) -> Series {
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    let is_function = points.windows(2).all(|pair| pair[0].x < pair[1].x);
    let mark = match points.len() {
        _ if !is_function => Mark::Dots,
        number if number > MAX_DOTS => Mark::Line,
        _ => Mark::DottedLine,
    };
    Series::new(name, ink, mark, points)
}
