//! What the script of the page unpacks: the engine, the answers of all hand sizes, and of each CSV
//! its table, its chart and its text; compressed, in letters, in elements of their own.

use super::files::File;
use crate::report::chart::Chart;
use crate::report::chart::description::Point;
use crate::stats::proportion::Interval;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The letters that the charts of all CSVs may take, and those that their texts may take. The
/// largest are left out where all are more.
const BUDGETS: [usize; 2] = [100_000, 100_000];

/// The engine as a WebAssembly module, which `src/wasm/build.sh` builds.
pub(super) static ENGINE: LazyLock<String> =
    LazyLock::new(|| element("engine", &letters(include_bytes!("engine.wasm"))));

/// What is packed of a CSV, in letters.
#[derive(Default)]
pub(super) struct Packed {
    pub(super) table: String,
    /// Missing where nothing can be drawn, or where it is too large.
    pub(super) chart: Option<String>,
    /// Missing where it is too large.
    pub(super) csv: Option<String>,
}

/// Packs all CSVs.
pub(super) fn packed(files: &[File<'_>]) -> Vec<Packed> {
    let charts =
        files.iter().map(|file| file.chart.as_ref().map(|it| letters(&json(&rounded(it)))));
    let texts = files.iter().map(|file| Some(letters(by_columns(file.source.text).as_bytes())));
    let (charts, texts) = (smallest(charts, BUDGETS[0]), smallest(texts, BUDGETS[1]));
    let table = |file: &File<'_>| letters(file.table.as_bytes());
    let rest = charts.into_iter().zip(texts);
    let one = |(file, (chart, csv))| Packed { table: table(file), chart, csv };
    files.iter().zip(rest).map(one).collect()
}

/// A chart with six digits of each number, and without points that are nowhere.
fn rounded(chart: &Chart) -> Chart {
    let digits = |number: f64| format!("{number:.5e}").parse().unwrap_or(number);
    let mut chart = chart.clone();
    for series in chart.panels.iter_mut().flat_map(|panel| &mut panel.series) {
        let all = std::mem::take(&mut series.points).into_iter();
        let known = all.filter(|point| (point.x + point.y).is_finite());
        let round = |point: Point| {
            let known = point.interval.filter(|it| (it.low + it.high).is_finite());
            let interval = known.map(|it| Interval { low: digits(it.low), high: digits(it.high) });
            let shade = point.shade.filter(|shade| shade.is_finite()).map(digits);
            Point { x: digits(point.x), y: digits(point.y), interval, shade, ..point }
        };
        series.points = known.map(round).collect();
    }
    chart
}

/// The smallest, as long as there is room.
fn smallest(all: impl Iterator<Item = Option<String>>, room: usize) -> Vec<Option<String>> {
    let mut all: Vec<Option<String>> = all.collect();
    let mut sizes: Vec<usize> = all.iter().flatten().map(String::len).collect();
    sizes.sort_unstable();
    let sums = sizes.iter().scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    });
    let fitting = sums.take_while(|&sum| sum <= room).count();
    let largest = if fitting < sizes.len() { sizes[fitting] } else { usize::MAX };
    all.iter_mut().for_each(|it| *it = it.take().filter(|text| text.len() < largest));
    all
}

/// What the script reads as JSON.
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("numbers and text can be written as JSON")
}

/// Bytes in letters.
pub(super) fn letters(bytes: &[u8]) -> String {
    const SMALLEST: u8 = 9;
    STANDARD.encode(compress_to_vec_zlib(bytes, SMALLEST))
}

/// An element that holds letters.
pub(super) fn element(id: &str, letters: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{letters}</script>\n")
}

/// A CSV column by column, which makes it smaller by a third: after a line `columns` a line for
/// each, with its cells; one like an earlier one has the number of that, after a tab. A text with
/// quotes or lines of several lengths comes after a line `text`.
fn by_columns(csv: &str) -> String {
    let as_it_is = || format!("text\n{csv}");
    let Some(rows) = csv.strip_suffix('\n').filter(|_| !csv.contains(['"', '\t', '\r'])) else {
        return as_it_is();
    };
    let rows: Vec<Vec<&str>> = rows.split('\n').map(|row| row.split(',').collect()).collect();
    if rows.iter().any(|row| row.len() != rows[0].len()) {
        return as_it_is();
    }
    let (mut packed, mut seen) = ("columns".to_owned(), HashMap::new());
    for (place, title) in rows[0].iter().enumerate() {
        let cells: Vec<&str> = rows[1..].iter().map(|row| row[place]).collect();
        packed += "\n";
        packed += title;
        if let Some(same) = seen.get(&cells) {
            packed += &format!("\t{same}");
        } else {
            cells.iter().for_each(|cell| packed.extend([",", cell]));
            seen.insert(cells, place);
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_side_by_side_and_equal_ones_once() {
        assert_eq!(by_columns("a,b,c\n1,2,1\n3,,3\n"), "columns\na,1,3\nb,2,\nc\t0");
        for text in ["a,b\n1\n", "a\n\"1,\n2\"\n", "a\n1", "", "a\r\n1\r\n"] {
            assert_eq!(by_columns(text), format!("text\n{text}"));
        }
    }

    #[test]
    fn the_largest_go_first_where_there_is_no_room() {
        let of = |sizes: &[usize], room| -> Vec<bool> {
            let all = sizes.iter().map(|&size| (size > 0).then(|| "x".repeat(size)));
            smallest(all, room).iter().map(Option::is_some).collect()
        };
        assert_eq!(of(&[5, 1, 0, 3], 9), [true, true, false, true]);
        assert_eq!(of(&[5, 1, 0, 3], 8), [false, true, false, true]);
        assert_eq!(of(&[5], 4), [false]);
    }
}
