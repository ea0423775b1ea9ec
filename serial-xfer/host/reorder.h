/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reorder.h: gives verified frames of one run to the caller in the order of their numbers, each once, and reports the
 * frames that are missing (FORMAT.md, "Loss and recovery") and those of other runs. Host only; a part of receive.c.
 *
 * What always holds: the first frame that comes whole says which run the dump is of, and no frame of another run is
 * given to the caller. There is one struct reorder for all frames of a stream, those in its base64 text included.
 *
 * A frame that the target sends again when it is lost says so (WIRE_FLAG_KEPT). While such a frame is missing, the
 * frames behind it wait here ("early frames"), and damage to the stream is not reported before it is clear whether all
 * frames that it hit have come again. Any other missing frame is reported at once, for it will not come.
 *
 * `offset` is always that of a frame in the stream.
 */
#ifndef REORDER_H
#define REORDER_H

#include "both/ack.h"
#include "xfer.h"

/* Memory of all early frames, bytes, unless the caller sets another limit: the largest window that a target of ours
 * has, once more as large. Beyond that, or beyond so many frames, the first gap is given up. */
#define REORDER_EARLY_BYTES  (128u << 20)
#define REORDER_EARLY_FRAMES 4096

/* Stretches of damage that wait to be mended; when there are more, all of them are reported. A line on which anything
 * arrives has far fewer. */
#define REORDER_OPEN_DAMAGES 65536

/* A frame that arrived before its turn. */
struct reorder_early {
  uint32_t seq;
  uint64_t offset;
  bool armored;
  size_t bytes;                 /* of the frame, header included */
  uint8_t *wire;                /* a copy of it */
};

/* Zeroed but for `ops`, `ctx` and `plain` it is ready. */
struct reorder {
  const struct xfer_receiver_ops *ops;
  const struct xfer_talk_ops *talk; /* NULL: the caller does not answer the target */
  void *ctx;
  uint8_t *plain;               /* WIRE_PLAIN_MAX bytes: room for a payload */
  uint32_t expected;            /* number of the next frame */
  uint32_t sent;                /* frames below this one are known to have been sent */
  bool begun;                   /* a frame has come whole, and with it it is known which run is the dump's: */
  uint32_t run;                 /* its number; 0: frames say none */
  struct wire_ask ask;          /* before that: the last ask; its `run` 0: none came */
  uint32_t hello;               /* payload checksum of the hello frame that was delivered; 0: none was */
  bool other_hello;             /* the last hello frame was another one */
  bool foreign;                 /* the last whole frame was of another run */
  uint32_t foreign_next;        /* frames of such a run that are known to have been sent */
  bool was_lost;                /* the frame before `expected` was damaged: */
  struct wire_frame lost;       /* its header */
  bool end;                     /* the end frame was delivered */
  bool kept;                    /* frames that are lost now come again */
  bool always;                  /* all frames come again, whether they say so or not */
  struct reorder_early *early;  /* early frames, by number */
  size_t early_count, early_room, early_bytes, early_most; /* `early_most`: bytes, see above */
  struct xfer_damage_info *open; /* damage that may yet be mended */
  size_t open_count, open_room;
};

/* Takes a verified frame. `wire` is the frame's own, whose flags may be changed; its payload may be in o->plain. */
void reorder_frame(struct reorder *o, const struct xfer_frame *frame, uint8_t *wire);

/* Takes note of a frame whose header is right and whose payload is damaged. Returns 1 when one more frame is lost for
 * good by it, else 0. */
uint32_t reorder_lose(struct reorder *o, const struct wire_frame *f, uint64_t offset);

/* reorder_lose() for a frame that this reader cannot use: it would be the same frame if it came again. */
uint32_t reorder_refuse(struct reorder *o, const struct wire_frame *f, uint64_t offset);

/* Reports damage, now or when it is clear that it was not mended. */
void reorder_damage(struct reorder *o, const struct xfer_damage_info *info);

/* Goes on where another one has stopped, before the first frame: what that one has delivered is here already. */
void reorder_go_on(struct reorder *o, const struct reorder *old);

/* Writes into `ack` up to where all frames of run `ack->run` are here, and which frames behind that are missing. */
void reorder_missing(const struct reorder *o, struct ack *ack);

/* Delivers all early frames and reports what is missing: no more frames will come. `offset` is the stream's end. */
void reorder_end(struct reorder *o, uint64_t offset);

/* Frees what `o` has allocated; `plain` is the caller's. */
void reorder_free(struct reorder *o);

#endif
