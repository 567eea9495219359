"""The data frames of runs about real systems (docs/reference/system-results.md)."""

import json
from typing import Any, Optional

import pandas as pd

from .errors import DamagedFile

_RESULTS = frozenset({"pass", "fail", "vacuous", "invalid"})
_VERDICTS = frozenset({"certified", "counterexample", "vacuous", "broken", "inconclusive"})

#: The columns of each frame except `run`, for results without a run about a real system.
_COLUMNS = {
    "systems": ("system", "kernel", "verdict", "reason", "certificate", "level", "exhausted", "pairs", "double_runs", "wall_s", "command",
                "nodes", "differences"),
    "system_executions": ("execution", "faults", "struck", "result", "why", "hash", "end_ns", "violated"),
    "counterexamples": ("counterexample", "execution", "faults", "minimal", "violated", "deliveries"),
    "messages": ("execution", "message", "sent_ns", "arrives_ns", "fate"),
    "activations": ("execution", "node", "count"),
    "recordings": ("execution", "text"),
}  # fmt: skip


def _check_rows(path: str, where: str, column: pd.Series, rows: int) -> None:
    if len(column) and not 0 <= column.min() <= column.max() < rows:
        raise DamagedFile(path, f"/system/{where}: {column.max()} of {rows}")


def _deliveries_of(path: str, row: int, recording: str) -> Optional[list[str]]:
    """Returns the only messages that may arrive in a recording, or None if all messages may arrive. Reads only
    the first line.
    """
    try:
        found = json.loads(recording.partition("\n")[0]).get("deliveries")
    except (ValueError, RecursionError, AttributeError):
        raise DamagedFile(path, f"/system/recordings: that of execution {row} has no header") from None
    if found is not None and not (isinstance(found, list) and all(isinstance(one, str) for one in found)):
        raise DamagedFile(path, f"/system/recordings: the deliveries of execution {row} are no list of messages")
    return found


def system_frames(path: str, found: Optional[dict[str, Any]], tables: dict[str, pd.DataFrame], run: int) -> dict[str, pd.DataFrame]:
    """Returns the frames of a run, with a column `cell` for a sweep. Raises DamagedFile for wrong words and references."""
    if found is None:
        return {name: pd.DataFrame(columns=["run", *columns]) for name, columns in _COLUMNS.items()}
    executions, counterexamples = tables["executions"], tables["counterexamples"]
    for name in ("violated", "counterexamples", "fates", "activations", "recordings"):
        _check_rows(path, f"{name}.execution", tables[name]["execution"], len(executions))
    _check_rows(path, "fates.message", tables["fates"]["message"], len(found["messages_table"]))
    _check_rows(path, "activations.node", tables["activations"]["node"], len(found["nodes"]))
    facts = dict(found["facts"])
    if not set(executions["result"]) <= _RESULTS or facts["verdict"] not in _VERDICTS:
        raise DamagedFile(path, "/system: a result or a verdict that nobody writes")
    violated: dict[int, list[str]] = {}
    for row, text in zip(tables["violated"]["execution"].tolist(), tables["violated"]["text"]):
        violated.setdefault(row, []).append(text)
    executions.insert(0, "execution", range(len(executions)))
    executions["violated"] = pd.Series([violated.get(row, []) for row in range(len(executions))], dtype=object)
    counterexamples.insert(0, "counterexample", [f"f{row + 1}" for row in range(len(counterexamples))])
    rows = [violated.get(row, []) for row in counterexamples["execution"].tolist()]
    counterexamples["violated"] = pd.Series(rows, dtype=object)
    shown = set(counterexamples["execution"].tolist())
    recorded = zip(tables["recordings"]["execution"].tolist(), tables["recordings"]["text"])
    deliveries = {row: _deliveries_of(path, row, text) for row, text in recorded if row in shown}
    counterexamples["deliveries"] = pd.Series([deliveries.get(row) for row in counterexamples["execution"].tolist()], dtype=object)
    tables["fates"]["message"] = pd.Series([found["messages_table"][row] for row in tables["fates"]["message"].tolist()], dtype=object)
    tables["activations"]["node"] = pd.Series([found["nodes"][row] for row in tables["activations"]["node"].tolist()], dtype=object)
    facts["wall_s"] = facts.pop("wall_ns") / 1e9
    facts["exhausted"] = bool(facts["exhausted"])
    lists = {name: found[name] for name in ("command", "nodes", "differences", "said") if name in found}
    out = {
        "systems": pd.DataFrame([{**facts, **lists}]),
        "system_executions": executions,
        "counterexamples": counterexamples,
        "messages": tables["fates"],
        "activations": tables["activations"],
        "recordings": tables["recordings"],
    }
    for name, frame in out.items():
        frame.insert(0, "run", run)
        if "cell" in facts and name != "systems":
            frame.insert(1, "cell", facts["cell"])
    return out


def operations_of(recording: str) -> pd.DataFrame:
    """Returns the requests and answers of an execution: client, node, asked_ns, request, answered_ns, answer (or None)."""
    asked: dict[Any, dict[str, Any]] = {}
    for line in recording.splitlines():
        event = json.loads(line)
        if event.get("e") == "invoke":
            asked[event.get("op")] = {"client": event.get("client"), "node": event.get("node"), "asked_ns": event["t"],
                                      "request": event.get("body"), "answered_ns": None, "answer": None}  # fmt: skip
        elif event.get("e") == "return" and event.get("op") in asked:
            asked[event["op"]].update(answered_ns=event["t"], answer=event.get("body"))
    return pd.DataFrame(list(asked.values()), columns=["client", "node", "asked_ns", "request", "answered_ns", "answer"])
