/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * registers.h: what the table `crash` says about registers.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "base/table.h"
#include "model/view.h"

/* Writes a note with the registers of the thread that crashed; nothing where no registers are known. Before the first
 * row. */
void registers_note(struct view *v, struct table *t);

#endif
