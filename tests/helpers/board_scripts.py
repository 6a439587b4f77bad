"""Boards played by scripts (`scripts`); a file has those of one game.

`BoardScript.do` and `_shown` list the steps.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

import free_o_play
import free_the_box_play
import shut_the_box_play
from bare_board import BareTable, bindings_of
from scripts import Scripts
from textual.actions import parse

from ai.agent import HUMAN, Choice, Considered
from boxtui.core import OVER, BadPosition, OptionValue
from boxtui.games import GAMES
from boxtui.lines import ASCII, UNICODE, Line, Piece, plain
from boxtui.plain.words import help_lines
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.results import ranked, result_of, seed_words
from boxtui.play.stories import story_of
from boxtui.tui.boards.games import GAME_BOARDS
from boxtui.tui.widgets.canvas import Canvas

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
SIGNS = {"plain": " ", "": " ", "faint": ".", "board": "."}
"""The signs of the most frequent styles and grounds; a picture explains the others' letters."""


def position(key: str, words: str) -> str:
    """Return a position's text from the form that is short in this game, as in its helper."""
    with suppress(BadPosition):
        GAMES[key].parse(words)
        return words
    parts = [word for word in words.split() if "=" not in word]
    facts: dict[str, Any] = dict(word.split("=") for word in words.split() if "=" in word)
    if key == "free-the-box":
        return free_the_box_play.written(*parts, **facts)
    if key == "free-o":
        return free_o_play.at(*parts, **facts).text()
    return shut_the_box_play.turn(parts[0], **{**facts, "seat": int(facts.get("seat", 1))}).text()


def read_option(value: str) -> OptionValue:
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.isdecimal() else value.replace("_", " ")


def pictured(lines: Sequence[Line], name_of: Callable[[Piece], str]) -> list[str]:
    """Return a sign for the name of each cell, such as its style, and what the letters mean."""
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    signs = dict(SIGNS)
    rows = [
        "".join(
            (signs.get(name) or signs.setdefault(name, next(letters))) * len(piece.text)
            for piece in line
            for name in [name_of(piece)]
        )
        for line in lines
    ]
    told = [f"{sign} {name}" for name, sign in signs.items() if name not in SIGNS]
    return [*rows, ", ".join(told)]


def lettered(lines: Sequence[Line]) -> list[str]:
    """Return the words in each style that few pieces have, and the targets of chosen pieces."""
    found: dict[str, set[str]] = {}
    for piece in chain.from_iterable(lines):
        if piece.style not in ("plain", "faint", "strong") and piece.text.strip():
            found.setdefault(piece.style, set()).update(piece.text.split())
    told = [f"{style}: {' '.join(sorted(words))}" for style, words in sorted(found.items())]
    lit = [piece.target for piece in chain.from_iterable(lines) if piece.style == "chosen"]
    return [*told, *([f"lit: {', '.join(lit)}"] if lit else [])]


