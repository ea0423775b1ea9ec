/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.c: options and opening of dumps; options.h is the manual.
 */
#include "options.h"

#include "base/cmd.h"
#include "model/counters.h"
#include "dump/index.h"
#include "dump/losses.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DAMAGE_LINES 10 /* reports of damage that are printed one by one */

enum { KEY_NO_SYMBOLS = 0x100, KEY_THREAD, KEY_FROM, KEY_TO, KEY_TSC_HZ, KEY_MEMORY, KEY_COUNTERS };

static const struct argp_option known[] = {
  { "kernel", 'k', "ELF", 0, "the image that was profiled, for names and lines (default: $JX_KERNEL, else kernel.elf "
    "beside hostdump, else build/kernel.elf)", 0 },
  { "no-symbols", KEY_NO_SYMBOLS, NULL, 0, "show addresses instead of names", 0 },
  { "counters", KEY_COUNTERS, "FILE", 0, "what a model counted in place of performance counters (run.counters beside "
    "run.jxp, of make run COUNTERS=...)", 0 },
  { "thread", KEY_THREAD, "NAME", 0, "only what this thread did (name or number)", 0 },
  { "from", KEY_FROM, "US", 0, "only from this time on, microseconds since profiling was started", 0 },
  { "to", KEY_TO, "US", 0, "only up to this time", 0 },
  { "tsc-hz", KEY_TSC_HZ, "HZ", 0, "TSC frequency, for a dump that has lost its first frame", 0 },
  { "memory", KEY_MEMORY, "MIB", 0, "memory that records may fill (default: half of the machine's, 4096 at most)",
    0 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

uint64_t options_whole(const struct argp_state *state, const char *option, const char *text, uint64_t most)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno || n > most)
    argp_error(state, "--%s wants a whole number from 0 to %ju, not `%s`", option, (uintmax_t)most, text);
  return n;
}

double options_number(const struct argp_state *state, const char *option, const char *text)
{
  char *end;
  double n = strtod(text, &end);
  if (end == text || *end || !isfinite(n) || fabs(n) > 1e15)
    argp_error(state, "--%s wants a number, not `%s`", option, text);
  return n;
}

