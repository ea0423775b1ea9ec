/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: `damage`: a bad line, as a filter between a target and hostdump or in both directions, and as a proof that
 * nothing on it is taken for data, and that nothing is lost where the host answers.
 */
#include "check.h"
#include "proxy.h"
#include "twoway.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "figure.h"

#define STREAMS_EACH 16 /* dumps that go over bad lines again and again, binary and as text */

struct options {
  double rate;
  uint64_t seed, cut_at, cut_bytes, end, speed, check, mute;
  const char *between[2];   /* pairs of pipes; NULL: a filter */
  size_t between_count;
  bool brief;
};

/* ---- the filter ---- */

/* Sleeps for as long as the line takes for `bytes`. */
static void take_time(const struct options *o, size_t bytes)
{
  if (!o->speed)
    return;
  double seconds = (double)bytes / (double)o->speed;
  struct timespec t = { (time_t)seconds, (long)((seconds - floor(seconds)) * 1e9) };
  while (nanosleep(&t, &t) != 0 && errno == EINTR)
    ;
}

static bool write_all(const uint8_t *p, size_t bytes)
{
  while (bytes) {
    ssize_t n = write(STDOUT_FILENO, p, bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    p += n;
    bytes -= (size_t)n;
  }
  return true;
}

static int filter(const struct options *o)
{
  static uint8_t in[4096], out[2 * sizeof(in)];
  const size_t piece = o->speed && o->speed < 10 * sizeof(in) ? (size_t)o->speed / 10 + 1 : sizeof(in);
  struct line line;
  ssize_t n = 0;
  line_start(&line, o->seed, o->rate);
  line.cut_at = o->cut_at;
  line.cut_end = o->cut_at + o->cut_bytes;
  while (line.position < o->end && (n = read(STDIN_FILENO, in, piece)) > 0) {
    size_t bytes = o->end - line.position < (uint64_t)n ? (size_t)(o->end - line.position) : (size_t)n;
    take_time(o, bytes);
    if (!write_all(out, line_pass(&line, in, bytes, out))) {
      fprintf(stderr, "damage: standard output cannot be written: %s\n", strerror(errno));
      return 4;
    }
  }
  if (n < 0) {
    fprintf(stderr, "damage: standard input cannot be read: %s\n", strerror(errno));
    return 4;
  }
  fprintf(stderr, "damage: %" PRIu64 " bytes, %" PRIu64 " edits\n", line.position, line.edits);
  return 0;
}

/* The same in both directions. */
static int proxy(const struct options *o)
{
  struct line down, up;
  line_start(&down, o->seed, o->rate);
  line_start(&up, o->seed + 1, o->rate);
  down.cut_at = o->cut_at;
  down.cut_end = o->cut_at + o->cut_bytes;
  up.cut_at = o->mute;
  up.cut_end = UINT64_MAX;
  return proxy_run(o->between[0], o->between[1], &down, &up, o->speed);
}

/* ---- the proof ---- */

/* A rate between 1e-6 and 1e-3 a byte, each power of ten as likely; now and then a cut, or an early end. */
static void set_line(struct line *line, const struct stream *s, uint64_t seed, uint64_t *random)
{
  line_start(line, seed, pow(10, -6 + 3 * (double)line_draw(random, 1001) / 1000));
  uint64_t kind = line_draw(random, 8);
  line->cut_at = kind < 2 ? line_draw(random, s->used) : s->used;
  line->cut_end = kind == 0 ? s->used : line->cut_at + line_draw(random, s->used / 4);
  if (line->next >= s->used && line->cut_at >= s->used)
    line->next = line_draw(random, s->used); /* no dump comes through unharmed */
}

static void check_form(const struct options *o, bool as_text, uint64_t dumps, struct check_figures *f)
{
  struct stream *streams[STREAMS_EACH];
  uint64_t random = o->seed * 2 + 77, failures = 0;
  for (size_t i = 0; i < STREAMS_EACH; i++)
    streams[i] = stream_make(o->seed * STREAMS_EACH + i, as_text);
  for (uint64_t i = 0; i < dumps && failures < 10; i++) {
    struct line line;
    const struct stream *s = streams[i % STREAMS_EACH];
    set_line(&line, s, o->seed + i, &random);
    if (!check_dump(s, &line, f)) {
      failures++;
      fprintf(stderr, "damage: that was dump %" PRIu64 " of --seed %" PRIu64 ", %s\n", i, o->seed,
              as_text ? "as text" : "binary");
    }
  }
  for (size_t i = 0; i < STREAMS_EACH; i++)
    stream_free(streams[i]);
}

static bool holds(const struct check_figures *f, uint64_t dumps)
{
  return f->dumps == dumps && !f->wrong && !f->untouched_lost && !f->misreported;
}

static void print_figures(const char *form, const struct check_figures *f, uint64_t dumps)
{
  char name[80];
#define NAME(what) (snprintf(name, sizeof(name), "damage_%s_%s", form, what), name)
  figure_at_least(NAME("dumps"), (double)f->dumps, "damaged dumps", (double)dumps);
  figure_at_most(NAME("wrong"), (double)f->wrong, "frames or records never sent", 0);
  figure_at_most(NAME("lost"), (double)f->untouched_lost, "untouched frames that did not come", 0);
  figure_at_most(NAME("misreported"), (double)f->misreported, "gaps", 0);
#undef NAME
  printf("# %s: %" PRIu64 " edits touched %" PRIu64 " of %" PRIu64 " frames; %" PRIu64 " came\n", form, f->edits,
         f->touched, f->frames, f->delivered);
}

/* Rates of a line in both directions up to which all must come. */
static const double answered[] = { 1e-6, 1e-5, 3e-5, 1e-4 };
#define ANSWERED (sizeof(answered) / sizeof(answered[0]))

static bool check_answered(const struct options *o, double rate, uint64_t dumps)
{
  struct stream *streams[STREAMS_EACH];
  struct twoway_figures f = { 0 };
  for (size_t i = 0; i < STREAMS_EACH; i++)
    streams[i] = stream_make(o->seed * STREAMS_EACH + i, false);
  for (uint64_t i = 0; i < dumps && f.dumps - f.identical < 10; i++)
    twoway_check(streams[i % STREAMS_EACH], o->seed * dumps + i, rate, &f);
  for (size_t i = 0; i < STREAMS_EACH; i++)
    stream_free(streams[i]);
  bool good = f.identical == dumps;
  char name[80];
  snprintf(name, sizeof(name), "damage_answered_%.0e_identical", rate);
  if (o->brief)
    printf("%s %s %" PRIu64 " dumps\n", good ? "ok" : "not ok", name, f.identical);
  else {
    figure_at_least(name, (double)f.identical, "dumps", (double)dumps);
    printf("# answered, %g: %" PRIu64 " edits; %" PRIu64 " frames, %" PRIu64 " sent again; %.3f bytes on the line "
           "for one of the dump\n", rate, f.edits, f.frames, f.resent, (double)f.line_bytes / (double)f.bytes);
  }
  fflush(stdout);
  return good;
}

static int check(const struct options *o)
{
  bool good = true;
  for (size_t i = 0; i < ANSWERED; i++)
    good &= check_answered(o, answered[i], (o->check + ANSWERED - 1) / ANSWERED);
  for (int as_text = 0; as_text < 2; as_text++) {
    struct check_figures f = { 0 };
    const char *form = as_text ? "text" : "binary";
    uint64_t dumps = (o->check + (as_text == 0)) / 2;
    check_form(o, as_text, dumps, &f);
    good &= holds(&f, dumps);
    if (o->brief)
      printf("%s damage_%s %" PRIu64 " dumps\n", holds(&f, dumps) ? "ok" : "not ok", form, f.dumps);
    else
      print_figures(form, &f, dumps);
    fflush(stdout);
  }
  return !good;
}

/* ---- the command line ---- */

enum { KEY_CHECK = 0x100, KEY_CUT, KEY_END, KEY_SPEED, KEY_BRIEF, KEY_BETWEEN, KEY_MUTE };

static const struct argp_option known[] = {
  { "rate", 'r', "P", 0, "probability of an edit at each byte, 0 to 1 (default 1e-4)", 0 },
  { "seed", 's', "N", 0, "what happens where (default 1)", 0 },
  { "cut", KEY_CUT, "BYTES@OFFSET", 0, "drop a stretch, as when the line is unplugged for a while", 0 },
  { "end", KEY_END, "OFFSET", 0, "end the stream there", 0 },
  { "speed", KEY_SPEED, "BYTES", 0, "bytes a second that get through (11520: a line of 115200 baud); default: all at "
    "once", 0 },
  { "between", KEY_BETWEEN, "FAR", 0, "do not filter: pass bytes on in both directions between the pipes FAR.in and "
    "FAR.out and, given by a second --between, NEAR.in and NEAR.out", 0 },
  { "mute", KEY_MUTE, "OFFSET", 0, "with --between: of what goes to FAR nothing gets through from there on", 0 },
  { "check", KEY_CHECK, "N", 0, "do not filter: damage N dumps that nobody answers, and N that are answered, and "
    "check what comes of them", 1 },
  { "brief", KEY_BRIEF, NULL, 0, "with --check: a line a form, as tests print it", 1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static uint64_t whole(const struct argp_state *state, const char *text, char **end)
{
  errno = 0;
  uint64_t n = strtoull(text, end, 10);
  if (*text < '0' || *text > '9' || errno)
    argp_error(state, "a whole number is wanted, not `%s`", text);
  return n;
}

static uint64_t number(const struct argp_state *state, const char *text)
{
  char *end;
  uint64_t n = whole(state, text, &end);
  if (*end)
    argp_error(state, "a whole number is wanted, not `%s`", text);
  return n;
}

static void set_rate(const struct argp_state *state, struct options *o, const char *text)
{
  char *end;
  o->rate = strtod(text, &end);
  if (end == text || *end || !(o->rate >= 0 && o->rate <= 1))
    argp_error(state, "--rate wants a number from 0 to 1, not `%s`", text);
}

static void set_cut(const struct argp_state *state, struct options *o, const char *text)
{
  char *end;
  o->cut_bytes = whole(state, text, &end);
  if (*end != '@')
    argp_error(state, "--cut wants BYTES@OFFSET, not `%s`", text);
  else
    o->cut_at = number(state, end + 1);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'r': set_rate(state, o, arg); break;
  case 's': o->seed = number(state, arg); break;
  case KEY_CUT: set_cut(state, o, arg); break;
  case KEY_END: o->end = number(state, arg); break;
  case KEY_SPEED: o->speed = number(state, arg); break;
  case KEY_CHECK: o->check = number(state, arg); break;
  case KEY_BRIEF: o->brief = true; break;
  case KEY_MUTE: o->mute = number(state, arg); break;
  case KEY_BETWEEN:
    if (o->between_count == 2)
      argp_error(state, "a line has two ends: --between FAR --between NEAR");
    else
      o->between[o->between_count++] = arg;
    break;
  case ARGP_KEY_END:
    if (o->between_count == 1)
      argp_error(state, "a line has two ends: --between FAR --between NEAR");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

int main(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "< IN > OUT",
    "A bad serial line: flips, drops, doubles and inserts bytes, and says how often on standard error.\v"
    "As in: damage --rate 1e-4 --seed 7 < ttyS0 | hostdump -o run.jxp\n"
    "or: damage --between ttyS0 --between bad & hostdump --control bad -o run.jxp\n"
    "Exit status: 0 good; 1 a check failed; 2 usage; 4 cannot read or write.", NULL, NULL, NULL };
  struct options o = { .rate = 1e-4, .seed = 1, .end = UINT64_MAX, .mute = UINT64_MAX };
  argp_err_exit_status = 2;
  argp_parse(&argp, argc, argv, 0, NULL, &o);
  return o.check ? check(&o) : o.between_count ? proxy(&o) : filter(&o);
}
