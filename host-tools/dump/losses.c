/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * losses.c: what is missing, in words; losses.h is the manual.
 */
#include "losses.h"

#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

/* A buffer of the target: which option of the kernel's command line sizes it, and where the dump says how large it was. */
static const struct buffer {
  enum wire_kind kind;
  const char *many;     /* what the records are called in a sentence */
  const char *option;
  enum wire_meta_key capacity;
  enum wire_mode mode;  /* whose buffer may be a ring; 0: none */
} buffers[] = {
  { WIRE_THREAD, "threads", "threads", WIRE_META_CAP_THREADS, 0 },
  { WIRE_NODE,   "calls",   "nodes",   WIRE_META_CAP_NODES,   0 },
#define LOG(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, text) \
  { WIRE_##KIND, text, #option, WIRE_META_CAP_##CAPACITY, WIRE_MODE_##MODE },
  WIRE_LOGS(LOG)
#undef LOG
};
#define BUFFERS (sizeof(buffers) / sizeof(buffers[0]))

#define MEMORY_MIB_MOST (1u << 16) /* 64 GiB: what the option takes, and more than a buffer can hold */

const char losses_no_hello[] =
  "the first frame (hello) is not there: frequency, calibration and build-id are not known";
const char losses_no_end[] =
  "the end frame is missing: the target stopped, crashed or was switched off before its dump was complete, or nobody "
  "read the line to the end; look at its console text, then run it again";

static const struct buffer *buffer_of(const struct dump *d, const struct buffer *b)
{
  /* Samples end as well where the buffer of their stacks is full. */
  if (b->kind == WIRE_SAMPLE && d->tally[WIRE_SAMPLE].sent < dump_meta(d, WIRE_META_CAP_SAMPLES, 0))
    for (size_t i = 0; i < BUFFERS; i++)
      if (buffers[i].kind == WIRE_STACK)
        return &buffers[i];
  return b;
}

/* The size that would have done of a table that holds no records. How many nodes there would have been is not known. */
static uint64_t enough(const struct dump *d, const struct buffer *b)
{
  uint64_t capacity = dump_meta(d, b->capacity, d->tally[b->kind].sent);
  uint64_t made = b->kind == WIRE_NODE ? 0 : d->tally[b->kind].made;
  return text_round_up(made > 2 * capacity ? made : 2 * capacity);
}

/* Records that found no room, and those that were not made because of that: an object without a birth has no death, and
 * a sample is not taken without its stack, which is about as deep as those that were. Twice as deep is allowed for. */
static uint64_t missed(const struct dump *d, enum wire_kind kind)
{
  const struct wire_tally *t = d->tally;
  switch (kind) {
  case WIRE_DEATH: return t[WIRE_DEATH].dropped + t[WIRE_BIRTH].dropped;
  case WIRE_STACK: return t[WIRE_SAMPLE].dropped * 2 * (t[WIRE_STACK].sent / (t[WIRE_SAMPLE].sent | 1) + 1);
  default: return t[kind].dropped;
  }
}

/* Records that the buffer of a log must have room for, so that a run like this one drops none. A stream's is emptied
 * meanwhile: what it did not hold it would have held besides; twice that, since a larger one is emptied later (URGENT_LEVEL
 * in kdump.c). A ring's and a stream's are rounded down to a power of two (prof_config). With several processors each has
 * its part of the buffer, and one of them may make all the records. */
static uint64_t needed(const struct dump *d, const struct wire_log_info *log)
{
  const uint64_t more = missed(d, log->kind), sent = d->tally[log->kind].sent;
  const uint64_t told = dump_meta(d, WIRE_META_PROCESSORS, 1), parts = told > UINT16_MAX ? UINT16_MAX : told ? told : 1;
  if (dump_is_stream(d, log->mode))
    return more ? text_round_up(dump_meta(d, log->capacity_key, 0) + 2 * parts * more) : 0;
  return parts * (dump_is_ring(d, log->mode) ? text_round_up(sent + more) : sent + more);
}

/* The memory, in MiB, that holds all records when the kernel divides it: what its option memory= wants. A sixteenth more
 * than this run would have taken, for no two are quite alike. */
static uint64_t memory_mib(const struct dump *d)
{
  const uint32_t modes = (uint32_t)dump_meta(d, WIRE_META_MODES, 0);
  uint64_t mib = 1;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    const uint64_t records = wire_logs[i].mode & modes ? needed(d, &wire_logs[i]) : 0;
    while (mib < MEMORY_MIB_MOST && wire_log_share(&wire_logs[i], modes, mib << 20) < records)
      mib += mib / 64 + 1;
  }
  return mib + mib / 16;
}

