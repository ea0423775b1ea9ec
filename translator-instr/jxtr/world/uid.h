/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uid.h: the number that tells versions of a serializable class apart.
 */
#ifndef UID_H
#define UID_H

#include "class.h"

/* Returns the class's serialVersionUID: the constant of that name, 0 of an enum or of a record without one, else what the
 * Java Object Serialization Specification, section 4.6, computes of name, interfaces and members; for arrays, too. */
int64_t uid_of(const struct class *c);

#endif
