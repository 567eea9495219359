"""Adds specifications to a results file, in the form that version 7 of results/SCHEMA.md defines."""

import h5py
import numpy

TEXT = h5py.string_dtype("utf-8")
SPECIFICATIONS = [("name", TEXT), ("severity", TEXT), ("when", TEXT), ("explains", "i8"), ("text", TEXT), ("verdict", TEXT)]
FALSIFIES = [("specification", "u4"), ("falsifier", "u4")]
ROWS = [("lost", "critical", "always", -1, "a file is lost", "counterexample"), ("slow", "minor", "after 2", 0, "", "certified")]


def rewrite(group, name, columns, rows):
    if name in group:
        del group[name]
    group.create_dataset(name, data=numpy.array(rows, dtype=columns))


def specify(file):
    """Gives two specifications to every cell (run of a sweep). If a cell has counterexamples, the first
    counterexample violates the first specification."""
    file.attrs["schema_version"] = numpy.int64(7)
    if "outages" not in file:
        rewrite(file, "outages", [("restarts", "i8")], [(0,)] * len(file["cells"]))
    for group in file["details"].values():
        if "crashable" not in group:
            group.create_dataset("crashable", shape=(0,), dtype=TEXT)
        rewrite(group, "specifications", SPECIFICATIONS, ROWS)
        rewrite(group, "falsifies", FALSIFIES, [(0, 0)] if len(group["falsifiers"]) else [])
