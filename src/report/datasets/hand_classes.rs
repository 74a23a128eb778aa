//! Hands up to affine symmetry: their classes, which of them are equivalent, and by which map.

use super::caps::written;
use super::hands::{NamedHand, ShownHand, list};
use crate::card::notation::{Notation, Style};
use crate::card::{Card, Deck};
use crate::detect::{Detector, Strategy};
use crate::measure::{ClassFinder, HandClass};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::count::exactly;
use crate::report::csv::{self, row};
use crate::report::document::{RecordWriter, Records, Table};
use crate::report::escape;
use crate::report::field::{CARDS, COUNT, DIGITS, NUMBER, PROBABILITY, SETS, TEXT};
use crate::report::number::{count, exact_percent, grouped, one_in};
use crate::symmetry::{AffineMap, class_numbers, first_equivalents};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, Write};

row! {
    /// A hand up to affine symmetry: a row of the CSV.
    pub struct HandClassRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of cards in the hand.
        pub cards: usize = CARDS,
        /// The number of sets in the hand.
        pub sets: usize = SETS,
        /// The number of the hand's class among those of the input, counted from 1.
        pub class: usize = NUMBER,
        /// The number of hands in the class: those that affine maps carry the hand to.
        #[serde(serialize_with = "exactly")]
        pub hands: u128 = COUNT,
        /// The number of affine maps that carry the hand into itself.
        #[serde(serialize_with = "exactly")]
        pub stabilizer: u128 = COUNT.ranked(2),
        /// The proportion of the hands of the class among all hands of as many cards.
        pub probability: f64 = PROBABILITY,
        /// The number of classes of hands of as many cards.
        pub classes: String = DIGITS.ranked(3),
        /// The dimension of the smallest flat around the hand: 0 for a card, 1 for a set; empty
        /// for a hand without cards.
        pub dimension: Option<usize> = NUMBER.ranked(2),
        /// The number of orbits of the hand's cards under the maps that carry it into itself.
        pub orbits: usize = CARDS.ranked(2),
        /// The number of cards that belong to a set.
        pub in_sets: usize = CARDS.ranked(3),
        /// The size of the largest cap in the hand; empty for hands too large to search.
        pub largest_cap: Option<usize> = CARDS.ranked(3),
        /// The most disjoint sets in the hand; empty for hands too large to search.
        pub disjoint_sets: Option<usize> = SETS.ranked(3),
        /// The number of sets among the other cards of the deck.
        pub complement_sets: usize = SETS.ranked(3),
        /// The first equivalent hand of the input; empty if it is this one.
        pub equivalent_to: Option<String> = TEXT,
        /// The matrix of an affine map that carries the first equivalent hand to this one: its
        /// rows, with digits modulo 3; empty if it is this one.
        pub matrix: Option<String> = TEXT.ranked(4),
        /// The digits that the map adds to the product of the matrix and a card; empty if the
        /// first equivalent hand is this one.
        pub shift: Option<String> = TEXT.ranked(4),
        /// The canonical form as digits from 0 to 2, equal for equivalent hands. Up to half the
        /// deck it is the representative in a list of classes.
        pub canonical: String = TEXT.ranked(4),
    }
}

/// The most groups, and the most hands of a group, that sentences list.
const MOST_LISTED: usize = 10;

/// Hands with their classes.
#[derive(Debug)]
pub struct ClassifiedHands {
    hands: Vec<(NamedHand, HandClass)>,
    /// For each hand the place of the first one that is equivalent.
    firsts: Vec<usize>,
    /// The number of classes of hands of 0, 1, 2, ... cards.
    numbers: Vec<String>,
    notation: Notation,
    detector: Box<dyn Detector>,
}

impl NamedHand {
    /// The hand with its class.
    #[must_use]
    pub fn classified(self, finder: &mut ClassFinder) -> (Self, HandClass) {
        let class = finder.class(&self.cards);
        (self, class)
    }
}