static enum reason full_reason(const struct dump *d, const struct buffer *b)
{
  return dump_is_ring(d, b->mode) ? REASON_RING : REASON_FULL;
}

/* A kernel without options (PORTING.md) has what it gives to prof_init(). */
static bool has_options(const struct dump *d)
{
  return dump_has_name(d, WIRE_SPACE_COMMAND, 0);
}

static char *full_note_of_config(const struct dump *d, const struct buffer *b)
{
  const struct buffer *full = buffer_of(d, b);
  if (b->kind == WIRE_THREAD)
    return mem_format("the thread table was full: set config.threads = %" PRIu64, enough(d, full));
  if (b->kind == WIRE_NODE)
    return mem_format("the call tree's node pool was full, their time is in their callers' own: set config.nodes = %"
                      PRIu64 " or more", enough(d, full));
  return mem_format("the %s buffer was full: set config.%s, or all of them by prof_divide(&config, %" PRIu64 " << 20)",
                    full->option, full->option, memory_mib(d));
}

static char *full_note(const struct dump *d, const struct buffer *b)
{
  const struct buffer *full = buffer_of(d, b);
  if (!has_options(d))
    return full_note_of_config(d, b);
  if (b->kind == WIRE_THREAD)
    return mem_format("the thread table was full: boot with threads=%" PRIu64, enough(d, full));
  if (b->kind == WIRE_NODE)
    return mem_format("the call tree's node pool was full, their time is in their callers' own: boot with nodes=%"
                      PRIu64 " or more", enough(d, full));
  const uint64_t mib = memory_mib(d);
  if (dump_is_ring(d, b->mode))
    return mem_format("the ring of %s keeps the newest, these were the oldest: boot with memory=%" PRIu64 " to keep all",
                      full->option, mib);
  if (dump_is_stream(d, b->mode))
    return mem_format("the %s buffer was full, for they were made faster than they could leave: boot with memory=%"
                      PRIu64, full->option, mib);
  return mem_format("the %s buffer was full: boot with memory=%" PRIu64, full->option, mib);
}

/* Records of a kind that were sent, as far as is known. */
static uint64_t sent(const struct dump *d, enum wire_kind kind)
{
  uint64_t least = d->seen[kind] + d->lost[kind];
  return d->tally_known & DUMP_KIND(kind) && d->tally[kind].sent > least ? d->tally[kind].sent : least;
}

/* Those of them that did not arrive. */
static uint64_t lost_in_transit(const struct dump *d, enum wire_kind kind)
{
  return sent(d, kind) - d->seen[kind];
}

/* ---- as rows ---- */

static struct loss *add(struct losses *l, char *what, int64_t made, int64_t dropped, enum reason reason, char *note)
{
  mem_grow(&l->rows, &l->room, l->count + 1, sizeof(*l->rows));
  l->rows[l->count] = (struct loss){ .what = what, .made = made, .dropped = dropped, .reason = reason, .note = note };
  return &l->rows[l->count++];
}

static void add_dropped(struct losses *l, const struct dump *d)
{
  for (size_t i = 0; i < BUFFERS; i++) {
    const enum wire_kind kind = buffers[i].kind;
    const struct wire_tally *t = &d->tally[kind];
    if (!t->dropped)
      continue;
    struct loss *row = add(l, mem_format("%s", wire_kinds[kind].name), (int64_t)t->made, (int64_t)t->dropped,
                           full_reason(d, &buffers[i]), full_note(d, &buffers[i]));
    row->time = gaps_full(d, kind, dump_is_ring(d, buffers[i].mode));
  }
}

