"""Build a garden from the command line: `python -m shared.garden build SITE OUT`."""

import argparse
import sys
from pathlib import Path

from shared.garden.build import build


def main(arguments: list[str] | None = None) -> int:
    """Build, tell what is wrong, and return 1 when an error was among it."""
    options = parser().parse_args(arguments)
    functions_url = options.functions_url or options.site_url
    try:
        report = build(
            options.site, options.out, site_url=options.site_url, functions_url=functions_url
        )
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for kind, problems in (("warning", report.warnings), ("error", report.errors)):
        for problem in problems:
            print(f"{problem} [{kind}]", file=sys.stderr)
    if report.is_built:
        print(f"{len(report.notes)} notes built into {options.out}")
    else:
        print(f"{options.out} stays as it was", file=sys.stderr)
    return int(bool(report.errors or (options.strict and report.warnings)))


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(prog="python -m shared.garden", description=__doc__)
    command = top.add_subparsers(required=True).add_parser("build", help="build a garden")
    command.add_argument("site", type=Path, help="a garden, or a folder of notes")
    command.add_argument("out", type=Path, help="where the pages go")
    command.add_argument("--site-url", default="http://127.0.0.1:8000")
    command.add_argument("--functions-url", default="", help="default: the site's own")
    command.add_argument("--strict", action="store_true", help="a warning is a failure, too")
    return top


if __name__ == "__main__":
    sys.exit(main())
