"""The language server: reads requests, answers them, and tells diagnostics when the typing pauses."""

import os
import re
import shlex
import subprocess
import tempfile
import threading

import completion
import features
from checking import Checker
from rpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NOT_INITIALIZED, REQUEST_FAILED, Closed, Failed, Malformed
from workspace import CONFIGS, MOST_BYTES, SOURCES, Text, Workspace, path_of, uri_of

#: Other YAML files are none of ours.
CONFIG = re.compile(r"^(?:program|system)\s*:", re.MULTILINE)
PAUSE = 0.4  # seconds without a change before what is typed is checked
RUN_SECONDS = 600
MOST_RUNS = 4  # commands at once
MOST_OPEN = 500  # texts
MOST_OPEN_CHARACTERS = 32 << 20  # of all texts together
MOST_EDITED = 1 << 30  # characters that are copied for one notification of changes
COMMANDS = ("ldfi.check", "ldfi.run", "ldfi.explain")
CAPABILITIES = {
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},
    "completionProvider": {"triggerCharacters": ["@"]},
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


def _is_id(number):
    return isinstance(number, str) or (isinstance(number, int) and not isinstance(number, bool) and abs(number) < 1 << 63)


def _text_of(document):
    if not isinstance(document["text"], str):
        raise Failed(INVALID_PARAMS, "the text of a document is not a text")
    return document["text"]


def _version_of(document):
    version = document.get("version")
    return version if _is_id(version) else None


