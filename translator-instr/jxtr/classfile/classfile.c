/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * classfile.c: descriptors and line numbers; classfile.h is the manual.
 */
#include "classfile.h"

#include <string.h>

#include "base/mem.h"

size_t classfile_type_length(const char *type, bool void_too)
{
  size_t n = strspn(type, "[");
  if (n > 255)
    return 0;
  switch (type[n]) {
  case 'B': case 'C': case 'D': case 'F': case 'I': case 'J': case 'S': case 'Z': return n + 1;
  case 'V': return void_too && n == 0;
  case 'L': break;
  default: return 0;
  }
  size_t name = strcspn(type + n + 1, ".;[");
  return name && type[n + 1 + name] == ';' ? n + name + 2 : 0;
}

uint32_t classfile_words(const char *type)
{
  return *type == 'J' || *type == 'D' ? 2 : *type != 'V';
}

uint32_t classfile_parameter_words(const char *type)
{
  uint32_t words = 0;
  for (type++; *type != ')'; type += classfile_type_length(type, false))
    words += classfile_words(type);
  return words;
}

const char *classfile_array_of(const char *name)
{
  return mem_name_of(mem_text(*name == '[' ? "[%s" : "[L%s;", name));
}

static const char *primitive_name(char type)
{
  static const char letters[] = "BCDFIJSZV";
  static const char *const names[] = { "byte", "char", "double", "float", "int", "long", "short", "boolean", "void" };
  return names[strchr(letters, type) - letters];
}

const char *classfile_java_type(const char *type)
{
  size_t dimensions = strspn(type, "[");
  const char *element = type + dimensions;
  char *text = mem_text("%.*s", *element == 'L' ? (int)strcspn(element + 1, ";") : 0, element + 1);
  for (char *p = text; *p; p++)
    if (*p == '/')
      *p = '.';
  if (*element != 'L')
    text = mem_text("%s", primitive_name(*element));
  while (dimensions--)
    text = mem_text("%s[]", text);
  return text;
}

const char *classfile_java_parameters(const char *type)
{
  const char *text = "";
  for (type++; *type != ')'; type += classfile_type_length(type, false))
    text = mem_text("%s%s%s", text, *text ? ", " : "", classfile_java_type(type));
  return text;
}

bool classfile_method_type(const char *t)
{
  if (*t++ != '(')
    return false;
  size_t n;
  while (*t != ')') {
    if (!(n = classfile_type_length(t, false)))
      return false;
    t += n;
  }
  n = classfile_type_length(++t, true);
  return n && !t[n];
}

uint32_t classfile_line(const struct cf_code *code, uint32_t pc)
{
  uint32_t line = 0, best = 0;
  for (uint32_t i = 0; i < code->line_count; i++)
    if (code->lines[i].pc <= pc && (!line || code->lines[i].pc >= best)) {
      best = code->lines[i].pc;
      line = code->lines[i].line;
    }
  return line;
}
