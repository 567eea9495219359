"""The bugs of [DEMi16] by random searches, over a grid of weights."""

import sys

import fuzzing

TITLE = "Random searches with weights"


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
        "How many executions does a random search take, and how much do `--weights` help? The programs are models of the bugs of "
        "Table 1 of [DEMi16] (`make table1`).",
        f"- A cell has the median number of executions of {usual.searches} searches with the seeds 1 to {usual.searches}. Each search "
        f"may take {usual.executions:,} executions. A cell of raft-45 has {long.searches} searches of at most {long.executions:,} "
        "executions.\n"
        "- A number in brackets says how many searches found the bug, if not all searches found it. The median is known only if more "
        "than half of the searches found the bug.\n"
        "- The same seeds give the same numbers on every machine. A test executes some of the searches again "
        "(`test/bench/fuzz_test.py`).",
        "The columns of the first table are weights of the faults that show the bug. These faults are restarts for spark-3150 and "
        "delays for all other bugs. All other weights are 1, unless the row names another weight. The Fspecs are those of the configs.")  # fmt: skip
    table(bench, "fuzz", [f"{weight}" for weight in fuzzing.SHOWING], fuzzing.of_the_kind, "alone")
    bench.page.text(
        "The next table has the same bugs under Fspecs that also admit one crash, and omissions up to two ticks before EOT. These "
        "additional faults do not show the bugs: each model without its defect is certified under these Fspecs, too. spark-3150 keeps "
        "the Fspec of its config, which has omissions already. The columns are the weights of omissions and crashes. Delays and "
        "restarts have weight 1.")  # fmt: skip
    for bug in dict.fromkeys(bug for bug, _, _ in fuzzing.BUGS):
        if not fuzzing.certified_without_the_defect(bench.farm, bench.source / "configs", bug):
            bench.page.text(f"DISAGREES: {bug} without its defect is not certified.")
    table(bench, "fuzz-others", [f"{weight}" for weight in fuzzing.BESIDE], fuzzing.among_others, "among others")
    nodes = fuzzing.OF_NODES
    bench.page.text(
        "The next table has the same bugs as real nodes (configs/systems/demi), under the Fspecs of their configs. A cell has the "
        f"median of {nodes.searches} searches of at most {nodes.executions:,} executions. Executions that minimise the found fault set "
        "are not counted. The columns are the weights of duplicates for raft-45, of crashes for raft-58b, of restarts for spark-3150, "
        "and of delays for all other bugs. All other weights are 1.")  # fmt: skip
    rows = []
    for bug in fuzzing.NODES:
        print(f"fuzz: nodes {bug}", file=sys.stderr)
        rows.append([bug, *fuzzing.of_nodes(bench.farm, bench.source / "configs", bug)])
    bench.page.table("fuzz-nodes", ["bug", *[f"{weight}" for weight in fuzzing.SHOWING]], rows)
