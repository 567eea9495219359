"""Checks hostile certificates, and claims at the limits: test_certificate_bounds.py LDFI_FARM LDFI_CHECK
SOURCE_DIR
"""

import subprocess
import sys
import time
import unittest

from certificate_case import CHECK, RETRY, Certificates


class Bounds(Certificates):
    def setUp(self):
        super().setUp()
        self.write("retry.ded", RETRY)

    def certify(self):
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "3", "-c", "1", "--certificate", "certificate", status=0)

    def add(self, text):
        self.write("certificate/program/retry.ded", RETRY + text)

    def takes_no_longer(self, seconds):
        """Expects that ldfi-check ends in this time, whatever its answer. Some time is added for a busy machine."""
        began = time.monotonic()
        done = subprocess.run([CHECK, "certificate", str(seconds)], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertLess(time.monotonic() - began, seconds + 6)
        return done

    def test_many_relations(self):
        self.certify()
        self.add("".join(f"r{i}(1)@1;\n" for i in range(20000)))
        self.assertEqual(self.takes_no_longer(5).returncode, 0)

    def test_a_long_chain(self):
        self.certify()
        self.add("".join(f"z{i}(X) :- log(_, X), z{i - 1}(X);\n" for i in range(3999, 0, -1)) + 'z0("q")@1;\n')
        self.assertEqual(self.takes_no_longer(5).returncode, 0)

    def test_a_long_time(self):
        self.certify()
        self.write("certificate/claim.txt", self.read("certificate/claim.txt").replace("eot 5", "eot 100000"))
        done = self.takes_no_longer(1)
        self.assertIn("rejected      the check took longer than the given seconds", done.stdout)

    def test_memory(self):
        self.certify()
        self.add("".join(f"r{i}(1)@1;\n" for i in range(20000)))
        done = subprocess.run(["sh", "-c", f"ulimit -v 30000; exec {CHECK} certificate"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, "rejected      out of memory: the check needs more than this machine has\n"), done.stderr)

    def test_includes(self):
        self.certify()
        claim = self.read("certificate/claim.txt")
        for first, second, why in (("b.ded", "a.ded", "the includes have a cycle at a.ded"), ("/tmp/b.ded", "", "a.ded:1: an include needs a relative path"), ("b.ded", "c.ded", "b.ded:1: the program includes c.ded, which is missing"),
                                   ("a.ded", "", "the includes have a cycle at a.ded"), ("", "", "a.ded:1: an include needs a relative path"), ("x/b.ded", "../retry.ded", None)):  # fmt: skip
            with self.subTest(first + " " + second):
                self.write("certificate/claim.txt", claim.replace("program retry.ded\n", "program a.ded\nprogram b.ded\nprogram retry.ded\n"))
                self.write("certificate/program/a.ded", f'include "{first}";\n')
                self.write("certificate/program/b.ded", f'include "{second}";\n' if second else "")
                self.rejected(why) if why else self.accepted()

    def test_names_of_texts(self):
        self.certify()
        claim = self.read("certificate/claim.txt")
        for byte in ("\0x", "\x1b", "\x7f", "\r"):
            self.write("certificate/claim.txt", claim.replace("program retry.ded\n", f"program retry.ded{byte}\n"))
            self.rejected("rejected      this is not the name of a file: retry.ded")

    def test_names_in_quotes(self):
        """In fault sets, the farm quotes what is not a plain word."""
        for name in ("é", "#", "x=y", 'q"\\'):
            with self.subTest(name):
                quoted = name.replace("\\", "\\\\").replace('"', '\\"')
                self.write("named.ded", RETRY.replace('"b"', f'"{quoted}"'))
                self.write("named.yaml", f"program: [named.ded]\nnodes: [a, '{name}', c]\nfspec: {{eot: 4, eff: 3, partitions: 1}}\nsearch: {{stop: all}}\n")
                folder = f"named{ord(name[0])}"
                self.farm("named.yaml", "--certificate", folder, status=1)
                self.assertIn(f'"{quoted}"', self.read(f"{folder}/claim.txt").split("violates", 1)[1])
                self.accepted("minimal", name=folder)

    def test_large_numbers(self):
        """All numbers that docs/reference/config.md admits are accepted."""
        self.farm("retry.ded", "-N", "a,b,c", "-t", "5", "-f", "3", "--omissions", "1000000000", "--max-faults", "1000000", "--certificate", "certificate", status=0)
        self.accepted("(at most 1000000000)")
        claim = self.read("certificate/claim.txt")
        self.write("certificate/claim.txt", claim.replace("losses 1000000000", "losses 1000000001"))
        self.rejected("expected a number up to 1000000000")
        self.write("certificate/claim.txt", claim.replace("eot 5", "eot 1000001"))
        self.rejected("expected a number up to 1000000")
        self.write("certificate/claim.txt", claim.replace("eot 5", "eot 1000000"))
        self.assertIn("the check took longer", self.takes_no_longer(1).stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
