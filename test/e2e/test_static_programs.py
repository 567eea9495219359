"""Nodes that are linked statically run in virtual time, in the library kernel: C with glibc and musl, and Go. The tests are called
with PROGRAM SOURCE_DIR COMPILER [GO_NODE]."""

import os
import subprocess
import sys
import time
import unittest

from system_case import NODES, SystemCase, main

COMPILER = sys.argv.pop(3)
GO_NODE = os.path.abspath(sys.argv.pop(3)) if len(sys.argv) > 3 and os.path.exists(sys.argv[3]) else None
BROADCAST = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "200ms", "eot": "300ms", "omissions": 2},
             "search": {"stop": "all"}}
COMPILERS = {"glibc": [COMPILER, "-static"], "musl": ["musl-gcc", "-static"]}


class StaticPrograms(SystemCase):
    def node(self, compiler="glibc", source="beats.c", *options):
        subprocess.run([*COMPILERS[compiler], *options, "-O1", "-w", "-pthread", "-o", self.path("node"), os.path.join(NODES, source)], check=True)
        return [self.path("node")]

    def test_a_lost_message_is_found(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                summary = self.summary(self.config(self.node(compiler), nodes=3, **BROADCAST), "--recordings", compiler, status=1)
                # The node that is asked is n0, so any lost message keeps the value from one node.
                self.assertEqual([(one["faults"], one["minimal"]) for one in summary["counterexamples"]],
                                 [(["O(n0,n1,gossip#0)"], True), (["O(n0,n2,gossip#0)"], True)])  # fmt: skip
                self.assertEqual(summary["determinism"]["differences"], [])
                self.assertEqual({50}, {event["t"] // 1_000_000 % 100 for event in self.events(compiler, "timer")})

    def test_no_fault_is_certified(self):
        config = self.config(self.node(), nodes=2, workload={"kind": "broadcast", "operations": 1},
                             fspec={"eff": "200ms", "eot": "300ms", "omissions": 0, "delays": {"values": ["20ms"]}})  # fmt: skip
        self.assertEqual(("certified", True), tuple(self.summary(config)[key] for key in ("verdict", "exhausted")))

    def test_a_call_that_only_linux_answers_proves_nothing(self):
        config = self.config(self.node("glibc", "beats.c", "-DUNSUPPORTED"), nodes=2, workload={"kind": "broadcast", "operations": 1},
                             fspec={"eff": "0ms", "eot": "300ms", "omissions": 0})  # fmt: skip
        self.refused(config, "calls inotify_init1, which the library kernel of virtual time does not support: the call fails with ENOSYS. "
                             "So its executions prove nothing. Use time: plain")  # fmt: skip

    def test_a_counterexample_is_replayed(self):
        config = self.config(self.node(), nodes=3, **BROADCAST)
        summary = self.summary(config, "--replay", "O(n0,n2,gossip#0)", status=1)
        self.assertEqual(("fail", ["100 was acknowledged, and n2 does not have it"]), (summary["result"], summary["violated"]))

    def test_two_runs_are_identical(self):
        config = self.config(self.node(), nodes=3, **BROADCAST)
        for name in ("one", "other"):
            self.summary(config, "--recordings", name, status=1)
        kept = sorted(os.listdir(self.path("one")))
        self.assertEqual(kept, sorted(os.listdir(self.path("other"))))
        for recording in kept:
            with open(self.path(f"one/{recording}"), encoding="utf-8") as one, open(self.path(f"other/{recording}"), encoding="utf-8") as other:
                self.assertEqual(one.read(), other.read())

    def test_virtual_time_costs_no_real_time(self):
        config = self.config(self.node(), nodes=3, workload={"kind": "broadcast", "operations": 1},
                             fspec={"eff": "0ms", "eot": "600s", "omissions": 0})  # fmt: skip
        began = time.monotonic()
        self.summary(config, "--time-limit", "60")
        self.assertLess(time.monotonic() - began, 60)

    @unittest.skipUnless(GO_NODE, "THERE IS NO GO: NODES IN GO ARE NOT TESTED (golang-go)")
    def test_go(self):
        summary = self.summary(self.config([GO_NODE], nodes=3, **BROADCAST), status=1)
        # Each node sends on what it hears: a node lacks the value if both messages to it are lost, or if n0 reaches nobody.
        self.assertEqual({tuple(one["faults"]) for one in summary["counterexamples"] if one["minimal"]},
                         {("O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"), ("O(n0,n1,gossip#0)", "O(n2,n1,gossip#0)"),
                          ("O(n0,n2,gossip#0)", "O(n1,n2,gossip#0)")})  # fmt: skip
        self.assertEqual(len(summary["counterexamples"]), 3)
        self.assertEqual(summary["determinism"]["differences"], [])


if __name__ == "__main__":
    main()
