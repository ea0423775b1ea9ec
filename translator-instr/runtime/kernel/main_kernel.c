/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main_kernel.c: a translated Java program as a workload of the kernel, the one that its image has.
 */
#include "multiboot.h"
#include "hooks.h"
#include "objects_kernel.h"
#include "core/idle.h"
#include "core/page.h"
#include "core/processor.h"
#include "port_kernel.h"
#include "core/print.h"
#include "prof.h"
#include "runtime/core/rt.h"
#include "several.h"
#include "stamps.h"
#include "truth.h"
#include "core/stack.h"
#include "lib/string.h"

#define ARGUMENTS_MOST  256                    /* the command line has a thousand bytes */
#define HEAP_LEAST      (UINT64_C(1) << 20)

#define EXTRA_DEFAULT   20
#define STACK_DEFAULT   (1u << 20)             /* as the JDK's on x86-64 */
#define NODES_DEFAULT   (1u << 17)             /* a recursive parser (apps/formula) has some 100,000 paths of calls */

static const char *arguments[ARGUMENTS_MOST];
static char argument_text[BOOT_COMMAND_MAX];

/* What the command line asks for: the values of `options` below, and what follows the word `--`. */
static struct { uint32_t heap_bytes, stack_bytes, gc_stress, gc_seed, gc_budget, gc_extra, gc_look,
  asserts; } asked;
static const char *argument_line;

/* Takes one word off `text`, as a shell does: blanks end it, but not between quotes or behind a backslash, which are
 * taken away (within '...' a backslash is one; within "..." it stands before " ' \ only, as GRUB writes them). */
static char *unquote_word(char *text)
{
  char *to = text, quote = '\0';
  for (; *text && (quote || *text != ' '); text++) {
    bool escapes = *text == '\\' && text[1] && (!quote || (quote == '"' && strchr("\"'\\", text[1])));
    if (escapes)
      *to++ = *++text;
    else if (quote ? *text == quote : *text == '"' || *text == '\'')
      quote = quote ? '\0' : *text;
    else
      *to++ = *text;
  }
  char *rest = *text ? text + 1 : text;
  *to = '\0';
  return rest;
}

/* Returns the number of words. */
static int split_arguments(const char *line)
{
  char *text = argument_text;
  int count = 0;
  string_copy(text, line, sizeof argument_text);
  for (;;) {
    while (*text == ' ')
      text++;
    if (!*text || count == ARGUMENTS_MOST)
      return count;
    arguments[count++] = text;
    text = unquote_word(text);
  }
}

/* Bytes of memory that the heap could have: stamps take as much as the objects, and so does what is true of them. */
static uint64_t free_bytes(void)
{
  return (uint64_t)page_free_count() * PAGE_BYTES / (jx_has_stamps() ? truth_is_sought() ? 3 : 2 : 1);
}

/* Bytes of addresses that the heap could have. */
static uint64_t window_bytes(void)
{
  return jx_has_stamps() ? JX_STAMPED_BYTES : PORT_WINDOW_BYTES;
}

/* Three quarters of the free memory, as the rest is for stacks and the kernel. */
static uint64_t free_for_heap(void)
{
  uint64_t bytes = free_bytes() / 4 * 3;
  return bytes < window_bytes() ? bytes : window_bytes();
}

/* False when there is no such memory, which has been said. */
static bool choose_heap(struct gc_options *gc)
{
  uint64_t there = free_bytes();
  gc->limit_bytes = asked.heap_bytes ? asked.heap_bytes : free_for_heap();
  gc->stress = asked.gc_stress;
  gc->seed = asked.gc_seed;
  gc->mean_bytes = asked.gc_budget;
  gc->extra_share = asked.gc_extra;
  if (gc->limit_bytes > window_bytes()) {
    kprintf("error: a Java heap of %lu KiB is not possible: an image for exact lives has %lu KiB at most.\n"
            "       Start with another heap=, or an image that was made without EXACT=yes.\n",
            gc->limit_bytes >> 10, window_bytes() >> 10);
    return false;
  }
  if (gc->limit_bytes >= HEAP_LEAST && gc->limit_bytes <= there)
    return true;
  kprintf("error: a Java heap of %lu KiB is not possible: at least %lu KiB are needed, and %lu KiB are free.\n"
          "       Start with more memory (QEMU: -m), another heap=, or smaller profiling buffers.\n",
          gc->limit_bytes >> 10, HEAP_LEAST >> 10, there >> 10);
  return false;
}

