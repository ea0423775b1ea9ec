/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * account.c: see account.h.
 */
#include "account.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a context's function has run. */
struct figures {
  uint64_t calls, inclusive, exclusive;
  uint64_t interrupts_inclusive, interrupts;
  uint64_t least;           /* instructions of its shortest call by the clock, inclusive; UINT64_MAX: none has ended */
  uint64_t turns;           /* instructions of other processors that passed on its clock */
  uint32_t open;            /* activations on the stack */
};

/* Who instructions belong to: a thread, or an interrupt. */
struct owner {
  const struct account_function *first;  /* timed function; NULL: none yet */
  size_t number;
  bool interrupt;
  uint64_t total, interrupts;
  uint64_t turns;                        /* of other processors' instructions, all that passed on its clock */
  struct figures *figures;               /* by function */
};

struct frame {
  const struct account_function *function;
  struct owner *owner;                   /* of what runs in it; NULL: none, it is a hook's */
  const struct account_function *timed;  /* innermost timed function of that owner, itself included; NULL: none */
  uint64_t total, interrupts;            /* the owner's at its entry */
  unsigned depth;                        /* timed calls of that owner since profiling started that it is in, itself too */
  unsigned start;                        /* how often profiling had started then */
  size_t hook;                           /* place of the innermost hook that it is in, or is, plus 1; 0: none since the
                                          * interrupt began */
  unsigned readings;                     /* a hook's, of the clock; one that is repeated counts once */
  uint64_t reading_at, pending;          /* where the last one is; the thread's `pending` at the first one */
  uint64_t turns;                        /* a timed call's: the owner's at its beginning, then those in the call */
  bool nmi;                              /* is in a non-maskable interrupt, or is one */
};

struct thread {
  struct owner *owner;
  uint64_t sp;                           /* while switched out; 0 while it runs */
  struct frame *frames;
  size_t depth, room;
  uint64_t pending;                      /* instructions of other processors since its last reading of the clock */
  uint64_t pending_then;                 /* `pending` at the end of the last interrupt */
  uint64_t nmi_ran;                      /* instructions of the non-maskable interrupt that it is in, or was in last */
  bool sampled;                          /* that one took a sample, so it is the profiler's */
  bool away;                             /* its clock stands still: an interrupt's runs */
  struct thread *next;
};

/* What a processor does that is between two threads. */
enum passing { PASSING_NOT, PASSING_NOBODY, PASSING_NEXT };

static struct account_function *functions;
static size_t count;
static struct thread *threads, *running;         /* all; the one that runs on the processor whose turn it is */
static struct {
  struct thread *running;                        /* on the others */
  uint64_t left_at;                              /* clock at which its last turn ended */
  enum passing passing;                          /* no thread's clock runs; that of the thread that comes does */
  uint64_t next, next_ran;                       /* others' and own instructions that passed on that one's clock */
} on[ACCOUNT_PROCESSORS];
static unsigned turn, starts;
static struct owner **owners, **interrupts;  /* all; those of interrupts by function */
static size_t owner_count;
static bool closed;       /* profiling has ended */
static FILE *calls;       /* the log of calls; NULL: none is wanted */

static void *grown(void *p, size_t bytes)
{
  p = realloc(p, bytes);
  if (!p) {
    fprintf(stderr, "observer: memory is out\n");
    exit(1);
  }
  return p;
}

static void *zeroed(size_t bytes)
{
  return memset(grown(NULL, bytes), 0, bytes);
}

static struct owner *new_owner(void)
{
  struct owner *o = zeroed(sizeof *o);
  o->figures = zeroed(count * sizeof *o->figures);
  for (size_t i = 0; i < count; i++)
    o->figures[i].least = UINT64_MAX;
  owners = grown(owners, (owner_count + 1) * sizeof(*owners));
  o->number = owner_count;
  owners[owner_count++] = o;
  return o;
}

