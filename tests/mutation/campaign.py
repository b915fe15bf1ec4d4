# SPDX-License-Identifier: BSD-2-Clause
"""All faults of one machine, or every so manyth, and some runs of good silicon."""

import collections
import concurrent.futures
import os
import tempfile

from mutation import machines, runs, score, sound

BOOTED_STRIDE = 29

# `unjudged`: how many of the faults are none that silicon can be blamed for, by the reason. `complaints`: what must not be, a
# line each. `refusal`: why there was nothing to run.
Result = collections.namedtuple('Result', 'machine outcomes unjudged complaints refusal')


def try_good(machine, directory, seed):
    """A complaint if good silicon of this seed fails; else None."""
    path = os.path.join(directory, f'{machine.name}-{seed}')
    scenario = sound.scenario(machine, seed)
    with open(path, 'w', encoding='ascii') as file:
        file.write(scenario)
    status, failed, complaint = runs.good_failures(machine, ['--scenario', path])
    if status == runs.PASS:
        return None
    settings = '; '.join(scenario.split('\n')[:-1])
    return f'false alarm, seed {seed} ({settings}): status {status} {" ".join(list(failed)[:3])} {complaint}'


def complaints_of(machine, outcomes):
    """The faults that were not found and named without an explanation."""
    rows = score.explanations()
    return [f'{outcome.verdict}: {outcome.fault.text} {outcome.detail}'.rstrip() for outcome in outcomes
            if outcome.verdict != runs.NAMED and not score.explain(rows, machine.name, outcome)]


def next_prime(number):
    """A stride that registers and boxes, which come in regular numbers, do not fall in step with."""
    while number < 2 or any(number % divisor == 0 for divisor in range(2, number)):
        number += 1
    return number


def choose(machine, faults, options):
    """The faults that are tried."""
    if machine.boots:
        return machines.representatives(faults, 2)[::options.stride or BOOTED_STRIDE]
    if options.stride:
        return faults[::options.stride]
    few = machines.few_alike(faults, machine.alike)
    return few[::next_prime(len(few) // options.sample)]


def run(machine, options, progress):
    """`options`: jobs; stride, or, if that is None, about how many faults; runs of good silicon."""
    with tempfile.TemporaryDirectory() as directory:
        faults = machines.fault_list(machine, directory)
        if faults is None:
            return Result(machine.name, [], {}, [], 'virtual silicon has no such machine')
        base = machines.scenario_option(machine, directory)
        status, failed, complaint = runs.good_failures(machine, base)
        if status != runs.PASS:
            said = f'{len(failed)} checks fail: {" ".join(list(failed)[:3])}' if failed else complaint
            return Result(machine.name, [], {}, [], f'good silicon does not pass: status {status}, {said}')
        unjudged = collections.Counter(fault.reason for fault in faults if fault.judge == machines.NOTHING)
        faults = [fault for fault in faults if fault.judge != machines.NOTHING]
        chosen = choose(machine, faults, options)
        outcomes, alarms, missed = [], [], collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            seeds = range(0 if machine.boots else options.good)
            good = [pool.submit(try_good, machine, directory, seed) for seed in seeds]
            tries = [pool.submit(runs.try_fault, machine, base, fault, missed) for fault in chosen]
            for number, done in enumerate(tries):
                outcomes.append(done.result())
                if number % 20 == 0:
                    progress(f'{machine.name}: {number} of {len(tries)}')
            alarms = [done.result() for done in good if done.result()]
        return Result(machine.name, outcomes, unjudged, alarms + complaints_of(machine, outcomes), '')
