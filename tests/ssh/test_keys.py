"""A key identifies a player: each key has its own folder."""

from pathlib import Path

import pytest
from played import begin, ran
from ssh_host import SshHost

pytestmark = [pytest.mark.tui, pytest.mark.sshd]


def saves_of(host: SshHost, key: str) -> list[Path]:
    return list((host.player(key) / "data" / "boxtui" / "saves").glob("*.box"))


def test_each_key_has_its_own_saves(host: SshHost) -> None:
    with host.login(key="bob") as terminal:
        begin(terminal)
        terminal.send("h")
        terminal.wait_until("Hint: ")  # a game without a decision or a hint leaves no save
        terminal.send("q", "Continue Shut-the-Box")
    with host.login(key="cleo") as terminal:
        terminal.wait_until("Saved games")
        terminal.wait_quiet()
        assert "Continue" not in terminal.text()
    assert len(saves_of(host, "bob")) == 1
    assert host.player("cleo").is_dir()
    assert saves_of(host, "cleo") == []


def test_two_keys_share_a_folder_if_one_is_a_link_to_the_other(host: SshHost) -> None:
    host.player("dora-at-work").symlink_to(host.player("dora").name)
    with host.login(key="dora") as terminal:
        begin(terminal)
    with host.login(key="dora-at-work") as terminal:
        terminal.wait_until("Continue Shut-the-Box")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (None, "sshd tells no keys"),
        ("password\n", "a login needs a key, not a password"),
        ("publickey ssh-ed25519 AAAA\n", "can't read the key"),
        ("publickey ssh-ed25519 ../..\n", "can't read the key"),
        ("publickey $(id) `id`\n", "can't read the key"),
    ],
)
def test_without_a_key_from_sshd_there_is_no_login(
    host: SshHost, tmp_path: Path, told: str | None, sentence: str
) -> None:
    environ = {}
    if told is not None:
        environ["SSH_USER_AUTH"] = str(tmp_path / "told")
        (tmp_path / "told").write_text(told)
    before = set(host.players.iterdir())
    done = ran([host.folder / "boxtui-login"], environ)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert set(host.players.iterdir()) == before
