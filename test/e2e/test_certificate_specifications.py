"""Certificates of specifications with names: test_certificate_specifications.py LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import re
import subprocess
import sys
import unittest

from certificate_case import CHECK, RETRY, SOURCE, Certificates

SPECIFIED = """
spec forgotten critical always "what a told b is gone";
forgotten(P) :- told(P), notin log("b", P);
told(P) :- log("b", P);
told(P)@next :- told(P);
spec late major after LATE explains forgotten;
late(M) :- peer("a", M), log("a", P), notin log(M, P);
spec alone critical finally explains invariant "nobody else has it";
alone(N) :- log(N, P), one(P);
one(P) :- number(P, 1);
number(P, count<N>) :- log(N, P);
spec never info after 99;
never(P) :- log(_, P);
const LATE = 3;
"""


KEEPING = RETRY + "stable kept;\nkept(N, P)@next :- log(N, P), fresh(N);\nkept(N, P)@next :- kept(N, P);\nfresh(N) :- peer(N, _);\n"
EVENTS = """
spec unheard minor always "a message is lost";
unheard(M) :- lost.log(_, M, _);
spec unsaid major always "what arrives is not there";
unsaid(M) :- delivered.log(F, M, P), notin log(M, P);
spec neither major always "what was sent is neither lost nor delivered";
neither(M) :- before(F, M, P), notin lost.log(F, M, P), notin delivered.log(F, M, P);
before(F, M, P)@next :- sent.log(F, M, P);
spec again major always "what was there appears again";
again(N) :- first.log(N, P), had(N, P);
had(N, P)@next :- log(N, P);
spec forgets major always "what was there is gone";
forgets(N) :- gone.log(N, P);
spec unwritten major after 1 "what is new on the disk was not written";
unwritten(N) :- first.kept(N, P), notin wrote.kept(N, P);
spec silence major always "a is silent";
silence("a") :- log("a", _), notin sent.log("a", "b", _);
"""


class Specifications(Certificates):
    RUN = ["-t", "5", "-f", "2", "-c", "1", "--spec", "retry.spec", "--certificate", "certificate"]

    def run_them(self, *options, program=RETRY, specifications=SPECIFIED, status=1):
        self.write("retry.ded", program)
        self.write("retry.spec", specifications)
        return self.farm("retry.ded", "-N", "a,b,c", *self.RUN, *options, status=status)

    def test_each_has_a_claim_of_its_own(self):
        self.run_them()
        self.accepted("proved        certified\n", "proved        least-3 (late)\n", "promise       pre is in post at EOT", "judged        invariant: no fault set violates it\n",
                      "judged        forgotten critical always: no fault set violates it\n",
                      "judged        late major after 3: 1 fault set violates it, minimal, no smaller one does\n", "judged        never info after 99: no fault set violates it, which is never judged\n",
                      "accepted      of 5 specifications 3 are violated by no fault set, 2 by some\n")  # fmt: skip
        claim = self.read("certificate/claim.txt")
        self.assertIn("specification alone\nviolates C(a,1)\n", claim)
        found = re.search("specification late\n(violates .*\nclaim minimal\nclaim least\n)", claim)[1]
        self.other_claims_are_rejected(("specification forgotten\nclaim certified\n", ""), ("specification forgotten", "specification late"), ("specification forgotten", "specification other"),
                                       (found, "claim certified\n"), (found, "claim vacuous\n"), ("specification never\nclaim vacuous", "specification never\nclaim certified"),
                                       ("specification forgotten\nclaim certified", "specification forgotten\n" + found), (found, found + "claim nothing\n"),
                                       ("specification invariant\n", ""), ("program retry.spec\n", ""), ("crashes 1", "crashes 2\nfaults 9"))  # fmt: skip
        self.write("certificate/claim.txt", claim.replace(found, "claim nothing\n"))
        self.accepted("judged        late major after 3: nothing is claimed\n")

    def test_all_of_them(self):
        self.run_them("--stop", "all")
        self.accepted("and every one that does contains one of them")
        claim = self.read("certificate/claim.txt")
        self.assertGreater(len(re.findall("violates", claim)), 2)
        for line in set(re.findall("violates .*\n", claim)):
            self.write("certificate/claim.txt", claim.replace(line, "", 1))
            # The specifications after it have other numbers.
            self.rejected("all-|minimal-|either `claim")

    def test_other_specifications_are_rejected(self):
        self.run_them()
        for before, after in (('notin log("b", P);', 'notin log("c", P);'), ("after LATE", "always"), ("LATE = 3", "LATE = 0"), ('"a", M), log("a", P)', '"a", M), log(_, P)'),
                              ("alone critical finally", "alone critical always"), ("one(P) :- number(P, 1)", "one(P) :- number(P, 2)"), ("after 99", "after 4")):  # fmt: skip
            with self.subTest(after):
                self.assertIn(before, SPECIFIED)
                self.write("certificate/program/retry.spec", SPECIFIED.replace(before, after))
                self.assertEqual(self.check().returncode, 1)

    def test_they_observe_and_change_nothing(self):
        self.run_them()
        for more, why in (('log("c", "x")@2;', "of the protocol: log"), ("peer(N, M) :- peer(M, N);", "of the protocol: peer"), ("pre(P) :- told(P);", "of the protocol: pre"),
                          ("stable told;", "how a relation is stored"), ("told(M)@async :- peer(N, M);", "must not send messages"), ("spec other critical always;", "derives other"),
                          ("spec late critical always;", "have the name late"), ("spec invariant critical always;", "derives invariant"), ("spec one critical always explains two;", "no earlier specification two"),
                          ("spec one grave always;", "expected a severity"), ("spec one critical sometimes;", "expected always, finally or after"), ("spec one critical after;", "expected an integer"),
                          ("other(P) :- sent.told(_, _, P);", "not a relation of the protocol: sent.told"), ("other(P) :- first.none(_, P);", "not a relation of the protocol: first.none"),
                          ("other(P) :- lost.peer(_, _, P);", "not a message: lost.peer"), ("other(P) :- wrote.log(_, P);", "not stable: wrote.log"), ("sent.log(N, N, P) :- log(N, P);", "derives the event"),
                          ("other(P) :- sent.log(_, P);", "two different numbers of columns"), ("other(P) :- first.log(_, P), P == 1;", "a string and an integer"), ('include "other.ded";', "cannot be mixed|file of specifications"), ("set LATE = 4; set MORE = 5;", "no constant"),
                          ("const P = 4; const P = 5;", "twice"), ("told(1) :- told(_);", "a string and an integer"), ("one(P) :- notin told(P);", "without `notin`")):  # fmt: skip
            with self.subTest(more):
                self.write("certificate/program/retry.spec", SPECIFIED + more)
                self.rejected(why)
        self.write("certificate/program/retry.spec", SPECIFIED)
        for more, why in (("log(N, P) :- told(P), peer(N, _);", "that specifications derive: told"), ("log(N, P) :- first.log(N, P);", "only specifications may read events, but the protocol reads first.log"), ("stable told;", "that specifications derive: told"), ("told(P) :- log(_, P);", "of the protocol: told"),
                          ("spec more critical always;", "cannot be mixed|file of specifications"), ('include "retry.spec";', "cannot be mixed|file of specifications"), ("const LATE = 3;", "twice: LATE")):  # fmt: skip
            with self.subTest(more):
                self.write("certificate/program/retry.ded", RETRY + more)
                self.rejected(why)

    def test_constants_of_specifications_are_unknown_to_the_protocol(self):
        """In specifications, `LATE` is a variable, and a column without a type holds strings."""
        self.run_them(program=RETRY + "log(LATE, P)@next :- log(LATE, P), notin other(LATE, _);\n", status=1)
        self.accepted("judged        forgotten critical always: no fault set violates it\n")
        self.write("certificate/program/retry.spec", SPECIFIED + "six(P) :- log(_, P), notin other(_, 6);\n")
        self.rejected("a string and an integer")

    def test_without_an_invariant(self):
        program = RETRY[: RETRY.index("pre(P)")]
        self.run_them(program=program, specifications=SPECIFIED.replace(" explains invariant", ""))
        self.accepted("of 4 specifications 2 are violated by no fault set, 2 by some")
        self.assertNotIn("promise ", self.check().stdout)
        self.write("certificate/program/retry.spec", SPECIFIED)
        self.rejected("there is no earlier specification invariant")

    def test_rules_that_promise_nothing(self):
        """Without a `spec` statement, only the invariant is claimed."""
        self.run_them(specifications="told(P) :- log(_, P);\ntold(P)@next :- told(P);\n", status=0)
        self.accepted("accepted      no fault set violates it\n")
        self.assertNotIn("specification", self.read("certificate/claim.txt"))

    def test_configs(self):
        for config, status in (("specs/twopc-recovery", 0), ("specs/hdfs-log-merge-early-drop", 1), ("mutants/hdfs-write-wrong-node", 1), ("hdfs-rack", 0)):
            name = os.path.basename(config)
            self.farm(os.path.join(SOURCE, "configs", config + ".yaml"), "--certificate", name, status=status)
            self.accepted("judged        invariant: ", "are violated by no fault set", name=name)

    def test_several_files_keep_their_order(self):
        """A specification that another one explains must be in an earlier file, whatever the names of files."""
        self.write("z.spec", "spec first critical always;\nfirst(P) :- log(_, P), notin log(_, P);\n")
        self.write("a.spec", "spec second critical always explains first;\nsecond(P) :- first(P);\n")
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--spec", "z.spec", "--spec", "a.spec", "--certificate", "certificate", status=0)
        self.accepted("judged        second critical always: no fault set violates it\n")

    def test_events(self):
        self.run_them("--stop", "all", program=KEEPING, specifications=EVENTS)
        told = self.check().stdout
        for name, said in (("unheard minor always", "4 fault sets violate it"), ("unsaid major always", "no fault set violates it"), ("neither major always", "no fault set violates it"),
                           ("again major always", "no fault set violates it"), ("forgets major always", "no fault set violates it"), ("unwritten major after 1", "no fault set violates it"),
                           ("silence major always", "5 fault sets violate it")):  # fmt: skip
            self.assertIn(f"judged        {name}: {said}", told)
        self.assertIn("violates      O(a,b,1)\n", told)
        self.assertEqual(self.check().returncode, 0, told)
        for before, after in (("delivered.log(F, M, P), notin log", "sent.log(F, M, P), notin log"), ("notin lost.log(F, M, P), notin del", "notin del"), ("first.log(N, P), had", "log(N, P), had"),
                              ("gone.log", "first.log"), ("lost.log(_, M, _)", "delivered.log(_, M, _)"), ("notin wrote.kept(N, P)", "notin wrote.kept(P, N)"), ("notin sent.log", "notin delivered.log")):  # fmt: skip
            with self.subTest(after):
                self.assertIn(before, EVENTS)
                self.write("certificate/program/retry.spec", EVENTS.replace(before, after))
                self.assertEqual(self.check().returncode, 1)

    def test_what_is_lost_is_not_late(self):
        self.run_them(program=KEEPING, specifications=EVENTS)
        self.write("certificate/claim.txt", self.read("certificate/claim.txt") + "late 1\nlate-until 2\n")
        self.rejected("a claim in which no message may be late")

    def test_what_is_lost_is_not_told_beside_namesakes(self):
        self.run_them(program=KEEPING, specifications=EVENTS)
        text = self.read("certificate/program/retry.ded")
        for own in ("sent.log", "delivered.log"):
            self.write("certificate/program/retry.ded", text + f'{own}("a", "b", "x")@1;')
            self.rejected(f"events about lost messages need a protocol without a relation of its own called {own}")

    def test_specifications_of_strangers_take_bounded_memory(self):
        self.run_them()
        claim = self.read("certificate/claim.txt")
        self.write("certificate/claim.txt", claim + "".join(f"specification s{i}\nclaim certified\n" for i in range(20000)))
        self.rejected("the specification is listed twice, or is one too many")
        self.write("certificate/claim.txt", claim)
        self.write("certificate/program/retry.spec", SPECIFIED + "spec one critical always;\n" * 20000)
        self.rejected("more than 10000 specifications")
        self.write("certificate/claim.txt", claim.replace("eot 5", "eot 100000"))
        self.write("certificate/program/retry.spec", SPECIFIED + "".join(f"spec s{i} critical always;\ns{i}(P)@next :- log(_, P);\n" for i in range(2000)))
        done = subprocess.run(f"ulimit -v 2500000; exec {CHECK} certificate 20", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
