//! Tables of distributions read from CSV: all values of one hand size, an overview of several
//! sizes, or the values that never occur.

use super::table;
use super::{Distribution, DistributionRow, Origin, Summary};
use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::pack::Pack;
use crate::report::columns::{Grid, RenderTarget, fill};
use crate::report::kind::{Rows, TableError, View, as_it_is, titled_tables};
use crate::report::number::{self, plural};
use crate::report::sentence;
use crate::report::sheet::all as all_rows;
use crate::stats::Confidence;
use crate::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of one deck, measure and hand size in a CSV file.
struct ReadRows {
    /// The rows, of which there is at least one.
    rows: Vec<DistributionRow>,
    /// The index of the file that contains the rows.
    file: usize,
    /// The deck from which the hands were dealt.
    pack: Pack,
}

impl ReadRows {
    /// Returns whether the rows hold the whole distribution, rather than only the probability of no
    /// set.
    fn is_whole(&self) -> bool {
        if self.has_own_totals() {
            let sum: f64 = self.rows.iter().map(|row| row.probability).sum();
            return (sum - 1.0).abs() < 1e-9;
        }
        let sum = self.rows.iter().map(|row| row.count).try_fold(0, u128::checked_add);
        sum == Some(self.rows[0].total)
    }

    /// Returns whether each row has its own total or none, so that counts do not add up. This is so
    /// for exact distributions of the first set and of random caps.
    fn has_own_totals(&self) -> bool {
        let measure = self.rows[0].measure;
        !self.is_sampled() && matches!(measure, Measure::FirstSet | Measure::GreedyCap)
    }

    fn is_sampled(&self) -> bool {
        self.rows[0].ci_low.is_some()
    }

    /// Computes the tally of the rows. It is not stored, because a tally has an entry for each
    /// value up to the largest.
    fn tally(&self) -> Tally {
        self.rows.iter().map(|row| (row.value, row.count)).collect()
    }

    fn distribution<'a>(&self, tally: &'a Tally, confidence: Confidence) -> Distribution<'a> {
        let DistributionRow { cards, measure, .. } = self.rows[0];
        let sampled = self.is_sampled();
        let origin = if sampled { Origin::Sampled(confidence) } else { Origin::Enumerated };
        Distribution { pack: self.pack, key: Key { cards, measure }, tally, origin }
    }
}

/// Number of features of a deck, and the cards that it lacks.
type DeckKey = (usize, String);

type ReadTables = BTreeMap<(DeckKey, Measure, usize), ReadRows>;

/// Formats the distributions in the files as tables of values, overviews, or lists of values that
/// never occur.
pub(crate) fn table(
    files: Vec<Rows<'_, DistributionRow>>,
    view: View,
) -> Result<String, TableError> {
    let all = read(&files)?;
    let mut parts: BTreeMap<(&DeckKey, Measure), Vec<&ReadRows>> = BTreeMap::new();
    for ((deck, measure, _), hands) in &all {
        parts.entry((deck, *measure)).or_default().push(hands);
    }
    let is_apart = |part: &Vec<&ReadRows>| part.len() > 1 && part[0].has_own_totals();
    if !all.values().all(ReadRows::is_whole) || parts.values().any(is_apart) {
        return Ok(as_it_is::rows(&all_rows(files), view.target));
    }
    let decks = parts.keys().any(|(deck, _)| Some(*deck) != all.keys().next().map(|it| &it.0));
    let name = |deck: &DeckKey, measure: Measure| match deck {
        _ if !decks => measure.to_string(),
        (features, without) if without.is_empty() => format!("{measure}, {features} features"),
        (features, without) => format!("{measure}, {features} features without {without}"),
    };
    let part = |((deck, measure), hands): (&(&DeckKey, Measure), &Vec<&ReadRows>)| {
        let table = if view.gaps { gaps(hands, view.target) } else { shown(hands, view) };
        (name(deck, *measure), table)
    };
    Ok(titled_tables(parts.iter().map(part).collect(), view.target))
}

