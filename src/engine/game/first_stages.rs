//! The first three stages of games by the policy [`Random`](super::Policy::Random), counted
//! exactly.
//!
//! Games start with `k` cards. When the next set is looked for among `k` cards `H`, one set `L` is
//! gone, and a pair `(H, L)` came about in one of two ways:
//!
//! * `L` was one of the sets of the first `k` cards, and three cards `D` were dealt after it: the
//!   first cards were `H` without `D`, and `L`.
//! * The first `k` cards had no set, and `L` was one of the sets when three more were dealt: these
//!   `k + 3` cards were `H` and `L`, and the rest without any three of them had no set.
//!
//! Each way has as its weight the reciprocal of the number of sets there were. Affine maps carry
//! all of this along, so one `H` of each class stands for its class. What is dealt next is any
//! three cards but those of `H` and `L`. Instead of going through these for each `L`, all three
//! cards outside `H` are gone through once, with the weight of all `L` that avoid them: that of
//! all, less that of those through each of the cards, and again that of those through two. For four
//! features and 12 cards that is 41,407 hands, their sets, and 52,394 choices for each, which the
//! second stage takes alone; there are 25 million pairs of a hand and a set.
//!
//! A fourth stage has a second set that is gone: 500 times as many states, each of which came about
//! in 200 times as many ways.

mod weights;

use super::{Arrival, Layout};
use crate::card::{Card, Deck, ThirdCards};
use crate::exact::check::{CheckError, Contradiction};
use crate::exact::known;
use crate::hand::combinations::binomial;
use crate::next::{Opening, OpeningError, TableWalk};
use crate::run::ThreadPool;
use crate::symmetry::Class;
use crate::tally::{Merge, Tallies, Tally};
use num_integer::Integer;
use weights::{FirstSets, Weights, minus, plus};

/// The cards that are dealt together.
const DEALT: usize = 3;

/// The most sets that a card completes with those on the table, of up to 27 cards.
const MOST_COMPLETED: usize = 13;

/// What lies on the table when players look for a set, at a stage of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedStage {
    /// The cards in the deck and on the table.
    pub layout: Layout,
    /// The tables by their number of sets: weights in proportion to probabilities.
    pub sets: Tally,
    /// The tables of games that were never stuck before, in the unit of `sets`.
    pub never_stuck: Tally,
}

/// The first three stages of games by the usual rules and the policy `random`.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::game::FirstStages;
/// use setodds_engine::run::{ThreadPool, Threads};
///
/// let pool = ThreadPool::new(Threads::available())?;
/// let stages = FirstStages::new(Deck::new(2)?, 3)?.count(&pool, &|_, _| ())?;
/// // Three of the nine cards: 12 hands of 84 are a set.
/// assert_eq!((stages[0].sets.count(1), stages[0].sets.total()), (12, 84));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstStages {
    opening: Opening,
    unit: Option<WeightUnit>,
}

/// What reciprocals of numbers of sets are counted in, so that all are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WeightUnit(u64);

impl WeightUnit {
    /// A multiple of all numbers of sets among `start` cards and, where these can hold none, among
    /// three more. `None` where a sum of weights could pass 2^64, or the sum of everything 2^128:
    /// for no game that can be counted.
    fn new(deck: Deck, start: usize) -> Option<Self> {
        let second = multiple_of_sets(deck, start)?;
        let is_ever_stuck = known::hands_with(deck, start, 0)? > 0;
        let more = if is_ever_stuck { multiple_of_sets(deck, start + DEALT)? } else { 1 };
        let unit = (second / second.gcd(&more)).checked_mul(more)?;
        // The weight of a set is at most a unit for each three cards that may have come last.
        let ways = binomial(start + DEALT, DEALT)?.checked_mul(deck.sets() as u128)?;
        u64::try_from(ways.checked_mul(unit.into())?).ok()?;
        let left = deck.size() - start;
        let choices = binomial(left, DEALT)?.checked_mul(binomial(left - DEALT, DEALT)?)?;
        let all = binomial(deck.size(), start)?.checked_mul(choices)?.checked_mul(unit.into())?;
        all.checked_mul(second.into()).map(|_| Self(unit))
    }
}

