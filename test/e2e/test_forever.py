#!/usr/bin/env python3
"""Proofs for every EOT, as users see them: test_forever.py PROGRAM SOURCE_DIR

What is proved or refuted is compared with searches of single Fspecs by the same program, which share neither grounding nor formula.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import unittest

import program
from program import PROGRAM, SOURCE_DIR

RESULTS = os.path.join(os.path.dirname(PROGRAM), "ldfi-results")
# Protocol, nodes, crashes, further options; verdict, calm ticks, least EOT of the counterexample.
CLAIMS = [
    ("retry-deliv", "a,b,c", 0, [], "certified-forever", 2, 1),
    ("retry-deliv", "a,b,c", 1, ["--calm", "2"], "counterexample", 2, 3),
    ("redun-deliv", "a,b,c", 1, [], "certified-forever", 2, 1),
    ("ack-deliv", "a,b,c", 1, [], "certified-forever", 2, 1),
    ("bully", "a,b,c", 1, [], "certified-forever", 2, 5),
    ("2pc-timeout-agreement", "C,a,b,d", 1, [], "certified-forever", 1, None),
    ("flux", "a,b,c,p", 1, [], "certified-forever", 2, 4),
    ("kafka", "a,b,c,C,Z", 0, [], "certified-forever", 1, None),
    ("kafka", "a,b,c,C,Z", 1, [], "counterexample", 1, 4),
    ("kafka", "a,b,c,C,Z", 1, ["--omissions", "none"], "certified-forever", None, None),
    ("3pc", "C,a,b,d", 1, ["--omissions", "none"], "certified-forever", None, None),
    ("3pc", "C,a,b,d", 1, ["--calm", "1"], "counterexample", 1, 8),
    ("simple-deliv", "a,b,c", 1, ["--omissions", "none", "--from", "2"], "certified-forever", None, None),
    ("simple-deliv", "a,b,c", 0, ["--calm", "2"], "counterexample", 2, 3),
    ("2pc", "C,a,b,d", 0, ["--omissions", "none", "--from", "5"], "certified-forever", None, None),
    ("2pc", "C,a,b,d", 1, ["--omissions", "none", "--from", "2"], "counterexample", None, 2),
]  # fmt: skip


DISK_LOG = ["--restarts", "1", "--crashable", "s", "--disk-relations", "log", "--disk-nodes", "s"]


class Forever(program.ProgramCase):
    def farm(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, text=True, capture_output=True, timeout=200, check=False)

    def results(self, *arguments):
        done = subprocess.run([RESULTS, *arguments], cwd=self.folder.name, text=True, capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def ask(self, name, nodes, crashes, *more):
        file = name if name.endswith(".ded") else f"{SOURCE_DIR}/configs/protocols/{name}.ded"
        done = self.farm(file, "-N", nodes, "-c", str(crashes), "--forever", "--summary", "json", *more)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout + done.stderr)
        answer = json.loads(done.stdout)
        status = {"certified-forever": 0, "counterexample": 1}.get(answer["verdict"], 2)
        self.assertEqual(done.returncode, status, answer)
        return answer, done.stderr

    def test_verdicts(self):
        for name, nodes, crashes, more, verdict, calm, eot in CLAIMS:
            with self.subTest(name=name, crashes=crashes, more=more):
                answer, _ = self.ask(name, nodes, crashes, *more)
                self.assertEqual((answer["verdict"], answer["calm"]), (verdict, calm), answer)
                found = answer.get("counterexample") or answer.get("not_stronger") or {"eot": None}
                self.assertEqual(found["eot"], eot, answer)
                if verdict == "certified-forever":
                    invariant = answer["invariant"]
                    self.assertEqual(invariant["clauses"], len(invariant["text"]))
                    self.assertGreaterEqual(invariant["facts"], 0)
                else:
                    self.replay(found)

    def replay(self, found):
        command = shlex.split(found["replay"])
        done = self.farm(*command[1:], "--summary", "json")
        self.assertEqual(done.returncode, 1, found)
        self.assertEqual(json.loads(done.stdout)["violated"], found["violated"])

    def test_bounded_searches_agree(self):
        """If all claims are proved, every Fspec up to EOT 7 is certified. Otherwise the first violated one is
        that of the counterexample.
        """
        for name, nodes, crashes, calm, broken in [("bully", "a,b,c", 1, 1, 5), ("bully", "a,b,c", 1, 2, None), ("kafka", "a,b,c,C,Z", 1, 2, 4)]:
            for eot in range(calm, 8):
                done = self.farm(f"{SOURCE_DIR}/configs/protocols/{name}.ded", "-N", nodes, "-t", str(eot), "-f", str(eot - calm),
                                 "-c", str(crashes), "--quiet", "-o", "x.h5")  # fmt: skip
                if broken is None or eot < broken:
                    self.assertNotEqual(done.returncode, 1, (name, eot, done.stdout))
                elif eot == broken:
                    self.assertEqual(done.returncode, 1, (name, eot, done.stdout))
            answer, _ = self.ask(name, nodes, crashes, "--calm", str(calm))
            self.assertEqual(answer["verdict"], "counterexample" if broken else "certified-forever")

    def test_text(self):
        done = self.farm(f"{SOURCE_DIR}/configs/protocols/ack-deliv.ded", "-N", "a,b,c", "-c", "1", "--forever")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("verdict       certified-forever\n"), done.stdout)
        self.assertIn("every EOT from 2 on, messages omitted up to EOT - 2, crashes 1 (silent)", done.stdout)
        self.assertRegex(done.stdout, r"  invariant   \S")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_a_config_gives_its_program_and_faults(self):
        done = self.farm(f"{SOURCE_DIR}/configs/flux.yaml", "--forever", "--summary", "json")
        self.assertEqual(json.loads(done.stdout)["verdict"], "certified-forever", done.stderr)

    def test_a_results_file_keeps_claim_and_invariant(self):
        answer, _ = self.ask("ack-deliv", "a,b,c", 1, "-o", "x.h5")
        self.assertEqual(answer["output"], "x.h5")
        stored = json.loads(self.results("summary", "x.h5", "--json"))
        (theorem,) = stored["theorems"]
        self.assertEqual((theorem["calm"], theorem["from"], theorem["crashes"]), (2, 2, 1))
        self.assertEqual(theorem["invariant"], answer["invariant"])
        self.assertEqual(stored["cells"][0]["verdict"], "certified")
        self.assertIn(f"proved          {theorem['claim']}", self.results("summary", "x.h5"))
        self.results("report", "x.h5", "-o", "x.html")
        with open(self.path("x.html"), encoding="utf-8") as page:
            self.assertIn(theorem["claim"], page.read())
        # If the claim is false, the file has the counterexample, to be explained and replayed.
        answer, _ = self.ask("bully", "a,b,c", 1, "--calm", "1", "-o", "y.h5")
        self.assertIn(answer["counterexample"]["faults"], self.results("falsifiers", "y.h5"))
        self.assertNotIn("theorems", json.loads(self.results("summary", "y.h5", "--json")))
        # A file that could not be written after a long proof is refused before it.
        for other in ("--aiger", "--certificate"):
            done = self.farm(f"{SOURCE_DIR}/configs/protocols/ack-deliv.ded", "-N", "a,b,c", "--forever", "-o", "w.h5", other, "./w.h5")
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertIn("written twice", done.stderr)
        # If the claim is neither proved nor refuted, the file has the reason.
        self.write("grows.ded", self.GROWS)
        answer, _ = self.ask("grows.ded", "a,b", 0, "-o", "z.h5")
        self.assertEqual(json.loads(self.results("summary", "z.h5", "--json"))["cells"][0]["reason"], answer["reason"])

    def test_nodes_that_come_back_and_networks_that_fall_apart(self):
        """The search agrees about the first EOTs, and counterexamples are replayed."""
        for name, nodes, crashes, more, verdict, calm in (
            ("twopc-recovery", "C,a,b", 0, ["--restarts", "1"], "certified-forever", 5),
            ("retry-deliv", "a,b,c", 0, ["--restarts", "2", "--partitions", "1", "--pauses", "1"], "certified-forever", 2),
            ("ack-deliv", "a,b,c", 0, ["--restarts", "1"], "counterexample", 2),
            ("flux", "a,b,c,p", 0, ["--restarts", "1", "--calm", "3"], "counterexample", 3),
            ("3pc", "C,a,b,d", 0, ["--omissions", "1"], "certified-forever", 1),
            ("3pc", "C,a,b,d", 0, ["--omissions", "2", "--calm", "1"], "counterexample", 1),
            ("kafka", "a,b,c,C,Z", 1, ["--max-faults", "1"], "certified-forever", 1),
            ("retry-deliv", "a,b,c", 0, ["--partitions", "1", "--one-way", "--partition-sets", "a b"], "certified-forever", 2),
            ("retry-deliv", "a,b,c", 0, ["--restarts", "1", "--restartable", "b", "--pauses", "1", "--pausable", "a"], "certified-forever", 2),
            ("retry-deliv", "a,b,c", 0, ["--delay-max", "2"], "certified-forever", 2),
            ("ack-deliv", "a,b,c", 1, ["--delay-max", "1", "--duplicates", "1"], "certified-forever", 3),
            ("redun-deliv", "a,b,c", 1, ["--delay-max", "3", "--delay-budget", "4"], "certified-forever", 5),
            ("redun-deliv", "a,b,c", 1, ["--delay-max", "3", "--delay-count", "1", "--calm", "4"], "counterexample", 4),
            ("flux", "a,b,c,p", 0, ["--delay-max", "1", "--delay-count", "2"], "certified-forever", 2),
            ("disk-log", "c,s", 0, [*DISK_LOG, "--disk-write", "2"], "certified-forever", 6),
            ("disk-log", "c,s", 0, [*DISK_LOG, "--disk-write", "1", "--calm", "5"], "counterexample", 5),
            ("disk-mirror", "c,s", 0, ["--restarts", "1", "--crashable", "s", "--disk-dead", "1", "--disk-relations", "left,right", "--disk-nodes", "s"], "certified-forever", 7),
            ("disk-mirror", "c,s", 0, ["--disk-dead", "2", "--disk-relations", "left,right", "--disk-nodes", "s"], "counterexample", 7),
        ):
            answer, _ = self.ask(name, nodes, crashes, *more)
            self.assertEqual((answer["verdict"], answer["calm"]), (verdict, calm), (name, answer))
            if verdict == "counterexample":
                self.replay(answer["counterexample"])
            file = f"{SOURCE_DIR}/configs/protocols/{name}.ded"
            bounds = more[: more.index("--calm")] if "--calm" in more else more
            for eot in range(max(calm, answer["from"]), 9):
                done = self.farm(file, "-N", nodes, "-t", str(eot), "-f", str(eot - calm), "-c", str(crashes), *bounds, "--quiet", "-o", "x.h5")
                broken = verdict == "counterexample" and eot >= answer["counterexample"]["eot"]
                if not broken:
                    self.assertNotEqual(done.returncode, 1, (name, eot, done.stdout))
                elif eot == answer["counterexample"]["eot"]:
                    self.assertEqual(done.returncode, 1, (name, eot, done.stdout))

    # -- claims that are not covered

    GROWS = """
    term("a", 1)@1; term(X, T + 1)@next :- term(X, T), notin other(X, T);
    other(X, T)@async :- term(X, T);
    pre(T) :- term(_, T); post(T) :- term(_, T);
    """

    def test_what_grows_is_refused_with_its_place(self):
        self.write("grows.ded", self.GROWS)
        answer, errors = self.ask("grows.ded", "a,b", 0)
        self.assertEqual(answer["verdict"], "inconclusive")
        self.assertIn("not finite, because", answer["reason"])
        self.assertRegex(errors, r"grows.ded:2:\d+: warning: the states are not finite, because .*\[not-finite\]")
        told = self.farm("grows.ded", "-N", "a,b", "-c", "0", "--forever").stdout
        self.assertIn("every EOT, messages omitted, crashes 0", told, "nobody said that none are")
        self.assertIn("column 2 of `term` grows with time", answer["reason"])
        answer, _ = self.ask("grows.ded", "a,b", 0, "--cap", "3")
        self.assertEqual((answer["verdict"], answer["cap"]), ("conditional", 3), answer)
        self.assertEqual(answer["reason"], "proved only if no number in column 2 of term exceeds the constants that it meets by more than 3")
        # If no kind of fault must end, calm ticks have no effect. A promise at EOT 1 alone is a promise.
        self.write("once.ded", 'p("a")@1; post(X) :- p(X);')
        answer, _ = self.ask("once.ded", "a,b", 0, "--omissions", "none", "--calm", "2")
        self.assertEqual((answer["verdict"], answer["calm"], answer["from"]), ("certified-forever", None, 1), answer)
        # EFF is inclusive, whatever the options say, also in the command that replays.
        answer, _ = self.ask("retry-deliv", "a,b,c", 0, "--eff-mode", "exclusive", "--calm", "1", "--from", "2")
        self.assertIn("-t 2 -f 1 -c 0 --eff-mode inclusive", answer["counterexample"]["replay"])
        self.replay(answer["counterexample"])
        # Numbers that fall have a cap below the constants that they meet, too.
        self.write("falls.ded", """
            t("a", 0)@1; t(N, X - 1)@next :- t(N, X), X > -5; t(N, X)@next :- t(N, X), X == -5;
            pre(X) :- t(_, X), X < -3; post(X) :- t(_, X), X > -5;""")
        answer, _ = self.ask("falls.ded", "a", 0, "--cap", "1")
        self.assertEqual((answer["verdict"], answer["counterexample"]["eot"]), ("counterexample", 6), answer)
        # A promise that is only about numbers beyond the cap is a promise.
        self.write("beyond.ded", self.GROWS.replace("pre(T) :- term(_, T)", "pre(T) :- term(_, T), T > 9"))
        answer, _ = self.ask("beyond.ded", "a,b", 0, "--cap", "3")
        self.assertEqual(answer["verdict"], "conditional", answer)

    def test_other_faults_are_refused(self):
        for more in (["--delay-max", "1", "--order", "fifo"], ["--delay-max", "2", "--delay-until", "4"], ["--duplicates", "17"], ["--restarts", "17"], ["--pauses", "17"], ["--partitions", "17"],
                     ["--restarts", "1", "--restart-down", "2"], ["--max-faults", "17"], ["--omissions", "17"]):  # fmt: skip
            answer, errors = self.ask("ack-deliv", "a,b,c", 1, *more)
            # A search of an early EOT found it, although proofs do not cover the faults.
            if answer["verdict"] == "counterexample":
                self.replay(answer["counterexample"])
                continue
            self.assertEqual(answer["verdict"], "inconclusive", more)
            self.assertIn("covered", answer["reason"])
            self.assertIn("[not-finite]" if "not finite" in answer["reason"] else "covered", errors)

    def test_rules_that_read_when_a_node_crashed_are_refused(self):
        self.write("when.ded", 'p("a")@1; p(X)@next :- p(X);\npre(X) :- p(X), crash(_, X, T), T > 2; post(X) :- p(X);')
        answer, errors = self.ask("when.ded", "a,b", 1)
        self.assertIn("not covered", answer["reason"])
        self.assertIn("when.ded:2:", errors)

    def test_crashes_that_are_still_to_come(self):
        """A rule about an earlier tick may depend on later crashes, whether or not the protocol does."""
        self.write("ahead.ded", """
            log("a", "x")@1; log(N, P)@next :- log(N, P);
            node("a")@1; node(N)@next :- node(N);
            doomed(N) :- node(N), crash(_, N, _);
            at_once(N) :- down(N)@1, node(N);
            pre(P) :- log("a", P), notin at_once("a");
            post(P) :- log("a", P), notin doomed("a")@1;""")
        answer, _ = self.ask("ahead.ded", "a,b", 1)
        self.assertEqual((answer["verdict"], answer["counterexample"]["faults"]), ("counterexample", "C(a,2)"))
        self.write("fails.ded", """
            p("a", "x")@1; p(X, Y)@next :- p(X, Y); first("a")@1;
            n("a", 9223372036854775807)@1;
            m(X, T + 1) :- n(X, T), crash(_, X, _), notin down(X);
            pre(Y) :- p("a", Y); post(Y) :- p("a", Y);""")
        answer, _ = self.ask("fails.ded", "a,b", 1)
        self.assertIn("arithmetic fails", answer["reason"])

    def test_what_is_promised_before_the_claim_begins_is_no_promise(self):
        self.write("early.ded", 'p("a")@1; q("a", "b")@1; r(M)@async :- q(N, M);\npre(X) :- p(X); post(X) :- p(X), r("z");\nq(N, M)@next :- q(N, M);')
        self.assertEqual(self.ask("early.ded", "a,b,z", 0, "--calm", "2")[0]["verdict"], "vacuous")

    def test_usage(self):
        file = f"{SOURCE_DIR}/configs/protocols/ack-deliv.ded"
        for more in (["--forever", "-t", "4"], ["--forever", "-f", "4"], ["--forever", "--stop", "all"], ["--forever", "--sweep"],
                     ["--forever", "--check"], ["--forever", "--calm", "0"], ["--calm", "2", "-t", "4", "-f", "2"], ["--aiger", "x", "-t", "4", "-f", "2"]):  # fmt: skip
            done = self.farm(file, "-N", "a,b,c", *more)
            self.assertEqual(done.returncode, 64, (more, done.stderr))
            self.assertEqual(done.stdout, "")

    def test_a_time_limit_ends_it(self):
        answer, _ = self.ask("paxos-retry", "a,b,c", 1, "--time-limit", "0.001s")
        self.assertEqual((answer["verdict"], answer["reason"]), ("inconclusive", "out of time"))

    # -- claims that cannot be proved

    DIVIDES = """
    beat("a")@1; beat(N)@next :- beat(N); peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
    m(M)@async :- beat(N), peer(N, M);
    zero("b", 0)@2;
    r(N, 4 / Z) :- zero(N, Z), notin m(N);
    pre(N) :- peer(_, N);
    """

    def test_an_error_hides_no_counterexample(self):
        self.write("d.ded", self.DIVIDES + "post(N) :- m(N);")
        answer, _ = self.ask("d.ded", "a,b", 0, "--from", "2")
        self.assertEqual(answer["verdict"], "counterexample", answer)
        self.assertEqual((answer["counterexample"]["eot"], answer["counterexample"]["faults"]), (3, "O(a,b,2)"))

    def test_an_error_is_told_with_its_rule_and_faults(self):
        self.write("d.ded", self.DIVIDES + "post(N) :- peer(_, N);")
        answer, errors = self.ask("d.ded", "a,b", 0)
        self.assertEqual((answer["verdict"], answer["reason"]), ("inconclusive", "arithmetic fails under some faults at tick 2"))
        self.assertRegex(errors, r"d.ded:5:\d+: error: .*zero")
        self.assertIn("O(a,b,1)", errors)

    def test_where_to_begin(self):
        answer, _ = self.ask("2pc", "C,a,b,d", 0, "--omissions", "none")
        self.assertEqual((answer["verdict"], answer["counterexample"]["faults"]), ("counterexample", "none"))
        self.assertEqual(answer["hint"], "without faults it holds from EOT 5 on: --from 5 begins there")
        answer, _ = self.ask("2pc", "C,a,b,d", 0, "--omissions", "none", "--from", "5")
        self.assertEqual(answer["verdict"], "certified-forever")

    # -- the circuit for other tools

    def test_aiger_is_of_the_claim_that_is_proved(self):
        for name, more in (("least.aig", []), ("two.aig", ["--calm", "2"])):
            answer, _ = self.ask("ack-deliv", "a,b,c", 1, "--aiger", name, *more)
            self.assertEqual((answer["verdict"], answer["calm"]), ("certified-forever", 2))
        with open(self.path("least.aig"), "rb") as least, open(self.path("two.aig"), "rb") as two:
            self.assertEqual(least.read(), two.read())
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["least.aig", "two.aig"])

    def test_aiger(self):
        self.write("x.aig", "older")
        self.ask("bully", "a,b,c", 1, "--calm", "2", "--aiger", "x.aig")
        with open(self.path("x.aig"), "rb") as file:
            head = file.readline().decode()
        self.assertRegex(head, r"^aig \d+ \d+ \d+ 1 \d+\n$")
        self.assertEqual(len(os.listdir(self.folder.name)), 2, "the older file is kept")
        os.mkfifo(self.path("fifo"))
        os.symlink("x.aig", self.path("link"))
        for name, says in (("fifo", "not a regular file"), ("link", "a symbolic link"), (".", "a directory")):
            done = self.farm(f"{SOURCE_DIR}/configs/protocols/bully.ded", "-N", "a,b,c", "--forever", "--aiger", name)
            self.assertEqual(done.returncode, 74, done.stderr)
            self.assertIn(f"{name} is {says}, so it was not changed", done.stderr)
        done = self.farm(f"{SOURCE_DIR}/configs/protocols/bully.ded", "-N", "a,b,c", "--forever", "--aiger",
                         f"{SOURCE_DIR}/configs/protocols/bully.ded")  # fmt: skip
        self.assertEqual(done.returncode, 64, done.stderr)

    @unittest.skipUnless(any(os.access(os.path.join(p, "berkeley-abc"), os.X_OK) for p in os.environ.get("PATH", "").split(":")), "no berkeley-abc")
    def test_abc_agrees(self):
        for name, nodes, crashes, more, _, _, _ in CLAIMS:
            if "--omissions" not in more and "--calm" not in more:
                more = [*more, "--calm", "1"]
            with self.subTest(name=name, more=more):
                answer, _ = self.ask(name, nodes, crashes, *more, "--aiger", "abc.aig")
                told = subprocess.run(["berkeley-abc", "-c", "read_aiger abc.aig; pdr"], cwd=self.folder.name, text=True,
                                      capture_output=True, timeout=200, check=True).stdout  # fmt: skip
                proved = re.search(r"Property proved", told) is not None
                self.assertTrue(proved or "asserted" in told, told)
                self.assertEqual(answer["verdict"] in ("certified-forever", "vacuous"), proved, told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
