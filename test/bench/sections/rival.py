"""Side by side with clingo on a translation of the same program and Fspec: the bounded model checker one would write instead."""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

import clingo
import measure
from page import COLOURS, number, seconds

TITLE = "Against clingo"
LIMIT_S = 10
FACTORS = (1, 2, 8)
PROGRAMS = ["simple-deliv", "retry-deliv", "classic-deliv", "redun-deliv", "ack-deliv", "2pc", "2pc-timeout",
            "2pc-timeout-agreement", "2pc-ctp", "3pc", "kafka", "paxos", "bully", "figures/flux"]  # fmt: skip


class Row:
    def __init__(self, name: str, factor: int, bounds: tuple[int, int]):
        self.name, self.factor, self.bounds = name, factor, bounds
        self.ours: list[measure.Farm] = []
        self.theirs: list[measure.Run] = []

    def wall(self, side: str) -> float:
        """Returns the median of the seconds, or the limit if time ran out."""
        runs = [r.run for r in self.ours] if side == "ours" else self.theirs
        return LIMIT_S if any(r.timed_out for r in runs) else measure.median(r.wall for r in runs)

    def cpu(self, side: str) -> float:
        runs = [r.run for r in self.ours] if side == "ours" else self.theirs
        return measure.median(r.cpu for r in runs)

    def late(self, side: str) -> bool:
        runs = [r.run for r in self.ours] if side == "ours" else self.theirs
        return any(r.timed_out for r in runs)

    def ratio(self) -> str:
        if self.late("ours") and self.late("theirs"):
            return "neither"
        sign = "> " if self.late("ours") else "< " if self.late("theirs") else ""
        return sign + number(self.wall("ours") / self.wall("theirs"), 2)

    def ratio_cpu(self) -> str:
        return "" if self.late("ours") or self.late("theirs") else number(self.cpu("ours") / self.cpu("theirs"), 2)

    def disagreement(self) -> str:
        mine = {r.verdict for r in self.ours if r.verdict}
        yours = {clingo.VERDICT[r.status] for r in self.theirs if r.status in clingo.VERDICT}
        mine = {"certified" if v == "vacuous" else v for v in mine}
        return "" if len(mine | yours) <= 1 else f"DISAGREES: {mine} and {yours}"


def scaled(spec: dict, factor: int) -> tuple[int, int]:
    """Returns EOT times the factor, and EFF as far before it as in the config. An EFF of 0 stays 0."""
    eot = spec["eot"] * factor
    return eot, eot - (spec["eot"] - spec["eff"]) if spec["eff"] else 0


def compare(bench, name: str, factor: int, folder: Path) -> Row:
    import yaml

    with open(bench.config(name), encoding="utf-8") as file:
        bounds = scaled(yaml.safe_load(file)["fspec"], factor)
    row = Row(name.split("/")[-1], factor, bounds)
    path = folder / f"{row.name}-{factor}.lp"
    clingo.translate(bench, name, bounds, path)
    arguments = [bench.config(name), "--eot", str(bounds[0]), "--eff", str(bounds[1])]
    while len(row.ours) < 5:
        row.ours.append(measure.farm(bench.farm, arguments, LIMIT_S))
        row.theirs.append(clingo.decide(path, LIMIT_S))
        if max(row.wall("ours"), row.wall("theirs")) * len(row.ours) > 4:
            break
    path.unlink()
    return row


def plot(bench, rows: list[Row]) -> None:
    figure, axis = plt.subplots(figsize=(5.2, 4.6))
    low, high = 0.002, LIMIT_S * 1.4
    axis.plot([low, high], [low, high], color="#888888", linewidth=0.8)
    axis.plot([low, high], [low / 5, high / 5], color="#888888", linewidth=0.8, linestyle=":")
    axis.annotate("as fast", (0.012, 0.0145), color="#666666", fontsize=8, rotation=45)
    axis.annotate("5 times faster", (0.062, 0.0145), color="#666666", fontsize=8, rotation=45)
    for factor, marker, colour in zip(FACTORS, "o^s", ("#9ecae1", COLOURS["lineage"], "#08306b")):
        points = [(r.wall("theirs"), r.wall("ours")) for r in rows if r.factor == factor]
        label = "the paper's Fspec" if factor == 1 else f"{factor} × its EOT"
        axis.scatter(*zip(*points), marker=marker, s=26, color=colour, label=label, zorder=3)
    axis.axvline(LIMIT_S, color=COLOURS["clingo"], linewidth=0.8, linestyle="--")
    axis.annotate("limit", (LIMIT_S * 0.66, low * 1.15), color=COLOURS["clingo"], fontsize=8)
    axis.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    axis.set_xlabel("clingo, s")
    axis.set_ylabel("ldfi-farm, s")
    axis.legend(loc="upper left")
    bench.page.plot("rival", figure, "Wall time of ldfi-farm against clingo, one point a program and Fspec")


def summed(factor: int, ratio: str, slower: int, rows: int) -> str:
    return f"For the rows with EOT × {factor}, the median ratio is {ratio}. ldfi-farm is slower in {slower} of the {rows} rows that both tools finish."


def run(bench) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for factor in FACTORS:
            rows += [compare(bench, name, factor, Path(folder)) for name in PROGRAMS]
    bench.page.text(
        "clingo gets a translation of the same program and Fspec (`test/oracle/clingo/ded2asp.py`), and decides whether any fault set "
        "violates.",
        "- The time of clingo is the time of clingo's process on the finished translation. The time of ldfi-farm is the time of its "
        "whole process, from reading the program to writing the results file.\n"
        "- ldfi-farm finds a smallest counterexample and executes it. clingo finds any counterexample.\n"
        "- ldfi-farm and clingo run in turn, on one core each. A cell has the median of five runs, or of fewer runs if a run takes "
        f"seconds. Each run gets at most {LIMIT_S} s.\n"
        "- The second column says how many times as large EOT is as in the paper.\n"
        "- A ratio divides the time of ldfi-farm by the time of clingo.")  # fmt: skip
    plot(bench, rows)
    shown = []
    for r in rows:
        ours = f"> {LIMIT_S}" if r.late("ours") else seconds(r.wall("ours"))
        theirs = f"> {LIMIT_S}" if r.late("theirs") else seconds(r.wall("theirs"))
        memory = [number(max(x.run.memory_mb for x in r.ours)), number(max(x.memory_mb for x in r.theirs))]
        verdict = r.disagreement() or next((x.verdict for x in r.ours if x.verdict), "no verdict")
        shown.append([r.name, f"× {r.factor}", f"⟨{r.bounds[0]},{r.bounds[1]}⟩", verdict, ours, theirs, r.ratio(), r.ratio_cpu(), *memory])
    header = ["program", "EOT", "⟨EOT,EFF⟩", "verdict", "ldfi-farm s", "clingo s", "ratio", "ratio of CPU", "ldfi-farm MB", "clingo MB"]
    bench.page.table("rival", header, shown)
    for factor in FACTORS:
        both = [r.wall("ours") / r.wall("theirs") for r in rows if r.factor == factor and not (r.late("ours") or r.late("theirs"))]
        slower = sum(ratio > 1 for ratio in both)
        bench.page.text(summed(factor, number(measure.median(both), 2), slower, len(both)))
