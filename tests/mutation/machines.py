# SPDX-License-Identifier: BSD-2-Clause
"""The machines whose faults are tried, and how each is made in the host process."""

import collections
import os
import re
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get('UNCORK_TOOL', os.path.join(TOP, 'build', 'uncork'))

BOOT = os.path.join(TOP, 'tools', 'boot')
SHORT = {'--fault': '-f', '--scenario': '-r'} # as tools/boot has them
HOST_SECONDS, BOOT_SECONDS = 240, 60  # a run that hangs; a busy machine takes its time

# `scenario` is part of every run; it keeps what there is many of within bounds: boxes of a kind are alike. BUSY: filters,
# selects and counters that leap show what is wrong with them only where lines of memory move.
# `floor`: so many percent of the faults must be found and named; of a sample, in which a single one is 1.6 percent, fewer than of the whole list. `boots`: the host process does not play it; it is booted
# in QEMU, which takes seconds, so that of each kind of fault a few are tried. `parts`: what the checks call the parts of a box
# of the list of faults, by their type. `alike`: of the boxes of a type, which differ only in their address, a sample tries so many, the
# first and the last among them; 0: all. `spelt`: patterns of what the checks call otherwise than the list of faults, and how.
# `meaning`: the scenarios in which its faults of meaning are tried, struct Meaning; none: it has none that known work shows.
# `named`: patterns of checks that run only where they are named.
Machine = collections.namedtuple('Machine', 'name options scenario floor boots parts alike spelt meaning named',
                                 defaults=[False, {}, 0, (), None, ()])

NEST = ('mcs', 'powerbus', 'xlink', 'nx', 'alink', 'ntl', 'ats', 'xts', 'phb', 'mba', 'nvlink', 'capp')
NEST10 = ('pb', 'pau', 'mcs', 'pec', 'xlink', 'alink', 'otl', 'phb', 'nx', 'ocmb')


def posted_parts(nest):
    """What the checks call the parts of the boxes of in-memory counters."""
    return {'nest': nest, 'core': ('core',), 'thread': ('thread',), 'trace': ('trace',), 'ldbar': ('thread', 'trace'),
            'catalog': ('machine', *nest, 'core', 'thread', 'trace')}


# Functions that accompany a box of counters are parts of it to the checks.
E5_SPELT = ((r'^qpi_match(\d)\.pkt_', r'qpi\1.'), (r'^qpi_m\w+?(\d)\.rate_status', r'qpi\1.rate'),
            (r'^qpi_m\w+?(\d)', r'qpi\1'),
            (r'^core\d+\.c3_ctr', 'pcu.residency0'), (r'^core\d+\.c6_ctr', 'pcu.residency1'), (r'\bbox_filter\b', 'filter'))

E5_V2_SPELT = ((r'^qpi_match(\d)\.', r'qpi\1.'), *E5_SPELT[1:])

# What says where the boxes are is the machine's; a die's second register of statuses is another box to the list of faults.
DESCRIBED_PARTS = {'discovery': ('machine',)}
DESCRIBED_SPELT = ((r'^global(\d+)\.global_status', r'global.status'), (r'^global\d+\b', 'global'))

# The checks call these units as Linux and PCM do.
RAPIDS_SPELT = ((r'^type21_(\d+)', r'pcie16x\1'), (r'^type22\b', 'pcie8x'), *DESCRIBED_SPELT)

# Links and their address translation are one unit to the catalog.
POWER9_SPELT = ((r'^nest\.(ntl\d|ats|xts)$', 'nest.nvlink0'),)

# A number behind a number is part of the unit's type to the checks.
POWER10_SPELT = ()

# `sockets`: how many it takes for all that known work shows. `traffic`: events that others may have happen besides: less of them than
# one in a hundred of known work's, or nobody could judge it.
Meaning = collections.namedtuple('Meaning', 'sockets traffic')

