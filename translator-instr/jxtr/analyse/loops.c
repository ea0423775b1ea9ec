/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loops.c: see loops.h. A loop's code is gone through once, in order, keeping for each stack word what is known of it
 * since the last place to which a jump leads.
 */
#include "loops.h"

#include <string.h>

#include "base/mem.h"
#include "effects.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/world.h"

#define LOOP_MOST   1000u   /* bytes of code: a longer loop is not held up by its checks */
#define VALUES_MOST 16u     /* a condition of more values costs more than it saves */
#define OFFSET_MOST 1000    /* of the index: far from where it could wrap */

/* What a stack word is. */
struct word {
  enum { UNKNOWN, INDEX, NUMBER, VALUE } kind;
  int32_t number;             /* INDEX: plus this; VALUE: number of the value */
  struct loop_number is;      /* NUMBER */
};

struct search {
  struct method *m;
  const struct cf_code *code;
  struct loops *all;
  struct loop *loop;
  bool *stored;               /* local variables that the loop changes */
  bool calm;                  /* the loop calls nothing, and stores no reference into an array */
  uint32_t counted;           /* where the index is counted up */
  struct word *stack;
};

static void decode(const struct search *s, uint32_t pc, struct instruction *in)
{
  bytecode_decode(s->code->bytes, s->code->length, pc, in);
}

/* ---- the shape ---- */

static bool is_in(const struct loop *l, uint32_t pc)
{
  return pc >= l->head && pc < l->end;
}

static bool has_handler_in(const struct cf_code *code, const struct loop *l)
{
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (is_in(l, code->handlers[i].target))
      return true;
  return false;
}

/* Do all jumps from outside lead to the head, and all jumps back inside? */
static bool has_one_entry(const struct search *s)
{
  struct instruction in;
  for (uint32_t pc = 0; pc < s->code->length; pc += in.length) {
    decode(s, pc, &in);
    if (!bytecode_jumps(in.op))
      continue;
    for (uint32_t i = 0; i <= in.count; i++) {
      int32_t value;
      uint32_t target = in.target;
      if (i < in.count)
        bytecode_case(&in, pc, i, &value, &target);
      if (is_in(s->loop, pc) ? target <= pc && target != s->loop->head
                             : is_in(s->loop, target) && target != s->loop->head)
        return false;
    }
  }
  return !has_handler_in(s->code, s->loop);
}

static bool is_static_access(uint8_t op)
{
  return op == OP_getstatic || op == OP_putstatic;
}

static const struct field *field_of(const struct search *s, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &s->m->class->file->constants[in->index];
  return world_field(world_class(k->owner, (struct use){ s->m, pc }), k->name, k->type);
}

static bool may_initialise(const struct search *s, uint32_t pc, const struct instruction *in)
{
  return effects_needs_init(s->m, field_of(s, pc, in)->class);
}

/* Notes what the loop changes; false: it has code that no loop here has. */
static bool note_changes(struct search *s)
{
  struct instruction in;
  s->calm = true;
  memset(s->stored, 0, s->code->max_locals * sizeof(*s->stored));
  for (uint32_t pc = s->loop->head; pc < s->loop->end; pc += in.length) {
    decode(s, pc, &in);
    if (!s->m->flow->stack[pc] || lack_at(s->m, pc))
      return false;
    if (in.op >= OP_istore && in.op <= OP_astore)
      s->stored[in.local] = true;
    if (bytecode_calls(in.op) || in.op == OP_invokedynamic || in.op == OP_new || in.op == OP_aastore ||
        in.op == OP_monitorenter || in.op == OP_monitorexit || (is_static_access(in.op) && may_initialise(s, pc, &in)))
      s->calm = false;
  }
  return true;
}

/* Finds where the index is counted up, by one and nowhere else. */
static bool finds_count(struct search *s)
{
  struct instruction in;
  uint32_t count = 0;
  for (uint32_t pc = s->loop->head; pc < s->loop->end; pc += in.length) {
    decode(s, pc, &in);
    if (in.op != OP_iinc)
      continue;
    if (in.local != s->loop->index) {
      s->stored[in.local] = true;
    } else {
      s->counted = pc;
      count += in.value == 1 ? 1 : 2;
    }
  }
  return count == 1 && !s->stored[s->loop->index];
}

/* ---- values ---- */

static bool same_number(const struct loop_number *a, const struct loop_number *b)
{
  return a->kind == b->kind && a->number == b->number;
}

