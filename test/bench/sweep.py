#!/usr/bin/env python3
"""Figure 13 of [LDFI15 §5.2] as the paper ran it: for each correct protocol, a sweep of 120 s, and how deep it got.

sweep.py LDFI_FARM SOURCE_DIR [--seconds 120] [--ranks 1] [--memory-gb 8] [--only flux …] [--csv FILE]

Two sweeps of the same time each, one after the other: one that raises EOT by one, as published, and one that raises it by
half of itself, which gets deep before it has spent its time on what lies between. Exit status 1 if a sweep ends with
anything but a certified Fspec."""

import argparse
import csv
import os
import re
import sys
from pathlib import Path

import measure

# Each row: config in configs/sweeps, name in the paper, Fspec in the paper.
PROTOCOLS = [
    ("redun-deliv", "redun-deliv", (11, 10, 1)),
    ("ack-deliv", "ack-deliv", (8, 7, 1)),
    ("paxos", "paxos-synod", (7, 6, 1)),
    ("bully", "bully-le", (10, 9, 1)),
    ("flux", "flux", (22, 21, 1)),
]
STRIDES = ("one", "half")
COLUMNS = ("program", "paper", "by ones", "cells", "wall s", "MB", "by halves", "its cells", "its wall s", "its MB")


def fspec_text(fspec):
    return "⟨{},{},{}⟩".format(*fspec)


def sweep(farm: str, config: Path, seconds: float, stride: str, ranks: int = 1, memory_gb: float = 8, core: int | None = None) -> measure.Farm:
    """One sweep, whose processes may use `memory_gb` each: as --memory-limit, which ends a sweep with what it has. The bound on
    the address space is there to catch one that does not keep to it."""
    launcher = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    if launcher and os.geteuid() == 0:
        launcher.append("--allow-run-as-root")
    limits = ["--time-limit", f"{seconds}s", "--memory-limit", f"{int(memory_gb * 1024)}M"]
    done = measure.farm(farm, [str(config), *limits, "--sweep-stride", stride, "-o", "run.h5"], 3 * seconds + 60, tuple(launcher),
                        memory_gb=2 * memory_gb, core=core)  # fmt: skip
    if not done.summary:
        sys.exit(f"{config}: {'not done in time' if done.run.timed_out else f'status {done.run.status}'}")
    return done


def deepest(done: measure.Farm) -> tuple | None:
    """Returns ⟨EOT, EFF, Crashes⟩ of the deepest certified Fspec, if there is one."""
    return tuple(done.summary["fspec"][key] for key in ("eot", "eff", "crashes")) if done.verdict == "certified" else None


def deepest_text(done: measure.Farm) -> str:
    fspec = deepest(done)
    return fspec_text(fspec) if fspec else done.verdict


def ended(done: measure.Farm) -> str:
    """Returns why the sweep ended: "time", "memory", "max EOT" or, if the universe was too large, "facts"."""
    why = re.search(r"the sweep ended at EOT \d+ \((.*)\)$", done.summary["conclusion"])
    reason = why[1] if why else ""
    return "facts" if "--max-facts" in reason else reason


def row(title: str, paper: tuple, done: dict[str, measure.Farm]) -> dict:
    cells = [title, fspec_text(paper)]
    for stride in STRIDES:
        one = done[stride]
        cells += [deepest_text(one), str(len(one.summary["cells"])), f"{one.run.wall:.1f}", f"{one.run.memory_mb:.0f}"]
    return dict(zip(COLUMNS, cells))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("source", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--memory-gb", type=float, default=8)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--csv", type=Path)
    a = parser.parse_args()
    farm, source = str(Path(a.farm).resolve()), a.source.resolve()
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    table, problems = [], []
    for name, title, paper in PROTOCOLS:
        if a.only and name not in a.only:
            continue
        done = {s: sweep(farm, source / f"configs/sweeps/{name}.yaml", a.seconds, s, a.ranks, a.memory_gb) for s in STRIDES}
        problems += [f"{name}, by {s}: {r.verdict}" for s, r in done.items() if r.verdict != "certified"]
        table.append(row(title, paper, done))
        print("| " + " | ".join(table[-1].values()) + " |", flush=True)
    if a.csv:
        with open(a.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(table)
    for problem in problems:
        print(f"NOT CERTIFIED {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
