#!/usr/bin/env python3
"""Texts as one C++ constant: embed.py NAMESPACE NAME FILE... > FILE.cpp

Defines NAMESPACE::NAME, the texts one after the other, and NAMESPACE::NAME_hash, its SHA-256 as a content security policy wants it.
"""

import base64
import hashlib
import pathlib
import sys


def main(namespace, name, *paths):
    data = b"".join(pathlib.Path(path).read_bytes() for path in paths)
    text = data.decode("utf-8")
    if ')ldfi"' in text:
        sys.exit(f"{' '.join(paths)}: holds the end of a raw string")
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    # Compilers need not take literals of more than 64 KiB in one piece.
    size = 8000
    pieces = [text[i : i + size] for i in range(0, len(text), size)] or [""]
    literal = "\n".join(f'R"ldfi({piece})ldfi"' for piece in pieces)
    print(f"#include <string_view>\n\nnamespace {namespace} {{\n")
    print(f"extern const std::string_view {name};\nextern const std::string_view {name}_hash;")
    print(f"const std::string_view {name} =\n{literal};")
    print(f'const std::string_view {name}_hash = "sha256-{digest}";\n\n}}  // namespace {namespace}')


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
