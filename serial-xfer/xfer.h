/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * xfer.h: the two ends of the line. The sending half packs records into frames (target; freestanding), the receiving
 * half finds and verifies frames in a byte stream (host). Neither does any I/O: bytes come and go through the caller.
 *
 * FORMAT.md describes what is on the line. Files: pack.c, unpack.c (columns), guess.h, rice.c, frame.c, crc32.c,
 * wire.c; send.c (target); receive.c, reorder.c (frames in turn), frame_read.c, stream_crc.c (host); base64.c (frames
 * as text). The way back: window.c (target), talk.c (host), and between them ack.c and checked_line.c.
 */
#ifndef XFER_H
#define XFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/wire.h"

/* CRC-32 of IEEE 802.3 (polynomial 0xEDB88320 reflected), as zlib's crc32(): start with 0, feed in pieces. */
uint32_t xfer_crc32(uint32_t crc, const void *data, size_t bytes);

/* ---- packing (pack.c, unpack.c): a block of records to and from its column form ---- */

/* Returns the most bytes that `rows` records of `kind` can take as a block. Any context. */
size_t xfer_pack_bound(enum wire_kind kind, size_t rows);

/* How a column was packed, for the next block of its kind: to try all encodings takes five times as long as to use one.
 * Zeroed: the column was not packed yet. */
struct xfer_choice { uint8_t encoding, blocks; uint16_t centibytes; };
#define XFER_COLUMNS 16   /* columns of a kind whose choices are remembered; further ones are tried anew each time */

/* What the packer may use to choose encodings. All of it belongs to the caller; only the packer may use it during a
 * call. */
struct xfer_trial {
  /* Returns the bytes that a column would take when it is compressed; NULL: encodings are chosen as if nothing
   * compressed them. */
  size_t (*compressed_bytes)(void *ctx, const uint8_t *data, size_t bytes);
  void *ctx;
  struct xfer_choice *choices;   /* of the kind's columns, from block to block; NULL: each block for itself */
  struct guess *guess;           /* room for guesses, XFER_GUESS_BYTES, 8-aligned; NULL: no column is guessed */
  bool logged;                   /* records of the kinds that have a log are structs wire_logged_<kind>: no `cpu` */
};
#define XFER_GUESS_BYTES (32768 + 64)

/* Packs `rows` records (array of struct wire_<kind>; see `logged`) into `out`, which holds xfer_pack_bound() bytes.
 * `trial` NULL stands for one whose members are NULL. Returns the bytes written. Any context; calls with another
 * `trial` and another `out` may go on meanwhile. */
size_t xfer_pack(enum wire_kind kind, const void *records, size_t rows, const struct xfer_trial *trial, uint8_t *out);

/* A block found in a payload. */
struct xfer_block {
  struct wire_block head;
  const uint8_t *body;  /* its first column header */
  size_t bytes;         /* length of the body */
};

/* Reads the block at *pos of a verified plain payload and moves *pos behind it. Returns 1 when there is a block, 0
 * at the end of the payload, -1 when the payload is malformed (the sender's fault: the CRC was right). */
int xfer_block_next(const uint8_t *payload, size_t bytes, size_t *pos, struct xfer_block *block);

/* Unpacks a block of a kind that this build knows into `records`, room for block->head.rows structs. Columns that
 * this build does not know are skipped, columns that the sender did not have are zero. Returns false when the columns
 * do not hold the rows that they claim. Host; any thread. */
bool xfer_unpack(const struct xfer_block *block, void *records);

/* xfer_unpack() of some columns alone: bit c of `wanted` stands for column c (WIRE_..._COLUMNS). The others are what
 * they were, or right, where a wanted one is guessed from them; whether they hold their rows is not looked at. */
#define XFER_ALL_COLUMNS UINT64_MAX
bool xfer_unpack_columns(const struct xfer_block *block, void *records, uint64_t wanted);

/* ---- sending (send.c) ---- */

/* Writes the bytes of a frame to the line. Returns false when the line is dead: the sender then sends nothing more, but
 * keeps counting. */
