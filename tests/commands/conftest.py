"""Commands in this process, which is faster, with files of their own."""

from pathlib import Path

import pytest
from played import Told, exit_code


@pytest.fixture
def told(home: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command that ends with `code`; return what it prints, or how it explains another."""

    def run(*words: str, code: int = 0) -> str:
        assert exit_code(*words) == code
        output = capsys.readouterr()
        assert output.err == "" if code == 0 else output.out == ""
        return output.err or output.out

    return run
