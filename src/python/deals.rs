//! Deals hands into byte arrays for Python.

use super::run::run_scoped;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use setodds::cards::{Purpose, ReadOptions, read_hands};
use setodds_engine::card::Deck;
use setodds_engine::deal::{DealsError, Seed, deal_block, deals_per_block};
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::pack::Pack;
use setodds_engine::run::{StopFlag, ThreadPool, Threads};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Mutex;

/// Maximum number of bytes dealt at once: 4 GiB.
const MAX_BYTES: u64 = 1 << 32;

/// Deals `n` hands and returns an array with a byte for each card number, hand after hand.
#[pyfunction]
pub(super) fn deals<'py>(
    py: Python<'py>,
    n: &str,
    cards: &str,
    seed: &str,
    features: &str,
    without: Option<&str>,
    threads: Option<&str>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let deck = Deck::new(number(features, "features")?).map_err(error)?;
    let (n, cards, seed) = (number(n, "hands")?, number(cards, "cards")?, seed.parse());
    let seed: Seed = seed.map_err(error)?;
    let pack = pack(deck, without)?;
    let size = bytes(n, cards, &pack)?;
    let threads = threads.map(|it| number::<NonZeroUsize>(it, "threads")).transpose()?;
    let pool = ThreadPool::new(threads.map_or_else(Threads::available, Threads::new));
    let pool = pool.map_err(error)?;
    PyByteArray::new_with(py, size, |bytes| {
        run_scoped(py, |stop| fill(bytes, (pack, cards), seed, &pool, stop))
    })
}

/// Converts an error into a Python exception with the same message.
fn error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the deck without the cards listed in a text, in the notation that the command `find`
/// reads.
fn pack(deck: Deck, without: Option<&str>) -> PyResult<Pack> {
    let Some(text) = without else { return Ok(deck.into()) };
    let options = ReadOptions { purpose: Purpose::List, ..ReadOptions::default() };
    let written = read_hands([text], deck, &options).map_err(error)?;
    if let Some(doubt) = written.doubt {
        return Err(error(doubt));
    }
    Pack::without(deck, written.inputs[0].cards()).map_err(error)
}

/// Parses a number that Python passes as text; `of` names the number in errors.
fn number<T: FromStr>(text: &str, of: &str) -> PyResult<T> {
    text.parse().map_err(|_| error(format!("`{text}` is not a valid number of {of}")))
}

/// Returns the size of `n` hands in bytes, one byte per card, or an error if they cannot be dealt.
fn bytes(n: u64, cards: usize, pack: &Pack) -> PyResult<usize> {
    pack.check_sizes(Sizes::one(cards)).map_err(error)?;
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
    let size = n.checked_mul(cards as u64).filter(|&size| size <= MAX_BYTES);
    size.and_then(|size| size.try_into().ok()).ok_or_else(|| {
        error(format!(
            "{n} hands of {cards} cards are more than 4 GiB; deal at most {} at once, and more \
             with other seeds",
            MAX_BYTES / cards as u64
        ))
    })
}

/// Deals all blocks of hands on all threads, or stops early when requested.
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
