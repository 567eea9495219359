"""Job arrays without Slurm: the scripts that jobs/make_jobs.py writes, run one by one with a fake scontrol.

test_jobs.py PROGRAM SOURCE_DIR [--all]   (--all: every hostile name, not one in four)
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE_DIR = os.path.abspath(sys.argv[2])
EACH_SO_MANY = 1 if sys.argv[3:] == ["--all"] else 4
KAFKA = os.path.join(SOURCE_DIR, "configs/sweeps/kafka.yaml")


class Jobs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("bin"))
        # Acts as mpirun without MPI: the process gets the signals that mpirun would forward.
        self.tool("mpirun", 'while [ "$1" != -n ]; do shift; done; shift 2; exec "$@"')
        self.tool("scontrol", 'echo "$@" >> "$SLURM_SUBMIT_DIR/scontrol.log"')

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def tool(self, name, text):
        with open(self.path(f"bin/{name}"), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n{text}\n")
        os.chmod(self.path(f"bin/{name}"), 0o755)

    def environment(self, task):
        return {**os.environ, "PATH": self.path("bin") + ":" + os.environ["PATH"], "SLURM_ARRAY_TASK_ID": str(task),
                "SLURM_ARRAY_JOB_ID": "77", "SLURM_SUBMIT_DIR": self.folder.name, "SLURM_NTASKS": "1"}

    def run_it(self, status, *command, **more):
        result = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=120, check=False,
                                **more)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def make(self, *options):
        return self.run_it(0, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", KAFKA, "--farm", PROGRAM, "-o",
                           "jobs", *options)

    def scripts(self):
        return [os.path.join(SOURCE_DIR, "jobs", f"run.{name}") for name in ("sbatch", "pbs", "lsf")]

    def test_the_scripts_are_sound(self):
        for script in self.scripts():
            self.run_it(0, "bash", "-n", script)
            if shutil.which("shellcheck"):
                self.run_it(0, "shellcheck", script)
            self.assertTrue(os.access(script, os.X_OK), script)
            self.assertIn("usage:", self.run_it(64, script).stderr)

    def started(self, script, words, environment):
        """Returns the command of a job script. For PBS, the script gets no arguments."""
        words = [KAFKA, *words]
        of_pbs = script.endswith(".pbs")
        more = {"LDFI_ARGUMENTS": " ".join(words)} if of_pbs else {}
        return [script, *([] if of_pbs else words)], {**environment, **more, "LDFI_FARM": PROGRAM, "PBS_O_WORKDIR": self.folder.name,
                                                      "LS_SUBCWD": self.folder.name}

    def test_pbs_and_lsf_jobs_end_with_the_status_of_the_farm(self):
        for script in self.scripts()[1:]:
            for status, words in ((1, ["-t", "6", "-f", "4", "-c", "1"]), (0, ["-t", "6", "-f", "0", "-c", "1"]), (64, ["--no-such-option"])):
                command, environment = self.started(script, [*words, "--quiet"], self.environment(0))
                self.run_it(status, *command, env=environment)

    def test_pbs_and_lsf_jobs_save_at_their_limit_and_go_on(self):
        for script, number in zip(self.scripts()[1:], (signal.SIGTERM, signal.SIGUSR1)):
            words = ["-t", "6", "-f", "3", "-c", "0", "--strategy", "exhaustive", "--exhaustive-limit", "9" * 18, "-o", "long.h5", "--quiet"]
            command, environment = self.started(script, words, self.environment(0))
            with subprocess.Popen(command, cwd=self.folder.name, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as job:
                deadline = time.monotonic() + 60
                while not os.path.exists(self.path("long.journal")) and time.monotonic() < deadline and job.poll() is None:
                    time.sleep(0.05)
                time.sleep(1)
                job.send_signal(number)
                said = job.communicate(timeout=60)[1]
            self.assertEqual(job.returncode, 85, said)
            command, environment = self.started(script, [*words, "--resume", "--time-limit", "1s"], self.environment(0))
            self.assertNotIn("no journal", self.run_it(2, *command, env=environment).stderr)
            os.unlink(self.path("long.journal"))

    @unittest.skipUnless(shutil.which("tclsh"), "there is no tclsh")
    def test_the_module_file_sets_what_it_says(self):
        prefix = self.path("opt")
        os.makedirs(f"{prefix}/lib/python3.11/site-packages")
        said = 'proc {name} args {{ puts "{name} $args" }}\n'
        with open(self.path("module.tcl"), "w", encoding="utf-8") as file:
            file.writelines(said.format(name=name) for name in ("module-whatis", "conflict", "prepend-path", "setenv"))
            file.write(f"source {SOURCE_DIR}/jobs/modules/ldfi-farm\n")
        told = self.run_it(0, "tclsh", self.path("module.tcl"), env={**os.environ, "LDFI_FARM_PREFIX": prefix}).stdout
        for line in (f"prepend-path PATH {prefix}/bin", f"prepend-path PYTHONPATH {prefix}/lib/python3.11/site-packages",
                     f"setenv LDFI_FARM {prefix}/bin/ldfi-farm"):
            self.assertIn(line, told.splitlines())

    def test_a_real_system_is_one_task_that_goes_on(self):
        config = os.path.join(SOURCE_DIR, "configs/systems/broadcast-python.yaml")
        made = self.run_it(0, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", config, "--farm", PROGRAM, "-o", "jobs")
        self.assertIn("one task", made.stdout)
        self.assertEqual(sorted(os.listdir(self.path("jobs"))), ["array.sbatch", "submit", "tasks.txt"])
        for known in (False, True):
            done = self.run_it(0, "bash", self.path("jobs/array.sbatch"), env=self.environment(0))
            self.assertIn("counterexample", done.stdout)
            self.assertIn("task 0: status 1", done.stdout)
            self.assertEqual("executed jobs" in done.stderr, known)

    def test_the_cells_of_a_real_system_become_tasks(self):
        """The tasks also leave one file of all cells, like a sweep in one process."""
        with open(os.path.join(SOURCE_DIR, "configs/systems/broadcast-sweep.yaml"), encoding="utf-8") as file:
            text = file.read()
        # This node starts much faster than one in Python.
        node = os.path.join(os.path.dirname(PROGRAM), "broadcast-node")
        with open(config := self.path("broadcast-sweep.yaml"), "w", encoding="utf-8") as file:
            file.write(re.sub(r"command: .*?, files: .*?, nodes", f'command: [{node}, "1"], nodes', text))
        self.run_it(1, PROGRAM, config, "-o", "whole.h5", "--quiet")
        for by, tasks in (("cell", [f"-t 1s -f {eff} -c {crashes}" for eff in ("60ms", "150ms", "300ms") for crashes in (0, 1)]), ("eot", ["-t 1s"])):
            self.run_it(0, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", config, "--farm", PROGRAM, "-o", f"by-{by}", "--by", by)
            with open(self.path(f"by-{by}/tasks.txt"), encoding="utf-8") as file:
                self.assertEqual(file.read().splitlines(), tasks)
            for task in range(len(tasks)):
                self.run_it(0, "bash", self.path(f"by-{by}/array.sbatch"), env=self.environment(task))
            self.run_it(0, "bash", self.path(f"by-{by}/merge.sbatch"))
            with h5py.File(self.path("whole.h5")) as whole, h5py.File(self.path(f"by-{by}/broadcast-sweep.h5")) as merged:
                self.assertEqual(list(merged["systems"]), list(whole["systems"]))
                for number in whole["systems"]:
                    for fact in ("cell", "verdict", "eff_ns", "crashes", "seed"):
                        self.assertEqual(merged["systems"][number].attrs[fact], whole["systems"][number].attrs[fact])
                    self.assertEqual(merged["systems"][number]["counterexamples"][:].tolist(), whole["systems"][number]["counterexamples"][:].tolist())
            results = os.path.join(os.path.dirname(PROGRAM), "ldfi-results")
            self.assertIn("<1s,300ms,1>", self.run_it(0, results, "summary", self.path(f"by-{by}/broadcast-sweep.h5")).stdout)

    def merge(self, status, *arguments):
        return self.run_it(status, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/merge.py", *arguments)

    def tasks(self):
        with open(self.path("jobs/tasks.txt"), encoding="utf-8") as file:
            return file.read().splitlines()

    @staticmethod
    def cells(path):
        with h5py.File(path) as file:
            found = {}
            for i, row in enumerate(file["cells"][:]):
                rows = file[f"details/{i:04}/falsifiers"][:]
                found[tuple(int(row[k]) for k in ("eot", "eff", "crashes"))] = (
                    row["verdict"], row["combinations"], [r["faults"] for r in rows])
            assert len(file["details"]) == len(found)
            return found

    def test_a_merged_array_is_the_grid(self):
        self.run_it(1, PROGRAM, KAFKA, "-o", "whole.h5", "--quiet")
        whole = self.cells(self.path("whole.h5"))
        for by in ("eot", "cell"):
            said = self.make("--by", by, "--", "--sweep-eot", "4..5") if by == "cell" else self.make("--by", by)
            self.assertIn("cells in", said.stdout)
            count = int(said.stdout.split()[0])
            for task in range(len(self.tasks())):
                self.run_it(0, "bash", "jobs/array.sbatch", env=self.environment(task))
            files = [f"jobs/task-{task}.h5" for task in range(len(self.tasks()))]
            said = self.merge(0, "--expect", str(count), f"{by}.h5", *files)
            with open(self.path(f"{by}.h5"), "rb") as file:
                self.assertEqual(file.read()[-12:-4], b"LDFIseal")
            merged = self.cells(self.path(f"{by}.h5"))
            self.assertEqual(merged, {key: whole[key] for key in merged})
            self.assertEqual(len(merged), count)
            self.merge(65, "--expect", "3", "x.h5", *files)
            for name in os.listdir(self.path("jobs")):
                os.unlink(self.path(f"jobs/{name}"))

    def test_what_a_task_varies_is_merged(self):
        config = f"{SOURCE_DIR}/configs/mutants/disk-log-ignores-errors.yaml"
        axes = ["--sweep-eff", "3..5", "--sweep-restarts", "0,1", "--sweep-disk-write", "0..1"]
        self.run_it(1, PROGRAM, config, *axes, "-o", "whole.h5", "--quiet")
        self.run_it(0, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", config, "--farm", PROGRAM, "-o", "jobs", "--", *axes)
        self.assertEqual(len(self.tasks()), 3)
        for task in range(3):
            self.run_it(0, "bash", "jobs/array.sbatch", env=self.environment(task))
        self.merge(0, "--expect", "12", "merged.h5", *(f"jobs/task-{task}.h5" for task in range(3)))
        with h5py.File(self.path("whole.h5")) as whole, h5py.File(self.path("merged.h5")) as merged:
            self.assertEqual(list(whole["outages"][:]), list(merged["outages"][:]))
            for i, (one, other) in enumerate(zip(whole["cells"][:], merged["cells"][:], strict=True)):
                self.assertEqual((one["eff"], one["verdict"]), (other["eff"], other["verdict"]))
                for table in ("limits", "falsifiers"):
                    self.assertEqual(list(whole[f"details/{i:04}/{table}"][:]), list(merged[f"details/{i:04}/{table}"][:]))

    def test_constants_that_a_task_varies_are_merged_in_their_order(self):
        config = f"{SOURCE_DIR}/configs/mutants/lease-not-fenced.yaml"
        axes = ["--sweep-eff", "6,8", "--sweep-param", "LEASE=9,1,10", "--restarts", "0"]
        self.run_it(1, PROGRAM, config, *axes, "-o", "whole.h5", "--quiet")
        self.run_it(0, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", config, "--farm", PROGRAM, "-o", "jobs", "--", *axes)
        self.assertEqual(len(self.tasks()), 2)
        for task in range(2):
            self.run_it(0, "bash", "jobs/array.sbatch", env=self.environment(task))
        self.merge(0, "--expect", "6", "merged.h5", "jobs/task-0.h5", "jobs/task-1.h5")
        with h5py.File(self.path("whole.h5")) as whole, h5py.File(self.path("merged.h5")) as merged:
            constants = [whole[f"details/{i:04}/params"][0] for i in range(6)]
            self.assertEqual(constants, [b"LEASE=9", b"LEASE=1", b"LEASE=10"] * 2)
            self.assertEqual(constants, [merged[f"details/{i:04}/params"][0] for i in range(6)])
            self.assertEqual(list(whole["cells"]["verdict"]), list(merged["cells"]["verdict"]))
        self.assertIn("is in jobs/task-1.h5 and in", self.merge(65, "x.h5", "jobs/task-1.h5", "jobs/task-1.h5").stderr)

    def test_what_does_not_belong_together_is_refused(self):
        self.run_it(1, PROGRAM, KAFKA, "-o", "a.h5", "--quiet", "-t", "6", "-f", "4", "-c", "1")
        self.run_it(1, PROGRAM, KAFKA, "-o", "b.h5", "--quiet", "-t", "6", "-f", "2", "-c", "1", "--stop", "all")
        self.assertIn("option stop differs", self.merge(65, "x.h5", "a.h5", "b.h5").stderr)
        self.assertIn("<6,4,1> is in a.h5 and in", self.merge(65, "x.h5", "a.h5", "a.h5").stderr)
        self.merge(74, "x.h5", "a.h5", "missing.h5")
        with open(self.path("a.h5"), "rb") as file:
            data = bytearray(file.read())
        data[len(data) // 2] ^= 1
        with open(self.path("c.h5"), "wb") as file:
            file.write(data)
        self.assertIn("c.h5 is damaged", self.merge(65, "x.h5", "c.h5").stderr)
        self.assertNotIn("x.h5", os.listdir(self.folder.name))

    def test_merging_replaces_nothing(self):
        for name, eff in (("a.h5", "4"), ("b.h5", "2")):
            self.run_it(1, PROGRAM, KAFKA, "-o", name, "--quiet", "-t", "6", "-f", eff, "-c", "1")
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        self.assertIn("a.h5 is one of the files to merge", self.merge(74, "a.h5", "b.h5", "a.h5").stderr)
        os.link(self.path("a.h5"), self.path("also-a.h5"))
        self.merge(74, "also-a.h5", "a.h5", "b.h5")
        with open(self.path("a.h5"), "rb") as file:
            self.assertEqual(file.read(), whole)
        for name in ("notes.txt", "target"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write("precious")
        os.symlink("target", self.path("link.h5"))
        for name in ("notes.txt", "link.h5", "bin"):
            self.merge(74, name, "a.h5", "b.h5")
        with open(self.path("notes.txt"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        for _ in range(3):
            self.merge(0, "--expect", "2", "all.h5", "a.h5", "b.h5")
        self.assertEqual([name for name in sorted(os.listdir(self.folder.name)) if name.startswith("all")],
                         ["all.h5", "all.prev-2.h5", "all.prev.h5"])
        self.assertIn("\\x1b[2Jx.h5", self.merge(74, "y.h5", "\x1b[2Jx.h5").stderr)

    def test_making_jobs_replaces_nothing(self):
        os.mkdir(self.path("jobs"))
        for name in ("jobs/tasks.txt", "secret"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write("precious")
        self.make()
        self.make("--by", "eot")
        for name, said in (("jobs/tasks.prev.txt", "precious"), ("jobs/tasks.prev-2.txt", "-t ")):
            with open(self.path(name), encoding="utf-8") as file:
                self.assertIn(said, file.read(), name)
        os.unlink(self.path("jobs/submit"))
        os.symlink("../secret", self.path("jobs/submit"))
        self.assertEqual(self.make_from(KAFKA, "-o", "jobs").returncode, 74)
        with open(self.path("secret"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(self.make_from(KAFKA, "-o", "secret").returncode, 74)

    def test_what_no_task_could_run_is_refused(self):
        shutil.copy(KAFKA, self.path("task-0.yaml"))
        for status, says, command in ((2, "each task tells that itself", (KAFKA, "--", "-t", "7")),
                                      (2, "each task tells that itself", (KAFKA, "--", "--output=x.h5")),
                                      (2, "give the config another name", ("task-0.yaml",)),
                                      (1, "printed no summary", (KAFKA, "--farm", "/bin/true")),
                                      (1, "printed no summary", (KAFKA, "--", "--help")),
                                      (74, "No such file", (KAFKA, "--farm", "/nonexistent"))):
            made = self.make_from(*command)
            self.assertEqual(made.returncode, status, made.stderr)
            self.assertIn(says, made.stderr)
            self.assertNotIn("Traceback", made.stderr)
        made = self.make_from(KAFKA, "-o", "jobs", "--", "--time-limit", "10m")
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_a_config_without_a_grid_is_refused(self):
        result = self.run_it(1, "/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py",
                             f"{SOURCE_DIR}/configs/kafka.yaml", "--farm", PROGRAM)
        self.assertIn("has no grid", result.stderr)

    def make_from(self, config, *options):
        return subprocess.run(["/usr/bin/python3", "-B", f"{SOURCE_DIR}/jobs/make_jobs.py", config, "--farm", PROGRAM, *options],
                              cwd=self.folder.name, capture_output=True, text=True, timeout=120, check=False)

    def hostile_config(self, name):
        with open(self.path(f"{name}.yaml"), "w", encoding="utf-8") as file:
            file.write("program: [simple-deliv.ded]\nnodes: [a, b, c]\nsweep: {eot: [3], eff: [1], crashes: [0]}\n")

    def test_hostile_names(self):
        """A hostile name is refused, or its scripts do exactly what those of a harmless name do."""
        for program in ("deliv_spec.ded", "simple-deliv.ded"):
            shutil.copy(f"{SOURCE_DIR}/configs/protocols/{program}", self.folder.name)
        self.tool("sbatch", 'for last; do :; done; echo 77; SLURM_ARRAY_TASK_ID=0 bash "$last" >&2')
        self.hostile_config("harmless")
        self.assertEqual(self.make_from("harmless.yaml").returncode, 0)
        refused = ["a\ntouch PWNED;#", "a\rtouch PWNED", "a\n#SBATCH --wrap=x", "a\x1b[2J", "a\u202eb", "a\u2028b", "a\ufeff",
                   "a\tb", "a\x7f", "a\u0085b", "a\\b"]
        quoted = ["a; touch PWNED", "$(touch PWNED)", "`touch PWNED`", "'; touch PWNED; '", '"; touch PWNED; "', "a && touch PWNED",
                  "a | touch PWNED", "> PWNED", "a b", "#a", "-x", "--wrap=touch PWNED", "-", "%j", "%a-%A-%x", "100%", "{name}",
                  "{0}", "~", "*", "?", "!x", "a'b", ":", "=", "naïve", "日本", "$HOME", "&", "(a)", "[a]"]
        with open(self.path("harmless/array.sbatch"), encoding="utf-8") as file:
            lines = len(file.readlines())
        for name in (*refused[::EACH_SO_MANY], *quoted[::EACH_SO_MANY]):
            self.hostile_config(name)
            made = self.make_from(f"./{name}.yaml")
            folder = self.path(name)
            self.assertEqual(made.returncode, 2 if name in refused else 0, f"{name!r}\n{made.stderr}")
            if name in refused:
                self.assertIn("with a backslash" if "\\" in name else "cannot stand in a script", made.stderr)
                self.assertFalse(os.path.exists(folder), name)
                continue
            with open(f"{folder}/array.sbatch", encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(len(text.splitlines()), lines, name)
            output = re.search("^#SBATCH --output=(.*)$", text, re.MULTILINE)[1]
            self.assertEqual(shlex.split(output)[0].removeprefix("./").replace("%%", "\0").replace("%a", "0").replace("\0", "%"),
                             f"{name}/task-0.out")
            ran = self.run_it(0, f"./{name}/submit", env=self.environment(0))
            self.assertIn("task 0: status 1\n", ran.stderr, name)
            self.assertTrue(os.path.exists(f"{folder}/{name}.h5"), f"{name}\n{ran.stderr}")
            self.assertFalse(os.path.exists(self.path("PWNED")), name)

    def test_hostile_values(self):
        for options in (["--time", "1\ntouch PWNED"], ["--time", "$(touch PWNED)"], ["--ntasks", "1;x"], ["--ntasks", "0"],
                        ["--notice", "-1"], ["-o", "a\nb"], ["--farm", "a\nb"], ["--", "--seed\n", "1"], ["--", ":", "touch", "PWNED"]):
            made = self.make_from(KAFKA, *options)
            self.assertEqual(made.returncode, 2, f"{options}\n{made.stderr}")
        self.assertEqual(os.listdir(self.folder.name), ["bin"])
        for limit in ("30", "30:00", "01:00:00", "1-12", "1-12:30", "1-12:30:00"):
            self.assertEqual(self.make_from(KAFKA, "--time", limit, "-o", "jobs").returncode, 0)

    def test_a_task_that_is_stopped_is_requeued(self):
        self.tool("sleep", 'echo "$1" >> "$SLURM_SUBMIT_DIR/sleep.log"')
        # 10^12 fault sets take long enough to be interrupted.
        self.make("--by", "cell", "--", "--strategy", "exhaustive", "--exhaustive-limit", "1000000000000000000",
                  "--stop", "all", "--sweep-eot", "8", "--sweep-eff", "3", "--sweep-crashes", "1")
        with open(self.path("jobs/array.sbatch"), encoding="utf-8") as file:
            self.assertIsNotNone(re.search(r"^#SBATCH --signal=B:USR1@120$", file.read(), re.MULTILINE))
        script = subprocess.Popen(["bash", "jobs/array.sbatch"], cwd=self.folder.name, env=self.environment(0),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(600):
            if os.path.exists(self.path("jobs/task-0.journal")):
                break
            time.sleep(0.05)
        time.sleep(1)
        self.assertIsNone(script.poll())
        script.send_signal(signal.SIGUSR1)
        said, complaints = script.communicate(timeout=60)
        self.assertEqual(script.returncode, 0, said + complaints)
        self.assertIn("task 0: status 85", said)
        with open(self.path("scontrol.log"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "requeue 77_0\n")
        with open(self.path("sleep.log"), encoding="utf-8") as file:
            until_it_runs, until_slurm_ends_it = map(int, file)
        self.assertTrue(5 < until_it_runs < 10, until_it_runs)  # of the first 10 s
        self.assertEqual(until_slurm_ends_it, 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
