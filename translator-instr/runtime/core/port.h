/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port.h: what the Java runtime needs of the machine below it. There are two ports: runtime/hosted/port_hosted.c (a
 * Linux process) and runtime/kernel/port_kernel.c.
 *
 * One thread runs at a time. Between port_lock() and port_unlock() no other thread of the program runs: in this way the
 * runtime keeps its structures whole, and the collector stops the world. The section may nest, is short, and must be
 * left before Java code runs. Where a comment says neither "inside the lock" nor "outside of the lock", either is
 * right.
 */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory ---- */

/* Bytes of a block of the heap; blocks are aligned to it. */
#define PORT_BLOCK_BYTES 65536u

/* Blocks have memory in units of so many bytes. */
#define PORT_PAGE_BYTES 4096u

/* The heap lies within this many bytes from port_window(): tables by block number have a fixed size. */
#define PORT_WINDOW_BYTES (UINT64_C(4) << 30)

/* Returns the address where the heap's window begins. */
uintptr_t port_window(void);

/* Returns `bytes` zeroed bytes, a multiple of PORT_PAGE_BYTES, in as many blocks in a row as that takes, within the
 * window: behind them, in the last block, there is no memory. NULL when there is none. */
void *port_blocks_take(size_t bytes);

/* Gives back what port_blocks_take() has returned for `bytes`. */
void port_blocks_give(void *blocks, size_t bytes);

/* Returns zeroed memory for a table, which the collector does not scan and nothing gives back; NULL when there is
 * none. */
void *port_table(size_t bytes);

/* ---- exclusion ---- */

/* Enters the lock: no other thread of the program runs until port_unlock(). May nest. */
void port_lock(void);

/* Leaves the lock; the outermost call lets other threads run again. */
void port_unlock(void);

/* ---- threads ---- */

struct port_thread;

/* The stack of a thread, [low, high), for stack limits and for the collector. */
struct port_stack { uintptr_t low, high; };

/* Makes the calling thread, the first one of the program, a thread that the functions below accept. NULL: memory is
 * out. */
struct port_thread *port_thread_adopt(void);

/* Starts `entry(arg)` as a thread called `name`; NULL when memory is out. The thread ends, and is forgotten, when
 * `entry` returns. */
struct port_thread *port_thread_start(const char *name, void (*entry)(void *arg), void *arg);

/* Returns what JX_THREAD points to in the calling thread. */
struct jx_thread *port_jx_thread(void);

/* Sets the calling thread's one word for the runtime's use, 0 at first. */
void port_set_data(void *data);

/* Returns what the calling thread has set by port_set_data(). */
void *port_data(void);

/* Returns the bounds of the stack of `t`. */
struct port_stack port_thread_stack(const struct port_thread *t);

/* Returns the lowest address in use of the stack of `t`, which is not running; its saved registers lie above it. Inside
 * the lock. */
uintptr_t port_thread_saved_sp(const struct port_thread *t);

/* Leaves the lock, waits for port_wake() or until `deadline_ns` (of port_nanos(); INT64_MAX: no deadline), and enters
 * the lock again. A wake that comes before the wait ends it at once. May return early: the caller loops. Inside the
 * lock, entered once, not nested. */
void port_wait(int64_t deadline_ns);

/* Ends the port_wait() of `t`, this one or its next. Inside the lock. */
void port_wake(struct port_thread *t);

/* Lets other threads run. Outside of the lock. */
void port_yield(void);

/* ---- console and time ---- */

/* Writes all `count` bytes to channel 1 (output) or 2 (errors). Outside of the lock. */
void port_write(int channel, const void *bytes, size_t count);

/* Reads up to `count` bytes of the program's input, waiting for the first; returns how many, 0 at the end of the input.
 * Outside of the lock. */
size_t port_read(void *bytes, size_t count);

/* Returns how many bytes of input port_read_at() can read: on the host none unless standard input is a regular file. */
uint64_t port_input_bytes(void);

/* Copies bytes [at, at + count) of the program's input, which lie within port_input_bytes(), whatever port_read() has
 * read, and without effect on it. Returns how many it copied: fewer only if the input has become shorter, or cannot be
 * read. Outside of the lock. */
size_t port_read_at(uint64_t at, void *bytes, size_t count);

/* Returns nanoseconds since an arbitrary moment; never goes back. */
int64_t port_nanos(void);

/* Returns milliseconds since 1970 where the date is known, else since boot. */
int64_t port_millis(void);

/* Ends the program with `status`, all its threads included, when its output has been written. */
_Noreturn void port_exit(int status);

/* ---- events and timing (JX paper, section 4) ---- */

/* Returns the number of the event of this name, a new one when it is unknown. */
uint32_t port_event_register(const char *name);

/* Logs `event`, of port_event_register(), with `argument`, when the profiler records events. */
void port_event_log(uint32_t event, uint64_t argument);

/* Switches timing of the methods whose names match `pattern` on or off; returns how many match. */
uint32_t port_timed(const char *pattern, bool on);

#endif
