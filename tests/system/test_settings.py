"""The settings: what a file may contain, what names are allowed, and what `auto` means."""

import errno
import os
import stat
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import timedelta, timezone
from itertools import product
from math import nan
from pathlib import Path

import answers
import pytest
from failed_calls import failing, one_failed_read
from hypothesis import example, given
from hypothesis import strategies as st

from boxtui.system import settings, textfile
from boxtui.system.settings import CHOICES, POINTS, Settings, name_fault
from boxtui.system.terminal import Look
from boxtui.system.textfile import as_toml
from saves import wire
from saves.header import NAME_BYTES


@pytest.fixture(autouse=True)
def login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "zed")


@given(st.text(max_size=30))
@example("é" * 13)
@example("B" * 25)
@example("\x1b[2J")
@example("A\u202eB")
@example("\ud800")
@example(" ")
def test_every_name_that_is_accepted_can_be_saved(name: str) -> None:
    assert name_fault(name) or (wire.is_text(name, NAME_BYTES) and name.strip())


@pytest.mark.parametrize(
    ("login", "name"),
    [("ann", "Ann"), *((login, "Player") for login in ("you", "x" * 25, "a\tb", "ŉ" * 12))],
)
def test_the_initial_name_is_the_login_name_if_a_seat_can_have_it(
    login: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", login)
    assert settings.read(tmp_path / "none.toml") == (Settings(name=name), "")


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    last = Settings(name="Ann", tutor_points=50)
    for key, choices in CHOICES.items():
        last = last.having(key, choices[-1])
    for chosen in (Settings(name='Zoë "神"'), last):
        assert textfile.write_values(file, asdict(chosen)) == ""
        assert settings.read(file) == (chosen, "")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(("content", "said"), answers.cases("system/wrong_settings.txt"))
def test_a_mistake_in_a_file_is_named_and_the_other_settings_apply(content: str, said: str) -> None:
    assert answers.wrong_settings(content) == said, "make golden"


def test_sessions_keep_what_each_of_them_has_changed(tmp_path: Path) -> None:
    file, begun = tmp_path / "settings.toml", Settings(name="Ann")
    assert settings.keep(begun.having("pace", "slow"), "pace", file) == ""
    assert settings.keep(begun.having("mouse", "off"), "mouse", file) == ""
    assert settings.read(file) == (replace(begun, pace="slow", mouse="off"), "")


def test_settings_that_this_boxtui_doesnt_know_stay_in_the_file(tmp_path: Path) -> None:
    """Two versions of boxtui may share a home."""
    file = tmp_path / "settings.toml"
    later = (
        'theme = "sepia"\nmouse = [1]\nsound = true\n"as \\"ever" = 1.5\n'
        'friends = ["Ben", {"a b" = [nan, -inf]}]\nsince = 2026-11-28T07:00:00Z\n'
        '[rooms.first]\ncolor = "red"\n'
    )
    file.write_text(f'pace = "slow"\n{later}')
    told = settings.read(file)[1]
    assert settings.keep(Settings(name="Ann"), "name", file) == ""
    assert settings.read(file) == (replace(Settings(name="Ann"), pace="slow"), told)
    kept = tomllib.loads(file.read_text())
    assert {key: repr(kept[key]) for key in tomllib.loads(later)} == {
        key: repr(value) for key, value in tomllib.loads(later).items()
    }
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("mistake", [b"pace = \n", b"pace = 1\npace = 2\n", b"[pace\n"])
def test_a_faulty_file_is_kept_aside_when_a_setting_changes(mistake: bytes, tmp_path: Path) -> None:
    file, before = tmp_path / "settings.toml", b'theme = "ansi-dark"\n' + mistake
    file.write_bytes(before)
    told = settings.keep(Settings(name="Ann"), "name", file)
    assert "kept as settings.toml.damaged-1" in told
    assert (tmp_path / "settings.toml.damaged-1").read_bytes() == before
    found, complaint = settings.read(file)
    assert (found.name, complaint) == ("Ann", "")
    assert settings.keep(Settings(name="Ben"), "name", file) == ""


def test_settings_that_cant_be_read_for_once_arent_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    chosen = Settings(name="Ann", theme="ansi-light")
    assert textfile.write_values(file, asdict(chosen)) == ""
    before = file.read_bytes()
    one_failed_read(monkeypatch)
    assert f"{file} can't be read" in settings.keep(chosen.having("pace", "slow"), "pace", file)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [before]
    one_failed_read(monkeypatch)
    assert f"{file} can't be read" in settings.read(file)[1]
    assert settings.read(file) == (chosen, "")


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "Permit boxtui to read it, or move it away."),
        (errno.EIO, "Move it away, or try again."),
        (errno.ELOOP, textfile.CORRECT),
    ],
)
def test_a_file_that_cant_be_read_now_isnt_to_be_removed(
    number: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textfile, "opened", failing(number))
    file = tmp_path / "settings.toml"
    for told in (settings.read(file)[1], settings.keep(Settings(), "name", file)):
        assert f"{file} can't be read: {os.strerror(number)}. {remedy}" in told


