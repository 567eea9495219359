"""A process that executes whole fault sets (system.kind: runner): test_runner.py PROGRAM SOURCE_DIR"""

import json
import os
import subprocess
import sys
import time

from system_case import CONFIGS, PROGRAM, SystemCase, main

# One message from n0 to n1, which has to arrive; what is said of it is put in place of the words in capital letters.
RUNNER = """
import json, os, sys, time
def say(**what):
    print(json.dumps(what), flush=True)
HELLO
runs = 0
for line in sys.stdin:
    asked = json.loads(line)["run"]
    runs += 1
    lost = "O(n0,n1,m#0)" in asked["faults"]
    result = dict(run=asked["id"], result="fail", violated=["n1 does not have it"]) if lost else dict(run=asked["id"], result="pass")
    def events():
        say(e="send", t=0, id=["n0", "n1", "m", 0], fate="lost" if lost else "ok", arrive=10)
        if not lost: say(e="recv", t=10, id=["n0", "n1", "m", 0])
    RUN
"""
HELLO = 'say(hello={"version": 1, "deterministic": True, "nodes": ["n0", "n1"], "faults": ["loss", "crash"]})'
RUN = "events(); say(verdict=result)"


class Runners(SystemCase):
    def runner(self, run=RUN, hello=HELLO, **system):
        self.write("runner.py", RUNNER.replace("HELLO", hello).replace("RUN\n", run + "\n"))
        self.write("system.yaml", json.dumps({
            "system": {"kind": "runner", "command": [sys.executable, "runner.py"], "nodes": 2, "sandbox": "off"} | system,
            "fspec": {"eff": "1ms", "eot": "1s"}, "limits": {"step": "5s", "deadline": "5s", "messages": 50, "output": 100_000, "line": 10_000}}))  # fmt: skip
        return "system.yaml"

    def test_an_example(self):
        found = self.summary(os.path.join(CONFIGS, "runner.yaml"), "--stop", "all", status=1)
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]],
                         [(["O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"], True), (["O(n0,n1,gossip#0)", "O(n2,n1,gossip#0)"], True),
                          (["O(n0,n1,gossip#0)", "C(n2,#1)"], True), (["O(n0,n2,gossip#0)", "O(n1,n2,gossip#0)"], True),
                          (["O(n0,n2,gossip#0)", "C(n1,#1)"], True)])  # fmt: skip
        self.assertTrue(found["exhausted"])
        found = self.summary(os.path.join(CONFIGS, "runner-retries.yaml"), "--recordings", "kept")
        self.assertEqual((found["verdict"], found["determinism"]["differences"]), ("certified", []))
        self.assertIn("executions were compared", found["certificate"])
        traces = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((traces.returncode, json.loads(traces.stdout.splitlines()[-1])["verdict"]), (0, "certified"))

    def test_one_process_runs_many(self):
        """And new processes repeat some."""
        self.runner(f"open({self.path('runs')!r}, 'a').write(str(os.getpid()) + ' '); events(); say(verdict=dict(result, x_note=runs))")
        found = self.summary("system.yaml", status=1)
        self.assertEqual([one["faults"] for one in found["counterexamples"]], [["O(n0,n1,m#0)"]])
        self.assertEqual(found["counterexamples"][0]["violated"], ["n1 does not have it"])
        with open(self.path("runs"), encoding="utf-8") as stream:
            runs = stream.read().split()
        self.assertEqual(len(runs), found["executions"] + found["determinism"]["double_runs"])
        self.assertEqual(len(set(runs)), 1 + found["determinism"]["double_runs"])
        self.assertIn("n0        sends m#0 to n1, which is lost", self.farm("system.yaml", "--replay", "O(n0,n1,m#0)").stdout)

    def test_what_it_is_asked(self):
        self.runner(f"open({self.path('asked')!r}, 'a').write(line); " + RUN)
        self.summary("system.yaml", "--seed", "7", status=1)
        with open(self.path("asked"), encoding="utf-8") as stream:
            asked = [json.loads(line)["run"] for line in stream]
        self.assertEqual(asked[0], {"id": 1, "seed": "7", "faults": [], "deadline_s": 5.0,
                                    "spec": {"nodes": ["n0", "n1"], "from": 0, "eff": 1_000_000, "omissions": "all", "crashes": 0,
                                             "crashable": ["n0", "n1"]}})  # fmt: skip
        self.assertEqual([one["faults"] for one in asked[1:3]], [[], ["O(n0,n1,m#0)"]])  # the first is repeated at once

    def test_hostile_ones(self):
        """Without faults: an error that says what is wrong, and no process is left."""
        for run, words in (("print('garbage', flush=True)", "printed a line that is not a JSON object: garbage"),
                           ("print('[' * 5000, flush=True)", "JSON that is nested deeper than 64 levels"),
                           ("print('5', flush=True)", "printed a line that is not a JSON object"),
                           ("say(x=1)", "printed an object that is neither an event nor a verdict"),
                           ("say(e='verdict', result='pass')", "printed an object that is neither an event nor a verdict"),
                           ("say(verdict=5)", "verdict is not an object"),
                           ("say(verdict=dict(result, run=7))", "is about run 7, but run "),
                           ("say(verdict={'result': 'pass'})", "is about run null"),
                           ("say(verdict=dict(result, surplus=1))", "has a key surplus"),
                           ("say(verdict=dict(result, result='maybe'))", "maybe is not a result"),
                           ("say(verdict=dict(run=asked['id'], result='fail'))", 'is fail, but "violated" is empty'),
                           ("say(e='recv', t=0, id=['n0', 'n1', 'm', 0]); say(verdict=result)", "was never sent"),
                           ("say(e='send', t=0, id=['n0', 'n9', 'm', 0], fate='ok', arrive=5); say(verdict=result)", "n9 is not a node"),
                           ("say(e='send', t=0, id=['n0', 'n1', 'm', 0], fate='lost'); say(verdict=result)", "is not among the faults"),
                           ("say(e='send', t=0, id=['n0', 'n1', 'm', 0], fate='ok'); say(verdict=result)", "did not receive the message, which has no"),
                           ("print(json.dumps({'verdict': result}) + '\\n{\"e\": \"timer\"}', flush=True)", "printed more after its verdict: {"),
                           ("[say(e='send', t=0, id=['n0', 'n1', 'm', n], fate='ok', arrive=5) for n in range(100)]", "limits.messages"),
                           ("[say(e='timer', t=0, node='n0') for n in range(10000)]", "limits.output"),
                           ("print('x' * 50_000, flush=True)", "limits.line"),
                           ("sys.stderr.write('Oh no'); sys.exit(3)", "the runner ended; the end of its stderr: Oh no"),
                           ("os.kill(os.getpid(), 9)", "the runner ended")):  # fmt: skip
            with self.subTest(run):
                self.refused(self.runner(run), words)

    def test_silent_ones(self):
        for hello, run in ((HELLO, "time.sleep(1000)"), ("time.sleep(1000)", RUN), (HELLO, "os.close(0); events(); time.sleep(1000)")):
            self.runner(run, hello)
            with open(self.path("system.yaml"), encoding="utf-8") as stream:
                text = stream.read().replace('"5s"', '"300ms"')
            self.write("system.yaml", text)
            began = time.monotonic()
            self.refused("system.yaml", "did not finish in time (limits.deadline; limits.step for hello)")
            self.assertLess(time.monotonic() - began, 30)

    def test_another_than_the_config_says(self):
        for change, words in ((("1,", "2,"), "speaks another version than 1"), (('"n1"]', '"n2"]'), "has the nodes [\"n0\",\"n2\"], and system.nodes is n0, n1"),
                              (("True", "False"), "system.deterministic must be false"), (("True", "5"), "did not say in hello whether"),
                              (('"loss"', '"cut"'), "has no fault `loss`, and the Fspec has"), (("hello", "hallo"), "did not begin with hello")):  # fmt: skip
            self.refused(self.runner(hello=HELLO.replace(*change)), words)
        for count, status in ((0, 1), (1, 65)):  # what there may be none of need not be known
            self.runner()
            with open(self.path("system.yaml"), encoding="utf-8") as stream:
                config = json.load(stream)
            config["fspec"]["delays"] = {"values": ["10ms"], "count": count}
            self.write("system.yaml", json.dumps(config))
            done = self.farm("system.yaml")
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_not_deterministic(self):
        """Then what it finds has to recur, and nothing is proved."""
        hello = HELLO.replace("True", "False")
        found = self.summary(self.runner(hello=hello, deterministic=False), status=1)
        self.assertEqual((found["counterexamples"][0]["minimal"], found["determinism"]["double_runs"]), (False, 3))
        found = self.summary(self.runner("lost = False; " + RUN.replace("result", "dict(run=asked['id'], result='pass')"), hello, deterministic=False),
                             "--recordings", "kept", status=2)  # fmt: skip
        self.assertEqual((found["verdict"], found["results"]["invalid"]), ("inconclusive", 1))  # a fault that is not made is noticed
        self.assertIs(self.recording("kept")[0]["deterministic"], False)

    def test_chance_is_noticed(self):
        found = self.summary(self.runner("events(); say(e='timer', t=time.time_ns() % 10**9 + 20, node='n0'); say(verdict=dict(run=asked['id'], result='pass'))"),
                             status=2)  # fmt: skip
        self.assertTrue(found["determinism"]["differences"])

    def test_an_attempt_that_was_lost_has_to_be_told(self):
        """A recorder that leaves it out would make proofs of nothing."""
        found = self.summary(self.runner("lost or events(); say(verdict=dict(run=asked['id'], result='pass'))"), status=2)
        self.assertEqual(found["verdict"], "inconclusive")
        self.assertTrue(found["determinism"]["differences"])

    def test_what_a_runner_has_itself(self):
        for key in ("time", "start", "disk"):
            self.refused(self.runner(**{key: {"time": "virtual", "start": "fresh", "disk": "durable"}[key]}), f"system.{key} is only for nodes: a runner decides this itself")
        self.runner()
        with open(self.path("system.yaml"), encoding="utf-8") as stream:
            config = json.load(stream)
        for key, value in (("workload", {"kind": "echo"}), ("network", {"latency": "1ms"}), ("checker", "set")):
            self.write("system.yaml", json.dumps(config | {key: value}))
            self.refused("system.yaml", f"{key} is only for nodes: a runner decides this itself")
        self.write("system.yaml", json.dumps(config | {"system": {"kind": "runner", "command": ["no-such-program"], "nodes": 2}}))
        self.refused("system.yaml", "no-such-program cannot be started")


if __name__ == "__main__":
    main()
