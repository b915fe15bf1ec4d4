# SPDX-License-Identifier: BSD-2-Clause
"""The PCs: QEMU's q35 with OVMF, or with the SeaBIOS of its package, whose exit status carries the verdict; but for a machine that was told
to reset or to switch itself off, whose end record does."""

import os
import shlex

from place import HOW_TO_INSTALL
from qemu import accesses, kvm, warm
from qemu.common import (CRASH, ERROR, FAIL, PASS, TIMEOUT, Trouble, find_built, find_file, find_program, option, say)
from qemu.console import Answer

# What a byte at port 0x501 makes of QEMU's exit status: (byte << 1) | 1.
DEBUG_EXIT = {0x10: PASS, 0x11: FAIL, 0x12: ERROR, 0x14: CRASH, 0x15: TIMEOUT}
SILICON_ASSERTION = 0x7f
GUEST_EXIT = 0x7e  # it wrote a byte to port 0xf4, which the silicon's log has

MEMORY_MIB = 512

# Code and variable store belong together: one with the other's size hangs without a word.
OVMF = (
    ('/usr/share/OVMF/OVMF_CODE_4M.fd', '/usr/share/OVMF/OVMF_VARS_4M.fd'),
    ('/usr/share/OVMF/OVMF_CODE.fd', '/usr/share/OVMF/OVMF_VARS.fd'),
    ('/usr/share/edk2/ovmf/OVMF_CODE.fd', '/usr/share/edk2/ovmf/OVMF_VARS.fd'),
    ('/usr/share/edk2/x64/OVMF_CODE.4m.fd', '/usr/share/edk2/x64/OVMF_VARS.4m.fd'),
)
# With a key of its own enrolled, the private half of which comes with it.
OVMF_SECURE = (('/usr/share/OVMF/OVMF_CODE_4M.secboot.fd', '/usr/share/OVMF/OVMF_VARS_4M.snakeoil.fd'),)


def find_ovmf(options):
    """Its code and its variables."""
    for code, variables in OVMF_SECURE if options.secure_boot else OVMF:
        if os.path.exists(code) and os.path.exists(variables):
            return code, variables
    raise Trouble(f'no such OVMF found; {HOW_TO_INSTALL}')


def firmware_arguments(options):
    """SeaBIOS is what QEMU starts by itself. UEFI as one ROM finds no TPM to wait for; without flash it keeps its variables in memory, and in
    a file of the first disk. Where instructions are the clock it may then not come to its end: there it has its flash."""
    if options.bios:
        return []
    code, variables = find_ovmf(options)
    if options.warm and not (may_be_warm(options) or options.secure_boot or options.image or '-icount' in options.qemu):
        return ['-bios', warm.rom(options.warm, (variables, code))]
    return ['-drive', f'if=pflash,format=raw,readonly=on,file={code}',
            '-drive', f'if=pflash,format=raw,snapshot=on,file={variables}']


def machine_arguments(options):
    """Variables that nobody may change need system management mode."""
    if not options.secure_boot:
        return ['-machine', 'q35']
    return ['-machine', 'q35,smm=on', '-global', 'driver=cfi.pflash01,property=secure,value=on',
            '-global', 'ICH9-LPC.disable_s3=1']


def anonymous(number, mebibytes):
    """A part of the memory that is nowhere else."""
    return f'memory-backend-ram,size={mebibytes}M,id=memory{number}'


def memory_arguments(options, backend):
    """Each socket has a part of the memory, and ACPI's SRAT says which; of one socket there is nothing to say. A guest kernel, and
    who has -numa of his own among the arguments for QEMU, gets what he asks for. `backend` gives QEMU's object for a part."""
    if options.sockets == 1 or options.kernel or '-numa' in shlex.split(options.qemu):
        return [] if backend is anonymous else ['-object', backend(0, MEMORY_MIB), '-machine', 'memory-backend=memory0']
    arguments = []
    for socket in range(options.sockets):
        size = MEMORY_MIB // options.sockets + (MEMORY_MIB % options.sockets if socket == 0 else 0)
        arguments += ['-object', backend(socket, size), '-numa', f'node,nodeid={socket},memdev=memory{socket}',
                      '-numa', f'cpu,node-id={socket},socket-id={socket}']
    return arguments


def file_arguments(options):
    """Files for the commands."""
    arguments = []
    for path in options.files:
        arguments += ['-fw_cfg', f'name=opt/uncork/file/{os.path.basename(path)},file={option(path)}']
    return arguments


def network_devices(options):
    """OVMF has a driver of its own; a BIOS has that of the device. Newer OVMF wants random numbers before it uses the network, which
    the processors have no instruction for."""
    rom, random = ('', []) if options.bios else (',romfile=', ['-device', 'virtio-rng-pci'])
    return ['-device', f'virtio-net-pci,netdev=medium,bootindex=1{rom}', *random]


