/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * qemu.h: the part of QEMU's plugin interface, version 1, that our plugins use (model.c, and
 * tests/kernel/accuracy/observer.c), written down from its documentation ("QEMU TCG Plugins", docs/devel/tcg-plugins):
 * Debian ships no header for it. The symbols are QEMU's own.
 */
#ifndef MODEL_QEMU_H
#define MODEL_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;    /* a translated block: instructions that run one after the other */
struct qemu_plugin_insn;  /* an instruction in it */
struct qemu_info_t;       /* what QEMU says of itself; not looked at */

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS }; /* the callback reads and writes no register */
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };

typedef void qemu_plugin_tb_fn(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_exec_fn(unsigned vcpu, void *data);
typedef void qemu_plugin_mem_fn(unsigned vcpu, uint32_t info, uint64_t address, void *data);
typedef void qemu_plugin_exit_fn(qemu_plugin_id_t id, void *data);

/* At translation. */
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_tb_fn *fn);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

/* At execution: before a block, before an instruction, at an instruction's access to memory. */
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_exec_fn *fn,
                                          enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_exec_fn *fn,
                                            enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, enum qemu_plugin_op op, void *to,
                                                uint64_t add);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_mem_fn *fn,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw, void *data);
unsigned qemu_plugin_mem_size_shift(uint32_t info); /* the access was of 2 to the power of this many bytes */
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_exit_fn *fn, void *data);

/* What the plugin exports. */
extern int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv);

#endif
