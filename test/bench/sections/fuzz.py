"""The bugs of [DEMi16] by random searches, over a grid of weights."""

import sys

import fuzzing

TITLE = "Fuzzing: random searches with weights"


def table(bench, name: str, weights: list[str], of, title: str) -> None:
    configs = bench.source / "configs"
    rows = []
    for bug, beside, budget in fuzzing.BUGS:
        print(f"fuzz: {title} {fuzzing.named(bug, beside)}", file=sys.stderr)
        rows.append([fuzzing.named(bug, beside), *of(bench.farm, configs, bug, beside, budget)])
    bench.page.table(name, ["bug", *weights], rows)


def run(bench) -> None:
    usual, long = fuzzing.USUAL, fuzzing.LONG
    bench.page.text(
        f"Our models of the bugs of Table 1 of [DEMi16] (`make table1`), by `--strategy random --weights`: the median of the executions to the first "
        f"violation, the failure-free run included, of {usual.searches} searches with seeds 1 to {usual.searches} and at most {usual.executions:,} executions "
        f"each; of raft-45 {long.searches} and {long.executions:,}. Where not all found it, how many did is in brackets, and where no half did, the median is "
        f"unknown. The same seeds give the same numbers on every machine.",
        "Columns: the weight of what shows the bug, late messages (for spark-3150, restarts), under the Fspec of its config. All other weights are 1, unless "
        "the row says otherwise.")  # fmt: skip
    table(bench, "fuzz", [f"{weight}" for weight in fuzzing.SHOWING], fuzzing.of_the_kind, "alone")
    bench.page.text(
        "The same with losses up to two ticks before EOT and one crash, which do not show the bugs: each model without its defect is certified under "
        "these Fspecs, too. (For spark-3150, under the Fspec of its config, which has losses.) Columns: the weight of both; late messages and "
        "restarts have 1.")  # fmt: skip
    for bug in dict.fromkeys(bug for bug, _, _ in fuzzing.BUGS):
        if not fuzzing.certified_without_the_defect(bench.farm, bench.source / "configs", bug):
            bench.page.text(f"DISAGREES: {bug} without its defect is not certified.")
    table(bench, "fuzz-others", [f"{weight}" for weight in fuzzing.BESIDE], fuzzing.among_others, "among others")
    bench.page.text(
        f"The same bugs as real nodes, those of configs/systems/demi, under the Fspecs of their configs: medians of {fuzzing.OF_NODES.searches} searches of at most "
        f"{fuzzing.OF_NODES.executions:,} executions, without those that make smaller what was drawn. Columns: the weight of late messages; of raft-45 of those that "
        f"come twice, of raft-58b of crashes, of spark-3150 of restarts. All other weights are 1.")  # fmt: skip
    rows = []
    for bug in fuzzing.NODES:
        print(f"fuzz: nodes {bug}", file=sys.stderr)
        rows.append([bug, *fuzzing.of_nodes(bench.farm, bench.source / "configs", bug)])
    bench.page.table("fuzz-nodes", ["bug", *[f"{weight}" for weight in fuzzing.SHOWING]], rows)
