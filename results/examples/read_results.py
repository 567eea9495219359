#!/usr/bin/env python3
"""Print what a results file of ldfi-farm says. Needs h5py only; the layout is in results/SCHEMA.md."""

import sys

import h5py


def text(value):
    """A string of the file: h5py gives bytes in tables, str in attributes."""
    if isinstance(value, str):
        return value
    return value.replace(b"\xc0\x80", b"\0").decode("utf-8", "backslashreplace")


def print_cell(file, index, cell):
    details = file[f"details/{index:04}"]
    nodes = " ".join(text(n) for n in details["nodes"])
    print(f"<EOT {cell['eot']}, EFF {cell['eff']}, Crashes {cell['crashes']}> nodes {nodes}")
    print(f"  verdict      {text(cell['verdict'])} {text(cell['reason'])}".rstrip())
    print(f"  combinations {int(cell['combinations'])}")
    print(f"  executed     {int(cell['executed'])} in {cell['wall_s']:.3f} s")
    violated = details["violated"][:]
    for row, falsifier in enumerate(details["falsifiers"]):
        minimal = "minimal" if falsifier["minimal"] else "not minimal"
        print(f"  falsifier    {text(falsifier['faults'])} ({minimal})")
        for tuple_ in violated["tuple"][violated["falsifier"] == row]:
            print(f"    violates   {text(tuple_)}")
    for graph in details["graphs"].values():
        sizes = ", ".join(f"{len(graph[name])} {name}" for name in ("goals", "firings", "premises"))
        print(f"  graph of     {text(graph.attrs['run'])}: {sizes}")


def main(path):
    with h5py.File(path, "r") as file:
        if file.attrs["schema_version"] != 1:
            sys.exit(f"{path}: this script reads schema version 1, not {file.attrs['schema_version']}")
        programs = " ".join(text(name) for name in file["program"]["name"])
        print(f"{programs}: {text(file.attrs['strategy'])}, seed {file.attrs['seed']}, "
              f"{file.attrs['ranks']} ranks, version {text(file.attrs['version'])}")
        for index, cell in enumerate(file["cells"]):
            print_cell(file, index, cell)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: read_results.py FILE.h5")
    main(sys.argv[1])
