"""Reads results files for reader.py, in a child process with limits. Only this process opens files with HDF5.

HDF5 1.10 trusts the content of a file: a hostile file can make it access memory that it does not own, or compute without end.
Then only the child ends, and the parent reports it. A file may also name other files (links, external and virtual storage),
claim rows that it does not have, or ask for filters. All of that is refused before anything is read.

stdin: {"path": sys.path, "versions": [1, ...], "tasks": [[file, null or [cell, graph]], ...]}. stdout, in JSON: one line when the
libraries are loaded, then one line for each task: the content of the file, or {"error": [class, problem]}. A table is
{"rows": n, "columns": {name: [kind, values]}}. The kind of a column is text, decimal (values in hexadecimal, as Python writes them, or
null) or numpy's name of a type of numbers.
"""

import contextlib
import json
import math
import os
import resource
import sys

REQUEST = json.load(sys.stdin)
sys.path[:] = REQUEST["path"]

import h5py  # noqa: E402
import numpy as np  # noqa: E402

# Limits for reading a file: seconds of CPU time, bytes of memory, bytes of the answer.
SECONDS, SECONDS_PER_BYTE = 5, 4e-6
MEMORY, MEMORY_PER_BYTE = 512 << 20, 64
ANSWER, ANSWER_PER_BYTE = 64 << 20, 32

TOO_LARGE = "holds more than a file of its size may"

MAX_ROWS = 20_000_000
MAX_GRAPHS = 100_000
MOST_COMPRESSION = 64  # highest ratio of a compressed table
FILTERS = (h5py.h5z.FILTER_DEFLATE, h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_FLETCHER32)

# The kinds of columns: text, decimal (an integer of any size, written as text), small (0 to MAX_SMALL), integer, real, truth.
NUMPY_KINDS = {"text": "O", "decimal": "O", "small": "iu", "integer": "iu", "real": "f", "truth": "bu"}
MAX_SMALL = 1_000_000_000

CELLS = {
    "eot": "small",
    "eff": "small",
    "crashes": "small",
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
DETAILS = {
    "executions": {"id": "integer", "parent": "integer", "faults": "text", "outcome": "text", "execute_ns": "integer"},
    "falsifiers": {"faults": "text", "size": "integer", "minimal": "truth"},
    "violated": {"falsifier": "integer", "tuple": "text"},
}
REPEATS = {"seed": "integer", "verdict": "text", "executed": "decimal", "wall_s": "real"}  # since version 2
COUNTS = {"vacuous": "decimal", "passing": "decimal", "failing": "decimal", "random_p": "real", "states": "integer"}  # since version 16
MINIMISATION = {  # since version 18
    "stages": {"stage": "text", "externals": "integer", "deliveries": "integer", "executions": "integer", "searches": "integer", "bound": "integer",
               "claim": "text", "nodes": "integer", "eot": "small", "eff": "small", "delay_max": "small", "faults": "text"},
    "schedule": {"event": "text", "at": "small", "text": "text", "from": "text", "to": "text", "arrives": "small", "nth": "small"},
    "schedules": {"stage": "integer", "event": "text", "at": "small", "text": "text", "from": "text", "to": "text", "arrives": "small", "nth": "small"},
}  # fmt: skip
SPECIFICATIONS = {  # since version 7
    "specifications": {"name": "text", "severity": "text", "when": "text", "explains": "integer", "text": "text", "verdict": "text"},
    "falsifies": {"specification": "integer", "falsifier": "integer"},
}
LIMITS = {"limit": "text", "list": "integer", "value": "text"}  # since version 8
SYSTEM = {  # since version 13, for runs about a real system
    "executions": {"faults": "text", "struck": "text", "result": "text", "why": "text", "hash": "integer", "end_ns": "integer"},
    "violated": {"execution": "integer", "text": "text"},
    "counterexamples": {"execution": "integer", "faults": "text", "minimal": "truth"},
    "fates": {"execution": "integer", "message": "integer", "sent_ns": "integer", "arrives_ns": "integer", "fate": "text"},
    "activations": {"execution": "integer", "node": "integer", "count": "integer"},
    "recordings": {"execution": "integer", "text": "text"},
}
SYSTEM_FACTS = {"system": "text", "kernel": "text", "verdict": "text", "reason": "text", "certificate": "text", "level": "text",
                "exhausted": "integer", "pairs": "integer", "double_runs": "integer", "wall_ns": "integer"}  # fmt: skip
POINT_FACTS = {"cell": "text", "eot_ns": "integer", "eff_ns": "integer", "crashes": "integer", "seed": "integer"}  # since version 17
GRAPH = {
    "goals": {"text": "text", "kind": "text", "relation": "text", "time": "small", "given": "truth"},
    "rules": {"rule": "text", "where": "text"},
    "firings": {"rule": "integer", "head": "integer"},
    "premises": {"firing": "integer", "goal": "integer"},
}


class Refused(Exception):
    """An error for the parent. The arguments are the name of a class of errors.py, and the problem."""


def damaged(name, problem):
    return Refused("DamagedFile", f"{name}: {problem}")


@contextlib.contextmanager
def reading(name):
    try:
        yield
    except Refused:
        raise
    except MemoryError as error:
        raise damaged(name, TOO_LARGE) from error
    except Exception as error:  # h5py has no exceptions of its own, so all are caught
        raise damaged(name, str(error).strip("'\"") or type(error).__name__) from error


def text(value):
    """Returns a string of the file as text. Invalid UTF-8 becomes `\\xNN`, and the bytes C0 80 become NUL."""
    raw = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else bytes(value)
    return raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "backslashreplace")


