/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clocks.c: see clocks.h. The messages of two nodes are points in the order of one's clock. A window takes them one by
 * one until it is long enough, or until a message leaves no line; what is left is solved once more with the slack of
 * its length. Of the points of a window those decide that are corners of the convex hull of their direction; the others are
 * let go.
 *
 * A step ends a window where a message contradicts those before it. The step may be older than that message: one that
 * is sent to a machine just behind the moment at which it stopped seems only to be a fast one. So the last messages
 * before a contradiction that agree with the window behind it, too, may lie on either side of the step, and bound
 * neither window. Between the two the offset is anywhere that one of them allows.
 *
 * A window's neighbours say of it, too, what its clock did: over a stretch of several windows a rate may change by
 * `wander` for each of them. Each stretch without a step gives bounds, and all of these hold. The offset is first that of the
 * line that is as far as can be from all messages of both directions, as a support vector machine finds it (Y. Geng et
 * al., "Exploiting a Natural Network Effect for Scalable, Fine-grained Clock Synchronization", NSDI 2018). That line
 * rests on one stretch, and the bounds on all of them and on third nodes: what is said is the mean of the line's offset and
 * the middle of the bounds. In the worst windows each of the two alone is further off (test_net). Each window's is
 * still off by half of what its least delays forth and back differ by, which is chance; a clock's rate is not. So of
 * the windows between two steps what is said is the curve that goes through them (smooth.h), within each one's bounds.
 */
#include "clocks.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "smooth.h"

/* A message between the two nodes of a pair: `y` is what it says of the offset at `x`. */
struct point { uint32_t node, other; bool forth; long double x, y; };

struct points { const struct net_match *m; struct point *of; size_t count, room; };

static void take_message(void *points, struct net_end sent, struct net_end received)
{
  struct points *p = points;
  const struct net_node *from = &p->m->nodes[sent.node], *to = &p->m->nodes[received.node];
  if (sent.node == received.node)
    return;
  const long double s = net_ns(from, net_message(p->m->nodes, sent)->tsc);
  const long double r = net_ns(to, net_message(p->m->nodes, received)->tsc);
  const bool forth = sent.node < received.node;
  mem_grow(&p->of, &p->room, p->count + 1, sizeof(*p->of));
  p->of[p->count++] = (struct point){ .node = forth ? sent.node : received.node,
                                      .other = forth ? received.node : sent.node, .forth = forth, .x = forth ? s : r,
                                      .y = forth ? r - s : s - r };
}

static int by_pair_and_time(const void *a, const void *b)
{
  const struct point *p = a, *q = b;
  if (p->node != q->node)
    return p->node < q->node ? -1 : 1;
  if (p->other != q->other)
    return p->other < q->other ? -1 : 1;
  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->forth > q->forth) - (p->forth < q->forth);
}

/* ---- a window ---- */

static void apply(struct bounds *b, const struct point *p, const struct clocks_window *w)
{
  if (p->forth)
    bounds_below(b, p->x - w->middle, p->y - w->shift + w->slack);
  else
    bounds_above(b, p->x - w->middle, p->y - w->shift - w->slack);
}

/* How far a clock may be off a line in so much time: its rate may be too high in one half and too low in the other. */
static long double slack_of(const struct clocks_config *c, long double length)
{
  return c->wander * length / 4;
}

/* Whether a window has all that it should have before a point. */
static bool is_whole(const struct point *p, size_t n, uint64_t forth, long double length,
                     const struct clocks_config *config)
{
  return p[n].x - p[0].x >= length && forth >= config->least && n - forth >= config->least;
}

/* How many points the next window has: those of `length`, more where there are few, and what is left where that would
 * be no window of its own; fewer, but one at least, where the next point leaves no line. */
static size_t fitting(const struct point *p, size_t count, long double length, const struct clocks_config *config)
{
  struct clocks_window w = { .middle = p[0].x, .shift = p[0].y };
  struct bounds b = bounds_all(config->rate);
  uint64_t forth = 0;
  size_t n = 0;
  for (; n < count; forth += p[n++].forth) {
    if (is_whole(p, n, forth, length, config) && p[count - 1].x - p[n].x >= length / 2)
      break;
    w.slack = slack_of(config, fmaxl(length, p[n].x - p[0].x));
    apply(&b, &p[n], &w);
    if (bounds_is_empty(&b))
      break;
  }
  bounds_free(&b);
  return n ? n : 1;
}

