//! SHA-256 hashes of output files.

use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Writer that hashes the bytes that it passes on to another writer.
pub(crate) struct Hashed<'a> {
    pub(crate) to: &'a mut dyn Write,
    pub(crate) hash: Sha256,
}

impl<'a> Hashed<'a> {
    pub(crate) fn new(to: &'a mut dyn Write) -> Self {
        Self { to, hash: Sha256::new() }
    }
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Formats a hash as hexadecimal digits.
pub(crate) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
