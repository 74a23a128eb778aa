//! Converts the tallies of played games to rows.

use super::looks::{self, LookRow};
use super::stages::StageRow;
use super::summary::{Quantity, SummaryRow};
use super::survival::SurvivalRow;
use super::values::{self, ValueRow};
use super::{DifferenceRow, stages};
use crate::game::{GameKey, GameOutcome, Layout, Policy, Rules, Subject, look_clusters};
use crate::report::columns::{RenderTarget, fill};
use crate::report::estimate::Estimate;
use crate::report::kind::Kind;
use crate::report::kind::View;
use crate::stats::moments::SampleMoments;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, clusters};
use crate::tally::{Tallies, Tally};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Result of a run: tallies of whole games by several policies.
#[derive(Clone, Debug)]
pub struct Played {
    pub rules: Rules,
    /// The policies; the first one is the reference in comparisons.
    pub policies: Vec<Policy>,
    /// The tallies by policy and subject.
    pub tallies: Tallies<GameKey>,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
}

impl Played {
    /// Formats an overview of the main tables: how often games are stuck, how games end, and how
    /// policies differ.
    #[must_use]
    pub fn text(&self, target: RenderTarget) -> String {
        let (leftover, extra) = (self.values(Subject::Leftover), self.values(Subject::ExtraDeals));
        let largest = self.values(Subject::LargestTable);
        let view = View { target, confidence: self.confidence, gaps: false };
        let values = |title: &str, rows: &[ValueRow]| values::draw(title, rows.to_vec(), view);
        let all = self.stages();
        let shown = stages::thinned(all.clone());
        let some = if shown.len() < all.len() { " (some stages; all: --table stages)" } else { "" };
        let mut parts = vec![
            format!(
                "no set on the table{some}\n\n{}\n{}",
                stages::draw(shown, view),
                fill(&looks::sentences(&self.looks(), self.rules.start()), target)
            ),
            values("cards left", &leftover),
            values("largest table", &largest),
        ];
        if let [_] = self.policies[..] {
            parts.push(values::mean("extra deals", &extra, self.confidence));
        } else {
            parts.push(values("extra deals", &extra));
            parts.push(DifferenceRow::draw(&self.differences(), target));
        }
        parts.iter().map(|part| format!("\n{part}")).collect()
    }

    /// Returns the tally of a subject in the games of a policy, which is empty if nothing was
    /// recorded.
    fn tally(&self, policy: Policy, of: Subject) -> Tally {
        self.tallies.get(GameKey { policy, of }).cloned().unwrap_or_default()
    }

    /// Returns an upper bound on the number of cards left: the size of the largest cap, reduced to
    /// a number that taking sets of three cards can leave.
    fn most_left(&self) -> usize {
        let (size, cap) = (self.rules.cards(), self.rules.deck().largest_cap());
        let most = cap.min(size);
        most - (most + 3 - size % 3) % 3
    }

    fn features(&self) -> usize {
        self.rules.deck().features()
    }

    fn estimate(&self, count: u128, total: u128) -> Estimate {
        Estimate::sampled(count, total, self.confidence)
    }

    /// Returns the rows for a quantity that every game has, such as the cards left: one for each
    /// value that is possible or occurred.
    pub(super) fn values(&self, of: Subject) -> Vec<ValueRow> {
        let (start, size) = (self.rules.start(), self.rules.cards());
        let in_threes = |cards: usize| cards % 3 == size % 3;
        let threes = |cards: usize| cards.is_multiple_of(3);
        let usual = self.rules.are_usual();
        // Each set that is not taken leaves three cards.
        let fewest_sets = (size - self.most_left()) / 3;
        let (largest, possible): (usize, &dyn Fn(usize) -> bool) = match of {
            Subject::Leftover => (self.most_left(), &in_threes),
            Subject::LargestTable => {
                (self.rules.largest_table(), &|cards| usual && cards >= start && threes(cards))
            }
            Subject::Rounds => (size / 3, &|sets| sets >= fewest_sets),
            _ => (0, &|_| true),
        };
        self.for_each_policy(|policy, rows| {
            let tally = self.tally(policy, of);
            let (total, last) = (tally.total(), tally.largest().unwrap_or(0).max(largest));
            let seen = |&value: &usize| total > 0 && (possible(value) || tally.count(value) > 0);
            rows.extend((0..=last).filter(seen).map(|value| {
                let estimate = self.estimate(tally.count(value), total);
                let rules = self.rules.to_string();
                ValueRow { features: self.features(), policy, value, estimate, rules }
            }));
        })
    }

    /// Returns the rows of the table for a quantity that every game has, such as the cards left.
    pub(super) fn rows<R: From<ValueRow>>(&self, of: Subject) -> Vec<R> {
        self.values(of).into_iter().map(R::from).collect()
    }

    /// Collects the rows of all policies, in the order of the policies.
    fn for_each_policy<R>(&self, add: impl Fn(Policy, &mut Vec<R>)) -> Vec<R> {
        let mut rows = Vec::new();
        self.policies.iter().for_each(|&policy| add(policy, &mut rows));
        rows
    }

    /// Returns the layouts that occurred in the games of a policy, in the order of play, without
    /// the empty table at the end of a cleared game.
    fn layouts(&self, policy: Policy) -> Vec<Layout> {
        let seen = self.tallies.iter().filter(|(key, _)| key.policy == policy);
        let mut layouts: Vec<Layout> = seen
            .filter_map(|(key, _)| match key.of {
                Subject::Stage(layout) if layout.table > 0 => Some(layout),
                _ => None,
            })
            .collect();
        layouts.sort_by_key(|layout| (Reverse(layout.in_deck), layout.table, layout.arrival));
        layouts
    }

