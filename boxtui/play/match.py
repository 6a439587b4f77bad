"""A match: a game, who sits at it, what has been played, and where its dice come from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Final
from weakref import WeakMethod

from ai.agent import HUMAN as HUMAN
from boxtui.core import CHANCE, OVER, BadOption, Game, OptionValue, State, sample_outcome
from boxtui.games.shared.wording import named

SEED_LIMIT: Final = 2**63


@dataclass(frozen=True)
class Seat:
    """Who sits there: the name shown, and `HUMAN` or an agent's name."""

    name: str
    player: str


@dataclass(frozen=True)
class Played:
    """One line of the match's log: whose turn it was, by chance or not, notation and sentence.

    `outside` is the sentence for everybody but that seat: another one where a card is hidden.
    """

    seat: int
    by_chance: bool
    text: str
    sentence: str
    outside: str

    @property
    def hides(self) -> bool:
        """Whether only that seat may read all of it before the game is over."""
        return self.outside != self.sentence

    def told_to(self, seat: int) -> "Played":
        """The line as `seat` may read it, -1 for somebody who sits nowhere: `?` for a card."""
        if seat == self.seat or not self.hides:
            return self
        return replace(self, text="?", sentence=self.outside)


def hides_seed(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether nobody is shown the seed before the end: several persons play with hidden hands.

    Each could work out from it what the others hold.
    """
    return game.hidden and [seat.player for seat in seats].count(HUMAN) > 1


Listener = Callable[["Match"], None]


def chance_point(seed: int, count: int) -> float:
    """Where in 0..1 the chance move number `count`, from 0, falls: of seed and count alone.

    So taking a move back never fishes for better dice, and dice don't know whose turn it is.
    """
    digest = sha256(f"{seed}:{count}".encode()).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


def _check(game: Game, seed: int, by_hand: bool) -> None:
    if not 0 <= seed < SEED_LIMIT:
        raise BadOption(f"The seed {seed} won't do; take a whole number from 0 to 2^63 - 1.")
    if by_hand and game.dealt != "dice":
        raise BadOption(f"{game.title} has no dice to enter by hand.")


class Match:
    """A game as it is being played: the list of its moves, and what follows from it.

    `BadOption` where the options, the number of seats or the seed are wrong.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int,
        *,
        by_hand: bool = False,
    ) -> None:
        _check(game, seed, by_hand)
        self.game = game
        self.options = game.with_defaults(options)
        self.seats = list(seats)
        self.seed = seed
        self.by_hand = by_hand
        self.hints = 0
        self.takebacks = 0
        self.state = game.start(self.options, len(seats))
        self.moves: list[int] = []
        self.log: list[Played] = []
        self._undone: list[int] = []
        self._deciders: list[int] = []
        self._listeners: list[WeakMethod[Listener]] = []

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with this match after every move played or taken back.

        It is a bound method, and is called only as long as its object is used elsewhere.
        """
        self._listeners.append(WeakMethod(listener))

    def _notify(self) -> None:
        self._listeners = [kept for kept in self._listeners if kept() is not None]
        for kept in self._listeners:
            listener = kept()
            if listener is not None:
                listener(self)

    def is_human(self, player: int) -> bool:
        """Whether a person decides for that `State.current_player()`."""
        return player >= 0 and self.seats[player].player == HUMAN

    def persons(self) -> list[int]:
        """The seats that persons play."""
        return [seat for seat in range(len(self.seats)) if self.is_human(seat)]

    def by_person(self) -> bool:
        """Whether a person must say what comes next: a move, or the dice entered by hand."""
        return self._is_persons(self.state.current_player())

    def dealt(self) -> int:
        """The outcome of the chance move that comes now, by `chance_point`."""
        point = chance_point(self.seed, self._deciders.count(CHANCE))
        return sample_outcome(self.state.legal_moves(), self.state.chance_probabilities(), point)

    def agent_seed(self) -> str:
        """Where an agent's luck comes from now: the same at the same point of the same match."""
        return f"{self.seed}:{len(self.moves)}"

    def determinized_for(self, seat: int) -> State:
        """What an agent in `seat` is handed: a world that its seat holds possible, by that luck."""
        return self.state.determinize(seat, Random(self.agent_seed()))

    def check(self, move: int) -> None:
        """Raises `IllegalMove` if `move` can't be played now."""
        fault = self.state.why_not(move)
        if fault is not None:
            raise fault

    def play(self, move: int) -> None:
        """Check `move`, then apply it. Raises `IllegalMove`, and changes nothing, if it is illegal.

        For any move from outside, such as those of a save.
        """
        self.check(move)
        self.apply(move)

    def apply(self, move: int) -> None:
        """Play a move that is known to be legal: checked before, drawn, or played once already."""
        player = self.state.current_player()
        line = self._line(move)
        self.state.apply(move)
        self.moves.append(move)
        self.log.append(line)
        self._deciders.append(player)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._notify()

    def _line(self, move: int) -> Played:
        state = self.state
        by_chance = state.current_player() == CHANCE
        told = state.describe(move)
        outside = state.describe_to(-1, move) if self.game.hidden else told
        return Played(state.turn_seat(), by_chance, state.move_text(move), told, outside)

    def decisions(self) -> int:
        """How many moves stand that players decided on: neither dice nor cards dealt count."""
        return len(self._deciders) - self._deciders.count(CHANCE)

    def named(self, sentence: str) -> str:
        """A sentence about seats with the names of who sits there."""
        return named(sentence, [seat.name for seat in self.seats])

    def undo_ply(self) -> int | None:
        """How many moves stand once a person's last decision is taken back; None without one."""
        for ply in reversed(range(len(self._deciders))):
            if self._is_persons(self._deciders[ply]):
                return ply
        return None

    def _is_persons(self, player: int) -> bool:
        """Whether a person says what happens there: a move, or dice entered by hand."""
        return self.is_human(player) or (player == CHANCE and self.by_hand)

    def take_back_to(self, ply: int) -> None:
        """Go back to the position after the first `ply` moves; counts as one take-back."""
        undone = self.moves[ply:]
        self.takebacks += 1
        self._undone.extend(reversed(undone))
        self.state = self.position_after(ply)
        del self.moves[ply:], self.log[ply:], self._deciders[ply:]
        self._notify()

    def position_after(self, ply: int) -> State:
        """The position after the first `ply` moves."""
        state = self.game.start(self.options, len(self.seats))
        for move in self.moves[:ply]:
            state.apply(move)
        return state

    def to_redo(self) -> list[int]:
        """The moves taken back that lead to a person's next decision, the first first."""
        ahead = self.state.clone()
        moves: list[int] = []
        for move in reversed(self._undone):
            if moves and self._is_persons(ahead.current_player()):
                break
            ahead.apply(move)
            moves.append(move)
        return moves

    def restarted(self, carried: Mapping[str, OptionValue] | None = None) -> "Match":
        """The same match from its first move: same seats, seed and so dice, and options.

        `carried` are options that the game before decides.
        """
        options = {**self.options, **(carried or {})}
        return Match(self.game, options, self.seats, self.seed, by_hand=self.by_hand)

    def rematch(self, seed: int) -> "Match":
        """The next game of the same seats; the options know who lost this one."""
        carried: dict[str, OptionValue] = {
            option.key: self.game.loser(self.state) + 1
            for option in self.game.options
            if option.carried and self.state.current_player() == OVER
        }
        return Match(self.game, {**self.options, **carried}, self.seats, seed, by_hand=self.by_hand)


def match_at(game: Game, position: str, seats: Sequence[Seat], moves: Sequence[int] = ()) -> Match:
    """A match that begins in a position, for lessons and positions to solve; `GameError`."""
    begun = game.parse(position)
    there = replace(game, first_position=lambda options, count: begun.clone())
    match = Match(there, {}, seats, 0)
    for move in moves:
        match.play(move)
    return match
