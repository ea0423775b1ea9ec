/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * instrument.c: rules and their use; instrument.h is the manual.
 */
#include "instrument.h"

#include <fnmatch.h>
#include <string.h>

#include "analyse/short.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/text.h"
#include "contract/jx.h"
#include "world/world.h"

struct rule {
  unsigned measures;
  bool put_in, used;
  const char *pattern, *option;
};

static struct rule *rules;
static size_t rule_count, rule_room;
static uint32_t threshold;

static const struct { unsigned bit; const char *name; } measures[] = {
  { JX_METHOD_PROFILE, "profile" }, { JX_METHOD_TRACE, "trace" }, { JX_METHOD_OBJECTS, "objects" },
  { JX_METHOD_SAFEPOINTS, "safepoints" },
};
#define MEASURES (sizeof(measures) / sizeof(measures[0]))

void instrument_start(void)
{
  rules = NULL;
  rule_count = rule_room = 0;
  threshold = 0;
}

void instrument_threshold(uint32_t bytes)
{
  threshold = bytes;
}

void instrument_rule(unsigned bits, bool put_in, const char *pattern, const char *option)
{
  rules = mem_grow(rules, rule_count, &rule_room, sizeof(*rules));
  rules[rule_count++] = (struct rule){ bits, put_in, false, pattern, option };
}

static const char *name_of(const struct method *m)
{
  return mem_text("%s.%s", world_java_name(m->class), m->cf->name);
}

static bool matches_name(const char *pattern, const char *name, const char *type)
{
  return fnmatch(pattern, name, FNM_NOESCAPE) == 0 || fnmatch(pattern, mem_text("%s%s", name, type), FNM_NOESCAPE) == 0;
}

/* Whether a pattern with a + behind the class matches the method as one of its class's superclass or interface `c`. */
static bool matches_as_of(const char *pattern, const struct class *c, const struct method *m)
{
  return matches_name(pattern, mem_text("%s+.%s", world_java_name(c), m->cf->name), m->cf->type);
}

static bool matches_rule(const struct rule *r, const struct method *m)
{
  if (matches_name(r->pattern, name_of(m), m->cf->type))
    return true;
  if (!strchr(r->pattern, '+'))
    return false;
  for (const struct class *c = m->class; c; c = c->super)
    if (matches_as_of(r->pattern, c, m))
      return true;
  for (uint32_t i = 0; i < m->class->all_count; i++)
    if (matches_as_of(r->pattern, m->class->all[i], m))
      return true;
  return false;
}

/* The rule that decides, or NULL. All rules that match count as used. */
static struct rule *deciding_rule(const struct method *m, unsigned bit)
{
  struct rule *last = NULL;
  for (size_t i = 0; i < rule_count; i++) {
    struct rule *r = &rules[i];
    if (!(r->measures & bit) || !matches_rule(r, m))
      continue;
    r->used = true;
    last = r;
  }
  return last;
}

/* A rule for all methods does not mean the short ones. */
static bool is_short(struct method *m, unsigned bit, const struct rule *r)
{
  return threshold && bit == JX_METHOD_PROFILE && r && r->put_in && strcmp(r->pattern, "*") == 0 &&
         short_method(m, threshold);
}

void instrument_method(struct method *m)
{
  m->measure = 0;
  for (size_t i = 0; m->cf->code && i < MEASURES; i++) {
    const struct rule *r = deciding_rule(m, measures[i].bit);
    if (is_short(m, measures[i].bit, r))
      m->measure |= JX_METHOD_SHORT;
    else if (r && r->put_in)
      m->measure |= (uint8_t)measures[i].bit;
  }
}

void instrument_explain(FILE *out, const struct method *m)
{
  const char *gets = "", *why = "";
  for (size_t i = 0; m->cf->code && i < MEASURES; i++) {
    const struct rule *r = deciding_rule(m, measures[i].bit);
    if (m->measure & measures[i].bit)
      gets = mem_text("%s%s%s", gets, *gets ? "," : "", measures[i].name);
    if (r)
      why = mem_text("%s%s%s: %s", why, *why ? "; " : "", measures[i].name, r->option);
    if (m->measure & JX_METHOD_SHORT && measures[i].bit == JX_METHOD_PROFILE)
      why = mem_text("%s, but --threshold=%u", why, threshold);
  }
  if (!m->cf->code)
    why = m->cf->access & CF_NATIVE ? "native: the C compiler's business" : "abstract";
  fprintf(out, "%s\t%s\t%s\t%s\n", text_shown(name_of(m)), text_shown(m->cf->type), *gets ? gets : "-",
          *why ? text_shown(why) : "no rule");
}

void instrument_unused(void)
{
  for (size_t i = 0; i < rule_count; i++)
    if (!rules[i].used)
      diag_warning(NULL, 0, "%s matches no method of the program (jxtr --explain lists them)", rules[i].option);
}
