//! Colours, shapes and sizes.
//!
//! The palette is that of M. Okabe and K. Ito, "Color Universal Design" (2008), which people with
//! any kind of colour vision can tell apart; its yellow, too pale for lines on white, has made room
//! for a grey. No series is told by its colour alone: shapes differ, too.

use kuva::plot::colormap::ColorMap;
use kuva::plot::scatter::MarkerShape;
use kuva::render::theme::Theme;

/// The theme in which a chart is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Dark on white.
    #[default]
    Light,
    /// Light on nearly black.
    Dark,
}

/// Sizes of text.
pub(super) const TITLE: u32 = 23;
pub(super) const TEXT: u32 = 16;
pub(super) const LABEL: u32 = 14;

const LIGHT: [&str; 8] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F"];
const DARK: [&str; 8] =
    ["#56B4E9", "#E8743B", "#12B886", "#D98CB7", "#E69F00", "#4A90D9", "#FFFFFF", "#9E9E9E"];
const SHAPES: [MarkerShape; 8] = [
    MarkerShape::Circle,
    MarkerShape::Diamond,
    MarkerShape::Square,
    MarkerShape::Triangle,
    MarkerShape::TriangleDown,
    MarkerShape::Plus,
    MarkerShape::Cross,
    MarkerShape::Pentagon,
];

/// The shape of a number of a series.
pub(super) fn shape(ink: usize) -> MarkerShape {
    SHAPES[ink % SHAPES.len()]
}

impl Look {
    pub(super) fn theme(self) -> Theme {
        match self {
            Self::Light => Theme {
                background: "#ffffff".into(),
                text_color: "#1b1b1b".into(),
                axis_color: "#444444".into(),
                tick_color: "#444444".into(),
                grid_color: "#e4e4e4".into(),
                ..Theme::light()
            },
            Self::Dark => Theme {
                background: "#161a1f".into(),
                text_color: "#ececec".into(),
                axis_color: "#b5b5b5".into(),
                tick_color: "#b5b5b5".into(),
                grid_color: "#32383f".into(),
                ..Theme::dark()
            },
        }
    }

    /// The colour of a number of a series.
    pub(super) fn ink(self, ink: usize) -> &'static str {
        let palette = if self == Self::Light { LIGHT } else { DARK };
        palette[ink % palette.len()]
    }

    /// Text that is there for those who look twice.
    pub(super) fn muted(self) -> &'static str {
        if self == Self::Light { "#555555" } else { "#b9bec4" }
    }

    /// A colour for a share of the way along a scale; the far end stands out from the paper.
    pub(super) fn shade(self, share: f64) -> String {
        let share = share.clamp(0.0, 1.0);
        ColorMap::Viridis.map(if self == Self::Light { 1.0 - share } else { share })
    }
}
