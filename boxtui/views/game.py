"""What every game says about a match, on its screen and in plain lines of text."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final, Generic, TypeVar, cast

from ai.agent import HUMAN, Choice
from ai.levels import ROSTERS, level_words
from ai.roster import Roster
from boxtui.core import CHANCE, State
from boxtui.lines import Glyphs, Line, Piece
from boxtui.play.match import YOU, Match
from boxtui.play.recent import Recent
from boxtui.play.results import ranked, result_of, seed_words, used_words, winners
from boxtui.play.viewer import Viewer
from boxtui.wording import POINT_DIGITS, about_percent, capitalized, counted, listed

StateT = TypeVar("StateT", bound=State)

_RULE: Final = re.compile(r" \([A-Z]{3}-\d+\)")
"""A rule's number in parentheses, after what it explains."""

ANYWAY: Final = "play it anyway?"
"""What is asked after a tutor's warning, about the move that it warned of."""

BEGINS: Final = "begins"
"""What a digest says of the seat that dice have given the first turn."""

REROLL_RULE: Final = "reroll a die that leans or left the tray, and type what it then shows"
"""What a person who enters dice by hand must know."""


def beaten_words(match: Match) -> list[str]:
    """Return the levels that a person has beaten, as a sentence, or nothing.

    A game counts only if the person played it from its first move. Where it isn't known who of
    several people was given hints, nothing is said of them.
    """
    won = winners(match)
    players = {seat.player for seat in match.seats if seat.player != HUMAN}
    levels = sorted(level_words(match.game.key, player) for player in players)
    if len(won) != 1 or not match.is_human(won[0]) or not levels or match.begun_midway:
        return []
    by_seat = match.hints_by_seat()
    aided = " with hints" if by_seat and by_seat.get(won[0]) else ""
    return [f"{match.seats[won[0]].name} has beaten {listed(levels)}{aided}."]


def without_rules(text: str) -> str:
    """Return a text without the numbers of rules, which would be in the way at every move."""
    return _RULE.sub("", text)


def as_sentence(words: str) -> str:
    """Return words with a period, unless they end as a sentence; a rule may follow the end."""
    return words if without_rules(words).endswith((".", "?", "!")) else f"{words}."


def queue_words(place: int) -> str:
    """Return a search's `place` in the line of those who share search processes; "" for 0."""
    return f"number {place} in line" if place else ""


