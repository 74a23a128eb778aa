//! Which cards are a hand.

use super::answer::Notation;
use super::{
    Decoded, Doubt, Entry, InputCards, MAX_BYTES, Names, Purpose, ReadError, ReadOptions, Reader,
    Style, decode, small,
};
use crate::card::{Card, Deck, MAX_CARDS};
use crate::detect::Strategy;
use setodds_engine::escape::excerpt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Hands one after the other, in little memory: there may be millions.
#[derive(Clone, Debug, Default)]
pub struct HandList {
    cards: Vec<Card>,
    /// The text of each card as a place among the texts; none of hands that nobody wrote.
    ids: Vec<u32>,
    texts: Vec<Arc<str>>,
    spans: Vec<Span>,
    names: Names,
}

impl HandList {
    /// Adds a hand that nobody wrote. A hand without a name has its number.
    pub fn add(&mut self, name: Option<&str>, cards: &[Card]) {
        let hand = self.spans.len();
        if let Some(name) = name {
            self.names.set(hand, name);
        }
        let start = small(self.cards.len());
        self.cards.extend_from_slice(cards);
        self.spans.push(Span { start, end: small(self.cards.len()), place: small(hand) });
    }

    /// The hands of an input whose cards are decoded.
    fn new(input: InputCards, decoded: &[Card], spans: Vec<Span>) -> Self {
        let InputCards { entries, ids, lines, steps, groups, names, .. } = input;
        // Before there are more cards.
        drop((lines, steps, groups));
        let cards = ids.iter().map(|&id| decoded[id as usize]).collect();
        let texts = entries.into_iter().map(|entry| entry.text).collect();
        Self { cards, ids, texts, spans, names }
    }

    /// The number of hands.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are no hands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// A hand.
    ///
    /// # Panics
    ///
    /// When there are not so many.
    #[must_use]
    pub fn hand(&self, at: usize) -> WrittenHand<'_> {
        WrittenHand { list: self, span: &self.spans[at] }
    }

    /// All hands.
    pub fn hands(&self) -> impl Iterator<Item = WrittenHand<'_>> {
        self.spans.iter().map(|span| WrittenHand { list: self, span })
    }

    /// The cards of all hands.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.hands().flat_map(|hand| hand.cards().iter().copied())
    }
}

/// A hand of a list; no card comes twice.
#[derive(Clone, Copy, Debug)]
pub struct WrittenHand<'a> {
    list: &'a HandList,
    span: &'a Span,
}

impl<'a> WrittenHand<'a> {
    /// The name of the hand in the input, or its number, counted from 1.
    #[must_use]
    pub fn name(self) -> String {
        self.span.name(&self.list.names)
    }

    /// The cards of the hand.
    #[must_use]
    pub fn cards(self) -> &'a [Card] {
        &self.list.cards[self.span.cards()]
    }

    /// A card as it stands in the input, if somebody wrote it.
    #[must_use]
    pub fn text(self, card: usize) -> Option<&'a str> {
        let id = *self.list.ids.get(self.span.cards())?.get(card)?;
        Some(&self.list.texts[id as usize])
    }
}

/// The hands of a question.
#[derive(Clone, Debug)]
pub struct WrittenHands {
    /// The hands of each input, in its order.
    pub inputs: Vec<HandList>,
    /// How their cards are written.
    pub notation: Notation,
    /// What must be known of the values before cards can be written in another way.
    pub doubt: Option<Doubt>,
    /// The names of the hands of a sample that hold a card twice and are left out.
    pub twice: Vec<String>,
    /// The columns of CSVs that are ignored.
    ignored: Vec<String>,
}

impl WrittenHands {
    /// Writes all cards anew, in another way.
    pub fn write_as(&mut self, style: Style) {
        self.notation = self.notation.with(style);
        let texts = self.notation.deck().cards().map(|card| self.notation.write(card).into());
        let texts: Vec<Arc<str>> = texts.collect();
        for hands in &mut self.inputs {
            hands.ids = hands.cards.iter().map(|card| small(card.index())).collect();
            hands.texts.clone_from(&texts);
        }
    }

