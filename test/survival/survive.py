"""Runs of the farm that are killed or stopped at random moments, and go on.

survive.py HOW ROUNDS PROGRAM SOURCE_DIR MPIRUN… [-- RANKS [SEED]]   (the launcher with its flags, up to -n)

Rounds take the runs in turn, each HOW beginning with another one.

HOW   worker    kill -9 of a random worker         usr1   SIGUSR1 to the launcher: status 85 within 5 s
      master    kill -9 of rank 0                  term   SIGTERM to the launcher
      launcher  kill -9 of mpirun                  again  kill -9 of anybody, and again during the resume
      stuck     SIGSTOP of a random worker: status 74, and the rank is named
      stuck-cell    the same in a sweep              stuck-master  SIGSTOP of rank 0

After each: no rank is alive 5 s later; what the journal held is there, byte for byte, when the run has gone on to its end with
another number of ranks; no work stands in it twice; every execution in it is in the result file, once; verdict and
counterexamples are those of an uninterrupted run, in a sweep of each cell. Ends with one line of counts; status 1 if anything was wrong.
"""

import functools
import json
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

import h5py

RUNS = (
    ("flux.yaml", ["--expand", "live", "-t", "16", "-f", "14"]),
    ("simple-deliv.yaml", ["--strategy", "exhaustive", "--stop", "all", "-t", "6", "-f", "4", "-c", "1"]),
)
SWEEP = ("flux.yaml", ["--expand", "live", "--sweep-eot", "16,17", "--sweep-eff", "14,15"])
HOWS = ("worker", "master", "launcher", "again", "usr1", "term", "stuck", "stuck-cell", "stuck-master")
ALIVE_S = 5.0
# --job-timeout, the time after which the farm gives up on silent ranks, and the time of mpirun.
STUCK_S = 20.0
MAGIC, FRAME, REPORT, DONE = b"LDFI\x1aJ1\n", struct.Struct("<IIQ"), 2, 4


class Journal:
    """The records of a journal, up to the first incomplete one."""

    def __init__(self, path):
        self.data, self.keys, self.types, self.good = b"", [], [], 0
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            self.data = file.read()
        assert self.data.startswith(MAGIC), "a journal appears whole or not at all"
        self.good = at = len(MAGIC)
        while at + FRAME.size <= len(self.data):
            size, kind, _ = FRAME.unpack_from(self.data, at)
            at += FRAME.size
            if at + size > len(self.data):
                break
            if kind == REPORT:
                self.keys.append(self.data[at:at + 32])
            self.types.append(kind)
            at += size
            self.good = at


