/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * places.h: the places at which targets speak, and what of memory and descriptors each may have.
 */
#ifndef PLACES_H
#define PLACES_H

#include "serve.h"

/* Adds a place as the user wrote it, [NAME=]PLACE, which stays the caller's. */
void places_add(struct serve *s, char *text);

/* Whether all places have names for dumps, each another one; says so where not. */
bool places_check(const struct serve *s);

/* Whether dumps can be written. Looks at once: what a target says before that is found out would be lost. Says so
 * where not. */
bool places_check_directory(const struct serve *s);

/* Divides memory and descriptors among the places, which are open. False: there is too little, which has been said. */
bool places_divide(struct serve *s);

/* Frees the places, which are closed. */
void places_free(struct serve *s);

#endif
