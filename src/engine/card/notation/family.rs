//! The spellings of a question: which of them name one value.
//!
//! The parts of all cards are sorted into *columns*, one for each [feature](super::order). A column
//! has at most three spellings, and each of them is a value.

use super::order::{self, SpellingKey};
use super::piece::Piece;
use super::{NotationError, Place, WordPart};
use crate::card::words::{self, FEATURES, NUMBER, SHAPE};
use crate::card::{Card, Deck};
use crate::escape::excerpt;
use std::collections::HashMap;

/// A spelling of a value, as it was first written.
#[derive(Clone, Debug)]
struct Spelling {
    key: SpellingKey,
    text: String,
    place: Place,
}

impl Spelling {
    /// `` `red` on line 3 ``, for a mistake at another place.
    fn seen_from(&self, mistake: Place) -> String {
        format!("`{}`{}", excerpt(&self.text), self.place.seen_from(mistake))
    }
}

/// What is written for one feature.
#[derive(Clone, Debug)]
struct FeatureColumn {
    feature: usize,
    are_letters: bool,
    spellings: Vec<Spelling>,
    /// All that was written, by its spelling; capitals may be those of a spelling.
    texts: HashMap<String, usize>,
    has_case: bool,
    /// The spelling of each value of the feature.
    values: [Option<usize>; 3],
}

/// The words or letters of a question.
#[derive(Clone, Debug)]
pub(super) struct SpellingFamily {
    deck: Deck,
    /// The features in the order in which the first card names them.
    pub(super) order: Vec<usize>,
    columns: Vec<FeatureColumn>,
    /// What stands between the parts of a card.
    pub(super) separator: &'static str,
    /// A code, where the letters may as well stand for other features.
    open: Option<(String, Place)>,
}

/// The most spellings that are looked at: more than a feature has values, so that they are refused,
/// and enough to find that one of them is a typing error.
const MOST_SPELLINGS: usize = 8;

/// What is written for a value without a spelling.
const UNKNOWN: &str = "?";

