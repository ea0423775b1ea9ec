/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * locks.c: the locks that threads waited for longest, a dark bar each, and below each lock who waited for whom, a pale
 * bar for each two threads and functions. A bar is the time that was waited, by all threads together.
 */
#include "scene.h"

#define MOST_ROWS 22
#define MOST_PAIRS 5     /* of a lock */

/* A lock, or a pair of threads that met at it. */
struct entry { const char *label, *sort; bool pair, spin; double total_us, waits, most_us; struct list pairs; };

static struct {
  struct map by_key;
  struct entry *entries;
  size_t entry_count, entry_room;
  struct list locks, rows;
  struct numbers total;       /* by entry */
  double waited_us, waited, shown_us;
  size_t locks_shown;
} it;

static bool is_wanted(uint32_t waiter, uint32_t holder)
{
  return !scene.chosen_thread || scene.chosen_thread == waiter || scene.chosen_thread == holder;
}

/* The entry whose key is that text, a new one where there was none: *is_new. */
static uint32_t entry_of(const char *key, bool *is_new)
{
  const uint32_t name = name_of_text(key), known = map_get(&it.by_key, name);
  *is_new = known == MAP_NONE;
  if (!*is_new)
    return known;
  mem_grow(&it.entries, &it.entry_room, it.entry_count + 1, sizeof(*it.entries));
  it.entries[it.entry_count] = (struct entry){ .sort = name_text(name) };
  map_put(&it.by_key, name, (uint32_t)it.entry_count);
  return (uint32_t)it.entry_count++;
}

static const char *part(int column)
{
  return fit_name(name_text(name(column)), 22);
}

static const char *pair_label(void)
{
  const char *holder = field_is(5, "-") ? "an unknown thread" : part(5);
  return say("%s in %s waits for %s%s", part(3), part(4), holder, field_is(6, "-") ? "" : say(" in %s", part(6)));
}

/* The table has the rows of a lock together: the locks by their time, and so the rows of each. */
static void read_locks(void)
{
  struct numbers known = { 0 };
  bool is_new;
  table_open("locks", "lock kind way waiter waits_in holder holds_in waits holds total_us max_us");
  while (table_row()) {
    const uint32_t waiter = name(3), holder = name(5);
    *number_at(&known, waiter) = *number_at(&known, holder) = 1;
    if (!is_wanted(waiter, holder))
      continue;
    const char *lock_key = say("%s\t%s", name_text(name(0)), name_text(name(1)));
    const uint32_t lock = entry_of(lock_key, &is_new);
    if (is_new) {
      list_add(&it.locks, lock);
      it.entries[lock].label = say("%s (%s)", fit_name(name_text(name(0)), 55), fit(name_text(name(1)), 12));
    }
    const uint32_t pair = entry_of(say("%s\t%s\t%s\t%s\t%s", lock_key, name_text(waiter), name_text(name(4)),
                                       name_text(holder), name_text(name(6))), &is_new);
    if (is_new) {
      list_add(&it.entries[lock].pairs, pair);
      it.entries[pair].pair = true;
      it.entries[pair].label = pair_label();
    }
    struct entry *l = it.entries + lock, *p = it.entries + pair;
    l->spin = p->spin = field_is(2, "spin");
    l->waits += number(7);
    p->waits += number(8);
    l->total_us = *number_at(&it.total, lock) += number(9);
    p->total_us = *number_at(&it.total, pair) += number(9);
    p->most_us = number(10) > p->most_us ? number(10) : p->most_us;
    it.waited_us += number(9);
    it.waited += number(7);
  }
  thread_must_be_known(&known);
  if (!it.locks.count)
    end_of_none("wait for a lock");
}

static bool entry_after(uint32_t a, uint32_t b, const void *ctx)
{
  (void)ctx;
  return strcmp(it.entries[a].sort, it.entries[b].sort) > 0;
}

/* By falling time, of equal ones by name. */
static void sort_entries(struct list *l)
{
  sort_by(l->at, l->count, entry_after, NULL);
  sort_falling(l->at, l->count, &it.total);
}

