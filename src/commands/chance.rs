//! The chance that a search has found a hit, where the probability of a hit is known.

use crate::cli::progress::Describe;
use crate::puzzle::FirstHit;
use crate::report::number::significant;
use crate::run::Partial;
use crate::stats::{Ratio, power};

/// The probability that a deal is a hit, where it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitChance(pub(crate) Option<Ratio>);

impl HitChance {
    /// The default number of deals where the probability is not known; the minimum elsewhere.
    pub(crate) const USUAL: u64 = 1_000_000_000;

    /// The default limit of a search: ten times the expected number of deals, so that one search in
    /// 22,000 fails.
    pub(crate) fn deals(self) -> u64 {
        let needed = self.0.map_or(0, |it| it.denominator() / it.numerator().max(1));
        u64::try_from(needed.saturating_mul(10)).unwrap_or(u64::MAX).max(Self::USUAL)
    }

    /// The chance that none of `deals` deals is a hit.
    pub(crate) fn of_none_in(self, deals: u128) -> Option<f64> {
        Some(power(1.0 - self.0?.value(), deals))
    }
}

impl Describe<FirstHit> for HitChance {
    /// `chance of a hit so far: 45.2 %`
    fn result(&self, partial: &Partial<FirstHit>) -> String {
        let none = self.of_none_in(partial.units_done());
        none.map_or_else(
            || "searching".to_owned(),
            |none| format!("chance of a hit so far: {} %", significant(100.0 * (1.0 - none), 3)),
        )
    }

    fn fraction_done(&self, partial: &Partial<FirstHit>) -> Option<f64> {
        Some(1.0 - self.of_none_in(partial.units_done())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_gets_ten_times_the_deals_that_a_hit_needs() {
        let deals =
            |numerator, denominator| HitChance(Some(Ratio::new(numerator, denominator))).deals();
        // Nine cards with twelve sets.
        assert_eq!(deals(1170, 260_887_834_350), 2_229_810_550);
        assert_eq!(deals(1, 3), HitChance::USUAL);
        assert_eq!(deals(1, u128::MAX), u64::MAX);
        assert_eq!(HitChance(None).deals(), HitChance::USUAL);
    }

    #[test]
    fn the_chance_of_a_hit_is_that_of_independent_deals() {
        let half = HitChance(Some(Ratio::new(1, 2)));
        assert_eq!([0, 1, 5].map(|deals| half.of_none_in(deals)), [1.0, 0.5, 0.03125].map(Some));
        let rare = HitChance(Some(Ratio::new(1, 1_000_000_000)));
        let vain = rare.of_none_in(rare.deals().into()).unwrap();
        assert!((vain - 4.54e-5).abs() < 1e-7, "{vain}");
        assert_eq!(HitChance(None).of_none_in(7), None);
    }
}
