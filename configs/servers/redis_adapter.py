"""Asks Redis for a client: reads requests as lines of JSON, and answers each of them with a line.

redis_adapter.py [SENTINEL]
Without SENTINEL, a request goes to the node that it names. With SENTINEL, it goes to the primary that this node names.
"""

import json
import socket
import sys

links = {}


def ask(node, port, *words):
    if (node, port) not in links:
        links[node, port] = socket.create_connection((node, port), timeout=2).makefile("rwb")
    link = links[node, port]
    link.write(b"*%d\r\n" % len(words))
    for word in words:
        link.write(b"$%d\r\n%s\r\n" % (len(str(word)), str(word).encode()))
    link.flush()
    return read_answer(link)


def read_answer(link):
    line = link.readline().decode().strip()
    if not line or line[0] == "-":
        raise OSError(line or "the server has closed the connection")
    if line[0] == "*":
        return [read_answer(link) for _ in range(int(line[1:]))]
    if line[0] == "$":
        return None if line == "$-1" else link.read(int(line[1:]) + 2)[:-2].decode()
    return line[1:]


for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    try:
        node, port = message["dest"], 6379
        if len(sys.argv) > 1:
            node, port = ask(sys.argv[1], 26379, "SENTINEL", "get-master-addr-by-name", "store")
        if body["type"] == "write":
            ask(node, int(port), "SET", body["key"], body["value"])
            answer = {"type": "write_ok"}
        else:
            value = ask(node, int(port), "GET", body["key"])
            answer = {"type": "error", "code": 20} if value is None else {"type": "read_ok", "value": int(value)}
    except OSError as error:  # the outcome is unknown
        links.clear()
        answer = {"type": "error", "code": 0, "text": str(error)}
    print(json.dumps({"dest": message["src"], "body": {**answer, "in_reply_to": body["msg_id"]}}), flush=True)
