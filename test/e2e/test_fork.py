"""Nodes in Python that are forked instead of started (system.start: fork): test_fork.py PROGRAM SOURCE_DIR"""

import os
import shutil
import subprocess
import sys
import tempfile

from system_case import CONFIGS, NODE, NODES, PROGRAM, SOURCE, SystemCase, echoes, main

ALL = "--all" in sys.argv
if ALL:
    sys.argv.remove("--all")

# A node that reports what may differ in a process that was forked.
LOOK = """import asyncio, collections.abc, logging, random, signal, tempfile, own
TELL = {
    "pid": os.getpid, "chance": random.random, "system": lambda: os.urandom(8).hex(), "time": time.time, "monotonic": time.monotonic_ns,
    "hash": lambda: hash("x"), "folder": lambda: os.path.basename(os.getcwd()), "files": lambda: os.listdir("."), "home": lambda: [os.environ["HOME"] == os.getcwd(), os.environ["TMPDIR"] == os.getcwd()],
    "main": lambda: [__name__, os.path.basename(__file__), sys.argv[1:], sys.modules["__main__"].__dict__ is globals(), sys.path[0]],
    "descriptors": lambda: sorted(os.listdir("/proc/self/fd"))[:3] + [len(os.listdir("/proc/self/fd"))],
    "session": lambda: os.getsid(0) == os.getpgid(0) == int(os.readlink("/proc/self")), "signals": lambda: [str(signal.getsignal(n)) for n in (2, 13, 17)],
    "begun": lambda: logging.makeLogRecord({}).relativeCreated, "own": lambda: own.CHANCE, "threads": threading.active_count,
    "loop": lambda: asyncio.run(asyncio.sleep(0.01, "slept")), "name": lambda: next(tempfile._get_candidate_names()),
    "streams": lambda: [sys.stdin.encoding, sys.stdout.line_buffering, sys.stdout.write_through, sys.stdin.isatty()],
}
"""


