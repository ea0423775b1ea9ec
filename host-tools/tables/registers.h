/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * registers.h: what the table `crash` says of registers.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "base/table.h"
#include "model/view.h"

/* Notes the registers of the thread that brought the target down, in front of the rows of `t`. Nothing where none are
 * known. */
void registers_note(struct view *v, struct table *t);

#endif
