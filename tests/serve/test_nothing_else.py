"""A login gets the games and nothing else of SSH, whatever a client asks for."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_REQUEST_FAILURE
from asyncssh.packet import Boolean, String, UInt32
from baits import answered, path_in, port, reached, untouched
from openssh import OpenSsh
from pty_terminal import PLAIN
from served import Served, begin, lay_down, new_key, opened, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve nothing else")]

ATTEMPTS = """\
ssh HOST id
ssh -tt HOST sh
ssh -T HOST 'cat /etc/passwd'
ssh -s HOST sftp
ssh -s HOST netconf
ssh -s HOST ../../bin/sh
ssh -N -W BAIT HOST
ssh -N -oExitOnForwardFailure=yes -R 0:BAIT HOST
ssh -N -oExitOnForwardFailure=yes -R 0 HOST
ssh -N -oExitOnForwardFailure=yes -R FOLDER/there:BAIT HOST
ssh -oPreferredAuthentications=password HOST
ssh -oPreferredAuthentications=keyboard-interactive HOST
ssh -oPreferredAuthentications=none HOST
ssh -oPreferredAuthentications=hostbased HOST
ssh -oCiphers=aes128-cbc HOST
ssh -oKexAlgorithms=diffie-hellman-group14-sha1 HOST
ssh -oMACs=hmac-sha1 -oCiphers=aes128-ctr HOST
scp FOLDER/key HOST:stolen
scp HOST:/etc/passwd FOLDER/stolen
scp -O HOST:/etc/passwd FOLDER/stolen
sftp HOST
""".splitlines()
"""What an attacker tries; none may succeed, print anything of the host, or leave a file."""


CARRIED = {
    "-L to a port": ("-L", "FOLDER/own:BAIT", b"hello"),
    "-L to a socket": ("-L", "FOLDER/own:SECRET", b"hello"),
    "-D": ("-D", "FOLDER/own", b"\x04\x01PORT\x7f\0\0\x01\0"),
}
"""Options of a client that forwards from its own socket, and what is said there."""

PLACE = String("127.0.0.1") + UInt32(22)


def channels(bait: str, secret: str) -> dict[str, bytes]:
    """Return the kinds of channels that a client may ask for beside its session."""
    place = String("127.0.0.1") + UInt32(int(bait.partition(":")[2]))
    return {
        "session": b"",
        "direct-tcpip": place + PLACE,
        "forwarded-tcpip": place + PLACE,
        "direct-streamlocal@openssh.com": String(secret) + String("") + UInt32(0),
        "forwarded-streamlocal@openssh.com": String(secret) + String(""),
        "x11": PLACE,
        "auth-agent@openssh.com": b"",
        "tun@openssh.com": UInt32(1) + UInt32(0x7FFFFFFF),
    }


REQUESTS = {
    "exec": String("id"),
    "subsystem": String("sftp"),
    "shell": b"",
    "x11-req": Boolean(False) + String("MIT-MAGIC-COOKIE-1") + String("00") + UInt32(0),
    "auth-agent-req@openssh.com": b"",
    "auth-agent-req": b"",
    "any": b"",
}
"""What a client may ask for on the channel of a session that has begun."""

FOR_ALL = {
    "tcpip-forward": PLACE,
    "streamlocal-forward@openssh.com": String("/tmp/any"),
    "any": b"",
}
"""What a client may ask for on its connection."""

TYPED = (":!touch MARK", ":!sh", ":sh", ":q!", ":e /etc/passwd", ":$(touch MARK)", ":w")
"""What would leave other programs, typed after `:` in a game."""


@pytest.fixture
def bait() -> Iterator[str]:
    """The address of a listening port that no login may reach."""
    with untouched(port()) as place:
        yield place


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[str]:
    """The path of a socket that no login may reach."""
    with untouched(path_in(tmp_path)) as place:
        yield place


@pytest.fixture(scope="module")
def client(host: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenSsh]:
    """A player's clients; after all tests, the host still serves that player."""
    clients = OpenSsh(host, tmp_path_factory.mktemp("client"))
    yield clients
    assert "learn and play board games" in clients.run("ssh", "-T", "HOST", typed="quit\n").stdout


@pytest.fixture
def folder(client: OpenSsh) -> Iterator[Path]:
    """The folder of the clients, in which no login may leave a file."""
    yield client.folder
    assert {file.name for file in client.folder.iterdir()} == {"key"}


@pytest.mark.parametrize("attempt", ATTEMPTS)
@pytest.mark.usefixtures("folder")
def test_an_attempt_gets_nowhere(client: OpenSsh, bait: str, attempt: str) -> None:
    ended = client.run(*shlex.split(attempt.replace("BAIT", bait)))
    assert ended.returncode != 0
    assert ended.stdout == ""


@pytest.mark.parametrize(("option", "from_to", "said"), CARRIED.values(), ids=CARRIED)
def test_no_connection_is_carried_by(
    client: OpenSsh, bait: str, secret: str, option: str, from_to: str, said: bytes
) -> None:
    from_to = from_to.replace("BAIT", bait).replace("SECRET", secret)
    said = said.replace(b"PORT", int(bait.partition(":")[2]).to_bytes(2, "big"))
    own = client.folder / "own"
    command = client.command("ssh", "-N", option, from_to, "HOST")
    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert answered(own, said) == b""
    finally:
        running.kill()
        running.wait()
        own.unlink(missing_ok=True)


