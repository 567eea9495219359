"""The rules of the house. A check takes {path: text} and yields findings as "path:line: what is wrong"."""

import posixpath
import re
from itertools import chain

import cpp

MAX_FUNCTION_LINES = 60
MAX_FILE_LINES = 400


def is_cpp(path):
    return path.endswith((".cpp", ".hpp"))


def _cpp_files(files):
    return {path: text for path, text in files.items() if is_cpp(path)}


def _line_of(text, offset):
    return text.count("\n", 0, offset) + 1


# --- top ---------------------------------------------------------------------------------------------


TOP = {"CMakeLists.txt", "master", "worker", "common", "configs", "jobs", "results", "test",  # given by the customer
       ".ci", ".clang-format", ".clang-tidy", ".github", ".gitignore", ".pre-commit-config.yaml", "ARCHITECTURE.md", "CHANGELOG.md",
       "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md", "docs"}  # fmt: skip


def top(tracked):
    """What is committed stands in the folders that there are: results of a run, for one, do not."""
    for path in tracked:
        if path.split("/")[0] not in TOP:
            yield f"{path}:1: nothing of this name belongs at the top level"


# --- layers ---------------------------------------------------------------------------------------


class Layers:
    """layers.txt: which folder may include which, and where a library's headers may stand."""

    def __init__(self, text):
        self.allowed = {}
        self.external = []
        for line in text.splitlines():
            line = line.split("#", 1)[0].strip()
            if "->" in line:
                prefix, folders = (part.strip() for part in line.split("->"))
                self.external.append((prefix.lstrip("<").rstrip(">"), folders.split()))
            elif line:
                folder, others = line.split(":")
                self.allowed[folder.strip()] = others.split()

    def folder(self, path):
        """The most specific folder of layers.txt that `path` is in, or None."""
        folder = posixpath.dirname(path)
        while folder:
            if folder in self.allowed:
                return folder
            folder = posixpath.dirname(folder)
        return None

    def may(self, source, target):
        return source == target or target in self.allowed[source] or "*" in self.allowed[source]

    def library_homes(self, header):
        for prefix, folders in self.external:
            if header.startswith(prefix):
                return folders
        return None


def layers(files, rules):
    """Includes point in the allowed direction, and a library's headers stay in its adapter."""
    rules = Layers(rules)
    for path, text in _cpp_files(files).items():
        source = rules.folder(path)
        if source is None:
            yield f"{path}:1: its folder has no line in layers.txt"
            continue
        for line, header, quoted in cpp.includes(text):
            homes = rules.library_homes(header)
            if homes is not None and not any(source == h or source.startswith(h + "/") for h in homes):
                yield f"{path}:{line}: <{header}> belongs to {' '.join(homes)} only"
            if not quoted:
                continue
            if header not in files:
                yield f'{path}:{line}: "{header}" is no file here (write paths from the root of the project)'
                continue
            target = rules.folder(header)
            if target is None or not rules.may(source, target):
                yield f'{path}:{line}: {source} may not include "{header}" (layers.txt)'


# --- budgets --------------------------------------------------------------------------------------


def budgets(files):
    """Functions of at most 60 lines, files of at most 400."""
    for path, text in _cpp_files(files).items():
        count = len(text.splitlines())
        if count > MAX_FILE_LINES:
            yield f"{path}:1: {count} lines, more than {MAX_FILE_LINES}"
        for function in cpp.functions(text):
            if function.lines > MAX_FUNCTION_LINES:
                yield (
                    f"{path}:{function.first}: {function.name} has {function.lines} lines,"
                    f" more than {MAX_FUNCTION_LINES}"
                )


# --- words ----------------------------------------------------------------------------------------

_MARKS = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|\b(?i:not (?:yet )?implemented|unimplemented|placeholder)\b")


def words(files):
    """No promises: what is not done is not there."""
    for path, text in files.items():
        for match in _MARKS.finditer(text):
            yield f"{path}:{_line_of(text, match.start())}: \"{match.group(0)}\""


# --- paths ----------------------------------------------------------------------------------------

_MACHINE_PATH = re.compile(
    r"(?<![\w.)}/~-])(?:/(?:home|root|work|Users|mnt|media|scratch|srv|workspace)(?:/[\w.-]+)+|[A-Z]:\\\\?\w+)"
)


