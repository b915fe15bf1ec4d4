# SPDX-License-Identifier: BSD-2-Clause
"""A network of one board and one server. QEMU sends each frame of it as a datagram; the server has an address, names the
program by DHCP, and sends and takes files by TFTP. QEMU's own server takes none."""

import os
import socket
import struct
import threading

SERVER, BOARD, MASK = bytes([10, 0, 2, 2]), bytes([10, 0, 2, 15]), bytes([255, 255, 255, 0])
ALL, EVERYBODY = b'\xff' * 4, b'\xff' * 6
SERVER_MAC = bytes.fromhex('525500000001')
IPV4, ARP, UDP = 0x0800, 0x0806, 17
DHCP_SERVER, DHCP_CLIENT, TFTP = 67, 68, 69
READ, WRITE, DATA, ACK, ERROR, OPTIONS = range(1, 7)
NOT_FOUND, DENIED = 1, 2
BLOCK = 512
FILE_MOST = 1 << 24


def checksum(data):
    total = sum(struct.unpack(f'!{len(data) // 2}H', data))
    total = (total >> 16) + (total & 0xffff)
    return ~(total + (total >> 16)) & 0xffff


class Transfer:
    """A file on its way, one block at a time, to or from one port of the board."""

    def __init__(self, name, content, size):
        self.name, self.content, self.size = name, content, size
        self.block = 0  # that was sent or acknowledged last

    def piece(self):
        return self.content[(self.block - 1) * self.size:self.block * self.size]


class Lan:
    """`files` is what the server has, {name: bytes}; what the board writes is there afterwards. Names in `refused` can be read
    and not written."""

    def __init__(self, files, boot_file, refused=()):
        self.files, self.boot_file, self.refused = files, boot_file, refused
        self.wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.wire.bind(('127.0.0.1', 0))
        self.board = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.board.bind(('127.0.0.1', 0))  # keeps a port for QEMU
        self.board_port = self.board.getsockname()[1]
        self.transfers, self.written = {}, []
        self.mac = b''
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def __enter__(self):
        self.board.close()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.wire.sendto(b'', self.wire.getsockname())
        self.thread.join()
        self.wire.close()

    def network(self):
        """What QEMU's -netdev takes."""
        return f'socket,udp=127.0.0.1:{self.wire.getsockname()[1]},localaddr=127.0.0.1:{self.board_port}'

    def serve(self):
        while True:
            frame = self.wire.recv(65536)
            if not frame:
                return
            self.mac, kind = frame[6:12], int.from_bytes(frame[12:14], 'big')
            if kind == ARP:
                self.take_arp(frame[14:42])
            elif kind == IPV4 and frame[14] == 0x45 and frame[23] == UDP:
                self.take_udp(frame[14:])

    def send(self, mac, kind, payload):
        frame = (mac + SERVER_MAC + struct.pack('!H', kind) + payload).ljust(60, b'\0')
        self.wire.sendto(frame, ('127.0.0.1', self.board_port))

    def take_arp(self, arp):
        if arp[6:8] == b'\0\1' and arp[24:28] == SERVER:
            self.send(self.mac, ARP, arp[:6] + b'\0\2' + SERVER_MAC + SERVER + arp[8:18])

    def send_udp(self, source, target, port, payload):
        head = struct.pack('!BBHHHBBH', 0x45, 0, 28 + len(payload), 0, 0, 64, UDP, 0) + SERVER + target
        head = head[:10] + struct.pack('!H', checksum(head)) + head[12:]
        self.send(EVERYBODY if target == ALL else self.mac, IPV4, head + struct.pack('!HHHH', source, port, 8 + len(payload), 0) + payload)

    def take_udp(self, packet):
        source, target, length = struct.unpack('!HHH', packet[20:26])
        payload = packet[28:20 + length]
        if target == DHCP_SERVER:
            self.take_dhcp(payload)
        elif packet[16:20] == SERVER and target == TFTP:
            self.take_request(source, payload)
        elif packet[16:20] == SERVER and target == source ^ 0x8000:
            self.take_answer(source, payload)

    # ---- DHCP: RFC 2131 ----------------------------------------------------------------------------

    def take_dhcp(self, request):
        at = request.find(b'\x35\x01', 240)
        if at < 0 or request[at + 2] not in (1, 3):
            return
        answer = (bytes([2]) + request[1:12] + bytes(4) + BOARD + SERVER + bytes(4) + request[28:44] + bytes(64) +
                  self.boot_file.encode().ljust(128, b'\0') + b'\x63\x82\x53\x63' +
                  bytes([53, 1, 2 if request[at + 2] == 1 else 5, 54, 4]) + SERVER + bytes([1, 4]) + MASK +
                  bytes([3, 4]) + SERVER + bytes([51, 4]) + struct.pack('!I', 3600) + b'\xff')
        self.send_udp(DHCP_SERVER, ALL, DHCP_CLIENT, answer)

    # ---- TFTP: RFC 1350, 2347 to 2349. A transfer's port here is the board's with its highest bit flipped -----

    def send_tftp(self, port, payload):
        self.send_udp(port ^ 0x8000, BOARD, port, payload)

    def refuse(self, port, code):
        self.send_tftp(port, struct.pack('!HH', ERROR, code) + b'no\0')

    def take_request(self, port, payload):
        kind, (name, _mode, *words) = int.from_bytes(payload[:2], 'big'), payload[2:].rstrip(b'\0').split(b'\0')
        name, options = name.decode(), dict(zip((word.lower() for word in words[::2]), words[1::2]))
        if kind == READ and name in self.files:
            self.begin_read(port, name, options)
        elif kind == WRITE and name in self.files and name not in self.refused:
            self.transfers[port] = Transfer(name, b'', BLOCK)
            self.send_tftp(port, struct.pack('!HH', ACK, 0))
        else:
            self.refuse(port, DENIED if name in self.files else NOT_FOUND)

    def begin_read(self, port, name, options):
        content = self.files[name]
        transfer = self.transfers[port] = Transfer(name, content, int(options.get(b'blksize', BLOCK)))
        said = {b'blksize': str(transfer.size).encode(), b'tsize': str(len(content)).encode()}
        said = b''.join(word + b'\0' + said[word] + b'\0' for word in options if word in said)
        if said:
            self.send_tftp(port, struct.pack('!H', OPTIONS) + said)
        else:
            self.send_block(port, transfer, 1)

    def send_block(self, port, transfer, block):
        transfer.block = block
        self.send_tftp(port, struct.pack('!HH', DATA, block & 0xffff) + transfer.piece())

    def take_answer(self, port, payload):
        transfer = self.transfers.get(port)
        if not transfer or len(payload) < 4:
            return
        kind, block = struct.unpack('!HH', payload[:4])
        if kind == ACK and block == transfer.block & 0xffff and transfer.block * transfer.size <= len(transfer.content):
            self.send_block(port, transfer, transfer.block + 1)
        elif kind == DATA:
            self.take_block(port, transfer, block, payload[4:])

    def take_block(self, port, transfer, block, piece):
        if block == (transfer.block + 1) & 0xffff and len(transfer.content) < FILE_MOST:
            transfer.block += 1
            transfer.content += piece
            if len(piece) < transfer.size:
                self.files[transfer.name] = transfer.content
                self.written.append(transfer.name)
        self.send_tftp(port, struct.pack('!HH', ACK, block))


def firmware():
    with open(os.path.join('build', 'uncork.efi'), 'rb') as file:
        return file.read()
