use super::*;
use proptest::prelude::*;

/// The cards of a text, and how they are written; an error begins with its line.
fn reading(text: &str, deck: Deck) -> Result<(Vec<Card>, Notation), String> {
    let row =
        |(line, text): (&str, u64)| WordRow::of_text(line, Place { input: 0, line: text }, deck);
    let rows: Vec<WordRow> = text.lines().zip(1..).flat_map(row).collect();
    let rows: Vec<&WordRow> = rows.iter().collect();
    let said = |error: NotationError| format!("line {}: {error}", error.place.line);
    let (cards, notation) = read(&rows, deck, ReadOptions::default()).map_err(said)?;
    Ok((cards.concat().iter().map(|it| it.card).collect(), notation))
}

/// The number of sets among all cards of a text.
fn sets(text: &str) -> Result<usize, String> {
    let cards = reading(text, Deck::GAME)?.0;
    let mut sets = 0;
    for (at, a) in cards.iter().enumerate() {
        for (next, b) in cards.iter().enumerate().skip(at + 1) {
            sets += cards[next + 1..].iter().filter(|c| **c == a.third(*b)).count();
        }
    }
    Ok(sets)
}

#[test]
fn values_are_equal_or_not_whatever_they_are_called() {
    for (text, expected) in [
        ("1 red solid diamond\n2 purple solid diamond\n3 blue solid diamond", 1),
        ("1 blue solid diamond\n2 purple solid diamond\n3 blue solid diamond", 0),
        ("1 red solid oval\n2 red shaded oval\n3 red striped oval", 1),
        ("1RDS 2RDH 3RDT", 1),
        ("1RDS 2BDS 3PDS", 1),
        ("3111\n2111\n1111", 1),
        ("0000 0001\n0002 1111", 1),
        ("(0, 1, 2, 0)\n(1, 1, 2, 0)\n(2, 1, 2, 0)", 1),
        ("■●1🟥 ■●2🟥 ■●3🟥 ▢●1🟩", 1),
        ("1_So_R_Ov\n2_So_G_Ov\n3_So_P_Ov", 1),
        ("eins rot voll raute\nzwei lila leer raute\ndrei gruen gestreift raute", 1),
        ("red 1 diamond stripe, red 1 oval stripe, red 1 squiggle stripe", 1),
        ("2 red teal oval\noval 2 red solid\nred striped oval 2", 1),
        ("0 1 2 30", 1),
        ("81 80 79 12", 1),
        ("@0 @1 @2", 1),
        ("1 red solid star\n2 red solid stars\n3 red solid stars\n3 red solid moon", 1),
        ("two red striped diamonds!\none red striped diamond.\n3 red striped diamonds", 1),
        ("0000 (0001) (0002)", 1),
        ("rood open drie golf\nrood vol drie ruit", 0),
        ("rood open drie golf", 0),
        ("R1a r1a G1a g2b", 0),
        ("shape: raute color: rot fill: voll number: 1\n2 rot raute voll\n3 raute voll rot", 1),
        (
            "cards/green-double-striped-oval.jpg\ngreen_single_striped_oval.jpg\n\
             green-triple-striped-ovals.png",
            1,
        ),
    ] {
        assert_eq!(sets(text), Ok(expected), "{text}");
    }
}

/// A word is learnt from each card before it, and that ends where a feature has too many.
#[test]
fn many_unknown_words_take_no_time() {
    let line = |at: usize| match at % 2 {
        0 => format!("w{at} one oval w{}", at + 1),
        _ => format!("one w{at} oval w{}", at + 1),
    };
    let lines: Vec<String> = (0..20_000).rev().map(line).collect();
    let text = format!("{}\nred one oval w0", lines.join("\n"));
    assert!(sets(&text).is_err());
}

