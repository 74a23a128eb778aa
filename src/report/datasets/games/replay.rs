//! Games that were replayed, table by table.

use crate::card::notation::Notation;
use crate::exact::known;
use crate::game::{Arrival, Rules, Turn};
use crate::measure::Key;
use crate::report::columns::RenderTarget;
use crate::report::csv::{by_name, row};
use crate::report::datasets::hands::in_a_line;
use crate::report::datasets::{Listed, as_it_is};
use crate::report::escape;
use crate::report::field::{CARDS, FEATURES, Field, NUMBER, PROBABILITY, SETS, TEXT};
use crate::report::number::{count, exact_percent, grouped, percent, plural};
use crate::stats::{Ratio, to_float};
use std::collections::BTreeMap;
use std::fmt::Write;

row! {
    /// A table of a game that was replayed: a row of the CSV.
    pub struct ReplayRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// The number or the name of the game.
        pub game: String = TEXT.key(),
        /// The number of the table in its game, from 1 on.
        pub step: usize = NUMBER.key(),
        /// Cards left in the deck, a hidden one included.
        pub in_deck: usize = CARDS,
        /// Cards on the table.
        pub table: usize = CARDS,
        /// Whether cards were just dealt to the table, or a set was just taken from it.
        #[serde(with = "by_name")]
        pub arrival: Arrival = Field::names(&Arrival::NAMES),
        /// Sets on the table.
        pub sets: usize = SETS,
        /// The set that was taken; missing where none was.
        pub taken: Option<String> = TEXT.ranked(1),
        /// The other sets on the table, with semicolons between them; missing where there are none.
        pub not_taken: Option<String> = TEXT.ranked(3),
        /// The probability that as many random cards hold no set; missing where it is not known, as
        /// for decks without some cards.
        pub no_set_probability: Option<f64> = PROBABILITY.ranked(2),
        /// The cards on the table, in the order of dealing.
        pub layout: String = TEXT.ranked(4),
    }
}

impl ReplayRow {
    /// The rows of a game.
    #[must_use]
    pub fn of(game: &str, turns: &[Turn], rules: Rules, notation: &Notation) -> Vec<Self> {
        let cards = |cards: &[_]| {
            let texts: Vec<String> = cards.iter().map(|&card| notation.write(card)).collect();
            in_a_line(&texts)
        };
        let row = |(turn, step): (&Turn, usize)| {
            let is_taken = |set: &[_; 3]| {
                turn.taken.is_some_and(|taken| set.iter().all(|card| taken.contains(card)))
            };
            let others = turn.sets.iter().filter(|set| !is_taken(set)).map(|set| cards(set));
            let others: Vec<String> = others.collect();
            let table = turn.table.len();
            let is_full = rules.pack().is_full();
            let known = known::probability(rules.deck(), Key::sets(table), 0);
            Self {
                features: rules.deck().features(),
                game: game.to_owned(),
                step,
                in_deck: turn.in_deck,
                table,
                arrival: turn.arrival,
                sets: turn.sets.len(),
                taken: turn.taken.map(|set| cards(&set)),
                not_taken: (!others.is_empty()).then(|| others.join("; ")),
                no_set_probability: known.filter(|_| is_full).map(Ratio::value),
                layout: cards(&turn.table),
            }
        };
        turns.iter().zip(1..).map(row).collect()
    }

    /// Cards on the table and in the deck.
    const fn left(&self) -> usize {
        self.table + self.in_deck
    }

    /// Whether no set was taken though there was one.
    const fn is_missed(&self) -> bool {
        self.sets > 0 && self.taken.is_none()
    }

    /// `12 cards, 57 in the deck: no set, as in 3.23 % of hands`
    fn headline(&self) -> String {
        let sets = match (self.sets, self.no_set_probability) {
            (0, Some(probability)) if self.table > 0 => {
                format!("no set, as in {} of hands", exact_percent(probability))
            }
            (0, _) => "no set".to_owned(),
            (sets, _) => plural(sets, "set"),
        };
        format!("{}, {} in the deck: {sets}", plural(self.table, "card"), self.in_deck)
    }

    fn write(&self, to: &mut String) {
        // Writing to a text does not fail.
        let _ = writeln!(to, "{:>3}. {}", self.step, self.headline());
        let cards = [
            ("table", Some(&self.layout).filter(|cards| !cards.is_empty())),
            ("taken", self.taken.as_ref()),
            (if self.is_missed() { "missed" } else { "others" }, self.not_taken.as_ref()),
        ];
        for (what, cards) in cards {
            if let Some(cards) = cards {
                let _ = writeln!(to, "     {what:<6} {}", escape::line(cards));
            }
        }
    }
}

