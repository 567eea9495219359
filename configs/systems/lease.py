"""A register that two nodes keep: n0 holds a lease until 100 ms and answers alone until then, n1 takes over at 120 ms.

n0 has n1 write down what it writes, and answers when that is done. It may read what it has as long as it holds the lease. How it knows
that is the question: `lease.py clock` looks at its clock before each answer; `lease.py timer` has a timer that ends the lease, as code
often does. A timer that is due is late after a pause, and what came meanwhile is answered before it.
"""
import sys

from ldfi_node import MS, Node

LEASE = 100 * MS
TAKES_OVER = 120 * MS
NOT_NOW = 11  # an error that says for sure that nothing happened
UNKNOWN_KEY = 20

by_clock = sys.argv[1] == "clock"
mine = {}


def forget():
    mine.clear()
    mine.update(holds=False, values={})


node = Node(state=lambda: sorted(map(str, mine.items())), reset=forget)
forget()


@node.on("init")
def init(message, body):
    mine["holds"] = node.id == "n0"
    if node.id == "n0":
        node.after(LEASE - node.now, lambda: mine.update(holds=False), "the lease ends")
    else:
        node.after(TAKES_OVER - node.now, lambda: mine.update(holds=True), "takes over")


def holds():
    return mine["holds"] and not (by_clock and node.id == "n0" and node.now >= LEASE)


def refuse(message):
    node.reply(message, {"type": "error", "code": NOT_NOW, "text": "another node answers now"})


@node.on("read")
def read(message, body):
    if not holds():
        return refuse(message)
    if body["key"] not in mine["values"]:
        return node.reply(message, {"type": "error", "code": UNKNOWN_KEY, "text": "there is no such key"})
    node.reply(message, {"type": "read_ok", "value": mine["values"][body["key"]]})


@node.on("write")
def write(message, body):
    if not holds():
        return refuse(message)
    mine["values"][body["key"]] = body["value"]
    if node.id == "n1":
        return node.reply(message, {"type": "write_ok"})

    def done(answer):
        if answer["type"] == "copy_ok":
            node.reply(message, {"type": "write_ok"})
        else:
            refuse(message)

    node.rpc("n1", {"type": "copy", "key": body["key"], "value": body["value"]}, done)


@node.on("copy")
def copy(message, body):
    if mine["holds"]:
        return refuse(message)  # too late: it has taken over
    mine["values"][body["key"]] = body["value"]
    node.reply(message, {"type": "copy_ok"})


node.run()
