"""A broadcast that never waits: it checks all the time whether there is input, and reads the clock. polls.py
[late]

late: it forwards a value some time after the acknowledgement.
"""

import json
import os
import select
import sys
import time

AGAIN_S = 0.1
LATE_S = 0.005 if sys.argv[1:] == ["late"] else 0
me, others, seen, unanswered, told = "", [], set(), {}, 0


def say(dest, **body):
    sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\n")
    sys.stdout.flush()


def tell(node, value):
    global told
    told += 1
    unanswered[told] = (node, value, time.time() + AGAIN_S)
    say(node, type="gossip", message=value, msg_id=told)


def learn(value, sender):
    if value in seen:
        return
    seen.add(value)
    for number, node in enumerate(others):
        if node != sender and LATE_S:
            unanswered[-number - 1] = (node, value, time.time() + LATE_S)
        elif node != sender:
            tell(node, value)


def take(message):
    global me, others
    sender, body = message["src"], message["body"]
    kind = body["type"]
    more = {"type": kind + "_ok"}
    if kind == "ack":
        unanswered.pop(body["in_reply_to"], None)
        return
    if kind == "init":
        me, others = body["node_id"], [node for node in body["node_ids"] if node != body["node_id"]]
    elif kind in ("broadcast", "gossip"):
        learn(body["message"], sender)
    elif kind == "read":
        more["messages"] = sorted(seen)
    if kind == "gossip":
        more = {"type": "ack"}
    say(sender, in_reply_to=body["msg_id"], **more)


left = b""
while True:
    if select.select([0], [], [], 0)[0]:
        left += os.read(0, 65536)
        *lines, left = left.split(b"\n")
        for line in lines:
            take(json.loads(line))
    for number, (node, value, at) in list(unanswered.items()):
        if time.time() >= at:
            del unanswered[number]
            tell(node, value)
