//! Reference implementation of complete games, for both players. The cards are a plain list in the
//! order of dealing, and all triples are tried each time a set is looked for. Only the decks and
//! the random words come from the engine; finding and choosing sets and tallying are reimplemented
//! here.

use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::{Engine, Seed};
use setodds_engine::game::{
    Arrival, GameKey, GameOutcome, Games, Layout, Policy, Rules, SplitMix64, Subject, WhenStuck,
};
use setodds_engine::run::{Kernel, Threads, execute};
use setodds_engine::tally::{Merge, Tallies};
use std::cmp::Reverse;

/// Record of a game.
#[derive(Default)]
struct Course {
    /// Layouts of the table each time a set was looked for, with their numbers of sets.
    looks: Vec<(Layout, usize)>,
    sets_taken: usize,
    extra_deals: usize,
    cards_left: usize,
}

/// Plays a complete game with a deck, dealt from its first card to its last.
fn play(rules: Rules, policy: Policy, cards: &[Card], mut rng: SplitMix64) -> Course {
    let (mut table, mut rest) = (Vec::new(), cards.to_vec());
    let (mut arrival, mut course) = (Arrival::Dealt, Course::default());
    deal(rules.start(), &mut rest, &mut table);
    loop {
        let sets = sets(&table, rules.deck());
        let layout = Layout { in_deck: rest.len(), table: table.len(), arrival };
        course.looks.push((layout, sets.len()));
        let dealt = if sets.is_empty() {
            let all = [&table[..], &rest[..]].concat();
            let goes_on = match rules.when_stuck() {
                WhenStuck::Stop => false,
                WhenStuck::Deal => !rest.is_empty(),
                WhenStuck::Redeal => {
                    let is_over = rest.is_empty() || course.extra_deals >= rules.deck().size();
                    !is_over && has_set(&all, rules.deck())
                }
            };
            if !goes_on {
                course.cards_left = all.len();
                return course;
            }
            course.extra_deals += 1;
            if rules.when_stuck() == WhenStuck::Redeal {
                // In the order from the last card of the deck to the first, then the table.
                rest.reverse();
                rest.append(&mut table);
                for place in (1..rest.len()).rev() {
                    let other = below(place as u64 + 1, &mut rng);
                    rest.swap(place, usize::try_from(other).unwrap());
                }
                rest.reverse();
                deal(rules.refill(), &mut rest, &mut table)
            } else {
                deal(rules.deal(), &mut rest, &mut table)
            }
        } else {
            let taken = sets[choose(&weights(policy, rules.deck(), &table, &sets), &mut rng)];
            table.retain(|card| !taken.contains(card));
            course.sets_taken += 1;
            deal(rules.refill().saturating_sub(table.len()), &mut rest, &mut table)
        };
        arrival = if dealt > 0 { Arrival::Dealt } else { Arrival::Taken };
    }
}

/// Deals up to `cards` cards, and returns the number of cards dealt.
fn deal(cards: usize, rest: &mut Vec<Card>, table: &mut Vec<Card>) -> usize {
    let cards = cards.min(rest.len());
    table.extend(rest.drain(..cards));
    cards
}

/// Returns all sets among the cards, in the order of the last dealt of their cards, then of the one
/// dealt before it.
fn sets(table: &[Card], deck: Deck) -> Vec<[Card; 3]> {
    let mut sets = Vec::new();
    for (last, &c) in table.iter().enumerate() {
        for (second, &b) in table[..last].iter().enumerate() {
            let firsts = table[..second].iter().filter(|&&a| is_set([a, b, c], deck));
            sets.extend(firsts.map(|&a| [a, b, c]));
        }
    }
    sets
}

/// Returns whether the cards contain a set.
fn has_set(cards: &[Card], deck: Deck) -> bool {
    (0..cards.len()).any(|last| {
        (0..last).any(|second| {
            cards[..second].iter().any(|&first| is_set([first, cards[second], cards[last]], deck))
        })
    })
}

/// Returns whether three cards are all equal or all different in each feature.
fn is_set(cards: [Card; 3], deck: Deck) -> bool {
    (0..deck.features()).all(|feature| {
        let [a, b, c] = cards.map(|card| card.digit(feature, deck));
        (a == b) == (b == c) && (b == c) == (c == a)
    })
}

/// Returns the position at which the running sum of the weights exceeds a random number below their
/// sum.
fn choose(weights: &[u64], rng: &mut SplitMix64) -> usize {
    let number = below(weights.iter().sum(), rng);
    let sum = |places: usize| weights[..places].iter().sum::<u64>();
    (0..weights.len()).find(|&place| sum(place + 1) > number).unwrap()
}

/// Returns a random number below the bound: the upper half of the product of a word and the bound.
/// Words for which the lower half is below 2^64 mod bound are rejected.
fn below(bound: u64, rng: &mut SplitMix64) -> u64 {
    loop {
        let product = u128::from(rng.word()) * u128::from(bound);
        if product % (1 << 64) >= (1 << 64) % u128::from(bound) {
            return u64::try_from(product >> 64).unwrap();
        }
    }
}

/// Returns the weights of the sets.
fn weights(policy: Policy, deck: Deck, table: &[Card], sets: &[[Card; 3]]) -> Vec<u64> {
    let place = |card| table.iter().position(|&other| other == card);
    let left = |taken: &[Card; 3]| {
        sets.iter().filter(|set| set.iter().all(|card| !taken.contains(card))).count()
    };
    let differing =
        |[a, b, _]: &[Card; 3]| a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count();
    let thrice = |times: usize| (0..times).map(|_| 3).product();
    match policy {
        Policy::Random => vec![1; sets.len()],
        Policy::First => least(sets.iter().map(|set| set.map(place))),
        Policy::MostLeft => least(sets.iter().map(|set| Reverse(left(set)))),
        Policy::FewestLeft => least(sets.iter().map(left)),
        Policy::Similar => {
            sets.iter().map(|set| thrice(deck.features() - differing(set))).collect()
        }
        Policy::Different => sets.iter().map(|set| thrice(differing(set))).collect(),
    }
}