/* The bounds of a window at a time of its node's clock. */
static void bounds_at(const struct clocks_window *w, long double at, long double *low, long double *high)
{
  *low = bounds_low(&w->lines, at - w->middle) + w->shift - w->slack;
  *high = bounds_high(&w->lines, at - w->middle) + w->shift + w->slack;
}

static uint64_t count_violations(const struct clocks_window *before, const struct point *p, size_t count)
{
  uint64_t violations = 0;
  for (size_t i = 0; i < count; i++) {
    long double low, high;
    bounds_at(before, p[i].x, &low, &high);
    violations += p[i].forth ? p[i].y < low : p[i].y > high;
  }
  return violations;
}

static void solve(struct clocks_window *w, const struct point *p, size_t count, long double rate)
{
  w->lines = bounds_all(rate);
  for (size_t i = 0; i < count && !bounds_is_empty(&w->lines); i++)
    apply(&w->lines, &p[i], w);
}

/* The lines that the points leave. With the slack of the window's length there is one (fitting()), but for rounding. */
static void find_lines(struct clocks_window *w, const struct point *p, size_t count, long double rate)
{
  solve(w, p, count, rate);
  while (bounds_is_empty(&w->lines)) {
    bounds_free(&w->lines);
    w->slack = 2 * w->slack + 1;
    solve(w, p, count, rate);
  }
}

/* When the other node of a window behind a step had come to the window's offset: while it stands still the offset
 * falls, and what is sent to it meanwhile says how far it is above that of the window. The first message that is within
 * twice the bounds of the window says that it is not; where there is none, the window's first message must do. */
static long double settled(const struct clocks_window *w, const struct point *p, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    long double low, high;
    bounds_at(w, p[i].x, &low, &high);
    if (p[i].forth && isfinite(low) && p[i].y <= high + (high - low))
      return p[i].x;
  }
  return w->from;
}

/* The windows as they are made: of each the corners of its hulls. */
struct making {
  struct net_clocks *c;
  const struct clocks_config *config;
  struct point *corners;
  size_t count, room;
  struct corners { size_t first, count; } *of; /* by window */
  size_t of_room;
};

/* Whether b lies above the line from a to c, or on it; points of the other direction are upside down. */
static bool is_above(const struct point *a, const struct point *b, const struct point *c)
{
  const long double way = a->forth ? 1 : -1;
  return way * ((b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x)) <= 0;
}

/* Keeps the corners of the hull of one direction, in the order of time (A. Andrew, "Another efficient algorithm for
 * convex hulls in two dimensions", 1979). */
static void keep_hull(struct making *m, const struct point *p, size_t count, bool forth)
{
  const size_t first = m->count;
  mem_grow(&m->corners, &m->room, first + count, sizeof(*m->corners));
  for (size_t i = 0; i < count; i++) {
    if (p[i].forth != forth)
      continue;
    while (m->count >= first + 2 && is_above(&m->corners[m->count - 2], &m->corners[m->count - 1], &p[i]))
      m->count--;
    m->corners[m->count++] = p[i];
  }
}

static void add_window(struct making *m, const struct point *p, size_t count, long double length,
                       uint64_t violations)
{
  struct net_clocks *c = m->c;
  const struct clocks_config *config = m->config;
  mem_grow(&m->of, &m->of_room, c->count + 1, sizeof(*m->of));
  m->of[c->count].first = m->count;
  keep_hull(m, p, count, true);
  keep_hull(m, p, count, false);
  m->of[c->count].count = m->count - m->of[c->count].first;
  mem_grow(&c->windows, &c->room, c->count + 1, sizeof(*c->windows));
  struct clocks_window *w = &c->windows[c->count];
  const long double reach = p[count - 1].x - p[0].x;
  *w = (struct clocks_window){ .node = p[0].node, .other = p[0].other, .from = p[0].x, .to = p[count - 1].x,
                               .middle = (p[0].x + p[count - 1].x) / 2, .shift = p[0].y,
                               .slack = slack_of(config, fmaxl(length, reach)), .violations = violations };
  find_lines(w, p, count, config->rate);
  const long double from = violations ? settled(w, p, count) : w->from;
  if (from > w->from) {
    w->from = from;
    w->middle = (w->from + w->to) / 2;
    bounds_free(&w->lines);
    find_lines(w, p, count, config->rate);
  }
  for (size_t i = 0; i < count; i++)
    w->forth += p[i].forth;
  w->back = count - w->forth;
  bounds_at(w, w->middle, &w->low, &w->high);
  w->least_rate = bounds_least_rise(&w->lines);
  w->most_rate = bounds_most_rise(&w->lines);
  c->count++;
}

