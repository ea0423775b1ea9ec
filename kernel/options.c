/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.c: see options.h.
 */
#include "options.h"

#include <stdbool.h>
#include <stddef.h>

#include "lib/format.h"
#include "core/print.h"
#include "lib/string.h"

struct number {
  const char *key, *help;
  size_t offset;            /* of a uint32_t in struct options */
  uint32_t least, most;
  uint32_t mode;            /* only where this mode can be recorded; 0: always */
};

static const struct number numbers[] = {
#define NUMBER_(key, field, least, most, help) { #key, help, offsetof(struct options, field), least, most, 0 },
  OPTIONS_NUMBERS(NUMBER_)
#undef NUMBER_
#define LOG_(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, text) \
  { #option, text " kept", offsetof(struct options, prof.option), OPTIONS_LOG_LEAST, OPTIONS_LOG_MOST, \
    WIRE_MODE_##MODE },
  WIRE_LOGS(LOG_)
#undef LOG_
};
#define NUMBERS (sizeof numbers / sizeof numbers[0])

struct list {
  const char *key, *help;
  size_t offset;            /* of a uint32_t in struct options */
  uint32_t bits;            /* that may be set: list_bits() */
  const char *otherwise;    /* its default in words, where that is not the same for all runs; else NULL */
};

static const struct list lists[] = {
#define LIST_(key, field, bits, otherwise, help) { #key, help, offsetof(struct options, field), bits, otherwise },
  OPTIONS_LISTS(LIST_)
#undef LIST_
};
#define LISTS (sizeof lists / sizeof lists[0])

static const struct { const char *name; uint32_t bit; } modes[] = {
#define MODE_(number, NAME, name, text) { #name, WIRE_MODE_##NAME },
  WIRE_MODES(MODE_)
#undef MODE_
};
#define MODES (sizeof modes / sizeof modes[0])

/* A piece of the command line. */
struct word { const char *text; size_t bytes; };
#define WORD(w) (int)(w).bytes, (w).text   /* for %.*s */

static char problem[320];   /* what is wrong; a word longer than this is cut */

static const char *const dump_names[] = { [OPTIONS_DUMP_FRAMES] = "frames", [OPTIONS_DUMP_TEXT] = "text" };

static const char *const turns_names[] = {
  [OPTIONS_TURNS_AUTO] = "auto", [OPTIONS_TURNS_ON] = "on", [OPTIONS_TURNS_OFF] = "off" };

static const char *const line_names[] = {
#define LINE_(KIND, name) [LINE_##KIND] = name,
  LINE_KINDS(LINE_)
#undef LINE_
};

static const char *const sampling_names[] = {
#define SAMPLING_(number, NAME, name, text) [WIRE_SAMPLING_##NAME] = name,
  WIRE_SAMPLINGS(SAMPLING_)
#undef SAMPLING_
};

static const char *const idle_names[] = {
#define IDLE_WAY_(WAY, name) [IDLE_##WAY] = name,
  IDLE_WAYS(IDLE_WAY_)
#undef IDLE_WAY_
};

struct choice {
  const char *key, *help;
  size_t offset;            /* of an enum in struct options */
  const char *const *names; /* by its number; NULL: there is no such number */
  uint32_t count;
};

static const struct choice choices[] = {
#define CHOICE_(key, names, help) { #key, help, offsetof(struct options, key), names, sizeof names / sizeof names[0] },
  OPTIONS_CHOICES(CHOICE_)
#undef CHOICE_
};
#define CHOICES (sizeof choices / sizeof choices[0])

#define CHOICE_(key, names, help) \
  _Static_assert(sizeof ((struct options *)NULL)->key == sizeof(uint32_t), "value_at() reads it");
OPTIONS_CHOICES(CHOICE_)
#undef CHOICE_

static struct options defaults(void)
{
  struct options o = { .workload = workload_set.workloads, .prof = PROF_CONFIG_DEFAULT,
                       .io_timeout_s = OPTIONS_PATIENCE_DEFAULT, .window_bytes = OPTIONS_WINDOW_DEFAULT,
                       .snapshot_us = OPTIONS_SNAPSHOT_DEFAULT * 1000000, .smp = 1 };
  o.prof.tick_hz = OPTIONS_HZ_DEFAULT;
  if (workload_set.nodes)
    o.prof.nodes = workload_set.nodes;
  o.sampling = WIRE_SAMPLING_NMI;
  return o;
}

static uint32_t *value_at(struct options *o, size_t offset)
{
  return (uint32_t *)((uintptr_t)o + offset);
}

static bool equals(struct word w, const char *text)
{
  return strlen(text) == w.bytes && memcmp(w.text, text, w.bytes) == 0;
}

/* The part of `w` before the first `c`; `rest` is what follows it, empty when there is none. */
static struct word cut_at(struct word w, char c, struct word *rest)
{
  const char *at = memchr(w.text, c, w.bytes);
  size_t bytes = at ? (size_t)(at - w.text) : w.bytes;
  *rest = at ? (struct word){ at + 1, w.bytes - bytes - 1 } : (struct word){ w.text + w.bytes, 0 };
  return (struct word){ w.text, bytes };
}

/* Appends a formatted piece at to[used]; returns the new length. What does not fit is left out. */
#define APPEND(to, room, used, ...) \
  ((used) < (room) ? (used) + ksnprintf((to) + (used), (room) - (used), __VA_ARGS__) : (used))

/* Those of `bits` that can be recorded in this image. */
static uint32_t recordable(uint32_t bits)
{
  return bits & (~(uint32_t)OPTIONS_WORKLOAD_MODES | workload_set.modes);
}

/* Bits of a list that may be set; `all` sets them. */
static uint32_t list_bits(const struct list *l)
{
  return recordable(l->bits);
}

/* A walk over the numbers that this image has, the kernel's and then the workloads'. Zeroed it has not begun. */
struct number_walk {
  size_t next;
  struct workload_option number;   /* where the walk is; of the kernel's numbers `initial` is the value at hand */
};

/* Goes on to the next number; the kernel's have their values in `o`. False: there are no more. */
static bool next_number(struct number_walk *w, struct options *o)
{
  while (w->next < NUMBERS) {
    const struct number *n = &numbers[w->next++];
    uint32_t *value = value_at(o, n->offset);
    w->number = (struct workload_option){ n->key, n->help, value, *value, n->least, n->most };
    if (!n->mode || recordable(n->mode))
      return true;
  }
  if (!workload_set.options || !workload_set.options[w->next - NUMBERS].key)
    return false;
  w->number = workload_set.options[w->next++ - NUMBERS];
  return true;
}

static void set_workload_defaults(void)
{
  for (const struct workload_option *n = workload_set.options; n && n->key; n++)
    *n->value = n->initial;
  if (workload_set.arguments)
    *workload_set.arguments = "";
}

static size_t append_modes(char *to, size_t room, size_t used, const char *between, uint32_t bits)
{
  const char *separator = "";
  for (size_t i = 0; i < MODES; i++)
    if (bits & modes[i].bit) {
      used = APPEND(to, room, used, "%s%s", separator, modes[i].name);
      separator = between;
    }
  return bits ? used : APPEND(to, room, used, "none");
}

static void help_list(const struct list *l, uint32_t initial)
{
  char names[OPTIONS_MODES_BYTES], set[OPTIONS_MODES_BYTES];
  append_modes(names, sizeof names, 0, " ", list_bits(l));
  append_modes(set, sizeof set, 0, ",", initial);
  char left_out[OPTIONS_MODES_BYTES];
  append_modes(left_out, sizeof left_out, 0, ", ", list_bits(l) & OPTIONS_NOT_IN_ALL);
  kprintf("  %s=LIST      %s, separated by commas: %s, or all (but %s), or none (default %s)\n", l->key, l->help,
          names, left_out, l->otherwise ? l->otherwise : set);
}

#define HELP_KEY_BYTES 16

static const char *help_key(char text[HELP_KEY_BYTES], const char *key, const char *value)
{
  ksnprintf(text, HELP_KEY_BYTES, "%s=%s", key, value);
  return text;
}

void options_help(void)
{
  struct options initial = defaults();
  char names[PMU_NAMES_BYTES], key[HELP_KEY_BYTES];
  kprintf("\nOptions are key=value, separated by blanks:\n");
  kprintf("  workload=NAME  what to run, one of those below (default %s)\n", initial.workload->name);
  kprintf("  timed=LIST     the functions that prof=timing times, by name: text_*,-text_hash* are those that begin "
          "with text_ less those\n                 that begin with text_hash; none (default all)\n");
  kprintf("  calls=LIST     record each call of these functions by itself; with it prof= has calls. Names as in "
          "timed=; @NAME records\n                 only calls whose caller is no function of a name with @: "
          "calls=*,@java.* (default with prof=calls: all)\n");
  kprintf("  calls-over=T   record only calls that take so long, like 10us, and their callers; with it prof= has "
          "calls\n");
  kprintf("  stacks=TIME    take the stacks of all threads, those that wait, too, each so often, like 100ms; with it "
          "prof= has moments\n                 (default: only when the monitor is told to)\n");
  kprintf("  snapshot=TIME  stream=timing sends the call trees again each so often, like 500ms; without a unit so many "
          "seconds;\n                 0: it does not (default %us)\n", OPTIONS_SNAPSHOT_DEFAULT);
  for (const struct choice *c = choices; c < choices + CHOICES; c++)
    kprintf("  %-14s %s (default %s)\n", help_key(key, c->key, "NAME"), c->help,
            c->names[*value_at(&initial, c->offset)]);
  kprintf("  counters=A,B   two performance counters, read at each switch and sample, by what they count (default "
          "none):\n                 %s, or rUUEE,\n"
          "                 event EE and unit mask UU of the processor's manual; or: model, what an observer outside "
          "counts\n", pmu_names(names, sizeof names));
  for (const struct list *l = lists; l < lists + LISTS; l++)
    help_list(l, *value_at(&initial, l->offset));
  for (struct number_walk w = { 0 }; next_number(&w, &initial);)
    kprintf("  %-14s %s (%u to %u, default %u)\n", help_key(key, w.number.key, "N"), w.number.help, w.number.least,
            w.number.most, w.number.initial);
  kprintf("A number may end in k (times 1024) or m (times 1048576).\n");
  if (workload_set.arguments)
    kprintf("What follows a word -- is the program's.\n");
  kprintf("Workloads:\n");
  for (const struct workload *w = workload_set.workloads; w->name; w++)
    kprintf("  %-14s %s\n", w->name, w->help);
}

/* Reads decimal digits and k or m. Returns false when `w` is anything else; a number too large for `value` is its
 * maximum, which is out of every range. */
static bool read_number(struct word w, uint64_t *value)
{
  unsigned shift = 0;
  char last = w.bytes ? w.text[w.bytes - 1] : '\0';
  if (last == 'k' || last == 'm') {
    shift = last == 'k' ? 10 : 20;
    w.bytes--;
  }
  *value = 0;
  for (size_t i = 0; i < w.bytes; i++) {
    if (w.text[i] < '0' || w.text[i] > '9')
      return false;
    if (*value <= UINT32_MAX)
      *value = *value * 10 + (uint64_t)(w.text[i] - '0');
  }
  *value <<= shift;
  return w.bytes > 0;
}

static bool set_number(const struct workload_option *n, struct word text)
{
  uint64_t value;
  if (!read_number(text, &value)) {
    ksnprintf(problem, sizeof problem, "option %s=%.*s: a number is wanted, like 5000 or 64k", n->key, WORD(text));
    return false;
  }
  if (value < n->least || value > n->most) {
    ksnprintf(problem, sizeof problem, "option %s=%.*s is out of range: %u to %u are possible", n->key, WORD(text),
              n->least, n->most);
    return false;
  }
  *n->value = (uint32_t)value;
  return true;
}

static bool set_workload(struct options *o, struct word name)
{
  for (const struct workload *w = workload_set.workloads; w->name; w++)
    if (equals(name, w->name)) {
      o->workload = w;
      return true;
    }
  ksnprintf(problem, sizeof problem, "there is no workload `%.*s'", WORD(name));
  return false;
}

/* The bits that a name stands for in a list; false when it may not stand there. */
static bool mode_bits(const struct list *l, struct word name, uint32_t *bits)
{
  *bits = equals(name, "all") ? list_bits(l) & ~(uint32_t)OPTIONS_NOT_IN_ALL : 0;
  for (size_t i = 0; i < MODES; i++)
    if (equals(name, modes[i].name))
      *bits = modes[i].bit & list_bits(l);
  return *bits || equals(name, "none");
}

bool options_modes(const char *text, size_t bytes, uint32_t *found)
{
  struct word list = { text, bytes };
  uint32_t bits;
  *found = 0;
  do {
    struct word name = cut_at(list, ',', &list);
    if (!mode_bits(lists, name, &bits))
      return false;
    *found |= bits;
  } while (list.bytes);
  return true;
}

void options_modes_text(uint32_t bits, char *to, size_t room)
{
  append_modes(to, room, 0, ",", bits);
}

static bool set_list(struct options *o, const struct list *l, struct word list)
{
  uint32_t bits, *value = value_at(o, l->offset);
  *value = 0;
  do {
    struct word name = cut_at(list, ',', &list);
    if (!mode_bits(l, name, &bits)) {
      char names[OPTIONS_MODES_BYTES];
      append_modes(names, sizeof names, 0, " ", list_bits(l));
      ksnprintf(problem, sizeof problem, "option %s: `%.*s' is none of: %s all none", l->key, WORD(name), names);
      return false;
    }
    *value |= bits;
  } while (list.bytes);
  return true;
}

/* A list of functions' names: timed=, calls=. */
static bool set_functions(const char *key, struct word list, const char **text, size_t *bytes)
{
  *text = list.text;
  *bytes = list.bytes;
  if (list.bytes)
    return true;
  ksnprintf(problem, sizeof problem, "option %s=: names of functions are wanted, like text_* or *", key);
  return false;
}

/* Reads a number and its unit, a line of `units`, which a word without a name ends. Returns false where it is none, or
 * more than `most` times the first unit. */
struct unit { const char *name; uint64_t times; };

static bool read_time(struct word w, const struct unit *units, uint64_t most, uint64_t *value)
{
  size_t digits = 0;
  *value = 0;
  for (; digits < w.bytes && w.text[digits] >= '0' && w.text[digits] <= '9' && *value <= UINT32_MAX; digits++)
    *value = *value * 10 + (uint64_t)(w.text[digits] - '0');
  for (; digits && units->name; units++)
    if (equals((struct word){ w.text + digits, w.bytes - digits }, units->name)) {
      if (*value > most / units->times)
        return false; /* the product may not fit */
      *value *= units->times;
      return true;
    }
  return false;
}

bool options_duration(const char *text, size_t bytes, uint64_t *ns)
{
  static const struct unit units[] = {
    { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }, { NULL, 0 } };
  return read_time((struct word){ text, bytes }, units, OPTIONS_DURATION_MOST_NS, ns);
}

static bool set_calls_over(struct options *o, struct word duration)
{
  uint64_t ns;
  o->calls_over = duration.text;
  o->calls_over_bytes = duration.bytes;
  if (options_duration(duration.text, duration.bytes, &ns))
    return true;
  ksnprintf(problem, sizeof problem, "option calls-over=%.*s: a duration is wanted, a number and ns, us, ms or s, like "
            "10us; an hour at most", WORD(duration));
  return false;
}

bool options_interval(const char *text, size_t bytes, uint32_t hz, uint32_t *us)
{
  static const struct unit units[] = { { "us", 1 }, { "ms", 1000 }, { "s", 1000000 }, { NULL, 0 } };
  uint64_t number;
  const bool good = read_time((struct word){ text, bytes }, units, OPTIONS_INTERVAL_MOST_US, &number);
  *us = (uint32_t)number;
  return good && number * hz >= 1000000;
}

static bool set_snapshot(struct options *o, struct word period)
{
  static const struct unit units[] = {
    { "", 1000000 }, { "us", 1 }, { "ms", 1000 }, { "s", 1000000 }, { NULL, 0 } };
  uint64_t us;
  const bool good = read_time(period, units, OPTIONS_INTERVAL_MOST_US, &us);
  o->snapshot = period.text;
  o->snapshot_bytes = period.bytes;
  o->snapshot_us = (uint32_t)us;
  if (!good)
    ksnprintf(problem, sizeof problem, "option snapshot=%.*s: a time is wanted, a number and us, ms or s, like 500ms, "
              "or of seconds; an hour at most; 0: none", WORD(period));
  return good;
}

/* Whether the interval is one is known when hz= is: finish_options(). */
static void set_stacks(struct options *o, struct word interval)
{
  o->stacks = interval.text;
  o->stacks_bytes = interval.bytes;
}

static bool set_choice(struct options *o, const struct choice *c, struct word name)
{
  char names[64];
  size_t used = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->names[i] && equals(name, c->names[i])) {
      *value_at(o, c->offset) = i;
      return true;
    } else if (c->names[i]) {
      used = APPEND(names, sizeof names, used, " %s", c->names[i]);
    }
  ksnprintf(problem, sizeof problem, "option %s: `%.*s' is none of:%s", c->key, WORD(name), names);
  return false;
}

