# SPDX-License-Identifier: BSD-2-Clause
"""Tests that are functions: every test_* of the files of a directory."""

import glob
import importlib.util
import os
import sys

from suite.result import Test


def load(path, prefix):
    """The module of a file; files beside it can be imported."""
    directory = os.path.dirname(os.path.abspath(path))
    if directory not in sys.path:
        sys.path.append(directory)
    name = os.path.basename(path)[:-3]
    spec = importlib.util.spec_from_file_location(f'{prefix}_{name}', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return name, module


def collect(group, pattern):
    """A test for each function, in the order of files and of lines."""
    found = []
    for path in sorted(glob.glob(pattern)):
        name, module = load(path, group)
        functions = [value for key, value in vars(module).items()
                     if key.startswith('test_') and getattr(value, '__module__', '') == module.__name__]
        name = name.removeprefix('test_').replace('_', ' ')
        found += [Test(f'{group} {name}: {function.__name__[5:].replace("_", " ")}', function) for function in functions]
    return found
