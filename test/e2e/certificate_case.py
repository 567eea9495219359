"""The parts that tests of certificates share: SCRIPT LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

FARM, CHECK, SOURCE = (os.path.abspath(word) for word in sys.argv[1:4])
RETRY = """
log("a", "x")@1;
log(N, P)@next :- log(N, P);
peer("a", "b")@1;
peer("a", "c")@1;
peer(N, M)@next :- peer(N, M);
log(M, P)@async :- log(N, P), peer(N, M);
pre(P) :- log("a", P), notin crash(_, "a", _);
post(P) :- log("b", P), log("c", P);
"""


class Certificates(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)
        return name

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as stream:
            return stream.read()

    def farm(self, *words, status=None):
        done = subprocess.run([FARM, *words, "-o", "r.h5"], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def check(self, name="certificate"):
        return subprocess.run([CHECK, name], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def accepted(self, *lines, name="certificate"):
        done = self.check(name)
        self.assertEqual(done.returncode, 0, done.stdout)
        for line in lines:
            self.assertIn(line, done.stdout)

    def rejected(self, line, name="certificate"):
        done = self.check(name)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, line)

    def other_claims_are_rejected(self, *changes):
        """Changes one text of the claim to another, for each change. Expects that ldfi-check rejects each, and
        accepts the original.
        """
        claim = self.read("certificate/claim.txt")
        for before, after in changes:
            with self.subTest(f"{before} to {after}"):
                self.assertIn(before, claim)
                self.write("certificate/claim.txt", claim.replace(before, after))
                self.assertEqual(self.check().returncode, 1)
        self.write("certificate/claim.txt", claim)
        self.accepted()

    def damaged(self, name, *changes):
        """Changes one text of the claim to another, for each change. Expects that the proofs do not fit the
        changed claim.
        """
        claim = self.read(f"{name}/claim.txt")
        for before, after in changes:
            self.assertRegex(claim, before)
            self.write(f"{name}/claim.txt", re.sub(before, after, claim, count=1))
            self.assertEqual(self.check(name).returncode, 1, (name, before, after))
        self.write(f"{name}/claim.txt", claim)
