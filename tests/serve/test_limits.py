"""How much each player, and all of them together, may take, and what they are told beyond that."""

import asyncio
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from openssh import OpenSsh
from played import library_in, settings
from pty_terminal import DEADLINE
from random_games import among_all
from served import KNOWN, Served, new_key, opened

from boxtui.serve.limits import Counts, Limits
from boxtui.serve.session import DROPPED
from boxtui.system.terminal import IDLE_WORDS

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve limits")]

WIDE = (132, 24)
"""A window in which no sentence is wrapped."""


def test_sessions_are_limited_in_all_and_for_each_key() -> None:
    counts = Counts(Limits(sessions=3, per_key=2))
    assert [counts.begin("ann"), counts.begin("ann")] == ["", ""]
    assert counts.begin("ann") == "You have 2 sessions already. Leave one of them."
    assert counts.begin("ben") == ""
    assert counts.begin("cid") == "The host has 3 sessions already. Try again later."
    counts.end("ann")
    assert counts.begin("cid") == ""
    assert counts.sessions == 3


def test_connections_are_limited_for_each_address_at_once_and_by_the_minute() -> None:
    counts = Counts(Limits(per_address=2, logins=3))
    assert [counts.connect("a", 0.0), counts.connect("a", 1.0)] == ["", ""]
    assert counts.connect("a", 2.0) == "Your address has 2 connections already."
    assert counts.connect("b", 2.0) == ""
    for _ in range(3):
        counts.disconnect("a")
    assert counts.connect("a", 3.0).startswith("Too many logins from your address (at most 3")
    counts.disconnect("a")
    assert counts.connect("a", 70.0) == ""


def test_addresses_that_left_are_forgotten_and_all_are_looked_through_once_a_second_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts, forget, looks = Counts(Limits()), Counts._forget_logins_before, list[float]()

    def noted(counts: Counts, then: float) -> None:
        looks.append(then)
        forget(counts, then)

    monkeypatch.setattr(Counts, "_forget_logins_before", noted)
    for tick in range(4000):
        counts.connect(str(tick), 100 + tick / 4)
        counts.disconnect(str(tick))
    assert looks == [40.0 + second for second in range(1000)]
    assert len(counts._logins) <= 4 * 61


def test_addresses_of_ipv6_are_counted_by_their_64_first_bits() -> None:
    counts = Counts(Limits(per_address=2))
    assert counts.connect("2001:db8:0:1::1", 0.0) == ""
    assert counts.connect("2001:db8:0:1:a::2", 0.0) == ""
    assert counts.connect("2001:db8:0:1::3", 0.0) == "Your address has 2 connections already."
    assert counts.connect("2001:db8:0:2::1", 0.0) == ""
    assert counts.connect("fe80::1%eth0", 0.0) == ""
    for _ in range(2):
        assert not counts.is_flooded_by("2001:db8:0:1::4")
        counts.connect("2001:db8:0:1::4", 0.0)
    assert counts.is_flooded_by("2001:db8:0:1::5")
    for _ in range(5):
        counts.disconnect("2001:db8:0:1::6")
    assert counts.connect("2001:db8:0:1::7", 0.0) == ""


def test_logins_far_above_the_limit_are_a_flood_for_a_minute() -> None:
    counts = Counts(Limits(logins=3))
    for number in range(20):
        assert bool(counts.connect("a", number / 10)) == (number >= 3)
        assert counts.is_flooded_by("a") == (number >= 6)
        counts.disconnect("a")
    assert not counts.is_flooded_by("b")
    assert counts.connect("a", 61.5) != ""
    assert not counts.is_flooded_by("a")


def test_connections_far_above_the_limits_are_a_flood() -> None:
    counts = Counts(Limits(per_address=2, sessions=60))
    for number in range(5):
        assert not counts.is_flooded_by("a")
        counts.connect("a", number)
    assert counts.is_flooded_by("a")
    assert not counts.is_flooded_by("b")
    for number in range(116):
        counts.connect(str(number), 0.0)
    assert counts.is_flooded_by("b")


# On a host, in OpenSSH's client


def test_another_login_is_refused_with_a_sentence(tmp_path: Path) -> None:
    limits = ("--per-key", "1", "--sessions", "2", "--per-address", "3")
    counts = Counts(Limits(per_key=1, sessions=2, per_address=3))
    counts.begin("ann")
    with Served(tmp_path / "home", "--anyone", *limits) as served, ExitStack() as stack:
        ann, ben, cid = [OpenSsh(served, tmp_path / name) for name in ("ann", "ben", "cid")]
        first = stack.enter_context(ann.terminal())
        first.wait_until("q quit")
        for client in (ann, ben, cid):
            other = stack.enter_context(client.terminal(size=WIDE))
            sentence = counts.begin(client.folder.name)
            assert bool(sentence) == (client is not ben)
            if sentence:
                assert other.exit_code() != 0
                assert sentence in other.text()
            else:
                other.wait_until("q quit")
        with socket.create_connection(("127.0.0.1", served.port)):
            other = stack.enter_context(cid.terminal(size=WIDE))
            assert other.exit_code() != 0
            assert [counts.connect("any", 0.0) for _ in range(4)][-1] in other.text()
        first.reply("q quit", "?")
        first.wait_until("Rules of")


