//! Text tables of distributions, for terminals and Markdown.

use super::{DistributionRow, Summary};
use crate::measure::Measure;
use crate::report::columns::{Grid, REPEATED, RenderTarget};
use crate::report::kind::titled_tables;
use crate::report::number::{exact_percent, grouped, one_in, plural, significant};
use crate::report::sentence;
use crate::stats::Ratio;

/// Formats the rows of one distribution, with a bar for each probability. `level` is the confidence
/// level of the intervals, such as `95 %`.
#[must_use]
pub fn distribution(rows: &[DistributionRow], level: &str, target: RenderTarget) -> String {
    let rows = informative(rows, |row| row.count > 0 || row.value == 0);
    let measure = rows.first().map(|row| row.measure);
    let title = measure.map_or("", Measure::name).replace('-', " ");
    let sampled = rows.iter().any(|row| row.ci_low.is_some());
    let exact = |row: &DistributionRow| row.exact_probability.filter(|_| sampled);
    Grid::new(&rows)
        .column(&title, |row| row.value.to_string())
        .ranked(REPEATED, "count", |row| grouped(row.count))
        .column("probability", |row| row.estimate().percentage())
        .ranked(1, &format!("{level} interval"), |row| row.estimate().interval())
        .ranked(2, "exact", |row| exact(row).map(exact_percent))
        .ranked(REPEATED - 1, "odds", |row| row.estimate().one_in())
        .bars(|row| row.probability)
        .bold(|row| (row.measure, row.value) == (Measure::Sets, 0))
        .draw(target)
}

/// Formats the rows of an exact distribution that have no common total, such as that of the first
/// set. Counts are omitted, because they are not comparable between rows.
#[must_use]
pub(super) fn exact_values(rows: &[DistributionRow], target: RenderTarget) -> String {
    let measure = rows.first().map(|row| row.measure);
    let title = measure.map_or("", Measure::name).replace('-', " ");
    let fraction = |row: &DistributionRow| {
        (row.total > 0).then(|| Ratio::new(row.count, row.total).to_string())
    };
    Grid::new(rows)
        .column(&title, |row| row.value.to_string())
        .ranked(3, "fraction", fraction)
        .column("probability", |row| exact_percent(row.probability))
        .ranked(1, "odds", |row| one_in(row.probability))
        .bars(|row| row.probability)
        .draw(target)
}

/// Returns a sentence with the mean of an exact distribution whose rows have no common total.
#[must_use]
pub(super) fn exact_mean(rows: &[DistributionRow]) -> String {
    let mean: f64 = rows.iter().map(|row| row.value as f64 * row.probability).sum();
    let mean = significant(mean, 5);
    match rows.first().map(|row| row.measure) {
        Some(Measure::FirstSet) => {
            format!("The first set is there after {mean} cards on average.\n")
        }
        _ => format!("A random complete cap has {mean} cards on average.\n"),
    }
}

/// Returns the rows that a table shows: all of them, or if there are more than 100, those for which
/// `tells` returns `true`.
pub(crate) fn informative<R>(rows: &[R], tells: impl Fn(&R) -> bool) -> Vec<&R> {
    const MAX_UNFILTERED: usize = 100;
    let all = rows.len() <= MAX_UNFILTERED;
    rows.iter().filter(|row| all || tells(row)).collect()
}

/// Maximum number of hand sizes whose values are all listed; more get one row each.
const MAX_IN_FULL: usize = 3;

/// Returns whether the hand sizes are few enough to list all values.
#[must_use]
pub fn lists_all_values(summaries: &[Summary]) -> bool {
    summaries.chunk_by(|one, next| one.cards == next.cards).count() <= MAX_IN_FULL
}

/// Formats the tables of distributions sorted by hand size: all rows of a few hand sizes, otherwise
/// one row per hand size. A Markdown document then also lists all rows of 12 cards. `rows` returns
/// the rows of one distribution, `level` is the confidence level of the intervals.
#[must_use]
pub fn draw(
    summaries: &[Summary],
    rows: impl Fn(&Summary) -> Vec<DistributionRow>,
    level: &str,
    target: RenderTarget,
) -> String {
    /// Number of cards on the table when a game begins, the hand size that most questions are
    /// about.
    const INITIAL_TABLE: usize = 12;
    let has_measures = summaries.iter().any(|it| it.measure != Measure::Sets);
    let in_full = |summary: &Summary| {
        let of = if has_measures { format!(", {}", summary.measure) } else { String::new() };
        let name = format!("{}{of}", plural(summary.cards, "card"));
        (name, distribution(&rows(summary), level, target))
    };
    if lists_all_values(summaries) {
        return titled_tables(summaries.iter().map(in_full).collect(), target);
    }
    let of = |measure| summaries.iter().filter(move |it| it.measure == measure).cloned().collect();
    let all = Measure::ALL.iter().map(|&measure| (measure, of(measure)));
    let all = all.filter(|(_, summaries): &(_, Vec<Summary>)| !summaries.is_empty());
    let line_each = |(measure, own): (Measure, Vec<Summary>)| {
        let name = match measure {
            Measure::Sets => "hands without a set".to_owned(),
            _ => format!("mean of {measure}"),
        };
        (name, overview(&own, level, target))
    };
    let mut parts: Vec<(String, String)> = all.map(line_each).collect();
    if target.is_markdown() {
        parts.extend(summaries.iter().filter(|it| it.cards == INITIAL_TABLE).map(in_full));
        return titled_tables(parts, target);
    }
    titled_tables(parts, target) + "\nThe whole distributions: --format csv, or -o FILE.csv\n"
}

