# SPDX-License-Identifier: BSD-2-Clause
"""A network of one board, QEMU's user network, and a server of files by HTTP. Who gives the addresses is QEMU, which names no
URL: so a proxy on the same wire does, to whoever asks as an
"HTTPClient" (UEFI specification 2.10, section 24.7)."""

import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from suite.lan import ALL, DHCP_CLIENT, DHCP_SERVER, Lan

PAUSE_SECONDS = 2
PROXY = bytes([10, 0, 2, 9])
CLASS = b'HTTPClient'
DISCOVER, OFFER = 1, 2

# Else OVMF tries all of that first.
HTTP_FIRST = ' '.join(f'-fw_cfg name=opt/org.tianocore/{what}PXESupport,string=n' for what in ('IPv4', 'IPv6'))


class Requests(BaseHTTPRequestHandler):
    """`web` is what they are asked of."""

    protocol_version = 'HTTP/1.1'
    web = None

    def answer(self, status, content=b''):
        self.send_response(status)
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        if self.command == 'GET':
            self.send(content)

    def send(self, content):
        """One byte after the other with a pause between them where the board is to be held."""
        pause = self.path in self.web.held
        for at in range(0, len(content), 1 if pause else max(len(content), 1)):
            self.wfile.write(content[at:] if not pause else content[at:at + 1])
            self.wfile.flush()
            time.sleep(PAUSE_SECONDS * pause)

    def do_GET(self):
        content = self.web.files.get(self.path)
        if content is None:
            self.answer(404)
        else:
            self.answer(200, content)

    do_HEAD = do_GET

    def do_PUT(self):
        content = self.rfile.read(int(self.headers['Content-Length']))
        if self.path in self.web.refused:
            self.answer(405)
            return
        self.web.written.append(self.path)
        self.web.files[self.path] = content
        self.answer(204)

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass  # whoever has seen enough of a file may leave

    def log_message(self, *_):
        pass


class Proxy(Lan):
    """Names a URL to whoever asks for one, and nothing else."""

    def __init__(self, url):
        super().__init__({}, '')
        self.url = url.encode()

    def take_arp(self, arp):
        pass

    def take_dhcp(self, request):
        at = request.find(b'\x35\x01', 240)
        if at < 0 or request[at + 2] != DISCOVER or CLASS not in request:
            return
        options = [(53, bytes([OFFER])), (54, PROXY), (60, CLASS), (67, self.url)]
        self.send_udp(DHCP_SERVER, ALL, DHCP_CLIENT,
                      bytes([2]) + request[1:12] + bytes(8) + PROXY + bytes(4) + request[28:44] + bytes(192) + b'\x63\x82\x53\x63' +
                      b''.join(struct.pack('BB', code, len(text)) + text for code, text in options) + b'\xff')


class Web:
    """`files` is what the server has, {"/path": bytes}; what the board puts there is there afterwards. Those in `refused` cannot
    be put; those in `held` come in as many pieces as they have bytes."""

    def __init__(self, files, boot_file, refused=(), held=()):
        self.files, self.refused, self.held, self.written = files, refused, held, []
        self.server = ThreadingHTTPServer(('127.0.0.1', 0), type('', (Requests,), {'web': self}))
        self.proxy = Proxy(f'http://10.0.2.2:{self.server.server_address[1]}{boot_file}')

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.proxy.__enter__()
        return self

    def __exit__(self, *_):
        self.proxy.__exit__()
        self.server.shutdown()
        self.server.server_close()

    def options(self):
        """What tools/boot takes."""
        wires = (f'-netdev user,id=user -netdev hubport,hubid=0,netdev=user,id=port1 '
                 f'-netdev {self.proxy.network()},id=proxy -netdev hubport,hubid=0,netdev=proxy,id=port2')
        return '--network', 'hubport,hubid=0', '--qemu', f'{wires} {HTTP_FIRST}'
