/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * place.h: where `hostdump serve` hears targets: a pipe, a device or a file, that is read; or a unix socket or a TCP
 * port of this machine, that is listened at: who connects is one run.
 *
 * What always holds: what cannot be a target's line (a directory, /dev/null, a disk) is refused when it is opened; no
 * file is removed but the socket that was made here.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct place {
  char *name;            /* of its dumps */
  const char *where;     /* as the user wrote it: the path, or tcp:PORT, or unix:PATH */
  bool listens;          /* at a socket or a port */
  bool endless;          /* a device: no end but the end frame */
  bool file;             /* a regular file: one run */
  bool bound;            /* a unix socket of ours is there: */
  dev_t socket_device;   /* which one */
  ino_t socket_inode;
  int fd;                /* -1: it is not open */
  bool answers;          /* what is written to the target goes there, too; the caller sets it before opening */
  int out;               /* where to, of a place that is read; -1: there is no way */
};

/* A place as the user wrote it, [NAME=]PLACE, which stays the caller's. Not opened. The caller frees `name`. */
struct place place_parse(char *text);

/* Opens it, or opens it again; to be answered, PLACE may be the name of a pair of pipes, PLACE.in and PLACE.out. A FIFO
 * without a writer is no error: it is waited for. False: the reason has been said. */
bool place_open(struct place *p);

/* Closes it, and removes its unix socket, unless that has become anything else. */
void place_close(struct place *p);

#endif
