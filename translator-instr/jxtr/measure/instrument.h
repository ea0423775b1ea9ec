/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * instrument.h: which method gets which measuring code, and why. A list of rules in the order of the command line;
 * for each kind of measuring the last rule that matches the method decides.
 *
 * A pattern is matched against the method's name, "java.util.HashMap.get", and against the name with the descriptor,
 * "java.util.HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;". `*` matches any characters, `?` one, `[...]` a set.
 * With a + behind the class, as in "java.util.AbstractMap+.get", it is matched for each superclass and interface of the
 * method's class, too: the methods of a class and of all its subclasses.
 *
 * A rule that lets profiling into all methods, `*`, leaves out the short ones (short.h) when there is a threshold;
 * these have JX_METHOD_SHORT instead. A method that another pattern names is profiled however short it is.
 */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include <stdio.h>

#include "world/class.h"

/* Adds a rule: `measures` (enum jx_method_flag bits) are put into the methods that match, or kept out of them.
 * `option` is shown by --explain. The strings must stay. */
void instrument_rule(unsigned measures, bool put_in, const char *pattern, const char *option);

/* Sets the threshold: methods of at most `bytes` bytes of bytecode are short (short.h); 0: no method is. */
void instrument_threshold(uint32_t bytes);

/* Forgets all rules and the threshold. */
void instrument_start(void);

/* Sets m->measure. With a threshold, all methods must have been verified. */
void instrument_method(struct method *m);

/* Prints a line for a method after instrument_method(): Class.method, descriptor, what it gets, and the options that
 * decided or "no rule"; tabs between them. */
void instrument_explain(FILE *out, const struct method *m);

/* Warns of each pattern that has matched no method, which most often is a typing error. */
void instrument_unused(void);

#endif
