"""Late messages without a limit reach all orders of small systems, as an enumerator of its own finds them (orders.py):
test_all_orders.py PROGRAM SOURCE_DIR"""

import json
import os
import random
import shutil

from orders import all_orders
from system_case import NODES, SystemCase, main


def after(sends, **rules):
    """Returns the rules of a table in which n0 sends these messages at a request."""
    return {"n0": {"0 echo": ["1", sends]}, **rules}


def remembers(word, types="abcd"):
    """Returns rules by which a node ends if the messages arrive in exactly this order, each once."""
    rules = {f"{i} {one}": [str(i + 1) if one == word[i] else "-", []] for i in range(len(word)) for one in types}
    return {**rules, f"{len(word) - 1} {word[-1]}": ["!", []]}


ANSWERS = {"0 a": ["1", [["n2", "x"]]], "0 b": ["2", [["n2", "y"]]], "1 b": ["3", [["n2", "y"]]], "2 a": ["3", [["n0", "z"], ["n2", "x"]]]}
WITHIN = 10**9  # in nanoseconds
# Name: nodes, nodes that get requests, rules, timers.
SYSTEMS = {
    "one message": (2, ["n0"], after([["n1", "a"]]), {}),
    "two messages": (2, ["n0"], after([["n1", "a"]] * 2), {}),
    "three messages": (2, ["n0"], after([["n1", "a"]] * 3), {}),
    "four messages": (2, ["n0"], after([["n1", "a"]] * 4), {}),
    "three senders": (4, ["n1", "n2", "n3"], {f"n{i}": {"0 echo": ["1", [["n0", "a"]]]} for i in (1, 2, 3)}, {}),
    "two senders of two": (3, ["n1", "n2"], {f"n{i}": {"0 echo": ["1", [["n0", "a"], ["n0", "b"]]]} for i in (1, 2)}, {}),
    "two receivers": (3, ["n0"], after([["n1", "a"]] * 2 + [["n2", "a"]] * 2), {}),
    "an order sends more": (3, ["n0"], after([["n1", "a"], ["n1", "b"]], n1=ANSWERS), {}),
    "a timer": (2, ["n0"], after([["n1", "a"], ["n1", "b"]], n1={"0 tick": ["1", [["n0", "x"]]]}), {"n1": 75}),
}
# (Executions, the different ones of these, orders), where messages overtake each other, and where they do not. More executions
# than orders: what comes last may do so right behind something or when its time is over, and the latter is another time.
MEASURED = {
    "one message": ((2, 2, 1), (2, 2, 1)),
    "two messages": ((5, 5, 2), (3, 3, 1)),
    "three messages": ((17, 17, 6), (4, 4, 1)),
    "four messages": ((75, 74, 24), (5, 5, 1)),
    "three senders": ((17, 17, 6), (17, 17, 6)),
    "two senders of two": ((75, 74, 24), (22, 22, 6)),
    "two receivers": ((28, 25, 4), (11, 9, 1)),
}


def drawn(seed):
    """Returns a random table. Messages that answer others have later letters, so each execution ends."""
    chance = random.Random(seed)
    nodes = [f"n{i}" for i in range(chance.choice([2, 3, 3]))]
    rules = {node: {} for node in nodes}
    other = lambda node: chance.choice([one for one in nodes if one != node])
    starts = [node for node in nodes if chance.random() < 0.6] or ["n0"]
    for node in starts:
        rules[node]["0 echo"] = ["0", [[other(node), chance.choice("abc")] for _ in range(chance.choice([1, 2, 2, 3]))]]
    for node in nodes:
        for state in "012":
            for kind in "abc":
                sends = [[other(node), "abc"["abc".index(kind) + 1]]] if kind != "c" and chance.random() < 0.25 else []
                ends = state != "0" and chance.random() < 0.06
                rules[node][f"{state} {kind}"] = ["!", []] if ends else [chance.choice("012"), sends]
    timers = {chance.choice(nodes): 75} if chance.random() < 0.3 else {}
    return {"nodes": len(nodes), "starts": starts, "rules": rules, "timers": timers}, chance.choice(["any", "fifo"])