def test_a_file_with_a_mistake_that_cant_be_moved_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("pace = \n")
    monkeypatch.setattr(Path, "rename", failing(errno.EACCES))
    told = settings.keep(Settings(), "name", file)
    assert told == f"The setting isn't kept: {file} can't be moved: Permission denied."
    assert file.read_text() == "pace = \n"


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EROFS, "Read-only file system."),
        (errno.ENOSPC, "the disk is full. Free some space, then try again."),
    ],
)
def test_a_setting_that_cant_be_written_isnt_kept_but_a_file_with_a_mistake_is(
    number: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    monkeypatch.setattr(Path, "replace", failing(number))
    told = f"The setting isn't kept: {file} can't be written: {why}"
    assert settings.keep(Settings(), "name", file) == told
    file.write_text("pace = \n")
    aside = f"{file} had a mistake. It is kept as settings.toml.damaged-1."
    assert settings.keep(Settings(), "name", file) == f"{told} {aside}"


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("taken/settings.toml", "TAKEN is not a folder. Remove it or rename it."),
        ("taken/config/boxtui/settings.toml", "TAKEN is not a folder. Remove it or rename it."),
        ("x" * 300 + "/settings.toml", "File name too long."),
    ],
    ids=["a file", "a file above", "too long"],
)
def test_what_is_in_a_folders_place_or_a_path_that_is_too_long_is_named(
    place: str, why: str, tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    said = f"{tmp_path / place} can't be written: {why.replace('TAKEN', str(taken))}"
    assert textfile.replace(tmp_path / place, "new") == said


def test_only_its_owner_can_read_a_written_file_which_says_that_comments_are_lost(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "config" / "boxtui"
    file = folder / "settings.toml"
    assert settings.keep(Settings(name="Ann"), "name", file) == ""
    assert file.read_text().startswith("# boxtui rewrites this file")
    made = (file, folder, folder.parent)
    assert [stat.S_IMODE(each.stat().st_mode) for each in made] == [0o600, 0o700, 0o700]


def test_a_settings_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "real.toml"
    real.parent.mkdir()
    real.write_text('pace = "slow"\n')
    inner, file = tmp_path / "inner.toml", tmp_path / "settings.toml"
    inner.symlink_to(real)
    file.symlink_to(inner)
    assert settings.keep(Settings(name="Ann"), "name", file) == ""
    kept = replace(Settings(name="Ann"), pace="slow")
    assert (settings.read(real), settings.read(file)) == ((kept, ""), (kept, ""))
    real.write_text("pace = \n")
    assert "kept as real.toml.damaged-1" in settings.keep(Settings(name="Ben"), "name", file)
    assert file.readlink() == inner
    assert inner.readlink() == real
    assert settings.read(file)[0].name == "Ben"
    names = {each.name for each in real.parent.iterdir()}
    assert names == {"real.toml", "real.toml.damaged-1"}


def test_a_file_that_a_link_leads_to_is_made(tmp_path: Path) -> None:
    inner, file = tmp_path / "inner.toml", tmp_path / "settings.toml"
    inner.symlink_to("real.toml")
    file.symlink_to(inner)
    assert settings.keep(Settings(name="Ann"), "name", file) == ""
    assert (file.readlink(), inner.readlink()) == (inner, Path("real.toml"))
    assert settings.read(tmp_path / "real.toml") == (Settings(name="Ann"), "")


def test_a_link_that_can_lead_to_no_file_is_named_and_stays(tmp_path: Path) -> None:
    file, device = tmp_path / "settings.toml", tmp_path / "device"
    os.mkfifo(device)
    for target, why in (
        ("none/none.toml", f"it is a link to a file in {tmp_path}/none, which doesn't exist"),
        ("settings.toml", "Too many levels of symbolic links"),
        (".", "it is a link to a folder; let it lead to a file, or remove it"),
        ("device", "it is a link to a device or a pipe; let it lead to a file, or remove it"),
    ):
        file.symlink_to(target)
        kept = settings.keep(Settings(), "name", file)
        assert kept == f"The setting isn't kept: {file} can't be written: {why}."
        assert textfile.replace(file, "new") == f"{file} can't be written: {why}."
        assert {*tmp_path.iterdir()} == {file, device}
        assert stat.S_ISFIFO(device.lstat().st_mode)
        file.unlink()


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o644, 0o6755])
def test_a_file_that_a_person_has_named_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "review.html"
    file.touch()
    file.chmod(mode)
    with textfile.output(file) as written:
        written.write(b"new")
    assert (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) == (mode & 0o777, b"new")


