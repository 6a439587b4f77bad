"""Hidden hands as lines of text: between two people a notice hides the hands completely."""

import re
from pathlib import Path

import pytest
from free_o_play import at
from people import ANN
from plain_lines import Lines
from plain_session import PlainSession
from played import boxtui, library_in, saves
from shown import last_match
from transcripts import TWO

from boxtui.games import GAMES
from boxtui.plain.words import last_words, look_up, position_words, seen_words
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.record import Record
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

pytestmark = pytest.mark.waits

ASKS = "then press Enter."
COVERS = "Press Enter to cover what you drew."
A_CARD = "(is dealt|draws) (House|Car|Tree|Fence|Mailbox|Truck|You Are Captured|Draw A Card|Wild)"


def test_two_people_pass_the_keyboard_and_are_told_only_their_own_cards(tmp_path: Path) -> None:
    """An only move is left to its player: if it were played, it would reveal the hand."""
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:

        def first_move() -> str:
            state = session.on_disk().state
            were_only.append(len(state.legal_moves()) == 1)
            return state.move_text(state.legal_moves()[0])

        were_only: list[bool] = []
        session.type("2", "Ann", "Ben", "", "")
        curtain = session.until(ASKS)
        for _ in range(40):
            assert not re.search(A_CARD, "\n".join(curtain))
            name = re.findall(r"Pass the keyboard to (\w+)", curtain[-1])[0]
            other = "Ben" if name == "Ann" else "Ann"
            shown = [session.answer("", "your move:")]
            shown += [session.answer(word, "your move:") for word in ("log", "position", "board")]
            assert f" {name} holds" in "\n".join(shown)
            assert not re.search(f"{other} (holds|{A_CARD})", "\n".join(shown))
            session.type(first_move())
            curtain = session.until(ASKS, COVERS, "your move:")
            while not curtain[-1].endswith(ASKS):
                drew = curtain[-1].endswith(COVERS)
                told = re.search(
                    f"^{name} draws [A-Z][A-Za-z ]*[.]$", "\n".join(curtain), re.MULTILINE
                )
                assert drew == bool(told)
                session.type("" if drew else first_move())
                curtain = session.until(ASKS, COVERS, "your move:")
        assert curtain.count("") >= 40
        assert any(were_only)
        assert not any("only move" in line.lower() for line in session.lines)


def test_the_curtain_is_at_least_as_high_as_the_terminal(tmp_path: Path) -> None:
    words = ("play", "free-o", "--seed", "5", "--plain")
    with boxtui(tmp_path, *words, size=(80, 70)) as terminal:
        terminal.send("2\rAnn\rBen\r" + "\r" * 3, "Pass the keyboard to")
        first = re.findall(r"Pass the keyboard to (\w+)", terminal.text())[-1]
        terminal.send("\r", f"{first}, your move:")
        assert f"{first} holds" in terminal.text()
        other = "Ben" if first == "Ann" else "Ann"
        while f"Pass the keyboard to {other}" not in terminal.text():
            state = last_match(tmp_path).state
            covers = terminal.text().endswith(COVERS)
            move = "" if covers else state.move_text(state.legal_moves()[0])
            terminal.send_for_change(f"{move}\r")
        assert f"{first} holds" not in terminal.text()


def test_quit_leaves_at_the_curtain_of_a_resumed_game_though_more_was_typed(tmp_path: Path) -> None:
    Record.begin(Match(GAMES["free-o"], {}, TWO, 5), library_in(tmp_path)).close()
    with PlainSession(tmp_path, "resume", saves(tmp_path)[0].stem) as session:
        session.until(ASKS)
        assert session.end("quit", "", "") == 0
        assert not any("holds" in line for line in session.lines)


@pytest.mark.parametrize("word", ["board", "position", "moves"])
async def test_fro_22_lookups_use_only_the_viewers_own_hand(word: str) -> None:
    async def looked_up(own: str, other: str) -> str:
        hands, io = at(own, other, top="truck", demand="any").text(), Lines()
        viewer = Viewer(match_at(GAMES["free-o"], hands, TWO))
        viewer.lift()
        await look_up(word, "", viewer, "FRO-9", io)
        return io.said

    shown = await looked_up("house,tree:2", "car:3")
    assert shown == await looked_up("house,tree:2", "wild,captured,fence")
    assert shown != await looked_up("house,mailbox:2", "car:3")


def test_at_the_end_of_a_hand_all_cards_held_are_reported() -> None:
    seats = [ANN, Seat("Ben", "random")]
    match = match_at(GAMES["free-o"], at("house", "truck:3,wild").text(), seats)
    viewer = Viewer(match)
    assert not any("Truck" in line for line in position_words(viewer))
    match.play(match.state.read_move("house"))
    assert "Ben holds Truck x3, Wild." in position_words(viewer)
    assert words_of(match, viewer).ends() == [
        (0, "Ann: total 0, held no cards (0 points)."),
        (1, "Ben: total 5, held Truck x3, Wild (5 points)."),
    ]
    assert last_words(viewer, "1") == [f"1. {words}" for words in seen_words(viewer, match.log)]
