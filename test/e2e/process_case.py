"""The parts that tests of real systems share, which run ldfi-farm as scripts do. Called with PROGRAM SOURCE_DIR
BROADCAST_NODE.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE, BROADCAST = (os.path.abspath(word) for word in sys.argv[1:4])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
HEAD = """
import json, os, sys, time
def out(dest, **body): sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\\n"); sys.stdout.flush()
def done(**more): out("$farm", type="done", **more)
me = "?"
"""
LOOP = """
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init":
        me = b["node_id"]; out(m["src"], type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True}); INIT
    elif t == "reset": pass
    elif t == "echo":
        ECHO
    done()
"""
RELAY = """
seen, late, at = [], None, 0
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "topology": out(m["src"], type="topology_ok", in_reply_to=b["msg_id"])
    elif t == "broadcast":
        seen.append(b["message"]); late = at + 300000000
        out("n1", type="m", v=b["message"]); out(m["src"], type="broadcast_ok", in_reply_to=b["msg_id"])
    elif t == "m": seen.append(b["v"]); out("n2", type="k", v=b["v"]); out("n0", type="a")
    elif t in ("k", "b"): seen.append(b["v"])
    elif t == "a": late = None
    elif t == "read": out(m["src"], type="read_ok", messages=seen, in_reply_to=b["msg_id"])
    if late is not None and at >= late:
        late = None
        for node in ("n1", "n2"): out(node, type="b", v=seen[0])
    done(wake=late)
"""
FORGETFUL = """
seen = []
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me, others = b["node_id"], b["node_ids"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "reset": pass
    elif t == "topology": out(m["src"], type="topology_ok", in_reply_to=b["msg_id"])
    elif t == "broadcast":
        seen.append(b["message"]); out(m["src"], type="broadcast_ok", in_reply_to=b["msg_id"])
        for other in others:
            if other != me: out(other, type="m", v=b["message"])
    elif t == "m": seen.append(b["v"])
    elif t == "read": out(m["src"], type="read_ok", messages=sorted(set(seen)), in_reply_to=b["msg_id"])
    done()
"""
LATE = """
seen, wake = [], None
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "topology": out(m["src"], type="topology_ok", in_reply_to=b["msg_id"])
    elif t == "broadcast":
        seen.append(b["message"]); wake = m["at"] + 5000000
        out("n1", type="forget"); out(m["src"], type="broadcast_ok", in_reply_to=b["msg_id"])
    elif t == "forget": seen = []
    elif t == "m": seen.append(b["v"])
    elif t == "tick": out("n1", type="m", v=seen[0]); wake = None
    elif t == "read": out(m["src"], type="read_ok", messages=seen, in_reply_to=b["msg_id"])
    done(wake=wake)
"""
COUNTS = """
seen, wake, seeds = [], None, set()
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t in ("init", "reset"):
        seen, wake = json.load(open("seen")) if os.path.exists("seen") else [], None
        me = b.get("node_id", me)
        if t == "init":
            out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
            open("seeds", "a").write(b["ldfi"]["seed"] + "\\n")
            assert len(set(open("seeds"))) == len(list(open("seeds"))), "the same chance again"
            wake = m["at"] + 220000000 if m["at"] else None
    elif t == "add": seen.append(b["element"]); json.dump(seen, open("seen", "w")); out(m["src"], type="add_ok", in_reply_to=b["msg_id"])
    elif t == "tick": wake = None
    elif t == "read": out(m["src"], type="read_ok", value=seen, in_reply_to=b["msg_id"])
    done(wake=wake)
"""
ANSWER = 'out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])'
CONFIG = {"system": {"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended"}, "network": {"latency": "10ms"},
          "workload": {"kind": "echo", "operations": 2}, "fspec": {"eot": "1s"}, "limits": {"step": "3s"}}


def processes(word):
    """Returns the processes with this word in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as stream:
                if word.encode() in stream.read() and int(pid) != os.getpid():
                    found.append(int(pid))
        except OSError:
            pass
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("tmp"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def config(self, **more):
        self.write("c.yaml", json.dumps({**CONFIG, **more}))

    def node(self, echo=ANSWER, init="pass", head="", loop=LOOP):
        self.write("node.py", HEAD + head + loop.replace("ECHO", echo).replace("INIT", init))

    def ask(self, status, *options, config="c.yaml", ranks=1):
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        done = subprocess.run([*mpirun, PROGRAM, config, *options], cwd=self.folder.name, capture_output=True, text=True, timeout=300, check=False,
                              env={**os.environ, "TMPDIR": self.path("tmp")})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        if ranks == 1:
            self.assertEqual(os.listdir(self.path("tmp")), [])
        return done

    def summary(self, status, *options, **more):
        return json.loads(self.ask(status, "--summary", "json", *options, **more).stdout)

    def refused(self, status, *words):
        text = self.ask(status).stderr
        for word in words:
            self.assertIn(word, text)
