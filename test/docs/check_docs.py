#!/usr/bin/env python3
"""Runs what a document shows: check_docs.py LDFI_FARM SOURCE_FOLDER DOCUMENT [--update]

What is done with a fenced block depends on the word after its fence:
  console      each `$ command` is run by bash, and what follows it must be what it prints; times are masked
  sh, bash     run; must succeed
  python       run; blocks of one document share their variables
  KIND NAME    written as file NAME, for the blocks that follow (```ded bcast.ded)
  diagnostics  what `ldfi-farm NAME.ded -N a,b -t 4 -f 2 --check` says about the .ded file of the block before;
               nothing about NAME-fixed.ded
`<!-- not run: why -->` above a block keeps it from being run, `<!-- run -->` above a block without a word has it run like sh.
`<!-- stopped after 3 s: why -->` above a block has each command of it interrupted after that time, as by Ctrl-C: it must print something
until then, and end with status 0.
`<!-- needs: PROGRAM -->` alone on a line: on a machine without PROGRAM the document is skipped, with status 77.
All blocks of a document share one scratch folder, in which `configs`, `results` and `build` are those of the sources.
--update writes what was printed into the document.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import markdown

# Differences between runs with the same result: times, sizes of files, jobs that were executed ahead, and the
# scratch folder.
MASKS = (
    (re.compile(r"(?m)^ +(?=\d+(?:\.\d+)? ms\b)"), ""),  # the blanks before the times of a story
    (re.compile(r"\b\d+(?:\.\d+)? (?:s|ms)\b"), "N s"),
    (re.compile(r" and \d+ speculative"), ""),
)
# Lines of progress on stderr, which a run prints if it takes longer than some seconds.
PROGRESS = re.compile(r"(?m)^ *(elapsed +cell +phase .*|\d+:\d\d:\d\d .*)\n")
NEEDS = re.compile(r"(?m)^<!-- needs: (\S+) -->$")
SKIPPED = 77  # the status that CTest reports as a skipped test
RUN_STATUSES = (0, 1, 2, 64, 65)  # allowed statuses of a `console` command, which may show an error


def masked(text):
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return [line.rstrip() for line in text.rstrip().split("\n")]


class Session:
    """A scratch folder, and a shell that keeps its folder and its exported variables from command to command."""

    def __init__(self, folder, farm, sources):
        self.folder = folder
        self.state = tempfile.mkdtemp(dir=folder, prefix=".state")
        for name in ("configs", "results"):
            os.symlink(f"{sources}/{name}", f"{folder}/{name}")
        os.symlink(os.path.dirname(farm), f"{folder}/build")
        self.environment = {
            **os.environ,
            "PATH": f"{os.path.dirname(farm)}:/usr/bin:{os.environ['PATH']}",  # /usr/bin: the system's python3 has h5py
            "PYTHONDONTWRITEBYTECODE": "1",
            "MPLBACKEND": "Agg",
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
        }
        self.python = []
        with open(f"{self.state}/wrapper", "w", encoding="utf-8") as stream:
            stream.write('. "$2/env" 2>/dev/null; cd "$(cat "$2/cwd" 2>/dev/null || echo .)"\n'
                         'eval "$1"; status=$?; export -p > "$2/env"; pwd > "$2/cwd"; exit $status\n')

    def run(self, command):
        """Runs a shell command. Returns (status, stdout and stderr together)."""
        done = subprocess.run(
            ["bash", f"{self.state}/wrapper", command, self.state], cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        return done.returncode, PROGRESS.sub("", done.stdout)

    def write(self, name, text):
        """Writes a file into the current folder of the shell."""
        try:
            with open(f"{self.state}/cwd", encoding="utf-8") as stream:
                folder = stream.read().strip()
        except FileNotFoundError:
            folder = self.folder
        with open(f"{folder}/{name}", "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_python(self, code):
        """Runs all Python of the document so far, and returns the output of the last block."""
        self.python.append(code)
        with open(f"{self.state}/script.py", "w", encoding="utf-8") as stream:
            stream.write("".join(self.python))
        return self.run(f"python3 {self.state}/script.py")


def commands(block):
    """Returns [(command, expected output)] of a console block. A backslash at the end of a line continues the
    command.
    """
    found = []
    lines = block.text.split("\n")[:-1]
    while lines:
        line = lines.pop(0)
        if line.startswith("$ "):
            while line.endswith("\\") and lines:
                line += "\n" + lines.pop(0)
            found.append([line[2:], ""])
        else:
            assert found, f"{block.where}: a console block begins with `$ `"
            found[-1][1] += line + "\n"
    return found


def check_console(session, block):
    """Returns (problems, the block with the output that was printed)."""
    problems, real = [], ""
    for command, shown in commands(block):
        status, said = session.run(command)
        # So --update does not change a block that only differs in times.
        now = shown if masked(said) == masked(shown) else said
        real += f"$ {command}\n{now}" + ("" if now.endswith("\n") or not now else "\n")
        if status not in RUN_STATUSES:
            problems.append(f"{block.where}: `{command}` ended with status {status}\n{said}")
        if masked(said) != masked(shown):
            problems.append(f"{block.where}: `{command}` is shown to print\n{shown}but prints\n{said}")
    return problems, real


def check_diagnostics(session, block, source):
    assert source is not None and source.name.endswith(".ded"), f"{block.where}: no .ded block before it"
    _, said = session.run(f"ldfi-farm {source.name} -N a,b -t 4 -f 2 --check 2>&1 >/dev/null")
    real = said.removeprefix("ldfi-farm: the input is wrong\n")
    if real == block.text:
        return [], real
    return [f"{block.where}: shows\n{block.text}but the program says\n{real}"], real


def check_fixed(session, block):
    """Checks that the checker finds no problem in NAME-fixed.ded."""
    if not block.name.endswith("-fixed.ded"):
        return []
    status, said = session.run(f"ldfi-farm {block.name} -N a,b -t 4 -f 2 --check 2>&1 >/dev/null")
    return [] if status == 0 and not said else [f"{block.where}: is not a better\n{said}"]


def check_quiet(session, block, run):
    """Checks a block whose output is not shown."""
    status, said = run(block.text)
    good = (0,) if block.kind == "python" else (0, 1, 2)
    return ([] if status in good else [f"{block.where}: ended with status {status}\n{said}"]), block.text


def check_stopped(session, block, seconds):
    """Checks commands that do not end by themselves, such as a server."""
    problems = []
    for line in block.text.splitlines():
        status, said = session.run(f"timeout --preserve-status --signal=INT {seconds} {line}")
        if status != 0 or not said:
            problems.append(f"{block.where}: `{line}`, interrupted after {seconds} s, ended with status {status} and printed\n{said}")
    return problems


def check(session, found):
    """Returns (problems, [(block, its new text)])."""
    problems, real, source = [], [], None
    for block in found:
        wrong, text = [], block.text
        stopped = re.match(r"stopped after (\d+) s", block.note)
        if block.note.startswith("not run"):
            pass
        elif stopped:
            wrong = check_stopped(session, block, stopped[1])
        elif block.kind == "console":
            wrong, text = check_console(session, block)
        elif block.kind == "diagnostics":
            wrong, text = check_diagnostics(session, block, source)
        elif block.kind in ("sh", "bash") or block.note == "run":
            for line in re.sub(r"\\\n", " ", block.text).splitlines():
                single = markdown.Block(**{**block.__dict__, "text": line})
                wrong += check_quiet(session, single, session.run)[0] if line.strip() else []
        elif block.kind == "python":
            wrong, text = check_quiet(session, block, session.run_python)
        elif block.name:
            session.write(block.name, block.text)
            wrong = check_fixed(session, block)
        source = block if block.kind == "ded" else source
        problems += wrong
        real.append((block, text))
    return problems, real


def update(path, text, real):
    lines = text.split("\n")
    for block, now in reversed(real):
        lines[block.line:block.line + block.text.count("\n")] = now.split("\n")[:-1]
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines))


def main():
    farm, sources, document = sys.argv[1:4]
    farm, sources = os.path.abspath(farm), os.path.abspath(sources)
    with open(f"{sources}/{document}", encoding="utf-8") as stream:
        text = stream.read()
    missing = [program for program in NEEDS.findall(text) if shutil.which(program) is None]
    if missing:
        print(f"{document}: skipped, because this machine has no {missing[0]}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        problems, real = check(Session(folder, farm, sources), markdown.blocks(document, text))
    if "--update" in sys.argv[4:]:
        update(f"{sources}/{document}", text, real)
        print("\n".join(problems))
        return
    if problems:
        sys.exit("\n".join(problems) + f"\nIf that is right: check_docs.py LDFI_FARM . {document} --update")
    ran = sum(not block.note.startswith("not run") and block.kind in ("console", "sh", "bash", "python", "diagnostics")
              for block, _ in real)
    print(f"{document}: {ran} blocks run")


if __name__ == "__main__":
    main()
