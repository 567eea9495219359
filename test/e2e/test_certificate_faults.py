"""Certificates of every kind of fault: test_certificate_faults.py LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import re
import sys
import unittest

from certificate_case import RETRY, SOURCE, Certificates


class Faults(Certificates):
    def setUp(self):
        super().setUp()
        self.write("retry.ded", RETRY)

    def test_late_messages(self):
        """Bugs that need a late message: certified if they are repaired, otherwise a counterexample with the
        least delay.
        """
        for bug, late in (("raft-45", "D("), ("raft-66", "D("), ("spark-9256", "D("), ("raft-42", "D(")):
            self.farm(os.path.join(SOURCE, "configs", f"{bug}.yaml"), "--certificate", bug, status=0)
            self.accepted("no fault set violates it", name=bug)
            self.farm(os.path.join(SOURCE, "configs", "mutants", f"{bug}.yaml"), "--certificate", f"{bug}-mutant", status=1)
            self.accepted("minimal, no smaller one does", name=f"{bug}-mutant")
            claim = self.read(f"{bug}-mutant/claim.txt")
            self.assertRegex(claim, r"(?m)^violates .*" + re.escape(late))
            later = re.sub(r"\+(\d)\)", lambda by: f"+{int(by.group(1)) + 1})", claim)
            self.write(f"{bug}-mutant/claim.txt", later)
            self.assertEqual(self.check(f"{bug}-mutant").returncode, 1, later)
            self.write(f"{bug}-mutant/claim.txt", claim.replace("violates D(", "violates U("))
            self.rejected("than the claim allows|not admitted by the limits", name=f"{bug}-mutant")

    def test_fifo_channels(self):
        """If channels are fifo, bugs that need overtaking are gone, and one that needs two channels stays."""
        mutants = os.path.join(SOURCE, "configs", "mutants")
        self.farm(os.path.join(mutants, "raft-66.yaml"), "--order", "fifo", "--certificate", "order", status=0)
        self.accepted(", channels fifo", "no fault set violates it", name="order")
        self.damaged("order", ("order fifo\n", ""), ("order fifo", "order any"), (r"late \d+\n", "late 0\n"))
        self.farm(os.path.join(mutants, "raft-66.yaml"), "--certificate", "any", status=1)
        claim = self.read("any/claim.txt")
        self.write("any/claim.txt", re.sub("claim .*\n", "", claim) + "order fifo\n")
        self.rejected("violates nothing", name="any")  # this message overtakes another one
        self.farm(os.path.join(mutants, "spark-9256.yaml"), "--order", "fifo", "--certificate", "two", status=1)
        self.accepted("violates      D(d,m,1,+2)\n", "minimal, no smaller one does", name="two")
        # A lost message overtakes nothing.
        self.write("lost.ded", 'go("a")@1;\ngo("a")@2;\npeer("a", "b")@1;\npeer(N, M)@next :- peer(N, M);\nthird("b")@3;\nsaid("a", "x")@1;\nsaid(N, X)@next :- said(N, X);\n'
                   'got(M, "x")@async :- go(N), peer(N, M);\ngot(N, X)@next :- got(N, X);\nkept(N, X) :- got(N, X), third(N);\nkept(N, X)@next :- kept(N, X);\n'
                   'pre(X) :- said("a", X);\npost(X) :- kept("b", X);\n')
        self.farm("lost.ded", "-N", "a,b", "-t", "6", "-f", "3", "--omissions", "1", "--delay-max", "2", "--delay-count", "1", "--order", "fifo", "--stop", "all", "--certificate", "lost", status=1)
        self.accepted("violates      O(a,b,2) D(a,b,1,+2)\n", "every one that does contains one of them", name="lost")

    def test_relations_that_are_late_by_themselves_and_messages_to_oneself(self):
        self.write("two.ded", 'word("x")@1;\nword(X)@next :- word(X);\nstep("a", 0)@1;\nstep(N, T + 1)@next :- step(N, T), T < 3;\n'
                   'put("b", T)@async :- step("a", T);\nask("b", T)@async :- step("a", T);\ntick(N, T)@async :- step(N, T);\n'
                   'bad(R)@next :- put(R, T), notin ask(R, T);\nbad(R)@next :- bad(R);\npre(X) :- word(X);\npost(X) :- word(X), notin bad(_);\n')
        run = ["two.ded", "-N", "a,b", "-t", "5", "-f", "1", "-c", "1", "--delay-max", "1"]
        self.farm(*run, "--delay-self", "--certificate", "together", status=0)
        self.accepted("those to oneself, too", "no fault set violates it", name="together")
        self.farm(*run, "--delay-unit", "relation", "--stop", "all", "--certificate", "apart", status=1)
        self.accepted("each relation by itself", "late relation ask\n", "violates      D(a,b,1,ask,+1)\n", "every one that does contains one of them", name="apart")
        claim = self.read("apart/claim.txt")
        for there, wrong, why in (
            ("late-relation ask\n", "", "not admitted"),
            ("late-relation ask\n", "late-relation asc\n", "not admitted|no rule sends"),
            ("late-relation ask\n", "late-relation ask\nlate-relation bad\n", "late-relation bad, but no rule sends this relation"),
            ("late-relation ask\n", "late-relation ask\nlate-self yes\ncrash-model halt\n", "the key occurs twice|late-self does not work"),
            ("D(a,b,1,ask,+1)", "D(a,b,1,+1)", "not admitted"),
            ("D(a,b,1,ask,+1)", "D(a,b,1,tick,+1)", "not admitted|violates nothing"),
        ):
            self.assertIn(there, claim)
            self.write("apart/claim.txt", claim.replace(there, wrong, 1))
            self.rejected(why, name="apart")
        self.write("apart/claim.txt", re.sub("(?m)^(violates|claim) .*\n", "", claim) + "claim certified\n")
        self.assertEqual(self.check("apart").returncode, 1)

    def test_restarts_and_partitions(self):
        for config, fault in (("twopc-recovery", "late-log"), ("primary-backup-log", "forgetful"), ("spark-3150", "")):
            self.farm(os.path.join(SOURCE, "configs", f"{config}.yaml"), "--certificate", config, status=0)
            self.accepted("(stop), restarts", "no fault set violates it", name=config)
            mutant = f"{config}-{fault}".rstrip("-")
            self.farm(os.path.join(SOURCE, "configs", "mutants", f"{mutant}.yaml"), "--certificate", "m-" + mutant, status=1)
            self.accepted("minimal, no smaller one does", name="m-" + mutant)
            claim = self.read(f"m-{mutant}/claim.txt")
            found = re.search(r"(?m)^violates .*C\(\w+,\d+\+?,(\d+)\)", claim)
            for there, wrong in ((found[1] + ")", "99)"), (found[1] + ")", "0)")):
                self.write(f"m-{mutant}/claim.txt", claim.replace(there, wrong))
                self.assertEqual(self.check("m-" + mutant).returncode, 1)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "4", "--partitions", "1", "--stop", "all", "--certificate", "cut", status=1)
        self.accepted("partitions 1 (up to 4)", "cut           b c", name="cut")
        claim = self.read("cut/claim.txt")
        self.assertRegex(claim, r"(?m)^violates P\(b")
        for before, after in (("claim all\n", "claim all\ncut a b c d\n"), ("P(b", "P(a"), ("partitions 1", "partitions 0"), ("claim least\n", "claim certified\n")):
            self.assertIn(before, claim)
            self.write("cut/claim.txt", claim.replace(before, after))
            self.assertEqual(self.check("cut").returncode, 1, (before, after))

    def test_partitions_do_not_touch(self):
        """One partition cuts b off at tick 1, and another one c at tick 2. Between them there must be a tick
        without a partition.
        """
        self.write("touch.ded", 'log("a", "x")@1;\nlog(N, P)@next :- log(N, P);\npeer("a", "b")@1;\npeer("a", "c")@2;\nlog(M, P)@async :- log(N, P), peer(N, M);\n'
                   'pre(P) :- log("a", P);\npost(P) :- log("b", P);\npost(P) :- log("c", P);\n')
        run = ["touch.ded", "-N", "a,b,c", "-t", "5", "-f", "4", "--omissions", "none", "--partitions", "2", "--partition-sets", "b,c", "--certificate"]
        self.farm(*run, "touch", status=0)
        self.accepted("cut           b\ncut           c\n", "no fault set violates it", name="touch")
        self.write("touch.ded", self.read("touch.ded").replace('"c")@2', '"c")@3'))
        self.farm(*run, "apart", status=1)
        self.accepted("minimal, no smaller one does", name="apart")

    def test_disks(self):
        """Failed writes and dead disks: certified if the program handles them, otherwise falsified."""
        for config, mutant, said in (("disk-log", "disk-log-ignores-errors", "failed writes 2 (up to 7)"), ("disk-mirror", "disk-mirror-reads-one", "dead disks 1"), ("hdfs-write", "hdfs-write-two-tries", "failed writes 2")):
            self.farm(os.path.join(SOURCE, "configs", f"{config}.yaml"), "--certificate", config, status=0)
            self.accepted(said, "disk          ", name=config)
            self.farm(os.path.join(SOURCE, "configs", "mutants", f"{mutant}.yaml"), "--certificate", mutant, status=1)
            self.accepted("minimal, no smaller one does", name=mutant)
        self.damaged("disk-log-ignores-errors", (r"(?m)^violates .*W\(s,log,\d+", r"violates W(s,log,99"), ("disk s log\n", ""), ("failed-writes 2", "failed-writes 0"), ("crash-model stop", "crash-model silent"),
                     (r"violates .*\nclaim minimal\nclaim least", "claim certified"), ("disk s log", "disk s other"))  # fmt: skip
        self.damaged("disk-mirror-reads-one", (r"violates .*E\(\w+,(left|right),\d+", "violates E(s,log,1"), ("dead-disks 1", "dead-disks 0"))

    def test_what_disks_give_back(self):
        """Corruptions and write-backs: certified if the program checks what it reads, otherwise falsified."""
        for config, mutant, said in (("checksum", "checksum-not-checked", "corruptions 1 (up to 7)"), ("torn-write", "torn-write-trusts-data", "write-backs 2 (up to 7)")):
            self.farm(os.path.join(SOURCE, "configs", f"{config}.yaml"), "--certificate", config, status=0)
            self.accepted(said, "no fault set violates it", name=config)
            self.farm(os.path.join(SOURCE, "configs", "mutants", f"{mutant}.yaml"), "--certificate", mutant, status=1)
            self.accepted(said, "minimal, no smaller one does", name=mutant)
        self.damaged("checksum", ("damaged blk 3", "damaged blk 1"), ("damaged blk 3", "damaged other 3"), ("damaged blk 3", "detected blk"), ("node c\n", "node c\nnode ?\n"), ("crash-model stop", "crash-model halt"),
                     ("corruptions 1\n", "corruptions 2\n"), ("eot 14", "eot 9"))  # fmt: skip
        self.damaged("checksum-not-checked", (r"X\((\w+),blk,\d+\)", r"X(\1,blk,99)"), (r"X\((\w+),blk", r"X(\1,asks"), ("corruptions 1", "corruptions 0"), (r"disk d\d blk\n", ""))
        self.damaged("torn-write", ("written-back data", "written-back fresh"), ("written-back data", "written-back put"))
        self.damaged("torn-write-trusts-data", (r"F\(s,data,\d+\)", "F(s,data,99)"), (r"F\(s,data", "F(s,sum"), ("write-backs 2", "write-backs 0"), ("written-back data\n", ""), (r"violates .*\nclaim minimal\nclaim least", "claim certified"))

    def test_disks_that_programs_read(self):
        """Only buffered relations have a disk that programs read. No rule writes it, and nothing is known of it
        at the start.
        """
        text = 'buffered log;\nlog("a", "x")@1;\nlog(N, X)@next :- log(N, X);\nsync("a", "log")@2;\nheld("b", "x")@4;\nheld(N, X)@next :- held(N, X);\npre(X) :- held(_, X);\npost(X) :- dur.log("a", X);\nhi("b", X)@async :- log("a", X);\n'
        self.write("disk.ded", text)
        for model, status in (("silent", 0), ("halt", 1), ("stop", 1)):
            self.farm("disk.ded", "-N", "a,b", "-t", "6", "-f", "2", "-c", "1", "--crash-model", model, "--stop", "all", "--certificate", model, status=status)
            self.accepted("violate", name=model)
        self.write("silent/program/disk.ded", text.replace("buffered log;", ""))
        self.rejected("relation that is not buffered", name="silent")
        for more, why in (('dur.log("a", "x")@1;', "the program derives the contents of a disk"), ("dur.log(N, X) :- log(N, X);", "the program derives the contents of a disk"), ("down(N) :- log(N, _);", "must not derive the built-in relation"),
                          ("sync(N) :- log(N, _);", "columns"), ("sync(N, 1) :- log(N, _);", "a string and an integer"), ("post(X) :- dur.log(X);", "columns")):
            self.write("silent/program/disk.ded", text + more)
            self.rejected(why, name="silent")

    def test_what_a_sync_writes_is_not_damaged(self):
        """This also holds if a rule reads what it writes from the disk, in ldfi-farm and in ldfi-check."""
        self.write("anew.ded", 'buffered p;\np("a", "x")@1;\nsync("a", "p")@1;\nsync("a", "p")@3;\np(N, X)@next :- p(N, X), first(N);\nfirst("a")@1;\np(N, X)@next :- dur.p(N, X);\n'
                   'third("a")@4;\npre("go") :- p("a", _);\npost("go") :- dur.p("a", "x"), third("a");\n')
        run = ["anew.ded", "-N", "a,b", "-t", "4", "-f", "3", "--disk-corrupt", "1", "--omissions", "none"]
        self.farm(*run, "--stop", "all", "--certificate", "anew", status=1)
        self.accepted("violates      X(a,p,2)\naccepted      1 fault set violates it, minimal, no smaller one does, and every one", name="anew")
        self.farm(*run, "--replay", "X(a,p,3)", status=0)

    def test_pauses(self):
        self.farm(os.path.join(SOURCE, "configs", "lease.yaml"), "--certificate", "lease", status=0)
        self.accepted("pauses 2 (up to 10)", "no fault set violates it", name="lease")
        self.farm(os.path.join(SOURCE, "configs", "mutants", "lease-not-fenced.yaml"), "--certificate", "fenced", status=1)
        self.accepted("minimal, no smaller one does", name="fenced")
        self.damaged("fenced", (r"S\((\w+),(\d+),\d+\)", r"S(\1,\2,\2)"), (r"S\((\w+),(\d+),\d+\)", r"S(\1,\2,99)"), ("pauses 2", "pauses 0"), (r"violates .*\nclaim minimal\nclaim least", "claim certified"))

    def test_partitions_in_one_direction(self):
        self.farm(os.path.join(SOURCE, "configs", "primary-lease.yaml"), "--certificate", "lease", status=0)
        self.accepted("partitions 2", ">", "no fault set violates it", name="lease")
        self.farm(os.path.join(SOURCE, "configs", "mutants", "primary-lease-unasked.yaml"), "--certificate", "unasked", status=1)
        self.accepted("minimal, no smaller one does", name="unasked")
        claim = self.read("unasked/claim.txt")
        self.damaged("unasked", (r"(?m)^(violates .*?)P\(([^>,]*)>([^,]*),", r"\1P(\3>\2,") if re.search("(?m)^violates .*>", claim) else ("partitions 2", "partitions 0"), (r"(?m)^cut .*>.*\n", "cut a>nobody\n"), (r"violates .*\nclaim minimal\nclaim least", "claim certified"))
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "4", "--omissions", "none", "--partitions", "1", "--one-way", "--stop", "all", "--certificate", "cut", status=1)
        self.accepted("cut           a b>c", "violates      P(a b>c,1,4)", ", and every one that does contains one of them", name="cut")
        self.damaged("cut", (r"P\(a b>c,1,4\)", "P(a c>b,1,4)"), (r"P\(a b>c,1,4\)", "P(c>a b,1,4)"), (r"violates P\(a b>c,1,4\)\n", ""), ("node a\n", "node a\nnode d>e\n"))

    def test_what_is_only_called_like_what_is_built_in(self):
        """`down` and `restart` have one column of strings. Another relation with such a name, which is not
        derived, is empty.
        """
        text = 'node("a", "b")@1;\nnode(X, Y)@next :- node(X, Y);\nnum("a", 3)@1;\nnum(X, Y)@next :- num(X, Y);\nhi(Y)@async :- node(X, Y);\npre(N, I) :- num(N, I);\npost(N, I) :- num(N, I), notin {};\n'
        for number, other in enumerate(("down(I)", "down(N, I)", "restart(N, I)", "restart(I)")):
            self.write("other.ded", text.format(other))
            for options in (["-c", "1"], ["--restarts", "1"]):
                name = f"{number}{options[0]}"
                self.farm("other.ded", "-N", "a,b", "-t", "4", "-f", "2", *options, "--certificate", name, status=0)
                self.accepted("no fault set violates it", name=name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
