"""Runs nodes that speak the protocol ldfi/1 in a network that shares no code with ldfi-farm. Messages take LATENCY, and faults are those of
docs/reference/faults.md.

An execution reports which faults would have been possible in it, in order. With these, `fault_sets` tries all fault sets.
"""

import heapq
import itertools
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recordings"))

from system import BEFORE, nanoseconds  # noqa: E402

LATENCY = nanoseconds("10ms")
GRACE = nanoseconds("1s")  # time that clients wait for answers to requests at the end of an execution


@dataclass
class Happened:
    """The events of an execution. Times are in nanoseconds."""

    # messages: (time, from, to, type, body), including those of a node to itself.
    sent: list = field(default_factory=list)
    delivered: list = field(default_factory=list)  # messages with the time at which they arrived
    # Requests of clients and their answers: {"node", "at", "asked", "returned", "answer"}.
    calls: list = field(default_factory=list)
    ended: list = field(default_factory=list)  # nodes that ended by themselves
    # Each fault that was possible, in the order in which the faults could have happened.
    chances: list = field(default_factory=list)
    struck: list = field(default_factory=list)  # indices in `chances` of the faults that happened


class Process:
    """The process of a node. It is reset before each execution, and started again if it has ended."""

    def __init__(self, name, command, folder):
        self.name, self.command, self.folder, self.process = name, command, folder, None

    def start(self):
        if self.process is None or self.process.poll() is not None:
            self.close()
            self.process = subprocess.Popen(self.command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            return
        self.tell({"src": "$farm", "dest": self.name, "body": {"type": "reset"}})

    def tell(self, message):
        """Sends a message to the node. Returns the output of the node and the time at which it requests to
        be woken. Returns None if the node has ended."""
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        said = []
        for line in self.process.stdout:
            one = json.loads(line)
            if one["dest"] == "$farm":
                return said, one["body"]["wake"]
            said.append(one)
        self.process.wait()
        return None if not said else (said, None)

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


class Network:
    """A network of nodes. `config` is the config of ldfi-farm, as read from its file, and `program` starts a
    node.
    """

    def __init__(self, config, program):
        nodes = config["system"]["nodes"]
        self.names = [f"n{i}" for i in range(nodes)] if isinstance(nodes, int) else nodes
        self.operations = sorted(config["workload"]["ops"], key=lambda one: nanoseconds(one["at"]))
        self.fspec = config["fspec"]
        self.eot = nanoseconds(self.fspec["eot"])
        self.first = nanoseconds(self.fspec.get("from", "0ms"))
        self.eff = nanoseconds(self.fspec.get("eff", self.fspec["eot"]))
        self.folder = tempfile.TemporaryDirectory()
        self.processes = {}
        for name in self.names:
            os.mkdir(os.path.join(self.folder.name, name))
            self.processes[name] = Process(name, [program, *map(str, config["system"]["command"][1:])], os.path.join(self.folder.name, name))

    def close(self):
        for one in self.processes.values():
            one.close()
        self.folder.cleanup()

    def execute(self, faults):
        """Executes a fault set. Faults are tuples as in recordings/system.py."""
        return Execution(self, faults).run()


class Execution:
    def __init__(self, network, faults):
        self.network, self.faults, self.happened = network, faults, Happened()
        self.messages = {part[1:5]: part for part in faults if part[0] in "ODU"}
        self.crashes = {part[1:4]: part for part in faults if part[0] in "CR"}
        self.pauses = {part[1:3]: part for part in faults if part[0] == "S"}
        # For each node, the time until which it is paused, and the activation before which its last pause
        # began.
        self.still, self.paused = {}, {}
        self.clock, self.order, self.pending = 0, itertools.count(), []
        self.wakes, self.numbers, self.activations = {}, {}, dict.fromkeys(network.names, 0)
        self.up, self.open, self.asked = set(), {}, {}
        # For each node, the number of its activations, except those that a crash prevented.
        self.did = dict.fromkeys(network.names, 0)
        # Messages that wait for activations or for earlier messages: [receiver, sender, number of activations
        # to wait for, or 0 to wait for the channel, rest of the delivery].
        self.held = []
        self.coming = set()  # channels on which such a waiting message may be delivered now
        self.busy = {}  # for each channel, the time until which a message is in flight
        self.crashed = self.restarted = 0

    def run(self):
        for name in self.network.names:
            for file in os.listdir(self.network.processes[name].folder):
                os.remove(os.path.join(self.network.processes[name].folder, file))
            self.network.processes[name].start()
            self.introduce(name)
        for operation in self.network.operations:
            self.later(nanoseconds(operation["at"]), "invoke", operation)
        while self.step():
            pass
        return self.happened

    def later(self, at, what, *rest, waited=False):
        heapq.heappush(self.pending, (at, 1 - waited, next(self.order), what, rest))

    def introduce(self, name):
        self.up.add(name)
        body = {"type": "init", "msg_id": 1, "node_id": name, "node_ids": self.network.names, "ldfi": {"version": 1, "seed": "1"}}
        self.hear(name, {"src": "c0", "body": body}, None)

    def end(self):
        last = any(call["at"] >= self.network.eot and call["node"] in self.up for call in self.open.values())
        return self.network.eot + (GRACE if last else 0)

    def step(self):
        """Executes the next event. Of events with the same time, messages come before timers, and timers
        are sorted by node."""
        timers = [(max(self.wakes[name], self.still.get(name, 0)), i, name) for i, name in enumerate(self.network.names) if name in self.up and self.wakes[name] is not None]
        at, _, name = min(timers, default=(None, None, None))
        if self.pending and (at is None or self.pending[0][0] <= at):
            at, _, _, what, rest = heapq.heappop(self.pending)
            name = None
        elif at is None:
            return False
        self.clock = max(self.clock, at)
        if self.clock > self.end():
            return False
        if name is not None:
            if not self.stands_still(name) and self.activate(name):
                self.hear(name, {"src": "$farm", "body": {"type": "tick"}}, 0)
        else:
            getattr(self, what)(*rest)
        return True

    def stands_still(self, name):
        """Returns true if the node is paused now, or if its pause begins now. The event must wait in this
        case."""
        if name not in self.up:
            return False
        if self.still.get(name, 0) > self.clock:
            return True
        k, pauses = self.activations[name] + 1, self.network.fspec.get("pauses", {})
        possible = self.network.first <= self.clock <= self.network.eff and name in pauses.get("nodes", self.network.names)
        if self.paused.get(name) == k or not possible or pauses.get("most", 0) == 0:
            return False
        part = self.pauses.get((name, k))
        if part:
            self.happened.struck.append(len(self.happened.chances))
            self.still[name], self.paused[name] = self.clock + part[3], k
        self.happened.chances.append([part] if part else [("S", name, k, nanoseconds(value)) for value in pauses["for"]])
        return part is not None

    def activate(self, name):
        if name not in self.up:
            return False
        self.activations[name] += 1
        if self.crashes_now(name, BEFORE):
            return False
        self.did[name] += 1
        self.let_come()
        return True

    def let_come(self, expired=None):
        """Moves waiting messages that need not wait any more to the front of all events that are due."""
        fifo = self.network.fspec.get("order", "any") == "fifo"
        blocked = set(self.coming)
        for one in list(self.held):
            to, sender, due, *rest = one
            if one is expired:
                one[2] = due = 0
            free = due <= self.did[to] and not (fifo and (sender, to) in blocked)
            if free:
                self.held.remove(one)
                self.later(self.clock, "deliver", sender, to, *rest, True, waited=2)
            if fifo:
                blocked.add((sender, to))
                self.coming |= {(sender, to)} if free else set()

    def arrive(self, sender, to, kind, body, behind):
        """Delivers a message, unless it waits because of `behind`, the number of activations by which it
        is delayed. A paused node receives no message."""
        if self.still.get(to, 0) > self.clock:
            return self.later(self.still[to], "arrive", sender, to, kind, body, behind, waited=True)
        fifo = self.network.fspec.get("order", "any") == "fifo"
        if not behind and not (fifo and ((sender, to) in self.coming or any(one[:2] == [to, sender] for one in self.held))):
            return self.deliver(sender, to, kind, body)
        self.held.append([to, sender, self.did[to] + behind if behind else 0, kind, body])
        if behind:
            self.later(self.clock + nanoseconds(self.network.fspec["delays"]["within"]), "let_come", self.held[-1])
        return None

    def crashes_now(self, name, said):
        crashes = self.network.fspec.get("crashes", 0)
        most, nodes, midway = crashes, self.network.names, False
        if isinstance(crashes, dict):
            most, nodes, midway = crashes.get("most", 0), crashes.get("nodes", nodes), crashes.get("midway", False)
        restarts = self.network.fspec.get("restarts", {})
        if name not in nodes or (said != BEFORE and not midway):
            return False
        moment = (name, self.activations[name], said)
        part = self.crashes.get(moment)
        if part:
            self.happened.struck.append(len(self.happened.chances))
            self.happened.chances.append([part])
            self.crash(name, part)
            return True
        chances = [("C", *moment)] if most > 0 else []
        chances += [("R", *moment, nanoseconds(down)) for down in restarts.get("down", []) if restarts.get("most", 0) > 0]
        if chances:
            self.happened.chances.append(chances)
        return False

    def crash(self, name, part):
        self.up.discard(name)
        self.wakes[name] = None
        self.open = {key: call for key, call in self.open.items() if call["node"] != name}
        if part[0] == "R":
            self.later(self.clock + part[4], "restart", name)

    def restart(self, name):
        self.network.processes[name].start()
        self.introduce(name)

    def invoke(self, operation):
        call = {"node": operation["node"], "at": self.clock, "asked": operation["body"], "returned": None, "answer": None}
        client = operation.get("client", "c1")
        number = self.asked[client] = self.asked.get(client, 0) + 1
        self.happened.calls.append(call)
        if self.stands_still(operation["node"]):
            self.open[client, number] = call
            self.later(self.still[operation["node"]], "request", operation, client, number, waited=True)
        elif self.activate(operation["node"]):
            self.open[client, number] = call
            self.hear(operation["node"], {"src": client, "body": {**operation["body"], "msg_id": number}}, 0)

    def request(self, operation, client, number):
        name = operation["node"]
        if self.stands_still(name):
            self.later(self.still[name], "request", operation, client, number, waited=True)
        elif self.activate(name):
            self.hear(name, {"src": client, "body": {**operation["body"], "msg_id": number}}, 0)

    def deliver(self, sender, to, kind, body, was_held=False):
        if self.stands_still(to):
            self.later(self.still[to], "deliver", sender, to, kind, body, was_held, waited=2 if was_held else 1)
            return
        if self.activate(to):
            self.happened.delivered.append((self.clock, sender, to, kind, body))
            self.hear(to, {"src": sender, "body": body}, 0)
        if was_held:
            self.coming.discard((sender, to))
            self.let_come()

    def hear(self, name, message, said):
        """Handles a message from a node. `said` is the number of messages that the node has sent before in
        this activation, or None outside of activations."""
        answer = self.network.processes[name].tell({"dest": name, "at": self.clock, **message})
        if answer is None:
            self.happened.ended.append(name)
            self.up.discard(name)
            return
        messages, self.wakes[name] = answer
        for one in messages:
            to, body = one["dest"], one["body"]
            if to == "c0":
                continue
            if said is not None and self.crashes_now(name, said):
                return
            said = None if said is None else said + 1
            if to in self.network.names:
                self.send(name, to, body)
            elif (to, body.get("in_reply_to")) in self.open:
                self.open.pop((to, body["in_reply_to"])).update(returned=self.clock, answer=body)

    def send(self, sender, to, body):
        kind = body["type"]
        number = self.numbers[sender, to, kind] = self.numbers.get((sender, to, kind), -1) + 1
        self.happened.sent.append((self.clock, sender, to, kind, body))
        arrives, part = self.clock + LATENCY, None
        if sender != to and self.network.first <= self.clock <= self.network.eff:
            part = self.messages.get((sender, to, kind, number))
            if part:
                self.happened.struck.append(len(self.happened.chances))
            self.happened.chances.append([part] if part else self.chances_of(sender, to, kind, number))
        if part and part[0] == "O":
            return
        late = part[5] if part and part[0] == "D" else 0
        arrives += max(late, 0)
        if self.network.fspec.get("order", "any") == "fifo":
            arrives = max(arrives, self.busy.get((sender, to), 0))
        self.later(arrives, "arrive", sender, to, kind, body, max(-late, 0))
        self.busy[sender, to] = max(self.busy.get((sender, to), 0), arrives)
        if part and part[0] == "U":
            self.later(arrives + part[5], "arrive", sender, to, kind, body, 0)
            self.busy[sender, to] = arrives + part[5]

    def chances_of(self, *message):
        fspec = self.network.fspec
        out = [("O", *message)] if fspec.get("omissions", "all") not in ("none", 0) else []
        out += [("D", *message, nanoseconds(value)) for value in fspec.get("delays", {}).get("values", [])]
        out += [("D", *message, -number) for number in range(1, fspec.get("delays", {}).get("behind", 0) + 1)]
        duplicates = fspec.get("duplicates", 0)
        after = duplicates.get("after", ["10ms"]) if isinstance(duplicates, dict) else ["10ms"] if duplicates else []
        return out + [("U", *message, nanoseconds(value)) for value in after]


def is_admitted(parts, fspec):
    """Returns true if there are no more faults of each kind than the Fspec allows."""
    crashes, duplicates, omissions = fspec.get("crashes", 0), fspec.get("duplicates", 0), fspec.get("omissions", "all")
    most = {"C": crashes.get("most", 0) if isinstance(crashes, dict) else crashes, "R": fspec.get("restarts", {}).get("most", 0),
            "U": duplicates.get("most", 0) if isinstance(duplicates, dict) else duplicates, "D": fspec.get("delays", {}).get("count", len(parts)), "S": fspec.get("pauses", {}).get("most", 0),
            "O": {"all": len(parts), "none": 0}.get(omissions, omissions)}  # fmt: skip
    return len(parts) <= fspec.get("faults", len(parts)) and all(sum(part[0] == kind for part in parts) <= most[kind] for kind in most)


def fault_sets(network, size):
    """Yields each fault set of at most `size` faults that all happen, with its execution. The next fault
    of a set is always one that is possible after the others."""
    level = [(frozenset(), network.execute([]))]
    for larger in range(size + 1):
        following = []
        for parts, happened in level:
            yield parts, happened
            behind = max(happened.struck, default=-1) + 1
            for chance in itertools.chain(*happened.chances[behind:]) if larger < size else ():
                more = parts | {chance}
                if is_admitted(more, network.fspec):
                    following.append((more, network.execute(more)))
        level = following
