//! The spellings of a question: which of them name one value.
//!
//! The parts of all cards are sorted into *columns*, one for each [feature](super::order). A column
//! has at most three spellings, and each of them is a value.

use super::line::HYPHENS;
use super::order;
use super::piece::{SeenPiece, SpellingKey, WrittenAs};
use super::{NotationError, Place, WordPart};
use crate::card::{Card, Deck};
use crate::cards::words::{self, FEATURES, NUMBER, SHAPE};
use setodds_engine::escape::excerpt;
use std::sync::Arc;

/// A spelling of a value, as it was first written.
#[derive(Clone, Debug)]
struct Spelling {
    key: SpellingKey,
    /// The text without the capital of a sentence.
    text: String,
    place: Place,
    /// The card in which it stands.
    card: Arc<str>,
}

impl Spelling {
    const fn is_known(&self) -> bool {
        self.key.known().is_some()
    }

    /// The text where capitals count. The capital with which a word begins never does: it may be
    /// that of a title, a sentence or a noun. So whether spellings are equal depends on them alone,
    /// and not on the words beside them, which are others on the cards that are written.
    fn cased(&self) -> String {
        if has_capital(&self.text) { self.text.to_lowercase() } else { self.text.clone() }
    }
}

/// What is written for one feature.
#[derive(Clone, Debug)]
struct FeatureColumn {
    feature: usize,
    are_letters: bool,
    /// Whether capitals tell spellings apart.
    has_case: bool,
    /// Whether shapes are written in the plural.
    has_plural: bool,
    /// Where all spellings are figures, 0 or 1, at which they begin.
    lowest_figure: Option<u8>,
    /// The spelling of each value of the feature.
    values: [Option<Spelling>; 3],
}

/// The words or letters of a question.
#[derive(Clone, Debug)]
pub(super) struct SpellingFamily {
    deck: Deck,
    /// The features in the order in which the first card names them.
    pub(super) order: Vec<usize>,
    columns: Vec<FeatureColumn>,
    /// Whether the letters of codes may as well stand for other features.
    is_open: bool,
}

/// What is written for a value without a spelling.
const UNKNOWN: &str = "?";

impl SpellingFamily {
    /// Learns from cards that are all words, each perhaps with the name of its feature, or all
    /// codes, a letter or sign for each feature.
    pub(super) fn learn(
        cards: &[&SeenPiece],
        deck: Deck,
    ) -> Result<(Self, Vec<Card>), NotationError> {
        let are_letters = cards.first().is_some_and(|it| it.piece.form == WrittenAs::Code);
        let (orders, is_open) = if are_letters {
            let (order, is_open) = order::of_codes(cards, deck);
            (vec![order; cards.len()], is_open)
        } else {
            (order::of_words(cards, deck)?, false)
        };
        let mut seen: Vec<Vec<Spelling>> = vec![Vec::new(); deck.features()];
        for (card, order) in cards.iter().zip(&orders) {
            let is_sentence = is_sentence(&card.piece.parts);
            for (at, (part, &feature)) in card.piece.parts.iter().zip(order).enumerate() {
                let text = &part.text;
                let key = SpellingKey::of(text, deck);
                let text = if is_sentence && at == 0 { text.to_lowercase() } else { text.clone() };
                let (place, card) = (card.place, Arc::clone(&card.piece.text));
                seen[feature].push(Spelling { key, text, place, card });
            }
        }
        let columns = seen.iter().enumerate();
        let columns = columns.map(|(feature, all)| FeatureColumn::learn(feature, are_letters, all));
        let columns: Vec<FeatureColumn> = columns.collect::<Result<_, _>>()?;
        // Each card has one spelling in each column.
        let digits = |card: usize| {
            let digit = |(column, all): (&FeatureColumn, &Vec<Spelling>)| column.digit(&all[card]);
            columns.iter().zip(&seen).map(digit).collect::<Vec<_>>()
        };
        let read = (0..cards.len()).map(|card| Card::from_digits(digits(card))).collect();
        let order = orders.into_iter().next().unwrap_or_default();
        Ok((Self { deck, order, columns, is_open }, read))
    }

    /// The card in the order and the spellings of the question.
    pub(super) fn write(&self, card: Card, separator: &str) -> String {
        let is_one = card.digit(NUMBER, self.deck) == 0;
        let part =
            |&feature: &usize| self.columns[feature].write(card.digit(feature, self.deck), is_one);
        self.order.iter().map(part).collect::<Vec<_>>().join(separator)
    }

    /// A value as it is written on a card; a shape as on a card with one of it.
    pub(super) fn write_value(&self, feature: usize, value: u8) -> String {
        self.columns[feature].write(value, true)
    }

    /// The place of a feature in the first card; nothing where known words tell its name.
    pub(super) fn place(&self, feature: usize) -> Option<usize> {
        let are_letters = self.columns.iter().any(|column| column.are_letters);
        let has_place = are_letters || self.has_strangers();
        self.order.iter().position(|&it| it == feature && has_place)
    }