/// Returns the weight 1 for each smallest score and 0 for all others.
fn least<T: Ord>(scores: impl Iterator<Item = T>) -> Vec<u64> {
    let scores: Vec<T> = scores.collect();
    let least = scores.iter().min();
    scores.iter().map(|score| u64::from(Some(score) == least)).collect()
}

/// Tallies a game, with its differences from the game of the first policy on the same deck.
fn tally(
    rules: Rules,
    policy: Policy,
    course: &Course,
    first: Option<&Course>,
) -> Tallies<GameKey> {
    let mut tallies = Tallies::default();
    let size = rules.deck().size();
    let mut record = |of, value| tallies.entry(GameKey { policy, of }).record(value);
    for &(layout, sets) in &course.looks {
        record(Subject::Stage(layout), sets);
    }
    let stuck = course.looks.iter().find(|(_, sets)| *sets == 0).unwrap().0;
    record(Subject::FirstStuck, stuck.in_deck + stuck.table);
    record(Subject::Leftover, course.cards_left);
    record(Subject::ExtraDeals, course.extra_deals);
    record(Subject::Rounds, course.sets_taken);
    let tables = || course.looks.iter().map(|(layout, _)| layout.table);
    record(Subject::LargestTable, tables().max().unwrap());
    for outcome in GameOutcome::ALL.into_iter().filter(|_| first.is_some()) {
        let value = |course: &Course| match outcome {
            GameOutcome::Cleared => usize::from(course.cards_left == 0),
            GameOutcome::CardsLeft => course.cards_left,
            GameOutcome::NeverMore => usize::from(course.extra_deals == 0),
            GameOutcome::ExtraDeals => course.extra_deals,
        };
        let difference = size + value(course) - value(first.unwrap());
        record(Subject::Difference(outcome), difference);
    }
    // Tallies the looks, those without a set, and the ordered pairs of two looks: all, those with a
    // first look without a set, and those with both without a set.
    for table in 0..=size {
        let own = course.looks.iter().filter(|(layout, _)| layout.table == table);
        let sets: Vec<bool> = own.map(|(_, sets)| *sets == 0).collect();
        if sets.is_empty() || rules.are_usual() && table < rules.start() {
            continue;
        }
        let looks = tallies.entry(GameKey { policy, of: Subject::Looks { table } });
        for (place, &hit) in sets.iter().enumerate() {
            looks.add(0, 1);
            looks.add(1, hit.into());
            for (_, &other) in sets.iter().enumerate().filter(|(it, _)| *it != place) {
                looks.add(2, 1);
                looks.add(3, hit.into());
                looks.add(4, (hit && other).into());
            }
        }
    }
    tallies
}

/// Returns the tallies of games by all policies.
fn by_definition(games: &Games) -> Tallies<GameKey> {
    let (rules, mut all) = (games.rules(), Tallies::default());
    for block in 0..games.plan().blocks() {
        games.for_each_deck(block, |deck, rng| {
            let mut first = None;
            for &policy in games.policies() {
                let course = play(rules, policy, deck, rng);
                all.merge(tally(rules, policy, &course, first.as_ref()));
                first.get_or_insert(course);
            }
        });
    }
    all
}

/// Compares games of some rules, one at a time and together, on all engines with the definition.
fn check(rules: Rules, games: u64) {
    for (seed, number) in [(1, 1), (2, 1), (3, 1), (7, games)] {
        let new = || Games::new(rules, &Policy::ALL, Seed(seed), number).unwrap();
        let expected = by_definition(&new());
        let mut played = 0;
        for engine in Engine::available() {
            let Ok(games) = new().with_engine(engine) else { continue };
            let tallies = execute(&games, Threads::ONE).unwrap().into_tally();
            let what = format!("{} cards, {rules}, {engine}, seed {seed}", rules.cards());
            for (key, tally) in expected.iter() {
                assert_eq!(tallies.get(key), Some(tally), "{what}: {key:?}");
            }
            assert_eq!(tallies, expected, "{what}");
            played += 1;
        }
        assert!(played > 0);
    }
}

fn usual(features: usize, start: usize) -> Rules {
    Rules::new(Deck::new(features).unwrap(), start).unwrap()
}

/// Covers every policy, every deck, small and large tables.
#[test]
fn games_are_played_as_by_definition() {
    let cases = [(3, 12, 300), (3, 3, 100), (3, 27, 20), (4, 12, 150), (4, 9, 40), (4, 21, 12)];
    for (features, start, games) in cases.into_iter().chain([(5, 12, 8), (5, 16, 2), (6, 12, 1)]) {
        check(usual(features, start), games);
    }
}

#[test]
fn games_by_other_rules_are_played_as_by_definition() {
    let rules = Rules::default();
    for rules in [
        usual(4, 10),
        rules.dealing(12, 1).unwrap(),
        rules.dealing(12, 6).unwrap(),
        rules.dealing(15, 3).unwrap(),
        rules.dealing(4, 2).unwrap(),
        rules.with_when_stuck(WhenStuck::Redeal).unwrap(),
        rules.with_when_stuck(WhenStuck::Stop).unwrap(),
        usual(3, 9).with_when_stuck(WhenStuck::Redeal).unwrap(),
    ] {
        check(rules, 20);
    }
}
