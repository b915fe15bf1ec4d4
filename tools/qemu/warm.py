# SPDX-License-Identifier: BSD-2-Clause
"""Machines that go on from where UEFI would start the program. It takes OVMF three seconds of a processor's time to get
there, nearly all of which it waits for a TPM that is not there. The state of such a machine is saved once and serves all
that are made alike; the program in it waits for another one (warm.c). Its memory stays a file: what migration writes would be
read whole at each start, pages of zeros included, and cost more than the start itself."""

import fcntl
import hashlib
import json
import os
import shlex
import socket
import subprocess
import tempfile
import time

from qemu.common import Trouble, option, read_file
from qemu.console import die_with_parent

# What migration leaves out: memory that others may have, too, here a file's.
CAPABILITIES = {'capabilities': [{'capability': 'x-ignore-shared', 'state': True}]}

MARK = 'wait until the machine goes on'  # warm.c has it, too
WAITING = 'warm: waiting'
SECONDS = 120
POLL_SECONDS = 0.02


def identity(path):
    """What changes with a file, without reading it."""
    path = os.path.realpath(path)
    status = os.stat(path)
    return [path, status.st_size, status.st_mtime_ns]


def order(command, **arguments):
    return json.dumps({'execute': command, 'arguments': arguments}) + '\n'


class Monitor:
    """QEMU's own protocol, QMP."""

    def __init__(self, path):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(SECONDS)
        self.line.connect(path)
        self.line = self.line.makefile('rw')
        self.line.readline()
        self.ask('qmp_capabilities')
        self.ask('migrate-set-capabilities', **CAPABILITIES)

    def ask(self, command, **arguments):
        self.line.write(order(command, **arguments))
        self.line.flush()
        while True:
            answer = json.loads(self.line.readline() or '{"error": {"desc": "no answer"}}')
            if 'error' in answer:
                raise Trouble(f'QEMU, asked to {command}: {answer["error"]["desc"]}')
            if 'return' in answer:
                return answer['return']


def wait_until(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise Trouble(f'waited for {what} in vain')
        time.sleep(POLL_SECONDS)


def save(hardware, program, directory, path):
    """Starts a machine with the program that waits, and writes its state to a file."""
    monitor, log = os.path.join(directory, 'monitor'), os.path.join(directory, 'log')
    arguments = [*hardware, '-serial', 'null', '-debugcon', f'file:{log}', '-kernel', program, '-append', MARK,
                 '-qmp', f'unix:{option(monitor)},server=on,wait=off']
    qemu = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)
    try:
        wait_until(lambda: qemu.poll() is not None or (os.path.exists(log) and WAITING.encode() in read_file(log)),
                   'UEFI to start the program that waits')
        if qemu.poll() is not None:
            raise Trouble(f'QEMU ended with status {qemu.returncode} before UEFI started anything')
        line = Monitor(monitor)
        line.ask('migrate-set-parameters', **{'max-bandwidth': 1 << 40})
        new, whole = shlex.quote(f'{path}.new'), shlex.quote(path)
        line.ask('migrate', uri=f'exec:cat > {new} && mv {new} {whole}')
        wait_until(lambda: os.path.exists(path) or line.ask('query-migrate').get('status') == 'failed', 'the state to be written')
        if not os.path.exists(path):
            raise Trouble('QEMU could not save the state of the machine')
    finally:
        if qemu.poll() is None:
            qemu.kill()
        qemu.wait()


def memory_of(path, number):
    """The file with that part of the memory of a machine."""
    return f'{path}.memory{number}'


def remove_memory(directory, path):
    """What is left of a machine whose state was not written to its end would be in the memory of the next one."""
    for name in os.listdir(directory):
        if name.startswith(f'{os.path.basename(path)}.memory'):
            os.remove(os.path.join(directory, name))


# A wait for the TPM ends at once where its registers read as ones, as on hardware without one. Nothing else is at their addresses.
TPM = 0xfed40000
ROM_BYTES = (1 << 32) - TPM


def rom(directory, parts):
    """UEFI's image as a file that reaches down to the TPM's registers if QEMU maps it as ROM; made if it is not there."""
    key = json.dumps([ROM_BYTES, *map(identity, parts)])
    path = os.path.join(os.path.abspath(directory), f'{hashlib.sha256(key.encode()).hexdigest()[:16]}.rom')
    try:
        if not os.path.exists(path):
            os.makedirs(directory, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=directory, delete=False) as file:
                file.write(b''.join(map(read_file, parts)).rjust(ROM_BYTES, b'\xff'))
            os.replace(file.name, path)
    except OSError as error:
        raise Trouble(f'{directory}: {error.strerror}') from error
    return path


class Memory:
    """Where a machine has its memory: in files. The machine whose state is saved writes to them, one that goes on from it has its
    own copy of each page that it writes to; none is read before it is needed."""

    def __init__(self, path, shared):
        self.path, self.shared = path, shared

    def backend(self, number, mebibytes):
        return (f'memory-backend-file,size={mebibytes}M,id=memory{number},mem-path={option(memory_of(self.path, number))},'
                f'share={"on" if self.shared else "off"}')


def state(directory, hardware, files, program):
    """The file with the state of a machine of this hardware, a function of a Memory that gives the arguments for QEMU; made if it is not
    there. `files` are those that the hardware is made of."""
    arguments = hardware(Memory('', False))
    key = json.dumps([arguments, *map(identity, [arguments[0], *files]), hashlib.sha256(read_file(program)).hexdigest()])
    path = os.path.join(os.path.abspath(directory), hashlib.sha256(key.encode()).hexdigest()[:16])
    try:
        os.makedirs(directory, exist_ok=True)
        with open(f'{path}.lock', 'w', encoding='ascii') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(path):
                remove_memory(directory, path)
                with tempfile.TemporaryDirectory(prefix='uncork-warm-') as place:
                    save(hardware(Memory(path, True)), program, place, path)
    except OSError as error:
        raise Trouble(f'{directory}: {error.strerror}') from error
    return path


def going_on(path):
    """Arguments for QEMU of a machine that goes on from this state, and the line that says so, which must stay open and which QEMU
    must inherit."""
    ours, qemus = socket.socketpair()
    qemus.set_inheritable(True)
    ours.sendall(''.join((order('qmp_capabilities'), order('migrate-set-capabilities', **CAPABILITIES),
                          order('migrate-incoming', uri=f'exec:cat {shlex.quote(path)}'))).encode())
    return ['-incoming', 'defer', '-chardev', f'socket,id=warm,fd={qemus.fileno()}', '-mon', 'chardev=warm,mode=control'], (ours, qemus)
