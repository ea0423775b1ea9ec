/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figure.c: puts a figure together, and writes it for gnuplot and dot.
 */
#include "scene.h"

#include "quote.h"

#include <stdarg.h>

static struct { size_t setting_room, series_room, legend_room, node_room, edge_room; } rooms;

/* What run it was: system and program or workload, as far as table run tells. */
static const char *run_words(void)
{
  const char *system = run_value("system"), *program = run_value("program"), *command = run_value("command");
  if (!*system || !strcmp(system, "-"))
    system = "unnamed system";
  if (*program && strcmp(program, "-"))
    return say("%s, program %s", system, program);
  const char *workload = strstr(command, "workload=");
  if (!workload || !workload[9] || workload[9] == ' ')
    return system;
  return say("%s, workload %.*s", system, (int)strcspn(workload + 9, " "), workload + 9);
}

void figure_head(const char *title, const char *said)
{
  struct figure *f = scene.figure;
  f->title = say("%s · %s", title, run_words());
  f->said = said;
  f->notes = mem_alloc(scene.note_count, sizeof(*f->notes));
  f->note_count = scene.note_count;
  for (size_t i = 0; i < scene.note_count; i++)
    f->notes[i] = scene.notes[i].text;
}

/* No array of the new figure has room. */
void figure_begin(void)
{
  memset(&rooms, 0, sizeof(rooms));
}

void figure_legend(const char *name, uint32_t rgb, const char *mark)
{
  struct figure *f = scene.figure;
  for (size_t i = 0; i < f->legend_count; i++) {
    const struct figure_legend *l = &f->legends[i];
    if (l->rgb == rgb && !strcmp(l->name, name) && !strcmp(l->mark, mark))
      return;
  }
  mem_grow(&f->legends, &rooms.legend_room, f->legend_count + 1, sizeof(*f->legends));
  f->legends[f->legend_count++] = (struct figure_legend){ name, mark, rgb };
}

static struct figure_setting *new_setting(const char *name)
{
  struct figure *f = scene.figure;
  for (size_t i = 0; i < f->setting_count; i++)
    if (!strcmp(f->settings[i].name, name))
      return f->settings + i;
  mem_grow(&f->settings, &rooms.setting_room, f->setting_count + 1, sizeof(*f->settings));
  f->settings[f->setting_count] = (struct figure_setting){ .name = name };
  return f->settings + f->setting_count++;
}

void figure_set(const char *name, double value)
{
  new_setting(name)->number = value;
}

void figure_set_text(const char *name, const char *text)
{
  new_setting(name)->text = text;
}

void figure_tick(const char *text, double at)
{
  size_t ticks = 0;
  for (size_t i = 0; i < scene.figure->setting_count; i++)
    if (!strcmp(scene.figure->settings[i].name, "ticks"))
      ticks = (size_t)scene.figure->settings[i].number;
  figure_set("ticks", (double)++ticks);
  figure_set_text(say("tick_name.%zu", ticks), text);
  figure_set(say("tick_at.%zu", ticks), at);
}

struct figure_node *figure_node(void)
{
  struct figure *f = scene.figure;
  mem_grow(&f->nodes, &rooms.node_room, f->node_count + 1, sizeof(*f->nodes));
  f->nodes[f->node_count] = (struct figure_node){ 0 };
  return f->nodes + f->node_count++;
}

void figure_edge(struct figure_edge e)
{
  struct figure *f = scene.figure;
  mem_grow(&f->edges, &rooms.edge_room, f->edge_count + 1, sizeof(e));
  f->edges[f->edge_count++] = e;
}

static struct figure_series *last_series(void)
{
  return scene.figure->series + scene.figure->series_count - 1;
}

void figure_series(const char *name, const char *columns, const char *formats)
{
  struct figure *f = scene.figure;
  mem_grow(&f->series, &rooms.series_room, f->series_count + 1, sizeof(*f->series));
  f->series[f->series_count++] = (struct figure_series){
    .name = name, .columns = columns, .formats = formats, .width = 1
  };
  for (const char *c = formats; *c; c++)
    last_series()->width += *c == ' ';
}

/* Whether the column that begins at `formats' is of texts. */
static bool is_text(const char *formats)
{
  return formats[1] == 's';
}

static const char *next_format(const char *formats)
{
  const char *blank = strchr(formats, ' ');
  return blank ? blank + 1 : "";
}

