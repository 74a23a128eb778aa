//! How often there was no set, hand by hand and then as hands are counted.

use super::words::Reply;
use setodds::card::Deck;
use setodds::deal::{Seed, deal_block};
use setodds::detect::Strategy;
use setodds::measure::{Key, Measure};
use setodds::report::chart::Chart;
use setodds::report::page::{trail_chart, trail_csv};
use setodds::run::Plan;
use setodds::tally::Tally;

/// The proportion of hands without a set in the course of a run.
#[derive(Debug)]
pub(super) struct Trail {
    cards: usize,
    /// Numbers of deals, which increase, each with the hands among them that hold no set.
    points: Vec<[u128; 2]>,
}

impl Trail {
    /// The first hands of a run, one by one; of other measures than sets, nothing.
    pub(super) fn new(key: Key, seed: Seed, plan: &Plan) -> Self {
        const HANDS: u64 = 1000;
        let (mut points, mut deals, mut none) = (Vec::new(), 0, 0);
        if key.measure == Measure::Sets {
            let detector = Strategy::default().detector(Deck::GAME);
            let hands = if plan.blocks() > 0 { plan.units_in(0).min(HANDS) } else { 0 };
            deal_block(seed, 0, Deck::GAME, key.cards, hands, |hand| {
                deals += 1;
                none += u128::from(detector.count(hand) == 0);
                points.push([deals, none]);
            });
        }
        Self { cards: key.cards, points: thinned(points) }
    }

    /// The point of all hands that are counted now, which takes the place of one that does not lie
    /// apart from those before it.
    pub(super) fn extend(&mut self, counted: &Tally) {
        let Some(&[last, _]) = self.points.last() else { return };
        if counted.total() <= last {
            return;
        }
        if let [.., [before, _], [last, _]] = self.points[..]
            && !is_apart(before, last)
        {
            self.points.pop();
        }
        self.points.push([counted.total(), counted.count(0)]);
    }

    /// What is known so far, as the program's CSV.
    pub(super) fn csv(&self) -> Reply {
        if self.points.is_empty() {
            return Err("nothing was dealt yet".to_owned());
        }
        Ok(trail_csv(self.cards, &self.points))
    }

    /// The picture of what is known after a number of deals.
    pub(super) fn chart(&self, most: u128) -> Result<Chart, String> {
        let end = self.points.partition_point(|&[deals, _]| deals <= most);
        if end == 0 {
            return Err("nothing was dealt yet".to_owned());
        }
        Ok(trail_chart(self.cards, &self.points[..end]))
    }
}

/// Whether a number of deals is so much larger that its point lies beside the other.
fn is_apart(last: u128, deals: u128) -> bool {
    deals > last + last / 20
}

/// The points that lie beside each other on an axis by powers of ten.
fn thinned(all: Vec<[u128; 2]>) -> Vec<[u128; 2]> {
    let mut kept: Vec<[u128; 2]> = Vec::new();
    for point in all {
        if kept.last().is_none_or(|&[last, _]| is_apart(last, point[0])) {
            kept.push(point);
        }
    }
    kept
}
