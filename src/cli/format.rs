//! The forms of a result.

use crate::report::columns::{RenderTarget, unbroken};
use crate::report::result::Report;
use setodds_engine::named_enum;
use std::io::{self, Write};
use std::path::Path;

named_enum! {
    /// The form of a result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Format: "form" {
        /// For people.
        Table = "table",
        /// For programs: tidy CSV.
        Csv = "csv",
        /// For programs: one JSON document.
        Json = "json",
        /// For a README: tables, and the command that made them.
        Markdown = "markdown",
    }
}

impl Format {
    /// The endings of files, each with the form that it asks for.
    pub(crate) const ENDINGS: [(&str, Self); 4] =
        [("csv", Self::Csv), ("json", Self::Json), ("md", Self::Markdown), ("txt", Self::Table)];

    /// The form that the name of a file asks for.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_ascii_lowercase();
        let known = Self::ENDINGS.into_iter().find(|(known, _)| ending == *known);
        known.map(|(_, format)| format)
    }

    /// Writes a report in this form.
    pub(crate) fn write(
        self,
        report: &Report,
        target: RenderTarget,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Table => report.write_text(target, to),
            Self::Csv => report.write_csv(None, to),
            Self::Json => report.write_json(to),
            Self::Markdown => {
                let mut text = Vec::new();
                report.write_text(RenderTarget::Markdown, &mut text)?;
                let text = String::from_utf8(text).map_err(io::Error::other)?;
                to.write_all(unbroken(&text).as_bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_choose_the_form() {
        let cases = [
            ("a.csv", Some(Format::Csv)),
            ("b/a.JSON", Some(Format::Json)),
            ("README.md", Some(Format::Markdown)),
            ("a.txt", Some(Format::Table)),
            ("a.dat", None),
            ("csv", None),
        ];
        for (name, format) in cases {
            assert_eq!(Format::of_name(Path::new(name)), format, "{name}");
        }
    }
}
