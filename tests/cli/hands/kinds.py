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
    """An input, how it is written, and what its hands are like."""

    name: str
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
    # Which cards may be in hands, and what all cards must be like together.
    table: typing.Callable = lambda card: True
    whole: typing.Callable = all_shown
    end: str = "\n"
    code: str = "utf-8"
    features: int = 4
    options: tuple = ()
    # What the message must hold, where the input is refused. If it gives `--values`, the input is
    # read with these.
    refused: tuple = ()

    def __post_init__(self):
        self.gone_card = self.gone_card or self.card


KINDS = [
    # Words of the dictionary.
    Kind("words-spoken", spoken, sets=(2,), echo=False),
    Kind("words-any-order", shuffled(ENGLISH), sets=(4,)),
    Kind("words-capitals-crlf", lambda card: spoken(card).upper(), end="\r\n", sets=(5,), echo=False),
    Kind("words-hyphens-cr", spelled(ENGLISH, "0231", "-"), end="\r", sets=(3,)),
    Kind("words-underscores", spelled(ENGLISH, "2130", "_"), size=9, sets=(0,)),
    Kind("words-rows", spelled("1 2 3/oval squiggle diamond/red green purple/solid empty stripe", "2031"),
         rows(", "), sets=(3, 0, 2), size=9, says=["3 hands of 9 cards"]),
    Kind("words-synonyms", spelled("1 2 3/rhomb capsule wave/red green violet/filled clear lined"), sets=(2,)),
    Kind("words-labelled", labelled("number shape color fill", ENGLISH, ": ", ", "), echo=False,
         refused=("has a label",)),
    Kind("words-assigned", labelled("count symbol colour shading", ENGLISH, "=", " "), sets=(2,), echo=False,
         refused=("`colour=",)),
    Kind("words-quoted", spelled("one two three/diamonds ovals squiggles/red green purple/solid empty striped",
         "0231", '","', '["{}"],'), sets=(4,), echo=False),
    Kind("words-bullets", spelled(ENGLISH), led("- "), echo=False,
         refused=("is an item of a list",)),
    Kind("words-bullet-signs", spelled(ENGLISH), led("• "), sets=(0,), size=9, echo=False,
         refused=("is an item of a list",)),
    Kind("words-numbered", spelled(ENGLISH), led("{}. "), sets=(2,), echo=False,
         refused=("`1.`",)),
    Kind("words-labels-of-lines", spelled(ENGLISH), led("{}: "), sets=(4,), echo=False,
         refused=("has a label",)),
    Kind("words-under-header", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped"),
         under("number color shading shape"), sets=(5,),
         refused=("`number color shading shape`",)),
    Kind("words-under-foreign-header", spelled(GERMAN), under("Anzahl Farbe Muster Zeichen"),
         refused=("`Anzahl Farbe Muster Zeichen`",)),
    Kind("columns-under-foreign-header", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped",
         "2310", ","), under("couleur,remplissage,forme,nombre"), sets=(2,), echo=False),
    Kind("digits-under-foreign-header", digits(1, " "), under("Zahl Zeichen Farbe Muster"), sets=(4,),
         refused=("`Zahl Zeichen Farbe Muster`",)),
    Kind("words-utf8-mark", spelled(ENGLISH), code="utf-8-sig", sets=(2,)),
    Kind("words-utf16-le", spelled(ENGLISH), under("\ufeff"), code="utf-16-le", sets=(3,)),
    Kind("words-utf16-be", spelled(GERMAN), under("\ufeff"), code="utf-16-be", end="\r\n", sets=(4,),
         refused=("is not part of a card", "--values")),
    Kind("photographs", spelled("single double triple/diamond oval squiggle/red green purple/solid open striped",
         "2031", "-", "cards/{}.jpg"), sets=(3,), echo=False,
         refused=("`cards/green`",)),
    Kind("styles-mixed", any_style, sets=(3,),
         refused=("write all cards in the same notation",)),
    Kind("words-number-from-zero", spelled("0 1 2/oval squiggle diamond/red green purple/solid open striped"),
         sets=(3,),
         refused=("`0`", "--values")),
    Kind("words-forms", inflected, sets=(4,), echo=False),
    # Two words that are usually one value.
    Kind("blue-and-purple", spelled("1 2 3/diamond oval squiggle/red purple blue/solid open striped"), sets=(2,),
         refused=("`purple`", "`blue`")),
    Kind("shaded-and-striped", spelled("1 2 3/diamond oval squiggle/red green purple/solid shaded striped"),
         refused=("`shaded`", "`striped`")),
    Kind("letters-solid-hollow-striped", spelled("1 2 3/D O S/R G P/S H T", "0213", ""), rows(), sets=(4,),
         refused=("`T`",)),
    # Words that are in no dictionary.
    Kind("words-german", spelled(GERMAN), sets=(3,),
         refused=("is not part of a card", "--values")),
    Kind("words-german-letters", spelled("1 2 3/Rechteck Dreieck Kreis/rot grün lila/voll leer schraffiert"),
         sets=(6,),
         refused=("is not part of a card", "--values")),
    Kind("words-spanish", SPANISH, sets=(2, 0), size=10),
    Kind("words-spanish-decomposed", decomposed, sets=(4,), echo=False),
    Kind("words-french", spelled("un deux trois/losange ovale vague/rouge vert violet/plein vide rayé", "0132"),
         sets=(3,)),
    Kind("words-other-deck", spelled("1 2 3/rectangle triangle star/cyan magenta yellow/dashed filled blank"),
         sets=(2,),
         refused=("is not part of a card", "--values")),
    Kind("words-counted", spelled("n1 n2 n3/shape1 shape2 shape3/color1 color2 color3/fill1 fill2 fill3", "2310"),
         sets=(4,),
         refused=("`color", "--values")),
    Kind("words-unknown-colours", shuffled("1 2 3/oval squiggle diamond/pink teal green/solid open striped"),
         sets=(3,),
         refused=("`teal`",)),
    Kind("words-unknown-shapes", shuffled("1 2 3/heart star moon/red green purple/solid open striped", "_"),
         sets=(0,), size=11,
         refused=("`moon`",)),
    Kind("words-labelled-others", labelled("number form colour texture",
         "1 2 3/star heart moon/teal orange pink/dotted plain dashed", "=", "; "), sets=(3,), echo=False,
         refused=("`colour=",)),
    Kind("words-german-rows", spelled(GERMAN), rows("; "), sets=(2, 0, 3), size=10,
         refused=("is not part of a card", "--values")),
    Kind("words-german-brackets", spelled(GERMAN, "2130", " ", "[{}]"), rows(" "), sets=(2, 3), size=9, echo=False,
         refused=("is not the expected",)),
    Kind("words-german-capitals", capitals_mixed, sets=(3,), echo=False,
         refused=("is not part of a card", "--values")),
    Kind("words-titles", in_title, table=few(2), whole=has(), sets=(2,), echo=False,
         refused=("is not part of a card",)),
    Kind("words-three-features", spelled("eins zwei drei/raute kreis welle/rot lila gruen", "021"), sets=(2,),
         size=9, features=3,
         refused=("is not part of a card", "--values")),
    Kind("words-greek", spelled("ένα δύο τρία/οβάλ ρόμβος κύμα/κόκκινο πράσινο μωβ/γεμάτο άδειο ριγέ"),
         sets=(3,),
         refused=("`ένα`", "--values")),
    Kind("words-cyrillic", spelled("один два три/овал ромб волна/красный зелёный синий/сплошной пустой полосатый"),
         sets=(4, 2),
         refused=("is not part of a card", "--values")),
    Kind("signs-japanese", spelled("一 二 三/丸 菱 波/赤 緑 紫/塗 空 縞", "2031", ""), rows(), sets=(2, 3),
         size=10,
         refused=("is not part of a card", "--values")),
    # Letters, digits and signs without anything between them.
    Kind("codes", spelled("1 2 3/D O S/R G P/S E T", "0231", ""), rows(), sets=(0, 2, 3)),
    Kind("codes-last-number", spelled("1 2 3/O D S/R G P/F P H", "1320", ""), sets=(4,),
         refused=("is not a code: `P` is not a shading",)),
    Kind("codes-quoted", spelled("1 2 3/D O S/R G P/F E H", "0231", "", "'{}'"),
         lambda hands, card: "".join(f"[{', '.join(map(card, hand))}],\n" for hand in hands), sets=(3, 4), echo=False),
    Kind("codes-numbered", spelled("1 2 3/D O S/R G P/F E H", "0231", ""), led("{}) "), sets=(2,), echo=False,
         refused=("`1)`",)),
    Kind("codes-small", spelled("1 2 3/d o s/r g b/f e h", "0231", ""), rows(","), sets=(2, 3), size=10),
    Kind("codes-of-two-letters", spelled("1 2 3/Ov Di Sq/R G P/So St Op", "0321", "_"), sets=(3,),
         refused=("is not part of a card", "--values")),
    Kind("codes-capitals-count", spelled("a b c/x y z/r R g/k l m", "0123", ""), sets=(2,),
         refused=("is not part of a card",)),
    Kind("signs-geometric", spelled("1 2 3/● ▲ ◆/🟥 🟩 🟪/■ ▤ □", "3102", ""), sets=(3,),
         refused=("is not part of a card", "--values")),
    Kind("signs-contest", spelled("1 2 3/~ ◇ ○/🟥 🟩 🟪/▤ □ ■", "0231", ""), rows(), sets=(2, 3),
         refused=("is not part of a card", "--values")),
    Kind("signs-emoji", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213", ""), rows(), sets=(4, 0),
         size=9,
         refused=("is not part of a card", "--values")),
    Kind("letters-spaced", spelled("1 2 3/a b c/r g v/x y z", "2130"), sets=(3,),
         refused=("is not part of a card", "--values")),
    Kind("signs-spaced", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213"), sets=(3,),
         refused=("`1️⃣`", "--values")),
    # Figures.
    Kind("digits", digits(), rows(), sets=(8, 0), size=12),
    Kind("digits-spaced", digits(0, " "), sets=(3,)),
    Kind("digits-bracketed", digits(0, ", ", "({}),"), sets=(2,), echo=False),
    Kind("digits-brackets", digits(0, ",", "({})"), rows(", "), sets=(2, 3), echo=False,
         refused=("follows a list on the same line",)),
    Kind("digits-numbered", digits(0, " "), led("{}: "), sets=(2,), echo=False,
         refused=("has a label",)),
    Kind("digits-one-two", digits(), table=lambda card: min(card) > 0, sets=(0,), size=9, whole=has()),
    Kind("digits-from-one", digits(1), rows(), sets=(3, 2, 0), says=["3 hands of 12 cards", "digits 1 to 3"]),
    Kind("digits-of-five", digits(1), sets=(2,), features=5, says=["digits 1 to 3"]),
    Kind("bits", bits, sets=(3,)),
    Kind("numbers-marked", numbered(0, "@"), rows(), sets=(2, 4), whole=has(never=(0, 80))),
    Kind("numbers-from-zero", numbered(0), rows(), sets=(3,), whole=has(0), echo=False),
    Kind("numbers-a-line", numbered(0), sets=(2,), whole=has(0), echo=False),
    Kind("numbers-four", numbered(0), rows(), sets=(1, 0, 1), size=4, whole=has(0), echo=False,
         refused=("3 hands of 4 cards (1, 0, 1 sets), or one of 12", "--hand-a-line or --one-hand")),
    Kind("numbers-to-81", numbered(1), rows(), sets=(4,), whole=has(80)),
    Kind("numbers-of-the-day", numbered(1), rows(), sets=(6,), whole=has(never=(80,)), options=("--numbers-from", "1")),
    Kind("numbers-said-from-zero", numbered(0), rows(), sets=(3,), whole=has(never=(0,)), options=("--numbers-from", "0"),
         echo=False),
    # CSV.
    Kind("features-csv", None, columns("id,color,shading,symbol,number", ",",
         "1 2 3/oval squiggle diamond/red green purple/solid open striped", "2310"), sets=(3,), echo=False),
    Kind("features-semicolons-csv", None, columns("Nr;Shape;Colour;Count;Fill", ";", GERMAN, "1203"), end="\r\n",
         sets=(4,), echo=False,
         refused=("is not part of a card", "--values")),
    Kind("features-tabs-csv", None, columns("no\tsymbol\tnumber\tcolor\ttexture", "\t",
         "1 2 3/ρόμβος κύκλος κύμα/κόκκινο πράσινο μωβ/γεμάτο άδειο ριγέ", "1023"), sets=(2,), echo=False,
         refused=("`κύκλος`", "--values")),
    Kind("digits-csv", None, columns("id,color,number,shape,shading", ",", "1 2 3/1 2 3/1 2 3/1 2 3", "2013"),
         sets=(2,), echo=False, says=["digits 1 to 3"]),
    Kind("features-of-hands-csv", None, table("hand,shape,shading,color,number", ",", lambda hand, at, card:
         [hand] + spelled("1 2 3/oval squiggle diamond/red blue purple/solid open striped", "1320")(card).split()),
         sets=(2, 4), size=9, echo=False,
         refused=("`blue`", "`purple`")),
    Kind("cards-csv", shuffled(ENGLISH, ", "), table("card,seen,hand", ",", lambda hand, at, card:
         ['"' + shuffled(ENGLISH, ", ")(card) + '"', at, hand]), sets=(3, 0), size=10, echo=False),
    Kind("deal-csv", digits(), table("hand,card,digits,bits,index", ",", lambda hand, at, card:
         [hand, spelled(ENGLISH, "0132")(card), digits()(card), bits(card).replace(" ", ""), str(number(card))]),
         sets=(3, 2)),
    Kind("index-csv", numbered(0, "@"), table("hand,index", ",", lambda hand, at, card: [hand, str(number(card))]),
         sets=(2, 4), whole=has(never=(0, 80)), echo=False),
    Kind("find-csv", digits(), found, sets=(1, 1, 1), size=3),
    Kind("puzzle-csv", digits(), puzzles, sets=(6, 5), size=15),
    Kind("completing-csv", digits(), completing, sets=(3,),
         refused=("a list of `next` is not a hand",)),
    Kind("caps-csv", digits(), own("features,cards,class,caps,stabilizer,admits,complete,representative",
         "4,{},1,84240,23328,75,false,"), sets=(0, 0), size=9),
    Kind("extremes-csv", digits(), own("features,cards,extreme,sets,hands,witness", "4,{},most,1,84240,"),
         sets=(4, 2)),
    Kind("lines-of-columns-csv", spelled(GERMAN, "0231", ","), sets=(3,), echo=False,
         refused=("is not part of a card", "--values")),
    # JSON.
    Kind("cards-json", spelled(ENGLISH), in_json(str), sets=(2,)),
    Kind("words-json", spelled("1 2 3/star heart moon/red blue purple/solid dotted open"), in_json(str.split),
         sets=(3,),
         refused=("is not part of a card", "--values")),
    Kind("digits-json", digits(0, " "), in_json(lambda card: [int(it) for it in card.split()]), sets=(4,), echo=False),
    Kind("objects-json", spelled("1 2 3/oval squiggle diamond/red green purple/solid open striped", "1023"),
         in_json(named, lambda hands: {"cards": hands[0]}), sets=(2,), echo=False),
    Kind("objects-of-digits-json", digits(0, " "), in_json(lambda card: {name: int(it) for name, it in
         zip(["number", "shape", "color", "shading"], card.split())}), sets=(4,), echo=False),
    Kind("objects-of-others-json", spelled("1 2 3/star heart moon/teal orange pink/dotted plain dashed", "1023"),
         in_json(named), sets=(3,), echo=False,
         refused=("is not part of a card", "--values")),
    Kind("objects-a-line", named_in_braces, sets=(4,), echo=False,
         refused=("`purple`", "`blue`")),
    Kind("hands-json", spelled(GERMAN), in_json(str, lambda hands: hands), sets=(3, 0, 2),
         refused=("is not part of a card", "--values")),
    Kind("named-hands-json", digits(1), in_json(str, lambda hands: {"hands": [{"cards": it} for it in hands]}),
         sets=(2, 3), says=["digits 1 to 3"]),
    Kind("hands-of-words-json", spelled(GERMAN), in_json(str.split, lambda hands: hands), sets=(3, 2),
         refused=("is not part of a card", "--values")),
    Kind("hands-of-digits-json", digits(1, " "), in_json(lambda card: [int(it) for it in card.split()],
         lambda hands: hands), sets=(2, 0), says=["digits 1 to 3"], echo=False),
    Kind("hands-of-numbers-json", numbered(0), in_json(int, lambda hands: hands), sets=(2, 3), whole=has(0), echo=False),
    Kind("deal-json", digits(), own_json, sets=(4, 0), size=10),
    Kind("puzzle-json", digits(), puzzles_json, sets=(4, 2)),
    Kind("extremes-json", digits(), extremes_json, sets=(5, 2)),
    # A table, and cards that are gone: both say what the values are.
    Kind("gone-digits-from-one", digits(1), table=lambda card: max(card) < 2, sets=(0,), size=9, gone=9,
         says=["digits 1 to 3"]),
    Kind("gone-digits-from-zero", digits(), rows(), table=lambda card: min(card) > 0, sets=(0,), size=9, gone=9),
    Kind("gone-digits-one-two", digits(), table=lambda card: min(card) > 0, sets=(0,), size=9, gone=2,
         whole=lambda cards: min(map(min, cards)) > 0,
         refused=("--numbers-from 0 or 1",)),
    Kind("gone-in-words", digits(1), gone=6, gone_card=spelled(ENGLISH), sets=(2,)),
    Kind("gone-words", spelled(GERMAN), table=few(2), sets=(2,), gone=15,
         refused=("`kreis`",)),
    Kind("gone-synonyms", spelled("1 2 3/diamond oval squiggle/red blue purple/solid open striped"),
         table=few(2), gone=12,
         refused=("`purple`", "`blue`")),
    Kind("gone-codes", spelled("1 2 3/D O S/R G P/S O T", "0231", ""), rows(), table=few(3), gone=9),
    Kind("gone-numbers-from-zero", numbered(0), rows(), whole=has(0), table=lambda card: card[0] > 0, gone=6,
         echo=False),
    Kind("gone-numbers-to-81", numbered(1), whole=has(80), table=lambda card: card[0] < 2, gone=9),
    Kind("gone-in-json", spelled("1 2 3/star heart moon/teal orange pink/dotted plain dashed"), gone=9,
         table=few(1), gone_text=in_json(str.split),
         refused=("`orange`",)),
    Kind("gone-in-csv", spelled(GERMAN, "1203"), gone=12, sets=(4,),
         gone_text=columns("id,shape,colour,number,texture", ",", GERMAN, "1203"),
         refused=("is not part of a card", "--values")),
    Kind("gone-emoji", spelled("1️⃣ 2️⃣ 3️⃣/♦️ ⭕️ 〰️/❤️ 💚 💜/◼️ ◽️ ▫️", "0213", ""), rows(), table=few(2), gone=9,
         refused=("is not part of a card",)),
]
