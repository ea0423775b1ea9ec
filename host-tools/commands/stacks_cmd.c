/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stacks_cmd.c: `hostdump stacks`: prints where all threads stood at a moment, who waits for whom, and the deadlocks;
 * or what has changed from one moment to another.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/stats.h"
#include "dump/losses.h"
#include "dump/settings.h"
#include "input.h"
#include "model/moments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_AT = 0x200, KEY_DIFF };

struct request {
  struct options options;
  bool at, diff;
  double at_us, diff_us[2];
};

static double us_at(const struct moments *m, uint64_t tsc)
{
  return (double)view_ns(m->view, tsc) / 1000;
}

static double us_of(const struct moments *m, uint64_t cycles)
{
  return (double)stats_ns(cycles, m->view->hz) / 1000;
}

/* ---- a thread ---- */

static void print_wait(const struct moments *m, const struct moments_stand *s)
{
  char *on = moments_on_text(m, s);
  printf(" for %s", moments_wait(s->stance));
  if (strcmp(on, "-"))
    printf(" %s", on);
  if (s->owner != MOMENTS_NONE && s->stance->wait != WIRE_WAIT_JOIN)
    printf(", which %s has", m->view->threads[s->owner].name);
  if (s->stance->wait == WIRE_WAIT_SLEEP)
    printf(" until %.3f us", us_at(m, s->stance->on));
  else if (s->stance->flags & WIRE_STANCE_TIMED)
    printf(", at most for a time");
  mem_free(on);
}

/* Prints a function and the line at which it stands, where that is known, else where the function begins. */
static void print_stack(const struct moments *m, const struct moments_stand *s)
{
  struct moments_walk walk = moments_walk(m, s);
  char line[SYMBOLS_WHERE_BYTES];
  uint32_t function;
  while (moments_frame(&walk, &function, line, sizeof(line)))
    printf("    %s (%s)\n", view_function_name(m->view, function), *line ? line : view_where(m->view, function));
  if (s->stance->flags & WIRE_STANCE_CUT)
    printf("    ... the stack is not whole: it is too deep, or there was no room for its paths (paths=)\n");
  if (s->lost)
    printf("    ... the stack is not whole: a piece of it did not arrive\n");
  if (s->stance->flags & WIRE_STANCE_ASTRAY)
    printf("    ... the stack is not whole: a frame pointer leads out of it\n");
}

static void print_thread(const char *mark, const struct moments *m, const struct moments_stand *s, uint64_t now)
{
  const uint32_t by = m->view->threads[s->thread].by, maker = by ? view_thread(m->view, by) : MOMENTS_NONE;
  printf("%s%s (number %u): %s", mark, m->view->threads[s->thread].name, s->stance->thread, moments_state(s->stance));
  if (s->stance->state == WIRE_STATE_WAITING)
    print_wait(m, s);
  if (s->stance->state != WIRE_STATE_RUNNING)
    printf(", for %.3f us", us_of(m, now - s->stance->since));
  if (by)
    printf("; made by %s", m->view->threads[maker].name);
  printf("\n");
  print_stack(m, s);
}

/* ---- a moment ---- */

static void print_head(const struct moments *m, size_t row)
{
  const struct wire_moment *at = m->rows[row];
  printf("moment %u at %.3f us (%s): %u threads stood still for %.3f us", at->number, us_at(m, at->tsc),
         moments_why(at), at->threads, us_of(m, at->took));
  if (at->spread)
    printf(", the last processor %.3f us after it was told", us_of(m, at->spread));
  printf("\n");
  if (m->unknown[row])
    printf("of %u of them it is not known how they stood\n", m->unknown[row]);
}

/* Prints the threads of deadlock `number`, each with the one that it waits for. */
static void print_deadlock(const struct moments *m, const struct moments_stand **stands, size_t count,
                           const uint32_t *cycle, const uint32_t *behind, uint32_t number)
{
  size_t more = 0;
  printf("deadlock %u: these threads wait for each other for ever\n", number);
  for (size_t i = 0; i < count; i++) {
    more += behind[i] == number;
    if (cycle[i] != number)
      continue;
    printf("  %s waits", m->view->threads[stands[i]->thread].name);
    print_wait(m, stands[i]);
    printf("\n");
  }
  if (more)
    printf("  and %zu more wait behind them\n", more);
}

static bool is_wanted(const struct moments *m, const struct moments_stand *s)
{
  return m->view->threads[s->thread].wanted;
}

static void print_moment(const struct moments *m, size_t row)
{
  size_t count;
  const struct moments_stand **stands = moments_stands_at(m, row, &count);
  uint32_t *cycle = mem_alloc(count, sizeof(*cycle)), *behind = mem_alloc(count, sizeof(*behind));
  const uint32_t cycles = moments_deadlocks(stands, count, cycle, behind);
  print_head(m, row);
  for (uint32_t number = 1; number <= cycles; number++)
    print_deadlock(m, stands, count, cycle, behind, number);
  for (size_t i = 0; i < count; i++) {
    if (!is_wanted(m, stands[i]))
      continue;
    printf("\n");
    print_thread("", m, stands[i], m->rows[row]->tsc);
  }
  mem_free(cycle);
  mem_free(behind);
  mem_free(stands);
}

/* ---- all moments ---- */

