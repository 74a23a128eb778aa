//! The kernel of a simulation of games: shuffles the deck, plays it with every policy, and tallies
//! the results.

use super::counts::{Counts, MAX_LANE_GAMES};
use super::lane_player::{self, LanePlayer};
use super::player::Player;
use super::policy::Policy;
use super::rules::{GamesError, Rules, games_per_block};
use super::splitmix::{BlockRngs, SplitMix64};
use super::tallies::GameKey;
use crate::card::Card;
use crate::deal::{Engine, LaneGroups, Seed, deal_block};
use crate::lanes::{InstructionSet, LANES};
use crate::run::{Job, Kernel, Plan, RunError, Threads, execute};
use crate::tally::Tallies;

/// Name of the sampling scheme of games, as recorded in provenance.
pub const SCHEME: &str = "games-v1";

/// Description of the random number generators used for games and how they are keyed, as recorded
/// in provenance.
pub const GENERATOR: &str =
    "decks: 16 x xoshiro256++ keyed by ChaCha8; choices: SplitMix64 keyed by ChaCha8";

/// Kernel that plays complete games with some policies, all on the same decks.
#[derive(Debug)]
pub struct Games {
    rules: Rules,
    policies: Vec<Policy>,
    engine: Engine,
    seed: Seed,
    plan: Plan,
}

impl Games {
    /// Creates a kernel that plays `games` games with each policy. The other policies are compared
    /// with the first one.
    ///
    /// # Errors
    ///
    /// Returns an error if `games` is 0, if there is no policy, or if a policy is repeated.
    pub fn new(
        rules: Rules,
        policies: &[Policy],
        seed: Seed,
        games: u64,
    ) -> Result<Self, GamesError> {
        if games == 0 {
            return Err(GamesError::NoGames);
        }
        if policies.is_empty() {
            return Err(GamesError::NoPolicies);
        }
        let is_again = |&place: &usize| policies[..place].contains(&policies[place]);
        if let Some(again) = (0..policies.len()).find(is_again) {
            return Err(GamesError::RepeatedPolicy(policies[again].name()));
        }
        let names: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
        let job = Job::new("play")
            .with("scheme", SCHEME)
            // Incremented when more is tallied, so that saved games without it are rejected.
            .with("tallies", 2)
            .with("features", rules.deck().features())
            .with("start", rules.start())
            .with("policies", names.join(","))
            .with("seed", seed);
        let job = if rules.are_usual() {
            job
        } else {
            job.with("rules", rules.to_string().replace(' ', "+"))
        };
        let plan = Plan::new(job, u128::from(games), games_per_block(rules));
        let engine = if rules.fit_lanes() {
            Engine::Lanes(InstructionSet::widest())
        } else {
            Engine::Scalar
        };
        Ok(Self { rules, policies: policies.to_vec(), engine, seed, plan })
    }

    /// Plays all games and returns their tallies.
    ///
    /// Unlike the generic [`execute`], it is compiled in this package, with the optimization level
    /// of this package.
    ///
    /// # Errors
    ///
    /// Returns an error if the threads cannot be started.
    pub fn run(&self, threads: Threads) -> Result<Tallies<GameKey>, RunError> {
        Ok(execute(self, threads)?.into_tally())
    }

    /// Selects another engine. The games do not depend on it.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine does not support the rules.
    pub fn with_engine(self, engine: Engine) -> Result<Self, GamesError> {
        let plays = engine == Engine::Scalar || self.rules.fit_lanes();
        if plays { Ok(Self { engine, ..self }) } else { Err(GamesError::Lanes) }
    }

    /// Returns the selected engine.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the policies; the others are compared with the first one.
    #[must_use]
    pub fn policies(&self) -> &[Policy] {
        &self.policies
    }

    /// Calls `play` with the deck and the random number generator of each game of a block.
    pub fn for_each_deck(&self, block: u64, mut play: impl FnMut(&[Card], SplitMix64)) {
        let (deck, games) = (self.rules.deck(), self.plan.units_in(block));
        let mut rngs = BlockRngs::new(self.seed, block);
        deal_block(self.seed, block, deck, deck.size(), games, |cards| play(cards, rngs.next()));
    }

