"""Simulates more ranks than there are cores: the schedule of the farm with measured costs."""

import heapq
import math

import matplotlib.pyplot as plt

import measure
from page import COLOURS, number
from sections.scaling import EXHAUSTIVE

TITLE = "More ranks than cores, simulated"
RANKS = (2, 16, 32, 64, 128, 256, 512, 1024)
RUNS = 3
CHUNK = 1 << 14  #: fault sets of a job (common/search/exhaustive.hpp)
QUEUE = 2  #: most jobs of a worker at once (fixes_jobs_ahead, master/app)
#: Time of a message, as in a cluster's network, or in shared memory with a core for each rank.
LATENCY_S = 10e-6
OMISSIONS = 30  #: omissions of the simulated search, which has 2^30 fault sets


def jobs_of(omissions: int) -> list[list[int]]:
    """Returns the sizes of the jobs by layers. The fault sets of the next size wait for the last job of a layer."""
    layers = []
    for size in range(omissions + 1):
        sets = math.comb(omissions, size)
        layers.append([CHUNK] * (sets // CHUNK) + ([sets % CHUNK] if sets % CHUNK else []))
    return layers


def makespan(layers: list[list[int]], workers: int, per_set: float, per_job: float) -> float:
    """Returns the seconds of the search. The master does one thing at a time, and spends half of its time for a
    job on sending.
    """
    master = 0.0
    ready = [0.0] * workers  # for each worker, the time at which it has done its jobs
    for layer in layers:
        pending: list[tuple[float, int]] = []  # reports on their way: (arrival, worker)
        load = [0] * workers
        idle = [(0, w) for w in range(workers)]
        heapq.heapify(idle)
        for sets in layer:
            while not idle:
                arrival, worker = heapq.heappop(pending)
                master = max(master, arrival) + per_job / 2
                load[worker] -= 1
                heapq.heappush(idle, (load[worker], worker))
            _, worker = heapq.heappop(idle)
            master += per_job / 2
            ready[worker] = max(ready[worker], master + LATENCY_S) + sets * per_set
            heapq.heappush(pending, (ready[worker] + LATENCY_S, worker))
            load[worker] += 1
            if load[worker] < QUEUE:
                heapq.heappush(idle, (load[worker], worker))
        while pending:
            arrival, _ = heapq.heappop(pending)
            master = max(master, arrival) + per_job / 2
    return master


def costs(bench) -> tuple[float, float]:
    """Returns the seconds for a fault set and for a job, as one process measures them: the shortest of several
    runs. A run with few fault sets shows what does not depend on jobs, such as grounding.
    """
    few = ["--eot", "4", "--eff", "3", *EXHAUSTIVE[5:]]

    def other_s(arguments: list[str]) -> tuple[float, float]:
        runs = [measure.farm(bench.farm, [bench.config(EXHAUSTIVE[0]), *arguments], 120).summary for _ in range(RUNS)]
        return min(s["wall_s"] - s["execute_s"] for s in runs), min(s["execute_s"] / s["executions"] for s in runs)

    large, per_set = other_s(EXHAUSTIVE[1:])
    small, _ = other_s(few)
    jobs = sum(map(len, jobs_of(24))) - sum(map(len, jobs_of(12)))
    return per_set, max(large - small, 0) / jobs


def run(bench) -> None:
    per_set, per_job = costs(bench)
    layers = jobs_of(OMISSIONS)
    one = makespan(layers, 1, per_set, per_job)
    spans = {ranks: makespan(layers, ranks - 1, per_set, per_job) for ranks in RANKS}
    bench.page.text(
        "How many ranks are worth having on a larger machine? The figures are from a model, not from a measurement: a discrete-event "
        f"simulation of the master's schedule for an exhaustive search of 2^{OMISSIONS} fault sets.",
        f"- In the model, a job is {CHUNK} fault sets, and a worker has at most two jobs. Fault sets of one size wait until all "
        "smaller fault sets are done.\n"
        f"- Measured: a fault set takes {per_set * 1e9:.3g} ns of a worker, and a job takes {per_job * 1e6:.3g} µs of the master. To "
        "get the time of the master, the time of all executions and of the start was subtracted from the whole time.\n"
        f"- Assumed: each rank has a core of its own, and a message takes {LATENCY_S * 1e6:.0f} µs one way.",
        "The master limits the speed-up, because it handles one job at a time. The wait at the end of each size limits the speed-up, "
        "too.")  # fmt: skip
    figure, axis = plt.subplots(figsize=(5.2, 3.4))
    axis.plot(RANKS, [ranks - 1 for ranks in RANKS], linestyle="--", color="#888888", label="workers")
    axis.plot(RANKS, [one / spans[ranks] for ranks in RANKS], marker="o", color=COLOURS["lineage"], label="simulated")
    axis.set_xscale("log", base=2)
    axis.set_yscale("log", base=2)
    axis.set_xticks(RANKS, [str(ranks) for ranks in RANKS])
    axis.set_yticks([1, 4, 16, 64, 256, 1024], ["1", "4", "16", "64", "256", "1024"])
    axis.minorticks_off()
    axis.set_xlabel("ranks (one of them the master)")
    axis.set_ylabel("speed-up over one worker")
    axis.legend()
    bench.page.plot("simulation", figure, "Simulated speed-up of an exhaustive search over 2 to 1024 ranks")
    rows = [[ranks, number(spans[ranks]), number(one / spans[ranks]), f"{100 * one / spans[ranks] / (ranks - 1):.0f} %"] for ranks in RANKS]
    bench.page.table("simulation", ["ranks", "search s", "speed-up", "of the workers"], rows)
