# SPDX-License-Identifier: BSD-2-Clause
"""The page: what goes where is in templates/, what is said in the numbers is here."""

from __future__ import annotations

import base64
import functools
import hashlib
import os
import re
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Optional

import jinja2
import markupsafe

from version import version

from . import plots
from .advice import Group, bit_list, group_failures
from .compare import Comparison, compare_all, percent
from .judge import plural
from .model import Film, Run, Verdict
from .summary import Recording, Spot, event_of, recordings_of, spots_of

SAMPLES_MAX = 400  # rows; --csv has them all
THIN = '\N{NARROW NO-BREAK SPACE}'
MINUS = '\N{MINUS SIGN}'
_TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'templates')


# ---- how numbers are written ---------------------------------------------------------------------------

def grouped(number: float) -> str:
    """1234567 as '1 234 567'; what has a fraction keeps three places."""
    text = f'{number:,.3f}' if isinstance(number, float) and not number.is_integer() else f'{number:,.0f}'
    return text.replace(',', THIN).replace('-', MINUS)


def rate_text(spot: Spot, rate: Optional[float]) -> str:
    """A rate with its unit: '10.31 M/s'; a metric's value as it is."""
    if rate is None:
        return 'n/a'
    if spot.kind == 'metric':
        return grouped(round(rate, 3)) if abs(rate) >= 0.001 or not rate else f'{rate:.3g}'
    factor, unit = plots.scaled([rate], '/s')
    return f'{rate / factor:.4g} {unit}'


def milliseconds(ns: int) -> str:
    return f'{ns / 1e6:,.3f}'.replace(',', THIN) + f'{THIN}ms'


def duration(ns: int) -> str:
    """'160 ns', '12.4 µs', '58.8 ms'."""
    for factor, unit in ((1e6, 'ms'), (1e3, 'µs')):
        if ns >= factor:
            return f'{ns / factor:.3g}{THIN}{unit}'
    return f'{grouped(ns)}{THIN}ns'


def change_text(change: float) -> str:
    """A relative change in a table's cell: '+0.40 %'."""
    if change >= 0.8:
        return f'× {change + 1:.3g}'
    return f'{"+" if change >= 0 else MINUS}{abs(change) * 100:.2f}{THIN}%'


def code_text(text: str) -> markupsafe.Markup:
    """A text in which what stands between backquotes is code."""
    parts = [str(markupsafe.escape(part)) for part in text.split('`')]
    return markupsafe.Markup(''.join(f'<code>{part}</code>' if number % 2 else part for number, part in enumerate(parts)))


# ---- what a page shows of a run --------------------------------------------------------------------------

@dataclass
class CountRow:
    """One line of a table of counts."""

    spot: Spot
    rate: Optional[float]

    @property
    def event(self) -> str:
        return event_of(self.spot.name)

    @property
    def intervals(self) -> int:
        return len(self.spot.rates)

    @property
    def spread(self) -> Optional[float]:
        """How far intervals scatter around their mean, relative; None with fewer than three."""
        rates = self.spot.rates
        mean = statistics.fmean(rates) if rates else 0.0
        return statistics.stdev(rates) / abs(mean) if len(rates) >= 3 and mean else None


@dataclass
class SocketView:
    """What is shown of one socket."""

    number: int
    boxes: list[Any] = field(default_factory=list)
    boxes_map: markupsafe.Markup = markupsafe.Markup()
    counts: list[CountRow] = field(default_factory=list)
    metrics: list[CountRow] = field(default_factory=list)
    rates_map: markupsafe.Markup = markupsafe.Markup()
    over_time: markupsafe.Markup = markupsafe.Markup()
    address_maps: markupsafe.Markup = markupsafe.Markup()
    panels_left_out: int = 0


@dataclass
class RecordingView:
    """What is shown of one recording of samples."""

    recording: Recording
    figure: markupsafe.Markup
    facts: list[tuple[str, str]]


@dataclass
class FilmView:
    """What is shown of one film."""

    film: Film
    figure: markupsafe.Markup
    left_out: int  # rows


