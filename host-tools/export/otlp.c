/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * otlp.c: calls as spans of OpenTelemetry, in the JSON of its protocol (OpenTelemetry Protocol Specification 1.x,
 * "OTLP/HTTP", "JSON Protobuf Encoding"): for the collector, Jaeger, Grafana Tempo and what else takes traces. Of a
 * session the calls of all nodes are one tree (net/forest.h):
 *
 *   a call                  span INTERNAL    below its caller's
 *   a call to a machine     span CLIENT      below the call that made it
 *   where it was served     span SERVER      below that, with the calls that served it below itself
 *
 * A call without a caller begins a trace, and so does a remote call of a thread without calls.
 *
 * A line is what one request to a receiver may hold, so that a file of any size can be sent piece by piece. 64-bit
 * numbers are strings, as the protocol's JSON has them; identifiers are hexadecimal. A resource is a thread: what its
 * spans have in common is said once.
 *
 * Times are of the first node's clock. Another node's are moved by the middle of what the messages allow
 * (net/clocks.h), at the span's beginning; its length is by its own clock. A node without bounds keeps its own time,
 * and says so.
 *
 * Memory: that of call_order.h, 32 bytes a remote call, and the depth of the deepest stack.
 */
#include "export.h"

#include "base/digits.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/stats.h"
#include "model/call_order.h"
#include "net/forest.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SPANS_A_LINE 1000      /* 300 KB, with many threads up to three times as much; collectors take 4 MB */
#define NO_NODE      UINT32_MAX
#define NO_THREAD    UINT32_MAX
#define NS_A_SECOND  UINT64_C(1000000000)

/* The numbers of opentelemetry/proto/trace/v1/trace.proto. */
enum span_kind { SPAN_INTERNAL = 1, SPAN_SERVER = 2, SPAN_CLIENT = 3 };
enum span_status { STATUS_ERROR = 2 };

/* What a remote call hangs below. */
struct hook {
  uint64_t span;               /* of the call that made it; 0: it begins a trace */
  uint64_t trace;              /* the span that begins its trace, where that is known: `through` is GRAFT_NONE */
  size_t through;              /* the remote call whose trace it is */
};

struct otlp {
  const struct export *e;
  const struct forest *forest;
  struct sink *s;
  digits_hex_text run;         /* the upper half of each trace's identifier */
  uint64_t **first_span;       /* by node and thread: the span of the thread's call 0; the others follow */
  uint64_t first_remote;       /* the span of remote call 0, as the client has it; then that of the server, and so on */
  struct hook *hooks;          /* by remote call */
  long double begin_ns;        /* the epoch, on the first node's clock: when the first node to begin began */
  uint64_t epoch_ns;           /* what `begin_ns` is since 1970; UINT64_MAX: more than 63 bits hold */
  uint32_t node, thread;       /* whose spans the line has at its end; NO_NODE: no line is open */
  unsigned spans;              /* of the line */
  struct lead { uint8_t text[32]; unsigned bytes; } lead; /* how the names of that thread's calls begin: `12:` */
  struct sink_names *names;    /* of functions, by node */
  struct digits_head head;     /* of dates */
  struct call_order *order;    /* of one dump; NULL: of a session each walk makes its own */
  uint64_t timeless;           /* calls whose times were overwritten */
  uint64_t early;              /* spans from before 1970 */
  bool unread;                 /* a call could not be read again */
};

/* A number, and its hexadecimal digits: those of a call are written again with each call below it. */
struct identifier { digits_hex_text text; uint64_t number; };

static inline struct identifier identifier(uint64_t number)
{
  return (struct identifier){ digits_hex_apart(number), number };
}

/* What a call hangs below when it is visited (`parent` NULL: it begins its trace), and where it stands itself. */
struct frame { struct identifier span, trace; size_t graft; };
struct place {
  uint32_t node, thread;
  const struct view *view;
  uint32_t function;
  uint64_t number;
  const struct call *call;
  const struct frame *at;
  const struct identifier *parent;
};

static struct view *view_of(const struct otlp *o, uint32_t node)
{
  return o->forest->nodes[node].analysis->view;
}

static uint64_t client_span(const struct otlp *o, size_t graft)
{
  return o->first_remote + 2 * graft;
}