async def test_beyond_the_logins_of_a_minute_one_is_told_and_far_beyond_it_cut_off(
    tmp_path: Path,
) -> None:
    counts = Counts(Limits(logins=2))
    why = [counts.connect("any", 0.0) for _ in range(3)][-1]
    assert why
    with Served(tmp_path / "home", "--anyone", "--logins", "2") as served:

        def connect() -> socket.socket:
            return socket.create_connection(("127.0.0.1", served.port))

        for _ in range(2):
            connect().close()
        with OpenSsh(served, tmp_path).terminal(size=WIDE) as refused:
            assert refused.exit_code() != 0
            assert why in refused.text()
        for _ in range(2):
            connect().close()
        with connect() as cut_off, suppress(ConnectionError):
            cut_off.settimeout(DEADLINE)
            assert cut_off.recv(len(why) + 2) == f"{why}\r\n".encode()
            cut_off.sendall(b"SSH-2.0-any\r\n")
            while said := cut_off.recv(4096):
                assert b"curve25519" not in said  # no keys are exchanged
        log = await served.logged('"cut off"', 2)
    assert log.count(why) == 3


async def test_a_client_that_does_not_play_is_sent_away_with_a_sentence(tmp_path: Path) -> None:
    late, limits = "You have not logged in within 2 seconds.", ("--seconds", "2", "--idle")
    with Served(tmp_path / "home", "--anyone", *limits, "0.03") as served:
        with socket.create_connection(("127.0.0.1", served.port)) as silent:
            silent.settimeout(DEADLINE)
            ann = OpenSsh(served, tmp_path)
            with ann.terminal(size=WIDE) as terminal:
                shell_less = asyncio.create_task(asyncio.to_thread(ann.run, "ssh", "-N", "HOST"))
                async with served.connect(new_key()) as idle, served.connect(new_key()) as unasked:
                    await opened(unasked, "session")  # and asks for no shell
                    async with asyncio.timeout(DEADLINE):
                        await idle.wait_closed()
                        await unasked.wait_closed()
                while silent.recv(4096):
                    pass
                assert late in (await shell_less).stderr
                terminal.exit_code()
                assert f"boxtui {IDLE_WORDS}" in terminal.text()
        assert (await served.logged(late, 4)).count(late) == 4


async def test_a_match_between_computers_in_lines_of_text_ends_at_the_idle_limit(
    tmp_path: Path,
) -> None:
    with Served(tmp_path / "home", "--anyone", "--idle", "0.05") as served:
        async with served.visit(kind="dumb") as playing, served.visit(kind="dumb") as asked:
            await playing.go("What now?", b"play kimbo\r2\rlevel5\rlevel5\r\r\r")
            await asked.until("help:")
            await asked.until_told(f"help: \r\nboxtui {IDLE_WORDS}")
            await playing.until_told(f"boxtui {IDLE_WORDS}")
            await playing.ended()


async def test_saves_and_input_are_limited_and_the_player_is_told(tmp_path: Path) -> None:
    limits = ("--saves", "1", "--mebibytes", "1", "--typed", "64")
    words = DROPPED.split(",")[0]
    with Served(tmp_path / "home", "--anyone", *limits) as served:
        ann, ben = new_key(), new_key()
        settings(served.folder(ann), KNOWN)
        among_all("shut-the-box", library_in(served.folder(ann))).close()
        async with served.visit(ann) as screen:
            await screen.go("Continue", b"\x1b[B\r", "Seed", b"s")
            await screen.go("You have 1 of 1 saves. Remove a save", b"q", "Continue")
            await screen.go(b"c", "'s turn")
        assert len(served.saves(ann)) == 1
        async with served.visit(ben) as screen:
            await screen.until("Settings")
            (served.folder(ben) / "any").write_bytes(bytes(1 << 20))
            await screen.go(b"\r", "Seed", b"s", "of 1,048,576 bytes.")
        async with served.visit() as screen:
            await screen.until("Settings")
            for _ in range(2):
                screen.channel.write(b"\x1b[B" * 1000)
            await screen.until(words)
        assert (await served.logged('"logout"', 3)).count("input dropped") == 1
        async with served.visit(kind="dumb") as screen:
            await screen.go("What now?", b"help\r" * 100)
            await screen.until_told(words)  # answers that follow may push it off the screen
