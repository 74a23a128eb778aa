//! Races of detection strategies as plain rows.

mod chart;
pub mod ranking;

use crate::bench::{Benchmark, Candidate, Results, Timing};
use crate::deal::Engine;
use crate::detect::Strategy;
use crate::report::columns::RenderTarget;
use crate::report::csv::row;
use crate::report::field::{CARDS, FEATURES, MEASURED, NUMBER, TEXT};
use crate::report::kind::{Chart, Kind, Options, Rows, TableError};
use crate::report::number::significant;
use crate::report::sheet::all;
use ranking::rankings;

/// A machine is noisy when the repeats deviate by more than this share of their median.
pub const NOISY: f64 = 0.1;

row! {
    /// One candidate in one stage: a row of the CSV, columns in this order.
    pub struct RaceRow {
        /// The strategy, or the plain loop (`plain-packed-mask`) to compare strategies with.
        pub strategy: String = TEXT.key(),
        /// The engine that drives it.
        pub engine: String = TEXT.key(),
        /// The widest vector instructions that ran, in dealing or in detection.
        pub instruction_set: String = TEXT.key(),
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in a hand.
        pub cards: usize = CARDS.key(),
        /// Threads that worked.
        pub threads: usize = NUMBER.key(),
        /// Hands that were dealt.
        pub hands: u64 = NUMBER.key(),
        /// How often it was timed.
        pub repeats: usize = NUMBER.key(),
        /// The stage that was timed.
        pub stage: String = TEXT.key(),
        /// Nanoseconds for a hand, all threads together: the median of the repeats.
        pub ns_per_hand_median: f64 = MEASURED,
        /// Nanoseconds for a hand: the least of the repeats.
        pub ns_per_hand_min: f64 = MEASURED,
        /// Nanoseconds for a hand: the median deviation of the repeats from their median.
        pub ns_per_hand_mad: f64 = MEASURED,
        /// Hands in a second, by the median time.
        pub hands_per_second: f64 = MEASURED,
        /// The speed as a multiple of that of the naive strategy in the scalar engine with the same
        /// number of threads; empty when that was not timed.
        pub speedup_vs_naive: Option<f64> = MEASURED.optional(),
        /// The speed divided by the number of threads and by the speed of one thread; empty when
        /// one thread was not timed.
        pub parallel_efficiency: Option<f64> = MEASURED.optional(),
        /// The hash of what was found, in hexadecimal digits.
        pub checksum: String = TEXT,
    }
}

impl Kind for RaceRow {
    const WORDS: &'static str = "a race of `bench`";

    fn draw(rows: &[Self], target: RenderTarget) -> String {
        rankings(rows, target)
    }

    fn chart(files: Vec<Rows<'_, Self>>, options: &Options) -> Result<Chart, TableError> {
        chart::chart(all(files), options)
    }
}

impl RaceRow {
    /// The engine, with its instructions where they tell it from others.
    pub(crate) fn lanes(&self) -> String {
        lanes(&self.engine, &self.instruction_set)
    }
}

/// `scalar`, or `lanes, avx2`.
pub(super) fn lanes(engine: &str, instruction_set: &str) -> String {
    if engine == "lanes" { format!("lanes, {instruction_set}") } else { engine.to_owned() }
}

impl RaceRow {
    /// The median deviation of the repeats as a part of their median.
    fn deviation(&self) -> f64 {
        self.ns_per_hand_mad / self.ns_per_hand_median
    }

    /// The deviation of how much faster it is than one thread in the same race, as a part of that:
    /// that of both medians.
    fn deviation_from_one_thread(&self, race: &[Self]) -> f64 {
        let candidate = |row: &Self| {
            let of = (row.strategy.clone(), row.lanes(), row.stage.clone());
            (of, row.features, row.cards)
        };
        let own = candidate(self);
        let one = race.iter().find(|row| row.threads == 1 && candidate(row) == own);
        let [own, one] = [self.deviation(), one.map_or(0.0, Self::deviation)];
        (own * own + one * one).sqrt()
    }
}

/// The rows of a race, as they were timed.
#[must_use]
pub fn rows(race: &Benchmark, results: &Results) -> Vec<RaceRow> {
    results.timings.iter().map(|timing| row(race, results, timing)).collect()
}

