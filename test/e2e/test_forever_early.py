#!/usr/bin/env python3
"""What --forever answers without a long proof: early EOTs are searched first, and small caps are tried.
test_forever_early.py PROGRAM SOURCE_DIR

The answers are compared with searches of single Fspecs and with proofs that name the cap.
"""

import json
import os
import shlex
import subprocess
import sys
import unittest

import program
from program import PROGRAM, SOURCE_DIR

CHECK = os.path.join(os.path.dirname(PROGRAM), "ldfi-check")
MEMBERCHANGE = os.path.join(SOURCE_DIR, "test/e2e/memberchange.ded")

# A log that counts its places. It has at most two entries after the start, because there are two commands.
LOG = """
cmd("a", "x")@1; cmd("a", "y")@3;
copy("a", "b")@1; copy(N, M)@next :- copy(N, M);
end(N, max<I>) :- log(N, I, _);
log("a", 0, "start")@1;
log(N, I + 1, C)@next :- cmd(N, C), end(N, I);
log(N, I, C)@next :- log(N, I, C);
log(M, I, C)@async :- log(N, I, C), copy(N, M);
pre(I, C) :- log("a", I, C);
post(I, C) :- log("b", I, C);
"""
# Each of four servers starts one epoch.
EPOCHS = """
wish("a", "a")@1; wish("a", "b")@2; wish("a", "c")@3; wish("a", "d")@5;
epoch("a", 0)@1;
now(N, max<E>) :- epoch(N, E);
epoch(N, E + 1)@next :- now(N, E), wish(N, _);
epoch(N, E)@next :- epoch(N, E);
told("b", E)@async :- now("a", E);
told(N, E)@next :- told(N, E);
pre(E) :- now("a", E);
post(E) :- told("b", E);
"""
GROWS = """
term("a", 1)@1; term(X, T + 1)@next :- term(X, T), notin other(X, T);
other(X, T)@async :- term(X, T);
pre(T) :- term(_, T); post(T) :- term(_, T);
"""

LATE = """
step("a", 0)@1; step(N, T + 1)@next :- step(N, T), T < 14; step(N, T)@next :- step(N, T), T >= 14;
peer("b", "a")@1; peer(N, M)@next :- peer(N, M);
beat(M)@async :- peer(_, M);
miss(N) :- step(N, T), T >= 14, notin beat(N);
term("a", 0)@1; term(N, T)@next :- term(N, T), notin miss(N); term(N, T + 1)@next :- term(N, T), miss(N);
top(N, max<T>) :- term(N, T);
pre("x") :- step(_, _); post("x") :- top(_, _);
"""


class Case(program.ProgramCase):
    def farm(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, text=True, capture_output=True, timeout=100, check=False)

    def ask(self, *arguments):
        done = self.farm(*arguments, "--forever", "--summary", "json")
        answer = json.loads(done.stdout)
        self.assertEqual(done.returncode, {"certified-forever": 0, "counterexample": 1}.get(answer["verdict"], 2), answer)
        return answer, done.stderr

    def replay(self, found):
        done = self.farm(*shlex.split(found["replay"])[1:], "--summary", "json")
        self.assertEqual(done.returncode, 1, found)
        self.assertEqual(json.loads(done.stdout)["violated"], found["violated"])


class EarlyEots(Case):
    def test_what_a_search_finds_soon_is_found(self):
        """A proof with more than one calm tick takes minutes here."""
        plain, _ = self.ask(MEMBERCHANGE)
        self.assertEqual((plain["verdict"], plain["calm"]), ("counterexample", 1), plain)
        self.assertEqual(plain["reason"], "it is also false with up to 8 ticks without losses at the end (--calm)")
        found = plain["counterexample"]
        self.assertEqual((found["eot"], found["eff"]), (20, 19))
        self.replay(found)
        for more in (["--cap", "2"], ["--cap", "2", "--time-limit", "60s"], ["--calm", "1"]):
            other, _ = self.ask(MEMBERCHANGE, *more)
            self.assertEqual(other["counterexample"]["faults"], found["faults"], more)

    def test_where_no_proof_is_possible(self):
        """Such faults are not covered by proofs, and a search needs none."""
        kafka = f"{SOURCE_DIR}/configs/protocols/kafka.ded"
        for more in (["--delay-max", "1", "--order", "fifo"], ["--delay-max", "1", "--delay-until", "3"]):
            answer, errors = self.ask(kafka, "-N", "a,b,c,C,Z", "-c", "1", "--calm", "2", *more)
            self.assertEqual((answer["verdict"], answer["counterexample"]["eot"]), ("counterexample", 4), answer)
            self.assertNotIn("not-covered", errors)
            self.replay(answer["counterexample"])
            self.assertNotEqual(self.farm(kafka, "-N", "a,b,c,C,Z", "-c", "1", "-t", "3", "-f", "1", *more).returncode, 1)

    def test_what_is_known_without_a_verdict(self):
        """The claim holds, but no proof is possible."""
        answer, _ = self.ask(f"{SOURCE_DIR}/configs/protocols/retry-deliv.ded", "-N", "a,b,c", "--delay-max", "1", "--order", "fifo", "--calm", "4")
        self.assertEqual((answer["verdict"], answer["searched"]), ("inconclusive", {"eot": 27, "calm": 4}), answer)
        # With fewer calm ticks, the claim is false.
        answer, _ = self.ask(f"{SOURCE_DIR}/configs/protocols/retry-deliv.ded", "-N", "a,b,c", "--delay-max", "1", "--order", "fifo")
        self.assertEqual(answer["verdict"], "inconclusive")
        self.assertRegex(answer["hint"], r"with \d ticks? without losses at the end it is violated at EOT \d+: --calm \d shows how")

    def test_a_claim_that_begins_late(self):
        """No EOT of the claim is early, so the proof alone answers."""
        for more in (["--calm", "1"], []):
            early, _ = self.ask(f"{SOURCE_DIR}/configs/protocols/bully.ded", "-N", "a,b,c", "-c", "1", *more)
            late, _ = self.ask(f"{SOURCE_DIR}/configs/protocols/bully.ded", "-N", "a,b,c", "-c", "1", "--from", "40", *more)
            self.assertEqual((early["verdict"], early["calm"]), (late["verdict"], late["calm"]))
        self.assertEqual(early["calm"], 2)

    def test_the_same_answer_each_time(self):
        def answer():
            out, _ = self.ask(MEMBERCHANGE, "--calm", "1")
            del out["wall_s"]
            return out

        self.assertEqual(answer(), answer())