class GameWords(Generic[StateT]):
    """The current state of a match in words, for `viewer` or a new one."""

    goal: ClassVar[str]
    """The goal of the game in a few words, for the title."""

    measure: ClassVar[str] = ""
    """What the figures in reasons are measured in, in a sentence; "" if that is clear."""

    to_win: ClassVar[str] = "to win"
    """What a value is the chance of; a game whose parts are won too says which is meant."""

    rated_alone: ClassVar[str] = "solo rating"
    """What a share is called in a game alone, in which nobody else can win."""

    about: ClassVar[str] = "about "
    """What precedes comparisons of values; "" if these are exact."""

    def __init__(self, match: Match, viewer: Viewer | None = None) -> None:
        self.match = match
        self.viewer = viewer or Viewer(match)

    @property
    def state(self) -> StateT:
        """The position, by its own type: a game's view is given matches of that game only."""
        return cast("StateT", self.match.state)

    @property
    def roster(self) -> Roster:
        """What the game has on the AI side."""
        return ROSTERS[self.match.game.key]

    def round_words(self) -> str:
        """Return what the title says about the progress of the game."""
        raise NotImplementedError

    @property
    def chance_words(self) -> str:
        """What a share is called: a chance to win, unless the game is about something else."""
        return f"chance {self.to_win}"

    def chance_of(self, seat: int) -> str:
        """Return what a seat's share is called, as in `Ann's chance to win`."""
        return f"{self.match.seats[seat].name}'s {self.chance_words}"

    @property
    def chance_note(self) -> str:
        """What a share means, in a sentence, unless it is a chance to win."""
        return ""

    def worth_words(self, value: float) -> str:
        """Return what a move's value, in 0..1 for the seat to move, means; here, an estimate.

        A game whose values are exact leaves out *about*.
        """
        return f"{about_percent(value)} {self.to_win}"

    def worths_words(self, values: Sequence[float]) -> list[str]:
        """Return what each of several moves' values means.

        A game whose values are exact gives the fewest digits that tell them apart.
        """
        return list(map(self.worth_words, values))

    def rated_words(self, rated: Sequence[tuple[int, float]]) -> str:
        """Return legal moves with what their values mean.

        They are given in the order in which they are to be listed. A move whose value is like that
        of one listed before shares its figure.
        """
        groups: list[tuple[float, list[str]]] = []
        for move, value in rated:
            name = self.move_name(self.state, move)
            alike = (names for first, names in groups if self.roster.are_alike(first, value))
            if (names := next(alike, None)) is not None:
                names.append(name)
            else:
                groups.append((value, [name]))
        worths = self.worths_words([value for value, _ in groups])
        return "; ".join(
            f"{listed(names, 'or')}: {'each ' if len(names) > 1 else ''}{worth}"
            for worth, (_, names) in zip(worths, groups, strict=True)
        )

    def points_between(self, value: float, better: float) -> float:
        """Return by how many percentage points two values differ, both as `worth_words` has them.

        So what is said of the difference fits the two figures that are shown.
        """
        lower, higher = (round(100 * each, POINT_DIGITS) for each in (value, better))
        return round(higher - lower, POINT_DIGITS)

    def points_words(self, points: float) -> str:
        """Return what `points_between` found, in words."""
        return counted(f"{points:.{POINT_DIGITS}f}", "percentage point")

    def choices(self) -> list[int]:
        """Return the legal moves that count as choices."""
        return self.match.game.choices(self.state)

    def example(self, withheld: Collection[int] = ()) -> str:
        """Return the notation of a legal move that isn't withheld, or "" if all are.

        Of what may be rolled or drawn, it is the last one.
        """
        allowed = [move for move in self.state.legal_moves() if move not in withheld]
        if not allowed:
            return ""
        is_chance = self.state.current_player() == CHANCE
        return self.state.move_text(allowed[-1] if is_chance else allowed[0])

    def notation_help(self) -> list[str]:
        """Return what the signs in the notation of the moves to be made mean, in sentences."""
        return []

    def resign_word(self) -> str:
        """Return what is typed to resign, or "" if that isn't possible now."""
        resignation = self.match.resignation()
        return "" if resignation is None else self.state.move_text(resignation)

    def notation_words(self, move: int) -> str:
        """Return what a move's notation says, as words that follow the name of its player.

        By default that is the notation itself.
        """
        return self.state.move_text(move)

    def move_name(self, state: StateT, move: int) -> str:
        """Return what sentences call a move that is legal in `state`."""
        return self.match.named(state.move_name(move))

    def anyway_words(self, move: int) -> str:
        """Return the question whether to play a legal move that a tutor has warned of."""
        return f"{capitalized(self.move_name(self.state, move))}: {ANYWAY}"

    def hint_words(self, choice: Choice) -> str:
        """Return an advised move, and its value if there is a choice and the value is known."""
        text = self.match.named(self.state.move_advice(choice.move))
        if len(self.choices()) == 1:
            return f"Hint: {text}, the only move."
        values = dict(self.roster.rated(choice, self.state))
        if choice.move not in values:
            return f"Hint: {text}."
        others = [value for move, value in values.items() if move != choice.move]
        worth, *_ = self.worths_words([values[choice.move], *sorted(others)[-1:]])
        return f"Hint: {text}, {worth}."

    def where_words(self, move: int) -> str:
        """Return where to look for a legal move, without naming it; "" if that can't be said."""
        return ""

    def look_words(self, places: Sequence[str]) -> str:
        """Return where a lesson points, for people who see no board; places as clicks name them."""
        return f"Look at {listed(list(map(self.place_words, places)))}."

    def place_words(self, place: str) -> str:
        """Return a place in words; `place` is its name as a click gives it."""
        return place

    @property
    def is_rolled(self) -> bool:
        """Whether the next chance event is a roll of dice, not a card."""
        return True

    def chance_prompt(self, withheld: Collection[int] = ()) -> str:
        """Return what a person who enters chance by hand must type: for whom, and an example.

        The example is never one of `withheld`.
        """
        example = self.example(withheld)
        return f"{self.asked_of_chance()}{example and f', for example {example}'}"

    def asked_of_chance(self) -> str:
        """Return what must be typed, without an example, as in `Ann's dice`."""
        name = self.match.seats[self.state.turn_seat()].name
        whose = "Your" if name.endswith(YOU) else f"{name}'s"
        return f"{whose} {self.chance_kind()}"

    def chance_kind(self) -> str:
        """Return what is rolled or drawn next, and its purpose if that must be said."""
        return "dice"

    def digest(self, recent: Recent) -> list[tuple[int, str]]:
        """Return what each seat did recently, in a few words: seats and texts, in order of play.

        A seat without a decision is left out, unless `actions` yields something for it, too.
        """
        return [
            (seat, ", ".join(words for _, words in done))
            for seat, done in groupby(self.actions(recent), key=itemgetter(0))
        ]

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        """Yield each thing that a seat did recently, in two to five words; here, its notation."""
        for played in recent.entries():
            if not played.by_chance:
                yield played.seat, played.text

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        """Return the text beside each seat's name."""
        raise NotImplementedError

    @property
    def most_seat_cells(self) -> int:
        """The cells of the longest text beside a name in an ordinary game; 0 if none changes much.

        Levels have that much room beside them, so that they don't become longer and shorter.
        """
        return 0

    def seat_styles(self) -> list[str]:
        """Return the style of each seat's color; plain if seats have no colors."""
        return ["plain"] * len(self.match.seats)

    def seat_pieces(self, glyphs: Glyphs) -> list[Piece]:
        """Return the text beside each seat's name, in its color."""
        return list(map(Piece, self.seat_words(glyphs), self.seat_styles()))

    def ends(self) -> list[tuple[int, str]]:
        """Return how each seat ended, best first, as in `1st Ann: 4 of 4 home.`: seats and texts.

        If nobody has won, the seats are in their order, without ranks.
        """
        lines = []
        for rank, seat in ranked(self.match):
            place = f"{_ordinal(rank)} " if rank else ""
            name = self.match.seats[seat].name
            lines.append((seat, f"{place}{name}: {self.ended_words(seat)}."))
        return lines

    def end_sentences(self) -> list[str]:
        """Return all that is said at the end: who won, how the seats ended, the help used, a seed.

        The seed is said only if it was secret until then.
        """
        seats = [words for _, words in self.ends()]
        used_and_seed = filter(None, [used_words(self.match), seed_words(self.match)])
        return [*self.result_sentences(), *seats, *used_and_seed]

    def result_sentences(self) -> list[str]:
        """Return who won, and which level was beaten, if one was."""
        return [result_of(self.match), *beaten_words(self.match)]

    def is_out(self, seat: int) -> bool:
        """Whether a seat has no more turns in a game that goes on."""
        return False

    @property
    def is_decided(self) -> bool:
        """Whether nothing can change any more in a game that goes on."""
        return False

    def ended_words(self, seat: int) -> str:
        """Return how a seat ended: the figures that decided."""
        raise NotImplementedError

    def now_words(self) -> list[str]:
        """Return what the player must know before each move, in sentences."""
        raise NotImplementedError

    def position_words(self) -> list[str]:
        """Return the whole position in sentences, except `now_words`."""
        raise NotImplementedError

    def drawn(self, glyphs: Glyphs) -> Sequence[Line]:
        """Return the board as lines of text, for people who can see it."""
        raise NotImplementedError


def _ordinal(number: int) -> str:
    """Return the rank of a seat: `1st`, `2nd`, `3rd`, `4th`; 21 would be too many seats."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(number, 'th')}"
