/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: the command jxtr: options, and the stages in their order.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/rare.h"
#include "analyse/written.h"
#include "base/diag.h"
#include "base/mem.h"
#include "classfile/list.h"
#include "classfile/parse.h"
#include "contract/jx.h"
#include "emit/emit.h"
#include "measure/instrument.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/remote.h"
#include "world/serial.h"
#include "world/world.h"

/* Exit status. */
enum { GOOD = 0, REFUSED = 1, USAGE = 2 };

const char *argp_program_version = "jxtr 1 (class files of Java 6 to 17)";

enum { KEY_PROFILE = 0x100, KEY_TRACE, KEY_OBJECTS, KEY_SAFEPOINTS, KEY_EXCLUDE, KEY_THRESHOLD, KEY_EXPLAIN, KEY_LIST,
       KEY_MISSING, KEY_EXACT };

static const struct argp_option known[] = {
  { "classpath", 'c', "PATH", 0, "folders with class files, separated by colons: our library's and the program's "
    "(default: the current folder)", 0 },
  { "output", 'o', "FOLDER", 0, "where the C goes (default: jxtr.out)", 0 },
  { "missing", KEY_MISSING, "WHAT", 0, "what to do about classes, methods and fields that no folder has: `refuse' the "
    "program (default), or `throw' an error where the program comes to use one, as the Java virtual machine does; "
    "a list says what is missing", 0 },
  { NULL, 0, NULL, 0, "Measuring code. A PATTERN, with * and ?, is compared with names like java.util.HashMap.get, and "
    "where a + follows the class, as in java.util.AbstractMap+.get, so are those of its subclasses; "
    "the last option that matches a method decides:", 1 },
  { "profile", KEY_PROFILE, "PATTERN", OPTION_ARG_OPTIONAL, "let the compiler put its profiling hooks into the methods "
    "that match (without PATTERN: all)", 1 },
  { "trace", KEY_TRACE, "PATTERN", OPTION_ARG_OPTIONAL, "log an event when a method that matches begins, and when it "
    "ends", 1 },
  { "objects", KEY_OBJECTS, "PATTERN", OPTION_ARG_OPTIONAL, "log the objects that the methods that match make", 1 },
  { "safepoints", KEY_SAFEPOINTS, "PATTERN", OPTION_ARG_OPTIONAL, "let other threads run at the beginning of the "
    "methods that match, and at jumps back: for programs that spin, on the host, where threads are not preempted", 1 },
  { "exclude", KEY_EXCLUDE, "PATTERN", 0, "put no measuring code into the methods that match", 1 },
  { "threshold", KEY_THRESHOLD, "BYTES", 0, "keep the hooks of --profile without PATTERN out of methods of at most "
    "BYTES bytes of bytecode that have no loop and do not call themselves (default: 0, which keeps them out of none)",
    1 },
  { "exact", KEY_EXACT, NULL, 0, "note when objects lose references and when they are used: from that follows when "
    "each object became unreachable, and how long it was kept after its last use; the "
    "program takes some times as long", 1 },
  { NULL, 0, NULL, 0, "Instead of translating:", 2 },
  { "explain", KEY_EXPLAIN, NULL, 0, "list the reachable methods, what each gets and which option decided", 2 },
  { "list", KEY_LIST, NULL, 0, "show what is in the class files named", 2 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

struct options {
  const char *classpath, *output;
  char **names;
  int count;
  bool explain, list, lenient;
};

#define ALL_MEASURES (JX_METHOD_PROFILE | JX_METHOD_TRACE | JX_METHOD_OBJECTS | JX_METHOD_SAFEPOINTS)

static void add_rule(unsigned measures, bool put_in, const char *option, const char *pattern)
{
  instrument_rule(measures, put_in, pattern ? pattern : "*", pattern ? mem_text("--%s=%s", option, pattern)
                                                                     : mem_text("--%s", option));
}

/* No method is longer (JVMS 4.7.3). */
#define THRESHOLD_MOST 65535

static void set_threshold(const char *text, struct argp_state *state)
{
  char *end;
  unsigned long bytes = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || bytes > THRESHOLD_MOST)
    argp_error(state, "--threshold is a number of bytes from 0 to %d, not `%s'", THRESHOLD_MOST, text);
  instrument_threshold((uint32_t)bytes);
}

static void check_arguments(const struct options *o, struct argp_state *state)
{
  if (o->count == 0)
    argp_error(state, o->list ? "which class file? Name it, like classes/pkg/Main.class"
                              : "which class has main()? Name it, like pkg.Main");
  if (o->count > 1 && !o->list)
    argp_error(state, "a program has one main class; is it `%s' or `%s'?", o->names[0], o->names[1]);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'c': o->classpath = arg; break;
  case 'o': o->output = arg; break;
  case KEY_PROFILE: add_rule(JX_METHOD_PROFILE, true, "profile", arg); break;
  case KEY_TRACE: add_rule(JX_METHOD_TRACE, true, "trace", arg); break;
  case KEY_OBJECTS: add_rule(JX_METHOD_OBJECTS, true, "objects", arg); break;
  case KEY_SAFEPOINTS: add_rule(JX_METHOD_SAFEPOINTS, true, "safepoints", arg); break;
  case KEY_EXCLUDE: add_rule(ALL_MEASURES, false, "exclude", arg); break;
  case KEY_THRESHOLD: set_threshold(arg, state); break;
  case KEY_EXACT: emit_exact = true; break;
  case KEY_MISSING:
    if (strcmp(arg, "throw") != 0 && strcmp(arg, "refuse") != 0)
      argp_error(state, "--missing is `throw' or `refuse', not `%s'", arg);
    o->lenient = strcmp(arg, "throw") == 0;
    break;
  case KEY_EXPLAIN: o->explain = true; break;
  case KEY_LIST: o->list = true; break;
  case ARGP_KEY_ARGS:
    o->names = state->argv + state->next;
    o->count = state->argc - state->next;
    break;
  case ARGP_KEY_END: check_arguments(o, state); break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp argp = {
  .options = known, .parser = parse_option, .args_doc = "MAIN-CLASS\n--list FILE.class...",
  .doc = "Translates a Java program, given the class with its main(), into C for the runtime in "
         "translator-instr/runtime.\v"
         "Exit status: 0 when all went well, 1 when the program or a file is refused, 2 for a mistake in the command "
         "line or when memory is out."
};

static int list_files(const struct options *o)
{
  for (int i = 0; i < o->count; i++) {
    struct classfile *cf = classfile_read(o->names[i]);
    if (cf)
      list_class(stdout, cf);
  }
  return diag_errors() ? REFUSED : GOOD;
}

/* The reached methods in the order of the table; their numbers are set. */
static struct method **number_methods(uint32_t *count)
{
  struct method **methods = NULL;
  size_t used = 0, room = 0;
  for (size_t i = 0; i < world_class_count; i++)
    for (uint32_t k = 0; world_classes[i]->file && k < world_classes[i]->file->method_count; k++) {
      struct method *m = &world_classes[i]->methods[k];
      if (!m->reached || !(m->cf->code || m->cf->access & CF_NATIVE))
        continue;
      methods = mem_grow(methods, used, &room, sizeof(*methods));
      m->index = (uint32_t)used;
      methods[used++] = m;
    }
  *count = (uint32_t)used;
  return methods;
}

static void verify_methods(struct method **methods, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (methods[i]->cf->code)
      methods[i]->flow = verify_method(methods[i]);
}

static int translate(const struct options *o)
{
  static const struct reach_more others[] = { { remote_start, remote_reach }, { serial_start, serial_reach }, { 0 } };
  uint32_t count;
  world_start(o->classpath);
  lack_start(o->lenient);
  reach_program(o->names[0], others);
  if (diag_errors())
    return REFUSED;
  struct method **methods = number_methods(&count);
  verify_methods(methods, count);
  if (diag_errors())
    return REFUSED;
  written_name_lambdas();
  for (uint32_t i = 0; i < count; i++) {
    instrument_method(methods[i]);
    if (o->explain)
      instrument_explain(stdout, methods[i]);
  }
  instrument_unused();
  if (o->explain)
    return GOOD;
  rare_find(methods, count);
  if (!emit_program(o->output, methods, count))
    return REFUSED;
  lack_show(mem_text("%s/" EMIT_MISSING, o->output));
  return GOOD;
}

int main(int argc, char **argv)
{
  struct options o = { .classpath = ".", .output = "jxtr.out" };
  argp_err_exit_status = USAGE;
  instrument_start();
  emit_exact = false;
  argp_parse(&argp, argc, argv, 0, NULL, &o);
  int status = o.list ? list_files(&o) : translate(&o);
  diag_finish();
  if (fflush(stdout) != 0 || ferror(stdout)) {
    diag_error(NULL, 0, "standard output cannot be written: %s", strerror(errno));
    status = REFUSED;
  }
  mem_reset();
  return status;
}
