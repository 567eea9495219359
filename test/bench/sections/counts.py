"""Counts the fault sets that violate, and derives how long a random search takes."""

import measure
from page import big, number, seconds

TITLE = "How many fault sets violate"
SEARCHES = 1000
LIMIT_S = 120
#: Config of each program of Figures 12 and 13.
PROGRAMS = ["simple-deliv", "retry-deliv", "classic-deliv", "2pc", "2pc-ctp", "3pc", "kafka", "redun-deliv", "ack-deliv", "paxos",
            "bully", "figures/flux"]  # fmt: skip


def measured(bench, program: str) -> str:
    """Returns the mean of many random searches, or nothing if one of them found nothing."""
    repeat = ["--strategy", "random", "--repeat", str(SEARCHES)]
    summary = measure.farm(bench.farm, [bench.config(program), *repeat], LIMIT_S).summary
    found = summary.get("repeat", {})
    return number(found["executions"]["mean"]) if found.get("found") == SEARCHES else ""


def row(bench, program: str) -> list[str]:
    done = measure.farm(bench.farm, [bench.config(program), "--count", "--time-limit", str(LIMIT_S)], 2 * LIMIT_S)
    summary = done.summary
    spec = summary["fspec"]
    title = [program.split("/")[-1], f"⟨{spec['eot']},{spec['eff']},{spec['crashes']}⟩"]
    if summary["counts"] is None:
        reason = summary["reason"].removeprefix("not counted: ")
        return [*title, *[""] * 7, reason, seconds(done.run.wall), f"{done.run.memory_mb:.0f}"]
    counts = summary["counts"]
    random = counts["random"] or {"p": "", "expected_runs": ""}
    finds = counts["violating"] != "0"
    return [*title, big(counts["distinct"]), big(counts["violating"]), number(summary["share"]), big(counts["vacuous"]),
            number(random["p"]), number(random["expected_runs"]) if finds else "∞", measured(bench, program) if finds else "",
            str(summary["states"]), seconds(done.run.wall), f"{done.run.memory_mb:.0f}"]  # fmt: skip


def run(bench) -> None:
    bench.page.text(
        "How many fault sets of an Fspec violate the invariant? `--count` answers this question for the Fspecs of the paper. Each "
        f"count gets at most {LIMIT_S} s.",
        "- `distinct` is the number of different fault sets of the Fspec. `violating` is the number of those that violate, and "
        "`share` is their share.\n"
        "- `vacuous` is the number of fault sets under which the program promises nothing.\n"
        "- `p` is the probability that a random fault set violates.\n"
        "- `computed` is the mean number of executions of a random search, 1 + 1/p. The column beside it has the measured mean of "
        f"{SEARCHES} searches.\n"
        "- `states` is the largest number of states at one tick.")  # fmt: skip
    header = ["program", "Fspec", "distinct", "violating", "share", "vacuous", "p", "computed", f"mean of {SEARCHES}", "states", "wall s", "MB"]
    bench.page.table("counts", header, [row(bench, program) for program in PROGRAMS])
