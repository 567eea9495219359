"""A broadcast with threads: one reads, one works, and for each message another one waits and sends it again."""

import json
import queue
import sys
import threading

AGAIN_S = 0.1
me, others, seen, unanswered, told = "", [], set(), {}, 0
lock = threading.RLock()
inbox = queue.Queue()


def say(dest, **body):
    sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\n")
    sys.stdout.flush()


def again(number, node, value):
    with lock:
        if unanswered.pop(number, None):
            tell(node, value)


def tell(node, value):
    global told
    told += 1
    unanswered[told] = threading.Timer(AGAIN_S, again, (told, node, value))
    unanswered[told].daemon = True
    unanswered[told].start()
    say(node, type="gossip", message=value, msg_id=told)


def learn(value, sender):
    if value not in seen:
        seen.add(value)
        for node in others:
            if node != sender:
                tell(node, value)


def take(sender, body):
    global me, others
    kind = body["type"]
    more = {"type": kind + "_ok"}
    if kind == "ack":
        timer = unanswered.pop(body["in_reply_to"], None)
        if timer:
            timer.cancel()
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


def work():
    while True:
        try:
            message = inbox.get(timeout=0.05)
        except queue.Empty:
            continue
        with lock:
            take(message["src"], message["body"])


threading.Thread(target=work, daemon=True).start()
for line in sys.stdin:
    inbox.put(json.loads(line))
