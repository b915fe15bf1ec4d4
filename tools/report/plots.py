# SPDX-License-Identifier: BSD-2-Clause
"""The figures of a report. Each function returns an <svg> element, or '' where there is nothing to look at."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from typing import Any, Optional, Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .compare import Comparison, Difference
from .model import AddressMap, Film, FilmRow, Run
from .summary import Recording, Spot, box_type, event_of, natural, spots_of
from .svg import BAD, HEAT, INK, LINES, MUTED, RULE, new_figure, render, styled

PANELS_MAX = 12
PANEL_COLUMNS = 4
TILES_IN_ROW = 10
HEAT_ROWS_MAX = 60
FILM_ROWS_MAX = 120
DEVIATIONS_MAX = 40
MAPS_MAX = 12
MAP_LINES_IN_ROW = 32
MAP_ROWS = 8
PMI_COLOURS = {'native': LINES[0], 'proxy': LINES[1], 'none': LINES[2], 'lost': BAD}


def short(text: str, length: int = 30) -> str:
    """The text, cut to what has room."""
    return text if len(text) <= length else text[:length - 1] + '…'


def scaled(rates: Sequence[float], unit: str) -> tuple[float, str]:
    """(factor, unit) to show rates with few digits."""
    top = max((abs(rate) for rate in rates), default=0.0)
    for factor, letter in ((1e9, 'G'), (1e6, 'M'), (1e3, 'k')):
        if top >= factor:
            return factor, f'{letter}{unit}'
    return 1.0, unit


# ---- boxes ---------------------------------------------------------------------------------------------

def _tile(axes: Axes, column: int, row: float, lines: tuple[str, str], colour: str, strength: float) -> None:
    if strength:
        axes.add_patch(Rectangle((column + 0.04, row + 0.06), 0.92, 0.88, facecolor=colour, edgecolor='none',
                                 alpha=round(strength, 3)))
    axes.add_patch(Rectangle((column + 0.04, row + 0.06), 0.92, 0.88, facecolor='none', linewidth=0.8,
                             edgecolor=colour if strength else RULE))
    axes.text(column + 0.5, row + 0.40, short(lines[0], 12), ha='center', va='center', fontsize=8.5)
    axes.text(column + 0.5, row + 0.68, lines[1], ha='center', va='center', fontsize=7, color=MUTED if not strength else INK)


class _Tiles:
    """What stands in the tiles of a socket's boxes."""

    def __init__(self, run: Run, socket: int) -> None:
        self._listed = bool(run.boxes)
        self._states = {item.name: item.state for item in reversed(run.boxes) if item.socket == socket}
        self._total: Counter[Optional[str]] = Counter()
        self._failed: Counter[Optional[str]] = Counter()
        self._follow: Counter[Optional[str]] = Counter()
        origins = {check.id: (check.socket, check.box) for check in run.failures}
        for check in run.checks:
            if check.socket == socket:
                self._total[check.box] += 1
                if check.result == 'fail':
                    (self._failed if origins.get(check.because, (socket, check.box)) == (socket, check.box) else self._follow)[check.box] += 1
        for tally in run.tallies:
            if tally.socket == socket:
                self._total[tally.box] += tally.total

    def tile(self, box: str) -> tuple[str, float]:
        """(what to write in a box's tile, how strong its colour is)."""
        state, total, failed = self._states.get(box, 'found'), self._total[box], self._failed[box]
        if state != 'found':
            return state, 0.75
        if not total:
            return 'found' if self._listed else '', 0.0
        if failed:
            return f'{failed} of {total} fail', 0.2 + 0.5 * failed / total
        return f'{self._follow[box]} of {total} follow' if self._follow[box] else f'{total} pass', 0.0


def _tile_rows(run: Run, socket: int) -> list[list[str]]:
    """The boxes of a socket: a kind is kept together, and several short kinds share a row."""
    names = {box.name for box in run.boxes if box.socket == socket}
    listed = [*run.checks, *run.tallies]
    names |= {item.box for item in listed if item.socket == socket and item.box not in ('', 'machine')}
    kinds: dict[str, list[str]] = {}
    for name in sorted(names, key=natural):
        kinds.setdefault(box_type(name), []).append(name)
    rows: list[list[str]] = []
    for members in sorted(kinds.values(), key=len, reverse=True):
        place = next((row for row in rows if len(row) + len(members) <= TILES_IN_ROW), None)
        if place is not None:
            place += members
        else:
            rows += [members[at:at + TILES_IN_ROW] for at in range(0, len(members), TILES_IN_ROW)]
    return rows


