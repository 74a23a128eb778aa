//! How far partial results are.

use super::columns::{Grid, RenderTarget};
use super::csv::row;
use super::datasets::Listed;
use super::groups::by_key;
use super::number::{count, grouped, plural};
use crate::report::field::{COUNT, LOGICAL, TEXT};
use crate::run::{Blocks, Header, Plan};
use crate::stats::to_float;

row! {
    /// A file with a partial result: a row of the CSV, columns in this order.
    pub struct StatusRow {
        /// The file.
        pub file: String = TEXT.key(),
        /// The job of its plan.
        pub job: String = TEXT,
        /// The shard of the plan, such as 3/64; missing in a file that is to hold all.
        pub share: Option<String> = TEXT,
        /// The work units that it has.
        pub done: u128 = COUNT,
        /// The work units that it is to have.
        pub units: u128 = COUNT,
        /// Whether that is all.
        pub complete: bool = LOGICAL,
    }
}

impl StatusRow {
    /// The status that the header of a file tells.
    #[must_use]
    pub fn new(file: String, header: &Header) -> Self {
        let wanted = header.wanted();
        let units = header.plan.units_of(&wanted);
        Self {
            file,
            job: header.plan.job().to_string(),
            share: header.shard.map(|shard| shard.to_string()),
            // A damaged file may have blocks of other shards, too.
            done: units - header.plan.units_of(&wanted.without(&header.finished)),
            units,
            complete: header.is_complete(),
        }
    }

    /// `37.5 %`; never 100 % where something is missing.
    fn progress(&self) -> String {
        if self.complete {
            return "complete".to_owned();
        }
        let share = 1000.0 * to_float(self.done) / to_float(self.units.max(1));
        format!("{:.1} %", share.floor().min(999.0) / 10.0)
    }
}

impl Listed for StatusRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        Grid::of(rows)
            .text("file", |row| row.file.clone())
            .column("shard", |row| row.share.clone().unwrap_or_else(|| "whole".to_owned()))
            .text("progress", Self::progress)
            .column("done", |row| grouped(row.done))
            .column("of", |row| grouped(row.units))
            .draw(target)
    }
}

/// For each job, how much of it the files have together, in a sentence: blocks that two files have
/// count once.
#[must_use]
pub fn sentences(headers: &[Header]) -> String {
    let sentence = |(plan, own): (Plan, Vec<&Header>)| {
        let complete = own.iter().filter(|header| header.is_complete()).count();
        let mut all = Blocks::default();
        for header in &own {
            // What is fresh overlaps nothing, so that it can be merged.
            let fresh = header.finished.without(&all);
            let _moved = all.merge(&fresh);
        }
        format!(
            "{}: {} of {} in {}, {complete} complete\n",
            plan.job(),
            grouped(plan.units_of(&all)),
            count(plan.units(), "unit"),
            plural(own.len(), "file"),
        )
    };
    by_key(headers, |header| header.plan.clone()).into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Job, Shard};

    fn header(shard: &str, finished: std::ops::Range<u64>) -> Header {
        let mut blocks = Blocks::default();
        blocks.insert(finished);
        Header {
            command: vec!["simulate".to_owned()],
            plan: Plan::new(Job::new("simulate").with("seed", 1), 95, 10),
            shard: shard.parse::<Shard>().ok(),
            finished: blocks,
            spent: Vec::new(),
        }
    }

    #[test]
    fn files_say_how_far_they_are() {
        let stray = StatusRow::new("x".to_owned(), &header("2/2", 0..10));
        assert_eq!((stray.done, stray.units, stray.complete), (45, 45, true));
        let headers = [header("1/2", 0..5), header("2/2", 5..9), header("whole", 0..1)];
        let rows: Vec<_> =
            headers.iter().map(|header| StatusRow::new("x".to_owned(), header)).collect();
        let numbers: Vec<_> = rows.iter().map(|row| (row.done, row.units, row.complete)).collect();
        assert_eq!(numbers, [(50, 50, true), (40, 45, false), (10, 95, false)]);
        assert_eq!(rows[1].progress(), "88.8 %");
        let text = sentences(&headers);
        assert_eq!(text, "simulate seed=1: 90 of 95 units in 3 files, 1 complete\n");
        let almost = StatusRow { done: 9_999_999, units: 10_000_000, ..rows[1].clone() };
        assert_eq!(almost.progress(), "99.9 %");
    }
}
