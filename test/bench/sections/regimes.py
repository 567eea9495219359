"""Measures programs that are hard in three ways, and how far ldfi-farm and clingo get with each."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt

import clingo
import measure
from page import COLOURS, number, seconds

TITLE = "Three ways to be hard"
LIMIT_S = 30
QUICK_S = 2  #: a faster run is repeated, and the median of three runs counts


@dataclass
class Regime:
    name: str
    title: str
    programs: list[str]
    eots: list[int]
    slack: int  #: EOT - EFF
    text: str


REGIMES = [
    Regime("long", "Long: EOT grows", ["ack-deliv", "redun-deliv", "bully"], [30, 100, 300, 1000, 3000, 10_000, 30_000], 1,
           "In these programs, every tick repeats the tick before. The time for grounding grows with the square of EOT in clingo, and in "
           "proportion to EOT in ldfi-farm."),
    Regime("hard-to-solve", "Hard to solve: Paxos that repeats its messages", ["paxos-retry"], [20, 30, 40, 50, 60], 2,
           "This program has few possible facts. The proof takes nearly all of the time."),
    Regime("hard-to-ground", "Hard to ground: Raft", ["raft"], [12, 14, 16, 18, 20, 24], 2,
           "Before grounding, any entry of any term looks possible at any place of a log, although only few runs are possible."),
]  # fmt: skip


@dataclass
class Point:
    program: str
    eot: int
    ours: list[measure.Farm]
    theirs: list[measure.Run]  #: the runs of clingo; empty if it was late at a smaller EOT

    def verdict(self) -> str:
        mine = {got.verdict for got in self.ours if got.verdict in ("certified", "counterexample")}
        yours = {clingo.VERDICT[run.status] for run in self.theirs if run.status in clingo.VERDICT}
        return f"DISAGREES: {mine} and {yours}" if len(mine | yours) > 1 else next(iter(mine), "no verdict")


def late(runs: list[measure.Run]) -> bool:
    return any(run.timed_out for run in runs)


def repeated(measured) -> list:
    """Makes three runs if they are quick, otherwise one. `measured()` returns a value and its Run."""
    first, run = measured()
    return [first] + [measured()[0] for _ in range(2 if run.wall < QUICK_S else 0)]


def ours(bench, regime: Regime, program: str, eot: int) -> list[measure.Farm]:
    def once():
        bounds = ["--eot", str(eot), "--eff", str(eot - regime.slack)]
        got = measure.farm(bench.farm, [bench.config(program), *bounds], LIMIT_S)
        return got, got.run

    return repeated(once)


def theirs(bench, regime: Regime, program: str, eot: int, folder: Path) -> list[measure.Run]:
    path = folder / "question.lp"
    clingo.translate(bench, program, (eot, eot - regime.slack), path)

    def once():
        run = clingo.decide(path, LIMIT_S)
        return run, run

    return repeated(once)


def climb(bench, regime: Regime, program: str, folder: Path) -> list[Point]:
    """Increases EOT for each of both programs until it is late."""
    points: list[Point] = []
    for eot in regime.eots:
        last = points[-1] if points else None
        if last and late([got.run for got in last.ours]):
            break
        rival = [] if last and (not last.theirs or late(last.theirs)) else theirs(bench, regime, program, eot, folder)
        points.append(Point(program, eot, ours(bench, regime, program, eot), rival))
    return points


def plot(bench, regime: Regime, points: list[Point]) -> None:
    figure, axis = plt.subplots(figsize=(5.6, 3.6))
    for program, marker in zip(regime.programs, "o^s"):
        mine = [p for p in points if p.program == program]
        for side, colour, runs in (
            ("ldfi-farm", COLOURS["lineage"], [(p.eot, [got.run for got in p.ours]) for p in mine]),
            ("clingo", COLOURS["clingo"], [(p.eot, p.theirs) for p in mine if p.theirs]),
        ):
            done = [(eot, measure.median(run.wall for run in of)) for eot, of in runs if not late(of)]
            axis.plot(*zip(*done), marker=marker, markersize=4, linewidth=1.2, color=colour, label=f"{side}, {program}")
            for eot in [eot for eot, of in runs if late(of) and done]:
                axis.plot(*zip(done[-1], (eot, LIMIT_S)), marker=marker, markersize=5, markevery=[1], linewidth=0.9,
                          linestyle=":", color=colour, markerfacecolor="white", clip_on=False)  # fmt: skip
    axis.axhline(LIMIT_S, color="#888888", linewidth=0.8, linestyle="--")
    axis.set_yscale("log")
    if regime.eots[-1] > 50 * regime.eots[0]:
        axis.set_xscale("log")
    else:
        axis.set_xticks(regime.eots)
    axis.set(xlabel="EOT", ylabel="wall s")
    axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    bench.page.plot(f"regime-{regime.name}", figure, f"Wall time against EOT, ldfi-farm and clingo: {regime.name}")


def shown(runs: list[measure.Run], value, text) -> str:
    if not runs:
        return ""
    return f"> {LIMIT_S}" if late(runs) else text(measure.median(value(run) for run in runs))


def run(bench) -> None:
    bench.page.text(
        "A program can be hard in three ways: a run is long, the proof is hard, or too many facts look possible. How large an EOT do "
        "ldfi-farm and clingo reach in each case?",
        f"The Fspecs have one crash. Each run gets one core and at most {LIMIT_S} s, and ldfi-farm and clingo run in turn. A time is "
        f"the median of three runs if a run takes less than {QUICK_S} s. Each tool ends at the first EOT that it does not finish; "
        "the plots show this EOT as a hollow mark. The times mean the same as in the section *Against clingo*.")  # fmt: skip
    header = ["program", "EOT", "verdict", "ldfi-farm s", "CPU s", "MB", "clingo s", "CPU s", "MB", "ratio"]
    for regime in REGIMES:
        with tempfile.TemporaryDirectory() as folder:
            points = [p for program in regime.programs for p in climb(bench, regime, program, Path(folder))]
        bench.page.text(f"### {regime.title}", regime.text)
        plot(bench, regime, points)
        rows = []
        for p in points:
            mine = [got.run for got in p.ours]
            sides = [cell for runs in (mine, p.theirs) for cell in (
                shown(runs, lambda r: r.wall, seconds), "" if late(runs) else shown(runs, lambda r: r.cpu, seconds),
                number(max(r.memory_mb for r in runs)) if runs else "")]  # fmt: skip
            both = p.theirs and not late(mine)
            sign = "< " if late(p.theirs) else ""
            ratio = sign + number(measure.median(r.wall for r in mine) / measure.median(r.wall for r in p.theirs), 2) if both else ""
            rows.append([p.program, p.eot, p.verdict(), *sides, ratio])
        bench.page.table(f"regime-{regime.name}", header, rows)
