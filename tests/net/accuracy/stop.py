#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# stop.py: `stop.py QMP-SOCKET FILE BYTES' stops a machine in QEMU once FILE has grown to so many bytes, and lets it go on
# after a tenth of a second: its counter stands still meanwhile, which is a step to all other machines' clocks.

import json
import os
import socket
import sys
import time

socket_path, file, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
STILL_S = 0.1


def command(line, name):
  """Has QEMU carry out a command, and waits for its answer; events are passed over."""
  line.write(json.dumps({"execute": name}) + "\n")
  line.flush()
  while "return" not in json.loads(line.readline()):
    pass


while not os.path.exists(file) or os.path.getsize(file) < size:
  time.sleep(0.01)
with socket.socket(socket.AF_UNIX) as s:
  s.connect(socket_path)
  with s.makefile("rw") as line:
    line.readline()
    for name in ("qmp_capabilities", "stop"):
      command(line, name)
    time.sleep(STILL_S)
    command(line, "cont")
