/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reach.h: what of the world the program can reach from its main class. Rapid type analysis (Bacon and Sweeney, OOPSLA
 * 1996): a virtual call reaches the implementations in those classes only of which an object is made somewhere.
 */
#ifndef REACH_H
#define REACH_H

#include <stdbool.h>

#include "class.h"

/* What lets a program reach more than its code says: `start` begins a program; `more` adds what is reached by what is
 * known by then, and returns whether that is more than before. */
struct reach_more { void (*start)(void); bool (*more)(void); };

/* Marks everything that the program with this main class can reach, and loads it; of what the code does not say, what
 * `others`, ended by one without functions, add. Reports what is missing. */
void reach_program(const char *main_class, const struct reach_more *others);

/* The main class and its main(), after reach_program() without errors. */
extern struct class *reach_main;
extern struct method *reach_main_method;

/* How many interface methods have a selector: they are numbered from 0. */
extern uint32_t reach_selectors;

/* Finds the methods that a call of `m` can reach, on the objects of type `receiver` that can exist: each once into
 * `found`, which has room for `most`. Returns how many; `most` + 1: there are more, or some object has none. */
uint32_t reach_targets(const struct class *receiver, const struct method *m, struct method **found, uint32_t most);

/* Returns the only class of which the program makes objects, arrays included, that are instances of `c`; NULL: there are
 * several, or none. */
struct class *reach_only_class(const struct class *c);

/* Returns the only class of whose objects such a call reaches `target`; NULL: there are several, or none. */
struct class *reach_only_maker(const struct class *receiver, const struct method *m, const struct method *target);

/* Returns the class of this name, if the program makes objects of it; else NULL. */
struct class *reach_made(const char *name);

/* For struct reach_more, while the program is searched: the runtime calls this method by itself, makes objects of this class. */
void reach_run(struct method *m);
void reach_make(struct class *c);

/* Returns the only method that such a call can reach; NULL: there are several, or none. */
struct method *reach_only(const struct class *receiver, const struct method *m);

#endif
