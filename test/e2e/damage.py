"""Changes certificates at random, for damaged_certificates.py."""

import os
import re

STATEMENT = re.compile(r'(?:[^;"]|"[^"]*")*;\s*')
CONSTANT = re.compile(r'"[^"]*"|(?<![\w."])\d+(?![\w."])')
TEXT = {"fact": "program", "clause": "program", "constant": "program", "lemma": "proof", "node": "claim", "claim": "claim", "word": "invariant", "spec": "specification"}


def replaced(text, match, new):
    return text[: match.start()] + new + text[match.end() :]


class Damage:
    """Changes of a certificate. Each returns the changed text, which is the same text if there is nothing to
    change.
    """

    def __init__(self, chance, folder):
        self.chance, self.folder = chance, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def any_of(self, kind):
        """Returns a random file of this kind."""
        if kind == "fact" and os.path.exists(self.path("universe.ded")) and self.chance.random() < 0.5:
            return "universe.ded"
        of = {"program": r"program/.*", "proof": r".*\.drup", "claim": r"claim\.txt", "invariant": r"invariant\.txt", "specification": r".*\.spec"}.get(TEXT.get(kind), ".*")
        names = sorted(os.path.relpath(os.path.join(at, name), self.folder) for at, _, files in os.walk(self.folder) for name in files)
        names = [name for name in names if re.fullmatch(of, name)]
        return self.chance.choice(names) if names else None

    def do(self, kind):
        name = self.any_of(kind)
        if name is None:
            return False
        with open(self.path(name), encoding="latin1") as stream:
            before = stream.read()
        after = getattr(self, kind)(before)
        with open(self.path(name), "w", encoding="latin1") as stream:
            stream.write(after)
        return before != after

    def statement(self, text, wanted):
        found = [m for m in STATEMENT.finditer(text) if wanted(m.group())]
        return self.chance.choice(found) if found else None

    def constants(self, text):
        return [c for c in CONSTANT.findall(text)] + ['"new"', "0", "7"]

    def other(self, constant, text):
        if constant.isdigit() and self.chance.random() < 0.8:
            return str(max(0, int(constant) + self.chance.choice([-1, 1])))
        return self.chance.choice([c for c in self.constants(text) if c.isdigit() == constant.isdigit()])

    def fact(self, text):
        one = self.statement(text, lambda s: ":-" not in s and "@" in s)
        if one is None:
            return text
        if self.chance.random() < 0.5:
            return replaced(text, one, "")
        return replaced(text, one, self.constant(one.group(), text))

    def clause(self, text):
        """Changes a rule or a part of it."""
        one = self.statement(text, lambda s: ":-" in s)
        if one is None:
            return text
        rule = one.group()
        head, body = rule.split(":-", 1)
        literals = re.split(r",(?![^(]*\))", body.rstrip().rstrip(";"))
        i = self.chance.randrange(len(literals))
        what = self.chance.randrange(6)
        if what == 0:
            return replaced(text, one, "")
        if what == 1 and len(literals) > 1:
            del literals[i]
        elif what == 2:
            literals[i] = literals[i].replace("notin ", "") if "notin " in literals[i] else " notin" + literals[i]
        elif what == 3:
            literals.append(self.chance.choice(literals).replace("_", "X"))
        elif what == 4:
            head = head.replace("@next", "@now").replace("@async", "@next").replace("@now", self.chance.choice(["@async", ""]))
        else:
            variables = re.findall(r"\b[A-Z]\w*\b", body)
            if variables:
                literals[i] = re.sub(r"\b[A-Z]\w*\b", lambda m: self.chance.choice([m.group(), self.chance.choice(variables)]), literals[i])
        return replaced(text, one, head + ":-" + ",".join(literals) + ";\n")

    def constant(self, text, among=None):
        found = [m for m in CONSTANT.finditer(text)]
        if not found:
            return text
        one = self.chance.choice(found)
        return replaced(text, one, self.other(one.group(), among or text))

    def lemma(self, text):
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines:
            return text
        i = self.chance.randrange(len(lines))
        words = lines[i].split()
        j = self.chance.randrange(len(words))
        what = self.chance.randrange(7)
        some = str(self.chance.choice([-1, 1]) * self.chance.randrange(1, 60))
        if what == 0:
            del lines[i]
        elif what == 1:
            words[j] = some
        elif what == 2 and re.fullmatch(r"-?[1-9]\d*", words[j]):
            words[j] = str(-int(words[j]))
        elif what == 3:
            del words[j]
        elif what == 4:
            lines.insert(i, some + " 0")
        elif what == 5:
            lines = lines[:i] + ["0"]
        else:
            lines.insert(i, "d " + self.chance.choice(lines).removeprefix("d "))
        if what in (1, 2, 3):
            lines[i] = " ".join(words)
        return "\n".join(lines) + "\n"

    def spec(self, text):
        """Changes the statement of a specification."""
        one = self.statement(text, lambda s: s.startswith("spec "))
        if one is None:
            return text
        words = one.group().split(" ", 3)
        what = self.chance.randrange(4)
        if what == 0:
            return replaced(text, one, "")
        if what == 1:
            words[1] = self.chance.choice(re.findall(r"^(\w+)\(", text, re.MULTILINE) + ["other"])
        elif words[3].split()[0].rstrip(";") in ("always", "finally"):
            other = self.chance.choice(["always", "finally", "after 3", "after 5", "after 99"])
            words[3] = re.sub(r"always|finally", other, words[3], count=1)
        return replaced(text, one, " ".join(words))

    def word(self, text):
        """Changes a word of an invariant."""
        lines = [line.split() for line in text.splitlines()]
        words = [word for line in lines for word in line] + ["-log(a,data)", "-calm[1]", "tick[1]", "crashed[a]"]
        i, what = self.chance.randrange(len(lines)), self.chance.randrange(4)
        if what == 0 or not lines[i]:
            del lines[i]
        elif what == 1:
            lines.insert(i, [self.chance.choice(words)])
        elif what == 2:
            del lines[i][self.chance.randrange(len(lines[i]))]
        else:
            j = self.chance.randrange(len(lines[i]))
            word = lines[i][j] if self.chance.random() < 0.5 else self.chance.choice(words)
            lines[i][j] = word[1:] if word.startswith("-") else "-" + word
        return "".join(" ".join(line) + "\n" for line in lines)

    def node(self, text):
        nodes = re.findall(r"^node (.*)$", text, re.MULTILINE)
        if not nodes:
            return text
        one, other = self.chance.choice(nodes), self.chance.choice(nodes + ["new"])
        what = self.chance.randrange(3)
        if what == 0:
            return text.replace(f"node {one}\n", "")
        if what == 1:
            return text.replace(f"node {one}\n", f"node {other}\n")
        faults = list(re.finditer(rf"(?<=[(,]){re.escape(one)}(?=,)", text))
        return replaced(text, self.chance.choice(faults), other) if faults else text

    def claim(self, text):
        lines = text.splitlines()
        i = self.chance.randrange(1, len(lines))
        key, _, value = lines[i].partition(" ")
        # The claim has one EFF, which cannot be changed for one kind of fault alone.
        together = ("last-loss", "last-restart", "last-partition")
        if key in together:
            other = str(max(1, int(value) + self.chance.choice([-2, -1, 1, 2])))
            lines = [f"{one.split()[0]} {other}" if one.split()[0] in together else one for one in lines]
        elif re.fullmatch(r"\d+", value):
            lines[i] = f"{key} {max(0, int(value) + self.chance.choice([-2, -1, 1, 2]))}"
        elif key in ("pre", "post"):
            lines[i] = f"{key} " + self.chance.choice(["pre", "post", "log"])
        elif key == "crash-model" and value != "stop":
            lines[i] = f"{key} " + ("halt" if value == "silent" else "silent")
        elif key == "saturates":
            lines[i] = re.sub(r"\d+$", lambda m: str(max(0, int(m.group()) + self.chance.choice([-2, -1, 1]))), lines[i])
        elif key == "violates":
            faults = value.split()
            j = self.chance.randrange(len(faults))
            if self.chance.random() < 0.3:
                del faults[j]
            else:
                faults[j] = re.sub(r"\d+", lambda m: str(max(0, int(m.group()) + self.chance.choice([-1, 1]))), faults[j])
            lines[i] = "violates " + " ".join(faults or ["none"])
        elif self.chance.random() < 0.5:
            del lines[i]
        else:
            more = "claim " + self.chance.choice(["certified", "vacuous", "minimal", "least", "all"])
            claims = [j + 1 for j, line in enumerate(lines) if line.startswith("claim ")]
            lines.insert(self.chance.choice(claims + [len(lines)]), more)
        return "\n".join(lines) + "\n"

    def byte(self, text):
        at = self.chance.randrange(len(text))
        return text[:at] + chr(self.chance.choice([ord(text[at]) ^ (1 << self.chance.randrange(7)), self.chance.randrange(32, 127)])) + text[at + 1 :]
