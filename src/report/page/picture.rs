//! Pictures of cards as SVG, for print: colours differ in lightness and are named by a letter.

use crate::card::notation::Style;
use crate::card::{Card, Deck};

/// The width of a picture in its own units.
pub(super) const WIDTH: usize = 100;

/// The height of a picture in its own units.
pub(super) const HEIGHT: usize = 68;

/// The letters of red, green and purple, and inks of lightness (L* of CIELAB) 60, 45 and 25, which
/// remain apart in print without colours.
const COLOURS: [(char, &str); 3] = [('R', "#f65d55"), ('G', "#007b3e"), ('P', "#581489")];

/// Frames in place of the backgrounds white, grey and black, on which no ink would be seen.
const FRAMES: [&str; 3] = ["#fff", "#aaa", "#000"];

/// Percentages of the full size for small, medium and large symbols.
const SIZES: [usize; 3] = [40, 68, 100];

/// The outlines of a diamond, an oval and a squiggle in a box of 20 by 40.
const OUTLINES: [&str; 3] = [
    "M10 1L19 20L10 39L1 20Z",
    "M10 1A8.5 8.5 0 0 1 18.5 9.5V30.5A8.5 8.5 0 0 1 1.5 30.5V9.5A8.5 8.5 0 0 1 10 1Z",
    "M13.2 1.6C18.6 4.4 19.6 10.5 17.6 16.2C16 20.8 15.4 23.6 17.4 28.4C19.3 33 18.6 37.6 14.9 \
     38.8C11.9 39.7 9 38.9 6.8 38.4C1.4 35.6.4 29.5 2.4 23.8C4 19.2 4.6 16.4 2.6 11.6C.7 7 1.4 \
     2.4 5.1 1.2C8.1.3 11 1.1 13.2 1.6Z",
];

/// The styles of the inks.
pub(super) fn style() -> String {
    let inks = COLOURS.map(|(_, ink)| ink).into_iter().enumerate();
    inks.map(|(place, ink)| format!(".ink-{place} {{ color: {ink}; }}\n")).collect()
}

/// The patterns of the stripes, one for each ink.
pub(super) fn stripes() -> String {
    let pattern = |ink| {
        format!(
            "<pattern id=\"stripes-{ink}\" class=\"ink-{ink}\" width=\"4\" height=\"3.2\" \
             patternUnits=\"userSpaceOnUse\"><path d=\"M0 1.6H4\" stroke=\"currentColor\" \
             stroke-width=\"1.3\"/></pattern>"
        )
    };
    let patterns: String = (0..COLOURS.len()).map(pattern).collect();
    format!(
        "<svg width=\"0\" height=\"0\" class=\"patterns\" aria-hidden=\"true\">\
         <defs>{patterns}</defs></svg>\n"
    )
}

/// A card with its number at the top right and the letter of its colour at the top left. A card of
/// six features has a frame in place of its background.
pub(super) fn card(card: Card, deck: Deck, number: usize) -> String {
    let mut digits = [0; 6];
    if deck.features() < 5 {
        digits[4] = 2;
    }
    for (place, digit) in digits.iter_mut().zip(card.digits(deck)) {
        *place = usize::from(digit);
    }
    let [symbols, shape, ink, shading, size, frame] = digits;
    let fill = ["currentColor".to_owned(), "none".to_owned(), format!("url(#stripes-{ink})")];
    let scale = |full: usize| SIZES[size] * full / 100;
    let (dx, dy) = (scale(10), scale(20));
    let symbol = |place| {
        let x = 2 * (50 - dx) + 50 * place - 25 * symbols;
        format!(
            "<path d=\"{}\" transform=\"translate({}.{} {}) scale(.{:02})\" fill=\"{}\"/>",
            OUTLINES[shape],
            x / 2,
            x % 2 * 5,
            37 - dy,
            SIZES[size].min(99),
            fill[shading]
        )
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
         aria-label=\"{number}: {words}\"><rect class=\"edge\" x=\".5\" y=\".5\" width=\"99\" \
         height=\"67\" rx=\"6\" fill=\"{frame}\"/><rect x=\"4.5\" y=\"4.5\" width=\"91\" \
         height=\"59\" rx=\"3\" fill=\"#fff\"/>{symbols}{letter}<text class=\"number\" x=\"92\" \
         y=\"15\">{number}</text></svg>"
    )
}
