"""What a search finds, by every strategy, and what it says when a budget ends it.

test_search.py PROGRAM SOURCE_DIR
"""

import os
import sys
import time
import unittest

from program import DELIV, FALSIFIER, KAFKA, SOURCE_DIR, ProgramCase

GENERATIONS = """
n("a", "b")@1; n(N, M)@next :- n(N, M);
d(M)@async :- n(N, M); d(M)@next :- d(M);
gen("b", 1)@1; gen(N, I)@next :- gen(N, I);
use("b", 1, "p")@1; use(N, I, X)@next :- use(N, I, X);
bad("b", "p")@3; bad(N, X)@next :- bad(N, X);
dead(N, I) :- use(N, I, X), bad(N, X), notin d(N);
use(N, I + 1, "q") :- use(N, I, X), dead(N, I), notin bad(N, "q");
bad(N, "q") :- bad(N, "p"), notin d(N);
"""

ENDLESS = """
n("a", "b")@1; n("b", "a")@1; n(N, M)@next :- n(N, M);
d(M)@async :- n(N, M); d(M)@next :- d(M);
late("a")@3; late(N)@next :- late(N);
c("b", 1)@3; c(N, I + 1) :- c(N, I), notin d(N);
ok(N) :- late(N), d(N), c(_, 1); ok(N)@next :- ok(N);
pre("a")@4;
"""


