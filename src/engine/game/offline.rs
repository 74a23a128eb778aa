//! Which decks can be cleared if their order is known?
//!
//! The decks are those of [`Games`](super::Games) of the same seed and rules, game by game; how
//! each is searched is in `search`.

use super::games::SCHEME;
use super::player::{AnyGeometry, any_geometry};
use super::rules::{GamesError, Rules, games_per_block};
use super::search::Verdict;
use crate::deal::{InstructionSet, Seed, deal_block_with};
use crate::run::{Job, Kernel, Plan};
use crate::tally::Tally;

/// The default number of tables that are searched for a deck: some 10 milliseconds.
#[doc(hidden)]
pub const DEFAULT_BUDGET: u64 = 1000;

/// Decks in a block: a part of a block of games.
const DECKS: u64 = 64;

/// Decks, each searched for a way to clear it. Verdicts are tallied by their place in
/// [`Verdict::ALL`].
#[derive(Debug)]
pub struct Offline {
    rules: Rules,
    seed: Seed,
    budget: u64,
    plan: Plan,
    geometry: Box<dyn AnyGeometry>,
    set: InstructionSet,
}

impl Offline {
    /// A search of `games` decks, of at most `budget` tables each.
    ///
    /// # Errors
    ///
    /// When `games` or `budget` is 0, or the rules are not the usual ones.
    pub fn new(rules: Rules, seed: Seed, games: u64, budget: u64) -> Result<Self, GamesError> {
        if games == 0 || budget == 0 {
            return Err(if games == 0 { GamesError::NoGames } else { GamesError::NoBudget });
        }
        if !rules.are_usual() {
            return Err(GamesError::Unsearched(rules.to_string()));
        }
        let job = Job::new("offline")
            .with("scheme", SCHEME)
            .with("features", rules.deck().features())
            .with("start", rules.start())
            .with("budget", budget)
            .with("seed", seed)
            .with_some("without", rules.pack().as_reduced());
        let plan = Plan::new(job, games.into(), DECKS);
        let (geometry, set) = (any_geometry(rules.deck()), InstructionSet::widest());
        Ok(Self { rules, seed, budget, plan, geometry, set })
    }

    /// Deals and searches with other instructions than the widest of the processor.
    #[doc(hidden)]
    #[must_use]
    pub fn with_instructions(self, set: InstructionSet) -> Self {
        Self { set, ..self }
    }

    /// The vector instructions in use, for dealing and for searching.
    #[doc(hidden)]
    #[must_use]
    pub const fn instructions(&self) -> InstructionSet {
        self.set
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The verdict on each deck of a block.
    fn verdicts(&self, block: u64) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        let parts = games_per_block(self.rules) / DECKS;
        let mut skipped = block % parts * DECKS;
        let decks = skipped + self.plan.units_in(block);
        let (block, rules) = ((self.seed, block / parts), &self.rules);
        deal_block_with(self.set, block, rules.pack(), rules.cards(), decks, |cards| {
            if skipped > 0 {
                skipped -= 1;
            } else {
                verdicts.push(self.geometry.verdict(cards, self.rules, self.budget, self.set));
            }
        });
        verdicts
    }
}

