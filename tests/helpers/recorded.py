"""Matches that tests of records play, with all that may happen in them."""

from dataclasses import replace
from random import Random

from random_games import any_move

from ai.agent import HUMAN
from boxtui.core import OVER, BadFile, Game
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from saves.events import (
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
)
from saves.header import TUTOR_MODES

GAME = GAMES["shut-the-box"]
SEATS = (Seat("Ann", HUMAN), Seat("Computer", "level5"))


def new_match(seed: int = 7) -> Match:
    """Return a match that has not begun."""
    return Match(GAME, {}, SEATS, seed)


def own_board(content: bytes) -> Game:
    """Return the game on a board of that content."""
    if not content.startswith(b"nine"):
        raise BadFile("A board begins with nine.")
    return replace(GAME, board=content, board_file="toy.toml", on_board=own_board)


def next_event(match: Match, rng: Random) -> Event:
    """Return an event that may come now: usually a move, sometimes another kind."""
    ply = match.undo_ply()
    roll = rng.random()
    if match.state.current_player() == OVER:
        return Undo(ply) if ply is not None and roll < 0.5 else End()
    if roll < 0.1 and ply is not None:
        return Undo(ply)
    if roll < 0.2:
        other = SeatChange(rng.randrange(2), rng.choice([HUMAN, "level1"]))
        return Hint() if roll < 0.15 else other
    if roll < 0.3:
        tutored: list[Event] = [TutorChange(rng.choice(TUTOR_MODES)), Warned(), Ignored()]
        if match.moves:
            tutored.append(Remark(rng.choice(["best", "a blunder: Ä was better"])))
        return rng.choice(tutored)
    return Move(any_move(match, rng))


def facts_of(match: Match) -> tuple[object, ...]:
    """Return all that a save keeps of a match."""
    game = (match.state.text(), match.moves, match.seats, match.options, match.seed)
    counts = (match.hints, match.takebacks, match.tutor, match.warnings, match.ignored)
    return (*game, *counts, match.to_redo(), match.log, match.by_hand, match.hinted)