def test_a_pipe_is_named_without_waiting_and_a_huge_file_without_reading_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "settings.toml"
    os.mkfifo(file)
    assert "it is not a file" in settings.read(file)[1]
    file.unlink()
    file.touch()
    os.truncate(file, 4 << 40)
    said = f"{file} can't be read: it has more than {textfile.MOST_BYTES:,} bytes."
    assert settings.read(file)[1].startswith(said)
    assert "kept as settings.toml.damaged-1" in settings.keep(Settings(name="Ann"), "name", file)


def test_a_file_has_its_old_content_until_the_whole_new_one_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "settings.toml", list[tuple[int, str]]()
    file.write_text("old")
    fsync = os.fsync

    def noted(fd: int) -> None:
        synced.append((os.fstat(fd).st_size, file.read_text()))
        fsync(fd)

    monkeypatch.setattr(os, "fsync", noted)
    assert textfile.replace(file, "new content") == ""
    assert synced == [(11, "old")]
    assert file.read_text() == "new content"


def test_sessions_that_share_a_process_replace_a_file_at_the_same_time(tmp_path: Path) -> None:
    file, contents = tmp_path / "settings.toml", ["a" * 10_000, "b" * 20_000, "c" * 30_000]
    found: set[str] = set()

    def replaced(content: str) -> None:
        for _ in range(100):
            found.update((textfile.replace(file, content), file.read_text()))

    with ThreadPoolExecutor(len(contents)) as sessions:
        list(sessions.map(replaced, contents))
    assert found <= {"", *contents}
    assert [*tmp_path.iterdir()] == [file]


def test_the_choices_wrap_around_in_both_directions() -> None:
    for key, choices in {**CHOICES, "tutor_points": POINTS}.items():
        for step in (1, -1):
            chosen = [Settings()]
            for _ in choices:
                chosen.append(chosen[-1].after(key, step))
            assert chosen.pop() == Settings()
            assert Counter(getattr(each, key) for each in chosen) == Counter(choices)


def test_what_is_typed_is_read_without_the_spaces_around_it() -> None:
    points = [settings.typed("tutor_points", text) for text in (" 7 ", "50", "050")]
    assert points == [(7, ""), (50, ""), (50, "")]
    longest = "B" * NAME_BYTES
    for name in ("Ann", longest, settings.DEFAULT):
        assert settings.typed("name", f" {name}  ") == (name, "")


@pytest.mark.parametrize("text", ["", "0", "51", "-3", "5.5", "five", "\u0663", "9" * 5000])
def test_impossible_points_are_refused_with_the_possible_range(text: str) -> None:
    assert "is not a whole number from 1 to 50" in settings.typed("tutor_points", text)[1]


@pytest.mark.parametrize("terminal", [Look(*each) for each in product((False, True), repeat=3)])
def test_what_is_chosen_overrides_the_terminal_and_auto_follows_it_but_ssh_has_no_mouse(
    terminal: Look,
) -> None:
    assert Settings().look(terminal) == terminal
    assert Settings(drawing="ascii").look(terminal).ascii
    assert not Settings(drawing="unicode").look(terminal).ascii
    assert not Settings(theme="no color").look(terminal).color
    assert Settings().uses_mouse(terminal) is not terminal.ssh
    assert Settings(mouse="on").uses_mouse(terminal)
    assert not Settings(mouse="off").uses_mouse(terminal)


_TEXTS = st.text()  # any but surrogates
_IN_MINUTES = st.integers(-1439, 1439).map(lambda count: timezone(timedelta(minutes=count)))
_SINGLE = st.one_of(
    _TEXTS,
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.dates(),
    st.times().map(lambda time: time.replace(fold=0)),
    st.datetimes(timezones=st.none() | _IN_MINUTES).map(lambda time: time.replace(fold=0)),
)


@given(
    st.recursive(
        _SINGLE,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
        max_leaves=5,
    )
)
@example(nan)
def test_a_value_written_as_toml_is_read_back_the_same(value: object) -> None:
    read = tomllib.loads(f"it = {as_toml(value)}")["it"]
    assert (type(read), repr(read)) == (type(value), repr(value))
