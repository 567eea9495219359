"""Real systems as processes, as scripts see them: test_processes.py PROGRAM SOURCE_DIR BROADCAST_NODE"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE, BROADCAST = (os.path.abspath(word) for word in sys.argv[1:4])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
HEAD = """
import json, os, sys, time
def out(dest, **body): sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\\n"); sys.stdout.flush()
def done(**more): out("$farm", type="done", **more)
me = "?"
"""
LOOP = """
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init":
        me = b["node_id"]; out(m["src"], type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True}); INIT
    elif t == "reset": pass
    elif t == "echo":
        ECHO
    done()
"""
RELAY = """
seen, late, at = [], None, 0
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "topology": out(m["src"], type="topology_ok", in_reply_to=b["msg_id"])
    elif t == "broadcast":
        seen.append(b["message"]); late = at + 300000000
        out("n1", type="m", v=b["message"]); out(m["src"], type="broadcast_ok", in_reply_to=b["msg_id"])
    elif t == "m": seen.append(b["v"]); out("n2", type="k", v=b["v"]); out("n0", type="a")
    elif t in ("k", "b"): seen.append(b["v"])
    elif t == "a": late = None
    elif t == "read": out(m["src"], type="read_ok", messages=seen, in_reply_to=b["msg_id"])
    if late is not None and at >= late:
        late = None
        for node in ("n1", "n2"): out(node, type="b", v=seen[0])
    done(wake=late)
"""
LATE = """
seen, wake = [], None
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "topology": out(m["src"], type="topology_ok", in_reply_to=b["msg_id"])
    elif t == "broadcast":
        seen.append(b["message"]); wake = m["at"] + 5000000
        out("n1", type="forget"); out(m["src"], type="broadcast_ok", in_reply_to=b["msg_id"])
    elif t == "forget": seen = []
    elif t == "m": seen.append(b["v"])
    elif t == "tick": out("n1", type="m", v=seen[0]); wake = None
    elif t == "read": out(m["src"], type="read_ok", messages=seen, in_reply_to=b["msg_id"])
    done(wake=wake)
"""
COUNTS = """
seen, wake, seeds = [], None, set()
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t in ("init", "reset"):
        seen, wake = json.load(open("seen")) if os.path.exists("seen") else [], None
        me = b.get("node_id", me)
        if t == "init":
            out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
            open("seeds", "a").write(b["ldfi"]["seed"] + "\\n")
            assert len(set(open("seeds"))) == len(list(open("seeds"))), "the same chance again"
            wake = m["at"] + 220000000 if m["at"] else None
    elif t == "add": seen.append(b["element"]); json.dump(seen, open("seen", "w")); out(m["src"], type="add_ok", in_reply_to=b["msg_id"])
    elif t == "tick": wake = None
    elif t == "read": out(m["src"], type="read_ok", value=seen, in_reply_to=b["msg_id"])
    done(wake=wake)
"""
ANSWER = 'out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])'
CONFIG = {"system": {"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended"}, "network": {"latency": "10ms"},
          "workload": {"kind": "echo", "operations": 2}, "fspec": {"eot": "1s"}, "limits": {"step": "3s"}}


def processes(word):
    """Those with this word in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as stream:
                if word.encode() in stream.read() and int(pid) != os.getpid():
                    found.append(int(pid))
        except OSError:
            pass
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("tmp"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def config(self, **more):
        self.write("c.yaml", json.dumps({**CONFIG, **more}))

    def node(self, echo=ANSWER, init="pass", head="", loop=LOOP):
        self.write("node.py", HEAD + head + loop.replace("ECHO", echo).replace("INIT", init))

    def ask(self, status, *options, config="c.yaml", ranks=1):
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        done = subprocess.run([*mpirun, PROGRAM, config, *options], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "TMPDIR": self.path("tmp")})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        if ranks == 1:
            self.assertEqual(os.listdir(self.path("tmp")), [])
        return done

    def summary(self, status, *options, **more):
        return json.loads(self.ask(status, "--summary", "json", *options, **more).stdout)

    def refused(self, status, *words):
        text = self.ask(status).stderr
        for word in words:
            self.assertIn(word, text)


