"""Free the Box's moves and positions as text: notation, refusals, sentences."""

import pytest
from free_the_box_play import (
    ALL_SEEN,
    at,
    begun,
    play,
    position,
    refused,
    start,
    texts,
    told,
    written,
)

from boxtui.core import BadNotation, BadPosition, IllegalMove
from boxtui.games.free_the_box.cards import card_words
from boxtui.games.free_the_box.game import BOARD, on_board

HOME = "home,home,home"
DECK = (
    "free-the-box:8,forward-1:2,forward-2:2,forward-3:2,forward-4:2,forward-5:1,forward-6:1,"
    "back-1:2,back-2:2,back-3:2,back-4:1,captured:3,park:2,roll-again:2"
)


def test_a_position_is_one_readable_line() -> None:
    assert start(2).text() == (
        "phase=first capture=place seat=1 die=- carrier=- "
        f"tokens={HOME};{HOME} kept=0,0 bottom=- unseen={DECK} for_first=-,-"
    )
    state = position("12,home,45+;captured,center,32;out", "1,0,0", "park,back-1", die=5)
    assert state.text() == (
        "phase=move capture=place seat=1 die=5 carrier=- "
        "tokens=12,home,45+;captured,center,32;out kept=1,0,0 bottom=park,back-1 "
        "unseen=free-the-box:7,forward-1:2,forward-2:2,forward-3:2,forward-4:2,forward-5:1,"
        "forward-6:1,back-1:1,back-2:2,back-3:2,back-4:1,captured:3,park:1,roll-again:2"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("phase=move", "phase=walk", "can't be read"),
        ("die=5 ", "", "'die' is missing"),
        ("tokens=12", "tokens=0", "'0' is missing or can't be read"),
        ("tokens=12", "tokens=x", "can't be read"),
        ("bottom=park", "bottom=spark", "'spark' is missing or can't be read"),
        ("unseen=free", "unseen=fee", "'fee-the-box' is missing or can't be read"),
        ("carrier=-", "carrier=D", "can't be read"),
        ("die=5", "die=05", "only this part can be read: phase=move"),
        ("capture=place", "capture=box", "only this part can be read: phase=move"),
        ("tokens=12", "tokens=+12", "'+12' is missing or can't be read"),
        ("tokens=12,", "tokens=", "each seat needs 3 tokens"),
        ("tokens=12", "tokens=61", "each seat needs 3 tokens"),
        (";out", "", "tokens and kept cards must be given for 2 to 6 seats"),
        ("kept=1,0,0", "kept=1", "tokens and kept cards must be given for 2 to 6 seats"),
        ("seat=1", "seat=4", "there is no seat 4"),
        ("seat=1", "seat=0", "there is no seat 0"),
        ("seat=1", "seat=3", "the player whose turn it is can't be out"),
        ("kept=1,0,0", "kept=2,0,0", "must be exactly the cards"),
        ("kept=1,0,0", "kept=2,-1,0", "can't be negative"),
        ("kept=1,0,0", "kept=0,0,1", "a player who is out can't keep cards"),
        ("bottom=park,", "bottom=", "must be exactly the cards"),
        ("bottom=park", "bottom=forward-9", "must be exactly the cards"),
        ("park:1", "park:2", "must be exactly the cards"),
        ("12,home", "60,home", "would be in the center"),
        (
            ";captured",
            ";42",
            "opponents' tokens share a place where one would have captured the other",
        ),
        ("captured,center,32", "captured,captured,captured", "lost that many tokens is out"),
        ("captured,center,32", "captured,captured,center", "lost that many tokens is out"),
        ("captured,center,32", "center,center,captured", "lost that many tokens is out"),
        ("captured,center,32", "center,center,center", "the first with three tokens in the center"),
        ("captured,center,32", "out", "the winner must be the last player left"),
        ("die=5", "die=-", "the die must show 1 to 8"),
        ("die=5", "die=9", "the die must show 1 to 8"),
        ("phase=move", "phase=roll", "the die must show 1 to 8"),
        ("carrier=-", "carrier=A", "a carrier is given exactly while"),
        ("12,home,45+", "home,home,captured", "nothing can be moved, so the turn is over"),
        ("phase=move", "phase=over", "the winner must be the last player left"),
    ],
)
def test_a_text_that_is_not_a_position_is_refused_with_the_reason(
    old: str, new: str, said: str
) -> None:
    text = written(
        "12,home,45+;captured,center,32;out", "1,0,0", "park,back-1", phase="move", die=5
    )
    assert at(text).text() == text
    assert old in text
    with pytest.raises(BadPosition) as refusal:
        at(text.replace(old, new, 1))
    assert said in str(refusal.value)
    assert str(refusal.value).startswith("Not a position of Free the Box")


