/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pieces.h: what golden dumps are made of: how their blocks become frames, and the records that several of them share.
 *
 * The clock runs at 1 GHz, so a cycle is a nanosecond; profiling starts at TSC 1000000 and stops a millisecond later.
 * The functions stand at the addresses that image.S and image2.S give them. A dump goes to standard output; one dump a
 * process.
 */
#ifndef PIECES_H
#define PIECES_H

#include "xfer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SEND(s, kind, rows) golden_send(s, kind, rows, COUNT(rows))

#define START 1000000
#define STOP  2000000
#define AT(us) (START + (us) * 1000ull)

/* Addresses in image.S and image2.S. */
enum { MAIN = 0x100000, WORK = 0x100100, HASH = 0x100200, TICK = 0x100300, TWIN_A = 0x100400, TWIN_B = 0x101000 };

/* Numbers of threads. */
enum { UNLISTED, MAIN_THREAD = 1, WORKER = 2, WORKER_TOO = 3, IRQ = 4, IDLE = 5 };

#define GOLDEN_ALL_MODES (WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED)

/* ---- frames ---- */

/* Whether each block behind the hello has a frame of its own. */
extern bool golden_apart;

/* Ends the frame at hand. */
void golden_flush(struct xfer_sender *s, enum wire_frame_type type);

/* Puts a block of `count` records into the frame at hand, or with golden_apart into a new one where another kind's
 * block stands there. */
void golden_send(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count);

/* golden_send() of records with those that belong to them: names with their characters, samples with their stacks. */
void golden_send_pair(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count, enum wire_kind child,
                      const void *children, size_t child_count);

/* From `aside` to !`aside`, blocks go into frames of a snapshot (xfer_send_aside()). */
void golden_aside(struct xfer_sender *s, bool aside);

/* Console text between frames. */
void golden_text(const char *line);

/* ---- who is who ---- */

void golden_name(struct xfer_sender *s, enum wire_space space, uint32_t id, const char *value);

/* The hello frame, of a calibrated profiler with small buffers. */
void golden_hello(struct xfer_sender *s, uint64_t modes, const char *command);

/* The end frame; `dropped` counts by kind what full buffers did not keep. */
void golden_end(struct xfer_sender *s, const uint64_t dropped[WIRE_KIND_LIMIT]);

/* The end frame of a run that dropped nothing. */
void golden_end_whole(struct xfer_sender *s);

/* main, two that are called worker, of which the second has exited, IRQThread0 and Idle. */
void golden_threads(struct xfer_sender *s);

/* ---- what happened ---- */

/* work calls itself: 10 calls of 9 and 11 us, of which 5 us each in 5 inner calls; hash once came out negative. */
void golden_trees(struct xfer_sender *s);

/* Four samples: work called from main, work in work, hash in the worker, and an address that no function has. */
void golden_samples(struct xfer_sender *s);

/* Six events of three names; the fourth and the fifth have changed places, the sixth's thread is another one's. */
void golden_events(struct xfer_sender *s);

/* main 0..300 (a timer interrupt 140..150), worker 300..500, main 500..600, the other worker 600..650, Idle 650..880,
 * main 880..1000. Latencies: worker 160 us (woken at 140), main 0 (yields at 300, in at 500: 200 us), main 30 us. */
void golden_schedule(struct xfer_sender *s);

#endif
