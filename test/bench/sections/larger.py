"""Larger systems than the paper's: more nodes, more crashes."""

import re
import tempfile
from pathlib import Path

import measure
from page import big, number, seconds

TITLE = "Larger systems"
LIMIT_S = 30
NAMES = "abcdefghi"


def cluster(text: str, nodes: str, to_itself: bool) -> str:
    """Returns the text with other node/2 facts, for a larger cluster."""
    pairs = [(x, y) for x in nodes for y in nodes if to_itself or x != y]
    facts = " ".join(f'node("{x}", "{y}")@1;' for x, y in pairs)
    return facts + "\n" + re.sub(r'node\("\w", "\w"\)@1;', "", text)


def delivery(source: Path, folder: Path, program: str, size: int) -> tuple[Path, list[str]]:
    protocols = source / "configs/protocols"
    (folder / "deliv_spec.ded").write_text(cluster((protocols / "deliv_spec.ded").read_text(), NAMES[:size], False))
    path = folder / f"{program}.ded"
    path.write_text((protocols / path.name).read_text())
    return path, list(NAMES[:size])


def paxos(source: Path, folder: Path) -> tuple[Path, list[str]]:
    text = cluster((source / "configs/protocols/paxos.ded").read_text(), NAMES[:5], True)
    path = folder / "paxos.ded"
    path.write_text(text.replace("C > 1", "C > 2"))  # a majority of five nodes
    return path, list(NAMES[:5])


def kafka(source: Path, folder: Path) -> tuple[Path, list[str]]:
    text = (source / "configs/protocols/kafka.ded").read_text()
    more = "".join(f'zookeeper("{r}", "Z")@1; replica("Z", "{r}")@1;\n' for r in "de")
    path = folder / "kafka.ded"
    path.write_text(more + text)
    return path, [*NAMES[:5], "C", "Z"]


def systems(source: Path, folder: Path):
    """(name, make, EOT, EFF, crashes, EFF mode)."""
    for program in ("redun-deliv", "ack-deliv"):
        for size in (5, 7, 9):
            for eot, mode in ((8, "exclusive"), (24, "exclusive"), (8, "inclusive")):
                yield f"{program}, {size} nodes", lambda p=program, n=size: delivery(source, folder, p, n), eot, eot - 1, 2, mode
    for eot, crashes in ((7, 1), (7, 2), (14, 2)):
        yield "paxos, 5 acceptors", lambda: paxos(source, folder), eot, eot - 1, crashes, "exclusive"
    for eot, crashes in ((6, 1), (6, 2), (12, 2)):
        yield "kafka, 5 replicas", lambda: kafka(source, folder), eot, eot - 2, crashes, "exclusive"


def bottleneck(got: measure.Farm) -> str:
    if not got.summary:
        return ""
    wall = got.summary["wall_s"]
    solving, executing = got.summary["solve_s"], got.summary["execute_s"]
    parts = {"solving": solving, "executing": executing, "grounding and clauses": wall - solving - executing}
    most = max(parts, key=parts.get)
    return f"{most} ({100 * parts[most] / wall:.0f} %)"


def run(bench) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for system, make, eot, eff, crashes, mode in systems(bench.source, Path(name)):
            path, nodes = make()
            bounds = ["-N", ",".join(nodes), "-t", str(eot), "-f", str(eff), "-c", str(crashes), "--eff-mode", mode]
            got = measure.farm(bench.farm, [str(path), *bounds, "--time-limit", f"{LIMIT_S}s"], LIMIT_S * 2)
            found = got.summary.get("counterexamples", [])
            space = big(got.summary["combinations"]) if got.summary else ""
            verdict = got.verdict + (f" ({got.summary['reason']})" if got.verdict == "inconclusive" else "")
            faults = found[0]["faults"] if found else ""
            shown = faults if len(faults.split()) <= 6 else f"{len(faults.split())} faults"
            rows.append([system, f"⟨{eot},{eff},{crashes}⟩", mode, space, verdict or f"killed after {LIMIT_S * 2} s",
                         shown, got.summary.get("executions", ""), seconds(got.run.wall),
                         seconds(got.run.cpu), number(got.run.memory_mb), bottleneck(got)])  # fmt: skip
    bench.page.text(
        f"The table has programs of configs/ with more nodes than in the paper, in one process and at most {LIMIT_S} s. With EFF "
        "inclusive, the last message that can still arrive may be lost. Rows with EFF inclusive therefore have counterexamples, and "
        "even the smallest counterexample has many faults.")  # fmt: skip
    header = ["system", "Fspec", "EFF", "combinations", "verdict", "counterexample", "executions", "wall s", "CPU s", "MB", "most time in"]
    bench.page.table("larger", header, rows)
