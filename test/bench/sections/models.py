"""The models with specifications of their own: what each is judged by, what falsifies it, and how long that takes, beside clingo."""

import json
import sys
import tempfile
from pathlib import Path

import clingo
import measure
from page import big, number, seconds

TITLE = "Models with specifications"
ALL_S = 20  #: time limit for all minimal falsifiers
LIMIT_S = 10  #: time limit of clingo


def configs(bench) -> list[str]:
    """Returns the configs with specifications: models, then their mutants, then the folder of specifications."""
    import yaml

    folder = bench.source / "configs"
    named = []
    for path in [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("mutants/*.yaml")), *sorted(folder.glob("specs/*.yaml"))]:
        if yaml.safe_load(path.read_text(encoding="utf-8")).get("specs"):
            named.append(path.relative_to(folder).with_suffix("").as_posix())
    return named


def budgets(fspec: dict) -> str:
    """Returns the limits on faults in words: 1 crash, 2 restarts, omissions without a limit."""
    disk = fspec.get("disk", {}).get("write", 0)
    counted = [(fspec["crashes"], "C"), (fspec.get("restarts", 0), "R"), (disk, "W"), (fspec.get("partitions", 0), "P")]
    counted = [(most["most"] if isinstance(most, dict) else most, kind) for most, kind in counted]
    lost = fspec.get("omissions", "any")
    lost = lost.get("most", "any") if isinstance(lost, dict) else lost
    parts = [f"{most} {kind}" for most, kind in counted if most] + ([f"{lost} O"] if lost != 0 else [])
    return ", ".join(parts) + (f"; {fspec['faults']} in all" if "faults" in fspec else "")


def verdicts(specs: list[dict]) -> str:
    """Returns a sentence: what the first counterexample of each violated specification violates, and which
    specifications are certified.
    """
    violated: dict[str, list[str]] = {}
    for spec in specs:
        if spec["counterexamples"]:
            violated.setdefault(spec["counterexamples"][0]["faults"], []).append(f"`{spec['name']}`")
    parts = [f"{'the failure-free run' if faults == 'none' else faults} violates {', '.join(names)}" for faults, names in violated.items()]
    certified = [f"`{s['name']}`" for s in specs if s["verdict"] == "certified"]
    if certified:
        parts.append(f"{', '.join(certified)} {'is' if len(certified) == 1 else 'are'} certified")
    return "; ".join(parts)


def told(bench, command: str, results: str) -> dict:
    done = measure.run([str(Path(bench.farm).parent / "ldfi-results"), command, results, "--json"], ALL_S)
    return json.loads(done.output)[0] if done.status == 0 else {}


def every(bench, name: str, folder: str) -> list[str]:
    """Returns the numbers of minimal falsifiers, families and groups, and the seconds."""
    results = f"{folder}/{name.replace('/', '-')}.h5"
    done = measure.farm(bench.farm, [bench.config(name), "--stop", "all", "--time-limit", f"{ALL_S}s", "-o", results], 2 * ALL_S)
    found = told(bench, "falsifiers", results).get("falsifiers", [])
    whole = "" if done.summary.get("complete") else "≥ "
    families = len({one["family"] for one in found})
    groups = told(bench, "groups", results) if found else {"groups": []}
    shown = f"{whole}{len(groups['groups'])}" if groups else f"> {ALL_S} s"
    return [f"{whole}{len(found)}", f"{whole}{families}", shown, seconds(done.run.wall)]


def rival(bench, name: str, folder: str) -> str:
    """Returns the seconds of clingo for the invariant under the same Fspec. clingo does not support
    specifications.
    """
    for part in ("recovery", "clingo"):
        sys.path.insert(0, str(bench.source / "test/oracle" / part))
    import asking_clingo
    import configs as oracle
    from ded2asp import read_config
    from program import load

    paths, includes, config = read_config(bench.config(name))
    program = load(paths, includes)
    asked = asking_clingo.Clingo(program, oracle.own_fspec(config, program))
    path = Path(folder) / "rival.lp"
    path.write_text(asked.translation.text([*asked.goals, ":- not violated(_).", *asking_clingo.SHOW]), encoding="utf-8")
    run = clingo.decide(path, LIMIT_S)
    return f"> {LIMIT_S}" if run.timed_out else f"{seconds(run.wall)} {clingo.VERDICT.get(run.status, '?')}"


def row(bench, name: str, folder: str) -> tuple[list[str], str]:
    """Returns the cells of the table, and the answer about each specification."""
    print(name, file=sys.stderr, flush=True)
    first = measure.farm(bench.farm, [bench.config(name)], 2 * ALL_S)
    fspec, summary = first.summary["fspec"], first.summary
    invariant = next((s["verdict"] for s in summary["specs"] if s["name"] == "invariant"), "")
    cells = [name, f"⟨{fspec['eot']},{fspec['eff']}⟩", budgets(fspec), big(summary["distinct_fault_sets"]), summary["verdict"],
             *every(bench, name, folder), seconds(first.run.wall), rival(bench, name, folder), invariant]  # fmt: skip
    return cells, verdicts(summary["specs"])


def run(bench) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(bench, name, folder) for name in configs(bench)]
    bench.page.text(
        "The table has every config with [specifications](../../configs/README.md), at its own Fspec.",
        "- `faults` has the numbers of faults that the Fspec admits: C crashes, R restarts, W failed writes, P partitions, O "
        "omissions.\n"
        "- `minimal` is the number of minimal counterexamples of all specifications, also of the specifications that do not change "
        "the verdict. `families` and `groups` say how many families and groups these counterexamples form.\n"
        "- `first s` is the time of the whole process until each specification is certified or has a least counterexample.\n"
        f"- `all s` is the time of the whole process until all minimal counterexamples are known. The process gets at most {ALL_S} s. "
        "The sign ≥ means that not all are known.\n"
        f"- The number of `groups` comes from `ldfi-results groups`, which also gets {ALL_S} s.\n"
        "- `clingo s` is the time of clingo for the question whether any fault set violates the invariant (`test/oracle/recovery`). "
        f"clingo gets at most {LIMIT_S} s.\n"
        "- `invariant` is the verdict of ldfi-farm about the invariant.")  # fmt: skip
    header = ["config", "⟨EOT,EFF⟩", "faults", "fault sets", "verdict", "minimal", "families", "groups", "all s", "first s",
              "clingo s", "invariant"]  # fmt: skip
    bench.page.table("models", header, [cells for cells, _ in rows])
    bench.page.text(
        "The list has the least counterexample of each violated specification of a config, and then the certified specifications of the config:",
        "\n".join(f"- `{cells[0]}`: {found}" for cells, found in rows))  # fmt: skip
    certified = sum(cells[4] == "certified" for cells, _ in rows)
    bench.page.text(
        f"Of the {len(rows)} configs, {certified} are certified and {len(rows) - certified} are not.")  # fmt: skip
