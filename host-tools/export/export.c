/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * export.c: the list of formats, and what they share; export.h is the manual.
 */
#include "export.h"

#include "base/mem.h"
#include "base/say.h"
#include "net/forest.h"
#include "tables/tables.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define LIST(F) F(perfetto) F(ctf) F(pprof) F(perf) F(callgrind) F(speedscope) F(chrome) F(uftrace) F(otlp) \
  F(folded) F(foldedcalls)

#define DECLARE(name) extern const struct export_ops export_##name;
LIST(DECLARE)
#undef DECLARE

const struct export_ops *const export_all[] = {
#define ENTRY(name) &export_##name,
  LIST(ENTRY)
#undef ENTRY
  NULL
};

const struct export_ops *export_find(const char *name)
{
  for (const struct export_ops *const *f = export_all; *f; f++)
    if (strcmp((*f)->name, name) == 0)
      return *f;
  return NULL;
}

void export_list(FILE *out)
{
  for (const struct export_ops *const *f = export_all; *f; f++)
    fprintf(out, "  %-10s  %s\n", (*f)->name, (*f)->what);
}

/* Says how many samples the target did not take: a viewer has no table `run` to tell it. */
static void say_missed(const struct dump *d, reason_say *say, void *ctx)
{
  const uint64_t missed = dump_meta(d, WIRE_META_SAMPLES_MISSED, 0);
  if (!missed)
    return;
  char *text = mem_format("%" PRIu64 " of %" PRIu64 " samples that were asked for were not taken in time; shares are "
                          "right, from fewer samples", missed, missed + dump_tally(d, WIRE_SAMPLE)->made);
  say(ctx, &(struct missing){ REASON_MISSED, wire_kinds[WIRE_SAMPLE].name, text });
  mem_free(text);
}

void export_missing(const struct export *e, reason_say *say, void *ctx)
{
  const dump_kinds read = dump_swap_reads(e->view->dump, 0);
  tables_explain(e->view, read, say, ctx);
  if (read & DUMP_KIND(WIRE_SAMPLE))
    say_missed(e->view->dump, say, ctx);
  dump_swap_reads(e->view->dump, read);
}

char *export_remark(const struct missing *m)
{
  return mem_format("incomplete: %s%s%s: %s", reason_code(m->reason), m->kind ? " " : "", m->kind ? m->kind : "",
                    m->text);
}

char *export_title(const struct export *e)
{
  char *name = dump_name(e->view->dump, WIRE_SPACE_PROGRAM, 0);
  name = name ? name : dump_name(e->view->dump, WIRE_SPACE_SYSTEM, 0);
  return name ? name : mem_format("target");
}

void export_say_unwritten(const char *path, int error)
{
  if (error == EFBIG)
    say_line("%s: left out: it would take more than exports of this dump may. --from, --to and --thread make it small, "
             "--size=MIB allows more", path);
  else
    say_line("%s: cannot be written: %s; make room, or name a place on another disk with -o", path, strerror(error));
}

static bool write_to_file(const struct export_ops *ops, struct export *e, const struct forest *f)
{
  if (!sink_open(&e->sink, e->output, e->most)) {
    say_line("%s: cannot be written: %s", e->output, outfile_problem(&e->sink.file));
    return false;
  }
  if (!(f ? ops->write_session(e, f) : ops->write(e))) {
    sink_drop(&e->sink);
    return false;
  }
  if (sink_finish(&e->sink))
    return true;
  export_say_unwritten(e->output, e->sink.file.error);
  return false;
}

/* The export that is at work, and its output; NULL: none is. */
static const struct export_ops *at_work;
static const char *output_at_work;

void export_abandon(void)
{
  if (!at_work)
    return;
  char *part = mem_format("%s.part", output_at_work);
  if (at_work->folder)
    at_work->drop(part);
  else
    unlink(part);
  at_work = NULL;
  mem_free(part);
}

static void say_remark(void *ctx, const struct missing *m)
{
  char *text = export_remark(m);
  say_line("%s: %s", (const char *)ctx, text);
  mem_free(text);
}

/* Says what the export lacks: of a session node by node. */
static void say_missing(const struct export *e, const struct forest *f)
{
  if (!f) {
    export_missing(e, say_remark, (void *)(uintptr_t)e->output);
    return;
  }
  for (size_t n = 0; n < f->count; n++) {
    struct export of_node = { .analysis = f->nodes[n].analysis };
    char *who = mem_format("%s: %s", e->output, f->nodes[n].name);
    if (of_node.analysis) {
      of_node.view = of_node.analysis->view;
      export_missing(&of_node, say_remark, who);
    } else {
      say_line("%s is left out: its dump cannot be read", who);
    }
    mem_free(who);
  }
}

bool export_write(const struct export_ops *ops, const struct export_source *from, const char *output, uint64_t most)
{
  struct export e = { .analysis = from->analysis, .output = output, .most = most, .epoch_s = from->epoch_s };
  if (e.analysis) {
    e.view = e.analysis->view;
    dump_swap_reads(e.view->dump, VIEW_RESTS_ON);
  }
  at_work = ops;
  output_at_work = output;
  const bool good = ops->folder ? ops->write(&e) : write_to_file(ops, &e, from->forest);
  at_work = NULL;
  if (!good)
    return false;
  say_missing(&e, from->forest);
  if (e.unplaced)
    say_line("%s: %" PRIu64 " records are left out: they say that they are from before the start of profiling, or from "
             "centuries later", output, e.unplaced);
  return true;
}
