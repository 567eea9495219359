"""Which operations a counterexample of a real system takes: test_minimise_systems.py PROGRAM SOURCE_DIR BROADCAST_NODE LDFI_RESULTS FAULTY_NODE"""

import itertools
import json
import os
import shlex
import subprocess
import sys
import time
import unittest

from process_case import BROADCAST, Case, PROGRAM, SOURCE

RESULTS, NODE = (os.path.abspath(word) for word in sys.argv[4:6])
GOSSIP = {"system": {"kind": "nodes", "command": [BROADCAST, "0"], "nodes": 3, "time": "extended", "start": "reset"},
          "workload": {"kind": "broadcast", "operations": 4}, "fspec": {"eff": "300ms", "eot": "1s"}}


class MinimiseSystems(Case):
    def minimised(self, *options, status=1, **more):
        return self.summary(status, "--minimise", *options, **more)["minimisation"]

    def tells(self, *oddity, operations=2):
        """n0 is asked to broadcast. Operations: 0 and 1 introduce n0 and n1, the next ones broadcast, the last two read from n0 and n1.

        The oddity is one of nodes/faulty.cpp."""
        ops = [{"at": "1ms", "client": "c1", "node": node, "body": {"type": "topology", "topology": {}}} for node in ("n0", "n1")]
        ops += [{"at": f"{50 + 10 * i}ms", "node": "n0", "body": {"type": "broadcast", "message": 7 + i}} for i in range(operations)]
        ops += [{"at": "1s", "client": client, "node": node, "body": {"type": "read"}} for client, node in (("c2", "n0"), ("c3", "n1"))]
        self.config(system={"kind": "nodes", "command": [NODE, "tells", "n1", *oddity], "nodes": 2, "time": "extended", "start": "reset"},
                    workload={"ops": ops}, checker="set", fspec={"eff": "300ms", "eot": "1s", "omissions": 1})

    def test_a_broadcast_takes_one_value_and_one_read(self):
        self.config(**GOSSIP)
        run = self.summary(1, "--minimise", "-o", "b.h5")
        found = run["minimisation"]
        first, last = found["stages"][:2]
        self.assertEqual((first["stage"], first["externals"], first["executions"], first["claim"]), ("faults", 10, run["executions"], "minimal"))
        self.assertEqual((last["stage"], last["externals"], last["bound"], last["claim"]), ("externals", 2, 2, "minimum"))
        self.assertEqual((found["by"], found["ended"], found["output"]), ("search", "", "b-minimised.h5"))
        self.assertLess(last["deliveries"], first["deliveries"])
        value, read = found["operations"]
        self.assertIn(value, range(3, 7))
        self.assertIn(read, range(7, 10))
        # What is left violates in new processes, by the command that is told, and its file tells of it.
        program, *words = shlex.split(found["replay"])
        self.assertEqual(program, "ldfi-farm")
        again = subprocess.run([PROGRAM, *words], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn(found["violated"][0], again.stdout)
        told = self.results("falsifiers", "b-minimised.h5", "--all")
        self.assertIn(" ".join(found["faults"]), told)
        self.assertEqual(told.count("broadcast message="), 1)
        stored = json.loads(self.results("minimisation", "b.h5", "--json"))
        self.assertEqual(stored, {key: found[key] for key in ("by", "ended", "stages", "violated")})
        self.assertRegex(self.results("summary", "b.h5"), r"(?m)^minimised \(search\): 2 external events, \d deliver")
        self.results("report", "b.h5", "-o", "b.html")
        self.assertIn("<dt>minimised</dt><dd>2 external events", self.read("b.html"))

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as stream:
            return stream.read()

    def results(self, *words):
        done = subprocess.run([RESULTS, *words], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_all_small_sets_of_operations(self):
        """Each set of one or two operations, searched as a run of its own: those that are violated are what it may find."""
        self.config(**{**GOSSIP, "workload": {"kind": "broadcast", "operations": 2}})
        found = self.minimised()
        violated = []
        for size in (1, 2):
            for some in itertools.combinations(range(8), size):
                done = subprocess.run([PROGRAM, "c.yaml", "--summary", "json", "-o", "one.h5", "--operations", ",".join(map(str, some)), "--double-runs", "0%",
                                       "--max-faults", str(len(found["faults"]))], cwd=self.folder.name, capture_output=True, text=True, check=False)
                if json.loads(done.stdout)["verdict"] == "counterexample":
                    violated.append(list(some))
        self.assertIn(found["operations"], violated)
        self.assertEqual({len(one) for one in violated}, {2})
        # One of the values, and a read of a node that was not asked to broadcast it.
        self.assertEqual(violated, [[value, read] for value in (3, 4) for read in (5, 6, 7) if read - 5 != value - 3])

    def test_ranks_do_not_matter(self):
        for steer in ("value", "none"):  # without steering there are executions ahead, which may be for nothing
            self.config(**GOSSIP | {"workload": {"kind": "broadcast", "operations": 2}, "search": {"steer": steer}})
            one = self.minimised("-o", "1.h5")
            for ranks in (2, 4):
                other = self.minimised("-o", "1.h5", ranks=ranks)
                self.assertEqual(one, other, (steer, ranks))

    def test_a_run_that_was_cut_short_goes_on(self):
        self.config(**GOSSIP | {"workload": {"kind": "broadcast", "operations": 2}})
        whole = self.minimised("-o", "whole.h5")
        cut = self.minimised("-o", "cut.h5", "--time-limit", "0.4s", status=None)
        if cut is not None and cut["ended"]:
            self.assertEqual(cut["ended"], "time")
            self.assertNotEqual(cut["stages"], whole["stages"])  # the operations may be done, and the messages not
        on = self.minimised("-o", "cut.h5", "--resume")
        on["output"] = whole["output"]
        self.assertEqual(on, whole)

    def summary(self, status, *options, **more):
        if status is not None:
            return super().summary(status, *options, **more)
        done = subprocess.run([PROGRAM, "c.yaml", "--summary", "json", *options], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (1, 2))
        return {"minimisation": None, **json.loads(done.stdout)}

    def test_delta_debugging_alone(self):
        self.config(**GOSSIP)
        found = self.minimised("--minimise-by", "ddmin")
        self.assertEqual((found["by"], found["stages"][1]["claim"], found["stages"][1]["bound"]), ("ddmin", "1-minimal", None))
        self.assertEqual(len(found["operations"]), 2)

    def test_budgets(self):
        self.config(**GOSSIP)
        found = self.minimised("--minimise-runs", "100")  # of which an execution counts for ten
        self.assertEqual((found["ended"], found["stages"][1]["claim"]), ("runs", "not finished"))
        self.assertLessEqual(found["stages"][1]["executions"], 10)
        if len(found["operations"]) < 10:
            self.assertIn("output", found)

    def test_another_promise_is_another_counterexample(self):
        """A node that nobody introduced ends when it is asked of nothing. That is a violation, and not the one that is made smaller."""
        self.tells()
        self.assertIn(self.minimised("--minimise-by", "ddmin")["operations"], ([2, 5], [3, 5]))
        self.tells("leaves")
        found = self.minimised("--minimise-by", "ddmin")
        introduction, value, read = found["operations"]  # without operation 1 it ends
        self.assertEqual((introduction, read), (1, 5))
        self.assertEqual(found["violated"], [f"{value + 5} was acknowledged, and n1 does not have it"])

    def test_what_delta_debugging_leaves_may_be_no_minimum(self):
        """9 is told once. 7 and 8 are, too, if both are asked for; else twice, so that one loss does not matter. What is left has no more faults."""
        self.tells("twice", operations=3)
        config = json.loads(self.read("c.yaml"))
        for place, value in enumerate((9, 7, 8)):
            config["workload"]["ops"][2 + place]["body"]["message"] = value
        config["fspec"]["omissions"] = 2  # two would do for 7 alone, but the counterexample has one
        config["search"] = {"steer": "none"}
        self.config(**config)
        found = self.minimised("--minimise-by", "ddmin")
        self.assertEqual((found["operations"], found["stages"][1]["claim"]), ([3, 4, 6], "1-minimal"))
        found = self.minimised()
        self.assertEqual((found["operations"], found["stages"][1]["claim"], found["stages"][1]["bound"]), ([2, 6], "minimum", 2))

    def test_what_is_not_deterministic_proves_nothing(self):
        """All operations together do the same each time. A node that nobody introduced does not."""
        self.tells("random")
        for by in ("search", "ddmin"):
            self.config(**json.loads(self.read("c.yaml")) | {"search": {"minimise_by": by}})
            last = self.minimised()["stages"][1]
            self.assertEqual((last["claim"], last["bound"]), ("found: the system is not deterministic", None))

    def test_what_is_invalid_without_faults_is_no_counterexample(self):
        self.tells("invalid")
        self.assertIn(self.minimised("--minimise-by", "ddmin")["operations"], ([1, 2, 5], [1, 3, 5]))

    def test_a_case_keeps_its_operations(self):
        """8 tells n1 of 7 again: with it, the loss that the case is about changes nothing."""
        self.tells("again")
        found = self.minimised("-o", "c.h5")
        self.results("export", "c-minimised.h5", "--case", "f1", "-o", "case.json")
        case = json.loads(self.read("case.json"))
        self.assertIn("--operations=" + ",".join(map(str, found["operations"])), case["config"])
        self.assertRegex(self.ask(1, "--replay", "@case.json").stdout, "(?m)^case +violated$")
        known = self.summary(1, "--known", "case.json", "-o", "k.h5")["known"]
        self.assertEqual([one["outcome"] for one in known], ["violated"])
        self.write("case.json", json.dumps({**case, "config": "c.yaml --operations=3,99"}))
        self.assertIn("there is no operation 99", self.ask(64, "--replay", "@case.json").stderr)
        known = self.summary(1, "--known", "case.json", "-o", "k.h5")["known"]
        self.assertEqual(known[0]["outcome"], "diverged")

    def test_a_replay_makes_nothing_smaller(self):
        self.tells()
        self.config(**json.loads(self.read("c.yaml")), search={"minimise": True})
        self.assertNotIn("minimised", self.ask(1, "--replay", "O(n0,n1,m#0)").stdout)

    def test_the_sign_of_a_number_is_no_promise(self):
        """What a counter says is wrong by one delta, of which some are negative."""
        ops = [{"at": f"{50 + 10 * i}ms", "node": "n0", "body": {"type": "add", "delta": delta}} for i, delta in enumerate((3, -9, 2))]
        ops.append({"at": "1s", "client": "c3", "node": "n1", "body": {"type": "read"}})
        self.config(system={"kind": "nodes", "command": [NODE, "counts"], "nodes": 2, "time": "extended", "start": "reset"},
                    workload={"ops": ops}, checker="counter", fspec={"eff": "300ms", "eot": "1s", "omissions": 1})
        found = self.minimised()
        self.assertEqual((len(found["operations"]), found["stages"][1]["claim"]), (2, "minimum"))

    def test_a_fault_that_takes_no_operation(self):
        """n1 waits for a word of n0, and ends without it."""
        self.config(system={"kind": "nodes", "command": [NODE, "waits", "exit"], "nodes": 2, "time": "extended"},
                    workload={"kind": "echo", "operations": 2}, fspec={"eff": "300ms", "eot": "1s", "omissions": 1})
        found = self.minimised()
        self.assertEqual((found["operations"], found["stages"][1]["claim"], found["stages"][1]["bound"]), ([], "minimum", 0))
        self.assertIn("--operations=none", found["replay"])
        again = subprocess.run([PROGRAM, *shlex.split(found["replay"])[1:]], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)

    def test_a_node_that_kills_itself(self):
        """The first SIGKILL may come from elsewhere. When it comes again it is the node's own deed, in each stage."""
        found = []
        for end in ("exit", "kill"):
            self.config(system={"kind": "nodes", "command": [NODE, "waits", end], "nodes": 2, "time": "extended"},
                        workload={"kind": "echo", "operations": 2}, fspec={"eff": "300ms", "eot": "1s", "omissions": 1})
            found.append([[stage[key] for key in ("stage", "externals", "deliveries", "claim", "bound")] for stage in self.minimised()["stages"]])
        self.assertEqual(found[0], found[1])

    def test_a_signal(self):
        """What is known until then is told: both stages, and what is smaller."""
        self.config(**GOSSIP | {"workload": {"kind": "broadcast", "operations": 9}})
        running = subprocess.Popen([PROGRAM, "c.yaml", "--minimise", "--summary", "json", "--minimise-runs", "1000000"], cwd=self.folder.name,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        began = time.monotonic()
        while time.monotonic() - began < 100 and not any(name.endswith(".journal") for name in os.listdir(self.folder.name)):
            time.sleep(0.1)
        time.sleep(2)
        running.terminate()
        told = json.loads(running.communicate(timeout=60)[0])
        if running.returncode == 85 and told.get("minimisation"):
            self.assertEqual([stage["stage"] for stage in told["minimisation"]["stages"]], ["faults", "externals", "deliveries", "nodes", "eot"][:len(told["minimisation"]["stages"])])
            self.assertEqual(told["minimisation"]["ended"], "SIGTERM")

    def test_nothing_is_smaller(self):
        self.tells(operations=2)
        self.assertEqual(self.minimised("-o", "c.h5")["output"], "c-minimised.h5")
        self.tells(operations=1)
        self.config(**{**json.loads(self.read("c.yaml")), "workload": {
            "ops": [{"at": "50ms", "node": "n0", "body": {"type": "broadcast", "message": 7}}, {"at": "1s", "client": "c3", "node": "n1", "body": {"type": "read"}}]}})
        found = self.minimised("-o", "c.h5")
        self.assertEqual((found["operations"], found["stages"][1]["claim"]), ([0, 1], "minimum"))
        self.assertNotIn("output", found)
        # Nothing of an older run stands beside these results as if it were of them.
        self.assertEqual(sorted(name for name in os.listdir(self.folder.name) if name.startswith("c-")), ["c-minimised.prev.h5"])
        self.assertIn("minimised (search): 2 external events", self.ask(1, "--minimise").stdout)

    def test_no_counterexample_is_no_smaller_one(self):
        self.config(**{**GOSSIP, "fspec": {"eff": "300ms", "eot": "1s", "omissions": 1}})
        self.assertIsNone(self.minimised(status=0))

    def test_operations_that_are_asked(self):
        self.tells()
        config = json.loads(self.read("c.yaml"))
        for only in ([3, 5], "3,5"):
            config["workload"]["only"] = only
            config["search"] = {"minimise": True, "minimise_by": "ddmin", "minimise_runs": 500}
            self.config(**config)
            found = self.summary(1)["minimisation"]
            self.assertEqual((found["operations"], found["stages"][0]["externals"]), ([3, 5], 2))
        for only, word in (([6], "no operation 6: they are 0 to 5"), (["3"], "takes an integer"), ("3..2", "takes an integer"), ("1,1", "takes an integer"), ([], "takes an integer")):
            config["workload"]["only"] = only
            self.config(**config)
            self.refused(65, word, "c.yaml:")
        del config["workload"]["only"]
        self.config(**config)
        for words, told in ((("--operations", "x"), "--operations: it takes numbers of operations such as 0,3,5..8, or none, not x"),
                            (("--operations", "9"), "no operation 9"), (("--operations", "1", "--operations", "2"), "given 2 times")):
            self.assertIn(told, self.ask(64, *words).stderr)
        for words, told in ((("--sweep-crashes", "0,1"), "this is a sweep"), (("--replay", "none"), "exclude each other"),
                            (("--minimise-by", "type"), "--minimise-by exact, recording and type are for programs")):  # fmt: skip
            self.assertIn(told, self.ask(64, "--minimise", *words).stderr)
        del config["search"]
        self.config(**config)
        for words in (("--minimise-by", "ddmin"), ("--minimise-runs", "7")):
            self.assertIn("needs --minimise", self.ask(64, *words).stderr)
        done = subprocess.run([PROGRAM, os.path.join(SOURCE, "configs", "simple-deliv.yaml"), "--operations", "1"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "is only for configs with `system`" in done.stderr), (64, True))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[6:]])
