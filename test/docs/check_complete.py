#!/usr/bin/env python3
"""The documents leave nothing out and invent nothing: check_complete.py LDFI_FARM SOURCE_FOLDER

Every diagnostic code has a section in docs/reference/diagnostics.md that shows it; every key in the help of ldfi-farm is in
configs/schema.json; every command of any document is run by check_docs.py, or says why not, and uses programs, commands, options and
targets that exist.
"""

import json
import os
import re
import subprocess
import sys

import markdown
import system_schema

PROGRAMS = {"ldfi-farm", "ldfi-results", "ldfi-check", "ldfi-language-server"}  # that users start
COMMAND = re.compile(r"^(?:[A-Z_]+=\S+ )?(?:\$ |make |ldfi-farm |mpirun |python3 |export |cmake |ctest |sbatch |apt-get )")


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def documents(sources):
    """{path: text} of the Markdown files."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=sources, capture_output=True, text=True)
    if listed.returncode == 0:
        paths = listed.stdout.split()
    else:  # an unpacked archive
        paths = [os.path.relpath(os.path.join(folder, name), sources) for folder, _, names in os.walk(sources)
                 for name in names if name.endswith(".md") and "/build" not in folder]
    return {path: read(f"{sources}/{path}") for path in paths if os.path.isfile(f"{sources}/{path}")}


def check_codes(sources):
    table = re.search(r"code_table\{\{(.*?)\}\};", read(f"{sources}/common/dedalus/language/codes.hpp"), re.S).group(1)
    codes = dict(re.findall(r'\{"([\w-]+)",\s*"([^"]+)"\}', table))
    assert len(codes) >= 24, codes
    path = "docs/reference/diagnostics.md"
    sections = dict(re.findall(r"^## ([\w-]+)\n(.*?)(?=^## |\Z)", read(f"{sources}/{path}"), re.M | re.S))
    for code, meaning in codes.items():
        section = sections.pop(code, None)
        if section is None:
            yield f"{path}: no section for [{code}]"
        elif not section.lower().startswith(meaning.lower()):
            yield f"{path}: the section for [{code}] does not begin with its meaning: {meaning}"
        elif f"[{code}]" not in section:
            yield f"{path}: the section for [{code}] does not show it"
    for code in sections:
        yield f"{path}: a section for [{code}], which is not a code"


def keys_of(help_text):
    """The keys in configs that the help names."""
    return set(re.findall(r"config: ([\w.]+)", re.sub(r"\s+", " ", help_text)))


def check_keys(farm, sources):
    told = subprocess.run([farm, "--help", "all"], capture_output=True, text=True, check=True).stdout
    keys = keys_of(told)
    assert len(keys) > 20, keys
    schema = json.loads(read(f"{sources}/configs/schema.json"))
    yield from check_schema(schema["oneOf"][0], keys)
    yield from system_schema.check(farm, sources, schema)


def check_schema(programs, keys):
    found = set()

    def walk(node, prefix):
        for name, value in node.get("properties", {}).items():
            if "properties" in value:
                walk(value, f"{prefix}{name}.")
                continue
            found.add(prefix + name)
            for form in value.get("anyOf", []):  # a value, or a map of `most` and details
                details = {key: detail for key, detail in form.get("properties", {}).items() if f"{prefix}{name}.{key}" in keys}
                found.update(f"{prefix}{name}.{key}" for key in details)

    walk(programs, "")
    for key in sorted(found ^ keys):
        yield f"{key}: in configs/schema.json or in --help, but not in both"


def check_commands(farm, sources):
    told = subprocess.run([farm, "--help", "all"], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"--[\w-]+", told)) | {"--allow-run-as-root", "--oversubscribe"}
    targets = set(re.findall(r"^([a-z0-9-]+):", read(f"{sources}/Makefile"), re.M))
    for path, text in documents(sources).items():
        for block in markdown.blocks(path, text):
            bare = block.kind in ("", "text") and not block.note
            if bare and any(COMMAND.match(line) for line in block.text.splitlines()):
                yield f"{block.where}: commands that nobody runs: make it a console or sh block, or say `<!-- not run: why -->` above"
        for match in re.finditer(r"(?:^|[`$ ])(ldfi-farm [^`\n#]*)", text, re.M):
            for option in re.findall(r"(?<=\s)--[a-z][\w-]*", match.group(1)):
                if option not in known:
                    yield f"{path}: `{match.group(1)}`: there is no {option}"
        for target in re.findall(r"(?:^|`|\$ )make ([a-z0-9-]+)", text, re.M):
            if target not in targets:
                yield f"{path}: there is no `make {target}`"


def results_problems(where, text, commands, options):
    """Calls of ldfi-results in a text that name a command or an option that it does not have."""
    for match in re.finditer(r"(?:^|[`$|;&] ?)ldfi-results ([a-z]+)([^`\n#|;]*)", text, re.M):
        if match[1] not in commands:
            yield f"{where}: `ldfi-results {match[1]}`: there is no such command"
        for option in re.findall(r"(?<=\s)--[a-z][\w-]*", match[2]):
            if option not in options:
                yield f"{where}: `ldfi-results {match[1]}{match[2]}`: there is no {option}"


def check_results(farm, sources):
    program = os.path.join(os.path.dirname(farm), "ldfi-results")
    help_text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    commands = set(re.findall(r"^  ([a-z]+) {2,}\S", help_text.split("Commands:")[1].split("Options:")[0], re.M))
    assert {"show", "serve", "check"} <= commands, commands
    options = set(re.findall(r"--[\w-]+", help_text))
    for path, text in documents(sources).items():
        found = markdown.blocks(path, text)
        for block in found:
            if block.kind in ("console", "sh", "bash"):
                yield from results_problems(block.where, block.text, commands, options)
            for program in re.findall(r"^(?:\$ )?(ldfi-[\w-]+)", block.text, re.M) if block.kind in ("console", "sh", "bash") else ():
                if program not in PROGRAMS:
                    yield f"{block.where}: users do not start {program}"
        for code in re.findall(r"`(ldfi-results [^`]*)`", text):
            yield from results_problems(path, code, commands, options)


def check_names(sources):
    """A reader of a tutorial or a how-to learns the name of a file before its text."""
    for path, text in documents(sources).items():
        if not path.startswith(("docs/tutorial/", "docs/how-to/", "README.md")):
            continue
        lines = text.split("\n")
        for block in markdown.blocks(path, text):
            above = re.sub(r"^```.*?^```$", "", "\n".join(lines[:block.line - 1]), flags=re.M | re.S).strip()
            if block.name and f"`{block.name}`" not in above:
                yield f"{block.where}: the text above does not say that this is `{block.name}`"


def main():
    farm, sources = map(os.path.abspath, sys.argv[1:])
    problems = [*check_codes(sources), *check_keys(farm, sources), *check_commands(farm, sources), *check_results(farm, sources), *check_names(sources)]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
