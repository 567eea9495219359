"""A disk that fails at each call that writes, in turn: nothing acknowledged and no earlier result is lost.

write_errors.py PROGRAM SOURCE_DIR FAILING_IO.so [KIND…]   kinds: ENOSPC EIO short torn

The folder holds the results of an earlier run. The run under test then meets the error at its first call, at its second, and so
on, until one run meets none. Each must leave with 74 and name the call, the file and the reason, or (short writes, errors after
the verdict's files are in place) with the verdict's status; the earlier results must be there, byte for byte, under their own
name or as the previous ones; and the same run with --resume must come to the answer of an undisturbed one.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

from survive import Journal

PROGRAM, SOURCE_DIR, SHIM = (os.path.abspath(a) for a in sys.argv[1:4])
KINDS = sys.argv[4:] or ["ENOSPC", "EIO", "short", "torn"]
RUN = [PROGRAM, os.path.join(SOURCE_DIR, "configs/kafka.yaml"), "--expand", "live", "-o", "run.h5", "--quiet",
       "--summary", "json"]
REASONS = {"ENOSPC": "No space left on device", "torn": "No space left on device", "EIO": "Input/output error"}


def run(folder, *more, **environment):
    return subprocess.run([*RUN, *more], cwd=folder, capture_output=True, text=True, check=False, timeout=120,
                          env={**os.environ, **environment})


def answer(result):
    summary = json.loads(result.stdout.splitlines()[-1])
    return summary["verdict"], summary["counterexamples"], summary["executions"]


def acknowledged(folder):
    """Returns the complete records of the journal, as bytes."""
    journal = Journal(os.path.join(folder, "run.journal"))
    return journal.data[:journal.good]


def one(kind, at, counts):
    """Makes one run with one error. Returns False if the run did not come to the error any more."""
    with tempfile.TemporaryDirectory() as folder:
        first = run(folder)
        assert first.returncode == 1, first.stderr
        with open(os.path.join(folder, "run.h5"), "rb") as file:
            earlier = file.read()
        result = run(folder, LD_PRELOAD=SHIM, LDFI_FAIL_PREFIX="run.", LDFI_FAIL_AT=str(at), LDFI_FAIL_KIND=kind,
                     LDFI_FAIL_LOG="failed.log")
        if not os.path.exists(os.path.join(folder, "failed.log")):
            assert result.returncode == 1
            return False
        with open(os.path.join(folder, "failed.log"), encoding="utf-8") as file:
            call = file.read().strip()
        where = f"{kind} at call {at}, {call}: status {result.returncode}\n{result.stderr}"
        if kind == "short":
            assert result.returncode == 1, where
        elif result.returncode != 1:
            assert result.returncode == 74, where
            assert REASONS[kind] in result.stderr and "run." in result.stderr, where
        counts[call, result.returncode] += 1
        kept = [name for name in ("run.h5", "run.prev.h5") if os.path.exists(os.path.join(folder, name))
                and open(os.path.join(folder, name), "rb").read() == earlier]
        assert kept, where + "\nthe earlier results are gone"
        before = acknowledged(folder)
        resumed = run(folder, "--resume")
        assert resumed.returncode == 1 and answer(resumed) == answer(first), where + resumed.stderr
        assert acknowledged(folder).startswith(before), where
        return True


def main():
    for kind in KINDS:
        counts = collections.Counter()
        at = 1
        while one(kind, at, counts):
            at += 1
        told = ", ".join(f"{call} {n} times ({status})" for (call, status), n in sorted(counts.items()))
        print(f"{kind}: {at - 1} calls failed in turn: {told}", flush=True)


if __name__ == "__main__":
    main()
