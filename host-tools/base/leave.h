/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * leave.h: leaving a job in its middle, for mem.c. Here it is longjmp(); in a page (viz/page/core) an exception of the
 * engine that runs the module, which has no longjmp().
 */
#ifndef LEAVE_H
#define LEAVE_H

#include <stdbool.h>

/* Calls job(ctx). Returns false where the job was left by leave_now(). May be nested. */
bool leave_try(void (*job)(void *ctx), void *ctx);

/* Leaves the innermost leave_try(), one of which must be at work. */
_Noreturn void leave_now(void);

#endif