class Server:
    def __init__(self, stream):
        self.stream = stream
        self.workspace = Workspace()
        self.checker = Checker(self.workspace)
        self.over = False
        self._begun = False  # initialize was answered
        self._runs = 0
        self._refused = set()  # paths of open texts that are too long, or too many
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
            except Malformed as problem:
                self.stream.complain(problem.code, str(problem))
                continue
            if message.get("method") == "exit":
                return 0 if self.over else 1
            self._take(message)

    def _take(self, message):
        number = message.get("id")
        if "id" in message and not _is_id(number):
            self.stream.complain(INVALID_REQUEST, "an id is a text or a whole number")
            return
        if "method" not in message and ("result" in message or "error" in message):
            return  # an answer to something that we did not ask
        method = message.get("method")
        if not isinstance(method, str) or message.get("jsonrpc") != "2.0":
            self.stream.write(id=number, error={"code": INVALID_REQUEST, "message": 'a message has "jsonrpc": "2.0" and a method'})
            return
        handler = getattr(self, "on_" + method.replace("/", "_").replace("$", "").lower(), None)
        try:
            self._expect_order(method, number)
            if handler is None or (number is None and not self._begun):
                if number is not None:
                    raise Failed(METHOD_NOT_FOUND, f"there is no method {method[:100]}")
                return
            params = message.get("params")
            if not isinstance(params, (dict, type(None))):
                raise Failed(INVALID_PARAMS, "the parameters have to be an object")
            with self._lock:
                result = handler(params or {})
        except Failed as problem:
            self._fail(number, problem.code, str(problem))
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError) as problem:
            self._fail(number, INVALID_PARAMS, f"{method[:100]}: {type(problem).__name__}: {str(problem)[:200]}")
        except Exception as problem:  # noqa: BLE001 - one request fails, the server continues
            self._fail(number, INTERNAL_ERROR, f"{type(problem).__name__}: {str(problem)[:200]}")
        else:
            if number is not None:
                self.stream.write(id=number, result=result)

    def _expect_order(self, method, number):
        """initialize comes first, once, and nothing but exit follows shutdown (LSP 3.17, server lifecycle)."""
        if number is None:
            return
        if self.over or (self._begun and method == "initialize"):
            raise Failed(INVALID_REQUEST, "this was shut down" if self.over else "this is initialized already")
        if not self._begun and method != "initialize":
            raise Failed(NOT_INITIALIZED, "the first request has to be initialize")

    def _fail(self, number, code, text):
        if number is not None:
            self.stream.write(id=number, error={"code": code, "message": text})

    # -- life

    def on_initialize(self, params):
        folders = params.get("workspaceFolders") or ([{"uri": params["rootUri"]}] if params.get("rootUri") else [])
        self.workspace.folders = [one for one in (path_of(folder["uri"]) for folder in folders) if one]
        options = params.get("initializationOptions") or {}
        farm = options.get("farm") or None
        if not isinstance(farm, (str, type(None))):
            raise Failed(INVALID_PARAMS, "initializationOptions.farm is not a text")
        self.checker.farm = farm
        self._begun = True
        return {"capabilities": CAPABILITIES, "serverInfo": {"name": "ldfi-language-server"}}

    def on_shutdown(self, _params):
        self.over = True
        for timer in self._waiting.values():
            timer.cancel()

    # -- texts

    def on_textdocument_didopen(self, params):
        document = params["textDocument"]
        path, text = path_of(document["uri"]), _text_of(document)
        if path and (path.suffix in SOURCES or (path.suffix in CONFIGS and CONFIG.search(text))):
            self._keep(path, Text(text, _version_of(document)), 0)

    def _keep(self, path, text, pause):
        """The text of a file is this one now, unless it is too long: then nothing is said about the file."""
        others = [one for other, one in self.workspace.open.items() if other != path]
        total = sum(len(one.content) for one in others) + len(text.content)
        if len(text.content) <= MOST_BYTES and len(others) < MOST_OPEN and total <= MOST_OPEN_CHARACTERS:
            self._refused.discard(path)
            self.workspace.open[path] = text
            self._later(path, pause)
            return
        known = path in self._refused
        self._forget(path)
        if len(self._refused) < MOST_OPEN:
            self._refused.add(path)
        if not known:
            why = f"{path.name[:100]} is not looked at: a text may have {MOST_BYTES >> 20} MiB, and {MOST_OPEN} may be open"
            self.stream.notify("window/showMessage", {"type": 2, "message": why})

    def _forget(self, path):
        self.workspace.open.pop(path, None)
        self._refused.discard(path)
        if timer := self._waiting.pop(path, None):
            timer.cancel()
        for other in self._told.pop(path, ()):
            self._publish(other, [])

    def on_textdocument_didchange(self, params):
        path, changes = path_of(params["textDocument"]["uri"]), params["contentChanges"]
        whole = [i for i, change in enumerate(changes) if "range" not in change]
        if path in self._refused and whole:
            self.workspace.open[path], changes = Text(""), changes[whole[-1] :]
        if path not in self.workspace.open:
            return
        content = self.workspace.open[path]
        edited = 0
        for change in changes:
            new = _text_of(change)
            edited += len(content.content) + len(new)
            if edited > MOST_EDITED:
                self._keep(path, Text(" " * (MOST_BYTES + 1)), PAUSE)
                raise Failed(INVALID_PARAMS, "these are too many changes at once of a long text")
            if "range" in change:
                begin, end = content.offset(change["range"]["start"]), content.offset(change["range"]["end"])
                new = content.content[:begin] + new + content.content[end:]
            content = Text(new, _version_of(params["textDocument"]))
        self._keep(path, content, PAUSE)

    def on_textdocument_didsave(self, params):
        if (path := path_of(params["textDocument"]["uri"])) in self.workspace.open:
            self._later(path, 0)

    def on_textdocument_didclose(self, params):
        self._forget(path_of(params["textDocument"]["uri"]))

    # -- diagnostics

    def _later(self, path, seconds):
        if timer := self._waiting.pop(path, None):
            timer.cancel()
        timer = threading.Timer(seconds, self._check, (path,))
        timer.daemon = True
        self._waiting[path] = timer
        timer.start()

    def _check(self, path):
        try:
            self._check_now(path)
        except Exception as problem:  # noqa: BLE001 - one check fails, the server continues
            text = f"{path} could not be checked: {type(problem).__name__}: {str(problem)[:200]}"
            self.stream.notify("window/logMessage", {"type": 1, "message": text})

    def _check_now(self, path):
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
            raise Failed(INVALID_PARAMS, "this is not a file")
        return self.workspace, path, params["position"]

    def _path(self, params):
        path = path_of(params["textDocument"]["uri"])
        if path is None:
            raise Failed(INVALID_PARAMS, "this is not a file")
        return path

    def on_textdocument_completion(self, params):
        return {"isIncomplete": False, "items": completion.complete(*self._place(params))}

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
        if self._runs >= MOST_RUNS:
            raise Failed(REQUEST_FAILED, f"{MOST_RUNS} commands run already")
        self._runs += 1
        threading.Thread(target=self._run, args=(name, words, path.parent), daemon=True).start()
        return shlex.join(words)

    def _run(self, name, words, folder):
        try:
            self._run_now(name, words, folder)
        except Exception as problem:  # noqa: BLE001 - one command fails, the server continues
            self.stream.notify("window/logMessage", {"type": 1, "message": f"{name}: {type(problem).__name__}: {str(problem)[:200]}"})
        finally:
            with self._lock:
                self._runs -= 1

    def _run_now(self, name, words, folder):
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