static union figure_cell *new_row(void)
{
  struct figure_series *s = last_series();
  mem_grow(&s->cells, &s->room, (s->rows + 1) * s->width, sizeof(*s->cells));
  return s->cells + s->rows++ * s->width;
}

static void take_cells(union figure_cell *cells, const char *formats, va_list args)
{
  for (; *formats; formats = next_format(formats), cells++)
    if (is_text(formats))
      cells->text = va_arg(args, const char *);
    else
      cells->number = va_arg(args, double);
}

void figure_row(double first, ...)
{
  va_list args;
  union figure_cell *cells = new_row();
  cells->number = first;
  va_start(args, first);
  take_cells(cells + 1, next_format(last_series()->formats), args);
  va_end(args);
}

/* Writes a number as its format, which is one of those in this folder, says. */
static void write_number(const char *format, double value, FILE *out)
{
  char digits[64], one[16];
  snprintf(one, sizeof(one), "%.*s", (int)strcspn(format, " "), format);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(digits, sizeof(digits), one, value == 0 ? 0.0 : value);
#pragma GCC diagnostic pop
  fputs(digits, out);
}

static void write_series(const struct figure_series *s, FILE *out)
{
  fprintf(out, "# %s\n# ", s->name);
  for (const char *c = s->columns; *c; c++)
    fputc(*c == ' ' ? '\t' : *c, out);
  fputc('\n', out);
  for (size_t row = 0; row < s->rows; row++) {
    const char *format = s->formats;
    for (size_t i = 0; i < s->width; i++, format = next_format(format)) {
      const union figure_cell *cell = s->cells + row * s->width + i;
      if (is_text(format))
        fputs(quote(cell->text, QUOTE_FIELD), out);
      else
        write_number(format, cell->number, out);
      fputc(i + 1 < s->width ? '\t' : '\n', out);
    }
  }
}

/* A block without rows leaves no trace: gnuplot would take its name for that of the next. */
void figure_write_rows(const struct figure *f, FILE *out)
{
  size_t written = 0;
  for (size_t i = 0; i < f->series_count; i++)
    if (f->series[i].rows) {
      fputs(written++ ? "\n\n" : "", out);
      write_series(f->series + i, out);
    }
}

/* Letters in a line of the heading, which is 1560 pixels wide and in a font of 16: on average letters are half as wide
 * as high, and a line of few narrow ones has room to spare. */
#define HEAD_COLUMNS 184

/* Whether a number stands before the blank at `blank', and its unit behind it: the two are not parted. */
static bool is_unit(const char *from, const char *blank)
{
  static const char *const units[] = { "%", "×", "s", "ms", "µs", "ns", "B", "KiB", "MiB", "GiB", "TiB", "k", "M" };
  if (blank == from || blank[-1] < '0' || blank[-1] > '9')
    return false;
  const size_t n = strcspn(blank + 1, " ,.;)\n");
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strlen(units[i]) == n && !strncmp(units[i], blank + 1, n))
      return true;
  return false;
}

/* Calls line() for each line of `s', of at most `most' columns, folded between words; a word that is longer is cut. */
static void fold(const char *s, size_t most, void (*line)(const char *text, void *ctx), void *ctx)
{
  const char *begun = "";
  for (const char *from = s; *from;) {
    const char *to = from;
    while (*to && *to != '\n' && (*to != ' ' || is_unit(s, to)))
      to++;
    const char *word = fit(say("%.*s", (int)(to - from), from), most);
    if (*begun && columns_of(begun) + 1 + columns_of(word) > most) {
      line(begun, ctx);
      begun = "";
    }
    if (*word)
      begun = *begun ? say("%s %s", begun, word) : word;
    if (*to == '\n' && *begun) {
      line(begun, ctx);
      begun = "";
    }
    from = *to ? to + 1 : to;
  }
  if (*begun)
    line(begun, ctx);
}

struct head_lines { FILE *out; size_t count; };

static void write_head_line(const char *text, void *ctx)
{
  struct head_lines *lines = ctx;
  fprintf(lines->out, "head_line.%zu\t%s\n", ++lines->count, quote(text, QUOTE_FIELD));
}

/* Bytes of the heading that are shown: a page is no place for more. */
#define HEAD_MOST 4000

static const char *cut_head(const char *s)
{
  return strlen(s) <= HEAD_MOST ? s : fit(s, HEAD_MOST / 2);
}

