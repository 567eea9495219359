"""HTML for notebooks. Every text of a run is escaped, since programs and names may come from untrusted sources."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING, Any, Mapping, Sequence

if TYPE_CHECKING:
    from .outcome import Counterexample

#: The colours of the report and of ldfi_results. Each verdict is also shown as a word.
COLOURS = {
    "certified": "#0f8a6a",
    "vacuous": "#8a6d00",
    "counterexample": "#c8501e",
    "broken": "#7a2a5e",
    "inconclusive": "#6a6a6a",
}
_SHOWN = 10


def image(svg: str) -> str:
    """Returns an SVG as an image, so that its scripts cannot run and its styles do not affect the page."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="space-time diagram" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


def page(verdict: str, summary: Mapping[str, Any], found: Sequence[Counterexample], svg: str) -> str:
    """Returns the verdict, the Fspec, the first counterexamples, and the picture of the first one."""
    fspec = summary.get("fspec")
    rows = [("program", " ".join(summary.get("program", [])))]
    if fspec:
        rows.append(("Fspec", f"EOT {fspec['eot']}, EFF {fspec['eff']} ({fspec['eff_mode']}), crashes {fspec['crashes']}"))
        rows.append(("nodes", " ".join(fspec["nodes"])))
    rows.append(("executions", str(summary.get("executions", ""))))
    if summary.get("reason"):
        rows.append(("reason", str(summary["reason"])))
    if summary.get("conclusion"):
        rows.append(("conclusion", str(summary["conclusion"])))
    facts = "".join(f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{escape(text)}</td></tr>" for name, text in rows)
    parts = [
        f"<p><b style='color:{COLOURS.get(verdict, 'inherit')}'>{escape(verdict)}</b></p>",
        f"<table>{facts}</table>",
    ]
    if found:
        items = "".join(f"<li><code>{escape(one.faults)}</code> violates {escape(', '.join(one.violated))}</li>" for one in found[:_SHOWN])
        more = f"<p>and {len(found) - _SHOWN} more</p>" if len(found) > _SHOWN else ""
        parts.append(f"<ol>{items}</ol>{more}")
    if svg:
        parts.append(image(svg))
    return "<div>" + "".join(parts) + "</div>"