impl SpellingFamily {
    /// Learns from cards in words, each perhaps with the name of its feature.
    pub(super) fn of_words(
        cards: &[&Piece<'_>],
        deck: Deck,
    ) -> Result<(Self, Vec<Card>), NotationError> {
        Self::learn(cards, &order::of_words(cards, deck)?, " ", deck)
    }

    /// Learns from cards that are a letter or sign for each feature.
    pub(super) fn of_codes(
        cards: &[&Piece<'_>],
        deck: Deck,
    ) -> Result<(Self, Vec<Card>), NotationError> {
        let (order, is_open) = order::of_codes(cards, deck);
        let (family, read) = Self::learn(cards, &vec![order; cards.len()], "", deck)?;
        let open =
            cards.first().filter(|_| is_open).map(|it| (it.text.clone().into_owned(), it.place));
        Ok((Self { open, ..family }, read))
    }

    /// Learns from cards, of whose parts the features are known.
    fn learn(
        cards: &[&Piece<'_>],
        orders: &[Vec<usize>],
        separator: &'static str,
        deck: Deck,
    ) -> Result<(Self, Vec<Card>), NotationError> {
        let column = |feature| FeatureColumn::new(feature, separator.is_empty());
        let mut columns: Vec<FeatureColumn> = (0..deck.features()).map(column).collect();
        for (card, order) in cards.iter().zip(orders) {
            let is_sentence = begins_sentence(&card.parts);
            for (at, (part, &feature)) in card.parts.iter().zip(order).enumerate() {
                columns[feature].add(part, is_sentence && at == 0, card.place, deck);
            }
        }
        columns.iter_mut().try_for_each(FeatureColumn::settle)?;
        let card = |(card, order): (&&Piece<'_>, &Vec<usize>)| {
            let mut digits = vec![0; deck.features()];
            for (part, &feature) in card.parts.iter().zip(order) {
                digits[feature] = columns[feature].digit(&part.text);
            }
            Card::from_digits(digits)
        };
        let cards = cards.iter().zip(orders).map(card).collect();
        let order = orders.first().cloned().unwrap_or_default();
        Ok((Self { deck, order, columns, separator, open: None }, cards))
    }

    /// The card in the order and the spellings of the question.
    pub(super) fn write(&self, card: Card) -> String {
        let is_one = card.digit(NUMBER, self.deck) == 0;
        let part =
            |&feature: &usize| self.columns[feature].write(card.digit(feature, self.deck), is_one);
        self.order.iter().map(part).collect::<Vec<_>>().join(self.separator)
    }

    /// A value as it is written on a card; a shape as on a card with one of it.
    pub(super) fn write_value(&self, feature: usize, value: u8) -> String {
        self.columns[feature].write(value, true)
    }

    /// The place of a feature in the first card; nothing where known words tell its name.
    pub(super) fn place(&self, feature: usize) -> Option<usize> {
        let are_words = !self.separator.is_empty() && !self.has_strangers();
        self.order.iter().position(|&it| it == feature && !are_words)
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
        if columns().all(|it| !it.are_letters && it.strangers().next().is_none()) {
            return None;
        }
        let texts = |column: &FeatureColumn| {
            let texts: Vec<String> = column.seen().map(|(_, it)| excerpt(&it.text)).collect();
            texts.join(", ")
        };
        let case = if columns().any(|it| it.has_case) { "; capitals count" } else { "" };
        Some(format!("places: {}{case}", columns().map(texts).collect::<Vec<_>>().join("; ")))
    }

    /// Cards in other notations cannot stand beside spellings of which it is not known what they
    /// stand for.
    pub(super) fn refuse_strangers(&self, cards: &[&Piece<'_>]) -> Result<(), NotationError> {
        let stranger = |it: &FeatureColumn| Some((it.feature, it.strangers().next()?.clone()));
        let Some((feature, stranger)) = self.columns.iter().find_map(stranger) else {
            let Some((code, place)) = &self.open else { return Ok(()) };
            return Err(NotationError::new(*place, format_args!("`{}`: {OPEN}", excerpt(code))));
        };
        // A letter says less than the word that it stands in.
        let has_it =
            |it: &&&Piece<'_>| it.place == stranger.place && it.text.contains(&stranger.text);
        let word = cards.iter().filter(|_| self.separator.is_empty()).find(has_it);
        let word = word.map_or(&*stranger.text, |it| &*it.text);
        let near = words::one_slip_away(&word.to_lowercase(), &[feature]);
        let hint = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        Err(NotationError::new(
            stranger.place,
            format_args!(
                "`{}` is not in the dictionary{hint}, and other cards are written in another way, \
                 so nothing tells which values are equal; write all cards in one way",
                excerpt(word)
            ),
        ))
    }
}

/// What is wrong with codes beside other notations.
const OPEN: &str = "the word is not in the dictionary; as a letter for each feature, it may stand \
                    for several cards, and other cards are written in another way; write all cards \
                    in one way";

/// Whether only the first of some words begins with a capital.
fn begins_sentence(parts: &[WordPart]) -> bool {
    let is_lower = |part: &WordPart| !part.text.contains(char::is_uppercase);
    let has_letters = |part: &WordPart| part.text.contains(char::is_lowercase);
    parts.split_first().is_some_and(|(first, rest)| {
        has_letters(first) && rest.iter().all(is_lower) && rest.iter().any(has_letters)
    })
}

impl FeatureColumn {
    fn new(feature: usize, are_letters: bool) -> Self {
        let (spellings, texts) = (Vec::new(), HashMap::new());
        Self { feature, are_letters, spellings, texts, has_case: false, values: [None; 3] }
    }

    /// Adds a spelling; the capital of a sentence is not part of it.
    fn add(&mut self, part: &WordPart, begins_sentence: bool, place: Place, deck: Deck) {
        if self.texts.contains_key(&part.text) || self.spellings.len() == MOST_SPELLINGS {
            return;
        }
        let key = SpellingKey::of(&part.text, deck);
        let at = self.spellings.iter().position(|it| it.key == key).unwrap_or_else(|| {
            let is_lower = begins_sentence && !self.are_letters;
            let text = if is_lower { part.text.to_lowercase() } else { part.text.clone() };
            self.spellings.push(Spelling { key, text, place });
            self.spellings.len() - 1
        });
        self.texts.insert(part.text.clone(), at);
    }

    /// Decides which spellings are values, and which value each is.
    fn settle(&mut self) -> Result<(), NotationError> {
        self.tell_capitals_apart();
        self.check_feature()?;
        if !self.are_letters && !self.has_case {
            self.check_slips()?;
        }
        if let Some(fourth) = self.spellings.get(3) {
            let is_known = self.spellings.iter().any(|it| it.key.known().is_some());
            let what = match (is_known, self.are_letters) {
                (true, _) => format!("the {}", FEATURES[self.feature].name()),
                (false, true) => "one place of words with a letter for each feature".to_owned(),
                (false, false) => "one place of the cards".to_owned(),
            };
            let four = self.spellings.iter().take(4).map(|it| it.seen_from(fourth.place));
            let four: Vec<String> = four.collect();
            return Err(NotationError::new(
                fourth.place,
                format_args!(
                    "{what} has more than three values: {}; a feature has three",
                    four.join(", ")
                ),
            ));
        }
        self.assign();
        Ok(())
    }

    /// Known words that are all of another feature contradict the name that they stand under.
    fn check_feature(&self) -> Result<(), NotationError> {
        let feature = |it: &Spelling| it.key.known().map(|known| known.feature);
        let Some(first) = self.spellings.first() else { return Ok(()) };
        let is_other = |named: &usize| ![self.feature, NUMBER].contains(named);
        let named = feature(first).filter(is_other);
        let Some(named) = named.filter(|_| self.spellings.iter().all(|it| feature(it) == named))
        else {
            return Ok(());
        };
        Err(NotationError::new(
            first.place,
            format_args!(
                "`{}` names a {}, and the input gives it as the {}; correct the header or the \
                 label",
                excerpt(&first.text),
                FEATURES[named].name(),
                FEATURES[self.feature].name()
            ),
        ))
    }

    /// Where there are three spellings only if capitals count, they count.
    fn tell_capitals_apart(&mut self) {
        let is_known = self.spellings.iter().any(|it| it.key.known().is_some());
        let differ_in_case = self
            .texts
            .iter()
            .all(|(text, at)| text.to_lowercase() == self.spellings[*at].text.to_lowercase());
        if is_known || self.spellings.len() > 2 || self.texts.len() != 3 || !differ_in_case {
            return;
        }
        let mut texts: Vec<(usize, String)> =
            self.texts.drain().map(|(text, at)| (at, text)).collect();
        texts.sort_unstable();
        let spelling = |(at, text): (usize, String)| Spelling {
            key: SpellingKey::Other(text.clone()),
            text,
            place: self.spellings[at].place,
        };
        self.spellings = texts.into_iter().map(spelling).collect();
        self.texts = self.spellings.iter().map(|it| it.text.clone()).zip(0..).collect();
        self.has_case = true;
    }

    /// A spelling outside the dictionary that is one letter away from another one, or from a known
    /// word where all others are known, is a typing error.
    fn check_slips(&self) -> Result<(), NotationError> {
        for (at, spelling) in self.spellings.iter().enumerate() {
            if spelling.key.known().is_some() {
                continue;
            }
            let word = spelling.text.to_lowercase();
            let others =
                || self.spellings.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
            let are_known = self.spellings.len() > 1 && others().all(|it| it.key.known().is_some());
            let near = others().find(|it| words::is_slip(&word, &it.text.to_lowercase()));
            let known = words::one_slip_away(&word, &[self.feature]).filter(|_| are_known);
            let near = near
                .map(|it| it.seen_from(spelling.place))
                .or(known.map(|known| format!("`{known}`")));
            if let Some(near) = near {
                return Err(NotationError::new(
                    spelling.place,
                    format_args!(
                        "`{}` is one letter away from {near}; write both alike, or as values that \
                     differ more",
                        excerpt(&spelling.text)
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Gives each spelling a value: figures theirs, known words and letters theirs unless it is
    /// taken, the others what is left.
    fn assign(&mut self) {
        let meant = |at: usize| self.meant(&self.spellings[at]);
        let mut ranked: Vec<usize> = (0..self.spellings.len()).collect();
        ranked.sort_by_key(|&at| meant(at).map_or(usize::MAX, |it| it.0));
        let (mut values, mut late) = ([None; 3], Vec::new());
        for at in ranked {
            match meant(at).and_then(|(_, value)| values.get_mut(usize::from(value))) {
                Some(free @ None) => *free = Some(at),
                _ => late.push(at),
            }
        }
        let free = values.iter_mut().filter(|it| it.is_none());
        free.zip(late).for_each(|(free, at)| *free = Some(at));
        self.values = values;
    }

    /// How sure it is what a spelling stands for, less being surer, and its value.
    fn meant(&self, spelling: &Spelling) -> Option<(usize, u8)> {
        if let Some(lowest) = self.lowest_figure() {
            return Some((0, spelling.text.parse::<u8>().ok()? - lowest));
        }
        match spelling.key.known() {
            Some(meaning) if meaning.feature == self.feature => Some((0, meaning.value)),
            _ if self.are_letters => order::letter(self.feature, &spelling.text),
            _ => None,
        }
    }

    /// Where all spellings are figures, 0 or 1, at which they begin.
    fn lowest_figure(&self) -> Option<u8> {
        let figures: Option<Vec<u8>> =
            self.spellings.iter().map(|it| it.text.parse().ok()).collect();
        figures?.into_iter().min().map(|least| least.min(1))
    }

    fn digit(&self, text: &str) -> u8 {
        let at = self.texts.get(text).copied();
        let value = (0..3).find(|&value| self.values[usize::from(value)] == at);
        value.expect("every spelling that was learnt has a value")
    }

    fn write(&self, value: u8, is_one: bool) -> String {
        if let Some(at) = self.values[usize::from(value)] {
            return self.inflected(&self.spellings[at], is_one);
        }
        match self.lowest_figure() {
            Some(lowest) => (value + lowest).to_string(),
            None if self.are_letters || self.strangers().next().is_some() => UNKNOWN.to_owned(),
            None => FEATURES[self.feature].word(value).to_owned(),
        }
    }

    /// A known shape as plural where there are several, if the question does so.
    fn inflected(&self, spelling: &Spelling, is_one: bool) -> String {
        let singular = |text: &str| words::singular(text).to_owned();
        let is_plural = |text: &String| singular(text) != *text;
        match spelling.key.known() {
            Some(_) if self.feature == SHAPE && self.texts.keys().any(is_plural) => {
                singular(&spelling.text) + if is_one { "" } else { "s" }
            }
            _ => spelling.text.clone(),
        }
    }

    /// The spellings of which it is not known what they stand for, or that stand for another value.
    fn strangers(&self) -> impl Iterator<Item = &Spelling> {
        let is_stranger = |(value, spelling): &(usize, &Spelling)| {
            let known = spelling.key.known().is_some() || self.are_letters;
            !known || self.meant(spelling).is_none_or(|it| usize::from(it.1) != *value)
        };
        self.seen().filter(move |it| is_stranger(it)).map(|it| it.1)
    }

    /// The values that have a spelling.
    fn seen(&self) -> impl Iterator<Item = (usize, &Spelling)> {
        let seen = self.values.iter().enumerate();
        seen.filter_map(|(value, at)| Some((value, &self.spellings[(*at)?])))
    }
}