typedef bool xfer_write_fn(void *ctx, const void *data, size_t bytes);

/* How far a payload is whole: the two blocks of a pair belong together. */
struct xfer_mark { size_t used; uint64_t sent[WIRE_KIND_LIMIT]; };

struct xfer_sender {
  xfer_write_fn *write;
  void *ctx;
  uint8_t *plain;        /* payload being built; WIRE_PLAIN_MAX bytes */
  uint8_t *packed;       /* its compressed form; XFER_PACKED_BYTES */
  void *lzo_work;        /* XFER_LZO_WORK_BYTES */
  struct guess *guess;   /* XFER_GUESS_BYTES */
  uint32_t run;          /* number of the run, in each frame */
  size_t used;           /* bytes in `plain` */
  size_t frame_bytes;    /* a frame ends when it has as many packed bytes; the caller may change this between calls, up
                          * to XFER_FRAME_BYTES */
  uint32_t seq;          /* of the next frame */
  bool aside;            /* records that are added leave in SNAPSHOT frames: xfer_send_aside() */
  bool logged;           /* what comes is of one processor: struct xfer_trial. The caller sets it, once */
  bool hasty;            /* choose encodings anew only now and then; the caller may change this between calls */
  struct xfer_choice choices[WIRE_KIND_LIMIT][XFER_COLUMNS];
  bool dead;             /* write() has failed */
  uint64_t plain_bytes, wire_bytes;       /* of all frames sent so far */
  uint64_t sent[WIRE_KIND_LIMIT];         /* records put into frames, by kind */
  struct xfer_mark marks[2];              /* the last mark, and one that is being made: see xfer_send_recover() */
  unsigned marked;                        /* which of the two is the last */
  size_t leaving;                         /* bytes of a frame that write() has in hand; 0: none */
};

/* A frame opens with a RUN record and with PLACE records, one a kind; this is the most that they take (LEB128: 10 bytes
 * a value), and what is left for others. */
#define XFER_OPENING_BYTES  (WIRE_BLOCK_BYTES + WIRE_COLUMN_BYTES + 10 + \
                             WIRE_BLOCK_BYTES + 2 * (WIRE_COLUMN_BYTES + WIRE_KIND_LIMIT * 10))
#define XFER_PAYLOAD_MAX    (WIRE_PLAIN_MAX - XFER_OPENING_BYTES)

#define XFER_PACKED_BYTES   (WIRE_PLAIN_MAX + WIRE_PLAIN_MAX / 16 + 64 + 3 + WIRE_FRAME_BYTES) /* LZO FAQ: worst case */
#define XFER_LZO_WORK_BYTES (16384 * 8)  /* LZO1X_1_MEM_COMPRESS on a 64-bit machine; send.c asserts it */
#define XFER_SENDER_BYTES   (XFER_LZO_WORK_BYTES + XFER_GUESS_BYTES + WIRE_PLAIN_MAX + XFER_PACKED_BYTES)

/* Large frames pack better (blocks of 64 k rows against 4 k: 5-20 %), small ones bound what a damaged frame costs. */
#define XFER_FRAME_BYTES    32768

/* Returns the number of a run that was drawn as `drawn`, as it is in RUN and ASK records: 0 stands for no number there.
 * Any context. */
static inline uint32_t xfer_run(uint32_t drawn)
{
  return drawn ? drawn : 1;
}

/* Prepares a sender, which writes by `write` with `ctx`. `run` is a number that no other run has whose frames a reader
 * could meet in the same stream: FORMAT.md, "Frames of another run", says how it is drawn. `memory` is
 * XFER_SENDER_BYTES bytes, 8-aligned; it belongs to the sender until the end. This and the functions below: thread
 * context, one call at a time; they block where `write` blocks. */
void xfer_send_init(struct xfer_sender *s, void *memory, uint32_t run, xfer_write_fn *write, void *ctx);

/* Adds records to the frame being built; starts further data frames where one is full. A kind with a child block
 * (NAME with CHARACTER, SAMPLE with STACK) goes through xfer_send_pair(). */
