"""A missing package is named with its extra; a missing module of boxtui is an error of ours."""

import sys

import pytest

from boxtui.system.extras import ExtraMissing, needs_extra


@pytest.mark.parametrize(
    ("extra", "package"),
    [("cluster", "distributed"), ("ssh", "asyncssh"), ("ssh", "cryptography"), ("train", "numpy")],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, extra: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ExtraMissing, match=rf"package {package}, .*'\.\[{extra}\]'"):
        with needs_extra(extra):
            __import__(package)


@pytest.mark.parametrize("module", ["saves.journals", "ai.nothing", "boxtui.nothing"])
def test_a_missing_module_of_boxtui_is_not_a_missing_package(module: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=module):
        with needs_extra("ssh"):
            __import__(module)
