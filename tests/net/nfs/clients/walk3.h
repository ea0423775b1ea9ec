/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mounting, and a walk through all that is mounted, by mount and NFS version 3. */
#ifndef WALK3_H
#define WALK3_H

#include "calls3.h"

/* The status of MNT; the handle is in `got'. */
int walk3_mount(struct rpc_context *mount, const char *path);

/* Compares all names, attributes and bytes below `root', found by READDIRPLUS, READDIR, LOOKUP, READ and READLINK,
 * with the folder `local', which the server's tar was made of; prints `ok NAME' or what differs. */
void walk3_tree(struct handle *root, const char *local, const char *name);

#endif
