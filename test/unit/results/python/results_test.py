#!/usr/bin/env python3
"""Tests the Python module. Usage: results_test.py SOURCE_FOLDER SAMPLE.h5, where the C++ code has
written SAMPLE.h5."""

import contextlib
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCES, CPP_SAMPLE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
MODULE = f"{SOURCES}/results/python"
sys.path[:0] = [MODULE, f"{SOURCES}/test/support"]
os.environ["MPLBACKEND"] = "Agg"

import h5py  # noqa: E402
import ldfi_results as ldfi  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import networkx as nx  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import sample  # noqa: E402
import sealed  # noqa: E402
from ldfi_results import __main__ as command  # noqa: E402


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "sweep.h5"

    def changed(self, change):
        """Writes the results file of a sweep, edits it by change(file), and returns its path."""
        sample.sweep(self.path)
        with sealed.edited(self.path) as file:
            change(file)
        return self.path


class Load(WithFolder):
    def test_cells_of_a_sweep(self):
        cells = sample.sweep(self.path)
        results = ldfi.load(self.path)
        self.assertEqual(len(results.cells), len(cells))
        first = results.cells.iloc[0]
        self.assertEqual(first["combinations"], 10**40 + 3)
        self.assertEqual(first["nodes"], ["a", "b", "ü"])
        self.assertEqual(results.cells["executed"].dtype, np.int64)
        self.assertTrue(results.cells["violating"].isna().all())
        self.assertEqual(results.cells["verdict"].tolist(), [cell[3] for cell in cells])
        self.assertIn("12 certified", repr(results))

    def test_the_run(self):
        sample.sweep(self.path)
        results = ldfi.load(self.path)
        run = results.runs.iloc[0]
        self.assertEqual((run["seed"], run["ranks"], run["config_name"]), (2**64 - 1, 4, "s.yaml"))
        self.assertEqual(run["command_line"], ["ldfi-farm", "s.yaml"])
        self.assertEqual(results.options.set_index("name")["value"]["eot"], "4")
        self.assertEqual(results.program["name"].tolist(), ["s.ded"])

    def test_what_a_sweep_came_to(self):
        for version, conclusion, decisive in ((2, "", -1), (3, "1 cells", 0)):
            sample.write(self.path, [(3, 1, 0, "certified", 1, [])], version)
            run = ldfi.load(self.path).runs.iloc[0]
            self.assertEqual((run["conclusion"], run["decisive"]), (conclusion, decisive))

    def test_minimal_falsifiers_of_every_cell(self):
        sample.sweep(self.path)
        found = ldfi.load(self.path).minimal_falsifiers()
        fspecs = found[["eot", "eff", "crashes"]].values.tolist()
        self.assertEqual(fspecs, [[t, f, c] for c in (0, 1) for t in (3, 4, 5) for f in range(2, t)])
        self.assertEqual(set(found["faults"]), {"O(a,b,1)"})
        self.assertEqual(found["violated"].iloc[0], ["pre(a,data)"])

    def test_no_falsifier_at_all(self):
        sample.write(self.path, [(4, 1, 0, "certified", 1, [])])
        results = ldfi.load(self.path)
        self.assertTrue(results.minimal_falsifiers().empty)
        self.assertEqual(len(results.executions), 1)

    def test_several_files_are_one(self):
        other = self.folder / "other.h5"
        sample.write(self.path, [(4, 1, 0, "certified", 1, [])])
        sample.write(other, [(5, 3, 0, "counterexample", 2, [("O(b,a,1)", True)])])
        results = ldfi.load(self.path, str(other))
        self.assertEqual(results.cells[["cell", "run", "eot"]].values.tolist(), [[0, 0, 4], [1, 1, 5]])
        self.assertEqual(results.minimal_falsifiers()["cell"].tolist(), [1])
        self.assertEqual(results.graph(1, "O(b,a,1)").graph["run"], "O(b,a,1)")

    def test_what_the_cpp_sink_wrote(self):
        results = ldfi.load(CPP_SAMPLE)
        self.assertEqual(len(results.cells), 2)
        self.assertEqual(results.cells["combinations"].iloc[0], 620000000000000000000000000000000000001)
        self.assertEqual(results.falsifiers["violated"].tolist(), [["log(b,data)", "log(b,more)"], []])
        self.assertEqual(results.graph(0).number_of_nodes(), 6)
        self.assertEqual(results.repeats[["cell", "seed", "executed"]].values.tolist(), [[0, 7, 2], [0, 8, 5]])