class Search(ProgramCase):
    def test_strategies_agree(self):
        program = self.write("p.ded", DELIV)
        for bounds in (["-t", "4", "-f", "2", "-c", "1"], ["-t", "4", "-f", "0", "-c", "0"]):
            found = []
            for strategy in ("lineage", "exhaustive"):
                for stop in ("first", "all"):
                    status = 1 if "2" in bounds else 0
                    summary = self.summary(status, program, *bounds, "--strategy", strategy,
                                           "--stop", stop)
                    found.append((stop, summary["verdict"], str(summary["counterexamples"])))
            self.assertEqual(found[:2], found[2:])

    def test_an_exhaustive_search_is_refused_if_its_fault_sets_cannot_be_counted(self):
        program = self.write("p.ded", DELIV)
        bounds = ["-N", "a,b,c,d,e,f,g,h", "-t", "60", "-f", "40", "-c", "2", "--crash-model", "stop", "--restarts", "4", "--partitions", "3"]
        self.expect(64, program, *bounds, "--strategy", "exhaustive", says="more fault sets than can be counted: use --strategy lineage")

    def test_failures_are_counted_up_to_the_limit(self):
        program = self.write("p.ded", DELIV)
        bounds = [program, "-t", "4", "-f", "2", "-c", "1", "--strategy", "fts", "--stop", "all"]
        sizes = [self.summary(status, *bounds, "--max-failures", str(most))["executions"]
                 for most, status in ((0, 2), (1, 1), (2, 1))]
        self.assertEqual(sizes, [1, 3, 3])  # a loses its message, or crashes before it: not both
        # The limit is the Fspec's, whatever it is called and whoever searches.
        of_lineage = self.summary(1, *bounds[:7], "--max-failures", "1", "--stop", "all")
        self.assertEqual(of_lineage["fspec"]["faults"], 1)
        self.assertIn("exclude each other", self.expect(64, *bounds, "--max-faults", "1", "--max-failures", "1").stderr)
        self.assertIn("does not work with --strategy molly and fts", self.expect(64, *bounds, "--known", "O(a,b,1)").stderr)

    def test_seeds_agree(self):
        answers = {str(self.summary(1, KAFKA, "--seed", seed)["counterexamples"])
                   for seed in ("1", "2", "99")}
        self.assertEqual(len(answers), 1)

    def test_symmetry_changes_no_answer(self):
        """Nodes that are interchangeable, and such that are not for one fact."""
        nodes = "abcde"
        with open(os.path.join(SOURCE_DIR, "configs", "protocols", "ack-deliv.ded"), encoding="utf-8") as stream:
            protocol = stream.read().replace('include "deliv_spec.ded";', "")
        spec = """bcast("a", "data")@1; node(X, Y)@next :- node(X, Y);
            missing_log(A, P) :- log(X, P), node(X, A), notin log(A, P), notin crash(_, A, _);
            pre(X, P) :- log(X, P), notin crash(_, X, _);
            post(X, P) :- log(X, P), notin missing_log(_, P);"""
        whole = "".join(f'node("{x}", "{y}")@1;' for x in nodes for y in nodes if x != y)
        for name, facts in (("whole.ded", whole), ("broken.ded", whole.replace('node("c", "d")@1;', ""))):
            program = self.write(name, facts + spec + protocol)
            bounds = [program, "-N", ",".join(nodes), "-t", "6", "-f", "5", "-c", "2", "--eff-mode", "inclusive"]
            with_it, without = (self.summary(1, *bounds, "--symmetry", when) for when in ("automatic", "never"))
            self.assertEqual(with_it["counterexamples"], without["counterexamples"])
            self.assertGreater(with_it["counterexamples"][0]["size"], 6)
            everything = [self.summary(1, program, *bounds[1:4], "3", "-f", "2", "-c", "1", "--stop", "all", "--symmetry", when)["counterexamples"]
                          for when in ("automatic", "never")]  # fmt: skip
            self.assertEqual(*everything)

    def test_an_incomplete_search_proves_nothing(self):
        program = self.write("p.ded", DELIV)
        bounds = ["-t", "4", "-f", "0", "--strategy", "random", "--max-runs", "100"]
        summary = self.summary(2, program, *bounds)
        self.assertEqual(summary["verdict"], "inconclusive")
        self.assertIn("no counterexample found by an incomplete search", summary["reason"])
        self.assertEqual(summary["executions"], 100)
        repeated = self.summary(2, program, *bounds, "--repeat", "3")["repeat"]
        self.assertEqual(repeated, {"searches": 3, "found": 0, "executions": {
            "min": 100, "median": 100, "mean": 100, "max": 100}})
        text = self.expect(2, program, *bounds, "--repeat", "3").stdout
        self.assertIn("3 searches, seeds 1 to 3: 0 found a counterexample", text)

    def test_an_endless_possible_world_is_decided(self):
        # A generation is dead only if d was lost, and then there is no next one; on paper, there is.
        alive = self.write("alive.ded", GENERATIONS + "pre(N) :- gen(N, 1); post(N) :- use(N, 1, _);")
        fails = self.write("fails.ded", GENERATIONS + "pre(N) :- gen(N, 1); "
                           "post(N) :- use(N, 1, _), notin hit(N); "
                           "hit(N)@next :- dead(N, 1); hit(N)@next :- hit(N);")
        bounds = ["-N", "a,b", "-t", "5", "-f", "2"]
        least = [{"faults": "O(a,b,1) O(a,b,2)", "size": 2, "minimal": True,
                  "violated": ["pre(b)"], "family": 1}]
        for strategy in ("lineage", "exhaustive"):
            with self.subTest(strategy=strategy):
                one = [*bounds, "--strategy", strategy]
                self.assertEqual(self.summary(0, alive, *one)["verdict"], "certified")
                self.assertEqual(self.summary(1, fails, *one)["counterexamples"], least)
        self.assertEqual(self.summary(0, alive, *bounds, "--strategy", "molly")["verdict"],
                         "certified")
        self.assertEqual(self.summary(0, alive, *bounds, "--prune", "never")["verdict"], "certified")
        drawn = self.summary(1, fails, *bounds, "--strategy", "random", "--max-runs", "1000")
        self.assertEqual(drawn["verdict"], "counterexample")
        drawn = self.summary(2, alive, *bounds, "--strategy", "random", "--max-runs", "100")
        self.assertEqual((drawn["executions"], drawn["reason"]),
                         (100, "no counterexample found by an incomplete search (runs)"))

    def test_an_endless_execution_hides_no_counterexample(self):
        # The count ends only if b hears of a by tick 3.
        bounds = ["-N", "a,b", "-t", "4", "-f", "2"]
        fails = self.write("fails.ded", ENDLESS + "post(N) :- ok(N);")
        holds = self.write("holds.ded", ENDLESS + "post(N) :- late(N);")
        for strategy in ("lineage", "exhaustive"):
            with self.subTest(strategy=strategy):
                found = self.summary(1, fails, *bounds, "--strategy", strategy)["counterexamples"]
                self.assertEqual([(f["faults"], f["minimal"]) for f in found],
                                 [("O(b,a,1) O(b,a,2)", True)])
                reason = self.summary(2, holds, *bounds, "--strategy", strategy)["reason"]
                self.assertRegex(reason, r"did not end, the first of them under O\(a,b,1\) "
                                 r"O\(a,b,2\): holds\.ded:5:14: `c` counts without end within one tick")

    def test_replay(self):
        result = self.expect(1, KAFKA, "--replay", FALSIFIER)
        self.assertIn("lost     b -> Z  member(Z,b)", result.stdout)
        self.assertIn("crash    a", result.stdout)
        self.assertRegex(result.stdout, r"violated +pre\(data\)")
        self.expect(0, KAFKA, "--replay", "none")
        told = self.summary(1, KAFKA, "--replay", FALSIFIER)
        self.assertEqual((told["replay"], told["faults"]), ("violates", FALSIFIER))
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_check(self):
        result = self.expect(0, KAFKA, "--check")
        self.assertIn("18536856418509622775644160 combinations", result.stdout)
        self.assertEqual(self.summary(0, KAFKA, "--check")["check"], "holds")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_broken(self):
        program = self.write("p.ded", DELIV + 'pre("more") :- node("a", "b");')
        summary = self.summary(1, program, "-t", "4", "-f", "2")
        self.assertEqual(summary["verdict"], "broken")
        self.assertEqual(summary["executions"], 1)
        self.assertEqual(summary["counterexamples"],
                         [{"faults": "none", "size": 0, "minimal": True,
                           "violated": ["pre(more)"], "family": 1}])
        self.assertEqual(self.summary(1, program, "-t", "4", "-f", "2", "--check")["check"],
                         "broken")

    def test_vacuous(self):
        program = self.write("p.ded", DELIV.replace("pre(Pl) :- bcast(_, Pl);",
                                                    'pre(Pl) :- bcast("b", Pl);'))
        self.assertEqual(self.summary(2, program, "-t", "4", "-f", "2")["verdict"], "vacuous")
        self.assertEqual(self.summary(0, program, "-t", "4", "-f", "2", "--check")["check"],
                         "vacuous")

    def test_small_counterexamples_do_not_wait_for_a_large_world(self):
        """Each took 40 s or more when the whole world was grounded and pruned first."""
        for config, eot, falsifier in (("raft-stale-log", 112, "O(a,b,6) C(a,7)"), ("raft-votes-twice", 80, "O(C,a,4) O(a,b,3)")):
            path = os.path.join(SOURCE_DIR, "configs/mutants", config + ".yaml")
            found = self.summary(1, path, "-t", str(eot), "-f", str(eot - 2), "--time-limit", "20s")
            self.assertEqual([(c["faults"], c["minimal"]) for c in found["counterexamples"]], [(falsifier, True)])

    def test_arithmetic_that_could_fail_does_not_make_it_wait(self):
        with open(os.path.join(SOURCE_DIR, "configs/mutants/raft-stale-log.ded"), encoding="utf-8") as file:
            program = self.write("p.ded", file.read() + "odd(S, 100 / T) :- campaign(S, T);")
        found = self.summary(1, program, "-N", "a,b,c,C", "-t", "40", "-f", "38", "-c", "1", "--time-limit", "20s")
        self.assertEqual([c["faults"] for c in found["counterexamples"]], ["O(a,b,6) C(a,7)"])

    def test_budgets(self):
        # Each too small for any progress of the search: one run is the failure-free one. Without
        # --expand live, small fault sets are explored as well, which takes no run.
        raft = [os.path.join(SOURCE_DIR, "configs/raft.yaml"), "-t", "16", "-f", "14"]
        for arguments, reason in (([KAFKA, "--expand", "live", "--max-runs", "1"], "runs"),
                                  ([*raft, "--time-limit", "1ms"], "time"),
                                  ([KAFKA, "--memory-limit", "1M"], "")):
            began = time.monotonic()
            summary = self.summary(2, *arguments)
            self.assertLess(time.monotonic() - began, 30)
            self.assertEqual(summary["verdict"], "inconclusive")
            self.assertIn(reason, summary["reason"])
            self.assertNotEqual(summary["reason"], "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
