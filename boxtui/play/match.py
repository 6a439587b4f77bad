"""A match: a game, its players, the moves played, and the source of its dice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random, SystemRandom
from typing import Final
from weakref import WeakMethod

from ai.agent import HUMAN
from boxtui.core import (
    CHANCE,
    OVER,
    SPECTATOR,
    BadOption,
    Game,
    OptionValue,
    State,
    is_number,
    sample_outcome,
)
from boxtui.wording import capitalized, named, quoted, with_name
from saves.header import TUTOR_OFF
from saves.wire import MOST_COUNTED

YOU: Final = " (you)"
"""The end of the name of a learner's seat."""

SEED_LIMIT: Final = MOST_COUNTED + 1
"""Seeds are smaller than this."""

_NO_SEED: Final = f"is not a seed; a seed is a whole number from 0 to {SEED_LIMIT - 1:,}."

KEY_ROUNDS: Final = 2_000
"""The rounds of hashing that the key of a match's agents takes: less than a millisecond."""

CHECKPOINT: Final = 64
"""The number of plies between kept copies of a position; going back replays fewer."""


def typed_seed(text: str) -> int:
    """Return the seed that a person typed. Raises `BadOption` for any other text."""
    typed = text.strip()
    if not (is_number(typed, 99) and int(typed) < SEED_LIMIT):
        raise BadOption(f"{quoted(typed)} {_NO_SEED}")
    return int(typed)


def new_seed() -> int:
    """Return a seed for a new match, short enough to be typed, so that its dice can be shared."""
    return SystemRandom().randrange(1_000_000_000)


@dataclass(frozen=True)
class Seat:
    """A player at a seat: the name shown, and `HUMAN` or an agent's name."""

    name: str
    player: str


@dataclass(frozen=True)
class LogEntry:
    """One entry of the match's log.

    Attributes:
        seat: the seat whose turn it was.
        by_chance: whether chance decided.
        text: the move in notation.
        sentence: what the move did.
        outside: the sentence for everyone but that seat; it differs if a card is hidden.
        is_striking: whether the move stands out.
        remark: what the tutor says about the decision, or "".
    """

    seat: int
    by_chance: bool
    text: str
    sentence: str
    outside: str
    is_striking: bool = False
    remark: str = ""

    @property
    def hides(self) -> bool:
        """Whether only that seat may read the whole entry before the game is over."""
        return self.outside != self.sentence

    def masked_for(self, seat: int) -> "LogEntry":
        """Return the entry as `seat` or a `SPECTATOR` may read it, with `?` for a hidden card.

        A remark could tell what that seat holds.
        """
        if seat == self.seat or not (self.hides or self.remark):
            return self
        masked = replace(self, remark="")
        return replace(masked, text="?", sentence=self.outside) if self.hides else masked


