#!/usr/bin/env python3
"""Stored falsifiers that are executed again before a search (--known FILE): test_known.py LDFI_FARM SOURCE_DIR LDFI_RESULTS"""

import json
import os
import subprocess
import sys
import unittest

from program import ProgramCase

RESULTS = os.path.abspath(sys.argv[3])

# a sends one message to each node. The repaired program sends again only to b.
TWO = """
peer("a", "b")@1; peer("a", "c")@1; peer(N, M)@next :- peer(N, M);
m(M)@async :- peer(N, M), first(N); first("a")@1;
m("b")@next :- m("b"); m("c")@next :- m("c");
pre(M) :- peer("a", M); post(M) :- m(M);
"""
REPAIRED = TWO + 'again("a")@2; m(M)@async :- again(N), peer(N, M), M != "c";\n'
BOUNDS = ("-N", "a,b,c", "-t", "4", "-f", "2", "--stop", "all")
SPECS = {
    "late": 'spec late minor after 3; late("x") :- peer("a", "b"), notin m("b");\n',
    "early": 'spec early critical after 1; early("x") :- peer("a", "b"), notin m("b");\n',
}


class Known(ProgramCase):
    def results(self, *arguments):
        return subprocess.run([RESULTS, *arguments], cwd=self.folder.name, text=True, check=True, stdout=subprocess.PIPE).stdout

    def known(self, *arguments, status):
        told = self.summary(status, *arguments, "--quiet")
        return [(one["case"], one["faults"], one["outcome"]) for one in told["known_cases"]], told

    def setUp(self):
        super().setUp()
        self.write("p.ded", TWO)
        self.found = self.summary(1, "p.ded", *BOUNDS, "-o", "old.h5")

    def test_what_is_still_violated_is_left_out(self):
        self.assertEqual([one["faults"] for one in self.found["counterexamples"]], ["O(a,b,1)", "O(a,c,1)"])
        cases, told = self.known("p.ded", *BOUNDS, "--known", "old.h5", "-o", "new.h5", status=0)
        self.assertEqual(cases, [("old.h5 f1", "O(a,b,1)", "violated"), ("old.h5 f2", "O(a,c,1)", "violated")])
        self.assertEqual((told["verdict"], told["known"], told["counterexamples"]), ("certified", "old.h5", []))
        self.assertEqual(told["known_cases"][0]["violated"], self.found["counterexamples"][0]["violated"])
        text = self.expect(0, "p.ded", *BOUNDS, "--known", "old.h5", "-o", "text.h5").stdout
        self.assertRegex(text, r"\(proved\), apart from known\nknown +old.h5\n +2 violated\n +old.h5 f1 O\(a,b,1\): violated\n")

    def test_what_is_repaired_is_no_longer_left_out(self):
        self.write("p.ded", REPAIRED)
        bounds = (*BOUNDS[:5], "1", *BOUNDS[6:])
        cases, told = self.known("p.ded", *bounds, "--known", "old.h5", "-o", "new.h5", status=0)
        self.assertEqual([one[2] for one in cases], ["not violated", "violated"])
        # With one more tick, sets that contain the repaired falsifier are found, and those that contain the
        # other one are not.
        cases, told = self.known("p.ded", *BOUNDS, "--known", "old.h5", "-o", "new.h5", status=1)
        self.assertEqual([one["faults"] for one in told["counterexamples"]], ["O(a,b,1) O(a,b,2)"])
        text = self.results("summary", "new.h5")
        self.assertRegex(text, r"(?m)^  known +old.h5\n +1 violated, 1 not violated\n +old.h5 f1 O\(a,b,1\): not violated\n +old.h5 f2")
        self.assertEqual(json.loads(self.results("export", "--json", "new.h5"))["known_cases"], told["known_cases"])
        # If nothing is left out, the output does not mention it.
        only = json.loads(self.results("falsifiers", "--json", "old.h5"))
        del only[0]["falsifiers"][1]
        self.write("one.json", json.dumps(only))
        _, told = self.known("p.ded", *bounds, "--known", "one.json", "-o", "new.h5", status=1)
        self.assertIn("not violated", self.results("summary", "new.h5"))
        self.assertNotIn("apart from known", self.results("summary", "new.h5"))

    def test_what_the_fspec_does_not_admit_is_said_with_its_reason(self):
        _, told = self.known("p.ded", *BOUNDS[:5], "0", "--known", "old.h5", "-o", "new.h5", status=0)
        self.assertEqual([one["outcome"] for one in told["known_cases"]], ["not admitted"] * 2)
        self.assertIn("EFF is 0", told["known_cases"][0]["why"])
        self.write("one.json", json.dumps({"counterexamples": [{"faults": "O(a,z,1)"}, {"faults": "O(a,b,1"}, {"faults": "none"}]}))
        cases, told = self.known("p.ded", *BOUNDS, "--known", "one.json", "-o", "new.h5", status=1)
        self.assertEqual([one[2] for one in cases], ["not admitted", "not admitted", "not violated"])
        self.assertIn("z", told["known_cases"][0]["why"])
        self.assertEqual(told["counterexamples"], self.found["counterexamples"])

    def test_every_form_of_stored_falsifiers_says_the_same(self):
        told = []
        self.write("falsifiers.json", self.results("falsifiers", "--json", "old.h5"))
        self.write("export.json", self.results("export", "--json", "old.h5"))
        self.write("summary.json", json.dumps(self.found))
        for name in ("old.h5", "falsifiers.json", "export.json", "summary.json"):
            cases, _ = self.known("p.ded", *BOUNDS, "--known", name, "-o", "new.h5", status=0)
            told.append([(case.removeprefix(name), *rest) for case, *rest in cases])
        self.assertEqual(told, told[:1] * 4)
        cases, _ = self.known("p.ded", *BOUNDS, "--known", "old.h5", "--known", "export.json", "--known", "O(a,b,2)", "-o", "new.h5", status=0)
        self.assertEqual(len(cases), 2)  # each fault set once
        self.write("p.yaml", "program: [p.ded]\nfspec: {eot: 4, eff: 2}\nknown: [old.h5]\n")
        self.assertEqual(len(self.known("p.yaml", "-o", "new.h5", status=0)[0]), 2)

    def test_of_a_sweep_each_fault_set_once(self):
        self.summary(1, "p.ded", *BOUNDS[:2], "--sweep-eot", "3,4", "--sweep-eff", "1,2", "--stop", "all", "-o", "sweep.h5")
        cases, _ = self.known("p.ded", *BOUNDS, "--known", "sweep.h5", "-o", "new.h5", status=0)
        self.assertEqual([one[1] for one in cases], ["O(a,b,1)", "O(a,c,1)"])
        self.assertRegex(cases[0][0], r"sweep.h5 cell \d f1")

    def test_a_specification_that_was_not_violated_then_is_news(self):
        for name, text in SPECS.items():
            self.write(f"{name}.spec", text)
        self.write("q.ded", 'peer("a", "b")@1; peer(N, M)@next :- peer(N, M); m(M)@async :- peer(N, M);\n')
        how = ("q.ded", "-t", "5", "-f", "3", "--stop", "all", "--fail-on", "minor")
        old = self.summary(1, *how, "--spec", "late.spec", "-o", "late.h5")["counterexamples"]
        self.assertEqual([one["faults"] for one in old], ["O(a,b,3)"])
        self.known(*how, "--spec", "late.spec", "--known", "late.h5", "-o", "new.h5", status=0)
        both = (*how, "--spec", "late.spec", "--spec", "early.spec")
        cases, told = self.known(*both, "--known", "late.h5", "-o", "new.h5", status=1)
        self.assertEqual([one[2] for one in cases], ["violated"])
        self.assertEqual((told["known_cases"][0]["why"], told["known_cases"][0]["left_out"]), ("early was not violated then", False))
        self.assertIn("O(a,b,3)", [one["faults"] for one in told["counterexamples"]])
        _, told = self.known(*both, "--known", "late.h5", "--known", "early", "-o", "new.h5", status=0)
        self.assertTrue(told["known_cases"][0]["left_out"])

    def test_resume_wants_the_same_stored_falsifiers(self):
        one = {"counterexamples": [{"faults": "O(a,b,1)"}]}
        how = ("p.ded", *BOUNDS, "--known", "known.json", "-o", "new.h5")
        self.write("known.json", json.dumps(one))
        first, _ = self.known(*how, "--max-runs", "1", status=2)
        self.assertEqual(first, [("known.json f1", "O(a,b,1)", "violated")])
        for _ in range(2):  # the second time, the journal has all answers
            cases, told = self.known(*how, "--resume", status=1)
            self.assertEqual((cases, [each["faults"] for each in told["counterexamples"]]), (first, ["O(a,c,1)"]))
        self.write("known.json", json.dumps({"counterexamples": [{"faults": "O(a,c,1)"}]}))
        self.assertIn("known falsifiers", self.expect(64, *how, "--resume").stderr)
        self.assertEqual(self.known(*how, status=1)[1]["counterexamples"][0]["faults"], "O(a,b,1)")

    def test_what_is_no_file_of_falsifiers(self):
        self.write("text.json", "hello")
        self.write("text.h5", "hello")
        self.write("list.json", json.dumps({"counterexamples": [{"size": 1}]}))
        self.write("case.json", json.dumps({"ldfi_case": 1, "faults": []}))
        self.write("other.json", json.dumps({"verdict": "certified"}))
        self.write("deep.json", '{"counterexamples":' + "[" * 1_000_000 + "]" * 1_000_000 + "}")
        self.write("many.json", json.dumps({"counterexamples": [{"faults": f"O(a,b,{tick})"} for tick in range(100_001)]}))
        for name, status, says in (("none.h5", 74, "No such file"), ("text.json", 65, "not JSON"), ("text.h5", 65, "cannot read it"),
                                   ("list.json", 65, '"faults" must be a string'), ("case.json", 65, "case of a real system"),
                                   ("other.json", 65, "no list of"), ("deep.json", 65, "nests more than 64 levels deep"),
                                   ("many.json", 65, "more than 100000 falsifiers")):  # fmt: skip
            self.assertIn(says, self.expect(status, "p.ded", *BOUNDS, "--known", name, "-o", "new.h5").stderr)
            self.assertFalse(os.path.exists(self.path("new.h5")))
        self.assertIn("is an input", self.expect(64, "p.ded", *BOUNDS, "--known", "old.h5", "-o", "old.h5").stderr)
        for more in (("--strategy", "molly"), ("--beyond",), ("--minimise",)):
            self.expect(64, "p.ded", *BOUNDS, "--known", "old.h5", *more)
        cases, _ = self.known("p.ded", *BOUNDS, "--known", "old.h5", "--strategy", "exhaustive", "-o", "new.h5", status=0)
        self.assertEqual(len(cases), 2)

    def test_a_file_without_falsifiers_says_so(self):
        self.write("empty.json", json.dumps({"counterexamples": []}))
        told = self.summary(1, "p.ded", *BOUNDS, "--known", "empty.json", "-o", "new.h5")
        self.assertEqual(told["counterexamples"], self.found["counterexamples"])
        self.assertIn("no falsifier is stored", self.results("summary", "new.h5"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
