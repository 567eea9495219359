"""A counter on seq-kv, by cas: counter.py [retry]

Without `retry`, an addition is acknowledged as soon as it is asked for."""

import json
import sys
import threading

retries = sys.argv[1:] == ["retry"]
me, told, waiting, lock = "", 0, {}, threading.RLock()


def say(dest, **body):
    sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\n")
    sys.stdout.flush()


def ask(then, **body):
    """Sends the request again after 100 ms until it is answered. Each answer counts once."""
    global told
    told += 1
    waiting[told] = then
    say("seq-kv", msg_id=told, **body)
    if retries:
        number = told

        def again():
            with lock:
                if waiting.pop(number, None):
                    ask(then, **body)

        timer = threading.Timer(0.1, again)
        timer.daemon = True
        timer.start()


def add(delta, done):
    """Adds to the node's own key, which only this node writes. So a cas may be repeated if it was lost."""

    def swap(answer):
        value = answer.get("value", 0)
        goal.setdefault("value", value + delta)
        if value == goal["value"]:
            return done()
        return ask(swapped, type="cas", key=me, **{"from": value}, to=goal["value"], create_if_not_exists=True)

    def swapped(answer):
        return done() if answer["type"] == "cas_ok" else ask(swap, type="read", key=me)

    goal = {}
    ask(swap, type="read", key=me)


def read(nodes, sum_so_far, done):
    if not nodes:
        return done(sum_so_far)
    return ask(lambda answer: read(nodes[1:], sum_so_far + answer.get("value", 0), done), type="read", key=nodes[0])


def take(sender, body):
    global me, all_nodes

    def reply(**more):
        say(sender, type=body["type"] + "_ok", in_reply_to=body["msg_id"], **more)

    if body["type"] == "init":
        me, all_nodes = body["node_id"], body["node_ids"]
        reply()
    elif body["type"] == "add":
        add(body["delta"], reply if retries else lambda: None)
        if not retries:
            reply()
    elif body["type"] == "read":
        read(all_nodes, 0, lambda value: reply(value=value))
    elif body.get("in_reply_to") in waiting:
        waiting.pop(body["in_reply_to"])(body)


all_nodes = []
for line in sys.stdin:
    message = json.loads(line)
    with lock:
        take(message["src"], message["body"])