impl ClassifiedHands {
    /// Hands whose classes were found, and the notation that writes cards nobody wrote.
    #[must_use]
    pub fn new(hands: Vec<(NamedHand, HandClass)>, notation: Notation) -> Self {
        let deck = notation.deck();
        let forms: Vec<_> = hands.iter().map(|(_, class)| class.canonical.clone()).collect();
        let numbers = class_numbers(deck).iter().map(ToString::to_string).collect();
        let detector = Strategy::default().detector(deck);
        Self { hands, firsts: first_equivalents(&forms), numbers, notation, detector }
    }

    /// One row for each hand.
    pub fn rows(&self) -> impl Iterator<Item = HandClassRow> {
        let mut classes = HashMap::new();
        self.firsts.iter().enumerate().map(move |(place, first)| {
            let next = classes.len() + 1;
            self.row(place, *classes.entry(first).or_insert(next))
        })
    }

    fn row(&self, place: usize, class: usize) -> HandClassRow {
        let (hand, found) = &self.hands[place];
        let (deck, canonical) = (self.notation.deck(), &found.canonical);
        let map = self.map(place);
        HandClassRow {
            hand: hand.name.clone(),
            cards: hand.cards.len(),
            sets: found.sets,
            class,
            hands: canonical.orbit,
            stabilizer: canonical.stabilizer,
            probability: canonical.probability(deck),
            classes: self.numbers[hand.cards.len()].clone(),
            dimension: canonical.dimension,
            orbits: canonical.card_orbits,
            in_sets: found.in_sets,
            largest_cap: found.largest_cap,
            disjoint_sets: found.disjoint_sets,
            complement_sets: found.complement_sets,
            equivalent_to: map.is_some().then(|| self.hands[self.firsts[place]].0.name.clone()),
            matrix: map.as_ref().map(rows_of_matrix),
            shift: map.as_ref().map(|map| Style::Digits.write(map.shift(), deck)),
            canonical: written(canonical.form.iter(), deck),
        }
    }

    /// A map that carries the first equivalent hand to this one, unless it is this one.
    fn map(&self, place: usize) -> Option<AffineMap> {
        let class = |place: usize| &self.hands[place].1.canonical;
        let first = self.firsts[place];
        (first < place).then(|| class(first).map_to(class(place)))?
    }

    /// Which hands are equivalent, a line for each sentence; nothing of a single hand.
    #[must_use]
    pub fn sentences(&self) -> String {
        match (&self.hands[..], &self.firsts[..]) {
            ([] | [_], _) => String::new(),
            ([one, other], [0, 0]) => {
                let names = names(&[one, other]);
                format!("Hands {names} are equivalent: an affine map carries one to the other.\n")
            }
            ([one, other], _) => {
                let (names, why) = (names(&[one, other]), difference(one, other));
                format!("Hands {names} are not equivalent: {why}.\n")
            }
            _ => self.groups(),
        }
    }

    /// The number of classes, and the first groups of equivalent hands.
    fn groups(&self) -> String {
        let mut groups: Vec<Vec<&(NamedHand, HandClass)>> = vec![Vec::new(); self.hands.len()];
        for (&first, hand) in self.firsts.iter().zip(&self.hands) {
            groups[first].push(hand);
        }
        let different = groups.iter().filter(|group| !group.is_empty()).count();
        let all = count(self.hands.len() as u128, "hand");
        let classes = count(different as u128, "class");
        groups.retain(|group| group.len() > 1);
        let line = |group: &Vec<_>| format!("Hands {} are equivalent.\n", names(group));
        let mut lines: String = groups.iter().take(MOST_LISTED).map(line).collect();
        if groups.len() > MOST_LISTED {
            let others = count((groups.len() - MOST_LISTED) as u128, "other group");
            lines += &format!("{others} of equivalent hands: see `class` in a CSV.\n");
        }
        format!("{all} in {classes} up to symmetry.\n{lines}")
    }

