#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# madt.py: writes a Multiple APIC Description Table (ACPI Specification 6.5, 5.2.12) to its standard output that lists
# processors by the numbers of their local APICs: what firmware would say of a machine that has them.
#
#   madt.py APIC...
import struct
import sys

LOCAL_APIC = 0xFEE00000
ENABLED = 1

body = struct.pack("<II", LOCAL_APIC, 1)
for number, apic in enumerate(sys.argv[1:]):
    body += struct.pack("<BBBBI", 0, 8, number, int(apic), ENABLED)
head = struct.pack("<4sIBB6s8sI4sI", b"APIC", 36 + len(body), 3, 0, b"JXPROF", b"TESTMADT", 1, b"TEST", 1)
table = bytearray(head + body)
table[9] = -sum(table) & 0xFF
sys.stdout.buffer.write(table)
