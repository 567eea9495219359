#!/usr/bin/env python3
"""`make site` makes a page of each document, with code blocks, pictures and an index for the search: check_site.py SOURCE_FOLDER"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def check(source, site):
    subprocess.run([sys.executable, "-B", source / "docs/site/make_site.py", source, site], check=True)
    start = (site / "index.html").read_text(encoding="utf-8")
    assert "<h1" in start and "kafka-spacetime.svg" in start, start[:500]
    assert (site / "docs/pictures/kafka-spacetime.svg").is_file()
    tutorial = (site / "docs/tutorial/program/index.html").read_text(encoding="utf-8")
    assert "```" not in tutorial, "a code block of the tutorial is not one"
    assert re.search(r'<a href="[./]*references/">\[LDFI15 §3\]</a>', tutorial), "a citation of the tutorial is not a link"
    menu = [tutorial.index(f'href="{there}"') for there in ("../promises/", "../system/", "../system-two/", "../report/")]
    assert menu == sorted(menu), "the tutorials do not stand in the order of docs/README.md"
    assert (site / "site.css").is_file() and "site.css" in tutorial
    found = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    texts = " ".join(page["text"] for page in found)
    for words in ("lineage", "certificate", "ldfi-farm"):
        assert words in texts, f"the search does not find {words}"
    for page in site.rglob("index.html"):
        text = re.sub(r"<pre.*?</pre>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        raw = re.search(r"^(?:- |\d+\. |\|).*|```.*", text, re.MULTILINE)
        assert raw is None, f"{page}: a list, table or block needs an empty line above: {raw[0]}"
    for page in (source / "docs").glob("*/*.md"):
        made = site / page.relative_to(source).with_suffix("")
        assert (made / "index.html").is_file() or (made.parent / "index.html").is_file(), page


def main():
    with tempfile.TemporaryDirectory() as folder:
        check(Path(sys.argv[1]).resolve(), Path(folder) / "site")


if __name__ == "__main__":
    main()
