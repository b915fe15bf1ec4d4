# SPDX-License-Identifier: BSD-2-Clause
"""How the sources look: layout, lengths, first lines, nothing left undone."""

import re
import statistics
import subprocess

from suite.result import PASS, Result, Test, require, run_command

FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 80
FUNCTION_LINES_90 = 40
FUNCTION_LINES_MEDIAN = 15
SPDX = 'SPDX-License-Identifier: BSD-2-Clause'
LEFT_UNDONE = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b')


def sources(*patterns):
    said = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '--', *patterns], check=True,
                          stdout=subprocess.PIPE).stdout.decode()
    return said.splitlines()


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read().splitlines()


def complain(found, what):
    require(not found, f'{what}:\n' + '\n'.join(found))


def laid_out():
    status, said = run_command(['make', '-s', 'format-check'], 120)
    wrong = sorted({line.split(':')[0] for line in said.splitlines() if '-Wclang-format-violations' in line})
    complain(wrong, '`make format` would change')
    require(status == 0, said[-2000:])


def files_are_short():
    long = [f'{path}: {len(read(path))} lines' for path in sources('*.c', '*.h', '*.S', '*.py', 'tools/boot', 'tests/run')
            if len(read(path)) > FILE_LINES_MAX]
    complain(long, f'more than {FILE_LINES_MAX} lines')


def functions(path):
    """(line, length) of each function: its braces stand alone in the first column."""
    start = None
    for number, line in enumerate(read(path), 1):
        if line == '{':
            start = number
        elif line == '}' and start:
            yield start, number - start - 1
            start = None


def functions_are_short():
    found = [(length, f'{path}:{line}: {length} lines') for path in sources('*.c', '*.h')
             for line, length in functions(path)]
    lengths = sorted(length for length, _ in found)
    require(lengths, 'no function was found')
    complain([text for length, text in found if length > FUNCTION_LINES_MAX], f'more than {FUNCTION_LINES_MAX} lines')
    ninth = lengths[len(lengths) * 9 // 10]
    require(ninth <= FUNCTION_LINES_90, f'one function in ten has more than {ninth} lines')
    median = statistics.median(lengths)
    require(median <= FUNCTION_LINES_MEDIAN, f'half of the functions have more than {median} lines')
    return [Result('lengths', PASS, f'{len(lengths)} functions: median {median:g}, 90 % {ninth}, longest {lengths[-1]}')]


def files_name_their_licence():
    paths = sources('*.c', '*.h', '*.S', '*.py', 'tools/*', 'tests/run')
    complain([path for path in paths if not any(SPDX in line for line in read(path)[:2]) and read(path)],
             'no licence in the first lines')


def nothing_is_left_undone():
    complain([f'{path}:{number}: {line.strip()}' for path in sources('*', ':!*.tsv', ':!*.efi', ':!tests/fuzz/corpus')
              for number, line in enumerate(read(path), 1) if LEFT_UNDONE.search(line)], 'marks of unfinished work')


def tests(_options):
    return [
        Test('style: layout by clang-format', laid_out),
        Test('style: files of at most 600 lines', files_are_short),
        Test('style: short functions', functions_are_short),
        Test('style: licence lines', files_name_their_licence),
        Test('style: nothing left undone', nothing_is_left_undone),
    ]
