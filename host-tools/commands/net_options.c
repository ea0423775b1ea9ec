/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * net_options.c: see net_options.h.
 */
#include "net_options.h"

#include "options.h"

enum { KEY_TSV = 0x600, KEY_TOP, KEY_WINDOW, KEY_RATE, KEY_WANDER };

#define TOP_ROWS 20 /* as of report */

static long double parse_ppm(const struct argp_state *state, const char *option, const char *text)
{
  const double ppm = options_number(state, option, text);
  if (!(ppm >= 0) || ppm > 1e9)
    argp_error(state, "--%s wants 0 to 1000000000 parts in a million, not `%s'", option, text);
  return (long double)ppm / 1e6L;
}

static error_t parse_clocks(int key, char *arg, struct argp_state *state)
{
  struct clocks_config *c = state->input;
  switch (key) {
  case KEY_WINDOW:
    c->window_ns = (long double)options_number(state, "window", arg) * 1000;
    if (!(c->window_ns >= 1000))
      argp_error(state, "--window wants a microsecond or more, not `%s'", arg);
    return 0;
  case KEY_RATE: c->rate = parse_ppm(state, "rate", arg); return 0;
  case KEY_WANDER: c->wander = parse_ppm(state, "wander", arg); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option clocks_options[] = {
  { "window", KEY_WINDOW, "US", 0, "length of a window of time, microseconds (default 1000000); longer where there are "
    "few messages", 0 },
  { "rate", KEY_RATE, "PPM", 0, "by how many parts in a million the rates of two clocks differ at most (default 1000); "
    "machines with ICOUNT=on want far more", 0 },
  { "wander", KEY_WANDER, "PPM", 0, "within how many parts in a million a clock keeps its rate in a window (default 1)",
    0 },
  { NULL, 0, NULL, 0, NULL, 0 } };

const struct argp net_clocks_argp = { clocks_options, parse_clocks, NULL, NULL, NULL, NULL, NULL };

static error_t parse_rows(int key, char *arg, struct argp_state *state)
{
  struct net_rows *r = state->input;
  switch (key) {
  case KEY_TSV: r->form = TABLE_FORM_TSV; return 0;
  case KEY_TOP: r->top = options_whole(state, "top", arg, UINT32_MAX); r->top_given = true; return 0;
  case ARGP_KEY_END:
    if (!r->top_given)
      r->top = r->form == TABLE_FORM_TSV ? 0 : TOP_ROWS;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option rows_options[] = {
  { "top", KEY_TOP, "N", 0, "rows that are shown (default 20, with --tsv all; 0: all)", 0 },
  { "tsv", KEY_TSV, NULL, 0, "tab-separated values, as host-tools/NETWORK.md describes them", 0 },
  { NULL, 0, NULL, 0, NULL, 0 } };

const struct argp net_rows_argp = { rows_options, parse_rows, NULL, NULL, NULL, NULL, NULL };
