"""How much each player, and all of them together, may take."""

import pytest

from boxtui.serve.limits import Counts, Limits


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
    assert counts.connect("a", 3.0).startswith("Your address may have 3 logins")
    counts.disconnect("a")
    assert counts.connect("a", 70.0) == ""


def test_addresses_that_left_are_forgotten_after_a_minute() -> None:
    counts = Counts(Limits())
    for number in range(1000):
        counts.connect(str(number), float(number))
        counts.disconnect(str(number))
    assert len(counts._logins) <= 61


def test_all_addresses_are_looked_through_once_a_second_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[float] = []
    monkeypatch.setattr(Counts, "_forget_logins_before", lambda _, then: looks.append(then))
    counts = Counts(Limits())
    for tick in range(40):
        counts.connect(str(tick), 100 + tick / 10)
    assert looks == [40.0, 41.0, 42.0, 43.0]


def test_addresses_of_ipv6_are_counted_by_their_64_first_bits() -> None:
    counts = Counts(Limits(per_address=2))
    assert counts.connect("2001:db8:0:1::1", 0.0) == ""
    assert counts.connect("2001:db8:0:1:a::2", 0.0) == ""
    assert counts.connect("2001:db8:0:1::3", 0.0) == "Your address has 2 connections already."
    assert counts.connect("2001:db8:0:2::1", 0.0) == ""
    assert counts.connect("fe80::1%eth0", 0.0) == ""
    for _ in range(2):
        assert not counts.are_flooded("2001:db8:0:1::4")
        counts.connect("2001:db8:0:1::4", 0.0)
    assert counts.are_flooded("2001:db8:0:1::5")
    for _ in range(5):
        counts.disconnect("2001:db8:0:1::6")
    assert counts.connect("2001:db8:0:1::7", 0.0) == ""


def test_logins_far_above_the_limit_are_a_flood_for_a_minute() -> None:
    counts = Counts(Limits(logins=3))
    for number in range(20):
        assert bool(counts.connect("a", number / 10)) == (number >= 3)
        assert counts.are_flooded("a") == (number >= 6)
        counts.disconnect("a")
    assert not counts.are_flooded("b")
    assert counts.connect("a", 61.5) != ""
    assert not counts.are_flooded("a")


def test_connections_far_above_the_limits_are_a_flood() -> None:
    counts = Counts(Limits(per_address=2, sessions=60))
    for _ in range(4):
        counts.connect("a", 0.0)
    assert not counts.are_flooded("a")
    counts.connect("a", 0.0)
    assert counts.are_flooded("a")
    assert not counts.are_flooded("b")
    for number in range(116):
        counts.connect(str(number), 0.0)
    assert counts.are_flooded("b")
