"""The form of commit subjects: `room: what the commit does`, at most 72 characters, without a full stop.

History cannot be changed, so only new commits are checked: those that no remote branch has, and in any case the newest ones.
"""

import re
import subprocess

_MOST_CHARACTERS = 72
_NEWEST = 20  #: commits that are checked even if a remote branch has them
_FORM = re.compile(r"[a-z][a-z0-9_./-]*(?:, [a-z][a-z0-9_./-]*)*: \S")


def problems(subject):
    """What is wrong with the subject of a commit."""
    if len(subject) > _MOST_CHARACTERS:
        yield f"{len(subject)} characters, more than {_MOST_CHARACTERS}"
    if not _FORM.match(subject):
        yield "does not begin with a room, such as `master: `"
    if subject.endswith("."):
        yield "ends with a full stop"


def findings(commits):
    """Findings about [(hash, subject)]."""
    for commit, subject in commits:
        for problem in problems(subject):
            yield f"commit {commit}: {problem}: {subject}"


def _log(root, *arguments):
    """[(hash, subject)] of what `git log` lists, without merges; None if `root` is not a checkout."""
    command = ["git", "-C", root, "log", "--no-merges", "--format=%h%x09%s", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return [tuple(line.split("\t", 1)) for line in done.stdout.splitlines()] if done.returncode == 0 else None


def new_commits(root):
    """[(hash, subject)] of the commits to check; None if `root` is not a checkout with a commit."""
    newest = _log(root, f"-{_NEWEST}", "HEAD")
    if newest is None:
        return None
    remotes = subprocess.run(["git", "-C", root, "for-each-ref", "refs/remotes"], capture_output=True, text=True, check=False).stdout
    unpushed = _log(root, "HEAD", "--not", "--remotes") if remotes else []
    return list(dict.fromkeys([*newest, *(unpushed or [])]))
