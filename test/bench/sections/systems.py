"""Measures real systems: executions per second and core, the time that the farm adds to that of the nodes, and
ranks, measured and simulated.
"""

import contextlib
import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import measure

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from config_files import beside  # noqa: E402
from page import number, seconds
from sections.simulation import LATENCY_S, makespan

TITLE = "Real systems"
RANKS = (1, 2, 4, 8)
SIMULATED = (64, 128, 256, 512, 1024)
ROOT = ("--allow-run-as-root",) if os.geteuid() == 0 else ()
ACCOUNTS = [Path("/sys/fs/cgroup/cpuacct"), Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup")]
USAGE = {"cpuacct.usage": (r"(\d+)", 1e-9), "cpu.stat": (r"usage_usec (\d+)", 1e-6)}
JOIN = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
# Always ends with status 0, because a rank with another status would end the others.
TIMES = '"$@"; times > "times.$OMPI_COMM_WORLD_RANK"'
RUNS = 3
SIMULATED_EXECUTIONS = 20_000


@dataclass
class Row:
    name: str
    command: list[str]
    executions: int
    time: str = "extended"
    start: str = "fresh"
    double_runs: str = "5%"


@dataclass
class Taken:
    """The results of a run: executions, how many of them were repetitions, and seconds."""

    executions: int
    wall: float
    farm: float  #: CPU seconds of ldfi-farm
    nodes: float | None  #: CPU seconds of all other processes, if known

    def per_second(self) -> float:
        return self.executions / self.wall


class Account:
    """Counts the CPU seconds of all processes that were started in it, by a control group, which needs root."""

    def __init__(self):
        self.folder = None
        for base in ACCOUNTS:
            with contextlib.suppress(OSError):
                folder = Path(tempfile.mkdtemp(prefix="ldfi-bench-", dir=base))
                if any((folder / name).exists() for name in USAGE):
                    self.folder = folder
                    return
                folder.rmdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.folder:
            with contextlib.suppress(OSError):
                self.folder.rmdir()

    def wrap(self) -> list[str]:
        return ["sh", "-c", JOIN, str(self.folder)] if self.folder else []

    def used(self) -> float | None:
        for name, (pattern, unit) in USAGE.items():
            if self.folder and (self.folder / name).exists():
                return int(re.search(pattern, (self.folder / name).read_text())[1]) * unit
        return None


def rows(bench) -> list[Row]:
    built, configs = Path(bench.farm).parent, bench.source / "configs" / "systems"
    out = []
    cpp = built / "broadcast-node"
    if cpp.exists():
        reset = Row("C++, `reset`", [str(cpp), "1000"], 2000, start="reset")
        out += [replace(reset, name="C++, `reset`, none repeated", double_runs="0%"), reset, Row("C++, fresh", [str(cpp), "1000"], 300)]
    python = ["python3", str(configs / "broadcast.py"), "1000"]
    out += [Row("Python, `reset`", python, 500, start="reset"), Row("Python, `fork`", python, 100, start="fork"), Row("Python, fresh", python, 40),
            Row("Python, virtual time, `fork`", python, 60, "virtual", "fork"), Row("Python, virtual time, fresh", python, 30, "virtual")]  # fmt: skip
    if shutil.which("node"):
        out += [Row("JavaScript, fresh", ["node", str(configs / "gossip.js"), "1000"], 40)]
    return out


def config_of(row: Row, sandbox: str) -> dict:
    return {"system": {"kind": "nodes", "command": row.command, "nodes": 3, "time": row.time, "start": row.start, "sandbox": sandbox},
            "workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "450ms", "eot": "1s", "omissions": 4}, "search": {"steer": "none", "double_runs": row.double_runs}}  # fmt: skip


def executed(summary: dict) -> int:
    return summary["executions"] + summary["determinism"]["double_runs"]


def run_it(bench, row: Row, sandbox: str, runs: int) -> Taken | None:
    """Runs one process, with its nodes on one core."""
    with tempfile.TemporaryDirectory() as folder, Account() as account:
        row = replace(row, command=beside(row.command, folder))
        Path(folder, "c.yaml").write_text(json.dumps(config_of(row, sandbox)))
        command = [*account.wrap(), bench.farm, "c.yaml", "--max-runs", str(runs), "--quiet", "--summary", "json", "--sandbox", sandbox]
        done = measure.run(command, 600, folder, memory_gb=1000, core=measure.cores()[-1])
        if done.status not in (0, 1, 2) or not done.output:
            return None
        summary, used = json.loads(done.output.splitlines()[-1]), account.used()
    return Taken(executed(summary), summary["wall_s"], done.cpu, None if used is None else max(used - done.cpu, 0))


def rate(bench, row: Row, sandbox: str) -> Taken | None:
    """Returns the quickest of several runs, minus a run of few executions, which is mostly its start."""
    few = [run_it(bench, row, sandbox, 2) for _ in range(RUNS)]
    many = [run_it(bench, row, sandbox, row.executions) for _ in range(RUNS)]
    if None in few or None in many:
        return None
    less, more = min(few, key=lambda one: one.wall), min(many, key=lambda one: one.wall)
    nodes = None if more.nodes is None else more.nodes - less.nodes
    return Taken(more.executions - less.executions, more.wall - less.wall, max(more.farm - less.farm, 0), nodes)


def milliseconds(value: float | None) -> str:
    return "–" if value is None else number(1000 * value)


def rates(bench) -> None:
    table = []
    for row in rows(bench):
        for sandbox in ("auto", "off"):
            got = rate(bench, row, sandbox)
            if got is None:
                table.append([row.name, sandbox, "–", "–", "–", "–"])
                continue
            n = got.executions
            share = "–" if got.nodes is None else f"{100 * got.nodes / (got.nodes + got.farm):.0f} %"
            nodes = None if got.nodes is None else got.nodes / n
            table.append([row.name, sandbox, number(got.per_second()), milliseconds(nodes), milliseconds(got.farm / n), share])
    bench.page.text(
        "How many executions of a real system are there in a second? Three nodes repeat a broadcast until it is acknowledged, some 20 messages an "
        "execution, with level `exact` and at most 4 omissions. One process and its nodes share one core.",
        f"- The quickest of {RUNS} runs counts, less the time of a run of two executions.\n"
        "- `CPU of nodes`: processor time of the nodes for an execution, with starting and ending them\n"
        "- `CPU of the farm`: network, clock, checker, search and files\n"
        "- One execution in twenty is repeated in new processes, except in the first row.")  # fmt: skip
    header = ["nodes", "sandbox", "executions/s and core", "CPU of nodes, ms", "CPU of the farm, ms", "share of the nodes"]
    bench.page.table("systems", header, table)


def ranked(bench, row: Row, ranks: int) -> tuple[Taken, list[float]] | None:
    """Returns a run on this number of ranks, and the CPU seconds of each rank."""
    with tempfile.TemporaryDirectory() as folder, Account() as account:
        Path(folder, "c.yaml").write_text(json.dumps(config_of(row, "auto")))
        launcher = ["mpirun", "--quiet", *ROOT, "--oversubscribe", "-n", str(ranks), "bash", "-c", TIMES, "bash"]
        command = [*account.wrap(), *launcher, bench.farm, "c.yaml", "--max-runs", str(row.executions), "--quiet", "--summary", "json"]
        done = measure.run(command, 600, folder, memory_gb=1000)
        if done.status not in (0, 1, 2) or not done.output:
            return None
        summary, used = json.loads(done.output.splitlines()[-1]), account.used()
        of_ranks = [sum(map(seconds_of, Path(folder, f"times.{rank}").read_text().split()[2:])) for rank in range(ranks)]
    nodes = None if used is None else max(used - done.cpu, 0)
    return Taken(executed(summary), summary["wall_s"], done.cpu, nodes), of_ranks


def seconds_of(text: str) -> float:
    """Returns the seconds in the output of the shell's `times`: 1m2.345s."""
    minutes, rest = text.rstrip("s").split("m")
    return 60 * int(minutes) + float(rest)


def ranks_of(bench, row: Row) -> None:
    table, first, costs = [], None, None
    for ranks in RANKS:
        runs = [got for got in (ranked(bench, row, ranks) for _ in range(RUNS)) if got]
        if not runs:
            continue
        best, of_ranks = min(runs, key=lambda one: one[0].wall)
        first = first or best.per_second()
        if ranks == 2:
            costs = costs_of(best, of_ranks, ranked(bench, replace(row, executions=2), ranks))
        table.append([ranks, best.executions, seconds(best.wall), number(best.per_second()), number(best.per_second() / first, 2),
                      f"{100 * of_ranks[0] / best.wall:.0f} %"])  # fmt: skip
    bench.page.text(
        f"{row.name}: the same search on more ranks, on {os.cpu_count()} cores. Rank 0 searches and the others execute, so two ranks have one worker, as "
        f"one rank has. The quickest of {RUNS} runs.")  # fmt: skip
    bench.page.table(f"systems-ranks-{row.start}", ["ranks", "executions", "search s", "executions/s", "speed-up", "rank 0 busy"], table)
    if costs:
        simulate(bench, row, *costs)


def costs_of(run: Taken, of_ranks: list[float], start: tuple[Taken, list[float]] | None) -> tuple[float, float] | None:
    """Returns the CPU seconds of an execution, on its worker and of its nodes, and of the search for it on rank
    0, minus those of a run of two.
    """
    if start is None:
        return None
    less, of_less = start
    count = run.executions - less.executions
    master, worker = (max(many - few, 0) / count for many, few in zip(of_ranks, of_less))
    return worker + max((run.nodes or 0) - (less.nodes or 0), 0) / count, master


def simulate(bench, row: Row, execution: float, search: float) -> None:
    """Simulates the farm's schedule with these costs, with one execution for each job."""
    jobs = [[1] * SIMULATED_EXECUTIONS]
    one = makespan(jobs, 1, execution, search)
    spans = {ranks: makespan(jobs, ranks - 1, execution, search) for ranks in SIMULATED}
    bench.page.text(
        f"Simulated with the costs of the run on two ranks: {1000 * execution:.3g} ms of a worker and its nodes, and {1000 * search:.3g} ms of rank 0 for an "
        f"execution. Assumed are a core for each rank with its nodes, {LATENCY_S * 1e6:.0f} µs for a message one way, and {SIMULATED_EXECUTIONS:,} executions that "
        "do not wait for each other. Rank 0 limits the speed-up.")  # fmt: skip
    table = [[ranks, number(span), number(SIMULATED_EXECUTIONS / span), number(one / span), f"{100 * one / span / (ranks - 1):.0f} %"]
             for ranks, span in spans.items()]  # fmt: skip
    bench.page.table(f"systems-simulated-{row.start}", ["ranks", "search s", "executions/s", "speed-up", "of the workers"], table)


def run(bench) -> None:
    busy = measure.load_average() > (os.cpu_count() or 1) / 2
    if busy:
        bench.page.text(f"**The machine was busy with other work (load average {measure.load_average():.0f}).** CPU is usable, executions a second are "
                        "not.")  # fmt: skip
    rates(bench)
    for row in rows(bench):
        if row.name in ("C++, fresh", "Python, `fork`"):
            ranks_of(bench, row)