static struct word enter_value(struct search *s, const struct loop_value *v)
{
  struct loop *l = s->loop;
  uint32_t i = 0;
  while (i < l->value_count && !(l->values[i].kind == v->kind && l->values[i].local == v->local &&
                                 l->values[i].of == v->of && l->values[i].field == v->field &&
                                 same_number(&l->values[i].index, &v->index)))
    i++;
  if (i == VALUES_MOST)
    return (struct word){ .kind = UNKNOWN };
  if (i == l->value_count)
    l->values[l->value_count++] = *v;
  return (struct word){ VALUE, .number = (int32_t)i };
}

/* Does the loop store to this field? */
static bool stores_field(const struct search *s, const struct cf_constant *k)
{
  struct instruction in;
  for (uint32_t pc = s->loop->head; pc < s->loop->end; pc += in.length) {
    decode(s, pc, &in);
    if (in.op != OP_putfield && in.op != OP_putstatic)
      continue;
    const struct cf_constant *other = &s->m->class->file->constants[in.index];
    if (strcmp(other->name, k->name) == 0)
      return true;
  }
  return false;
}

static struct word field_value(struct search *s, uint32_t pc, const struct instruction *in, struct word object)
{
  const struct cf_constant *k = &s->m->class->file->constants[in->index];
  bool is_static = in->op == OP_getstatic;
  if (!s->calm || !strchr("IL[", *k->type) || (!is_static && object.kind != VALUE) || stores_field(s, k))
    return (struct word){ .kind = UNKNOWN };
  const struct field *f = field_of(s, pc, in);
  if (f->cf->access & CF_VOLATILE)
    return (struct word){ .kind = UNKNOWN };
  struct word w = enter_value(s, &(struct loop_value){ .kind = LOOP_FIELD, .field = f,
                                                       .of = is_static ? UINT32_MAX : (uint32_t)object.number });
  if (w.kind == VALUE)
    s->all->hoisted[pc] = (uint32_t)w.number + 1;
  if (w.kind == VALUE && *k->type == 'I')
    return (struct word){ NUMBER, .is = { LOOP_INT_FIELD, w.number } };
  return w;
}

static struct word element_value(struct search *s, uint32_t pc, struct word array, struct word index)
{
  if (!s->calm || array.kind != VALUE || index.kind != NUMBER)
    return (struct word){ .kind = UNKNOWN };
  struct word w = enter_value(s, &(struct loop_value){ .kind = LOOP_ELEMENT, .of = (uint32_t)array.number,
                                                       .index = index.is });
  if (w.kind == VALUE)
    s->all->hoisted[pc] = (uint32_t)w.number + 1;
  return w;
}

/* Notes an access of `array` at `index`. Behind the place where the index is counted up it may be too large. */
static void note_access(struct search *s, uint32_t pc, struct word array, struct word index)
{
  if (array.kind != VALUE || index.kind != INDEX || pc > s->counted)
    return;
  struct loop_value *v = &s->loop->values[array.number];
  v->array = v->accessed = true;
  v->least = index.number < v->least ? index.number : v->least;
  v->most = index.number > v->most ? index.number : v->most;
  s->all->safe[pc] = 1;
}

/* ---- the stack ---- */

static uint32_t words_of(char kind)
{
  return kind == 'J' || kind == 'D' ? 2 : 1;
}

static struct word local_word(struct search *s, const struct instruction *in)
{
  if (in->op == OP_iload && in->local == s->loop->index)
    return (struct word){ .kind = INDEX };
  if (s->stored[in->local])
    return (struct word){ .kind = UNKNOWN };
  if (in->op == OP_iload)
    return (struct word){ NUMBER, .is = { LOOP_VARIABLE, in->local } };
  return in->op == OP_aload ? enter_value(s, &(struct loop_value){ .kind = LOOP_LOCAL, .local = in->local })
                            : (struct word){ .kind = UNKNOWN };
}

/* `a` + `b` or, where `sign` is negative, `a` - `b`. */
static struct word sum_word(struct word a, struct word b, int sign)
{
  const struct word index = a.kind == NUMBER && sign > 0 ? b : a, other = a.kind == NUMBER && sign > 0 ? a : b;
  if (index.kind != INDEX || other.kind != NUMBER || other.is.kind != LOOP_CONSTANT ||
      other.is.number < -OFFSET_MOST || other.is.number > OFFSET_MOST)
    return (struct word){ .kind = UNKNOWN };
  int32_t sum = index.number + sign * other.is.number;
  bool fits = sum >= -OFFSET_MOST && sum <= OFFSET_MOST;
  return fits ? (struct word){ .kind = INDEX, .number = sum } : (struct word){ .kind = UNKNOWN };
}

