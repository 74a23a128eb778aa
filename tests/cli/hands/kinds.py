"""The kinds of notations and containers of which `count.py` writes an example, and what is refused.

The values of a card are, as numbers 0 to 2: number, shape, colour, texture. Words stand in that
order; `order` says in which order a card is written.
"""

import dataclasses
import json
import typing
import unicodedata

from sets import sets, third

ENGLISH = "one two three/diamond oval squiggle/red green purple/solid open striped"
GERMAN = "eins zwei drei/raute kreis welle/rot lila gruen/voll leer gestreift"


def spelled(words, order="0231", between=" ", around="{}"):
    """Writes the words for the values of a card, in an order, with something between and around."""
    spellings = [words.split() for words in words.split("/")]
    places = list(map(int, order))
    return lambda card: around.format(between.join(spellings[it][card[it]] for it in places))


def shuffled(words, between=" "):
    """Writes the words of each card in an order of its own."""
    orders = ["0231", "3102", "2013", "1320", "3210"]
    return lambda card: spelled(words, orders[number(card) % 5], between)(card)


def labelled(names, words, sign, between):
    """Writes each word with the name of its feature."""
    names = names.split()
    spellings = [words.split() for words in words.split("/")]
    part = lambda card, it: names[it] + sign + spellings[it][card[it]]
    return lambda card: between.join(part(card, it) for it in (2, 1, 3, 0))


def numbered(first, mark=""):
    return lambda card: f"{mark}{number(card) + first}"


def number(card):
    return sum(value * 3**place for place, value in enumerate(reversed(card)))


def digits(first=0, between="", around="{}"):
    return lambda card: around.format(between.join(str(value + first) for value in card))


def bits(card):
    return " ".join(" ".join("1" if value == it else "0" for it in range(3)) for value in card)


def spoken(card):
    plural = "s" if card[0] else ""
    return spelled(ENGLISH, "0231")(card).replace(" open", " empty") + plural


def any_style(card):
    """One of several styles that need no other card to be understood."""
    return [digits(), numbered(0, "@"), bits, spelled(ENGLISH)][number(card) % 4](card)


def capitals_mixed(card):
    """Words in small letters, capitals or with a capital, which are one."""
    return [str.lower, str.upper, str.title][number(card) % 3](spelled(GERMAN)(card))


def in_title(card):
    """Words in small letters, or each with a capital."""
    return [str.lower, str.title][number(card) % 2](spelled(GERMAN)(card))


def inflected(card):
    """Forms of one word."""
    striped = ["stripe", "striped", "stripes"][number(card) % 3]
    diamond = ["diamond", "diamonds", "Diamond"][number(card) % 3]
    squiggle = ["squiggle", "squiggles", "squiggly"][number(card) % 3]
    return spelled(f"1 2 3/{diamond} oval {squiggle}/red green purple/solid open {striped}")(card)


def decomposed(card):
    """Accents as signs of their own on every second card."""
    return unicodedata.normalize(["NFC", "NFD"][number(card) % 2], SPANISH(card))


SPANISH = spelled("uno dos tres/óvalo rombo onda/rojo verde morado/relleno vacío rayado", "0132")


def lines(hands, card):
    """A card a line, with blank lines between hands."""
    return "\n".join("".join(card(it) + "\n" for it in hand) for hand in hands)


def rows(between=" "):
    """A hand a line."""
    return lambda hands, card: "".join(between.join(map(card, hand)) + "\n" for hand in hands)


def led(by):
    """A card a line, after a bullet or the number of the line."""
    line = lambda at, card: by.format(at) + card + "\n"
    return lambda hands, card: "".join(map(line, range(1, 99), map(card, hands[0])))


def under(header):
    return lambda hands, card: header + "\n" + lines(hands, card)


def table(header, delimiter, write):
    """A CSV with the number of the hand and what stands in `write` of a card."""
    def text(hands, _):
        rows = [header]
        for hand, cards in enumerate(hands, 1):
            for at, card in enumerate(cards, 1):
                rows.append(delimiter.join(write(str(hand), str(at), card)))
        return "\n".join(rows) + "\n"
    return text


def columns(header, delimiter, words, order):
    """A CSV with the number of a card and its features."""
    write = spelled(words, order)
    return table(header, delimiter, lambda hand, at, card: [at, *write(card).split()])


