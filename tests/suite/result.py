# SPDX-License-Identifier: BSD-2-Clause
"""How a test says what is wrong, and programs that it runs."""

import os
import subprocess

import pytest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

Skip = pytest.skip.Exception  # why the test could not be made here


class Failure(pytest.fail.Exception):
    """What was expected and what came instead: that is all there is to show."""

    def __init__(self, message):
        super().__init__(message, pytrace=False)


def require(condition, message):
    if not condition:
        raise Failure(message)


def run_command(arguments, seconds, environment=None):
    """A program's status and everything it wrote; Failure if it takes longer than `seconds`."""
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=seconds, check=False,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired as expired:
        said = (expired.stdout or b'').decode(errors='replace')
        raise Failure(f'{arguments[0]}: no end after {seconds} s\n{said[-2000:]}') from expired
    except OSError as error:
        raise Failure(f'{arguments[0]}: {error}') from error
    return done.returncode, done.stdout.decode(errors='replace')


def must_run(arguments, seconds, environment=None):
    """As run_command; Failure with the output's end if the status is not 0."""
    status, said = run_command(arguments, seconds, environment)
    require(status == 0, f'{" ".join(arguments)}: status {status}\n{said[-4000:]}')
    return said
