//! Truncated, changed and forged files.

use super::{file, part, read, simulation, text};
use crate::cli::saved::Saved;
use crate::measure::Key;
use crate::run::{Blocks, Kernel, Partial, Plan};
use crate::tally::Tallies;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Adds a valid checksum to a content, as a forger would.
pub(super) fn sealed(body: &str) -> Vec<u8> {
    let hash: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}sha256 {hash}\n").into_bytes()
}

/// Returns a valid file without its checksum, with its plan and its partial result.
fn body() -> (String, Plan, Partial<Tallies<Key>>) {
    static BODY: LazyLock<(String, Plan, Partial<Tallies<Key>>)> = LazyLock::new(|| {
        let simulation = simulation(1);
        let partial = part(&simulation, &Blocks::below(2));
        let content = String::from_utf8(text(&partial, None)).unwrap();
        let body = content[..content.rfind("sha256 ").unwrap()].to_owned();
        (body, simulation.plan().clone(), partial)
    });
    BODY.clone()
}

#[test]
fn every_changed_byte_is_found() {
    let (body, plan, partial) = body();
    let good = sealed(&body);
    assert_eq!(read(&good, &plan).unwrap(), partial);
    for place in 0..good.len() {
        for change in [0x01, 0x20, 0x80] {
            let mut changed = good.clone();
            changed[place] ^= change;
            assert!(read(&changed, &plan).is_err(), "byte {place} ^ {change}");
        }
    }
}

#[test]
fn every_cut_is_found() {
    let (body, plan, _) = body();
    let good = sealed(&body);
    for end in 0..good.len() {
        assert!(read(&good[..end], &plan).is_err(), "cut after {end} bytes");
    }
    let longer = [&good[..], b"\n"].concat();
    assert!(read(&longer, &plan).is_err());
    let twice = [&good[..], &good[..]].concat();
    assert!(read(&twice, &plan).is_err());
}

#[test]
fn forged_claims_are_refused() {
    let (body, plan, _) = body();
    let huge = u128::MAX.to_string();
    let forged = [
        ("finished 0-1", "finished 0-1000000000000000000"),
        ("finished 0-1", "finished 1-0"),
        ("finished 0-1", "finished 0-1 1-2"),
        ("finished 0-1", "finished 0-18446744073709551615"),
        ("finished 0-1", "finished"),
        ("block 16384", "block 0"),
        ("block 16384", "block 1"),
        ("units 150000", "units 340282366920938463463374607431768211455"),
        ("units 150000", "units -1"),
        ("shard whole", "shard 3/2"),
        ("shard whole", "share whole"),
        ("result, format 2", "result, format 1"),
        ("spent [", "spent [["),
        ("spent [", "spent [{},"),
        ("spent [", "time ["),
        ("\"threads\":2", "\"threads\":-2"),
        ("\"units\":9", &format!("\"units\":{huge}")),
        ("command [", "command [["),
        ("tally 12 sets:", "tally 12 nothing:"),
        ("tally 12 sets:", "short 12 sets:"),
        ("tally 12 sets:", "other 12 sets:"),
        ("tally 12 sets:", "tally 12 sets: x"),
        ("tally 12 sets:", &format!("tally 12 sets: {huge}")),
        ("tally 12 sets:", "tally 12 sets: 1\ntally 12 sets:"),
    ];
    for (old, new) in forged {
        assert!(body.contains(old), "{old}");
        let result = read(&sealed(&body.replace(old, new)), &plan);
        assert!(result.is_err(), "{new}: {result:?}");
    }
}

#[test]
fn what_is_no_file_or_another_one_is_told() {
    let message = |content: &[u8]| Saved::open(file(content).path()).unwrap_err().to_string();
    for foreign in [&b""[..], b"features,cards\n", b"\x89PNG\r\n\x1a\n\xff\xff", &[0; 1000]] {
        assert!(message(foreign).contains("is not a partial result of setodds"), "{foreign:?}");
    }
    assert!(message(b"setodds partial result, format 3\n").contains("does not know: `format 3`"));
    for format in
        [&b"setodds partial result, format 1\n"[..], b"setodds partial result, format 2\n"]
    {
        assert!(message(format).contains("its end is missing"));
    }
    let directory = tempfile::tempdir().unwrap();
    let directory_itself = Saved::open(directory.path()).unwrap_err().to_string();
    assert!(directory_itself.contains("is not a regular file"), "{directory_itself}");
    let nothing = Saved::open(&directory.path().join("none")).unwrap_err().to_string();
    assert!(nothing.contains("cannot be read"), "{nothing}");
}

proptest! {
    /// Reading any content ends without a panic, and an accepted result can be used.
    #[test]
    fn anything_can_be_read(
        lines in prop::collection::vec("[ -~]{0,40}", 0..12),
        kept in 0_usize..10,
        sealed_well in any::<bool>(),
    ) {
        let (body, plan, _) = body();
        let mut content: String = body.lines().take(kept).map(|line| format!("{line}\n")).collect();
        content.extend(lines.iter().map(|line| format!("{line}\n")));
        let bytes = if sealed_well { sealed(&content) } else { content.into_bytes() };
        if let Ok(partial) = read(&bytes, &plan) {
            prop_assert!(partial.units_done() <= plan.units());
            prop_assert!(partial.tally().iter().all(|(_, tally)| tally.total() < 1 << 110));
        }
    }

    /// A valid file with replaced numbers is refused, or is a result that can be used.
    #[test]
    fn numbers_can_be_anything(
        place in 0_usize..40,
        number in any::<u128>(),
        small in any::<bool>(),
    ) {
        let (body, plan, _) = body();
        let number = if small { number % 100 } else { number };
        let starts = body.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
        let starts: Vec<usize> =
            starts.filter(|&at| at == 0 || !body.as_bytes()[at - 1].is_ascii_digit()).collect();
        let start = starts[place % starts.len()];
        let digits = body[start..].bytes().take_while(u8::is_ascii_digit).count();
        let forged = format!("{}{number}{}", &body[..start], &body[start + digits..]);
        if let Ok(mut partial) = read(&sealed(&forged), &plan) {
            let twice = partial.clone();
            let is_empty = partial.units_done() == 0;
            prop_assert_eq!(partial.merge(twice).is_ok(), is_empty);
            prop_assert!(partial.units_done() <= plan.units());
        }
    }
}
