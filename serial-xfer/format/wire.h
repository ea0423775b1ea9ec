/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wire.h: everything that target and host must agree on, written once.
 *
 * The tables below generate the structs that the profiler fills, the column lists that the packer walks, the names
 * that the reports print and the tables of FORMAT.md (build/wiredoc prints those; a test compares them). To add a
 * record kind: one line in WIRE_KINDS, one column table; see "How to change the format" in FORMAT.md.
 *
 * What always holds: numbers are never reused and never depend on a build option; a reader skips kinds, columns and
 * keys that it does not know by their length; all integers on the wire are little-endian.
 *
 * This header is a leaf: it includes nothing of the project.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Version of the frame header and of the block layout. It changes only when an old reader could misread a new dump;
 * new kinds, columns and keys need no new version. */
#define WIRE_VERSION 1

/* Eight bytes that open every frame. 0xFE and 0xF8 occur in no UTF-8 text, so console text can never look like a
 * frame. The bare LF and the CR LF inside show what a line that rewrites line ends has done (PNG's signature does the
 * same, RFC 2083 section 3.1). */
#define WIRE_SYNC       "\xFEJX\nP\r\n\xF8"
#define WIRE_SYNC_BYTES 8

/* The frame header. F(type, name, offset in bytes, meaning). */
#define WIRE_FRAME_FIELDS(F)                                                                                         \
  F(uint64_t, sync,          0, "the eight bytes FE 4A 58 0A 50 0D 0A F8")                                           \
  F(uint8_t,  version,       8, "format version; this document describes version 1")                                 \
  F(uint8_t,  type,          9, "frame type: see the table of frame types")                                          \
  F(uint16_t, flags,        10, "bits: see the flags of a frame")                                                    \
  F(uint32_t, seq,          12, "sequence number: the hello frame is 0, every frame adds 1; 0 in types 4 to 9")      \
  F(uint32_t, wire_bytes,   16, "length of the payload as it follows, in bytes")                                     \
  F(uint32_t, plain_bytes,  20, "length of the payload after decompression, in bytes; at most 1 MiB")                \
  F(uint32_t, payload_crc,  24, "CRC-32 (IEEE 802.3, reflected) of the payload as it follows")                       \
  F(uint32_t, header_crc,   28, "CRC-32 of the 28 header bytes before this field")
#define WIRE_FRAME_BYTES 32

/* Frame types. T(number, NAME, meaning). Frames of types 4 to 9 have no sequence number and are no part of the dump:
 * they belong to the talk with a reader, or to a file. PLACE and TALLY do not count the records in frames of type 10:
 * the end of the dump sends those records again. */
#define WIRE_FRAME_TYPES(T)                                                                                          \
  T(1,  HELLO,    "the first frame of a dump: the facts of the run")                                                 \
  T(2,  DATA,     "records")                                                                                         \
  T(3,  END,      "the last frame of a dump: what was made, sent and dropped")                                       \
  T(4,  ASK,      "from the target: which frames it keeps, see \"Loss and recovery\"")                               \
  T(5,  REPLY,    "from the target: the outcome of a command, see \"Loss and recovery\"")                            \
  T(6,  INDEX,    "in a file only: see \"An index in a file\"")                                                      \
  T(7,  SYMBOLS,  "in a file only: see \"Symbols in a file\"")                                                       \
  T(10, SNAPSHOT, "call trees as they are now: see \"Call trees of a run that is cut\"")
#define WIRE_FRAME_IS_TALK(type) ((type) >= 4 && (type) <= 9)

/* Flags of a frame. F(bit, NAME, meaning); bit 0 is the least significant one. The enum made from it has WIRE_FLAG_NAME
 * = 1 << bit. */
#define WIRE_FRAME_FLAGS(F)                                                                                          \
  F(0, LZO,  "the payload is compressed with LZO1X")                                                                 \
  F(1, KEPT, "the target keeps the frame and sends it again if the line loses it")

/* Longest payload, packed or plain, that a sender may build and a reader must take. */
#define WIRE_PLAIN_MAX (1u << 20)

/* A payload is blocks, one after the other. B(type, name, offset in bytes, meaning). */
#define WIRE_BLOCK_FIELDS(B)                                                                                         \
  B(uint16_t, kind,    0, "record kind")                                                                             \
  B(uint16_t, columns, 2, "number of columns that follow")                                                           \
  B(uint32_t, rows,    4, "number of records, at most 65536")
#define WIRE_BLOCK_BYTES 8

/* Each column of a block opens with this. */
#define WIRE_COLUMN_FIELDS(B)                                                                                        \
  B(uint32_t, encoding, 0, "how the values are written: see the table of encodings")                                 \
  B(uint32_t, bytes,    4, "length of the encoded values, in bytes")
#define WIRE_COLUMN_BYTES 8

/* Encodings of a column, chosen by the sender column by column. Differences are to the row before, 0 before the first,
 * modulo 2^64. E(number, NAME, meaning) */
#define WIRE_ENCODINGS(E)                                                                                            \
  E(1, VARINT,      "each value as an unsigned LEB128")                                                              \
  E(2, DELTA,       "each difference, zigzag, as an unsigned LEB128")                                                \
  E(3, RICE,        "the values in Rice codes")                                                                      \
  E(4, RICE_DELTA,  "the differences, zigzag, in Rice codes")                                                        \
  E(5, RICE_RISING, "the differences, none of which is negative, in Rice codes")                                     \
  E(6, GUESS,       "each difference to the value that was guessed, zigzag, as an unsigned LEB128")                  \
  E(7, RICE_GUESS,  "the differences to the values that were guessed, zigzag, in Rice codes")

/* Most rows of a block: what a reader must find memory for. */
#define WIRE_ROWS_MAX 65536

/* Record kinds. K(number, NAME, name, meaning). `name`s are also the struct names: struct wire_<name>. */
#define WIRE_KINDS(K)                                                                                                \
  K(1,  META,      meta,      "a number about the run: key and value")                                               \
  K(2,  NAME,      name,      "a string: its text is the next `bytes` rows of the CHARACTER block that follows in "  \
                              "the same frame")                                                                      \
  K(3,  CHARACTER, character, "one byte of UTF-8 text of a NAME")                                                    \
  K(4,  SCHEMA,    schema,    "what the sender knows of a kind, so that a reader can tell an old sender from a "     \
                              "damaged dump")                                                                        \
  K(5,  TALLY,     tally,     "how many records of a kind were made, sent and dropped (end frame)")                  \
  K(6,  THREAD,    thread,    "a thread or an interrupt context")                                                    \
  K(7,  NODE,      node,      "a node of a thread's calling-context tree")                                           \
  K(8,  SAMPLE,    sample,    "a sample: its addresses are the next `depth` rows of the STACK block that follows "   \
                              "in the same frame")                                                                   \
  K(9,  STACK,     stack,     "one address of a sample's call stack, innermost first")                               \
  K(10, EVENT,     event,     "an event logged by name")                                                             \
  K(11, SCHED,     sched,     "a thread switch or an unblock")                                                       \
  K(12, METHOD,    method,    "a method of the language that the target's code is translated from")                  \
  K(13, SITE,      site,      "a place in a method that allocates")                                                  \
  K(14, CLASS,     class,     "a class of objects")                                                                  \
  K(15, BIRTH,     birth,     "an object was allocated")                                                             \
  K(16, DEATH,     death,     "a collection found an object dead whose birth was recorded")                          \
  K(17, COLLECTION, collection, "a garbage collection; the world stood still from its start to its end")             \
  K(18, PLACE,     place,     "where a frame stands in the dump: how many records of a kind the frames before it "   \
                              "hold")                                                                                \
  K(19, HISTOGRAM, histogram, "how many calls of a node took how long; rows whose number is 0 are left out")         \
  K(20, READING,   reading,   "a reading of the two performance counters, at a switch of threads or an interrupt")   \
  K(21, SETTING,   setting,   "the target was told, while it ran, to record something else from then on")            \
  K(22, LOSS,      loss,      "records that a full buffer had no room for, or that a ring has overwritten, in a "    \
                              "stretch of time")                                                                     \
  K(23, REGISTER,  register,  "what a thread had in a register when the target crashed")                             \
  K(24, ASK,       ask,       "in an ask frame: what the target has sent and still keeps; a reader answers it")      \
  K(25, REPLY,     reply,     "in a reply frame: the outcome of a command; its text is the next `bytes` rows of "    \
                              "the CHARACTER block that follows")                                                    \
  K(26, ROLE,      role,      "what a thread is, sent while the target runs; the thread's THREAD comes at the end")  \
  K(27, PART,      part,      "in an index: a frame of the file; the rows are in the order of the frames, from the " \
                              "start of the file")                                                                   \
  K(28, EXTENT,    extent,    "in an index: a block of a frame; the rows are in the order of the blocks")            \
  K(29, SNAPSHOT,  snapshot,  "in frames of type 10: stands before and behind a copy of the call trees, taken "      \
                              "while the target ran; the two records are alike")                                     \
  K(30, SYMBOL,    symbol,    "in frames of type 7: a function that the run mentions; its name, then its source "    \
                              "file, are the next `name_bytes` and `file_bytes` rows of the CHARACTER block that "   \
                              "follows in the same frame")                                                           \
  K(31, RUN,       run,       "which run of which target a frame is part of: the first record of each frame that "     \
                              "has a number")                                                                          \
  K(32, PROCESSOR, processor, "a processor of a target that has several, and how its clock stands to the first one's") \
  K(33, LOCK,      lock,      "a thread has waited for a lock, or has released one that another waits for")            \
  K(34, MOMENT,    moment,    "an instant at which all threads stood still, so that the target saw where each was")    \
  K(35, STANCE,    stance,    "where a thread stood at a moment; a thread without a row stands as in its last one")    \
  K(36, PATH,      path,      "a call stack of stances: a return address, and the stack outside of it")               \
  K(37, CALL,      call,      "a call that has ended, or that was open when profiling was stopped")                    \
  K(38, TURN,      turn,      "a short turn of the run with other probes than elsewhere, or without; behind it what "  \
                              "its calls took")                                                                      \
  K(39, STAMP,     stamp,     "when an object became unreachable and when it was used last, in a target that notes "  \
                              "that; of objects that a collection found dead, and at the end of those that live") \
  K(41, MESSAGE,   message,   "a message that was sent to another machine, or that came from one") \
  K(42, LINE,      line,      "in frames of type 7: the source line that instructions come from")

