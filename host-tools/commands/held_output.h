/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * held_output.h: standard output that is held back until it is clear that it is right. What is printed meanwhile goes
 * into a file without a name where temporary files go (tmpfile()). One at a time; one thread.
 */
#ifndef HELD_OUTPUT_H
#define HELD_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct held_output { FILE *kept; int standard; };

/* Begins to hold standard output back. Returns false when there is no temporary file: then nothing is held. */
bool held_output_begin(struct held_output *h);

/* Ends that: standard output is what it was. Returns false when there was no room for all of what was printed. One
 * of the functions below is called next. */
bool held_output_end(struct held_output *h);

/* Prints what was held. Returns false when standard output did not take it. */
bool held_output_print(struct held_output *h);

/* Drops what was held. */
void held_output_drop(struct held_output *h);

#endif
