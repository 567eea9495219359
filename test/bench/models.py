#!/usr/bin/env python3
"""All models with recovery, each beside clingo: models.py LDFI_FARM SOURCE_DIR [--time 120s] [--times 3] [--only NAME…]

Prints a table in Markdown with each config that admits faults beyond crashes and omissions, and each of its specifications:
what ldfi-farm finds, and what that costs. ldfi-results stands beside ldfi-farm. A NAME is that of a config below configs/,
with * and ? or whole, or without folder and .yaml.

The invariant is asked for alone, without specifications, of ldfi-farm (`--stop first`: verdict and first minimal falsifier)
and of clingo (the translation of test/oracle/recovery: is there any fault set that violates? That is the lesser question).
All specifications of a config are one search, with the invariant. Minimal falsifiers, families and groups are those of one
more search (`--stop all`). Seconds are CPU seconds, the median of so many runs, one process at a time; what ran out of time,
`--time` of wall clock for each process, was run once. Exit status 1, and the names of the configs, if two answers disagree.
"""

import argparse
import collections
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import clingo
import measure

HEAD = (
    "| config | ⟨EOT,EFF⟩ | budgets | specification | verdict | first minimal falsifier | minimal falsifiers | families | groups "
    "| CPU s | clingo CPU s | clingo / ldfi-farm |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
)
INVARIANT = "invariant"
FINITE = {"restarts": "restart", "partitions": "partition", "pauses": "pause"}
#: For each option, the letter of the fault.
DISKS = {"write": "W", "dead": "E", "writeback": "F", "corrupt": "X"}
#: Keys of an Fspec, of its disks and of a config that the translation for clingo supports.
PLAIN = {"eot", "eff", "eff_mode", "crashes", "crash_model", "crashable", "omissions", "reliable", "faults", "pausable"}
OF_DISKS = {"relations", "nodes", "silent", "columns", "detected"}
OF_CONFIG = {"program", "include", "specs", "nodes", "fspec", "search", "limits", "output", "fail_on"}
VIOLATED = {"certified": False, "vacuous": False, "counterexample": True, "broken": True}
NO_SPECIFICATIONS = "the translation knows the invariant only"


class Timed(NamedTuple):
    """Several runs that answer one question."""

    answer: object
    cpu: float
    late: bool


class Model(NamedTuple):
    name: str
    programs: list
    includes: list
    config: dict


def seconds(text):
    units = {"s": 1, "m": 60, "h": 3600}
    return float(text[:-1]) * units[text[-1]] if text[-1] in units else float(text)


def most(value, key="most"):
    return value.get(key, 0) if isinstance(value, dict) else value


def beyond(fspec):
    """Returns the faults other than crashes and omissions, as (kind, most of them)."""
    found = [(kind, most(fspec[kind])) for kind in fspec if kind not in PLAIN | {"disk"}]
    disk = fspec.get("disk", 0)
    disk = disk if isinstance(disk, dict) else {"write": disk}
    return [(kind, n) for kind, n in [*found, *((k, n) for k, n in disk.items() if k not in OF_DISKS)] if n]


def counted(number, noun):
    return f"{number} {noun}" if number == 1 or len(noun) == 1 else f"{number} {noun}{'es' if noun.endswith('sh') else 's'}"


def budgets(fspec):
    names = {**FINITE, **DISKS}
    parts = [counted(most(fspec["crashes"]), "crash")] if most(fspec.get("crashes", 0)) else []
    parts += [counted(number, names.get(kind, kind)) for kind, number in beyond(fspec)]
    omitted = fspec.get("omissions", "all")
    omitted = omitted.get("most", "all") if isinstance(omitted, dict) else omitted
    if omitted not in ("none", 0):
        parts.append("any omissions" if omitted == "all" else counted(omitted, "omission"))
    return ", ".join(parts) + (f"; {counted(fspec['faults'], 'fault')} in all" if "faults" in fspec else "")


def not_translated(config):
    """Returns the reason why clingo cannot answer about the config, or an empty text."""
    unknown = sorted(set(config) - OF_CONFIG) + sorted({kind for kind, _ in beyond(config["fspec"])} - set(FINITE) - set(DISKS))
    return f"the translation does not know {', '.join(unknown)}" if unknown else ""


