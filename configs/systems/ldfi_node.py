"""A node of a distributed system that ldfi-farm can run in virtual time, and Maelstrom in real time.

    node = Node(state=lambda: sorted(seen))

    @node.on("broadcast")
    def broadcast(message, body):
        node.reply(message, {"type": "broadcast_ok"})

    node.run()

Rules for ldfi-farm: do nothing but in handlers, ask `node.now` for the time and `node.random` for
chance, start no threads, and let `state` say all that later behaviour depends on (docs/reference/node-protocol.md#rules-of-ldfi1).
"""

import hashlib
import heapq
import itertools
import json
import random
import select
import sys
import time

MS = 1_000_000
SECOND = 1_000 * MS


class Node:
    def __init__(self, state=None, reset=None):
        """`state` returns all that later behaviour depends on, as JSON: without it fewer faults can be ruled out. `reset` makes the
        node forget everything; without it each execution needs new processes (system.start: fresh)."""
        self.id, self.ids, self.now = None, [], 0
        self._chance, self._drawn = random.Random(0), False
        self._state, self._forget, self._handlers = state, reset, {}
        self._extended, self._read = False, 0
        self._clear()

    def _clear(self):
        self._timers, self._orders, self._ids, self._calls = [], itertools.count(), itertools.count(1), {}

    @property
    def random(self):
        self._drawn = True
        return self._chance

    def on(self, kind):
        """The decorated function handles messages of this type: handler(message, body)."""
        return lambda function: self._handlers.setdefault(kind, function)

    def send(self, dest, body):
        sys.stdout.write(json.dumps({"src": self.id, "dest": dest, "body": body}) + "\n")

    def reply(self, message, body):
        self.send(message["src"], {**body, "in_reply_to": message["body"]["msg_id"]})

    def rpc(self, dest, body, done, timeout=None):
        """Sends a request. Calls done(body) with the answer, or done(None) if there is none in time."""
        number = next(self._ids)
        self._calls[number] = (done, f"{dest} {json.dumps(body, sort_keys=True)}")
        self.send(dest, {**body, "msg_id": number})
        if timeout is not None:
            self.after(timeout, lambda: self._answer(number, None), f"rpc {number}")

    def _answer(self, number, body):
        done, _ = self._calls.pop(number, (None, None))
        if done is not None:
            done(body)

    def after(self, delay, function, name=""):
        """Calls function() in so many nanoseconds. `name` stands for it in the state. Returns what cancel() takes."""
        timer = [self.now + delay, next(self._orders), function, name or getattr(function, "__name__", "")]
        heapq.heappush(self._timers, timer)
        return timer

    def cancel(self, timer):
        if timer in self._timers:
            self._timers.remove(timer)
            heapq.heapify(self._timers)

    def _fire(self):
        while self._timers and self._timers[0][0] <= self.now:
            heapq.heappop(self._timers)[2]()

    def _handle(self, message):
        body = message["body"]
        kind = body["type"]
        if kind == "init":
            self.id, self.ids = body["node_id"], body["node_ids"]
            answer = {"type": "init_ok"}
            if "ldfi" in body:
                self._extended = True
                self._chance, self._drawn = random.Random(f"{body['ldfi']['seed']} {self.id}"), False
                answer["ldfi"] = {"version": 1, "state": self._state is not None, "reset": self._forget is not None}
            self.reply(message, answer)
            if kind in self._handlers:
                self._handlers[kind](message, body)
        elif "in_reply_to" in body:
            self._answer(body["in_reply_to"], body)
        elif kind in self._handlers:
            self._handlers[kind](message, body)
        elif "msg_id" in body:
            self.reply(message, {"type": "error", "code": 10, "text": f"there is no {kind}"})

    def _hash(self):
        if self._state is None:
            return None
        waiting = [[due, name] for due, _, _, name in sorted(self._timers, key=lambda timer: timer[:2])]
        chance = repr(self._chance.getstate()) if self._drawn else ""
        whole = [self._state(), waiting, [what for _, what in self._calls.values()], chance]
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:32]

    def _done(self):
        wake = self._timers[0][0] if self._timers else None
        self.send("$farm", {"type": "done", "n": self._read, "wake": wake, "state": self._hash()})

    def _take(self, line):
        message = json.loads(line)
        self._read += 1
        self.now = max(self.now, message["at"]) if "at" in message else time.monotonic_ns()
        kind = message["body"]["type"]
        if message["src"] == "$farm" and kind == "bye":
            sys.exit(0)
        if message["src"] == "$farm" and kind == "reset":
            self._clear()
            self.now = 0
            if self._forget is not None:
                self._forget()
        elif message["src"] != "$farm":
            self._handle(message)
        if self._extended:
            self._fire()
            self._done()
        sys.stdout.flush()

    def run(self):
        """Until stdin ends."""
        buffer = b""
        while True:
            wait = max(0, self._timers[0][0] - time.monotonic_ns()) / SECOND if self._timers and not self._extended else None
            if not select.select([sys.stdin.buffer], [], [], wait)[0]:
                self.now = time.monotonic_ns()
                self._fire()
                sys.stdout.flush()
                continue
            more = sys.stdin.buffer.raw.read(65536)
            if not more:
                return
            *lines, buffer = (buffer + more).split(b"\n")
            for line in lines:
                self._take(line)
