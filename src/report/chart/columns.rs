//! Charts of columns: a line for each column that is chosen, and for each deck, policy or whatever
//! else tells the rows of a table apart.

use super::Options;
use super::description::{Axis, Chart, Mark, Point, Series, Unit};
use super::scale::heights;
use crate::report::datasets::recognise::{Recognised, TableError, names};
use crate::report::field::{Field, FieldKind};
use crate::report::groups::{by_key, each_once};
use crate::report::share::limits;
use crate::stats::proportion::Interval;

/// More lines than this would share a colour and a marker.
const MOST_LINES: usize = 8;
/// Lines of more points than this go without dots.
const MOST_DOTS: usize = 40;

/// The content of a chart: columns by another one.
#[derive(Clone, Debug)]
pub(super) struct Plot<'a> {
    /// The column from left to right, and the title of its axis.
    pub(super) x: (&'a str, &'a str),
    /// The columns from bottom to top, with their names.
    pub(super) curves: Vec<(&'a str, &'a str)>,
    /// The title of the axis from bottom to top.
    pub(super) y: &'a str,
    /// Whether that axis goes by powers of ten.
    pub(super) log: bool,
}

impl<'a> Plot<'a> {
    /// Lines of columns with their names.
    pub(super) fn lines(x: (&'a str, &'a str), curves: &[(&'a str, &'a str)]) -> Self {
        Self { x, curves: curves.to_vec(), y: "number", log: false }
    }

    /// The title of the axis from bottom to top.
    pub(super) fn against(self, y: &'a str) -> Self {
        Self { y, ..self }
    }

    /// Uses a scale of powers of ten.
    pub(super) fn log(self) -> Self {
        Self { log: true, ..self }
    }

    /// The chart of some files of the same table.
    pub(super) fn draw(
        &self,
        files: &[Recognised<'_>],
        title: &str,
        caption: String,
    ) -> Result<Chart, TableError> {
        let table = ChartColumns::of(files, &Options::default());
        let series = table.series(self)?;
        let field = |(column, _): &(&str, &str)| table.numeric(column).map(|(_, field)| field);
        let fields = self.curves.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let are_shares = fields.iter().all(|field| field.kind == FieldKind::Probability);
        let y = match (are_shares, self.log) {
            (true, log) => Axis::shares(self.y, log, &series),
            (false, true) => Axis::powers_of_ten(self.y, Unit::Number, heights(&series)),
            (false, false) if heights(&series).any(|it| it < 0.0) => {
                Axis::around_zero(self.y, Unit::Number, heights(&series))
            }
            (false, false) => Axis::from_zero(self.y, Unit::Number, heights(&series)),
        };
        let places = || series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let x = if places().all(|x| x.fract().abs() < f64::EPSILON) {
            Axis::across(self.x.1, &series)
        } else {
            Axis::around_zero(self.x.1, Unit::Number, places())
        };
        Ok(Chart::new(title, caption, [x, y], series))
    }
}

/// The chart of the columns that were chosen.
pub(super) fn chosen(
    files: &[Recognised<'_>],
    x: &str,
    y: &[String],
    options: &Options,
) -> Result<Chart, TableError> {
    if files.iter().all(Recognised::is_empty) {
        return Err(files[0].empty());
    }
    if let Some((_, again)) = y.iter().enumerate().find(|(at, column)| y[..*at].contains(column)) {
        let again = crate::report::escape::excerpt(again);
        return Err(TableError::Unsuitable(format!("--y names the column `{again}` twice")));
    }
    let table = ChartColumns::of(files, options);
    let titles: Vec<String> = y.iter().map(|column| table.title(column)).collect();
    let (x_title, y_title) = (table.title(x), titles.join(", "));
    let curves: Vec<(&str, &str)> =
        y.iter().map(String::as_str).zip(titles.iter().map(String::as_str)).collect();
    let plot = Plot { x: (x, &x_title), curves, y: &y_title, log: options.log };
    if plot.log && has_hidden_points(&table.series(&plot)?) {
        return Err(TableError::Unsuitable(format!(
            "{} has values of {y_title} that powers of ten cannot show: 0 or less; leave out --log",
            files[0].source.name
        )));
    }
    let chart = plot.draw(files, &format!("{y_title} by {x_title}"), String::new())?;
    let caption = format!("{}: {}.", names(files), files[0].dataset.words());
    Ok(Chart { caption, ..chart })
}

/// The columns of some files.
struct ChartColumns<'a> {
    files: &'a [Recognised<'a>],
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl<'a> ChartColumns<'a> {
    /// The rows of what is chosen.
    fn of(files: &'a [Recognised<'a>], options: &Options) -> Self {
        let (header, _) = files[0].cells();
        let place = |name: &str| header.iter().position(|column| column == name);
        let [cards, measure] = ["cards", "measure"].map(place);
        let is_chosen = |row: &Vec<String>| {
            let has = |place: Option<usize>, is: &dyn Fn(&str) -> bool| {
                place.is_none_or(|place| is(&row[place]))
            };
            has(cards, &|cell| {
                let all = options.cards.as_ref();
                all.is_none_or(|sizes| sizes.iter().any(|size| cell.parse() == Ok(size)))
            }) && has(measure, &|cell| options.measure.as_deref().is_none_or(|it| it == cell))
        };
        let rows = files.iter().flat_map(|file| file.cells().1).filter(is_chosen).collect();
        Self { files, header, rows }
    }

