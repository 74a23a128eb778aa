//! The example of the library's front page, built without the command line.
#![expect(clippy::print_stdout, reason = "a program answers")]

fn main() -> Result<(), setodds::SimulationError> {
    let result = setodds::Simulation::new(12).deals(10_000).seed(1).run()?;
    println!("no set in {:.2} % of deals", 100.0 * result.no_set().value());
    Ok(())
}

/// Imports every public name of the crate root, so that the build fails if one is missing.
#[expect(unused_imports, reason = "they need only be there")]
mod names {
    use setodds::{
        Arrival, Card, CardError, Confidence, Deck, DeckError, Detector, Games, GamesError, Hand,
        HandError, Interval, Invalid, Key, Layout, Measure, Measures, Pack, PackError, PlayedGames,
        Policy, Ratio, Rules, Seed, Simulated, Simulation, SimulationError, Statistic, Strategy,
        Tallied, Tally, UnknownName, WhenStuck, interval, known,
    };
}