#define LEGENDS_MOST 28      /* entries that leave room for the chart */
#define LEGEND_COLUMNS 40    /* of a name in the legend */

static void write_legends(const struct figure *f, FILE *out)
{
  const size_t shown = f->legend_count > LEGENDS_MOST ? LEGENDS_MOST - 1 : f->legend_count;
  size_t widest = 1;
  for (size_t i = 0; i < shown; i++) {
    const char *name = fit(f->legends[i].name, LEGEND_COLUMNS);
    fprintf(out, "legend_name.%zu\t%s\nlegend_colour.%zu\t%u\nlegend_mark.%zu\t%s\n", i + 1, quote(name, QUOTE_FIELD),
            i + 1, f->legends[i].rgb, i + 1, f->legends[i].mark);
    if (columns_of(name) > widest)
      widest = columns_of(name);
  }
  if (shown < f->legend_count)
    fprintf(out, "legend_name.%zu\tand %zu more\nlegend_colour.%zu\t%u\nlegend_mark.%zu\tarea\n", shown + 1,
            f->legend_count - shown, shown + 1, 0xFFFFFF, shown + 1);
  fprintf(out, "legends\t%zu\nlegend_columns\t%zu\n", f->legend_count > shown ? shown + 1 : shown, widest);
}

void figure_write_settings(const struct figure *f, FILE *out)
{
  struct head_lines lines = { .out = out };
  fprintf(out, "title\t%s\n", quote(fit(f->title, 105), QUOTE_FIELD));
  fold(cut_head(f->said), HEAD_COLUMNS, write_head_line, &lines);
  fprintf(out, "sub_title_lines\t%zu\n", lines.count);
  for (size_t i = 0; i < f->note_count; i++)
    fold(cut_head(say("Incomplete: %s", f->notes[i])), HEAD_COLUMNS, write_head_line, &lines);
  fprintf(out, "head_lines\t%zu\n", lines.count);
  write_legends(f, out);
  for (size_t i = 0; i < f->setting_count; i++)
    if (f->settings[i].text)
      fprintf(out, "%s\t%s\n", f->settings[i].name, quote(f->settings[i].text, QUOTE_FIELD));
    else
      fprintf(out, "%s\t%.10g\n", f->settings[i].name, f->settings[i].number);
}

/* ---- dot */

struct dot_lines { FILE *out; unsigned rgb; };

static void write_dot_heading(const char *marked_up, int size, unsigned rgb, FILE *out)
{
  fprintf(out, "<tr><td align=\"left\"><font point-size=\"%d\" color=\"#%06x\">%s</font></td></tr>", size, rgb,
          marked_up);
}

static void write_dot_line(const char *text, void *ctx)
{
  const struct dot_lines *lines = ctx;
  write_dot_heading(quote(text, QUOTE_LABEL), 12, lines->rgb, lines->out);
}

/* The character of the legend that looks like a mark. */
static const char *dot_mark(const struct figure_legend *l)
{
  return !strcmp(l->mark, "arrow") ? "→" : !strcmp(l->mark, "dashes") ? "⇢" : l->rgb == 0xFFFFFF ? "□" : "■";
}

static void write_dot_legend(const struct figure *f, FILE *out)
{
  char *s = say("%s", "");
  for (size_t i = 0; i < f->legend_count; i++) {
    const struct figure_legend *l = f->legends + i;
    s = say("%s%s<font color=\"#%06x\">%s</font> %s", s, i ? "     " : "", l->rgb == 0xFFFFFF ? 0x333333 : l->rgb,
            dot_mark(l), quote(l->name, QUOTE_LABEL));
  }
  write_dot_heading(s, 12, 0x333333, out);
}

static void write_dot_node(const struct figure_node *n, FILE *out)
{
  if (n->kind == FIGURE_OTHERS) {
    fprintf(out, "  o%u [label=%s, tooltip=%s, shape=plaintext, style=\"\", fontcolor=\"#555555\", fontsize=10];\n",
            n->of, quote(n->lines[0], QUOTE_TIP), quote(n->name, QUOTE_TIP));
    return;
  }
  fprintf(out, "  n%u [label=<<b>%s</b><br/><font point-size=\"10\">%s%s%s</font>>, tooltip=%s,"
               " fillcolor=\"#%06x\"%s];\n",
          n->number, quote(n->lines[0], QUOTE_LABEL), quote(n->lines[1], QUOTE_LABEL), n->lines[2] ? "<br/>" : "",
          n->lines[2] ? quote(n->lines[2], QUOTE_LABEL) : "", quote(n->name, QUOTE_TIP), n->rgb,
          n->kind == FIGURE_THREAD ? ", shape=ellipse, style=filled, margin=\"0.02,0.02\"" : "");
}

