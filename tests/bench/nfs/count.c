/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * count.c: a QEMU plugin that counts the instructions that the machine runs from one reply to the next.
 *
 *   qemu-system-x86_64 ... -plugin nfs_count.so,at=ADDRESS,out=FILE
 *
 * `at' is, in hexadecimal, where the function begins that hands a reply to the card. A halted processor runs none, so
 * when a call comes only after the machine has halted a count is what a call takes, from the interrupt to the halt.
 * Now and then a tick, a sample or a collection adds to one, and which of the card's buffers is written makes a
 * difference of some instructions. So when QEMU ends FILE gets the count that occurs most often, how often it does,
 * and how many there are, in one line.
 *
 * Each instruction is counted when it begins, whatever block it is in.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu/qemu.h"

#define REPLIES_MOST (1u << 20) /* later ones are not looked at */

int qemu_plugin_version = 1;
static uint64_t executed, executed_before;
static uint64_t counts[REPLIES_MOST];
static size_t replies;
static uint64_t reply_at;
static const char *out_path;

static void end_of_call(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  if (executed_before && replies < REPLIES_MOST)
    counts[replies++] = executed - executed_before;
  executed_before = executed;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    if (qemu_plugin_insn_vaddr(insn) == reply_at)
      qemu_plugin_register_vcpu_insn_exec_cb(insn, end_of_call, QEMU_PLUGIN_CB_NO_REGS, NULL);
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
  }
}

static int rising(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void finish(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  qsort(counts, replies, sizeof counts[0], rising);
  uint64_t common = 0;
  size_t most = 0;
  for (size_t i = 0, same = 0; i < replies; i++) {
    same = i && counts[i] == counts[i - 1] ? same + 1 : 1;
    if (same > most) {
      most = same;
      common = counts[i];
    }
  }
  FILE *out = fopen(out_path, "w");
  if (out)
    fprintf(out, "%llu %zu %zu\n", (unsigned long long)common, most, replies);
  if (!out || fclose(out))
    fprintf(stderr, "nfs_count: %s: %s\n", out_path, strerror(errno));
}

static const char *value(int argc, char **argv, const char *key)
{
  size_t n = strlen(key);
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], key, n) && argv[i][n] == '=')
      return argv[i] + n + 1;
  fprintf(stderr, "nfs_count: option %s= is missing\n", key);
  return NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  const char *at = value(argc, argv, "at"), *out = value(argc, argv, "out");
  if (!at || !out)
    return 1;
  reply_at = strtoull(at, NULL, 16);
  out_path = strdup(out);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return out_path ? 0 : 1;
}
