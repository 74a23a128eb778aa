//! Reads card codes. A code has one letter or figure per feature, in an order that all codes of an
//! input share.

use super::answer::{CODE_LETTERS, Notation, Spellings, code_order};
use super::dictionary::{COLOUR, NUMBER, SHAPE, TEXTURE, name, word};
use super::{Doubt, Entry, ReadError};
use crate::card::{Card, Deck};
use setodds_engine::escape::excerpt;

/// Letters and figures that card codes may use for each feature, in the deck's order of features.
const SIGNS: [&str; 4] = ["123", "ODSWQ", "RGPVB", "FSTHXOE"];

/// Returns whether a text looks like a card code, with at most one wrong character.
pub(super) fn is_code(text: &str, deck: Deck) -> bool {
    let features = deck.features();
    let is_sign = |it: &u8| {
        let sign = char::from(it.to_ascii_uppercase());
        SIGNS.iter().any(|signs| signs.contains(sign))
    };
    (3..=4).contains(&features)
        && text.len() == features
        && text.bytes().all(|it| it.is_ascii_alphanumeric())
        && text.bytes().any(|it| it.is_ascii_alphabetic())
        && text.bytes().any(|it| it.is_ascii_digit())
        && text.bytes().filter(is_sign).count() + 1 >= features
}

/// Returns all permutations of a list of features, starting with the list as given.
fn orders(features: &[usize]) -> Vec<Vec<usize>> {
    if features.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in features.iter().enumerate() {
        let rest = [&features[..at], &features[at + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Returns the position of the first character of a card code that is not a value of the feature at
/// that position in `order`, or `None` if the whole code fits.
fn first_misfit(code: &str, order: &[usize]) -> Option<usize> {
    code.chars().zip(order).position(|(sign, &feature)| !SIGNS[feature].contains(sign))
}

/// Formats an order of features for messages: `number, colour, shading, shape`.
fn in_words(order: &[usize]) -> String {
    let names = order.iter().map(|&it| if it == TEXTURE { "shading" } else { name(it) });
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the order of features that fits all card codes of an input: the usual order if it fits,
/// otherwise the only one. Fails if no order fits or several others do.
fn common_order(codes: &[(&Entry, String)], deck: Deck) -> Result<Vec<usize>, ReadError> {
    let all = orders(&code_order(deck));
    let fits = |order: &&Vec<usize>| codes.iter().all(|it| first_misfit(&it.1, order).is_none());
    if fits(&&all[0]) {
        return Ok(all[0].clone());
    }
    let fitting: Vec<&Vec<usize>> = all.iter().filter(fits).collect();
    match fitting[..] {
        [order] => return Ok(order.clone()),
        [one, other, ..] => {
            return Err(codes[0].0.error(format!(
                "the codes may be {}, or {}; write {}",
                in_words(one),
                in_words(other),
                in_words(&all[0])
            )));
        }
        [] => {}
    }
    let cards =
        |order: &Vec<usize>| codes.iter().filter(|it| first_misfit(&it.1, order).is_none()).count();
    // `max_by_key` returns the last maximum; on the reversed list that is the first.
    let best = all.iter().rev().max_by_key(|order| cards(order)).expect("there are orders");
    let first = codes.iter().find_map(|it| Some((it, first_misfit(&it.1, best)?)));
    let ((entry, code), at) = first.expect("the order does not fit");
    let sign = code.chars().nth(at).expect("a position of the code");
    let signs: Vec<String> = SIGNS[best[at]].chars().map(String::from).collect();
    Err(entry.error(format!(
        "`{}` is not a code: `{sign}` is not a {} ({}), in the order {}",
        excerpt(&entry.text),
        in_words(&best[at..=at]),
        signs.join(" "),
        in_words(best)
    )))
}

/// Decodes all card codes of an input together. Returns the cards, the notation for answers, and
/// the ambiguity that the codes leave, if any.
pub(super) fn decode(
    entries: &[&Entry],
    deck: Deck,
) -> Result<(Vec<Card>, Notation, Option<Doubt>), ReadError> {
    let codes: Vec<(&Entry, String)> =
        entries.iter().map(|entry| (*entry, entry.text.to_ascii_uppercase())).collect();
    let order = common_order(&codes, deck)?;
    let shadings = || {
        let place = order.iter().position(|&it| it == TEXTURE);
        codes.iter().filter_map(move |it| it.1.chars().nth(place?))
    };
    let has_solid = shadings().any(|sign| sign == 'F');
    let value = |feature: usize, sign: char| -> u8 {
        match (feature, sign) {
            (NUMBER, '1') | (SHAPE, 'D') | (COLOUR, 'R') | (TEXTURE, 'F') => 0,
            (TEXTURE, 'S') if !has_solid => 0,
            (NUMBER, '2') | (SHAPE, 'O') | (COLOUR, 'G') | (TEXTURE, 'O' | 'E') => 1,
            _ => 2,
        }
    };
    let mut spellings = Spellings::new(deck);
    let mut cards = Vec::with_capacity(codes.len());
    for (entry, code) in &codes {
        let mut digits = [0; 4];
        for ((sign, text), &feature) in code.chars().zip(entry.text.chars()).zip(&order) {
            let value = value(feature, sign);
            digits[feature] = value;
            let other =
                spellings.add(feature, value, u32::from(sign), &text.to_string(), || entry.place());
            if let Some((other, place)) = other {
                return Err(entry.error(format!(
                    "`{text}` and `{other}` ({place}) are both {}; write one letter for it",
                    word(feature, value)
                )));
            }
        }
        cards.push(Card::from_digits(digits.into_iter().take(deck.features())));
    }
    let is_open = shadings().any(|sign| sign == 'S')
        && !shadings().any(|sign| ['F', 'T', 'H', 'X'].contains(&sign));
    let doubt = is_open.then_some(Doubt::Shading);
    spellings.fill(|feature, value| CODE_LETTERS[feature][usize::from(value)].to_owned());
    let names = (0..deck.features()).map(name).collect();
    Ok((cards, Notation::spelled(deck, order, spellings, "", names), doubt))
}
