#!/usr/bin/env python3
"""Figure 13 of [LDFI15 §5.2] as the paper ran it: for each correct protocol, a sweep of 120 s, and how deep it got.

sweep.py LDFI_FARM SOURCE_DIR [--seconds 120] [--ranks 1] [--only flux …] [--csv FILE]

Two sweeps of the same time each: one that raises EOT by one, as published, and one that raises it by half of itself,
which gets deep before it has spent its time on what lies between. Exit status 1 if a sweep ends with anything but a
certified Fspec."""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Config in configs/sweeps, name in the paper, the paper's Fspec.
PROTOCOLS = [
    ("redun-deliv", "redun-deliv", (11, 10, 1)),
    ("ack-deliv", "ack-deliv", (8, 7, 1)),
    ("paxos", "paxos-synod", (7, 6, 1)),
    ("bully", "bully-le", (10, 9, 1)),
    ("flux", "flux", (22, 21, 1)),
]
STRIDES = ("one", "half")
COLUMNS = ("program", "paper", "by ones", "combinations", "cells", "wall s", "by halves", "its wall s")


def fspec_text(fspec):
    return "⟨{},{},{}⟩".format(*fspec)


def sweep(farm: str, config: Path, seconds: float, stride: str, ranks: int = 1) -> dict:
    """The JSON summary of one sweep, with `seconds`: its whole wall time, process start included."""
    launcher = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    if launcher and os.geteuid() == 0:
        launcher.append("--allow-run-as-root")
    with tempfile.TemporaryDirectory() as folder:
        command = [*launcher, farm, str(config), "--time-limit", f"{seconds}s", "--sweep-stride", stride, "--quiet",
                   "--summary", "json", "-o", f"{folder}/run.h5"]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * seconds + 60, check=False)
        took = time.monotonic() - began
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{config}: status {done.returncode}\n{done.stderr}")
    return {**json.loads(done.stdout.splitlines()[-1]), "seconds": took}


def deepest(summary: dict) -> tuple:
    return tuple(summary["fspec"][key] for key in ("eot", "eff", "crashes"))


def rows(farm: str, source: Path, seconds: float = 120, ranks: int = 1, only=None):
    """One row a protocol, as a dict with the keys COLUMNS; `problems`: sweeps that certified nothing."""
    for name, title, paper in PROTOCOLS:
        if only and name not in only:
            continue
        one, half = (sweep(farm, source / f"configs/sweeps/{name}.yaml", seconds, s, ranks) for s in STRIDES)
        texts = (title, fspec_text(paper), fspec_text(deepest(one)), f"{int(one['combinations']):.2e}"
                 if len(one["combinations"]) < 300 else f"10^{len(one['combinations']) - 1}",
                 str(len(one["cells"])), f"{one['seconds']:.1f}", fspec_text(deepest(half)), f"{half['seconds']:.1f}")
        problems = [f"{name}, by {s}: {r['verdict']}" for s, r in zip(STRIDES, (one, half))
                    if r["verdict"] != "certified"]
        yield {**dict(zip(COLUMNS, texts)), "problems": problems}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("source", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    table, problems = [], []
    for row in rows(arguments.farm, arguments.source, arguments.seconds, arguments.ranks, arguments.only):
        problems += row.pop("problems")
        table.append(row)
        print("| " + " | ".join(row.values()) + " |", flush=True)
    if arguments.csv:
        with open(arguments.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(table)
    for problem in problems:
        print(f"NOT CERTIFIED {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
