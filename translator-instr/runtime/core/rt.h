/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rt.h: what the files of the runtime share: threads, throwing, strings. Emitted code sees jx.h only.
 */
#ifndef RT_H
#define RT_H

#include "gc.h"
#include "contract/jx.h"
#include "contract/jx_upcalls.h"
#include "port.h"

/* ---- threads (jthread.c) ---- */

enum rt_waiting { RT_RUNNING, RT_ENTERING, RT_WAITING, RT_SLEEPING, RT_PARKED };

/* A Java thread. [T] the thread alone uses it; [L] inside port_lock(). */
struct rt_thread {
  struct jx_thread *jx;              /* [T] exception, frames */
  struct port_thread *port;          /* [T] */
  struct jx_object *java;            /* [L] the java.lang.Thread */
  struct rt_thread *queue_next;      /* [L] on a monitor's queue */
  const struct jx_object *blocker;   /* [L] whose monitor it waits for; NULL: none */
  enum rt_waiting waiting;           /* [L] what it is blocked in */
  uint32_t number;                   /* 1 .. RT_THREADS - 1, as thin locks name it; 0: a free entry */
  bool interrupted;                  /* [L] */
  bool notified;                     /* [L] a wait ended by notify */
  bool timed;                        /* [L] what it is blocked in ends at some time */
  bool permit;                       /* [L] the next park() is over at once */
  bool daemon;
};

#define RT_THREADS 4096u /* thin locks have 12 bits for the owner */

/* Returns the calling thread. */
struct rt_thread *rt_self(void);

/* Returns the moment `nanos` >= 0 after now, for port_wait(); INT64_MAX, "no deadline", where that does not fit. */
int64_t rt_deadline_after(int64_t nanos);

/* Returns the thread with this number; there must be one. */
struct rt_thread *rt_thread_at(uint32_t number);

/* Makes the calling thread the program's first. False when memory is out. */
bool rt_threads_init(void);

/* Creates the java.lang.Thread of the first thread; may throw. */
void rt_threads_main(void);

/* Waits until only daemon threads are left besides the caller. */
void rt_threads_wait(void);

/* ---- throwing (exception.c) ---- */

/* Makes a new `class` pending. The class is one of JX_UPCALL_CLASSES; `message` in UTF-8, NULL: none. */
void rt_throw(struct jx_class *class, const char *message);

/* A message that grows; what does not fit is cut. Begin with {0}. */
struct rt_text { char bytes[256]; size_t length; };

/* Appends `part`. */
void rt_add(struct rt_text *text, const char *part);

/* Appends `number` in decimal. */
void rt_add_number(struct rt_text *text, int64_t number);

/* Makes OutOfMemoryError pending: an object that was set aside at the start, so nothing is allocated. */
void rt_throw_out_of_memory(void);

/* Has the collector clear weak references. Behind gc_init(), once. */
void rt_references_init(void);

/* Sets aside what throwing needs when nothing can be allocated. Call it when rt_string() works. False: memory is
 * out. */
bool rt_exceptions_init(void);

/* ---- text (jstring.c) ---- */

/* Makes a string of `utf8`; each byte that is not well-formed UTF-8 becomes U+FFFD. NULL with OutOfMemoryError
 * pending. */
struct jx_string *rt_string(const char *utf8);

/* Writes `string` as UTF-8 to `to`, cut at `size` - 1 bytes and terminated. Returns the length. */
size_t rt_utf8(const struct jx_object *string, char *to, size_t size);

/* String.intern(): returns the one string with the text of `string`; NULL with OutOfMemoryError pending. */
struct jx_object *rt_intern(struct jx_object *string);

/* Finds out which instructions the processor has that emitted code uses (jx_bits.h). Before any Java code runs. */
void rt_look_at_processor(void);

/* ---- monitors (monitor.c) ---- */

/* Sets up the table of monitors. False: memory is out. */
bool rt_monitors_init(void);

/* Is the calling thread in the monitor of `object`? */
bool rt_monitor_owned(const struct jx_object *object);

/* Returns the lock word of an object that the thread of this number has entered once, while no other thread waits. */
uint32_t rt_monitor_once(uint32_t thread);

/* Returns the thread that is in the monitor of `object`; NULL: none is. Inside the lock, or where no thread runs. */
const struct rt_thread *rt_monitor_owner(const struct jx_object *object);

/* Returns what the profile calls the monitor of `object`: the object's class, of a class's own monitor that class. */
const char *rt_monitor_name(const struct jx_object *object);

/* Ends the sleep or wait of `t`, if it is in one. Inside the lock. */
void rt_monitor_interrupt(struct rt_thread *t);

/* Lets the calling thread sleep. False: it was interrupted; the flag is cleared, nothing is thrown. */
bool rt_sleep(int64_t nanos);

/* ---- reports (report.c) ---- */

/* Prints what each thread waits for, with its stack, innermost method first. Allocates nothing, takes no lock: for where no
 * thread runs. */
void rt_report_waits(void (*print)(const char *text));

/* ---- the program (start.c) ---- */

/* Runs what the library has registered for the program's end (Runtime.addShutdownHook), once, in the calling thread.
 * Does not return to a second caller. May start threads, and waits for them. */
void rt_run_last_act(void);

struct rt_options {
  struct gc_options gc;
  int argument_count;
  const char *const *arguments;
};

/* Runs the program from its main class to the end of its last non-daemon thread; returns its exit status: 0, or 1 after
 * an uncaught exception in main. 2 when the heap cannot even be set up (a message is on channel 2). */
int rt_run(const struct rt_options *options);

#endif
