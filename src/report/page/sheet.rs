//! Puzzles to print: cards as symbols, the solutions at the end.

use super::html::escape;
use crate::card::notation::Style;
use crate::card::{Card, Deck};
use crate::report::number::plural;
use crate::report::puzzles::PuzzleHand;

const STYLE: &str = include_str!("puzzles.css");
const INKS: &str = include_str!("explorer.css");
const CARDS: &str = include_str!("cards.js");

/// Draws what the page has in words, so that it says the same where no script runs.
const DRAW: &str = "document.body.insertAdjacentHTML('afterbegin', stripes());\n\
    for (const card of document.querySelectorAll('[data-card]')) \
    card.innerHTML = picture(Number(card.dataset.card));";

/// A page of puzzles, some to each sheet of paper, with the solutions at the end if they are
/// wanted.
#[must_use]
pub fn puzzles(puzzles: &[PuzzleHand], solved: bool, nine_to_a_page: bool) -> String {
    let main: String = puzzles.iter().map(hand).collect();
    let solutions: String = puzzles.iter().filter(|_| solved).map(solution).collect();
    let is_ink = |line: &&str| line.starts_with(".card") || line.starts_with(".ink-");
    let inks: String = INKS.lines().filter(is_ink).collect::<Vec<_>>().join("\n");
    let class = if nine_to_a_page { "nine" } else { "one" };
    let solutions = if solutions.is_empty() {
        solutions
    } else {
        format!("<section class=\"solutions\"><h2>Solutions</h2>\n{solutions}</section>\n")
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Puzzles</title>\n\
         <style>\n{inks}\n{STYLE}</style>\n<main class=\"{class}\">\n{main}</main>\n{solutions}\
         <script>\n{CARDS}\n{DRAW}\n</script>\n</html>\n"
    )
}

fn hand(puzzle: &PuzzleHand) -> String {
    let sets = plural(puzzle.sets.len(), "set");
    let cards: String = puzzle.cards.iter().map(|&card| figure(card, puzzle.deck)).collect();
    format!(
        "<section class=\"puzzle\"><h2>{}</h2><p>Find {sets}.</p><ol>{cards}</ol></section>\n",
        escape(&puzzle.name())
    )
}

/// A card in words, with its number among the cards of the game where its deck has no more
/// features.
fn figure(card: Card, deck: Deck) -> String {
    let words = Style::Words.write(card, deck);
    let missing = Deck::GAME.features().checked_sub(deck.features());
    let data = missing.map_or_else(String::new, |missing| {
        let index = (0..missing).fold(card.index(), |index, _| 3 * index);
        format!(" data-card=\"{index}\" title=\"{words}\"")
    });
    format!("<li><div{data}>{words}</div></li>")
}

fn solution(puzzle: &PuzzleHand) -> String {
    let set = |set: &[usize; 3]| {
        let cards: String = set.iter().map(|&it| figure(puzzle.cards[it], puzzle.deck)).collect();
        let [a, b, c] = set.map(|place| place + 1);
        format!("<div class=\"set\"><span>{a}, {b}, {c}</span><ol>{cards}</ol></div>")
    };
    let sets: String = puzzle.sets.iter().map(set).collect();
    format!("<section><h3>{}</h3>{sets}</section>\n", escape(&puzzle.name()))
}
