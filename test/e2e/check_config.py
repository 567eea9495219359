"""Runs one config: what it prints and writes is whole, agrees with its row in configs/README.md, and every
falsifier violates when replayed, but no longer when any one of its faults is left out.

check_config.py PROGRAM SOURCE_DIR CONFIG
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from verdict_table_test import differences, read_table

KEYS = {
    "verdict", "program", "fspec", "strategy", "combinations", "executions", "counterexamples",
    "failure_free", "wall_s", "solve_s", "execute_s", "ranks", "seed", "output", "version",
}
FSPEC_KEYS = {"eot", "eff", "crashes", "nodes", "eff_mode", "crash_model"}


def run(program, *arguments, cwd=None):
    return subprocess.run([program, *arguments], cwd=cwd, capture_output=True, text=True)


def row_of(source_dir, config):
    with open(os.path.join(source_dir, "configs/README.md"), encoding="utf-8") as readme:
        rows = [row for row in read_table(readme.read()) if "configs/" + row["config"] == config]
    assert len(rows) == 1, f"{config} has {len(rows)} rows in configs/README.md"
    return rows[0]


def check_keys(summary):
    assert KEYS <= set(summary), KEYS - set(summary)
    assert FSPEC_KEYS <= set(summary["fspec"])
    spec = summary["fspec"]  # the paper's count has neither restarts nor delays
    stops = spec["crash_model"] == "stop" or "delays" in spec or "duplicates" in spec
    assert summary["combinations"] == "" if stops else int(summary["combinations"]) >= 1
    assert int(summary["distinct_fault_sets"]) >= 1
    assert {"pre", "post"} <= set(summary["failure_free"])
    for found in summary["counterexamples"]:
        assert found["size"] == len(without_one(found["faults"])), found
        assert found["minimal"] is True and found["violated"], found


def violated_by(program, path, faults):
    """Returns the relations of the violated tuples or, for specifications, their names."""
    text = run(program, path, "--replay", faults).stdout
    violated = re.search(r"^violated(.*?)^outcome", text, re.MULTILINE | re.DOTALL).group(1)
    return set(re.findall(r"(?m)^ +([\w.?]+)\(", violated))


def without_one(faults):
    """Yields the fault set without each one of its faults. The names in a partition are separated by blanks: P(a
    b,1,2).
    """
    words = re.findall(r"\w+\([^)]*\)", faults)
    return [" ".join(words[:i] + words[i + 1 :]) or "none" for i in range(len(words))]


def check_replays(program, path, faults):
    """Checks that the falsifier violates, and that it does not without any one of its faults."""
    assert run(program, path, "--replay", faults).returncode == 1, faults
    for fewer in without_one(faults):
        assert run(program, path, "--replay", fewer).returncode == 0, fewer


def check_specification(program, path, specification):
    """Checks the falsifiers of a single specification in the same way."""
    relation = "pre" if specification["name"] == "invariant" else specification["name"]
    for found in specification["counterexamples"]:
        assert relation in violated_by(program, path, found["faults"]), found
        for fewer in without_one(found["faults"]):
            assert relation not in violated_by(program, path, fewer), (relation, fewer)


def main():
    program, source_dir, config = sys.argv[1:4]
    program = os.path.abspath(program)
    path = os.path.abspath(os.path.join(source_dir, config))
    with tempfile.TemporaryDirectory() as folder:
        result = run(program, path, "--summary", "json", cwd=folder)
        print(result.stderr, result.stdout)
        summary = json.loads(result.stdout.splitlines()[-1])
        assert os.path.getsize(os.path.join(folder, summary["output"])) > 0
        stem = os.path.basename(summary["output"]).removesuffix(".h5")
        assert sorted(os.listdir(folder)) == [f"{stem}.h5", f"{stem}.journal"], os.listdir(folder)
    falsifiers = [found["faults"] for found in summary["counterexamples"]]
    check_keys(summary)
    complaints = list(differences(row_of(source_dir, config), summary, result.returncode))
    assert not complaints, complaints
    for specification in summary.get("specs", []):
        check_specification(program, path, specification)
    for faults in [] if "specs" in summary else falsifiers:
        check_replays(program, path, faults)


if __name__ == "__main__":
    main()