def is_text(dtype):
    """Returns true for strings of variable length, which all strings of results files are."""
    string = h5py.check_string_dtype(dtype)
    return string is not None and string.length is None


def is_number(dtype):
    return dtype.kind in "biuf" and dtype.itemsize <= 8 and dtype.subdtype is None


class Layout:
    """Typed and checked access to an open file. Objects are named by their paths, such as /details/0000/nodes."""

    def __init__(self, file):
        self._file = file

    def has(self, name):
        """Returns true if the object exists. Refuses links other than hard links anywhere in its path."""
        links = self._file.id.links
        parts = name.split("/")
        with reading(name):
            for end in range(2, len(parts) + 1):
                path = "/".join(parts[:end]).encode()
                if not links.exists(path):
                    return False
                if links.get_info(path).type != h5py.h5l.TYPE_HARD:
                    raise damaged(path.decode(), "is a link to something else")
        return True

    def attribute(self, group, name, kind="text"):
        where = f"{group.rstrip('/')}/@{name}"
        if group != "/" and not self.has(group):
            raise damaged(group, "is missing")
        with reading(where):
            found = h5py.h5a.open(self._file[group].id, name.encode())
            fits = is_text(found.dtype) if kind == "text" else is_number(found.dtype) and found.dtype.kind in "iu"
            if not fits or found.get_space().get_simple_extent_npoints() != 1:
                raise damaged(where, f"is not one {kind}")
            value = np.ravel(self._file[group].attrs[name])[0]
            return text(value) if kind == "text" else int(value)

    def _dataset(self, name):
        """Returns the dataset. Refuses a dataset with values in another file, or with more rows than it stores."""
        if not self.has(name):
            raise damaged(name, "is missing")
        with reading(name):
            found = self._file[name]
            if not isinstance(found, h5py.Dataset):
                raise damaged(name, "is not a dataset")
            made = found.id.get_create_plist()
            if made.get_layout() == h5py.h5d.VIRTUAL or made.get_external_count() != 0:
                raise damaged(name, "its values stand in another file")
            if any(made.get_filter(i)[0] not in FILTERS for i in range(made.get_nfilters())):
                raise damaged(name, "a filter was used that is not read here")
            if len(found.shape) > 1:
                raise damaged(name, "is not a list")
            rows = math.prod(found.shape)
            room = found.id.get_storage_size() * (MOST_COMPRESSION if made.get_nfilters() else 1)
            if rows > MAX_ROWS or rows * max(1, found.id.get_type().get_size()) > room:
                raise damaged(name, f"claims {rows} rows, and has no room for them")
            return found

    def strings(self, name):
        dataset = self._dataset(name)
        with reading(name):
            if not is_text(dataset.dtype):
                raise damaged(name, "does not hold strings of variable length")
            return [text(value) for value in np.atleast_1d(dataset[()])]

    def string(self, name):
        values = self.strings(name)
        if len(values) != 1:
            raise damaged(name, "is not one text")
        return values[0]

    def integers(self, name):
        dataset = self._dataset(name)
        with reading(name):
            if not (is_number(dataset.dtype) and dataset.dtype.kind in "iu"):
                raise damaged(name, "does not hold integers")
            return np.atleast_1d(dataset[()]).tolist()

    def rows(self, name):
        """Returns the number of rows of a table."""
        shape = self._dataset(name).shape
        if len(shape) != 1:
            raise damaged(name, "is not a table")
        return shape[0]

    def table(self, name, columns):
        """Returns a table with at least the columns {name: kind}. Includes other columns if they are texts or numbers."""
        dataset = self._dataset(name)
        with reading(name):
            dtype = dataset.dtype
            if len(dataset.shape) != 1 or dtype.names is None:
                raise damaged(name, "is not a table")
            missing = [column for column in columns if column not in dtype.names]
            if missing:
                raise damaged(name, f"has no column {', '.join(missing)}")
            simple = [column for column in dtype.names if is_text(dtype[column]) or is_number(dtype[column])]
            for column, kind in columns.items():
                if column not in simple or dtype[column].kind not in NUMPY_KINDS[kind]:
                    raise damaged(f"{name}.{column}", f"holds {dtype[column]} instead of {kind}")
            rows = dataset[:] if len(simple) == len(dtype.names) else dataset.fields(simple)[:]
            handed = {column: handed_over(f"{name}.{column}", rows[column], columns.get(column)) for column in simple}
            return {"rows": len(rows), "columns": handed}


