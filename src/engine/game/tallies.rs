//! Tallies of games, their names in files, and identities between them.

use super::policy::Policy;
use super::rules::{Layout, Rules, WhenStuck};
use crate::exact::impossible;
use crate::lanes::Lanes;
use crate::measure::Key;
use crate::name::named_enum;
use crate::stats::clusters::Clusters;
use crate::tally::{Tallies, Tally, TallyKey};

/// Key of a tally of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// Policy that played the tallied games.
    pub policy: Policy,
    /// Quantity that the tally counts.
    pub of: Subject,
}

/// The quantity by which games, or tables in games, are tallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The number of sets on tables with one layout (cards in the deck, cards on the table, and
    /// arrival).
    Stage(Layout),
    /// The number of cards left on the table and in the deck at the end of each game.
    Leftover,
    /// The number of extra deals in each game.
    ExtraDeals,
    /// The maximum number of cards on the table in each game.
    LargestTable,
    /// The number of sets taken in each game.
    Rounds,
    /// The number of cards in the deck and on the table when a game had no set for the first time;
    /// 0 if the table always had a set until it was cleared.
    FirstStuck,
    /// Searches for a set at tables of one size, and pairs of such searches within a game, as
    /// needed for the confidence interval of the proportion of tables without a set. See
    /// [`look_clusters`]. By the usual rules no game searches twice at tables of a size smaller
    /// than at the start, so these sizes have no such tally.
    Looks {
        /// The number of cards on the table.
        table: usize,
    },
    /// The difference between an outcome of a game and the outcome of the first policy on the same
    /// deck, plus [`GameOutcome::offset`]. Its variance is smaller than that of the outcomes
    /// themselves.
    Difference(GameOutcome),
}

impl Subject {
    /// Quantities that every game has, in the order of [`Ending::values`].
    pub(super) const ENDINGS: [Self; 4] =
        [Self::Leftover, Self::ExtraDeals, Self::LargestTable, Self::Rounds];
}

/// Final state of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    /// The number of cards left on the table and in the deck.
    pub(super) cards_left: usize,
    /// The number of extra deals (more cards or a redealt table because there was no set).
    pub(super) extra_deals: usize,
    /// The maximum number of cards on the table.
    pub(super) largest_table: usize,
    /// The number of sets taken.
    pub(super) sets_taken: usize,
    /// The number of cards in the deck and on the table when there was no set for the first time; 0
    /// if there was always a set.
    pub(super) stuck_with: usize,
}

impl Ending {
    /// Records that no set is on the table while `cards` cards are left in the deck and on the
    /// table.
    #[inline(always)]
    pub(super) const fn mark_stuck(&mut self, cards: usize) {
        if self.stuck_with == 0 {
            self.stuck_with = cards;
        }
    }

    /// Returns the cards left, the extra deals, the largest table and the sets taken.
    #[inline(always)]
    pub(super) const fn values(&self) -> [usize; 4] {
        [self.cards_left, self.extra_deals, self.largest_table, self.sets_taken]
    }
}

named_enum! {
    /// Outcome of a game by which policies are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum GameOutcome: "outcome" {
        /// 1 if no card is left, otherwise 0.
        Cleared = "cleared",
        /// The number of cards left on the table and in the deck.
        CardsLeft = "cards-left",
        /// 1 if there was no extra deal (more cards or a redealt table because there was no set),
        /// otherwise 0.
        NeverMore = "never-more",
        /// The number of extra deals (more cards or a redealt table because there was no set).
        ExtraDeals = "extra-deals",
    }
}

impl GameOutcome {
    /// Returns the number that is added to differences of outcomes, which may be negative, so that
    /// they can be tallied.
    #[must_use]
    pub const fn offset(rules: Rules) -> usize {
        rules.deck().size()
    }

    /// Returns the value of this outcome for a finished game.
    #[inline]
    pub(super) fn value(self, ending: &Ending) -> usize {
        match self {
            Self::Cleared => usize::from(ending.cards_left == 0),
            Self::CardsLeft => ending.cards_left,
            Self::NeverMore => usize::from(ending.extra_deals == 0),
            Self::ExtraDeals => ending.extra_deals,
        }
    }
}

