#!/usr/bin/env python3
"""Completion, and hover over keywords and keys of configs: test_language_server_completion.py LDFI_FARM SOURCE_FOLDER"""

import pathlib
import tempfile
import time
import unittest

from test_language_server import Client

PROGRAM = 'const LEASE = 3;\nstable holds;\nholds(C, LEASE)@next :- granted(C);\ngranted(C)@async :- server(C, S), // at\nserver("a", "s")@1;\n'
SPEC = 'spec two critical always "two hold it";\ntwo(C, E) :- holds(C, _), holds(E, _), C != E;\n'
CONFIG = "program: [p.ded]\nnodes: [a, s]\nfspec:\n  eot: 5\n  eff: 2\nsearch: {strategy: lineage}\n"


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        folder = pathlib.Path(folder.name).resolve()
        for name, text in (("p.ded", PROGRAM), ("p.spec", SPEC), ("c.yaml", CONFIG)):
            (folder / name).write_text(text, encoding="utf-8")
        self.client = Client(folder)
        self.addCleanup(lambda: self.assertEqual(self.client.close(), (0, "")))

    def offered(self, name, line, character):
        """Returns {label: detail} of the completions at a place."""
        return {one["label"]: one["detail"] for one in self.client.at("completion", name, line, character)["items"]}

    def in_config(self, text):
        self.client.open("c.yaml", text)
        lines = text.split("\n")
        return self.offered("c.yaml", len(lines) - 1, len(lines[-1]))

    def test_relations_constants_and_keywords(self):
        self.assertIn("completionProvider", self.client.capabilities)
        for name, line in (("p.ded", 2), ("p.spec", 1)):
            self.client.open(name)
            found = self.offered(name, line, 0)
            self.assertRegex(found["server"], r"^server\(node, (node|string)\)$")
            self.assertTrue(found["holds"].startswith("holds(node, "), found["holds"])
            self.assertEqual(found["LEASE"], "const LEASE = 3")
            self.assertIn("crash", found)
            for word in ("stable", "notin", "critical", "count"):
                self.assertIn(word, found)

    def test_times_and_where_nothing_is_offered(self):
        self.client.open("p.ded")
        self.assertEqual(list(self.offered("p.ded", 2, 17)), ["next", "async"])
        self.assertEqual(list(self.offered("p.ded", 2, 19)), ["next", "async"])
        self.assertEqual(self.offered("p.ded", 3, 39), {})  # the place is in a comment
        self.assertEqual(self.offered("p.ded", 4, 9), {})  # the place is in a string

    def test_keys_and_values_of_configs(self):
        self.assertIn("fspec", self.in_config("program: [p.ded]\n"))
        self.assertNotIn("workload", self.in_config("program: [p.ded]\n"))
        self.assertIn("workload", self.in_config("system: {command: [a], nodes: 1}\n"))
        for text in ("program: [p.ded]\nfspec:\n  ", "program: [p.ded]\nfspec:\n  eot: 5\n  cr", "program: [p.ded]\nfspec: {eot: 5, ", "program: [p.ded]\nfspec: {eot: 5,\n  "):
            self.assertIn("crashes", self.in_config(text), text)
            self.assertNotIn("program", self.in_config(text), text)
        for text in ("program: [p.ded]\nsearch:\n  strategy: ", "program: [p.ded]\nsearch: {level: 1, strategy: l"):
            found = self.in_config(text)
            self.assertIn("molly", found, text)
            self.assertNotIn("trace", found, text)

    def test_hover(self):
        for name in ("p.ded", "p.spec", "c.yaml"):
            self.client.open(name)
        for name, line, character, words in (("p.ded", 1, 2, "survive"), ("p.ded", 2, 18, "next tick"), ("p.ded", 3, 13, "is sent"), ("p.spec", 0, 10, "counts for the verdict"),
                                             ("c.yaml", 3, 3, "end of time"), ("c.yaml", 5, 12, "how fault sets are chosen"), ("c.yaml", 2, 1, "failure specification")):  # fmt: skip
            shown = self.client.at("hover", name, line, character)
            self.assertIsNotNone(shown, (name, line, character))
            self.assertIn(words, shown["contents"]["value"])
        self.assertIsNone(self.client.at("hover", "c.yaml", 3, 7))

    def test_long_lines_do_not_hold_it_up(self):
        began = time.monotonic()
        self.in_config("program: [p.ded]\nx: " + "a " * 200_000)
        self.in_config("program: [p.ded]\n" + "{a: " * 50_000)
        self.client.open("p.ded", "p( " * 50_000)
        self.offered("p.ded", 0, 100)
        self.assertLess(time.monotonic() - began, 30)


if __name__ == "__main__":
    unittest.main(argv=[__file__])
