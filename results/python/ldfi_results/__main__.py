"""python3 -m ldfi_results FILE.h5 ...: prints the contents of results files.

Exit status: 0; 64 for wrong arguments; 65 if a file is not a good results file; 74 if a package is missing.
"""

import sys
from typing import Any

from . import MissingPackage, ResultsError


def printable(text: str) -> str:
    """Returns the text with control characters and invisible characters as \\xNN, byte by byte."""
    return "".join(c if c.isprintable() else "".join(f"\\x{b:02x}" for b in c.encode(errors="surrogateescape")) for c in text)


def _words(limit: Any) -> str:
    if isinstance(limit, list):
        return ("; " if limit and isinstance(limit[0], list) else " ").join(map(_words, limit))
    return str(limit)


def describe(path: str) -> list[str]:
    """Returns the lines to print for one file."""
    from . import load  # main() reports if h5py or pandas is missing

    results = load(path)
    run = results.runs.iloc[0]
    out = [
        f"{' '.join(results.program['name'])}: {run['strategy']}, seed {run['seed']}, "
        f"{run['ranks']} {'rank' if run['ranks'] == 1 else 'ranks'}, version {run['version']}"
    ]
    if run["conclusion"]:
        out.append(f"sweep: {run['conclusion']}")
    for system in results.systems.to_dict("records"):
        out[0] = f"{' '.join(system['command'])}: {run['strategy']}, seed {run['seed']}, version {run['version']}"
        executions, counterexamples = results.system_executions, results.counterexamples
        if "cell" in system:
            out.append(f"<{system['cell']}>")
            executions, counterexamples = (frame[frame["cell"] == system["cell"]] for frame in (executions, counterexamples))
        out.append(f"  verdict      {system['verdict']} {system['reason']}".rstrip())
        out.append(f"  executed     {len(executions)} in {system['wall_s']:.3f} s")
        for one in counterexamples.to_dict("records"):
            out.append(f"  falsifier    {one['faults']} ({'minimal' if one['minimal'] else 'not minimal'})")
            out += [f"    violates   {text}" for text in one["violated"]]
    for cell in results.cells.to_dict("records"):
        number = cell["cell"]
        out.append(f"<EOT {cell['eot']}, EFF {cell['eff']}, Crashes {cell['crashes']}> nodes {' '.join(cell['nodes'])}")
        if cell.get("params"):
            out.append(f"  constants    {' '.join(cell['params'])}")
        out.append(f"  verdict      {cell['verdict']} {cell['reason']}".rstrip())
        if cell["crash_model"] == "stop":
            who = " of " + " ".join(cell["crashable"]) if cell["crashable"] else ""
            out.append(f"  restarts     {cell['restarts']}{who}")
        else:
            out.append(f"  combinations {cell['combinations']}")
        for name, limit in (cell.get("limits") or {}).items():
            out.append(f"  {name.replace('_', ' '):<12} {_words(limit)}")
        out.append(f"  executed     {cell['executed']} in {cell['wall_s']:.3f} s")
        for one in results.specifications[results.specifications["cell"] == number].to_dict("records"):
            found = f", {count} falsifier{'' if count == 1 else 's'}" if (count := len(one["falsifiers"])) else ""
            out.append(f"  {one['severity']:<12} {one['name']} ({one['when']}): {one['verdict']}{found}")
        for falsifier in results.falsifiers[results.falsifiers["cell"] == number].to_dict("records"):
            minimal = "minimal" if falsifier["minimal"] else "not minimal"
            out.append(f"  falsifier    {falsifier['faults']} ({minimal})")
            out += [f"    violates   {tuple_}" for tuple_ in falsifier["violated"]]
        for graph in results.graphs[results.graphs["cell"] == number].to_dict("records"):
            sizes = ", ".join(f"{graph[name]} {name}" for name in ("goals", "firings", "premises"))
            out.append(f"  graph of     {graph['of']}: {sizes}")
    return out


def main(paths: list[str]) -> int:
    if not paths or any(path.startswith("-") for path in paths):
        print(__doc__, file=sys.stdout if paths in (["-h"], ["--help"]) else sys.stderr)
        return 0 if paths in (["-h"], ["--help"]) else 64
    for path in paths:
        try:
            print("\n".join(map(printable, describe(path))))
        except (ResultsError, OSError) as error:
            print(printable(f"ldfi_results: {error}"), file=sys.stderr)
            return 65
        except MissingPackage as error:
            print(f"ldfi_results: {error}", file=sys.stderr)
            return 74
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