static bool set_counter(char name[PMU_NAME_BYTES], struct word word)
{
  ksnprintf(name, PMU_NAME_BYTES, "%.*s", WORD(word));
  return word.bytes < PMU_NAME_BYTES && pmu_is_event(name);
}

static bool set_counters(struct options *o, struct word list)
{
  struct word second, first = cut_at(list, ',', &second);
  struct options_counters *c = &o->counters;
  char names[PMU_NAMES_BYTES];
  c->model = equals(list, "model");
  c->wanted = !equals(list, "none");
  if (!c->wanted || c->model || (set_counter(c->name[0], first) && set_counter(c->name[1], second)))
    return true;
  ksnprintf(problem, sizeof problem, "option counters=%.*s: two names with a comma between them are wanted, of: %s, "
            "rUUEE; or model, or none", WORD(list), pmu_names(names, sizeof names));
  return false;
}

/* memory= has been said: what sizes were said before it is forgotten, and finish_options() divides it. */
static void forget_sizes(struct options *o)
{
#define LOG_(KIND, kind, option, ...) o->prof.option = 0;
  WIRE_LOGS(LOG_)
#undef LOG_
}

static bool set_option(struct options *o, struct word word)
{
  struct word value, key = cut_at(word, '=', &value);
  if (equals(key, "workload"))
    return set_workload(o, value);
  if (equals(key, "timed"))
    return set_functions("timed", value, &o->timed, &o->timed_bytes);
  if (equals(key, "calls"))
    return set_functions("calls", value, &o->calls, &o->calls_bytes);
  if (equals(key, "calls-over"))
    return set_calls_over(o, value);
  if (equals(key, "stacks")) {
    set_stacks(o, value);
    return true;
  }
  if (equals(key, "snapshot"))
    return set_snapshot(o, value);
  if (equals(key, "counters"))
    return set_counters(o, value);
  for (const struct choice *c = choices; c < choices + CHOICES; c++)
    if (equals(key, c->key))
      return set_choice(o, c, value);
  for (const struct list *l = lists; l < lists + LISTS; l++)
    if (equals(key, l->key))
      return set_list(o, l, value);
  if (equals(key, "memory"))
    forget_sizes(o);
  for (struct number_walk w = { 0 }; next_number(&w, o);)
    if (equals(key, w.number.key))
      return set_number(&w.number, value);
  ksnprintf(problem, sizeof problem, "unknown option `%.*s'", WORD(word));
  return false;
}