/* Says how long the threads stood still, and how long it is from one moment to the next. */
static void print_all(const struct moments *m)
{
  int64_t *took = mem_alloc(m->count, sizeof(*took));
  for (size_t i = 0; i < m->count; i++)
    took[i] = (int64_t)m->rows[i]->took;
  stats_sort(took, m->count);
  printf("\n%zu moments: threads stood still for %.3f us (median), %.3f us (99 %% of the moments at most), %.3f us (at "
         "most)", m->count, us_of(m, (uint64_t)stats_median(took, m->count)),
         us_of(m, (uint64_t)stats_percentile(took, m->count, 99)), us_of(m, (uint64_t)took[m->count - 1]));
  if (m->count > 1)
    printf("; from one to the next %.3f us on average",
           us_of(m, m->rows[m->count - 1]->tsc - m->rows[0]->tsc) / (double)(m->count - 1));
  printf("\n");
  mem_free(took);
}

/* ---- two moments ---- */

static void print_change(const struct moments *m, size_t a, const struct moments_stand *was, size_t b,
                         const struct moments_stand *is)
{
  printf("\n");
  if (was)
    print_thread("- ", m, was, m->rows[a]->tsc);
  if (is)
    print_thread("+ ", m, is, m->rows[b]->tsc);
}

static void print_diff(const struct moments *m, size_t a, size_t b)
{
  size_t before, after, same = 0;
  const struct moments_stand **was = moments_stands_at(m, a, &before), **is = moments_stands_at(m, b, &after);
  print_head(m, a);
  print_head(m, b);
  for (size_t i = 0, k = 0; i < before || k < after;) { /* both are by thread number */
    const uint32_t a_thread = i < before ? was[i]->stance->thread : UINT32_MAX;
    const uint32_t b_thread = k < after ? is[k]->stance->thread : UINT32_MAX;
    const struct moments_stand *old = a_thread <= b_thread && i < before ? was[i++] : NULL;
    const struct moments_stand *now = b_thread <= a_thread && k < after ? is[k++] : NULL;
    if (!is_wanted(m, old ? old : now))
      continue;
    same += old == now;
    if (old != now)
      print_change(m, a, old, b, now);
  }
  printf("\n%zu threads have not run in between\n", same);
  mem_free(was);
  mem_free(is);
}

/* ---- the command ---- */

static uint64_t tsc_at(const struct view *v, double us)
{
  const double cycles = us * (double)v->hz / 1e6, most = (double)INT64_MAX / 2;
  return v->start + (uint64_t)(int64_t)(cycles > most ? most : cycles < -most ? -most : cycles);
}

/* Finds the last moment not later than `us`. Returns false, having said so, where there is none. */
static bool find_moment(const struct moments *m, double us, size_t *row)
{
  *row = moments_at(m, tsc_at(m->view, us));
  if (*row < m->count)
    return true;
  printf("there is no moment up to %.3f us; the first is at %.3f us\n", us, us_at(m, m->rows[0]->tsc));
  return false;
}

static void print_missing(void *ctx, const struct missing *m)
{
  (void)ctx;
  printf("incomplete: %s\n", m->text);
}

static void print_asked(const struct request *r, const struct moments *m)
{
  size_t row, other;
  if (!m->count)
    printf("there are no moments; a run with stacks=100ms has some\n");
  else if (r->diff && find_moment(m, r->diff_us[0], &row) && find_moment(m, r->diff_us[1], &other))
    print_diff(m, row, other);
  else if (!r->diff && find_moment(m, r->at ? r->at_us : 1e15, &row))
    print_moment(m, row);
  if (m->count && !r->at && !r->diff)
    print_all(m);
}

static void print_missed(const struct moments *m)
{
  char *text = moments_missed_text(m);
  if (text)
    printf("incomplete: %s\n", text);
  mem_free(text);
}

static int print_stacks(void *request, struct input *in)
{
  struct view *v = in->analysis->view;
  dump_swap_reads(v->dump, VIEW_RESTS_ON);
  print_asked(request, analysis_moments(in->analysis));
  print_missed(analysis_moments(in->analysis));
  const dump_kinds read = dump_swap_reads(v->dump, 0);
  losses_explain(v->dump, read, print_missing, NULL);
  settings_explain(v->dump, read, print_missing, NULL);
  return CMD_GOOD;
}

static void parse_diff(struct argp_state *state, char *arg, struct request *r)
{
  char *comma = strchr(arg, ',');
  if (!comma)
    argp_error(state, "--diff=%s: two times are wanted, with a comma between them", arg);
  *comma = '\0';
  r->diff = true;
  r->diff_us[0] = options_number(state, "diff", arg);
  r->diff_us[1] = options_number(state, "diff", comma + 1);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; return 0;
  case KEY_AT: r->at = true; r->at_us = options_number(state, "at", arg); return 0;
  case KEY_DIFF: parse_diff(state, arg, r); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

int stacks_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "at", KEY_AT, "US", 0, "the last moment not later than so many microseconds after the start (default: of all)",
      1 },
    { "diff", KEY_DIFF, "US,US", 0, "what two such moments have that is different", 1 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Prints where each thread stood at a moment, the innermost function first: running, ready, or waiting, for what "
    "and since when, and the threads that wait for each other for ever. Behind a function stands the line of the call "
    "that it is in, as the dump carries it or the image has it (-k ELF); where neither does, that where it begins.\v"
    "A run has moments that was booted with stacks=100ms, or was told `stacks' at the monitor. The same as tables: "
    "hostdump report --table moments,standing,waitsfor. Lines `incomplete:' say what is missing. Of a session (a "
    "folder, as make run-net leaves one, or several dumps) each node's moment is shown, and --at and --diff count from "
    "each node's own start.\n"
    "Exit status: 0 good; 1 the dump is damaged or incomplete (what is good is shown), or refused; 2 usage; "
    "3 not a dump; 4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  const int status = input_run_each(&r.options, print_stacks, &r);
  session_free(&r.options.session);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
