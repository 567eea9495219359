#!/usr/bin/env python3
"""The language server and messages that are not valid: test_language_server_malformed.py LDFI_FARM SOURCE_FOLDER

Whatever comes, the server answers with the error that the protocol prescribes, then answers the next valid request, writes nothing to
stderr, and stays within its budget of memory.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
SERVER = f"{SOURCES}/docs/editor/server"
SECONDS = 60  # for an answer, on a busy machine
MOST_KIB = 512 << 10  # of memory

PARSE, REQUEST, METHOD, PARAMS, ORDER = -32700, -32600, -32601, -32602, -32002


def frame(body):
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def message(**parts):
    return frame(json.dumps({"jsonrpc": "2.0", **parts}).encode())


def opened(uri, text="p(1)@1;\n", **more):
    return message(method="textDocument/didOpen", params={"textDocument": {"uri": uri, "languageId": "dedalus", "version": 1, "text": text, **more}})


def changed(uri, *changes):
    return message(method="textDocument/didChange", params={"textDocument": {"uri": uri, "version": 2}, "contentChanges": list(changes)})


def hover(uri, number=7, **position):
    return message(id=number, method="textDocument/hover", params={"textDocument": {"uri": uri}, "position": position or {"line": 0, "character": 0}})


INITIALIZE = message(id=1, method="initialize", params={"capabilities": {}})
LAST = message(id=99, method="workspace/none", params={})

#: What is sent after `initialize`, and the errors that answer it.
CASES = {
    "a negative length": (b"Content-Length: -5\r\n\r\n", [PARSE]),
    "a length that is not a number": (b"Content-Length: five\r\n\r\n", [PARSE]),
    "a length of many digits": (b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", [PARSE]),
    "a huge length": (b"Content-Length: 99999999999\r\n\r\n", [PARSE]),
    "a huge length, and a body": (b"Content-Length: 99999999999\r\n\r\n" + b'{"jsonrpc": "2.0"}', [PARSE, PARSE]),
    "two lengths": (b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", [PARSE]),
    "no length": (b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n", [PARSE]),
    "no headers": (b"\r\n", [PARSE]),
    "no colon": (b"nonsense\r\n\r\n", [PARSE]),
    "another charset": (b"Content-Type: text/plain; charset=utf-16\r\nContent-Length: 2\r\n\r\n{}", [PARSE, REQUEST]),
    "a very long header": (b"X: " + b"x" * 300_000 + b"\r\n\r\n", [PARSE]),
    "many headers": (b"X: x\r\n" * 20_000 + b"\r\n", [PARSE]),
    "bytes that are no text, as a header": (bytes(range(128, 256)) + b"\r\n\r\n", [PARSE]),
    "a length that is too small": (b"Content-Length: 2\r\n\r\n{}}}}}", [REQUEST, PARSE]),
    "nothing in a message": (frame(b""), [PARSE]),
    "no JSON": (frame(b"abc"), [PARSE]),
    "half of JSON": (frame(b'{"jsonrpc": "2.0", "id": 5'), [PARSE]),
    "no UTF-8": (frame(b'{"jsonrpc": "2.0", "id": 5, "method": "\xff\xfe"}'), [PARSE]),
    "UTF-16": (frame('{"jsonrpc": "2.0"}'.encode("utf-16")), [PARSE]),
    "what JSON has not": (frame(b'{"jsonrpc": "2.0", "id": NaN, "method": "x"}'), [PARSE]),
    "lists in lists": (frame(b"[" * 200_000), [PARSE]),
    "objects in objects": (frame(b'{"a":' * 100_000 + b"1" + b"}" * 100_000), [PARSE]),
    "many values": (frame(b"[" + b"1," * 1_500_000 + b"1]"), [REQUEST]),
    "many lists": (frame(b"[" + b"[]," * 1_500_000 + b"1]"), [REQUEST]),
    "a number": (frame(b"7"), [REQUEST]),
    "null": (frame(b"null"), [REQUEST]),
    "a batch": (frame(b'[{"jsonrpc": "2.0", "id": 5, "method": "shutdown"}]'), [REQUEST]),
    "a key twice": (frame(b'{"jsonrpc": "2.0", "id": 5, "id": 6, "method": "shutdown"}'), [REQUEST]),
    "no method": (message(id=5), [REQUEST]),
    "a method that is not a text": (message(id=5, method=["shutdown"]), [REQUEST]),
    "no version": (frame(b'{"id": 5, "method": "shutdown"}'), [REQUEST]),
    "an id that is a list": (message(id=[5], method="shutdown"), [REQUEST]),
    "an id that is true": (message(id=True, method="shutdown"), [REQUEST]),
    "an id that is huge": (frame(b'{"jsonrpc": "2.0", "id": 1' + b"0" * 100 + b', "method": "x"}'), [REQUEST]),
    "an answer that nobody asked for": (message(id=5, result=1), []),
    "an unknown method": (message(id=5, method="a" * 100_000), [METHOD]),
    "an unknown notification": (message(method="../../x\0", params=5), []),
    "another initialize": (INITIALIZE, [REQUEST]),
    "parameters that are a text": (message(id=5, method="textDocument/hover", params="x"), [PARAMS]),
    "parameters that are a list": (message(id=5, method="textDocument/hover", params=[1]), [PARAMS]),
    "parameters without a document": (message(id=5, method="textDocument/formatting", params={"textDocument": None}), [PARAMS]),
    "a notification that makes no sense": (message(method="textDocument/didOpen", params={"textDocument": [1]}), []),
    "a document that is a number": (message(method="textDocument/didOpen", params={"textDocument": {"uri": 5, "text": 5}}), []),
    "a null byte in a URI": (opened("file:///x/%00x.ded") + hover("file:///x/%00x.ded"), [PARAMS]),
    "half a character in a URI": (opened("file:///x/\ud800.ded") + hover("file:///x/\ud800.ded"), [PARAMS]),
    "a URI that is none": (opened("file://[x/a.ded") + hover("file://[x/a.ded"), [PARAMS]),
    "a URI without a path": (opened("file:") + hover("file:"), [PARAMS]),
    "a very long URI": (opened("file:///" + "x" * 100_000 + ".ded") + hover("file:///" + "x" * 100_000 + ".ded"), [PARAMS]),
    "a URI of another kind": (hover("untitled:Untitled-1"), [PARAMS]),
    "half a character in a text": (opened("file:///x/half.ded", text='p("\ud800")@1;\n') + hover("file:///x/half.ded", character=9, line=0), []),
    "a null byte in an include": (opened("file:///x/i.ded", text='include "a\0b.ded";\n') + hover("file:///x/i.ded"), []),
    "a position that is a text": (hover("file:///x/a.ded", line="0", character=0) + b"", []),
    "a range that is a number": (opened("file:///x/r.ded") + changed("file:///x/r.ded", {"range": 5, "text": ""}), []),
    "changes that are none": (opened("file:///x/c.ded") + changed("file:///x/c.ded", 5), []),
    "a change of what is not open": (changed("file:///x/no.ded", {"text": "x"}), []),
    "a command without arguments": (message(id=5, method="workspace/executeCommand", params={"command": "ldfi.check", "arguments": []}), [PARAMS]),
    "a new name that is not a text": (message(id=5, method="textDocument/rename", params={"textDocument": {"uri": "file:///x/a.ded"},
                                                                                      "position": {"line": 0, "character": 0}, "newName": 5}), [PARAMS]),
}  # fmt: skip


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen([sys.executable, "-B", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        cwd=folder, env={**os.environ, "LDFI_FARM": FARM})  # fmt: skip

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline()).strip():
            length = int(line.split(b":")[1])
        assert line, "the server has ended"
        return json.loads(self.process.stdout.read(length))

    def answers(self, until):
        """Returns the messages with an id, up to the answer to this request."""
        found = []
        while True:
            one = self.read()
            if "id" in one:
                found.append(one)
            if one.get("id") == until:
                return found

    def most_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"VmHWM:\s*(\d+) kB", file.read())[1])

    def end(self):
        self.send(message(id=100, method="shutdown") + message(method="exit"))
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, err

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


class Malformed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.server = Server(self.folder)
        self.addCleanup(self.server.close)

    def begin(self):
        self.server.send(INITIALIZE)
        self.server.answers(1)

    def expect_end(self):
        self.assertLess(self.server.most_kib(), MOST_KIB)
        self.assertEqual(self.server.end(), (0, b""))

    def test_each_is_answered_and_the_server_continues(self):
        self.begin()
        for name, (data, errors) in CASES.items():
            with self.subTest(name):
                self.server.send(data + LAST)
                *before, last = self.server.answers(99)
                self.assertEqual(last["error"]["code"], METHOD)
                codes = [one["error"]["code"] for one in before if "error" in one]
                self.assertEqual(codes, errors, before)
        self.expect_end()

    def test_errors_name_the_request_and_the_key(self):
        self.begin()
        self.server.send(message(id="five", method="textDocument/hover", params=[]) + frame(b'{"id": 5, "echo": 1, "echo": 2}') + LAST)
        first, second, _ = self.server.answers(99)
        self.assertEqual((first["id"], first["error"]["code"]), ("five", PARAMS))
        self.assertIsNone(second["id"])
        self.assertIn("'echo' twice", second["error"]["message"])
        self.expect_end()

    def test_the_order_of_its_life(self):
        self.server.send(hover("file:///x/a.ded") + opened("file:///x/a.ded") + INITIALIZE)
        early, first = self.server.answers(1)
        self.assertEqual(early["error"]["code"], ORDER)
        self.assertIn("capabilities", first["result"])
        self.server.send(message(id=2, method="shutdown") + hover("file:///x/a.ded") + message(method="exit"))
        _, late = self.server.answers(7)
        self.assertEqual(late["error"]["code"], REQUEST)
        self.assertEqual(self.server.process.wait(SECONDS), 0)

    def test_long_texts_are_refused_and_may_become_short_again(self):
        self.begin()
        uri = (self.folder / "long.ded").as_uri()
        self.server.send(opened(uri, "p(1)@1;\n" * (20 << 17)) + hover(uri))
        answer = self.server.answers(7)[-1]
        self.assertIsNone(answer.get("result"))
        self.server.send(changed(uri, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "text": "q"}))
        self.server.send(changed(uri, {"text": "p(1)@1;\n"}) + hover(uri, 8))
        self.assertIn("**p**", self.server.answers(8)[-1]["result"]["contents"]["value"])
        self.expect_end()

    def test_many_texts_and_one_long_line(self):
        self.begin()
        line = "p(1,2)@1; " * 6_000
        uri = (self.folder / "line.ded").as_uri()
        self.server.send(opened(uri, line))
        for number, method in enumerate(("references", "hover", "definition"), 10):
            place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
            self.server.send(message(id=number, method=f"textDocument/{method}", params=place))
            self.assertIn("result", self.server.answers(number)[-1])
        config = (self.folder / "c.yaml").as_uri()
        self.server.send(opened(config, "program: " + "x" * 300_000) + hover(config, 20))
        self.assertIn("result", self.server.answers(20)[-1])
        self.server.send(b"".join(opened((self.folder / f"{i}.txt").as_uri(), "x") for i in range(700)) + LAST)
        self.server.answers(99)
        self.expect_end()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
