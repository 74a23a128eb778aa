//! The hands of a race, and everyone's way through them.

use super::{Entrant, LEAST, Race, RaceError, Stage, Timing, measurer, proceed};
use crate::card::Card;
use crate::deal::{
    Deals, DealtHands, Engine, Histogram, LaneCounter, Simulation, counter, deal_block,
    deals_per_block,
};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::Sizes;
use crate::lanes::InstructionSet;
use crate::run::{Blocks, Cancel, Crew, Job, Kernel, Partial, Plan, Silent};
use crate::tally::Tally;
use std::time::{Duration, Instant};

/// Counts a step and says whether to go on.
type Step<'a> = &'a mut dyn FnMut() -> Result<(), RaceError>;

/// A race that is ready.
pub(super) struct Contest<'a> {
    race: &'a Race,
    cancel: &'a Cancel,
    entrants: Vec<Ready>,
    /// The cards of all hands, a block each.
    hands: Vec<Vec<Card>>,
}

/// An entrant with all it needs.
struct Ready {
    entrant: Entrant,
    counting: Counting,
    whole: Simulation,
}

enum Counting {
    Scalar(Box<dyn Detector>),
    Lanes(InstructionSet, Box<dyn LaneCounter>),
}

impl Ready {
    fn new(entrant: Entrant, race: &Race) -> Result<Self, RaceError> {
        let Entrant { strategy, engine } = entrant;
        let (deck, cards) = (race.deck, race.cards);
        let cannot = || RaceError::CannotCount(entrant, cards);
        let measurer = measurer(strategy, deck, cards).map_err(|_| cannot())?;
        let whole = Simulation::new(measurer, race.seed, race.hands)?.driven_by(engine)?;
        let counting = match engine {
            Engine::Scalar => Counting::Scalar(strategy.detector(deck, cards)),
            Engine::Lanes(set) => {
                let counter = counter(strategy, deck, &Sizes::one(cards), false);
                Counting::Lanes(set, counter.ok_or_else(cannot)?)
            }
        };
        Ok(Self { entrant, counting, whole })
    }
}

impl<'a> Contest<'a> {
    pub(super) fn new(race: &'a Race, cancel: &'a Cancel) -> Result<Self, RaceError> {
        let entrants = race.entrants.iter().map(|&entrant| Ready::new(entrant, race));
        let entrants = entrants.collect::<Result<_, _>>()?;
        let deal = |(block, deals)| {
            let mut cards = Vec::new();
            let see = |hand: &[Card]| cards.extend_from_slice(hand);
            deal_block(race.seed, block, race.deck, race.cards, deals, see);
            proceed(cancel).map(|()| cards)
        };
        let hands = race.blocks().map(deal).collect::<Result<_, _>>()?;
        Ok(Self { race, cancel, entrants, hands })
    }

    /// What everyone finds, hand by hand: the same as the definition, or an error.
    pub(super) fn verify(&self, step: Step<'_>) -> Result<u64, RaceError> {
        let oracle = Strategy::Naive.detector(self.race.deck, self.race.cards);
        let expected = checksum(self.scalar(oracle.as_ref()));
        proceed(self.cancel)?;
        for Ready { entrant, counting, .. } in &self.entrants {
            let found = match counting {
                Counting::Scalar(detector) => checksum(self.scalar(detector.as_ref())),
                Counting::Lanes(set, counter) => {
                    let blocks = self.deal_lanes(counter.as_ref());
                    checksum(blocks.flat_map(|dealt| dealt.each(*set)).map(usize::from))
                }
            };
            proceed(self.cancel)?;
            if found != expected {
                return Err(RaceError::Disagrees { entrant: *entrant, expected, found });
            }
            step()?;
        }
        Ok(expected)
    }

    fn scalar(&self, detector: &dyn Detector) -> impl Iterator<Item = usize> {
        // Once a stop was asked for, nobody wants the rest.
        let blocks = self.hands.iter().take_while(|_| !self.cancel.is_requested());
        let hands = blocks.flat_map(|cards| cards.chunks_exact(self.race.cards));
        hands.map(|hand| detector.count(hand))
    }

