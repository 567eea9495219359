"""Which nodes a counterexample of a real system takes, and until when: test_smaller_system.py PROGRAM SOURCE_DIR BROADCAST_NODE LDFI_RESULTS FAULTY_NODE"""

import json
import os
import shlex
import subprocess
import sys
import unittest

from process_case import Case, PROGRAM

RESULTS, NODE = (os.path.abspath(word) for word in sys.argv[4:6])


class SmallerSystem(Case):
    def minimised(self, *options, status=1, **more):
        return self.summary(status, "--minimise", *options, **more)["minimisation"]

    def of(self, found, name):
        return next(stage for stage in found["stages"] if stage["stage"] == name)

    def asks(self, hellos=0, nodes=4, op_at=("50ms",), needs_hello=False):
        """The nodes ask, as nodes/faulty.cpp describes."""
        command = [NODE, "asks", str(hellos), *(["needs-hello"] if needs_hello else [])]
        ops = [{"at": at, "client": "c1", "node": "n0", "body": {"type": "echo", "echo": i}} for i, at in enumerate(op_at)]
        self.config(system={"kind": "nodes", "command": command, "nodes": nodes, "time": "extended"}, workload={"ops": ops},
                    checker="echo", fspec={"eff": "300ms", "eot": "1s", "omissions": 1})

    def replayed(self, *options):
        return subprocess.run([PROGRAM, "c.yaml", *options], cwd=self.folder.name, capture_output=True, text=True, check=False).returncode

    def command(self, found):
        words = shlex.split(found["replay"])[1:]
        again = subprocess.run([PROGRAM, *words], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)
        return words

    def test_nodes_that_do_nothing_go(self):
        self.asks()
        found = self.minimised("-o", "m.h5")
        self.assertEqual([stage["nodes"] for stage in found["stages"]], [4, 4, 4, 2, 2])
        self.assertEqual(self.of(found, "nodes")["claim"], "1-minimal for this schedule")
        self.assertIn("--nodes=n0,n1", self.command(found))
        told = subprocess.run([RESULTS, "show", "m-minimised.h5", "f1"], cwd=self.folder.name, capture_output=True, text=True, check=True).stdout
        self.assertIn("n0 ended by itself", told)
        self.assertNotIn("n3", told)

    def test_nodes_that_are_needed_stay(self):
        """It takes the hello of one node that is neither asked nor answers."""
        self.asks(hellos=1)
        found = self.minimised()
        self.assertEqual([stage["nodes"] for stage in found["stages"]], [4, 4, 4, 3, 3])
        self.assertIn("--nodes=n0,n1,n2", self.command(found))

    def test_what_is_broken_without_faults_is_no_smaller_system(self):
        """Without n2 n0 ends anyway."""
        self.asks(needs_hello=True, nodes=3)
        self.assertEqual([stage["nodes"] for stage in self.minimised()["stages"]], [3, 3, 3, 3, 3])

    def test_it_ends_as_early_as_can_be(self):
        self.asks(op_at=("50ms", "400ms"))
        found = self.minimised()
        self.assertEqual(found["operations"], [0])
        self.assertEqual(self.of(found, "eot")["claim"], "earliest of the times tried: 80ms")
        self.assertIn("--eot=80ms", self.command(found))
        # What happens is over at 80 ms, and not before; what is not asked may be too late.
        for eot, status in (("79999us", 0), ("80ms", 1), ("81ms", 1)):
            self.assertEqual(self.replayed("--replay", " ".join(found["faults"]), "--operations", "0", "--eot", eot, "--eff", "60ms"), status, eot)
        self.refused(65, "later than fspec.eot", "--eot", "200ms", "--eff", "200ms")

    def test_it_ends_where_the_config_lets_it(self):
        """What is promised from 400 ms on must not begin after EOT."""
        self.asks()
        config = json.loads(self.read())
        self.config(**{**config, "goals": {"available": {"after": "100ms"}}})
        self.assertEqual(self.of(self.minimised(), "eot")["claim"], "earliest of the times tried: 400ms")

    def test_operations_keep_their_meaning(self):
        """With fewer nodes the operations of a workload have other numbers."""
        self.config(system={"kind": "nodes", "command": [NODE, "tells", "all"], "nodes": 4, "time": "extended", "start": "reset"},
                    workload={"kind": "broadcast", "operations": 1}, fspec={"eff": "300ms", "eot": "1s", "omissions": 1})
        found = self.minimised("-o", "m.h5")
        self.assertEqual([stage["nodes"] for stage in found["stages"]][-2:], [2, 2])
        words = self.command(found)
        self.assertRegex(found["faults"][0], r"^O\(n0,n[123],m#0\)$")
        self.assertIn("--nodes=n0," + found["faults"][0][5:7], words)
        self.assertEqual(found["operations"], [2, 4])  # of 2 nodes: they are introduced, one broadcast, two reads
        self.assertIn("--operations=2,4", words)
        self.assertIn("--eot=61ms", words)
        for ranks in (2, 4):
            self.assertEqual(self.minimised("-o", "m.h5", ranks=ranks), found)

    def test_an_operation_with_another_number(self):
        self.asks()
        config = json.loads(self.read())
        self.config(**{**config, "workload": {"kind": "broadcast", "operations": 1}, "checker": "set"})
        found = self.minimised()
        self.assertEqual([stage["nodes"] for stage in found["stages"]], [4, 4, 4, 2, 2])
        self.assertEqual(found["operations"], [2])  # behind what introduces two nodes, and not four
        self.command(found)

    def read(self):
        with open(self.path("c.yaml"), encoding="utf-8") as stream:
            return stream.read()

    def test_budgets(self):
        self.asks()
        whole = self.minimised("-o", "m.h5")
        cut = self.minimised("-o", "m.h5", "--minimise-runs", "30")
        self.assertEqual((self.of(cut, "eot")["claim"], cut["ended"]), ("not finished", "runs"))
        self.assertGreater(self.of(whole, "eot")["executions"], self.of(cut, "eot")["executions"])

    def test_what_ends_it_is_told(self):
        self.asks()
        whole = None
        for limit in ("0.5s", "0.9s", "1.3s", "1.8s", "60s"):
            done = subprocess.run([PROGRAM, "c.yaml", "--minimise", "--summary", "json", "-o", "m.h5", "--time-limit", limit], cwd=self.folder.name, capture_output=True, text=True, check=False)
            whole = json.loads(done.stdout).get("minimisation")
            if whole is None:
                continue
            finished = len(whole["stages"]) == 5 and all(stage["claim"] != "not finished" for stage in whole["stages"])
            self.assertEqual(whole["ended"], "" if finished else "time", (limit, whole["stages"]))
        self.assertEqual(whole["ended"], "")

    def test_nodes_on_the_command_line(self):
        self.asks()
        for nodes, count in (("n0,n1", 2), ("n0,n1,n5", 3), ("3", 3)):
            done = subprocess.run([PROGRAM, "c.yaml", "--nodes", nodes], cwd=self.folder.name, capture_output=True, text=True, check=False)
            self.assertIn(f"({count} nodes)", done.stdout)
        for nodes, word in (("n1", "n0 is not a node"), ("n0,c1", "the name of a client"), ("n0,n0", "named twice"), ("0", "from 1 to 100"), ("n0,,n1", "words"), ("", "how many there are, or names")):
            status = 65 if nodes == "n1" else 64
            self.refused(status, word, "--nodes", nodes)

    def refused(self, status, word, *options):
        done = subprocess.run([PROGRAM, "c.yaml", *options], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[6:])
