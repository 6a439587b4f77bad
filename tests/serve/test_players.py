"""Who may log in by a file of keys, and where a player's files are."""

import subprocess
from pathlib import Path

import pytest
from served import new_key

from boxtui.core import BadOption
from boxtui.serve.players import Keys, player_of


def public(key: object) -> str:
    return key.export_public_key().decode().strip()  # type: ignore[attr-defined, no-any-return]


def test_only_listed_keys_are_admitted_with_or_without_options_and_names(tmp_path: Path) -> None:
    listed, with_options, other = new_key(), new_key(), new_key()
    file = tmp_path / "keys"
    lines = [
        "# players",
        "",
        f"{public(listed)} ann",
        f'command="sh",no-pty {public(with_options)}',
    ]
    file.write_text("\n".join(lines))
    keys = Keys(file)
    assert [keys.admit(key) for key in (listed, with_options, other)] == [True, True, False]
    assert Keys(None).admit(other)


def test_a_faulty_file_is_refused_by_its_line_and_changes_nothing(tmp_path: Path) -> None:
    key = new_key()
    file = tmp_path / "keys"
    file.write_text(public(key))
    keys = Keys(file)
    for text, said in (
        (f"{public(key)}\nssh-ed25519 AAAA\n", r"keys, line 2 isn't a public key"),
        ("x" * (2 << 20), "too long for keys"),
        (None, "There is no file of keys"),
    ):
        file.unlink(missing_ok=True)
        if text is not None:
            file.write_text(text)
        with pytest.raises(BadOption, match=said):
            keys.reload()
        assert keys.admit(key)


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
