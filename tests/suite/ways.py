# SPDX-License-Identifier: BSD-2-Clause
"""Ways in: what starts uncork, and the state that it leaves the processor in. Each way is a boot of QEMU of its own, with what Debian's packages
have; the table of docs/bring-up.md is made of them."""

import functools
import json
import os
import shutil
import subprocess
import tempfile

from suite.qemu import SECONDS
from suite.result import must_run

OVMF, OVMF_SMM, OVMF_32 = 'OVMF_CODE_4M.fd OVMF_VARS_4M.fd', 'OVMF_CODE_4M.secboot.fd OVMF_VARS_4M.fd', 'OVMF32_CODE_4M.secboot.fd OVMF32_VARS_4M.fd'
U_BOOT = '/usr/lib/u-boot/qemu-x86_64/u-boot.rom'
GRUB_MODULES = ('part_msdos', 'fat', 'normal', 'linux', 'chain', 'boot')
PASSED = 0x10 << 1 | 1  # of isa-debug-exit
INFO = '-F json expect no-boxes; info'
PC = ('qemu-system-x86_64', '-accel', 'tcg,thread=single', '-m', '512', '-smp', '2', '-nodefaults', '-display', 'none', '-vga', 'none', '-no-reboot',
      '-global', 'hpet.msi=on', '-device', 'isa-debug-exit,iobase=0x501,iosize=1', '-global', 'isa-debugcon.iobase=0x402', '-serial', 'stdio')


