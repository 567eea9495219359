"""What a results file may say of a failure specification and of fault sets; ldfi-results refuses the same."""

from __future__ import annotations

import re
from typing import Any, Optional

_MAX_EOT, _MAX_NODES, _MAX_OMISSIONS = 1_000_000, 1_000, 1 << 22
_NAME = r"""([A-Za-z0-9._?-]+|"(?:[^"\\]|\\(?:["\\ntr]|x[0-9A-Fa-f]{2}))*")"""
_OMISSION = rf"O\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*\)"
_CRASH = rf"C\s*\(\s*{_NAME}\s*,\s*(\d+)\s*(\+?)\s*(?:,\s*(\d+)\s*)?\)"
_FAULT = re.compile(rf"\s*(?:{_OMISSION}|{_CRASH})\s*", re.ASCII)
_LATER = 1 << 60  # than any tick
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    raw = _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else _LETTERS.get(m[1], m[1]), name[1:-1].encode().decode("latin-1"))
    return raw.encode("latin-1").decode("utf-8", "backslashreplace")


class Fspec:
    """EOT, EFF and crashes of a cell, with its nodes; `problem` says what is wrong with it, if anything is."""

    def __init__(self, cell: dict[str, Any], nodes: list[str], crashable: list[str]):
        self.stop, self.restarts = cell["crash_model"] == "stop", int(cell.get("restarts", 0))
        self.crashable = frozenset(crashable or nodes)
        self.eot, self.eff, self.crashes = int(cell["eot"]), int(cell["eff"]), int(cell["crashes"])
        self.last = self.eff if cell["eff_mode"] == "inclusive" else max(self.eff - 1, 0)
        self.nodes = frozenset(nodes)
        self.problem = self._problem(cell, nodes)

    def _problem(self, cell: dict[str, Any], nodes: list[str]) -> Optional[str]:
        if cell["eff_mode"] not in ("inclusive", "exclusive"):
            return f"{cell['eff_mode']!r} is no EFF mode"
        if cell["crash_model"] not in ("silent", "halt", "stop"):
            return f"{cell['crash_model']!r} is no crash model"
        if not 1 <= self.eot <= _MAX_EOT:
            return f"EOT is {self.eot}: it must be between 1 and {_MAX_EOT}"
        if not 0 <= self.eff < self.eot:
            return f"EFF is {self.eff} and EOT is {self.eot}: it must be 0 <= EFF < EOT"
        if not 1 <= len(nodes) <= _MAX_NODES or len(self.nodes) < len(nodes) or "" in self.nodes:
            return f"there are between 1 and {_MAX_NODES} nodes with different names"
        if not 0 <= self.crashes <= len(nodes):
            return f"{self.crashes} crashes with {len(nodes)} nodes"
        if self.restarts and not self.stop:
            return f"{self.restarts} restarts with crash model {cell['crash_model']}"
        if not self.crashable <= self.nodes:
            return "who may crash is no node"
        if len(nodes) * (len(nodes) - 1) * self.eff > _MAX_OMISSIONS:
            return "there are too many messages to lose"
        return None

    def size_of(self, text: str) -> Optional[int]:
        """The number of faults in `text`; None if it is not the written form of a fault set of this Fspec."""
        if text.strip(" \t\r\n") == "none":
            return 0
        at, crashed, lost = 0, set[tuple[str, int, int, int]](), set[tuple[str, str, int]]()
        while at < len(text):
            fault = _FAULT.match(text, at)
            if fault is None or any(len(digits) > 9 for digits in fault.group(3, 5, 7) if digits):
                return None
            sender, receiver, sent, node, time, after, back = fault.groups()
            if sender is not None:
                ends = (_unquoted(sender), _unquoted(receiver))
                if ends[0] == ends[1] or not self.nodes.issuperset(ends) or not 1 <= int(sent) <= self.last:
                    return None
                lost.add((*ends, int(sent)))
            elif (crash := self._crash(_unquoted(node), int(time), bool(after), back)) is None:
                return None
            else:
                crashed.add(crash)
            at = fault.end()
        return len(crashed) + len(lost) if text and self._may_be(crashed) else None

    def _crash(self, node: str, time: int, after: bool, back: Optional[str]) -> Optional[tuple[str, int, int, int]]:
        """The node, the first tick at which it is down, the tick of its restart, and when it crashes; None if that cannot be."""
        down, up = time + after, int(back) if back else _LATER
        if node not in self.crashable or ((after or back) and not self.stop):
            return None
        if not 1 <= time <= (self.last if back else self.eot) or up <= down or (back and up > self.last + 1):
            return None
        return node, down, up, time

    def _may_be(self, crashed: set[tuple[str, int, int, int]]) -> bool:
        ordered = sorted(crashed)
        apart = all(a[0] != b[0] or a[2] < b[1] for a, b in zip(ordered, ordered[1:]))
        restarts = sum(up < _LATER for _, _, up, _ in crashed)
        return apart and restarts <= self.restarts and len(crashed) - restarts <= self.crashes
