"""Reads files of specifications: their statements, rules and facts. Uses the parser of test/oracle/clingo."""
from typing import NamedTuple, Optional

from program import Parser, Program, unquote

SEVERITIES = ("info", "minor", "major", "critical")
COUNT = ("major", "critical")


class Specification(NamedTuple):
    name: str
    severity: str
    when: str  # one of `always`, `finally`, `after`
    after: int = 0
    explains: Optional[str] = None
    text: str = ""

    def judged(self, eot):
        """Returns the ticks at which the specification is judged."""
        return range(eot, eot + 1) if self.when == "finally" else range(self.after + 1, eot + 1)


class SpecParser(Parser):
    def statements_of_specifications(self):
        """Removes the statements of specifications from the tokens and returns them. Rules and facts
        remain."""
        found, rest, i = [], [], 0
        while i < len(self.tokens):
            end = self.tokens.index(("op", ";"), i)
            words = [text for _, text in self.tokens[i:end]]
            if words[0] == "spec" and self.tokens[i + 1][0] == "name":
                found.append(self.specification(words[1:]))
            else:
                rest += self.tokens[i:end + 1]
            i = end + 1
        self.tokens = rest
        return found

    def specification(self, words):
        name, severity, when, *more = words
        if severity not in SEVERITIES or when not in ("always", "finally", "after"):
            raise SyntaxError(f"{self.name}: {' '.join(words)}")
        after = int(more.pop(0)) if when == "after" else 0
        parent = more[1] if more and more[0] == "explains" else None
        more = more[2:] if parent else more
        return Specification(name, severity, when, after, parent, unquote(more[0]) if more else "")


def parsed(text):
    """Returns the specifications, and a Program of their rules and facts."""
    parser, program = SpecParser(text, "spec"), Program()
    found = parser.statements_of_specifications()
    parser.statements(program)
    return found, program
