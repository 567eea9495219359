"""What ldfi-farm says and how it leaves, for right and wrong inputs.

test_program.py PROGRAM SOURCE_DIR
"""

import os
import pty
import re
import subprocess
import sys
import unittest

from program import DELIV, FALSIFIER, KAFKA, PROGRAM, SOURCE_DIR, ProgramCase
from terminal import all_of



class Program(ProgramCase):
    def test_help_and_version(self):
        self.assertIn("--strategy", self.expect(0, "--help").stdout)
        self.assertIn("--negation", self.expect(0, "--help", "search").stdout)
        self.expect(64, "--help", "serch", says="did you mean search?")
        self.assertRegex(self.expect(0, "--version").stdout, r"^ldfi-farm \d+\.\d+\.\d+\n$")

    def test_counterexample(self):
        result = self.expect(1, KAFKA)
        self.assertIn(FALSIFIER, result.stdout)
        self.assertTrue(os.path.exists(self.path("kafka.h5")))

    def test_an_older_result_is_kept(self):
        self.expect(1, KAFKA)
        self.expect(1, KAFKA)
        self.assertEqual(sorted(os.listdir(self.folder.name)),
                         ["kafka.h5", "kafka.journal", "kafka.prev.h5"])

    def test_progress_and_warnings_go_to_stderr(self):
        program = self.write("p.ded", DELIV + 'late("a")@9;')
        result = self.expect(1, program, "-t", "4", "-f", "2", "--summary", "json", says="warning")
        self.assertEqual(len(result.stdout.splitlines()), 1)
        quiet = self.expect(1, program, "-t", "4", "-f", "2", "--quiet")
        self.assertEqual(quiet.stderr, "")

    def test_progress_on_a_terminal(self):
        flux = os.path.join(SOURCE_DIR, "configs/flux.yaml")
        long = [flux, "--expand", "live", "-t", "60", "-f", "58", "--time-limit", "4s", "--summary", "json"]
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PROGRAM, *long], cwd=self.folder.name, stdout=subprocess.PIPE, stderr=terminal)
        os.close(terminal)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 2)
        raw = all_of(ours)
        rewritten = re.findall(r"\r( *\d+:\d\d:\d\d +60/58/1 [^\r\n]*)\x1b\[K", raw)
        self.assertGreater(len(rewritten), 1, raw)  # in place, each second
        self.assertEqual(raw[raw.index(" elapsed "):].count("\n"), 2, raw)  # of the header, and at the end
        said = raw.splitlines()
        names = [i for i, line in enumerate(said) if line.split()[:2] == ["elapsed", "cell"]]
        self.assertEqual(len(names), 1)
        header, row = said[names[0]], said[names[0] + 1]
        self.assertEqual(len(header), len(row))
        self.assertEqual(row.split()[1], "60/58/1")
        self.assertIn("per s", self.expect(0, "--help", "all").stdout)

    # -- wrong inputs

    def test_usage(self):
        for arguments in ([], ["--nonsense"], ["x.ded"], [KAFKA, "--eot"], [KAFKA, "--eot", "x"],
                          [KAFKA, KAFKA], [KAFKA, "--eff", "7"], [KAFKA, "--quiet", "--verbose"],
                          [KAFKA, "--strategy", "exhaustive"]):
            self.assertEqual(self.expect(64, *arguments, says="ldfi-farm: ").stdout, "")
        self.expect(64, KAFKA, "--stratgy", "lineage", says="--strategy")

    def test_wrong_programs(self):
        bounds = ["-t", "4", "-f", "2"]
        self.expect(65, "missing.ded", *bounds, says="missing.ded")
        self.expect(65, self.write("bad.ded", "p(X) :- q(X"), *bounds, says="bad.ded:1:")
        self.expect(65, self.write("two.ded", "p(Z) :- q(X);\np(Y) :- q(X);"), *bounds,
                    says="2 errors")
        os.mkdir(self.path("folder.ded"))
        self.expect(65, "folder.ded", *bounds)
        os.mkfifo(self.path("fifo.ded"))
        self.expect(65, "fifo.ded", *bounds)
        self.expect(65, self.write("p.ded", DELIV), *bounds, "-c", "5", says="crashes")
        self.expect(65, self.write("p.ded", DELIV), *bounds, "-N", "a,c", says='"b"')

    def test_wrong_configs(self):
        self.expect(65, "missing.yaml", says="missing.yaml")
        self.expect(65, self.write("c.yaml", "program: [p.ded]\nfspec: {eot: 4, eff: 2, cresh: 1}\n"),
                    says="c.yaml:2:")
        self.expect(65, self.write("d.yaml", "program: [p.ded\n"), says="d.yaml:")

    def test_wrong_replays(self):
        for text in ("O(a,b", "O(a,b,99)", "C(nobody,1)", "O(a,a,1)", "C(a,1) C(b,1)"):
            self.expect(65, KAFKA, "--replay", text, says="--replay:1:")

    def test_arithmetic_errors_are_located(self):
        failing = DELIV + "n(X, 1 / 0) :- bcast(X, _);"
        self.expect(65, self.write("p.ded", failing), "-t", "4", "-f", "2", says="p.ded:10:")
        # Only some fault sets divide by zero: found by the search.
        rare = DELIV + 'n("b", 1 / 0)@next :- node("a", "b"), notin log("b", "data"), late("b");' \
            + 'late("b")@3;'
        result = self.expect(65, self.write("q.ded", rare + 'post(P) :- pre(P);'), "-t", "4", "-f",
                             "2", says="q.ded:10:")
        self.assertEqual(result.stdout, "")

    # -- a hostile environment

    def test_unwritable_output(self):
        self.expect(74, KAFKA, "-o", "no/such/folder/x.h5", says="no/such/folder")
        self.expect(74, KAFKA, "-o", "/dev/null")

    def test_stdout_that_takes_nothing(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in (["--help"], [KAFKA], [KAFKA, "--check"],
                              [KAFKA, "--replay", "none"]):
                self.expect(74, *arguments, stdout=full, says="stdout")

    def test_reader_that_went_away(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            self.expect(74, KAFKA, stdout=pipe)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