def test_no_agent_is_used(client: OpenSsh, tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", agent], stdout=subprocess.DEVNULL) as running:
        try:
            reached(agent).close()
            offered = PLAIN | {"SSH_AUTH_SOCK": str(agent)}
            ended = client.run("ssh", "-vv", "-A", "-T", "HOST", typed="quit\n", env=offered)
        finally:
            running.kill()
    _, _, said = ended.stderr.partition("Requesting authentication agent forwarding")
    assert said
    assert "client_input_channel_open" not in said  # by which the host would reach the agent


@pytest.mark.parametrize("option", ["-X", "-Y"])
def test_no_display_is_used(client: OpenSsh, option: str) -> None:
    display = PLAIN | {"DISPLAY": "127.0.0.1:99"}
    ended = client.run("ssh", "-T", option, "HOST", typed="quit\n", env=display)
    assert "X11 forwarding request failed" in ended.stderr


def test_variables_of_openssh_change_nothing(client: OpenSsh, folder: Path) -> None:
    sent = f"LD_PRELOAD=x PATH={folder} HOME={folder} XDG_DATA_HOME={folder} TMOUT=1"
    with client.terminal(f"-oSetEnv={sent}") as terminal:
        terminal.reply("q quit", "?")
        terminal.wait_until("Rules of")


def test_a_shared_connection_carries_no_second_session(client: OpenSsh, tmp_path: Path) -> None:
    shared = f"-oControlPath={tmp_path}/shared"
    with client.terminal("-oControlMaster=yes", shared) as terminal:
        terminal.wait_until("q quit")
        second = client.run("ssh", shared, "-oProxyCommand=false", "-T", "HOST", typed="quit\n")
        assert "Session open refused by peer" in second.stderr
        assert second.stdout == ""
        terminal.send("?")
        terminal.wait_until("Rules of")


async def test_a_session_is_offered_nothing_else(host: Served, bait: str, secret: str) -> None:
    async with host.connect(new_key()) as connection:
        screen = await terminal(connection)
        await begin(screen)
        for kind, words in channels(bait, secret).items():
            with pytest.raises(asyncssh.ChannelOpenError):
                await opened(connection, kind, words)
        for request, words in REQUESTS.items():
            assert not await screen.channel._make_request(request.encode(), words), request
        for request, words in FOR_ALL.items():
            answer, _ = await connection._make_global_request(request.encode(), words)
            assert answer == MSG_REQUEST_FAILURE, request
        for number in ("INT", "TERM", "KILL", "STOP", "ABRT"):
            screen.channel.send_signal(number)
        screen.channel.send_break(1000)
        await lay_down(screen)


async def test_what_is_typed_after_a_colon_runs_nothing(host: Served, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    async with host.visit() as screen:
        await begin(screen)
        for typed in TYPED:
            screen.channel.write(f"{typed}\r".replace("MARK", str(mark)).encode())
        await screen.go("'w' can't be read", b"\x1b", "1-9 tile")  # out of the line
        await lay_down(screen)
    assert not mark.exists()


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\x9b5mb", "a\rb", "a\u202eb"], ids=ascii)
async def test_a_user_whose_name_has_control_characters_is_refused(
    host: Served, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("asyncssh.connection.saslprep", str)  # which refuses it at this end, too
    with pytest.raises(asyncssh.IllegalUserName):
        async with host.connect(key := new_key(), user=name):
            pass
    assert key.get_fingerprint() not in host.log.read_text()


async def test_names_with_escape_sequences_reach_no_terminal(host: Served) -> None:
    key, odd = new_key(), "x\x1b[31m"
    async with host.visit(key, chosen="", user=":;sh", kind=odd, env={"LANG": odd}) as screen:
        await screen.go("Your name (Enter for :;sh):", b"\xc2\x9b5m\x1b[31mowned\r")
        await screen.go("A name must consist of printable characters.", b"\r", "What now?")
        assert b"\x1b" not in screen.raw
    log = await host.logged(key.get_fingerprint(), 2)  # it came and left
    assert "\\u001b" not in log
    assert "\x1b" not in log


async def test_a_typed_name_carries_no_escape_sequence(host: Served) -> None:
    key = new_key()
    async with host.visit(key, chosen="") as screen:
        await screen.go("Your name:", b"\x1b[200~\x1b]0;owned\x07\x1b[31m\xc2\x9b5m\x1b[201~\r")
        await screen.go("Settings", b"\r", "owned")
        for sequence in (b"\x1b]0;", b"owned\x07", b"\xc2\x9b"):
            assert sequence not in screen.raw
    settings = (host.folder(key) / "config" / "boxtui" / "settings.toml").read_text()
    assert settings.replace("\n", "").isprintable()


def test_ssh_audit_finds_no_weak_algorithm(host: Served) -> None:
    command = ["-m", "ssh_audit", "--json", "--skip-rate-test", f"--port={host.port}", "127.0.0.1"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    notes = [(kind, each["notes"]) for kind in ("kex", "key", "enc", "mac") for each in found[kind]]
    assert {kind for kind, _ in notes} == {"kex", "key", "enc", "mac"}
    assert not [fail for _, note in notes for fail in note.get("fail", ())]
    warned = {warning for _, note in notes for warning in note.get("warn", ())}
    assert warned == {"does not provide protection against post-quantum attacks"}
    assert not found["cves"]
