//! Colours and sizes.
//!
//! The palette is that of M. Okabe and K. Ito, "Color Universal Design" (2008), which people with
//! any kind of colour vision can tell apart; its yellow, too pale for lines on white, has made room
//! for a grey. No series is told by its colour alone: markers differ, too.

/// Where the colours of a picture come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Dark on white.
    #[default]
    Light,
    /// Light on nearly black.
    Dark,
}

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
    /// Text on a share of the way along a colour scale.
    OnShade(f64),
    /// A share of the way along a colour scale; the far end stands out from the paper.
    Shade(f64),
}

impl Look {
    /// A colour as SVG writes it.
    pub(super) fn colour(self, colour: Colour) -> String {
        let choice = |light: &str, dark: &str| match self {
            Self::Light => light.to_owned(),
            Self::Dark => dark.to_owned(),
        };
        match colour {
            Colour::Paper => choice("#ffffff", "#161a1f"),
            Colour::Text => choice("#1b1b1b", "#ececec"),
            Colour::OnShade(share) => {
                let is_dark = (share > 0.5) != (self == Self::Dark);
                if is_dark { "#ffffff" } else { "#1b1b1b" }.to_owned()
            }
            Colour::Muted => choice("#555555", "#b9bec4"),
            Colour::Axis => choice("#444444", "#b5b5b5"),
            Colour::Grid => choice("#e4e4e4", "#32383f"),
            Colour::Ink(ink) => {
                let ink = ink % INKS;
                choice(LIGHT[ink], DARK[ink])
            }
            Colour::Shade(share) => viridis(if self == Self::Dark { share } else { 1.0 - share }),
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

    #[test]
    fn colour_scales_end_away_from_the_paper() {
        assert_eq!(Look::Light.colour(Colour::Shade(1.0)), "#440154");
        assert_eq!(Look::Dark.colour(Colour::Shade(1.0)), "#fde725");
        assert_eq!(Look::Light.colour(Colour::Shade(0.5)), "#21918c");
    }
}
