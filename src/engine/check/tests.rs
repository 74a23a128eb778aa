use super::*;
use crate::card::Card;
use crate::deal::Seed;
use crate::hand::sets;
use crate::measure::Measure;
use crate::random;
use rand::Rng;

fn counts(cards: usize, cells: &[(usize, u128)]) -> Result<CountsCheck, CountsError> {
    let mut check = CountsCheck::new(Deck::GAME, Key::sets(cards))?;
    for &(value, count) in cells {
        check.add(value, count)?;
    }
    Ok(check)
}

/// Returns a check of the given counts of hands of 12 cards; the rest of the total had other
/// values.
fn part(cells: &[(usize, u128)], total: u128) -> CountsCheck {
    let mut check = counts(12, cells).unwrap();
    check.set_total(total).unwrap();
    check
}

/// Tests the first tables of H. Warne's ten million games.
#[test]
fn two_cells_have_the_z_score_of_a_proportion() {
    let check = part(&[(0, 323_746)], 10_000_000);
    let p = 2_284_535_476_080.0 / 70_724_320_184_700.0_f64;
    let z = (323_746.0 - 1e7 * p) / (1e7 * p * (1.0 - p)).sqrt();
    assert!((z - 1.2989).abs() < 1e-4);
    let cells = check.cells();
    assert!((cells[0].standard_errors.unwrap() - z).abs() < 1e-9);
    let fit = check.fit().unwrap();
    assert!((fit.chi_square - z * z).abs() < 1e-8 && fit.degrees_of_freedom == 1);
    assert!((fit.p_value - libm::erfc(z / 2.0_f64.sqrt())).abs() < 1e-10);
    assert_eq!(check.mean(), None, "the values of the rest are unknown");
    // The most probable value is tested instead of no set, which is not counted.
    let proportion = part(&[(1, 5), (14, 0)], 100).proportion().unwrap();
    assert_eq!((proportion.value, proportion.count), (1, 5));
}

#[test]
fn a_whole_distribution_fits_itself() {
    let distribution = known::counts(Deck::GAME, 12).unwrap();
    let cells: Vec<(usize, u128)> = distribution.into_iter().enumerate().collect();
    let check = counts(12, &cells).unwrap();
    let (fit, mean) = (check.fit().unwrap(), check.mean().unwrap());
    assert!(fit.chi_square < 1e-12 && fit.degrees_of_freedom == 14 && fit.p_value > 0.999);
    assert!((mean.exact - 220.0 / 79.0).abs() < 1e-12 && mean.standard_errors.abs() < 1e-6);
    // Almost 2^64 hands: rounding errors are small beside the standard errors.
    let most: Vec<(usize, u128)> =
        cells.iter().map(|&(sets, hands)| (sets, hands * 260_000)).collect();
    let most = counts(12, &most).unwrap();
    assert!(most.fit().unwrap().chi_square < 1e-9);
    assert!(most.mean().unwrap().standard_errors.abs() < 1e-4);
    assert!(most.proportion().unwrap().p_value > 0.9999);
    // Values without a count have no hands.
    let missing = counts(12, &cells[1..]).unwrap();
    assert!(missing.fit().unwrap().p_value < 1e-300);
}

/// Tests a hundred hands of four cards, of which a proportion of 1 - 4/79 is expected to have no
/// set.
#[test]
fn a_mean_is_compared_by_the_exact_variance() {
    let check = counts(4, &[(0, 90), (1, 10)]).unwrap();
    let (p, mean) = (4.0 / 79.0, check.mean().unwrap());
    assert!((mean.found - 0.1).abs() < 1e-12 && (mean.exact - p).abs() < 1e-12);
    let z = (0.1 - p) / (p * (1.0 - p) / 100.0_f64).sqrt();
    assert!((mean.standard_errors - z).abs() < 1e-9);
}

