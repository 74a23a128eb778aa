//! Long inputs of a hand a line whose cards are single words: each word is understood once.

use super::{MAX_HANDS, WrittenHand, WrittenHands, read_all};
use crate::card::{Card, Deck};
use crate::cards::notation::{Place, ReadOptions, WordRow};
use std::collections::HashMap;
use std::sync::Arc;

/// The lines of an input for which this is worth while.
const MIN_LINES: usize = 1000;

/// Reads the hands of an input as it is read line by line, if it is long and each of its lines has
/// as many words as the first one, each of them a card. `None` for any other input, and for one in
/// which something is wrong.
pub(super) fn read(input: &str, deck: Deck, options: ReadOptions) -> Option<WrittenHands> {
    // A lone CR ends a line, too, and a `#` begins a comment.
    let is_plain =
        !input.contains('#') && input.matches('\r').count() == input.matches("\r\n").count();
    if options.is_position || !is_plain || input.lines().nth(MIN_LINES).is_none() {
        return None;
    }
    let lines = WordLines::new(input, deck)?;
    let WrittenHands { mut inputs, notation } = read_all(&[&lines.new], deck, options).ok()?;
    let meant = lines.meant(inputs.pop().filter(|_| inputs.is_empty())?, deck)?;
    let hand = |(number, words): (usize, &[usize])| {
        let of = |&word: &usize| (meant[word].0, Arc::clone(&meant[word].1));
        let (cards, texts): (Vec<Card>, Vec<Arc<str>>) = words.iter().map(of).unzip();
        let is_twice = (1..cards.len()).any(|place| cards[..place].contains(&cards[place]));
        (!is_twice).then(|| WrittenHand { name: (number + 1).to_string(), cards, texts })
    };
    let hands = lines.words.chunks_exact(lines.each).enumerate().map(hand);
    Some(WrittenHands { inputs: vec![hands.collect::<Option<_>>()?], notation })
}

/// The words of an input, as numbers in the order in which they come for the first time.
struct WordLines {
    words: Vec<usize>,
    /// The words of a line.
    each: usize,
    /// The lines that have a word for the first time, and their words.
    new: String,
    new_words: Vec<Vec<usize>>,
}

impl WordLines {
    /// `None` if lines have different numbers of words, or the words are too many for a deck, each
    /// card with a comma and without.
    fn new(input: &str, deck: Deck) -> Option<Self> {
        let each = input.lines().next()?.split_ascii_whitespace().count();
        // `0 1 2 1` may be a card, and `7.` the number of a line.
        let is_figure = |word: &str| word.len() < deck.features() && word.parse::<u16>().is_ok();
        let is_number = |word: &str| word.ends_with(['.', ':', ')']);
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut lines = Self { words: Vec::new(), each, new: String::new(), new_words: Vec::new() };
        for line in input.lines() {
            let (first, before) = (lines.words.len(), known.len());
            for word in line.split_ascii_whitespace() {
                let next = known.len();
                if is_number(word) || each == deck.features() && is_figure(word) {
                    return None;
                }
                lines.words.push(*known.entry(word).or_insert(next));
            }
            let all = lines.words.len();
            if each < 2
                || all != first + each
                || known.len() > 2 * deck.size()
                || all > MAX_HANDS * each
            {
                return None;
            }
            if known.len() > before {
                lines.new.push_str(line);
                lines.new.push('\n');
                lines.new_words.push(lines.words[first..].to_vec());
            }
        }
        Some(lines)
    }

