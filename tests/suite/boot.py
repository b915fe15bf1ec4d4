# SPDX-License-Identifier: BSD-2-Clause
"""The boot tests: every function test_* of tests/boot/*.py."""

import glob
import importlib.util
import os

from suite.result import Test


def load(path):
    name = os.path.basename(path)[:-3]
    spec = importlib.util.spec_from_file_location(f'boot_{name}', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return name, module


def tests(_options):
    found = []
    for path in sorted(glob.glob('tests/boot/*.py')):
        name, module = load(path)
        functions = [value for key, value in vars(module).items() if key.startswith('test_')]
        found += [Test(f'boot {name}: {function.__name__[5:].replace("_", " ")}', function) for function in functions]
    return found
