//! Hands as places of the deck: each card is a point of the affine space of its features, and the
//! space a grid, of 9 x 9 places for the game's 81 cards.
//!
//! Two features choose the block of three, the others the place in it; three cards of a set lie on
//! a line of that space.

use super::description::{Axis, Chart, Mark, Panel, Point, Series};
use super::words;
use super::{Options, TableError};
use crate::card::Deck;
use crate::card::notation::{Style, parse};
use crate::report::Dataset;
use crate::report::caps::CapClassRow;
use crate::report::classes::ClassRow;
use crate::report::datasets::recognise::{Recognised, names};
use crate::report::extremes::ExtremeRow;
use crate::report::groups::{by_key, each_once};
use crate::report::hands::{CardRow, HandCapRow, SetRow};
use crate::report::number::plural;

/// The most hands that are drawn.
const MOST_HANDS: usize = 24;

/// A hand with what is said of it.
struct Hand {
    title: String,
    size: usize,
    /// The cards as digits.
    cards: Vec<String>,
}

impl Hand {
    fn new(title: String, digits: &str) -> Self {
        let cards: Vec<String> = digits.split_whitespace().map(str::to_owned).collect();
        Self { title, size: cards.len(), cards }
    }
}

/// Whether rows of a table are hands.
pub(super) const fn is_for(dataset: Dataset) -> bool {
    matches!(
        dataset,
        Dataset::Extremes
            | Dataset::CapClasses
            | Dataset::Classes
            | Dataset::HandCaps
            | Dataset::Cards
            | Dataset::Sets
    )
}

/// A panel for each hand of some files.
pub(crate) fn hands(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    let mut all = Vec::new();
    for file in files {
        all.extend(of_file(file)?);
    }
    let is_wanted = |hand: &Hand| {
        options.cards.as_ref().is_none_or(|sizes| sizes.iter().any(|size| size == hand.size))
    };
    all.retain(|hand| is_wanted(hand) && !hand.cards.is_empty());
    if all.is_empty() {
        return Err(TableError::nothing_of(&names(files), options.cards.as_ref(), None));
    }
    if all.len() > MOST_HANDS {
        return Err(TableError::Unsuitable(format!(
            "there are {} hands; the places of at most {MOST_HANDS} are drawn; choose some with \
             --cards",
            all.len()
        )));
    }
    let panels = all.iter().map(panel).collect::<Result<Vec<_>, _>>()?;
    let features = all.iter().map(|hand| hand.cards[0].len());
    let blocks = if features.clone().all(|features| features > 2) {
        ": two features choose the block, the others the place in it"
    } else {
        ""
    };
    let caption = format!(
        "The places of {}{blocks}. Three cards are a set when they lie on a line, which may go on \
         at the opposite edge.",
        words::decks(features)
    );
    Ok(Chart::of("Where do the cards of a hand lie?", caption, panels))
}

fn of_file(file: &Recognised<'_>) -> Result<Vec<Hand>, TableError> {
    let cards = |count: usize| plural(count, "card");
    let sets = |count: usize| plural(count, "set");
    let extreme = |row: ExtremeRow| {
        let title = format!("{}, {}: {}", cards(row.cards), row.extreme, sets(row.sets));
        Hand::new(title, &row.witness)
    };
    let cap = |row: CapClassRow| {
        Hand::new(format!("{}, class {}", cards(row.cards), row.class), &row.representative)
    };
    let class = |row: ClassRow| {
        let title = format!("{}, class {}: {}", cards(row.cards), row.class, sets(row.sets));
        Hand::new(title, &row.representative)
    };
    let largest_cap = |row: HandCapRow| {
        let title = format!("{}: {} without a set", row.hand, cards(row.largest_cap));
        Hand::new(title, &row.cap)
    };
    let dealt = |(hand, rows): (String, Vec<CardRow>)| {
        let digits: Vec<String> = rows.into_iter().map(|row| row.digits).collect();
        Hand::new(format!("hand {hand}: {}", cards(digits.len())), &digits.join(" "))
    };
    let of_sets = |(hand, rows): (String, Vec<SetRow>)| {
        Hand::new(format!("hand {hand}: {}", sets(rows.len())), &digits_of(&rows))
    };
    Ok(match file.dataset {
        Dataset::Extremes => file.rows()?.into_iter().map(extreme).collect(),
        Dataset::CapClasses => file.rows()?.into_iter().map(cap).collect(),
        Dataset::Classes => file.rows()?.into_iter().map(class).collect(),
        Dataset::HandCaps => file.rows()?.into_iter().map(largest_cap).collect(),
        Dataset::Sets => {
            let rows = by_key(file.rows()?, |row: &SetRow| row.hand.clone());
            rows.into_iter().map(of_sets).collect()
        }
        _ => {
            let rows = by_key(file.rows()?, |row: &CardRow| row.hand.clone());
            rows.into_iter().map(dealt).collect()
        }
    })
}

/// The cards of some sets as digits, each once, whatever they are written as; nothing where they
/// are cards of no deck.
fn digits_of(sets: &[SetRow]) -> String {
    let texts = sets.iter().flat_map(|row| [&row.card1, &row.card2, &row.card3]);
    let texts = each_once(texts);
    let digits = |deck: Deck| {
        let card = |text: &&String| Some(Style::Digits.write(parse(text, deck).ok()?, deck));
        texts.iter().map(card).collect::<Option<Vec<String>>>()
    };
    let decks = (2..=6).filter_map(|features| Deck::new(features).ok());
    decks
        .filter_map(digits)
        .next()
        .map(|cards| each_once(cards.into_iter()).join(" "))
        .unwrap_or_default()
}

/// The places of a hand among all of its deck.
fn panel(hand: &Hand) -> Result<Panel, TableError> {
    let features = hand.cards[0].len();
    let wrong = || TableError::Unsuitable(format!("`{}` is not a hand in digits", hand.title));
    let places = hand.cards.iter().map(|card| (card.len() == features).then(|| place(card))?);
    let places: Option<Vec<Point>> = places.collect();
    let places = places.filter(|_| (2..=6).contains(&features)).ok_or_else(wrong)?;
    let [across, up] = [features / 2, features.div_ceil(2)]
        .map(|digits| u32::try_from(digits).map_or(1, |digits| 3_usize.pow(digits)));
    let all = (0..across).flat_map(|x| (0..up).map(move |y| point(x, y)));
    let deck = Series::new("", 7, Mark::Specks, all.collect());
    let cards = Series::new("", 0, Mark::Dots, places);
    let series = vec![deck, cards];
    Ok(Panel::new(Axis::places(across), Axis::places(up), series).titled(&hand.title))
}

/// The place of a card: the second, fourth and sixth feature from left to right, the others from
/// bottom to top.
fn place(card: &str) -> Option<Point> {
    let digits = card.bytes().map(|digit| match digit {
        b'0'..=b'2' => Some(usize::from(digit - b'0')),
        _ => None,
    });
    let digits: Vec<usize> = digits.collect::<Option<_>>()?;
    let number = |first: usize| {
        digits.iter().skip(first).step_by(2).fold(0, |number, digit| 3 * number + digit)
    };
    Some(point(number(1), number(0)))
}

/// The middle of a place.
fn point(x: usize, y: usize) -> Point {
    Point::new(x as f64 + 0.5, y as f64 + 0.5)
}