static uint64_t server_span(const struct otlp *o, size_t graft)
{
  return client_span(o, graft) + 1;
}

/* ---- times ---- */

/* When a span begins and ends, nanoseconds since 1970. */
struct dates { uint64_t begin, end; };

/* Returns false where it would begin before 1970, or beyond what 63 bits hold; counts those. */
static bool find_dates(struct otlp *o, uint32_t node, long double start, long double elapsed, struct dates *d)
{
  bool bounded;
  const long double begin = roundl(forest_time(o->forest, node, start, &bounded) - o->begin_ns) +
                            1e9L * (long double)o->e->epoch_s;
  const long double end = begin + (isfinite(elapsed) ? roundl(elapsed) : 0);
  const bool good = begin >= 0 && end >= begin && end < 0x1p63L;
  o->early += !good;
  *d = good ? (struct dates){ (uint64_t)begin, (uint64_t)end } : (struct dates){ 0, 0 };
  return good;
}

/* find_dates() of a call. Of one dump there is one clock, and whole numbers do. */
static bool find_dates_of_call(struct otlp *o, uint32_t node, int64_t start, int64_t end, struct dates *d)
{
  if (o->forest->match || start < 0 || end < start || o->epoch_ns > INT64_MAX ||
      (uint64_t)end > INT64_MAX - o->epoch_ns)
    return find_dates(o, node, start, (long double)end - start, d);
  *d = (struct dates){ o->epoch_ns + (uint64_t)start, o->epoch_ns + (uint64_t)end };
  return true;
}

/* ---- JSON ---- */

static void put_key(struct otlp *o, bool *begun, const char *key)
{
  sink_text(o->s, *begun ? ",{\"key\":\"" : "{\"key\":\"");
  sink_text(o->s, key);
  sink_text(o->s, "\",\"value\":{\"");
  *begun = true;
}

static void put_string(struct otlp *o, bool *begun, const char *key, const char *value)
{
  put_key(o, begun, key);
  sink_text(o->s, "stringValue\":");
  sink_json(o->s, value);
  sink_text(o->s, "}}");
}

static void put_int(struct otlp *o, bool *begun, const char *key, int64_t value)
{
  put_key(o, begun, key);
  sink_text(o->s, "intValue\":\"");
  sink_whole(o->s, value);
  sink_text(o->s, "\"}}");
}

static void put_true(struct otlp *o, bool *begun, const char *key)
{
  put_key(o, begun, key);
  sink_text(o->s, "boolValue\":true}}");
}

/* Nanoseconds that are not known are left out. */
static void put_ns(struct otlp *o, bool *begun, const char *key, long double ns)
{
  if (isfinite(ns))
    put_int(o, begun, key, (int64_t)roundl(ns));
}

/* ---- lines ---- */

static void put_remark(void *ctx, const struct missing *m)
{
  struct otlp *o = ctx;
  bool begun = true;
  char *remark = export_remark(m);
  put_string(o, &begun, "jx.incomplete", remark);
  mem_free(remark);
}

/* What spans are of: a thread of a node; NO_THREAD: the node. */
static void put_resource(struct otlp *o, uint32_t node, uint32_t thread)
{
  const struct export one = { .analysis = o->forest->nodes[node].analysis, .view = view_of(o, node) };
  const char *name = o->forest->nodes[node].name;
  char *title = export_title(&one);
  long double low, high;
  bool begun = false;
  put_string(o, &begun, "service.name", *name ? name : title);
  put_string(o, &begun, "jx.program", title);
  if (thread != NO_THREAD) {
    put_int(o, &begun, "thread.id", view_of(o, node)->threads[thread].id);
    put_string(o, &begun, "thread.name", view_of(o, node)->threads[thread].name);
  }
  forest_bounds(o->forest, node, 0, &low, &high);
  if (!isfinite(low) || !isfinite(high))
    put_string(o, &begun, "jx.clock", "its offset to the first node's has no bounds on both sides: times are this "
               "node's own, or moved by the one bound that there is");
  put_ns(o, &begun, "jx.clock.offset_low_ns", low);
  put_ns(o, &begun, "jx.clock.offset_high_ns", high);
  mem_free(title);
}

