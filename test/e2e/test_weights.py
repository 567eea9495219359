#!/usr/bin/env python3
"""Weights of kinds of faults in random searches: test_weights.py LDFI_FARM SOURCE_DIR LDFI_RESULTS"""

import json
import math
import os
import subprocess
import sys
import unittest

import h5py

from program import PROGRAM, SOURCE_DIR, ProgramCase

RESULTS = os.path.abspath(sys.argv[3])
RAFT_45 = os.path.join(SOURCE_DIR, "configs/mutants/raft-45.yaml")
RAFT_46 = os.path.join(SOURCE_DIR, "configs/mutants/raft-46.yaml")
RANDOM = ("--strategy", "random", "--quiet")  # seeds below: those that find the bug within some ten thousand executions

# Violated exactly if the message of tick 1 is lost: by its omission, or as its sender crashes.
ONE = """
peer("a", "b")@1; m(M)@async :- peer(N, M); m(M)@next :- m(M);
pre(M) :- ever("a", M); post(M) :- m(M); ever("a", "b")@1; ever(N, M)@next :- ever(N, M);
"""
BOUNDS = ("one.ded", "-N", "a,b", "-t", "4")
SEARCHES = 1000


class Weights(ProgramCase):
    def setUp(self):
        super().setUp()
        self.write("one.ded", ONE)

    def mean(self, *arguments):
        told = self.summary(1, *BOUNDS, *arguments, *RANDOM, "--repeat", str(SEARCHES), "-o", "r.h5")
        self.assertEqual(told["repeat"]["found"], SEARCHES)
        return told["repeat"]["executions"]["mean"]

    def assert_geometric(self, mean, p):
        """The failure-free run, and then executions until something of probability p happens; within five standard deviations."""
        self.assertAlmostEqual(mean, 1 + 1 / p, delta=5 * math.sqrt((1 - p) / SEARCHES) / p)

    def test_a_message_is_lost_as_often_as_its_weight_says(self):
        # Any one of the messages is lost in w / (w + 1) of the sets, however many there are.
        for weight in (0.1, 1, 4):
            for eff in ("1", "3"):
                self.assert_geometric(self.mean("-f", eff, "--weights", f"omissions={weight}"), weight / (weight + 1))

    def test_kinds_have_their_own_weights(self):
        # With EFF 0 nothing is lost. One of two nodes crashes, at one of four ticks: C(a,1) is an eighth of the crashes.
        for weight in (0.5, 1, 3):
            self.assert_geometric(self.mean("-f", "0", "-c", "1", "--weights", f"crashes={weight}"), weight / (weight + 1) / 8)
        # What a sends is lost by its omission, or else by C(a,1).
        crash, loss = 0.25 / 1.25 / 8, 2 / 3
        both = self.mean("-f", "1", "-c", "1", "--weights", "crashes=0.25,omissions=2")
        self.assert_geometric(both, crash + (1 - crash) * loss)
        only_loss = self.mean("-f", "1", "-c", "1", "--weights", "crashes=0,omissions=2")
        self.assert_geometric(only_loss, loss)

    def test_a_rate_is_drawn_first(self):
        # Both of two messages are lost with the mean of r² where r has the density w·r^(w-1): w / (w + 2).
        self.write("one.ded", ONE + 'again("a", "b")@2; m(M)@async :- again(N, M);\n')
        for weight in (0.2, 1, 5):
            self.assert_geometric(self.mean("-f", "2", "--weights", f"omissions={weight}"), weight / (weight + 2))

    def test_weights_are_told_and_stored(self):
        arguments = (RAFT_45, *RANDOM, "--seed", "4", "--weights", "duplicates=40,delays=0.30", "-o", "r.h5")
        told = self.summary(1, *arguments)
        self.assertEqual(told["weights"], {"delays": 0.3, "duplicates": 40})
        text = self.expect(1, *arguments).stdout
        self.assertRegex(text, r"(?m)^search +random, \d+ executions.*, seed 4, weights delays=0\.3,duplicates=40$")
        with h5py.File(self.path("r.h5"), "r") as file:
            stored = {row["name"].decode(): row["value"].decode() for row in file["options"][:]}
        self.assertEqual(stored["weights"], "delays=0.3,duplicates=40")
        shown = subprocess.run([RESULTS, "summary", "r.h5"], cwd=self.folder.name, text=True, check=True, capture_output=True).stdout
        self.assertIn("random, weights delays=0.3,duplicates=40, 1 rank, seed 4", shown)
        shown = subprocess.run([RESULTS, "summary", "r.h5", "--json"], cwd=self.folder.name, text=True, check=True, capture_output=True).stdout
        self.assertEqual(json.loads(shown)["weights"], told["weights"])
        faults = told["counterexamples"][0]["faults"]
        self.expect(1, RAFT_45, "--replay", faults)
        self.assertNotIn("weights", self.summary(1, RAFT_46, *RANDOM, "--weights", "delays=1"))

    def test_weights_of_one_change_nothing(self):
        plain = self.summary(1, RAFT_46, *RANDOM)
        for weights in ("delays=1", "delays=1.000000"):
            weighed = self.summary(1, RAFT_46, *RANDOM, "--weights", weights)
            for key in ("counterexamples", "executions"):
                self.assertEqual(weighed[key], plain[key])
        self.assertNotEqual(self.summary(1, RAFT_46, *RANDOM, "--weights", "delays=0.1")["executions"], plain["executions"])

    def test_a_config_has_weights_and_the_command_line_replaces_them(self):
        self.write("c.yaml", "program: [one.ded]\nnodes: [a, b]\nfspec: {eot: 4, eff: 1, crashes: 1}\n"
                   "search: {strategy: random, weights: {omissions: 0.01, crashes: 0.5}}\n")  # fmt: skip
        told = self.summary(1, "c.yaml", "--quiet")
        self.assertEqual(told["weights"], {"omissions": 0.01, "crashes": 0.5})
        self.assertEqual(self.summary(1, "c.yaml", "--quiet", "--weights", "crashes=0")["weights"], {"crashes": 0})
        self.expect(64, "c.yaml", "--strategy", "lineage", says="--weights needs --strategy random")
        self.expect(1, "c.yaml", "--replay", "O(a,b,1)")

    def test_another_run_is_not_resumed(self):
        arguments = (RAFT_45, *RANDOM, "--seed", "7", "--max-runs", "200")
        self.expect(2, *arguments, "--weights", "delays=0.01", "-o", "r.h5")
        self.expect(64, *arguments, "--weights", "delays=0.02", "-o", "r.h5", "--resume", says="weights is delays=0.01 there and delays=0.02 here")
        self.expect(64, *arguments, "-o", "r.h5", "--resume", says="weights is delays=0.01 there")
        whole = self.summary(1, *arguments[:-2], "--weights", "delays=0.1,duplicates=40", "-o", "whole.h5")
        self.expect(2, *arguments[:-2], "--max-runs", "100", "--weights", "delays=0.1,duplicates=40", "-o", "part.h5")
        more = self.summary(1, *arguments[:-2], "--weights", "duplicates=40.0,delays=0.1", "-o", "part.h5", "--resume")
        for key in ("counterexamples", "executions"):
            self.assertEqual(more[key], whole[key])

    def test_what_a_journal_holds_is_drawn_with_its_weights(self):
        arguments = (RAFT_45, *RANDOM, "--seed", "7", "--weights", "duplicates=40", "-o", "r.h5")
        whole = self.summary(1, *arguments)
        os.remove(self.path("r.h5"))
        told = self.summary(1, *arguments, "--results-only")
        self.assertIn(whole["counterexamples"][0]["faults"], [one["faults"] for one in told["counterexamples"]])

    def test_ranks_do_not_matter(self):
        arguments = (RAFT_45, *RANDOM, "--seed", "12", "--weights", "delays=0.5,duplicates=40", "--summary", "json", "-o", "r.h5")
        answers = []
        for ranks in (1, 2, 4):
            mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
            done = subprocess.run([*mpirun, PROGRAM, *arguments], cwd=self.folder.name, capture_output=True, text=True, timeout=120, check=False)
            self.assertEqual(done.returncode, 1, done.stderr)
            told = json.loads(done.stdout.splitlines()[-1])
            self.assertEqual(told["ranks"], ranks)
            answers.append([told[key] for key in ("verdict", "executions", "counterexamples", "weights")])
        self.assertEqual(answers[1:], answers[:1] * 2)

    def test_sweeps_draw_by_weights(self):
        sweep = (*BOUNDS[:3], "--sweep-eot", "4", "--sweep-eff", "0,1", "--sweep-crashes", "0,1", *RANDOM, "--max-runs", "300", "-o", "s.h5")
        cells = self.summary(1, *sweep, "--weights", "omissions=0,crashes=9")["cells"]
        verdicts = {(cell["eff"], cell["crashes"]): cell["verdict"] for cell in cells}
        self.assertEqual(verdicts, {(0, 0): "inconclusive", (1, 0): "inconclusive", (0, 1): "counterexample", (1, 1): "counterexample"})

    def test_minimise_begins_with_what_weights_drew(self):
        stages = {}
        for weight in ("0.1", "20"):
            told = self.summary(1, RAFT_46, *RANDOM, "--weights", f"delays={weight}", "--minimise", "-o", "m.h5")
            stages[weight] = {stage["stage"]: stage for stage in told["minimisation"]["stages"]}
        self.assertNotEqual(stages["0.1"]["faults"], stages["20"]["faults"])
        self.assertEqual(*(stages[weight]["deliveries"]["deliveries"] for weight in stages))
        self.assertEqual(stages["20"]["deliveries"]["bound"], stages["20"]["deliveries"]["deliveries"])

    def test_bad_weights_are_refused(self):
        for weights, says in (
            ("delays=-1", "--weights: -1 is not a weight: the weight of delays must be 0..1000000, with at most six decimals"),
            ("delays=nan", "--weights: nan is not a weight"),
            ("delays=inf", "--weights: inf is not a weight"),
            ("delays=1000001", "--weights: 1000001 is not a weight"),
            ("delay=1", "--weights: there is no kind of fault delay\n  hint: did you mean delays?"),
            ("delays", "--weights: delays is not KIND=NUMBER"),
            ("delays=1,delays=2", "--weights: the weight of delays is given twice"),
            ("omissions=2", "the Fspec admits no omissions, so their weight has no effect"),
            ("delays=0", "all kinds of faults that the Fspec admits have weight 0: give one of them a larger weight"),
        ):
            self.expect(64, RAFT_46, *RANDOM, "--weights", weights, says=says)
        self.expect(64, RAFT_46, "--weights", "delays=2", says="--weights needs --strategy random")
        self.expect(64, *BOUNDS, "-f", "1", "--count", "--weights", "omissions=2", says="--weights does not work with a count of fault sets")
        self.write("c.yaml", "program: [one.ded]\nfspec: {eot: 4, eff: 1, crashes: 0}\nsearch:\n  strategy: random\n  weights: {omissions: 1, crashes: 2}\n")
        self.expect(65, "c.yaml", says="c.yaml:5:12: error: the Fspec admits no crashes")
        self.expect(64, os.path.join(SOURCE_DIR, "configs/systems/broadcast-python.yaml"), "--weights", "omissions=2",
                    says="--weights needs --strategy random")  # fmt: skip


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
