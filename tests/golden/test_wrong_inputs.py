# SPDX-License-Identifier: BSD-2-Clause
"""What a slip in a command line is answered: its status, where it is, and what may have been meant; in lines of a console's width."""

import os
import subprocess
import tempfile

from suite.result import require

HOST, BOOT, WATCH = ['build/uncork'], ['tools/boot'], ['build/uncork', 'watch']
SLIPS = (
    (HOST, ['--machine', 'xeon-750', 'info'], 2, "no machine 'xeon-750'; did you mean xeon-7500"),
    (HOST, ['-f', 'cbox3.ctr1.stuk1=17', 'info'], 2, '--fault: unknown fault "cbox3.ctr1.stuk1=17": did you mean stuck1 or stuck0?'),
    (HOST, ['--fault', 'cbox3.ctr99.stuck1=17', 'info'], 2, 'no register cbox3.ctr99; did you mean ctr0, ctr1 or ctr2?'),
    (HOST, ['--fault', 'cbx3.gp', 'info'], 2, 'no box cbx3; did you mean cbox3'),
    (HOST, ['--scenario', 'no.scenario', 'info'], 2, '--scenario no.scenario: No such file or directory'),
    (HOST, ['-r', '/usr', 'info'], 2, '/usr: Is a directory'),
    (HOST, ['-s', '2', '--cpus', '3', 'info'], 2, '3 CPUs cannot be divided among 2 equal sockets'),
    (HOST, ['--sockets', '9', 'info'], 2, 'takes a number from 1 to 8'),
    (HOST, ['-q', 'info'], 2, '-q is not an option'),
    (HOST, ['stat', '--machine', 'xeon-e7'], 2, 'stat has no option --machine'),
    (HOST, ['skylake-sp', '-s', '9', 'info'], 2, 'takes a number from 1 to 8'),
    (HOST, ['--machine', 'xeon-e7', 'skylake-sp', 'info'], 2, 'no command "skylake-sp"'),
    (HOST, ['power9', 'info'], 2, "no machine 'power9';"),
    (HOST, ['xeon-e52600', 'info'], 2, "no machine 'xeon-e52600'; did you mean xeon-e5-2600"),
    (HOST, ['skylake', 'test'], 2, "no machine 'skylake'; did you mean skylake-sp?"),
    (HOST, ['nothing-at-all', 'test'], 2, 'no command "nothing-at-all"; `help` lists all commands'),
    (HOST, ['skylake-sp', 'film'], 2, 'no clock can freeze the uncore of skylake-sp: name core events with -e'),
    (HOST, ['encode', 'cbox0::NOPE'], 1, "no event 'NOPE'"),
    (HOST, ['crash ud'], 3, 'crash: end of report'),
    (WATCH, ['/usr'], 2, '/usr: Is a directory'),
    (WATCH, ['-b', '12345', '/dev/null'], 2, 'not a baud rate'),
    (BOOT, ['xeon-750', 'info'], 2, 'no such machine; did you mean xeon-7500'),
    (BOOT, ['--sockets', '2', '--cpus', '3', 'xeon-7500', 'info'], 2, '3 CPUs cannot be divided among 2 equal sockets'),
)


def test_slips():
    for program, arguments, status, answer in SLIPS:
        done = subprocess.run([*program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=60, check=False, text=True)
        said = ' '.join(done.stdout.split())
        require(done.returncode == status and answer in said, f'{program} {arguments}: status {done.returncode}\n{done.stdout}')
        require(all(len(line) < 100 for line in done.stdout.splitlines()), f'{arguments}: a line is too long\n{done.stdout}')


def test_cpus_are_of_all_sockets():
    """In both programs, under the same names."""
    done = subprocess.run([*HOST, '-s', '2', '-c', '8', '--threads', '2', '-F', 'json', 'info'], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, timeout=60, check=True, text=True)
    require(done.stdout.count('"record":"cpu"') == 8, done.stdout)
    usage = [subprocess.run([*program, '--help'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True, text=True).stdout
             for program in (HOST, BOOT)]
    for name in '--cpus', '--sockets', '--threads', '--fault', '--scenario', '--board', '--silicon-log', '--version':
        require(all(name in text for text in usage), f'{name} is not an option of both programs')


PROGRAMS = (*([*HOST, name] for name in ('report', 'watch', 'export', 'board')), HOST, BOOT,
            *([f'tools/{name}'] for name in ('guest', 'image/make-image', 'install', 'dist', 'gdb', 'suites/test-on')))


def test_every_program_says_what_it_takes():
    """In lines that fit a page, however wide the terminal is, and which uncork it is."""
    version = subprocess.run([*HOST, '--version'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True).stdout
    for program in PROGRAMS:
        usage = subprocess.run([*program, '--help'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True, text=True,
                               env={**os.environ, 'COLUMNS': '200'}).stdout
        require(len(usage.splitlines()) > 6 and all(len(line) < 100 for line in usage.splitlines()), f'{program}: a line is too long\n{usage}')
        said = subprocess.run([*program, '--version'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True).stdout
        require(said == version, f'{program}: {said}')


def test_the_first_word_may_be_the_machine():
    for words in ['xeon-e7', '-s', '2', 'info'], ['-s', '2', 'xeon-e7', 'info'], ['--machine', 'xeon-e7', '--sockets', '2', 'info']:
        done = subprocess.run([*HOST, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True, text=True)
        require('xeon-e7: Intel' in done.stdout and 'socket 1:' in done.stdout, done.stdout)
    encoded = subprocess.run([*HOST, 'skylake-sp', 'encode', 'imc0::UNC_M_CAS_COUNT:RD'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             timeout=60, check=True, text=True).stdout
    require(encoded.startswith('skx_unc_imc0::UNC_M_CAS_COUNT:RD'), encoded)


def test_boxes_that_are_not_there_take_a_line():
    said = subprocess.run([*HOST, '--machine', 'skylake-sp', '--cpus', '8', 'test cha*.ctr0.*'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          timeout=60, check=True, text=True).stdout
    require('\ncha12 to cha27  0 passed, ' in said and ' skipped each\n' in said, said)
    require(said.count('does not answer') == 1, said)


def test_a_part_without_boxes_of_a_kind_counts_the_rest():
    """Capabilities say that a part has no S-Boxes: all counters are those of the other boxes, and a note says so."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write('sboxes = 0\n')
        scenario.flush()
        done = subprocess.run([*HOST, '--machine', 'xeon-e5-2600-v4', '-r', scenario.name, 'stat -a -t 10'], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, timeout=60, check=False, text=True)
    require(done.returncode == 0 and 'UNC_S_CLOCKTICKS is left out: this processor has none' in done.stdout, f'{done.returncode} {done.stdout[:1000]}')
