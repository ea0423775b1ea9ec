/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_base64.c: frames as text. Any bytes that go through the armor come out of it again, with nothing beside them; any
 * text between two of its lines is either text or data.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "both/base64.h"

struct bytes { uint8_t *data; size_t used, room; };

static bool append(void *ctx, const void *data, size_t bytes)
{
  struct bytes *b = ctx;
  if (b->used + bytes > b->room) {
    b->room = 2 * (b->used + bytes);
    b->data = realloc(b->data, b->room);
  }
  memcpy(b->data + b->used, data, bytes);
  b->used += bytes;
  return true;
}

struct parts { struct bytes text, data; };

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  append(&((struct parts *)ctx)->text, text, bytes);
}

static void on_data(void *ctx, const uint8_t *data, size_t bytes)
{
  append(&((struct parts *)ctx)->data, data, bytes);
}

static struct parts take(const uint8_t *text, size_t bytes, size_t piece)
{
  static const struct dearmor_ops ops = { on_text, on_data };
  struct dearmor d = { 0 };
  struct parts parts = { 0 };
  for (size_t i = 0; i < bytes; i += piece)
    dearmor(&d, text + i, bytes - i < piece ? bytes - i : piece, &ops, &parts);
  dearmor_end(&d, &ops, &parts);
  return parts;
}

static void parts_free(struct parts *p)
{
  free(p->text.data);
  free(p->data.data);
}

static void there_and_back(const uint8_t *data, size_t bytes, size_t piece)
{
  struct base64 a;
  struct bytes text = { 0 };
  base64_begin(&a, append, &text);
  base64_write(&a, data, bytes);
  base64_end(&a);
  struct parts back = take(text.data, text.used, piece);
  fuzz_check(back.data.used == bytes && (!bytes || memcmp(back.data.data, data, bytes) == 0));
  fuzz_check(back.text.used == 1 && back.text.data[0] == '\n');
  parts_free(&back);
  free(text.data);
}

/* The input as lines between the two of ours: no piece of it may be lost or doubled, however it arrives. */
static void any_text(const uint8_t *data, size_t bytes, size_t piece)
{
  struct bytes text = { 0 };
  append(&text, ARMOR_BEGIN "\n", sizeof(ARMOR_BEGIN));
  append(&text, data, bytes);
  struct parts whole = take(text.data, text.used, text.used), parts = take(text.data, text.used, piece);
  fuzz_check(whole.text.used + whole.data.used <= text.used);
  fuzz_check(whole.text.used == parts.text.used && whole.data.used == parts.data.used);
  fuzz_check(!parts.data.used || memcmp(whole.data.data, parts.data.data, parts.data.used) == 0);
  fuzz_check(!parts.text.used || memcmp(whole.text.data, parts.text.data, parts.text.used) == 0);
  parts_free(&whole);
  parts_free(&parts);
  free(text.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  size_t piece = bytes ? (size_t)data[0] % 97 + 1 : 1;
  there_and_back(data, bytes, piece);
  any_text(data, bytes, piece);
  return 0;
}
