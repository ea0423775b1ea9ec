/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * base64.c: see base64.h.
 */
#include "base64.h"

static const char digits[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- writing ---- */

bool base64_begin(struct base64 *a, xfer_write_fn *write, void *ctx)
{
  *a = (struct base64){ .write = write, .ctx = ctx };
  return write(ctx, "\n" ARMOR_BEGIN "\n", sizeof(ARMOR_BEGIN) + 1);
}

/* Writes three bytes, of which `bytes` are there, as four characters. */
static void encode_three(const uint8_t *in, size_t bytes, char *out)
{
  uint32_t v = (uint32_t)in[0] << 16 | (bytes > 1 ? (uint32_t)in[1] << 8 : 0) | (bytes > 2 ? in[2] : 0);
  out[0] = digits[v >> 18];
  out[1] = digits[v >> 12 & 63];
  out[2] = bytes > 1 ? digits[v >> 6 & 63] : '=';
  out[3] = bytes > 2 ? digits[v & 63] : '=';
}

static bool write_line(struct base64 *a)
{
  char line[ARMOR_LINE_CHARACTERS + 1];
  size_t used = 0;
  for (size_t i = 0; i < a->held; i += 3, used += 4)
    encode_three(a->hold + i, a->held - i, line + used);
  line[used++] = '\n';
  a->held = 0;
  return a->write(a->ctx, line, used);
}

bool base64_write(void *armor, const void *data, size_t bytes)
{
  struct base64 *a = armor;
  const uint8_t *p = data;
  while (bytes--) {
    a->hold[a->held++] = *p++;
    if (a->held == ARMOR_LINE_BYTES && !write_line(a))
      return false;
  }
  return true;
}

bool base64_recover(struct base64 *a)
{
  return a->write(a->ctx, "\n", 1) && (!a->held || write_line(a));
}

bool base64_end(struct base64 *a)
{
  if (a->held && !write_line(a))
    return false;
  return a->write(a->ctx, ARMOR_END "\n", sizeof(ARMOR_END));
}

/* ---- reading ---- */

/* Returns the six bits of a character; -1 for a character that base64 does not have. */
static int digit_value(uint8_t c)
{
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes a line of base64; returns its bytes, 0 when it is anything else. */
static size_t decode_line(const uint8_t *line, size_t characters, uint8_t out[ARMOR_LINE_BYTES])
{
  size_t used = 0, padding = 0;
  if (characters == 0 || characters % 4 || characters > ARMOR_LINE_CHARACTERS)
    return 0;
  while (padding < 2 && line[characters - 1 - padding] == '=')
    padding++;
  for (size_t i = 0; i < characters; i += 4) {
    uint32_t v = 0;
    for (size_t k = 0; k < 4; k++) {
      int bits = i + k < characters - padding ? digit_value(line[i + k]) : 0;
      if (bits < 0)
        return 0;
      v = v << 6 | (uint32_t)bits;
    }
    for (size_t k = 0; k < 3; k++)
      out[used++] = (uint8_t)(v >> (16 - 8 * k));
  }
  return used - padding;
}

static bool is_text(const uint8_t *line, size_t characters, const char *text)
{
  size_t n = 0;
  while (n < characters && text[n] && line[n] == (uint8_t)text[n])
    n++;
  return n == characters && !text[n];
}

static bool is_line_end(uint8_t c)
{
  return c == '\r' || c == '\n';
}

static bool is_blank(uint8_t c)
{
  return c == ' ' || c == '\t' || is_line_end(c);
}

/* ---- what a logger puts around our lines ---- */

/* Takes a character of a text. Returns true when it ends a line that opens our part; *how says what stood around the
 * opening. */
static bool opens_part(struct dearmor_opening *o, uint8_t c, struct dearmor_opening *how)
{
  const bool whole = o->matched == sizeof(ARMOR_BEGIN) - 1;
  if (c == '\n') {
    *how = *o;
    *o = (struct dearmor_opening){ 0 };
    return whole;
  }
  if (!o->within && !whole && c == (uint8_t)ARMOR_BEGIN[o->matched]) {
    o->matched++;
    return false;
  }
  o->words += !is_blank(c) ? 0 : !whole && (o->within || o->matched);
  o->within = !is_blank(c);
  o->aside |= !is_line_end(c);
  o->matched = whole && is_blank(c) ? o->matched : 0;
  return false;
}

/* Returns the part of a line that may be ours: without the line end and without what the logger has put around it. */
static const uint8_t *our_part(const struct dearmor *d, size_t *characters)
{
  const uint8_t *at = d->line, *end = d->line + d->used;
  const bool aside = d->inside && d->around.aside;
  while (end > at && (aside ? is_blank(end[-1]) : is_line_end(end[-1])))
    end--;
  for (size_t words = aside ? d->around.words + 1 : 0; words-- > 0;) {
    while (at < end && is_blank(*at))
      at++;
    while (at < end && words && !is_blank(*at))
      at++;
  }
  *characters = (size_t)(end - at);
  return at;
}

/* Returns whether the first characters of a line, which are held, can still become one of our lines. */
static bool may_be_ours(const struct dearmor *d)
{
  bool opening = true, full = true;
  if (d->used == sizeof(d->line))
    return false;
  for (size_t i = 0; i < d->used && !d->inside; i++) {
    uint8_t c = d->line[i];
    opening &= i < sizeof(ARMOR_BEGIN) - 1 ? c == (uint8_t)ARMOR_BEGIN[i] : is_line_end(c);
    full &= i < ARMOR_LINE_CHARACTERS ? digit_value(c) >= 0 : is_line_end(c);
  }
  return opening || full;
}

/* Passes the held characters on as text: they are not ours. */
static void give_back_text(struct dearmor *d, const struct dearmor_ops *ops, void *ctx)
{
  if (d->waiting)
    ops->text(ctx, d->full, d->full_used);
  d->waiting = false;
  if (d->used)
    ops->text(ctx, d->line, d->used);
  d->used = 0;
}

/* Takes a full line of base64 outside of our part: the second one in turn shows that both are ours. */
static void take_full(struct dearmor *d, const uint8_t *bytes, const struct dearmor_ops *ops, void *ctx)
{
  uint8_t first[ARMOR_LINE_BYTES];
  if (d->waiting) {
    ops->data(ctx, first, decode_line(d->full, ARMOR_LINE_CHARACTERS, first));
    ops->data(ctx, bytes, ARMOR_LINE_BYTES);
    d->inside = true;
    d->around = (struct dearmor_opening){ 0 };
  } else {
    for (size_t i = 0; i < d->used; i++)
      d->full[i] = d->line[i];
    d->full_used = d->used;
  }
  d->waiting = !d->waiting;
}

/* Goes into our part, or out of it: the opening or the closing line is held. */
static void turn_side(struct dearmor *d, const struct dearmor_ops *ops, void *ctx)
{
  d->used = 0;
  give_back_text(d, ops, ctx);
  d->inside = !d->inside;
  d->around = (struct dearmor_opening){ 0 };
}

/* Takes the whole line that is held, with or without its line end. */
static void take_line(struct dearmor *d, const struct dearmor_ops *ops, void *ctx)
{
  uint8_t bytes[ARMOR_LINE_BYTES];
  size_t n;
  const uint8_t *line = our_part(d, &n);
  size_t decoded = decode_line(line, n, bytes);
  if (d->inside && decoded)
    ops->data(ctx, bytes, decoded);
  else if (decoded == ARMOR_LINE_BYTES)
    take_full(d, bytes, ops, ctx);
  else if (is_text(line, n, d->inside ? ARMOR_END : ARMOR_BEGIN))
    turn_side(d, ops, ctx);
  else
    give_back_text(d, ops, ctx);
  d->used = 0;
}

/* Passes text on up to the end of its line; returns how many bytes that were. */
static size_t pass_text(struct dearmor *d, const uint8_t *text, size_t bytes, const struct dearmor_ops *ops, void *ctx)
{
  size_t n = 0;
  for (; n < bytes && d->passing; n++) {
    d->passing = text[n] != '\n';
    d->inside |= !d->inside && opens_part(&d->opening, text[n], &d->around);
  }
  ops->text(ctx, text, n);
  return n;
}

void dearmor(struct dearmor *d, const uint8_t *text, size_t bytes, const struct dearmor_ops *ops, void *ctx)
{
  while (bytes) {
    if (d->passing) {
      size_t n = pass_text(d, text, bytes, ops, ctx);
      text += n;
      bytes -= n;
      continue;
    }
    d->line[d->used++] = *text;
    if (!d->inside)
      opens_part(&d->opening, *text, &d->around);
    bool ended = *text == '\n';
    text++;
    bytes--;
    if (ended && may_be_ours(d)) {
      take_line(d, ops, ctx);
    } else if (!may_be_ours(d)) {
      d->passing = !ended;
      give_back_text(d, ops, ctx);
    }
  }
}

void dearmor_end(struct dearmor *d, const struct dearmor_ops *ops, void *ctx)
{
  if (d->inside && d->used)
    take_line(d, ops, ctx);
  give_back_text(d, ops, ctx);
}
