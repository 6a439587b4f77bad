"""How much each player and all together may take."""

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
