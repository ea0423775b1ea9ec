/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port.h: what the Java runtime needs of the machine below it. There are two ports: runtime/hosted/port_hosted.c (a
 * Linux process) and runtime/kernel/port_kernel.c.
 *
 * In the kernel threads run at the same time on several processors; hosted, one runs at a time. Between port_lock() and
 * port_unlock() no other thread of the program is inside the lock, and the thread inside it is not stopped: in this way
 * the runtime keeps its structures whole. The section may nest, is short, and must be left before Java code runs. Between
 * port_stop() and port_go() no other thread runs, and none is inside the lock: so the collector stops the world. Where a
 * comment says neither "inside the lock" nor "outside of the lock", either is right.
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

/* Returns `bytes` of memory, a multiple of PORT_PAGE_BYTES, in as many blocks in a row as that takes, within the window:
 * behind them, in the last block, there is no memory. *is_zero: they are all 0; else they hold anything, and the caller
 * zeroes what it needs, outside of the lock. NULL when there is no memory. */
void *port_blocks_take(size_t bytes, bool *is_zero);

/* Gives back what port_blocks_take() has returned for `bytes`. */
void port_blocks_give(void *blocks, size_t bytes);

/* Returns zeroed memory for a table, which the collector does not scan and nothing gives back; NULL when there is
 * none. */
void *port_table(size_t bytes);

/* ---- exclusion ---- */

/* Enters the lock, in which no other thread is until port_unlock(): a thread that wants to be waits. May nest. */
void port_lock(void);

/* Leaves the lock; the outermost call lets other threads enter. */
void port_unlock(void);

/* Keeps the calling thread on its processor until port_release(): no other thread runs there, and port_stop() waits. May
 * nest; port_lock() does the same besides. */
void port_hold(void);

/* Ends what one port_hold() began. */
void port_release(void);

/* Returns the number of the processor that the calling thread runs on, below PORT_PROCESSORS_MOST. Inside port_hold() or
 * the lock, or between port_stop() and port_go(). */
uint32_t port_processor(void);
#define PORT_PROCESSORS_MOST 16u

/* Stops all other threads of the program, each where an interrupt could find it, but outside of the lock; what they had
 * in registers lies on their stacks then. Waits while another thread has stopped all. Outside of the lock. */
void port_stop(void);

/* Lets the threads that port_stop() has stopped go on. */
void port_go(void);

/* Returns how many threads can run at the same time. Constant while the program runs. */
uint32_t port_processors(void);

/* Says to the processor that the caller asks for something again and again that a thread on another one will change. */
void port_pause(void);

/* For a loop that looks at what another processor is about to change: counts `*looks`, and now and then pauses. */
void port_relax(unsigned *looks);

/* ---- help between port_stop() and port_go() ---- */

/* Sees to helpers, threads that run on the other processors between port_stop() and port_go(), and call `work` with
 * their number, from 1 on, when they are called. Returns how many there are: fewer than other processors where memory
 * is out. Outside of the lock. */
uint32_t port_helpers(void (*work)(uint32_t number));

/* Has helper `number`, up to what port_helpers() has returned, call `work`, once more if it has not yet returned from
 * there. Between port_stop() and port_go(), by the thread that has stopped the others or by a helper. */
void port_call_helper(uint32_t number);

/* Waits until no helper is in `work`; one that was called late may begin afterwards. Between port_stop() and port_go(),
 * by the thread that has stopped the others. Cost, where no helper is: a lock. */
void port_await_helpers(void);

/* ---- threads ---- */

struct port_thread;

/* The stack of a thread, [low, high), for stack limits and for the collector. */
struct port_stack { uintptr_t low, high; };

/* Makes the calling thread, the first one of the program, a thread that the functions below accept. NULL: memory is
 * out. */
struct port_thread *port_thread_adopt(void);

/* Starts `entry(arg)` as a thread called `name`; false when memory is out. The thread ends, and is forgotten, when
 * `entry` returns. Outside of the lock. */
bool port_thread_start(const char *name, void (*entry)(void *arg), void *arg);

/* Returns what JX_THREAD points to in the calling thread. */
struct jx_thread *port_jx_thread(void);

/* Sets the calling thread's one word for the runtime's use, 0 at first. */
void port_set_data(void *data);

/* Returns what the calling thread has set by port_set_data(). */
void *port_data(void);

/* Returns the bounds of the stack of `t`. */
struct port_stack port_thread_stack(const struct port_thread *t);

/* Returns the lowest address in use of the stack of `t`, another thread; its saved registers lie above it. Between
 * port_stop() and port_go(). */
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

/* A message to another machine or from one: struct prof_message (profiler/prof.h). */
struct port_message {
  uint64_t key;
  uint32_t local, peer, program, procedure, bytes;
  uint16_t local_port, peer_port, layer, flags;
};

/* Whether the profiler records messages. */
bool port_messages_on(void);

/* Tells the profiler of a message, when it records them. */
void port_message_log(const struct port_message *m);

/* What the port keeps for a monitor that threads wait for, and for a wait or a release that goes on. Zeroed nothing is
 * known yet. */
struct port_contended { uint64_t room[6]; };
struct port_contention { uint64_t room[20]; };

/* Tells the profiler that the calling thread begins to wait for the monitor of `object`, which is called `name`, and that
 * it is in it now. `frame` is __builtin_frame_address(0) of the function that Java code has called; `name` stays the
 * caller's. Inside the lock. */
void port_monitor_waits(struct port_contention *w, struct port_contended *m, const void *object, const char *name,
                        const void *frame);
void port_monitor_got(struct port_contention *w, struct port_contended *m);

/* Tells the profiler that the calling thread leaves a monitor for which another thread waits. Inside the lock, while the
 * monitor still is the caller's. */
void port_monitor_left(struct port_contended *m, const void *frame);

/* Switches timing of the methods whose names match `pattern` on or off; returns how many match. */
uint32_t port_timed(const char *pattern, bool on);

#endif