    fn deal_lanes<'c>(
        &self,
        counter: &'c dyn LaneCounter,
    ) -> impl Iterator<Item = Box<dyn DealtHands + 'c>> {
        let seed = self.race.seed;
        self.race.blocks().map(move |(block, deals)| counter.deal(Deals { seed, block, deals }))
    }

    /// The counting of every entrant as a kernel, over hands that it finds ready.
    fn detections(&self) -> Vec<Detection<'_>> {
        self.entrants.iter().map(|ready| self.detection(ready)).collect()
    }

    fn detection<'c>(&'c self, ready: &'c Ready) -> Detection<'c> {
        let job = Job::new("race").with("entrant", ready.entrant);
        let plan = Plan::new(job, u128::from(self.race.hands), deals_per_block(self.race.cards));
        let hands = match &ready.counting {
            Counting::Scalar(detector) => Hands::Scalar {
                detector: detector.as_ref(),
                hands: &self.hands,
                cards: self.race.cards,
            },
            Counting::Lanes(set, counter) => {
                Hands::Lanes(*set, self.deal_lanes(counter.as_ref()).collect())
            }
        };
        Detection { plan, hands }
    }

    /// Times everyone in turn, as often as the race wants.
    pub(super) fn time(&self, crews: &[Crew], step: Step<'_>) -> Result<Vec<Timing>, RaceError> {
        let detections = self.detections();
        let mut heats = Vec::new();
        for (crew, threads) in crews.iter().zip(&self.race.threads) {
            for stage in Stage::ALL {
                for (ready, detection) in self.entrants.iter().zip(&detections) {
                    let cancel = self.cancel;
                    let heat = Heat { crew, cancel, stage, ready, detection };
                    let passes = heat.passes_that_fill(LEAST)?;
                    step()?;
                    let (entrant, threads) = (ready.entrant, threads.count());
                    let timing = Timing { entrant, threads, stage, nanoseconds: Vec::new() };
                    heats.push((heat, passes, timing));
                }
            }
        }
        for _ in 0..self.race.repeats {
            for (heat, passes, timing) in &mut heats {
                let hands = self.race.hands.saturating_mul(u64::from(*passes));
                timing.nanoseconds.push(nanoseconds_each(heat.run(*passes)?, hands));
                step()?;
            }
        }
        Ok(heats.into_iter().map(|(_, _, timing)| timing).collect())
    }
}

/// One entrant in one stage with one number of threads.
struct Heat<'a> {
    crew: &'a Crew,
    cancel: &'a Cancel,
    stage: Stage,
    ready: &'a Ready,
    detection: &'a Detection<'a>,
}

impl Heat<'_> {
    /// How long it takes to go over all hands so often.
    fn run(&self, passes: u32) -> Result<Duration, RaceError> {
        let started = Instant::now();
        for _ in 0..passes {
            match self.stage {
                Stage::Detection => run(self.crew, self.detection, self.cancel)?,
                Stage::Whole => run(self.crew, &self.ready.whole, self.cancel)?,
            }
        }
        Ok(started.elapsed())
    }

    /// A number of passes that takes about so long; the way to it warms everything up.
    fn passes_that_fill(&self, least: Duration) -> Result<u32, RaceError> {
        let once = self.run(1)?.max(Duration::from_nanos(1));
        let passes = least.as_nanos().div_ceil(once.as_nanos());
        Ok(u32::try_from(passes).unwrap_or(u32::MAX))
    }
}

fn run<K: Kernel>(crew: &Crew, kernel: &K, cancel: &Cancel) -> Result<(), RaceError> {
    let plan = kernel.plan();
    let (all, mut partial) = (Blocks::below(plan.blocks()), Partial::new(plan.clone()));
    crew.execute_blocks(kernel, &all, &mut partial, cancel, &Silent)?;
    std::hint::black_box(partial);
    proceed(cancel)
}

fn nanoseconds_each(time: Duration, hands: u64) -> f64 {
    time.as_secs_f64() * 1e9 / crate::stats::to_float(u128::from(hands))
}

/// Counting the sets of hands that are there.
struct Detection<'a> {
    plan: Plan,
    hands: Hands<'a>,
}

enum Hands<'a> {
    Scalar { detector: &'a dyn Detector, hands: &'a [Vec<Card>], cards: usize },
    Lanes(InstructionSet, Vec<Box<dyn DealtHands + 'a>>),
}

impl Kernel for Detection<'_> {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn run(&self, block: u64) -> Tally {
        let block = usize::try_from(block).unwrap_or(usize::MAX);
        let mut tally = Tally::default();
        match &self.hands {
            Hands::Scalar { detector, hands, cards } => {
                let hands = hands[block].chunks_exact(*cards);
                hands.for_each(|hand| tally.record(detector.count(hand)));
            }
            Hands::Lanes(set, dealt) => {
                let found = dealt[block].count(*set);
                found
                    .sets
                    .iter()
                    .flat_map(Histogram::iter)
                    .for_each(|(n, hands)| tally.add(n, hands));
            }
        }
        tally
    }
}

/// FNV-1a over the numbers of sets, hand by hand.
fn checksum(sets: impl Iterator<Item = usize>) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    sets.fold(BASIS, |hash, sets| (hash ^ sets as u64).wrapping_mul(PRIME))
}