def boxes_map(run: Run, socket: int, name: str) -> str:
    """A tile for each box of a socket, coloured by what share of its checks failed."""
    rows = _tile_rows(run, socket)
    if not rows:
        return ''
    columns = max(8, max(len(row) for row in rows))
    tiles = _Tiles(run, socket)
    with styled():
        figure = new_figure(0.5 * len(rows))
        axes = figure.add_axes((0, 0, 1, 1))
        for row, boxes in enumerate(rows):
            for column, box in enumerate(boxes):
                text, strength = tiles.tile(box)
                _tile(axes, column, row, (box, text), BAD, strength)
        axes.set(xlim=(0, columns), ylim=(len(rows), 0))
        axes.axis('off')
        return render(figure, name, f'Boxes of socket {socket} and how many of their checks failed')


def _heat_blocks(run: Run, socket: int) -> list[tuple[str, list[str], list[str], dict[tuple[str, str], float]]]:
    """(kind, boxes, events, rates) of each kind of box of which several counted the same events."""
    kinds: dict[str, dict[tuple[str, str], float]] = {}
    for spot in spots_of(run).values():
        if spot.kind == 'count' and spot.socket == socket and spot.rate is not None:
            kinds.setdefault(box_type(spot.box), {})[event_of(spot.name), spot.box] = spot.rate
    blocks = []
    for kind, rates in kinds.items():
        boxes = sorted({box for _, box in rates}, key=natural)
        events = sorted((event for event in {event for event, _ in rates} if sum((event, box) in rates for box in boxes) > 1),
                        key=natural)
        if events:
            blocks.append((kind, boxes, events, rates))
    return blocks


def _heat_cell(axes: Axes, at: tuple[int, int], rate: Optional[float], top: float) -> None:
    column, row = at
    if rate is None:
        axes.text(column + 0.5, row + 0.5, '–', ha='center', va='center', color=MUTED)
        return
    axes.add_patch(Rectangle((column + 0.02, row + 0.05), 0.96, 0.9, facecolor=HEAT, edgecolor='none',
                             alpha=round(0.06 + 0.54 * (rate / top if top else 0), 3)))
    axes.text(column + 0.5, row + 0.54, f'{rate / 1e6:.4g}', ha='center', va='center', fontsize=7)


def rates_map(run: Run, socket: int, name: str) -> str:
    """Rates of each event by box, in millions a second: the stronger, the nearer to the event's highest."""
    blocks = _heat_blocks(run, socket)
    rows = sum(len(events) + 1 for _, _, events, _ in blocks)
    if not blocks or rows > HEAT_ROWS_MAX:
        return ''
    columns = max(8, max(len(boxes) for _, boxes, _, _ in blocks))
    with styled():
        figure = new_figure(0.21 * rows + 0.05)
        axes = figure.add_axes((0.27, 0, 0.73, 1))
        row = 0
        for _, boxes, events, rates in blocks:
            for column, box in enumerate(boxes):
                axes.text(column + 0.5, row + 0.6, short(box, 12), ha='center', va='center', color=MUTED, fontsize=7.5)
            row += 1
            for event in events:
                axes.text(-0.1, row + 0.54, short(event, 36), ha='right', va='center', fontsize=7.5)
                top = max(rates.get((event, box), 0.0) for box in boxes)
                for column, box in enumerate(boxes):
                    _heat_cell(axes, (column, row), rates.get((event, box)), top)
                row += 1
        axes.set(xlim=(0, columns), ylim=(rows, 0))
        axes.axis('off')
        return render(figure, name, f'Rates of events by box of socket {socket}, in millions a second')


# ---- maps ----------------------------------------------------------------------------------------------

def _draw_functions(axes: Axes, item: AddressMap) -> None:
    """A line for each function; address bits across, and filled those that are in it."""
    for row, mask in enumerate(item.functions):
        for column, bit in enumerate(item.bits):
            inside = mask >> bit & 1
            axes.add_patch(Rectangle((column + 0.06, row + 0.08), 0.88, 0.84, linewidth=0.4, edgecolor=RULE,
                                     facecolor=HEAT if inside else 'none', alpha=0.8 if inside else 1))
    for column, bit in enumerate(item.bits):
        axes.text(column + 0.5, -0.3, str(bit), ha='center', va='center', fontsize=6, color=MUTED)
    axes.set(xlim=(0, max(1, len(item.bits))), ylim=(max(1, len(item.functions)), -0.6))