/// Compares with sums over all values of one or two hands of 12 cards.
#[test]
fn a_mean_of_few_hands_has_an_exact_p_value() {
    let distribution = known::distribution(Deck::GAME, Key::sets(12)).unwrap();
    let distribution: Vec<f64> = distribution.into_iter().map(Ratio::value).collect();
    let p_value = |cells: &[(usize, u128)]| counts(12, cells).unwrap().mean().unwrap().p_value;
    let two = |holds: fn(usize) -> bool| -> f64 {
        let pairs = distribution.iter().enumerate().flat_map(|one| {
            distribution.iter().enumerate().map(move |other| (one.0 + other.0, one.1 * other.1))
        });
        pairs.filter(|&(sum, _)| holds(sum)).map(|(_, p)| p).sum()
    };
    for (found, exact) in [
        (p_value(&[(0, 1)]), distribution[0]),
        (p_value(&[(13, 1)]), distribution[13] + distribution[14]),
        (p_value(&[(1, 1), (9, 1)]), two(|sum| sum >= 10)),
        (p_value(&[(1, 1), (0, 1)]), two(|sum| sum <= 1)),
        (p_value(&[(14, 10)]), power(distribution[14], 10)),
    ] {
        assert!((found / 2.0 / exact - 1.0).abs() < 1e-9, "{found} {exact}");
    }
    assert!(p_value(&[(3, 10)]) > 0.5);
    assert!(counts(12, &[(3, 10)]).unwrap().fit().is_none());
    // With two values the test of one of them is the same test.
    assert_eq!(counts(3, &[(1, 5)]).unwrap().mean(), None);
}

/// Checks that a value without hands gives the same result whether it is listed or not.
#[test]
fn values_without_hands_change_nothing() {
    let some = [(1, 22), (2, 27), (3, 28), (4, 13), (5, 8), (6, 2)];
    let listed = counts(12, &[&some[..], &[(0, 0)]].concat()).unwrap();
    assert_eq!(counts(12, &some).unwrap().fit(), listed.fit());
    let mut whole = counts(3, &[(0, 97), (1, 3)]).unwrap();
    let error = whole.set_total(101).unwrap_err().to_string();
    assert_eq!(error, "the counts of all values add up to 100, not to the total of 101");
}

