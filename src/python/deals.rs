//! Dealt hands as bytes.

use super::run::{self, scoped};
use super::{error, pack};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use setodds::card::Deck;
use setodds::deal::{DealsError, Seed, deal_block, deals_per_block};
use setodds::hand::Pack;
use setodds::hand::sizes::Sizes;
use setodds::run::{StopFlag, ThreadPool};
use std::sync::Mutex;

/// The most bytes that are dealt at once: 4 GiB.
const MOST_BYTES: u64 = 1 << 32;

/// Deals `n` hands: the numbers of their cards, a byte each, hand after hand.
#[pyfunction]
pub(super) fn deals<'py>(
    py: Python<'py>,
    n: u64,
    cards: usize,
    seed: u64,
    features: usize,
    without: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let pack = pack(Deck::new(features).map_err(error)?, without)?;
    let size = bytes(n, cards, &pack)?;
    let pool = run::pool(threads)?;
    PyByteArray::new_with(py, size, |bytes| {
        let fill = |stop: &StopFlag| fill(bytes, (pack, cards), Seed(seed), &pool, stop);
        scoped(py, &|| Ok(()), fill)
    })
}

/// The bytes that the hands take, if they can be dealt.
fn bytes(n: u64, cards: usize, pack: &Pack) -> PyResult<usize> {
    pack.serve(Sizes::one(cards)).map_err(error)?;
    if n == 0 {
        return Err(error(DealsError::NoDeals));
    }
    if cards == 0 {
        return Err(error("hands of 0 cards have no bytes; give at least one card"));
    }
    if pack.deck().size() > 1 << u8::BITS {
        return Err(error(format!(
            "a card of a deck of {} features does not fit into a byte; give at most 5 features",
            pack.deck().features()
        )));
    }
    let size = n.checked_mul(cards as u64).filter(|&size| size <= MOST_BYTES);
    size.and_then(|size| size.try_into().ok()).ok_or_else(|| {
        error(format!(
            "{n} hands of {cards} cards are more than 4 GiB; deal at most {} at once, and more \
             with other seeds",
            MOST_BYTES / cards as u64
        ))
    })
}

/// Deals block by block, on all threads, until it is asked to stop.
fn fill(
    bytes: &mut [u8],
    (pack, cards): (Pack, usize),
    seed: Seed,
    pool: &ThreadPool,
    stop: &StopFlag,
) {
    let length = deals_per_block(cards) as usize * cards;
    let blocks: Vec<_> = (0..).zip(bytes.chunks_mut(length)).map(Mutex::new).collect();
    pool.map(&blocks, |block| {
        let (number, bytes) = &mut *block.lock().expect("no other thread has the block");
        if stop.is_requested() {
            return;
        }
        let deals = (bytes.len() / cards) as u64;
        let mut hands = bytes.chunks_exact_mut(cards);
        deal_block(seed, *number, pack, cards, deals, |hand| {
            let bytes = hands.next().into_iter().flatten();
            bytes.zip(hand).for_each(|(byte, card)| *byte = card.index() as u8);
        });
    });
}
