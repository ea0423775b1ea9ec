/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sites.c: charts with a row for each place in the code that makes objects, in the order of the code: grouped by
 * package, class and method, as the JX paper's figure 9.
 *
 *   sites_read(); sites_place() for everything that could have a row; sites_pick() gives rows to the heaviest;
 *   sites_layout() says how high they are; sites_write() the names beside them
 *
 * A row is never lower than its lettering, so there are at most MOST_LINES of rows and headings; what has no row of its
 * own shares the last one. Heights are in the pixels of a picture in its natural size, from the top of the plot.
 */
#include "scene.h"

#include <stdlib.h>

#define MOST_LINES 58      /* a page of them is 1.4 times as high as others */
#define ENOUGH_ROWS 28     /* that fill a page */
#define LEAST_HEIGHT 21    /* of a row: lettering of 14 pixels */
#define HEADING_HEIGHT 25  /* of a package's line */
#define PLOT_HEIGHT 790
#define CLASS_COLUMNS 24
#define METHOD_COLUMNS 26
#define NOTE_COLUMNS 38

struct place { uint32_t site; const char *made; double weight; };

static struct {
  struct site *sites;
  size_t count, room;
  struct numbers site_of;           /* site + 1 by name of its number */
  struct place *places;             /* by key */
  size_t place_room;
  struct list keys;
  struct numbers weight, row_of;    /* by key; row + 1 */
  struct list rows;                 /* keys; 0: that of the others */
  size_t others;
  double *top, height;
  const char *head;
} s;

/* Takes the line, and the number within it, from file:line or file:line#2. */
static void take_line(struct site *site, const char *where)
{
  const char *colon = strrchr(where, ':');
  site->where = "";
  if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789#")])
    return;
  char *end;
  site->where = colon;
  site->line = strtod(colon + 1, &end);
  if (*end == '#')
    site->in_line = strtod(end + 1, NULL);
}

void sites_read(void)
{
  memset(&s, 0, sizeof(s));
  table_open("sites", "site package class method where objects_of mean_age_bytes");
  while (table_row()) {
    struct site site = { .package = name(1), .class = name(2), .method = name(3), .objects_of = name(5) };
    site.mean_known = !field_is(6, "-");
    site.mean_bytes = site.mean_known ? number(6) : 0;
    take_line(&site, name_text(name(4)));
    mem_grow(&s.sites, &s.room, s.count + 1, sizeof(site));
    s.sites[s.count++] = site;
    *number_at(&s.site_of, name(0)) = (double)s.count;
  }
}

const struct site *site_named(uint32_t site)
{
  const double at = number_in(&s.site_of, site);
  if (!(at > 0))
    end_figure(FIGURE_TABLE_WRONG, say("%s/sites.tsv has no site %s, of which table objects or ages has objects;"
                                       " make the tables"
                                       " again with `hostdump tables`", scene.asked->folder, name_text(site)));
  return s.sites + (size_t)at - 1;
}

void sites_place(uint32_t key, uint32_t site, const char *made, double weight)
{
  const size_t room = s.place_room;
  site_named(site);
  mem_grow(&s.places, &s.place_room, key + 1, sizeof(*s.places));
  (void)room;
  s.places[key] = (struct place){ site, made, weight };
  *number_at(&s.weight, key) = weight;
  list_add(&s.keys, key);
}

static int order_of(double a, double b)
{
  return a < b ? -1 : a > b;
}

/* Whether place `a' comes after `b' in the code. */
static bool comes_after(uint32_t a, uint32_t b, const void *ctx)
{
  (void)ctx;
  const struct site *x = site_named(s.places[a].site), *y = site_named(s.places[b].site);
  int order = strcmp(name_text(x->package), name_text(y->package));
  if (!order)
    order = strcmp(name_text(x->class), name_text(y->class));
  if (!order)
    order = order_of(x->line, y->line);
  if (!order)
    order = strcmp(name_text(x->method), name_text(y->method));
  if (!order)
    order = order_of(x->in_line, y->in_line);
  return (order ? order : strcmp(s.places[a].made, s.places[b].made)) > 0;
}

static uint32_t package_of(uint32_t key)
{
  return site_named(s.places[key].site)->package;
}

/* The heaviest places, as many as there are lines for with the headings of their packages; of more than ENOUGH_ROWS
 * only those that matter: what is left has a thousandth of all. */
void sites_pick(void)
{
  struct numbers headed = { 0 };
  double left = 0;
  size_t lines = 0;
  for (size_t i = 0; i < s.keys.count; i++)
    left += s.places[s.keys.at[i]].weight;
  const double little = left / 1000;
  sort_by(s.keys.at, s.keys.count, comes_after, NULL);
  sort_falling(s.keys.at, s.keys.count, &s.weight);
  for (size_t i = 0; i < s.keys.count && (i < ENOUGH_ROWS || left > little); i++) {
    const uint32_t key = s.keys.at[i];
    left -= s.places[key].weight;
    lines += number_in(&headed, package_of(key)) ? 1 : 2;
    if (lines > (size_t)MOST_LINES - (s.keys.count > i + 1))
      break;
    *number_at(&headed, package_of(key)) = 1;
    list_add(&s.rows, key);
  }
  sort_by(s.rows.at, s.rows.count, comes_after, NULL);
  for (size_t i = 0; i < s.rows.count; i++)
    *number_at(&s.row_of, s.rows.at[i]) = (double)(i + 1);
  s.others = s.keys.count - s.rows.count;
  if (s.others)
    list_add(&s.rows, 0);
}

size_t sites_rows(void)
{
  return s.rows.count;
}

size_t sites_row_of(uint32_t key)
{
  const double row = number_in(&s.row_of, key);
  return row > 0 ? (size_t)row - 1 : s.rows.count - 1;
}

