# SPDX-License-Identifier: GPL-2.0-or-later
"""The switch as its nodes see it: sockets of a folder, with frames, garbage and nodes that come and go.

Usage: wire.py WIRE. Prints `ok NAME` or `not ok NAME REASON`."""
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile

LARGE = 60000


def frame(to, sender, text=b''):
    return bytes(to) + bytes(sender) + b'\x88\xb5' + text.ljust(46, b'\0')


ALL = b'\xff' * 6
MAC = {name: b'\x52\x54\0\0\0' + bytes([number]) for number, name in enumerate('abc')}


class Network:
    def __init__(self, *options, names='abc'):
        self.folder = tempfile.mkdtemp()
        self.pcap, self.log = self.folder + '/wire.pcap', self.folder + '/wire.tsv'
        self.names = names
        self.process = None
        self.nodes = {}
        self.options = options
        self.start()
        for name in names:
            self.join(name)

    def start(self):
        self.process = subprocess.Popen(
            [sys.argv[1], '-d', self.folder, '--pcap', self.pcap, '--log', self.log, '--seed', '1', *self.options,
             *self.names], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout.readline() == b'ready\n'

    def join(self, name):
        self.leave(name)
        node = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        node.settimeout(60)
        node.bind(f'{self.folder}/{name}.nic')
        self.nodes[name] = node

    def leave(self, name):
        if name in self.nodes:
            self.nodes.pop(name).close()
            os.unlink(f'{self.folder}/{name}.nic')

    def send(self, name, data):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * LARGE)
            out.sendto(data, f'{self.folder}/{name}.switch')

    def get(self, name):
        return self.nodes[name].recv(LARGE)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        said = self.process.communicate()[1].decode()
        for name in list(self.nodes):
            self.leave(name)
        return self.process.returncode, said

    def rows(self):
        with open(self.log, encoding='utf-8') as log:
            lines = [line.rstrip('\n').split('\t') for line in log if not line.startswith('#')]
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    def packets(self):
        """The lengths of the packets of the capture, and its magic number."""
        with open(self.pcap, 'rb') as file:
            data = file.read()
        magic, at, found, last = struct.unpack('<I', data[:4])[0], 24, [], 0
        while at < len(data):
            seconds, nanos, kept, whole = struct.unpack('<IIII', data[at:at + 16])
            assert seconds * 10**9 + nanos >= last, 'time goes back'
            last = seconds * 10**9 + nanos
            found.append((kept, whole))
            at += 16 + kept
        return magic, found


def frames_arrive():
    n = Network()
    n.send('a', frame(ALL, MAC['a'], b'hello'))
    assert n.get('b') == n.get('c') == frame(ALL, MAC['a'], b'hello')
    n.send('b', frame(MAC['a'], MAC['b'], b'to a'))
    n.send('b', frame(ALL, MAC['b'], b'to all'))
    assert n.get('a') == frame(MAC['a'], MAC['b'], b'to a')
    assert n.get('c') == frame(ALL, MAC['b'], b'to all'), 'c got what was for a'
    status, said = n.end()
    assert status == 0, status
    assert 'b: sent 2 frames, got 1' in said, said
    magic, found = n.packets()
    assert magic == 0xa1b23c4d, 'not a capture with nanoseconds'
    assert [whole for _, whole in found] == [60, 60, 60], found
    assert n.rows() == []
    assert not [name for name in os.listdir(n.folder) if name.endswith('.switch')]


def garbage_is_told():
    n = Network()
    for data in (b'', b'x', b'\0' * 13, b'\xff' * 60, b'\0' * 60, b'\x52' * 1519, b'\x52' * LARGE):
        n.send('a', data)
    n.send('a', frame(ALL, MAC['a'], b'still here'))
    assert n.get('b') == frame(ALL, MAC['a'], b'still here')
    assert n.end(signal.SIGINT)[0] == 0
    assert [row['fault'] for row in n.rows()] == ['runt', 'runt', 'runt', 'sender', 'sender', 'giant', 'giant']
    assert [row['frame'] for row in n.rows()] == list('1234567')
    assert len(n.packets()[1]) == 8


def nodes_come_and_go():
    n = Network()
    n.leave('b')
    n.send('a', frame(ALL, MAC['a'], b'1'))
    assert n.get('c')[14:15] == b'1'
    n.join('b')  # started again, at the same name
    n.send('a', frame(ALL, MAC['a'], b'2'))
    assert n.get('b')[14:15] == b'2'
    assert n.end(signal.SIGHUP)[0] == 0
    assert [(row['to'], row['fault']) for row in n.rows()] == [('b', 'absent')]


def a_stopped_node_holds_up_no_other():
    n = Network()
    n.nodes['b'].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for i in range(3000):
        n.send('a', frame(ALL, MAC['a'], str(i).encode()))
        assert n.get('c') == frame(ALL, MAC['a'], str(i).encode())
    came = 0
    while came < 512:  # that waited in the switch; now it has room
        n.get('b')
        came += 1
    n.send('a', frame(ALL, MAC['a'], b'the last'))
    while n.get('b')[14:22] != b'the last':
        came += 1
    assert n.end()[0] == 0
    full = sum(row['fault'] == 'full' and row['to'] == 'b' for row in n.rows())
    assert came + full == 3000, f'{came} came, {full} are said to be lost'
    assert full > 0


def a_killed_switch_is_replaced():
    n = Network()
    n.process.kill()
    n.process.communicate()
    n.start()
    n.send('a', frame(ALL, MAC['a'], b'again'))
    assert n.get('b')[14:19] == b'again'
    second = subprocess.run([sys.argv[1], '-d', n.folder, 'a'], capture_output=True, check=False)
    assert second.returncode == 1 and b'another switch' in second.stderr
    n.send('a', frame(ALL, MAC['a'], b'still'))
    assert n.get('b')[14:19] == b'still'
    assert n.end()[0] == 0


def faults_repeat():
    lists = []
    for _ in range(2):
        n = Network('--fault', 'drop=1/10', '--fault', 'delay=1/10:1us..2us@a', names='ab')
        for i in range(500):
            n.send('a', frame(ALL, MAC['a'], str(i).encode()))
            if i % 50 == 49:
                n.send('b', frame(ALL, MAC['b']))
        assert n.end()[0] == 0
        lists.append([(row['of_node'], row['fault'], row['detail']) for row in n.rows() if row['from'] == 'a'])
    assert lists[0] == lists[1]
    assert 20 < sum(row[1] == 'drop' for row in lists[0]) < 90


def a_flood_does_not_fill_the_disk():
    n = Network('--most', '0')
    n.send('a', b'')
    n.send('a', frame(ALL, MAC['a']))
    assert n.get('b')
    status, said = n.end()
    assert status == 0
    assert '2 frames are not in the capture' in said, said
    assert '1 faults are not in the log' in said, said


def main():
    failed = False
    for case in (frames_arrive, garbage_is_told, nodes_come_and_go, a_stopped_node_holds_up_no_other,
                 a_killed_switch_is_replaced, faults_repeat, a_flood_does_not_fill_the_disk):
        try:
            case()
            print(f'ok wire_{case.__name__}')
        except Exception as error:  # pylint: disable=broad-except
            failed = True
            line = error.__traceback__.tb_next.tb_lineno
            print(f'not ok wire_{case.__name__} {type(error).__name__} {error} line {line}')
        sys.stdout.flush()
    sys.exit(failed)


main()
