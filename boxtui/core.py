"""The one contract that games, agents, matches, lessons and screens share.

The terms are OpenSpiel's where it has one (https://openspiel.readthedocs.io): chance is a
player whose outcomes are moves, so a game is the list of its moves and nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

CHANCE: Final = -1
"""`State.player()` where dice or cards decide."""

OVER: Final = -2
"""`State.player()` once the game has ended."""

# Final, for compiled any other name of a module is looked up each time.
_PLAIN: Final = Random
_FRACTION: Final = Random.random

OptionValue = str | int | float | bool

MANY_CHOICES: Final = 20
"""Of an option with more choices than these only the first two and the last are listed."""


class GameError(ValueError):
    """Something a game refuses; its text is one sentence for the person who asked."""


class BadNotation(GameError):
    """A text that is no move's notation here, whatever the rules say."""


class AmbiguousMove(GameError):
    """A text that names more than one legal move; the sentence lists them."""


class BadPosition(GameError):
    """A text that is no position of the game."""


class BadOption(GameError):
    """An option that the game doesn't have, a value it doesn't take, or a wrong number of seats."""


class IllegalMove(GameError):
    """A move that the rule `rule` (as in ``IllegalMove("STB-3", "...")``) forbids."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)  # both: another process makes it anew of them
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of one game: mutable, cheap to clone, complete.

    A move is a non-negative int that means something in its state alone. Seats count from 0, and
    `seats` is how many play.
    """

    seats: int

    @abstractmethod
    def player(self) -> int:
        """The seat that decides now, `CHANCE`, or `OVER`."""

    @abstractmethod
    def turn(self) -> int:
        """The seat whose turn it is: at `CHANCE` the one that rolls or draws; `OVER` when over."""

    @abstractmethod
    def legal_moves(self) -> list[int]:
        """Every legal move, ascending; at `CHANCE` the outcomes; empty exactly when over."""

    def machine_moves(self) -> vec[i64]:
        """`legal_moves` as machine numbers: by thousands they take a search half as long."""
        return vec[i64](self.legal_moves())

    @abstractmethod
    def chance_odds(self) -> list[float]:
        """The outcomes' probabilities, beside `legal_moves`; empty where chance doesn't decide."""

    @abstractmethod
    def apply(self, move: int) -> None:
        """Play `move` in place without checking it.

        For moves known to be legal: what `legal_moves` or `random_move` gave, or what was checked
        before. With any other move the position is undefined.
        """

    def why_not(self, move: int) -> IllegalMove | None:
        """Return the rule that `move` breaks here, or None if it is legal."""
        if move in self.legal_moves():
            return None
        return IllegalMove(self.rule(), f"{move} is not a legal move here.")

    def play(self, move: int) -> None:
        """Check `move`, then apply it; for any move from outside.

        Raises `IllegalMove`, and changes nothing, if the move isn't legal.
        """
        fault = self.why_not(move)
        if fault is not None:
            raise fault
        self.apply(move)

    @abstractmethod
    def clone(self) -> "State":
        """An equal position that shares nothing mutable with this one."""

    def after(self, move: int) -> "State":
        """The position after applying `move`, which is known to be legal; this one stays."""
        twin = self.clone()
        twin.apply(move)
        return twin

    @abstractmethod
    def returns(self) -> list[float]:
        """Each seat's share, in 0..1, summing to 1 with two or more; `BadPosition` if not over."""

    @abstractmethod
    def rule(self) -> str:
        """The number of the rule that matters most to whoever decides now."""

    @abstractmethod
    def tell(self, move: int) -> str:
        """What playing the legal `move` does: the sentence behind the player's name."""

    def tell_to(self, seat: int, move: int) -> str:
        """What `seat` is told of a move, -1 for somebody who sits nowhere.

        All of it, as `tell`, where all is open.
        """
        return self.tell(move)

    @abstractmethod
    def move_text(self, move: int) -> str:
        """The notation of a legal move, unique among the legal moves of this position."""

    @abstractmethod
    def read_move(self, text: str) -> int:
        """The legal move that `text` names; `BadNotation`, `IllegalMove` or `AmbiguousMove`."""

    @abstractmethod
    def text(self) -> str:
        """The whole position on one line: `Game.parse` makes the same position of it."""

    def random_move(self, rng: Random) -> int:
        """One legal move, each but resigning with a chance above 0; at `CHANCE` by its odds."""
        moves = self.legal_moves()
        if not moves:
            raise IllegalMove(self.rule(), "The game is over.")
        odds = self.chance_odds()
        return draw(moves, odds, fraction(rng)) if odds else moves[int(fraction(rng) * len(moves))]

    def is_open(self) -> bool:
        """Whether nothing is hidden from anybody: where hands are, only once they are scored."""
        return True

    def resample(self, seat: int, rng: Random) -> "State":
        """A world that `seat` holds possible; a clone in a game where everything is open."""
        return self.clone()

    def view(self, seat: int) -> str:
        """The position's text with what `seat` can't see masked, -1 for somebody who sits nowhere.

        All of it where all is open.
        """
        return self.text()


