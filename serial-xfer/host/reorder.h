/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reorder.h: gives verified frames to the caller in the order of their numbers, each once, and tells of those that are
 * missing (FORMAT.md, "Loss and recovery"). Host only; a part of receive.c.
 *
 * Frames that come again when they are lost say so (WIRE_FLAG_KEPT). Behind one of those that is missing the others
 * wait; damage that the line has done is not told either, before it is clear whether all that it hit has come again.
 * Of other frames a missing one is told at once, for it will not come.
 */
#ifndef REORDER_H
#define REORDER_H

#include "hold.h"
#include "xfer.h"

struct reorder {
  const struct xfer_receiver_ops *ops;
  const struct xfer_talk_ops *talk; /* NULL: nobody answers */
  void *ctx;
  bool armored;                 /* the stream stood as text in another */
  uint8_t *plain;               /* WIRE_PLAIN_MAX bytes: room for a payload */
  uint32_t expected;            /* number of the next frame */
  uint32_t sent;                /* frames below this one are known to have been sent */
  uint32_t hello;               /* payload checksum of the hello frame that was delivered; 0: none was */
  bool was_lost;                /* the frame before `expected` was damaged: */
  struct wire_frame lost;       /* its header */
  bool foreign;                 /* another run has begun: its frames are not for this dump */
  bool end;                     /* the end frame was delivered */
  bool kept;                    /* frames that are lost now come again */
  bool always;                  /* all frames do, whether they say so or not */
  struct hold hold;
  struct xfer_damage_info *open; /* damage that may yet be mended */
  size_t open_count, open_room;
};

/* The plain payload of a frame whose checksums are right, at `payload` or in `room`; NULL when it does not decompress
 * to its length. */
const uint8_t *reorder_unpack(const struct wire_frame *f, const uint8_t *payload, uint8_t *room);

/* A verified frame, `wire` with its header; its plain payload may be in o->plain. Its flags may be changed. */
void reorder_frame(struct reorder *o, const struct wire_frame *f, uint64_t offset, uint8_t *wire, const uint8_t *plain);

/* A frame whose header is right and that cannot be had: returns 1 when with it one frame more is lost for good. */
uint32_t reorder_lose(struct reorder *o, const struct wire_frame *f, uint64_t offset);

/* The same, when it would be no better if it came again. */
uint32_t reorder_refuse(struct reorder *o, const struct wire_frame *f, uint64_t offset);

/* Tells of damage, now or when it is clear that it was not mended. */
void reorder_damage(struct reorder *o, const struct xfer_damage_info *info);

/* No more frames will come; `offset` is the end of the stream. */
void reorder_end(struct reorder *o, uint64_t offset);

void reorder_free(struct reorder *o);

#endif
