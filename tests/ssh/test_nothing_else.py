"""Any request over SSH gets boxtui and nothing else."""

import subprocess
from pathlib import Path

import pytest
from pty_terminal import PLAIN
from ssh_host import ADDRESS, SshHost, environment_of

from boxtui.games import GAMES

pytestmark = [pytest.mark.tui, pytest.mark.sshd]

COMMANDS = {
    "a program": "touch {mark}",
    "an option of a shell": " -c 'touch {mark}'",
    "a list": "; touch {mark};",
    "a substitution": "$(touch {mark})",
    "a line of its own": "\ntouch {mark}\n",
    "an option of boxtui": " --version",
    "what scp calls": "scp -t {mark}",
    "what sshd has for sftp": "internal-sftp",
}

VARIABLES = {
    "BASH_ENV": "/tmp/evil",
    "BOXTUI_SAVES": "/etc",
    "COLUMNS": "40",
    "ENV": "/tmp/evil",
    "HOME": "/etc",
    "IFS": "/",
    "LC_ALL": "de_DE.UTF-8",
    "LD_PRELOAD": "/lib/evil.so",
    "PATH": "/tmp",
    "PYTHONPATH": "/tmp",
    "PYTHONSTARTUP": "/tmp/evil",
    "SSH_ORIGINAL_COMMAND": "id",
    "SSH_USER_AUTH": "/etc/passwd",
    "TEXTUAL_DRIVER": "evil:Driver",
    "TEXTUAL_LOG": "/tmp/log",
    "TMOUT": "1",
    "USER": "evil",
    "XDG_CONFIG_HOME": "/etc",
    "XDG_DATA_HOME": "/etc",
    "XDG_STATE_HOME": "/etc",
}


def assert_plain(done: subprocess.CompletedProcess[str]) -> None:
    """Check that a login without a terminal got the menu as lines of text, and nothing else."""
    lines = done.stdout.splitlines()
    assert lines[0] == "boxtui: learn and play board games against the computer."
    assert lines[-1].endswith("or help:")
    assert len(lines) == 2 + len(GAMES)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_command_is_run(host: SshHost, tmp_path: Path, command: str) -> None:
    mark = tmp_path / "mark"
    assert_plain(host.run(ADDRESS, command.format(mark=mark)))
    assert not mark.exists()


def test_no_command_is_run_on_a_terminal(host: SshHost, tmp_path: Path) -> None:
    with host.login(ADDRESS, f"touch {tmp_path}/mark; exec sh") as terminal:
        terminal.wait_until("Saved games")
    assert not (tmp_path / "mark").exists()


def test_no_key_leads_from_the_menu_to_a_shell(host: SshHost) -> None:
    with host.login() as terminal:
        terminal.wait_until("Saved games")
        for key in ("\x1a", "\x1c", "\x1d", "!", "~", "\x1b"):
            terminal.send(key)
            terminal.wait_quiet()
        assert "Saved games" in terminal.text()
        terminal.send("q")
        assert terminal.exit_code() == 0
        assert terminal.modes_left_on() == {}
        assert terminal.termios() == terminal.modes_before


def test_without_a_terminal_boxtui_answers_in_lines_of_text(host: SshHost) -> None:
    assert_plain(host.run("-T", ADDRESS))


def test_a_subsystem_also_starts_boxtui(host: SshHost) -> None:
    assert_plain(host.run("-s", ADDRESS, "sftp"))


@pytest.mark.parametrize("way", ["sftp", "scp", "scp -O"])
def test_no_file_is_fetched(host: SshHost, tmp_path: Path, way: str) -> None:
    program, *older = way.split()
    done = host.run(*older, f"{ADDRESS}:/etc/passwd", f"{tmp_path}/mark", program=program)
    assert done.returncode
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize("way", ["scp", "scp -O"])
def test_no_file_is_sent(host: SshHost, tmp_path: Path, way: str) -> None:
    program, *older = way.split()
    (tmp_path / "own").touch()
    done = host.run(*older, f"{tmp_path}/own", f"{ADDRESS}:{tmp_path}/mark", program=program)
    assert done.returncode
    assert not (tmp_path / "mark").exists()


def test_only_checked_environment_variables_are_passed_on(host: SshHost) -> None:
    sent = " ".join(f"{name}={value}" for name, value in VARIABLES.items())
    with host.login(f"-oSetEnv={sent}", ADDRESS) as terminal:
        terminal.wait_until("Saved games")
        (app,) = host.apps()
        environ = environment_of(app)
    player = host.player("ann")
    assert environ.pop("SSH_CONNECTION").startswith(f"{ADDRESS} ")
    assert environ == {
        "PATH": "/usr/bin:/bin",
        "HOME": str(player),
        "USER": "player",
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "TMOUT": "3600",
        "XDG_DATA_HOME": f"{player}/data",
        "XDG_CONFIG_HOME": f"{player}/config",
        "XDG_STATE_HOME": f"{player}/state",
    }


def test_an_invalid_locale_is_not_passed_on(host: SshHost) -> None:
    with host.login(env=PLAIN | {"LANG": "../../tmp/C.UTF-8"}) as terminal:
        terminal.wait_until("Saved games")
        (app,) = host.apps()
        assert environment_of(app)["LANG"] == ""
        assert terminal.raw.isascii()


def test_an_invalid_kind_of_terminal_is_not_passed_on(host: SshHost) -> None:
    with host.login(env=PLAIN | {"TERM": "../../tmp/xterm"}) as terminal:
        terminal.wait_until("or help:")
        (app,) = host.apps()
        assert environment_of(app)["TERM"] == ""


def test_a_second_session_of_a_connection_is_refused(host: SshHost) -> None:
    shared = f"-oControlPath={host.folder}/shared"
    with host.login("-oControlMaster=yes", shared, ADDRESS) as terminal:
        terminal.wait_until("Saved games")
        done = host.run(shared, "-oProxyCommand=false", ADDRESS, "id")
        assert "Session open refused by peer" in done.stderr
        assert len(host.apps()) == 1


def test_there_is_no_login_without_a_listed_key(host: SshHost) -> None:
    host.key("stranger", listed=False)
    for way in (["-oPubkeyAuthentication=no"], []):
        done = host.run(*way, ADDRESS, key="stranger")
        assert "Permission denied (publickey)" in done.stderr
        assert done.returncode == 255


@pytest.mark.parametrize(
    ("name", "value"), [("permittunnel", "no"), ("permituserrc", "no"), ("acceptenv", "LANG")]
)
def test_the_settings_forbid_what_clients_cannot_try(host: SshHost, name: str, value: str) -> None:
    """A tunnel needs a device, an rc file needs a home, and variables are dropped again later."""
    assert [line for line in host.settings() if line.split()[0] == name] == [f"{name} {value}"]
