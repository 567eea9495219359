"""What messages, stories and explanations say of what went wrong: test_words.py LDFI_FARM SOURCE_DIR LDFI_RESULTS"""

import json
import os
import pty
import re
import subprocess
import sys
import time
import unittest

from system_case import NODE, PROGRAM, SystemCase
from terminal import all_of

RESULTS = os.path.abspath(sys.argv[3])
TRACE = "".join(f"\\tfrom /usr/lib/kernel.rb:{n}:in `require'\\n" for n in range(12))
REASON_FIRST = f"node.rb:7:in `require': cannot load such file -- ./store (LoadError)\\n{TRACE}"
COUNTED = """
peer("a", "b")@1;  peer("a", "c")@1;
peer(N, M)@next :- peer(N, M);
write("a", "w")@1;
log(N, V) :- write(N, V);
log(M, V)@async :- write(N, V), peer(N, M);
log(N, V)@next :- log(N, V);
HAVE
pre(V) :- log(_, V);
safe(V) :- have(V);
post(V) :- safe(V);
"""
LOCK = """
const LEASE = 3;
server("p", "s")@1;  server("q", "s")@1;
server(C, S)@next :- server(C, S);
wants("p", 1)@1;  wants("q", 2)@1;
wants(C, R)@next :- wants(C, R), notin had(C);
ask(S, C, R)@async :- wants(C, R), server(C, S), notin holds(C, _);
best(S, min<R>) :- ask(S, _, R), notin busy(S);
busy(S) :- lease(S, N), N > 0;
grant(S, C) :- best(S, R), ask(S, C, R);
lease(S, LEASE)@next :- grant(S, _);
lease(S, N - 1)@next :- lease(S, N), N > 1;
granted(C)@async :- grant(S, C);
holds(C, LEASE - 1) :- granted(C);
holds(C, N - 1)@next :- holds(C, N), N > 1;
had(C)@next :- holds(C, _);
had(C)@next :- had(C);
"""
LOCK_SPEC = """
spec two_holders critical always "two clients hold the lock at the same time";
two_holders(C, E) :- holds(C, _), holds(E, _), C != E;
spec starved minor finally "a client that is up never held the lock";
starved(C) :- wants(C, _), notin crash(_, C, _), notin crash(_, "s", _);
"""
STALE = """
peer("e", "w")@1;  peer("w", "e")@1;
put("e", "u", "x")@1;
cache(D, V) :- put(D, _, V);
cache(D, V)@next :- cache(D, V);
wrote(U, V)@async :- put(D, U, V);
wrote(U, V)@next :- wrote(U, V);
get("w", U, V)@async :- put(_, U, V);
hit(U, V)@async :- get(D, U, V), cache(D, V);
miss(U, V)@async :- get(D, U, V), notin cache(D, V);
missed(U, V) :- miss(U, V);
missed(U, V)@next :- missed(U, V);
pre(U, V) :- wrote(U, V), notin crash(_, U, _);
post(U, V) :- wrote(U, V), notin missed(U, V);
"""