def image_file(path, log):
    """Where the stick's bytes are, and are written down one write after the other."""
    if not log:
        return f'file.driver=file,file.filename={path}'
    with open(log, 'wb'):
        pass
    return (f'file.driver=blklogwrites,file.file.driver=file,file.file.filename={path},file.log.driver=file,'
            f'file.log.filename={option(log)},file.log-sector-size=512,'
            'file.log-super-update-interval=1')


def medium_devices(options):
    """What the machine has for its medium, which is called `medium`."""
    if options.image:
        return ['-device', 'qemu-xhci', '-device', 'usb-storage,id=stick,drive=medium,bootindex=1']
    if options.esp:
        return ['-device', 'virtio-blk-pci,drive=medium,bootindex=1']
    return network_devices(options) if options.medium else []


def no_medium(options):
    """What is in its place until a machine goes on from a saved state: no firmware has looked yet."""
    if options.image or options.esp:
        return ['-drive', 'if=none,id=medium,format=raw,file.driver=null-co']
    return ['-netdev', 'hubport,hubid=0,id=medium'] if options.medium else []


def medium_arguments(options):
    if options.image:
        path = option(find_file(options.image, 'a USB image was asked for'))
        protect = ',readonly=on' if options.protect else ''
        return ['-drive', f'if=none,id=medium,format=raw,{image_file(path, options.log_writes)}{protect}']
    if options.tftp:
        path = option(find_file(options.tftp, 'a directory was asked for'))
        boot_file = 'uncork.ipxe' if options.bios else 'uncork.efi'
        return ['-netdev', f'user,tftp={path},bootfile={boot_file},id=medium']
    if options.network:
        return ['-netdev', f'{options.network},id=medium']
    if options.esp:
        path = option(find_file(options.esp, 'a directory was asked for'))
        return ['-drive', f'if=none,id=medium,format=raw,readonly=on,file.driver=vvfat,file.dir={path}']
    return []


def accelerator(options):
    """What runs the processors. TCG lets them take turns here, or each be a thread of its own. In turn, one that waits costs
    nothing. As threads on a host with too few free processors, one that waits keeps the one it waits for from running.
    One that neither waits nor ends takes most of the time of all in turn."""
    return 'tcg,thread=single' if options.accel == 'tcg' else options.accel


# Arguments for QEMU, each with a value: those that change nothing in the machine, and those that only UEFI reads, when it starts.
OF_THE_HOST = {'-qmp', '-monitor', '-name', '-d', '-D', '-netdev'}
OF_UEFI = {'-fw_cfg'}


def arguments_of_uefi(options):
    """Arguments for QEMU whose effect is in the state of a machine that UEFI has started."""
    words = shlex.split(options.qemu)
    return [word for pair in zip(words[::2], words[1::2]) if pair[0] in OF_UEFI for word in pair]


def may_be_warm(options):
    """True if the machine's own firmware starts a program that is handed to it before it looks for any other."""
    own_guest = options.kernel and options.bare  # its initial RAM disk is offered by UEFI, too
    of_qemu = set(shlex.split(options.qemu)[::2]) - OF_THE_HOST - OF_UEFI
    return bool(options.warm) and not (own_guest or options.bios or options.secure_boot or of_qemu or options.accel == 'kvm')


