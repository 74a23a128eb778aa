"""Writes `table.json`: hands as people write them, and what must be found in them.

    python3 count.py [DIRECTORY]

A card is a tuple of values from 0 to 2: number, shape, colour, texture. The hands of a kind are drawn
by the hash of its name and written as `kinds.py` says; `cases.py` has inputs written by hand, with
their cards as digits. Sets are counted on the tuples, by trying all triples; nothing of what was
written is read again.
"""

import hashlib
import itertools
import json
import pathlib
import sys

from cases import ACCEPTED, REFUSED
from kinds import KINDS
from sets import sets


def shuffled(cards, *seed):
    """Some cards in an order that is random and the same everywhere."""
    return sorted(cards, key=lambda card: hashlib.sha256(repr((seed, card)).encode()).digest())


def draw(kind, deck):
    """The hands of a kind, with the wanted numbers of sets, and the cards that are gone."""
    allowed = [card for card in deck if kind.table(card)]
    for attempt in itertools.count():
        hands = []
        for place, wanted in enumerate(kind.sets):
            again = itertools.count()
            tries = (shuffled(allowed, kind.name, attempt, place, it)[:kind.size] for it in again)
            hands.append(next(hand for hand in tries if len(sets(hand)) == wanted))
        rest = [card for card in shuffled(deck, kind.name, attempt) if card not in hands[0]]
        gone = rest[:kind.gone]
        if kind.whole(sum(hands, gone)):
            return hands, gone


def coming(deck, table, gone):
    """In how many ways one more card makes which number of sets."""
    unseen = [card for card in deck if card not in table + gone]
    after = sorted(len(sets(table + [card])) for card in unseen)
    return {str(many): len(list(ways)) for many, ways in itertools.groupby(after)}


def counted(hands):
    return [{"cards": len(hand), "sets": len(sets(hand))} for hand in hands]


def of_kind(kind):
    """An entry of the table."""
    deck = list(itertools.product(range(3), repeat=kind.features))
    hands, gone = draw(kind, deck)
    entry = {"name": kind.name, "text": kind.text(hands, kind.card).replace("\n", kind.end)}
    if kind.code != "utf-8":
        entry["encoding"] = kind.code
    features = ["--features", str(kind.features)] if kind.features != 4 else []
    entry |= {"options": [*features, *kind.options], "hands": counted(hands)}
    firsts = [sets(hand)[0] for hand in hands if sets(hand)]
    if kind.echo and firsts:
        entry["first"] = [" ".join(kind.card(card).split()) for card in firsts[0]]
    if gone:
        entry["gone"] = kind.gone_text([gone], kind.gone_card)
        entry["next"] = coming(deck, hands[0], gone)
    if kind.refused:
        entry |= {"code": 2, "says": list(kind.refused)}
    elif kind.says:
        entry["says"] = kind.says
    return entry


def of_case(name, text, cards, options, says):
    """An entry of an input that was written by hand."""
    hands = [[tuple(map(int, card)) for card in hand.split()] for hand in cards.split("/")]
    which = {"file": text} if text.endswith(".txt") else {"text": text}
    entry = {"name": name, **which, "options": options.split(), "hands": counted(hands)}
    return entry | ({"says": list(says)} if says else {})


def of_refused(name, text, options, gone, says, command):
    """An entry of an input that is not understood."""
    which = {"file": text} if text.endswith(".txt") else {"text": text}
    entry = {"name": name, **which, "options": options.split(), "code": 2, "says": list(says)}
    entry |= {"command": command} if command else {}
    return entry | ({"gone": gone} if gone is not None else {})


def main(directory):
    entries = [of_kind(kind) for kind in KINDS]
    entries += [of_case(*case) for case in ACCEPTED]
    entries += [of_refused(*case) for case in REFUSED]
    text = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    (directory / "table.json").write_bytes(f"[\n{text}\n]\n".encode())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
