"""Files that a config names and that are read before the first execution: test_named_files.py PROGRAM SOURCE_DIR

Whatever stands there, the answer comes within seconds and names the file.
"""

import os
import sys
import time

from system_case import NODE, SystemCase, echoes, main

SECONDS = 30  # on a busy machine


class NamedFiles(SystemCase):
    def setUp(self):
        super().setUp()
        self.write("node.py", NODE.replace("ECHO", "reply()"))

    def with_files(self, *names, command=None, checker=None):
        return self.config(command, system={"files": list(names)}, **(echoes(["x"]) | ({"checker": checker} if checker else {})))

    def big(self, name, size):
        with open(self.path(name), "wb") as file:
            file.truncate(size)

    def expect_refusal(self, config, *words, options=()):
        began = time.monotonic()
        done = self.farm(config, *options)
        self.assertEqual(done.returncode, 65, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertLess(time.monotonic() - began, SECONDS)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith((".journal", ".h5"))], [])

    def test_sparse_files_are_too_large(self):
        self.big("big", 1 << 40)
        self.expect_refusal(self.with_files("big"), "the config names big", "is too large", "256 MiB", options=("--time-limit", "2s"))
        self.expect_refusal(self.with_files("big"), "big", "256 MiB")
        self.expect_refusal(self.with_files(command=[sys.executable, "node.py", "big"]), "the config names big", "256 MiB")
        self.expect_refusal(self.with_files(checker={"command": [sys.executable, "big"]}), "the config names big", "256 MiB")
        self.expect_refusal(self.with_files(checker={"specs": ["big"]}), "big")

    def test_all_files_together_have_a_limit(self):
        for name in ("one", "two", "three"):
            self.big(name, 100 << 20)
        self.expect_refusal(self.with_files("one", "two", "three"), "the config names three", "256 MiB together")

    def test_what_is_no_ordinary_file(self):
        os.mkfifo(self.path("fifo"))
        os.mkdir(self.path("folder"))
        os.symlink("/dev/zero", self.path("zero"))
        os.symlink("/proc/kmsg", self.path("kmsg"))
        os.symlink("/proc/self/environ", self.path("environ"))
        for name, why in (("fifo", "is a FIFO"), ("folder", "is a directory"), ("zero", "is a device"), ("kmsg", ""), ("environ", "that the kernel makes up"),
                          ("none", "is not a file beside it"), ("/etc/hostname", "has to be a path that begins at the config's folder")):  # fmt: skip
            with self.subTest(name):
                self.expect_refusal(self.with_files(name), f"the config names {name}", why)

    def test_words_of_a_command_need_not_be_files(self):
        os.mkfifo(self.path("fifo"))
        config = self.with_files(command=[sys.executable, "node.py", "fifo", "tmp", "none"])
        self.assertEqual(self.summary(config)["verdict"], "certified")

    def test_the_time_limit_holds_while_they_are_read(self):
        for name in ("one", "two"):
            self.big(name, 120 << 20)
        done = self.farm(self.with_files("one", "two"), "--time-limit", "1ms")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("time: the run ended before its first execution was complete", done.stdout)


if __name__ == "__main__":
    main()
