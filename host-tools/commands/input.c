/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * input.c: opens what a command reads; input.h is the manual.
 */
#include "input.h"

#include "cmd.h"
#include "held_output.h"
#include "session.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/text.h"
#include "dump/index.h"
#include "dump/losses.h"
#include "model/counters.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the image ---- */

static char *beside_program(void)
{
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (n <= 0)
    return NULL;
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  return mem_format("%s/kernel.elf", path);
}

/* The file of an image where the user named none: the first that is there; NULL: none is. */
static char *find_elf(void)
{
  const char *named = getenv("JX_KERNEL");
  if (named && *named)
    return mem_format("%s", named);
  char *beside = beside_program();
  if (beside && access(beside, F_OK) == 0)
    return beside;
  mem_free(beside);
  return access("build/kernel.elf", F_OK) == 0 ? mem_format("build/kernel.elf") : NULL;
}

static void say_no_elf(void)
{
  char *beside = beside_program();
  say_line("no kernel.elf found for the names of functions (looked at $JX_KERNEL, %s, build/kernel.elf), and the dump "
           "does not carry them: name it with -k, or see addresses with --no-symbols",
           beside ? beside : "beside this program");
  mem_free(beside);
}

/* Whether the dump is of the image whose symbols these are; says why not. */
static bool same_build(const struct dump *d, const struct symbols *s, const char *elf)
{
  char *wanted = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  const char *has = symbols_build_id(s);
  bool same = wanted && strcmp(wanted, has) == 0;
  if (!wanted)
    say_line("%s does not say which image it is from (its first frame is lost or carries no build-id), so %s cannot "
             "be checked against it: see addresses with --no-symbols", d->path, elf);
  else if (!*has)
    say_line("%s has no build-id, so it is not known whether %s is from it: link it with -Wl,--build-id, or see "
             "addresses with --no-symbols", elf, d->path);
  else if (!same)
    say_line("%s is another build than the image of %s:\n  the dump has build-id %s\n  the file has build-id %s\n"
             "  Give the ELF file of the image that ran with -k, or run this one again, or see addresses with "
             "--no-symbols", elf, d->path, wanted, has);
  mem_free(wanted);
  return same;
}

/* The processor that the dump's image is for; 0: it does not say. */
static unsigned machine_of(const struct dump *d)
{
  return (unsigned)dump_meta(d, WIRE_META_MACHINE, 0);
}

/* Whether the file's code may be for the processor that made the dump: a build-id may have been chosen by hand. Says why
 * not. */
static bool same_machine(const struct dump *d, const struct symbols *s, const char *elf)
{
  char ran[SYMBOLS_MACHINE_BYTES], has[SYMBOLS_MACHINE_BYTES];
  if (symbols_is_for(s, machine_of(d)))
    return true;
  say_line("%s has the build-id of the image of %s, and is for another processor: the dump is of %s, the file is for "
           "%s\n  Give the ELF file of the image that ran with -k, and let the linker choose build-ids (--build-id "
           "without a value), or see addresses with --no-symbols", elf, d->path,
           symbols_machine_name(machine_of(d), ran), symbols_machine_name(s->machine, has));
  return false;
}

/* Moves the symbols of a file to where the image ran; says so where that is not known and may matter. */
static void move_to_run(const struct dump *d, struct symbols *s, const char *elf)
{
  const uint64_t probes = dump_meta(d, WIRE_META_PROBES_LOW, 0);
  if (!symbols_move(s, probes))
    say_line("%s is position independent, and %s: if it ran elsewhere than it is linked, functions have no names or "
             "wrong ones. %s", elf,
             probes ? "has no symbol __start_prof_probe, by which hostdump finds where it ran" :
             "the dump does not say where it ran (WIRE_META_PROBES_LOW)",
             probes ? "Link it with the section prof_probe and that symbol, as jxprof.ld does, and do not strip it" :
             "Link it at the address where it runs, or let the kernel send what prof_collect_hello() hands out");
}

