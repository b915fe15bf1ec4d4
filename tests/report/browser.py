# SPDX-License-Identifier: BSD-2-Clause
"""A headless Chromium on a pipe: opens a page, runs a line of script in it, prints it, and knows what went wrong."""

import base64
import fcntl
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAMS = ('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')
SECONDS = 90

# The browser reads what it is told from descriptor 3 and answers on 4.
FREE_DESCRIPTOR = 20
LAUNCH = 'import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])'


def find():
    """The path of a browser; None if there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class BrowserError(Exception):
    """The browser did not do what was asked."""


class Browser:
    """One page at a time, of a file."""

    def __init__(self, program):
        self._profile = tempfile.mkdtemp(prefix='uncork-browser-')
        down, self._write = os.pipe()
        self._read, up = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, FREE_DESCRIPTOR) for end in (down, up)]
        self._process = subprocess.Popen(
            [sys.executable, '-c', LAUNCH, *map(str, ends), program, '--headless', '--no-sandbox', '--disable-gpu',
             '--disable-dev-shm-usage', '--remote-debugging-pipe', f'--user-data-dir={self._profile}',
             '--force-color-profile=srgb', 'about:blank'],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=ends,
            start_new_session=True)
        for end in (down, up, *ends):
            os.close(end)
        self._buffer = b''
        self._number = 0
        self._session = None
        self.complaints = []
        self.requests = []

    def __enter__(self):
        target = self._call('Target.createTarget', url='about:blank')['targetId']
        self._session = self._call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self._call(f'{domain}.enable')
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        shutil.rmtree(self._profile, ignore_errors=True)

    # ---- the protocol --------------------------------------------------------------------------------

    def _receive(self, until):
        while b'\0' not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._read], [], [], left)[0]:
                raise BrowserError(f'no answer within {SECONDS} s')
            piece = os.read(self._read, 1 << 16)
            if not piece:
                raise BrowserError('the browser ended')
            self._buffer += piece
        message, self._buffer = self._buffer.split(b'\0', 1)
        return json.loads(message)

    def _notice(self, message):
        method, said = message.get('method'), message.get('params', {})
        if method == 'Runtime.exceptionThrown':
            details = said['exceptionDetails']
            self.complaints.append(details.get('exception', {}).get('description') or details['text'])
        elif method == 'Log.entryAdded' and said['entry']['level'] in ('error', 'warning'):
            self.complaints.append(said['entry']['text'])
        elif method == 'Runtime.consoleAPICalled':
            self.complaints.append('console: ' + ' '.join(str(item.get('value')) for item in said['args']))
        elif method == 'Page.javascriptDialogOpening':
            self.complaints.append(f'dialog: {said["message"]}')
            self._call('Page.handleJavaScriptDialog', accept=True)
        elif method == 'Network.requestWillBeSent':
            self.requests.append(said['request']['url'])
        return method

    def _call(self, method, **parameters):
        self._number += 1
        number = self._number
        call = {'id': number, 'method': method, 'params': parameters}
        if self._session:
            call['sessionId'] = self._session
        os.write(self._write, json.dumps(call).encode() + b'\0')
        until = time.monotonic() + SECONDS
        while True:
            message = self._receive(until)
            if message.get('id') == number:
                if 'error' in message:
                    raise BrowserError(f'{method}: {message["error"]["message"]}')
                return message['result']
            self._notice(message)

    # ---- a page --------------------------------------------------------------------------------------

    def open(self, path, width=1280, height=900):
        """Shows a file and waits until it is loaded."""
        self.complaints, self.requests = [], []
        self._call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._call('Page.navigate', url='file://' + os.path.abspath(path))
        until = time.monotonic() + SECONDS
        while self._notice(self._receive(until)) != 'Page.loadEventFired':
            pass

    def run(self, script):
        """The value of an expression in the page."""
        result = self._call('Runtime.evaluate', expression=script, returnByValue=True)
        if 'exceptionDetails' in result:
            raise BrowserError(f'{script}: {result["exceptionDetails"].get("exception", {}).get("description")}')
        return result['result'].get('value')

    def scheme(self, name):
        """As a reader has it who prefers 'light' or 'dark'."""
        self._call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': name}])

    def picture(self, path):
        """The whole page as PNG."""
        height = int(self.run('document.documentElement.scrollHeight'))
        width = int(self.run('window.innerWidth'))
        self._call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        data = self._call('Page.captureScreenshot', format='png')['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        """(the page as it is printed, how many sheets it takes)."""
        data = base64.b64decode(self._call('Page.printToPDF', preferCSSPageSize=True, printBackground=False)['data'])
        return data, len(re.findall(rb'/Type\s*/Page\b(?!s)', data))
