"""After any appends, undos, reopenings and torn records, the journal is the list of its events."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from saved_games import HEADER, live_moves

from saves import events
from saves.errors import SaveDamaged
from saves.events import (
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Moves,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
)
from saves.header import TUTOR_MODES
from saves.journal import Journal, read

NUMBERS = st.integers(0, 2**63 - 1) | st.integers(0, 300)
MOVES = st.builds(Moves, st.lists(NUMBERS, min_size=1, max_size=40).map(tuple))
WORDS: list[Event] = [Hint(), End(), Warned(), Ignored(), *map(TutorChange, TUTOR_MODES)]
EVENTS: st.SearchStrategy[Event] = (
    st.builds(Move, NUMBERS)
    | MOVES
    | st.sampled_from(WORDS)
    | st.builds(SeatChange, st.integers(0, 1), st.sampled_from(["human", "level1", "añb"]))
)

LONG_TAILS = [bytes(4096), b"\1\0" * 50, b"\xff" * 3000]
"""A block that was never written, what looks like records, and garbage."""


class AnyLife(RuleBasedStateMachine):
    """One save, and the plain list of events that it must contain."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.journal = Journal.create(Path(self.folder.name) / "a.box", HEADER)
        self.expected: list[Event] = []

    @rule(event=EVENTS)
    def append(self, event: Event) -> None:
        self.journal.append(event)
        self.expected.append(event)

    @rule(share=st.floats(0, 1))
    def undo(self, share: float) -> None:
        self.append(Undo(int(share * len(live_moves(self.expected)))))

    @rule()
    def remark(self) -> None:
        about = Remark("a mistake, 3.5 points: Ä was better")
        if live_moves(self.expected):
            self.append(about)
        else:
            with pytest.raises(ValueError, match="a remark on a move, but none was played"):
                self.journal.append(about)

    @rule()
    def reopen(self) -> None:
        before = self.journal
        before.close()
        self.journal = Journal.open(before.path)
        assert (self.journal.header, self.journal.salt) == (before.header, before.salt)
        assert self.journal.torn == 0

    @rule(share=st.floats(0, 1))
    def tear(self, share: float) -> None:
        """Cut off part of the last record, but not its first byte."""
        path, size = self.journal.path, self.journal.path.stat().st_size
        if not self.expected:
            return
        last = 8 + len(events.encode(self.expected.pop()))
        lost = 1 + int(share * (last - 2))
        self.journal.close()
        os.truncate(path, size - lost)
        self.journal = Journal.open(path)
        assert self.journal.torn == last - lost

    @rule(rubbish=st.binary(min_size=1, max_size=60) | st.sampled_from(LONG_TAILS))
    def soil(self, rubbish: bytes) -> None:
        self.journal.close()
        with self.journal.path.open("ab") as save:
            save.write(rubbish)
        assert read(self.journal.path).torn == len(rubbish)
        self.journal = Journal.open(self.journal.path)
        assert self.journal.torn == len(rubbish)

    @rule()
    def go_on(self) -> None:
        moves = live_moves(self.expected)
        self.journal = self.journal.go_on(HEADER, moves)
        self.expected = list(events.batches(moves))

    @invariant()
    def the_journal_is_its_events(self) -> None:
        assert self.journal.events == self.expected
        assert read(self.journal.path).events == tuple(self.expected)

    def teardown(self) -> None:
        self.journal.close()
        self.folder.cleanup()


AnyLife.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestWhateverHappensTheJournalIsItsEvents = AnyLife.TestCase


@given(st.binary(max_size=200))
def test_any_payload_is_an_event_or_damage(payload: bytes) -> None:
    try:
        event = events.decode(payload)
    except SaveDamaged:
        return
    assert events.decode(events.encode(event)) == event


@given(st.lists(NUMBERS, max_size=600))
def test_the_batches_together_are_the_moves(moves: list[int]) -> None:
    made = list(events.batches(moves))
    assert live_moves(made) == moves
    assert all(len(events.encode(batch)) <= 1024 for batch in made)
