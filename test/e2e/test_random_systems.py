"""Random fault sets of real systems: test_random_systems.py PROGRAM SOURCE_DIR BROADCAST_NODE LDFI_RESULTS RAFT_NODE"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from process_case import ANSWER, Case, CONFIGS, PROGRAM

RESULTS, RAFT = (os.path.abspath(word) for word in sys.argv[4:6])
# n1 keeps what arrives, and ends when it has heard b, and neither a nor c.
LETTERS = """
heard = []
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "reset": heard = []
    elif t == "echo":
        for letter in "acdefghb": out("n1", type=letter)
        out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
    else:
        heard.append(t)
        if t == "b" and "a" not in heard and "c" not in heard: sys.exit(1)
    done()
"""


class RandomSystems(Case):
    def letters(self, search=None, **fspec):
        self.node(loop=LETTERS)
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "reset"}, checker="echo",
                    workload={"ops": [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": 1}}]},
                    fspec={"eot": "200ms", **fspec}, search={"strategy": "random", "double_runs": "0%", **(search or {})})

    def raft(self, name):
        """A config of configs/systems/demi, beside its node and specifications."""
        for one in os.listdir(os.path.join(CONFIGS, "demi")):
            if one.endswith(".spec"):
                shutil.copy(os.path.join(CONFIGS, "demi", one), self.folder.name)
        with open(os.path.join(CONFIGS, "demi", name + ".yaml"), encoding="utf-8") as stream:
            text = stream.read()
        self.write("c.yaml", text.replace("../../../build/raft-node", "raft-node"))
        shutil.copy(RAFT, self.path("raft-node"))

    def test_what_is_drawn_is_made_smaller(self):
        self.letters()
        told = self.ask(1, "-o", "r.h5").stdout
        self.assertRegex(told, "(?m)^search +random, seed 1: [0-9]+ drawn$")
        self.assertIn("O(n0,n1,a#0) O(n0,n1,c#0)  (minimal)", told)
        found = self.summary(1, "-o", "r.h5")
        self.assertEqual((found["strategy"], found["verdict"]), ("random", "counterexample"))
        self.assertLess(found["drawn"] + 1, found["executions"])  # some made it smaller
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]], [(["O(n0,n1,a#0)", "O(n0,n1,c#0)"], True)])
        self.ask(1, "--replay", "O(n0,n1,a#0) O(n0,n1,c#0)")
        shown = subprocess.run([RESULTS, "summary", "r.h5"], cwd=self.folder.name, capture_output=True, text=True, check=True).stdout
        self.assertRegex(shown, "(?m)^run +random, seed 1,")

    def test_the_same_on_any_number_of_ranks(self):
        for name in ("raft-46", "raft-58b"):
            self.raft(name)
            one = self.summary(1, "--strategy", "random", "--seed", "3", "-o", "r.h5")
            for ranks in (2, 4):
                other = self.summary(1, "--strategy", "random", "--seed", "3", "-o", "r.h5", ranks=ranks)
                for key in ("counterexamples", "executions", "results"):
                    self.assertEqual(other[key], one[key], (name, ranks, key))
            self.ask(1, "--replay", " ".join(one["counterexamples"][0]["faults"]))

    def test_seeds_are_other_draws(self):
        self.letters()
        self.assertGreater(len({self.summary(1, "--seed", str(seed))["executions"] for seed in range(1, 7)}), 2)

    def test_goes_on_after_it_was_killed(self):
        self.letters({"weights": {"omissions": 0.0001}})  # next to nothing is ever lost
        whole = self.summary(2, "--max-runs", "300", "-o", "w.h5")
        self.assertEqual((whole["verdict"], whole["reason"], whole["executions"]), ("inconclusive", "runs", 300))
        running = subprocess.Popen([PROGRAM, "c.yaml", "--max-runs", "300", "-o", "k.h5", "--quiet"], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(0.4)
        running.send_signal(signal.SIGKILL)
        running.wait()
        on = self.summary(2, "--max-runs", "300", "-o", "k.h5", "--resume")
        self.assertEqual({**on, "wall_s": 0, "output": ""}, {**whole, "wall_s": 0, "output": ""})
        running = subprocess.Popen([PROGRAM, "c.yaml", "--max-runs", "100000", "-o", "k.h5", "--quiet"], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(0.4)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(), 85)
        self.assertIn("weights", self.ask(64, "--max-runs", "300", "-o", "k.h5", "--resume", "--weights", "omissions=0.0002").stderr)

    def test_where_there_is_nothing_to_draw(self):
        for fspec in ({"omissions": "none"}, {"faults": 0}, {"from": "190ms"}):
            self.letters(**fspec)
            found = self.summary(0)
            self.assertEqual((found["verdict"], found["executions"], found["drawn"], found.get("reason")), ("certified", 1, 0, None), fspec)
        self.letters({"weights": {"delays": 0.0001}}, omissions="none", delays={"values": ["10ms"]})
        self.assertEqual(self.summary(2, "--max-runs", "5")["reason"], "runs")

    def test_weights(self):
        self.letters(delays={"values": ["10ms"]})
        rare = self.summary(1, "--weights", "delays=0,omissions=0.2", "--seed", "2")
        self.assertEqual(rare["weights"], {"delays": 0, "omissions": 0.2})
        self.assertTrue(all(fault[0] == "O" for fault in rare["counterexamples"][0]["faults"]))
        late = self.summary(1, "--weights", "omissions=0", "-o", "w.h5")
        self.assertEqual(late["counterexamples"][0]["faults"], ["D(n0,n1,a#0,+10ms)", "D(n0,n1,c#0,+10ms)"])
        told = self.ask(2, "--weights", "omissions=0.0001,delays=0.0001", "--max-runs", "20").stdout
        self.assertRegex(told, "(?m)^search +random, seed 1, weights omissions=0.0001,delays=0.0001: 19 drawn$")
        shown = subprocess.run([RESULTS, "summary", "w.h5"], cwd=self.folder.name, capture_output=True, text=True, check=True).stdout
        self.assertRegex(shown, "(?m)^run +random, weights omissions=0, seed 1,")

    def test_every_kind_is_drawn(self):
        """Draws of all kinds at once, each recording checked as one of a stranger."""
        self.node(echo=ANSWER + '; [out(n, type="m") for n in ("n0", "n1") if n != me]',
                  loop="for line in sys.stdin:\n    m = json.loads(line); b = m['body']; t = b['type']\n"
                       "    if t == 'init': me = b['node_id']; out('c0', type='init_ok', in_reply_to=b['msg_id'], ldfi={'version': 1, 'reset': True})\n"
                       "    elif t == 'echo':\n        ECHO\n    done(wake=m['at'] + 50000000)\n")
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "reset", "disk": "volatile"},
                    workload={"kind": "echo", "operations": 8}, search={"strategy": "random", "double_runs": "20%"},
                    fspec={"eot": "1s", "omissions": 2, "delays": {"values": ["20ms", "70ms"], "count": 2}, "duplicates": 1, "order": "fifo",
                           "crashes": {"most": 1, "midway": True}, "restarts": {"most": 2, "down": ["30ms", "90ms"]},
                           "partitions": {"most": 1, "cuts": ["nodes", "channels"], "window": "200ms"}, "pauses": {"most": 2, "for": ["20ms", "90ms"]}, "faults": 6})
        found = self.summary(2, "--max-runs", "120", "--recordings", "kept")
        self.assertEqual((found["verdict"], found["determinism"]["differences"], found["executions"]), ("inconclusive", [], 120))
        kinds, sizes = {}, set()
        for name in os.listdir(self.path("kept")):
            with open(self.path("kept/" + name), encoding="utf-8") as stream:
                faults = json.loads(stream.readline())["faults"]
            sizes.add(len(faults))
            for fault in faults:
                kind = fault[0] + ("back" if fault[0] == "C" and ",+" in fault else "")
                kinds[kind] = kinds.get(kind, 0) + 1
        self.assertEqual(set(kinds), {"O", "D", "U", "P", "C", "Cback", "S"})
        self.assertGreater(len(sizes), 4)
        self.assertLessEqual(max(sizes), 6)
        self.summary(2, "--max-runs", "40", "--recordings", "some", "--weights", "crashes=0,duplicates=0,partitions=0,pauses=20,restarts=20,delays=20,omissions=20", "-o", "s.h5")
        names, faults = os.listdir(self.path("some")), []
        for name in names:
            with open(self.path("some/" + name), encoding="utf-8") as stream:
                faults += json.loads(stream.readline())["faults"]
        self.assertEqual({fault[0] for fault in faults}, {"O", "D", "C", "S"})
        self.assertTrue(all(",+" in fault for fault in faults if fault[0] == "C"), faults)
        traces = subprocess.run([PROGRAM, "--traces", "kept", "--next", "1"], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertNotEqual(traces.returncode, 65, traces.stderr)

    def test_programs_that_know_nothing_of_it(self):
        """In virtual time."""
        shutil.copy(os.path.join(CONFIGS, "broadcast.py"), self.path("broadcast.py"))
        shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), self.path("ldfi_node.py"))
        self.config(system={"kind": "nodes", "command": ["python3", "broadcast.py"], "files": ["ldfi_node.py"], "nodes": 3, "time": "virtual", "start": "fork"},
                    workload={"kind": "broadcast", "operations": 1}, fspec={"eff": "300ms", "eot": "1s", "omissions": 3}, checker="set")
        found = self.summary(1, "--strategy", "random")
        self.assertEqual((found["verdict"], found["counterexamples"][0]["minimal"]), ("counterexample", True))

    def test_minimise(self):
        """What was drawn makes no difference to what is left of it."""
        self.letters()
        drawn = self.summary(1, "--minimise", "-o", "r.h5")["minimisation"]
        self.letters({"strategy": "trace"})
        searched = self.summary(1, "--minimise", "-o", "r.h5")["minimisation"]
        for key in ("faults", "deliveries", "violated"):
            self.assertEqual(drawn[key], searched[key])

    def test_what_is_wrong(self):
        self.letters()
        for words, told in ((("--stop", "all"), "--stop all needs a search that ends"),
                            (("--weights", "crashes=2"), "the Fspec admits no crashes"), (("--weights", "crashes=1"), "the Fspec admits no crashes"),
                            (("--weights", "pauses=1"), "the Fspec admits no pauses"), (("--weights", "disk-write=1"), "real systems have no disk-write"), (("--weights", "storms=2"), "there is no kind of fault storms"),
                            (("--weights", "omissions=0"), "all kinds of faults that the Fspec admits have weight 0"),
                            (("--strategy", "exhaustive"), "--strategy of a real system must be random"), (("--repeat", "3"), "--repeat is only for programs")):
            self.assertIn(told, self.ask(64, *words).stderr)
        self.letters({"strategy": "trace", "weights": {"omissions": 2}})
        self.assertIn("--weights needs --strategy random", self.ask(64, "--weights", "omissions=2").stderr)
        self.assertEqual(self.summary(1).get("strategy"), None)
        self.assertEqual(self.summary(1, "--strategy", "random")["weights"], {"omissions": 2})
        self.letters({"weights": {"omissions": 2}})
        self.assertEqual(self.summary(1, "--strategy", "lineage").get("strategy"), None)
        for search, told in (({"strategy": "chance"}, "search.strategy is one of trace, random"), ({"weights": {"storms": 1}}, "there is no kind of fault storms"),
                             ({"weights": {"disk-dead": 2}}, "search.weights: real systems have no disk-dead"), ({"weights": {"omissions": 0}}, "give one of them a larger weight"),
                             ({"weights": {"crashes": 1}}, "search.weights: the Fspec admits no crashes"), ({"stop": "all"}, "search.stop all needs a search that ends"),
                             ({"weights": {"omissions": -1}}, "is not a weight"), ({"weights": [1]}, "search.weights takes a map")):
            self.letters(search)
            self.assertIn(told, self.ask(65).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