/// Formats a table of one measure with one row per hand size: for the number of sets, the
/// probability of no set, otherwise the mean, each with a bar.
#[must_use]
pub(super) fn overview(summaries: &[Summary], level: &str, target: RenderTarget) -> String {
    let is_of_sets = |it: &&Summary| it.measure == Measure::Sets;
    let none = |summary| Some((summary, Some(summary).filter(is_of_sets)?.no_set.as_ref()?));
    match summaries.iter().map(none).collect::<Option<Vec<_>>>() {
        Some(rows) => overview_of_sets(&rows, level, target),
        None => overview_of_means(summaries, target),
    }
}

fn overview_of_means(summaries: &[Summary], target: RenderTarget) -> String {
    Grid::new(summaries)
        .column("cards", |summary| summary.cards.to_string())
        .column("mean", sentence::mean_value)
        .ranked(1, "exact", |summary| summary.exact_mean.map(|it| significant(it.value(), 6)))
        .bars(|summary| summary.moments.mean)
        .draw(target)
}

/// Formats a table of the measure `sets` with one row per hand size and the proportion of hands
/// without a set.
fn overview_of_sets(
    rows: &[(&Summary, &DistributionRow)],
    level: &str,
    target: RenderTarget,
) -> String {
    let sampled = rows.iter().any(|(_, none)| none.ci_low.is_some());
    let exact = |none: &DistributionRow| none.exact_probability.filter(|_| sampled);
    Grid::new(rows)
        .column("cards", |(summary, _)| summary.cards.to_string())
        .column("no set", |(_, none)| none.estimate().percentage())
        .ranked(1, &format!("{level} interval"), |(_, none)| none.estimate().interval())
        .ranked(2, "exact", |(_, none)| exact(none).map(exact_percent))
        .ranked(REPEATED, "odds", |(_, none)| none.estimate().one_in())
        .ranked(3, "mean sets", |(summary, _)| significant(summary.moments.mean, 5))
        .bars(|(_, none)| none.probability)
        .draw(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::estimate::Estimate;
    use crate::stats::proportion::Interval;

    fn row(value: usize, count: u128, total: u128) -> DistributionRow {
        let probability = count as f64 / total as f64;
        let limits = Some(Interval { low: probability - 0.001, high: probability + 0.001 });
        let estimate = Estimate::new(count, total, limits);
        DistributionRow::new((4, 12, Measure::Sets, value), estimate, (Some(probability), None))
    }

    #[test]
    fn every_line_fits_the_width_and_narrow_ones_keep_what_matters() {
        let rows: Vec<DistributionRow> =
            (0..15).map(|value| row(value, 10_u128.pow(12) >> value, 10_u128.pow(12))).collect();
        for width in 20..140 {
            let table = distribution(&rows, "95 %", RenderTarget::terminal(width));
            assert_eq!(table.lines().count(), 16);
            assert!(table.lines().all(|line| line.chars().count() <= width), "{width}\n{table}");
            assert!(table.contains("probability"), "{width}");
        }
        let wide = distribution(&rows, "95 %", RenderTarget::terminal(120));
        for title in ["sets", "count", "probability", "95 % interval", "exact", "odds"] {
            assert!(wide.contains(title), "{title}\n{wide}");
        }
        assert!(wide.contains("1 in 2.00") && wide.contains('█'), "{wide}");
    }

    #[test]
    fn of_very_many_rows_those_that_were_seen_are_shown() {
        let rows: Vec<DistributionRow> =
            (0..1081).map(|value| row(value, u128::from(value == 1080), 1)).collect();
        let table = distribution(&rows, "95 %", RenderTarget::terminal(80));
        assert_eq!(table.lines().count(), 3, "{table}");
    }
}
