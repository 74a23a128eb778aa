//! Groups the cards of an input into hands.

use super::answer::Notation;
use super::{
    Decoded, Doubt, Entry, InputCards, MAX_BYTES, Names, Purpose, ReadError, ReadOptions, Reader,
    Style, decode, to_u32,
};
use crate::card::{Card, Deck, MAX_CARDS};
use crate::detect::Strategy;
use setodds_engine::escape::excerpt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// List of hands that uses few bytes per card, because an input may have millions of hands.
#[derive(Clone, Debug, Default)]
pub struct HandList {
    cards: Vec<Card>,
    /// For each card, the index of its text in `texts`; empty if the cards have no texts.
    ids: Vec<u32>,
    texts: Vec<Arc<str>>,
    spans: Vec<Span>,
    names: Names,
}

impl HandList {
    /// Appends a hand whose cards have no original texts. A hand without a name is named by its
    /// position, counted from 1.
    pub fn add(&mut self, name: Option<&str>, cards: &[Card]) {
        let hand = self.spans.len();
        if let Some(name) = name {
            self.names.set(hand, name);
        }
        let start = to_u32(self.cards.len());
        self.cards.extend_from_slice(cards);
        self.spans.push(Span { start, end: to_u32(self.cards.len()), index: to_u32(hand) });
    }

    /// Creates the list of the hands of an input. `decoded` holds the card of each distinct card
    /// text.
    fn new(input: InputCards, decoded: &[Card], spans: Vec<Span>) -> Self {
        let InputCards { entries, ids, lines, line_steps, groups, names, .. } = input;
        // Free the memory before the cards are allocated.
        drop((lines, line_steps, groups));
        let cards = ids.iter().map(|&id| decoded[id as usize]).collect();
        let texts = entries.into_iter().map(|entry| entry.text).collect();
        Self { cards, ids, texts, spans, names }
    }

    /// Returns the number of hands in the list.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns whether the list has no hands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the hand at a position of the list, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if `at` is not less than the number of hands.
    #[must_use]
    pub fn hand(&self, at: usize) -> WrittenHand<'_> {
        WrittenHand { list: self, span: &self.spans[at] }
    }

    /// Returns an iterator over the hands of the list.
    pub fn hands(&self) -> impl Iterator<Item = WrittenHand<'_>> {
        self.spans.iter().map(|span| WrittenHand { list: self, span })
    }

    /// Returns an iterator over the cards of all hands in the list.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.hands().flat_map(|hand| hand.cards().iter().copied())
    }
}

/// Hand in a [`HandList`]. No card occurs twice in a hand that was read from an input.
#[derive(Clone, Copy, Debug)]
pub struct WrittenHand<'a> {
    list: &'a HandList,
    span: &'a Span,
}

impl<'a> WrittenHand<'a> {
    /// Returns the name of the hand or, if it has none, its position in the input, counted from 1.
    #[must_use]
    pub fn name(self) -> String {
        self.span.name(&self.list.names)
    }

    /// Returns the cards of the hand, in the order of the input.
    #[must_use]
    pub fn cards(self) -> &'a [Card] {
        &self.list.cards[self.span.cards()]
    }

    /// Returns the text of the card at a position of the hand, or `None` if the cards have no texts
    /// or the hand has no such position.
    #[must_use]
    pub fn text(self, card: usize) -> Option<&'a str> {
        let id = *self.list.ids.get(self.span.cards())?.get(card)?;
        Some(&self.list.texts[id as usize])
    }
}

/// Hands that were read from all inputs of one call, with the notation for answers.
#[derive(Clone, Debug)]
pub struct WrittenHands {
    /// The hands of each input, in the order of the inputs.
    pub inputs: Vec<HandList>,
    /// The notation in which the cards are written.
    pub notation: Notation,
    /// The ambiguity of the input, if any, that must be resolved before cards can be written in
    /// another notation.
    pub doubt: Option<Doubt>,
    /// The names of the hands of a sample that were left out because they contain a card twice.
    pub with_duplicates: Vec<String>,
    /// The names of the CSV columns that the reader ignored.
    ignored: Vec<String>,
}

impl WrittenHands {
    /// Returns the number of hands that were read, including those that were left out.
    #[must_use]
    pub fn number_of_hands(&self) -> usize {
        self.inputs.iter().map(HandList::len).sum::<usize>() + self.with_duplicates.len()
    }

