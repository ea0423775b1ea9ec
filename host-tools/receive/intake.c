/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * intake.c: see intake.h.
 */
#include "intake.h"

#include "base/say.h"

/* A new intake, and the path of its dump. */
struct beginning { struct intake *in; const char *path; };

static void begin(void *beginning)
{
  const struct beginning *b = beginning;
  b->in->dump = dump_new(b->path, DUMP_SUMMARY | DUMP_KIND(WIRE_METHOD), b->in->budget.most);
  b->in->index = index_new(b->path);
  b->in->carried = carried_new();
}

bool intake_begin(struct intake *in, const char *path, uint64_t bytes)
{
  struct beginning beginning = { in, path };
  *in = (struct intake){ .budget.most = bytes };
  return mem_try(&in->budget, begin, &beginning);
}

void intake_free(struct intake *in)
{
  dump_free(in->dump);
  index_free(in->index);
  carried_free(in->carried);
  mem_drop(&in->budget); /* what was being made when it was full */
}

/* A frame on its way into the index. */
struct noting { struct intake *in; const struct xfer_frame *frame; };

static void note_frame(void *noting)
{
  const struct noting *n = noting;
  index_frame(n->in->index, n->frame);
  carried_frame(n->in->carried, n->frame);
}

void intake_frame(struct intake *in, const struct xfer_frame *frame)
{
  struct noting noting = { in, frame };
  dump_frame(in->dump, frame);
  if (!in->full)
    in->full = !mem_try(&in->budget, note_frame, &noting);
  if (in->full)
    carried_leave(in->carried);
}

/* The end of a file that is being added. */
struct adding { struct intake *in; struct outfile *file; intake_image_fn *image; void *ctx; uint64_t added; };

static void add_names(void *adding)
{
  struct adding *a = adding;
  struct symbols *symbols = a->image(a->ctx, a->in->dump);
  a->added = symbols ? carried_write(a->in->carried, symbols, a->file) : 0;
  symbols_close(symbols);
  if (a->added && carried_has_left(a->in->carried))
    say_line("%s: there was no room for all addresses that the run mentions (%u): functions that only the others "
             "mention are shown as numbers; hostdump report -k ELF shows their names", a->file->name,
             CARRIED_ADDRESSES);
}

static void add_index(void *adding)
{
  const struct adding *a = adding;
  index_write(a->in->index, a->file, a->in->dump, a->added);
}

void intake_add(struct intake *in, struct outfile *file, intake_image_fn *image, void *ctx)
{
  struct adding adding = { in, file, image, ctx, 0 };
  const uint64_t frames = file->kept, mark = symbols_mark();
  if (!mem_try(&in->budget, add_names, &adding)) {
    symbols_leave(mark);
    outfile_keep(file, frames);
  }
  const uint64_t named = file->kept;
  if (!in->full && !mem_try(&in->budget, add_index, &adding))
    outfile_keep(file, named);
}
