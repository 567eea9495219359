#!/usr/bin/env python3
"""The numbers of docs/measurements/benchmarks.md about random searches with weights are right: fuzz_test.py LDFI_FARM SOURCE_DIR [--all].

Executions depend on seeds and on nothing else, so each number has to be the same, on any machine. With --all those of all bugs, else of some."""

import sys
import unittest
from pathlib import Path

import fuzzing

FARM, SOURCE = sys.argv[1], Path(sys.argv[2])
SOME = {"raft-46", "raft-58b", "spark-3150", "spark-9256"}
ROWS = [row for row in fuzzing.BUGS if "--all" in sys.argv or row[0] in SOME]


def tables() -> list[dict[str, list[str]]]:
    """Returns the three tables of the section: each row by the name of its bug, and the header by `bug`."""
    section = (SOURCE / "docs/measurements/benchmarks.md").read_text(encoding="utf-8").split("## Random searches")[1].split("\n## ")[0]
    out: list[dict[str, list[str]]] = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| bug"):
            out.append({})
        if line.startswith("|"):
            out[-1][cells[0]] = cells[1:]
    return out


class Table(unittest.TestCase):
    def check(self, table: dict[str, list[str]], weights: list[str], of) -> None:
        self.assertEqual(table["bug"], weights)
        self.assertEqual(set(table) - {"bug", "---"}, {fuzzing.named(bug, beside) for bug, beside, _ in fuzzing.BUGS})
        for bug, beside, budget in ROWS:
            with self.subTest(bug=bug, beside=beside):
                found = [str(one) for one in of(FARM, SOURCE / "configs", bug, beside, budget)]
                self.assertEqual(table[fuzzing.named(bug, beside)], found)

    def test_what_shows_the_bug(self):
        self.check(tables()[0], fuzzing.SHOWING, fuzzing.of_the_kind)

    def test_what_does_not(self):
        self.check(tables()[1], fuzzing.BESIDE, fuzzing.among_others)

    def test_real_nodes(self):
        table = tables()[2]
        self.assertEqual(table["bug"], fuzzing.SHOWING)
        self.assertEqual(set(table) - {"bug", "---"}, set(fuzzing.NODES))
        for bug in fuzzing.NODES if "--all" in sys.argv else ("raft-66", "spark-9256"):
            with self.subTest(bug=bug):
                self.assertEqual(table[bug], [str(one) for one in fuzzing.of_nodes(FARM, SOURCE / "configs", bug)])

    def test_nothing_but_the_defect_is_found(self):
        for bug in sorted({bug for bug, _, _ in ROWS}):
            self.assertTrue(fuzzing.certified_without_the_defect(FARM, SOURCE / "configs", bug), bug)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
