"""Writes sample results files of a sweep with h5py alone, as results/SCHEMA.md describes them."""

import h5py
import numpy as np
import sealed

TEXT = h5py.string_dtype("utf-8")


def table(group, name, columns, rows):
    dtype = np.dtype([(column, TEXT if kind is str else kind) for column, kind in columns.items()])
    group.create_dataset(name, data=np.array([tuple(row) for row in rows], dtype=dtype))


def write_graph(graphs, number, run):
    graph = graphs.create_group(f"{number:04}")
    graph.attrs["run"] = run
    columns = {"text": str, "kind": str, "relation": str, "time": "i8", "given": "?"}
    goals = [("log(b,data)@2", "present", "log", 2, False), ("bcast(a,data)@1", "present", "bcast", 1, True),
             ("clock(a,b,1)", "clock", "clock", 1, True)]
    table(graph, "goals", columns, goals)
    table(graph, "rules", {"rule": str, "where": str}, [("log(M, P)@async :- bcast(N, P), node(N, M);", "s.ded:7")])
    table(graph, "firings", {"rule": "u4", "head": "u4"}, [(0, 0)])
    table(graph, "premises", {"firing": "u4", "goal": "u4"}, [(0, 1), (0, 2)])
    graph.create_dataset("roots", data=np.array([0], dtype="u4"))


def write_cell(details, number, falsifiers):
    group = details.create_group(f"{number:04}")
    group.create_dataset("nodes", data=["a", "b", "ü"], dtype=TEXT)
    columns = {"id": "u8", "parent": "i8", "faults": str, "outcome": str, "execute_ns": "u8"}
    executions = [(0, -1, "none", "holds", 1000)]
    executions += [(i + 1, 0, faults, "violates", 2000) for i, (faults, _) in enumerate(falsifiers)]
    table(group, "executions", columns, executions)
    rows = [(faults, faults.count("("), minimal) for faults, minimal in falsifiers]
    table(group, "falsifiers", {"faults": str, "size": "u8", "minimal": "?"}, rows)
    table(group, "violated", {"falsifier": "u4", "tuple": str}, [(row, "pre(a,data)") for row in range(len(falsifiers))])
    graphs = group.create_group("graphs")
    for i, run in enumerate(["failure_free"] + [faults for faults, _ in falsifiers]):
        write_graph(graphs, i, run)


CELLS = {
    "eot": "i8", "eff": "i8", "crashes": "i8", "eff_mode": str, "crash_model": str, "verdict": str, "reason": str,
    "combinations": str, "distinct_fault_sets": str, "executed": str, "violating": str, "wasted": "u8",
    "universe_facts": "u8", "universe_instances": "u8", "failure_free_pre": "u8", "failure_free_post": "u8",
    "wall_s": "f8", "solve_s": "f8", "execute_s": "f8",
}  # fmt: skip


def write(path, cells, version=1):
    """Writes a results file. Each of the cells is (eot, eff, crashes, verdict, executed, [(faults,
    minimal)])."""
    with h5py.File(path, "w") as file:
        file.attrs.update({"format": "ldfi-farm results", "schema_version": np.int64(version), "version": "0.1.0"})
        file.attrs.update({"started": "2026-01-02T03:04:05Z", "strategy": "lineage", "seed": np.uint64(2**64 - 1)})
        file.attrs.update({"ranks": np.int64(4), "config_name": "s.yaml"})
        if version >= 3:
            file.attrs.update({"conclusion": f"{len(cells)} cells", "decisive": np.int64(len(cells) - 1)})
        file.create_dataset("command_line", data=["ldfi-farm", "s.yaml"], dtype=TEXT)
        file.create_dataset("config_text", data="program: [s.ded]\n", dtype=TEXT)
        table(file, "options", {"name": str, "value": str}, [("eot", "4"), ("time-limit", "")])
        table(file, "program", {"name": str, "text": str}, [("s.ded", 'bcast("a", "data")@1;\n')])
        rows = [(eot, eff, crashes, "inclusive", "silent", verdict, "", str(10**40 + eot), "64", str(executed), "",
                 0, 10, 20, 3, 3, 0.5, 0.25, 0.125) for eot, eff, crashes, verdict, executed, _ in cells]
        table(file, "cells", CELLS, rows)
        details = file.create_group("details")
        for number, cell in enumerate(cells):
            write_cell(details, number, cell[-1])
    sealed.seal(path)


def sweep(path):
    cells = []
    for crashes in (0, 1):
        for eot in (3, 4, 5):
            for eff in range(eot):
                good = eff < 2
                falsifiers = [] if good else [("O(a,b,1)", True), (f"O(a,b,1) C(a,{eot})" if crashes else "O(a,b,1) O(b,a,1)", False)]
                verdict = "certified" if good else "counterexample"
                cells.append((eot, eff, crashes, verdict, 1 if good else 10**eff, falsifiers))
    write(path, cells)
    return cells
