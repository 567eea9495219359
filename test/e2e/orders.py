"""All orders in which the nodes of a table (nodes/table.py) can get their messages, found without ldfi-farm.

An order is a Mazurkiewicz trace: for each node, the sequence of what it does. What different nodes do commutes. Messages take
`latency` or longer, clients ask at `asked`, timers go off when they do: a message may come before one of these only if it could
be there in time. Given the order, each thing happens as soon as it can."""

from collections import namedtuple

asked, latency = 50, 10
# `did`, `state` and `now` by node; `flight`: (sender, receiver, type, number, when it is there at the earliest), in the order in
# which it was sent; `due`: (when, what, node); `down`: nodes that have ended.
World = namedtuple("World", "did state now flight numbers due down")


def act(table, world, node, name, kind, time):
    """Returns the world after the node has done this."""
    state, sends = table["rules"].get(node, {}).get(f"{world.state[node]} {kind}", [world.state[node], []])
    numbers, flight = dict(world.numbers), list(world.flight)
    for receiver, what in sends:
        number = numbers.get((node, receiver, what), 0)
        numbers[node, receiver, what] = number + 1
        flight.append((node, receiver, what, number, time + latency))
    down = world.down | {node} if state == "!" else world.down
    return World({**world.did, node: world.did[node] + (name,)}, {**world.state, node: state}, {**world.now, node: time},
                 tuple(flight), numbers, world.due, down)


def steps(table, world, fifo):
    """Yields all worlds that may follow."""
    first = {}
    for one in world.due:
        first.setdefault(one[2], one)
    for i, (sender, receiver, kind, number, there) in enumerate(world.flight):
        overtakes = fifo and any(one[:2] == (sender, receiver) for one in world.flight[:i])
        time = max(there, world.now[receiver])
        if receiver in world.down or overtakes or (receiver in first and first[receiver][0] < time):
            continue
        left = world._replace(flight=world.flight[:i] + world.flight[i + 1:])
        yield act(table, left, receiver, f"{sender} {kind} {number}", kind, time)
    for node, one in first.items():
        if node not in world.down:
            yield act(table, world._replace(due=tuple(other for other in world.due if other is not one)), node, one[1], one[1], one[0])


def all_orders(table, fifo, most=20000):
    """Returns each order, and whether a node ends by itself in it. Returns None if there are too many worlds."""
    nodes = [f"n{i}" for i in range(table["nodes"])]
    due = sorted([(asked, "echo", node) for node in table["starts"]] + [(at, "tick", node) for node, at in table.get("timers", {}).items()])
    left = [World({node: () for node in nodes}, dict.fromkeys(nodes, "0"), dict.fromkeys(nodes, 0), (), {}, tuple(due), frozenset())]
    seen, out = set(), {}
    while left:
        world = left.pop()
        order = tuple(sorted(world.did.items()))
        if order in seen:
            continue
        seen.add(order)
        if len(seen) > most:
            return None
        following = list(steps(table, world, fifo))
        left += following
        if not following:
            out[order] = bool(world.down)
    return out
