"""A node whose rules are a table, in ldfi/1: table.py FILE. {"rules": {"n0": {"0 echo": ["1", [["n1", "a"]]]}}, "timers": {"n0": 75}}:
in the state 0, where it begins, n0 sends an a to n1 when it is asked, and is in the state 1. What is not listed changes
nothing. In the state ! a node ends. Timers go off once, after so many milliseconds, and are what is called tick."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = json.load(file)
me, state, wake = "?", "0", None


def say(dest, **body):
    sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    kind = body["type"]
    if kind == "init":
        me, state = body["node_id"], "0"
        after = table.get("timers", {}).get(me)
        wake = after and after * 1000000
        say("c0", type="init_ok", in_reply_to=body["msg_id"], ldfi={"version": 1, "reset": True})
    elif kind != "reset":
        wake = None if kind == "tick" else wake
        state, sends = table["rules"].get(me, {}).get(f"{state} {kind}", [state, []])
        for dest, what in sends:
            say(dest, type=what)
        if state == "!":
            sys.exit(1)
        if kind == "echo":
            say(message["src"], type="echo_ok", echo=body["echo"], in_reply_to=body["msg_id"])
    say("$farm", type="done", wake=wake)
