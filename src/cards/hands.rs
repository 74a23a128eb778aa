//! Groups the cards of an input into hands.

use super::answer::Notation;
use super::{
    Decoded, Doubt, Entry, InputCards, MAX_BYTES, Purpose, ReadError, ReadOptions, Reader, Style,
    decode,
};
use crate::card::{Card, Deck, MAX_CARDS};
use crate::detect::Strategy;
use setodds_engine::escape::excerpt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Hand read from an input, with a name and its cards in the order of the input; no card occurs
/// twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHand {
    /// Name of the hand in the input, or its position, counted from 1.
    pub name: String,
    /// The cards of the hand.
    pub cards: Vec<Card>,
    /// The text of each card in the input.
    pub texts: Vec<Arc<str>>,
}

/// Hands read from all inputs of one call, with the notation for answers.
#[derive(Clone, Debug)]
pub struct WrittenHands {
    /// The hands of each input, in the order of the inputs.
    pub inputs: Vec<Vec<WrittenHand>>,
    /// The notation in which the cards are written.
    pub notation: Notation,
    /// Ambiguity that must be resolved before cards can be written in another notation, if any.
    pub doubt: Option<Doubt>,
    /// Names of the hands of a sample that are left out because they hold a card twice.
    pub with_duplicates: Vec<String>,
    /// Names of the CSV columns that the reader ignored.
    ignored: Vec<String>,
}

impl WrittenHands {
    /// Returns the number of hands, including those that are left out.
    #[must_use]
    pub fn hands(&self) -> usize {
        self.inputs.iter().map(Vec::len).sum::<usize>() + self.with_duplicates.len()
    }

    /// Rewrites the texts of all cards in another style.
    pub fn write_as(&mut self, style: Style) {
        self.notation = self.notation.in_style(style);
        let texts = self.notation.deck().cards().map(|card| self.notation.write(card).into());
        let texts: Vec<Arc<str>> = texts.collect();
        for hand in self.inputs.iter_mut().flatten() {
            hand.texts = hand.cards.iter().map(|card| Arc::clone(&texts[card.index()])).collect();
        }
    }

    /// Returns a one-line summary of what was read, such as `3 hands of 12 cards; digits 1 to 3`.
    #[must_use]
    pub fn summary(&self) -> String {
        let inputs: Vec<String> = self.inputs.iter().map(|hands| described(hands)).collect();
        let mut all = vec![inputs.join(" and ")];
        all.extend(self.notation.remark().map(str::to_owned));
        if self.doubt == Some(Doubt::Shading) {
            all.push("S is solid".to_owned());
        }
        if !self.ignored.is_empty() {
            let names: Vec<String> = self.ignored.iter().map(|name| excerpt(name)).collect();
            all.push(format!("ignored: {}", names.join(", ")));
        }
        all.join("; ")
    }
}

/// Describes the number of hands and their sizes: `3 hands of 9 to 12 cards`.
fn described(hands: &[WrittenHand]) -> String {
    let sizes = || hands.iter().map(|hand| hand.cards.len());
    let cards = match (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0)) {
        (0, 0) => "no cards".to_owned(),
        (1, 1) => "1 card".to_owned(),
        (least, most) if least == most => format!("{most} cards"),
        (least, most) => format!("{least} to {most} cards"),
    };
    match hands.len() {
        0 | 1 => cards,
        many => format!("{many} hands of {cards}"),
    }
}