MEANING_7500 = Meaning(2, ('rate.bbox*.IMT_INSERTS_WR', 'rate.mbox*.BBOX_CMDS_ALL', 'rate.mbox*.FVC_EV0.BBOX_CMDS.READS',
                           'rate.rbox.port*.NEW_PACKETS_RECV.VN0.DRS'))
MEANING_E5 = Meaning(2, ('rate.cbox*.TOR_INSERTS.DRD.MISS', 'rate.cbox*.TOR_INSERTS.RFO.MISS', 'rate.ha.REQUESTS.READS',
                         'rate.ha.REQUESTS.WRITES', 'rate.imc*.CAS_COUNT.RD_REG', 'rate.imc*.CAS_COUNT.WR_WMM',
                         'rate.qpi*.RxL_FLITS_G1.DRS_DATA'))
MEANING_E5_V2 = MEANING_E5._replace(traffic=(
    'rate.cbox*.TOR_INSERTS.DRD.MISS', 'rate.cbox*.TOR_INSERTS.RFO.MISS', 'rate.ha*.REQUESTS.READS_LOCAL',
    'rate.ha*.REQUESTS.WRITES_LOCAL', 'rate.imc*.CAS_COUNT.RD_REG', 'rate.imc*.CAS_COUNT.WR_WMM',
    'rate.qpi*.RxL_FLITS_G1.DRS_DATA'))
MEANING_KNL = Meaning(1, ('rate.imc*.CAS_COUNT.RD', 'rate.imc*.CAS_COUNT.WR', 'rate.edc_eclk*.RPQ_INSERTS.ALL',
                          'rate.core*.L2_REQUESTS.MISS'))

BUSY = 'background = 1000\n'
MACHINES = [
    Machine('xeon-7500', [], BUSY, 93, meaning=MEANING_7500), # 98 of the whole list; of a sample that has four explained ones, fewer
    Machine('xeon-e7', ['--cpus', '10'], BUSY, 96, meaning=MEANING_7500),
    Machine('xeon-e5-2600', [], BUSY, 96, alike=4, spelt=E5_SPELT, meaning=MEANING_E5,
            named=('*.writes',)),
    Machine('xeon-e5-2600-v2', [], f'{BUSY}cores = 4\n', 93, alike=4, spelt=E5_V2_SPELT,
            meaning=MEANING_E5_V2, named=('*.writes',)),
    Machine('xeon-e5-2600-v3', [], 'cores = 4\n', 93, alike=4, spelt=E5_V2_SPELT),
    Machine('xeon-e5-2600-v4', [], 'cores = 4\n', 94, alike=4, spelt=E5_V2_SPELT),
    Machine('skylake-sp', [], 'cores = 4\ncapid6 = 0xf\n', 85, alike=2),
    Machine('cascade-lake-sp', [], 'cores = 4\ncapid6 = 0xf\n', 85, alike=2),
    Machine('cooper-lake-sp', [], 'cores = 4\ncapid6 = 0xf\n', 85, alike=2),
    Machine('ice-lake-sp', [], 'cores = 4\ncapid6 = 0xf\ncapid7 = 0\n', 93, alike=2),
    Machine('knights-landing', [], f'{BUSY}cores = 4\n', 95, alike=4, meaning=MEANING_KNL),
    *[Machine(name, [], 'cores = 4\n', floor, alike=4, parts=DESCRIBED_PARTS, spelt=spelt)
      for name, floor, spelt in (('sapphire-rapids', 93, DESCRIBED_SPELT), ('emerald-rapids', 93, DESCRIBED_SPELT),
                                 ('granite-rapids', 96, RAPIDS_SPELT), ('sierra-forest', 96, RAPIDS_SPELT), ('unknown-xeon', 96, DESCRIBED_SPELT))],
    Machine('power9', [], '', 75, boots=True, parts=posted_parts(NEST), spelt=POWER9_SPELT),
    Machine('power10', [], '', 60, boots=True, parts=posted_parts(NEST10), spelt=POWER10_SPELT),
]

