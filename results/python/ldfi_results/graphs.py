"""Derivation graphs as networkx graphs."""

import networkx as nx

from .layout import Layout

_GOALS = {"text": "text", "kind": "text", "relation": "text", "time": "integer", "given": "truth"}
_RULES = {"rule": "text", "where": "text"}


def read_graph(group: Layout) -> nx.DiGraph:
    """One graph of a file.

    Nodes are ("goal", row) and ("firing", row). Their attributes: `node` is "goal" or "firing"; a goal has text, kind, relation,
    time, given and root; a firing has rule, where (file:line) and text, which is the rule. Edges lead from premises to
    the firing they serve, and from there to the goal it derives. `graph["run"]` says which execution it is of, `graph["roots"]` lists
    the nodes that it was asked about.
    """
    goals = group.table("goals", _GOALS)
    rules = group.table("rules", _RULES)
    firings = group.table("firings", {"rule": "integer", "head": "integer"})
    premises = group.table("premises", {"firing": "integer", "goal": "integer"})
    roots = group.indices("roots", len(goals))
    for table, column, frame, below in (
        ("firings", "rule", firings, len(rules)),
        ("firings", "head", firings, len(goals)),
        ("premises", "firing", premises, len(firings)),
        ("premises", "goal", premises, len(goals)),
    ):
        if len(frame) and not 0 <= frame[column].min() <= frame[column].max() < below:
            raise group.damaged(f"{table}.{column}", f"names row {frame[column].max()} of {below}")

    graph = nx.DiGraph(run=group.attribute("run"), roots=[("goal", root) for root in roots])
    asked = set(roots)
    for row, goal in enumerate(goals[list(_GOALS)].to_dict("records")):
        graph.add_node(("goal", row), node="goal", root=row in asked, **goal)
    texts = rules[list(_RULES)].to_dict("records")
    for row, (rule, head) in enumerate(zip(firings["rule"].tolist(), firings["head"].tolist())):
        graph.add_node(("firing", row), node="firing", text=texts[rule]["rule"], **texts[rule])
        graph.add_edge(("firing", row), ("goal", head))
    for firing, goal in zip(premises["firing"].tolist(), premises["goal"].tolist()):
        graph.add_edge(("goal", goal), ("firing", firing))
    return graph