class Forks(SystemCase):
    def compare(self, config_of, *options, status=0):
        """Compares the recordings of new processes and of forked ones."""
        found = []
        for start in ("fresh", "fork"):
            summary = self.summary(config_of(start), "--recordings", start, *options, status=status)
            self.assertEqual(summary["determinism"]["differences"], [])
            found.append([self.recording(start, number)[1:] for number in range(summary["executions"])])
        self.assertEqual(*found)
        return found[0]

    def test_what_a_process_sees(self):
        self.write("own.py", "import random, os\nCHANCE = [random.random(), os.urandom(4).hex()]\n")
        head, loop = NODE.split('me = "?"')
        self.write("node.py", head + LOOK + 'me = "?"' + loop.replace("ECHO", "time.sleep(0.01); reply(echo=body['echo'], x=TELL[body['echo']]())"))
        words = [line.split('"')[1::2] for line in LOOK.splitlines()[2:-1]]
        words = [word for word in sum(words, []) if f'"{word}": ' in LOOK and word not in ("HOME", "TMPDIR")]
        self.assertGreater(len(words), 15)
        events = self.compare(lambda start: self.config([sys.executable, "-u", "node.py", "a", "b"], nodes=2,
                                                        system={"start": start, "files": ["own.py"]},
                                                        **echoes(words, nodes=("n0", "n1"))))  # fmt: skip
        bodies = {event["body"]["echo"]: event["body"]["x"] for event in events[0] if event["e"] == "return"}
        self.assertEqual((bodies["files"], bodies["threads"], bodies["loop"]), ([], 1, "slept"))
        self.assertEqual(bodies["main"][:4], ["__main__", "node.py", ["a", "b"], True])

    def test_systems(self):
        """Nodes with and without the protocol, with threads and timers, crashes and restarts."""
        fspec = {"eff": "300ms", "eot": "1s", "omissions": 1, "restarts": {"most": 1, "down": ["30ms"]}}
        broadcast = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": fspec}
        for command, time in ((["broadcast.py", "3"], "extended"), (["broadcast.py", "3"], "virtual"), (["threads.py"], "virtual")):
            folder = NODES if command[0] == "threads.py" else CONFIGS
            self.folder = self.enterContext(tempfile.TemporaryDirectory())
            os.mkdir(self.path("tmp"))
            command = [sys.executable, os.path.join(folder, command[0]), *command[1:]]
            self.compare(lambda start, command=command, time=time: self.config(command, nodes=3, system={"start": start, "time": time}, **broadcast),
                         "--max-runs", "5", status=2)  # fmt: skip

    def test_what_cannot_be_forked(self):
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        self.write("wrong.py", "def")
        system = {"start": "fork"}
        for command, words in ((["sh", "-c", "exec python3 node.py"], "system.start fork is for commands such as [python3, node.py], and not for sh"),
                               ([sys.executable, "-c", "pass"], "system.start fork is for commands such as"),
                               ([sys.executable, "-O", "-O"], "system.start fork is for commands such as"),
                               ([sys.executable, "gone.py"], "system.start fork cannot be used: /gone.py is not a program in Python"),
                               ([sys.executable, "wrong.py"], "wrong.py is not a program in Python")):  # fmt: skip
            self.refused(self.config(command, system=system, **echoes(["a"])), words)
        self.refused(self.config(system={**system, "time": "plain"}, **echoes(["a"])), "in real time nodes are not forked")

    def import_of_others(self, text):
        """Runs a system with a module that is in another folder, and is imported before nodes are forked."""
        os.makedirs(self.path("others"), exist_ok=True)
        self.write("others/other.py", text)
        self.write("node.py", "import other\n" + NODE.replace("ECHO", "reply()"))
        config = self.config(system={"start": "fork", "files": ["others/other.py"]}, limits={"step": "300ms"}, **echoes(["a"]))
        return subprocess.run([PROGRAM, config], cwd=self.folder, capture_output=True, text=True,
                              timeout=60, check=False, env={**os.environ, "PYTHONPATH": self.path("others")})  # fmt: skip

    def test_imports_that_cannot_be_forked(self):
        for text, status, words in (("import threading, time\nthreading.Thread(target=time.sleep, args=(100,), daemon=True).start()", 65, "its imports start threads (1)"),
                                    ("import os, sys\nprint('no more', file=sys.stderr)\nos._exit(3)", 65, "system.start fork cannot be used: no more"),
                                    ("import os\nos._exit(3)", 65, "system.start fork cannot be used: it ends"),
                                    # The nodes are also tried as new processes.
                                    ("import time\ntime.sleep(1000)", 65, "n0 has not answered init"),
                                    ("while True: pass", 65, "in an endless loop")):  # fmt: skip
            done = self.import_of_others(text)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn(words, done.stderr)
        done = self.import_of_others("import sys\nprint('x' * 1000000, file=sys.stderr)\nraise ValueError")
        self.assertIn("in <module>", done.stderr)  # the error is the same in a new process

    def test_how_nodes_end(self):
        """Forked nodes end as others do: the exit is noticed, with their last output on stderr, and all their
        processes end.
        """
        self.write("node.py", NODE.replace("ECHO", "sys.exit('no more')"))
        done = self.farm(self.config(system={"start": "fork"}, **echoes(["a"])))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("n0 ended by itself; the end of its stderr: no more", done.stderr)
        self.write("node.py", NODE.replace("ECHO", "os.fork() or time.sleep(1000); reply()"))
        self.summary(self.config(system={"start": "fork"}, **echoes(["a"])))
        self.write("node.py", NODE.replace("ECHO", "1 // 0"))
        done = [self.farm(self.config(system={"start": start}, **echoes(["a"]))) for start in ("fresh", "fork")]
        self.assertIn("ZeroDivisionError", done[0].stderr)
        self.assertEqual(done[0].stderr, done[1].stderr)
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=False).stdout
        self.assertNotIn(self.folder, listed)

    def test_examples(self):
        """The examples have the results of their rows, after as many executions. With --all, also the long ones."""
        with open(os.path.join(SOURCE, "configs", "README.md"), encoding="utf-8") as stream:
            rows = [[word.strip() for word in line.split("|")[1:-1]] for line in stream if line.startswith("| systems/")]
        rows = [row for row in rows if row[1] == "python3" and "runner" not in row[0] and (ALL or int(row[2]) < 20)]
        self.assertGreater(len(rows), 5)
        for name, _, executions, verdict, faults in rows:
            with self.subTest(name):
                with open(os.path.join(SOURCE, "configs", name), encoding="utf-8") as stream:
                    text = stream.read()
                self.write("system.yaml", text.replace("start: reset", "start: fork"))
                self.assertIn("start: fork", text.replace("reset", "fork"))
                for file in os.listdir(CONFIGS):
                    if file.endswith((".py", ".spec")):
                        shutil.copy(os.path.join(CONFIGS, file), self.folder)
                found = self.summary("system.yaml", status=1 if verdict == "counterexample" else 0)
                first = found["counterexamples"][0]["faults"] if found["counterexamples"] else "-"
                self.assertEqual([str(found["executions"]), found["verdict"], first if isinstance(first, str) else " ".join(first)], [executions, verdict, faults])
                self.assertEqual(found["determinism"]["differences"], [])


if __name__ == "__main__":
    main()
