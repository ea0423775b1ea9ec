/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump.h: the records of a run in memory, as they came from the frames of a stream or of a .jxp file.
 *
 * A dump is fed verified frames and reports of damage, in the order of the stream. It counts the rows of every kind
 * and keeps the kinds it was asked to keep, each as one array of struct wire_<kind>. Of kinds of which a run may have
 * any number (dump_is_endless()) it may be asked to remember only where their blocks are; cursor.h reads the blocks
 * again.
 * Records of a kind or frame that this program does not know are counted and skipped.
 *
 * What always holds:
 *  - a NAME's text and a SAMPLE's addresses are all there: parents whose children are not are refused with their
 *    frame;
 *  - the first thing that makes no sense although its CRC is right is kept as `error`, with frame and offset; what
 *    came before it stays, what comes after it is not looked at;
 *  - its records take at most half of the memory that dump_new() was given, whatever the input says: a frame whose
 *    records would take more ends the reading as one that makes no sense does; the rest is for what is made of them;
 *  - what an analysis has read of it is known: all that analyses may ask (the functions from dump_note_read() on, and
 *    cursors) is noted by kind, so that what a result rests on is never written by hand. Code outside of this room
 *    and of those that fill or show a dump itself reads no member (tests/check/reads.sh).
 */
#ifndef DUMP_H
#define DUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks.h"
#include "base/map.h"
#include "base/mem.h"
#include "rows.h"
#include "snapshot.h"
#include "xfer.h"

/* Memory for a dump and what is made of it unless the user says otherwise, MiB: this much, but half of the machine's at
 * most. Half of it does for two hours of samples at 1 kHz with ten functions each; endless kinds (dump_is_endless())
 * need next to none. */
#define DUMP_MEMORY_MIB 4096

/* Of that, what a dump gets whose file is small: so many MiB, and so many bytes for each byte of the file. Rows that
 * are alike take next to no room in a frame, so a file of 17 KB can have 3 GB of them. Measured, with the tables: 7 MiB
 * of a dump of make run (73 KB), 41 MiB of one with three million records (8 MB). */
#define DUMP_MEMORY_SMALL_MIB 256
#define DUMP_MEMORY_A_BYTE    256

/* Reports of damage that are kept one by one; more are only counted. */
#define DUMP_DAMAGES 1000

/* Gaps that are kept: for each of DUMP_DAMAGES stretches of lost frames every kind. */
#define DUMP_GAPS (DUMP_DAMAGES * WIRE_KIND_LIMIT)

#define DUMP_META_LIMIT 128 /* one more than the greatest key of WIRE_METAS that this program could use */

/* A set of kinds: bit number k stands for kind k. */
typedef uint64_t dump_kinds;
_Static_assert(WIRE_KIND_LIMIT < 64, "dump_kinds has a bit for each kind below WIRE_KIND_LIMIT (format/wire.h)");
#define DUMP_KIND(kind) (UINT64_C(1) << (kind))
#define DUMP_ALL        (DUMP_KIND(WIRE_KIND_LIMIT) - 1)
#define DUMP_SUMMARY    (DUMP_KIND(WIRE_META) | DUMP_KIND(WIRE_NAME) | DUMP_KIND(WIRE_CHARACTER) | \
                         DUMP_KIND(WIRE_TALLY) | DUMP_KIND(WIRE_PLACE))

/* What else a result may rest on, beside the kinds, in a set of what was read (dump_swap_reads()). */
#define DUMP_READ_TREES (UINT64_C(1) << 62) /* call trees, and the figures of their threads: maybe those of a snapshot */
#define DUMP_READ_LINE  (UINT64_C(1) << 63) /* what arrived, as such: each frame that is missing changes it */
_Static_assert(WIRE_KIND_LIMIT <= 62, "a set of what was read has a bit for each kind, and two more");

/* Whether a run may have more records of a kind than memory holds: its log has a key column (WIRE_LOGS). */
bool dump_is_endless(enum wire_kind kind);

/* Records of one kind that were in frames that did not arrive. */
struct dump_gap {
  uint32_t first, frames;  /* those frames: the first of them, how many */
  enum wire_kind kind;
  uint64_t records;
  size_t row;              /* where they would have been among the kept records of the kind */
};

/* What readers leave behind, to whom the dump itself is const. */
struct dump_reread {
  dump_kinds read;                         /* what was read since the last dump_swap_reads() */
  size_t readable[WIRE_KIND_LIMIT];        /* blocks of a kind in front of the first one that could not be read;
                                              SIZE_MAX: all could */
  char error[400];                         /* sticky: what went wrong first; empty: nothing */
};