#[test]
fn what_is_wrong_is_named() {
    for (text, expected) in [
        (
            "1 red solid oval\n2 purpel solid oval",
            "line 2: `purpel` is one letter away from `purple`",
        ),
        ("1 teal solid oval\n2 tael open oval", "`teal` is one letter away from `tael` on line 2"),
        (
            "2 rot voll ellip\n2 blau voll ellip\n2 lila voll ellip\n2 gelb voll ellip",
            "line 4: one place",
        ),
        ("38 71 24", "neither a 0 nor a 81"),
        ("0 1 2 81", "81 is not the number of a card beside the others"),
        ("3232\n1110", "has a digit 3"),
        ("1 red solid oval\n1 red red oval", "names the colour again"),
        ("1 red solid", "has no shape"),
        ("1 red solid oval small", "names a size"),
        (" ", "no card here"),
        ("A: 0000 0001 0002", "`A:` is not a card, and other words of `A: 0000 0001 0002` are"),
        ("Bob @0 @4 @8", "`Bob` is not a card, and other words of `Bob @0 @4 @8` are"),
        ("A: 2RSO 1GDT 3PSO", "`A:` is not a card"),
        ("p1: 5 17 20", "`p1:` is not a card"),
        ("0203", "`0203` has a digit 3"),
        ("0 1 2 3", "`0 1 2 3` has a digit 3"),
        ("drei rot voll", "3 parts"),
        ("1 red solid oval\n2 xx yy oval extra", "unknown word `xx`"),
        ("0-2-0-1", "not a valid card"),
        ("eins rot voll raute\nzwei lila raute", "line 2: `zwei lila raute` has 3 parts"),
    ] {
        let message = sets(text).unwrap_err();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// Words outside the dictionary, for three values of four features.
const FOREIGN: [&str; 12] =
    ["rot", "lila", "gruen", "■", "leer", "волна", "ромб", "しま", "tk", "zwei", "3x", "Ei"];

proptest! {
    #[test]
    fn every_card_in_every_style_is_read_back(
        features in 2_usize..=6,
        cards in proptest::collection::vec((0_usize..729, 0_usize..4), 1..20),
    ) {
        let deck = Deck::new(features).unwrap();
        let cards: Vec<(Card, Style)> = cards
            .into_iter()
            .map(|(card, style)| (Card::at(card % deck.size()), Style::ALL[style]))
            .chain([(Card::at(0), Style::Digits)])
            .collect();
        let written = cards.iter().map(|(card, style)| style.write(*card, deck));
        let text: Vec<String> = written.collect();
        let (read, _) = reading(&text.join("\n"), deck).unwrap();
        prop_assert_eq!(read, cards.iter().map(|it| it.0).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_written_is_read_back(
        cards in proptest::collection::vec(0_usize..81, 1..12),
        words in prop_oneof![
            Just([
                ["1", "2", "3"],
                ["rot", "lila", "gruen"],
                ["voll", "leer", "gestreift"],
                ["raute", "kreis", "welle"],
            ]),
            Just([
                ["one", "two", "three"],
                ["red", "blue", "purple"],
                ["solid", "open", "shaded"],
                ["oval", "diamond", "worm"],
            ]),
            Just([["■", "▣", "▢"], ["●", "▲", "♦"], ["1", "2", "3"], ["🟥", "🟩", "🟪"]]),
        ],
    ) {
        let is_code = words[0][0] == "■";
        let write = |card: usize| {
            let digits: Vec<u8> = Card::at(card).digits(Deck::GAME).collect();
            let word = |(&digit, words): (&u8, &[&'static str; 3])| words[usize::from(digit)];
            let parts: Vec<&str> = digits.iter().zip(&words).map(word).collect();
            parts.join(if is_code { "" } else { " " })
        };
        let text: Vec<String> = cards.iter().map(|card| write(*card)).collect();
        let (read, notation) = reading(&text.join("\n"), Deck::GAME).unwrap();
        let equal = |a: &[usize]| cards[a[0]] == cards[a[1]];
        for a in 0..cards.len() {
            prop_assert_eq!(notation.write(read[a]), text[a].clone());
            for b in 0..a {
                prop_assert_eq!(equal(&[a, b]), read[a] == read[b]);
            }
        }
    }

    #[test]
    fn names_and_places_of_the_features_change_no_answer(
        cards in proptest::collection::vec(0_usize..81, 3..15),
        words in Just(FOREIGN).prop_shuffle(),
        order in Just([0_usize, 1, 2, 3]).prop_shuffle(),
        between in prop_oneof![Just(" "), Just("-"), Just(", ")],
    ) {
        let write = |card: &usize| {
            let digits: Vec<u8> = Card::at(*card).digits(Deck::GAME).collect();
            let word = |&feature: &usize| words[3 * feature + usize::from(digits[feature])];
            order.iter().map(word).collect::<Vec<_>>().join(between)
        };
        let digits = |card: &usize| Style::Digits.write(Card::at(*card), Deck::GAME);
        let [foreign, plain]: [Vec<String>; 2] =
            [cards.iter().map(write).collect(), cards.iter().map(digits).collect()];
        prop_assert_eq!(sets(&foreign.join("\n")), sets(&plain.join("\n")));
    }

    #[test]
    fn no_text_makes_it_panic(
        text in "(\\PC|\n|[0-3@ RGPSODFT,;()]){0,80}",
        features in 2_usize..=6,
    ) {
        let deck = Deck::new(features).unwrap();
        if let Ok((cards, notation)) = reading(&text, deck) {
            prop_assert!(cards.iter().all(|card| card.index() < deck.size()));
            for card in deck.cards().take(9) {
                prop_assert!(!notation.write(card).is_empty());
            }
            prop_assert!(notation.remarks().len() <= 3);
        }
    }
}

#[test]
fn answers_keep_separators_and_lower_case() {
    for (inputs, unseen) in [
        (["1_So_R_Ov", "2_So_R_Ov"], "3_So_R_Ov"),
        (["1 2 3 1", "2 2 3 1"], "3 2 3 1"),
        (["1, 2, 3, 1", "2, 2, 3, 1"], "3, 2, 3, 1"),
        (["one-red-solid-oval.jpg", "two-red-solid-oval.jpg"], "three-red-solid-oval"),
        (["One red solid oval", "two red solid ovals"], "three red solid ovals"),
        (["@1", "@28"], "@55"),
    ] {
        let place = Place::default();
        let rows = inputs.iter().flat_map(|text| WordRow::of_text(text, place, Deck::GAME));
        let rows: Vec<WordRow> = rows.collect();
        let options =
            ReadOptions { numbers_from: Some(FirstNumber::One), ..ReadOptions::default() };
        let (cards, notation) =
            read(&rows.iter().collect::<Vec<_>>(), Deck::GAME, options).unwrap();
        let cards = cards.concat();
        assert_eq!(notation.write(cards[0].card.third(cards[1].card)), unseen);
    }
}

#[test]
fn features_have_names_where_words_tell_them_and_else_places() {
    for (inputs, feature, values) in [
        ("two red striped DIAMONDS\none green open oval", "colour", ["red", "green", "purple"]),
        ("2 diamonds, rot, striped\n1 oval, lila, open", "place 3", ["rot", "lila", "?"]),
        ("2RSO\n1GDT\n3PSO", "place 2", ["R", "G", "P"]),
        ("1123\n3321", "place 3", ["1", "2", "3"]),
        ("001010001010", "place 3", ["100", "010", "001"]),
        ("@70", "colour", ["red", "green", "purple"]),
    ] {
        let (_, notation) = reading(inputs, Deck::GAME).unwrap();
        let features: Vec<String> = (0..4).map(|it| notation.feature(it)).collect();
        let at = features.iter().position(|it| it == feature).unwrap();
        assert_eq!([0, 1, 2].map(|it| notation.value(at, it)), values, "{inputs}");
    }
}
