"""The cases of same.py: commands of the programs, each as a list of words that begins with the program's name.

A step may be a function instead, which gets the folder of the run and returns the words, or None for nothing to run: it can read what
the steps before it left, such as the fault set of a counterexample.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMIT = ["--time-limit", "100s"]
VIEWS_OF_A_RUN = (["summary"], ["summary", "--json"], ["report", "--diagrams", "3", "-o", "report.html"])
VIEWS_OF_A_CELL = (
    ["falsifiers", "--json"], ["show"], ["show", "none"], ["lamport"], ["lamport", "none"], ["lineage"], ["diff"], ["export", "--json"],
    ["export", "--csv", "-o", "csv"],
)  # fmt: skip
VIEWS_OF_A_PROGRAM = (["show", "--state"], ["lineage", "--all"], ["groups", "--json"], ["coverage", "--json"])


@dataclass
class Case:
    name: str
    steps: list[Any]


def has_key(config: Path, key):
    """True if the config has the key at its top level."""
    return any(line.startswith((f"{key}:", f'{{"{key}":')) for line in config.read_text(encoding="utf-8").splitlines())


def views(config, of_cell=VIEWS_OF_A_CELL):
    cell = ["--cell", "0"] if has_key(config, "sweep") else []
    steps = [*VIEWS_OF_A_RUN, *([*words, *cell] for words in of_cell)]
    return [["ldfi-results", words[0], "run.h5", *words[1:]] for words in steps]


def search(config, *more):
    return ["ldfi-farm", str(config), *LIMIT, "-o", "run.h5", *more]


def replays(config):
    """A step that replays the first counterexample that remember() kept. A sweep has none: its cells have different constants."""

    def step(folder):
        text = (folder / "first.json").read_text(encoding="utf-8").strip()
        found = json.loads(text.splitlines()[-1]).get("counterexamples") if text else None
        if not found:
            return None
        faults = found[0]["faults"]
        return ["ldfi-farm", str(config), "--replay", faults if isinstance(faults, str) else " ".join(faults), "--quiet"]

    return [] if has_key(config, "sweep") else [step]


def remember(folder):
    """Keeps the answer of the step before for replay()."""
    (folder / "last-output.json").rename(folder / "first.json")


def program_cases(config, name):
    summary = search(config, "--summary", "json", "--certificate", "certificate")
    yield Case(f"search/{name}", [summary, remember, *views(config, VIEWS_OF_A_CELL + VIEWS_OF_A_PROGRAM), ["ldfi-check", "certificate"], *replays(config), search(config, "--summary", "text")])
    yield Case(f"all/{name}", [search(config, "--stop", "all", "--summary", "json", "--max-runs", "400"), *views(config, VIEWS_OF_A_CELL[:1])])
    yield Case(f"minimise/{name}", [search(config, "--minimise"), ["ldfi-results", "minimisation", "run.h5", "--json"]])
    yield Case(f"forever/{name}", [["ldfi-farm", str(config), *LIMIT, "--forever", "--summary", "json", "-o", "run.h5", "--certificate", "certificate"],
                                   ["ldfi-results", "summary", "run.h5"], ["ldfi-check", "certificate"]])  # fmt: skip
    yield Case(f"count/{name}", [["ldfi-farm", str(config), *LIMIT, "--count", "--summary", "json"]])


def system_cases(config, name):
    yield Case(f"search/{name}", [search(config, "--summary", "json", "--recordings", "recordings"), remember, *views(config), *replays(config)])
    yield Case(f"minimise/{name}", [search(config, "--minimise"), ["ldfi-results", "minimisation", "run.h5", "--json"]])


def all_cases(source: Path):
    """The cases of all configs, by name."""
    folder = source / "configs"
    for config in sorted(folder.rglob("*.yaml")):
        name = str(config.relative_to(folder)).removesuffix(".yaml")
        yield from (system_cases if has_key(config, "system") else program_cases)(config, name)