static struct thread *new_thread(void)
{
  struct thread *t = zeroed(sizeof *t);
  t->owner = new_owner();
  t->next = threads;
  threads = t;
  return t;
}

static bool bad_list(const char *path, size_t line, const char *why)
{
  fprintf(stderr, "observer: %s, line %zu: %s\n", path, line, why);
  return false;
}

static enum account_what what_of(const char *name)
{
  static const struct { const char *name; enum account_what what; } known[] = {
    { "__fentry__", ACCOUNT_ENTRY }, { "__return__", ACCOUNT_EXIT }, { "prof_switch", ACCOUNT_SWITCHING },
    { "prof_irq_late", ACCOUNT_LATE }, { "prof_nmi_end", ACCOUNT_SAMPLED },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, name))
      return known[i].what;
  return ACCOUNT_PLAIN_WHAT;
}

static bool read_functions(FILE *in, const char *path)
{
  struct account_function f;
  char kind;
  int fields;
  while ((fields = fscanf(in, "%" SCNx64 " %c %63s", &f.address, &kind, f.name)) == 3) {
    f.kind = (enum account_kind)kind;
    f.what = what_of(f.name);
    if (count && f.address < functions[count - 1].address)
      return bad_list(path, count + 1, "addresses must rise");
    functions = grown(functions, (count + 1) * sizeof *functions);
    functions[count++] = f;
  }
  return fields == EOF && count ? true : bad_list(path, count + 1, "`ADDRESS KIND NAME' is wanted");
}

bool account_open(const char *path)
{
  FILE *in = fopen(path, "r");
  if (!in) {
    fprintf(stderr, "observer: %s: %s\n", path, strerror(errno));
    return false;
  }
  bool good = read_functions(in, path);
  fclose(in);
  if (!good)
    return false;
  interrupts = zeroed(count * sizeof(*interrupts));
  running = new_thread();
  return true;
}

bool account_log(const char *path)
{
  calls = fopen(path, "w");
  if (!calls)
    fprintf(stderr, "observer: %s: %s\n", path, strerror(errno));
  return calls;
}

/* A call that ends, or that is open when profiling ends. What began before profiling did is none of its calls. */
static void log_call(const struct frame *f, const char *how)
{
  if (calls && starts && f->start == starts)
    fprintf(calls, "%zu\t%u\t%s\t%" PRIu64 "\t%s\n", f->owner->number, f->depth, f->function->name,
            f->owner->total - f->total, how);
}

