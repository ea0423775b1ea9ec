/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * processors.c: see processors.h.
 */
#include "processors.h"

#include "base/mem.h"
#include "dump/cursor.h"

#include <inttypes.h>

/* Kinds with a column `cpu`. */
#define NAMING_PROCESSORS (DUMP_KIND(WIRE_SCHED) | DUMP_KIND(WIRE_EVENT) | DUMP_KIND(WIRE_READING) | DUMP_KIND(WIRE_SAMPLE))

/* The greatest processor that records of a kind name whose rows a cursor reads; 0 where there are none. */
#define FIND_GREATEST(d, KIND, type, most) \
  do { \
    struct cursor c_ = cursor_begin(d, KIND); \
    for (const struct type *r_; (r_ = cursor_next(&c_));) \
      (most) = r_->cpu > (most) ? r_->cpu : (most); \
    cursor_end(&c_); \
  } while (0)

static uint32_t count_by_records(const struct dump *d)
{
  const struct wire_sample *s = dump_sample_rows(d);
  uint32_t most = 0;
  FIND_GREATEST(d, WIRE_SCHED, wire_sched, most);
  FIND_GREATEST(d, WIRE_EVENT, wire_event, most);
  FIND_GREATEST(d, WIRE_READING, wire_reading, most);
  for (size_t i = 0; i < dump_count(d, WIRE_SAMPLE); i++)
    most = s[i].cpu > most ? s[i].cpu : most;
  return most + 1;
}

static void set_count(struct processors *p)
{
  const struct dump *d = p->dump;
  const uint64_t said = dump_meta(d, WIRE_META_PROCESSORS, 1);
  p->said_wrong = said == 0 || said > PROCESSORS_MOST;
  p->said = p->said_wrong ? said : 0;
  /* The number stands in the first frame, which tells the frequency, too. */
  const bool first_lost = !dump_has_meta(d, WIRE_META_PROCESSORS) && !dump_has_meta(d, WIRE_META_TSC_HZ);
  const bool by_records = p->said_wrong || first_lost;
  p->count = by_records ? count_by_records(d) : (uint32_t)said;
  p->rests_on = DUMP_KIND(WIRE_META) | (by_records ? NAMING_PROCESSORS : 0);
}

struct processors *processors_new(const struct dump *d)
{
  struct processors *p = mem_alloc(1, sizeof(*p));
  const struct wire_processor *rows = dump_processor_rows(d);
  p->dump = d;
  set_count(p);
  p->all = mem_alloc(p->count, sizeof(*p->all));
  for (size_t i = 0; i < dump_count(d, WIRE_PROCESSOR); i++) {
    if (rows[i].id >= p->count) {
      p->strange++;
      continue;
    }
    struct processor *one = &p->all[rows[i].id];
    p->twice += one->known;
    if (!one->known)
      *one = (struct processor){ true, (int64_t)rows[i].offset, rows[i].error };
  }
  return p;
}

void processors_free(struct processors *p)
{
  if (p)
    mem_free(p->all);
  mem_free(p);
}

uint64_t processors_error(const struct processors *p, uint32_t cpu)
{
  dump_note_read(p->dump, DUMP_KIND(WIRE_PROCESSOR));
  return cpu < p->count ? p->all[cpu].error : 0;
}

static void say_and_free(reason_say *say, void *ctx, char *sentence)
{
  say(ctx, &(struct missing){ REASON_CONTRADICT, wire_kinds[WIRE_PROCESSOR].name, sentence });
  mem_free(sentence);
}

void processors_explain(const struct processors *p, reason_say *say, void *ctx)
{
  uint32_t untold = 0;
  dump_note_read(p->dump, DUMP_KIND(WIRE_PROCESSOR) | p->rests_on);
  for (uint32_t i = 0; i < p->count; i++)
    untold += !p->all[i].known;
  if (p->said_wrong)
    say_and_free(say, ctx, mem_format("the dump says that there were %" PRIu64 " processors, which cannot be: by its "
                                      "records there were %" PRIu32, p->said, p->count));
  if (p->strange)
    say_and_free(say, ctx, mem_format("clocks of processors that the target does not have (it has %" PRIu32 "): %" PRIu64,
                                      p->count, p->strange));
  if (p->twice)
    say_and_free(say, ctx, mem_format("clocks of processors that were told before, so that the first counts: %" PRIu64,
                                      p->twice));
  if (p->count > 1 && untold && dump_has_all(p->dump, WIRE_PROCESSOR))
    say_and_free(say, ctx, mem_format("processors whose clock is not told, so that it is not known by how much their times "
                                      "are wrong: %" PRIu32 " of %" PRIu32, untold, p->count));
}
