"""Reads files into a Results. A child process (child.py) opens them with HDF5 and returns plain JSON."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import zlib
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
import pandas as pd

from . import errors
from .errors import DamagedFile, NotResults
from .faults import Fspec, limits_of
from .packages import need
from .results import Results
from .systems import system_frames
from .versions import SCHEMA_VERSIONS

if TYPE_CHECKING:
    import networkx as nx

_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_SEAL = b"LDFIseal"
_CHILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "child.py")
_SECONDS = 120.0  # limit of wall-clock time; each byte of the file adds the next number
_SECONDS_PER_BYTE = 4e-5

_VERDICTS = frozenset({"certified", "counterexample", "vacuous", "broken", "inconclusive"})
_OUTCOMES = frozenset({"holds", "violates", "error", "unended"})
_KNOWN_OUTCOMES = frozenset({"violated", "not violated", "not admitted", "not executed"})
_SEVERITIES = frozenset({"critical", "major", "minor", "info"})
_WHEN = re.compile(r"always|finally|after [1-9][0-9]{0,9}", re.ASCII)
_TABLES = ("executions", "falsifiers", "violated", "repeats", "specifications")

_SYSTEM_TABLES = ("executions", "violated", "counterexamples", "fates", "activations", "recordings")

#: A request to the child process: a file, and the cell and number of a graph in it. None instead of a graph
#: means everything else.
_Task = tuple[str, Optional[tuple[int, int]]]


def load(*paths: Union[str, "os.PathLike[str]"]) -> Results:
    """Reads one results file, or several as one, for example those of a job array.

    Raises NotResults, UnsupportedVersion or DamagedFile (all of them ResultsError), which name the file and the problem, and
    OSError if a file is missing or may not be read. Even a hostile file cannot harm this process.
    """
    if not paths:
        raise TypeError("load() needs the path of a results file")
    names = [os.fspath(path) for path in paths]
    parts: dict[str, list[pd.DataFrame]] = {}
    where: list[tuple[str, int]] = []
    for run, (name, found) in enumerate(zip(names, _ask([(name, None) for name in names]))):
        frames = _frames(name, found, run, len(where))
        where += [(name, index) for index in range(len(frames["cells"]))]
        for key, frame in frames.items():
            parts.setdefault(key, []).append(frame)
    return Results({key: _joined(frames) for key, frames in parts.items()}, where, load_graph)


def load_graph(path: str, cell: int, graph: int) -> "nx.DiGraph":
    """Returns one graph of one cell, both by their numbers in the file. Raises what load() raises, and MissingPackage."""
    need("a derivation graph", "networkx")
    from .graphs import make_graph  # only graphs need networkx

    found = _ask([(path, (cell, graph))])[0]
    tables = {name: _table(found[name]) for name in ("goals", "rules", "firings", "premises")}
    return make_graph(path, f"/details/{cell:04}/graphs/{graph:04}", found["run"], found["roots"], tables)


def _ask(tasks: list[_Task]) -> list[dict[str, Any]]:
    """Returns the answers of the child process to the tasks. Raises the first error among them."""
    seconds = 0.0
    for path, _ in tasks:
        seconds += _SECONDS + _SECONDS_PER_BYTE * _check_bytes(path)
    request = {
        "path": [str(path) for path in sys.path],
        "versions": sorted(SCHEMA_VERSIONS),
        "tasks": [(os.path.abspath(path), graph) for path, graph in tasks],
    }
    environment = {**os.environ, "HDF5_PLUGIN_PRELOAD": "::"}  # HDF5 must not load plugins
    with tempfile.TemporaryFile() as answers, tempfile.TemporaryFile() as words:
        try:
            status = subprocess.run(
                [sys.executable, "-I", "-B", _CHILD], input=json.dumps(request).encode(), stdout=answers, stderr=words, env=environment,
                timeout=seconds, check=False
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            status = -signal.SIGXCPU
        answers.seek(0)
        words.seek(0)
        lines = answers.read().split(b"\n")[:-1]
        if not lines:
            raise RuntimeError(f"the process that reads results does not start: {words.read(4000).decode(errors='replace')}")
    out = []
    for (path, _), line in zip(tasks, lines[1:]):
        out.append(_answer(path, line))
    if len(out) < len(tasks):
        problem = "comes to no end reading it" if status == -signal.SIGXCPU else "does not survive reading it"
        raise DamagedFile(tasks[len(out)][0], f"is damaged: HDF5 {problem}")
    return out


def _answer(path: str, line: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DamagedFile(path, "is damaged: HDF5 does not survive reading it") from error
    if "error" in found:
        kind, problem = found["error"]
        raise {"NotResults": NotResults, "UnsupportedVersion": errors.UnsupportedVersion}.get(kind, DamagedFile)(path, problem)
    return found


def _check_bytes(path: str) -> int:
    """Returns the size of a file. Raises unless it begins with HDF5's signature and ends with the seal (results/SCHEMA.md)."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotResults(path, "is not a regular file")
    with open(path, "rb") as plain:
        magic = plain.read(len(_SIGNATURE))
        if magic != _SIGNATURE:
            raise NotResults(path, "is not an HDF5 file" if magic else "is empty")
        size = os.fstat(plain.fileno()).st_size
        plain.seek(0)
        checksum, left = 0, size - len(_SEAL) - 4
        while left > 0 and (piece := plain.read(min(left, 1 << 20))):
            checksum, left = zlib.crc32(piece, checksum), left - len(piece)
        if plain.read() != _SEAL + checksum.to_bytes(4, "little"):
            raise DamagedFile(path, "its seal does not match: a byte was changed, cut off or appended")
    return size


