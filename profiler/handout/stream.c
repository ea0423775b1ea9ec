/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream.c: hands out what the logs hold, while the system runs or when it has stopped. One thread at a time: the
 * scratch arrays below are static.
 *
 * A round of a stream first looks how far each log's records are whole, then hands out the names that these records may
 * need, then the records. Records that are made meanwhile wait for the next round, so each round ends. Paths leave with
 * the stances that have them: a frame of paths alone would have a header, RUN and PLACE of its own.
 *
 * Records of one processor leave from where they lie. Those of several are merged by time, and copied with the number
 * of their processor. A round then takes only records that are older than its own beginning, and none that is younger
 * than the last whole one of a processor on which a thread has one in hand: what follows it in the dump was made later.
 */
#include "handout.h"

#include "probes/turns.h"

#include "records/log.h"
#include "records/records.h"
#include "state.h"

/* Records handed out at a time: their room is free before the next ones are packed. */
#define STREAM_ROWS 4096

/* Samples, and addresses of their stacks, gathered before they are handed out. */
#define SAMPLE_ROWS 2048
#define STACK_ROWS  16384
_Static_assert(STACK_ROWS >= PROF_STACK_DEPTH, "one sample's stack must fit");

/* Numbers of records, by processor: [from, until) is what to hand out. */
struct range { uint64_t from[PROF_PORT_CPUS], until[PROF_PORT_CPUS]; };

static bool releases;   /* what is handed out makes room: the system runs */

/* ---- merging ---- */

/* Returns by what records of a log are in order: their time on the clock that all processors have in common, or, where
 * they have none, the column by which they grow. */
static uint64_t order_of(const struct prof_log *log, uint64_t number)
{
  const struct wire_log_info *info = log->info;
  const void *record = prof_log_record(log, number);
  if (!info->time.bytes)
    return wire_value(record, info->key);
  const uint64_t offset = info->kind == WIRE_COLLECTION ? 0 : prof_cpu_of(prof_number_cpu(number))->offset;
  return wire_value(record, info->time) + offset;
}

/* The next record of each processor in a range. */
struct merge {
  const struct prof_log *log;
  struct range *range;
  uint64_t cut;                    /* later records wait */
  uint64_t order[PROF_PORT_CPUS];  /* of the next record; UINT64_MAX: there is none */
};

static void look_at_next(struct merge *m, unsigned cpu)
{
  struct range *r = m->range;
  while (r->from[cpu] < r->until[cpu] && !prof_log_is_whole(m->log, r->from[cpu]))
    r->from[cpu]++; /* at the end only: it is torn */
  m->order[cpu] = r->from[cpu] < r->until[cpu] ? order_of(m->log, r->from[cpu]) : UINT64_MAX;
}

static struct merge merge_begin(const struct prof_log *log, struct range *range, uint64_t cut)
{
  struct merge m = { .log = log, .range = range, .cut = cut };
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    look_at_next(&m, cpu);
  return m;
}

/* Takes the number of the record that comes next. Returns false when there is none. */
static bool merge_next(struct merge *m, uint64_t *number)
{
  unsigned least = 0;
  for (unsigned cpu = 1; cpu < prof_processors(); cpu++)
    least = m->order[cpu] < m->order[least] ? cpu : least;
  if (m->order[least] == UINT64_MAX || m->order[least] > m->cut)
    return false;
  *number = m->range->from[least]++;
  look_at_next(m, least);
  return true;
}

/* ---- records with their processor ---- */

/* Copies a record of a log to `to`, as struct wire_<kind>. */
static PROF_PLAIN_LOOPS void copy_record(const struct prof_log *log, uint64_t number, uint8_t *to)
{
  const struct wire_log_info *info = log->info;
  const struct wire_kind_info *kind = &wire_kinds[info->kind];
  const uint64_t *from = prof_log_record(log, number);
  uint64_t *word = (uint64_t *)(void *)to;
  for (size_t i = 0; i < info->bytes / sizeof(*word); i++)
    word[i] = from[i];
  if (info->time.bytes)
    *(uint64_t *)(void *)(to + info->time.offset) = order_of(log, number);
  if (kind->column_count > info->columns)
    *(uint16_t *)(void *)(to + kind->columns[info->columns].offset) = (uint16_t)prof_number_cpu(number);
}