    /// Whether a spelling has hyphens.
    pub(super) fn has_hyphens(&self) -> bool {
        let mut spellings = self.columns.iter().flat_map(|it| it.values.iter().flatten());
        spellings.any(|it| it.text.contains(HYPHENS))
    }

    /// Whether a value has no spelling.
    pub(super) fn has_gaps(&self) -> bool {
        self.columns.iter().any(|column| (0..3).any(|value| column.write(value, true) == UNKNOWN))
    }

    /// Whether a spelling has an unknown value.
    pub(super) fn has_strangers(&self) -> bool {
        self.columns.iter().any(|column| column.strangers().next().is_some())
    }

    /// The spellings of each place, if they are not just words of the dictionary.
    pub(super) fn remark(&self) -> Option<String> {
        let columns = || self.order.iter().map(|&feature| &self.columns[feature]);
        if !self.has_strangers() && !columns().any(|it| it.are_letters) {
            return None;
        }
        let texts = |column: &FeatureColumn| {
            let texts = column.values.iter().flatten().map(|it| excerpt(&it.text));
            texts.collect::<Vec<_>>().join(", ")
        };
        let case = if columns().any(|it| it.has_case) { "; capitals count" } else { "" };
        Some(format!("places: {}{case}", columns().map(texts).collect::<Vec<_>>().join("; ")))
    }

    /// Cards in other notations cannot stand beside spellings of which it is not known what they
    /// stand for.
    pub(super) fn refuse_strangers(&self) -> Result<(), NotationError> {
        let stranger = |it| Some((it, FeatureColumn::strangers(it).next()?));
        let open = || {
            let column = self.columns.first().filter(|_| self.is_open)?;
            Some((column, column.values.iter().flatten().next()?))
        };
        let Some((column, Spelling { text, card, place, .. })) =
            self.columns.iter().find_map(stranger).or_else(open)
        else {
            return Ok(());
        };
        // A letter says less than the word that it stands in.
        let (word, place) = (if column.are_letters { card } else { &**text }, *place);
        let features = [column.feature];
        let near = words::one_slip_away(&word.to_lowercase(), &features);
        let hint = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        Err(mistake!(
            place,
            "`{}` is not in the dictionary{hint}, and other cards are written in another way, \
             so nothing tells which values are equal; write all cards in one way",
            excerpt(word)
        ))
    }
}

