#!/usr/bin/env python3
"""mypy finds nothing in results/python: types.py SOURCE_FOLDER. Exit status 77, "skipped", where it is not installed."""

import importlib.util
import os
import subprocess
import sys
import tempfile


def main():
    if importlib.util.find_spec("mypy") is None:
        print("skipped: there is no mypy (.ci/setup dev installs it)")
        return 77
    with tempfile.TemporaryDirectory() as cache:
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", cache], cwd=os.path.join(sys.argv[1], "results/python"), check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
