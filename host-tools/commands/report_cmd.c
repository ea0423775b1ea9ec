/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * report_cmd.c: `hostdump report`: prints tables of a dump, aligned for people or as TSV.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "dump/follow.h"
#include "input.h"
#include "joined.h"
#include "tables/tables.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define INTERVAL_MOST 86400 /* seconds: a day */
#define TOP_ROWS 20 /* what fits a terminal of 24 lines with its head */

enum { KEY_TSV = 0x200, KEY_TABLE, KEY_TOP, KEY_FOLLOW, KEY_INTERVAL };

struct report {
  struct options options;
  enum table_form form;
  struct tables_choice chosen;
  uint64_t top;
  bool top_given;
  bool named;   /* the tables were asked for by name */
  bool follow;
  double interval_s;
};

static void choose_all(struct report *r)
{
  for (size_t i = 0; i < tables_count; i++)
    if (!tables_all[i]->raw)
      tables_choose(&r->chosen, tables_all[i]);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct report *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; break;
  case KEY_TSV: r->form = TABLE_FORM_TSV; break;
  case KEY_TABLE: options_tables(&r->chosen, arg); r->named = true; break;
  case KEY_TOP: r->top = options_whole(state, "top", arg, UINT32_MAX); r->top_given = true; break;
  case KEY_FOLLOW: r->follow = true; break;
  case KEY_INTERVAL:
    r->interval_s = options_number(state, "interval", arg);
    if (r->interval_s < 0 || r->interval_s > INTERVAL_MOST)
      argp_error(state, "--interval wants 0 to %d seconds, not `%s`", INTERVAL_MOST, arg);
    break;
  case ARGP_KEY_SUCCESS:
    if (r->follow && !r->options.path)
      argp_error(state, "--follow is of one dump: give one of them");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "table", KEY_TABLE, "NAME[,NAME]", 0, "only this table; may be given more than once", 1 },
  { "top", KEY_TOP, "N", 0, "rows of a table that are shown (default 20, with --tsv all; 0: all)", 1 },
  { "follow", KEY_FOLLOW, NULL, 0, "while the dump is being received: print again what has come, until its end", 1 },
  { "interval", KEY_INTERVAL, "S", 0, "with --follow: seconds between two prints, at least (default 2)", 1 },
  { "tsv", KEY_TSV, NULL, 0, "tab-separated values, as host-tools/TABLES.md describes them", 1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static char *help(int key, const char *text, void *input)
{
  (void)input;
  if (key != ARGP_KEY_HELP_POST_DOC)
    return (char *)text;
  char *list = NULL;
  size_t bytes;
  FILE *out = open_memstream(&list, &bytes);
  if (!out)
    return (char *)text;
  fputs("Tables:\n", out);
  tables_list(out);
  fputs("\nWithout --table all are shown but those with a row an event: events, intervals, rounds, activity, wakes,\n"
        "stacks, objects, ages, survival, heap.\n"
        "Exit status: 0 good; 1 the dump is damaged or incomplete (what is good is shown), or refused; 2 usage;\n"
        "3 not a dump; 4 cannot be read or written.", out);
  fclose(out);
  return list;
}

static int print_tables(const struct report *r, struct analysis *a)
{
  for (size_t i = 0; i < r->chosen.count; i++) {
    const struct tables_def *def = r->chosen.defs[i];
    if (!r->named && !tables_apply(def, a->view))
      continue;
    if (r->form == TABLE_FORM_TSV && r->chosen.count > 1)
      printf("# table: %s\n", def->name);
    if (!tables_write(def, a, stdout, r->form, (size_t)r->top)) {
      input_say_unprinted();
      return CMD_IO;
    }
  }
  return CMD_GOOD;
}

/* Prints what has come so far of a dump that grows; on a terminal it takes the place of what was there. */
static int print_growing(const struct report *r, const struct dump *d)
{
  struct input in = { 0 };
  if (isatty(STDOUT_FILENO))
    printf("\033[H\033[J"); /* ECMA-48: cursor home, erase to the end of the screen */
  printf("# follow: %" PRIu64 " frames, %" PRIu64 " records%s\n", d->frames, dump_records(d),
         d->growing ? " so far" : "");
  int status = input_analysis(&in, &r->options, d);
  if (in.analysis) {
    int printed = print_tables(r, in.analysis);
    status = printed == CMD_GOOD ? status : printed;
  }
  bool refused = !in.analysis && d->frames;
  input_close(&in);
  fflush(stdout);
  return refused ? CMD_IO : status;
}

static int report_growing(void *ctx)
{
  const struct report *r = ctx;
  struct follow *f = follow_open(r->options.path, DUMP_ALL, limit_bytes(&r->options.limit, NULL));
  enum follow_result result = f ? FOLLOW_MORE : FOLLOW_ERROR;
  int status = CMD_IO;
  while (result == FOLLOW_MORE) {
    result = follow_next(f, (int)(r->interval_s * 1000));
    status = result == FOLLOW_ERROR ? CMD_IO : print_growing(r, follow_dump(f));
    if (status == CMD_IO)
      break;
  }
  if (f && result == FOLLOW_END)
    damage_report(follow_dump(f));
  if (f)
    status = input_reread(follow_dump(f), status);
  follow_close(f);
  return status;
}

static int print_input(void *report, struct input *in)
{
  return print_tables(report, in->analysis);
}

/* ---- several nodes ---- */

static int print_pieces(void *report, struct input *in)
{
  const struct report *r = report;
  for (size_t i = 0; i < r->chosen.count; i++)
    if ((r->named || tables_apply(r->chosen.defs[i], in->analysis->view)) &&
        !joined_piece(r->chosen.defs[i], in->analysis, stdout, (size_t)r->top))
      return CMD_IO;
  return CMD_GOOD;
}

static int report_node(void *report, const char *path)
{
  struct report r = *(struct report *)report;
  r.options.path = path;
  return input_run(&r.options, print_pieces, &r);
}

static int print_joined(void *report)
{
  struct report *r = report;
  struct joined *j = joined_begin(&r->options.session);
  int status = CMD_GOOD;
  for (size_t i = 0; i < r->chosen.count && status == CMD_GOOD; i++) {
    const struct tables_def *def = r->chosen.defs[i];
    if (!r->named && !joined_has(j, def))
      continue;
    if (r->form == TABLE_FORM_TSV && r->chosen.count > 1)
      printf("# table: %s\n", def->name);
    if (!joined_write(j, def, stdout, r->form)) {
      input_say_unprinted();
      status = CMD_IO;
    }
  }
  joined_free(j);
  return status;
}

static int report_session(struct report *r)
{
  const int status = session_run(&r->options.session, report_node, r);
  const int printed = limit_run(limit_bytes(&r->options.limit, NULL), print_joined, r);
  return printed == CMD_GOOD ? status : printed;
}

static int run_report(struct report *r)
{
  if (!r->options.path)
    return report_session(r);
  return r->follow ? limit_run(limit_bytes(&r->options.limit, NULL), report_growing, r)
                   : input_run(&r->options, print_input, r);
}

int report_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Prints the tables of a dump; or of a session: several dumps, or a folder of them, with a first column `node`.\v-",
    children, help, NULL };
  struct report r = { .options = OPTIONS_DEFAULT, .top = TOP_ROWS, .interval_s = 2 };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  if (!r.chosen.count)
    choose_all(&r);
  if (r.form == TABLE_FORM_TSV && !r.top_given)
    r.top = 0;
  const int status = run_report(&r);
  session_free(&r.options.session);
  mem_free(r.chosen.defs);
  return status;
}
