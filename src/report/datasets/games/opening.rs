//! The first two stages of games, exactly.

use super::StageRow;
use crate::card::Deck;
use crate::exact::known;
use crate::game::{Arrival, Policy};
use crate::measure::Measure;
use crate::next::after_a_set;
use crate::report::columns::RenderTarget;
use crate::report::datasets::Listed;
use crate::report::distribution::{DistributionRow, distribution};
use crate::report::share::Share;
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
use crate::tally::{Tallies, Tally};

/// The rows of the first two stages of games by the policy `random`: of so many cards at the start,
/// and of what was counted of the next three cards after a set was taken. In place of confidence
/// limits stands the probability itself.
#[must_use]
pub fn opening(deck: Deck, start: usize, counted: &Tallies<usize>) -> Vec<StageRow> {
    let first = known::counts(deck, start).map_or_else(Tally::default, Tally::from);
    let stuck = counted.get(0).cloned().unwrap_or_default();
    let in_deck = deck.size() - start;
    let stages = [
        (in_deck, start, first),
        (in_deck - 3, start, after_a_set(counted)),
        (in_deck - 3, start + 3, stuck),
    ];
    let rows = |(in_deck, table, tally): (usize, usize, Tally)| {
        let total = tally.total();
        let row = |(sets, count)| {
            let probability = Ratio::new(count, total).value();
            let limits = Some(Interval { low: probability, high: probability });
            let (features, share) = (deck.features(), Share { count, total, limits });
            StageRow::new(features, Policy::Random, in_deck, table, Arrival::Dealt, sets, share)
        };
        tally.iter().filter(|&(_, count)| count > 0).map(row).collect::<Vec<_>>()
    };
    stages.into_iter().flat_map(rows).collect()
}

impl Listed for StageRow {
    /// The distribution of the number of sets of each layout.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let place = |row: &Self| (row.in_deck, row.table, row.arrival);
        let layouts = rows.chunk_by(|one, next| place(one) == place(next));
        let part = |rows: &[Self]| {
            let StageRow { in_deck, table, arrival, .. } = rows[0];
            let heading = format!("{table} cards on the table, {arrival}; {in_deck} in the deck");
            let rows: Vec<DistributionRow> = rows.iter().map(of_layout).collect();
            format!("{heading}:\n\n{}", distribution(&rows, "", target))
        };
        layouts.map(part).collect::<Vec<_>>().join("\n")
    }
}

/// The row as one of a distribution, which has no intervals.
fn of_layout(row: &StageRow) -> DistributionRow {
    let share = Share::exact(row.count, row.total);
    let (features, cards, probability) = (row.features, row.table, row.probability);
    let shown = DistributionRow::new(features, cards, Measure::Sets, row.sets, share, None);
    DistributionRow { probability, ..shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_stages_have_three_layouts() {
        let deck = Deck::new(3).unwrap();
        let mut counted = Tallies::default();
        *counted.of(0) = Tally::from(vec![3, 1]);
        *counted.of(1) = Tally::from(vec![1, 1]);
        let rows = opening(deck, 3, &counted);
        let places: Vec<_> = rows.iter().map(|row| (row.in_deck, row.table, row.sets)).collect();
        assert_eq!(
            places,
            [(24, 3, 0), (24, 3, 1), (21, 3, 0), (21, 3, 1), (21, 6, 0), (21, 6, 1)]
        );
        assert_eq!(rows[4].probability.to_string(), "0.75");
        let text = StageRow::draw(&rows, RenderTarget::PLAIN);
        assert!(text.contains("6 cards on the table, dealt; 21 in the deck:"), "{text}");
    }
}