#if PROF_PORT_CPUS > 1
#define MERGED_BYTES (128u << 10)

/* Frees what a stream has handed out: from its `taken` up to `from`. */
static void release_range(const struct prof_log *log, const struct range *range)
{
  for (unsigned cpu = 0; releases && cpu < prof_processors(); cpu++)
    prof_log_release(log, cpu, range->from[cpu] - prof_log_part(log, cpu)->taken);
}

/* Hands out the records of a range of several processors, and frees a stream's. */
static void hand_merged(const struct prof_sink *sink, const struct prof_log *log, struct range *range, uint64_t cut)
{
  static uint64_t merged[MERGED_BYTES / sizeof(uint64_t)];
  const size_t bytes = wire_kinds[log->info->kind].bytes, room = sizeof(merged) / bytes;
  struct merge m = merge_begin(log, range, cut);
  uint8_t *const rows = (uint8_t *)merged;
  size_t n = 0;
  uint64_t number;
  while (merge_next(&m, &number)) {
    copy_record(log, number, rows + n++ * bytes);
    if (n == room) {
      sink->records(sink->ctx, log->info->kind, rows, n);
      release_range(log, range);
      n = 0;
    }
  }
  if (n)
    sink->records(sink->ctx, log->info->kind, rows, n);
  release_range(log, range);
}
#else
static void hand_merged(const struct prof_sink *sink, const struct prof_log *log, struct range *range, uint64_t cut)
{
  (void)sink, (void)log, (void)range, (void)cut;
}
#endif

/* ---- samples ---- */

/* Samples that are gathered: struct wire_sample, or of one processor struct wire_logged_sample. */
static union {
  struct wire_sample of_several[SAMPLE_ROWS];
  struct wire_logged_sample of_one[SAMPLE_ROWS];
} gathered;

static uint16_t gather_sample(uint64_t number, size_t row)
{
  const struct wire_logged_sample *s = prof_log_record(&prof_samples, number);
  if (prof_processors() > 1)
    copy_record(&prof_samples, number, (uint8_t *)&gathered.of_several[row]);
  else
    gathered.of_one[row] = *s;
  return s->depth;
}

/* Hands out samples with their stacks, of which the first address of each processor has the number in `stack`, as many
 * to a block as the arrays hold. The room of a stream's samples is free then. */
static void hand_samples(const struct prof_sink *sink, struct range *range, uint64_t stack[PROF_PORT_CPUS],
                         uint64_t cut)
{
  static struct wire_stack addresses[STACK_ROWS];
  struct merge m = merge_begin(&prof_samples, range, cut);
  size_t n = 0, used = 0;
  uint64_t number;
  for (bool more = merge_next(&m, &number); more;) {
    uint64_t *const at = &stack[prof_number_cpu(number)];
    for (uint16_t depth = gather_sample(number, n++); depth; depth--)
      addresses[used++] = *(const struct wire_stack *)prof_log_record(&prof_addresses, (*at)++);
    more = merge_next(&m, &number);
    if (n < SAMPLE_ROWS && used + PROF_STACK_DEPTH <= STACK_ROWS && more)
      continue;
    sink->pair(sink->ctx, WIRE_SAMPLE, &gathered, n, WIRE_STACK, addresses, used);
    n = used = 0;
    for (unsigned cpu = 0; releases && cpu < prof_processors(); cpu++) {
      const bool in_hand = more && cpu == prof_number_cpu(number);
      prof_log_release(&prof_addresses, cpu, stack[cpu] - prof_log_part(&prof_addresses, cpu)->taken);
      prof_log_release(&prof_samples, cpu, range->from[cpu] - in_hand - prof_log_part(&prof_samples, cpu)->taken);
    }
  }
}

static void stream_samples(const struct prof_sink *sink, struct range *range, uint64_t cut)
{
  uint64_t stack[PROF_PORT_CPUS];
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    stack[cpu] = prof_log_part(&prof_addresses, cpu)->taken;
  hand_samples(sink, range, stack, cut);
}

