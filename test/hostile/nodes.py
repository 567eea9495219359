#!/usr/bin/env python3
"""What a node of strangers may do to its machine, to the farm and to the truth: nodes.py PROGRAM

Each is a small program in Python that does its deed when a client asks it for an echo, in virtual and in extended time. The table
of docs/reference/node-misbehaviour.md, is what is expected.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from config_files import weaker  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
LONGEST_S = 60  # a run of any of them, on a busy machine
EVERYTHING = ("users", "network", "ipc", "processes", "files", "calls")
NODE = """
import ctypes, errno, json, os, socket, subprocess, sys, threading, time
VIRTUAL, VICTIM, me = {virtual}, {victim!r}, "?"
def raw(data): os.write(1, data)
def say(dest, **body): raw((json.dumps({{"src": me, "dest": dest, "body": body}}) + "\\n").encode())
def done():
    if not VIRTUAL: say("$farm", type="done")
def answer(m, **more): say(m["src"], type=m["body"]["type"] + "_ok", in_reply_to=m["body"]["msg_id"], **more)
def tried(function, *arguments):
    try:
        return str(function(*arguments))
    except BaseException as e:
        return "refused: " + str(e)
def deed(m):
{deed}
    return True
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; say(m["src"], type="init_ok", in_reply_to=b["msg_id"], ldfi={{"version": 1}})
    elif t == "echo" and deed(m): answer(m, echo=b["echo"])
    elif t == "error" and b["code"] == 1 and b["in_reply_to"] == 77: answer(asked, echo=asked["body"]["echo"])
    elif t == "probe": answer(m, found=probe())
    done()