/* False where exact lives are asked for that cannot be told, which has been said. */
static bool can_stamp(void)
{
  if (!prof_stamps.on)
    return true;
  if (!jx_has_stamps())
    kprintf("error: prof=exact: this image does not note when objects lose references. Make one that does:\n"
            "       make run EXACT=yes ..., or jxtr --exact.\n");
  else if (processor_count > 1)
    kprintf("error: prof=exact: exact lives are told on one processor only: start with smp=1, or without `exact'.\n");
  else if (!hooks_are_exact())
    kprintf("error: prof=exact: there is no memory for a copy of the stack. Start with more memory (QEMU: -m).\n");
  return hooks_are_exact() && processor_count == 1;
}

static void print_plainly(const char *text)
{
  kprintf("%s", text);
}

static void report_waits(void)
{
  rt_report_waits(print_plainly);
}

static int run_program(const struct workload_input *input)
{
  struct rt_options options = { .arguments = arguments };
  truth_seek(prof_stamps.on ? asked.gc_look : 0);
  if (!choose_heap(&options.gc) || !can_stamp())
    return 1;
  if (jx_has_stamps() && !stamps_begin_image()) {
    kprintf("error: there is no memory for the stamps of exact lives. Start with more memory (QEMU: -m).\n");
    return 1;
  }
  options.argument_count = split_arguments(argument_line);
  jx_assertions = asked.asserts;
  several_begin();
  port_kernel_init(input, asked.stack_bytes);
  options.gc.watch = objects_watch();
  idle_on_deadlock(report_waits);
  kprintf("java: %s, heap up to %lu KiB\n", jx_main_class->name, options.gc.limit_bytes >> 10);
  return port_kernel_ended(rt_run(&options));
}

int port_kernel_ended(int status)
{
  objects_end();
  port_kernel_end_output();
  if (status)
    kprintf("java: the program ended with status %d\n", status);
  return status;
}

static void measure_records(uint32_t modes)
{
  objects_measure();
  hooks_begin(modes);
}

static const char *main_class_name(void)
{
  return jx_main_class->name;
}

static const struct workload workloads[] = {
  { "java", "the Java program in this image", run_program },
  { 0 },
};

static const struct workload_option options[] = {
  { "heap", "bytes the Java heap may take, from 1m; 0: most of the free memory", &asked.heap_bytes, 0, 0, UINT32_MAX },
  { "stack", "bytes of a Java thread's stack", &asked.stack_bytes, STACK_DEFAULT, STACK_LEAST, STACK_MOST },
  { "gcstress", "1: collect garbage at every allocation", &asked.gc_stress, 0, 0, 1 },
  { "gcseed", "collections come after random numbers of bytes; this chooses the numbers", &asked.gc_seed, 1, 0,
    UINT32_MAX },
  { "gcbudget", "bytes allocated between collections, on average; 0: by how much is alive", &asked.gc_budget, 0, 0,
    UINT32_MAX },
  { "gcextra", "thousandths of the run for more collections, so that ages of objects are known", &asked.gc_extra,
    EXTRA_DEFAULT, 0, 1000 },
  { "gclook", "with prof=exact, a test: at each so-many-th allocation a search says what cannot be reached; 0: at none",
    &asked.gc_look, 0, 0, UINT32_MAX },
  { "asserts", "1: check assert statements, as `java -ea' does", &asked.asserts, 0, 0, 1 },
  { 0 },
};

const struct workload_set workload_set = {
  .workloads = workloads,
  .options = options,
  .arguments = &argument_line,
  .stack_bytes = &asked.stack_bytes,
  .modes = WIRE_MODE_OBJECTS | WIRE_MODE_EXACT,
  .nodes = NODES_DEFAULT,
  .program = main_class_name,
  .name_functions = objects_name_program,
  .measure_records = measure_records,
};
