"""Which save is continued, reviewed, shown, renamed or removed, by its name or its game's."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boxtui.games import GAMES
from boxtui.play.own_saves import open_library
from boxtui.play.replay import begins_midway
from boxtui.play.stories import Story, stories
from saves.errors import Remedy, SaveError, SaveNotFound
from saves.events import Move, Undo
from saves.journal import Contents
from saves.library import Entry, Latest, Library, may_be_of, name_meant


@dataclass(frozen=True)
class Continued:
    """What can be continued.

    Attributes:
        entry: the save of the latest game that isn't over.
        story: its story.
        unread: a sentence about the latest save that can't be read, if it is later, or "".
    """

    entry: Entry
    story: Story
    unread: str


def to_continue() -> Continued | None:
    """Return the latest game that isn't over; it may be open in another session.

    One that was played on from a review or from practice comes after all others.
    Raises SaveError if there is none and a save can't be read, or if the folder can't be.
    """
    library = open_library()
    latest, unread = _latest(library, None)
    entry = latest.entry
    return Continued(entry, stories(library, [entry])[entry.name], unread) if entry else None


def to_resume(name: str | None = None) -> tuple[Path, str]:
    """Return the path of the save of that name, or of the latest game that can be continued.

    With it comes what is to be said first, or "": the sentence of `Continued.unread`, or about the
    name. `name` may also be the key of a game; then it is the latest one of that game. Raises
    SaveError if there is none.
    """
    library = open_library()
    game = _game_meant(library, name)
    if name is not None and game is None:
        return library.find(name), _save_meant(name)
    latest, unread = _latest(library, game)
    if latest.entry is None:
        message = f"There is no game{_of_game(game)} to continue."
        raise SaveNotFound(message, Remedy.START_A_GAME)
    return latest.entry.path, unread


def _latest(library: Library, game: str | None) -> tuple[Latest, str]:
    """Return the latest game to continue, and that a later save can't be read.

    Raises that error if there is no such game.
    """
    latest = library.last_unfinished(game, _is_tried)
    if latest.refusal is None:
        return latest, ""
    if latest.entry is None:
        raise latest.refusal
    return latest, f"A later save can't be read: {latest.refusal}"


def _is_tried(found: Contents) -> bool:
    """Whether a save's game was begun midway and then played, as to try out a position.

    One that was imported and not yet played isn't.
    """
    return begins_midway(found) and any(isinstance(event, Move | Undo) for event in found.events)


def to_review(name: str | None) -> Path:
    """Return the path of the save of that name, or of the last finished game, as in `to_resume`.

    Raises SaveError if there is none.
    """
    none = "There is no finished game{} to review."
    return _named_or_latest(name, lambda entry: entry.ended, none, Remedy.FINISH_A_GAME)


def to_show(name: str) -> Path:
    """Return the path of the save of that name, or of the latest one of a game, as in `to_resume`.

    Raises SaveError if there is none.
    """
    none = "There is no saved game{}."
    return _named_or_latest(name, lambda _: True, none, Remedy.START_A_GAME)


def _named_or_latest(
    name: str | None, is_meant: Callable[[Entry], bool], none: str, remedy: Remedy
) -> Path:
    """Return the path of the save of that name, or of the latest one of a game that is meant.

    If there is none, raises the error of the latest that may be of the game and can't be read, or
    else SaveNotFound with the words of `none`, in which `{}` stands for the game.
    """
    library = open_library()
    game = _game_meant(library, name)
    if name is not None and game is None:
        return library.find(name)
    refusal: SaveError | None = None
    for entry in library.entries():
        if entry.header and game in (None, entry.header.game) and is_meant(entry):
            return entry.path
        if entry.refusal and may_be_of(entry.path, game):
            refusal = refusal or entry.refusal
    raise refusal or SaveNotFound(none.format(_of_game(game)), remedy)


def to_change(name: str) -> Path:
    """Return the path of the save of that name, to rename or remove it.

    The name of a game isn't that of its latest save here. Raises SaveError if there is none, or if
    it can't be changed now, such as SaveInUse.
    """
    library = open_library()
    if game := _game_meant(library, name):
        raise SaveNotFound(f"{game} is a game: name one of its saves.")
    path = library.find(name)
    library.refuse_unchangeable(path)
    return path


def _game_meant(library: Library, name: str | None) -> str | None:
    """Return the key of the game that a name in place of a save's means, or None.

    It may have spaces in place of hyphens.
    """
    key = _as_key(name or "")
    return key if key in GAMES and not library.holds(name or "") else None


def _as_key(name: str) -> str:
    """Return the key that a game has if its name was typed."""
    return name.lower().replace(" ", "-")


def _save_meant(name: str) -> str:
    """Return what is to be said of a save that is named like a game, or ""."""
    if (key := _as_key(name)) not in GAMES:
        return ""
    last = f"To continue the last game of {GAMES[key].title} by its name, rename the save."
    return f"This save is named {name}. {last}"


def _of_game(game: str | None) -> str:
    return "" if game is None else f" of {GAMES[game].title}"


def remove_save(name: str) -> Path:
    """Remove the save of that name, which isn't the key of a game; return its former path.

    Raises SaveError as `to_change` does.
    """
    path = to_change(name)
    open_library().remove_file(path)
    return path


def rename_save(path: Path, name: str) -> Path:
    """Give the save at that path another name, and return its path then. Raises SaveError.

    The key of a game is refused: in place of a save's name, it means that game's latest save.
    """
    if (key := _as_key(name_meant(name))) in GAMES and name_meant(name) != path.stem:
        raise SaveError(f"{key} is the name of a game.", "Choose another name.", "Not renamed")
    return open_library().rename_file(path, name)
