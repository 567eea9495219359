"""Real systems on several ranks: the answer is that of one. systems.py PROGRAM SOURCE_DIR BROADCAST_NODE [--all] MPIRUN…

Each search on 2 or 4 ranks in turn; with --all, on both."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE, BROADCAST = (os.path.abspath(word) for word in sys.argv[1:4])
ALL = sys.argv[4] == "--all"
LAUNCHER = sys.argv[5 if ALL else 4:]


def gossip(nodes, retries, start="reset", level="exact", **fspec):
    return {"system": {"kind": "nodes", "command": ["node", str(retries)], "nodes": nodes, "time": "extended", "start": start},
            "workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "150ms", "eot": "1s", **fspec}, "search": {"level": level}}


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("tmp", "system"):
            os.mkdir(os.path.join(self.folder, name))
        shutil.copy(BROADCAST, os.path.join(self.folder, "system", "node"))

    def write(self, config):
        with open(os.path.join(self.folder, "system", "c.yaml"), "w", encoding="utf-8") as file:
            json.dump(config, file)

    def ask(self, ranks, *options, prefix=()):
        launcher = [*LAUNCHER, "-n", str(ranks)] if ranks > 1 else []
        done = subprocess.run([*launcher, *prefix, PROGRAM, "system/c.yaml", "--summary", "json", *options], cwd=self.folder, capture_output=True,
                              text=True, timeout=120, check=False, env={**os.environ, "TMPDIR": os.path.join(self.folder, "tmp")})
        left = [name for name in os.listdir(os.path.join(self.folder, "tmp")) if name.startswith("ldfi-farm-")]
        self.assertEqual(left, [])
        return done

    def summary(self, ranks, *options, **more):
        done = self.ask(ranks, *options, **more)
        try:
            found = json.loads(done.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            self.fail(done.stdout + done.stderr)
        return found, [done.returncode, found["verdict"], found["exhausted"], found["counterexamples"], found["determinism"]["differences"]]

    def test_the_same_answer(self):
        for number, (config, stop) in enumerate(((gossip(3, 0, eff="300ms"), "first"), (gossip(4, 0, level="state", eff="300ms"), "all"),
                             (gossip(3, 1000, eff="100ms"), "first"), (gossip(3, 0, "fresh", eff="300ms"), "all"),
                             (gossip(3, 0, omissions=1, crashes=1, restarts={"most": 1, "down": ["10ms"]}), "all"))):
            with self.subTest(config=config):
                self.write(config)
                one, answer = self.summary(1, "--stop", stop)
                self.assertEqual(one["wasted"], 0)
                for ranks in (2, 4) if ALL else (2, 4)[number % 2:][:1]:
                    several, same = self.summary(ranks, "--stop", stop)
                    self.assertEqual(same, answer)
                    self.assertEqual(sum(several["results"].values()), several["executions"])
                    self.assertGreaterEqual(several["executions"] - several["wasted"], 1)

    def test_goes_on_with_other_ranks(self):
        self.write(gossip(3, 1000, eff="100ms"))
        _, answer = self.summary(3)
        for ranks in (1, 1, 2):
            found, same = self.summary(ranks, "--resume")
            self.assertEqual(same, answer)
            self.assertLess(found["wall_s"], 20)
        executed = os.path.getsize(os.path.join(self.folder, "c.journal"))
        self.summary(1, "--resume")
        self.assertLess(os.path.getsize(os.path.join(self.folder, "c.journal")), executed + 100, "something was executed twice")
        self.write(gossip(3, 1000, eff="100ms", omissions=3))
        done = self.ask(2, "--resume")
        self.assertEqual(done.returncode, 64)
        self.assertIn('"omissions":"all"', done.stderr.replace(" ", ""))
        self.assertIn('"omissions":3', done.stderr.replace(" ", ""))

    def test_stopped_by_a_budget_it_goes_on(self):
        self.write(gossip(3, 1000, eff="100ms"))
        found, answer = self.summary(3, "--max-runs", "20")
        self.assertEqual((answer[0], found["reason"]), (2, "runs"))
        self.assertLessEqual(found["executions"], 20)
        self.assertEqual(self.summary(2, "--resume")[1][:2], [0, "certified"])

    def test_ranks_that_do_not_have_the_files(self):
        """Rank 1 looks into an empty folder where rank 0 has the config and the node."""
        hide = 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then mount -t tmpfs none system; fi; exec "$@"'
        prefix = ["unshare", "-m", "sh", "-c", hide, "sh"]
        if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("this user may not mount")
        self.write(gossip(3, 0, eff="300ms"))
        self.assertEqual(self.summary(2, prefix=prefix)[1], self.summary(1)[1])

    def test_what_goes_wrong_on_a_rank(self):
        config = gossip(3, 0)
        config["system"]["command"] = ["no-such-program"]
        self.write(config)
        done = self.ask(3)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("no-such-program cannot be started", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
