/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * words.c: how numbers and names are written for people.
 */
#include "scene.h"

#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>

#define NAME_MOST 500 /* bytes of a name that are looked at: no place for a name has room for more */

char *say(const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int bytes = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *out = mem_alloc((size_t)(bytes < 0 ? 0 : bytes) + 1, 1);
  vsnprintf(out, (size_t)(bytes < 0 ? 0 : bytes) + 1, format, again);
  va_end(again);
  return out;
}

const char *say_count(double n)
{
  char digits[400];
  const int count = snprintf(digits, sizeof(digits), "%.0f", n);
  char *out = mem_alloc(2 * sizeof(digits), 1), *to = out;
  for (int i = 0; i < count; i++) {
    if (i > 0 && isdigit((unsigned char)digits[i - 1]) && (count - i) % 3 == 0)
      *to++ = ',';
    *to++ = digits[i];
  }
  return out;
}

const char *say_short(double n)
{
  if (n < 10000)
    return say_count(n);
  if (n < 999500)
    return say("%.3g k", n / 1000);
  return n < 999500000 ? say("%.3g M", n / 1e6) : say("%.3g G", n / 1e9);
}

const char *say_some(double n, const char *thing)
{
  return say("%s %s%s", say_short(n), thing, n == 1 ? "" : "s");
}

/* Three significant digits. */
static const char *say_digits(double x)
{
  const double size = fabs(x);
  return size >= 999.5 ? say_count(x) : say("%.*f", size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2, x);
}

/* The same without zeros that say nothing: 4.096 -> 4.1. */
static const char *say_rounded(double x)
{
  char *s = say("%s", say_digits(x));
  char *point = strchr(s, '.');
  for (size_t n = strlen(s); point && n > 0 && (s[n - 1] == '0' || s[n - 1] == '.'); n--) {
    const bool all = s[n - 1] == '.';
    s[n - 1] = 0;
    if (all)
      break;
  }
  return s;
}

const char *say_bytes(double bytes)
{
  static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
  if (bytes < 1023.5)
    return say("%s B", say_count(bytes));
  int unit = -1;
  for (; bytes >= 1023.5 && unit < 3; unit++)
    bytes /= 1024;
  return say("%s %s", say_rounded(bytes), units[unit]);
}

const char *say_time(double us)
{
  const double size = fabs(us);
  if (size >= 999.5e3)
    return say("%s s", say_digits(us / 1e6));
  if (size >= 999.5)
    return say("%s ms", say_digits(us / 1e3));
  return size >= 0.9995 || size == 0 ? say("%s µs", say_digits(us)) : say("%s ns", say_digits(us * 1e3));
}

const char *say_percent(double percent)
{
  if (percent >= 9.95)
    return say("%.0f %%", percent);
  return percent >= 0.095 || percent <= 0 ? say("%.1f %%", percent) : "< 0.1 %";
}

const char *say_number(double n)
{
  return say("%.6g", n);
}

const char *say_names(const uint32_t *names, size_t count)
{
  const size_t named = count > 9 ? 8 : count;
  const char *s = "";
  for (size_t i = 0; i < named; i++)
    s = say("%s%s%s", s, i ? ", " : "", fit(name_text(names[i]), 32));
  return count > named ? say("%s and %zu more", s, count - named) : s;
}

/* Columns of the character that begins with this byte: none for a byte within one. */
static size_t columns_of_byte(uint8_t c)
{
  return c >= 0x80 && c < 0xc0 ? 0 : c >= 0xe0 && c != 0xe2 ? 2 : 1;
}

size_t columns_of(const char *s)
{
  size_t n = 0;
  for (; *s; s++)
    n += columns_of_byte((uint8_t)*s);
  return n;
}

const char *fit(const char *s, size_t most)
{
  size_t columns = 0, keep = 0;
  for (size_t i = 0; s[i]; i++) {
    if (columns + columns_of_byte((uint8_t)s[i]) > most)
      return columns_of(s) <= most ? s : keep < 3 ? "" : say("%.*s…", (int)keep, s);
    columns += columns_of_byte((uint8_t)s[i]);
    if (columns < most && columns_of_byte((uint8_t)s[i + 1]) > 0)
      keep = i + 1;
  }
  return s;
}