/* Takes the last window back. */
static void drop_window(struct making *m)
{
  struct net_clocks *c = m->c;
  bounds_free(&c->windows[--c->count].lines);
  m->count = m->of[c->count].first;
}

/* When, by its own clock, the other node sent the last of `count` points; -INFINITY: it sent none. */
static long double last_sent(const struct point *p, size_t count)
{
  long double sent = -INFINITY;
  for (size_t i = 0; i < count; i++)
    if (!p[i].forth)
      sent = fmaxl(sent, p[i].x + p[i].y);
  return sent;
}

/* How many of the `count` points before p[0] agree with the `next` points from p[0] on, the nearest ones first. */
static size_t agreeing(const struct point *p, size_t count, size_t next, long double length,
                       const struct clocks_config *config)
{
  struct clocks_window w = { .middle = p[0].x, .shift = p[0].y };
  struct bounds b = bounds_all(config->rate);
  size_t n = 0;
  w.slack = slack_of(config, fmaxl(length, p[next - 1].x - p[0].x));
  for (size_t i = 0; i < next && !bounds_is_empty(&b); i++)
    apply(&b, &p[i], &w);
  for (; n < count; n++) {
    const struct point *before = p - n - 1;
    w.slack = slack_of(config, fmaxl(length, p[next - 1].x - before->x));
    apply(&b, before, &w);
    if (bounds_is_empty(&b))
      break;
  }
  bounds_free(&b);
  return n;
}

/* Lets go of the last messages of the last window, of the `before` points before p[0], that may be from behind the
 * step between it and the `next` points from p[0] on. That the other node has not stopped yet only its own messages
 * say: what is sent to it waits where it has. So what came before the last of them was sent is surely before the step;
 * by which time on the first node's clock that was, the window itself says, the less surely the fewer messages it
 * keeps. One point stays at least. */
static void drop_unsure(struct making *m, const struct point *p, size_t before, size_t next, long double length)
{
  const struct point *first = p - before;
  const uint64_t violations = m->c->windows[m->c->count - 1].violations;
  size_t has = before, sure = before - agreeing(p, before - 1, next, length, m->config);
  const long double sent = last_sent(first, sure);
  while (sure) {
    if (sure < has) {
      drop_window(m);
      add_window(m, first, sure, length, violations);
    }
    const struct clocks_window *w = &m->c->windows[m->c->count - 1];
    long double low, high;
    bounds_at(w, w->to, &low, &high);
    for (has = sure; sure && first[sure - 1].x > sent - high;)
      sure--;
    if (sure == has)
      break;
  }
}

static void add_pair(struct making *m, const struct point *p, size_t count)
{
  const struct clocks_config *config = m->config;
  const long double whole = p[count - 1].x - p[0].x, parts = floorl(whole / config->window_ns);
  const long double length = parts > 1 ? whole / parts : fminl(config->window_ns, whole + 1);
  for (size_t before = 0, n; count; before = n, p += n, count -= n) {
    n = fitting(p, count, length, config);
    const uint64_t violations = before ? count_violations(&m->c->windows[m->c->count - 1], p, n) : 0;
    if (violations)
      drop_unsure(m, p, before, n, length);
    add_window(m, p, n, length, violations);
  }
}

/* ---- neighbours ---- */

#define NEIGHBOURS 4    /* of a window on each side */
#define NARROWER 24     /* times by which what is between no room and all of it is halved */

/* Windows of a pair that follow each other, how far their clock may be off a line, and how far it may be where its rate
 * keeps to that of one window. */
struct stretch { const struct point *corners; size_t count; long double slack, least_slack; };

static struct stretch stretch_of(const struct making *m, size_t first, size_t last)
{
  const struct clocks_window *windows = m->c->windows;
  const long double length = windows[last].to - windows[first].from;
  const long double own = m->config->window_ns > 0 ? length / m->config->window_ns : 1;
  return (struct stretch){ m->corners + m->of[first].first,
                           m->of[last].first + m->of[last].count - m->of[first].first,
                           slack_of(m->config, length) * (own > 1 ? own : 1), slack_of(m->config, length) };
}

