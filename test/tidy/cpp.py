"""Just enough C++ to count lines: blanking of comments and strings, and where functions begin and end."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      //[^\n]*(?:\\\n[^\n]*)*             # line comment, perhaps continued
    | /\*.*?\*/                           # block comment
    | (?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)"   # raw string
    | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*"    # string
    | (?<![0-9a-fA-F'])'(?:\\.|[^'\\\n])+'  # character, but no digit separator
    """,
    re.VERBOSE | re.DOTALL,
)


def _blank(match):
    text = match.group(0)
    empty = re.sub(r"[^\n]", " ", text)
    is_comment = text.startswith(("//", "/*"))
    return empty if is_comment else '"' + empty[1:-1] + '"'


def strip(text):
    """The text with comments and the insides of strings blanked; lines and columns stay."""
    return _TOKEN.sub(_blank, text)


def without_comments(text):
    """As strip(), but strings stay."""
    return _TOKEN.sub(
        lambda m: _blank(m) if m.group(0).startswith(("//", "/*")) else m.group(0), text
    )


def without_preprocessor(text):
    return re.sub(
        r"^[ \t]*#[^\n]*(?:\\\n[^\n]*)*",
        lambda m: re.sub(r"[^\n]", " ", m.group(0)),
        text,
        flags=re.MULTILINE,
    )


@dataclass
class Function:
    name: str
    first: int  # line of the first word of its declaration
    last: int  # line of its closing brace

    @property
    def lines(self):
        return self.last - self.first + 1


_SCOPE = re.compile(r"^(?:inline\s+)?namespace\b|^extern\s*\"")
_CLASS = re.compile(r"^(?:template\b.*\s)?(?:class|struct|union)\b")
_ENUM = re.compile(r"^enum\b")
_INITIALIZERS = re.compile(r"\)[^():]*(?:noexcept\s*(?:\([^()]*\))?\s*)?:(?!:)")


def _kind(header):
    """What an opening brace after `header` (at namespace or class level) begins."""
    if _SCOPE.search(header):
        return "scope"
    if _ENUM.search(header):
        return "skip"
    if _CLASS.search(header) and not re.search(r"\)\s*(?:const|noexcept|override|final|->.*)*$", header):
        return "scope"
    if header.endswith("=") and not header.endswith("operator="):
        return "skip"
    if "(" not in header:
        return "skip"  # T name{...};
    if _INITIALIZERS.search(header) and re.search(r"[\w>]$", header):
        return "skip"  # Constructor() : member{...}
    return "function"


def _closing(text, opening):
    """Index of the brace that closes the one at `opening`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, opening):
        depth += 1 if match.group(0) == "{" else -1
        if depth == 0:
            return match.start()
    return len(text) - 1


_LABEL = re.compile(r"^(?:public|private|protected)\s*:(?!:)\s*")


def functions(source):
    """Every function defined in `source` (a lambda counts for the function around it)."""
    text = without_preprocessor(strip(source))
    found = []
    begin = at = 0  # of the current declaration, and of the search
    token = re.compile(r"[{};]")
    while match := token.search(text, at):
        at = match.end()
        if match.group(0) != "{":
            # A `;` inside parentheses would be a for loop, which stands in bodies only.
            begin = at
            continue
        raw = text[begin : match.start()]
        header = _LABEL.sub("", raw.strip())
        kind = _kind(header)
        if kind == "scope":
            begin = at
            continue
        end = _closing(text, match.start())
        at = end + 1
        if kind == "skip":
            continue  # the declaration goes on behind the braces
        start = begin + raw.rindex(header)
        name = re.search(r"([\w:~]+|operator\s*\S+?)\s*\(", header)
        found.append(
            Function(
                name.group(1) if name else "lambda",
                text.count("\n", 0, start) + 1,
                text.count("\n", 0, end) + 1,
            )
        )
        begin = at
    return found


def includes(source):
    """(line, header, is_quoted) of each #include."""
    clean = without_comments(source)
    pattern = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
    for match in pattern.finditer(clean):
        yield clean.count("\n", 0, match.start()) + 1, match.group(1) or match.group(2), bool(match.group(1))