def _check_columns(path: str, where: str, found: dict[str, Any], ours: tuple[str, ...]) -> None:
    """Raises DamagedFile if a table of the file has a column with one of the names `ours`, which this module
    adds itself.
    """
    for name in ours:
        if name in found["columns"]:
            raise DamagedFile(path, f"{where}: a column {name} does not belong there")


def _check_words(path: str, where: str, column: pd.Series, known: frozenset[str]) -> None:
    for word in column:
        if word not in known:
            raise DamagedFile(path, f"{where}: {word!r} is none of {', '.join(sorted(known))}")


def _check_faults(path: str, index: int, cell: dict[str, Any], details: dict[str, Any]) -> None:
    limits = list(zip(*(details["limits"]["columns"][name][1] for name in ("limit", "list", "value")))) if "limits" in details else []
    fspec = Fspec(cell, details["nodes"], details.get("crashable", []), limits)
    if fspec.problem:
        raise DamagedFile(path, f"/details/{index:04}: {fspec.problem}")
    for name in ("executions", "falsifiers"):
        where, columns = f"/details/{index:04}/{name}", details[name]["columns"]
        sizes = [fspec.size_of(faults) for faults in columns["faults"][1]]
        if None in sizes:
            raise DamagedFile(path, f"{where}.faults: {columns['faults'][1][sizes.index(None)][:60]!r} is not a fault set of this cell")
        if name == "falsifiers" and sizes != columns["size"][1]:
            raise DamagedFile(path, f"{where}.size: not the numbers of faults")
    if min(details["executions"]["columns"]["parent"][1], default=0) < -1:
        raise DamagedFile(path, f"/details/{index:04}/executions.parent: neither an execution nor -1")


def _table(found: dict[str, Any]) -> pd.DataFrame:
    columns = {name: _column(kind, values) for name, (kind, values) in found["columns"].items()}
    return pd.DataFrame(columns, index=pd.RangeIndex(found["rows"]))


