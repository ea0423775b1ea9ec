/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port.h: what the Java runtime needs of the machine below. Two ports: port_hosted.c (a Linux process) and the kernel's.
 *
 * One thread runs at a time. Between port_lock() and port_unlock() no other thread of the program runs: that is how the
 * runtime keeps its structures whole, and how the collector stops the world. The section may nest, is short, and must
 * be left before Java code runs.
 */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory ---- */

/* Blocks of this many bytes, aligned to it. */
#define PORT_BLOCK_BYTES 65536u

/* The heap lies within this many bytes from port_window(): tables by block number have a fixed size. */
#define PORT_WINDOW_BYTES (UINT64_C(4) << 30)
uintptr_t port_window(void);

/* `count` zeroed blocks in a row, within the window; NULL when there are none. */
void *port_blocks_take(size_t count);

/* Gives blocks back, of one piece or a part of it. */
void port_blocks_give(void *blocks, size_t count);

/* Zeroed memory for tables, outside of what the collector scans; never given back. NULL when there is none. */
void *port_table(size_t bytes);

/* ---- exclusion ---- */

void port_lock(void);
void port_unlock(void);

/* ---- threads ---- */

struct port_thread;

/* The stack of a thread, [low, high), for stack limits and for the collector. */
struct port_stack { uintptr_t low, high; };

/* Makes the calling thread one that the calls below accept: the first thread of the program. */
struct port_thread *port_thread_adopt(void);

/* Starts `entry(arg)` as a thread; NULL when memory is out. It is forgotten when `entry` returns. */
struct port_thread *port_thread_start(const char *name, void (*entry)(void *arg), void *arg);

/* What JX_THREAD points to in the calling thread; a word of the runtime's own there. */
struct jx_thread *port_jx_thread(void);
void port_set_data(void *data);
void *port_data(void);

struct port_stack port_thread_stack(const struct port_thread *t);

/* Where the stack of `t`, which is not running, is in use from, its saved registers included. Inside the lock. */
uintptr_t port_thread_saved_sp(const struct port_thread *t);

/* Inside the lock (once, not nested): leaves it, waits for port_wake() or until `deadline_ns` (port_nanos(); INT64_MAX:
 * for ever), and enters it again. A wake that comes first is remembered. May return early: loop. */
void port_wait(int64_t deadline_ns);
void port_wake(struct port_thread *t);

/* Lets other threads run. Outside of the lock. */
void port_yield(void);

/* ---- console and time ---- */

/* Writes to channel 1 (output) or 2 (errors), all of it. Outside of the lock. */
void port_write(int channel, const void *bytes, size_t count);

/* Up to `count` bytes of the program's input; 0 at its end. */
size_t port_read(void *bytes, size_t count);

int64_t port_nanos(void);   /* since an arbitrary moment; never goes back */
int64_t port_millis(void);  /* since 1970 where the date is known, else since boot */

/* Ends the program with `status`; other threads end with it. Output has been written by then. */
_Noreturn void port_exit(int status);

/* ---- events (JX paper, section 4) ---- */

uint32_t port_event_register(const char *name);
void port_event_log(uint32_t event, uint64_t argument);

/* Switches timing of the methods whose names match a pattern on or off; how many do. */
uint32_t port_timed(const char *pattern, bool on);

#endif