def paths(files):
    """Nothing names a folder of somebody's machine."""
    for path, text in files.items():
        for match in _MACHINE_PATH.finditer(text):
            yield f"{path}:{_line_of(text, match.start())}: machine path {match.group(0)}"


# --- citations ------------------------------------------------------------------------------------

_KEY = re.compile(r"(?<![\w\])])\[(?:([A-Z][A-Za-z]*[0-9]{2}[a-z]?|TRACE)|([A-Z]\w*) §[^\]\n]*)(?: §[^\]\n]*)?\](?![\[(])")
_BARE_KEY = re.compile(r"\b([A-Z][A-Za-z]*[0-9]{2}[a-z]?|TRACE) §")


def _comments(path, text):
    """What of a file can cite: the comments of C++, everything of other files."""
    if not is_cpp(path):
        return text
    code = cpp.without_comments(text)
    return "".join(a if b == " " or a == "\n" else " " for a, b in zip(text, code))


def citations(files):
    """Every [KEY §n] is in docs/references.md."""
    references = files.get("docs/references.md", "")
    known = set(re.findall(r"^- \*\*\[([A-Za-z0-9]+)\]\*\*", references, re.MULTILINE))
    for path, text in files.items():
        if not path.endswith((".cpp", ".hpp", ".md", ".ded", ".yaml", ".py", ".txt", ".cmake", ".lp")):
            continue
        text = _comments(path, text)
        cited = {(m.start(m.lastindex), m.group(m.lastindex)) for p in (_KEY, _BARE_KEY) for m in p.finditer(text)}
        for offset, key in sorted(cited):
            if key not in known:
                yield f"{path}:{_line_of(text, offset)}: [{key}] is not in docs/references.md"


# --- links ----------------------------------------------------------------------------------------

_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)")
_PAGE = re.compile(r"(?<![\w/.])(docs/[\w/-]+\.md)(#[\w-]+)?")
_FENCED = re.compile(r"^( {0,3})```.*?^\1```", re.MULTILINE | re.DOTALL)


def anchors(text):
    """The anchors of a page's headings, as code hosts make them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", _FENCED.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        number = 0
        while (name := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found


def links(files):
    """Links of documents, and pages that other files name, lead to files and headings that are there."""
    folders = {path[: i] for path in files for i, c in enumerate(path) if c == "/"}
    headings = {path: anchors(text) for path, text in files.items() if path.endswith(".md")}
    for path, text in files.items():
        if path.startswith("test/tidy/"):  # it has pages of its own in its examples
            continue
        is_page = path.endswith(".md")
        for match in (_LINK if is_page else _PAGE).finditer(_FENCED.sub(_blank, text) if is_page else text):
            file, anchor = match.group(1), (match.group(2) or "")[1:]
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if is_page else file
            if is_page and not file:
                target = path
            if target not in files and target not in folders:
                yield f"{path}:{_line_of(text, match.start())}: the link to {file} leads nowhere"
            elif anchor and target in headings and anchor not in headings[target]:
                yield f"{path}:{_line_of(text, match.start())}: {target} has no heading #{anchor}"


def _blank(match):
    """The same number of characters and lines, without the text."""
    return re.sub(r"[^\n]", " ", match.group(0))


# --- headers --------------------------------------------------------------------------------------


def headers(files):
    """Headers begin with #pragma once, say what they are for, and open no namespace for others."""
    for path, text in files.items():
        if not path.endswith(".hpp"):
            continue
        code = cpp.strip(text)
        if not re.search(r"^#pragma once$", code, re.MULTILINE):
            yield f"{path}:1: no #pragma once"
        if not text.startswith("//"):
            yield f"{path}:1: does not begin with a comment that says what it is for"
        for match in re.finditer(r"\busing\s+namespace\b", code):
            yield f"{path}:{_line_of(code, match.start())}: using namespace in a header"


# --- includes -------------------------------------------------------------------------------------

