"""The class Results, which load() returns."""

from typing import TYPE_CHECKING, Callable, Union

import pandas as pd

from .systems import operations_of

if TYPE_CHECKING:
    import networkx as nx


class Results:
    """The results of one run or of several, as data frames. `run` and `cell` count from 0 across all files.

    runs        one row per file: version, started, strategy, seed, ranks, config_name, conclusion, decisive, command_line,
                    config_text
    cells       one row per Fspec: run, eot, eff, crashes, verdict, combinations, executed, nodes, wall_s, ...; with --count: counts
                    (vacuous, passing, failing, random_p, states); with --minimise: minimisation (by, ended, relations, violated,
                    and the data frames stages and schedule)
    falsifiers  cell, falsifier (number in its cell), faults, size, minimal, violated (a list of tuples, as text)
    violated    cell, falsifier, tuple: one row per violated tuple of a falsifier
    executions  cell, id, parent, faults, outcome, execute_ns
    repeats     cell, seed, verdict, executed, wall_s: the searches of --repeat
    specifications  cell, specification (number in its cell), name, severity, when, explains (a number, or -1), text, verdict,
                    falsifiers (a list of their numbers)
    graphs      cell, graph (number in its cell), of ("failure_free", or a fault set), and its sizes
    systems     run, system, verdict, certificate, nodes, ...: one row per run about a real system, like the next five
    system_executions  run, execution, faults, struck, result, hash, end_ns, violated
    counterexamples    run, counterexample ("f1"), execution, faults, minimal, violated, deliveries (the only messages that may
                       arrive, or None if all may)
    messages    run, execution, message, sent_ns, arrives_ns (-1: unknown), fate
    activations run, execution, node, count
    recordings  run, execution, text: the recordings that were kept (docs/reference/recording-format.md)
    known       run, case, faults, outcome, why, left_out, violated: stored falsifiers that were executed again (--known FILE)
    theorems    run, claim, calm (None: no message is ever omitted), from, crashes, facts, latches, gates, cells, params, invariant:
                the claims proved for every EOT (--sweep-forever, --forever)
    options     run, name, value
    program     run, name, text

    The columns are those of results/SCHEMA.md. Counts that may exceed 64 bits are exact Python integers.
    """

    def __init__(
        self, frames: dict[str, pd.DataFrame], where: list[tuple[str, int]], load_graph: Callable[[str, int, int], "nx.DiGraph"]
    ):
        self.runs = frames["runs"]
        self.cells = frames["cells"]
        self.falsifiers = frames["falsifiers"]
        self.violated = frames["violated"]
        self.executions = frames["executions"]
        self.repeats = frames["repeats"]
        self.specifications = frames["specifications"]
        self.graphs = frames["graphs"]
        self.systems = frames["systems"]
        self.system_executions = frames["system_executions"]
        self.counterexamples = frames["counterexamples"]
        self.messages = frames["messages"]
        self.activations = frames["activations"]
        self.recordings = frames["recordings"]
        self.known = frames["known"]
        self.theorems = frames["theorems"]
        self.options = frames["options"]
        self.program = frames["program"]
        self._where = where
        self._load_graph = load_graph

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.cells["verdict"].value_counts().items())
        verdicts = ", ".join(filter(None, (verdicts, *self.systems["verdict"])))
        return f"<Results: {len(self.runs)} run(s), {len(self.cells)} cell(s): {verdicts or 'none'}>"

    def history(self, execution: int, run: int = 0, cell: str = "") -> pd.DataFrame:
        """Returns the requests and answers of an execution of a real system: client, node, asked_ns, request, answered_ns, answer.

        `cell` is the name of a cell of a sweep. Raises KeyError if the recording is not in the file.
        """
        found = self.recordings[(self.recordings["run"] == run) & (self.recordings["execution"] == execution)]
        if "cell" in found and cell:
            found = found[found["cell"] == cell]
        if found.empty:
            raise KeyError(f"no recording of execution {execution} of run {run}, only of {self.recordings['execution'].tolist()}")
        return operations_of(found["text"].iloc[0])

    def minimal_falsifiers(self) -> pd.DataFrame:
        """Returns the minimal falsifiers of every cell. The first columns are the cell's eot, eff and crashes."""
        fspec = self.cells[["cell", "eot", "eff", "crashes"]]
        minimal = self.falsifiers[self.falsifiers["minimal"].astype(bool)]
        return fspec.merge(minimal, on="cell").drop(columns="minimal")

    def graph(self, cell: int, of: Union[int, str] = "failure_free") -> "nx.DiGraph":
        """Returns a derivation graph of a cell, by its number in the cell or its run ("failure_free", or the written fault set).

        Each call reads the file again. graphs.make_graph describes nodes and attributes. Raises KeyError if there is no such
        cell or graph.
        """
        if not 0 <= cell < len(self._where):
            raise KeyError(f"no cell {cell}: there are {len(self._where)}")
        rows = self.graphs[self.graphs["cell"] == cell]
        found = rows[rows["graph"] == of] if isinstance(of, int) else rows[rows["of"] == of]
        if found.empty:
            raise KeyError(f"cell {cell} has no graph {of!r}, only {', '.join(map(repr, rows['of'])) or 'none'}")
        path, index = self._where[cell]
        return self._load_graph(path, index, int(found["graph"].iloc[0]))
