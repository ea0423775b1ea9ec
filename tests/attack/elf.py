# SPDX-License-Identifier: GPL-2.0-or-later
"""elf.py: ELF files that are no image of a kernel, for the option -k: broken ones, and ones whose names are hostile.
hostdump must end by itself, and what it says of them must be text.

Usage: elf.py BUILD FOLDER [--all]. Cases: elf_*."""
import concurrent.futures
import os
import random
import struct

import forge
import hostile
import judge
from host import Attack, TABLES, read_table, read_tables

BUILD_ID = bytes.fromhex("00112233445566778899aabbccddeeff00112233")


def image(names, build_id=BUILD_ID, table=None):
  """An ELF file of x86-64 with a build-id, and a function of 256 bytes for each name. `table`: the string table, in
  place of one that has the names."""
  strings, offsets = b"\0", []
  for name in names:
    offsets.append(len(strings))
    strings += name.replace(b"\0", b"\1") + b"\0"
  strings = table if table is not None else strings
  symbols = bytes(24) + b"".join(
    struct.pack("<IBBHQQ", offset, 0x12, 0, 2, forge.CODE + 256 * number, 256) for number, offset in enumerate(offsets))
  note = struct.pack("<III4s", 4, len(build_id), 3, b"GNU\0") + build_id
  code = b"\xc3" * (256 * max(len(names), 1))
  section_names = b"\0.note.gnu.build-id\0.text\0.symtab\0.strtab\0.shstrtab\0"
  parts, at, headers = [], 64 + 2 * 56, [bytes(64)]
  for name, kind, flags, address, data, link, entry in (
      (".note.gnu.build-id", 7, 2, 0xff000, note, 0, 0), (".text", 1, 6, forge.CODE, code, 0, 0),
      (".symtab", 2, 0, 0, symbols, 4, 24), (".strtab", 3, 0, 0, strings, 0, 0),
      (".shstrtab", 3, 0, 0, section_names, 0, 0)):
    headers.append(struct.pack("<IIQQQQIIQQ", section_names.index(name.encode()), kind, flags, address, at, len(data),
                               link, 0, 4 if kind == 7 else 8, entry))
    parts.append((at, data))
    at += -(-len(data) // 8) * 8
  programs = struct.pack("<IIQQQQQQ", 4, 4, parts[0][0], 0xff000, 0xff000, len(note), len(note), 4)
  programs += struct.pack("<IIQQQQQQ", 1, 5, parts[1][0], forge.CODE, forge.CODE, len(code), len(code), 16)
  header = b"\x7fELF\2\1\1" + bytes(9)
  header += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, forge.CODE, 64, at, 0, 64, 56, 2, 64, len(headers),
                        len(headers) - 1)
  contents = b"".join(data.ljust(-(-len(data) // 8) * 8, b"\0") for _, data in parts)
  return header + programs + contents + b"".join(headers)


class Elf:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack
    run = forge.whole(crash=True)
    for name in [name for name in run.names if name[0] == "METHOD"]:
      run.names.remove(name)  # functions take their names from the ELF file
    run.rows["method"] = []
    self.stream = run.stream()

  def symbols(self, name, elf, files):
    """The tables with an ELF file, by way of a file that has taken its names: (reasons, tables)."""
    image_file, dump = self.attack.write(files + ".elf", elf), self.attack.path(files + ".jxp")
    received = self.attack.run(["hostdump", "-k", image_file, "-o", dump], self.stream)
    made = self.attack.run(["hostdump", "tables", dump, "-o", files + ".tables"])
    said = self.attack.run(["hostdump", "report", "-k", image_file, "--table=methods,tree,samples,stacks", dump])
    reasons = []
    for what, result in (("receive", received), ("tables", made), ("report", said)):
      reasons += [f"{name}: {what} {result.died()}"] if result.died() else []
      if result.status not in (0, 1, 2, 4):
        reasons.append(f"{name}: {what} exits with {result.status}")
      for text in (result.out, result.errors):
        reasons += judge.text(text, f"{name}: {what}")
    folder = self.attack.path(files + ".tables")
    return reasons, read_tables(folder) if os.path.isdir(folder) and made.status in (0, 1) else {}

  def hostile_names(self):
    """Symbols with hostile names: the tables keep their shape."""
    names = [b"plainA%d" % number for number in range(forge.FUNCTIONS)]
    plain = self.symbols("plain", image(names), "names")[1]
    reasons = [] if b"plainA2" in plain.get("methods", b"") else ["the names of an ELF file are not used"]
    kinds = sorted(hostile.names().items())
    for start in range(0, len(kinds), forge.FUNCTIONS):
      chosen = kinds[start:start + forge.FUNCTIONS]
      names = [name or b"x" for _, name in chosen]
      names += [b"more%d" % number for number in range(len(names), forge.FUNCTIONS)]
      more, tables = self.symbols(chosen[0][0], image(names), "names")
      reasons += more
      for table in TABLES if tables else ():
        try:
          rows, rows_2 = read_table(tables[table])[2], read_table(plain[table])[2]
        except ValueError as error:
          reasons.append(f"{chosen[0][0]}: {table}: {error}")
          continue
        reasons += judge.text(tables[table], f"{chosen[0][0]}: {table}")
        if len(rows) != len(rows_2) and table != "run":
          reasons.append(f"{chosen[0][0]}: {table} has {len(rows)} rows, not {len(rows_2)}")
    return reasons

  def claims(self):
    """Headers that point outside of the file, at themselves, or claim more than there is."""
    whole = image([b"name"] * forge.FUNCTIONS)
    headers = struct.unpack_from("<Q", whole, 40)[0]
    cases = {"no_elf": b"not an ELF file at all\n", "empty": b"", "only_magic": whole[:16], "only_header": whole[:64],
             "no_names": image([b"name"] * 3, table=b""), "names_unended": image([b"name"] * 3, table=b"x" * 999),
             "build_id_long": image([b"name"], build_id=b"\7" * 60000),
             "build_id_empty": image([b"name"], build_id=b"")}
    for offset, layout in ((32, "<Q"), (40, "<Q"), (54, "<H"), (56, "<H"), (58, "<H"), (60, "<H"), (62, "<H"),
                           (18, "<H"), (4, "<B"), (5, "<B"), (16, "<H")):
      for value in (0, 1, 64, (1 << 8 * struct.calcsize(layout)) - 1):
        data = bytearray(whole)
        struct.pack_into(layout, data, offset, value)
        cases[f"header_{offset}_{value}"] = bytes(data)
    for section in range(1, 6):
      for field in (4, 24, 32, 40, 56):
        for value in (0, 3, headers, len(whole), 1 << 40, (1 << 63) + 1, (1 << 64) - 1):
          data = bytearray(whole)
          layout, most = ("<I", (1 << 32) - 1) if field in (4, 40) else ("<Q", (1 << 64) - 1)
          struct.pack_into(layout, data, headers + 64 * section + field, value & most)
          cases[f"section_{section}_{field}_{value}"] = bytes(data)
    if not self.attack.all:
      cases = dict(self.attack.random.sample(sorted(cases.items()), 30))
    return sum((self.symbols(name, data, "claims")[0] for name, data in cases.items()), [])

  def damaged(self, count):
    """A real ELF file with DWARF, of which bytes are others."""
    with open(os.path.join(self.attack.build, "golden.elf"), "rb") as file:
      whole = file.read()
    print(f"# elf: seed {self.attack.seed}, {count} files")

    def one(number):
      draw = random.Random(f"{self.attack.seed}/elf/{number}")
      data = bytearray(whole)
      for _ in range(draw.choice((1, 3, 30))):
        at = draw.randrange(len(data))
        count = draw.choice((1, 1, 4, 60))
        data[at:at + count] = draw.choice((bytes(count), b"\xff" * count, draw.randbytes(count)))
      end = draw.choice((len(data), len(data), draw.randrange(len(data))))
      return self.symbols(f"number {number}", bytes(data[:end]), f"damaged{number % 2}")[0]

    def half(first):
      return sum((one(number) for number in range(first, count, 2)), [])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
      return sum(pool.map(half, range(2)), [])


def main():
  """All cases."""
  attack = Attack()
  elf = Elf(attack)
  attack.case("elf_hostile_names", elf.hostile_names())
  attack.case("elf_that_claims", elf.claims())
  attack.case("elf_damaged", elf.damaged(attack.count(60, 3_000)))
  attack.end()


if __name__ == "__main__":
  main()
