/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * damage_report.c: see damage_report.h.
 */
#include "damage_report.h"

#include "base/say.h"
#include "losses.h"

#define DAMAGE_LINES 10 /* reports of damage that are printed one by one */

void damage_report(const struct dump *d)
{
  char text[300];
  for (size_t i = 0; i < d->damage_total && i < DAMAGE_LINES; i++) {
    losses_describe(&d->damages[i], text, sizeof(text));
    say_line("%s: %s", d->path, text);
  }
  if (d->damage_total > DAMAGE_LINES)
    say_line("%s: and %zu more like these", d->path, d->damage_total - DAMAGE_LINES);
  if (d->error[0])
    say_line("%s: %s; the records before it are shown, the rest is not%s", d->path, d->error, d->memory_full ? "" :
             ". The checksums are right, so sender and hostdump disagree: build both from one tree");
  if (d->damaged_behind)
    say_line("%s: what is behind the dump's end is damaged, its index, names or text; the dump itself is not", d->path);
  if (!d->hello && d->frames)
    say_line("%s: %s", d->path, losses_no_hello);
  if (!d->end && d->frames)
    say_line("%s: %s", d->path, losses_no_end);
  for (unsigned k = 0; k < XFER_DAMAGE_LIMIT; k++)
    if (d->damage_count[k])
      say_line("%s: %s: %s", d->path, xfer_damage_text(k), losses_advice(k));
}