    fn field(&self, name: &str) -> Option<(usize, &'static Field)> {
        let place = self.header.iter().position(|column| column == name)?;
        Some((place, self.files[0].dataset.field(name)?))
    }

    fn title(&self, name: &str) -> String {
        self.field(name).map_or_else(|| name.to_owned(), |(_, field)| field.title())
    }

    /// A column of numbers, or which there are.
    fn numeric(&self, name: &str) -> Result<(usize, &'static Field), TableError> {
        let is_numeric = |field: &Field| field.is_number();
        if let Some(found) = self.field(name).filter(|(_, field)| is_numeric(field)) {
            return Ok(found);
        }
        let all = self.header.iter().filter_map(|name| self.field(name));
        let all: Vec<&str> =
            all.filter(|(_, field)| is_numeric(field)).map(|(_, field)| field.name).collect();
        Err(TableError::Unsuitable(format!(
            "{} has no numeric column `{}`; give {}",
            self.files[0].source.name,
            crate::report::escape::excerpt(name),
            all.join(", ")
        )))
    }

    /// The name of a row's series: the keys that are not drawn and not the same in all rows.
    fn kind(&self, varying: &[(usize, &Field)], row: &[String]) -> String {
        let word = |&(place, field): &(usize, &Field)| match field.kind {
            FieldKind::Fraction | FieldKind::Name(_) | FieldKind::Text => row[place].clone(),
            // Its title is not a plural, such as `sets`.
            _ if field.name == "value" => format!("value {}", row[place]),
            _ => format!("{} {}", row[place], field.title()),
        };
        varying.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    fn series(&self, plot: &Plot<'_>) -> Result<Vec<Series>, TableError> {
        let (x, _) = self.numeric(plot.x.0)?;
        let keys = self.files[0].dataset.keys().into_iter();
        let keys = keys.filter(|&key| key != plot.x.0 && plot.curves.iter().all(|it| it.0 != key));
        let keys = keys.filter_map(|key| self.field(key));
        let varying: Vec<(usize, &Field)> = keys
            .filter(|(place, _)| each_once(self.rows.iter().map(|it| &it[*place])).len() > 1)
            .collect();
        let mut series = Vec::new();
        for (column, name) in &plot.curves {
            let (y, _) = self.numeric(column)?;
            for (kind, rows) in by_key(&self.rows, |row| self.kind(&varying, row)) {
                let parts = [if plot.curves.len() > 1 { name } else { "" }, kind.as_str()];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                let points = rows.into_iter().filter_map(|row| self.point(row, [x, y])).collect();
                series.push(line(&parts.join(", "), series.len(), points));
            }
        }
        series.retain(|series| !series.points.is_empty());
        if series.len() > MOST_LINES {
            return Err(TableError::Unsuitable(format!(
                "{} lines (at most {MOST_LINES}) would be drawn, one for each {}; plot fewer rows",
                series.len(),
                varying.iter().map(|(_, field)| field.title()).collect::<Vec<_>>().join(", ")
            )));
        }
        Ok(series)
    }

    /// The point of a row, with its interval where its value has one.
    fn point(&self, row: &[String], [x, y]: [usize; 2]) -> Option<Point> {
        let number = |place: usize| row[place].parse::<f64>().ok().filter(|it| it.is_finite());
        let limit = |name: &str| self.field(name).and_then(|(place, _)| number(place));
        let has_interval = ["probability", "mean", "difference"].contains(&&*self.header[y]);
        let interval: Option<Interval> = limits(limit("ci_low"), limit("ci_high"));
        let interval = interval.filter(|_| has_interval);
        Some(Point::new(number(x)?, number(y)?).between(interval))
    }
}

/// Whether some points have no place on an axis of powers of ten: negative ones, or all of a line.
fn has_hidden_points(series: &[Series]) -> bool {
    let is_hidden = |series: &Series| {
        series.points.iter().any(|point| point.y < 0.0)
            || series.points.iter().all(|point| point.y <= 0.0)
    };
    series.iter().any(is_hidden)
}

/// A line from left to right; dots alone where several stand above one another.
fn line(name: &str, ink: usize, mut points: Vec<Point>) -> Series {
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    let is_function = points.windows(2).all(|pair| pair[0].x < pair[1].x);
    let mark = match points.len() {
        _ if !is_function => Mark::Dots,
        number if number > MOST_DOTS => Mark::Line,
        _ => Mark::DottedLine,
    };
    Series::new(name, ink, mark, points)
}
