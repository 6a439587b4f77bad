"""What a save's events do to a match, and the match that a whole save holds."""

from dataclasses import replace
from pathlib import Path

from boxtui.core import BadFile, BadPosition, Game, GameError
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from saves.errors import SaveDamaged, SaveError, SaveOutdated, SaveTooNew, printable_name
from saves.events import (
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Moves,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
)
from saves.header import BY_HAND, Header
from saves.journal import Contents, Journal, read
from saves.library import Library, digest_of


def apply(match: Match, event: Event, *, from_file: bool = False) -> None:
    """Apply an event to the match.

    Its moves must be known to be legal (`Record.keep` checks them); with `from_file` they are
    checked here. Raises `GameError` if the rules don't allow the event.
    """
    play = match.play if from_file else match.apply
    match event:
        case Move(move):
            play(move)
        case Moves(moves):
            for move in moves:
                play(move)
        case Undo(ply):
            match.take_back_to(ply)
        case Hint():
            match.count_hint()
        case TutorChange(mode):
            match.tutor = mode
        case Warned():
            match.warnings += 1
        case Ignored():
            match.ignored += 1
        case Remark(words):
            match.remark(len(match.moves) - 1, words)
        case SeatChange(index, player):
            match.seats[index] = replace(match.seats[index], player=player)
        case End():
            if not match.is_over:
                raise BadPosition("It records an end, but the game isn't over.")


def match_in(path: Path, library: Library) -> Match:
    """Return the match in the save at a path; raises the errors of `read` and `replayed`."""
    match, _ = replayed(read(path), printable_name(path), library)
    return match


def replayed(contents: Contents | Journal, name: str, library: Library) -> tuple[Match, str]:
    """Return the match that a save holds, with every move checked, and a notice or "".

    Raises SaveDamaged, SaveTooNew, BoardMissing, or SaveOutdated if a move of older rules is no
    longer legal.
    """
    header = contents.header
    match = begun(header, name, library)
    match.begun_midway = begins_midway(contents)
    is_first_part = not header.continues
    match.only_elsewhere = (
        match.begun_midway
        and is_first_part
        and not any(isinstance(event, Move | Undo) for event in contents.events)
    )
    older = header.rules < match.game.rules_version
    try:
        for event in contents.events:
            apply(match, event, from_file=True)
    except GameError as fault:
        raise _not_replayed(header, match.game, name, fault) from fault
    notice = f"Begun under version {header.rules} of the rules; continues under the current one."
    return match, notice if older else ""


def begins_midway(contents: Contents | Journal) -> bool:
    """Whether a save's game begins with moves made elsewhere.

    A later part of any game begins with moves, so one of such a game begins with `midway_mark`.
    """
    first = next(iter(contents.events), None)
    if contents.header.continues:
        return first == midway_mark(contents.header)
    return isinstance(first, Moves)


def midway_mark(header: Header) -> Event:
    """Return a change of seat that changes nothing, which boxtui writes for nothing else."""
    return SeatChange(0, header.seats[0][1])


def begun(header: Header, name: str, library: Library, board: bytes = b"") -> Match:
    """Return the match of a header before its first move; raises the errors of `replayed`.

    Its board or deck has the content `board` or, if that is empty, is looked up.
    """
    game = _game_of(header, name)
    seats = [Seat(named, player) for named, player in header.seats]
    try:
        if header.data and game.on_board is not None:
            game = game.on_board(board or _board(game, header.data, library))
        by_hand = header.dice == BY_HAND
        match = Match(game, header.options, seats, header.seed, by_hand=by_hand, tutor=header.tutor)
    except GameError as fault:
        raise _not_replayed(header, game, name, fault) from fault
    match.hints, match.takebacks = header.hints, header.takebacks
    match.warnings, match.ignored = header.warnings, header.ignored
    return match


def _board(game: Game, digest: str, library: Library) -> bytes:
    """Return the board or deck with that digest; the game's usual one is always there."""
    try:
        return library.data(digest)
    except SaveError:
        if digest_of(game.board) != digest:
            raise
        return game.board


def _not_replayed(header: Header, game: Game, name: str, fault: GameError) -> SaveError:
    """Return the error for a refused move: older rules may allow it, else the save is damaged."""
    if isinstance(fault, BadFile):
        return SaveDamaged(f"{name} is damaged: its board isn't one of {game.title}: {fault}")
    if header.rules < game.rules_version:
        message = f"{name} was played under version {header.rules} of the rules: {fault}"
        return SaveOutdated(message)
    return SaveDamaged(f"{name} is damaged. {fault}")


def _game_of(header: Header, name: str) -> Game:
    game = GAMES.get(header.game)
    if game is None or header.rules > game.rules_version:
        which = header.game if game is None else f"version {header.rules} of {game.title}'s rules"
        raise SaveTooNew(f"{name} needs {which}, which this boxtui doesn't know.")
    if header.data and game.on_board is None:
        raise SaveDamaged(f"{name} is damaged: {game.title} has no board file.")
    return game