def puzzles(hands, card):
    """Puzzles as this program writes them: a row for each of their sets."""
    names = "puzzle,date,features,cards,sets,layout,set,differing_features,card1,card2,card3"
    rows = []
    for at, hand in enumerate(hands, 1):
        layout, all_sets = " ".join(map(card, hand)), sets(hand)
        for place, one in enumerate(all_sets, 1):
            differing = sum(a != b for a, b in zip(*one[:2]))
            before = [at, "", 4, len(hand), len(all_sets), layout, place, differing]
            rows.append(",".join(map(str, before + [card(it) for it in one])))
    return "\n".join([names, *rows]) + "\n"


def completing(hands, card):
    """Cards that complete sets as this program writes them: a row for each of two sets."""
    rows = []
    for it in hands[0]:
        for other in [other for other in hands[0] if other != it][:2]:
            pair = f"{card(other)},{card(third(it, other))}"
            rows.append(f"{spelled(ENGLISH)(it)},{card(it)},2,{pair}")
    return "\n".join(["card,digits,sets,card1,card2", *rows]) + "\n"


def own(header, before):
    """A CSV of this program with a hand in its last column."""
    row = lambda hand, card: before.format(len(hand)) + " ".join(map(card, hand)) + "\n"
    return lambda hands, card: header + "\n" + "".join(row(hand, card) for hand in hands)


def found(hands, card):
    """Sets as this program writes them."""
    rows = [f"1,{at}," + ",".join(map(card, hand)) for at, hand in enumerate(hands, 1)]
    return "\n".join(["hand,set,card1,card2,card3", *rows]) + "\n"


def in_json(of_card, of_hands=lambda hands: hands[0]):
    """JSON: of each card, and of the list of hands."""
    def text(hands, card):
        value = of_hands([[of_card(card(it)) for it in hand] for hand in hands])
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    return text


def own_json(hands, _):
    """Hands as this program writes them."""
    def card(it):
        styles = {"bits": bits(it).replace(" ", ""), "card": spelled(ENGLISH, "0132")(it)}
        return {**styles, "digits": digits()(it), "index": number(it)}
    hand = lambda at, cards: {"cards": list(map(card, cards)), "hand": str(at), "sets": []}
    hands = [hand(at, cards) for at, cards in enumerate(hands, 1)]
    return json.dumps({"seed": 1, "hands": hands}, indent=2) + "\n"


def puzzles_json(hands, card):
    """Puzzles as this program writes them."""
    def puzzle(at, hand):
        of = [{"cards": [card(it) for it in one], "differing_features": 2} for one in sets(hand)]
        cards = [card(it) for it in hand]
        return {"cards": cards, "date": None, "number_of_sets": len(of), "puzzle": at, "sets": of}
    puzzles = [puzzle(at, hand) for at, hand in enumerate(hands, 1)]
    return json.dumps({"seed": 1, "puzzles": puzzles}, indent=2) + "\n"


def extremes_json(hands, card):
    """Extreme hands as this program writes them."""
    def row(hand):
        witness = " ".join(map(card, hand))
        return {"features": 4, "cards": len(hand), "hands": "84240", "witness": witness}
    extremes = {"provenance": {"version": "1.0.0"}, "extremes": list(map(row, hands))}
    return json.dumps(extremes, indent=2) + "\n"


def named(words):
    """The fields of a card in JSON."""
    return dict(zip(["symbol", "number", "color", "shading"], words.split()))


def named_in_braces(card):
    """An object of JSON, and a comma as in the middle of a list."""
    spelling = spelled("1 2 3/oval squiggle diamond/red blue purple/solid open striped", "1023")
    return json.dumps(named(spelling(card))) + ","


def all_shown(cards):
    """Whether every feature has all its values."""
    return all(len(set(values)) == 3 for values in zip(*cards))


def has(*wanted, never=()):
    """Whether cards with some numbers are there, and others not."""
    def whole(cards):
        numbers = {number(card) for card in cards}
        return numbers.issuperset(wanted) and numbers.isdisjoint(never)
    return whole


def few(feature):
    """Cards without the last value of a feature."""
    return lambda card: card[feature] < 2


