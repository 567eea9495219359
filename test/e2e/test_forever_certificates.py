"""Checks certificates for every EOT as a user of ldfi-check does: test_forever_certificates.py LDFI_FARM
LDFI_CHECK SOURCE_DIR
"""

import os
import subprocess
import sys
import unittest

import certificate_case as certificates

SOURCE = certificates.SOURCE
DISK_LOG = ["--restarts", "1", "--crashable", "s", "--disk-relations", "log", "--disk-nodes", "s"]
# Protocol, nodes, crashes, options.
CERTIFIED = [
    ("retry-deliv", "a,b,c", 0, []), ("redun-deliv", "a,b,c", 1, []), ("ack-deliv", "a,b,c", 1, []), ("bully", "a,b,c", 3, []),
    ("2pc-timeout-agreement", "C,a,b,d", 1, []), ("2pc-timeout-agreement", "C,a,b,d", 1, ["--crash-model", "halt"]), ("flux", "a,b,c,p", 1, []),
    ("3pc", "C,a,b,d", 1, ["--omissions", "none"]), ("paxos", "a,b,c", 1, []), ("paxos-retry", "a,b,c", 1, []),
    ("classic-deliv", "a,b,c", 3, ["--omissions", "none", "--from", "3"]), ("2pc-timeout", "C,a,b,d", 0, ["--omissions", "none", "--from", "5"]),
    ("kafka", "a,b,c,C,Z", 0, []),
    ("twopc-recovery", "C,a,b", 0, ["--restarts", "1"]), ("primary-backup-log", "b,c,p", 0, ["--restarts", "1"]), ("3pc", "C,a,b,d", 0, ["--omissions", "1"]),
    ("ack-deliv", "a,b,c", 1, ["--partitions", "1"]), ("kafka", "a,b,c,C,Z", 0, ["--partitions", "1", "--one-way"]), ("redun-deliv", "a,b,c", 1, ["--max-faults", "2"]),
    ("retry-deliv", "a,b,c", 0, ["--partitions", "2", "--one-way", "--omissions", "none"]), ("3pc", "C,a,b,d", 0, ["--pauses", "1", "--omissions", "none"]),
    ("retry-deliv", "a,b,c", 0, ["--restarts", "1", "--restartable", "b", "--pauses", "1", "--pausable", "c", "--partitions", "1", "--max-faults", "2"]),
    ("disk-log", "c,s", 0, [*DISK_LOG, "--disk-write", "2"]),
    ("disk-mirror", "c,s", 0, ["--restarts", "1", "--crashable", "s", "--disk-dead", "1", "--disk-relations", "left,right", "--disk-nodes", "s", "--max-faults", "2"]),
    ("flux", "a,b,c,p", 0, ["--delay-max", "1", "--delay-count", "2"]), ("redun-deliv", "a,b,c", 1, ["--delay-max", "3", "--delay-budget", "4"]),
    ("ack-deliv", "a,b,c", 1, ["--delay-max", "1", "--duplicates", "1", "--max-faults", "2"]), ("3pc", "C,a,b,d", 0, ["--delay-max", "1", "--delay-count", "1", "--omissions", "none"]),
]  # fmt: skip


class Forever(certificates.Certificates):
    def forever(self, *words, status=0):
        done = subprocess.run([certificates.FARM, *words, "--forever", "--certificate", "certificate"], cwd=self.folder, capture_output=True,
                              text=True, timeout=300, check=False)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def retry(self, *options, status=0):
        self.write("retry.ded", certificates.RETRY)
        return self.forever("retry.ded", "-N", "a,b,c", *options, status=status)

    def change(self, name, before, after):
        text = self.read(name)
        self.assertIn(before, text)
        self.write(name, text.replace(before, after))
        return text


