"""Makes small deterministic systems at random, executes them under faults, and records the executions.

A node has a state, and tables that say for each message or timer what the next state is and which messages the node sends. The network is
simulated: each message takes LATENCY, unless it is lost. An execution depends only on the system and the faults.
"""
import heapq
import itertools
import json
import random
from dataclasses import dataclass, field

LATENCY = 10
STATES = 3
LIMIT = 60  # largest number of activations of one execution


AT_ONCE, WAITED, ORDINARY, TIMERS = range(4)  # ranks of events at the same time, in this order
BEFORE = -1  # stands for a crash before an activation, instead of after a number of messages in it


def lateness(later):
    return f"#{-later}" if later < 0 else f"{later}ns"


@dataclass(frozen=True)
class Faults:
    """A fault set. Its parts are tuples. ("O", from, to, type, k) is the loss of the k-th such message. ("D", from, to,
    type, k, later) is a delay, where later < 0 is a number of activations of the receiver. ("U", …) is a duplicate.
    ("C", node, k, said) is a crash for good, and ("R", node, k, said, down) is a crash with a restart.
    ("P", border, from, until) is a partition, and ("S", node, k, still) is a pause."""
    parts: frozenset = frozenset()

    def of(self, kind):
        return sorted(part for part in self.parts if part[0] == kind)

    def texts(self):
        def moment(k, said):
            return f"#{k}" + {BEFORE: "", 0: "+"}.get(said, f"+{said}")

        return ([f"O({a},{b},{kind}#{k})" for _, a, b, kind, k in self.of("O")]
                + [f"C({node},{moment(k, said)})" for _, node, k, said in self.of("C")]
                + [f"C({node},{moment(k, said)},+{down}ns)" for _, node, k, said, down in self.of("R")]
                + [f"{one}({a},{b},{kind}#{k},+{lateness(later)})" for one in "DU" for _, a, b, kind, k, later in self.of(one)]
                + [f"P({border},{begin}ns,{end}ns)" for _, border, begin, end in self.of("P")]
                + [f"S({node},#{k},+{still}ns)" for _, node, k, still in self.of("S")])


def separates(border, sender, to):
    """Returns true if a partition loses messages from sender to receiver. The border `n0 n1` cuts off
    these nodes from all others. The border `n0>n1` loses only messages from n0 to n1."""
    if ">" in border:
        return [sender, to] == border.split(">")
    return (sender in border.split()) != (to in border.split())


def nanoseconds(text):
    if text.startswith("#"):  # a delay by a number of activations
        return -int(text.removeprefix("#"))
    for unit, factor in (("ns", 1), ("us", 1000), ("ms", 1000000), ("s", 1000000000)):
        if text.endswith(unit):
            return int(text.removesuffix(unit)) * factor
    raise ValueError(text)


def faults_of(texts):
    parts = set()
    for text in texts:
        inner = text[2:-1].split(",")
        if text[0] == "C":
            k, *said = inner[1].removeprefix("#").split("+")
            down = [nanoseconds(one.removeprefix("+")) for one in inner[2:]]
            parts.add(("R" if down else "C", inner[0], int(k), int(said[0] or 0) if said else BEFORE, *down))
        elif text[0] == "S":
            parts.add(("S", inner[0], int(inner[1].removeprefix("#")), nanoseconds(inner[2].removeprefix("+"))))
        elif text[0] == "P":
            parts.add(("P", inner[0], nanoseconds(inner[1]), nanoseconds(inner[2])))
        else:
            kind, k = inner[2].split("#")
            parts.add((text[0], inner[0], inner[1], kind, int(k), *(nanoseconds(one.removeprefix("+")) for one in inner[3:])))
    return Faults(frozenset(parts))


@dataclass
class System:
    nodes: list
    spec: dict
    messages: dict  # (node, state, type, from) → (state, [(to, type)])
    timers: list  # (time, node, {state: (state, [(to, type)])})
    bad: frozenset  # final states (of all nodes) that violate
    vacuous: frozenset = frozenset()
    seed: int = 0
    eot: int = 10**9  # time after which nothing happens
    durable: frozenset = frozenset()  # nodes that keep their state when they crash and restart
    operations: tuple = ()  # requests of clients, each with time and node; they change nothing
    quiet: bool = False  # true if a timer that sends nothing is not an activation, and not recorded

    def execute(self, faults):
        return Execution(self, faults)