@dataclasses.dataclass
class Kind:
    """A file, how it is written, and what its hands are like."""

    file: str
    card: typing.Callable
    text: typing.Callable = lines
    sets: tuple = (3,)
    size: int = 12
    # Whether an answer must show cards as `card` writes them.
    echo: bool = True
    # What the line on what was read must hold.
    says: list = dataclasses.field(default_factory=list)
    # The number of gone cards, and how they are written if in another way.
    gone: int = 0
    gone_text: typing.Callable = lines
    gone_card: typing.Callable = None
    gone_file: str = ""
    # Which cards may be in hands, and what all cards must be like together.
    table: typing.Callable = lambda card: True
    whole: typing.Callable = all_shown
    end: str = "\n"
    code: str = "utf-8"
    features: int = 4
    numbers_from: int = None

    def __post_init__(self):
        self.gone_card = self.gone_card or self.card
        stem, ending = self.file.rsplit(".", 1)
        self.gone_file = self.gone and (self.gone_file or f"{stem}.gone.{ending}")


def places(*spellings):
    """What is said where spellings are not those of the dictionary."""
    return ["places:", *" ".join(spellings).split()]


KINDS = [
    # Words of the dictionary.
    Kind("words-spoken.txt", spoken, sets=(2,), echo=False),
    Kind("words-any-order.txt", shuffled(ENGLISH), sets=(4,)),
    Kind("words-capitals-crlf.txt", lambda card: spoken(card).upper(), end="\r\n", sets=(5,), echo=False),
    Kind("words-hyphens-cr.txt", spelled(ENGLISH, "0231", "-"), end="\r", sets=(3,)),
    Kind("words-underscores.txt", spelled(ENGLISH, "2130", "_"), size=9, sets=(0,)),
    Kind("words-rows.txt", spelled("1 2 3/oval squiggle diamond/red green purple/solid empty stripe", "2031"),
         rows(", "), sets=(3, 0, 2), size=9, says=["3 hands of 9 cards"]),
    Kind("words-synonyms.txt", spelled("1 2 3/rhomb capsule wave/red green violet/filled clear lined"), sets=(2,)),
    Kind("words-labelled.txt", labelled("number shape color fill", ENGLISH, ": ", ", "), echo=False),
    Kind("words-assigned.txt", labelled("count symbol colour shading", ENGLISH, "=", " "), sets=(2,), echo=False),
    Kind("words-quoted.txt", spelled("one two three/diamonds ovals squiggles/red green purple/solid empty striped",
         "0231", '","', '["{}"],'), sets=(4,), echo=False),
    Kind("words-bullets.txt", spelled(ENGLISH), led("- "), echo=False),
    Kind("words-bullet-signs.txt", spelled(ENGLISH), led("• "), sets=(0,), size=9, echo=False),
    Kind("words-numbered.txt", spelled(ENGLISH), led("{}. "), sets=(2,), echo=False),
    Kind("words-labels-of-lines.txt", spelled(ENGLISH), led("{}: "), sets=(4,), echo=False),
    Kind("words-under-header.txt", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped"),
         under("number color shading shape"), sets=(5,)),
    Kind("words-under-foreign-header.txt", spelled(GERMAN), under("Anzahl Farbe Muster Zeichen"),
         says=["first line", "`Anzahl Farbe Muster Zeichen`", "a header"]),
    Kind("columns-under-foreign-header.txt", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped",
         "2310", ","), under("couleur,remplissage,forme,nombre"), sets=(2,), echo=False, says=["a header"]),
    Kind("digits-under-foreign-header.txt", digits(1, " "), under("Zahl Zeichen Farbe Muster"), sets=(4,), says=["a header"]),
    Kind("words-utf8-mark.txt", spelled(ENGLISH), code="utf-8-sig", sets=(2,)),
    Kind("words-utf16-le.txt", spelled(ENGLISH), under("\ufeff"), code="utf-16-le", sets=(3,)),
    Kind("words-utf16-be.txt", spelled(GERMAN), under("\ufeff"), code="utf-16-be", end="\r\n", sets=(4,)),
    Kind("photographs.txt", spelled("single double triple/diamond oval squiggle/red green purple/solid open striped",
         "2031", "-", "cards/{}.jpg"), sets=(3,), echo=False),
    Kind("styles-mixed.txt", any_style, sets=(3,)),
    Kind("words-number-from-zero.txt", spelled("0 1 2/oval squiggle diamond/red green purple/solid open striped"),
         sets=(3,)),
    Kind("words-forms.txt", inflected, sets=(4,), echo=False),
    # Two words that are usually one value.
    Kind("blue-and-purple.txt", spelled("1 2 3/diamond oval squiggle/red purple blue/solid open striped"), sets=(2,),
         says=places("red purple blue")),
    Kind("shaded-and-striped.txt", spelled("1 2 3/diamond oval squiggle/red green purple/solid shaded striped"),
         says=places("solid shaded striped")),
    Kind("letters-solid-hollow-striped.txt", spelled("1 2 3/D O S/R G P/S H T", "0213", ""), rows(), sets=(4,),
         says=places("S H T")),
    # Words that are in no dictionary.
    Kind("words-german.txt", spelled(GERMAN), sets=(3,), says=places("eins zwei drei rot lila gruen voll leer")),
    Kind("words-german-letters.txt", spelled("1 2 3/Rechteck Dreieck Kreis/rot grün lila/voll leer schraffiert"),
         sets=(6,), says=places("rot grün lila schraffiert")),
    Kind("words-spanish.txt", SPANISH, sets=(2, 0), size=10, says=places("rojo vacío óvalo")),
    Kind("words-spanish-decomposed.txt", decomposed, sets=(4,), echo=False),
    Kind("words-french.txt", spelled("un deux trois/losange ovale vague/rouge vert violet/plein vide rayé", "0132"),
         sets=(3,), says=places("ovale rayé")),
    Kind("words-other-deck.txt", spelled("1 2 3/rectangle triangle star/cyan magenta yellow/dashed filled blank"),
         sets=(2,), says=places("cyan magenta yellow dashed")),
    Kind("words-counted.txt", spelled("n1 n2 n3/shape1 shape2 shape3/color1 color2 color3/fill1 fill2 fill3", "2310"),
         sets=(4,), says=places("color1 color2 color3")),
    Kind("words-unknown-colours.txt", shuffled("1 2 3/oval squiggle diamond/pink teal green/solid open striped"),
         sets=(3,), says=places("pink teal green")),
    Kind("words-unknown-shapes.txt", shuffled("1 2 3/heart star moon/red green purple/solid open striped", "_"),
         sets=(0,), size=11, says=places("heart star moon")),
    Kind("words-labelled-others.txt", labelled("number form colour texture",
         "1 2 3/star heart moon/teal orange pink/dotted plain dashed", "=", "; "), sets=(3,), echo=False),
    Kind("words-german-rows.txt", spelled(GERMAN), rows("; "), sets=(2, 0, 3), size=10),
    Kind("words-german-brackets.txt", spelled(GERMAN, "2130", " ", "[{}]"), rows(" "), sets=(2, 3), size=9, echo=False),
    Kind("words-german-capitals.txt", capitals_mixed, sets=(3,), echo=False),
    Kind("words-titles.txt", in_title, table=few(2), whole=has(), sets=(2,), echo=False),
    Kind("words-three-features.txt", spelled("eins zwei drei/raute kreis welle/rot lila gruen", "021"), sets=(2,),
         size=9, features=3),
    Kind("words-greek.txt", spelled("ένα δύο τρία/οβάλ ρόμβος κύμα/κόκκινο πράσινο μωβ/γεμάτο άδειο ριγέ"),
         sets=(3,), says=places("κόκκινο πράσινο μωβ")),
    Kind("words-cyrillic.txt", spelled("один два три/овал ромб волна/красный зелёный синий/сплошной пустой полосатый"),
         sets=(4, 2), says=places("красный зелёный синий")),
    Kind("signs-japanese.txt", spelled("一 二 三/丸 菱 波/赤 緑 紫/塗 空 縞", "2031", ""), rows(), sets=(2, 3),
         size=10, says=places("赤 緑 紫")),
    # Letters, digits and signs without anything between them.
    Kind("codes.txt", spelled("1 2 3/D O S/R G P/S E T", "0231", ""), rows(), sets=(0, 2, 3)),
    Kind("codes-last-number.txt", spelled("1 2 3/O D S/R G P/F P H", "1320", ""), sets=(4,)),
    Kind("codes-quoted.txt", spelled("1 2 3/D O S/R G P/F E H", "0231", "", "'{}'"),
         lambda hands, card: "".join(f"[{', '.join(map(card, hand))}],\n" for hand in hands), sets=(3, 4), echo=False),
    Kind("codes-numbered.txt", spelled("1 2 3/D O S/R G P/F E H", "0231", ""), led("{}) "), sets=(2,), echo=False),
    Kind("codes-small.txt", spelled("1 2 3/d o s/r g b/f e h", "0231", ""), rows(","), sets=(2, 3), size=10),
    Kind("codes-of-two-letters.txt", spelled("1 2 3/Ov Di Sq/R G P/So St Op", "0321", "_"), sets=(3,),
         says=places("So St Op Ov Di Sq")),
    Kind("codes-capitals-count.txt", spelled("a b c/x y z/r R g/k l m", "0123", ""), sets=(2,), says=places("r R g")),
    Kind("signs-geometric.txt", spelled("1 2 3/● ▲ ◆/🟥 🟩 🟪/■ ▤ □", "3102", ""), sets=(3,), says=places("🟥 🟩 🟪")),
    Kind("signs-contest.txt", spelled("1 2 3/~ ◇ ○/🟥 🟩 🟪/▤ □ ■", "0231", ""), rows(), sets=(2, 3)),
    Kind("signs-emoji.txt", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213", ""), rows(), sets=(4, 0),
         size=9, says=places("❤️ 💚 💜")),
    Kind("letters-spaced.txt", spelled("1 2 3/a b c/r g v/x y z", "2130"), sets=(3,), says=places("a b c x y z")),
    Kind("signs-spaced.txt", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213"), sets=(3,)),
    # Figures.
    Kind("digits.txt", digits(), rows(), sets=(8, 0), size=12),
    Kind("digits-spaced.txt", digits(0, " "), sets=(3,)),
    Kind("digits-bracketed.txt", digits(0, ", ", "({}),"), sets=(2,), echo=False),
    Kind("digits-brackets.txt", digits(0, ",", "({})"), rows(", "), sets=(2, 3), echo=False),
    Kind("digits-numbered.txt", digits(0, " "), led("{}: "), sets=(2,), echo=False),
    Kind("digits-one-two.txt", digits(), table=lambda card: min(card) > 0, sets=(0,), size=9, whole=has()),
    Kind("digits-from-one.txt", digits(1), rows(), sets=(3, 2, 0), says=["3 hands of 12 cards", "digits 1 to 3"]),
    Kind("digits-of-five.txt", digits(1), sets=(2,), features=5, says=["digits 1 to 3"]),
    Kind("bits.txt", bits, sets=(3,)),
    Kind("numbers-marked.txt", numbered(0, "@"), rows(), sets=(2, 4), whole=has(never=(0, 80))),
    Kind("numbers-from-zero.txt", numbered(0), rows(), sets=(3,), whole=has(0), echo=False),
    Kind("numbers-a-line.txt", numbered(0), sets=(2,), whole=has(0), echo=False),
    Kind("numbers-four.txt", numbered(0), rows(), sets=(1, 0, 1), size=4, whole=has(0), echo=False),
    Kind("numbers-to-81.txt", numbered(1), rows(), sets=(4,), whole=has(80)),
    Kind("numbers-of-the-day.txt", numbered(1), rows(), sets=(6,), whole=has(never=(80,)), numbers_from=1),
    Kind("numbers-said-from-zero.txt", numbered(0), rows(), sets=(3,), whole=has(never=(0,)), numbers_from=0,
         echo=False),
    # CSV.
    Kind("features.csv", None, columns("id,color,shading,symbol,number", ",",
         "1 2 3/oval squiggle diamond/red green purple/solid open striped", "2310"), sets=(3,), echo=False),
    Kind("features-semicolons.csv", None, columns("Nr;Shape;Colour;Count;Fill", ";", GERMAN, "1203"), end="\r\n",
         sets=(4,), echo=False, says=places("rot lila gruen")),
    Kind("features-tabs.csv", None, columns("no\tsymbol\tnumber\tcolor\ttexture", "\t",
         "1 2 3/ρόμβος κύκλος κύμα/κόκκινο πράσινο μωβ/γεμάτο άδειο ριγέ", "1023"), sets=(2,), echo=False),
    Kind("digits.csv", None, columns("id,color,number,shape,shading", ",", "1 2 3/1 2 3/1 2 3/1 2 3", "2013"),
         sets=(2,), echo=False, says=["digits 1 to 3"]),
    Kind("features-of-hands.csv", None, table("hand,shape,shading,color,number", ",", lambda hand, at, card:
         [hand] + spelled("1 2 3/oval squiggle diamond/red blue purple/solid open striped", "1320")(card).split()),
         sets=(2, 4), size=9, echo=False),
    Kind("cards.csv", shuffled(ENGLISH, ", "), table("card,seen,hand", ",", lambda hand, at, card:
         ['"' + shuffled(ENGLISH, ", ")(card) + '"', at, hand]), sets=(3, 0), size=10, echo=False),
    Kind("deal.csv", digits(), table("hand,card,digits,bits,index", ",", lambda hand, at, card:
         [hand, spelled(ENGLISH, "0132")(card), digits()(card), bits(card).replace(" ", ""), str(number(card))]),
         sets=(3, 2)),
    Kind("index.csv", numbered(0, "@"), table("hand,index", ",", lambda hand, at, card: [hand, str(number(card))]),
         sets=(2, 4), whole=has(never=(0, 80)), echo=False),
    Kind("find.csv", digits(), found, sets=(1, 1, 1), size=3),
    Kind("puzzle.csv", digits(), puzzles, sets=(6, 5), size=15),
    Kind("completing.csv", digits(), completing, sets=(3,)),
    Kind("caps.csv", digits(), own("features,cards,class,caps,stabilizer,admits,complete,representative",
         "4,{},1,84240,23328,75,false,"), sets=(0, 0), size=9),
    Kind("extremes.csv", digits(), own("features,cards,extreme,sets,hands,witness", "4,{},most,1,84240,"),
         sets=(4, 2)),
    Kind("lines-of-columns.csv", spelled(GERMAN, "0231", ","), sets=(3,), echo=False),
    # JSON.
    Kind("cards.json", spelled(ENGLISH), in_json(str), sets=(2,)),
    Kind("words.json", spelled("1 2 3/star heart moon/red blue purple/solid dotted open"), in_json(str.split),
         sets=(3,), says=places("star heart moon")),
    Kind("digits.json", digits(0, " "), in_json(lambda card: [int(it) for it in card.split()]), sets=(4,), echo=False),
    Kind("objects.json", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped", "1023"),
         in_json(named, lambda hands: {"cards": hands[0]}), sets=(2,), echo=False),
    Kind("objects-of-digits.json", digits(0, " "), in_json(lambda card: {name: int(it) for name, it in
         zip(["number", "shape", "color", "shading"], card.split())}), sets=(4,), echo=False),
    Kind("objects-of-others.json", spelled("1 2 3/star heart moon/teal orange pink/dotted plain dashed", "1023"),
         in_json(named), sets=(3,), echo=False, says=places("teal orange pink")),
    Kind("objects-a-line.txt", named_in_braces, sets=(4,), echo=False),
    Kind("hands.json", spelled(GERMAN), in_json(str, lambda hands: hands), sets=(3, 0, 2)),
    Kind("named-hands.json", digits(1), in_json(str, lambda hands: {"hands": [{"cards": it} for it in hands]}),
         sets=(2, 3), says=["digits 1 to 3"]),
    Kind("hands-of-words.json", spelled(GERMAN), in_json(str.split, lambda hands: hands), sets=(3, 2)),
    Kind("hands-of-digits.json", digits(1, " "), in_json(lambda card: [int(it) for it in card.split()],
         lambda hands: hands), sets=(2, 0), says=["digits 1 to 3"], echo=False),
    Kind("hands-of-numbers.json", numbered(0), in_json(int, lambda hands: hands), sets=(2, 3), whole=has(0), echo=False),
    Kind("deal.json", digits(), own_json, sets=(4, 0), size=10),
    Kind("puzzle.json", digits(), puzzles_json, sets=(4, 2)),
    Kind("extremes.json", digits(), extremes_json, sets=(5, 2)),
    # A table, and cards that are gone: both say what the values are.
    Kind("gone-digits-from-one.txt", digits(1), table=lambda card: max(card) < 2, sets=(0,), size=9, gone=9,
         says=["digits 1 to 3"]),
    Kind("gone-digits-from-zero.txt", digits(), rows(), table=lambda card: min(card) > 0, sets=(0,), size=9, gone=9),
    Kind("gone-digits-one-two.txt", digits(), table=lambda card: min(card) > 0, sets=(0,), size=9, gone=2,
         whole=lambda cards: min(map(min, cards)) > 0),
    Kind("gone-in-words.txt", digits(1), gone=6, gone_card=spelled(ENGLISH), sets=(2,)),
    Kind("gone-words.txt", spelled(GERMAN), table=few(2), sets=(2,), gone=15),
    Kind("gone-synonyms.txt", spelled("1 2 3/diamond oval squiggle/red blue purple/solid open striped"),
         table=few(2), gone=12),
    Kind("gone-codes.txt", spelled("1 2 3/D O S/R G P/S O T", "0231", ""), rows(), table=few(3), gone=9),
    Kind("gone-numbers-from-zero.txt", numbered(0), rows(), whole=has(0), table=lambda card: card[0] > 0, gone=6,
         echo=False),
    Kind("gone-numbers-to-81.txt", numbered(1), whole=has(80), table=lambda card: card[0] < 2, gone=9),
    Kind("gone-in-json.txt", spelled("1 2 3/star heart moon/teal orange pink/dotted plain dashed"), gone=9,
         table=few(1), gone_text=in_json(str.split), gone_file="gone-in-json.gone.json"),
    Kind("gone-in-csv.txt", spelled(GERMAN, "1203"), gone=12, sets=(4,), gone_file="gone-in-csv.gone.csv",
         gone_text=columns("id,shape,colour,number,texture", ",", GERMAN, "1203")),
    Kind("gone-emoji.txt", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213", ""), rows(), table=few(2), gone=9),
]


def hand(cards, sets):
    return {"cards": cards, "sets": sets}


# Files beside these; their sets are printed in their sources.
WRITTEN_BY_HAND = [
    {"file": "apl.txt", "hands": [hand(12, 4)]},
    {"file": "hui.txt", "hands": [hand(12, 4)], "first": ["0 2 0 1", "0 2 2 0", "0 2 1 2"]},
    {"file": "comments.csv", "hands": [hand(3, 1)]},
    {"file": "header-half-known.txt", "hands": [hand(3, 1)]},
    {"file": "rosetta.txt", "hands": [hand(9, 4)],
     "first": ["red two diamond striped", "red two squiggle striped", "red two oval striped"]},
]


def refused(name, text, *says, never=(), gone=None, numbers_from=None):
    """Text that is not understood, and what the message must and must not hold."""
    entry = {"file": name, "file_text": text, "says": list(says)}
    if never:
        entry["never"] = list(never)
    if numbers_from is not None:
        entry["numbers_from"] = numbers_from
    if gone is not None:
        entry |= {"gone": name.replace(".", ".gone."), "gone_text": gone}
    return entry


REFUSED = [
    refused("refused-named-numbers.txt", "p1 5 17 20\n", "line 1", "`p1`"),
    refused("refused-contradicting-header.csv", "number,color,shading,shape\n1,oval,solid,red\n",
            "line 2", "`red`", "colour", "shape"),
    refused("refused-open-quote.csv", 'number,color,shading,shape\n1,"red,solid,oval\n2,red,open,oval\n',
            "line 2", "quote", "not closed"),
    refused("refused-card-twice.csv", "card,card\n0000,0001\n", "`card`", "twice"),
    refused("refused-numbers-and-digits.txt", "0 13 26 80\n1 1 1 1\n", "line 2", "`1 1 1 1`", "`1111`"),
    refused("refused-word-beside-cards.txt", "frog\ntwo red solid ovals\n", "line 1", "`frog`",
            never=["code", "`r`"]),
    refused("refused-gone.json", '{"table": ["0000", "0001"], "gone": ["0002"]}\n', "`gone`"),
    refused("refused-empty.txt", "", "is empty", never=["read no"]),
    refused("refused-comments.txt", "# no card\n\n# and none here\n", "holds no card", never=["is empty"]),
    {"file": "misspelt.txt", "says": ["line 4", "`purpel`", "`purple`"]},
    refused("refused-slip.txt", "1 red solid oval\n2 blue open oval\n3 blu solid diamond\n",
            "line 3", "`blu`", "`blue`", "line 2"),
    refused("refused-slip-of-known.txt", "red 1 oval solid\n\nred 2 oval solid\npurpel 1 oval solid\n",
            "line 4", "`purpel`", "`purple`"),
    refused("refused-swapped.txt", "eins rot voll raute\nzwei lila voll raute\ndrei lial leer kreis\n",
            "line 3", "`lial`", "`lila`", "line 2"),
    refused("refused-four.txt", "1 rot voll raute\n2 blau voll raute\n3 lila leer raute\n1 gelb leer kreis\n",
            "`rot`", "line 1", "`blau`", "line 2", "`lila`", "line 3", "`gelb`", "line 4"),
    refused("refused-four-signs.txt", "1🟥●■\n2🟩●■\n3🟪●□\n1🟦▲□\n",
            "🟥", "line 1", "🟩", "line 2", "🟪", "line 3", "🟦", "line 4"),
    refused("refused-four-colours.txt",
            "1 red solid oval\n2 green open oval\n3 blue solid oval\n1 purple open diamond\n",
            "`red`", "`green`", "`blue`", "line 3", "`purple`", "line 4"),
    refused("refused-four-textures.csv",
            "id,shape,color,shading,number\n1,oval,red,solid,1\n2,oval,red,open,2\n3,oval,red,striped,3\n"
            "4,oval,red,shaded,1\n", "`solid`", "`open`", "`striped`", "line 4", "`shaded`", "line 5"),
    refused("refused-numbers.txt", "38 71 24 55 48 75 13 60 42 11 70 72\n",
            "line 1", "0", "81", "--numbers-from 1", "@"),
    refused("refused-numbers-0-81.txt", "0 17 33\n81 5 64\n", "line 2", "81"),
    refused("refused-numbers-82.txt", "0 17 33\n82 5 64\n", "line 2", "82"),
    refused("refused-numbers-from-one.txt", "12 0 33\n", "line 1", "0", numbers_from=1),
    refused("refused-index-81.txt", "@0\n@80\n@81\n", "line 3", "`@81`", "@80"),
    refused("refused-digits-0-3.txt", "3121\n2213\n1102\n", "line 3", "`1102`", "3", "0", "`3121`", "line 1"),
    refused("refused-gone-digits.txt", "0121\n2210\n1102\n", "0", "3", "`3131`", "`0121`", gone="1212\n3131\n"),
    refused("refused-digits-spaced.txt", "1 1 2 0\n0 1 2 3\n", "line 2", "`0 1 2 3`", "3"),
    refused("refused-gone-four.txt", "1 rot voll raute\n2 blau voll raute\n3 lila leer raute\n",
            "`rot`", "`blau`", "`lila`", "`gelb`", gone="2 gelb leer kreis\n"),
    refused("refused-gone-slip.txt", "1 rot voll raute\n2 blau voll raute\n3 lila leer raute\n",
            "`lilla`", "`lila`", gone="2 lilla leer kreis\n"),
    refused("refused-two-unknown.txt", "red 2 oval solid\noval teal dotted 2\n", "line 2", "`teal`"),
    refused("refused-two-places.txt", "2 red zzz oval\noval 2 zzz solid\n", "line 2", "`zzz`", "`solid`"),
    refused("refused-opposite.txt", "2 red solid oval\n1 red open oval\n2 red unfiled oval\n",
            "line 3", "`unfiled`", never=["`filled`"]),
    refused("refused-no-cards.txt", "hello world\n", "line 1", "hello"),
    refused("refused-digit-4.txt", "1111\n4111\n", "line 2", "`4111`", "1 to 3"),
    refused("refused-two-notations.txt", "eins rot voll raute\nzwei lila leer raute\n0120\n", "`eins`", "line 1"),
    refused("refused-words-and-codes.txt", "1 red solid oval\n2 teal open oval\n2RSO 1GEO 3PTD\n",
            "`teal`", "line 2"),
    # `2RSO` may be an open squiggle or a solid oval, which matters beside words.
    refused("refused-code-beside-words.txt", "2 red solid oval\n1 purple open diamond\n2RSO\n",
            "line 3", "`2RSO`"),
    refused("refused-twice.txt", "1RSO\n2GED\n3PTS\n2RED\n1RSO\n3PTO\n",
            "line 5", "`1RSO`", "line 1", "blank line"),
    refused("refused-twice-rows.txt", "1RSO 2GED 3PTS\n2RED 1GSO 2RED\n", "line 2", "`2RED`"),
    refused("refused-missing.txt", "2 red striped oval\n2 red striped\noval red solid 1\n", "line 2", "shape"),
    refused("refused-again.txt", "2 red striped oval\nsolid 1 red green oval\n",
            "line 2", "colour", "`green`", "`red`"),
    refused("refused-header.csv", "number,color,shape\n1,red,oval\n2,red,oval\n", "line 1", "texture"),
    refused("refused-header-twice.csv", "number,color,shape,fill,colour\n1,red,oval,open,green\n",
            "line 1", "`colour`"),
    refused("refused-empty-cell.csv", "number,color,shading,shape\n1,red,solid,oval\n1,red,,oval\n",
            "line 3", "`shading`"),
    refused("refused-signs.txt", "2 red striped oval\nred §§ %% oval\n", "line 2", "`§§`", never=["did you mean"]),
    refused("refused-parts.txt", "eins rot voll raute\nzwei lila raute\n", "line 2", "zwei lila raute"),
    refused("refused-open.json", '{"cards": ["0120", "1120",\n', "JSON"),
]