/* ---- other records ---- */

/* Hands out records [from, until) of one processor: in two pieces where they go round the end of the buffer. */
static void hand_records(const struct prof_sink *sink, const struct prof_log *log, uint64_t from, uint64_t until)
{
  while (from < until) {
    uint64_t left = log->capacity - (from & log->mask);
    uint64_t count = until - from < left ? until - from : left;
    sink->records(sink->ctx, log->info->kind, prof_log_record(log, from), count);
    from += count;
  }
}

/* Hands out the records of a stream of one processor, a piece at a time. */
static void stream_one(const struct prof_sink *sink, const struct prof_log *log, uint64_t until)
{
  const struct prof_part *part = prof_log_part(log, 0);
  while (part->taken < until) {
    uint64_t count = until - part->taken < STREAM_ROWS ? until - part->taken : STREAM_ROWS;
    hand_records(sink, log, part->taken, part->taken + count);
    prof_log_release(log, 0, count);
  }
}

static void stream_log(const struct prof_sink *sink, const struct prof_log *log, struct range *range, uint64_t cut)
{
  if (log == &prof_samples)
    stream_samples(sink, range, cut);
  else if (prof_processors() > 1)
    hand_merged(sink, log, range, cut);
  else
    stream_one(sink, log, range->until[0]);
}

/* ---- rounds ---- */

static bool is_streamed_now(const struct prof_log *log)
{
  /* While prof_measure() invents objects, which it does with collections off, no records of objects are handed out. */
  return log->stream && !(log->info->mode == WIRE_MODE_OBJECTS && PROF_READ(log->on) && !PROF_READ(prof_collections.on));
}

/* Writes to *range which records of a stream are whole, and returns the time up to which they may leave now: no later
 * than `now`, where records have a time. */
static uint64_t find_range(const struct prof_log *log, struct range *range, uint64_t now)
{
  uint64_t cut = prof_processors() > 1 && log->info->time.bytes ? now : UINT64_MAX - 1;
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++) {
    struct prof_part *part = prof_log_part(log, cpu);
    const uint64_t end = is_streamed_now(log) ? prof_log_end(log, cpu) : part->taken;
    const uint64_t whole = prof_log_whole_until(log, part->taken, end);
    range->from[cpu] = part->taken;
    range->until[cpu] = whole;
    if (prof_processors() == 1)
      continue;
    if (whole > part->taken)
      part->cut = order_of(log, whole - 1);
    if (whole < end && part->cut < cut)
      cut = part->cut;
  }
  return cut;
}

static bool has_records(const struct range *range)
{
  bool any = false;
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    any |= range->from[cpu] < range->until[cpu];
  return any;
}

bool prof_stream(const struct prof_sink *sink)
{
  static struct range range[WIRE_LOG_COUNT];
  uint64_t cut[WIRE_LOG_COUNT], now = prof_time();
  bool any = false;
  releases = true;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    cut[i] = find_range(prof_logs[i], &range[i], now);
  prof_collect_names(sink, range[PROF_LOG_births].until);
  if (has_records(&range[PROF_LOG_stances]))
    prof_path_collect(sink);
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    if (prof_logs[i] == &prof_addresses)
      continue; /* they leave with their samples */
    any |= has_records(&range[i]);
    if (prof_logs[i]->stream)
      stream_log(sink, prof_logs[i], &range[i], cut[i]);
  }
  prof_loss_collect(sink, false);
  prof_setting_collect(sink);
  prof_turns_collect(sink);
  return any;
}

uint32_t prof_stream_level(void)
{
  uint64_t most = 0;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    const struct prof_log *log = prof_logs[i];
    for (unsigned cpu = 0; log->stream && log->capacity && cpu < prof_processors(); cpu++) {
      const uint64_t level = prof_log_kept(log, cpu) * PROF_STREAM_FULL / log->capacity;
      most = level > most ? level : most;
    }
  }
  return (uint32_t)most;
}

static bool (*on_full)(void);