"""
LIMITS = {"step": "1s", "messages": 1000, "output": 5_000_000, "node_memory": 300_000_000, "disk": 20_000_000, "tasks": 40}
INVALID, ENDED, VACUOUS, FINE = 65, 1, 2, 0
BOTH = (True, False)
FORKS = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.pause()
    os._exit(0)
os.wait()
"""
# Each of 30 processes does this until it may open nothing more. The first one keeps the node from being done.
IN_PROCESSES = """
import array, signal
def fill(a):
    a.setblocking(False)
    try:
        while True: a.send(b"x" * 65536)
    except BlockingIOError: pass
for _ in range(30):
    if os.fork() == 0: break
else:
    while True: pass
kept = []
try:
    while True:
        FILL
except OSError: pass
while True: signal.pause()
"""
# Buffers of the kernel with 230 kB in each.
SOCKETS = IN_PROCESSES.replace("FILL", "a, b = socket.socketpair(); fill(a); kept += [a, b]")
CLOSED = IN_PROCESSES.replace("FILL", "a, b = socket.socketpair(); fill(a); a.close(); kept += [b]")
CONNECTIONS = """
server = socket.socket(socket.AF_UNIX); server.bind("own"); server.listen(4000)
for _ in range(2000):
    a = socket.socket(socket.AF_UNIX); a.connect("own"); a.setblocking(False)
    try:
        while True: a.send(b"x" * 65536)
    except BlockingIOError: a.close()
while True: pass
"""
# A name: (what it does, {virtual: status}, what is said)
DEEDS = {
    "hangs": ("os.read(os.pipe()[0], 1)", {False: INVALID}, "it hangs"),
    "does not answer": ("return False", {True: VACUOUS, False: VACUOUS}, ""),
    "spins": ("while True: pass", {True: INVALID, False: INVALID}, "in an endless loop"),
    "ignores SIGTERM and hangs": ("import signal; signal.signal(15, signal.SIG_IGN); signal.pause()", {False: INVALID}, "it hangs"),
    "never reads again": ("[threading.Event().wait() for _ in range(2)]", {False: INVALID}, "it hangs"),
    "garbage": ("raw(b'garbage\\n')", {True: INVALID, False: INVALID}, "not JSON"),
    "half a line": ("raw(b'{'); return False", {True: INVALID}, "in the middle of a line"),
    "half a line, and another": ("raw(b'{')", {True: INVALID, False: INVALID}, "not JSON"),
    "a byte order mark": ("raw(b'\\xef\\xbb\\xbf')", {True: INVALID, False: INVALID}, "not JSON"),
    "CRLF": ("raw(b'\\r\\n' + json.dumps({'dest': 'n1', 'body': {'type': 'x'}}).encode() + b'\\r\\n')", {True: FINE, False: FINE}, ""),
    "NUL": ("raw(b'\\0')", {True: INVALID, False: INVALID}, "not JSON"),
    "what is no UTF-8": ("raw(b'{\"dest\": \"n1\", \"body\": {\"type\": \"\\xff\"}}\\n')", {True: INVALID, False: INVALID}, "not JSON"),
    "nested deeply": ("raw(b'[' * 100000 + b'\\n')", {True: INVALID, False: INVALID}, "nested deeper than 64 levels"),
    "a number without end": ("raw(b'{\"dest\": \"n1\", \"body\": {\"type\": \"x\", \"n\": 1e999}}\\n')", {True: INVALID, False: INVALID}, "not JSON"),
    "a huge number": ("say('c1', type='echo_ok', in_reply_to=10**40)", {True: INVALID, False: INVALID}, "does not fit into 64 bits"),
    "says that another sent it": ("raw(b'{\"src\": \"c7\", \"dest\": \"n1\", \"body\": {\"type\": \"x\"}}\\n')", {True: FINE, False: FINE}, ""),
    "to nobody": ("say('n9', type='x')", {True: FINE, False: FINE}, ""),
    "to nobody, and asks": ("global asked; asked = m; say('n9', type='x', msg_id=77); return False", {True: FINE, False: FINE}, ""),
    "floods its neighbour": ("[say('n1', type='x') for _ in range(2000)]", {True: INVALID, False: INVALID}, "limits.messages"),
    "floods nobody": ("[say('n9', type='x', msg_id=5) for _ in range(2000)]", {True: INVALID, False: INVALID}, "limits.messages"),
    "says too much": ("[say('c1', type='x' * 10000) for _ in range(600)]", {True: INVALID, False: INVALID}, "limits.output"),
    "says empty lines": ("[raw(b'\\n' * 60000) for _ in range(200)]", {True: INVALID, False: INVALID}, "limits.output"),
    "says a line without end": ("[raw(b'x' * 60000) for _ in range(60)]", {True: INVALID, False: INVALID}, "limits.line"),
    "fills its stderr": ("os.write(2, b'x' * 10_000_000)", {True: FINE, False: FINE}, ""),
    "fills its stderr for ever": ("while True: os.write(2, b'x' * 4096)", {True: INVALID, False: INVALID}, "limits.step"),
    "ends": ("os._exit(3)", {True: ENDED, False: ENDED}, "ended by itself"),
    "aborts": ("os.abort()", {True: ENDED, False: ENDED}, "ended by itself"),
    "kills itself": ("import _signal; _signal.raise_signal(9)", {True: ENDED, False: ENDED}, "ended by itself"),
    "closes its stdout": ("os.close(1); return False", {True: ENDED}, "ended by itself"),
    "becomes another program": ("os.execvp('sleep', ['sleep', '1000'])", {False: INVALID}, "it hangs"),
    "leaves processes behind": (FORKS, {True: FINE, False: FINE}, ""),
    "forks without end": ("while True:\n    try: os.fork()\n    except OSError: pass", {True: INVALID, False: INVALID}, "limits."),
    "starts too many threads": ("e = threading.Event(); [tried(threading.Thread(target=e.wait, daemon=True).start) for _ in range(60)]\nwhile True: pass",
                                {True: INVALID, False: INVALID}, "limits."),
    "takes memory": ("bytearray(1 << 30)", {True: ENDED, False: ENDED}, "MemoryError"),
    "shares memory with nobody": ("import mmap; p = mmap.mmap(-1, 1 << 30); p.write(b'x' * (1 << 20)); [p.write(b'y' * (1 << 20)) for _ in range(1000)]\n"
                                  "while True: pass", {True: INVALID, False: INVALID}, "limits.node_memory"),
    "fills sockets": (SOCKETS, {True: INVALID, False: INVALID}, "limits.node_memory"),
    "leaves data in sockets that it closed": (CLOSED, {True: INVALID}, "limits.node_memory"),
    "opens too much": ("kept = [socket.socketpair() for _ in range(200)]", {True: ENDED}, "Too many open files"),
    "is stopped after it was done": ("answer(m, echo=m['body']['echo']); done(); os.kill(os.getpid(), 19)\nreturn False", {False: INVALID}, "is stopped by a signal"),
    "leaves connections that nobody accepts": (CONNECTIONS, {False: INVALID}, "limits.node_memory"),
    "fills page tables": ("import mmap; kept = [mmap.mmap(-1, 1 << 38, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ) for _ in range(2)]\n"
                          "[one[i] for one in kept for i in range(0, 1 << 38, 1 << 21)]\nwhile True: pass", {True: INVALID}, "limits.node_memory"),
    "fills its folder": ("tried(lambda: [open(str(i), 'wb').write(b'x' * 6_000_000) for i in range(9)])", {True: INVALID, False: INVALID}, "limits.disk"),
    "writes a file that is too long": ("tried(lambda: open('f', 'wb').write(b'x' * 30_000_000)); os.unlink('f')", {True: FINE, False: FINE}, ""),
    "kills all": ("[tried(os.kill, pid, 9) for pid in (-1, 1, os.getppid(), {farm})]", {True: FINE, False: FINE}, ""),
    "cuts off its clock": ("os.truncate(os.environ['LDFI_CLOCK'] + '/page', 0); return False", {True: INVALID}, "damages its clock"),
    "moves its clock": ("open(os.environ['LDFI_CLOCK'] + '/page', 'r+b').write(b'\\x77' * 4096)", {True: INVALID}, "damages its clock"),
}
PROBE = """
def connect(where):
    with socket.socket(socket.AF_UNIX) as one: one.connect(where)
def ptrace(*words):
    if ctypes.CDLL(None, use_errno=True).ptrace(*words) != 0: raise OSError(ctypes.get_errno(), "ptrace")
def call(name, *words):
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*words) < 0: raise OSError(ctypes.get_errno(), name)
def unshare(flags):
    if ctypes.CDLL(None, use_errno=True).unshare(flags) != 0: raise OSError(ctypes.get_errno(), "unshare")
def probe():
    out = {"sockets": [tried(socket.socket, family) for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, 40)]}
    out["connect"] = [tried(connect, where) for where in ("ABSTRACT", VICTIM + "/socket")]
    out["write"] = [tried(open, path, "a") for path in (VICTIM + "/kept", "/etc/ldfi", "/usr/ldfi", VICTIM + "/conf/c.yaml", "/proc/sys/kernel/core_pattern")]
    out["read"] = [tried(os.listdir, path) for path in (VICTIM + "/home", VICTIM + "/tmp")]
    out["own"] = tried(lambda: open("mine", "w").write("x"))
    out["processes"] = [name for name in os.listdir("/proc") if name.isdigit()]
    out["memory"] = [tried(os.memfd_create, "x"), tried(os.setxattr, "mine", "user.x", b"x")]
    out["memory"] += [tried(call, name, *words) for name, *words in (("msgget", 0, 0o1600), ("semget", 0, 1, 0o1600), ("inotify_init1", 0))]
    out["status"] = dict(line.split(":\\t") for line in open("/proc/self/status").read().split("\\n") if line.startswith(("CapEff", "CapBnd", "NoNew", "Seccomp:")))
    out["powers"] = [tried(ptrace, 16, 1, None, None), tried(unshare, 0x10000000), tried(os.chroot, ".")]
    return out
"""