/// Reads the hands of all inputs. A second input is a list of discarded cards; both inputs are
/// decoded together if they use the same notation.
///
/// # Errors
///
/// Fails if a text is not a list of hands or is ambiguous.
pub fn read_hands(
    inputs: &[&str],
    deck: Deck,
    options: &ReadOptions,
) -> Result<WrittenHands, ReadError> {
    if let Some(values) = options.values.as_ref().filter(|it| it.features() != deck.features()) {
        let (found, own) = (values.features(), deck.features());
        let message = format!("--values has {found} features, and the deck {own}; give {own}");
        return Err(ReadError::new(0, 0, message));
    }
    let mut all = Vec::with_capacity(inputs.len());
    for (number, text) in inputs.iter().enumerate() {
        if text.len() as u64 > MAX_BYTES {
            let most = MAX_BYTES >> 20;
            let message = format!("the input holds more than {most} MiB; give it in parts");
            return Err(ReadError::new(number, 0, message));
        }
        let mut reader = Reader::new(deck, options, number);
        reader.text(text)?;
        if options.purpose != Purpose::Position && reader.read.ids.is_empty() {
            let is_empty = if text.trim().is_empty() { "is empty and " } else { "" };
            return Err(ReadError::new(
                number,
                0,
                format!(
                    "the input {is_empty}holds no card; give one card a line with a blank line \
                     between hands, or a hand a line, or CSV with the columns hand,card"
                ),
            ));
        }
        all.push(reader.read);
    }
    let decoded = decode_all(&all, deck, options)?;
    let mut written = WrittenHands {
        inputs: Vec::with_capacity(all.len()),
        notation: Notation::new(deck, Style::Words),
        doubt: None,
        with_duplicates: Vec::new(),
        ignored: Vec::new(),
    };
    let mut notation = None;
    for (number, (input, decoded)) in all.iter().zip(decoded).enumerate() {
        let cards = decoded.as_ref().map_or(&[][..], |it| &it.cards);
        let purpose = if number > 0 { Purpose::List } else { options.purpose };
        let hands = Hands { input, number, cards, deck, options };
        let hands = hands.split(purpose, &mut written.with_duplicates)?;
        written.inputs.push(hands);
        written.ignored.extend(input.ignored.iter().cloned());
        if let Some(decoded) = decoded {
            written.doubt = written.doubt.or(decoded.doubt);
            notation = notation.or(Some(decoded.notation));
        }
    }
    written.notation = notation.unwrap_or(written.notation);
    Ok(written)
}

/// Decodes the entries of each input; a table and its discarded cards in the same notation are
/// decoded together. An input without cards gives `None`.
fn decode_all(
    all: &[InputCards],
    deck: Deck,
    options: &ReadOptions,
) -> Result<Vec<Option<Decoded>>, ReadError> {
    let way = |input: &InputCards| input.entries.first().map(|entry| entry.form.notation_name());
    if let [table, gone] = all
        && way(table).is_some()
        && way(table) == way(gone)
    {
        let entries: Vec<&Entry> = table.entries.iter().chain(&gone.entries).collect();
        let mut of_table = decode(&entries, deck, options)?;
        let cards = of_table.cards.split_off(table.entries.len());
        let notation = of_table.notation.clone();
        return Ok(vec![Some(of_table), Some(Decoded { cards, notation, doubt: None })]);
    }
    let each = all.iter().map(|input| {
        let entries: Vec<&Entry> = input.entries.iter().collect();
        (!entries.is_empty()).then(|| decode(&entries, deck, options)).transpose()
    });
    let each: Vec<Option<Decoded>> = each.collect::<Result<_, _>>()?;
    // Inputs that are decoded separately share no letters or digits, so an ambiguity in one of them
    // could make the same card differ between them.
    if each.len() > 1 && each.iter().all(Option::is_some) {
        for (number, decoded) in each.iter().flatten().enumerate() {
            if let Some(doubt) = decoded.doubt {
                return Err(ReadError::new(number, 0, doubt));
            }
        }
    }
    Ok(each)
}

/// Range of cards of an input that form one hand.
struct Span {
    cards: Range<usize>,
    /// Index of the group that the hand belongs to; groups may have names.
    group: usize,
}

/// Input whose cards are decoded but not yet split into hands.
struct Hands<'a> {
    input: &'a InputCards,
    number: usize,
    cards: &'a [Card],
    deck: Deck,
    options: &'a ReadOptions,
}

