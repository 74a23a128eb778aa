//! Results of benchmarks of detection strategies, as table rows.

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
use std::collections::HashMap;

/// Relative deviation of the repeats of a timing from their median above which a machine counts as
/// noisy.
pub const NOISY: f64 = 0.1;

row! {
    /// Row of the CSV for one candidate in one stage, with columns in this order.
    pub struct RaceRow {
        /// The strategy, or the baseline loop `plain-packed-mask`.
        pub strategy: String = TEXT.key(),
        /// The execution engine: `scalar` or `lanes`.
        pub engine: String = TEXT.key(),
        /// The widest vector instructions used in dealing or detection.
        pub instruction_set: String = TEXT.key(),
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in a hand.
        pub cards: usize = CARDS.key(),
        /// The number of threads.
        pub threads: usize = NUMBER.key(),
        /// The number of hands dealt.
        pub hands: u64 = NUMBER.key(),
        /// The number of timed repeats.
        pub repeats: usize = NUMBER.key(),
        /// The stage that was timed: detection, or dealing and detection.
        pub stage: String = TEXT.key(),
        /// The time per hand in nanoseconds, with all threads: the median of the repeats.
        pub ns_per_hand_median: f64 = MEASURED,
        /// The time per hand in nanoseconds: the minimum of the repeats.
        pub ns_per_hand_min: f64 = MEASURED,
        /// The time per hand in nanoseconds: the median absolute deviation of the repeats.
        pub ns_per_hand_mad: f64 = MEASURED,
        /// The number of hands per second, computed from the median time.
        pub hands_per_second: f64 = MEASURED,
        /// The speed relative to the naive strategy in the scalar engine with the same number of
        /// threads; empty if that was not timed.
        pub speedup_vs_naive: Option<f64> = MEASURED.optional(),
        /// The speed divided by the number of threads and by the speed of one thread; empty if one
        /// thread was not timed.
        pub parallel_efficiency: Option<f64> = MEASURED.optional(),
        /// The checksum of the results, in hexadecimal.
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
    /// Returns the engine of the row, with its instruction set if the engine has several variants.
    pub(crate) fn lanes(&self) -> String {
        lanes(&self.engine, &self.instruction_set)
    }
}

/// Returns the name of an engine, with the instruction set of SIMD lanes: `scalar`, or `lanes,
/// avx2`.
pub(super) fn lanes(engine: &str, instruction_set: &str) -> String {
    if engine == "lanes" { format!("lanes, {instruction_set}") } else { engine.to_owned() }
}

impl RaceRow {
    /// Returns the median absolute deviation of the repeats of a timing, relative to their median.
    fn relative_deviation(&self) -> f64 {
        self.ns_per_hand_mad / self.ns_per_hand_median
    }

    /// Returns the key that the timings of a candidate with different numbers of threads share.
    fn candidate(&self) -> CandidateKey<'_> {
        (&self.strategy, self.lanes(), &self.stage, self.features, self.cards)
    }

    /// Returns the relative deviation of the speed-up over one thread: that of a quotient of two
    /// medians.
    fn speed_up_deviation(&self, single_thread: &HashMap<CandidateKey<'_>, f64>) -> f64 {
        let own = self.relative_deviation();
        let one = single_thread.get(&self.candidate()).copied().unwrap_or(0.0);
        (own * own + one * one).sqrt()
    }
}

/// Strategy, engine, stage, features and cards of a timing.
type CandidateKey<'a> = (&'a str, String, &'a str, usize, usize);

/// Returns the relative deviations of all timings with one thread, by candidate.
fn single_thread_deviations(rows: &[RaceRow]) -> HashMap<CandidateKey<'_>, f64> {
    let mut all = HashMap::new();
    for row in rows.iter().filter(|row| row.threads == 1) {
        all.entry(row.candidate()).or_insert(row.relative_deviation());
    }
    all
}

/// Returns the table rows of a benchmark, in the order of its timings.
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
        ns_per_hand_min: timing.samples.min(),
        ns_per_hand_mad: timing.samples.deviation(),
        hands_per_second: 1e9 / median,
        speedup_vs_naive: naive.map(|naive| naive / median),
        parallel_efficiency: alone.map(|alone| alone / (threads * median)),
        checksum: format!("{:016x}", results.checksum),
    }
}

/// Returns a warning if the repeats of a benchmark differ too much for reliable timings, otherwise
/// an empty list.
#[must_use]
pub fn warnings(rows: &[RaceRow]) -> Vec<String> {
    let noisy = rows.iter().filter(|row| row.relative_deviation() > NOISY).count();
    let worst = rows.iter().map(RaceRow::relative_deviation).fold(0.0, f64::max);
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

    /// Returns a benchmark row with this strategy, engine, number of threads and time.
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

    /// The scalar engine deals hands with the widest instructions, whichever strategy finds their
    /// sets; the lanes deal with their own, and the plain loop with the baseline.
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
