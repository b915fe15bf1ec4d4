# SPDX-License-Identifier: BSD-2-Clause
"""Figures as SVG that belongs into our page: the page's fonts and colours, no identifier twice, the same bytes
for the same figure."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

# What a figure is drawn with, and the variable of the page's style sheet that it becomes. No figure uses
# these values for anything else.
INK, MUTED, RULE, PAPER = '#010101', '#010102', '#010103', '#010104'
BAD, WARN, GOOD, HEAT = '#010111', '#010112', '#010113', '#010114'
LINES = ('#010121', '#010122', '#010123', '#010124', '#010125', '#010126', '#010127', '#010128')
_VARIABLES = {INK: 'ink', MUTED: 'muted', RULE: 'rule', PAPER: 'paper', BAD: 'bad', WARN: 'warn', GOOD: 'good',
              HEAT: 'heat', **{colour: f'line{number}' for number, colour in enumerate(LINES)}}

WIDTH_INCHES = 10.0
_STYLE: dict[str, Any] = {
    'svg.fonttype': 'none', 'svg.hashsalt': 'uncork', 'text.usetex': False, 'text.parse_math': False, 'font.size': 8.5,
    'axes.spines.top': False, 'axes.spines.right': False, 'axes.edgecolor': RULE, 'axes.labelcolor': MUTED,
    'axes.titlesize': 8.5, 'axes.titlecolor': INK, 'axes.titlelocation': 'left', 'axes.linewidth': 0.8,
    'axes.formatter.useoffset': False, 'axes.unicode_minus': True, 'axes.facecolor': 'none', 'text.color': INK,
    'xtick.color': MUTED, 'ytick.color': MUTED, 'xtick.labelsize': 7.5, 'ytick.labelsize': 7.5, 'xtick.major.width': 0.6,
    'ytick.major.width': 0.6, 'grid.color': RULE, 'grid.linewidth': 0.6, 'figure.facecolor': 'none', 'legend.frameon': False,
    'path.simplify': False,
}


def new_figure(height_inches: float) -> Figure:
    """An empty figure as wide as the page. Axes are to be added inside styled()."""
    figure = Figure(figsize=(WIDTH_INCHES, height_inches))
    FigureCanvasSVG(figure)
    return figure


def styled() -> Any:
    """The context in which figures are drawn and saved."""
    return matplotlib.rc_context({**dict(matplotlib.rcParamsDefault), **_STYLE, 'backend': 'svg'})


def render(figure: Figure, name: str, description: str) -> str:
    """The figure as an <svg> element; `name` makes its identifiers its own. The description is text: what it holds of a
    log, marks of HTML included, is shown and never read as such."""
    file = io.StringIO()
    figure.savefig(file, format='svg', transparent=True, metadata={'Date': None, 'Creator': None, 'Type': None, 'Format': None})
    text = file.getvalue()
    text = text[text.index('<svg'):]
    text = re.sub(r'<metadata>.*?</metadata>', '', text, flags=re.DOTALL)
    text = re.sub(r'<!--.*?-->\n?', '', text, flags=re.DOTALL)
    text = re.sub(r' id="', f' id="{name}-', text)
    text = re.sub(r'(xlink:href="|url\()#', rf'\1#{name}-', text)
    text = re.sub(r'font: ([\d.]+)px [^;"]*', r'font-size: \1px', text)
    text = re.sub('#0101[0-2][0-9]', lambda found: f'var(--{_VARIABLES[found[0]]})', text)
    box = re.search(r'viewBox="[^"]*"', text)
    assert box is not None  # every figure has its size
    head = f'<svg {box[0]} role="img" aria-label="{html.escape(description)}" xmlns:xlink="http://www.w3.org/1999/xlink">'
    return head + text[text.index('>') + 1:]
