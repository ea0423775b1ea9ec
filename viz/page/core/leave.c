/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * leave.c: base/leave.h in a page. The page calls the job, and leave_now() throws an exception through it; wasm.js
 * has the other half.
 */
#include "base/leave.h"

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(name)))

/* Calls job(ctx) and returns 1; 0 where page_leave() was called meanwhile. */
FROM_PAGE("try") int page_try(void (*job)(void *ctx), void *ctx);
FROM_PAGE("leave") _Noreturn void page_leave(void);

bool leave_try(void (*job)(void *ctx), void *ctx)
{
  return page_try(job, ctx);
}

void leave_now(void)
{
  page_leave();
}