    fn shown(&self, place: usize) -> ShownHand<'_> {
        ShownHand::new(&self.hands[place].0, &self.notation, self.detector.as_ref())
    }

    /// The class of a hand, what is known of it, and the map from the first equivalent hand.
    fn class_text(&self, row: &HandClassRow, place: usize, target: RenderTarget) -> String {
        let (hand, found) = &self.hands[place];
        let deck = self.notation.deck();
        let mut text = format!("\n{}", properties(row, deck, target));
        let is_large = hand.lists_missing(deck);
        let is_listed = |card: &Card| found.canonical.form.contains(*card) != is_large;
        let notation = self.notation_of_all();
        let form = deck.cards().filter(is_listed).map(|card| notation.write(card));
        let form: Vec<String> = form.collect();
        let titles = match is_large {
            true => ["canonical form: all cards but", "Canonical form, all cards but"],
            false => ["canonical form", "Canonical form"],
        };
        if !form.is_empty() {
            text += &list(titles, &form, target);
        }
        if let (Some(map), Some(name)) = (self.map(place), &row.equivalent_to) {
            let name = escape::line(name);
            let titles = [
                format!("map from hand {name}, modulo 3"),
                format!("Equivalent to hand {name}, by this map modulo 3"),
            ];
            text += &list(titles.each_ref().map(|it| &**it), &self.equations(&map), target);
            let titles = [format!("cards of hand {name}"), format!("Cards of hand {name}")];
            text += &list(titles.each_ref().map(|it| &**it), &self.images(&map, place), target);
        }
        text
    }

    /// The notation of the hands, or digits where it has no spelling of some value.
    fn notation_of_all(&self) -> Notation {
        match self.notation.has_gaps() {
            true => Notation::new(self.notation.deck(), Style::Digits),
            false => self.notation.clone(),
        }
    }

    /// A map in words: what each feature becomes, and the numbers of the values.
    fn equations(&self, map: &AffineMap) -> Vec<String> {
        let (deck, matrix) = (self.notation.deck(), map.matrix());
        let features = self.notation.features();
        let equation = |&row: &usize| {
            let term = |&column: &usize| match matrix[row][column] {
                0 => None,
                1 => Some(self.notation.feature(column)),
                factor => Some(format!("{factor} x {}", self.notation.feature(column))),
            };
            let mut terms: Vec<String> = features.iter().filter_map(term).collect();
            let shift = map.shift().digit(row, deck);
            terms.extend((shift > 0).then(|| shift.to_string()));
            let values = [0, 1, 2].map(|value| self.notation.value(row, value)).join(", ");
            let feature = self.notation.feature(row);
            format!("{feature} (0, 1, 2: {values}) becomes {}", terms.join(" + "))
        };
        features.iter().map(equation).collect()
    }

    /// The cards of the first equivalent hand with their images in this one.
    fn images(&self, map: &AffineMap, place: usize) -> Vec<String> {
        let first = self.firsts[place];
        let [(one, _), (other, _)] = [&self.hands[first], &self.hands[place]];
        let image = |(at, &card): (usize, &Card)| {
            let image = other.cards.iter().position(|&it| it == map.image(card));
            let image = image.expect("the map carries one hand to the other");
            format!("{} -> {}", self.shown(first).text(at), self.shown(place).text(image))
        };
        one.cards.iter().enumerate().map(image).collect()
    }
}

/// The rows of the matrix as digits: `1000 0100 0010 0001`.
fn rows_of_matrix(map: &AffineMap) -> String {
    let row = |row: Vec<u8>| row.iter().map(ToString::to_string).collect::<String>();
    map.matrix().into_iter().map(row).collect::<Vec<_>>().join(" ")
}

/// The names of two or more hands: `1, 4 and 7`, and of many `1, 4, 7 and 20 others`.
fn names(hands: &[&(NamedHand, HandClass)]) -> String {
    let mut names: Vec<String> =
        hands.iter().take(MOST_LISTED).map(|(hand, _)| escape::line(&hand.name)).collect();
    let last = match hands.len() - names.len() {
        0 => names.pop().unwrap_or_default(),
        others => count(others as u128, "other"),
    };
    format!("{} and {last}", names.join(", "))
}

