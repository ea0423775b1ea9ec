/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * instrument.h: which method gets which measuring code, and why. A list of rules in the order of the command line;
 * for each kind of measuring the last rule that matches the method decides.
 *
 * A pattern is matched against "java.util.HashMap.get" and against the same with the descriptor behind it,
 * "java.util.HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;". `*` matches any characters, `?` one, `[...]` a set.
 */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include <stdio.h>

#include "world.h"

/* Adds a rule: `measures` (enum jx_method_flag bits) are put into the methods that match, or kept out of them.
 * `option` is shown by --explain. The strings must stay. */
void instrument_rule(unsigned measures, bool put_in, const char *pattern, const char *option);

/* Forgets all rules. */
void instrument_start(void);

/* Sets m->measure. */
void instrument_method(struct method *m);

/* A line for each reached method: Class.method, descriptor, what it gets, the options that decided, or "no rule". */
void instrument_explain(FILE *out, const struct method *m);

/* Warns of each pattern that has matched no method: a typing error, most often. */
void instrument_unused(void);

#endif