def _draw_owners(axes: Axes, item: AddressMap) -> None:
    """The boxes of the first lines, by their numbers."""
    owners = item.owners[:MAP_LINES_IN_ROW * MAP_ROWS]
    top = max((int(owner) for owner in owners if owner.isascii() and owner.isdigit() and len(owner) < 4), default=0)
    for number, owner in enumerate(owners):
        row, column = divmod(number, MAP_LINES_IN_ROW)
        strength = int(owner) / top if top and owner.isascii() and owner.isdigit() and len(owner) < 4 else 0
        axes.add_patch(Rectangle((column, row), 1, 1, facecolor=HEAT, edgecolor=RULE, linewidth=0.3, alpha=round(0.06 + 0.54 * strength, 3)))
        axes.text(column + 0.5, row + 0.52, short(owner, 3), ha='center', va='center', fontsize=6)
    axes.set(xlim=(0, min(MAP_LINES_IN_ROW, max(1, len(owners)))), ylim=(math.ceil(len(owners) / MAP_LINES_IN_ROW) or 1, 0))


def _draw_shares(axes: Axes, item: AddressMap) -> None:
    shares = [share / of if of else 0 for _, share, of in item.shares]
    axes.bar(range(len(shares)), [100 * share for share in shares], color=LINES[0], width=0.8)
    axes.set_title('% of lines, by box', fontsize=7.5, pad=3)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.tick_params(length=2)


def address_maps(run: Run, socket: int, name: str) -> str:
    """Which bits of addresses, or which turns, decide whose a line is, and what share each box has."""
    maps = [item for item in run.maps if item.socket == socket and (item.functions or item.owners)][:MAPS_MAX]
    if not maps:
        return ''
    heights = [0.55 + 0.13 * max(4, len(item.functions) or math.ceil(min(len(item.owners), MAP_LINES_IN_ROW * MAP_ROWS) / MAP_LINES_IN_ROW))
               for item in maps]
    with styled():
        figure = new_figure(sum(heights) + 0.1)
        grid = figure.add_gridspec(len(maps), 2, width_ratios=(3, 1), height_ratios=heights)
        for row, item in enumerate(maps):
            axes = figure.add_subplot(grid[row, 0])
            (_draw_functions if item.functions else _draw_owners)(axes, item)
            axes.axis('off')
            published = {'same': ', as published', 'other': ', not as published'}.get(item.published, '')
            axes.set_title(short(f'{item.box}: {item.rule}{published}; {item.granule_bytes} bytes in a row', 80), fontsize=8, pad=4)
            _draw_shares(figure.add_subplot(grid[row, 1]), item)
        figure.tight_layout(pad=0.4, h_pad=0.8, w_pad=1.2)
        return render(figure, name, f'Which boxes of socket {socket} serve which addresses')


# ---- films ---------------------------------------------------------------------------------------------

def film_rows(film: Film) -> list[FilmRow]:
    """The rows of a film's picture: each event that counted anything in any box, of all its boxes. Not the clock."""
    kinds = {(box_type(row.box), event_of(row.event)) for row in film.rows if row.counts and row.event != film.clock}
    rows = [row for row in film.rows if (box_type(row.box), event_of(row.event)) in kinds and row.event != film.clock]
    return sorted(rows, key=lambda row: (natural(row.box), natural(event_of(row.event))))


def film_figure(film: Film, name: str) -> str:
    """Boxes down, cycles across: the stronger a cell, the nearer to the most that its row counts in a frame. Cell ROW-CYCLES is the frame of
    so many cycles."""
    rows = film_rows(film)[:FILM_ROWS_MAX]
    if not rows:
        return ''
    with styled():
        figure = new_figure(0.17 * len(rows) + 0.4)
        axes = figure.add_axes((0.27, 0.36 / (0.17 * len(rows) + 0.4), 0.72, 1 - 0.36 / (0.17 * len(rows) + 0.4)))
        for number, row in enumerate(rows):
            top = max((change for _, change in row.changes), default=1)
            axes.axhline(number, color=RULE, linewidth=0.5)
            for cycles, change in row.changes:
                strength = round(0.25 + 0.75 * change / top, 3) if change > 0 else 0.6
                axes.add_patch(Rectangle((cycles - film.step, number + 0.06), film.step, 0.88, linewidth=0,
                                         facecolor=HEAT if change > 0 else BAD, alpha=strength, gid=f'cell-{number}-{cycles}'))
        axes.set(xlim=(film.begin, film.begin + film.frames * film.step), ylim=(len(rows), 0), xlabel='cycles')
        axes.set_yticks([number + 0.5 for number in range(len(rows))],
                        [short(f'{row.box} {event_of(row.event)}', 44) for row in rows], fontsize=7.5)
        axes.tick_params(axis='y', length=0)
        axes.xaxis.set_major_locator(MaxNLocator(10, integer=True))
        return render(figure, name, f'What each box counted of {film.units} times {film.work}, cycle by cycle')


