"""A node that uses each function of the node library for one type of message. The conversation is the same in
every language.
"""

import os
import sys

sys.path.insert(0, os.environ["LDFI_NODES"])
from ldfi_node import MS, Node  # noqa: E402

kept, alarm = [], [None]


def forget():
    kept.clear()
    alarm[0] = None


node = Node(state=lambda: kept, reset=forget)


@node.on("echo")
def echo(message, body):
    node.reply(message, {"type": "echo_ok", "echo": body["echo"], "now": node.now, "id": node.id, "ids": node.ids})


@node.on("keep")
def keep(message, body):
    kept.append(body["value"])
    node.reply(message, {"type": "keep_ok", "kept": kept})


@node.on("later")
def later(message, body):
    alarm[0] = node.after(body["ms"] * MS, lambda: node.send(body["to"], {"type": "alarm", "note": body["note"]}), f"later {body['note']}")


@node.on("never_mind")
def never_mind(message, body):
    node.cancel(alarm[0])


@node.on("ask")
def ask(message, body):
    node.rpc(body["of"], {"type": "question"}, lambda answer: node.reply(message, {"type": "ask_ok", "answer": answer and answer["text"]}),
             body["ms"] * MS)  # fmt: skip


@node.on("roll")
def roll(message, body):
    node.reply(message, {"type": "roll_ok", "value": node.random.randrange(1000)})


node.run()
