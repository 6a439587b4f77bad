"""`boxtui review`: the same figures as text, JSON and a page, or one sentence on why not."""

import errno
import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from failed_calls import failing
from game_screens import Deciding
from plain_session import PlainSession
from played import command, library_in
from random_games import save_game

from ai.agent import HUMAN
from ai.decision import AgentFailed
from boxtui.commands import review
from boxtui.learn.review import Review
from boxtui.play.match import Match, Seat
from boxtui.system.failure import Failure
from boxtui.system.limits import is_reached


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return command(home, "review", *words)


def saved(home: Path, *, game: str = "shut-the-box", moves: int = 10_000) -> str:
    """Save a game in which everybody plays the first move that fits; return its name."""
    seats = [Seat("<Ann>", HUMAN), Seat("Ben", "level1")]
    return save_game(library_in(home), *seats, game=game, moves=moves).name


def test_text_json_page_and_plain_mode_give_the_same_figures(tmp_path: Path) -> None:
    name = saved(tmp_path)
    found = run(tmp_path, name, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    data = json.loads(found.stdout)
    assert data["is_over"] is True
    ann = data["seats"][0]
    parts = [ann[key] for key in ("start", "luck", "own_losses", "others_losses", "drift")]
    assert sum(parts) == pytest.approx(ann["result"], abs=1e-9)
    bad = [each for each in data["decisions"] if each["grade"] != "good" and each["seat"] == 1]
    assert bad
    text = run(tmp_path, "--plain").stdout  # the last finished game
    assert command(tmp_path, "--plain", "review").stdout == text
    assert "`boxtui review --plain`" in run(tmp_path).stderr  # without a terminal
    assert f"{100 * ann['luck']:+.1f}" in text
    assert " ".join(text.split()).count(", the best.") == len(bad)
    assert max(map(len, text.splitlines())) <= 80
    written = run(tmp_path, name, "--html", str(tmp_path / "page.html"))
    assert written.returncode == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert run(tmp_path, name, "--html", "-").stdout == page
    assert "<script" not in page
    assert "<Ann>" not in page
    assert page.count("<pre>") == len(bad)
    assert f"{100 * ann['luck']:+.1f}" in page
    drawing = page[page.index("<svg") : page.index("</svg>") + len("</svg>")]
    lines = [each for each in ET.fromstring(drawing) if each.tag == "polyline"]
    assert len(lines) == 2
    refused = run(tmp_path, name, "--html", str(tmp_path / "none" / "page.html"))
    assert refused.returncode == 1
    assert re.fullmatch(
        r"boxtui: .+/none/page.html can't be written: .+ Name another file\.\n", refused.stderr
    )
    with PlainSession(tmp_path) as session:
        session.until("or help:")
        told = session.answer(f"review {name}", "press Enter to go on:")
        assert "points given away" in " ".join(told.split())


def test_a_game_that_isnt_over_is_reviewed_once_it_is_named(tmp_path: Path) -> None:
    name = saved(tmp_path, moves=9)
    assert "no finished game" in run(tmp_path, "--plain").stderr
    found = run(tmp_path, name, "--plain")
    assert (found.returncode, found.stderr) == (0, "")
    assert "Not over yet" in found.stdout
    assert re.search(r"start .* now$", found.stdout, re.MULTILINE)
    data = json.loads(run(tmp_path, name, "--json").stdout)
    assert data["is_over"] is False
    ann, ben = data["seats"]
    assert 0 < ann["result"] < 1
    assert ann["result"] + ben["result"] == pytest.approx(1)


def test_a_review_that_isnt_possible_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "no finished game" in run(tmp_path, "--plain").stderr
    name = saved(tmp_path, game="free-o", moves=3)
    for form in (("--json",), ("--plain",), ("--html", "page.html"), ()):
        refused = run(tmp_path, name, *form)
        assert refused.returncode == 1
        assert refused.stderr.count("\n") == 1
        assert "isn't over" in refused.stderr
    assert run(tmp_path, "gone", "--json").returncode == 1
    save = library_in(tmp_path).find(name)
    save.write_bytes(save.read_bytes()[:40])
    assert run(tmp_path, name, "--plain").returncode == 3


class LostTerminal(io.StringIO):
    """A terminal that is gone, which nothing can be written to any more."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        raise OSError(errno.EIO, "Input/output error")


def test_a_review_is_finished_if_its_progress_cant_be_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "SearchProcess", Deciding)
    monkeypatch.setattr(sys, "stderr", LostTerminal())
    path = library_in(home).find(saved(home))
    assert any("Each line adds up" in line for line in review.plain_review(path))


def test_a_page_is_searched_for_only_if_it_can_be_written_and_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, searched = library_in(tmp_path).find(saved(tmp_path)), list[Match]()

    def fail(match: Match) -> Review:
        searched.append(match)
        raise AgentFailed("The search failed.")

    monkeypatch.setattr(review, "_reviewed", fail)
    for unwritable in (tmp_path, tmp_path / "none" / "page.html"):
        with pytest.raises(Failure, match=str(unwritable)):
            review.write_page(path, str(unwritable))
    assert not searched
    monkeypatch.setattr(review, "_reviewed", failing(errno.EAGAIN))
    with pytest.raises(BlockingIOError) as no_process:
        review.write_page(path, str(tmp_path / "page.html"))
    assert is_reached(no_process.value)
    monkeypatch.setattr(review, "_reviewed", fail)
    page = tmp_path / "pages" / "page.html"
    page.parent.mkdir()
    page.write_text("an earlier page")
    with pytest.raises(AgentFailed):
        review.write_page(path, str(page))
    assert searched
    assert [page.read_text() for page in page.parent.iterdir()] == ["an earlier page"]
