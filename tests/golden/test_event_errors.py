# SPDX-License-Identifier: BSD-2-Clause
"""What is said of event strings that are refused: reason, place and what would have been right, to the letter.

The golden file has the words that `uncork encode` says, below the name of a machine: first the string, then a line with a caret, at last what
libpfm4 would answer, which shows the kind of the error. Strings that no line of text can hold are in tests/unit/core/event. After a change that is meant, `/usr/bin/python3 tests/golden/test_event_errors.py` from the top of the
tree writes the file anew: read the difference."""

import difflib
import re
import subprocess
import sys

if __name__ == '__main__':
    sys.path.insert(0, 'tests')
from suite.result import require  # noqa: E402

PATH = 'tests/golden/event-errors.txt'


def said_of(machine, strings):
    done = subprocess.run(['build/uncork', 'encode', '--machine', machine, '-'], input='\n'.join(strings) + '\n', check=False,
                          stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    require(not done.stdout, f'{machine}: not refused: {done.stdout[:500]}')
    raw = subprocess.run(['build/uncork', 'encode', '--machine', machine, '--raw', '-'], input='\n'.join(strings) + '\n', check=False,
                         stdout=subprocess.PIPE, text=True).stdout.split('\n')
    said = re.split(r'\n(?=\S.*\n *\^~*\n)', done.stderr.strip('\n'))
    return [f'{words}\n{kind}' for words, kind in zip(said, raw, strict=False)]


def now(golden):
    """The same file as the program of today has it."""
    text = []
    for section in re.split(r'^(?=\[)', golden, flags=re.MULTILINE)[1:]:
        machine, *blocks = section.strip('\n').split('\n\n')
        said = said_of(machine.strip('[]'), [block.split('\n')[0] for block in blocks])
        text += [machine, *(block.strip('\n') for block in said)]
    return '\n\n'.join(text) + '\n'


def read():
    with open(PATH, encoding='utf-8') as file:
        return file.read()


def test_event_errors():
    expected = read()
    difference = list(difflib.unified_diff(expected.splitlines(), now(expected).splitlines(), 'golden', 'now', n=2, lineterm=''))
    require(not difference, f'{PATH}: texts have changed\n' + '\n'.join(difference[:60]))


def main():
    text = now(read())
    with open(PATH, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main()