static void end_line(struct otlp *o)
{
  if (o->node != NO_NODE)
    sink_text(o->s, "]}]}]}\n");
  o->node = NO_NODE;
  o->spans = 0;
}

/* Begins a resource, and where there is none a line. */
static void begin_resource(struct otlp *o, uint32_t node, uint32_t thread)
{
  sink_text(o->s, o->node == NO_NODE ? "{\"resourceSpans\":[" : "]}]},");
  sink_text(o->s, "{\"resource\":{\"attributes\":[");
  put_resource(o, node, thread);
  sink_text(o->s, "]},\"scopeSpans\":[{\"scope\":{\"name\":\"hostdump\"},\"spans\":[");
  uint8_t *end = digits_natural(o->lead.text, view_of(o, node)->threads[thread].id);
  *end++ = ':';
  o->lead.bytes = (unsigned)(end - o->lead.text);
  o->node = node;
  o->thread = thread;
}

/* A span, and what it hangs below; NULL: it begins its trace, which has its number. */
struct span {
  const struct identifier *own, *trace, *parent;
  enum span_kind kind;
  struct dates dates;
};

/* Of a span up to its name, and behind that: constants, identifiers, numbers of DIGITS_MOST. What writes to `at` leaves
 * to its caller that there is room for all of it, and returns where it has ended. */
#define SPAN_ROOM 512
#define NAME_ROOM 256 /* of a name that goes into the same room */

/* Begins a span of a thread, up to its name: behind others, as the first one of a resource, or as the first one of a
 * line. The buffer has room for SPAN_ROOM and NAME_ROOM then. */
static inline __attribute__((always_inline)) uint8_t *
begin_span(struct otlp *o, uint32_t node, uint32_t thread, const struct span *p)
{
  if (o->spans == SPANS_A_LINE)
    end_line(o);
  const bool follows = o->node == node && o->thread == thread;
  o->spans++;
  if (!follows)
    begin_resource(o, node, thread);
  uint8_t *at = sink_room(o->s, SPAN_ROOM + NAME_ROOM);
  *at = ',';
  at += follows;
  at = DIGITS_TEXT(at, "{\"traceId\":\"");
  at = digits_hex_put(at, o->run);
  at = digits_hex_put(at, (p->parent ? p->trace : p->own)->text);
  at = DIGITS_TEXT(at, "\",\"spanId\":\"");
  at = digits_hex_put(at, p->own->text);
  if (p->parent) {
    at = DIGITS_TEXT(at, "\",\"parentSpanId\":\"");
    at = digits_hex_put(at, p->parent->text);
  }
  return DIGITS_TEXT(at, "\",\"name\":\"");
}

/* What comes between the name and the attributes. */
static inline __attribute__((always_inline)) uint8_t *
dates_of(struct otlp *o, uint8_t *at, const struct span *p)
{
  at = DIGITS_TEXT(at, "\",\"kind\":");
  *at++ = (uint8_t)('0' + p->kind);
  at = DIGITS_TEXT(at, ",\"startTimeUnixNano\":\"");
  at = digits_alike(at, p->dates.begin, &o->head);
  at = DIGITS_TEXT(at, "\",\"endTimeUnixNano\":\"");
  at = digits_alike(at, p->dates.end, &o->head);
  return DIGITS_TEXT(at, "\",\"attributes\":[");
}

/* Says that the buffer is filled up to `at`. */
static inline void fill(struct otlp *o, const uint8_t *at)
{
  sink_took(o->s, (size_t)(at - (o->s->buffer + o->s->used)));
}

/* ---- spans ---- */

/* A function's name; of SPAN_ROOM there is as much room behind it as before. */
static inline uint8_t *name_of(struct otlp *o, uint8_t *at, const struct place *p)
{
  struct sink_names *names = &o->names[p->node];
  const char *name = p->view->functions[p->function].name;
  const size_t bytes = p->function < names->room ? names->bytes[p->function] : 0;
  if (bytes && bytes <= NAME_ROOM) {
    memcpy(at, name, bytes);
    return at + bytes;
  }
  fill(o, at);
  sink_name(o->s, names, p->function, name);
  return sink_room(o->s, SPAN_ROOM);
}

