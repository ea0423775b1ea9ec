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
 * numbers are strings, as the protocol's JSON has them; identifiers are hexadecimal.
 *
 * Times are of the first node's clock. Another node's are moved by the middle of what the messages allow
 * (net/clocks.h), at the span's beginning; its length is by its own clock. A node without bounds keeps its own time,
 * and says so.
 *
 * Memory: 32 bytes a remote call, and the depth of the deepest stack.
 */
#include "export.h"

#include "base/mem.h"
#include "base/say.h"
#include "base/stats.h"
#include "net/forest.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SPANS_A_LINE 1000      /* about 500 KB: collectors take 4 MB or more at once */
#define NO_NODE      UINT32_MAX

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
  uint64_t run;                /* the upper half of each trace's identifier */
  uint64_t **first_span;       /* by node and thread: the span of the thread's call 0; the others follow */
  uint64_t first_remote;       /* the span of remote call 0, as the client has it; then that of the server, and so on */
  struct hook *hooks;          /* by remote call */
  long double begin_ns;        /* the epoch, on the first node's clock: when the first node to begin began */
  uint32_t node;               /* whose spans the line has; NO_NODE: no line is open */
  unsigned spans;              /* of the line */
  uint64_t timeless;           /* calls whose times were overwritten */
  uint64_t early;              /* spans from before 1970 */
  bool unread;                 /* a call could not be read again */
};

/* Of a call that is being visited: those around it, and where it stands. */
struct frame { uint64_t first, span, trace; size_t graft; };
struct place { uint32_t node, thread; uint64_t number; const struct call *call; struct frame at; uint64_t parent; };

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

