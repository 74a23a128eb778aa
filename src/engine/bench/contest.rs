//! The hands of a race, and everyone's way through them.

use super::{Entrant, LEAST, Race, RaceError, Stage, Timing, measurer, proceed};
use crate::card::Card;
use crate::deal::{
    DealtHands, Engine, Histogram, LaneCounter, LaneWorker, Simulation, counter, deal_block,
};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::Sizes;
use crate::lanes::InstructionSet;
use crate::run::{Job, Kernel, Partial, Plan, StopFlag, ThreadPool};
use crate::tally::Tally;
use std::time::{Duration, Instant};

/// Counts a step and says whether to go on.
type Step<'a> = &'a mut dyn FnMut() -> Result<(), RaceError>;

/// A race that is ready.
pub(super) struct Contest<'a> {
    race: &'a Race,
    cancel: &'a StopFlag,
    entrants: Vec<Ready>,
    /// The cards of all hands, a block each.
    hands: Vec<Vec<Card>>,
}

/// An entrant with all it needs.
struct Ready {
    entrant: Entrant,
    counting: Counting,
}

enum Counting {
    Scalar(Box<dyn Detector>),
    Lanes(InstructionSet, Box<dyn LaneCounter>),
}

impl Ready {
    fn new(entrant: Entrant, race: &Race) -> Result<Self, RaceError> {
        let Entrant { strategy, engine } = entrant;
        let (deck, cards) = (race.deck, race.cards);
        let counting = match engine {
            Engine::Scalar => Counting::Scalar(strategy.detector(deck, cards)),
            Engine::Lanes(set) => {
                let counter = counter(strategy, deck, &Sizes::one(cards), false);
                Counting::Lanes(set, counter.ok_or(RaceError::CannotCount(entrant, cards))?)
            }
        };
        Ok(Self { entrant, counting })
    }
}

impl<'a> Contest<'a> {
    pub(super) fn new(race: &'a Race, cancel: &'a StopFlag) -> Result<Self, RaceError> {
        let entrants = race.entrants.iter().map(|&entrant| Ready::new(entrant, race));
        let entrants = entrants.collect::<Result<_, _>>()?;
        let deal = |(block, deals)| {
            let mut cards = Vec::new();
            let see = |hand: &[Card]| cards.extend_from_slice(hand);
            deal_block(race.seed, block, race.deck, race.cards, deals, see);
            proceed(cancel).map(|()| cards)
        };
        let hands = (0..).zip(race.blocks()).map(deal).collect::<Result<_, _>>()?;
        Ok(Self { race, cancel, entrants, hands })
    }

    /// What everyone finds, hand by hand: the same as the definition, or an error.
    pub(super) fn verify(&self, step: Step<'_>) -> Result<u64, RaceError> {
        let oracle = Strategy::Naive.detector(self.race.deck, self.race.cards);
        let expected = checksum(self.scalar(oracle.as_ref()));
        proceed(self.cancel)?;
        for Ready { entrant, counting } in &self.entrants {
            let found = match counting {
                Counting::Scalar(detector) => checksum(self.scalar(detector.as_ref())),
                Counting::Lanes(set, counter) => {
                    let dealt = self.deal_lanes(counter.as_ref());
                    let blocks = self.race.blocks().into_iter().enumerate();
                    let each = blocks.flat_map(|(block, hands)| dealt.each(*set, block, hands));
                    checksum(each.map(usize::from))
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

    fn deal_lanes<'c>(&self, counter: &'c dyn LaneCounter) -> Box<dyn DealtHands + 'c> {
        counter.deal(self.race.seed, &self.race.blocks())
    }

    /// The hands as every entrant wants them.
    fn prepared(&self) -> Vec<Hands<'_>> {
        let prepared = self.entrants.iter().map(|ready| match &ready.counting {
            Counting::Scalar(detector) => Hands::Scalar {
                detector: detector.as_ref(),
                hands: &self.hands,
                cards: self.race.cards,
            },
            Counting::Lanes(set, counter) => Hands::Lanes(*set, self.deal_lanes(counter.as_ref())),
        });
        prepared.collect()
    }

    /// Times everyone in turn, as often as the race wants.
    pub(super) fn time(
        &self,
        pools: &[ThreadPool],
        step: Step<'_>,
    ) -> Result<Vec<Timing>, RaceError> {
        let prepared = self.prepared();
        let mut heats = Vec::new();
        for (pool, threads) in pools.iter().zip(&self.race.threads) {
            for stage in Stage::ALL {
                for (ready, hands) in self.entrants.iter().zip(&prepared) {
                    let heat = Heat::that_fills(LEAST, |passes| match stage {
                        Stage::Detection => self.detection(pool, hands, passes),
                        Stage::Whole => self.whole(pool, ready.entrant, passes),
                    })?;
                    step()?;
                    let (entrant, threads) = (ready.entrant, threads.count());
                    let timing = Timing { entrant, threads, stage, nanoseconds: Vec::new() };
                    heats.push((heat, timing));
                }
            }
        }
        for _ in 0..self.race.repeats {
            for (heat, timing) in &mut heats {
                let hands = self.race.hands.saturating_mul(u64::from(heat.passes));
                timing.nanoseconds.push(nanoseconds_each((heat.run)()?, hands));
                step()?;
            }
        }
        Ok(heats.into_iter().map(|(_, timing)| timing).collect())
    }

    /// Counting the sets of the hands that are there, so often.
    fn detection<'c>(
        &'c self,
        pool: &'c ThreadPool,
        hands: &'c Hands<'c>,
        passes: u32,
    ) -> Result<Run<'c>, RaceError> {
        let blocks = self.race.blocks();
        let units = blocks.len() as u128 * u128::from(passes);
        let detection = Detection { plan: Plan::new(Job::new("race"), units, 1), blocks, hands };
        Ok(Box::new(move || timed(pool, &detection, self.cancel)))
    }

    /// Dealing as many hands, so often, and counting.
    fn whole<'c>(
        &'c self,
        pool: &'c ThreadPool,
        entrant: Entrant,
        passes: u32,
    ) -> Result<Run<'c>, RaceError> {
        let Race { deck, cards, seed, hands, .. } = *self.race;
        let measurer = measurer(entrant.strategy, deck, cards)
            .map_err(|_| RaceError::CannotCount(entrant, cards))?;
        let deals = hands.saturating_mul(u64::from(passes));
        let simulation = Simulation::new(measurer, seed, deals)?.driven_by(entrant.engine)?;
        Ok(Box::new(move || timed(pool, &simulation, self.cancel)))
    }
}