/* Kinds that tell of their frame, not of what was recorded: PLACE and TALLY do not count them, and no reader counts
 * them as records. */
#define WIRE_KIND_IS_OF_FRAME(kind) ((kind) == WIRE_RUN || (kind) == WIRE_PLACE)

/* Columns of each kind, in wire order. C(kind, type, name, meaning with unit). New columns go to the end. Behind the
 * columns of a kind that has flags stand these, WIRE_<KIND>_FLAGS: F(bit, NAME, meaning), bit 0 the least significant
 * one; the enum made from them has WIRE_<KIND>_<NAME> = 1 << bit. */
/* Kinds that a target makes on each of its processors have WIRE_<KIND>_LOGGED, the columns as they lie in its memory,
 * and behind them this one. A target of one processor leaves it out. */
#define WIRE_CPU_COLUMN_(kind, C)                                                                                    \
  C(kind, uint16_t, cpu, "number of the processor on which the record was made, from 0; without this column 0")

#define WIRE_META_COLUMNS(C)                                                                                         \
  C(meta, uint32_t, key,   "which number: see the table of keys")                                                    \
  C(meta, uint64_t, value, "its value")

#define WIRE_NAME_COLUMNS(C)                                                                                         \
  C(name, uint32_t, space, "what is named: see the table of name spaces")                                            \
  C(name, uint32_t, id,    "number within the space")                                                                \
  C(name, uint32_t, bytes, "length of the text in bytes")

#define WIRE_CHARACTER_COLUMNS(C)                                                                                    \
  C(character, uint8_t, byte, "one byte of text")

#define WIRE_SCHEMA_COLUMNS(C)                                                                                       \
  C(schema, uint16_t, kind,    "record kind")                                                                        \
  C(schema, uint16_t, columns, "columns the sender writes for it")                                                   \
  C(schema, uint32_t, bytes,   "bytes one record takes in the target's memory")

#define WIRE_TALLY_COLUMNS(C)                                                                                        \
  C(tally, uint16_t, kind,    "record kind")                                                                         \
  C(tally, uint64_t, made,    "records that the probes wanted to make")                                              \
  C(tally, uint64_t, sent,    "records put into frames")                                                             \
  C(tally, uint64_t, dropped, "records not kept because the buffer was full, or overwritten, or torn")

#define WIRE_THREAD_COLUMNS(C)                                                                                       \
  C(thread, uint32_t, id,       "thread number, from 1; its name is in name space THREAD")                           \
  C(thread, uint32_t, flags,    "bits: see the flags of thread")                                                     \
  C(thread, uint64_t, start,    "TSC when the profiler first knew the thread")                                       \
  C(thread, uint64_t, end,      "TSC when the thread exited, or when the profiler was stopped")                      \
  C(thread, uint64_t, run,      "cycles that the thread ran in between (end - start less the time it was "           \
                                "suspended)")                                                                        \
  C(thread, uint64_t, unwound,  "timed calls closed because a caller returned over them or the thread exited")       \
  C(thread, uint64_t, stray,    "function exits that matched no open call, and were ignored")                        \
  C(thread, uint32_t, by,       "number of the thread that made it known to the profiler, at `start`; 0: not known") \
  C(thread, uint32_t, node,     "node of the innermost open call of `by` then; 0: there was none, or not known")

#define WIRE_THREAD_FLAGS(F)                                                                                         \
  F(0, IRQ,      "an interrupt context, not a thread")                                                               \
  F(1, IDLE,     "the idle thread")                                                                                  \
  F(2, EXITED,   "the thread has exited")                                                                            \
  F(3, PROFILER, "a thread of the profiler, or, with IRQ, what samples take: its time is the profiler's cost")         \
  F(4, SUMMED,   "its call tree was added at its exit to that of the first of its name that had exited")

#define WIRE_NODE_COLUMNS(C)                                                                                         \
  C(node, uint32_t, id,        "node number, unique in the dump, from 1; a parent is sent before its children")      \
  C(node, uint32_t, parent,    "node number of the caller; 0 for the root of a thread")                              \
  C(node, uint32_t, thread,    "thread number")                                                                      \
  C(node, uint32_t, flags,     "bits: see the flags of node")                                                        \
  C(node, uint64_t, address,   "address of the function; 0 for root and other")                                      \
  C(node, uint64_t, calls,     "completed calls")                                                                    \
  C(node, uint64_t, raw,       "cycles between the two time stamps, summed, suspension excluded, inclusive of "      \
                               "callees")                                                                            \
  C(node, uint64_t, drift,     "cycles of raw that were the profiler's own, summed; signed; raw - drift is the "     \
                               "corrected inclusive time")                                                           \
  C(node, uint64_t, least,     "shortest corrected call, cycles, signed")                                            \
  C(node, uint64_t, most,      "longest corrected call, cycles, signed")                                             \
  C(node, uint64_t, square_lo, "sum of the squares of the corrected times of completed calls, low 64 bits")          \
  C(node, uint64_t, square_hi, "sum of the squares of the corrected times of completed calls, high 64 bits")         \
  C(node, uint64_t, negative,  "calls whose corrected time came out below zero (correction is never clamped)")

#define WIRE_NODE_FLAGS(F)                                                                                           \
  F(0, ROOT,      "root of a thread's tree")                                                                         \
  F(1, OTHER,     "`other`: calls made after the node pool was full")                                                \
  F(2, OPEN,      "a call was open when the profiler was stopped; its time up to then is in raw and drift")          \
  F(3, PART,      "the function was switched on or off at run time, so not all its calls are here")                  \
  F(4, THROTTLED, "the throttle has switched the function off")                                                       \
  F(5, QUIET,     "calls were recorded, but not those of this node")

#define WIRE_SAMPLE_LOGGED(C)                                                                                        \
  C(sample, uint64_t, tsc,    "TSC of the sample")                                                                   \
  C(sample, uint32_t, thread, "number of the interrupted thread")                                                    \
  C(sample, uint16_t, depth,  "addresses in the STACK block: the interrupted instruction, then return addresses")    \
  C(sample, uint16_t, flags,  "bits: see the flags of sample")
#define WIRE_SAMPLE_COLUMNS(C) WIRE_SAMPLE_LOGGED(C) WIRE_CPU_COLUMN_(sample, C)

#define WIRE_SAMPLE_FLAGS(F)                                                                                         \
  F(0, CUT,    "the walk along the stack was cut at the depth limit")                                                \
  F(1, ASTRAY, "the walk met a frame pointer outside the stack")                                                     \
  F(2, CRASH,  "not a sample, but where the thread stood when the target crashed: from targets of before there was " \
               "MOMENT")                                                                                             \
  F(3, MASKED, "interrupts were off, so that only an NMI could take the sample")                                     \
  F(4, PROBE,  "the instruction is the call of a probe: its time is the profiler's, as the probe's is")

#define WIRE_STACK_COLUMNS(C)                                                                                        \
  C(stack, uint64_t, address, "instruction address")

/* The calls of a thread come in the order in which they end: children before their caller. The node says what was
 * called,
 * by which path, and in which thread. A number of cycles that does not fit has a record for its high halves before the
 * one for its low halves. `call` comes first, for the other columns are guessed from it. */
#define WIRE_CALL_LOGGED(C)                                                                                          \
  C(call, uint32_t, call,  "number of the NODE, times 16, plus bits: see the flags of call")                         \
  C(call, uint32_t, raw,   "cycles on the thread's clock from the call's first time stamp to its second, as in NODE; " \
                           "with HIGH bits 32 to 63 of that number, with WIDE bits 0 to 31")                         \
  C(call, uint32_t, drift, "cycles of `raw` that were the profiler's, signed; HIGH and WIDE as above")               \
  C(call, uint32_t, away,  "cycles between begin and end in which the thread was suspended; HIGH and WIDE as above") \
  C(call, uint64_t, tsc,   "TSC when the call ended; it began `raw` and `away` earlier")
#define WIRE_CALL_COLUMNS(C) WIRE_CALL_LOGGED(C) WIRE_CPU_COLUMN_(call, C)

#define WIRE_CALL_FLAGS(F)                                                                                           \
  F(0, OPEN,    "the call was open when profiling was stopped; its numbers are those of then")                       \
  F(1, UNWOUND, "the call was left without its exit hook: a caller returned over it, or the thread exited")          \
  F(2, HIGH,    "no call, but the high halves of the next record of this node in the dump")                          \
  F(3, WIDE,    "a record with HIGH has come before; where it is missing the call's times are not known")
#define WIRE_CALL_FLAG_BITS 4

/* The two ends of a message have a record each; nothing joins them but the message itself ("Messages" in FORMAT.md). */
#define WIRE_MESSAGE_LOGGED(C)                                                                                       \
  C(message, uint64_t, tsc,        "TSC: of a message that is sent, before it leaves; of one that was received, " \
                                   "after it has come")                                                              \
  C(message, uint64_t, key,        "what both ends know it by, among those with the same ends, layer and program: of " \
                                   "layer rpc the number of the call (xid), which its reply has, too")               \
  C(message, uint32_t, local,      "address of this end, as a number that both ends write alike: IPv4's, big-endian") \
  C(message, uint32_t, peer,       "address of the other end")                                                       \
  C(message, uint32_t, program,    "what is asked: of layer rpc the number of the program; of the others 0")           \
  C(message, uint32_t, procedure,  "of a call of layer rpc the number of the procedure; 0: it has none, or not known") \
  C(message, uint32_t, bytes,      "length of the message, in bytes")                                                \
  C(message, uint32_t, thread,     "number of the thread or interrupt context that logged it")                        \
  C(message, uint32_t, node,       "number of the NODE of that thread's innermost open call; 0: none was open") \
  C(message, uint16_t, local_port, "port of this end; 0: it has none")                                               \
  C(message, uint16_t, peer_port,  "port of the other end; 0: it has none")                                          \
  C(message, uint16_t, layer,      "where it was logged: see the table of layers")                                   \
  C(message, uint16_t, flags,      "bits: see the flags of message")