/// Gives each key a name of the form `random stage 69 12 dealt`.
impl TallyKey for GameKey {
    fn name(&self) -> String {
        let policy = self.policy;
        match self.of {
            Subject::Stage(Layout { in_deck, table, arrival }) => {
                format!("{policy} stage {in_deck} {table} {arrival}")
            }
            Subject::Leftover => format!("{policy} leftover"),
            Subject::ExtraDeals => format!("{policy} extra-deals"),
            Subject::LargestTable => format!("{policy} largest-table"),
            Subject::Rounds => format!("{policy} rounds"),
            Subject::FirstStuck => format!("{policy} first-stuck"),
            Subject::Looks { table } => format!("{policy} looks {table}"),
            Subject::Difference(outcome) => format!("{policy} difference {outcome}"),
        }
    }

    fn named(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split(' ').collect();
        let (policy, of) = words.split_first()?;
        let of = match *of {
            ["stage", in_deck, table, arrival] => Subject::Stage(Layout {
                in_deck: in_deck.parse().ok()?,
                table: table.parse().ok()?,
                arrival: arrival.parse().ok()?,
            }),
            ["leftover"] => Subject::Leftover,
            ["extra-deals"] => Subject::ExtraDeals,
            ["largest-table"] => Subject::LargestTable,
            ["rounds"] => Subject::Rounds,
            ["first-stuck"] => Subject::FirstStuck,
            ["looks", table] => Subject::Looks { table: table.parse().ok()? },
            ["difference", outcome] => Subject::Difference(outcome.parse().ok()?),
            _ => return None,
        };
        Some(Self { policy: policy.parse().ok()?, of })
    }
}

/// Sums over games of the numbers of searches for a set at tables of one size, and of pairs of such
/// searches in one game, in the order of the fields of [`Clusters`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LookPairs([u64; 5]);

impl LookPairs {
    /// Adds the searches for a set in one game: their total number, and the number that found no
    /// set.
    #[inline(always)]
    pub(super) fn add(&mut self, [all, without]: [u16; 2]) {
        let [n, x] = [all, without].map(u32::from);
        let [others, other_hits] = [n, x].map(|looks| looks.saturating_sub(1));
        for (sum, new) in self.0.iter_mut().zip([n, x, n * others, x * others, x * other_hits]) {
            *sum += u64::from(new);
        }
    }

    /// Adds the searches for a set in 64 games, one in each lane: their total number, and the
    /// number that found no set.
    pub(super) fn add_lanes(&mut self, all: &Lanes<u8>, without: &Lanes<u8>) {
        for (&all, &without) in all.0.iter().zip(&without.0) {
            self.add([all, without].map(u16::from));
        }
    }

    /// Adds the sums to the tally of a key, unless there were no searches.
    pub(super) fn flush(self, key: GameKey, into: &mut Tallies<GameKey>) {
        if self.0[0] > 0 {
            let tally = into.entry(key);
            self.0.iter().enumerate().for_each(|(place, &sum)| tally.add(place, sum.into()));
        }
    }
}

/// Returns the searches for a set in a tally of [`Subject::Looks`] as clusters, in which a search
/// that finds no set is a hit. The searches of a game form a cluster: the set taken from one table
/// affects the next one.
#[must_use]
pub fn look_clusters(tally: &Tally) -> Clusters {
    Clusters {
        observations: tally.count(0),
        hits: tally.count(1),
        pairs: tally.count(2),
        pairs_hit_first: tally.count(3),
        pairs_hit_both: tally.count(4),
    }
}

/// Error for tallies of games that violate an identity, which is a bug in the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the games of `{policy}` do not balance: {what}; this is a bug in the program")]
pub struct Imbalance {
    policy: Policy,
    what: String,
}

