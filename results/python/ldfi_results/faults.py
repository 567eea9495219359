"""Checks the failure specifications and fault sets of a results file. ldfi-results makes the same checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Optional

_MAX_EOT, _MAX_NODES, _MAX_OMISSIONS = 1_000_000, 1_000, 1 << 22
_NAME = r"""([A-Za-z0-9._?-]+|"(?:[^"\\]|\\(?:["\\ntr]|x[0-9A-Fa-f]{2}))*")"""
_OMISSION = rf"O\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*\)"
_CRASH = rf"C\s*\(\s*{_NAME}\s*,\s*(\d+)\s*(\+?)\s*(?:,\s*(\d+)\s*)?\)"
_ANY_NAME = _NAME.replace("(", "(?:", 1)
_NAMES = rf"{_ANY_NAME}(?:\s+{_ANY_NAME})*"
_PARTITION = rf"P\s*\(\s*({_NAMES}(?:\s*>\s*{_NAMES})?)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)"
_WRITE = rf"W\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)"
_PAUSE = rf"S\s*\(\s*{_NAME}\s*,\s*(\d+)\s*,\s*(\d+)\s*\)"
_DISK = rf"([EFX])\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*\)"
_LATE = rf"([DU])\s*\(\s*{_NAME}\s*,\s*{_NAME}\s*,\s*(\d+)\s*,\s*(?:{_NAME}\s*,\s*)?\+\s*(\d+)\s*\)"
_FAULT = re.compile(rf"\s*(?:{_OMISSION}|{_CRASH}|{_PARTITION}|{_WRITE}|{_PAUSE}|{_DISK}|{_LATE})\s*", re.ASCII)
_NUMBERS = ("omissions", "partitions", "faults", "disk_write", "disk_silent", "disk_dead", "disk_writeback", "disk_corrupt", "disk_detected", "pauses", "one_way", "least_down", "most_down", "delay_max", "delay_until", "delay_budget", "delay_count", "duplicates", "duplicates_within", "fifo", "late_self")
_LISTS = ("omissions_from", "omissions_to", "disk_relations", "disk_nodes", "disk_buffered", "disk_damaged", "disk_columns", "pausable", "restartable", "late_relations")
_NAMES_AND_SIGN = re.compile(rf"{_ANY_NAME}|>", re.ASCII)
_LATER = 1 << 60  # a tick that is later than any other
_Late = tuple[str, str, int, Optional[str], int]  # sender, receiver, tick of sending, relation, ticks of delay
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    raw = _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else _LETTERS.get(m[1], m[1]), name[1:-1].encode().decode("latin-1"))
    return raw.encode("latin-1").decode("utf-8", "backslashreplace")


def limits_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns the limits of a table by name. A limit is a number, a list of names, or a list of such lists."""
    out: dict[str, Any] = {}
    for row in rows:
        name, value = row["limit"], row["value"]
        if name in _NUMBERS:
            out[name] = int(value)
        elif name in _LISTS:
            out.setdefault(name, []).append(value)
        else:
            lists = out.setdefault(name, [])
            lists += [[]] * (row["list"] + 1 - len(lists))
            lists[row["list"]] = [*lists[row["list"]], value]
    return out


class Late:
    """A cell's limits on delays and duplicates."""

    def __init__(self, limits: dict[str, Any]):
        self.most, self.until = limits.get("delay_max", 0), limits.get("delay_until", _LATER)
        self.budget, self.count = limits.get("delay_budget", _LATER), limits.get("delay_count", _LATER)
        self.duplicates, self.within = limits.get("duplicates", 0), limits.get("duplicates_within", 1)
        self.self = bool(limits.get("late_self", 0))
        # None means that all messages of a tick are late together
        self.units = frozenset[Optional[str]](limits.get("late_relations", [None]))

    def admits(self, letter: str, sent: int, unit: Optional[str], ticks: int, eot: int) -> bool:
        return unit in self.units and 1 <= ticks <= (self.most if letter == "D" else self.within) and 1 <= sent <= self.until and sent + 1 + ticks <= eot

    def may_be(self, lost: set[tuple[str, str, int]], late: set[_Late], twice: set[_Late]) -> bool:
        """Returns true if each message has only one fate, and no limit is exceeded. Requires that the senders
        have not crashed.
        """
        first, second = {(*unit,): ticks for *unit, ticks in late}, {(*unit,): ticks for *unit, ticks in twice}
        return (
            len(first) == len(late) <= self.count
            and len(second) == len(twice) <= self.duplicates
            and sum(first.values()) <= self.budget
            and not lost & {unit[:3] for unit in first.keys() | second.keys()}
            and all(first.get(unit, 0) < ticks for unit, ticks in second.items())
        )


class Limits:
    """The table of limits of a cell. `problem` says what is wrong with it, if anything is."""

    def __init__(self, rows: Sequence[tuple[str, int, str]], nodes: frozenset[str]):
        self.problem = self._problem(rows, nodes)
        limits = {} if self.problem else limits_of([{"limit": limit, "list": number, "value": value} for limit, number, value in rows])
        self.omissions, self.faults = limits.get("omissions"), limits.get("faults")
        self.partitions, self.one_way = limits.get("partitions", 0), bool(limits.get("one_way", 0))
        self.senders = frozenset(limits.get("omissions_from", nodes))
        self.receivers = frozenset(limits.get("omissions_to", nodes))
        self.reliable = [tuple(pair) for pair in limits.get("reliable", [])]
        self.sets = [frozenset(names) for names in limits.get("partition_sets", [])]
        self.writes, self.written = limits.get("disk_write", 0), frozenset(limits.get("disk_relations", []))
        self.writing = frozenset(limits.get("disk_nodes", nodes))
        self.dead, self.backs = limits.get("disk_dead", 0), limits.get("disk_writeback", 0)
        self.buffered = frozenset(limits.get("disk_buffered", []))
        self.corruptions, self.damaged = limits.get("disk_corrupt", 0), frozenset(limits.get("disk_damaged", []))
        self.restartable: Optional[frozenset[str]] = frozenset(limits["restartable"]) if "restartable" in limits else None
        self.least_down, self.most_down = limits.get("least_down", 1), limits.get("most_down", _LATER)
        self.pauses, self.pausable = limits.get("pauses", 0), frozenset(limits.get("pausable", nodes))
        self.late = Late(limits)

    @staticmethod
    def _problem(rows: Sequence[tuple[str, int, str]], nodes: frozenset[str]) -> Optional[str]:
        order = ["omissions", "omissions_from", "omissions_to", "reliable", "partitions", "partition_sets", "faults", "disk_write", "disk_relations", "disk_nodes", "disk_silent"]
        order += ["disk_dead", "disk_writeback", "disk_buffered", "pauses", "pausable"]
        order += ["disk_corrupt", "disk_detected", "disk_damaged", "disk_columns", "one_way"]
        order += ["named_sets", "restartable", "least_down", "most_down"]
        order += ["delay_max", "delay_until", "delay_budget", "delay_count", "duplicates", "duplicates_within", "fifo", "late_self", "late_relations"]
        places, sizes = [], dict[tuple[str, int], int]()
        for limit, number, value in rows:
            if limit not in order:
                return f"{limit!r} is not a limit"
            one = limit in _NUMBERS
            if number and (one or limit in _LISTS) or not 0 <= number < len(rows):
                return "the lists of limits are out of order"
            if (one and not (value.isascii() and value.isdigit() and len(value) < 11)) or (not one and limit not in ("disk_relations", "disk_buffered", "disk_damaged", "disk_columns", "named_sets", "late_relations") and value not in nodes):
                return f"{value!r} is not a value of {limit}"
            places.append((order.index(limit), number))
            sizes[limit, number] = sizes.get((limit, number), 0) + 1
        whole = all(size == 2 for (limit, _), size in sizes.items() if limit == "reliable")
        once = all(size == 1 for (limit, _), size in sizes.items() if limit in _NUMBERS)
        gaps = any(number and (limit, number - 1) not in sizes for limit, number in sizes)
        return None if places == sorted(places) and whole and once and not gaps else "the limits are out of order"

    def may_lose(self, sender: str, receiver: str) -> bool:
        return sender in self.senders and receiver in self.receivers and (sender, receiver) not in self.reliable

    def may_cut(self, senders: frozenset[str], receivers: frozenset[str], nodes: frozenset[str]) -> bool:
        """Returns true if a partition may lose the messages from the nodes `senders` to the nodes `receivers`.

        If `receivers` is empty, the partition loses all messages between `senders` and the other nodes.
        """
        if receivers:
            fits = self.one_way and not senders & receivers and senders | receivers == nodes
            whole = not any(a in senders and b in receivers for a, b in self.reliable)
        else:
            fits, whole = True, all((a in senders) == (b in senders) for a, b in self.reliable)
        return fits and whole and (not self.sets or any(senders in (names, nodes - names) for names in self.sets))

    def has_disk(self, node: str, relation: str) -> bool:
        return node in self.writing and relation in self.written

    def may_fail(self, node: str, relation: str) -> bool:
        return self.writes > 0 and self.has_disk(node, relation)

    def admit(self, omissions: int, partitions: list[tuple[int, int]], writes: int, pauses: int, others: int) -> bool:
        apart = all(a[1] + 1 < b[0] for a, b in zip(sorted(partitions), sorted(partitions)[1:]))
        count = omissions + len(partitions) + writes + pauses + others
        return (
            apart
            and len(partitions) <= self.partitions
            and writes <= self.writes
            and pauses <= self.pauses
            and (self.omissions is None or omissions <= self.omissions)
            and (self.faults is None or count <= self.faults)
        )


class Fspec:
    """EOT, EFF and crashes of a cell, with its nodes. `problem` says what is wrong with them, if anything is."""

    def __init__(self, cell: dict[str, Any], nodes: list[str], crashable: list[str], limits: Sequence[tuple[str, int, str]] = ()):
        self.stop, self.restarts = cell["crash_model"] == "stop", int(cell.get("restarts", 0))
        self.crashable = frozenset(crashable or nodes)
        self.eot, self.eff, self.crashes = int(cell["eot"]), int(cell["eff"]), int(cell["crashes"])
        self.last = self.eff if cell["eff_mode"] == "inclusive" else max(self.eff - 1, 0)
        self.nodes = frozenset(nodes)
        self.first = min(nodes, key=lambda name: name.encode("utf-8", "surrogateescape")) if nodes else ""
        self.limits = Limits(limits, self.nodes)
        self.problem = self._problem(cell, nodes) or self.limits.problem

    def _problem(self, cell: dict[str, Any], nodes: list[str]) -> Optional[str]:
        if cell["eff_mode"] not in ("inclusive", "exclusive"):
            return f"{cell['eff_mode']!r} is not an EFF mode"
        if cell["crash_model"] not in ("silent", "halt", "stop"):
            return f"{cell['crash_model']!r} is not a crash model"
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
        disks = self.limits.dead or self.limits.backs or self.limits.corruptions
        if disks and not (self.stop and self.limits.written >= self.limits.buffered | self.limits.damaged):
            return f"faults of disks of {len(self.limits.written)} relations with crash model {cell['crash_model']}"
        if self.limits.writes and not (self.stop and self.limits.written):
            return f"failed writes of {len(self.limits.written)} relations with crash model {cell['crash_model']}"
        if self.limits.pauses and not self.stop:
            return f"{self.limits.pauses} pauses with crash model {cell['crash_model']}"
        if not self.crashable <= self.nodes:
            return "who may crash is not a node"
        if len(nodes) * (len(nodes) - 1) * self.eff > _MAX_OMISSIONS:
            return "there are too many messages to lose"
        return None

    def size_of(self, text: str) -> Optional[int]:
        """Returns the number of faults in `text`, or None if it is not the written form of a fault set of this Fspec."""
        if text.strip(" \t\r\n") == "none":
            return 0
        at, crashed, lost = 0, set[tuple[str, int, int, int]](), set[tuple[str, str, int]]()
        cuts, failed = set[tuple[frozenset[str], frozenset[str], int, int]](), set[tuple[str, str, int, int]]()
        # by letter of the fault, with the same elements as failed writes
        disks: dict[str, set[tuple[str, str, int, int]]] = {letter: set() for letter in "EFX"}
        late, twice = set[_Late](), set[_Late]()
        # with the same elements as outages: node, first tick, tick of resuming, first tick
        paused = set[tuple[str, int, int, int]]()
        while at < len(text):
            fault = _FAULT.match(text, at)
            if fault is None or any(len(digits) > 9 for digits in fault.group(3, 5, 7, 9, 10, 13, 14, 16, 17, 21, 25, 27) if digits):
                return None
            sender, receiver, sent, node, time, after, back, side, first, until, writer, relation, fails, last, sleeper, sleeps, wakes, letter, place, disk, when, way, source, target, leaves, of, ticks = fault.groups()
            if sender is not None:
                ends = (_unquoted(sender), _unquoted(receiver))
                if ends[0] == ends[1] or not self.nodes.issuperset(ends) or not 1 <= int(sent) <= self.last or not self.limits.may_lose(*ends):
                    return None
                lost.add((*ends, int(sent)))
            elif way is not None:
                ends, unit = (_unquoted(source), _unquoted(target)), None if of is None else _unquoted(of)
                if ends[0] == ends[1] and not self.limits.late.self or not self.nodes.issuperset(ends) or ends in self.limits.reliable or not self.limits.late.admits(way, int(leaves), unit, int(ticks), self.eot):
                    return None
                (late if way == "D" else twice).add((*ends, int(leaves), unit, int(ticks)))
            elif side is not None:
                words = _NAMES_AND_SIGN.findall(side)
                sign = words.index(">") if ">" in words else len(words)
                names, others = (frozenset(_unquoted(name) for name in part) for part in (words[:sign], words[sign + 1 :]))
                canonical = self.first not in names or bool(others)
                if not (names <= self.nodes and canonical and self.limits.may_cut(names, others, self.nodes)) or not 1 <= int(first) <= int(until) <= self.last:
                    return None
                cuts.add((names, others, int(first), int(until)))
            elif writer is not None:
                where = (_unquoted(writer), _unquoted(relation))
                if not self.limits.may_fail(*where) or not 1 <= int(fails) <= int(last or fails) <= self.last:
                    return None
                failed.add((*where, int(fails), int(last or fails)))
            elif letter is not None:
                where, tick = (_unquoted(place), _unquoted(disk)), int(when)
                among = {"E": self.limits.written, "F": self.limits.buffered, "X": self.limits.damaged}[letter]
                if not self.limits.has_disk(*where) or where[1] not in among or not 1 <= tick <= (self.eot if letter == "E" else self.last):
                    return None
                disks[letter].add((*where, tick, _LATER if letter == "E" else tick))
            elif sleeper is not None:
                who = _unquoted(sleeper)
                if who not in self.limits.pausable or not 1 <= int(sleeps) < int(wakes) <= self.last + 1:
                    return None
                paused.add((who, int(sleeps), int(wakes), int(sleeps)))
            elif (crash := self._crash(_unquoted(node), int(time), bool(after), back)) is None:
                return None
            else:
                crashed.add(crash)
            at = fault.end()
        # messages that a crashed node would send cannot be late or duplicated
        if self.limits.late.most or self.limits.late.duplicates:
            gone = {who: at for who, at, _, _ in crashed}
            sent_late = lambda units: {unit for unit in units if unit[0] == unit[1] or unit[2] < gone.get(unit[0], _LATER)}
            late, twice = sent_late(late), sent_late(twice)
            if not self.limits.late.may_be(lost, late, twice):
                return None
        elif late or twice:
            return None
        dead, stops = disks["E"], crashed | paused
        written = self._may_fail(failed, stops, dead)
        back, damage = self._effective(disks["F"], stops, dead | failed), self._effective(disks["X"], stops, dead)
        fits = self._may_be(crashed, paused) and written is not None and len({disk[:2] for disk in dead}) == len(dead) <= self.limits.dead
        single = len(crashed) + len(dead) + back + damage + len(late) + len(twice)
        fits = fits and back <= self.limits.backs and damage <= self.limits.corruptions
        fits = fits and self.limits.admit(len(lost), [cut[2:] for cut in cuts], written or 0, len(paused), single)
        return single + len(lost) + len(cuts) + len(paused) + (written or 0) if text and fits else None

    @staticmethod
    def _effective(faults: set[tuple[str, str, int, int]], stops: set[tuple[str, int, int, int]], disks: set[tuple[str, str, int, int]]) -> int:
        """Returns how many write-backs or corruptions have an effect, given the other faults of the node."""
        idle = lambda node, relation, at: any(where == node and first <= at < end for where, first, end, _ in stops) or any(
            disk[:2] == (node, relation) and disk[2] <= at <= disk[3] for disk in disks
        )
        return sum(not idle(node, relation, at) for node, relation, at, _ in faults)

    def _crash(self, node: str, time: int, after: bool, back: Optional[str]) -> Optional[tuple[str, int, int, int]]:
        """Returns the node, its first tick down, and the ticks of its restart and of its crash. Returns None if
        the Fspec excludes the crash.
        """
        down, up = time + after, int(back) if back else _LATER
        restartable = self.crashable if self.limits.restartable is None else self.limits.restartable
        if node not in (restartable if back else self.crashable) or ((after or back) and not self.stop):
            return None
        if not 1 <= time <= (self.last if back else self.eot) or up <= down or (back and up > self.last + 1):
            return None
        if back and not self.limits.least_down <= up - down <= self.limits.most_down:
            return None
        return node, down, up, time

    @staticmethod
    def _may_fail(
        failed: set[tuple[str, str, int, int]], stops: set[tuple[str, int, int, int]], dead: set[tuple[str, str, int, int]]
    ) -> Optional[int]:
        """Returns how many failed writes have an effect, or None if they contradict another fault of the node or
        its disk.
        """
        ordered = sorted(failed)
        if any(a[:2] == b[:2] and b[2] <= a[3] + 1 for a, b in zip(ordered, ordered[1:])):
            return None
        count = 0
        for node, relation, first, last in failed:
            spans = [(down, up) for where, down, up, _ in stops if where == node and down <= last and first < up]
            spans += [(at, _LATER) for *disk, at, _ in dead if disk == [node, relation] and at <= last]
            if any(first < begin or end <= last for begin, end in spans):
                return None
            count += not spans
        return count

    def _may_be(self, crashed: set[tuple[str, int, int, int]], paused: set[tuple[str, int, int, int]]) -> bool:
        ordered = sorted(crashed | paused)
        apart = all(a[0] != b[0] or a[2] < b[1] for a, b in zip(ordered, ordered[1:]))
        restarts = sum(up < _LATER for _, _, up, _ in crashed)
        return apart and restarts <= self.restarts and len(crashed) - restarts <= self.crashes