impl Listed for ReplayRow {
    /// Table by table, game by game; in Markdown, column by column.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        if target.is_markdown() {
            return as_it_is::rows(rows, target);
        }
        let game = |rows: &[Self]| {
            let mut text = format!("game {}\n", escape::line(&rows[0].game));
            rows.iter().for_each(|row| row.write(&mut text));
            text
        };
        let games = rows.chunk_by(|one, next| one.game == next.game);
        games.map(game).collect::<Vec<_>>().join("\n")
    }
}

/// What games have been, in sentences: how they ended, how often tables of each size held no set,
/// and how often a set was missed.
#[must_use]
pub fn summary(rows: &[ReplayRow]) -> String {
    let games = rows.chunk_by(|one, next| one.game == next.game);
    let (mut number, mut left) = (0, 0);
    for last in games.filter_map(<[ReplayRow]>::last) {
        number += 1;
        left += last.left();
    }
    let taken = rows.iter().filter(|row| row.taken.is_some()).count();
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    let sizes = by_size(rows);
    let missed = match missed {
        0 => String::new(),
        1 => "On 1 table lay a set, and none was taken.\n".to_owned(),
        more => format!("On {} tables lay a set, and none was taken.\n", grouped(more as u128)),
    };
    format!(
        "{}: {} taken, {} left.\n{sizes}{missed}",
        count(number, "game"),
        count(taken as u128, "set"),
        count(left as u128, "card"),
    )
}

/// `No set on 12 of 250 tables of 12 cards (4.8 %; in 3.23 % of hands).`
fn by_size(rows: &[ReplayRow]) -> String {
    let mut sizes: BTreeMap<usize, (u128, u128, Option<f64>)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.table > 0) {
        let (without, all, _) = sizes.entry(row.table).or_insert((0, 0, row.no_set_probability));
        *without += u128::from(row.sets == 0);
        *all += 1;
    }
    let line = |(table, (without, all, known)): (usize, (u128, u128, Option<f64>))| {
        let share = to_float(without) / to_float(all);
        let known = known.map(|it| format!("; in {} of hands", exact_percent(it)));
        format!(
            "No set on {} of {} of {} ({}{}).\n",
            grouped(without),
            count(all, "table"),
            plural(table, "card"),
            percent(share, 0.0005),
            known.unwrap_or_default(),
        )
    };
    sizes.into_iter().rev().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::notation::Style;
    use crate::card::{Card, Deck};
    use crate::game::{Move, RecordedGame, Replayer};
    use crate::hand::Pack;

    fn rows(pack: Pack, moves: Vec<Move>) -> Vec<ReplayRow> {
        let rules = Rules::new(pack, 12).unwrap();
        let deck: Vec<Card> = pack.cards().collect();
        let turns = Replayer::new(rules).unwrap().turns(&RecordedGame { deck, moves }).unwrap();
        ReplayRow::of("1", &turns, rules, &Notation::new(pack.deck(), Style::Digits))
    }

    #[test]
    fn a_game_is_told_table_by_table() {
        let deck: Vec<Card> = Deck::GAME.cards().collect();
        let set = Move::Take([deck[0], deck[1], deck[2]]);
        let rows = rows(Deck::GAME.into(), vec![Move::Deal, set]);
        assert_eq!((rows.len(), rows[1].taken.as_deref()), (3, Some("0000 0001 0002")));
        assert!(
            rows[0].is_missed() && rows[0].not_taken.as_ref().unwrap().contains("0000 0001 0002")
        );
        let others = rows[1].not_taken.as_ref().unwrap().matches(';').count() + 2;
        assert_eq!(others, rows[1].sets);
        assert!((rows[0].no_set_probability.unwrap() - 0.0323).abs() < 1e-4);
        let text = ReplayRow::draw(&rows, RenderTarget::PLAIN);
        assert!(text.starts_with("game 1\n  1. 12 cards, 69 in the deck: 13 sets\n"), "{text}");
        let said = summary(&rows);
        assert!(said.starts_with("1 game: 1 set taken, 78 cards left.\n"), "{said}");
        assert!(said.contains("No set on 0 of 2 tables of 12 cards (0.00 %; in 3.23"), "{said}");
        assert!(said.ends_with("On 2 tables lay a set, and none was taken.\n"), "{said}");
        let without = ReplayRow { sets: 0, ..rows[0].clone() };
        let said = by_size(&[without, rows[0].clone()]);
        assert!(
            said.starts_with("No set on 1 of 2 tables of 12 cards (50.00 %; in 3.23"),
            "{said}"
        );
    }

    #[test]
    fn nothing_exact_is_said_of_a_deck_without_some_cards() {
        let rows = rows(Pack::read(Deck::GAME, "@80").unwrap(), Vec::new());
        assert_eq!(rows[0].no_set_probability, None);
        assert!(!summary(&rows).contains("of hands"));
    }
}
