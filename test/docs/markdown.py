"""Finds the fenced blocks of Markdown files, with the words after the fence and the comment above it."""

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^(?P<indent> {0,3})(?P<ticks>```+)(?P<info>[^`]*)$")
_COMMENT = re.compile(r"^<!-- (?P<text>.*?) -->$")


@dataclass
class Block:
    path: str
    line: int  # line of the opening fence, from 1
    kind: str  # the first word after the fence: console, ded, sh, ...
    name: str  # the second word after the fence
    note: str  # an HTML comment right above, such as "not run: needs a cluster"
    text: str
    heading: str  # text of the nearest heading above

    @property
    def where(self):
        return f"{self.path}:{self.line}"


def blocks(path, text):
    """Returns all fenced blocks of a file."""
    found, heading, open_ = [], "", None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        fence = _FENCE.match(line)
        if open_ is not None:
            if fence and fence["info"].strip() == "" and len(fence["ticks"]) >= open_[1]:
                start, _, words, note = open_
                body = "".join(one + "\n" for one in lines[start:number - 1])
                found.append(Block(path, start, *words, note, body, heading))
                open_ = None
        elif fence:
            words = (fence["info"].split() + ["", ""])[:2]
            above = [one for one in lines[:number - 1] if one.strip()]
            note = _COMMENT.match(above[-1]) if above else None
            open_ = (number, len(fence["ticks"]), words, note["text"] if note else "")
        elif line.startswith("#"):
            heading = line.lstrip("#").strip()
    assert open_ is None, f"{path}:{open_[0]}: this block does not end"
    return found