class BoardScript:
    """One script of a game, while it runs: its match and its board at a table of people."""

    def __init__(self, key: str) -> None:
        self._game = GAMES[key]
        self._glyphs = ASCII
        self._seats = [Seat(name, HUMAN) for name in NAMES[:2]]
        self._board: Any = None

    def do(self, step: str, words: str) -> Sequence[str]:
        """Take a step; return what it shows."""
        parts = words.split(", ")
        match step:
            case "seats":
                named = (word.rpartition("=") for word in words.split())
                self._seats = [
                    Seat(own.replace("_", " ") or name, player)
                    for name, (own, _, player) in zip(NAMES, named)
                ]
            case "unicode":
                self._glyphs = UNICODE
            case "new":
                options = dict(word.split("=") for word in words.split())
                read = {name: read_option(value) for name, value in options.items()}
                self._sit_down(Match(self._game, read, self._seats, 1))
            case "at":
                text = position(self._game.key, words)
                self._sit_down(match_at(self._game, text, self._seats))
            case "play":
                for part in parts:
                    self._match.play(self._match.state.read_move(part))
                    self._board.forget_picked()
                self._board.look_back()
            case "undo":
                self._match.take_back_to(int(words))
                self._board.look_back()
            case "pick":
                self._board.pick(self._match.state.read_move(words))
            case "mark":
                self._board.host.marks = True  # as in a review
            case "point":
                self._board.pointed_at = parts
            case "keys":
                for part in parts:
                    self._press(part)
            case "click":
                for part in parts:
                    self._board.on_canvas_pressed(Canvas.Pressed(part))
            case _:
                return self._shown(step, words)
        return []

    @property
    def _match(self) -> Match:
        match: Match = self._board.host.match
        return match

    def _sit_down(self, match: Match) -> None:
        self._board = GAME_BOARDS[self._game.key](BareTable(match, glyphs=self._glyphs))
        self._board.look_back()

    def _press(self, key: str) -> None:
        if key == "enter":
            self._board.play_picked()
            return
        _, name, words = parse(bindings_of(self._board)[key].action)
        if self._board.check_action(name, words):
            getattr(self._board, f"action_{name}")(*words)

    def _shown(self, step: str, words: str) -> Sequence[str]:
        board, told = self._board, self._board.words

        def lines() -> Sequence[Line]:
            found: Sequence[Line] = told.drawn(self._glyphs)
            return board.board_lines(int(words)) if words else found

        shown: dict[str, Callable[[], Iterable[str]]] = {
            "board": lambda: map(plain, lines()),
            "styles": lambda: pictured(lines(), attrgetter("style")),
            "grounds": lambda: pictured(lines(), attrgetter("ground")),
            "letters": lambda: lettered(lines()),
            "drawn": lambda: map(plain, lines()),
            "status": board.status_words,
            "beside": lambda: told.seat_words(board.glyphs),
            "now": told.now_words,
            "digest": lambda: [
                f"{NAMES[at]}: {each}" for at, each in told.digest(board.host.recent)
            ],
            "played": lambda: [", ".join(board.host.played) or "-"],
            "offered": self._offered,
            "told": self._told,
            "where": lambda: self._where(words),
            "of": lambda: self._called(words),
            "rated": lambda: self._rated([float(value) for value in words.split()]),
            "look": lambda: [told.look_words(words.split(", "))],
            "prompt": lambda: [told.chance_prompt()],
            "help": lambda: help_lines({}, told),
        }
        return [*shown[step]()]

    def _offered(self) -> list[str]:
        """Return the keys that the board offers, with what each does."""
        offered = {
            key: self._board.described(each)
            for key, each in bindings_of(self._board).items()
            if each.show and self._board.offers(each.action.partition("(")[0])
        }
        offered["enter"] = self._board.enter_words
        return [", ".join(f"{key} {words}" for key, words in offered.items() if words)]

    def _told(self) -> Iterator[str]:
        """Yield what is told, in plain mode and at the end, after the kind of each sentence."""
        words, match, recent = self._board.words, self._match, self._board.host.recent
        names, is_over = [seat.name for seat in match.seats], match.state.current_player() == OVER
        is_scored = is_over or "phase=scored" in match.state.text()
        yield f"round: {words.round_words()}"
        yield from (f"position: {told}" for told in words.position_words())
        yield from (f"recently: {names[seat]}: {told}" for seat, told in words.digest(recent))
        yield from (f"now: {told}" for told in words.now_words() if not is_over)
        yield from (f"end: {told}" for _, told in words.ends() if is_scored)
        for rank, seat in ranked(match) if is_over else ():
            yield f"rank {rank}: {names[seat]}, {words.worth_words(match.state.returns()[seat])}"
        yield f"story: {result_of(match)} {story_of(match).words}. {seed_words(match)}"

    def _where(self, text: str) -> list[str]:
        """Return each first hint, after the moves that it is about; or only that for one move."""
        words, found, state = self._board.words, dict[str, list[str]](), self._match.state
        for move in [state.read_move(text)] if text else words.choices():
            name = words.move_name(state, move)
            found.setdefault(words.where_words(move), []).append(name)
        return [f"{', '.join(names)}: {where or '-'}" for where, names in found.items()]

    def _called(self, text: str) -> list[str]:
        """Return what sentences call a move, a hint for it, and the question after a warning."""
        words, state = self._board.words, self._match.state
        move = state.read_move(text)
        hint = words.hint_words(Choice(move, (), 1))
        return [words.move_name(state, move), hint, words.anyway_words(move)]

    def _rated(self, values: Sequence[float]) -> list[str]:
        """Return what is listed of the first moves with these values, and a hint to play one."""
        words = self._board.words
        rated = list(zip(words.choices(), values))
        seen = tuple(Considered(move, value, 1) for move, value in rated)
        return [words.rated_words(rated), words.hint_words(Choice(rated[0][0], seen, 1))]


BOARDS = Scripts(Path(__file__).parent.parent / "golden" / "boards", BoardScript)
