"""A node that does what a table says: table_node.py FILE, a JSON object with what each node does. Started again it has the timers that
are still to come, and if it is one of the durable ones, the state that it had."""

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
        if node.id in TABLES["durable"]:
            with open("state", "w", encoding="utf-8") as stream:
                json.dump(mine["state"], stream)


def planned(table):
    return lambda: take(table.get(str(mine["state"])))


@node.on("init")
def init(message, body):
    if node.id in TABLES["durable"] and os.path.exists("state"):
        with open("state", encoding="utf-8") as stream:
            mine["state"] = json.load(stream)
    for number, (time, name, table) in enumerate(TABLES["timers"]):
        now = node.now if "ldfi" in body else 0
        if name == node.id and (time * MS > now or now == 0):
            node.after(time * MS - now, planned(table), str(number))


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