def handed_over(where, values, kind):
    if values.dtype.kind == "O":
        texts = [text(value) for value in values]
        return ["decimal", [hexadecimal(where, value) for value in texts]] if kind == "decimal" else ["text", texts]
    if kind == "small" and len(values) and not 0 <= values.min() <= values.max() <= MAX_SMALL:
        raise damaged(where, "is out of range")
    if kind == "truth":
        values = values.astype(bool)
    return [values.dtype.str, values.tolist()]


def hexadecimal(where, value):
    if value and not (value.isascii() and value.isdigit()):
        raise damaged(where, f"{value[:40]!r} is not a number")
    return hex(int(value)) if value else None


def check_kind(root):
    if not h5py.h5a.exists(root._file.id, b"format"):
        raise Refused("NotResults", "is an HDF5 file, but not one of ldfi-farm")
    kind = root.attribute("/", "format")
    if kind != "ldfi-farm results":
        raise Refused("NotResults", f"holds {str(kind)[:60]!r} instead of results of ldfi-farm")
    version = root.attribute("/", "schema_version", "integer")
    if version not in REQUEST["versions"]:
        raise Refused("UnsupportedVersion", f"is of schema version {version}; this module reads {', '.join(map(str, REQUEST['versions']))}")
    return version


def read_run(root, version):
    kinds = {"version": "text", "started": "text", "strategy": "text", "seed": "integer", "ranks": "integer", "config_name": "text"}
    if version >= 3:
        kinds.update(conclusion="text", decisive="integer")
    run = {name: root.attribute("/", name, kind) for name, kind in kinds.items()}
    cells = root.table("/cells", CELLS)
    if not 0 <= run["ranks"] <= MAX_SMALL:
        raise damaged("/@ranks", "is out of range")
    if not -1 <= run.get("decisive", -1) < cells["rows"]:
        raise damaged("/@decisive", f"names cell {run['decisive']} of {cells['rows']}")
    if version >= 6:
        outages = root.table("/outages", {"restarts": "small"})
        if outages["rows"] != cells["rows"]:
            raise damaged("/outages", f"has {outages['rows']} rows for {cells['rows']} cells")
        cells["columns"]["restarts"] = outages["columns"]["restarts"]
    out = {
        "run": run,
        "command_line": root.strings("/command_line"),
        "config_text": root.string("/config_text"),
        "options": root.table("/options", {"name": "text", "value": "text"}),
        "program": root.table("/program", {"name": "text", "text": "text"}),
        "cells": cells,
        "details": [read_details(root, f"/details/{cell:04}", version) for cell in range(cells["rows"])],
    }
    if version >= 19 and root.has("/known"):
        cases = root.table("/known/cases", {"case": "text", "faults": "text", "outcome": "text", "why": "text", "left_out": "truth"})
        violated = root.table("/known/violated", {"case": "integer", "tuple": "text"})
        out["known"] = {"cases": cases, "violated": violated}
    if version >= 20 and root.has("/theorems"):
        kinds = {"calm": "integer", "from": "integer", "crashes": "integer", "facts": "integer", "latches": "integer", "gates": "integer", "cells": "integer"}
        out["theorems"] = {
            "claims": root.table("/theorems/claims", {"claim": "text", **kinds}),
            "params": root.table("/theorems/params", {"theorem": "integer", "value": "text"}),
            "invariant": root.table("/theorems/invariant", {"theorem": "integer", "clause": "text"}),
        }
    if version >= 13 and root.has("/system"):
        out["systems"] = [read_system(root, "/system")]
    if version >= 17 and root.has("/systems"):
        out["systems"] = []
        while root.has(group := f"/systems/{len(out['systems']):04}"):
            out["systems"].append(read_system(root, group))
    return out


