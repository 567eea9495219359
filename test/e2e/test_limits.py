"""Runs whose Fspec limits faults and admits partitions: test_limits.py LDFI_FARM LDFI_RESULTS SOURCE_DIR

What is expected is worked out by hand: b is lonely if it hears nobody at a tick, so both messages of one tick must be lost.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
sys.path.insert(0, os.path.join(SOURCE_DIR, "results/python"))

import ldfi_results  # noqa: E402

PROGRAM = """\
up("a", "b")@1; up("c", "b")@1; up(X, Y)@next :- up(X, Y);
beat(Y, X)@async :- up(X, Y);
heard(X) :- beat(X, _);
waits("b")@2; waits(X)@next :- waits(X);
lonely(X) :- waits(X), notin heard(X);
lonely(X)@next :- lonely(X);
pre(X) :- waits(X);
post(X) :- waits(X), notin lonely(X);
"""
CONFIG = """\
program: [lonely.ded]
fspec:
  eot: 6
  eff: 3
  crashes: {most: 1, nodes: [c]}
  omissions: {most: 1, from: [a, b], to: [b]}
  partitions: {most: 2, sets: [[b], [a, b]]}
  reliable: [[a, c]]
  faults: 2
"""
SAME = ["-t6", "-f3", "-c1", "--crashable", "c", "--omissions", "1", "--omissions-from", "a,b", "--omissions-to", "b", "--partitions", "2"]
SAME += ["--partition-sets", "b,a b", "--reliable", "a c", "--max-faults", "2"]
CUTS = [f"P(b,{first},{last})" for first in range(1, 4) for last in range(first, 4)]
PAIRS = [f"O(a,b,{tick}) O(c,b,{tick})" for tick in range(1, 4)]


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, text in (("lonely.ded", PROGRAM), ("lonely.yaml", CONFIG)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def run_farm(self, *arguments, status=None):
        out = subprocess.run([FARM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        if status is not None:
            self.assertEqual(out.returncode, status, out.stdout + out.stderr)
        return out

    def search(self, *arguments):
        out = self.run_farm("lonely.ded", "-t6", "-f3", *arguments, "--stop", "all", "--summary", "json", "--quiet")
        return json.loads(out.stdout.splitlines()[-1])

    def falsifiers(self, *arguments):
        return [one["faults"] for one in self.search(*arguments)["counterexamples"]]

    def view(self, *arguments):
        out = subprocess.run([RESULTS, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(out.returncode, 0, out.stderr)
        return out.stdout

    def test_limits_say_what_is_found(self):
        self.assertEqual(self.falsifiers(), PAIRS)
        self.assertEqual(self.falsifiers("--omissions", "1"), [])
        self.assertEqual(self.falsifiers("--omissions", "2"), PAIRS)
        self.assertEqual(self.falsifiers("--max-faults", "1"), [])
        self.assertEqual(self.falsifiers("--omissions-from", "a"), [])
        self.assertEqual(self.falsifiers("--omissions-to", "a,c"), [])
        self.assertEqual(self.falsifiers("--reliable", "c b"), [])
        self.assertEqual(self.falsifiers("--omissions", "none"), [])

    def test_partitions_are_found(self):
        # The first by size, then by text. A partition of {c} takes one message, and an omission the other.
        self.assertEqual(self.falsifiers("--partitions", "1", "--omissions", "none"), CUTS)
        self.assertEqual(self.falsifiers("--partitions", "1", "--partition-sets", "c,b c", "--omissions", "none"), [])
        self.assertEqual(self.falsifiers("--partitions", "1", "--reliable", "b a", "--omissions", "none"), [])
        mixed = self.falsifiers("--partitions", "1", "--partition-sets", "c", "--omissions", "1")
        self.assertEqual(mixed, [f"O(a,b,{t}) P(c,{i},{j})" for t in (1, 2, 3) for i in (1, 2, 3) for j in (1, 2, 3) if i <= t <= j])

    def test_strategies_and_ranks_agree(self):
        options = ["--partitions", "2", "--omissions", "2", "-c1", "--max-faults", "3"]
        found = self.search(*options)
        every = self.search(*options, "--strategy", "exhaustive")
        self.assertEqual(found["counterexamples"], every["counterexamples"])
        self.assertEqual(every["executions"], int(every["distinct_fault_sets"]))
        for more in (["--expand", "all"], ["--solver", "cryptominisat"], ["--prune", "always"]):
            self.assertEqual(self.search(*options, *more)["counterexamples"], found["counterexamples"], more)
        drawn = self.run_farm("lonely.ded", "-t6", "-f3", "--partitions", "1", "--omissions", "none", "--strategy", "random", "--summary", "json", status=1)
        self.assertIn(json.loads(drawn.stdout.splitlines()[-1])["counterexamples"][0]["faults"], CUTS)

    def test_a_config_says_the_same_as_options(self):
        one = json.loads(self.run_farm("lonely.yaml", "--check", "--summary", "json").stdout.splitlines()[-1])
        two = json.loads(self.run_farm("lonely.ded", *SAME, "--check", "--summary", "json").stdout.splitlines()[-1])
        for key in ("fspec", "distinct_fault_sets", "combinations"):
            self.assertEqual(one[key], two[key])
        self.assertEqual(one["fspec"]["reliable"], [["a", "c"]])
        self.assertEqual((one["fspec"]["crash_model"], one["combinations"]), ("stop", ""))

    def test_a_sweep_equals_its_cells(self):
        options = ["--partitions", "1", "--omissions", "1"]
        out = self.run_farm("lonely.ded", *options, "--sweep", "--sweep-eot", "5,6", "--sweep-eff", "0..3", "--sweep-crashes", "0,1", "--stop", "all",
                            "--summary", "json", "--quiet")  # fmt: skip
        for cell in json.loads(out.stdout.splitlines()[-1])["cells"]:
            fspec = cell["fspec"] if "fspec" in cell else cell
            alone = self.run_farm("lonely.ded", *options, "-t", str(fspec["eot"]), "-f", str(fspec["eff"]), "-c", str(fspec["crashes"]), "--stop", "all",
                                  "--summary", "json", "--quiet")  # fmt: skip
            self.assertEqual(cell["verdict"], json.loads(alone.stdout.splitlines()[-1])["verdict"], fspec)

    def test_views_show_the_partition(self):
        self.run_farm("lonely.yaml", "-o", "x.h5", status=1)
        self.assertIn("reliable a c, 2 partitions of a b; b, at most 2 faults in all", self.view("summary", "x.h5"))
        self.assertIn("P(b,1,1)", self.view("falsifiers", "x.h5"))
        self.assertIn("b was cut off from the others at 1", self.view("lineage", "x.h5"))
        self.assertIn("so that beat(b,a) and beat(b,c) were", " ".join(self.view("diff", "x.h5").split()))
        self.assertRegex(self.view("show", "x.h5"), r"LOST +beat\(b,a\) to b")
        self.view("lamport", "x.h5", "-o", "x.svg")
        with open(os.path.join(self.folder, "x.svg"), encoding="utf-8") as file:
            self.assertIn("cut off by a partition", file.read())
        self.view("report", "x.h5", "-o", "x.html")
        found = ldfi_results.load(os.path.join(self.folder, "x.h5"))
        self.assertEqual(found.falsifiers["faults"].tolist(), ["P(b,1,1)"])
        self.assertEqual(found.cells["limits"][0]["partition_sets"], [["a", "b"], ["b"]])

    def test_a_replay_command_is_one(self):
        out = self.run_farm("lonely.yaml", "--partitions", "1", status=1).stdout
        command = re.search(r"replay +ldfi-farm (.*)", out).group(1)
        again = subprocess.run(f"{FARM} {command}", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("violates", again.stdout)

    def test_a_run_goes_on_where_it_stopped(self):
        options = ["lonely.ded", "-t6", "-f3", "--partitions", "2", "--stop", "all", "--summary", "json", "--quiet", "-o", "y.h5"]
        whole = json.loads(self.run_farm(*options).stdout.splitlines()[-1])
        self.run_farm(*options, "--max-runs", "3", status=1)
        again = json.loads(self.run_farm(*options, "--resume").stdout.splitlines()[-1])
        self.assertEqual(again["counterexamples"], whole["counterexamples"])

    def test_what_cannot_be_is_said(self):
        for options, code in (
            (["--omissions", "few"], "expected all, none or a number"),
            (["--reliable", "a b c"], "fspec-reliable"),
            (["--reliable", "a a"], "named twice in one list"),
            (["--reliable", "a x"], "x has a reliable channel, but is not a node"),
            (["--omissions-from", "x"], "fspec-omissions"),
            (["--partition-sets", "a"], "the number of partitions is 0, so this has no effect (--partitions, fspec.partitions)"),
            (["--one-way"], "the number of partitions is 0, so this has no effect (--partitions, fspec.partitions)"),
            (["--partitions", "1", "--replay", "P(b>a c,1,1)"], "admits no partition in one direction"),
            (["--partitions", "1", "--partition-sets", "a b c"], "at least one node, and not all nodes"),
            (["--partitions", "1", "--replay", "P(b,1,4)"], "partitions end with EFF"),
            (["--omissions", "1", "--replay", "O(a,b,1) O(c,b,1)"], "fault-omissions"),
        ):
            with self.subTest(options):
                out = self.run_farm("lonely.ded", "-t6", "-f3", *options)
                self.assertIn(out.returncode, (64, 65))
                self.assertIn(code, out.stderr)
        for line, why in (
            ("omissions: {most: 1, form: [a]}", "fspec.omissions has no key form"),
            ("omissions: {most: few}", "expected all, none or a number"),
            ("partitions: [1]", "fspec.partitions takes an integer"),
            ("partitions: {sets: [b]}", "takes a list of lists of names"),
            ("crashes: {nodes: [x]}", "x may crash, but is not a node"),
            ("reliable: [[a, b, a]]", "a is named twice in one list"),
        ):
            with self.subTest(line):
                with open(os.path.join(self.folder, "wrong.yaml"), "w", encoding="utf-8") as file:
                    file.write(f"program: [lonely.ded]\nfspec:\n  eot: 6\n  eff: 3\n  {line}\n")
                out = self.run_farm("wrong.yaml", status=65)
                self.assertIn(why, out.stderr)
                self.assertRegex(out.stderr, r"wrong\.yaml:\d+:\d+: error")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
