"""Measures the certificates of every config: their sizes, and the times to write and to check them, for one EOT
and for every EOT.
"""

import os
import tempfile
from pathlib import Path

import measure
from page import number, seconds
from sections import forever, larger

TITLE = "Certificates"
LIMIT_S = 120
#: Below this, most of the time is for starting a process.
SLOW_S = 0.05
#: Larger Fspecs than those of the configs.
LARGE = [("paxos-retry", ("-t", "60", "-f", "58")), ("raft", ("-t", "20", "-f", "18")), ("ack-deliv", ("-t", "1000", "-f", "998"))]


def size_of(folder: Path) -> int:
    return sum(os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(folder) for name in names)


def case(bench, title: str, words: list[str]) -> list[str]:
    """Returns a row: verdict, size, processor time to search, to search and write, and to check, and the answer
    of ldfi-check.
    """
    check = str(Path(bench.farm).with_name("ldfi-check"))
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "certificate")
        alone = measure.farm(bench.farm, words, LIMIT_S)
        written = measure.farm(bench.farm, [*words, "--certificate", place], 2 * LIMIT_S)
        if not os.path.isdir(place):
            return [title, written.summary.get("verdict", "?"), "", seconds(alone.run.cpu), "", "", "", "none"]
        checked = measure.run([check, place], LIMIT_S)
        size = size_of(Path(place))
    said = checked.output.strip().splitlines()[-1].split(None, 1)[0] if checked.output.strip() else "?"
    slow = checked.cpu > SLOW_S
    return [title, written.summary.get("verdict", "?"), number(size / 1000), seconds(alone.run.cpu), seconds(written.run.cpu),
            seconds(checked.cpu), number(checked.cpu / max(alone.run.cpu, 1e-3)) if slow else "", said]  # fmt: skip


def configs(bench) -> list[str]:
    root = Path(bench.source) / "configs"
    found = sorted(root.glob("*.yaml")) + sorted((root / "figures").glob("*.yaml")) + sorted((root / "mutants").glob("*.yaml"))
    return [str(path.relative_to(root).with_suffix("")) for path in found]


def proved(bench, folder: Path, one: forever.Case) -> list[str]:
    program, nodes = str(bench.source / f"configs/protocols/{one.protocol}.ded"), one.nodes
    if one.size:
        program, names = larger.delivery(bench.source, folder, one.protocol, one.size)
        nodes = ",".join(names)
    words = [str(program), "-N", nodes, "-c", str(one.crashes), "--forever", *one.more]
    losses = ", no losses" if one.lossless() else ""
    return case(bench, f"{one.title()}, {one.crashes} crash{'' if one.crashes == 1 else 'es'}{losses}", words)


def run(bench) -> None:
    bench.page.text(
        "What does a certificate cost? `--certificate` writes a certificate, and `ldfi-check` checks it. `ldfi-check` shares no code "
        "with the search. To check a counterexample, `ldfi-check` executes it, and proves that it is minimal and the least.",
        "- All times are processor time.\n"
        "- `search s` is the time of the search alone. `with certificate s` is the time of the search that also writes the "
        "certificate.\n"
        "- `check / search` says how many times as long as the search the check takes. The cell is empty if the check takes at most "
        f"{SLOW_S} s.")  # fmt: skip
    header = ["", "verdict", "kB", "search s", "with certificate s", "check s", "check / search", "ldfi-check"]
    rows = [case(bench, name, [bench.config(name)]) for name in configs(bench)]
    rows += [case(bench, f"{name} ⟨{more[1]}⟩", [bench.config(name), *more]) for name, more in LARGE]
    bench.page.table("certificates", header, rows)
    bench.page.text(
        "The next table has certificates of proofs for every EOT (`--forever`), for the claims of the section *For every EOT*:")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        always = [proved(bench, Path(folder), one) for one in forever.cases() if "--cap" not in one.more]
    bench.page.table("certificates-forever", header, always)
    rejected = [row[0] for row in rows + always if row[-1] != "accepted"]
    bench.page.text(
        f"Rows whose certificate is not accepted: {', '.join(rejected) if rejected else 'none'}.")  # fmt: skip
