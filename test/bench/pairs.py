#!/usr/bin/env python3
"""Compares the processor time of two builds: pairs.py OLD_BUILD NEW_BUILD SOURCE_DIR [option ...]

Runs the searches of the sections "rival" and "falsified", and a fixed number of executions of real systems, with both builds in turn,
which cancels what the machine does meanwhile. For each row it prints the geometric mean of the ratios NEW / OLD and its 95 % interval.
Processor time counts what the processes of nodes take, too. Both builds read the configs of SOURCE_DIR.

The exit status is 1 if the interval of a row lies entirely above --most, or if the mean of all rows is above --mean. A row whose runs
end with different statuses fails as well. A row of which a run reaches the limit of time is shown and does not count.
"""

import argparse
import math
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path

import measure
from sections import falsified, rival

# Two-sided 95 % quantiles of Student's distribution, by degrees of freedom.
STUDENT = [math.nan, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131]
LIMIT_S = 10
EXECUTIONS = "20"


@dataclass
class Row:
    name: str
    arguments: list[str]
    ratios: list[float] = field(default_factory=list)
    old_s: list[float] = field(default_factory=list)
    trouble: str = ""

    def mean(self) -> float:
        return math.exp(statistics.mean(map(math.log, self.ratios)))

    def interval(self) -> tuple[float, float]:
        logs = [math.log(r) for r in self.ratios]
        half = STUDENT[len(logs) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
        return math.exp(statistics.mean(logs) - half), math.exp(statistics.mean(logs) + half)


class Source:
    """The folder of configs, in the form in which sections use it."""

    def __init__(self, folder: Path):
        self.source = folder

    def config(self, name: str) -> str:
        return str(self.source / "configs" / f"{name}.yaml")


def programs(source: Source, section: str) -> list[Row]:
    import yaml

    names = rival.PROGRAMS if section == "rival" else falsified.mutants(source)
    factors = rival.FACTORS if section == "rival" else falsified.FACTORS
    rows = []
    for name in names:
        spec = yaml.safe_load(Path(source.config(name)).read_text(encoding="utf-8"))["fspec"]
        for factor in factors:
            eot, eff = rival.scaled(spec, factor)
            rows.append(Row(f"{name} × {factor}", [source.config(name), "--eot", str(eot), "--eff", str(eff)]))
    return rows


def systems(source: Source) -> list[Row]:
    folder = source.source / "configs/systems"
    return [Row(f"systems/{path.stem}", [str(path), "--max-runs", EXECUTIONS]) for path in sorted(folder.glob("*.yaml"))]


def measured(row: Row, builds: list[Path], pairs: int, core: int) -> None:
    limit = 60 if row.name.startswith("systems/") else LIMIT_S
    for pair in range(pairs + 1):  # the first pair fills caches, and is not counted
        order = builds if pair % 2 == 0 else builds[::-1]
        runs = {build: measure.farm(str(build / "ldfi-farm"), row.arguments, limit, core=core).run for build in order}
        old, new = (runs[build] for build in builds)
        if old.timed_out or new.timed_out:
            row.trouble = "reached the limit of time"
            return
        if old.status != new.status:
            row.trouble = f"DIFFERS: status {old.status} and {new.status}"
            return
        if pair > 0:
            row.ratios.append(max(new.cpu, 1e-4) / max(old.cpu, 1e-4))
            row.old_s.append(old.cpu)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("--only", default="rival,falsified,systems", help="sections, with commas between")
    parser.add_argument("--rows", default="", help="only rows whose name has this in it")
    parser.add_argument("--pairs", type=int, choices=range(2, len(STUDENT) + 1), default=10, metavar="N")
    parser.add_argument("--most", type=float, default=1.03)
    parser.add_argument("--mean", type=float, default=1.01)
    parser.add_argument("--core", type=int, default=measure.cores()[0], help="the one core to run on")
    asked = parser.parse_args()
    builds = [asked.old.resolve(), asked.new.resolve()]
    source = Source(asked.source.resolve())
    rows = []
    for section in asked.only.split(","):
        rows += systems(source) if section == "systems" else programs(source, section)
    slower = []
    for row in (r for r in rows if asked.rows in r.name):
        measured(row, builds, asked.pairs, asked.core)
        if row.trouble:
            print(f"{row.name:44} {row.trouble}", flush=True)
            continue
        low, high = row.interval()
        print(f"{row.name:44} {statistics.median(row.old_s):8.3f} s  {row.mean():6.3f}  [{low:.3f}, {high:.3f}]", flush=True)
        if low > asked.most:
            slower.append(row.name)
    counted = [row for row in rows if row.ratios and not row.trouble]
    differ = [row.name for row in rows if row.trouble.startswith("DIFFERS")]
    mean = math.exp(statistics.mean(math.log(row.mean()) for row in counted)) if counted else math.nan
    print(f"{len(counted)} rows, geometric mean {mean:.4f}; above {asked.most}: {', '.join(slower) or 'none'}; "
          f"different statuses: {', '.join(differ) or 'none'}")  # fmt: skip
    return 1 if slower or differ or not counted or mean > asked.mean else 0


if __name__ == "__main__":
    sys.exit(main())