@dataclass
class Execution:
    system: System
    faults: Faults
    lines: list = field(default_factory=list)
    # Messages that could be lost, each with the time of sending.
    attempts: set = field(default_factory=set)
    # For each node, the largest number of messages that it sent in one activation.
    said: dict = field(default_factory=dict)
    activations: dict = field(default_factory=dict)
    # For each node, the number of activations that began, or that a crash prevented.
    approached: dict = field(default_factory=dict)
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
        self.acted = {}  # for each node, the time of its last activation, even if it was prevented
        self.arrivals = {}  # for each channel, the arrival time of the last message
        # For each message, the number of activations of its receiver by which it is delayed.
        self.behind = {}
        # For each node, the messages that wait for activations: [message, activations left, is it due?], in
        # this order.
        self.held = {node: [] for node in self.system.nodes}
        # For each node, the end of its pause, and the activation before which its last pause began.
        self.still, self.paused = {}, {}
        for time, node in self.system.operations:
            self.push(time, node, table="operation")
        # Timers that are not due yet, or that a pause delayed.
        self.timers = {node: [] for node in self.system.nodes}
        for time, node, table in sorted(self.system.timers, key=lambda timer: timer[0]):
            self.timers[node].append((time, table))
            self.push(time, node, table="wake")
        steps = 0
        while self.queue and steps < LIMIT:
            if self.queue[0][0] > self.system.eot:
                break
            time, rank, _, _, node, message, table = heapq.heappop(self.queue)
            if table == "expire":
                for one in self.held[node]:
                    if one is message:
                        one[1] = 0
                self.release(time, node)
                continue
            if message and rank != AT_ONCE and self.still.get(node, time) <= time and self.is_held(time, node, message):
                continue
            if table == "wake" and node not in self.down and (not self.timers[node] or self.timers[node][0][0] > time):
                continue  # it was handled together with the event before it
            if table == "restart":
                self.event("restart", time, node=node)
                self.down.discard(node)
                self.state[node] = self.state[node] if node in self.system.durable else 0
                continue
            if node in self.down:
                self.find_dead(message)
                self.drop_timers(node, time)
                self.let_next_come(time, node, message, rank)
                continue
            if self.system.quiet and table == "wake" and self.still.get(node, time) <= time and self.says_nothing(time, node):
                continue
            if self.stands_still(time, node):
                self.push(self.still[node], node, message, table, rank=min(rank, WAITED))
                continue
            self.approached[node] = max(self.approached.get(node, 0), self.activations[node] + 1)
            last, self.acted[node] = self.acted.get(node), time
            times = spec.get("crash_times")
            self.may_crash = not times or any((last is None or last < one) and one <= time for one in times)
            if self.crashes(time, node, self.activations[node] + 1, BEFORE):
                self.find_dead(message)
                self.let_next_come(time, node, message, rank)
                continue
            steps += 1
            self.activations[node] += 1
            for one in self.held[node]:
                one[1] = max(one[1] - 1, 0)
            self.release(time, node)
            self.let_next_come(time, node, message, rank)
            sends = []
            line = self.event("recv", time, id=message["id"], node=node, silent=False) if message else self.event("timer", time, node=node)
            if message:
                key = (node, self.state[node], message["id"][2], message["id"][0])
                state, sends = self.system.messages.get(key, (self.state[node], []))
                line["silent"] = state == self.state[node] and not sends
                self.state[node] = state
            if message and self.timers[node] and self.timers[node][0][0] <= time:
                line["silent"] = False
            self.state[node], more = self.timed(time, node)
            self.drop_timers(node, time)
            sends = [*sends, *more]
            self.said[node] = max(self.said.get(node, 0), len(sends))
            for number, (to, kind) in enumerate(sends):
                if spec.get("midway") and self.crashes(time, node, self.activations[node], number):
                    break
                self.send(time, node, to, kind)
        self.cut = steps == LIMIT
        self.finish(spec)

    def is_held(self, time, node, message):
        """Returns true if the message must wait: it is delayed by activations or, on a fifo channel, a
        waiting message was sent before it."""
        number = self.behind.get(tuple(message["id"]), 0)
        if number == 0 and not (self.fifo and any(one["id"][0] == message["id"][0] for one, _, _ in self.held[node])):
            return False
        self.event("hold", time, id=message["id"])
        self.held[node].append([message, number, False])
        if number:
            self.push(time + self.system.spec["delays"]["within"], node, self.held[node][-1], table="expire")
        return True

    def release(self, time, node):
        """Makes waiting messages due that need not wait any more. On fifo channels, the messages of a
        sender become due one after the other."""
        senders = set()
        for one in list(self.held[node]):
            sender = one[0]["id"][0]
            if one[1] == 0 and not one[2] and not (self.fifo and sender in senders):
                one[2] = True
                self.push(time, node, one[0], rank=AT_ONCE)
                if not self.fifo:
                    self.held[node].remove(one)
            senders.add(sender)

    def let_next_come(self, time, node, message, rank):
        """On a fifo channel, makes the next waiting message due after a waiting message has arrived or was
        lost."""
        if message and rank == AT_ONCE and self.fifo:
            self.held[node].remove(next(one for one in self.held[node] if one[0] is message and one[2]))
            self.release(time, node)

    @property
    def fifo(self):
        return self.system.spec.get("order") == "fifo"

    def push(self, time, node, message=None, table=None, rank=ORDINARY):
        """Adds an event. Of events with the same time, messages come before timers, and events that have
        waited come before new ones."""
        rank = TIMERS if table == "wake" else rank
        place = self.system.nodes.index(node) if table == "wake" else 0
        heapq.heappush(self.queue, (time, rank, place, next(self.order), node, message, table))

    def timed(self, time, node):
        """Returns the state of a node after all its timers that are due, and the messages that these
        timers send."""
        state, sends = self.state[node], []
        for due, planned in self.timers[node]:
            if due <= time:
                state, more = planned.get(state, (state, []))
                sends += more
        return state, sends

    def says_nothing(self, time, node):
        """Handles a timer that is due and sends nothing. Returns true if the timer was one."""
        state, sends = self.timed(time, node)
        if not sends:
            self.state[node] = state
            self.drop_timers(node, time)
        return not sends

    def drop_timers(self, node, time):
        self.timers[node] = [one for one in self.timers[node] if one[0] > time]

    def stands_still(self, time, node):
        if self.still.get(node, time) > time:
            return True
        k = self.activations[node] + 1
        found = [one for one in self.faults.parts if one[0] == "S" and one[1:3] == (node, k)]
        if not found or self.paused.get(node) == k or not self.system.spec.get("from", 0) <= time <= self.system.spec["eff"]:
            return False
        self.approached[node] = max(self.approached.get(node, 0), k)
        self.paused[node], self.still[node] = k, time + found[0][3]
        self.event("pause", time, node=node, back=self.still[node])
        self.struck.add(found[0])
        return True

    def crashes(self, time, node, k, said):
        """Returns true if the node crashes at this moment."""
        found = [one for one in self.faults.parts if one[0] in "RC" and one[1:4] == (node, k, said)]
        if not found or not self.may_crash:
            return False
        one = max(found)  # if both are possible, prefers a crash with a restart to a crash for good
        line = self.event("crash", time, node=node) | ({} if said == BEFORE else {"said": said})
        self.back.pop(node, None)
        if one[0] == "R":
            if said == BEFORE:
                self.activations[node] += 1
            line["back"] = self.back[node] = time + one[4]
            self.push(self.back[node], node, table="restart")
        self.lines[-1] = line
        self.struck.add(one)
        self.down.add(node)
        self.drop_timers(node, time)
        return True

    @staticmethod
    def find_dead(message):
        if message and message["fate"] == "ok":
            message["fate"] = "dead"

    def send(self, time, node, to, kind):
        number = self.numbers.get((node, to, kind), 0)
        self.numbers[node, to, kind] = number + 1
        identity = (node, to, kind, number)
        possible = node != to and self.system.spec.get("from", 0) <= time <= self.system.spec["eff"]
        faults = self.faults.parts if possible else ()
        if possible:
            self.attempts.add((identity, time))
        causes = sorted(one for one in faults if one[0] == "P" and one[2] <= time < one[3] and separates(one[1], node, to))
        causes += [one for one in faults if one[0] in "ODU" and one[1:5] == identity]
        cause = causes[0] if causes else ("ok",)
        fate = {"P": "lost", "O": "lost", "D": "late", "U": "doubled", "ok": "ok"}[cause[0]]
        line = self.event("send", time, id=list(identity), fate=fate, fp=kind)
        self.struck |= set(causes[:1])
        if fate == "lost":
            return
        later = cause[5] if fate == "late" else 0
        if later < 0:
            self.behind[identity] = -later
        arrivals = [time + LATENCY + max(later, 0)]
        if self.fifo:  # arrives after all messages in flight on the channel
            arrivals = [max(arrivals[0], *self.arrivals.get((node, to), [0]))]
        line["arrive"] = arrivals[0]
        if fate == "doubled":
            line["again"] = arrivals[0] + cause[5]
            arrivals.append(line["again"])
        self.arrivals.setdefault((node, to), [0]).extend(arrivals)
        for arrival in arrivals:
            self.push(arrival, to, line)

    def finish(self, spec):
        for time, _, _, _, node, message, table in self.queue:
            if table != "expire" and node in self.down and time <= self.back.get(node, time):
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
    # Uses another random generator, so that systems of older seeds stay the same.
    if random.Random(f"late {seed}").random() < 0.4:
        spec["delays"] = {"values": sorted(rng.sample([5, 12, 30], rng.choice([1, 1, 2])))}
        if rng.random() < 0.6:
            spec["delays"]["count"] = rng.choice([1, 2])
    again = random.Random(f"again {seed}")
    if again.random() < 0.4:
        spec["restarts"] = {"most": again.choice([1, 1, 2]), "down": sorted(again.sample([4, 11, 25], again.choice([1, 1, 2])))}
    out_of_order(spec, random.Random(f"behind {seed}"))
    more_faults(spec, random.Random(f"more {seed}"))
    return System(nodes, spec, messages, timers, frozenset(), frozenset(), seed,
                  durable=frozenset(node for node in nodes if again.random() < 0.5))