static void add_lost(struct losses *l, const struct dump *d)
{
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (k != WIRE_CHARACTER && lost_in_transit(d, k))
      add(l, mem_format("%s", wire_kinds[k].name), (int64_t)sent(d, k), (int64_t)lost_in_transit(d, k),
          REASON_LINE, mem_format("lost on the line"));
}

/* What was in the frames that are missing. */
static void add_gaps(struct losses *l, const struct dump *d)
{
  for (size_t i = 0; i < d->gap_count; i++) {
    const struct dump_gap *g = &d->gaps[i];
    if (g->kind == WIRE_CHARACTER)
      continue;
    char *note = g->frames == 1 ? mem_format("was in frame %" PRIu32, g->first) :
      g->frames ? mem_format("were in frames %" PRIu32 "-%" PRIu32, g->first, g->first + g->frames - 1) :
      mem_format("before frame %" PRIu32, g->first);
    add(l, mem_format("%s", wire_kinds[g->kind].name), -1, (int64_t)g->records, REASON_LINE, note)->time =
      gaps_time(d, g->kind, g->row);
  }
}

static char *frame_range(const struct xfer_damage_info *info)
{
  uint32_t frames = info->damage == XFER_DAMAGE_VERSION ? 1 : info->count;
  if (frames <= 1)
    return mem_format("frame %" PRIu32, info->seq);
  return mem_format("frames %" PRIu32 "-%" PRIu32, info->seq, info->seq + frames - 1);
}

static void add_frames(struct losses *l, const struct dump *d)
{
  for (size_t i = 0; i < d->damage_total && i < DUMP_DAMAGES; i++) {
    const struct xfer_damage_info *info = &d->damages[i];
    bool version = info->damage == XFER_DAMAGE_VERSION;
    int64_t missing = version ? 1 : info->count;
    if (missing)
      add(l, frame_range(info), -1, missing, version ? REASON_VERSION : REASON_LINE,
          mem_format("%s at offset %" PRIu64, xfer_damage_text(info->damage), info->offset));
  }
  if (d->damage_count[XFER_DAMAGE_RUN])
    add(l, mem_format("frames of another run"), -1, (int64_t)d->damage_count[XFER_DAMAGE_RUN], REASON_OTHER,
        mem_format("no part of this dump: left out"));
  if (!d->hello)
    add(l, mem_format("hello frame"), 1, 1, REASON_LINE,
        mem_format("missing: frequency, calibration and build-id are not known"));
  if (!d->end)
    add(l, mem_format("end frame"), 1, 1, d->growing ? REASON_GROWING : REASON_CUT,
        mem_format("missing: how much else is not here is not known"));
  if (d->error[0])
    add(l, mem_format("rest of the dump"), -1, -1, REASON_UNREAD, mem_format("%s", d->error));
}

struct losses losses_of(const struct dump *d)
{
  struct losses l = { 0 };
  dump_note_read(d, DUMP_READ_LINE);
  add_dropped(&l, d);
  add_lost(&l, d);
  add_frames(&l, d);
  add_gaps(&l, d);
  return l;
}

void losses_free(struct losses *l)
{
  for (size_t i = 0; i < l->count; i++) {
    mem_free(l->rows[i].what);
    mem_free(l->rows[i].note);
  }
  mem_free(l->rows);
  *l = (struct losses){ 0 };
}

/* ---- as sentences ---- */

static void say_and_free(reason_say *say, void *ctx, enum reason reason, const char *kind, char *sentence)
{
  say(ctx, &(struct missing){ reason, kind, sentence });
  mem_free(sentence);
}

