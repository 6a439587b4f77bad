"""What a running match needs from the code that shows it, and what people may ask it for."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from ai.agent import Choice
from ai.decision import AgentFailed
from saves.events import SeatChange


class Request(Enum):
    """What a person may ask for besides a move."""

    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    VALUES = "values of the moves"
    GO_ON = "go on"
    STOP = "stop"
    ANYWAY = "play anyway"
    TUTOR = "switch the tutor"


@dataclass(frozen=True)
class Opinion:
    """What a tutor says about a move before it is played.

    Attributes:
        warning: what it would give away, in sentences, if that is too much; else "".
        remark: a verdict for the log, in a few words, or "".
    """

    warning: str = ""
    remark: str = ""


class MoveTutor(Protocol):
    """Judges the moves of people before they are played."""

    def can_judge(self) -> bool:
        """Whether it is on and can judge the decision to be made."""

    async def prepare(self) -> None:
        """Begin to judge that decision, while the person thinks. Raises `AgentFailed`."""

    async def opinion(self, move: int, advised: Sequence[int] = ()) -> Opinion:
        """Return what to say about a legal move.

        `advised` are the moves that a hint on this decision called best, or about as good. Raises
        `AgentFailed`.
        """


class Presenter(Protocol):
    """The part of the program that shows the match to people."""

    async def turn(self, *, by_person: bool) -> None:
        """Wait until it is this match's turn to be shown, among those played at the same time.

        `by_person` says whether it is shown because of a person, and not of a computer or of dice.
        """

    def changed(self) -> None:
        """Show the match as it is now, because something happened."""

    def informed(self, message: str) -> None:
        """Show the person a message."""

    def refused(self, refusal: Exception) -> None:
        """Show the person why something can't be done."""

    def thinking(self, name: str) -> None:
        """Show that `name` is thinking; "" means that nobody is."""

    def still_thinking(self, name: str) -> None:
        """Say that no hint can be given before `name` has thought, and how to stop it."""

    def stopped(self) -> None:
        """Say that the thinking was stopped, and what the person can ask for next."""

    def awaits_key(self) -> None:
        """Say what to press to go on, because `pause` is None."""

    def advised(self, choice: Choice, reasons: Sequence[str]) -> None:
        """Show what the adviser thinks of the legal moves, and why it would play its choice."""

    def valued(self, choice: Choice) -> None:
        """Show what the adviser thinks of the legal moves, without naming any: `VALUES`."""

    def warned(self, move: int, warning: str) -> None:
        """Show the tutor's warning of a move, and ask whether to play it anyway."""

    def tutor_switched(self) -> None:
        """Say what the tutor does from now on."""

    def ended(self) -> None:
        """Show how the match ended, and offer what comes next."""

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        """Report an agent's failure; return who takes its seat, or None to try it again."""

    def pause(self) -> float | None:
        """Return the seconds to wait before an automatic move; None waits for a key."""

    @property
    def plays_only_moves(self) -> bool:
        """Whether a person's only move is played automatically."""

    @property
    def is_curtain_due(self) -> bool:
        """Whether the person who decides isn't shown their hand yet."""
