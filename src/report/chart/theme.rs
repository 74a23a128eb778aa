//! Colour palettes of charts.
//!
//! The palette for white backgrounds is that of M. Okabe and K. Ito, "Color Universal Design"
//! (2008), which is suitable for all kinds of colour vision; a grey replaces its yellow, which is
//! too pale for lines on white. Each colour has a counterpart for dark screens. Within each palette
//! any two colours differ by at least 10 in CIEDE2000 (G. Sharma, W. Wu and E. N. Dalal, 2005),
//! also for people with protanopia, deuteranopia or tritanopia (simulated after G. M. Machado, M.
//! M. Oliveira and L. A. F. Fernandes, 2009). Series never differ by colour alone: their markers
//! also differ.

/// Number of distinct series colours.
const INKS: usize = 8;
const LIGHT: [&str; INKS] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#6B6B6B"];
const DARK: [&str; INKS] =
    ["#86CAFA", "#E46144", "#22AD70", "#B67E99", "#E69F00", "#4185DF", "#FFFFFF", "#C4C5D4"];

/// Equidistant samples of Viridis, a colour map of matplotlib. Its lightness increases
/// monotonically, so shades are distinguishable in greyscale.
const VIRIDIS: [[u8; 3]; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2d, 0x7b],
    [0x3b, 0x52, 0x8b],
    [0x2c, 0x72, 0x8e],
    [0x21, 0x91, 0x8c],
    [0x28, 0xae, 0x80],
    [0x5e, 0xc9, 0x62],
    [0xad, 0xdc, 0x30],
    [0xfd, 0xe7, 0x25],
];

/// Role of a colour in a picture, independent of the palette.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Colour {
    Paper,
    Text,
    /// Secondary text, such as captions.
    Muted,
    Axis,
    Grid,
    /// The colour of the data series with this index.
    Ink(usize),
    /// Position on the colour scale of a heat map from 0 to 1; colours near 1 contrast with the
    /// background.
    Shade(f64),
}

impl Colour {
    /// Returns the hexadecimal code of the colour in the palette for white backgrounds.
    pub(super) fn light(self) -> String {
        match self {
            Self::Paper => "#ffffff".to_owned(),
            Self::Text => "#1b1b1b".to_owned(),
            Self::Muted => "#555555".to_owned(),
            Self::Axis => "#444444".to_owned(),
            Self::Grid => "#e4e4e4".to_owned(),
            Self::Ink(ink) => LIGHT[ink % INKS].to_owned(),
            Self::Shade(share) => viridis(1.0 - share),
        }
    }

    /// Returns the hexadecimal code of the colour in the palette for dark backgrounds.
    pub(super) fn dark(self) -> String {
        match self {
            Self::Paper => "#161a1f".to_owned(),
            Self::Text => "#ececec".to_owned(),
            Self::Muted => "#b9bec4".to_owned(),
            Self::Axis => "#b5b5b5".to_owned(),
            Self::Grid => "#32383f".to_owned(),
            Self::Ink(ink) => DARK[ink % INKS].to_owned(),
            Self::Shade(share) => viridis(share),
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "parts of a colour")]
fn viridis(share: f64) -> String {
    let place = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - below as f64;
    let mix = |channel: usize| {
        let [low, high] = [below, below + 1].map(|stop| f64::from(VIRIDIS[stop][channel]));
        (low + part * (high - low)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The style sheet for dark screens identifies a colour by its code on white.
    #[test]
    fn no_two_colours_are_one_on_white() {
        let inks = (0..INKS).map(Colour::Ink);
        let shades = (0..=100).map(|part| Colour::Shade(f64::from(part) / 100.0));
        let all = [Colour::Paper, Colour::Text, Colour::Muted, Colour::Axis, Colour::Grid];
        let all: Vec<Colour> = all.into_iter().chain(inks).chain(shades).collect();
        let light: BTreeSet<String> = all.iter().map(|colour| colour.light()).collect();
        assert_eq!(light.len(), all.len());
    }

    #[test]
    fn colour_scales_end_away_from_the_paper() {
        assert_eq!(Colour::Shade(1.0).light(), "#440154");
        assert_eq!(Colour::Shade(1.0).dark(), "#fde725");
        assert_eq!(Colour::Shade(0.5).light(), "#21918c");
    }
}
