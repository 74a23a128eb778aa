//! Finds the feature that each part of a card names: with words of the dictionary they say so;
//! parts in a fixed order are known by their places; and an unknown word in a card of any order
//! belongs where exactly one feature is missing, in all cards alike.

use super::NotationError;
use super::piece::{SeenPiece, SpellingKey};
use crate::card::Deck;
use crate::cards::words::{self, FEATURES, NUMBER};
use setodds_engine::escape::excerpt;
use std::collections::{BTreeSet, HashMap};

/// The features of the parts of each card that is written in words.
pub(super) fn of_words(cards: &[&SeenPiece], deck: Deck) -> Result<Vec<Vec<usize>>, NotationError> {
    match fixed(cards, deck) {
        Some(order) => Ok(vec![order; cards.len()]),
        None => free(cards, deck),
    }
}

/// The features of the places, if all cards have one part for each feature in one order: known
/// words at one place belong to one feature, and those of no two places to the same.
fn fixed(cards: &[&SeenPiece], deck: Deck) -> Option<Vec<usize>> {
    let n = deck.features();
    let has_label = |card: &SeenPiece| card.piece.parts.iter().any(|part| part.feature.is_some());
    if cards.iter().any(|card| card.piece.parts.len() != n || has_label(card)) {
        return None;
    }
    let mut order: Vec<Option<usize>> = vec![None; n];
    for card in cards {
        for (bound, key) in order.iter_mut().zip(card.piece.keys(deck)) {
            if let Some(meaning) = key.known()
                && *bound.get_or_insert(meaning.feature) != meaning.feature
            {
                return None;
            }
        }
    }
    let mut free = missing(&order, deck).into_iter();
    let order = order.into_iter().map(|it| it.or_else(|| free.next())).collect();
    free.next().map_or(order, |_| None)
}

/// The features of the parts of each card, where they stand in any order.
fn free(cards: &[&SeenPiece], deck: Deck) -> Result<Vec<Vec<usize>>, NotationError> {
    let n = deck.features();
    let mut learnt = named(cards, deck);
    loop {
        let before = learnt.len();
        for card in cards {
            let found = features_of(card, &learnt, deck)?;
            let mut unknown = found.iter().zip(card.piece.parts.iter()).filter(|it| it.0.is_none());
            if let (Some((_, part)), None, [feature]) =
                (unknown.next(), unknown.next(), &missing(&found, deck)[..])
            {
                learnt.insert(SpellingKey::of(&part.text, deck), *feature);
            }
        }
        // More than three are refused anyway.
        let is_full = |feature| learnt.values().filter(|it| **it == feature).count() > 3;
        if learnt.len() == before || (0..n).any(is_full) {
            break;
        }
    }
    let order = |card: &&SeenPiece| complete(card, features_of(card, &learnt, deck)?, cards, deck);
    cards.iter().map(order).collect()
}

/// The features of spellings outside the dictionary that stand beside the name of one feature.
fn named(cards: &[&SeenPiece], deck: Deck) -> HashMap<SpellingKey, usize> {
    let mut named: HashMap<SpellingKey, Option<usize>> = HashMap::new();
    for part in cards.iter().flat_map(|card| &card.piece.parts) {
        let key = SpellingKey::of(&part.text, deck);
        if part.feature.is_some() && key.known().is_none() {
            let feature = named.entry(key).or_insert(part.feature);
            *feature = feature.filter(|it| Some(*it) == part.feature);
        }
    }
    named.into_iter().filter_map(|(key, feature)| Some((key, feature?))).collect()
}

/// The feature of each part of a card; `None` where it is unknown.
fn features_of(
    card: &SeenPiece,
    learnt: &HashMap<SpellingKey, usize>,
    deck: Deck,
) -> Result<Vec<Option<usize>>, NotationError> {
    let mut found: Vec<Option<usize>> = Vec::new();
    for part in &card.piece.parts {
        let key = SpellingKey::of(&part.text, deck);
        let known = || key.known().map(|it| it.feature).or_else(|| learnt.get(&key).copied());
        let feature = part.feature.or_else(known);
        if let Some(named) = feature
            && let Some(earlier) = found.iter().position(|it| *it == feature)
        {
            let (feature, earlier) = (FEATURES[named].name(), &card.piece.parts[earlier].text);
            return Err(mistake!(
                card.place,
                "`{}` names the {feature} again, after `{}`; give one {feature}",
                excerpt(&part.text),
                excerpt(earlier)
            ));
        }
        found.push(feature);
    }
    Ok(found)
}