def repeated(ask, times):
    """ask() returns (answer, CPU seconds, whether it ran out of time); the answer is that of the first run."""
    runs = [ask()]
    while len(runs) < times and not runs[-1][2]:
        runs.append(ask())
    return Timed(runs[0][0], measure.median(run[1] for run in runs), runs[-1][2])


def by_specification(summary):
    """Returns (verdict, falsifiers) of each specification."""
    whole = {"name": INVARIANT, "verdict": summary.get("verdict", "-"), "counterexamples": summary.get("counterexamples", [])}
    return {one["name"]: (one["verdict"], one["counterexamples"]) for one in summary.get("specs") or [whole]}


def spent(timed):
    return f"{'> ' if timed.late else ''}{timed.cpu:.2f}"


def ratio(mine, other):
    if mine.late and other.late:
        return "-"
    bound = "> " if other.late else "< " if mine.late else ""
    return f"{bound}{other.cpu / max(mine.cpu, 0.001):.1f}"


class Bench:
    def __init__(self, options, folder):
        self.farm = os.path.abspath(options.farm)
        self.results = str(Path(self.farm).with_name("ldfi-results"))
        self.source, self.folder = Path(options.source).resolve(), Path(folder).resolve()
        self.time, self.limit, self.times = options.time, seconds(options.time), options.times
        self.reasons, self.disagreements = collections.defaultdict(list), []
        sys.path[1:1] = [str(self.source / "test" / "oracle" / part) for part in ("recovery", "clingo")]

    def models(self, wanted):
        import configs

        for name, programs, includes, config in configs.all_configs(str(self.source)):
            chosen = not wanted or any(fnmatch.fnmatch(name, one) or Path(name).stem == one for one in wanted)
            if chosen and "sweep" not in config and beyond(config.get("fspec", {})):
                yield Model(name, programs, includes, config)

    def without_specs(self, model):
        """Writes a config without specifications, for the invariant alone, and returns its path."""
        path = self.folder / "alone.yaml"
        whole = {key: value for key, value in model.config.items() if key != "specs"}
        beside = {"program": model.programs, **({"include": model.includes} if model.includes else {})}
        whole |= {key: [os.path.relpath(one, self.folder) for one in paths] for key, paths in beside.items()}
        path.write_text(json.dumps(whole), encoding="utf-8")
        return str(path)

    def search(self, config, *more):
        """Returns the summary, the CPU seconds, and whether time ran out."""
        done = measure.farm(self.farm, [str(config), "--time-limit", self.time, *more], 1.5 * self.limit + 10)
        if done.run.status not in (0, 1, 2) and not done.run.timed_out:
            sys.exit(f"{config}: ldfi-farm left with {done.run.status}")
        late = done.run.timed_out or done.verdict == "inconclusive"
        return done.summary, done.run.cpu, late

    def decided(self, path):
        """Returns whether clingo finds a fault set, or None; CPU seconds; and whether time ran out, or another
        problem.
        """
        run = clingo.decide(path, self.limit)
        verdict = None if run.timed_out else clingo.VERDICT.get(run.status)
        return (verdict and verdict == "counterexample", f"clingo left with {run.status}"), run.cpu, run.timed_out

    def by_clingo(self, model):
        """Returns the runs of clingo, or the reason why there are none."""
        import asking_clingo
        import configs
        import program

        reason = not_translated(model.config)
        if reason:
            return reason
        loaded = program.load(model.programs, model.includes)
        asked = asking_clingo.Clingo(loaded, configs.own_fspec(model.config, loaded))
        if "pre" not in asked.translation.arity:
            return "the translation needs a relation pre"
        path = self.folder / "question.lp"
        path.write_text(asked.translation.text([*asked.goals, ":- not violated(_).", *asking_clingo.SHOW]), encoding="utf-8")
        timed = repeated(lambda: self.decided(path), self.times)
        violated, ended = timed.answer
        return ended if violated is None and not timed.late else timed._replace(answer=violated)

    def grouped(self, output):
        """Returns the members of each group as indices of falsifiers, and whether all were grouped; or None."""
        done = subprocess.run([self.results, "groups", str(output), "--json", "--time-limit", self.time], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False)  # fmt: skip
        if done.returncode:
            return None
        cell = json.loads(done.stdout)[0]
        return [{int(one[1:]) - 1 for one in group["falsifiers"]} for group in cell["groups"]], not cell["not_grouped"]

    def every(self, config):
        """How many minimal falsifiers, families and groups each specification has, as texts.

        Those of a search that ran out of time may not be minimal, nor all."""
        output = self.folder / "all.h5"
        summary, _, _ = self.search(config, "--stop", "all", "-o", str(output))
        listed = summary.get("counterexamples", [])
        groups = self.grouped(output) if listed else ([], True)
        for path in self.folder.glob("all*"):
            path.unlink()
        complete, texts = summary.get("complete"), {}
        for name, (_, falsifiers) in by_specification(summary).items():
            own = {one["faults"] for one in falsifiers if one["minimal"] or not complete}
            places = {place for place, one in enumerate(listed) if one["faults"] in own}
            numbers = [len(own), len({listed[place]["family"] for place in places})]
            texts[name] = [str(number) if complete else f"found {number}" for number in numbers] + ["-"]
            if groups:
                number = sum(bool(group & places) for group in groups[0])
                texts[name][2] = str(number) if complete and groups[1] else f"found {number}"
        return texts

    def agree(self, model, specification, *answers):
        """Returns true if the answers about a specification do not contradict each other."""
        if len(set(answers) - {None}) > 1:
            self.disagreements.append(f"{model.name}, {specification}: {answers}")

    def because(self, model, reason):
        self.reasons[reason].append(model.name)
        return "-", "-"

    def beside(self, model, mine):
        """Returns the two cells about clingo."""
        other = self.by_clingo(model)
        if isinstance(other, str):
            return self.because(model, other)
        verdict = by_specification(mine.answer)[INVARIANT][0]
        self.agree(model, f"{INVARIANT}, ldfi-farm and clingo", VIOLATED.get(verdict), other.answer)
        return spent(other), ratio(mine, other)

    def rows(self, model):
        original, specs = self.source / "configs" / model.name, "specs" in model.config
        mine = repeated(lambda: self.search(self.without_specs(model) if specs else original, "--stop", "first"), self.times)
        of_all = repeated(lambda: self.search(original, "--stop", "first"), self.times) if specs else mine
        found, every = by_specification(of_all.answer), self.every(original)
        alone = by_specification(mine.answer)[INVARIANT]
        fspec = model.config["fspec"]
        for name, (verdict, falsifiers) in {**found, INVARIANT: alone}.items():
            numbers = ["0"] * 3 if VIOLATED.get(verdict) is False else every.get(name, ["-"] * 3)
            self.agree(model, f"{name}, first and all", VIOLATED.get(verdict), VIOLATED.get(found.get(name, alone)[0]))
            if name == INVARIANT:
                times = (spent(mine), *self.beside(model, mine))
            else:
                times = (f"all: {spent(of_all)}", *self.because(model, NO_SPECIFICATIONS))
            first = next((one["faults"] + ("" if one["minimal"] else " (maybe not minimal)") for one in falsifiers), "-")
            cells = (model.name, f"⟨{fspec['eot']},{fspec['eff']}⟩", budgets(fspec), name, verdict, first, *numbers, *times)
            yield f"| {' | '.join(cells)} |"

    def notes(self):
        for reason, names in self.reasons.items():
            rows = collections.Counter(names)
            yield f"- for clingo: {reason} ({sum(rows.values())} rows of {len(rows)} configs: {', '.join(rows)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("farm")
    parser.add_argument("source")
    parser.add_argument("--time", default="120s")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    options = parser.parse_args()
    if shutil.which("clingo") is None:
        sys.exit("clingo is not installed")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        print(HEAD)
        for model in bench.models(options.only):
            for row in bench.rows(model):
                print(row, flush=True)
    print("", *bench.notes(), "- all: one search for all specifications, with the invariant", sep="\n")
    print("- found: the search for all, or the grouping, ran out of time; these falsifiers may not be minimal, nor all")
    print(f"- {time.monotonic() - began:.0f} s of wall clock")
    if bench.disagreements:
        sys.exit("\n".join(["answers disagree:", *bench.disagreements]))


if __name__ == "__main__":
    main()
