/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * scene.h: what the figures share: names, orders, tables, the run and its threads, the stretch of time, and how a
 * figure is put together. Each make_NAME() reads tables and fills the figure at hand.
 *
 * What always holds: one figure at a time, whose state is `scene' and one static struct in each file, zeroed by what
 * begins a figure; all memory is base/mem.h's and stays until the caller drops it. A function whose comment says "ends"
 * calls what figure_on_end() was given and does not return.
 */
#ifndef SCENE_H
#define SCENE_H

#include "figures.h"

#include "base/map.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* ---- names.c: texts as numbers, from 1 on; 0 is none. Equal texts have one number. */

void names_begin(void);                /* forgets all: names are of one figure */
uint32_t name_of(const char *text, size_t bytes);
uint32_t name_of_text(const char *text);
const char *name_text(uint32_t name); /* "" for 0 */

/* Pairs of numbers as numbers from 1 on, in the order in which they first came. */
struct pairs {
  struct map map;
  uint32_t *first, *second; /* by number */
  size_t first_room, second_room;
  uint32_t count;
};
uint32_t pair_of(struct pairs *p, uint32_t first, uint32_t second);
uint32_t pair_known(const struct pairs *p, uint32_t first, uint32_t second); /* 0: never came */

/* Numbers by number; what was never set is 0. */
struct numbers { double *at; size_t room; };
double *number_at(struct numbers *n, size_t i);         /* to be changed */
double number_in(const struct numbers *n, size_t i);    /* as it stands */

/* Lists of numbers. */
struct list { uint32_t *at; size_t count, room; };
void list_add(struct list *l, uint32_t value);

/* Sorts by falling weight[key], or by the bytes of the names that the keys are; equal ones stay as they were. */
void sort_falling(uint32_t *keys, size_t count, const struct numbers *weight);
void sort_names(uint32_t *keys, size_t count);
/* As sort_falling() and sort_names() with an order of the caller's: whether b must stand before a. */
void sort_by(uint32_t *keys, size_t count, bool (*after)(uint32_t a, uint32_t b, const void *ctx), const void *ctx);

/* ---- words.c: texts for people. What returns a text returns new memory, or what was given. */

char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *say_count(double n);              /* 1234567 -> 1,234,567 */
const char *say_short(double n);              /* 1234567 -> 1.23 M */
const char *say_some(double n, const char *thing); /* 12.3 k calls */
const char *say_bytes(double bytes);          /* 12345 -> 12.1 KiB */
const char *say_time(double us);              /* 12345.6 -> 12.3 ms */
const char *say_percent(double percent);
const char *say_number(double n);             /* as %.6g */
const char *say_names(const uint32_t *names, size_t count); /* of many the first eight */

/* How many columns a text takes in a font in which all characters are of one width; of scripts that are as wide as
 * high, a character takes two. Places for text are such columns: fonts are a matter of who draws. */
size_t columns_of(const char *s);
/* `s` in at most `most` columns, … at its end where it was cut; "" when not even three letters fit. */
const char *fit(const char *s, size_t most);
/* The name of a function, shortened: first its file goes (find@heap.c), then parameters, template arguments, packages,
 * classes and name spaces before it, and only then its end. A constructor keeps its class, a lambda its place, a
 * thread the number at its end, and what a compiler has made the word that says so. */
const char *fit_name(const char *s, size_t most);
/* A number from 0 to 65520 that depends on `s` alone. */
unsigned hash_of(const char *s);

/* ---- table.c: the tables that host-tools/TABLES.md describes. Ends where a table is missing, cut, or of another
 * making.
 *
 *   table_open("tree", "id parent ?cpu");   columns; those with a ? may be missing
 *   while (table_row()) { number(0) ... name(1) ... if (table_has(2)) ... }
 */

void tables_begin(void);               /* forgets the notes of the figure before */
void table_open(const char *table, const char *columns);
void table_lookup(const char *table,
                  const char *columns); /* names and kinds only: its losses do not concern the chart */
void table_concerns(const char *table);                     /* they do after all: what was looked up decides */
bool table_there(const char *table);                        /* a text of it: it can be opened */
bool table_noted(void);                                /* of the table opened last, as far as it was read */
bool table_row(void);
bool table_has(int column);
double number(int column);
uint32_t name(int column);
bool field_is(int column, const char *text);
double row_stands_for(void);                                   /* how many records a row of a binned table stands for */
bool table_binned(void);
const char *table_remark(const char *table);                /* its notes as sentences, a blank before each */
_Noreturn void end_figure(enum figure_end why, const char *message);
_Noreturn void end_of_none(const char *what);               /* there is no `what' to draw, be it that none was kept */
_Noreturn void table_damaged(const char *message);          /* names the table and line at hand */

