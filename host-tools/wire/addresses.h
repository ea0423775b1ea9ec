/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * addresses.h: at which port of the switch an Ethernet address was seen last (IEEE 802.1D, the filtering database).
 *
 * Room for ADDRESSES of them: a node that invents senders pushes out what was seen longest ago, and costs no memory.
 * What was pushed out is flooded to all ports again until it speaks.
 */
#ifndef ADDRESSES_H
#define ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

#define ADDRESSES      1024
#define ADDRESS_BYTES  6
#define ADDRESSES_NONE (-1)

struct addresses {
  struct { uint64_t address, used; int port; } seen[ADDRESSES];  /* used: 0: free */
  uint64_t clock;
};

/* The 48 bits at `bytes`. */
uint64_t address_read(const uint8_t bytes[ADDRESS_BYTES]);

/* Whether an address is of a group; broadcast is one. */
bool address_is_group(uint64_t address);

/* Notes that `address` speaks at `port`. Returns the port at which it was seen before; ADDRESSES_NONE: at none. */
int addresses_learn(struct addresses *a, uint64_t address, int port);

/* The port of an address; ADDRESSES_NONE: it is not known. */
int addresses_find(const struct addresses *a, uint64_t address);

#endif
