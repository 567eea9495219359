"""Programs that rely on what Maelstrom does: test_maelstrom.py PROGRAM SOURCE_DIR RESULTS"""

import json
import os
import shutil
import stat
import subprocess
import sys
import unittest
import unittest.mock

RESULTS = os.path.abspath(sys.argv.pop(3)) if len(sys.argv) > 3 and not sys.argv[3].startswith("-") and "." not in sys.argv[3] else ""

from system_case import SystemCase, main  # noqa: E402

PASS = 'print("{\\"result\\": \\"pass\\"}")\n'
# A node whose reactions are put in place of the others; b is the body of message m, and t its type.
HEAD = """
import json, os, sys
me, others, told = None, [], 0
def send(dest, **body):
    print(json.dumps({"src": me, "dest": dest, "body": body}), flush=True)
def reply(m, **body):
    send(m["src"], in_reply_to=m["body"]["msg_id"], **body)
LDFI = {}
def ready(m):
    reply(m, type="init_ok", **({"ldfi": {"version": 1}} if LDFI else {}))
def done():
    if LDFI: send("$farm", type="done", n=told)
"""
LOOP = """
for line in sys.stdin:
    told += 1
    m = json.loads(line); b = m["body"]; t = b.get("type")
    if t == "init":
        me = b["node_id"]; others = [n for n in b["node_ids"] if n != me]
        INIT
    REST
    done()
"""
ECHO = 'elif t == "echo": reply(m, type="echo_ok", echo=b["echo"])'
# Writes to a service before it is ready.
ASKS_SERVICE = (
    'waiting = m; send("seq-kv", type="write", key=me, value=0, msg_id=1)',
    f"""elif t == "write_ok" and waiting: ready(waiting); waiting = None
    {ECHO}""",
)
# The first node asks the second one, which is ready at once; the second one asks nobody.
ASKS_NODE = (
    """waiting = m
        if me == "n0": send("n1", type="hello", msg_id=1)
        else: ready(m)""",
    f"""elif t == "hello": reply(m, type="hello_ok")
    elif t == "hello_ok": ready(waiting)
    {ECHO}""",
)
READY = "ready(m)"


def node(init=READY, rest=ECHO, head="", ldfi=False):
    return HEAD.replace("LDFI = {}", "LDFI = " + str(ldfi)) + head + LOOP.replace("INIT", init).replace("REST", rest)


class MaelstromCase(SystemCase):
    def one_echo(self, nodes=1, system=None, at="50ms", **fspec):
        workload = {"ops": [{"at": at, "client": "c1", "node": "n0", "body": {"type": "echo", "echo": "x"}}]}
        fspec = {"eff": "0s", "eot": "200ms", "omissions": "none"} | fspec
        return self.config(nodes=nodes, system=system, workload=workload, fspec=fspec, checker="echo")


