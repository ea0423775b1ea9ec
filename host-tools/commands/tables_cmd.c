/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables_cmd.c: `hostdump tables`: writes every table of a dump to DIR/NAME.tsv. A file is there whole or not at all:
 * it grows under a .part name and is renamed at its end. A dump of 400 KB can claim millions of records, each of them
 * a row of several tables, so what all files take together has a bound: a table that would exceed it is left out.
 */
#define _GNU_SOURCE /* fopencookie */
#include "tables/binned.h"
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "input.h"
#include "joined.h"
#include "tables/tables.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BINS = 0x200, KEY_BINS_ABOVE, KEY_TABLE, KEY_SIZE };

struct job {
  struct options options;
  const char *directory;
  struct tables_choice chosen;
  struct binned binned;
  uint64_t size_mib;      /* --size; 0: not given */
};

/* Bytes that files may still take, and whether the file that is being written has wanted more. */
static uint64_t room;
static bool room_is_full;

static char *part_at_hand; /* name of the file that is being written; NULL: none is */

/* N, or N,FROM,TO. */
static void parse_bins(const struct argp_state *state, struct binned *b, char *text)
{
  char *rest = NULL, *bins = strtok_r(text, ",", &rest);
  char *from = strtok_r(NULL, ",", &rest), *to = strtok_r(NULL, ",", &rest);
  b->bins = (unsigned)options_whole(state, "bins", bins ? bins : "", BINNED_MOST);
  if (from && !to)
    argp_error(state, "--bins wants N, or N,FROM,TO");
  if (!from)
    return;
  b->from_us = options_number(state, "bins", from);
  b->to_us = options_number(state, "bins", to);
  if (b->from_us >= b->to_us)
    argp_error(state, "--bins: %s is not before %s", from, to);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct job *j = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &j->options; break;
  case 'o': j->directory = arg; break;
  case KEY_TABLE: options_tables(&j->chosen, arg); break;
  case KEY_BINS: parse_bins(state, &j->binned, arg); break;
  case KEY_SIZE: j->size_mib = options_whole(state, "size", arg, UINT32_MAX); break;
  case KEY_BINS_ABOVE: j->binned.above = options_whole(state, "bins-above", arg, UINT64_MAX); break;
  case ARGP_KEY_END:
    if (!j->directory)
      argp_error(state, "where to? Name a directory with -o DIR");
    break;
  case ARGP_KEY_SUCCESS:
    if (!j->options.path && j->binned.bins)
      argp_error(state, "--bins is for one dump: give one of them");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "output", 'o', "DIR", 0, "directory for the files, made when it is not there", 1 },
  { "table", KEY_TABLE, "NAME[,NAME]", 0, "only this table; may be given more than once (default: all)", 1 },
  { "bins", KEY_BINS, "N[,FROM,TO]", 0, "for charts: where a table has a row for each record, records of one of N "
    "equal stretches of the run, or of FROM to TO (us), that are alike are one row, with their number in column "
    "`count`", 1 },
  { "bins-above", KEY_BINS_ABOVE, "ROWS", 0, "with --bins: only tables of more records (default 1000000)", 1 },
  { "size", KEY_SIZE, "MIB", 0, "what all files may take together; a table that would take more is left out (default: "
    "1024, and 1024 bytes for each byte of the dump)", 1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

/* Makes a directory and those above it. */
static bool make_directories(const char *path)
{
  char *copy = mem_format("%s/", path);
  bool good = true;
  for (char *p = strchr(copy + 1, '/'); p && good; p = strchr(p + 1, '/')) {
    *p = '\0';
    good = mkdir(copy, 0777) == 0 || errno == EEXIST;
    *p = '/';
  }
  if (!good)
    say_line("%s: the directory cannot be made: %s", path, strerror(errno));
  mem_free(copy);
  return good;
}

/* Of fopencookie(): writes what there is room for. */
static ssize_t write_within(void *cookie, const char *bytes, size_t count)
{
  if (count > room) {
    room_is_full = true;
    errno = EFBIG;
    return 0;
  }
  const size_t written = fwrite(bytes, 1, count, cookie);
  room -= written;
  return (ssize_t)written;
}

static int close_file(void *cookie)
{
  return fclose(cookie);
}

static FILE *open_within(const char *part)
{
  FILE *file = fopen(part, "w");
  const cookie_io_functions_t functions = { .write = write_within, .close = close_file };
  FILE *out = file ? fopencookie(file, "w", functions) : NULL;
  if (file)
    setvbuf(file, NULL, _IONBF, 0);
  if (out)
    setvbuf(out, NULL, _IOFBF, 65536); /* of --size no more is lost than that */
  else if (file)
    fclose(file);
  return out;
}

static bool write_part(const struct tables_def *def, struct analysis *a, const char *part)
{
  FILE *out = open_within(part);
  if (!out)
    return false;
  bool good = tables_write(def, a, out, TABLE_FORM_TSV, 0);
  int error = errno;
  good = fclose(out) == 0 && good;
  errno = good ? 0 : error ? error : errno;
  return good;
}

/* Writes the table; once more where it is found meanwhile that the dump cannot be read any more, so that the table says
 * so in front. */
static bool write_whole(const struct tables_def *def, struct analysis *a, const char *part)
{
  const dump_kinds unread = dump_unread(a->view->dump);
  const uint64_t before = room;
  bool good = write_part(def, a, part);
  if (good && dump_unread(a->view->dump) != unread) {
    room = before;
    good = write_part(def, a, part);
  }
  room = good ? room : before;
  return good;
}

static void say_unwritten(const char *path)
{
  if (room_is_full)
    say_line("%s: left out: with it the tables would take more than they may. --bins makes it small, --size=MIB allows "
             "more, and --table names those that are wanted", path);
  else
    say_line("%s: cannot be written: %s%s", path, strerror(errno),
             errno == ENOSPC ? "; make room, or name a directory on another disk with -o" : "");
}

static bool write_file(const struct tables_def *def, struct analysis *a, const struct job *j)
{
  const char *directory = j->directory;
  char *path = mem_format("%s/%s.tsv", directory, def->name);
  char *part = mem_format("%s.part", path);
  part_at_hand = part;
  room_is_full = false;
  bool good = write_whole(binned_form(def, a->view, &j->binned), a, part) && rename(part, path) == 0;
  if (!good) {
    say_unwritten(path);
    unlink(part);
    if (room_is_full)
      unlink(path); /* of another dump */
  }
  part_at_hand = NULL;
  mem_free(part);
  mem_free(path);
  return good;
}

static int write_all(void *job, struct input *in)
{
  const struct job *j = job;
  int status = CMD_GOOD;
  if (!make_directories(j->directory))
    return CMD_IO;
  room = limit_output(j->size_mib, j->options.path);
  for (size_t i = 0; i < j->chosen.count; i++)
    if (!write_file(j->chosen.defs[i], in->analysis, j)) {
      if (!room_is_full)
        return CMD_IO;
      status = CMD_DAMAGED;
    }
  return status;
}

/* ---- several nodes ---- */

/* Of fopencookie(): what is written to stays open. */
static int flush_file(void *cookie)
{
  return fflush(cookie);
}

/* Prints a table where the others' are. Where it would take more than it may, nothing of it stays. */
static int print_piece(const struct tables_def *def, struct analysis *a)
{
  const cookie_io_functions_t functions = { .write = write_within, .close = flush_file };
  const long at = ftell(stdout);
  FILE *out = fopencookie(stdout, "w", functions);
  room_is_full = false;
  bool good = out && joined_piece(def, a, out, 0);
  good = out && fclose(out) == 0 && good;
  if (good)
    return CMD_GOOD;
  if (!room_is_full || fseek(stdout, at, SEEK_SET) != 0 || ftruncate(STDOUT_FILENO, at) != 0)
    return CMD_IO;
  char *what = mem_format("%s: table %s", a->view->dump->path, def->name);
  say_unwritten(what);
  mem_free(what);
  return CMD_DAMAGED;
}

static int print_pieces(void *job, struct input *in)
{
  const struct job *j = job;
  int status = CMD_GOOD;
  room = limit_output(j->size_mib, j->options.path);
  for (size_t i = 0; i < j->chosen.count && status != CMD_IO; i++) {
    const int printed = print_piece(j->chosen.defs[i], in->analysis);
    status = printed == CMD_GOOD ? status : printed;
  }
  return status;
}

static int print_node(void *job, const char *path)
{
  struct job j = *(struct job *)job;
  j.options.path = path;
  return input_run(&j.options, print_pieces, &j);
}

static bool write_joined(const struct joined *joined, const struct tables_def *def, const char *directory)
{
  char *path = mem_format("%s/%s.tsv", directory, def->name);
  char *part = mem_format("%s.part", path);
  FILE *out = fopen(part, "we");
  bool good = out && joined_write(joined, def, out, TABLE_FORM_TSV);
  good = out && fclose(out) == 0 && good;
  if (good && !joined_has(joined, def))
    good = (unlink(path) == 0 || errno == ENOENT) && unlink(part) == 0; /* of another session */
  else
    good = good && rename(part, path) == 0;
  if (!good) {
    say_unwritten(path);
    unlink(part);
  }
  mem_free(part);
  mem_free(path);
  return good;
}

static int write_session(void *job)
{
  struct job *j = job;
  bool good = make_directories(j->directory);
  struct joined *joined = joined_begin(&j->options.session);
  room_is_full = false;
  for (size_t i = 0; i < j->chosen.count && good; i++)
    good = write_joined(joined, j->chosen.defs[i], j->directory);
  joined_free(joined);
  return good ? CMD_GOOD : CMD_IO;
}

static int run_session(struct job *j)
{
  const int status = session_run(&j->options.session, print_node, j);
  const int written = limit_run(limit_bytes(&j->options.limit, NULL), write_session, j);
  return written == CMD_GOOD ? status : written;
}

int tables_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Writes the tables of a dump to DIR/NAME.tsv, one file a table; host-tools/TABLES.md describes them. Those of a "
    "session, several dumps or a folder of them, have a first column `node`.\v"
    "Exit status: 0 good; 1 the dump is damaged or incomplete (the files are written, and say so), or refused, or has "
    "tables that are too large for --size; "
    "2 usage; 3 not a dump; 4 cannot be read or written.", children, NULL, NULL };
  struct job j = { .options = OPTIONS_DEFAULT, .binned = { .to_us = 1e15, .above = BINNED_ABOVE } };
  j.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &j);
  const bool named = j.chosen.count;
  for (size_t i = 0; i < tables_count && !named; i++)
    if (!tables_all[i]->on_demand)
      tables_choose(&j.chosen, tables_all[i]);
  const int status = j.options.path ? input_run(&j.options, write_all, &j) : run_session(&j);
  session_free(&j.options.session);
  if (part_at_hand)
    unlink(part_at_hand);
  mem_free(j.chosen.defs);
  return status;
}
