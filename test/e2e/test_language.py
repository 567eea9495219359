"""What a program means, seen from outside: literals, nodes, messages and errors that only some faults meet.

test_language.py PROGRAM RESULTS
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, RESULTS = (os.path.abspath(path) for path in sys.argv[1:3])

LASTING = """
n("a","b")@1; n(N,M)@next :- n(N,M);
l("x")@1; l(X)@next :- l(X);
"""


class Language(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_it(self, *arguments, program=PROGRAM):
        return subprocess.run([program, *arguments], cwd=self.folder, text=True, capture_output=True, timeout=120,
                              check=False)

    def answer(self, status, *arguments):
        """The verdict, the falsifiers, and what is said beside them."""
        done = self.run_it(*arguments, "--summary", "json", "--quiet", "-o", "r.h5")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        summary = json.loads(done.stdout.splitlines()[-1])
        return summary["verdict"], [c["faults"] for c in summary["counterexamples"]], done.stderr

    # -- a variable twice in one negated literal

    def test_a_variable_that_repeats_in_notin_means_equal(self):
        for literal, verdict in (("e(N,Z,Z)", "certified"), ("e(N,_,_)", "broken"), ("e(_,Z,_)", "broken")):
            self.write("p.ded", f'n("a")@1; e("a","x","y")@1; pre(N) :- n(N); post(N) :- n(N), notin {literal};')
            status = 0 if verdict == "certified" else 1
            self.assertEqual(self.answer(status, "p.ded", "-N", "a", "-t", "1", "-f", "0")[0], verdict, literal)

    def test_equal_columns_depend_on_faults(self):
        """Found and explained: a's message is what makes the columns equal."""
        self.write("p.ded", LASTING + """
            e("b","a","b")@1; e(A,B,C)@next :- e(A,B,C); e(M,N,N)@async :- n(N,M);
            pre(X) :- l(X); post(X) :- l(X), notin e("b",Z,Z), e("b","a","b"); post(X) :- l(X), e("b","a","a");
            post(X) :- l(X), notin n("a","b");""")
        arguments = ["p.ded", "-N", "a,b", "-t", "4", "-f", "3"]
        self.assertEqual(self.answer(0, *arguments)[0], "certified")
        lineage = self.run_it("lineage", "r.h5", "O(a,b,1) O(a,b,2) O(a,b,3)", program=RESULTS).stdout
        self.assertIn("no e[2=3](b,a,a)@4", lineage)
        self.write("q.ded", open(os.path.join(self.folder, "p.ded"), encoding="utf-8").read()
                   .replace("notin e(\"b\",Z,Z), ", "notin e(\"b\",_,_), "))
        verdict, falsifiers, _ = self.answer(1, "q.ded", *arguments[1:])
        self.assertEqual((verdict, falsifiers), ("counterexample", ["O(a,b,1) O(a,b,2) O(a,b,3)"]))

    def test_why_no_columns_are_equal(self):
        self.write("p.ded", LASTING + """e("a","a","b")@1; e(A,B,C)@next :- e(A,B,C);
            pre(X) :- l(X); post(X) :- l(X), notin e("a",Z,Z);""")
        self.answer(0, "p.ded", "-N", "a,b", "-t", "3", "-f", "1")
        lineage = self.run_it("lineage", "r.h5", program=RESULTS).stdout
        self.assertIn("not e[2=3](a,_,_)@3  e(a,V2,V2)@3 does not hold", lineage)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