#define WIRE_MESSAGE_COLUMNS(C) WIRE_MESSAGE_LOGGED(C) WIRE_CPU_COLUMN_(message, C)

#define WIRE_MESSAGE_FLAGS(F)                                                                                        \
  F(0, SENT,   "it was sent; else it was received")                                                                  \
  F(1, REPLY,  "it answers the call that has its key; else it is a call, or a message that wants no answer")           \
  F(2, AGAIN,  "sent: the same was sent before. Received: it is not what the receiver acts by, since that has come "   \
               "before; a call that is not executed, a reply that no call waits for")

/* Stands for all addresses in user mode: the image has no code there. */
#define WIRE_ADDRESS_USER UINT64_MAX

#define WIRE_EVENT_LOGGED(C)                                                                                         \
  C(event, uint64_t, tsc,    "TSC when the event was logged")                                                        \
  C(event, uint64_t, arg,    "the argument that the caller gave")                                                    \
  C(event, uint32_t, event,  "event number; its name is in name space EVENT")                                        \
  C(event, uint32_t, thread, "number of the thread or interrupt context that logged it")
#define WIRE_EVENT_COLUMNS(C) WIRE_EVENT_LOGGED(C) WIRE_CPU_COLUMN_(event, C)

#define WIRE_SCHED_LOGGED(C)                                                                                         \
  C(sched, uint64_t, tsc,  "TSC of the switch or unblock")                                                           \
  C(sched, uint32_t, from, "number of the thread that ran; for an unblock, of the thread that made the other one "   \
                           "runnable")                                                                               \
  C(sched, uint32_t, to,   "number of the thread that runs next; for an unblock, of the thread that became "         \
                           "runnable")                                                                               \
  C(sched, uint32_t, why,  "why: see the table \"Why a thread stopped running\"")
#define WIRE_SCHED_COLUMNS(C) WIRE_SCHED_LOGGED(C) WIRE_CPU_COLUMN_(sched, C)

/* A wait and the releases that it waited for are told apart, each by its own thread, which walks its own stack: they
 * belong together by `object` and by time. Releases that no thread waited for are not told. */
#define WIRE_LOCK_DEPTH 16
#define WIRE_LOCK_PLACES(P) P(0) P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) P(10) P(11) P(12) P(13) P(14) P(15)
#define WIRE_LOCK_LOGGED(C)                                                                                          \
  C(lock, uint64_t, tsc,      "TSC when the thread got the lock; of a release, when it released the lock")           \
  C(lock, uint64_t, waited,   "cycles from the moment at which the thread found the lock taken; of a release 0")     \
  C(lock, uint64_t, object,   "address of the lock, or of the object whose monitor it is")                           \
  C(lock, uint64_t, released, "of a wait: `tsc` of the release behind which the thread got the lock; 0: not known")  \
  C(lock, uint64_t, acquired, "of a release: return address of the call that had taken the lock; 0: not known")      \
  C(lock, uint32_t, lock,     "number of the lock's name in name space LOCK; 0: it has none")                        \
  C(lock, uint32_t, thread,   "number of the thread that waited; of a release, that released the lock")              \
  C(lock, uint32_t, holder,   "of a wait: number of the thread that made the release `released`; 0: not known")      \
  C(lock, uint32_t, holds,    "of a wait: releases of the lock from its begin to its end, which each have a record") \
  C(lock, uint32_t, flags,    "bits: see the flags of lock")                                                         \
  C(lock, uint64_t, at0,      "where the thread was, innermost first: a return address, as in STACK; 0 behind the "  \
                              "outermost one, and so in the columns that follow")                                    \
  C(lock, uint64_t, at1,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at2,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at3,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at4,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at5,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at6,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at7,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at8,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at9,  "the next one outwards")                                                                   \
  C(lock, uint64_t, at10, "the next one outwards")                                                                   \
  C(lock, uint64_t, at11, "the next one outwards")                                                                   \
  C(lock, uint64_t, at12, "the next one outwards")                                                                   \
  C(lock, uint64_t, at13, "the next one outwards")                                                                   \
  C(lock, uint64_t, at14, "the next one outwards")                                                                   \
  C(lock, uint64_t, at15, "the outermost one that has room")
#define WIRE_LOCK_COLUMNS(C) WIRE_LOCK_LOGGED(C) WIRE_CPU_COLUMN_(lock, C)

#define WIRE_LOCK_FLAGS(F)                                                                                           \
  F(0, RELEASE, "a release, not a wait")                                                                             \
  F(1, SPIN,    "the thread waited on its processor; else it was suspended")                                         \
  F(2, MONITOR, "the monitor of an object")                                                                          \
  F(3, CUT,     "the walk along the stack was cut at the depth limit")                                               \
  F(4, ASTRAY,  "the walk met a frame pointer outside the stack")

/* Moments that are recorded have numbers without gaps. A thread of which a moment has no STANCE stands as its last
 * STANCE says, which may be of an earlier moment; every thread has one again within WIRE_STANCE_AGAIN moments, so that
 * a reader that misses some knows all threads again. */
#define WIRE_STANCE_AGAIN 64
#define WIRE_MOMENT_COLUMNS(C)                                                                                       \
  C(moment, uint64_t, tsc,     "TSC when all threads stood still")                                                   \
  C(moment, uint64_t, took,    "cycles for which they stood still")                                                  \
  C(moment, uint64_t, spread,  "cycles that passed from where the first processor was told to stop until the last "  \
                               "one had; 0 with one processor")                                                      \
  C(moment, uint32_t, number,  "moment number, from 1")                                                              \
  C(moment, uint32_t, why,     "why: see the table \"Why a moment was taken\"")                                      \
  C(moment, uint32_t, threads, "threads that there were, without the one that took the moment")                      \
  C(moment, uint32_t, stances, "STANCE records of this moment")                                                      \
  C(moment, uint32_t, unknown, "of `threads` those that no STANCE tells of: without a number, or gone meanwhile")

#define WIRE_STANCE_COLUMNS(C)                                                                                       \
  C(stance, uint64_t, tsc,    "TSC of its moment")                                                                   \
  C(stance, uint64_t, since,  "TSC when the thread last stopped running; of one that runs, of its moment")           \
  C(stance, uint64_t, on,     "address of what it waits on: of a lock as in LOCK, of a condition or a thread; "      \
                              "0: of nothing that has one. Of a thread that sleeps: TSC when that ends")             \
  C(stance, uint64_t, ip,     "the instruction at which it goes on; 0: not known, or in user mode "                  \
                              "WIRE_ADDRESS_USER")                                                                   \
  C(stance, uint32_t, moment, "number of the moment")                                                                \
  C(stance, uint32_t, thread, "thread number")                                                                       \
  C(stance, uint32_t, path,   "number of its call stack outside of `ip`, a PATH; 0: there is none")                  \
  C(stance, uint32_t, owner,  "number of the thread that owns what it waits on, or that it waits for; 0: none")      \
  C(stance, uint32_t, lock,   "number of the name of what it waits on in name space LOCK; 0: it has none")           \
  C(stance, uint8_t,  state,  "what it does: see the table \"States of a thread\"")                                  \
  C(stance, uint8_t,  wait,   "what a waiting thread waits for: see the table \"What a thread waits for\"")          \
  C(stance, uint16_t, flags,  "bits: see the flags of stance")

#define WIRE_STANCE_FLAGS(F)                                                                                         \
  F(0, CUT,    "the walk along the stack was cut: it is too deep, or there was no room for its paths")               \
  F(1, ASTRAY, "the walk met a frame pointer outside the stack")                                                     \
  F(2, REPEATED, "the thread stands as before; said again for a reader that has missed something")                     \
  F(3, TIMED,  "the wait ends at some time by itself")

#define WIRE_PATH_COLUMNS(C)                                                                                         \
  C(path, uint32_t, id,      "number of the stack, from 1; `outer` is sent before")                                  \
  C(path, uint32_t, outer,   "number of the stack outside of `address`; 0: it is the outermost address")             \
  C(path, uint64_t, address, "return address")

#define WIRE_METHOD_COLUMNS(C)                                                                                       \
  C(method, uint32_t, id,      "method number; its name is in name space METHOD")                                    \
  C(method, uint32_t, file,    "number of its source file in name space FILE; 0: not known")                         \
  C(method, uint32_t, line,    "its first line; 0: not known")                                                       \
  C(method, uint32_t, flags,   "bits: see the flags of method; other bits mean nothing to a reader")                 \
  C(method, uint64_t, address, "address of its code")

/* Bit 4 belongs to the translator and means nothing to a reader. */
#define WIRE_METHOD_FLAGS(F)                                                                                         \
  F(0, TIMED,   "the method is timed")                                                                               \
  F(1, TRACED,  "calls of the method are events")                                                                    \
  F(2, OBJECTS, "births of the objects that the method allocates are recorded")                                      \
  F(3, FOREIGN, "the method is written in another language")                                                         \
  F(5, SHORT,   "the method is too short to be timed")                                                               \
  F(6, BRIDGE,  "a compiler has made the method: it calls the one of its name that has narrower types")              \
  F(7, SYNTHETIC, "a compiler has made the method for another purpose, like access to a private member")

