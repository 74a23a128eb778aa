//! Puzzle sheets to print, as HTML: cards are drawn so that they need neither scripts nor colours;
//! solutions are at the end.

mod picture;

use crate::report::escape::xml as escape;
use crate::report::number::{list, plural};
use crate::report::puzzles::PuzzleHand;

const STYLE: &str = include_str!("puzzles.css");

/// Names of the features in the rule that is printed on each page of puzzles.
const FEATURES: [&str; 6] =
    ["number", "shape", "colour (R red, G green, P purple)", "shading", "size", "frame"];

/// Returns an HTML document of puzzles that fill the printed pages, followed by the solutions if
/// `solved` is `true`.
///
/// The footer of each page shows `made_by`. A page has up to six puzzles, fewer if they have many
/// cards, or nine with `nine_to_a_page`.
#[must_use]
pub fn puzzles(
    puzzles: &[PuzzleHand],
    solved: bool,
    nine_to_a_page: bool,
    made_by: &str,
) -> String {
    let cards = puzzles.iter().map(|puzzle| puzzle.cards.len()).max().unwrap_or(0);
    let grid = if nine_to_a_page { (3, 3) } else { grid(puzzles.len(), cards) };
    let pages = puzzles.chunks(grid.0 * grid.1);
    let (all, made_by) = (pages.len(), escape(made_by));
    let page = |(place, puzzles): (usize, &[PuzzleHand])| {
        let grid = if nine_to_a_page { grid } else { self::grid(puzzles.len(), cards) };
        let foot = format!("<footer><span>{made_by}</span> page {} of {all}</footer>", place + 1);
        page(puzzles, grid, &foot)
    };
    let main: String = pages.enumerate().map(page).collect();
    let solutions: String = puzzles.iter().filter(|_| solved).map(solution).collect();
    let solutions = if solutions.is_empty() {
        solutions
    } else {
        format!(
            "<section class=\"solutions\"><h2>Solutions</h2>\n<p>The numbers of the cards of each \
             set.</p>\n<div>{solutions}</div>\n<footer><span>{made_by}</span></footer></section>\n"
        )
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Puzzles</title>\n\
         <style>\n{STYLE}{}</style>\n{}<main>\n{main}{solutions}</main>\n</html>\n",
        picture::style(),
        picture::clips()
    )
}

/// Returns the number of columns and rows of puzzles on a page: up to six puzzles, fewer if each
/// has many cards.
fn grid(puzzles: usize, cards: usize) -> (usize, usize) {
    let most = match cards {
        0..=15 => 6,
        16..=30 => 4,
        31..=45 => 2,
        _ => 1,
    };
    match puzzles.min(most) {
        0 | 1 => (1, 1),
        2 => (1, 2),
        3 | 4 => (2, 2),
        _ => (2, 3),
    }
}

fn page(puzzles: &[PuzzleHand], (columns, rows): (usize, usize), foot: &str) -> String {
    let features = puzzles.first().map_or(0, |puzzle| puzzle.deck.features());
    let rule = list(&FEATURES[..features]);
    let hands: String = puzzles.iter().map(|puzzle| hand(puzzle, (columns, rows))).collect();
    format!(
        "<article class=\"page\"><header><h1>Find the sets</h1>\
         <p class=\"line\">Name</p></header>\n\
         <p class=\"rule\">Three cards are a set if, in each feature, they are all alike or all \
         different: {rule}.</p>\n<div class=\"puzzles\" style=\"grid-template:repeat({rows},1fr)\
         /repeat({columns},1fr)\">\n{hands}</div>\n{foot}</article>\n"
    )
}

fn hand(puzzle: &PuzzleHand, grid: (usize, usize)) -> String {
    let number = puzzle.cards.len();
    let columns = card_columns(number, grid);
    let rows = number.div_ceil(columns);
    let card = |(place, &card)| picture::card(card, puzzle.deck, place + 1);
    let cards: String = puzzle.cards.iter().enumerate().map(card).collect();
    format!(
        "<section class=\"puzzle\"><header><h2>{}</h2><p>{}</p><p class=\"line\">Time</p></header>\
         <div class=\"cards\" style=\"grid-template:repeat({rows},1fr)/repeat({columns},1fr)\">\
         {cards}</div></section>\n",
        escape(&puzzle.name()),
        plural(puzzle.sets.len(), "set")
    )
}

/// Returns the number of columns that makes cards largest on a page of 186 by 240 mm; 12 mm of each
/// cell's height is used by its heading.
fn card_columns(cards: usize, (columns, rows): (usize, usize)) -> usize {
    let (width, height) = (18_600 / columns, 24_000 / rows - 1_200);
    let size = |&across: &usize| {
        let down = cards.div_ceil(across);
        (width * picture::HEIGHT / across).min(height * picture::WIDTH / down)
    };
    (1..=cards).rev().max_by_key(size).unwrap_or(1)
}

fn solution(puzzle: &PuzzleHand) -> String {
    let set = |set: &[usize; 3]| {
        let [a, b, c] = set.map(|place| place + 1);
        format!("<li>{a}, {b}, {c}</li>")
    };
    let sets: String = puzzle.sets.iter().map(set).collect();
    let sets = if sets.is_empty() { "<li>no set</li>".to_owned() } else { sets };
    format!("<section><h3>{}</h3><ul>{sets}</ul></section>\n", escape(&puzzle.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};

    /// Returns a document of `number` puzzles, each with the first `cards` cards of a deck.
    fn sheet(number: usize, deck: Deck, cards: usize) -> String {
        let cards: Vec<Card> = deck.cards().take(cards).collect();
        let hand = |number| PuzzleHand::new(number, None, deck, cards.clone());
        let hands: Vec<PuzzleHand> = (1..=number).map(hand).collect();
        puzzles(&hands, true, false, "Seed 1. setodds puzzle")
    }

    #[test]
    fn pages_hold_one_two_four_or_six_puzzles() {
        for (number, cards, pages) in [
            (1, 12, &[1][..]),
            (2, 12, &[2]),
            (3, 12, &[3]),
            (4, 15, &[4]),
            (6, 9, &[6]),
            (7, 12, &[6, 1]),
            (12, 12, &[6, 6]),
            (6, 21, &[4, 2]),
            (3, 40, &[2, 1]),
            (2, 81, &[1, 1]),
        ] {
            let html = sheet(number, Deck::GAME, cards);
            let on_page = |page: &str| page.matches("<section class=\"puzzle\">").count();
            let drawn: Vec<usize> =
                html.split("<article class=\"page\">").skip(1).map(on_page).collect();
            assert_eq!(drawn, pages, "{number} puzzles of {cards} cards");
            let foots = html.matches("<footer><span>Seed 1. setodds puzzle</span>").count();
            assert_eq!(foots, pages.len() + 1);
            assert_eq!(html.matches("<svg class=\"card").count(), number * cards);
        }
    }

    #[test]
    fn solutions_are_numbers_of_cards() {
        let html = sheet(1, Deck::GAME, 4);
        assert_eq!(
            html.split("<h2>Solutions").nth(1).map(|it| it.matches("<li>").count()),
            Some(1)
        );
        assert!(html.contains("<li>1, 2, 3</li>"));
        assert!(sheet(1, Deck::GAME, 2).contains("<li>no set</li>"));
    }
}
