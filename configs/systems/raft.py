"""Raft [Ongaro and Ousterhout 2014], with a store of keys on top: raft.py [DEFECT]

DEFECT is one that was made in practice:
    truncate    a follower takes what the leader sends for the end of its log, though an older message may come late
    vote        a vote is granted to a candidate whose log lacks what the voter has

Time out first: n0, then n2, then n1. That is all there is to chance.
"""

import json
import os
import sys

from ldfi_node import MS, Node

DEFECT = sys.argv[1] if len(sys.argv) > 1 else None
BEAT = 100 * MS
FILE = "raft.json"


class Raft:
    def __init__(self):
        self.term, self.vote, self.log = 0, None, []  # of the log: [term, what a client asks]; the first has the index 1
        self.role, self.leader, self.votes = "follower", None, []
        self.commit, self.applied, self.store = 0, 0, {}
        self.next, self.match, self.asked = {}, {}, {}
        self.timer = None

    def state(self):
        return [self.term, self.vote, self.log, self.role, self.leader, self.votes, self.commit, self.applied,
                sorted(self.store.items()), self.next, self.match, sorted(self.asked)]  # fmt: skip

    def save(self):
        with open(FILE + ".new", "w", encoding="utf-8") as stream:
            json.dump([self.term, self.vote, self.log], stream)
        os.replace(FILE + ".new", FILE)

    def begin(self):
        if os.path.exists(FILE):
            with open(FILE, encoding="utf-8") as stream:
                self.term, self.vote, self.log = json.load(stream)
        self.await_leader()

    def others(self):
        return [name for name in node.ids if name != node.id]

    def after(self, delay, function):
        if self.timer is not None:
            node.cancel(self.timer)
        self.timer = node.after(delay, function)

    # Elections

    def await_leader(self):
        place = node.ids.index(node.id)
        self.after((250 + 200 * (2 * place % len(node.ids))) * MS, self.stand)

    def stand(self):
        self.role, self.leader, self.term, self.vote, self.votes = "candidate", None, self.term + 1, node.id, [node.id]
        self.save()
        self.await_leader()
        for name in self.others():
            node.send(name, {"type": "ask_vote", "term": self.term, "last": self.last()})

    def last(self):
        return [self.log[-1][0] if self.log else 0, len(self.log)]

    def follow(self, term, leader=None):
        if term > self.term:
            self.term, self.vote = term, None
            self.save()
        if self.role == "leader":
            self.await_leader()
        self.role, self.leader, self.asked = "follower", leader, {}

    def asked_for_vote(self, name, body):
        if body["term"] > self.term:
            self.follow(body["term"])
        granted = body["term"] == self.term and self.vote in (None, name) and (DEFECT == "vote" or body["last"] >= self.last())
        if granted:
            self.vote = name
            self.save()
            self.await_leader()
        node.send(name, {"type": "vote", "term": self.term, "granted": granted})

    def got_vote(self, name, body):
        if body["term"] > self.term:
            return self.follow(body["term"])
        if self.role != "candidate" or body["term"] != self.term or not body["granted"] or name in self.votes:
            return None
        self.votes.append(name)
        if 2 * len(self.votes) > len(node.ids):
            self.role, self.leader = "leader", node.id
            self.next = {name: len(self.log) + 1 for name in self.others()}
            self.match = dict.fromkeys(self.others(), 0)
            self.beat()
        return None

    # The log

    def beat(self):
        self.after(BEAT, self.beat)
        for name in self.others():
            self.send_log(name)

    def send_log(self, name):
        before = self.next[name] - 1
        node.send(name, {"type": "append", "term": self.term, "before": before, "before_term": self.log[before - 1][0] if before else 0,
                         "entries": self.log[before:], "commit": self.commit})  # fmt: skip

    def append(self, name, body):
        if body["term"] < self.term:
            return node.send(name, {"type": "appended", "term": self.term, "match": None})
        self.follow(body["term"], name)
        self.await_leader()
        before, entries = body["before"], body["entries"]
        if before > len(self.log) or (before and self.log[before - 1][0] != body["before_term"]):
            return node.send(name, {"type": "appended", "term": self.term, "match": None})
        known = len(self.log)
        if DEFECT == "truncate":
            self.log[before:] = entries
        for index, entry in enumerate(entries, before):
            if index < len(self.log) and self.log[index][0] != entry[0]:
                del self.log[index:]
            if index == len(self.log):
                self.log.append(entry)
        if entries or len(self.log) != known:
            self.save()
        self.commit_to(min(body["commit"], before + len(entries)))
        return node.send(name, {"type": "appended", "term": self.term, "match": before + len(entries)})

    def appended(self, name, body):
        if body["term"] > self.term:
            return self.follow(body["term"])
        if self.role != "leader" or body["term"] != self.term:
            return None
        if body["match"] is None:
            self.next[name] = max(1, self.next[name] - 1)
            return self.send_log(name)
        self.match[name] = max(self.match[name], body["match"])
        self.next[name] = self.match[name] + 1
        majority = sorted([len(self.log), *self.match.values()])[(len(node.ids) - 1) // 2]
        if majority and self.log[majority - 1][0] == self.term:
            self.commit_to(majority)
        return None

    def commit_to(self, index):
        self.commit = max(self.commit, index)
        while self.applied < self.commit:
            self.applied += 1
            answer = self.apply(self.log[self.applied - 1][1])
            if self.applied in self.asked:
                self.asked.pop(self.applied)(answer)

    def apply(self, what):
        kind, key = what["type"], json.dumps(what["key"])
        if kind == "write":
            self.store[key] = what["value"]
            return {"type": "write_ok"}
        if key not in self.store:
            return {"type": "error", "code": 20, "text": f"there is no key {key}"}
        if kind == "read":
            return {"type": "read_ok", "value": self.store[key]}
        if self.store[key] != what["from"]:
            return {"type": "error", "code": 22, "text": f"it is {self.store[key]}"}
        self.store[key] = what["to"]
        return {"type": "cas_ok"}

    # Clients

    def ask(self, what, answer):
        """Whoever is asked asks the leader; calls answer(body) when it is done."""
        if self.role == "leader":
            self.log.append([self.term, what])
            self.save()
            self.asked[len(self.log)] = answer
            for name in self.others():
                self.send_log(name)
        elif self.leader is None:
            answer({"type": "error", "code": 11, "text": "there is no leader"})
        else:
            node.rpc(self.leader, {"type": "forward", "what": what}, lambda body: answer(body["answer"]))


def forget():
    raft.__init__()


node = Node(state=lambda: raft.state(), reset=forget)
raft = Raft()
node.on("init")(lambda message, body: raft.begin())
node.on("ask_vote")(lambda message, body: raft.asked_for_vote(message["src"], body))
node.on("vote")(lambda message, body: raft.got_vote(message["src"], body))
node.on("append")(lambda message, body: raft.append(message["src"], body))
node.on("appended")(lambda message, body: raft.appended(message["src"], body))


@node.on("forward")
def forward(message, body):
    if raft.role == "leader":
        raft.ask(body["what"], lambda answer: node.reply(message, {"type": "forwarded", "answer": answer}))
    else:
        node.reply(message, {"type": "forwarded", "answer": {"type": "error", "code": 11, "text": "not the leader"}})


def client(message, body):
    what = {key: value for key, value in body.items() if key != "msg_id"}
    raft.ask(what, lambda answer: node.reply(message, answer))


for kind in ("read", "write", "cas"):
    node.on(kind)(client)

node.run()
