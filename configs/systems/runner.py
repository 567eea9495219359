"""A runner: it executes whole fault sets itself, here in a simulation of broadcast by gossip among the nodes of its spec, and says what
happened (docs/reference/runner-protocol.md, docs/reference/recording-format.md).

    runner.py [RETRIES]      0, which is the default: nothing is sent twice
"""

import heapq
import itertools
import json
import re
import sys

MS = 1_000_000
LATENCY, EVERY, BEGIN, END = 10 * MS, 100 * MS, 50 * MS, 1000 * MS
NODES = ["n0", "n1", "n2"]
RETRIES = int(sys.argv[1]) if len(sys.argv) > 1 else 0


class Simulation:
    def __init__(self, spec, faults):
        self.window = spec.get("from", 0), spec["eff"]
        self.lost = {tuple(found) for found in re.findall(r"O\(([^,]+),([^,]+),([^#]+)#(\d+)\)", " ".join(faults))}
        self.crashes = {(node, int(number)) for node, number in re.findall(r"C\(([^,]+),#(\d+)\)", " ".join(faults))}
        self.events, self.due, self.order = [], [], itertools.count()
        self.numbers, self.activations, self.down = {}, dict.fromkeys(NODES, 0), set()
        self.has, self.unacknowledged, self.promised = set(), {}, False

    def at(self, time, function):
        heapq.heappush(self.due, (time, next(self.order), function))

    def run(self):
        self.at(BEGIN, self.invoke)
        while self.due and self.due[0][0] <= END:
            self.now, _, function = heapq.heappop(self.due)
            function()
        missing = sorted(set(NODES) - self.has - self.down)
        if not self.promised:
            return "vacuous", []
        return ("fail" if missing else "pass"), [f"{node} does not have what was acknowledged" for node in missing]

    def happens(self, kind, **more):
        self.events.append({"e": kind, "t": self.now, **more})

    def activate(self, node):
        """True if the node is up, and does not crash before this."""
        if node in self.down:
            return False
        self.activations[node] += 1
        if (node, self.activations[node]) in self.crashes:
            self.down.add(node)
            self.happens("crash", node=node)
            return False
        return True

    def send(self, source, dest, kind, handle):
        """Every attempt is told, those that are lost, too."""
        number = self.numbers[source, dest, kind] = self.numbers.get((source, dest, kind), -1) + 1
        lost = (source, dest, kind, str(number)) in self.lost and self.window[0] <= self.now <= self.window[1]
        identity = [source, dest, kind, number]
        self.happens("send", id=identity, fate="lost" if lost else "ok", arrive=self.now + LATENCY)
        event = self.events[-1]

        def arrive():
            if self.activate(dest):
                self.happens("recv", id=identity)
                handle()
            else:
                event["fate"] = "dead"

        if not lost:
            self.at(self.now + LATENCY, arrive)

    def invoke(self):
        if self.activate("n0"):
            self.happens("invoke", op=0, client="c1", node="n0", body={"type": "broadcast"})
            self.learn("n0", None)
            self.happens("return", op=0, client="c1", body={"type": "broadcast_ok"})
            self.promised = True

    def learn(self, node, source):
        if node not in self.has:
            self.has.add(node)
            for other in NODES:
                if other not in (node, source):
                    self.offer(node, other, RETRIES)

    def offer(self, node, other, left):
        self.send(node, other, "gossip", lambda: self.heard(node, other))
        if left > 0:
            self.unacknowledged[node, other] = left
            self.at(self.now + EVERY, lambda: self.again(node, other))

    def heard(self, source, node):
        self.learn(node, source)
        if RETRIES:
            self.send(node, source, "ack", lambda: self.unacknowledged.pop((source, node), None))

    def again(self, node, other):
        if (node, other) in self.unacknowledged and self.activate(node):
            self.happens("timer", node=node)
            self.offer(node, other, self.unacknowledged.pop((node, other)) - 1)


def say(what):
    sys.stdout.write(json.dumps(what) + "\n")


say({"hello": {"version": 1, "deterministic": True, "nodes": NODES, "faults": ["loss", "crash"]}})
sys.stdout.flush()
for line in sys.stdin:
    asked = json.loads(line)["run"]
    simulation = Simulation(asked["spec"], asked["faults"])
    result, violated = simulation.run()
    for event in simulation.events:
        say(event)
    say({"verdict": {"run": asked["id"], "result": result, **({"violated": violated} if violated else {})}})
    sys.stdout.flush()