/// The least common multiple of the numbers of sets, other than 0, that hands of some cards hold.
fn multiple_of_sets(deck: Deck, cards: usize) -> Option<u64> {
    let occurring = (0..).zip(known::counts(deck, cards)?);
    let occurring = occurring.filter(|&(sets, hands)| sets > 0 && hands > 0);
    occurring
        .map(|(sets, _)| sets)
        .try_fold(1_u64, |multiple, sets: u64| (multiple / multiple.gcd(&sets)).checked_mul(sets))
}

/// What is tallied of hands by their number of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TableCount {
    /// The tables that follow: after each set or, where there is none, at once. Each counts once.
    Next,
    /// The hands themselves, by the weights of sets that left them over.
    Left,
    /// The tables that follow, by the weights of the sets that were taken before.
    AfterAny,
    /// The tables that follow, by the weights of the sets that were taken from the first cards.
    AfterFirst,
}

impl FirstStages {
    /// The stages of games with `start` cards on the table.
    ///
    /// # Errors
    ///
    /// When there are too many classes of hands of `start` cards, or too few cards in the deck.
    pub fn new(deck: Deck, start: usize) -> Result<Self, OpeningError> {
        let opening = Opening::new(deck, start, DEALT)?;
        let has_third = start >= DEALT && deck.size() >= start + 2 * DEALT;
        Ok(Self { opening, unit: has_third.then(|| WeightUnit::new(deck, start)).flatten() })
    }

