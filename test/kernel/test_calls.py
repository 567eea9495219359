"""One small program per topic of system calls. Linux is the oracle: each program prints the same in the library kernel as on
Linux, whether it is linked dynamically, statically with glibc, or statically with musl. Two runs have the same trace of all calls.

  test_calls.py KERNEL COMPILER [PROGRAM...]
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNEL, COMPILER = sys.argv[1:3]
PROGRAMS = sys.argv[3:] or sorted(path.stem for path in (HERE / "programs").glob("*.c"))
# How programs are linked, and with which compiler.
WAYS = {"dynamic": [COMPILER], "static": [COMPILER, "-static"], "musl": ["musl-gcc", "-static"]}
WORDS = ["one word"]
# Words of musl for errors differ from those of glibc, so each way has its own answer of Linux.


def run(command: list[str]) -> tuple[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        return run_in(folder, command)


def run_in(folder: str, command: list[str]) -> tuple[str, int]:
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=60)  # fmt: skip
    return done.stdout + done.stderr, done.returncode


class Calls(unittest.TestCase):
    maxDiff = None

    def compile(self, program: str, way: str, folder: Path) -> str:
        out = str(folder / program)
        source = str(HERE / "programs" / f"{program}.c")
        subprocess.run([*WAYS[way], "-O1", "-w", "-pthread", "-idirafter", "/usr/include", "-idirafter", "/usr/include/x86_64-linux-gnu", "-o", out, source], check=True)
        return out

    def check(self, program: str, way: str) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            binary = self.compile(program, way, folder)
            expected = run([binary, *WORDS])
            self.assertIn("=", expected[0], "the program prints nothing on Linux")
            traces = []
            for i in range(2):
                trace = folder / f"trace{i}"
                found = run([KERNEL, "--seed", "7", "--trace", str(trace), binary, *WORDS])
                self.assertEqual(expected, found, f"{program}, {way}: Linux and the library kernel differ")
                traces.append(trace.read_text())
            self.assertGreater(len(traces[0].splitlines()), 5)
            self.assertEqual(traces[0].splitlines(), traces[1].splitlines(), f"{program}, {way}: two runs differ")


def add(program: str, way: str) -> None:
    setattr(Calls, f"test_{program}_{way}", lambda self: self.check(program, way))


for one in PROGRAMS:
    for how in WAYS:
        add(one, how)

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
