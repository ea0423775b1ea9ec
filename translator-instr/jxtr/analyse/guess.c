/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * guess.c: see guess.h.
 */
#include "guess.h"

#include "effects.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/world.h"

/* What most keys and elements of collections are. */
static const char *const usual[] = { "java/lang/String", "java/lang/Integer", "java/lang/Long" };
#define USUAL (sizeof usual / sizeof *usual)

static bool is_decided(const struct method *m, uint8_t op)
{
  return (op == OP_invokevirtual || op == OP_invokeinterface) && !(m->cf->access & CF_PRIVATE);
}

static bool is_quiet(const struct guess *g)
{
  return g->class && effects_quiet(g->target);
}

/* The methods of the usual classes, where they are quiet. */
static uint32_t guess_usual(const struct class *owner, const struct method *m, struct guess *found)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < USUAL; i++) {
    struct class *c = reach_made(usual[i]);
    if (!c || !world_subtype(c, owner) || !world_subtype(c, m->class))
      continue;
    const struct guess g = { world_select(c, m), c };
    if (g.target && g.target->cf->code && is_quiet(&g))
      found[count++] = g;
  }
  return count;
}

uint32_t guess_targets(const struct class *owner, struct method *m, uint8_t op, struct guess *found)
{
  struct method *targets[GUESS_MOST];
  uint32_t reached = is_decided(m, op) ? reach_targets(owner, m, targets, GUESS_MOST) : 0, count = 0;
  if (reached > GUESS_MOST)
    return guess_usual(owner, m, found);
  for (uint32_t pass = 0; pass < 2 && reached > 1; pass++)
    for (uint32_t i = 0; i < reached; i++) {
      const struct guess g = { targets[i], reach_only_maker(owner, m, targets[i]) };
      if (targets[i]->cf->code && is_quiet(&g) == (pass == 0))
        found[count++] = g;
    }
  return count;
}

bool guess_quiet_call(struct method *m, uint32_t pc, const struct instruction *in)
{
  if ((in->op != OP_invokevirtual && in->op != OP_invokeinterface) || lack_at(m, pc))
    return false;
  const struct cf_constant *k = &m->class->file->constants[in->index];
  if (*k->owner == '[')
    return false;
  struct class *owner = world_class(k->owner, (struct use){ m, pc });
  struct method *callee = world_method(owner, k->name, k->type);
  struct guess found[GUESS_MOST];
  const uint32_t count = effects_callee(owner, callee, in->op) ? 0 : guess_targets(owner, callee, in->op, found);
  return count > 0 && is_quiet(&found[count - 1]);
}
