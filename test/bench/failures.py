#!/usr/bin/env python3
"""The published service that counts failures, beside the complete search: failures.py LDFI_FARM LDFI_RESULTS SOURCE_DIR [--most 3] [--time 120s]

Prints a table in Markdown: for protocols with stable storage and their mutants, under one Fspec and at most that many faults, what
`--strategy fts` meets and runs (as the seed's tables count it), and what `--strategy lineage` needs for an answer.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROTOCOLS = ("disk-log", "primary-backup-log", "twopc-recovery")
HEAD = (
    "| config | ids | experiments | unsuccessful | first met as | pairs: met, never met | fts: to the first, all | lineage: to the first, all | minimal falsifiers |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def configs(source):
    folder = Path(source).resolve() / "configs"
    for name in PROTOCOLS:
        yield folder / f"{name}.yaml"
        yield from sorted((folder / "mutants").glob(f"{name}-*.yaml"))


def by_size(executions, most, wanted=lambda _: True):
    """Returns the number of executions with 1, 2, … faults."""
    sizes = collections.Counter(0 if one["faults"] == "none" else one["faults"].count("(") for one in executions if wanted(one))
    return "/".join(str(sizes[k]) for k in range(1, most + 1))


class Bench:
    def __init__(self, options):
        self.farm, self.results = os.path.abspath(options.farm), os.path.abspath(options.results)
        self.most, self.time = options.most, options.time

    def search(self, config, out, *options):
        command = [self.farm, str(config), "--max-faults", str(self.most), "--time-limit", self.time, "--quiet", "--summary", "json", "-o", out, *options]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
        if done.returncode not in (0, 1, 2):
            sys.exit(f"{command} left with {done.returncode}")
        return json.loads(done.stdout.splitlines()[-1])

    def ask(self, *arguments):
        return json.loads(subprocess.run([self.results, *arguments, "--json"], stdout=subprocess.PIPE, check=True).stdout)

    def row(self, config, folder):
        told = {}
        for strategy in ("fts", "lineage"):
            for stop in ("first", "all"):
                told[strategy, stop] = self.search(config, f"{folder}/{strategy}-{stop}.h5", "--strategy", strategy, "--stop", stop)
        [cell] = self.ask("coverage", f"{folder}/fts-all.h5")
        # The file has only one Fspec.
        [exported] = self.ask("export", f"{folder}/fts-all.h5")["cells"]
        executions = exported["executions"]
        assert not cell["not_covered"] and cell["only_counted"] == "0", config
        assert len(executions) == told["fts", "all"]["executions"], config
        pairs = cell["pairs"]
        assert pairs["exercised"] + pairs["offered"] + pairs["never_met"] == pairs["all"] == len(cell["ids"]) * (len(cell["ids"]) - 1) // 2

        def runs(strategy):
            first, every = told[strategy, "first"], told[strategy, "all"]
            return f"{first['executions']}, {every['executions']} ({every['wall_s']:.2f} s)"

        minimal = told["lineage", "all"]
        answer = "certified" if minimal["verdict"] == "certified" else len(minimal["counterexamples"])
        sizes = [one["size"] for one in minimal["counterexamples"]]
        found = {one["faults"] for one in told["fts", "all"]["counterexamples"]} & {one["faults"] for one in minimal["counterexamples"]}
        if sizes:
            answer = f"{answer} (of {min(sizes)} to {max(sizes)} faults); fts runs {len(found)} of them"
        if not minimal["complete"]:
            answer = f"{answer}, {minimal['verdict']}"
        met = "/".join(str(cell["first_met"].get(str(k), 0)) for k in range(1, self.most + 1))
        return (
            f"| {config.stem} | {len(cell['ids'])} | {by_size(executions, self.most)} "
            f"| {by_size(executions, self.most, lambda one: one['outcome'] == 'violates')} | {met} "
            f"| {pairs['exercised'] + pairs['offered']}, {pairs['never_met']} | {runs('fts')} | {runs('lineage')} | {answer} |"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("farm", "results", "source"):
        parser.add_argument(name)
    parser.add_argument("--most", type=int, default=3)
    parser.add_argument("--time", default="120s")
    options = parser.parse_args()
    bench = Bench(options)
    print(HEAD)
    for config in configs(options.source):
        with tempfile.TemporaryDirectory() as folder:
            print(bench.row(config, folder), flush=True)


if __name__ == "__main__":
    main()
