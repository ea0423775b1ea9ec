/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: the command `figures', which render calls: reads tables from files, and writes what gnuplot or dot is to
 * draw.
 *
 *   figures --list             the charts, as charts.h has them: fields separated by tabs
 *   figures --stretch          the stretch of chart rounds, in us, for `hostdump tables --from A --to B'
 *   figures --quote LANGUAGE   each line of standard input as field, label, tip or html
 *   figures --index FOLDER     index.html of the pictures in a folder, the page of all charts
 *   figures --glyphs FILE      FILE with characters that fonts have (glyphs.h); the fonts' come by standard input
 *   figures --json CHART       the figure as JSON, as the page to explore a run has it
 *   figures CHART              writes rows, and the file `settings', or what dot is to draw
 *
 * What is asked for comes by the environment, as from render: RENDER_TABLES, a folder; RENDER_FROM, _TO, _EVENTS,
 * _THREAD, _IDLE, _WINDOWED. Exit status: 0 made; 1 a table is wrong; 2 usage; 3 nothing to draw; 4 what was asked for
 * is not there; 5 what is to be drawn could not be written.
 */
#include "figures.h"
#include "glyphs.h"
#include "packed.h"
#include "quote.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define UNWRITTEN 5

static const char *chart;

static void end(enum figure_end why, const char *message)
{
  fprintf(stderr, "render: %s: %s%s\n", chart, why == FIGURE_NOTHING ? "skipped: " : "", message);
  exit((int)why);
}

static const char *setting(const char *name)
{
  const char *value = getenv(name);
  return value ? value : "";
}

/* All of a file, with a zero behind it; NULL where it cannot be read. */
static char *read_file(const char *path, size_t *bytes)
{
  FILE *in = fopen(path, "r");
  char *text = NULL;
  size_t room = 0, got = 1;
  *bytes = 0;
  if (!in)
    return NULL;
  while (got) {
    mem_grow(&text, &room, *bytes + (1 << 16), 1);
    got = fread(text + *bytes, 1, room - *bytes - 1, in);
    *bytes += got;
  }
  text[*bytes] = 0;
  const bool bad = ferror(in);
  fclose(in);
  return bad ? NULL : text;
}

/* The text of a table; NULL where it cannot be read. A table is read once. */
static const char *read_table(void *folder, const char *name, size_t *bytes)
{
  static struct { const char *name; char *text; size_t bytes; } known[32];
  size_t k = 0;
  while (k < 31 && known[k].name && strcmp(known[k].name, name))
    k++;
  if (!known[k].name || strcmp(known[k].name, name)) {
    known[k].name = name;
    known[k].text = read_file(mem_format("%s/%s.tsv", (const char *)folder, name), &known[k].bytes);
  }
  *bytes = known[k].bytes;
  return known[k].text;
}

static int list_charts(void)
{
  for (size_t i = 0; i < figure_chart_count; i++) {
    const struct figure_chart *c = figure_charts + i;
    printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c->name, c->group, c->tool, c->choices, c->tables, c->figure,
           c->title, c->what, c->drawn_by);
  }
  return 0;
}

static int quote_lines(const char *language)
{
  static const char *const names[] = { "field", "label", "tip", "html" };
  char *line = NULL;
  size_t room = 0;
  ptrdiff_t bytes;
  int which = 0;
  while (which < 4 && strcmp(names[which], language))
    which++;
  if (which == 4)
    return 2;
  while ((bytes = mem_line(&line, &room, stdin)) >= 0) {
    if (bytes && line[bytes - 1] == '\n')
      line[bytes - 1] = 0;
    puts(quote(line, (enum quote_for)which));
  }
  return 0;
}

static int write_drawable(const char *path)
{
  size_t bytes;
  const char *text = read_file(path, &bytes);
  if (!text)
    return FIGURE_TABLE_WRONG;
  glyphs_read(stdin);
  glyphs_write(text, stdout);
  return fflush(stdout) || ferror(stdout) ? UNWRITTEN : 0;
}

static int pack_svg(void)
{
  packed_write(stdin, stdout);
  return fflush(stdout) || ferror(stdout) ? UNWRITTEN : 0;
}

static int write_figure(const struct figure *f)
{
  bool good;
  if (!strcmp(f->chart->tool, "dot")) {
    figure_write_dot(f, stdout);
    return fflush(stdout) || ferror(stdout) ? UNWRITTEN : 0;
  }
  figure_write_rows(f, stdout);
  FILE *settings = fopen("settings", "w");
  if (!settings)
    return UNWRITTEN;
  figure_write_settings(f, settings);
  good = !ferror(settings);
  good = !fclose(settings) && good;
  return fflush(stdout) || ferror(stdout) || !good ? UNWRITTEN : 0;
}

/* A page holds what a browser shows at once: a larger picture goes in as PNG, where there is one. */
#define SVG_MOST 1000000

static struct figure_picture find_picture(const char *folder, const char *name)
{
  struct figure_picture svg = { .type = "svg+xml" }, png = { .type = "png" };
  svg.bytes = read_file(mem_format("%s/%s.svg", folder, name), &svg.count);
  if (svg.bytes && svg.count <= SVG_MOST)
    return svg;
  png.bytes = read_file(mem_format("%s/%s.png", folder, name), &png.count);
  return png.bytes ? png : svg;
}

static int write_index(const struct figure_asked *asked, const char *folder)
{
  const struct figure_pictures pictures = { mem_alloc(figure_chart_count, sizeof(*pictures.of)) };
  size_t drawn = 0;
  for (size_t i = 0; i < figure_chart_count; i++) {
    pictures.of[i] = find_picture(folder, figure_charts[i].name);
    drawn += pictures.of[i].bytes != NULL;
  }
  if (!drawn) {
    fprintf(stderr, "render: index: there is no chart in %s; `render all` makes them\n", folder);
    return FIGURE_NOTHING;
  }
  figure_write_index(asked, &pictures, stdout);
  return fflush(stdout) || ferror(stdout) ? UNWRITTEN : 0;
}

static int usage(void)
{
  fputs("usage: figures CHART | --list | --stretch | --index FOLDER | --glyphs FILE | --pack\n"
        "       figures --json CHART | --quote field|label|tip|html\n"
        "render calls it; `render --help` is the manual.\n", stderr);
  return 2;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "--list"))
    return list_charts();
  if (argc == 3 && !strcmp(argv[1], "--quote"))
    return quote_lines(argv[2]);
  if (argc == 3 && !strcmp(argv[1], "--glyphs"))
    return write_drawable(argv[2]);
  if (argc == 2 && !strcmp(argv[1], "--pack"))
    return pack_svg();
  const bool index = argc == 3 && !strcmp(argv[1], "--index"), json = argc == 3 && !strcmp(argv[1], "--json");
  const bool stretch = argc == 2 && !strcmp(argv[1], "--stretch");
  if (!index && !json && !stretch && (argc != 2 || argv[1][0] == '-'))
    return usage();
  char *folder = mem_format("%s", setting("RENDER_TABLES"));
  const struct figure_asked asked = {
    .chart = chart = stretch ? "rounds" : index ? "index" : argv[argc - 1],
    .from_us = setting("RENDER_FROM"), .to_us = setting("RENDER_TO"),
    .events = setting("RENDER_EVENTS"), .thread = setting("RENDER_THREAD"), .idle = *setting("RENDER_IDLE"),
    .windowed = *setting("RENDER_WINDOWED"), .folder = folder, .table = read_table, .ctx = folder,
  };
  figure_on_end(end);
  if (index)
    return write_index(&asked, argv[2]);
  if (json) {
    figure_write_json(figure_make(&asked), stdout);
    return fflush(stdout) || ferror(stdout) ? UNWRITTEN : 0;
  }
  if (!stretch)
    return write_figure(figure_make(&asked));
  double from_us, to_us;
  figure_rounds_stretch(&asked, &from_us, &to_us);
  printf("%.3f %.3f\n", from_us - 1, to_us + 1);
  return 0;
}
