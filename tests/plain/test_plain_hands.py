"""Hidden hands as lines of text: a curtain of words between two persons, and nothing behind it."""

import re
from pathlib import Path

from free_o_play import at
from plain_session import PlainSession, begun
from played import saves

from boxtui.games import GAMES
from boxtui.match import HUMAN, Seat, match_at
from boxtui.plain.words import last_words, position_words, seen_words
from boxtui.viewer import Viewer
from boxtui.words import words_of

TWO = ("2", "Ann", "Ben", "")
ASKS = "Enter goes on."
COVERS = "Enter covers what you drew."
A_CARD = r"(is dealt|draws) (house|car|tree|fence|mailbox|truck|captured|draw-a-card|wild)"


def test_two_persons_pass_the_keyboard_and_hear_their_own_cards_alone(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        session.type(*TWO)
        curtain = session.until(ASKS)
        for _ in range(40):
            assert not re.search(A_CARD, "\n".join(curtain))
            name = re.findall(r"Pass the keyboard to (\w+)", curtain[-1])[0]
            other = "Ben" if name == "Ann" else "Ann"
            session.type("")
            shown = [*session.until("your move:")]
            session.type("log", "position", "board")
            for _ in range(3):
                shown += session.until("your move:")
            assert any(line.startswith(f"{name} holds") for line in shown)
            assert not any(line.startswith(f"{other} holds") for line in shown)
            assert not re.search(f"{other} {A_CARD}", "\n".join(shown))
            match = session.on_disk()
            move = match.state.move_text(match.state.legal_moves()[0])
            session.type(move)
            curtain = session.until(ASKS, COVERS, "your move:")
            while not curtain[-1].endswith(ASKS):
                match = session.on_disk()
                drew = curtain[-1].endswith(COVERS)
                assert drew == bool(
                    re.search(f"^{name} draws [a-z-]+[.]$", "\n".join(curtain), re.M)
                )
                session.type("" if drew else match.state.move_text(match.state.legal_moves()[0]))
                curtain = session.until(ASKS, COVERS, "your move:")
        assert curtain.count("") >= 40


def test_a_resumed_game_begins_with_the_curtain_and_can_be_left_there(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        session.type(*TWO)
        session.until(ASKS)
        assert session.end("") == 0
    name = saves(tmp_path)[0].stem
    with PlainSession(tmp_path, "resume", name) as session:
        told = session.until(ASKS)
        assert "holds" not in "\n".join(told)
        assert session.end("quit") == 0


def test_against_the_computer_no_curtain_comes_and_its_cards_are_only_counted(
    tmp_path: Path,
) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        told = "\n".join(begun(session, "2", "Ann", "random", ""))
        assert "Pass the keyboard" not in told
        assert "Computer is dealt a card (6 times)." in told
        assert "Ann holds" in told
        assert "Computer holds" not in told
        assert "Computer has 6 cards." in told


def test_at_the_end_of_a_hand_what_everybody_held_is_told() -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "random")]
    match = match_at(GAMES["free-o"], at("house", "truck:3,wild").text(), seats)
    viewer = Viewer(match)
    assert not any("truck" in line for line in position_words(viewer))
    match.play(match.state.read_move("house"))
    assert "Ben holds 3 truck, 1 wild." in position_words(viewer)
    assert words_of(match, viewer).end_words() == [
        "Ann holds no card: 0 points, total 0.",
        "Ben holds 3 truck, 1 wild: 5 points, total 5.",
    ]
    assert last_words(viewer, "1") == seen_words(viewer, match.log)