def survivors(word):
    """Processes with this word in their command line or folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as stream:
            if word.encode() in stream.read() and int(pid) != os.getpid():
                found.append(int(pid))
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("tmp", "conf", "home", "run"):
            os.mkdir(self.path(name))
        self.write("home/secret", "secret")
        self.write("kept", "kept")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as stream:
            return stream.read()

    def node(self, deed, virtual, more="", **config):
        deed = deed.replace("{farm}", str(os.getpid())).strip()
        body = "\n".join("    " + line for line in deed.split("\n"))
        text = NODE.format(virtual=virtual, victim=self.folder, deed=body)
        self.write("conf/node.py", text.replace("for line in sys.stdin:", more + "\nfor line in sys.stdin:", 1))
        system = {"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "virtual" if virtual else "extended"}
        config = {"workload": {"kind": "echo", "operations": 2}, "fspec": {"eot": "1s", "omissions": "none"}, "limits": LIMITS} | config
        config["system"] = system | config.get("system", {})
        self.write("conf/c.yaml", json.dumps(config))

    def start(self, *options, wrapper=(), config="conf/c.yaml", **more):
        options += tuple(weaker(self.read(config)))
        variables = {**os.environ, "TMPDIR": self.path("tmp"), "HOME": self.path("home"), "PATH": "/usr/bin:/bin"}
        return subprocess.Popen([*wrapper, PROGRAM, self.path(config), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables,
                                cwd=self.path("run"), **more)  # fmt: skip

    def run_it(self, *options, **more):
        began = time.monotonic()
        running = self.start(*options, **more)
        try:
            out, err = running.communicate(timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        self.assertLess(time.monotonic() - began, LONGEST_S)
        self.expect_nothing_left()
        return running.returncode, out, err

    def expect_nothing_left(self):
        self.assertEqual(survivors(self.folder), [])
        self.assertEqual(os.listdir(self.path("tmp")), [])
        self.assertEqual(self.read("kept"), "kept")
        self.assertEqual(self.read("home/secret"), "secret")

    def probe(self, virtual, status=VACUOUS, **more):
        """What a node finds out about where it is."""
        ops = [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "probe"}}]
        self.node("pass", virtual, more=PROBE.replace("ABSTRACT", "\\0" + self.folder), workload={"ops": ops}, checker="set", **more)
        kept = os.path.join(self.folder, f"kept-{len(os.listdir(self.folder))}")
        found, out, err = self.run_it("--recordings", kept)
        self.assertEqual(found, status, out + err)
        with open(os.path.join(kept, "00000.jsonl"), encoding="utf-8") as stream:
            bodies = [event["body"] for event in map(json.loads, stream) if event.get("e") == "return"]
        return bodies[0]["found"], err


class Deeds(Case):
    """Every one of the table, one after the other."""

    def do(self, name):
        deed, statuses, said = DEEDS[name]
        for virtual, status in statuses.items():
            with self.subTest(name, virtual=virtual):
                # To take 300 MB, and as much again, may take a second of a slow machine.
                self.node(deed, virtual, limits=LIMITS | ({"step": "20s"} if said == "limits.node_memory" else {}))
                found, out, err = self.run_it()
                self.assertEqual(found, status, f"{name}: {out}{err}")
                self.assertIn(said, out + err)


for each in DEEDS:
    setattr(Deeds, "test_" + re.sub(r"\W+", "_", each.lower()), lambda self, name=each: self.do(name))


# What one life of a node must not leave to the next, which is forked from the same process.
FORKED = {
    "stops what it was forked from": ("[tried(os.kill, int(pid), 19) for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, int(os.readlink('/proc/self')))]", FINE, ""),
    "interrupts what it was forked from": ("[tried(os.kill, int(pid), 2) for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, int(os.readlink('/proc/self')))]", FINE, ""),
    "leaves what forks": (FORKS + "if os.fork() == 0:\n    os.setsid()\n    while True:\n        try:\n            if os.fork(): os._exit(0)\n        except OSError: os._exit(0)",
                          INVALID, "limits."),
    "leaves what stops and starts others": ("if os.fork() == 0:\n    while True:\n        for pid in os.listdir('/proc'):\n            if pid.isdigit() and int(pid) > 1: tried(os.kill, int(pid), 18)",
                                            INVALID, "limits."),
    "looks for its former life": ("assert not os.path.exists('/dev/shm/x') and not os.path.exists('x') and VICTIM != me; open('/dev/shm/x', 'w').close(); open('x', 'w').close()", FINE, ""),
    "looks for others": ("assert len([pid for pid in os.listdir('/proc') if pid.isdigit()]) <= 3", FINE, ""),
}
FORKED |= {name: (DEEDS[name][0], DEEDS[name][1][True], DEEDS[name][2]) for name in
           ("spins", "ends", "aborts", "closes its stdout", "leaves processes behind", "forks without end", "takes memory", "fills its folder", "kills all",
            "cuts off its clock", "moves its clock")}  # fmt: skip


class Forked(Case):
    """What it does in one life has no consequence in the next (system.start: fork)."""

    def do(self, name):
        deed, status, said = FORKED[name]
        self.node(deed, True, system={"start": "fork"}, fspec={"eot": "1s", "omissions": "none", "crashes": 1})
        found, out, err = self.run_it("--summary", "json")
        self.assertEqual(found, status, f"{name}: {out}{err}")
        self.assertIn(said, out + err)
        if status == FINE:
            summary = json.loads(out)
            self.assertGreaterEqual(summary["executions"], 3)
            self.assertEqual(summary["determinism"]["differences"], [], out + err)


for each in FORKED:
    setattr(Forked, "test_" + re.sub(r"\W+", "_", each.lower()), lambda self, name=each: self.do(name))


class ShutIn(Case):
    def listen(self):
        for where in ("\0" + self.folder, self.path("socket")):
            server = self.enterContext(socket.socket(socket.AF_UNIX))
            server.bind(where)
            server.listen()

    def test_what_it_reaches(self):
        self.listen()
        for virtual in BOTH:
            found, err = self.probe(virtual, system={"sandbox": "require"})
            self.assertNotIn("not confined", err)
            for what in ("sockets", "connect", "write", "powers", "memory"):
                self.assertEqual([one.split(":")[0] for one in found[what]], ["refused"] * len(found[what]), found)
            self.assertEqual([one.split(":")[0] for one in found["read"]], ["refused"] * 2, found)
            self.assertEqual(found["own"], "1")
            self.assertLessEqual(len(found["processes"]), 2)
            self.assertEqual(found["status"], {"CapEff": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2"})
            self.expect_nothing_left()

    def test_what_it_reaches_if_it_may(self):
        """What the sandbox keeps from it is there without."""
        self.listen()
        found, err = self.probe(False, system={"sandbox": "off"})
        self.assertNotIn("not confined", err)
        for what in ("connect", "read"):
            self.assertNotIn("refused", "".join(found[what]), found)
        self.assertNotIn("refused", found["sockets"][0] + found["write"][0] + found["write"][3])
        self.assertEqual(found["own"], "1")

    def test_the_network_of_the_machine(self):
        found, _ = self.probe(False, system={"network": "host"})
        self.assertNotIn("refused", found["sockets"][0])
        self.assertIn("refused", found["write"][0])

    def test_a_machine_without_namespaces(self):
        """Calls are refused all the same, and what is missing is said once; or it is an error."""
        inside = "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all \"$@\""
        wrapper = ["unshare", "-Ur", "sh", "-c", inside, "sh"]
        if subprocess.run([*wrapper, "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("there are no user namespaces to be without")
        self.node("pass", False)
        status, _, err = self.run_it(wrapper=wrapper)
        self.assertEqual((status, err.count("not confined")), (0, 1), err)
        for layer in EVERYTHING[:-1]:
            self.assertIn(layer, err)
        self.assertNotIn("calls", err)
        self.node("import socket; tried(socket.socket, socket.AF_INET).startswith('refused') or os._exit(5)", False)
        self.assertEqual(self.run_it(wrapper=wrapper)[0], 0)
        self.node("pass", False, system={"sandbox": "require"})
        status, _, err = self.run_it(wrapper=wrapper)
        self.assertEqual(status, 74, err)
        self.assertIn("system.sandbox is require", err)

    def test_a_config_behind_a_link(self):
        """The folder that a link in a home leads to is shown, and the link is hidden."""
        self.node("pass", False)
        os.symlink(self.path("conf"), self.path("home/link"))
        config = json.loads(self.read("conf/c.yaml"))
        for command in (["python3", "node.py"], ["python3", self.path("home/link/node.py")]):
            config["system"]["command"] = command
            self.write("conf/c.yaml", json.dumps(config))
            status, out, err = self.run_it(config="home/link/c.yaml")
            self.assertEqual(status, 0, out + err)

    def test_a_node_sees_nothing_of_another(self):
        """Nor of what was there before: each execution is the first."""
        deed = "assert not os.path.exists('/dev/shm/x') and not os.path.exists('x'); open('/dev/shm/x', 'w').close(); open('x', 'w').close()"
        for virtual in BOTH:
            self.node(deed, virtual, fspec={"eot": "1s"})
            status, out, err = self.run_it()
            self.assertEqual(status, 0, out + err)


class Folders(Case):
    """What a node leaves in its folder is removed, and nothing else."""

    def leave(self, deed, **limits):
        for how in ("auto", "off"):
            self.node(deed, False, system={"sandbox": how}, limits=LIMITS | {"step": "30s", "disk": 500_000_000} | limits)
            status, out, err = self.run_it()
            self.assertEqual(status, 0, out + err)

    def test_links_out_of_it(self):
        self.leave("for i, where in enumerate((VICTIM, VICTIM + '/kept', '/', VICTIM + '/home')): os.symlink(where, str(i))\n"
                   "os.mkdir('d'); os.symlink(VICTIM, 'd/link')")

    def test_odd_modes_and_names(self):
        self.leave("os.makedirs('a/b/c'); open('a/b/c/f', 'w').close(); os.mkfifo('a/fifo')\n"
                   "for name in ('new\\nline', '-rf', ' ', '\\u202e', '.ldfi-1', '...'): os.mkdir(name)\n"
                   "open(b'\\xff\\xfe', 'w').close()\n"
                   "for name in ('a/b/c', 'a/b', 'a', '.'): os.chmod(name, 0)")

    def test_deeper_than_a_path_is_long(self):
        self.leave("for _ in range(2000): os.mkdir('d' * 200); os.chdir('d' * 200)")

    def test_many_files(self):
        self.leave("for i in range(FILES if me == 'n0' else 0): os.close(os.open(str(i), os.O_CREAT))".replace("FILES", os.environ.get("LDFI_FILES", "10000")))


class Killed(Case):
    """kill -9 in the middle of executions: nothing is left, or the next run removes it."""

    def test_at_any_moment(self):
        times = int(os.environ.get("LDFI_KILLS", "4"))
        for i in range(times):
            virtual = i % 2 == 0
            self.node(FORKS + "\nimport subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)", virtual, fspec={"eot": "1s"},
                      workload={"kind": "echo", "operations": 8})
            running = self.start()
            time.sleep(0.2 + 0.13 * (i % 13))
            running.kill()
            running.communicate(timeout=LONGEST_S)
            self.expect_soon()

    def test_with_all_that_it_started(self):
        """Whatever is left then is removed by the next run."""
        self.node("os.read(os.pipe()[0], 1)", False, limits=LIMITS | {"step": "100s"})
        running = self.start(start_new_session=True)
        deadline = time.monotonic() + 30
        while len(survivors(self.path("conf/node.py"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        family = [running.pid]
        for pid in family:
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as stream:
                family += map(int, stream.read().split())
        self.assertGreater(len(family), 3)
        for pid in family:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGSTOP)
        for pid in family:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        running.communicate(timeout=LONGEST_S)
        self.node("pass", False)
        self.assertEqual(self.run_it()[0], 0)

    def expect_soon(self):
        deadline = time.monotonic() + 30
        while (survivors(self.folder) or os.listdir(self.path("tmp"))) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.expect_nothing_left()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
