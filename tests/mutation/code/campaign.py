# SPDX-License-Identifier: BSD-2-Clause
"""A draw of mutants of the models' code, each tried on the machines that its file is of."""

import collections
import concurrent.futures
import fnmatch
import glob
import os
import tempfile

from mutation import machines, runs
from mutation.code import judged, mutants, ran, trial
from mutation.machines import MACHINES, TOP

SOURCES = 'silicon/models/*.c'  # the tables that are made of sheets are compared with the firmware's
# What no check can see, or other tests compare.
LEFT_OUT = ('silicon/models/address.c', 'silicon/models/layout.c',  # where registers are
            'silicon/models/discovery.c',                           # tables that describe themselves
            'silicon/models/cpuid.c', 'silicon/models/sold.c', 'silicon/models/config.c',  # what dumps of real machines say
            'silicon/models/lines.c', 'silicon/models/rate.c', 'silicon/models/scenario.c', 'silicon/models/setting.c',  # how scenarios are read
            'silicon/models/work.c',   # how it is seen what software does
            'silicon/models/imc_*.c')  # POWER, which takes a boot for each
# Which machines a file is of, the first pattern that fits; of all others: all.
OWNERS = (('xeon_7500*', ('xeon-7500', 'xeon-e7')),
          ('xeon_e5_2600_v2*', ('xeon-e5-2600-v2',)),
          ('xeon_e5_2600_v3*', ('xeon-e5-2600-v3', 'xeon-e5-2600-v4')),
          ('xeon_e5_2600*', ('xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3')),
          ('knights_landing*', ('knights-landing',)))

# `refusal`: why there was nothing to try.
Campaign = collections.namedtuple('Campaign', 'machines results survivors refusal')


def played():
    """The machines that the host process plays."""
    return [machine for machine in MACHINES if not machine.boots]


def machines_of(file, wanted):
    name = os.path.basename(file).replace('-', '_')
    owners = next((owners for pattern, owners in OWNERS if fnmatch.fnmatchcase(name, pattern)), None)
    return [machine for machine in wanted if owners is None or machine.name in owners]


def read_sources(wanted):
    """The sources that belong to any of the machines, by their names."""
    sources = {}
    for path in sorted(glob.glob(os.path.join(TOP, SOURCES))):
        file = os.path.relpath(path, TOP)
        if not any(fnmatch.fnmatchcase(file, pattern) for pattern in LEFT_OUT) and machines_of(file, wanted):
            with open(path, encoding='utf-8') as source:
                sources[file] = source.read()
    return sources


def sound_checks(wanted):
    """The checks of each machine's sound silicon, and why they do not pass."""
    sound = {}
    for machine in wanted:
        status, checks, complaint = trial.run(machines.TOOL, machine)
        if status != runs.PASS:
            return sound, f'{machine.name}: sound silicon does not pass: status {status} {complaint}'
        sound[machine.name] = checks
    return sound, ''


def is_survivor(result):
    return all(outcome.verdict == trial.MISSED for outcome in result.outcomes.values())


def take(drawn, count, jobs, attempt):
    """The first `count` of the mutants drawn that are kept, whatever the order in which they end."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while len(results) < count:
            batch = [mutant for mutant, _ in zip(drawn, range(count - len(results)))]
            if not batch:
                break
            results += [result for result in pool.map(attempt, batch) if result.kept]
    return results


def run(options, progress):
    """`options`: seed, count, jobs, machines."""
    wanted = [machine for machine in played() if machine.name in options.machines]
    if not trial.make(os.path.relpath(machines.TOOL, TOP)):
        return Campaign(wanted, [], [], 'the host tool does not build')
    sound, refusal = sound_checks(wanted)
    if refusal:
        return Campaign(wanted, [], [], refusal)
    sources = read_sources(wanted)
    lines = ran.lines(wanted)
    if lines is None:
        return Campaign(wanted, [], [], 'the host tool does not build with counts of its lines')
    everything = [mutant for file, text in sources.items() for mutant in mutants.mutants_of(file, text) if mutant.number in lines.get(file, ())]
    with tempfile.TemporaryDirectory() as directory:
        objects = {file: trial.object_of(os.path.join(directory, 'sound'), file, text) for file, text in sources.items()}
        refused = [file for file, made in objects.items() if made is None]
        if refused:
            return Campaign(wanted, [], [], f'does not compile: {" ".join(refused)}')
        tried = []

        def attempt(mutant):
            tried.append(mutant)
            where = os.path.join(directory, str(len(tried)) + mutant.operator)
            result = trial.attempt(where, mutant, sources, objects, machines_of(mutant.file, wanted), sound)
            progress(f'{len(tried)} tried: {mutant.file} {mutant.place}')
            return result

        results = take(mutants.draw(everything, options.seed), options.count, options.jobs, attempt)
    survivors = [(result, judged.judgement(result.mutant)) for result in results if is_survivor(result)]
    return Campaign(wanted, results, survivors, '')
