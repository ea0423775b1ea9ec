/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * flame.c: sampled call stacks as a flame graph (B. Gregg, The Flame Graph, ACM Queue 14/2, 2016): a frame stands on
 * its caller, as wide as the samples that had both on the stack. Left to right means nothing but "more samples first".
 *
 * What always holds: frames of one caller lie on it without overlap, in the order of their samples, and their widths
 * are in exact proportion to samples over the whole page. The lowest frame of each tower is its thread. Places are
 * pixels of a picture in its natural size; names as in boxes.c.
 *
 * As chart `standing' it shows where threads stood at moments, by the clock of the wall: a thread has a tower of what it
 * ran, in warm colours, and one of where it waited, in cold ones, on top of which lies for what.
 */
#include "scene.h"

#define WIDTH 1560.0
#define HEIGHT 840.0
#define LEAST_WIDTH 1      /* pixels; narrower frames are left out with all that stands on them */
#define MOST_HEIGHT 44
#define LEAST_HEIGHT 16    /* deeper stacks make the page higher */
#define COLUMN 8.43        /* of a font of 14 pixels */
#define SMALL_COLUMN 6.63
#define NAME_WIDTH 46      /* pixels that a thread's name takes at least: six small letters */

struct frame { uint32_t name, thread, child, next, depth; bool waits; double samples; };

static struct {
  struct frame *frames;      /* 0 carries the threads */
  size_t count, room;
  struct pairs of;           /* 2 * (caller + 1), one more where the thread waits; and name */
  uint32_t *frame_of;        /* by pair */
  size_t frame_of_room;
  double per_sample, height;
  size_t deepest, shared;    /* threads that stand in a tower with others */
  bool standing;
  struct label { double x, y; const char *text; int size; } *labels;
  size_t label_count, label_room;
} it;

static uint32_t frame_of(uint32_t caller, uint32_t name, uint32_t thread, bool waits)
{
  const uint32_t before = it.of.count, pair = pair_of(&it.of, 2 * (caller + 1) + waits, name);
  if (it.of.count == before)
    return it.frame_of[pair];
  mem_grow(&it.frame_of, &it.frame_of_room, pair + 1, sizeof(*it.frame_of));
  mem_grow(&it.frames, &it.room, it.count + 1, sizeof(*it.frames));
  const uint32_t frame = it.frame_of[pair] = (uint32_t)it.count++;
  it.frames[frame] = (struct frame){ .name = name, .thread = thread, .waits = waits,
                                     .next = it.frames[caller].child,
                                     .depth = caller ? it.frames[caller].depth + 1 : 0 };
  it.frames[caller].child = frame;
  return frame;
}

static void grow_towers(void)
{
  mem_grow(&it.frames, &it.room, 1, sizeof(*it.frames));
  it.frames[it.count++] = (struct frame){ 0 };
  for (size_t i = 0; i < stacks.count; i++) {
    const struct stack *s = stacks.stacks + i;
    uint32_t frame = frame_of(0, name_of_text(say("[%s]", name_text(s->thread))), s->thread, false);
    it.frames[0].samples += s->samples;
    it.frames[frame].samples += s->samples;
    for (size_t k = 0; k < s->count; k++) {
      frame = frame_of(frame, s->frames[k], s->thread, s->waits);
      it.frames[frame].samples += s->samples;
    }
  }
  it.per_sample = WIDTH / it.frames[0].samples;
}

static bool is_wide(const struct frame *f)
{
  return f->samples * it.per_sample >= LEAST_WIDTH;
}

static uint32_t warm(unsigned hash)
{
  return (225 + hash % 26) << 16 | (115 + hash / 26 % 105) << 8 | (60 + hash / 2730 % 40);
}

static uint32_t cold(unsigned hash)
{
  return (95 + hash % 26) << 16 | (150 + hash / 26 % 55) << 8 | (215 + hash / 2730 % 26);
}

#define THREAD_RGB 0xC8C8C8 /* of many threads that stand, each a narrow tower */

/* Threads have their colour; functions a warm one that depends on the name alone, so that a function is found again in
 * every tower and every run. */
static uint32_t frame_colour(const struct frame *f)
{
  if (f->depth == 0)
    return it.standing ? THREAD_RGB : paler(colour_of(f->thread), 0.35);
  if (f->waits)
    return cold(hash_of(name_text(f->name)));
  return f->name == stacks.probes ? paler(0x9A9A9A, 0.4) : warm(hash_of(name_text(f->name)));
}

static void say_samples(void)
{
  bool probes = false;
  for (size_t i = 1; i < it.count; i++)
    probes = probes || it.frames[i].name == stacks.probes;
  figure_legend("function, in a colour by its name", warm(40 + 26 * 50), "area");
  if (probes)
    figure_legend("(probes)", paler(0x9A9A9A, 0.4), "area");
  for (uint32_t i = it.frames[0].child; i; i = it.frames[i].next)
    if (is_wide(it.frames + i))
      figure_legend(name_text(it.frames[i].name), frame_colour(it.frames + i), "area");
  figure_head("Flame graph of the sampled stacks",
              say("A frame stands on its caller; width: how many samples had it on the stack, of %s. Percentages"
                  " are of the whole.%s",
                  stacks_scope(), stacks_remark()));
}

static void say_standing(void)
{
  figure_legend("thread", THREAD_RGB, "area");
  figure_legend("function of a thread that ran", warm(40 + 26 * 50), "area");
  figure_legend("of one that did not (cold)",
                cold(13 + 26 * 27), "area");
  figure_head("Where threads stood, running and waiting",
              say("A frame stands on its caller; width: at how many moments it was on a stack, of %s. On top of the stack of"
                  " a thread that did not run: why. Percentages are of the whole.%s%s", standing_scope(),
                  it.shared ? say(" %s with too few moments for a tower with a name stand together: those whose"
                                  " names differ in a number, and all others.", say_some((double)it.shared, "thread"))
                            : "",
                  table_remark("standing")));
}

static void lay_out(void)
{
  for (size_t i = 1; i < it.count; i++)
    if (is_wide(it.frames + i) && it.frames[i].depth > it.deepest)
      it.deepest = it.frames[i].depth;
  it.height = trunc(HEIGHT / (double)(it.deepest + 1));
  it.height = it.height > MOST_HEIGHT ? MOST_HEIGHT : it.height < LEAST_HEIGHT ? LEAST_HEIGHT : it.height;
  figure_set("plot", it.height * (double)(it.deepest + 1));
  figure_set("plot_width", WIDTH);
}

static void draw_frame(const struct frame *f, double x)
{
  const double width = f->samples * it.per_sample, top = (double)(it.deepest - f->depth) * it.height;
  const char *name = name_text(f->name), *share = say(" %s", say_percent(100 * f->samples / it.frames[0].samples));
  figure_row(x, top, x + width, top + it.height, (double)frame_colour(f), (double)f->depth, f->samples,
             name_text(f->thread), name);
  const int size = it.height >= 20 && (double)columns_of(name) * COLUMN <= width - 8 ? 14 : 11;
  const double column = size == 14 ? COLUMN : SMALL_COLUMN;
  const char *label = fit_name(name, width > 6 ? (size_t)((width - 6) / column) : 0);
  if (!*label)
    return;
  if ((double)(columns_of(label) + columns_of(share)) * column <= width - 8)
    label = say("%s%s", label, share);
  mem_grow(&it.labels, &it.label_room, it.label_count + 1, sizeof(*it.labels));
  it.labels[it.label_count++] = (struct label){ x + 4, top + it.height / 2, label, size };
}

static bool stands_after(uint32_t a, uint32_t b, const void *ctx)
{
  const struct frame *f = ctx;
  if (f[a].samples != f[b].samples)
    return f[a].samples < f[b].samples;
  return strcmp(name_text(f[a].name), name_text(f[b].name)) > 0;
}

/* Places what stands on a frame, from `x' to the right, most samples first (equal ones by name). What is to be placed
 * waits in a list: towers may be deeper than a stack of this program. */
