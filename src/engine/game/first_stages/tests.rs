use super::weights::hitting;
use super::*;
use crate::detect::Strategy;
use crate::hand::combinations::Combinations;
use crate::run::Threads;
use std::collections::BTreeMap;

fn counted(features: usize, start: usize) -> Vec<CountedStage> {
    let pool = ThreadPool::new(Threads::available()).unwrap();
    FirstStages::new(Deck::new(features).unwrap(), start).unwrap().count(&pool, &|_, _| ()).unwrap()
}

/// A game as it is played: the cards that are left, the table, the share of all games.
struct Play<'a> {
    deck: Deck,
    start: usize,
    /// By layout and number of sets: all games, and those that were never stuck.
    seen: &'a mut BTreeMap<(usize, usize, bool, usize), [f64; 2]>,
}

impl Play<'_> {
    /// Looks at a table, and goes on in every way until six cards were dealt after the first.
    fn look(&mut self, left: &[Card], table: &[Card], is_taken: bool, share: f64, never: bool) {
        let sets = Strategy::Naive.detector(self.deck).sets(table);
        let key = (left.len(), table.len(), is_taken, sets.len());
        let seen = self.seen.entry(key).or_default();
        seen[0] += share;
        seen[1] += if never { share } else { 0.0 };
        if sets.is_empty() {
            self.deal(left, table, share, false);
        }
        for set in &sets {
            let rest = (0..table.len()).filter(|place| !set.contains(place));
            let rest: Vec<Card> = rest.map(|place| table[place]).collect();
            let share = share / sets.len() as f64;
            if rest.len() < self.start {
                self.deal(left, &rest, share, never);
            } else {
                self.look(left, &rest, true, share, never);
            }
        }
    }

    fn deal(&mut self, left: &[Card], table: &[Card], share: f64, never: bool) {
        if left.len() + self.start + 6 <= self.deck.size() {
            return;
        }
        let mut next = Combinations::starting_at(0, DEALT, left.iter().copied());
        let share = share / binomial(left.len(), DEALT).unwrap() as f64;
        loop {
            let dealt = next.get();
            let rest: Vec<Card> =
                left.iter().copied().filter(|card| !dealt.contains(card)).collect();
            self.look(&rest, &[table, dealt].concat(), false, share, never);
            if next.advance().is_none() {
                return;
            }
        }
    }
}

/// Nine cards, three on the table: every game.
#[test]
fn all_games_of_a_small_deck_agree() {
    let deck = Deck::new(2).unwrap();
    let (mut seen, cards) = (BTreeMap::new(), deck.cards().collect::<Vec<_>>());
    let mut play = Play { deck, start: 3, seen: &mut seen };
    let mut first = Combinations::starting_at(0, 3, cards.iter().copied());
    loop {
        let left: Vec<Card> =
            cards.iter().copied().filter(|card| !first.get().contains(card)).collect();
        play.look(&left, first.get(), false, 1.0 / 84.0, true);
        if first.advance().is_none() {
            break;
        }
    }
    let mut met = 0;
    for CountedStage { layout, sets, never_stuck } in counted(2, 3) {
        let Layout { in_deck, table, arrival } = layout;
        let is_taken = arrival == Arrival::Taken;
        let of = |sets: usize| seen.get(&(in_deck, table, is_taken, sets)).copied();
        let all: f64 = (0..20).filter_map(of).map(|[all, _]| all).sum();
        for value in 0..20 {
            let [found, found_never] = of(value).unwrap_or_default();
            let share = |tally: &Tally| tally.count(value) as f64 / sets.total() as f64;
            assert!((share(&sets) - found / all).abs() < 1e-12, "{layout:?} {value}");
            assert!((share(&never_stuck) - found_never / all).abs() < 1e-12, "{layout:?}");
            met += usize::from(found > 0.0);
        }
    }
    assert!(met > 8, "{met} values");
}

/// The deck of three features with any start: all that is counted adds up.
#[test]
fn stages_are_counted_as_far_as_the_deck_reaches() {
    for (start, stages) in [(3, 6), (6, 6), (9, 6), (12, 3), (21, 3)] {
        let counted = counted(3, start);
        assert_eq!(counted.len(), stages, "{start}");
        for stage in &counted {
            let is_subset = stage.never_stuck.occurring().all(|(it, n)| n <= stage.sets.count(it));
            assert!(is_subset, "{stage:?}");
        }
    }
}

/// The ways to hit all sets, by trying each three places.
#[test]
fn three_places_hit_all_sets_as_often_as_trying_tells() {
    for sets in [&[][..], &[0b111], &[0b111, 0b111_000], &[0b11001, 0b10110], &[7, 56, 448, 73]] {
        let hits = |three: &u32| three.count_ones() == 3 && sets.iter().all(|it| it & three > 0);
        let tried = (0_u32..1 << 9).filter(hits).count();
        assert_eq!(hitting(sets, 0, 0, 3, 9), tried as u64, "{sets:?}");
    }
}