fn read(files: &[Rows<'_, DistributionRow>]) -> Result<ReadTables, TableError> {
    let mut all = ReadTables::new();
    for (file, Rows { name, rows }) in files.iter().enumerate() {
        for row in rows {
            let &DistributionRow { features, cards, measure, .. } = row;
            let deck = Deck::new(features).expect("its limits were checked");
            let without = row.without.clone().unwrap_or_default();
            let pack = match &without[..] {
                "" => Ok(deck.into()),
                numbers => Pack::read(deck, numbers),
            };
            let pack = pack.map_err(|error| TableError::Unsuitable(format!("{name}: {error}")))?;
            let new = || ReadRows { rows: Vec::new(), file, pack };
            let hands = all.entry(((features, without), measure, cards)).or_insert_with(new);
            if hands.file != file {
                return Err(TableError::Unsuitable(format!(
                    "{name}: its hands of {} do not fit those before; give CSVs one by one",
                    plural(cards, "card")
                )));
            }
            hands.rows.push(row.clone());
        }
    }
    Ok(all)
}

/// Formats the distribution of one hand size in full, or those of several sizes with one row each.
fn shown(all: &[&ReadRows], view: View) -> String {
    let View { target, confidence, .. } = view;
    let level = number::level(confidence);
    if let [one] = all {
        if one.has_own_totals() {
            let table = table::exact_values(&one.rows, target);
            let sentences = fill(&table::exact_mean(&one.rows), target);
            return if target.is_markdown() {
                sentences + "\n" + &table
            } else {
                table + "\n" + &sentences
            };
        }
        let tally = one.tally();
        let one = one.distribution(&tally, confidence);
        let (rows, sentences) = (one.rows(), fill(&sentence::all(&one.summary()), target));
        let table = table::distribution(&rows, &level, target);
        let (first, second) =
            if target.is_markdown() { (sentences, table) } else { (table, sentences) };
        return format!("{first}\n{second}");
    }
    let summary = |hands: &&ReadRows| hands.distribution(&hands.tally(), confidence).summary();
    let summaries: Vec<Summary> = all.iter().map(summary).collect();
    table::overview(&summaries, &level, target)
}

/// Formats a table of the values between the smallest and the largest that no hand has, for each
/// hand size that has such gaps.
fn gaps(all: &[&ReadRows], target: RenderTarget) -> String {
    let line = |hands: &&ReadRows| {
        let seen = hands.rows.iter().filter(|row| row.probability > 0.0).map(|row| row.value);
        let seen: Vec<usize> = seen.collect::<BTreeSet<_>>().into_iter().collect();
        let between = seen.windows(2).flat_map(|pair| pair[0] + 1..pair[1]);
        let never: Vec<String> = between.map(|value| value.to_string()).collect();
        (!never.is_empty()).then(|| (hands.rows[0].cards, never.join(", ")))
    };
    let lines: Vec<(usize, String)> = all.iter().filter_map(line).collect();
    let sampled = all.iter().any(|hands| hands.is_sampled());
    let verb = if sampled { "no deal had" } else { "no hand has" };
    Grid::new(&lines)
        .column("cards", |(cards, _)| cards.to_string())
        .text(verb, |(_, never)| never.clone())
        .draw(target)
}

#[cfg(test)]
mod tests {
    use crate::report::show::Choice;
    use crate::report::show::table_tests::show;

    const HEADER: &str =
        "features,cards,measure,value,count,total,probability,ci_low,ci_high,exact_probability\n";

    #[test]
    fn values_that_never_occur_are_found() {
        let text = format!(
            "{HEADER}4,7,sets,0,5,10,0.5,,,\n4,7,sets,1,0,10,0,,,\n4,7,sets,2,0,10,0,,,\n\
             4,7,sets,3,5,10,0.5,,,\n"
        );
        let gaps = Choice { gaps: true, ..Choice::default() };
        assert_eq!(show(&text, &gaps).unwrap().lines().last(), Some("|     7 | 1, 2        |"));
    }

    #[test]
    fn exact_rows_with_totals_of_their_own_are_one_distribution() {
        let first = "2,5,first-set,3,36,252,0.1,,,\n2,5,first-set,4,216,504,0.4,,,\n\
                     2,5,first-set,5,270,630,0.4,,,\n";
        let table = show(&format!("{HEADER}{first}"), &Choice::default()).unwrap();
        assert!(table.starts_with("The first set is there after 4.2857 cards"), "{table}");
        assert!(table.contains("|      1/7 |    14.286 % |"), "{table}");
        let greedy = format!("{HEADER}2,9,greedy-cap,3,,,0.25,,,\n2,9,greedy-cap,4,,,0.75,,,\n");
        let table = show(&greedy, &Choice::default()).unwrap();
        assert!(table.contains("|    25.000 % |") && !table.contains("fraction"), "{table}");
        assert!(table.contains("3.7500 cards"), "{table}");
    }
}
