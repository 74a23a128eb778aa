//! Many cards of 64 deals at a time, from piles.
//!
//! For the first cards of a deck it is best to compare places, without any pile
//! ([`super::lane_dealer`]); but that costs a comparison for each two draws, and a whole deck has
//! thousands of them. So here each deal has a pile, and the piles lie side by side: place by place,
//! and at each place 64 cards, one of each deal. A draw is one exchange in each pile. The piles are
//! independent, so none of the 64 exchanges waits for another one; that wait makes the exchanges of
//! a single pile slow.
//!
//! # Cost
//!
//! For whole decks of 81 cards: 81 draws at 33 vector operations (as in [`super::lane_dealer`], but
//! with the place among the piles instead of narrowing), 42 operations or 21 cycles a deck with
//! AVX-512; and 80 exchanges of three loads and two stores, two cycles each where two stores start
//! in a cycle and nothing else is in the way: 180 cycles a deck.

use super::draws::Bound;
use super::generators::Generators;
use crate::card::Card;
use crate::lanes::{Element, LANES, Lanes};
use crate::pack::Pack;

/// The piles of 64 deals.
#[derive(Clone, Debug)]
pub(super) struct Piles<W> {
    /// The piles before anything was drawn, and while they are drawn from. There is room for a
    /// power of two, so that a place is kept inside by a mask.
    full: Vec<W>,
    piles: Vec<W>,
    /// Where the card of each draw lies among the piles.
    places: Vec<Lanes<u16>>,
    cards: Vec<Lanes<W>>,
    /// The cards of a full pile.
    size: usize,
}

impl<W: Element> Piles<W> {
    /// The piles of some cards, from which `cards` cards are drawn. A function says how each is
    /// written.
    pub(super) fn new(pack: &Pack, cards: usize, written: impl Fn(Card) -> W) -> Self {
        let mut full = vec![W::default(); pack.size().next_power_of_two() * LANES];
        for (pile, card) in full.chunks_exact_mut(LANES).zip(pack.cards()) {
            pile.fill(written(card));
        }
        Self {
            piles: full.clone(),
            full,
            places: vec![Lanes::default(); cards],
            cards: vec![Lanes::default(); cards],
            size: pack.size(),
        }
    }

    /// Draws from full piles: the first cards of all deals, their second cards, ...
    #[inline(always)]
    pub(super) fn deal(&mut self, bounds: &[Bound], generators: &mut Generators) -> &[Lanes<W>] {
        let lanes = Lanes::from_fn(|lane| u16::try_from(lane).expect("there are 64 lanes"));
        // Through the reference, the states would be stored and loaded at each draw.
        let mut local = generators.clone();
        for (places, bound) in self.places.iter_mut().zip(bounds) {
            *places = bound.draw(&mut local).zip(&lanes, |draw, lane| draw * 64 + lane);
        }
        *generators = local;
        self.piles.copy_from_slice(&self.full);
        let lasts = (0..self.size).rev();
        for ((cards, places), last) in self.cards.iter_mut().zip(&self.places).zip(lasts) {
            exchange(&mut self.piles, places, last, cards);
        }
        &self.cards
    }
}

/// Takes the card at a place of each pile, which the last card of the pile fills.
#[inline(always)]
fn exchange<W: Element>(piles: &mut [W], places: &Lanes<u16>, last: usize, cards: &mut Lanes<W>) {
    let inside = piles.len().wrapping_sub(1);
    if piles.is_empty() {
        return;
    }
    for lane in 0..LANES {
        let place = usize::from(places.0[lane]) & inside;
        cards.0[lane] = piles[place];
        piles[place] = piles[(last * LANES + lane) & inside];
    }
}
