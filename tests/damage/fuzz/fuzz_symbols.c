/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_symbols.c: names and lines from an ELF file that is anything. The golden image's functions lie from 0x100000 on
 * (tests/golden/image.S); what they are asked for there must be a name, or nothing.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dump/symbols.h"

#define FIRST 0x100000
#define LAST  0x101100
#define STEP  0x40

static void look_up(const struct symbols *s, uint64_t address)
{
  char where[300];
  const struct symbol *found = symbols_find(s, address);
  fuzz_check(!found || (found->start <= address && address < found->end && found->name[0]));
  if (symbols_where(s, address, where, sizeof(where)))
    fuzz_check(strlen(where) < sizeof(where));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  char path[64], error[SYMBOLS_ERROR_BYTES];
  int fd = memfd_create("fuzz.elf", MFD_CLOEXEC);
  fuzz_check(fd >= 0 && write(fd, data, bytes) == (ssize_t)bytes);
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  struct symbols *s = symbols_open(path, error);
  if (s) {
    fuzz_check(strlen(symbols_build_id(s)) < SYMBOLS_ID_BYTES);
    for (uint64_t address = FIRST; address < LAST; address += STEP)
      look_up(s, address);
    look_up(s, 0);
    look_up(s, UINT64_MAX);
  }
  symbols_close(s);
  close(fd);
  return 0;
}
