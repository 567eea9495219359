#!/usr/bin/env python3
"""Tests how the Python module reads limits of faults and partitions. Usage: limits_test.py
SOURCE_FOLDER"""

import os
import pathlib
import re
import sys
import tempfile
import unittest

import numpy as np

SOURCES = os.path.abspath(sys.argv[1])
sys.path[:0] = [f"{SOURCES}/results/python", f"{SOURCES}/test/support"]

import ldfi_results as ldfi  # noqa: E402
import sample  # noqa: E402
import sealed  # noqa: E402
from ldfi_results import __main__ as command  # noqa: E402
from ldfi_results.faults import Fspec  # noqa: E402

LIMITS = [
    ("omissions", 0, "1"),
    ("omissions_from", 0, "a"),
    ("omissions_from", 0, "b"),
    ("omissions_to", 0, "a"),
    ("omissions_to", 0, "b"),
    ("reliable", 0, "a"),
    ("reliable", 0, "b"),
    ("partitions", 0, "2"),
    ("partition_sets", 0, "a"),
    ("partition_sets", 0, "b"),
    ("partition_sets", 1, "b"),
    ("faults", 0, "2"),
]
FALSIFIERS = [('O(b,a,1) P("ü",2,2)', True), ('P("ü",1,1) P("ü",3,3)', True)]


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "x.h5"

    def written(self, limits=LIMITS, falsifiers=FALSIFIERS):
        sample.write(self.path, [(5, 4, 1, "counterexample", 3, falsifiers)], version=3)
        with sealed.edited(self.path) as file:
            file.attrs["schema_version"] = np.int64(8)
            sample.table(file, "outages", {"restarts": "i8"}, [(0,)])
            group = file["details/0000"]
            group.create_dataset("crashable", data=[], dtype=sample.TEXT)
            sample.table(group, "specifications", {"name": str, "severity": str, "when": str, "explains": "i8", "text": str, "verdict": str}, [])
            sample.table(group, "falsifies", {"specification": "u4", "falsifier": "u4"}, [])
            sample.table(group, "limits", {"limit": str, "list": "i8", "value": str}, limits)
        return self.path

    @staticmethod
    def fspec(limits=LIMITS):
        cell = {"eot": 5, "eff": 4, "crashes": 1, "eff_mode": "inclusive", "crash_model": "silent"}
        return Fspec(cell, ["a", "b", "ü"], [], limits)

    def test_a_file_with_another_fault_set_is_damaged(self):
        with self.assertRaisesRegex(ldfi.DamagedFile, "is not a fault set of this cell"):
            ldfi.load(self.written(falsifiers=[("O(a,b,1)", True)]))
        with self.assertRaisesRegex(ldfi.DamagedFile, "'many' is not a limit"):
            ldfi.load(self.written([("many", 0, "1")]))

    def test_are_a_column_of_the_cells(self):
        found = ldfi.load(self.written())
        self.assertEqual(
            found.cells["limits"][0],
            {
                "omissions": 1,
                "omissions_from": ["a", "b"],
                "omissions_to": ["a", "b"],
                "reliable": [["a", "b"]],
                "partitions": 2,
                "partition_sets": [["a", "b"], ["b"]],
                "faults": 2,
            },
        )
        self.assertEqual(found.falsifiers["faults"].tolist(), [faults for faults, _ in FALSIFIERS])

    def test_are_printed(self):
        lines = command.describe(str(self.written()))
        self.assertIn("  reliable     a b", lines)
        self.assertIn("  partition sets a b; b", lines)
        self.assertIn("  faults       2", lines)

    def test_fault_sets_beyond_them_are_refused(self):
        for faults, _ in FALSIFIERS:
            self.assertEqual(self.fspec().size_of(faults), 2)
        for faults in (
            "O(a,b,1)",  # the channel is reliable
            "O(ü,a,1)",  # omissions from ü are not allowed
            "O(b,ü,1)",
            "O(b,a,1) O(b,a,2)",  # more omissions than allowed
            'P("ü",1,1) P("ü",2,2)',  # the partitions touch
            'P("ü",1,1) P("ü",3,3) C(a,1)',  # three faults
            'P(b,1,1)',  # it cuts a reliable channel
            'P(a b,1,1)',  # the same partition is written P("ü",1,1)
            'P("ü",2,1)',
            'P("ü",4,5)',
            'P(x,1,1)',
            "P(" + "b " * 5000 + "!,1,1)",
            "P(" + "b" * 50000 + "!,1,1)",
        ):
            with self.subTest(faults[:40]):
                self.assertIsNone(self.fspec().size_of(faults))

    def test_failed_writes_are_read_and_refused(self):
        cell = {"eot": 8, "eff": 6, "crashes": 1, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 1}
        table = [("disk_write", 0, "2"), ("disk_relations", 0, "log"), ("disk_relations", 0, "vote"), ("disk_nodes", 0, "a"), ("disk_silent", 0, "0")]
        fspec = Fspec(cell, ["a", "b"], [], table)
        self.assertIsNone(fspec.problem)
        for faults, size in (("W(a,log,3)", 1), ("C(a,3,5) W(a,log,1,2) W(a,vote,5)", 3), ("C(a,3+) W(a,log,3)", 2), ("C(a,2,5) W(a,log,3,4)", 1)):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in (
            "W(b,log,1)",  # b has no disk that fails
            "W(a,lag,1)",
            "W(a,log,7)",  # after EFF
            "W(a,log,2,1)",
            "W(a,log,0)",
            "W(a,log,1) W(a,log,2)",  # the failures touch
            "W(a,log,1) W(a,log,3) W(a,log,5)",  # more failed writes than allowed
            "C(a,3,5) W(a,log,2,3)",  # a node that is down writes nothing
        ):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertIsNone(Fspec(cell, ["a", "b"], []).size_of("W(a,log,3)"))
        self.assertRegex(Fspec({**cell, "crash_model": "halt", "restarts": 0}, ["a", "b"], [], table).problem, "failed writes of 2")
        self.assertRegex(Fspec(cell, ["a", "b"], [], [("disk_nodes", 0, "x")]).problem, "no value of disk_nodes")

    def test_pauses_are_read_and_refused(self):
        cell = {"eot": 8, "eff": 6, "crashes": 1, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 1}
        table = [("disk_write", 0, "1"), ("disk_relations", 0, "log"), ("disk_silent", 0, "0"), ("pauses", 0, "2"), ("pausable", 0, "a")]
        fspec = Fspec(cell, ["a", "b"], [], table)
        self.assertIsNone(fspec.problem)
        for faults, size in (("S(a,3,7)", 1), ("C(b,3) S(a,1,2) S(a,3,4)", 3), ("C(a,3+) S(a,1,3)", 2), ("S(a,2,5) W(a,log,3)", 1)):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in (
            "S(b,1,2)",  # b is not pausable
            "S(a,3,8)",  # after EFF
            "S(a,3,3)",
            "S(a,0,2)",
            "S(a,1,3) S(a,3,4)",  # the pauses touch
            "C(a,3,5) S(a,5,6)",  # the pause touches a crash
            "C(a,3) S(a,2,3)",
            "S(a,1,2) S(a,3,4) S(a,5,6)",  # more pauses than allowed
            "S(a,2,4) W(a,log,3,5)",  # a paused node writes nothing
        ):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertIsNone(Fspec(cell, ["a", "b"], []).size_of("S(a,3,4)"))
        self.assertRegex(Fspec({**cell, "crash_model": "halt", "restarts": 0}, ["a", "b"], [], table[3:]).problem, "2 pauses with")

    def test_dead_disks_and_write_backs_are_read_and_refused(self):
        cell = {"eot": 8, "eff": 6, "crashes": 1, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 1}
        table = [("disk_write", 0, "1"), ("disk_relations", 0, "buf"), ("disk_relations", 0, "log"), ("disk_silent", 0, "0")]
        table += [("disk_dead", 0, "1"), ("disk_writeback", 0, "2"), ("disk_buffered", 0, "buf"), ("pauses", 0, "1")]
        fspec = Fspec(cell, ["a", "b"], [], table)
        self.assertIsNone(fspec.problem)
        for faults, size in (
            ("E(a,log,8)", 1),
            ("F(a,buf,6) F(b,buf,1)", 2),
            ("C(a,2) E(a,log,4)", 2),
            ("W(a,log,3,4) E(a,log,5)", 2),
            # failed writes of a dead disk do not count
            ("W(a,log,5,6) E(a,log,5)", 1),
            ("E(a,buf,3) F(a,buf,3)", 1),
            ("C(a,3,5) F(a,buf,4)", 1),
            ("S(a,3,5) F(a,buf,4) F(a,buf,5) F(a,buf,6)", 3),
        ):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in (
            "E(a,log,9)",
            "E(a,lag,1)",
            "E(a,log,1) E(a,log,2)",
            "E(a,log,1) E(b,log,1)",
            "F(a,log,1)",  # log is not buffered
            "F(a,buf,7)",
            "F(a,buf,1) F(a,buf,2) F(a,buf,3)",
            "W(a,log,3,5) E(a,log,4)",
        ):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertIsNone(Fspec(cell, ["a", "b"], []).size_of("E(a,log,3)"))
        self.assertRegex(Fspec({**cell, "crash_model": "halt", "restarts": 0}, ["a", "b"], [], table[1:7]).problem, "faults of disks")

    def test_corruptions_are_read_and_refused(self):
        cell = {"eot": 8, "eff": 6, "crashes": 1, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 1}
        table = [("disk_write", 0, "1"), ("disk_relations", 0, "blk"), ("disk_relations", 0, "log"), ("disk_silent", 0, "0")]
        table += [("disk_dead", 0, "1"), ("disk_writeback", 0, "0"), ("pauses", 0, "1")]
        table += [("disk_corrupt", 0, "2"), ("disk_detected", 0, "0"), ("disk_damaged", 0, "blk"), ("disk_columns", 0, "3")]
        fspec = Fspec(cell, ["a", "b"], [], table)
        self.assertIsNone(fspec.problem)
        for faults, size in (
            ("X(a,blk,6) X(b,blk,1)", 2),
            ("W(a,blk,3) X(a,blk,3)", 2),
            ("X(a,blk,2) E(a,blk,3)", 2),
            # corruptions of a dead disk do not count
            ("X(a,blk,3) E(a,blk,3)", 1),
            ("C(a,3,5) X(a,blk,4)", 1),
            ("S(a,3,5) X(a,blk,5) X(a,blk,4)", 2),
        ):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in ("X(a,log,1)", "X(a,blk,7)", "X(a,blk,0)", "X(a,blk,1) X(a,blk,2) X(a,blk,3)"):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertRegex(Fspec(cell, ["a", "b"], [], [("disk_corrupt", 0, "1"), ("disk_damaged", 0, "x")]).problem, "faults of disks")

    def test_partitions_in_one_direction_are_read_and_refused(self):
        cell = {"eot": 8, "eff": 6, "crashes": 0, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 0}
        table = [("reliable", 0, "a"), ("reliable", 0, "b"), ("partitions", 0, "2"), ("one_way", 0, "1")]
        fspec = Fspec(cell, ["a", "b", "c"], [], table)
        self.assertIsNone(fspec.problem)
        named = Fspec(cell, ["a", "b", "c"], [], [*table, ("named_sets", 0, "east"), ("named_sets", 0, "a"), ("least_down", 0, "1")])
        self.assertIsNone(named.problem)
        for faults, size in (("P(b>a c,1,1)", 1), ("P(a b>c,2,6)", 1), ("P(b>a c,1,1) P(c,3,3)", 2)):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in ("P(a c>b,1,1)", "P(b>a,1,1)", "P(b>a c b,1,1)", "P(b,1,1)", "P(b>a c,1,7)", "P(b>a c,1,1) P(c>a b,2,2)", "P(b>,1,1)"):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertIsNone(Fspec(cell, ["a", "b", "c"], [], table[:3]).size_of("P(b>a c,1,1)"))

    def test_restarts_are_of_those_nodes_and_after_so_many_ticks(self):
        cell = {"eot": 8, "eff": 6, "crashes": 1, "eff_mode": "inclusive", "crash_model": "stop", "restarts": 2}
        fspec = Fspec(cell, ["a", "b", "c"], ["a"], [("restartable", 0, "b"), ("least_down", 0, "2"), ("most_down", 0, "3")])
        self.assertIsNone(fspec.problem)
        for faults, size in (("C(a,3)", 1), ("C(b,3,5)", 1), ("C(b,3+,7) C(a,8)", 2)):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in ("C(a,3,5)", "C(b,3)", "C(c,3,5)", "C(b,3,4)", "C(b,3+,5)", "C(b,1,5)"):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        self.assertRegex(Fspec(cell, ["a"], [], [("restartable", 0, "x")]).problem, "no value of restartable")

    def test_relations_are_late_by_themselves_and_messages_to_oneself(self):
        cell = {"eot": 6, "eff": 2, "crashes": 1, "eff_mode": "inclusive", "crash_model": "silent"}
        late = [("delay_max", 0, "2"), ("duplicates", 0, "1"), ("duplicates_within", 0, "2")]
        fspec = Fspec(cell, ["a", "b"], [], [*late, ("late_self", 0, "1"), ("late_relations", 0, "ask"), ("late_relations", 0, "put")])
        self.assertIsNone(fspec.problem)
        for faults, size in (("D(a,b,1,ask,+1)", 1), ("D(a,b,1,ask,+1) D(a,b,1,put,+2)", 2), ("C(a,1) D(a,a,2,put,+1)", 2), ("C(a,1) D(a,b,2,put,+1)", 1), ("D(a,b,1,ask,+1) U(a,b,1,put,+1)", 2)):
            with self.subTest(faults):
                self.assertEqual(fspec.size_of(faults), size)
        for faults in ("D(a,b,1,+1)", "D(a,b,1,bad,+1)", "O(a,b,1) D(a,b,1,ask,+1)", "D(a,b,1,ask,+1) D(a,b,1,ask,+2)", "D(a,b,1,ask,+2) U(a,b,1,ask,+1)"):
            with self.subTest(faults):
                self.assertIsNone(fspec.size_of(faults))
        for faults in ("D(a,b,1,ask,+1)", "D(a,a,1,+1)"):
            self.assertIsNone(Fspec(cell, ["a", "b"], [], late).size_of(faults))

    def test_every_version_of_the_schema_is_read(self):
        with open(os.path.join(SOURCES, "results", "hdf5", "hdf5_sink.hpp"), encoding="utf-8") as header:
            latest = re.search(r"int schema_version = (\d+);", header.read())
        self.assertEqual(ldfi.SCHEMA_VERSIONS, frozenset(range(1, int(latest[1]) + 1)))

    def test_tables_that_mean_nothing_are_refused(self):
        for limits, why in (
            ([("many", 0, "1")], "is not a limit"),
            ([("omissions", 0, "-1")], "no value of omissions"),
            ([("omissions", 1, "1")], "out of order"),
            ([("omissions_from", 0, "x")], "no value of omissions_from"),
            ([("reliable", 0, "a")], "out of order"),
            ([("partition_sets", 1, "a"), ("partition_sets", 1, "b")], "out of order"),
            ([("partitions", 0, "1"), ("omissions", 0, "1")], "out of order"),
            ([("partitions", 0, "1"), ("partitions", 0, "1")], "out of order"),
            ([("partition_sets", 2**62, "a")], "out of order"),
        ):
            with self.subTest(limits):
                self.assertRegex(self.fspec(limits).problem, why)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
