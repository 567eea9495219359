"""Reads files into a Results. Everything but the graphs is read at once; the file is closed afterwards."""

import os
import stat
import zlib
from typing import Any, Union

import h5py
import numpy as np
import pandas as pd

from .errors import DamagedFile, NotResults, UnsupportedVersion
from .layout import Layout
from .results import Results

#: Versions of results/SCHEMA.md that this module reads.
SCHEMA_VERSIONS = frozenset({1, 2, 3})

_SEAL = b"LDFIseal"
_SEAL_BYTES = len(_SEAL) + 4

_CELLS = {
    "eot": "integer",
    "eff": "integer",
    "crashes": "integer",
    "eff_mode": "text",
    "crash_model": "text",
    "verdict": "text",
    "reason": "text",
    "combinations": "decimal",
    "distinct_fault_sets": "decimal",
    "executed": "decimal",
    "violating": "decimal",
    "wall_s": "real",
    "solve_s": "real",
    "execute_s": "real",
}
_EXECUTIONS = {"id": "integer", "parent": "integer", "faults": "text", "outcome": "text", "execute_ns": "integer"}
_FALSIFIERS = {"faults": "text", "size": "integer", "minimal": "truth"}
_REPEATS = {"seed": "integer", "verdict": "text", "executed": "decimal", "wall_s": "real"}  # since version 2
_VIOLATED = {"falsifier": "integer", "tuple": "text"}


def load(*paths: Union[str, "os.PathLike[str]"]) -> Results:
    """Reads one results file, or several as one, such as those of a job array.

    Raises NotResults, UnsupportedVersion or DamagedFile (all of them ResultsError) with the file's name and what is wrong
    with it; OSError if a file is missing or may not be read.
    """
    if not paths:
        raise TypeError("load() needs the path of a results file")
    parts: dict[str, list[pd.DataFrame]] = {}
    where: list[tuple[str, int]] = []
    for run, path in enumerate(paths):
        name = os.fspath(path)
        with open_results(name) as file:
            frames = _read(Layout(file, name), run, len(where))
        where += [(name, index) for index in range(len(frames["cells"]))]
        for key, frame in frames.items():
            parts.setdefault(key, []).append(frame)
    return Results({key: _joined(frames) for key, frames in parts.items()}, where)


def open_results(path: str) -> h5py.File:
    """The open file, which is one of ldfi-farm's and of a version that is read here."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotResults(path, "is no regular file")
    with open(path, "rb") as plain:
        magic = plain.read(8)
    if magic != b"\x89HDF\r\n\x1a\n":
        raise NotResults(path, "is no HDF5 file" if magic else "is empty")
    if not _seal_holds(path):
        raise DamagedFile(path, "its checksum does not match")
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise DamagedFile(path, str(error)) from error
    try:
        _check_version(Layout(file, path), path)
    except BaseException:
        file.close()
        raise
    return file


def _seal_holds(path: str) -> bool:
    """False if the file ends in a seal (results/SCHEMA.md) that does not match."""
    size = os.path.getsize(path)
    with open(path, "rb") as plain:
        plain.seek(max(0, size - _SEAL_BYTES))
        last = plain.read()
        if not last.startswith(_SEAL):
            return True
        plain.seek(0)
        checksum, left = 0, size - _SEAL_BYTES
        while left > 0:
            piece = plain.read(min(left, 1 << 20))
            if not piece:
                return False
            checksum, left = zlib.crc32(piece, checksum), left - len(piece)
    return checksum == int.from_bytes(last[len(_SEAL):], "little")


def _check_version(root: Layout, path: str) -> None:
    try:
        kind = root.attribute("format")
    except DamagedFile as error:
        raise NotResults(path, "is an HDF5 file, but not one of ldfi-farm") from error
    if kind != "ldfi-farm results":
        raise NotResults(path, f"holds {str(kind)[:60]!r} instead of results of ldfi-farm")
    version = root.attribute("schema_version")
    if version not in SCHEMA_VERSIONS:
        known = ", ".join(map(str, sorted(SCHEMA_VERSIONS)))
        raise UnsupportedVersion(path, f"is of schema version {version}; this module reads {known}")


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows of all; an empty frame has no say in the types of the columns."""
    filled = [frame for frame in frames if len(frame)] or frames[:1]
    return pd.concat(filled, ignore_index=True) if len(filled) > 1 else filled[0].reset_index(drop=True)


