"""The parts that tests of ldfi-farm share: one program in a folder of its own, run as a user runs it.

Each test is called with PROGRAM SOURCE_DIR.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE_DIR = os.path.abspath(sys.argv[2])
KAFKA = os.path.join(SOURCE_DIR, "configs/kafka.yaml")
FALSIFIER = "O(b,Z,1) O(c,Z,1) C(a,4)"

DELIV = """
node("a", "b")@1; bcast("a", "data")@1;
node(X, Y)@next :- node(X, Y);
log(Node, Payload)@next :- log(Node, Payload);
log(Node, Payload) :- bcast(Node, Payload);
log(Node2, Payload)@async :- bcast(Node1, Payload), node(Node1, Node2);
pre(Pl) :- bcast(_, Pl);
pre(Pl)@next :- pre(Pl);
post(Pl) :- log("b", Pl);
"""


class ProgramCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def run_it(self, *arguments, **more):
        more.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, text=True,
                              stderr=subprocess.PIPE, timeout=120, check=False, **more)

    def expect(self, status, *arguments, says="", **more):
        result = self.run_it(*arguments, **more)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(says, result.stderr)
        return result

    def summary(self, status, *arguments):
        result = self.expect(status, *arguments, "--summary", "json")
        return json.loads(result.stdout.splitlines()[-1])
