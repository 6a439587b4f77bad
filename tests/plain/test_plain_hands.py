"""Hidden hands as lines of text: between two people a notice hides the hands completely."""

import re
from pathlib import Path
from random import Random

import pytest
from free_o_play import at
from plain_session import PlainSession, begun
from played import LEFT_TO_ANN, library_in, saves, settings
from random_games import any_move

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.plain.line_io import LineIO
from boxtui.plain.words import last_words, look_up, position_words, seen_words
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.record import Record, header_of
from boxtui.play.viewer import Viewer
from boxtui.system.terminal import Look
from boxtui.views.games import words_of
from saves.events import batches

pytestmark = pytest.mark.waits

TWO = ("2", "Ann", "Ben", "", "")
ASKS = "then press Enter."
COVERS = "Press Enter to cover what you drew."
A_CARD = r"(is dealt|draws) (house|car|tree|fence|mailbox|truck|captured|draw-a-card|wild)"


def test_two_people_pass_the_keyboard_and_are_told_only_their_own_cards(tmp_path: Path) -> None:
    settings(tmp_path, LEFT_TO_ANN)
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


def test_an_only_move_is_left_to_its_player_if_it_would_reveal_the_hand(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        session.type(*TWO)
        told = session.until(ASKS)
        were_only = 0
        for _ in range(60):
            match = session.on_disk()
            ended = told[-1].endswith("your move:")
            were_only += ended and len(match.state.legal_moves()) == 1
            session.type(match.state.move_text(match.state.legal_moves()[0]) if ended else "")
            told = session.until(ASKS, COVERS, "your move:")
            assert not any("only move" in line.lower() for line in told)
        assert were_only


def test_a_resumed_game_begins_with_the_curtain_and_quit_leaves_there_though_more_was_typed(
    tmp_path: Path,
) -> None:
    match = Match(GAMES["free-o"], {}, [Seat("Ann", HUMAN), Seat("Ben", HUMAN)], 5)
    Record.begin(match, library_in(tmp_path)).close()
    with PlainSession(tmp_path, "resume", saves(tmp_path)[0].stem) as session:
        session.until(ASKS)
        assert session.end("quit", "", "") == 0
        assert not any("holds" in line for line in session.lines)


def test_against_the_computer_there_is_no_curtain_and_its_cards_are_only_counted(
    tmp_path: Path,
) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        told = "\n".join(begun(session, "2", "Ann", "random", "", ""))
        assert "Pass the keyboard" not in told
        assert "Seat 2 is dealt a card (6 times)." in told
        assert "Ann holds" in told
        assert "Seat 2 holds" not in told
        assert "Seat 2 has 6 cards." in told


@pytest.mark.parametrize("word", ["board", "position", "moves"])
async def test_fro_22_lookups_use_only_the_viewers_own_hand(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def looked_up(own: str, other: str) -> str:
        hands = at(own, other, top="truck", demand="any").text()
        match = match_at(GAMES["free-o"], hands, [Seat("Ann", HUMAN), Seat("Ben", HUMAN)])
        viewer = Viewer(match)
        viewer.lift()
        await look_up(word, "", viewer, "FRO-9", LineIO(Look()))
        return capsys.readouterr().out

    shown = await looked_up("house,tree:2", "car:3")
    assert shown == await looked_up("house,tree:2", "wild,captured,fence")
    assert shown != await looked_up("house,mailbox:2", "car:3")


def test_at_the_end_of_a_hand_all_cards_held_are_reported() -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "random")]
    match = match_at(GAMES["free-o"], at("house", "truck:3,wild").text(), seats)
    viewer = Viewer(match)
    assert not any("truck" in line for line in position_words(viewer))
    match.play(match.state.read_move("house"))
    assert "Ben holds 3 truck, 1 wild." in position_words(viewer)
    assert words_of(match, viewer).ends() == [
        (0, "Ann: total 0, held no card (0 points)"),
        (1, "Ben: total 5, held 3 truck, 1 wild (5 points)"),
    ]
    assert last_words(viewer, "1") == seen_words(viewer, match.log)


def test_a_setup_of_two_people_hides_the_seed(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "free-o") as session:
        session.type(*TWO)
        told = session.until(ASKS)
        assert "The seed is shown at the end of the game." in told
        assert str(session.on_disk().seed) not in "\n".join(told)
    with PlainSession(tmp_path, "play", "free-o", "--seed", "86421") as session:
        session.type(*TWO)
        told = session.until(ASKS)
        assert "The seed is the one given; it is shown at the end of the game." in told
        assert "86421" not in "\n".join(told)
        assert session.on_disk().seed == 86421


@pytest.mark.parametrize("seats", [("Ann", "random"), ("random", "Ann")])
def test_one_person_among_computers_sees_no_seed_because_another_may_join(
    tmp_path: Path, seats: tuple[str, ...]
) -> None:
    with PlainSession(tmp_path, "play", "free-o", "--seed", "5") as session:
        told = begun(session, "2", *seats, "", "")
        assert "The seed is the one given; it is shown at the end of the game." in told


def test_at_the_end_of_a_game_of_two_people_the_seed_is_shown(tmp_path: Path) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]
    match, rng = Match(GAMES["free-o"], {}, seats, 86421), Random(3)
    while match.state.current_player() != OVER:
        match.play(any_move(match, rng))
    last = match.undo_ply()
    assert last is not None
    header = header_of(match, library_in(tmp_path).keep_data(match.game.board))
    library_in(tmp_path).begin(header, [*batches(match.moves[:last])]).close()
    with PlainSession(tmp_path, "resume") as session:
        before = session.until(ASKS)
        session.type("")
        before += session.until("your move:")
        assert "86421" not in "\n".join(before)
        move = session.on_disk().state.move_text(match.moves[last])
        assert "The seed was 86421." in session.answer(move, "quit?")