    /// Counts the tables of `start` cards, and of three more where those had no set, when no cards,
    /// three cards and, if the deck has them, six cards were dealt after the first.
    ///
    /// An observer is told how many classes of tables are done, and of how many. Several threads
    /// call it, so the numbers need not rise.
    ///
    /// # Errors
    ///
    /// When the counts do not add up: a defect of the program.
    pub fn count(
        &self,
        pool: &ThreadPool,
        observer: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<CountedStage>, OpeningError> {
        let mut counted = Tallies::default();
        let thirds = ThirdCards::new(self.opening.deck());
        for of_class in self.opening.map(pool, observer, &|class| self.of_class(class, &thirds)) {
            counted.merge(of_class);
        }
        Ok(self.stages(&Total(counted))?)
    }

    /// What follows the hands of a class.
    fn of_class(&self, class: &Class, thirds: &ThirdCards) -> Tallies<(TableCount, usize)> {
        let deck = self.opening.deck();
        let table: Vec<Card> = class.form.iter().collect();
        let sets = sets_of(&table, thirds);
        let (mut walk, mut left) = (NextChoices::new(&table, deck, thirds), 0);
        if let Some(WeightUnit(unit)) = self.unit {
            let firsts = FirstSets::new(&table, deck, thirds, unit);
            for set in sets_of(&walk.others, thirds) {
                let [from_first, from_more] = firsts.weights(set);
                walk.weights.add(set, [from_first + from_more, from_first]);
                left += from_more;
            }
        }
        let rests = sets.iter().map(|set| {
            table.iter().copied().filter(|card| !set.contains(card)).collect::<Vec<_>>()
        });
        for rest in rests.chain(sets.is_empty().then(|| table.clone())) {
            walk.deal(&rest);
        }
        let [next, after_any, after_first] = walk.counts.map(Tally::from);
        let left = Tally::from_iter([(sets.len(), u128::from(left))]);
        let mut all = Tallies::default();
        for (counted, tally) in [
            (TableCount::Next, next),
            (TableCount::Left, left),
            (TableCount::AfterAny, after_any),
            (TableCount::AfterFirst, after_first),
        ] {
            *all.of((counted, sets.len())) = tally.times(class.hands(deck));
        }
        all
    }

    fn stages(&self, all: &Total) -> Result<Vec<CountedStage>, CheckError> {
        let (deck, start) = (self.opening.deck(), self.opening.first());
        let first = known::counts(deck, start).map_or_else(Tally::default, Tally::from);
        let second = all.after_a_set(TableCount::Next);
        if let Some(what) = self.contradiction(&first, &second, all) {
            return Err(CheckError { cards: start + DEALT, what });
        }
        let (more, in_deck) = (start + DEALT, deck.size() - start);
        let stage = |dealt, table, arrival, [sets, never_stuck]: [Tally; 2]| {
            let layout = Layout { in_deck: in_deck.saturating_sub(dealt), table, arrival };
            CountedStage { layout, sets, never_stuck }
        };
        let after_stuck = |sets| reduced([sets, Tally::default()]);
        let third =
            [TableCount::AfterAny, TableCount::AfterFirst].map(|kind| all.after_a_set(kind));
        let mut stages = vec![
            stage(0, start, Arrival::Dealt, [first.clone(), first]),
            stage(DEALT, start, Arrival::Dealt, [second.clone(), second]),
            stage(DEALT, more, Arrival::Dealt, [all.of(TableCount::Next, 0), Tally::default()]),
            stage(DEALT, start, Arrival::Taken, after_stuck(all.left())),
            stage(2 * DEALT, start, Arrival::Dealt, reduced(third)),
            stage(2 * DEALT, more, Arrival::Dealt, after_stuck(all.of(TableCount::AfterAny, 0))),
        ];
        stages.retain(|stage| stage.sets.largest().is_some());
        Ok(stages)
    }

    /// What does not add up: the choices of the next cards; or the weights, which go back from the
    /// second stage to the first, against the second stage itself.
    fn contradiction(&self, first: &Tally, second: &Tally, all: &Total) -> Option<Contradiction> {
        let (deck, start) = (self.opening.deck(), self.opening.first());
        let left = deck.size() - start;
        let choices = |cards| binomial(cards, DEALT).unwrap_or(0);
        for (sets, hands) in first.occurring() {
            let tables = hands * choices(left) * sets.max(1) as u128;
            if all.of(TableCount::Next, sets).total() != tables {
                return Some(Contradiction::FirstCards);
            }
        }
        let WeightUnit(unit) = self.unit?;
        let unit = u128::from(unit);
        let choices = choices(left - DEALT);
        // Those that come to look at three more cards, and find a set.
        let stuck = all.of(TableCount::Next, 0);
        if all.left().total() != (stuck.total() - stuck.count(0)) * unit {
            return Some(Contradiction::AllCards);
        }
        let multiple = all.multiple(TableCount::Next);
        for (sets, tables) in second.occurring().filter(|&(sets, _)| sets > 0) {
            let from_first = all.of(TableCount::AfterFirst, sets).total();
            let from_any = all.of(TableCount::AfterAny, sets).total();
            let each = choices * sets as u128;
            let is_backwards = from_first.is_multiple_of(each)
                && (from_first / each) / unit == tables / multiple
                && (from_first / each) % unit * multiple == tables % multiple * unit;
            if !is_backwards || from_any - from_first != all.left().count(sets) * each {
                return Some(Contradiction::AllCards);
            }
        }
        None
    }
}

/// All that was counted.
struct Total(Tallies<(TableCount, usize)>);

impl Total {
    fn of(&self, kind: TableCount, sets: usize) -> Tally {
        self.0.get((kind, sets)).cloned().unwrap_or_default()
    }

    /// The tallies of a kind by the number of sets that they follow.
    fn by_sets(&self, kind: TableCount) -> impl Iterator<Item = (usize, &Tally)> {
        self.0.iter().filter(move |((it, _), _)| *it == kind).map(|((_, sets), it)| (sets, it))
    }

    /// A multiple of the numbers of sets, other than 0, that tables of a kind follow.
    fn multiple(&self, kind: TableCount) -> u128 {
        let some = self.by_sets(kind).filter(|&(sets, _)| sets > 0);
        some.fold(1, |multiple, (sets, _)| multiple.lcm(&(sets as u128)))
    }

