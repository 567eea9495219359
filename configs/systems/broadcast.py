"""Broadcast by gossip: who hears something new tells all others. With RETRIES each copy is sent again until it is acknowledged.

    broadcast.py [RETRIES]      0, which is the default: nothing is sent twice
"""

import sys

from ldfi_node import MS, Node

RETRIES = int(sys.argv[1]) if len(sys.argv) > 1 else 0
EVERY = 100 * MS

seen = set()
unacknowledged = {}  # (node, value) -> how often it may still be sent


def forget():
    seen.clear()
    unacknowledged.clear()


node = Node(state=lambda: [sorted(seen), sorted([*key, left] for key, left in unacknowledged.items())], reset=forget)


def offer(peer, value):
    node.send(peer, {"type": "gossip", "message": value})
    if unacknowledged.get((peer, value)):
        node.after(EVERY, lambda: again(peer, value), f"again {peer} {value}")


def again(peer, value):
    if unacknowledged.get((peer, value)):
        unacknowledged[peer, value] -= 1
        offer(peer, value)


def learn(value, source):
    if value in seen:
        return
    seen.add(value)
    for peer in node.ids:
        if peer not in (node.id, source):
            if RETRIES:
                unacknowledged[peer, value] = RETRIES
            offer(peer, value)


@node.on("topology")
def topology(message, body):
    node.reply(message, {"type": "topology_ok"})


@node.on("broadcast")
def broadcast(message, body):
    learn(body["message"], message["src"])
    node.reply(message, {"type": "broadcast_ok"})


@node.on("gossip")
def gossip(message, body):
    learn(body["message"], message["src"])
    if RETRIES:
        node.send(message["src"], {"type": "ack", "message": body["message"]})


@node.on("ack")
def ack(message, body):
    unacknowledged.pop((message["src"], body["message"]), None)


@node.on("read")
def read(message, body):
    node.reply(message, {"type": "read_ok", "messages": sorted(seen)})


node.run()
