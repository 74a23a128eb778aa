//! Conjugacy classes of the invertible matrices over the field of three elements.
//!
//! A matrix makes the space a module over the polynomials, and two matrices are conjugate if and
//! only if their modules are isomorphic. Such a module is a sum of cyclic modules, one for each
//! power `f^m` of a monic irreducible polynomial `f` other than `x`. So a class assigns a partition
//! (its exponents) to each `f`, such that the degrees add up to `n`. With `q = 3^(degree of f)`,
//! `m_i` parts equal to `i` and `l_i` parts that are at least `i`, the number of matrices that
//! commute with a matrix of the class is the product over all `f` of
//!
//! ```text
//! q^(l_1^2 + l_2^2 + ...) times the product over i, and over j = 1..m_i, of (1 - q^-j)
//! ```
//!
//! (Macdonald, "Symmetric functions and Hall polynomials", II.1.6 and IV.2). A test checks that the
//! classes together contain all matrices of GL(n,3).

use super::{AffineMap, ORIGIN};
use crate::card::Card;
use std::iter::{Product, successors};

/// Monic polynomial: the coefficients of 1, x, x^2, ..., without the leading 1.
type ModularPolynomial = Vec<usize>;

/// Returns, for each conjugacy class of GL(n,3), one matrix and the number of matrices that commute
/// with it.
pub(super) fn matrix_classes(dimension: usize) -> Vec<(AffineMap, u128)> {
    let mut classes = vec![(vec![ORIGIN], 1)];
    for polynomial in irreducible(dimension) {
        let extended = |class| with_powers(class, &polynomial, dimension);
        classes = classes.into_iter().flat_map(extended).collect();
    }
    // Drop the sums of modules that do not fill the dimension.
    let whole = classes.into_iter().filter(|(frame, _)| frame.len() == dimension + 1);
    let map =
        |frame: &[Card]| AffineMap::to_frame(frame).expect("companion matrices are invertible");
    whole.map(|(frame, commuting)| (map(&frame), commuting)).collect()
}

/// Conjugacy class of matrices of at most the full dimension: for one of its matrices, the images
/// of the origin and of the unit points 1, 3, 9, ..., and the number of matrices that commute with
/// it.
type Start = (Vec<Card>, u128);

/// Extends a class of smaller matrices by powers of a polynomial, in every possible way.
fn with_powers((frame, order): Start, polynomial: &[usize], dimension: usize) -> Vec<Start> {
    let (left, degree) = (dimension + 1 - frame.len(), polynomial.len());
    let with = |partition: Vec<usize>| {
        let mut frame = frame.clone();
        partition.iter().for_each(|&part| append(&mut frame, &power(polynomial, part)));
        (frame, order * commuting(pow(3, degree), &partition))
    };
    // A partition of s fills s times the degree of the polynomial.
    (0..=left / degree).flat_map(|size| partitions(size, size)).map(with).collect()
}

/// Returns the partitions of a number into parts of at most `most`; parts descend.
fn partitions(number: usize, most: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let with = |part: usize| {
        let others = partitions(number - part, part).into_iter();
        others.map(move |others| [vec![part], others].concat())
    };
    (1..=number.min(most)).flat_map(with).collect()
}

fn pow<T: Product + Copy>(number: T, exponent: usize) -> T {
    (0..exponent).map(|_| number).product()
}

/// Returns the number of automorphisms of the sum of cyclic modules with this partition as its
/// exponents, where `q` is 3^(degree of the polynomial).
fn commuting(q: u128, partition: &[usize]) -> u128 {
    let largest = partition.first().copied().unwrap_or(0);
    let at_least = |part: usize| partition.iter().filter(|&&other| other >= part).count();
    let (mut exponent, mut product) = (0, 1);
    for part in 1..=largest {
        let equal = at_least(part) - at_least(part + 1);
        // q^j (1 - q^-j) = q^j - 1 for each of them.
        exponent += at_least(part).pow(2) - equal * (equal + 1) / 2;
        product *= (1..=equal).map(|j| pow(q, j) - 1).product::<u128>();
    }
    pow(q, exponent) * product
}

/// Appends the companion matrix of a polynomial as a new block: each unit point goes to the next
/// one, and the last one to the point that makes the polynomial zero.
fn append(frame: &mut Vec<Card>, polynomial: &[usize]) {
    let first = frame.len() - 1;
    let unit = |place: usize| pow(3, first + place);
    frame.extend((1..polynomial.len()).map(unit).map(Card::at));
    let last = (0..).zip(polynomial).map(|(place, &value)| (3 - value) % 3 * unit(place)).sum();
    frame.push(Card::at(last));
}

/// Returns the monic irreducible polynomials of degree at most `most`, except `x`.
fn irreducible(most: usize) -> Vec<ModularPolynomial> {
    let mut found: Vec<ModularPolynomial> = Vec::new();
    for degree in 1..=most {
        let all = (0..pow(3, degree)).map(|number| digits(number, degree));
        let new: Vec<_> = all
            // Without a constant term, x is a divisor.
            .filter(|polynomial| polynomial[0] != 0)
            .filter(|polynomial| !found.iter().any(|divisor| divides(divisor, polynomial)))
            .collect();
        found.extend(new);
    }
    found
}

fn digits(number: usize, length: usize) -> ModularPolynomial {
    let powers = successors(Some(1), |power| Some(3 * power));
    powers.take(length).map(|power| number / power % 3).collect()
}

/// Returns whether a polynomial divides another one of higher degree.
fn divides(divisor: &[usize], polynomial: &[usize]) -> bool {
    let mut rest = polynomial.to_vec();
    // Polynomials are monic: the leading coefficient is not stored.
    rest.push(1);
    while rest.len() > divisor.len() {
        let highest = rest.pop().unwrap_or(0);
        let shift = rest.len() - divisor.len();
        for (place, &value) in divisor.iter().enumerate() {
            rest[shift + place] = (rest[shift + place] + (3 - highest) * value) % 3;
        }
    }
    rest.iter().all(|&value| value == 0)
}

fn power(polynomial: &[usize], exponent: usize) -> ModularPolynomial {
    let mut product = vec![1];
    for _ in 0..exponent {
        let mut next = vec![0; product.len() + polynomial.len()];
        for (place, &one) in product.iter().enumerate() {
            for (other, &two) in polynomial.iter().chain(&[1]).enumerate() {
                next[place + other] = (next[place + other] + one * two) % 3;
            }
        }
        product = next;
    }
    // The leading coefficient is 1 and is not stored.
    product.pop();
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irreducible_polynomials_are_as_many_as_gauss_counts() {
        // (1/d) times the sum of mu(d/e) 3^e over the divisors e of d, without x: OEIS A027376.
        let all = irreducible(6);
        let numbers = (1..=6).map(|degree| all.iter().filter(|f| f.len() == degree).count());
        assert!(numbers.eq([2, 3, 8, 18, 48, 116]));
    }

    #[test]
    fn the_classes_fill_the_group() {
        // The numbers of classes are OEIS A006952 (GL(n,3)).
        for (dimension, number) in [(1, 2), (2, 8), (3, 24), (4, 78), (5, 232), (6, 720)] {
            let classes = matrix_classes(dimension);
            assert_eq!(classes.len(), number, "dimension {dimension}");
            let points = pow(3_u128, dimension);
            let order: u128 = (0..dimension).map(|flat| points - pow(3, flat)).product();
            assert_eq!(classes.iter().map(|(_, commuting)| order / commuting).sum::<u128>(), order);
            assert!(classes.iter().all(|&(_, commuting)| order.is_multiple_of(commuting)));
        }
    }
}