    /// Returns the distribution of the number of sets on the table, by policy, cards in the deck,
    /// cards on the table, and whether cards were just dealt.
    #[must_use]
    pub fn stages(&self) -> Vec<StageRow> {
        self.for_each_policy(|policy, rows| {
            for layout in self.layouts(policy) {
                let tally = self.tally(policy, Subject::Stage(layout));
                let (total, Layout { in_deck, table, arrival }) = (tally.total(), layout);
                rows.extend(tally.iter().map(|(sets, count)| {
                    let (features, estimate) = (self.features(), self.estimate(count, total));
                    StageRow::new(
                        (features, policy, in_deck, table, arrival, sets),
                        estimate,
                        (self.rules.to_string(),),
                    )
                }));
            }
        })
    }

    /// Returns the proportion of searches for a set that find none, by policy and table size.
    #[must_use]
    pub fn looks(&self) -> Vec<LookRow> {
        let features = self.features();
        self.for_each_policy(|policy, rows| {
            let mut tables: BTreeMap<usize, [u128; 2]> = BTreeMap::new();
            for layout in self.layouts(policy) {
                let tally = self.tally(policy, Subject::Stage(layout));
                let [without, all] = tables.entry(layout.table).or_default();
                (*without, *all) =
                    (without.saturating_add(tally.count(0)), all.saturating_add(tally.total()));
            }
            rows.extend(tables.into_iter().map(|(table, [count, total])| {
                let looks = self.tally(policy, Subject::Looks { table });
                let effect = look_clusters(&looks).design_effect();
                let limits = clusters::interval(count, total, effect, self.confidence);
                let estimate = Estimate::new(count, total, Some(limits));
                LookRow::new((features, policy, table), estimate, (self.rules.to_string(),))
            }));
        })
    }

    /// Returns, for each policy and stage (the cards in the deck and on the table), how many games
    /// have no set there, among those that reach it and had a set on every table before.
    #[must_use]
    pub fn survival(&self) -> Vec<SurvivalRow> {
        let course = self.rules.course();
        self.for_each_policy(|policy, rows| {
            let tally = self.tally(policy, Subject::FirstStuck);
            let mut total = tally.total();
            for &[in_deck, table] in course.iter().filter(|&&[in_deck, table]| in_deck + table > 0)
            {
                if total == 0 {
                    break;
                }
                let count = tally.count(in_deck + table);
                let (features, estimate) = (self.features(), self.estimate(count, total));
                rows.push(SurvivalRow::new(
                    (features, policy, in_deck, table),
                    estimate,
                    (self.rules.to_string(),),
                ));
                total -= count;
            }
        })
    }

    /// Returns the summary statistics of each policy.
    #[must_use]
    pub fn summary(&self) -> Vec<SummaryRow> {
        let each = self.policies.iter().flat_map(|&it| Quantity::ALL.map(|what| (it, what)));
        each.filter_map(|(policy, quantity)| self.quantity(policy, quantity)).collect()
    }

    fn quantity(&self, policy: Policy, quantity: Quantity) -> Option<SummaryRow> {
        let of = |of| self.tally(policy, of);
        let games = of(Subject::Leftover).total();
        let proportion = |hits| {
            let estimate = self.estimate(hits, games);
            Some((estimate.probability, estimate.limits))
        };
        let mean = |of| {
            let moments = SampleMoments::from_tally(&of)?;
            let (mean, half) = (moments.mean, moments.half_width(self.confidence));
            Some((mean, half.map(|half| Interval { low: mean - half, high: mean + half })))
        };
        let (mean, limits) = match quantity {
            _ if games == 0 => None,
            Quantity::Stuck => proportion(self.stuck(&of(Subject::FirstStuck))),
            Quantity::Cleared => proportion(of(Subject::Leftover).count(0)),
            Quantity::CardsLeft => mean(of(Subject::Leftover)),
            Quantity::SetsTaken => mean(of(Subject::Rounds)),
            Quantity::ExtraDeals => mean(of(Subject::ExtraDeals)),
        }?;
        Some(SummaryRow {
            features: self.features(),
            policy,
            rules: self.rules.to_string(),
            quantity,
            mean,
            ci_low: limits.map(|limits| limits.low),
            ci_high: limits.map(|limits| limits.high),
            games,
        })
    }

    /// Returns the number of games that had no set on the table while the deck still had cards,
    /// from the tally of the stages at which that first happened.
    fn stuck(&self, first_stuck: &Tally) -> u128 {
        let course = self.rules.course().into_iter();
        let with_deck = course.filter(|&[in_deck, _]| in_deck > 0);
        with_deck.map(|[in_deck, table]| first_stuck.count(in_deck + table)).sum()
    }

    /// Returns the mean difference between each other policy and the first, one row per policy and
    /// outcome.
    #[must_use]
    pub fn differences(&self) -> Vec<DifferenceRow> {
        let Some((&reference, others)) = self.policies.split_first() else { return Vec::new() };
        let each =
            others.iter().flat_map(|&policy| GameOutcome::ALL.map(|outcome| (policy, outcome)));
        each.filter_map(|(policy, outcome)| {
            let tally = self.tally(policy, Subject::Difference(outcome));
            let moments = SampleMoments::minus(&tally, GameOutcome::offset(self.rules))?;
            let (difference, half) = (moments.mean, moments.half_width(self.confidence));
            Some(DifferenceRow {
                features: self.features(),
                policy,
                reference,
                outcome: outcome.name().to_owned(),
                games: moments.observations,
                difference,
                ci_low: half.map(|half| difference - half),
                ci_high: half.map(|half| difference + half),
                rules: self.rules.to_string(),
            })
        })
        .collect()
    }
}
