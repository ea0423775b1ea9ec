/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * leave.c: see leave.h.
 */
#include "leave.h"

#include <setjmp.h>
#include <stddef.h>

struct place { jmp_buf back; struct place *outer; };

static struct place *innermost;

bool leave_try(void (*job)(void *ctx), void *ctx)
{
  struct place place = { .outer = innermost };
  const bool done = setjmp(place.back) == 0;
  if (done) {
    innermost = &place;
    job(ctx);
  }
  innermost = place.outer;
  return done;
}

void leave_now(void)
{
  longjmp(innermost->back, 1);
}
