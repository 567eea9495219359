#!/usr/bin/env python3
"""Tests how the Python module shows specifications. Usage: specifications_test.py SOURCE_FOLDER"""

import os
import pathlib
import sys
import tempfile
import unittest

SOURCES = os.path.abspath(sys.argv[1])
sys.path[:0] = [f"{SOURCES}/results/python", f"{SOURCES}/test/support"]

import ldfi_results as ldfi  # noqa: E402
import sample  # noqa: E402
import sealed  # noqa: E402
from ldfi_results import __main__ as command  # noqa: E402
from specified import FALSIFIES, ROWS, SPECIFICATIONS, rewrite, specify  # noqa: E402

CELLS = [(4, 2, 0, "counterexample", 3, [("O(a,b,1)", True), ("O(b,a,1)", True)]), (4, 1, 0, "certified", 1, [])]
GROUP = "details/0000"


class Specifications(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "x.h5"
        sample.write(self.path, CELLS, version=3)

    def specified(self, change=lambda file: None):
        with sealed.edited(self.path) as file:
            specify(file)
            change(file)
        return self.path

    def refused(self, change, why):
        with self.assertRaisesRegex(ldfi.DamagedFile, why):
            ldfi.load(self.specified(change))

    def test_are_a_frame(self):
        found = ldfi.load(self.specified()).specifications
        self.assertEqual(found["cell"].tolist(), [0, 0, 1, 1])
        self.assertEqual(found["specification"].tolist(), [0, 1, 0, 1])
        columns = ["name", "severity", "when", "explains", "text", "verdict"]
        self.assertEqual([tuple(row) for row in found[columns].values.tolist()], ROWS * 2)
        self.assertEqual(found["falsifiers"].tolist(), [[0], [], [], []])

    def test_are_none_in_other_files(self):
        found = ldfi.load(self.path).specifications
        self.assertEqual((len(found), found.columns[:3].tolist()), (0, ["cell", "specification", "name"]))

    def test_of_several_files_name_their_cells(self):
        other = self.path.with_name("y.h5")
        sample.write(other, CELLS, version=3)
        found = ldfi.load(other, self.specified()).specifications
        self.assertEqual(found["cell"].tolist(), [2, 2, 3, 3])

    def test_are_printed(self):
        out = command.describe(str(self.specified()))
        self.assertIn("  critical     lost (always): counterexample, 1 falsifier", out)
        self.assertIn("  minor        slow (after 2): certified", out)

    def test_values_that_mean_nothing_are_refused(self):
        lost = ROWS[0]
        for row, why in ((("", *lost[1:]), "not one name each"), (("a\nb", *lost[1:]), "not one name each"),
                         ((lost[0], "fatal", *lost[2:]), "'fatal' is none of critical, info"),
                         ((*lost[:2], "after 0", *lost[3:]), "'after 0' is not a time"), ((*lost[:2], "after 9999999999", *lost[3:]), "is not a time"),
                         ((*lost[:2], "always ", *lost[3:]), "is not a time"), ((*lost[:5], "fine"), "'fine' is none of"),
                         ((*lost[:3], 0, *lost[4:]), "row 0 is not before row 0"), ((*lost[:3], -2, *lost[4:]), "row -2 is not before row 0")):
            with self.subTest(row=row):
                self.refused(lambda f, row=row: rewrite(f[GROUP], "specifications", SPECIFICATIONS, [row]), why)
        self.refused(lambda f: rewrite(f[GROUP], "specifications", SPECIFICATIONS, [lost, lost]), "not one name each")

    def test_rows_that_point_nowhere_are_refused(self):
        for rows, why in (([(2, 0)], "specification 2 of 2"), ([(0, 2)], "falsifier 2 of 2"), ([(0, 1), (0, 0)], "falsifier 0 after 1"),
                          ([(0, 1), (1, 0), (0, 1)], "falsifier 1 after 1")):
            with self.subTest(rows=rows):
                self.refused(lambda f, rows=rows: rewrite(f[GROUP], "falsifies", FALSIFIES, rows), f"falsifies: .*{why}")

    def test_tables_that_are_missing_are_named(self):
        for name in ("specifications", "falsifies"):
            self.refused(lambda f, name=name: f[GROUP].pop(name), f"/details/0000/{name}: is missing")

    def test_columns_of_the_frame_are_refused(self):
        wider = [*SPECIFICATIONS, ("falsifiers", "u4")]
        self.refused(lambda f: rewrite(f[GROUP], "specifications", wider, [(*ROWS[0], 1)]), "a column falsifiers does not belong there")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