/* The rows: each lock as long as there is room for it and one pair, and of its pairs those with most time. */
static void choose_rows(void)
{
  sort_entries(&it.locks);
  for (; it.locks_shown < it.locks.count && it.rows.count + 2 <= MOST_ROWS; it.locks_shown++) {
    struct entry *lock = it.entries + it.locks.at[it.locks_shown];
    list_add(&it.rows, it.locks.at[it.locks_shown]);
    sort_entries(&lock->pairs);
    for (size_t i = 0; i < lock->pairs.count && i < MOST_PAIRS && it.rows.count < MOST_ROWS; i++)
      list_add(&it.rows, lock->pairs.at[i]);
    it.shown_us += lock->total_us;
  }
}

static void say_locks(double most_us)
{
  bool spin = false, block = false;
  for (size_t i = 0; i < it.rows.count; i++) {
    spin = spin || it.entries[it.rows.at[i]].spin;
    block = block || !it.entries[it.rows.at[i]].spin;
  }
  if (block) {
    figure_legend("suspended, by lock", 0x4E79A7, "area");
    figure_legend("of it, by waiter and holder", paler(0x4E79A7, 0.55), "area");
  }
  if (spin) {
    figure_legend("spinning, by lock", 0xE15759, "area");
    figure_legend("of it, by waiter and holder", paler(0xE15759, 0.55), "area");
  }
  figure_head("Waits for locks",
              say("%s acquisitions of %zu %s waited, %s in all threads together.%s", say_number(it.waited),
                  it.locks.count, it.locks.count == 1 ? "lock" : "locks", say_time(it.waited_us),
                  it.locks.count <= it.locks_shown
                    ? ""
                    : say(" %zu more with %s are not shown.", it.locks.count - it.locks_shown,
                          say_time(it.waited_us - it.shown_us))));
  scene.unit_us = most_us >= 1e6 ? 1e6 : most_us >= 1000 ? 1000 : 1;
  figure_set_text("x_label", say("time waited (%s)", most_us >= 1e6 ? "s" : most_us >= 1000 ? "ms" : "µs"));
  figure_set("most", most_us > 0 ? most_us * 1.03 / scene.unit_us : 1);
  figure_set("count", (double)it.rows.count);
  figure_set("plot", it.rows.count < 18 ? 40 + 42 * (double)it.rows.count : 780);
}

static const char *figures_of(const struct entry *e)
{
  const char *more = e->pair ? say("longest %s", say_time(e->most_us)) :
    e->waits ? say("mean %s", say_time(e->total_us / e->waits)) : "";
  return say("%s, %s %s, %s", say_time(e->total_us), say_number(e->waits), e->waits == 1 ? "wait" : "waits", more);
}

static void write_names(const char *series, bool pairs)
{
  figure_series(series, "row name", "%.0f %s");
  for (size_t i = 0; i < it.rows.count; i++)
    if (it.entries[it.rows.at[i]].pair == pairs)
      figure_row((double)(i + 1), it.entries[it.rows.at[i]].label);
}

void make_locks(void)
{
  double most_us = 0;
  size_t widest = 10;
  memset(&it, 0, sizeof(it));
  scene_open("locks");
  read_locks();
  choose_rows();
  for (size_t i = 0; i < it.rows.count; i++) {
    const struct entry *e = it.entries + it.rows.at[i];
    most_us = e->total_us > most_us ? e->total_us : most_us;
    widest = columns_of(e->label) > widest ? columns_of(e->label) : widest;
  }
  say_locks(most_us);
  figure_set("left_columns", (double)widest);
  figure_set("right_columns", 40);
  figure_series("bars", "row time colour", "%.0f %.6f %.0f");
  for (size_t i = 0; i < it.rows.count; i++) {
    const struct entry *e = it.entries + it.rows.at[i];
    figure_row((double)(i + 1), e->total_us / scene.unit_us,
               (double)paler(e->spin ? 0xE15759 : 0x4E79A7, e->pair ? 0.55 : 0));
  }
  write_names("locks", false);
  write_names("pairs", true);
  figure_series("numbers", "row total,number,longest", "%.0f %s");
  for (size_t i = 0; i < it.rows.count; i++)
    figure_row((double)(i + 1), figures_of(it.entries + it.rows.at[i]));
}