fn missing(found: &[Option<usize>], deck: Deck) -> Vec<usize> {
    (0..deck.features()).filter(|it| !found.contains(&Some(*it))).collect()
}

/// The order of a card all of whose parts are known, and that names every feature.
fn complete(
    card: &SeenPiece,
    found: Vec<Option<usize>>,
    cards: &[&SeenPiece],
    deck: Deck,
) -> Result<Vec<usize>, NotationError> {
    let (n, missing, text) = (deck.features(), missing(&found, deck), excerpt(&card.piece.text));
    let Some(at) = found.iter().position(Option::is_none) else {
        let Some(&feature) = missing.first() else {
            return Ok(found.into_iter().flatten().collect());
        };
        let (name, choices) = (FEATURES[feature].name(), FEATURES[feature].choices());
        return Err(mistake!(card.place, "`{text}` has no {name}; add {choices}"));
    };
    let word = &card.piece.parts[at].text;
    let near = words::one_slip_away(&word.to_lowercase(), &missing);
    // Parts in a fixed order would be understood, but for a card that has more or less.
    let is_strange = near.is_none() && found.len() > 1 && found.iter().all(Option::is_none);
    let is_near = |it: &SeenPiece| found.len() == n || is_strange && std::ptr::eq(it, card);
    if let Some(odd) = cards.iter().find(|it| it.piece.parts.len() != n && is_near(it)) {
        let (text, parts) = (excerpt(&odd.piece.text), odd.piece.parts.len());
        return Err(mistake!(
            odd.place,
            "`{text}` has {parts} parts, and a card of this deck has {n}, one for each feature"
        ));
    }
    let known = words::meaning(&word.to_lowercase()).filter(|it| it.feature >= n);
    let why = match (known, near) {
        (Some(it), _) => {
            let feature = FEATURES[it.feature].name();
            format!("it names a {feature}, which a deck of {n} features does not have")
        }
        (_, Some(near)) => format!("did you mean `{near}`?"),
        _ => "a card is named by words as in `two red striped ovals`, or has a part for each \
              feature, in one order in all cards"
            .to_owned(),
    };
    Err(mistake!(card.place, "unknown word `{}` in `{text}`; {why}", excerpt(word)))
}

/// The letters of each value of number, shape, colour and texture in codes such as `2RSO`, the
/// surest first: `S` is solid, unless there is an `F`.
const LETTERS: [[&str; 3]; 4] =
    [["1", "2", "3"], ["d", "opce", "swz"], ["r", "g", "pbv"], ["fs", "oe", "txh"]];

/// How sure it is what a letter of a feature stands for, less being surer, and its value.
pub(super) fn letter(feature: usize, letter: &str) -> Option<(usize, u8)> {
    let letter = letter.to_lowercase();
    let values = (0..).zip(LETTERS.get(feature)?);
    values.filter(|_| letter.len() == 1).find_map(|(value, all)| Some((all.find(&letter)?, value)))
}

/// The features of the places of codes: the first order in which most letters name values, and
/// whether there are others.
pub(super) fn of_codes(cards: &[&SeenPiece], deck: Deck) -> (Vec<usize>, bool) {
    let n = deck.features();
    let letters = |place: usize| -> BTreeSet<&str> {
        cards.iter().map(|card| &card.piece.parts[place].text[..]).collect()
    };
    let columns: Vec<BTreeSet<&str>> = (0..n).map(letters).collect();
    let mut orders = vec![(0, Vec::new())];
    for column in &columns {
        let longer = |(score, order): &(usize, Vec<usize>)| -> Vec<(usize, Vec<usize>)> {
            let next = (0..n).filter(|next| !order.contains(next));
            let with = |next| {
                let named = column.iter().filter(|it| letter(next, it).is_some()).count();
                let weight = if next == NUMBER { 2 } else { 1 };
                (score + weight * named, [&order[..], &[next]].concat())
            };
            next.map(with).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let most = orders.iter().map(|it| it.0).max();
    let mut best = orders.into_iter().filter(|it| Some(it.0) == most);
    (best.next().unwrap_or_default().1, best.next().is_some())
}