void prof_stream_on_full(bool (*make_room)(void))
{
  on_full = make_room;
}

/* Returns how many more records the own processor's part has room for. */
static uint64_t room_of(const struct prof_log *log)
{
  unsigned long irq = prof_port_irq_save();
  const uint64_t room = prof_part_left(prof_log_own(log));
  prof_port_irq_restore(irq);
  return room;
}

uint64_t prof_stream_room(enum wire_kind kind)
{
  const struct prof_log *log = NULL;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (wire_logs[i].kind == kind)
      log = prof_logs[i];
  if (!log || !PROF_READ(log->on) || !log->stream)
    return UINT64_MAX;
  uint64_t room = room_of(log);
  const uint64_t half = log->capacity / 2;
  if (!room)
    while (room < half && on_full && on_full())
      room = room_of(log);
  return room ? room : half + 1;
}

/* Passes over the first `count` records of a stream, in the order in which they were handed out. */
static void pass_over(const struct prof_log *log, uint64_t count)
{
  struct range range;
  uint64_t number;
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++) {
    range.from[cpu] = prof_log_part(log, cpu)->taken;
    range.until[cpu] = prof_log_end(log, cpu);
  }
  for (struct merge m = merge_begin(log, &range, UINT64_MAX - 1); count && merge_next(&m, &number); count--)
    prof_log_part(log, prof_number_cpu(number))->taken = number + 1;
}

/* Returns how many records of a stream were handed out. */
static uint64_t handed_out(const struct prof_log *log)
{
  uint64_t kept = 0;
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    kept += prof_log_kept(log, cpu);
  return prof_log_found_room(log) - kept;
}

void prof_stream_abandon(const uint64_t sent[WIRE_KIND_LIMIT])
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    const struct prof_log *log = prof_logs[i];
    const uint64_t left = sent[log->info->kind], handed = log->stream ? handed_out(log) : 0;
    if (log->stream && left > handed && left <= prof_log_found_room(log))
      pass_over(log, left - handed);
  }
  prof_setting_abandon(sent[WIRE_SETTING]);
  prof_turns_abandon(sent[WIRE_TURN]);
  prof_collect_again();
  prof_path_abandon(sent[WIRE_PATH]); /* the reader has these */
}

/* ---- at the end ---- */

/* Hands out [from, until) of a log of one processor, but for records that are not complete. */
static void collect_one(const struct prof_sink *sink, const struct prof_log *log, uint64_t from, uint64_t end)
{
  while (from < end) {
    uint64_t until = prof_log_whole_until(log, from, end);
    hand_records(sink, log, from, until);
    from = until + 1;
  }
}

static void count_torn(const struct prof_log *log, const struct range *range)
{
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++) {
    prof_log_part(log, cpu)->torn = 0;
    for (uint64_t i = range->from[cpu]; i < range->until[cpu]; i++)
      prof_log_part(log, cpu)->torn += !prof_log_is_whole(log, i);
  }
}

static void collect_log(const struct prof_sink *sink, const struct prof_log *log)
{
  struct range range;
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++) {
    range.from[cpu] = prof_log_first(log, cpu);
    range.until[cpu] = range.from[cpu] + prof_log_kept(log, cpu);
  }
  count_torn(log, &range);
  if (prof_processors() > 1)
    hand_merged(sink, log, &range, UINT64_MAX - 1);
  else
    collect_one(sink, log, range.from[0], range.until[0]);
}

static void collect_samples(const struct prof_sink *sink)
{
  struct range range;
  uint64_t stack[PROF_PORT_CPUS];
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++) {
    const struct prof_whole_samples whole = prof_whole_samples(cpu);
    range.from[cpu] = whole.first;
    range.until[cpu] = whole.end;
    stack[cpu] = whole.stack;
  }
  hand_samples(sink, &range, stack, UINT64_MAX - 1);
}

void prof_logs_collect(const struct prof_sink *sink)
{
  releases = false;
  collect_samples(sink);
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (prof_logs[i] != &prof_samples && prof_logs[i] != &prof_addresses)
      collect_log(sink, prof_logs[i]);
}
