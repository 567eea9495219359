"""Checks the meaning of programs by running them: literals, nodes, messages, and errors that only some faults
cause.

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
        """Returns the verdict, the falsifiers, and the text on stderr."""
        done = self.run_it(*arguments, "--summary", "json", "--quiet", "-o", "r.h5")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        summary = json.loads(done.stdout.splitlines()[-1])
        return summary["verdict"], [c["faults"] for c in summary["counterexamples"]], done.stderr

    # -- constants

    LAST = """
        const LAST = 2;
        l("a","x")@1; l(A,X)@next :- l(A,X); tick("a", 1)@1; tick(A, T + 1)@next :- tick(A, T);
        say("b", X)@async :- l(A, X), tick(A, T), T <= LAST;
        got(B, X)@next :- got(B, X); got(B, X) :- say(B, X);
        pre(X) :- l(_, X); post(X) :- got("b", X);"""

    def test_another_value_is_another_program(self):
        """a sends to b at the ticks up to LAST. With EFF 2, two messages may be lost, and a third may not."""
        self.write("p.ded", self.LAST)
        arguments = ["p.ded", "-N", "a,b", "-t", "5", "-f", "2"]
        lost = ["O(a,b,1) O(a,b,2)"]
        self.assertEqual(self.answer(1, *arguments)[:2], ("counterexample", lost))
        self.assertEqual(self.answer(0, *arguments, "-D", "LAST=3")[:2], ("certified", []))
        with open(os.path.join(self.folder, "p.yaml"), "w", encoding="utf-8") as file:
            file.write("program: [p.ded]\nparams: {LAST: 3}\nnodes: [a, b]\nfspec: {eot: 5, eff: 2}\n")
        self.assertEqual(self.answer(0, "p.yaml")[0], "certified")
        self.assertEqual(self.answer(1, "p.yaml", "-D", "LAST=2")[:2], ("counterexample", lost))

    def test_what_is_kept_says_the_value(self):
        self.write("p.ded", self.LAST)
        arguments = ["p.ded", "-N", "a,b", "-t", "5", "-f", "2"]
        self.answer(1, *arguments, "-D", "LAST=1", "--max-runs", "50")
        summary = self.run_it("summary", "r.h5", program=RESULTS).stdout
        self.assertIn("-D LAST=1 p.ded", summary)
        self.run_it("report", "r.h5", "-o", "r.html", program=RESULTS)
        with open(os.path.join(self.folder, "r.html"), encoding="utf-8") as page:
            self.assertIn("ldfi-farm p.ded -N a,b -t 5 -f 2 -D LAST=1 --replay", page.read())
        self.assertEqual(self.run_it("show", "r.h5", "none", program=RESULTS).stdout.count("sends    say(b,x)"), 1)

    def test_another_value_is_no_resumption(self):
        self.write("p.ded", self.LAST)
        arguments = ["p.ded", "-N", "a,b", "-t", "5", "-f", "2", "--quiet", "-o", "r.h5", "--strategy", "random"]
        self.assertEqual(self.run_it(*arguments, "-D", "LAST=3", "--max-runs", "2").returncode, 2)
        other = self.run_it(*arguments, "-D", "LAST=4", "--max-runs", "4", "--resume")
        self.assertEqual(other.returncode, 64, other.stderr)
        self.assertIn("LAST", other.stderr)
        self.assertEqual(self.run_it(*arguments, "-D", "LAST=3", "--max-runs", "4", "--resume").returncode, 2)

    # -- a variable twice in one negated literal

    def test_a_variable_that_repeats_in_notin_means_equal(self):
        for literal, verdict in (("e(N,Z,Z)", "certified"), ("e(N,_,_)", "broken"), ("e(_,Z,_)", "broken")):
            self.write("p.ded", f'n("a")@1; e("a","x","y")@1; pre(N) :- n(N); post(N) :- n(N), notin {literal};')
            status = 0 if verdict == "certified" else 1
            self.assertEqual(self.answer(status, "p.ded", "-N", "a", "-t", "1", "-f", "0")[0], verdict, literal)

    def test_equal_columns_depend_on_faults(self):
        """The counterexample is found and explained: a's message makes the columns equal."""
        text = LASTING + """
            e("b","a","b")@1; e(A,B,C)@next :- e(A,B,C); e(M,N,N)@async :- n(N,M);
            pre(X) :- l(X); post(X) :- l(X), notin e("b",Z,Z), e("b","a","b"); post(X) :- l(X), e("b","a","a");
            post(X) :- l(X), notin n("a","b");"""
        self.write("p.ded", text)
        arguments = ["p.ded", "-N", "a,b", "-t", "4", "-f", "3"]
        self.assertEqual(self.answer(0, *arguments)[0], "certified")
        lineage = self.run_it("lineage", "r.h5", "O(a,b,1) O(a,b,2) O(a,b,3)", program=RESULTS).stdout
        self.assertIn("no e[2=3](b,a,a)@4", lineage)
        self.write("q.ded", text.replace('notin e("b",Z,Z), ', 'notin e("b",_,_), '))
        verdict, falsifiers, _ = self.answer(1, "q.ded", *arguments[1:])
        self.assertEqual((verdict, falsifiers), ("counterexample", ["O(a,b,1) O(a,b,2) O(a,b,3)"]))

    def test_why_no_columns_are_equal(self):
        self.write("p.ded", LASTING + """e("a","a","b")@1; e(A,B,C)@next :- e(A,B,C); hi(M)@async :- n(N,M);
            pre(X) :- l(X); post(X) :- l(X), notin e("a",Z,Z);""")
        self.answer(0, "p.ded", "-N", "a,b", "-t", "3", "-f", "1")
        lineage = self.run_it("lineage", "r.h5", program=RESULTS).stdout
        self.assertIn("not e[2=3](a,_,_)@3  e(a,V2,V2)@3 does not hold", lineage)

    # -- arithmetic that fails under some faults only

    DIVISION = LASTING + """
        d(M,4)@async :- n(N,M); d(M,K)@next :- d(M,K);
        t("b",1)@1; t(N,I+1)@next :- t(N,I);
        v(N,0) :- t(N,I), I > 2, notin d(N,_), notin crash(_,"b",2);
        q(N,8/V) :- v(N,V);
        pre(X) :- l(X);"""
    STRATEGIES = (["lineage"], ["lineage", "--expand", "live"], ["molly"], ["random", "--max-runs", "2000"], ["exhaustive"])

    def test_an_error_under_some_faults_hides_no_counterexample_of_others(self):
        """One falsifier is greater than the least set that ends in an error, C(a,1), and the other one contains
        it.
        """
        for post, least in (('notin crash(_,"b",2);', "C(b,2)"),
                            ('notin both(_); both("b") :- crash(_,"a",1), crash(_,"b",2);', "C(a,1) C(b,2)")):
            self.write("p.ded", self.DIVISION + "post(X) :- l(X), " + post)
            for strategy in self.STRATEGIES:
                for stop in ("first", "all")[:1 if strategy[0] == "random" else 2]:
                    arguments = ["p.ded", "-N", "a,b", "-t", "5", "-f", "2", "-c", "2", "--strategy", *strategy, "--stop", stop]
                    done = self.run_it(*arguments, "--summary", "json", "-o", "r.h5")
                    self.assertEqual(done.returncode, 1, f"{arguments}: {done.stderr}")
                    found = [c["faults"] for c in json.loads(done.stdout.splitlines()[-1])["counterexamples"]]
                    self.assertIn("C(b,2)", found[0])
                    if strategy[0] != "random":
                        self.assertEqual(found, [least], arguments)
                    # These strategies may not meet the error.
                    if strategy[0] != "random" and (strategy[0], stop) != ("molly", "first"):
                        self.assertRegex(done.stderr, r"under some fault sets the arithmetic fails: [^$]*C\(a,1\)")

    def test_an_error_without_a_counterexample_is_the_answer(self):
        self.write("p.ded", self.DIVISION + 'post(X) :- l(X), notin q("b",_);')
        for strategy in self.STRATEGIES:
            done = self.run_it("p.ded", "-N", "a,b", "-t", "5", "-f", "2", "-c", "1", "--strategy", *strategy, "-o", "r.h5")
            self.assertEqual((done.returncode, done.stdout), (65, ""), done.stderr)
            self.assertIn("fault set C(a,1)" if strategy[0] in ("lineage", "molly") else "--replay '", done.stderr)

    # -- programs that are split over folders

    def test_includes_that_lie_in_another_folder(self):
        """The layouts of published programs, with includes in the same folder, one above, and one below."""
        self.write("p/util/timer.ded", LASTING + 't("a",1)@1; t(N,I+1)@next :- t(N,I);')
        self.write("p/util/beat.ded", 'include "util/timer.ded"; beat(M,N)@async :- t(N,_), n(N,M); beat(M,N)@next :- beat(M,N);')
        good = 'pre(X) :- l(X); post(X) :- l(X), '
        self.write("p/chain.ded", f'include "./beat.ded"; {good} beat("b","a");')
        self.write("p/pipeline.ded", f'// of two files\ninclude "./beat.ded"; include "util/timer.ded"; {good} beat("b","a");')
        self.write("p/zk.ded", f'include "timer.ded"; hi(M)@async :- n(N,M); {good} t("a",_);')
        self.write("p/beat_spec.ded", f'{good} beat("b","a");')
        fspec = ["-N", "a,b", "-t", "4", "-f", "1"]
        for programs, folders in ((["p/chain.ded"], ["p/util"]), (["p/pipeline.ded"], ["p/util"]), (["p/zk.ded"], ["p/util"]),
                                  (["p/util/beat.ded", "p/beat_spec.ded"], ["nothing", "p"])):
            self.write("nothing/here.ded", "")
            done = self.run_it(*programs, *fspec)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertRegex(done.stderr, r"cannot be read: No such file or directory \[include\]")
            named = [word for folder in folders for word in ("-I", folder)]
            self.assertEqual(self.answer(0, *programs, *fspec, *named)[0], "certified", programs)
            self.write("configs/c.yaml", f"program: [{', '.join('../' + p for p in programs)}]\n"
                       f"include: [{', '.join('../' + f for f in folders)}]\nnodes: [a, b]\nfspec: {{eot: 4, eff: 1}}\n")
            self.assertEqual(self.answer(0, "configs/c.yaml")[0], "certified")
            self.assertEqual(self.run_it("show", "r.h5", program=RESULTS).returncode, 0)

    def test_nothing_outside_the_folders_of_a_run_is_shown(self):
        self.write("home/private.ded", "secret(;")
        self.write("run/p.ded", LASTING + 'include "link.ded";\ninclude "../home/private.ded";')
        os.symlink("../home/private.ded", os.path.join(self.folder, "run/link.ded"))
        arguments = ["run/p.ded", "-N", "a,b", "-t", "4", "-f", "1", "--check"]
        done = self.run_it(*arguments)
        self.assertEqual(done.returncode, 65)
        self.assertEqual(done.stderr.count("is outside of the folders of this run [include]"), 2, done.stderr)
        self.assertNotIn("secret", done.stderr)
        self.assertIn("secret", self.run_it(*arguments, "-I", "home").stderr)

    # -- names that are not nodes

    def test_a_fact_that_never_holds_names_no_node(self):
        self.write("p.ded", LASTING + """
            d("zz","x")@100; d(M,V)@async :- n(N,M), d(N,V); pre(X) :- l(X); post(X) :- l(X);""")
        for given in (["-N", "a,b"], []):
            done = self.run_it("p.ded", *given, "-t", "4", "-f", "1", "--check")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("nodes         2: a b\n", done.stdout)

    def test_data_names_are_neither_errors_nor_nodes(self):
        text = LASTING + """watch("test","test")@1; watch("a","b")@1; watch(N,M)@next :- watch(N,M);
            beat(M,N)@async :- watch(N,M); beat(M,N)@next :- beat(M,N);
            pre(X) :- l(X); post(X) :- l(X), beat("b","a");"""
        self.write("p.ded", text)
        fspec = ["-t", "4", "-f", "1"]
        self.assertEqual(self.run_it("p.ded", "-N", "a,b", *fspec).returncode, 65)
        for given in (["-N", "a,b"], []):
            verdict, _, said = self.answer(0, "p.ded", *given, *fspec, "--data-names", "test")
            self.assertEqual((verdict, said), ("certified", ""))
            self.assertEqual(self.run_it("show", "r.h5", program=RESULTS).returncode, 0)
        self.write("c.yaml", "program: [p.ded]\nnodes: [a, b]\ndata_names: [test]\nfspec: {eot: 4, eff: 1}\n")
        self.assertEqual(self.run_it("c.yaml", "--check").returncode, 0)
        done = self.run_it("p.ded", "-N", "a,b", *fspec, "--data-names", "b")
        self.assertEqual(done.returncode, 64)
        self.assertIn("b is named both as a node and as data", done.stderr)

    def test_messages_to_and_from_what_is_no_node_are_warned_of_once(self):
        to = LASTING + """who("a","b","q")@1; who(N,M,Q)@next :- who(N,M,Q);
            req(M,Q)@async :- who(N,M,Q); rep(Q,N)@async :- req(N,Q);
            pre(X) :- l(X); post(X) :- l(X), notin rep(_,_);"""
        sender = LASTING + """who("a","q","b")@1; who(N,M,Q)@next :- who(N,M,Q);
            v(Q,M) :- who(N,Q,M); req(M,Q)@async :- v(Q,M); req(M,Q)@next :- req(M,Q);
            hi(M)@async :- n(N,M); pre(X) :- l(X); post(X) :- l(X), notin req("b",_);"""
        # A message that is not sent is not dropped.
        silent = to.replace("req(N,Q);", 'req(N,Q), notin l("x");')
        for text, says in ((to, "a message to `q`, sent at 2, is dropped: `q` is not a node [dropped-message]"),
                           (sender, "a message from `q`, sent at 1, is dropped: `q` is not a node [dropped-message]"),
                           (silent, "")):
            self.write("p.ded", text)
            one = ["-t", "5", "-f", "1"]
            for how in ([*one, "-o", "r.h5"], [*one, "--check"], [*one, "--replay", "O(a,b,1)"],
                        ["--sweep", "--sweep-max-eot", "5", "-o", "s.h5"]):
                for data in ([], ["--data-names", "q"]):
                    done = self.run_it("p.ded", "-N", "a,b", *how, *data)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(done.stderr.count("[dropped-message]"), 1 if says and not data else 0, done.stderr)
                    self.assertIn("" if data else says, done.stderr)

    def test_messages_that_only_a_counterexample_drops_are_warned_of(self):
        self.write("p.ded", LASTING + """late("b")@3; late(N)@next :- late(N); who("b","b","q")@1;
            m("a","b")@1; d(M)@async :- m(N,M); d(M)@next :- d(M); req(M,Q)@async :- who(N,M,Q); req(M,Q)@next :- req(M,Q);
            help(Q,N)@async :- late(N), req(N,Q), notin d(N);
            end("b")@4; pre(X) :- l(X), end(_); post(X) :- l(X), d("b");""")
        for status, how in ((1, ["-t", "4", "-f", "2", "-o", "r.h5"]), (0, ["--sweep", "--sweep-max-eot", "4", "-o", "s.h5"])):
            done = self.run_it("p.ded", "-N", "a,b", *how)
            self.assertEqual(done.returncode, status, done.stderr)  # the sweep ends with a certified cell
            self.assertEqual(done.stderr.count("a message to `q`, sent at 3, is dropped"), 1, done.stderr)

    # -- mistakes that used to be certified without a warning

    def test_a_certificate_that_no_fault_touches_says_so(self):
        relay = LASTING + """log("a","x")@1; log(N,P)@next :- log(N,P); log(M,P)@async :- log(N,P), n(N,M);
            pre(P) :- log("a",P); post(P) :- l(P), log("%s",P);"""
        for where, untouched in (("a", True), ("b", False)):
            self.write("p.ded", relay % where)
            done = self.run_it("p.ded", "-N", "a,b", "-t", "5", "-f", "3", "-o", "r.h5")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual("no fault can affect it" in done.stdout, untouched, done.stdout)
            done = self.run_it("p.ded", "-N", "a,b", "-t", "5", "-f", "3", "--summary", "json", "-o", "r.h5")
            self.assertEqual(json.loads(done.stdout).get("untouched", False), untouched)

    def test_a_relation_that_nothing_reads_is_named_by_check_only(self):
        self.write("p.ded", LASTING + "seen(N)@async :- n(N,_); pre(X) :- l(X); post(X) :- l(X), n(_,_);")
        one = ["p.ded", "-N", "a,b", "-t", "4", "-f", "1"]
        self.assertIn("no rule reads `seen`", self.run_it(*one, "--check").stderr)
        for how in (["-o", "r.h5"], ["--replay", "none"]):
            self.assertNotIn("[unread]", self.run_it(*one, *how).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