def not_over() -> BadPosition:
    """What `State.returns` raises before the end."""
    return BadPosition("The game isn't over: nobody has won or lost yet.")


def fraction(rng: Random) -> float:
    """The next number of `rng`, from 0 up to 1.

    Compiled, to look a method up by its name takes longer than all else in a draw.
    """
    return _FRACTION(rng) if type(rng) is _PLAIN else rng.random()


def draw(moves: Sequence[int], odds: Sequence[float], point: float) -> int:
    """The outcome at `point`, in 0..1, of the outcomes laid end to end by their odds."""
    reached = 0.0
    for move, chance in zip(moves, odds, strict=True):
        reached += chance
        if point < reached:
            return move
    return moves[-1]


@dataclass(frozen=True)
class Option:
    """One choice made before a game starts; `rule` is the rule that offers it.

    One that goes `only_with` another does nothing unless that one is on: ``pub_stakes``, or has one
    of some values: ``balance=points``, ``handicap=none|points``. A `carried` option isn't asked: a
    rematch fills it in from the game before.
    """

    key: str
    title: str
    choices: Sequence[OptionValue]
    default: OptionValue
    rule: str
    only_with: str = ""
    carried: bool = False

    def check(self, value: OptionValue) -> None:
        """`BadOption` unless `value` is one of the choices, and of their kind."""
        if type(value) is not type(self.default) or value not in self.choices:
            raise BadOption(f"Option {self.key!r} can't be {value!r}; it takes: {self.offered()}.")

    def offered(self) -> str:
        """The choices in words."""
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        if len(self.choices) > MANY_CHOICES:
            first, second, last = (self.words(self.choices[at]) for at in (0, 1, -1))
            return f"{first}, {second} and so on to {last}"
        return ", ".join(self.words(choice) for choice in self.choices)

    def words(self, value: OptionValue) -> str:
        """A value in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:g}" if isinstance(value, float) else str(value)


def nobody_lost(state: State) -> int:
    """For games in which the last game's loser has no part: no seat."""
    return -1


@dataclass(frozen=True)
class Game:
    """A game's record in the table of games.

    `seats` is what a setup screen offers, `dealt` says what chance does in it ("dice", "cards",
    "" for nothing but perhaps a lot for who begins), `loser` names the seat that lost an ended
    game, or -1; `hidden` says that hands are hidden, as `State.view` has them. A game with a board
    or a deck as data has the name of its file, the content that it plays on, and `on_board`, which
    makes the same game on another content (`BadPosition` says what is wrong with it).
    """

    key: str
    title: str
    blurb: str
    seats: range
    options: tuple[Option, ...]
    rules_version: int
    dealt: str
    first_position: Callable[[Mapping[str, OptionValue], int], State]
    parse: Callable[[str], State]
    loser: Callable[[State], int] = nobody_lost
    board_file: str = ""
    board: bytes = b""
    hidden: bool = False
    on_board: "Callable[[bytes], Game] | None" = None

    def settle(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options with their defaults filled in; `BadOption` names what is wrong."""
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                listed = ", ".join(known) or "none"
                raise BadOption(f"{self.title} has no option {key!r}; it has: {listed}.")
            known[key].check(value)
        return {key: options.get(key, option.default) for key, option in known.items()}

    def asked(self, options: Mapping[str, OptionValue]) -> list[Option]:
        """The options that do something in a game with these settled options, and are asked."""
        return [each for each in self.options if not each.carried and self._counts(each, options)]

    def _counts(self, option: Option, options: Mapping[str, OptionValue]) -> bool:
        """Whether what an option goes `only_with` is so, and counts itself."""
        if not option.only_with:
            return True
        key, _, values = option.only_with.partition("=")
        other = next(each for each in self.options if each.key == key)
        wanted = values.split("|") if values else [other.words(True)]
        return other.words(options[key]) in wanted and self._counts(other, options)

    def start(self, options: Mapping[str, OptionValue], seats: int) -> State:
        """The first position for `seats` players; `BadOption` where that can't be played."""
        return self.first_position(self.settle(options), seats)