struct symbols *input_image(const struct dump *d, const char *elf)
{
  char error[SYMBOLS_ERROR_BYTES];
  struct symbols *s = symbols_open(elf, error);
  if (!s)
    say_line("%s", error);
  if (s && same_build(d, s, elf) && same_machine(d, s, elf)) {
    move_to_run(d, s, elf);
    return s;
  }
  symbols_close(s);
  return NULL;
}

/* The symbols of a file, if it is of that build, for that processor. NULL: it is not, or cannot be read. */
static struct symbols *open_build(const char *elf, const char *build_id, unsigned machine)
{
  char error[SYMBOLS_ERROR_BYTES];
  struct symbols *s = symbols_open(elf, error);
  if (s && strcmp(build_id, symbols_build_id(s)) == 0 && symbols_is_for(s, machine))
    return s;
  symbols_close(s);
  return NULL;
}

struct symbols *input_image_if_there(const struct dump *d, const char *const *elfs, size_t count)
{
  char *path = find_elf(), *wanted = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  const char *elf = path;
  struct symbols *s = NULL;
  for (size_t i = 0; wanted && i < count && !s; i++)
    s = open_build(elf = elfs[i], wanted, machine_of(d));
  if (wanted && path && !s)
    s = open_build(elf = path, wanted, machine_of(d));
  if (s)
    move_to_run(d, s, elf);
  mem_free(wanted);
  mem_free(path);
  return s;
}

/* Says where the file that the user named calls functions otherwise than the dump. */
static void say_difference(const struct dump *d, const struct symbols *image, const char *elf)
{
  struct symbols *carried = symbols_of_dump(d);
  const struct symbol *first = NULL;
  const size_t count = carried ? symbols_differing(carried, image, &first) : 0;
  if (count)
    say_line("%s carries functions that %s has otherwise, %zu of %zu, such as `%.*s` at 0x%" PRIx64 ": those of %s are "
             "shown", d->path, elf, count, carried->count, text_cut(first->name, 100), first->name, first->start, elf);
  symbols_close(carried);
}

/* The symbols for a dump: of the file that the user named, else those that the dump carries, else of a file that is
 * there. NULL: the reason has been said. */
static struct symbols *choose_symbols(const struct dump *d, const char *elf)
{
  struct symbols *s = elf ? input_image(d, elf) : symbols_of_dump(d);
  if (elf && s)
    say_difference(d, s, elf);
  if (elf || s)
    return s;
  char *path = find_elf();
  if (path)
    s = input_image(d, path);
  else
    say_no_elf();
  mem_free(path);
  return s;
}

/* ---- the dump ---- */

/* Gives the analysis the counters' values that a model has written to a file. False: the reason has been said. */
static bool read_counters(struct analysis *a, const char *path)
{
  struct series *s = series_read(path);
  return s && counters_take(analysis_counters(a), s, path);
}

int input_analysis(struct input *in, const struct options *o, const struct dump *dump)
{
  struct symbols *symbols = NULL;
  in->analysis = NULL;
  if (!dump->frames)
    return CMD_DAMAGED;
  if (o->any_symbols && !o->elf) {
    symbols = symbols_of_dump(dump);
    symbols = symbols ? symbols : input_image_if_there(dump, NULL, 0);
  } else if (!o->no_symbols && !(symbols = choose_symbols(dump, o->elf))) {
    return CMD_DAMAGED;
  }
  struct view *view = view_new(dump, symbols, &o->view);
  in->analysis = view ? analysis_new(view) : NULL;
  if (in->analysis && o->counters && !read_counters(in->analysis, o->counters)) {
    analysis_free(in->analysis);
    in->analysis = NULL;
  }
  return dump_incomplete(dump) || !in->analysis ? CMD_DAMAGED : CMD_GOOD;
}

int input_status(enum dump_loading loading)
{
  return loading == DUMP_LOADED ? CMD_GOOD : loading == DUMP_NO_FRAME ? CMD_NOTHING : CMD_IO;
}

