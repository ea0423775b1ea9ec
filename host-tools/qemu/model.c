/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model.c: a QEMU plugin that counts what a cache would have missed, for a machine that has no counters of its own.
 *
 *   qemu-system-x86_64 -icount shift=0 ... -plugin model.so,first=NAME,second=NAME,out=FILE
 *     [,l1=SIZE:WAYS][,l2=SIZE:WAYS][,line=BYTES][,clock=host]        with NAMEs of cache.h, SIZEs as 32k or 1m
 *
 * The kernel's accesses to memory go through the model of cache.h, and whenever the kernel marks that it would read
 * its counters (counters=model; WIRE_READING_MARK) a row goes to FILE: the number of the mark, the instructions that
 * the machine has run, and the two counters. Under -icount shift=0 the instructions are the time stamp counter of
 * the kernel's own reading, less the time for which it had halted, so that hostdump can tell whether a FILE is of a
 * run. Without -icount say clock=host: then only their number tells.
 *
 * FILE is text: lines of `# key: value`, one of names, then a row a line, fields separated by a tab; the last line is
 * `# end: ROWS`. The guest does not notice: the plugin runs none of its instructions.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "qemu.h"
#include "format/wire.h"

/* Devices' memory is not cached. On a PC it lies below 4 GiB, where QEMU's firmware puts it from 3 GiB on. */
#define DEVICES_LOW  0xC0000000u
#define DEVICES_SIZE 0x40000000u

int qemu_plugin_version = 1;

static struct cache cache = CACHE_DEFAULT;
static enum cache_count chosen[2];
static uint64_t instructions, rows;
static bool host_clock;   /* the guest's time is not its instructions */
static const char *out_path;
static FILE *out;

static void access_memory(unsigned vcpu, uint32_t info, uint64_t address, void *data)
{
  (void)vcpu, (void)data;
  if (address - DEVICES_LOW >= DEVICES_SIZE)
    cache_access(&cache, address, 1u << qemu_plugin_mem_size_shift(info));
}

static void run_mark(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  fprintf(out, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", rows++, instructions, cache.count[chosen[0]],
          cache.count[chosen[1]]);
}

/* nopl DISPLACEMENT(%rax): 0F 1F, ModRM 80, and the displacement (Intel SDM volume 2, NOP). */
static bool is_mark(const struct qemu_plugin_insn *insn)
{
  const uint8_t *code = qemu_plugin_insn_data(insn);
  return qemu_plugin_insn_size(insn) == 7 && code[0] == 0x0F && code[1] == 0x1F && code[2] == 0x80 &&
         wire_get(code + 3, 4) == WIRE_READING_MARK;
}

/* Instructions are counted one by one: a block that an access to a device cuts short has not run whole. */
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &instructions, 1);
    if (is_mark(insn))
      qemu_plugin_register_vcpu_insn_exec_cb(insn, run_mark, QEMU_PLUGIN_CB_NO_REGS, NULL);
    qemu_plugin_register_vcpu_mem_cb(insn, access_memory, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
  }
}

static void write_head(void)
{
  const struct cache_level *l = cache.level;
  fprintf(out, "# counters: 1\n# source: model\n# model: L1 data %" PRIu64 " KiB, %" PRIu32 " ways, L2 %" PRIu64
          " KiB, %" PRIu32 " ways, lines of %" PRIu32 " bytes, LRU, no prefetching, %s\n# clock: %s\n",
          l[0].bytes >> 10, l[0].ways, l[1].bytes >> 10, l[1].ways, cache.line_bytes,
          host_clock ? "in the host's time" : "each instruction a cycle", host_clock ? "host" : "instructions");
  fprintf(out, "number\tinstructions\t%s\t%s\n", cache_count_names[chosen[0]], cache_count_names[chosen[1]]);
}

static void finish(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  fprintf(out, "# end: %" PRIu64 "\n", rows);
  bool bad = ferror(out);
  if (fclose(out) || bad)
    fprintf(stderr, "model: %s: cannot be written: %s\n", out_path, strerror(errno));
  cache_close(&cache);
}

/* ---- options ---- */

static const char *value(int argc, char **argv, const char *key)
{
  size_t n = strlen(key);
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], key, n) && argv[i][n] == '=')
      return argv[i] + n + 1;
  return NULL;
}

/* One of the counters by its name; says what there is when it is none of them. */
static bool choose(int argc, char **argv, const char *key, enum cache_count *count)
{
  const char *name = value(argc, argv, key);
  for (unsigned i = 0; name && i < CACHE_COUNT_LIMIT; i++)
    if (!strcmp(name, cache_count_names[i])) {
      *count = (enum cache_count)i;
      return true;
    }
  fprintf(stderr, "model: %s=%s: there is no such counter; there are:", key, name ? name : "");
  for (unsigned i = 0; i < CACHE_COUNT_LIMIT; i++)
    fprintf(stderr, " %s", cache_count_names[i]);
  fputc('\n', stderr);
  return false;
}

/* A size: a number with k or m behind it or nothing. Sets `end` behind it; 0: it is none. */
static uint64_t size(const char *text, char **end)
{
  if (*text < '0' || *text > '9')
    return 0;
  uint64_t n = strtoull(text, end, 10);
  unsigned shift = **end == 'k' ? 10 : **end == 'm' ? 20 : 0;
  *end += shift != 0;
  return n > UINT32_MAX ? 0 : n << shift;
}

/* SIZE:WAYS. */
static bool size_level(int argc, char **argv, const char *key, struct cache_level *l)
{
  char *end, *rest;
  const char *text = value(argc, argv, key);
  if (!text)
    return true;
  l->bytes = size(text, &end);
  if (l->bytes && *end == ':') {
    l->ways = (uint32_t)size(end + 1, &rest);
    if (l->ways && !*rest)
      return true;
  }
  fprintf(stderr, "model: %s=%s: a size and a number of ways are wanted, like 32k:8\n", key, text);
  return false;
}

static bool size_line(int argc, char **argv)
{
  char *end;
  const char *text = value(argc, argv, "line");
  if (!text)
    return true;
  cache.line_bytes = (uint32_t)size(text, &end);
  if (cache.line_bytes && !*end)
    return true;
  fprintf(stderr, "model: line=%s: a number of bytes is wanted, like 64\n", text);
  return false;
}

static bool choose_clock(int argc, char **argv)
{
  const char *text = value(argc, argv, "clock");
  host_clock = text && !strcmp(text, "host");
  if (!text || host_clock || !strcmp(text, "instructions"))
    return true;
  fprintf(stderr, "model: clock=%s: it is instructions (with -icount shift=0) or host\n", text);
  return false;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  if (!choose(argc, argv, "first", &chosen[0]) || !choose(argc, argv, "second", &chosen[1]) ||
      !size_level(argc, argv, "l1", &cache.level[0]) || !size_level(argc, argv, "l2", &cache.level[1]) ||
      !size_line(argc, argv) || !choose_clock(argc, argv))
    return 1;
  const char *problem = cache_open(&cache), *path = value(argc, argv, "out");
  if (problem || !path) {
    fprintf(stderr, "model: %s\n", problem ? problem : "which file? out=FILE");
    return 1;
  }
  out_path = strdup(path);
  out = out_path ? fopen(out_path, "w") : NULL;
  if (!out) {
    fprintf(stderr, "model: %s: %s\n", path, strerror(errno));
    return 1;
  }
  write_head();
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return 0;
}
