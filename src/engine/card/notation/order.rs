//! Finds the feature that each part of a card names: with words of the dictionary they say so;
//! parts in a fixed order are known by their places; and an unknown word in a card of any order
//! belongs where exactly one feature is missing, in all cards alike.

use super::NotationError;
use super::piece::Piece;
use crate::card::Deck;
use crate::card::words::{self, FEATURES, Meaning, NUMBER};
use crate::escape::excerpt;
use std::collections::{BTreeMap, BTreeSet};

/// What spellings have in common that are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SpellingKey {
    /// Forms of a word of the dictionary.
    Known(Meaning),
    /// Any other spelling, without capitals and plural.
    Other(String),
}

impl SpellingKey {
    pub(super) fn of(text: &str, deck: Deck) -> Self {
        let folded = text.to_lowercase();
        let meaning = words::meaning(&folded).filter(|it| it.feature < deck.features());
        meaning.map_or_else(|| Self::Other(words::singular(&folded).to_owned()), Self::Known)
    }

    pub(super) const fn known(&self) -> Option<Meaning> {
        match self {
            Self::Known(meaning) => Some(*meaning),
            Self::Other(_) => None,
        }
    }
}

/// The features of the parts of each card that is written in words.
pub(super) fn of_words(cards: &[&Piece<'_>], deck: Deck) -> Result<Vec<Vec<usize>>, NotationError> {
    match fixed(cards, deck) {
        Some(order) => Ok(vec![order; cards.len()]),
        None => free(cards, deck),
    }
}

/// The features of the places, if all cards have one part for each feature in one order: known
/// words at one place belong to one feature, and those of no two places to the same.
fn fixed(cards: &[&Piece<'_>], deck: Deck) -> Option<Vec<usize>> {
    let n = deck.features();
    let has_label = |card: &Piece<'_>| card.parts.iter().any(|part| part.feature.is_some());
    if cards.iter().any(|card| card.parts.len() != n || has_label(card)) {
        return None;
    }
    let mut order: Vec<Option<usize>> = vec![None; n];
    for card in cards {
        for (bound, part) in order.iter_mut().zip(card.parts.iter()) {
            if let Some(meaning) = SpellingKey::of(&part.text, deck).known()
                && *bound.get_or_insert(meaning.feature) != meaning.feature
            {
                return None;
            }
        }
    }
    let (taken, free): (Vec<usize>, Vec<usize>) =
        (0..n).partition(|feature| order.contains(&Some(*feature)));
    let mut free = free.into_iter();
    let is_once = taken.len() == order.iter().flatten().count();
    order
        .into_iter()
        .map(|it| it.or_else(|| free.next()))
        .collect::<Option<_>>()
        .filter(|_| is_once)
}

/// The features of the parts of each card, where they stand in any order.
fn free(cards: &[&Piece<'_>], deck: Deck) -> Result<Vec<Vec<usize>>, NotationError> {
    let n = deck.features();
    let mut learnt = named(cards, deck);
    loop {
        let before = learnt.len();
        for card in cards {
            let found = features(card, &learnt, deck)?;
            let mut unknown = found.iter().zip(card.parts.iter()).filter(|it| it.0.is_none());
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
    let order = |card: &&Piece<'_>| {
        let found = features(card, &learnt, deck)?;
        let is_strange = found.contains(&None) && found.len() == n;
        // Parts in a fixed order would be understood, but for a card that has more or less.
        match cards.iter().find(|other| is_strange && other.parts.len() != n) {
            Some(other) => Err(other_parts(other, deck)),
            None => complete(card, found, deck),
        }
    };
    cards.iter().map(order).collect()
}

/// The features of spellings outside the dictionary that stand beside the name of one feature.
fn named(cards: &[&Piece<'_>], deck: Deck) -> BTreeMap<SpellingKey, usize> {
    let mut named: BTreeMap<SpellingKey, BTreeSet<usize>> = BTreeMap::new();
    for part in cards.iter().flat_map(|card| card.parts.iter()) {
        let key = SpellingKey::of(&part.text, deck);
        if let (Some(feature), None) = (part.feature, key.known()) {
            named.entry(key).or_default().insert(feature);
        }
    }
    named.retain(|_, features| features.len() == 1);
    named
        .into_iter()
        .flat_map(|(key, features)| features.into_iter().map(move |it| (key.clone(), it)))
        .collect()
}

/// The feature of each part of a card; `None` where it is unknown.
fn features(
    card: &Piece<'_>,
    learnt: &BTreeMap<SpellingKey, usize>,
    deck: Deck,
) -> Result<Vec<Option<usize>>, NotationError> {
    let mut found: Vec<Option<usize>> = Vec::new();
    for part in card.parts.iter() {
        let key = SpellingKey::of(&part.text, deck);
        let known = || key.known().map(|it| it.feature).or_else(|| learnt.get(&key).copied());
        let feature = part.feature.or_else(known);
        if let Some(named) = feature
            && let Some(earlier) = found.iter().position(|it| *it == feature)
        {
            let (feature, earlier) = (FEATURES[named].name(), &card.parts[earlier].text);
            return Err(NotationError::new(
                card.place,
                format_args!(
                    "`{}` names the {feature} again, after `{}`; give one {feature}",
                    excerpt(&part.text),
                    excerpt(earlier)
                ),
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
    card: &Piece<'_>,
    found: Vec<Option<usize>>,
    deck: Deck,
) -> Result<Vec<usize>, NotationError> {
    let missing = missing(&found, deck);
    if let Some(at) = found.iter().position(Option::is_none) {
        let is_stranger = found.iter().all(Option::is_none) && (2..).contains(&found.len());
        return Err(unknown(card, &card.parts[at].text, &missing, is_stranger, deck));
    }
    if let Some(&feature) = missing.first() {
        let feature = &FEATURES[feature];
        let (text, name) = (excerpt(&card.text), feature.name());
        let message = format!("`{text}` has no {name}; add {}", feature.choices());
        return Err(NotationError::new(card.place, message));
    }
    Ok(found.into_iter().flatten().collect())
}

/// The error that a word is not known.
fn unknown(
    card: &Piece<'_>,
    word: &str,
    missing: &[usize],
    is_stranger: bool,
    deck: Deck,
) -> NotationError {
    let (n, folded) = (deck.features(), word.to_lowercase());
    let near = words::one_slip_away(&folded, missing);
    if near.is_none() && is_stranger && card.parts.len() != n {
        return other_parts(card, deck);
    }
    let (word, text) = (excerpt(word), excerpt(&card.text));
    let message = match (words::meaning(&folded), near) {
        (Some(it), _) if it.feature >= n => {
            let feature = FEATURES[it.feature].name();
            format!("`{word}` names a {feature}, which a deck of {n} features does not have")
        }
        (_, Some(near)) => format!("unknown word `{word}` in `{text}`; did you mean `{near}`?"),
        _ => format!(
            "unknown word `{word}` in `{text}`; a card is named by words as in `two red striped \
             ovals`, or has a part for each feature, in one order in all cards"
        ),
    };
    NotationError::new(card.place, message)
}

/// The error that a card has more or fewer parts than features.
fn other_parts(card: &Piece<'_>, deck: Deck) -> NotationError {
    let (text, parts, n) = (excerpt(&card.text), card.parts.len(), deck.features());
    NotationError::new(
        card.place,
        format_args!(
            "`{text}` has {parts} parts, and a card of this deck has {n}, one for each feature"
        ),
    )
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
pub(super) fn of_codes(cards: &[&Piece<'_>], deck: Deck) -> (Vec<usize>, bool) {
    let n = deck.features();
    let letters = |place: usize| -> BTreeSet<&str> {
        cards.iter().map(|card| &card.parts[place].text[..]).collect()
    };
    let columns: Vec<BTreeSet<&str>> = (0..n).map(letters).collect();
    let named = |(place, &feature): (usize, &usize)| {
        let named = columns[place].iter().filter(|it| letter(feature, it).is_some());
        named.count() * if feature == NUMBER { 2 } else { 1 }
    };
    let mut orders = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let next = (0..n).filter(|next| !order.contains(next));
            next.map(|next| [&order[..], &[next]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let score = |order: &Vec<usize>| order.iter().enumerate().map(named).sum::<usize>();
    let most = orders.iter().map(score).max();
    let mut best = orders.into_iter().filter(|order| Some(score(order)) == most);
    (best.next().unwrap_or_default(), best.next().is_some())
}