bool losses_explain_buffers(const struct dump *d, dump_kinds read, reason_say *say, void *ctx)
{
  bool any = false;
  for (size_t i = 0; i < BUFFERS; i++) {
    if (!(read & DUMP_KIND(buffers[i].kind)))
      continue;
    const struct wire_tally *t = dump_tally(d, buffers[i].kind);
    if (!t->dropped)
      continue;
    char *note = full_note(d, &buffers[i]);
    const char *kind = wire_kinds[buffers[i].kind].name;
    enum reason reason = full_reason(d, &buffers[i]);
    any = true;
    if (buffers[i].kind == WIRE_NODE) /* `made` counts nodes, `dropped` calls: no share can be given */
      say_and_free(say, ctx, reason, kind, mem_format("%" PRIu64 " %s were not told apart: %s", t->dropped,
                                                      buffers[i].many, note));
    else
      say_and_free(say, ctx, reason, kind, mem_format("%" PRIu64 " of %" PRIu64 " %s were dropped: %s", t->dropped,
                                                      t->made, buffers[i].many, note));
    mem_free(note);
  }
  return any;
}

#define STRETCHES_SAID 3 /* a sentence holds no more; the table `losses` has all */

/* Microseconds since the start. */
static double us(const struct dump *d, uint64_t tsc)
{
  __int128 since = (__int128)tsc - dump_meta(d, WIRE_META_START_TSC, 0);
  return (double)stats_ns(since, dump_meta(d, WIRE_META_TSC_HZ, 0)) / 1000;
}

static bool has_times(const struct dump *d)
{
  return dump_meta(d, WIRE_META_TSC_HZ, 0) && dump_has_meta(d, WIRE_META_START_TSC) &&
         dump_has_meta(d, WIRE_META_STOP_TSC);
}

/* When the records of a kind were made that are lost: `, made between 1.000 and 2.000 us`; empty where that is not
 * known. */
static char *made_when(const struct dump *d, enum wire_kind kind)
{
  char *text = mem_format("%s", "");
  size_t said = 0, more = 0;
  for (size_t i = 0; has_times(d) && i < d->gap_count; i++) {
    if (d->gaps[i].kind != kind)
      continue;
    struct period t = gaps_time(d, kind, d->gaps[i].row);
    if (!t.from_known || !t.to_known)
      continue;
    if (said == STRETCHES_SAID) {
      more++;
      continue;
    }
    char *longer = mem_format("%s%s%.3f and %.3f us", text, said++ ? ", " : ", made between ", us(d, t.from),
                              us(d, t.to));
    mem_free(text);
    text = longer;
  }
  char *whole = more ? mem_format("%s, and in %zu more stretches (table losses)", text, more) : mem_format("%s", text);
  mem_free(text);
  return whole;
}

static void explain_kind(const struct dump *d, enum wire_kind kind, reason_say *say, void *ctx)
{
  char *when = made_when(d, kind);
  const char *instead = kind == WIRE_NAME ? ": numbers stand for them" : "";
  const char *name = wire_kinds[kind].name;
  say_and_free(say, ctx, REASON_LINE, name,
               mem_format("%" PRIu64 " of %" PRIu64 " %s records were lost on the line (frames missing: %" PRIu64 ")%s%s",
                          lost_in_transit(d, kind), sent(d, kind), name, d->lost_frames, instead, when));
  mem_free(when);
}

bool losses_explain_line(const struct dump *d, dump_kinds read, reason_say *say, void *ctx)
{
  bool any = false;
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (k != WIRE_CHARACTER && read & DUMP_KIND(k) && lost_in_transit(d, k)) {
      explain_kind(d, k, say, ctx);
      any = true;
    }
  if (dump_lost_unknown(d))
    say_and_free(say, ctx, REASON_LINE, NULL, mem_format("frames were lost on the line (%" PRIu64 "), and this dump "
                                                         "does not tell what was in them", d->lost_frames));
  else if (read & DUMP_READ_LINE && d->lost_frames)
    say_and_free(say, ctx, REASON_LINE, NULL, mem_format("frames were lost on the line (%" PRIu64 "): what was in them "
                                                         "is not counted here", d->lost_frames));
  return any || dump_lost_unknown(d) || (read & DUMP_READ_LINE && d->lost_frames);
}