struct dump {
  const char *path;                        /* as the user named it; the caller's */
  dump_kinds kinds;                        /* set of kinds that are kept */
  struct dump_rows rows[WIRE_KIND_LIMIT];  /* kept records, by kind; of an indexed kind `count` alone is good */
  dump_kinds indexed;                      /* set of kinds of which only `blocks` are kept; see dump_index() */
  struct blocks blocks[WIRE_KIND_LIMIT];   /* of those */
  struct snapshots snapshots;              /* call trees that the target sent while it ran */
  int fd;                                  /* file to read them again from; -1: none */
  bool by_index;                           /* what is known of blocks is what the file's index says */
  struct dump_reread *again;               /* where readers note what they have read, and what they could not */
  struct blocks_aside aside;               /* those that are not in it as they are */
  uint64_t seen[WIRE_KIND_LIMIT];          /* records met, kept or not, by kind */
  uint64_t unknown;                        /* records of kinds that this program does not know */
  uint64_t meta[DUMP_META_LIMIT];          /* by key, the last one that came */
  bool meta_known[DUMP_META_LIMIT];        /* it came */
  struct wire_tally tally[WIRE_KIND_LIMIT];
  dump_kinds tally_known;                  /* set of kinds */
  bool hello, end;                         /* that frame came */
  bool growing;                            /* it is still being received */
  bool damaged_behind;                     /* something behind the end of the dump is: its index, mostly */
  uint64_t frames, wire_bytes, plain_bytes, text_bytes;
  uint64_t damage_count[XFER_DAMAGE_LIMIT];
  struct xfer_damage_info damages[DUMP_DAMAGES];
  size_t damage_total;                     /* may exceed DUMP_DAMAGES */
  uint64_t unknown_frames;                 /* of a type that is not ours: kept, not read */
  uint64_t lost_frames;                    /* known to be missing */
  uint32_t next_seq;                       /* number of the frame that should come next */
  uint64_t lost[WIRE_KIND_LIMIT];          /* records in frames that did not arrive, as the frames behind them tell */
  struct dump_gap *gaps;                   /* where they are missing, in the order of the stream */
  size_t gap_count, gap_room;              /* more than DUMP_GAPS are only counted in `lost` */
  char error[240];                         /* sticky; empty: none */
  bool memory_full;                        /* that is the error: there is no room for more records */
  uint64_t memory;                         /* bytes for it and what is made of it */
  struct mem_budget records;               /* half of that: what its records take, and what grows with them */
  bool symbols;                            /* a host has put symbols behind it, be it none */
  bool symbols_left;                       /* and has left functions out, for there were too many addresses */
  struct dump_rows symbol_text;            /* names and files of its SYMBOL records, one behind the other */
  struct dump_text { size_t first; } *texts;  /* NAME row -> first row of its CHARACTERs */
  size_t named, text_room;                 /* NAME rows that `texts` and `names` know; `texts` has room for */
  struct map names;                        /* space << 32 | id -> NAME row */
};

/* The memory for the dump in the file `path`, as DUMP_MEMORY_MIB and those below it say, bytes. NULL, or no regular
 * file: a dump of any size. */
uint64_t dump_memory_default(const char *path);

/* A new dump; `kinds` is a set of DUMP_KIND() bits, `memory` the bytes for it and for what is made of it. What it takes
 * is charged to the budget in force (mem.h), too. The caller frees it with dump_free(). */
struct dump *dump_new(const char *path, dump_kinds kinds, uint64_t memory);
void dump_free(struct dump *d);

/* Keeps of endless kinds (dump_is_endless()) only where their blocks are, in the file open as `fd`, which becomes the
 * dump's;
 * -1: in none, then packed blocks are kept in memory. Before any frame; dump_load() names its own file. */
void dump_index(struct dump *d, int fd);

/* Feeding. dump_done() is called behind the last of them, or, of a dump that grows, whenever it is looked at; the
 * functions below it need it. */
void dump_frame(struct dump *d, const struct xfer_frame *frame);
void dump_damage(struct dump *d, const struct xfer_damage_info *info);

/* Feeds a frame of symbols that a host has put behind the dump (carried.h). One that makes no sense is left out, as if
 * the dump had none; all are, where a frame of the dump follows. */
void dump_symbols(struct dump *d, const struct xfer_frame *frame);
void dump_done(struct dump *d);

/* Feeds what a receiver finds; its `ctx` is the dump. */
extern const struct xfer_receiver_ops dump_feed;

/* The like for the bytes of a .jxp file: damage behind the dump's end is the index's or the symbols', not the run's. */
extern const struct xfer_receiver_ops dump_file_feed;

/* Feeds the whole file at `path` and calls dump_done(). Where it does not return DUMP_LOADED it has said why. */
enum dump_loading {
  DUMP_LOADED,      /* with at least one frame, or one of a version that this program does not know */
  DUMP_NO_FRAME,    /* the file is no dump */
  DUMP_UNREADABLE,  /* the file cannot be opened or read */
};
enum dump_loading dump_load(struct dump *d);

