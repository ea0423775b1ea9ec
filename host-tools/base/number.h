/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * number.h: numbers as people and files write them. A number is the whole of a text: nothing stands before it or behind
 * it.
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a decimal whole number from 0 to `most`, without a sign. Returns false when `text` is none; then *n is not
 * defined. */
bool number_whole(const char *text, uint64_t most, uint64_t *n);

/* Reads a number as strtod() takes it, from -`most` to `most`. Returns false when `text` is none; then *n is not
 * defined. */
bool number_real(const char *text, double most, double *n);

#endif
