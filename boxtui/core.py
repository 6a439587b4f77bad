"""The contract that games, agents, matches, lessons and screens share.

The terms are OpenSpiel's where it has them (https://openspiel.readthedocs.io): chance is a player
whose outcomes are moves, so a game is the list of its moves and nothing else.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Self, cast

from mypy_extensions import mypyc_attr

from boxtui.wording import quoted

CHANCE: Final = -1
"""`State.current_player()` where dice or cards decide."""

OVER: Final = -2
"""`State.current_player()` once the game has ended."""

NOBODY: Final = -1
"""Stands for "no seat", or for "no piece" where a seat's piece is meant."""

SPECTATOR: Final = -1
"""Stands for a person without a seat where a method asks whose knowledge counts.

It equals `CHANCE`, but no method takes or returns both.
"""

# Final, because compiled code looks up any other name of a module each time.
_RANDOM_TYPE: Final = Random
_RANDOM_METHOD: Final = Random.random

_SEEDS: Final = 1 << 32

OptionValue = str | int | float | bool

_MANY_CHOICES: Final = 20
"""An option with more choices than this lists only the first two and the last."""


class GameError(ValueError):
    """Something a game refuses; its text is one sentence for the player."""

    def __reduce__(self) -> tuple[type["GameError"], tuple[object, ...]]:
        """Return how to make a copy in another process.

        Some libraries pickle an exception by its `__dict__`, which a compiled one doesn't have.
        """
        return type(self), self.args


class BadNotation(GameError):
    """A text that isn't the notation of any move here, whatever the rules say."""


class AmbiguousMove(GameError):
    """A text that names more than one legal move; the sentence lists them."""


class BadPosition(GameError):
    """A text that isn't a position of the game."""


class BadFile(GameError):
    """A file with wrong content, such as a board, a deck or keys; the sentence names it."""


class BadOption(GameError):
    """Wrong usage: an option or a name that doesn't exist, or a value that isn't possible."""


class Refused(GameError):
    """Something that can't be done now, or here, however it is asked for."""


class IllegalMove(GameError):
    """A move that the rule `rule` forbids, as in ``IllegalMove("STB-3", "...")``."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)  # both: pickle builds the copy from them
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game: mutable, cheap to clone, complete.

    A move is a non-negative int that has meaning only in its state. Seats count from 0.

    Attributes:
        seats: the number of players.
    """

    seats: int

    @abstractmethod
    def current_player(self) -> int:
        """Return the seat that decides now, `CHANCE`, or `OVER`."""

    @abstractmethod
    def turn_seat(self) -> int:
        """Return the seat whose turn it is, or `OVER`; at `CHANCE`, the one that rolls or draws."""

    @abstractmethod
    def legal_moves(self) -> list[int]:
        """Return every legal move, ascending; at `CHANCE` the outcomes; empty exactly when over."""

    def only_move(self) -> int | None:
        """Return the only legal move, or None; resigning doesn't count as a choice.

        A game in which players can resign must override this, and `random_move`: a state doesn't
        know which move resigns. It is None, too, where players must find out for themselves that
        there is no other move. If no move can change anything any more, one of them counts as the
        only one.
        """
        moves = self.legal_moves()
        return moves[0] if len(moves) == 1 else None

    @abstractmethod
    def chance_probabilities(self) -> list[float]:
        """Return the probability of each of `legal_moves`; empty where chance doesn't decide."""

    @abstractmethod
    def apply(self, move: int) -> None:
        """Play `move` in place without checking it.

        For moves known to be legal: what `legal_moves` or `random_move` gave, or what was checked
        before. With any other move the position is undefined.
        """

    def why_not(self, move: int) -> IllegalMove | None:
        """Return an error that names the rule `move` breaks here, or None if it is legal."""
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
    def clone(self) -> Self:
        """Return an equal position that shares nothing mutable with this one."""

    def after(self, move: int) -> Self:
        """Return the position after the legal `move`; this one stays as it is."""
        twin = self.clone()
        twin.apply(move)
        return twin

    @abstractmethod
    def returns(self) -> list[float]:
        """Return each seat's share of the win, in 0..1; with two or more seats they sum to 1.

        Raises `BadPosition` if the game isn't over.
        """

    @abstractmethod
    def rule(self) -> str:
        """Return the number of the rule that matters most for the decision to be made."""

    @abstractmethod
    def describe(self, move: int) -> str:
        """Return what the legal `move` does, as the sentence that follows the player's name.

        With a capital letter it stands without the name, as for lots that no player draws.
        """

    def describe_to(self, seat: int, move: int) -> str:
        """Return what `seat` may know about the legal `move`, or what a `SPECTATOR` may.

        The same as `describe` in a game without hidden hands.
        """
        return self.describe(move)

    def is_striking(self, move: int) -> bool:
        """Whether the legal `move` stands out in a log, as captures and what is scored do.

        Never a move that a seat may not know.
        """
        return False

    @abstractmethod
    def move_text(self, move: int) -> str:
        """Return the notation of a legal move, unique among the legal moves of this position."""

    def move_name(self, move: int) -> str:
        """Return what sentences call a legal move: its notation, if that reads well in them.

        It stands for a noun, as in "Ann chose taking white", and players are called by their seats.
        """
        return self.move_text(move)

    def move_advice(self, move: int) -> str:
        """Return what a hint says to do: a command, as in "take white", if that isn't the name."""
        return self.move_name(move)

    @abstractmethod
    def read_move(self, text: str) -> int:
        """Return the legal move that `text` names.

        Raises `BadNotation`, `IllegalMove` or `AmbiguousMove`.
        """

    @abstractmethod
    def text(self) -> str:
        """Return the whole position on one line, from which `Game.parse` makes it again."""

    def random_move(self, rng: Random) -> int:
        """Return a random legal move; at `CHANCE` an outcome by its probability.

        Every legal move except resigning has a chance above 0; see `only_move`. Raises
        `IllegalMove` when over.
        """
        moves = self.legal_moves()
        if not moves:
            raise game_over(self.rule())
        probabilities = self.chance_probabilities()
        if probabilities:
            return sample_outcome(moves, probabilities, uniform(rng))
        return moves[int(uniform(rng) * len(moves))]

    def play_out(self, rng: Random) -> None:
        """Play random moves, and random outcomes of chance, to the end of the game.

        A game may override this with something quicker; equal `rng`s must give equal games.
        """
        while self.current_player() != OVER:
            self.apply(self.random_move(rng))

    def is_open(self) -> bool:
        """Whether everybody may see everything; with hidden hands, only once they are scored."""
        return True

    def determinize(self, seat: int, rng: Random) -> Self:
        """Return a random state consistent with what `seat` knows, which may be this one.

        A clone in a game without hidden hands. (A determinization: D. Whitehouse, E. J. Powley and
        P. I. Cowling, "Determinization and information set Monte Carlo tree search for the card
        game Dou Di Zhu", CIG 2011.)
        """
        return self.clone()

    def view(self, seat: int) -> str:
        """Return the position's text with what `seat` or a `SPECTATOR` can't see masked.

        The same as `text` in a game without hidden hands.
        """
        return self.text()


