"""Nodes of several processes in the library kernel: shells, Python and make print what they print on Linux, two runs have the same trace
of all calls, and no process outlives its node.

  test_processes.py KERNEL COMPILER
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

KERNEL, COMPILER = sys.argv[1:3]
PYTHON = "/usr/bin/python3"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
SHELLS = ("/bin/dash", "/bin/bash")
SCRIPTS = {
    "pipelines": "printf '3\\n1\\n2\\n' | sort | tr 1-3 a-c; echo x | cat | cat | wc -c; false | true; echo $?; true | false; echo $?",
    "substitutions": "x=$(echo one; echo two); echo \"$x\"; echo $(echo $(echo deep)); (exit 3); echo $?; (cd /; pwd)",
    "background": "(sleep 2; echo late) & (sleep 1; echo early) & wait; sleep 100 & kill $!; wait $!; echo $?; kill -0 $! 2> /dev/null; echo $?",
    "traps": "trap 'echo trapped' USR1; (sleep 1; kill -USR1 $$) & wait $!; wait; trap 'echo bye' EXIT; sh -c 'kill -TERM $$'; echo $?",
    "files": "cat > a <<X\nin a file\nX\ncat < a; echo more >> a; while read -r line; do echo \"[$line]\"; done < a; exec 3< a; cat <&3; ls",
    "errors": "nowhere 2> /dev/null; echo $?; /tmp 2> /dev/null; echo $?; echo > f; ./f 2> /dev/null; echo $?; exec /nowhere 2> /dev/null",
}  # fmt: skip
SUBPROCESSES = """
import os, subprocess, threading
print(subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout)
print(subprocess.run("cat | wc -c", shell=True, input=b"x" * 200000, capture_output=True).stdout)
try: subprocess.run(["/nowhere"])
except OSError as error: print(error.errno)
print(subprocess.run(["sh", "-c", "kill -TERM $$"]).returncode)
one = subprocess.Popen(["sleep", "100"]); one.terminate(); print(one.wait())
try: subprocess.run(["sleep", "100"], timeout=2)
except subprocess.TimeoutExpired: print("timeout")
print(subprocess.run(["pwd"], cwd="/usr", capture_output=True).stdout, os.getcwd() != "/usr")
found = {}
def work(i): found[i] = subprocess.run(["sh", "-c", f"sleep {3 - i}; echo {i}"], capture_output=True, text=True).stdout
threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]; print(found)
"""
MULTIPROCESSING = """
import multiprocessing
def square(x): return x * x
def work(queue, lock, value):
    for i in range(5):
        with lock: value.value += 1
        queue.put(i)
if __name__ == "__main__":
    queue, lock, value = multiprocessing.Queue(), multiprocessing.Lock(), multiprocessing.Value("i", 0)
    all = [multiprocessing.Process(target=work, args=(queue, lock, value)) for _ in range(3)]
    [one.start() for one in all]
    print(sorted(queue.get() for _ in range(15)))
    [one.join() for one in all]
    print(value.value, [one.exitcode for one in all])
    with multiprocessing.Pool(2) as pool: print(pool.map(square, range(10)))
"""
MAKEFILE = "all: a b\n\t@cat a b\na:\n\t@sleep 1; echo made a > a; echo a\nb: a\n\t@echo made b > b; echo b\nbad:\n\t@exit 3\n"


class Processes(unittest.TestCase):
    maxDiff = None

    def run_in_folder(self, command: list[str], files: dict[str, str]) -> tuple[str, str, int]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / name).write_text(text)
            done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        # Python looks whether there are sockets, which are not part of this test.
        errors = "".join(line for line in done.stderr.splitlines(True) if not (line.startswith("ldfi-farm: ") and " calls socket" in line))
        return done.stdout, errors, done.returncode

    def check(self, command: list[str], files: dict[str, str] | None = None) -> None:
        expected = self.run_in_folder(command, files or {})
        self.assertGreater(len(expected[0]), 0, "the command prints nothing on Linux")
        with tempfile.TemporaryDirectory() as folder:
            traces = [Path(folder) / name for name in ("one", "other")]
            for trace in traces:
                found = self.run_in_folder([KERNEL, "--trace", str(trace), *command], files or {})
                self.assertEqual(expected, found, f"Linux and the library kernel differ: {command}")
            texts = [trace.read_text().splitlines() for trace in traces]
        self.assertGreater(len({line.split()[1] for line in texts[0]}), 1, "there is only one process")
        self.assertEqual(texts[0], texts[1], f"two runs differ: {command}")

    def test_subprocesses_of_python(self) -> None:
        self.check([PYTHON, "-B", "-c", SUBPROCESSES])

    def test_multiprocessing_of_python(self) -> None:
        self.check([PYTHON, "-B", "work.py"], {"work.py": MULTIPROCESSING})

    def test_make(self) -> None:
        for words in ("", "-j3", "bad"):
            self.check(["/bin/sh", "-c", f"make {words} 2>&1"], {"Makefile": MAKEFILE})

    def test_times_of_processes_are_virtual(self) -> None:
        began = time.monotonic()
        self.assertEqual("5000\n", self.run_in_folder([KERNEL, "/bin/dash", "-c", "sleep 5000 & sleep 4000; wait; echo 5000"], {})[0])
        self.assertLess(time.monotonic() - began, 60)

    def test_init_adopts_orphans(self) -> None:
        code = "import os, time\nif os.fork() == 0:\n  if os.fork() == 0:\n    time.sleep(1); print(os.getppid(), flush=True)\n  os._exit(0)\ntime.sleep(2)"
        self.assertEqual("1\n", self.run_in_folder([KERNEL, PYTHON, "-c", code], {})[0])

    def test_the_end_of_a_node_ends_all_its_processes(self) -> None:
        for ending in (signal.SIGKILL, None):
            reader, writer = os.pipe()
            # Each process of the node keeps the pipe open. Its end is seen when the last one has ended.
            node = subprocess.Popen([KERNEL, "/bin/dash", "-c", "(sleep 1; cat) & (cat) & sleep 2; cat" if ending else "(cat) & sleep 2"],
                                    env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=writer, pass_fds=(writer,))  # fmt: skip
            os.close(writer)
            if ending:
                time.sleep(2)
                node.send_signal(ending)
            self.assertEqual(-ending if ending else 0, node.wait(timeout=60))
            began = time.monotonic()
            self.assertEqual(b"", os.read(reader, 1))
            self.assertLess(time.monotonic() - began, 30)
            os.close(reader)
            node.stdin.close()


def add(shell: str, name: str) -> None:
    setattr(Processes, f"test_{Path(shell).name}_{name}", lambda self: self.check([shell, "-c", SCRIPTS[name]]))


for one in SHELLS:
    for script in SCRIPTS:
        add(one, script)

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
