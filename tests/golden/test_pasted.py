# SPDX-License-Identifier: BSD-2-Clause
"""Event strings as perf and the tools around it print and ship them: taken, with the register values that Linux programs for them, or refused
by the word that is not for hardware.

pasted.txt has strings of the tools' own files below the name of a machine and of where they are from: perfmon's lists and perf's of Linux 6.1
(each fortieth name, and all names that are perf's own), perf's metrics, PerfSpect, libpfm4 4.13's tests and tables, LIKWID 5.2's groups, PCM.
Behind an arrow stand registers, their values put together from the lists' codes by the formats of Linux's drivers or libpfm4's own, or, behind
an exclamation mark, what the reason must name. They are not written by uncork."""

import re
import subprocess

from suite.result import require

CHA = 'event=0x35,umask=0x21'
TAKEN = (
    ('skylake-sp', f'uncore_cha_0/{CHA},config1=0x4043300000000/', 'ctl=0x402135 filter1=0x40433'),
    ('skylake-sp', f'uncore_cha_0/{CHA},config1=0x4043100000000/', 'ctl=0x402135 filter1=0x40431'),
    ('skylake-sp', f'uncore_cha_0/{CHA},config1=0x12D4043300000000/', 'ctl=0x402135 filter1=0x12d40433'),
    ('skylake-sp', f'uncore_cha_0/{CHA},config1=0x12C4003300000000/', 'ctl=0x402135 filter1=0x12c40033'),
    ('skylake-sp', f"cha/{CHA},config1=0x4043300000000,name='UNC_CHA_TOR_INSERTS.IA_MISS'/", 'ctl=0x402135 filter1=0x40433'),
    ('skylake-sp', "imc/event=0x04,umask=0x03,name='UNC_M_CAS_COUNT.RD'/", 'ctl=0x400304'),
    ('skylake-sp', 'uncore_imc_3/config=0x304/', 'ctl=0x400304'),
    ('skylake-sp', 'UNC_IIO_DATA_REQ_OF_CPU.MEM_READ.PART0', 'ctl=0x701000400483'),
    ('xeon-e5-2600-v3', 'cbox/event=0x36,umask=0x1,config1=0x1820000000000000/', 'filter1=0x18200000'),
    ('xeon-e5-2600', 'uncore_cbox/event=0x35,umask=0x1,config1=0x1/', 'filter='),
)
REFUSED = (
    ('skylake-sp', "cpu/event=0x3c,umask=0x0,period=1000003,name='CPU_CLK_UNHALTED.THREAD_P'/", "'period' is an option for the Linux kernel"),
    ('skylake-sp', 'cha/event=0x35,umask=0x21,percore/', "'percore' is an option for the Linux kernel"),
    ('skylake-sp', 'cha/event=0x35,config=0x402135/', 'a second event'),
    ('skylake-sp', 'cha/config=0x402135,event=0x36/', 'already set'),
    ('skylake-sp', f'cha/{CHA},config1=0x4043300000000,filter_opc0=3/', 'already set'),
    ('xeon-e5-2600-v4', 'cbox0/event=0x36,umask=0x8,config1=0x1820000000000000/', 'has no effect on this event'),
    ('xeon-e5-2600-v4', 'cbox0/event=0x36,umask=0x8,filter1=0x18200000/', 'has no effect on this event'),
    ('skylake-sp', 'imc/event=4,config1=1/', 'config1'),
    ('skylake-sp', 'cha/event=0x35,config1=zz/', "'zz' is not a number"),
    ('skylake-sp', 'cha/event=0x35,config1=/', 'is not a number'),
    ('skylake-sp', 'cha/config=/', 'not a 64-bit number'),
    ('skylake-sp', 'cha28/event=0x35/', "no box 'cha28'"),
    ('skylake-sp', 'package_msr/config=0x611,config1=1,name=ENERGY/', "'package_msr' is one of PCM's PMUs"),
    ('skylake-sp', 'tpmi/config=1/', "'tpmi' is one of PCM's PMUs"),
    ('skylake-sp', 'core/fixed,config=0x333/', "'fixed' is a word in PCM's"),
    ('skylake-sp', 'MEM', "or a LIKWID group"),
    ('xeon-e5-2600-v3', 'FLOPS_DP', "'FLOPS_DP' is a LIKWID group"),
)