@pytest.mark.parametrize(
    ("tokens", "more", "said"),
    [
        (f"4,home,home;{HOME}", {"phase": "draw"}, "a carrier is given exactly"),
        (f"5,4,home;{HOME}", {"phase": "draw", "carrier": "A"}, "must be on DRAW A CARD"),
        (f"4,home,home;{HOME}", {"phase": "draw", "carrier": "B"}, "must be on DRAW A CARD"),
        (f"4,captured,home;{HOME}", {"phase": "use", "carrier": "A"}, "no card to use"),
        (f"4,home,home;{HOME}", {"phase": "again", "carrier": "A"}, "must be at the bottom"),
        (f"4,captured,home;{HOME}", {"phase": "free"}, "no card to use"),
        (f"4,home,home;{HOME}", {"phase": "free", "kept": "1,0"}, "no card to use"),
        (f"center,center,captured;{HOME}", {"kept": "1,0"}, "must be used first"),
        (f"4,home,home;{HOME}", {"for_first": "-,-"}, "only this part can be read"),
        (f"{HOME};{HOME}", {"phase": "first"}, "these throws for the first turn are not possible"),
        (f"captured,4,home+;{HOME}", {}, "'home+' is missing or can't be read"),
    ],
)
def test_an_impossible_phase_is_refused(tokens: str, more: dict[str, str], said: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        position(tokens, **more)
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("for_first=5,-,-", "for_first=9,-,-", "these throws for the first turn are not possible"),
        ("for_first=5,-,-", "for_first=-,5,-", "these throws for the first turn are not possible"),
        ("for_first=5,-,-", "for_first=5,-", "these throws for the first turn are not possible"),
        ("for_first=5,-,-", "for_first=5,x,x", "these throws for the first turn are not possible"),
        ("tokens=home", "tokens=12", "nothing can have moved before the first turn"),
        ("phase=first", "phase=roll", "the throws for the first turn are over"),
    ],
)
def test_impossible_throws_are_refused(old: str, new: str, said: str) -> None:
    text = play(start(3), "5").text()
    assert text.endswith("for_first=5,-,-")
    with pytest.raises(BadPosition, match=said):
        at(text.replace(old, new, 1))


def test_a_token_is_moved_by_its_letter_its_spaces_or_both() -> None:
    state = position(f"12,3,home;{HOME}", die=7)
    for text in ("A:12-19", "a:12-19", " A 12-19 ", "A", "12-19", "12 - 19"):
        assert state.read_move(text) == 0
    assert state.move_text(0) == "A:12-19"
    assert texts(state) == {"A:12-19", "B:3-10", "enter"}


@pytest.mark.parametrize("text", ["D", "x:12-19", "12", "A:12", "A12-19-26", ":", "", "A B", "7"])
def test_a_text_that_is_not_a_move_is_not_read(text: str) -> None:
    with pytest.raises(BadNotation):
        position(f"12,3,home;{HOME}", die=7).read_move(text)


def test_a_die_is_a_number_from_1_to_8() -> None:
    state = begun(2)
    assert [state.read_move(text) for text in ("1", " 8 ")] == [1, 8]
    for text in ("9", "0", "77"):
        assert refused(state, text) == "FTB-4"
    for text in ("five", "1 2", "A:12-19", "²", "1234"):
        with pytest.raises(BadNotation, match="write the die, 1 to 8"):
            state.read_move(text)


def test_a_card_is_typed_by_its_name() -> None:
    state = position(f"4,home,home;{HOME}", phase="draw", carrier="A")
    assert state.read_move("Forward 3") == state.read_move("forward-3") == 3
    assert (refused(state, "forward-7"), refused(state, "back-9")) == ("FTB-3", "FTB-3")
    with pytest.raises(BadNotation, match="write the card drawn"):
        state.read_move("sideways-3")
    without = position(f"4,home,home;{HOME}", "", "back-4", phase="draw", carrier="A")
    assert refused(without, "back-4") == "FTB-12"


