//! Memory as schedulers count it.

use std::str::FromStr;

/// Memory in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory(u64);

/// Text that is not a valid size of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid amount of memory; write it like 512M or 2G (powers of 1024)")]
pub(super) struct MemoryError(String);

impl Memory {
    /// What a pod gets where nothing is said: far more than a shard of `simulate` or `play` needs.
    pub(super) const USUAL: Self = Self(512);

    /// MiB.
    pub(super) fn mebibytes(self) -> u64 {
        self.0
    }
}

impl FromStr for Memory {
    type Err = MemoryError;

    /// Slurm's 2G and the 2Gi of Kubernetes are the same.
    fn from_str(text: &str) -> Result<Self, MemoryError> {
        let error = || MemoryError(text.to_owned());
        let plain = text.strip_suffix("iB").or_else(|| text.strip_suffix(['i', 'B']));
        let plain = plain.unwrap_or(text);
        let unit = plain.chars().last().ok_or_else(error)?;
        let factor = match unit.to_ascii_uppercase() {
            'M' => 1,
            'G' => 1 << 10,
            'T' => 1 << 20,
            _ => return Err(error()),
        };
        let number: u32 = plain[..plain.len() - 1].parse().map_err(|_| error())?;
        if number == 0 { Err(error()) } else { Ok(Self(u64::from(number) * factor)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_slurm_and_kubernetes() {
        for (text, expected) in [
            ("512M", 512),
            ("2G", 2048),
            ("2Gi", 2048),
            ("2GiB", 2048),
            ("2GB", 2048),
            ("1t", 1 << 20),
        ] {
            assert_eq!(text.parse(), Ok(Memory(expected)), "{text}");
        }
        for text in ["", "2", "G", "-1G", "1.5G", "0G", "2Q", "é", "2é"] {
            assert!(text.parse::<Memory>().is_err(), "{text}");
        }
    }
}