/* Returns the word that the instruction pushes, which is one, given those on the stack below `depth`. */
static struct word pushed_word(struct search *s, uint32_t pc, const struct instruction *in, uint32_t depth)
{
  const struct word none = { .kind = UNKNOWN };
  const struct word *top = s->stack + depth;
  uint8_t op = in->op;
  if (op >= OP_iconst_m1 && op <= OP_iconst_5)
    return (struct word){ NUMBER, .is = { LOOP_CONSTANT, op - OP_iconst_0 } };
  if (op == OP_bipush || op == OP_sipush)
    return (struct word){ NUMBER, .is = { LOOP_CONSTANT, in->value } };
  if (op == OP_iload || op == OP_aload)
    return local_word(s, in);
  if (op == OP_iadd || op == OP_isub)
    return sum_word(top[-2], top[-1], op == OP_iadd ? 1 : -1);
  if (op == OP_getfield || op == OP_getstatic)
    return field_value(s, pc, in, op == OP_getfield ? top[-1] : none);
  if (op == OP_aaload && top[-1].kind != INDEX)
    return element_value(s, pc, top[-2], top[-1]);
  if (op == OP_arraylength && top[-1].kind == VALUE) {
    s->all->length[pc] = (uint32_t)top[-1].number + 1;
    return (struct word){ NUMBER, .is = { LOOP_LENGTH, top[-1].number } };
  }
  return none;
}

/* How many words the instruction pops; how many it pushes, 0 where that does not matter because nothing is known of
 * them. */
static void count_words(const struct search *s, const struct instruction *in, uint32_t depth, uint32_t *popped,
                        uint32_t *pushed)
{
  const char *effect = bytecodes[in->op].effect;
  uint8_t op = in->op;
  *popped = depth;
  *pushed = 0;
  if (effect) {
    for (*popped = 0; *effect != '>'; effect++)
      *popped += words_of(*effect);
    *pushed = effect[1] ? words_of(effect[1]) : 0;
  } else if (op >= OP_iload && op <= OP_aload) {
    *popped = 0;
    *pushed = op == OP_lload || op == OP_dload ? 2 : 1;
  } else if (op == OP_getfield || op == OP_getstatic) {
    *popped = op == OP_getfield;
    *pushed = words_of(*s->m->class->file->constants[in->index].type);
  } else if (op == OP_arraylength) {
    *popped = *pushed = 1;
  } else if (op >= OP_iaload && op <= OP_saload) {
    *popped = 2;
    *pushed = op == OP_laload || op == OP_daload ? 2 : 1;
  } else if (op == OP_iinc || (op >= OP_ldc && op <= OP_ldc2_w)) {
    *popped = 0;
  }
}

/* The stack behind the instruction. Where its words are not those of pushed_word() or a copy, nothing is known. */
static void step(struct search *s, uint32_t pc, const struct instruction *in)
{
  uint32_t depth = (uint32_t)strlen(s->m->flow->stack[pc]);
  struct word *top = s->stack + depth;
  uint8_t op = in->op;
  if (op >= OP_iaload && op <= OP_saload) {
    note_access(s, pc, top[-2], top[-1]);
  } else if (op >= OP_iastore && op <= OP_sastore) {
    uint32_t value = op == OP_lastore || op == OP_dastore ? 2 : 1;
    note_access(s, pc, top[-2 - (int)value], top[-1 - (int)value]);
  }
  if (op == OP_dup) {
    top[0] = top[-1];
    return;
  }
  if (op == OP_dup2) {
    top[0] = top[-2];
    top[1] = top[-1];
    return;
  }
  struct word pushed = pushed_word(s, pc, in, depth);
  uint32_t popped, length;
  count_words(s, in, depth, &popped, &length);
  for (uint32_t i = depth - popped; i < s->code->max_stack; i++)
    s->stack[i] = (struct word){ .kind = UNKNOWN };
  if (length == 1)
    s->stack[depth - popped] = pushed;
}

static void forget_words(struct search *s, bool index_only)
{
  for (uint32_t i = 0; i < s->code->max_stack; i++)
    if (!index_only || s->stack[i].kind == INDEX)
      s->stack[i] = (struct word){ .kind = UNKNOWN };
}

/* ---- a loop ---- */

/* `index < limit`, else out of the loop, at the head; returns what comes behind, 0: the loop begins otherwise. */
static uint32_t reads_condition(struct search *s)
{
  struct instruction in;
  uint32_t pc = s->loop->head;
  decode(s, pc, &in);
  if (in.op != OP_iload || *s->m->flow->stack[pc])
    return 0;
  s->loop->index = in.local;
  if (!finds_count(s))
    return 0;
  forget_words(s, false);
  do {
    step(s, pc, &in);
    pc += in.length;
    decode(s, pc, &in);
    if (s->m->flow->stack[pc] == NULL || effects_of(s->m)->target[pc] || pc >= s->loop->end)
      return 0;
  } while (!bytecode_jumps(in.op) && !bytecode_ends(in.op));
  if (in.op != OP_if_icmpge || is_in(s->loop, in.target) || s->stack[0].kind != INDEX || s->stack[0].number != 0 ||
      s->stack[1].kind != NUMBER)
    return 0;
  s->loop->limit = s->stack[1].is;
  return pc + in.length;
}