class Graphs(WithFolder):
    def test_attributes_and_direction(self):
        sample.sweep(self.path)
        graph = ldfi.load(self.path).graph(0)
        self.assertEqual(graph.graph, {"run": "failure_free", "roots": [("goal", 0)]})
        self.assertEqual(graph.nodes["goal", 0]["text"], "log(b,data)@2")
        self.assertTrue(graph.nodes["goal", 0]["root"])
        self.assertEqual(graph.nodes["firing", 0]["where"], "s.ded:7")
        self.assertEqual(nx.ancestors(graph, ("goal", 0)), {("goal", 1), ("goal", 2), ("firing", 0)})

    def test_of_a_falsifier(self):
        sample.sweep(self.path)
        results = ldfi.load(self.path)
        self.assertEqual(results.graph(2, "O(a,b,1)").graph["run"], "O(a,b,1)")
        self.assertEqual(results.graph(2, 1).graph["run"], "O(a,b,1)")
        self.assertEqual(results.graphs["goals"].unique().tolist(), [3])

    def test_no_such_graph(self):
        sample.sweep(self.path)
        results = ldfi.load(self.path)
        for cell, of in ((99, 0), (-1, 0), (0, 7), (0, "C(a,1)")):
            with self.assertRaises(KeyError):
                results.graph(cell, of)


class Plots(WithFolder):
    def labels(self, figure):
        return " ".join(text.get_text() for axes in figure.axes for text in axes.texts)

    def test_heat_map(self):
        sample.sweep(self.path)
        figure = ldfi.plot_heat_map(ldfi.load(self.path))
        figure.savefig(self.folder / "map.png")
        self.assertGreater(os.path.getsize(self.folder / "map.png"), 5000)
        labels = self.labels(figure).split()
        self.assertEqual((labels.count("✓"), labels.count("✗")), (12, 12))
        self.assertIn("10k", labels)  # number of executions of the cell with EFF 4
        titles = [axes.get_title() for axes in figure.axes]
        self.assertIn("Executions, 1 crash", titles)

    def test_a_heat_map_for_each_of_the_other_numbers_and_constants(self):
        sample.sweep(self.path)
        results = ldfi.load(self.path)
        one = results.cells
        results.cells = pd.concat([one.assign(restarts=0, limits=[{"pauses": 1}] * len(one), params=[["LEASE=3"]] * len(one)),
                                   one.assign(restarts=2, limits=[{"pauses": 1}] * len(one), params=[["LEASE=9"]] * len(one))])
        titles = [axes.get_title() for axes in ldfi.plot_heat_map(results).axes]
        wanted = [f"Verdict, {crashes}, restarts {n}, LEASE={lease}" for crashes in ("no crashes", "1 crash") for n, lease in ((0, 3), (2, 9))]
        self.assertEqual(sorted(wanted), sorted(title for title in titles if title.startswith("Verdict")))
        results.cells["params"] = [["LEASE=3"]] * len(results.cells)
        results.cells["restarts"] = 0
        with self.assertRaisesRegex(ValueError, "more than one cell"):
            ldfi.plot_heat_map(results)

    def test_executions(self):
        sample.sweep(self.path)
        figure = ldfi.plot_executions(ldfi.load(self.path))
        lines = [line for line in figure.axes[0].lines if line.get_linestyle() != "None"]
        self.assertEqual([line.get_ydata().tolist() for line in lines],
                         [[1, 1, 100], [1, 1, 100, 1000], [1, 1, 100, 1000, 10000]])
        self.assertEqual(figure.axes[0].get_yscale(), "log")

    def test_one_cell_is_a_sweep_too(self):
        results = ldfi.load(CPP_SAMPLE)
        results.cells = results.cells.iloc[:1]
        ldfi.plot_heat_map(results).savefig(self.folder / "map.png")
        ldfi.plot_executions(results).savefig(self.folder / "lines.png")

    def test_what_cannot_be_plotted(self):
        results = ldfi.load(CPP_SAMPLE)  # its two cells have the same Fspec
        with self.assertRaisesRegex(ValueError, "more than one cell of EOT 4, EFF 2, 1 crashes"):
            ldfi.plot_heat_map(results)
        results.cells = results.cells.iloc[:0]
        with self.assertRaisesRegex(ValueError, "no cells"):
            ldfi.plot_executions(results)


