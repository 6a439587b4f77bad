"""The commands that run the computer alone: watch, arena, train, odds and levels."""

import os
import sys
from typing import TYPE_CHECKING, Final

from boxtui.commands.outcome import INTERRUPTED, print_lines, refuse_closed_output
from boxtui.system.failure import Failure

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    Run = Callable[[argparse.Namespace], int]
    """Runs a command and returns its exit code."""


def _watch(args: "argparse.Namespace") -> int:
    from boxtui.commands.watch import watch
    from boxtui.games import game_named
    from boxtui.play.setup import read_options

    game = game_named(args.game)
    options = read_options(game, args.option)
    return print_lines(watch(game, args.seats, options, args.games, args.seed))


def _arena(args: "argparse.Namespace") -> int:
    import json

    from boxtui.arena import arena
    from boxtui.arena import report as arena_report
    from boxtui.arena.sets import Contest
    from boxtui.commands.progress_line import ProgressLine
    from boxtui.games import game_named
    from boxtui.play.setup import read_options

    game = game_named(args.game)
    options = read_options(game, args.option)
    contest = Contest(game.key, args.seats, options, args.seed)
    workers = args.workers or os.cpu_count() or 1
    pace = arena.Pace(
        args.games,
        workers,
        minutes=args.minutes,
        early=not args.all,
        scheduler=args.scheduler,
    )
    with ProgressLine(sys.stderr) as line:
        outcome = arena.play(contest, pace, lambda tally: line.show(*arena_report.progress(tally)))
    found = arena_report.as_json(outcome)
    print(json.dumps(found, indent=2) if args.json else arena_report.as_text(outcome))
    return INTERRUPTED if outcome.stopped == arena.INTERRUPTED else 0


def _train(args: "argparse.Namespace") -> int:
    from boxtui.arena.workers import workers
    from boxtui.commands.progress_line import ProgressLine
    from boxtui.games import game_named
    from boxtui.system import locations
    from boxtui.system.extras import needs_extra

    game = game_named(args.game)
    with needs_extra("train"):
        from boxtui.training.folder import Plan
        from boxtui.training.report import sentence
        from boxtui.training.train import Training
    plan = Plan(game.key, args.seed, args.generations, args.games, args.policy)
    folder = args.folder or locations.training(f"{game.key}-policy" if args.policy else game.key)
    try:
        training = Training(plan, folder)
        if rounding := training.rounding():
            print(rounding, flush=True)
        processes = args.workers or os.cpu_count() or 1
        with ProgressLine(sys.stderr) as line, workers(processes, args.scheduler) as playing:
            for generation in training.run(playing, line.show):
                line.erase()
                print(f"Generation {generation.number}: {sentence(generation)}.", flush=True)
    except KeyboardInterrupt:
        print("Interrupted. Run the same command to continue.", file=sys.stderr)
        return INTERRUPTED
    print(training.summary())
    return 0


def _odds(args: "argparse.Namespace") -> int:
    import json

    from boxtui.commands.progress_line import ProgressLine
    from boxtui.exact import odds

    with ProgressLine(sys.stderr) as line:
        found = odds.odds(args.players, args.scoring, args.stakes, args.up, args.scores, line.show)
    print(json.dumps(odds.as_json(found), indent=2) if args.json else odds.as_text(found))
    return 0


def _levels(args: "argparse.Namespace") -> int:
    import json

    from boxtui.exact import strength

    rows = strength.level_strengths()
    print(json.dumps(strength.as_json(rows), indent=2) if args.json else strength.as_text(rows))
    return 0


def _endable(run: "Run") -> "Run":
    """Return that command, which SIGTERM or SIGHUP then ends as Ctrl+C does.

    What it has found is printed, which a lost terminal would otherwise prevent. The exit code is
    128 + n. SIGHUP stays ignored if it was, as by `nohup`.
    """
    import signal

    def run_until_ended(args: "argparse.Namespace") -> int:
        received = list[int]()
        found = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)}
        before = {each: how for each, how in found.items() if how is not signal.SIG_IGN}

        def interrupt(number: int, frame: object) -> None:
            for each in before:
                signal.signal(each, signal.SIG_IGN)  # `timeout` sends it twice
            received.append(number)
            raise KeyboardInterrupt

        code = INTERRUPTED
        try:
            for each in before:
                signal.signal(each, interrupt)
            code = run(args)
        except KeyboardInterrupt:
            pass
        except (OSError, Failure):
            if not received:
                raise
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return 128 + received[0] if received else code

    return run_until_ended


def _heard(run: "Run") -> "Run":
    """Return that command, refused before its long work if nobody can get the result."""

    def run_if_heard(args: "argparse.Namespace") -> int:
        refuse_closed_output()
        return run(args)

    return run_if_heard


MEASURING: "Final[dict[str, Run]]" = {
    "watch": _heard(_watch),
    "arena": _heard(_endable(_arena)),
    "train": _heard(_endable(_train)),
    "odds": _heard(_odds),
    "levels": _heard(_levels),
}
"""What each of these commands does."""
