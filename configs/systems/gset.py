"""A set that grows: gset.py [EVERY]. What is added is here at once, and with the others when this node tells them all it has, every
so many milliseconds (500)."""

import sys

from ldfi_node import MS, Node

EVERY = int(sys.argv[1] if len(sys.argv) > 1 else 500) * MS

elements = set()
node = Node(state=lambda: sorted(elements), reset=elements.clear)


def tell():
    for peer in node.ids:
        if peer != node.id and elements:
            node.send(peer, {"type": "merge", "elements": sorted(elements)})
    node.after(EVERY, tell)


@node.on("init")
def init(message, body):
    node.after(EVERY, tell)


@node.on("merge")
def merge(message, body):
    elements.update(body["elements"])


@node.on("add")
def add(message, body):
    elements.add(body["element"])
    node.reply(message, {"type": "add_ok"})


@node.on("read")
def read(message, body):
    node.reply(message, {"type": "read_ok", "value": sorted(elements)})


node.run()