#define WIRE_SITE_COLUMNS(C)                                                                                         \
  C(site, uint32_t, id,     "site number")                                                                           \
  C(site, uint32_t, method, "method number")                                                                         \
  C(site, uint32_t, line,   "line in the method's file; 0: not known")

#define WIRE_CLASS_COLUMNS(C)                                                                                        \
  C(class, uint32_t, id,    "class number; its name is in name space CLASS")                                         \
  C(class, uint32_t, flags, "bits: see the flags of class")

#define WIRE_CLASS_FLAGS(F)                                                                                          \
  F(0, ARRAY, "an array")

/* Columns from which others are guessed come first (WIRE_GUESSES). */
#define WIRE_BIRTH_COLUMNS(C)                                                                                        \
  C(birth, uint32_t, site,   "number of the site that allocated the object")                                         \
  C(birth, uint32_t, class,  "number of the object's class")                                                         \
  C(birth, uint32_t, bytes,  "memory that the object takes, bytes")                                                  \
  C(birth, uint32_t, thread, "number of the thread that allocated it")                                               \
  C(birth, uint64_t, clock,  "allocation clock: bytes allocated since the heap was made, this object included")      \
  C(birth, uint64_t, object, "the object's address: no two living objects share one")                                \
  C(birth, uint64_t, tsc,    "TSC of the birth")

#define WIRE_DEATH_COLUMNS(C)                                                                                        \
  C(death, uint32_t, collection, "number of the collection that found the object dead")                              \
  C(death, uint64_t, object,     "the object's address; of the births at that address the last one before that "     \
                                 "collection is meant")

#define WIRE_STAMP_COLUMNS(C)                                                                                        \
  C(stamp, uint32_t, collection, "number of the collection that found the object dead, or, at the end of the run, "  \
                                 "alive")                                                                            \
  C(stamp, uint64_t, lost,       "allocation clock when the object became unreachable; 0: it lives")                 \
  C(stamp, uint64_t, used,       "allocation clock when a field or an element of the object was read or written, or " \
                                 "a method of it was called, last; 0: never, but by its constructor")                \
  C(stamp, uint64_t, object,     "the object's address: of the births there the last one before that collection is "  \
                                 "meant")

#define WIRE_COLLECTION_COLUMNS(C)                                                                                   \
  C(collection, uint32_t, id,             "collection number, from 1")                                               \
  C(collection, uint32_t, reason,         "why: see the table \"Why a collection was made\"")                        \
  C(collection, uint64_t, start,          "TSC at its start")                                                        \
  C(collection, uint64_t, end,            "TSC at its end")                                                          \
  C(collection, uint64_t, clock,          "allocation clock; the clock stands still during the collection")          \
  C(collection, uint64_t, marked_objects, "objects that live on")                                                    \
  C(collection, uint64_t, marked_bytes,   "memory that the objects that live on take, bytes")                        \
  C(collection, uint64_t, freed_objects,  "objects that were freed")                                                 \
  C(collection, uint64_t, freed_bytes,    "memory that the freed objects took, bytes")                               \
  C(collection, uint64_t, heap_before,    "memory that the heap had from the system at the start, bytes")            \
  C(collection, uint64_t, heap_after,     "memory that the heap had from the system at the end, bytes")              \
  C(collection, uint64_t, deaths,         "DEATH records that the collection made, whether a buffer kept them or "   \
                                          "not")                                                                     \
  C(collection, uint64_t, own,            "cycles between its start and its end that the profiler took, with "       \
                                          "timing those of its probes as well, and those for which the program "     \
                                          "waited for records to leave; 0 where the sender does not measure them")  \
  C(collection, uint64_t, ahead,          "bytes that were still to be allocated until the moment that was drawn "   \
                                          "for the collection: it came in front of an object that takes more of "    \
                                          "them; 0 where there is no such object, or the moment was not drawn")      \
  C(collection, uint64_t, looked,         "allocation clock at the collection before, also where that one has no "   \
                                          "record (see META key 79); 0 where the sender does not tell")

#define WIRE_HISTOGRAM_COLUMNS(C)                                                                                    \
  C(histogram, uint32_t, node,  "node number; the node was sent before")                                             \
  C(histogram, uint8_t,  log2,  "which times are counted: from 2^log2 to 2^(log2+1) - 1 cycles, corrected; the "     \
                                "value 0 stands for 0 cycles, too; the value 63 stands for times below 0")           \
  C(histogram, uint32_t, calls, "completed calls of such a length, modulo 2^32")

#define WIRE_PLACE_COLUMNS(C)                                                                                        \
  C(place, uint16_t, kind,   "record kind")                                                                          \
  C(place, uint64_t, before, "records of that kind in all frames before this one")

/* A frame without a RUN is of a target that is older than this kind. */
#define WIRE_RUN_COLUMNS(C)                                                                                          \
  C(run, uint32_t, number, "a number that this run of the target has drawn, never 0: see \"Frames of another run\"")

/* The counters' values are totals, not differences: what lies between two readings is known also where readings between
 * them are missing. */
#define WIRE_READING_LOGGED(C)                                                                                       \
  C(reading, uint64_t, number, "readings of its processor before this one; what passed since the one before "         \
                               "belongs to `thread`")                                                                \
  C(reading, uint64_t, tsc,    "TSC of the reading")                                                                 \
  C(reading, uint64_t, first,  "what the first counter has counted since the run began; 0 where a model counts")     \
  C(reading, uint64_t, second, "what the second counter has counted since the run began; 0 where a model counts")    \
  C(reading, uint32_t, thread, "number of the thread that ran until then")
#define WIRE_READING_COLUMNS(C) WIRE_READING_LOGGED(C) WIRE_CPU_COLUMN_(reading, C)

/* Where a model outside the target counts (META COUNTERS_FROM), the target executes an instruction in place of a
 * reading, for the model to see: on x86-64, right behind the `rdtsc` of the reading, `nopl WIRE_READING_MARK(%rax)`,
 * which does nothing (Intel SDM volume 2, NOP: 0F 1F 80 and four bytes of displacement). */
#define WIRE_READING_MARK 0x4A58434Eu /* "NCXJ" */

/* Where the counters' values come from. F(number, NAME, text). */
#define WIRE_COUNTERS_FROM(F)                                                                                        \
  F(1, PMU,   "the processor")                                                                                       \
  F(2, MODEL, "a model outside the target; its values are in a file of its own")

#define WIRE_SETTING_COLUMNS(C)                                                                                      \
  C(setting, uint64_t, tsc,       "TSC of the change")                                                               \
  C(setting, uint32_t, modes,     "modes that record from then on (bits as in key 3); timing is switched by "        \
                                  "functions, see NODE")                                                             \
  C(setting, uint32_t, sample_hz, "samples a second, on average")

#define WIRE_LOSS_COLUMNS(C)                                                                                         \
  C(loss, uint16_t, kind,    "record kind; for NODE, calls that found no node and are counted in `other`")           \
  C(loss, uint64_t, from,    "TSC at the start of the stretch")                                                      \
  C(loss, uint64_t, to,      "TSC at the end of the stretch")                                                        \
  C(loss, uint64_t, records, "records lost in the stretch; the stretches of a kind add up to the `dropped` of its "  \
                             "TALLY less the torn records, which were not complete when profiling was stopped")

#define WIRE_REGISTER_COLUMNS(C)                                                                                     \
  C(register, uint32_t, thread, "thread number")                                                                     \
  C(register, uint32_t, number, "which register: see the table of registers")                                        \
  C(register, uint64_t, value,  "what was in the register")

/* Every time in a dump is on the clock of processor 0: the target has added the offset. */
#define WIRE_PROCESSOR_COLUMNS(C)                                                                                    \
  C(processor, uint16_t, id,     "number of the processor, from 0")                                                  \
  C(processor, uint64_t, offset, "cycles that were added to what its TSC said; signed; 0 where the target found no " \
                                 "difference")                                                                       \
  C(processor, uint64_t, error,  "the offset may be wrong by up to so many cycles, either way")

#define WIRE_ROLE_COLUMNS(C)                                                                                         \
  C(role, uint32_t, thread, "thread number")                                                                         \
  C(role, uint32_t, flags,  "bits: see the flags of thread")                                                         \
  C(role, uint64_t, start,  "TSC when the profiler first knew the thread")                                            \
  C(role, uint32_t, by,     "number of the thread that made it known to the profiler, at `start`; 0: not known")

#define WIRE_PART_COLUMNS(C)                                                                                         \
  C(part, uint32_t, bytes,       "length of the frame in the file, with its header")                                 \
  C(part, uint32_t, plain_bytes, "length of the frame's payload after decompression, in bytes")                      \
  C(part, uint32_t, payload_crc, "the `payload_crc` of the frame's header")                                          \
  C(part, uint32_t, blocks,      "number of blocks in the frame; the next so many rows of EXTENT are about them")

#define WIRE_EXTENT_COLUMNS(C)                                                                                       \
  C(extent, uint16_t, kind,  "record kind")                                                                          \
  C(extent, uint32_t, at,    "where the block begins in the decompressed payload, in bytes")                         \
  C(extent, uint32_t, rows,  "number of records in the block")                                                       \
  C(extent, uint64_t, first, "key of the block's first record: TSC, or for DEATH its collection; 0 for kinds that "  \
                             "have no key (see the table of logs)")                                                  \
  C(extent, uint64_t, last,  "key of the block's last record, as in `first`")                                        \
  C(extent, uint64_t, least, "smallest key of the block's records, as in `first`")                                   \
  C(extent, uint64_t, most,  "greatest key of the block's records, as in `first`")

#define WIRE_SNAPSHOT_COLUMNS(C)                                                                                     \
  C(snapshot, uint32_t, number,  "snapshots that were begun before this one")                                        \
  C(snapshot, uint32_t, threads, "THREAD records in the snapshot")                                                   \
  C(snapshot, uint32_t, nodes,   "NODE records in the snapshot")                                                     \
  C(snapshot, uint32_t, buckets, "HISTOGRAM records in the snapshot")                                                \
  C(snapshot, uint64_t, tsc,     "TSC when the snapshot was begun; a thread's figures and tree are those of the "    \
                                 "`end` of its THREAD")