/// Why two hands are not equivalent.
fn difference(one: &(NamedHand, HandClass), other: &(NamedHand, HandClass)) -> String {
    let numbers = |(hand, class): &(NamedHand, HandClass)| {
        let [cards, sets, in_sets] = [hand.cards.len(), class.sets, class.in_sets];
        [cards as u128, sets as u128, in_sets as u128, class.canonical.stabilizer]
    };
    let pairs = numbers(one).into_iter().zip(numbers(other)).enumerate();
    let Some((place, (one, other))) = pairs.into_iter().find(|(_, (one, other))| one != other)
    else {
        return "their canonical forms differ".to_owned();
    };
    let both = format!("{} and {}", grouped(one), grouped(other));
    match place {
        0 => format!("they have {both} cards"),
        1 => format!("they have {both} sets"),
        2 => format!("{both} of their cards are in sets"),
        _ => format!("{both} affine maps carry them into themselves"),
    }
}

/// What is known of a hand, a line for each number.
fn properties(row: &HandClassRow, deck: Deck, target: RenderTarget) -> String {
    let others = deck.size() - row.cards;
    let optional = |number: Option<usize>| number.map(|it| it.to_string());
    let lines = [
        ("equivalent hands", Some(grouped(row.hands))),
        ("of all hands of the size", Some(proportion(row.probability))),
        ("classes of the size", Some(shortened(&row.classes))),
        ("maps onto itself", Some(grouped(row.stabilizer))),
        ("orbits of its cards", Some(row.orbits.to_string())),
        ("dimension", optional(row.dimension)),
        ("cards in sets", Some(row.in_sets.to_string())),
        ("largest cap", optional(row.largest_cap)),
        ("disjoint sets", optional(row.disjoint_sets)),
        ("other cards", Some(format!("{others}, {}", count(row.complement_sets as u128, "set")))),
    ];
    let known = lines.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Grid::of(&known.collect::<Vec<_>>())
        .text("up to symmetry", |(name, _)| (*name).to_owned())
        .text("", |(_, value)| value.clone())
        .draw(target)
}

/// A number that may have many digits: `1,234`, `9.520e196`.
fn shortened(digits: &str) -> String {
    match (digits.parse(), digits.parse::<f64>()) {
        (Ok(number), _) => grouped(number),
        (_, Ok(large)) => format!("{large:.3e}"),
        _ => digits.to_owned(),
    }
}

/// A probability that may be tiny: `0.0012 %, 1 in 83,330`, `1 in 9.52e196`.
fn proportion(probability: f64) -> String {
    const LEAST: f64 = 1e-12;
    match one_in(probability) {
        _ if probability < LEAST => format!("1 in {:.3e}", 1.0 / probability),
        Some(odds) if probability < 1.0 => format!("{}, {odds}", exact_percent(probability)),
        _ => exact_percent(probability),
    }
}

impl Records for ClassifiedHands {
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        for (place, row) in self.rows().enumerate() {
            let mut record = self.shown(place).json();
            record["class"] = class_json(&row)?;
            to.add(&record)?;
        }
        Ok(())
    }
}

/// The columns that a hand has nowhere else in JSON.
fn class_json(row: &HandClassRow) -> serde_json::Result<Value> {
    let mut class = serde_json::to_value(row)?;
    if let Some(columns) = class.as_object_mut() {
        columns.retain(|name, _| !["hand", "cards", "sets"].contains(&&**name));
    }
    Ok(class)
}

impl Table for ClassifiedHands {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(self.rows(), to)
    }

    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        for (place, row) in self.rows().enumerate() {
            to.write_all(if place == 0 { b"" } else { b"\n" })?;
            self.shown(place).write_headline(target, to)?;
            to.write_all(self.class_text(&row, place, target).as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_percentages_until_they_are_tiny() {
        assert_eq!(proportion(1.0), "100 %");
        assert_eq!(proportion(1.0 / 79.0), "1.2658 %, 1 in 79.00");
        assert_eq!(proportion(2e-12), "0.00000000020000 %, 1 in 500,000,000,000");
        assert_eq!(proportion(5e-13), "1 in 2.000e12");
    }

    #[test]
    fn numbers_beyond_128_bits_are_shortened() {
        assert_eq!(shortened("1080"), "1,080");
        assert_eq!(shortened(&u128::MAX.to_string()).replace(',', ""), u128::MAX.to_string());
        assert_eq!(shortened(&("1".to_owned() + &"0".repeat(40))), "1.000e40");
    }
}
