/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_rounds.c: a server whose events recur.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- cycles: a server that answers every 40 us, and two answers that come late ---- */

enum { ASKED = 1, TAKEN = 2, SENT = 3, NOISE = 4 };

/* IRQThread0 logs `asked` at us, the worker `taken` 4 us and `sent` 20 us later; `more_us` longer in the late ones. */
static void round_of_events(struct xfer_sender *s, uint64_t us, uint64_t more_us, bool noise)
{
  const struct wire_event rows[] = { { AT(us), 0, ASKED, IRQ, 0 }, { AT(us + 4), 0, TAKEN, WORKER, 0 },
                                     { AT(us + 20 + more_us), 0, SENT, WORKER, 0 } };
  const struct wire_event other = { AT(us + 5), 0, NOISE, MAIN_THREAD, 0 };
  golden_send(s, WIRE_EVENT, rows, 2);
  if (noise)
    golden_send(s, WIRE_EVENT, &other, 1);
  golden_send(s, WIRE_EVENT, rows + 2, 1);
}

/* Idle is interrupted, the worker runs from the interrupt's end to its answer; then Idle runs. */
static void round_of_switches(struct xfer_sender *s, uint64_t us, uint64_t more_us)
{
  const struct wire_sched rows[] = {
    { AT(us) - 500, IDLE, IRQ, WIRE_WHY_INTERRUPT, 0 }, { AT(us + 1), IRQ, WORKER, WIRE_WHY_UNBLOCK, 0 },
    { AT(us + 2), IRQ, IDLE, WIRE_WHY_RESUMED, 0 },     { AT(us + 3), IDLE, WORKER, WIRE_WHY_PREEMPTED, 0 },
    { AT(us + 21 + more_us), WORKER, IDLE, WIRE_WHY_BLOCKED, 0 } };
  SEND(s, WIRE_SCHED, rows);
}

/* Rounds begin every 40 us from 40 us on. The seventh takes 60 us longer, in which garbage is collected for 50;
 * before the fifteenth nobody asks for 70 us. What main logs, in some rounds, must not hide the cycle. */
void make_cycles(struct xfer_sender *s)
{
  const struct wire_collection garbage = { 1, WIRE_REASON_BUDGET, AT(290), AT(340), 448, 3, 160, 2, 288, 65536, 65536,
                                           0, 0, 0, 0 };
  const uint32_t noisy = 1 << 2 | 1 << 3 | 1 << 6 | 1 << 11 | 1 << 12 | 1 << 18;
  uint64_t us = 40;
  golden_hello(s, WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_OBJECTS, "workload=java prof=events,sched,objects");
  golden_threads(s);
  golden_name(s, WIRE_SPACE_EVENT, ASKED, "asked");
  golden_name(s, WIRE_SPACE_EVENT, TAKEN, "taken");
  golden_name(s, WIRE_SPACE_EVENT, SENT, "sent");
  golden_name(s, WIRE_SPACE_EVENT, NOISE, "noise");
  golden_flush(s, WIRE_FRAME_DATA);
  for (unsigned round = 1; round <= 20; round++, us += 40) {
    const uint64_t more_us = round == 7 ? 60 : 0;
    us += round == 15 ? 70 : 0;
    round_of_events(s, us, more_us, noisy >> round & 1);
    round_of_switches(s, us, more_us);
    us += more_us;
    if (round % 7 == 0)
      golden_flush(s, WIRE_FRAME_DATA);
  }
  golden_send(s, WIRE_COLLECTION, &garbage, 1);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
