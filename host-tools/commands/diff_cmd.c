/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * diff_cmd.c: `hostdump diff`: what is worse in the runs of one side than in those of another, beyond what chance does.
 * One dump is open at a time: of each only its figures stay.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "diff/show.h"
#include "dump/damage_report.h"
#include "input.h"

#include <string.h>

#define RUNS_MOST 10000
#define TOP_ROWS 10

enum { KEY_LEAST = 0x200, KEY_LEAST_US, KEY_FLOOR, KEY_LEVEL, KEY_CLOCK, KEY_TOP, KEY_JSON, KEY_THREAD, KEY_NO_SYMBOLS };

struct request {
  struct options options;      /* of each dump */
  struct compare_options how;
  const char **paths;          /* those of A, then those of B */
  size_t count, room, of_a;
  const char **elfs;
  size_t elf_count, elf_room;
  uint64_t top;
  bool json, compared;
  struct figures *runs;
};

/* ---- the command line ---- */

static void add_path(const char ***list, size_t *count, size_t *room, const char *path)
{
  mem_grow(list, room, *count + 1, sizeof(**list));
  (*list)[(*count)++] = path;
}

static double share_of(const struct argp_state *state, const char *option, const char *arg, double most)
{
  const double n = options_number(state, option, arg);
  if (n < 0 || n > most)
    argp_error(state, "--%s wants 0 to %g, not `%s`", option, most, arg);
  return n;
}

static enum compare_clock clock_of(const struct argp_state *state, const char *arg)
{
  if (strcmp(arg, "instructions") == 0)
    return COMPARE_CLOCK_COUNTED;
  if (strcmp(arg, "time") != 0)
    argp_error(state, "--clock is instructions or time, not `%s`", arg);
  return COMPARE_CLOCK_REAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case 'k': add_path(&r->elfs, &r->elf_count, &r->elf_room, arg); break;
  case KEY_NO_SYMBOLS: r->options.no_symbols = true; break;
  case KEY_THREAD: r->options.view.thread = arg; break;
  case KEY_LEAST: r->how.least_pct = share_of(state, "least", arg, 1e6); break;
  case KEY_LEAST_US: r->how.least_us = share_of(state, "least-us", arg, 1e12); break;
  case KEY_FLOOR: r->how.floor_pct = share_of(state, "floor", arg, 100); break;
  case KEY_LEVEL: r->how.level = share_of(state, "level", arg, 50) / 100; break;
  case KEY_CLOCK: r->how.clock = clock_of(state, arg); break;
  case KEY_TOP: r->top = options_whole(state, "top", arg, UINT32_MAX); break;
  case KEY_JSON: r->json = true; break;
  case LIMIT_KEY: limit_parse(&r->options.limit, state, arg); break;
  case ARGP_KEY_ARG: add_path(&r->paths, &r->count, &r->room, arg); break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "least", KEY_LEAST, "PCT", 0, "a difference of less is no verdict (default 1)", 1 },
  { "least-us", KEY_LEAST_US, "US", 0, "nor is one of a time by less than this (default 0)", 1 },
  { "floor", KEY_FLOOR, "PCT", 0, "compare no function, path or site with a smaller share of the run (default 0.1)", 1 },
  { "level", KEY_LEVEL, "PCT", 0, "how likely it may be that anything at all is called different by chance "
    "(default 5)", 1 },
  { "clock", KEY_CLOCK, "KIND", 0, "the runs' clocks count `instructions', so that each difference is real, or "
    "measure `time' (default: as the runs' calibration shows)", 1 },
  { "top", KEY_TOP, "N", 0, "rows of each group that are shown (default 10; 0: all)", 1 },
  { "json", KEY_JSON, NULL, 0, "print one JSON object, with all figures", 1 },
  { "kernel", 'k', "ELF", 0, "an image, for names; once for each side's (default: the names that the dumps carry)", 2 },
  { "no-symbols", KEY_NO_SYMBOLS, NULL, 0, "compare by addresses: of runs of one build", 2 },
  { "thread", KEY_THREAD, "NAME", 0, "only what this thread did", 2 },
  LIMIT_OPTION("memory that a dump and what is compared may take (default: as of hostdump report, for the largest)"),
  { NULL, 0, NULL, 0, NULL, 0 },
};

static const struct argp argp = { known, parse, "A.jxp B.jxp\nA.jxp... -- B.jxp...",
  "Says what is worse in the runs of B than in those of A: functions, paths of calls, intervals between events, waits of "
  "threads, allocation sites.\v"
  "Where clocks count instructions (QEMU's -icount), runs repeat, one of each side will do, and each difference counts "
  "that is large enough. Else give several runs of each side, 5 say: their labels are permuted, and p is the chance that "
  "the greatest difference of all figures is as clear without any cause (Westfall and Young). That wants 4 beside 4, "
  "3 beside 4, 2 beside 5, or one run beside 19 earlier ones. Of fewer, differences are shown with no verdict.\n"
  "Runs must be of one program, with the same options, modes and rates. A group of figures is compared only where all "
  "runs have all of its records.\n"
  "Exit status: 0 nothing is worse; 5 something is; 6 not comparable, too few runs, a run that could not be analysed, "
  "or nothing in common; 1 nothing is worse, but a dump is damaged or incomplete; 2 usage; 3 not a dump; 4 cannot be "
  "read or written.", NULL, NULL, NULL };

