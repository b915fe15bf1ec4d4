# SPDX-License-Identifier: BSD-2-Clause
"""Whether this host can run a machine with KVM instead of emulating it, and if not, exactly why."""

import os
import re

DEVICE = '/dev/kvm'
CPUINFO = '/proc/cpuinfo'
NESTED = '/sys/module/kvm_amd/parameters/nested'


def read(path):
    try:
        with open(path, encoding='ascii', errors='replace') as file:
            return file.read()
    except OSError:
        return ''


def lacks(silicon, root='/'):
    """What is missing, in words; nothing if KVM can be used. The virtual silicon is a hypervisor itself, one that needs SVM."""
    def place(path):
        return os.path.join(root, path.lstrip('/'))

    missing = []
    if not os.path.exists(place(DEVICE)):
        missing.append(f'there is no {DEVICE}')
    elif not os.access(place(DEVICE), os.R_OK | os.W_OK):
        missing.append(f'{DEVICE} may not be opened')
    flags = re.search(r'^flags\s*:(.*)$', read(place(CPUINFO)), re.MULTILINE)
    if silicon and 'svm' not in (flags[1].split() if flags else []):
        missing.append("this host's processor has no svm, which the virtual silicon needs (it is AMD's)")
    elif silicon and read(place(NESTED)).strip() not in ('1', 'Y'):
        missing.append(f'kvm_amd gives no SVM to its guests ({NESTED} is not 1)')
    return missing


def processor(cpu):
    """The host's own processor under the family, model and stepping of QEMU's line for emulation."""
    model, stepping = (re.search(rf'{name}=(\d+)', cpu) for name in ('model', 'stepping'))
    return (f'host,+svm,+npt,-x2apic,-la57,vendor=GenuineIntel,family=6,model={model[1]}'
            + (f',stepping={stepping[1]}' if stepping else ''))
