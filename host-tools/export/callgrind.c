/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * callgrind.c: Callgrind's format (https://valgrind.org/docs/manual/cl-format.html), version 1, for callgrind_annotate
 * and kcachegrind: the call trees, a part for each thread.
 *
 * Costs are corrected cycles, as the dump has them. The format has no paths but pairs of a caller and a callee, so
 * nodes of the same pair are added up, as in table `pairs`; the inclusive cost of a call is that of the callee's nodes
 * below the caller. Two functions of one name are one there: the format knows functions by name. In recursion the
 * inclusive cost of the format counts inner activations, too; kcachegrind finds the circle and says so. `incl` of table
 * `methods` does not.
 *
 * A name is a line's rest, so it is written as it is: names have no line ends (base/text.h); one that begins as `(1)`
 * would be a number for a name, and gets a blank in front.
 */
#include "reader.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>

/* What is known of a function, and of a call, in the part at hand. */
struct own { int64_t cycles; uint64_t calls; bool met; };
struct call { uint32_t caller, callee; int64_t cycles; uint64_t calls, begun; };

struct callgrind {
  struct export *e;
  struct own *own;           /* by function */
  size_t own_room;
  uint32_t *met;             /* those that were met */
  size_t met_count, met_room;
  struct map of_call;        /* caller << 32 | callee -> call */
  struct call *calls;
  size_t call_count, call_room;
  uint32_t thread;           /* of the part; parts are by thread, for roots are */
  bool open;
  int64_t whole;
};

