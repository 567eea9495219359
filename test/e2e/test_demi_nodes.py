"""The bugs of Table 1 of [DEMi16] as real nodes in C++: test_demi_nodes.py PROGRAM SOURCE_DIR RAFT_NODE SPARK_NODE [--all]

With --all, all of them are searched in each way, and a Raft without defects is executed under many more fault sets than its configs have."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest
from dataclasses import dataclass

from system_case import CONFIGS, PROGRAM, SystemCase

NODES = {os.path.basename(path): os.path.abspath(path) for path in sys.argv[3:5]}
ALL = "--all" in sys.argv


@dataclass(frozen=True)
class Bug:
    defect: str  # the word in the config that switches the defect on
    faults: tuple[str, ...]  # faults of the first counterexample
    violated: str  # part of the text of the first violation
    operations: int  # number of the config's operations that it needs
    most: int  # most executions to find it
    proof: int  # most executions to certify the repaired nodes


BUGS = {
    "raft-45": Bug("counts", ("D(n0,n1,ask_vote#0,+10ms)", "U(n0,n2,ask_vote#0,+10ms)", "U(n1,n3,vote#0,+10ms)"), "Election Safety", 0, 230, 922),
    "raft-46": Bug("stale", ("D(n0,n2,ask_vote#0,+100ms)", "D(n1,n0,vote#0,+100ms)"), "Election Safety", 0, 225, 289),
    "raft-56": Bug("forgets", ("D(n0,n1,ask_vote#0,+10ms)",), "Election Safety", 0, 4, 261),
    "raft-66": Bug("cuts", ("D(n0,n1,append#2,+40ms)",), "a follower lacks what it acknowledged", 2, 14, 171),
    "raft-58b": Bug("zero", ("C(n0,#9+1)",), "a follower lacks what it acknowledged", 1, 25, 355),
    "raft-58a": Bug("early", ("O(n0,n1,ask_vote#0)", "D(n0,n2,ask_vote#0,+10ms)"), "n0 ended by itself", 1, 40, 319),
    "raft-42": Bug("mode", ("D(n0,n1,append#2,+40ms)", "D(n0,n1,append#3,+40ms)", "D(n0,n2,append#3,+40ms)"), "that no majority has", 2, 48, 512),
    "spark-2294": Bug("anyone", ("D(w,m,offer#0,+40ms)",), "a worker is handed another task", 3, 13, 189),
    "spark-3150": Bug("place", ("C(m,#2,+30ms)",), "m ended by itself", 1, 6, 15),
    "spark-9256": Bug("anew", ("O(m,d,registered#0)",), "m ended by itself", 1, 3, 95),
}


def some(first):
    """Returns every third bug from this one on, or with --all every bug."""
    return [one for number, one in enumerate(BUGS.items()) if ALL or number % 3 == first]


class DemiNodes(SystemCase):
    def copy(self, name):
        """Returns the name of a copy of the config in the folder of this test, with its specs and the nodes of
        this build.
        """
        with open(os.path.join(CONFIGS, "demi", f"{name}.yaml"), encoding="utf-8") as stream:
            text = stream.read()
        for node, path in NODES.items():
            text = text.replace(f"../../../build/{node}", path)
        for spec in re.findall(r"\w+\.spec", text):
            shutil.copy(os.path.join(CONFIGS, "demi", spec), self.path(spec))
        self.write(f"{name}.yaml", text)
        return f"{name}.yaml"

    def test_each_has_its_config(self):
        there = {name.removesuffix(".yaml").removesuffix("-repaired").removesuffix("-order") for name in os.listdir(os.path.join(CONFIGS, "demi")) if name.endswith(".yaml")}
        self.assertEqual(there, set(BUGS))

    def test_nothing_but_the_defect_is_repaired(self):
        for name, bug in BUGS.items():
            with open(self.path(self.copy(name)), encoding="utf-8") as wrong, open(self.path(self.copy(f"{name}-repaired")), encoding="utf-8") as right:
                words = [line.replace(f", {bug.defect}", ", none") for line in wrong if not line.startswith("#")]
                self.assertEqual(words, [line for line in right if not line.startswith("#")], name)

    def test_which_of_them_take_messages_that_overtake(self):
        """The column `Bug Type` of Table 1 says that only raft-66 needs UDP."""
        for name, bug in some(0):
            with self.subTest(name):
                found = self.summary(self.copy(name), "--order", "fifo", status=0 if name == "raft-66" else 1)
                fewer = ("D(n0,n1,append#2,+40ms)", "D(n0,n2,append#3,+40ms)") if name == "raft-42" else bug.faults
                self.assertEqual([tuple(one["faults"]) for one in found["counterexamples"]], [] if name == "raft-66" else [fewer])
                self.assertLessEqual(found["executions"], 165 if name == "raft-66" else bug.most)

    def test_orders_show_them_without_a_time(self):
        """Delays by activations show the bugs, without any length of time."""
        found = self.summary(self.copy("raft-56-order"), status=1)["counterexamples"]
        self.assertEqual([one["faults"] for one in found], [["D(n0,n1,ask_vote#0,+#2)"]])
        for name, fault in (("raft-66", "D(n0,n1,append#2,+#1)"), ("spark-2294", "D(w,m,offer#0,+#1)"), ("raft-56-repaired", None)):
            with self.subTest(name), open(self.path(self.copy(name)), encoding="utf-8") as stream:
                self.write(f"{name}.yaml", re.sub(r"delays: {[^}]*}", "delays: {behind: 3, within: 100ms, count: 2}", stream.read()))
                found = self.summary(f"{name}.yaml", status=1 if fault else 0)
                self.assertEqual([one["faults"] for one in found["counterexamples"]], [[fault]] if fault else [])
                self.assertEqual(found["exhausted"], not fault)
        # A bug that needs no delay: a certificate for delays by activations is none for delays by time.
        with open(self.path(self.copy("raft-58a")), encoding="utf-8") as stream:
            text = stream.read()
        for values, status in (("", 0), (", values: [10ms]", 1)):
            self.write("raft-58a.yaml", re.sub(r"delays: {[^}]*}", "delays: {behind: 2, within: 100ms, count: 2" + values + "}", text))
            self.summary("raft-58a.yaml", status=status)

    def test_found_replayed_and_minimised(self):
        for name, bug in some(1):
            with self.subTest(name):
                found = self.summary(self.copy(name), "--minimise", status=1)
                one = found["counterexamples"][0]
                self.assertEqual((tuple(one["faults"]), one["minimal"]), (bug.faults, True))
                self.assertIn(bug.violated, one["violated"][0])
                self.assertLessEqual(found["executions"], bug.most)
                self.assertEqual(found["determinism"]["differences"], [])
                least = found["minimisation"]
                before, last = least["stages"][1:3]
                self.assertEqual((before["externals"], before["claim"], least["ended"]), (bug.operations, "minimum", ""))
                self.assertEqual((last["stage"], last["deliveries"] <= 10), ("deliveries", True))
                proved = last["bound"] == last["deliveries"]
                self.assertEqual(last["claim"], "minimum of these messages" if proved else "1-minimal")
                self.assertGreaterEqual(last["bound"], min(2, last["deliveries"]))
                for replay in (one["replay"], least["replay"]):
                    again = subprocess.run([PROGRAM, *shlex.split(replay)[1:]], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
                    self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
                    self.assertIn((least if replay == least["replay"] else one)["violated"][0], again.stdout)

    def test_repaired_they_are_certified(self):
        for name, bug in some(2):
            with self.subTest(name):
                found = self.summary(self.copy(f"{name}-repaired"))
                self.assertEqual((found["verdict"], found["exhausted"], found["determinism"]["differences"]), ("certified", True, []))
                self.assertLessEqual(found["executions"], bug.proof)
                # The faults of the bug are within this bound, and have no effect on the repaired nodes.
                self.summary(f"{name}-repaired.yaml", "--replay", " ".join(bug.faults))

    def test_every_promise_can_be_broken(self):
        """raft-66 with a crash breaks the promises that no bug breaks: a leader lacks acknowledged entries,
        because a message was late.
        """
        crash = ("--crashes", "1", "--eot", "600ms", "--operations", "0,1", "--replay", "O(n0,n2,append#3) C(n0,#15) D(n0,n1,append#2,+40ms)")
        replays = [(name, ("--replay", " ".join(BUGS[name].faults))) for name in ("raft-45", "raft-58b", "raft-42")] + [("raft-66", crash)]
        broken = " ".join(text for name, options in replays for text in self.summary(self.copy(name), *options, status=1)["violated"])
        with open(self.path("raft.spec"), encoding="utf-8") as stream:
            specs = re.findall(r'^spec \w+ critical finally "(.*)";', stream.read(), re.M)
        self.assertEqual(len(specs), 6)
        for text in specs:
            self.assertIn(text, broken)

    def test_found_again_it_is_the_same(self):
        for name in ("raft-45", "spark-3150"):
            config = self.copy(name)
            first, second = (self.summary(config, status=1) for _ in range(2))
            for run in (first, second):
                del run["wall_s"]
            self.assertEqual(first, second)

    @unittest.skipUnless(ALL, "takes minutes")
    def test_far_beyond_its_configs_raft_is_right(self):
        """Three faults of several kinds during elections and replication: nothing is certified, and nothing
        violates.
        """
        shutil.copy(os.path.join(CONFIGS, "demi", "raft.spec"), self.path("raft.spec"))
        asked = [("150ms", "n0", {"type": "add", "entry": "x"}), ("155ms", "n0", {"type": "add", "entry": "y"}),
                 ("450ms", "n1", {"type": "add", "entry": "z"}), ("460ms", "n2", {"type": "add", "entry": "w"}),
                 *[("900ms", node, {"type": what}) for node in ("n0", "n1", "n2") for what in ("log", "applied")]]  # fmt: skip
        ops = [{"at": at, "client": f"c{i}", "node": node, "body": body} for i, (at, node, body) in enumerate(asked, 1)]
        log = {"from": "150ms", "eff": "160ms", "eot": "900ms", "omissions": 2, "delays": {"values": ["40ms"], "count": 1},
               "crashes": {"most": 1, "nodes": ["n0"], "midway": True}, "faults": 3}  # fmt: skip
        elections = {"eff": "200ms", "eot": "900ms", "omissions": 1, "delays": {"values": ["20ms", "100ms"], "count": 2}, "duplicates": 1,
                     "crashes": {"most": 1}, "faults": 3}  # fmt: skip
        for timeouts, fspec in ((["50,300", "150", "220"], log), (["50,105", "80,130", "85,200"], elections)):
            config = self.config([NODES["raft-node"], "none", *timeouts], 3, {"time": "extended", "start": "reset"}, workload={"ops": ops}, fspec=fspec,
                                 checker={"specs": ["raft.spec"]}, search={"level": "state"})  # fmt: skip
            found = self.summary(config, "--max-runs", "6000", status=2)
            self.assertEqual((found["counterexamples"], found["determinism"]["differences"], found["reason"]), ([], [], "runs"))

    @unittest.skipUnless(ALL, "takes minutes")
    def test_new_processes_do_the_same(self):
        for name in BUGS:
            found = self.summary(self.copy(f"{name}-repaired"), "--double-runs", "100%")
            self.assertEqual((found["determinism"]["double_runs"], found["determinism"]["differences"]), (found["executions"], []))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *[word for word in sys.argv[5:] if word != "--all"]])