def game_over(rule: str) -> IllegalMove:
    """Return the refusal of any move after the end, by the rule that ended the game."""
    return IllegalMove(rule, "The game is over.")


def not_over() -> BadPosition:
    """Return the error that `State.returns` raises before the end."""
    return BadPosition("The game isn't over: nobody has won or lost yet.")


def uniform(rng: Random) -> float:
    """Return the next number of `rng`, from 0 up to but not including 1.

    The method is looked up only once: in compiled code, that takes longer than the rest of a draw.
    """
    return _RANDOM_METHOD(rng) if type(rng) is _RANDOM_TYPE else rng.random()


def is_number(text: str, digits: int) -> bool:
    """Whether a text is a whole number, written with at most that many of the digits 0 to 9."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def number_within(text: str, allowed: range) -> int:
    """Return a number that was typed, as `17` or `1,234`. Raises BadOption if it isn't allowed."""
    typed = text.strip()
    digits = typed.replace(",", "")
    is_one = is_number(digits, 9) and typed in (digits, f"{int(digits):,}")
    if is_one and int(digits) in allowed:
        return int(digits)
    raise BadOption(f"{quoted(text)} is not a number from {allowed[0]} to {allowed[-1]:,}.")


def drawn_seed(rng: Random) -> int:
    """Return a seed for another generator, below 2^32; it takes one number of `rng`."""
    return int(uniform(rng) * _SEEDS)


def sample_outcome(moves: Sequence[int], probabilities: Sequence[float], point: float) -> int:
    """Return the outcome in whose part of 0..1 `point` lies, which is less than 1.

    The probabilities are laid end to end.
    """
    reached = 0.0
    for move, probability in zip(moves, probabilities, strict=True):
        reached += probability
        if point < reached:
            return move
    return moves[-1]