def encode(machine, string):
    done = subprocess.run(['build/uncork', 'encode', '--machine', machine, string], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_what_is_taken():
    for machine, string, wanted in TAKEN:
        status, said, wrong = encode(machine, string)
        require(status == 0 and wanted in said, f'{machine} {string}: {said}{wrong}')


def test_what_is_refused():
    for machine, string, reason in REFUSED:
        status, said, wrong = encode(machine, string)
        require(status == 1 and reason in wrong and not said, f'{machine} {string}: {status} {said}{wrong}')


def read_corpus():
    """Of each machine the strings and what is expected of each."""
    corpus = {}
    with open('tests/golden/pasted.txt', encoding='ascii') as file:
        for line in file.read().splitlines():
            if line.startswith('# '):
                strings = corpus.setdefault(line[2:], {})
            elif not line.startswith('## '):
                string, expected = line.rsplit(' -> ', 1)
                strings[string] = expected
    return corpus


def answers_of(machine, strings):
    """What is said of each string: a line of registers, or '! ' and the reason. One process reads all."""
    done = subprocess.run(['build/uncork', 'encode', '--machine', machine, '-'], input='\n'.join(strings) + '\n', stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    refused = dict(re.findall(r'^([^\n]+)\n *\^~*\n([^\n]+)\n', done.stderr, re.MULTILINE))
    taken = iter(done.stdout.splitlines())
    return {string: '! ' + refused[string] if string in refused else next(taken) for string in strings}


def is_met(expected, answer):
    if expected.startswith('! '):
        return answer.startswith('! ') and expected[2:] in answer
    return set(expected.split()) <= set(answer.split())


def test_corpus():
    corpus, wrong = read_corpus(), []
    for machine, strings in corpus.items():
        for string, answer in answers_of(machine, strings).items():
            if not is_met(strings[string], answer):
                wrong.append(f'{machine} {string}: {answer}, expected {strings[string]}')
    require(sum(map(len, corpus.values())) > 1000, 'the corpus is short')
    require(not wrong, '\n'.join(wrong[:40]))


def test_groups_count_together():
    def stat(group):
        done = subprocess.run(['build/uncork', '--machine', 'skylake-sp', f"stat -t 10 -e '{group}'"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=False)
        return done.returncode, done.stdout.decode()
    status, said = stat('{cha0/event=0x35,umask=0x21/,cha0/event=0/}')
    require(status == 0 and said.count('cha0') == 4, said)
    status, said = stat('{cha0/event=0x35,umask=0x21/,cha0/event=0/}:u')
    require(status == 2 and "letters after '}'" in said, said)


def test_files_as_editors_leave_them():
    """A mark of UTF-8, line ends of any system, an end of file of old programs: as in uncork.cfg."""
    done = subprocess.run(['build/uncork', 'encode', '--machine', 'skylake-sp', '-'], input=b'\xef\xbb\xbfUNC_CHA_CLOCKTICKS\r\n# \xc3\xa4\r\ncycles\0\n\x1a',
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    require(done.returncode == 0 and done.stdout.count(b'\n') == 2, done.stdout.decode())


def test_a_code_of_a_core_counts():
    """As perf writes it, without privilege levels: it counts at both, and is not a count of 0 that passes."""
    done = subprocess.run(['build/uncork', '--machine', 'skylake-sp', '--cpus', '1', '-F', 'json', 'stat -t 10 -e core:0x3c'],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=False)
    require(done.returncode == 0 and b'"value":0,' not in done.stdout and b'"value":' in done.stdout, done.stdout.decode())
