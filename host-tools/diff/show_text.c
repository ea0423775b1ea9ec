/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * show_text.c: a comparison as text: the verdict first, then how it was reached, then the figures that differ, the
 * clearest of each kind first. Names stand last in their lines, so they may have any length.
 */
#include "show.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

#define PATH_END 3 /* functions at the end of a path that are shown, beside its thread */

static void print_clean(FILE *out, const char *s)
{
  char *clean = text_clean((const uint8_t *)s, strlen(s));
  fputs(clean, out);
  mem_free(clean);
}

static const char *plural(size_t n)
{
  return n == 1 ? "" : "s";
}

/* ---- the head ---- */

static void print_verdict(const struct compare *c, FILE *out)
{
  const size_t *n = c->counts;
  const size_t tested = n[COMPARE_SAME] + n[COMPARE_WORSE] + n[COMPARE_BETTER];
  switch (c->how) {
  case COMPARE_REFUSED:
    fputs("NOT COMPARABLE: the runs differ in what must not differ\n", out);
    break;
  case COMPARE_NOTHING:
    fputs("NOTHING COMPARED: both sides have no figure in common of which all runs are whole\n", out);
    break;
  case COMPARE_SHOWN:
    fprintf(out, "NO VERDICT: too few runs to tell a difference from chance: %zu beside %zu have a p of at least %.3g; "
            "4 beside 4 have less than 0.05, and so has one beside 19\n", c->a.count, c->b.count, c->least_p);
    break;
  default:
    if (n[COMPARE_WORSE])
      fprintf(out, "WORSE: %zu of %zu figures", n[COMPARE_WORSE], tested);
    else
      fprintf(out, "no worse: none of %zu figures", tested);
    fprintf(out, "; %zu better\n", n[COMPARE_BETTER]);
  }
}

static void print_side(const struct compare_side *s, const char *name, FILE *out)
{
  fprintf(out, "  %s: %zu run%s, ", name, s->count, plural(s->count));
  print_clean(out, s->runs[0].path);
  if (s->count > 1) {
    fputs(s->count > 2 ? " ... " : " ", out);
    print_clean(out, s->runs[s->count - 1].path);
  }
  if (s->runs[0].build_id)
    fprintf(out, ", build %.*s", text_cut(s->runs[0].build_id, 8), s->runs[0].build_id);
  fputc('\n', out);
}

static void print_how(const struct compare *c, FILE *out)
{
  const struct compare_options *o = &c->options;
  if (c->how == COMPARE_COUNTED)
    fputs("  the clock counts instructions: each difference is real", out);
  else if (c->how == COMPARE_TESTED)
    fprintf(out, "  p is of all figures together: at %.4g %% a single one that differs by chance is %.4g %% likely",
            100 * o->level, 100 * o->level);
  else
    return;
  fprintf(out, "; a verdict wants %.4g %%", o->least_pct);
  if (o->least_us > 0)
    fprintf(out, " and, of times, %.4g us", o->least_us);
  fputc('\n', out);
  if (c->how == COMPARE_TESTED)
    fprintf(out, "  half of the figures would have shown a difference of %.1f %%\n", 100 * c->resolution);
}

/* ---- the rows ---- */

static void print_value(FILE *out, const struct compare_row *r, double value)
{
  static const struct { const char *time, *bytes; } units[] = { { "ns", "B " }, { "us", "KB" }, { "ms", "MB" }, { "s ", "GB" } };
  unsigned unit = 0;
  if (value <= 0) {
    fprintf(out, "%11s", "-");
    return;
  }
  while (value >= 9999.5 && unit < 3) {
    value /= 1000;
    unit++;
  }
  fprintf(out, " %7.*f %s", value < 99.95 ? 2 : value < 999.5 ? 1 : 0, value,
          r->group == FIGURES_SITES ? units[unit].bytes : units[unit].time);
}

static void print_doubt(const struct compare *c, const struct compare_row *r, FILE *out)
{
  if (c->how == COMPARE_TESTED)
    fprintf(out, "  %+7.1f to %+7.1f %%  %6.4f", 100 * r->low, 100 * r->high, r->p);
  else if (c->how == COMPARE_SHOWN && r->error >= 0)
    fprintf(out, "  +- %6.1f %%", 100 * r->error);
  else if (c->how == COMPARE_SHOWN)
    fprintf(out, "  %11s", "-");
}

/* A path with the functions in its middle left out, where it has many: all are in the JSON. */
static void print_name(const char *name, FILE *out)
{
  size_t functions = 1, at = 0;
  for (const char *s = name; *s; s++)
    functions += *s == ';';
  for (const char *s = name; *s; s++) {
    if (at == 0 || at + PATH_END >= functions || functions <= PATH_END + 2)
      fputc(*s, out);
    at += *s == ';';
    if (*s == ';' && at == 1 && functions > PATH_END + 2)
      fprintf(out, "(%zu more);", functions - PATH_END - 1);
  }
}

static void print_row(const struct compare *c, const struct compare_row *r, FILE *out)
{
  const bool both = r->verdict != COMPARE_NEW && r->verdict != COMPARE_GONE;
  if (both)
    fprintf(out, "  %+9.1f %%", 100 * r->change);
  else
    fprintf(out, "  %9s  ", compare_verdict_name(r->verdict));
  if (both)
    print_doubt(c, r, out);
  else if (c->how != COMPARE_COUNTED)
    fprintf(out, c->how == COMPARE_TESTED ? "  %20s  %6s" : "  %11s%s", "-", c->how == COMPARE_TESTED ? "-" : "");
  print_value(out, r, r->a);
  print_value(out, r, r->b);
  fprintf(out, "  %-9s  ", figures_defs[r->group].name);
  print_name(r->name, out);
  fputc('\n', out);
}

static void print_rows(const struct compare *c, enum compare_verdict verdict, const char *title, size_t top, FILE *out)
{
  size_t left = c->counts[verdict], shown[FIGURES_COUNT] = { 0 };
  if (!left)
    return;
  fprintf(out, "\n%s\n     change%s          A          B  what\n", title,
          c->how == COMPARE_TESTED ? "               interval       p" : c->how == COMPARE_SHOWN ? "     within runs" : "  ");
  for (size_t k = 0; k < c->count; k++)
    if (c->rows[k].verdict == verdict && (!top || shown[c->rows[k].group]++ < top)) {
      print_row(c, &c->rows[k], out);
      left--;
    }
  if (left)
    fprintf(out, "  and %zu more (--top)\n", left);
}

void compare_text(const struct compare *c, FILE *out, size_t top)
{
  print_verdict(c, out);
  print_side(&c->a, "A", out);
  print_side(&c->b, "B", out);
  print_how(c, out);
  for (size_t i = 0; i < c->remark_count; i++) {
    fputs("  ", out);
    print_clean(out, c->remarks[i]);
    fputc('\n', out);
  }
  print_rows(c, COMPARE_WORSE, "worse", top, out);
  print_rows(c, COMPARE_BETTER, "better", top, out);
  if (c->how == COMPARE_SHOWN)
    print_rows(c, COMPARE_SAME, "differences, without a verdict", top, out);
  print_rows(c, COMPARE_NEW, "only in B (their callers' paths and the sums have what they cost)", top, out);
  print_rows(c, COMPARE_GONE, "only in A", top, out);
}
