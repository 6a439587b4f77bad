"""Who may log in, and where each player's files are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from boxtui.core import BadFile
from boxtui.system import textfile
from boxtui.wording import printable

MOST_KEYS_BYTES: Final = 1 << 20
"""The most bytes of a file of keys."""

_LONGEST_COMMENT: Final = 64

_QUOTED: Final = r'"(?:\\"|[^"])*+"'

_OPTIONS: Final = re.compile(rf'(?:{_QUOTED}|[^\s"])+')
"""What stands before a key."""

_OPTION: Final = re.compile(rf"([A-Za-z0-9-]+)(={_QUOTED})?(?:,(?!$)|$)")
"""Name and value of an option, up to the next one."""

_FLAGS: Final = (
    "restrict",
    *("agent-forwarding", "port-forwarding", "pty", "touch-required", "user-rc", "x11-forwarding"),
    *("no-agent-forwarding", "no-port-forwarding", "no-pty", "no-touch-required", "no-user-rc"),
    *("no-verify-required", "no-x11-forwarding"),
)
"""Options without a value that don't limit who may log in."""

_VALUED: Final = ("command", "environment", "permitlisten", "permitopen", "tunnel")
"""Options with a value that don't limit who may log in."""


@dataclass(frozen=True)
class Player:
    """A player: the person who has a certain private key.

    Attributes:
        fingerprint: the public key's fingerprint, as OpenSSH writes it.
        folder: the folder with the player's files.
    """

    fingerprint: str
    folder: Path


def player_of(key: asyncssh.SSHKey, players: Path) -> Player:
    """Return the player with that public key, whose folder is in `players`.

    It has the name that `examples/boxtui-login` gives it.
    """
    fingerprint = key.get_fingerprint("sha256")
    return Player(fingerprint, players / fingerprint.removeprefix("SHA256:").replace("/", "_"))


class Keys:
    """The public keys in a file in the form of OpenSSH's authorized_keys; None admits every key.

    Options that limit what a key may be used for are ignored: no player may do more than play.
    Raises BadFile if the file can't be read, or if it has a line that isn't a key or that has any
    other option, which may limit who may log in.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._admitted: Mapping[str, str] = {}
        """The comment of each key in the file, by its fingerprint."""
        self.reload()

    def reload(self) -> None:
        """Read the file again; the keys stay as they were if that raises BadFile."""
        if self._file is not None:
            self._admitted = _read(self._file)

    @property
    def are_listed(self) -> bool:
        """Whether only the keys in a file are admitted."""
        return self._file is not None

    @property
    def admitted_words(self) -> str:
        """Who may log in, as a sentence."""
        if self._file is None:
            return "Every key is admitted, each as a separate player."
        if not self._admitted:
            return (
                f"No key is in {self._file}, so nobody is admitted: put one public key per line "
                "into it, then send the signal HUP."
            )
        return f"The keys in {self._file} are admitted."

    def comment(self, fingerprint: str) -> str:
        """Return the comment in the file of the key with that fingerprint, or ""."""
        return self._admitted.get(fingerprint, "")

    def __len__(self) -> int:
        return len(self._admitted)

    def admits(self, fingerprint: str) -> bool:
        """Whether the player with the public key of that fingerprint may play."""
        return self._file is None or fingerprint in self._admitted


def _read(file: Path) -> dict[str, str]:
    """Return the comments of the keys in a file, by their fingerprints."""
    try:
        text = textfile.content(file, MOST_KEYS_BYTES).decode("utf-8-sig", "replace")
    except FileNotFoundError:
        raise BadFile(
            f"There is no file of keys {file}: put one public key per line into it, or pass "
            "--keys FILE or --anyone."
        ) from None
    except OSError as fault:
        raise BadFile(f"The keys in {file} can't be read: {fault.strerror}.") from fault
    return dict(
        _key(words, f"{file}, line {number}")
        for number, line in enumerate(text.split("\n"), 1)
        if (words := line.strip()) and not words.startswith("#")
    )


def _key(line: str, where: str) -> tuple[str, str]:
    """Return fingerprint and comment of the key in a line, which may begin with options."""
    if found := _key_at_the_beginning_of(line):
        return found
    options = _OPTIONS.match(line)
    found = _key_at_the_beginning_of(line[options.end() :]) if options else None
    if not options or not found:
        raise BadFile(
            f"{where} isn't a public key; it should look like `ssh-ed25519 AAAA... name`."
        )
    _check_options(options[0], where)
    return found


def _check_options(options: str, where: str) -> None:
    """Raises BadFile unless all options are well formed and limit only what a key is used for."""
    at = 0
    while at < len(options):
        option = _OPTION.match(options, at)
        name = option[1].lower() if option else ""
        if not option or (name in _FLAGS and option[2]) or (name in _VALUED and not option[2]):
            raise BadFile(
                f"{where} has options that can't be read. Correct them or remove the line."
            )
        if name not in _FLAGS and name not in _VALUED:
            raise BadFile(
                f"{where} has the option {name}, which boxtui doesn't support. "
                "Remove the option or the line."
            )
        at = option.end()


def _key_at_the_beginning_of(text: str) -> tuple[str, str] | None:
    """Return fingerprint and comment of the key with which a text begins, or None."""
    words = text.split()
    try:
        key = asyncssh.import_public_key(" ".join(words[:2]))
    except (ValueError, OverflowError):  # a damaged key raises more than KeyImportError
        return None
    return key.get_fingerprint(), printable(" ".join(words[2:]))[:_LONGEST_COMMENT]
