"""Configs of tests: a config shows its nodes only files below its own folder, and alone it cannot weaken the sandbox."""

import os
import shutil


def beside(command, folder):
    """The command, with scripts that it names elsewhere copied into the folder of the config, beside the modules that they load."""
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
    """The options that a config of this text needs."""
    found = ["--sandbox", "off"] if '"sandbox": "off"' in text else []
    return found + (["--network", "host"] if '"network": "host"' in text else [])
