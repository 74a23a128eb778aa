//! How games are played: by definition, one after the other, or 64 side by side.

use super::rules::Rules;
use crate::deal::Engine;
use crate::lanes::InstructionSet;

/// How the games are played. Results never depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEngine {
    /// All triples of the table, whenever a set is looked for.
    Naive,
    /// Sets kept up to date card by card.
    Incremental,
    /// 64 decks are dealt side by side, in vectors of an instruction set, and 64 games are played
    /// side by side where that [is possible](Self::playing).
    Lanes(InstructionSet),
}

impl From<Engine> for GameEngine {
    /// The engine for games that is like an engine for hands: one game after the other, or side by
    /// side.
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Scalar => Self::Incremental,
            Engine::Lanes(set) => Self::Lanes(set),
        }
    }
}

impl GameEngine {
    /// The fastest engine.
    #[must_use]
    pub fn fastest(rules: Rules) -> Self {
        let lanes = Self::Lanes(InstructionSet::widest());
        if lanes.plays(rules) { lanes } else { Self::Incremental }
    }

    /// Whether this engine supports these rules. Lanes store a card in a byte and deal in threes,
    /// so they need at most 81 cards.
    #[must_use]
    pub fn plays(self, rules: Rules) -> bool {
        match self {
            Self::Naive | Self::Incremental => true,
            Self::Lanes(_) => rules.deck().size() <= 81 && rules.are_usual(),
        }
    }

    /// Returns the engine that plays the games when this one is chosen.
    ///
    /// Games with another number of cards at the start than 12 are played one after the other;
    /// lanes then deal the decks. By rules that are not the usual ones, the naive engine keeps sets
    /// up to date, too.
    #[must_use]
    pub fn playing(self, rules: Rules) -> Self {
        match self {
            Self::Lanes(_) if self.plays(rules) && rules.start() == Rules::START => self,
            Self::Naive if rules.are_usual() => self,
            _ => Self::Incremental,
        }
    }

    /// The name, as in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Incremental => "incremental",
            Self::Lanes(_) => "lanes",
        }
    }

    /// The vector instructions in use: at least those with which decks are dealt, which are the
    /// widest of the processor unless others are chosen.
    #[must_use]
    pub fn instruction_set(self) -> InstructionSet {
        match self {
            Self::Naive | Self::Incremental => InstructionSet::widest(),
            Self::Lanes(set) => set,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::game::WhenStuck;

    #[test]
    fn what_lanes_do_not_play_is_played_one_by_one() {
        for lanes in InstructionSet::available().map(GameEngine::Lanes) {
            for (features, start) in [(4, 15), (4, 9), (5, 12), (4, 10), (3, 12), (4, 12)] {
                let rules = Rules::new(Deck::new(features).unwrap(), start).unwrap();
                let in_lanes = lanes.playing(rules) == lanes;
                assert_eq!(in_lanes, features < 5 && start == 12, "{features} {start}");
            }
        }
        let stopping = Rules::default().with_when_stuck(WhenStuck::Stop).unwrap();
        for rules in [Rules::default(), stopping] {
            let naive = GameEngine::Naive.playing(rules);
            assert_eq!(naive == GameEngine::Naive, rules.are_usual());
        }
    }
}