def out_of_order(spec, rng):
    if rng.random() < 0.35:
        count = {} if rng.random() < 0.5 else {"count": rng.choice([1, 2])}
        spec["delays"] = {"behind": rng.choice([1, 1, 2, 3]), "within": rng.choice([4, 12, 30, 70]), **count, **spec.get("delays", {})}


def more_faults(spec, rng):
    nodes = spec["nodes"]
    if rng.random() < 0.25:
        spec["duplicates"] = {"most": rng.choice([1, 1, 2]), "after": sorted(rng.sample([3, 11, 25], rng.choice([1, 1, 2])))}
    if rng.random() < 0.3:
        cuts = [*nodes, *(f"{a}>{b}" for a in nodes for b in nodes if a != b)] + (["n0 n1"] if len(nodes) > 2 else [])
        spec["partitions"] = {"most": rng.choice([1, 1, 2]), "cuts": rng.sample(cuts, rng.randrange(1, 4)), "window": rng.choice([7, 20, 100])}
    if rng.random() < 0.25:
        spec["crash_times"] = sorted(rng.sample(range(1, 60), rng.choice([1, 2])))
    if rng.random() < 0.3:
        spec["midway"] = True
    if ("delays" in spec or "duplicates" in spec) and rng.random() < 0.5:
        spec["order"] = "fifo"
    if rng.random() < 0.3:
        spec["pauses"] = {"most": rng.choice([1, 1, 2]), "for": sorted(rng.sample([4, 15, 40], rng.choice([1, 1, 2])))}
        if rng.random() < 0.3:
            spec["pauses"]["nodes"] = rng.sample(nodes, rng.randrange(1, len(nodes) + 1))


