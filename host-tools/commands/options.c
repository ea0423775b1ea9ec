/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.c: the options of commands that read a dump; options.h is the manual.
 */
#include "options.h"

#include "base/number.h"
#include "cmd.h"
#include "model/interval.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_MOST 1e15 /* microseconds that fit 64 bits as nanoseconds, with room for sums */

enum { KEY_NO_SYMBOLS = 0x100, KEY_THREAD, KEY_FROM, KEY_TO, KEY_TSC_HZ, KEY_COUNTERS, KEY_BETWEEN, KEY_ESTIMATED };

static const struct argp_option known[] = {
  { "kernel", 'k', "ELF", 0, "the image that was profiled, for names and lines (default: $JX_KERNEL, else kernel.elf "
    "beside hostdump, else build/kernel.elf)", 0 },
  { "no-symbols", KEY_NO_SYMBOLS, NULL, 0, "show addresses instead of names", 0 },
  { "counters", KEY_COUNTERS, "FILE", 0, "what a model counted in place of performance counters (run.counters beside "
    "run.jxp, of make run COUNTERS=...)", 0 },
  { "thread", KEY_THREAD, "NAME", 0, "only what this thread did (name or number)", 0 },
  { "from", KEY_FROM, "US", 0, "only from this time on, microseconds since profiling was started", 0 },
  { "to", KEY_TO, "US", 0, "only up to this time", 0 },
  { "between", KEY_BETWEEN, "A,B", 0, "only from snapshot A to snapshot B of the call trees, which then are exactly of "
    "this time; numbers of table snapshots, `start` or `end`", 0 },
  { "estimated", KEY_ESTIMATED, NULL, 0, "ages of objects as collections alone tell them, also of a run with exact "
    "lives (prof=exact): how good estimates are", 0 },
  { "tsc-hz", KEY_TSC_HZ, "HZ", 0, "TSC frequency, for a dump that has lost its first frame", 0 },
  LIMIT_OPTION("memory that the dump and its tables may take (default: 256, and 256 bytes for each byte of the dump; "
               "half of the machine's, 4096 at most)"),
  { NULL, 0, NULL, 0, NULL, 0 },
};

uint64_t options_whole(const struct argp_state *state, const char *option, const char *text, uint64_t most)
{
  uint64_t n;
  if (!number_whole(text, most, &n))
    argp_error(state, "--%s wants a whole number from 0 to %ju, not `%s`", option, (uintmax_t)most, text);
  return n;
}

double options_number(const struct argp_state *state, const char *option, const char *text)
{
  double n;
  if (!number_real(text, NUMBER_MOST, &n))
    argp_error(state, "--%s wants a number, not `%s`", option, text);
  return n;
}

void options_tables(struct tables_choice *c, char *names)
{
  if (!tables_choose_named(c, names))
    exit(CMD_USAGE);
}

/* A dump, or where the command takes them a folder or one of several dumps. */
static void take_file(const struct argp_state *state, struct options *o, char *arg)
{
  if (!o->takes_session && o->path)
    argp_error(state, "one dump at a time: `%s` or `%s`?", o->path, arg);
  o->path = arg;
  if (o->takes_session && !session_add(&o->session, arg))
    exit(CMD_IO);
}

/* One dump is none but what `path` says. */
static void close_session(const struct argp_state *state, struct options *o)
{
  if (!o->takes_session || !o->path)
    return;
  if (!session_is_one(&o->session)) {
    o->path = o->session.nodes[0].path;
    return;
  }
  if (o->counters)
    argp_error(state, "--counters are of one run: give one dump with them");
  if (!session_close(&o->session))
    exit(CMD_USAGE);
  o->path = NULL;
}

/* Takes A,B: two snapshots, or the run's beginning or end. */
static void take_between(const struct argp_state *state, struct options *o, char *text)
{
  char *comma = strchr(text, ',');
  if (!comma)
    argp_error(state, "--between wants two snapshots, A,B, not `%s`: numbers of table snapshots, `start` or `end`", text);
  *comma = '\0';
  o->view.interval = true;
  o->view.from_snapshot = strcmp(text, "start") == 0 ? INTERVAL_START : options_whole(state, "between", text, UINT32_MAX);
  o->view.to_snapshot = strcmp(comma + 1, "end") == 0 ? INTERVAL_END
                                                      : options_whole(state, "between", comma + 1, UINT32_MAX);
}

static void check_options(const struct argp_state *state, const struct options *o)
{
  if (!o->path)
    argp_error(state, "which dump? Give the name of a .jxp file");
  if (o->view.windowed && o->view.from_us > o->view.to_us)
    argp_error(state, "--from is later than --to");
  if (o->view.windowed && o->view.interval)
    argp_error(state, "--between excludes --from and --to");
  if (o->elf && o->no_symbols)
    argp_error(state, "--kernel and --no-symbols exclude each other");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'k': o->elf = arg; break;
  case KEY_NO_SYMBOLS: o->no_symbols = true; break;
  case KEY_COUNTERS: o->counters = arg; break;
  case KEY_THREAD: o->view.thread = arg; break;
  case KEY_FROM: o->view.windowed = true; o->view.from_us = options_number(state, "from", arg); break;
  case KEY_TO: o->view.windowed = true; o->view.to_us = options_number(state, "to", arg); break;
  case KEY_BETWEEN: take_between(state, o, arg); break;
  case KEY_ESTIMATED: o->view.estimated = true; break;
  case KEY_TSC_HZ: o->view.tsc_hz = options_whole(state, "tsc-hz", arg, UINT64_MAX); break;
  case LIMIT_KEY: limit_parse(&o->limit, state, arg); break;
  case ARGP_KEY_ARG:
    take_file(state, o, arg);
    break;
  case ARGP_KEY_END:
    check_options(state, o);
    close_session(state, o);
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

const struct argp options_argp = { .options = known, .parser = parse };
