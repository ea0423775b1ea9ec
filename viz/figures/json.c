/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json.c: writes a figure as JSON, for the page that draws it itself (viz/page/src/view_figures.js). Rows are arrays of
 * numbers and texts, in the order of the series' columns.
 */
#include "figures.h"

#include <math.h>
#include <string.h>

static FILE *out;

/* RFC 8259, section 7. */
static void write_text(const char *text)
{
  fputc('"', out);
  for (const char *c = text; *c; c++)
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if ((unsigned char)*c < ' ')
      fprintf(out, "\\u%04x", *c);
    else
      fputc(*c, out);
  fputc('"', out);
}

static void write_key(const char *key)
{
  write_text(key);
  fputc(':', out);
}

static void write_named(const char *key, const char *text)
{
  write_key(key);
  write_text(text);
  fputc(',', out);
}

/* A number; null stands for what is none. */
static void write_number(double value)
{
  if (isfinite(value))
    fprintf(out, "%.10g", value);
  else
    fputs("null", out);
}

static void write_comma(size_t before)
{
  if (before)
    fputc(',', out);
}

static void write_legends(const struct figure *f)
{
  fputs("\"legends\":[", out);
  for (size_t i = 0; i < f->legend_count; i++) {
    write_comma(i);
    fputc('{', out);
    write_named("name", f->legends[i].name);
    write_named("mark", f->legends[i].mark);
    fprintf(out, "\"rgb\":%u}", f->legends[i].rgb);
  }
  fputs("],", out);
}

static void write_settings(const struct figure *f)
{
  fputs("\"settings\":{", out);
  for (size_t i = 0; i < f->setting_count; i++) {
    write_comma(i);
    write_key(f->settings[i].name);
    if (f->settings[i].text)
      write_text(f->settings[i].text);
    else
      write_number(f->settings[i].number);
  }
  fputs("},", out);
}

static void write_series(const struct figure_series *s)
{
  fputc('{', out);
  write_named("name", s->name);
  write_named("columns", s->columns);
  fputs("\"rows\":[", out);
  for (size_t row = 0; row < s->rows; row++) {
    const char *format = s->formats;
    write_comma(row);
    for (size_t i = 0; i < s->width; i++) {
      const union figure_cell *cell = s->cells + row * s->width + i;
      fputc(i ? ',' : '[', out);
      if (format[1] == 's')
        write_text(cell->text);
      else
        write_number(cell->number);
      format += strcspn(format, " ");
      format += *format == ' ';
    }
    fputc(']', out);
  }
  fputs("]}", out);
}

static void write_graph(const struct figure *f)
{
  fprintf(out, "\"down\":%s,\"nodes\":[", f->down ? "true" : "false");
  for (size_t i = 0; i < f->node_count; i++) {
    const struct figure_node *n = f->nodes + i;
    static const char *const kinds[] = { "function", "thread", "others" };
    write_comma(i);
    fprintf(out, "{\"number\":%u,\"of\":%u,\"rgb\":%u,\"kind\":\"%s\",", n->number, n->of, n->rgb, kinds[n->kind]);
    write_named("name", n->name);
    fputs("\"lines\":[", out);
    for (size_t l = 0; l < 3 && n->lines[l]; l++) {
      write_comma(l);
      write_text(n->lines[l]);
    }
    fputs("]}", out);
  }
  fputs("],\"edges\":[", out);
  for (size_t i = 0; i < f->edge_count; i++) {
    const struct figure_edge *e = f->edges + i;
    write_comma(i);
    fputc('{', out);
    write_named("calls", e->calls ? e->calls : "");
    write_named("tip", e->tip);
    if (e->label) {
      write_named("label", e->label);
      fprintf(out, "\"rgb\":%u,\"width\":", e->rgb);
      write_number(e->width);
      fputc(',', out);
    }
    fprintf(out, "\"from\":%u,\"to\":%u,\"others\":%s,\"share_pct\":", e->from, e->to, e->others ? "true" : "false");
    write_number(e->share_pct);
    fputc('}', out);
  }
  fputs("]", out);
}

void figure_write_json(const struct figure *f, FILE *to)
{
  out = to;
  fputc('{', out);
  write_named("chart", f->chart->name);
  write_named("drawn_by", f->chart->drawn_by);
  write_named("title", f->title);
  write_named("said", f->said);
  fputs("\"notes\":[", out);
  for (size_t i = 0; i < f->note_count; i++) {
    write_comma(i);
    write_text(f->notes[i]);
  }
  fputs("],", out);
  write_legends(f);
  write_settings(f);
  fputs("\"series\":[", out);
  for (size_t i = 0; i < f->series_count; i++) {
    write_comma(i);
    write_series(f->series + i);
  }
  fputs("],", out);
  write_graph(f);
  fputs("}\n", out);
}
