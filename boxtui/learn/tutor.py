"""The tutor: judges a person's move before it is played, as the review would after the game."""

from collections.abc import Callable, Sequence
from typing import Final

from ai.levels import ROSTERS
from boxtui.core import Game
from boxtui.learn.asking import AskAgent, CachedAskAgent
from boxtui.learn.judging import GOOD, Assessor, Judged, gives_away, least_shown, lost_words
from boxtui.play.match import Match
from boxtui.play.presenter import Opinion
from boxtui.views.games import GAME_WORDS, words_of
from boxtui.wording import counted
from saves.header import TUTOR_OFF, TUTOR_VERDICTS, TUTOR_WARNS

_DOES: Final = {
    TUTOR_OFF: "off",
    TUTOR_WARNS: "warns you{}",
    TUTOR_VERDICTS: "warns you{}, and judges each of your moves",
}
"""What the tutor does, by its mode; when it warns replaces the braces."""


def mode_words(mode: str, when: str = "") -> str:
    """Return what the tutor does in that mode, and when it warns if `warned_words` are given."""
    return _DOES[mode].format(f" {when}" if when else "")


def warned_words(game: Game, seats: int, points: int, setting: str = "see the settings") -> str:
    """Return when the tutor warns a player, if the setting has that many points.

    The figure is the least one for that many seats that is shown of a move; `setting` says where
    it is set.
    """
    words = GAME_WORDS[game.key]
    shown = counted(f"{least_shown(seats, points):g}", "percentage point")
    note = setting if seats <= 2 else f"{points} with two players"
    what = "chances" if seats > 1 else words.rated_alone
    return f"before a move that costs {shown} or more of your {what} ({note})"


def tutor_words(match: Match, when: str) -> str:
    """Return what a match's tutor does, and doesn't; `when` it warns, as in `warned_words`."""
    excepted = excepted_words(match.game) if match.tutor != TUTOR_OFF else ""
    return f"Tutor: {mode_words(match.tutor, when)}. {excepted}".rstrip()


def excepted_words(game: Game) -> str:
    """Return which decisions neither tutor nor review judges, in a sentence; "" if there are none.

    Those between moves that all come to the same aren't named.
    """
    spec = ROSTERS[game.key].review
    return spec.not_judged if spec else ""


class Tutor:
    """Judges the moves of the people in a match while the match's tutor is on.

    `points` returns the fewest percentage points of winning chance, as they are shown, that a move
    must give away with two seats to be warned of; `limit_for` returns how many with more.
    """

    def __init__(self, match: Match, ask: AskAgent, points: Callable[[], int]) -> None:
        self._match = match
        self._ask = ask
        self._points = points
        self._moves: list[int] | None = None
        """The moves before the position that `_assessor` judges."""
        self._assessor: Assessor | None = None
        self._has_measured = False
        """Whether a warning has said what it is measured in."""

    def can_judge(self) -> bool:
        """Whether the tutor is on, and the decision to be made is a person's and can be judged."""
        match = self._match
        if match.tutor == TUTOR_OFF or not match.is_human(match.state.current_player()):
            return False
        return self._now() is not None

    def _now(self) -> Assessor | None:
        """Return what judges the current position, with its answers so far; None if nothing can."""
        match, spec = self._match, ROSTERS[self._match.game.key].review
        if spec and self._moves != match.moves:
            self._moves = list(match.moves)
            position, ask = match.state.clone(), CachedAskAgent(self._ask)
            self._assessor = Assessor(match, len(match.moves), position, spec, ask)
        return self._assessor if self._assessor and self._assessor.can_judge() else None

    async def prepare(self) -> None:
        """Search for the best move, so that it can be played at once. Raises AgentFailed."""
        if assessor := self._now():
            await assessor.prepare()

    async def opinion(self, move: int, advised: Sequence[int] = ()) -> Opinion:
        """Return what to say about a legal move; nothing is wrong with those that are `advised`.

        They are the move that a hint named, and those that it rates about as good. Raises
        AgentFailed if a search fails.
        """
        assessor = self._now()
        if assessor is None:
            return Opinion()
        is_verdict = self._match.tutor == TUTOR_VERDICTS
        if assessor.is_among(move, advised):
            return Opinion(remark=_best_words(assessor.are_several(advised)) if is_verdict else "")
        judged = None if await assessor.is_advised(move) else await assessor.judged(move)
        if judged is None or judged.best == move:
            remark = _best_words(await assessor.has_equal(move)) if is_verdict else ""
            return Opinion(remark=remark)
        is_grave = gives_away(self._match, judged, self._points())
        return Opinion(
            warning=self._warning(await assessor.explained(judged)) if is_grave else "",
            remark=_remark(self._match, judged, is_grave, assessor.missed(judged))
            if is_verdict
            else "",
        )

    def _warning(self, judged: Judged) -> str:
        """Return what the move would give away, compared with which one, and why, in sentences.

        The first time, it also says what a share means, and what the reasons are measured in.
        """
        words = words_of(self._match)
        better = words.move_name(self._match.state, judged.best)
        loss = f"{lost_words(self._match, judged)} of your {words.chance_words}"
        note, measure = ("", "") if self._has_measured else (words.chance_note, words.measure)
        self._has_measured = True
        told = [note, *judged.why, measure if judged.why else ""]
        return " ".join([f"This gives away {loss}, compared with {better}.", *filter(None, told)])


def _best_words(has_equal: bool) -> str:
    """Return what a best move is called; a hint would say that others are as good, if any are."""
    return "one of the best" if has_equal else "best"


def _remark(match: Match, judged: Judged, is_grave: bool, missed: str) -> str:
    """Return how good a move that isn't best is, in a few words; if it is bad, what is better.

    A good move `is_grave` for a person who wants to be warned of small losses. If it isn't, it may
    still have `missed` something.
    """
    if judged.grade == GOOD and not is_grave:
        return f"good, but {missed}" if missed else "good"
    words = words_of(match)
    grade = "good, but it" if judged.grade == GOOD else f"a {judged.grade} that"
    better = words.move_name(match.state, judged.best)
    loss = f"{lost_words(match, judged)} of the {words.chance_words}"
    return f"{grade} costs {loss}; {better} was better"
