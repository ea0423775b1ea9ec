/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * instrument.h: which method gets which measuring code, and why. A list of rules in the order of the command line;
 * for each kind of measuring the last rule that matches the method decides.
 *
 * A pattern is matched against "java.util.HashMap.get" and against the same with the descriptor behind it,
 * "java.util.HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;". `*` matches any characters, `?` one, `[...]` a set.
 *
 * A rule that lets profiling into all methods, `*`, leaves out those that are short (short.h), where a threshold says
 * what that is; they have JX_METHOD_SHORT instead. A method that is named otherwise is profiled however short it is.
 */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include <stdio.h>

#include "world/class.h"

/* Adds a rule: `measures` (enum jx_method_flag bits) are put into the methods that match, or kept out of them.
 * `option` is shown by --explain. The strings must stay. */
void instrument_rule(unsigned measures, bool put_in, const char *pattern, const char *option);

/* Methods that run at most so many bytes of bytecode are short; 0: none is. */
void instrument_threshold(uint32_t bytes);

/* Forgets all rules and the threshold. */
void instrument_start(void);

/* Sets m->measure. With a threshold only when all methods have been verified. */
void instrument_method(struct method *m);

/* A line for a method behind instrument_method(): Class.method, descriptor, what it gets, the options that decided, or
 * "no rule". */
void instrument_explain(FILE *out, const struct method *m);

/* Warns of each pattern that has matched no method: a typing error, most often. */
void instrument_unused(void);

#endif