static void draw_towers(void)
{
  struct { uint32_t frame; double x; } *waiting = NULL;
  size_t count = 0, room = 0;
  mem_grow(&waiting, &room, 1, sizeof(*waiting));
  waiting[count].frame = 0;
  waiting[count++].x = 0;
  while (count) {
    const uint32_t frame = waiting[--count].frame;
    double x = waiting[count].x;
    struct list children = { 0 };
    if (frame)
      draw_frame(it.frames + frame, x);
    for (uint32_t child = it.frames[frame].child; child; child = it.frames[child].next)
      if (is_wide(it.frames + child))
        list_add(&children, child);
    sort_by(children.at, children.count, stands_after, it.frames);
    mem_grow(&waiting, &room, count + children.count + 1, sizeof(*waiting));
    for (size_t i = 0; i < children.count; i++) { /* the first comes out first */
      const size_t at = count + children.count - 1 - i;
      waiting[at].frame = children.at[i];
      waiting[at].x = x;
      x += it.frames[children.at[i]].samples * it.per_sample;
    }
    count += children.count;
    mem_free(children.at);
  }
}

static void write_labels(const char *name, int size)
{
  figure_series(name, "x y text", "%.2f %.2f %s");
  for (size_t i = 0; i < it.label_count; i++)
    if (it.labels[i].size == size)
      figure_row(it.labels[i].x, it.labels[i].y, it.labels[i].text);
}

void make_flame(void)
{
  memset(&it, 0, sizeof(it));
  it.standing = !strcmp(scene.figure->chart->name, "standing");
  scene_open(it.standing ? "moments" : "samples");
  if (it.standing) {
    standing_read();
    it.shared = standing_share_towers(NAME_WIDTH / WIDTH);
  } else {
    stacks_read();
  }
  grow_towers();
  lay_out();
  if (it.standing)
    say_standing();
  else
    say_samples();
  figure_series("frames", "left top right bottom colour depth samples thread function",
                "%.2f %.2f %.2f %.2f %.0f %.0f %.0f %s %s");
  draw_towers();
  write_labels("names", 14);
  write_labels("small", 11);
}
