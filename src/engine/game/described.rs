//! The policy `clear` a second time: slow, and written from its description in [`super`] alone. It
//! shares no code with the one that plays, so that the description is complete if both play the
//! same games.

use super::counts::Counts;
use super::engine::GameEngine;
use super::games::Games;
use super::policy::Policy;
use super::progress::Ending;
use super::rules::{Arrival, DEALT, Rules};
use super::splitmix::{BlockRngs, SplitMix64};
use crate::card::{Card, Deck};
use crate::deal::{Seed, deal_block};
use crate::lanes::InstructionSet;

const SEED: Seed = Seed(11);

type SetCards = [Card; 3];

/// The numbers of the description.
#[derive(Clone, Copy)]
struct GameNumbers {
    /// The most cards, and the most sets, that are near the end.
    most: usize,
    /// What a set on the table multiplies the weight of a division by.
    weight: u64,
}

const DESCRIBED: GameNumbers = GameNumbers { most: 64, weight: 2 };

/// All sets of a deck: the three digits of each feature add up to 0 modulo 3.
fn all_sets(deck: Deck) -> Vec<SetCards> {
    let cards: Vec<Card> = deck.cards().collect();
    let mut sets = Vec::new();
    for (place, &a) in cards.iter().enumerate() {
        for &b in &cards[place + 1..] {
            let digits = a.digits(deck).zip(b.digits(deck));
            let third = digits.fold(0, |third, (a, b)| 3 * third + usize::from((6 - a - b) % 3));
            // Each set once.
            if cards[third] > b {
                sets.push([a, b, cards[third]]);
            }
        }
    }
    sets
}

fn disjoint(one: SetCards, other: SetCards) -> bool {
    one.iter().all(|card| !other.contains(card))
}

/// The sets that lie on the table, in their order: by the last dealt of their cards, then by the
/// one that was dealt before it.
fn on_table(table: &[Card], sets: &[SetCards]) -> Vec<SetCards> {
    let mut places = vec![None; Deck::new(6).unwrap().size()];
    for (place, card) in table.iter().enumerate() {
        places[card.index()] = Some(place);
    }
    let mut found: Vec<([usize; 3], SetCards)> = Vec::new();
    for &set in sets {
        if let [Some(a), Some(b), Some(c)] = set.map(|card| places[card.index()]) {
            let mut places = [a, b, c];
            places.sort_unstable_by(|one, other| other.cmp(one));
            found.push((places, set));
        }
    }
    found.sort_unstable_by_key(|&(places, _)| places);
    found.into_iter().map(|(_, set)| set).collect()
}

/// Cards and sets without the cards of a set.
fn without(set: SetCards, cards: &[Card], sets: &[SetCards]) -> (Vec<Card>, Vec<SetCards>) {
    let cards = cards.iter().copied().filter(|card| !set.contains(card)).collect();
    (cards, sets.iter().copied().filter(|&other| disjoint(set, other)).collect())
}

/// A game as the policy sees it.
struct Game {
    numbers: GameNumbers,
    /// The cards on the table in the order of dealing.
    table: Vec<Card>,
    /// The cards that remain, on the table and in the deck.
    remaining: Vec<Card>,
    /// The sets among them.
    sets: Vec<SetCards>,
}

impl Game {
    /// The sum of the weights of all ways of dividing cards into sets.
    fn divisions(&self, cards: &[Card], sets: &[SetCards]) -> u64 {
        let Some(first) = cards.first() else { return 1 };
        let with_first = sets.iter().filter(|set| set.contains(first));
        with_first.map(|&set| self.divisions_with(set, cards, sets)).sum()
    }

    /// The sum of the weights of all ways that have a set.
    fn divisions_with(&self, set: SetCards, cards: &[Card], sets: &[SetCards]) -> u64 {
        let lies_there = set.iter().all(|card| self.table.contains(card));
        let (cards, sets) = without(set, cards, sets);
        self.divisions(&cards, &sets) * if lies_there { self.numbers.weight } else { 1 }
    }

    /// What the sets on the table are compared by: the larger, the better.
    fn scores(&self, choice: &[SetCards]) -> Vec<u64> {
        let left = |among: &[SetCards], set: SetCards| {
            among.iter().filter(|&&other| disjoint(set, other)).count() as u64
        };
        if self.remaining.len().max(self.sets.len()) > self.numbers.most {
            return choice.iter().map(|&set| left(&self.sets, set)).collect();
        }
        let divisions = |&set: &SetCards| self.divisions_with(set, &self.remaining, &self.sets);
        let scores: Vec<u64> = choice.iter().map(divisions).collect();
        if scores.iter().any(|&score| score > 0) {
            return scores;
        }
        choice.iter().map(|&set| left(choice, set)).collect()
    }

