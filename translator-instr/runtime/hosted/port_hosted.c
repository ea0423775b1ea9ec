/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_hosted.c: the runtime's port to a Linux process, for tests and for comparing speeds.
 *
 * Threads are POSIX threads of which one runs at a time: the one that holds `turn`. A thread passes the turn on where
 * it waits, sleeps or yields, and nowhere else; reading input is not among them. So port_lock() has nothing to do, and
 * a program that spins until another thread has done something must call Thread.yield() or onSpinWait(), or be
 * translated with --safepoints: a clock then asks it to pass the turn on. (In the kernel threads are preempted.)
 */
#define _GNU_SOURCE
#include "runtime/core/port.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "contract/jx.h"

#define STACK_BYTES (8u << 20) /* as Linux gives the first thread */
#define BLOCKS (PORT_WINDOW_BYTES / PORT_BLOCK_BYTES)
#define DIRTY_MOST ((64u << 20) / PORT_BLOCK_BYTES) /* free blocks that stay the process's */

struct port_thread {
  pthread_cond_t wake;
  bool woken;
  uintptr_t saved_sp;
  struct port_stack stack;
  void (*entry)(void *arg);
  void *arg;
};

__thread struct jx_thread jx_thread_current;
static __thread struct port_thread *self;
static __thread void *thread_data;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static char *window;
static enum { FREE, TAKEN, DIRTY } state[BLOCKS]; /* DIRTY: free, and not zero */
static size_t dirty_count;
static size_t search_from;

uint64_t jx_clock; /* stands still: no births are told here */

/* ---- memory ---- */

static void reserve_window(void)
{
  /* Behind the heap's window that of stamps (jx.h), for tests. */
  size_t bytes = 2 * PORT_WINDOW_BYTES + PORT_BLOCK_BYTES;
  char *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED) {
    perror("cannot reserve address space for the Java heap");
    exit(2);
  }
  window = area + (-(uintptr_t)area & (PORT_BLOCK_BYTES - 1));
}

uintptr_t port_window(void)
{
  if (!window)
    reserve_window();
  return (uintptr_t)window;
}

static bool are_free(size_t first, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (state[first + i] == TAKEN)
      return false;
  return true;
}

static void *take_at(size_t first, size_t count, bool *is_zero)
{
  *is_zero = true;
  for (size_t i = 0; i < count; i++) {
    if (state[first + i] == DIRTY) {
      *is_zero = false;
      dirty_count--;
    }
    state[first + i] = TAKEN;
  }
  if (count == 1)
    search_from = first + 1;
  return window + first * PORT_BLOCK_BYTES;
}

static size_t blocks_of(size_t bytes)
{
  return (bytes + PORT_BLOCK_BYTES - 1) / PORT_BLOCK_BYTES;
}

/* What is not touched has no memory. */
void *port_blocks_take(size_t bytes, bool *is_zero)
{
  size_t count = blocks_of(bytes);
  port_window();
  for (size_t first = count == 1 ? search_from : 0; first + count <= BLOCKS; first++)
    if (are_free(first, count))
      return take_at(first, count, is_zero);
  return NULL;
}

/* Keeps up to DIRTY_MOST free blocks: to clear a block again costs a fraction of the page faults of a fresh one. */
void port_blocks_give(void *blocks, size_t bytes)
{
  size_t count = blocks_of(bytes), first = ((uintptr_t)blocks - (uintptr_t)window) / PORT_BLOCK_BYTES;
  bool keep = dirty_count + count <= DIRTY_MOST;
  if (!keep)
    madvise(blocks, count * PORT_BLOCK_BYTES, MADV_DONTNEED);
  for (size_t i = 0; i < count; i++)
    state[first + i] = keep ? DIRTY : FREE;
  dirty_count += keep ? count : 0;
  if (first < search_from)
    search_from = first;
}

void *port_table(size_t bytes)
{
  void *table = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return table == MAP_FAILED ? NULL : table;
}

/* ---- exclusion ---- */

void port_lock(void)
{
}

void port_unlock(void)
{
}

void port_hold(void)
{
}

void port_release(void)
{
}

uint32_t port_processor(void)
{
  return 0;
}

/* The others wait for the turn. */
void port_stop(void)
{
}

void port_go(void)
{
}

uint32_t port_processors(void)
{
  return 1;
}

void port_pause(void)
{
}

void port_relax(unsigned *looks)
{
  ++*looks;
}

uint32_t port_helpers(void (*work)(uint32_t number))
{
  (void)work;
  return 0;
}

void port_call_helper(uint32_t number)
{
  (void)number;
}

void port_await_helpers(void)
{
}

/* Puts all registers that a call preserves into the frame of the function that uses this macro, and notes in `t` where
 * the frame begins. */
#define SAVE_REGISTERS(t)                                                                                             \
  do {                                                                                                                \
    __builtin_unwind_init();                                                                                          \
    __asm__ volatile("mov %%rsp, %0" : "=r"((t)->saved_sp) : : "memory");                                              \
  } while (0)

static void find_stack(struct port_stack *stack)
{
  pthread_attr_t attributes;
  void *low;
  size_t size;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  stack->low = (uintptr_t)low;
  stack->high = (uintptr_t)low + size;
}

static struct port_thread *new_thread(void)
{
  struct port_thread *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&t->wake, &attributes);
  pthread_condattr_destroy(&attributes);
  return t;
}

struct port_thread *port_thread_adopt(void)
{
  if (!self) {
    self = new_thread();
    if (!self)
      return NULL;
    find_stack(&self->stack);
    pthread_mutex_lock(&turn);
  }
  return self;
}

/* ---- safepoints ---- */

