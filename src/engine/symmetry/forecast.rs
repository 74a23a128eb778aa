//! Estimates the duration of a search for classes before it starts.
//!
//! A random walk starts at the empty hand and adds one of the `f` allowed cards at each step.
//! Weighting it with the product of all `f/(k + 1)` gives an unbiased estimate of the number of
//! hands of each size (D. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
//! Computation 29, 1975). Most hands have no symmetry, so the number of classes is about |AGL(n,3)|
//! times smaller. The time per class is measured by extending hands of the walks.

use super::labelling::Labelling;
use super::{Family, Space, group_order};
use crate::card::Card;
use crate::random;
use crate::run::Instant;
use crate::stats::to_float;
use rand::Rng;

const WALKS: usize = 40;

/// The number of random walks whose hands are extended and timed.
const TIMED: usize = 8;

/// Estimated work for the hands of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The number of cards in the hands.
    pub cards: usize,
    /// The estimated number of classes; too small if most hands are symmetric.
    pub classes: f64,
    /// The estimated seconds for one thread to extend all classes by a card.
    pub seconds: f64,
}

/// Returns the estimated work for hands of 0, 1, 2, ... cards, up to `most`.
#[must_use]
pub fn forecast(space: &Space, family: Family, most: usize) -> Vec<Forecast> {
    let mut words = random::words(1, b"forecast classes", 0);
    let of_size = |cards| Forecast { cards, classes: 0.0, seconds: 0.0 };
    let mut sums: Vec<Forecast> = (0..=most).map(of_size).collect();
    for number in 0..WALKS {
        walk((space, family), number < TIMED, &mut words, &mut sums);
    }
    let order = to_float(group_order(space.deck()));
    let mean = |sum: f64, walks: usize| sum / order / to_float(walks as u128);
    for Forecast { classes, seconds, .. } in &mut sums {
        (*classes, *seconds) = (mean(*classes, WALKS), mean(*seconds, TIMED));
    }
    sums
}

/// Takes one random walk and adds, for each hand size, its estimate of the number of hands and, if
/// `is_timed`, of the time to extend them.
fn walk(
    (space, family): (&Space, Family),
    is_timed: bool,
    words: &mut impl Rng,
    sums: &mut [Forecast],
) {
    let (mut labelling, mut weight) = (Labelling::new(space), 1.0);
    let mut hand = Vec::new();
    for (sum, larger) in sums.iter_mut().zip(1_u128..) {
        sum.classes += weight;
        if is_timed {
            sum.seconds += weight * seconds_to_extend(space, family, &hand);
        }
        let open: Vec<Card> = labelling.open(family).collect();
        if open.is_empty() {
            return;
        }
        let point = open[random::index(open.len(), || words.next_u64())];
        labelling.push(point);
        hand.push(point);
        weight *= to_float(open.len() as u128) / to_float(larger);
    }
}

/// Measures the time in seconds for finding all extensions of a hand by one card.
fn seconds_to_extend(space: &Space, family: Family, hand: &[Card]) -> f64 {
    let mut labelling = Labelling::new(space);
    let class = labelling.class(hand);
    let started = Instant::now();
    std::hint::black_box(labelling.children(&class, family));
    started.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    #[test]
    fn walks_see_how_many_classes_there_are() {
        let space = Space::new(Deck::GAME);
        let forecast = forecast(&space, Family::Caps, 16);
        assert!(forecast.iter().map(|it| it.cards).eq(0..=16));
        // 2225 classes, 3,764,369,026,080 caps: nearly all without symmetry.
        let expected = 3_764_369_026_080.0 / 1_965_150_720.0;
        let classes = forecast[13].classes;
        assert!((0.5 * expected..2.0 * expected).contains(&classes), "{classes}");
        assert!(forecast[13].seconds > forecast[0].seconds);
    }

    /// Pins the values of the walks: if they change, so does the estimate before a listing.
    #[test]
    fn a_forecast_never_changes() {
        let forecast = forecast(&Space::new(Deck::GAME), Family::Caps, 14);
        let classes = [10, 12, 14].map(|cards| format!("{:.3}", forecast[cards].classes));
        assert_eq!(classes, ["160.618", "1147.985", "2090.045"]);
    }

    #[test]
    fn of_all_hands_the_number_is_known_at_once() {
        let space = Space::new(Deck::GAME);
        let forecast = forecast(&space, Family::Hands, 12);
        let expected = 70_724_320_184_700.0 / 1_965_150_720.0;
        assert!((forecast[12].classes / expected - 1.0).abs() < 1e-9);
    }
}
