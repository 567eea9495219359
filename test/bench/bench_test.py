#!/usr/bin/env python3
"""The bench's own tools, quickly: bench_test.py. What the sections measure is theirs."""

import importlib
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bench  # noqa: E402
import measure  # noqa: E402
from page import Page, big, number, seconds  # noqa: E402


class Numbers(unittest.TestCase):
    def test_are_short_and_exact_where_that_is_short(self):
        self.assertEqual([number(x) for x in (0, 7, 64.0, 64.72, 99_999, 100_000, 0.0005, "late")],
                         ["0", "7", "64", "64.7", "99999", "1.00e5", "5.00e-4", "late"])  # fmt: skip
        self.assertEqual([big("12"), big("1" * 20), big("7" * 500)], ["12", "1.11e19", "7.77e499"])
        self.assertEqual([seconds(x) for x in (0.0123, 12.34)], ["0.012", "12.3"])


class Measured(unittest.TestCase):
    def test_a_process_that_ends(self):
        run = measure.run(["sh", "-c", "echo out; exit 3"], 30)
        self.assertEqual((run.status, run.output, run.timed_out), (3, "out\n", False))
        self.assertGreater(run.memory_mb, 0)

    def test_a_process_that_does_not(self):
        run = measure.run(["sh", "-c", "sleep 1000 & wait"], 0.2)
        self.assertTrue(run.timed_out)
        self.assertEqual(run.status, -9)


class Pages(unittest.TestCase):
    def test_keep_their_tables_as_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Page(Path(folder))
            page.text("words")
            page.table("t", ["a", "b"], [["1,5", "x"]])
            self.assertEqual(page.write().read_text(), "words\n\n| a | b |\n| --- | --- |\n| 1,5 | x |\n")
            self.assertEqual((Path(folder) / "bench/t.csv").read_text(), 'a,b\n"1,5",x\n')


class Sections(unittest.TestCase):
    def test_are_all_there(self):
        found = {path.stem for path in (Path(__file__).parent / "sections").glob("*.py")}
        self.assertEqual(found, set(bench.SECTIONS))
        for name in bench.SECTIONS:
            module = importlib.import_module(f"sections.{name}")
            self.assertTrue(module.TITLE and callable(module.run), name)


if __name__ == "__main__":
    unittest.main()
