"""A small deterministic system that is made at random, its executions under faults, and recordings of them.

Nodes have a state, and tables that say what a message or a timer makes of it, and what they then send. The network is ours: each
message takes LATENCY, unless it is lost. What an execution does depends on nothing but the system and the faults.
"""
import heapq
import itertools
import json
import random
from dataclasses import dataclass, field

LATENCY = 10
STATES = 3
LIMIT = 60  # activations of one execution


@dataclass(frozen=True)
class Faults:
    losses: frozenset = frozenset()  # of (from, to, type, k)
    crashes: tuple = ()  # sorted (node, k)
    delays: frozenset = frozenset()  # of (from, to, type, k, how late)
    restarts: frozenset = frozenset()  # of (node, k, how long it is down)

    def texts(self):
        return ([f"O({a},{b},{kind}#{k})" for a, b, kind, k in sorted(self.losses)]
                + [f"C({node},#{k})" for node, k in sorted(self.crashes)]
                + [f"C({node},#{k},+{down}ns)" for node, k, down in sorted(self.restarts)]
                + [f"D({a},{b},{kind}#{k},+{late}ns)" for a, b, kind, k, late in sorted(self.delays)])

    def parts(self):
        return frozenset(self.losses) | frozenset(self.crashes) | self.delays | self.restarts

    @staticmethod
    def of(parts):
        """Messages, crashes for good, delays and restarts have parts of other lengths."""
        by_length = {length: frozenset(part for part in parts if len(part) == length) for length in (2, 3, 4, 5)}
        return Faults(by_length[4], tuple(sorted(by_length[2])), by_length[5], by_length[3])


def nanoseconds(text):
    for unit, factor in (("ns", 1), ("us", 1000), ("ms", 1000000), ("s", 1000000000)):
        if text.endswith(unit):
            return int(text.removesuffix(unit)) * factor
    raise ValueError(text)


def faults_of(texts):
    parts = set()
    for text in texts:
        inner = text[2:-1]
        if text[0] == "O":
            a, b, rest = inner.split(",")
            kind, k = rest.split("#")
            parts.add((a, b, kind, int(k)))
        elif text[0] == "D":
            a, b, rest, late = inner.split(",")
            kind, k = rest.split("#")
            parts.add((a, b, kind, int(k), nanoseconds(late.removeprefix("+"))))
        else:
            node, k, *down = inner.replace("#", "").split(",")
            parts.add((node, int(k), *(nanoseconds(one.removeprefix("+")) for one in down)))
    return Faults.of(parts)


@dataclass
class System:
    nodes: list
    spec: dict
    messages: dict  # (node, state, type, from) → (state, [(to, type)])
    timers: list  # (time, node, {state: (state, [(to, type)])})
    bad: frozenset  # final states (of all nodes) that violate
    vacuous: frozenset = frozenset()
    seed: int = 0
    eot: int = 10**9  # nothing happens later
    durable: frozenset = frozenset()  # nodes that keep their state when they crash and come back

    def execute(self, faults):
        return Execution(self, faults)


