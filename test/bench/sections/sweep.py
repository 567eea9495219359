"""Repeats Figure 13 as the paper ran it, with a sweep of limited duration, and compares with clingo in the same
steps.
"""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt

import clingo
import measure
import sweep
from page import COLOURS, seconds

TITLE = "Figure 13 as a sweep"
CONFIGS = {"flux": "figures/flux"}  #: configs whose mode and crashes are those of the sweep
#: Memory of each of two runs at the same time; less on a machine with less than 20 GB.
MEMORY_GB = 8


@dataclass
class Climb:
    """How far clingo got. `spent` is the time of all its runs, and `memory_mb` the memory of the largest one."""

    deepest: int
    spent: float
    memory_mb: float
    ended: str


def climb(bench, name: str, first: int, memory_gb: float, core: int) -> Climb:
    """Runs clingo from EOT `first` on, which grows by half each time, until the duration of a sweep is used up."""
    eot, deepest, spent, peak = first, 0, 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "question.lp"
        while True:
            clingo.translate(bench, CONFIGS.get(name, name), (eot, eot - 1), path)
            got = clingo.decide(path, bench.sweep_s - spent, memory_gb=memory_gb, core=core)
            spent, peak = spent + got.wall, max(peak, got.memory_mb)
            if got.timed_out:
                return Climb(deepest, spent, peak, "time")
            if got.status == clingo.NO_MEMORY:
                return Climb(deepest, spent, peak, "memory")
            verdict = clingo.VERDICT.get(got.status, f"status {got.status}")
            if verdict != "certified" or spent >= bench.sweep_s:
                return Climb(deepest, spent, peak, "time" if verdict == "certified" else verdict)
            deepest, eot = eot, eot + eot // 2


def side_by_side(bench, name: str, paper: tuple, memory_gb: float) -> tuple[measure.Farm, Climb]:
    """Runs a sweep and clingo at the same time, each on a core, or one after the other if there is one core."""
    cores = measure.cores()
    with ThreadPoolExecutor(min(2, len(cores))) as pool:
        config = bench.source / f"configs/sweeps/{name}.yaml"
        ours = pool.submit(sweep.sweep, bench.farm, config, bench.sweep_s, "half", memory_gb=memory_gb, core=cores[0])
        theirs = pool.submit(climb, bench, name, paper[0], memory_gb, cores[-1])
        return ours.result(), theirs.result()


def by_ones(bench, memory_gb: float) -> list[measure.Farm]:
    """Runs each program's sweep in steps of one, for a quarter of the time, each on a core."""
    cores = measure.cores()[:2]
    with ThreadPoolExecutor(len(cores)) as pool:
        config = (bench.source / f"configs/sweeps/{name}.yaml" for name, _, _ in sweep.PROTOCOLS)
        return list(pool.map(lambda c: sweep.sweep(bench.farm, c, bench.sweep_s / 4, "one", memory_gb=memory_gb), config))


def plot(bench, names: list[str], series: dict[str, list[int]]) -> None:
    figure, axis = plt.subplots(figsize=(7.0, 3.2))
    width = 0.85 / len(series)
    colours = ("#bdbdbd", COLOURS["clingo"], COLOURS["live"], COLOURS["lineage"])
    for i, (label, values) in enumerate(series.items()):
        places = [x + (i - (len(series) - 1) / 2) * width for x in range(len(names))]
        bars = axis.bar(places, values, width, color=colours[i], label=label)
        axis.bar_label(bars, [f"{v:,}" for v in values], fontsize=6, padding=3, rotation=90)
    axis.set_yscale("log")
    axis.set_xticks(range(len(names)), names)
    axis.grid(axis="x", visible=False)
    axis.set_ylabel("deepest certified EOT")
    axis.margins(y=0.22)
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    bench.page.plot("sweep", figure, "Deepest certified EOT for each protocol: paper, clingo, and ldfi-farm with EOT raised by one and by half")


def eot(done: measure.Farm) -> int:
    fspec = sweep.deepest(done)
    return fspec[0] if fspec else 0


def introduction(bench, memory_gb: float) -> str:
    together = "at the same time, each on a core of its own" if len(measure.cores()) > 1 else "one after the other, since there is one core"
    return (
        f"How large an EOT does a sweep reach? The paper's sweeps took 120 s. In the table, ldfi-farm and clingo get {bench.sweep_s:g} s each, {together}, and "
        f"{memory_gb:.3g} GB each.\n\n"
        "- ldfi-farm and clingo raise EOT by half of itself (`--sweep-stride half`), with EFF = EOT − 1 and one crash.\n"
        "- clingo begins at the paper's EOT. ldfi-farm begins at the first EOT at which the program promises anything.\n"
        "- The time of clingo does not include the translation. The time of ldfi-farm includes writing the results after the time is up.\n"
        "- `ended` says which limit ended the sweep, and `MB` is the largest amount of memory that the sweep used.\n"
        f"- `by ones` has the result of a second sweep of ldfi-farm, which raises EOT by one, as the paper did, for {bench.sweep_s / 4:g} s.")  # fmt: skip


def run(bench) -> None:
    memory_gb = min(MEMORY_GB, 0.4 * measure.memory_gb())
    pairs = [side_by_side(bench, name, paper, memory_gb) for name, _, paper in sweep.PROTOCOLS]
    ones = by_ones(bench, memory_gb)
    titles = [title for _, title, _ in sweep.PROTOCOLS]
    bench.page.text(introduction(bench, memory_gb))
    plot(bench, titles, {
        "paper (120 s)": [paper[0] for _, _, paper in sweep.PROTOCOLS],
        f"clingo ({bench.sweep_s:g} s)": [theirs.deepest for _, theirs in pairs],
        f"ldfi-farm by ones ({bench.sweep_s / 4:g} s)": [eot(done) for done in ones],
        f"ldfi-farm ({bench.sweep_s:g} s)": [eot(ours) for ours, _ in pairs],
    })  # fmt: skip
    rows = []
    for (_, title, paper), (ours, theirs), one in zip(sweep.PROTOCOLS, pairs, ones):
        cells = [sweep.deepest_text(ours), len(ours.summary["cells"]), sweep.ended(ours), seconds(ours.run.wall), f"{ours.run.memory_mb:.0f}"]
        rows.append([title, sweep.fspec_text(paper), *cells, sweep.deepest_text(one), theirs.deepest, theirs.ended, seconds(theirs.spent),
                     f"{theirs.memory_mb:.0f}"])  # fmt: skip
    header = ["program", "paper", "ldfi-farm", "cells", "ended", "wall s", "MB", "by ones", "clingo EOT", "clingo ended", "clingo s", "clingo MB"]
    bench.page.table("sweep", header, rows)