/* The lines that a stretch leaves, as seen from a window, `room` away from each message. */
static struct bounds lines_of(const struct making *m, const struct stretch *s, const struct clocks_window *of,
                              long double room)
{
  const struct clocks_window w = { .middle = of->middle, .shift = of->shift, .slack = s->slack - room };
  struct bounds b = bounds_all(m->config->rate);
  for (size_t i = 0; i < s->count && !bounds_is_empty(&b); i++)
    apply(&b, &s->corners[i], &w);
  return b;
}

/* The offset in the middle of a window by the line that is as far as can be from all messages of a stretch; `most` is
 * room that no line has. */
static long double farthest(const struct making *m, const struct stretch *s, const struct clocks_window *w,
                            long double most)
{
  long double least = 0, offset = (w->low + w->high) / 2;
  for (unsigned i = 0; i < NARROWER; i++) {
    const long double room = (least + most) / 2;
    struct bounds b = lines_of(m, s, w, room);
    const bool empty = bounds_is_empty(&b);
    if (!empty)
      offset = w->shift + (bounds_low(&b, 0) + bounds_high(&b, 0)) / 2;
    bounds_free(&b);
    *(empty ? &most : &least) = room;
  }
  return offset;
}

static bool is_of_pair(const struct clocks_window *a, const struct clocks_window *b)
{
  return a->node == b->node && a->other == b->other;
}

/* Whether window `at` follows the one before it without a step between them. */
static bool goes_on(const struct net_clocks *c, size_t at)
{
  return at && at < c->count && is_of_pair(&c->windows[at - 1], &c->windows[at]) && !c->windows[at].violations;
}

/* Puts what a stretch says of a window into its bounds; *best is the stretch that leaves the least. Returns false where
 * no line fits the stretch: a clock has stepped in it. */
static bool narrow(const struct making *m, struct clocks_window *w, const struct stretch *s, long double *width,
                   struct stretch *best)
{
  struct bounds b = lines_of(m, s, w, 0);
  if (bounds_is_empty(&b)) {
    bounds_free(&b);
    return false;
  }
  const long double low = bounds_low(&b, 0) + w->shift - s->slack, high = bounds_high(&b, 0) + w->shift + s->slack;
  bounds_free(&b);
  if (low > w->high || high < w->low)
    return false;
  w->low = fmaxl(w->low, low);
  w->high = fminl(w->high, high);
  const long double own = high - low - 2 * (s->slack - s->least_slack);
  if (own < *width) {
    *width = own;
    *best = *s;
  }
  return true;
}

/* Bounds by neighbours, and the offset between them. The lines of the window are those that keep to the bounds. */
static void ask_neighbours(const struct making *m, size_t at)
{
  struct clocks_window *w = &m->c->windows[at];
  struct stretch best = stretch_of(m, at, at);
  long double width = w->high - w->low;
  for (unsigned way = 1; way < 4; way++) { /* bit 0: those before it, bit 1: those behind it */
    size_t first = at, last = at;
    for (unsigned k = 0; k < NEIGHBOURS; k++) {
      const bool more_before = (way & 1) && goes_on(m->c, first);
      const bool more_behind = (way & 2) && goes_on(m->c, last + 1);
      first -= more_before;
      last += more_behind;
      const struct stretch s = stretch_of(m, first, last);
      if ((!more_before && !more_behind) || !narrow(m, w, &s, &width, &best))
        break;
    }
  }
  if (isinf(w->low) || isinf(w->high))
    return;
  bounds_above(&w->lines, 0, w->low - w->shift - w->slack);
  bounds_below(&w->lines, 0, w->high - w->shift + w->slack);
  w->offset = farthest(m, &best, w, (w->high - w->low) / 2 + best.slack);
}

/* ---- any time ---- */

