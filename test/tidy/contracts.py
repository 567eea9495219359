"""Public functions that take an id, a count or foreign bytes check them, or contracts.txt says why not."""

import posixpath
import re
from dataclasses import dataclass

import cpp

FOLDERS = ("common/farm/wire", "common/journal", "common/record", "common/campaign", "worker/drive")
# Parameters that a caller may get wrong: an id, an index or a count; and bytes or text that came from elsewhere.
_ID = re.compile(r"^(?:const )?(?:\w+::)*(?:NodeId|NamedId|FactId|InstanceId|ChannelId)&?$")
_COUNT = re.compile(r"^(?:const )?(?:std::(?:size_t|u?int(?:32|64)_t)|int|unsigned)$")
_BYTES = re.compile(r"^(?:const )?(?:std::span<const char(?:, \w+)?>|std::string_view|(?:wire::)?Bytes&?)$")
_CHECK = re.compile(r"\bLDFI_(?:REQUIRE|ENSURE)\(|\bthrow\b")


@dataclass
class Declared:
    path: str
    line: int
    owner: str  # the class, or classes, that the function is a member of; empty for a free function
    name: str
    types: tuple  # of its parameters
    body: str  # None if it is only declared here

    @property
    def title(self):
        return f"{self.owner}::{self.name}" if self.owner else self.name

    @property
    def key(self):
        """The same for declaration and definition, which may write namespaces or not."""
        return self.title, tuple(re.sub(r"\w+::", "", one) for one in self.types)


def _split(text):
    """The parts between commas that are in no brackets."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "(<[{") - (c in ")>]}" and text[i - 1 : i + 1] != "->")
        if c == "," and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
    return [part.strip() for part in [*parts, text[begin:]] if part.strip()]


def _type_of(parameter):
    """The type of a parameter, without its name and default."""
    text = re.sub(r"\s+", " ", parameter.split("=")[0]).strip()
    if text.endswith(("&", "*", ">")) or " " not in text.removeprefix("const "):
        return text
    return re.sub(r" ?\w+$", "", re.sub(r"([&*]) ?(\w+)$", r"\1 \2", text)) or text


def _matching(text, opening):
    depth = 0
    for i in range(opening, len(text)):
        depth += (text[i] in "({[") - (text[i] in ")}]")
        if depth == 0:
            return i
    return len(text) - 1


_NAME = re.compile(r"((?:~?\w+::)*(?:operator\s*(?:\(\)|[^\s\w(]+)|~?\w+))\s*\(")
_NO_FUNCTION = re.compile(r"^(?:using|typedef|friend|static_assert|return|LDFI_\w+)\b|^requires\b|=\s*(?:delete|default)$")
_LABEL = re.compile(r"\b(public|private|protected)\s*:(?!:)")
_SCOPE = re.compile(r'^(?:inline\s+)?(namespace)\b\s*([\w:]*)$|^(extern)\s*"[^"]*"$|' r"^(?:template\s*<.*>\s*)?(class|struct|union)\s+([\w:]+)[^()]*$", re.S)


def _function(header, path, line, owner, body):
    header = re.sub(r"\[\[\w+\]\]", "", _LABEL.sub("", header)).strip()
    header = re.sub(r"^template\s*<[^;{]*?>\s*(?=\w)", "", header)
    found = _NAME.search(header)
    if not found or _NO_FUNCTION.search(header) or "=" in header[: found.start()]:
        return None
    types = tuple(_type_of(one) for one in _split(header[found.end() : _matching(header, found.end() - 1)]))
    *classes, name = re.sub(r"\s", "", found[1]).split("::")
    return Declared(path, line, "::".join([*owner, *classes]), name, types, body)


def declared(path, source, public_only):
    """The functions of a file that it declares or defines, without those of unnamed namespaces; perhaps only public ones."""
    text = cpp.without_preprocessor(cpp.strip(source))
    scopes = []  # (kind, name, are its members public)
    begin = at = 0
    while at < len(text):
        c = text[at]
        if c in "([":
            at = _matching(text, at)
        elif c in ";{}":
            header = text[begin:at].strip()
            for label in _LABEL.findall(header) if scopes else ():
                scopes[-1] = (*scopes[-1][:2], label == "public")
            plain = _LABEL.sub("", header).strip()
            scope = _SCOPE.match(plain) if c == "{" else None
            if c == "}":
                if scopes:
                    scopes.pop()
            elif scope:
                scopes.append((scope[1] or scope[3] or scope[4], scope[2] or scope[5] or "", scope[4] != "class"))
            else:
                end = _matching(text, at) if c == "{" else at
                if c == "{" and (re.search(r"(?<!operator)=$|^enum\b", plain) or "(" not in plain or
                                 (re.search(r"\)[^()]*:(?!:)", plain) and re.search(r"[\w>]$", plain))):
                    at = end + 1  # an initializer: the declaration goes on behind it
                    continue
                owner = [name for kind, name, _ in scopes if kind not in ("namespace", "extern")]
                hidden = any(kind == "namespace" and not name for kind, name, _ in scopes)
                public = all(shown for _, _, shown in scopes)
                line = text.count("\n", 0, begin + len(text[begin:at]) - len(text[begin:at].lstrip())) + 1
                one = _function(plain, path, line, owner, text[at:end] if c == "{" else None)
                if one and not hidden and (public or not public_only):
                    yield one
                at = end
            begin = at + 1
        at += 1


def _may_be_wrong(types):
    return any(pattern.match(one) for one in types for pattern in (_ID, _COUNT, _BYTES))


def functions(files):
    """(function, True if its definition checks something) of every public function with a parameter that a caller may get wrong."""
    for folder in FOLDERS:
        own = [path for path in files if posixpath.dirname(path) == folder]
        bodies = {}
        for path in own:
            for one in declared(path, files[path], public_only=False) if path.endswith((".cpp", ".hpp")) else ():
                if one.body is not None:
                    bodies.setdefault(one.key, []).append(one.body)
        for path in sorted(own):
            for one in declared(path, files[path], public_only=True) if path.endswith(".hpp") else ():
                if _may_be_wrong(one.types):
                    yield one, any(_CHECK.search(body) for body in bodies.get(one.key, []))


def entry(one):
    """How contracts.txt names a function."""
    return f"{one.path} {one.title}({', '.join(one.types)})"


def contracts(files, exceptions):
    """`exceptions`: the text of contracts.txt, a function and the reason in each line."""
    allowed = {}
    for number, line in enumerate(exceptions.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(" -- ")
            if not reason.strip():
                yield f"test/tidy/contracts.txt:{number}: no reason behind ` -- `"
            allowed[name.strip()] = number
    for one, checks in functions(files):
        listed = allowed.pop(entry(one), None)
        if listed is None and not checks:
            yield f"{one.path}:{one.line}: {entry(one).split(' ', 1)[1]} checks nothing that it is given; contracts.txt lists exceptions"
        if listed is not None and checks:
            yield f"test/tidy/contracts.txt:{listed}: {entry(one)} checks what it is given, and needs no exception"
    for name, number in allowed.items():
        yield f"test/tidy/contracts.txt:{number}: there is no {name}"
