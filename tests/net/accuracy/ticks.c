/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ticks.c: a QEMU plugin that notes, from outside the machine, when the guest reads its time stamp counter, by the host's
 * counter.
 *
 *   qemu-system-x86_64 ... -plugin ticks.so,out=FILE
 *
 * FILE gets two numbers of 64 bits, the host's byte order, for each `rdtsc' that the guest runs: the host's counter
 * before it, and before the instruction behind it. What the guest has read lies between the two, plus what its counter is
 * ahead of the host's. An `rdtsc' that ends a block of QEMU's is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu/qemu.h"

int qemu_plugin_version = 1;

static FILE *out;
static uint64_t before;

static uint64_t host_tsc(void)
{
  uint32_t low, high;
  __asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}

static void run_rdtsc(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  before = host_tsc();
}

static void run_behind(unsigned vcpu, void *data)
{
  const uint64_t pair[] = { before, host_tsc() };
  (void)vcpu, (void)data;
  if (fwrite(pair, sizeof(pair), 1, out) != 1) {
    fprintf(stderr, "ticks: cannot be written\n");
    exit(1);
  }
}

static bool is_rdtsc(const struct qemu_plugin_insn *insn)
{
  return qemu_plugin_insn_size(insn) == 2 && memcmp(qemu_plugin_insn_data(insn), "\x0f\x31", 2) == 0;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  for (size_t i = 0; i + 1 < qemu_plugin_tb_n_insns(tb); i++) {
    if (!is_rdtsc(qemu_plugin_tb_get_insn(tb, i)))
      continue;
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, i), run_rdtsc, QEMU_PLUGIN_CB_NO_REGS, NULL);
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, i + 1), run_behind, QEMU_PLUGIN_CB_NO_REGS,
                                           NULL);
  }
}

static void end(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  if (fclose(out))
    perror("ticks");
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  if (argc != 1 || strncmp(argv[0], "out=", 4) != 0 || !(out = fopen(argv[0] + 4, "wb"))) {
    fprintf(stderr, "ticks: wants out=FILE, which can be written\n");
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, end, NULL);
  return 0;
}
