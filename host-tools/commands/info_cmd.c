/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * info_cmd.c: `hostdump info`: what a dump holds, from which image, what was switched while it ran, and what was lost.
 * Reads the frames in one pass and keeps of their records what is said here, so a dump of any size will do.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/text.h"
#include "dump/losses.h"
#include "input.h"
#include "limit.h"
#include "dump/settings.h"
#include "session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_line(const char *key, const char *value)
{
  printf("%-14s %s\n", key, value);
}

static void name_line(const struct dump *d, const char *key, enum wire_space space)
{
  char *name = dump_name(d, space, 0);
  print_line(key, name ? name : d->hello ? "-" : "not known: the first frame is lost");
  mem_free(name);
}

static void modes_line(const struct dump *d, const char *key, enum wire_meta_key modes)
{
  uint64_t m = dump_meta(d, modes, 0);
  printf("%-14s", key);
#define MODE(number, NAME, name, text) fputs(m & WIRE_MODE_##NAME ? " " #name : "", stdout);
  WIRE_MODES(MODE)
#undef MODE
  puts(m ? "" : " none");
}

static int64_t meta_cycles(const struct dump *d, enum wire_meta_key key)
{
  return (int64_t)dump_meta(d, key, 0);
}

static void clock_lines(const struct dump *d)
{
  if (!dump_has_meta(d, WIRE_META_TSC_HZ))
    return;
  uint64_t hz = dump_meta(d, WIRE_META_TSC_HZ, 0);
  printf("%-14s %" PRIu64 " Hz, %s\n", "tsc", hz,
         dump_meta(d, WIRE_META_TSC_FLAGS, 0) & 1 ? "invariant" : "not known to be invariant");
  if (hz && dump_has_meta(d, WIRE_META_START_TSC) && dump_has_meta(d, WIRE_META_STOP_TSC))
    printf("%-14s %.6f s\n", "duration", (double)((__int128)dump_meta(d, WIRE_META_STOP_TSC, 0) -
           dump_meta(d, WIRE_META_START_TSC, 0)) / (double)hz);
  if (dump_has_meta(d, WIRE_META_TICK_HZ))
    printf("%-14s %" PRIu64 " a second\n", "timer ticks", dump_meta(d, WIRE_META_TICK_HZ, 0));
}

static void calibration_lines(const struct dump *d)
{
  if (!dump_has_meta(d, WIRE_META_CAL_ROUNDS))
    return;
  printf("%-14s medians of %" PRIu64 " rounds, cycles (minimum):\n", "calibration",
         dump_meta(d, WIRE_META_CAL_ROUNDS, 0));
  printf("  a timed call, inside its time stamps   %6" PRId64 " (%" PRId64 ")\n", meta_cycles(d, WIRE_META_CAL_INNER),
         meta_cycles(d, WIRE_META_CAL_INNER_MIN));
  printf("  a timed call, outside of them          %6" PRId64 " (%" PRId64 ")\n", meta_cycles(d, WIRE_META_CAL_OUTER),
         meta_cycles(d, WIRE_META_CAL_OUTER_MIN));
  printf("  what a node lookup adds to them        %6" PRId64 " and %" PRId64 "\n",
         meta_cycles(d, WIRE_META_CAL_SLOW_INNER), meta_cycles(d, WIRE_META_CAL_SLOW_OUTER));
  printf("  an event                               %6" PRId64 " (%" PRId64 ")\n", meta_cycles(d, WIRE_META_CAL_EVENT),
         meta_cycles(d, WIRE_META_CAL_EVENT_MIN));
  if (dump_meta(d, WIRE_META_MODES, 0) & WIRE_MODE_OBJECTS)
    printf("  an object's birth, and its death       %6" PRId64 " and %" PRId64 "\n",
           meta_cycles(d, WIRE_META_CAL_BIRTH), meta_cycles(d, WIRE_META_CAL_DEATH));
}

