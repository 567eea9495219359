#!/usr/bin/env python3
"""Build folders that were configured somewhere else: check_build_folder.py SOURCE_FOLDER

Every target of the Makefile that uses a build folder stops before it calls cmake or ninja, says where the folder was configured and what to
do, and works once the folder is gone. Programs that build are replaced by ones that write down how they are called.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(SOURCES / "test/mutants"))
sys.dont_write_bytecode = True

import mutants  # noqa: E402

MAKEFILE = (SOURCES / "Makefile").read_text(encoding="utf-8")
#: Targets without a build folder, and `mutants`, whose script configures anew.
OTHERS = {"help", "setup", "format", "clean", "mutants"}
TARGETS = [one for one in re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.M)[1].split() if one not in OTHERS]
BUILDERS = ("cmake", "ninja", "ctest", "cpack", "mpirun", "run-clang-tidy")
FOLDERS = {"test": ["build", "build/asan-ubsan"], "bench": ["build", "build/bench"], "fuzz": ["build/fuzz"]}


class BuildFolder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.home = Path(scratch.name).resolve()
        self.here = self.home / "here"
        for name in ("Makefile", ".ci/build_folder", ".ci/ctest", "test/fuzz/run"):
            (self.here / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCES / name, self.here / name)
        self.program(self.here / ".ci/setup", "exit 0")
        for name in BUILDERS:
            self.program(self.home / "bin" / name, f'echo "{name} $*" >> {self.home}/calls; exit 1')

    @staticmethod
    def program(path, text):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def configured(self, folder, place, sources):
        """A build folder of this checkout whose files name another place."""
        (self.here / folder).mkdir(parents=True, exist_ok=True)
        (self.here / folder / "build.ninja").touch()
        (self.here / folder / "CMakeCache.txt").write_text(f"CMAKE_CACHEFILE_DIR:INTERNAL={place}\nCMAKE_HOME_DIRECTORY:INTERNAL={sources}\n", encoding="utf-8")

    def make(self, target):
        (self.home / "calls").write_text("", encoding="utf-8")
        path = f"{self.home}/bin:{os.environ['PATH']}"
        done = subprocess.run(["make", target], cwd=self.here, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path, "MAKEFLAGS": ""})
        return done.returncode, done.stderr, (self.home / "calls").read_text(encoding="utf-8")

    def expect_refusal(self, target, *words):
        status, said, calls = self.make(target)
        self.assertNotEqual(status, 0, target)
        self.assertEqual(calls, "", target)
        for word in (*words, "make clean"):
            self.assertIn(word, said, target)

    def test_every_target_refuses_a_copy(self):
        self.assertGreater(len(TARGETS), 10)
        for target in TARGETS:
            for folder in FOLDERS.get(target, ["build"]):
                with self.subTest(target=target, folder=folder):
                    shutil.rmtree(self.here / "build", ignore_errors=True)
                    self.configured(folder, self.home / "first" / folder, self.home / "first")
                    self.expect_refusal(target, f"{self.home}/first/{folder}", f"{self.here}/{folder}")

    def test_the_original_may_still_be_there_or_be_this_checkout(self):
        (self.home / "first/build").mkdir(parents=True)
        self.configured("build", self.home / "first/build", self.home / "first")
        self.expect_refusal("build", f"{self.home}/first/build")
        self.configured("build", self.home / "first/build", self.here)  # the folder alone was moved
        self.expect_refusal("build", f"{self.home}/first/build")
        self.configured("build", self.here / "build", self.home / "first")  # the sources alone were
        self.expect_refusal("install", f"{self.home}/first")

    def test_what_does_not_say_where_it_was_configured_is_refused(self):
        self.configured("build", "", "")
        self.expect_refusal("build", "does not name")
        (self.here / "build/CMakeCache.txt").unlink()
        self.expect_refusal("build", "does not name")

    def test_what_was_configured_here_is_used(self):
        (self.home / "link").symlink_to(self.here)
        for place in (self.here, self.home / "link"):
            self.configured("build", place / "build", place)
            self.assertIn("cmake --build", self.make("build")[2])
        shutil.rmtree(self.here / "build")
        self.assertIn("cmake --preset", self.make("build")[2])

    def test_mutants_are_configured_anew(self):
        shop = mutants.Workshop(self.home / "mutants", 1)
        self.addCleanup(shop.lock.close)
        for path in (shop.tree, shop.build):
            path.mkdir()
        for place, sources, kept in ((self.home / "x", shop.tree, False), (shop.build, self.home / "x", False), (shop.build, shop.tree, True)):
            (shop.build / "old").mkdir(parents=True, exist_ok=True)
            text = f"CMAKE_CACHEFILE_DIR:INTERNAL={place}\nCMAKE_HOME_DIRECTORY:INTERNAL={sources}\n"
            (shop.build / "CMakeCache.txt").write_text(text, encoding="utf-8")
            before, os.environ["PATH"] = os.environ["PATH"], f"{self.home}/bin"
            try:
                with self.assertRaises(mutants.MutantError):  # this cmake builds nothing
                    shop.configure()
            finally:
                os.environ["PATH"] = before
            self.assertEqual((shop.build / "old").exists(), kept)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
