"""The parts that tests of a real system share: a system in a folder of its own, run as a user runs it. Called
with PROGRAM SOURCE_DIR.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
NODES = os.path.join(SOURCE, "test", "e2e", "nodes")
sys.path.insert(0, os.path.join(SOURCE, "test", "support"))
from config_files import beside, weaker  # noqa: E402

# A node that echoes. The lines that it executes at a request replace ECHO.
NODE = """
import json, os, sys, threading, time
def say(dest, **body):
    print(json.dumps({"src": me, "dest": dest, "body": body}), flush=True)
me = "?"
for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    def reply(**more):
        say(message["src"], **{**body, **more, "type": body["type"] + "_ok", "in_reply_to": body["msg_id"]})
    if body["type"] == "init":
        me = body["node_id"]
        reply()
    elif body["type"] == "echo":
        ECHO
    else:
        pass
"""


class SystemCase(unittest.TestCase):
    time = "virtual"

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        os.mkdir(self.path("tmp"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def config(self, command=None, nodes=1, system=None, **more):
        """Writes a config. Without a command, the nodes run node.py."""
        system = {"kind": "nodes", "command": beside(command or [sys.executable, "node.py"], self.folder), "nodes": nodes, "time": self.time} | (system or {})
        # The folder contains TMPDIR, so it is not shown to nodes as a whole. They see the files that are
        # named.
        system.setdefault("files", [name for name in ("ldfi_node.py", "ldfi_node.js") if os.path.exists(self.path(name))])
        self.write("system.yaml", json.dumps({"system": system} | more))
        return "system.yaml"

    def farm(self, config, *options):
        with open(self.path(config), encoding="utf-8") as stream:
            options += tuple(weaker(stream.read()))
        done = subprocess.run([PROGRAM, config, *options], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False,
                              env={**os.environ, "TMPDIR": self.path("tmp")})  # fmt: skip
        self.assertEqual(os.listdir(self.path("tmp")), [])
        return done

    def summary(self, config, *options, status=0):
        done = self.farm(config, *options, "--summary", "json")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def refused(self, config, words, *options, status=65):
        done = self.farm(config, *options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(words, done.stderr)

    def recording(self, kept, number=0):
        """Returns the header, the events and the verdict."""
        with open(os.path.join(self.folder, kept, f"{number:05}.jsonl"), encoding="utf-8") as stream:
            return [json.loads(line) for line in stream]

    def events(self, kept, kind, number=0):
        return [event for event in self.recording(kept, number) if event.get("e") == kind]


def echoes(words, every_ms=50, eot_ms=None, nodes=("n0",)):
    operations = [{"at": f"{every_ms * (i + 1)}ms", "client": "c1", "node": nodes[i % len(nodes)], "body": {"type": "echo", "echo": word}}
                  for i, word in enumerate(words)]  # fmt: skip
    return {"workload": {"ops": operations}, "checker": "echo", "fspec": {"eot": f"{eot_ms or every_ms * (len(words) + 2)}ms"}}


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=0)