static int64_t add(int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

static struct own *own_of(struct callgrind *c, uint32_t function)
{
  const size_t old = c->own_room;
  mem_grow(&c->own, &c->own_room, (size_t)function + 1, sizeof(*c->own));
  for (size_t i = old; i < c->own_room; i++)
    c->own[i] = (struct own){ 0 };
  struct own *o = &c->own[function];
  if (!o->met) {
    mem_grow(&c->met, &c->met_room, c->met_count + 1, sizeof(*c->met));
    c->met[c->met_count++] = function;
  }
  o->met = true;
  return o;
}

static struct call *call_of(struct callgrind *c, uint32_t caller, uint32_t callee)
{
  const uint64_t key = (uint64_t)caller << 32 | callee;
  uint32_t row = map_get(&c->of_call, key);
  if (row == MAP_NONE) {
    row = (uint32_t)c->call_count;
    mem_grow(&c->calls, &c->call_room, c->call_count + 1, sizeof(*c->calls));
    c->calls[c->call_count++] = (struct call){ .caller = caller, .callee = callee };
    map_put(&c->of_call, key, row);
  }
  return &c->calls[row];
}

/* ---- a part ---- */

static void put_name(struct callgrind *c, const char *key, const char *name)
{
  struct sink *s = &c->e->sink;
  sink_text(s, key);
  sink_byte(s, '=');
  if (name[0] == '(' && isdigit((unsigned char)name[1]))
    sink_byte(s, ' ');
  sink_text(s, name);
  sink_byte(s, '\n');
}

/* The file of `where`, FILE:LINE or FILE, which becomes its own text; returns the line, 0 where that is not known. */
static uint64_t split_where(char *where)
{
  char *colon = strrchr(where, ':');
  const long line = colon ? strtol(colon + 1, NULL, 10) : 0;
  if (line > 0)
    *colon = '\0';
  return line > 0 ? (uint64_t)line : 0;
}

/* `fl=` and `fn=`, or `cfi=` and `cfn=`; returns the function's line. */
static uint64_t put_function(struct callgrind *c, const char *file_key, const char *key, uint32_t function)
{
  char *where = mem_format("%s", view_where(c->e->view, function));
  const uint64_t line = split_where(where);
  put_name(c, file_key, strcmp(where, "-") == 0 ? "???" : where);
  put_name(c, key, view_function_name(c->e->view, function));
  mem_free(where);
  return line;
}

static void put_costs(struct callgrind *c, uint64_t line, int64_t cycles, uint64_t calls)
{
  struct sink *s = &c->e->sink;
  sink_natural(s, line);
  sink_byte(s, ' ');
  sink_whole(s, cycles);
  sink_byte(s, ' ');
  sink_natural(s, calls);
  sink_byte(s, '\n');
}

static int by_caller(const void *a, const void *b)
{
  const struct call *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  return (x->callee > y->callee) - (x->callee < y->callee);
}

static void put_call(struct callgrind *c, const struct call *call, uint64_t line)
{
  put_function(c, "cfi", "cfn", call->callee);
  sink_text(&c->e->sink, "calls=");
  sink_natural(&c->e->sink, call->begun); /* readers take what has 0 calls for none */
  sink_text(&c->e->sink, " 0\n");
  put_costs(c, line, call->cycles, call->calls);
}

static int by_number(const void *a, const void *b)
{
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Writes what was gathered of a thread, and begins anew. */
static void end_part(struct callgrind *c)
{
  if (!c->open)
    return;
  sink_text(&c->e->sink, "\n");
  put_name(c, "ob", c->e->view->threads[c->thread].name);
  mem_sort(c->met, c->met_count, sizeof(*c->met), by_number);
  if (c->call_count)
    mem_sort(c->calls, c->call_count, sizeof(*c->calls), by_caller);
  for (size_t i = 0, next = 0; i < c->met_count; i++) {
    const uint32_t function = c->met[i];
    const uint64_t line = put_function(c, "fl", "fn", function);
    put_costs(c, line, c->own[function].cycles, c->own[function].calls);
    for (; next < c->call_count && c->calls[next].caller == function; next++)
      put_call(c, &c->calls[next], line);
    c->own[function] = (struct own){ 0 };
  }
  c->met_count = c->call_count = 0;
  map_free(&c->of_call);
  c->open = false;
}

static void take_node(void *ctx, const struct reader_node *n)
{
  struct callgrind *c = ctx;
  const struct calltree_node *node = n->node;
  if (c->open && c->thread != node->thread)
    end_part(c);
  c->open = true;
  c->thread = node->thread;
  struct own *own = own_of(c, node->function);
  own->cycles = add(own->cycles, node->excl);
  own->calls += node->rec->calls;
  c->whole = add(c->whole, node->excl);
  if (n->depth < 2)
    return;
  struct call *call = call_of(c, n->path[1], node->function);
  call->cycles = add(call->cycles, calltree_is_other(node) ? 0 : node->incl);
  call->calls += node->rec->calls;
  call->begun += node->rec->calls ? node->rec->calls : 1;
}

/* A remark is a line of description, which readers show. */
static void put_remark(void *ctx, const struct missing *m)
{
  struct callgrind *c = ctx;
  char *text = export_remark(m);
  put_name(c, "desc: missing", text);
  mem_free(text);
}

static void put_head(struct callgrind *c)
{
  struct sink *s = &c->e->sink;
  char *title = export_title(c->e);
  sink_text(s, "# callgrind format\nversion: 1\ncreator: hostdump\ncmd: ");
  sink_text(s, title);
  sink_byte(s, '\n');
  mem_free(title);
  analysis_calltree(c->e->analysis); /* what is missing of the trees is said in front of them */
  export_missing(c->e, put_remark, c);
  sink_text(s, "positions: line\nevents: Cycles Calls\n");
}

static bool write_callgrind(struct export *e)
{
  static const struct reader_ops ops = { .node = take_node };
  struct callgrind c = { .e = e };
  put_head(&c);
  reader_walk(e, &ops, &c);
  end_part(&c);
  mem_free(c.own);
  mem_free(c.met);
  mem_free(c.calls);
  map_free(&c.of_call);
  return true;
}

const struct export_ops export_callgrind = {
  .name = "callgrind", .what = "Callgrind's format of call trees: kcachegrind, callgrind_annotate", .whole = true,
  .write = write_callgrind };
