#!/usr/bin/env python3
"""`pip install results/python` without a network, into an environment of its own: check_pip.py LDFI_FARM SOURCE_FOLDER

Exit status 77, "skipped", where pip or setuptools is missing.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def main():
    farm, sources = map(os.path.abspath, sys.argv[1:])
    missing = [name for name in ("pip", "setuptools", "wheel") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: no {' '.join(missing)}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        # A copy: pip builds beside pyproject.toml.
        shutil.copytree(f"{sources}/results/python", f"{folder}/python", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", f"{folder}/venv")
        python = f"{folder}/venv/bin/python"
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
        offline = {**plain, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "http_proxy": "http://127.0.0.1:9"}
        run(python, "-m", "pip", "install", "--no-build-isolation", f"{folder}/python", env=offline)
        shutil.rmtree(f"{folder}/python")

        environment = {**plain, "LDFI_FARM": farm}
        where = run(python, "-c", "import ldfi, ldfi_results; print(ldfi.__file__, ldfi_results.__file__)", cwd=folder, env=environment)
        assert all(path.startswith(f"{folder}/venv/") for path in where.split()), where
        for name in ("ldfi", "ldfi_results"):
            assert os.path.isfile(os.path.join(os.path.dirname(where.split()[0]), os.pardir, name, "py.typed")), name
        code = f"import ldfi; r = ldfi.run({sources + '/configs/kafka.yaml'!r}); print(r.verdict, len(r.results.falsifiers))"
        assert run(python, "-c", code, cwd=folder, env=environment) == "counterexample 1\n"
        version = run(python, "-c", "from importlib.metadata import version; print(version('ldfi-farm'))", env=environment).strip()
        with open(f"{sources}/CMakeLists.txt", encoding="utf-8") as stream:
            assert version == re.search(r"project\(ldfi-farm VERSION ([\d.]+)", stream.read())[1], version
        if importlib.util.find_spec("pytest"):  # the plug-in is found by itself
            shutil.copy(f"{sources}/configs/kafka.yaml", f"{folder}/kafka.yaml")
            os.symlink(f"{sources}/configs/protocols", f"{folder}/protocols")
            with open(f"{folder}/kafka.yaml", "a", encoding="utf-8") as stream:
                stream.write("\n# pytest: counterexample\n")
            said = run(python, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--ldfi", "kafka.yaml", cwd=folder, env=environment)
            assert "1 passed" in said, said


if __name__ == "__main__":
    main()
