"""A client of etcd: writes and reads through the HTTP gateway of three servers, for some seconds. A server may be down meanwhile."""

import base64
import json
import time
import urllib.request


def text(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


def call(host: str, path: str, body: dict) -> dict:
    request = urllib.request.Request(f"http://{host}:2379/v3/{path}", json.dumps(body).encode())
    return json.load(urllib.request.urlopen(request, timeout=3))


time.sleep(4)
for i in range(20):
    try:
        call(f"n{i % 3}", "kv/put", {"key": text("x"), "value": text(str(i))})
        got = call(f"n{(i + 1) % 3}", "kv/range", {"key": text("x")})
        print(i, base64.b64decode(got["kvs"][0]["value"]).decode(), got["header"]["raft_term"], flush=True)
    except OSError as error:
        print(i, error, flush=True)
    time.sleep(0.5)
print([json.load(urllib.request.urlopen(f"http://n{i}:2379/health")) for i in range(3)])