class Accepted(Forever):
    def test_protocols(self):
        for i, (name, nodes, crashes, options) in enumerate(CERTIFIED):
            with self.subTest(name):
                self.forever(f"{SOURCE}/configs/protocols/{name}.ded", "-N", nodes, "-c", str(crashes), *options)
                self.accepted("proved        step\nproved        goal\n", "no fault set violates it, whatever the EOT")
                os.rename(self.path("certificate"), self.path(f"certificate-{i}"))

    def test_what_it_says(self):
        self.retry("-c", "1", "--calm", "3")
        self.accepted("specification every EOT from 3 on, messages lost up to EOT - 3, crashes 1 (silent)\n", "nodes         a b c\n")
        self.assertIn("log(b,x)", self.read("certificate/invariant.txt"))

    def test_every_kind_of_rule(self):
        """A timer that saturates, aggregates, recursion within a tick, a rule with a tick, later crashes, a fact
        that is given later; no pre.
        """
        self.write("more.ded", """
            peer("a", "b")@1; peer("b", "c")@1; peer(X, Y)@next :- peer(X, Y);
            near(X, Y) :- peer(X, Y);
            near(X, Z) :- near(X, Y), peer(Y, Z);
            age("a", 0)@1; age(N, T + 1)@next :- age(N, T);
            log("a", "it's | 1")@1; log(N, P)@next :- log(N, P);
            log(M, P)@async :- log(N, P), near(N, M), age("a", T), T > 2, notin crash(_, N, _);
            late("a", 5)@4; late(N, C)@next :- late(N, C);
            reach(N, count<M>) :- near(N, M), log(N, _)@1;
            post(P) :- log("a", P), reach("a", C), C == 2, late(_, 5), age("a", T), T >= 6;""")
        self.forever("more.ded", "-N", "a,b,c", "-c", "1", "--from", "8")
        self.accepted("promise       what is in post at EOT without faults is there")
        self.assertIn("saturates age 2 6\n", self.read("certificate/claim.txt"))
        self.assertIn("log(a,it\\x27s\\x20\\x7c\\x201)", self.read("certificate/invariant.txt"))

    def test_who_may_not_fail(self):
        self.retry("--calm", "1", "--from", "2", "--omissions-from", "b,c", "-c", "1", "--crashable", "a")
        self.accepted("survivor      b\n", "survivor      c\n", "reliable      a b\n", "reliable      a c\n")
        for line in ("survivor b\n", "reliable a b\n"):
            before = self.change("certificate/claim.txt", line, "")
            self.assertEqual(self.check().returncode, 1)
            self.write("certificate/claim.txt", before)

    def test_what_passes(self):
        options = ["--restarts", "1", "--restartable", "b", "--pauses", "1", "--pausable", "c", "--partitions", "1", "--partition-sets", "a,b", "--max-faults", "2", "--omissions", "9"]
        self.retry("--calm", "3", *options)
        self.accepted("specification every EOT from 3 on, messages lost up to EOT - 3 (at most 9), crashes 0 (stop), restarts 1, partitions 1, pauses 1, "
                      "over by then, at most 2 faults\n", "stayer        a\nstayer        c\ncut           b\ncut           b c\nsteady        a\nsteady        b\n")  # fmt: skip

    def test_what_only_computes_does_not_stand_still(self):
        """No rule reads z. Its rule is only there for its arithmetic."""
        self.write("z.ded", """
            cand("a", 2)@1; cand(N, X)@next :- cand(N, X);
            z(N, 0 / (X - 1))@next :- cand(N, X), notin cand(N, _); hi("b")@async :- cand(N, _);
            pre(X) :- cand(_, X); post(X) :- cand(_, X);""")
        self.forever("z.ded", "-N", "a,b", "--restarts", "1", "--pauses", "1", "--cap", "3")
        self.accepted()

    def test_numbers_beyond_the_cap(self):
        """Facts that are claimed never to hold are not followed. That they do not hold is proved."""
        self.write("cap.ded", """
            round("a", 1, "go")@1; round(N, R + 1, X)@next :- round(N, R, X), vote(_, R), notin end(N, R);
            vote("a", 1)@1; vote(N, R)@next :- vote(N, R);
            end(N, R) :- vote(N, R), R >= 1; hi("b")@async :- vote(N, _);
            round(N, R, X)@next :- round(N, R, X);
            pre(X) :- round("a", _, X); post(X) :- round("a", 1, X);""")
        self.forever("cap.ded", "-N", "a,b", "--cap", "1")
        self.accepted()


