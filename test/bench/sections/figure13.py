"""[LDFI15 §5.2], Figure 13: what it takes to prove that there is no counterexample."""

import measure
from page import big, number, seconds

TITLE = "Figure 13: executions until the proof"
LIMIT_S = 30
RUNS = 3
PAPER = {"redun-deliv": 11, "ack-deliv": 673, "paxos": 173, "bully": 2, "figures/flux": 187}


def molly(bench, program: str) -> list[str]:
    limits = ["--strategy", "molly", "--time-limit", f"{LIMIT_S}s"]
    got = measure.farm(bench.farm, [bench.config(program), *limits], LIMIT_S * 4)
    if not got.summary:
        return ["failed", ""]
    done = got.verdict == "certified"
    count = number(got.summary["executions"])
    return [count if done else f"> {count}", seconds(got.run.wall) if done else f"> {LIMIT_S}"]


def run(bench) -> None:
    rows = []
    for program, paper in PAPER.items():
        runs = [measure.farm(bench.farm, [bench.config(program)], 120) for _ in range(RUNS)]
        live = measure.farm(bench.farm, [bench.config(program), "--expand", "live"], 120)
        summary = runs[0].summary
        spec = summary["fspec"]
        live_cells = [number(live.summary["executions"]), seconds(live.run.wall)] if live.summary else ["> 120 s", ""]
        rows.append([program.split("/")[-1], f"⟨{spec['eot']},{spec['eff']},{spec['crashes']}⟩",
                     big(summary["combinations"]), summary["verdict"], paper, *molly(bench, program), *live_cells,
                     summary["executions"], seconds(measure.median(r.run.wall for r in runs)),
                     seconds(measure.median(r.run.cpu for r in runs))])  # fmt: skip
    bench.page.text(
        "How many executions does the proof take that no counterexample exists? The Fspecs are those that the paper reached in sweeps "
        "of 120 s.",
        "- `molly` is the published search with exact negation. Without exact negation, the published search proves nothing. `molly` "
        f"gets {LIMIT_S} s.\n"
        "- `live` is the complete search that learns from executions alone, as the paper's search does (`--expand live`).\n"
        "- `lineage` is the default search. The default search looks ahead: after one execution, the solver has all clauses that a "
        "proof needs.\n"
        "- `exe` stands for executions.")  # fmt: skip
    header = ["program", "Fspec", "combinations", "verdict", "paper exe", "molly exe", "molly s", "live exe", "live s", "lineage exe",
              "lineage s", "lineage CPU s"]  # fmt: skip
    bench.page.table("figure13", header, rows)
