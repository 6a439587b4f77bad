"""Any request over SSH gets boxtui and nothing else."""

from pathlib import Path

import pytest
from pty_terminal import PLAIN
from ssh_host import ADDRESS, SshHost, environment_of

from boxtui.games import GAMES

pytestmark = [pytest.mark.tui, pytest.mark.sshd]

REQUESTS = {
    "no terminal": ["-T", ADDRESS],
    "a subsystem": ["-s", ADDRESS, "sftp"],
    "a program": [ADDRESS, "touch {mark}"],
    "an option of a shell": [ADDRESS, " -c 'touch {mark}'"],
    "a list": [ADDRESS, "; touch {mark};"],
    "a substitution": [ADDRESS, "$(touch {mark})"],
    "a line of its own": [ADDRESS, "\ntouch {mark}\n"],
    "an option of boxtui": [ADDRESS, " --version"],
    "what scp calls": [ADDRESS, "scp -t {mark}"],
    "what sshd has for sftp": [ADDRESS, "internal-sftp"],
}
"""What clients ask for, all of whom get the menu as lines of text."""

COPIES = [
    ["sftp", f"{ADDRESS}:/etc/passwd", "{mark}"],
    *(
        [*program, *words]
        for program in (["scp"], ["scp", "-O"])
        for words in ([f"{ADDRESS}:/etc/passwd", "{mark}"], ["{own}", f"{ADDRESS}:{{mark}}"])
    ),
]
"""Commands that would fetch or send a file."""

VARIABLES = """\
BASH_ENV=/tmp/evil BOXTUI_SAVES=/etc COLUMNS=40 ENV=/tmp/evil HOME=/etc IFS=/ LC_ALL=de_DE.UTF-8 \
LD_PRELOAD=/lib/evil.so PATH=/tmp PYTHONPATH=/tmp PYTHONSTARTUP=/tmp/evil \
SSH_ORIGINAL_COMMAND=id SSH_USER_AUTH=/etc/passwd TEXTUAL_DRIVER=evil:Driver \
TEXTUAL_LOG=/tmp/log TMOUT=1 USER=evil XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/etc \
XDG_STATE_HOME=/etc"""
"""The environment variables that a client sends."""


@pytest.mark.parametrize("words", REQUESTS.values(), ids=REQUESTS)
def test_without_a_terminal_a_login_is_the_menu_as_lines_of_text(
    host: SshHost, tmp_path: Path, words: list[str]
) -> None:
    mark = tmp_path / "mark"
    done = host.run(*(word.format(mark=mark) for word in words))
    lines = done.stdout.splitlines()
    assert lines[0] == "boxtui: learn and play board games against the computer."
    assert lines[-1].endswith("or help:")
    assert len(lines) == 3 + len(GAMES)
    assert (done.stderr, done.returncode) == ("", 0)
    assert not mark.exists()


def test_no_command_is_run_on_a_terminal(host: SshHost, tmp_path: Path) -> None:
    with host.login(ADDRESS, f"touch {tmp_path}/mark; exec sh") as terminal:
        terminal.wait_until("Saved games")
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)], ids=["q", "Ctrl+C"])
def test_no_key_leads_from_the_menu_to_a_shell_and_the_exit_code_comes_through(
    host: SshHost, key: str, code: int
) -> None:
    with host.login() as terminal:
        terminal.wait_until("Saved games")
        for other in ("\x1a", "\x1c", "\x1d", "!", "~", "\x1b"):
            terminal.send(other)
            terminal.wait_quiet()
        assert "Saved games" in terminal.text()
        terminal.send(key)
        assert terminal.exit_code() == code
        assert terminal.modes_left_on() == {}
        assert terminal.termios() == terminal.modes_before


@pytest.mark.parametrize("command", COPIES, ids=" ".join)
def test_no_file_is_fetched_or_sent(host: SshHost, tmp_path: Path, command: list[str]) -> None:
    named = {"own": tmp_path / "own", "mark": tmp_path / "mark"}
    named["own"].touch()
    program, *words = (word.format_map(named) for word in command)
    assert host.run(*words, program=program).returncode
    assert not named["mark"].exists()


def test_only_checked_environment_variables_are_passed_on(host: SshHost) -> None:
    with host.login(f"-oSetEnv={VARIABLES}", ADDRESS) as terminal:
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


@pytest.mark.parametrize(
    ("variable", "value", "passed_on", "shown"),
    [
        ("LANG", "../../tmp/C.UTF-8", "", "Saved games"),
        ("TERM", "../../tmp/xterm", "", "or help:"),
        ("TERM", "dumb", "dumb", "or help:"),
    ],
)
def test_only_a_valid_locale_or_kind_of_terminal_is_passed_on_and_without_one_lines_are_shown(
    host: SshHost, variable: str, value: str, passed_on: str, shown: str
) -> None:
    with host.login(env=PLAIN | {variable: value}) as terminal:
        terminal.wait_until(shown)
        (app,) = host.apps()
        assert environment_of(app)[variable] == passed_on
        assert terminal.raw.isascii() or variable == "TERM"
        assert b"\x1b" not in terminal.raw or variable == "LANG"


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


def test_the_settings_forbid_what_clients_cannot_try(host: SshHost) -> None:
    """A tunnel needs a device, an rc file needs a home, and variables are dropped again later."""
    untried = ("permittunnel", "permituserrc", "acceptenv")
    told = sorted(line for line in host.settings() if line.split()[0] in untried)
    assert told == ["acceptenv LANG", "permittunnel no", "permituserrc no"]