@dataclass
class RunView:
    """What is shown of one run."""

    run: Run
    anchor: str
    groups: list[Group]
    sockets: list[SocketView]
    totals: list[CountRow]
    recordings: list[RecordingView]
    films: list[FilmView]

    @property
    def word(self) -> str:
        """The verdict as it is shown: a run without a check has passed none."""
        return 'done' if self.run.verdict == Verdict.PASS and not self.run.reported else self.run.verdict.word

    @property
    def several_sockets(self) -> bool:
        return len(self.sockets) > 1

    @property
    def found_in(self) -> list[tuple[str, int]]:
        """Boxes by how many findings there are in them: what fails because of another box is none of its own."""
        counted = Counter(f'socket {group.socket} {group.box}' if self.several_sockets else group.box for group in self.groups)
        return counted.most_common()

    @property
    def silent_boxes(self) -> list[str]:
        """Boxes that are listed and do not answer, with what they do instead."""
        where = 'socket {0.socket} {0.name} ({0.state})' if self.several_sockets else '{0.name} ({0.state})'
        return [where.format(box) for box in self.run.boxes if box.state != 'found']

    @property
    def notes(self) -> list[str]:
        return [remark.text for remark in self.run.remarks if remark.kind == 'note']

    @property
    def errors(self) -> list[Any]:
        return [remark for remark in self.run.remarks if remark.kind != 'note']

    @property
    def has_boxes(self) -> bool:
        return any(socket.boxes for socket in self.sockets)

    @property
    def has_map(self) -> bool:
        return any(socket.boxes_map for socket in self.sockets)

    @property
    def has_address_maps(self) -> bool:
        return any(socket.address_maps for socket in self.sockets)

    @property
    def has_counts(self) -> bool:
        return bool(self.totals) or any(socket.counts or socket.metrics for socket in self.sockets)

    @property
    def surprises(self) -> list[tuple[str, str, str, str]]:
        """What checks found out, as far as it is not what was assumed anyway."""
        return [answer for answer in self.run.answers if answer[2] != answer[3]]


def _svg(text: str) -> markupsafe.Markup:
    """Figures are made of escaped texts: nothing in them is to be escaped once more."""
    return markupsafe.Markup(text)  # noqa: S704


def _socket_view(run: Run, socket: int, anchor: str, spots: list[Spot]) -> SocketView:
    view = SocketView(socket, [box for box in run.boxes if box.socket == socket])
    local = [CountRow(spot, spot.rate) for spot in spots if spot.socket == socket]
    view.counts = [row for row in local if row.spot.kind == 'count']
    view.metrics = [row for row in local if row.spot.kind == 'metric']
    name = f'{anchor}-s{socket}'
    if run.reported or any(box.state != 'found' for box in view.boxes):
        view.boxes_map = _svg(plots.boxes_map(run, socket, f'{name}-boxes'))
    view.rates_map = _svg(plots.rates_map(run, socket, f'{name}-rates'))
    figure, view.panels_left_out = plots.over_time(run, socket, f'{name}-time')
    view.over_time = _svg(figure)
    view.address_maps = _svg(plots.address_maps(run, socket, f'{name}-maps'))
    return view


def _spread_text(values: list[float], unit: str) -> str:
    if min(values) == max(values):
        return f'{grouped(round(values[0], 3))} {unit}, every one'
    middle = statistics.median(values)
    return (f'median {grouped(round(middle, 3))} {unit}, from {grouped(round(min(values), 3))} to '
            f'{grouped(round(max(values), 3))}')