    /// Plays the games of a block with all policies.
    fn play(&self, block: u64, players: &mut Players, counts: &mut [Counts]) {
        match players {
            Players::Scalar(players) => self.for_each_deck(block, |deck, rng| {
                for (player, counts) in players.iter_mut().zip(&mut *counts) {
                    counts.start_round();
                    let ending = player.play(deck, rng, counts);
                    counts.game_ended(0, ending);
                }
                compare(counts);
            }),
            Players::Lanes(dealer, players) => {
                dealer.start(self.seed, block);
                let mut rngs = BlockRngs::new(self.seed, block);
                let mut left = self.plan.units_in(block);
                let (mut cards, mut round) = (Vec::new(), Vec::new());
                while left > 0 {
                    cards.clear();
                    round.clear();
                    while round.len() < MAX_LANE_GAMES && left > 0 {
                        let games = left.min(LANES as u64);
                        cards.extend_from_slice(dealer.deal());
                        round.extend((0..games).map(|_| rngs.next()));
                        left -= games;
                    }
                    let decks: Vec<_> = cards.chunks_exact(self.rules.cards()).collect();
                    for (player, counts) in players.iter_mut().zip(&mut *counts) {
                        counts.start_round();
                        player.play(&decks, &round, counts);
                    }
                    compare(counts);
                }
            }
        }
    }
}

/// The players of the games of one thread, one player for each policy.
enum Players {
    Scalar(Vec<Player>),
    /// A dealer of decks, and players of 64 games at once.
    Lanes(Box<LaneGroups<u8>>, Vec<LanePlayer>),
}

/// Compares the games just played by each policy with those of the first policy.
fn compare(counts: &mut [Counts]) {
    if let [first, others @ ..] = counts {
        others.iter_mut().for_each(|other| other.compare(first));
    }
}

