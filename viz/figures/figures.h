/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figures.h: what a chart shows, in data units, made of text tables (host-tools/TABLES.md). The pictures (gnuplot, dot)
 * and the page are drawn from the same figures. Nothing here opens a file, knows a font, or a size of a letter.
 *
 *   figure_on_end(tell);
 *   const struct figure *f = figure_make(&asked);
 *   figure_write_rows(f, stdout); figure_write_settings(f, settings);
 *
 * A figure is series of rows: bars, segments, steps, points, names beside them. Each series has named columns of
 * numbers and texts, and each row is one mark; the series lie upon each other in their order. Texts are as the tables
 * have them: who draws them quotes them for the language that he draws with (quote.h).
 *
 * One figure at a time, on one thread. Memory is that of base/mem.h, and is freed with the caller's budget.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A line of charts.h. */
struct figure_chart {
  const char *name, *group, *tool, *choices, *tables, *figure, *title, *what, *drawn_by;
};

/* All charts, in the order of charts.h. */
extern const struct figure_chart figure_charts[];
extern const size_t figure_chart_count;

/* What is asked for. Empty texts: not chosen. */
struct figure_asked {
  const char *chart;
  const char *from_us, *to_us;  /* --from, --to */
  const char *events, *thread;  /* --events, separated by commas; --thread */
  bool idle;                    /* --idle: count idle time in charts that share time out */
  bool windowed;                /* the tables are of the stretch --from to --to only */
  const char *folder;           /* of the tables, for messages */
  /* The text of a table, of *bytes bytes, which stays until the figure is made; NULL: there is none. */
  const char *(*table)(void *ctx, const char *name, size_t *bytes);
  void *ctx;
};

/* Why no figure is made. The numbers are the exit status of `figures'. */
enum figure_end { FIGURE_TABLE_WRONG = 1, FIGURE_NOTHING = 3, FIGURE_NOT_THERE = 4 };

/* Calls `end` instead of returning where no figure can be made: a table is missing or wrong, there is nothing to draw
 * (the chart is skipped), or what was chosen does not exist. It must not return. */
void figure_on_end(void (*end)(enum figure_end why, const char *message));

/* What stands for a colour or a mark. `mark`: area, dot, ring, line, dashes, bar (upright), range; one of gnuplot's
 * kinds of marks is chosen by it in common.gp. */
struct figure_legend { const char *name, *mark; uint32_t rgb; };

/* A number or, where name[] says so, a text about the figure as a whole: ends of axes, their labels. */
struct figure_setting { const char *name, *text; double number; };

/* A cell: a number, or a text (not NULL). */
union figure_cell { double number; const char *text; };

struct figure_series {
  const char *name, *columns;   /* names of the columns, separated by blanks */
  const char *formats;          /* of each column, for printf; %s: a text */
  size_t width;                 /* columns */
  union figure_cell *cells;     /* width cells for each row */
  size_t rows, room;
};

/* A function, a thread or "3 other callers" of a graph, and an arrow between two of them. */
struct figure_node {
  const char *name;             /* whole; lines[0] is as much of it as has room */
  const char *lines[3];         /* NULL: none */
  uint32_t rgb;
  enum { FIGURE_FUNCTION, FIGURE_THREAD, FIGURE_OTHERS } kind;
  uint32_t number, of;          /* `of`: the function whose other callers these are */
};
struct figure_edge {
  uint32_t from, to;
  bool others;
  double share_pct, us;
  const char *calls, *tip;
  const char *label;            /* in place of share and calls; then `rgb` and `width` (points) are the arrow's. NULL: none */
  uint32_t rgb;
  double width;
};

struct figure {
  const struct figure_chart *chart;
  const char *title, *said;     /* `said`: sentences, with line ends where a new line must begin */
  const char **notes;           /* what is missing of the tables */
  size_t note_count;
  struct figure_legend *legends;
  size_t legend_count;
  struct figure_setting *settings;
  size_t setting_count;
  struct figure_series *series;
  size_t series_count;
  struct figure_node *nodes;
  size_t node_count;
  struct figure_edge *edges;
  size_t edge_count;
  bool down;                    /* the call graph is deeper than wide */
};

/* Makes a figure, or calls what figure_on_end() was given. */
const struct figure *figure_make(const struct figure_asked *asked);

/* A sentence about the chart that is asked for, with the run's own numbers; "" where its tables have none. Ends as
 * figure_make(). */
const char *figure_sentence(const struct figure_asked *asked);

/* The picture of a chart. `bytes` NULL: it was not drawn; type: svg+xml or png. */
struct figure_picture { const void *bytes; size_t count; const char *type; };
/* Of each chart, in the order of figure_charts. */
struct figure_pictures { struct figure_picture *of; };

/* Writes index.html, the page that holds the charts of a run; of `asked` table, ctx and folder count. Ends as
 * figure_make(), maybe after some of it was written. */
void figure_write_index(const struct figure_asked *asked, const struct figure_pictures *pictures, FILE *out);

/* The stretch of time that chart `rounds` shows, in us, for --from and --to of `hostdump tables`; ends as
 * figure_make(). */
void figure_rounds_stretch(const struct figure_asked *asked, double *from_us, double *to_us);

/* Writes a figure for gnuplot: the series as blocks of a data file, and everything else as lines of a name and a value,
 * or all of it for dot. */
void figure_write_rows(const struct figure *f, FILE *out);
void figure_write_settings(const struct figure *f, FILE *out);
void figure_write_dot(const struct figure *f, FILE *out);

/* Writes a figure as JSON, whole, for a page that draws it itself. */
void figure_write_json(const struct figure *f, FILE *out);

#endif
