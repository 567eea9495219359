#!/usr/bin/env python3
"""Tests the sweeps of the benchmark page with a short duration: sweep_test.py LDFI_FARM SOURCE_DIR."""

import csv
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure  # noqa: E402
import sweep  # noqa: E402
from bench import Bench, run_section  # noqa: E402
from page import Page  # noqa: E402

FARM, SOURCE = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()


class Section(unittest.TestCase):
    def test_of_half_a_second_a_sweep(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run_section(Bench(FARM, SOURCE, "", Page(folder), sweep_s=0.5), "sweep", folder)
            with open(folder / "bench/sweep.csv", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual([row["program"] for row in rows], [title for _, title, _ in sweep.PROTOCOLS])
            for row in rows:
                self.assertIn(row["ended"], ("time", "max EOT"), row)
                self.assertEqual(row["clingo ended"], "time", row)
            self.assertIn("0.5", (folder / "sweep.md").read_text(encoding="utf-8"))
            self.assertTrue((folder / "bench/sweep.svg").exists())


class Memory(unittest.TestCase):
    def test_ends_a_sweep_with_what_it_has_certified(self):
        done = sweep.sweep(FARM, SOURCE / "configs/sweeps/ack-deliv.yaml", 60, "half", memory_gb=0.064, core=measure.cores()[0])
        self.assertEqual((done.verdict, done.run.status), ("certified", 0))
        self.assertIn(sweep.ended(done), ("memory", "facts"))
        self.assertGreater(sweep.deepest(done)[0], 8)  # 8 is the paper's EOT


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
