/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * format.c: see format.h. The text goes out in pieces: the stretches between conversions, padding, and each value.
 */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>

#include "string.h"

struct out {
  format_sink_fn *sink;
  void *ctx;
};

/* One conversion, as read from the format string. */
struct spec {
  bool left, zeros;
  unsigned width;
  size_t precision;   /* %s: most bytes to print */
  unsigned longs;     /* 1 where the value has 64 bits */
};

#define DIGITS_MAX 20 /* of 2^64 - 1 */

static void pad(const struct out *out, char c, size_t count)
{
  static const char blanks[] = "                ", zeros[] = "0000000000000000";
  const char *text = c == '0' ? zeros : blanks;
  for (; count; ) {
    size_t n = count < sizeof blanks - 1 ? count : sizeof blanks - 1;
    out->sink(out->ctx, text, n);
    count -= n;
  }
}

/* A value in its width: blanks before, sign or prefix, zeros, text, blanks behind. */
static void put(const struct out *out, const struct spec *spec, const char *prefix, const char *text, size_t bytes)
{
  size_t prefix_bytes = strlen(prefix), all = prefix_bytes + bytes;
  size_t fill = spec->width > all ? spec->width - all : 0;
  if (!spec->left && !spec->zeros)
    pad(out, ' ', fill);
  if (prefix_bytes)
    out->sink(out->ctx, prefix, prefix_bytes);
  if (!spec->left && spec->zeros)
    pad(out, '0', fill);
  if (bytes)
    out->sink(out->ctx, text, bytes);
  if (spec->left)
    pad(out, ' ', fill);
}

static void put_number(const struct out *out, const struct spec *spec, const char *prefix, uint64_t value,
                       unsigned base)
{
  char digits[DIGITS_MAX];
  size_t at = sizeof digits;
  do {
    digits[--at] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value);
  put(out, spec, prefix, digits + at, sizeof digits - at);
}

/* va_list is an array type on x86-64, so that a callee advances the caller's. */
static void put_signed(const struct out *out, const struct spec *spec, va_list args)
{
  int64_t value = spec->longs ? va_arg(args, int64_t) : va_arg(args, int);
  put_number(out, spec, value < 0 ? "-" : "", value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

static void put_unsigned(const struct out *out, const struct spec *spec, unsigned base, va_list args)
{
  put_number(out, spec, "", spec->longs ? va_arg(args, uint64_t) : va_arg(args, unsigned), base);
}

static void put_string(const struct out *out, const struct spec *spec, va_list args)
{
  const char *s = va_arg(args, const char *);
  if (!s)
    s = "(null)";
  put(out, spec, "", s, strnlen(s, spec->precision));
}

static const char *read_number(const char *f, unsigned *value, va_list args)
{
  *value = 0;
  if (*f == '*') {
    *value = va_arg(args, unsigned);
    return f + 1;
  }
  for (; *f >= '0' && *f <= '9'; f++)
    *value = *value * 10 + (unsigned)(*f - '0');
  return f;
}

static const char *read_spec(const char *f, struct spec *spec, va_list args)
{
  *spec = (struct spec){ .precision = SIZE_MAX };
  for (; *f == '-' || *f == '0'; f++)
    *(*f == '-' ? &spec->left : &spec->zeros) = true;
  f = read_number(f, &spec->width, args);
  if (*f == '.') {
    unsigned precision;
    f = read_number(f + 1, &precision, args);
    spec->precision = precision;
  }
  for (; *f == 'l' || *f == 'z'; f++)
    spec->longs = 1;
  return f;
}

/* Returns the place behind the conversion at `f`, which follows the percent sign. */
static const char *convert(const struct out *out, const char *f, va_list args)
{
  struct spec spec;
  const char *start = f - 1;
  f = read_spec(f, &spec, args);
  switch (*f) {
  case 'd': case 'i': put_signed(out, &spec, args); break;
  case 'u': put_unsigned(out, &spec, 10, args); break;
  case 'x': put_unsigned(out, &spec, 16, args); break;
  case 'p': put_number(out, &spec, "0x", va_arg(args, uintptr_t), 16); break;
  case 's': put_string(out, &spec, args); break;
  case 'c': put(out, &spec, "", &(char){ (char)va_arg(args, int) }, 1); break;
  case '%': put(out, &spec, "", "%", 1); break;
  case '\0': out->sink(out->ctx, start, (size_t)(f - start)); return f;
  default: out->sink(out->ctx, start, (size_t)(f + 1 - start)); break;
  }
  return f + 1;
}

void format_to(format_sink_fn *sink, void *ctx, const char *format, va_list args)
{
  const struct out out = { sink, ctx };
  va_list rest;
  va_copy(rest, args);
  while (*format) {
    const char *percent = format;
    while (*percent && *percent != '%')
      percent++;
    if (percent > format)
      sink(ctx, format, (size_t)(percent - format));
    format = *percent ? convert(&out, percent + 1, rest) : percent;
  }
  va_end(rest);
}

struct text {
  char *to;
  size_t room, length;
};

static void append(void *ctx, const char *bytes, size_t count)
{
  struct text *text = ctx;
  for (size_t i = 0; i < count; i++, text->length++)
    if (text->length + 1 < text->room)
      text->to[text->length] = bytes[i];
}

size_t kvsnprintf(char *to, size_t room, const char *format, va_list args)
{
  struct text text = { to, room, 0 };
  format_to(append, &text, format, args);
  to[text.length < room ? text.length : room - 1] = '\0';
  return text.length;
}

size_t ksnprintf(char *to, size_t room, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  size_t length = kvsnprintf(to, room, format, args);
  va_end(args);
  return length;
}
