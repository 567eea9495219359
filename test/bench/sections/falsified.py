"""Measures how fast a counterexample of each mutant is found at 2, 4 and 8 times its EOT, and compares with
clingo.
"""

import tempfile
from pathlib import Path

from sections import rival
from page import number, seconds

TITLE = "Mutants against clingo"
FACTORS = (2, 4, 8)
PLAIN = {"eot", "eff", "crashes", "eff_mode"}
LATE_S = 0.010  #: time that starting a process may take


def mutants(bench) -> list[str]:
    """Returns the mutants with only losses and crashes, because the translation for clingo does not support
    other faults (see models.py).
    """
    import yaml

    found = sorted((bench.source / "configs/mutants").glob("*.yaml"))
    return [f"mutants/{path.stem}" for path in found if set(yaml.safe_load(path.read_text(encoding="utf-8"))["fspec"]) <= PLAIN]


def run(bench) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for factor in FACTORS:
            rows += [rival.compare(bench, name, factor, Path(folder)) for name in mutants(bench)]
    bench.page.text(
        "How fast is a counterexample found if EOT grows and the bug stays the same? The programs are the mutants of "
        "[configs/mutants](../../configs/mutants) that fail under omissions and crashes. Nearly all these mutants have a "
        "counterexample of at most three faults. ldfi-farm and clingo run as in the section *Against clingo*, and get at most "
        f"{rival.LIMIT_S} s for each run.")  # fmt: skip
    shown = []
    slower = []
    for r in rows:
        ours = f"> {rival.LIMIT_S}" if r.late("ours") else seconds(r.wall("ours"))
        theirs = f"> {rival.LIMIT_S}" if r.late("theirs") else seconds(r.wall("theirs"))
        verdict = r.disagreement() or next((x.verdict for x in r.ours if x.verdict), "no verdict")
        found = next((x.summary["counterexamples"] for x in r.ours if x.summary and x.summary["counterexamples"]), [])
        faults = len(found[0]["faults"].split()) if found else ""
        shown.append([r.name, f"× {r.factor}", f"⟨{r.bounds[0]},{r.bounds[1]}⟩", verdict, faults, ours, theirs, r.ratio(), r.ratio_cpu()])
        if r.late("ours") and not r.late("theirs") or r.wall("ours") > r.wall("theirs") + LATE_S:
            slower.append(f"{r.name} × {r.factor}")
    header = ["program", "EOT", "⟨EOT,EFF⟩", "verdict", "faults", "ldfi-farm s", "clingo s", "ratio", "ratio of CPU"]
    bench.page.table("falsified", header, shown)
    bench.page.text(
        f"Rows in which ldfi-farm is slower than clingo by more than {number(LATE_S * 1000)} ms: {', '.join(slower) or 'none'} (of "
        f"{len(rows)} rows).")  # fmt: skip