/* Takes the runs of both sides: `--` stands between them, or there are two. */
static void parse_sides(struct request *r, int argc, char **argv)
{
  int split = 1;
  while (split < argc && strcmp(argv[split], "--") != 0)
    split++;
  argp_parse(&argp, split, argv, 0, NULL, r);
  r->of_a = split < argc || r->count != 2 ? r->count : 1;
  for (int i = split + 1; i < argc; i++)
    add_path(&r->paths, &r->count, &r->room, argv[i]);
}

static bool are_sides(const struct request *r)
{
  if (r->of_a && r->count > r->of_a && r->count <= RUNS_MOST)
    return true;
  say_line(r->count > RUNS_MOST ? "more than 10000 dumps" : "which dumps? hostdump diff A.jxp... -- B.jxp...; options "
           "stand before the first of them");
  return false;
}

/* ---- reading ---- */

/* Whether an ELF file is of that build; one that cannot be read has been complained of. */
static bool is_of(const char *elf, const char *build_id)
{
  char error[SYMBOLS_ERROR_BYTES];
  struct symbols *s = symbols_open(elf, error);
  if (!s)
    say_line("%s", error);
  const bool same = s && strcmp(symbols_build_id(s), build_id) == 0;
  symbols_close(s);
  return same;
}

/* The first ELF file of the user's that is of the dump's build; NULL: none is, which has been said where the user named
 * any. */
static const char *elf_of(const struct request *r, const struct dump *d)
{
  char *build_id = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  const char *elf = NULL;
  for (size_t i = 0; build_id && i < r->elf_count && !elf; i++)
    if (is_of(r->elfs[i], build_id))
      elf = r->elfs[i];
  if (r->elf_count && !elf)
    say_line("%s: no file given with -k is of its build, %s: functions are named by what the dump carries, or by the "
             "image that is found", d->path, build_id ? build_id : "which it does not tell");
  mem_free(build_id);
  return elf;
}

/* Takes the figures of one run. Returns an exit status. */
static int take_run(struct request *r, size_t run)
{
  struct options o = r->options;
  o.path = r->paths[run];
  struct input in = { .dump = dump_new(o.path, DUMP_ALL, limit_bytes(&o.limit, o.path)) };
  dump_index(in.dump, -1);
  int status = input_status(dump_load(in.dump));
  if (status == CMD_GOOD) {
    damage_report(in.dump);
    o.elf = o.no_symbols ? NULL : elf_of(r, in.dump);
    status = input_analysis(&in, &o, in.dump);
  }
  if (in.analysis) {
    r->runs[run].path = o.path;
    figures_take(&r->runs[run], in.analysis, r->how.floor_pct / 100 / 20);
    status = input_reread(in.dump, status);
  } else if (status == CMD_GOOD) {
    status = CMD_DAMAGED;
  }
  const bool taken = in.analysis;
  input_close(&in);
  return taken ? status : -status;
}

/* ---- the end ---- */

static int status_of(const struct compare *c, int read)
{
  switch (c->how) {
  case COMPARE_COUNTED:
  case COMPARE_TESTED:
    return c->counts[COMPARE_WORSE] ? CMD_WORSE : read;
  default: return CMD_UNLIKE;
  }
}

static int compare_runs(void *request)
{
  struct request *r = request;
  int read = CMD_GOOD;
  r->runs = mem_alloc(r->count, sizeof(*r->runs));
  for (size_t i = 0; i < r->count; i++) {
    const int status = take_run(r, i);
    if (status < 0)
      return -status;
    read = status == CMD_GOOD ? read : status;
  }
  struct compare *c = compare_new(r->runs, r->of_a, r->count - r->of_a, &r->how);
  const int status = status_of(c, read);
  bool written = true;
  if (r->json)
    written = compare_json(c, stdout, status);
  else
    compare_text(c, stdout, (size_t)r->top);
  compare_free(c);
  for (size_t i = 0; i < r->count; i++)
    figures_free(&r->runs[i]);
  mem_free(r->runs);
  r->compared = true;
  if (written && fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}

/* What the largest dump may take: one is open at a time. */
static uint64_t most_memory(const struct request *r)
{
  uint64_t most = 0;
  for (size_t i = 0; i < r->count; i++) {
    const uint64_t bytes = limit_bytes(&r->options.limit, r->paths[i]);
    most = bytes > most ? bytes : most;
  }
  return most;
}

int diff_cmd(int argc, char **argv)
{
  struct request r = { .options = OPTIONS_DEFAULT, .top = TOP_ROWS,
                       .how = { .level = 0.05, .least_pct = 1, .floor_pct = 0.1 } };
  parse_sides(&r, argc, argv);
  int status = are_sides(&r) ? limit_run(most_memory(&r), compare_runs, &r) : CMD_USAGE;
  if (status == CMD_DAMAGED && !r.compared)
    status = CMD_UNLIKE; /* 1 says that nothing is worse */
  mem_free(r.paths);
  mem_free(r.elfs);
  return status;
}
