"""Build the same notes by turns with ours and with others, and print the ratios of the medians."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.gardens import rivals
from tests.benchmarks.gardens.measured import Cost, measured
from tests.benchmarks.gardens.saving import SEEN, measured_saves
from tests.support.vault import grow_vault

ROOT = Path(__file__).parents[3]
SETTINGS = {
    "PYTHONPATH": str(ROOT),
    "SITE_URL": "https://garden.example",
    "FUNCTIONS_URL": "https://garden.example",
}
MANY = 5000  # notes, from which on shares of a full build are promised
EDITED = 0.2  # the processors' time of a fresh process after one edit
SAVED = 0.1  # the time from saving a note to its page, new in a browser
MORE = "\nOne more sentence, written by hand.\n"

Run = Callable[[], Cost]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for."""
    asked = parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gardens-") as place:
        for count in (int(number) for number in asked.counts.split(",")):
            garden = Garden(Path(place) / str(count), count, asked.notes and Path(asked.notes))
            if asked.saving:
                garden.measure_saving(asked.rounds)
            else:
                garden.measure(asked.rounds, asked.beside.split(",") if asked.beside else [])


def parser() -> argparse.ArgumentParser:
    """Return what the command line may say."""
    made = argparse.ArgumentParser("bin/bench-gardens", description=__doc__)
    made.add_argument("--counts", default="1000,5000", help="how many notes (1000,5000)")
    made.add_argument("--rounds", type=int, default=3, help="by turns, this often (3)")
    made.add_argument("--beside", default="hugo,mkdocs", help="hugo, mkdocs; '' for neither")
    made.add_argument("--notes", help="a folder of notes instead of grown ones, for one count")
    made.add_argument("--saving", action="store_true", help="a note in a running `dev` instead")
    return made


class Garden:
    """The same notes, laid out for every builder."""

    def __init__(self, folder: Path, count: int, notes: Path | None) -> None:
        self.folder = folder
        self.count = count
        self.site = folder / "site"
        if notes is None:
            grow_vault(self.site, count)
        else:
            shutil.copytree(notes, self.site / "notes")
            (self.site / "garden.toml").write_text('title = "M"\npublish = "all"\n', "utf-8")
        self.data = folder / "data"

    def measure(self, rounds: int, beside: Sequence[str]) -> None:
        """Build by turns and say how ours compares."""
        runs = {"floor": self.floor, "cold": self.cold, **self.rivals(beside)}
        self.build()  # cards and pictures are drawn, as they are after the first build
        costs: dict[str, list[Cost]] = {name: [] for name in runs}
        for number in range(rounds):
            for name in list(runs)[:: 1 if number % 2 == 0 else -1]:
                costs[name].append(runs[name]())
        costs["same"] = [self.build() for _ in range(rounds)]
        costs["edit"] = [self.after_an_edit() for _ in range(rounds)]
        print(
            f"\n{self.count:,} notes; medians of {rounds}, and what is ours to each of the others"
        )
        ours = middle(costs["cold"])
        for name, each in costs.items():
            cost = middle(each)
            print(
                f"  {name:7} {cost.cpu:6.2f} s cpu ({ours.cpu / cost.cpu:5.2f}), "
                f"{cost.wall:6.2f} s wall ({ours.wall / cost.wall:5.2f}), {cost.mebibytes:5.0f} MiB"
            )

    def measure_saving(self, rounds: int) -> None:
        """Say what an edit costs a fresh process, and how soon a running `dev` shows it.

        Raises:
            AssertionError: when it is more than what is promised of so many notes.

        """
        self.build()
        full = middle([self.cold() for _ in range(rounds)])
        edit = middle([self.after_an_edit() for _ in range(rounds)])
        print(
            f"\n{self.count:,} notes; medians of {rounds}, and the share of a full build\n"
            f"  full    {full.cpu:7.3f} s cpu, {full.wall:6.3f} s wall\n"
            f"  edit    {edit.cpu:7.3f} s cpu ({edit.cpu / full.cpu:.3f}), {edit.wall:.3f} s wall"
        )
        took = measured_saves(self.site, self.folder / "dev", rounds)
        for name, each in took.items():
            between = f"{min(each):.3f} to {max(each):.3f}"
            share = median(each) / full.wall
            print(f"  {name:7} {median(each):7.3f} s wall ({share:.3f}), {between}")
        if self.count >= MANY:
            assert edit.cpu <= EDITED * full.cpu
            assert median(took[SEEN]) <= SAVED * full.wall

    def rivals(self, beside: Sequence[str]) -> dict[str, Run]:
        """Lay out the sites of others, and return what builds them."""
        lay_out = {"hugo": rivals.lay_out_hugo, "mkdocs": rivals.lay_out_mkdocs}
        runs: dict[str, Run] = {}
        for name in beside:
            if name not in lay_out:
                raise SystemExit(f"--beside {name}: nobody of that name; there are {[*lay_out]}")
            program = lay_out[name](self.folder / name, self.site / "notes")
            runs[name] = lambda name=name, program=program: measured(
                program, self.folder / name, SETTINGS
            )
        return runs

    def floor(self) -> Cost:
        """Build the least: parse, walk, colour, render, write."""
        out = self.folder / "floor"
        shutil.rmtree(out, ignore_errors=True)
        program = [sys.executable, "-m", "tests.benchmarks.build_floor"]
        return measured([*program, str(self.site / "notes"), str(out)], ROOT, SETTINGS)

    def cold(self) -> Cost:
        """Build all anew; only drawn cards and shrunk pictures are there from before."""
        for kept in (self.data / "cache").rglob("garden-*.sqlite*"):
            kept.unlink()
        for old in (self.folder / "out", self.folder / ".out.old"):
            shutil.rmtree(old, ignore_errors=True)
        return self.build()

    def build(self) -> Cost:
        """Build as the command does."""
        program = [sys.executable, "-m", "functions.cli", "build", "--site", str(self.site)]
        more = ["--out", str(self.folder / "out"), "--data", str(self.data)]
        return measured([*program, *more], ROOT, SETTINGS)

    def after_an_edit(self) -> Cost:
        """Build after one more sentence in one note."""
        note = sorted((self.site / "notes").rglob("*.md"))[self.count // 2]
        with note.open("a", encoding="utf-8") as file:
            file.write(MORE)
        return self.build()


def middle(costs: Sequence[Cost]) -> Cost:
    """Return the median of each."""
    return Cost(
        median(cost.cpu for cost in costs),
        median(cost.wall for cost in costs),
        median(cost.mebibytes for cost in costs),
    )


if __name__ == "__main__":
    main()
