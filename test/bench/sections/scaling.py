"""Measures ranks: speed-up if executions take most of the time, and wasted speculation if proofs do."""

import os

import matplotlib.pyplot as plt

import measure
from page import COLOURS, number, seconds

TITLE = "More ranks"
RANKS = (1, 2, 4, 8, 16, 64)
RUNS = 3
EXHAUSTIVE = ["ack-deliv", "--eot", "6", "--eff", "5", "--crashes", "0", "--strategy", "exhaustive"]
LIVE = ["figures/flux", "--expand", "live"]
ROOT = ("--allow-run-as-root",) if os.geteuid() == 0 else ()


def on(bench, workload: list[str], ranks: int) -> measure.Farm:
    launcher = ("mpirun", "--quiet", *ROOT, "--oversubscribe", "-n", str(ranks))
    return measure.farm(bench.farm, [bench.config(workload[0]), *workload[1:]], 120, launcher, memory_gb=64)


def plot(bench, walls: dict[int, float]) -> None:
    figure, axis = plt.subplots(figsize=(5.2, 3.4))
    first = walls[1]
    axis.plot(list(walls), [first / wall for wall in walls.values()], marker="o", color=COLOURS["lineage"], label="measured")
    ideal = [min(max(ranks - 1, 1), os.cpu_count() or 1) for ranks in walls]
    axis.plot(list(walls), ideal, linestyle="--", color="#888888", label=f"workers, at most {os.cpu_count()} cores")
    axis.set_xscale("log", base=2)
    axis.set_xticks(list(walls), [str(r) for r in walls])
    axis.minorticks_off()
    axis.set_ylim(bottom=0)
    axis.set_xlabel("ranks (one of them the master)")
    axis.set_ylabel("speed-up")
    axis.legend()
    bench.page.plot("scaling", figure, "Speed-up over ranks of an exhaustive search")


def measured(bench) -> dict[int, list[measure.Farm]]:
    """Returns the runs for each number of ranks. They take turns, so that a busy minute affects all numbers."""
    out: dict[int, list[measure.Farm]] = {ranks: [] for ranks in RANKS}
    for _ in range(RUNS):
        for ranks in RANKS:
            got = on(bench, EXHAUSTIVE, ranks)
            if got.summary:
                out[ranks].append(got)
    return {ranks: got for ranks, got in out.items() if got}


def run(bench) -> None:
    rows, walls = [], {}
    busy = measure.load_average() > (os.cpu_count() or 1)
    if busy:
        bench.page.text(
            f"**The machine was busy with other work (load average {measure.load_average():.0f}). Do not rely on the times of this "
            "section; CPU seconds are usable.**")  # fmt: skip
    for ranks, runs in measured(bench).items():
        walls[ranks] = min(got.summary["wall_s"] for got in runs)
        rows.append([ranks, number(runs[0].summary["executions"]), seconds(walls[ranks]), number(walls[1] / walls[ranks], 2),
                     seconds(min(got.run.wall for got in runs)), seconds(min(got.run.cpu for got in runs))])  # fmt: skip
    bench.page.text(
        f"How much faster is a run with more MPI ranks? The machine has {os.cpu_count()} cores, and mpirun gets `--oversubscribe`.",
        f"The search `{' '.join(EXHAUSTIVE)}` executes every fault set, so executions take nearly all of its time. Rank 0 only hands "
        "out jobs, so a run with two ranks has one worker, like a run with one rank. `search s` is the time of the search, and "
        f"`mpirun s` is the time of the whole command, each for the shortest of {RUNS} runs. `CPU s` is the processor time of all "
        "ranks, with their start.")  # fmt: skip
    if not busy:
        plot(bench, walls)
    bench.page.table("scaling", ["ranks", "executions", "search s", "speed-up", "mpirun s", "CPU s"], rows)
    live = []
    for ranks in RANKS[:5]:
        got = on(bench, LIVE, ranks)
        if got.summary:
            s = got.summary
            live.append([ranks, s["verdict"], s["executions"], s["wasted"], seconds(s["wall_s"])])
    bench.page.text(
        f"In the search `{' '.join(LIVE)}`, the lineage of each execution decides what is executed next. Further workers can therefore "
        "only execute fault sets before it is known whether they are needed. `wasted` counts the executions that turned out to be "
        "unnecessary. More ranks do not make this search faster: an execution takes microseconds, and the master does the solving.")  # fmt: skip
    bench.page.table("speculation", ["ranks", "verdict", "executions", "wasted", "search s"], live)