# ---- over time -----------------------------------------------------------------------------------------

def _panels(run: Run, socket: int) -> list[tuple[str, list[Spot]]]:
    """Series that belong together, an event of a kind of box each; those that vary most if there are too many."""
    groups: dict[tuple[str, str, str], list[Spot]] = {}
    for spot in spots_of(run).values():
        if spot.socket == socket and spot.kind != 'total' and max(len(series.rates) for series in spot.series) >= 3:
            groups.setdefault((spot.kind, box_type(spot.box) if spot.box else '', event_of(spot.name)), []).append(spot)
    panels = [(f'{kind} {event}'.strip(), spots) for (_, kind, event), spots in groups.items()]
    if len(panels) <= PANELS_MAX:
        return panels

    def variation(panel: tuple[str, list[Spot]]) -> tuple[float, int]:
        means = [(statistics.fmean(spot.rates), statistics.pstdev(spot.rates)) for spot in panel[1] if spot.rates]
        most = max((deviation / abs(mean) for mean, deviation in means if mean), default=0.0)
        return round(most, 2), len(panel[1])

    kept = sorted(panels, key=variation, reverse=True)[:PANELS_MAX]
    return [panel for panel in panels if panel in kept]


def _draw_panel(axes: Axes, title: str, spots: list[Spot]) -> None:
    unit = spots[0].unit if spots[0].kind == 'metric' else '/s'
    factor, label = scaled([rate for spot in spots for rate in spot.rates], unit)
    if spots[0].kind == 'metric':
        factor, label = 1.0, unit
    for number, spot in enumerate(spots):
        longest = max(spot.series, key=lambda series: len(series.rates))
        axes.plot([at / 1e6 for at, _ in longest.rates], [rate / factor for _, rate in longest.rates],
                  color=LINES[number % len(LINES)], linewidth=1.1)
    axes.set_title(short(f'{title}, {label}', 38), fontsize=7.5, pad=3)
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.xaxis.set_major_locator(MaxNLocator(4))
    low, high = axes.get_ylim()
    if high - low < 0.02 * abs(high):  # what hardly varies is not blown up
        middle = (low + high) / 2
        axes.set_ylim(middle - 0.01 * abs(middle), middle + 0.01 * abs(middle))
    axes.grid(axis='y')
    axes.tick_params(length=2)


def over_time(run: Run, socket: int, name: str) -> tuple[str, int]:
    """(rates by interval in small panels, how many panels were left out)."""
    panels = _panels(run, socket)
    if not panels:
        return '', 0
    rows = math.ceil(len(panels) / PANEL_COLUMNS)
    with styled():
        figure = new_figure(1.3 * rows + 0.25)
        for number, (title, spots) in enumerate(panels):
            axes = figure.add_subplot(rows, PANEL_COLUMNS, number + 1)
            _draw_panel(axes, title, spots)
            if number + PANEL_COLUMNS >= len(panels):
                axes.set_xlabel('ms')
        figure.tight_layout(pad=0.4, h_pad=1.0, w_pad=1.2)
        total = len({(spot.kind, box_type(spot.box), event_of(spot.name)) for spot in spots_of(run).values()
                     if spot.socket == socket and spot.kind != 'total' and len(spot.rates) >= 3})
        return render(figure, name, f'Rates of socket {socket} over time'), max(0, total - len(panels))


# ---- samples -------------------------------------------------------------------------------------------

def _histogram(axes: Axes, values: Sequence[float], label: str, colour: str) -> None:
    bins = min(40, max(8, round(math.sqrt(len(values)) * 2)))
    low, high = min(values), max(values)
    if low == high:
        low, high = low - max(abs(low) * 0.01, 0.5), high + max(abs(high) * 0.01, 0.5)
        bins = 21
    if low > 0 and high > 10 * statistics.median(values):  # a few far out must not hide the rest
        edges = [low * (high / low) ** (number / bins) for number in range(bins)] + [high]
        axes.hist(values, bins=edges, color=colour, alpha=0.75)
        axes.set_xscale('log')
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:g}'))
    else:
        axes.hist(values, bins=bins, range=(low, high), color=colour, alpha=0.75)
        axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.set_xlabel(label)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.grid(axis='y')