#define WIRE_SYMBOL_COLUMNS(C)                                                                                       \
  C(symbol, uint64_t, start,      "address of the function's first instruction")                                     \
  C(symbol, uint64_t, end,        "address behind the function's last instruction")                                  \
  C(symbol, uint32_t, line,       "line of the source file at which the function is declared; 0: not known")         \
  C(symbol, uint32_t, name_bytes, "length of the function's name in bytes")                                          \
  C(symbol, uint32_t, file_bytes, "length of the source file's name in bytes; 0: not known")

#define WIRE_LINE_COLUMNS(C)                                                                                         \
  C(line, uint64_t, start, "address of the first of the instructions")                                               \
  C(line, uint32_t, bytes, "length of the code from there on that comes from the line, in bytes")                    \
  C(line, uint32_t, line,  "line of the source file")                                                                \
  C(line, uint32_t, file,  "which row of the SYMBOL rows before it in the same frame has the source file, from 1")

/* Registers. R(number, NAME, text); by architecture: x86-64 from 1, riscv64 from 101, aarch64 from 201. The first of each
 * architecture is the instruction. */
#define WIRE_REGISTERS(R)                                                                                            \
  R(1, X86_RIP, "rip") R(2, X86_RSP, "rsp") R(3, X86_RBP, "rbp") R(4, X86_RFLAGS, "rflags")                          \
  R(5, X86_RAX, "rax") R(6, X86_RBX, "rbx") R(7, X86_RCX, "rcx") R(8, X86_RDX, "rdx")                                \
  R(9, X86_RSI, "rsi") R(10, X86_RDI, "rdi") R(11, X86_R8, "r8") R(12, X86_R9, "r9")                                 \
  R(13, X86_R10, "r10") R(14, X86_R11, "r11") R(15, X86_R12, "r12") R(16, X86_R13, "r13")                            \
  R(17, X86_R14, "r14") R(18, X86_R15, "r15") R(19, X86_CR2, "cr2") R(20, X86_CR3, "cr3")                            \
  R(21, X86_VECTOR, "vector") R(22, X86_ERROR, "error")                                                              \
  R(101, RISCV_PC, "pc") R(102, RISCV_RA, "ra") R(103, RISCV_SP, "sp") R(104, RISCV_GP, "gp")                        \
  R(105, RISCV_TP, "tp") R(106, RISCV_T0, "t0") R(107, RISCV_T1, "t1") R(108, RISCV_T2, "t2")                        \
  R(109, RISCV_S0, "s0") R(110, RISCV_S1, "s1") R(111, RISCV_A0, "a0") R(112, RISCV_A1, "a1")                        \
  R(113, RISCV_A2, "a2") R(114, RISCV_A3, "a3") R(115, RISCV_A4, "a4") R(116, RISCV_A5, "a5")                        \
  R(117, RISCV_A6, "a6") R(118, RISCV_A7, "a7") R(119, RISCV_S2, "s2") R(120, RISCV_S3, "s3")                        \
  R(121, RISCV_S4, "s4") R(122, RISCV_S5, "s5") R(123, RISCV_S6, "s6") R(124, RISCV_S7, "s7")                        \
  R(125, RISCV_S8, "s8") R(126, RISCV_S9, "s9") R(127, RISCV_S10, "s10") R(128, RISCV_S11, "s11")                    \
  R(129, RISCV_T3, "t3") R(130, RISCV_T4, "t4") R(131, RISCV_T5, "t5") R(132, RISCV_T6, "t6")                        \
  R(133, RISCV_STATUS, "status") R(134, RISCV_CAUSE, "cause") R(135, RISCV_TVAL, "tval")                             \
  R(136, RISCV_SATP, "satp")                                                                                         \
  R(201, ARM_PC, "pc") R(202, ARM_X0, "x0") R(203, ARM_X1, "x1") R(204, ARM_X2, "x2") R(205, ARM_X3, "x3")           \
  R(206, ARM_X4, "x4") R(207, ARM_X5, "x5") R(208, ARM_X6, "x6") R(209, ARM_X7, "x7") R(210, ARM_X8, "x8")           \
  R(211, ARM_X9, "x9") R(212, ARM_X10, "x10") R(213, ARM_X11, "x11") R(214, ARM_X12, "x12")                          \
  R(215, ARM_X13, "x13") R(216, ARM_X14, "x14") R(217, ARM_X15, "x15") R(218, ARM_X16, "x16")                        \
  R(219, ARM_X17, "x17") R(220, ARM_X18, "x18") R(221, ARM_X19, "x19") R(222, ARM_X20, "x20")                        \
  R(223, ARM_X21, "x21") R(224, ARM_X22, "x22") R(225, ARM_X23, "x23") R(226, ARM_X24, "x24")                        \
  R(227, ARM_X25, "x25") R(228, ARM_X26, "x26") R(229, ARM_X27, "x27") R(230, ARM_X28, "x28")                        \
  R(231, ARM_X29, "x29") R(232, ARM_X30, "x30") R(233, ARM_SP, "sp") R(234, ARM_PSTATE, "pstate")                    \
  R(235, ARM_ESR, "esr") R(236, ARM_FAR, "far") R(237, ARM_TTBR0, "ttbr0") R(238, ARM_TTBR1, "ttbr1")

#define WIRE_ASK_COLUMNS(C)                                                                                          \
  C(ask, uint32_t, run,   "the number that this run of the target has drawn, as in RUN")                             \
  C(ask, uint32_t, token, "number of this transmission: frames and asks are counted together, from 1; a frame that " \
                          "is sent again counts again")                                                              \
  C(ask, uint32_t, low,   "oldest frame that the target still keeps; those before it do not come again")             \
  C(ask, uint32_t, next,  "number of the next frame that the target will send: all frames below it have been sent")

#define WIRE_REPLY_COLUMNS(C)                                                                                        \
  C(reply, uint32_t, session, "session of the command")                                                              \
  C(reply, uint32_t, number,  "number of the command in its session")                                                \
  C(reply, uint32_t, status,  "0: done; 1: refused, and the text says why and what to do")                           \
  C(reply, uint32_t, bytes,   "length of the text in bytes")

/* Columns whose values can be guessed from the rows above them in their block ("Guesses" in FORMAT.md), as the best
 * trace compressors do (Burtscher, "VPC3: A Fast and Effective Trace-Compression Algorithm", SIGMETRICS
 * 2004); here an allocator's habits are as good as known: the next object of a size lies behind the last one, a site
 * makes one class. Where `onward` is 1, not the value is remembered but its difference to the row above. G(KIND, kind,
 * column, onward, first key and rows above, second key and rows above, column that is added); `none` is no column. */
#define WIRE_GUESSES(G)                                                                                              \
  G(BIRTH, birth, site,   0, site,  1, site, 2, none)                                                                \
  G(BIRTH, birth, class,  0, site,  0, none, 0, none)                                                                \
  G(BIRTH, birth, bytes,  0, site,  0, none, 0, none)                                                                \
  G(BIRTH, birth, clock,  1, bytes, 0, none, 0, none)                                                                \
  G(BIRTH, birth, object, 0, bytes, 0, none, 0, bytes)                                                               \
  G(BIRTH, birth, tsc,    1, site,  0, site, 1, none)                                                                \
  G(DEATH, death, object, 1, none,  0, none, 0, none)                                                                \
  G(CALL,  call,  call,   0, call,  1, call, 2, none)                                                                \
  G(CALL,  call,  raw,    0, call,  0, call, 1, none)                                                                \
  G(CALL,  call,  drift,  0, call,  0, call, 1, none)                                                                \
  G(CALL,  call,  tsc,    1, call,  0, call, 1, none)

/* Keys of guesses are hashed into this many places. */
#define WIRE_GUESS_PLACES 4096

/* Why a collection was made. R(number, NAME, text). */
#define WIRE_REASONS(R)                                                                                              \
  R(1, BUDGET, "budget")                                                                                             \
  R(2, FULL,   "heap full")                                                                                          \
  R(3, ASKED,  "asked for")                                                                                          \
  R(4, STRESS, "stress")                                                                                             \
  R(5, EXTRA,  "extra")

/* Why a thread stopped running. W(number, NAME, text). */
#define WIRE_WHYS(W)                                                                                                 \
  W(1, PREEMPTED, "preempted")                                                                                       \
  W(2, BLOCKED,   "blocked")                                                                                         \
  W(3, YIELDED,   "yielded")                                                                                         \
  W(4, EXITED,    "exited")                                                                                          \
  W(5, INTERRUPT, "interrupted")                                                                                     \
  W(6, RESUMED,   "interrupt return")                                                                                \
  W(7, UNBLOCK,   "unblock")

/* Why a moment was taken. R(number, NAME, text). */
#define WIRE_MOMENT_WHYS(R)                                                                                          \
  R(1, INTERVAL, "interval")                                                                                         \
  R(2, ASKED,    "asked for")                                                                                        \
  R(3, CRASH,    "crash")                                                                                            \
  R(4, WATCHDOG, "watchdog")

/* Where a message is logged, from the wire upwards. R(number, NAME, text). */
#define WIRE_LAYERS(R)                                                                                               \
  R(1, DRIVER, "driver")                                                                                             \
  R(2, UDP,    "udp")                                                                                                \
  R(3, RPC,    "rpc")

/* States of a thread. R(number, NAME, text). */
#define WIRE_STATES(R)                                                                                               \
  R(1, RUNNING, "running")                                                                                           \
  R(2, READY,   "ready")                                                                                             \
  R(3, WAITING, "waiting")                                                                                           \
  R(4, GONE,    "gone")