class Words(SystemCase):
    def node(self, does, **more):
        self.write("node.py", does)
        return self.config(**{"workload": {"kind": "echo", "operations": 1}, "fspec": {"eot": "200ms", "omissions": "none"}} | more)

    def view(self, *words, status=0):
        done = subprocess.run([RESULTS, *words], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def html(self, file):
        self.view("report", file, "-o", "page.html")
        with open(self.path("page.html"), encoding="utf-8") as page:
            return page.read()

    # -- stderr

    def test_the_reason_first(self):
        done = self.farm(self.node(f'import sys; sys.stderr.write("{REASON_FIRST}"); sys.exit(1)'))
        self.assertEqual(done.returncode, 65)
        lines = [line.strip() for line in done.stderr.splitlines()]
        first = lines.index("node.rb:7:in `require': cannot load such file -- ./store (LoadError)")
        self.assertEqual(lines[first + 1:first + 13], [f"from /usr/lib/kernel.rb:{n}:in `require'" for n in range(12)])

    def test_the_reason_last_with_the_path_of_the_user(self):
        done = self.farm(self.node("import os\ndef f(n):\n    if n: return f(n - 1)\n    raise ValueError('it is\\x1b[31m gone')\nf(0)\n"))
        self.assertEqual(done.returncode, 65)
        self.assertIn('  File "node.py", line 5, in <module>\n', done.stderr)
        self.assertRegex(done.stderr, r"(?m)^ +ValueError: it is\\x1b\[31m gone$")
        self.assertNotIn(self.folder, done.stderr)

    def test_the_first_and_the_last_lines_since_the_node_waited(self):
        """In the story, the events, the reason and the page."""
        dies = """print("".join(f"line {i}\\n" for i in range(100)), end="", file=sys.stderr, flush=True); os._exit(3)"""
        system = self.node('import sys; print("an old line", file=sys.stderr, flush=True)\n' + NODE.replace("ECHO", dies))
        done = self.farm(system)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        shown = self.view("show", "system.h5", "none")
        for text in (done.stdout, done.stderr, shown, self.html("system.h5")):
            self.assertRegex(text, r"(?m)^.*line 0\n +line 1$" if text != done.stdout and "<html" not in text else r"line 0\n *line 1\n")
            self.assertRegex(text, r"line 9\n *… \(80 more lines\)\n *line 90\n")
            self.assertIn("line 99", text)
            self.assertNotIn("an old line", text)
            if "<html" not in text:  # the description of the picture, for readers of screens, is one line
                self.assertNotIn("\\x0a", text)

    # -- stopped nodes

    def stops(self, does, **more):
        begin = time.monotonic()
        done = self.farm(self.node(NODE.replace("import json", "import signal, subprocess, json").replace("ECHO", does), **more), "--double-runs", "0%")
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(done.returncode, 65, done.stdout + done.stderr)
        self.assertIn("n0 is stopped by a signal such as SIGSTOP", done.stderr)

    def test_a_node_stops_itself(self):
        self.stops("os.kill(os.getpid(), signal.SIGSTOP); reply()")

    def test_a_child_is_stopped(self):
        self.stops("subprocess.run([sys.executable, '-c', 'import os; os.kill(os.getpid(), 19)']); reply()")

    def test_a_child_stops_its_parent(self):
        """It names the parent as the system does, or as the parent has read its own number."""
        for number in ("os.getppid()", "parent"):
            self.stops(f"parent = os.getpid(); [os.kill({number}, 19), os._exit(0)] if os.fork() == 0 else os.wait(); reply()")

    def test_in_real_time(self):
        self.stops("os.kill(os.getpid(), signal.SIGSTOP); reply()", system={"time": "plain"})

    # -- stories

    def story(self, have, *options):
        self.write("counted.ded", COUNTED.replace("HAVE", have))
        done = subprocess.run([PROGRAM, "counted.ded", "-N", "a,b,c", "-t", "6", "-f", "3", "-c", "1", *options],
                              cwd=self.folder, capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return done.stdout

    def test_only_messages_are_sent(self):
        told = self.story("have(V) :- log(N, V), notin crash(_, N, _);")
        self.assertIn("a crashed at 1 and no longer sent log(b,w) and log(c,w); what a knows does not count for have(w)\n", told)

    def test_what_an_inductive_rule_observes_is_not_sent_either(self):
        told = self.story("have(V)@next :- log(N, V), notin crash(_, N, _);")
        self.assertIn("a crashed at 1 and no longer sent log(b,w) and log(c,w); what a knows does not count for have(w)\n", told)

    def test_the_worst_specification(self):
        self.write("lock.ded", LOCK)
        self.write("lock.spec", LOCK_SPEC)
        for options in ((), ("--stop", "all")):
            done = subprocess.run([PROGRAM, "lock.ded", "--spec", "lock.spec", "-t", "12", "-f", "6", "--pauses", "1", *options],
                                  cwd=self.folder, capture_output=True, text=True, check=False)  # fmt: skip
            self.assertEqual(done.returncode, 1, done.stderr)
            shown = done.stdout.partition("\ncounterexample ")[2]
            shown = shown[shown.index("\n  faults"):]
            self.assertRegex(shown, r"  faults +S\(p,2,6\)\n  of +[^\n]*two_holders")
            self.assertIn("two_holders is violated", shown)
        self.assertIn("falsifier f", self.view("diff", "lock.h5"))
        self.assertIn("S(p,2,6)", self.view("diff", "lock.h5").splitlines()[0])

    # -- broken and vacuous

    def test_a_broken_program_is_explained(self):
        self.write("stale.ded", STALE)
        done = subprocess.run([PROGRAM, "stale.ded", "-t", "6", "-f", "2"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^see why +ldfi-results lineage stale\.h5$")
        self.assertNotIn("ldfi-results diff", done.stdout)
        tree = self.view("lineage", "stale.h5")
        below = tree[tree.index("missed(u,x)@6 holds"):]
        for part in ("post(U, V) :- wrote(U, V), notin missed(U, V)", "missed(u,x)@3…6", "miss(u,x)@3", "get(w,u,x)@2", "not cache(w,x)@2"):
            self.assertIn(part, below)
        graph = json.loads(self.view("lineage", "stale.h5", "--json"))
        lines = [node["lines"] for node in graph["nodes"]]
        self.assertTrue(any(one[0].startswith("get(w,u,x)@") for one in lines), lines)
        leaf = next(i for i, one in enumerate(lines) if one[-1] == "missed(u,x)@6 holds")
        self.assertTrue(any(edge[1] == leaf for edge in graph["edges"]))
        self.assertIn("get(w,u,x)@2", self.html("stale.h5"))
        self.assertIn("ldfi-results lineage", self.view("diff", "stale.h5"))

    def test_an_excluded_tuple_is_explained_with_faults(self):
        self.write("stale.ded", STALE)
        subprocess.run([PROGRAM, "stale.ded", "-t", "6", "-f", "2"], cwd=self.folder, capture_output=True, check=False)
        graph = json.loads(self.view("lineage", "stale.h5", "O(w,e,1)", "--json"))
        leaves = [i for i, node in enumerate(graph["nodes"]) if node["lines"][-1].endswith(" holds")]
        self.assertTrue(leaves, graph)
        for leaf in leaves:
            self.assertTrue(any(edge[1] == leaf for edge in graph["edges"]), graph["nodes"][leaf])

    def test_vacuous_says_what_to_do(self):
        self.write("v.ded", 'm("a", "x")@1; got(N, P)@async :- m(N, P); pre(P) :- never(P); never("x")@next :- got("z", _); post(P) :- got(_, P);\n')
        done = subprocess.run([PROGRAM, "v.ded", "-N", "a,z", "-t", "4", "-f", "2"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("`pre` has no tuple at tick 4", done.stdout)
        self.assertIn("ldfi-results show v.h5 none", done.stdout)

    def test_a_vacuous_system_says_what_was_not_judged(self):
        found = self.summary(self.node(NODE.replace("ECHO", "pass")), status=2)
        self.assertEqual(found["verdict"], "vacuous")
        self.assertIn("nothing was judged", found["reason"])
        self.assertIn("fspec.eot", found["reason"])

    # -- progress

    def on_terminal(self, *options):
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        system = self.config(nodes=3, workload={"kind": "echo", "operations": 6}, fspec={"eff": "2s", "eot": "2s"}, limits={"time": "4s"})
        self.write("node.py", NODE.replace("ECHO", "[say(one, type='m') for one in ('n0', 'n1', 'n2') if one != me]; reply()"))
        process = subprocess.Popen([PROGRAM, system, *options], cwd=self.folder, stdout=subprocess.PIPE, stderr=terminal)
        os.close(terminal)
        process.communicate(timeout=60)
        return all_of(ours)

    def test_progress_on_a_terminal(self):
        raw = self.on_terminal()
        self.assertEqual(len(re.findall(r"elapsed +cell +phase +executions +per s +fault sets +violating +busy +left", raw)), 1, raw)
        rows = re.findall(r"(\d:\d\d:\d\d) +- +\w+ +(\d+) +([\d.]+) +(\d+) +(\d+) +\d/1 +\d:\d\d:\d\d", raw)
        self.assertGreater(len(rows), 1, raw)
        self.assertGreater(int(rows[-1][1]), 0)
        self.assertGreater(int(rows[-1][3]), 0)

    def test_quiet_silences_progress(self):
        self.assertEqual(self.on_terminal("--quiet"), "")

    def test_help_names_the_columns(self):
        told = subprocess.run([PROGRAM, "--help", "output"], capture_output=True, text=True, check=True).stdout
        self.assertIn("Progress of a real system", told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=0)