class AllOrders(SystemCase):
    time = "extended"

    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(NODES, "table.py"), self.path("table.py"))
        self.kept = 0

    def search(self, table, order, behind):
        """Returns the summary and, for each execution, its order, its end, and whether a message arrived because
        its time was over.
        """
        self.kept += 1
        self.write("table.json", json.dumps(table))
        asks = [{"at": "50ms", "client": f"c{i + 1}", "node": node, "body": {"type": "echo", "echo": i}} for i, node in enumerate(table["starts"])]
        config = self.config(["python3", "table.py", "table.json"], table["nodes"], {"start": "reset"}, workload={"ops": asks}, checker="echo",
                             network={"latency": "10ms"}, search={"stop": "all", "double_runs": "0%"},
                             fspec={"eot": "20s", "omissions": "none", "order": order, "delays": {"behind": behind, "within": f"{WITHIN}ns"}})
        done = self.farm(config, "--summary", "json", "--recordings", f"kept{self.kept}")
        self.assertTrue(done.stdout, done.stderr)
        return json.loads(done.stdout), self.executed(f"kept{self.kept}", table["nodes"])

    def executed(self, kept, nodes):
        orders, whole, over = [], [], []
        for number in range(len(os.listdir(self.path(kept)))):
            recording = self.recording(kept, number)
            events = [event for event in recording if event.get("e") in ("invoke", "recv", "timer")]
            did, when = ({f"n{i}": () for i in range(nodes)} for _ in range(2))
            for event in events:
                node = event["id"][1] if event["e"] == "recv" else event["node"]
                sender, _, kind, count = event.get("id", 4 * [""])
                did[node] += ({"recv": f"{sender} {kind} {count}", "invoke": "echo", "timer": "tick"}[event["e"]],)
                when[node] += (event["t"],)
            orders.append(tuple(sorted(did.items())))
            whole.append((orders[-1], tuple(sorted(when.items()))))
            until = {tuple(event["id"]): event["t"] + WITHIN for event in recording if event.get("e") == "hold"}
            over.append(any(until.get(tuple(event.get("id", ()))) == event["t"] for event in events))
        return orders, whole, over

    def agree(self, table, order, behind, name):
        """Expects the verdict of the enumerator, and the same orders if the answer needs all of them."""
        real = all_orders(table, order == "fifo")
        found, (orders, whole, over) = self.search(table, order, behind)
        bad = any(real.values())
        self.assertEqual(found["verdict"] in ("counterexample", "broken"), bad, name)
        if found["verdict"] != "broken":
            self.assertTrue(found["exhausted"], name)
        self.assertLessEqual(set(orders), set(real), name)
        if not bad:
            self.assertEqual((found["verdict"], set(orders)), ("certified", set(real)), name)
            in_time = [one for one, late in zip(orders, over, strict=True) if not late]
            self.assertEqual(sorted(in_time), sorted(real), name)  # each order exactly once
        return len(orders), len(set(whole)), len(real)

    def test_all_are_reached(self):
        for name, (nodes, starts, rules, timers) in SYSTEMS.items():
            for place, order in enumerate(("any", "fifo")):
                numbers = self.agree({"nodes": nodes, "starts": starts, "rules": rules, "timers": timers}, order, 100, (name, order))
                if name in MEASURED:
                    self.assertEqual(numbers, MEASURED[name][place], (name, order))

    def test_one_of_many_violates(self):
        """One system ends only in the reverse order of four messages, and another one in an order that is
        impossible.
        """
        for word, order, faults in (("dcba", "any", 3), ("dcba", "fifo", 0), ("abdc", "any", 1), ("bcad", "any", 1)):
            table = {"nodes": 2, "starts": ["n0"], "rules": after([["n1", one] for one in "abcd"], n1=remembers(word))}
            self.agree(table, order, 8, (word, order))
            found, _ = self.search(table, order, 8)
            self.assertEqual([len(one["faults"]) for one in found["counterexamples"]], [faults] if faults else [], word)
            self.assertTrue(all(one["minimal"] for one in found["counterexamples"]))

    def test_more_activations_tell_no_more_orders(self):
        """A delay by more activations than the receiver has is known to have no effect, without an execution."""
        table = {"nodes": 2, "starts": ["n0"], "rules": after([["n1", "a"]] * 3)}
        self.assertEqual({behind: len(self.search(table, "any", behind)[1][0]) for behind in (3, 4, 20, 100)}, dict.fromkeys((3, 4, 20, 100), 17))

    def test_random_systems(self):
        most_orders, most_messages, enough = 24, 5, 100
        tried = violated = 0
        for seed in range(1, 2000):
            table, order = drawn(seed)
            real = all_orders(table, order == "fifo", 500)
            if not real or not 2 <= len(real) <= most_orders:
                continue
            messages = max(sum(name.count(" ") > 0 for _, did in one for name in did) for one in real)
            if messages > most_messages:
                continue
            self.agree(table, order, 6, seed)
            tried, violated = tried + 1, violated + any(real.values())
            if tried == enough:
                break
        self.assertEqual(tried, enough)
        self.assertGreater(violated, 10)


if __name__ == "__main__":
    main()