/* What a thread waits for. R(number, NAME, text). */
#define WIRE_WAITS(R)                                                                                                \
  R(1, WAKEUP,    "wakeup")                                                                                          \
  R(2, MUTEX,     "mutex")                                                                                           \
  R(3, CONDITION, "condition")                                                                                       \
  R(4, JOIN,      "join")                                                                                            \
  R(5, SLEEP,     "sleep")                                                                                           \
  R(6, MONITOR,   "monitor")                                                                                         \
  R(7, NOTIFY,    "notify")                                                                                          \
  R(8, PARK,      "park")

/* Modes of instrumentation: bit `number` of META MODES, and a word of the options prof=, ring= and stream=.
 * M(number, NAME, name, what it records, in a sentence). */
#define WIRE_TURN_COLUMNS(C)                                                                                         \
  C(turn, uint64_t, tsc,    "TSC when the turn began")                                                               \
  C(turn, uint32_t, what,   "what the row tells of: see the table of turns")                                         \
  C(turn, uint32_t, node,   "node number; the node may be sent later. 0 of a turn with fenced probes or without; of " \
                            "a cost the number of its chain")                                                        \
  C(turn, uint64_t, calls,  "of a node in a turn: calls that began and ended in the turn and in which no probe ran; "\
                            "of a turn with fenced probes: functions that had them; of a counting turn: calls of "   \
                            "the function")                                                                          \
  C(turn, uint64_t, cycles, "of a node in a turn: cycles between the time stamps of these calls, what is "           \
                            "CAL_FENCED_INNER of each included; of a turn or a burst: its length, of COUNTS "       \
                            "without the time of interrupts' handlers; of COUNTED: address of the function")          \
  C(turn, uint64_t, total,  "of a node in a turn: its completed calls so far, in all turns and between them; of a "  \
                            "turn or a burst: cycles that switching the probes took; of COUNTED: sum of the squares " \
                            "of the bursts' calls; of COST: cycles of these calls without probes, 0: not told")

/* What a TURN tells of. T(number, NAME, meaning) */
#define WIRE_TURNS(T)                                                                                                \
  T(0, NODE,   "what calls of a node took in a turn with fenced probes")                                             \
  T(1, FENCED, "a turn with fenced probes")                                                                          \
  T(2, PLAIN,  "a turn in which no short function had probes")                                                       \
  T(3, COUNTS, "a turn in which no short function had probes, but for the function of `node`, whose calls were "     \
               "counted")                                                                                            \
  T(4, WITHIN, "at the end of the run: completed calls of the node in all turns, which its callees did not count")   \
  T(5, COST,   "what CAL_FENCED_INNER is the middle of, measured again before a turn with fenced probes, on chain "  \
               "`node` of the calibration: `cycles`, signed, of `calls` calls. Rows of one time are of one turn: "   \
               "that of the longest chain comes first, then one of the others, or NOPS")                             \
  T(6, BURST,  "a burst: each call of each function was counted, and nothing else; `calls` of all functions. A run "  \
               "with bursts has no other probes")                                                                    \
  T(7, SPOILT, "a burst that lasted too long and is left out, because the processor was taken away")                 \
  T(8, COUNTED, "at the end of the run: `calls` of the function at address `cycles` in all bursts, of which it was "   \
               "called in `node`")                                                                                   \
  T(9, NOPS,   "what calls with fenced probes took longer because their callee, whose probes were off, has NOPs in "  \
               "their place, measured as COST is: `cycles`, signed, of `calls` calls")

#define WIRE_MODES(M)                                                                                                \
  M(0, TIMING,   timing,   "calls")                                                                                  \
  M(1, SAMPLES,  samples,  "samples")                                                                                \
  M(2, EVENTS,   events,   "events")                                                                                 \
  M(3, SCHED,    sched,    "thread switches and wakeups")                                                            \
  M(4, OBJECTS,  objects,  "births, deaths and collections")                                                         \
  M(5, COUNTERS, counters, "performance counters")                                                                   \
  M(6, LOCKS,    locks,    "waits for locks")                                                                        \
  M(7, MOMENTS,  moments,  "stacks of all threads")                                                                  \
  M(8, CALLS,    calls,    "each call by itself")                                                                    \
  M(9, MESSAGES, messages, "messages to and from other machines")                                                    \
  M(10, EXACT,   exact,    "moments at which objects became unreachable")

/* The target's logs: a buffer of records each, in the order in which a dump hands them out. One line is what both ends
 * know of a log. A new kind of record that probes make needs a line here.
 * L(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, records, in a sentence)
 *   option    names the buffer: the option that sizes it, a field of struct prof_config, the variable prof_<option>
 *   CAPACITY  the key of META that tells its size: CAP_<CAPACITY>
 *   MODE      the mode that makes the records: a line of WIRE_MODES
 *   capacity  records that the log has room for unless the option says otherwise
 *   whole     the column that a probe stores last, and that is 0 until then: while probes run, records are handed out
 *             up to the first one whose column is 0; none: a record is made with interrupts off
 *   time      the column that says when a record was made, TSC; none: the record does not say so
 *   key       for a kind of which a run may have more records than a reader's memory holds: the column by which a
 *             reader finds a record again, and which grows along the dump but for short stretches; none: a reader keeps
 *             all records in memory
 * The addresses of samples (STACK) leave together with their samples. */
#define WIRE_LOGS(L)                                                                                                 \
  L(SAMPLE,     sample,     samples,     SAMPLES,     SAMPLES,  1u << 16, none,   tsc,   none, "samples")            \
  L(STACK,      stack,      addresses,   STACKS,      SAMPLES,  1u << 20, none,   none,  none, "stack addresses")    \
  L(EVENT,      event,      events,      EVENTS,      EVENTS,   1u << 19, tsc,    tsc,   tsc,  "events")             \
  L(SCHED,      sched,      sched,       SCHED,       SCHED,    1u << 18, none,   tsc,   tsc,                        \
    "thread switches and wakeups")                                                                                   \
  L(LOCK,       lock,       locks,       LOCKS,       LOCKS,    1u << 13, tsc,    tsc,   tsc,                        \
    "waits for locks and releases of locks")                                                                         \
  L(READING,    reading,    readings,    READINGS,    COUNTERS, 1u << 18, none,   tsc,   tsc,  "counter readings")   \
  L(COLLECTION, collection, collections, COLLECTIONS, OBJECTS,  1u << 12, none,   start, none, "collections")        \
  L(BIRTH,      birth,      births,      BIRTHS,      OBJECTS,  1u << 20, tsc,    tsc,   tsc,  "births")             \
  L(DEATH,      death,      deaths,      DEATHS,      OBJECTS,  1u << 20, object, none,  collection, "deaths")       \
  L(STAMP,      stamp,      stamps,      STAMPS,      EXACT,    1u << 20, object, none,  collection,                 \
    "moments at which objects became unreachable")                                                                   \
  L(MOMENT,     moment,     moments,     MOMENTS,     MOMENTS,  1u << 14, none,   tsc,   none, "moments")             \
  L(STANCE,     stance,     stances,     STANCES,     MOMENTS,  1u << 16, none,   tsc,   none,                       \
    "stances of threads at moments")                                                                                 \
  L(CALL,       call,       callrecords, CALLS,       CALLS,    1u << 20, tsc,    tsc,   tsc,  "calls, one by one")   \
  L(MESSAGE,    message,    messages,    MESSAGES,    MESSAGES, 1u << 16, tsc,    tsc,   tsc,  "messages")

