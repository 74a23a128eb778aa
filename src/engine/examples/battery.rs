//! Tests of random words that dieharder lacks and the batteries of `TestU01` have (L'Ecuyer and
//! Simard 2007): linear complexity of single bits, ranks of large matrices, birthday spacings.
//!
//! ```text
//! cargo run --release -p setodds-engine --example words -- lanes |
//!     cargo run --release -p setodds-engine --example battery
//! ```

use setodds_engine::stats::Ratio;
use setodds_engine::stats::goodness::{Fit, chi_square};
use setodds_engine::tally::Tally;
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut error = None;
    let mut word = || {
        let mut bytes = [0; 8];
        error = error.take().or(input.read_exact(&mut bytes).err());
        u64::from_le_bytes(bytes)
    };
    let results = all(&mut word);
    error.map_or(Ok(()), Err)?;
    let mut output = io::stdout().lock();
    writeln!(output, "test,chi_square,degrees_of_freedom,p")?;
    results.into_iter().try_for_each(|(test, fit)| {
        let Fit { chi_square, degrees_of_freedom, p_value, .. } = fit;
        writeln!(output, "{test},{chi_square:.2},{degrees_of_freedom},{p_value:.4}")
    })
}

/// Every test with its result.
fn all(word: &mut impl FnMut() -> u64) -> Vec<(String, Fit)> {
    let mut results = Vec::new();
    for bit in [0, 1, 31, 32, 62, 63] {
        for length in [2_000, 50_000] {
            let fit = complexities(bit, length, 20_000_000 / length, word);
            results.push((format!("linear complexity of {length} times bit {bit}"), fit));
        }
    }
    for (size, matrices) in [(64, 200_000), (320, 20_000), (1280, 1_000)] {
        let fit = ranks(size, matrices, &mut *word);
        results.push((format!("rank of {size} x {size} bits"), fit));
    }
    for bit in [0, 63] {
        let mut bits = || (0..64).fold(0, |all, at| all | (word() >> bit & 1) << at);
        results.push((format!("rank of 512 x 512 times bit {bit}"), ranks(512, 400, &mut bits)));
    }
    for (words, first, bits) in SPACINGS {
        let fit = spacings(words, first, bits, 200, word);
        let name = format!("birthday spacings of {words} words from bit {first} on {bits} bits");
        results.push((name, fit));
    }
    results
}

/// Words of a birthday, the first bit of each that is used, and how many bits are.
const SPACINGS: [(u32, u32, u32); 8] = [
    (1, 0, 64),
    (2, 0, 32),
    (2, 32, 32),
    (4, 0, 16),
    (4, 48, 16),
    (8, 28, 8),
    (16, 0, 4),
    (64, 0, 1),
];

/// How well a tally fits probabilities.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a probability as a multiple of 2^-60"
)]
fn fit(tally: &Tally, exact: impl Iterator<Item = f64>) -> Fit {
    const UNIT: u128 = 1 << 60;
    let exact: Vec<Ratio> = exact.map(|it| Ratio::new((it * UNIT as f64) as u128, UNIT)).collect();
    chi_square(tally, &exact).expect("at least two cells expect enough")
}

/// A power of 1/2.
fn half_to(power: i32) -> f64 {
    (0..power).fold(1.0, |it, _| it / 2.0)
}

/// A bit of successive words obeys linear recurrences no shorter than by chance. Half of the length
/// and `t` more are needed with probability 2^-2t for `t > 0`, else 2^(2t - 1) (Rueppel 1986).
fn complexities(bit: u32, length: usize, runs: usize, word: &mut impl FnMut() -> u64) -> Fit {
    const AROUND: i32 = 25;
    let mut tally = Tally::default();
    for _ in 0..runs {
        let bits: Vec<bool> = (0..length).map(|_| word() >> bit & 1 == 1).collect();
        let least = (length / 2).saturating_sub(AROUND as usize);
        tally.record(linear_complexity(&bits).saturating_sub(least).min(2 * AROUND as usize));
    }
    let law = |t: i32| if t > 0 { 2 * t } else { 1 - 2 * t };
    fit(&tally, (-AROUND..=AROUND).map(|t| half_to(law(t))))
}

/// The length of the shortest linear recurrence (Berlekamp and Massey).
fn linear_complexity(bits: &[bool]) -> usize {
    let all = bits.len();
    let mut backwards = vec![0_u64; all / 64 + 2];
    for (at, _) in bits.iter().rev().enumerate().filter(|(_, bit)| **bit) {
        backwards[at / 64] |= 1 << (at % 64);
    }
    let mut recurrence = vec![0_u64; all / 64 + 2];
    recurrence[0] = 1;
    let mut before = recurrence.clone();
    let (mut length, mut changed) = (0, 0);
    for at in 0..all {
        let first = all - 1 - at;
        let used = recurrence[..=length / 64].iter().enumerate();
        let differences = used.map(|(word, bits)| bits & from_bit(&backwards, first + 64 * word));
        if differences.fold(0, |sum, it| sum ^ it).count_ones() % 2 == 1 {
            let old = (2 * length <= at).then(|| recurrence.clone());
            add_shifted(&mut recurrence, &before, at + 1 - changed);
            if let Some(old) = old {
                (length, changed, before) = (at + 1 - length, at + 1, old);
            }
        }
    }
    length
}

