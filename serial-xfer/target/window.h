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
 *    acknowledged, until ops->wait() says that the time-out has ended: then the reader is gone;
 *  - a transmission has a token, and a frame is sent again only when the reader answers an ask with a later token: over
 *    a line that keeps the order the frame must be lost then. So it does no harm when lines of the reader come twice,
 *    late or not at all.
 *
 * One call at a time: the caller sees to that. Memory is the caller's; cost: a copy of each frame.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "both/ack.h"
#include "xfer.h"

/* The most frames that are kept. A frame of average size is 10 KiB, so the memory is usually full first. */
#define WINDOW_FRAMES 256
#define WINDOW_LEAST  (64u << 10) /* least bytes of memory: a frame of XFER_FRAME_BYTES, and frames behind it */

struct window_ops {
  xfer_write_fn *write;         /* puts bytes on the line */
  bool (*wait)(void *ctx);      /* waits a little for lines of the reader and passes them on (window_ack()); returns
                                 * false when the time-out has ended. NULL: there is never a reader */
};

struct window {
  const struct window_ops *ops;
  void *ctx;
  uint8_t *memory;              /* a ring of whole frames */
  size_t bytes, head;           /* its size; where the next frame goes */
  uint32_t low, next;           /* frames low to next - 1 are kept */
  uint32_t run, token;
  bool reader;                  /* a reader answers */
  bool impatient;               /* a reader did, and then the time-out ended */
  size_t frame_bytes;           /* how large frames are best now, packed: few resends, large ones; see xfer_sender */
  uint32_t good;                /* frames acknowledged since the last resend */
  uint64_t resent;              /* frames that were sent again */
  uint64_t abandoned;           /* frames that were dropped because the time-out ended */
  struct window_frame {
    size_t at, bytes;
    uint32_t token;             /* of its last transmission */
    bool arrived;               /* the reader has it, out of order: it is kept until all before it have arrived */
  } frames[WINDOW_FRAMES];      /* by seq % WINDOW_FRAMES */
};

/* Makes an empty window. `run` is the number that the sender of the frames has, too (xfer_send_init()); `memory` is
 * `bytes` long, at least WINDOW_LEAST. `memory` and `ops` must outlive the window. */
void window_init(struct window *w, void *memory, size_t bytes, uint32_t run, const struct window_ops *ops, void *ctx);

/* Takes a frame of the dump, keeps it and sends it: an xfer_write_fn whose ctx is the struct window. Waits for room
 * while there is a reader. Returns false when the line is dead. */
bool window_write(void *window, const void *frame, size_t bytes);

/* Says that a reader is there, because it has said something. Its first line is answered with an ask. */
void window_reader(struct window *w);

/* Says that the reader has left, by its own word. */
void window_reader_gone(struct window *w);

/* Takes an answer of the reader, which says what it has: frames that it misses are sent again. */
void window_ack(struct window *w, const struct ack *ack);

/* Waits until the reader has all frames. Returns false when the reader is gone before that; true where there is
 * none. */
bool window_finish(struct window *w);

#endif
