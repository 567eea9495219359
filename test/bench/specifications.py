#!/usr/bin/env python3
"""What many specifications cost: specifications.py LDFI_FARM SOURCE_DIR [--number 200] [--alone 10] [--times 3]

Judges the atomic broadcast of configs/zk-broadcast.yaml, and each of its mutants, by so many different specifications in one search, and by some
of them alone. Prints a table in Markdown: verdict, how many specifications are violated, median CPU seconds, and the ratio to the median of those alone.
"""

import argparse
import itertools
import json
import os
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path

SERVERS = "abc"
LIMITS = ["-N", "a,b,c,C", "-t", "16", "-f", "12", "--restarts", "1", "--crashable", "a,b,c", "--omissions", "1", "--partitions", "1"]


def specifications():
    """Returns (name, body) of tuples that a correct broadcast never derives, each about other servers, places
    and epochs.
    """
    for s, i in itertools.product(SERVERS, range(1, 6)):
        yield f"missing_{s}_{i}", f'elected(X, E), X == "{s}", decided(I, V, L), I == {i}, L < E, notin log(X, I, _, V)'
    for s, (i, j) in itertools.product(SERVERS, itertools.combinations(range(1, 6), 2)):
        yield f"order_{s}_{i}_{j}", f'log(X, {i}, L, _), X == "{s}", log(X, {j}, M, _), M < L'
        yield f"twice_{s}_{i}_{j}", f'log(X, {i}, _, V), X == "{s}", log(X, {j}, _, V)'
    for s, e in itertools.product(SERVERS, range(1, 7)):
        yield f"back_{s}_{e}", f'current(X, E), X == "{s}", E == {e}, top(X, T), T < E'
    for e in range(1, 9):
        yield f"leaders_{e}", f"elected(S, E), E == {e}, elected(T, E), S != T, member(S, X, _)"
    for i, e, (s, t) in itertools.product(range(1, 100), range(1, 7), itertools.combinations(SERVERS, 2)):
        yield f"fork_{s}_{t}_{i}_{e}", f'log(X, {i}, {e}, V), X == "{s}", log(T, {i}, {e}, W), T == "{t}", V != W'


class Bench:
    def __init__(self, options, folder):
        self.farm, self.times, self.folder = os.path.abspath(options.farm), options.times, folder

    def seconds(self, program, chosen):
        """Returns the verdict, the number of violated specifications, and the median of the CPU seconds."""
        file = self.folder / "x.spec"
        file.write_text("".join(f"spec {name} major always;\n{name}(X) :- {body};\n" for name, body in chosen), encoding="utf-8")
        taken = []
        for _ in range(self.times):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [self.farm, str(program), "--spec", str(file), *LIMITS, "--quiet", "--summary", "json", "-o", str(self.folder / "x.h5")]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            if done.returncode not in (0, 1):
                raise SystemExit(f"{program.name} left with {done.returncode}")
        summary = json.loads(done.stdout.splitlines()[-1])
        violated = sum(one["verdict"] == "counterexample" for one in summary["specs"])
        return summary["verdict"], violated, statistics.median(taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("farm")
    parser.add_argument("source")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--alone", type=int, default=10)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    configs = Path(options.source).resolve() / "configs"
    every = list(itertools.islice(specifications(), options.number))
    print(f"| program | verdict | violated of {len(every)} | CPU s together | CPU s alone | ratio |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        for program in [configs / "protocols" / "zk-broadcast.ded", *sorted(configs.glob("mutants/zk-broadcast-*.ded"))]:
            verdict, violated, together = bench.seconds(program, every)
            alone = statistics.median(bench.seconds(program, [one])[2] for one in every[:: max(1, len(every) // options.alone)])
            print(f"| {program.stem} | {verdict} | {violated} | {together:.2f} | {alone:.2f} | {together / alone:.2f} |", flush=True)


if __name__ == "__main__":
    main()