/* No list of modes; until the whole command line has been read, stream= has not been. */
#define STREAM_UNSAID UINT32_MAX

/* What streams when stream= says nothing: where the line bears it, all but what is to be a ring. Over a serial port the
 * sender would take more of the processor than the program has (make bench, stream_uart), and records would be lost all
 * the same. */
static uint32_t default_stream(const struct options *o)
{
  return line_is_fast(o->line) ? recordable(OPTIONS_STREAM_MODES) & ~o->prof.ring : 0;
}

/* stacks= says that moments are recorded, too. Returns false where the interval is none. */
static bool finish_stacks(struct options *o)
{
  o->stacks_us = 0;
  if (!o->stacks)
    return true;
  o->prof.modes |= WIRE_MODE_MOMENTS;
  if (options_interval(o->stacks, o->stacks_bytes, o->prof.tick_hz, &o->stacks_us))
    return true;
  ksnprintf(problem, sizeof problem, "option stacks=%.*s: an interval is wanted, a number and us, ms or s, like 100ms; "
            "%u us, a tick (hz=), at least, an hour at most", (int)o->stacks_bytes, o->stacks,
            (1000000 + o->prof.tick_hz - 1) / o->prof.tick_hz);
  return false;
}

/* calls= and calls-over= say that calls are recorded, too, and who records calls times them. */
static void finish_calls(struct options *o)
{
  uint64_t ns = 0;
  if (o->calls_bytes || o->calls_over)
    o->prof.modes |= WIRE_MODE_CALLS;
  if (o->prof.modes & WIRE_MODE_CALLS)
    o->prof.modes |= WIRE_MODE_TIMING;
  if (o->calls_over)
    options_duration(o->calls_over, o->calls_over_bytes, &ns);
  o->calls_over_ns = ns;
}

