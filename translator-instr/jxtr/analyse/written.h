/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * written.h: where lambdas and method references are written, and what their classes are called after that.
 */
#ifndef WRITTEN_H
#define WRITTEN_H

/* Gives each class that was made for a lambda or method reference the name `Host$$Lambda:LINE`, and where LINE has
 * several of them `Host$$Lambda:LINE#2`, ... for the later ones, in the order of the code. Its methods, and the
 * invokedynamic that makes its objects, get that line. All methods have been verified before. */
void written_name_lambdas(void);

#endif