_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"(?<![\w.>:])([a-z_]\w*)\(")
_NO_CALLS = {"decltype", "static_assert", "sizeof", "alignof", "noexcept", "requires", "defined"}
# At the beginning of a line, so in a namespace and in no class.
_DECLARATION = re.compile(r"^(?:\[\[\w+\]\] )?(?:template ?<[^;{\n]*> )?(?!using|return|else)[a-zA-Z_][\w:<>,&* ]* [&*]?([a-z_]\w*)\(", re.MULTILINE)
_TYPE = re.compile(r"(?<![\w.>:])(?<!TEST\()([A-Z][a-z0-9]+[A-Z]\w*)")  # of more words than one: others are common
_TYPE_DECLARATION = re.compile(r"^(?:class|struct|enum(?: class)?|union) (?:\[\[\w+\]\] )?(\w+)(?= (?:final|:|\{)| \{)|^using (\w+) =", re.MULTILINE)
# A template calls what stands beside the type of its argument, whoever declares it.
BY_ARGUMENT = {("common/farm/wire/archive.hpp", "fields")}


def _is_declared(name, text):
    """As a type, function, variable, parameter or capture."""
    if name[0].isupper():
        return re.search(rf"\b(?:class|struct|union|enum|using|typename|concept|define|auto) {name}\b|\b{name},? *\w*[>}}]", text)
    return re.search(rf"(?<!return )(?<!throw )(?<!else )(?<=[\w>&*\]] ){name}\b|[&*\[]{name}\b|\b{name}\]", text)


def includes(files, exceptions=None):
    """A file includes the headers of the functions that it calls and of the types that it names, itself or by another header. Unity
    builds, which join files, hide that one is missing."""
    exceptions = BY_ARGUMENT if exceptions is None else exceptions
    code = {path: cpp.strip(text) for path, text in _cpp_files(files).items()}
    words = {path: set(_WORD.findall(text)) for path, text in code.items()}
    headers_of = {}
    for path, text in code.items():
        if path.endswith(".hpp"):
            for name in [*_DECLARATION.findall(text), *filter(None, chain(*_TYPE_DECLARATION.findall(text)))]:
                headers_of.setdefault(name, set()).add(path)
    included = {}

    def all_included(path):
        if path not in included:
            included[path] = set()
            for header in filter(code.get, _INCLUDE.findall(files[path])):
                included[path] |= {header} | all_included(header)
        return included[path]

    for path, text in code.items():
        for match in chain(_CALL.finditer(text), _TYPE.finditer(text)):
            name = match.group(1)
            if name in _NO_CALLS or (path, name) in exceptions or path in headers_of.get(name, {path}):
                continue
            if any(name in words[header] for header in all_included(path)) or _is_declared(name, text):
                continue
            yield f"{path}:{_line_of(text, match.start())}: names {name}, and does not include {' or '.join(sorted(headers_of[name]))}"


# --- mirrors --------------------------------------------------------------------------------------

_UNIT = "test/unit/"
# A unit test without a source of its name, and why.
NO_MIRROR = {}


def mirrors(files, exceptions=None):
    """test/unit/FOLDER/NAME_test.cpp tests FOLDER/NAME.cpp or FOLDER/NAME.hpp."""
    exceptions = NO_MIRROR if exceptions is None else exceptions
    for path in files:
        if not (path.startswith(_UNIT) and path.endswith("_test.cpp")) or path in exceptions:
            continue
        source = path.removeprefix(_UNIT).removesuffix("_test.cpp")
        if source + ".cpp" not in files and source + ".hpp" not in files:
            yield f"{path}:1: there is no {source}.cpp or {source}.hpp that it could test"
    for path in exceptions:
        if path not in files:
            yield f"{path}:1: an exception of test/tidy/checks.py, but not there"


# --- names ----------------------------------------------------------------------------------------

_UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(
    r"^(?:class|struct|union|enum(?: class)?) (\w+)[^;]*?\{|^using (\w+) = ([^;]*);|^(?:constexpr|const) [^=({;]*?\b(\w+)(?:\[[^]]*\])? ?[={(;]", re.MULTILINE
)


def names(files):
    """Types and constants in unnamed namespaces of a library differ: its files are compiled together."""
    seen = {}
    for path, text in sorted(files.items()):
        folder, file = posixpath.split(path)
        rules = files.get(f"{folder}/CMakeLists.txt", "")
        apart = re.findall(r"set_source_files_properties\(([^)]*) PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON\)", rules)
        together = "ldfi_module(" in rules or "ldfi_compile_together(" in rules
        if not path.endswith(".cpp") or not together or file in " ".join(apart).split():
            continue
        for unnamed in _UNNAMED.finditer(text):
            for found in _NAMED.finditer(cpp.strip(unnamed[1])):
                name = found[1] or found[2] or found[4]
                other, alias = seen.setdefault((folder, name), (path, found[3]))
                if other != path and (alias is None or alias != found[3]):  # an alias may be said twice
                    yield f"{path}:{_line_of(text, unnamed.start(1) + found.start())}: {name} is a name in {posixpath.basename(other)}, too"