def read_system(root, group):
    out = {name: root.table(f"{group}/{name}", columns) for name, columns in SYSTEM.items()}
    out["facts"] = {name: root.attribute(group, name, kind) for name, kind in SYSTEM_FACTS.items()}
    for name in ("command", "nodes", "differences", "messages"):
        out["messages_table" if name == "messages" else name] = root.strings(f"{group}/{name}")
    if root.has(f"{group}/said"):
        out["facts"] |= {name: root.attribute(group, name, kind) for name, kind in POINT_FACTS.items()}
        out["said"] = root.strings(f"{group}/said")
    return out


def read_details(root, group, version):
    out = {"nodes": root.strings(f"{group}/nodes")}
    if version >= 6:
        out["crashable"] = root.strings(f"{group}/crashable")
    if version >= 8:
        out["limits"] = root.table(f"{group}/limits", LIMITS)
    if version >= 12:
        out["params"] = root.strings(f"{group}/params")
    for name, columns in DETAILS.items():
        out[name] = root.table(f"{group}/{name}", columns)
    if version >= 15 and root.has(f"{group}/counts"):
        out["counts"] = root.table(f"{group}/counts", COUNTS)
        if out["counts"]["rows"] != 1:
            raise damaged(f"{group}/counts", "is not one row")
    if version >= 18 and root.has(f"{group}/minimisation"):
        out["minimisation"] = read_minimisation(root, f"{group}/minimisation")
    if root.has(f"{group}/repeats"):
        out["repeats"] = root.table(f"{group}/repeats", REPEATS)
    for name, columns in SPECIFICATIONS.items() if version >= 7 else ():
        out[name] = root.table(f"{group}/{name}", columns)
    graphs = f"{group}/graphs"
    if not root.has(graphs):
        raise damaged(graphs, "is missing")
    out["graphs"] = []
    while root.has(graph := f"{graphs}/{len(out['graphs']):04}"):
        sizes = {name: root.rows(f"{graph}/{name}") for name in ("goals", "firings", "premises")}
        out["graphs"].append({"of": root.attribute(graph, "run"), **sizes})
        if len(out["graphs"]) > MAX_GRAPHS:
            raise damaged(graphs, "holds too many graphs")
    return out


def read_minimisation(root, group):
    out = {name: root.table(f"{group}/{name}", columns) for name, columns in MINIMISATION.items()}
    if min(out["stages"]["columns"]["bound"][1], default=0) < -1:
        raise damaged(f"{group}/stages.bound", "is not a bound")
    facts = {name: root.attribute(group, name) for name in ("by", "ended")}
    return {**out, **facts, "relations": root.strings(f"{group}/relations"), "violated": root.strings(f"{group}/violated")}


def read_graph(root, cell, graph):
    group = f"/details/{cell:04}/graphs/{graph:04}"
    tables = {name: root.table(f"{group}/{name}", columns) for name, columns in GRAPH.items()}
    return {"run": root.attribute(group, "run"), "roots": root.integers(f"{group}/roots"), **tables}


def read(path, graph):
    try:
        file = h5py.File(path, "r")
    except (OSError, RuntimeError) as error:
        raise Refused("DamagedFile", str(error)) from error
    with file:
        root = Layout(file)
        version = check_kind(root)
        return read_graph(root, *graph) if graph else read_run(root, version)


def limit(kind, most):
    hard = resource.getrlimit(kind)[1]
    most = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(kind, (most, hard))


def mapped_bytes():
    """Returns the bytes of address space that Python and its libraries take, or 0 if the system does not report them."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def main():
    limit(resource.RLIMIT_CORE, 0)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)  # the limit on time also bounds conversions of long numbers
    mapped, answer = mapped_bytes(), 0
    print("{}", flush=True)
    for path, graph in REQUEST["tasks"]:
        size = os.stat(path).st_size
        answer += ANSWER + ANSWER_PER_BYTE * size
        limit(resource.RLIMIT_CPU, sum(os.times()[:2]) + 1 + SECONDS + SECONDS_PER_BYTE * size)
        limit(resource.RLIMIT_FSIZE, answer)
        if mapped:
            limit(resource.RLIMIT_AS, mapped + MEMORY + MEMORY_PER_BYTE * size)
        try:
            found = read(path, graph)
        except Refused as refused:
            found = {"error": refused.args}
        except Exception as error:
            found = {"error": ["DamagedFile", TOO_LARGE if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"]}
        line = json.dumps(found)
        if len(line) > ANSWER + ANSWER_PER_BYTE * size:
            line = json.dumps({"error": ["DamagedFile", TOO_LARGE]})
        print(line, flush=True)


if __name__ == "__main__":
    main()