#define SLICE_NS 10000000  /* between requests to pass the turn on: as long as a time slice of an ordinary kernel */
#define PASS_NS  50000     /* how long a thread then waits: the next one has woken up and taken the turn by then */

volatile bool jx_poll_wanted;

static void sleep_ns(long nanos)
{
  const struct timespec time = {.tv_nsec = nanos};
  nanosleep(&time, NULL);
}

static void *ask_for_turn(void *none)
{
  for (;; sleep_ns(SLICE_NS))
    jx_poll_wanted = true;
  return none;
}

/* Starts the clock, when the second thread of the program starts. Without memory for it no thread is asked. */
static void start_clock(void)
{
  static bool started;
  pthread_t clock;
  if (!started && !pthread_create(&clock, NULL, ask_for_turn, NULL))
    pthread_detach(clock);
  started = true;
}

void jx_poll(void)
{
  jx_poll_wanted = false;
  SAVE_REGISTERS(self);
  pthread_mutex_unlock(&turn);
  sleep_ns(PASS_NS);
  pthread_mutex_lock(&turn);
}

/* ---- threads ---- */

static void *run_thread(void *arg)
{
  self = arg;
  pthread_mutex_lock(&turn);
  find_stack(&self->stack);
  self->entry(self->arg);
  pthread_mutex_unlock(&turn);
  pthread_cond_destroy(&self->wake);
  free(self);
  return NULL;
}

bool port_thread_start(const char *name, void (*entry)(void *arg), void *arg)
{
  struct port_thread *t = new_thread();
  if (!t)
    return false;
  t->entry = entry;
  t->arg = arg;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, run_thread, t);
  pthread_attr_destroy(&attributes);
  if (error) {
    pthread_cond_destroy(&t->wake);
    free(t);
    return false;
  }
  start_clock();
  char cut[16]; /* the kernel's limit for a thread's name, terminator included */
  snprintf(cut, sizeof cut, "%s", name);
  pthread_setname_np(thread, cut);
  return true;
}

struct jx_thread *port_jx_thread(void)
{
  return &jx_thread_current;
}

void port_set_data(void *data)
{
  thread_data = data;
}

void *port_data(void)
{
  return thread_data;
}

struct port_stack port_thread_stack(const struct port_thread *t)
{
  return t->stack;
}

uintptr_t port_thread_saved_sp(const struct port_thread *t)
{
  return t->saved_sp;
}

static struct timespec timespec_of(int64_t nanos)
{
  return (struct timespec){.tv_sec = nanos / 1000000000, .tv_nsec = nanos % 1000000000};
}

void port_wait(int64_t deadline_ns)
{
  SAVE_REGISTERS(self);
  struct timespec until = timespec_of(deadline_ns);
  while (!self->woken) {
    if (deadline_ns == INT64_MAX)
      pthread_cond_wait(&self->wake, &turn);
    else if (pthread_cond_timedwait(&self->wake, &turn, &until) == ETIMEDOUT)
      break;
  }
  self->woken = false;
}

void port_wake(struct port_thread *t)
{
  t->woken = true;
  pthread_cond_signal(&t->wake);
}

void port_yield(void)
{
  SAVE_REGISTERS(self);
  pthread_mutex_unlock(&turn);
  sched_yield();
  pthread_mutex_lock(&turn);
}

/* ---- console and time ---- */

void port_write(int channel, const void *bytes, size_t count)
{
  fwrite(bytes, 1, count, channel == 2 ? stderr : stdout);
}

size_t port_read(void *bytes, size_t count)
{
  return fread(bytes, 1, count, stdin);
}

uint64_t port_input_bytes(void)
{
  struct stat input;
  return !fstat(STDIN_FILENO, &input) && S_ISREG(input.st_mode) ? (uint64_t)input.st_size : 0;
}

size_t port_read_at(uint64_t at, void *bytes, size_t count)
{
  size_t done = 0;
  for (ssize_t got; done < count; done += (size_t)got)
    if ((got = pread(STDIN_FILENO, (char *)bytes + done, count - done, (off_t)(at + done))) <= 0)
      break;
  return done;
}

static int64_t nanos_of(clockid_t clock)
{
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t port_nanos(void)
{
  return nanos_of(CLOCK_MONOTONIC);
}

int64_t port_millis(void)
{
  return nanos_of(CLOCK_REALTIME) / 1000000;
}

void port_exit(int status)
{
  fflush(stdout);
  _exit(status);
}

/* There are no probes to be switched. */
uint32_t port_timed(const char *pattern, bool on)
{
  (void)pattern, (void)on;
  return 0;
}

/* Waits for monitors and events are for the kernel's profiler; here events only get their numbers. */
void port_monitor_waits(struct port_contention *w, struct port_contended *m, const void *object, const char *name,
                        const void *frame)
{
  (void)w, (void)m, (void)object, (void)name, (void)frame;
}

void port_monitor_got(struct port_contention *w, struct port_contended *m)
{
  (void)w, (void)m;
}

void port_monitor_left(struct port_contended *m, const void *frame)
{
  (void)m, (void)frame;
}

uint32_t port_event_register(const char *name)
{
  static char names[256][32];
  uint32_t i = 0;
  for (; i < 256 && names[i][0]; i++)
    if (!strncmp(names[i], name, sizeof names[i] - 1))
      return i + 1;
  if (i == 256)
    return 0;
  snprintf(names[i], sizeof names[i], "%s", name);
  return i + 1;
}

bool port_messages_on(void)
{
  return false;
}

void port_message_log(const struct port_message *m)
{
  (void)m;
}

void port_event_log(uint32_t event, uint64_t argument)
{
  (void)event;
  (void)argument;
}