impl Kernel for Offline {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        |block| self.verdicts(block).into_iter().map(|verdict| verdict as usize).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};
    use crate::deal::deal_block;
    use crate::game::rules::DEALT;
    use crate::game::{GameKey, Games, Policy, Subject};
    use crate::hand::Pack;

    fn rules(features: usize, start: usize) -> Rules {
        Rules::new(Deck::new(features).unwrap(), start).unwrap()
    }

    /// Searches by definition: any set on the table, no order, no memory, no budget.
    fn brute_force(table: &[Card], rest: &[Card], start: usize) -> bool {
        let mut any = false;
        for (place, &a) in table.iter().enumerate() {
            for &b in &table[place + 1..] {
                let third = a.third(b);
                if third < a.max(b) || !table.contains(&third) {
                    continue;
                }
                any = true;
                let keep = |card: &&Card| ![a, b, third].contains(card);
                let mut table: Vec<Card> = table.iter().filter(keep).copied().collect();
                let dealt = if table.len() < start { DEALT.min(rest.len()) } else { 0 };
                table.extend(&rest[..dealt]);
                if brute_force(&table, &rest[dealt..], start) {
                    return true;
                }
            }
        }
        match (any, rest) {
            (true, _) => false,
            (false, []) => table.is_empty(),
            (false, rest) => brute_force(&[table, &rest[..DEALT]].concat(), &rest[DEALT..], start),
        }
    }

    /// Small tables leave little choice, so that there are both kinds of decks.
    #[test]
    fn verdicts_are_those_of_brute_force() {
        let mut seen = [0; 3];
        for start in [3, 6, 9] {
            for missing in ["", "@0-2", "@1,3,8", "@4,5,13-18,26"] {
                let full = Pack::from(Deck::new(3).unwrap());
                let pack = Pack::read(full.deck(), missing).unwrap_or(full);
                let rules = Rules::new(pack, start).unwrap();
                let offline = Offline::new(rules, Seed(3), 64, u64::MAX).unwrap();
                let mut verdicts = offline.verdicts(0).into_iter();
                deal_block(Seed(3), 0, pack, pack.size(), 64, |cards| {
                    let (table, rest) = cards.split_at(start);
                    let verdict = verdicts.next().unwrap();
                    seen[verdict as usize] += 1;
                    let expected = brute_force(table, rest, start);
                    assert_eq!(verdict == Verdict::Cleared, expected, "{start}: {cards:?}");
                });
                assert_eq!(verdicts.next(), None);
            }
        }
        assert!(seen[0] > 20 && seen[1] > 5 && seen[2] == 0, "{seen:?}");
    }

    /// Blocks are parts of blocks of games, and what a policy clears can be cleared.
    #[test]
    fn what_a_policy_clears_can_be_cleared() {
        let rules = rules(4, 12);
        let offline = Offline::new(rules, Seed(5), 160, DEFAULT_BUDGET).unwrap();
        let verdicts: Vec<_> = (0..3).flat_map(|block| offline.verdicts(block)).collect();
        assert_eq!(verdicts.len(), 160);
        let mut cleared = 0;
        for (games, verdict) in (1..).zip(&verdicts) {
            let left = |games: u64| {
                let games = Games::new(rules, &[Policy::Clear], Seed(5), games).unwrap();
                let key = GameKey { policy: Policy::Clear, of: Subject::Leftover };
                games.worker()(0).get(key).unwrap().count(0)
            };
            if games % 8 == 1 && left(games) > left(games.max(2) - 1) {
                cleared += 1;
                assert_eq!(*verdict, Verdict::Cleared, "game {games}");
            }
        }
        assert!(cleared > 2, "{cleared}");
        assert_eq!(offline.worker()(2), offline.verdicts(2).iter().map(|&v| v as usize).collect());
    }

    #[test]
    fn instructions_change_no_verdict() {
        let verdicts = |set| {
            let offline = Offline::new(rules(4, 12), Seed(5), 8, DEFAULT_BUDGET).unwrap();
            offline.with_instructions(set).verdicts(0)
        };
        let expected = verdicts(InstructionSet::Baseline);
        for set in InstructionSet::available() {
            assert_eq!(verdicts(set), expected, "{set}");
        }
    }

    #[test]
    fn a_small_budget_leaves_decks_undecided_and_no_decks_are_refused() {
        let offline = Offline::new(rules(4, 12), Seed(1), 5, 3).unwrap();
        assert_eq!(offline.verdicts(0), [Verdict::Undecided; 5]);
        let error = Offline::new(rules(4, 12), Seed(1), 0, 3).unwrap_err();
        assert_eq!(error, GamesError::NoGames);
    }
}