void losses_explain_end(const struct dump *d, reason_say *say, void *ctx)
{
  if (d->error[0])
    say_and_free(say, ctx, REASON_UNREAD, NULL, mem_format("reading ended early, at %s", d->error));
  else if (d->growing)
    say(ctx, &(struct missing){ REASON_GROWING, NULL, "it is still being received; this is what has come so far" });
  else if (!d->end)
    say(ctx, &(struct missing){ REASON_CUT, NULL,
                                "the end of the dump is missing; how many records are not here is not known" });
}

void losses_explain(const struct dump *d, dump_kinds read, reason_say *say, void *ctx)
{
  losses_explain_buffers(d, read, say, ctx);
  losses_explain_line(d, read, say, ctx);
  losses_explain_end(d, say, ctx);
}

const char *losses_advice(enum xfer_damage damage)
{
  switch (damage) {
  case XFER_DAMAGE_HEADER:
  case XFER_DAMAGE_PAYLOAD:
  case XFER_DAMAGE_UNPACK:
  case XFER_DAMAGE_GAP:
    return "bytes were changed or lost on the way. On a wire: check cable, speed and flow control. Under QEMU: have "
           "exactly one reader on the pipe, and use -serial pipe:ttyS0 with ttyS0.in and ttyS0.out. Then run it "
           "again";
  case XFER_DAMAGE_CUT:
    return "the stream ended inside a frame: the target or QEMU was stopped before the line was drained, or the disk "
           "that the stream was saved on was full. Run it again and let it end by itself";
  case XFER_DAMAGE_LINE_ENDS:
    return "something on the way treats the stream as text: a terminal that is not raw (stty -F /dev/ttyS0 raw "
           "-echo), ssh -t, an editor, unix2dos, dos2unix, an FTP transfer in ASCII mode. Take that out and run it "
           "again; the frames cannot be mended";
  case XFER_DAMAGE_REPEAT:
    return "frames came twice or out of order: is this one run twice in one file? hostdump reads one run a stream";
  case XFER_DAMAGE_RUN:
    return "is this two runs in one file, or did the target start again while it was read? hostdump reads one run a "
           "stream, the one of the first frame that comes: give each run a stream of its own";
  case XFER_DAMAGE_VERSION:
    return "use the hostdump that was built from the same tree as that kernel";
  case XFER_DAMAGE_GARBAGE:
    return "something besides the target writes to the line, or its speed is wrong (the kernel uses 115200 8N1: "
           "stty -F /dev/ttyS0 115200 raw -echo)";
  default:
    return "run it again";
  }
}

void losses_describe(const struct xfer_damage_info *info, char *out, size_t bytes)
{
  const char *text = xfer_damage_text(info->damage);
  if (info->damage == XFER_DAMAGE_VERSION)
    snprintf(out, bytes, "frame %" PRIu32 " at offset %" PRIu64 ": this dump has format version %" PRIu32
             "; this hostdump reads version %d", info->seq, info->offset, info->count, WIRE_VERSION);
  else if (info->damage == XFER_DAMAGE_GAP)
    snprintf(out, bytes, "%s before offset %" PRIu64 ": %" PRIu32 " of them, %" PRIu32 " to %" PRIu32, text,
             info->offset, info->count, info->seq, info->seq + info->count - 1);
  else if (info->damage == XFER_DAMAGE_LINE_ENDS || info->damage == XFER_DAMAGE_GARBAGE)
    snprintf(out, bytes, "at offset %" PRIu64 ": %s (%" PRIu64 " bytes skipped)", info->offset, text, info->bytes);
  else if (info->bytes)
    snprintf(out, bytes, "frame %" PRIu32 " at offset %" PRIu64 ": %s (%" PRIu64 " bytes skipped)", info->seq,
             info->offset, text, info->bytes);
  else
    snprintf(out, bytes, "frame %" PRIu32 " at offset %" PRIu64 ": %s", info->seq, info->offset, text);
}
