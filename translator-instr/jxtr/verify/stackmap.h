/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stackmap.h: the StackMapTable of a method (JVMS 4.7.4). For verify.c.
 */
#ifndef STACKMAP_H
#define STACKMAP_H

#include "frame.h"

/* Decodes the StackMapTable into v->maps. `v->now` is the frame at the method's entry. A table that is no good is
 * reported by frame_fail(). */
void stackmap_decode(struct verifier *v);

#endif
