#!/usr/bin/env python3
"""The language server, driven by a client on its stdin and stdout: test_language_server.py LDFI_FARM SOURCE_FOLDER"""

import glob
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
SERVER = f"{SOURCES}/docs/editor/server"
sys.path.insert(0, SERVER)

import syntax  # noqa: E402

SPEC = 'pre(P) :- log("a", P);\npost(P) :- log("b", P);\nlog("a", "x")@1;\nnode("a", "b")@1;\n'
MAIN = 'include "spec.ded";\nlog(N, P)@next :- log(N, P);\nnode(N, M)@next :- node(N, M);\nlog(M, P)@async :- log(N, P), node(N, M);\n'
SECONDS = 60  # for an answer, on a busy machine


class Client:
    """A client like an editor: a thread reads, requests wait for their answers, and notifications are kept."""

    def __init__(self, folder, environment=None):
        self.process = subprocess.Popen([sys.executable, "-B", SERVER, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, "LDFI_FARM": FARM, **(environment or {})})
        self.folder, self.number, self.answers, self.told = pathlib.Path(folder), 0, {}, queue.Queue()
        self.arrived = threading.Condition()
        self.version = {}
        threading.Thread(target=self._read, daemon=True).start()
        self.capabilities = self.ask("initialize", {"rootUri": self.folder.as_uri(), "capabilities": {}})["capabilities"]
        self.say("initialized", {})

    def _read(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                return
            message = json.loads(self.process.stdout.read(length))
            if "id" in message:
                with self.arrived:
                    self.answers[message["id"]] = message
                    self.arrived.notify_all()
            else:
                self.told.put(message)

    def send(self, body):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def say(self, method, params):
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def answer(self, method, params):
        self.number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode())
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.number in self.answers, SECONDS), f"no answer to {method}"
            return self.answers[self.number]

    def ask(self, method, params):
        answer = self.answer(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def uri(self, name):
        return (self.folder / name).as_uri()

    def open(self, name, text=None):
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        self.version[name] = 1
        self.say("textDocument/didOpen", {"textDocument": {"uri": self.uri(name), "languageId": "dedalus", "version": 1, "text": text}})

    def change(self, name, *changes):
        self.version[name] += 1
        document = {"uri": self.uri(name), "version": self.version[name]}
        self.say("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def at(self, method, name, line, character, **more):
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": self.uri(name)}, "position": position, **more})

    def diagnostics(self, name, version=None):
        """Returns the next diagnostics of this version of a file. Files of other tools get none."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            message = self.told.get(timeout=SECONDS)
            params = message["params"]
            assert not params.get("uri", "").endswith("other.yaml"), params
            if message["method"] == "textDocument/publishDiagnostics" and params["uri"] == self.uri(name):
                if version is None or params.get("version") == version:
                    return params["diagnostics"]
        raise AssertionError(f"no diagnostics of {name}")

    def close(self):
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.say("exit", None)
        status = self.process.wait(SECONDS)
        said = self.process.stderr.read().decode()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        return status, said


def edit(begin, end, text):
    return {"range": {"start": dict(zip(("line", "character"), begin)), "end": dict(zip(("line", "character"), end))}, "text": text}


class Protocol(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.write("spec.ded", SPEC)
        self.write("main.ded", MAIN)
        self.write("run.yaml", "program: [main.ded]\nnodes: [a, b]\nfspec: {eot: 5, eff: 2}\n")
        self.client = None

    def tearDown(self):
        if self.client:
            self.assertEqual(self.client.close(), (0, ""))

    def start(self, **environment):
        self.client = Client(self.folder, environment)
        return self.client

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    # -- diagnostics

    def test_what_is_typed_is_checked_before_it_is_saved(self):
        client = self.start()
        client.open("main.ded")
        self.assertEqual(client.diagnostics("main.ded", 1), [])
        # 💥 has two UTF-16 units before the place of the error, and is one character for ldfi-farm.
        client.change("main.ded", edit((1, 0), (1, 0), 'seen(N) :- log(N, "💥"), lgo(N, Q), Q < Z;\n'))
        found = client.diagnostics("main.ded", 2)
        line = 'seen(N) :- log(N, "💥"), lgo(N, Q), Q < Z;'
        unbound = [one for one in found if one["code"] == "unbound"]
        self.assertEqual(len(unbound), 1, found)
        units = line.encode("utf-16-le")
        place = unbound[0]["range"]
        self.assertEqual(place["start"]["line"], 1)
        self.assertEqual(units[2 * place["start"]["character"] : 2 * place["end"]["character"]].decode("utf-16-le"), "Z")
        self.assertEqual(unbound[0]["severity"], 1)
        # The server writes no files.
        self.assertEqual((self.folder / "main.ded").read_text(encoding="utf-8"), MAIN)
        self.assertEqual(sorted(os.listdir(self.folder)), ["main.ded", "run.yaml", "spec.ded"])
        client.change("main.ded", {"text": MAIN})
        self.assertEqual(client.diagnostics("main.ded", 3), [])

    def test_other_files_of_the_program_are_told_of_and_taken_back(self):
        client = self.start()
        client.open("spec.ded")
        self.assertEqual(client.diagnostics("spec.ded"), [])
        client.change("spec.ded", {"text": SPEC.replace('log("a", "x")@1', 'log("a", 7)@1').replace("post(P) :-", 'post(P) :- P == "x",')})
        self.assertTrue(any(one["code"] == "type" for one in client.diagnostics("spec.ded", 2)))
        client.open("main.ded", MAIN + "wrong(")
        self.assertTrue(client.diagnostics("main.ded", 1))
        client.say("textDocument/didClose", {"textDocument": {"uri": client.uri("main.ded")}})
        self.assertEqual(client.diagnostics("main.ded"), [])

    def test_configs_and_specifications(self):
        client = self.start()
        # The server sends no diagnostics about it.
        client.open("other.yaml", "name: [of another, tool]\n")
        client.open("run.yaml", "program: [main.ded]\nfspec: {eot: x, eff: 2}\n")
        found = client.diagnostics("run.yaml")
        self.assertEqual([(one["code"], one["range"]["start"]["line"]) for one in found], [("config-value", 1)])
        client.change("run.yaml", {"text": "program: [main.ded]\nspecs: [s.spec]\nfspec: {eot: 5, eff: 2}\n"})
        self.write("s.spec", 'spec bad critical always "no";\nbad(P) :- log("b", P);\n')
        client.diagnostics("run.yaml", 2)
        client.open("s.spec", 'spec bad critical sometimes "no";\n')
        self.assertTrue(client.diagnostics("s.spec", 1))

    def test_a_program_without_a_config(self):
        os.unlink(self.folder / "run.yaml")
        client = self.start()
        client.open("spec.ded")  # the file is checked together with the program that includes it
        self.assertEqual([one for one in client.diagnostics("spec.ded") if one["severity"] == 1], [])
        client.open("main.ded")
        self.assertEqual([one for one in client.diagnostics("main.ded") if one["severity"] == 1], [])
        client.change("main.ded", {"text": "// pytest: certified -t 4 -f 2 -N a,b\n" + MAIN + 'late("a")@4;\nlate("a")@9;\n'})
        self.assertIn("late-fact", {one["code"] for one in client.diagnostics("main.ded", 2)})

    def test_many_changes_are_checked_once(self):
        log = self.folder / "calls"
        wrapper = self.folder / "bin" / "ldfi-farm"
        self.write("bin/ldfi-farm", f'#!/bin/sh\necho x >> {log}\nexec {FARM} "$@"\n')
        wrapper.chmod(0o755)
        client = self.start(LDFI_FARM=str(wrapper))
        client.open("main.ded")
        client.diagnostics("main.ded", 1)
        for _ in range(40):
            client.change("main.ded", edit((0, 0), (0, 0), "\n"))
        client.diagnostics("main.ded", 41)
        time.sleep(2)  # further notifications would arrive in this time
        self.assertLess(len(log.read_text().splitlines()), 20)

    def test_without_the_program_it_says_so_once(self):
        client = self.start(LDFI_FARM="/no/such", PATH="/no/such")
        client.open("main.ded")
        message = client.told.get(timeout=SECONDS)
        self.assertEqual(message["method"], "window/showMessage")
        self.assertIn("LDFI_FARM", message["params"]["message"])
        self.assertIsNotNone(client.at("hover", "main.ded", 1, 0))

    # -- places

    def test_definition_references_and_hover(self):
        client = self.start()
        client.open("main.ded")
        found = client.at("definition", "main.ded", 3, MAIN.splitlines()[3].index("node"))
        self.assertEqual({(one["uri"], one["range"]["start"]["line"]) for one in found}, {(client.uri("spec.ded"), 3), (client.uri("main.ded"), 2)})
        whole = client.at("references", "main.ded", 1, 1, context={"includeDeclaration": True})
        self.assertEqual(len(whole), (MAIN + SPEC).count("log("))
        readers = client.at("references", "main.ded", 1, 1, context={"includeDeclaration": False})
        self.assertEqual(len(readers), (MAIN + SPEC).count("log(") - 3)
        hover = client.at("hover", "main.ded", 1, 1)["contents"]["value"]
        for text in ("**log**(node, string)", "kept by @next", "sent by @async", "1 fact"):
            self.assertIn(text, hover)
        self.assertEqual(client.at("definition", "main.ded", 0, 12)[0]["uri"], client.uri("spec.ded"))
        self.assertIn("reads another file", client.at("hover", "main.ded", 0, 2)["contents"]["value"])
        self.assertIsNone(client.at("hover", "main.ded", 0, 12))

    def test_unsaved_text_counts(self):
        client = self.start()
        client.open("main.ded", MAIN + "fresh(N) :- log(N, _);\nold(N) :- fresh(N);\n")
        found = client.at("definition", "main.ded", 5, 11)
        self.assertEqual([one["range"]["start"]["line"] for one in found], [4])
        self.assertIn("**fresh**(node)", client.at("hover", "main.ded", 5, 11)["contents"]["value"])

    def test_built_in_relations_constants_and_events(self):
        client = self.start()
        text = 'const T = 3;\nr(N)@T :- log(N, _)@T, notin crash(N, N, _);\n'
        client.open("main.ded", MAIN + text)
        self.assertIn("built in", client.at("hover", "main.ded", 5, text.splitlines()[1].index("crash"))["contents"]["value"])
        self.assertIn("const T = 3", client.at("hover", "main.ded", 4, 6)["contents"]["value"])
        client.open("s.spec", "spec bad major always;\nbad(P) :- lost.log(_, _, P);\n")
        self.write("run.yaml", "program: [main.ded]\nspecs: [s.spec]\nfspec: {eot: 5, eff: 2}\n")
        self.assertTrue(client.at("definition", "s.spec", 1, 16))
        self.assertIn("specification", client.at("hover", "s.spec", 1, 0)["contents"]["value"])

    def test_a_check_that_goes_on_ends_before_the_server(self):
        slow = self.folder / "slow-farm"
        slow.write_text(f'#!/bin/sh\n: > "{self.folder}/begun"; sleep 1; "{FARM}" "$@"; : > "{self.folder}/ended"\n', encoding="utf-8")
        slow.chmod(0o755)
        scratch = self.folder / "scratch"
        scratch.mkdir()
        client = self.start(LDFI_FARM=str(slow), TMPDIR=str(scratch))
        client.open("main.ded")
        end = time.monotonic() + SECONDS
        while not (self.folder / "begun").exists() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual(client.close(), (0, ""))
        self.client = None
        self.assertTrue((self.folder / "ended").exists())
        self.assertEqual(list(scratch.iterdir()), [])

    def test_rename_keeps_the_program_what_it_was(self):
        client = self.start()
        client.open("main.ded")
        self.assertEqual(client.at("prepareRename", "main.ded", 1, 1), edit((1, 0), (1, 3), "")["range"])
        changes = client.at("rename", "main.ded", 1, 1, newName="store")["changes"]
        self.assertEqual(set(changes), {client.uri("main.ded"), client.uri("spec.ded")})
        before = self.verdict()
        for uri, edits in changes.items():
            path = pathlib.Path(uri.removeprefix("file://"))
            lines = path.read_text(encoding="utf-8").split("\n")
            for one in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
                line, begin, end = one["range"]["start"]["line"], one["range"]["start"]["character"], one["range"]["end"]["character"]
                lines[line] = lines[line][:begin] + one["newText"] + lines[line][end:]
            path.write_text("\n".join(lines), encoding="utf-8")
        text = (self.folder / "main.ded").read_text(encoding="utf-8") + (self.folder / "spec.ded").read_text(encoding="utf-8")
        self.assertNotIn("log(", text)
        self.assertEqual(self.verdict(), before)
        for new, why in (("node", "something else"), ("no name", "not a name"), ("notin", "not a name"), ("7", "not a name"), ("crash", "something else")):
            answer = client.answer("textDocument/rename", {"textDocument": {"uri": client.uri("main.ded")}, "position": {"line": 1, "character": 1}, "newName": new})
            self.assertIn(why, answer["error"]["message"], new)

    def verdict(self):
        done = subprocess.run([FARM, "run.yaml", "--summary", "json", "--quiet", "-o", "/dev/null/none.h5", "--check"], cwd=self.folder, capture_output=True, text=True, check=False)
        return {name: value for name, value in json.loads(done.stdout or "{}").items() if name in ("check", "combinations", "failure_free", "universe")}, done.returncode

    def test_symbols_and_formatting(self):
        client = self.start()
        client.open("main.ded", "// kept\nlog(N,P)@next:-log( N ,P );  // this, too\n\n\n\nconst  T = 3;\n")
        found = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri("main.ded")}})
        self.assertEqual([(one["name"], one["detail"]) for one in found], [("log", "rule"), ("T", "const")])
        edits = client.ask("textDocument/formatting", {"textDocument": {"uri": client.uri("main.ded")}, "options": {"tabSize": 4, "insertSpaces": True}})
        self.assertEqual(edits[0]["newText"], "// kept\nlog(N, P)@next :- log(N, P);  // this, too\n\nconst  T = 3;\n")

    def test_commands(self):
        self.write("run.yaml", "program: [main.ded]\nnodes: [a, b]\nfspec: {eot: 5, eff: 4}\n")
        client = self.start()
        client.open("main.ded")
        lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("main.ded")}})
        self.assertEqual([one["command"]["command"] for one in lenses], client.capabilities["executeCommandProvider"]["commands"])
        where = {"textDocument": {"uri": client.uri("main.ded")}, "range": lenses[0]["range"], "context": {"diagnostics": []}}
        self.assertEqual(len(client.ask("textDocument/codeAction", where)), 3)
        for lens, text in zip(lenses, ("failure-free", "verdict ", "was lost")):
            client.ask("workspace/executeCommand", lens["command"])
            said = ""
            while text not in said:
                message = client.told.get(timeout=SECONDS)
                if message["method"] == "window/logMessage":
                    said = message["params"]["message"]
        answer = client.answer("workspace/executeCommand", {"command": "rm", "arguments": [client.uri("main.ded")]})
        self.assertIn("no command", answer["error"]["message"])

    # -- bad clients

    def test_what_makes_no_sense_is_an_error_and_no_end(self):
        client = self.start()
        self.assertEqual(client.answer("no/such", {})["error"]["code"], -32601)
        self.assertEqual(client.answer("textDocument/hover", {"nonsense": 1})["error"]["code"], -32602)
        self.assertEqual(client.answer("textDocument/hover", {"textDocument": {"uri": "http://x/y.ded"}, "position": {}})["error"]["code"], -32602)
        client.say("$/unknown", {})
        client.say("textDocument/didChange", {"textDocument": {"uri": client.uri("never-opened.ded")}, "contentChanges": []})
        client.open("main.ded", 'include "main.ded";\ninclude "../../../etc/passwd";\n"open\np(((((,,,')
        self.assertTrue(client.diagnostics("main.ded"))
        for line in range(4):
            client.at("hover", "main.ded", line, 999)
            client.at("definition", "main.ded", line, 3)

    def test_a_broken_stream_ends_it(self):
        for sent in (b"Content-Length: 5\r\n\r\n12", b"Content-Length: 4\r\n\r\n[1]\n", b"nonsense\n\n", b"Content-Length: 99999999999\r\n\r\n", b""):
            done = subprocess.run([sys.executable, "-B", SERVER], input=sent, capture_output=True, timeout=SECONDS, check=False)
            self.assertEqual((done.returncode, done.stderr), (1, b""), sent)


class Format(unittest.TestCase):
    """Formatting only changes spaces, and nothing that is formatted already."""

    def test_all_programs(self):
        paths = [one for pattern in ("ded", "spec") for one in glob.glob(f"{SOURCES}/configs/**/*.{pattern}", recursive=True)]
        self.assertGreater(len(paths), 40)
        for path in paths:
            text = pathlib.Path(path).read_text(encoding="utf-8")
            self.assertEqual(syntax.formatted(text), text, path)
            crowded = "".join(one.text + ("\n" if one.kind == "comment" or one.text == ";" else " ") for one in syntax.tokens(text))
            new = syntax.formatted(crowded)
            self.assertEqual([one.text.rstrip() for one in syntax.tokens(new)], [one.text.rstrip() for one in syntax.tokens(text)], path)
            self.assertEqual(syntax.formatted(new), new, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
