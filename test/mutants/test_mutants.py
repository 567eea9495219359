"""The runner: what applies, what passes, and what is said of it."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import mutants


def mutant(**more) -> mutants.Mutant:
    return mutants.Mutant(**{"name": "m", "promises": ["?"], "file": "f", "old": "a == b", "new": "a != b", "target": "t", "test": "T.t", **more})


class Workshop(mutants.Workshop):
    """Builds nothing: the program is what stands in the file."""

    def configure(self):
        (self.build / "test").mkdir(parents=True, exist_ok=True)

    def copy_sources(self):
        self.tree.mkdir(exist_ok=True)
        self.write("f", b"listed='--gtest_list_tests'; a=1; b=2; [ a == b ] || true")

    def make(self, targets):
        text = (self.tree / "f").read_text()
        if "does not compile" in text:
            raise mutants.MutantError("it does not compile")
        program = self.build / "test" / targets[0]
        program.write_text(f'#!/bin/sh\n[ "$1" = --gtest_list_tests ] && echo "T." && echo "  t" && exit 0\n{text}\n')
        program.chmod(0o755)


class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.workshop = Workshop(Path(folder.name), 1)
        self.addCleanup(self.workshop.lock.close)

    def said(self, *many) -> tuple[int, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = mutants.run(list(many), self.workshop)
        return status, out.getvalue()

    def test_failing_crashing_and_hanging_kill(self):
        for new in ("a == b ] || exit 1; [ a", "a == b ] || kill -SEGV $$; [ a", "a == b ] || sleep 60; [ a"):
            status, text = self.said(mutant(new=new, timeout=0.5))
            self.assertEqual(status, 0, text)
            self.assertIn("1 of 1 mutants killed", text)

    def test_what_passes_survives(self):
        status, text = self.said(mutant())
        self.assertEqual(status, 1)
        self.assertIn("SURVIVED", text)

    def test_what_does_not_compile_or_apply_or_change_is_an_error(self):
        for change in ({"new": "does not compile"}, {"old": "nowhere"}, {"new": "a == b"}, {"old": "a"}):
            status, text = self.said(mutant(**change))
            self.assertEqual(status, 2, text)
            self.assertIn("ERROR", text)

    def test_a_test_that_fails_anyway_kills_nothing(self):
        self.workshop.passes = lambda m: False
        with self.assertRaisesRegex(mutants.MutantError, "fails without the mutant"):
            self.said(mutant())

    def test_the_copy_is_clean_again(self):
        self.said(mutant())
        self.assertIn("a == b", (self.workshop.tree / "f").read_text())

    def test_a_text_is_found_where_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "a.cpp").write_text("int one() {\n  return 1 + x;\n}\nint two() {\n  return 1 + y;\n}\n")
            (root / "b.cpp").write_text("int three() {\n  return 1 + x;\n}\n")
            sources = mutants.Sources(root, ["a.cpp", "b.cpp"])
            self.assertEqual(sources.planted(mutant(file="", old="+ y", new="- y"))[0], "a.cpp")
            for function, name in (("one", "a.cpp"), ("three", "b.cpp")):
                self.assertEqual(sources.planted(mutant(file="", function=function, old="+ x", new="- x"))[0], name)
            self.assertIn("return 1 - x;\n}\nint two", sources.planted(mutant(file="a.cpp", old="+ x", new="- x"))[1])
            for change in ({"old": "+ x"}, {"function": "two", "old": "+ x"}, {"file": "b.cpp", "old": "+ y"}, {"old": "+ z"}):
                with self.assertRaises(mutants.MutantError):
                    sources.planted(mutant(**{"file": "", **change}))

    def test_promises_and_mutants_fit(self):
        row = {"says": "It holds.", "test": "t T.t", "mutant": "m"}
        one = mutant(promises=[])
        mutants.add_promises([one], [row, {**row, "says": "It lasts."}])
        self.assertEqual(one.promises, ["It holds.", "It lasts."])
        for rows in ([], [{**row, "mutant": "n"}], [{**row, "test": "t T.u"}], [{"says": "It holds."}]):
            with self.assertRaises(mutants.MutantError):
                mutants.add_promises([mutant(promises=[])], rows)

    def test_the_list_reads(self):
        self.assertGreater(len(mutants.read_mutants()), 30)


if __name__ == "__main__":
    unittest.main()
