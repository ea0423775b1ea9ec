/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index.c: index.html, the page that holds the charts of a run in the order of the JX paper's figures 3 to 13, each
 * with a sentence that has the run's own numbers in it.
 *
 * What always holds: a sentence is of complete tables or says that they are not; one whose numbers are missing is left
 * out; names and notes are quoted for HTML; the page refers to no other file.
 */
#include "sentences.h"

#include "charts.h"
#include "quote.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>

#define PIECE 3072 /* bytes of a picture that become text at once: a multiple of three */

#define SAYER(name, group, tool, choices, tables, figure, title, what, drawn_by) say_##name,
static const char *(*const sayers[])(void) = { CHARTS(SAYER) };

static const char head[] =
  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

/* A chart that is narrower than 1000 pixels cannot be read: there it is moved to and fro. */
static const char style[] =
  "<style>\nbody { font-family: sans-serif; max-width: 1600px; margin: 2em auto; padding: 0 1em; color: #222 }\n"
  "figure { margin: 0 0 3em 0 }\nh2 { font-size: 1.2em; margin-top: 2em }\ndiv { overflow-x: auto }\n"
  "img { max-width: 100%; box-sizing: border-box; border: 1px solid #ddd }\np { max-width: 60em }\n"
  "code { overflow-wrap: anywhere }\n"
  "table { border-collapse: collapse }\ntd, th { text-align: left; padding: 0.1em 1.5em 0.1em 0 }\n"
  "@media (max-width: 1000px) { img { max-width: 1000px } td { white-space: nowrap } }\n"
  "small { color: #666 }\n.loss { color: #a00 }\n</style>\n</head>\n<body>\n";

static FILE *page;

static const char *html(const char *text)
{
  return quote(text, QUOTE_HTML);
}

/* What was not kept of the tables that were opened since scene.note_count was 0. */
static void write_notes(void)
{
  for (size_t i = 0; i < scene.note_count; i++)
    fprintf(page, "<p class=\"loss\">Incomplete: %s</p>\n", html(scene.notes[i].text));
}

static void write_opening(void)
{
  const char *program = run_value("program"), *modes = "";
  const char *name = say("%s%s%s", run_value("system"), *program && strcmp(program, "-") ? ", program " : "",
                         strcmp(program, "-") ? program : "");
  for (const char *c = run_value("modes"); *c; c++)
    modes = say("%s%c%s", modes, *c, *c == ',' ? " " : "");
  fprintf(page, "%s<title>%s</title>\n%s<h1>%s</h1>\n", head, html(name), style, html(name));
  fprintf(page, "<p>A run of %s, in which these were recorded: %s.</p>\n", say_time(scene.duration_us), html(modes));
  fprintf(page, "<details><summary>The kernel's options</summary><code>%s</code></details>\n",
          html(run_value("command")));
}

/* What was not kept of the run as a whole, whichever chart it concerns: name, options and duration, which stand above,
 * too. */
static void write_losses_of_run(void)
{
  scene.note_count = 0;
  table_concerns("run");
  write_notes();
}

/* Whether a table has no row, and says that it is not complete; its notes stay then. */
static bool is_lost(const char *table)
{
  const size_t before = scene.note_count;
  if (!table_there(table))
    return false;
  table_open(table, "");
  if (!table_row() && table_noted())
    return true;
  scene.note_count = before;
  return false;
}

/* The charts that are absent because what they show was lost: nothing is left of the first of their tables. */
static void write_lost_charts(const struct figure_pictures *pictures)
{
  const char *names = "";
  scene.note_count = 0;
  for (size_t i = 0; i < figure_chart_count; i++) {
    const struct figure_chart *c = figure_charts + i;
    if (!pictures->of[i].bytes && is_lost(say("%.*s", (int)strcspn(c->tables, ","), c->tables)))
      names = say("%s%s%s", names, *names ? ", " : "", c->name);
  }
  if (!*names)
    return;
  fprintf(page, "<p class=\"loss\">Not drawn, for nothing of them is left: %s</p>\n", html(names));
  write_notes();
}

static void write_cells(const char *tag, const char *const *cells, size_t count)
{
  fputs("<tr>", page);
  for (size_t i = 0; i < count; i++)
    fprintf(page, "<%s>%s</%s>", tag, html(cells[i]), tag);
  fputs("</tr>\n", page);
}

