"""Logs by key, kept by the service lin-kv: kafka.py [DEFECT]

Each log is one value of lin-kv, a list. DEFECT is
    blind    who appends writes the whole list, and does not ask whether it is still what it read
"""

import sys

from ldfi_node import MS, Node

DEFECT = sys.argv[1] if len(sys.argv) > 1 else None
TIMEOUT = 200 * MS
AGAIN = 5  # how often a cas is tried

node = Node(state=lambda: None, reset=lambda: None)  # all there is to keep is in lin-kv, and in open requests


def read(key, done):
    """Calls done(list), or done(None) if nobody knows."""
    def answered(body):
        missing = body is not None and body.get("code") == 20
        done([] if missing else body and body.get("value"))

    node.rpc("lin-kv", {"type": "read", "key": key}, answered, TIMEOUT)


def fail(message):
    node.reply(message, {"type": "error", "code": 0, "text": "lin-kv does not answer"})


def store(key, old, new, message, answer, again):
    def stored(body):
        if body is None:
            fail(message)
        elif body["type"] == "error":
            again()
        else:
            node.reply(message, answer)

    if DEFECT == "blind":
        return node.rpc("lin-kv", {"type": "write", "key": key, "value": new}, stored, TIMEOUT)
    return node.rpc("lin-kv", {"type": "cas", "key": key, "from": old, "to": new, "create_if_not_exists": True}, stored, TIMEOUT)


def append(message, body, left):
    def known(log):
        if log is None or left == 0:
            return fail(message)
        answer = {"type": "send_ok", "offset": len(log)}
        return store(f"log {body['key']}", log, [*log, body["msg"]], message, answer, lambda: append(message, body, left - 1))

    read(f"log {body['key']}", known)


@node.on("send")
def send(message, body):
    append(message, body, AGAIN)


def gather(keys, make, message, kind, field, found=None):
    """Asks for one key after the other, and answers with what make(key, value) makes of each."""
    found = found or {}
    if not keys:
        return node.reply(message, {"type": kind, field: found})
    first, *rest = keys

    def known(value):
        if value is None:
            return fail(message)
        made = make(first, value)
        return gather(rest, make, message, kind, field, found if made is None else {**found, first: made})

    return read(f"{'log' if kind == 'poll_ok' else 'offset'} {first}", known)


@node.on("poll")
def poll(message, body):
    def wanted(key, log):
        start = body["offsets"][key]
        return [[offset, one] for offset, one in enumerate(log) if offset >= start]

    gather(sorted(body["offsets"]), wanted, message, "poll_ok", "msgs")


@node.on("commit_offsets")
def commit(message, body):
    left = dict(sorted(body["offsets"].items()))

    def next_one(answer):
        if answer is None:
            return fail(message)
        if not left:
            return node.reply(message, {"type": "commit_offsets_ok"})
        key = next(iter(left))
        return node.rpc("lin-kv", {"type": "write", "key": f"offset {key}", "value": left.pop(key)}, next_one, TIMEOUT)

    next_one({})


@node.on("list_committed_offsets")
def committed(message, body):
    gather(body["keys"], lambda key, offset: None if offset == [] else offset, message, "list_committed_offsets_ok", "offsets")


node.run()