static void need_number(struct loop *l, const struct loop_number *n);

static void need_value(struct loop *l, uint32_t number)
{
  struct loop_value *v = &l->values[number];
  v->needed = true;
  if (v->kind == LOOP_ELEMENT) {
    l->values[v->of].array = true;
    need_number(l, &v->index);
  }
  if (v->kind == LOOP_ELEMENT || (v->kind == LOOP_FIELD && v->of != UINT32_MAX))
    need_value(l, v->of);
}

static void need_number(struct loop *l, const struct loop_number *n)
{
  if (n->kind == LOOP_LENGTH)
    l->values[n->number].array = true;
  if (n->kind == LOOP_LENGTH || n->kind == LOOP_INT_FIELD)
    need_value(l, (uint32_t)n->number);
}

/* Forgets what was noted in a loop that is not one. */
static void drop_notes(struct search *s)
{
  for (uint32_t pc = s->loop->head; pc < s->loop->end; pc++)
    s->all->safe[pc] = 0, s->all->hoisted[pc] = s->all->length[pc] = 0;
}

static void keep_needed(struct search *s)
{
  for (uint32_t pc = s->loop->head; pc < s->loop->end; pc++) {
    uint32_t value = s->all->hoisted[pc], length = s->all->length[pc];
    if (value && !s->loop->values[value - 1].needed)
      s->all->hoisted[pc] = 0;
    if (length && !(s->loop->values[length - 1].needed && s->loop->values[length - 1].array))
      s->all->length[pc] = 0;
  }
}

static bool examine_loop(struct search *s)
{
  struct instruction in;
  struct loop *l = s->loop;
  if (l->end - l->head > LOOP_MOST || !has_one_entry(s) || !note_changes(s))
    return false;
  l->values = MEM_ARRAY(struct loop_value, VALUES_MOST);
  uint32_t pc = reads_condition(s);
  if (!pc || (l->limit.kind == LOOP_VARIABLE && s->stored[l->limit.number]))
    return false;
  forget_words(s, false);
  for (; pc < l->end; pc += in.length) {
    decode(s, pc, &in);
    if (effects_of(s->m)->target[pc])
      forget_words(s, false);
    step(s, pc, &in);
    if (pc == s->counted)
      forget_words(s, true);
  }
  bool any = false;
  for (uint32_t i = 0; i < l->value_count; i++)
    if (l->values[i].accessed) {
      need_value(l, i);
      any = true;
    }
  need_number(l, &l->limit);
  keep_needed(s);
  return any;
}

/* Is this the last jump back to `head`? */
static bool is_last_jump(const struct search *s, uint32_t pc, uint32_t head)
{
  struct instruction in;
  for (; pc < s->code->length; pc += in.length) {
    decode(s, pc, &in);
    if (bytecode_jumps(in.op) && !in.count && in.target == head)
      return false;
  }
  return true;
}

const struct loops *loops_find(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct loops *all = mem_new(sizeof(*all));
  struct search s = { .m = m, .code = code, .all = all, .stored = MEM_ARRAY(bool, code->max_locals + 1u),
                      .stack = MEM_ARRAY(struct word, code->max_stack + 4u) };
  struct instruction in;
  size_t room = 0;
  all->safe = MEM_ARRAY(uint8_t, code->length);
  all->hoisted = MEM_ARRAY(uint32_t, code->length);
  all->length = MEM_ARRAY(uint32_t, code->length);
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    decode(&s, pc, &in);
    if (!bytecode_jumps(in.op) || in.count || in.target > pc || !is_last_jump(&s, pc + in.length, in.target))
      continue;
    struct loop loop = { .head = in.target, .end = pc + in.length };
    s.loop = &loop;
    if (examine_loop(&s)) {
      all->loops = mem_grow(all->loops, all->count, &room, sizeof(*all->loops));
      all->loops[all->count++] = loop;
    } else {
      drop_notes(&s);
    }
  }
  return all;
}

const struct loop *loops_at(const struct loops *loops, uint32_t pc)
{
  for (uint32_t i = 0; i < loops->count; i++)
    if (loops->loops[i].head == pc)
      return &loops->loops[i];
  return NULL;
}
