#!/usr/bin/env python3
"""Installs a build under DESTDIR and tries everything out: check_install.py CMAKE BUILD_FOLDER"""

import glob
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PREFIX = "/opt/ldfi"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return done.returncode, done.stdout, done.stderr


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def complete(script, *words):
    """What bash would offer for the last of the words."""
    code = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _${1//-/_}; printf "%s\\n" "${COMPREPLY[@]}"'
    status, out, err = run("bash", "-uc", code, "bash", script, *words)
    assert status == 0, err
    return [word for word in out.split("\n") if word]


def complete_in_zsh(functions, line):
    """The line after a zsh of its own, on a terminal, was given Tab behind it."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "PS1": "> "})
    said = b""

    def read(seconds, until=None):
        nonlocal said
        end = time.monotonic() + seconds
        while time.monotonic() < end and (until is None or until not in said):
            if select.select([terminal], [], [], 0.1)[0]:
                said += os.read(terminal, 1 << 16)

    try:
        os.write(terminal, f'fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; echo rea""dy\n'.encode())
        read(30, b"ready")
        read(0.5)
        said = b""
        os.write(terminal, f"{line}\t".encode())
        read(3)
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    return said.decode().strip()


def check_other_shells(root):
    """zsh and fish complete options, values and commands, as far as they are installed."""
    functions = f"{root}/share/zsh/site-functions"
    if shutil.which("zsh"):
        for line, completed in (("ldfi-farm --strat", "ldfi-farm --strategy="), ("ldfi-farm --strategy mo", "ldfi-farm --strategy molly"),
                                ("ldfi-results lam", "ldfi-results lamport")):  # fmt: skip
            assert complete_in_zsh(functions, line) == completed, line
    if shutil.which("fish"):
        for program, line, word in (("ldfi-farm", "ldfi-farm --strat", "--strategy"), ("ldfi-farm", "ldfi-farm --strategy mo", "molly"),
                                    ("ldfi-results", "ldfi-results lam", "lamport")):  # fmt: skip
            script = f"{root}/share/fish/vendor_completions.d/{program}.fish"
            status, out, err = run("fish", "--no-config", "-c", f"source {script}; complete -C'{line}'")
            assert status == 0 and out.split("\t")[0] == word, (line, out, err)


def check_help(root, folder, name):
    """Version, man page and completion of a program say what its --help says."""
    program = f"{root}/bin/{name}"
    status, version, _ = run(program, "--version", cwd=folder)
    assert status == 0 and re.search(r"\d+\.\d+\.\d+", version), version
    status, text, _ = run(program, "--help", *(["all"] if name == "ldfi-farm" else []), cwd=folder)
    assert status == 0
    page = read(f"{root}/share/man/man1/{name}.1").replace("\\-", "-")
    options = re.findall(r"^ {2,6}(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)
    assert len(options) > 5, options
    assert page.startswith(f".TH {name.upper()} 1"), page[:80]
    missing = [option for option in options if f"\\fB{option}\\fR" not in page]
    assert not missing, f"not in the man page: {missing}"
    script = f"{root}/share/bash-completion/completions/{name}"
    assert set(complete(script, name, "--")) >= set(options)
    for other in (f"{root}/share/zsh/site-functions/_{name}", f"{root}/share/fish/vendor_completions.d/{name}.fish"):
        text = read(other)
        absent = [option for option in options if not re.search(rf"(?:--|-l ){option[2:]}\b", text)]
        assert not absent, f"not in {other}: {absent}"


def check(root, folder):
    for name in ("ldfi-farm", "ldfi-results"):
        check_help(root, folder, name)
    check_other_shells(root)
    program = f"{root}/bin/ldfi-farm"
    script = f"{root}/share/bash-completion/completions/ldfi-farm"
    assert "lineage" in complete(script, "ldfi-farm", "--strategy", "l")
    assert complete(script, "ldfi-farm", "--no-such") == []
    script = f"{root}/share/bash-completion/completions/ldfi-results"
    assert complete(script, "ldfi-results", "sh") == ["show"]

    # Away from the sources, the installed configs find their programs.
    config = f"{root}/share/ldfi-farm/configs/simple-deliv.yaml"
    status, out, err = run(program, config, "--check", cwd=folder)
    assert status == 0, f"{status}\n{out}\n{err}"

    # Every library that is loaded costs the start of each run, so the program loads none, or those that have no archive.
    status, libraries, err = run("ldd", program)
    static = "statically linked" in libraries
    assert status == 0 and (static or "libstdc++" in libraries) and "libmpi" not in libraries, f"{status}\n{libraries}\n{err}"
    # Under a launcher, or for a solver that it lacks, the program finds the one that has both; without that one it says so.
    anywhere = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    status, out, err = run("mpirun", "--oversubscribe", "-n", "2", program, config, "-o", "farm.h5", cwd=folder, env=anywhere)
    assert status == 1 and "2 ranks" in out, f"{status}\n{out}\n{err}"
    status, out, err = run(program, config, "-o", "second.h5", "--solver", "cryptominisat", cwd=folder)
    assert status == 1 and "O(a,b,1)" in out, f"{status}\n{out}\n{err}"
    alone = shutil.copy(program, folder)
    without = [run(alone, "--version", env={**os.environ, "PMIX_RANK": "0"})]
    if static:
        without.append(run(alone, config, "--solver", "cryptominisat", cwd=folder))
    for status, out, err in without:
        assert status == 74 and f"{folder}/ldfi-farm-mpi: No such file" in err, f"{status}\n{out}\n{err}"

    status, out, err = run(program, config, "-o", "run.h5", "--quiet", cwd=folder)
    assert status == 1, f"{status}\n{out}\n{err}"
    module = glob.glob(f"{root}/lib/python3*/site-packages")
    assert len(module) == 1, module
    assert not glob.glob(f"{module[0]}/**/__pycache__", recursive=True)
    python = {**os.environ, "PYTHONPATH": module[0], "MPLBACKEND": "Agg"}
    status, out, err = run(sys.executable, "-B", "-m", "ldfi_results", "run.h5", cwd=folder, env=python)
    assert status == 0 and "counterexample" in out, f"{status}\n{out}\n{err}"
    code = f"import ldfi; print(ldfi.run({config!r}, farm={program!r}).verdict)"
    status, out, err = run(sys.executable, "-B", "-c", code, cwd=folder, env=python)
    assert status == 0 and out == "counterexample\n", f"{status}\n{out}\n{err}"
    example = f"{root}/share/ldfi-farm/python/sweep.py"
    status, out, err = run(sys.executable, "-B", example, "run.h5", cwd=folder, env=python)
    assert status == 0 and os.path.isfile(f"{folder}/heat_map.png"), f"{status}\n{out}\n{err}"

    status, out, err = run(f"{root}/bin/ldfi-language-server", "--help", cwd=folder)
    assert status == 0 and "Language server" in out, f"{status}\n{out}\n{err}"

    status, out, err = run(f"{root}/bin/ldfi-results", "serve", "/dev/null", cwd=folder)
    assert status == 74 and "not a regular file" in err, f"{status}\n{out}\n{err}"

    status, out, err = run(f"{root}/bin/ldfi-results", "show", "run.h5", cwd=folder)
    assert status == 0 and "LOST" in out, f"{status}\n{out}\n{err}"

    for name in ("README.md", "LICENSE", "docs/explanation/semantics.md", "results/SCHEMA.md"):
        assert os.path.isfile(f"{root}/share/doc/ldfi-farm/{name}"), name


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DESTDIR": folder}
        status, out, err = run(cmake, "--install", build, "--prefix", PREFIX, env=environment)
        assert status == 0, out + err
        check(folder + PREFIX, folder)


if __name__ == "__main__":
    main()
