"""What happened in a match since a player's last turn, for boards and digests."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeVar

from boxtui.core import NOBODY, State
from boxtui.play.match import LogEntry, Match
from boxtui.play.viewer import Viewer

StateT = TypeVar("StateT", bound=State)

MOST_RECENT: Final = 120
"""The most moves that are recent: to a player who is out, a whole game would be."""


class Recent:
    """The moves since the last turn of the person who looks at a match through `viewer`.

    During the viewer's turn these are all moves after the viewer's previous turn; at other times,
    all moves from the start of the viewer's last turn. If no person plays, they are those of the
    last turn. There are at most `MOST_RECENT`. `ply` and `before` follow the match: they are up
    to date after every move played or taken back. Positions hold what is hidden, too: only
    `entries`, and those of `steps`, are masked for the viewer.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._match = viewer.match
        self._ply = 0
        self._before = self._match.position_after(0)
        self._match.subscribe(self._follow)

    def _follow(self, match: Match) -> None:
        """Forget a position that was taken back."""
        if len(match.moves) < self._ply:
            self._ply = len(match.moves)
            self._before = match.position_after(self._ply)

    @property
    def ply(self) -> int:
        """The number of moves played before the first recent one."""
        return max(self._ply_of_last_turn(), len(self._match.log) - MOST_RECENT)

    def _ply_of_last_turn(self) -> int:
        log, own = self._match.log, self.viewer.own_seat
        if len(self._match.seats) == 1:
            return next((at for at in reversed(range(len(log))) if not log[at].by_chance), 0)
        if own == NOBODY:
            return _before_own(log, len(log), log[-1].seat) if log else 0
        if self._match.state.turn_seat() == own:
            return _after_own(log, _before_own(log, len(log), own), own)
        return _before_own(log, _after_own(log, len(log), own), own)

    @property
    def before(self) -> State:
        """The position before the recent moves: one object, which follows the match.

        It must not be changed.
        """
        ply = self.ply
        if ply < self._ply:
            self._ply, self._before = ply, self._match.position_after(ply)
        for move in self._match.moves[self._ply : ply]:
            self._before.apply(move)
        self._ply = ply
        return self._before

    def steps(self, kind: type[StateT]) -> Iterator[tuple[StateT, int, LogEntry]]:
        """Yield each recent move with the position before it and its entry, as the viewer reads it.

        `kind` is the class of the game's positions. The position is one object that changes on the
        way: compare it at once, or clone it.
        """
        state = self.before.clone()
        assert isinstance(state, kind)
        for move, played in zip(self._match.moves[self._ply :], self.entries(), strict=True):
            yield state, move, played
            state.apply(move)

    def entries(self) -> list[LogEntry]:
        """Return the recent moves as the viewer may read them."""
        return [self.viewer.entry(played) for played in self._match.log[self.ply :]]


def only_move_words(viewer: Viewer, automatic: Collection[int]) -> list[str]:
    """Return what was played at these plies since a person last chose: `Played the only move: 5`.

    If several people play, it says whose moves they were, those of each in a row together. Moves
    that were like all others, because nothing could change any more, are told apart.
    """
    match, found = viewer.match, list[tuple[tuple[str, bool], str]]()
    for ply in reversed(range(len(match.log))):
        if ply in automatic:
            name = match.seats[match.log[ply].seat].name if len(match.persons()) > 1 else ""
            before = match.position_after(ply)
            move = match.named(before.move_name(match.moves[ply]))
            found.append(((name, len(match.game.choices(before)) > 1), move))
        elif match.was_persons(ply):
            break
    return [
        _automatic_words(name, is_one_of_many, [text for _, text in group])
        for (name, is_one_of_many), group in groupby(found[::-1], key=itemgetter(0))
    ]


def _automatic_words(name: str, is_one_of_many: bool, texts: Sequence[str]) -> str:
    """Return what was played automatically, for the player with that name, or for the only one."""
    runs = [(text, len(list(run))) for text, run in groupby(texts)]
    moves = ", ".join(f"{text} ({count} times)" if count > 1 else text for text, count in runs)
    if is_one_of_many:
        return f"Played for {name or 'you'}, as nothing can change any more: {moves}"
    whose = f"{name}'s" if name else "the"
    return f"Played {whose} only {'move' if len(texts) == 1 else 'moves'}: {moves}"


def _before_own(log: Sequence[LogEntry], end: int, seat: int) -> int:
    """Return where the moves of `seat` that lead up to `end` begin."""
    while end and log[end - 1].seat == seat:
        end -= 1
    return end


def _after_own(log: Sequence[LogEntry], end: int, seat: int) -> int:
    """Return where the moves of all but `seat` that lead up to `end` begin."""
    while end and log[end - 1].seat != seat:
        end -= 1
    return end
