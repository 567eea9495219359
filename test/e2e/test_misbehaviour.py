"""Nodes that do what they must not: test_misbehaviour.py PROGRAM SOURCE_DIR BROADCAST_NODE"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from process_case import ANSWER, CONFIG, FORGETFUL, Case, LOOP, PROGRAM, processes


class Misbehaviour(Case):
    def invalid(self, *words, **node):
        """Without faults: an error, with what is wrong."""
        self.node(**node)
        self.config(limits={"step": "1s", "messages": 1000, "output": 5000000})
        self.refused(65, *words)
        self.assertEqual(processes(self.folder.name), [])

    def test_what_is_said(self):
        self.invalid("not JSON", "garbage", echo='print("garbage", flush=True)')
        self.invalid("not JSON", echo='sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()')
        self.invalid("nested deeper than 64 levels", echo='print("[" * 100000, flush=True)')
        self.invalid("the integer 18446744073709551616, which does not fit into 64 bits",
                     echo='print(json.dumps({"dest": "c1", "body": {"type": "echo_ok", "echo": 2 ** 64}}), flush=True)')
        self.invalid("dest", echo='print("{}", flush=True)')
        self.invalid("body is not an object", echo='print(json.dumps({"dest": "n1", "body": 5}), flush=True)')
        self.invalid("sent $farm a message of an unknown type", echo='print(json.dumps({"dest": "$farm", "body": {}}), flush=True)')
        twice = 'sys.stdout.write(2 * (json.dumps({"src": me, "dest": "$farm", "body": {"type": "done"}}) + "\\n")); sys.stdout.flush(); continue'
        self.invalid("more after it was done", echo=twice)  # in one piece: the farm may stop to listen after the first
        self.invalid("not a time", echo='done(wake=-1); continue')
        self.invalid("answered done for line 99", echo='done(n=99); continue')
        self.invalid("not a string", echo='done(state=5); continue')
        self.invalid("in the middle of a line", echo='sys.stdout.write("{"); sys.stdout.flush(); os._exit(1)')

    def test_too_much(self):
        self.invalid("limits.messages", echo='[out("n1", type="x") for _ in range(2000)]')
        self.invalid("limits.output", echo='[print(json.dumps({"dest": "c1", "body": {"type": "x" * 10000}})) for _ in range(600)]')
        self.invalid("limits.line", echo='print("x" * 3000000, flush=True)')
        self.invalid("the timers of the nodes fire more often", loop=LOOP.replace("done()", "done(wake=0)"))
        self.node(echo='sys.stderr.write("x" * 10000000); ' + ANSWER)
        self.config()
        self.ask(0)

    def test_hangs(self):
        self.invalid("within 1 s", "stderr: Zzz", echo='sys.stderr.write("Zzz"); sys.stderr.flush(); time.sleep(100)')
        self.invalid("within 1 s", echo='[None for _ in iter(int, 1)]')
        self.invalid("within 1 s", init='time.sleep(100)')
        self.invalid("within 1 s", echo='os.close(0); time.sleep(100)')

    def test_does_not_speak_the_protocol(self):
        self.invalid("ldfi/1", loop=LOOP.replace("ldfi=", "other="))
        self.invalid("init_ok", loop=LOOP.replace("init_ok", "hello"))
        self.invalid("ended before it answered init", "stderr: Oh no", head='sys.stderr.write("Oh no"); sys.exit(3)\n')
        self.node(loop=LOOP.replace('"reset": True', '"reset": False'))
        self.config(system={**CONFIG["system"], "start": "reset"})
        self.refused(65, "cannot be reset")

    def test_a_reset_that_forgets_to_forget(self):
        """What it says tells it from the execution before; then all are new, and nothing is proved."""
        self.node(echo='lives += 1; ' + ANSWER + '; out("n1", type="m", x=lives) if me == "n0" else None', head="lives = 0\n")
        self.config(system={**CONFIG["system"], "start": "reset"}, workload={"kind": "echo", "operations": 1})
        done = self.ask(2)
        self.assertIn("from now on each execution has new processes, whatever system.start says", done.stderr)

    def test_a_reset_that_hides_a_bug(self):
        """A value that was never forgotten needs no message; new processes lose it. Without double runs nobody knows."""
        self.node(loop=FORGETFUL)
        self.config(system={**CONFIG["system"], "start": "reset"}, workload={"kind": "broadcast"}, fspec={"eff": "500ms", "eot": "1s"})
        done = self.ask(1, "--summary", "json", "--recordings", "kept")
        found = json.loads(done.stdout)
        self.assertEqual([one["faults"] for one in found["counterexamples"]], [["O(n0,n1,m#0)"]])
        self.assertEqual((len(found["determinism"]["differences"]), found["executions"]), (1, 2))
        self.assertIn("from now on each execution has new processes, whatever system.start says", done.stderr)
        with open(self.path("kept/00001.jsonl"), encoding="utf-8") as stream:
            self.assertIn('"result":"fail"', stream.read())  # that of the new processes
        found = self.summary(0, "--double-runs", "0%")
        self.assertIn("none of them repeated (--double-runs 0%)", found["certificate"])
        self.assertEqual(found["determinism"]["double_runs"], 0)
        text = self.ask(64, "--resume").stderr
        self.assertIn("double-runs is 0% there and 5% here", text)

    def test_a_reset_that_leaks_late(self):
        """In the fourth life of the processes, for which a sample of a quarter is enough."""
        self.node(loop=FORGETFUL.replace('t == "reset": pass', 't == "reset": lives += 1; seen = seen if lives > 2 else []'), head="lives = 0\n")
        self.config(system={**CONFIG["system"], "start": "reset", "nodes": 5}, workload={"kind": "broadcast"}, fspec={"eff": "500ms", "eot": "1s", "omissions": 1},
                    search={"stop": "all", "double_runs": "25%"})  # fmt: skip
        self.assertEqual(len(self.summary(1)["counterexamples"]), 4)
        self.assertEqual(len(self.summary(1, "--double-runs", "5%")["counterexamples"]), 3)

    def test_ends(self):
        self.node(echo=ANSWER + "; sys.exit(0)")
        self.config()
        found = self.summary(1)
        self.assertEqual((found["verdict"], found["counterexamples"][0]["violated"]), ("broken", ["n0 ended by itself", "n1 ended by itself"]))

    def test_only_under_a_fault(self):
        self.node(echo=ANSWER + '; out("n1", type="hello") if me == "n0" else None',
                  loop=LOOP.replace("    done()", '    elif t == "hello": heard = True\n    elif t == "tick" and not heard: print("garbage")\n'
                                    '    done(wake=800000000 if m.get("at", 0) < 800000000 and me == "n1" else None)'), head="heard = False\n")
        self.config()
        found = self.summary(2)
        self.assertEqual((found["verdict"], found["results"]), ("inconclusive", {"pass": 1, "fail": 0, "vacuous": 0, "invalid": 1}))
        self.assertIn("invalid", found["reason"])

    def test_chance_is_noticed(self):
        self.node(echo=ANSWER + '; out("n1", type="hello", x=time.time_ns())')
        self.config()
        found = self.summary(2)
        self.assertEqual(found["verdict"], "inconclusive")
        self.assertTrue(found["determinism"]["differences"])

    def test_nobody_outlives_it(self):
        word = self.path("child")  # no file: nodes may not read what the config does not name
        child = f"import subprocess\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)', {word!r}], start_new_session=True)\n"
        self.node(head=child)
        self.config()
        self.ask(0)
        self.assertEqual(processes(self.folder.name), [])
        self.node(head=child, echo="time.sleep(1000)")
        self.config(limits={"step": "100s"})
        for number in (signal.SIGKILL, signal.SIGTERM):
            running = subprocess.Popen([PROGRAM, self.path("c.yaml")], cwd=self.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       env={**os.environ, "TMPDIR": self.path("tmp")})
            deadline = time.monotonic() + 30
            while len(processes(word)) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual(len(processes(word)), 2)
            running.send_signal(number)
            running.wait(30)
            while (processes(self.folder.name) or processes(word)) and time.monotonic() < deadline + 10:
                time.sleep(0.05)
            self.assertEqual(processes(self.folder.name), [])
            self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_stopped(self):
        self.node(echo="time.sleep(1000)")
        self.config(limits={"step": "100s"})
        running = subprocess.Popen([PROGRAM, "c.yaml", "--summary", "json"], cwd=self.folder.name, stdout=subprocess.PIPE)
        time.sleep(1)
        running.terminate()
        self.assertEqual(json.loads(running.communicate(timeout=30)[0]), {"verdict": "inconclusive", "reason": "SIGTERM"})
        self.assertEqual(running.returncode, 85)

    def test_limits_hold_while_a_node_computes(self):
        self.node(echo="time.sleep(1000)")
        self.config(limits={"step": "100s", "time": "1s"})
        began = time.monotonic()
        self.assertEqual(self.summary(2), {"verdict": "inconclusive", "reason": "time"})
        self.assertLess(time.monotonic() - began, 10)

    def test_goes_on_when_it_is_done(self):
        """With a thread: not at once, and not until the node is told the next thing."""
        thread = "import threading\ndef late():\n    time.sleep(0.02); out('n1', type='late')\n"
        self.node(head=thread, echo=ANSWER + "; done(); threading.Thread(target=late).start(); continue")
        self.config()
        done = subprocess.run([PROGRAM, "c.yaml", "--summary", "json"], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertIn(done.returncode, (2, 65))  # noticed, when depends on real time
        self.assertIn("after it was done", done.stdout + done.stderr)

    def test_goes_on_while_others_are_heard(self):
        """What n0 says after it was heard, and before n1 is done, lies in its pipe when both are told the next thing at once."""
        thread = "import threading\ndef late():\n    time.sleep(0.4); out('n1', type='late')\n"
        self.node(head=thread, echo=f'{ANSWER}; b["echo"] == 1 and me == "n1" and time.sleep(1); done(); '
                  'b["echo"] == 1 and me == "n0" and threading.Thread(target=late).start(); continue')
        ops = [{"at": at, "client": client, "node": node, "body": {"type": "echo", "echo": echo}}
               for at, echo in (("50ms", 1), ("100ms", 2)) for client, node in (("c1", "n0"), ("c2", "n1"))]
        self.config(workload={"ops": ops}, checker="echo", search={"double_runs": "0%"})  # a repetition would find it
        self.refused(65, "n0 printed more after it was done", "late")

    def test_who_waits_for_its_turn_is_not_late(self):
        """All are told `init` at once, and n0 is heard first: n1, which says more than a pipe holds, waits until then."""
        self.node(init='time.sleep(2) if me == "n0" else ([out("c9", type="big", x="y" * 1000) for _ in range(400)], time.sleep(2.5))')
        self.config(limits={"step": "4s"})
        self.ask(0)

    def test_last_words_are_told(self):
        self.node(echo="sys.stderr.write('dying now'); sys.exit(3)")
        self.config()
        self.assertIn("dying now", self.ask(1).stderr)

    def test_a_message_need_not_say_who_sent_it(self):
        self.node(echo=ANSWER + '; print(json.dumps({"dest": "n1", "body": {"type": "hello"}}), flush=True)',
                  loop=LOOP.replace('    elif t == "echo":', '    elif t == "hello": assert m["src"] in ("n0", "n1")\n    elif t == "echo":'))
        self.config()
        self.ask(0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