struct note { const char *text, *reason, *kind; };
bool note_is(const struct note *n, const char *reasons);
bool note_concerns(const struct note *n, const char *kinds);

/* ---- scene.c: the run, its threads, the choice, the stretch of time */

struct thread { uint32_t name, kind; double cpu_pct; bool cpu_known; uint32_t rgb; };

extern struct scene {
  const struct figure_asked *asked;
  struct figure *figure;
  struct note *notes;
  size_t note_count, note_room;
  struct thread *threads;
  size_t thread_count, thread_room;
  struct numbers thread_of;        /* thread + 1 by name */
  uint32_t chosen_thread;          /* a name; 0: none */
  uint32_t irq, idle, profiler, thread; /* names of kinds */
  double duration_us;
  const char *covers_from, *covers_to;
  /* the stretch */
  double from_us, to_us, known_from_us, known_to_us, unit_us, zero_us;
  const char *unit;
  struct stretch { double from_us, to_us; } *lost;
  size_t lost_count, lost_room;
} scene;

/* Forgets the figure before; what is read from now on is of `asked`. `figure`: what is to be filled. */
void scene_begin(const struct figure_asked *asked, struct figure *figure);
/* Reads tables run and threads; ends where `mode' was off in the run. NULL: whatever was on. */
void scene_open(const char *mode);
const char *run_value(const char *key);       /* of table run; "" where it has none */
bool run_has_mode(const char *mode);
const struct thread *thread_named(uint32_t name); /* NULL: table threads does not know it */
uint32_t kind_of(uint32_t thread);            /* 0: not known */
/* Colours: 0xRRGGBB, mixed with white: 0 leaves it, 1 is white. */
uint32_t paler(uint32_t rgb, double white);
uint32_t colour_of(uint32_t thread);          /* grey where it is not known */
bool colour_known(uint32_t thread);
void threads_by_name(struct list *order);     /* indices of scene.threads */
/* Whether a thread's time belongs into a chart that shares time out: what --thread names, else all but idle ones, and
 * but the profiler's own; and this in words, `left_out' being what the others had, or empty. */
bool thread_wanted(uint32_t thread);
const char *thread_scope(const char *left_out);
/* Ends where --thread names a thread that is neither in table threads nor in `known', by name. */
void thread_must_be_known(const struct numbers *known);

/* The stretch. time_init() takes --from and --to, default the whole run, time_all() the whole run; time_x() is a place
 * on the axis. */
void time_init(void);
void time_narrow(double from_us, double to_us);
void time_all(void);
double time_x(double us);
bool time_whole(void);
bool time_shown(double us);
const char *time_words(void);
/* Finds where the stretch may be empty because records of `kinds' are missing, and not because nothing happened,
 * between `first_us' and `last_us' of the table; with their entries in the legend. time_remark() says it, time_lost()
 * draws it. */
void time_known(double first_us, double last_us, const char *kinds);
const char *time_remark(void);
void time_lost(void);

/* --events and --thread: choice_see() each event, then choice_check(), which ends where something was chosen that no
 * event is. */
void choice_init(void);
void choice_see(uint32_t event, uint32_t thread);
bool choice_wants(uint32_t event, uint32_t thread);
bool choice_any(void);
void choice_check(void);
const char *choice_words(void);

/* ---- figure.c: putting a figure together */

void figure_begin(void);
void figure_head(const char *title, const char *said);
void figure_legend(const char *name, uint32_t rgb, const char *mark);
void figure_set(const char *name, double number);
void figure_set_text(const char *name, const char *text);
/* Opens a series; formats: as those of struct figure_series. */
void figure_series(const char *name, const char *columns, const char *formats);
/* A row of the series opened last: a double for each number, a const char * for each text; the first is a number. */
void figure_row(double first, ...);
/* Ticks of an axis: what each says, and where it is. */
void figure_tick(const char *text, double at);
/* A new node of a graph, zeroed, for the caller to fill in; good until the next one is added. */
struct figure_node *figure_node(void);
/* Adds an arrow between two nodes, by their numbers. */
void figure_edge(struct figure_edge e);

/* ---- rows.c: rows over time, dense or not, cut into columns, of which neighbours of one strength become one bar */

#define LEVELS 8
#define COLUMNS 1280 /* of the stretch: about one for each pixel of a plot */