static void write_dot_labelled(const struct figure_edge *e, FILE *out)
{
  fprintf(out, "  %s%u -> n%u [label=%s, penwidth=%.2f, color=\"#%06x\", tooltip=%s%s];\n", e->others ? "o" : "n",
          e->from, e->to, quote(e->label, QUOTE_TIP), e->width, e->rgb, quote(e->tip, QUOTE_TIP),
          e->others ? ", style=dashed" : "");
}

/* One point of width for each 8 % of the time, up to 7. Corrected times of a callee may be more than the whole, or
 * below zero: dot fails on weights that are (graphviz 2.43: from 2^31 on). The label stands beside or above its arrow,
 * off the middle of a wide one. */
static void write_dot_edge(const struct figure *f, const struct figure_edge *e, FILE *out)
{
  if (e->label) {
    write_dot_labelled(e, out);
    return;
  }
  const double part = e->share_pct > 100 ? 100 : e->share_pct > 0 ? e->share_pct : 0;
  const char *pad = !f->down ? "" : part > 12 ? "   " : "  ";
  const char *end = f->down ? "\\l" : part > 12 ? "\\n " : "";
  fprintf(out, "  %s%u -> n%u [label=\"%s%s%s%s%s%s\", penwidth=%.2f, weight=%d, tooltip=%s%s];\n",
          e->others ? "o" : "n", e->from, e->to, pad, say_percent(part), f->down ? "\\l" : "\\n", pad, e->calls, end,
          part > 50 ? 7 : 0.7 + part / 8, (int)(1 + part), quote(e->tip, QUOTE_TIP), e->others ? ", style=dashed" : "");
}

/* `size' (inches) bounds the PNG, of 96 pixels an inch, at 2400 by 1500, or 2400 where the graph runs down the page:
 * enough for this many nodes to stay readable. */
void figure_write_dot(const struct figure *f, FILE *out)
{
  struct dot_lines lines = { out, 0x555555 };
  fprintf(out, "// Made by viz/figures/; draw it with: dot -Tsvg %s.dot\ndigraph %s {\n", f->chart->name, f->chart->name);
  fprintf(out, "  graph [%s, size=\"25,%s\", pad=0.25, labelloc=t, labeljust=l,\n",
          f->down ? "rankdir=TB, nodesep=0.14, ranksep=0.25" : "rankdir=LR, nodesep=0.14, ranksep=0.4",
          f->down ? "25" : "15.6");
  fprintf(out, "    bgcolor=white, fontname=\"DejaVu Sans\", charset=\"UTF-8\", tooltip=\"%s\",\n    label=<",
          !strcmp(f->chart->name, "callgraph") ? "call graph" : f->chart->name);
  fprintf(out, "<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\">");
  write_dot_heading(say("<b>%s</b>", quote(fit(f->title, 170), QUOTE_LABEL)), 18, 0x222222, out);
  fold(cut_head(f->said), HEAD_COLUMNS, write_dot_line, &lines);
  lines.rgb = 0xC00000;
  for (size_t i = 0; i < f->note_count; i++)
    fold(cut_head(say("Incomplete: %s", f->notes[i])), HEAD_COLUMNS, write_dot_line, &lines);
  write_dot_legend(f, out);
  fprintf(out, "</table>>];\n  node [fontname=\"DejaVu Sans\", fontsize=11, shape=box, style=\"filled,rounded\","
               " color=\"#555555\", margin=\"0.1,0.05\"];\n  edge [fontname=\"DejaVu Sans\", fontsize=9,"
               " color=\"#777777\","
               " fontcolor=\"#555555\", arrowsize=0.6];\n");
  for (size_t i = 0; i < f->node_count; i++)
    write_dot_node(f->nodes + i, out);
  for (size_t i = 0; i < f->edge_count; i++)
    write_dot_edge(f, f->edges + i, out);
  fprintf(out, "}\n");
}