class NotCovered(Forever):
    def test_disks_of_buffered_relations(self):
        self.write("disk.ded", 'buffered log;\nlog("a", "x")@1;\nlog(N, X)@next :- log(N, X);\nsync("a", "log")@2;\npre(X) :- log(_, X);\npost(X) :- dur.log("a", X);\n')
        self.assertIn("do not support buffered relations", self.forever("disk.ded", "-N", "a,b", status=64).stderr)


class Rejected(Forever):
    def test_other_claims(self):
        self.retry("-c", "1")
        self.other_claims_are_rejected(
            ("calm 2", "calm 1"), ("pre pre", "pre log"), ("post post", "post log2"), ("node c\n", ""), ("promised 2", "promised 1"),
            ("from 1", "from x"), ("claim certified-forever", "claim certified"), ("calm 2\n", ""), ("from 1\n", ""),
            ("crash-model silent\n", ""), ("claim certified-forever\n", "claim certified-forever\neot 5\n"),
            ("claim certified-forever\n", "claim certified-forever\nclaim certified\n"))  # fmt: skip

    def test_other_programs(self):
        self.retry("-c", "1")
        for before, after in (('"a", "b"', '"b", "b"'), ("peer(N, M)@next :- peer(N, M);", ""), ("log(N, P)@next :- log(N, P);", ""),
                              (', notin crash(_, "a", _)', ""), ("@async", "@next"), ('crash(_, "a", _)', 'crash(_, "b", _)')):  # fmt: skip
            with self.subTest(before):
                self.assertIn(before, certificates.RETRY)
                self.write("certificate/program/retry.ded", certificates.RETRY.replace(before, after))
                # A message to the node itself is not lost.
                self.assertEqual(self.check().returncode, 0 if after == "@next" and self.is_true() else 1)

    def is_true(self):
        self.write("other.ded", self.read("certificate/program/retry.ded"))
        words = [certificates.FARM, "other.ded", "-N", "a,b,c", "-c", "1", "--forever", "--calm", "2", "--quiet"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=60, check=False)
        # vacuous: the program sends nothing, which ldfi-check does not examine.
        return done.returncode in (0, 2)

    def test_one_more_crash(self):
        self.forever(f"{SOURCE}/configs/protocols/kafka.ded", "-N", "a,b,c,C,Z")
        self.change("certificate/claim.txt", "crashes 0", "crashes 1")
        self.rejected("step|goal")

    def test_other_outages(self):
        words = ["--restarts", "1", "--partitions", "1", "--omissions", "1", "--max-faults", "2"]
        self.forever(f"{SOURCE}/configs/protocols/primary-backup-log.ded", "-N", "b,c,p", *words)
        self.other_claims_are_rejected(
            ("restarts 1\n", "restarts 2\n"), ("partitions 1\n", "partitions 2\n"), ("losses 1\n", "losses 2\n"), ("losses 1\n", ""), ("faults 2\n", "faults 3\n"),
            ("faults 2\n", ""), ("restarts 1\n", "restarts 1\nlast-restart 3\n"), ("cut p\n", "cut p\ncut p\n"), ("cut p\n", "cut zz\n"), ("cut c\ncut c p\ncut p\n", ""), ("cut p\n", "cut >\n"), ("calm 8\n", "calm none\n"),
            ("crash-model stop\n", "crash-model halt\n"), ("restarts 1\n", "pauses 1\nrestarts 1\n"), ("faults 2\n", "faults 101\n"))  # fmt: skip

    NOTICING = """
        m("a", 1)@1; m("a", 2)@3;
        got(Y, K)@async :- m("a", K), peer("a", Y);
        peer("a", "b")@1; peer(X, Y)@next :- peer(X, Y);
        early(X) :- got(X, 1), tick(2); early(X)@next :- early(X);
        first(X) :- got(X, 1), tick(3); first(X)@next :- first(X);
        again(X) :- got(X, 1), tick(4); again(X)@next :- again(X);
        other(X) :- got(X, 2), tick(6); other(X)@next :- other(X);
        tick(2)@2; tick(3)@3; tick(4)@4; tick(6)@6;
        pre(X) :- peer("a", X); post(X) :- peer("a", X), notin bad(X);
        bad(X) :- """

    def test_late_messages(self):
        """With one more message, or one more tick of delay, the claim is false. So no part of the claim can be
        left out.
        """
        for bad, options, changes in (
            ("again(X), other(X), notin early(X), notin first(X)", ["--delay-max", "2", "--delay-budget", "3"], [("late-budget 3", "late-budget 4"), ("late-budget 3\n", "")]),
            ("again(X), other(X), notin early(X), notin first(X)", ["--delay-max", "2", "--delay-count", "1"], [("late-count 1", "late-count 2"), ("late-count 1\n", "")]),
            ("again(X), notin early(X), notin first(X)", ["--delay-max", "1"], [("late 1", "late 2"), ("late 1", "late 1000"), ("late 1\n", "late 1\nlate-until 9\n")]),
            ("early(X), first(X), other(X)", ["--duplicates", "1", "--duplicates-within", "2"], [("twice 1", "twice 2")]),
            ("first(X), again(X), notin early(X)", ["--delay-max", "2", "--duplicates", "1", "--duplicates-within", "1"], [("twice-within 1", "twice-within 2"), ("late 2", "order fifo\nlate 2")]),
        ):  # fmt: skip
            with self.subTest(bad=bad, options=options):
                self.write("notice.ded", self.NOTICING + bad + ";")
                self.forever("notice.ded", "-N", "a,b", "--from", "2", *options)
                self.accepted()
                self.other_claims_are_rejected(*changes)
                os.rename(self.path("certificate"), self.path(str(hash((bad, *options)))))

    def test_other_disks(self):
        for name, options, changes in (
            ("disk-log", [*DISK_LOG, "--disk-write", "2"], [("failed-writes 2", "failed-writes 3"), ("disk s log\n", "disk s log\ndisk c log\n"), ("disk s log", "disk x log"),
                                                            ("disk s log", "disk s nothing"), ("disk s log", "disk s say"), ("failed-writes 2", "failed-writes 2\nlast-write 4"), ("calm 6", "calm none")]),
            ("disk-mirror", ["--disk-dead", "1", "--disk-relations", "left,right", "--disk-nodes", "s"], [("dead-disks 1", "dead-disks 2"), ("crash-model stop", "crash-model halt")]),
        ):  # fmt: skip
            with self.subTest(name):
                self.forever(f"{SOURCE}/configs/protocols/{name}.ded", "-N", "c,s", *options)
                self.accepted()
                self.other_claims_are_rejected(*changes)
                os.rename(self.path("certificate"), self.path(name))

    def test_passing_faults_without_calm(self):
        """Without calm ticks, such faults would never have to end."""
        self.retry("--omissions", "none", "--from", "2")
        before = self.read("certificate/claim.txt")
        for more in ("restarts 0\n", "partitions 0\n", "losses 0\n", "pauses 0\n"):
            self.write("certificate/claim.txt", before.replace("calm none\n", "calm none\n" + more).replace("silent", "stop"))
            self.rejected("it says " + more.split()[0])

    def test_invariants(self):
        self.retry()
        good = self.read("certificate/invariant.txt")
        for text, why in (("", "step|goal"), ("log(b,x)\n" + good, "invariant.txt:1: this line of the invariant does not hold at tick 1"), (good + "-log(a,x)\n", "does not hold at tick 1"),
                          (good + "-log(b,x)\n", "step.drup"), (good + "\n", "does not hold at tick 1"), (good + "nothing(b)\n", "does not hold at tick 1"),
                          (good + "-tick[1]\n", ""), (good + "calm[1]\n", "does not hold at tick 1"), (good + "-calm[1]\n", "step.drup")):  # fmt: skip
            with self.subTest(text):
                self.write("certificate/invariant.txt", text)
                if why:
                    self.rejected(why)
        for i in range(len(good.splitlines())):
            lines = good.splitlines(keepends=True)
            del lines[i]
            self.write("certificate/invariant.txt", "".join(lines))
            self.rejected("step.drup|goal.drup")

    def test_columns_that_do_not_saturate(self):
        timer = """
            p("a", "x")@1; p(N, X)@next :- p(N, X);
            age("a", 0)@1; age(N, T + 1)@next :- age(N, T);
            late(X) :- p(_, X), age(_, T), T > 3;
            pre(X) :- late(X); post(X) :- p(_, X), late(X);"""
        self.write("timer.ded", timer)
        self.forever("timer.ded", "-N", "a")
        self.accepted()
        before = self.change("certificate/claim.txt", "saturates age 2 3\n", "saturates age 2 2\n")
        self.rejected("compared with a constant above its limit")
        for line, why in (("saturates age 1 3", "names a column that holds strings"), ("saturates late 1 3\nsaturates age 2 3", "the number is copied into a column that does not saturate"),
                          ("saturates pre 1 3\nsaturates age 2 3", "a number in pre or post"), ("saturates age 3 3", "tuples|a column that does not exist"), ("saturates age 0 3", "not name a column"),
                          ("saturates age 2 3\nsaturates age 2 3", "twice"), ("saturates age 2 3 4", "not name a column")):  # fmt: skip
            with self.subTest(line):
                self.write("certificate/claim.txt", before.replace("saturates age 2 3", line))
                self.rejected(why)
        self.write("certificate/claim.txt", before)
        for rule, why in (("twice(T) :- age(_, T), age(_, T)", "join the number"), ("more(T + T) :- age(_, T)", "does not"), ("more(T) :- age(_, T)", "does not"),
                          ("more(max<T>) :- age(_, T)", "does not"), ("age(N, T - 1)@next :- age(N, T)", "changed by more than an addition"),
                          ("age(N, T * 2)@next :- age(N, T)", "changed by more than an addition"), ("more(N) :- age(N, T), T + 1 > 2", "not a constant"),
                          ("more(N) :- age(N, T), age(_, U), U < T", "not a constant"), ("more(N) :- age(N, _), notin age(N, 4)", "a constant above its limit")):  # fmt: skip
            with self.subTest(rule):
                head = rule.split("(")[0]
                used = f"pre(X) :- late(X), {head}(" + ",".join("_" for _ in rule.split(")")[0].split(",")) + ");"
                self.write("certificate/program/timer.ded", timer + rule + ";" + used)
                self.rejected(why)

    def test_numbers_that_leave_64_bits(self):
        self.write("big.ded", """
            p("a", "x")@1; p(N, X)@next :- p(N, X);
            n("a", 2305843009213693951)@1; n(N, T)@next :- n(N, T);
            m(N) :- n(N, T), T * 4 > 5;
            pre(X) :- p(_, X); post(X) :- p(_, X);""")
        self.forever("big.ded", "-N", "a")
        self.accepted()
        self.change("certificate/program/big.ded", "T * 4", "T * 5")
        self.rejected("step.drup|goal.drup")

    def test_bounds(self):
        """A hostile program that never ends takes neither all memory nor, with a limit, all time."""
        self.retry()
        self.write("certificate/program/retry.ded", certificates.RETRY + 'n("a", 0)@1; n(N, T + 1)@next :- n(N, T); pre(P) :- n(_, P2), log(_, P), P2 < 0;')
        done = subprocess.run([certificates.CHECK, "certificate", "3"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "took longer|million")


class Refused(Forever):
    def test_what_is_not_covered(self):
        file = f"{SOURCE}/configs/protocols/ack-deliv.ded"
        for more, why in ((["-N", "a b,b,c"], "blanks"),):
            done = subprocess.run([certificates.FARM, file, "--forever", "--certificate", "there", *more], cwd=self.folder, capture_output=True, text=True,
                                  timeout=60, check=False)  # fmt: skip
            self.assertIn(done.returncode, (64, 65), why)
            self.assertFalse(os.path.exists(self.path("there")))

    def test_a_counterexample_has_that_of_its_eot(self):
        self.retry("--calm", "1", "--from", "3", status=1)
        self.accepted("specification EOT 3, messages lost up to 2, crashes 0 (silent)", "violates      O(a,b,1) O(a,b,2)", "minimal, no smaller one does")

    def test_what_has_none(self):
        self.write("vacuous.ded", certificates.RETRY.replace('pre(P) :- log("a", P)', 'pre(P) :- log("z", P)'))
        done = self.forever("vacuous.ded", "-N", "a,b,c,z", status=2)
        self.assertIn("no certificate: the answer about `vacuous` has none yet", done.stderr)
        self.assertFalse(os.path.exists(self.path("certificate")))

    def test_a_folder_that_is_there(self):
        self.retry()
        self.assertIn("there already", self.retry(status=64).stderr)


class Names(Forever):
    def test_of_nodes_that_would_be_taken_for_ticks(self):
        for name in ("a@3", "a@x", "a+1", "a[1]"):
            with self.subTest(name):
                self.write("retry.ded", certificates.RETRY.replace('"a"', f'"{name}"'))
                done = self.forever("retry.ded", "-N", f"b,c,{name}", "--restarts", "1", status=64)
                self.assertIn("nodes with", done.stderr)


class Buffered(Forever):
    """A relation with memory and disk is not lost in a restart."""

    VOLATILE = """
volatile p;
p("a", "x")@1; p(N, X)@next :- p(N, X);
peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
m(M, X)@async :- p(N, X), peer(N, M);
pre(N) :- restart(N), p(N, "x"); pre("a") :- peer("a", _);
post("a") :- peer("a", _), notin restart("a"); post("a") :- peer("a", _), notin p("a", "x");
"""

    def test_where_nodes_stop(self):
        self.write("p.ded", self.VOLATILE)
        self.forever("p.ded", "-N", "a,b", "--restarts", "1")
        self.accepted("no fault set violates it, whatever the EOT")
        self.change("certificate/program/p.ded", "volatile p;", 'buffered p; sync(N, "p") :- p(N, _);')
        self.rejected("claims about every EOT do not support buffered relations")
        self.change("certificate/program/p.ded", 'buffered p; sync(N, "p") :- p(N, _);', "buffered p;")
        self.rejected("claims about every EOT do not support buffered relations")
        self.change("certificate/program/p.ded", 'p("a", "x")@1;', 's("a")@1; p(N, "x")@next :- s(N);')
        self.rejected(r"p.ded:3: claims about every EOT do not support buffered relations")

    def test_what_is_written(self):
        self.write("p.ded", 'buffered buf; t("b", 0)@1; t(N, X)@next :- t(N, X); buf(N, "y")@next :- t(N, _); hi("a")@async :- t(N, _);')
        self.write("p.spec", 'spec s critical always; s(V) :- wrote.buf(V, "y");')
        done = self.forever("p.ded", "--spec", "p.spec", "-N", "a,b", status=64)
        self.assertIn("--certificate does not cover this program", done.stderr)
        self.write("p.spec", 'spec s critical always; s(V) :- buf(V, "z");')
        self.forever("p.ded", "--spec", "p.spec", "-N", "a,b")
        self.accepted("whatever the EOT")
        self.change("certificate/s/program/p.spec", 'buf(V, "z")', 'wrote.buf(V, "z")')
        self.rejected("claims about every EOT do not support buffered relations")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
