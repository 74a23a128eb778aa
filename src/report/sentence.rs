//! Sentences that summarize a distribution in plain words.

use super::distribution::{DistributionRow, Origin, Summary};
use super::estimate::Estimate;
use super::number::{
    count, exact_percent, fixed, grouped, hold, level, percent, plural, significant,
    with_uncertainty,
};
use crate::measure::Measure;
use crate::stats::Confidence;
use crate::stats::proportion::Interval;

/// Answers "How often do 12 cards hold no set?" in one sentence, or returns `None` for measures
/// other than the number of sets.
pub(crate) fn no_set(summary: &Summary) -> Option<String> {
    let row = summary.no_set.as_ref().filter(|_| summary.measure == Measure::Sets)?;
    Some(match (summary.origin, row.limits()) {
        (Origin::Sampled(confidence), Some(limits)) => sampled(row, limits, confidence),
        _ => enumerated(row),
    })
}

fn sampled(row: &DistributionRow, limits: Interval, confidence: Confidence) -> String {
    let (cards, hold, level) = (cards(row.cards), hold(row.cards), level(confidence));
    let exactly = match row.exact_probability {
        Some(exact) if exact <= 0.0 => "; exactly: never".to_owned(),
        Some(exact) => format!("; exactly: {}", exact_percent(exact)),
        None => String::new(),
    };
    if row.count == 0 {
        let deals = count(row.total, "deal");
        let high = significant(100.0 * limits.high, 2);
        return format!(
            "{cards} held a set in each of {deals} ({level} confidence: no set in at most \
             {high} %){exactly}."
        );
    }
    let half_width = limits.half_width();
    let [value, low, high] =
        [row.probability, limits.low, limits.high].map(|p| percent(p, half_width));
    let odds = about_one_in(row.estimate());
    format!(
        "{cards} {hold} no set in {value} of deals ({level} confidence {low} to \
         {high}){odds}{exactly}."
    )
}

/// Formats a probability as `, about 1 deal in 31`, or returns an empty text for likely events and
/// for estimates with fewer than two digits.
fn about_one_in(estimate: Estimate) -> String {
    let one_in = 1.0 / estimate.probability;
    let Some(digits) = estimate.digits().filter(|_| one_in >= 1.5) else { return String::new() };
    let digits = digits.min(if one_in < 99.5 { 2 } else { 3 });
    format!(", about 1 deal in {}", significant(one_in, digits))
}

fn enumerated(row: &DistributionRow) -> String {
    let (cards, all) = (cards(row.cards), grouped(row.total));
    match (row.count, row.total) {
        (0, 1) => return format!("{cards}, the whole deck, hold a set."),
        (0, _) => {
            return format!("{cards} always hold a set: each of all {all} hands does.");
        }
        (1, 1) => {
            return format!("{cards} {} no set: there is only one such hand.", hold(row.cards));
        }
        _ => {}
    }
    let odds = row.estimate().one_in().map(|odds| format!(", {odds}")).unwrap_or_default();
    format!(
        "{cards} {} no set in {} of all {all} hands, exactly {}{odds}.",
        hold(row.cards),
        grouped(row.count),
        exact_percent(row.probability)
    )
}

/// Returns a sentence with the mean of the measure.
pub(crate) fn mean(summary: &Summary) -> String {
    let (mean, cards, hold) = (mean_value(summary), cards(summary.cards), hold(summary.cards));
    let quantity = |noun| format!("{mean} {noun}{}", if mean == "1" { "" } else { "s" });
    let it = if summary.cards == 1 { "It" } else { "They" };
    let average = match summary.measure {
        Measure::Sets => format!("{it} {hold} {} on average", quantity("set")),
        Measure::FirstSet => format!("The first set is there after {mean} cards on average"),
        Measure::InSets => format!("Of {cards}, {mean} belong to a set on average"),
        Measure::DisjointSets => {
            format!("From {cards}, {} can be taken at once on average", quantity("set"))
        }
        Measure::SetTypes => {
            format!("The sets in {cards} differ in {} on average", quantity("feature"))
        }
        Measure::LargestCap => {
            format!("The largest cap in {cards} has {}, {mean} on average", most_often(summary))
        }
        Measure::GreedyCap => {
            format!("A random complete cap has {}, {mean} on average", most_often(summary))
        }
        Measure::Ultrasets => format!("{cards} {hold} {} on average", quantity("ultraset")),
    };
    format!("{average}{}.", exact_mean(summary))
}

