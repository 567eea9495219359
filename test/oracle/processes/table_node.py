"""A node that does what a table says: table_node.py FILE, a JSON object with what each node does."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "configs", "systems"))

from ldfi_node import MS, Node  # noqa: E402

with open(sys.argv[1], encoding="utf-8") as stream:
    TABLES = json.load(stream)

mine = {"state": 0}


def forget():
    mine["state"] = 0


node = Node(state=lambda: mine["state"], reset=forget)


def take(step):
    if step is not None:
        mine["state"], sends = step
        for to, kind in sends:
            node.send(to, {"type": kind})


def planned(table):
    return lambda: take(table.get(str(mine["state"])))


@node.on("init")
def init(message, body):
    for number, (time, name, table) in enumerate(TABLES["timers"]):
        if name == node.id:
            node.after(time * MS, planned(table), str(number))


def heard(message, body):
    take(TABLES["messages"].get(f"{node.id} {mine['state']} {body['type']} {message['src']}"))


for kind in ("m", "ack"):
    node.on(kind)(heard)


@node.on("add")
def add(message, body):
    node.reply(message, {"type": "add_ok"})


@node.on("read")
def read(message, body):
    bad = mine["state"] in TABLES["bad"][node.id]
    node.reply(message, {"type": "read_ok", "value": [] if bad else [1]})


node.run()
