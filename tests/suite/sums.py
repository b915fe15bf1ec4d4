# SPDX-License-Identifier: BSD-2-Clause
"""What `test` says as text of checks that passed: boxes that say the same share a line, sockets that do share all."""

import re

COUNTED = re.compile(r"""^(?:socket(?P<socket>\d+)(?:\.|\ \ ))?(?:(?P<box>[a-z]\w*?)(?P<first>\d*)(?:\ to\ (?P=box)(?P<last>\d+))?\ \ )?
    (?:(?P<passed>\d+)\ passed(?:,\ (?P<skipped>\d+)\ skipped)?(?:,\ (?P<untested>\d+)\ untested)?(?:\ each)?
    |each\ box\ as\ on\ socket\ (?P<like>\d+))$""", re.VERBOSE)


def count(text):
    """What passed, was skipped and is untested on each socket, and the boxes that passed anything."""
    sockets, boxes = {}, set()
    for line in text.splitlines():
        found = COUNTED.match(line)
        if not found:
            continue
        socket = int(found['socket'] or 0)
        if found['like']:
            sockets[socket] = sockets[int(found['like'])]
            continue
        first, last = int(found['first'] or 0), int(found['last'] or found['first'] or 0)
        sums = [int(found[word] or 0) * (last - first + 1) for word in ('passed', 'skipped', 'untested')]
        sockets[socket] = [one + other for one, other in zip(sockets.get(socket, [0, 0, 0]), sums)]
        if int(found['passed']):
            boxes.update((found['box'], number) for number in range(first, last + 1))
    return [sum(sums) for sums in zip(*sockets.values())], boxes
