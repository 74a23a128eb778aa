//! Looks for complete caps of some number of points of AG(5,3) or AG(6,3) by simulated annealing:
//!
//! ```text
//! cargo run --release -p setodds-engine --example small-caps -- 5 28 100
//! ```
//!
//! The words are the dimension, the number of points, and perhaps how many searches there are (100)
//! and a seed (1). Each search draws a random affine map of prime order or the identity, and begins
//! with random orbits of it that have so many points in all. A step swaps one of them for another
//! of its size. It may make a line or uncover points, the more seldom the longer the search goes
//! on. What is found is complete; where nothing is found, there may still be something.

#![expect(clippy::disallowed_methods, reason = "no result is promised for a seed")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "decks have at most 729 cards"
)]

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use setodds_engine::card::{Card, Deck};
use setodds_engine::symmetry::AffineMap;
use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::{iter, mem};

/// The prime orders of affine maps of five dimensions, and the identity.
const ORDERS: [usize; 6] = [1, 2, 3, 5, 11, 13];
/// Steps of a search.
const STEPS: u32 = 400_000;
/// What a point costs that two others cover, if it is in the set; an uncovered point costs 1.
const LINE: i32 = 2;

fn main() -> io::Result<()> {
    let numbers: Result<Vec<usize>, _> = env::args().skip(1).map(|it| it.parse()).collect();
    let Ok(&[dimension, points, ref options @ ..]) = numbers.as_deref() else {
        return Err(io::Error::other("give the dimension, points, perhaps searches and a seed"));
    };
    if !(5..=6).contains(&dimension) || !(1..=112).contains(&points) {
        return Err(io::Error::other("the dimension is 5 or 6, and a cap has 1 to 112 points"));
    }
    let deck = Deck::new(dimension).map_err(io::Error::other)?;
    let (searches, seed) = match *options {
        [] => (100, 1),
        [searches] => (searches, 1),
        [searches, seed, ..] => (searches, seed),
    };
    let mut key = [0; 32];
    key[..8].copy_from_slice(&(seed as u64).to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    let mut output = io::stdout().lock();
    // For each order of the map: how many searches ended with each cost.
    let mut ends: BTreeMap<(usize, i32), u32> = BTreeMap::new();
    for _ in 0..searches {
        let order = *ORDERS.choose(&mut random).expect("six orders");
        let Some(mut search) = Annealing::new(deck, points, order, &mut random) else { continue };
        search.run(&mut random);
        *ends.entry((order, search.cost)).or_default() += 1;
        if search.cost == 0 {
            writeln!(output, "found: {:?}, order {order}", search.points)?;
        }
    }
    writeln!(output, "order,cost,searches")?;
    for ((order, cost), searches) in ends {
        writeln!(output, "{order},{cost},{searches}")?;
    }
    Ok(())
}

/// A set of orbits on its way to a complete cap.
struct Annealing {
    /// The third point on the line through two.
    third: Vec<Vec<u16>>,
    orbits: Vec<Vec<u16>>,
    chosen: Vec<usize>,
    others: Vec<usize>,
    points: Vec<u16>,
    /// Whether a point is in the set.
    is_in: Vec<bool>,
    /// How many pairs of other points of the set cover a point.
    covered: Vec<i32>,
    cost: i32,
}

impl Annealing {
    /// Random orbits of a random map of prime order, or of the identity, with so many points in
    /// all; none if its orbits of one size are too few.
    fn new(deck: Deck, points: usize, order: usize, random: &mut impl Rng) -> Option<Self> {
        let cards: Vec<Card> = deck.cards().collect();
        let third = |a: &Card| cards.iter().map(|b| a.third(*b).index() as u16).collect();
        let third = cards.iter().map(third).collect();
        let mut orbits = orbits(&map_of_order(deck, order, random), &cards);
        orbits.shuffle(random);
        let fixed = orbits.iter().filter(|it| it.len() == 1).count();
        let alone = (0..=fixed.min(points)).filter(|it| match order {
            1 => *it == points,
            _ => (points - it).is_multiple_of(order),
        });
        let alone: Vec<usize> = alone.collect();
        let alone = *alone.choose(random)?;
        let mut left = [alone, (points - alone) / order];
        let (chosen, others) = (0..orbits.len()).partition(|&it| {
            let left = &mut left[usize::from(orbits[it].len() > 1)];
            let taken = *left > 0;
            *left -= usize::from(taken);
            taken
        });
        let mut search = Self {
            third,
            orbits,
            chosen,
            others,
            points: Vec::new(),
            is_in: vec![false; cards.len()],
            covered: vec![0; cards.len()],
            cost: cards.len() as i32,
        };
        search.chosen.clone().into_iter().for_each(|orbit| search.add(orbit));
        (left == [0, 0]).then_some(search)
    }

    /// Swaps orbits until nothing is left to mend or the steps are over.
    fn run(&mut self, random: &mut impl Rng) {
        for step in 0..STEPS {
            if self.cost == 0 {
                return;
            }
            let out = random.random_range(0..self.chosen.len());
            let into = random.random_range(0..self.others.len());
            let (leaving, coming) = (self.chosen[out], self.others[into]);
            if self.orbits[leaving].len() != self.orbits[coming].len() {
                continue;
            }
            let before = self.cost;
            self.remove(leaving);
            self.add(coming);
            // From 2 down to 0.2.
            let temperature = 2.0 * (-2.3 * f64::from(step) / f64::from(STEPS)).exp();
            let rise = f64::from(self.cost - before) / temperature;
            if rise > 0.0 && random.random::<f64>() >= (-rise).exp() {
                self.remove(coming);
                self.add(leaving);
            } else {
                (self.chosen[out], self.others[into]) = (coming, leaving);
            }
        }
    }

    fn add(&mut self, orbit: usize) {
        for index in 0..self.orbits[orbit].len() {
            let point = self.orbits[orbit][index];
            self.cover_with(point, 1);
            self.points.push(point);
            self.change(point, 0, true);
        }
    }

    fn remove(&mut self, orbit: usize) {
        for index in 0..self.orbits[orbit].len() {
            let point = self.orbits[orbit][index];
            let at = self.points.iter().position(|&it| it == point).expect("it was added");
            self.points.swap_remove(at);
            self.change(point, 0, false);
            self.cover_with(point, -1);
        }
    }

    /// Adds to how often points are covered by this one and those of the set.
    fn cover_with(&mut self, point: u16, times: i32) {
        for index in 0..self.points.len() {
            let covered = self.third[usize::from(point)][usize::from(self.points[index])];
            self.change(covered, times, self.is_in[usize::from(covered)]);
        }
    }

    fn change(&mut self, point: u16, times: i32, is_in: bool) {
        let point = usize::from(point);
        self.cost -= cost(self.is_in[point], self.covered[point]);
        self.covered[point] += times;
        self.is_in[point] = is_in;
        self.cost += cost(is_in, self.covered[point]);
    }
}

/// What a point costs that some pairs of other points cover.
fn cost(is_in: bool, covered: i32) -> i32 {
    if is_in { LINE * covered } else { i32::from(covered == 0) }
}

/// A random affine map of prime order, or the identity.
fn map_of_order(deck: Deck, order: usize, random: &mut impl Rng) -> Vec<Card> {
    let cards: Vec<Card> = deck.cards().collect();
    let power = |map: &[Card], times: usize| {
        (0..times).fold(cards.clone(), |all, _| all.iter().map(|it| map[it.index()]).collect())
    };
    loop {
        let frame: Vec<Card> = cards.sample(random, deck.features() + 1).copied().collect();
        let Some(map) = AffineMap::to_frame(&frame) else { continue };
        let map: Vec<Card> = cards.iter().map(|&it| map.image(it)).collect();
        // Orders of affine maps of up to six dimensions have few prime factors.
        let mut orders = (1..=2_000).scan(cards.clone(), |all, times| {
            *all = all.iter().map(|it| map[it.index()]).collect();
            Some((times, *all == cards))
        });
        let whole = orders.find_map(|(times, is_identity)| is_identity.then_some(times));
        if let Some(whole) = whole.filter(|it| it % order == 0) {
            return power(&map, whole / order);
        }
    }
}

/// The orbits of a map, given by its images.
fn orbits(map: &[Card], cards: &[Card]) -> Vec<Vec<u16>> {
    let mut seen = vec![false; cards.len()];
    let mut orbits = Vec::new();
    for &card in cards {
        let orbit = iter::successors(Some(card), |it| Some(map[it.index()]));
        let orbit: Vec<u16> = orbit
            .map(Card::index)
            .take_while(|&it| !mem::replace(&mut seen[it], true))
            .map(|it| it as u16)
            .collect();
        if !orbit.is_empty() {
            orbits.push(orbit);
        }
    }
    orbits
}