# --- casts ----------------------------------------------------------------------------------------

_CAST = re.compile(r"\breinterpret_cast\b|\bvoid\s*\*|\bnew \(|\bstatic_cast<[^>]*\*>\((?!nullptr\))|\bpacked\b")


def casts(files):
    """Where addresses are cast, and only there, ldfi_module says CASTS: the sanitizer build looks for misaligned ones there.
    A folder that says -fno-sanitize=all is not built with sanitizers, and neither are the folders in it."""
    plain = {posixpath.dirname(path) for path, text in files.items() if path.endswith("CMakeLists.txt") and "-fno-sanitize=all" in text}
    say = {posixpath.dirname(path) for path, text in files.items() if path.endswith("CMakeLists.txt")
           for module in re.findall(r"^ldfi_module\(([^)]*)\)", text, re.MULTILINE) if "CASTS" in module.split()}
    cast = set()
    for path, text in _cpp_files(files).items():
        folder = posixpath.dirname(path)
        if path.startswith("test/") or any(f"{folder}/".startswith(f"{one}/") for one in plain):
            continue
        for found in _CAST.finditer(cpp.strip(text)):
            cast.add(folder)
            if folder not in say:
                yield f"{path}:{_line_of(cpp.strip(text), found.start())}: {found[0]} casts an address, but {folder}/CMakeLists.txt does not say CASTS"
    for folder in sorted(say - cast):
        yield f"{folder}/CMakeLists.txt:1: says CASTS, but nothing there casts an address"


# --- programs -------------------------------------------------------------------------------------


def programs(files):
    """Every program under configs/ is run by some config, itself or by being included."""
    used = set()
    waiting = []
    for path, text in files.items():
        if path.startswith("configs/") and path.endswith((".yaml", ".yml")):
            text = re.sub(r"(?:^|\s)#.*", "", text)
            for name in re.findall(r"[^\s\[\],'\"]+\.ded\b", text):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                if target not in files:
                    yield f"{path}:1: names {name}, which is not there"
                waiting.append(target)
    while waiting:
        path = waiting.pop()
        if path in used or path not in files:
            continue
        used.add(path)
        for name in re.findall(r'^\s*include\s+"([^"]+)"', files[path], re.MULTILINE):
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            waiting.append(beside)
    for path in files:
        if path.startswith("configs/") and path.endswith(".ded") and path not in used:
            yield f"{path}:1: no config runs it"


# --- options --------------------------------------------------------------------------------------

_OPTIONS = "common/config/options.hpp"


def _sees_options(files, path):
    """Does the file include the options, itself or through a header beside it?"""
    headers = [header for _, header, quoted in cpp.includes(files[path]) if quoted]
    beside = posixpath.dirname(path) + "/"
    inner = [h for own in headers if own.startswith(beside) for _, h, _ in cpp.includes(files.get(own, ""))]
    return any(header.startswith("common/config/") for header in headers + inner)


def options(files):
    """Every field of Options is read by somebody else than the reader of options."""
    code = cpp.strip(files.get(_OPTIONS, ""))
    body = re.search(r"struct Options\s*\{(.*?)^\};", code, re.MULTILINE | re.DOTALL)
    if not body:
        yield f"{_OPTIONS}:1: no struct Options found"
        return
    fields = re.findall(r"^\s*[\w:<>, ]+?[\s>](\w+)(?:\s*=[^;]*)?;", body.group(1), re.MULTILINE)
    if not fields:
        yield f"{_OPTIONS}:1: struct Options has no fields"
    elsewhere = "\n".join(
        cpp.strip(text)
        for path, text in _cpp_files(files).items()
        if not path.startswith(("common/config/", "test/")) and _sees_options(files, path)
    )
    tables = code[body.end():]  # whoever reads these reads what they name
    for field in fields:
        read = re.search(rf"(?:\.|->){field}\b(?!\s*\()", elsewhere) or re.search(rf"&Options::{field}\b", tables)
        if not read:
            line = _line_of(code, body.start(1) + re.search(rf"\b{field}\b", body.group(1)).start())
            yield f"{_OPTIONS}:{line}: nobody reads the option {field}"
