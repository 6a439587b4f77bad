"""The build of boxtui; all data is in pyproject.toml.

A wheel is compiled by mypyc if a C compiler works; otherwise it is pure Python. It is all or
nothing, because a partly compiled package may not even import. Editable installs and sdists compile
nothing. Everything is built in a separate folder that is removed at the end, so nothing left behind
by an earlier build gets into a wheel.

`make play` should start soon, so a build is quick by default: it leaves out the modules that no
search waits for, and optimizes less. With BOXTUI_RELEASE=1, for wheels to be released, everything
is compiled and optimized.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import ExecError

CHECKOUT = Path(__file__).resolve().parent

CHECK_OF_AN_INDEX = re.compile(
    r"^( *cpy_r_r\d+ = )(\(uint64_t\)cpy_r_\w+ < \(uint64_t\)cpy_r_\w+);$", re.MULTILINE
)
"""A comparison of an index with a length, in mypyc's C."""


def is_release() -> bool:
    """Whether BOXTUI_RELEASE asks for a build to be released."""
    asked = os.environ.get("BOXTUI_RELEASE", "")
    if asked not in ("", "0", "1"):
        raise SystemExit(
            f"BOXTUI_RELEASE is {asked!r}: set it to 1 to build a release, or unset it."
        )
    return asked == "1"


def modules_to_compile() -> list[str]:
    """Return the paths to compile by [tool.boxtui], without any `__init__.py`."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    table: dict[str, list[str]] = project["tool"]["boxtui"]
    left_out = () if is_release() else paths_of(table["cold"])
    paths = set(paths_of(table["compiled"])).difference(left_out)
    return sorted(str(path) for path in paths if path.name != "__init__.py")


def paths_of(globs: Sequence[str]) -> list[Path]:
    """Return the paths in the checkout that match one of the globs."""
    return [path.relative_to(CHECKOUT) for glob in globs for path in CHECKOUT.glob(glob)]


def warn_of_pure_build(reason: BaseException) -> None:
    """Print one line on why the build is not compiled; pip shows it with -v."""
    why = shorten(str(reason) or type(reason).__name__, 150)
    print(f"boxtui: not compiled but pure Python, which thinks more slowly: {why}", file=sys.stderr)


class Wheel(bdist_wheel):
    """A wheel for this platform if mypyc and the C compiler work, otherwise for any."""

    def run(self) -> None:
        self.distribution.ext_modules = self.extensions()
        self.root_is_pure = not self.distribution.ext_modules
        super().run()

    def extensions(self) -> list[Extension]:
        """Return what is to be compiled, already written as C; empty if mypyc refuses."""
        scratch = Path(self.get_finalized_command("build").build_base)
        modules = modules_to_compile()
        flags = [
            # `make check` checks types strictly; here they only have to be right.
            "--config-file=",
            "--follow-imports=silent",
            f"--cache-dir={scratch / 'mypy'}",
        ]
        try:
            from mypyc.build import mypycify

            extensions: list[Extension] = mypycify(
                flags + modules,
                target_dir=str(scratch / "c"),
                # Without it, the library that the modules share would lie beside the packages.
                group_name="boxtui.compiled",
                debug_level="0",
                # A file for each module, so that several are compiled at the same time. A release
                # is one file, in which functions of other modules may be inlined: together with
                # -O3, searches are 4 to 10% faster than with a file for each and -O2.
                multi_file=not is_release(),
                # -O1 takes two thirds of the time of -O2, and searches are 9% slower.
                opt_level="3" if is_release() else "1",
            )
        except (Exception, SystemExit) as refusal:  # mypyc exits if it finds a wrong type
            warn_of_pure_build(refusal)
            return []
        for written in (scratch / "c").rglob("*.c"):
            # mypyc tells the compiler of other checks that they rarely fail, but not of these: with
            # it, Kimbo's level 5 takes an eighth less time.
            code = CHECK_OF_AN_INDEX.sub(r"\1likely(\2);", written.read_text("utf-8"))
            written.write_text(code, "utf-8")
        for extension in extensions:
            # With mypyc's -Werror, a newer compiler's new warning would mean a slower game.
            arguments = extension.extra_compile_args
            extension.extra_compile_args = [word for word in arguments if word != "-Werror"]
            # Where mypyc writes the group's headers, by the package in its name.
            extension.include_dirs.append(str(scratch / "c" / "boxtui"))
            if sys.platform != "win32":
                # gcc takes longer to look for warnings than to compile everything.
                extension.extra_compile_args.append("-Wno-all")
                # Functions that aren't exported may be inlined: a sixth less time for Kimbo.
                extension.extra_compile_args.append("-fvisibility=hidden")
        return extensions


class AllOrNothing(build_ext):
    """Compiles every extension, or leaves none behind; several files at a time."""

    def build_extensions(self) -> None:
        compile_one = self.compiler.compile
        if not is_release() and sys.platform != "win32":
            self.precompile_headers()

        def compile_all(sources: Sequence[str], *options: Any, **named: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                built = pool.map(lambda source: compile_one([source], *options, **named), sources)
                return [path for paths in built for path in paths]

        self.compiler.compile = compile_all
        self.parallel = os.cpu_count()  # each module is also an extension of its own, to be linked
        super().build_extensions()

    def precompile_headers(self) -> None:
        """Have the compiler read only once what all C files include: a fifth of its time.

        One that can't, such as clang for several architectures at once, reads it for each file.
        """
        group = self.extensions[0]  # the library that the modules share: nearly all C files
        headers = Path(self.get_finalized_command("build").build_base) / "c" / "headers.h"
        names = ("Python.h", "CPy.h", "__native_compiled.h", "__native_internal_compiled.h")
        headers.write_text("".join(f"#include <{name}>\n" for name in names))
        command = [
            *self.compiler.compiler_so,
            *(f"-I{folder}" for folder in [*group.include_dirs, *self.compiler.include_dirs]),
            *group.extra_compile_args,
            *("-x", "c-header", str(headers), "-o", f"{headers}.gch"),
        ]
        try:
            self.compiler.spawn(command)
        except ExecError:
            return
        for extension in self.extensions:
            extension.include_dirs = group.include_dirs
            extension.extra_compile_args += ["-include", str(headers)]

    def run(self) -> None:
        try:
            super().run()
        except Exception as failure:  # a missing or broken compiler can raise anything
            for built in self.get_outputs():
                Path(built).unlink(missing_ok=True)
            self.distribution.ext_modules = []
            self.get_finalized_command("bdist_wheel").root_is_pure = True
            warn_of_pure_build(failure)


class TrackedFiles(sdist):
    """An sdist of exactly the files that git tracks."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        del files
        super().make_release_tree(base_dir, self.tracked())

    def tracked(self) -> list[str]:
        command = ["git", "-C", str(CHECKOUT), "ls-files", "-z"]
        try:
            listed = subprocess.run(command, capture_output=True, check=True, text=True)
        except (OSError, subprocess.CalledProcessError) as failure:
            told = getattr(failure, "stderr", None) or failure
            raise SystemExit(f"An sdist is made from a git checkout; git says: {told}") from None
        tracked = [path for path in listed.stdout.split("\0") if path]
        if "setup.py" not in tracked:
            raise SystemExit(f"An sdist is made from a git checkout; git doesn't know {CHECKOUT}.")
        return tracked


with TemporaryDirectory(prefix="boxtui-build-") as scratch:
    setup(
        cmdclass={"bdist_wheel": Wheel, "build_ext": AllOrNothing, "sdist": TrackedFiles},
        options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
    )
