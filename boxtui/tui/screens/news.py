"""What was played in a match, as its screen tells it beside the board."""

from collections.abc import Collection
from itertools import takewhile
from typing import Any

from boxtui.lines import Line, Piece
from boxtui.play.match import LogEntry
from boxtui.play.recent import Recent, only_move_words
from boxtui.play.runner import MatchRunner
from boxtui.views.digest import digest_lines
from boxtui.views.game import GameWords, as_sentence
from boxtui.views.log import Log


class News:
    """The moves since the person's last turn, and those before them, in lines and sentences.

    `words` are the game's words for the match that `runner` plays and `recent` follows.
    """

    def __init__(self, recent: Recent, words: GameWords[Any], runner: MatchRunner) -> None:
        self._recent = recent
        self._words = words
        self._runner = runner
        self._viewer = recent.viewer
        self._digest: list[tuple[int, str]] | None = None

    def look_back(self) -> None:
        """Forget the digest, because something was played or taken back."""
        self._digest = None

    def digest_lines(self, more: str, cells: int, rows: int) -> list[Line]:
        """Return what each seat did recently, and an empty line, as `views.digest` does."""
        if self._digest is None:
            self._digest = self._words.digest(self._recent)
        return digest_lines(self._words, self._digest, more, cells, rows)

    def log_lines(self, cells: int, rows: int, end: int) -> list[Line]:
        """Return what was played last before ply `end`, in the column of the other text."""
        log = Log(self._viewer, self._words.seat_styles())
        return [(Piece(" "), *line) for line in log.last_lines(cells - 1, rows, end)]

    def last_of_all(self) -> list[str]:
        """Return the last move in words."""
        return [
            as_sentence(each.sentence) for each in self._viewer.log_sentences(self._match_log[-1:])
        ]

    def last_of_others(self) -> list[str]:
        """Return what others did last since the person's turn; boards don't mark everything.

        If something stood out, such as a capture, it is the last of these. Returns nothing once the
        person has chosen a move.
        """
        own, first = self._viewer.match.state.turn_seat(), self._recent.ply
        played = self._match_log[first:]
        chosen = (self._runner.was_chosen(first + at) for at in range(len(played)))
        if any(each.seat == own and is_chosen for each, is_chosen in zip(played, chosen)):
            return []
        others = [each for each in self._viewer.log_sentences(played) if each.seat != own]
        striking = [each for each in others if each.is_striking]
        return [as_sentence(each.sentence) for each in (striking or others)[-1:]]

    def since_a_choice(self) -> list[str]:
        """Return what a person rolled or drew, and had to play, after the last choice."""
        log, plies = self._match_log, reversed(range(len(self._match_log)))
        last = next(filter(self._runner.was_chosen, plies), None)
        if last is None:
            return []
        seat = log[last].seat
        own = takewhile(lambda played: played.seat == seat, log[last + 1 :])
        return [as_sentence(each.sentence) for each in self._viewer.log_sentences(list(own))]

    def only_moves(self, plies: Collection[int]) -> str:
        """Return the only moves played for people at these plies since the last choice."""
        words = only_move_words(self._viewer, plies)
        return " ".join(f"{each}." for each in words)

    @property
    def _match_log(self) -> list[LogEntry]:
        return self._viewer.match.log