@dataclass(frozen=True)
class Option:
    """A choice made before a game starts.

    Attributes:
        key: its name in saves and on the command line, as in `scoring`.
        title: what the setup calls it.
        choices: its possible values, all of one type.
        default: one of them.
        rule: the number of the rule that offers it.
        depends_on: another option and those of its values with which this one matters, as in
            ``("balance", ("points",))``; with any other value it does nothing.
        names_loser: whether it is the loser of the previous game, from 1 (0: nobody), which nobody
            is asked for: a rematch sets it.
        ruled_by: an option (this or another), one of its values, and the rule that offers this
            option in place of `rule` with that value, as in ``("handicap", "moves", "BOX-16")``.
        names_player: whether its choices are the seats, and stand for who plays there: if players
            change seats for the next game, the option follows them.
        least_seats: the fewest players with whom it matters; with fewer it does nothing.
    """

    key: str
    title: str
    choices: Sequence[OptionValue]
    default: OptionValue
    rule: str
    depends_on: tuple[str, tuple[OptionValue, ...]] | None = None
    names_loser: bool = False
    ruled_by: tuple[str, OptionValue, str] | None = None
    names_player: bool = False
    least_seats: int = 1

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        return isinstance(self.default, (int, float)) and not isinstance(self.default, bool)

    def rule_with(self, options: Mapping[str, OptionValue]) -> str:
        """Return the number of the rule that offers this option beside these options."""
        if self.ruled_by:
            key, value, rule = self.ruled_by
            if options[key] == value:
                return rule
        return self.rule

    def check(self, value: object) -> None:
        """Raises `BadOption` unless `value` is one of the choices, and of their type."""
        if type(value) is not type(self.default) or value not in self.choices:
            raise BadOption(
                f"'{self.key}' can't be {quoted(value)}; choose from: {self.offered()}."
            )

    def offered(self) -> str:
        """Return the choices in words."""
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        if len(self.choices) > _MANY_CHOICES:
            first, second, last = (self.words(self.choices[at]) for at in (0, 1, -1))
            return f"{first}, {second} and so on to {last}"
        return ", ".join(self.words(choice) for choice in self.choices)

    def words(self, value: OptionValue) -> str:
        """Return a value in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Game:
    """A game's record in the table of games.

    Attributes:
        key: its name in saves and on the command line, as in `free-the-box`.
        title: its name for people.
        blurb: what one does in it, as one short sentence.
        seats: the numbers of players that a setup screen offers.
        options: what can be chosen before a game.
        rules_version: a number that is raised when the rules change, and recorded in saves.
        dealt: what chance decides in it: "dice", "cards", "dice and cards", or "" if at most it
            picks who begins.
        first_position: returns the first position for all options and a number of players; raises
            `BadOption` if there is none.
        parse: returns the position that a `State.text` stands for; raises `BadPosition`.
        loser: returns the seat that lost an ended game, or `NOBODY`.
        tally: returns each seat's figure for summaries and rankings, such as its score, even before
            the end: infinite for a seat without one yet, -infinity for one that is out, empty if
            there are none.
        tally_words: what these figures count, as in `squares`; "" if there are none.
        lowest_wins: whether the lowest figure is the best.
        resignation: the move that resigns, in any position; None if players can't resign.
        colors: returns each seat's color for a number of players; empty if seats have none.
        hidden: whether players hold hidden hands, as `State.view` has them.
        board_file: the file name of a board or deck that a player may replace, or "".
        board: the content of that file, as it is played on.
        on_board: makes the same game from other content of that file; raises `BadFile` if that is
            wrong.
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
    loser: Callable[[State], int] = lambda state: NOBODY
    tally: Callable[[State], Sequence[float]] = lambda state: ()
    tally_words: str = ""
    lowest_wins: bool = False
    resignation: int | None = None
    colors: Callable[[int], Sequence[str]] = lambda seats: ()
    board_file: str = ""
    board: bytes = b""
    hidden: bool = False
    on_board: "Callable[[bytes], Game] | None" = None

    @property
    def has_dice(self) -> bool:
        """Whether dice are rolled, so that a person may roll real ones."""
        return "dice" in self.dealt

    @property
    def has_cards(self) -> bool:
        """Whether cards are dealt or drawn."""
        return "cards" in self.dealt

    def with_defaults(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options, defaults filled in.

        Raises `BadOption` if one is wrong; a file may have given it a value of any type.
        """
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if not known:
                raise BadOption(f"{self.title} has no options; leave out {quoted(key)}.")
            if key not in known:
                listed = ", ".join(known)
                raise BadOption(
                    f"{self.title} has no option {quoted(key)}; its options are: {listed}."
                )
            known[key].check(value)
        chosen = {key: options.get(key, option.default) for key, option in known.items()}
        return cast("dict[str, OptionValue]", chosen)

    def relevant_options(self, options: Mapping[str, OptionValue], seats: int) -> list[Option]:
        """Return the options that are asked for and do something, given all options and players."""
        asked = [each for each in self.options if not each.names_loser]
        return [each for each in asked if self._matters(each, options, seats)]

    def _matters(self, option: Option, options: Mapping[str, OptionValue], seats: int) -> bool:
        """Whether enough play, and what the option depends on has such a value and matters too."""
        if seats < option.least_seats:
            return False
        if option.depends_on is None:
            return True
        key, values = option.depends_on
        other = next(each for each in self.options if each.key == key)
        return options[key] in values and self._matters(other, options, seats)

    def choices(self, state: State) -> list[int]:
        """Return the legal moves except resigning, which doesn't count as a choice."""
        return [move for move in state.legal_moves() if move != self.resignation]

    def start(self, options: Mapping[str, OptionValue], seats: int) -> State:
        """Return the first position. Raises `BadOption` if an option or `seats` is wrong."""
        return self.first_position(self.with_defaults(options), seats)
