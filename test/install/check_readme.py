#!/usr/bin/env python3
"""The output shown in README.md is what the program says: check_readme.py LDFI_FARM SOURCE_FOLDER"""

import os
import re
import subprocess
import sys
import tempfile

# How long it took, how many ranks there were and how many runs they made ahead differ from run to run.
VARIES = ("time ", "search ", "results ")


def lasting(text):
    return [line for line in text.strip().splitlines() if not line.startswith(VARIES)]


def main():
    program, sources = map(os.path.abspath, sys.argv[1:])
    with open(f"{sources}/README.md", encoding="utf-8") as stream:
        shown = [block for block in re.findall(r"^```\n(.*?)^```$", stream.read(), re.M | re.S) if block.startswith("verdict")]
    assert len(shown) == 2, f"{len(shown)} blocks of output in README.md"
    with tempfile.TemporaryDirectory() as folder:
        for block in shown:
            name = re.search(r"^program .*/([\w-]+)\.ded$", block, re.M).group(1)
            said = subprocess.run(
                [program, f"configs/{name}.yaml", "-o", f"{folder}/{name}.h5", "--quiet"],
                cwd=sources, capture_output=True, text=True, check=False,
            ).stdout.replace(f"{folder}/", "")
            assert lasting(said) == lasting(block), f"README.md shows\n{block}\nbut the program says\n{said}"


if __name__ == "__main__":
    main()