static void check(const struct argp_state *state, const struct options *o)
{
  if (!o->path)
    argp_error(state, "which dump? Give the name of a .jxp file");
  if (o->view.windowed && o->view.from_us > o->view.to_us)
    argp_error(state, "--from is later than --to");
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
  case KEY_TSC_HZ: o->view.tsc_hz = options_whole(state, "tsc-hz", arg, UINT64_MAX); break;
  case KEY_MEMORY: o->memory_mib = options_whole(state, "memory", arg, UINT32_MAX); break;
  case ARGP_KEY_ARG:
    if (o->path)
      argp_error(state, "one dump at a time: `%s` or `%s`?", o->path, arg);
    o->path = arg;
    break;
  case ARGP_KEY_END: check(state, o); break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

const struct argp options_argp = { .options = known, .parser = parse };

/* ---- the image ---- */

static char *beside_program(void)
{
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (n <= 0)
    return NULL;
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  return cmd_text("%s/kernel.elf", path);
}

/* The image's file where the user named none: the first that is there. NULL: none, and what was tried has been said.
 * */
static char *find_elf(void)
{
  const char *named = getenv("JX_KERNEL");
  if (named && *named)
    return cmd_text("%s", named);
  char *beside = beside_program();
  if (beside && access(beside, F_OK) == 0)
    return beside;
  if (access("build/kernel.elf", F_OK) == 0) {
    free(beside);
    return cmd_text("build/kernel.elf");
  }
  cmd_say("no kernel.elf found for the names of functions (looked at $JX_KERNEL, %s, build/kernel.elf): "
          "name it with -k, or see addresses with --no-symbols", beside ? beside : "beside this program");
  free(beside);
  return NULL;
}

static bool same_build(const struct dump *d, const struct symbols *s, const char *elf)
{
  char *wanted = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  const char *has = symbols_build_id(s);
  bool same = wanted && strcmp(wanted, has) == 0;
  if (!wanted)
    cmd_say("%s does not say which image it is from (its first frame is lost or carries no build-id), so %s cannot "
            "be checked against it: see addresses with --no-symbols", d->path, elf);
  else if (!*has)
    cmd_say("%s has no build-id, so nobody can tell whether %s is from it: link it with -Wl,--build-id, or see "
            "addresses with --no-symbols", elf, d->path);
  else if (!same)
    cmd_say("%s is another build than the image of %s:\n  the dump has build-id %s\n  the file has build-id %s\n"
            "Give the ELF file of the image that ran with -k, or run this one again, or see addresses with "
            "--no-symbols", elf, d->path, wanted, has);
  free(wanted);
  return same;
}

struct symbols *options_symbols(const struct dump *d, const char *elf)
{
  char error[SYMBOLS_ERROR_BYTES];
  char *path = elf ? cmd_text("%s", elf) : find_elf();
  struct symbols *s = path ? symbols_open(path, error) : NULL;
  if (path && !s)
    cmd_say("%s", error);
  if (s && !same_build(d, s, path)) {
    symbols_close(s);
    s = NULL;
  }
  free(path);
  return s;
}

/* ---- the dump ---- */

void options_report_damage(const struct dump *d)
{
  char text[300];
  for (size_t i = 0; i < d->damage_total && i < DAMAGE_LINES; i++) {
    losses_describe(&d->damages[i], text, sizeof(text));
    cmd_say("%s: %s", d->path, text);
  }
  if (d->damage_total > DAMAGE_LINES)
    cmd_say("%s: and %zu more like these", d->path, d->damage_total - DAMAGE_LINES);
  if (d->error[0])
    cmd_say("%s: %s; the records before it are shown, the rest is not%s", d->path, d->error, d->memory_full ? "" :
            ". The checksums are right, so sender and hostdump disagree: build both from one tree");
  if (d->damaged_behind)
    cmd_say("%s: what is behind the dump's end is damaged, its index or text; the dump itself is not", d->path);
  if (!d->end && d->frames)
    cmd_say("%s: %s", d->path, losses_no_end);
  for (unsigned k = 0; k < XFER_DAMAGE_LIMIT; k++)
    if (d->damage_count[k])
      cmd_say("%s: %s: %s", d->path, xfer_damage_text(k), losses_advice(k));
}

static bool take_counters(struct view *v, const char *path)
{
  struct series *s = series_read(path);
  return s && counters_take(v, s, path);
}

int options_view(const struct options *o, const struct dump *dump, struct view **view)
{
  struct symbols *symbols = NULL;
  *view = NULL;
  if (!dump->frames || (!o->no_symbols && !(symbols = options_symbols(dump, o->elf))))
    return CMD_DAMAGED;
  *view = view_new(dump, symbols, &o->view);
  if (*view && o->counters && !take_counters(*view, o->counters)) {
    view_free(*view);
    *view = NULL;
  }
  return dump_incomplete(dump) || !*view ? CMD_DAMAGED : CMD_GOOD;
}

static struct dump *new_dump(const struct options *o)
{
  struct dump *d = dump_new(o->path, DUMP_ALL, o->memory_mib << 20);
  dump_index(d, -1);
  return d;
}

/* What the window needs, by the file's index; NULL when there is none. */
static struct dump *load_window(const struct options *o)
{
  const struct index_window window = { o->view.from_us, o->view.to_us, o->view.tsc_hz };
  struct dump *d = new_dump(o);
  if (index_load(d, &window))
    return d;
  dump_free(d);
  return NULL;
}

static int load_whole(const struct options *o, struct dump **dump)
{
  *dump = new_dump(o);
  return dump_load(*dump);
}

int options_open(const struct options *o, struct dump **dump, struct view **view)
{
  *view = NULL;
  *dump = o->view.windowed ? load_window(o) : NULL;
  int status = *dump ? CMD_GOOD : load_whole(o, dump);
  if (status != CMD_GOOD)
    return status;
  options_report_damage(*dump);
  return options_view(o, *dump, view);
}
