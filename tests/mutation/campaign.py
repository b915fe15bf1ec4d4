# SPDX-License-Identifier: BSD-2-Clause
"""All faults of one machine, or every so manyth, and some runs of good silicon."""

import collections
import concurrent.futures
import tempfile

from mutation import machines, meaning, runs, score, sound

BOOTED_STRIDE = 29

# `unjudged`: how many of the faults are none that silicon can be blamed for, by the reason. `complaints`: what must not be, a
# line each. `refusal`: why there was nothing to run.
Result = collections.namedtuple('Result', 'machine outcomes unjudged complaints refusal')


def try_good(machine, directory, seed, patterns=()):
    """A complaint if good silicon of this seed fails, in checks of these patterns; else None."""
    scenario = sound.scenario(machine, seed)
    silicon = machines.kept(scenario, directory, f'{machine.name}-{seed}')
    status, failed, complaint = runs.good_failures(machine, silicon, patterns)
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


def try_all(label, tries, progress):
    """What comes of them, in their order, but of those that never came."""
    outcomes = []
    for number, done in enumerate(tries):
        outcomes.append(done.result())
        if number % 20 == 0:
            progress(f'{label}: {number} of {len(tries)}')
    return [outcome for outcome in outcomes if outcome.verdict != runs.NEVER]


def staged(stages, lists):
    """Each fault that silicon can be blamed for, and the stage with the fewest sockets of those whose list has it."""
    found = {}
    for where, faults in zip(stages, lists):
        for fault in faults:
            if fault.judge != machines.NOTHING:
                found.setdefault(fault.text, (where, fault))
    return list(found.values())


def run_meaning(machine, options, progress):
    """The faults of meaning, and good silicon whose traffic must not mislead known work; `options` as of run()."""
    label = f'{machine.name}, meaning'
    with tempfile.TemporaryDirectory() as directory:
        stages = [meaning.stage(machine, directory, sockets) for sockets in sorted({1, machine.meaning.sockets})]
        for where in stages:
            for silicon in where.silicons:
                status, failed, complaint = runs.good_failures(where.machine, silicon, meaning.CHECKS)
                if status != runs.PASS:
                    return Result(label, [], {}, [], f'good silicon does not pass: status {status}, {list(failed)[:3]} {complaint}')
        lists = [machines.fault_list(where.machine, where.silicons[0], machines.WORK) for where in stages]
        unjudged = collections.Counter(fault.reason for fault in lists[-1] if fault.judge == machines.NOTHING)
        tried = staged(stages, lists)
        few = set(machines.few_alike([fault for _, fault in tried], machine.alike))
        tried = [(where, fault) for where, fault in tried if fault in few]
        chosen = tried[::options.stride or next_prime(max(len(tried) // options.sample, 1))]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            good = [pool.submit(try_good, stages[-1].machine, directory, seed, meaning.CHECKS) for seed in range(options.good)]
            tries = [pool.submit(meaning.try_fault, where, fault) for where, fault in chosen]
            outcomes = try_all(label, tries, progress)
            alarms = [done.result() for done in good if done.result()]
        return Result(label, outcomes, unjudged, alarms + complaints_of(machine, outcomes), '')


LEAST_FOUND, LEAST_NAMED = 95, 90 # percent of what is drawn and has no explanation


def complaints_of_drawn(machine, outcomes):
    """What was missed, if it is too much."""
    complaints = complaints_of(machine, outcomes)
    counted = score.count(outcomes)
    found = counted[runs.NAMED] + counted[runs.FOUND]
    judged = found + sum(not complaint.startswith((runs.NAMED, runs.FOUND)) for complaint in complaints)
    enough = 100 * found >= LEAST_FOUND * judged and 100 * counted[runs.NAMED] >= LEAST_NAMED * judged
    return [] if enough else complaints


EACH = 5 # faults on silicon of the same answers
# Not drawn then: how much happens on the board, and what takes away the counters or events of a core or hides the uncore: nothing judges it.
HIDES = ('rate.', 'smis', 'background', 'idle', 'bursts', 'cpuid', 'core_pmu.missing', 'decoding')


def answers(machine, seed):
    """A scenario of sound silicon with answers of its own, on which as much happens as always."""
    own = machine.scenario.splitlines(True)
    return ''.join(line for line in sound.scenario(machine, seed).splitlines(True) if line in own or not line.startswith(HIDES))


def drawn_on(machine, directory, options):
    """options.drawn faults that options.seed draws, each with the silicon that it breaks: that of the machine's own scenario, or, if
    options.answers, sound silicon whose answers are drawn for every few faults."""
    if not options.answers:
        base = machines.scenario_option(machine, directory)
        return [(base, fault) for fault in drawn_faults(machine, base, options.seed, options.drawn)]
    seeds = range(options.seed, options.seed + (options.drawn + EACH - 1) // EACH)
    silicons = [(seed, machines.kept(answers(machine, seed), directory, str(seed))) for seed in seeds]
    return [(silicon, fault) for seed, silicon in silicons for fault in drawn_faults(machine, silicon, seed, EACH)][:options.drawn]


def drawn_faults(machine, silicon, seed, count):
    faults = machines.fault_list(machine, silicon, seed=seed)
    return [fault for fault in faults if fault.judge != machines.NOTHING][:count]


def run_drawn(machine, options, progress):
    """Faults that are drawn."""
    label = f'{machine.name}, seed {options.seed}'
    with tempfile.TemporaryDirectory() as directory:
        chosen = drawn_on(machine, directory, options)
        missed = collections.defaultdict(collections.Counter)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            tries = [pool.submit(runs.try_fault, machine, silicon, fault, missed[tuple(silicon)]) for silicon, fault in chosen]
            outcomes = try_all(label, tries, progress)
        return Result(label, outcomes, {}, complaints_of_drawn(machine, outcomes), '')


def run(machine, options, progress):
    """`options`: jobs; stride, or, if that is None, about how many faults; runs of good silicon."""
    with tempfile.TemporaryDirectory() as directory:
        base = machines.scenario_option(machine, directory)
        faults = machines.fault_list(machine, base)
        if faults is None:
            return Result(machine.name, [], {}, [], 'virtual silicon has no such machine')
        status, failed, complaint = runs.good_failures(machine, base)
        if status != runs.PASS:
            said = f'{len(failed)} checks fail: {" ".join(list(failed)[:3])}' if failed else complaint
            return Result(machine.name, [], {}, [], f'good silicon does not pass: status {status}, {said}')
        unjudged = collections.Counter(fault.reason for fault in faults if fault.judge == machines.NOTHING)
        faults = [fault for fault in faults if fault.judge != machines.NOTHING]
        chosen = choose(machine, faults, options)
        missed = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            seeds = range(0 if machine.boots else options.good)
            good = [pool.submit(try_good, machine, directory, seed) for seed in seeds]
            tries = [pool.submit(runs.try_fault, machine, base, fault, missed) for fault in chosen]
            outcomes = try_all(machine.name, tries, progress)
            alarms = [done.result() for done in good if done.result()]
        return Result(machine.name, outcomes, unjudged, alarms + complaints_of(machine, outcomes), '')
