//! Colours as people with a kind of colour blindness see them, and how far they are apart.
//!
//! The simulation is that of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
//! Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), at full severity;
//! the distance is CIEDE2000, after G. Sharma, W. Wu and E. N. Dalal (2005).

#![expect(clippy::disallowed_methods, reason = "a test: the last digits do not matter")]

use super::theme::{Colour, INKS};

type Xyz = [f64; 3];

const KINDS: [(&str, [Xyz; 3]); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn linear(colour: &str) -> Xyz {
    [1, 3, 5].map(|place| {
        let part = f64::from(u8::from_str_radix(&colour[place..place + 2], 16).unwrap()) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(rows: &[Xyz; 3], colour: Xyz) -> Xyz {
    rows.map(|row| row.iter().zip(colour).map(|(factor, part)| factor * part).sum())
}

/// A colour in the space CIELAB, as some people see it.
fn lab(colour: &str, kind: &[Xyz; 3]) -> Xyz {
    const XYZ: [Xyz; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    const WHITE: Xyz = [0.950_47, 1.0, 1.088_83];
    let seen = times(kind, linear(colour)).map(|part| part.clamp(0.0, 1.0));
    let xyz = times(&XYZ, seen);
    let root = |place: usize| {
        let part = xyz[place] / WHITE[place];
        if part > 216.0 / 24389.0 { part.cbrt() } else { (24389.0 / 27.0 * part + 16.0) / 116.0 }
    };
    let [x, y, z] = [0, 1, 2].map(root);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000.
fn distance([l1, a1, b1]: Xyz, [l2, a2, b2]: Xyz) -> f64 {
    let seventh = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt();
    let mean = f64::midpoint(a1.hypot(b1), a2.hypot(b2));
    let stretch = 1.0 + 0.5 * (1.0 - seventh(mean));
    let polar = |a: f64, b: f64| {
        let a = stretch * a;
        (a.hypot(b), if a.hypot(b) > 0.0 { b.atan2(a).to_degrees().rem_euclid(360.0) } else { 0.0 })
    };
    let ((c1, h1), (c2, h2)) = (polar(a1, b1), polar(a2, b2));
    let turn = match h2 - h1 {
        _ if c1 * c2 <= 0.0 => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let hue = match h1 + h2 {
        sum if c1 * c2 <= 0.0 => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let cosine = |degrees: f64| degrees.to_radians().cos();
    let (light, chroma) = (f64::midpoint(l1, l2) - 50.0, f64::midpoint(c1, c2));
    let weight =
        1.0 - 0.17 * cosine(hue - 30.0) + 0.24 * cosine(2.0 * hue) + 0.32 * cosine(3.0 * hue + 6.0)
            - 0.20 * cosine(4.0 * hue - 63.0);
    let by_light = (l2 - l1) / (1.0 + 0.015 * light.powi(2) / (20.0 + light.powi(2)).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let by_hue =
        2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * weight);
    let angle = (60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp()).to_radians();
    let rotation = -2.0 * seventh(chroma) * angle.sin();
    let square = by_light.powi(2) + by_chroma.powi(2) + by_hue.powi(2);
    (square + rotation * by_chroma * by_hue).sqrt()
}

#[test]
fn distances_are_those_of_the_published_pairs() {
    // Sharma, Wu and Dalal, table 1: pairs 1, 4, 7, 17 and 25.
    for (one, other, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ] {
        let found = distance(one, other);
        assert!((found - expected).abs() < 1e-4, "{one:?} {other:?}: {found}");
    }
}

/// Fails unless all kinds of colour vision tell each of some colours from each other one.
pub(crate) fn assert_apart(colours: &[&str], what: &str) {
    for (name, kind) in &KINDS {
        for (place, one) in colours.iter().enumerate() {
            for other in &colours[..place] {
                let apart = distance(lab(one, kind), lab(other, kind));
                assert!(apart >= 10.0, "{what}, {name}: {one} and {other}: {apart:.1}");
            }
        }
    }
}

/// L* of CIELAB, from 0 for black to 100 for white.
pub(crate) fn lightness(colour: &str) -> f64 {
    lab(colour, &KINDS[0].1)[0]
}

#[test]
fn all_kinds_of_colour_vision_tell_series_apart() {
    for (paper, colour) in
        [("white", Colour::light as fn(Colour) -> String), ("black", Colour::dark)]
    {
        let inks: Vec<String> = (0..INKS).map(|ink| colour(Colour::Ink(ink))).collect();
        let inks: Vec<&str> = inks.iter().map(String::as_str).collect();
        assert_apart(&inks, paper);
    }
}

#[test]
fn parts_of_bars_are_told_apart_in_grey() {
    for colour in [Colour::light, Colour::dark] {
        let shade = |part: u32| colour(Colour::Shade(f64::from(part) / 8.0));
        let lightness: Vec<f64> = (0..9).map(|part| lightness(&shade(part))).collect();
        let steps = lightness.windows(2).map(|pair| (pair[0] - pair[1]).abs());
        assert!(steps.fold(f64::INFINITY, f64::min) > 4.0, "{lightness:?}");
    }
}
