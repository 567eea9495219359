#!/usr/bin/env python3
"""The evaluation as one page: bench.py LDFI_FARM SOURCE_DIR OUTPUT_DIR [--only SECTION,…].

Each section is a module of sections/ with TITLE and run(bench). A new one is added to SECTIONS. Sections leave their part of the
page in OUTPUT_DIR/parts, so that --only renews some and keeps the others."""

import argparse
import importlib
import sys
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

import measure
from page import Page, wrapped

#: In the order of the page.
SECTIONS = ["figure11", "figure12", "counts", "fuzz", "figure13", "sweep", "rival", "falsified", "models", "regimes", "larger", "scaling", "simulation", "systems", "forever", "certificates", "micro"]


@dataclass
class Bench:
    """The programs and folders that a section gets."""

    farm: str
    source: Path
    micro: str  #: path of bench_forward, or empty
    page: Page
    sweep_s: float = 120  #: duration of a sweep, as in the paper

    def config(self, name: str) -> str:
        return str(self.source / "configs" / f"{name}.yaml")


def introduction(bench: Bench) -> list[str]:
    return [
        "# Benchmarks",
        "`make bench` writes this page. The page repeats the evaluation of [LDFI15 §5.2], which it calls the paper. It also compares ldfi-farm with "
        "clingo, abc, z3 and `ldfi-check`. `make bench` also writes each table as CSV and each plot as SVG. [The index](README.md) lists the pages with "
        "other measurements.",
        f"- All times are from one machine ({measure.machine()}) and from commit {measure.commit(bench.source)}, unless the last line of a "
        "section names another commit. Compare the ratio of two times rather than the times.\n"
        "- `wall s` is the time of a whole process, with its start. `CPU s` is the processor time of the process, which says more on a busy machine.\n"
        "- The last line of a section has the date, the command, and the load average of the machine before the command.\n"
        "- ⟨EOT,EFF,crashes⟩ is an Fspec. `combinations` is the size of the fault space of an Fspec, as the paper counts it.\n"
        "- Every number of executions on this page also counts the failure-free run.\n"
        "- A test (`test/bench/figures.py`) compares the verdicts of Figures 12 and 13 with the paper's. A section reports every verdict that differs "
        "from another tool's.",
    ]  # fmt: skip


def measured(section: str, when: str, took: float, load: float) -> str:
    return f"*Measured {when} in {took:.0f} s; load average {load:.1f} before: `make bench ARGS='--only {section}'`.*"


def run_section(bench: Bench, name: str, parts: Path) -> None:
    module = importlib.import_module(f"sections.{name}")
    began = time.monotonic()
    load = measure.load_average()
    bench.page.parts = [f"## {module.TITLE}"]
    module.run(bench)
    took = time.monotonic() - began
    when = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    bench.page.text(measured(name, when, took, load))
    (parts / f"{name}.md").write_text("\n\n".join(bench.page.parts) + "\n", encoding="utf-8")
    print(f"{name}: {took:.0f} s", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("farm")
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--micro", default="", help="the program bench_forward")
    parser.add_argument("--only", help="sections, with commas between, or '': the page keeps the others")
    parser.add_argument("--sweep-seconds", type=float, default=Bench.sweep_s, help="the time of a sweep; less for a trial (%(default)s)")
    arguments = parser.parse_args()
    parts = arguments.output / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    source = arguments.source.resolve()
    farm = str(Path(arguments.farm).resolve())
    bench = Bench(farm, source, arguments.micro, Page(arguments.output), arguments.sweep_seconds)
    wanted = SECTIONS if arguments.only is None else [name for name in arguments.only.split(",") if name]
    for name in wanted:
        if name not in SECTIONS:
            parser.error(f"no section {name}: there are {', '.join(SECTIONS)}")
        run_section(bench, name, parts)
    done = [parts / f"{name}.md" for name in SECTIONS]
    bench.page.parts = [*map(wrapped, introduction(bench)), *(part.read_text(encoding="utf-8").rstrip() for part in done if part.exists())]
    print(bench.page.write())


if __name__ == "__main__":
    main()
