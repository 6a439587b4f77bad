"""A match as a text that people read and `boxtui saves import` reads back: a TOML document."""

from collections.abc import Iterator
from typing import Final

from boxtui import toml
from boxtui.core import SPECTATOR, GameError
from boxtui.games import GAMES
from boxtui.lines import filled
from boxtui.play.match import Match
from boxtui.play.record import with_counts
from boxtui.play.replay import begun
from boxtui.system.textfile import as_toml, pairs
from boxtui.wording import is_whole, quoted
from saves.errors import NotASave, SaveDamaged
from saves.events import REMARK_BYTES
from saves.header import ADDED, Header, fault_of
from saves.library import Library, digest_of
from saves.wire import is_text

EXPORT = "Make one with `boxtui saves export`."
MEND = "Correct it, or make another with `boxtui saves export`."

MOST_MOVE_LETTERS: Final = 200
"""More letters than any move has."""

_TOP = ("game", "rules", "app", "when", "seed", "dice", "data", "hints", "takebacks")
"""What is written at the top, in this order, and then those of the added fields that are used."""


def as_text(match: Match, header: Header) -> str:
    """Return the whole match as text: what it started from, and its current moves, one per line.

    A board or deck of the player's own is part of it.
    """
    facts = with_counts(header, match).to_map()
    lines = [f"# A game of {match.game.title}; `boxtui saves import FILE` reads it back."]
    if any(line.hides for line in match.log):
        lines.append("# It shows every card that any player was dealt or drew.")
    if match.is_seed_secret:
        lines.append("# The cards still to come follow from its seed.")
    if not match.is_over:
        lines.append(f"# As a lesson writes it, the position is now: {match.state.text()}")
    lines += pairs(**{key: facts[key] for key in (*_TOP, *ADDED) if key in facts})
    lines += ["", "moves = [", *_move_lines(match), "]"]
    if any(line.remark for line in match.log):
        remarks = (f"  {as_toml(line.remark)}," for line in match.log)
        lines += ["", "# What the tutor said of each move.", "remarks = [", *remarks, "]"]
    if match.game.board != GAMES[match.game.key].board:
        content = match.game.board.decode().split("\n")
        lines += ["", "board = [", *(f"  {as_toml(line)}," for line in content), "]"]
    lines += ["", "[options]"]
    lines += pairs(**header.options)
    for seat in match.seats:
        lines += ["", "[[seats]]", *pairs(name=seat.name, player=seat.player)]
    return "\n".join(lines) + "\n"


def _move_lines(match: Match) -> Iterator[str]:
    for line in match.log:
        yield f"  {as_toml(line.text)},  # {match.described(line, ': ')}"


def move_list(match: Match) -> Iterator[str]:
    """Yield the current moves as numbered lines: the player, the notation, and what it did.

    Before the end, cards that are hidden from any player are masked.
    """
    for number, played in enumerate(match.log, 1):
        line = played if match.is_over else played.masked_for(SPECTATOR)
        name = "" if is_whole(line.sentence) else match.seats[line.seat].name
        yield f"{number:4}  {filled(name, 24)}  {line.text:<10}  {match.named(line.sentence)}"


def from_text(text: str, name: str, library: Library) -> tuple[Match, Header]:
    """Return the match in a text that `as_text` made.

    Raises SaveError, which names the file and what is wrong, for other text.
    """
    mend = EXPORT
    try:
        document = toml.loads(text)
        mend = MEND if "game" in document else EXPORT
        moves = _strings(document.pop("moves"), "its moves are not a list of strings")
        lines = _strings(document.pop("board", []), "its board is not a list of lines")
        board = "\n".join(lines).encode()
        remarks = _remarks(document.pop("remarks", []), len(moves))
        options, seats = document.pop("options"), document.pop("seats")
        named = [[seat["name"], seat["player"]] for seat in _tables(seats)]
        facts = {**document, "options": options, "seats": named, "continues": ""}
        if wrong := fault_of(facts):
            raise ValueError(f"it {wrong}".removeprefix("it is wrong: "))
    except (ValueError, KeyError) as fault:
        raise NotASave(f"{name} is not a record of a game: {_fault(fault)}", mend) from fault
    header = Header.from_map(facts)
    if board and digest_of(board) != header.data:
        raise SaveDamaged(f"{name} can't be read: its board has been changed.", MEND)
    try:
        match = begun(header, name, library, board)
    except SaveDamaged as fault:
        raise SaveDamaged(fault.sentence, MEND) from fault
    for number, move in enumerate(moves, 1):
        _play(match, move, f"{name}, move {number}")
    for ply, words in enumerate(remarks):
        if words:
            match.remark(ply, words)
    return match, header


def _strings(found: object, wrong: str) -> list[str]:
    """Return a list of strings. Raises ValueError, which says what is wrong, for anything else."""
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(wrong)
    return found


def _remarks(remarks: object, moves: int) -> list[str]:
    """Return the tutor's remarks on as many moves or fewer, "" for none."""
    if not isinstance(remarks, list) or not all(
        each == "" or is_text(each, REMARK_BYTES) for each in remarks
    ):
        raise ValueError(f"a remark is a string of at most {REMARK_BYTES} bytes in one line")
    if len(remarks) > moves:
        raise ValueError("it has more remarks than moves")
    return remarks


def _tables(seats: object) -> list[dict[str, object]]:
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise ValueError("its seats are not a list of tables")
    for key in (key for seat in seats for key in seat):
        if key not in ("name", "player"):
            raise ValueError(f"a seat has a name and a player, not {quoted(key)}")
    return seats


def _fault(fault: Exception) -> str:
    missing = isinstance(fault, KeyError)
    return f"{fault} is missing." if missing else f"{str(fault).rstrip('.')}."


def _play(match: Match, move: str, where: str) -> None:
    if len(move) > MOST_MOVE_LETTERS:
        raise SaveDamaged(f"{where}: {quoted(move)} is too long for a move.", MEND)
    try:
        match.play(match.state.read_move(move))
    except GameError as fault:
        raise SaveDamaged(f"{where}: {quoted(move)} can't be played: {fault}", MEND) from fault
