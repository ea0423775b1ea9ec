/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * observer.c: a QEMU plugin that counts, from outside the machine, the instructions that each function runs.
 *
 *   qemu-system-x86_64 ... -plugin observer.so,functions=FILE,sites=FILE,out=FILE,processors=N[,calls=FILE]
 *
 * Probe sites that are NOPs are left out of the count, and so is all that hooks do.
 *
 * `functions` lists what the image has (account.h says how), `sites` its probe sites, an address a line in hexadecimal;
 * functions.sh and sites.sh make both from the ELF. `out` gets the books
 * when QEMU ends, `calls` each call (account_log()). The guest does not notice: under -icount its time is instructions, and the plugin runs none.
 *
 * A function is entered when a block begins at its first instruction, for a call ends a block; it is left by `ret`. So
 * the first instruction of a function must not be the head of a loop, which a frame pointer sees to.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "qemu/qemu.h"

int qemu_plugin_version = 1;
static const char *out_path;

/* Instructions that have begun to run, sites that are NOPs left out; those of them that the books have. */
static uint64_t begun, booked;

/* Addresses of the probe sites, rising. */
static uint64_t *sites;
static size_t site_count;

static bool several;   /* processors */
static uint64_t clocked; /* instructions that have begun, of all processors, NOPs and all */

/* Puts the instructions that have begun, and `more`, into the books. */
static void book(uint64_t more)
{
  account_run(begun + more - booked);
  booked = begun + more;
}

/* Several processors run in turns. */
static void run_block(unsigned vcpu, void *data)
{
  static unsigned turn;
  (void)data;
  if (vcpu == turn)
    return;
  book(0);
  account_processor(turn = vcpu, clocked);
}

static void run_entry(unsigned vcpu, void *data)
{
  const struct account_function *f = data;
  (void)vcpu;
  book(0);
  account_enter(f);
}

/* Before a `ret` and an `iret`, which are not in `begun` yet. */
static void run_ret(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  book(1);
  account_leave();
}

static void run_iret(unsigned vcpu, void *data)
{
  (void)vcpu, (void)data;
  book(1);
  account_end_interrupt();
}

static void run_rdtsc(unsigned vcpu, void *data)
{
  (void)vcpu;
  account_read_clock((uintptr_t)data);
}

static void keep_sp(unsigned vcpu, uint32_t info, uint64_t address, void *data)
{
  (void)vcpu, (void)info, (void)data;
  book(0);
  account_switch_out(address);
}

static void load_sp(unsigned vcpu, uint32_t info, uint64_t address, void *data)
{
  (void)vcpu, (void)info, (void)data;
  book(0);
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

/* RDTSC is 0F 31. */
static bool is_rdtsc(const uint8_t *code, size_t bytes)
{
  return bytes == 2 && code[0] == 0x0F && code[1] == 0x31;
}

/* STMXCSR is 0F AE /3, LDMXCSR 0F AE /2. In context_switch() they are the last access to the old stack and the first to
 * the new one, both at the stack pointer. (RW, for QEMU 7.2 calls nobody who asks for reads alone.) */
static bool is_mxcsr(const uint8_t *code, size_t bytes, unsigned extension)
{
  return bytes >= 3 && code[0] == 0x0F && code[1] == 0xAE && (code[2] >> 3 & 7) == extension;
}

/* The five-byte NOP (SDM volume 2, NOP). */
static bool is_nop5(const struct qemu_plugin_insn *insn)
{
  static const uint8_t nop5[] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 };
  return qemu_plugin_insn_size(insn) == sizeof nop5 && !memcmp(qemu_plugin_insn_data(insn), nop5, sizeof nop5);
}

