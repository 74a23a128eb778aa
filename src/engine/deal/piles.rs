//! Dealing of many cards to 64 deals at a time, from explicit piles.
//!
//! For few cards it is fastest to compare positions without storing a pile
//! ([`super::lane_dealer`]); but that takes a comparison for each pair of draws, thousands for a
//! whole deck. So here each deal has its own pile. The piles are interleaved: for each position,
//! the 64 cards of the deals are adjacent. A draw is one swap in each pile. Swaps in a single pile
//! are slow because each waits for the previous one; the 64 piles are independent, so their swaps
//! overlap.
//!
//! # Cost
//!
//! For whole decks of 81 cards: 81 draws at 33 vector operations (as in [`super::lane_dealer`], but
//! with computing the index into the piles instead of narrowing), which is 42 operations or 21
//! cycles per deck with AVX-512; and 80 swaps of three loads and two stores, ideally about two
//! cycles each: 180 cycles per deck.

use super::draws::Bound;
use super::generators::Generators;
use crate::card::Card;
use crate::lanes::{Element, LANES, Lanes};
use crate::pack::Pack;

/// Piles of the cards that are left to deal in 64 deals, interleaved.
#[derive(Clone, Debug)]
pub(super) struct Piles<W> {
    /// The initial piles of 64 deals, copied to `piles` before each group of deals. The length is a
    /// power of two, so that a mask keeps an index in bounds.
    full: Vec<W>,
    piles: Vec<W>,
    /// For each draw, the index of the drawn card in `piles`.
    places: Vec<Lanes<u16>>,
    cards: Vec<Lanes<W>>,
    /// The number of cards in an initial pile.
    size: usize,
}

impl<W: Element> Piles<W> {
    /// Creates piles from which `cards` cards are dealt; `written` encodes a card as a number.
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

    /// Deals 64 hands from the initial piles; returns the first cards of all hands, their second
    /// cards, and so on.
    #[inline(always)]
    pub(super) fn deal(&mut self, bounds: &[Bound], generators: &mut Generators) -> &[Lanes<W>] {
        let lanes = Lanes::from_fn(|lane| u16::try_from(lane).expect("there are 64 lanes"));
        // A local copy keeps the states in registers: through the reference they would be stored
        // and loaded at each draw.
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

/// Takes a card from each pile at the given index and fills the gap with the last card of the pile.
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