fn row(race: &Benchmark, results: &Results, timing: &Timing) -> RaceRow {
    let median = timing.samples.median();
    let find = |wanted: &dyn Fn(&Timing) -> bool| {
        let same_stage = results.timings.iter().filter(|other| other.stage == timing.stage);
        same_stage.into_iter().find(|other| wanted(other)).map(|it| it.samples.median())
    };
    let naive = Candidate::Strategy(Strategy::Naive, Engine::Scalar);
    let naive = find(&|other| other.candidate == naive && other.threads == timing.threads);
    let alone = find(&|other| other.candidate == timing.candidate && other.threads == 1);
    let threads = crate::stats::to_float(timing.threads as u128);
    RaceRow {
        strategy: timing.candidate.name().to_owned(),
        engine: timing.candidate.engine().name().to_owned(),
        instruction_set: timing.instruction_set().name().to_owned(),
        features: race.deck.features(),
        cards: race.cards,
        threads: timing.threads,
        hands: race.hands,
        repeats: race.repeats,
        stage: timing.stage.name().to_owned(),
        ns_per_hand_median: median,
        ns_per_hand_min: timing.samples.least(),
        ns_per_hand_mad: timing.samples.deviation(),
        hands_per_second: 1e9 / median,
        speedup_vs_naive: naive.map(|naive| naive / median),
        parallel_efficiency: alone.map(|alone| alone / (threads * median)),
        checksum: format!("{:016x}", results.checksum),
    }
}

/// A warning of doubtful numbers: repeats that differ much.
#[must_use]
pub fn warnings(rows: &[RaceRow]) -> Vec<String> {
    let noisy = rows.iter().filter(|row| row.deviation() > NOISY).count();
    let worst = rows.iter().map(RaceRow::deviation).fold(0.0, f64::max);
    let text = format!(
        "noisy machine: {noisy} of {} timings deviate by more than 10 % of their median (up to {} \
         %); repeat more often, or when it is idle",
        rows.len(),
        significant(100.0 * worst, 2)
    );
    (noisy > 0).then_some(text).into_iter().collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::bench::Stage;
    use crate::card::Deck;
    use crate::deal::InstructionSet;
    use crate::deal::Seed;
    use crate::report::kind::Dataset;
    use crate::report::recognise::{CsvText, rows as rows_of};
    use crate::run::{StopFlag, Threads};

    /// A row with a name and a time.
    pub(crate) fn row(strategy: &str, engine: &str, threads: usize, ns: f64) -> RaceRow {
        let (mad, rate, speedup) = (0.01 * ns, 1e9 / ns, 200.0 / ns);
        let text = &format!(
            "{}\n{strategy},{engine},avx2,4,12,{threads},1000000,5,{},{ns},{ns},{mad},{rate},\
             {speedup},1,",
            Dataset::of::<RaceRow>().columns().join(","),
            Stage::Whole
        );
        rows_of(CsvText { name: "race.csv", text }).unwrap().remove(0)
    }

    /// Hands are dealt with the widest instructions, whoever finds their sets.
    #[test]
    fn the_instructions_are_those_that_ran() {
        let candidates = vec![
            Candidate::Strategy(Strategy::DigitSum, Engine::Scalar),
            Candidate::Strategy(Strategy::ThirdCard, Engine::Lanes(InstructionSet::Baseline)),
            Candidate::Plain,
        ];
        let (hands, threads, repeats) = (100, vec![Threads::ONE], 1);
        let race = Benchmark {
            deck: Deck::GAME,
            cards: 3,
            hands,
            seed: Seed(1),
            candidates,
            threads,
            repeats,
        };
        let results = race.run(&StopFlag::default(), &|_, _| ()).unwrap();
        let [baseline, widest] = [InstructionSet::Baseline, InstructionSet::widest()];
        let found: Vec<_> =
            rows(&race, &results).into_iter().map(|row| row.instruction_set).collect();
        let detection = [baseline; 3];
        let dealing = [widest, baseline, baseline];
        assert_eq!(
            found,
            [detection, dealing].concat().iter().map(|it| it.name()).collect::<Vec<_>>()
        );
    }

    #[test]
    fn only_noise_is_warned_of() {
        let mut rows = vec![row("naive", "scalar", 1, 200.0)];
        assert_eq!(warnings(&rows), Vec::<String>::new());
        rows[0].ns_per_hand_mad = 30.0;
        assert!(warnings(&rows)[0].contains("1 of 1 timings deviate by more than 10 %"));
    }
}