#[test]
fn what_no_hand_has_is_refused() {
    let error = |cards, cells: &[(usize, u128)]| counts(cards, cells).unwrap_err().to_string();
    assert_eq!(
        error(12, &[(99, 1)]),
        "no hand of 12 cards has the value 99 of `sets`: they have 0 to 14"
    );
    assert!(error(7, &[(4, 1)]).ends_with("they have 0 to 5, with gaps"));
    assert!(error(81, &[(3, 1)]).ends_with("they all have 1080"));
    assert!(counts(12, &[(99, 0)]).is_ok(), "none is not said to have it");
    assert!(error(12, &[(3, 1), (3, 0)]).contains("the value 3 occurs twice"));
    assert!(error(12, &[(0, 1), (1, u64::MAX.into())]).contains("2^64 or more"));
    assert!(error(12, &[(0, u128::MAX)]).contains("2^64 or more"));
    let total = counts(12, &[(0, 5)]).unwrap().set_total(1 << 64).unwrap_err();
    assert!(total.to_string().contains("2^64 or more"));
    assert!(error(82, &[]).contains("82 cards of 4 features is not exactly known"));
    let total = counts(12, &[(0, 5)]).unwrap().set_total(4).unwrap_err();
    assert!(total.to_string().contains("more than the total of 4"));
    for (cards, measure, what) in [
        (30, Measure::LargestCap, "`largest-cap` in 30 cards of 4 features is not exactly known"),
        (20, Measure::FirstSet, "for hands of 21-81 cards of a deck of 4 features, not 20"),
        (80, Measure::GreedyCap, "for hands of 81 cards of a deck of 4 features, not 80"),
        (2, Measure::SetTypes, "for hands of 3-81 cards of a deck of 4 features, not 2"),
    ] {
        let error = CountsCheck::new(Deck::GAME, Key { cards, measure }).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
    let one = counts(1, &[(1, 1)]).unwrap_err().to_string();
    assert!(one.starts_with("no hand of 1 card has"), "{one}");
}

/// Counts the types of the sets in random hands of 20 of 27 cards.
fn types_of_sets(hands: usize, seed: u64) -> CountsCheck {
    let deck = Deck::new(3).unwrap();
    let mut words = Seed(seed).stream(b"a test of types.", 0);
    let mut word = || words.next_u64();
    let mut counts = [0; 4];
    for _ in 0..hands {
        let mut cards: Vec<Card> = deck.cards().collect();
        fair(&mut cards, &mut word);
        for [a, b, _] in sets(&cards[..20], deck) {
            let [a, b] = [a, b].map(|place| cards[place]);
            counts[a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count()] += 1;
        }
    }
    let mut check = CountsCheck::new(deck, Key { cards: 20, measure: Measure::SetTypes }).unwrap();
    (1..=3).for_each(|value| check.add(value, counts[value]).unwrap());
    check
}

/// The design effect is 0.44. In 300 samples, the mean of the squared standard errors has a
/// standard deviation of 0.06; some 15 p-values are below 5 %, 31 or more with probability 0.0001.
#[test]
fn sets_of_a_hand_vary_together() {
    let all: Vec<CountsCheck> = (0..300).map(|seed| types_of_sets(5, seed)).collect();
    let cells = all.iter().flat_map(CountsCheck::cells);
    let squares = cells.map(|cell| power(cell.standard_errors.unwrap(), 2));
    let mean = squares.sum::<f64>() / 900.0;
    assert!((mean - 1.0).abs() < 0.25, "{mean}");
    for p_value in [
        |it: &CountsCheck| it.fit().unwrap().p_value,
        |it: &CountsCheck| it.mean().unwrap().p_value,
        |it: &CountsCheck| it.proportion().unwrap().p_value,
    ] {
        let low = all.iter().filter(|it| p_value(it) < 0.05).count();
        assert!((3..31).contains(&low), "{low}");
    }
    let few = types_of_sets(1, 1);
    assert_eq!((few.fit(), few.mean(), few.proportion()), (None, None, None));
}

#[test]
fn what_all_hands_have_is_not_tested() {
    let deck = Deck::new(2).unwrap();
    let types = |counts: [u128; 2]| {
        let mut check = CountsCheck::new(deck, Key { cards: 8, measure: Measure::SetTypes })?;
        check.add(1, counts[0])?;
        check.add(2, counts[1])?;
        check.set_total(check.hands()).map(|()| check)
    };
    let check = types([300, 300]).unwrap();
    assert!(check.is_constant() && check.cells()[0].standard_errors.is_none());
    assert_eq!((check.fit(), check.mean(), check.proportion()), (None, None, None));
    for counts in [[301, 299], [1, 0]] {
        let error = types(counts).unwrap_err().to_string();
        assert!(error.contains("sets in hands of 8 cards exactly 1/2 have the value"), "{error}");
    }
    assert!(counts(81, &[(1080, 5)]).unwrap().is_constant());
    assert!(!counts(12, &[(0, 5)]).unwrap().is_constant());
}

/// Tests a hundred hands of 12 cards, too few for chi-square.
#[test]
fn gross_errors_in_few_hands_are_found() {
    let few = part(&[(0, 30)], 100);
    assert!(few.fit().is_none() && few.proportion().unwrap().p_value < 1e-12);
    assert!(part(&[(0, 3)], 100).proportion().unwrap().p_value > 0.5);
    // No set was not listed, and so not seen.
    let other = counts(12, &[(1, 40), (2, 60)]).unwrap().proportion().unwrap();
    assert_eq!((other.value, other.count), (0, 0));
    assert_eq!(counts(2, &[(0, 9)]).unwrap().proportion(), None, "two cards hold no set");
    assert_eq!(counts(12, &[]).unwrap().proportion(), None);
}

/// Returns a check of hands of twelve cards, shuffled by a function.
fn shuffled(
    hands: usize,
    seed: u64,
    shuffle: impl Fn(&mut [Card], &mut dyn FnMut() -> u64),
) -> HandsCheck {
    let (deck, mut check) = (Deck::GAME, HandsCheck::new(Deck::GAME, 12));
    let mut words = Seed(seed).stream(b"a test of checks", 0);
    let mut word = || words.next_u64();
    for _ in 0..hands {
        let mut cards: Vec<Card> = deck.cards().collect();
        shuffle(&mut cards, &mut word);
        check.add(&cards[..12]);
    }
    check
}

fn below(limit: usize, word: &mut dyn FnMut() -> u64) -> usize {
    random::index(limit, word)
}

fn fair(cards: &mut [Card], word: &mut dyn FnMut() -> u64) {
    for place in 0..cards.len() - 1 {
        cards.swap(place, place + below(cards.len() - place, word));
    }
}

#[test]
fn bad_shuffles_are_found_by_ten_thousand_hands() {
    let anywhere = |cards: &mut [Card], word: &mut dyn FnMut() -> u64| {
        for place in 0..cards.len() {
            cards.swap(place, below(cards.len(), word));
        }
    };
    let byte = |cards: &mut [Card], word: &mut dyn FnMut() -> u64| {
        for place in 0..cards.len() - 1 {
            let left = cards.len() - place;
            cards.swap(place, place + usize::from(word().to_le_bytes()[0]) % left);
        }
    };
    // One riffle (Gilbert, Shannon, Reeds): each card comes from either packet with a probability
    // proportional to its size.
    let riffle = |cards: &mut [Card], word: &mut dyn FnMut() -> u64| {
        let cut = (0..cards.len()).filter(|_| word().is_multiple_of(2)).count();
        let (mut left, mut right) = (cards[..cut].to_vec(), cards[cut..].to_vec());
        left.reverse();
        right.reverse();
        for card in cards {
            let from_left = below(left.len() + right.len(), word) < left.len();
            *card = if from_left { left.pop() } else { right.pop() }.unwrap();
        }
    };
    for (name, check) in [
        ("anywhere", shuffled(10_000, 1, anywhere)),
        ("byte", shuffled(10_000, 2, byte)),
        ("riffle", shuffled(10_000, 3, riffle)),
    ] {
        let p = check.cards_fit().unwrap().p_value.min(check.places_fit().unwrap().p_value);
        assert!(p < 1e-9, "{name}: {p}");
    }
}

/// Checks that p-values are uniform: of 200 fair samples about 10 are below 5 %, 22 or more with
/// probability 0.0003 (binomial).
#[test]
fn fair_shuffles_pass_95_of_100_times() {
    let (mut cards, mut places) = (Vec::new(), Vec::new());
    for seed in 0..200 {
        let check = shuffled(450, 100 + seed, fair);
        cards.push(check.cards_fit().unwrap().p_value);
        places.push(check.places_fit().unwrap().p_value);
    }
    for p_values in [cards, places] {
        let low = p_values.iter().filter(|&&p| p < 0.05).count();
        let high = p_values.iter().filter(|&&p| p > 0.95).count();
        assert!(low < 22 && high < 22, "{low} {high}");
        let mean: f64 = p_values.iter().sum::<f64>() / 200.0;
        // Four standard errors of the mean of 200 uniform numbers.
        assert!((mean - 0.5).abs() < 4.0 / (12.0_f64 * 200.0).sqrt(), "{mean}");
    }
}

/// Checks 400 p-values: about 20 are below 5 %, 38 or more with probability 0.0001 (binomial).
#[test]
fn fair_samples_of_ten_hands_pass_95_of_100_times() {
    let fits = (0..400).map(|seed| shuffled(10, 1000 + seed, fair).few_cards_fit().unwrap());
    let fits: Vec<Fit> = fits.collect();
    let low = fits.iter().filter(|fit| fit.p_value < 0.05).count();
    let high = fits.iter().filter(|fit| fit.lower_tail < 0.05).count();
    assert!(low < 38 && high < 38, "{low} {high}");
    let mean = |of: fn(&Fit) -> f64| fits.iter().map(of).sum::<f64>() / 400.0;
    for mean in [mean(|fit| fit.p_value), mean(|fit| fit.lower_tail)] {
        // The statistic is discrete, and each tail contains the observed value.
        assert!((mean - 0.52).abs() < 4.0 / (12.0_f64 * 400.0).sqrt(), "{mean}");
    }
}

#[test]
fn few_hands_show_that_they_are_one_deck_or_one_hand() {
    let mut one_deck = HandsCheck::new(Deck::GAME, 4);
    let cards: Vec<Card> = Deck::GAME.cards().collect();
    cards.chunks_exact(4).for_each(|hand| one_deck.add(hand));
    assert_eq!((one_deck.hands(), one_deck.cards_fit()), (20, None));
    let fit = one_deck.few_cards_fit().unwrap();
    // The probability that 20 hands share no card.
    let exact: f64 = (0..80).map(|it| f64::from(81 - it) / f64::from(81 - it % 4)).product();
    assert!(fit.lower_tail < 1e-9 && exact < 1e-9, "{fit:?} {exact}");
    let mut one_hand = HandsCheck::new(Deck::GAME, 12);
    (0..2).for_each(|_| one_hand.add(&cards[..12]));
    assert_eq!(one_hand.few_cards_fit(), None, "two hands share 1.8 cards");
    (2..10).for_each(|_| one_hand.add(&cards[..12]));
    let fit = one_hand.few_cards_fit().unwrap();
    assert!(fit.p_value < 1e-12 && fit.lower_tail > 0.999, "{fit:?}");
    // Hands of all cards but one are tested as hands of that card.
    let mut but_one = HandsCheck::new(Deck::GAME, 80);
    (0..28).for_each(|it| but_one.add(&[&cards[..it], &cards[it + 1..]].concat()));
    assert_eq!((but_one.cards_fit(), but_one.few_cards_fit()), (None, None));
    but_one.add(&cards[1..]);
    let mut alone = HandsCheck::new(Deck::GAME, 1);
    (0..28).chain([0]).for_each(|it| alone.add(&cards[it..=it]));
    let [fit, other] = [&but_one, &alone].map(|it| it.few_cards_fit().unwrap());
    assert!((fit.chi_square - other.chi_square).abs() < 1e-9);
    assert!((fit.p_value - other.p_value).abs() < 1e-9);
}

#[test]
fn places_tell_nothing_where_they_cannot() {
    let mut sorted = HandsCheck::new(Deck::GAME, 3);
    (0..1000).for_each(|it| sorted.add(&[it % 79, it % 79 + 1, it % 79 + 2].map(Card::at)));
    assert!(sorted.is_sorted() && sorted.places_fit().is_none() && sorted.cards_fit().is_some());
    let mut falling = HandsCheck::new(Deck::GAME, 3);
    (0..1000).for_each(|it| falling.add(&[it % 79 + 2, it % 79 + 1, it % 79].map(Card::at)));
    assert!(falling.is_sorted());
    let few = shuffled(404, 1, fair);
    assert!(few.places_fit().is_none() && few.cards_fit().is_some());
    let mut whole = HandsCheck::new(Deck::new(2).unwrap(), 9);
    let cards: Vec<Card> = whole.deck().cards().collect();
    (0..100).for_each(|_| whole.add(&cards));
    assert!(whole.cards_fit().is_none() && whole.cells()[0].standard_errors.is_none());
}

#[test]
fn cards_are_compared_with_equal_counts() {
    let mut hands = HandsCheck::new(Deck::new(2).unwrap(), 1);
    // The first card comes 18 times, each other one 9 times.
    (0..90).for_each(|hand| hands.add(&[Card::at(hand % 10 % 9)]));
    assert_eq!(hands.hands(), 90);
    let error = (90.0 / 9.0 * 8.0 / 9.0_f64).sqrt();
    for (place, cell) in hands.cells().into_iter().enumerate() {
        let (count, more) = if place == 0 { (18, 8.0) } else { (9, -1.0) };
        assert_eq!((cell.card, cell.count), (Card::at(place), count));
        assert!((cell.expected - 10.0).abs() < 1e-12);
        assert!((cell.standard_errors.unwrap() - more / error).abs() < 1e-12);
    }
}