@dataclass
class Execution:
    system: System
    faults: Faults
    lines: list = field(default_factory=list)
    attempts: set = field(default_factory=set)  # messages that could be lost
    activations: dict = field(default_factory=dict)
    struck: set = field(default_factory=set)
    result: str = "pass"

    def __post_init__(self):
        self.run()

    def event(self, kind, time, **more):
        self.lines.append({"e": kind, "t": time, **more})
        return self.lines[-1]

    def run(self):
        spec = self.system.spec
        self.state = {node: 0 for node in self.system.nodes}
        self.activations = {node: 0 for node in self.system.nodes}
        self.down, self.back, self.numbers, self.queue, self.order = set(), {}, {}, [], itertools.count()
        self.dead = []
        for time, node, table in self.system.timers:
            heapq.heappush(self.queue, (time, next(self.order), node, None, table))
        steps = 0
        while self.queue and steps < LIMIT:
            if self.queue[0][0] > self.system.eot:
                break
            time, _, node, message, table = heapq.heappop(self.queue)
            if table == "restart":
                self.event("restart", time, node=node)
                self.down.discard(node)
                self.state[node] = self.state[node] if node in self.system.durable else 0
                continue
            if node in self.down:
                self.find_dead(message)
                continue
            a_while = next((one for one in self.faults.restarts if one[:2] == (node, self.activations[node] + 1)), None)
            if a_while:
                self.activations[node] += 1
                self.back[node] = time + a_while[2]
                self.event("crash", time, node=node, back=self.back[node])
                self.struck.add(a_while)
                self.down.add(node)
                heapq.heappush(self.queue, (self.back[node], next(self.order), node, None, "restart"))
                self.find_dead(message)
                continue
            if (node, self.activations[node] + 1) in self.faults.crashes:
                self.event("crash", time, node=node, status=9)
                self.struck.add((node, self.activations[node] + 1))
                self.down.add(node)
                self.back.pop(node, None)
                self.find_dead(message)
                continue
            steps += 1
            self.activations[node] += 1
            if message:
                key = (node, self.state[node], message["id"][2], message["id"][0])
                state, sends = self.system.messages.get(key, (self.state[node], []))
                self.event("recv", time, id=message["id"], node=node, silent=state == self.state[node] and not sends)
            else:
                state, sends = table.get(self.state[node], (self.state[node], []))
                self.event("timer", time, node=node)
            self.state[node] = state
            for to, kind in sends:
                self.send(time, node, to, kind)
        self.cut = steps == LIMIT
        self.finish(spec)

    @staticmethod
    def find_dead(message):
        if message and message["fate"] == "ok":
            message["fate"] = "dead"

    def send(self, time, node, to, kind):
        number = self.numbers.get((node, to, kind), 0)
        self.numbers[node, to, kind] = number + 1
        identity = (node, to, kind, number)
        possible = node != to and self.system.spec.get("from", 0) <= time <= self.system.spec["eff"]
        if possible:
            self.attempts.add(identity)
        lost = possible and identity in self.faults.losses
        late = max((one[4] for one in self.faults.delays if possible and one[:4] == identity), default=0)
        fate = "lost" if lost else "late" if late else "ok"
        line = self.event("send", time, id=list(identity), fate=fate, arrive=time + LATENCY + late, fp=kind)
        if lost:
            self.struck.add(identity)
            del line["arrive"]
        else:
            if late:
                self.struck.add((*identity, late))
            heapq.heappush(self.queue, (time + LATENCY + late, next(self.order), to, line, None))

    def finish(self, spec):
        for time, _, node, message, _ in self.queue:
            if node in self.down and time <= self.back.get(node, time):
                self.find_dead(message)
        final = tuple("down" if node in self.down else self.state[node] for node in self.system.nodes)
        if final in self.system.bad:
            self.result = "fail"
        elif final in self.system.vacuous:
            self.result = "vacuous"
        header = {"ldfi_trace": 1, "system": f"random {self.system.seed}", "seed": "1", "spec": spec, "faults": self.faults.texts()}
        verdict = {"e": "verdict", "result": self.result}
        if self.result == "fail":
            verdict["violated"] = [f"final {final}"]
        self.lines = [header, *self.lines, verdict]

    def text(self):
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def random_system(seed):
    rng = random.Random(seed)
    nodes = [f"n{i}" for i in range(rng.choice([2, 3, 3]))]
    kinds = ["m", "ack"][: rng.choice([1, 2])]

    def step():
        sends = [(rng.choice(nodes), rng.choice(kinds)) for _ in range(rng.choice([0, 0, 1, 1, 2]))]
        return rng.randrange(STATES), sends

    messages = {}
    for node, state, kind, sender in itertools.product(nodes, range(STATES), kinds, nodes):
        chance = rng.random()
        if chance < 0.45:
            state_after, sends = step()
            messages[node, state, kind, sender] = (state_after, sends[:1])
    timers = []
    for _ in range(rng.choice([1, 2, 3, 4, 5])):
        timers.append((rng.randrange(1, 50), rng.choice(nodes), {state: step() for state in range(STATES) if rng.random() < 0.8}))
    spec = {"nodes": nodes, "eff": rng.choice([20, 35, 60]), "crashes": rng.choice([0, 1, 1, 2])}
    if rng.random() < 0.3:
        spec["from"] = rng.randrange(0, 20)
    if rng.random() < 0.4:
        spec["omissions"] = rng.choice([1, 2, 3])
    if rng.random() < 0.25:
        spec["faults"] = rng.choice([1, 2, 3])
    if rng.random() < 0.25:
        spec["crashable"] = rng.sample(nodes, rng.randrange(1, len(nodes) + 1))
    if random.Random(f"late {seed}").random() < 0.4:  # the systems of seeds are what they were
        spec["delays"] = {"values": sorted(rng.sample([5, 12, 30], rng.choice([1, 1, 2])))}
        if rng.random() < 0.6:
            spec["delays"]["count"] = rng.choice([1, 2])
    again = random.Random(f"again {seed}")
    if again.random() < 0.4:
        spec["restarts"] = {"most": again.choice([1, 1, 2]), "down": sorted(again.sample([4, 11, 25], again.choice([1, 1, 2])))}
    return System(nodes, spec, messages, timers, frozenset(), frozenset(), seed,
                  durable=frozenset(node for node in nodes if again.random() < 0.5))


def judged(system, executions):
    """Some of what executions end with is bad, and perhaps some of it says nothing; mostly not what happens without faults."""
    rng = random.Random(system.seed)
    good = final_of(system.execute(Faults()))
    others = sorted({final_of(one) for one in executions} - {good}, key=str)
    system.bad = frozenset(rng.sample(others, rng.randrange(0, len(others) + 1)))
    if rng.random() < 0.03:
        system.bad |= {good}
    if rng.random() < 0.2:
        system.vacuous = frozenset(final for final in [*others, good] if rng.random() < 0.5) - system.bad
    return system


def final_of(execution):
    return tuple("down" if node in execution.down else execution.state[node] for node in execution.system.nodes)


def admitted(spec, faults):
    return (len(faults.losses) <= spec.get("omissions", 10**9) and len(faults.crashes) <= spec.get("crashes", 0)
            and len(faults.restarts) <= spec.get("restarts", {}).get("most", 0)
            and len(faults.delays) <= spec.get("delays", {}).get("count", 10**9)
            and len(faults.parts()) <= spec.get("faults", 10**9))
