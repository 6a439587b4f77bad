"""What was played in a match, as its screen describes it, and what the tutor said of it."""

from itertools import takewhile
from typing import Any

from boxtui.lines import Line, Piece
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
        self._match = recent.viewer.match
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
        return [as_sentence(each) for each in self._viewer.sentences(self._match.log[-1:])]

    def last_of_others(self) -> list[str]:
        """Return what others did last since the person's turn; boards don't mark everything.

        If something stood out, such as a capture, it is the last of these. Returns nothing once the
        person has chosen a move.
        """
        own, first = self._match.state.turn_seat(), self._recent.ply
        played = self._match.log[first:]
        chosen = (self._runner.was_chosen(first + at) for at in range(len(played)))
        if any(each.seat == own and is_chosen for each, is_chosen in zip(played, chosen)):
            return []
        others = [each for each in self._viewer.log_sentences(played) if each.seat != own]
        striking = [each for each in others if each.is_striking]
        return [as_sentence(each.sentence) for each in (striking or others)[-1:]]

    def since_a_choice(self) -> list[str]:
        """Return what a person rolled or drew, and had to play, after the last choice."""
        log = self._match.log
        plies = reversed(range(len(log)))
        last = next(filter(self._runner.was_chosen, plies), None)
        if last is None:
            return []
        seat = log[last].seat
        own = takewhile(lambda played: played.seat == seat, log[last + 1 :])
        return [as_sentence(each) for each in self._viewer.sentences(list(own))]

    def only_moves(self) -> str:
        """Return the only moves that were played for people since a choice was made.

        Those of an earlier hand are left out.
        """
        latest_first = sorted(self._runner.automatic, reverse=True)
        plies = set(takewhile(self._is_of_this_hand, latest_first))
        return " ".join(f"{words}." for words in only_move_words(self._viewer, plies))

    def remark(self) -> str:
        """Return what the tutor said of the last decision of a person whose hand is shown.

        It is shown below the log, so it says whose choice it was: what was played since is newer.
        Once that person has had another turn, also one without a choice, it isn't shown, nor once
        something that others did since stands out.
        """
        match, viewer = self._match, self._viewer
        for ply in reversed(range(len(match.log))):
            played = viewer.entry(match.log[ply])
            if self._runner.was_chosen(ply) and viewer.sees(played.seat):
                if not played.remark or self._has_had_another_turn(ply):
                    return ""
                if not self._is_of_this_hand(ply) or self._is_outdone(ply):
                    return ""
                name = self._words.move_name(match.position_after(ply), match.moves[ply])
                is_alone = len(match.persons()) == 1
                whose = "Your" if is_alone else f"{match.seats[played.seat].name}'s"
                return f"{whose} last choice, {name}: {played.remark}."
        return ""

    def _has_had_another_turn(self, ply: int) -> bool:
        """Whether the person who chose that move has had an only move, or none, in a later turn."""
        log = self._match.log
        seat, later = log[ply].seat, range(ply + 1, len(log))
        ended = next((at for at in later if log[at].seat != seat), len(log))
        if any(at > ended and log[at].seat == seat for at in self._runner.automatic):
            return True
        again = next((at for at in range(ended, len(log)) if log[at].seat == seat), len(log))
        return any(each.seat != seat for each in log[again:])

    def _is_outdone(self, ply: int) -> bool:
        """Whether something that others played since that move stands out, such as a capture."""
        seat, since = self._match.log[ply].seat, self._match.log[ply + 1 :]
        told = self._viewer.log_sentences(since)
        return any(each.seat != seat and each.is_striking for each in told)

    def _is_of_this_hand(self, ply: int) -> bool:
        """Whether no new hands were dealt after that move; always so without hidden hands."""
        if not self._match.game.hidden:
            return True
        state = self._match.position_after(ply + 1)
        for move in self._match.moves[ply + 1 :]:
            if state.is_open():
                return False
            state.apply(move)
        return True