static int compare_addresses(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Whether an instruction is a probe site that is a NOP. */
static bool is_site(const struct qemu_plugin_insn *insn)
{
  const uint64_t at = qemu_plugin_insn_vaddr(insn);
  return is_nop5(insn) && bsearch(&at, sites, site_count, sizeof *sites, compare_addresses);
}

static void watch_instruction(struct qemu_plugin_insn *insn, const struct account_function *f)
{
  const uint8_t *code = qemu_plugin_insn_data(insn);
  size_t bytes = qemu_plugin_insn_size(insn);
  if (is_ret(code, bytes))
    qemu_plugin_register_vcpu_insn_exec_cb(insn, run_ret, QEMU_PLUGIN_CB_NO_REGS, NULL);
  else if (is_iret(code, bytes))
    qemu_plugin_register_vcpu_insn_exec_cb(insn, run_iret, QEMU_PLUGIN_CB_NO_REGS, NULL);
  else if (several && is_rdtsc(code, bytes))
    qemu_plugin_register_vcpu_insn_exec_cb(insn, run_rdtsc, QEMU_PLUGIN_CB_NO_REGS,
                                           (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
  else if (f->kind == ACCOUNT_SWITCH && is_mxcsr(code, bytes, 3))
    qemu_plugin_register_vcpu_mem_cb(insn, keep_sp, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
  else if (f->kind == ACCOUNT_SWITCH && is_mxcsr(code, bytes, 2))
    qemu_plugin_register_vcpu_mem_cb(insn, load_sp, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
}

/* Each instruction counts itself. A block may end before its last instruction: QEMU 7.2 begins an instruction anew that
 * reaches a device in the middle of a block, and in a block of its own if it crosses a page. */
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  const uint64_t address = qemu_plugin_tb_vaddr(tb);
  const struct account_function *f = account_find(address);
  if (several)
    qemu_plugin_register_vcpu_tb_exec_cb(tb, run_block, QEMU_PLUGIN_CB_NO_REGS, NULL);
  if (!f) /* the firmware, before the kernel */
    return;
  if (f->address == address && f->kind != ACCOUNT_CODE)
    qemu_plugin_register_vcpu_tb_exec_cb(tb, run_entry, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)f);
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    if (!is_site(insn))
      qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &begun, 1);
    if (several)
      qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &clocked, 1);
    watch_instruction(insn, f);
  }
}

static void finish(qemu_plugin_id_t id, void *data)
{
  (void)id, (void)data;
  FILE *out = fopen(out_path, "w");
  book(0);
  if (out)
    account_write(out);
  if (!out || fclose(out))
    fprintf(stderr, "observer: %s: %s\n", out_path, strerror(errno));
}

/* What is given for `key`; NULL: nothing. */
static const char *given(int argc, char **argv, const char *key)
{
  size_t n = strlen(key);
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], key, n) && argv[i][n] == '=')
      return argv[i] + n + 1;
  return NULL;
}

static const char *value(int argc, char **argv, const char *key)
{
  const char *is = given(argc, argv, key);
  if (!is)
    fprintf(stderr, "observer: option %s= is missing\n", key);
  return is;
}

/* Reads the list of probe sites: hexadecimal addresses. */
static bool read_sites(const char *path)
{
  FILE *in = fopen(path, "r");
  uint64_t at;
  if (!in) {
    fprintf(stderr, "observer: %s: %s\n", path, strerror(errno));
    return false;
  }
  while (fscanf(in, "%" SCNx64, &at) == 1) {
    uint64_t *more = realloc(sites, (site_count + 1) * sizeof *sites);
    if (!more)
      break;
    sites = more;
    sites[site_count++] = at;
  }
  const bool good = feof(in) && site_count;
  if (!good)
    fprintf(stderr, "observer: %s: is no list of addresses\n", path);
  fclose(in);
  qsort(sites, site_count, sizeof *sites, compare_addresses);
  return good;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
  (void)info;
  const char *functions = value(argc, argv, "functions"), *list = value(argc, argv, "sites");
  const char *out = value(argc, argv, "out"), *processors = value(argc, argv, "processors");
  const char *calls = given(argc, argv, "calls");
  several = processors && atoi(processors) > 1;
  if (!functions || !list || !out || !processors || atoi(processors) > ACCOUNT_PROCESSORS || !account_open(functions) ||
      !read_sites(list) || (calls && !account_log(calls)))
    return 1;
  out_path = strdup(out);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return out_path ? 0 : 1;
}
