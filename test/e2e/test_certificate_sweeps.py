"""Certificates of sweeps, one for each cell: test_certificate_sweeps.py LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import re
import shutil
import subprocess
import sys
import unittest

from certificate_case import CHECK, RETRY, Certificates

GRID = ["--sweep-eot", "4,5", "--sweep-eff", "0..3", "--sweep-crashes", "0,1"]
SPECIFIED = 'spec told major always;\ntold(P) :- log("b", P), notin log("c", P);\nspec late minor after 3;\nlate(M) :- peer("a", M), log("a", P), notin log(M, P);\n'


class Sweeps(Certificates):
    def setUp(self):
        super().setUp()
        self.write("retry.ded", RETRY)

    def sweep(self, *options, status=None):
        return self.farm("retry.ded", "-N", "a,b,c", "--certificate", "cells", *options, status=status)

    def listed(self):
        return self.read("cells/cells.txt").splitlines()[1:]

    def test_each_cell_has_a_certificate(self):
        done = self.sweep(*GRID, "--stop", "all", status=1)
        listed = self.listed()
        self.assertEqual(len(listed), 16)
        self.assertIn("the certificates of 16 cells are in cells; to check them: ldfi-check cells", done.stderr)
        self.accepted("program       program/retry.ded\nnodes         a b c\npromise       pre is in post at EOT\ncell          4,0,0: EOT 4, messages lost up to 0, crashes 0 (silent): no fault set violates it\n",
                      "cell          5,3,1: EOT 5, messages lost up to 3, crashes 1 (silent): ", "every one that does contains one of them", name="cells")  # fmt: skip
        told = self.check("cells").stdout
        self.assertEqual(re.findall("(?m)^cell +([^:]*):", told), [line.split()[1] for line in listed])
        violated = len(re.findall("violates? it, minimal", told))
        self.assertIn(f"accepted      of 16 cells {16 - violated} are violated by no fault set, {violated} by some\n", told)
        for line in listed:  # each line has a certificate of its own
            self.accepted("accepted", name="cells/" + line.split()[1])

    def test_what_follows_from_another_cell_is_proved(self):
        done = self.sweep(*GRID, status=1)
        self.assertIn("follows from", self.farm("retry.ded", "-N", "a,b,c", *GRID, "--summary", "json").stdout)
        self.assertTrue(all(line.startswith("cell ") for line in self.listed()), done.stdout)
        self.accepted("of 16 cells", name="cells")
        for cell in ("5,0,0", "5,1,1"):
            self.assertGreater(os.path.getsize(self.path(f"cells/{cell}/certified.drup")), 0)

    def test_one_wrong_cell_is_enough(self):
        self.sweep(*GRID, status=1)
        claim = self.read("cells/5,1,1/claim.txt")
        self.write("cells/5,1,1/claim.txt", claim.replace("crash-model silent", "crash-model halt").replace("claim certified", "claim vacuous"))
        self.rejected("(?s)cell          5,1,0.*rejected      5,1,1: the claim and the program disagree.*cell          5,2,0.*rejected      1 of 16 cells\n", name="cells")
        self.write("cells/5,1,1/claim.txt", claim)
        self.accepted(name="cells")
        os.remove(self.path("cells/4,1,0/certified.drup"))
        shutil.rmtree(self.path("cells/4,1,1"))
        self.rejected("(?s)rejected      4,1,0: cannot read certified.drup.*rejected      4,1,1: .*rejected      2 of 16 cells\n", name="cells")

    def renamed(self, before, after, why):
        """Expects that a renamed certificate is rejected. The folder gets its name back afterwards."""
        listed = self.read("cells/cells.txt")
        os.rename(self.path("cells/" + before), self.path("cells/" + after))
        self.write("cells/cells.txt", listed.replace(f"cell {before}\n", f"cell {after}\n"))
        self.rejected(f"rejected      {after}: the name of the cell contradicts its claim: {why}", name="cells")
        os.rename(self.path("cells/" + after), self.path("cells/" + before))
        self.write("cells/cells.txt", listed)

    def test_a_cell_is_what_its_name_says(self):
        self.sweep(*GRID, status=1)
        for after, why in (("99,98,3", "EOT is 5"), ("5,4,1", "faults are possible up to tick 1, but EFF is 4"), ("5,1,2", "crashes is 1"), ("5,1,1,restarts=1", "restarts is 0"), ("5,1,1,omissions=3", "omissions has no limit"),
                           ("5,1,1,X=1", "its end is not understood: `,X=1`"), ("5,1,1,2", "its end is not understood: `,2`"), ("05,1,1", "EOT is 5"), ("5", "it lacks EFF")):  # fmt: skip
            with self.subTest(after):
                self.renamed("5,1,1", after, why)
        self.accepted(name="cells")

    def test_swapped_and_copied_cells(self):
        text = RETRY.replace('log("a", "x")', 'log("a", MSG)').replace('log("b", P), log("c", P)', 'log("a", P), P == "good"') + 'const MSG = "x";\n'
        self.write("retry.ded", text)
        self.sweep("-t", "3", "-f", "2", "--sweep-param", "MSG=bad,good", status=1)
        bad, good = (self.path("cells/3,2,0,MSG=" + word) for word in ("bad", "good"))
        os.rename(good, good + "2")
        os.rename(bad, good)
        os.rename(good + "2", bad)
        self.rejected("(?s)rejected      3,2,0,MSG=bad: the name of the cell contradicts its claim: MSG is good.*rejected      3,2,0,MSG=good: .*: MSG is bad\n", name="cells")
        shutil.rmtree(good)
        shutil.copytree(bad, good)
        self.rejected("rejected      3,2,0,MSG=bad: .*: MSG is good", name="cells")
        os.rename(good, self.path("cells/3,2,0"))
        self.write("cells/cells.txt", "ldfi-certificates 4\ncell 3,2,0\nundecided 3,2,0,MSG=good\n")
        self.rejected("cells.txt does not list the folder 3,2,0,MSG=bad", name="cells")

    def test_what_differs_is_in_the_name(self):
        self.write("retry.ded", RETRY.replace('"x"', "WHAT") + 'const WHAT = "x";\n')
        self.sweep("-t", "5", "-f", "2", "--sweep-param", "WHAT=y,z", "--sweep-omissions", "0,1", status=0)
        self.accepted("of 4 cells", name="cells")
        self.renamed("5,2,0,omissions=0,WHAT=y", "5,2,0,omissions=1,WHAT=x", "omissions is 0")
        for name in ("y", "z"):
            shutil.rmtree(self.path("cells/5,2,0,omissions=1,WHAT=" + name))
        self.write("cells/cells.txt", "ldfi-certificates 4\ncell 5,2,0,WHAT=y\ncell 5,2,0,omissions=0,WHAT=z\n")
        os.rename(self.path("cells/5,2,0,omissions=0,WHAT=y"), self.path("cells/5,2,0,WHAT=y"))
        self.rejected("rejected      5,2,0,omissions=0,WHAT=z: .* its keys differ from those of the cell 5,2,0,WHAT=y", name="cells")
        os.rename(self.path("cells/5,2,0,omissions=0,WHAT=z"), self.path("cells/5,2,0"))
        os.rename(self.path("cells/5,2,0,WHAT=y"), self.path("cells/5,2,0,2"))
        self.write("cells/cells.txt", "ldfi-certificates 4\ncell 5,2,0\ncell 5,2,0,2\n")
        self.rejected("rejected      5,2,0,2: .* it lacks WHAT, whose value differs from that of the cell 5,2,0", name="cells")

    def test_long_names(self):
        """Names are cut off after 200 bytes, and differ in a number."""
        self.write("retry.ded", RETRY.replace('"x"', "WHAT") + 'const WHAT = "x";\n')
        long = "y" * 250
        self.sweep("-t", "5", "-f", "2", "--sweep-param", f"WHAT={long}1,{long}2,é\x1b", status=0)
        self.assertEqual([len(line) for line in self.listed()], [205, 207, 28])
        self.accepted("of 3 cells", name="cells")
        first, second = (self.path("cells/" + line[5:]) for line in self.listed()[:2])
        shutil.rmtree(second)
        shutil.copytree(first, second)
        self.rejected(",2: the cell has the same claim as the cell 5,2,0", name="cells")

    def test_exclusive(self):
        self.sweep("--sweep-eot", "4,5", "--sweep-eff", "0..3", "--eff-mode", "exclusive")
        self.accepted("cell          5,3,0: EOT 5, messages lost up to 2", "of 8 cells", name="cells")

    def test_cells_are_about_one_program(self):
        self.sweep(*GRID, status=1)
        self.write("other.ded", RETRY.replace('"x"', '"y"'))
        self.farm("other.ded", "-N", "a,b,c", "-t", "4", "-f", "1", "-c", "1", "--certificate", "other", status=0)
        self.accepted(name="other")
        shutil.rmtree(self.path("cells/4,1,1"))
        shutil.copytree(self.path("other"), self.path("cells/4,1,1"))
        self.rejected("rejected      4,1,1: the program or the nodes differ from those of the first cell", name="cells")

    def test_lists(self):
        """In hostile lists, names must not lead to other folders, and each name must occur once."""
        self.sweep("--sweep-eot", "4,5", "-f", "1", status=0)
        good = self.read("cells/cells.txt")
        for text, why in (("", "cells.txt:1: the first line must be"), (good.replace("certificates 4", "certificates 1"), "written for version 1 of the format"), (good + "cell ../cells/4,1,0\n", "not the name of a folder"),
                          (good + "cell ..\n", "not the name of a folder"), (good + "cell \n", "not the name of a folder"), (good + "cell 4,1,0\n", "the name is listed twice: 4,1,0"), (good + "undecided 4,1,0\n", "the name is listed twice"),
                          (good + "more 4,1,0\n", "unknown word: more"), (re.sub("(?m)^cell", "undecided", good), "no cell has a claim"), (good + "cell link\n", "link is a symbolic link"),
                          (good + "".join(f"undecided {i}\n" for i in range(10000)), "the list names more than 10000 cells, the limit of ldfi-check")):  # fmt: skip
            with self.subTest(why):
                if "link" in text:
                    os.symlink("4,1,0", self.path("cells/link"))
                self.write("cells/cells.txt", text)
                self.rejected(why, name="cells")
        self.write("cells/cells.txt", good + "undecided 9,9,9\n")
        self.accepted("undecided     9,9,9\n", "of 3 cells 2 are violated by no fault set, 0 by some; 1 is undecided\n", name="cells")
        shutil.copy(self.path("cells/4,1,0/claim.txt"), self.path("cells/claim.txt"))
        self.rejected("beside claim.txt", name="cells")

    def test_cells_of_constants_and_numbers(self):
        self.write("retry.ded", RETRY.replace('"x"', "WHAT").replace('peer("a", "c")@1', 'peer("a", "c")@START') + 'const WHAT = "x";\nconst START = 1;\n')
        self.sweep("-t", "6", "-f", "2", "-D", "WHAT=y/z", "--sweep-param", "START=1,2,6", "--sweep-partitions", "0,1", status=1)
        self.assertEqual(self.listed(), [f"cell 6,2,0,partitions={p},START={s}" for p in (0, 1) for s in (1, 2, 6)])
        self.accepted("cell          6,2,0,partitions=0,START=1: START=1, WHAT=y/z, EOT 6, ", "cut           b c\n", ", partitions 1 (up to 2): ", "of 6 cells", name="cells")
        claim = self.read("cells/6,2,0,partitions=0,START=2/claim.txt")
        self.assertIn("parameter START=2\n", claim)
        self.write("cells/6,2,0,partitions=0,START=2/claim.txt", claim.replace("START=2", "START=6"))
        self.rejected("rejected      6,2,0,partitions=0,START=2: ", name="cells")

    def test_cells_without_late_messages_say_nothing_of_how_many_are(self):
        self.write("retry.ded", RETRY)
        self.sweep("-c", "0", "--omissions", "1", "--delay-count", "1", "--sweep-eot", "4,5", "--sweep-eff", "2", "--sweep-delay-max", "0..2", status=0)
        self.accepted("cell          5,2,0,delay-max=0: ", "cell          5,2,0,delay-max=2,delay-count=1: ", name="cells")

    def test_names_of_folders(self):
        """Constants may hold any bytes."""
        self.write("retry.ded", RETRY.replace('"x"', "WHAT") + 'const WHAT = "x";\n')
        self.sweep("-t", "5", "-f", "2", "--sweep-param", "WHAT=a/b,b", status=0)
        self.assertEqual(self.listed(), ["cell 5,2,0,WHAT=a%2fb", "cell 5,2,0,WHAT=b"])
        self.accepted("WHAT=a/b, EOT 5", name="cells")

    def test_specifications(self):
        self.write("retry.spec", SPECIFIED)
        for stop in ("first", "all"):
            self.sweep(*GRID, "--spec", "retry.spec", "--stop", stop, status=1)
            self.accepted("of 3 specifications", name="cells")
            shutil.rmtree(self.path("cells"))

    def test_the_published_sweep(self):
        self.sweep("--sweep", "--sweep-max-eot", "7", "-c", "1")
        self.assertIn("cell 7,5,1", self.listed())
        self.accepted(" are violated by no fault set, ", name="cells")

    def test_what_is_not_decided(self):
        self.sweep(*GRID, "--max-runs", "1", "--strategy", "exhaustive", status=2)
        listed = self.listed()
        undecided = [line for line in listed if line.startswith("undecided ")]
        self.assertTrue(undecided and len(undecided) < len(listed), listed)
        self.accepted("undecided     " + undecided[0].split()[1], f"; {len(undecided)} ", name="cells")
        shutil.rmtree(self.path("cells"))
        done = self.sweep("--sweep-eot", "5", "--sweep-eff", "3", "--max-runs", "1", "--strategy", "exhaustive", status=2)
        self.assertIn("no certificate: no cell has a proved verdict", done.stderr)
        self.assertFalse(os.path.exists(self.path("cells")))

    def test_an_open_cell_has_no_least(self):
        """The cell's own search did not end. A counterexample of a smaller cell violates it, but it may have a
        smaller one.
        """
        done = self.sweep("-t", "5", "--sweep-eff", "1..4", "--sweep-crashes", "0..2", "--max-runs", "3", "--expand", "live", status=1)
        self.assertRegex(done.stdout, "(?m)<5,4,1> .*runs; follows from <5,4,0>$")
        self.assertIn("claim minimal\nclaim least\n", self.read("cells/5,4,0/claim.txt"))
        self.assertTrue(self.read("cells/5,4,1/claim.txt").endswith("claim minimal\n"))
        self.accepted("of 12 cells 5 are violated by no fault set, 3 by some; 4 are undecided\n", name="cells")

    def test_resume(self):
        """Cells that the journal has are not searched again, but their certificates are proved again."""
        self.sweep(*GRID, status=1)
        shutil.rmtree(self.path("cells"))
        self.sweep(*GRID, "--resume", status=1)
        self.accepted("of 16 cells", name="cells")

    def test_too_many(self):
        done = self.sweep("--sweep-eot", "5..300", "--sweep-eff", "0..4", status=64)
        self.assertIn("--certificate covers sweeps of up to 1000 cells; this one has 1480", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_time(self):
        """The time limit is for the proofs of all cells together."""
        self.sweep("--sweep-eot", "4,5", "-f", "1", status=0)
        done = subprocess.run([CHECK, "cells", "0.0000001"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the check took longer than the given seconds\n", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