/// Checks identities that hold exactly in the games of a policy:
///
/// * every game has an end, a first layout (if tables are not redealt), a largest table and so
///   on;
/// * all layouts and values can occur under the rules;
/// * no game ends with three cards: all cards of a deck add up to zero, and so do those of each
///   set, so the three cards would be a set;
/// * three cards for each set taken, plus the cards left, are all cards;
/// * at each layout a set is taken, or cards are dealt, or the game ends; a set is taken wherever
///   there is one.
///
/// # Errors
///
/// Returns an error if one of these does not hold.
pub fn check_balance(
    rules: Rules,
    policy: Policy,
    games: u128,
    tallies: &Tallies<GameKey>,
) -> Result<(), Imbalance> {
    let size = rules.cards() as u128;
    let tally = |of| tallies.get(GameKey { policy, of }).cloned().unwrap_or_default();
    let equal = |what: &str, found: u128, expected: u128| match found == expected {
        true => Ok(()),
        false => Err(Imbalance { policy, what: format!("{what}: {found}, not {expected}") }),
    };
    // A redealt table may be a first layout again.
    let first = Subject::Stage(Layout::first(rules));
    let first = (rules.when_stuck() != WhenStuck::Redeal).then_some(first);
    for of in Subject::ENDINGS.into_iter().chain([Subject::FirstStuck]).chain(first) {
        equal("games", tally(of).total(), games)?;
    }
    let left = tally(Subject::Leftover);
    equal("games with three cards left", left.count(3), 0)?;
    let [taken, extra] = [Subject::Rounds, Subject::ExtraDeals].map(|of| tally(of).sum());
    equal("cards taken and left", 3 * taken + left.sum(), size * games)?;
    let (mut layouts, mut with_set) = (0, 0);
    for (key, tally) in tallies.iter().filter(|(key, _)| key.policy == policy) {
        if !is_possible(rules, key.of, tally) {
            let what = format!("`{}` has impossible values", key.name());
            return Err(Imbalance { policy, what });
        }
        if let Subject::Stage(_) = key.of {
            layouts += tally.total();
            with_set += tally.total() - tally.count(0);
        }
    }
    equal("layouts", layouts, taken + extra + games)?;
    equal("layouts with a set", with_set, taken)
}

/// Returns whether the layout of a tally and all its values can occur under the rules.
fn is_possible(rules: Rules, of: Subject, tally: &Tally) -> bool {
    let most = match of {
        Subject::Stage(Layout { in_deck, table, .. }) => {
            return table <= rules.largest_table()
                && in_deck <= rules.cards() - table
                && impossible::is_possible(rules.deck(), Key::sets(table), tally);
        }
        Subject::Leftover | Subject::ExtraDeals | Subject::FirstStuck => rules.cards(),
        Subject::LargestTable => rules.largest_table(),
        Subject::Rounds => rules.cards() / 3,
        Subject::Looks { table } if table > rules.largest_table() => return false,
        // The sums of `LookPairs`.
        Subject::Looks { .. } => 4,
        Subject::Difference(_) => 2 * GameOutcome::offset(rules),
    };
    tally.largest().is_none_or(|largest| largest <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Arrival;

    #[test]
    fn names_are_read_back() {
        let stage = Layout { in_deck: 69, table: 12, arrival: Arrival::Dealt };
        let others = [Subject::Stage(stage), Subject::FirstStuck, Subject::Looks { table: 12 }];
        let subjects = Subject::ENDINGS.into_iter().chain(others);
        for of in subjects.chain(GameOutcome::ALL.map(Subject::Difference)) {
            let key = GameKey { policy: Policy::MostLeft, of };
            assert_eq!(GameKey::named(&key.name()), Some(key), "{}", key.name());
        }
        let key = GameKey { policy: Policy::Random, of: Subject::Stage(stage) };
        assert_eq!(key.name(), "random stage 69 12 dealt");
        for wrong in ["", "random", "nobody leftover", "random stage 1 2", "random leftover 1"] {
            assert_eq!(GameKey::named(wrong), None, "{wrong}");
        }
    }
}