impl Hands<'_> {
    fn card(&self, at: usize) -> Card {
        self.cards[self.input.ids[at] as usize]
    }

    fn split(
        &self,
        purpose: Purpose,
        left_out: &mut Vec<String>,
    ) -> Result<Vec<WrittenHand>, ReadError> {
        let mut spans = self.spans(purpose);
        let is_list = purpose == Purpose::List;
        let mut names: Vec<String> = Vec::with_capacity(spans.len());
        let mut twice = Vec::new();
        for (at, span) in spans.iter().enumerate() {
            let own = self.input.groups[span.group].1.as_ref().filter(|_| self.input.is_fixed);
            names.push(own.cloned().unwrap_or_else(|| (at + 1).to_string()));
            match self.first_duplicate(span.cards.clone()) {
                Some(_) if purpose == Purpose::Sample => twice.push(at),
                Some([earlier, later]) if is_list => {
                    return Err(self.duplicate_error(earlier, later, "the list"));
                }
                Some([earlier, later]) => {
                    let hand = format!("hand {}", excerpt(&names[at]));
                    return Err(self.duplicate_error(earlier, later, &hand));
                }
                None => {}
            }
        }
        if !twice.is_empty() {
            let is_whole = |at: usize| twice.binary_search(&at).is_err();
            left_out.extend(twice.iter().map(|&at| names[at].clone()));
            names = (0..).zip(names).filter(|it| is_whole(it.0)).map(|it| it.1).collect();
            spans = (0..).zip(spans).filter(|it| is_whole(it.0)).map(|it| it.1).collect();
        }
        let is_asked = !self.input.is_fixed && !self.options.hand_a_line && !self.options.one_hand;
        if is_asked && !is_list {
            self.check_unambiguous(&spans)?;
        }
        let hand = |(name, span): (String, Span)| WrittenHand {
            name,
            cards: span.cards.clone().map(|at| self.card(at)).collect(),
            texts: span
                .cards
                .map(|at| Arc::clone(&self.input.entries[self.input.ids[at] as usize].text))
                .collect(),
        };
        Ok(names.into_iter().zip(spans).map(hand).collect())
    }

    /// Returns whether each line is a hand of its own, because a line has more than one card.
    fn has_hands_in_lines(&self) -> bool {
        let mut start = 0;
        !self.input.is_fixed
            && self.input.lines.iter().any(|&(end, _)| end - std::mem::replace(&mut start, end) > 1)
    }

    /// Splits the cards into hands by lines and blank lines, or as the options request.
    fn spans(&self, purpose: Purpose) -> Vec<Span> {
        let InputCards { ids, lines, groups, is_fixed, .. } = self.input;
        let one =
            || if ids.is_empty() { vec![] } else { vec![Span { cards: 0..ids.len(), group: 0 }] };
        let in_lines = self.has_hands_in_lines();
        let is_one = self.options.one_hand && !is_fixed;
        let is_alone = groups.len() == lines.len();
        if purpose == Purpose::List || is_one && (!in_lines || is_alone) {
            return one();
        }
        let mut spans = Vec::new();
        let (mut first_line, mut first_card) = (0, 0);
        for (group, &(end, _)) in groups.iter().enumerate() {
            if in_lines && !is_one {
                for &(end, _) in &lines[first_line..end] {
                    spans.push(Span { cards: first_card..end, group });
                    first_card = end;
                }
            } else if end > 0 {
                spans.push(Span { cards: first_card..lines[end - 1].0, group });
                first_card = lines[end - 1].0;
            }
            first_line = end;
        }
        spans
    }

    /// Returns the positions of both occurrences of the first card that occurs twice, or `None` if
    /// the cards are distinct.
    fn first_duplicate(&self, cards: Range<usize>) -> Option<[usize; 2]> {
        let mut seen = [0_u64; MAX_CARDS.div_ceil(64)];
        for later in cards.clone() {
            let index = self.card(later).index();
            if seen[index / 64] >> (index % 64) & 1 == 1 {
                let earlier = cards.into_iter().find(|&at| self.card(at) == self.card(later));
                return Some([earlier?, later]);
            }
            seen[index / 64] |= 1 << (index % 64);
        }
        None
    }

    /// Returns the line number of the card at a position.
    fn line(&self, at: usize) -> u64 {
        self.input.lines[self.input.lines.partition_point(|it| it.0 <= at)].1
    }

    fn text(&self, at: usize) -> String {
        excerpt(&self.input.entries[self.input.ids[at] as usize].text)
    }

    /// Returns the error for a card that occurs twice in a hand.
    fn duplicate_error(&self, earlier: usize, later: usize, hand: &str) -> ReadError {
        let (text, before) = (self.text(later), self.text(earlier));
        let before = if text == before { String::new() } else { format!(" as `{before}`") };
        let hint = if self.input.is_fixed
            || self.line(earlier) == self.line(later)
            || hand == "the list"
        {
            ""
        } else {
            "; if they are several hands, leave a blank line between them, or put each on a line \
             of its own"
        };
        let message = format!(
            "`{text}` is already in {hand}{before} on line {}; remove one{hint}",
            self.line(earlier)
        );
        ReadError::new(self.number, self.line(later), message)
    }

    /// Fails with a question to the user if the lines may be hands or together one hand.
    fn check_unambiguous(&self, spans: &[Span]) -> Result<(), ReadError> {
        let sizes =
            |spans: &[Span]| -> Vec<usize> { spans.iter().map(|it| it.cards.len()).collect() };
        let is_alone = self.input.groups.len() == self.input.lines.len();
        if self.has_hands_in_lines() {
            for lines in spans.chunk_by(|one, next| is_alone || one.group == next.group) {
                let sizes = sizes(lines);
                let is_board = (9..=21).contains(&sizes.iter().sum::<usize>())
                    && sizes.iter().filter(|&&size| size > 1).count() > 1
                    && !(sizes[0] > 7 && sizes.iter().all(|&size| size == sizes[0]));
                if is_board {
                    return Err(self.ambiguity_error(lines));
                }
            }
        }
        if spans.len() > 1 && sizes(spans).iter().any(|&size| size < 3) {
            return Err(self.ambiguity_error(spans));
        }
        Ok(())
    }

    /// Returns the error that asks whether some lines are separate hands or one hand, and states
    /// both interpretations with their numbers of sets.
    fn ambiguity_error(&self, spans: &[Span]) -> ReadError {
        /// Maximum number of hands for which the number of sets is listed.
        const MAX_SHOWN: usize = 12;
        let detector = Strategy::default().detector(self.deck);
        let sets = |cards: Range<usize>| {
            let cards: Vec<Card> = cards.map(|at| self.card(at)).collect();
            detector.count(&cards)
        };
        let whole = spans[0].cards.start..spans[spans.len() - 1].cards.end;
        let mut by_size: BTreeMap<usize, usize> = BTreeMap::new();
        for span in spans {
            *by_size.entry(span.cards.len()).or_default() += 1;
        }
        let sizes: Vec<String> = by_size.keys().rev().map(usize::to_string).collect();
        let noun = if by_size.keys().eq([&1]) { "card" } else { "cards" };
        let mut several = format!("{} hands of {} {noun}", spans.len(), sizes.join(" and "));
        if spans.len() <= MAX_SHOWN {
            let all = spans.iter().map(|span| sets(span.cards.clone()).to_string());
            several += &format!(" ({} sets)", all.collect::<Vec<_>>().join(", "));
        }
        let one = match self.first_duplicate(whole.clone()) {
            Some([_, later]) => format!("which would hold `{}` twice", self.text(later)),
            None if whole.len() <= self.deck.size() => match sets(whole.clone()) {
                1 => "1 set".to_owned(),
                sets => format!("{sets} sets"),
            },
            None => "more than the deck".to_owned(),
        };
        let message =
            format!("{several}, or one of {} ({one})? --hand-a-line or --one-hand", whole.len());
        ReadError::new(self.number, self.line(whole.start), message)
    }
}
