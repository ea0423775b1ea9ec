/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main_hosted.c: a translated program as a program of Linux. It takes the few options of the java command that mean
 * something here, before the program's own arguments; `--` ends them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/rt.h"

/* A quarter of the window that the heap can lie in, as the JDK takes a quarter of the machine. */
#define DEFAULT_LIMIT (PORT_WINDOW_BYTES / 4)
#define LEAST_LIMIT (UINT64_C(1) << 20)

static const char usage[] =
  "Options before the program's arguments:\n"
  "  -XmxSIZE      largest heap, in bytes or with k, m or g behind (1m to 4g; default 1g)\n"
  "  -Xgcstress    collect garbage at every allocation\n"
  "  -ea, -da      check assert statements, or do not (default)\n"
  "  --help        this text\n"
  "  --            what follows is the program's\n";

static uint64_t parse_size(const char *text)
{
  char *end;
  uint64_t size = strtoull(text, &end, 10);
  static const char units[] = "kmg";
  const char *unit = *end ? strchr(units, *end | 0x20) : NULL;
  if (end == text || (*end && (!unit || end[1])))
    size = 0;
  for (const char *u = units; unit && u <= unit; u++)
    size *= 1024;
  if (size >= LEAST_LIMIT && size <= PORT_WINDOW_BYTES)
    return size;
  fprintf(stderr, "-Xmx%s: a heap size from 1m to 4g is expected, such as -Xmx256m\n", text);
  exit(2);
}

/* True when `option` is one of ours. */
static bool parse_option(const char *option, struct rt_options *options)
{
  if (!strncmp(option, "-Xmx", 4))
    options->gc.limit_bytes = parse_size(option + 4);
  else if (!strcmp(option, "-Xgcstress"))
    options->gc.stress = true;
  else if (!strcmp(option, "-ea") || !strcmp(option, "-da"))
    jx_assertions = option[1] == 'e';
  else if (!strcmp(option, "--help")) {
    fputs(usage, stdout);
    exit(0);
  } else {
    return false;
  }
  return true;
}

int main(int argc, char **argv)
{
  struct rt_options options = {.gc.limit_bytes = DEFAULT_LIMIT};
  int at = 1;
  while (at < argc && parse_option(argv[at], &options))
    at++;
  if (at < argc && !strcmp(argv[at], "--"))
    at++;
  options.argument_count = argc - at;
  options.arguments = (const char *const *)argv + at;
  port_exit(rt_run(&options));
}
