"""Runs clingo, for comparison: a program and its Fspec are translated, and clingo decides the translation."""

import sys
from pathlib import Path

import measure

#: Verdict for each exit status of clingo.
VERDICT = {10: "counterexample", 30: "counterexample", 20: "certified"}
NO_MEMORY = 33  #: clingo's exit status when memory runs out


def translate(bench, name: str, bounds: tuple[int, int], path: Path) -> None:
    """Writes the program of configs/NAME.yaml at ⟨EOT,EFF⟩ `bounds` as a question for clingo."""
    sys.path.insert(0, str(bench.source / "test/oracle/clingo"))
    import ded2asp

    programs, includes, config = ded2asp.read_config(bench.config(name))
    spec = config["fspec"]
    nodes = sorted(map(str, config["nodes"]))
    exclusive = spec.get("eff_mode") == "exclusive"
    fspec = ded2asp.Fspec(*bounds, spec.get("crashes", 0), nodes, exclusive=exclusive, halt=False)
    oracle = ded2asp.Oracle(ded2asp.load(programs, includes), fspec)
    path.write_text(oracle.translation.text([*oracle.goals, ":- not violated(_).", "#show o/3.", "#show c/2."]), encoding="utf-8")


def decide(path: Path, limit: float, **options) -> measure.Run:
    return measure.run(["clingo", "--warn=none", "--quiet=0", str(path)], limit, **options)
