# SPDX-License-Identifier: BSD-2-Clause
"""The machines with OPAL: QEMU's powernv with the real skiboot of its package.

The guest cannot choose QEMU's exit status there, so the verdict is the end record on the console, and it
counts only if the machine switched itself off behind it."""

import re

from qemu import cpio, flash
from qemu.common import (CRASH, ERROR, TIMEOUT, Trouble, find_built, find_program, option, read_file, say)
from qemu.console import Answer, LineFilter

# The silicon's log is a second UART, at an address behind that of the console: skiboot takes the first
# for its own.
LOG_UART = 'isa-serial,iobase=0x4f8,irq=3,chardev=silicon'

# The PVR of QEMU's processor (0x004e1200, 0x00800200) without its 0xf0ff is what skiboot looks for in the flash.
POWER9_KEY, POWER10_KEY = 0x004e0200, 0x00800200
CHIPS = (1, 2, 4, 8)  # of them QEMU makes a machine
HIDDEN_CORES = 1  # of each chip: the virtual silicon's own


def without_skiboot():
    """skiboot writes to the same console whenever it likes: `[   12.345678901,5] ...`."""
    return LineFilter(re.compile(rb'\[ *\d+\.\d+,\d\] '), re.compile(rb'\[ *(\d+(\.\d*(,(\d\]?)?)?)?)?'))


class PowerNv:
    """A POWER processor of QEMU's, one thread a core. `catalog` is the IMC catalog of our own for it."""

    def __init__(self, model, key, catalog):
        self.model, self.key, self.catalog = model, key, catalog

    @property
    def line_filter(self):
        return without_skiboot()

    def check(self, options):
        if options.accel == 'kvm':
            raise Trouble(f'{options.machine} is emulated: no --accel {options.accel}')
        if options.kernel:
            raise Trouble(f'{options.machine} takes no guest: its virtual silicon carries one payload')
        if options.record or options.files:
            raise Trouble(f'{options.machine} has no --record and no --file: its counters are in memory')
        if options.medium:
            raise Trouble(f'{options.machine} boots its payload alone, from no medium')
        if options.bios:
            raise Trouble(f'{options.machine} has neither UEFI nor a BIOS')
        if options.sockets not in CHIPS:
            raise Trouble(f'{options.machine}: sockets can be {", ".join(map(str, CHIPS))}')

    @staticmethod
    def firmware(options):
        return options.firmware or find_built(options, 'uncork-ppc64.elf')

    def loaded(self, options):
        """The files that the machine starts, in this order."""
        silicon = [] if options.bare else [find_built(options, 'opal-silicon.elf')]
        return ["QEMU's skiboot", *silicon, self.firmware(options)]

    def programs(self, options, files):
        """The firmware as skiboot's payload, or the silicon and the firmware behind it."""
        firmware = self.firmware(options)
        if options.bare:
            return ['-kernel', firmware]
        parts = {'firmware': read_file(firmware), 'scenario': options.scenario_text.encode()}
        if options.catalog:
            parts['catalog'] = read_file(options.catalog)
        return ['-kernel', find_built(options, 'opal-silicon.elf'),
                '-initrd', files.put('parts.cpio', cpio.archive(cpio.member(*part) for part in parts.items()))]

    def flash(self, options):
        """With no silicon the catalog stands in the flash; else the silicon has it."""
        if not options.bare:
            return flash.image({'EMPTY': bytes(flash.BLOCK)})
        blob = read_file(options.catalog or find_built(options, self.catalog))
        return flash.image({'IMA_CATALOG': flash.catalog({self.key: blob})})

    def arguments(self, options, commands, files):
        cores = options.cpus // options.sockets + (0 if options.bare else HIDDEN_CORES)
        pnor = files.put('pnor.bin', self.flash(options))
        return [find_program('qemu-system-ppc64'), '-machine', self.model, '-accel', options.accel,
                '-m', f'{options.sockets}G', '-smp', f'{cores * options.sockets},sockets={options.sockets},cores={cores}',
                '-nodefaults', '-display', 'none', '-monitor', 'none', '-serial', 'stdio', '-no-reboot',
                '-device', 'ipmi-bmc-sim,id=bmc0', '-device', 'isa-ipmi-bt,bmc=bmc0,irq=10',
                '-drive', f'if=mtd,format=raw,file={option(pnor)},readonly=on',
                '-chardev', f'file,id=silicon,path={option(files.log)}', '-device', LOG_UART,
                *self.programs(options, files), *(['-append', commands] if commands else [])]

    @staticmethod
    def answer(_options):
        return Answer(b'', b'')

    @staticmethod
    def never_started(code, console, log):
        """QEMU's skiboot now and then ends the machine, one in hundreds on a busy host, before it starts its payload: neither
        of our images has said a word then."""
        return code == 0 and not console.started and not log

    @staticmethod
    def status(code, console):
        """Our exit status, said on standard error where it is not plain."""
        verdict = console.verdict()
        if console.crashed:
            return CRASH
        if code is None:
            console.missing = 'timeout' if console.started else 'timeout before the first line of the firmware'
            return TIMEOUT
        if code:
            say(f'QEMU ended with status {code}')
            return ERROR
        if verdict is None:
            console.missing = 'the machine reset or switched itself off without a verdict'
            return TIMEOUT
        return verdict
