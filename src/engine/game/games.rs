//! Games as a kernel: shuffle, play by every policy, tally.

use super::counts::Counts;
use super::dealer::{Dealer, Round};
use super::engine::GameEngine;
use super::lane_player::LanePlayer;
use super::naive;
use super::player::Player;
use super::policy::Policy;
use super::rules::{GamesError, Rules, games_per_block};
use super::tallies::GameKey;
use crate::deal::Seed;
use crate::run::{Job, Kernel, Plan};
use crate::tally::Tallies;

/// The name of the scheme of the games, as in provenance.
pub const SCHEME: &str = "games-v1";

/// The name of the generators, as in provenance.
pub const GENERATOR: &str =
    "decks: 16 x xoshiro256++ keyed by ChaCha8; choices: SplitMix64 keyed by ChaCha8";

/// Whole games by some policies, all on the same decks.
#[derive(Debug)]
pub struct Games {
    rules: Rules,
    policies: Vec<Policy>,
    engine: GameEngine,
    seed: Seed,
    plan: Plan,
}

impl Games {
    /// `games` games of each policy. The first policy is the one that the others are compared with.
    ///
    /// # Errors
    ///
    /// When there is no game or no policy, or one is named twice.
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
            return Err(GamesError::NamedTwice(policies[again].name()));
        }
        let names: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
        let job = Job::new("play")
            .with("scheme", SCHEME)
            // Raised when other things are tallied, so that saved games without them are refused.
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
        let engine = GameEngine::fastest(rules);
        Ok(Self { rules, policies: policies.to_vec(), engine, seed, plan })
    }

    /// Chooses another engine for the games.
    ///
    /// # Errors
    ///
    /// When it does not play by these rules.
    pub fn with_engine(self, engine: GameEngine) -> Result<Self, GamesError> {
        if engine.plays(self.rules) { Ok(Self { engine, ..self }) } else { Err(GamesError::Lanes) }
    }

    /// The engine that was chosen.
    #[must_use]
    pub const fn engine(&self) -> GameEngine {
        self.engine
    }

    /// Returns the engine that plays the games: lanes may only deal the decks.
    #[must_use]
    pub fn player(&self) -> GameEngine {
        self.engine.playing(self.rules)
    }

    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The policies, the one first that the others are compared with.
    #[must_use]
    pub fn policies(&self) -> &[Policy] {
        &self.policies
    }

    /// The games of a block, each as one number: a hash of what was seen and taken, by all policies
    /// in turn. Tests and benchmarks compare engines by it.
    #[must_use]
    pub fn traces(&self, block: u64) -> Vec<u64> {
        self.traced(block, &mut self.workspace())
    }

    /// Plays a block, and returns its traces.
    fn traced(&self, block: u64, workspace: &mut Workspace) -> Vec<u64> {
        workspace.players.iter_mut().for_each(|(_, counts)| counts.trace());
        self.play(block, workspace);
        let traces: Vec<_> = workspace.players.iter().map(|(_, counts)| counts.traces()).collect();
        let games = 0..traces[0].len();
        games.flat_map(|game| traces.iter().map(move |games| games[game])).collect()
    }

    fn workspace(&self) -> Workspace {
        let (rules, engine) = (self.rules, self.engine);
        let player =
            |&policy: &Policy| (AnyPlayer::new(rules, policy, engine), Counts::new(rules, policy));
        Workspace {
            dealer: Dealer::new(rules.deck(), engine),
            players: self.policies.iter().map(player).collect(),
        }
    }

    /// Plays the games of a block by all policies.
    fn play(&self, block: u64, workspace: &mut Workspace) {
        let Workspace { dealer, players } = workspace;
        dealer.deal(self.seed, block, self.plan.units_in(block), |round: &Round<'_>| {
            players.iter_mut().for_each(|(player, counts)| player.play(round, counts));
            if let [(_, first), others @ ..] = &mut players[..] {
                others.iter_mut().for_each(|(_, other)| other.compare(first));
            }
        });
    }
}

/// The players of one thread.
struct Workspace {
    dealer: Dealer,
    players: Vec<(AnyPlayer, Counts)>,
}

/// A player by some policy.
enum AnyPlayer {
    Naive(Rules, Policy),
    Single(Box<Player>),
    /// Plays many games at once.
    Lanes(Box<LanePlayer>),
}

impl AnyPlayer {
    fn new(rules: Rules, policy: Policy, engine: GameEngine) -> Self {
        match engine.playing(rules) {
            GameEngine::Naive => Self::Naive(rules, policy),
            GameEngine::Incremental => Self::Single(Box::new(Player::new(rules, policy))),
            GameEngine::Lanes(set) => Self::Lanes(Box::new(LanePlayer::new(rules, policy, set))),
        }
    }