class Pc:
    """A processor of QEMU's, bare or with SVM for the virtual silicon."""

    line_filter = None

    def __init__(self, cpu, silicon_cpu):
        self.cpu, self.silicon_cpu = cpu, silicon_cpu

    def check(self, options):
        if options.catalog:
            raise Trouble(f'{options.machine} takes no catalog')
        missing = kvm.lacks(silicon=not options.bare) if options.accel == 'kvm' else []
        if missing:
            raise Trouble(f'no --accel kvm here: {"; ".join(missing)}')

    def processor(self, options):
        cpu = self.cpu if options.bare else self.silicon_cpu
        return kvm.processor(cpu) if options.accel == 'kvm' else cpu

    @staticmethod
    def scenario(options):
        """The scenario, with as many threads as there are; its own word on that, if any, comes later."""
        return f'threads = {options.threads}\n' * (options.threads > 1) + options.scenario_text

    @staticmethod
    def firmware(options):
        """What is to run if no medium brings it."""
        return None if options.medium else options.kernel or options.firmware or find_built(options, 'uncork.efi')

    def loaded(self, options):
        """The files that the machine starts, in this order."""
        silicon = [] if options.bare else [find_built(options, 'silicon.efi')]
        return [*([] if options.bios else find_ovmf(options)[:1]), *silicon, options.image or options.esp or options.tftp or options.network or self.firmware(options)]

    def programs(self, options, commands, files):
        """What is loaded without a disk: the firmware, or the silicon and the firmware behind it. A BIOS has nothing to
        go on with when the silicon has started: there it comes from the medium, too."""
        firmware = self.firmware(options)
        append = ['-append', commands] if commands else []
        if options.bare:
            disk = ['-initrd', find_file(options.initrd, 'an initial RAM disk was asked for')] if options.initrd else []
            return ['-kernel', firmware, *disk, *append] if firmware else []
        silicon = [] if options.bios and options.medium else ['-kernel', find_built(options, 'silicon.efi'), *append]
        arguments = [*silicon, '-fw_cfg', f'name=opt/uncork/machine,string={options.name}',
                     '-fw_cfg', f'name=opt/uncork/scenario,file={option(files.put("scenario", self.scenario(options).encode()))}']
        if options.record:
            arguments += ['-fw_cfg', f'name=opt/uncork/record,string={accesses.MOST}']
        if options.initrd:
            path = option(find_file(options.initrd, 'an initial RAM disk was asked for'))
            arguments += ['-fw_cfg', f'name=opt/uncork/initrd,file={path}']
        return arguments + (['-fw_cfg', f'name=opt/uncork/firmware,file={option(firmware)}'] if firmware else [])

    def hardware(self, options, backend=anonymous):
        """The machine itself, without its lines to the outside and what it starts."""
        cores = options.cpus // options.sockets // options.threads
        way_out = 0xf4 if options.bare and options.kernel else 0x501
        return [find_program('qemu-system-x86_64'), *machine_arguments(options), '-accel', accelerator(options), '-m', str(MEMORY_MIB),
                '-smp', f'{options.cpus},sockets={options.sockets},cores={cores},threads={options.threads}',
                '-cpu', self.processor(options), *memory_arguments(options, backend),
                '-nodefaults', '-display', 'none', '-vga', 'none', '-monitor', 'none',
                '-no-reboot', *firmware_arguments(options), '-global', 'hpet.msi=on',
                '-device', f'isa-debug-exit,iobase={way_out:#x},iosize=1', '-global', 'isa-debugcon.iobase=0x402', *medium_devices(options)]

    def machine(self, options, files):
        """The hardware, which may go on from where another one of its kind was about to start a program."""
        if not may_be_warm(options):
            return self.hardware(options)
        path = warm.state(options.warm, lambda memory: [*self.hardware(options, memory.backend), *no_medium(options), *arguments_of_uefi(options)],
                          find_ovmf(options), find_built(options, 'warm.efi'))
        going_on, files.warm = warm.going_on(path)
        return [*self.hardware(options, warm.Memory(path, False).backend), *going_on]

    def arguments(self, options, commands, files):
        return [*self.machine(options, files), '-serial', 'stdio', '-debugcon', f'file:{files.log}',
                *self.programs(options, commands, files), *file_arguments(options), *medium_arguments(options)]

    @staticmethod
    def answer(options):
        """What GRUB on a stick is told: its menu has the virtual silicon as an entry."""
        on_silicon = options.bios and options.image and not options.bare
        return Answer(b'GRUB', b's') if on_silicon else Answer(b'', b'')

    @staticmethod
    def told(status, console):
        """A pass without a word of what has passed is none."""
        if status != PASS or console.started:
            return status
        console.missing = 'no pass: the console does not work'
        return TIMEOUT

    @staticmethod
    def guest_status(options, code, console, log):
        """Our exit status for QEMU's where an operating system runs. It has passed if it says so, and not because it ended."""
        if code is None:
            console.missing = 'timeout'
            return TIMEOUT
        if code == 0:
            console.missing = 'the guest reset or switched itself off without a word of success (docs/guests.md)'
            return TIMEOUT
        if code & 1 and options.bare:
            return code >> 1
        if code & 1 and code >> 1 == GUEST_EXIT:
            return next((int(line.split()[1]) for line in log if line.startswith('exit: ')), ERROR)
        if code & 1 and code >> 1 in DEBUG_EXIT:
            return DEBUG_EXIT[code >> 1]
        if code & 1 and code >> 1 != SILICON_ASSERTION:
            say(f'the guest wrote {code >> 1:#x} to port 0x501, which means nothing (docs/guests.md)')
        elif not code & 1:
            say(f'QEMU ended with status {code}')
        return ERROR

    @staticmethod
    def never_started(_code, _console, _log):
        """The platform's firmware ends no machine before it starts what was loaded."""
        return False

    def status(self, code, console):
        """Our exit status for QEMU's, said on standard error where it is not plain."""
        if code is None:
            console.missing = 'timeout' if console.started else 'timeout before the first line of the firmware'
            return TIMEOUT
        if code == 0 and console.power and console.crashed:
            return CRASH
        if code == 0 and console.power and console.verdict() is not None:
            return console.verdict()
        if code == 0:
            console.missing = 'the machine reset or switched itself off without a verdict'
            return TIMEOUT
        if code & 1 and code >> 1 in DEBUG_EXIT:
            return self.told(DEBUG_EXIT[code >> 1], console)
        if code & 1 and code >> 1 == SILICON_ASSERTION:
            return ERROR
        say(f'QEMU ended with status {code}, which is none of the firmware\'s')
        return ERROR