def test_words_are_read_if_they_are_moves_and_otherwise_refused_with_a_rule() -> None:
    free = position(f"4,captured,home;{HOME}", "1,0", phase="free")
    assert (free.read_move("FREE"), free.read_move("roll")) == (4, 5)
    with pytest.raises(BadNotation, match="write free or roll"):
        free.read_move("A")
    must = position(f"center,center,captured;{HOME}", "1,0", phase="free")
    with pytest.raises(BadNotation, match=r"write free\."):
        must.read_move("A")
    use = position(f"4,captured,home;{HOME}", "1,0", phase="use", carrier="A")
    assert (use.read_move("use"), use.read_move("keep")) == (6, 7)
    with pytest.raises(BadNotation, match="write use or keep"):
        use.read_move("5")
    moving = position(f"12,home,home;{HOME}", die=3)
    refusals = {text: refused(moving, text) for text in ("enter", "B", "roll", "use", "A:enter")}
    assert refusals == {
        "enter": "FTB-5",
        "B": "FTB-5",
        "roll": "FTB-7",
        "use": "FTB-16",
        "A:enter": "FTB-5",
    }
    assert refused(moving, "30-33") == "FTB-6"
    assert refused(begun(2), "enter") == "FTB-5"
    assert refused(position("12,4,3;home,home,home", die=2), "enter") == "FTB-5"


@pytest.mark.parametrize("word", ["enter", "free", "roll", "use", "keep"])
def test_a_word_typed_for_a_die_or_card_is_answered_with_what_can_be_typed(word: str) -> None:
    with pytest.raises(IllegalMove, match=r"write the die, 1 to 8\."):
        begun(2).read_move(word)
    drawing = position(f"4,captured,home;{HOME}", phase="draw", carrier="A")
    with pytest.raises(IllegalMove, match=r"write the card drawn, as in forward-3\."):
        drawing.read_move(word)


def test_every_card_can_be_typed_by_the_words_on_it() -> None:
    drawing = position(f"4,captured,home;{HOME}", phase="draw", carrier="A")
    for card in drawing.legal_moves():
        assert drawing.read_move(card_words(card)) == card


def test_every_kind_of_move_is_described() -> None:
    assert told(start(2), "5") == "rolls 5 for the first turn"
    assert told(play(start(2), "5"), "3") == "rolls 3 for the first turn; seat 1 begins (FTB-4)"
    assert told(play(start(2), "5"), "5").endswith("; tied, those tied roll again (FTB-4)")
    assert told(begun(2), "2") == "rolls 2"
    assert told(begun(2), "3") == "rolls 3 and can't move (FTB-7)"
    moving = position("12,home,58;15,home,home", die=7)
    assert told(moving, "enter") == "brings B from HOME SPACE to its STARTING BOX (FTB-5)"
    assert told(moving, "A") == "moves A from 12 to 19 (swing)"
    assert told(moving, "C") == (
        "moves C from 58 to 5 (mailbox), past its JUMP TO CENTER: another lap (FTB-19)"
    )
    hunting = told(position("8,home,home;15,45,12", die=7), "A")
    assert hunting == "moves A from 8 to 15 (car), captures blue A on 15 and B on 45 (FTB-9)"


def test_cards_are_described() -> None:
    drawing = position(f"4,home,home;{HOME}", phase="draw", carrier="A")
    assert {
        text: told(drawing, text) for text in sorted(texts(drawing)) if text[-1] in "1nxkd"
    } == {
        "back-1": "draws 1 back: A from 4 to 3 (garage)",
        "captured": "draws you are captured: A goes to the capture box (FTB-15)",
        "forward-1": "draws 1 forward: A from 4 to 5 (mailbox)",
        "free-the-box": "draws FREE THE BOX and keeps it (FTB-16)",
        "park": "draws on to the next PARK: A from 4 to 7 (PARK)",
        "roll-again": "draws roll again: A moves by another roll (FTB-27)",
    }
    again = play(drawing.clone(), "roll-again")
    assert told(again, "5") == "rolls 5 and moves A from 4 to 9 (hydrant)"
    using = play(position(f"4,captured,home;{HOME}", phase="draw", carrier="A"), "free-the-box")
    assert told(using, "use") == "uses the FREE THE BOX: B goes home (FTB-16)"
    assert told(using, "keep") == "keeps the FREE THE BOX for a later turn (FTB-16)"
    assert told(position(f"3,home,home;{HOME}", die=1), "A").endswith(
        "(DRAW A CARD), and draws a card"
    )


def test_only_spaces_of_the_movers_color_are_called_its_own() -> None:
    board = on_board(BOARD.replace(b"orange", b"infrared"))
    other = board.parse(written(f"8,home,home;{HOME}", phase="move", die=2))
    assert other.describe(0) == "moves A from 8 to 10 (infrared's JUMP TO CENTER)"
    own = board.parse(written(f"58,home,home;{HOME}", phase="move", die=3))
    assert own.describe(0).startswith("moves A from 58 to 1 (its STARTING BOX), past")


def test_known_cards_are_read_back_with_the_deck() -> None:
    state = position(f"4,home,home;{HOME}", "", ",".join(ALL_SEEN), phase="draw", carrier="A")
    assert texts(state) == {"free-the-box"}
    assert state.text().endswith("unseen=-")
