# SPDX-License-Identifier: BSD-2-Clause
"""What tests cost: seconds of a processor's time, of a test itself and of every program that it ran and waited for. Unlike
durations they say the same however busy the machine is."""

import collections
import resource

COST = 'processor seconds'


def spent():
    """Seconds of this process and of the children that it has waited for, so far."""
    times = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(time.ru_utime + time.ru_stime for time in times)


class Meter:
    """Time since it was made or read."""

    def __init__(self):
        self.last = spent()

    def read(self):
        before, self.last = self.last, spent()
        return self.last - before


METER = Meter()


class Costs:
    """Collects what the reports carry; by tests and by groups."""

    def __init__(self):
        self.tests = collections.Counter()

    def note(self, report):
        for name, value in report.user_properties:
            if name == COST:
                self.tests[report.nodeid] += value

    def lines(self, count):
        """The groups, and the `count` tests that cost most."""
        groups = collections.Counter()
        for name, cost in self.tests.items():
            groups[name.split('/')[0]] += cost
        yield f'{sum(groups.values()):8.1f} in all'
        yield from (f'{cost:8.1f} {group}' for group, cost in groups.most_common())
        yield from (f'{cost:8.1f} {name}' for name, cost in self.tests.most_common(count))
