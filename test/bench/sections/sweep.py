"""Figure 13 as the paper ran it, a sweep within a time, beside clingo that climbs in the same steps."""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

import clingo
import sweep
from page import COLOURS, seconds

TITLE = "Figure 13 as a sweep: how deep in a given time"
SECONDS = 20  #: the paper gave 120; `test/bench/sweep.py` runs those, and sweeps by ones
CONFIGS = {"flux": "figures/flux"}  #: where the Fspec's mode and crashes are those of the sweep


def climb(bench, name: str, first: int, folder: Path) -> tuple[int, float, str]:
    """The deepest EOT that clingo certifies when the times of its runs add up to SECONDS, their sum, and why it ended."""
    eot, deepest, spent = first, 0, 0.0
    path = folder / "question.lp"
    while True:
        clingo.translate(bench, CONFIGS.get(name, name), (eot, eot - 1), path)
        got = clingo.decide(path, SECONDS - spent)
        verdict = clingo.VERDICT.get(got.status, "late" if got.timed_out else f"status {got.status}")
        spent += got.wall
        if verdict != "certified" or spent >= SECONDS:
            return deepest, spent, verdict
        deepest, eot = eot, eot + eot // 2


def plot(bench, names: list[str], series: dict[str, list[int]]) -> None:
    figure, axis = plt.subplots(figsize=(6.4, 3.2))
    width = 0.8 / len(series)
    colours = ("#bdbdbd", COLOURS["clingo"], COLOURS["lineage"])
    for i, (label, values) in enumerate(series.items()):
        places = [x + (i - 1) * width for x in range(len(names))]
        bars = axis.bar(places, values, width, color=colours[i], label=label)
        axis.bar_label(bars, [str(v) for v in values], fontsize=7, padding=1)
    axis.set_yscale("log")
    axis.set_xticks(range(len(names)), names)
    axis.grid(axis="x", visible=False)
    axis.set_ylabel("deepest certified EOT")
    axis.margins(y=0.1)
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    bench.page.plot("sweep", figure, "Deepest certified EOT for each protocol: the paper's, clingo's, ours")


def run(bench) -> None:
    rows, series = [], {"paper (120 s)": [], f"clingo ({SECONDS} s)": [], f"ldfi-farm ({SECONDS} s)": []}
    for name, title, paper in sweep.PROTOCOLS:
        ours = sweep.sweep(bench.farm, bench.source / f"configs/sweeps/{name}.yaml", SECONDS, "half")
        with tempfile.TemporaryDirectory() as folder:
            theirs, spent, ended = climb(bench, name, paper[0], Path(folder))
        for values, eot in zip(series.values(), (paper[0], theirs, sweep.deepest(ours)[0])):
            values.append(eot)
        rows.append([title, sweep.fspec_text(paper), sweep.fspec_text(sweep.deepest(ours)), ours["verdict"], len(ours["cells"]),
                     seconds(ours["seconds"]), theirs, seconds(spent), ended])  # fmt: skip
    bench.page.text(
        f"The paper swept for 120 s; here a sweep gets {SECONDS} s, and raises EOT by half of itself (`--sweep-stride half`). Inside "
        "the solver the limit is one of CPU time, so on a busy machine a sweep ends later. clingo climbs from the "
        "paper's EOT in the same steps (EFF = EOT − 1, one crash); only its own time counts, not that of the translation.")  # fmt: skip
    plot(bench, [title for _, title, _ in sweep.PROTOCOLS], series)
    header = ["program", "paper", "ldfi-farm", "verdict", "cells", "wall s", "clingo EOT", "its s", "ended"]
    bench.page.table("sweep", header, rows)