/* Keys of META. M(number, NAME, meaning with unit). */
#define WIRE_METAS(M)                                                                                                \
  M(1,  TSC_HZ,           "TSC frequency, Hz, as the target knows or has measured it")                               \
  M(2,  TSC_FLAGS,        "bit 0: the CPU says its TSC is invariant (CPUID 80000007h EDX bit 8)")                    \
  M(3,  MODES,            "instrumentation that was on: see the table of modes")                                     \
  M(4,  TICK_HZ,          "timer ticks, and on average samples, a second, as asked for")                             \
  M(5,  START_TSC,        "TSC when profiling was started")                                                          \
  M(6,  STOP_TSC,         "TSC when profiling was stopped")                                                          \
  M(7,  PROCESSORS,       "processors that the target ran on; without this key: 1")                                  \
  M(10, CAL_ROUNDS,       "calibration: rounds measured; each of the constants below is a median over them")         \
  M(11, CAL_INNER,        "calibration: cycles of a timed call between its two time stamps that are the "            \
                          "profiler's; signed")                                                                      \
  M(12, CAL_INNER_MIN,    "calibration: least but for a sixteenth of the rounds of CAL_INNER; signed")                 \
  M(13, CAL_OUTER,        "calibration: cycles of a timed call outside its time stamps and not measured by them; "   \
                          "signed")                                                                                  \
  M(14, CAL_OUTER_MIN,    "calibration: least but for a sixteenth of the rounds of CAL_OUTER; signed")                 \
  M(15, CAL_SLOW_INNER,   "calibration: what a call with a node lookup adds to CAL_INNER; signed")                   \
  M(16, CAL_SLOW_OUTER,   "calibration: what a call with a node lookup adds to CAL_OUTER; signed")                   \
  M(17, CAL_EVENT,        "calibration: cycles of logging one event")                                                \
  M(18, CAL_EVENT_MIN,    "calibration: least but for a sixteenth of the rounds of CAL_EVENT")                         \
  M(19, CAL_ENTER_INNER,  "calibration: the part of CAL_INNER that a call costs that was entered and not left by "   \
                          "its exit; signed")                                                                        \
  M(20, CAP_NODES,        "capacity of the node pool, nodes")                                                        \
  M(21, CAP_EVENTS,       "capacity of the event buffer, records")                                                   \
  M(22, CAP_SAMPLES,      "capacity of the sample buffer, records")                                                  \
  M(23, CAP_STACKS,       "capacity of the samples' stack buffer, addresses")                                        \
  M(24, CAP_SCHED,        "capacity of the scheduling buffer, records")                                              \
  M(25, CAP_THREADS,      "capacity of the thread table")                                                            \
  M(26, CAP_NAMES,        "capacity of the event name table")                                                        \
  M(27, PROBES_LOW,       "first address of the probes' code: a sample there is the profiler's own")                 \
  M(28, PROBES_HIGH,      "the address behind the last one of the probes' code")                                     \
  M(30, FRAMES,           "end frame: frames sent, this one included")                                               \
  M(31, PLAIN_BYTES,      "end frame: payload bytes before compression, this frame excluded")                        \
  M(32, WIRE_BYTES,       "end frame: bytes of the frames on the line, this frame excluded")                         \
  M(33, CAL_ENTER_OUTER,  "calibration: the part of CAL_OUTER that a call costs that was entered and not left by "   \
                          "its exit; signed")                                                                        \
  M(34, CAL_SWITCH,       "calibration: cycles of a thread switch and its return that belong to neither thread; "    \
                          "signed")                                                                                  \
  M(35, RING,             "modes (bits as in key 3) whose buffer keeps its newest records; the others keep their "   \
                          "oldest")                                                                                  \
  M(36, CAL_NESTED,       "calibration: cycles of a call inside `other` that are not measured; signed")              \
  M(37, CAL_ADD,          "calibration: cycles of making a thread known that are not measured; signed")              \
  M(38, CAL_BIRTH,        "calibration: cycles of recording one birth")                                              \
  M(39, CAL_DEATH,        "calibration: cycles of recording one death")                                              \
  M(40, CAP_BIRTHS,       "capacity of the buffer of births, records")                                               \
  M(41, CAP_DEATHS,       "capacity of the buffer of deaths, records")                                               \
  M(42, CAP_COLLECTIONS,  "capacity of the buffer of collections, records")                                          \
  M(53, CAP_STAMPS,       "capacity of the buffer of moments at which objects became unreachable, records")           \
  M(43, CAP_LOCKS,        "capacity of the buffer of waits for locks, records")                                      \
  M(44, CAP_MOMENTS,      "capacity of the buffer of moments, records")                                              \
  M(45, CAP_STANCES,      "capacity of the buffer of stances, records")                                              \
  M(46, CAP_PATHS,        "capacity of the table of stances' call stacks, records")                                  \
  M(47, CAP_CALLS,        "capacity of the buffer of calls, records")                                                \
  M(48, CALLS_DEPTH,      "calls deeper than so many are not recorded; 0: there is no such limit")                   \
  M(49, CALLS_OVER,       "calls of fewer corrected cycles than this are not recorded, but for callers of those that " \
                          "are; signed")                                                                             \
  M(50, FUNCTIONS,        "functions whose timing can be switched; 0: all functions that have probes are timed")     \
  M(51, TIMED,            "how many of FUNCTIONS were timed when this key was sent")                                 \
  M(52, THROTTLE,         "calls of a function in one context after which the throttle switches the function off "   \
                          "if its calls are shorter than its probes; 0: never")                                      \
  M(60, COUNTERS_FROM,    "where the counters' values come from: see the table of sources; 0: there are no "         \
                          "counters")                                                                                \
  M(61, CAP_READINGS,     "capacity of the buffer of counter readings, records")                                     \
  M(70, SAMPLING,         "how samples were taken: see the table of ways")                                           \
  M(71, CAL_NMI,          "calibration: cycles of the way into an NMI's handler and out of it that the handler "     \
                          "does not measure")                                                                        \
  M(73, CAL_IRQ,          "calibration: cycles of the way into an interrupt's handler and out of it that the "       \
                          "handler does not measure; they are charged to the interrupt; 0: not calibrated")          \
  M(74, CAL_IRQ_LATE,     "calibration: as CAL_IRQ, of an interrupt that has switched threads")                      \
  M(75, BIRTH_CYCLES,     "cycles that recording births took, where the target measures them")                        \
  M(76, DEATH_CYCLES,     "cycles that recording deaths and collections took, where the target measures them")        \
  M(78, CAL_CALL,         "calibration: cycles of recording one call, besides those of timing it")                   \
  M(79, COLLECTIONS_EMPTY, "collections of reason 4 that found no object dead; they have no record, and no number")  \
  M(72, SAMPLE_CYCLES,    "cycles that taking the samples took")                                                     \
  M(77, SAMPLES_MISSED,   "samples that were asked for and not taken: their time came while a processor had not "     \
                          "taken the one before")                                                                     \
  M(80, STREAM,           "modes (bits as in key 3) whose records were sent while the target ran")                   \
  M(81, TURNS,            "share of the run that turns may take (see TURN), in thousandths; 0: there are none")        \
  M(93, BURSTS,           "share of the run that bursts may take (see TURN), in thousandths; 0: there are none")       \
  M(82, CAL_FENCED_INNER, "calibration: as CAL_INNER, of fenced probes, on chains of dependent instructions")          \
  M(83, CAL_FENCED_LOW,   "calibration: the least of what CAL_FENCED_INNER is the middle of, over chains of several " \
                          "lengths; signed")                                                                          \
  M(84, CAL_FENCED_HIGH,  "calibration: the greatest of what CAL_FENCED_INNER is the middle of; signed")               \
  M(85, CAL_FENCED_OUTER, "calibration: as CAL_OUTER, of fenced probes; signed")                                       \
  M(86, CAL_FLOOR,        "calibration: cycles that fenced probes show of a function that takes none: no time below " \
                          "can be told from another")                                                                 \
  M(88, CAL_LONG_INNER,   "calibration: as CAL_INNER, of a chain of 160 dependent cycles; signed")                     \
  M(89, CAL_LONG_OUTER,   "calibration: as CAL_OUTER, of a chain of 160 dependent cycles; signed")                     \
  M(87, TURNS_DISTURBED,  "turns in which the processor was taken away for longer than they last: their calls are "   \
                          "left out")                                                                                 \
  M(90, WINDOW_BYTES,     "memory for frames that may have to be sent again, bytes")                                 \
  M(91, RESENT,           "end frame: frames that were sent again so far, because the reader missed them")           \
  M(92, ABANDONED,        "end frame: frames that were dropped though a reader had not acknowledged them")           \
  M(120, CAP_MESSAGES,    "capacity of the buffer of messages, records")                                             \
  M(121, MOMENTS_MISSED,  "moments that were asked for and not taken: their time passed before the target came to " \
                          "them, or while it took the one before; without this key: not told")                       \
  M(122, MACHINE,         "processor that the image is for, as ELF numbers it (e_machine): 62 x86-64, 243 RISC-V, "   \
                          "183 AArch64; without this key: not told")                                                  \
  M(110, INDEX_AT,        "last frame of a file's index: where in the file the index begins, bytes")                 \
  M(111, SYMBOLS_LEFT,    "in frames of type 7: 1 where the host had no room for all addresses that the run "        \
                          "mentions, so that functions may be missing there")

/* Ways of sampling. Y(number, NAME, name, meaning) */
#define WIRE_SAMPLINGS(Y)                                                                                            \
  Y(1, IRQ,  "irq",  "by an interrupt, at random times: code with interrupts off is seen where it turns them on")    \
  Y(2, NMI,  "nmi",  "by a non-maskable interrupt, at random times: all code is seen where it is")                   \
  Y(3, TICK, "tick", "by the timer's tick, as JX did: code that is in step with the clock is seen too often, or "    \
                     "never")

/* Spaces of NAME. S(number, NAME, meaning). */
#define WIRE_SPACES(S)                                                                                               \
  S(1, BUILD_ID, "GNU build-id of the image, as lower-case hexadecimal text; id 0")                                  \
  S(2, COMMAND,  "the options in force, as a command line; id 0")                                                    \
  S(3, SYSTEM,   "what was profiled: name and version of the kernel; id 0")                                          \
  S(4, THREAD,   "name of the thread with that number")                                                              \
  S(5, EVENT,    "name of the event with that number")                                                               \
  S(6, CRASH,    "why the target went down, if it did not end as it should; id 0")                                   \
  S(7, METHOD,   "method with that number, as people write it: package.Class.method; where several methods share "   \
                 "that name, with their parameters: package.Class.method(int,String)")                               \
  S(8, FILE,     "source file with that number")                                                                     \
  S(9, CLASS,    "class with that number: package.Class, int[]")                                                     \
  S(10, PROGRAM, "what ran on the system, if it has a name of its own, such as a main class; id 0")                  \
  S(11, COUNTER, "what a counter counts; id 0 the first, 1 the second")                                              \
  S(12, LOCK,    "lock with that number; several locks may share a name: of a monitor, the class of its object")

/* ---- generated from the tables ---- */

#define WIRE_FIELD_(type, name, offset, text) type name;
struct wire_frame { WIRE_FRAME_FIELDS(WIRE_FIELD_) };
struct wire_block { WIRE_BLOCK_FIELDS(WIRE_FIELD_) };
struct wire_column { WIRE_COLUMN_FIELDS(WIRE_FIELD_) };
#undef WIRE_FIELD_

#define WIRE_FIELD_(kind, type, name, text) type name;
#define WIRE_STRUCT_(number, NAME, name, text) struct wire_##name { WIRE_##NAME##_COLUMNS(WIRE_FIELD_) };
WIRE_KINDS(WIRE_STRUCT_)
#undef WIRE_STRUCT_

/* Records as they lie in the logs of a target: struct wire_<kind> without `cpu`. */
struct wire_logged_sample { WIRE_SAMPLE_LOGGED(WIRE_FIELD_) };
struct wire_logged_event { WIRE_EVENT_LOGGED(WIRE_FIELD_) };
struct wire_logged_sched { WIRE_SCHED_LOGGED(WIRE_FIELD_) };
struct wire_logged_reading { WIRE_READING_LOGGED(WIRE_FIELD_) };
struct wire_logged_lock { WIRE_LOCK_LOGGED(WIRE_FIELD_) };
struct wire_logged_call { WIRE_CALL_LOGGED(WIRE_FIELD_) };
struct wire_logged_message { WIRE_MESSAGE_LOGGED(WIRE_FIELD_) };
#define wire_logged_stack      wire_stack
#define wire_logged_collection wire_collection
#define wire_logged_moment     wire_moment
#define wire_logged_stance     wire_stance
#define wire_logged_birth      wire_birth
#define wire_logged_death      wire_death
#define wire_logged_stamp      wire_stamp
#undef WIRE_FIELD_