/// Returns the most frequent value with its probability: `9 cards most often (44.39 %)`.
fn most_often(summary: &Summary) -> String {
    let row = &summary.commonest;
    format!("{} most often ({})", cards(row.value), row.estimate().percentage())
}

/// Formats the mean of a measure: an estimate with as many digits as its standard error allows, an
/// exact mean with six digits.
pub(crate) fn mean_value(summary: &Summary) -> String {
    match summary.origin {
        Origin::Enumerated => {
            match summary.exact_mean.map(|exact| (exact.lowest_terms(), exact.value())) {
                Some(((whole, 1), _)) => grouped(whole),
                Some((_, mean)) => significant(mean, 6),
                None => significant(summary.moments.mean, 6),
            }
        }
        Origin::Sampled(confidence) => {
            let mean = summary.moments.mean;
            match summary.moments.half_width(confidence).filter(|&width| width > 0.0) {
                // All values are equal, as in a single deal.
                None => fixed(mean, 0),
                width => with_uncertainty(mean, width),
            }
        }
    }
}

fn exact_mean(summary: &Summary) -> String {
    let Some(exact) = summary.exact_mean else { return String::new() };
    match (summary.origin, exact.lowest_terms()) {
        (Origin::Sampled(_), _) => format!("; exactly: {}", significant(exact.value(), 6)),
        (Origin::Enumerated, (_, 1)) => ", exactly".to_owned(),
        (Origin::Enumerated, (numerator, denominator)) => {
            format!(", exactly {numerator}/{denominator}")
        }
    }
}

/// Returns a sentence about the fit of the deals to the exact distribution, or `None` if it was not
/// tested.
pub(crate) fn fit(summary: &Summary) -> Option<String> {
    let fit = summary.fit?;
    if fit.chi_square.is_infinite() {
        let what = if summary.measure == Measure::Sets { "number of sets" } else { "value" };
        return Some(format!("A {what} was seen that is impossible: a defect."));
    }
    Some(format!(
        "{} the exact distribution: chi-square {} with {} of freedom, {}.",
        verdict(fit.p_value),
        fixed(fit.chi_square, 2),
        plural(fit.degrees_of_freedom, "degree"),
        p_value(fit.p_value)
    ))
}

/// Returns the verdict of a test of fit as words; counts are called consistent only if the p-value
/// exceeds 0.05.
fn verdict(p: f64) -> &'static str {
    match p {
        p if p < 0.001 => "Poor fit to",
        p if p > 0.05 => "Consistent with",
        _ => "Doubtful fit to",
    }
}

/// Formats a p-value: `p = 0.470`, or `p < 0.001` for small ones.
fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {}", fixed(p, 3)) }
}

/// Returns all sentences about one measure of one hand size, one per line.
#[must_use]
pub fn all(summary: &Summary) -> String {
    let sentences = [no_set(summary), Some(mean(summary)), fit(summary)];
    sentences.into_iter().flatten().map(|sentence| format!("{sentence}\n")).collect()
}

/// Returns the confidence level of the intervals in a table, or an empty text if it has no
/// intervals.
#[must_use]
pub fn interval_level(origin: Origin) -> String {
    match origin {
        Origin::Sampled(confidence) => level(confidence),
        Origin::Enumerated => String::new(),
    }
}