    /// Takes one of the best sets.
    fn take(&mut self, choice: &[SetCards], rng: &mut SplitMix64) -> SetCards {
        let scores = self.scores(choice);
        let most = scores.iter().max();
        let best: Vec<SetCards> =
            choice.iter().zip(&scores).filter(|it| Some(it.1) == most).map(|it| *it.0).collect();
        let set = best[rng.index(best.len())];
        (self.remaining, self.sets) = without(set, &self.remaining, &self.sets);
        self.table.retain(|card| !set.contains(card));
        set
    }
}

/// Plays one deck, and counts what happens.
fn play(
    rules: Rules,
    mut game: Game,
    deck: &[Card],
    mut rng: SplitMix64,
    counts: &mut Counts,
) -> Ending {
    let (start, mut arrival) = (rules.start(), Arrival::Dealt);
    let mut rest = deck[start..].chunks(DEALT);
    let mut ending = Ending { largest_table: start, ..Ending::default() };
    loop {
        let choice = on_table(&game.table, &game.sets);
        counts.table_seen(rest.len(), game.table.len() / DEALT, arrival, choice.len());
        let is_stuck = choice.is_empty();
        if is_stuck && rest.len() == 0 {
            return Ending { cards_left: game.table.len(), ..ending };
        }
        if is_stuck {
            ending.extra_deals += 1;
        } else {
            let [a, b, _] = game.take(&choice, &mut rng);
            let digits = a.digits(rules.deck()).zip(b.digits(rules.deck()));
            counts.set_taken(rest.len(), digits.filter(|(a, b)| a != b).count());
            ending.sets_taken += 1;
        }
        let wants_cards = is_stuck || game.table.len() < start;
        let dealt = rest.by_ref().take(usize::from(wants_cards)).flatten();
        let before = game.table.len();
        game.table.extend(dealt);
        arrival = if game.table.len() > before { Arrival::Dealt } else { Arrival::Taken };
        ending.largest_table = ending.largest_table.max(game.table.len());
    }
}

/// The first games of a block, as numbers.
fn courses(rules: Rules, games: u64, numbers: GameNumbers) -> Vec<u64> {
    let (sets, deck) = (all_sets(rules.deck()), rules.deck());
    let (mut counts, mut rngs) = (Counts::new(rules, Policy::Clear), BlockRngs::new(SEED, 0));
    counts.trace();
    deal_block(SEED, 0, deck, deck.size(), games, |cards| {
        counts.start_round();
        let (table, remaining) = (cards[..rules.start()].to_vec(), cards.to_vec());
        let game = Game { numbers, table, remaining, sets: sets.clone() };
        let ending = play(rules, game, cards, rngs.next(), &mut counts);
        counts.game_ended(0, ending);
    });
    counts.traces().to_vec()
}

/// The usual rules, the whole deck face up, and so few sets that only the number of cards counts.
#[test]
fn clear_is_played_as_it_is_described() {
    for (features, start, games) in [(4, 12, 300), (4, 81, 100), (3, 12, 200), (6, 12, 2)] {
        let rules = Rules::new(Deck::new(features).unwrap(), start).unwrap();
        let expected = courses(rules, games, DESCRIBED);
        assert_eq!(expected.len() as u64, games);
        let engines = InstructionSet::available().map(GameEngine::Lanes);
        for engine in engines.chain([GameEngine::Incremental]).filter(|it| it.plays(rules)) {
            let games = Games::new(rules, &[Policy::Clear], SEED, games).unwrap();
            let played = games.with_engine(engine).unwrap().traces(0);
            assert!(played == expected, "{features} features, {start} cards, {engine:?}");
        }
    }
}

/// The numbers matter: with others, some games go another way.
#[test]
fn other_numbers_are_another_policy() {
    let described = courses(Rules::default(), 200, DESCRIBED);
    let [fewer, heavier] =
        [GameNumbers { most: 63, ..DESCRIBED }, GameNumbers { weight: 3, ..DESCRIBED }];
    for numbers in [fewer, heavier] {
        assert!(courses(Rules::default(), 200, numbers) != described);
    }
}
