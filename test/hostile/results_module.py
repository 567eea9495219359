#!/usr/bin/env python3
"""The Python module and hostile results files: results_module.py BUILD_FOLDER [COUNT [SEED [MODULE_FOLDER]]]

What ldfi-results refuses of results_files.py, the module must refuse. Then COUNT files are changed at random and sealed again: the
seal finds accidents; whoever makes it anew meets HDF5, which trusts what stands in a file. Each is loaded, with its first
graph, by the module in one interpreter, which must neither die nor hang, and shown by ldfi-results, which must leave with
a documented status. Names the seed and the number of each that fails.
"""

import collections
import os
import random
import select
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import results_files  # noqa: E402
import run_once  # noqa: E402
import sealed  # noqa: E402

HANGS_AFTER_S = 180  # by the clock: limits are seconds of the processor, of which a busy machine gives a tenth
STATUSES = (0, 2, 64, 65)

WORKER = """
import sys
import ldfi_results
print("ready", flush=True)
for line in sys.stdin:
    try:
        results = ldfi_results.load(line.strip())
        if len(results.graphs):
            results.graph(int(results.graphs["cell"].iloc[0]), int(results.graphs["graph"].iloc[0]))
        print("read", flush=True)
    except ldfi_results.ResultsError:
        print("refused", flush=True)
    except Exception as error:
        print(type(error).__name__, str(error).replace("\\n", " ")[:200], flush=True)
"""


class Interpreter:
    """One that loads many files, and is replaced if it dies."""

    def __init__(self, module):
        self.environment = {**os.environ, "PYTHONPATH": module, "MPLBACKEND": "Agg"}
        self.process = None

    def says(self, path):
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, "-B", "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True, env=self.environment)
            self.process.stdout.readline()
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], HANGS_AFTER_S)[0]:
            self.end()
            return "hangs"
        line = self.process.stdout.readline().strip()
        return line or f"dies of {self.end()}"

    def end(self):
        """The status of the process, which is no more afterwards."""
        if self.process is None:
            return 0
        self.process.stdin.close()
        try:
            status = self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.process = None
        return status


def mutated(data, dice):
    """Up to five changes of what HDF5 reads as sizes, addresses, kinds and texts."""
    data = bytearray(data)
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(data))
        kind = dice.randrange(6)
        if kind == 0:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            data[at] = dice.choice((0, 1, 0x7F, 0x80, 0xFF, dice.randrange(256)))
        else:  # a word of 2, 4 or 8 bytes, aligned
            size = dice.choice((2, 4, 8))
            at -= at % size
            there = dice.randrange(len(data) // size) * size
            word = {2: bytes(data[there:there + size]), 3: dice.choice((0, 1, len(data), 1 << 31)).to_bytes(8, "little")[:size],
                    4: dice.randrange(len(data)).to_bytes(8, "little")[:size], 5: b"\xff" * size}[kind]
            data[at:at + size] = word[:len(data) - at]
    return bytes(data)


def same_refusals(build, interpreter):
    """The cases of which ldfi-results and the module differ: (name, status, what the module says)."""
    differ, count = [], 0
    for case in results_files.all_cases():
        if case.arguments != ("export", "--json", "x.h5"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            case.write(folder)
            done = subprocess.run([f"{build}/ldfi-results", *case.arguments], cwd=folder, check=False, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
            said = interpreter.says(os.path.join(folder, "x.h5"))
        count += 1
        expected = {0: ("read",), 65: ("refused",)}.get(done.returncode, ("refused", "OSError"))
        if said.split()[0] not in expected:
            differ.append((case.name, done.returncode, said))
    return differ, count


def main():
    build = run_once.BUILD = os.path.abspath(sys.argv[1])
    given = sys.argv[2:] + ["20", "1", os.path.join(HERE, "../../results/python")][len(sys.argv) - 2:]
    count, seed, module = int(given[0]), int(given[1]), os.path.abspath(given[2])
    whole = run_once.leftovers()[0][:-12]
    interpreter = Interpreter(module)
    differ, cases = same_refusals(build, interpreter)
    for one in differ:
        print("FAIL %s: ldfi-results leaves with %d, the module %s" % one)
    print(f"{cases} hostile files: the module and ldfi-results differ in {len(differ)}", flush=True)
    told, statuses, failed, slowest = collections.Counter(), collections.Counter(), [], [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.h5")
        for number in range(count):
            with open(path, "wb") as file:
                file.write(sealed.sealed(mutated(whole, random.Random(f"{seed} {number}"))))
            began = time.monotonic()
            said = interpreter.says(path)
            between = time.monotonic()
            done = subprocess.run([f"{build}/ldfi-results", "show", path, "--time-limit", "30s", "--memory-limit", "1G"], check=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            slowest = [max(slowest[0], between - began), max(slowest[1], time.monotonic() - between)]
            told[said] += 1
            statuses[done.returncode] += 1
            if said not in ("read", "refused") or done.returncode not in STATUSES:
                failed.append(number)
                print(f"FAIL {seed} {number}: the module {said}; ldfi-results leaves with {done.returncode} {done.stderr[:200]!r}", flush=True)
    interpreter.end()
    print(f"{count} files: the module {dict(told)}, {slowest[0]:.1f} s at most; ldfi-results {dict(statuses)}, {slowest[1]:.1f} s at most")
    if failed or differ:
        sys.exit(f"{len(failed) + len(differ)} failed")


if __name__ == "__main__":
    main()
