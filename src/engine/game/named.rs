//! The names of what is tallied, for files that keep tallies: `random stage 69 12 dealt`.

use super::{Arrival, Key, Layout, Outcome, Subject};
use crate::tally::Named;

impl Named for Key {
    fn name(&self) -> String {
        let policy = self.policy;
        match self.of {
            Subject::Stage(Layout { in_deck, table, arrival }) => {
                format!("{policy} stage {in_deck} {table} {}", arrival.name())
            }
            Subject::Leftover => format!("{policy} leftover"),
            Subject::ExtraDeals => format!("{policy} extra-deals"),
            Subject::LargestTable => format!("{policy} largest-table"),
            Subject::Rounds => format!("{policy} rounds"),
            Subject::Types { in_deck } => format!("{policy} types {in_deck}"),
            Subject::TypePairs { in_deck } => format!("{policy} type-pairs {in_deck}"),
            Subject::Difference(outcome) => format!("{policy} difference {}", outcome.name()),
        }
    }

    fn named(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split(' ').collect();
        let (policy, of) = words.split_first()?;
        let of = match *of {
            ["stage", in_deck, table, arrival] => Subject::Stage(Layout {
                in_deck: in_deck.parse().ok()?,
                table: table.parse().ok()?,
                arrival: Arrival::ALL.into_iter().find(|it| it.name() == arrival)?,
            }),
            ["leftover"] => Subject::Leftover,
            ["extra-deals"] => Subject::ExtraDeals,
            ["largest-table"] => Subject::LargestTable,
            ["rounds"] => Subject::Rounds,
            ["types", in_deck] => Subject::Types { in_deck: in_deck.parse().ok()? },
            ["type-pairs", in_deck] => Subject::TypePairs { in_deck: in_deck.parse().ok()? },
            ["difference", outcome] => {
                Subject::Difference(Outcome::ALL.into_iter().find(|it| it.name() == outcome)?)
            }
            _ => return None,
        };
        Some(Self { policy: policy.parse().ok()?, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Seed;
    use crate::game::{Games, Policy, Rules, Start};
    use crate::run::Kernel;

    #[test]
    fn everything_that_is_tallied_has_a_name() {
        let deck = crate::card::Deck::new(3).unwrap();
        let rules = Rules::new(deck, Start::default()).unwrap();
        let games = Games::new(rules, Policy::ALL, Seed(1), 100).unwrap();
        let tallies = games.worker()(0);
        let mut kinds = std::collections::BTreeSet::new();
        for (key, _) in tallies.iter() {
            let name = key.name();
            assert_eq!(Key::named(&name), Some(key), "{name}");
            kinds.insert(key.name().split(' ').nth(1).unwrap().to_owned());
        }
        assert_eq!(kinds.len(), 8, "{kinds:?}");
        for wrong in ["", "random", "nobody leftover", "random stage 1 2", "random leftover 1"] {
            assert_eq!(Key::named(wrong), None, "{wrong}");
        }
    }
}
