/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * faults.c: see faults.h.
 */
#include "faults.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define TEXT_BYTES 128            /* of one fault as text, with the zero */
#define NS_PER_S   1000000000.0
#define TIME_MOST  86400          /* seconds of a delay, and until a cut: a day */
#define COUNT_MOST 1000000000000u /* frames until a cut */

static const char *const names[FAULT_KINDS] = {
  [FAULT_DROP] = "drop", [FAULT_DUPLICATE] = "duplicate", [FAULT_DELAY] = "delay", [FAULT_REORDER] = "reorder",
  [FAULT_FLIP] = "flip", [FAULT_CUT] = "cut",
};

const char *fault_name(enum fault_kind kind)
{
  return names[kind];
}

bool faults_is_node(const char *name)
{
  static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  const size_t bytes = strlen(name);
  return bytes && bytes < FAULTS_NODE_BYTES && strchr(first, *name) &&
         strspn(name, "-.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == bytes;
}

/* ---- text ---- */

/* 1/100, 0.01 or 1%. */
static bool read_rate(char *text, double *chance)
{
  char *slash = strchr(text, '/');
  const size_t bytes = strlen(text);
  uint64_t of, in;
  if (slash) {
    *slash = '\0';
    if (!number_whole(text, UINT32_MAX, &of) || !number_whole(slash + 1, UINT32_MAX, &in) || !in)
      return false;
    *chance = (double)of / (double)in;
  } else if (bytes && text[bytes - 1] == '%') {
    text[bytes - 1] = '\0';
    if (!number_real(text, 100, chance))
      return false;
    *chance /= 100;
  } else if (!number_real(text, 1, chance)) {
    return false;
  }
  return *chance >= 0 && *chance <= 1;
}

static bool read_time(char *text, int64_t *ns)
{
  static const struct { const char *unit; double each_ns; } units[] = { { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  const size_t bytes = strlen(text);
  double n;
  for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
    const size_t end = strlen(units[i].unit);
    if (bytes <= end || strcmp(text + bytes - end, units[i].unit) != 0)
      continue;
    text[bytes - end] = '\0';
    if (!number_real(text, TIME_MOST * NS_PER_S / units[i].each_ns, &n) || n < 0)
      return false;
    *ns = (int64_t)(n * units[i].each_ns);
    return true;
  }
  return false;
}

/* Cuts `text` at `..`. Returns what stands behind it; NULL: there is no `..`. */
static char *cut_range(char *text)
{
  char *dots = strstr(text, "..");
  if (dots)
    *dots = '\0';
  return dots ? dots + 2 : NULL;
}

static bool read_delay(char *text, struct fault *f)
{
  char *to = cut_range(text);
  if (!read_time(text, &f->least_ns))
    return false;
  f->most_ns = f->least_ns;
  return (!to || read_time(to, &f->most_ns)) && f->least_ns <= f->most_ns && f->most_ns;
}

/* FROM..TO, FROM..: frames or times. */
static bool read_bounds(char *text, struct fault *f)
{
  char *to = cut_range(text);
  int64_t ns = 0, end_ns = INT64_MAX;
  f->to = UINT64_MAX;
  if (!to)
    return false;
  if (number_whole(text, COUNT_MOST, &f->from))
    return f->from && (!*to || (number_whole(to, COUNT_MOST, &f->to) && f->from < f->to));
  f->timed = true;
  if (!read_time(text, &ns) || (*to && !read_time(to, &end_ns)) || ns >= end_ns)
    return false;
  f->from = (uint64_t)ns;
  f->to = (uint64_t)end_ns;
  return true;
}

static const char *read_cut(char *text, struct fault *f)
{
  char *at = strchr(text, '@');
  if (!at)
    return "when? cut=NODE@FROM..TO, in frames or in times";
  *at = '\0';
  if (!faults_is_node(text))
    return "this is no name of a node";
  strcpy(f->node, text);
  return read_bounds(at + 1, f) ? NULL : "FROM..TO are frames, from 1, or times like 2s, and FROM comes first";
}

static const char *read_struck(char *text, struct fault *f)
{
  char *at = strchr(text, '@');
  if (at && !faults_is_node(at + 1))
    return "behind @ stands the name of a node";
  if (at) {
    strcpy(f->node, at + 1);
    *at = '\0';
  }
  char *value = strchr(text, ':');
  if (value)
    *value++ = '\0';
  if (!read_rate(text, &f->chance))
    return "a rate is like 1/100, 0.01 or 1%, and at most 1";
  switch (f->kind) {
  case FAULT_DELAY: return value && read_delay(value, f) ? NULL : "by how much? delay=1/20:5ms, or 2ms..5ms";
  case FAULT_REORDER:
    f->later = 1;
    return !value || (number_whole(value, 1000, &f->later) && f->later) ? NULL :
                                                                          "behind how many frames? reorder=1/20:3";
  default: return value ? "it takes no value behind its rate" : NULL;
  }
}

bool faults_add(struct faults *f, const char *text, char error[FAULTS_ERROR_BYTES])
{
  struct fault one = { .kind = FAULT_KINDS };
  char copy[TEXT_BYTES];
  const char *why = "there is no such fault: drop, duplicate, delay, reorder, flip or cut";
  const size_t bytes = strlen(text), word = strcspn(text, "=");
  if (f->count == FAULTS_MOST || bytes >= sizeof(copy)) {
    snprintf(error, FAULTS_ERROR_BYTES, "at most %d faults of %d bytes each", FAULTS_MOST, TEXT_BYTES - 1);
    return false;
  }
  strcpy(copy, text);
  for (size_t i = 0; i < FAULT_KINDS; i++)
    if (copy[word] == '=' && strlen(names[i]) == word && strncmp(copy, names[i], word) == 0)
      one.kind = (enum fault_kind)i;
  if (one.kind != FAULT_KINDS)
    why = one.kind == FAULT_CUT ? read_cut(copy + word + 1, &one) : read_struck(copy + word + 1, &one);
  if (why)
    snprintf(error, FAULTS_ERROR_BYTES, "`%.*s`: %s", 80, text, why);
  else
    f->list[f->count++] = one;
  return !why;
}

/* ---- chance ---- */

/* The finalizer of splitmix64 (Sebastiano Vigna, public domain): each bit of the result depends on each of `x`. */
static uint64_t mix(uint64_t x)
{
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/* A number for draw `which` of the frame. */
static uint64_t draw(const struct faults *f, const char *node, uint64_t number, uint64_t which)
{
  uint64_t x = mix(f->seed + 0x9e3779b97f4a7c15);
  for (const char *p = node; *p; p++)
    x = mix(x ^ (uint8_t)*p);
  return mix(mix(x + number) + which);
}

/* From 0 up to, not with, 1: 53 bits fit a double. */
static double share(uint64_t drawn)
{
  return (double)(drawn >> 11) / 9007199254740992.0;
}

struct verdict faults_judge(const struct faults *f, const char *node, uint64_t number, size_t bytes)
{
  struct verdict v = { .copies = 1 };
  for (size_t i = 0; i < f->count; i++) {
    const struct fault *one = &f->list[i];
    if (one->kind == FAULT_CUT || (*one->node && strcmp(one->node, node) != 0) ||
        share(draw(f, node, number, 2 * i)) >= one->chance)
      continue;
    const uint64_t value = draw(f, node, number, 2 * i + 1);
    switch (one->kind) {
    case FAULT_DROP: v.drop = true; break;
    case FAULT_DUPLICATE: v.copies = 2; break;
    case FAULT_DELAY:
      v.delay_ns += one->least_ns + (int64_t)(share(value) * (double)(one->most_ns - one->least_ns));
      break;
    case FAULT_REORDER: v.later = v.later > one->later ? v.later : one->later; break;
    case FAULT_FLIP:
      v.flip = true;
      v.bit = value % (8 * (uint64_t)bytes);
      break;
    default: break;
    }
  }
  return v;
}

bool faults_cuts(const struct faults *f, const char *node, uint64_t number, int64_t since_ns)
{
  for (size_t i = 0; i < f->count; i++) {
    const struct fault *one = &f->list[i];
    const uint64_t now = one->timed ? (uint64_t)since_ns : number;
    if (one->kind == FAULT_CUT && strcmp(one->node, node) == 0 && now >= one->from && now < one->to)
      return true;
  }
  return false;
}
