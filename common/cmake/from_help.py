#!/usr/bin/env python3
"""Man page and completions out of `ldfi-farm --help`, so that none can say anything else.

from_help.py man|bash|zsh|fish VERSION < help.txt > file
"""

import re
import sys

SECTION = re.compile(r"^(\S.*):$")
OPTION = re.compile(r"^ {2,6}(?:-(?P<flag>\w), )?--(?P<name>[\w-]+)(?: (?P<value>\S+))?(?: {2,}(?P<help>\S.*))?$")
ENTRY = re.compile(r"^ {2}(\S+) {2,}(\S.*)$")
#: Of the files that a program reads. The other program has a command as its first word in any case.
ENDINGS = {False: ["ded", "yaml", "yml"], True: ["h5"]}
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
    results = name == "ldfi-results"
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
            "  fi",
            f'  if [[ $word != -* && ({"$COMP_CWORD -gt 1" if results else "1 -eq 1"}) ]]; then',
            "    local ending",
            '    COMPREPLY+=($(compgen -d -- "$word"))',
            f"    for ending in {' '.join(ENDINGS[results])}; do",
            '      COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$word"))',
            "    done",
            "  fi",
            "}",
            f"complete -o filenames -F {function} {name}",
            "",
        ]
    )


def choices_of(text):
    """The words that a value may be, or none."""
    choices = CHOICES.search(text)
    return choices[1].split("|") if choices else []


def zsh_words(text):
    """A text inside of a specification of _arguments, in single quotes."""
    return re.sub(r"([\\\[\]:])", r"\\\1", text).replace("'", "'\\''")


def zsh(text, _version):
    title, sections = parse(text)
    name = title.partition(":")[0]
    specs, commands = [], []
    for section, lines in sections:
        if section == "Commands":
            commands = [(left, help_text) for left, help_text, _ in entries(lines)]
        for flag, option, value, help_text in options(lines):
            action = ""
            if value:
                choices = choices_of(help_text)
                action = f":{zsh_words(value)}:" + (f"({' '.join(choices)})" if choices else "_files" if value.startswith("FILE") else " ")
            # A value stands behind `=` (`--eot=6`), in the same word (`-t6`), or in the next one.
            short, long = (f"-{flag}+", f"--{option}=") if value else (f"-{flag}", f"--{option}")
            names = f"'{{{short},{long}}}'" if flag else long
            specs.append(f"  '*{names}[{zsh_words(help_text)}]{action}'")
    out = [f"#compdef {name}", f"# zsh completion for {name}, made from its --help."]
    if commands:
        out += ["local -a commands=(", *(f"  '{zsh_words(left)}:{zsh_words(what)}'" for left, what in commands), ")"]
    files = f'_files -g "*.({"|".join(ENDINGS[name == "ldfi-results"])})"'
    if name == "ldfi-results":
        specs += ["  '1:command:{_describe command commands}'", f"  '*:results:{files}'"]
    else:
        specs += [f"  '1:command, config or program:{{_describe command commands; {files}}}'", f"  '*:config or program:{files}'"]
    return "\n".join([*out, "_arguments -s \\", *(f"{spec} \\" for spec in specs[:-1]), specs[-1], ""])


def fish_words(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(text, _version):
    title, sections = parse(text)
    name = title.partition(":")[0]
    out, commands = [f"# fish completion for {name}, made from its --help."], []
    for section, lines in sections:
        if section == "Commands":
            commands = [(left, help_text) for left, help_text, _ in entries(lines)]
        for flag, option, value, help_text in options(lines):
            line = f"complete -c {name} -l {option}" + (f" -s {flag}" if flag else "")
            if value:
                choices = choices_of(help_text)
                line += f" -x -a {fish_words(' '.join(choices))}" if choices else " -r -F" if value.startswith("FILE") else " -x"
            out.append(f"{line} -d {fish_words(help_text)}")
    results = name == "ldfi-results"
    for left, what in commands:
        out.append(f"complete -c {name} -n __fish_use_subcommand -f -a {fish_words(left)} -d {fish_words(what)}")
    later = " -n 'not __fish_use_subcommand'" if results else ""
    out += [f"complete -c {name}{later} -f -a '(__fish_complete_suffix .{ending})'" for ending in ENDINGS[results]]
    return "\n".join([*out, ""])


def main():
    kinds = {"man": man, "bash": bash, "zsh": zsh, "fish": fish}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    text = sys.stdin.read()
    if not any(options(lines) for _, lines in parse(text)[1]):
        sys.exit("from_help.py: no options found in the help text")
    sys.stdout.write(kinds[sys.argv[1]](text, sys.argv[2]))


if __name__ == "__main__":
    main()
