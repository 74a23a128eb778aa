//! Colours and sizes.
//!
//! The palette is that of M. Okabe and K. Ito, "Color Universal Design" (2008), which people with
//! any kind of colour vision can tell apart; its yellow, too pale for lines on white, has made room
//! for a grey. No series is told by its colour alone: markers differ, too.

/// Sizes of text.
pub(super) const TITLE: f64 = 23.0;
pub(super) const TEXT: f64 = 16.0;
pub(super) const TICK: f64 = 15.0;
pub(super) const LABEL: f64 = 14.0;

const LIGHT: [&str; INKS] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#6B6B6B"];
const DARK: [&str; INKS] =
    ["#86CAFA", "#E46144", "#22AD70", "#B67E99", "#E69F00", "#4185DF", "#FFFFFF", "#C4C5D4"];
/// The number of series that have colours of their own.
pub(super) const INKS: usize = 8;

/// Viridis, the colour map of matplotlib, at equal distances.
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

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Colour {
    Paper,
    Text,
    /// Text that is read second.
    Muted,
    Axis,
    Grid,
    /// The series of a number.
    Ink(usize),
    /// A share of the way along a colour scale; the far end stands out from the paper.
    Shade(f64),
}

impl Colour {
    /// The colour on white, as SVG writes it.
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

    /// The colour on nearly black.
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

    /// The style for dark screens knows a colour by its name on white.
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
