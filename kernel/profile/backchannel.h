/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * backchannel.h: the way back from the host: what a reader says of the frames that it has, and commands, of a program
 * or of a person who types at the console (monitor.h).
 *
 * The dump leaves through here, so that a reader that answers gets again what the line has lost. A reader need not
 * answer: then frames leave as they are, and nothing waits. A thread, Monitor, sleeps until something comes in.
 *
 * The path of a crash needs neither the thread nor a lock nor interrupts: it polls the line while it waits for a
 * reader.
 */
#ifndef BACKCHANNEL_H
#define BACKCHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes memory for the frames that are kept, `window_bytes`; 0: none are. Once, before the other functions here; any
 * context. Returns false when there is no such memory. */
bool backchannel_begin(uint32_t window_bytes, uint32_t run);

/* Opens the line's input and starts the thread. Once, after irq_init(). Returns false when memory is out. */
bool backchannel_listen(void);

/* An xfer_write_fn, of any ctx, for frames that are numbered from 0. Thread context; may wait for the reader to make
 * room, as long as io_timeout.h says. Returns false when the line is dead. */
bool backchannel_write(void *ctx, const void *frame, size_t bytes);

/* Returns how large frames are best: XFER_FRAME_BYTES, less where the line loses many. */
size_t backchannel_frame_bytes(void);

/* Waits until the reader, if there is one, has all frames. */
void backchannel_finish(void);

/* Figures for the dump and for the monitor's `status`. */
struct backchannel_figures {
  size_t window_bytes;
  bool reader;                  /* one answers */
  uint32_t kept;                /* frames in the window */
  uint64_t resent, abandoned;   /* frames sent again; dropped because the reader did not answer in time */
};

/* Returns the figures as they are now. Any context. */
struct backchannel_figures backchannel_figures(void);

#endif
