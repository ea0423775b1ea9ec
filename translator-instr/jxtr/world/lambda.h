/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lambda.h: lambdas and method references as ordinary classes. For reach.c.
 */
#ifndef LAMBDA_H
#define LAMBDA_H

#include "class.h"

/* Returns the class that stands for the invokedynamic constant `index` of `host`; its static method `make` takes the
 * captured values. NULL: it is no lambda or method reference that can be translated, which is reported. */
struct class *lambda_class(struct class *host, uint16_t index, struct use where);

#endif
