//! Pictures of cards as SVG for printing: colours differ in lightness and are labelled with a
//! letter.

use crate::card::{Card, Deck};
use crate::cards::Style;

/// Width of a card picture in SVG user units.
pub(super) const WIDTH: usize = 100;

/// Height of a card picture in SVG user units.
pub(super) const HEIGHT: usize = 68;

/// Letters and hexadecimal codes of the colours red, green and purple. Their lightness (L* of
/// CIELAB) is 60, 45 and 25, so that they differ in black-and-white print. With protanopia,
/// deuteranopia or tritanopia, any two differ by at least 10 in CIEDE2000, like the colours of
/// charts.
const COLOURS: [(char, &str); 3] = [('R', "#f65b66"), ('G', "#117c0e"), ('P', "#581489")];

/// Frame colours that stand for the backgrounds white, grey and black, on which some symbols would
/// be invisible.
const FRAMES: [&str; 3] = ["#fff", "#aaa", "#000"];

/// Sizes of small, medium and large symbols in percent.
const SIZES: [usize; 3] = [40, 68, 99];

/// SVG outlines of a diamond, an oval and a squiggle in a box of 20 by 40.
const OUTLINES: [&str; 3] = [
    "M10 1L19 20L10 39L1 20Z",
    "M10 1A8.5 8.5 0 0 1 18.5 9.5V30.5A8.5 8.5 0 0 1 1.5 30.5V9.5A8.5 8.5 0 0 1 10 1Z",
    "M13.2 1.6C18.6 4.4 19.6 10.5 17.6 16.2C16 20.8 15.4 23.6 17.4 28.4C19.3 33 18.6 37.6 14.9 \
     38.8C11.9 39.7 9 38.9 6.8 38.4C1.4 35.6.4 29.5 2.4 23.8C4 19.2 4.6 16.4 2.6 11.6C.7 7 1.4 \
     2.4 5.1 1.2C8.1.3 11 1.1 13.2 1.6Z",
];

/// Returns the CSS rules for the colours of the symbols on cards.
pub(super) fn style() -> String {
    let inks = COLOURS.map(|(_, ink)| ink).into_iter().enumerate();
    inks.map(|(place, ink)| format!(".ink-{place} {{ color: {ink}; }}\n")).collect()
}

/// SVG path of the stripes that fill the bounding box of a symbol's outline.
const STRIPES: &str = "M0 4H20M0 8H20M0 12H20M0 16H20M0 20H20M0 24H20M0 28H20M0 32H20M0 36H20";

/// Returns the outlines of the symbols as SVG clip paths for the stripes. Stripes are lines rather
/// than a pattern, because browsers print patterns as coarse pixels.
pub(super) fn clips() -> String {
    let clip = |shape: usize| {
        format!("<clipPath id=\"clip-{shape}\"><path d=\"{}\"/></clipPath>", OUTLINES[shape])
    };
    let clips: String = (0..OUTLINES.len()).map(clip).collect();
    format!(
        "<svg width=\"0\" height=\"0\" class=\"clips\" aria-hidden=\"true\">\
         <defs>{clips}</defs></svg>\n"
    )
}

/// Draws a card with its number at the top right and the letter of its colour at the top left. A
/// card of six features has a frame instead of its background.
pub(super) fn card(card: Card, deck: Deck, number: usize) -> String {
    let mut digits = [0; 6];
    if deck.features() < 5 {
        digits[4] = 2;
    }
    for (place, digit) in digits.iter_mut().zip(card.digits(deck)) {
        *place = usize::from(digit);
    }
    let [symbols, shape, ink, shading, size, frame] = digits;
    let fill = ["currentColor", "none", "none"][shading];
    let scale = |full: usize| SIZES[size] * full / 100;
    let (dx, dy) = (scale(10), scale(20));
    let symbol = |place| {
        let (twice_x, y) = (100 - 2 * dx + 50 * place - 25 * symbols, 37 - dy);
        let (x, half) = (twice_x / 2, twice_x % 2 * 5);
        let at = format!("transform=\"translate({x}.{half} {y}) scale(.{:02})\"", SIZES[size]);
        let clip = format!("clip-path=\"url(#clip-{shape})\"");
        let stripes = format!("<path class=\"stripes\" {at} {clip} d=\"{STRIPES}\"/>");
        let outline = format!("<path d=\"{}\" {at} fill=\"{fill}\"/>", OUTLINES[shape]);
        if shading == 2 { stripes + &outline } else { outline }
    };
    let symbols: String = (0..=symbols).map(symbol).collect();
    let letter = if deck.features() > 2 {
        format!("<text x=\"8\" y=\"15\">{}</text>", COLOURS[ink].0)
    } else {
        String::new()
    };
    let frame = if deck.features() > 5 { FRAMES[frame] } else { FRAMES[0] };
    let words = Style::Words.write(card, deck);
    format!(
        "<svg class=\"card ink-{ink}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{number}: {words}\"><rect class=\"edge\" x=\"1\" y=\"1\" width=\"98\" \
         height=\"66\" rx=\"6\" fill=\"{frame}\"/><rect x=\"4.5\" y=\"4.5\" width=\"91\" \
         height=\"59\" rx=\"3\" fill=\"#fff\"/>{symbols}{letter}<text class=\"number\" x=\"92\" \
         y=\"15\">{number}</text></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn cards_differ_without_their_inks() {
        for deck in Deck::all() {
            let drawn = |card_of_deck| {
                let picture = card(card_of_deck, deck, 1);
                let drawn = picture.split_once("aria-label").unwrap().1.split_once('>').unwrap().1;
                drawn.to_owned()
            };
            let drawn: BTreeSet<String> = deck.cards().map(drawn).collect();
            assert_eq!(drawn.len(), deck.size(), "{deck:?}");
        }
    }

    /// Outlines are 20 wide and 40 high before scaling.
    #[test]
    fn symbols_are_in_the_middle_of_their_card() {
        let deck = Deck::new(5).unwrap();
        for one in deck.cards() {
            let picture = card(one, deck, 1);
            let outlines = picture.split("translate(").skip(1);
            let numbers = outlines.map(|text| -> [f64; 3] {
                let numbers = text.split([' ', ')', '(']).filter_map(|word| word.parse().ok());
                numbers.take(3).collect::<Vec<_>>().try_into().unwrap()
            });
            let middles = numbers.map(|[x, y, scale]| (x + 10.0 * scale, y + 20.0 * scale));
            let middles: Vec<(f64, f64)> = middles.collect();
            let count = middles.len() as f64;
            let across = middles.iter().map(|(x, _)| x).sum::<f64>() / count;
            let up = middles.iter().map(|(_, y)| y).sum::<f64>() / count;
            assert!((across - 50.0).abs() < 1.0 && (up - 37.0).abs() < 1.0, "{across} {up}");
        }
    }
}
