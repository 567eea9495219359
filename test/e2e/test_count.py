#!/usr/bin/env python3
"""Exact counts as users see them: test_count.py PROGRAM SOURCE_DIR RESULTS

What is counted is compared with exhaustive searches by the same program, which execute every fault set.
"""

import json
import os
import subprocess
import sys
import unittest

import h5py
import program
from program import PROGRAM, SOURCE_DIR

RESULTS = os.path.abspath(sys.argv[3])
sys.path[:0] = [os.path.join(SOURCE_DIR, "results/python")]

# Protocol, and Fspecs of which every fault set can be executed.
SMALL = [
    ("simple-deliv", "a,b,c", "-t", "4", "-f", "2", "-c", "1"),
    ("retry-deliv", "a,b,c", "-t", "4", "-f", "2", "-c", "1"),
    ("redun-deliv", "a,b,c", "-t", "4", "-f", "2", "-c", "2", "--crash-model", "halt"),
    ("classic-deliv", "a,b,c", "-t", "5", "-f", "2", "-c", "0"),
    ("ack-deliv", "a,b,c", "-t", "5", "-f", "1", "-c", "2"),
    ("2pc", "C,a,b,d", "-t", "6", "-f", "1", "-c", "1", "--omissions-from", "C"),
    ("kafka", "a,b,c,C,Z", "-t", "6", "-f", "1", "-c", "1", "--omissions", "none"),
    ("retry-deliv", "a,b,c", "-t", "5", "-f", "0", "-c", "1", "--delay-max", "2", "--delay-count", "2"),
    ("ack-deliv", "a,b,c", "-t", "4", "-f", "0", "-c", "1", "--delay-max", "1", "--delay-budget", "2", "--duplicates", "1"),
    ("simple-deliv", "a,b,c", "-t", "4", "-f", "1", "-c", "0", "--delay-max", "2", "--delay-count", "2", "--order", "fifo"),
    ("ack-deliv", "a,b,c", "-t", "4", "-f", "1", "-c", "1", "--delay-max", "1", "--delay-count", "2", "--delay-unit", "relation"),
    ("ack-deliv", "a,b,c", "-t", "5", "-f", "0", "-c", "0", "--delay-max", "2", "--delay-count", "2", "--delay-unit", "relation", "--order", "fifo"),
    ("retry-deliv", "a,b,c", "-t", "5", "-f", "3", "-c", "1", "--omissions", "2"),
    ("2pc", "C,a,b,d", "-t", "6", "-f", "3", "-c", "1", "--max-faults", "2"),
    ("redun-deliv", "a,b,c", "-t", "5", "-f", "3", "-c", "1", "--crash-model", "stop", "--restarts", "1", "--omissions", "1"),
    ("2pc-ctp", "C,a,b,d", "-t", "6", "-f", "3", "-c", "0", "--restarts", "2", "--omissions", "none"),
]