/* What follows from several options. Exact lives are those of objects. */
static void finish_options(struct options *o)
{
  if (o->prof.modes & WIRE_MODE_EXACT)
    o->prof.modes |= WIRE_MODE_OBJECTS;
  if (o->prof.stream == STREAM_UNSAID)
    o->prof.stream = default_stream(o);
  if (!o->snapshot_us)
    o->prof.stream &= ~(uint32_t)WIRE_MODE_TIMING;
  struct prof_config c = o->prof;
  c.modes = o->memory_mib ? c.modes | (o->counters.wanted ? WIRE_MODE_COUNTERS : 0) : 0;
  prof_divide(&c, (uint64_t)o->memory_mib << 20);
  c.modes = o->prof.modes;
  o->prof = c;
}

const char *options_parse(const char *line, struct options *options)
{
  struct word rest = { line, strlen(line) };
  *options = defaults();
  options->prof.stream = STREAM_UNSAID;
  set_workload_defaults();
  while (rest.bytes) {
    struct word word = cut_at(rest, ' ', &rest);
    if (workload_set.arguments && equals(word, "--")) {
      *workload_set.arguments = rest.text;
      break;
    }
    if (word.bytes && !set_option(options, word))
      return problem;
  }
  if (!finish_stacks(options))
    return problem;
  finish_calls(options);
  finish_options(options);
  if (options->timed_bytes && !(options->prof.modes & WIRE_MODE_TIMING)) {
    ksnprintf(problem, sizeof problem, "option timed=%.*s: prof= leaves timing out; add it there, or leave timed= out",
              (int)options->timed_bytes, options->timed);
    return problem;
  }
  return NULL;
}

