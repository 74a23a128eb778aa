//! What must balance in any games, exactly.

use super::{Key, Layout, Policy, Rules, Subject};
use crate::tally::{Tallies, Tally};

/// Games that do not balance, which is a mistake of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the games of `{policy}` do not balance: {what}; this is a bug of the program")]
pub struct Imbalance {
    policy: Policy,
    what: String,
}

/// Checks the games of a policy:
///
/// * every game has an end, a first layout, a largest table and so on;
/// * no game ends with three cards: all cards of a deck add up to zero, and so do those of each set,
///   so the three cards would be a set;
/// * three cards for each set taken and the cards left are all cards;
/// * at each layout a set is taken, or three cards are dealt, or the game ends; a set is taken
///   wherever there is one;
/// * each set taken has a type.
///
/// # Errors
///
/// When one of it does not hold.
pub fn check(
    rules: Rules,
    policy: Policy,
    games: u128,
    tallies: &Tallies<Key>,
) -> Result<(), Imbalance> {
    let size = rules.deck().size() as u128;
    let tally = |of| tallies.get(Key { policy, of }).cloned().unwrap_or_default();
    let equal = |what: &str, found: u128, expected: u128| match found == expected {
        true => Ok(()),
        false => Err(Imbalance { policy, what: format!("{what}: {found}, not {expected}") }),
    };
    for of in Subject::ENDINGS.into_iter().chain([Subject::Stage(Layout::first(rules))]) {
        equal("games", tally(of).total(), games)?;
    }
    let left = tally(Subject::Leftover);
    equal("games with three cards left", left.count(3), 0)?;
    let [taken, extra] = [Subject::Rounds, Subject::ExtraDeals].map(|of| sum(&tally(of)));
    equal("cards taken and left", 3 * taken + sum(&left), size * games)?;
    let (mut layouts, mut with_set, mut types) = (0, 0, 0);
    for (Key { of, .. }, tally) in tallies.iter().filter(|(key, _)| key.policy == policy) {
        match of {
            Subject::Stage(_) => {
                layouts += tally.total();
                with_set += tally.total() - tally.count(0);
            }
            Subject::Types { .. } => types += tally.total(),
            _ => {}
        }
    }
    equal("layouts", layouts, taken + extra + games)?;
    equal("layouts with a set", with_set, taken)?;
    equal("sets with a type", types, taken)
}

/// The sum of all values.
fn sum(tally: &Tally) -> u128 {
    tally.iter().map(|(value, count)| value as u128 * count).sum()
}
