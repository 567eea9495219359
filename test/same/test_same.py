"""The comparison of two builds can fail: test_same.py PROGRAM SOURCE_DIR

A build is compared with itself, and with one whose programs answer something else in one place.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import normal

BUILD = Path(sys.argv[1]).resolve().parent
SAME = [sys.executable, "-B", os.path.join(os.path.abspath(sys.argv[2]), "test", "same", "same.py")]
CASES = "^search/(retry-deliv|sweeps/lease)$"

# A program that runs the true one and changes one word of what it says.
WRAPPER = """#!/bin/sh
"{program}" "$@" > answer.tmp
status=$?
sed 's/{word}/{other}/' answer.tmp
rm -f answer.tmp
exit {status}
"""


class Same(unittest.TestCase):
    def compare(self, old, new, *options):
        return subprocess.run([*SAME, old, new, *options], capture_output=True, text=True, check=False)

    def linked(self, folder):
        """The same build, in another folder."""
        for name in ("ldfi-farm", "ldfi-results", "ldfi-check"):
            os.symlink(BUILD / name, os.path.join(folder, name))
        return folder

    def changed(self, folder, word, other, status="$status", which="ldfi-farm"):
        """A build folder in which one program says other in place of word."""
        self.linked(folder)
        os.unlink(os.path.join(folder, which))
        with open(os.path.join(folder, which), "w", encoding="utf-8") as stream:
            stream.write(WRAPPER.format(program=BUILD / which, word=word, other=other, status=status))
        os.chmod(os.path.join(folder, which), 0o755)
        return folder

    def test_a_build_is_like_itself(self):
        done = self.compare(BUILD, BUILD, "--cases", CASES, "--ranks", "1,2")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("4 runs of 2 cases: 0 differ, 0 not compared", done.stdout)

    def test_where_a_build_lies_is_no_difference(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.compare(BUILD, self.linked(folder), "--cases", "^search/retry-deliv$")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_another_answer_is_found(self):
        for word, other, status, which in (
            ("counterexample", "certified", "$status", "ldfi-farm"),
            ("C(a,2)", "C(a,3)", "$status", "ldfi-results"),
            ("", "", "3", "ldfi-results"),
        ):
            with self.subTest(word=word, which=which), tempfile.TemporaryDirectory() as folder:
                done = self.compare(BUILD, self.changed(folder, word, other, status, which), "--cases", "^search/retry-deliv$")
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn("differs: search/retry-deliv, 1 rank", done.stdout)

    def test_lines_of_progress_are_not_compared(self):
        words = " elapsed           cell   phase\n 0:00:10              -   executing\nldfi-farm: kept\n"
        self.assertEqual(normal.errors(words, 1), "ldfi-farm: kept")

    def test_a_case_that_is_no_command_is_not_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.compare(BUILD, self.changed(folder, "", "", "64"), "--cases", "^count/retry-deliv$")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("1 not compared", done.stdout)

    def test_a_part_of_the_cases(self):
        names = [subprocess.run([*SAME, "--list", "--share", f"{i}/3"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1] for i in range(3)]
        together = [name for share in names for name in share]
        self.assertEqual(len(together), len(set(together)))
        self.assertEqual(sorted(together), sorted(subprocess.run([*SAME, "--list"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=0)
