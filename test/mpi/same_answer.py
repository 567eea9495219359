"""The answer must not depend on the number of ranks: same verdict, falsifiers and cells of a sweep, byte for
byte.

same_answer.py PROGRAM SOURCE_DIR [--all] MPIRUN…   (the launcher with its flags, up to -n)

Each run on 1, 2 or 4 ranks in turn; with --all, each on all of them.
"""

import json
import os
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
CONFIGS = os.path.join(os.path.abspath(sys.argv[2]), "configs")
ALL = sys.argv[3] == "--all"
LAUNCHER = sys.argv[4:] if ALL else sys.argv[3:]
RANKS = (2, 4, 1)

RUNS = [
    ["kafka.yaml"],
    ["kafka.yaml", "--stop", "all", "--eot", "5", "--eff", "3"],
    ["ack-deliv.yaml"],
    ["raft.yaml", "-t", "18", "-f", "16"],
    ["simple-deliv.yaml", "--stop", "all", "--strategy", "exhaustive"],
    ["disk-log.yaml", "--stop", "all", "--strategy", "fts", "--max-failures", "2"],
    ["mutants/twopc-recovery-late-log.yaml", "--strategy", "fts", "--max-failures", "2"],
    ["mutants/bully-any-leader.yaml", "--seed", "7"],
    ["kafka.yaml", "--strategy", "random", "--seed", "7"],
    ["kafka.yaml", "--strategy", "random", "--repeat", "3"],
    ["mutants/raft-46.yaml", "--strategy", "random", "--weights", "delays=0.1", "--repeat", "3"],
    ["kafka.yaml", "--strategy", "molly"],
    ["3pc.yaml", "--strategy", "molly", "--negation", "conservative"],
    ["redun-deliv.yaml", "--strategy", "molly", "--negation", "ignore"],
    ["paxos.yaml", "--strategy", "random", "--max-runs", "10000"],
    ["sweeps/kafka.yaml", "--stop", "all"],
    ["classic-deliv.yaml", "--sweep", "--sweep-max-eot", "9"],
    ["sweeps/ack-deliv.yaml", "--sweep-max-eot", "12"],
]

# The count ends only if b hears of a by tick 3: there is no possible world, and the ranks run the program itself.
ENDLESS = """
n("a", "b")@1; n("b", "a")@1; n(N, M)@next :- n(N, M); d(M)@async :- n(N, M); d(M)@next :- d(M);
late("a")@3; late(N)@next :- late(N); c("b", 1)@3; c(N, I + 1) :- c(N, I), notin d(N);
ok(N) :- late(N), d(N), c(_, 1); ok(N)@next :- ok(N); pre("a")@4; post(N) :- ok(N);
"""


def answer(prefix, run, ranks):
    command = [*prefix, PROGRAM, os.path.join(CONFIGS, run[0]), *run[1:], "--summary", "json"]
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        summary = json.loads(result.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        sys.exit(f"{command} left with {result.returncode}\n{result.stderr}")
    assert summary["ranks"] == ranks, summary["ranks"]
    found = [result.returncode, summary["verdict"], summary["counterexamples"], summary.get("repeat")]
    cells = summary.get("cells", [])
    for cell in cells:
        del cell["wall_s"]
    found += [cells, summary.get("conclusion")]
    # The lineage search chooses each execution by what the last ones proved, and so by their order.
    return json.dumps(found if summary["strategy"] == "lineage" else [*found, summary["executions"]])


programs = tempfile.TemporaryDirectory()
with open(os.path.join(programs.name, "endless.ded"), "w", encoding="utf-8") as stream:
    stream.write(ENDLESS)
RUNS.append([stream.name, "-N", "a,b", "-t", "4", "-f", "2"])

for number, case in enumerate(RUNS):
    expected = answer([], case, 1)
    print(case, expected[:200])
    for ranks in RANKS if ALL else RANKS[number % len(RANKS):][:1]:
        got = answer([*LAUNCHER, "-n", str(ranks)], case, ranks)
        assert got == expected, f"{ranks} ranks: {got}"
