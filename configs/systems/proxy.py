"""A store of keys that asks the service seq-kv for everything: proxy.py [DEFECT]. What is not answered in time may have happened.

DEFECT is
    retry    what is not answered in time is asked again, though the first request may still come
"""

import sys

from ldfi_node import MS, Node

DEFECT = sys.argv[1] if len(sys.argv) > 1 else None
TIMEOUT = 50 * MS

node = Node(state=lambda: None, reset=lambda: None)  # all there is to keep is in seq-kv, and in open requests


def client(message, body):
    asked = {key: value for key, value in body.items() if key != "msg_id"}

    def ask(left):
        def answered(answer):
            if answer is not None:
                node.reply(message, {key: value for key, value in answer.items() if key != "in_reply_to"})
            elif left > 0:
                ask(left - 1)
            else:
                node.reply(message, {"type": "error", "code": 0, "text": "seq-kv does not answer"})

        node.rpc("seq-kv", asked, answered, TIMEOUT)

    ask(3 if DEFECT == "retry" else 0)


for kind in ("read", "write", "cas"):
    node.on(kind)(client)

node.run()
