/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clocks_cmd.c: `hostdump clocks`: how the clocks of the nodes of a session stand to each other, as far as their
 * messages say (net/clocks.h).
 */
#include "cmd.h"
#include "base/table.h"
#include "input.h"
#include "net/clocks.h"
#include "net_session.h"

#include <math.h>
#include <stdio.h>

enum { KEY_TSV = 0x200, KEY_TOP, KEY_WINDOW, KEY_RATE, KEY_WANDER };

#define TOP_ROWS 20 /* as of report */

struct request {
  struct options options;
  enum table_form form;
  uint64_t top;
  bool top_given;
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
  table_begin(&t, stdout, r->form, (size_t)r->top, "clocks",
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

static long double parse_ppm(const struct argp_state *state, const char *option, const char *text)
{
  const double ppm = options_number(state, option, text);
  if (!(ppm >= 0) || ppm > 1e9)
    argp_error(state, "--%s wants 0 to 1000000000 parts in a million, not `%s'", option, text);
  return (long double)ppm / 1e6L;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; return 0;
  case KEY_TSV: r->form = TABLE_FORM_TSV; return 0;
  case KEY_TOP: r->top = options_whole(state, "top", arg, UINT32_MAX); r->top_given = true; return 0;
  case KEY_WINDOW:
    r->config.window_ns = (long double)options_number(state, "window", arg) * 1000;
    if (!(r->config.window_ns >= 1000))
      argp_error(state, "--window wants a microsecond or more, not `%s'", arg);
    return 0;
  case KEY_RATE: r->config.rate = parse_ppm(state, "rate", arg); return 0;
  case KEY_WANDER: r->config.wander = parse_ppm(state, "wander", arg); return 0;
  case ARGP_KEY_SUCCESS:
    if (r->options.path)
      argp_error(state, "one dump has one clock: give the dumps of several nodes, or their folder");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

int clocks_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "window", KEY_WINDOW, "US", 0, "length of a window of time, microseconds (default 1000000); longer where there "
      "are few messages", 1 },
    { "rate", KEY_RATE, "PPM", 0, "by how many parts in a million the rates of two clocks differ at most (default "
      "1000); machines with ICOUNT=on want far more", 1 },
    { "wander", KEY_WANDER, "PPM", 0, "within how many parts in a million a clock keeps its rate in a window (default "
      "1)", 1 },
    { "top", KEY_TOP, "N", 0, "rows that are shown (default 20, with --tsv all; 0: all)", 2 },
    { "tsv", KEY_TSV, NULL, 0, "tab-separated values, as host-tools/NETWORK.md describes them", 2 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 3 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "NODE.jxp...\nFOLDER",
    "Prints how the clocks of the nodes of a session stand to each other: for each two nodes that have sent each other "
    "messages, and each window of time, between which bounds the offset of their clocks lies.\v"
    "The bounds follow from the messages alone: each has left before it came. Messages in one direction give one "
    "bound, and no offset. No time is moved: `violations' counts messages that contradict what the window before "
    "allows.\n"
    "Exit status: 0 good; 1 a dump is damaged or incomplete (what is good is used), or refused; 2 usage; 3 not a dump; "
    "4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .top = TOP_ROWS, .config = CLOCKS_CONFIG_DEFAULT, .good = true };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  if (r.form == TABLE_FORM_TSV && !r.top_given)
    r.top = 0;
  int status = net_session_read(&r.options);
  const int printed = limit_run(limit_bytes(&r.options.limit, NULL), print_clocks, &r);
  status = printed == CMD_GOOD ? status : printed;
  session_free(&r.options.session);
  if (r.good && fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
