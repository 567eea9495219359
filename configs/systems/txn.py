"""Transactions on lists and registers: txn.py [DEFECT]. The whole store is one value of the service lin-kv, which a transaction
reads, changes, and puts back if it is still the same; otherwise it is aborted.

DEFECT is
    dirty    who only reads takes what this node last made of the store, whether that was put back or not
"""

import sys

from ldfi_node import MS, Node

DEFECT = sys.argv[1] if len(sys.argv) > 1 else None
TIMEOUT = 300 * MS

last = {}  # what this node made of the store
node = Node(state=lambda: last, reset=last.clear)


def run(wanted, store):
    """What each operation of the transaction comes to. Changes the store."""
    done = []
    for kind, key, value in wanted:
        if kind == "r":
            done.append([kind, key, store.get(str(key))])
            continue
        store[str(key)] = value if kind == "w" else [*store.get(str(key), []), value]
        done.append([kind, key, value])
    return done


@node.on("txn")
def txn(message, body):
    reads = all(kind == "r" for kind, _, _ in body["txn"])

    def answer(done):
        node.reply(message, {"type": "txn_ok", "txn": done})

    def fail(code, text):
        node.reply(message, {"type": "error", "code": code, "text": text})

    def known(found):
        if found is None or (found["type"] == "error" and found["code"] != 20):
            return fail(11, "lin-kv does not answer")  # nothing has happened yet
        old = found.get("value", {})
        new = dict(old)
        done = run(body["txn"], new)
        if reads:
            return answer(done)
        if DEFECT == "dirty":
            last["store"] = new

        def stored(put):
            if put is None:
                return fail(0, "lin-kv does not answer")
            return answer(done) if put["type"] == "cas_ok" else fail(30, "another transaction was faster")

        swap = {"type": "cas", "key": "store", "from": old, "to": new, "create_if_not_exists": True}
        return node.rpc("lin-kv", swap, stored, TIMEOUT)

    if reads and "store" in last:
        return answer(run(body["txn"], last["store"]))
    return node.rpc("lin-kv", {"type": "read", "key": "store"}, known, TIMEOUT)


node.run()