/* What came of feeding all bytes of a file, behind dump_done(): DUMP_LOADED, or DUMP_NO_FRAME, which has been said. */
enum dump_loading dump_fed(const struct dump *d);

/* Whether anything was damaged, lost or malformed. */
bool dump_incomplete(const struct dump *d);

/* Whether frames are missing of which the others do not tell what was in them: a sender of before PLACE made them. */
bool dump_lost_unknown(const struct dump *d);

/* Why records could not be read again that were there when the dump was loaded, a sentence without the file's name;
 * NULL: they could. Analyses that end early have met this. */
const char *dump_reread_error(const struct dump *d);

/* The set of kinds of which that is so. */
dump_kinds dump_unread(const struct dump *d);

/* Notes that something was read. What reads records, numbers or names calls it; also what hands on something that was
 * read and kept earlier, for then what is kept is what the caller rests on. It costs an access to memory that is at
 * hand, and stands outside of loops over records where it can. */
static inline void dump_note_read(const struct dump *d, dump_kinds set)
{
  d->again->read |= set;
}

/* Returns what was read since the last call, and begins again with `set`. */
static inline dump_kinds dump_swap_reads(const struct dump *d, dump_kinds set)
{
  const dump_kinds read = d->again->read;
  d->again->read = set;
  return read;
}

/* Whether the call trees and the figures of threads that it has were taken before the end, because the end did not
 * come; *tsc is when. */
bool dump_trees_are_early(const struct dump *d, uint64_t *tsc);

/* Whether its end has come. No result need say that it rests on this: of a dump that was cut every table says so. */
bool dump_has_end(const struct dump *d);

/* Whether all records of a kind are here that the target sent. */
bool dump_has_all(const struct dump *d, enum wire_kind kind);

/* How many records of a kind were made, sent and dropped, as the target counted at its end; zeros where it did not
 * say. */
const struct wire_tally *dump_tally(const struct dump *d, enum wire_kind kind);

/* Whether these numbers are known: the target has said them, or has said all that it had to say and made none. */
bool dump_tally_known(const struct dump *d, enum wire_kind kind);

/* What arrived, and what did not: frames, bytes of them on the line, frames that are known to be missing, the gaps,
 * *count of them. */
uint64_t dump_frames(const struct dump *d);
uint64_t dump_wire_bytes(const struct dump *d);
uint64_t dump_lost_frames(const struct dump *d);
const struct dump_gap *dump_gaps(const struct dump *d, size_t *count);

/* The name of its file, as the user gave it. */
const char *dump_path(const struct dump *d);

/* The value of a META key, or `otherwise`. */
uint64_t dump_meta(const struct dump *d, enum wire_meta_key key, uint64_t otherwise);
bool dump_has_meta(const struct dump *d, enum wire_meta_key key);

/* Whether the buffer of that instrumentation kept its newest records, not its oldest; whether its records were sent
 * while the target ran. */
bool dump_is_ring(const struct dump *d, enum wire_mode mode);
bool dump_is_stream(const struct dump *d, enum wire_mode mode);

/* A name's text, new memory, always valid UTF-8 without control characters, tabs and `;`; NULL when there is none
 * or it is empty. */
char *dump_name(const struct dump *d, enum wire_space space, uint32_t id);
bool dump_has_name(const struct dump *d, enum wire_space space, uint32_t id);

/* Records on which `bytes per record` rests: all kinds but CHARACTER, whose rows are letters of names, and RUN and
 * PLACE, of which each frame has some. */
uint64_t dump_records(const struct dump *d);

/* The kept records of a kind, whichever it is. */
static inline const void *dump_rows(const struct dump *d, enum wire_kind kind)
{
  dump_note_read(d, DUMP_KIND(kind));
  return d->rows[kind].data;
}

/* dump_event_rows(d), dump_node_rows(d) ...: the kept records of a kind, dump_count(d, WIRE_...) of them. Never NULL
 * behind dump_done(). Not of kinds that may be indexed: cursor.h is for those. */
#define DUMP_ACCESS_(number, NAME, name, text) \
  static inline const struct wire_##name *dump_##name##_rows(const struct dump *d) \
  { \
    return dump_rows(d, number); \
  }
WIRE_KINDS(DUMP_ACCESS_)
#undef DUMP_ACCESS_

static inline size_t dump_count(const struct dump *d, enum wire_kind kind)
{
  dump_note_read(d, DUMP_KIND(kind));
  return d->rows[kind].count;
}

static inline bool dump_is_indexed(const struct dump *d, enum wire_kind kind)
{
  return d->indexed & DUMP_KIND(kind);
}

#endif
