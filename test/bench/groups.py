#!/usr/bin/env python3
"""Families and groups of the falsifiers of mutants: groups.py LDFI_FARM LDFI_RESULTS SOURCE_DIR [--pairs REGEX] [--time 60s]

Prints two tables in Markdown. The first has each config of configs/mutants: minimal falsifiers and families. The second has each pair of
mutants of one protocol, both lines in one program. The label of a falsifier is which of the two mutations alone still violate
(`ldfi-results groups --without-cause` with each mutant). A label is seen at the line of the first group that shows one of its falsifiers.
"""

import argparse
import collections
import itertools
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

LINES = 20  # most lines of groups that a reader looks at


class Bench:
    def __init__(self, farm, results, source, limit):
        self.farm, self.results, self.limit = os.path.abspath(farm), os.path.abspath(results), limit
        self.configs = Path(source).resolve() / "configs"

    def search(self, config, out, *program):
        subprocess.run([self.farm, config, *program, "--stop", "all", "--quiet", "--time-limit", self.limit, "-o", out],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return os.path.exists(out)

    def ask(self, *arguments):
        done = subprocess.run([self.results, *arguments, "--json"], stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)[0]

    def families(self, folder):
        print("| mutant | minimal falsifiers | families | falsifiers a family |\n|---|---|---|---|")
        for config in sorted((self.configs / "mutants").glob("*.yaml")):
            out = f"{folder}/{config.stem}.h5"
            if not self.search(str(config), out):
                continue
            rows = self.ask("falsifiers", out)["falsifiers"]
            if len(rows) > 1:
                families = len({row["family"] for row in rows})
                print(f"| {config.stem} | {len(rows)} | {families} | {len(rows) / families:.1f} |", flush=True)

    def pairs(self, folder, wanted):
        print("| pair | falsifiers (labels) | groups, purity | rarest label seen at line | with `--cut` | seen at line |\n|---|---|---|---|---|---|")
        of = collections.defaultdict(list)
        for config in sorted((self.configs / "mutants").glob("*.yaml")):
            text = config.with_suffix(".ded").read_text(encoding="utf-8")
            base = re.search(r"Mutant of \.\./protocols/(\S+)\.ded", text)
            if base and "MUTANT, was:" in text:
                of[base.group(1)].append(config)
        hidden = 0
        for base, configs in of.items():
            for first, second in itertools.combinations(configs, 2):
                name = f"{base}: {first.stem[len(base) + 1:]} + {second.stem[len(base) + 1:]}"
                if re.search(wanted, name):
                    hidden += self.pair(folder, name, first, second)
        print(f"\nlabels that no line of the first {LINES} shows, grouped with --cut: {hidden}")

    def pair(self, folder, name, first, second):
        """Returns a row of the table, and the number of labels that are hidden."""
        old, new = mutation(second)
        text = first.with_suffix(".ded").read_text(encoding="utf-8")
        if sum(line.strip() == old for line in text.splitlines()) != 1:
            return 0
        both = "\n".join(new if line.strip() == old else line for line in text.splitlines()) + "\n"
        place = Path(folder) / "configs" / "mutants"
        program = place / "pair.ded"
        config = place / "pair.yaml"
        program.write_text(both, encoding="utf-8")
        config.write_text(first.read_text(encoding="utf-8").replace(first.stem + ".ded", "pair.ded"), encoding="utf-8")
        out = f"{folder}/{re.sub('[^a-z0-9]+', '-', name)}.h5"
        if not self.search(str(config), out):
            return 0
        label = self.labels(out, first, second)
        counts = collections.Counter(label.values())
        if len(counts) < 2:
            return 0
        row, hidden = [], 0
        for cut in ([], ["--cut"]):
            groups = self.ask("groups", out, *cut)["groups"]
            # A falsifier whose execution with a repair takes too long has no label.
            for group in groups:
                group["falsifiers"] = [one for one in group["falsifiers"] if one in label]
            groups = [group for group in groups if group["falsifiers"]]
            pure = sum(max(collections.Counter(label[f] for f in g["falsifiers"]).values()) for g in groups) / len(label)
            seen = {}
            for line, group in enumerate(groups, 1):
                seen.setdefault(label[group["falsifiers"][0]], line)
            hidden = sum(seen.get(one, LINES + 1) > LINES for one in counts)
            rare = min(counts, key=lambda one: (counts[one], one))
            row += [f"{len(groups)}, {100 * pure:.0f} %", str(seen.get(rare, "-"))]
        told = ", ".join(f"{one} {n}" for one, n in sorted(counts.items()))
        print(f"| {name} | {len(label)} ({told}) | {' | '.join(row)} |", flush=True)
        return hidden

    def labels(self, out, *mutants):
        """Returns for each falsifier the mutants that it also falsifies alone."""
        alone = collections.defaultdict(list)
        names = set()
        for mutant in mutants:
            for group in self.ask("groups", out, "--without-cause", str(mutant.with_suffix(".ded")), "-I", str(self.configs))["groups"]:
                names.update(group["falsifiers"])
                for name in set(group["falsifiers"]) - set(group["die"]):
                    alone[name].append(mutants.index(mutant))
        words = {(): "both only", (0,): "first", (1,): "second", (0, 1): "either"}
        return {name: words[tuple(alone[name])] for name in names}


def mutation(config):
    """Returns the line that the mutant replaces, and the line in its place."""
    lines = config.with_suffix(".ded").read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if "MUTANT, was:" in line)
    return lines[at].split("was:")[1].strip(), lines[at + 1].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("results")
    parser.add_argument("source")
    parser.add_argument("--pairs", default=".", metavar="REGEX", help="which pairs; default: all")
    parser.add_argument("--time", default="60s", help="the time limit of each search")
    asked = parser.parse_args()
    bench = Bench(asked.farm, asked.results, asked.source, asked.time)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cp", "-r", str(bench.configs), folder], check=True)
        bench.families(folder)
        print()
        bench.pairs(folder, asked.pairs)


main()