def hides_seed(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether the seed is kept secret until the end: a person plays with hidden hands.

    A player could work out from the seed what the others hold. This also holds for a person who
    plays alone: another may take over the seat of a computer that failed.
    """
    return game.hidden and any(seat.player == HUMAN for seat in seats)


Listener = Callable[["Match"], None]


def chance_point(seed: int, count: int) -> float:
    """Return the uniform number, in 0..1, of chance move `count`, from 0.

    It depends only on seed and count. So taking a move back never gets better dice, and dice don't
    depend on whose turn it is.
    """
    from hashlib import sha256  # it loads OpenSSL, which the menu has no use for

    digest = sha256(f"{seed}:{count}".encode()).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


class Match:
    """A game in progress: the list of its moves, and what follows from it.

    Raises `BadOption` if the options, the number of seats or the seed are wrong, or for `by_hand`
    in a game without dice.

    Attributes:
        by_hand: whether people enter the dice.
        tutor: one of `TUTOR_MODES`.
        hints: the number of decisions on which hints were given.
        hinted: the plies at which that was, except those that were taken back.
        takebacks: how often a person went back.
        warnings: how often the tutor warned of a move.
        ignored: the number of these moves that were played anyway.
        begun_midway: whether its save began with moves made elsewhere: in a review or in practice
            that it was played on from, or in an imported record.
        only_elsewhere: whether all moves had been made there, as in a record that was just
            imported; as the save was when read, so it doesn't change while the match is played.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int,
        *,
        by_hand: bool = False,
        tutor: str = TUTOR_OFF,
    ) -> None:
        if not 0 <= seed < SEED_LIMIT:
            raise BadOption(f"{seed} {_NO_SEED}")
        if by_hand and not game.has_dice:
            raise BadOption(f"{game.title} has no dice to enter by hand.")
        self.game = game
        self.options = game.with_defaults(options)
        self.seats = list(seats)
        self.seed = seed
        self.by_hand = by_hand
        self.tutor = tutor
        self.hints = 0
        self.hinted = set[int]()
        self._hints_by = Counter[int]()
        """How many of the hints each seat was given; a save says of old ones only how many."""
        self.takebacks = 0
        self.warnings = 0
        self.ignored = 0
        self.begun_midway = False
        self.only_elsewhere = False
        self.state = game.start(self.options, len(seats))
        self.moves: list[int] = []
        self.log: list[LogEntry] = []
        self._chance_moves = 0
        """How many of the moves chance decided."""
        self._undone: list[tuple[int, LogEntry]] = []
        """The moves taken back and their lines of the log, the next one last."""
        self._checkpoints = [self.state.clone()]
        self._listeners: list[WeakMethod[Listener]] = []

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with this match after every move played or taken back.

        It must be a bound method, and is called only as long as its object is used elsewhere.
        """
        # Those of objects that are gone would pile up in a match that is only looked at.
        alive = [kept for kept in self._listeners if kept() is not None]
        self._listeners = [*alive, WeakMethod(listener)]

    def _notify(self) -> None:
        for kept in self._listeners:
            listener = kept()
            if listener is not None:
                listener(self)

    def is_human(self, player: int) -> bool:
        """Whether a person decides for that `State.current_player()`."""
        return player >= 0 and self.seats[player].player == HUMAN

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.current_player() == OVER

    def persons(self) -> list[int]:
        """Return the seats that people play."""
        return [seat for seat in range(len(self.seats)) if self.is_human(seat)]

    @property
    def is_seed_secret(self) -> bool:
        """Whether the seed is to be kept secret now; see `hides_seed`."""
        return hides_seed(self.game, self.seats) and not self.is_over

    def by_person(self) -> bool:
        """Whether a person enters what comes next: a move, or dice by hand."""
        return self._is_persons(self.state.current_player())

    def next_outcome(self) -> int:
        """Return the outcome of the next chance move, by `chance_point`."""
        point = chance_point(self.seed, self._chance_moves)
        return sample_outcome(self.state.legal_moves(), self.state.chance_probabilities(), point)

    def deal(self) -> None:
        """Apply the outcome of the next chance move."""
        self.apply(self.next_outcome())

    def agent_seed(self) -> str:
        """Return the seed for an agent's choice now, the same at the same ply of the same match."""
        return self.agent_seed_at(len(self.moves))

    def agent_seed_at(self, ply: int) -> str:
        """Return what `agent_seed` returned after the first `ply` moves."""
        return f"{self._agents_key}:{ply}"

    @cached_property
    def _agents_key(self) -> str:
        """What all random numbers of the match's agents follow from.

        So an agent's random numbers don't tell it the seed, and with it the dice and cards to come.
        It is derived slowly (PBKDF2, RFC 8018): trying all seeds of `new_seed` would take days. So
        it is derived once, and only if an agent is asked.
        """
        from hashlib import pbkdf2_hmac

        return pbkdf2_hmac("sha256", str(self.seed).encode(), b"agents", KEY_ROUNDS, 16).hex()

    def determinized_for(self, seat: int) -> State:
        """Return a state consistent with what `seat` knows, the same at the same ply.

        It is drawn with other random numbers than those that `agent_seed` gives to an agent.
        """
        return self.determinized_at(len(self.moves), self.state, seat)

    def determinized_at(self, ply: int, state: State, seat: int) -> State:
        """Return what `determinized_for` returned after the first `ply` moves, in that state."""
        return state.determinize(seat, Random(f"{self.agent_seed_at(ply)}:unseen"))

    def check(self, move: int) -> None:
        """Raises `IllegalMove` if `move` can't be played now."""
        fault = self.state.why_not(move)
        if fault is not None:
            raise fault

    def play(self, move: int) -> None:
        """Check `move`, then apply it. Raises `IllegalMove`, and changes nothing, if it is illegal.

        For any move from outside, such as those of a save.
        """
        if not self._is_redone(move):
            self.check(move)
        self.apply(move)

    def apply(self, move: int) -> None:
        """Play a move that is known to be legal: checked, drawn, or played before."""
        is_redone = self._is_redone(move)
        entry = self._undone.pop()[1] if is_redone else self._entry(move)
        self.state.apply(move)
        self.moves.append(move)
        self.log.append(entry)
        self._chance_moves += entry.by_chance
        if len(self.moves) % CHECKPOINT == 0:
            self._checkpoints.append(self.state.clone())
        if not is_redone:
            self._undone.clear()
        self._notify()

    def _is_redone(self, move: int) -> bool:
        """Whether the move was played here before and taken back, so it is legal and described."""
        return bool(self._undone) and self._undone[-1][0] == move

    def remark(self, ply: int, words: str) -> None:
        """Add the tutor's words to an entry of the log; they come back if it is played again."""
        self.log[ply] = replace(self.log[ply], remark=words)

    def _entry(self, move: int) -> LogEntry:
        state = self.state
        by_chance = state.current_player() == CHANCE
        sentence = state.describe(move)
        outside = state.describe_to(SPECTATOR, move) if self.game.hidden else sentence
        text, is_striking = state.move_text(move), state.is_striking(move)
        return LogEntry(state.turn_seat(), by_chance, text, sentence, outside, is_striking)

    def was_persons(self, ply: int) -> bool:
        """Whether a person decided on the move after the first `ply` moves."""
        return self.is_human(self._decider(ply))

    def counts_as_played(self, ply: int) -> bool:
        """Whether a person decided on the move after the first `ply` moves.

        In a match without people, whether a computer did.
        """
        return self.was_persons(ply) if self.persons() else not self.log[ply].by_chance

    def _decider(self, ply: int) -> int:
        """Return the `State.current_player()` after the first `ply` moves."""
        return CHANCE if self.log[ply].by_chance else self.log[ply].seat

    def named(self, sentence: str) -> str:
        """Return a sentence with players' names in place of their seats."""
        return named(sentence, [seat.name for seat in self.seats])

    def described(self, played: LogEntry, after_name: str = " ") -> str:
        """Return what a move did, after its player's name, with names in place of seats."""
        names = [seat.name for seat in self.seats]
        return with_name(played.sentence, played.seat, names, after_name)

    def as_sentences(self, reasons: Sequence[str]) -> list[str]:
        """Return reasons for a move as sentences, with players' names in place of their seats.

        Each begins with a capital letter, unless it begins with a notation.
        """
        return [capitalized(self.named(reason)) for reason in reasons]

    def typed_words(self, move: int, what: str = "it") -> str:
        """Return what to type to play a legal move; "" if sentences call the move that, too.

        `what` stands for the move.
        """
        notation = self.state.move_text(move)
        is_name = notation.casefold() == self.state.move_name(move).casefold()
        return "" if is_name else f"To play {what}, type: {notation}"

    def undo_ply(self, *, past_only_moves: bool = False) -> int | None:
        """Return the ply that undo returns to, before a person's last decision, or None.

        With `past_only_moves`, decisions without a choice are taken back with the one before.
        """
        for ply in reversed(range(len(self.log))):
            if self._is_persons(self._decider(ply)):
                if past_only_moves and self._only_move_at(self.position_after(ply)) is not None:
                    continue
                return ply
        return None

    def only_move(self) -> int | None:
        """Return a person's only move, or None if there is a choice."""
        return self._only_move_at(self.state)

    def resignation(self) -> int | None:
        """Return the move that resigns now, or None if that isn't possible."""
        move = self.game.resignation
        return None if move is None or self.state.why_not(move) else move

    def _only_move_at(self, state: State) -> int | None:
        if self.game.hidden and len(self.persons()) > 1:
            return None  # playing it for them would tell the others what they don't hold
        return state.only_move() if self.is_human(state.current_player()) else None

    def _is_persons(self, player: int) -> bool:
        """Whether a person enters what happens then: a move, or dice by hand."""
        return self.is_human(player) or (player == CHANCE and self.by_hand)

    def count_hint(self) -> None:
        """Count a hint; a further one on the same decision doesn't count."""
        if len(self.moves) not in self.hinted:
            self.hints += 1
            self._hints_by[self.state.current_player()] += 1
            self.hinted.add(len(self.moves))

    def hints_by_seat(self) -> Mapping[int, int] | None:
        """Return on how many decisions each seat was given hints; None if that isn't known."""
        persons = self.persons()
        if self._hints_by.total() == self.hints:
            return self._hints_by
        return Counter({persons[0]: self.hints}) if len(persons) == 1 else None

    def take_back_to(self, ply: int) -> None:
        """Go back to the position after the first `ply` moves; counts as one take-back."""
        undone = list(zip(self.moves[ply:], self.log[ply:], strict=True))
        self.takebacks += 1
        self.hinted.difference_update(range(ply + 1, len(self.moves) + 1))
        self._undone.extend(reversed(undone))
        self.state = self.position_after(ply)
        self._chance_moves -= sum(entry.by_chance for _, entry in undone)
        del self.moves[ply:], self.log[ply:]
        del self._checkpoints[ply // CHECKPOINT + 1 :]
        self._notify()

    def position_after(self, ply: int) -> State:
        """Return the position after the first `ply` moves."""
        checkpoint = ply // CHECKPOINT
        state = self._checkpoints[checkpoint].clone()
        for move in self.moves[checkpoint * CHECKPOINT : ply]:
            state.apply(move)
        return state

    def until(self, ply: int) -> "Match":
        """Return a match of the same seats and dice in which the first `ply` moves are played."""
        twin = self.restarted()
        twin.follow(self, ply)
        return twin

    def played_on(self, seed: int) -> "Match":
        """Return a match with the same moves, and another seed for the dice and cards to come."""
        twin = self.anew(seed)
        twin.follow(self, len(self.moves))
        return twin

    def follow(self, other: "Match", ply: int) -> None:
        """Go to where a match with the same start was after its first `ply` moves.

        Nothing is played again: in a long game, that would be slow.
        """
        self.state = other.position_after(ply)
        self.moves, self.log = other.moves[:ply], other.log[:ply]
        self._chance_moves = sum(entry.by_chance for entry in self.log)
        # Copies are never changed, so both matches may use them.
        self._checkpoints = other._checkpoints[: ply // CHECKPOINT + 1]
        self._undone.clear()
        self._notify()

    def to_redo(self, *, past_only_moves: bool = False) -> list[int]:
        """Return the moves taken back up to a person's next decision, in the order of play.

        With `past_only_moves`, that is a decision with a choice.
        """
        ahead = self.state.clone()
        moves: list[int] = []
        for move, _ in reversed(self._undone):
            is_only = past_only_moves and self._only_move_at(ahead) is not None
            if moves and self._is_persons(ahead.current_player()) and not is_only:
                break
            ahead.apply(move)
            moves.append(move)
        return moves

    def restarted(self, carried: Mapping[str, OptionValue] | None = None) -> "Match":
        """Return a new match with the same seats, seed (and so dice) and options.

        `carried` are those that the previous game decides (`next_game.carried_options`).
        """
        options = {**self.options, **(carried or {})}
        return self.anew(self.seed, options)

    def anew(
        self,
        seed: int,
        options: Mapping[str, OptionValue] | None = None,
        seats: Sequence[Seat] | None = None,
    ) -> "Match":
        """Return a new match like this one, with that seed, and other options or seats if given."""
        return Match(
            self.game,
            self.options if options is None else options,
            self.seats if seats is None else seats,
            seed,
            by_hand=self.by_hand,
            tutor=self.tutor,
        )


def match_at(game: Game, position: str, seats: Sequence[Seat]) -> Match:
    """Return a match that begins in a position, for lessons and puzzles. Raises `GameError`."""
    begun = game.parse(position)
    there = replace(game, first_position=lambda options, count: begun.clone())
    return Match(there, {}, seats, 0)
