/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: brings the kernel up, runs the chosen workload, sends the profile, goes down.
 *
 * Everything up to idle_run() happens in the boot thread with interrupts off, in this order: console, exceptions,
 * memory, time, command line, profiler, timer, and the thread "main".
 */
#include <stdbool.h>
#include <stddef.h>

#include "acpi.h"
#include "profile/backchannel.h"
#include "multiboot.h"
#include "tables.h"
#include "cpu.h"
#include "core/idle.h"
#include "core/image.h"
#include "irq.h"
#include "profile/kdump.h"
#include "smp.h"
#include "machine.h"
#include "options.h"
#include "core/page.h"
#include "paging.h"
#include "crash/panic.h"
#include "io_timeout.h"
#include "pmu.h"
#include "core/print.h"
#include "core/run.h"
#include "prof.h"
#include "core/stack.h"
#include "profile/switching.h"
#include "core/thread.h"
#include "core/timer.h"
#include "tsc.h"
#include "drivers/uart.h"
#include "workload.h"

void kmain(uint32_t multiboot_address, uint32_t loader);

/* Left for the workload when the profiler's buffers have been taken: stacks, heap and the transfer's frames. */
#define MEMORY_RESERVE (8u << 20)

static struct options options;
static struct workload_input input;

static _Noreturn void fail(void)
{
  machine_exit(false);
}

static bool is_ram(const struct boot_info *boot, struct boot_range range)
{
  for (size_t i = 0; i < boot->ram_count; i++)
    if (range.start >= boot->ram[i].start && range.end <= boot->ram[i].end)
      return true;
  return false;
}

/* QEMU loads a module that is larger than the memory without a word. */
static void refuse_large_modules(const struct boot_info *boot)
{
  for (size_t i = 0; i < boot->module_count; i++) {
    uint64_t bytes = boot->modules[i].end - boot->modules[i].start;
    if (bytes && !is_ram(boot, boot->modules[i])) {
      kprintf("error: the module of %lu bytes is too large for this machine's memory.\n"
              "       Start with at least %lu MiB more (QEMU: -m) or with a smaller module.\n", bytes,
              (bytes >> 20) + 1);
      fail();
    }
  }
}

static void bring_up_memory(const struct boot_info *boot)
{
  if (!boot)
    panic("the boot loader gave no memory map; boot with GRUB or QEMU -kernel");
  refuse_large_modules(boot);
  page_init(boot);
  paging_init(boot);
  paging_grow_tlb();
  for (size_t i = 0; i < sizeof boot->roots / sizeof *boot->roots; i++)
    if (boot->roots[i].bytes)
      acpi_root(boot->roots[i].pointer, boot->roots[i].bytes);
}

static void print_banner(const struct boot_info *boot)
{
  struct page_stats memory = page_stats();
  uint64_t khz = tsc_hz() / 1000;
  kprintf("%s\n", KERNEL_SYSTEM);
  kprintf("memory: %zu KiB usable, %zu KiB free; TSC: %lu.%03lu MHz%s\n", memory.total * (PAGE_BYTES / 1024),
          memory.free * (PAGE_BYTES / 1024), khz / 1000, khz % 1000, tsc_flags() ? ", invariant" : "");
  if (boot->module_count)
    kprintf("module: %zu bytes\n", input.bytes);
  else
    kprintf("module: none\n");
}

static void take_input(const struct boot_info *boot)
{
  if (boot->module_count)
    input = (struct workload_input){ .data = (const uint8_t *)boot->modules[0].start,
                                     .bytes = boot->modules[0].end - boot->modules[0].start };
}

/* The console's time-out is set before the first line is printed, for that may have to wait for the console. */
static const char *read_options(const struct boot_info *boot)
{
  const char *problem = options_parse(boot->command_line, &options);
  options.prof.tsc_hz = tsc_hz();
  options.prof.tsc_flags = tsc_flags();
  options.prof.processors = options.smp;
  options.prof.calls_over = (int64_t)tsc_from_ns(options.calls_over_ns);
  io_timeout_set(options.io_timeout_s, tsc_hz());
  return problem;
}

static bool check_options(const struct boot_info *boot, const char *problem)
{
  if (boot->command_bytes >= BOOT_COMMAND_MAX) {
    kprintf("error: the command line has %zu bytes, %u are possible\n", boot->command_bytes, BOOT_COMMAND_MAX - 1);
    return false;
  }
  if (boot->modules_ignored) {
    kprintf("error: the boot loader brought %zu modules, %u are possible; the first one is used\n",
            boot->module_count + boot->modules_ignored, BOOT_MODULES_MAX);
    return false;
  }
  if (problem) {
    kprintf("error: %s\n", problem);
    options_help();
    return false;
  }
  if (options.smp > 1 && options.counters.model) {
    kprintf("error: option counters=model: the model has the caches of one processor; leave it or smp=%u out\n",
            options.smp);
    return false;
  }
  char text[OPTIONS_TEXT_BYTES];
  options_text(&options, text, sizeof text);
  kprintf("options: %s\n", text);
  return true;
}

