"""What a results file may say of a failure specification and of fault sets; ldfi-results refuses the same."""

from __future__ import annotations

import re
from typing import Any, Optional

_MAX_EOT, _MAX_NODES, _MAX_OMISSIONS = 1_000_000, 1_000, 1 << 22
_NAME = r"""([A-Za-z0-9._?-]+|"(?:[^"\\]|\\(?:["\\ntr]|x[0-9A-Fa-f]{2}))*")"""
_FAULT = re.compile(rf"\s*(?:O\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*\)|C\s*\(\s*{_NAME}\s*,\s*(\d+)\s*\))\s*", re.ASCII)
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    raw = _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else _LETTERS.get(m[1], m[1]), name[1:-1].encode().decode("latin-1"))
    return raw.encode("latin-1").decode("utf-8", "backslashreplace")


class Fspec:
    """EOT, EFF and crashes of a cell, with its nodes; `problem` says what is wrong with it, if anything is."""

    def __init__(self, cell: dict[str, Any], nodes: list[str]):
        self.eot, self.eff, self.crashes = int(cell["eot"]), int(cell["eff"]), int(cell["crashes"])
        self.last = self.eff if cell["eff_mode"] == "inclusive" else max(self.eff - 1, 0)
        self.nodes = frozenset(nodes)
        self.problem = self._problem(cell, nodes)

    def _problem(self, cell: dict[str, Any], nodes: list[str]) -> Optional[str]:
        if cell["eff_mode"] not in ("inclusive", "exclusive"):
            return f"{cell['eff_mode']!r} is no EFF mode"
        if cell["crash_model"] not in ("silent", "halt"):
            return f"{cell['crash_model']!r} is no crash model"
        if not 1 <= self.eot <= _MAX_EOT:
            return f"EOT is {self.eot}: it must be between 1 and {_MAX_EOT}"
        if not 0 <= self.eff < self.eot:
            return f"EFF is {self.eff} and EOT is {self.eot}: it must be 0 <= EFF < EOT"
        if not 1 <= len(nodes) <= _MAX_NODES or len(self.nodes) < len(nodes) or "" in self.nodes:
            return f"there are between 1 and {_MAX_NODES} nodes with different names"
        if not 0 <= self.crashes <= len(nodes):
            return f"{self.crashes} crashes with {len(nodes)} nodes"
        if len(nodes) * (len(nodes) - 1) * self.eff > _MAX_OMISSIONS:
            return "there are too many messages to lose"
        return None

    def size_of(self, text: str) -> Optional[int]:
        """The number of faults in `text`; None if it is not the written form of a fault set of this Fspec."""
        if text.strip(" \t\r\n") == "none":
            return 0
        at, crashed, lost = 0, dict[str, int](), set[tuple[str, str, int]]()
        while at < len(text):
            fault = _FAULT.match(text, at)
            if fault is None:
                return None
            sender, receiver, sent, node, time = fault.groups()
            if sender is not None:
                ends = (_unquoted(sender), _unquoted(receiver))
                if ends[0] == ends[1] or not self.nodes.issuperset(ends) or not 1 <= int(sent[:9]) <= self.last or len(sent) > 9:
                    return None
                lost.add((*ends, int(sent)))
            else:
                name = _unquoted(node)
                if name not in self.nodes or len(time) > 9 or not 1 <= int(time) <= self.eot:
                    return None
                if crashed.setdefault(name, int(time)) != int(time):
                    return None
            at = fault.end()
        return len(crashed) + len(lost) if text and len(crashed) <= self.crashes else None
