/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * observer.c: a QEMU plugin that counts, from outside the machine, the instructions that each function runs.
 *
 *   qemu-system-x86_64 ... -plugin observer.so,functions=FILE,out=FILE
 *
 * Probe sites that are NOPs are left out of the count, and so is all that hooks do.
 *
 * `functions` lists what the image has (account.h says how; functions.sh makes it from the ELF), `out` gets the books
 * when QEMU ends. The guest does not notice: under -icount its time is instructions, and the plugin runs none.
 *
 * A function is entered when a block begins at its first instruction, for a call ends a block; it is left by `ret`. So
 * the first instruction of a function must not be the head of a loop, which a frame pointer sees to.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "qemu/qemu.h"

/* A block as it is translated. QEMU keeps blocks until it ends, and so must the plugin. */
struct block {
  uint64_t instructions;
  const struct account_function *entered;  /* NULL: it begins inside a function */
};

int qemu_plugin_version = 1;
static const char *out_path;

static void run_block(unsigned vcpu, void *data)
{
  const struct block *b = data;
  (void)vcpu;
  if (b->entered)
    account_enter(b->entered);
  account_run(b->instructions);
}

static void run_last(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  account_run(1);
}

static void run_ret(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  account_leave();
}

static void run_iret(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  account_end_interrupt();
}

static void keep_sp(unsigned vcpu, uint32_t info, uint64_t address, void *data)
{
  (void)vcpu, (void)info, (void)data;
  account_switch_out(address);
}

static void load_sp(unsigned vcpu, uint32_t info, uint64_t address, void *data)
{
  (void)vcpu, (void)info, (void)data;
  account_switch_in(address);
}

/* Intel SDM volume 2: RET is C3 or C2 iw, F3 before it is allowed; IRETQ is REX.W CF. */
static bool is_ret(const uint8_t *code, size_t bytes)
{
  return code[0] == 0xC3 || code[0] == 0xC2 || (bytes == 2 && code[0] == 0xF3 && code[1] == 0xC3);
}

static bool is_iret(const uint8_t *code, size_t bytes)
{
  return bytes == 2 && code[0] == 0x48 && code[1] == 0xCF;
}

/* STMXCSR is 0F AE /3, LDMXCSR 0F AE /2. In context_switch() they are the last access to the old stack and the first to
 * the new one, both at the stack pointer. (RW, for QEMU 7.2 calls nobody who asks for reads alone.) */
static bool is_mxcsr(const uint8_t *code, size_t bytes, unsigned extension)
{
  return bytes >= 3 && code[0] == 0x0F && code[1] == 0xAE && (code[2] >> 3 & 7) == extension;
}

/* The five-byte NOP (SDM volume 2, NOP): a probe site at a function's entry, and before its `ret`. */
static bool is_nop5(const struct qemu_plugin_insn *insn)
{
  static const uint8_t nop5[] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 };
  return qemu_plugin_insn_size(insn) == sizeof nop5 && !memcmp(qemu_plugin_insn_data(insn), nop5, sizeof nop5);
}

static size_t probe_sites(const struct qemu_plugin_tb *tb, bool entered, size_t n)
{
  const struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
  size_t sites = entered && is_nop5(qemu_plugin_tb_get_insn(tb, 0));
  if (n > 1 && is_ret(qemu_plugin_insn_data(last), qemu_plugin_insn_size(last)))
    sites += is_nop5(qemu_plugin_tb_get_insn(tb, n - 2));
  return sites;
}

static void watch_instruction(struct qemu_plugin_insn *insn, const struct account_function *f)
{
  const uint8_t *code = qemu_plugin_insn_data(insn);
  size_t bytes = qemu_plugin_insn_size(insn);
  if (is_ret(code, bytes))
    qemu_plugin_register_vcpu_insn_exec_cb(insn, run_ret, QEMU_PLUGIN_CB_NO_REGS, NULL);
  else if (is_iret(code, bytes))
    qemu_plugin_register_vcpu_insn_exec_cb(insn, run_iret, QEMU_PLUGIN_CB_NO_REGS, NULL);
  else if (f->kind == ACCOUNT_SWITCH && is_mxcsr(code, bytes, 3))
    qemu_plugin_register_vcpu_mem_cb(insn, keep_sp, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
  else if (f->kind == ACCOUNT_SWITCH && is_mxcsr(code, bytes, 2))
    qemu_plugin_register_vcpu_mem_cb(insn, load_sp, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
}

/* QEMU 7.2 counts an instruction that crosses a page to the block before it as well, which then does not run it. Whether
 * it does shows when an instruction that could cross one is counted by itself. */
static bool may_cross(const struct qemu_plugin_insn *insn)
{
  enum { PAGE = 4096, LONGEST = 15 /* SDM volume 2, 2.3.11 */ };
  return qemu_plugin_insn_vaddr(insn) % PAGE > PAGE - LONGEST;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  uint64_t address = qemu_plugin_tb_vaddr(tb);
  const struct account_function *f = account_find(address);
  struct block *b = malloc(sizeof *b);
  if (!f || !b) /* the firmware, before the kernel; or memory is out, and QEMU is about to end by itself */
    return;
  size_t n = qemu_plugin_tb_n_insns(tb);
  bool entered = f->address == address && f->kind != ACCOUNT_CODE;
  *b = (struct block){ n - probe_sites(tb, entered, n), entered ? f : NULL };
  struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
  if (n > 1 && may_cross(last)) {
    b->instructions--;
    qemu_plugin_register_vcpu_insn_exec_cb(last, run_last, QEMU_PLUGIN_CB_NO_REGS, NULL);
  }
  qemu_plugin_register_vcpu_tb_exec_cb(tb, run_block, QEMU_PLUGIN_CB_NO_REGS, b);
  for (size_t i = 0; i < n; i++)
    watch_instruction(qemu_plugin_tb_get_insn(tb, i), f);
}

static void finish(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  FILE *out = fopen(out_path, "w");
  if (out)
    account_write(out);
  if (!out || fclose(out))
    fprintf(stderr, "observer: %s: %s\n", out_path, strerror(errno));
}

static const char *value(int argc, char **argv, const char *key)
{
  size_t n = strlen(key);
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], key, n) && argv[i][n] == '=')
      return argv[i] + n + 1;
  fprintf(stderr, "observer: option %s=FILE is missing\n", key);
  return NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  const char *functions = value(argc, argv, "functions"), *out = value(argc, argv, "out");
  if (!functions || !out || !account_open(functions))
    return 1;
  out_path = strdup(out);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return out_path ? 0 : 1;
}