/* Starts the counters that were asked for. Where they cannot be had the run goes on without them. */
static void start_counters(void)
{
  const struct options_counters *c = &options.counters;
  const char *const name[2] = { c->name[0], c->name[1] };
  if (!c->wanted)
    return;
  const char *problem = c->model ? NULL : pmu_start(&pmu_this_cpu, name);
  if (problem) {
    kprintf("counters: none, the run goes on without: %s.\n"
            "          Under QEMU, `make run COUNTERS=l1_misses,l2_misses' counts those of a model of the caches.\n",
            problem);
    return;
  }
  if (c->model)
    pmu_mark();
  options.prof.modes |= WIRE_MODE_COUNTERS;
  options.prof.counters_from = c->model ? WIRE_COUNTERS_FROM_MODEL : WIRE_COUNTERS_FROM_PMU;
  for (int i = 0; i < 2 && !c->model; i++)
    options.prof.counter_name[i] = name[i];
}

/* An uneven clock says nothing of short functions: turns are left out there, unless they are asked for. */
static void plan_turns(void)
{
  const bool asked = options.turns == OPTIONS_TURNS_ON;
  const bool some = switching_plan_turns(&options.prof, asked || (options.turns == OPTIONS_TURNS_AUTO && tsc_flags()));
  if (asked && !some)
    kprintf("turns: none: %s.\n", options.prof.modes & WIRE_MODE_CALLS ? "prof=calls records all calls" :
            options.prof.modes & WIRE_MODE_TIMING ?
              "this machine's clock counts instructions, and times are exact without" : "prof= leaves timing out");
}

/* Bursts are asked for by number; where there can be none all calls are timed, as without. */
static void plan_bursts(void)
{
  const uint32_t modes = options.prof.modes;
  const char *why = !(modes & WIRE_MODE_TIMING) ? "prof= leaves timing out" :
                    modes & WIRE_MODE_CALLS ? "prof=calls records all calls" :
                    options.smp > 1 ? "with several processors all calls are timed" : NULL;
  if (!options.prof.bursts || !why)
    return;
  kprintf("bursts: none: %s.\n", why);
  options.prof.bursts = 0;
}

/* Prints the options that size the buffers which this run would have. */
static void print_buffer_options(void)
{
  if (options.prof.modes & WIRE_MODE_TIMING)
    kprintf(" nodes=");
  for (int i = 0; i < WIRE_LOG_COUNT; i++)
    if (options.prof.modes & wire_logs[i].mode)
      kprintf(" %s=", wire_logs[i].option);
}

/* Says, before anything is allocated, whether the buffers asked for fit what the module has left. */
static bool buffers_fit(void)
{
  size_t needed = options.prof.modes ? prof_memory(&options.prof) + MEMORY_RESERVE : MEMORY_RESERVE;
  struct page_stats memory = page_stats();
  size_t there = memory.longest_run * PAGE_BYTES;
  if (needed <= there)
    return true;
  kprintf("error: not enough memory: the profiler's buffers and the kernel need %zu KiB in one piece, %zu KiB are ",
          needed / 1024, there / 1024);
  kprintf("there (the module takes %zu KiB)\n", input.bytes / 1024);
  kprintf("       Start with at least %zu MiB more (QEMU: -m), with a smaller module, or with smaller buffers:",
          (needed - there + (1 << 20) - 1) >> 20);
  print_buffer_options();
  kprintf(", or fewer of them: prof=\n");
  return false;
}

static void run_workload(void *arg)
{
  (void)arg;
  run_end(options.workload->run(&input));
}

void kmain(uint32_t multiboot_address, uint32_t loader)
{
  uart_init();
  tables_init();
  const struct boot_info *boot = multiboot_read(multiboot_address, loader);
  bring_up_memory(boot);
  if (!tsc_calibrate())
    panic("the frequency of the time stamp counter is not known: the host let this machine wait, again and again; boot "
          "again while the host has less to do");
  take_input(boot);
  const char *problem = read_options(boot);
  print_banner(boot);
  if (!check_options(boot, problem))
    fail();
  start_counters();
  plan_bursts();
  plan_turns();
  if (!buffers_fit() || kdump_begin(&options))
    fail();
  irq_init();
  size_t stack_bytes = workload_set.stack_bytes ? *workload_set.stack_bytes : STACK_BYTES;
  if (!timer_start(options.prof.tick_hz, options.prof.modes & WIRE_MODE_SAMPLES ? options.sampling : 0) ||
      !backchannel_listen() || !thread_create_sized("main", THREAD_NORMAL, stack_bytes, run_workload, NULL))
    panic("no memory for the first threads");
  timer_watchdog(options.watchdog_s);
  smp_start(options.smp, options.idle);
  idle_run(options.idle);
}
