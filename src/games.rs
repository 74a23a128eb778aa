//! Whole games, played by a policy.

use crate::deal::Seed;
use crate::game::{self, GameKey, Layout, Policy, Rules, Subject, look_clusters};
use crate::run::Threads;
use crate::simulation::SimulationError;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, Ratio, clusters};
use crate::tally::{Tallies, Tally};

/// Simulation of whole games by some [`Rules`], in which a [`Policy`] chooses the set that is
/// taken.
///
/// The result is a function of the rules, the policy, the number of games and the seed; the number
/// of threads changes only the time. For a given seed, all policies play the same decks. Games
/// follow the scheme [`games-v1`](setodds_engine::game), which never changes.
///
/// ```
/// use setodds::{Confidence, Games, Policy, Rules};
///
/// let played = Games::new(Rules::default()).policy(Policy::First).games(10_000).seed(1).run()?;
/// // Tables of 12 cards hold no set twice as often as 12 cards that are dealt.
/// let interval = played.interval(12, Confidence::default()).expect("there are such tables");
/// assert!(0.05 < interval.low && interval.high < 0.07, "{interval:?}");
/// // Games never end with three cards: they would be a set.
/// assert_eq!((played.cards_left().total(), played.cards_left().count(3)), (10_000, 0));
/// # Ok::<(), setodds::SimulationError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is played before `run`"]
pub struct Games {
    rules: Rules,
    policy: Policy,
    games: u64,
    seed: Option<Seed>,
    threads: usize,
}

impl Games {
    /// Creates a simulation of a million games by these rules, with a fresh seed, on all cores, in
    /// which every set on the table is equally likely to be taken.
    pub fn new(rules: Rules) -> Self {
        Self { rules, policy: Policy::default(), games: 1_000_000, seed: None, threads: 0 }
    }

    /// Sets the policy that chooses which set is taken.
    pub fn policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Sets the number of games to play.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Sets the random seed.
    pub fn seed(self, seed: impl Into<Seed>) -> Self {
        Self { seed: Some(seed.into()), ..self }
    }

    /// Sets the number of threads; 0, the default, uses all cores.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Plays the games and tallies them.
    ///
    /// # Errors
    ///
    /// Fails if the number of games is zero or the thread pool cannot be started.
    pub fn run(self) -> Result<PlayedGames, SimulationError> {
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let games = game::Games::new(self.rules, &[self.policy], seed, self.games)?;
        let tallies = games.run(Threads::or_available(self.threads))?;
        Ok(PlayedGames { policy: self.policy, seed, tallies })
    }
}

/// Result of [`Games`]: tallies over the games and over the tables of cards in them.
#[derive(Clone, Debug)]
pub struct PlayedGames {
    policy: Policy,
    seed: Seed,
    tallies: Tallies<GameKey>,
}

impl PlayedGames {
    fn tally(&self, of: Subject) -> Option<&Tally> {
        self.tallies.get(GameKey { policy: self.policy, of })
    }

    fn ending(&self, of: Subject) -> &Tally {
        self.tally(of).expect("there is at least one game, and every game ends")
    }

    /// Returns the tally of the number of cards left at the end of a game.
    #[must_use]
    pub fn cards_left(&self) -> &Tally {
        self.ending(Subject::Leftover)
    }

    /// Returns the tally of the number of extra deals or redeals in a game, made because the table
    /// had no set.
    #[must_use]
    pub fn extra_deals(&self) -> &Tally {
        self.ending(Subject::ExtraDeals)
    }

    /// Returns the tally of the largest number of cards on the table during a game.
    #[must_use]
    pub fn largest_table(&self) -> &Tally {
        self.ending(Subject::LargestTable)
    }

    /// Returns the tally of the number of sets taken in a game.
    #[must_use]
    pub fn sets_taken(&self) -> &Tally {
        self.ending(Subject::Rounds)
    }

    /// Returns the tally of the number of sets on the table for each layout: the number of cards in
    /// the deck and on the table, and whether cards were just dealt or a set was just taken.
    /// Every search for a set counts as one observation; empty tables are left out.
    pub fn layouts(&self) -> impl Iterator<Item = (Layout, &Tally)> {
        self.tallies.iter().filter_map(|(key, tally)| match key.of {
            Subject::Stage(layout) if layout.table > 0 => Some((layout, tally)),
            _ => None,
        })
    }

    /// Returns the proportion of searches at tables of `cards` cards that find no set, or `None` if
    /// there were no such tables.
    #[must_use]
    pub fn no_set(&self, cards: usize) -> Option<Ratio> {
        let tables = self.layouts().filter(|(layout, _)| layout.table == cards);
        let [without, all] = tables.fold([0, 0], |[without, all], (_, tally)| {
            [without + tally.count(0), all + tally.total()]
        });
        (all > 0).then(|| Ratio::new(without, all))
    }

    /// Returns the confidence interval of the probability that a table of `cards` cards has no set,
    /// or `None` if there were no such tables.
    ///
    /// The tables of a game depend on one another. They are treated as clusters (Cochran 1977,
    /// Sampling Techniques, 3rd ed., section 3.12): the interval for independent tables is scaled
    /// by the square root of the design effect.
    #[must_use]
    pub fn interval(&self, cards: usize, confidence: Confidence) -> Option<Interval> {
        let no_set = self.no_set(cards)?;
        let looks = self.tally(Subject::Looks { table: cards })?;
        let effect = look_clusters(looks).design_effect();
        let (count, total) = (no_set.numerator(), no_set.denominator());
        Some(clusters::interval(count, total, effect, confidence))
    }

    /// Returns the seed; running with it again plays the same games.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_plays_the_same_on_any_threads() {
        let games = Games::new(Rules::default()).games(5000).seed(3);
        let (alone, all) = (games.clone().threads(1).run().unwrap(), games.run().unwrap());
        assert_eq!((&alone.tallies, all.seed()), (&all.tallies, Seed(3)));
        assert_eq!(all.extra_deals().total(), 5000);
        let cards = |tally: &Tally| tally.iter().map(|it| it.0 as u128 * it.1).sum::<u128>();
        assert_eq!(cards(all.cards_left()) + 3 * cards(all.sets_taken()), 81 * 5000);
        let no_set = all.no_set(12).unwrap();
        let interval = all.interval(12, Confidence::default()).unwrap();
        assert!(interval.low < no_set.value() && no_set.value() < interval.high);
        assert!(interval.half_width() < 0.01 && all.largest_table().count(12) > 0);
        assert_eq!((all.no_set(13), all.interval(13, Confidence::default())), (None, None));
    }

    #[test]
    fn nothing_played_is_refused() {
        let error = Games::new(Rules::default()).games(0).run().unwrap_err().to_string();
        assert!(error.starts_with("0 games give no answer"), "{error}");
    }
}
