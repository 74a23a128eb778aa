//! Writes the random words of deals without end, for programs that test generators:
//!
//! ```text
//! cargo run --release -p setodds-engine --example words -- lanes | dieharder -a -g 200
//! ```
//!
//! `lanes` are the 16 generators in turn, `lane 3` is one of them alone, and `slice 2` is the third
//! 16 bits of every word, which a quarter of the deals use. The words are made as the scheme of
//! dealing describes them, with the blocks of hands of 12 cards, and no code of the engine.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::env;
use std::io::{self, Write};

const SEED: u64 = 1;
/// A block has 256 groups of deals. Twelve cards take some 13 steps, with those that are rejected.
const STEPS: usize = 256 * 13;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let part: fn(&[u64; 16], usize, &mut Vec<u8>) = match arguments.first().map(String::as_str) {
        Some("lanes") => {
            |words, _, bytes| words.iter().for_each(|it| bytes.extend(it.to_le_bytes()))
        }
        Some("lane") => |words, lane, bytes| bytes.extend(words[lane].to_le_bytes()),
        Some("slice") => |words, slice, bytes| {
            words.iter().for_each(|it| bytes.extend(&it.to_le_bytes()[2 * slice..2 * slice + 2]));
        },
        _ => return Err(usage()),
    };
    let number: usize =
        arguments.get(1).map_or(Ok(0), |it| it.parse()).map_err(io::Error::other)?;
    let most = if arguments[0] == "slice" { 3 } else { 15 };
    if number > most {
        return Err(usage());
    }
    let mut output = io::stdout().lock();
    for block in 0.. {
        let mut generators = of_block(block);
        let mut bytes = Vec::new();
        for _ in 0..STEPS {
            part(&generators.each_mut().map(Rng::next_u64), number, &mut bytes);
        }
        match output.write_all(&bytes) {
            // The program that reads has enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(())
}

fn usage() -> io::Error {
    io::Error::other("give lanes, lane 0 to 15, or slice 0 to 3")
}

fn of_block(block: u64) -> [Xoshiro256PlusPlus; 16] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&SEED.to_le_bytes());
    key[16..].copy_from_slice(b"setodds deals v1");
    let mut source = ChaCha8Rng::from_seed(key);
    source.set_stream(block);
    std::array::from_fn(|_| {
        let mut state = [0; 32];
        source.fill_bytes(&mut state);
        Xoshiro256PlusPlus::from_seed(state)
    })
}