/* The window of a pair for a time of its node's clock; NULL: the pair has none. */
static const struct clocks_window *find_window(const struct net_clocks *c, uint32_t node, uint32_t other,
                                               long double at)
{
  size_t low = 0, high = c->count;
  while (low < high) { /* the first one that ends at `at` or later */
    const size_t middle = low + (high - low) / 2;
    const struct clocks_window *w = &c->windows[middle];
    const bool earlier = w->node != node ? w->node < node : w->other != other ? w->other < other : w->to < at;
    if (earlier)
      low = middle + 1;
    else
      high = middle;
  }
  const struct clocks_window *behind = low < c->count ? &c->windows[low] : NULL;
  const struct clocks_window *before = low ? &c->windows[low - 1] : NULL;
  const bool has_behind = behind && behind->node == node && behind->other == other;
  const bool has_before = before && before->node == node && before->other == other;
  if (has_behind && has_before && at < behind->from && at - before->to < behind->from - at)
    return before;
  return has_behind ? behind : has_before ? before : NULL;
}

/* The bounds of a pair's offset at a time of its first node's clock, those of the nearest window; in a gap with a step
 * in it, anything that the window before or the one behind allows. Returns that window; NULL: the pair has none. */
static const struct clocks_window *bounds_of_pair(const struct net_clocks *c, uint32_t node, uint32_t other,
                                                  long double at, long double *low, long double *high)
{
  const struct clocks_window *w = find_window(c, node, other, at);
  if (!w)
    return NULL;
  const size_t behind = (size_t)(w - c->windows) + (at > w->to);
  bounds_at(w, at, low, high);
  if ((at < w->from || at > w->to) && behind && behind < c->count &&
      is_of_pair(&c->windows[behind - 1], &c->windows[behind]) && c->windows[behind].violations) {
    long double l, h;
    bounds_at(&c->windows[at > w->to ? behind : behind - 1], at, &l, &h);
    *low = fminl(*low, l);
    *high = fmaxl(*high, h);
  }
  return w;
}

/* The same from the other node's clock: its time is not known before the offset is, so the offset is taken at the
 * nearest time, and is less sure by what the rates make of the difference. */
static void bounds_from_other(const struct net_clocks *c, uint32_t node, uint32_t other, long double at,
                              long double *low, long double *high)
{
  long double l, h, there = at;
  const struct clocks_window *w = NULL;
  for (int i = 0; i < 4; i++) {
    w = bounds_of_pair(c, other, node, there, &l, &h);
    if (!w)
      return;
    if (isinf(l) || isinf(h))
      break;
    there = at - (l + h) / 2;
  }
  if (isinf(l) && isinf(h))
    return;
  const long double steep = fmaxl(fabsl(w->least_rate), fabsl(w->most_rate));
  const long double off = isinf(l) || isinf(h) ? fabsl(isinf(l) ? h : l) * steep : (h - l) * steep;
  *low = -h - off;
  *high = -l + off;
}

void net_clocks_bounds(const struct net_clocks *c, uint32_t node, uint32_t other, long double at, long double *low,
                       long double *high)
{
  *low = -INFINITY;
  *high = INFINITY;
  if (node == other) {
    *low = *high = 0;
  } else if (node > other) {
    bounds_from_other(c, node, other, at, low, high);
  } else {
    bounds_of_pair(c, node, other, at, low, high);
  }
}

/* ---- by way of others ---- */

/* Adds to the bounds of `by` to a node, at the node's time `at`, those of `other` to `by`. The time of `by` is not
 * known better than its offset: the sum is less sure by what the rates make of that. Returns false where the second
 * pair has no window. */
static bool go_on(const struct net_clocks *c, uint32_t by, uint32_t other, long double at, long double *low,
                  long double *high)
{
  const long double there = at + (*low + *high) / 2;
  const struct clocks_window *second = find_window(c, by < other ? by : other, by < other ? other : by, there);
  long double more_low, more_high;
  if (!second)
    return false;
  net_clocks_bounds(c, by, other, there, &more_low, &more_high);
  const long double off = (*high - *low) / 2 * fmaxl(fabsl(second->least_rate), fabsl(second->most_rate));
  *low += more_low - off;
  *high += more_high + off;
  return true;
}

static bool is_bounded(long double low, long double high)
{
  return isfinite(low) && isfinite(high);
}