class Count(program.ProgramCase):
    def ask(self, status, *arguments):
        return self.summary(status, *arguments, "--count")

    def of(self, name, *more):
        return (f"{SOURCE_DIR}/configs/protocols/{name}.ded", "-N", *more)

    def test_small_ones_equal_what_exhaustive_searches_execute(self):
        for small in SMALL:
            with self.subTest(small=small):
                arguments = self.of(*small)
                done = self.run_it(*arguments, "--strategy", "exhaustive", "--stop", "all", "-o", "r.h5",
                                   "--summary", "json", "--quiet")  # fmt: skip
                found = json.loads(done.stdout.splitlines()[-1])
                answer = self.ask(done.returncode, *arguments)
                self.assertEqual(answer["verdict"], found["verdict"])
                counts = answer["counts"]
                self.assertEqual(counts["distinct"], found["distinct_fault_sets"])
                self.assertEqual(sum(int(counts[of]) for of in ("violating", "vacuous", "passing", "failing", "overtaking") if of in counts), int(counts["distinct"]))
                self.assertEqual("overtaking" in counts, "fifo" in small)
                with h5py.File(self.path("r.h5")) as file:
                    violating = int(file["cells"]["violating"][0])
                self.assertEqual(int(counts["violating"]), violating)
                self.assertAlmostEqual(answer["share"], violating / int(counts["distinct"]))

    def test_counts_do_not_wait_for_what_random_searches_need(self):
        """Decision diagrams count quickly. A pass over all states, for random searches, would take hours."""
        done = self.expect(1, f"{SOURCE_DIR}/configs/figures/flux.yaml", "--eff-mode", "inclusive", "-f", "21", "-c", "0", "--count")
        self.assertRegex(done.stdout, r"violating   1\d{71} \(0.001537 %\)")
        self.assertIn("with a --time-limit ldfi-farm tries it", done.stdout)

    def test_what_random_searches_need(self):
        searches = 1000
        for config in ("retry-deliv", "2pc", "3pc"):
            with self.subTest(config=config):
                path = os.path.join(SOURCE_DIR, f"configs/{config}.yaml")
                told = self.ask(1, path)["counts"]["random"]
                done = self.expect(1, path, "--strategy", "random", "--repeat", str(searches), "-o", "r.h5", "--summary", "json", "--quiet")
                measured = json.loads(done.stdout.splitlines()[-1])["repeat"]["executions"]["mean"]
                self.assertAlmostEqual(told["expected_runs"], 1 + 1 / told["p"])
                deviation = (1 - told["p"]) ** 0.5 / told["p"] / searches**0.5
                self.assertLess(abs(measured - told["expected_runs"]), 4 * deviation)
        # Both messages are lost. The probability is the integral of the square of the rate of losses.
        self.write("x.ded", 'log("a", "m")@1; log(X, P)@next :- log(X, P); log("b", P)@async :- log("a", P); '
                   'pre(P) :- log("a", P); post(P) :- log("b", P);')
        answer = self.ask(1, "x.ded", "-N", "a,b", "-t", "3", "-f", "2")
        self.assertAlmostEqual(answer["counts"]["random"]["p"], 1 / 3, places=14)
        self.assertEqual(answer["counts"]["violating"], "4")

    def test_random_searches_that_find_nothing_and_at_once(self):
        self.assertEqual(self.ask(0, *self.of("ack-deliv", "a,b,c", "-t", "8", "-f", "6", "-c", "1"))["counts"]["random"],
                         {"p": 0, "expected_runs": None})
        self.write("x.ded", 'a("n")@1; a(X)@next :- a(X); pre(X) :- a(X); post(X) :- a(X), notin a(X);')
        self.assertEqual(self.ask(1, "x.ded", "-N", "n,m", "-t", "3", "-f", "1")["counts"]["random"], {"p": 1, "expected_runs": 1})
        self.assertIn("random search finds one with probability 1 a run, after 1 runs on average\n",
                      self.expect(1, "x.ded", "-N", "n,m", "-t", "3", "-f", "1", "--count").stdout)

    def test_messages_that_overtake_are_not_admitted(self):
        self.write("x.ded", 'word("a", "m")@1; word(X, P)@next :- word(X, P); got("b", P)@async :- word("a", P); '
                   'got(X, P)@next :- got(X, P); pre(P) :- word("a", P); post(P) :- got("b", P);')
        more = ("-N", "a,b", "-t", "4", "-f", "0", "--delay-max", "2", "--order", "fifo")
        # b has six possibilities. A message of a at tick 1 is overtaken if it is late by two ticks. The
        # message at tick 2 is never late.
        answer = self.ask(0, "x.ded", *more, "-o", "c.h5")["counts"]
        self.assertEqual({of: answer[of] for of in ("distinct", "violating", "passing", "overtaking", "random")},
                         {"distinct": "36", "violating": "0", "passing": "30", "overtaking": "6", "random": None})
        self.assertRegex(self.expect(0, "x.ded", *more, "--count").stdout, r"\n  overtaking +6 \(16\.67 %\)\nrandom search +not known with late")
        self.assertRegex(self.results("summary", "c.h5"), r"\n  overtaking +6 \(16\.67 %\)\n")
        [cell] = json.loads(self.results("summary", "c.h5", "--json"))["cells"]
        self.assertEqual(cell["counts"]["overtaking"], "6")

    def test_text(self):
        text = self.expect(1, *self.of(*SMALL[1]), "--count").stdout
        self.assertRegex(text, r"verdict +counterexample\n")
        self.assertRegex(text, r"fault sets +32512 distinct\n")
        self.assertRegex(text, r"  violating +\d+ \(\d[\d.]* %\)\n")
        self.assertRegex(text, r"states +at most \d+ at one tick\n")

    def test_more_than_anyone_could_execute(self):
        answer = self.ask(1, os.path.join(SOURCE_DIR, "configs/kafka.yaml"))
        self.assertEqual(answer["counts"]["violating"], "144115188075855872")
        self.assertEqual(answer["counts"]["distinct"], "18830957416919597056")

    def test_more_states_than_a_pass_may_have(self):
        """Decision diagrams count these fault sets. The numbers are those of a pass, if one is possible."""
        answer = self.ask(0, os.path.join(SOURCE_DIR, "configs/raft.yaml"))
        self.assertEqual(answer["states"], 0)
        self.assertEqual({of: answer["counts"][of] for of in ("violating", "vacuous", "passing", "failing")},
                         {"violating": "0", "vacuous": "4606233654077714665259790687124062208",
                          "passing": "8116377162013371524370716732759736320", "failing": "0"})  # fmt: skip
        answer = self.ask(0, os.path.join(SOURCE_DIR, "configs/flux.yaml"), "-o", "c.h5")
        self.assertEqual((answer["states"], answer["counts"]["violating"], len(answer["counts"]["distinct"])), (0, "0", 74))
        self.assertIn("certified", self.results("summary", "c.h5"))
        text = self.expect(0, os.path.join(SOURCE_DIR, "configs/flux.yaml"), "--count").stdout
        self.assertRegex(text, r"states +too many, so they were counted by decision diagrams\n")

    def test_what_ends_early_is_not_counted(self):
        arguments = self.of("kafka", "a,b,c,C,Z", "-t", "10", "-f", "8", "-c", "1")
        answer = self.ask(2, *arguments, "--max-states", "10")
        self.assertEqual((answer["verdict"], answer["counts"], answer["share"]), ("inconclusive", None, None))
        self.assertIn("more than 10 states at tick", answer["reason"])
        answer = self.ask(2, *self.of("flux", "a,b,c,p", "-t", "100", "-f", "98", "-c", "1"), "--time-limit", "1s")
        self.assertIn("not counted: out of", answer["reason"])

    def test_vacuous_and_broken(self):
        self.write("x.ded", 'a("n")@1; a(X)@next :- a(X); pre(X) :- a(X), notin a(X); post(X) :- a(X);')
        self.assertEqual(self.ask(2, "x.ded", "-N", "n,m", "-t", "3", "-f", "1", "-c", "1")["verdict"], "vacuous")
        self.write("x.ded", 'a("n")@1; a(X)@next :- a(X); pre(X) :- a(X); post(X) :- a(X), notin a(X);')
        answer = self.ask(1, "x.ded", "-N", "n,m", "-t", "3", "-f", "1", "-c", "1")
        self.assertEqual((answer["verdict"], answer["counts"]["passing"]), ("broken", "0"))

    def test_arithmetic_errors(self):
        self.write("x.ded", 'a("n", 1)@1; a(X, N)@next :- a(X, N); b("m", N)@async :- a("n", N); '
                   'pre(X) :- a(X, _); post(X) :- a(X, _); c(X, 9223372036854775807 + N) :- b(X, N), crash(_, "n", _);')
        answer = self.ask(2, "x.ded", "-N", "n,m", "-t", "4", "-f", "1", "-c", "1")
        self.assertEqual(answer["verdict"], "inconclusive")
        self.assertGreater(int(answer["counts"]["failing"]), 0)

    def test_what_is_not_counted(self):
        small = self.of(*SMALL[1])
        for more, says in ((["--partitions", "1"], "partitions"), (["--pauses", "1"], "pauses"), (["--forever"], "--forever"), (["--strategy", "random"], "--strategy"),
                           (["--stop", "all"], "--stop"), (["--resume"], "--resume")):  # fmt: skip
            with self.subTest(more=more):
                self.expect(64, *small, "--count", *more, says=says)
        self.expect(64, *small, "--max-states", "5", says="--max-states needs --count")
        self.assertEqual(os.listdir(self.folder.name), [])

    def results(self, *arguments):
        done = subprocess.run([RESULTS, *arguments], cwd=self.folder.name, text=True, capture_output=True, timeout=60, check=True)
        return done.stdout

    def test_stored(self):
        answer = self.ask(1, *self.of(*SMALL[1]), "-o", "c.h5")
        self.assertEqual(answer["output"], "c.h5")
        share = f"{answer['share'] * 100:.4g} %"
        text = self.results("summary", "c.h5")
        self.assertIn(f"\n  violating     {answer['counts']['violating']} ({share})\n", text)
        for name in ("vacuous", "passing"):
            self.assertRegex(text, rf"\n  {name} +{answer['counts'][name]} \(")
        self.assertRegex(text, r"\n  random +a random fault set violates with probability [\d.]+; a random search needs [\d.]+ executions on average\n")
        self.assertIn(f"\nviolating     {share} of all fault sets\n", self.results("show", "c.h5"))
        [cell] = json.loads(self.results("summary", "c.h5", "--json"))["cells"]
        self.assertEqual((cell["share"], {**answer["counts"], "states": answer["states"]}), (answer["share"], cell["counts"]))
        [cell] = json.loads(self.results("export", "c.h5", "--json"))["cells"]
        self.assertEqual({**answer["counts"], "states": answer["states"]}, cell["counts"])
        self.results("report", "c.h5", "-o", "c.html")
        with open(self.path("c.html"), encoding="utf-8") as page:
            self.assertIn(f'"share":"{share}"', page.read())

    def test_stored_numbers_of_any_size(self):
        import ldfi_results

        answer = self.ask(1, *self.of("ack-deliv", "a,b,c", "-t", "60", "-f", "59", "-c", "1"), "-o", "c.h5")["counts"]
        self.assertGreater(len(answer["violating"]), 40)
        self.assertIn(answer["violating"], self.results("summary", "c.h5"))
        read = ldfi_results.load(self.path("c.h5")).cells.iloc[0]
        self.assertEqual([str(read["violating"]), str(read["counts"]["passing"])], [answer["violating"], answer["passing"]])
        self.assertEqual(read["counts"]["random_p"], answer["random"]["p"])

    def test_stored_without_counts(self):
        answer = self.ask(2, *self.of("kafka", "a,b,c,C,Z", "-t", "10", "-f", "8", "-c", "1"), "--max-states", "10", "-o", "c.h5")
        self.assertIsNone(answer["counts"])
        text = self.results("summary", "c.h5")
        self.assertIn("not counted: there are more than 10 states", text)
        self.assertNotIn("violating", text)

    def test_nothing_is_stored_unless_the_command_line_says_so(self):
        self.write("x.ded", 'a("n")@1; a(X)@next :- a(X); pre(X) :- a(X); post(X) :- a(X);')
        self.write("c.yaml", "program: [x.ded]\nnodes: [n, m]\nfspec: {eot: 3, eff: 1, crashes: 1}\noutput: c.h5\n")
        before = os.listdir(self.folder.name)
        self.assertEqual(self.ask(2, "c.yaml")["output"], "")
        self.assertEqual(os.listdir(self.folder.name), before)
        self.expect(64, "c.yaml", "--count", "-o", "x.ded", says="x.ded")
        self.expect(74, "c.yaml", "--count", "-o", "none/c.h5", says="none/c.h5")

    def test_exhaustive_searches_say_their_share(self):
        arguments = self.of(*SMALL[1])
        share = self.ask(1, *arguments)["share"]
        self.expect(1, *arguments, "--strategy", "exhaustive", "--stop", "all", "-o", "e.h5")
        self.assertIn(f"({share * 100:.4g} %)", self.results("summary", "e.h5"))

    def test_on_several_ranks(self):
        done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", PROGRAM, *self.of(*SMALL[0]), "--count"],
                              cwd=self.folder.name, text=True, capture_output=True, timeout=60, check=False)  # fmt: skip
        self.assertEqual(done.stdout.count("verdict"), 1, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
