"""Lists the project's files, for tests and tools that check or copy the sources."""

import os
import subprocess


def source_files(root):
    """Returns the paths of all files that git tracks or does not ignore, relative to `root` and sorted.
    Without git, returns all files except those in build folders."""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                capture_output=True, check=True).stdout.decode()  # fmt: skip
        names = set(filter(None, listed.split("\0")))
    except (OSError, subprocess.CalledProcessError):
        names = set()
        for folder, inner, found in os.walk(root):
            inner[:] = [name for name in inner if name != ".git" and not name.startswith("build")]
            names.update(os.path.relpath(os.path.join(folder, name), root) for name in found)
    return sorted(name for name in names if os.path.isfile(os.path.join(root, name)))


def tracked_files(root):
    """Returns the paths of the files that are committed, or staged for a commit. Empty without git."""
    done = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached"], capture_output=True, check=False)
    return sorted(filter(None, done.stdout.decode().split("\0")))
