#!/usr/bin/env python3
"""A forgotten @async is not certified in silence: warnings of rules that reach into another node, and verdicts without any fault.

test_forgotten_async.py PROGRAM RESULTS CHECK SOURCES
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, RESULTS, CHECK, SOURCES = (os.path.abspath(path) for path in sys.argv[1:5])

BROADCAST = """
node("a", "b")@1;  node("b", "a")@1;
node(N, M)@next :- node(N, M);
bcast("a", "hello")@1;
log(N, P) :- bcast(N, P);
log(N, P)@next :- log(N, P);
"""
ALONE = BROADCAST + "log(M, P){} :- bcast(N, P), node(N, M);\n"
KEPT = """
missing(M, P) :- log(N, P), node(N, M), notin log(M, P);
pre(N, P) :- log(N, P);
post(N, P) :- log(N, P), notin missing(_, P);
"""
MIXED = """
peer("a", "b")@1;  peer("b", "a")@1;
tail("b", "c")@1;  tail("c", "c")@1;
peer(N, M)@next :- peer(N, M);
tail(N, M)@next :- tail(N, M);
write("a", "x")@1;
write(N, V)@next :- write(N, V);
got(M, V, N)@async :- write(N, V), peer(N, M), notin ack(N, V);
ack(N, V)@async :- got(M, V, N);
ack(N, V)@next :- ack(N, V);
passed(C, V){} :- got(M, V, _), tail(M, C);
log(N, V) :- passed(N, V);
log(N, V)@next :- log(N, V);
pre(V) :- ack("a", V), notin crash(_, "c", _);
post(V) :- log("c", V);
"""
POSSIBLE = "so no fault was possible"


class Outside(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run_it(self, *arguments, program=PROGRAM, status=None):
        done = subprocess.run([program, *arguments], cwd=self.folder, text=True, capture_output=True, timeout=120, check=False)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def summary(self, *arguments, status):
        return json.loads(self.run_it(*arguments, "--summary", "json", status=status).stdout.splitlines()[-1])


class Warnings(Outside):
    def warnings_of(self, text, *arguments):
        self.write("p.ded", text)
        done = self.run_it("p.ded", "-t", "8", "-f", "4", "-c", "1", "--check", *arguments)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.stderr

    def test_a_rule_that_writes_into_another_node(self):
        for kind in ("", "@next"):
            said = self.warnings_of(ALONE.format(kind) + KEPT)
            self.assertIn("p.ded:7:5: warning: this rule writes into the memory of another node: `log`", said)
            self.assertEqual(said.count("[remote-"), 1, said)
        self.assertIn("p.ded:11:8: warning: this rule writes into the memory of another node: `passed`",
                      self.warnings_of(MIXED.format("")))

    def test_a_message_is_no_such_rule(self):
        self.assertEqual(self.warnings_of(ALONE.format("@async") + KEPT), "")
        self.assertEqual(self.warnings_of(MIXED.format("@async")), "")

    def test_the_first_command_of_the_readme_warns_of_nothing(self):
        done = subprocess.run([PROGRAM, "configs/flux.yaml", "--check"], cwd=SOURCES, text=True, capture_output=True,
                              timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Vacuous(Outside):
    FSPEC = ["p.ded", "-t", "8", "-f", "4"]

    def vacuous(self, *arguments):
        out = self.summary(*self.FSPEC, *arguments, status=2)
        self.assertEqual(out["verdict"], "vacuous")
        self.assertTrue(out["reason"].endswith(POSSIBLE), out)
        return out

    def test_a_program_without_messages(self):
        self.write("p.ded", ALONE.format("") + KEPT)
        for more in ([], ["-c", "1"], ["--strategy", "exhaustive"], ["--count"]):
            self.vacuous(*more)
        text = self.run_it(*self.FSPEC, status=2).stdout
        self.assertIn("NO FAULT WAS POSSIBLE", text)
        self.assertIn(POSSIBLE, text)
        self.assertNotIn("NOTHING WAS PROMISED", text)
        self.assertEqual(self.summary(*self.FSPEC, "--check", status=0)["check"], "vacuous")

    def test_no_fault_in_the_fspec(self):
        self.write("p.ded", ALONE.format("") + KEPT)
        stop = ["--crash-model", "stop", "--restarts", "1"]
        for more in (["-f", "0"], ["-f", "4", "--omissions", "none"], ["-f", "0", *stop]):
            self.assertEqual(self.summary("p.ded", "-t", "8", *more, status=0)["verdict"], "certified", more)

    def test_messages_that_come_after_the_faults(self):
        late = """wait("a", 1)@1; wait(N, T + 1)@next :- wait(N, T); ok("b")@1; ok(N)@next :- ok(N);
            say("b", T)@async :- wait(N, T), T > 4; pre(N) :- ok(N); post(N) :- ok(N);"""
        self.write("p.ded", late)
        self.vacuous()
        self.assertEqual(self.summary("p.ded", "-t", "8", "-f", "5", status=0)["verdict"], "certified")
        cells = self.summary("p.ded", "--sweep-eot", "8", "--sweep-eff", "0,4,5", "-c", "0", status=2)["cells"]
        self.assertEqual([(c["eff"], c["verdict"]) for c in cells], [(0, "certified"), (4, "vacuous"), (5, "certified")])
        self.assertTrue(cells[1]["reason"].endswith(POSSIBLE), cells)

    def test_a_disk_is_something_that_fails(self):
        self.write("p.ded", """stable log; log("a", "x")@1; log(N, P)@next :- log(N, P); more(N)@next :- log(N, _);
            log(N, "y")@next :- more(N); name("b")@1; pre(N) :- log(N, "x"); post(N) :- log(N, "x");""")
        stop = ["--crash-model", "stop"]
        self.assertEqual(self.summary(*self.FSPEC, *stop, "-c", "1", status=0)["verdict"], "certified")
        self.vacuous("-N", "a,b")  # no disk fails, and there is no message that could be lost

    def test_specifications_are_vacuous_too(self):
        self.write("p.ded", ALONE.format("") + "pre(N) :- log(N, _); post(N) :- log(N, _);")
        self.write("p.spec", 'spec lost critical always; lost(N) :- bcast(N, P), notin log(N, P);')
        out = self.vacuous("--spec", "p.spec")
        self.assertEqual({s["name"]: s["verdict"] for s in out["specs"]}, {"invariant": "vacuous", "lost": "vacuous"})

    def test_files_and_certificates(self):
        self.write("p.ded", ALONE.format("") + KEPT)
        done = self.run_it(*self.FSPEC, "-c", "1", "-o", "r.h5", "--certificate", "proof", status=2)
        self.assertIn("no certificate: ", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "proof")))
        self.assertIn(POSSIBLE, self.run_it("summary", "r.h5", program=RESULTS, status=0).stdout)
        self.assertIn("failure ids   0", self.run_it("coverage", "r.h5", program=RESULTS, status=0).stdout)
        self.assertEqual(self.summary(*self.FSPEC, "-c", "1", "-o", "s.h5", status=2)["verdict"], "vacuous")
        self.assertEqual(self.summary(*self.FSPEC, "-c", "1", "-o", "s.h5", "--resume", status=2)["verdict"], "vacuous")
        done = self.run_it("p.ded", "--sweep-eot", "8", "--sweep-eff", "0,4", "--certificate", "cells", status=2)
        self.assertIn("the certificates of 1 cells", done.stderr)
        self.run_it("cells", program=CHECK, status=0)

    def test_forever(self):
        self.write("p.ded", ALONE.format("") + KEPT)
        for more in ([], ["-c", "1"]):
            out = self.summary("p.ded", "--forever", *more, status=2)
            self.assertEqual(out["verdict"], "vacuous")
            self.assertTrue(out["reason"].endswith(POSSIBLE), out)
        out = self.summary("p.ded", "--forever", "--omissions", "none", status=0)
        self.assertEqual(out["verdict"], "certified-forever")


class Includes(Outside):
    def layout(self):
        self.write("project/commit/p.ded", """include "../util/t.ded"; log("a","x")@1; log(N,P)@next :- log(N,P); peer("a","b")@1;
            log(M,P)@async :- log(N,P), peer(N,M); pre(P) :- log("a",P); post(P) :- log("b",P);""")
        self.write("project/util/t.ded", 'include "../lib/deep.ded";')
        self.write("project/lib/deep.ded", "peer(N,M)@next :- peer(N,M);")
        self.write("project/c.yaml", "program: [commit/p.ded]\nnodes: [a, b]\nfspec: {eot: 4, eff: 2}\n")

    FSPEC = ["-N", "a,b", "-t", "4", "-f", "2"]

    def test_a_repository_is_one_project(self):
        self.layout()
        os.mkdir(os.path.join(self.folder, "project/.git"))
        self.run_it("project/commit/p.ded", *self.FSPEC, status=0)
        self.run_it("project/c.yaml", status=0)

    def test_without_a_repository_the_hint_names_the_folder(self):
        self.layout()
        self.folder = os.path.join(self.folder, "project")
        done = self.run_it("commit/p.ded", *self.FSPEC, status=65)
        self.assertIn("commit/p.ded:1:9: error: `util/t.ded` is outside of the folders of this run", done.stderr)
        self.assertIn("allow it with `-I .`", done.stderr)
        self.run_it("commit/p.ded", *self.FSPEC, "-I", ".", status=0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
