"""Checks certificates as a user of ldfi-check does: test_certificates.py LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import random
import re
import shutil
import subprocess
import sys
import unittest

from certificate_case import CHECK, FARM, RETRY, SOURCE, Certificates

CERTIFIED = ["2pc-timeout-agreement", "ack-deliv", "bully", "flux", "paxos", "paxos-retry", "raft", "redun-deliv"]
FALSIFIED = ["2pc", "2pc-ctp", "2pc-timeout", "3pc", "classic-deliv", "kafka", "retry-deliv", "simple-deliv"]


class Configs(Certificates):
    def certificate(self, config, status, *options):
        self.farm(os.path.join(SOURCE, "configs", config + ".yaml"), "--certificate", config, *options, status=status)

    def test_certified(self):
        for config in CERTIFIED:
            with self.subTest(config):
                self.certificate(config, 0)
                self.accepted("proved        certified\n", "accepted      no fault set violates it\n", name=config)

    def test_falsified(self):
        for config in FALSIFIED:
            with self.subTest(config):
                self.certificate(config, 1)
                self.accepted("accepted      1 fault set violates it, minimal, no smaller one does\n", name=config)

    def test_a_universe_that_leaves_something_out(self):
        """If numbers grow, the certificate lists the facts that can hold. ldfi-check requires a proof of this
        list.
        """
        self.certificate("raft", 0)
        universe = self.read("raft/universe.ded").splitlines(keepends=True)
        chance = random.Random(1)
        # These facts hold under all faults.
        held = [i for i, line in enumerate(universe) if line.startswith("member(")]
        for gone in [chance.choice(held) for _ in range(3)]:
            self.write("raft/universe.ded", "".join(universe[:gone] + universe[gone + 1 :]))
            self.rejected("certified.drup", name="raft")
        for other in ("log(X) :- log(X);", "volatile log;"):
            self.write("raft/universe.ded", "".join(universe) + other)
            self.rejected("it may hold facts only", name="raft")

    def test_all_of_them(self):
        self.certificate("kafka", 1, "--stop", "all")
        self.accepted(", minimal, no smaller one does, and every one that does contains one of them", name="kafka")
        claim = self.read("kafka/claim.txt")
        one = re.findall("^violates .*\n", claim, re.MULTILINE)[-1]
        self.write("kafka/claim.txt", claim.replace(one, ""))
        self.rejected("all.drup", name="kafka")

    def test_small_proofs(self):
        """Limits the size of the proof instead of the time, which depends on the machine. With useless clauses
        it had 18 MB.
        """
        self.certificate("quorum-store", 0)
        self.accepted("of 7 specifications 6 are violated by no fault set", name="quorum-store")
        self.assertLess(os.path.getsize(self.path("quorum-store/certified.drup")), 2_000_000)


class Claims(Certificates):
    def retry(self, *options, status):
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "--certificate", "certificate", *options, status=status)

    def test_another_claim_is_rejected(self):
        self.retry("-t", "5", "-f", "2", "-c", "1", status=0)
        self.accepted("specification EOT 5, messages lost up to 2, crashes 1 (silent)", "nodes         a b c")
        self.other_claims_are_rejected(("last-loss 2", "last-loss 4"), ("eot 5", "eot 3"), ("pre pre", "pre log"), ("post post", "post pre_"),
                                       ("claim certified", "claim vacuous"), ("node a\n", ""), ("claim certified", "violates O(a,b,1)"))  # fmt: skip

    def test_another_program_is_rejected(self):
        self.retry("-t", "5", "-f", "2", "-c", "1", status=0)
        for before, after in (('"a", "b"', '"b", "b"'), ("peer(N, M)@next :- peer(N, M);", ""), ("log(N, P)@next :- log(N, P);", ""), ('log("c", P)', 'log("d", P)'), ("pre(P) :-", "pre(P) :")):  # fmt: skip
            with self.subTest(after):
                self.write("certificate/program/retry.ded", RETRY.replace(before, after))
                self.assertEqual(self.check().returncode, 1)

    def test_what_is_no_program_is_rejected(self):
        """An invalid rule is rejected even if it never fires."""
        self.retry("-t", "5", "-f", "2", "-c", "1", status=0)
        for rule, why in (("more(N, M) :- never(N);", "has no value"), ("more(N, _) :- never(N);", "has no value"), ("more(N) :- never(N), X == 2;", "has no value"),
                          ("more(N) :- notin never(N);", "without `notin`"), ("more(N) :- never(N, M), notin M == 2;", "expected a literal"),
                          ("more(N) :- never(N, N), never(N);", "two different numbers of columns"),
                          ("more(N) :- never(N), peer(N, 2);", "a string and an integer"), ("more(N) :- never(N), peer(N, M), M < N;", "a string and an integer"),
                          ("more(N, N + 1) :- never(N), peer(N, _);", "a string and an integer"), ('more(N) :- never(N), peer(N, M), M == 1;', "a string and an integer"),
                          ("more(N, average<M>) :- never(N, M);", "unknown aggregate"), ("more(N, count<M>)@next :- never(N, M);", "aggregate"),
                          ("more(N, sum<M>) :- never(N), peer(N, M);", "a string and an integer"), ("more(N) :- peer(N, _), crash(N, _);", "two different numbers of columns")):  # fmt: skip
            with self.subTest(rule):
                self.write("certificate/program/retry.ded", RETRY + rule)
                self.rejected(f"retry.ded:1[0-9]: .*{why}")
        self.write("certificate/program/retry.ded", RETRY + "more(N, count<M>) :- never(N, M), crash(N, M, T), T < 3 * T, notin down(N);")
        self.accepted()

    def test_nodes_are_what_they_seem(self):
        """A node that is named twice could crash twice, and a name with a comma could make two faults one."""
        self.write("retry.ded", RETRY.replace(', notin crash(_, "a", _)', ""))
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        claim = self.read("certificate/claim.txt").replace("crashes 0", "crashes 1")
        self.write("certificate/claim.txt", claim)
        self.rejected("certified.drup")  # a crash at 1 violates
        for node in ("a", "b", "c"):
            self.write("certificate/claim.txt", claim.replace(f"node {node}\n", f"node {node}\n" * 2))
            self.rejected("the name of a node is empty, used before, or one too many: " + node)
        for node in ("a,b", "a b", "a(", "", "\x1b[2J"):
            self.write("certificate/claim.txt", claim + f"node {node}\n")
            done = self.check()
            self.assertEqual(done.returncode, 1)
            self.assertNotIn("\x1b", done.stdout)
            self.assertIn("one too many", done.stdout)

    def test_who_may_not_fail(self):
        self.retry("-t", "5", "-f", "4", "-c", "1", "--crashable", "b", "--reliable", "a b", "--omissions-from", "a,c", "--stop", "all", status=1)
        self.accepted("survivor      a\n", "survivor      c\n", "reliable      a b\n", "reliable      b a\n", ", and every one that does contains one of them")
        claim = self.read("certificate/claim.txt")
        self.assertIn("violates O(a,c,1) O(a,c,2) O(a,c,3) O(a,c,4)\n", claim)
        self.write("certificate/claim.txt", claim.replace("reliable a b\n", ""))
        self.rejected("all.drup|least|minimal")
        self.write("certificate/claim.txt", claim + "reliable a c\n")
        self.rejected("is not admitted by the limits of the claim")

    def test_what_is_promised_without_a_pre(self):
        self.write("post.ded", RETRY.replace("pre(P)", "before(P)"))
        self.farm("post.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        self.accepted("promise       what is in post at EOT without faults is there")

    def test_minimal_and_least(self):
        self.retry("-t", "4", "-f", "3", status=1)
        claim = self.read("certificate/claim.txt")
        self.accepted("accepted      1 fault set violates it, minimal, no smaller one does")
        self.assertIn("violates O(a,b,1) O(a,b,2) O(a,b,3)\n", claim)
        for faults, why in (("O(a,b,1) O(a,b,2)", "violates nothing"), ("O(a,b,1) O(a,b,2) O(a,b,3) O(a,c,1)", "least|minimal"),
                            ("O(a,b,1) O(a,b,2) O(a,b,3) O(b,a,1)", "without an effect"), ("O(a,b,1) O(a,b,2) O(a,b,3) C(a,3)", "more crashes"),
                            ("O(a,b,1) O(a,b,2) O(a,b,4)", "is not admitted by the limits of the claim"), ("none", "violates nothing"), ("O(a,b,1", "not a fault")):  # fmt: skip
            with self.subTest(faults):
                self.write("certificate/claim.txt", claim.replace("O(a,b,1) O(a,b,2) O(a,b,3)", faults))
                self.rejected(why)

    def test_crashes(self):
        """A fault set with a crash at another tick is a different fault set."""
        self.write("retry.ded", RETRY.replace(', notin crash(_, "a", _)', ""))
        self.farm("retry.ded", "-N", "a,b,c", "-t", "4", "-f", "1", "-c", "1", "--certificate", "certificate", "--stop", "all", status=1)
        self.assertEqual(re.findall("violates (.*)", self.read("certificate/claim.txt")), ["C(a,1)", "O(a,b,1) C(a,2)", "O(a,c,1) C(a,2)"])
        self.accepted("3 fault sets violate it, minimal, no smaller one does, and every one")

    def test_constants_and_halt(self):
        self.write("retry.ded", RETRY.replace('"x"', "WHAT") + 'const WHAT = "x";\n')
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "-c", "1", "--crash-model", "halt", "-D", "WHAT=y", "--certificate", "certificate",
                  status=0)  # fmt: skip
        self.accepted("parameter     WHAT=y", "crashes 1 (halt)")

    def test_vacuous_and_broken(self):
        self.write("vacuous.ded", RETRY + 'late("a")@9;\n'.replace("9", "1") + 'pre(P) :- never(P);\nnever("x") :- log("z", _);\n')
        self.write("empty.ded", RETRY.replace('pre(P) :- log("a", P)', 'pre(P) :- log("z", P)'))
        self.farm("empty.ded", "-N", "a,b,c,z", "-t", "5", "-f", "2", "--certificate", "empty", status=2)
        self.accepted("no fault set violates it, and without faults nothing is promised", name="empty")
        self.write("broken.ded", RETRY.replace('log("c", P);', 'log("z", P);'))
        self.farm("broken.ded", "-N", "a,b,c,z", "-t", "5", "-f", "2", "--certificate", "broken", status=1)
        self.accepted("accepted      1 fault set violates it", name="broken")

    def test_every_kind_of_rule(self):
        """Aggregates, arithmetic, recursion within a tick, literals with a tick, wildcards, two files."""
        self.write("more.ded", """
            near(X, Y) :- peer(X, Y);
            near(X, Z) :- near(X, Y), peer(Y, Z);
            reach(N, count<M>, max<W>) :- got(N, M, W), near("a", M);
            total(N, sum<W>, min<W>) :- got(N, _, W);
            got(N, M, W * 2 - 1)@next :- have(M, W), start(N)@1, W < 4, notin have(M, 5);
            got(N, M, W)@next :- got(N, M, W);
            start("a")@1;""")
        self.write("main.ded", """
            include "more.ded";
            peer("a", "b")@1; peer("b", "c")@1; peer(X, Y)@next :- peer(X, Y);
            have("a", 3)@1; have(N, P)@next :- have(N, P);
            have(M, P - 1)@async :- have(N, P), peer(N, M), P > 1;
            pre(1) :- total("a", _, _);
            post(1) :- reach("a", C, X), total("a", S, L), C == 2, X == 3, S == 4, L == 1;""")
        self.farm("main.ded", "-N", "a,b,c", "-t", "8", "-f", "3", "-c", "1", "--certificate", "certificate")
        self.assertEqual(self.check().returncode, 0, self.check().stdout)


class Damage(Certificates):
    def test_proofs(self):
        """Each lemma is changed or removed. Then the proof is rejected, or the lemma was not needed."""
        self.farm(os.path.join(SOURCE, "configs", "flux.yaml"), "--certificate", "certificate", status=0)
        proof = self.read("certificate/certified.drup").splitlines(keepends=True)
        self.write("certificate/certified.drup", "".join(proof[: len(proof) // 3]))
        self.rejected("certified.drup: the proof ends without a contradiction")
        self.write("certificate/certified.drup", "0\n")
        self.rejected("certified.drup: the clause in line 1 does not follow")
        for text in ("1 2", "x 0\n", "1 99999999999 0\n"):
            self.write("certificate/certified.drup", text)
            self.rejected("certified.drup: line 1 is not a clause")
        os.remove(self.path("certificate/certified.drup"))
        self.rejected("cannot read certified.drup")
        os.mkfifo(self.path("certificate/certified.drup"))  # no process writes to this FIFO
        self.rejected("cannot read certified.drup")
        os.remove(self.path("certificate/certified.drup"))
        os.symlink("/etc/passwd", self.path("certificate/certified.drup"))
        self.rejected("certified.drup is a symbolic link")

    def test_what_is_damaged_never_proves_anything_else(self):
        """The certificate is about a program that violates, so no change of the proof may make it valid."""
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        self.write("certificate/claim.txt", self.read("certificate/claim.txt").replace("last-loss 2", "last-loss 4"))
        lines = self.read("certificate/certified.drup").splitlines()
        chance = random.Random(1)
        for _ in range(100):
            changed = list(lines)
            for _ in range(chance.randrange(1, 4)):
                changed.insert(chance.randrange(len(changed) + 1), f"{chance.choice([-1, 1]) * chance.randrange(1, 60)} 0")
            self.write("certificate/certified.drup", "\n".join(changed) + "\n")
            self.assertEqual(self.check().returncode, 1)

    def test_files(self):
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        claim = self.read("certificate/claim.txt")
        for text, why in (("", "claim.txt:1: the first line must be `ldfi-certificate 4`"), ("ldfi-certificate two\n", "claim.txt:1: the first line must be"), ("ldfi-certificate 4 \n", "claim.txt:1: the first line must be"), ("ldfi-certificate 1234567890\n", "claim.txt:1: the first line must be"), (claim + "more\n", "unknown line: more"),
                          (claim.replace("retry.ded", "../../retry.ded"), "outside"), (claim.replace("retry.ded", "/etc/passwd"), "outside"),
                          (claim.replace("retry.ded", "other.ded"), "cannot read"), (claim.replace("eot 5", "eot 5000000"), "expected a number up to"),
                          (claim.replace("claim certified\n", ""), "it needs `claim certified` or `violates`"), (claim + "claim least\n", "needs a line `violates`"),
                          (claim + "eot 5\n", "the key occurs twice"), (claim.replace("crashes 0\n", ""), "does not say crashes")):  # fmt: skip
            with self.subTest(why):
                self.write("certificate/claim.txt", text)
                self.rejected(why)
        self.rejected("there is no folder nothing", name="nothing")


class Versions(Certificates):
    def test_another_version(self):
        """A proof of an older version does not refute the new clauses. The message is one line about the
        version.
        """
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        claim = self.read("certificate/claim.txt")
        self.assertTrue(claim.startswith("ldfi-certificate 4\n"))
        for version in (1, 2, 3, 12345678):
            self.write("certificate/claim.txt", claim.replace("certificate 4", f"certificate {version}", 1) + "what only that version knows\n")
            done = self.check()
            self.assertEqual(done.stdout, f"rejected      the certificate was written for version {version} of the format, and this ldfi-check knows version 4: write it again, or check it with the ldfi-check of the build that wrote it\n")
            self.assertEqual(done.returncode, 1)

    def test_what_this_version_wrote_is_still_accepted(self):
        """If this fails, the formula has changed. Then the version must change, too, and this certificate must
        be written again.
        """
        folder = os.path.join(SOURCE, "test", "e2e", "certificates", "version-4")
        shutil.copytree(folder, self.path("certificate"))
        self.accepted("accepted      of 3 specifications 1 are violated by no fault set, 2 by some\n")


class Options(Certificates):
    def setUp(self):
        super().setUp()
        self.write("retry.ded", RETRY)
        self.run = ["retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "there"]

    def test_a_folder_that_is_there(self):
        os.mkdir(self.path("there"))
        self.farm(*self.run, status=0)
        self.accepted(name="there")
        self.assertIn("there is there already", self.farm(*self.run, status=64).stderr)

    def test_limits_are_part_of_the_claim(self):
        self.farm(*self.run[:-2], "--omissions", "1", "--max-faults", "3", "--crashes", "1", "--certificate", "there", status=0)
        self.accepted("specification EOT 5, messages lost up to 2 (at most 1), crashes 1 (silent), at most 3 faults", name="there")

    def test_limits_carry_proofs(self):
        """A message that is sent twice arrives in time if one of them does. Two faults violate, and one does
        not.
        """
        self.write("twice.ded", 'go("a")@1;\ngo("a")@2;\npeer("a", "b")@1;\npeer(N, M)@next :- peer(N, M);\nthird("b")@3;\nsaid("a", "x")@1;\nsaid(N, X)@next :- said(N, X);\n'
                   'got(M, "x")@async :- go(N), peer(N, M);\ngot(N, X)@next :- got(N, X);\nkept(N, X) :- got(N, X), third(N);\nkept(N, X)@next :- kept(N, X);\n'
                   'pre(X) :- said("a", X);\npost(X) :- kept("b", X);\n')
        run = ["twice.ded", "-N", "a,b", "-t", "6"]
        for number, options in enumerate((["-f", "0", "--delay-max", "2", "--delay-count"], ["-f", "0", "--delay-max", "2", "--max-faults"], ["-f", "3", "--omissions"],
                                          ["-f", "3", "--max-faults"], ["-f", "0", "--delay-max", "1", "--delay-budget"])):
            # The first message must be late by 2 ticks, or both by 1.
            budget = options[-1] == "--delay-budget"
            self.farm(*run, *options, "1", "--certificate", f"one-{number}", status=0)
            self.accepted("no fault set violates it", name=f"one-{number}")
            self.farm(*run, *options, "3" if budget else "2", "--certificate", f"two-{number}", status=0 if budget else 1)
            self.accepted("no fault set violates it" if budget else "minimal, no smaller one does", name=f"two-{number}")
            for key in ("late-count", "faults", "losses"):
                claim = self.read(f"one-{number}/claim.txt")
                self.write(f"one-{number}/claim.txt", claim.replace(f"{key} 1\n", ""))
                self.assertEqual(self.check(f"one-{number}").returncode, int(f"{key} 1\n" in claim), (number, key))
                self.write(f"one-{number}/claim.txt", claim)

    def test_claims_of_strangers_take_bounded_memory(self):
        self.farm(*self.run, status=0)
        claim = self.read("there/claim.txt")
        slow = ["twice 1000000\ntwice-within 1000\nlate-until 2000\n"] if os.environ.get("LDFI_STRANGERS") == "all" else []
        for more in (*slow, "late 1000\nlate-until 2000\n", "late 200\nlate-until 400\norder fifo\n", "restarts 1000\nlast-restart 1990\n",
                     "partitions 1000\nlast-partition 2000\ncut a\n", "pauses 1000\nlast-pause 2000\nrestarts 0\n", "failed-writes 1000\nlast-write 2000\ndisk a peer\nrestarts 0\n"):
            self.write("there/claim.txt", claim.replace("eot 5\n", "eot 2000\n").replace("model silent", "model stop" if "restarts" in more else "model silent") + more)
            done = subprocess.run(f"ulimit -v 1500000; exec {CHECK} there", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stdout, "more than (2 million possible faults|a million pairs of late messages), the limit of ldfi-check")

    def test_rules_of_strangers_take_bounded_memory(self):
        """Of 27 million tuples, only those that are needed are made."""
        self.farm(*self.run, status=0)
        program = self.read("there/program/retry.ded")
        self.write("there/program/retry.ded", program + "".join(f'z("a",{i})@1;' for i in range(300)) + "y(N,A,B,C) :- z(N,A), z(N,B), z(N,C);")
        done = subprocess.run(f"ulimit -v 2000000; exec {CHECK} there", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        self.assertIn("the rules derive more than 5 million tuples", done.stdout)
        # These rules derive nothing as long as their readers wait.
        self.write("there/program/retry.ded", program + "".join(f'z("a",{i})@1;' for i in range(300)) + "y(N,1) :- z(N,A), z(N,B), z(N,C), z(N,D), A+B+C+D < 0;")
        done = subprocess.run([CHECK, "there", "2"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        self.assertIn("the check took longer than the given seconds", done.stdout)

    def test_what_is_said_of_nothing(self):
        """A line about restarts without a claim would mislead a reader, so it is rejected."""
        self.farm(*self.run, status=0)
        claim = self.read("there/claim.txt")
        for more, why in (("restarts 1\nlast-restart 3\nleast-down 1\n", "last-restart|restarts needs crash-model stop"), ("stayer b\n", "stayer needs crash-model stop"),
                          ("claim certified\n", "`certified` or `vacuous` is claimed twice"), ("claim vacuous\n", "`certified` or `vacuous` is claimed twice"),
                          ("claim least\nclaim least\n", "this is claimed twice: least")):
            self.write("there/claim.txt", claim + more)
            self.rejected(why, "there")
        stops = claim.replace("model silent", "model stop")
        for more, why in (("least-down 1\n", "least-down needs restarts"), ("restarts 1\nlast-restart 3\nleast-down 2\nmost-down 1\n", "most-down is less than least-down")):
            self.write("there/claim.txt", stops + more)
            self.rejected(why, "there")

    def test_what_is_not_covered(self):
        self.write("retry.ded", RETRY[: RETRY.index("pre(P)")])
        done = self.farm(*self.run, status=64)
        self.assertIn("--certificate does not cover programs without a post yet", done.stderr)
        self.assertFalse(os.path.exists(self.path("there")))
        self.assertIn("exclude each other", self.farm(*self.run, "--check", status=64).stderr)

    def test_known_fault_sets(self):
        """A certificate claims nothing about sets that contain a known one. A known set without effect contains
        no bug.
        """
        run = [*self.run[:4], "5", "-f", "4", "--stop", "all", "--certificate"]
        self.farm(*run, "all", status=1)
        self.accepted("accepted      2 fault sets violate it, minimal, no smaller one does, and every one that does contains one of them\n", name="all")
        one, other = re.findall("violates (.*)", self.read("all/claim.txt"))
        self.farm(*run, "one", "--known", one, status=1)
        self.accepted(f"known         {one}\n", f"violates      {other}\n", "every one that does contains one of them, apart from what contains a known fault set\n", name="one")
        self.damaged("one", (f"known {re.escape(one)}\n", ""), (f"violates {re.escape(other)}", f"violates {one}"), (r"known .*", f"known {other}"), (r"known .*", "known none"), (r"known .*", "known O(a,b,9)"),
                     ("known .*", "known O(b,a,1)"), ("known .*", f"known {one} O(b,a,1)"))
        self.farm(*run, "none", "--known", one, "--known", other.split(" ")[0], status=0)
        self.accepted("no fault set violates it, apart from what contains a known fault set\n", name="none")
        self.damaged("none", (f"known {re.escape(one)}\n", ""), ("known O", "known D"), ("claim certified", "claim vacuous"))
        claim = self.read("all/claim.txt")
        for wrong in (claim.replace(f"violates {one}", f"violates {one} O(b,a,1)").replace("claim minimal\n", ""), claim.replace(f"violates {other}\n", "")):
            self.write("all/claim.txt", wrong)
            self.rejected("all.drup|least.drup|minimal", name="all")

    def test_what_lies_beside_it_stays(self):
        os.mkdir(self.path("there.unfinished"))
        self.write("there.unfinished/mine", "mine")
        self.run[-1] = "there/"
        self.farm(*self.run, status=0)
        self.accepted(name="there")
        self.assertEqual(self.read("there.unfinished/mine"), "mine")
        self.assertEqual(sorted(os.listdir(self.folder)), ["r.h5", "r.journal", "retry.ded", "there", "there.unfinished"])

    def test_two_at_once(self):
        runs = [subprocess.Popen([FARM, *self.run, "-o", f"{i}.h5"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for i in range(4)]
        status = sorted(run.wait(60) if run.communicate() else None for run in runs)
        self.assertIn(0, status)
        self.assertLessEqual(set(status), {0, 64, 74})
        self.accepted(name="there")
        self.assertEqual([name for name in os.listdir(self.folder) if "tmp" in name], [])

    def test_nothing_is_proved(self):
        done = self.farm(*self.run, "--strategy", "exhaustive", "--max-runs", "3", status=2)
        self.assertIn("no certificate: the verdict is inconclusive", done.stderr)
        self.assertFalse(os.path.exists(self.path("there")))

    def test_where_nothing_can_be_written(self):
        self.run[-1] = "/proc/there"
        done = self.farm(*self.run, status=74)
        self.assertIn("/proc/there", done.stderr)
        # Nothing was printed, because the error was found before the search.
        self.assertEqual(done.stdout, "")
        closed = subprocess.run(f"{CHECK} certificate >&-", shell=True, cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.assertIn(closed.returncode, (1, 74))

    def test_usage(self):
        for words, status in (([], 64), (["--help"], 0), (["a", "b"], 64), (["a", "0"], 64), (["a", "1", "2"], 64), (["a", "0.001"], 1)):
            self.assertEqual(subprocess.run([CHECK, *words], capture_output=True, timeout=60, check=False).returncode, status)


class Alone(Certificates):
    def test_it_needs_nothing_of_ours(self):
        """ldfi-check compiles in a folder with nothing else, with any compiler, because it is the part to be
        trusted. The long test compiles it.
        """
        folder = os.path.join(self.folder, "common", "prove", "certificate")
        shutil.copytree(os.path.join(SOURCE, "common", "prove", "certificate"), folder)
        sources = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".cpp")]
        compiled = "LDFI_COMPILE" in os.environ
        read = subprocess.run(["c++", "-std=c++20", "-I.", *sources, *(["-o", "check"] if compiled else ["-M"])], cwd=self.folder, check=True, timeout=900,
                              capture_output=True, text=True).stdout
        self.assertNotIn(SOURCE, read)
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "2", "--certificate", "certificate", status=0)
        if compiled:
            self.assertIn("accepted ", subprocess.run(["./check", "certificate"], cwd=self.folder, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
