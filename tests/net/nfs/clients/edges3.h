/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * NFS version 3 at its edges: names that are none, or just too long; handles of what is gone, in every procedure;
 * sizes around the largest; directories read with counts that hold hardly anything (RFC 1813). */
#ifndef EDGES3_H
#define EDGES3_H

#include "calls3.h"

/* In the directory `root', which is afterwards what it was; calls3.h's v3_rpc is the superuser's. */
void edges3(struct handle *root);

#endif