/// 64 bits from a bit on; zeros beyond the end.
fn from_bit(words: &[u64], first: usize) -> u64 {
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    let (at, shift) = (first / 64, first % 64);
    word(at) >> shift | (word(at + 1) << 1 << (63 - shift))
}

/// Adds a polynomial times a power of the variable.
fn add_shifted(sum: &mut [u64], added: &[u64], power: usize) {
    let (words, shift) = (power / 64, power % 64);
    let mut carried = 0;
    for (sum, &added) in sum.iter_mut().skip(words).zip(added) {
        *sum ^= added << shift | carried;
        carried = added >> 1 >> (63 - shift);
    }
}

/// Square matrices of random bits lack `d` of their full rank with probability
/// 2^-d² (1 - 2^-(d+1)) (1 - 2^-(d+2)) ... / (1 - 1/2) ... (1 - 2^-d).
fn ranks(size: usize, runs: usize, word: &mut impl FnMut() -> u64) -> Fit {
    let mut tally = Tally::default();
    for _ in 0..runs {
        let mut row = || (0..size / 64).map(|_| word()).collect::<Vec<u64>>();
        tally.record(size - rank((0..size).map(|_| row()).collect()));
    }
    let less = |i: i32| 1.0 - half_to(i);
    let law = |d: i32| {
        let product: f64 = (d + 1..100).map(less).product();
        half_to(d * d) * product / (1..=d).map(less).product::<f64>()
    };
    fit(&tally, (0..8).map(law))
}

fn rank(mut rows: Vec<Vec<u64>>) -> usize {
    let mut rank = 0;
    for column in 0..64 * rows[0].len() {
        let has = |row: &Vec<u64>| row[column / 64] >> (column % 64) & 1 == 1;
        let Some(pivot) = (rank..rows.len()).find(|&row| has(&rows[row])) else { continue };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        for row in below.iter_mut().filter(|row| has(row)) {
            let cells = row[column / 64..].iter_mut().zip(&above[rank][column / 64..]);
            cells.for_each(|(to, from)| *to ^= from);
        }
        rank += 1;
    }
    rank
}

/// Of `n` random days in a year of `k`, n³/4k spacings or so are equal to a smaller one: a Poisson
/// law (Marsaglia 1985).
fn spacings(words: u32, first: u32, bits: u32, runs: usize, word: &mut impl FnMut() -> u64) -> Fit {
    let year_bits = words * bits;
    let birthdays = 1_usize << year_bits.div_ceil(3);
    let mut tally = Tally::default();
    for _ in 0..runs {
        let mut birthday = || {
            (0..words).fold(0_u64, |day, _| {
                let part = word() >> first & (u64::MAX >> (64 - bits));
                day.unbounded_shl(bits) | part
            })
        };
        let mut days: Vec<u64> = (0..birthdays).map(|_| birthday()).collect();
        days.sort_unstable();
        let (earliest, latest) = (days[0], days[birthdays - 1]);
        let year_end = earliest.wrapping_sub(latest) & (u64::MAX >> (64 - year_bits));
        let mut between: Vec<u64> = days.windows(2).map(|pair| pair[1] - pair[0]).collect();
        between.push(year_end);
        between.sort_unstable();
        tally.record(between.windows(2).filter(|pair| pair[0] == pair[1]).count());
    }
    // From 1/4 to 1.
    let mean = 0.25 * f64::from(1_u32 << (3 * year_bits.div_ceil(3) - year_bits));
    let poisson = (1..60).scan(libm::exp(-mean), |next, value| {
        let this = *next;
        *next *= mean / f64::from(value);
        Some(this)
    });
    fit(&tally, poisson)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn good_words_pass() {
        let mut random = ChaCha8Rng::from_seed([1; 32]);
        let mut words = || random.next_u64();
        for fit in [
            complexities(5, 1_000, 300, &mut words),
            ranks(128, 300, &mut words),
            spacings(2, 10, 16, 300, &mut words),
        ] {
            assert!(fit.p_value > 0.01, "{fit:?}");
        }
    }

    #[test]
    fn weak_words_fail() {
        let mut state = 1_u64;
        // Marsaglia 2003, xorshift: linear.
        let mut linear = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        assert!(complexities(0, 2_000, 100, &mut linear).p_value < 1e-9);
        assert!(ranks(320, 100, &mut linear).p_value < 1e-9);
        let mut sum = 0_u64;
        let mut weyl = || {
            sum = sum.wrapping_add(0x9e37_79b9_7f4a_7c15);
            sum
        };
        assert!(spacings(1, 32, 32, 10, &mut weyl).p_value < 1e-9);
    }
}