class Systems(Case):
    def test_the_least_lost_messages(self):
        config = os.path.join(CONFIGS, "broadcast-python.yaml")
        found = self.summary(1, config=config)
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]],
                         [(["O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"], True)])
        self.assertLessEqual(found["executions"], 11)
        everything = self.summary(1, "--stop", "all", "--level", "state", config=config)
        self.assertEqual((len(everything["counterexamples"]), everything["exhausted"]), (3, True))
        self.assertLessEqual(everything["executions"], 6)  # SYSTEMS.md, section 7
        for one in everything["counterexamples"]:
            replayed = self.ask(1, "--replay", " ".join(one["faults"]), config=config).stdout
            self.assertIn(one["violated"][0], replayed)
            self.assertIn("lost", replayed)
        self.assertIn("gets gossip#0 from n0", self.ask(0, "--replay", "none", config=config).stdout)

    def test_with_retries_there_is_a_proof(self):
        with open(os.path.join(CONFIGS, "broadcast-python-retries.yaml"), encoding="utf-8") as stream:
            text = stream.read().replace("150ms", "100ms").replace("broadcast.py,", f"{CONFIGS}/broadcast.py,").replace("[ldfi_node.py]", "[]")
        self.write("c.yaml", text)
        found = self.summary(0, "--recordings", "kept")
        self.assertEqual((found["verdict"], found["exhausted"], found["determinism"]["differences"]), ("certified", True, []))
        self.assertLessEqual(found["executions"], 65)  # SYSTEMS.md, section 7
        self.assertIn("executions were compared", found["certificate"])
        self.assertEqual(len(os.listdir(self.path("kept"))), found["executions"])
        traces = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((traces.returncode, json.loads(traces.stdout.splitlines()[-1])["verdict"]), (0, "certified"))
        self.ask(74, "--recordings", "kept")
        self.assertEqual(self.summary(2, "--max-runs", "5")["reason"], "runs")

    def gossip(self, nodes, retries=0, eff="300ms", **search):
        self.config(system={"kind": "nodes", "command": [BROADCAST, str(retries)], "nodes": nodes, "time": "extended", "start": "reset"},
                    workload={"kind": "broadcast", "operations": 1}, fspec={"eff": eff, "eot": "1s"}, search=search)

    def test_the_figures_of_the_prototype(self):
        """SYSTEMS.md, section 7: executions until everything is known."""
        for nodes, level, most, cuts in ((3, "exact", 11, 3), (4, "exact", 311, 7), (4, "state", 23, 7), (5, "state", 140, 15)):
            self.gossip(nodes, level=level, stop="all")
            found = self.summary(1)
            self.assertLessEqual(found["executions"], most)
            self.assertEqual((len(found["counterexamples"]), found["exhausted"]), (cuts, True))
            self.assertTrue(all(one["minimal"] for one in found["counterexamples"]))
            self.assertEqual(found["determinism"]["differences"], [])
        for eff, most in (("100ms", 65), ("150ms", 169)):
            self.gossip(3, 1000, eff)
            found = self.summary(0)
            self.assertLessEqual(found["executions"], most)
        self.gossip(3, 1)  # one resend; the prototype found it by chance after 121 executions
        found = self.summary(1)
        self.assertEqual(len(found["counterexamples"][0]["faults"]), 4)

    def test_the_relay_that_the_published_clause_certifies(self):
        """SYSTEMS.md, section 7: n1 forwards k to n2, and n0 tells all after EFF unless it hears of it."""
        self.node(loop=RELAY)
        self.config(system={**CONFIG["system"], "nodes": 3}, workload={"kind": "broadcast", "operations": 1}, fspec={"eff": "100ms", "eot": "1s"})
        found = self.summary(1, "--stop", "all")
        self.assertEqual([one["faults"] for one in found["counterexamples"]], [["O(n1,n2,k#0)"]])
        self.assertLessEqual(found["executions"], 4)

    def test_the_same_on_several_ranks(self):
        config = os.path.join(CONFIGS, "broadcast-python.yaml")
        one, two = self.summary(1, config=config), self.summary(1, config=config, ranks=2)
        self.assertEqual(one["counterexamples"], two["counterexamples"])

    def test_crashes(self):
        self.node()
        self.config(fspec={"eot": "1s", "crashes": 2})
        found = self.summary(0, "--stop", "all")
        self.assertEqual((found["verdict"], found["results"]["vacuous"]), ("certified", 1))
        replayed = self.ask(2, "--replay", "C(n0,#1) C(n1,#1)").stdout
        self.assertIn("crash", replayed)

    def test_only_what_is_sent_in_time_is_lost(self):
        for fspec, lost in (({"eff": "40ms"}, False), ({"eff": "100ms"}, True), ({"from": "60ms"}, False), ({"from": "40ms"}, True)):
            self.node(echo='out("n1", type="m"); ' + ANSWER)
            self.config(fspec={"eot": "1s", **fspec}, workload={"kind": "echo", "operations": 1})
            self.assertEqual(", which is lost" in self.ask(0, "--replay", "O(n0,n1,m#0)").stdout, lost, fspec)

    def test_in_the_order_in_which_they_were_sent(self):
        words = ["z", "a", "m", "b", "y"]
        self.node(echo="".join(f'out("n1", type="{word}"); ' for word in words) + ANSWER)
        self.config(workload={"kind": "echo", "operations": 1})
        self.ask(0, "--max-runs", "1", "--replay", "none", "--recordings", "kept")
        with open(os.path.join(self.folder.name, "kept", "00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream]
        self.assertEqual([event["id"][2] for event in events if event.get("e") == "recv"], words)

    def test_what_comes_too_late(self):
        """n0 tells n1 to forget everything, and then a value: the other way round, the value is gone."""
        self.write("node.py", HEAD + LATE)
        fspec = {"eff": "100ms", "eot": "1s", "omissions": "none", "delays": {"values": ["20ms", "1ms", "200ms"], "count": 1}}
        self.config(workload={"kind": "broadcast", "operations": 1}, fspec=fspec)
        found = self.summary(1, "--stop", "all")
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]], [(["D(n0,n1,forget#0,+20ms)"], True)])
        self.assertTrue(found["exhausted"])
        self.assertIn("late", self.ask(1, "--replay", "D(n0,n1,forget#0,+200ms)").stdout)
        self.ask(0, "--replay", "D(n0,n1,m#0,+200ms)")
        for text, word in (("D(n0,n1,m#0,+2s)", "no message is 2s late"), ("D(n0,n7,m#0,+20ms)", "n7 is no node"),
                           ("D(n0,n1,m#0,+1ms) D(n0,n1,forget#0,+1ms)", "2 messages are late, and the spec has 1")):
            self.assertIn(word, self.ask(64, "--replay", text).stderr)

    def test_nodes_come_back(self):
        """n0 counts in a file what it is told; the disk says whether a crash is a bug. Its timer is gone, and its chance is another."""
        self.write("node.py", HEAD + COUNTS)
        fspec = {"eot": "1s", "omissions": "none", "restarts": {"most": 1, "down": ["30ms"]}}
        adds = [{"at": f"{at}ms", "node": "n0", "body": {"type": "add", "element": at}} for at in (100, 200)]
        ops = [*adds, {"at": "900ms", "node": "n0", "body": {"type": "read"}}]
        for start in ("fresh", "reset"):
            for disk, want in (("volatile", ["C(n0,#2,+30ms)"]), ("durable", [])):
                system = CONFIG["system"] | {"start": start, "disk": disk, "nodes": 1}
                self.config(system=system, fspec=fspec, workload={"ops": ops}, checker="set")
                found = self.summary(1 if want else 0, "--stop", "all")
                self.assertEqual([one["faults"] for one in found["counterexamples"]], [[one] for one in want], disk)
                self.assertEqual(found["determinism"]["differences"], [])
        self.ask(0, "--replay", "C(n0,#1,+30ms)", "--recordings", "kept")
        with open(os.path.join(self.folder.name, "kept", "00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream][1:-1]
        told = [(event["e"], event["t"] // 10**6) for event in events if event["e"] in ("crash", "restart", "timer", "invoke")]
        self.assertEqual(told, [("crash", 100), ("invoke", 100), ("restart", 130), ("invoke", 200), ("timer", 350), ("invoke", 900)])
        for text, word in (("C(n0,#1,+2s)", "no node is down for 2s"), ("C(n7,#1,+30ms)", "n7 is no node"), ("C(n0,#1)", "n0 may not crash"),
                           ("C(n0,#1,+30ms) C(n0,#2,+30ms)", "2 crashes are followed by a restart, and the spec has 1")):
            self.assertIn(word, self.ask(64, "--replay", text).stderr)

    def test_a_node_that_does_not_come_back(self):
        self.node(init='n = os.path.exists("n") and sys.exit("there was one before"); open("n", "w").close()')
        self.config(fspec={"eot": "1s", "omissions": "none", "restarts": {"most": 1, "down": ["10ms"]}})
        found = self.summary(1)
        self.assertEqual(found["counterexamples"][0]["faults"], ["C(n0,#1,+10ms)"])
        self.assertIn("n0 ended by itself", found["counterexamples"][0]["violated"])

    def test_what_is_replayed_is_checked(self):
        self.node()
        self.config()
        for text in ("nonsense", "O(n0,n7,m#0)", "C(n0,#1)", "O(n0,n1,m#0) O(n0,n1,m#0)"):
            self.assertIn("--replay", self.ask(64, "--replay", text).stderr)
        self.assertIn("means nothing", self.ask(64, "--eot", "5").stderr)


class Misbehaviour(Case):
    def invalid(self, *words, **node):
        """Without faults: an error, with what is wrong."""
        self.node(**node)
        self.config(limits={"step": "1s", "messages": 1000, "output": 5000000})
        self.refused(65, *words)
        self.assertEqual(processes(self.folder.name), [])

    def test_what_is_said(self):
        self.invalid("no JSON", "garbage", echo='print("garbage", flush=True)')
        self.invalid("no JSON", echo='sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()')
        self.invalid("no JSON", echo='print("[" * 100000, flush=True)')
        self.invalid("dest", echo='print("{}", flush=True)')
        self.invalid("type", echo='print(json.dumps({"dest": "n1", "body": {}}), flush=True)')
        self.invalid("no name", echo='out("n1", type="a b")')
        self.invalid("more after it was done", echo='done()')
        self.invalid("no time", echo='done(wake=-1); continue')
        self.invalid("is done with line 99", echo='done(n=99); continue')
        self.invalid("no text", echo='done(state=5); continue')
        self.invalid("in the middle of a line", echo='sys.stdout.write("{"); sys.stdout.flush(); os._exit(1)')

    def test_too_much(self):
        self.invalid("limits.messages", echo='[out("n1", type="x") for _ in range(2000)]')
        self.invalid("limits.output", echo='[print(json.dumps({"dest": "c1", "body": {"type": "x" * 10000}})) for _ in range(600)]')
        self.invalid("limits.line", echo='print("x" * 3000000, flush=True)')
        self.invalid("by their timers alone", loop=LOOP.replace("done()", "done(wake=0)"))
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
        self.refused(65, "can reset")

    def test_a_reset_that_forgets_to_forget(self):
        """The second execution is repeated in new processes; then all are new, and nothing is proved."""
        self.node(echo='lives += 1; ' + ANSWER + '; out("n1", type="m", x=lives) if me == "n0" else None', head="lives = 0\n")
        self.config(system={**CONFIG["system"], "start": "reset"}, workload={"kind": "echo", "operations": 1})
        done = self.ask(2)
        self.assertIn("new processes do something else than those of system.start", done.stderr)

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
        word = self.path("child.py")
        self.write("child.py", "import time\ntime.sleep(1000)\n")
        child = f"import subprocess\nsubprocess.Popen([sys.executable, {word!r}], start_new_session=True)\n"
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

    def test_last_words_are_told(self):
        self.node(echo="sys.stderr.write('dying now'); sys.exit(3)")
        self.config()
        self.assertIn("dying now", self.ask(1).stderr)

    def test_a_message_need_not_say_who_sent_it(self):
        self.node(echo=ANSWER + '; print(json.dumps({"dest": "n1", "body": {"type": "hello"}}), flush=True)',
                  loop=LOOP.replace('    elif t == "echo":', '    elif t == "hello": assert m["src"] in ("n0", "n1")\n    elif t == "echo":'))
        self.config()
        self.ask(0)


class Configs(Case):
    def test_wrong_ones_say_where(self):
        self.node()
        system, fspec = CONFIG["system"], CONFIG["fspec"]
        for more, words in (({"system": {**system, "comand": 1}}, "did you mean command"),
                            ({"system": {**system, "nodes": 0}}, "from 1 to 100"),
                            ({"system": {**system, "nodes": ["a", "a"]}}, "named twice"),
                            ({"system": {**system, "nodes": ["../x"]}}, "no name"),
                            ({"system": {**system, "nodes": [".."]}}, "no name"),
                            ({"system": {**system, "nodes": ["."]}}, "no name"),
                            ({"system": {**system, "nodes": ["c1"]}}, "name of a client"),
                            ({"system": {**system, "command": []}}, "system.command is empty"),
                            ({"system": {**system, "command": "python3"}}, "takes a list"),
                            ({"fspec": {"eot": "1s", "delays": {"values": ["1s", "1s"]}}}, "stands there twice"),
                            ({"fspec": {"eot": "1s", "delays": {"values": [5]}}}, "5 is no time such as 200ms"),
                            ({"fspec": {"eot": "1s", "delays": {"count": 5}}}, "fspec.delays.values is missing"),
                            ({"fspec": {"eot": "1s", "delays": 5}}, "fspec.delays takes a map"),
                            ({"system": {**system, "time": "plain", "start": "reset"}}, "only nodes that speak ldfi/1 can be reset"),
                            ({"system": {**system, "time": "virtual", "start": "reset"}}, "only nodes that speak ldfi/1 can be reset"),
                            ({"system": {**system, "kind": "runner"}}, "system.time is for nodes: a runner has its own"),
                            ({"system": [1]}, "system takes a map"),
                            ({"fspec": {}}, "fspec.eot is missing"),
                            ({"fspec": {"eot": 5}}, "a time such as"),
                            ({"fspec": {"eot": "99999999999s"}}, "a time such as"),
                            ({"fspec": {**fspec, "eff": "2s"}}, "later than fspec.eot"),
                            ({"fspec": {**fspec, "restarts": 1}}, "fspec.restarts takes a map"),
                            ({"fspec": {**fspec, "restarts": {"most": 1}}}, "fspec.restarts.down is missing"),
                            ({"fspec": {**fspec, "restarts": {"most": 1, "down": ["10ms", "1"]}}}, "1 is no time such as 200ms"),
                            ({"system": {**system, "disk": "solid"}}, "system.disk is one of durable, volatile"),
                            ({"system": {**system, "sandbox": "maybe"}}, "system.sandbox is one of auto, off, require"),
                            ({"system": {**system, "network": "some"}}, "system.network is one of none, host"),
                            ({"limits": {"disk": 5}}, "limits.disk"),
                            ({"limits": {"node_memory": 5}}, "limits.node_memory"),
                            ({"limits": {"tasks": 0}}, "limits.tasks"),
                            ({"fspec": {**fspec, "pauses": 1}}, "not there yet"),
                            ({"fspec": {**fspec, "crashes": {"most": 1, "nodes": ["n9"]}}}, "n9 is no node"),
                            ({"workload": {"kind": "eco"}}, "did you mean echo"),
                            ({"workload": {"kind": "echo", "operations": 1000}}, "after fspec.eot"),
                            ({"workload": {"ops": [{"at": "1s", "node": "n0", "body": {"type": "x"}}]}}, "checker is missing"),
                            ({"workload": {"ops": [{"at": "2s", "node": "n7", "body": 5}]}}, "n7 is no node"),
                            ({"checker": "paxos"}, "checker is one of"),
                            ({"limits": {"messages": "many"}}, "takes an integer")):
            self.config(**more)
            done = self.ask(65)
            self.assertIn(words, done.stderr)
            self.assertRegex(done.stderr, r"c.yaml:\d+:\d+")

    def test_what_is_not_there(self):
        self.config(system={**CONFIG["system"], "command": ["no-such-program"]})
        self.refused(65, "no-such-program cannot be started")
        self.config(system={**CONFIG["system"], "files": ["gone.py"]})
        self.refused(65, "gone.py")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
