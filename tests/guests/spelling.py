# SPDX-License-Identifier: BSD-2-Clause
"""What Linux shows in sysfs, said to uncork: every alias of every PMU, and every format field, in an event that has it."""

import re

import plan

OURS = re.compile(r'cpu$|uncore_')
MISPRINTED = {'config:14-51': 'config:31'}  # occ_edge, as the driver itself takes it
VALUES = (1, 0x20)  # of a field that no event needs; the lowest bit of some is reserved
UNLISTED = plan.Event('', '', (1, 0, 0), False, '', [])  # of a box of which no document lists events
BESIDE = ('.scale', '.unit')  # files of an alias that say what a count of it means


def kind_of(pmu):
    """A PMU's name without its number."""
    return re.sub(r'_\d+$', '', pmu)


def bits_of(spec):
    """[(word, bit)] of `config1:0-7,21`, the lowest first."""
    word, ranges = spec.split(':')
    found = []
    for text in ranges.split(','):
        first, _, last = text.partition('-')
        found += [(int(word.removeprefix('config') or 0), bit) for bit in range(int(first), int(last or first) + 1)]
    return found


def value_of(spec, words):
    return sum((words[word] >> bit & 1) << at for at, (word, bit) in enumerate(bits_of(spec)))


class Shown:
    """The lines of `pmu list`."""

    def __init__(self, lines):
        self.aliases, self.fields = [], {}
        for line in lines:
            words = line.split()
            if words[1:2] == ['event'] and OURS.match(words[2]) and not words[3].endswith(BESIDE):
                self.aliases.append(f'{words[2]}/{words[3]}/')
            if words[1:2] == ['format'] and OURS.match(words[2]):
                self.fields.setdefault(words[2], {})[words[3]] = MISPRINTED.get(words[4], words[4])


def apart(fields, first):
    """Names of fields that share no bit, `first` among them: what an event means by a bit, one field can say."""
    chosen, taken = [], set()
    for name in sorted(fields, key=lambda name: (name != first, len(bits_of(fields[name])))):
        if not taken & set(bits_of(fields[name])):
            chosen.append(name)
            taken |= set(bits_of(fields[name]))
    return chosen


def say(pmu, fields, event, name, value):
    """The event as that PMU wants it, with a field set to `value` if the event leaves it 0."""
    values = {each: value_of(fields[each], event.words) for each in apart(fields, name)}
    values[name] = values[name] or value
    for threshold in ('thresh', 'cmask'):  # without one edges and inversion mean nothing
        if threshold in fields and any(map(values.get, ('edge', 'inv', 'occ_edge', 'occ_edge_det', 'occ_invert'))):
            values[threshold] = values.get(threshold) or 1
    said = [f'{each}=0x{value:x}' for each, value in values.items() if value or each == 'event']
    return f'{pmu}/{",".join(said)}/'


def is_taken(machine, text):
    return plan.run(plan.HOST, 'encode', '--machine', machine, text).returncode == 0


def takes_field(machine, pmu, fields, events, name):
    """Events that have the field come first: one of them is enough."""
    ordered = sorted(events, key=lambda event: not value_of(fields[name], event.words))
    return any(is_taken(machine, say(pmu, fields, event, name, value)) for value in VALUES for event in ordered)


def refused(machine, lines, found, types):
    """(what uncork does not take, how many spellings there are): PMU/ALIAS/, and KIND/FIELD of every kind of PMU."""
    shown = Shown(lines)
    wrong = [text for text in shown.aliases if not is_taken(machine, text)]
    count, seen = len(shown.aliases), set()
    for pmu, fields in sorted(shown.fields.items()):
        box = next((box for box, record in types.items() if record['perf'] == kind_of(pmu)), None)
        for name in fields:
            if (kind_of(pmu), name) in seen:
                continue
            seen.add((kind_of(pmu), name))
            count += 1
            if not box or not takes_field(machine, pmu, fields, found.get(box) or [UNLISTED], name):
                wrong.append(f'{kind_of(pmu)}/{name}')
    return wrong, count
