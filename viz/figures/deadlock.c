/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * deadlock.c: who waits for whom at the last moment of a run (table waitsfor): threads, and arrows to those that they
 * wait for. Threads that wait for each other for ever are red, and the heading names each such cycle in its order.
 *
 * Of more than MOST waits those in deadlocks are drawn first, then those behind a deadlock, then the others. Those that
 * are not drawn are one node for each thread that is drawn and that they wait for; the heading counts the rest.
 */
#include "scene.h"

#define MOST 40
#define MOST_NAMED 3        /* deadlocks that the heading spells out, */
#define MOST_IN_CYCLE 8     /* and threads of each */
#define NAME_COLUMNS 30

enum place { FREE, WAITS, BEHIND, IN_DEADLOCK };
static const uint32_t colour_at[] = { 0xFFFFFF, 0xAECBE8, 0xF2C879, 0xEE8A7A };

struct wait {
  uint32_t thread, owner;   /* names */
  const char *what;         /* "mutex door" */
  double for_us;
  size_t deadlock;          /* number of the deadlock that it is in; 0: none */
  enum place place;
  bool shown;
};

static struct {
  struct wait *waits;
  size_t count, room, shown, deadlocks, elsewhere; /* elsewhere: neither drawn nor for a thread that is */
  double time_us;
  struct numbers wait_of;   /* wait + 1 by thread */
  struct numbers node_of;   /* number of the node by thread */
  struct numbers unshown;   /* waits that are not drawn, by owner */
  bool met[4];              /* places that are drawn */
} it;

static void waits_read(void)
{
  table_open("waitsfor", "time_us thread wait on owner since_us deadlock behind");
  while (table_row()) {
    struct wait w = { .thread = name(1), .owner = name(4), .for_us = number(0) - number(5), .place = WAITS };
    w.what = field_is(3, "-") ? name_text(name(2)) : say("%s %s", name_text(name(2)), name_text(name(3)));
    w.deadlock = field_is(6, "-") ? 0 : (size_t)number(6);
    w.place = w.deadlock ? IN_DEADLOCK : field_is(7, "-") ? WAITS : BEHIND;
    it.deadlocks = w.deadlock > it.deadlocks ? w.deadlock : it.deadlocks;
    it.time_us = number(0);
    mem_grow(&it.waits, &it.room, it.count + 1, sizeof(*it.waits));
    it.waits[it.count++] = w;
    *number_at(&it.wait_of, w.thread) = (double)it.count;
  }
  if (!it.count)
    end_figure(FIGURE_NOTHING, "at the last moment no thread waits for another one");
}

static void pick_waits(void)
{
  for (int place = IN_DEADLOCK; place >= WAITS; place--)
    for (size_t i = 0; i < it.count && it.shown < MOST; i++)
      if (it.waits[i].place == (enum place)place) {
        it.waits[i].shown = true;
        it.shown++;
      }
  for (size_t i = 0; i < it.count; i++)
    if (!it.waits[i].shown)
      (*number_at(&it.unshown, it.waits[i].owner))++;
}

/* Returns the number of a thread's node, a new one where it has none. */
static uint32_t node_of(uint32_t thread)
{
  double *known = number_at(&it.node_of, thread);
  if (*known)
    return (uint32_t)*known;
  const size_t wait = (size_t)number_in(&it.wait_of, thread);
  const struct wait *w = wait ? it.waits + wait - 1 : NULL;
  const enum place place = w ? w->place : FREE;
  it.met[place] = true;
  const uint32_t number = (uint32_t)scene.figure->node_count + 1;
  *known = number;
  *figure_node() = (struct figure_node){
    .name = name_text(thread), .number = number, .kind = FIGURE_FUNCTION, .rgb = colour_at[place],
    .lines = { fit_name(name_text(thread), NAME_COLUMNS),
               w ? say("waits %s", say_time(w->for_us)) : "waits for no thread" } };
  return number;
}