class Way:
    """`packages` are Debian's; `arguments` makes QEMU's of a directory for files; `ends` is how the run ends, `says` what the console has to say,
    and `keeps` that the stick's image has the result.
    One that the suite boots elsewhere, too, or whose packages are none of its own, is for `make ways` alone."""

    def __init__(self, name, packages, arguments, ends='pass', says=(), processors=2, keeps=False, elsewhere=False):
        self.name, self.packages, self.arguments = name, packages, arguments
        self.ends, self.says, self.processors, self.keeps, self.elsewhere = ends, says, processors, keeps, elsewhere

    def absent(self):
        """Those of its packages that this system has not."""
        return [name for name in self.packages.split()
                if subprocess.run(['dpkg', '-s', name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode]

    def boot(self):
        """The console, and what is wrong with it; the latter is empty if all is right."""
        with tempfile.TemporaryDirectory(prefix='uncork-way-') as directory:
            try:
                done = subprocess.run(self.arguments(directory), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      timeout=2 * SECONDS, check=False)
            except subprocess.TimeoutExpired as expired:
                return (expired.stdout or b'').decode(errors='replace'), 'no end'
            console = done.stdout.decode(errors='replace').replace('\r', '')
            return console, self.wrong(console, done.returncode) or (self.keeps and unkept(directory)) or ''

    def wrong(self, console, status):
        records = [json.loads(line) for line in console.splitlines() if line.startswith('{"record":') and line.endswith('}')]
        ends = [record['result'] for record in records if record['record'] == 'end']
        working = sum(record['record'] == 'cpu' and record['usable'] for record in records)
        missing = [text for text in self.says if text not in console]
        if missing:
            return f'the console lacks "{missing[0]}"'
        if self.ends != 'pass':
            return '' if self.ends in console else f'the console lacks "{self.ends}"'
        if ends != ['pass'] or status != PASSED:
            return f'ends are {ends}, and the status is {status}'
        return '' if working == self.processors else f'{working} processors work'


# ---- what a way is made of ---------------------------------------------------------------------------------------

def flash(directory, names, smm=False):
    code, variables = (f'/usr/share/OVMF/{name}' for name in names.split())
    own = shutil.copy(variables, os.path.join(directory, 'variables'))
    return ['-machine', f'q35,smm={"on" if smm else "off"}', *(('-global', 'ICH9-LPC.disable_s3=1', '-global', 'driver=cfi.pflash01,property=secure,value=on') if smm else ()),
            '-drive', f'if=pflash,format=raw,readonly=on,file={code}', '-drive', f'if=pflash,format=raw,file={own}']


def cpu(*flags):
    return ['-cpu', ','.join(('Nehalem,model=46', *flags))]


def disk(files, directory):
    """A directory as a disk with a FAT file system; `files` are {path: source or text}."""
    top = os.path.join(directory, 'disk')
    for path, source in files.items():
        place = os.path.join(top, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.exists(source):
            shutil.copy(source, place)
        else:
            with open(place, 'w', encoding='ascii') as file:
                file.write(source)
    return ['-drive', f'if=none,id=medium,format=raw,snapshot=on,file.driver=vvfat,file.dir={top}', '-device', 'ide-hd,drive=medium,bootindex=1']


def grub(directory, kind, commands):
    """GRUB for UEFI, and the commands that it does at once."""
    script, image = os.path.join(directory, 'grub.cfg'), os.path.join(directory, 'grub.efi')
    with open(script, 'w', encoding='ascii') as file:
        file.write(commands + '\nboot\n')
    must_run(['grub-mkimage', '-O', kind, '-d', f'/usr/lib/grub/{kind}', '-p', '/uncork', '-c', script, '-o', image, *GRUB_MODULES], 60)
    return image


def by_grub(command):
    def arguments(directory):
        image = grub(directory, 'x86_64-efi', command)
        return [*PC, *cpu(), *flash(directory, OVMF), *disk({'EFI/BOOT/BOOTX64.EFI': image, 'uncork/uncork.efi': 'build/uncork.efi'}, directory)]
    return arguments


def by_menu(image, files):
    """A boot manager for UEFI, and its files."""
    def arguments(directory):
        return [*PC, *cpu(), *flash(directory, OVMF),
                *disk({'EFI/BOOT/BOOTX64.EFI': image, 'uncork/uncork.efi': 'build/uncork.efi', 'uncork/uncork.cfg': 'nonsense\n', **files}, directory)]
    return arguments


SYSTEMD_BOOT = by_menu('/usr/lib/systemd/boot/efi/systemd-bootx64.efi', {
    'loader/loader.conf': 'timeout 0\ndefault uncork.conf\n',
    'loader/entries/uncork.conf': f'title uncork\nlinux /uncork/uncork.efi\ninitrd /uncork/uncork.cfg\noptions {INFO}\n'})
REFIND = by_menu('/usr/share/refind/refind/refind_x64.efi', {
    'EFI/BOOT/refind.conf': f'timeout -1\ntextonly\nscanfor manual\nmenuentry uncork {{\n\tloader /uncork/uncork.efi\n\toptions "{INFO}"\n}}\n'})


@functools.cache
def stick_image():
    """The image of the stick, as people have it, but for the journal of each first access. It is made once."""
    with tempfile.TemporaryDirectory(prefix='uncork-way-') as directory:
        script, image = os.path.join(directory, 'uncork.cfg'), os.path.join(directory, 'stick.img')
        with open(script, 'w', encoding='ascii') as file:
            file.write(INFO.replace('; ', '\njournal = off\n') + '\n')
        must_run(['tools/image/make-image', '-c', script, '-o', image], 60)
        with open(image, 'rb') as file:
            return file.read()


def stick(directory):
    image = os.path.join(directory, 'stick.img')
    with open(image, 'wb') as file:
        file.write(stick_image())
    return image


def unkept(directory):
    """What is wrong with what the run has left on the stick."""
    result = subprocess.run(['mtype', '-i', os.path.join(directory, 'stick.img@@1M'), '::/uncork/result.txt'], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False).stdout.decode()
    return '' if '\nresult: pass\n' in result.replace('\r', '') else f'result.txt on the stick: {result}'


def stick_under(firmware):
    def arguments(directory):
        image = stick(directory)
        return [*PC, *cpu(), *firmware(directory), '-drive', f'if=none,id=medium,format=raw,file={image}', '-device', 'ide-hd,drive=medium,bootindex=1']
    return arguments


def stick_as(medium, firmware):
    """The same image as another medium: QEMU's device."""
    def arguments(directory):
        return [*PC, *cpu(), *firmware(directory), '-drive', f'if=none,id=medium,format=raw,read-only={"on" if medium == CD else "off"},file={stick(directory)}',
                '-device', f'{medium},drive=medium,bootindex=1']
    return arguments


CD, LARGE_SECTORS = 'ide-cd', 'virtio-blk-pci,logical_block_size=4096,physical_block_size=4096'


def rom(path):
    return lambda _directory: ['-machine', 'q35', '-bios', path]


def ovmf(names, smm=False):
    return lambda directory: flash(directory, names, smm)


def silicon_under(firmware, on_disk=False):
    """Virtual silicon, which gets the firmware from QEMU's configuration device. From a disk it is started by a UEFI without MP services: one
    processor."""
    def arguments(directory):
        return [*PC, *cpu('+svm', '+npt', 'enforce'), *firmware(directory), *silicon_from(on_disk, directory), '-debugcon', 'file:/dev/null',
                '-fw_cfg', 'name=opt/uncork/machine,string=xeon-7500', *(('-smp', '1') if on_disk else ()), '-fw_cfg', 'name=opt/uncork/firmware,file=build/uncork.efi']
    return arguments


def silicon_from(on_disk, directory):
    if not on_disk:
        return ['-kernel', 'build/silicon.efi', '-append', ON_SILICON]
    return disk({'EFI/BOOT/BOOTX64.EFI': 'build/silicon.efi', 'uncork/uncork.cfg': ON_SILICON.replace('; ', '\n') + '\n'}, directory)


ON_SILICON = '-F json info; record -n 3; test ubox.pmi.*'


def by_seabios(*machine):
    def arguments(_directory):
        return [*PC, *cpu(), *machine, '-kernel', 'build/uncork.efi', '-append', INFO]
    return arguments


def power8(_directory):
    return ['qemu-system-ppc64', '-M', 'powernv8', '-smp', '1', '-m', '1G', '-nographic', '-kernel', 'build/uncork-ppc64.elf', '-append', 'info']


BY_LINUX = '"platform":"x86_64 UEFI, by the Linux boot protocol"'

WAYS = (
    Way('OVMF: the stick', 'ovmf', stick_under(ovmf(OVMF)), keeps=True, elsewhere=True),
    Way('OVMF: the stick as a CD', 'ovmf', stick_as(CD, ovmf(OVMF))),
    Way('OVMF: the stick as a disk of 4,096-byte sectors', 'ovmf', stick_as(LARGE_SECTORS, ovmf(OVMF)), keeps=True),
    Way('OVMF with SMM: virtual silicon', 'ovmf', silicon_under(ovmf(OVMF_SMM, smm=True))),
    Way('OVMF: GRUB `linux`', 'ovmf grub-efi-amd64-bin', by_grub(f'linux /uncork/uncork.efi {INFO.replace(";", chr(92) + ";")}'), says=[BY_LINUX]),
    Way('OVMF: GRUB `chainloader`', 'ovmf grub-efi-amd64-bin', by_grub(f'chainloader /uncork/uncork.efi {INFO.replace(";", chr(92) + ";")}'), elsewhere=True),
    Way('OVMF: systemd-boot, `linux` with `initrd` and `options`', 'ovmf systemd-boot-efi', SYSTEMD_BOOT, says=['"platform":"x86_64 UEFI"'], elsewhere=True),
    Way('OVMF: rEFInd', 'ovmf refind', REFIND, says=['"platform":"x86_64 UEFI"'], elsewhere=True),
    Way('OVMF of 32 bits: the stick, BOOTIA32.EFI', 'ovmf-ia32 grub-efi-ia32-bin', stick_under(ovmf(OVMF_32, smm=True)), says=[BY_LINUX]),
    Way('U-Boot: the stick', 'u-boot-qemu', stick_under(rom(U_BOOT)), says=['words that are not commands were ignored']),
    Way('U-Boot, which leaves the 8259 open: virtual silicon', 'u-boot-qemu', silicon_under(rom(U_BOOT), on_disk=True), processors=1),
    Way('SeaBIOS: the stick', 'seabios grub-pc-bin', stick_under(rom('/usr/share/seabios/bios-256k.bin')), elsewhere=True),
    Way('SeaBIOS: the stick as a CD', 'seabios grub-pc-bin', stick_as(CD, rom('/usr/share/seabios/bios-256k.bin'))),
    Way('SeaBIOS: as a kernel', 'seabios', by_seabios('-machine', 'q35'), elsewhere=True),
    Way('qboot: as a kernel', 'qemu-system-data', by_seabios('-machine', 'q35', '-bios', '/usr/share/qemu/qboot.rom')),
    Way('skiboot, POWER8', 'qemu-system-ppc', power8, ends='uncork knows no counters of processors older than POWER9'),
)


# The table of docs/bring-up.md stands between these.
BEGIN, END = '<!-- ways: made by `make ways` -->', '<!-- end of ways -->'


def row(way):
    return f'| {way.name} | {", ".join(f"`{name}`" for name in way.packages.split())} | {way.ends if way.ends == "pass" else f"refused: {way.ends}"} |'


def table():
    """What the documentation says."""
    return '\n'.join((BEGIN, '| way in | Debian packages | how a run ends |', '|---|---|---|', *map(row, WAYS), END))
