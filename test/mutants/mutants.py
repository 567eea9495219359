#!/usr/bin/env python3
"""Plants small bugs, one at a time, each of which must make the test that it names fail.

  mutants.py              all of them, in a copy of the sources under build/mutants
  mutants.py NAME...      some
  mutants.py --list       their names, and the promises that each one breaks
  mutants.py --check      only: does every text that is to be replaced occur, and once? do they fit the list of promises?

test/promises.toml lists the promises. One mutant shows for all promises of a test, in one file, that the test can fail.

A mutant is a table in one of the TOML files here:

  [[mutant]]
  name = "journal-late"
  function = "Master::keep"                  # optional: the function that contains the text
  old = '''text that occurs once in the code, or once in the function'''
  new = '''the text that replaces it; it must compile, with warnings'''
  target = "unit_schedule"                   # what is built; for `test`, the program that is run
  test = "FarmTest.KeepsAnAnswer*"           # a GoogleTest filter; or ctest = "the name of a ctest", which finds both programs built
  timeout = 60                               # optional, in seconds

The text is looked for in all files, so a mutant does not notice that code moves. Where the text occurs elsewhere, too, and no function
tells the places apart, a line `file = "common/base/text.cpp"` does. A test that fails, crashes or takes too long has killed its mutant. A test that passes has not: then the promise needs a test, in the
file that mirrors the code. A mutant that does not apply, does not compile or gives the same program is an error of the mutant. The exit
status is 0 if all were killed, 1 if one survived, 2 if one is in error.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROMISES = HERE.parent / "promises.toml"
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "tidy")]

import cpp  # noqa: E402
from source_files import source_files  # noqa: E402

# Quick to compile: what is measured is whether tests fail.
CONFIGURE = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -w", "-DLDFI_PCH=ON", "-DLDFI_WERROR=OFF",
             "-DLDFI_TESTS=ON", "--log-level=WARNING"]  # fmt: skip


CODE = ("common/", "master/", "worker/", "results/", "configs/")


class MutantError(Exception):
    """Something is wrong with a mutant, or with the tests without any."""


@dataclass
class Mutant:
    name: str
    old: str
    new: str
    target: str
    file: str = ""
    function: str = ""
    test: str = ""
    ctest: str = ""
    timeout: float = 60
    promises: list[str] = field(default_factory=list)

    def test_text(self) -> str:
        """The test as the list of promises names it."""
        return self.ctest or f"{self.target} {self.test}"


def occurrences(text: str, part: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), text)]


class Sources:
    """The texts of the code, and the places of mutants in them."""

    def __init__(self, root: Path, names: list[str]):
        self.root, self.names = root, names
        self.texts: dict[str, str] = {}
        self.functions: dict[str, list[cpp.Function]] = {}

    def text(self, name: str) -> str:
        if name not in self.texts:
            path = self.root / name
            self.texts[name] = path.read_text(encoding="utf-8") if path.is_file() else ""
        return self.texts[name]

    def is_in_function(self, name: str, at: int, function: str) -> bool:
        if name not in self.functions:
            self.functions[name] = cpp.functions(self.text(name))
        line = self.text(name).count("\n", 0, at) + 1
        return any(f.name == function and f.first <= line <= f.last for f in self.functions[name])

    def planted(self, m: Mutant) -> tuple[str, str]:
        """Returns the name of the file that contains the mutant's old text, and the file's text with the bug in it."""
        places = [(name, at) for name in ([m.file] if m.file else self.names) if m.old in self.text(name) for at in occurrences(self.text(name), m.old)]
        if m.function:
            places = [(name, at) for name, at in places if self.is_in_function(name, at, m.function)]
        if len(places) != 1 or m.old == m.new:
            where = " ".join(sorted({name for name, _ in places})) or m.file or "any file"
            raise MutantError(f"the old text occurs {len(places)} times in {where}; it must occur once, and differ from the new text")
        name, at = places[0]
        text = self.text(name)
        return name, text[:at] + m.new + text[at + len(m.old) :]


def add_promises(mutants: list[Mutant], rows: list[dict[str, str]]) -> None:
    """Gives each mutant its promises. Throws MutantError if a row and a mutant do not fit, or if a mutant breaks no promise."""
    named = {m.name: m for m in mutants}
    for row in rows:
        if set(row) != {"says", "test", "mutant"}:
            raise MutantError(f"promises.toml: a promise has says, test and mutant: {row}")
        m = named.get(row["mutant"])
        if m is None or m.test_text() != row["test"]:
            raise MutantError(f"promises.toml: \"{row['says']}\": there is no mutant {row['mutant']} of the test {row['test']}")
        m.promises.append(row["says"])
    for m in mutants:
        if not m.promises:
            raise MutantError(f"{m.name}: promises.toml has no promise that it breaks")


def read_mutants() -> list[Mutant]:
    mutants = []
    for path in sorted(HERE.glob("*.toml")):
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
            try:
                mutants.append(Mutant(**table))
            except TypeError as error:
                raise MutantError(f"{path.name}: {table.get('name', 'a mutant without a name')}: {error}") from error
    for m in mutants:
        if bool(m.test) == bool(m.ctest) or sum(other.name == m.name for other in mutants) > 1:
            raise MutantError(f"{m.name}: a mutant has one name of its own, and either a test or a ctest")
    add_promises(mutants, tomllib.loads(PROMISES.read_text(encoding="utf-8"))["promise"])
    return mutants


def code_files() -> list[str]:
    """What mutants are planted in. Binary files are no code."""
    return [name for name in source_files(ROOT) if name.startswith(CODE) and not name.endswith((".png", ".h5", ".journal"))]


class Workshop:
    """A copy of the sources and its build folder. Only what differs is copied, so the next run builds little."""

    def __init__(self, folder: Path, jobs: int):
        self.tree, self.build, self.jobs = folder / "tree", folder / "build", jobs
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(folder / "lock", "w", encoding="utf-8")  # noqa: SIM115: held until the end
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.programs: dict[str, str] = {}
        self.sources = Sources(self.tree, code_files())

    def copy_sources(self):
        names = set(source_files(ROOT))
        for path in list(self.tree.rglob("*")):
            if not path.is_dir() and str(path.relative_to(self.tree)) not in names:
                path.unlink()
        for name in names:
            self.write(name, (ROOT / name).read_bytes())
            shutil.copymode(ROOT / name, self.tree / name)

    def write(self, name: str, data: bytes):
        path = self.tree / name
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def configure(self):
        """Configures anew if the folder was copied or moved since: its files name the place where it was configured."""
        cache = self.build / "CMakeCache.txt"
        places = re.findall(r"^CMAKE_(?:HOME_DIRECTORY|CACHEFILE_DIR):INTERNAL=(.*)$", cache.read_text(encoding="utf-8"), re.M) if cache.is_file() else []
        if {os.path.realpath(one) for one in places} != {str(self.tree.resolve()), str(self.build.resolve())}:
            shutil.rmtree(self.build, ignore_errors=True)
        run = subprocess.run(["cmake", "-S", self.tree, "-B", self.build, *CONFIGURE], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise MutantError(f"cmake fails:\n{run.stdout}{run.stderr}")

    def make(self, targets: list[str]):
        run = subprocess.run(["ninja", "-C", self.build, f"-j{self.jobs}", *targets], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise MutantError("it does not compile:\n" + "\n".join(run.stdout.splitlines()[-30:]))

    def program(self, m: Mutant) -> Path:
        return self.build / "test" / m.target

    def fingerprint(self, m: Mutant) -> str:
        path = self.program(m)
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""

    def passes(self, m: Mutant) -> bool:
        if m.ctest:
            command = ["ctest", "--test-dir", self.build, "--no-tests=error", "--tests-regex", f"^{m.ctest}$"]
        else:
            command = [self.program(m), f"--gtest_filter={m.test}"]
        with subprocess.Popen(command, cwd=self.tree, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True) as process:  # fmt: skip
            try:
                return process.wait(m.timeout) == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)  # and what it started
                except ProcessLookupError:
                    pass

    def begin(self, mutants: list[Mutant]):
        """Everything is built and passes without a mutant."""
        self.copy_sources()
        self.configure()
        programs = {"ldfi-farm", "ldfi-results", "broadcast-node", "raft-node", "spark-node", "waits-node"} if any(m.ctest for m in mutants) else set()
        self.make(sorted({m.target for m in mutants} | programs))
        for m in mutants:
            self.programs[m.target] = self.fingerprint(m)
            if m.test:
                listed = subprocess.run([self.program(m), "--gtest_list_tests", f"--gtest_filter={m.test}"], capture_output=True,
                                        text=True, check=True).stdout  # fmt: skip
                if not any(line.startswith("  ") for line in listed.splitlines()):
                    raise MutantError(f"{m.name}: {m.target} has no test {m.test}")
            if not self.passes(m):
                raise MutantError(f"{m.name}: {m.test or m.ctest} fails without the mutant")

    def kills(self, m: Mutant) -> bool:
        file, text = self.sources.planted(m)
        clean = (self.tree / file).read_bytes()
        self.write(file, text.encode())
        try:
            self.make([m.target])
            if m.test and self.fingerprint(m) == self.programs[m.target]:
                raise MutantError(f"{m.target} is the same program with it")
            return not self.passes(m)
        finally:
            self.write(file, clean)


def check(mutants: list[Mutant]) -> int:
    status = 0
    sources = Sources(ROOT, code_files())
    for m in mutants:
        try:
            sources.planted(m)
        except MutantError as error:
            print(f"{m.name}: {error}")
            status = 2
    print(f"{len(mutants)} mutants of {sum(len(m.promises) for m in mutants)} promises" + (", all of which apply" if status == 0 else ""))
    return status


def file_of(m: Mutant, sources: Sources) -> str:
    try:
        return sources.planted(m)[0]
    except MutantError:
        return ""


def run(mutants: list[Mutant], workshop: Workshop) -> int:
    start = time.monotonic()
    # Mutants of one file follow one another, so that little is compiled again.
    sources = Sources(ROOT, code_files())
    mutants = sorted(mutants, key=lambda m: file_of(m, sources))
    workshop.begin(mutants)
    print(f"built and passed without mutants in {time.monotonic() - start:.0f} s", flush=True)
    count = {"killed": 0, "SURVIVED": 0, "ERROR": 0}
    for m in mutants:
        since = time.monotonic()
        try:
            word, text = ("killed", m.test or m.ctest) if workshop.kills(m) else ("SURVIVED", m.promises[0])
        except MutantError as error:
            word, text = "ERROR", str(error)
        count[word] += 1
        print(f"{word:8}  {m.name:32} {time.monotonic() - since:5.1f} s  {text}", flush=True)
    print(f"{count['killed']} of {len(mutants)} mutants killed, {count['SURVIVED']} survived, {count['ERROR']} in error, "
          f"in {(time.monotonic() - start) / 60:.1f} min")  # fmt: skip
    return 2 if count["ERROR"] else 1 if count["SURVIVED"] else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="of the copy and its build")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()
    try:
        mutants = read_mutants()
        unknown = set(arguments.names) - {m.name for m in mutants}
        if unknown:
            parser.error(f"no such mutant: {' '.join(sorted(unknown))}")
        mutants = [m for m in mutants if not arguments.names or m.name in arguments.names]
        if arguments.list:
            for m in mutants:
                print(f"{m.name:32} {' '.join(m.promises)}")
            return 0
        status = check(mutants)
        if status != 0 or arguments.check:
            return status
        return run(mutants, Workshop(arguments.folder.resolve(), arguments.jobs))
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
