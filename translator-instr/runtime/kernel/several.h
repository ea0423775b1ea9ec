/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * several.h: what code does on several processors only (JX_SEVERAL in contract/jx.h).
 */
#ifndef SEVERAL_H
#define SEVERAL_H

/* Writes what several processors need into all places for it, where there are several. Once, before the program starts;
 * no other thread runs code of the program or of the runtime. */
void several_begin(void);

#endif
