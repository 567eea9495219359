"""Files that lose nothing, and names that can be shown: what both scripts do with files of users."""

import errno
import os

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


def kept_name(path, number):
    """x.h5 → x.prev.h5, then x.prev-2.h5, …, as ldfi-farm does."""
    stem, extension = os.path.splitext(path)
    return f"{stem}.prev{'' if number == 1 else f'-{number}'}{extension}"


def keep(path):
    """Gives the file one more name, the first that is free. Where there are no hard links it loses its own."""
    number = 1
    while True:
        name = kept_name(path, number)
        try:
            os.link(path, name, follow_symlinks=False)
            return
        except FileExistsError:
            number += 1
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            if not os.path.lexists(name):
                os.rename(path, name)
                return
            number += 1


def replace_and_keep(temporary, path):
    """Gives the temporary file the name `path`; an older file is kept, and anything else refused."""
    if os.path.lexists(path):
        if os.path.islink(path) or not os.path.isfile(path):
            raise OSError(f"{path} is not a regular file, and is left as it is")
        keep(path)
    os.rename(temporary, path)


def printable(text):
    """Without characters that a terminal obeys or that nobody sees: these as \\xNN, byte by byte."""
    return "".join(c if c.isprintable() else "".join(f"\\x{b:02x}" for b in c.encode(errors="surrogateescape")) for c in text)
