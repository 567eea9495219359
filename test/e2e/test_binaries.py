"""Checks in the files of the programs that the options of the linker took effect.

test_binaries.py HARDENED PROGRAM…   (HARDENED: 1 if they were built with LDFI_HARDEN, Release, GNU ld or its
like)
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

HARDENED = sys.argv[1] == "1"
PROGRAMS = [os.path.abspath(path) for path in sys.argv[2:]]


def readelf(program, *options):
    return subprocess.run(["readelf", "-W", *options, program], capture_output=True, text=True, check=True).stdout


class Binaries(unittest.TestCase):
    def test_no_library_comes_from_the_working_directory(self):
        for program in PROGRAMS:
            for path in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", readelf(program, "-d")):
                self.assertTrue(all(entry.startswith("/") for entry in path.split(":")), f"{program}: {path}")
            with tempfile.TemporaryDirectory() as folder:
                for name in re.findall(r"\(NEEDED\).*\[(.*)\]", readelf(program, "-d")):
                    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                        file.write("no library")
                done = subprocess.run([program, "--version"], cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(HARDENED, "built without LDFI_HARDEN")
    def test_hardened(self):
        for program in PROGRAMS:
            told = readelf(program, "-h", "-l", "-d")
            self.assertRegex(told, r"Type:\s+DYN", program)
            self.assertIn("GNU_RELRO", told, program)
            self.assertRegex(told, r"BIND_NOW|FLAGS_1\).*NOW", program)
            self.assertRegex(told, r"GNU_STACK.* RW ", program)
            symbols = readelf(program, "-s")
            self.assertIn("__stack_chk_fail", symbols, program)
            self.assertRegex(symbols, r"__(memcpy|snprintf|fprintf|printf|read|memmove)_chk", program)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
