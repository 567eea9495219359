"""Specifications with names at every EOT: test_forever_specifications.py LDFI_FARM LDFI_CHECK SOURCE_DIR LDFI_RESULTS"""

import json
import os
import subprocess
import sys
import unittest

import certificate_case as certificates

SOURCE = certificates.SOURCE
RESULTS = os.path.abspath(sys.argv[4])
# b and c keep what they receive from a, which sends it at each tick. A node is late if it has nothing at tick
# 3.
SPECIFIED = """
spec lost critical always "b had it, and has it no more";
spec late major after 3;
spec lonely minor finally;
spec grows info always;
had(P) :- log("b", P);
had(P)@next :- had(P);
lost(P) :- had(P), notin log("b", P);
late(N) :- peer("a", N), log("a", P), notin log(N, P);
lonely(N) :- log("a", _), peer("a", N), notin log(N, _);
steps(0)@1;
steps(N + 1)@next :- steps(N);
grows(N) :- steps(N), steps(M), N > M;
"""


class Specifications(certificates.Certificates):
    def forever(self, *words, status=0):
        done = subprocess.run([certificates.FARM, *words, "--forever"], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def answers(self, *words, status=0):
        out = json.loads(self.forever(*words, "--summary", "json", status=status).stdout)
        return out, {one["name"]: one for one in out["specs"]}

    def specified(self, *words, status, program=certificates.RETRY, specifications=SPECIFIED):
        self.write("retry.ded", program)
        self.write("retry.spec", specifications)
        return self.answers("retry.ded", "--spec", "retry.spec", "-N", "a,b,c", *words, status=status)

    def config(self, name):
        return f"{SOURCE}/configs/specs/{name}.yaml"


class Answers(Specifications):
    def test_each_is_a_question_of_its_own(self):
        out, each = self.specified("-c", "1", status=1)
        self.assertEqual(out["verdict"], "counterexample")
        self.assertEqual(list(each), ["invariant", "lost", "late", "lonely", "grows"])
        verdicts = {name: one["verdict"] for name, one in each.items()}
        self.assertEqual(verdicts, {"invariant": "certified-forever", "lost": "certified-forever", "late": "counterexample",
                                    "lonely": "counterexample", "grows": "inconclusive"})  # fmt: skip
        self.assertEqual((each["invariant"]["calm"], each["lost"]["calm"]), (2, 1))
        self.assertEqual(each["late"]["counterexample"]["eot"], 4)
        self.assertEqual(each["late"]["counterexample"]["violated"], ["late(b)@4", "late(c)@4"])
        self.assertEqual(each["late"]["counterexample"]["faults"], "C(a,1)")
        self.assertIn("not finite", each["grows"]["reason"])
        self.assertEqual([one["counts"] for one in out["specs"]], [True, True, True, False, False])

    def test_severities_decide_the_status(self):
        self.write("retry.ded", certificates.RETRY)
        self.write("retry.spec", "\n".join(line for line in SPECIFIED.splitlines() if "late" not in line))
        words = ["retry.ded", "--spec", "retry.spec", "-N", "a,b,c", "-c", "1"]
        self.assertEqual(self.answers(*words)[0]["verdict"], "certified-forever")
        self.assertEqual(self.answers(*words, "--fail-on", "minor", status=1)[0]["verdict"], "counterexample")

    def test_least_eots_are_those_of_searches(self):
        """A protocol with restarts that logs too late. The least EOT of each specification is found by searches
        of each EOT.
        """
        config = self.config("twopc-recovery-late-log")
        _, each = self.answers(config, "--calm", "1", status=1)
        least = {name: one["counterexample"]["eot"] for name, one in each.items() if one["verdict"] == "counterexample"}
        found = {}
        for eot in range(1, 11):
            done = self.farm(config, "-t", str(eot), "-f", str(eot - 1), "--fail-on", "minor", "--summary", "json")
            for one in json.loads(done.stdout)["specs"]:
                if one["verdict"] in ("counterexample", "broken"):
                    found.setdefault(one["name"], eot)
        self.assertEqual(found, least)
        self.assertEqual(set(each) - set(least), {"revoked"})

    def test_counterexamples_are_replayed(self):
        _, each = self.answers(self.config("twopc-recovery-late-log"), status=1)
        replays = [one["counterexample"]["replay"] for one in each.values() if "counterexample" in one]
        self.assertEqual(len(replays), 4)
        for replay in replays:
            words = replay.replace("ldfi-farm", f"'{certificates.FARM}'", 1)
            done = subprocess.run(words, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
            self.assertIn("violated", done.stdout, replay)

    def test_what_is_told_to_people(self):
        out = self.forever(self.config("twopc-recovery")).stdout
        self.assertTrue(out.startswith("verdict       certified-forever\nprogram"), out)
        self.assertIn("\nspecification disagree, critical always: certified-forever\nclaim         every EOT, messages omitted at any tick", out)
        self.assertIn("\nspecification wasted, info finally: counterexample: it is also false with up to 8 ticks without losses at the end (--calm)\n", out)

    def test_time_is_shared(self):
        """A claim that takes long leaves time to the others."""
        _, each = self.answers(f"{SOURCE}/configs/hdfs-append.yaml", "--cap", "2", "--time-limit", "10", status=1)
        self.assertEqual(each["lost"]["reason"], "out of time")
        self.assertEqual(each["undecided"]["verdict"], "counterexample")

    def test_a_reason_is_told_once(self):
        done = self.forever(f"{SOURCE}/configs/hdfs-append.yaml", status=1)
        self.assertEqual(done.stderr.count("warning: the states are not finite"), 1)

    def test_what_goes_not_with_them(self):
        self.specified("-c", "1", status=1)
        done = self.forever("retry.ded", "--spec", "retry.spec", "-N", "a,b,c", "--aiger", "x.aag", status=64)
        self.assertIn("--aiger writes one circuit, but there are 5 specifications", done.stderr)
        sweep = subprocess.run([certificates.FARM, "retry.ded", "--spec", "retry.spec", "-N", "a,b,c", "--sweep-eot", "3,4", "--sweep-eff", "2",
                                "--sweep-forever"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
        self.assertEqual(sweep.stderr.count("specifications with names are not covered in a sweep"), 1)
        self.assertEqual(sweep.returncode, 1, sweep.stdout)


class Stored(Specifications):
    def summary(self, *words):
        self.forever(*words, "-o", "r.h5")
        done = subprocess.run([RESULTS, "summary", "r.h5", "--json"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def searched(self, config, cell, *words):
        """Returns what an ordinary search of the cell's Fspec reports about its specifications."""
        done = self.farm(config, "-t", str(cell["fspec"]["eot"]), "-f", str(cell["fspec"]["eff"]), "-c", str(cell["fspec"]["crashes"]), "--fail-on", "minor", "--summary", "json", *words)
        return {one["name"]: one["verdict"] for one in json.loads(done.stdout)["specs"]}

    def test_what_is_proved_and_what_is_broken(self):
        config = self.config("twopc-recovery")
        out = self.summary(config)
        self.assertEqual([one["claim"].split(":")[0] for one in out["theorems"]], ["invariant", "disagree", "unlogged", "revoked", "blocked"])
        (cell,) = out["cells"]
        self.assertEqual({one["name"]: one["verdict"] for one in cell["specs"]}, self.searched(config, cell))
        self.assertEqual({one["name"] for one in cell["specs"] if one["verdict"] == "counterexample"}, {"invariant", "blocked", "wasted"})
        replay = cell["replay"].replace("ldfi-farm", f"'{certificates.FARM}'", 1)
        done = subprocess.run(replay, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertIn(done.returncode, (0, 1), replay + done.stderr)

    def test_where_nothing_is_broken(self):
        """A cell has the result of a search of its Fspec."""
        config = self.config("primary-backup-log")
        (cell,) = self.summary(config)["cells"]
        self.assertEqual((cell["fspec"]["eot"], cell["fspec"]["eff"]), (8, 0))
        self.assertEqual({one["name"]: one["verdict"] for one in cell["specs"]}, self.searched(config, cell))
        self.assertEqual({one["verdict"] for one in cell["specs"]}, {"certified"})

    def test_what_decides_nothing_makes_no_verdict(self):
        """With fewer calm ticks than a proved claim has, the search of the Fspec may find a violation, which
        does not matter.
        """
        self.write("retry.ded", certificates.RETRY)
        self.write("seen.spec", "spec seen info always; seen(N) :- delivered.log(_, N, _);")
        (cell,) = self.summary("retry.ded", "--spec", "seen.spec", "-N", "a,b,c")["cells"]
        self.assertEqual({one["name"]: one["verdict"] for one in cell["specs"]}, {"invariant": "counterexample", "seen": "broken"})
        self.assertEqual(cell["verdict"], "counterexample")


class Certified(Specifications):
    def certified(self, *words, status, **texts):
        return self.specified(*words, "--certificate", "certificate", status=status, **texts)

    def test_each_has_its_own(self):
        self.certified("-c", "1", status=1)
        self.assertEqual(self.read("certificate/cells.txt"), "ldfi-certificates 4\nspecification invariant\nspecification lost\nspecification late\n"
                                                             "specification lonely\nspecification-undecided grows\n")  # fmt: skip
        self.accepted("judged        lost: every EOT from 1 on, messages lost up to EOT - 1, crashes 1 (silent): no fault set violates it, whatever the EOT\n".replace("up to EOT - 1", "at any tick"),
                      "violates      C(a,1)\n", "undecided     grows\n",
                      "accepted      of 5 specifications 2 are violated by no fault set, whatever the EOT, 2 by some; 1 is undecided\n")  # fmt: skip
        self.accepted("proved        step\nproved        goal\n", "judged        lost critical always: no fault set violates it, whatever the EOT\n",
                      "accepted      no fault set violates it, whatever the EOT\n", name="certificate/lost")  # fmt: skip

    def test_protocols(self):
        for i, (name, status) in enumerate((("twopc-recovery", 0), ("twopc-recovery-vote-in-memory", 1), ("hdfs-log-merge-forgets-second-log", 1), ("primary-backup-log", 0),
                                            ("primary-backup-log-early-ack", 1))):  # fmt: skip
            with self.subTest(name):
                self.forever(self.config(name), "--certificate", f"certificate-{i}", status=status)
                self.accepted("whatever the EOT", name=f"certificate-{i}")

    def test_other_claims_are_rejected(self):
        self.certified("-c", "1", status=1)
        for name, before, after, why in (
            ("lost/claim.txt", "specification lost\n", "", "the certificate claims nothing about this specification"),
            ("lost/claim.txt", "specification lost\n", "specification late\n", "the certificate claims nothing about this specification"),
            ("lost/claim.txt", "specification lost\n", "specification lost\nspecification late\n", "a claim about every EOT excludes other claims"),
            ("lost/claim.txt", "specification lost\n", "specification lost\nclaim certified\n", "a claim about every EOT excludes other claims"),
            ("lost/claim.txt", "program retry.spec\n", "", "the program or the nodes differ"),
            ("lost/claim.txt", "promised 1\n", "promised 0\n", "the EOT of `promised` is less"),
            ("lost/program/retry.spec", "lost(P) :- had(P), notin", "lost(P) :- had(P), log(\"c\", P), notin", "the program or the nodes differ"),
            ("lost/program/retry.ded", "log(N, P)@next :- log(N, P);", "", "the program or the nodes differ"),
            ("late/claim.txt", "violates C(a,1)", "violates C(b,1)", "fault set 1 violates nothing"),
            ("late/claim.txt", "specification late\nviolates C(a,1)\nclaim minimal\nclaim least\n", "specification late\nclaim nothing\n", "the certificate claims nothing about this specification"),
            ("cells.txt", "specification lost\n", "", "does not list the folder lost"),
            ("cells.txt", "specification-undecided grows\n", "", "cells.txt does not list the specification grows"),
            ("lost/claim.txt", "pre pre\n", "pre preapost post\n", "not the name of a relation"),
            ("cells.txt", "specification-undecided grows\n", "specification grows\n", "grows: cannot read"),
            ("cells.txt", "specification lost\n", "cell lost\n", "a list names either cells of a sweep or specifications, not both"),
        ):  # fmt: skip
            with self.subTest(after):
                text = self.read("certificate/" + name)
                self.assertIn(before, text)
                self.write("certificate/" + name, text.replace(before, after, 1))
                done = self.check()
                self.write("certificate/" + name, text)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(why, done.stdout)
        self.accepted()

    def test_a_proof_is_of_its_own_specification(self):
        """The proof of one specification does not prove another, false one."""
        self.certified("-c", "1", status=1)
        text = self.read("certificate/lost/claim.txt")
        self.write("certificate/lost/claim.txt", text.replace("specification lost", "specification late").replace("promised 1", "promised 9"))
        self.rejected("rejected", name="certificate/lost")
        self.write("certificate/lost/claim.txt", text.replace("specification lost\n", ""))
        self.rejected("the program has specifications, but the claim names none", name="certificate/lost")
        self.write("certificate/lost/claim.txt", text.replace("program retry.spec\n", ""))
        self.rejected("the claim names a specification, but the program has none", name="certificate/lost")

    def test_no_name_leads_out_of_the_folder(self):
        for name in ("..", ".", "cells.txt", "s" * 201):
            with self.subTest(name):
                self.write("odd.spec", f"spec {name} critical always; {name}(N) :- lost.log(N, _, _);")
                self.write("retry.ded", certificates.RETRY)
                done = self.forever("retry.ded", "--spec", "odd.spec", "-N", "a,b,c", "--certificate", "odd", status=64)
                self.assertIn("since its folder would be called so", done.stderr)
                self.assertEqual(sorted(os.listdir(self.folder)), ["odd.spec", "retry.ded"])
                self.assertEqual(self.answers("retry.ded", "--spec", "odd.spec", "-N", "a,b,c", status=1)[1][name]["verdict"], "counterexample")

    def test_what_is_delivered_saturates(self):
        program = certificates.RETRY + 'age(M, 0)@async :- peer(N, M);\nage(M, X + 1)@async :- age(N, X), back(N, M);\nback("b", "a")@1; back(N, M)@next :- back(N, M);\n'
        _, each = self.certified(program=program, specifications="spec young critical always; young(N) :- delivered.age(N, N, _); old(N, X)@next :- delivered.age(_, N, X), X > 3;", status=0)
        self.assertEqual(each["young"]["verdict"], "certified-forever")
        self.accepted("of 2 specifications 2 are violated by no fault set")

    def test_where_the_failure_free_run_fails(self):
        self.write("p.ded", """peer("b", "a")@1; m(M, 0)@async :- peer(N, M); z(N, 1 / X) :- m(N, X); pre("a") :- m(_, _); pre("a")@next :- peer(_, _); post(N) :- m(N, _);""")
        self.write("p.spec", "spec s minor always; s(V) :- peer(V, V);")
        done = self.forever("p.ded", "--spec", "p.spec", "-N", "a,b", status=65)
        self.assertIn("division by zero", done.stderr)

    def test_events(self):
        """The relations of events are derived from the rules of the protocol, and proofs use their names."""
        for restarts in ([], ["--restarts", "1", "--crashable", "b"]):
            self.certified("--omissions", "1", *restarts, specifications="""
spec twice critical always; twice(N, P) :- lost.log(M, N, P), delivered.log(M, N, P);
spec from_nowhere critical always; from_nowhere(N, P) :- delivered.log(M, N, P), notin sent(M, N, P);
sent(M, N, P)@next :- sent.log(M, N, P);
spec fresh critical always; fresh(N, P) :- first.log(N, P), gone.log(N, P);
spec age critical after 9; old(N, 0)@next :- delivered.log(_, N, _); old(N, A + 1)@next :- old(N, A), A < 3; age(N) :- old(N, 5);
""", status=0)  # fmt: skip
            self.accepted("of 5 specifications 5 are violated by no fault set, whatever the EOT, 0 by some")
            os.rename(self.path("certificate"), self.path(f"certificate-{len(restarts)}"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
