/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * scene.c: the run of a figure: its threads and their colours, what was chosen, and the list of charts.
 */
#include "scene.h"

#include "charts.h"

#include <stdlib.h>

struct scene scene;

static struct { struct numbers value_of; } run;   /* name of the value by name of the key */

#define CHART(name, group, tool, choices, tables, figure, title, what, drawn_by) \
  { #name, #group, #tool, choices, tables, figure, title, what, #drawn_by },
const struct figure_chart figure_charts[] = { CHARTS(CHART) };
const size_t figure_chart_count = sizeof(figure_charts) / sizeof(*figure_charts);

#define MAKER(name, group, tool, choices, tables, figure, title, what, drawn_by) make_##drawn_by,
static void (*const makers[])(void) = { CHARTS(MAKER) };

void scene_begin(const struct figure_asked *asked, struct figure *figure)
{
  names_begin();
  tables_begin();
  figure_begin();
  scene = (struct scene){ .asked = asked, .figure = figure };
  scene.irq = name_of_text("irq");
  scene.idle = name_of_text("idle");
  scene.profiler = name_of_text("profiler");
  scene.thread = name_of_text("thread");
  scene.covers_from = scene.covers_to = "";
  scene.chosen_thread = *asked->thread ? name_of_text(asked->thread) : 0;
  run.value_of = (struct numbers){ 0 };
}

const struct figure *figure_make(const struct figure_asked *asked)
{
  struct figure *f = mem_alloc(1, sizeof(*f));
  scene_begin(asked, f);
  for (size_t i = 0; i < figure_chart_count; i++)
    if (!strcmp(figure_charts[i].name, asked->chart)) {
      f->chart = figure_charts + i;
      makers[i]();
      return f;
    }
  end_figure(FIGURE_NOT_THERE, say("there is no chart `%s`", asked->chart));
}

void figure_rounds_stretch(const struct figure_asked *asked, double *from_us, double *to_us)
{
  struct figure *f = mem_alloc(1, sizeof(*f));
  scene_begin(asked, f);
  scene_open("events");
  time_init();
  rounds_stretch();
  *from_us = scene.from_us;
  *to_us = scene.to_us;
}

const char *run_value(const char *key)
{
  return name_text((uint32_t)number_in(&run.value_of, name_of_text(key)));
}

bool run_has_mode(const char *mode)
{
  const char *modes = run_value("modes");
  const size_t n = strlen(mode);
  for (const char *at = strstr(modes, mode); at; at = strstr(at + 1, mode))
    if ((at == modes || strchr(", ", at[-1])) && (!at[n] || strchr(", ", at[n])))
      return true;
  return false;
}

/* How long the run took; ends where that is not known, or is no number. */
static void take_duration(void)
{
  const char *text = run_value("duration_us");
  char *end;
  if (!strcmp(text, "-")) {
    table_concerns("run");
    end_figure(FIGURE_NOTHING, "how long the run took is not known");
  }
  scene.duration_us = strtod(text, &end);
  if (!*text || *end || !isfinite(scene.duration_us))
    end_figure(FIGURE_TABLE_WRONG, say("%s/run.tsv: duration_us is not a number: %s", scene.asked->folder, text));
}

static const char *remedy(const char *mode)
{
  if (!*run_value("command")) {
    char *upper = say("%s", mode);
    for (char *c = upper; *c; c++)
      *c = (char)(*c - 'a' + 'A');
    return say("config.modes |= WIRE_MODE_%s turns it on", upper);
  }
  if (!strcmp(mode, "counters"))
    return "COUNTERS=l1_misses,l2_misses counts those of a model of caches";
  if (!strcmp(mode, "moments")) /* PROF=moments alone takes none until the monitor is told to */
    return "KERNEL=stacks=100ms takes ten a second";
  return say("PROF=%s turns it on%s", mode, !strcmp(mode, "objects") ? ", for programs in Java" : "");
}

const struct thread *thread_named(uint32_t n)
{
  const double at = number_in(&scene.thread_of, n);
  return at > 0 ? scene.threads + (size_t)at - 1 : NULL;
}

uint32_t kind_of(uint32_t thread)
{
  const struct thread *t = thread_named(thread);
  return t ? t->kind : 0;
}

void threads_by_name(struct list *order)
{
  uint32_t *names = mem_alloc(scene.thread_count, sizeof(*names));
  for (size_t i = 0; i < scene.thread_count; i++)
    names[i] = scene.threads[i].name;
  sort_names(names, scene.thread_count);
  for (size_t i = 0; i < scene.thread_count; i++)
    list_add(order, (uint32_t)(thread_named(names[i]) - scene.threads));
}

/* A thread has one colour in all charts and, as long as the threads have the same names, in all runs: idle is grey,
 * interrupt contexts are dark reds, TimerManager is slate, the profiler's own are pale slate, and the others, by name,
 * take the place in the palette that their name hashes to, or the next free one. The palette is Tableau 10 without its
 * grey and red, the pale ones darkened so that thin bars stay visible. */
static void give_colours(void)
{
  static const uint32_t palette[] = { 0x4E79A7, 0xF28E2B, 0x59A14F, 0xB07AA1, 0xD4A92A, 0x499894, 0xD37295, 0x9C755F,
                                      0x7A6FD0, 0x86A033 };
  static const uint32_t dark[] = { 0xC0392B, 0x8E2A2A, 0xD2693C };
  enum { COLOURS = sizeof(palette) / sizeof(*palette) };
  bool taken[COLOURS] = { false };
  unsigned used = 0, red = 0;
  struct list order = { 0 };
  threads_by_name(&order);
  for (size_t i = 0; i < order.count; i++) {
    struct thread *t = scene.threads + order.at[i];
    if (t->kind == scene.idle) {
      t->rgb = 0xB8B8B8;
    } else if (t->kind == scene.irq) {
      t->rgb = dark[red++ % 3];
    } else if (t->kind == scene.profiler) {
      t->rgb = 0x9AA5B1;
    } else if (!strcmp(name_text(t->name), "TimerManager")) {
      t->rgb = 0x5F7480;
    } else {
      if (used++ % COLOURS == 0)
        memset(taken, 0, sizeof(taken));
      unsigned at = hash_of(name_text(t->name)) % COLOURS;
      while (taken[at])
        at = (at + 1) % COLOURS;
      taken[at] = true;
      t->rgb = palette[at];
    }
  }
}

static void read_threads(void)
{
  table_lookup("threads", "thread kind cpu_pct");
  while (table_row()) {
    if (thread_named(name(0)))
      continue;
    mem_grow(&scene.threads, &scene.thread_room, scene.thread_count + 1, sizeof(*scene.threads));
    struct thread *t = scene.threads + scene.thread_count++;
    *t = (struct thread){ .name = name(0), .kind = name(1), .cpu_known = !field_is(2, "-") };
    t->cpu_pct = t->cpu_known ? number(2) : 0;
    *number_at(&scene.thread_of, t->name) = (double)scene.thread_count;
  }
  give_colours();
}

void scene_open(const char *mode)
{
  table_lookup("run", "key value");
  while (table_row())
    *number_at(&run.value_of, name(0)) = name(1);
  take_duration();
  if (mode && !run_has_mode(mode)) {
    table_concerns("run");
    end_figure(FIGURE_NOTHING, say("%s was off in this run (on: %s); %s", mode, run_value("modes"), remedy(mode)));
  }
  read_threads();
}

uint32_t paler(uint32_t rgb, double white)
{
  uint32_t out = 0;
  for (int shift = 16; shift >= 0; shift -= 8)
    out = out << 8 | (uint32_t)((rgb >> shift & 255) * (1 - white) + 255 * white + 0.5);
  return out;
}

bool colour_known(uint32_t thread)
{
  return thread_named(thread) != NULL;
}

uint32_t colour_of(uint32_t thread)
{
  const struct thread *t = thread_named(thread);
  return t ? t->rgb : 0x707070;
}

bool thread_wanted(uint32_t thread)
{
  if (scene.chosen_thread)
    return thread == scene.chosen_thread;
  const uint32_t kind = kind_of(thread);
  return (scene.asked->idle || kind != scene.idle) && kind != scene.profiler;
}

const char *thread_scope(const char *left_out)
{
  if (scene.chosen_thread)
    return say("thread %s only", name_text(scene.chosen_thread));
  if (scene.asked->idle || !*left_out)
    return "all threads";
  return say("all threads but idle (which had %s)", left_out);
}

void thread_must_be_known(const struct numbers *known)
{
  if (!scene.chosen_thread || thread_named(scene.chosen_thread) || (known && number_in(known, scene.chosen_thread)))
    return;
  const char *names = "";
  for (size_t i = 0; i < scene.thread_count; i++)
    names = say("%s%s%s", names, i ? ", " : "", name_text(scene.threads[i].name));
  end_figure(FIGURE_NOT_THERE, say("there is no thread `%s` in this run; there are: %s", scene.asked->thread, names));
}

/* ---- the choice of events */

static struct {
  struct numbers chosen, seen_event, seen_thread;  /* by name */
  struct list names, seen;
  bool any_seen;
} choice;

void choice_init(void)
{
  memset(&choice, 0, sizeof(choice));
  char *word, *rest = say("%s", scene.asked->events);
  while ((word = strtok_r(rest, ",", &rest))) {
    list_add(&choice.names, name_of_text(word));
    *number_at(&choice.chosen, name_of_text(word)) = 1;
  }
}

bool choice_any(void)
{
  return choice.names.count > 0 || scene.chosen_thread;
}

void choice_see(uint32_t event, uint32_t thread)
{
  choice.any_seen = true;
  if (!number_in(&choice.seen_event, event))
    list_add(&choice.seen, event);
  *number_at(&choice.seen_event, event) = 1;
  *number_at(&choice.seen_thread, thread) = 1;
}

bool choice_wants(uint32_t event, uint32_t thread)
{
  return (!choice.names.count || number_in(&choice.chosen, event)) &&
         (!scene.chosen_thread || thread == scene.chosen_thread);
}

void choice_check(void)
{
  if (!choice.any_seen)
    return;
  thread_must_be_known(&choice.seen_thread);
  const char *bad = "", *there = "";
  for (size_t i = 0; i < choice.names.count; i++)
    if (!number_in(&choice.seen_event, choice.names.at[i]))
      bad = say("%s%s`%s`", bad, *bad ? ", " : "", name_text(choice.names.at[i]));
  if (!*bad)
    return;
  for (size_t i = 0; i < choice.seen.count; i++)
    there = say("%s%s%s", there, i ? ", " : "", name_text(choice.seen.at[i]));
  end_figure(FIGURE_NOT_THERE, say("no event %s was logged in this run; there are: %s", bad, there));
}

const char *choice_words(void)
{
  return say("%s%s", choice.names.count ? " Only the events chosen with --events." : "",
             scene.chosen_thread ? say(" Only those of thread %s.", name_text(scene.chosen_thread)) : "");
}
