"""Helper processes of the farm that are killed at random moments: the journal stays true.

helpers.py ROUNDS PROGRAM SOURCE_DIR BROADCAST_NODE [SEED]

HELPERS  nursery   the process that starts and ends all others
         keeper    the process that keeps those of one node
         zygote    the process that nodes in Python are forked from (system.start fork)
         checker   the keeper of a checker of the user

The end of a helper ends nodes, too, and that says nothing about the system. So the run ends with status 74 and names the cause, or goes on
to the right answer; what it leaves is continued by --resume to the verdict of a run that nobody disturbs. Ends with one line of counts.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ANSWER_S = 300  # on a machine that is busy with other things
HELPERS = ("nursery", "keeper", "zygote", "checker")
CAUSE = re.compile("the helper process that starts nodes is gone|the helper process of a node is gone|another process killed the keeper|was killed several times")
CHECK = """
import json, sys
calls = [json.loads(line) for line in sys.stdin][1:]
added = {one["body"]["message"] for one in calls if one["body"]["type"] == "broadcast" and one.get("response", {}).get("type") == "broadcast_ok"}
last = [set(one["response"]["messages"]) for one in calls if one["body"]["type"] == "read" and one.get("response", {}).get("type") == "read_ok"]
print(json.dumps({"result": "pass" if all(added <= one for one in last) else "fail", **({} if all(added <= one for one in last) else {"violated": ["a value is lost"]})}))
"""


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def children(pid):
    """Returns the children of all threads, because a child belongs to the thread that started it."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            found += map(int, read(f"/proc/{pid}/task/{task}/children").split())
    except OSError:
        pass
    return found


def is_zygote(pid):
    return b"exec(os.read(" in read(f"/proc/{pid}/cmdline")


class Trial:
    def __init__(self, rounds, program, source, node, seed):
        self.rounds, self.program, self.source, self.node = rounds, program, source, node
        self.random = random.Random(seed)
        self.answers = {}  # the answers of undisturbed runs
        self.ended = dict.fromkeys(HELPERS, 0)

    def config(self, helper, number):
        """Returns a config whose proof takes some dozens of executions."""
        start = "fork" if helper == "zygote" else ("reset", "fresh")[number % 2]
        command = ["python3", "broadcast.py", "1000"] if start == "fork" else [self.node, "1000"]
        out = {"system": {"kind": "nodes", "command": command, "nodes": 3, "time": "extended", "start": start},
               "workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "60ms" if start == "fork" else "100ms", "eot": "1s"}}
        if start == "fork":
            out["system"]["files"] = ["ldfi_node.py"]
        if helper == "checker":
            out["checker"] = {"command": ["python3", "check.py"]}
            out["fspec"]["eff"] = "60ms"
        return out

    def run(self, folder, *options):
        return subprocess.Popen([self.program, "c.yaml", "--stop", "all", "--quiet", "--summary", "json", *options], cwd=folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": f"{folder}/tmp"})

    @staticmethod
    def answer(process):
        out, err = process.communicate(timeout=ANSWER_S)
        try:
            found = json.loads(out.splitlines()[-1])
        except (IndexError, ValueError):
            return None, err
        falsifiers = [(one["faults"], one["violated"], one["minimal"]) for one in found.get("counterexamples", [])]
        return [found["verdict"], found.get("reason"), falsifiers, found.get("determinism", {}).get("differences")], err

    def victims(self, helper, farm):
        nurseries = children(farm)
        keepers = sorted(pid for one in nurseries for pid in children(one))
        if helper == "nursery":
            return nurseries
        if helper == "checker":
            return keepers[3:]  # the checker's keeper comes after those of the nodes
        return keepers if helper == "keeper" else [pid for one in keepers for pid in children(one) if is_zygote(pid)]

    def one(self, helper, number):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            os.mkdir(f"{folder}/tmp")
            for name in ("broadcast.py", "ldfi_node.py"):
                shutil.copy(f"{self.source}/configs/systems/{name}", folder)
            config = json.dumps(self.config(helper, number))
            for name, text in (("c.yaml", config), ("check.py", CHECK)):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
            if config not in self.answers:
                self.answers[config], said = self.answer(self.run(folder, "-o", "alone.h5"))
                assert self.answers[config] and self.answers[config][0] == "certified", f"nobody disturbs it: {self.answers[config]}: {said}"
            process = self.run(folder)
            if self.random.random() < 0.2:  # kills the helper while the run begins
                time.sleep(self.random.random() * 0.1)
            else:
                least = self.random.randrange(1, 40_000)
                while process.poll() is None and len(read(f"{folder}/c.journal")) < least:
                    time.sleep(0.001)
                time.sleep(self.random.random() * 0.02)
            victims = self.victims(helper, process.pid)
            if victims:
                try:
                    os.kill(self.random.choice(victims), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            got, err = self.answer(process)
            if process.returncode == 74:
                assert CAUSE.search(err) and "--resume" in err, err
                self.ended[helper] += 1
                process = self.run(folder, "--resume")
                got, err = self.answer(process)
            assert got == self.answers[config], f"status {process.returncode}: {got} instead of {self.answers[config]}\n{err}"
            left = [name for name in os.listdir(f"{folder}/tmp") if name.startswith("ldfi-farm-")]
            assert not left, left

    def all(self):
        for number in range(self.rounds):
            for helper in HELPERS:
                try:
                    self.one(helper, number)
                except AssertionError as problem:
                    sys.exit(f"{helper}, round {number}: {problem}")
        counts = ", ".join(f"{helper} {count}" for helper, count in self.ended.items())
        print(f"{self.rounds} rounds; runs that the end of a helper ended: {counts}")


def main():
    rounds, program, source, node, *seed = sys.argv[1:]
    Trial(int(rounds), os.path.abspath(program), os.path.abspath(source), os.path.abspath(node), seed[0] if seed else "1").all()


if __name__ == "__main__":
    main()
