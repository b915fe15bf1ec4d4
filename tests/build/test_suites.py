# SPDX-License-Identifier: BSD-2-Clause
"""tools/suites/test-on up to where it would make a root: what it carries over from this machine, and what it refuses."""

import os

from suite.result import require, run_command
from suites import packages

NOBODY = 65534
AS_NOBODY = ['setpriv', '--reuid', str(NOBODY), '--regid', str(NOBODY), '--clear-groups']


def refuses(reason, *arguments, before=()):
    status, said = run_command([*before, 'tools/suites/test-on', *arguments], 60)
    require(status == 2 and reason in said, f'{" ".join(arguments)}: status {status}, "{said}" and not "{reason}"')


def test_finds_the_mirror_of_debian_itself():
    targets = ['Debian|Debian-Security|http://a.example/debian-security/', 'Somebody|Debian|http://b.example/', 'no list',
               'Debian|Debian|http://c.example/debian/', 'Debian|Debian|http://d.example/debian/']
    require(packages.mirror_among(targets) == 'http://c.example/debian', 'another mirror was taken')
    require(packages.mirror_among(targets[:3]) is None, 'a mirror came from nowhere')


def test_carries_over_how_the_mirror_is_reached():
    carried = ['Acquire::http::Proxy "http://p.example:3128";', 'Acquire::https::Proxy::c.example "DIRECT";',
               'Acquire::http::c.example::Proxy "http://q.example/";', 'Acquire::Check-Valid-Until "false";', 'Acquire::Retries "3";']
    left = ['Acquire::http::Proxy-Auto-Detect "/usr/bin/program";', 'Acquire::https::CaInfo "/etc/file";', 'APT::Architecture "amd64";',
            'DPkg::Post-Invoke:: "rm";', 'Acquire::IndexTargets::deb::Packages::MetaKey "x";']
    require(packages.carried_among([*left, *carried]) == carried, 'other settings were carried over')


def test_refuses_what_cannot_be():
    refuses('is not the name of a suite', '../trixie')
    refuses('the following arguments are required: SUITE')
    refuses('needs root rights', 'trixie', before=AS_NOBODY if os.geteuid() == 0 else ())
