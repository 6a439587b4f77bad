"""The distributions, built from a copy of the checkout that contains typical leftover files.

What they hold doesn't depend on machine code, so a stand-in for the C compiler writes empty files;
test_the_build_under_test.py tests a real build.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = [pytest.mark.packaging, pytest.mark.xdist_group("packaging")]

ROOT = Path(__file__).parents[2]
PACKAGES = {"boxtui", "ai", "tutorials", "saves"}
SHIPPED_DATA = {".tcss", ".toml", ".md", ".typed"}
MARKED = " = likely((uint64_t)cpy_r_"
"""How a check of an index begins in C that says that it rarely fails: searches are faster so."""
MANUAL = ".data/data/share/man/man6/boxtui.6"
"""The path of the `man boxtui` page in a wheel, after the wheel's name and version."""


def git(*arguments: str, folder: Path) -> str:
    # In CI the checkout often belongs to a user other than the one who runs the tests.
    command = ["git", "-c", "safe.directory=*", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tracked(folder: Path) -> set[str]:
    return set(git("ls-files", "-z", folder=folder).split("\0")) - {""}


def build(source: Path, out: Path, kind: str, **environment: str) -> tuple[Path, str]:
    """Return the one file that was built, and the build's output."""
    finished = subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", f"--outdir={out}", source],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout
    (built,) = out.iterdir()
    return built, finished.stdout


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def compiled_modules(wheel: Path) -> list[str]:
    return [name for name in contents(wheel) if name.endswith((".so", ".pyd"))]


def fresh_copy(folder: Path) -> Path:
    """Copy this checkout's files that git tracks or would track to a new repository."""
    try:
        listed = git("ls-files", "-z", "-co", "--exclude-standard", folder=ROOT)
    except subprocess.CalledProcessError:
        pytest.skip("not a git checkout")
    for name in set(listed.split("\0")) - {""}:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git("init", "--quiet", folder=folder)
    git("add", "--all", folder=folder)
    return folder


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy with leftovers of earlier builds and other tools, all ignored by git."""
    copy = fresh_copy(tmp_path_factory.mktemp("a checkout"))
    for stale in ("build/lib/boxtui/stale.py", f"boxtui/core{EXTENSION_SUFFIXES[0]}"):
        (copy / stale).parent.mkdir(parents=True, exist_ok=True)
        (copy / stale).write_text("stale")
    (copy / "boxtui.egg-info").mkdir()
    (copy / "boxtui.egg-info" / "SOURCES.txt").write_text("stale.txt\nbuild/lib/boxtui/stale.py\n")
    (copy / "stale.txt").write_text("stale")
    return copy


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    stray = checkout / "boxtui" / "games" / "stray.toml"
    stray.write_text("")
    built, _ = build(checkout, tmp_path_factory.mktemp("sdist"), "sdist")
    stray.unlink()
    return built


def stand_in_compiler(folder: Path, first: str) -> Path:
    """Return a command that does this first, and then writes an empty file for gcc's `-o`."""
    compiler = folder / "cc"
    compiler.write_text(
        f'#!/bin/sh\n{first}\nwhile [ $# -gt 0 ]; do [ "$1" != -o ] || : >"$2"; shift; done\n'
    )
    compiler.chmod(0o755)
    return compiler


@pytest.fixture(scope="session")
def compiled_wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release; of the modules that only releases compile, the C is checked."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    cold = {Path(glob).stem for glob in project["tool"]["boxtui"]["cold"]}
    files = "|".join(f"*___{stem}.c" for stem in sorted(cold))
    real = os.environ.get("CC") or sysconfig.get_config_var("CC")
    checked = f'for word; do case $word in {files}) {real} "$@" -fsyntax-only || exit;; esac; done'
    marked = f'grep -hF "{MARKED}" $word >>"${{0%/*}}/marked"'
    every = f"for word; do case $word in *.c) {marked};; esac; done"
    compiler = stand_in_compiler(tmp_path_factory.mktemp("compiler"), f"{checked}\n{every}")
    out = tmp_path_factory.mktemp("compiled")
    built, said = build(checkout, out, "wheel", CC=str(compiler), BOXTUI_RELEASE="1")
    assert compiled_modules(built), said
    assert MARKED in compiler.with_name("marked").read_text()
    return built


@pytest.fixture(scope="session")
def pure_build(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return a wheel, and the output of its build, for which one C file failed to compile."""
    fails = 'case "$*" in *shut_the_box*) exit 1 ;; esac'
    compiler = stand_in_compiler(tmp_path_factory.mktemp("compiler"), fails)
    return build(checkout, tmp_path_factory.mktemp("pure"), "wheel", CC=str(compiler))


@pytest.fixture(params=["compiled", "pure"])
def wheel(request: pytest.FixtureRequest) -> Path:
    built: Path | tuple[Path, str] = request.getfixturevalue(
        {"compiled": "compiled_wheel", "pure": "pure_build"}[request.param]
    )
    return built if isinstance(built, Path) else built[0]


def test_a_wheel_holds_the_manual_and_all_code_and_data_of_the_packages_and_nothing_stale(
    wheel: Path, checkout: Path
) -> None:
    held = contents(wheel)
    machine_code = compiled_modules(wheel)
    (page,) = (name for name in held if ".data/" in name)
    assert page.endswith(MANUAL)
    of_packages = {name for name in tracked(checkout) if name.partition("/")[0] in PACKAGES}
    shipped = {name for name in held if ".dist-info/" not in name} - {page, *machine_code}
    assert shipped == of_packages
    assert {Path(name).suffix for name in of_packages} <= SHIPPED_DATA | {".py"}
    assert b"stale" not in {held[name] for name in machine_code}


def test_a_release_compiles_all_that_may_be_compiled(compiled_wheel: Path, checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    globs: list[str] = project["tool"]["boxtui"]["compiled"]
    meant = {path.relative_to(checkout) for glob in globs for path in checkout.glob(glob)}
    modules = {str(path.with_suffix("")) for path in meant if path.name != "__init__.py"}
    built = {name.partition(".")[0] for name in compiled_modules(compiled_wheel)}
    assert built == modules | {"boxtui/compiled__mypyc"}


def test_a_build_refuses_an_unknown_value_of_boxtui_release(checkout: Path, tmp_path: Path) -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", f"--outdir={tmp_path}"],
        cwd=checkout,
        env=os.environ | {"BOXTUI_RELEASE": "yes"},
        capture_output=True,
        text=True,
    )
    assert refused.returncode != 0
    assert "BOXTUI_RELEASE is 'yes'" in refused.stdout + refused.stderr


def assert_is_pure(built: Path, said: str) -> None:
    assert compiled_modules(built) == []
    assert built.name.endswith("py3-none-any.whl")
    assert said.count("boxtui: not compiled but pure Python, which thinks more slowly") == 1


def test_if_one_c_file_fails_to_compile_the_wheel_is_pure(pure_build: tuple[Path, str]) -> None:
    assert_is_pure(*pure_build)


def test_a_compiler_that_cannot_precompile_headers_compiles_without(
    checkout: Path, tmp_path: Path
) -> None:
    refuses = 'case "$*" in *headers.h*) exit 1 ;; esac'
    compiler = stand_in_compiler(tmp_path, refuses)
    built, said = build(checkout, tmp_path / "built", "wheel", CC=str(compiler))
    assert compiled_modules(built), said


def test_if_mypyc_fails_the_wheel_is_pure(tmp_path: Path) -> None:
    copy = fresh_copy(tmp_path / "copy")
    with (copy / "boxtui" / "core.py").open("a") as core:
        core.write('\nWRONG: int = "no number"\n')
    assert_is_pure(*build(copy, tmp_path / "out", "wheel"))


def test_the_sdist_holds_exactly_what_git_tracks(sdist: Path, checkout: Path) -> None:
    with tarfile.open(sdist) as archive:
        held = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert held == tracked(checkout) | {"PKG-INFO", "setup.cfg"}


def test_the_sdist_builds_the_wheel_that_the_checkout_builds(
    sdist: Path, pure_build: tuple[Path, str], tmp_path: Path
) -> None:
    # Use tar: Python 3.11.2's tarfile doesn't know the extraction filter that newer ones ask for.
    folder = tmp_path / "sdist"
    folder.mkdir()
    subprocess.run(["tar", "-xzf", sdist, "-C", folder], check=True)
    (unpacked,) = folder.iterdir()
    # What a wheel holds besides machine code doesn't depend on mypyc, which is slow.
    stand_in = tmp_path / "stand-in" / "mypyc"
    stand_in.mkdir(parents=True)
    (stand_in / "__init__.py").touch()
    built, _ = build(unpacked, tmp_path / "out", "wheel", PYTHONPATH=str(stand_in.parent))
    assert contents(built) == contents(pure_build[0])
