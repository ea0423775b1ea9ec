/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * status.c: see status.h.
 */
#include "status.h"

#include "base/say.h"

#include <stdio.h>

void status_wipe(struct serve *s)
{
  char up[40];
  if (s->lines) {
    const int n = snprintf(up, sizeof(up), "\033[%zuA\033[J", s->lines); /* ECMA-48: cursor up, erase to the end */
    outlet_put(&s->err, up, (size_t)n);
  }
  s->lines = 0;
}

void status_draw(struct serve *s)
{
  if (!s->terminal || outlet_waits(&s->err))
    return; /* a terminal that is stopped (Ctrl-S) has the lines that it has */
  status_wipe(s);
  for (size_t i = 0; i < s->place_count; i++) {
    size_t runs = 0;
    for (size_t k = 0; k < s->run_count; k++) {
      char text[160];
      if (s->runs[k].served != &s->places[i] || !s->runs[k].in)
        continue;
      incoming_status(s->runs[k].in, text, sizeof(text));
      say_status("%-12s %s", s->places[i].place.name, text);
      runs++;
    }
    if (!runs)
      say_status("%-12s waits at %s", s->places[i].place.name, s->places[i].place.where);
    s->lines += runs ? runs : 1;
  }
}

enum serve_status status_of(enum incoming_result result)
{
  switch (result) {
  case INCOMING_WHOLE: return SERVE_GOOD;
  case INCOMING_DAMAGED: return SERVE_DAMAGED;
  case INCOMING_NOTHING: return SERVE_NOTHING;
  default: return SERVE_IO;
  }
}

void status_note(struct serve *s, enum serve_status status)
{
  s->worst = status == SERVE_IO || s->worst == SERVE_GOOD ? status : s->worst;
}
