"""The results of runs as values that notebooks can show."""

from __future__ import annotations

import os
import shutil
import subprocess
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

from . import display, farm
from .errors import error_of

if TYPE_CHECKING:
    import ldfi_results
    import pandas as pd


@dataclass(frozen=True)
class Counterexample:
    """A fault set that violates a promise. `faults` is its written form, which replay() takes."""

    faults: str
    size: int
    minimal: bool
    violated: tuple[str, ...]
    family: Optional[int] = None  #: number of its family, if the summary has families

    @staticmethod
    def of(row: Mapping[str, Any]) -> Counterexample:
        faults = row["faults"]
        listed = [faults] if isinstance(faults, str) else faults  # real systems list their faults
        size = row.get("size", len(listed))
        return Counterexample(" ".join(listed), size, row["minimal"], tuple(row["violated"]), row.get("family"))


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning. Columns count characters from 1, and `end_column` is the first column after the
    place. A line or column of 0 means that there is no place.
    """

    severity: str
    code: str
    message: str
    hints: tuple[str, ...]
    file: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0

    @staticmethod
    def of(row: Mapping[str, Any]) -> Diagnostic:
        fields: dict[str, Any] = {**row, "hints": tuple(row["hints"])}
        return Diagnostic(**fields)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.severity}: {self.message} [{self.code}]"


@dataclass(frozen=True)
class Check:
    """The result of a check. `check` is "holds", "violates", "broken" or "vacuous" (docs/reference/summary-json.md)."""

    summary: dict[str, Any]
    status: int
    notes: str

    @property
    def check(self) -> str:
        return str(self.summary["check"])

    @property
    def failure_free(self) -> dict[str, Any]:
        return dict(self.summary["failure_free"])


@dataclass(frozen=True)
class Diagram:
    """A picture as SVG. A notebook shows it as an image, so that the picture cannot affect the page."""

    svg: str

    def save(self, path: farm.PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_html_(self) -> str:
        return display.image(self.svg)


class Run:
    """A finished search. `summary` is the object of `--summary json`, and `status` is the exit status: 0, 1 or 2."""

    def __init__(
        self,
        summary: dict[str, Any],
        status: int,
        command: Sequence[str],
        notes: str,
        program: str,
        output: Optional[farm.PathLike],
        scratch: Optional[str] = None,
    ):
        self.summary = summary
        self.status = status
        self.command = list(command)
        self.notes = notes  #: warnings and progress, as the program printed them
        self.output = os.fspath(output) if output is not None and os.path.exists(output) else None
        self._program = program
        if scratch:  # keeps a temporary folder until this object is deleted
            weakref.finalize(self, shutil.rmtree, scratch, True)
        self._results: Optional[ldfi_results.Results] = None

    @property
    def verdict(self) -> str:
        return str(self.summary["verdict"])

    @property
    def counterexamples(self) -> list[Counterexample]:
        return [Counterexample.of(row) for row in self.summary.get("counterexamples", [])]

    @property
    def results(self) -> ldfi_results.Results:
        """The content of the results file. Raises ValueError if there is none, as for a real system without `output`."""
        if self._results is None:
            import ldfi_results as reader

            self._results = reader.load(self._file())
        return self._results

    @property
    def cells(self) -> pd.DataFrame:
        """A data frame with one row per cell. Its columns are eot, eff, crashes, other budgets and constants that vary, verdict,
        executions, combinations (an exact integer, or None), wall_s, reason, counterexamples (texts), and least (the faults
        of the smallest counterexample, or None)."""
        from ldfi_results.packages import need

        need("a data frame of cells", "pandas")
        import pandas as pd

        one = {**self.summary["fspec"], **self.summary} if "fspec" in self.summary else self.summary
        rows = [_row_of(cell) for cell in self.summary.get("cells", [one])]
        frame = pd.DataFrame(rows)
        frame["combinations"] = pd.Series([row["combinations"] for row in rows], dtype=object)
        frame["least"] = pd.Series([row["least"] for row in rows], dtype=object)
        frame.attrs["conclusion"] = self.summary.get("conclusion", "")
        return frame

    def replay(self, faults: str) -> dict[str, Any]:
        """Runs one fault set on the same input. Returns the object of `--replay --summary json`."""
        kept = [word for word in self.command[self.command.index(self._program) :] if not word.startswith(("--output=", "--sweep"))]
        return farm.answer([*kept, f"--replay={faults}"]).said

    def explain(self, run: str = "") -> str:
        """Explains in words why an execution ended as it did: `ldfi-results diff`.

        `run` is for example f2, or a fault set, or empty for the first counterexample.
        """
        return self._view("diff", run)

    def show(self, run: str = "") -> str:
        """Shows an execution tick by tick: `ldfi-results show`."""
        return self._view("show", run)

    def diagram(self, run: str = "") -> Diagram:
        """Draws the space-time diagram: `ldfi-results lamport`."""
        return Diagram(self._view("lamport", run))

    def report(self, path: farm.PathLike, *others: "Run") -> None:
        """Writes the report as one HTML page, which needs no network. With other runs, it has a table that leads to each."""
        self._view("report", "", *(other._file() for other in others), f"--output={os.fspath(path)}")

    def save(self, path: farm.PathLike) -> None:
        """Copies the results file, which may be temporary."""
        shutil.copyfile(self._file(), path)

    def _file(self) -> str:
        if self.output is None:
            raise ValueError("this run has no results file: a run of a real system has recordings instead (recordings=FOLDER)")
        return self.output

    def _view(self, command: str, run: str, *options: str) -> str:
        words = [farm.find(self._program, "ldfi-results"), command, self._file(), *([run] if run else []), *options]
        done: subprocess.CompletedProcess[str] = farm.call(words)
        if done.returncode != 0:
            raise error_of(done.returncode, done.stderr, words)
        return done.stdout

    def __repr__(self) -> str:
        found = self.counterexamples
        more = f", {found[0].faults}" + (f" and {len(found) - 1} more" if len(found) > 1 else "") if found else ""
        return f"<Run: {self.verdict}{more}>"

    def _repr_html_(self) -> str:
        picture = self.diagram().svg if self.output is not None and self.counterexamples else ""
        return display.page(self.verdict, self.summary, self.counterexamples, picture)


def _row_of(cell: Mapping[str, Any]) -> dict[str, Any]:
    found = [Counterexample.of(row) for row in cell["counterexamples"]]
    least = min(found, key=lambda one: one.size).size if found else None
    row = {name: cell[name] for name in ("eot", "eff", "crashes") if name in cell}
    row.update(cell.get("budgets", {}))
    row.update(dict(text.partition("=")[::2] for text in cell.get("params", [])))
    row.update(verdict=cell["verdict"], executions=cell["executions"])
    row["combinations"] = int(cell["combinations"]) if cell.get("combinations") else None
    row.update(wall_s=cell["wall_s"], reason=cell.get("reason", ""))
    row.update(counterexamples=[one.faults for one in found], least=least)
    return row