static void size_lines(const struct dump *d)
{
  uint64_t records = dump_records(d);
  printf("%-14s %" PRIu64 ", %" PRIu64 " bytes on the line, %" PRIu64 " unpacked", "frames", d->frames, d->wire_bytes,
         d->plain_bytes);
  if (d->plain_bytes)
    printf(" (%.1f %%)", 100 * (double)d->wire_bytes / (double)d->plain_bytes);
  printf("\n%-14s %" PRIu64, "records", records);
  if (records)
    printf(", %.3f bytes each on the line", (double)d->wire_bytes / (double)records);
  putchar('\n');
}

/* What the way took, as far as the end frame knew it; frames that were sent again behind it are not in there. */
static void window_line(const struct dump *d)
{
  uint64_t again = dump_meta(d, WIRE_META_RESENT, 0), gone = dump_meta(d, WIRE_META_ABANDONED, 0);
  if (!again && !gone)
    return;
  printf("%-14s %" PRIu64 " KiB; %" PRIu64 " frames were sent again", "window",
         dump_meta(d, WIRE_META_WINDOW_BYTES, 0) / 1024, again);
  if (gone)
    printf(", %" PRIu64 " given up: no reader said that they had come", gone);
  putchar('\n');
}

/* How many functions the file names, so that no ELF file is needed, and of how many instructions it has the lines. */
static void names_line(const struct dump *d)
{
  static const char others[] = "; others may be missing, for the run mentions too many addresses: use report -k";
  const char *left = d->symbols_left ? others : "";
  const struct wire_symbol *rows = dump_symbol_rows(d);
  size_t named = 0;
  for (size_t i = 0; i < dump_count(d, WIRE_SYMBOL); i++)
    named += rows[i].name_bytes > 0; /* the others have files of lines */
  if (d->symbols)
    printf("%-14s of %zu functions, with their source lines, are in the file%s\n", "names", named, left);
  if (dump_count(d, WIRE_LINE))
    printf("%-14s of %zu calls and instructions in stacks of moments are in the file%s\n", "lines",
           dump_count(d, WIRE_LINE), left);
}

/* What came of the call trees before the end. */
static void snapshot_line(const struct dump *d)
{
  uint64_t tsc;
  const bool early = dump_trees_are_early(d, &tsc);
  const double hz = (double)dump_meta(d, WIRE_META_TSC_HZ, 0);
  if (!d->snapshots.count)
    return;
  printf("%-14s %" PRIu64 " whole, %" PRIu64 " bytes on the line", "snapshots", d->snapshots.count,
         d->snapshots.wire_bytes);
  if (early && hz > 0)
    printf("; the call trees are as of %.3f s: %" PRIu32 " nodes",
           (double)(int64_t)(tsc - dump_meta(d, WIRE_META_START_TSC, tsc)) / hz,
           d->snapshots.whole.head.nodes);
  putchar('\n');
}

static void count_cell(bool known, uint64_t n)
{
  if (known)
    printf(" %12" PRIu64, n);
  else
    printf(" %12s", "-");
}

static void kind_lines(const struct dump *d)
{
  printf("  %-10s %12s %12s %12s %12s\n", "kind", "here", "made", "sent", "dropped");
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++) {
    const struct wire_tally *t = &d->tally[k];
    bool known = d->tally_known & DUMP_KIND(k);
    if (!wire_kinds[k].name || WIRE_KIND_IS_OF_FRAME(k) || (!d->seen[k] && !known))
      continue;
    printf("  %-10s %12" PRIu64, wire_kinds[k].name, d->seen[k]);
    count_cell(known, t->made);
    count_cell(known, t->sent);
    count_cell(known, t->dropped);
    putchar('\n');
  }
  if (d->unknown)
    printf("  %-10s %12" PRIu64 "  of kinds that this hostdump does not know: it is older than the kernel\n",
           "others", d->unknown);
}

static void print_below(const char *key, bool *any, const char *sentence)
{
  printf("%-14s %s\n", *any ? "" : key, sentence);
  *any = true;
}

static void print_setting(void *ctx, const struct missing *m)
{
  print_below("switched", ctx, m->text);
}

static void print_loss(bool *any, const char *sentence)
{
  print_below("lost", any, sentence);
}

static void print_missing(void *ctx, const struct missing *m)
{
  print_loss(ctx, m->text);
}

static void setting_lines(const struct dump *d)
{
  bool any = false;
  settings_explain(d, DUMP_ALL, print_setting, &any);
}

