/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.h: stubs and dispatchers of java.rmi, which rmic made for early Java platforms and proxies make since. Here they
 * are classes that are assembled in memory, as those of lambdas.
 *
 * Of a class Hello that implements remote interfaces a class Hello_Stub is made, which implements the same ones, and so is
 * of each remote interface: each of its methods gives its arguments, and its number, to jx.rmi.Stub.call(). For each
 * method of a remote interface there is a subclass of jx.rmi.Invoker that calls it.
 */
#ifndef REMOTE_H
#define REMOTE_H

#include "class.h"

struct remote_stub {
  struct class *of, *stub;
};

struct remote_method {
  struct method *method;       /* of the interface */
  struct class *invoker;
  int64_t hash;                /* of name and descriptor (Java RMI Specification, section 8.3) */
};

extern struct remote_stub *remote_stubs;
extern size_t remote_stub_count;
extern struct remote_method *remote_methods;
extern size_t remote_method_count;

/* Begins a program. */
void remote_start(void);

/* Makes the classes for the remote interfaces that are known by now and have none, and those in the program's folders.
 * Returns whether the program reaches more by that. Nothing, where the program makes no jx.rmi.Reference, which
 * each stub and each object that is offered has. */
bool remote_reach(void);

#endif
