# SPDX-License-Identifier: BSD-2-Clause
"""Events as Linux says them: the aliases and the fields of its drivers' PMUs, as sysfs shows them (`make guest-test` keeps what it saw in
build/guests/*.sysfs), and the short names of boxes that libpfm4 has. The golden file has, below the name of a machine, each string and
what it encodes to. `/usr/bin/python3 tests/golden/test_linux_words.py` from the top of the tree writes the answers anew: read the
difference."""

import subprocess
import sys

if __name__ == '__main__':
    sys.path.insert(0, 'tests')
from suite.result import require  # noqa: E402

PATH = 'tests/golden/linux-words.txt'


def answers(lines):
    """The file's lines as they should be: `# MACHINE`, and `STRING -> ANSWER`."""
    machine = None
    for line in lines:
        string = line.split(' -> ')[0].strip()
        if string.startswith('# '):
            machine = string[2:]
            yield string
            continue
        done = subprocess.run(['build/uncork', 'encode', '--machine', machine, string], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        yield f'{string} -> {done.stdout.strip() if done.returncode == 0 else "refused"}'


def read():
    with open(PATH, encoding='ascii') as file:
        return [line for line in file.read().splitlines() if line]


def test_what_linux_shows_is_accepted():
    lines = read()
    now = list(answers(lines))
    require(len(lines) > 40 and not [line for line in now if line.endswith('refused')], 'a word of Linux is refused: ' + str(
        [line for line in now if line.endswith('refused')]))
    require(now == lines, '\n'.join(f'was {old}\nnow {new}' for old, new in zip(lines, now) if old != new))


if __name__ == '__main__':
    said = list(answers(read()))
    with open(PATH, 'w', encoding='ascii') as golden:
        golden.write('\n'.join(said) + '\n')
