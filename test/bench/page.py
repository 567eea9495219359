"""Writes the benchmark page: Markdown, with each table as CSV and each plot as SVG beside it."""

import csv
import textwrap
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)

WIDTH = 110  #: most characters in a line of the page

COLOURS = {
    "lineage": "#1b6ca8",
    "live": "#6baed6",
    "molly": "#d95f02",
    "random": "#7f7f7f",
    "exhaustive": "#4d4d4d",
    "clingo": "#b2182b",
}

plt.rcParams.update({
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e5e5e5",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "svg.hashsalt": "ldfi-farm",
    "figure.constrained_layout.use": True,
})  # fmt: skip


def wrapped(paragraph: str) -> str:
    """The paragraph in lines of at most WIDTH characters. Each item of a list begins a line; headings stay on one line."""
    if paragraph.startswith("#"):
        return paragraph
    lines = []
    for line in paragraph.splitlines():
        indent = "  " if line.startswith("- ") else ""
        lines += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(lines)


class Page:
    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "bench").mkdir(parents=True, exist_ok=True)
        self.parts: list[str] = []

    def text(self, *paragraphs: str) -> None:
        self.parts += map(wrapped, paragraphs)

    def table(self, name: str, header: list[str], rows: list[list[str]]) -> None:
        with open(self.folder / "bench" / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])
        lines = [header, ["---"] * len(header), *rows]
        self.parts.append("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines))

    def plot(self, name: str, figure, alternative: str) -> None:
        path = self.folder / "bench" / f"{name}.svg"
        figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
        figure.savefig(path.with_suffix(".png"), dpi=110, bbox_inches="tight")
        plt.close(figure)
        self.parts.append(f"![{alternative}](bench/{name}.svg)")

    def write(self) -> Path:
        path = self.folder / "benchmarks.md"
        path.write_text("\n\n".join(self.parts) + "\n", encoding="utf-8")
        return path


def number(value: float | int | str, digits: int = 3) -> str:
    """Returns large numbers such as 4.1e3, and small ones with three digits. Returns a text unchanged."""
    if isinstance(value, str):
        return value
    if value == int(value) and abs(value) < 100_000:
        return str(int(value))
    if abs(value) >= 100_000 or abs(value) < 0.001:
        mantissa, exponent = f"{value:.2e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{value:.{digits}g}"


def big(decimal: str) -> str:
    """Formats an integer of any length, given as text, like number()."""
    if len(decimal) < 300:
        return number(int(decimal))
    return f"{decimal[0]}.{decimal[1:3]}e{len(decimal) - 1}"


def seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"
