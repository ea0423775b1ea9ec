/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * window.h: the target's end of the back channel: keeps the frames that it sends until a reader has them, and sends
 * again those that the reader misses, and no others. Freestanding; no I/O of its own.
 *
 * What always holds:
 *  - the frames low to next - 1 are kept, whole; a frame that is dropped is never asked for again, because each ask
 *    says what is kept;
 *  - without a reader, frames leave as they are, nothing waits, and the oldest give way to new ones;
 *  - with a reader a frame leaves flagged as kept, an ask follows it, and no frame is dropped that the reader has not
 *    acknowledged, until the patience of ops->wait() ends: then the reader is gone;
 *  - a transmission has a token, and a frame is sent again only when the reader answers an ask with a later one: over
 *    a line that keeps the order it must be lost then. So what is doubled, late or lost of the reader's lines does no
 *    harm.
 *
 * The caller sees to it that one call is made at a time. Memory is the caller's; cost: a copy of each frame.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "both/ack.h"
#include "xfer.h"

/* Frames that are kept at most. A frame of average size is 10 KiB, so that the memory limits first. */
#define WINDOW_FRAMES 256
#define WINDOW_LEAST  (64u << 10) /* bytes of memory: a frame of XFER_FRAME_BYTES, and what comes behind it */

struct window_ops {
  xfer_write_fn *write;         /* puts bytes on the line */
  bool (*wait)(void *ctx);      /* takes in what the reader says (window_ack()), waiting a little for it; false: the
                                 * patience has ended. NULL: there is never a reader */
};

struct window {
  const struct window_ops *ops;
  void *ctx;
  uint8_t *memory;              /* a ring of whole frames */
  size_t bytes, head;           /* its size; where the next frame goes */
  uint32_t low, next;           /* frames low to next - 1 are kept */
  uint32_t run, token;
  bool reader;                  /* one answers */
  bool impatient;               /* one did, and then patience has ended */
  size_t frame_bytes;           /* how large frames are best now, packed: few resends, large ones; see xfer_sender */
  uint32_t good;                /* frames acknowledged since the last resend */
  uint64_t resent;              /* frames */
  uint64_t abandoned;           /* frames that were dropped because patience has ended */
  struct window_frame {
    size_t at, bytes;
    uint32_t token;             /* of its last transmission */
    bool arrived;               /* out of order */
  } frames[WINDOW_FRAMES];      /* by seq % WINDOW_FRAMES */
};

/* `run` is any number that differs from that of the target's last run, a time stamp for instance; `memory` is `bytes`
 * long, at least WINDOW_LEAST. `ops` and `ctx` stay. */
void window_init(struct window *w, void *memory, size_t bytes, uint32_t run, const struct window_ops *ops, void *ctx);

/* An xfer_write_fn whose ctx is the struct window: takes a frame of the dump. Returns false when the line is dead. */
bool window_write(void *window, const void *frame, size_t bytes);

/* A reader has said something: it is there. Its first word is answered with an ask. */
void window_reader(struct window *w);

/* The reader is gone, by its own word: it wants no more. */
void window_reader_gone(struct window *w);

/* The reader says what it has. */
void window_ack(struct window *w, const struct ack *ack);

/* Waits until the reader has all frames. False: it has not, and is gone. True as well where there is none. */
bool window_finish(struct window *w);

#endif
