#!/usr/bin/env python3
"""The language server, driven by an editor's own client, that of Neovim: test_neovim.py LDFI_FARM SOURCE_FOLDER

Without a Neovim (nvim, 0.7 to 0.10) there is nothing to test: test_language_server.py has a client of its own.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = 'pre(P) :- log("a", P);\npost(P) :- log("b", P);\nlog("a", "x")@1;\nnode("a", "b")@1;\n'
MAIN = 'include "spec.ded";\nlog(N, P)@next :- log(N, P);\nnode(N, M)@next :- node(N, M);\nlog(M, P)@async :- log(N, P), node(N, M);\n'


@unittest.skipUnless(shutil.which("nvim"), "there is no nvim")
class Neovim(unittest.TestCase):
    def test_an_editor_understands_the_server(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "spec.ded").write_text(SPEC, encoding="utf-8")
            main = pathlib.Path(folder, "main.ded")
            main.write_text(MAIN, encoding="utf-8")
            environment = {**os.environ, "LDFI_FARM": FARM, "LDFI_PYTHON": sys.executable, "LDFI_SERVER": f"{SOURCES}/docs/editor/server",
                           "LDFI_MAIN": str(main), "HOME": folder, "XDG_STATE_HOME": folder}  # fmt: skip
            done = subprocess.run(["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {HERE}/neovim.lua"], env=environment,
                                  text=True, capture_output=True, timeout=200, check=False)  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stdout.splitlines()[-1])
            self.assertNotIn("failed", found)
            self.assertEqual(main.read_text(encoding="utf-8"), MAIN)  # nothing was saved
        self.assertEqual([(line, column) for line, column, _ in found["wrong"]], [(1, 18)])
        self.assertIn("`lgo` never holds", found["wrong"][0][2])
        self.assertTrue(found["hover"].startswith("**log**(node, string)"))
        places = [(os.path.basename(one["uri"]), one["range"]["start"]["line"]) for one in found["definition"]]
        self.assertEqual(places, [("main.ded", 1), ("main.ded", 3), ("spec.ded", 2)])
        self.assertEqual(found["references"], 7)
        self.assertEqual(found["renamed"], MAIN.replace("log(", "kept(").splitlines())
        self.assertEqual(found["errors"], "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
