#!/usr/bin/env python3
"""Tests the tools of the benchmark page, but not what the sections measure: bench_test.py."""

import importlib
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import aiger  # noqa: E402
import bench  # noqa: E402
import measure  # noqa: E402
import pairs  # noqa: E402
import sweep  # noqa: E402
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


    def test_a_process_on_one_core(self):
        core = max(os.sched_getaffinity(0))
        report = "import os; print(os.sched_getaffinity(0))"
        self.assertEqual(measure.run([sys.executable, "-c", report], 30, core=core).output, f"{{{core}}}\n")

    def test_a_process_without_enough_memory(self):
        run = measure.run([sys.executable, "-c", "bytes(2**28)"], 30, memory_gb=0.125)
        self.assertEqual((run.status, run.timed_out), (1, False))


class Sweeps(unittest.TestCase):
    def test_say_why_they_ended(self):
        def ended(why):
            conclusion = f"<6,5,1> is the deepest certified Fspec; the sweep ended at EOT 9 ({why})"
            return sweep.ended(measure.Farm(measure.Run(0, 1, 1, 1, "", False), {"conclusion": conclusion}))

        self.assertEqual([ended(why) for why in ("time", "max EOT", "more than 9 facts; see --max-facts and --memory-limit")],
                         ["time", "max EOT", "facts"])  # fmt: skip


class Pairs(unittest.TestCase):
    def test_have_an_interval_around_their_mean(self):
        row = pairs.Row("r", [], ratios=[0.5, 2.0, 1.0])
        low, high = row.interval()
        self.assertAlmostEqual(row.mean(), 1)
        self.assertAlmostEqual(low * high, 1)
        self.assertAlmostEqual(high, 5.5957, places=3)  # exp(4.303 * ln 2 / sqrt 3)

    def test_take_the_rows_of_the_sections(self):
        source = pairs.Source(Path(__file__).resolve().parents[2])
        rows = pairs.programs(source, "rival")
        self.assertEqual((rows[1].name, rows[1].arguments[1:]), ("simple-deliv × 2", ["--eot", "8", "--eff", "6"]))
        self.assertTrue(all(row.name.startswith("systems/") for row in pairs.systems(source)))


class Pages(unittest.TestCase):
    def test_keep_their_tables_as_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Page(Path(folder))
            page.text("words")
            page.table("t", ["a", "b"], [["1,5", "x"]])
            self.assertEqual(page.write().read_text(), "words\n\n| a | b |\n| --- | --- |\n| 1,5 | x |\n")
            self.assertEqual((Path(folder) / "bench/t.csv").read_text(), 'a,b\n"1,5",x\n')


class Circuits(unittest.TestCase):
    #: A switch that stays on once its input was true: next = not (not switch and not input). Outputs: the
    #: other gate, and the constant 0.
    SWITCH = b"aig 4 1 1 2 2\n7\n8\n0\n" + bytes([1, 2, 4, 2])

    def test_are_read(self):
        circuit = aiger.read(self.SWITCH)
        self.assertEqual(circuit, aiger.Circuit(1, [7], [8, 0], [(5, 3), (4, 2)]))
        many = aiger.read(b"aig 201 200 0 1 1\n402\n" + bytes([0xC8, 0x01, 0x02]))
        self.assertEqual(many.gates, [(202, 200)])

    def test_of_other_kinds_are_refused(self):
        for head in (b"aag 1 1 0 0 0\n", b"aig 3 1 1 0 0\n", b"aig 1 1 0 0 0 1\n", b"aig 1 0 1 0 0\n2 1\n"):
            with self.assertRaises(ValueError):
                aiger.read(head)

    @unittest.skipUnless(shutil.which("z3"), "no z3")
    def test_as_horn_clauses_say_what_they_do(self):
        switch = aiger.Circuit(1, [7], [4], [(5, 3)])
        # A is true at every second tick, b one tick later; output 6 means both.
        turns = aiger.Circuit(0, [3, 2], [6], [(4, 2)])
        cases = [(switch, [4], "unsat"), (switch, [0], "sat"), (switch, [0, 4], "unsat"), (turns, [6], "sat"), (turns, [4], "unsat"),
                 (turns, [7], "unsat"), (turns, [1], "unsat"), (aiger.Circuit(0, [2], [2], []), [2], "sat"),
                 (aiger.Circuit(1, [4, 6], [6], []), [6], "sat"), (aiger.Circuit(1, [2, 4], [6], []), [6], "unsat"),
                 (aiger.Circuit(0, [], [1], []), [1], "unsat"), (aiger.Circuit(0, [], [0], []), [0], "sat"),
                 (aiger.Circuit(1, [], [2], []), [2], "unsat")]  # fmt: skip
        for circuit, outputs, says in cases:
            with self.subTest(circuit=circuit, outputs=outputs), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "circuit.smt2"
                path.write_text(aiger.horn_clauses(circuit, outputs))
                self.assertEqual(measure.run(["z3", str(path)], 60).output, f"{says}\n")


class Sections(unittest.TestCase):
    def test_are_all_there(self):
        found = {path.stem for path in (Path(__file__).parent / "sections").glob("*.py")}
        self.assertEqual(found, set(bench.SECTIONS))
        for name in bench.SECTIONS:
            module = importlib.import_module(f"sections.{name}")
            self.assertTrue(module.TITLE and callable(module.run), name)


if __name__ == "__main__":
    unittest.main()
