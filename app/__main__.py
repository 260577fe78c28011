"""The command line: `python -m app serve`, `replay`, `simulate`, `bench` and `check`.

Each command imports what it needs when it runs, so that a replay does not wait for a web server.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

MALFORMED = 2
BROKEN_PIPE = 141  # what a shell reports of a program whose reader has gone
LEVEL_NAMES = {"0": "easy", "1": "normal", "2": "hard", "mixed": "mixed"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m app", description="Slapback, Egyptian War in the browser."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_serve(commands.add_parser("serve", help="serve the game"))
    _add_replay(
        commands.add_parser("replay", help="play game records and print one line an action")
    )
    _add_simulate(
        commands.add_parser("simulate", help="let computers play each other and print a summary")
    )
    _add_bench(commands.add_parser("bench", help="measure a server against its bars"))
    _add_check(commands.add_parser("check", help="show that the program keeps a promise"))
    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="address to listen on (SLAPBACK_HOST)")
    parser.add_argument("--port", type=_whole(0, 65535), help="0 takes a free one (SLAPBACK_PORT)")
    parser.set_defaults(run=lambda chosen: serve(chosen.host, chosen.port))


def serve(host: str | None, port: int | None) -> int:
    """Serve until a signal says stop; None leaves a value to the configuration."""
    from app.web.serve import main as run

    return run(host, port)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a game record; - is standard input"
    )
    parser.set_defaults(run=lambda chosen: replay(chosen.files))


def replay(files: Sequence[str]) -> int:
    """Print the lines of each record; a malformed one gets one line on standard error instead."""
    from app.engine.record import InvalidRecord, read
    from app.engine.record import replay as lines_of

    status = 0
    for file in files:
        try:
            record = read(_text(file))
        except (InvalidRecord, OSError, UnicodeDecodeError) as error:
            print(f"{_named(file)}: {_reason(error)}", file=sys.stderr)
            status = MALFORMED
            continue
        if len(files) > 1:
            print(json.dumps({"file": file}))
        for line in lines_of(record):
            print(json.dumps(line))
    return status


def _text(file: str) -> str:
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return content.decode()


def _named(file: str) -> str:
    """A file's name on one line, whatever is in it."""
    if file == "-":
        return "standard input"
    return file if file.isprintable() else ascii(file)


def _reason(error: Exception, what: str = "the record") -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"{what}: is not UTF-8 at byte {error.start}"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    from app.engine.rules import PRESETS

    # Argparse has no "either this or all of those": `simulate` asks for what is missing.
    parser.add_argument("--preset", choices=tuple(PRESETS))
    parser.add_argument("--seats", type=_whole(2, 8), metavar="2-8")
    parser.add_argument("--games", type=_whole(1, 1_000_000), metavar="N")
    parser.add_argument("--seed", type=_whole(0, 2**32 - 1), metavar="N")
    parser.add_argument(
        "--figures",
        action="store_true",
        help="measure what the pages say of rules instead: for app/web/figures.json; minutes",
    )
    parser.add_argument(
        "--level",
        default="normal",
        choices=(*LEVEL_NAMES, *LEVEL_NAMES.values()),
        metavar="LEVEL",
        help="0 easy, 1 normal, 2 hard, by number or name, or mixed (default: normal)",
    )
    parser.set_defaults(run=lambda chosen: _simulate(parser, chosen))