const struct account_function *account_find(uint64_t address)
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (functions[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &functions[low - 1] : NULL;
}

static struct figures *figures_of(struct owner *o, const struct account_function *f)
{
  return &o->figures[f - functions];
}

/* What holds at the moment: of the innermost frame, or of a thread without one. */
static struct frame now(void)
{
  if (running->depth)
    return running->frames[running->depth - 1];
  return (struct frame){ .owner = running->owner };
}

void account_run(uint64_t n)
{
  struct frame f = now();
  if (f.nmi)
    running->nmi_ran += n;
  if (!f.owner || closed)
    return;
  if (on[turn].passing == PASSING_NEXT) {
    on[turn].next_ran += n;
    return;
  }
  f.owner->total += n;
  if (f.timed)
    figures_of(f.owner, f.timed)->exclusive += n;
}

static void push(struct frame f)
{
  if (running->depth == running->room) {
    running->room = 2 * running->room + 64;
    running->frames = grown(running->frames, running->room * sizeof(*running->frames));
  }
  running->frames[running->depth++] = f;
}

static struct owner *interrupt_owner(const struct account_function *f)
{
  struct owner **o = &interrupts[f - functions];
  if (!*o) {
    *o = new_owner();
    (*o)->interrupt = true;
  }
  return *o;
}

static void enter_timed(struct owner *o, const struct account_function *f)
{
  if (!o->first)
    o->first = f;
  figures_of(o, f)->calls++;
  figures_of(o, f)->open++;
}

/* The `call` that led into a hook is the hook's. */
static void enter_hook(const struct frame *caller)
{
  if (!caller->owner)
    return;
  caller->owner->total--;
  if (caller->timed)
    figures_of(caller->owner, caller->timed)->exclusive--;
}

/* Forgets what was counted; what is open stays so. (The calibration switches threads that have no stacks.) */
static void start_over(void)
{
  for (size_t i = 0; i < owner_count; i++) {
    owners[i]->total = owners[i]->turns = 0;
    for (size_t k = 0; k < count; k++)
      owners[i]->figures[k] = (struct figures){ .open = owners[i]->figures[k].open, .least = UINT64_MAX };
  }
  for (struct thread *t = threads; t; t = t->next) {
    t->pending = t->pending_then = 0;
    for (size_t i = 0; i < t->depth; i++)
      t->frames[i].depth = 0;
  }
  if (calls && (fflush(calls) || ftruncate(fileno(calls), 0) || fseek(calls, 0, SEEK_SET)))
    fprintf(stderr, "observer: the log of calls: %s\n", strerror(errno));
  for (size_t i = 0; i < ACCOUNT_PROCESSORS; i++) {
    on[i].passing = PASSING_NOT;
    on[i].next = on[i].next_ran = 0;
  }
  starts++;
}

/* Profiling ends: what has passed on the clocks of threads up to now is theirs. */
static void end(void)
{
  for (struct thread *t = threads; t; t = t->next) {
    t->owner->turns += t->pending;
    for (size_t i = t->depth; i-- > 0;)
      if (t->frames[i].function->kind == ACCOUNT_TIMED && t->frames[i].owner)
        log_call(&t->frames[i], "open");
  }
  closed = true;
}

static void interrupt_in(const struct frame *f)
{
  if (f->owner && f->timed)
    figures_of(f->owner, f->timed)->interrupts++;
}

/* In a hook, whose frames have no owner, it is one of the call that the hook belongs to, and of that one's caller: the
 * hook's time is partly inside of the one and partly of the other. */
static void count_interrupt(const struct frame *interrupted)
{
  const struct frame *f = &running->frames[running->depth], *const outermost = running->frames;
  interrupt_in(interrupted);
  if (interrupted->owner)
    interrupted->owner->interrupts++;
  if (interrupted->owner || !running->depth)
    return;
  while (f > outermost && !f[-1].owner)
    f--;
  if (f == outermost)
    return;
  const struct account_function *called = (--f)->timed;
  f->owner->interrupts++;
  interrupt_in(f);
  while (f > outermost && f->timed == called)
    f--;
  interrupt_in(f);
}

static bool is_interrupt(const struct account_function *f)
{
  return f->kind == ACCOUNT_INTERRUPT || f->kind == ACCOUNT_SAMPLE;
}

/* Whose its instructions are shows when it ends. */
static void begin_nmi(struct frame *f)
{
  f->owner = NULL;
  f->nmi = true;
  running->nmi_ran = 0;
  running->sampled = false;
}

void account_enter(const struct account_function *f)
{
  if (closed)
    return;
  if (f->kind == ACCOUNT_START)
    start_over();
  if (f->kind == ACCOUNT_STOP)
    end();
  struct frame caller = now(), frame = { .function = f, .owner = caller.owner, .timed = caller.timed };
  frame.start = starts;
  frame.depth = caller.depth;
  frame.hook = f->kind == ACCOUNT_HOOK ? running->depth + 1 : is_interrupt(f) ? 0 : caller.hook;
  frame.nmi = caller.nmi;
  if (f->kind == ACCOUNT_HOOK || f->kind == ACCOUNT_INSTEAD) {
    if (f->kind == ACCOUNT_HOOK)
      enter_hook(&caller);
    frame.owner = NULL;
  } else if (f->kind == ACCOUNT_INTERRUPT) {
    count_interrupt(&caller);
    frame.owner = interrupt_owner(f);
    frame.timed = NULL;
    frame.depth = 0;
  } else if (f->kind == ACCOUNT_SAMPLE) {
    begin_nmi(&frame);
  } else if (f->kind == ACCOUNT_TIMED && frame.owner) {
    enter_timed(frame.owner, f);
    frame.timed = f;
    frame.depth++;
  }
  running->sampled |= frame.nmi && f->what == ACCOUNT_SAMPLED;
  if (frame.owner) {
    frame.total = frame.owner->total;
    frame.interrupts = frame.owner->interrupts;
  }
  push(frame);
}

/* Only the outermost activation counts as inclusive time: recursion is counted once. */
static void close_timed(const struct frame *f)
{
  struct figures *g = figures_of(f->owner, f->function);
  const uint64_t ran = f->owner->total - f->total;
  log_call(f, "returned");
  if (f->start == starts && ran + f->turns < g->least)
    g->least = ran + f->turns;
  if (--g->open == 0) {
    g->inclusive += f->owner->total - f->total;
    g->interrupts_inclusive += f->owner->interrupts - f->interrupts;
  }
}

static struct frame pop(void)
{
  struct frame f = running->frames[--running->depth];
  if (f.function->kind == ACCOUNT_TIMED && f.owner)
    close_timed(&f);
  return f;
}

void account_leave(void)
{
  if (running->depth && !closed)
    pop();
}

/* What a non-maskable interrupt has run that took no sample is what the interrupted code ran: it has ended a wait of
 * that code's. One that took a sample is the profiler's. */
static void end_nmi(void)
{
  const struct frame interrupted = now();
  if (running->sampled)
    count_interrupt(&interrupted);
  else
    account_run(running->nmi_ran);
}

void account_end_interrupt(void)
{
  struct frame f = { 0 };
  while (running->depth && !closed && !is_interrupt((f = pop()).function))
    ;
  if (f.nmi && !now().nmi)
    end_nmi();
}

/* ---- several processors: what the others do in their turns passes on the clocks of the threads that wait for theirs ---- */

/* Books what other processors did to the thread whose clock went on meanwhile. */
static void pass_time(uint64_t n)
{
  if (on[turn].passing == PASSING_NEXT)
    on[turn].next += n;
  else if (on[turn].passing == PASSING_NOT && !running->away)
    running->pending += n;
}

void account_processor(unsigned cpu, uint64_t clock)
{
  on[turn].running = running;
  on[turn].left_at = clock;
  turn = cpu;
  running = on[turn].running ? on[turn].running : new_thread();
  if (on[turn].running)
    pass_time(clock - on[turn].left_at);
}

/* Gives what has passed since the thread's last reading of the clock to a timed function; NULL: to none, but the
 * thread. */
static void give_pending(const struct account_function *timed)
{
  struct owner *o = running->owner;
  o->turns += running->pending;
  if (timed)
    figures_of(o, timed)->turns += running->pending;
  running->pending = 0;
}

/* The hook at the entry of `call` reads the clock: up to its first reading the time is the caller's, then, in a lookup
 * that measures itself, up to the last reading no function's. The hook at the exit: its first reading ends the call. */
static void read_in_probe(const struct frame *hook, struct frame *call)
{
  const bool enters = hook->function->what == ACCOUNT_ENTRY;
  const struct frame *caller = call > running->frames ? call - 1 : NULL;
  if (hook->readings > 1) {
    running->pending = 0;
  } else if (enters) {
    give_pending(caller ? caller->timed : NULL);
    call->turns = running->owner->turns;
  } else {
    give_pending(call->timed);
    call->turns = running->owner->turns - call->turns;
  }
}

/* prof_switch() reads the clock twice, and no thread's goes on in between. It is in an interrupt, too, at whose end. */
static void read_in_switch(unsigned readings)
{
  if (!running->away)
    on[turn].passing = readings == 1 ? PASSING_NOBODY : PASSING_NEXT;
  else if (readings > 1) {
    running->away = false;
    running->pending_then = running->pending;
  }
}

/* Any other hook that reads it twice takes out what is in between. */
static void read_in_hook(struct frame *hook)
{
  if (hook->readings == 1)
    hook->pending = running->pending;
  else if (!running->away)
    running->pending = hook->pending;
}

/* Returns the innermost hook that the running thread, or the interrupt, is in; NULL: it is in none. */
static struct frame *innermost_hook(void)
{
  const size_t hook = now().hook;
  return hook ? &running->frames[hook - 1] : NULL;
}

void account_read_clock(uint64_t address)
{
  const struct account_function *in = running->depth ? running->frames[running->depth - 1].function : NULL;
  struct frame *hook = innermost_hook();
  if (closed || !in)
    return;
  if (in->kind == ACCOUNT_INTERRUPT)
    running->away = true;
  else if (in->what == ACCOUNT_LATE)
    running->pending = running->pending_then;
  if (!hook)
    return;
  hook->readings += hook->reading_at != address;
  hook->reading_at = address;
  if (hook->function->what == ACCOUNT_SWITCHING)
    read_in_switch(hook->readings);
  else if (hook->function->what == ACCOUNT_PLAIN_WHAT)
    read_in_hook(hook);
  else if (!running->away && hook > running->frames)
    read_in_probe(hook, hook - 1);
}

void account_switch_out(uint64_t sp)
{
  running->sp = sp;
}

void account_switch_in(uint64_t sp)
{
  struct thread *t = threads;
  while (t && t->sp != sp)
    t = t->next;
  running = t ? t : new_thread();
  running->sp = 0;
  running->pending += on[turn].next;
  on[turn].passing = PASSING_NOT;
  account_run(on[turn].next_ran);
  on[turn].next = on[turn].next_ran = 0;
}

/* ---- the books ---- */

static bool same_name(const struct owner *a, const struct owner *b)
{
  return a->first && a->first == b->first;
}

/* Adds the figures of all owners named like owners[i] into it; false when an earlier one has done so. */
static bool merge(size_t i)
{
  struct owner *o = owners[i];
  for (size_t k = 0; k < i; k++)
    if (same_name(owners[k], o))
      return false;
  for (size_t k = i + 1; k < owner_count; k++)
    if (same_name(owners[k], o)) {
      o->total += owners[k]->total;
      o->turns += owners[k]->turns;
      for (size_t f = 0; f < count; f++) {
        o->figures[f].calls += owners[k]->figures[f].calls;
        o->figures[f].inclusive += owners[k]->figures[f].inclusive;
        o->figures[f].exclusive += owners[k]->figures[f].exclusive;
        o->figures[f].interrupts_inclusive += owners[k]->figures[f].interrupts_inclusive;
        o->figures[f].interrupts += owners[k]->figures[f].interrupts;
        o->figures[f].open += owners[k]->figures[f].open;
        o->figures[f].turns += owners[k]->figures[f].turns;
        if (owners[k]->figures[f].least < o->figures[f].least)
          o->figures[f].least = owners[k]->figures[f].least;
      }
    }
  return true;
}

static void write_owner(FILE *out, const struct owner *o)
{
  fprintf(out, "%s\t*\t%d\t%" PRIu64 "\t0\t0\t0\t0\t0\t%" PRIu64 "\n", o->first->name, o->interrupt, o->total, o->turns);
  for (size_t i = 0; i < count; i++) {
    const struct figures *g = &o->figures[i];
    if (g->calls)
      fprintf(out, "%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
              "\t%" PRIu64 "\n", o->first->name, functions[i].name, g->calls, g->inclusive, g->exclusive, g->open,
              g->interrupts_inclusive, g->interrupts, g->least == UINT64_MAX ? 0 : g->least, g->turns);
  }
}

void account_write(FILE *out)
{
  for (size_t i = 0; i < owner_count; i++)
    if (owners[i]->first && merge(i))
      write_owner(out, owners[i]);
  if (calls && fclose(calls))
    fprintf(stderr, "observer: the log of calls: %s\n", strerror(errno));
}
