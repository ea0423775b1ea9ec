/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lambda.h: lambdas and method references as ordinary classes. For reach.c.
 */
#ifndef LAMBDA_H
#define LAMBDA_H

#include "class.h"

/* Makes the class that stands for the invokedynamic at `pc` of `host`; it has a field for each captured value, in their
 * order (arg1, ...), or where nothing is captured the static field `only` for the one object. Sets host->lambdas[pc].
 * NULL: it is no lambda or method reference that can be translated, which is reported. */
struct class *lambda_class(struct method *host, uint32_t pc, uint16_t index);

#endif
