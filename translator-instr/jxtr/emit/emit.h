/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit.h: from verified bytecode to C. What translator-instr/contract/jx.h says of emitted code is made here.
 *
 * In the folder OUT there will be jxg.h (all structs and declarations), a <class>.c for each class that has reachable
 * code, jxg_tables.c (classes, strings, methods, sites) and jxg_all.c, which includes the lot: compile either that
 * one, with everything in gcc's sight, or the others one by one. Where the program refers to what is in none of the
 * folders, and is not refused for that, missing.txt says what and where.
 */
#ifndef EMIT_H
#define EMIT_H

#include "world/class.h"

/* The name of the list of what is missing (lack.h). */
#define EMIT_MISSING "missing.txt"

/* Whether emitted code notes what exact lives follow from (translator-instr/contract/jx.h, "exact lives"). False at
 * first. */
extern bool emit_exact;

/* Writes the program, whose `count` reached methods are verified and have their measures, to `folder`, which is made if
 * it is missing. False: it could not be written, which is reported. */
bool emit_program(const char *folder, struct method **methods, uint32_t count);

#endif
