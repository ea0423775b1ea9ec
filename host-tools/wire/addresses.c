/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * addresses.c: see addresses.h.
 */
#include "addresses.h"

#include <stddef.h>

uint64_t address_read(const uint8_t bytes[ADDRESS_BYTES])
{
  uint64_t address = 0;
  for (int i = 0; i < ADDRESS_BYTES; i++)
    address = address << 8 | bytes[i];
  return address;
}

bool address_is_group(uint64_t address)
{
  return address >> 40 & 1;
}

int addresses_learn(struct addresses *a, uint64_t address, int port)
{
  size_t place = 0;
  for (size_t i = 0; i < ADDRESSES; i++) {
    if (a->seen[i].used && a->seen[i].address == address) {
      const int before = a->seen[i].port;
      a->seen[i].port = port;
      a->seen[i].used = ++a->clock;
      return before;
    }
    if (a->seen[i].used < a->seen[place].used)
      place = i;
  }
  a->seen[place].address = address;
  a->seen[place].port = port;
  a->seen[place].used = ++a->clock;
  return ADDRESSES_NONE;
}

int addresses_find(const struct addresses *a, uint64_t address)
{
  for (size_t i = 0; i < ADDRESSES; i++)
    if (a->seen[i].used && a->seen[i].address == address)
      return a->seen[i].port;
  return ADDRESSES_NONE;
}
