/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.h: a call from machine to machine, taken apart: what its time was, on which machine and between them.
 *
 *     client   sent ---- leaves ..................................... comes ---- answered
 *     server                      arrives -- executed -- replied -- goes
 *                  out    request          queue     work       back   reply   in
 *
 * Times within a machine are of its own clock, and exact. Request and reply are between two clocks: their sum is known,
 * and of each the bounds that follow from the clocks' (clocks.h).
 *
 * `leaves`, `arrives`, `goes` and `comes` are messages of layer driver. They are known by way of the datagram of layer
 * udp that carries the call (FORMAT.md, "Messages"). Where one is missing, `out` and so on are not known, and the next
 * part begins or ends with the call itself.
 */
#ifndef NET_REMOTE_H
#define NET_REMOTE_H

#include "clocks.h"

/* Nanoseconds; NAN: not known. */
struct net_remote {
  long double start;                  /* on the client's clock, else on the server's */
  long double elapsed;                /* client's: from sending it to its answer */
  long double out, queue, work, back, in;
  long double request, request_low, request_high;
  long double reply, reply_low, reply_high;
};

/* Which datagram of layer udp brought each message of layer rpc: by node and message; UINT32_MAX: it is not known. What
 * was in a datagram the sender's dump tells, whose records of both layers are in one order. Where the sender is not
 * traced, calls are taken in the order in which their datagrams came, by whichever threads, and a datagram of another
 * length is no call's; a reply is known if one datagram alone can have brought it. For net_carriers_free(). */
struct net_carriers { uint32_t **of; size_t count; };
struct net_carriers net_carriers_new(const struct net_match *m);
void net_carriers_free(struct net_carriers *c);

struct net_remote net_remote_of(const struct net_match *m, const struct net_carriers *carriers,
                                const struct net_clocks *c, const struct net_call *call);

#endif
