//! Ctrl-C: the first asks for an orderly end, the second ends at once.

use super::failure::{Failure, OrFail};
use setodds::run::Cancel;
use std::io::{self, IsTerminal, Write};

/// A request that Ctrl-C makes.
pub(crate) fn on_ctrl_c() -> Result<Cancel, Failure> {
    let cancel = Cancel::default();
    let request = cancel.clone();
    let mut asked = false;
    ctrlc::set_handler(move || {
        if asked {
            std::process::exit(130);
        }
        asked = true;
        request.request();
        // On a terminal it would tear the progress bar, and the end comes in an instant.
        if !io::stderr().is_terminal() {
            let _ = writeln!(
                io::stderr(),
                "stopping after the running blocks; Ctrl-C again stops at once"
            );
        }
    })
    .or_failed()?;
    Ok(cancel)
}