void options_text(const struct options *options, char *to, size_t room)
{
  struct options copy = *options;
  size_t used = APPEND(to, room, 0, "workload=%s", options->workload->name);
  for (const struct choice *c = choices; c < choices + CHOICES; c++)
    used = APPEND(to, room, used, " %s=%s", c->key, c->names[*value_at(&copy, c->offset)]);
  if (copy.counters.wanted)
    used = APPEND(to, room, used, copy.counters.model ? " counters=model" : " counters=%s,%s", copy.counters.name[0],
                  copy.counters.name[1]);
  if (options->snapshot)
    used = APPEND(to, room, used, " snapshot=%.*s", (int)options->snapshot_bytes, options->snapshot);
  if (options->stacks)
    used = APPEND(to, room, used, " stacks=%.*s", (int)options->stacks_bytes, options->stacks);
  if (options->timed_bytes)
    used = APPEND(to, room, used, " timed=%.*s", (int)options->timed_bytes, options->timed);
  if (options->calls_bytes)
    used = APPEND(to, room, used, " calls=%.*s", (int)options->calls_bytes, options->calls);
  if (options->calls_over)
    used = APPEND(to, room, used, " calls-over=%.*s", (int)options->calls_over_bytes, options->calls_over);
  for (const struct list *l = lists; l < lists + LISTS; l++) {
    used = APPEND(to, room, used, " %s=", l->key);
    used = append_modes(to, room, used, ",", *value_at(&copy, l->offset) & l->bits);
  }
  for (struct number_walk w = { 0 }; next_number(&w, &copy);)
    used = APPEND(to, room, used, " %s=%u", w.number.key, *w.number.value);
  if (workload_set.arguments && (*workload_set.arguments)[0])
    APPEND(to, room, used, " -- %s", *workload_set.arguments);
}
