# SPDX-License-Identifier: BSD-2-Clause
"""The examples for runners (tools/lab), as far as that needs no runner: they are YAML, what they name is there, and a board
of theirs that boots over the network is one that tools/boot can play."""

import glob
import os
import re
import shlex
import string

import jinja2
import yaml

from suite.result import require, run_command

LABGRID, LAVA, NETWORK = 'tools/lab/labgrid', 'tools/lab/lava', 'tools/lab/network'


class Environment(yaml.SafeLoader):
    """labgrid's !template: what begins with $ is of the system's environment, or $BASE, the file's directory."""


Environment.add_constructor('!template', lambda loader, node: string.Template(node.value).substitute(
    BASE=LABGRID, LG_TFTP='/nowhere', LG_BOARD='xeon-7500'))


def environment(name):
    with open(f'{LABGRID}/{name}', encoding='utf-8') as file:
        return yaml.load(file, Environment)  # a safe loader, with one more word


def device(template, **variables):
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(LAVA), undefined=jinja2.StrictUndefined)
    return yaml.safe_load(templates.get_template(template).render(**variables))


def console_of(device_of_lava):
    return device_of_lava['commands']['connections']['uart0']['connect']


def expect_asks_for_network(command):
    """The console is there, and tools/boot gets as far as to miss the directory of the server."""
    console, *arguments = shlex.split(command)
    require(os.path.samefile(console, 'tools/lab/qemu-console') and os.access(console, os.X_OK), f'{console} cannot be run')
    status, said = run_command(['tools/boot', *arguments], 60)
    require(status == 2 and '/nowhere' in said, f'{command}\nstatus {status}\n{said}')


def test_labgrid_board_on_a_network():
    """The board with a server is the board with a stick, and what it boots is what the network's configuration names."""
    board, other = environment('board.yaml')['targets']['main'], environment('network-board.yaml')
    rack = other['targets']['main']
    provider = rack['resources'].pop('RemoteTFTPProvider')
    require(set(provider) == {'host', 'internal', 'external'}, f'the server is {provider}')
    require(rack['drivers'].pop('TFTPProviderDriver') == {}, 'nothing lays files on the server')
    require(rack == board, 'the two boards are not alike')
    images = [os.path.normpath(path) for path in other['images'].values()]
    require(images == ['build/uncork.efi', f'{NETWORK}/uncork.cfg'] and all(map(os.path.exists, images)), f'images are {images}')
    with open(f'{NETWORK}/dnsmasq.conf', encoding='utf-8') as file:
        require('dhcp-boot=tag:uefi,uncork.efi\n' in file.read(), 'dnsmasq names another program')


def test_nothing_is_written_where_all_may_lay_links():
    """A link that another user has laid at a name that can be guessed would be followed, by root."""
    for path in glob.glob('tools/lab/**/*', recursive=True):
        if os.path.isfile(path):
            with open(path, encoding='utf-8') as file:
                named = re.findall(r'(?:/var)?/(?:tmp|dev/shm)/[\w-]+', file.read())
            require(not named, f'{path} names {named}')
    with open(f'{NETWORK}/dnsmasq.conf', encoding='utf-8') as file:
        folder = os.path.dirname(re.search(r'(?m)^dhcp-leasefile=(.*)$', file.read())[1])
    require(folder.startswith('/var/lib/') and not (os.path.isdir(folder) and os.stat(folder).st_mode & 0o002), f'leases are in {folder}')


def test_who_signs_is_told_what_that_gives_away():
    said = run_command(['tools/image/make-image', '--help'], 60)[1]
    require('uncork.cfg is not' in ' '.join(said.split()), said)
    for page in 'docs/bring-up.md', 'docs/lab.md':
        with open(page, encoding='utf-8') as file:
            require('`poke` in' in file.read(), f'{page} does not say what a signed uncork may do')


def test_labgrid_board_of_qemu():
    expect_asks_for_network(environment('network-qemu.yaml')['targets']['main']['drivers']['ExternalConsoleDriver']['cmd'])


def test_lava_board_of_qemu():
    expect_asks_for_network(console_of(device('network-qemu.jinja2', top=os.getcwd(), directory='/nowhere', board='xeon-7500')))


def test_every_example_is_yaml():
    for path in glob.glob(f'{LABGRID}/*.yaml'):
        require('main' in environment(os.path.basename(path))['targets'], f'{path} has no board')
    with open(f'{LAVA}/job.yaml', encoding='utf-8') as file:
        job = yaml.safe_load(file)
    methods = device('uncork.jinja2', connection_command='true')['actions']['boot']['methods']
    require([action['boot']['method'] in methods for action in job['actions'] if 'boot' in action] == [True],
            'the job boots in a way that its device has not')


def jobs_of_ci():
    """The jobs that docs/ci.md shows, as YAML."""
    with open('docs/ci.md', encoding='utf-8') as file:
        return [yaml.safe_load(text) for text in re.findall(r'^```yaml\n(.*?)^```', file.read(), re.MULTILINE | re.DOTALL)]


def test_jobs_of_ci_are_yaml_and_name_what_is_there():
    """Each is a job that builds, records a run and has its report; of the tree's programs it calls those that there are."""
    github, gitlab = jobs_of_ci()
    job, = github['jobs'].values()
    keeping = next(step['with']['path'].split() for step in job['steps'] if step.get('uses', '').startswith('actions/upload-artifact@'))
    lab, = gitlab.values()
    for lines, kept in ([step['run'] for step in job['steps'] if 'run' in step], keeping), (
            [*lab['before_script'], *lab['script']], [*lab['artifacts']['paths'], lab['artifacts']['reports']['junit']]):
        words = [shlex.split(line) for line in lines]
        require(any(line[0] == 'make' for line in words), f'nothing is built: {lines}')
        for program in {line[0] for line in words if line[0].startswith('tools/')}:
            require(os.access(program, os.X_OK), f'{program} is no program of the tree')
        made = ' '.join(lines)
        require('--verdict' in made and 'build/uncork report' in made, f'no verdict: {lines}')
        require(sorted(kept) == ['junit.xml', 'report.html', 'run.json'] and all(name in made for name in kept), f'{kept} are kept')
