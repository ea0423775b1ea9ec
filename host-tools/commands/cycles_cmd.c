/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles_cmd.c: `hostdump cycles`: says in words which events recur, where the time of such a cycle goes, and what
 * ran in those that took far longer than the others.
 */
#include "cmd.h"
#include "base/mem.h"
#include "model/cycles_ran.h"
#include "dump/losses.h"
#include "dump/settings.h"
#include "input.h"
#include "base/stats.h"

#include <stdio.h>

#define OUTLIERS_SHOWN 10
#define OUTLIERS_MOST  1000000

enum { KEY_OUTLIERS = 0x200 };

struct request {
  struct options options;
  uint64_t outliers;
};

static double us(const struct view *v, double cycles)
{
  return cycles * 1e6 / (double)v->hz;
}

static double deviation(const int64_t *took, size_t count)
{
  __int128 sum = 0;
  unsigned __int128 squares = 0;
  double sd = 0;
  for (size_t i = 0; i < count; i++) {
    sum += took[i];
    squares += (unsigned __int128)((__int128)took[i] * took[i]);
  }
  stats_sd(count, sum, squares, &sd);
  return sd;
}

static void print_step(struct view *v, const struct cycles *c, size_t k, bool longest)
{
  const struct cycles_step *s = &c->steps[k], *to = &c->steps[(k + 1) % c->step_count];
  printf("%14.3f %12.3f %6.1f %%  %s: %s -> %s%s\n", us(v, s->mean), us(v, deviation(s->took, c->count)),
         100 * s->mean / c->mean, v->threads[s->thread].name, view_event(v, s->event), view_event(v, to->event),
         longest ? "  (the longest but the wait)" : k + 1 == c->step_count ? "  (the wait for the next)" : "");
}

static void print_steps(struct view *v, const struct cycles *c)
{
  size_t longest = 0;
  for (size_t k = 1; k + 1 < c->step_count; k++)
    if (c->steps[k].mean > c->steps[longest].mean)
      longest = k;
  printf("\n       mean us        sd us  share  thread: from one event to the next\n");
  for (size_t k = 0; k < c->step_count; k++)
    print_step(v, c, k, c->step_count > 2 && k == longest);
}

static void print_head(const struct view *v, const struct cycles *c)
{
  double busy = c->mean - c->steps[c->step_count - 1].mean;
  double share = 100 * (double)(c->step_count * c->count) / (double)c->events;
  printf("%zu event%s recurred %zu times, %.1f %% of all events\n", c->step_count,
         c->step_count > 1 ? "s in a row" : "", c->count, share);
  printf("period %.3f us (standard deviation %.3f us), %.1f a second; first to last event %.3f us\n", us(v, c->mean),
         us(v, deviation(c->periods, c->count)), 1e6 / us(v, c->mean), us(v, busy));
}

/* ---- outliers ---- */

struct outlier { size_t round; int64_t period; };

static int by_period(const void *a, const void *b)
{
  const struct outlier *x = a, *y = b;
  if (x->period != y->period)
    return x->period > y->period ? -1 : 1;
  return x->round > y->round ? 1 : -1;
}

static void print_outlier(struct view *v, const struct cycles *c, const struct cycles_ran *r, size_t i)
{
  const size_t k = cycles_slowest(c, i);
  printf("%14.3f us from %.3f us on: %s -> %s took %.3f us", us(v, (double)c->periods[i]),
         (double)view_ns(v, c->starts[i]) / 1000, view_event(v, c->steps[k].event),
         view_event(v, c->steps[(k + 1) % c->step_count].event), us(v, (double)c->steps[k].took[i]));
  if (r->thread != CYCLES_NO_THREAD && r->more > 0)
    printf("; %s ran %.3f us, %.3f us longer than on average", v->threads[r->thread].name, us(v, (double)r->ran),
           us(v, (double)r->more));
  if (r->interrupts)
    printf("; %u interrupt%s", r->interrupts, r->interrupts > 1 ? "s" : "");
  if (r->collections)
    printf("; a collection of garbage for %.3f us", us(v, (double)r->collecting));
  if (c->others[i])
    printf("; %u other event%s", c->others[i], c->others[i] > 1 ? "s" : "");
  printf("\n");
}

static void print_outliers(struct analysis *a, const struct cycles *c, size_t most)
{
  struct view *v = a->view;
  struct outlier *found = mem_alloc(c->count, sizeof(*found));
  struct cycles_ran *ran = cycles_ran_new(v, analysis_timeline(a), c);
  size_t count = 0;
  double sum = 0;
  for (size_t i = 0; i < c->count; i++)
    if (c->periods[i] > c->fence) {
      found[count++] = (struct outlier){ i, c->periods[i] };
      sum += (double)c->periods[i];
    }
  mem_sort(found, count, sizeof(*found), by_period);
  printf("\n%zu of them took longer than %.3f us (three interquartile ranges above the third quartile): %.1f %% of "
         "the time\n", count, us(v, (double)c->fence), 100 * sum / (c->mean * (double)c->count));
  for (size_t i = 0; i < count && i < most; i++)
    print_outlier(v, c, &ran[found[i].round], found[i].round);
  if (count > most)
    printf("%14s and %zu more (--outliers)\n", "", count - most);
  mem_free(ran);
  mem_free(found);
}

static void print_missing(void *ctx, const struct missing *m)
{
  (void)ctx;
  printf("incomplete: %s\n", m->text);
}

static int print_cycle(void *request, struct input *in)
{
  const struct request *r = request;
  struct analysis *a = in->analysis;
  struct view *v = a->view;
  dump_swap_reads(v->dump, VIEW_RESTS_ON);
  const struct cycles *c = analysis_cycles(a);
  if (!dump_count(v->dump, WIRE_EVENT)) {
    printf("there are no events; a run with prof=events has some\n");
  } else if (!c->step_count) {
    printf("no events recur one after the other\n");
  } else {
    print_head(v, c);
    print_steps(v, c);
    print_outliers(a, c, (size_t)r->outliers);
  }
  const dump_kinds read = dump_swap_reads(v->dump, 0);
  losses_explain(v->dump, read, print_missing, NULL);
  settings_explain(v->dump, read, print_missing, NULL);
  return CMD_GOOD;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; return 0;
  case KEY_OUTLIERS: r->outliers = options_whole(state, "outliers", arg, OUTLIERS_MOST); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

int cycles_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "outliers", KEY_OUTLIERS, "N", 0, "how many are shown of the cycles that took far longer (default 10)", 1 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Finds the events that recur in the same order again and again, and says where the time goes from each to the "
    "next, and what ran when it took far longer than otherwise.\v"
    "The same as tables: hostdump report --table cycle,rounds. What ran is known of runs with prof=events,sched; "
    "collections of those with prof=objects as well. Lines `incomplete:' say what is missing.\n"
    "Exit status: 0 good; 1 the dump is damaged or incomplete (what is good is shown), or refused; 2 usage; "
    "3 not a dump; 4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .outliers = OUTLIERS_SHOWN };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  const int status = input_run_each(&r.options, print_cycle, &r);
  session_free(&r.options.session);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
