"""[LDFI15 §5.2], Figure 12: what it takes to find a counterexample."""

import matplotlib.pyplot as plt

import measure
from page import COLOURS, big, number, seconds

TITLE = "Figure 12: executions until the first counterexample"
REPEAT = 25
RUNS = 5
#: Numbers of the paper: executions and seconds of Random, then of Molly.
PAPER = {
    "simple-deliv": (4.08, 0.16, 2, 0.12),
    "retry-deliv": (75.24, 1.28, 3, 0.12),
    "classic-deliv": (116.16, 1.81, 5, 0.24),
    "2pc": (5.48, 0.31, 2, 0.22),
    "2pc-ctp": (8.56, 1.04, 3, 1.01),
    "3pc": (40.60, 6.24, 55, 9.60),
    "kafka": (1183.12, 133.30, 38, 3.74),
}
SEARCHES = {
    "random": ["--strategy", "random", "--repeat", str(REPEAT)],
    "conservative": ["--strategy", "molly", "--negation", "conservative"],
    "molly": ["--strategy", "molly"],
    "lineage": [],
    "exhaustive": ["--strategy", "exhaustive"],
}


def expected(bench, program: str) -> float | str:
    """Returns the expected number of executions of a random search, which is the mean over all seeds."""
    summary = measure.farm(bench.farm, [bench.config(program), "--count"], 60).summary
    random = (summary.get("counts") or {}).get("random")
    return random["expected_runs"] if random else "not counted"


def measured(bench, program: str) -> dict:
    out = {}
    for name, options in SEARCHES.items():
        runs = [measure.farm(bench.farm, [bench.config(program), *options], 60) for _ in range(RUNS)]
        out[name] = runs[0].summary, measure.median(r.run.wall for r in runs), runs
    return out


def executions(name: str, summary: dict) -> float | int | str:
    if not summary:
        return "refused"
    if summary["verdict"] != "counterexample":
        return "missed"
    if "repeat" in summary:
        repeat = summary["repeat"]
        return repeat["executions"]["mean"] if repeat["found"] == REPEAT else f"{repeat['found']} of {REPEAT}"
    return summary["executions"]


def plot(bench, counts: dict) -> None:
    figure, axis = plt.subplots(figsize=(8.0, 3.6))
    groups = [
        ("paper, random", "#d0d0d0", [PAPER[p][0] for p in counts]),
        (f"random (mean of {REPEAT})", COLOURS["random"], [c["random"] for c in counts.values()]),
        ("random, computed", "#b5b5b5", [c["expected"] for c in counts.values()]),
        ("paper, Molly", "#fdbf8b", [PAPER[p][2] for p in counts]),
        ("molly, exact negation", COLOURS["molly"], [c["molly"] for c in counts.values()]),
        ("lineage", COLOURS["lineage"], [c["lineage"] for c in counts.values()]),
    ]
    width = 0.14
    for i, (label, colour, values) in enumerate(groups):
        places = [x + (i - 2.5) * width for x in range(len(counts))]
        axis.bar(places, values, width * 0.92, color=colour, label=label)
    axis.set_yscale("log")
    axis.set_ylim(1, 3000)
    axis.set_xticks(range(len(counts)), list(counts))
    axis.grid(axis="x", visible=False)
    axis.set_ylabel("executions")
    axis.legend(ncols=3, loc="upper left")
    bench.page.plot("figure12", figure, "Executions until the first counterexample, by program and search, on a log scale")


def run(bench) -> None:
    rows, times, counts = [], [], {}
    for program, (random_exe, _, molly_exe, molly_s) in PAPER.items():
        got = measured(bench, program)
        spec = got["lineage"][0]["fspec"]
        counts[program] = {name: executions(name, got[name][0]) for name in SEARCHES}
        counts[program]["expected"] = expected(bench, program)
        shown = {name: number(value) for name, value in counts[program].items()}
        fspec = f"⟨{spec['eot']},{spec['eff']},{spec['crashes']}⟩"
        combinations = big(got["lineage"][0]["combinations"])
        rows.append([program, fspec, combinations, random_exe, shown["random"], shown["expected"], molly_exe, shown["conservative"], shown["molly"],
                     shown["lineage"], shown["exhaustive"]])  # fmt: skip
        _, wall, runs = got["lineage"]
        search = measure.median(r.summary["wall_s"] for r in runs)
        cells = [seconds(got[name][1]) for name in ("random", "conservative", "molly", "lineage", "exhaustive")]
        times.append([program, molly_s, *cells, f"{search:.4f}", f"1/{molly_s / wall:.0f}", f"1/{molly_s / search:.0f}"])
    plot(bench, counts)
    bench.page.text(
        "How many executions does the first counterexample take? The columns named `paper` have the figures of [LDFI15]. The other "
        "columns are:",
        f"- `random` has the mean over {REPEAT} random searches.\n"
        "- `random, computed` has the mean over all seeds. `--count` computes this mean from the probability that a random fault set "
        "violates.\n"
        "- `molly conservative` is the published search with its own way to explain why a fact is absent. This search misses the "
        "counterexample of Kafka, because no lineage says that a crash fact could appear. The other published way, `ignore`, misses "
        "the counterexample for the same reason.\n"
        "- `molly exact` is the published search with exact negation.\n"
        "- `lineage` is the default search.\n"
        "- `exhaustive` tries all fault sets by increasing size. It refuses fault spaces of more than 10^9 fault sets.")  # fmt: skip
    header = ["program", "Fspec", "combinations", "paper random", "random", "random, computed", "paper Molly", "molly conservative", "molly exact",
              "lineage", "exhaustive"]  # fmt: skip
    bench.page.table("figure12", header, rows)
    bench.page.text(
        f"The next table has the seconds of the same searches, as medians of {RUNS} processes. A process of `random` makes {REPEAT} "
        "searches. The column `lineage, search` has the time of the default search alone, without start, reading and writing. The "
        "last two columns divide a time of the default search by the time of the paper's Molly: `process / paper` the time of the "
        "whole process, `search / paper` the time of the search. The aim is 1/50.")  # fmt: skip
    header = ["program", "paper Molly", f"random × {REPEAT}", "molly conservative", "molly exact", "lineage", "exhaustive",
              "lineage, search", "process / paper", "search / paper"]  # fmt: skip
    bench.page.table("figure12_times", header, times)