void xfer_send(struct xfer_sender *s, enum wire_kind kind, const void *records, size_t rows);

/* Adds `rows` parents and their `child_rows` children to one frame. Together they must fit one frame
 * (xfer_pack_bound() of both <= XFER_PAYLOAD_MAX). */
void xfer_send_pair(struct xfer_sender *s, enum wire_kind kind, const void *records, size_t rows,
                    enum wire_kind child, const void *child_records, size_t child_rows);

/* Ends the frame being built and sends it as `type`. A data frame without records is not sent. */
void xfer_send_flush(struct xfer_sender *s, enum wire_frame_type type);

/* With `true`: records that are added from here on leave in frames of type SNAPSHOT and are not counted in `sent`,
 * because the end of the dump has them again. With `false`: records belong to the dump again. Ends the frame being
 * built. */
void xfer_send_aside(struct xfer_sender *s, bool aside);

/* Brings a sender in order after a crash: the thread that used it was stopped at any instruction and will not go on.
 * Sends the frame again that was being written, or takes back the part of the payload that is not whole, or that is
 * aside. `sent` then counts the records that have left or are in the payload. Any context. */
void xfer_send_recover(struct xfer_sender *s);

/* ---- a frame's header (frame.c) ---- */

/* Writes the header in front of a payload that stands at frame + WIRE_FRAME_BYTES, checksums included. Any context. */
void xfer_seal_frame(uint8_t *frame, enum wire_frame_type type, uint16_t flags, uint32_t seq, size_t wire_bytes,
                     size_t plain_bytes);

/* Writes the header's own checksum again, after a field of the header has changed. Any context. */
void xfer_seal_header(uint8_t *frame);

/* ---- receiving (receive.c; host) ---- */

/* What was wrong with a stretch of the stream. D(NAME, text). */
#define XFER_DAMAGES(D)                                                                                               \
  D(HEADER,    "frame header damaged")                                                                                \
  D(PAYLOAD,   "frame payload damaged")                                                                               \
  D(CUT,       "stream ends in the middle of a frame")                                                                \
  D(LINE_ENDS, "line ends were rewritten on the way")                                                                 \
  D(UNPACK,    "payload does not decompress")                                                                         \
  D(GAP,       "frames missing")                                                                                      \
  D(REPEAT,    "frame out of order or repeated")                                                                      \
  D(RUN,       "frame of another run")                                                                                \
  D(VERSION,   "frame of a format version that this program does not know")                                           \
  D(GARBAGE,   "bytes that are neither text nor frame")

enum xfer_damage {
#define XFER_ENUM_(NAME, text) XFER_DAMAGE_##NAME,
  XFER_DAMAGES(XFER_ENUM_)
#undef XFER_ENUM_
  XFER_DAMAGE_LIMIT
};

struct xfer_damage_info {
  enum xfer_damage damage;
  uint64_t offset;   /* of the first byte concerned, from the start of the stream */
  uint64_t bytes;    /* bytes skipped */
  uint32_t seq;      /* number of the frame concerned: from its header, or the number expected next */
  uint32_t count;    /* GAP: how many frames are missing; VERSION: the version met; else 0 */
};

/* A verified frame. Pointers are valid during the callback only. */
struct xfer_frame {
  struct wire_frame head;
  uint64_t offset;            /* of its first byte in the stream */
  bool armored;               /* it came as base64 text; `offset` counts the bytes that the text stands for */
  const uint8_t *wire;        /* the frame as received, WIRE_FRAME_BYTES + head.wire_bytes */
  const uint8_t *plain;       /* its payload, head.plain_bytes */
};

/* Reads again a frame that was delivered once, from where its stream was kept: `wire` is its first `bytes` bytes.
 * Returns the bytes that the whole frame takes, 0 when there is no valid frame any more. Where that is more than
 * `bytes`, the caller calls again with the whole frame. Else the payload, `head->plain_bytes` bytes, is in `plain`,
 * which has room for WIRE_PLAIN_MAX. (frame_read.c) */
size_t xfer_reopen(const uint8_t *wire, size_t bytes, struct wire_frame *head, uint8_t *plain);

