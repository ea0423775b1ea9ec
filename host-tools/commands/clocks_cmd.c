/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clocks_cmd.c: `hostdump clocks`: how the clocks of the nodes of a session stand to each other, as far as their
 * messages say (net/clocks.h).
 */
#include "cmd.h"
#include "base/say.h"
#include "base/table.h"
#include "input.h"
#include "net/clocks.h"
#include "net_options.h"
#include "net_session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
  struct options options;
  struct net_rows rows;
  struct clocks_config config;
  bool good;
};

/* ---- the table ---- */

static int64_t whole(long double x)
{
  return (int64_t)llroundl(x);
}

/* Nanoseconds, as a cell of microseconds. */
static void put_us(struct table *t, long double ns)
{
  if (isfinite(ns))
    table_us(t, whole(ns));
  else
    table_none(t);
}

/* Parts in a million, with three digits behind the point, as a cell of nanoseconds has them. */
static void put_ppm(struct table *t, long double part)
{
  table_ns(t, whole(part * 1e9L));
}

static const struct table_column columns[] = {
  { "node", TABLE_TEXT },    { "other", TABLE_TEXT },    { "from_us", TABLE_US },   { "to_us", TABLE_US },
  { "offset_us", TABLE_US }, { "low_us", TABLE_US },     { "high_us", TABLE_US },   { "ppm", TABLE_NS },
  { "ppm_low", TABLE_NS },   { "ppm_high", TABLE_NS },   { "pairs", TABLE_COUNT },  { "forth", TABLE_COUNT },
  { "back", TABLE_COUNT },   { "round", TABLE_COUNT },   { "violations", TABLE_COUNT },
};

static void put_window(struct table *t, const struct net_node *nodes, const struct clocks_window *w)
{
  table_text(t, nodes[w->node].name);
  table_text(t, nodes[w->other].name);
  put_us(t, w->from);
  put_us(t, w->to);
  put_us(t, w->offset);
  put_us(t, floorl(w->low));
  put_us(t, ceill(w->high));
  put_ppm(t, (w->least_rate + w->most_rate) / 2);
  put_ppm(t, w->least_rate);
  put_ppm(t, w->most_rate);
  table_natural(t, w->forth + w->back);
  table_natural(t, w->forth);
  table_natural(t, w->back);
  table_natural(t, w->tightened);
  table_natural(t, w->violations);
}

static int print_clocks(void *request)
{
  struct request *r = request;
  struct net_session s = net_session_begin(&r->options.session);
  struct net_clocks *c = net_clocks_new(s.match, &r->config);
  struct table t;
  table_begin(&t, stdout, r->rows.form, (size_t)r->rows.top, "clocks",
              "offset of the other node's clock to the node's, by window of time: bounds from messages", columns,
              sizeof(columns) / sizeof(columns[0]));
  net_session_note(&s, &t);
  if (!c->count)
    table_comment(&t, "note", "no two nodes have a message in common: boot them with prof=messages");
  for (size_t i = 0; i < c->count; i++)
    put_window(&t, s.nodes, &c->windows[i]);
  r->good = table_end(&t);
  net_clocks_free(c);
  net_session_end(&s);
  return CMD_GOOD;
}

/* ---- the command ---- */

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  (void)arg;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &r->config;
    state->child_inputs[1] = &r->rows;
    state->child_inputs[2] = &r->options;
    return 0;
  case ARGP_KEY_SUCCESS:
    if (r->options.path && access(r->options.path, F_OK) != 0) {
      say_line("%s: cannot be opened: %s", r->options.path, strerror(errno));
      exit(CMD_IO);
    }
    if (r->options.path)
      argp_error(state, "one dump has one clock: give the dumps of several nodes, or their folder");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

int clocks_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &net_clocks_argp, 0, "What is assumed of clocks:", 1 }, { &net_rows_argp, 0, "What is printed:", 2 },
    { &options_argp, 0, "What to read, and how:", 3 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { NULL, parse, "NODE.jxp...\nFOLDER",
    "Prints how the clocks of the nodes of a session stand to each other: for each two nodes that have sent each other "
    "messages, and each window of time, between which bounds the offset of their clocks lies.\v"
    "The bounds follow from the messages alone: each has left before it came. Messages in one direction give one "
    "bound, and no offset. No time is moved: `violations' counts messages that contradict what the window before "
    "allows.\n"
    "Exit status: 0 good; 1 a dump is damaged or incomplete (what is good is used), or refused; 2 usage; 3 not a dump; "
    "4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .config = CLOCKS_CONFIG_DEFAULT, .good = true };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  int status = net_session_read(&r.options);
  const int printed = limit_run(limit_bytes(&r.options.limit, NULL), print_clocks, &r);
  status = printed == CMD_GOOD ? status : printed;
  session_free(&r.options.session);
  if (r.good && fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