/* The offset by way of a third node is the sum of two. */
static void tighten(const struct net_clocks *c, struct clocks_window *w, uint32_t by)
{
  long double low, high;
  net_clocks_bounds(c, w->node, by, w->middle, &low, &high);
  if (!is_bounded(low, high) || !go_on(c, by, w->other, w->middle, &low, &high))
    return;
  if (low > high || low > w->high || high < w->low)
    return; /* one of the clocks has stepped meanwhile */
  w->tightened |= low > w->low || high < w->high;
  w->low = fmaxl(w->low, low);
  w->high = fminl(w->high, high);
}

/* A node that a way has reached, and the bounds of its offset to the one where the way begins. */
struct stage { uint32_t node; long double low, high; };

void net_clocks_way(const struct net_clocks *c, uint32_t node, uint32_t other, long double at, long double *low,
                    long double *high)
{
  net_clocks_bounds(c, node, other, at, low, high);
  if (is_bounded(*low, *high))
    return;
  struct stage *reached = mem_alloc(c->node_count, sizeof(*reached));
  uint8_t *seen = mem_alloc(c->node_count, 1);
  uint32_t count = 1;
  bool found = false;
  reached[0].node = node;
  seen[node] = 1;
  for (uint32_t i = 0; i < count && !found; i++)
    for (uint32_t by = 0; by < c->node_count && !found; by++) {
      struct stage s = { by, reached[i].low, reached[i].high };
      if (seen[by] || !go_on(c, reached[i].node, by, at, &s.low, &s.high) || !is_bounded(s.low, s.high))
        continue;
      seen[by] = 1;
      reached[count++] = s;
      found = by == other;
    }
  if (found) {
    *low = reached[count - 1].low;
    *high = reached[count - 1].high;
  }
  mem_free(reached);
  mem_free(seen);
}

/* ---- windows of a pair beside each other ---- */

static bool has_offset(const struct clocks_window *w)
{
  return !isnan(w->offset);
}

/* Puts the curve through the offsets of windows without a step between them; a window's bounds say how sure it is. */
static void smooth_stretch(struct clocks_window *w, size_t count, struct smooth_point *p)
{
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    const long double width = w[i].high - w[i].low + 1; /* by a nanosecond no two clocks are told apart */
    if (has_offset(&w[i]))
      p[n++] = (struct smooth_point){ w[i].middle, w[i].offset, 1 / (width * width) };
  }
  smooth(p, n);
  n = 0;
  for (size_t i = 0; i < count; i++)
    if (has_offset(&w[i]))
      w[i].offset = fminl(fmaxl(p[n++].y, w[i].low), w[i].high);
}

static void smooth_windows(struct net_clocks *c)
{
  struct smooth_point *p = mem_alloc(c->count, sizeof(*p));
  for (size_t first = 0, end; first < c->count; first = end) {
    for (end = first + 1; goes_on(c, end);)
      end++;
    smooth_stretch(&c->windows[first], end - first, p);
  }
  mem_free(p);
}

struct net_clocks *net_clocks_new(const struct net_match *m, const struct clocks_config *config)
{
  struct net_clocks *c = mem_alloc(1, sizeof(*c));
  c->node_count = (uint32_t)m->node_count;
  struct making making = { .c = c, .config = config };
  struct points p = { .m = m };
  net_match_each(m, take_message, &p);
  mem_sort(p.of, p.count, sizeof(*p.of), by_pair_and_time);
  for (size_t i = 0; i < p.count;) {
    size_t end = i + 1;
    while (end < p.count && p.of[end].node == p.of[i].node && p.of[end].other == p.of[i].other)
      end++;
    add_pair(&making, p.of + i, end - i);
    i = end;
  }
  mem_free(p.of);
  for (size_t i = 0; i < c->count; i++)
    ask_neighbours(&making, i);
  mem_free(making.corners);
  mem_free(making.of);
  for (size_t i = 0; i < c->count; i++) {
    struct clocks_window *w = &c->windows[i];
    for (uint32_t by = 0; by < m->node_count; by++)
      if (by != w->node && by != w->other)
        tighten(c, w, by);
    if (isinf(w->low) || isinf(w->high))
      w->offset = NAN;
    else
      w->offset = (fminl(fmaxl(w->offset, w->low), w->high) + (w->low + w->high) / 2) / 2;
  }
  smooth_windows(c);
  return c;
}

void net_clocks_free(struct net_clocks *c)
{
  if (!c)
    return;
  for (size_t i = 0; i < c->count; i++)
    bounds_free(&c->windows[i].lines);
  mem_free(c->windows);
  mem_free(c);
}
