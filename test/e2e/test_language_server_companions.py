#!/usr/bin/env python3
"""Finds files that belong together although no config says so: test_language_server_companions.py LDFI_FARM
SOURCE_FOLDER
"""

import pathlib
import tempfile
import unittest

from test_language_server import Client

LOCK = "const LEASE = 3;\nholds(C, LEASE)@next :- granted(C);\ngranted(C)@next :- granted(C);\ngranted(\"a\")@1;\n"
TWO = 'spec two critical always "two hold it";\ntwo(C, E) :- holds(C, LEASE), holds(E, _), C != E;\n'
OTHER = 'holds(X) :- log(X);\nlog("a")@1;\n'


class Companions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def start(self, **texts):
        for name, text in texts.items():
            stem, _, ending = name.rpartition("_")
            (self.folder / f"{stem}.{ending}").write_text(text, encoding="utf-8")
        client = Client(self.folder)
        self.addCleanup(lambda: self.assertEqual(client.close(), (0, "")))
        return client

    @staticmethod
    def renamed(client, name, line, character, new):
        """Returns the number of renamed places in each file."""
        changes = client.at("rename", name, line, character, newName=new)["changes"]
        return {pathlib.PurePosixPath(uri).name: len(edits) for uri, edits in changes.items()}

    def test_relations_and_constants_of_a_specification_beside_the_program(self):
        client = self.start(lock_ded=LOCK, lock_spec=TWO)
        client.open("lock.ded")
        self.assertEqual(self.renamed(client, "lock.ded", 1, 0, "keeps"), {"lock.ded": 1, "lock.spec": 2})
        self.assertEqual(self.renamed(client, "lock.ded", 0, 7, "TERM"), {"lock.ded": 2, "lock.spec": 1})
        self.assertEqual(len(client.at("references", "lock.ded", 1, 0, context={"includeDeclaration": True})), 3)

    def test_from_the_specification(self):
        client = self.start(lock_ded=LOCK, lock_spec=TWO)
        client.open("lock.spec")
        self.assertEqual(self.renamed(client, "lock.spec", 1, 14, "keeps"), {"lock.ded": 1, "lock.spec": 2})
        self.assertEqual(self.renamed(client, "lock.spec", 0, 6, "both"), {"lock.spec": 2})
        self.assertEqual(client.at("definition", "lock.spec", 1, 14)[0]["uri"], client.uri("lock.ded"))

    def test_text_that_is_not_saved_counts(self):
        client = self.start(lock_ded=LOCK, lock_spec="")
        client.open("lock.spec", TWO)
        self.assertEqual(self.renamed(client, "lock.ded", 1, 0, "keeps"), {"lock.ded": 1, "lock.spec": 2})

    def test_specifications_of_another_program_stay(self):
        other = 'spec none minor always "none";\nnone(X) :- holds(X), log(X);\n'
        client = self.start(lock_ded=LOCK, other_ded=OTHER, other_spec=other)
        client.open("lock.ded")
        self.assertEqual(self.renamed(client, "lock.ded", 1, 0, "keeps"), {"lock.ded": 1})
        self.assertEqual(self.renamed(client, "other.ded", 0, 0, "keeps"), {"other.ded": 1, "other.spec": 1})

    def test_a_config_decides(self):
        client = self.start(lock_ded=LOCK, lock_spec=TWO, c_yaml="program: [more.ded, lock.spec]\nfspec: {eot: 5}\n", more_ded=LOCK)
        client.open("lock.ded")
        self.assertEqual(self.renamed(client, "lock.ded", 1, 0, "keeps"), {"lock.ded": 1})
        self.assertEqual(self.renamed(client, "more.ded", 1, 0, "keeps"), {"more.ded": 1, "lock.spec": 2})


if __name__ == "__main__":
    unittest.main(argv=[__file__])
