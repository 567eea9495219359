"""Runs of real systems that are killed or stopped in the middle of executions, and go on.

systems.py HOW ROUNDS PROGRAM BROADCAST_NODE MPIRUN… [-- SEED]   (the launcher with its flags, up to -n)

HOW   worker    kill -9 of a random worker     launcher  kill -9 of mpirun
      master    kill -9 of rank 0              term      SIGTERM to the launcher: status 85
      alone     kill -9 of a process without a launcher
      stuck     SIGSTOP of a random worker: status 74, and the rank is named

After each: no process of a node, a nursery or a rank is alive some seconds later, and no folder of theirs is left; what the
journal held is there, byte for byte, when the run has gone on to its end with another number of ranks; no execution stands in
it twice; verdict and counterexamples are those of an uninterrupted run. Ends with one line of counts.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from journal_bytes import KEYS, REPORT, records_of  # noqa: E402

GONE_S = {"stuck": 25.0}
ANSWER_S = 300  # on a machine that is busy with other things


def config(node, start):
    """Returns a config for a proof of 65 short executions, or for all counterexamples, after 23 executions in
    new processes.
    """
    nodes, retries, fspec, level = (3, 1000, {"eff": "100ms"}, "exact") if start == "reset" else (4, 0, {"eff": "300ms"}, "state")
    return {"system": {"kind": "nodes", "command": [node, str(retries)], "nodes": nodes, "time": "extended", "start": start},
            "workload": {"kind": "broadcast", "operations": 1}, "fspec": {**fspec, "eot": "1s"}, "search": {"level": level}}


def keys(data):
    """Returns the keys of the executions in a journal, up to the first incomplete record."""
    return [payload[:KEYS] for kind, payload in records_of(data) if kind == REPORT]


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def below(folder):
    """Returns the processes that work in this folder, with their kinds."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    state = file.read().rsplit(")", 1)[1].split()[0]
                if state != "Z":
                    found[int(pid)] = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
        except OSError:
            continue
    return found


def rank_of(pid):
    for variable in read(f"/proc/{pid}/environ").split(b"\0"):
        if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
            return int(variable.split(b"=")[1])
    return -1


class Trial:
    def __init__(self, how, rounds, program, node, launcher, seed):
        self.how, self.rounds, self.program, self.node, self.launcher = how, rounds, program, node, launcher
        self.random = random.Random(f"{how} {seed}")
        self.killed_in_the_middle = 0
        self.acknowledged = 0

    def run(self, folder, ranks, *options):
        launcher = [*self.launcher, "-n", str(ranks)] if ranks > 1 else []
        return subprocess.Popen([*launcher, self.program, "c.yaml", "--stop", "all", "--quiet", "--summary", "json", *options],
                                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TMPDIR": os.path.join(folder, "tmp")})

    def victim(self, process, folder):
        if self.how in ("launcher", "term", "alone"):
            return process.pid
        # A rank has two processes: the rank itself, and its nursery, which leads a session.
        ranks = {rank_of(pid): pid for pid, name in below(folder).items()
                 if name.startswith("ldfi-farm") and os.getsid(pid) != pid}
        ranks.pop(-1, None)
        if self.how == "master":
            return ranks.get(0)
        return self.random.choice([pid for rank, pid in ranks.items() if rank > 0] or [None])

    def expect_nothing(self, folder):
        since = time.monotonic()
        while True:
            left = {pid: name for pid, name in below(folder).items() if name not in ("mpirun", "orterun")}
            folders = [name for name in os.listdir(os.path.join(folder, "tmp")) if name.startswith("ldfi-farm-")]
            if not left and not folders:
                return
            assert time.monotonic() - since < GONE_S.get(self.how, 15.0), f"alive: {left}; left: {folders}"
            time.sleep(0.05)

    @staticmethod
    def answer(process):
        try:
            out, err = process.communicate(timeout=ANSWER_S)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        try:
            found = json.loads(out.splitlines()[-1])
        except (IndexError, ValueError):
            return None, err
        return [found["verdict"], [(one["faults"], one["violated"], one["minimal"]) for one in found.get("counterexamples", [])]], err

    def one(self, number):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            os.mkdir(os.path.join(folder, "tmp"))
            with open(os.path.join(folder, "c.yaml"), "w", encoding="utf-8") as file:
                json.dump(config(self.node, ("reset", "fresh")[number % 2]), file)
            journal = os.path.join(folder, "c.journal")
            ranks = 1 if self.how == "alone" else self.random.choice([2, 3, 4])
            process = self.run(folder, ranks, *(["--job-timeout", "3"] if self.how == "stuck" else []))
            least = self.random.randrange(1, 80_000)
            while process.poll() is None and len(read(journal)) < least:
                time.sleep(0.002)
            pid = self.victim(process, folder)
            if process.poll() is None and pid is not None:
                self.killed_in_the_middle += 1
                os.kill(pid, {"term": signal.SIGTERM, "stuck": signal.SIGSTOP}.get(self.how, signal.SIGKILL))
            _, err = self.answer(process)
            if self.how == "stuck" and process.returncode not in (0, 1):
                assert process.returncode == 74 and "has been silent for 3 s" in err, (process.returncode, err)
                os.kill(pid, signal.SIGCONT)
            if self.how == "term" and process.returncode not in (0, 1):
                assert process.returncode == 85 and "--resume" in err, (process.returncode, err)
            self.expect_nothing(folder)
            before = read(journal)
            self.acknowledged += len(keys(before))
            process = self.run(folder, self.random.choice([1, 3]), "--resume")
            got, err = self.answer(process)
            assert got is not None, f"the run that goes on left with {process.returncode}: {err}"
            self.expect_nothing(folder)
            after = read(journal)
            whole = keys(before)
            assert keys(after)[:len(whole)] == whole, "what was acknowledged is gone"
            assert len(set(keys(after))) == len(keys(after)), "executed twice"
            os.unlink(journal)
            process = self.run(folder, 1)
            want, alone = self.answer(process)
            assert want is not None, f"the run that nobody disturbs left with {process.returncode}: {alone}"
            assert got == want, f"{got} instead of {want}\nthe run that goes on said: {err}\nthe one that nobody disturbs: {alone}"

    def all(self):
        for number in range(self.rounds):
            try:
                self.one(number)
            except AssertionError as problem:
                sys.exit(f"{self.how}, round {number}: {problem}")
        print(f"{self.how}: {self.rounds} runs, {self.killed_in_the_middle} killed in the middle, {self.acknowledged} executions acknowledged")


def main():
    words = sys.argv[1:]
    seed = 1
    if "--" in words:
        at = words.index("--")
        seed, words = words[at + 1], words[:at]
    how, rounds, program, node, *launcher = words
    Trial(how, int(rounds), os.path.abspath(program), os.path.abspath(node), launcher, seed).all()


if __name__ == "__main__":
    main()