# `register`: '-' if it is about the box as a whole. `address`: '-' if the register is no MSR. `judge`: what contradicts the
# fault (NOTHING: silicon cannot be blamed for it), `reason` then why nothing does. `shown`: what shows it, accesses to registers or
# known work. `other`: the address of the register that an alias reaches. `parts`: types of the box's parts. `name`: what the
# checks call its box and register.
Fault = collections.namedtuple('Fault', 'text box register kind address judge shown reason other parts name', defaults=[(), ''])
NOTHING = 'nothing'
ACCESS, WORK = 'access', 'work'


def command(arguments, seconds):
    """A program's status, standard output and standard error; status -1: no end within `seconds`."""
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, '', ''
    return done.returncode, done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace')


def tool(machine, arguments):
    """What comes of the host tool."""
    return command([TOOL, '--machine', machine.name, *machine.options, *arguments], HOST_SECONDS)


# Virtual silicon starts cold, and nothing on it is hidden.
EXPECT = "expect cold '*'"


def test(machine, silicon, patterns=()):
    """What comes of the on-target checks, all or those of some patterns, as JSON, on silicon of these options (--fault, --scenario)."""
    if not machine.boots:
        commands = [f"test '{glob}'" for glob in patterns] or ['test', *(f"test '{glob}'" for glob in machine.named)]
        return tool(machine, [*silicon, '-F', 'json', '; '.join([EXPECT, *commands])])
    short = [SHORT.get(word, word) for word in silicon]
    return command([BOOT, '-t', str(BOOT_SECONDS), *short, machine.name, '-F json test'], 2 * BOOT_SECONDS)


def kept(text, directory, name):
    """The option that gives a scenario, kept in a file of `directory`."""
    path = os.path.join(directory, name)
    with open(path, 'w', encoding='ascii') as file:
        file.write(text)
    return ['--scenario', path]


def scenario_option(machine, directory):
    """The same of the machine's own."""
    return kept(machine.scenario, directory, machine.name) if machine.scenario else []


def spelling(machine, name):
    """What the checks call a box and its register."""
    for pattern, replacement in machine.spelt:
        name = re.sub(pattern, replacement, name)
    return name


def fault_rows(machine, silicon, seed=0):
    status, said, _ = tool(machine, [*silicon, f'--silicon-faults={seed}' if seed else '--silicon-faults'])
    return None if status else [line.split('\t') for line in said.splitlines()]


def fault_list(machine, silicon, shown=ACCESS, seed=0):
    """Every fault of the machine that accesses, or known work, show, on silicon of these options; with a seed a thousand that are
    drawn by it. None if virtual silicon has no such machine."""
    listed = fault_rows(machine, silicon)
    if listed is None:
        return None
    rows = fault_rows(machine, silicon, seed) if seed else listed
    addresses = {f'{box}.{register}': address for _, box, register, _, address, *_ in listed}
    faults = [Fault(*row, addresses.get(row[0].partition('=')[2], '-'), machine.parts.get(row[1], ()),
                    spelling(machine, f'{row[1]}.{row[2]}')) for row in rows]
    return [fault for fault in faults if fault.shown == shown]


def box_type(box):
    return re.sub(r'\d+$', '', box)


def few_alike(faults, count):
    """Those of `count` boxes of each type, spread evenly from the first to the last; of all boxes if `count` is 0."""
    boxes = collections.defaultdict(list)
    for box in dict.fromkeys(fault.box for fault in faults):
        boxes[box_type(box)].append(box)
    kept = set()
    for names in boxes.values():
        few = min(count or len(names), len(names))
        kept |= {names[i * (len(names) - 1) // max(few - 1, 1)] for i in range(few)}
    return [fault for fault in faults if fault.box in kept]


def representatives(faults, count):
    """Of each kind of fault of each type of box and sort of register `count`, spread evenly."""
    kinds = collections.defaultdict(list)
    for fault in faults:
        sort = '0x' if fault.register.startswith('0x') else box_type(fault.register)
        kinds[(box_type(fault.box), sort, fault.kind)].append(fault)
    return [part[i * len(part) // count] for part in kinds.values() for i in range(min(count, len(part)))]
