/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * setting.c: what was recorded when: a row for each change while the profiler ran. From these rows the host knows where
 * a table has nothing because nothing was recorded.
 */
#include "records.h"

#include "state.h"

#define SETTINGS 256 /* changes that are kept: all that a person makes, or some minutes of a script's; 6 KiB */

static struct wire_setting settings[SETTINGS];
static uint32_t count, handed;    /* rows kept; rows of these that were handed out */
static uint64_t refused;          /* changes that found no room */
static uint32_t sample_hz;

void prof_setting_begin(void)
{
  count = handed = 0;
  refused = 0;
  sample_hz = prof_state.config.tick_hz;
}

void prof_setting_note(uint64_t now)
{
  if (count == SETTINGS) {
    PROF_WRITE(refused, refused + 1);
    return;
  }
  settings[count] = (struct wire_setting){ .tsc = now, .modes = prof_selected(), .sample_hz = sample_hz };
  __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE); /* what hands rows out finds them whole */
}

void prof_sample_rate(uint32_t hz)
{
  unsigned long irq = prof_alone_begin();
  if (prof_state.running && hz != sample_hz) {
    PROF_WRITE(sample_hz, hz);
    prof_setting_note(prof_time());
  }
  prof_alone_end(irq);
}

uint32_t prof_sample_hz(void)
{
  return PROF_READ(sample_hz);
}

void prof_setting_collect(const struct prof_sink *sink)
{
  const uint32_t end = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  if (end > handed)
    sink->records(sink->ctx, WIRE_SETTING, settings + handed, end - handed);
  handed = end;
}

void prof_setting_abandon(uint64_t sent)
{
  handed = sent < count ? (uint32_t)sent : count;
}

struct prof_tally prof_setting_tally(void)
{
  const uint64_t no_room = PROF_READ(refused);
  return (struct prof_tally){ .made = PROF_READ(count) + no_room, .dropped = no_room };
}
