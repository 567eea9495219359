#!/usr/bin/env python3
"""Table 1 of [DEMi16] for our models of its bugs: table1.py LDFI_FARM SOURCE_DIR [--seed N].

A random search finds a counterexample in which much goes on; `--minimise` leaves the fewest external events and
deliveries, and delta debugging what it can: by channels and ticks, and by DEMi's policies, each with the executions
that it takes. Beside them stand the numbers that DEMi printed for the systems themselves, which are far larger than our
models: what can be compared is how far each comes down to the optimum. Exit status 1 if a mutant is not falsified, a
minimum is not proved, or a model without its defect is not certified."""

import argparse
import sys
from pathlib import Path
from statistics import median

from figures import run

# Bug: DEMi's initial deliveries (externals), after provenance, after STSSched, after TFB, and the optimum; what NoDiverge
# leaves; schedules and seconds of STSSched and TFB together. The recording of spark-9256 stops after 3.
ROWS = {
    "raft-45": ("2160 (108)", 2138, "1183 (8)", 23, 22, "1826 (11)", 3448, 170),
    "raft-46": ("1250 (108)", 1243, "647 (8)", 35, 23, "896 (9)", 4902, 282),
    "raft-56": ("2380 (108)", 2376, "1427 (9)", 82, 21, "2064 (9)", 31673, 2132),
    "raft-58a": ("2850 (108)", 2824, "953 (32)", 226, 51, "2368 (35)", 835596, 43482),
    "raft-58b": ("1500 (207)", 1496, "164 (12)", 40, 28, "1103 (13)", 2086, 69),
    "raft-42": ("1710 (208)", 1695, "1093 (39)", 180, 39, "1264 (43)", 177085, 10676),
    "raft-66": ("400 (68)", 392, "262 (23)", 77, 29, "279 (23)", 10526, 348),
    "spark-2294": ("1000 (30)", 886, "43 (3)", 40, 25, "43 (3)", 326, 427),
    "spark-3150": ("600 (20)", 536, "18 (3)", 14, 11, "18 (3)", 195, 245),
    "spark-9256": ("300 (20)", 256, "11 (1)", 11, 11, "11 (1)", 3, None),
}
BEFORE_GIVING_UP = 200_000  #: executions after which a random search gives up
#: Values of --minimise-by; DEMi calls the first one NoDiverge.
WAYS = ("exact", "recording", "type", "ddmin")
HEADER = ("bug", "random executions", "initial", "provenance", *WAYS, "minimum", "ratio", "executions", "s",
          "DEMi: initial", "provenance", "NoDiverge", "STSSched", "TFB", "optimum", "ratio", "schedules", "s")  # fmt: skip


def size(stage: dict) -> str:
    return f"{stage['deliveries']} ({stage['externals']})"


def row_of(farm: str, configs: Path, bug: str, seed: int) -> tuple[list, list[str]]:
    """Returns the cells of our own columns, and the error messages."""
    wrong = []
    if run(farm, configs / f"{bug}.yaml", [])["verdict"] != "certified":
        wrong.append("is not certified without its defect")
    mutant = configs / f"mutants/{bug}.yaml"
    least = run(farm, mutant, [])
    if least["verdict"] != "counterexample":
        return [""] * (len(WAYS) + 7), [*wrong, "is not falsified"]
    randomly = ["--strategy", "random", "--seed", str(seed), "--max-runs", str(BEFORE_GIVING_UP)]
    found = run(farm, mutant, randomly)
    first = found["executions"] if found["counterexamples"] else f"> {BEFORE_GIVING_UP}"
    begin = randomly[:4] if found["counterexamples"] else []
    proved = run(farm, mutant, [*begin, "--minimise"])
    stages = {stage["stage"]: stage for stage in proved["minimisation"]["stages"]}
    end = stages["deliveries"]
    cells = []
    for way in WAYS:
        found = run(farm, mutant, [*begin, "--minimise", "--minimise-by", way])["minimisation"]["stages"]
        debugged = next(stage for stage in found if stage["stage"] == "deliveries")
        took = sum(stage["executions"] for stage in found if stage["stage"] in ("externals", "deliveries"))
        cells.append(f"{size(debugged)} in {took}")
    if end["bound"] != end["deliveries"]:
        wrong.append(f"at least {end['bound']} deliveries, {end['deliveries']} found")
    executions = sum(stage["executions"] + stage["searches"] for stage in stages.values())
    ratio = debugged["deliveries"] / end["deliveries"]
    return [first, size(stages["faults"]), stages["slice"]["deliveries"], *cells, size(end), f"{ratio:.2f}", executions,
            f"{proved['wall_s']:.2f}"], wrong  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("source", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="of the random searches")
    arguments = parser.parse_args()
    table, problems = [HEADER, tuple("---" for _ in HEADER)], []
    for bug, (initial, provenance, scheduled, typed, optimum, exact, schedules, seconds) in ROWS.items():
        ours, wrong = row_of(arguments.farm, arguments.source / "configs", bug, arguments.seed)
        problems += [f"{bug} {one}" for one in wrong]
        table.append((bug, *ours, initial, provenance, exact, scheduled, typed, optimum, f"{typed / optimum:.2f}",
                      schedules, seconds or "?"))  # fmt: skip
    for cells in table:
        print("| " + " | ".join(str(cell) for cell in cells) + " |")
    ours = HEADER.index("ratio")
    ratios = [float(cells[ours]) for cells in table[2:] if cells[ours]]
    theirs = [float(cells[-3]) for cells in table[2:]]
    print(f"\nratio to the optimum, median and worst: delta debugging {median(ratios):.2f}, {max(ratios):.2f}; "
          f"DEMi {median(theirs):.2f}, {max(theirs):.2f}")  # fmt: skip
    more = [cells[0] for cells in table[2:] if cells[ours] and cells[HEADER.index("executions")] > cells[-2]]
    print(f"more executions than DEMi has schedules: {', '.join(more) or 'none'}")
    for line in problems:
        print(f"DISAGREES {line}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
