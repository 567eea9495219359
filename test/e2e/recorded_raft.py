"""Makes recordings of random runs of Raft, in the form of DEMi, and executes steps. The nodes are those of
configs/protocols/raft-recorded.ded, written in Python with mailboxes.
"""

import random

HEAD = r"(?<clock>.*\}) (?<host>[^:]*): (?<event>.*)"
LETTERS = "abcd"
DEFECTS = ("COUNTS", "STALE", "FORGETS", "LAGS")


class Node:
    def __init__(self, name):
        self.name = name
        self.up = False
        self.term = 0
        self.role = "follower"
        self.votes = set()
        self.number = 0
        self.voted = {}
        self.log = 0

    def become_follower(self, forgets):
        if self.role == "candidate" and forgets:
            self.voted = {}
        self.role = "follower"


class Cluster:
    """The nodes and their messages. Messages in flight are (from, to, kind, arguments). `own` has messages of a
    node to itself and postponed messages.
    """

    def __init__(self, defects=()):
        self.defects = set(defects)
        self.nodes = {name: Node(name) for name in LETTERS}
        self.network = []
        self.own = []
        self.leaders = {}

    def violates(self):
        return any(len(names) > 1 for names in self.leaders.values())

    def send(self, node, to, kind, *arguments):
        self.network.append((node.name, to, kind, arguments))

    def others(self, node):
        return [name for name in LETTERS if name != node.name]

    def receive(self, sender, to, kind, arguments=()):
        """One step. `sender` is empty for what comes from outside."""
        node = self.nodes[to]
        if kind == "configure":
            node.up = True
        elif node.up:
            getattr(self, "on_" + kind)(node, sender, *arguments)

    def on_timeout(self, node, _):
        if node.role == "leader":
            return
        node.term += 1
        node.role = "candidate"
        node.votes, node.number = set(), 0
        self.own.append((node.name, node.name, "begin", ()))

    def on_begin(self, node, _):
        if node.role != "candidate":
            return
        for name in self.others(node):
            self.send(node, name, "request", node.term)
        if "ONCE" in self.defects and node.voted.get(node.term, node.name) != node.name:
            return
        node.votes.add(node.name)
        node.voted[node.term] = node.name

    def on_request(self, node, sender, term):
        if term > node.term:
            node.become_follower("FORGETS" in self.defects)
            node.term = term
            self.own.append((sender, node.name, "request", (term,)))
        elif node.role == "leader":
            return
        elif term == node.term and node.voted.get(term, sender) == sender:
            node.voted[term] = sender
            self.send(node, sender, "grant", term)
        else:
            stale = node.role == "candidate" and "STALE" in self.defects
            self.send(node, sender, "refuse", term if stale else node.term)

    def on_grant(self, node, sender, term):
        if node.role != "candidate" or term > node.term or (term < node.term and "STALE" not in self.defects):
            return
        node.votes.add(sender)
        node.number += 1
        counted = node.number + 1 if "COUNTS" in self.defects and node.name in node.votes else 0
        if max(len(node.votes), counted) >= 3:
            node.role = "leader"
            self.leaders.setdefault(node.term, set()).add(node.name)
            self.own.append((node.name, node.name, "crown", ()))

    def on_refuse(self, node, _, term):
        if term > node.term:
            node.become_follower("FORGETS" in self.defects)
            node.term = term

    def on_client(self, node, _):
        if node.role == "leader":
            node.log = node.term
            for name in self.others(node):
                self.send(node, name, "append", node.term, node.log)

    def on_crown(self, node, _):
        if node.role == "leader":
            for name in self.others(node):
                self.send(node, name, "append", node.term, node.log)

    def on_append(self, node, sender, term, log):
        if node.role == "follower":
            if term < node.term:
                return
            if log > 0:
                node.log = log
                self.send(node, sender, "taken", log)
            node.term = log if log > 0 and "LAGS" in self.defects else term
        elif term > node.term or (term == node.term and node.role == "candidate"):
            node.become_follower("FORGETS" in self.defects)
            node.term = term
            self.own.append((sender, node.name, "append", (term, log)))

    def on_taken(self, *_):
        pass


def text_of(kind, arguments):
    words = {"configure": "Known", "timeout": "Timer(7)", "client": "Write(x)", "begin": "Begin", "crown": "Lead"}
    return words.get(kind) or f"{kind.capitalize()}({', '.join(str(one) for one in arguments)})"


NAMES = """# the names of these recordings
node n-a a
node n-b b
node n-c c
node n-d d
external Known => configure({to})
external Timer(*) => timeout({to})
external Write(*) => client({to})
self Begin => begin({to}) after begins({to})
self Lead => crown({to}) after won({to})
message Request({T}) => request({to},{from},{T}) or hears({to},{from},{T}) after again({to},{from},{T})
message Grant({T}) => grant({to},{from},{T})
message Refuse({T}) => refuse({to},{from},{T})
message Append({T}, {L}) => append({to},{from},{T},{L}) or rehears({to},{from},{T},{L}) after repeats({to},{from},{T},{L})
message Taken({L}) => taken({to},{from},{L})
"""


class Recording:
    """A run of random steps until it violates, or up to a number of steps, as lines of a log."""

    def __init__(self, seed, defects, steps=60):
        self.random = random.Random(seed)
        self.cluster = Cluster(defects)
        self.clocks = {name: {} for name in LETTERS}
        self.sent = {}
        self.lines = [HEAD, ""]
        self.steps = 0
        for name in LETTERS:
            self.step("", name, "configure", ())
        while self.steps < steps and not self.cluster.violates():
            self.step(*self.choose())

    def choose(self):
        waiting = self.cluster.network + self.cluster.own
        if not waiting or self.random.random() < 0.2:
            return "", self.random.choice(LETTERS), self.random.choice(["timeout"] * 6 + ["client"]), ()
        return self.random.choice(waiting)

    def log(self, host, event):
        clock = self.clocks[host]
        clock[host] = clock.get(host, 0) + 1
        names = ", ".join(f'"n-{name}" : {number}' for name, number in sorted(clock.items()))
        self.lines.append(f"{{{names}}} n-{host}: {event}")

    def step(self, sender, to, kind, arguments):
        cluster = self.cluster
        message = (sender, to, kind, arguments)
        if message in cluster.network + cluster.own:
            # It makes no difference which of two equal messages arrives.
            (cluster.network if message in cluster.network else cluster.own).remove(message)
            if sender != to:
                for host, number in self.sent[message].pop(0).items():
                    self.clocks[to][host] = max(number, self.clocks[to].get(host, 0))
            self.log(to, f"Received message from n-{sender}: {text_of(kind, arguments)}")
        else:
            self.log(to, f"Received external message: {text_of(kind, arguments)}")
        before = len(cluster.network), len(cluster.own)
        cluster.receive(sender, to, kind, arguments)
        for one in cluster.network[before[0] :] + cluster.own[before[1] :]:
            self.log(one[0], f"Sending to n-{one[1]}: {text_of(*one[2:])}")
            self.sent.setdefault(one, []).append(dict(self.clocks[one[0]]))
        self.steps += 1

    def text(self):
        return "\n".join(self.lines) + "\n"


def executed(steps, defects):
    """Returns the cluster after these steps, each of which must be possible: (from, to, kind, arguments)."""
    cluster = Cluster(defects)
    for step in steps:
        kind = step[2]
        if kind not in ("configure", "timeout", "client"):
            waiting = cluster.network if step in cluster.network else cluster.own
            waiting.remove(step)  # raises ValueError if the message is not there
        cluster.receive(*step)
    return cluster