def _simulate(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> int:
    asked = ("preset", "seats", "games", "seed")
    if chosen.figures:
        return figures()
    missing = [f"--{name}" for name in asked if getattr(chosen, name) is None]
    if missing:
        parser.error(f"the following arguments are required: {', '.join(missing)}")
    return simulate(chosen)


def figures() -> int:
    """Print what app/web/figures.json holds."""
    from app.table.figures import figures as measured

    print(json.dumps(measured(), indent=1))
    return 0


def simulate(chosen: argparse.Namespace) -> int:
    """Print the summary as JSON, the same bytes each time, and the speed on standard error."""
    from app.table.simulate import Settings
    from app.table.simulate import simulate as summary_of

    level = LEVEL_NAMES.get(chosen.level, chosen.level)
    settings = Settings(chosen.preset, chosen.seats, chosen.games, chosen.seed, level)
    began = time.perf_counter()
    summary = summary_of(settings)
    took_s = time.perf_counter() - began
    print(json.dumps(summary, indent=2))
    reveals = summary["reveals"]["total"]
    print(f"{reveals / took_s:.0f} reveals per second", file=sys.stderr)
    return 0


def _add_bench(parser: argparse.ArgumentParser) -> None:
    measured = parser.add_subparsers(dest="measured", required=True, metavar="WHAT")
    page = measured.add_parser(
        "page",
        help="what a person feels at a page, in a real browser",
        description="Exit status: 0 every bar is kept, 1 one is missed, 2 nothing was measured.",
    )
    page.add_argument("--url", help="a running server (default: start one with a fresh database)")
    page.add_argument(
        "--samples", type=_whole(1, 1000), default=20, metavar="N", help="presses by each hand"
    )
    page.add_argument("--json", action="store_true", help="for programs")
    page.set_defaults(run=lambda chosen: bench_page(chosen.url, chosen.samples, chosen.json))
    table = measured.add_parser(
        "table",
        help="what a press costs: time, CPU and memory beside a bare echo of the same bytes",
        description="Exit status: 0, or 2 where nothing was measured.",
    )
    table.add_argument("--url", help="a running server (default: start one with a fresh database)")
    table.add_argument("--pid", type=_whole(1, 2**31), help="the process of the server at --url")
    table.add_argument("--tables", type=_whole(1, 5000), default=50, metavar="N")
    table.add_argument("--seconds", type=_whole(1, 3600), default=30, metavar="N")
    table.add_argument(
        "--fair", action="store_true", help="also at fair timing, where reveals wait for slaps"
    )
    table.add_argument("--json", action="store_true", help="for programs")
    table.set_defaults(run=bench_table)
    fairness = measured.add_parser(
        "fairness",
        help="contested slaps between a near and a far hand",
        description="Exit status: 0 both bounds are kept, 1 one is missed, 2 nothing was measured.",
    )
    fairness.add_argument(
        "--url", help="a running server (default: start one with a fresh database)"
    )
    fairness.add_argument("--tables", type=_whole(1, 500), default=20, metavar="N")
    fairness.add_argument("--slaps", type=_whole(1, 100_000), default=600, metavar="N")
    fairness.add_argument("--json", action="store_true", help="for programs")
    fairness.set_defaults(run=bench_fairness)
    stats = measured.add_parser(
        "stats",
        help="the page of statistics after 10,000 games beside that after 500 (a minute)",
        description="Exit status: 0 every ratio is kept, 1 one is missed, 2 nothing was measured.",
    )
    stats.add_argument("--samples", type=_whole(1, 1000), default=15, metavar="N")
    stats.add_argument("--json", action="store_true", help="for programs")
    stats.set_defaults(run=lambda chosen: bench_stats(chosen.samples, chosen.json))


def bench_page(url: str | None, samples: int, as_program: bool) -> int:
    """Measure pages; see app.bench.command."""
    from app.bench.command import page

    return page(url, samples, as_program)


def bench_table(chosen: argparse.Namespace) -> int:
    """Measure tables; see app.bench.command."""
    from app.bench.command import table

    return table(chosen.url, chosen.pid, chosen.tables, chosen.seconds, chosen.fair, chosen.json)


def bench_fairness(chosen: argparse.Namespace) -> int:
    """Contest slaps; see app.bench.command."""
    from app.bench.command import fairness

    return fairness(chosen.url, chosen.tables, chosen.slaps, chosen.json)


def bench_stats(samples: int, as_program: bool) -> int:
    """Measure statistics; see app.bench.command."""
    from app.bench.command import stats

    return stats(samples, as_program)


def _add_check(parser: argparse.ArgumentParser) -> None:
    checked = parser.add_subparsers(dest="checked", required=True, metavar="WHAT")
    races = checked.add_parser(
        "fairness",
        help="who wins contested slaps, on a virtual clock (a minute or two)",
        description="Exit status: 0 every bound is kept, 1 one is missed.",
    )
    races.add_argument(
        "--slaps", type=_whole(1, 1_000_000), default=20_000, metavar="N", help="in each row"
    )
    races.add_argument("--seed", type=_whole(0, 2**32 - 1), default=1, metavar="N")
    races.set_defaults(run=lambda chosen: check_fairness(chosen.slaps, chosen.seed))
    dealt = checked.add_parser(
        "deal",
        help="whether a finished game was dealt as promised, from its deal file",
        description="Exit status: 0 everything agrees, 1 something does not, 2 no deal file.",
    )
    dealt.add_argument("file", metavar="FILE", help="a deal file; - is standard input")
    dealt.set_defaults(run=lambda chosen: check_deal(chosen.file))
    whole = checked.add_parser(
        "tables",
        help="whole link matches, with lost lines, restarts and second thoughts",
        description="Exit status: 0 every promise is kept, 1 one is broken.",
    )
    whole.add_argument("--games", type=_whole(1, 1_000_000), default=200, metavar="N")
    whole.add_argument("--seed", type=_whole(0, 2**32 - 1), default=1, metavar="N")
    whole.set_defaults(run=lambda chosen: check_tables(chosen.games, chosen.seed))

    again = checked.add_parser(
        "rebuild",
        help="what is kept of finished games, made again from their logs",
        description="Exit status: 0 nothing differed, 1 something did (now mended, unless it was"
        " a dry run), 2 it could not be done. A server may run beside it.",
    )
    again.add_argument("--database-url", metavar="URL", help="SLAPBACK_DATABASE_URL")
    again.add_argument("--dry-run", action="store_true", help="change nothing")
    again.set_defaults(run=lambda chosen: check_rebuild(chosen.database_url, chosen.dry_run))


def check_rebuild(url: str | None, dry_run: bool) -> int:
    """Make what follows from logs again; see app.check.rebuild."""
    from app.check.rebuild import rebuild
    from app.web.settings import Settings

    usual = Settings.model_fields["database_url"].default
    return rebuild(url or os.environ.get("SLAPBACK_DATABASE_URL") or usual, dry_run)


def check_fairness(slaps: int, seed: int) -> int:
    """Let people, cheats and computers race for slaps; see app.check.fairness."""
    from app.check.fairness import fairness

    return fairness(slaps, seed)


def check_deal(file: str) -> int:
    """Check a deal file step by step; see app.check.deal. A malformed one gets one line."""
    from app.check.deal import check
    from app.check.deal_file import read
    from app.engine.record import InvalidRecord

    try:
        deal = read(_text(file))
    except (InvalidRecord, OSError, UnicodeDecodeError) as error:
        print(f"{_named(file)}: {_reason(error, 'the deal file')}", file=sys.stderr)
        return MALFORMED
    return check(deal)


def check_tables(games: int, seed: int) -> int:
    """Simulate so many tables, from this seed on; see app.check.tables."""
    from app.check.tables import tables

    return tables(games, seed)


def _whole(low: int, high: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 10 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(
                f"must be a whole number from {low} to {high}, not {text!r}"
            )
        return int(text)

    return number


if __name__ == "__main__":
    sys.exit(main())