    /// Plays the games of a round and counts what happens.
    fn play(&mut self, round: &Round<'_>, counts: &mut Counts) {
        counts.start_round();
        match self {
            Self::Naive(rules, policy) => round.for_each(|deck, rng| {
                let ending = naive::play(*rules, deck, rng, *policy, counts);
                counts.game_ended(0, ending);
            }),
            Self::Single(player) => round.for_each(|deck, rng| {
                let ending = player.play(deck, rng, counts);
                counts.game_ended(0, ending);
            }),
            Self::Lanes(player) => player.play(round, counts),
        }
    }
}

impl Kernel for Games {
    type Tally = Tallies<GameKey>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<GameKey> {
        let mut workspace = self.workspace();
        move |block| {
            self.play(block, &mut workspace);
            let mut tallies = Tallies::default();
            workspace.players.iter_mut().for_each(|(_, counts)| counts.flush(&mut tallies));
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

    /// The traces of all games and their tallies, played once.
    fn traced(games: &Games) -> (Vec<u64>, Tallies<GameKey>) {
        let (mut traces, mut all, mut workspace) =
            (Vec::new(), Tallies::default(), games.workspace());
        for block in 0..games.plan().blocks() {
            traces.extend(games.traced(block, &mut workspace));
            workspace.players.iter_mut().for_each(|(_, counts)| counts.flush(&mut all));
        }
        (traces, all)
    }

    /// Every policy, every deck, small and large tables: the same layouts and the same sets, which
    /// are tallied alike.
    #[test]
    fn all_engines_play_the_same_games() {
        let cases = [(3, 12, 500), (3, 3, 200), (4, 12, 200), (4, 9, 50), (4, 21, 20)];
        let cases = cases.into_iter().chain([(5, 12, 12), (6, 12, 1)]);
        for (features, start, number) in cases {
            let rules = rules(features, start);
            let played = |engine| {
                let games = Games::new(rules, &Policy::ALL, Seed(7), number).unwrap();
                traced(&games.with_engine(engine).unwrap())
            };
            let naive = played(GameEngine::Naive);
            assert_eq!(naive.0.len() as u64, number * Policy::ALL.len() as u64);
            let engines = InstructionSet::ALL.map(GameEngine::Lanes).into_iter();
            let engines = engines.chain([GameEngine::Incremental]);
            for engine in engines.filter(|it| it.plays(rules)) {
                let what = format!("{features} features, {start} cards, {engine:?}");
                assert!(played(engine) == naive, "{what}");
            }
        }
    }

    /// Rare ways of leaving the lanes, too: tables of 18 and 21 cards, and games that come back.
    /// All policies fill a round and begin another; one plays more.
    #[test]
    fn lanes_play_what_one_plays_alone() {
        for (policies, number) in [(&Policy::ALL[..], 4396), (&[Policy::First], 30_000)] {
            let both = |engine| {
                let games = Games::new(Rules::default(), policies, Seed(3), number).unwrap();
                traced(&games.with_engine(engine).unwrap())
            };
            let alone = both(GameEngine::Incremental);
            for set in InstructionSet::available() {
                assert!(both(GameEngine::Lanes(set)) == alone, "{set}");
            }
            let largest = GameKey { policy: Policy::First, of: Subject::LargestTable };
            let is_rare_seen = alone.1.get(largest).unwrap().count(18) > 100;
            assert!(is_rare_seen || number < 30_000);
        }
    }

    /// A policy plays the same games, alone or with others, and whatever was played before.
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

    /// Looks at tables of one size are those of their stages.
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

    /// Other rules balance, too; and each does what it says.
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

    /// The golden values of the scheme: if they change, it is another scheme.
    #[test]
    fn the_games_of_a_seed_never_change() {
        let traces = |features| {
            let games = games(features, 12, 3);
            games.traces(0).chunks_exact(Policy::ALL.len()).map(|game| game[0]).collect::<Vec<_>>()
        };
        let three =
            [9_980_602_838_910_738_811, 11_297_568_568_672_484_340, 2_431_954_469_532_122_149];
        assert_eq!(traces(3), three);
        let four =
            [8_167_622_715_035_213_839, 13_799_377_754_062_222_000, 1_658_212_490_209_500_426];
        assert_eq!(traces(4), four);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let new = |policies: &[Policy], games| {
            Games::new(Rules::default(), policies, Seed(1), games).map(|_| ()).unwrap_err()
        };
        assert_eq!(new(&[Policy::Random], 0), GamesError::NoGames);
        assert_eq!(new(&[], 1), GamesError::NoPolicies);
        let twice = [Policy::First, Policy::Random, Policy::First];
        assert_eq!(new(&twice, 1), GamesError::NamedTwice("first"));
        let (lanes, first) = (GameEngine::Lanes(InstructionSet::widest()), [Policy::First]);
        let stopping = Rules::default().with_when_stuck(WhenStuck::Stop).unwrap();
        for rules in [stopping, rules(5, 12)] {
            let games = Games::new(rules, &first, Seed(1), 1).unwrap();
            assert_eq!(games.engine(), GameEngine::Incremental);
            assert_eq!(games.with_engine(lanes).unwrap_err(), GamesError::Lanes);
        }
    }
}