enum wire_kind {
#define WIRE_ENUM_(number, NAME, name, text) WIRE_##NAME = number,
  WIRE_KINDS(WIRE_ENUM_)
#undef WIRE_ENUM_
  WIRE_KIND_LIMIT = 44 /* more than the greatest number above */
};

enum wire_encoding {
#define WIRE_ENUM_(number, NAME, text) WIRE_##NAME = number,
  WIRE_ENCODINGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_why {
#define WIRE_ENUM_(number, NAME, text) WIRE_WHY_##NAME = number,
  WIRE_WHYS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_reason {
#define WIRE_ENUM_(number, NAME, text) WIRE_REASON_##NAME = number,
  WIRE_REASONS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_moment_why {
#define WIRE_ENUM_(number, NAME, text) WIRE_MOMENT_WHY_##NAME = number,
  WIRE_MOMENT_WHYS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_turn_what {
#define WIRE_ENUM_(number, NAME, text) WIRE_TURN_##NAME = number,
  WIRE_TURNS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_layer {
#define WIRE_ENUM_(number, NAME, text) WIRE_LAYER_##NAME = number,
  WIRE_LAYERS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_state {
#define WIRE_ENUM_(number, NAME, text) WIRE_STATE_##NAME = number,
  WIRE_STATES(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_wait {
#define WIRE_ENUM_(number, NAME, text) WIRE_WAIT_##NAME = number,
  WIRE_WAITS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_counters_from {
#define WIRE_ENUM_(number, NAME, text) WIRE_COUNTERS_FROM_##NAME = number,
  WIRE_COUNTERS_FROM(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_register_number {
#define WIRE_ENUM_(number, NAME, text) WIRE_REGISTER_##NAME = number,
  WIRE_REGISTERS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_meta_key {
#define WIRE_ENUM_(number, NAME, text) WIRE_META_##NAME = number,
  WIRE_METAS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_sampling {
#define WIRE_ENUM_(number, NAME, name, text) WIRE_SAMPLING_##NAME = number,
  WIRE_SAMPLINGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_space {
#define WIRE_ENUM_(number, NAME, text) WIRE_SPACE_##NAME = number,
  WIRE_SPACES(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_mode {
#define WIRE_ENUM_(number, NAME, name, text) WIRE_MODE_##NAME = 1 << (number),
  WIRE_MODES(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_frame_type {
#define WIRE_ENUM_(number, NAME, text) WIRE_FRAME_##NAME = number,
  WIRE_FRAME_TYPES(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_thread_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_THREAD_##NAME = 1 << (bit),
  WIRE_THREAD_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_node_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_NODE_##NAME = 1 << (bit),
  WIRE_NODE_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_sample_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_SAMPLE_##NAME = 1 << (bit),
  WIRE_SAMPLE_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_lock_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_LOCK_##NAME = 1 << (bit),
  WIRE_LOCK_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_call_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_CALL_##NAME = 1 << (bit),
  WIRE_CALL_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_message_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_MESSAGE_##NAME = 1 << (bit),
  WIRE_MESSAGE_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_stance_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_STANCE_##NAME = 1 << (bit),
  WIRE_STANCE_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_method_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_METHOD_##NAME = 1 << (bit),
  WIRE_METHOD_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_class_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_CLASS_##NAME = 1 << (bit),
  WIRE_CLASS_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

enum wire_frame_flag {
#define WIRE_ENUM_(bit, NAME, text) WIRE_FLAG_##NAME = 1 << (bit),
  WIRE_FRAME_FLAGS(WIRE_ENUM_)
#undef WIRE_ENUM_
};

#define WIRE_PLACE_(n) \
  _Static_assert(offsetof(struct wire_lock, at##n) == offsetof(struct wire_lock, at0) + (n) * sizeof(uint64_t) && \
                 (n) < WIRE_LOCK_DEPTH, "the columns of WIRE_LOCK_PLACES are an array");
WIRE_LOCK_PLACES(WIRE_PLACE_)
#undef WIRE_PLACE_

#define WIRE_CHECK_(type, name, offset, text)                                                                        \
  _Static_assert(offsetof(struct wire_frame, name) == (offset), "struct wire_frame must match WIRE_FRAME_FIELDS");
WIRE_FRAME_FIELDS(WIRE_CHECK_)
#undef WIRE_CHECK_
_Static_assert(sizeof(struct wire_frame) == WIRE_FRAME_BYTES, "frame header");
_Static_assert(sizeof(struct wire_block) == WIRE_BLOCK_BYTES, "block header");
_Static_assert(sizeof(struct wire_column) == WIRE_COLUMN_BYTES, "column header");

/* One column of a record kind, as the packer sees it. */
struct wire_column_info {
  const char *name;
  const char *text;   /* meaning with unit */
  uint16_t offset;    /* in struct wire_<kind>, bytes */
  uint16_t bytes;     /* 1, 2, 4 or 8 */
};

/* One record kind. */
struct wire_kind_info {
  const char *name;   /* NULL for a number that is not in use */
  const char *text;
  const struct wire_column_info *columns;
  uint16_t column_count;
  uint16_t bytes;     /* sizeof(struct wire_<kind>) */
};

/* Indexed by enum wire_kind; defined in wire.c. */
extern const struct wire_kind_info wire_kinds[WIRE_KIND_LIMIT];


/* A column of struct wire_<kind>; `bytes` 0: none. */
struct wire_field { uint16_t offset, bytes; };

/* A log of the target: a line of WIRE_LOGS. */
struct wire_log_info {
  enum wire_kind kind;
  enum wire_mode mode;
  const char *option;
  enum wire_meta_key capacity_key;
  uint32_t capacity;                /* unless the option says otherwise, records */
  struct wire_field whole, time, key;
  const char *text;                 /* its records, in a sentence */
  uint16_t bytes, columns;          /* of struct wire_logged_<kind> */
};

enum {
#define WIRE_ONE_(...) + 1
  WIRE_LOG_COUNT = 0 WIRE_LOGS(WIRE_ONE_)
#undef WIRE_ONE_
};

/* In the order of WIRE_LOGS; defined in wire.c. */
extern const struct wire_log_info wire_logs[WIRE_LOG_COUNT];

/* Returns the log of a kind; NULL for a kind whose records are not made by probes one by one. Any context. */
const struct wire_log_info *wire_log(enum wire_kind kind);

/* Returns the bytes that a record of a kind takes in the memory of a target. Any context. */
size_t wire_memory_bytes(enum wire_kind kind);

/* Returns how many records of a log find room when `bytes` of memory, less than 2^44, are divided among the logs of
 * `modes` (WIRE_MODE_... bits, the log's among them) in proportion to what their default capacities take. Any context. */
uint64_t wire_log_share(const struct wire_log_info *log, uint32_t modes, uint64_t bytes);

/* Loads a column at `p` of a record in memory. `bytes` is its width: 1, 2, 4 or 8; 0 is no column, and 0 is returned.
 * Columns are aligned as the compiler lays struct wire_<kind> out. */
static inline uint64_t wire_load(const uint8_t *p, unsigned bytes)
{
  switch (bytes) {
  case 0: return 0;
  case 1: return *p;
  case 2: return *(const uint16_t *)(const void *)p;
  case 4: return *(const uint32_t *)(const void *)p;
  default: return *(const uint64_t *)(const void *)p;
  }
}

/* Returns the value of a column of a record; 0 for the field that is none. */
static inline uint64_t wire_value(const void *record, struct wire_field field)
{
  return wire_load((const uint8_t *)record + field.offset, field.bytes);
}

/* How a column is guessed: a line of WIRE_GUESSES. Columns are known by their offset; `bytes` 0 is no column. */
struct wire_guess_part { uint16_t offset, bytes, rows_up; };
struct wire_guess_info {
  uint16_t kind;
  uint16_t offset;                      /* of the column that is guessed */
  bool onward;
  struct wire_guess_part key[2], plus;
};

/* Returns how a column is guessed; NULL when it is never guessed. Any context. */
const struct wire_guess_info *wire_guess(enum wire_kind kind, const struct wire_column_info *column);

/* Loads a little-endian integer of `bytes` (1, 2, 4 or 8) bytes, at any alignment. */
static inline uint64_t wire_get(const uint8_t *p, unsigned bytes)
{
  uint64_t v = 0;
  for (unsigned i = 0; i < bytes; i++)
    v |= (uint64_t)p[i] << (8 * i);
  return v;
}

/* Stores the low `bytes` (1, 2, 4 or 8) bytes of `v`, little-endian, at any alignment. */
static inline void wire_put(uint8_t *p, uint64_t v, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    p[i] = (uint8_t)(v >> (8 * i));
}

/* Reads a frame header from its WIRE_FRAME_BYTES bytes on the wire. Checks nothing. */
static inline void wire_frame_get(struct wire_frame *f, const uint8_t *p)
{
#define WIRE_GET_(type, name, offset, text) f->name = (type)wire_get(p + (offset), sizeof(type));
  WIRE_FRAME_FIELDS(WIRE_GET_)
#undef WIRE_GET_
}

/* Writes a frame header as its WIRE_FRAME_BYTES bytes on the wire. Computes no checksum: xfer_seal_frame() does. */
static inline void wire_frame_put(uint8_t *p, const struct wire_frame *f)
{
#define WIRE_PUT_(type, name, offset, text) wire_put(p + (offset), f->name, sizeof(type));
  WIRE_FRAME_FIELDS(WIRE_PUT_)
#undef WIRE_PUT_
}

#endif