fn cards(cards: usize) -> String {
    plural(cards, "card")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::measure::Key;
    use crate::report::distribution::Distribution;
    use crate::tally::Tally;

    fn summary_of(key: Key, counts: &[u128], origin: Origin) -> Summary {
        let tally = &Tally::from(counts.to_vec());
        Distribution { pack: Deck::GAME.into(), key, tally, origin }.summary()
    }

    const SAMPLED: fn() -> Origin = || Origin::Sampled(Confidence::default());

    /// Cases that the transcripts of the command line do not show.
    #[test]
    fn what_was_seen_decides_what_is_said() {
        let counted = Origin::Enumerated;
        for (cards, counts, origin, sentence) in [
            (
                21,
                &[0, 0, 1_000_000][..],
                SAMPLED(),
                "21 cards held a set in each of 1,000,000 deals (95 % confidence: no set in at \
                 most 0.00037 %); exactly: never.",
            ),
            (
                3,
                &[9_870, 130],
                SAMPLED(),
                "3 cards hold no set in 98.7 % of deals (95 % confidence 98.5 % to 98.9 %); \
                 exactly: 98.734 %.",
            ),
            (21, &[0, 7], counted, "21 cards always hold a set: each of all 7 hands does."),
            (81, &[0, 1], counted, "81 cards, the whole deck, hold a set."),
        ] {
            let summary = summary_of(Key::sets(cards), counts, origin);
            assert_eq!(no_set(&summary).as_deref(), Some(sentence));
            assert_eq!(fit(&summary).is_none(), origin == counted);
        }
        let deck = summary_of(Key::sets(81), &[0, 1], counted);
        assert_eq!(mean(&deck), "They hold 1,080 sets on average, exactly.");
    }

    #[test]
    fn every_measure_has_its_mean() {
        let counts = [0, 0, 0, 5_000, 5_000];
        let means: [&str; Measure::ALL.len()] = [
            "They hold 3.500 ± 0.010 sets on average; exactly: 2.78481.",
            "The first set is there after 3.500 ± 0.010 cards on average; exactly: 8.23918.",
            "Of 12 cards, 3.500 ± 0.010 belong to a set on average; exactly: 6.57754.",
            "From 12 cards, 3.500 ± 0.010 sets can be taken at once on average; exactly: 1.69792.",
            "The sets in 12 cards differ in 3.500 ± 0.010 features on average; exactly: 2.70000.",
            "The largest cap in 12 cards has 3 cards most often (50.0 %), 3.500 ± 0.010 on \
             average; exactly: 10.2193.",
            "A random complete cap has 3 cards most often (50.0 %), 3.500 ± 0.010 on average; \
             exactly: 17.2154.",
            "12 cards hold 3.500 ± 0.010 ultrasets on average; exactly: 18.7975.",
        ];
        for (measure, text) in Measure::ALL.into_iter().zip(means) {
            let summary = summary_of(Key { cards: 12, measure }, &counts, SAMPLED());
            assert_eq!(mean(&summary), text);
            assert_eq!(no_set(&summary).is_some(), measure == Measure::Sets);
        }
    }

    #[test]
    fn a_single_deal_has_a_whole_number_of_sets() {
        let summary = summary_of(Key::sets(12), &[0, 0, 0, 0, 0, 1], SAMPLED());
        assert_eq!(mean(&summary), "They hold 5 sets on average; exactly: 2.78481.");
        let summary = summary_of(Key::sets(12), &[0, 1], SAMPLED());
        assert_eq!(mean(&summary), "They hold 1 set on average; exactly: 2.78481.");
        let key = Key { cards: 12, measure: Measure::DisjointSets };
        let summary = summary_of(key, &[0, 1], SAMPLED());
        assert!(mean(&summary).starts_with("From 12 cards, 1 set can be taken at once on average"));
        let summary = summary_of(Key::sets(1), &[1], SAMPLED());
        assert_eq!(mean(&summary), "It holds 0 sets on average; exactly: 0.");
    }

    #[test]
    fn no_p_is_zero_and_only_a_large_one_is_consistent() {
        for (p, says, text) in [
            (0.0001, "Poor fit to", "p < 0.001"),
            (0.001, "Doubtful fit to", "p = 0.001"),
            (0.05, "Doubtful fit to", "p = 0.050"),
            (0.051, "Consistent with", "p = 0.051"),
            (1.0, "Consistent with", "p = 1.000"),
        ] {
            assert_eq!((verdict(p), &*p_value(p)), (says, text));
        }
    }

    #[test]
    fn odds_are_rounded_to_what_is_said_aloud() {
        let million = 1_000_000;
        for (hits, deals, text) in [
            (500_000, million, ", about 1 deal in 2.0"),
            (32_300, million, ", about 1 deal in 31"),
            (364_564, 1000 * million, ", about 1 deal in 2,740"),
            (900_000, million, ""),
            (15, million, ", about 1 deal in 67,000"),
            (7, million, ""),
        ] {
            let estimate = Estimate::sampled(hits, deals, Confidence::default());
            assert_eq!(about_one_in(estimate), text);
        }
    }
}
