/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * chrome_session.c: all nodes of a session as Chrome's trace events: the processes of each node, a slice for each end of
 * a message, and arrows from where a message was sent to where it came (net/match.h), and from where a thread was
 * started to where it ran first.
 *
 * An arrow is a pair of events `s` and `f` with one number, each on a slice that is open then: of a message its own,
 * a nanosecond long; of a thread's start the stretch in which the thread that started it ran, and the first one of its
 * own. An arrow whose ends are not both here, be it that the user did not choose them, is left out.
 *
 * Memory: 16 bytes a message, 32 a thread.
 */
#include "chrome.h"

#include "base/mem.h"
#include "base/say.h"
#include "model/message.h"

#include <inttypes.h>
#include <stdio.h>

/* An end of an arrow: on which lane, and when; lane 0: it is not here. */
struct place { uint32_t lane; int64_t time; };

struct session {
  struct chrome c;
  struct place **ends;       /* by node and message */
  bool *bounded;             /* by node: its times have bounds on both sides, on the first node's clock */
  uint64_t backward;         /* arrows that end before they begin */
};

static void put_end(struct chrome *c, char phase, enum chrome_process process, const struct place *p, const char *what)
{
  chrome_begin(c, phase, process, p->lane, p->time);
  chrome_number(c, ",\"id\":", c->arrows);
  chrome_text(c, ",\"cat\":", what);
  chrome_name(c, what);
  sink_text(c->s, phase == 'f' ? ",\"bp\":\"e\"}" : "}");
}

/* ---- threads ---- */

/* When a thread of one dump was started, and by which one, both by their indices in the view. */
struct start { uint32_t thread, by; int64_t time; struct place from, to; };

struct starts {
  struct chrome *c;
  struct start *all;         /* by the thread that started them, and time */
  size_t count;
  size_t *next, *end;        /* by thread: of those that it has started, the first one that is not found yet; behind the
                              * last one */
  size_t *own;               /* by thread: its own start, plus 1; 0: it is not known, or has been found */
  uint32_t threads;
};

static int by_starter(const void *a, const void *b)
{
  const struct start *x = a, *y = b;
  return x->by != y->by ? (x->by > y->by) - (x->by < y->by) : (x->time > y->time) - (x->time < y->time);
}

static struct starts starts_new(struct chrome *c)
{
  struct view *v = c->e->view;
  const size_t rows = dump_count(v->dump, WIRE_THREAD);
  const struct wire_thread *t = dump_thread_rows(v->dump);
  struct starts s = { .c = c, .all = mem_alloc(rows, sizeof(*s.all)) };
  for (size_t i = 0; i < rows; i++)
    if (t[i].by)
      s.all[s.count++] = (struct start){ view_thread(v, t[i].id), view_thread(v, t[i].by), view_ns(v, t[i].start),
                                         { 0, 0 }, { 0, 0 } };
  if (s.count)
    mem_sort(s.all, s.count, sizeof(*s.all), by_starter);
  s.threads = (uint32_t)v->thread_count;
  s.next = mem_alloc(s.threads, sizeof(*s.next));
  s.end = mem_alloc(s.threads, sizeof(*s.end));
  s.own = mem_alloc(s.threads, sizeof(*s.own));
  for (size_t i = s.count; i-- > 0;) {
    s.next[s.all[i].by] = i;
    s.end[s.all[i].by] = s.end[s.all[i].by] ? s.end[s.all[i].by] : i + 1;
    s.own[s.all[i].thread] = i + 1;
  }
  return s;
}

/* A stretch of a thread was put on a lane: whether threads were started in it, or it is a thread's first one. Those of
 * a thread come by time. */
static void look_for_starts(void *starts, const struct reader_stretch *r, const struct chrome_lane *l,
                            struct chrome_times t)
{
  struct starts *s = starts;
  if (r->thread >= s->threads)
    return;
  for (size_t *i = &s->next[r->thread]; *i < s->end[r->thread] && s->all[*i].time < r->end; ++*i) {
    const int64_t time = t.start + s->all[*i].time - r->start;
    if (s->all[*i].time >= r->start)
      s->all[*i].from = (struct place){ l->number, time < t.end ? time : t.start };
  }
  if (s->own[r->thread])
    s->all[s->own[r->thread] - 1].to = (struct place){ l->number, t.start };
  s->own[r->thread] = 0;
}

static void put_starts(struct starts *s, uint64_t *backward)
{
  for (size_t i = 0; i < s->count; i++) {
    const struct start *a = &s->all[i];
    if (!a->from.lane || !a->to.lane)
      continue;
    s->c->arrows++;
    *backward += a->from.time > a->to.time;
    put_end(s->c, 's', CHROME_PROCESSORS, &a->from, "start");
    put_end(s->c, 'f', CHROME_PROCESSORS, &a->to, "start");
  }
  mem_free(s->all);
  mem_free(s->next);
  mem_free(s->end);
  mem_free(s->own);
}

/* ---- messages ---- */

