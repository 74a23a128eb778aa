//! Caps and classes that were counted against those that are published.

use super::Line;
use crate::cap::published::{self, PublishedCaps};
use crate::cap::{CapCount, CountError, count};
use crate::card::Deck;
use crate::run::{Cancel, Crew};
use crate::symmetry::burnside::class_numbers;

/// Counts all caps of up to four features and compares; nothing when it is interrupted.
///
/// # Errors
///
/// When the counts contradict each other.
pub fn cap_lines(crew: &Crew, cancel: &Cancel) -> Result<Option<Vec<Line>>, CountError> {
    let mut lines = class_lines();
    for deck in Deck::all().take_while(|deck| deck.features() <= 4) {
        let Some(counts) = count::<2>(deck, deck.largest_cap() + 1, crew, cancel)? else {
            return Ok(None);
        };
        let published = published::all().into_iter();
        let own = published.filter(|row| row.features == deck.features());
        lines.extend(own.flat_map(|row| compare(&row, &counts[row.cards])));
    }
    Ok(Some(lines))
}

/// A line for each published number of one size.
fn compare(row: &PublishedCaps, count: &CapCount) -> Vec<Line> {
    let numbers = [
        ("caps", Some(row.caps), count.caps),
        ("classes of caps", row.classes.map(|it| it as u128), count.classes as u128),
        ("complete caps", row.complete_caps, count.complete_caps),
        (
            "classes of complete caps",
            row.complete_classes.map(|it| it as u128),
            count.complete_classes as u128,
        ),
    ];
    let line = |(what, expected, got): (&str, Option<u128>, u128)| {
        let what = format!("{} features: {what} of {} cards", row.features, row.cards);
        Some(Line::new(what, &row.source, expected?.to_string(), got.to_string()))
    };
    numbers.into_iter().filter_map(line).collect()
}

/// The numbers of essentially different hands that are known without listing them.
fn class_lines() -> Vec<Line> {
    const KNOWN: [u32; 7] = [1, 1, 1, 2, 3, 6, 15];
    let numbers = class_numbers(Deck::GAME);
    let line = |(cards, (expected, got)): (usize, (u32, String))| {
        let what = format!("4 features: classes of hands of {cards} cards");
        Line::new(what, "burnside", expected.to_string(), got)
    };
    KNOWN.into_iter().zip(numbers.iter().map(ToString::to_string)).enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Threads;

    #[test]
    fn all_published_caps_agree() {
        let crew = Crew::new(Threads::available()).unwrap();
        let lines = cap_lines(&crew, &Cancel::default()).unwrap().unwrap();
        assert_eq!(lines.len(), 7 + 2 * 19 + 2 + 2 + 1);
        for line in &lines {
            assert!(line.agrees, "{line:?}");
        }
    }

    #[test]
    fn a_wrong_number_is_seen() {
        let row = published::all().into_iter().find(|row| row.cards == 20).unwrap();
        let right = CapCount {
            cards: 20,
            caps: 682_344,
            classes: 1,
            complete_caps: 682_344,
            complete_classes: 1,
            larger: 0,
        };
        let wrong = CapCount { complete_caps: 632_344, ..right };
        let disagree = |count| compare(&row, count).iter().filter(|line| !line.agrees).count();
        assert_eq!((disagree(&right), disagree(&wrong)), (0, 1));
    }
}
