//! `setodds plot`: plots CSV files.

use crate::cli::command::CommandArgs;
use crate::cli::csv_file::CsvFile;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::names;
use crate::cli::output::{Destination, is_stdout, write_files, write_to_stdout};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::table::recorded;
use crate::hand::sizes::Sizes;
use crate::report::chart::{Chart, ChartKind, Options, svg};
use crate::report::recognise::CsvText;
use crate::report::result::Report;
use crate::report::show::chart;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds plot sets.csv -o sets.svg -o sets.png  for a page and for a paper
  setodds plot sets.csv --cards 12 --log -o 12.svg
  setodds plot sets.csv exact.csv --kind no-set  simulated and exact in one
  setodds plot caps.csv --x cards --y caps,classes --log -o caps.svg
  setodds odds 3-21 | setodds plot - > odds.svg";

/// Draw a CSV as SVG or PNG.
///
/// Draws distributions, the tables stages, leftover, extra-deals, largest-table and rounds of
/// play, and CSVs of bench, extremes, caps and classes --count; --x and --y draw columns of any
/// CSV. Files of the same table share one picture.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PlotArgs {
    /// The CSVs, all of the same table; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write to FILE, a .svg or .png
    ///
    /// Repeatable. Without it, a pipe gets SVG.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    #[arg(long, value_name = "KIND", default_value_t,
          value_parser = names::of::<ChartKind>(ChartKind::NAMES),
          help = kind_help(), long_help = KINDS, hide_default_value = true)]
    kind: ChartKind,
    /// Logarithmic y axis
    #[arg(long)]
    log: bool,
    /// Column for the x axis, with --y
    #[arg(long, value_name = "COLUMN", requires = "y", hide_short_help = true)]
    x: Option<String>,
    /// Columns for the y axis, one or a list
    #[arg(
        long,
        value_name = "COLUMN",
        value_delimiter = ',',
        value_parser = trimmed,
        requires = "x",
        hide_short_help = true
    )]
    y: Vec<String>,
    /// Only these hand sizes: 12, 3-21, or 12,15,18
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    /// Only this measure, such as largest-cap
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    measure: Option<String>,
    /// Title [default: by the table]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,
}

const KINDS: &str = "\
The kind of picture [default: by the table]

For distributions: `bars` (up to 12 hand sizes), `map` (a heat map), `quantiles` or `no-set` by \
hand size. For bench: `threads` (speed-up).";

fn kind_help() -> String {
    format!("The kind of picture: {}", ChartKind::NAMES[1..].join(", "))
}

/// Format of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

/// Trims a list item, so that spaces may follow the commas of a list.
#[expect(clippy::unnecessary_wraps, reason = "the parser of an option")]
fn trimmed(word: &str) -> Result<String, String> {
    Ok(word.trim().to_owned())
}

impl CommandArgs for PlotArgs {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        let mut files = Files::reading(&self.files);
        self.paths().try_for_each(|path| files.write(path, "a result"))?;
        Ok(files)
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        self.refuse_a_terminal()?;
        let targets = self.targets()?;
        let csvs = CsvFile::read_all(&self.files, context)?;
        let sources: Vec<CsvText<'_>> = csvs.iter().map(CsvFile::as_text).collect();
        let options = Options {
            kind: self.kind,
            log: self.log,
            cards: self.cards.clone(),
            measure: self.measure.clone(),
            columns: self.x.clone().map(|x| (x, self.y.clone())),
            level: recorded(&self.files, &csvs, context),
        };
        let mut chart = chart(&sources, &options).or_usage()?;
        chart.title = self.title.clone().unwrap_or(chart.title);
        write_files(&targets, |form, to| form.write(&chart, to), str::to_owned).or_failed()?;
        if self.output.is_empty() || self.output.iter().any(|path| is_stdout(path)) {
            write_to_stdout(svg(&chart).as_bytes())?;
        }
        let written: Vec<String> = targets.iter().flat_map(Destination::names).collect();
        if !written.is_empty() {
            context.note(format_args!("wrote {}", written.join(", ")));
        }
        Ok(Report::default())
    }
}

impl PlotArgs {
    /// Refuses to print SVG to a terminal, unless `-o -` is given.
    fn refuse_a_terminal(&self) -> Result<(), Failure> {
        if !self.output.is_empty() || !io::stdout().is_terminal() {
            return Ok(());
        }
        let named = self.files.iter().find(|file| *file != Path::new("-"));
        let name = named.map_or("picture.svg".into(), |file| file.with_extension("svg"));
        Err(usage_error!(
            "a terminal shows no pictures; name a file, like `-o {}`, or use a pipe",
            name.display()
        ))
    }

    /// Returns the files to write with their picture formats, after a check that they can be
    /// written.
    fn targets(&self) -> Result<Vec<Destination<Form>>, Failure> {
        self.paths().map(|path| Destination::new(Form::of(path)?, path)).collect()
    }

    /// Returns the file names of `-o`, except stdout.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.output.iter().filter(|path| !is_stdout(path))
    }
}

impl Form {
    /// Returns the picture format of a file by its file name extension.
    fn of(path: &Path) -> Result<Self, Failure> {
        let ending =
            path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(usage_error!(
                "`{}`: pictures are SVG or PNG; name a file that ends in .svg or .png",
                path.display()
            )),
        }
    }

    fn write(self, chart: &Chart, to: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Svg => to.write_all(svg(chart).as_bytes()),
            Self::Png => to.write_all(&png(chart)?),
        }
    }
}

#[cfg(feature = "plots")]
fn png(chart: &Chart) -> io::Result<Vec<u8>> {
    crate::report::chart::png(chart).map_err(io::Error::other)
}

#[cfg(not(feature = "plots"))]
fn png(_: &Chart) -> io::Result<Vec<u8>> {
    Err(io::Error::other("this program was built without PNG (feature `plots`); write SVG"))
}