static void put_message(struct chrome *c, const struct wire_message *m, struct place *p)
{
  struct view *v = c->e->view;
  const uint32_t thread = view_thread(v, m->thread);
  if (!v->threads[thread].wanted || !view_in_window(v, m->tsc))
    return;
  struct chrome_lane *l = chrome_lane(c, CHROME_MESSAGES, thread);
  const int64_t ns = view_ns(v, m->tsc);
  struct chrome_times t = chrome_place(c, l, ns, ns);
  char name[40], peer[20];
  l->until = t.end = t.start + 1;
  *p = (struct place){ l->number, t.start };
  snprintf(name, sizeof(name), "%s %s", m->flags & WIRE_MESSAGE_SENT ? "sent" : "received", message_kind(m));
  snprintf(peer, sizeof(peer), "%u.%u.%u.%u", m->peer >> 24, m->peer >> 16 & 255, m->peer >> 8 & 255, m->peer & 255);
  chrome_begin(c, 'X', CHROME_PROGRAM, l->number, t.start);
  sink_text(c->s, ",\"cat\":\"message\"");
  chrome_duration(c, t.start, t.end);
  chrome_name(c, name);
  chrome_text(c, ",\"args\":{\"layer\":", message_layer(m->layer));
  chrome_text(c, ",\"peer\":", peer);
  chrome_number(c, ",\"bytes\":", m->bytes);
  chrome_number(c, ",\"key\":\"", m->key); /* a text, for JavaScript's numbers have 53 bits */
  sink_byte(c->s, '"');
  if (m->layer == WIRE_LAYER_RPC) {
    chrome_number(c, ",\"program\":", m->program);
    chrome_number(c, ",\"procedure\":", m->procedure);
  }
  chrome_end(c);
}

static void put_messages(struct session *s, uint32_t node)
{
  const struct net_node *n = &s->c.forest->match->nodes[node];
  dump_note_read(s->c.e->view->dump, DUMP_KIND(WIRE_MESSAGE));
  for (uint32_t i = 0; i < n->count; i++)
    put_message(&s->c, &n->messages[i], &s->ends[node][i]);
}

static void put_arrow(void *session, struct net_end sent, struct net_end received)
{
  struct session *s = session;
  const struct place *from = &s->ends[sent.node][sent.index], *to = &s->ends[received.node][received.index];
  if (!from->lane || !to->lane)
    return;
  s->c.arrows++;
  s->backward += from->time > to->time;
  s->c.node = sent.node;
  put_end(&s->c, 's', CHROME_PROGRAM, from, "message");
  s->c.node = received.node;
  put_end(&s->c, 'f', CHROME_PROGRAM, to, "message");
}

/* ---- the file ---- */

static void put_node(struct session *s, struct export *one)
{
  s->c.e = one;
  s->c.bounded = true;
  struct starts starts = starts_new(&s->c);
  s->c.stretch_put = look_for_starts;
  s->c.stretch_ctx = &starts;
  chrome_run(&s->c);
  put_messages(s, s->c.node);
  put_starts(&starts, &s->backward);
  s->bounded[s->c.node] = s->c.bounded;
  chrome_free_lanes(&s->c);
}

/* Says in the file and to the user whose times are not known well, and that receptions have no arrow. */
static void put_doubts(struct session *s, const char *output)
{
  const struct forest *f = s->c.forest;
  for (uint32_t n = 0; n < f->count; n++) {
    if (!f->nodes[n].analysis || s->bounded[n])
      continue;
    char *key = mem_format("%s: clock", f->nodes[n].name);
    chrome_remark(&s->c, key, "its offset to the first node's has no bounds on both sides, by way of other nodes "
                  "neither: times are this node's own, or moved by the one bound that there is");
    say_line("%s: messages do not tell on both sides how the clock of %s stands to that of %s: its times are its own, "
             "or moved by the one bound that there is", output, f->nodes[n].name, f->nodes[0].name);
    mem_free(key);
  }
  char *left_out = net_match_note(f->match);
  if (left_out) {
    chrome_remark(&s->c, "messages", left_out);
    say_line("%s: %s", output, left_out);
  }
  mem_free(left_out);
}

bool chrome_session(struct export *e, const struct forest *f)
{
  struct session s = { .c = { .s = &e->sink, .forest = f, .begin_ns = forest_beginning(f) } };
  struct export *all = mem_alloc(f->count, sizeof(*all));
  s.ends = mem_alloc(f->count, sizeof(*s.ends));
  s.bounded = mem_alloc(f->count, sizeof(*s.bounded));
  chrome_open(&s.c);
  for (uint32_t n = 0; n < f->count; n++) {
    s.ends[n] = mem_alloc(f->match->nodes[n].count, sizeof(**s.ends));
    if (!f->nodes[n].analysis)
      continue;
    all[n] = (struct export){ .analysis = f->nodes[n].analysis, .view = f->nodes[n].analysis->view, .output = e->output };
    s.c.node = n;
    put_node(&s, &all[n]);
    e->unplaced += all[n].unplaced;
  }
  net_match_each(f->match, put_arrow, &s);
  chrome_close_events(&s.c);
  for (uint32_t n = 0; n < f->count; n++) {
    s.c.node = n;
    s.c.e = &all[n];
    if (all[n].view)
      chrome_remarks(&s.c);
    mem_free(s.ends[n]);
  }
  put_doubts(&s, e->output);
  chrome_close(&s.c);
  if (s.backward)
    say_line("%s: %" PRIu64 " arrows end before they begin, for the messages do not tell how the clocks stand: viewers "
             "may leave them out", e->output, s.backward);
  mem_free(s.ends);
  mem_free(s.bounded);
  mem_free(all);
  return true;
}