static struct dump *new_dump(const struct options *o)
{
  struct dump *d = dump_new(o->path, DUMP_ALL, limit_bytes(&o->limit, o->path));
  dump_index(d, -1);
  return d;
}

/* Loads what the window needs, or all, by the file's index; NULL when the file has none. */
static struct dump *load_by_index(const struct options *o)
{
  const struct index_window window = { o->view.from_us, o->view.to_us, o->view.tsc_hz };
  struct dump *d = new_dump(o);
  if (index_load(d, o->view.windowed ? &window : NULL))
    return d;
  dump_free(d);
  return NULL;
}

int input_open(struct input *in, const struct options *o)
{
  *in = (struct input){ .dump = new_dump(o) };
  const int status = input_status(dump_load(in->dump));
  if (status != CMD_GOOD)
    return status;
  damage_report(in->dump);
  return input_analysis(in, o, in->dump);
}

int input_reread(const struct dump *d, int status)
{
  const char *error = dump_reread_error(d);
  if (!error)
    return status;
  say_line("%s: %s", d->path, error);
  return status == CMD_GOOD ? CMD_DAMAGED : status;
}

void input_close(struct input *in)
{
  analysis_free(in->analysis);
  dump_free(in->dump);
}

void input_say_unprinted(void)
{
  say_line("standard output cannot be written: is its disk full?");
}

/* ---- a command's input, from its opening to its end ---- */

/* Calls `use` with an input that has been opened with this status. Returns the exit status. */
static int use_input(struct input *in, int status, input_use *use, void *ctx)
{
  if (!in->analysis)
    return status;
  const int used = use(ctx, in);
  return used == CMD_GOOD ? status : used;
}

/* A command at work on its input. */
struct work {
  const struct options *options;
  input_use *use;
  void *ctx;
  struct held_output held;
  bool holding;                /* standard output is held back */
};

/* Uses the dump by the file's index. Returns false, and nothing has been printed, where there is no index that
 * holds. */
static bool run_by_index(struct work *w, int *status)
{
  struct input in = { .dump = load_by_index(w->options) };
  w->holding = in.dump && held_output_begin(&w->held);
  if (!w->holding) {
    input_close(&in);
    return false;
  }
  *status = use_input(&in, input_analysis(&in, w->options, in.dump), w->use, w->ctx);
  const bool holds = !dump_reread_error(in.dump);
  input_close(&in);
  w->holding = false;
  if (!held_output_end(&w->held) || !holds) {
    held_output_drop(&w->held);
    return false;
  }
  if (!held_output_print(&w->held)) {
    input_say_unprinted();
    *status = CMD_IO;
  }
  return true;
}

static int run_whole(const struct work *w)
{
  struct input in;
  int status = input_open(&in, w->options);
  status = input_reread(in.dump, use_input(&in, status, w->use, w->ctx));
  input_close(&in);
  return status;
}

static int run_work(void *work)
{
  struct work *w = work;
  int status;
  return run_by_index(w, &status) ? status : run_whole(w);
}

int input_run(const struct options *o, input_use *use, void *ctx)
{
  struct work w = { .options = o, .use = use, .ctx = ctx };
  const int status = limit_run(limit_bytes(&o->limit, o->path), run_work, &w);
  if (w.holding) { /* there was not memory enough: what was printed before stays */
    held_output_end(&w.held);
    held_output_print(&w.held);
  }
  return status;
}

/* ---- each node of a session ---- */

struct nodes_job {
  const struct options *options;
  input_use *use;
  void *ctx;
};

static int run_node(void *job, const char *path)
{
  const struct nodes_job *j = job;
  struct options o = *j->options;
  o.path = path;
  return input_run(&o, j->use, j->ctx);
}

int input_run_each(struct options *o, input_use *use, void *ctx)
{
  struct nodes_job job = { o, use, ctx };
  if (o->path)
    return input_run(o, use, ctx);
  const int status = session_run(&o->session, run_node, &job);
  return session_print(&o->session) ? status : CMD_IO;
}