static void add_wait(const struct wait *w)
{
  const uint32_t from = node_of(w->thread), to = node_of(w->owner);
  figure_edge((struct figure_edge){
    .from = from, .to = to, .label = fit(w->what, NAME_COLUMNS), .rgb = w->deadlock ? 0xC00000 : 0x777777,
    .width = w->deadlock ? 2.2 : 1.1,
    .tip = say("%s waits for %s, which %s has", name_text(w->thread), w->what, name_text(w->owner)) });
}

static void add_unshown(uint32_t owner)
{
  const char *words = say_some(number_in(&it.unshown, owner), "other thread");
  const uint32_t to = node_of(owner);
  *figure_node() = (struct figure_node){ .name = say("%s that wait for %s", words, name_text(owner)),
                                         .lines = { words }, .kind = FIGURE_OTHERS, .of = to };
  figure_edge((struct figure_edge){ .from = to, .to = to, .others = true, .label = "", .rgb = 0x777777, .width = 1.1,
                                    .tip = say("%s -> %s", words, name_text(owner)) });
}

/* A deadlock in words, from its first thread on. */
static const char *cycle_words(size_t deadlock)
{
  const char *s = say("Deadlock %zu:", deadlock);
  size_t first = 0, named = 0;
  while (it.waits[first].deadlock != deadlock)
    first++;
  const struct wait *w = it.waits + first;
  do {
    s = say("%s%s %s waits for %s, which %s has", s, named ? ";" : "", name_text(w->thread), w->what, name_text(w->owner));
    const size_t next = (size_t)number_in(&it.wait_of, w->owner);
    w = next ? it.waits + next - 1 : NULL;
  } while (w && w->deadlock == deadlock && w != it.waits + first && ++named < MOST_IN_CYCLE);
  return say("%s%s", s, named == MOST_IN_CYCLE ? "; and so on." : ".");
}

static const char *deadlock_words(void)
{
  const char *s = it.deadlocks ? "" : " None of them wait for each other.";
  for (size_t deadlock = 1; deadlock <= it.deadlocks && deadlock <= MOST_NAMED; deadlock++)
    s = say("%s\n%s", s, cycle_words(deadlock));
  return it.deadlocks > MOST_NAMED ? say("%s\nAnd %s.", s, say_some((double)(it.deadlocks - MOST_NAMED), "more deadlock"))
                                   : s;
}

static void say_waits(void)
{
  static const char *const names[] = { "waits for no thread", "waits", "waits behind a deadlock", "in a deadlock" };
  for (int place = IN_DEADLOCK; place >= FREE; place--)
    if (it.met[place])
      figure_legend(names[place], colour_at[place], "area");
  if (it.deadlocks)
    figure_legend("waits for ever", 0xC00000, "arrow");
  figure_legend("waits for the thread at the head of the arrow", 0x777777, "arrow");
  if (it.shown < it.count)
    figure_legend("threads that are not shown", 0x777777, "dashes");
  figure_head("Who waits for whom",
              say("At %s, the last moment: %s for another one.%s%s%s", say_time(it.time_us),
                  it.count == 1 ? "one thread waits" : say("%zu threads wait", it.count),
                  it.elsewhere ? say(" %s for threads that are not drawn are not drawn either.",
                                     say_some((double)it.elsewhere, "wait")) : "",
                  table_remark("waitsfor"), deadlock_words()));
}

void make_deadlock(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("moments");
  waits_read();
  pick_waits();
  for (size_t i = 0; i < it.count; i++)
    if (it.waits[i].shown)
      add_wait(it.waits + i);
  for (size_t i = 0; i < it.count; i++) {
    const double unshown = number_in(&it.unshown, it.waits[i].owner);
    if (unshown && number_in(&it.node_of, it.waits[i].owner))
      add_unshown(it.waits[i].owner);
    else
      it.elsewhere += (size_t)unshown;
    *number_at(&it.unshown, it.waits[i].owner) = 0;
  }
  say_waits();
}
