"""Prepares configs of real systems for tests. Nodes of a config see only files below the folder of the
config, and a config alone cannot weaken the sandbox."""

import os
import shutil


def beside(command, folder):
    """Returns the command for a config in `folder`. Copies scripts that the command names by an absolute
    path into the folder, together with the library ldfi_node that they load."""
    words = []
    for word in command:
        if not os.path.isabs(word) or os.path.splitext(word)[1] not in (".py", ".js", ".rb"):
            words.append(word)
            continue
        library = os.path.join(os.path.dirname(word), "ldfi_node" + os.path.splitext(word)[1])
        for name in (word, *filter(os.path.exists, [library])):
            shutil.copy(name, folder)
        words.append(os.path.basename(word))
    return words


def weaker(text):
    """Returns the options of ldfi-farm without which a config with this text is refused, because the
    config weakens the sandbox."""
    found = ["--sandbox", "off"] if '"sandbox": "off"' in text else []
    return found + (["--network", "host"] if '"network": "host"' in text else [])