class SmallCaps(Case):
    def test_numbers_that_stay_small(self):
        for name, text, cap in (("log.ded", LOG, 2), ("epochs.ded", EPOCHS, 4)):
            self.write(name, text)
            answer, errors = self.ask(name, "-N", "a,b", "--certificate", name + ".proof")
            self.assertEqual((answer["verdict"], answer["cap"]), ("certified-forever", cap), answer)
            self.assertNotIn("not-finite", errors)
            named, _ = self.ask(name, "-N", "a,b", "--cap", str(cap))
            self.assertEqual((named["verdict"], named["invariant"]), (answer["verdict"], answer["invariant"]))
            less, _ = self.ask(name, "-N", "a,b", "--cap", str(cap - 1))
            self.assertNotEqual(less["verdict"], "certified-forever")
            told = self.farm(name, "-N", "a,b", "--forever").stdout
            self.assertRegex(told, rf"\n  cap +{cap}, chosen by ldfi-farm: no number in column \d of ")
            checked = subprocess.run([CHECK, name + ".proof"], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_numbers_of_configs_stay_small(self):
        """The proof needs more than the first attempt may take. Of all configs, raft-46 needs the most."""
        for name, cap in (("lease", 2), ("raft-46", 2)):
            answer, errors = self.ask(f"{SOURCE_DIR}/configs/{name}.yaml")
            self.assertEqual((answer["verdict"], answer.get("cap")), ("certified-forever", cap), answer)
            self.assertNotIn("not-finite", errors)

    def test_the_time_limit_ends_a_proof_with_a_cap(self):
        """The terms of raft grow without end, so no proof with a cap ends soon."""
        answer, _ = self.ask(f"{SOURCE_DIR}/configs/raft.yaml", "--time-limit", "10s")
        self.assertEqual((answer["verdict"], answer["reason"]), ("inconclusive", "out of time"), answer)
        self.assertIn("; small N were tried: some execution exceeds 2", answer["hint"])

    def test_a_number_that_stays_small_and_is_lost(self):
        self.write("lost.ded", LOG.replace("log(M, I, C)@async :- log(N, I, C), copy(N, M);", "log(M, I, C)@async :- log(N, I, C), copy(N, M), cmd(N, _);"))
        answer, _ = self.ask("lost.ded", "-N", "a,b")
        self.assertEqual(answer["verdict"], "counterexample", answer)
        self.replay(answer["counterexample"])

    def test_the_message_names_the_option(self):
        self.write("grows.ded", GROWS)
        answer, errors = self.ask("grows.ded", "-N", "a,b")
        self.assertEqual(answer["verdict"], "inconclusive")
        self.assertIn("not finite, because", answer["reason"])
        says = "--cap N follows such numbers up to N beyond the constants that they meet; N up to 8 was tried, but some execution exceeds it"
        self.assertIn(says, answer["hint"])
        self.assertIn(says, errors)
        self.assertIn(says, self.farm("grows.ded", "-N", "a,b", "--forever").stdout)
        # A number that grows late, and only if messages are lost.
        self.write("late.ded", LATE)
        answer, _ = self.ask("late.ded", "-N", "a,b")
        self.assertEqual(answer["verdict"], "inconclusive", answer)
        self.assertIn(says, answer["hint"])
        answer, _ = self.ask("late.ded", "-N", "a,b", "--cap", "8")
        self.assertEqual(answer["verdict"], "conditional", answer)
        # A cap that the user requests is used.
        answer, _ = self.ask("grows.ded", "-N", "a,b", "--cap", "3")
        self.assertEqual((answer["verdict"], answer["cap"]), ("conditional", 3))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
