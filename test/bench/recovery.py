#!/usr/bin/env python3
"""Measures what recovery costs: recovery.py LDFI_FARM SOURCE_DIR [--raft 12,16,20] [--flux 22] [--times 3]
[--time 120s]

Prints a table in Markdown: Raft and Flux with 0, 1 and 2 restarts, as they are written and with their state
on disk. The columns are the size of the universe, and the time of the search (median CPU seconds of several
runs, side by side).
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

#: The relations that each protocol keeps on disk to survive restarts.
STATE = {"raft": "stable seen, voted, log, decided, wants;", "flux": "stable down, up, have, log, late, held, acked, twice, skipped, eager;"}
NODES = {"raft": "a,b,c,C", "flux": "a,b,c,p"}
RESTARTS = (0, 1, 2)
HEAD = (
    "| protocol | <EOT,EFF,crashes> | state | restarts | verdict | first falsifier | facts | instances | CPU s | against none |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def numbers(text):
    return [int(word) for word in text.split(",")]


class Bench:
    def __init__(self, options, folder):
        self.farm, self.time = os.path.abspath(options.farm), options.time
        self.protocols = Path(options.source).resolve() / "configs" / "protocols"
        self.folder = Path(folder)

    def program(self, name, durable):
        if not durable:
            return [str(self.protocols / f"{name}.ded")]
        state = self.folder / f"{name}-state.ded"
        state.write_text(STATE[name] + "\n", encoding="utf-8")
        return [str(self.protocols / f"{name}.ded"), str(state)]

    def run(self, name, durable, eot, restarts):
        """Returns the cells of a row, the first falsifier, and the CPU seconds."""
        output = self.folder / "x.h5"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [self.farm, *self.program(name, durable), "-N", NODES[name], "-t", str(eot), "-f", str(eot - 2), "-c", "1", "--restarts", str(restarts),
             "--crash-model", "stop", "--time-limit", self.time, "--quiet", "--summary", "json", "-o", str(output)],
            stdout=subprocess.PIPE, check=False, text=True)  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1, 2):
            sys.exit(f"{name} left with {done.returncode}")
        first = next((one["faults"] for one in json.loads(done.stdout.splitlines()[-1])["counterexamples"]), "")
        with h5py.File(output) as file:
            row = file["cells"][0]
        for path in self.folder.glob("x*"):
            path.unlink()
        return row, first, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def rows(self, name, durable, eot, times):
        runs = {restarts: [] for restarts in RESTARTS}
        for _ in range(times):  # side by side, so that all run on an equally busy machine
            for restarts in RESTARTS:
                runs[restarts].append(self.run(name, durable, eot, restarts))
        none = [seconds for _, _, seconds in runs[0]]
        for restarts, measured in runs.items():
            row, first, _ = measured[0]
            ratio = statistics.median(mine[2] / base for mine, base in zip(measured, none, strict=True))
            yield (
                f"| {name} | <{eot},{eot - 2},1> | {'on disk' if durable else 'as written'} | {restarts} | {row['verdict'].decode()} | {first} | "
                f"{row['universe_facts']} | {row['universe_instances']} | {statistics.median(one[2] for one in measured):.2f} | {ratio:.1f} |"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("source")
    parser.add_argument("--raft", type=numbers, default=[12, 16, 20])
    parser.add_argument("--flux", type=numbers, default=[22])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--time", default="120s")
    options = parser.parse_args()
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        for name, eots in (("raft", options.raft), ("flux", options.flux)):
            for eot in eots:
                for durable in (False, True):
                    for row in bench.rows(name, durable, eot, options.times):
                        print(row, flush=True)


if __name__ == "__main__":
    main()
