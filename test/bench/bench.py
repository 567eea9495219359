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
from page import Page

#: In the order of the page.
SECTIONS = ["figure11", "figure12", "counts", "fuzz", "figure13", "sweep", "rival", "falsified", "models", "regimes", "larger", "scaling", "simulation", "systems", "forever", "certificates", "micro"]


@dataclass
class Bench:
    """What a section gets."""

    farm: str
    source: Path
    micro: str  #: bench_forward, or empty
    page: Page
    sweep_s: float = 120  #: the time of a sweep: the paper's

    def config(self, name: str) -> str:
        return str(self.source / "configs" / f"{name}.yaml")


def introduction(bench: Bench) -> str:
    return f"""# Benchmarks

`make bench` writes this page anew, with every table as CSV and every plot as SVG. The figures are those of [LDFI15 §5.2]; what was
measured otherwise is said at its place. Read the ratios: the absolute times are from one machine ({measure.machine()}), and commit
{measure.commit(bench.source)}. "Wall" is the time of a whole process, its start included; "CPU" is what it used of the processors,
and says more than wall clock where others used them too. Each section says how busy the machine was (load average) when it began.
The verdicts of Figures 12 and 13 are held to the paper's by a test (`test/bench/figures.py`); a row that disagrees with clingo says so."""


def run_section(bench: Bench, name: str, parts: Path) -> None:
    module = importlib.import_module(f"sections.{name}")
    began = time.monotonic()
    load = measure.load_average()
    bench.page.parts = [f"## {module.TITLE}"]
    module.run(bench)
    took = time.monotonic() - began
    when = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    bench.page.text(f"*{when}, {took:.0f} s, load average {load:.1f} before.*")
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
    bench.page.parts = [introduction(bench), *(part.read_text(encoding="utf-8").rstrip() for part in done if part.exists())]
    print(bench.page.write())


if __name__ == "__main__":
    main()