    /// Rewrites the texts of all cards in another style.
    pub fn write_as(&mut self, style: Style) {
        self.notation = self.notation.in_style(style);
        let texts = self.notation.deck().cards().map(|card| self.notation.write(card).into());
        let texts: Vec<Arc<str>> = texts.collect();
        for hands in &mut self.inputs {
            hands.ids = hands.cards.iter().map(|card| to_u32(card.index())).collect();
            hands.texts.clone_from(&texts);
        }
    }

    /// Returns a one-line summary of the hands that were read, such as `3 hands of 12 cards; digits
    /// 1 to 3`.
    #[must_use]
    pub fn summary(&self) -> String {
        let inputs: Vec<String> = self.inputs.iter().map(described).collect();
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

/// Formats the number of hands in a list and their sizes: `3 hands of 9 to 12 cards`.
fn described(hands: &HandList) -> String {
    let sizes = || hands.hands().map(|hand| hand.cards().len());
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
/// decoded together if they use the same notation. Each text is dropped after it is parsed, so
/// owned texts do not take memory any longer than necessary.
///
/// # Errors
///
/// Fails if a text is not a list of hands or is ambiguous.
pub fn read_hands<T: AsRef<str>>(
    inputs: impl IntoIterator<Item = T>,
    deck: Deck,
    options: &ReadOptions,
) -> Result<WrittenHands, ReadError> {
    if let Some(values) = options.values.as_ref().filter(|it| it.features() != deck.features()) {
        let (found, own) = (values.features(), deck.features());
        let message = format!("--values has {found} features, and the deck {own}; give {own}");
        return Err(ReadError::new(0, 0, message));
    }
    let mut all = Vec::new();
    for (number, text) in inputs.into_iter().enumerate() {
        let text = text.as_ref();
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
                    "the input {is_empty}holds no card; give one card per line with a blank line \
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
    for (number, (mut input, decoded)) in all.into_iter().zip(decoded).enumerate() {
        let cards = decoded.as_ref().map_or(&[][..], |it| &it.cards);
        let purpose = if number > 0 { Purpose::List } else { options.purpose };
        let hands = Hands { input: &input, number, cards, deck, options };
        let spans = hands.split(purpose, &mut written.with_duplicates)?;
        written.ignored.append(&mut input.ignored);
        written.inputs.push(HandList::new(input, cards, spans));
        if let Some(decoded) = decoded {
            written.doubt = written.doubt.or(decoded.doubt);
            notation = notation.or(Some(decoded.notation));
        }
    }
    written.notation = notation.unwrap_or(written.notation);
    Ok(written)
}

/// Decodes the card texts of each input. A table and its discarded cards in the same notation are
/// decoded together. Returns `None` for an input without cards.
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
#[derive(Clone, Debug)]
struct Span {
    start: u32,
    end: u32,
    /// The index of the hand in the input, counted before hands that contain a card twice are left
    /// out.
    index: u32,
}

impl Span {
    fn cards(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    fn name(&self, names: &Names) -> String {
        let name = names.get(self.index as usize);
        name.map_or_else(|| (self.index + 1).to_string(), str::to_owned)
    }
}

/// Splits the cards of an input into consecutive hands. `ends` yields the number of cards up to the
/// end of each hand.
fn consecutive(ends: impl Iterator<Item = u32>) -> Vec<Span> {
    let mut start = 0;
    let span = |(index, end)| Span { start: std::mem::replace(&mut start, end), end, index };
    (0..).zip(ends).map(span).collect()
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

    /// Splits the cards of an input into hands. Leaves out the hands of a sample that contain a
    /// card twice, and adds their names to `left_out`.
    fn split(&self, purpose: Purpose, left_out: &mut Vec<String>) -> Result<Vec<Span>, ReadError> {
        let mut spans = self.spans(purpose);
        let is_list = purpose == Purpose::List;
        if purpose == Purpose::Sample {
            spans.retain(|span| {
                let is_kept = self.first_duplicate(span.cards()).is_none();
                if !is_kept {
                    left_out.push(span.name(&self.input.names));
                }
                is_kept
            });
        }
        for span in &spans {
            if let Some([earlier, later]) = self.first_duplicate(span.cards()) {
                let name = || format!("hand {}", excerpt(&span.name(&self.input.names)));
                let what = if is_list { "the list".to_owned() } else { name() };
                return Err(self.duplicate_error(earlier, later, &what));
            }
        }
        let is_asked = !self.input.is_fixed && !self.options.hand_a_line && !self.options.one_hand;
        if is_asked && !is_list {
            self.check_unambiguous(&spans)?;
        }
        Ok(spans)
    }

    /// Returns whether each input line is a separate hand: at least one line has more than one
    /// card, and the format does not determine the hands.
    fn has_hands_in_lines(&self) -> bool {
        let mut start = 0;
        !self.input.is_fixed
            && self.input.lines.iter().any(|&end| end - std::mem::replace(&mut start, end) > 1)
    }

    /// Splits the cards of an input into hands at line ends or blank lines, or as the options and
    /// the purpose of the input request.
    fn spans(&self, purpose: Purpose) -> Vec<Span> {
        let InputCards { ids, lines, groups, is_fixed, .. } = self.input;
        let is_one = self.options.one_hand && !is_fixed;
        let in_lines = self.has_hands_in_lines();
        let one = [to_u32(ids.len())];
        if purpose == Purpose::List || is_one && (!in_lines || self.has_lines_as_groups()) {
            consecutive(one.into_iter().filter(|&end| end > 0))
        } else if in_lines && !is_one {
            consecutive(lines.iter().copied())
        } else {
            consecutive(groups.iter().map(|&end| lines[end as usize - 1]))
        }
    }

    /// Returns whether each input line is a separate group of cards.
    fn has_lines_as_groups(&self) -> bool {
        self.input.groups.len() == self.input.lines.len()
    }

    /// Returns the positions of both occurrences of the first card that occurs twice in a range of
    /// cards, or `None` if the cards are distinct.
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

    /// Returns the number of the input line with the card at a position.
    fn line(&self, at: usize) -> u64 {
        self.input.line_number(self.input.lines.partition_point(|&end| end as usize <= at))
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

    /// Fails with a question to the user if the input lines may be separate hands or together one
    /// hand.
    fn check_unambiguous(&self, spans: &[Span]) -> Result<(), ReadError> {
        if self.has_hands_in_lines() {
            let is_alone = self.has_lines_as_groups();
            let group = |line: &Span| self.input.groups.partition_point(|&end| end <= line.index);
            for lines in spans.chunk_by(|one, next| is_alone || group(one) == group(next)) {
                let sizes = || lines.iter().map(|line| line.cards().len());
                let first = lines[0].cards().len();
                let is_board = (9..=21).contains(&sizes().sum::<usize>())
                    && sizes().filter(|&size| size > 1).count() > 1
                    && !(first > 7 && sizes().all(|size| size == first));
                if is_board {
                    return Err(self.ambiguity_error(lines));
                }
            }
        }
        if spans.len() > 1 && spans.iter().any(|span| span.cards().len() < 3) {
            return Err(self.ambiguity_error(spans));
        }
        Ok(())
    }

    /// Returns the error that asks the user whether some input lines are separate hands or one
    /// hand. It states the numbers of sets under both interpretations.
    fn ambiguity_error(&self, spans: &[Span]) -> ReadError {
        /// Maximum number of hands whose numbers of sets the message lists.
        const MAX_SHOWN: usize = 12;
        let detector = Strategy::default().detector(self.deck);
        let sets = |cards: Range<usize>| {
            let cards: Vec<Card> = cards.map(|at| self.card(at)).collect();
            detector.count(&cards)
        };
        let whole = spans[0].cards().start..spans[spans.len() - 1].cards().end;
        let mut by_size: BTreeMap<usize, usize> = BTreeMap::new();
        for span in spans {
            *by_size.entry(span.cards().len()).or_default() += 1;
        }
        let sizes: Vec<String> = by_size.keys().rev().map(usize::to_string).collect();
        let noun = if by_size.keys().eq([&1]) { "card" } else { "cards" };
        let mut several = format!("{} hands of {} {noun}", spans.len(), sizes.join(" and "));
        if spans.len() <= MAX_SHOWN {
            let all = spans.iter().map(|span| sets(span.cards()).to_string());
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
