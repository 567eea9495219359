#!/usr/bin/env python3
"""What bounds the memory of a node, and what follows if somebody else kills a node: harm.py PROGRAM"""

import contextlib
import json
import os
import re
import signal
import sys
import time
import unittest

from nodes import CLOSED, FINE, IN_PROCESSES, INVALID, LIMITS, LONGEST_S, SOCKETS, VACUOUS, Case, survivors

# The descriptors are only in messages that nobody reads.
CARRIED = IN_PROCESSES.replace("FILL", "a, b = socket.socketpair(); fill(a); kept = kept or socket.socketpair()\n"
                               "        rights = array.array('i', [a.fileno(), b.fileno()]); to = kept[0]\n"
                               "        to.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]); a.close(); b.close()")


class Memory(Case):
    """What the kernel holds for a node, by whatever it does, is at most 1.25 times `limits.node_memory` when the node is stopped, unless the
    machine delays the look. It delays not each of several in a row."""

    MOST = 100_000_000
    TRIES = 4

    def bound(self):
        """A cgroup, where one is delegated."""
        self.node("pass", True)
        _, out, err = self.run_it("--summary", "json")
        return json.loads(out)["memory_bound"], out + err

    def fill(self, deed):
        self.node(deed, True, limits=LIMITS | {"step": "20s", "node_memory": self.MOST})
        found = []
        while len(found) < self.TRIES and (not found or min(found) > 1.25 * self.MOST):
            status, out, err = self.run_it()
            self.assertEqual(status, INVALID, out + err)
            figure = re.search(r"uses (\d+) bytes of memory", err)
            if figure is None:
                self.assertIn("is stopped at the limit", err)
                return
            found.append(int(figure[1]))
        self.assertLessEqual(min(found), 1.25 * self.MOST, err)

    def test_what_bounds_it_is_reported(self):
        self.assertIn(self.bound()[0], ("cgroup", "descriptors"))
        self.node("pass", True, system={"sandbox": "off"})
        _, out, _ = self.run_it("--summary", "json")
        self.assertEqual(json.loads(out)["memory_bound"], "none")

    def test_in_a_cgroup(self):
        bound, text = self.bound()
        if bound != "cgroup":
            reason = "SKIPPED: no cgroup is delegated here; try systemd-run --user --scope -p Delegate=yes"
            print(reason, file=sys.stderr)
            self.skipTest(reason)
        self.assertNotIn("not confined", text)
        self.fill(SOCKETS)

    def test_in_sockets(self):
        self.fill(SOCKETS)

    def test_in_sockets_without_a_sender(self):
        self.fill(CLOSED)

    def test_in_messages(self):
        self.fill(CARRIED)

    def test_in_pages(self):
        self.fill("kept = []\nwhile True: kept.append(bytearray(1 << 20))")

    def test_in_folders(self):
        """These are bounded by `limits.disk`."""
        self.node("tried(lambda: [open(folder + '/x', 'wb').write(b'x' * 30_000_000) for folder in ('.', '/tmp', '/dev/shm')])", True,
                  limits=LIMITS | {"node_memory": self.MOST})  # fmt: skip
        status, out, err = self.run_it()
        self.assertEqual(status, INVALID, out + err)
        self.assertIn("limits.disk", err)


class KilledByOthers(Case):
    """kill -9 of one node: the execution counts neither as passed nor as failed, and the reason is said."""

    def kill(self, mode, times=1):
        """Kills a node in the middle of what it does. Returns what the run reports."""
        self.node("for _ in range(80_000_000 if me == 'n0' else 0): pass", mode != "extended", system={"time": mode}, limits=LIMITS | {"step": "20s"},
                  fspec={"eot": "8s" if mode == "plain" else "1s", "omissions": "none"})  # fmt: skip
        running = self.start("--summary", "json", "--double-runs", "0%")
        deadline = time.monotonic() + LONGEST_S
        while times > 0 and time.monotonic() < deadline and running.poll() is None:
            for pid in survivors(self.path("conf/node.py")):
                if self.spent(pid) > 0.3:
                    os.kill(pid, signal.SIGKILL)
                    times -= 1
                    break
            time.sleep(0.05)
        self.assertEqual(times, 0)
        out, err = running.communicate(timeout=LONGEST_S)
        self.expect_nothing_left()
        return running.returncode, out, err

    @staticmethod
    def spent(pid):
        """Seconds of processor time."""
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8") as stream:
            words = stream.read().rsplit(") ", 1)[1].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return 0

    def once(self, mode):
        status, out, err = self.kill(mode)
        self.assertIn("1 execution was invalid", err)
        self.assertIn("n0 was killed by a SIGKILL that ldfi-farm has not sent", err)
        self.assertEqual(json.loads(out)["results"], {"pass": 1, "fail": 0, "vacuous": 0, "invalid": 0}, err)
        self.assertEqual(status, VACUOUS if mode == "plain" else FINE, out + err)

    def test_in_extended_time(self):
        self.once("extended")

    def test_in_virtual_time(self):
        self.once("virtual")

    def test_in_real_time(self):
        self.once("plain")

    def test_twice(self):
        """The second time it may be the node's own deed."""
        _, out, err = self.kill("extended", 2)
        self.assertEqual(json.loads(out)["results"]["pass"], 0, out + err)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
