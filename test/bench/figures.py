#!/usr/bin/env python3
"""Figures 12 and 13 of [LDFI15 §5.2] as one table: figures.py LDFI_FARM SOURCE_DIR [--markdown FILE].

Runs every row's config and compares the fault space with the paper's Combinations column, the verdict
with the paper's, and the number of forward executions with the best known for a complete search
(docs/measurements/search.md). Exit status 1 if a row disagrees."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

# Row: config, verdict, Combinations (as printed), executions in the paper, executions to beat.
ROWS = [
    ("simple-deliv", "counterexample", "4.10e+03", 2, 2),
    ("retry-deliv", "counterexample", "4.07e+04", 3, 3),
    ("classic-deliv", "counterexample", "2.62e+05", 5, 3),
    ("2pc", "counterexample", "2.40e+01", 2, 2),
    ("2pc-ctp", "counterexample", "3.60e+01", 3, 3),
    ("3pc", "counterexample", "2.43e+26", 55, 6),
    ("kafka", "counterexample", "1.85e+25", 38, 6),
    ("redun-deliv", "certified", "8.07e+18", 11, 2),
    ("ack-deliv", "certified", "3.08e+13", 673, 7),
    ("paxos", "certified", "4.81e+11", 173, 8),
    ("bully", "certified", "1.26e+17", 2, None),
    ("figures/flux", "certified", "6.20e+76", 187, None),
]


def run(farm: str, config: Path, extra: list[str]) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        command = [farm, str(config), "--quiet", "--summary", "json", "-o", f"{folder}/run.h5", *extra]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{config}: status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def row_of(name: str, verdict: str, combinations: str, paper: int, best: int | None, result: dict) -> tuple:
    spec = result["fspec"]
    ours = f"{int(result['combinations']):.2e}"
    problems = []
    if ours != combinations:
        problems.append(f"combinations {ours}, not {combinations}")
    if result["verdict"] != verdict:
        problems.append(f"verdict {result['verdict']}, not {verdict}")
    if best is not None and result["executions"] > best:
        problems.append(f"{result['executions']} executions, not {best}")
    if spec["eff_mode"] != "exclusive":
        problems.append("EFF is not exclusive")
    fspec = f"⟨{spec['eot']},{spec['eff']},{spec['crashes']}⟩"
    falsifier = result["counterexamples"][0]["faults"] if result["counterexamples"] else ""
    cells = (name.split("/")[-1], fspec, result["verdict"], ours, str(paper), "" if best is None else str(best),
             str(result["executions"]), f"{result['wall_s']:.3f}", falsifier)
    return cells, problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("farm")
    parser.add_argument("source", type=Path)
    parser.add_argument("--expand", default=None, help="passed on: live, all or automatic")
    arguments = parser.parse_args()
    extra = ["--expand", arguments.expand] if arguments.expand else []
    header = ("program", "Fspec", "verdict", "combinations", "paper exe", "prototype", "our exe", "wall s", "first minimal falsifier")
    table = [header, tuple("---" for _ in header)]
    wrong = []
    for name, *expected in ROWS:
        cells, problems = row_of(name, *expected, run(arguments.farm, arguments.source / f"configs/{name}.yaml", extra))
        table.append(cells)
        wrong += [f"{name}: {p}" for p in problems]
    for cells in table:
        print("| " + " | ".join(cells) + " |")
    for line in wrong:
        print(f"DISAGREES {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