def _recording_facts(recording: Recording) -> list[tuple[str, str]]:
    samples = recording.samples
    facts = [('samples', grouped(len(samples)))]
    kinds = sorted({sample.pmi for sample in samples})
    said = ', '.join(f'{sum(sample.pmi == kind for sample in samples)} {kind}' for kind in kinds)
    facts.append(('PMI', 'none, by design' if kinds == ['none'] else said))
    freezes = sorted({sample.freeze for sample in samples if sample.freeze})
    if freezes:
        facts.append(('frozen by', ' and '.join(freezes)))
    if recording.intervals:
        facts.append(('interval', _spread_text(recording.intervals, recording.unit)))
    if any(recording.skews):
        facts.append(('freeze skew', _spread_text([float(skew) for skew in recording.skews], 'ns')))
    elif freezes == ['hardware']:
        facts.append(('freeze skew', 'none: one register froze all counters'))
    return facts


def _run_view(run: Run, number: int) -> RunView:
    anchor = f'run{number}'
    spots = list(spots_of(run).values())
    recordings = [RecordingView(recording, _svg(plots.samples_figure(recording, f'{anchor}-r{index}')),
                                _recording_facts(recording)) for index, recording in enumerate(recordings_of(run))]
    return RunView(run, anchor, group_failures(run.failures),
                   [_socket_view(run, socket, anchor, spots) for socket in run.sockets],
                   [CountRow(spot, spot.rate) for spot in spots if spot.kind == 'total'], recordings,
                   [FilmView(film, _svg(plots.film_figure(film, f'{anchor}-f{index}')),
                             max(0, len(plots.film_rows(film)) - plots.FILM_ROWS_MAX)) for index, film in enumerate(run.films)])


# ---- the page --------------------------------------------------------------------------------------------

def _asset(name: str) -> str:
    """A file beside the page's template, without the comment of its first line."""
    with open(os.path.join(_TEMPLATES, name), encoding='utf-8') as file:
        return file.read().split('\n', 1)[1].strip()


@functools.lru_cache(maxsize=None)
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(_TEMPLATES), autoescape=True, trim_blocks=True,
                                     lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(grouped=grouped, ms=milliseconds, duration=duration, change=change_text, percent=percent,
                               event=event_of, code=code_text)
    environment.globals.update(plural=plural, rate_text=rate_text, bit_list=bit_list)
    return environment


def _title(runs: list[Run]) -> str:
    if len(runs) == 1:
        return runs[0].title or runs[0].machine or runs[0].label
    titles = {run.title or run.machine for run in runs}
    return titles.pop() if len(titles) == 1 and '' not in titles else f'{len(runs)} runs'


# In the place of the style sheet and its hash until it is known. No text of a log has these.
_STYLE, _STYLE_HASH = '\x01', '\x02'


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _with_style_sheet(text: str, style: str) -> str:
    """The page with what its figures' elements say of their style in the one style sheet that the page's policy lets count: what a log
    might smuggle in has none."""
    names: dict[str, str] = {}

    def named(tag: re.Match[str]) -> str:
        return f'{tag[1]} class="{names.setdefault(tag[2], f"s{len(names)}")}"{tag[3]}'

    text = re.sub(r'<style type="text/css">\*[^<]*</style>', '', text)
    text = re.sub(r'(<[a-z]+\b[^<>]*?) style="([^"<>]*)"([^<>]*>)', named, text)
    style += ''.join(f'.{name} {{ {said} }}\n' for said, name in names.items())
    return text.replace(_STYLE, style, 1).replace(_STYLE_HASH, _hash(style), 1)


def render(runs: list[Run], title: Optional[str] = None) -> str:
    """The page of one or more runs, as HTML."""
    script, style = _asset('page.js'), _asset('page.css')
    comparisons: list[Comparison] = compare_all(runs)
    several = any(len(run.sockets) > 1 for run in runs)
    text = _environment().get_template('page.html').render(
        title=title or _title(runs), views=[_run_view(run, number) for number, run in enumerate(runs)],
        worst=max(runs, key=lambda run: run.verdict), comparisons=comparisons, several_sockets=several,
        deviations=_svg(plots.deviations(comparisons, several, 'deviations')) if comparisons else '',
        script=markupsafe.Markup(script), style=_STYLE, style_hash=_STYLE_HASH, samples_max=SAMPLES_MAX,
        script_hash=_hash(script), version=version())
    return _with_style_sheet(text, style)