    /// A summary of what was read, in a line: `3 hands of 12 cards; digits 1 to 3`.
    #[must_use]
    pub fn summary(&self) -> String {
        let inputs: Vec<String> = self.inputs.iter().map(number_of).collect();
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

/// How many hands and cards there are: `3 hands of 9 to 12 cards`.
fn number_of(hands: &HandList) -> String {
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

/// Reads the hands of all inputs of a question. The second one, if any, is a list of cards that are
/// gone; it is read together with the first one if both are written in the same way. Texts that are
/// given away are dropped once they are read.
///
/// # Errors
///
/// When the text is not a list of hands, or is ambiguous.
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
        twice: Vec::new(),
        ignored: Vec::new(),
    };
    let mut notation = None;
    for (number, (mut input, decoded)) in all.into_iter().zip(decoded).enumerate() {
        let cards = decoded.as_ref().map_or(&[][..], |it| &it.cards);
        let purpose = if number > 0 { Purpose::List } else { options.purpose };
        let hands = Hands { input: &input, number, cards, deck, options };
        let spans = hands.all(purpose, &mut written.twice)?;
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

/// Decodes the entries of each input, together where they are written in one way.
fn decode_all(
    all: &[InputCards],
    deck: Deck,
    options: &ReadOptions,
) -> Result<Vec<Option<Decoded>>, ReadError> {
    let way = |input: &InputCards| input.entries.first().map(|entry| entry.form.way());
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
    // Read apart, two inputs do not share letters and digits: what one leaves open matters.
    if each.len() > 1 && each.iter().all(Option::is_some) {
        for (number, decoded) in each.iter().flatten().enumerate() {
            if let Some(doubt) = decoded.doubt {
                return Err(ReadError::new(number, 0, doubt));
            }
        }
    }
    Ok(each)
}

/// A hand among the cards of an input.
#[derive(Clone, Debug)]
struct Span {
    start: u32,
    end: u32,
    /// The place of the hand in the input; also that of its group where these are hands.
    place: u32,
}

impl Span {
    fn cards(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    fn name(&self, names: &Names) -> String {
        let name = names.get(self.place as usize);
        name.map_or_else(|| (self.place + 1).to_string(), str::to_owned)
    }
}

/// Hands with these ends among the cards, one after the other.
fn spans(ends: impl Iterator<Item = u32>) -> Vec<Span> {
    let mut start = 0;
    let span = |(place, end)| Span { start: std::mem::replace(&mut start, end), end, place };
    (0..).zip(ends).map(span).collect()
}

/// The hands of an input whose cards are known.
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

    /// The hands, but for those of a sample that hold a card twice.
    fn all(&self, purpose: Purpose, left_out: &mut Vec<String>) -> Result<Vec<Span>, ReadError> {
        let mut spans = self.spans(purpose);
        let is_list = purpose == Purpose::List;
        for span in &spans {
            match self.first_twice(span.cards()) {
                Some(_) if purpose == Purpose::Sample => {
                    left_out.push(span.name(&self.input.names));
                }
                Some([earlier, later]) if is_list => {
                    return Err(self.twice(earlier, later, "the list"));
                }
                Some([earlier, later]) => {
                    let hand = format!("hand {}", excerpt(&span.name(&self.input.names)));
                    return Err(self.twice(earlier, later, &hand));
                }
                None => {}
            }
        }
        if !left_out.is_empty() {
            spans.retain(|span| self.first_twice(span.cards()).is_none());
        }
        let is_asked = !self.input.is_fixed && !self.options.hand_a_line && !self.options.one_hand;
        if is_asked && !is_list {
            self.ask(&spans)?;
        }
        Ok(spans)
    }

    /// Whether each line is a hand, and not each group.
    fn has_hands_in_lines(&self) -> bool {
        let mut start = 0;
        !self.input.is_fixed
            && self.input.lines.iter().any(|&end| end - std::mem::replace(&mut start, end) > 1)
    }

    /// The hands as they stand, or as the options say.
    fn spans(&self, purpose: Purpose) -> Vec<Span> {
        let InputCards { ids, lines, groups, is_fixed, .. } = self.input;
        let is_one = self.options.one_hand && !is_fixed;
        let in_lines = self.has_hands_in_lines();
        let one = [small(ids.len())];
        if purpose == Purpose::List || is_one && (!in_lines || self.is_alone()) {
            spans(one.into_iter().filter(|&end| end > 0))
        } else if in_lines && !is_one {
            spans(lines.iter().copied())
        } else {
            spans(groups.iter().map(|&end| lines[end as usize - 1]))
        }
    }

    /// Whether each line stands alone.
    fn is_alone(&self) -> bool {
        self.input.groups.len() == self.input.lines.len()
    }

    /// The positions of the first card that comes twice.
    fn first_twice(&self, cards: Range<usize>) -> Option<[usize; 2]> {
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

    /// The line of a card.
    fn line(&self, at: usize) -> u64 {
        self.input.line_number(self.input.lines.partition_point(|&end| end as usize <= at))
    }

    fn text(&self, at: usize) -> String {
        excerpt(&self.input.entries[self.input.ids[at] as usize].text)
    }

    /// The error that a card comes twice in a hand.
    fn twice(&self, earlier: usize, later: usize, hand: &str) -> ReadError {
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

    /// Asks which cards are a hand, where both the lines and what they make together may be.
    fn ask(&self, spans: &[Span]) -> Result<(), ReadError> {
        if self.has_hands_in_lines() {
            let is_alone = self.is_alone();
            let group = |line: &Span| self.input.groups.partition_point(|&end| end <= line.place);
            for lines in spans.chunk_by(|one, next| is_alone || group(one) == group(next)) {
                let sizes = || lines.iter().map(|line| line.cards().len());
                let first = lines[0].cards().len();
                let is_board = (9..=21).contains(&sizes().sum::<usize>())
                    && sizes().filter(|&size| size > 1).count() > 1
                    && !(first > 7 && sizes().all(|size| size == first));
                if is_board {
                    return Err(self.question(lines));
                }
            }
        }
        if spans.len() > 1 && spans.iter().any(|span| span.cards().len() < 3) {
            return Err(self.question(spans));
        }
        Ok(())
    }

    /// The question whether some hands are one, with both answers.
    fn question(&self, spans: &[Span]) -> ReadError {
        /// The most hands whose sets are shown.
        const SHOWN: usize = 12;
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
        if spans.len() <= SHOWN {
            let all = spans.iter().map(|span| sets(span.cards()).to_string());
            several += &format!(" ({} sets)", all.collect::<Vec<_>>().join(", "));
        }
        let one = match self.first_twice(whole.clone()) {
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
