/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fixture.h: what every unit test includes first: cmocka and the headers it wants before it.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