    /// What each word means, from the new lines as an input of their own: it is learnt from all
    /// words that there are, however often they come. `None` unless each word is one card,
    /// always the same: beside a word with two cards, one without any would be taken for a card.
    fn meant(&self, hands: Vec<WrittenHand>, deck: Deck) -> Option<Vec<(Card, Arc<str>)>> {
        let mut meant: Vec<(Card, Arc<str>)> = Vec::new();
        let is_whole = hands.len() == self.new_words.len();
        let lines = self.new_words.iter().zip(self.new.lines());
        for (number, (hand, (words, line))) in hands.into_iter().zip(lines).enumerate() {
            if hand.cards.len() != words.len() || hand.name != (number + 1).to_string() {
                return None;
            }
            let words = words.iter().zip(line.split_ascii_whitespace());
            for ((&word, text), it) in words.zip(hand.cards.into_iter().zip(hand.texts)) {
                match meant.get(word) {
                    Some(known) if known.0 != it.0 => return None,
                    Some(_) => {}
                    None if !is_card(text, &it.1, deck) => return None,
                    // Words are numbered as they come.
                    None => meant.push(it),
                }
            }
        }
        is_whole.then_some(meant)
    }
}

/// Whether a word with a card holds no other one: it has a single part, or is the text of the card.
fn is_card(word: &str, text: &str, deck: Deck) -> bool {
    let rows = WordRow::of_text(word, Place::default(), deck);
    matches!(&rows[..], [row] if row.parts.len() == 1) || word.trim_matches([',', ';', '|']) == text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::notation::Style;
    use crate::deal::{Seed, deal_block};

    fn lines(style: Style, hands: u64) -> String {
        let mut lines = String::new();
        deal_block(Seed(5), 0, Deck::GAME, 5, hands, |hand| {
            let texts = hand.iter().map(|&card| style.write(card, Deck::GAME));
            lines += &(texts.collect::<Vec<_>>().join(" ") + "\n");
        });
        lines
    }

    fn both(text: &str) -> (Option<WrittenHands>, Option<WrittenHands>) {
        let options = ReadOptions::default();
        (read(text, Deck::GAME, options), read_all(&[text], Deck::GAME, options).ok())
    }

    #[test]
    fn long_inputs_are_read_as_line_by_line() {
        for style in [Style::Digits, Style::Bits, Style::Index] {
            let (fast, slow) = both(&lines(style, 2000));
            let (fast, slow) =
                (fast.unwrap_or_else(|| panic!("{style}: one word a card")), slow.expect("cards"));
            assert!(fast.inputs == slow.inputs && fast.summary() == slow.summary(), "{style}");
        }
    }

    #[test]
    fn commas_endings_and_marks_belong_to_no_card() {
        let [digits, numbers] = [Style::Digits, Style::Index].map(|style| lines(style, 2000));
        for text in [
            digits.replace(' ', ", "),
            digits.replace(' ', ".png ").replace('\n', ".png\n"),
            // Numbers from 0, which get a mark.
            numbers.replace('@', ""),
        ] {
            let (fast, slow) = both(&text);
            let (fast, slow) = (fast.expect("one word a card"), slow.expect("cards"));
            assert!(fast.inputs == slow.inputs && fast.summary() == slow.summary());
        }
    }

    #[test]
    fn other_inputs_are_left_to_the_line_by_line() {
        let text = lines(Style::Digits, 2000);
        for (wrong, is_valid) in [
            (lines(Style::Digits, 900), true),
            (text.replacen('\n', "\n\n", 1), true),
            (format!("{text}0000 0000 0001 0002 0010\n"), false),
            (format!("{text}0000 0001 0002 0010 003\n"), false),
            (format!("{text}0000 0001\n"), true),
            (text.replace(' ', " and "), true),
            (text.replacen('\n', " # a comment\n", 1), true),
            (text.replacen('\n', "\r", 1), true),
            // A word with two cards, and one with none.
            (format!("0000,0001 and\n0002 0010\n{}", "0000,0001 0002\n".repeat(1000)), true),
            // A lone CR makes two lines of one, whose words are all known.
            (format!("0000 0001 0002 0010\n{}", "0000 0001\r0002 0010\n".repeat(1000)), true),
            ("0000 0001 0002 0010 and\n".repeat(1001), true),
            (text.lines().enumerate().map(|(it, line)| format!("{it}. {line}\n")).collect(), true),
        ] {
            let (fast, slow) = both(&wrong);
            assert_eq!((fast.is_none(), slow.is_some()), (true, is_valid), "{}", &wrong[..60]);
        }
    }
}