def judged(system, executions):
    """Chooses which final states violate, and sometimes which timers send nothing. In most systems, the
    failure-free run passes."""
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
    many = {"O": spec.get("omissions", 10**9), "C": spec.get("crashes", 0), "R": spec.get("restarts", {}).get("most", 0),
            "D": spec.get("delays", {}).get("count", 10**9), "U": spec.get("duplicates", {}).get("most", 0),
            "P": spec.get("partitions", {}).get("most", 0), "S": spec.get("pauses", {}).get("most", 0)}
    many["O"] = 10**9 if many["O"] == "all" else many["O"]
    return len(faults.parts) <= spec.get("faults", 10**9) and all(len(faults.of(kind)) <= most for kind, most in many.items())


def held_while_still(seed):
    """Returns a system that has only delays by activations and pauses, mostly on fifo channels. On some
    channels, a message waits for a paused node while another one waits for activations. This happens more
    often than by chance."""
    system, rng = random_system(seed), random.Random(f"still {seed}")
    system.spec = {"nodes": system.nodes, "eff": 60, "omissions": 0, "crashes": 0, "delays": {"behind": rng.choice([1, 2]), "within": rng.choice([4, 12, 70]), "count": 1},
                   "pauses": {"most": rng.choice([1, 1, 2]), "for": [rng.choice([15, 40])]}}  # fmt: skip
    if rng.random() < 0.7:
        system.spec["order"] = "fifo"
    return system