void rows_init(size_t rows, size_t columns);
size_t rows_columns(void);
double rows_scale(void);                      /* columns for each us */
size_t column_at(double us);
double column_x(double column);
double *row_cell(size_t row, size_t column);
void row_span(size_t row, double from_us, double to_us);
void row_write(size_t row, double top, double bottom, uint32_t rgb, double most, bool logarithmic);
int row_level(size_t row, size_t column, double most, bool logarithmic);
/* Adds a bar to the series opened last: between two columns, where nothing follows half a column wider. */
void row_bar(size_t from, size_t to, bool followed, double top, double bottom, uint32_t rgb);
int level_of(double share);

/* ---- tree.c: the calling-context tree (table tree) of the threads that are wanted; stacks.c: the sampled stacks */

struct tree_node {
  uint32_t thread, function, parent, child, next, last; /* nodes from 1 on; 0: none */
  double calls, incl_us, excl_us;
  bool open, partly;  /* a call had not ended; not all calls of the function were timed */
};
extern struct tree {
  struct tree_node *nodes;
  size_t count, room;
  struct list roots;          /* by falling time */
  double us, left_out_us;
  size_t open_calls, negative;
  struct list missing;        /* threads without calls, by name */
} tree;
void tree_read(void);
const char *tree_scope(void);
const char *tree_remark(void);
const char *tree_calls(double calls, double open, bool partly);

struct stack {
  uint32_t thread;
  double samples;
  uint32_t *frames;
  size_t count;
  bool waits;                 /* the thread did not run: stacks of moments */
};
extern struct stacks {
  struct stack *stacks;
  size_t count, room;
  double samples, left_out, in_probes;
  uint32_t probes;            /* the name of the profiler's own frames */
} stacks;
void stacks_read(void);                    /* ends where there are none of the threads that are wanted */
void stacks_take(void);
const char *stacks_scope(void);
const char *stacks_remark(void);

/* standing.c: the stacks of moments (table standing) in `stacks`; ends where there are none. What they are, in words. */
void standing_read(void);
/* Gives threads with less than that share of the whole a common name: those whose names differ in the number at their
 * end only, where they have it together, and all others. Returns how many threads have such a name now. */
size_t standing_share_towers(double least);
const char *standing_scope(void);

/* ---- collections.c: runs of the collector in the stretch; objects.c: objects; sites.c: rows by place in the code */

struct object;
struct collection { double from_us, to_us, pause_us; uint32_t reason; };
extern struct collections {
  struct collection *all;
  size_t count, room;
  double pause_us, longest_us, every_bytes;
  size_t below;               /* collections whose pause came out below zero: in neither of these */
  double last_us;             /* the end of the run's last one; below 0: there was none */
  bool lost;
} collections;
void collections_read(void);
double collections_alive_until(const struct object *o); /* the time up to which it is known to have lived */
const char *collections_none(void);
const char *collections_every(void);

struct object { double birth_us, death_us, bytes, count, sum_bytes; bool lives; uint32_t site, class; };
void objects_open(void);
bool objects_row(struct object *o);
void objects_check(double shown);
double newest_from(double *all);          /* birth of the first of the last tenth of `all` born in the stretch */
size_t objects_read(void);
const char *objects_choice(void);
extern struct list class_order;            /* numbers of classes, as names, by falling bytes */
void classes_read(void);
const char *class_name(uint32_t class);
const char *class_short(const char *text);

struct site {
  uint32_t package, class, method, objects_of;
  const char *where;
  double line, in_line, mean_bytes;
  bool mean_known;
};
const struct site *site_named(uint32_t site);    /* ends where table sites does not have it */
void sites_read(void);
/* A place that could have a row; `key' is the caller's, from 1 on. */
void sites_place(uint32_t key, uint32_t site, const char *made, double weight);
void sites_pick(void);
size_t sites_rows(void);                          /* rows are from 0 on */
size_t sites_row_of(uint32_t key);
uint32_t sites_key(size_t row);                   /* 0: the row that the smallest places share */
const char *sites_made(size_t row);
size_t sites_others(void);
const char *sites_remark(void);
void sites_layout(double most_height, const char *head);
double sites_top(size_t row);
double sites_height(void);
void sites_write(const char **notes);
void scale_init(double low, double high);
double scale_x(double bytes);

/* ---- the charts */

void make_boxes(void);
void make_callgraph(void);
void make_threads(void);
void make_busy(void);
void make_latency(void);
void make_locks(void);
void make_counters(void);
void make_events(void);
void make_intervals(void);
void make_samples(void);
void make_flame(void);
void make_deadlock(void);
void make_creation(void);
void make_lifetime(void);
void make_age(void);
void make_survival(void);
void make_drag(void);
void make_heap(void);
void rounds_stretch(void);
const char *rounds_remark(void);

#endif
