/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reach.h: what of the world the program can reach from its main class. Rapid type analysis (Bacon and Sweeney, OOPSLA
 * 1996): a virtual call reaches the implementations in those classes only of which an object is made somewhere.
 */
#ifndef REACH_H
#define REACH_H

#include "class.h"

/* Marks everything that the program with this main class can reach, and loads it. Reports what is missing. */
void reach_program(const char *main_class);
extern struct class *reach_main;
extern struct method *reach_main_method;

/* Selectors given out. */
extern uint32_t reach_selectors;

/* The methods that a call of `m` on objects that can exist can reach, each once, into `found`; returns how many. More
 * than `most`: too many, or it may also reach none. */
uint32_t reach_targets(const struct class *receiver, const struct method *m, struct method **found, uint32_t most);

/* The only one; NULL: none or several. */
struct method *reach_only(const struct class *receiver, const struct method *m);

#endif
