"""Texts of strangers on a terminal and in pages: test_printable.py PROGRAM SOURCE_DIR LDFI_RESULTS

Characters that a terminal obeys, or that nobody sees, come out as \\xNN (in JSON as \\uNNNN), whoever wrote them and whichever command shows
them.
"""

import json
import os
import re
import subprocess
import sys
import unittest

from system_case import NODE, SystemCase, echoes

RESULTS = os.path.abspath(sys.argv[3])
#: A colour, a direction mark, a control character of eight bits, a character without width, a bell, half a character.
EVIL = "\x1b[31m\u202e\u009b2J\u200b\a"
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]")


class Printable(SystemCase):
    def setUp(self):
        super().setUp()
        self.write("node.py", NODE.replace("ECHO", f"sys.stderr.write({EVIL!r}); reply(echo={EVIL!r})"))

    def run_it(self, *words):
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=300, check=False,
                              env={**os.environ, "TMPDIR": self.path("tmp"), "COLUMNS": "200"})  # fmt: skip
        for name, data in (("stdout", done.stdout), ("stderr", done.stderr)):
            text = data.decode()  # and all of it is UTF-8
            self.assertIsNone(HARMFUL.search(text), f"{words}: {name}: {text!r}")
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def farm_of(self, *words):
        return self.run_it(os.path.abspath(sys.argv[1]), *words)

    def test_configs(self):
        status, _, said = self.farm_of(self.config([f"a{EVIL}"], **echoes(["x"])))
        self.assertEqual(status, 65)
        self.assertIn(r"a\x1b[31m\xe2\x80\xae", said)
        for more in ({"workload": {"kind": EVIL}}, {EVIL: 1}, {"fspec": {"eot": EVIL}}, {"search": {"level": EVIL}}):
            self.assertNotEqual(self.farm_of(self.config(**(echoes(["x"]) | more)))[0], 0)
        for name in ("files", "nodes", "time", "start", "sandbox", EVIL):
            self.assertNotEqual(self.farm_of(self.config(**echoes(["x"]), system={name: [EVIL]}))[0], 0)
        for output in (f"{EVIL}/x.h5", f"x{EVIL}.h5"):
            self.farm_of(self.config(**echoes(["x"])), "-o", output)
        self.farm_of(f"{EVIL}.yaml")
        self.farm_of("system.yaml", f"--{EVIL}")
        self.farm_of("system.yaml", "--replay", EVIL)
        self.farm_of("system.yaml", "--replay", f"@{EVIL}")

    def test_nodes_and_their_results(self):
        """An answer that is wrong, with texts on stderr: what each command shows of it."""
        status, _, _ = self.farm_of(self.config(**echoes(["x"])), "-o", "r.h5")
        self.assertEqual(status, 1)
        for words in (("--replay", "none"), ("--replay", "none", "--summary", "json"), ("--stop", "all", "--verbose", "-o", "s.h5")):
            _, out, _ = self.farm_of("system.yaml", *words)
            if "json" in words:
                json.loads(out.splitlines()[-1])
        for words in (("summary", "r.h5"), ("summary", "--json", "r.h5"), ("show", "r.h5", "f1"), ("show", "--json", "r.h5", "f1"),
                      ("falsifiers", "--json", "r.h5"), ("export", "r.h5", "--json"), ("export", "r.h5", "--case", "f1"), ("lamport", "r.h5", "f1"),
                      ("watch", "r.journal")):  # fmt: skip
            with self.subTest(words):
                status, _, said = self.run_it(RESULTS, *words)
                self.assertEqual(status, 0, said)
        for words in (("summary", f"{EVIL}.h5"), (EVIL,), ("summary", f"--{EVIL}"), ("show", "r.h5", EVIL)):
            self.assertNotEqual(self.run_it(RESULTS, *words)[0], 0)

    def test_programs(self):
        good = 'pre(X) :- log(X);\npost(X) :- log(X);\nlog("a")@1;\nlog(X)@next :- log(X);\n'
        for text in (f'log("{EVIL}")@1;\n', f"// {EVIL}\nx({EVIL});\n", good.replace('"a"', '"\\xe2\\x80\\xae"'), f'include "{EVIL}.ded";\n', good.replace("log", f"log{EVIL}")):
            self.write("p.ded", text)
            for more in ((), ("--summary", "json"), ("--check",), ("--check", "--diagnostics", "json"), ("--check", "--diagnostics", "sarif")):
                self.farm_of("p.ded", "-t", "3", "-f", "1", "-N", "a,b", *more)

    def test_pages(self):
        self.farm_of(self.config(**echoes(["x"])), "-o", "r.h5")
        self.run_it(RESULTS, "report", "r.h5", "-o", "page.html")
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIsNone(HARMFUL.search(page.replace("\r\n", "\n")))
        data = [json.loads(one) for one in re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)]
        self.assertTrue(data)
        found = [text for one in data for text in texts_of(one) if HARMFUL.search(text)]
        self.assertEqual(found, [])


def texts_of(value):
    if isinstance(value, str):
        yield value
    for part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from texts_of(part[0])
        yield from texts_of(part[1])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=0)
