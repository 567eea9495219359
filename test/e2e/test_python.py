#!/usr/bin/env python3
"""The Python package ldfi, which runs the program: test_python.py LDFI_FARM SOURCE_FOLDER"""

import gc
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
MODULE = f"{SOURCES}/results/python"
sys.path.insert(0, MODULE)
os.environ["MPLBACKEND"] = "Agg"

import ldfi  # noqa: E402
from ldfi import display, farm  # noqa: E402

CONFIGS = f"{SOURCES}/configs"
DELIV = f"{CONFIGS}/protocols/retry-deliv.ded"
KAFKA = "O(b,Z,1) O(c,Z,1) C(a,4)"


class Running(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(os.environ.pop, "LDFI_FARM", None)
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.nothing_is_left, scratch)
        tempfile.tempdir = scratch.name
        os.environ["LDFI_FARM"] = FARM

    def nothing_is_left(self, scratch):
        """Of temporary results, once nobody has the run any more."""
        gc.collect()
        tempfile.tempdir = None
        left = os.listdir(scratch.name)
        scratch.cleanup()
        self.assertEqual(left, [])

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_config(self):
        found = ldfi.run(f"{CONFIGS}/kafka.yaml")
        self.assertEqual((found.verdict, found.status), ("counterexample", 1))
        first = found.counterexamples[0]
        self.assertEqual((first.faults, first.size, first.minimal, first.violated), (KAFKA, 3, True, ("pre(data)",)))
        self.assertEqual(found.results.falsifiers["faults"].tolist(), [KAFKA])
        self.assertEqual(found.cells["combinations"].tolist(), [int(found.summary["combinations"])])
        self.assertEqual(found.replay(KAFKA)["replay"], "violates")
        self.assertEqual(found.replay("O(a,b,1)")["replay"], "holds")
        self.assertIn("O(b,Z,1)", found.show())
        self.assertIn("a message", found.explain().replace("b's", "a").replace("c's", "a"))

    def test_a_program_and_all_its_falsifiers(self):
        found = ldfi.run(DELIV, nodes=["a", "b", "c"], eot=6, eff=3, crashes=1, stop="all")
        self.assertEqual(found.verdict, "counterexample")
        self.assertTrue(found.summary["complete"])
        self.assertTrue(all(one.minimal for one in found.counterexamples))
        known = [one.faults for one in found.counterexamples]
        self.assertEqual(ldfi.run(DELIV, nodes="a,b,c", eot=6, eff=3, crashes=1, known=known).verdict, "certified")
        self.assertEqual(ldfi.run(DELIV, nodes="a,b,c", eot=6, eff=0, data_names=None, max_runs=5).verdict, "certified")

    def test_ranks_do_not_change_the_answer(self):
        alone, four = (ldfi.run(f"{CONFIGS}/kafka.yaml", ranks=ranks) for ranks in (1, 4))
        self.assertEqual((four.summary["ranks"], alone.counterexamples), (4, four.counterexamples))
        with self.assertRaises(ValueError):
            ldfi.run(f"{CONFIGS}/kafka.yaml", ranks=0)

    def test_constants_and_specifications(self):
        lease = f"{CONFIGS}/sweeps/lease.yaml"
        cells = ldfi.sweep(lease)
        self.assertEqual(sorted(set(cells["verdict"])), sorted(set(ldfi.run(lease).cells["verdict"])))
        name = next(column for column in cells if column.isupper())
        value = cells[name].iloc[0]
        one = ldfi.sweep(lease, param={name: [int(value), int(value) + 1]})
        self.assertEqual(sorted(set(one[name])), sorted({value, str(int(value) + 1)}))
        merged = ldfi.run(f"{CONFIGS}/hdfs-log-merge.yaml", spec=[f"{CONFIGS}/specs/hdfs-log-merge.spec"])
        self.assertGreater(len(merged.summary["specs"]), 1)

    def test_a_sweep_is_a_data_frame(self):
        cells = ldfi.sweep(DELIV, nodes=["a", "b", "c"], eot=6, eff=range(4), crashes=[0, 1])
        self.assertEqual(len(cells), 8)
        self.assertEqual(cells.groupby("crashes")["eff"].apply(list).to_dict(), {0: [0, 1, 2, 3], 1: [0, 1, 2, 3]})
        for row in cells.to_dict("records"):  # as each alone
            alone = ldfi.run(DELIV, nodes=["a", "b", "c"], eot=6, eff=row["eff"], crashes=row["crashes"])
            self.assertEqual(row["verdict"], alone.verdict, row)
            self.assertEqual(row["combinations"], int(alone.summary["combinations"]), row)
            self.assertEqual(row["least"], alone.counterexamples[0].size if alone.counterexamples else None, row)
        self.assertIn("8 cells", cells.attrs["conclusion"])
        published = ldfi.sweep(DELIV, nodes=["a", "b", "c"], crashes=1, time_limit="1s", sweep_max_eot=5)
        self.assertGreater(len(published), 1)

    def test_a_real_system(self):
        found = ldfi.run(f"{CONFIGS}/systems/broadcast-python.yaml")
        self.assertEqual(found.counterexamples[0].faults, "O(n0,n1,gossip#0) O(n0,n2,gossip#0)")
        self.assertEqual(found.counterexamples[0].size, 2)
        self.assertIn("n1", found._repr_html_())
        if found.output is None:
            with self.assertRaisesRegex(ValueError, "recordings"):
                _ = found.results

    def test_check_and_diagnose(self):
        self.assertEqual(ldfi.check(f"{CONFIGS}/kafka.yaml").check, "holds")
        self.assertEqual(ldfi.check(DELIV, nodes=["a", "b", "c"], eot=6, eff=3).failure_free["violated"], [])
        self.assertEqual(ldfi.diagnose(f"{CONFIGS}/kafka.yaml"), [])
        wrong = self.write("wrong.ded", 'p(ü) :- q(X);\n')
        found = ldfi.diagnose(wrong, eot=4, eff=2)
        self.assertTrue(found and all(one.file == str(wrong) and one.line == 1 for one in found), found)
        self.assertIn("wrong.ded:1:", str(found[0]))

    def test_errors_are_exceptions_with_the_programs_words(self):
        wrong = self.write("wrong.ded", "p(X) :- q(")
        with self.assertRaises(ldfi.WrongInput) as raised:
            ldfi.run(wrong, eot=4, eff=2)
        self.assertIn("wrong.ded:1:", str(raised.exception))
        self.assertEqual(raised.exception.status, 65)
        for what, options, text in ((DELIV, {}, "--eot is missing"), (DELIV, {"eott": 3}, "did you mean --eot"),
                                    ("-x.ded", {"eot": 3, "eff": 1}, "-x.ded")):
            with self.assertRaises((ldfi.WrongUsage, ldfi.WrongInput)) as raised:
                ldfi.run(what, **options)
            self.assertIn(text, str(raised.exception))
        with self.assertRaises(ldfi.EnvironmentFailure):
            ldfi.run(f"{CONFIGS}/kafka.yaml", output="/dev/full/x.h5")
        with self.assertRaises(ldfi.WrongInput):
            ldfi.run(f"{CONFIGS}/kafka.yaml").replay("O(a,nobody,1)")

    def test_where_the_program_is(self):
        self.assertEqual(farm.find(), FARM)
        os.environ["LDFI_FARM"] = "/no/such/ldfi-farm"
        with self.assertRaisesRegex(ldfi.FarmNotFound, "LDFI_FARM"):
            ldfi.run(f"{CONFIGS}/kafka.yaml")
        self.assertEqual(ldfi.run(f"{CONFIGS}/kafka.yaml", farm=FARM).verdict, "counterexample")
        del os.environ["LDFI_FARM"]
        path, os.environ["PATH"] = os.environ["PATH"], str(self.folder)
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        with self.assertRaisesRegex(ldfi.FarmNotFound, "PATH"):
            farm.find()
        os.symlink(FARM, self.folder / "ldfi-farm")  # its ldfi-results stands beside what the link leads to
        self.assertEqual(farm.find(), str(self.folder / "ldfi-farm"))
        found = ldfi.run(f"{CONFIGS}/kafka.yaml")
        self.assertIn("<svg", found.diagram().svg)
        with self.assertRaisesRegex(ldfi.EnvironmentFailure, "mpirun"):
            ldfi.run(f"{CONFIGS}/kafka.yaml", ranks=2)

    def test_results_are_temporary_or_stay(self):
        found = ldfi.run(f"{CONFIGS}/kafka.yaml")
        folder = os.path.dirname(found.output)
        found.save(self.folder / "kept.h5")
        found.report(self.folder / "page.html")
        found.report(self.folder / "all.html", found)
        self.assertIn('href="#run-2"', (self.folder / "all.html").read_text(encoding="utf-8"))
        self.assertIn("<html", (self.folder / "page.html").read_text(encoding="utf-8"))
        del found
        self.assertFalse(os.path.exists(folder))
        self.assertTrue((self.folder / "kept.h5").exists())
        stays = ldfi.run(f"{CONFIGS}/kafka.yaml", output=self.folder / "stays.h5")
        self.assertEqual(stays.output, str(self.folder / "stays.h5"))

    def test_a_notebook_shows_it_and_trusts_nothing(self):
        found = ldfi.run(f"{CONFIGS}/kafka.yaml")
        page = found._repr_html_()
        for text in ("counterexample", KAFKA, "EOT 6", "data:image/svg+xml;base64,"):
            self.assertIn(text, page)
        self.assertNotIn("<svg", page)  # an image, which can run nothing
        shown = display.page("<b>", {"program": ["<script>"]}, [ldfi.Counterexample("<i>", 1, True, ("<u>",))], "")
        for tag in ("<script>", "<i>", "<u>", "<b><b>"):
            self.assertNotIn(tag, shown)

    def test_a_break_lets_the_program_save(self):
        flux = [f"{CONFIGS}/flux.yaml"]
        timer = threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            ldfi.run(*flux, eot=60, eff=58, expand="live", output=self.folder / "long.h5")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertTrue((self.folder / "long.journal").exists())

    def test_the_example(self):
        done = subprocess.run(
            [sys.executable, "-B", f"{MODULE}/examples/ten_minutes.py", f"{CONFIGS}/kafka.yaml"],
            cwd=self.folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": MODULE},
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ("is counterexample", "certified", "distinct minimal falsifiers"):
            self.assertIn(text, done.stdout)
        for name in ("falsifier.svg", "heat_map.png", "report.html"):
            self.assertGreater((self.folder / name).stat().st_size, 1000, name)


class Arguments(unittest.TestCase):
    def test_options_as_words(self):
        for options, words in (
            ({"nodes": ["a", "b"], "eot": 6, "one_way": True, "resume": False, "known": None}, ["--nodes=a,b", "--eot=6", "--one-way"]),
            ({"param": {"LEASE": 5, "NAME": "x y"}}, ["--param=LEASE=5", "--param=NAME=x y"]),
            ({"known": ["O(a,b,1)", "C(a,2)"], "spec": "x.spec"}, ["--known=O(a,b,1)", "--known=C(a,2)", "--spec=x.spec"]),
            ({"sweep_param": {"LEASE": [3, 5]}, "include": [pathlib.Path("f")]}, ["--sweep-param=LEASE=3,5", "--include=f"]),
            ({"sweep_eot": range(2, 4)}, ["--sweep-eot=2,3"]),
        ):
            self.assertEqual(list(farm.arguments(options)), words)

    def test_what_is_a_system(self):
        self.assertTrue(farm.is_system(f"{CONFIGS}/systems/raft-python.yaml"))
        for name in ("kafka.yaml", "missing.yaml", "protocols/kafka.ded"):
            self.assertFalse(farm.is_system(f"{CONFIGS}/{name}"), name)


class Packages(unittest.TestCase):
    """What is missing is named, and only when it is needed."""

    def run_without(self, missing, code):
        blocked = f"import sys\nfor name in {missing!r}: sys.modules[name] = None\n"
        return subprocess.run([sys.executable, "-B", "-c", blocked + code], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": MODULE, "LDFI_FARM": FARM})

    def test_nothing_is_imported_before_its_time(self):
        everything = ["h5py", "numpy", "pandas", "networkx", "matplotlib", "pytest"]
        code = "import ldfi, ldfi_results as r\n" f"f = ldfi.run({CONFIGS + '/kafka.yaml'!r})\nprint(f.verdict, len(f.diagram().svg) > 100)\n"
        done = self.run_without(everything, code)
        self.assertEqual((done.returncode, done.stdout), (0, "counterexample True\n"), done.stderr)
        for name, asked in (("pandas", "f.cells"), ("h5py", "f.results"), ("networkx", "f.results.graph(0)"), ("matplotlib", "r.plot_heat_map")):
            done = self.run_without([name], code + f"try: {asked}\nexcept r.MissingPackage as e: print(e)\n")
            self.assertIn(f"needs the package {name}", done.stdout, done.stderr)
        done = self.run_without(["networkx", "matplotlib"], code + "print(len(f.results.falsifiers))\n")
        self.assertTrue(done.stdout.endswith("True\n1\n"), done.stderr)

    def test_the_command_says_what_is_missing(self):
        done = self.run_without(["pandas"], "from ldfi_results.__main__ import main\nsys.exit(main(['x.h5']))")
        self.assertEqual(done.returncode, 74)
        self.assertIn("python3-pandas", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
