"""The grid of Box for play on paper, from the command line."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from boxtui.commands.main import main


def test_box_23_the_grid_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list("abcdefghijk")
    assert lines[1] == "11 " + "---".join("+" * 11) + " 11"
    assert len(lines) == 11 + 10 + 2


def test_box_23_the_grid_is_written_as_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "grid.svg"
    assert main(["grid", "--size", "6", "--svg", str(page)]) == 0
    root = ET.fromstring(page.read_text("utf-8"))
    assert root.tag.endswith("svg")
    assert str(page) in capsys.readouterr().out


def test_a_missing_size_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid", "--size", "7"]) == 2
    assert "6, 8, 10, 12, 14, 16" in capsys.readouterr().err


def test_a_file_that_cant_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "nowhere" / "grid.svg"
    assert main(["grid", "--svg", str(page)]) == 1
    assert str(page) in capsys.readouterr().err