class Damage(WithFolder):
    def test_other_files(self):
        cases = {"text": b"hello", "empty": b"", "short": b"\x89HDF"}
        for name, content in cases.items():
            path = self.folder / name
            path.write_bytes(content)
            with self.assertRaisesRegex(ldfi.NotResults, name):
                ldfi.load(path)
        with self.assertRaisesRegex(ldfi.NotResults, "regular file"):
            ldfi.load(self.folder)
        os.mkfifo(self.folder / "pipe")
        with self.assertRaisesRegex(ldfi.NotResults, "regular file"):
            ldfi.load(self.folder / "pipe")
        with self.assertRaises(FileNotFoundError):
            ldfi.load(self.folder / "missing.h5")
        with self.assertRaises(TypeError):
            ldfi.load()

    def test_another_programs_hdf5(self):
        with h5py.File(self.path, "w") as file:
            file.attrs["x"] = 1
        sealed.seal(self.path)
        with self.assertRaisesRegex(ldfi.NotResults, "not one of ldfi-farm"):
            ldfi.load(self.path)

    def test_a_later_version(self):
        sample.write(self.path, [], version=99)
        with self.assertRaisesRegex(ldfi.UnsupportedVersion, "schema version 99; this module reads 1, 2"):
            ldfi.load(self.path)

    def test_what_is_missing_is_named(self):
        def no_column(file):
            del file["cells"]
            sample.table(file, "cells", {"eot": "i8"}, [(1,)])

        for change, named in (
            (lambda f: f.pop("cells"), "/cells: "),
            (no_column, "/cells: has no column eff"),
            (lambda f: f.pop("details/0001"), "/details/0001/nodes: "),
            (lambda f: f.pop("details/0000/graphs"), "/details/0000/graphs: "),
            (lambda f: f.attrs.pop("seed"), "/@seed: "),
            (lambda f: f.pop("program"), "/program: "),
        ):
            with self.subTest(named), self.assertRaises(ldfi.DamagedFile) as caught:
                ldfi.load(self.changed(change))
            self.assertIn(f"{self.path}: {named}", str(caught.exception))

    def test_contradictions_are_named(self):
        def number(file):
            cells = file["cells"][:]
            cells["executed"][3] = "many"
            file["cells"][:] = cells

        def falsifier(file):
            rows = file["details/0002/violated"][:]
            rows["falsifier"][0] = 7
            file["details/0002/violated"][:] = rows

        def verdict(file):
            cells = file["cells"][:]
            cells["verdict"][1] = "perhaps"
            file["cells"][:] = cells

        for change, named in ((number, "'many' is not a number"), (falsifier, "names falsifier 7 of 2"),
                              (verdict, "/cells: 'perhaps' is none of broken, certified")):
            with self.assertRaisesRegex(ldfi.DamagedFile, named):
                ldfi.load(self.changed(change))

    def test_columns_of_the_frames_are_refused_in_files(self):
        """A file must not contain the columns that load() itself adds to a table, such as cell, run
        and falsifier."""
        for table, names in (("cells", ("cell", "run", "nodes")), ("options", ("run",)), ("program", ("run",)),
                             ("details/0000/executions", ("cell",)), ("details/0000/violated", ("cell",)),
                             ("details/0000/falsifiers", ("cell", "falsifier", "violated"))):
            for name in names:
                def one_more(file, table=table, name=name):
                    rows = file[table][:]
                    wider = np.zeros(len(rows), dtype=[*((key, rows.dtype[key]) for key in rows.dtype.names), (name, "<u4")])
                    for key in rows.dtype.names:
                        wider[key] = rows[key]
                    del file[table]
                    file[table] = wider

                with self.assertRaisesRegex(ldfi.DamagedFile, f"a column {name} does not belong there"):
                    ldfi.load(self.changed(one_more))

    def test_graph_rows_out_of_range(self):
        def head(file):
            rows = file["details/0000/graphs/0000/firings"][:]
            rows["head"][0] = 3
            file["details/0000/graphs/0000/firings"][:] = rows

        with self.assertRaisesRegex(ldfi.DamagedFile, "firings.head: names row 3 of 3"):
            ldfi.load(self.changed(head)).graph(0)

        def root(file):
            file["details/0000/graphs/0000/roots"][0] = 9

        with self.assertRaisesRegex(ldfi.DamagedFile, "roots: names row 9 of 3"):
            ldfi.load(self.changed(root)).graph(0)

    def test_values_of_another_file_are_not_read(self):
        secret = self.folder / "secret"
        secret.write_bytes(bytes(12))
        with h5py.File(self.folder / "other.h5", "w") as other:
            other["x"] = np.zeros(3, "i4")
        roots = "details/0000/graphs/0000/roots"

        def external(file):
            del file[roots]
            file.create_dataset(roots, (3,), "i4", external=[(str(secret), 0, 12)])

        def virtual(file):
            del file[roots]
            layout = h5py.VirtualLayout((3,), "i4")
            layout[:] = h5py.VirtualSource(str(self.folder / "other.h5"), "x", (3,))
            file.create_virtual_dataset(roots, layout)

        for change in (external, virtual):
            with self.assertRaisesRegex(ldfi.DamagedFile, "its values stand in another file"):
                ldfi.load(self.changed(change)).graph(0)

    def test_every_byte_is_sealed(self):
        whole = pathlib.Path(CPP_SAMPLE).read_bytes()
        flipped = whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]
        for data in (whole[:-12], whole + bytes(12), whole + b"x", flipped, flipped + b"x"):
            self.path.write_bytes(data)
            with self.assertRaisesRegex(ldfi.DamagedFile, "its seal does not match"):
                ldfi.load(self.path)

    def test_cut_anywhere_and_sealed_again(self):
        whole = pathlib.Path(CPP_SAMPLE).read_bytes()[:-12]
        for length in range(8, len(whole) - 1, len(whole) // 7):
            self.path.write_bytes(sealed.sealed(whole[:length]))
            with self.assertRaises(ldfi.ResultsError):
                ldfi.load(self.path)

    def test_a_child_that_does_not_start(self):
        with unittest.mock.patch.object(sys, "executable", "/bin/false"), self.assertRaisesRegex(RuntimeError, "does not start"):
            ldfi.load(CPP_SAMPLE)

    def asked(self, hostile):
        """Returns what the reading child process prints after its first line, and its status. Its h5py is
        replaced by a module that executes the statement `hostile`."""
        self.path.write_bytes(pathlib.Path(CPP_SAMPLE).read_bytes())
        (self.folder / "numpy.py").touch()
        (self.folder / "h5py.py").write_text(
            f"class h5z: FILTER_DEFLATE = FILTER_SHUFFLE = FILTER_FLETCHER32 = 0\ndef File(*arguments):\n    {hostile}\n")
        request = {"path": [str(self.folder), *sys.path], "versions": [4], "tasks": [[str(self.path), None]]}
        done = subprocess.run([sys.executable, "-I", "-B", f"{MODULE}/ldfi_results/child.py"], input=json.dumps(request),
                              capture_output=True, text=True, timeout=100, check=False)
        return done.stdout.splitlines()[1:], done.returncode

    def test_a_file_that_takes_too_much(self):
        said, status = self.asked("return bytearray(2 << 30)")
        self.assertEqual([json.loads(line) for line in said], [{"error": ["DamagedFile", "holds more than a file of its size may"]}])
        self.assertEqual(status, 0)
        self.assertEqual(self.asked("while True: pass"), ([], -signal.SIGXCPU))


class Command(WithFolder):
    def run_main(self, *args):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command.main(list(args))
        return status, out.getvalue(), err.getvalue()

    def test_describes_a_file(self):
        status, out, err = self.run_main(CPP_SAMPLE)
        self.assertEqual((status, err), (0, ""))
        cell = """\
simplog.ded: lineage, seed 18446744073709551615, 4 ranks, version 0.1.0
sweep: <4,2,1> is the least Fspec with a counterexample
<EOT 4, EFF 2, Crashes 1> nodes a b two words
  verdict      counterexample stopped at the first
  combinations 620000000000000000000000000000000000001
  executed     2 in 0.500 s
  falsifier    O(a,b,1) (minimal)
    violates   log(b,data)
    violates   log(b,more)
  falsifier    C(a,1) (not minimal)
  graph of     failure_free: 3 goals, 3 firings, 3 premises
  graph of     O(a,b,1): 3 goals, 3 firings, 3 premises
"""
        self.assertEqual(out[: len(cell)], cell)

    def test_prints_nothing_that_a_terminal_obeys(self):
        def rename(file):
            file.attrs["strategy"] = "a\x1b[2Jb\u202ec"

        hostile = self.changed(rename)
        status, out, _ = self.run_main(str(hostile))
        self.assertEqual(status, 0)
        self.assertIn("a\\x1b[2Jb\\xe2\\x80\\xaec", out)
        _, _, err = self.run_main(str(self.folder / "\x1b[2J.h5"))
        self.assertIn("\\x1b[2J.h5", err)
        self.assertNotIn("\x1b", out + err)

    def test_statuses(self):
        self.assertEqual(self.run_main()[0], 64)
        self.assertEqual(self.run_main("--no-such")[0], 64)
        self.assertEqual(self.run_main("--help")[0], 0)
        status, _, err = self.run_main("/dev/null")
        self.assertEqual((status, err), (65, "ldfi_results: /dev/null: is not a regular file\n"))


class Session(WithFolder):
    def test_an_analysts_session(self):
        """Runs examples/sweep.py, as an analyst would."""
        sample.sweep(self.path)
        script = f"{MODULE}/examples/sweep.py"
        with open(script, encoding="utf-8") as stream:
            self.assertLessEqual(len([line for line in stream if line.strip()]), 10)
        done = subprocess.run([sys.executable, "-B", script, str(self.path)], cwd=self.folder, text=True,
                              env={**os.environ, "PYTHONPATH": MODULE}, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("   4    3        1 O(a,b,1)", done.stdout)
        for name in ("heat_map.png", "executions.png"):
            self.assertEqual((self.folder / name).read_bytes()[:4], b"\x89PNG")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
