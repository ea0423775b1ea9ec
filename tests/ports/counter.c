/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counter.c: a QEMU plugin that counts, from outside the machine and whatever its processor, how often each instruction
 * runs.
 *
 *   qemu-system-... -plugin counter.so,out=FILE[,from=ADDRESS,to=ADDRESS]
 *
 * FILE gets a line for each instruction when QEMU ends: address in hexadecimal, count. With `from` and `to` it gets what
 * ran from the last time on that the instruction at `from` ran, until the one at `to` did; nothing where that never ran.
 * The guest does not notice: under -icount its time is instructions, and the plugin runs none.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu/qemu.h"

#define SLOTS (1u << 18) /* of a hash table; a small kernel has some thousand instructions */

int qemu_plugin_version = 1;

static struct instruction { uint64_t address, count; } instructions[SLOTS];
static const char *out_path;
static uint64_t from, to;

/* Code that is translated again, or was written to, is counted at its address. */
static struct instruction *find_instruction(uint64_t address)
{
  uint64_t at = address * 0x9e3779b97f4a7c15 >> 46;
  for (unsigned tried = 0; tried < SLOTS; tried++, at = (at + 1) % SLOTS)
    if (!instructions[at].address || instructions[at].address == address) {
      instructions[at].address = address;
      return &instructions[at];
    }
  fprintf(stderr, "counter: more than %u instructions\n", SLOTS);
  exit(1);
}

static void begin(unsigned cpu, void *data)
{
  (void)cpu, (void)data;
  for (unsigned i = 0; i < SLOTS; i++)
    instructions[i].count = 0;
}

static void write_counts(void)
{
  FILE *f = fopen(out_path, "w");
  if (!f) {
    perror(out_path);
    return;
  }
  for (unsigned i = 0; i < SLOTS; i++)
    if (instructions[i].address)
      fprintf(f, "%" PRIx64 " %" PRIu64 "\n", instructions[i].address, instructions[i].count);
  if (fclose(f))
    perror(out_path);
}

static void end(unsigned cpu, void *data)
{
  (void)cpu, (void)data;
  write_counts();
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    struct instruction *counted = find_instruction(qemu_plugin_insn_vaddr(insn));
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &counted->count, 1);
    if (from && counted->address == from)
      qemu_plugin_register_vcpu_insn_exec_cb(insn, begin, QEMU_PLUGIN_CB_NO_REGS, NULL);
    if (to && counted->address == to)
      qemu_plugin_register_vcpu_insn_exec_cb(insn, end, QEMU_PLUGIN_CB_NO_REGS, NULL);
  }
}

static void exit_counted(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  if (!to)
    write_counts();
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  for (int i = 0; i < argc; i++)
    if (strncmp(argv[i], "out=", 4) == 0)
      out_path = argv[i] + 4;
    else if (strncmp(argv[i], "from=", 5) == 0)
      from = strtoull(argv[i] + 5, NULL, 16);
    else if (strncmp(argv[i], "to=", 3) == 0)
      to = strtoull(argv[i] + 3, NULL, 16);
  if (!out_path) {
    fputs("counter: out=FILE is missing\n", stderr);
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, exit_counted, NULL);
  return 0;
}