static void loss_lines(const struct dump *d)
{
  bool any = false;
  char text[300];
  losses_explain(d, DUMP_ALL, print_missing, &any);
  for (size_t i = 0; i < d->damage_total && i < DUMP_DAMAGES; i++) {
    losses_describe(&d->damages[i], text, sizeof(text));
    print_loss(&any, text);
  }
  if (d->damage_total > DUMP_DAMAGES)
    print_loss(&any, "and so on");
  if (!d->hello)
    print_loss(&any, losses_no_hello);
  if (!any)
    print_line("lost", "nothing");
}

static void print_info(const struct dump *d)
{
  char *path = text_clean((const uint8_t *)d->path, strlen(d->path));
  print_line("file", path);
  mem_free(path);
  name_line(d, "system", WIRE_SPACE_SYSTEM);
  if (dump_has_name(d, WIRE_SPACE_PROGRAM, 0))
    name_line(d, "program", WIRE_SPACE_PROGRAM);
  name_line(d, "command line", WIRE_SPACE_COMMAND);
  name_line(d, "build-id", WIRE_SPACE_BUILD_ID);
  if (dump_has_name(d, WIRE_SPACE_CRASH, 0))
    name_line(d, "crash", WIRE_SPACE_CRASH);
  if (d->hello)
    modes_line(d, "modes", WIRE_META_MODES);
  if (dump_meta(d, WIRE_META_RING, 0))
    modes_line(d, "rings", WIRE_META_RING);
  if (dump_meta(d, WIRE_META_STREAM, 0))
    modes_line(d, "streams", WIRE_META_STREAM);
  clock_lines(d);
  calibration_lines(d);
  size_lines(d);
  window_line(d);
  snapshot_line(d);
  names_line(d);
  kind_lines(d);
  setting_lines(d);
  loss_lines(d);
}

struct request { const char *path; struct limit limit; struct session session; };

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case LIMIT_KEY: limit_parse(&r->limit, state, arg); return 0;
  case ARGP_KEY_ARG:
    if (!session_add(&r->session, arg))
      exit(CMD_IO);
    return 0;
  case ARGP_KEY_END:
    if (!r->session.count)
      argp_error(state, "which dump? Give the name of a .jxp file");
    if (session_is_one(&r->session) && !session_close(&r->session))
      exit(CMD_USAGE);
    r->path = r->session.nodes[0].path;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static int say_info(void *ctx)
{
  const struct request *r = ctx;
  const dump_kinds kinds = DUMP_SUMMARY | DUMP_KIND(WIRE_SETTING) | DUMP_KIND(WIRE_SYMBOL);
  struct dump *d = dump_new(r->path, kinds, limit_bytes(&r->limit, r->path));
  int status = input_status(dump_load(d));
  if (status == CMD_GOOD) {
    if (d->frames)
      print_info(d);
    status = dump_incomplete(d) ? CMD_DAMAGED : CMD_GOOD;
    damage_report(d);
  }
  dump_free(d);
  return status;
}

static int say_node(void *request, const char *path)
{
  struct request r = *(struct request *)request;
  r.path = path;
  return limit_run(limit_bytes(&r.limit, path), say_info, &r);
}

static int run_info(struct request *r)
{
  if (!session_is_one(&r->session))
    return say_node(r, r->path);
  const int status = session_run(&r->session, say_node, r);
  return session_print(&r->session) ? status : CMD_IO;
}

int info_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    LIMIT_OPTION("memory that the dump may take (default: 256, and 256 bytes for each byte of the dump; half of the "
                 "machine's, 4096 at most)"),
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Says what a dump holds, from which image it is, what was switched while it ran, and what was lost.\v"
    "Exit status: 0 complete (records that full buffers dropped do not count against it); 1 damaged or incomplete; "
    "2 usage; 3 not a dump; 4 cannot be read.", NULL, NULL, NULL };
  struct request r = { 0 };
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  int status = run_info(&r);
  session_free(&r.session);
  if (status != CMD_IO && (fflush(stdout) != 0 || ferror(stdout))) {
    say_line("standard output cannot be written: is its disk full?");
    status = CMD_IO;
  }
  return status;
}