/// Whether a text is a word that begins with a capital and has no other.
fn has_capital(text: &str) -> bool {
    let mut letters = text.chars().filter(|it| it.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && text.contains(char::is_lowercase)
        && !letters.any(char::is_uppercase)
}

/// Whether only the first of several words has a capital.
fn is_sentence(parts: &[WordPart]) -> bool {
    let is_word = |it: &&WordPart| it.text.contains(char::is_alphabetic);
    let mut others = parts[1..].iter().filter(is_word).peekable();
    has_capital(&parts[0].text)
        && others.peek().is_some()
        && !others.any(|it| it.text.contains(char::is_uppercase))
}

/// The first of all spellings for which a function gives the same, in their order.
fn each_once<K: PartialEq>(all: &[Spelling], key: impl Fn(&Spelling) -> K) -> Vec<Spelling> {
    let mut once: Vec<Spelling> = Vec::new();
    for spelling in all {
        if !once.iter().any(|it| key(it) == key(spelling)) {
            once.push(spelling.clone());
        }
    }
    once
}

impl FeatureColumn {
    /// Decides which spellings are values, and which value each is.
    fn learn(feature: usize, are_letters: bool, all: &[Spelling]) -> Result<Self, NotationError> {
        let mut spellings = each_once(all, |it| it.key.clone());
        // Where there are three spellings only if capitals count, they count.
        let with_case = each_once(all, Spelling::cased);
        let without = each_once(all, |it| it.text.to_lowercase()).len();
        let has_case = !spellings.iter().any(Spelling::is_known)
            && with_case.len() == 3
            && without == spellings.len()
            && without < 3;
        if has_case {
            spellings = with_case;
        }
        check_feature(feature, &spellings)?;
        if !are_letters && !has_case {
            check_slips(feature, &spellings)?;
        }
        check_number(feature, &spellings)?;
        let is_plural =
            |it: &Spelling| words::singular(&it.text.to_lowercase()) != it.text.to_lowercase();
        let has_plural = feature == SHAPE && all.iter().any(is_plural);
        let figures = spellings.iter().map(|it| it.text.parse().ok());
        let figures = figures.collect::<Option<Vec<u8>>>().unwrap_or_default();
        let lowest_figure = figures.into_iter().min().map(|least| least.min(1));
        let values = [const { None }; 3];
        let mut column = Self { feature, are_letters, has_case, has_plural, lowest_figure, values };
        column.assign(spellings);
        Ok(column)
    }

    /// Gives each spelling a value: figures theirs, known words and letters theirs unless it is
    /// taken, the others what is left.
    fn assign(&mut self, mut spellings: Vec<Spelling>) {
        spellings.sort_by_key(|it| self.meant(it).map_or(usize::MAX, |meant| meant.0));
        let mut late = Vec::new();
        for spelling in spellings {
            let value = self.meant(&spelling).map_or(usize::MAX, |meant| meant.1.into());
            match self.values.get_mut(value) {
                Some(free @ None) => *free = Some(spelling),
                _ => late.push(spelling),
            }
        }
        let free = self.values.iter_mut().filter(|it| it.is_none());
        free.zip(late).for_each(|(free, spelling)| *free = Some(spelling));
    }

    /// How sure it is what a spelling stands for, less being surer, and its value.
    fn meant(&self, spelling: &Spelling) -> Option<(usize, u8)> {
        if let Some(lowest) = self.lowest_figure {
            return Some((0, spelling.text.parse::<u8>().ok()? - lowest));
        }
        match spelling.key.known() {
            Some(meaning) if meaning.feature == self.feature => Some((0, meaning.value)),
            _ if self.are_letters => order::letter(self.feature, &spelling.text),
            _ => None,
        }
    }

    /// The value of a spelling.
    fn digit(&self, spelling: &Spelling) -> u8 {
        let is_it = |it: &Spelling| {
            if self.has_case { it.cased() == spelling.cased() } else { it.key == spelling.key }
        };
        let value = (0..).zip(&self.values).find(|(_, value)| value.as_ref().is_some_and(is_it));
        value.expect("every spelling that was learnt has a value").0
    }

    fn write(&self, value: u8, is_one: bool) -> String {
        // A known shape is a plural where there are several, if the question does so.
        let plural = if self.has_plural && !is_one { "s" } else { "" };
        match (&self.values[usize::from(value)], self.lowest_figure) {
            (Some(it), _) if it.is_known() && self.has_plural => {
                words::singular(&it.text).to_owned() + plural
            }
            (Some(it), _) => it.text.clone(),
            (None, Some(lowest)) => (value + lowest).to_string(),
            _ if self.are_letters || self.strangers().next().is_some() => UNKNOWN.to_owned(),
            _ => FEATURES[self.feature].word(value).to_owned() + plural,
        }
    }

    /// The spellings of which it is not known what they stand for, or that stand for another value.
    fn strangers(&self) -> impl Iterator<Item = &Spelling> {
        (0..).zip(&self.values).filter_map(|(value, spelling)| {
            let spelling = spelling.as_ref()?;
            let is_meant = self.meant(spelling).is_some_and(|meant| meant.1 == value);
            Some(spelling).filter(|it| !is_meant || !it.is_known() && !self.are_letters)
        })
    }
}

/// A feature has three values.
fn check_number(feature: usize, spellings: &[Spelling]) -> Result<(), NotationError> {
    let Some(fourth) = spellings.get(3) else { return Ok(()) };
    let is_known = spellings.iter().any(Spelling::is_known);
    let name = FEATURES[feature].name();
    let what = if is_known { format!("the {name}") } else { "one place of the cards".to_owned() };
    let four = spellings[..4].iter().map(|it| it.place.cite(&it.text, fourth.place));
    let four = four.collect::<Vec<_>>().join(", ");
    Err(mistake!(fourth.place, "{what} has more than three values: {four}; a feature has three"))
}

/// Known words that are all of another feature contradict the name that they stand under.
fn check_feature(feature: usize, spellings: &[Spelling]) -> Result<(), NotationError> {
    let known = |it: &Spelling| it.key.known().map(|known| known.feature);
    let Some(first) = spellings.first() else { return Ok(()) };
    match known(first) {
        Some(named)
            if ![feature, NUMBER].contains(&named)
                && spellings.iter().all(|it| known(it) == Some(named)) =>
        {
            let [named, given] = [named, feature].map(|it| FEATURES[it].name());
            Err(mistake!(
                first.place,
                "`{}` names a {named}, and the input gives it as the {given}; correct the header \
                 or the label",
                excerpt(&first.text)
            ))
        }
        _ => Ok(()),
    }
}

/// A spelling outside the dictionary that is one letter away from another one, or from a known word
/// where all others are known, is a typing error.
fn check_slips(feature: usize, spellings: &[Spelling]) -> Result<(), NotationError> {
    for spelling in spellings.iter().filter(|it| !it.is_known()) {
        let word = spelling.text.to_lowercase();
        let others = || spellings.iter().filter(|it| !std::ptr::eq(*it, spelling));
        let slip = others().find(|it| words::is_slip(&word, &it.text.to_lowercase()));
        let slip = slip.map(|it| it.place.cite(&it.text, spelling.place));
        let are_known = others().next().is_some() && others().all(Spelling::is_known);
        let known = words::one_slip_away(&word, &[feature]).filter(|_| are_known);
        if let Some(near) = slip.or_else(|| known.map(|known| format!("`{known}`"))) {
            return Err(mistake!(
                spelling.place,
                "`{}` is one letter away from {near}; write both alike, or as values that differ \
                 more",
                excerpt(&spelling.text)
            ));
        }
    }
    Ok(())
}
