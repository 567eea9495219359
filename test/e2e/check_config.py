"""Runs one config and compares verdict, exit status and falsifiers with verdicts.txt.

check_config.py PROGRAM SOURCE_DIR CONFIG [--print]

A line of verdicts.txt: the config, its verdict, and its falsifiers in written form, separated by " | ".
With --print, prints that line as the program sees it.
"""

import json
import os
import subprocess
import sys
import tempfile

STATUS = {"certified": 0, "counterexample": 1, "broken": 1, "inconclusive": 2, "vacuous": 2}
KEYS = {
    "verdict", "program", "fspec", "strategy", "combinations", "executions", "counterexamples",
    "failure_free", "wall_s", "solve_s", "execute_s", "ranks", "seed", "output", "version",
}
FSPEC_KEYS = {"eot", "eff", "crashes", "nodes", "eff_mode", "crash_model"}


def run(program, *arguments, cwd=None):
    return subprocess.run([program, *arguments], cwd=cwd, capture_output=True, text=True)


def expected(source_dir, config):
    with open(os.path.join(source_dir, "test/e2e/verdicts.txt"), encoding="utf-8") as lines:
        for line in lines:
            words = line.split(maxsplit=2)
            if words and words[0] == config:
                falsifiers = words[2].strip().split(" | ") if len(words) > 2 else []
                return words[1], falsifiers
    sys.exit(f"{config} has no line in test/e2e/verdicts.txt")


def check_keys(summary):
    assert KEYS <= set(summary), KEYS - set(summary)
    assert FSPEC_KEYS <= set(summary["fspec"])
    assert int(summary["combinations"]) >= 1
    assert {"pre", "post"} <= set(summary["failure_free"])
    for found in summary["counterexamples"]:
        assert found["size"] == len(found["faults"].split()), found
        assert found["minimal"] is True and found["violated"], found


def check_replays(program, path, faults):
    """The falsifier violates; without any one of its faults it does not."""
    assert run(program, path, "--replay", faults).returncode == 1, faults
    words = faults.split()
    for i in range(len(words)):
        fewer = " ".join(words[:i] + words[i + 1 :]) or "none"
        assert run(program, path, "--replay", fewer).returncode == 0, fewer


def main():
    program, source_dir, config = sys.argv[1:4]
    program = os.path.abspath(program)
    path = os.path.abspath(os.path.join(source_dir, config))
    with tempfile.TemporaryDirectory() as folder:
        result = run(program, path, "--summary", "json", cwd=folder)
        print(result.stderr, result.stdout)
        summary = json.loads(result.stdout.splitlines()[-1])
        assert os.path.getsize(os.path.join(folder, summary["output"])) > 0
        assert os.listdir(folder) == [os.path.basename(summary["output"])], os.listdir(folder)
    falsifiers = [found["faults"] for found in summary["counterexamples"]]
    if "--print" in sys.argv:
        print(config, summary["verdict"], " | ".join(falsifiers))
        return
    assert result.returncode == STATUS[summary["verdict"]], result.returncode
    check_keys(summary)
    assert (summary["verdict"], falsifiers) == expected(source_dir, config)
    for faults in falsifiers:
        check_replays(program, path, faults)


if __name__ == "__main__":
    main()
