#!/usr/bin/env python3
"""Arithmetic of what does not get through, which is not computed: test_arithmetic.py PROGRAM SOURCE_DIR LDFI_RESULTS LDFI_CHECK

The search, counts, replays, listings and the checker of certificates have to agree on where arithmetic fails.
"""

import itertools
import json
import os
import random
import subprocess
import sys
import unittest

import program

RESULTS, CHECK = (os.path.abspath(path) for path in sys.argv[3:5])
COMMON = """
ping("b", "a")@1;
n("a", ZERO)@TICK;
n(L, X)@next :- n(L, X);
peer("a", "b")@1; peer("b", "a")@1;
peer(L, V)@next :- peer(L, V);
got(V)@async :- ping(L, V);
got(L)@next :- got(L);
keep("a")@1;
keep(L)@next :- keep(L);
pre(L) :- keep(L);
post(L) :- got(L);
post(L) :- keep(L), m(_, _);
"""
HEADS = (
    "m(V, 4 / X)@async :- n(L, X), COND, peer(L, V);",
    "m(V, X)@async :- n(L, X), 4 / X > 1, COND, peer(L, V);",
    "m(L, 4 / X)@next :- n(L, X), COND;",
    "m(V, 9223372036854775807 + X)@async :- n(L, X), COND, peer(L, V);",
    "m(V, 4 / (X - Y))@async :- n(L, X), n(L, Y), COND, peer(L, V);",
)
CONDITIONS = ("down(L)", "down(L)", "notin got(L)", "notin got(L)", "got(L), down(L)", "got(L)")
OMISSIONS = [f"O({channel},{tick})" for channel in ("a,b", "b,a") for tick in (1, 2)]
CRASHES = [f"C({node},{tick})" for node in "ab" for tick in (1, 2, 3)]


class Arithmetic(program.ProgramCase):
    def statuses(self, arguments, sets):
        return [self.run_it(*arguments, "--replay", " ".join(one) or "none").returncode for one in sets]

    def compare(self, text, model):
        self.write("x.ded", text)
        arguments = ("x.ded", "-N", "a,b", "-t", "3", "-f", "2", "--quiet")
        counted = self.run_it(*arguments, "--count", "--summary", "json")
        if counted.returncode == 65:  # arithmetic fails even without faults
            self.assertEqual(self.statuses(arguments, [()]), [65], counted.stderr)
            return "wrong"
        counts = json.loads(counted.stdout)["counts"]
        sets = [one for size in range(5) for one in itertools.combinations(OMISSIONS, size)]
        codes = self.statuses(arguments, sets)
        self.assertEqual(set(codes) - {0, 1, 2, 65}, set())
        self.assertEqual([codes.count(1), codes.count(65)], [int(counts["violating"]), int(counts["failing"])])
        crashing = (*arguments, "-c", "1", "--crash-model", model)
        counts = json.loads(self.run_it(*crashing, "--count", "--summary", "json").stdout)["counts"]
        codes = self.statuses(crashing, [*sets, *([one] for one in CRASHES)])
        self.assertLessEqual(codes.count(1) > 0, int(counts["violating"]) > 0)
        self.assertLessEqual(codes.count(65) > 0, int(counts["failing"]) > 0)
        return self.certified(crashing)

    def certified(self, arguments):
        """Expects that the result is listed, and that its certificate is accepted."""
        found = self.run_it(*arguments, "--stop", "all", "-o", "x.h5", "--certificate", "cert", "--summary", "json")
        self.assertIn(found.returncode, (0, 1, 2, 65), found.stderr)
        if found.returncode == 65:  # there is an error instead of a counterexample
            self.assertIn("it happens under the fault set", found.stderr)
            return "error"
        verdict = json.loads(found.stdout.splitlines()[-1])["verdict"]
        if verdict in ("certified", "counterexample", "broken"):
            checked = subprocess.run([CHECK, "cert"], cwd=self.folder.name, capture_output=True, text=True, check=False)
            self.assertEqual(checked.returncode, 0, checked.stdout)
            subprocess.run(["rm", "-r", self.path("cert")], check=True)
        if verdict == "counterexample":
            told = subprocess.run([RESULTS, "show", "x.h5", "f1"], cwd=self.folder.name, capture_output=True, text=True, check=False)
            self.assertEqual(told.returncode, 0, told.stderr)
        return verdict

    def test_a_message_of_a_node_that_crashed(self):
        text = COMMON.replace("ZERO", "0").replace("TICK", "1").replace("post(L) :- got(L);", "post(L) :- keep(L);")
        self.assertEqual(self.compare(text + HEADS[0].replace("COND", "down(L)"), "silent"), "certified")

    def test_a_message_that_is_lost(self):
        text = COMMON.replace("ZERO", "0").replace("TICK", "2") + HEADS[0].replace("COND", "notin got(L)")
        self.assertEqual(self.compare(text, "silent"), "counterexample")

    def test_random_programs(self):
        chance = random.Random(5)
        verdicts = set()
        for _ in range(24):
            text = COMMON.replace("ZERO", str(chance.choice([0, 0, 1]))).replace("TICK", str(chance.choice([1, 2])))
            for head in chance.sample(HEADS, 2):
                text += head.replace("COND", chance.choice(CONDITIONS)) + "\n"
            model = chance.choice(["silent", "halt", "stop"])
            with self.subTest(text=text, model=model):
                verdicts.add(self.compare(text, model))
        self.assertGreater(len(verdicts), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