class BeforeInit(MaelstromCase):
    """Nodes use services and each other before they answer init."""

    def test_services_answer_in_every_kind_of_time(self):
        for init, rest in (ASKS_SERVICE, ASKS_NODE):
            for time in ("plain", "virtual", "extended"):
                with self.subTest(time=time, init=init):
                    self.write("node.py", node(init, rest, "waiting = None\n", ldfi=time == "extended"))
                    self.summary(self.one_echo(nodes=2, system={"time": time}), "--recordings", "kept", "--replay", "none")
                    returned = self.events("kept", "return")
                    self.assertEqual([event["body"]["echo"] for event in returned], ["x"])
                    # The messages took their time, and what clients do is not late because of that.
                    self.assertEqual([event["t"] // 10**6 for event in self.events("kept", "invoke")], [50])
                    self.assertGreaterEqual(self.events("kept", "recv")[-1]["t"], 20 * 10**6)
                    shutil.rmtree(self.path("kept"))

    def test_a_lost_message_may_keep_a_node_from_being_ready(self):
        """That is not an error of the node: it is not judged by what nobody requested of it."""
        for time in ("plain", "virtual", "extended"):
            with self.subTest(time=time):
                self.write("node.py", node(*ASKS_SERVICE, "waiting = None\n", ldfi=time == "extended"))
                config = self.one_echo(system={"time": time}, eff="100ms", omissions=1)
                done = self.farm(config, "--replay", "O(n0,seq-kv,write#0)", "--recordings", "kept")
                self.assertIn(done.returncode, (0, 2), done.stdout + done.stderr)
                self.assertNotIn("init", done.stderr)
                self.assertEqual(self.events("kept", "invoke"), [])
                shutil.rmtree(self.path("kept"))

    def test_the_hint_fits_the_reason(self):
        limits = {"limits": {"step": "500ms"}}
        for time in ("plain", "virtual", "extended"):
            config = self.one_echo(system={"time": time})
            with open(self.path(config), encoding="utf-8") as stream:
                whole = json.load(stream) | limits
            self.write(config, json.dumps(whole))
            flush = "" if time == "extended" else ". If it printed the answer, it has to flush its output"
            kinds = (("pass", "n0 has not answered init with init_ok" + flush),
                     ('send("seq-kv", type="read", key="k", msg_id=1)', "but sent other messages. It may wait for an answer"),
                     ('reply(m, type="hello")', "n0 did not answer init with init_ok, but with hello"),
                     ("reply(m)", "n0 did not answer init with init_ok, but with ?"))  # fmt: skip
            for init, words in kinds if time == "virtual" else kinds[:2]:
                with self.subTest(time=time, init=init):
                    self.write("node.py", node(init, ldfi=time == "extended"))
                    self.refused(config, words)


class Services(MaelstromCase):
    def test_fields_may_be_absent(self):
        asks = """elif t == "echo":
        request = m; send("STORE", type="cas", key="k", to=b["echo"], create_if_not_exists=True, msg_id=1)
    elif t == "cas_ok": send("STORE", type="read", key="k", msg_id=2)
    elif t == "read_ok": reply(request, type="echo_ok", echo=b["value"])
    elif t == "error": sys.exit("refused: " + b["text"])"""
        for store in ("lin-kv", "seq-kv", "lww-kv"):
            self.write("node.py", node(rest=asks.replace("STORE", store)))
            self.assertEqual(self.summary(self.one_echo(), status=0)["verdict"], "certified", store)

    def test_requests_without_an_id_are_answered(self):
        asks = """elif t == "echo": request = m; send("lin-tso", type="ts")
    elif t == "ts_ok" and b["in_reply_to"] is None: reply(request, type="echo_ok", echo="x")"""
        self.write("node.py", node(rest=asks))
        self.summary(self.one_echo(), "--recordings", "kept", "--replay", "none")
        self.assertEqual(len(self.events("kept", "return")), 1)


class Messages(MaelstromCase):
    """Bodies that have no type, or one that is not a name."""

    # What n0 sends to n1; n1 keeps what it is sent.
    COPIES = """elif t == "add": elements.append(b["element"]); reply(m, type="add_ok"); [SEND for o in others]
    elif t == "read": reply(m, type="read_ok", value=elements)
    else: elements.append(b["element"])"""
    BODIES = ('{"more": {"type": "x"}}', '{"type": None}', '{"type": ["copy"]}', '{"type": "a b"}', '{"type": "?"}')

    def test_they_are_delivered_and_faults_name_them(self):
        for time in ("virtual", "extended", "plain"):
            for body in self.BODIES if time == "virtual" else self.BODIES[:1]:
                with self.subTest(time=time, body=body):
                    send = f'send(o, **{{**{body}, "element": b["element"]}})'
                    self.write("node.py", node(rest=self.COPIES.replace("SEND", send), head="elements = []\n", ldfi=time == "extended"))
                    config = self.config(nodes=2, system={"time": time}, workload={"kind": "set", "operations": 1}, fspec={"eff": "200ms", "eot": "300ms"})
                    summary = self.summary(config, status=1)
                    self.assertEqual(summary["counterexamples"][0]["faults"], ["O(n0,n1,?#0)"])
                    self.assertEqual(summary["counterexamples"][0]["minimal"], time != "plain")

    def test_answers_without_a_type(self):
        rest = """elif t == "add":
        elements.append(b["element"]); reply(m, type="add_ok")
        for o in others: send(o, type="copy", element=b["element"], msg_id=1)
    elif t == "copy": elements.append(b["element"]); reply(m)
    elif t == "read": reply(m, type="read_ok", value=elements)"""
        self.write("node.py", node(rest=rest, head="elements = []\n"))
        config = self.config(nodes=2, workload={"kind": "set", "operations": 1}, fspec={"eff": "200ms", "eot": "1s"})
        summary = self.summary(config, status=1)
        self.assertEqual(summary["counterexamples"][0]["faults"], ["O(n0,n1,copy#0)"])

    def test_recordings_stories_and_reports_have_them(self):
        rest = self.COPIES.replace("SEND", 'send(o, element=b["element"])')
        self.write("node.py", node(rest=rest, head="elements = []\n"))
        config = self.config(nodes=2, workload={"kind": "set", "operations": 1}, fspec={"eff": "200ms", "eot": "300ms"})
        self.summary(config, "--recordings", "kept", status=1)
        lost = [event for number in range(2) for event in self.events("kept", "send", number) if event["fate"] == "lost"]
        self.assertEqual([event["id"] for event in lost], [["n0", "n1", "?", 0]])
        self.assertEqual(lost[0]["body"], {"element": 100})
        self.farm(config, "-o", "run.h5")
        for words, expected in ((["show", "run.h5", "f1"], "sends ?#0 to n1 (? element=100), which is lost"), (["report", "run.h5", "-o", "run.html"], "")):
            done = subprocess.run([RESULTS, *words], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(expected, done.stdout)
        with open(self.path("run.html"), encoding="utf-8") as stream:
            self.assertIn("O(n0,n1,?#0)", stream.read())
        self.assertEqual(self.farm(config, "--replay", "O(n0,n1,?#0)").returncode, 1)
        self.assertEqual(self.farm(config, "--replay", "none", "--deliveries", "n0,n1,?#0").returncode, 0)

    def test_an_answer_without_a_type_is_not_acknowledged(self):
        self.write("node.py", node(rest='elif t == "echo": reply(m, echo=b["echo"])'))
        self.assertEqual(self.summary(self.one_echo(), status=2)["verdict"], "vacuous")

    def test_what_is_still_refused(self):
        for line, words in (('{"dest": "n0", "body": 5}', "printed a message whose body is not an object"),
                            ('{"dest": "n0", "body": [1]}', "printed a message whose body is not an object"),
                            ('{"body": {"type": "x"}}', 'printed a message without "dest"')):  # fmt: skip
            self.write("node.py", node(rest=f"elif t == 'echo': print({line!r}, flush=True)"))
            self.refused(self.one_echo(), words)

    def test_a_message_without_a_body_has_an_empty_one(self):
        for line in ('{"dest": "n0"}', '{"dest": "n0", "body": null}', '{"dest": "n0", "body": {}, "id": 7}'):
            rest = f"""elif t == "echo": request = m; print({line!r}, flush=True)
    elif b == {{}}: reply(request, type="echo_ok", echo="x")"""
            self.write("node.py", node(rest=rest))
            self.summary(self.one_echo(), "--replay", "none", "--recordings", "kept")
            self.assertEqual(len(self.events("kept", "return")), 1, line)
            shutil.rmtree(self.path("kept"))


class Workloads(MaelstromCase):
    def test_keys_of_kafka_are_numbers_as_text(self):
        rest = """elif t == "send":
        log = logs.setdefault(int(b["key"]), []); log.append(b["msg"]); reply(m, type="send_ok", offset=len(log) - 1)
    elif t == "poll": reply(m, type="poll_ok", msgs={k: [[i, v] for i, v in enumerate(logs.get(int(k), []))][o:] for k, o in b["offsets"].items()})
    elif t == "commit_offsets": committed.update({int(k): o for k, o in b["offsets"].items()}); reply(m, type="commit_offsets_ok")
    elif t == "list_committed_offsets":
        reply(m, type="list_committed_offsets_ok", offsets={k: committed[int(k)] for k in b["keys"] if int(k) in committed})"""
        self.write("node.py", node(rest=rest, head="logs, committed = {}, {}\n"))
        for keys in (1, 12):
            config = self.config(workload={"kind": "kafka", "operations": 20, "keys": keys}, fspec={"eff": "0s", "eot": "3s", "omissions": "none"})
            self.assertEqual(self.summary(config)["verdict"], "certified")


class Commands(MaelstromCase):
    ARGUMENTS = 'elif t == "echo": reply(m, type="echo_ok", echo=b["echo"]); open(RECORD, "a").write(json.dumps(sys.argv[1:]) + "\\n")'

    def arguments(self, *words, nodes=("a", "b")):
        """The arguments that each node gets."""
        self.write("node.py", node(rest=self.ARGUMENTS, head=f"RECORD = {self.path('record')!r}\n"))
        ops = [{"at": "50ms", "client": f"c{i + 1}", "node": name, "body": {"type": "echo", "echo": "x"}} for i, name in enumerate(nodes)]
        config = self.config([sys.executable, "node.py", *words], nodes=list(nodes), system={"sandbox": "off"}, workload={"ops": ops},
                             fspec={"eff": "0s", "eot": "100ms", "omissions": "none"}, checker="echo")  # fmt: skip
        self.farm(config, "--replay", "none")
        with open(self.path("record"), encoding="utf-8") as stream:
            out = [json.loads(line) for line in stream][: len(nodes)]
        os.remove(self.path("record"))
        return out

    def test_variables(self):
        self.assertEqual(self.arguments("--id", "{node}", "--port=400{index}", "{{node}} {other} ${node} {", "{{index}}", "{}", "{A}"),
                         [["--id", name, f"--port=400{i}", "{node} {other} ${node} {", "{index}", "{}", "{A}"] for i, name in enumerate("ab")])  # fmt: skip

    def test_unknown_variables(self):
        for word, told in (("{name}", "system.command has no variable {name}"), ("--id={nod}", "system.command has no variable {nod}")):
            self.refused(self.config([sys.executable, "node.py", word], workload={"kind": "echo"}, fspec={"eot": "1s"}), told)

    def test_files_of_each_node_are_part_of_the_system(self):
        reads = 'elif t == "echo": reply(m, type="echo_ok", echo=open(sys.argv[1]).read())'
        self.write("node.py", node(rest=reads))
        for name, text in (("n0", "x"), ("n1", "y")):
            self.write(name + ".conf", text)
        command = [sys.executable, "node.py", "{node}.conf"]
        ops = [{"at": "50ms", "client": "c1", "node": "n1", "body": {"type": "echo", "echo": "y"}}]
        config = self.config(command, nodes=2, workload={"ops": ops}, fspec={"eff": "0s", "eot": "100ms", "omissions": "none"}, checker="echo")
        self.assertEqual(self.summary(config)["verdict"], "certified")
        self.summary(config, "--recordings", "kept")
        before = self.recording("kept")[0]["system"]
        self.write("n1.conf", "z")
        self.farm(config, "--recordings", "other")
        self.assertNotEqual(self.recording("other")[0]["system"], before)

    def shim(self, name, text):
        os.makedirs(self.path("home/.versions/shims"), exist_ok=True)
        path = self.path("home/.versions/shims/" + name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(path, stat.S_IRWXU)
        return os.path.dirname(path)

    def test_interpreters_behind_shims(self):
        """A shim looks for its interpreter in the home, which nodes do not have."""
        real = os.path.realpath(sys.executable)
        text = f'#!/bin/sh\necho x >> "$HOME/count"\nexec "$(cat "$HOME/.version")" "$@"\n'
        folder = self.shim("python3", text)
        self.write("home/.version", real + "\n")
        self.write("node.py", "#!/usr/bin/env python3\n" + node())
        os.chmod(self.path("node.py"), stat.S_IRWXU)
        variables = {"HOME": self.path("home"), "PATH": folder + ":/usr/bin:/bin"}
        for command in (["python3", "node.py"], ["node.py"]):
            with self.subTest(command=command):
                config = self.config(command, nodes=2, workload={"kind": "echo", "operations": 3}, fspec={"eff": "0s", "eot": "1s", "omissions": "none"})
                with self.environment(variables):
                    summary = self.summary(config)
                self.assertEqual(summary["verdict"], "certified")
                with open(self.path("home/count"), encoding="utf-8") as stream:
                    self.assertEqual(len(stream.readlines()), 1)
                os.remove(self.path("home/count"))

    @unittest.skipUnless(os.path.exists("/usr/bin/python3"), "the shim needs an interpreter that nodes see")
    def test_a_shim_that_does_not_answer_stays(self):
        folder = self.shim("python3", '#!/bin/sh\n[ "$1" = -c ] && exit 1\nexec /usr/bin/python3 "$@"\n')
        self.write("node.py", node())
        with self.environment({"PATH": folder + ":/usr/bin:/bin"}):
            self.assertEqual(self.summary(self.one_echo(system={"command": ["python3", "node.py"]}))["verdict"], "certified")

    def environment(self, variables):
        return unittest.mock.patch.dict(os.environ, variables)


class OwnTmp(MaelstromCase):
    """Each node has its own /tmp, also if the config lies in it."""

    LOGS = """elif t == "echo":
        assert not os.path.exists(LOG), "another one wrote here"
        open(LOG, "a").write("x"); os.makedirs("/tmp/deep/er"); open("/tmp/deep/er/log", "w").write("x")
        for path in {BESIDE, os.path.dirname(BESIDE)} - {"/tmp"}:
            for deed in (lambda: os.rename(path, "/tmp/moved"), lambda: os.remove(path), lambda: os.rmdir(path), lambda: open(path + "/new", "w")):
                try: deed()
                except OSError: continue
                sys.exit("may change " + path)
        reply(m, type="echo_ok", echo=open(BESIDE + "/beside").read())"""

    def setUp(self):
        self.outer = None
        super().setUp()
        self.outer = self.folder

    def path(self, name):
        """A folder that has the one for temporary files in it is not shown as a whole."""
        return os.path.join(self.outer if self.outer and name == "tmp" else self.folder, name)

    def test_wherever_the_config_lies(self):
        self.assertTrue(self.outer.startswith("/tmp/"))
        log = "/tmp/log-" + os.path.basename(self.outer)
        for place in ("", "one", "one/two/three"):
            for time in ("virtual", "plain"):
                with self.subTest(place=place, time=time):
                    self.folder = os.path.normpath(os.path.join(self.outer, place))
                    os.makedirs(self.folder, exist_ok=True)
                    self.write("beside", "x")
                    self.write("node.py", node(rest=self.LOGS, head=f"BESIDE, LOG = {self.folder!r}, {log!r}\n"))
                    ops = [{"at": "50ms", "client": f"c{i}", "node": f"n{i}", "body": {"type": "echo", "echo": "x"}} for i in (1, 2)]
                    config = self.config(nodes=3, system={"time": time, "files": ["beside"]}, workload={"ops": ops}, checker="echo",
                                         fspec={"eff": "100ms", "eot": "200ms", "omissions": 0, "crashes": 1})  # fmt: skip
                    summary = self.summary(config, status=2 if time == "plain" else 0)
                    self.assertEqual(summary["results"]["pass"], 3)
                    self.assertTrue(os.path.exists(self.path("beside")))
                    self.assertFalse(os.path.exists(log))


if __name__ == "__main__":
    main()