/* Nanoseconds since 1970; negative: before. */
static long double date(const struct otlp *o, uint32_t node, long double at)
{
  bool bounded;
  return roundl(forest_time(o->forest, node, at, &bounded) - o->begin_ns) + 1e9L * (long double)o->e->epoch_s;
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

static void put_identifier(struct otlp *o, const char *key, uint64_t upper, uint64_t lower)
{
  sink_text(o->s, key);
  sink_byte(o->s, '"');
  if (upper)
    sink_hex(o->s, upper);
  sink_hex(o->s, lower);
  sink_byte(o->s, '"');
}

/* The name of a call, as `hostdump tree` takes it. */
static void put_call_name(struct otlp *o, bool *begun, const struct place *p)
{
  const char *node = o->forest->nodes[p->node].name;
  put_key(o, begun, "jx.call");
  sink_text(o->s, "stringValue\":\"");
  if (*node) {
    sink_json_part(o->s, node);
    sink_byte(o->s, '/');
  }
  sink_natural(o->s, view_of(o, p->node)->threads[p->thread].id);
  sink_byte(o->s, ':');
  sink_natural(o->s, p->number);
  sink_text(o->s, "\"}}");
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

/* What the spans of a line are of. */
static void put_resource(struct otlp *o, uint32_t node)
{
  const struct export one = { .analysis = o->forest->nodes[node].analysis, .view = view_of(o, node) };
  const char *name = o->forest->nodes[node].name;
  char *title = export_title(&one);
  long double low, high;
  bool begun = false;
  put_string(o, &begun, "service.name", *name ? name : title);
  put_string(o, &begun, "jx.program", title);
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

static void begin_span(struct otlp *o, uint32_t node)
{
  if (o->node == node && o->spans < SPANS_A_LINE) {
    sink_byte(o->s, ',');
  } else {
    end_line(o);
    o->node = node;
    sink_text(o->s, "{\"resourceSpans\":[{\"resource\":{\"attributes\":[");
    put_resource(o, node);
    sink_text(o->s, "]},\"scopeSpans\":[{\"scope\":{\"name\":\"hostdump\"},\"spans\":[");
  }
  o->spans++;
}

/* A span up to its attributes, which follow. Returns false, and there is none, where it would begin before 1970. */
static bool put_span(struct otlp *o, uint32_t node, enum span_kind kind, uint64_t trace, uint64_t span, uint64_t parent,
                     const char *name, long double start, long double elapsed)
{
  const long double begin = date(o, node, start), end = begin + (isfinite(elapsed) ? roundl(elapsed) : 0);
  if (!(begin >= 0 && end >= begin && end < 0x1p63L)) {
    o->early++;
    return false;
  }
  begin_span(o, node);
  put_identifier(o, "{\"traceId\":", o->run, trace);
  put_identifier(o, ",\"spanId\":", 0, span);
  if (parent)
    put_identifier(o, ",\"parentSpanId\":", 0, parent);
  sink_text(o->s, ",\"name\":");
  sink_json(o->s, name);
  sink_text(o->s, ",\"kind\":");
  sink_natural(o->s, kind);
  sink_text(o->s, ",\"startTimeUnixNano\":\"");
  sink_natural(o->s, (uint64_t)begin);
  sink_text(o->s, "\",\"endTimeUnixNano\":\"");
  sink_natural(o->s, (uint64_t)end);
  sink_text(o->s, "\",\"attributes\":[");
  return true;
}

static void put_thread(struct otlp *o, bool *begun, uint32_t node, uint32_t thread)
{
  put_int(o, begun, "thread.id", view_of(o, node)->threads[thread].id);
  put_string(o, begun, "thread.name", view_of(o, node)->threads[thread].name);
}

/* ---- spans ---- */

static void put_call(struct otlp *o, const struct place *p)
{
  const struct call *call = p->call;
  const struct view *v = view_of(o, p->node);
  const char *name = view_function_name(v, o->forest->calls[p->node]->tree->nodes[call->node].function);
  bool begun = false;
  if (!call->known) {
    o->timeless++;
    return;
  }
  const int64_t start = view_ns(v, call->start), end = view_ns(v, call->end);
  if (!put_span(o, p->node, SPAN_INTERNAL, p->at.trace, p->at.span, p->parent, name, start, (long double)end - start))
    return;
  put_call_name(o, &begun, p);
  put_thread(o, &begun, p->node, p->thread);
  put_string(o, &begun, "code.function.name", name);
  put_int(o, &begun, "jx.corrected_ns", stats_ns(call->time, v->hz));
  put_int(o, &begun, "jx.away_ns", stats_ns((__int128)call->away, v->hz));
  if (call->flags & WIRE_CALL_OPEN)
    put_true(o, &begun, "jx.open");
  if (call->flags & WIRE_CALL_UNWOUND)
    put_true(o, &begun, "jx.unwound");
  sink_text(o->s, "]}");
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

static void put_client(struct otlp *o, size_t graft)
{
  const struct graft *g = &o->forest->grafts->list[graft];
  const struct net_call *call = g->remote;
  const struct net_remote r = net_remote_of(o->forest->match, &o->forest->carriers, o->forest->clocks, call);
  char *name = mem_format("program %u, procedure %u", call->program, call->procedure);
  bool begun = false;
  if (put_span(o, call->sent.node, SPAN_CLIENT, trace_of(o, graft), client_span(o, graft), o->hooks[graft].span, name,
               r.start, r.elapsed)) {
    put_rpc(o, &begun, call);
    put_thread(o, &begun, call->sent.node, g->client_thread);
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
    sink_byte(o->s, ']');
    if (!isfinite(r.elapsed)) {
      sink_text(o->s, ",\"status\":{\"code\":");
      sink_natural(o->s, STATUS_ERROR);
      sink_text(o->s, ",\"message\":\"no answer\"}");
    }
    sink_byte(o->s, '}');
  }
  mem_free(name);
}

static void put_server(struct otlp *o, size_t graft)
{
  const struct graft *g = &o->forest->grafts->list[graft];
  const struct net_call *call = g->remote;
  const uint32_t node = call->executed.node;
  const struct net_remote r = net_remote_of(o->forest->match, &o->forest->carriers, o->forest->clocks, call);
  char *name = mem_format("program %u, procedure %u", call->program, call->procedure);
  bool begun = false;
  if (put_span(o, node, SPAN_SERVER, trace_of(o, graft), server_span(o, graft), client_span(o, graft), name,
               net_ns(&o->forest->match->nodes[node], g->taken), r.work)) {
    put_rpc(o, &begun, call);
    put_thread(o, &begun, node, g->server_thread);
    sink_byte(o->s, ']');
    if (!isfinite(r.work))
      sink_text(o->s, ",\"status\":{\"code\":2,\"message\":\"no reply\"}");
    sink_byte(o->s, '}');
  }
  mem_free(name);
}

/* ---- the walk ---- */

typedef void visit_call(struct otlp *o, const struct place *p);

/* Visits the calls of a thread, callers before what they called, the last ones first: a call's number is above those
 * of all calls inside it. */
static void visit_thread(struct otlp *o, uint32_t node, uint32_t thread, visit_call *visit)
{
  struct calls *c = o->forest->calls[node];
  const struct grafts *g = o->forest->grafts;
  struct frame *stack = NULL;
  size_t depth = 0, room = 0;
  struct call call;
  for (uint64_t k = c->threads[thread].count; k-- > 0;) {
    if (!calls_read(c, thread, k, &call)) {
      o->unread = true;
      break;
    }
    while (depth && stack[depth - 1].first > k)
      depth--;
    const uint64_t span = o->first_span[node][thread] + k;
    const size_t graft = g ? grafts_of(g, node, thread, k, call.start) : GRAFT_NONE;
    struct place p = { node, thread, k, &call, { k + 1 - calls_size(c, thread, k), span, span, graft }, 0 };
    if (graft != GRAFT_NONE && (!depth || stack[depth - 1].graft != graft)) {
      p.parent = server_span(o, graft);
      p.at.trace = trace_of(o, graft);
    } else if (depth) {
      p.parent = stack[depth - 1].span;
      p.at.trace = stack[depth - 1].trace;
    }
    visit(o, &p);
    mem_grow(&stack, &room, depth + 1, sizeof(*stack));
    stack[depth++] = p.at;
  }
  mem_free(stack);
}

static void visit_all(struct otlp *o, visit_call *visit)
{
  for (uint32_t n = 0; n < o->forest->count; n++)
    for (uint32_t i = 0; o->forest->calls[n] && i < o->forest->calls[n]->thread_count; i++)
      visit_thread(o, n, i, visit);
}

/* Notes where the remote calls of a call hang. In this walk the traces of remote calls are not known yet. */
static void note_hooks(struct otlp *o, const struct place *p)
{
  size_t count;
  const size_t first = grafts_below(o->forest->grafts, p->node, p->thread, p->number, &count);
  for (size_t i = first; i < first + count; i++)
    o->hooks[i] = (struct hook){ p->at.span, p->at.trace, p->at.graft };
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
  o->run = UINT64_C(0xcbf29ce484222325);
  for (uint32_t n = 0; n < o->forest->count; n++) {
    if (!o->forest->nodes[n].analysis)
      continue;
    const struct view *v = view_of(o, n);
    const uint64_t words[] = { v->hz, v->start, v->stop, o->forest->calls[n]->count };
    for (unsigned i = 0; i < 4; i++)
      o->run = (o->run ^ words[i]) * UINT64_C(0x100000001b3);
  }
  o->run |= 1; /* 0 is no identifier */
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
    put_resource(o, n);
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

static bool write_session(struct export *e, const struct forest *f)
{
  struct otlp o = { .e = e, .forest = f, .s = &e->sink, .node = NO_NODE };
  number_spans(&o);
  name_run(&o);
  o.begin_ns = forest_beginning(f);
  if (f->grafts)
    find_hooks(&o);
  visit_all(&o, put_call);
  put_remote_calls(&o);
  end_line(&o);
  put_losses(&o);
  say_losses(&o);
  for (uint32_t n = 0; n < f->count; n++)
    mem_free(o.first_span[n]);
  mem_free(o.first_span);
  mem_free(o.hooks);
  return true;
}

static bool write_one(struct export *e)
{
  struct forest_node node = { .name = "", .analysis = e->analysis };
  struct forest f = forest_new(&node, 1, NULL, NULL);
  write_session(e, &f);
  forest_close(&f);
  return true;
}

const struct export_ops export_otlp = {
  .name = "otlp", .what = "JSON of OpenTelemetry's spans, a request a line: collector, Jaeger, Tempo", .whole = true,
  .write = write_one, .write_session = write_session };