/* The attributes that each call has: its name, as `hostdump tree` takes it, and its corrected time. */
static inline uint8_t *attributes_of(struct otlp *o, uint8_t *at, const struct place *p, int64_t corrected_ns)
{
  const char *node = o->forest->nodes[p->node].name;
  at = DIGITS_TEXT(at, "{\"key\":\"jx.call\",\"value\":{\"stringValue\":\"");
  if (*node) {
    fill(o, at);
    sink_json_part(o->s, node);
    sink_byte(o->s, '/');
    at = sink_room(o->s, SPAN_ROOM);
  }
  memcpy(at, o->lead.text, sizeof(o->lead.text));
  at = digits_natural(at + o->lead.bytes, p->number);
  at = DIGITS_TEXT(at, "\"}},{\"key\":\"jx.corrected_ns\",\"value\":{\"intValue\":\"");
  if (corrected_ns < 0)
    *at++ = '-';
  at = digits_natural(at, corrected_ns < 0 ? -(uint64_t)corrected_ns : (uint64_t)corrected_ns);
  return DIGITS_TEXT(at, "\"}}");
}

static void put_call(struct otlp *o, const struct place *p)
{
  const struct call *call = p->call;
  const struct view *v = p->view;
  struct span span = { &p->at->span, &p->at->trace, p->parent, SPAN_INTERNAL, { 0, 0 } };
  bool begun = true;
  if (!call->known) {
    o->timeless++;
    return;
  }
  if (!find_dates_of_call(o, p->node, view_ns(v, call->start), view_ns(v, call->end), &span.dates))
    return;
  uint8_t *at = begin_span(o, p->node, p->thread, &span);
  at = name_of(o, at, p);
  at = dates_of(o, at, &span);
  at = attributes_of(o, at, p, view_span_ns(v, call->time));
  if (__builtin_expect(call->away || call->flags, 0)) {
    fill(o, at);
    if (call->away)
      put_int(o, &begun, "jx.away_ns", stats_ns((__int128)call->away, v->hz));
    if (call->flags & WIRE_CALL_OPEN)
      put_true(o, &begun, "jx.open");
    if (call->flags & WIRE_CALL_UNWOUND)
      put_true(o, &begun, "jx.unwound");
    at = sink_room(o->s, SPAN_ROOM);
  }
  fill(o, DIGITS_TEXT(at, "]}"));
}

/* A span of a remote call up to its attributes, which follow. Returns false, and there is none, where it has no date.
 * */
static bool put_remote_span(struct otlp *o, uint32_t node, uint32_t thread, struct span *span,
                            const struct net_call *call, long double start, long double elapsed)
{
  if (!find_dates(o, node, start, elapsed, &span->dates))
    return false;
  fill(o, begin_span(o, node, thread, span));
  sink_text(o->s, "program ");
  sink_natural(o->s, call->program);
  sink_text(o->s, ", procedure ");
  sink_natural(o->s, call->procedure);
  fill(o, dates_of(o, sink_room(o->s, SPAN_ROOM), span));
  return true;
}

