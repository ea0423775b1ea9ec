/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * callgraph.c: the call graph, the JX paper's figure 3: functions with own and inclusive time and calls, calls between
 * them as arrows, as wide as the time that flows through them.
 *
 * The graph is the call tree summed by function and by caller and callee. Where a function calls itself over others,
 * only the outermost call counts as inclusive time, so that no share exceeds the whole. Drawn is what matters: at most
 * MOST functions, none below LEAST percent of the time; arrows below LEAST percent only where a function would hang in
 * the air without one. The callers of a function that are left out, or have no arrow, are one node, `other callers',
 * where they bring LEAST percent of the time together, or all calls that the function has. The heading says what was
 * left out.
 */
#include "scene.h"

#define MOST 40
#define LEAST 0.5
#define NAME_COLUMNS 26
#define MOST_ACROSS 9  /* calls below each other that lie beside each other; deeper graphs run down the page */

struct function {
  double calls, open, excl_us;
  bool partly, root, shown, called;
  uint32_t best;
  double other_callers, other_calls, other_us;
  bool other_partly;
};
struct arrow { double calls, us; bool partly; };

static struct {
  struct numbers number_of;    /* function + 1 by name */
  struct list names;           /* of functions */
  struct function *functions;
  size_t function_room;
  struct numbers incl;         /* by function */
  struct pairs pairs;          /* caller and callee, functions + 1 */
  struct arrow *arrows;        /* by pair */
  size_t arrow_room;
  uint32_t *order;             /* functions by inclusive time */
  size_t shown;
} it;

static double share_of(double us)
{
  return 100 * us / tree.us;
}

/* The function of that name, a new one where there was none. */
static uint32_t function_of(uint32_t name)
{
  double *n = number_at(&it.number_of, name);
  if (*n)
    return (uint32_t)*n - 1;
  *n = (double)it.names.count + 1;
  mem_grow(&it.functions, &it.function_room, it.names.count + 1, sizeof(*it.functions));
  it.functions[it.names.count] = (struct function){ 0 };
  list_add(&it.names, name);
  return (uint32_t)it.names.count - 1;
}

static uint32_t arrow_of(uint32_t caller, uint32_t callee)
{
  const uint32_t before = it.pairs.count, n = pair_of(&it.pairs, caller, callee);
  if (it.pairs.count > before) {
    mem_grow(&it.arrows, &it.arrow_room, n + 1, sizeof(*it.arrows));
    it.arrows[n] = (struct arrow){ 0 };
  }
  return n;
}

static void sum_tree(void)
{
  for (size_t node = 1; node <= tree.count; node++) {
    const struct tree_node *n = tree.nodes + node;
    const size_t before = it.names.count;
    const uint32_t f = function_of(n->function);
    if (it.names.count > before)
      it.functions[f].root = !n->parent;
    it.functions[f].calls += n->calls;
    it.functions[f].open += n->open;
    it.functions[f].partly |= n->partly;
    it.functions[f].excl_us += n->excl_us;
    if (!n->parent)
      continue;
    const uint32_t a = arrow_of(function_of(tree.nodes[n->parent].function), f);
    it.arrows[a].calls += n->calls;
    it.arrows[a].partly |= n->partly;
  }
}

/* Adds the inclusive times below a root to those of functions and arrows. The tree is walked as the calls were made,
 * once: open functions and calls are counted, and what is open already adds nothing. */
static void add_inclusive(uint32_t root, struct numbers *open, struct numbers *open_arrow)
{
  for (uint32_t node = root; node;) {
    const struct tree_node *n = tree.nodes + node;
    const uint32_t f = function_of(n->function);
    const uint32_t a = n->parent ? arrow_of(function_of(tree.nodes[n->parent].function), f) : 0;
    if ((*number_at(open, f))++ == 0)
      *number_at(&it.incl, f) += n->incl_us;
    if (a && (*number_at(open_arrow, a))++ == 0)
      it.arrows[a].us += n->incl_us;
    if (n->child) {
      node = n->child;
      continue;
    }
    for (; node; node = tree.nodes[node].parent) {
      n = tree.nodes + node;
      (*number_at(open, function_of(n->function)))--;
      if (n->parent)
        (*number_at(open_arrow, arrow_of(function_of(tree.nodes[n->parent].function), function_of(n->function))))--;
      if (n->next) {
        node = n->next;
        break;
      }
    }
  }
}

/* Chooses functions by inclusive time. Thread roots of any size stay when there is room. */
static void pick_functions(void)
{
  it.order = mem_alloc(it.names.count, sizeof(*it.order));
  for (uint32_t i = 0; i < it.names.count; i++)
    it.order[i] = i;
  sort_falling(it.order, it.names.count, &it.incl);
  while (it.shown < it.names.count && it.shown < MOST && share_of(number_in(&it.incl, it.order[it.shown])) >= LEAST)
    it.functions[it.order[it.shown++]].shown = true;
}

static bool is_drawn(uint32_t a)
{
  const struct function *from = it.functions + it.pairs.first[a], *to = it.functions + it.pairs.second[a];
  return from->shown && to->shown && (share_of(it.arrows[a].us) >= LEAST || to->best == a);
}

/* The arrow that brings a function most; then what comes to it by no arrow. */
static void sum_callers(void)
{
  for (uint32_t a = 1; a <= it.pairs.count; a++) {
    struct function *to = it.functions + it.pairs.second[a];
    if (it.functions[it.pairs.first[a]].shown && (!to->best || it.arrows[a].us > it.arrows[to->best].us))
      to->best = a;
  }
  for (uint32_t a = 1; a <= it.pairs.count; a++) {
    struct function *to = it.functions + it.pairs.second[a];
    if (!to->shown)
      continue;
    if (is_drawn(a)) {
      to->called |= it.pairs.first[a] != it.pairs.second[a];
      continue;
    }
    to->other_callers++;
    to->other_calls += it.arrows[a].calls;
    to->other_us += it.arrows[a].us;
    to->other_partly |= it.arrows[a].partly;
  }
}

static bool has_others(const struct function *f)
{
  return f->other_callers && (!f->called || share_of(f->other_us) >= LEAST);
}

/* How many arrows lead from a thread to the function that is farthest from one. */
static int graph_depth(void)
{
  struct numbers met = { 0 };
  for (uint32_t f = 0; f < it.names.count; f++)
    *number_at(&met, f) = it.functions[f].root;
  int depth = 0;
  for (bool more = true; more; depth += more) {
    more = false;
    for (uint32_t a = 1; a <= it.pairs.count; a++)
      if (is_drawn(a) && number_in(&met, it.pairs.first[a]) == depth + 1 && !number_in(&met, it.pairs.second[a])) {
        *number_at(&met, it.pairs.second[a]) = depth + 2;
        more = true;
      }
  }
  return depth;
}

/* Threads have their colour; functions are from white (no own time) to red (20 % and more). */
static void add_function(uint32_t at)
{
  const struct function *f = it.functions + at;
  const char *name = name_text(it.names.at[at]);
  const double heat = share_of(f->excl_us) / 20, incl = number_in(&it.incl, at);
  struct figure_node *n = figure_node();
  *n = (struct figure_node){ .name = name, .number = at + 1, .kind = f->root ? FIGURE_THREAD : FIGURE_FUNCTION,
                             .lines = { fit_name(name, NAME_COLUMNS) } };
  if (f->root) {
    const size_t bytes = strlen(name);
    n->rgb = paler(bytes > 2 ? colour_of(name_of(name + 1, bytes - 2)) : 0x707070, 0.45);
    n->lines[1] = say("%s · %s", say_time(incl), say_percent(share_of(incl)));
    return;
  }
  n->rgb = paler(0xE8604C, heat > 1 ? 0 : heat < 0 ? 1 : 1 - heat);
  n->lines[1] = say("own %s · all %s", say_percent(share_of(f->excl_us)), say_percent(share_of(incl)));
  n->lines[2] = say("%s, own %s", tree_calls(f->calls, f->open, f->partly), say_time(f->excl_us));
}

static const char *calls_words(double calls, bool partly)
{
  return calls ? say("%s%s×", partly ? "≥ " : "", say_short(calls)) : "open";
}

static void add_arrow(uint32_t a)
{
  const uint32_t from = it.pairs.first[a], to = it.pairs.second[a];
  const struct arrow *arrow = it.arrows + a;
  figure_edge((struct figure_edge){ .from = from + 1, .to = to + 1, .share_pct = share_of(arrow->us), .us = arrow->us,
                                    .calls = calls_words(arrow->calls, arrow->partly),
                                    .tip = say("%s -> %s: %s", name_text(it.names.at[from]),
                                               name_text(it.names.at[to]), say_time(arrow->us)) });
}

static void add_others(uint32_t at)
{
  const struct function *f = it.functions + at;
  const char *words = say_some(f->other_callers, "other caller"), *name = name_text(it.names.at[at]);
  *figure_node() = (struct figure_node){ .name = say("%s of %s", words, name), .lines = { words },
                                         .kind = FIGURE_OTHERS, .of = at + 1 };
  figure_edge((struct figure_edge){ .from = at + 1, .to = at + 1, .others = true, .share_pct = share_of(f->other_us),
                                    .us = f->other_us, .calls = calls_words(f->other_calls, f->other_partly),
                                    .tip = say("%s -> %s: %s", words, name, say_time(f->other_us)) });
}

static void say_graph(bool others)
{
  const char *left_out = it.names.count <= it.shown
                           ? ""
                           : say(" Shown: the %zu of %zu functions with the most time, none below %s %%.", it.shown,
                                 it.names.count, say_number(LEAST));
  figure_legend("no own time", 0xFFFFFF, "area");
  figure_legend("10 % own time", paler(0xE8604C, 0.5), "area");
  figure_legend("20 % and more own time", 0xE8604C, "area");
  figure_legend("calls", 0x777777, "arrow");
  if (others)
    figure_legend("calls by functions that are not shown, together", 0x777777, "dashes");
  figure_head("Call graph: who calls whom",
              say("Boxes: own time and time with callees, in percent of %s; arrows: share of the time and calls."
                  " The redder a box, the"
                  " more time of its own. Ellipses: threads, in their colours.%s%s",
                  tree_scope(), left_out, tree_remark()));
}

void make_callgraph(void)
{
  struct numbers open = { 0 }, open_arrow = { 0 };
  bool others = false;
  memset(&it, 0, sizeof(it));
  scene_open("timing");
  tree_read();
  sum_tree();
  for (size_t i = 0; i < tree.roots.count; i++)
    add_inclusive(tree.roots.at[i], &open, &open_arrow);
  pick_functions();
  sum_callers();
  scene.figure->down = graph_depth() > MOST_ACROSS;
  for (uint32_t i = 0; i < it.shown; i++) {
    add_function(it.order[i]);
    others = others || has_others(it.functions + it.order[i]);
  }
  for (uint32_t a = 1; a <= it.pairs.count; a++)
    if (is_drawn(a))
      add_arrow(a);
  for (uint32_t i = 0; i < it.shown; i++)
    if (has_others(it.functions + it.order[i]))
      add_others(it.order[i]);
  say_graph(others);
}
