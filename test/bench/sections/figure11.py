"""[LDFI15 §5.2], Figure 11: executions against EFF, beside the size of the fault space."""

import matplotlib.pyplot as plt

import measure
from page import COLOURS, number

TITLE = "Figure 11: executions against EFF"
LIMIT_S = 20
LAST = {"redun-deliv": 12, "ack-deliv": 12}
SERIES = [
    ("molly", ["--strategy", "molly"], "molly, exact negation", "o"),
    ("live", ["--expand", "live"], "lineage, executions alone (--expand live)", "s"),
    ("lineage", [], "lineage", "^"),
]


def measured(bench, program: str) -> dict:
    """Returns [(EFF, executions)] of each series, up to the first EFF that took too long, and the combinations."""
    out: dict = {name: [] for name, *_ in SERIES}
    out["combinations"] = []
    for name, options, *_ in SERIES:
        for eff in range(1, LAST[program] + 1):
            bounds = ["--eot", str(eff + 1), "--eff", str(eff)]
            got = measure.farm(bench.farm, [bench.config(program), *bounds, *options], LIMIT_S)
            if got.verdict not in ("certified", "counterexample", "vacuous"):
                break
            out[name].append((eff, got.summary["executions"]))
            if name == "lineage":
                out["combinations"].append((eff, int(got.summary["combinations"])))
    return out


def panel(axis, program: str, data: dict) -> None:
    axis.plot(*zip(*data["combinations"]), color="black", linestyle="--", linewidth=1, label="combinations of failures")
    for name, _, label, marker in SERIES:
        axis.plot(*zip(*data[name]), color=COLOURS[name], marker=marker, markersize=4, linewidth=1.2, label=label)
    axis.set_yscale("log")
    axis.set_title(program)
    axis.set_xlabel("EFF (EOT = EFF + 1, one crash)")
    axis.set_xticks(range(1, LAST[program] + 1))


def run(bench) -> None:
    bench.page.text(
        "How many executions does a proof take when EFF grows? The Fspecs are those of the paper: one crash, EFF exclusive, and an "
        "EOT that is one larger than EFF. The table and the plot compare three searches:",
        "- `molly` is the published search with exact negation, which makes the search complete.\n"
        "- `lineage live` is the complete search without look-ahead (`--expand live`).\n"
        "- `lineage` is the default search.",
        f"`molly` and `lineage live` get {LIMIT_S} s for each EFF.")  # fmt: skip
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 3.6), sharey=True)
    rows = []
    for axis, program in zip(axes, LAST):
        data = measured(bench, program)
        panel(axis, program, data)
        tables = {name: dict(points) for name, points in data.items()}
        for eff, combinations in data["combinations"]:
            cells = [number(tables[name].get(eff, f"> {LIMIT_S} s")) for name, *_ in SERIES]
            rows.append([program, eff + 1, eff, number(combinations), *cells])
    axes[0].set_ylabel("executions")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2)
    bench.page.plot("figure11", figure, "Executions against EFF for redun-deliv and ack-deliv, on a log scale")
    bench.page.table("figure11", ["program", "EOT", "EFF", "combinations", "molly", "lineage live", "lineage"], rows)