    /// What follows when one of the sets was taken, each with the same probability.
    fn after_a_set(&self, kind: TableCount) -> Tally {
        let (multiple, mut all) = (self.multiple(kind), Tally::default());
        for (sets, tally) in self.by_sets(kind).filter(|&(sets, _)| sets > 0) {
            all.merge(tally.times(multiple / sets as u128));
        }
        all
    }

    /// The hands that are left over.
    fn left(&self) -> Tally {
        let mut all = Tally::default();
        self.by_sets(TableCount::Left).for_each(|(_, tally)| all.merge(tally.clone()));
        all
    }
}

/// Tallies in the largest unit in which both are whole.
fn reduced(tallies: [Tally; 2]) -> [Tally; 2] {
    let counts = tallies.iter().flat_map(Tally::occurring);
    let divisor = counts.fold(0_u128, |divisor, (_, count)| divisor.gcd(&count)).max(1);
    tallies.map(|tally| tally.occurring().map(|(sets, count)| (sets, count / divisor)).collect())
}

/// The sets of cards by rising index.
fn sets_of(cards: &[Card], thirds: &ThirdCards) -> Vec<[Card; 3]> {
    let mut sets = Vec::new();
    for (place, &first) in cards.iter().enumerate() {
        for (next, &second) in (place + 1..).zip(&cards[place + 1..]) {
            let third = thirds.third(first, second);
            if cards[next + 1..].binary_search(&third).is_ok() {
                sets.push([first, second, third]);
            }
        }
    }
    sets
}

/// The choices of the next three cards after tables that are parts of one hand.
struct NextChoices<'a> {
    thirds: &'a ThirdCards,
    deck: Deck,
    /// The cards outside the hand.
    others: Vec<Card>,
    /// The weights of the sets that may have been taken.
    weights: Weights,
    /// Choices, and both weights, by the number of sets.
    counts: [Vec<u128>; 3],
}

impl<'a> NextChoices<'a> {
    fn new(hand: &[Card], deck: Deck, thirds: &'a ThirdCards) -> Self {
        let others = deck.cards().filter(|card| !hand.contains(card)).collect();
        let counts = [(); 3].map(|()| vec![0; deck.sets() + 1]);
        Self { thirds, deck, others, weights: Weights::new(deck), counts }
    }

    /// Deals three of the other cards to a table in every way.
    fn deal(&mut self, table: &[Card]) {
        let Self { thirds, deck, others, weights, counts } = self;
        let mut walk = TableWalk::new(*deck, thirds, table);
        let mut last = |walk: &TableWalk<'_>, lasts: &[Card], sets: usize| {
            let &[.., x, y] = walk.table() else { return };
            let (x_row, y_row) = (weights.through(x), weights.through(y));
            let through_both = x_row[y.index()];
            // Not less than 0: sets through two of the cards are taken off twice.
            let [of_x, of_y] = [x, y].map(|card| weights.by_card[card.index()]);
            let avoiding = minus(plus(weights.all, through_both), plus(of_x, of_y));
            // Summed up in 64 bits first.
            let mut choices = [0_u64; MOST_COMPLETED + 1];
            let mut sums = [[0; 2]; MOST_COMPLETED + 1];
            for &card in lasts {
                let (z, more) = (card.index(), walk.completed(card));
                let through_z = plus(x_row[z], y_row[z]);
                let weights = minus(plus(avoiding, through_z), weights.by_card[z]);
                choices[more] += 1;
                sums[more] = plus(sums[more], weights);
            }
            // A set of three of the cards was met by each pair of them, and counts once.
            let third = thirds.third(x, y);
            if lasts.binary_search(&third).is_ok() {
                let sum = &mut sums[walk.completed(third)];
                *sum = minus(*sum, through_both);
            }
            for (more, (choices, [any, first])) in choices.into_iter().zip(sums).enumerate() {
                if choices > 0 {
                    for (counts, count) in counts.iter_mut().zip([choices, any, first]) {
                        counts[sets + more] += u128::from(count);
                    }
                }
            }
        };
        let sets = sets_of(table, thirds).len();
        walk.deal(others, DEALT, sets, &mut last);
    }
}

#[cfg(test)]
mod tests;
