"""The events of a saved game after its header; each is one record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from saves import wire
from saves.errors import SaveDamaged
from saves.header import PLAYER_BYTES, TUTOR_MODES

REMARK_BYTES = 240

# An array of two, the word "moves", and the longest head of the array of moves.
_MOVES_ROOM = wire.MAX_PAYLOAD - len(wire.pack(["moves"])) - 3


@dataclass(frozen=True)
class Move:
    """One move or chance outcome, a number in 0 .. 2**63 - 1, which depends on its state."""

    move: int


@dataclass(frozen=True)
class Undo:
    """The game goes back to its first `ply` moves."""

    ply: int


@dataclass(frozen=True)
class Moves:
    """One or more moves at once, with which a save of a game that has already begun starts."""

    moves: tuple[int, ...]


@dataclass(frozen=True)
class Hint:
    """A hint was given."""


@dataclass(frozen=True)
class TutorChange:
    """From here on the tutor is `mode`, one of `TUTOR_MODES`."""

    mode: str


@dataclass(frozen=True)
class Warned:
    """The tutor warned of a move before it was played."""


@dataclass(frozen=True)
class Ignored:
    """The move before this was played in spite of the tutor's warning."""


@dataclass(frozen=True)
class Remark:
    """What the tutor says about the move before this: `words` of at most `REMARK_BYTES`."""

    words: str


@dataclass(frozen=True)
class SeatChange:
    """`player` ("human" or an agent's name) takes over seat `index`, counted from 0."""

    index: int
    player: str


@dataclass(frozen=True)
class End:
    """The game is over."""


Event = Move | Undo | Moves | Hint | TutorChange | Warned | Ignored | Remark | SeatChange | End


_WORDS: dict[Event, str] = {
    Hint(): "hint",
    Warned(): "warned",
    Ignored(): "ignored",
    End(): "end",
}
"""The events that are a single word in a save."""

_BY_WORD = {word: event for event, word in _WORDS.items()}


def minor_of(event: Event) -> int:
    """Return the first minor version of the format that has this kind of event."""
    if isinstance(event, Remark):
        return 2
    return 1 if isinstance(event, TutorChange | Warned | Ignored) else 0


def encode(event: Event) -> bytes:
    """Return the payload of the event's record. Raises ValueError if it couldn't be read back."""
    payload = wire.pack(_value(event))
    try:
        decode(payload)
    except SaveDamaged as error:
        raise ValueError(f"{event} is not an event that a save can hold") from error
    return payload


def _value(event: Event) -> object:
    match event:
        case Move(move):
            return move
        case Undo(ply):
            return ["undo", ply]
        case Moves(moves):
            return ["moves", list(moves)]
        case TutorChange(mode):
            return ["tutor", mode]
        case Remark(words):
            return ["remark", words]
        case SeatChange(index, player):
            return ["seat", index, player]
    return [_WORDS[event]]


def decode(payload: bytes) -> Event:
    """Return the event in a record's payload. Raises SaveDamaged if any of it is wrong."""
    value = wire.unpack(payload)
    if wire.is_count(value):
        return Move(value)
    match value:
        case ["undo", ply] if wire.is_count(ply):
            return Undo(ply)
        case ["moves", list(moves)] if moves and all(wire.is_count(move) for move in moves):
            return Moves(tuple(moves))
        case ["tutor", mode] if mode in TUTOR_MODES:
            return TutorChange(mode)
        case ["remark", words] if wire.is_text(words, REMARK_BYTES):
            return Remark(words)
        case ["seat", index, player] if wire.is_count(index) and wire.is_text(player, PLAYER_BYTES):
            return SeatChange(index, player)
        case [str(word)] if word in _BY_WORD:
            return _BY_WORD[word]
    raise SaveDamaged("A record is not an event of a game.")


def check(event: Event, moves: int, seats: int) -> int:
    """Return the number of moves after `event`, with `moves` before it and `seats` seats.

    Raises SaveDamaged if it undoes or is about moves that were never played, or changes a missing
    seat.
    """
    match event:
        case Undo(ply) if ply > moves:
            raise SaveDamaged(f"It goes back to {ply} moves, but only {moves} were played.")
        case Remark() if not moves:
            raise SaveDamaged("It has a remark on a move, but none was played.")
        case SeatChange(index) if index >= seats:
            raise SaveDamaged(f"It changes seat {index + 1}, but there are only {seats}.")
        case Undo(ply):
            return ply
        case Move():
            return moves + 1
        case Moves(batch):
            return moves + len(batch)
    return moves


def ended(events: Sequence[Event]) -> bool:
    """Whether the game is over: it has ended, and nothing was played or undone since."""
    for event in reversed(events):
        if isinstance(event, Move | Moves | Undo | End):
            return isinstance(event, End)
    return False


def as_events(moves: Sequence[int], notes: Iterable[tuple[int, Event]]) -> Iterator[Event]:
    """Yield the moves in few events; each of `notes` follows after so many moves."""
    done = 0
    for ply, note in sorted(notes, key=itemgetter(0)):
        yield from batches(moves[done:ply])
        yield note
        done = ply
    yield from batches(moves[done:])


def batches(moves: Iterable[int]) -> Iterator[Moves]:
    """Yield the moves in as few events as records of at most 1,024 bytes allow."""
    batch: list[int] = []
    room = _MOVES_ROOM
    for move in moves:
        size = len(wire.pack(move))
        if size > room:
            yield Moves(tuple(batch))
            batch, room = [], _MOVES_ROOM
        batch.append(move)
        room -= size
    if batch:
        yield Moves(tuple(batch))