/// Something that can be timed again and again.
type Run<'a> = Box<dyn Fn() -> Result<Duration, RaceError> + 'a>;

/// One entrant in one stage with one number of threads.
struct Heat<'a> {
    /// How often it goes over all hands.
    passes: u32,
    run: Run<'a>,
}

impl<'a> Heat<'a> {
    /// With as many passes as take about so long; the way to it warms everything up.
    fn that_fills(
        least: Duration,
        of: impl Fn(u32) -> Result<Run<'a>, RaceError>,
    ) -> Result<Self, RaceError> {
        let mut passes = 1_u32;
        loop {
            let run = of(passes)?;
            let time = run()?.max(Duration::from_nanos(1));
            if time >= least || passes == u32::MAX {
                return Ok(Self { passes, run });
            }
            // Starting takes time, too, so a few passes promise too little: at most ten times more.
            let wanted = least.as_nanos() * u128::from(passes) / time.as_nanos() + 1;
            let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
            passes = wanted.clamp(passes.saturating_add(1), passes.saturating_mul(10));
        }
    }
}

fn timed<K: Kernel>(
    pool: &ThreadPool,
    kernel: &K,
    cancel: &StopFlag,
) -> Result<Duration, RaceError> {
    let started = Instant::now();
    let plan = kernel.plan();
    let mut partial = Partial::new(plan.clone());
    pool.resume(kernel, &mut partial, &plan.all_blocks(), cancel, &|_| {})?;
    std::hint::black_box(partial);
    proceed(cancel).map(|()| started.elapsed())
}

fn nanoseconds_each(time: Duration, hands: u64) -> f64 {
    time.as_secs_f64() * 1e9 / crate::stats::to_float(u128::from(hands))
}

/// Counting the sets of hands that are there, over and over.
struct Detection<'a> {
    plan: Plan,
    /// The hands in each block.
    blocks: Vec<u64>,
    hands: &'a Hands<'a>,
}

enum Hands<'a> {
    Scalar { detector: &'a dyn Detector, hands: &'a [Vec<Card>], cards: usize },
    Lanes(InstructionSet, Box<dyn DealtHands + 'a>),
}

impl Kernel for Detection<'_> {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        let mut worker = match self.hands {
            Hands::Scalar { .. } => None,
            Hands::Lanes(set, dealt) => Some(dealt.worker(*set)),
        };
        move |block| self.run(block, worker.as_deref_mut())
    }
}

impl Detection<'_> {
    fn run(&self, block: u64, worker: Option<&mut (dyn LaneWorker + '_)>) -> Tally {
        let block = block % self.blocks.len() as u64;
        let index = usize::try_from(block).unwrap_or(usize::MAX);
        let mut tally = Tally::default();
        if let Hands::Scalar { detector, hands, cards } = self.hands {
            let hands = hands[index].chunks_exact(*cards);
            hands.for_each(|hand| tally.record(detector.count(hand)));
        } else if let Some(worker) = worker {
            let found = worker.count(block, self.blocks[index]);
            let sets = found.sets.iter().flat_map(Histogram::iter);
            sets.for_each(|(n, hands)| tally.add(n, hands));
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