def _column(kind: str, values: list[Any]) -> Union[pd.Series, np.ndarray]:
    """Converts decimal texts to int64 if all of them fit, otherwise to Python integers. An empty text becomes
    None.
    """
    if kind == "text":
        return pd.Series(values, dtype=object)
    if kind == "decimal":
        numbers = [None if value is None else int(value, 16) for value in values]
        small = all(number is not None and number < 2**63 for number in numbers)
        return pd.Series(numbers, dtype="int64" if small else object)
    if not re.fullmatch(r"[<>=|][biuf][1248]", kind):
        raise ValueError(f"{kind} is not a kind of column")
    return np.array(values, dtype=np.dtype(kind).newbyteorder("="))


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Returns the rows of all frames in one frame. The types of the columns come from the frames that have rows."""
    filled = [frame for frame in frames if len(frame)] or frames[:1]
    return pd.concat(filled, ignore_index=True) if len(filled) > 1 else filled[0].reset_index(drop=True)


def _counts(details: dict[str, Any]) -> Optional[dict[str, Any]]:
    """Returns the counts of all fault sets of a cell (--count). `random_p` is None if it is unknown."""
    if "counts" not in details:
        return None
    row = _table(details["counts"]).iloc[0].to_dict()
    return {**row, "random_p": row["random_p"] if row["random_p"] >= 0 else None}


def _minimisation(details: dict[str, Any]) -> Optional[dict[str, Any]]:
    """Returns the minimisation of a cell's first counterexample (--minimise). `bound` is None for a stage that
    proves nothing.
    """
    if "minimisation" not in details:
        return None
    found = details["minimisation"]
    stages = _table(found["stages"])
    stages["bound"] = pd.Series([bound if bound >= 0 else None for bound in stages["bound"].tolist()], dtype=object)
    return {**found, "stages": stages, "schedule": _table(found["schedule"]), "schedules": _table(found["schedules"])}


def _known(path: str, found: dict[str, Any], run: int) -> pd.DataFrame:
    """Returns the stored falsifiers that were executed again (--known FILE), with what each of them violated."""
    columns = ["case", "faults", "outcome", "why", "left_out"]
    if "known" not in found:
        return pd.DataFrame(columns=["run", *columns, "violated"])
    cases = _table(found["known"]["cases"])
    _check_words(path, "/known/cases", cases["outcome"], _KNOWN_OUTCOMES)
    violated: list[list[str]] = [[] for _ in range(len(cases))]
    rows = _table(found["known"]["violated"])
    for of, text in zip(rows["case"].tolist(), rows["tuple"].tolist()):
        if not 0 <= of < len(violated):
            raise DamagedFile(path, f"/known/violated.case: {of} of {len(violated)} cases")
        violated[of].append(text)
    cases = cases[columns]
    cases["violated"] = pd.Series(violated, dtype=object)
    cases.insert(0, "run", run)
    return cases


def _theorems(path: str, found: dict[str, Any], run: int) -> pd.DataFrame:
    """Returns the claims that were proved for every EOT, with their constants and invariants. `calm` is None for
    a claim without calm ticks.
    """
    columns = ["claim", "calm", "from", "crashes", "facts", "latches", "gates", "cells"]
    if "theorems" not in found:
        return pd.DataFrame(columns=["run", *columns, "params", "invariant"])
    out = _table(found["theorems"]["claims"])[columns]
    out["calm"] = pd.Series([calm if calm >= 0 else None for calm in out["calm"].tolist()], dtype=object)
    for name, column in (("params", "value"), ("invariant", "clause")):
        texts: list[list[str]] = [[] for _ in range(len(out))]
        rows = _table(found["theorems"][name])
        for of, text in zip(rows["theorem"].tolist(), rows[column].tolist()):
            if not 0 <= of < len(texts):
                raise DamagedFile(path, f"/theorems/{name}.theorem: {of} of {len(texts)} theorems")
            texts[of].append(text)
        out[name] = pd.Series(texts, dtype=object)
    out.insert(0, "run", run)
    return out


def _frames(path: str, found: dict[str, Any], run: int, first_cell: int) -> dict[str, pd.DataFrame]:
    for name in ("cells", "options", "program"):
        _check_columns(path, f"/{name}", found[name], ("cell", "run", "nodes") if name == "cells" else ("run",))
    cells = _table(found["cells"])
    _check_words(path, "/cells", cells["verdict"], _VERDICTS)
    tables: dict[str, list[pd.DataFrame]] = {name: [] for name in _TABLES}
    graphs: list[dict[str, Any]] = []
    for index, details in enumerate(found["details"]):
        cell = first_cell + index
        _check_faults(path, index, cells.iloc[index].to_dict(), details)
        for key, frame in _detail_frames(path, index, details).items():
            frame.insert(0, "cell", cell)
            tables[key].append(frame)
        graphs += [{"cell": cell, "graph": number, **graph} for number, graph in enumerate(details["graphs"])]
    cells.insert(0, "cell", np.arange(first_cell, first_cell + len(cells)))
    cells.insert(1, "run", run)
    cells["nodes"] = pd.Series([details["nodes"] for details in found["details"]], dtype=object)
    if "restarts" in cells:
        cells["crashable"] = pd.Series([details["crashable"] for details in found["details"]], dtype=object)
    if any("limits" in details for details in found["details"]):
        cells["limits"] = pd.Series([limits_of(_table(details["limits"]).to_dict("records")) for details in found["details"]], dtype=object)
    if any("counts" in details for details in found["details"]):
        cells["counts"] = pd.Series([_counts(details) for details in found["details"]], dtype=object)
    if any("minimisation" in details for details in found["details"]):
        cells["minimisation"] = pd.Series([_minimisation(details) for details in found["details"]], dtype=object)
    if any("params" in details for details in found["details"]):
        cells["params"] = pd.Series([details["params"] for details in found["details"]], dtype=object)
    out = {key: _joined(frames) if frames else pd.DataFrame(columns=["cell", *_COLUMNS[key]]) for key, frames in tables.items()}
    out["cells"] = cells
    out["graphs"] = pd.DataFrame(graphs, columns=["cell", "graph", "of", "goals", "firings", "premises"])
    facts: dict[str, Any] = {"run": run, **found["run"]}
    facts.setdefault("conclusion", "")
    facts.setdefault("decisive", -1)
    out["runs"] = pd.DataFrame([{**facts, "command_line": found["command_line"], "config_text": found["config_text"]}])
    systems = [system_frames(path, one, {name: _table(one[name]) for name in _SYSTEM_TABLES}, run) for one in found.get("systems", ())]
    for key, frame in system_frames(path, None, {}, run).items():
        out[key] = _joined([one[key] for one in systems]) if systems else frame
    out["known"] = _known(path, found, run)
    out["theorems"] = _theorems(path, found, run)
    for name in ("options", "program"):
        out[name] = _table(found[name])
        out[name].insert(0, "run", run)
    return out


#: The columns of the tables that belong to cells, so that results without cells have empty tables with these
#: columns.
_COLUMNS = {
    "executions": ("id", "parent", "faults", "outcome", "execute_ns"),
    "falsifiers": ("falsifier", "faults", "size", "minimal", "violated"),
    "violated": ("falsifier", "tuple"),
    "repeats": ("seed", "verdict", "executed", "wall_s"),
    "specifications": ("specification", "name", "severity", "when", "explains", "text", "verdict", "falsifiers"),
}


def _add_specifications(where: str, path: str, specifications: pd.DataFrame, falsifies: pd.DataFrame, falsifiers: int) -> None:
    """Checks the specifications of a cell. Adds the number of each specification, and the numbers of its
    falsifiers.
    """
    _check_words(path, f"{where}/specifications", specifications["severity"], _SEVERITIES)
    _check_words(path, f"{where}/specifications", specifications["verdict"], _VERDICTS)
    names, rows = specifications["name"].tolist(), len(specifications)
    if not all(name and name.isprintable() for name in names) or len(set(names)) < rows:
        raise DamagedFile(path, f"{where}/specifications.name: not one name each")
    for row, (when, explains) in enumerate(zip(specifications["when"], specifications["explains"])):
        if not _WHEN.fullmatch(when) or (when.startswith("after ") and int(when[6:]) >= 2**31 - 1):
            raise DamagedFile(path, f"{where}/specifications.when: {when[:60]!r} is not a time")
        if not -1 <= explains < row:
            raise DamagedFile(path, f"{where}/specifications.explains: row {explains} is not before row {row}")
    found: list[list[int]] = [[] for _ in range(rows)]
    for of, falsifier in zip(falsifies["specification"].tolist(), falsifies["falsifier"].tolist()):
        if not (0 <= of < rows and 0 <= falsifier < falsifiers):
            raise DamagedFile(path, f"{where}/falsifies: specification {of} of {rows}, falsifier {falsifier} of {falsifiers}")
        if found[of] and found[of][-1] >= falsifier:
            raise DamagedFile(path, f"{where}/falsifies: falsifier {falsifier} after {found[of][-1]}")
        found[of].append(falsifier)
    specifications.insert(0, "specification", np.arange(rows))
    specifications["falsifiers"] = pd.Series(found, dtype=object)


def _detail_frames(path: str, index: int, details: dict[str, Any]) -> dict[str, pd.DataFrame]:
    for name in _TABLES:
        ours = {"falsifiers": ("cell", "falsifier", "violated"), "specifications": ("cell", "specification", "falsifiers")}.get(name, ("cell",))
        _check_columns(path, f"/details/{index:04}/{name}", details.get(name, {"columns": ()}), ours)
    frames = {name: _table(details[name]) for name in _TABLES if name in details}
    _check_words(path, f"/details/{index:04}/executions", frames["executions"]["outcome"], _OUTCOMES)
    if "repeats" in frames:
        _check_words(path, f"/details/{index:04}/repeats", frames["repeats"]["verdict"], _VERDICTS)
    falsifiers, violated = frames["falsifiers"], frames["violated"]
    if len(violated) and not 0 <= violated["falsifier"].min() <= violated["falsifier"].max() < len(falsifiers):
        worst = f"names falsifier {violated['falsifier'].max()} of {len(falsifiers)}"
        raise DamagedFile(path, f"/details/{index:04}/violated: {worst}")
    falsifiers.insert(0, "falsifier", np.arange(len(falsifiers)))
    broken = violated.groupby("falsifier")["tuple"].agg(list).to_dict() if len(violated) else {}
    falsifiers["violated"] = pd.Series([broken.get(row, []) for row in range(len(falsifiers))], dtype=object)
    if "specifications" in frames:
        _add_specifications(f"/details/{index:04}", path, frames["specifications"], _table(details["falsifies"]), len(falsifiers))
    return frames
