"""Who may log in by a file of keys, and where a player's files are."""

import os
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path

import asyncssh
import pytest
from served import new_key

from boxtui.core import BadFile
from boxtui.serve.players import MOST_KEYS_BYTES, Keys, player_of


def public(key: object) -> str:
    return key.export_public_key().decode().strip()  # type: ignore[attr-defined, no-any-return]


def with_a_flipped_bit(kind: str, at: int) -> str:
    """Return a public key with another highest bit in one of its bytes."""
    algorithm, encoded = public(asyncssh.generate_private_key(kind)).split()
    content = bytearray(b64decode(encoded))
    content[at] ^= 0x80
    return f"{algorithm} {b64encode(content).decode()}"


AFTER = "".join(f"{end}OTHER" for end in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
"""Another key behind what ends no line."""


@pytest.mark.parametrize(
    "lines",
    [
        "# players\n\nLISTED ann",
        'command="sh",no-pty LISTED',
        'command="echo OTHER x" LISTED',
        "\ufeffLISTED ann",
        f"# comment{AFTER}\r\n\r\nLISTED ann{AFTER}\r\n",
    ],
)
def test_only_listed_keys_are_admitted(tmp_path: Path, lines: str) -> None:
    file, listed, other = tmp_path / "keys", new_key(), new_key()
    text = lines.replace("LISTED", public(listed)).replace("OTHER", public(other))
    file.write_bytes(text.encode())
    keys = Keys(file)
    assert keys.admits(listed.get_fingerprint())
    assert not keys.admits(other.get_fingerprint())
    assert len(keys) == 1
    assert keys.admitted_words == f"The keys in {file} are admitted."
    assert Keys(None).admits(other.get_fingerprint())


def test_a_host_without_any_key_says_that_nobody_is_admitted(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("# players\n")
    assert f"No key is in {file}, so nobody is admitted" in Keys(file).admitted_words
    assert Keys(None).admitted_words == "Every key is admitted, each as a separate player."


OTHERS = (
    "restrict",
    'command="a \\"b\\", c"',
    'environment="A=from=b"',
    'no-PTY,permitopen="a:1"',
    'tunnel="0",X11-forwarding',
)
"""Options that don't limit who may log in."""


UNREADABLE = (
    'command="a"from="10.0.0.1"',
    'command="a"no-pty',
    'x=from="10.0.0.1"',
    'no-pty,,from="10.0.0.1"',
    '"x",from="10.0.0.1"',
    "restrict,",
    ",restrict",
    "restrict=from",
    'restrict="from"',
    "command",
    "command=sh",
    "from=10.0.0.1",
    'command="a\\"',
    "@revoked",
)
"""Options that sshd could not read."""

LIMITING = {
    'from="10.0.0.0/8"': "from",
    'no-pty,From="a,b"': "from",
    'command="a \\" b",expiry-time="20260101"': "expiry-time",
    "cert-authority": "cert-authority",
    'restrict,principals="ann"': "principals",
    "verify-required": "verify-required",
    'no-pty,frm="10.0.0.0/8"': "frm",
}
"""Options that limit who may log in or are unknown, and the name of the first such one."""


@pytest.mark.parametrize("options", [*LIMITING, *UNREADABLE])
def test_options_that_limit_logins_are_unknown_or_could_not_be_read_by_sshd_are_refused(
    tmp_path: Path, options: str
) -> None:
    file, key = tmp_path / "keys", public(new_key())
    file.write_text("\n".join([key, *(f"{other} {key}" for other in OTHERS)]))
    Keys(file)
    said = r"(has options that can't be read\. Correct them or remove|isn't a public key)"
    if name := LIMITING.get(options):
        said = rf"has the option {name}, .*Remove the option or the line\.$"
    file.write_text(f"{key}\n{options} {key} ann\n")
    with pytest.raises(BadFile, match=f"keys, line 2 {said}"):
        Keys(file)


def test_a_faulty_file_is_refused_by_its_line_and_changes_nothing(tmp_path: Path) -> None:
    key = new_key()
    file = tmp_path / "keys"
    file.write_text(public(key))
    keys = Keys(file)
    damaged = [("ecdsa-sha2-nistp256", -1), ("ecdsa-sha2-nistp256", 27), ("ssh-rsa", 15)]
    flipped = [with_a_flipped_bit(kind, at) for kind, at in damaged]
    for text, said in (
        *((f"# players\n{line}\n", r"keys, line 2 isn't a public key") for line in flipped),
        (f"{public(key)}\nssh-ed25519 AAAA\n", r"keys, line 2 isn't a public key"),
        ("x" * (2 << 20), f"can't be read: it has more than {MOST_KEYS_BYTES:,} bytes"),
        ("é" * MOST_KEYS_BYTES, "more than"),  # as many letters, but two bytes each
        (None, "There is no file of keys"),
    ):
        file.unlink(missing_ok=True)
        if text is not None:
            file.write_text(text)
        with pytest.raises(BadFile, match=said):
            keys.reload()
        assert keys.admits(key.get_fingerprint())


def test_a_pipe_in_place_of_the_keys_is_refused_at_once(tmp_path: Path) -> None:
    """It couldn't be read again when the host is told to."""
    os.mkfifo(tmp_path / "keys")
    with pytest.raises(BadFile, match="keys can't be read: it is not a file"):
        Keys(tmp_path / "keys")


def test_a_players_folder_is_named_as_by_the_recipe_for_sshd(tmp_path: Path) -> None:
    for _ in range(20):
        key = new_key()
        told = subprocess.run(
            ["ssh-keygen", "-l", "-E", "sha256", "-f", "-"],
            input=key.export_public_key(),
            capture_output=True,
            check=True,
        )
        name = told.stdout.decode().split()[1].removeprefix("SHA256:").replace("/", "_")
        assert player_of(key, tmp_path).folder == tmp_path / name