impl Kernel for Games {
    type Tally = Tallies<GameKey>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<GameKey> {
        let (rules, policies) = (self.rules, self.policies.iter());
        let mut players = match self.engine {
            Engine::Scalar => {
                Players::Scalar(policies.map(|&policy| Player::new(rules, policy)).collect())
            }
            Engine::Lanes(set) => Players::Lanes(
                Box::new(lane_player::dealer(rules, set)),
                policies.map(|&policy| LanePlayer::new(rules, policy, set)).collect(),
            ),
        };
        let mut counts: Vec<_> =
            self.policies.iter().map(|&policy| Counts::new(rules, policy)).collect();
        move |block| {
            self.play(block, &mut players, &mut counts);
            let mut tallies = Tallies::default();
            counts.iter_mut().for_each(|counts| counts.flush(&mut tallies));
            tallies
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::game::{Arrival, Layout, Subject, WhenStuck, check_balance};
    use crate::lanes::InstructionSet;
    use crate::tally::Merge;

    fn rules(features: usize, start: usize) -> Rules {
        Rules::new(Deck::new(features).unwrap(), start).unwrap()
    }

    fn games(features: usize, start: usize, games: u64) -> Games {
        Games::new(rules(features, start), &Policy::ALL, Seed(7), games).unwrap()
    }

    fn all(games: &Games) -> Tallies<GameKey> {
        let (mut all, mut worker) = (Tallies::default(), games.worker());
        (0..games.plan().blocks()).for_each(|block| all.merge(worker(block)));
        all
    }

    /// Checks that a policy plays the same games alone or with others, and whatever was played
    /// before.
    #[test]
    fn a_game_depends_on_its_number_alone() {
        let together = games(4, 12, 9000);
        let (mut worker, blocks) = (together.worker(), [2, 0, 1]);
        let mut shuffled = Tallies::default();
        blocks.iter().for_each(|&block| shuffled.merge(worker(block)));
        assert_eq!(shuffled, all(&together));
        for policy in Policy::ALL {
            let alone = Games::new(together.rules(), &[policy], Seed(7), 9000).unwrap();
            assert_eq!(alone.policies(), [policy]);
            for (key, tally) in all(&alone).iter() {
                assert_eq!(shuffled.get(key), Some(tally), "{key:?}");
            }
        }
    }

    #[test]
    fn games_balance_and_a_lost_card_is_seen() {
        let cases = [(3, 12, 3000), (3, 9, 500), (4, 12, 3000), (4, 6, 500), (4, 15, 500)];
        for (features, start, number) in cases.into_iter().chain([(5, 12, 100), (6, 12, 600)]) {
            let games = games(features, start, number);
            let (rules, mut tallies) = (games.rules(), all(&games));
            for policy in Policy::ALL {
                assert_eq!(check_balance(rules, policy, number.into(), &tallies), Ok(()));
                assert_looks(policy, &tallies);
            }
            let layout = Layout { in_deck: 0, table: 6, arrival: Arrival::Taken };
            let of = Subject::Stage(layout);
            tallies.entry(GameKey { policy: Policy::First, of }).record(1);
            let error = check_balance(rules, Policy::First, number.into(), &tallies).unwrap_err();
            assert!(error.to_string().contains("`first` do not balance: layouts"));
        }
    }

    /// Checks that the searches at tables of one size agree with the layouts of that size.
    fn assert_looks(policy: Policy, tallies: &Tallies<GameKey>) {
        let own = || tallies.iter().filter(|(key, _)| key.policy == policy);
        let looks = own().filter_map(|(key, tally)| match key.of {
            Subject::Looks { table } => Some((table, [tally.count(0), tally.count(1)])),
            _ => None,
        });
        for (size, looks) in looks {
            let stages = own().filter(
                |(key, _)| matches!(key.of, Subject::Stage(layout) if layout.table == size),
            );
            let (all, without): (Vec<_>, Vec<_>) =
                stages.map(|(_, tally)| (tally.total(), tally.count(0))).unzip();
            assert_eq!(looks, [all.iter().sum(), without.iter().sum()], "{size} cards");
        }
    }

    /// Checks that games by other rules balance, and end as the rules demand.
    #[test]
    fn games_by_other_rules_balance() {
        let rules = Rules::default();
        let five = |start| Rules::new(Deck::new(5).unwrap(), start).unwrap();
        let all_rules = [
            Rules::new(Deck::GAME, 81).unwrap(),
            Rules::new(Deck::GAME, 10).unwrap(),
            rules.dealing(12, 1).unwrap(),
            rules.dealing(12, 6).unwrap(),
            rules.dealing(15, 3).unwrap(),
            rules.with_when_stuck(WhenStuck::Redeal).unwrap(),
            rules.with_when_stuck(WhenStuck::Stop).unwrap(),
            five(16),
            five(18),
        ];
        for rules in all_rules {
            let policies = [Policy::Random, Policy::First];
            let games = Games::new(rules, &policies, Seed(7), 300).unwrap();
            let tallies = all(&games);
            for policy in policies {
                assert_eq!(check_balance(rules, policy, 300, &tallies), Ok(()), "{rules}");
                assert_looks(policy, &tallies);
                let tally = |of| tallies.get(GameKey { policy, of }).cloned().unwrap_or_default();
                let left = tally(Subject::Leftover);
                let stops = rules.when_stuck() == WhenStuck::Stop;
                assert_eq!(left.largest() > Some(rules.deck().largest_cap()), stops, "{rules}");
            }
        }
    }

    /// Pins the games of a seed, by cards left in threes: a change requires a new scheme.
    #[test]
    fn the_games_of_a_seed_never_change() {
        let cases = [
            (
                3,
                [
                    vec![1332, 0, 2682, 82],
                    vec![1579, 0, 2467, 50],
                    vec![3139, 0, 957, 0],
                    vec![426, 0, 2728, 942],
                    vec![1160, 0, 2802, 134],
                    vec![1124, 0, 2844, 128],
                ],
            ),
            (
                4,
                [
                    vec![42, 0, 1956, 1821, 273, 4],
                    vec![56, 0, 1953, 1774, 311, 2],
                    vec![109, 0, 2439, 1348, 198, 2],
                    vec![15, 0, 1289, 2264, 521, 7],
                    vec![32, 0, 1892, 1876, 292, 4],
                    vec![41, 0, 1907, 1858, 287, 3],
                ],
            ),
        ];
        for (features, expected) in cases {
            let tallies = all(&games(features, 12, 4096));
            for (policy, expected) in Policy::ALL.into_iter().zip(expected) {
                let left = tallies.get(GameKey { policy, of: Subject::Leftover }).unwrap();
                let counts = (0..expected.len()).map(|threes| left.count(3 * threes));
                assert!(counts.eq(expected), "{features} features, {policy}");
            }
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let new = |policies: &[Policy], games| {
            Games::new(Rules::default(), policies, Seed(1), games).map(|_| ()).unwrap_err()
        };
        assert_eq!(new(&[Policy::Random], 0), GamesError::NoGames);
        assert_eq!(new(&[], 1), GamesError::NoPolicies);
        let twice = [Policy::First, Policy::Random, Policy::First];
        assert_eq!(new(&twice, 1), GamesError::RepeatedPolicy("first"));
        let (lanes, first) = (Engine::Lanes(InstructionSet::widest()), [Policy::First]);
        let stopping = Rules::default().with_when_stuck(WhenStuck::Stop).unwrap();
        for rules in [stopping, rules(5, 12), rules(4, 15), rules(4, 9)] {
            let games = Games::new(rules, &first, Seed(1), 1).unwrap();
            assert_eq!(games.engine(), Engine::Scalar);
            assert_eq!(games.with_engine(lanes).unwrap_err(), GamesError::Lanes);
        }
        for rules in [rules(3, 12), rules(4, 12)] {
            assert_eq!(Games::new(rules, &first, Seed(1), 1).unwrap().engine(), lanes);
        }
    }
}
