"""Derivation graphs as networkx graphs."""

from typing import Mapping

import networkx as nx
import pandas as pd

from .errors import DamagedFile


def make_graph(path: str, where: str, run: str, roots: list[int], tables: Mapping[str, pd.DataFrame]) -> nx.DiGraph:
    """Returns the graph at `where` in the file `path`.

    Nodes are ("goal", row) and ("firing", row). Their attributes: `node` is "goal" or "firing"; a goal has text, kind, relation,
    time, given and root; a firing has rule, where (file:line) and text, which is the rule. An edge leads from a premise to its
    firing, or from a firing to the goal that it derives. `graph["run"]` names the execution, and `graph["roots"]` lists the goals that the
    graph explains. Raises DamagedFile if a row refers to a missing row.
    """
    goals, rules, firings, premises = (tables[name] for name in ("goals", "rules", "firings", "premises"))
    for column, rows, below in (
        ("firings.rule", firings["rule"], len(rules)),
        ("firings.head", firings["head"], len(goals)),
        ("premises.firing", premises["firing"], len(firings)),
        ("premises.goal", premises["goal"], len(goals)),
        ("roots", pd.Series(roots, dtype=object), len(goals)),
    ):
        if len(rows) and not 0 <= rows.min() <= rows.max() < below:
            raise DamagedFile(path, f"{where}/{column}: names row {rows.max()} of {below}")

    graph = nx.DiGraph(run=run, roots=[("goal", root) for root in roots])
    asked = set(roots)
    for row, goal in enumerate(goals[["text", "kind", "relation", "time", "given"]].to_dict("records")):
        graph.add_node(("goal", row), node="goal", root=row in asked, **goal)
    texts = rules[["rule", "where"]].to_dict("records")
    for row, (rule, head) in enumerate(zip(firings["rule"].tolist(), firings["head"].tolist())):
        graph.add_node(("firing", row), node="firing", text=texts[rule]["rule"], **texts[rule])
        graph.add_edge(("firing", row), ("goal", head))
    for firing, goal in zip(premises["firing"].tolist(), premises["goal"].tolist()):
        graph.add_edge(("goal", goal), ("firing", firing))
    return graph
