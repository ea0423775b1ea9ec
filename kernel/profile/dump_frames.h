/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump_frames.h: the frames of the dump: from the profiler's records to the bytes on the line, in the order of
 * FORMAT.md. When and by whom is kdump.h's subject.
 *
 *   dump_frames_open() -> dump_frames_stream() and dump_frames_snapshot() any number of times, while the system runs
 *     -> dump_frames_close()
 *
 * One thread at a time; all block as long as the line does, but for a system that has crashed (panic.h).
 */
#ifndef DUMP_FRAMES_H
#define DUMP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct options;

/* Takes the memory for frames. Returns the bytes that are missing in one piece, 0 when it has them. Once, at boot. */
size_t dump_frames_memory(void);

/* Sends the hello of the run that has the number `run`. `crash` is why the kernel went down, or NULL. */
void dump_frames_open(const struct options *options, uint32_t run, const char *crash);

/* Sends what has come since the last call of the kinds that stream. Returns whether there was anything. */
bool dump_frames_stream(void);

/* Sends a piece of the call trees that prof_snapshot_take() has TAKEN. Returns whether there is more of them. */
bool dump_frames_snapshot(void);

/* Profiling has been stopped: sends all that is left, and the end. `crash` as above; where the hello could not tell
 * it, a frame of its own does. Returns whether everything has left. */
bool dump_frames_close(const char *crash);

/* A crash stopped a thread in the middle of one of the above: makes dump_frames_close() possible. Returns false where
 * the hello was not begun, or the end was: then there is nothing to go on with. After prof_stop(). */
bool dump_frames_recover(void);

/* A fault came out of dump_frames_close(): sends what is whole, and the end. */
void dump_frames_end(void);

#endif
