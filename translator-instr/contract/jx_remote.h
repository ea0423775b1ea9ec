/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_remote.h: what the translator tells the runtime of remote interfaces (java.rmi.Remote): the classes of stubs that it
 * has made, and the methods that can be called from elsewhere. A program without java.rmi has two empty tables.
 */
#ifndef JX_REMOTE_H
#define JX_REMOTE_H

#include "jx.h"

/* Of a remote interface, or of a class that implements some: the class of its stubs. */
struct jx_stub {
  struct jx_class *of, *stub;
};

/* A method of a remote interface. Stubs call methods by their number in this table. */
struct jx_remote {
  struct jx_class *owner;             /* the interface that declares it */
  const char *descriptor;
  int64_t hash;                       /* by which the JDK's RMI knows it */
  struct jx_class *invoker;           /* a subclass of jx.rmi.Invoker that calls it */
  struct jx_class *const *throws;     /* the exceptions that it declares, then NULL */
};

extern const struct jx_stub jx_stubs[];
extern const uint32_t jx_stub_count;
extern const struct jx_remote jx_remotes[];
extern const uint32_t jx_remote_count;

#endif