/* The name of a thread, [worker-123]: the number at its end tells threads apart. */
static const char *fit_end(const char *s, size_t most)
{
  size_t digits = strlen(s) - 1;
  while (digits > 1 && isdigit((unsigned char)s[digits - 1]))
    digits--;
  const char *end = s + digits;
  const size_t room = columns_of(end);
  const char *begin = room < most ? fit(say("%.*s", (int)digits, s), most - room) : "";
  if (*begin)
    return say("%s%s", begin, end);
  return room + 2 <= most ? say("[…%s", end) : "";
}

/* Cuts `s` where `part` begins, and returns a copy of that. */
static char *take_off(char *s, char *part)
{
  char *off = say("%s", part);
  *part = 0;
  (void)s;
  return off;
}

static bool ends_with(const char *s, const char *end)
{
  const size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

/* Takes the innermost template arguments out of `s`; returns whether there were some. */
static bool take_arguments(char *s)
{
  char *close = strchr(s, '>');
  for (; close; close = strchr(close + 1, '>')) {
    char *open = close;
    while (open > s && *open != '<')
      open--;
    if (*open == '<' && open + 1 < close) {
      memmove(open, close + 1, strlen(close + 1) + 1);
      return true;
    }
  }
  return false;
}

/* Takes the first of the packages, classes and name spaces before a name away. */
static bool take_outermost(char *s)
{
  const size_t n = strcspn(s, ".:");
  if (n == 0 || !s[n] || (s[n] == ':' && s[n + 1] != ':'))
    return false;
  const size_t skip = s[n] == '.' ? n + 1 : n + 2;
  memmove(s, s + skip, strlen(s + skip) + 1);
  return true;
}

/* Where the place of a lambda ends in Main$$Lambda:12#2.apply: at its method; NULL: it is none. */
static char *lambda_end(char *s)
{
  char *lambda = strstr(s, "$$Lambda");
  if (!lambda)
    return NULL;
  lambda += strlen("$$Lambda");
  return lambda + strspn(lambda, ":#0123456789");
}

/* What says little alone and is kept behind the class: a constructor, or the method of a lambda. */
static const char *take_ending(char *s)
{
  char *method = strrchr(s, '.');
  char *lambda = lambda_end(s);
  if (method && (!strcmp(method, ".<init>") || !strcmp(method, ".<clinit>")))
    return take_off(s, method);
  return lambda && lambda == method ? take_off(s, method) : "";
}

const char *fit_name(const char *whole, size_t most)
{
  const char *s = strlen(whole) > NAME_MOST ? say("%.*s…", text_cut(whole, NAME_MOST), whole) : whole;
  const size_t bytes = strlen(s);
  if (columns_of(s) <= most)
    return s;
  if (bytes > 2 && s[0] == '[' && s[bytes - 1] == ']' && isdigit((unsigned char)s[bytes - 2]))
    return fit_end(s, most);
  if (s[0] == '[' || s[0] == '(')
    return fit(s, most);
  char *name = say("%s", s);
  const char *mark = "", *ending = "";
  if (ends_with(name, " [bridge]") || ends_with(name, " [synthetic]"))
    mark = take_off(name, strrchr(name, '[') - 1);
  char *file = strrchr(name, '@');
  if (file && file > name && file[1] && !strchr(file, ' '))
    *file = 0;
  name[strcspn(name, "(")] = 0;
  ending = take_ending(name);
  while (columns_of(name) + columns_of(ending) + columns_of(mark) > most && take_arguments(name))
    ;
  while (columns_of(name) + columns_of(ending) + columns_of(mark) > most && take_outermost(name))
    ;
  if (columns_of(name) + columns_of(ending) + columns_of(mark) > most)
    ending = "";
  char *lambda = lambda_end(name);
  if (columns_of(name) + columns_of(mark) > most && lambda && !*lambda)
    name = strstr(name, "Lambda");
  return *name ? fit(say("%s%s%s", name, ending, mark), most) : fit(s, most);
}

unsigned hash_of(const char *s)
{
  static const char known[] = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:<>()[]$*&, ";
  unsigned hash = 0;
  for (; *s; s++) {
    const char *at = strchr(known, *s);
    hash = (hash * 31 + (at ? (unsigned)(at - known) + 1 : 0)) % 65521;
  }
  return hash;
}
