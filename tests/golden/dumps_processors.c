/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_processors.c: several processors.
 */
#include "dumps.h"
#include "pieces.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- processors: four of them under a scheduler that play.h plays ---- */

_Static_assert(PLAY_START == START && START + PLAY_US * 1000 == STOP, "what is played is the run");

static void name_played(struct xfer_sender *s)
{
  struct wire_thread rows[PLAY_THREADS];
  char text[24];
  for (uint32_t i = 0; i < PLAY_THREADS; i++) {
    const uint32_t id = i + 1, flags = id < PLAY_IRQ ? 0 : id < PLAY_IDLE ? WIRE_THREAD_IRQ : WIRE_THREAD_IDLE;
    rows[i] = (struct wire_thread){ id, flags, START, STOP, play_ran(id), 0, 0, 0, 0 };
    snprintf(text, sizeof(text), flags == 0 ? "worker %u" : flags == WIRE_THREAD_IRQ ? "IRQtimer/%u" : "Idle/%u",
             (unsigned)(id < PLAY_IRQ ? id : (id - PLAY_IRQ) % PLAY_CPUS));
    golden_name(s, WIRE_SPACE_THREAD, id, text);
  }
  SEND(s, WIRE_THREAD, rows);
}

/* Records of neighbours change places here and there, as they do where two processors' logs are handed out in turn. */
static void send_played(struct xfer_sender *s, const struct wire_sched *played, size_t count)
{
  struct wire_sched *rows = malloc(count * sizeof(*rows));
  if (!rows)
    abort();
  memcpy(rows, played, count * sizeof(*rows));
  for (size_t i = 0; i + 1 < count; i += 50) {
    rows[i] = played[i + 1];
    rows[i + 1] = played[i];
  }
  golden_send(s, WIRE_SCHED, rows, count);
  free(rows);
}

void make_processors(struct xfer_sender *s)
{
  const struct wire_meta meta[] = { { WIRE_META_PROCESSORS, PLAY_CPUS },
                                    { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_PMU } };
  const struct wire_processor clocks[] = { { 0, 0, 0 }, { 1, (uint64_t)-40, 3 }, { 2, 1200, 5 }, { 3, 0, 0 } };
  const struct wire_event rows[] = { { AT(10), 1, 1, 1, 0 }, { AT(20), 2, 1, 2, 1 }, { AT(30), 3, 1, 3, 2 },
                                     { AT(40), 4, 1, 4, 3 } };
  /* Two processors' counters, each numbered and added up by itself; of the second one's a reading is lost. */
  const struct wire_reading counted[] = {
    { 0, AT(100), 1000, 10, 1, 0 }, { 0, AT(110), 500, 5, 2, 1 },   { 1, AT(200), 3000, 30, 1, 0 },
    { 1, AT(210), 900, 9, 2, 1 },   { 3, AT(300), 2000, 20, 2, 1 }, { 2, AT(310), 3500, 40, 1, 0 },
  };
  size_t count;
  const struct wire_sched *played = play_schedule(&count);
  SEND(s, WIRE_META, meta);
  SEND(s, WIRE_PROCESSOR, clocks);
  golden_hello(s, WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text smp=4 prof=events,sched");
  name_played(s);
  golden_name(s, WIRE_SPACE_EVENT, 1, "block read");
  golden_name(s, WIRE_SPACE_COUNTER, 0, "instructions");
  golden_name(s, WIRE_SPACE_COUNTER, 1, "l1d_misses");
  SEND(s, WIRE_EVENT, rows);
  SEND(s, WIRE_READING, counted);
  send_played(s, played, count);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- contradict: records of processors that cannot be true together ---- */

void make_contradict(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_PROCESSORS, 2 };
  const struct wire_processor clocks[] = { { 0, 0, 0 }, { 1, 7, 20 }, { 1, 8, 0 }, { 9, 0, 0 } };
  const struct wire_sched rows[] = {
    { AT(100), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 },        /* main is gone by the one clock 15 ns before ... */
    { AT(100) - 15, WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 1 }, /* ... it has come by the other: 20 is allowed */
    { AT(200), IDLE, WORKER, WIRE_WHY_PREEMPTED, 0 },
    { AT(300), MAIN_THREAD, WORKER, WIRE_WHY_BLOCKED, 1 },      /* on both processors, up to 350 us */
    { AT(350), WORKER, IDLE, WIRE_WHY_BLOCKED, 0 },
    { AT(400), MAIN_THREAD, WORKER_TOO, WIRE_WHY_BLOCKED, 1 },  /* worker runs there, not main */
    { AT(500), WORKER_TOO, WORKER, WIRE_WHY_BLOCKED, 1 },
    { AT(510), IDLE, UNLISTED, WIRE_WHY_PREEMPTED, 0 },         /* two threads for which the table had no room ... */
    { AT(520), WORKER, UNLISTED, WIRE_WHY_BLOCKED, 1 },         /* ... run at once, which contradicts nothing */
    { AT(530), UNLISTED, UNLISTED, WIRE_WHY_UNBLOCK, 0 },       /* a third one can run, and does so much later */
    { AT(540), UNLISTED, IDLE, WIRE_WHY_BLOCKED, 0 },
    { AT(550), UNLISTED, WORKER, WIRE_WHY_BLOCKED, 1 },
    { AT(590), IDLE, UNLISTED, WIRE_WHY_PREEMPTED, 0 },
    { AT(600), WORKER, MAIN_THREAD, WIRE_WHY_UNBLOCK, 2 },      /* there is no third processor */
    { AT(700), 9, MAIN_THREAD, WIRE_WHY_BLOCKED, 65535 },
  };
  golden_send(s, WIRE_META, &meta, 1);
  SEND(s, WIRE_PROCESSOR, clocks);
  golden_hello(s, WIRE_MODE_SCHED, "workload=text smp=2 prof=sched");
  golden_threads(s);
  SEND(s, WIRE_SCHED, rows);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- too_many: more processors than there can be, of which the records know three ---- */

void make_too_many(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_PROCESSORS, 1ull << 32 };
  const struct wire_sched rows[] = { { AT(100), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 },
                                     { AT(200), WORKER, WORKER_TOO, WIRE_WHY_BLOCKED, 2 } };
  golden_send(s, WIRE_META, &meta, 1);
  golden_hello(s, WIRE_MODE_SCHED, "workload=text smp=3 prof=sched");
  golden_threads(s);
  SEND(s, WIRE_SCHED, rows);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
