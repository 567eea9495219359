#!/usr/bin/env python3
"""Builds the documents as a static site with search: make_site.py SOURCE_FOLDER OUTPUT_FOLDER

Copies every Markdown page of the repository and every picture to OUTPUT_FOLDER.pages, at the same relative path, and lets MkDocs make
the site. Links to files that are not pages become plain text. Fails if a link between pages leads nowhere. The pages of a section stand in
the order in which the index (docs/README.md) and the section's own README.md name them. Citations become links to docs/references.md.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

#: Sections of the navigation: title and folder.
SECTIONS = [
    ("Learn it", "docs/tutorial"),
    ("Do it", "docs/how-to"),
    ("Look it up", "docs/reference"),
    ("Understand it", "docs/explanation"),
    ("Measurements", "docs/measurements"),
    ("Decisions", "docs/decisions"),
]
OTHERS = ["configs/README.md", "results/SCHEMA.md", "results/python/README.md", "jobs/README.md", "docs/editor/README.md",
          "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]  # fmt: skip
#: A fence whose block has a name, such as ```ded once.ded.
FENCE = re.compile(r"^( {0,3}`{3,})(\w+)[^\n`]*$", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)#\s]+)(#[^)\s]*)?\)")
PICTURES = (".svg", ".png")
REFERENCES = Path("docs/references.md")
#: What holds no citations: blocks and code.
CODE = re.compile(r"^( {0,3}`{3,}).*?^\1`*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def pages_of(source):
    """The pages and pictures that the repository tracks."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md", *(f"docs/*{ending}" for ending in PICTURES)], cwd=source,
                            capture_output=True, text=True, check=True).stdout.split("\n")  # fmt: skip
    return sorted(Path(name) for name in listed if name and not name.startswith((".github/", "test/")))


def with_citations(page, text, keys):
    """The text with each citation, such as [LDFI15 §3], as a link to the page of references."""
    if page == REFERENCES:
        return text
    target = os.path.relpath(REFERENCES, page.parent)
    cited = re.compile(rf"(?<![\w\]\\])\[((?:{'|'.join(keys)})\b[^\]\n]*)\](?![\[(])")
    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [cited.sub(rf"[\\[\1\\]]({target})", text[end : code.start()]), code[0]]
        end = code.end()
    return "".join(parts) + cited.sub(rf"[\\[\1\\]]({target})", text[end:])


def adapted(page, text, known):
    """The page's text, without links to what is not in the site."""

    def link(match):
        picture, words, target, anchor = match.groups()
        path = Path(os.path.normpath(page.parent / target))
        for candidate in (path, path / "README.md"):
            if candidate in known:
                return f"{picture}[{words}]({os.path.relpath(candidate, page.parent)}{anchor or ''})"
        return words

    return FENCE.sub(lambda match: match[1] + ("text" if match[2] == "ded" else match[2]), LINK.sub(link, text))


def title_of(text):
    """The title of a page, without marks of code, which menus would show."""
    return re.search(r"^# (.+)$", text, re.MULTILINE)[1].replace("`", "")


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def ordered(folder, texts):
    """The pages of a folder: its README, then the others as indexes name them, then the rest by name."""
    named = []
    for index in (Path("docs/README.md"), folder / "README.md"):
        named += [Path(os.path.normpath(index.parent / target)) for _, _, target, _ in LINK.findall(texts.get(index, ""))]
    places = {page: place for place, page in reversed(list(enumerate(named)))}
    inside = [page for page in texts if page.parent == folder]
    return sorted(inside, key=lambda page: (page.name != "README.md", places.get(page, len(named)), page.name))


def navigation(texts):
    """The pages in their order, as YAML."""
    lines = ["nav:", "  - ldfi-farm: README.md", "  - All pages: docs/README.md"]
    for title, folder in SECTIONS:
        inside = ordered(Path(folder), texts)
        lines += [f"  - {quoted(title)}:", *(f"      - {quoted(title_of(texts[page]))}: {page}" for page in inside)]
    lines += ["  - Glossary: docs/glossary.md", "  - References: docs/references.md", "  - More:"]
    lines += [f"      - {quoted(title_of(texts[Path(name)]))}: {name}" for name in OTHERS if Path(name) in texts]
    return "\n".join(lines) + "\n"


def main(source, output):
    pages = Path(f"{output}.pages")
    shutil.rmtree(pages, ignore_errors=True)
    known = set(pages_of(source))
    texts = {}
    keys = re.findall(r"^- \*\*\[(\w+)\]\*\*", (source / REFERENCES).read_text(encoding="utf-8"), re.MULTILINE)
    for name in sorted(known):
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        if name.suffix in PICTURES:
            shutil.copy(source / name, pages / name)
            continue
        texts[name] = with_citations(name, adapted(name, (source / name).read_text(encoding="utf-8"), known), keys)
        (pages / name).write_text(texts[name], encoding="utf-8")
    shutil.copy(source / "docs/site/site.css", pages / "site.css")
    config = pages.with_suffix(".yml")
    head = (source / "docs/site/mkdocs.yml").read_text(encoding="utf-8")
    config.write_text(f"docs_dir: {quoted(str(pages.resolve()))}\nsite_dir: {quoted(str(output.resolve()))}\n{head}{navigation(texts)}", encoding="utf-8")
    return subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "--config-file", str(config)], check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2])))
