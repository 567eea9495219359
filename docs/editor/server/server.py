"""The language server: reads requests, answers them, and tells diagnostics when the typing pauses."""

import os
import re
import shlex
import subprocess
import tempfile
import threading

import features
from checking import Checker
from rpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, Closed, Failed
from workspace import CONFIGS, SOURCES, Text, Workspace, path_of, uri_of

#: Other YAML files are none of ours.
CONFIG = re.compile(r"^(?:program|system)\s*:", re.MULTILINE)
PAUSE = 0.4  # seconds without a change before what is typed is checked
RUN_SECONDS = 600
COMMANDS = ("ldfi.check", "ldfi.run", "ldfi.explain")
CAPABILITIES = {
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},
    "definitionProvider": True,
    "referencesProvider": True,
    "hoverProvider": True,
    "renameProvider": {"prepareProvider": True},
    "documentSymbolProvider": True,
    "documentFormattingProvider": True,
    "codeLensProvider": {},
    "codeActionProvider": True,
    "executeCommandProvider": {"commands": list(COMMANDS)},
}


class Server:
    def __init__(self, stream):
        self.stream = stream
        self.workspace = Workspace()
        self.checker = Checker(self.workspace)
        self.over = False
        self._told = {}  # path that was checked -> paths that it told of
        self._waiting = {}  # path -> Timer
        self._lock = threading.RLock()
        self._checking = threading.Lock()  # one at a time
        self._warned = False

    # -- the loop

    def serve(self):
        """Until the client says exit or closes. Returns the exit status: 0 after shutdown, else 1 (LSP 3.17, exit)."""
        status = self._loop()
        self.over = True
        self._checking.acquire()  # a check that goes on has a folder, which would be removed under its feet
        return status

    def _loop(self):
        while True:
            try:
                message = self.stream.read()
            except Closed:
                return 0 if self.over else 1
            if message.get("method") == "exit":
                return 0 if self.over else 1
            self._take(message)

    def _take(self, message):
        method, number = message.get("method"), message.get("id")
        if not isinstance(method, str):
            return  # an answer to something that we did not ask
        handler = getattr(self, "on_" + method.replace("/", "_").replace("$", "").lower(), None)
        try:
            if handler is None:
                if number is not None:
                    raise Failed(METHOD_NOT_FOUND, f"there is no method {method[:100]}")
                return
            with self._lock:
                result = handler(message.get("params") or {})
        except Failed as problem:
            self._fail(number, problem.code, str(problem))
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            self._fail(number, INVALID_PARAMS, f"{method[:100]}: {type(problem).__name__}: {problem}")
        except Exception as problem:  # noqa: BLE001 - one request fails, the server goes on
            self._fail(number, INTERNAL_ERROR, f"{type(problem).__name__}: {problem}")
        else:
            if number is not None:
                self.stream.write(id=number, result=result)

    def _fail(self, number, code, text):
        if number is not None:
            self.stream.write(id=number, error={"code": code, "message": text})

    # -- life

    def on_initialize(self, params):
        folders = params.get("workspaceFolders") or ([{"uri": params["rootUri"]}] if params.get("rootUri") else [])
        self.workspace.folders = [one for one in (path_of(folder["uri"]) for folder in folders) if one]
        options = params.get("initializationOptions") or {}
        self.checker.farm = options.get("farm") or None
        return {"capabilities": CAPABILITIES, "serverInfo": {"name": "ldfi-language-server"}}

    def on_shutdown(self, _params):
        self.over = True
        for timer in self._waiting.values():
            timer.cancel()

    # -- texts

    def on_textdocument_didopen(self, params):
        document = params["textDocument"]
        path = path_of(document["uri"])
        if path and (path.suffix in SOURCES or (path.suffix in CONFIGS and CONFIG.search(document["text"]))):
            self.workspace.open[path] = Text(document["text"], document.get("version"))
            self._later(path, 0)

    def on_textdocument_didchange(self, params):
        path = path_of(params["textDocument"]["uri"])
        if path not in self.workspace.open:
            return
        content = self.workspace.open[path]
        for change in params["contentChanges"]:
            new = change["text"]
            if "range" in change:
                begin, end = content.offset(change["range"]["start"]), content.offset(change["range"]["end"])
                new = content.content[:begin] + new + content.content[end:]
            content = Text(new, params["textDocument"].get("version"))
        self.workspace.open[path] = content
        self._later(path, PAUSE)

    def on_textdocument_didsave(self, params):
        if (path := path_of(params["textDocument"]["uri"])) in self.workspace.open:
            self._later(path, 0)

    def on_textdocument_didclose(self, params):
        path = path_of(params["textDocument"]["uri"])
        self.workspace.open.pop(path, None)
        if timer := self._waiting.pop(path, None):
            timer.cancel()
        for other in self._told.pop(path, ()):
            self._publish(other, [])

    # -- diagnostics

    def _later(self, path, seconds):
        if timer := self._waiting.pop(path, None):
            timer.cancel()
        timer = threading.Timer(seconds, self._check, (path,))
        timer.daemon = True
        self._waiting[path] = timer
        timer.start()

    def _check(self, path):
        with self._checking:
            if self.over:
                return
            with self._lock:  # the texts as they are now: one that changes meanwhile is checked again later
                seen = Workspace(self.workspace.folders, self.workspace.open)
            found = Checker(seen, self.checker.farm).check(path)
            with self._lock:
                if self.over or path not in seen.open or self.workspace.open.get(path) is not seen.open[path]:
                    return
                if found is None:
                    self._explain_silence(path)
                    return
                for other in set(self._told.get(path, ())) - set(found):
                    self._publish(other, [])
                self._told[path] = list(found)
                for other, rows in found.items():
                    if self.workspace.open.get(other) is seen.open.get(other):
                        self._publish(other, rows)

    def _publish(self, path, rows):
        text = self.workspace.open.get(path)
        version = {"version": text.version} if text and text.version is not None else {}
        self.stream.notify("textDocument/publishDiagnostics", {"uri": uri_of(path), **version, "diagnostics": rows})

    def _explain_silence(self, path):
        if self.checker.program() is None and not self._warned:
            self._warned = True
            text = "ldfi-farm is not found, so nothing is checked: put it on PATH, or name it with LDFI_FARM or the setting ldfi.farm"
            self.stream.notify("window/showMessage", {"type": 2, "message": text})
        if path.suffix == ".spec":
            self._publish(path, [])  # no config says which program it is about

    # -- questions about a place or a text

    def _place(self, params):
        path = path_of(params["textDocument"]["uri"])
        if path is None:
            raise Failed(INVALID_PARAMS, "this is no file")
        return self.workspace, path, params["position"]

    def _path(self, params):
        path = path_of(params["textDocument"]["uri"])
        if path is None:
            raise Failed(INVALID_PARAMS, "this is no file")
        return path

    def on_textdocument_definition(self, params):
        return features.definition(*self._place(params))

    def on_textdocument_references(self, params):
        return features.references(*self._place(params), params.get("context", {}).get("includeDeclaration", True))

    def on_textdocument_hover(self, params):
        return features.hover(*self._place(params))

    def on_textdocument_preparerename(self, params):
        return features.prepare_rename(*self._place(params))

    def on_textdocument_rename(self, params):
        return features.rename(*self._place(params), params["newName"])

    def on_textdocument_documentsymbol(self, params):
        return features.symbols(self.workspace, self._path(params))

    def on_textdocument_formatting(self, params):
        return features.formatting(self.workspace, self._path(params))

    # -- commands

    def _commands(self, path):
        """Each command that makes sense for this file."""
        if path.suffix == ".spec" and not self.workspace.configs(path):
            return []
        titles = zip(("check", "run", "explain the counterexample"), COMMANDS)
        return [{"title": title, "command": name, "arguments": [uri_of(path)]} for title, name in titles]

    def on_textdocument_codelens(self, params):
        start = {"line": 0, "character": 0}
        return [{"range": {"start": start, "end": start}, "command": one} for one in self._commands(self._path(params))]

    def on_textdocument_codeaction(self, params):
        return [{"title": f"ldfi-farm: {one['title']}", "kind": "source", "command": one} for one in self._commands(self._path(params))]

    def on_workspace_executecommand(self, params):
        """Runs in the background: what it says is a message in the log, and the verdict one that is shown."""
        name, uri = params["command"], params["arguments"][0]
        path = path_of(uri)
        if name not in COMMANDS or path is None:
            raise Failed(INVALID_PARAMS, f"there is no command {name} for this")
        command, program = self.checker.command(path), self.checker.program()
        if command is None or program is None:
            raise Failed(INVALID_PARAMS, "ldfi-farm is not found, or no config names this file")
        words = [program, *map(str, command)]
        threading.Thread(target=self._run, args=(name, words, path.parent), daemon=True).start()
        return shlex.join(words)

    def _run(self, name, words, folder):
        with tempfile.TemporaryDirectory(prefix="ldfi-editor-") as scratch:
            results = os.path.join(scratch, "run.h5")
            system = "system" in self._kind(words[1])
            if name == "ldfi.check":  # of a real system: the config alone, since a check would start it
                more = ["--check", *(["--diagnostics=json"] if system else [])]
            else:
                more = [] if system else ["-o", results]
            said = self._said([*words, *more], folder)
            if name == "ldfi.explain" and os.path.exists(results):
                beside = os.path.join(os.path.dirname(os.path.realpath(words[0])), "ldfi-results")
                said = self._said([beside, "diff", results], folder)
        first = next((line for line in said.splitlines() if line.strip()), "it said nothing")
        self.stream.notify("window/logMessage", {"type": 3, "message": said})
        self.stream.notify("window/showMessage", {"type": 3, "message": first})

    def _kind(self, name):
        text = self.workspace.text(path_of(uri_of(name)))
        return {line.partition(":")[0] for line in text.content.splitlines()} if text else set()

    @staticmethod
    def _said(words, folder):
        try:
            done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  timeout=RUN_SECONDS, check=False)  # fmt: skip
        except (subprocess.TimeoutExpired, OSError) as problem:
            return f"{shlex.join(words)}: {problem}"
        return done.stdout + ("" if done.returncode in (0, 1, 2) else done.stderr)
