/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * settings.c: see settings.h.
 */
#include "settings.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/stats.h"

#include <inttypes.h>
#include <stdio.h>

#define STRETCHES_SAID 3 /* a sentence holds no more; the table `lost` has all */

bool settings_pause(const struct dump *d, enum wire_mode mode, size_t *next, struct period *pause)
{
  const struct wire_setting *s = dump_setting_rows(d);
  const size_t count = dump_count(d, WIRE_SETTING);
  while (*next < count && s[*next].modes & mode)
    ++*next;
  if (*next == count || !(dump_meta(d, WIRE_META_MODES, mode) & mode))
    return false;
  *pause = (struct period){ .from_known = true, .from = s[*next].tsc };
  while (*next < count && !(s[*next].modes & mode))
    ++*next;
  pause->to_known = *next < count || dump_has_meta(d, WIRE_META_STOP_TSC);
  pause->to = *next < count ? s[*next].tsc : dump_meta(d, WIRE_META_STOP_TSC, 0);
  return true;
}

/* The first SETTING record behind `tsc`; the count of them when there is none. */
static size_t first_behind(const struct dump *d, uint64_t tsc)
{
  const struct wire_setting *s = dump_setting_rows(d);
  size_t low = 0;
  SEARCH(low, dump_count(d, WIRE_SETTING), s[middle].tsc <= tsc);
  return low;
}

bool settings_paused(const struct dump *d, enum wire_mode mode, uint64_t from, uint64_t to, uint64_t *clear)
{
  const struct wire_setting *s = dump_setting_rows(d);
  const size_t count = dump_count(d, WIRE_SETTING);
  if (!count || from >= to || !(dump_meta(d, WIRE_META_MODES, mode) & mode))
    return false;
  size_t next = first_behind(d, from);
  if (next && !(s[next - 1].modes & mode))
    return true; /* it was paused at `from` */
  while (next < count && s[next].modes & mode)
    next++;
  if (next < count && s[next].tsc < *clear)
    *clear = s[next].tsc;
  return next < count && s[next].tsc < to;
}

/* ---- as sentences ---- */

/* Microseconds since the start. */
static double us(const struct dump *d, uint64_t tsc)
{
  __int128 since = (__int128)tsc - dump_meta(d, WIRE_META_START_TSC, 0);
  return (double)stats_ns(since, dump_meta(d, WIRE_META_TSC_HZ, 0)) / 1000;
}

static char *append(char *text, char *more)
{
  char *all = mem_format("%s%s", text, more);
  mem_free(text);
  mem_free(more);
  return all;
}

/* The kinds whose logs are of a mode. */
static dump_kinds kinds_of(enum wire_mode mode)
{
  dump_kinds kinds = 0;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (wire_logs[i].mode == mode)
      kinds |= DUMP_KIND(wire_logs[i].kind);
  return kinds;
}

/* The name of the only kind whose log is of a mode; NULL where there are several. */
static const char *only_kind_of(enum wire_mode mode)
{
  const char *name = NULL;
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (kinds_of(mode) == DUMP_KIND(k))
      name = wire_kinds[k].name;
  return name;
}

static void explain_pauses(const struct dump *d, enum wire_mode mode, const char *many, reason_say *say, void *ctx)
{
  struct period t;
  size_t stretches = 0;
  char *text = mem_format("%s were not recorded", many);
  for (size_t next = 0; settings_pause(d, mode, &next, &t); stretches++)
    if (stretches < STRETCHES_SAID) {
      const char *comma = stretches ? "," : "";
      text = append(text, t.to_known ? mem_format("%s from %.3f to %.3f us", comma, us(d, t.from), us(d, t.to)) :
                    mem_format("%s from %.3f us on", comma, us(d, t.from)));
    }
  if (stretches > STRETCHES_SAID)
    text = append(text, mem_format(", and in %zu more stretches (table lost)", stretches - STRETCHES_SAID));
  text = append(text, mem_format(": the target was told to stop"));
  if (stretches)
    say(ctx, &(struct missing){ REASON_PAUSED, only_kind_of(mode), text });
  mem_free(text);
}

static void explain_rates(const struct dump *d, reason_say *say, void *ctx)
{
  const struct wire_setting *s = dump_setting_rows(d);
  uint64_t hz = dump_meta(d, WIRE_META_TICK_HZ, 0);
  size_t changes = 0;
  char *text = mem_format("%" PRIu64 " samples a second were taken", hz);
  for (size_t i = 0; i < dump_count(d, WIRE_SETTING); i++) {
    if (s[i].sample_hz == hz)
      continue;
    hz = s[i].sample_hz;
    if (changes++ < STRETCHES_SAID)
      text = append(text, mem_format(", %" PRIu64 " from %.3f us on", hz, us(d, s[i].tsc)));
  }
  if (changes > STRETCHES_SAID)
    text = append(text, mem_format(", and %zu more changes", changes - STRETCHES_SAID));
  text = append(text, mem_format(": what ran at a higher rate weighs more; --from and --to choose a stretch of one "
                                 "rate"));
  if (changes)
    say(ctx, &(struct missing){ REASON_RATE, wire_kinds[WIRE_SAMPLE].name, text });
  mem_free(text);
}

void settings_explain(const struct dump *d, dump_kinds read, reason_say *say, void *ctx)
{
  if (!dump_meta(d, WIRE_META_TSC_HZ, 0))
    return;
#define EXPLAIN(number, NAME, name, text) \
  if (read & kinds_of(WIRE_MODE_##NAME)) \
    explain_pauses(d, WIRE_MODE_##NAME, text, say, ctx);
  WIRE_MODES(EXPLAIN)
#undef EXPLAIN
  if (read & DUMP_KIND(WIRE_SAMPLE))
    explain_rates(d, say, ctx);
  if (dump_tally(d, WIRE_SETTING)->dropped)
    say(ctx, &(struct missing){ REASON_SWITCHED, NULL,
                                "the target was switched so often that not all of it is known" });
}