/* Whether the `bytes` bytes at `wire` are a whole frame, as the checksums of its header and of its payload say; *head
 * is its header. The payload is not decompressed. (frame_read.c) */
bool xfer_frame_holds(const uint8_t *wire, size_t bytes, struct wire_frame *head);

/* Returns the number of the run that a frame of the dump says that it is part of; 0: it says none. (frame_read.c) */
uint32_t xfer_frame_run(const struct xfer_frame *frame);

struct xfer_receiver_ops {
  void (*frame)(void *ctx, const struct xfer_frame *frame);
  void (*text)(void *ctx, const uint8_t *text, size_t bytes);   /* console text between frames */
  void (*damage)(void *ctx, const struct xfer_damage_info *info);
  /* Frames that a program has added to a file and that are no part of the dump: those of type WIRE_FRAME_SYMBOLS. NULL:
   * they are skipped. */
  void (*added)(void *ctx, const struct xfer_frame *frame);
  /* The stream has said of which run it is, and nothing of the run has been taken: xfer_receive_go_on() may be called.
   * May come again until the first frame has been taken. `run` is never 0. `anew`: the stream has the run from its
   * beginning on. NULL: the caller does not go on with runs. */
  void (*begins)(void *ctx, uint32_t run, bool anew);
};

/* Callbacks for a program that answers the target. */
struct xfer_talk_ops {
  void (*talk)(void *ctx, const struct xfer_frame *frame);  /* frames that WIRE_FRAME_IS_TALK(), as they come */
  /* The line has damaged `stretches` stretches of `bytes` bytes, and all frames that were in them have come again: they
   * are not reported as damage. */
  void (*mended)(void *ctx, uint64_t stretches, uint64_t bytes);
};

struct xfer_receiver;

/* Returns a new receiver; NULL when there is no memory. `ops` must outlive it. */
struct xfer_receiver *xfer_receive_new(const struct xfer_receiver_ops *ops, void *ctx);

/* Takes the next bytes of the stream, any number; calls back for all that they complete. */
void xfer_receive(struct xfer_receiver *r, const void *data, size_t bytes);

/* Sets how many bytes of frames may wait for a frame before them (default 128 MiB); beyond that the missing frame is
 * given up. What a receiver takes besides is XFER_RECEIVER_BYTES at most. Before the first byte. */
#define XFER_RECEIVER_BYTES (8u << 20)
void xfer_receive_limit(struct xfer_receiver *r, size_t bytes);

/* Says that the caller answers the target: lost frames come again as long as the target has them, and the frames behind
 * them wait. Before the first byte; `talk` must outlive the receiver. */
void xfer_receive_answered(struct xfer_receiver *r, const struct xfer_talk_ops *talk);

/* Goes on with a run where another receiver has stopped: what that one has delivered is here already. Only in
 * ops->begins(). `old` is the caller's, and has a frame of that run. */
void xfer_receive_go_on(struct xfer_receiver *r, const struct xfer_receiver *old);

struct ack;

/* Says in *ack which frames are here, for an answer to run `ack->run`: fills in low, high and the missing ranges. Of a
 * run that is not the dump's none is missing, because none is wanted. */
void xfer_receive_state(const struct xfer_receiver *r, struct ack *ack);

/* Reads the payload of an ask frame. Returns false when it is not that of an ask. */
bool xfer_read_ask(const struct xfer_frame *frame, struct wire_ask *ask);

/* Reads the payload of a reply frame; its text, reply->bytes characters, goes to `text`, which has room for `room`.
 * Returns false when it is not that of a reply, or the text has no room. */
bool xfer_read_reply(const struct xfer_frame *frame, struct wire_reply *reply, char *text, size_t room);

/* Says that the stream has ended: what is left is reported as text or as damage. */
void xfer_receive_end(struct xfer_receiver *r);

void xfer_receive_free(struct xfer_receiver *r);

/* Returns the text that XFER_DAMAGES has for a damage. */
const char *xfer_damage_text(enum xfer_damage damage);

#endif
