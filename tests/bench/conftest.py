"""Prints what benchmarks record besides their times, below the tables."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write a line for each benchmark that recorded extra figures."""
    session = getattr(terminalreporter.config, "_benchmarksession", None)
    for measured in session.benchmarks if session else ():
        noted = [f"{what} {figure:,.4g}" for what, figure in measured.extra_info.items()]
        if noted:
            terminalreporter.write_line(f"{measured.name}: {', '.join(noted)}")
