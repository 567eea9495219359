#!/usr/bin/env python3
"""Man page and bash completion out of `ldfi-farm --help`, so that neither can say anything else.

from_help.py man|bash VERSION < help.txt > file
"""

import re
import sys

SECTION = re.compile(r"^(\S.*):$")
OPTION = re.compile(r"^ {2,6}(?:-(?P<flag>\w), )?--(?P<name>[\w-]+)(?: (?P<value>\S+))?(?: {2,}(?P<help>\S.*))?$")
ENTRY = re.compile(r"^ {2}(\S+) {2,}(\S.*)$")
CHOICES = re.compile(r"\[([\w-]+(?:\|[\w-]+)+)[;\]]")


def parse(text):
    """(title line, usage lines, sections as [(name, lines)])."""
    lines = text.rstrip("\n").split("\n")
    sections = [("", [])]
    for line in lines[1:]:
        if match := SECTION.match(line):
            sections.append((match.group(1), []))
        elif line.startswith("Usage:"):
            sections.append(("Usage", [line.removeprefix("Usage:").strip()]))
        else:
            sections[-1][1].append(line)
    return lines[0], [(name, body) for name, body in sections if name]


def entries(lines):
    """[left column, help, match of OPTION or None] of each entry; deeply indented lines continue the help."""
    found = []
    for line in lines:
        option = OPTION.match(line)
        if option:
            found.append([line, option["help"] or "", option])
        elif match := ENTRY.match(line):
            found.append([match[1], match[2], None])
        elif found and line.startswith(" " * 8):
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
    return found


def options(lines):
    """(flag, name, value, help) of each option among the lines."""
    return [(o["flag"], o["name"], o["value"], text) for _, text, o in entries(lines) if o]


def roff(text):
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def synopsis(lines):
    """Forms of the command line, each with what stands beside it, and paragraphs."""
    out = []
    for line in lines:
        form, _, remark = line.strip().partition("   ")
        if line.startswith(" ") or line is lines[0]:
            out += [".TP", f"\\fB{roff(form)}\\fR", roff(remark.strip()) or "\\&"]
        else:
            out += [".PP", roff(line.strip())]
    return out


def man(text, version):
    title, sections = parse(text)
    name, _, what = title.partition(": ")
    out = [
        f'.TH {name.upper()} 1 "" "{name} {version}" "User Commands"',
        ".nh",  # no hyphens inside the names of options
        ".ad l",
        ".SH NAME",
        f"{roff(name)} \\- {roff(what)}",
    ]
    for section, lines in sections:
        body = [line for line in lines if line.strip()]
        heading = "SYNOPSIS" if section == "Usage" else section.upper()
        out.append(f".SH {roff(heading)}")
        found = entries(body) if section != "Usage" else []
        for left, help_text, option in found:
            out.append(".TP")
            if option:
                flag = f"\\fB\\-{option['flag']}\\fR, " if option["flag"] else ""
                value = f" \\fI{roff(option['value'])}\\fR" if option["value"] else ""
                out.append(f"{flag}\\fB\\-\\-{roff(option['name'])}\\fR{value}")
            else:
                out.append(f"\\fB{roff(left)}\\fR")
            out.append(roff(help_text))
        if section == "Usage":
            out += synopsis(body)
            continue
        for line in body if not found else []:
            out += [".br" if line.startswith((" ", name, "mpirun")) else ".PP", roff(" ".join(line.split()))]
    return "\n".join(out) + "\n"


def bash(text, _version):
    title, sections = parse(text)
    name = title.partition(":")[0]
    function = "_" + re.sub(r"\W", "_", name)
    words, cases, takes_value, commands = [], [], [], []
    for section, lines in sections:
        if section == "Commands":
            commands = [left for left, _, _ in entries(lines)]
        for flag, option, value, help_text in options(lines):
            spellings = [f"--{option}"] + ([f"-{flag}"] if flag else [])
            words += spellings
            if not value:
                continue
            choices = CHOICES.search(help_text)
            if choices:
                words_of = choices[1].replace("|", " ")
                cases.append(f'    {"|".join(spellings)}) COMPREPLY=($(compgen -W "{words_of}" -- "$word")); return ;;')
            elif value.startswith("FILE"):
                cases.append(f'    {"|".join(spellings)}) COMPREPLY=($(compgen -f -- "$word")); return ;;')
            else:
                takes_value += spellings
    if takes_value:
        cases.append(f'    {"|".join(takes_value)}) return ;;')
    return "\n".join(
        [
            f"# bash completion for {name}, made from its --help.",
            f"{function}() {{",
            '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}',
            "  COMPREPLY=()",
            '  case "$before" in',
            *cases,
            "  esac",
            '  if [[ $word == -* ]]; then',
            f'    COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word"))',
            *([
                "  elif [[ $COMP_CWORD -eq 1 ]]; then",
                f'    COMPREPLY=($(compgen -W "{" ".join(commands)}" -- "$word"))',
            ] if commands else []),
            "  else",
            "    local ending",
            '    COMPREPLY=($(compgen -d -- "$word"))',
            f"    for ending in {'h5' if commands else 'ded yaml yml'}; do",
            '      COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$word"))',
            "    done",
            "  fi",
            "}",
            f"complete -o filenames -F {function} {name}",
            "",
        ]
    )


def main():
    kinds = {"man": man, "bash": bash}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    text = sys.stdin.read()
    if not any(options(lines) for _, lines in parse(text)[1]):
        sys.exit("from_help.py: no options found in the help text")
    sys.stdout.write(kinds[sys.argv[1]](text, sys.argv[2]))


if __name__ == "__main__":
    main()
