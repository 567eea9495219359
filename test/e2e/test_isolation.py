"""Checks what a config may not do by itself, and what nodes see of the machine (SECURITY.md): test_isolation.py
PROGRAM SOURCE_DIR
"""

import json
import os
import shutil
import socket
import subprocess
import sys

from system_case import NODE, PROGRAM, SystemCase, main

ECHO = {"workload": {"kind": "echo", "operations": 1}, "fspec": {"eot": "200ms", "omissions": "none"}}
# A node that answers with the list `found`, which the lines that replace LOOK fill.
PROBE = NODE.replace("        ECHO\n", "        found = []\n        def tried(do, *words):\n"
                     "            try: found.append(str(do(*words)))\n            except Exception as e: found.append('refused: ' + str(e))\n"
                     "        LOOK\n        reply(found=found)\n")  # fmt: skip
CONNECT = "import socket\n        def connect(path): socket.socket(socket.AF_UNIX).connect(path)\n        "


class Isolation(SystemCase):
    def setUp(self):
        super().setUp()
        self.folder = os.path.realpath(self.folder)
        os.makedirs(self.path("home/.private"))
        for name in ("key", "other"):
            self.write(f"home/.private/{name}", name)

    def place(self, folder, look, command=None, **more):
        """Writes a config and a node that executes these lines."""
        os.makedirs(self.path(folder), exist_ok=True)
        self.write(f"{folder}/node.py", PROBE.replace("LOOK", look))
        system = {"kind": "nodes", "command": command or [sys.executable, "node.py"], "nodes": 1, "time": "virtual"}
        self.write(f"{folder}/c.yaml", json.dumps(ECHO | {"system": system | more.pop("system", {})} | more))
        return f"{folder}/c.yaml"

    def run_it(self, config, *options, home=None, path=None):
        variables = {**os.environ, "TMPDIR": self.path("tmp"), "HOME": home or self.path("home")} | ({"PATH": path} if path else {})
        return subprocess.run([PROGRAM, config, "--quiet", *options], cwd=self.folder, capture_output=True, text=True, timeout=100, check=False, env=variables)

    def found(self, config, *options, **more):
        shutil.rmtree(self.path("kept"), ignore_errors=True)
        done = self.run_it(config, "--recordings", "kept", *options, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return next(event["body"]["found"] for event in self.recording("kept")[1:] if event.get("e") == "return")

    def expect_refusal(self, config, *words, options=(), status=65):
        done = self.run_it(config, *options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_a_config_alone_does_not_weaken_the_sandbox(self):
        look = "tried(os.listdir, LIST)".replace("LIST", repr(self.path("home/.private")))
        for key, value in (("sandbox", "off"), ("network", "host")):
            config = self.place("run", look, system={key: value})
            self.expect_refusal(config, "c.yaml:1:", f"system.{key} is {value}", f"write --{key} {value} on the command line")
            self.expect_refusal(config, f"system.{key} is {value}", options=["--replay", "none"])
        self.assertIn("refused", self.found(config, "--network", "host")[0])
        config = self.place("run", look, system={"sandbox": "off"})
        self.assertNotIn("refused", self.found(config, "--sandbox", "off")[0])
        self.assertIn("refused", self.found(config, "--sandbox", "auto")[0])
        config = self.place("run", look)
        self.assertNotIn("refused", self.found(config, "--sandbox", "off")[0])
        self.expect_refusal(config, "--sandbox: it takes auto, require or off, not no", options=["--sandbox", "no"], status=64)

    def test_a_case_does_not_weaken_the_sandbox(self):
        config = self.place("run", "pass")
        case = {"ldfi_case": 1, "config": "c.yaml --sandbox=off", "system": "c 0000000000000000", "seed": "1", "faults": [],
                "violated": ["x"], "before": "0" * 16, "hash": "0" * 16}  # fmt: skip
        self.write("case.json", json.dumps(case))
        self.expect_refusal(config, "a weaker sandbox", "--sandbox off", options=["--replay", "@case.json"], status=64)

    def test_a_word_shows_nothing_of_a_home(self):
        key = self.path("home/.private/key")
        os.makedirs(self.path("run"))
        os.symlink(key, self.path("run/link"))
        for word in (key, "../home/.private/key", "link", "./../home/.private", self.path("home/.private")):
            config = self.place("run", "pass", command=[sys.executable, "node.py", word])
            self.expect_refusal(config, "c.yaml:1:", "system.command names", "which is in a home", "copy it into the folder of the config")
        self.write("home/.private/script.sh", "#!/bin/sh\n")
        os.chmod(self.path("home/.private/script.sh"), 0o755)
        for more in ({"command": [self.path("home/.private/script.sh")]}, {"system": {"files": [key]}}, {"system": {"files": ["link"]}},
                     {"checker": {"command": [sys.executable, "node.py", key]}}):  # fmt: skip
            self.expect_refusal(self.place("run", "pass", **more), "which is in a home")
        os.makedirs(self.path("elsewhere"))
        self.write("elsewhere/data", "x")
        self.expect_refusal(self.place("run", "pass", command=[sys.executable, "node.py", "../elsewhere/data"]), "which is in another folder")
        config = self.place("run", f"tried(os.path.exists, {key!r}); tried(open(sys.argv[1]).read)", command=[sys.executable, "node.py", "/etc/passwd"])
        self.assertEqual(self.found(config)[0], "False")

    def test_a_home_that_holds_the_config(self):
        """The config's own folder is shown, and files beside that folder are hidden."""
        look = f"tried(sorted, os.listdir({self.path('home')!r})); tried(open, {self.path('home/.private/key')!r}); tried(open(sys.argv[1]).read)"
        os.makedirs(self.path("home/run/data"))
        self.write("home/run/data/x", "mine")
        config = self.place("home/run", look, command=[sys.executable, "node.py", "data/x"])
        found = self.found(config)
        self.assertEqual((found[0], found[2]), ("['run']", "mine"))
        self.assertIn("refused", found[1])

    def test_an_interpreter_below_a_home(self):
        """Nodes see the interpreter's installation, and nothing beside it."""
        prefix = self.path("home/versions/1.0")
        os.makedirs(prefix + "/bin")
        os.makedirs(prefix + "/private")
        os.makedirs(self.path("home/shims"))
        name = os.path.basename(os.path.realpath(sys.executable))
        shutil.copy(os.path.realpath(sys.executable), f"{prefix}/bin/{name}")
        os.symlink(name, prefix + "/bin/python-of-mine")
        os.symlink(prefix + "/bin/python-of-mine", self.path("home/shims/python-of-mine"))
        os.symlink(os.path.join(sys.base_prefix, "lib"), prefix + "/lib")
        look = f"tried(sorted, os.listdir({prefix!r})); tried(sorted, os.listdir({self.path('home')!r})); tried(lambda: sys.prefix)"
        for command, path in ((["python-of-mine", "node.py"], self.path("home/shims")), ([prefix + "/bin/python-of-mine", "node.py"], "/nowhere"),
                              (["./node.py"], self.path("home/shims"))):  # fmt: skip
            config = self.place("run", look, command=command)
            with open(self.path("run/node.py"), encoding="utf-8") as stream:
                text = stream.read()
            self.write("run/node.py", "#!/usr/bin/env python-of-mine\n" + text)
            os.chmod(self.path("run/node.py"), 0o755)
            found = self.found(config, path=path + ":/usr/bin:/bin")
            self.assertEqual(found[0], "['bin', 'lib']")
            self.assertNotIn(".private", found[1])

    def test_a_home_that_holds_the_system(self):
        config = self.place("run", "pass")
        for home in ("/", "/usr", "/usr/lib", "/etc", "/opt", "/usr/local", "/bin"):
            with self.subTest(home):
                self.found(config, home=home)

    def test_sockets_and_fifos_outside(self):
        """Sockets and FIFOs are hidden wherever they are. A node can use those that it makes itself."""
        places = [self.path("outside"), self.path("run/beside")]
        os.makedirs(self.path("run"))
        for one in places:
            server = self.enterContext(socket.socket(socket.AF_UNIX))
            server.bind(one)
            server.listen()
            os.chmod(one, 0o777)
        os.mkfifo(self.path("run/fifo"))
        reader = os.open(self.path("run/fifo"), os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        own = "s = socket.socket(socket.AF_UNIX); s.bind('own'); s.listen(); tried(connect, 'own')"
        fifo = f"tried(os.open, {self.path('run/fifo')!r}, os.O_WRONLY | os.O_NONBLOCK)"
        config = self.place("run", CONNECT + "; ".join([*(f"tried(connect, {one!r})" for one in places), fifo, own]), system={"sandbox": "require"})
        found = self.found(config)
        for one in found[:-1]:
            self.assertIn("refused", one)
        self.assertEqual(found[-1], "None")
        # The same if root has no user namespaces, and for an ordinary user.
        if os.geteuid() == 0:
            for name in ("", "run", "home", "tmp"):
                os.chmod(self.path(name), 0o777)
            wrapper = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"]
            done = subprocess.run([*wrapper, PROGRAM, config, "--quiet", "-o", "tmp/u.h5", "--recordings", "tmp/kept"], cwd=self.folder, capture_output=True, text=True, timeout=100,
                                  check=False, env={**os.environ, "HOME": self.path("home"), "TMPDIR": self.path("tmp")})  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with open(self.path("tmp/kept/00000.jsonl"), encoding="utf-8") as stream:
                found = next(event["body"]["found"] for event in map(json.loads, stream) if event.get("e") == "return")
            self.assertEqual([one.startswith("refused") for one in found], [True, True, True, False])


if __name__ == "__main__":
    main()