def _pmi_bars(axes: Axes, recording: Recording) -> None:
    """How many samples each processor took, by kind of PMI."""
    places = sorted({(sample.socket, sample.cpu) for sample in recording.samples})
    kinds = sorted({sample.pmi for sample in recording.samples})
    left: list[float] = [0.0] * len(places)
    for kind in kinds:
        counts = [sum((sample.socket, sample.cpu) == place and sample.pmi == kind for sample in recording.samples)
                  for place in places]
        axes.barh(range(len(places)), counts, left=left, color=PMI_COLOURS.get(kind, LINES[4]), alpha=0.75, height=0.6,
                  label='no PMI by design' if kind == 'none' else f'{short(kind, 16)} PMI')
        left = [before + count for before, count in zip(left, counts)]
    axes.set_yticks(range(len(places)), [f'cpu {cpu}' for _, cpu in places])
    axes.set_ylim(len(places) - 0.4, -0.6 - 0.15 * len(places))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_xlabel('samples')
    axes.legend(loc='upper right', fontsize=7, ncol=len(kinds), borderaxespad=0, handlelength=1)


def samples_figure(recording: Recording, name: str) -> str:
    """Distributions of a recording: interval between samples, PMIs by processor, freeze skew."""
    intervals, skews = recording.intervals, recording.skews
    if len(recording.samples) < 2:
        return ''
    with styled():
        figure = new_figure(1.9)
        if intervals:
            axes = figure.add_subplot(1, 3, 1)
            _histogram(axes, intervals, f'from sample to sample, {recording.unit}', LINES[0])
            axes.set_title('sample interval')
        axes = figure.add_subplot(1, 3, 2)
        _pmi_bars(axes, recording)
        axes.set_title('PMIs')
        if any(skews):
            axes = figure.add_subplot(1, 3, 3)
            _histogram(axes, [skew / 1000 for skew in skews], 'first to last counter frozen, µs', LINES[3])
            axes.set_title('freeze skew')
        figure.tight_layout(pad=0.4, w_pad=2)
        return render(figure, name, 'Distributions of sample interval, PMIs and freeze skew')


# ---- comparison ----------------------------------------------------------------------------------------

def _shown_differences(comparisons: list[Comparison]) -> list[tuple[Any, ...]]:
    """The keys of the rates that differ most, in the order of their places."""
    worst: dict[tuple[Any, ...], float] = {}
    for comparison in comparisons:
        for item in comparison.differences:
            if item.clear:
                key = (item.spot.socket or 0, item.spot.box, item.spot.name)
                worst[key] = max(worst.get(key, 0.0), abs(item.change))
    kept = sorted(worst, key=lambda key: -worst[key])[:DEVIATIONS_MAX]
    return sorted(kept, key=lambda key: (key[0], natural(key[1]), natural(key[2])))


def _dots(axes: Axes, comparison: Comparison, keys: list[tuple[Any, ...]], colour: str) -> None:
    found: dict[tuple[Any, ...], Difference] = {(item.spot.socket or 0, item.spot.box, item.spot.name): item
                                                for item in comparison.differences}
    rows = [(row, found[key]) for row, key in enumerate(keys) if key in found]
    axes.scatter([min(item.change, 9.99) * 100 for _, item in rows], [row for row, _ in rows], s=18, color=colour, clip_on=False,
                 label=short(comparison.run.label), zorder=3)


def deviations(comparisons: list[Comparison], several_sockets: bool, name: str) -> str:
    """How far each rate that differs is from the reference's, in percent."""
    keys = _shown_differences(comparisons)
    if not keys:
        return ''
    with styled():
        figure = new_figure(0.19 * len(keys) + 0.75)
        axes = figure.add_subplot(1, 1, 1)
        for number, comparison in enumerate(comparisons):
            _dots(axes, comparison, keys, LINES[number % len(LINES)])
        labels = [(f'{socket}  ' if several_sockets else '') + short(f'{box} {event_of(event)}'.strip(), 44)
                  for socket, box, event in keys]
        axes.set_yticks(range(len(keys)), labels)
        axes.set_ylim(len(keys) - 0.4, -0.6)
        axes.axvline(0, color=MUTED, linewidth=0.9)
        spread = max(max(abs(edge) for edge in axes.get_xlim()), 0.5)
        if spread > 10:  # one that is far off must not hide the others
            axes.set_xscale('symlog', linthresh=1)
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:g}'))
        axes.set_xlim(-spread, spread)
        axes.set_xlabel(f'% from {short(comparisons[0].reference.label)}')
        axes.grid(axis='x')
        if len(comparisons) > 1:
            axes.legend(loc='lower right', fontsize=7.5)
        figure.tight_layout(pad=0.4)
        about = f'Rates that differ from {comparisons[0].reference.label}, in percent'
        return render(figure, name, about)
