# SPDX-License-Identifier: GPL-2.0-or-later
#
# place.py: loads a position independent image, as a boot loader does, into a file that QEMU loads: place.py FREE.elf BASE
# OUT.elf. The image's segments are moved up by BASE, and its relocations (R_RISCV_RELATIVE, R_AARCH64_RELATIVE) are done.
# OUT.elf has no symbols.
import struct
import sys

PT_LOAD, PT_DYNAMIC = 1, 2
DT_RELA, DT_RELASZ = 7, 8
RELATIVE = {243: 3, 183: 1027}  # by e_machine
ET_EXEC, ET_DYN = 2, 3

data = bytearray(open(sys.argv[1], "rb").read())
base = int(sys.argv[2], 0)
kind, machine = struct.unpack_from("<HH", data, 16)
if kind != ET_DYN:
  sys.exit(sys.argv[1] + " is not position independent")
entry, heads = struct.unpack_from("<QQ", data, 24)
size, count = struct.unpack_from("<HH", data, 54)
places = [heads + i * size for i in range(count)]
segments = [struct.unpack_from("<IIQQQQQQ", data, at) for at in places]


def offset_of(address):
  """Where the byte of an address is in the file."""
  for kind, _, offset, start, _, in_file, _, _ in segments:
    if kind == PT_LOAD and start <= address < start + in_file:
      return offset + address - start
  sys.exit("relocation outside of the image: " + hex(address))


dynamic = {}
for kind, _, offset, _, _, in_file, _, _ in segments:
  if kind == PT_DYNAMIC:
    dynamic = dict(struct.iter_unpack("<QQ", data[offset:offset + in_file]))
done = 0
for at in range(0, dynamic.get(DT_RELASZ, 0), 24):
  place, what, addend = struct.unpack_from("<QQq", data, offset_of(dynamic[DT_RELA]) + at)
  if what != RELATIVE[machine]:
    sys.exit("relocation of another kind: " + hex(what))
  struct.pack_into("<Q", data, offset_of(place), base + addend)
  done += 1
for at, (kind, flags, offset, start, _, in_file, in_memory, align) in zip(places, segments):
  if kind == PT_LOAD:
    struct.pack_into("<IIQQQQQQ", data, at, kind, flags, offset, base + start, base + start, in_file, in_memory, align)
struct.pack_into("<H", data, 16, ET_EXEC)
struct.pack_into("<Q", data, 24, base + entry)
struct.pack_into("<Q", data, 40, 0)  # no sections
struct.pack_into("<HHH", data, 58, 0, 0, 0)
open(sys.argv[3], "wb").write(data)
print(done, "relocations")
