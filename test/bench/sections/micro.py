"""Micro-benchmarks of one forward execution (forward_bench.cpp)."""

import json

import measure
from page import number

TITLE = "One execution"
KINDS = {"forward": "plain evaluator", "ground": "ground, one fault set", "lanes": "ground, per set of 64", "lineage": "ground, with lineage"}


def run(bench) -> None:
    if not bench.micro:
        bench.page.text("(bench_forward was not built)")
        return
    chosen = "|".join(KINDS)
    command = [bench.micro, f"--benchmark_filter=^({chosen})/", "--benchmark_min_time=0.02", "--benchmark_format=json"]
    done = measure.run(command, 300)
    times: dict[str, dict[str, float]] = {}
    for row in json.loads(done.output)["benchmarks"]:
        kind, program = row["name"].split("/")
        lanes = 64 if kind == "lanes" else 1
        times.setdefault(program, {})[kind] = row["cpu_time"] / lanes / 1000
    bench.page.text(
        "How long does one execution take? The table has microseconds of processor time for one fault set, at the EOT of the paper, "
        "with EFF = EOT − 1 and one crash.")  # fmt: skip
    rows = [[program, *(number(values[kind]) for kind in KINDS)] for program, values in times.items()]
    bench.page.table("micro", ["program", *KINDS.values()], rows)
