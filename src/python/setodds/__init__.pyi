from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

_Sizes = int | str | Iterable[int]
_Values = int | str | Iterable[int | str]
_Names = str | Iterable[str]
_Card = int | str | Iterable[int]
_Cards = int | str | Iterable[_Card | Iterable[_Card]]
_Progress = Callable[[float], object]

class Table(dict[str, list[Any]]):
    provenance: dict[str, Any]
    others: dict[str, Table]

    def __init__(
        self,
        columns: dict[str, list[Any]],
        provenance: dict[str, Any] | None = None,
        others: dict[str, Table] | None = None,
    ) -> None: ...
    def fractions(self) -> list[Fraction]: ...

def odds(
    cards: _Sizes | None = None,
    *,
    sets: _Values | None = None,
    measure: str | None = None,
    value: _Values | None = None,
    given: _Names | None = None,
    features: int = 4,
    threads: int | None = None,
) -> Table: ...
def simulate(
    cards: _Sizes | None = None,
    *,
    deals: int | str | None = None,
    seed: int | None = None,
    measure: _Names = "sets",
    until: float | str | None = None,
    value: int | None = None,
    confidence: float | str | None = None,
    features: int = 4,
    without: _Cards | None = None,
    values: str | None = None,
    numbers_from: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def deals(
    n: int,
    cards: int = 12,
    *,
    seed: int,
    features: int = 4,
    without: _Cards | None = None,
    threads: int | None = None,
) -> memoryview: ...
def enumerate(
    cards: _Sizes | None = None,
    *,
    measure: _Names = "sets",
    force: bool = False,
    features: int = 4,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def play(
    games: int | str = 100_000,
    *,
    seed: int | None = None,
    policies: _Names | None = None,
    table: str | None = None,
    features: int = 4,
    start: int = 12,
    refill: int | None = None,
    deal: int | None = None,
    when_stuck: str = "deal",
    confidence: float | str | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def find(
    hands: _Cards,
    *,
    caps: bool = False,
    ultrasets: bool = False,
    why: bool = False,
    style: str | None = None,
    features: int = 4,
    values: str | None = None,
    numbers_from: int | None = None,
    hand_a_line: bool = False,
    one_hand: bool = False,
) -> Table: ...
def check(
    data: str
    | memoryview
    | Mapping[int, int]
    | Iterable[Iterable[_Card]],
    cards: int | None = None,
    *,
    measure: str | None = None,
    style: str | None = None,
    features: int = 4,
    values: str | None = None,
    numbers_from: int | None = None,
    hand_a_line: bool = False,
    one_hand: bool = False,
) -> Table: ...
def next(
    table: _Cards,
    *,
    gone: _Cards = (),
    dealt: _Sizes = 3,
    completing: bool = False,
    style: str | None = None,
    features: int = 4,
    values: str | None = None,
    numbers_from: int | None = None,
    hand_a_line: bool = False,
    one_hand: bool = False,
) -> Table: ...
def deal(
    cards: int | None = None,
    *,
    hands: int | str = 1,
    sets: bool = False,
    seed: int | None = None,
    features: int = 4,
    without: _Cards | None = None,
    values: str | None = None,
    numbers_from: int | None = None,
) -> Table: ...
def puzzle(
    cards: int | None = None,
    *,
    sets: int | None = None,
    count: int | str | None = None,
    date: str | None = None,
    days: int | None = None,
    deals: int | str | None = None,
    seed: int | None = None,
    features: int = 4,
    without: _Cards | None = None,
    values: str | None = None,
    numbers_from: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def extremes(cards: _Sizes | None = None, *, seed: int = 1, features: int = 4) -> Table: ...
def caps(
    cards: _Sizes | None = None,
    *,
    representatives: bool = False,
    force: bool = False,
    features: int = 4,
    threads: int | None = None,
) -> Table: ...
def classes(
    cards: _Sizes | None = None,
    *,
    count: bool = True,
    force: bool = False,
    features: int = 4,
    threads: int | None = None,
) -> Table: ...