static void put_rpc(struct otlp *o, bool *begun, const struct net_call *call)
{
  const uint32_t a = call->server_address;
  char *address = mem_format("%u.%u.%u.%u", a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
  put_string(o, begun, "rpc.system", "onc_rpc");
  put_int(o, begun, "jx.rpc.program", call->program);
  put_int(o, begun, "onc_rpc.procedure.number", call->procedure);
  put_string(o, begun, "server.address", address);
  put_int(o, begun, "server.port", call->server_port);
  mem_free(address);
}

/* The bounds of a part of a remote call are beside it where they are not one number. */
static void put_part(struct otlp *o, bool *begun, const char *name, long double ns, long double low, long double high)
{
  char key[64];
  if (!isfinite(low) || !isfinite(high))
    return;
  snprintf(key, sizeof(key), "jx.%s_ns", name);
  put_ns(o, begun, key, ns);
  if (low == high)
    return;
  snprintf(key, sizeof(key), "jx.%s_low_ns", name);
  put_ns(o, begun, key, low);
  snprintf(key, sizeof(key), "jx.%s_high_ns", name);
  put_ns(o, begun, key, high);
}

static uint64_t trace_of(const struct otlp *o, size_t graft)
{
  return o->hooks[graft].trace;
}

/* Ends a span of a remote call; `error` NULL: there was none. */
static void put_end(struct otlp *o, const char *error)
{
  sink_byte(o->s, ']');
  if (error) {
    sink_text(o->s, ",\"status\":{\"code\":");
    sink_natural(o->s, STATUS_ERROR);
    sink_text(o->s, ",\"message\":");
    sink_json(o->s, error);
    sink_byte(o->s, '}');
  }
  sink_byte(o->s, '}');
}

static void put_client(struct otlp *o, size_t graft)
{
  const struct graft *g = &o->forest->grafts->list[graft];
  const struct net_call *call = g->remote;
  const struct net_remote r = net_remote_of(o->forest->match, &o->forest->carriers, o->forest->clocks, call);
  const struct identifier own = identifier(client_span(o, graft)), trace = identifier(trace_of(o, graft));
  const struct identifier parent = identifier(o->hooks[graft].span);
  struct span span = { &own, &trace, parent.number ? &parent : NULL, SPAN_CLIENT, { 0, 0 } };
  bool begun = false;
  if (!put_remote_span(o, call->sent.node, g->client_thread, &span, call, r.start, r.elapsed))
    return;
  put_rpc(o, &begun, call);
  put_int(o, &begun, "jx.sends", call->sends);
  if (call->server == NET_NONE)
    put_true(o, &begun, "jx.server_not_traced");
  else
    put_int(o, &begun, "jx.executions", call->executions);
  put_part(o, &begun, "out", r.out, r.out, r.out);
  put_part(o, &begun, "request", r.request, r.request_low, r.request_high);
  put_part(o, &begun, "queue", r.queue, r.queue, r.queue);
  put_part(o, &begun, "work", r.work, r.work, r.work);
  put_part(o, &begun, "back", r.back, r.back, r.back);
  put_part(o, &begun, "reply", r.reply, r.reply_low, r.reply_high);
  put_part(o, &begun, "in", r.in, r.in, r.in);
  put_end(o, isfinite(r.elapsed) ? NULL : "no answer");
}

static void put_server(struct otlp *o, size_t graft)
{
  const struct graft *g = &o->forest->grafts->list[graft];
  const struct net_call *call = g->remote;
  const uint32_t node = call->executed.node;
  const struct net_remote r = net_remote_of(o->forest->match, &o->forest->carriers, o->forest->clocks, call);
  const struct identifier own = identifier(server_span(o, graft)), trace = identifier(trace_of(o, graft));
  const struct identifier parent = identifier(client_span(o, graft));
  struct span span = { &own, &trace, &parent, SPAN_SERVER, { 0, 0 } };
  bool begun = false;
  const long double taken = net_ns(&o->forest->match->nodes[node], g->taken);
  if (!put_remote_span(o, node, g->server_thread, &span, call, taken, r.work))
    return;
  put_rpc(o, &begun, call);
  put_end(o, isfinite(r.work) ? NULL : "no reply");
}

/* ---- the walk ---- */

typedef void visit_call(struct otlp *o, const struct place *p);

/* A walk through the calls of a node: those of each thread that have begun and not ended, outermost first. */
struct open_calls { struct frame *list; size_t room; };
struct walk {
  struct otlp *o;
  uint32_t node;
  const struct calls *calls;
  visit_call *visit;
  struct open_calls *threads;
};

/* Visits a call that begins. Where it serves a remote call, and its caller does not, it hangs below that. */
static void take_call(void *ctx, uint32_t thread, uint64_t number, const struct call *call, uint64_t depth, bool ends)
{
  const struct walk *w = ctx;
  struct otlp *o = w->o;
  const struct grafts *g = o->forest->grafts;
  struct open_calls *open = &w->threads[thread];
  const uint64_t span = o->first_span[w->node][thread] + number;
  (void)ends;
  mem_grow(&open->list, &open->room, (size_t)depth + 1, sizeof(*open->list));
  struct frame *at = &open->list[depth];
  const struct frame *above = depth ? at - 1 : NULL;
  struct place p = { w->node, thread, w->calls->view, w->calls->tree->nodes[call->node].function, number, call, at,
                     NULL };
  struct identifier server;
  at->span = identifier(span);
  at->graft = g ? grafts_of(g, w->node, thread, number, call->start) : GRAFT_NONE;
  if (at->graft != GRAFT_NONE && (!above || above->graft != at->graft)) {
    server = identifier(server_span(o, at->graft));
    p.parent = &server;
    at->trace = identifier(trace_of(o, at->graft));
  } else if (above) {
    p.parent = &above->span;
    at->trace = above->trace;
  } else {
    at->trace = identifier(span);
  }
  w->visit(o, &p);
}

/* Visits the calls of a node, callers before what they called. */
static void visit_node(struct otlp *o, uint32_t node, visit_call *visit)
{
  const struct calls *c = o->forest->calls[node];
  struct walk w = { o, node, c, visit, mem_alloc(c->thread_count, sizeof(*w.threads)) };
  if (o->order)
    call_order_tell(o->order, false, take_call, &w);
  else
    call_order_each(c->view, c->tree, false, take_call, &w);
  o->unread |= dump_reread_error(c->view->dump) != NULL;
  for (size_t i = 0; i < c->thread_count; i++)
    mem_free(w.threads[i].list);
  mem_free(w.threads);
}

static void visit_all(struct otlp *o, visit_call *visit)
{
  for (uint32_t n = 0; n < o->forest->count; n++)
    if (o->forest->calls[n])
      visit_node(o, n, visit);
}

/* Notes where the remote calls of a call hang. In this walk the traces of remote calls are not known yet. */
static void note_hooks(struct otlp *o, const struct place *p)
{
  size_t count;
  const size_t first = grafts_below(o->forest->grafts, p->node, p->thread, p->number, &count);
  for (size_t i = first; i < first + count; i++)
    o->hooks[i] = (struct hook){ p->at->span.number, p->at->trace.number, p->at->graft };
}

/* Gives each remote call the trace of the one in which it was made. Where records contradict each other, so that one
 * would be made in itself, that one begins a trace. */
static void settle_traces(struct otlp *o)
{
  const size_t count = o->forest->grafts->count;
  size_t *pile = mem_alloc(count, sizeof(*pile));
  uint8_t *seen = mem_alloc(count, 1);
  for (size_t i = 0; i < count; i++) {
    size_t piled = 0, at = i;
    while (o->hooks[at].through != GRAFT_NONE && !seen[at]) {
      seen[at] = 1;
      pile[piled++] = at;
      at = o->hooks[at].through;
    }
    if (o->hooks[at].through != GRAFT_NONE)
      o->hooks[at] = (struct hook){ 0, client_span(o, at), GRAFT_NONE };
    while (piled) {
      struct hook *h = &o->hooks[pile[--piled]];
      h->trace = o->hooks[at].trace;
      h->through = GRAFT_NONE;
    }
  }
  mem_free(pile);
  mem_free(seen);
}

static void find_hooks(struct otlp *o)
{
  const struct grafts *g = o->forest->grafts;
  o->hooks = mem_alloc(g->count, sizeof(*o->hooks));
  for (size_t i = 0; i < g->count; i++)
    o->hooks[i] = (struct hook){ 0, client_span(o, i), GRAFT_NONE };
  visit_all(o, note_hooks);
  settle_traces(o);
}

/* ---- the file ---- */

/* Numbers the spans from 1 on: 0 is none. */
static void number_spans(struct otlp *o)
{
  const struct forest *f = o->forest;
  uint64_t next = 1;
  o->first_span = mem_alloc(f->count, sizeof(*o->first_span));
  for (uint32_t n = 0; n < f->count; n++) {
    const struct calls *c = f->calls[n];
    o->first_span[n] = mem_alloc(c ? c->thread_count : 0, sizeof(**o->first_span));
    for (uint32_t i = 0; c && i < c->thread_count; i++) {
      o->first_span[n][i] = next;
      next += c->threads[i].count;
    }
  }
  o->first_remote = next;
}

/* The same run has the same traces, another run others. The steps are those of FNV-1a (64 bit), of words. */
static void name_run(struct otlp *o)
{
  uint64_t run = UINT64_C(0xcbf29ce484222325);
  for (uint32_t n = 0; n < o->forest->count; n++) {
    if (!o->forest->nodes[n].analysis)
      continue;
    const struct view *v = view_of(o, n);
    const uint64_t words[] = { v->hz, v->start, v->stop, o->forest->calls[n]->count };
    for (unsigned i = 0; i < 4; i++)
      run = (run ^ words[i]) * UINT64_C(0x100000001b3);
  }
  o->run = digits_hex_apart(run | 1); /* 0 is no identifier */
}

static void put_remote_calls(struct otlp *o)
{
  const struct grafts *g = o->forest->grafts;
  for (size_t i = 0; g && i < g->count; i++)
    if (g->list[i].remote->sent.node != NET_NONE && o->forest->calls[g->list[i].remote->sent.node])
      put_client(o, i);
  for (size_t i = 0; g && i < g->count; i++)
    if (g->list[i].taken && o->forest->calls[g->list[i].remote->executed.node])
      put_server(o, i);
}

/* The last lines name what each node lacks, for what has been read of it is known only now: resources without spans. */
static void put_losses(struct otlp *o)
{
  for (uint32_t n = 0; n < o->forest->count; n++) {
    if (!o->forest->nodes[n].analysis)
      continue;
    const struct export one = { .analysis = o->forest->nodes[n].analysis, .view = view_of(o, n) };
    sink_text(o->s, "{\"resourceSpans\":[{\"resource\":{\"attributes\":[");
    put_resource(o, n, NO_THREAD);
    export_missing(&one, put_remark, o);
    sink_text(o->s, "]},\"scopeSpans\":[]}]}\n");
  }
}

/* Whether there are calls to tell. */
static bool has_calls(const struct forest *f)
{
  for (uint32_t n = 0; n < f->count; n++)
    if (f->calls[n] && f->calls[n]->count)
      return true;
  return f->grafts && f->grafts->count;
}

static void say_losses(const struct otlp *o)
{
  if (!has_calls(o->forest))
    say_line("%s: the run has no calls one by one, which are all that becomes spans: record them with prof=calls",
             o->e->output);
  if (o->timeless)
    say_line("%s: %" PRIu64 " calls are left out, for their times were overwritten", o->e->output, o->timeless);
  if (o->early)
    say_line("%s: %" PRIu64 " spans are left out: they would begin before 1970, or have no length; --epoch says when "
             "the run began", o->e->output, o->early);
  char *left_out = o->forest->match ? net_match_note(o->forest->match) : NULL;
  if (left_out)
    say_line("%s: %s", o->e->output, left_out);
  mem_free(left_out);
  if (o->unread)
    say_line("%s: the dump cannot be read again: calls are missing", o->e->output);
}

static void write_spans(struct export *e, const struct forest *f, struct call_order *order)
{
  struct otlp o = { .e = e, .forest = f, .s = &e->sink, .node = NO_NODE, .order = order };
  o.names = mem_alloc(f->count, sizeof(*o.names));
  number_spans(&o);
  name_run(&o);
  o.begin_ns = forest_beginning(f);
  o.epoch_ns = e->epoch_s > INT64_MAX / NS_A_SECOND ? UINT64_MAX : e->epoch_s * NS_A_SECOND;
  if (f->grafts)
    find_hooks(&o);
  visit_all(&o, put_call);
  put_remote_calls(&o);
  end_line(&o);
  put_losses(&o);
  say_losses(&o);
  for (uint32_t n = 0; n < f->count; n++) {
    mem_free(o.first_span[n]);
    sink_names_free(&o.names[n]);
  }
  mem_free(o.names);
  mem_free(o.first_span);
  mem_free(o.hooks);
}

static bool write_session(struct export *e, const struct forest *f)
{
  write_spans(e, f, NULL);
  return true;
}

/* One dump is a forest of one node, whose calls are those of the order in which they are written. */
static bool write_one(struct export *e)
{
  struct forest_node node = { .name = "", .analysis = e->analysis };
  const struct calltree *tree = analysis_calltree(e->analysis); /* first: it may meet threads that have no record */
  struct call_order *order = call_order_new(e->view, tree);
  struct calls *calls = call_order_calls(order);
  write_spans(e, &(struct forest){ .nodes = &node, .count = 1, .calls = &calls }, order);
  call_order_free(order);
  return true;
}

const struct export_ops export_otlp = {
  .name = "otlp", .what = "JSON of OpenTelemetry's spans, a request a line: collector, Jaeger, Tempo", .whole = true,
  .write = write_one, .write_session = write_session };
