#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""told_to_end.py SIGNAL PIPE STATUS COMMAND...: starts COMMAND, waits until a program that it has started writes its
process number into PIPE, sends SIGNAL to COMMAND, and fails when COMMAND does not end with STATUS or that program is
still there then. From a shell SIGINT would not arrive: what a script starts in the background ignores it."""
import os
import signal
import subprocess
import sys

number, pipe, status, command = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
with open(pipe, encoding='ascii') as numbers:
    program = int(numbers.readline())
started.send_signal(getattr(signal, 'SIG' + number))
try:
    ended = started.wait(timeout=100)  # far beyond what it takes; else the suite would wait for ever
except subprocess.TimeoutExpired:
    print('# does not end')
    os.kill(program, signal.SIGKILL)
    started.kill()
    sys.exit(1)
if ended != status:
    print(f'# status {ended}, not {status}')
try:
    os.kill(program, 0)
    print('# its program is still there')
    os.kill(program, signal.SIGKILL)
    ended = None
except ProcessLookupError:
    pass
sys.exit(ended != status)
