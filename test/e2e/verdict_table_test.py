"""configs/README.md says what every config's verdict is: the program must agree, and the table must be whole.

    verdict_table_test.py PROGRAM SOURCE_DIR [CONFIG …]

Without a CONFIG (as the README names it), all rows are run but those of systems with more than 40 executions, and every third one by
the second solver, too. --systems runs all rows of systems; --solvers runs all others by both solvers.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

COLUMNS = ["config", "eot", "eff", "crashes", "eff_mode", "verdict", "first minimal falsifier"]
WITH_RESTARTS = [column if column != "eff_mode" else "restarts" for column in COLUMNS]
WITH_DELAYS = [column if column != "eff_mode" else "delays" for column in COLUMNS]
OF_SYSTEMS = ["config", "program", "executions", "verdict", "first minimal falsifier"]
OF_SPECIFICATIONS = ["config", "specification", "severity", "verdict", "first minimal falsifier"]
EXIT = {"certified": 0, "counterexample": 1, "broken": 1, "inconclusive": 2, "vacuous": 2}
SOLVERS = ["cadical", "cryptominisat"]  # the second checks what the first found
MUST_BE_FALSIFIED = "mutants/"
SHORT = 40  # executions of systems
EACH_SO_MANY = 3  # rows, of which the second solver has one


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def read_table(text, tables=(COLUMNS, WITH_RESTARTS, WITH_DELAYS)):
    """Rows of all tables with these columns, as dictionaries."""
    rows, columns = [], None
    for line in text.splitlines():
        if not line.startswith("|"):
            columns = None
        elif cells(line) in tables:
            columns = cells(line)
        elif columns and not re.fullmatch(r"[|\s:-]+", line):
            rows.append(dict(zip(columns, cells(line), strict=True)))
    return rows


def config_files(folder):
    """All but the sweeps, which have no one Fspec and are run by test_sweep.py and test_jobs.py, and the servers of test_servers.py."""
    for path, _, names in os.walk(folder):
        if os.path.basename(path) in ("sweeps", "servers"):
            continue
        for name in names:
            if name.endswith((".yaml", ".yml")) and not name.endswith("-sweep.yaml"):
                yield os.path.relpath(os.path.join(path, name), folder).replace(os.sep, "/")


def completeness(rows, files):
    """Complaints about rows without a config, configs without a row, and doubles."""
    named = [row["config"] for row in rows]
    for name in sorted(set(files) - set(named)):
        yield f"{name} has no row in configs/README.md"
    for name in sorted(set(named) - set(files)):
        yield f"configs/README.md has a row for {name}, which is not there"
    for name in sorted({n for n in named if named.count(n) > 1}):
        yield f"{name} has two rows in configs/README.md"
    for row in rows:
        if row["config"].startswith(MUST_BE_FALSIFIED) and row["verdict"] != "counterexample":
            yield f"{row['config']} is a mutant: it must be falsified"


def differences(row, summary, status):
    """Complaints about one run."""
    name, spec = row["config"], summary["fspec"]
    for key in ("eot", "eff", "crashes", "eff_mode", "restarts"):
        if key in row and str(spec[key]) != row[key]:
            yield f"{name}: {key} is {spec[key]}, the table says {row[key]}"
    late = str(spec.get("delays", {}).get("max", 0))
    if row.get("delays", late) != late:
        yield f"{name}: messages are up to {late} ticks late, the table says {row['delays']}"
    if summary["verdict"] != row["verdict"]:
        yield f"{name}: {summary['verdict']}, the table says {row['verdict']}"
    if status != EXIT.get(summary["verdict"]):
        yield f"{name}: {summary['verdict']} with exit status {status}"
    found = summary["counterexamples"]
    first = found[0]["faults"] if found else "-"
    if first != row["first minimal falsifier"]:
        yield f"{name}: falsifier {first}, the table says {row['first minimal falsifier']}"
    if found and not found[0]["minimal"]:
        yield f"{name}: {first} is not said to be minimal"
    if summary["failure_free"]["pre"] == 0:
        yield f"{name}: promises nothing, pre is empty in the failure-free run"


def differences_of_system(row, summary, status):
    name, found = row["config"], summary["counterexamples"]
    faults = " ".join(found[0]["faults"]) if found else "-"
    for key, is_now in (("verdict", summary["verdict"]), ("executions", str(summary["executions"])),
                        ("first minimal falsifier", faults)):
        if row[key] != is_now:
            yield f"{name}: {key} {is_now}, the table says {row[key]}"
    if status != EXIT.get(summary["verdict"]):
        yield f"{name}: {summary['verdict']} with exit status {status}"
    in_real_time = "flaky" in summary  # then nothing is proved
    if not in_real_time and not all(one["minimal"] for one in found):
        yield f"{name}: a counterexample is not said to be minimal"
    if summary["determinism"]["differences"]:
        yield f"{name}: not deterministic"


def differences_of_specifications(name, rows, summary):
    """Complaints about the verdicts of single specifications."""
    found = [{"config": name, "specification": one["name"], "severity": one["severity"], "verdict": one["verdict"],
              "first minimal falsifier": next((f["faults"] for f in one["counterexamples"]), "-")}
             for one in summary.get("specs", [])]
    for row in (row for row in rows if row not in found):
        yield f"{name}: the table says {row}"
    for row in (row for row in found if row not in rows):
        yield f"{name}: found {row}"


def summary_of(program, configs, name, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, os.path.join(configs, name), "--summary", "json", "--quiet", *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    try:
        return json.loads(done.stdout.splitlines()[-1]), done
    except (IndexError, ValueError):
        return None, f"{name}: exit status {done.returncode} without a summary\n{done.stderr}"


def run_system(program, configs, row):
    """A node's program may be missing here: Node.js, or another folder of the build."""
    if shutil.which(row["program"], path=os.pathsep.join([os.environ["PATH"], os.path.dirname(program)])) is None:
        print(f"{row['config']}: not run, since there is no {row['program']}")
        return []
    summary, done = summary_of(program, configs, row["config"], [])
    return [done] if summary is None else differences_of_system(row, summary, done.returncode)


def run(program, configs, row, options, specifications=()):
    summary, done = summary_of(program, configs, row["config"], ["-o", "run.h5", *options])
    if summary is None:
        return [done]
    return [*differences(row, summary, done.returncode),
            *differences_of_specifications(row["config"], list(specifications), summary)]


def main():
    program, configs = os.path.abspath(sys.argv[1]), os.path.abspath(os.path.join(sys.argv[2], "configs"))
    with open(os.path.join(configs, "README.md"), encoding="utf-8") as readme:
        text = readme.read()
    rows, judged = read_table(text), read_table(text, [OF_SPECIFICATIONS])
    systems = read_table(text, [OF_SYSTEMS])
    complaints = list(completeness([*rows, *systems], list(config_files(configs))))
    for row in systems:
        if row["config"] in sys.argv[3:] or "--systems" in sys.argv or (not sys.argv[3:] and int(row["executions"]) <= SHORT):
            complaints += run_system(program, configs, row)
    for number, row in enumerate(rows):
        if not sys.argv[3:] or "--solvers" in sys.argv or row["config"] in sys.argv[3:]:
            for solver in SOLVERS if sys.argv[3:] or number % EACH_SO_MANY == 0 else SOLVERS[:1]:
                own = [one for one in judged if one["config"] == row["config"]]
                found = run(program, configs, row, ["--solver", solver], own)
                complaints += [f"{solver}: {text}" for text in found]
    print("\n".join(complaints) or f"{len(rows) + len(systems)} rows agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
