"""What a run leaves behind, to be changed by the cases: one run a process of this test, kept in memory."""

import functools
import os
import subprocess
import tempfile

PROGRAM = """
log("a", "x")@1;
log(N, P)@next :- log(N, P);
peer("a", "b")@1; peer("a", "c")@1;
peer(N, M)@next :- peer(N, M);
log(M, P)@async :- log(N, P), peer(N, M);
pre(P) :- log("a", P);
post(P) :- log("b", P), log("c", P);
"""
ARGUMENTS = ("x.ded", "-t", "4", "-f", "3", "--stop", "all")
BUILD = ""  # set by hostile.py


@functools.lru_cache(None)
def leftovers():
    """(results file, journal), of a run that found counterexamples."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/x.ded", "w", encoding="utf-8") as stream:
            stream.write(PROGRAM)
        done = subprocess.run([f"{BUILD}/ldfi-farm", *ARGUMENTS], cwd=folder, capture_output=True, check=False, text=True)
        if done.returncode != 1:
            raise RuntimeError(f"the run for the other cases left with {done.returncode}: {done.stderr}")
        return tuple(read(os.path.join(folder, name)) for name in ("x.h5", "x.journal"))


def read(path):
    with open(path, "rb") as stream:
        return stream.read()
