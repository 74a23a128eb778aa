//! Maps of the deck onto itself that carry sets to sets, and hands that they carry into one another.
//!
//! A point of AG(n,3) is a number below 3^n, read as `n` digits in base 3; points are added digit by
//! digit modulo 3. The index of a card is its point. The maps of the space that carry lines to lines
//! are the affine maps, a linear map and a translation: they are the group AGL(n,3), of order
//! 3^n (3^n - 1)(3^n - 3)...(3^n - 3^(n-1)). Hands that such a map carries into one another are
//! a *class*: they have the same number of sets, the same largest cap, and so on, and there are
//! |AGL(n,3)|/s of them when `s` maps (the *stabilizer*) carry one of them into itself.
//!
//! [`linear`] lists linear maps, [`affine`] are the affine ones and the order of their group;
//! [`canonical`] finds for each hand the one that stands for its class, and with it the order of
//! the stabilizer; [`extension`] lists all classes, card by card; [`burnside`] counts them without
//! listing any, so that each listing is checked by a number that shares nothing with it; [`probing`] says
//! beforehand how long a listing takes.

pub mod affine;
pub mod burnside;
pub mod canonical;
mod colouring;
mod conjugacy;
pub mod extension;
mod flat;
mod form;
mod labelling;
pub mod levels;
pub mod linear;
pub mod probing;
mod space;

pub use canonical::Class;
pub use form::Form;
pub use linear::LinearMap;
pub use space::Space;

/// The sum of two points.
///
/// ```
/// use setodds_engine::symmetry::sum;
/// assert_eq!(sum(5, 4), 6); // 12 + 11 = 20
/// ```
#[must_use]
pub const fn sum(a: usize, b: usize) -> usize {
    let (mut a, mut b, mut place, mut total) = (a, b, 1, 0);
    while a > 0 || b > 0 {
        total += (a + b) % 3 * place;
        // Without carrying: what is added is the digits, one by one.
        (a, b) = (a / 3, b / 3);
        place *= 3;
    }
    total
}

/// The point that makes the sum of three points zero: the third of a line, if the two differ.
#[must_use]
pub const fn third(a: usize, b: usize) -> usize {
    let opposite = sum(a, b);
    sum(opposite, opposite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_digit_by_digit() {
        for (a, b, expected) in [(0, 0, 0), (1, 2, 0), (2, 2, 1), (26, 26, 13), (80, 1, 78)] {
            assert_eq!((sum(a, b), sum(b, a)), (expected, expected));
            assert_eq!(sum(sum(a, b), third(a, b)), 0);
        }
    }
}