static void write_slow_rounds(void)
{
  static const char *const heads[] = { "period", "began at", "the interval far longer than on average",
                                       "what ran in it" };
  cycle_slow();
  if (!cycle.slow_count)
    return;
  fputs("<p>The longest of them:</p>\n<div><table>\n", page);
  write_cells("th", heads, 4);
  for (size_t i = 0; i < cycle.slow_count; i++) {
    const struct slow_round *s = cycle.slow + i;
    write_cells("td", (const char *const[]){ s->period, s->began, s->interval, s->why }, 4);
  }
  fputs("</table></div>\n", page);
}

/* What the paper's authors did by eye, found: the events that recur, and where their time goes. */
static void write_cycle(void)
{
  static const char *const heads[] = { "from one event to the next", "thread", "mean", "standard deviation", "share" };
  scene.note_count = 0;
  cycle_read();
  if (cycle.step_count < 2)
    return;
  const struct cycle_step *longest = cycle.longest == SIZE_MAX ? NULL : cycle.steps + cycle.longest;
  const char *said = say("%zu events recur in the same order, %s times: every %s%s, of which %s from the first to the"
                         " last.%s", cycle.step_count, cycle.rounds, cycle.period, *cycle.deviation ?
                         say(" (standard deviation %s)", cycle.deviation) : "", cycle.busy, longest ?
                         say(" Longest of that is %s, %s.", longest->said, say_time(longest->us)) : "");
  fprintf(page, "<section id=\"cycle\">\n<h2>What recurs, and where its time goes</h2>\n<p>%s %s"
                " <small>(section 4 of the paper; hostdump cycles says more)</small></p>\n<div><table>\n", html(said),
          html(cycle_outliers()));
  write_cells("th", heads, 5);
  for (size_t i = 0; i < cycle.step_count; i++) {
    const struct cycle_step *s = cycle.steps + i;
    write_cells("td", (const char *const[]){ say("%s%s", s->said, s == longest ? " (the longest but the wait)" : ""),
                                             s->thread, say_time(s->us), s->spread, say("%s %%", s->share) }, 5);
  }
  fputs("</table></div>\n", page);
  write_slow_rounds();
  write_notes();
  fputs("</section>\n", page);
}

/* Writes bytes as a URL that holds them (RFC 2397). */
static void write_picture(const struct figure_picture *picture)
{
  static char text[TEXT_BASE64(PIECE)];
  fprintf(page, "data:image/%s;base64,", picture->type);
  for (size_t i = 0; i < picture->count; i += PIECE) {
    const size_t left = picture->count - i;
    fwrite(text, 1, text_base64(text, (const uint8_t *)picture->bytes + i, left < PIECE ? left : PIECE), page);
  }
}

/* A chart with its heading and its sentence. */
static void write_chart(size_t number, const struct figure_picture *picture)
{
  const struct figure_chart *c = figure_charts + number;
  if (!picture->bytes)
    return;
  scene.note_count = 0;
  const char *said = sayers[number]();
  fprintf(page, "<figure id=\"%s\">\n<h2>%s</h2>\n<p>%s%s</p>\n", c->name, html(c->title), html(said),
          isdigit((unsigned char)*c->figure) ? say(" <small>(as figure %s of the paper)</small>", c->figure) : "");
  write_notes();
  fprintf(page, "<div><img alt=\"%s\" src=\"", html(c->title));
  write_picture(picture);
  fputs("\"></div>\n</figure>\n", page);
}

/* Whether chart b stands before a: figures of the paper in their order, then the others in the order of the list. */
static bool stands_behind(uint32_t a, uint32_t b, const void *ctx)
{
  (void)ctx;
  const long first = strtol(figure_charts[a].figure, NULL, 10), second = strtol(figure_charts[b].figure, NULL, 10);
  return second && (!first || first > second);
}

void figure_write_index(const struct figure_asked *asked, const struct figure_pictures *pictures, FILE *out)
{
  struct list order = { 0 };
  page = out;
  scene_begin(asked, NULL);
  scene_open(NULL);
  write_opening();
  write_losses_of_run();
  write_lost_charts(pictures);
  write_cycle();
  for (uint32_t i = 0; i < figure_chart_count; i++)
    list_add(&order, i);
  sort_by(order.at, order.count, stands_behind, NULL);
  for (size_t i = 0; i < order.count; i++)
    write_chart(order.at[i], pictures->of + order.at[i]);
  fputs("</body>\n</html>\n", out);
}

const char *figure_sentence(const struct figure_asked *asked)
{
  scene_begin(asked, NULL);
  scene_open(NULL);
  scene.note_count = 0;
  for (size_t i = 0; i < figure_chart_count; i++)
    if (!strcmp(figure_charts[i].name, asked->chart))
      return sayers[i]();
  end_figure(FIGURE_NOT_THERE, say("there is no chart `%s`", asked->chart));
}