def _read(root: Layout, run: int, first_cell: int) -> dict[str, pd.DataFrame]:
    cells = root.table("cells", _CELLS)
    tables: dict[str, list[pd.DataFrame]] = {"executions": [], "falsifiers": [], "violated": [], "repeats": []}
    graphs: list[dict[str, Any]] = []
    nodes: list[list[str]] = []
    for index in range(len(cells)):
        details = root.at(f"details/{index:04}")
        cell = first_cell + index
        nodes.append(details.strings("nodes"))
        _read_tables(details, cell, tables)
        for number, name in enumerate(details.groups("graphs")):
            graphs.append(_describe_graph(details.at(f"graphs/{name}"), cell, number))
    cells.insert(0, "cell", np.arange(first_cell, first_cell + len(cells)))
    cells.insert(1, "run", run)
    cells["nodes"] = pd.Series(nodes, dtype=object)
    names = ["cell", "graph", "of", "goals", "firings", "premises"]
    out = {key: _joined(frames) for key, frames in tables.items() if frames}
    kinds = (("executions", _EXECUTIONS), ("falsifiers", _FALSIFIERS), ("violated", _VIOLATED), ("repeats", _REPEATS))
    for table, columns in kinds:
        out.setdefault(table, pd.DataFrame(columns=["cell", *columns]))
    out["cells"] = cells
    out["graphs"] = pd.DataFrame(graphs, columns=names)
    return {**out, **_read_run(root, run)}


def _read_tables(details: Layout, cell: int, tables: dict[str, list[pd.DataFrame]]) -> None:
    executions = details.table("executions", _EXECUTIONS)
    falsifiers = details.table("falsifiers", _FALSIFIERS)
    violated = details.table("violated", _VIOLATED)
    if len(violated) and violated["falsifier"].max() >= len(falsifiers):
        raise details.damaged("violated", f"names falsifier {violated['falsifier'].max()} of {len(falsifiers)}")
    falsifiers.insert(0, "falsifier", np.arange(len(falsifiers)))
    broken = violated.groupby("falsifier")["tuple"].agg(list).to_dict() if len(violated) else {}
    falsifiers["violated"] = pd.Series([broken.get(row, []) for row in range(len(falsifiers))], dtype=object)
    frames = {"executions": executions, "falsifiers": falsifiers, "violated": violated}
    if details.has("repeats"):
        frames["repeats"] = details.table("repeats", _REPEATS)
    for key, frame in frames.items():
        frame.insert(0, "cell", cell)
        tables[key].append(frame)


def _describe_graph(group: Layout, cell: int, number: int) -> dict[str, Any]:
    sizes = {name: group.rows(name) for name in ("goals", "firings", "premises")}
    return {"cell": cell, "graph": number, "of": group.attribute("run"), **sizes}


def _read_run(root: Layout, run: int) -> dict[str, pd.DataFrame]:
    names = ("version", "started", "strategy", "seed", "ranks", "config_name")
    facts: dict[str, Any] = {"run": run, **{name: root.attribute(name) for name in names}}
    later = root.attribute("schema_version") >= 3
    facts["conclusion"] = root.attribute("conclusion") if later else ""
    facts["decisive"] = root.attribute("decisive") if later else -1
    facts["command_line"] = root.strings("command_line")
    facts["config_text"] = root.string("config_text")
    options = root.table("options", {"name": "text", "value": "text"})
    program = root.table("program", {"name": "text", "text": "text"})
    for frame in (options, program):
        frame.insert(0, "run", run)
    return {"runs": pd.DataFrame([facts]), "options": options, "program": program}