class Trial:
    def __init__(self, how, rounds, program, source_dir, launcher, ranks, seed):
        self.how, self.rounds, self.ranks = how, rounds, ranks
        self.program, self.configs, self.launcher = program, os.path.join(source_dir, "configs"), launcher
        # The second program runs under a launcher.
        self.images = [os.path.realpath(program) + end for end in ("", "-mpi")]
        self.random = random.Random(f"{how} {seed}")
        self.stuck = how.startswith("stuck")
        self.runs = (SWEEP,) if how == "stuck-cell" else (*RUNS, SWEEP)
        self.alive_s = STUCK_S if self.stuck else ALIVE_S
        self.slowest_exit = self.slowest_death = 0.0
        self.statuses = {}
        self.stuck_launchers = 0
        self.acknowledged = self.dead_in_the_middle = 0

    def command(self, run, ranks, *more):
        name, options = run
        return [*self.launcher, "-n", str(ranks), self.program, os.path.join(self.configs, name), *options,
                "-o", "run.h5", "--quiet", "--summary", "json", *more]

    def alive(self, folder):
        """Returns the ranks that work in this folder."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/cwd") == folder and \
                        os.readlink(f"/proc/{pid}/exe") in self.images:
                    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                        if file.read().rsplit(")", 1)[1].split()[0] != "Z":
                            found.append(int(pid))
            except OSError:
                continue
        return found

    @staticmethod
    def rank_of(pid):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                for variable in file.read().split(b"\0"):
                    if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                        return int(variable.split(b"=")[1])
        except OSError:
            pass
        return -1

    def wait_for(self, path, process):
        """Waits until the journal exists, when the search begins. Some runs are killed earlier, when mpirun
        cannot handle other signals.
        """
        early = self.how not in ("usr1", "term") and not self.stuck and self.random.random() < 0.1
        until = time.monotonic() + (self.random.uniform(0, 0.5) if early else 60)
        while not os.path.exists(path) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.005)

    def victim(self, how, launcher, folder):
        """Returns the process to kill, or None while there is none."""
        if how in ("launcher", "usr1", "term"):
            return launcher.pid
        ranks = {self.rank_of(pid): pid for pid in self.alive(folder)}
        ranks.pop(-1, None)
        if how == "again":
            how = self.random.choice(["worker", "master", "launcher"])
            if how == "launcher":
                return launcher.pid
        if how in ("master", "stuck-master"):
            return ranks.get(0)
        workers = [pid for rank, pid in ranks.items() if rank > 0]
        return self.random.choice(workers) if workers else None

    def expect_nobody(self, folder, since, stopped=None):
        """Waits until no rank is alive. A stopped rank cannot end by itself, so the launcher kills it. Returns
        False if the launcher hangs.
        """
        while left := self.alive(folder):
            if time.monotonic() - since >= self.alive_s:
                assert left == [stopped], f"alive after {self.alive_s} s: {left}"
                return False
            time.sleep(0.02)
        self.slowest_death = max(self.slowest_death, time.monotonic() - since)
        return True

    def said_by(self, process):
        """Returns the output of the launcher. mpirun of Open MPI 4.1 sometimes waits for ever if a rank died
        during its start.
        """
        try:
            return process.communicate(timeout=10)[1]
        except subprocess.TimeoutExpired:
            self.stuck_launchers += 1
            process.kill()
            return process.communicate()[1]

    def sit_and_die(self, run, ranks, folder, moment, resume):
        """Runs a session that is killed `moment` seconds after its search began, or ends before. Returns its
        journal.
        """
        more = (["--resume"] if resume else []) + (["--job-timeout", "1s"] if self.stuck else [])
        process = subprocess.Popen(self.command(run, ranks, *more), cwd=folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.wait_for(os.path.join(folder, "run.journal"), process)
        time.sleep(moment)
        victim = self.victim(self.how, process, folder)
        number = {"usr1": signal.SIGUSR1, "term": signal.SIGTERM}.get(self.how, signal.SIGSTOP if self.stuck else signal.SIGKILL)
        struck = time.monotonic()
        ended = process.poll() is not None
        if victim and not ended:
            try:
                os.kill(victim, number)
            except ProcessLookupError:
                ended = True
        if victim and not ended:
            if not self.expect_nobody(folder, struck, victim if self.stuck else None):
                self.stuck_launchers += 1
                process.kill()
                os.kill(victim, signal.SIGKILL)
                process.communicate()
                return Journal(os.path.join(folder, "run.journal"))
        said = self.said_by(process)
        took = time.monotonic() - struck
        if victim and not ended:
            self.statuses[process.returncode] = self.statuses.get(process.returncode, 0) + 1
            if process.returncode not in (0, 1):
                self.slowest_exit = max(self.slowest_exit, took)
            if self.how == "usr1" and process.returncode not in (0, 1):
                assert process.returncode == 85 and took < self.alive_s, f"{process.returncode} in {took:.1f} s\n{said}"
            if self.stuck and process.returncode not in (0, 1):
                what = "0 has been silent for 1 s .its last phase: " if self.how == "stuck-master" else \
                    r"\d+ has been silent for 1 s on job"
                assert process.returncode == 74 and re.search("rank " + what, said) and "--resume" in said, \
                    f"{process.returncode}\n{said}"
        return Journal(os.path.join(folder, "run.journal"))

    def finish(self, run, ranks, folder):
        result = subprocess.run(self.command(run, ranks, "--resume"), cwd=folder, capture_output=True, text=True,
                                timeout=300, check=False)
        try:
            return result.returncode, json.loads(result.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            raise AssertionError(f"the resume left with {result.returncode}\n{result.stderr}") from None

    @staticmethod
    def answer(status, summary):
        cells = [[cell[key] for key in ("eot", "eff", "crashes", "verdict", "counterexamples")] for cell in summary.get("cells", [])]
        return status, summary["verdict"], summary["counterexamples"], cells

    def check_end(self, folder, before, summary):
        after = Journal(os.path.join(folder, "run.journal"))
        assert after.data[:before.good] == before.data[:before.good], "acknowledged bytes have changed"
        assert after.types[-1] == DONE and after.good == len(after.data), "the run is not done"
        assert len(set(after.keys)) == len(after.keys), "work was done twice"
        if "cells" in summary:
            return
        with h5py.File(os.path.join(folder, "run.h5"), "r") as file:
            faults = [text.decode() for text in file["details/0000/executions"]["faults"]]
        if faults:
            assert len(set(faults)) == len(faults) == len(after.keys) == summary["executions"], \
                f"{len(faults)} rows, {len(after.keys)} answers, {summary['executions']} executions"

    def one(self, number, run, expected, took):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            moment = self.random.uniform(0, took)
            journal = self.sit_and_die(run, self.ranks, folder, moment, False)
            middle = bool(journal.keys) and DONE not in journal.types
            if self.how == "again":
                second = self.sit_and_die(run, self.ranks, folder, self.random.uniform(0, took), True)
                assert second.data[:journal.good] == journal.data[:journal.good], "acknowledged bytes have changed"
                journal = second
            self.acknowledged += len(journal.keys)
            self.dead_in_the_middle += middle
            ranks = self.random.choice([1, 2, 3, 4])
            status, summary = self.finish(run, ranks, folder)
            assert self.answer(status, summary) == expected, f"{summary} instead of {expected}"
            if run[1][:2] == ["--strategy", "exhaustive"]:
                assert summary["executions"] == 2879488, summary["executions"]
            self.check_end(folder, journal, summary)
            print(f"{self.how} {number}: {run[0]}, after {moment:.2f} s, {len(journal.keys)} acknowledged; "
                  f"on {ranks} ranks {summary['verdict']} after {summary['executions']}", flush=True)

    @functools.cache
    def uninterrupted(self, index):
        """Returns the answer of an undisturbed run, and its duration."""
        with tempfile.TemporaryDirectory() as folder:
            status, summary = self.finish(self.runs[index], self.ranks, folder)
            return self.answer(status, summary), summary["wall_s"]

    def go(self):
        wrong = 0
        for number in range(self.rounds):
            index = (number + HOWS.index(self.how)) % len(self.runs)
            try:
                self.one(number, self.runs[index], *self.uninterrupted(index))
            except AssertionError as error:
                wrong += 1
                print(f"{self.how} {number}: WRONG: {error}", flush=True)
        print(f"{self.how}: {self.rounds} runs, {self.dead_in_the_middle} of them struck in the middle, "
              f"{self.acknowledged} answers acknowledged before; statuses {self.statuses}; slowest exit "
              f"{self.slowest_exit:.1f} s, last rank gone after {self.slowest_death:.1f} s at most; "
              f"{self.stuck_launchers} launchers stuck; {wrong} wrong")
        return 1 if wrong else 0


def main(arguments):
    split = arguments.index("--") if "--" in arguments else len(arguments)
    how, rounds, program, source_dir, *launcher = arguments[:split]
    ranks, seed = [int(a) for a in arguments[split + 1:]] + [3, 1][len(arguments[split + 1:]):]
    return Trial(how, int(rounds), os.path.abspath(program), os.path.abspath(source_dir), launcher, ranks, seed).go()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
