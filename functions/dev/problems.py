"""What is wrong with a garden, in lines that an editor can open."""

from pathlib import Path

from shared.garden.problem import Problem
from shared.garden.report import Report


def lines_of(site: Path, report: Report) -> list[str]:
    """Return a line for each error and each warning."""
    return [
        f"{located(site, report, one)}:{one.line}:{one.column}: {severity}: {one.message}"
        for severity, problems in (("error", report.errors), ("warning", report.warnings))
        for one in problems
    ]


def errors_of(site: Path, report: Report) -> list[str]:
    """Return a line for each error."""
    return [placed(site, report, one) for one in report.errors]


def warnings_of(site: Path, report: Report) -> list[str]:
    """Return a line for each warning."""
    return [placed(site, report, one) for one in report.warnings]


def placed(site: Path, report: Report, problem: Problem) -> str:
    """Return a problem behind its place, as one can open it from here."""
    return f"{located(site, report, problem)}:{problem.line}:{problem.column}: {problem.message}"


def summary(report: Report) -> str | None:
    """Return how many problems there are, None where there are none."""
    errors = counted(len(report.errors), "error")
    warnings = counted(len(report.warnings), "warning")
    if report.left_out:
        return f"{errors}, {warnings}. Left out: {', '.join(report.left_out)}."
    if report.errors:
        return f"{errors}, {warnings}."
    return f"{warnings}." if report.warnings else None


def located(site: Path, report: Report, problem: Problem) -> Path:
    """Return the file of a problem as one can open it from here."""
    return openable(site, report.folder, problem.path)


def openable(site: Path, folder: Path, path: str) -> Path:
    """Return a file among the notes, or else of the garden, as one can open it from here."""
    within = folder / path
    file = within if within.exists() else site / path
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file


def counted(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