uint32_t sites_key(size_t row)
{
  return s.rows.at[row];
}

const char *sites_made(size_t row)
{
  return !s.rows.at[row] || !strcmp(s.places[s.rows.at[row]].made, "several") ? "objects"
                                                                              : s.places[s.rows.at[row]].made;
}

size_t sites_others(void)
{
  return s.others;
}

const char *sites_remark(void)
{
  return s.others ? say(" The %s smallest places share the last row.", say_count((double)s.others)) : "";
}

/* Whether a package, or a class, begins with this row. */
static bool is_headed(size_t row)
{
  return s.rows.at[row] &&
         (row == 0 || !s.rows.at[row - 1] || package_of(s.rows.at[row]) != package_of(s.rows.at[row - 1]));
}

static bool is_classed(size_t row)
{
  return is_headed(row) || !s.rows.at[row] ||
         site_named(s.places[s.rows.at[row]].site)->class != site_named(s.places[s.rows.at[row - 1]].site)->class;
}

void sites_layout(double most_height, const char *head)
{
  size_t headings = 0;
  for (size_t i = 0; i < s.rows.count; i++)
    headings += is_headed(i);
  const double room = (PLOT_HEIGHT - (double)headings * HEADING_HEIGHT) / (double)s.rows.count;
  s.height = room > most_height ? most_height : room < LEAST_HEIGHT ? LEAST_HEIGHT : trunc(room);
  s.head = head;
  s.top = mem_alloc(s.rows.count, sizeof(*s.top));
  double y = 0;
  for (size_t i = 0; i < s.rows.count; i++) {
    y += is_headed(i) ? HEADING_HEIGHT : 0;
    s.top[i] = y;
    y += s.height;
  }
  figure_set("plot", y + 4);
}

double sites_top(size_t row)
{
  return s.top[row];
}

double sites_height(void)
{
  return s.height;
}

/* The method and line of a row, :12#2 for the second place of a line. */
static const char *method_words(uint32_t key)
{
  const struct site *site = site_named(s.places[key].site);
  const size_t line = columns_of(site->where);
  return say("%s%s", fit_name(name_text(site->method), line < METHOD_COLUMNS ? METHOD_COLUMNS - line : 3), site->where);
}

static void widen(size_t *columns, const char *text)
{
  if (columns_of(text) > *columns)
    *columns = columns_of(text);
}

/* Lines: dark where a package begins, pale where a class or another row does. `level': 0 to 2, from where they begin.
 * */
static void write_rules(void)
{
  figure_series("rules", "level y colour", "%.0f %.1f %.0f");
  for (size_t i = 1; i < s.rows.count; i++) {
    const int level = is_headed(i) || !s.rows.at[i] ? 0 : is_classed(i) ? 1 : 2;
    figure_row((double)level, s.top[i] - (is_headed(i) ? HEADING_HEIGHT : 0),
               (double)(level == 0 ? 0xA0A0A0 : level == 1 ? 0xD8D8D8 : 0xEEEEEE));
  }
}

void sites_write(const char **notes)
{
  size_t classes = 4, methods = 6, widest = columns_of(s.head);
  write_rules();
  figure_series("packages", "y package", "%.1f %s");
  for (size_t i = 0; i < s.rows.count; i++)
    if (is_headed(i)) {
      const char *package = name_text(package_of(s.rows.at[i]));
      figure_row(s.top[i] - HEADING_HEIGHT / 2.0, !strcmp(package, "-") ? "(no package)" : fit(package, 44));
    }
  figure_series("classes", "y class", "%.1f %s");
  for (size_t i = 0; i < s.rows.count; i++)
    if (s.rows.at[i] && is_classed(i)) {
      const char *class = fit(name_text(site_named(s.places[s.rows.at[i]].site)->class), CLASS_COLUMNS);
      figure_row(s.top[i] + s.height / 2, class);
      widen(&classes, class);
    }
  figure_series("methods", "y method:line", "%.1f %s");
  for (size_t i = 0; i < s.rows.count; i++)
    if (s.rows.at[i]) {
      figure_row(s.top[i] + s.height / 2, method_words(s.rows.at[i]));
      widen(&methods, method_words(s.rows.at[i]));
    }
  figure_series("others", "y places", "%.1f %s");
  if (s.others)
    figure_row(s.top[s.rows.count - 1] + s.height / 2, say("%s other places", say_count((double)s.others)));
  figure_series("notes", "y note", "%.1f %s");
  for (size_t i = 0; i < s.rows.count; i++) {
    const char *note = fit(notes[i], NOTE_COLUMNS);
    figure_row(s.top[i] + s.height / 2, note);
    widen(&widest, note);
  }
  figure_set_text("notes_head", s.head);
  figure_set("class_columns", (double)classes);
  figure_set("method_columns", (double)methods);
  figure_set("right_columns", (double)widest);
}

/* ---- a logarithmic axis of bytes of allocation, by which objects age (JX paper, section 5): an object grows older
 * when memory is allocated. It counts in octaves from `low' on. */

static double scale_low;

double scale_x(double bytes)
{
  return log2(bytes > 1 ? bytes : 1) - scale_low;
}

void scale_init(double low, double high)
{
  scale_low = trunc(log2(low > 1 ? low : 1)) - 0.3;
  double octaves = log2(high > 1 ? high : 1) + 0.3 - scale_low;
  if (octaves < 2)
    octaves = 2;
  const int each = octaves <= 16 ? 1 : octaves <= 32 ? 2 : 5;
  for (int octave = (int)trunc(scale_low + 1); octave <= scale_low + octaves; octave++)
    if (octave % each == 0)
      figure_tick(say_bytes(pow(2, octave)), scale_x(pow(2, octave)));
  figure_set("x_to", octaves);
}
